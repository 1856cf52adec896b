//! Bit boards against the reference engine: registers, conditions that move with the position, three and four heaps.
use crate::agree::agree;
use crate::random::rulesets;
use crate::{checked, ruleset};
use nimdsl::engine::{EngineKind, Plan};
use nimdsl::table::Region;
use proptest::prelude::*;

/// Moves of two heaps whose conditions move with the position.
fn moving() -> impl Strategy<Value = String> {
    prop_oneof![
        (0..3i64, 1..3i64, 0..4i64).prop_map(|(p, q, c)| format!(
            "(i, j): (x, y) -> (x - i, y - j) where 0 <= i, 0 <= j, 1 <= i + j, i + {q} * j < max(x, y) + {c} - {p}"
        )),
        (1..4i64, 0..5i64).prop_map(|(q, c)| format!(
            "(i, j): (x, y) -> (x - i, y - j) where 0 <= i, 0 <= j, 1 <= i + j, {q} * i <= min(x, y) + {c}"
        )),
        (1..4i64, 0..3i64).prop_map(|(q, c)| format!("(i): x -> x - i where 1 <= i <= floor((x + {c}) / {q}) + 1")),
        (1..4i64, 0..3i64).prop_map(|(q, c)| format!("(i): x -> x - i where 1 <= i, {q} * i <= y + {c}")),
        (1..4i64, 0..3i64).prop_map(|(q, c)| format!(
            "(i, j): (x, y) -> (x - i, y + j) where 2 <= i, 0 <= j < i, {q} * j <= y + {c}"
        )),
        (1..4i64, 0..6i64)
            .prop_map(|(q, c)| format!(": (x, y) -> (x', y') where x' + y' < x + y, {q} * x' <= y + {c}, y' <= x + 3")),
        (1..4i64, 0..6i64).prop_map(|(q, c)| format!(
            "(i, j): (x, y) -> (x - i, y - j) where 0 <= i, 0 <= j, 1 <= i + j, |x - y| <= i + {q} * j + {c}"
        )),
        // Each option is reached from one cell of a level, of some levels alone.
        (0..4i64, 1..3i64).prop_map(|(q, c)| format!("(i): (x, y) -> (y - i, x - {q} * y) where {c} <= i")),
        (1..4i64, 0..3i64)
            .prop_map(|(q, c)| format!("(i): (x, y) -> (x - {q} * y, y - i) where 0 <= i <= y - {c}, 1 <= y")),
        (1..3i64)
            .prop_map(|a| format!("(i): (x, y) -> (x - y - i, 2 * y - x + i) where {a} <= i <= x - y, x <= 2 * y")),
        (1..4i64).prop_map(|a| format!("(i): (x, y) -> (x - i, y - i) where {a} <= i")),
        (1..4i64).prop_map(|a| format!("(i): x -> x - i where {a} <= i")),
        (1..4i64, 0..3i64).prop_map(|(a, b)| format!("(i, j): (x, y) -> (x - i, y + j) where {a} <= i, {b} <= j < i")),
        (2..4i64, 0..3i64).prop_map(|(m, r)| format!("(i): x -> x - i where 1 <= i, i = {r} (mod {m})")),
    ]
}

/// Moves of three heaps that say nothing of the position.
fn spread() -> impl Strategy<Value = String> {
    prop_oneof![
        (1..4i64, 0..3i64)
            .prop_map(|(a, b)| format!("(i, j) for each a, b in h: a -> a - i, b -> b + j where {a} <= i, {b} <= j < i")),
        (1..4i64, 0..3i64).prop_map(|(a, b)| format!(
            "(i, j, k) for each a, b, c in h: a -> a - i, b -> b + j, c -> c + k where {a} <= i, {b} <= j, 0 <= k, j + k < i"
        )),
        (1..4i64).prop_map(|a| format!("(i) for each a in h: a -> a - i where {a} <= i")),
        // What the first heaps have in all is never raised.
        (0..3i64).prop_map(|b| format!("(i) for k in 1..2: h[k] -> h[k] - i, h[k + 1] -> h[k + 1] + {b} where {b} < i")),
        (1..4i64, 0..3i64)
            .prop_map(|(a, c)| format!("(i, j) for each a, b in h: a -> a - i, b -> b - j where {a} <= i, |i - j| <= {c}")),
        (1..4i64, 1..4i64)
            .prop_map(|(a, b)| format!("(i[A]) for each subset A of h: A -> A - i where 1 <= sum(i) <= {a} + {b}, 0 <= i")),
        (2..4i64, 0..3i64).prop_map(|(m, r)| format!("(i) for each a in h: a -> a - i where 1 <= i, i = {r} (mod {m})")),
        (1..3i64, 0..4i64).prop_map(|(d, c)| format!(
            "(i, j) for each a, b in h: a -> a - i, b -> b - j where 0 <= j, j <= {d} * i + {c}, i <= 2 * j + {c}, 1 <= i"
        )),
        (1..4i64).prop_map(|a| format!("(i): h[1] -> h[1] - 2 * i, h[2] -> h[2] + i, h[3] -> h[3] - i where {a} <= i")),
        (1..4i64).prop_map(|a| format!("(i, j): h[1] -> h[1] - i, h[3] -> h[3] - j where {a} <= i, 0 <= j, i + j != 3")),
        (1..4i64, 0..3i64, 0..3i64).prop_map(|(a, b, c)| format!(
            "(i, j) for each a, b in h: a -> a - i, b -> b + j where {a} <= i, {b} <= j < i, {c} <= b"
        )),
        (0..3i64, 0..2i64, 0..5i64).prop_map(|(b, c, m)| format!(
            "(i, j, k) for each a, b, c in h: a -> a - i, b -> b + j, c -> c + k where 1 <= i, {b} <= j, 0 <= k, j + k < i, \
             j = 0 or {c} <= b, {m} <= sum(h) or c = 0"
        )),
        (1..3i64, 0..3i64).prop_map(|(a, b)| format!(
            "(i, j): h[1] -> h[1] - i, h[2] -> h[2] + j where {a} <= i, 0 <= j < i, {b} <= h[3]"
        )),
        (1..3i64, 1..3i64)
            .prop_map(|(a, b)| format!("(i, j): h[1] -> h[1] - i - j, h[2] -> h[2] - {a} * j where {b} <= i, 1 <= j")),
        mixed(),
    ]
}

/// Moves of three heaps that raise a heap along one step and lower it along another.
fn mixed() -> impl Strategy<Value = String> {
    prop_oneof![
        (1..4i64, 1..3i64, 0..2i64).prop_map(|(a, b, c)| format!(
            "(i, j): h[1] -> h[1] - {a} * i - 1, h[2] -> h[2] + i - {b} * j where {c} <= i, 0 <= j, 1 <= {a}"
        )),
        (1..4i64, 1..4i64).prop_map(|(a, b)| format!(
            "(i, j): h[1] -> h[1] - i + j, h[2] -> h[2] + i - {a} * j - {b} where 0 <= i, 0 <= j"
        )),
        (1..3i64, 0..4i64).prop_map(|(a, b)| format!(
            "(i, j): h[1] -> h[1] - i + j, h[2] -> h[2] + i - 2 * j, h[3] -> h[3] - {a} where {b} <= i, 0 <= j"
        )),
        (1..4i64, 0..3i64).prop_map(|(a, b)| format!(
            "(i, j) for each a, b, c in h: a -> a - i - {a}, b -> b + j, c -> c - j where {b} <= i, -{a} <= j <= i"
        )),
        (2..4i64, -3..1i64).prop_map(|(a, b)| format!(
            "(i, j) for each a, b in h: a -> a - i, b -> b + j where {a} <= i, {b} <= j < i"
        )),
    ]
}

/// What a register does, and what is asked of it.
fn memory() -> impl Strategy<Value = (String, String)> {
    let register = prop_oneof![
        Just(String::new()),
        (0..3i64).prop_map(|low| format!("register r in {low}..{low} + 1\n")),
        Just("register r in 0..2\nregister s in 0..1\n".to_owned()),
    ];
    (register, 0..4usize, 0..4i64).prop_map(|(register, kind, c)| {
        let (sum, down) = ("1 <= total".to_owned(), "r -> r - 1");
        let moves = match (register.is_empty(), kind) {
            (true, _) => String::new(),
            (_, 0) => format!("move pass: {down} where 1 <= r, {sum}\n"),
            (_, 1) => format!("move pass: {down} where 1 <= r, {c} <= total\n"),
            (_, 2) => "move pass: r -> 1 - r where r = 1\n".to_owned(),
            _ => String::new(),
        };
        (register, moves)
    })
}

/// What the first move asks of the position besides: nothing, or something that is not linear.
fn oddity() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => Just(String::new()),
        1 => (2..4i64, 0..3i64).prop_map(|(m, r)| format!(", total mod {m} != {r}")),
        1 => (2..4i64, 0..2i64).prop_map(|(m, r)| format!(", FIRST mod {m} = {r}")),
        1 => (0..4i64).prop_map(|c| format!(", (FIRST xor total) <= {c} + total")),
        1 => (1..4i64).prop_map(|c| format!(", floor(sqrt(total)) mod 2 = 0 or FIRST <= {c}")),
    ]
}

/// The moves, the first of which asks for something more.
fn odd(moves: &[(String, bool)], oddity: &str, first: &str) -> Vec<(String, bool)> {
    let mut moves = moves.to_vec();
    let odd = oddity.replace("FIRST", first);
    match moves[0].0.split_once(" where ") {
        // An `or` holds for the whole condition otherwise.
        Some((move_, condition)) if !odd.is_empty() => {
            moves[0].0 = format!("{move_} where ({}), {condition}", &odd[2..]);
        }
        _ => {}
    }
    moves
}

fn text(heaps: &str, moves: &[(String, bool)], (register, pass): &(String, String)) -> String {
    let mut text = format!("heaps {heaps}\n{register}");
    for (index, (one, symmetric)) in moves.iter().enumerate() {
        let (head, body) = one.split_once(':').expect("a head");
        let symmetric = if *symmetric && !head.contains("each") && heaps == "x, y" { " symmetric" } else { "" };
        text.push_str(&format!("move m{index}{head}{symmetric}:{body}\n"));
    }
    text + pass
}

fn plane() -> impl Strategy<Value = Region> {
    prop_oneof![
        (1..24u64, 1..24u64).prop_map(|(a, b)| Region::Box(vec![a, b])),
        (1..30u64).prop_map(Region::Total),
        (1..4u64, 60..70u64).prop_map(|(a, b)| Region::Box(vec![a, b])),
        (60..70u64, 1..4u64).prop_map(|(a, b)| Region::Box(vec![a, b])),
    ]
}

fn space() -> impl Strategy<Value = Region> {
    prop_oneof![
        (1..6u64, 1..6u64, 1..6u64).prop_map(|(a, b, c)| Region::Box(vec![a, b, c])),
        (1..12u64).prop_map(Region::Total),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn boards_of_two_heaps_agree_with_reference(
        moves in prop::collection::vec((moving(), any::<bool>()), 1..4), memory in memory(), region in plane(),
        oddity in oddity()
    ) {
        let text = text("x, y", &odd(&moves, &oddity, "x"), &memory);
        let Ok(document) = checked(&text) else { return Ok(()) };
        agree(&document.ruleset, &region, &text)?;
    }

    #[test]
    fn boards_of_three_heaps_agree_with_reference(
        moves in prop::collection::vec((spread(), Just(false)), 1..3), memory in memory(), region in space(),
        oddity in oddity()
    ) {
        let text = text("h[3]", &odd(&moves, &oddity, "h[1]"), &memory);
        let Ok(document) = checked(&text) else { return Ok(()) };
        agree(&document.ruleset, &region, &text)?;
    }

    /// Steps that leave the board and come back need a border.
    #[test]
    fn mixed_signs_agree_with_reference(
        moves in prop::collection::vec(prop_oneof![3 => mixed(), 1 => spread()], 1..3), memory in memory(), region in space()
    ) {
        let moves: Vec<(String, bool)> = moves.into_iter().map(|one| (one, false)).collect();
        let text = text("h[3]", &moves, &memory);
        let Ok(document) = checked(&text) else { return Ok(()) };
        agree(&document.ruleset, &region, &text)?;
    }

    #[test]
    fn whatever_engine_is_chosen_agrees_with_reference(random in rulesets(4), c in 0..3i64, total in 1..9u64) {
        let text = random.at(c);
        let Ok(document) = checked(&text) else { return Ok(()) };
        agree(&document.ruleset, &Region::Total(total), &text)?;
        let heaps = document.ruleset.heaps.len();
        let sizes = (0..heaps as u64).map(|heap| 1 + (total + 3 * heap) % 7).collect();
        agree(&document.ruleset, &Region::Box(sizes), &text)?;
    }
}

/// Rows of several words, where no heap rises and the reference engine is quick.
#[test]
fn long_rows_of_three_heaps_agree_with_reference() {
    for name in ["ryuo_three", "moore", "polytope"] {
        let document = ruleset(name);
        for region in [Region::Box(vec![2, 3, 140]), Region::Box(vec![140, 2, 3]), Region::Box(vec![3, 140, 2])] {
            agree(&document.ruleset, &region, name).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }
}

/// These must not go to the reference engine, and agree with it beyond one word.
#[test]
fn boards_are_chosen_for_what_moves_are() {
    let plane = [Region::Box(vec![40, 70]), Region::Total(66)];
    let space = [Region::Box(vec![5, 4, 6]), Region::Total(14)];
    for (name, engine, regions) in [
        ("ryuo_pass", EngineKind::Rays, &plane),
        ("three_heap_1", EngineKind::Boards, &space),
        ("three_heap_2", EngineKind::Boards, &space),
        ("three_heap_3", EngineKind::Boards, &space),
        ("three_heap_4", EngineKind::Boards, &space),
        ("three_heap_5", EngineKind::Boards, &space),
        ("three_heap_6", EngineKind::Boards, &space),
        ("three_heap_6_one_or_both", EngineKind::Boards, &space),
        ("three_heap_6_two_left", EngineKind::Boards, &space),
        ("moore", EngineKind::Boards, &space),
        ("ryuo_three", EngineKind::Rays, &space),
        ("ryuo_n", EngineKind::Rays, &space),
        ("polytope", EngineKind::Rays, &space),
        ("maximum_nim_three", EngineKind::Rays, &space),
        ("maximum_nim_three_pass", EngineKind::Rays, &space),
    ] {
        let document = ruleset(name);
        let chosen = Plan::of(&document.ruleset);
        assert_eq!(chosen.kind(), engine, "{name}: {}", chosen.why());
        for region in regions.iter() {
            agree(&document.ruleset, region, name).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }
    let text =
        "heaps x, y\nmove m(i, j): (x, y) -> (x - i, y - j) where 0 <= i, 0 <= j, 1 <= i + j, i + 2 * j < max(x, y)\n";
    let odd = "heaps x, y\nregister r in 0..1\nmove m(i, j) symmetric: (x, y; r) -> (x - i, y + j; r) where 1 <= i, 0 <= j < i, \
               (x + y) mod 3 != r\nmove n(i, j): (x, y; r) -> (x - i, y - j; 1 - r) where 1 <= i, 1 <= j, 2 * i <= y, x xor y < 40\n";
    for text in [text, odd] {
        let document = checked(text).expect("it is well-formed");
        assert_eq!(Plan::of(&document.ruleset).kind(), EngineKind::Boards, "{}", Plan::of(&document.ruleset).why());
        for region in &plane {
            agree(&document.ruleset, region, text).unwrap_or_else(|error| panic!("{error}"));
        }
    }
}

/// Moves that rearrange tokens go both ways along straight lines; each part in which no heap both rises and falls does not.
#[test]
fn rearrangements_agree_with_reference() {
    let space = [Region::Box(vec![5, 4, 6]), Region::Total(14)];
    for moves in [
        "move a(i, j, k): (x, y, z) -> (x - i, y - j, z - k) where 1 <= i + j + k <= 2",
        "move a: (x, y, z) -> (x', y', z') where x' + y' + z' <= x + y + z - 2",
        "move a(i, j): (x, y, z) -> (x, y - i, z - j) where 1 <= i + j\nmove b(i): (x, y, z) -> (x - i, y, z) where 1 <= i",
        "move a(i, j, k): (x, y, z) -> (x - i, y - j, z - k) where 1 <= i + j + k <= 3, i - j <= 1, j - i <= 2",
    ] {
        let text = format!("heaps x, y, z\n{moves}\n");
        let document = checked(&text).expect("it is well-formed");
        assert_eq!(Plan::of(&document.ruleset).kind(), EngineKind::Boards, "{}", Plan::of(&document.ruleset).why());
        for region in &space {
            agree(&document.ruleset, region, &text).unwrap_or_else(|error| panic!("{error}"));
        }
    }
}

/// Any condition on the amounts alone picks difference vectors; they are listed once.
#[test]
fn picked_vectors_agree_with_reference() {
    for (heaps, engine, moves, regions) in [
        (
            "x, y",
            // That i + j is at most 13 follows.
            EngineKind::Lines,
            "move a(i, j): (x, y) -> (x - i, y - j) where 1 <= i, 1 <= j, i * j <= 12",
            vec![Region::Box(vec![23, 31]), Region::Total(30), Region::Box(vec![1, 9])],
        ),
        (
            "x, y",
            EngineKind::Vectors,
            "move a(i, j) symmetric: (x, y) -> (x - i, y - 2 * j) where 0 <= i, 0 <= j, 1 <= i + j, i xor j <= 3",
            vec![Region::Box(vec![17, 26]), Region::Total(21)],
        ),
        (
            "x, y, z",
            EngineKind::Vectors,
            "move a(i, j, k): (x, y, z) -> (x - i, y - j, z - k) where 0 <= i, 0 <= j, 0 <= k, 1 <= i + j + k, i * j = k",
            vec![Region::Box(vec![7, 5, 9]), Region::Total(11)],
        ),
    ] {
        let text = format!("heaps {heaps}\n{moves}\n");
        let document = checked(&text).expect("it is well-formed");
        assert_eq!(Plan::of(&document.ruleset).kind(), engine, "{}", Plan::of(&document.ruleset).why());
        for region in &regions {
            agree(&document.ruleset, region, &text).unwrap_or_else(|error| panic!("{error}"));
        }
    }
    // The condition speaks of the position beside the amounts.
    let text = "heaps x, y\nmove a(i, j): (x, y) -> (x - i, y - j) where 1 <= i, 1 <= j, i * j <= x + y\n";
    assert!(!Plan::of(&checked(text).expect("it is well-formed").ruleset).is_fast());
}
