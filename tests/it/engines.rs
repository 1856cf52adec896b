//! Every engine against the reference engine, on random translation-invariant rulesets of two heaps.
use crate::agree::agree;
use crate::{checked, ruleset};
use nimdsl::engine::far::rare;
use nimdsl::engine::{Context, EngineError, EngineKind, Plan, Progress, applicable, grundy, p_positions, reference};
use nimdsl::ruleset::options::Options;
use nimdsl::ruleset::{ParameterValue, Ruleset};
use nimdsl::table::Region;
use nimdsl::value::Play;
use proptest::prelude::*;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// One move: rays, strips, finite sets, cones, with and without residues, with either sign.
fn moves() -> impl Strategy<Value = String> {
    let mixed = |range: Range<i64>| {
        prop_oneof![range.clone().prop_map(|a| format!("- {a}")), range.prop_map(|a| format!("+ {a}"))]
    };
    prop_oneof![
        (1..4i64, 1..4i64).prop_map(|(a, m)| format!("(i): (x, y) -> (x - {m} * i, y) where {a} <= i")),
        (1..4i64, 0..3i64, 0..4i64)
            .prop_map(|(a, b, c)| format!("(i): (x, y) -> (x - {a} * i, y - {b} * i - {c}) where 1 <= i")),
        (1..5i64, mixed(0..4)).prop_map(|(a, b)| format!("(i): (x, y) -> (x - i, y {b}) where {a} <= i")),
        (2..4i64, 0..4i64).prop_map(|(m, r)| format!("(i): (x, y) -> (x - i, y) where 1 <= i, i = {r} (mod {m})")),
        (2..4i64, 1..3i64).prop_map(|(a, b)| format!("(i): (x, y) -> (x - {a} * i, y + {b} * i) where 1 <= i")),
        (0..4i64, 1..3i64)
            .prop_map(|(c, d)| format!("(i, j): (x, y) -> (x - i, y - j) where 1 <= i, 1 <= j, |i - {d} * j| <= {c}")),
        (0..3i64, 1..4i64).prop_map(|(c, d)| format!(
            "(i, j): (x, y) -> (x - i, y + j) where 1 <= j, 0 <= i - {d} * j - {c} <= {d}, 1 <= i - j"
        )),
        (1..6i64, 0..5i64, 2..4i64).prop_map(|(a, b, m)| format!(
            "(i, j): (x, y) -> (x - i, y - j) where 0 <= i <= {a}, 0 <= j <= {b}, 1 <= i + j, i + j != 0 (mod {m})"
        )),
        (1..6i64, 0..4i64)
            .prop_map(|(a, b)| format!("(i, j): (x, y) -> (x - i, y + j) where 1 <= i <= {a}, 0 <= j <= {b}, j < i")),
        (-2..4i64, 1..4i64).prop_map(|(b, a)| format!("(i, j): (x, y) -> (x - i, y + j) where {a} <= i, {b} <= j < i")),
        (1..4i64, -4..2i64).prop_map(|(d, c)| format!(
            "(i, j): (x, y) -> (x - i, y - j) where 1 <= i, 1 <= j, i <= {d} * j + {c}, j <= {d} * i + {c}"
        )),
        (1..4i64, 0..3i64).prop_map(|(a, c)| format!(
            "(i, j): (x, y) -> (x - i, y - j) where {a} <= i, 0 <= j, 2 * j <= 3 * i + {c}"
        )),
        (2..5i64, 0..3i64).prop_map(|(a, c)| format!(
            "(i, j): (x, y) -> (x - i, y + j) where {a} <= i, 0 <= j, 3 * j + {c} <= 2 * i"
        )),
        (1..6i64).prop_map(|a| format!("(i, j): (x, y) -> (x - i, y + j) where i - j = {a}, 0 <= j")),
        (1..6i64).prop_map(|a| format!(": (x, y) -> (x', y') where x' + 2 * y' <= x + 2 * y - {a}, x' <= x")),
        (90..120i64, 0..4i64)
            .prop_map(|(a, b)| format!("(i, j): (x, y) -> (x - i, y + j) where 2 <= i <= {a}, {b} <= j < i")),
        (80..100i64, 1..4i64).prop_map(|(a, d)| format!(
            "(i, j): (x, y) -> (x - i, y - j) where 1 <= i, i <= {d} * j, j <= 2 * i, i + j <= {a}"
        )),
        (1..3i64).prop_map(|a| format!("(i): (x, y) -> (x - i, y - i) where {a} <= i <= min(x, y)")),
        (1..4i64).prop_map(|a| format!(": (x, y) -> (x', y') where x' + y' <= x + y - {a}")),
        (0..4i64, 1..3i64)
            .prop_map(|(c, a)| format!("(i, j): (x, y) -> (x - i, y - j) where {a} <= i, |i - j| <= {c}")),
        (1..4i64, 2..5i64).prop_map(|(a, m)| format!(
            "(i, j): (x, y) -> (x - i, y + j) where {a} < i, 1 <= j < i, i + j = 0 (mod {m})"
        )),
        (1..4i64, 0..3i64).prop_map(|(d, c)| format!(
            "(i, j): (x, y) -> (x - i, y - j) where 1 <= i, 0 < j, i < {d} * j + {c}, 3 * j < 5 * i"
        )),
        (2..5i64, 1..4i64).prop_map(|(a, b)| format!("(i): (x, y) -> (x - {a} * i - {b}, y + i) where 0 <= i")),
    ]
}

/// The text of a random ruleset of one to three moves.
pub(crate) fn rulesets() -> impl Strategy<Value = String> {
    prop::collection::vec((moves(), any::<bool>()), 1..4).prop_map(|moves| {
        let mut text = "heaps x, y\n".to_owned();
        for (index, (one, symmetric)) in moves.into_iter().enumerate() {
            let symmetric = if symmetric { " symmetric" } else { "" };
            let (head, body) = one.split_once(':').expect("a head");
            text.push_str(&format!("move m{index}{head}{symmetric}:{body}\n"));
        }
        text
    })
}

/// Moves that raise no heap and are rays or finite: the line engine.
pub(crate) fn line_rulesets() -> impl Strategy<Value = String> {
    let one = prop_oneof![
        (1..4i64, 1..4i64).prop_map(|(a, m)| format!("(i): (x, y) -> (x - {m} * i, y) where {a} <= i")),
        (0..4i64, 0..4i64, 0..4i64, 0..3i64).prop_map(|(a, b, c, d)| format!(
            "(i): (x, y) -> (x - {a} * i - {d}, y - {b} * i - {c}) where 1 <= i, 1 <= {a} + {b}"
        )),
        (2..4i64, 0..4i64).prop_map(|(m, r)| format!("(i): (x, y) -> (x - i, y - i) where 1 <= i, i = {r} (mod {m})")),
        (0..3i64, 1..3i64)
            .prop_map(|(c, d)| format!("(i, j): (x, y) -> (x - i, y - j) where 1 <= i, 1 <= j, |i - {d} * j| <= {c}")),
        (1..6i64, 0..5i64, 2..4i64).prop_map(|(a, b, m)| format!(
            "(i, j): (x, y) -> (x - i, y - j) where 0 <= i <= {a}, 0 <= j <= {b}, 1 <= i + j, i + j != 0 (mod {m})"
        )),
    ];
    prop::collection::vec((one, any::<bool>()), 1..4).prop_map(|moves| {
        let mut text = "heaps x, y\n".to_owned();
        for (index, (one, symmetric)) in moves.into_iter().enumerate() {
            let symmetric = if symmetric { " symmetric" } else { "" };
            let (head, body) = one.split_once(':').expect("a head");
            text.push_str(&format!("move m{index}{head}{symmetric}:{body}\n"));
        }
        text
    })
}

pub(crate) fn regions(most: u64) -> impl Strategy<Value = Region> {
    prop_oneof![
        (1..30u64, 1..30u64).prop_map(|(a, b)| Region::Box(vec![a, b])),
        (1..36u64).prop_map(Region::Total),
        (most / 2..most).prop_map(|a| Region::Box(vec![a, a])),
        (60..70u64, 1..4u64).prop_map(|(a, b)| Region::Box(vec![a, b])),
        (1..4u64, 60..70u64).prop_map(|(a, b)| Region::Box(vec![a, b])),
    ]
}

/// Sums of rows, columns and diagonals with single cells, at sizes around a tile.
pub(crate) fn plain_rulesets() -> impl Strategy<Value = String> {
    let sets = prop::sample::subsequence(
        vec![
            "move row(i): (x, y) -> (x, y - i) where 1 <= i",
            "move column(i): (x, y) -> (x - i, y) where 1 <= i",
            "move bishop(i): (x, y) -> (x - i, y - i) where 1 <= i",
            "move knight(i): (x, y) -> (x - i, y - 2 * i) where 1 <= i",
            "move king(i, j): (x, y) -> (x - i, y - j) where 0 <= (i, j), 1 <= i + j <= 2",
            "move point: (x, y) -> (x - 2, y - 3)",
            "move strip(i, j): (x, y) -> (x - i, y - j) where 1 <= (i, j), -1 <= i - j <= 2",
            "move hook(i, j) symmetric: (x, y) -> (x - i, y - j) where 2 <= (i, j), i - j = 1",
            "move late(i) symmetric: x -> x - i where 3 <= i",
            "move even(i) symmetric: x -> x - 2 * i where 1 <= i",
            "move camel(i): (x, y) -> (x - 3 * i, y - 2 * i - 1) where 1 <= i",
        ],
        1..6,
    );
    sets.prop_map(|sets| format!("heaps x, y\n{}\n", sets.join("\n")))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn tiles_and_halves_agree_with_reference(text in plain_rulesets(), region in regions(133)) {
        let document = checked(&text).expect("it is well-formed");
        prop_assert_eq!(Plan::of(&document.ruleset).kind(), EngineKind::Lines, "{}", text);
        agree(&document.ruleset, &region, &text)?;
    }


    #[test]
    fn every_engine_agrees_with_reference(text in rulesets(), region in regions(36)) {
        let Ok(document) = checked(&text) else { return Ok(()) };
        agree(&document.ruleset, &region, &text)?;
    }

    #[test]
    fn the_line_engine_agrees_with_reference(text in line_rulesets(), region in regions(133)) {
        let Ok(document) = checked(&text) else { return Ok(()) };
        prop_assert!(Plan::of(&document.ruleset).is_fast(), "{}", text);
        agree(&document.ruleset, &region, &text)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Boards around two words and around the bands of levels that tables are filled with.
    #[test]
    fn larger_boards_agree_with_reference(text in rulesets(), total in 125..133u64) {
        let Ok(document) = checked(&text) else { return Ok(()) };
        let region = Region::Total(total);
        let context = Context::default();
        let expected = reference::grundy(&document.ruleset, &region, &context).expect("it fits");
        let table = grundy(&document.ruleset, &region, &context).expect("it fits");
        prop_assert!(table == expected, "{text}total {total}: {}", Plan::of(&document.ruleset).why());
    }
}

/// Squares are shared among threads only on large boards: too large for the reference engine, so one thread is the
/// yardstick.
#[test]
fn several_threads_give_the_same_table_as_one() {
    let knights = "heaps x, y\nmove row(i): (x, y) -> (x, y - i) where 1 <= i\n\
                   move column(i): (x, y) -> (x - i, y) where 1 <= i\n\
                   move knight(i): (x, y) -> (x - i, y - 2 * i) where 1 <= i\n";
    let knights = checked(knights).expect("it is well-formed").ruleset;
    let strips = "heaps x, y\nmove rook(i) symmetric: x -> x - i where 1 <= i\n\
                  move strip(i, j): (x, y) -> (x - i, y - j) where 1 <= (i, j), -2 <= i - j <= 2\n";
    let strips = checked(strips).expect("it is well-formed").ruleset;
    let lame = "heaps x, y\nmove row(i): (x, y) -> (x, y - i) where 2 <= i\n\
                move column(i): (x, y) -> (x - i, y) where 5 <= i\nmove king: (x, y) -> (x - 1, y - 1)\n\
                move knight(i): (x, y) -> (x - i - 300, y - 2 * i) where 1 <= i\n";
    let lame = checked(lame).expect("it is well-formed").ruleset;
    let [two, five] = [2, 5].map(|threads| Context { threads, ..Context::default() });
    for (ruleset, region) in [
        (ruleset("wythoff").ruleset, Region::Box(vec![4100, 4100])),
        (ruleset("wythoff").ruleset, Region::Box(vec![3001, 5600])),
        (ruleset("nim").ruleset, Region::Total(4150)),
        (knights, Region::Box(vec![5700, 2950])),
        (strips, Region::Box(vec![2100, 2100])),
        (lame, Region::Box(vec![2000, 2200])),
        (ruleset("triangular_wythoff").ruleset, Region::Total(800)),
        (ruleset("triangular").ruleset, Region::Total(900)),
        (ruleset("triangular").ruleset, Region::Box(vec![300, 900])),
    ] {
        let expected = grundy(&ruleset, &region, &Context::default()).expect("it fits");
        assert!(grundy(&ruleset, &region, &two).expect("it fits") == expected, "{region:?}");
        assert!(grundy(&ruleset, &region, &five).expect("it fits") == expected, "{region:?}");
    }
}

/// Values run through sections of a board behind each other only on boards of many levels or rows: one thread is the yardstick.
#[test]
fn values_that_run_behind_each_other_are_the_same() {
    let moving = "heaps x, y\nmove triangular(i, j) symmetric: (x, y) -> (x - i, y + j) where 2 <= i, 1 <= j < i\n\
                  move both(i, j): (x, y) -> (x - i, y - j) where 1 <= i, 1 <= j, i + 2 * j < max(x, y)\n";
    let passing = "heaps x, y, z\nregister pass in 0..1\nmove take(i) symmetric: x -> x - i where 1 <= i\n\
                   move both(i, j): (x, y, z) -> (x - i, y + j, z) where 2 <= i, 1 <= j < i\nmove pass: (x, y, z, pass) -> (x, y, z, 0) where pass = 1, 1 <= x\n";
    let steep = "heaps x, y\nmove steep(i, j): (x, y) -> (x - i, y + j) where 1 <= i, 0 <= 2 * j < i\n\
                 move knight(i): (x, y) -> (x - i, y - 2 * i) where 3 <= i\nmove step: y -> y - 1\nmove down(i): y -> y - i where 7 <= i\n";
    let [moving, passing, steep] =
        [moving, passing, steep].map(|text| checked(text).expect("it is well-formed").ruleset);
    let shipped = |name: &str| ruleset(name).ruleset;
    for (ruleset, region, kind) in [
        (shipped("triangular_wythoff"), Region::Box(vec![50, 4000]), EngineKind::Levels),
        (shipped("triangular_wythoff_2"), Region::Total(3300), EngineKind::Levels),
        (shipped("triangular_geometric"), Region::Box(vec![3300, 7]), EngineKind::Levels),
        (steep, Region::Box(vec![900, 2500]), EngineKind::Levels),
        (moving, Region::Box(vec![420, 420]), EngineKind::Boards),
        (passing, Region::Box(vec![40, 50, 60]), EngineKind::Boards),
        (shipped("three_heap_1"), Region::Total(160), EngineKind::Boards),
        (shipped("three_heap_4"), Region::Total(150), EngineKind::Boards),
    ] {
        let one = Context::default();
        let expected = grundy(&ruleset, &region, &one).expect("it fits");
        assert_eq!(one.answered.kind(), Some(kind), "{region:?}");
        for threads in [2, 3] {
            let several = Context { threads, ..Context::default() };
            assert!(grundy(&ruleset, &region, &several).expect("it fits") == expected, "{region:?}");
        }
    }
}

/// A board that one thread has memory for is refused to no number of threads.
#[test]
fn values_that_run_behind_each_other_take_no_memory_that_is_not_there() {
    for (name, total, memory) in [("three_heap_1", 300, 72 << 20), ("triangular_wythoff", 3300, 23 << 20)] {
        let ruleset = ruleset(name).ruleset;
        let table = |threads| {
            let context = Context { threads, memory, ..Context::default() };
            let table = grundy(&ruleset, &Region::Total(total), &context);
            (table.expect("one thread has memory enough"), context.asked.bytes())
        };
        let (one, asked) = table(1);
        let (many, more) = table(200);
        assert!(one == many && asked <= more && more <= memory, "{name}");
    }
}

/// Whoever is told of progress may stop it: no runner waits for one that has ended.
#[test]
fn values_that_run_behind_each_other_stop() {
    for (name, total) in
        [("triangular_wythoff", 3300), ("three_heap_1", 160), ("wythoff", 600), ("nim", 700), ("ryuo_pass", 400)]
    {
        for threads in [1, 3] {
            let cancel = Arc::new(AtomicBool::new(false));
            let told = Arc::clone(&cancel);
            let progress: Progress = Arc::new(move |_, _| told.store(true, Ordering::Relaxed));
            let context = Context { threads, cancel, progress: Some(progress), ..Context::default() };
            let stopped = grundy(&ruleset(name).ruleset, &Region::Total(total), &context);
            assert_eq!(stopped.err(), Some(EngineError::Cancelled), "{name}, {threads} threads");
        }
    }
}

/// Polygonal P-positions become rare, but for ever more slowly; KY24, Theorem 5 has them in closed form.
#[test]
fn polygonal_p_positions_need_no_board() {
    for c in 0..4i64 {
        let settings = [("c".to_owned(), ParameterValue::Number(c))].into_iter().collect();
        let ruleset = ruleset("triangular_wythoff").at(&settings).expect("good parameters");
        let limit = 1_000_000;
        let found = p_positions(&ruleset, limit, Play::Normal, &Context::default()).expect("they are rare");
        let term = |k: i64| ((1 + c) * k * k + (1 - c) * k) / 2;
        let chain = (0..).map(|k| (term(k), term(k + 1))).take_while(|pair| pair.1 <= limit as i64);
        let mut expected: Vec<Vec<i64>> =
            chain.flat_map(|(a, b)| [vec![a, b], vec![b, a]]).chain([vec![0, 0]]).collect();
        expected.sort_by_key(|position| (position[0] + position[1], position.clone()));
        expected.dedup();
        assert_eq!(found, expected, "c = {c}");
    }
}

/// A line whose nearest option lies in the row of its P-position closes the rows behind it too: it was forgotten, and
/// (1, 2) was called a P-position of the first game, where it is (1, 3).
#[test]
fn lines_that_begin_in_their_row_close_later_ones() {
    let rooks = "heaps x, y\nmove rook(i) symmetric: x -> x - i where 1 <= i\n";
    for strip in
        ["1 <= i, 0 <= j, abs(i - j) <= 1", "0 <= i, 1 <= j, i <= j <= i + 2", "1 <= i + j, 0 <= (i, j), j = 2 * i + 1"]
    {
        let text = format!("{rooks}move strip(i, j) symmetric: (x, y) -> (x - i, y - j) where {strip}\n");
        let ruleset = checked(&text).expect("it is well-formed").ruleset;
        for play in [Play::Normal, Play::Misere] {
            let expected = reference::p_positions(&ruleset, 60, play, &Context::default()).expect("it fits");
            for engine in applicable(&ruleset) {
                if let Ok(found) = engine.p_positions(60, play, &Context::default()) {
                    assert_eq!(found, expected, "{text}{play:?} by {}", engine.kind());
                }
            }
        }
    }
}

/// Wythoff's P-positions are (a, a + n), where a is the least number that is in none before (Wythoff 1907).
#[test]
fn p_positions_of_lines_need_no_board() {
    let limit = 1_000_000;
    let found = p_positions(&ruleset("wythoff").ruleset, limit as u64, Play::Normal, &Context::default());
    let (mut used, mut least, mut expected) = (vec![false; 3 * limit + 3], 0, Vec::new());
    for n in 0..=limit {
        while used[least] {
            least += 1;
        }
        (used[least], used[least + n]) = (true, true);
        if limit < least + n {
            break;
        }
        expected.push(vec![least as i64, (least + n) as i64]);
        if 0 < n {
            expected.push(vec![(least + n) as i64, least as i64]);
        }
    }
    assert!(found.expect("rows have one each") == expected);
}

/// Thresholds are taken from band to band of levels: several bands, with levels of either weight and moves that raise.
#[test]
fn thresholds_agree_with_reference_over_bands() {
    for (moves, region) in [
        ("move a(i, j) symmetric: (x, y) -> (x - i, y + j) where 2 <= i, 1 <= j < i", Region::Total(150)),
        ("move a(i, j) symmetric: (x, y) -> (x - i, y + j) where 3 <= i, 0 <= j < i - 1", Region::Box(vec![40, 100])),
        ("move a(i, j): (x, y) -> (x - i, y + j) where 1 <= i, 0 <= j, j < 2 * i", Region::Box(vec![80, 30])),
        ("move a: (x, y) -> (x', y') where x' + 2 * y' <= x + 2 * y - 3, x' <= x - 1", Region::Box(vec![30, 120])),
        ("move a: (x, y) -> (x', y') where 2 * x' + y' <= 2 * x + y - 2", Region::Total(90)),
    ] {
        let document = checked(&format!("heaps x, y\n{moves}\n")).expect("it is well-formed");
        let context = Context::default();
        let expected = reference::grundy(&document.ruleset, &region, &context).expect("it fits");
        let table = grundy(&document.ruleset, &region, &context).expect("it fits");
        assert!(table == expected, "{moves}: {}", Plan::of(&document.ruleset).why());
    }
}

/// A congruence lets the enumeration go in steps; the same said by a quotient does not.
#[test]
fn congruences_agree_with_quotients() {
    for (congruence, quotient) in [
        ("i = 0 (mod y)", "floor(i / y) * y = i"),
        ("i + x = 2 (mod y + 1)", "floor((i + x - 2) / (y + 1)) * (y + 1) = i + x - 2"),
        ("x = i + 1 (mod 2 * y)", "floor((x - i - 1) / (2 * y)) * 2 * y = x - i - 1"),
        ("2 * i = y (mod 4)", "floor((2 * i - y) / 4) * 4 = 2 * i - y"),
    ] {
        let table = |condition: &str| {
            let text = format!(
                "heaps x, y\nmove a(i): (x, y) -> (x - i, y) where 1 <= y, 1 <= i, {condition}\n\
                 move b(i): (x, y) -> (x, y - i) where 1 <= i <= 3\n"
            );
            let document = checked(&text).expect("it is well-formed");
            reference::grundy(&document.ruleset, &Region::Box(vec![30, 17]), &Context::default()).expect("it fits")
        };
        assert!(table(congruence) == table(quotient), "{congruence}");
    }
}

/// What narrows the last amount leaves no option out: all amounts are tried beside.
#[test]
fn the_enumeration_finds_whatever_the_relation_allows() {
    for condition in [
        "i * y <= j * x + y",
        "j * (x - 3) <= i * y - 4",
        "i * y + j * y <= x + 5, j * x != 6",
        "i + j = 0 (mod y + 1)",
        "x - j = i (mod 3), i * j <= 9",
        "i * j <= 9, j * y <= 12",
        "(x - y) * (i - j) <= 1",
    ] {
        let text = format!(
            "heaps x, y\nmove a(i, j): (x, y) -> (x - i, y - j) where 0 <= i, 0 <= j, 1 <= i + j, {condition}\n"
        );
        let ruleset = checked(&text).expect("it is well-formed").ruleset;
        let options = Options::new(&ruleset).expect("it is finite");
        for (x, y) in (0..10).flat_map(|x| (0..8).map(move |y| (x, y))) {
            let found = options.list(&[x, y]).expect("it is finite");
            let ways: usize = found.iter().map(|reached| reached.ways.len()).sum();
            let mut allowed = 0;
            for (i, j) in (0..=x).flat_map(|i| (0..=y).map(move |j| (i, j))) {
                let option = [x - i, y - j];
                if options.relates(0, &[x, y], &[i, j], &option).expect("it can be evaluated") {
                    allowed += 1;
                    let reached = found.iter().find(|reached| reached.position == option);
                    let way = (0, vec![i, j]);
                    assert!(
                        reached.is_some_and(|reached| reached.ways.contains(&way)),
                        "{condition} at {x}, {y}: {way:?}"
                    );
                }
            }
            assert_eq!(ways, allowed, "{condition} at {x}, {y}");
        }
    }
}

/// Where P-positions are dense, that is said soon, with a bound that can be asked for.
#[test]
fn dense_p_positions_are_refused_with_a_bound() {
    let answer = p_positions(&ruleset("wythoff").ruleset, 1 << 40, Play::Normal, &Context::default());
    let message = answer.expect_err("they are dense").to_string();
    assert!(message.ends_with("ask for heaps up to 262143"), "{message}");
}

/// P-positions without a board, against those of a board.
fn sparse_agrees(ruleset: &Ruleset, limit: u64, text: &str) -> Result<bool, TestCaseError> {
    let context = Context::default();
    match rare::p_positions_up_to(ruleset, limit, &context) {
        Ok(found) => {
            let expected = reference::p_positions(ruleset, limit, Play::Normal, &context).expect("it fits");
            prop_assert_eq!(found, expected, "{}", text);
            Ok(true)
        }
        Err(_) => Ok(false),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn p_positions_without_a_board_agree_with_reference(text in rulesets(), limit in 0..40u64) {
        let Ok(document) = checked(&text) else { return Ok(()) };
        sparse_agrees(&document.ruleset, limit, &text)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Far enough that certificates are doubled several times; the board is that of the level engine.
    #[test]
    fn p_positions_without_a_board_agree_with_a_board(text in rulesets(), limit in 200..700u64) {
        let Ok(document) = checked(&text) else { return Ok(()) };
        let context = Context::default();
        if Plan::of(&document.ruleset).is_fast()
            && let Ok(found) = rare::p_positions_up_to(&document.ruleset, limit, &context)
        {
            let expected = p_positions(&document.ruleset, limit, Play::Normal, &context).expect("it fits");
            prop_assert!(found == expected, "{text} up to {limit}: {} and {}", found.len(), expected.len());
        }
    }
}

#[test]
fn p_positions_of_the_papers_need_no_board() {
    for name in [
        "triangular",
        "triangular_geometric",
        "triangular_subgeometric",
        "triangular_wythoff",
        "ab_triangular",
        "wythoff",
    ] {
        let document = ruleset(name);
        let done = sparse_agrees(&document.ruleset, 90, name).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(done, "{name}");
    }
}

/// KY24, Theorem 7 with d = 2: the P-positions grow geometrically, so 10^18 is near.
#[test]
fn rare_p_positions_are_followed_to_ten_to_the_eighteen() {
    let document = ruleset("triangular_geometric");
    let limit = 1_000_000_000_000_000_000;
    let found = p_positions(&document.ruleset, limit, Play::Normal, &Context::default()).expect("they are rare");
    assert!(50 < found.len() && found.len() < 1000, "{}", found.len());
    let below: Vec<_> = found.iter().filter(|position| position.iter().all(|heap| *heap <= 3000)).cloned().collect();
    assert_eq!(below, p_positions(&document.ruleset, 3000, Play::Normal, &Context::default()).expect("it fits"));
}

/// The rulesets of the project go to the engine that is meant for them, at sizes beyond one word.
#[test]
fn engines_are_chosen_for_what_moves_are() {
    let expected = [
        ("nim", EngineKind::Lines),
        ("wythoff", EngineKind::Lines),
        ("ryuo", EngineKind::Lines),
        ("square", EngineKind::Lines),
        ("triangular", EngineKind::Levels),
        ("triangular_geometric", EngineKind::Levels),
        ("triangular_subgeometric", EngineKind::Levels),
        ("triangular_wythoff", EngineKind::Levels),
        ("ab_triangular", EngineKind::Levels),
        ("yama", EngineKind::Levels),
        ("yama_wythoff", EngineKind::Levels),
        ("fib_template", EngineKind::Boards),
        ("maximum_nim", EngineKind::Rays),
        ("maximum_nim_sqrt", EngineKind::Rays),
        ("subtraction", EngineKind::Rays),
        ("all_but", EngineKind::Rays),
    ];
    for (name, engine) in expected {
        let document = ruleset(name);
        let chosen = Plan::of(&document.ruleset);
        assert_eq!(chosen.kind(), engine, "{name}: {}", chosen.why());
        if document.ruleset.heaps.len() == 1 {
            agree(&document.ruleset, &Region::Box(vec![300]), name).unwrap_or_else(|error| panic!("{name}: {error}"));
        } else {
            for region in [Region::Box(vec![71, 66]), Region::Total(70)] {
                agree(&document.ruleset, &region, name).unwrap_or_else(|error| panic!("{name}: {error}"));
            }
        }
    }
}

/// Random rulesets really reach the fast engines: this sample must not go to the reference engine.
#[test]
fn typical_moves_are_translation_invariant() {
    let all = [
        "move a(i): (x, y) -> (x - 2 * i, y + i) where 1 <= i",
        "move a(i) symmetric: (x, y) -> (x - i, y) where 1 <= i, i = 1 (mod 3)",
        "move a(i, j): (x, y) -> (x - i, y - j) where 1 <= i, 1 <= j, |i - 2 * j| <= 3",
        "move a: (x, y) -> (x', y') where x' + y' <= x + y - 2",
        "move a(i): (x, y) -> (x - i, y - i) where 1 <= i <= min(x, y)",
        "move a(i, j): (x, y) -> (x - i, y + j) where 2 <= i <= 100, 1 <= j < i",
        "move a(i, j) symmetric: (x, y) -> (x - i, y + j) where 3 <= i, -1 <= j < i",
        "move a(i, j): (x, y) -> (x - i, y + j) where i - j = 2, 0 <= j",
        "move a(i, j): (x, y) -> (x - i, y - j) where 0 <= i <= x, 0 <= j <= y, 1 <= i + j, 2 * j <= 3 * i",
    ];
    for text in all {
        let document = checked(&format!("heaps x, y\n{text}\n")).unwrap_or_else(|faults| panic!("{text}: {faults}"));
        let plan = Plan::of(&document.ruleset);
        assert!(plan.is_fast(), "{text}: {}", plan.why());
    }
}
