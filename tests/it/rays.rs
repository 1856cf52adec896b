//! Runs of options against the reference engine: one to four heaps, registers, ends that move with the position, guards.
use crate::agree::agree;
use crate::checked;
use nimdsl::engine::{EngineKind, Plan};
use nimdsl::table::Region;
use proptest::prelude::*;

/// Moves of one heap h[1], of which others are made by naming other heaps.
fn alone() -> impl Strategy<Value = String> {
    prop_oneof![
        (1..4i64).prop_map(|a| format!("(i) for each a in h: a -> a - i where {a} <= i")),
        (1..4i64, 1..4i64).prop_map(|(a, m)| format!("(i) for each a in h: a -> a - {m} * i where {a} <= i")),
        (2..4i64, 0..3i64)
            .prop_map(|(m, r)| format!("(i) for each a in h: a -> a - i where 1 <= i, i = {r} (mod {m})")),
        (1..9i64, 1..9i64)
            .prop_map(|(a, b)| format!("(i) for each a in h: a -> a - i where i in {{1, {a}, {a} + {b}}}")),
        (1..9i64, 1..9i64)
            .prop_map(|(a, b)| format!("(i) for each a in h: a -> a - i where 1 <= i, i not in {{{a}, {a} + {b}}}")),
        (1..4i64, 0..3i64)
            .prop_map(|(q, c)| format!("(i) for each a in h: a -> a - i where 1 <= i <= floor((a + {c}) / {q}) + 1")),
        (1..4i64, 0..3i64)
            .prop_map(|(q, c)| format!("(i) for each a in h: a -> a - i where 1 <= i, a <= {q} * i + {c}")),
        (2..4i64, 1..3i64)
            .prop_map(|(q, c)| format!("(i) for each a in h: a -> a - i where 1 <= i, {c} * i <= a <= {q} * i + 7")),
        (0..4i64).prop_map(|c| format!("(i) for each a in h: a -> a - i where 1 <= i <= floor(sqrt(a)) + {c}")),
        (2..4i64, 0..3i64).prop_map(|(m, r)| format!("(i) for each a in h: a -> a - i where 1 <= i, a mod {m} != {r}")),
        (1..5i64, 2..4i64).prop_map(|(c, m)| format!(
            "(i) for each a in h: a -> a - i where 1 <= i, i = 1 (mod {m}), 2 * i <= a + {c}"
        )),
        (0..9i64).prop_map(|c| format!("(i) for each a in h: a -> a - i where 1 <= i, {c} <= total, i <= total - {c}")),
        (0..5i64).prop_map(|c| format!("(i) for each a in h: a -> a - i where 1 <= i <= {c} + min(h)")),
        (0..5i64).prop_map(|c| format!("(i) for each a in h: a -> a - i where 1 <= i, max(h) <= i + {c}")),
        (1..3i64, 0..2i64, 0..4i64)
            .prop_map(|(a, b, c)| format!("(i): h[1] -> h[1] - {a} * i - {b} where 1 <= i, {c} <= h[1]")),
    ]
}

/// Moves of two heaps.
fn both() -> impl Strategy<Value = String> {
    prop_oneof![
        (0..4i64, 0..4i64, 0..3i64, 0..3i64).prop_map(|(p, q, a, b)| format!(
            "(i) for each a, b in h: a -> a - {p} * i - {a}, b -> b - {q} * i - {b} where 1 <= i, 1 <= {p} + {q}"
        )),
        (1..4i64, 0..3i64)
            .prop_map(|(a, c)| format!("(i, j) for each a, b in h: a -> a - i, b -> b - j where {a} <= i, 0 <= j, |i - j| <= {c}")),
        (1..4i64, 0..4i64).prop_map(|(q, c)| format!(
            "(i) for each a, b in h: a -> a - i, b -> b - i where 1 <= i, {q} * i <= b + {c}"
        )),
        (1..4i64, 0..4i64).prop_map(|(q, c)| format!("(i) for each a, b in h: a -> a - i where 1 <= i, {q} * i <= b + {c}")),
        (1..6i64, 0..5i64, 2..4i64).prop_map(|(a, b, m)| format!(
            "(i, j): h[1] -> h[1] - i, h[2] -> h[2] - j where 0 <= i <= {a}, 0 <= j <= {b}, 1 <= i + j, i + j != 0 (mod {m})"
        )),
        (0..4i64).prop_map(|c| format!("(i): h[1] -> h[1] - i, h[2] -> h[2] - 2 * i where 1 <= i, h[1] <= h[2] + {c}")),
        (0..4i64).prop_map(|c| format!("(i): h[2] -> h[2] - i where 1 <= i, (h[1] xor h[2]) <= i + {c}")),
        (2..5i64).prop_map(|m| format!("(i): h[1] -> h[1] - 1, h[2] -> h[2] - i where 0 <= i, total mod {m} != 1")),
    ]
}

/// Moves with several amounts that the position bounds together.
fn families() -> impl Strategy<Value = String> {
    prop_oneof![
        (1..4i64, 0..5i64).prop_map(|(q, c)| format!(
            "(i, j) for each a, b in h: a -> a - i, b -> b - j where 0 <= i, 0 <= j, 1 <= i + j, i + {q} * j <= max(h) + {c}"
        )),
        (1..4i64, 0..5i64).prop_map(|(q, c)| format!(
            "(i, j) for each a, b in h: a -> a - i, b -> b - j where 1 <= i, 0 <= j, {q} * j <= i + min(a, b) + {c}"
        )),
        (2..4i64, 0..3i64, 0..4i64).prop_map(|(m, r, c)| format!(
            "(i, j) for each a, b in h: a -> a - i, b -> b - j where 1 <= i, 0 <= j, i = {r} (mod {m}), i + j <= a + {c}"
        )),
        (0..3i64, 0..4i64).prop_map(|(p, c)| format!(
            "(i, j): h[1] -> h[1] - i - {p} * j, h[2] -> h[2] - j where 0 <= i, 1 <= j, 2 * i + j <= total + {c}, j <= i + 2"
        )),
        (1..4i64, 0..4i64).prop_map(|(q, c)| format!(
            "(i, j): h[1] -> h[1] - i, h[2] -> h[2] - j where -1 <= j, 1 <= i, 0 <= i + j, {q} * i <= h[2] + {c}, 0 <= j"
        )),
        (0..4i64).prop_map(|c| format!(
            "(i[A]) for each subset A of h: A -> A - i where 0 <= i, 1 <= sum(i), sum(i) <= floor(total / 2) + {c}"
        )),
    ]
}

/// Moves that leave in all directions of a cone, beside one whose end is not linear.
fn cones() -> impl Strategy<Value = String> {
    prop_oneof![
        (1..4i64, 0..3i64, 1..4i64, 0..4i64).prop_map(|(a, b, q, c)| format!(
            "(i, j) for each a, b in h: a -> a - i, b -> b - j where {a} <= i, {b} <= j <= {q} * i + {c}"
        )),
        (2..4i64, 0..3i64, 1..3i64).prop_map(|(m, r, q)| format!(
            "(i, j): h[1] -> h[1] - i, h[2] -> h[2] - j where 0 <= i, 0 <= j, 1 <= i + j, i + {q} * j = {r} (mod {m})"
        )),
        (2..4i64, 0..3i64, 0..3i64).prop_map(|(m, r, p)| format!(
            "(i, j): h[2] -> h[2] - i - {p} * j, h[1] -> h[1] - j where 1 <= i, 1 <= j, total mod {m} != {r}"
        )),
        (1..4i64, 2..4i64).prop_map(|(c, m)| format!(
            "(i[A]) for each subset A of h: A -> A - i where 0 <= i, {c} <= sum(i), max(h) mod {m} != 0"
        )),
        (1..4i64, 1..4i64).prop_map(|(p, q)| format!(
            "(i, j): h[1] -> h[1] - i, h[2] -> h[2] - j where 1 <= i, i <= {p} * j, j <= {q} * i, h[1] mod 2 = 0"
        )),
    ]
}

/// Moves of one heap whose condition is linear in nothing.
fn listed() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("(i) for each a in h: a -> a - i where 1 <= i <= a, a mod i = 0".to_owned()),
        (0..4i64).prop_map(|c| format!("(i) for each a in h: a -> a - i where 1 <= i <= a, i * i <= a + {c}")),
        (1..9i64).prop_map(|c| format!("(i) for each a in h: a -> a - i where 1 <= i <= a, (i xor a) <= {c}")),
        (1..9i64, 2..4i64).prop_map(|(c, m)| format!(
            "(i) for each a in h: a -> a - i where 1 <= i <= a, i * a mod {c} != 0, i mod {m} = 1"
        )),
        (2..5i64).prop_map(|m| format!("(i): h[1] -> floor(h[1] / {m}) - i where 1 <= h[1], 0 <= i, i * {m} <= h[1]")),
    ]
}

/// A register, and cones that lead from one of its values to another.
fn cones_of_layers() -> impl Strategy<Value = (String, String)> {
    let with = |moves: String| ("register r in 0..2\n".to_owned(), moves);
    prop_oneof![
        1 => Just((String::new(), String::new())),
        1 => (1..4i64).prop_map(move |q| with(format!(
            "move down(i, j): h[1] -> h[1] - i, h[2] -> h[2] - j, r -> r - 1 where 0 <= i, 0 <= j <= {q} * i, 1 <= r\n"
        ))),
        1 => (1..4i64, 1..3i64).prop_map(move |(q, c)| with(format!(
            "move turn(i, j): h[1] -> h[1] - i, h[2] -> h[2] - j, r -> 2 - r where {c} <= i, 0 <= j <= {q} * i\n"
        ))),
    ]
}

/// A register and moves that speak of it.
fn memory() -> impl Strategy<Value = (String, String)> {
    let none = (String::new(), String::new());
    let with = |moves: String| ("register r in 0..2\n".to_owned(), moves);
    prop_oneof![
        3 => Just(none),
        1 => (0..9i64).prop_map(move |m| with(format!("move pass: r -> r - 1 where 1 <= r, {m} <= total\n"))),
        1 => (1..4i64).prop_map(move |q| with(format!(
            "move spend(i) for each a in h: a -> a - i, r -> r - 1 where 0 <= i, {q} * i <= a + r, 1 <= r\n"
        ))),
        1 => (1..4i64).prop_map(move |q| with(format!(
            "move switch(i) for each a in h: a -> a - i, r -> 2 - r where {q} <= i\n"
        ))),
        1 => (0..3i64).prop_map(move |c| with(format!(
            "move jump(i) for each a in h: a -> a - i, r -> 0 where 0 <= i, 1 <= r, r <= i + {c}\n"
        ))),
    ]
}

fn text(heaps: usize, moves: &[String], (register, more): &(String, String)) -> String {
    let mut text = format!("heaps h[{heaps}]\n{register}");
    for (index, one) in moves.iter().enumerate() {
        text.push_str(&format!("move m{index}{one}\n"));
    }
    text + more
}

fn sizes(heaps: usize, seed: u64) -> Vec<Region> {
    let same = match heaps {
        1 => 64 + seed * 9,
        2 => 8 + seed * 3,
        3 => 3 + seed / 2,
        _ => 2 + seed / 4,
    };
    let odd = (0..heaps as u64).map(|heap| 1 + (same + heap * seed) % (same + 2)).collect();
    vec![Region::Box(vec![same; heaps]), Region::Box(odd), Region::Total(same + seed % 3)]
}

fn check(heaps: usize, moves: &[String], memory: &(String, String), seed: u64) -> Result<(), TestCaseError> {
    let text = text(heaps, moves, memory);
    let Ok(document) = checked(&text) else { return Ok(()) };
    for region in sizes(heaps, seed) {
        agree(&document.ruleset, &region, &text)?;
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn runs_of_one_heap_agree_with_reference(
        moves in prop::collection::vec(alone(), 1..4), memory in memory(), seed in 0..20u64
    ) {
        check(1, &moves, &memory, seed)?;
    }

    #[test]
    fn runs_of_more_heaps_agree_with_reference(
        heaps in 2..5usize, moves in prop::collection::vec(prop_oneof![alone(), both()], 1..4), memory in memory(),
        seed in 0..9u64
    ) {
        check(heaps, &moves, &memory, seed)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn families_of_runs_agree_with_reference(
        heaps in 2..5usize, moves in prop::collection::vec(prop_oneof![2 => families(), 1 => alone(), 1 => both()], 1..3),
        memory in memory(), seed in 0..9u64
    ) {
        check(heaps, &moves, &memory, seed)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn cones_agree_with_reference(
        heaps in 2..5usize, cones in prop::collection::vec(cones(), 1..3), memory in cones_of_layers(), seed in 0..9u64
    ) {
        let odd = "(i): h[1] -> h[1] - i where 1 <= i <= floor(sqrt(h[1])) + 1".to_owned();
        check(heaps, &[vec![odd], cones].concat(), &memory, seed)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn lists_agree_with_reference(
        heaps in 1..5usize, listed in prop::collection::vec(listed(), 1..3), alone in prop::collection::vec(alone(), 0..2),
        memory in memory(), seed in 0..9u64
    ) {
        check(heaps, &[listed, alone].concat(), &memory, seed)?;
    }
}

/// Random rulesets really reach this engine.
#[test]
fn typical_runs_are_not_enumerated() {
    let all = [
        "heaps h[1]\nmove a(i) for each a in h: a -> a - i where 1 <= i <= floor((a + 1) / 2)\n",
        "heaps h[3]\nmove a(i) for each a in h: a -> a - i where 1 <= i <= floor(sqrt(a)) + 1\n",
        "heaps h[3]\nmove a(i) for each a, b in h: a -> a - i where 1 <= i, 2 * i <= b + 3\n",
        "heaps h[4]\nregister r in 0..1\nmove a(i) for each a in h: a -> a - i where 1 <= i\nmove p: r -> 0 where r = 1, 3 <= total\n",
        "heaps h[2]\nmove a(i): h[1] -> h[1] - i where 1 <= i, (h[1] xor h[2]) <= i + 2\n",
        "heaps h[3]\nmove a(i) for each a in h: a -> a - i where 1 <= i, a mod 3 != 1\n",
        "heaps h[3]\nmove a(i, j) for each a, b in h: a -> a - i, b -> b - j where 1 <= i, 0 <= j, i + 2 * j <= max(h)\n",
        CONES,
        "heaps h[3]\nmove a(i) for each a in h: a -> a - i where 1 <= i <= a, a mod i = 0\nmove b: h[1] -> h[1] - 1, h[2] -> h[2] - 1\n",
        "heaps h[2]\nregister r in 0..1\nmove a(i) for each a in h: a -> a - i where 1 <= i, i * i <= a + r\nmove b: r -> 0 where r = 1, 1 <= total\n",
    ];
    for text in all {
        let document = checked(text).unwrap_or_else(|faults| panic!("{text}: {faults}"));
        let plan = Plan::of(&document.ruleset);
        let (engine, why) = (plan.kind(), plan.why());
        assert_eq!(engine, EngineKind::Rays, "{text}: {why}");
        assert_eq!(why.contains("a cone of"), text == CONES, "{text}: {why}");
    }
}

const CONES: &str = "heaps x, y
register r in 0..1
move a(i): (x, y; r) -> (x - i, y; r) where 1 <= i <= floor(sqrt(x)) + 1, (x + y) mod 3 = 1
move b(i, j): (x, y; r) -> (x - i, y - j; r - 1) where 1 <= r, 0 <= i, 0 <= j <= i
move c(j): (x, y; r) -> (x, y - j; r) where 1 <= j
";

/// Sets of several words, and windows that grow beyond their first room.
#[test]
fn long_lines_agree_with_reference() {
    let all = [
        ("heaps h[1]\nmove a(i) for each a in h: a -> a - i where 1 <= i, i not in {2, 3}\n", vec![1500]),
        ("heaps h[1]\nmove a(i) for each a in h: a -> a - i where 1 <= i <= ceil(a / 2)\n", vec![1500]),
        ("heaps h[2]\nmove a(i) for each a in h: a -> a - i where 1 <= i, 3 * i <= 2 * a + 1\n", vec![300, 200]),
        ("heaps h[3]\nmove a(i) for each a in h: a -> a - i where 1 <= i\n", vec![3, 150, 150]),
        (CONES, vec![130, 140]),
    ];
    for (text, bounds) in all {
        let document = checked(text).expect("it is well-formed");
        agree(&document.ruleset, &Region::Box(bounds), text).unwrap_or_else(|error| panic!("{error}"));
    }
}
