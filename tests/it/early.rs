//! Early amounts that products with the position bound; two amounts whose product is known; cases that the position tells; lists of which
//! one option decides; remainders by what varies, which the board keeps; and quadratic forms that bound their amounts.
use crate::agree::agree;
use crate::checked;
use nimdsl::engine::{Context, Plan, grundy, reference};
use nimdsl::table::Region;
use proptest::prelude::*;
use std::collections::BTreeSet;

/// What bounds the first of two amounts, and then the second one.
fn bounds() -> impl Strategy<Value = (String, String)> {
    let known = prop::sample::select(vec!["x", "y", "x + y", "x - y", "floor(x / 2)", "x - 5", "3", "2 - y"]);
    let bound = move |own: &'static str| {
        (known.clone(), 0..4i64, 0..7i64).prop_flat_map(move |(by, a, c)| {
            prop_oneof![
                Just(format!("{own} * ({by}) <= x + {c}")),
                Just(format!("{own} * ({by}) <= {a} * y + {c}")),
                Just(format!("{a} - {own} * ({by}) <= {c} - x")),
                Just(format!("{own} * {own} <= {by} + {c}")),
                Just(format!("{own} * {own} + {a} * {own} <= {by} + {c}")),
                Just(format!("2^{own} <= {by} + {c}")),
                Just(format!("({own} + {a}) * ({by}) != {c}")),
                Just(format!("{c} <= {own} * ({by}) + {a} * x")),
            ]
        })
    };
    (bound("i"), bound("j"))
}

fn two_amounts() -> impl Strategy<Value = String> {
    let joint = prop::sample::select(vec!["i + j mod 3 != 2", "i * x <= j * y + 9", "i <= j + 4", "1 <= i"]);
    (bounds(), joint, any::<bool>()).prop_map(|((first, second), joint, swapped)| {
        let (first, second) = if swapped { (second, first) } else { (first, second) };
        format!(
            "heaps x, y\nmove m(i, j): (x, y) -> (x - i, y - j) where 0 <= i, 0 <= j, 1 <= i + j, {first}, {second}, {joint}\n\
             move one: y -> y - 1"
        )
    })
}

fn factors() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec!["n", "n + 1", "n - 3", "2 * n", "floor(n / 2)"]);
    (known, 1..4i64, 0..3i64).prop_flat_map(|(known, a, c)| {
        prop_oneof![
            Just(format!("heaps n\nmove s(a, b): n -> (a, b) where a * b = n, 2 <= a <= b\nmove t(k): n -> n - k where 1 <= k <= {a}")),
            Just(format!("heaps n\nmove t(a, b): n -> n - a - b where a * b = {known}, {a} <= a, a + {c} <= b")),
            Just(format!("heaps n\nmove t(a, b): n -> n - b where a * b = {known}, {a} <= a, 1 <= b")),
            Just(format!("heaps n\nmove t(a, b): n -> n - a where a * b = {known}, {a} <= a <= 3 * b, b mod 3 != {c}")),
            Just(format!("heaps n\nmove t(a, b): n -> n - a where {a} * a * b = {known}, 1 <= a, 1 <= b")),
            Just(format!("heaps n\nmove t(a, b): n -> n - a - b where (a + {c}) * b = {known}, 1 <= a, {c} <= b")),
        ]
    })
}

/// Sums of squares, products between two numbers, three factors, and multiples of two amounts.
fn sums() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec!["n", "n + 1", "n - 3", "2 * n", "floor(n / 2)"]);
    let one = "move o(k): n -> n - k where 1 <= k <= 2";
    (known, 1..5i64, 0..4i64, 2..6i64).prop_flat_map(move |(known, a, c, m)| {
        prop_oneof![
            Just(format!("heaps n\n{one}\nmove s(a, b): n -> (a, b) where a^2 + b^2 = n, 1 <= a <= b, 3 <= n")),
            Just(format!("heaps n\n{one}\nmove t(a, b): n -> n - a where {a} * a * a + b^2 = {known}, {c} <= a, 0 <= b <= n")),
            Just(format!("heaps n\n{one}\nmove t(a, b): n -> n - b where a^2 + {a} * b^2 = {known} + {c}, 1 <= b <= a")),
            Just(format!("heaps n\n{one}\nmove t(a, b): n -> n - b where b^2 - a^2 = {known} + {c}, 0 <= a <= n, 1 <= b <= n")),
            Just(format!("heaps n\n{one}\nmove s(a, b): n -> (a, b) where n - {a} <= a * b <= n, 2 <= a <= b")),
            Just(format!("heaps n\n{one}\nmove s(a, b): n -> (b, a) where a * b * b <= n, {c} + a <= b, 1 <= a, b <= {m} * a")),
            Just(format!("heaps n\n{one}\nmove s(a, b, c): n -> (a, b, c) where a * b * c = n, 2 <= a <= b, b <= c")),
            Just(format!("heaps n\n{one}\nmove s(a, b, c): n -> (c, b) where a * b * c = n, 1 <= a <= b, b + {c} <= c, c < n")),
            Just(format!("heaps n\n{one}\nmove s(a, b): n -> (a, b) where {m} * a + {a} * b = n, 1 <= a < n, 1 <= b < n")),
            Just(format!("heaps n\n{one}\nmove t(a, b): n -> n - a - b where {m} * a + {a} * b = {known} + {c}, {c} <= a, 1 <= b")),
            Just(format!("heaps n\n{one}\nmove t(a, b): n -> n - a where {m} * a - {a} * b = {known} - {c}, 1 <= a <= n, -9 <= b <= n")),
        ]
    })
}

fn cases() -> impl Strategy<Value = String> {
    let condition = prop::sample::select(vec![
        "x mod 2 = 0",
        "x <= y",
        "x mod 3 = 1 and y != 4",
        "x = y or y < 3",
        "not (x + y) mod 4 = 1",
        "floor(x / 3) <= y",
    ]);
    let step = prop::sample::select(vec!["i", "2 * i", "3 * i", "i + 1", "i * i", "y", "2"]);
    let guard = prop::sample::select(vec!["1 <= i", "1 <= i <= 3", "1 <= i, i mod 2 = 1", "2 <= i, i <= y"]);
    (prop::collection::vec((condition, step.clone()), 1..3), step, guard).prop_map(|(cases, last, guard)| {
        let cases: String = cases.into_iter().map(|(condition, step)| format!("{step} if {condition}; ")).collect();
        format!(
            "heaps x, y\nmove m(i): (x, y) -> (x - i, y - cases {{ {cases}{last} otherwise }}) where {guard}\n\
             move r(i) symmetric: x -> x - i where 1 <= i <= 2"
        )
    })
}

fn lists() -> impl Strategy<Value = String> {
    let taken = prop::sample::select(vec!["k^2", "k * (k + 1) / 2", "2^k", "k^2 + 1"]);
    let symmetric = prop::sample::select(vec![" symmetric", ""]);
    (taken, symmetric, 1..3i64).prop_map(|(taken, symmetric, least)| {
        format!("heaps x, y\nmove m(k){symmetric}: x -> x - {taken} where {least} <= k <= x\nmove o: y -> y - 1")
    })
}

fn remainders() -> impl Strategy<Value = String> {
    let turn = prop::sample::select(vec![
        "(y, z, x mod y) where 1 <= y <= x",
        "(y, x mod y, z) where 1 <= y <= x",
        "(floor(x / y), y, z) where 2 <= y, 1 <= x",
        "(z, y, floor(x / z)) where 2 <= z, z <= x",
        "(y, z, x mod (y + 1)) where y + 1 <= x",
    ]);
    (turn, 1..4i64).prop_map(|(turn, most)| {
        format!("heaps x, y, z\nmove turn: (x, y, z) -> {turn}\nmove take(i): z -> z - i where 1 <= i <= {most}")
    })
}

/// Whether all engines give what the reference engine gives.
fn same(text: &str, bounds: Vec<u64>) -> Result<(), TestCaseError> {
    let Ok(document) = checked(text) else { return Ok(()) };
    let (ruleset, region, context) = (&document.ruleset, Region::Box(bounds), Context::default());
    if !ruleset.breaks() {
        return agree(ruleset, &region, text);
    }
    // Outcomes of sums in misere play are no tables.
    if let Ok(expected) = reference::grundy(ruleset, &region, &context) {
        prop_assert!(Plan::of(ruleset).grundy(&region, &context).expect("it fits") == expected, "{}", text);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, max_shrink_iters: 60, ..ProptestConfig::default() })]

    #[test]
    fn products_with_early_amounts(text in two_amounts()) {
        same(&text, vec![23, 20])?;
    }

    #[test]
    fn factors_of_what_is_known(text in factors()) {
        same(&text, vec![110])?;
    }

    #[test]
    fn sums_and_products_of_amounts(text in sums()) {
        same(&text, vec![if text.contains("(a, b, c)") { 50 } else { 90 }])?;
    }

    #[test]
    fn cases_that_the_position_tells(text in cases()) {
        same(&text, vec![40, 33])?;
    }

    #[test]
    fn one_option_of_a_list_decides(text in lists()) {
        same(&text, vec![70, 67])?;
    }

    #[test]
    fn remainders_stay_on_the_board(text in remainders()) {
        same(&text, vec![14, 15, 13])?;
    }
}

/// Values of one heap by a loop over all amounts between -30 and 30, since every engine asks for the same bounds.
#[test]
fn quadratic_forms_bound_their_amounts() {
    type Taken = fn(i64, i64) -> i64;
    let games: [(&str, Taken); 6] = [
        ("i * i + i * j + j * j", |i, j| i * i + i * j + j * j),
        ("2 * i * i - 3 * i * j + 2 * j^2", |i, j| 2 * i * i - 3 * i * j + 2 * j * j),
        ("i^2 + j^2 - j", |i, j| i * i + j * j - j),
        ("i * i + 3 * i * j + 3 * j * j", |i, j| i * i + 3 * i * j + 3 * j * j),
        ("3 * i * i + j * i + j * j + 1", |i, j| 3 * i * i + i * j + j * j + 1),
        ("i * i + j * j + 2 * i + 2 * j + 2", |i, j| i * i + j * j + 2 * i + 2 * j + 2),
    ];
    for (words, taken) in games {
        let text = format!("heaps n\nmove t(i, j): n -> n - ({words}) where 1 <= {words}");
        let document = checked(&text).unwrap_or_else(|faults| panic!("{text}: {faults}"));
        let table = grundy(&document.ruleset, &Region::Box(vec![60]), &Context::default()).expect("it fits");
        let index = |n: i64| usize::try_from(n).expect("a heap");
        let mut values: Vec<u32> = Vec::new();
        for n in 0..60i64 {
            let all = (-30..=30i64).flat_map(|i| (-30..=30i64).map(move |j| taken(i, j)));
            let options: BTreeSet<u32> = all.filter(|t| 1 <= *t && *t <= n).map(|t| values[index(n - t)]).collect();
            values.push((0..).find(|value| !options.contains(value)).expect("some value is free"));
            assert_eq!(table.get(&[n]), Some(values[index(n)]), "{text} at {n}");
        }
    }
}
