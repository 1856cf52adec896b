//! Amounts of which a test says with one known number all that it asks; multiples that leave a remainder; amounts that an equation gives as a quotient by
//! what varies; bounds that say nothing more; and greatest and least of two numbers. Boards are so large that amounts are listed.
use crate::agree::agree;
use crate::checked;
use nimdsl::engine::{Context, grundy};
use nimdsl::table::Region;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// What a move that takes `i` from `A` asks of `i`, and perhaps of `j`, which it takes from `B`.
fn asked() -> impl Strategy<Value = String> {
    let other = prop::sample::select(vec!["B", "B", "A", "A + B", "A - 3", "B - A", "2 * A + 1", "floor(B / 2)"]);
    (other, 1..5i64, 0..4i64).prop_flat_map(|(other, a, c)| {
        prop_oneof![
            Just(format!("(i): i * i mod (B + {a}) = {c}")),
            Just(format!("(i): 1 <= B, i * i mod B = {c}")),
            Just(format!("(i): (i * i + i) mod ({other} + {a}) <= {c}")),
            Just(format!("(i): gcd(i, {other}) = {a}")),
            Just(format!("(i): prime(i + {other}), i * i mod 3 != {c}")),
            Just(format!("(i): prime(i + {other} + {a}), gcd(i, {other} + {a}) <= 1 + {c}")),
            Just(format!("(i): (i xor ({other})) <= {c} + 9")),
            Just(format!("(i): floor(sqrt(i + {other} + 7))^2 = i + {other} + 7")),
            Just(format!("(i): i * i mod max(67 - B, 0) = {c}")),
            Just(format!("(i): 2 * i * i + B * B + {c} = i * B * {a}")),
            Just(format!("(k, i): 1 <= k <= 4, i * i mod (B + k) = {c}")),
            Just(format!("(i): i * B mod (A + {a}) = {c}")),
            Just(format!("(i): i * B mod max(66 - A, 0) = {c}")),
            Just(format!("(i): (i * ({other}) + {c}) mod (A + {a}) = 0")),
            Just(format!("(i): (2 * i * B - A) mod ({other} + {a}) = {c}")),
            Just(format!("(k, i): 1 <= k <= 5, (i * k + A) mod (B + {a}) = {c}")),
            Just("(i, j): 1 <= j, i * B = j * A".to_owned()),
            Just(format!("(i, j): 1 <= j, i * (B + 1) + {c} = j * (A + {a})")),
            Just("(i, j): 1 <= j, i * B + j * A = A * B".to_owned()),
            Just(format!("(i, j): 1 <= j, {a} * i * B = A * j + {c}")),
            Just(format!("(i, j): 1 <= j, i * i = j * (A - {c})")),
        ]
    })
}

/// Rules for heaps of these names.
fn rules(heaps: &'static [&'static str]) -> impl Strategy<Value = String> {
    let one = (asked(), 0..heaps.len(), any::<bool>());
    prop::collection::vec(one, 1..3).prop_map(move |moves| {
        let mut text = format!("heaps {}\n", heaps.join(", "));
        for (number, (bound, own, both)) in moves.into_iter().enumerate() {
            let other = (own + 1) % heaps.len();
            let (amounts, bound) = bound.split_once(':').expect("amounts come first");
            let second = if amounts.contains('j') { "j" } else { "i" };
            let act = match (both || second == "j") && own != other {
                true => format!("A -> A - i, B -> B - {second}"),
                false => "A -> A - i".to_owned(),
            };
            let line = format!("move m{number}{amounts}: {act} where 1 <= i,{bound}\n");
            text += &line.replace('A', heaps[own]).replace('B', heaps[other]);
        }
        text
    })
}

/// Amounts that are taken together, with bounds of which some follow from others.
fn bounded() -> impl Strategy<Value = String> {
    let taken = prop::sample::select(vec!["i * j", "i * j + i", "i * i + j", "2 * i * j", "i * i * j"]);
    (taken, 1..4i64, 0..4i64).prop_flat_map(|(taken, a, c)| {
        prop_oneof![
            Just(format!("heaps n\nmove t(i, j): n -> n - ({taken}) where 1 <= i <= j, {taken} <= n, (i + j) mod 3 != {c}")),
            Just(format!(
                "heaps n\nmove t(i, j): n -> n - ({taken}) where {a} <= i, 1 <= j, {c} + {taken} <= n + {a}, prime(i)"
            )),
            Just(format!("heaps n\nmove t(i, j): n -> n - ({taken}) where 1 <= i, 1 <= j, n - ({taken}) <= 2 * n - {c}")),
            Just(format!(
                "heaps x, y\nmove t(i, j, k): (x, y) -> (x - i, y - j) where 1 <= i, 1 <= j, 1 <= k <= x + y, i * i + {a} * j * j = k * k + {c}"
            )),
            Just(format!(
                "heaps x, y\nmove t(i, j, k): (x, y) -> (x - i, y - j) where 0 <= i, 1 <= j, 0 <= k <= x + {a} * y, k * k <= i * i + j^2 + {c}, (k + i) mod 4 = 1"
            )),
            Just(format!(
                "heaps x, y\nmove t(i, j, k): (x, y) -> (x - i, y - j) where 1 <= i, 1 <= j, 1 <= k <= 2 * x + 2 * y + 2, i * i + j * j = {a} * k * k"
            )),
        ]
    })
}

/// Whether all engines give what the reference engine gives.
fn same(text: &str, bounds: Vec<u64>) -> Result<(), TestCaseError> {
    match checked(text) {
        Ok(document) => agree(&document.ruleset, &Region::Box(bounds), text),
        Err(_) => Ok(()),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, max_shrink_iters: 60, ..ProptestConfig::default() })]

    #[test]
    fn two_heaps(text in rules(&["x", "y"])) {
        same(&text, vec![71, 74])?;
    }

    #[test]
    fn three_heaps(text in rules(&["x", "y", "z"])) {
        same(&text, vec![70, 17, 9])?;
    }

    #[test]
    fn bounds_that_follow(text in bounded()) {
        same(&text, if text.contains("x, y") { vec![24, 27] } else { vec![260] })?;
    }
}

/// Few exponents of what other amounts say, and amounts at equal distances by a number that is known.
#[test]
fn exponents_and_equal_distances() {
    for (text, bounds) in [
        ("heaps n\nmove t(p, k): n -> n - p^k where prime(p), p <= n, 1 <= k <= 6\nmove one: n -> n - 1", vec![400]),
        ("heaps n\nmove t(p, k): n -> n - p^k - k where 2 <= p, p <= n, 0 <= k <= 3, (p + k) mod 3 != 1", vec![400]),
        ("heaps x, y\nmove t(p, k): (x, y) -> (x - p^k, y - p) where 1 <= p, 1 <= k <= 3, k != 2", vec![70, 40]),
        ("heaps n\nmove t(i): n -> n - i where 1 <= i, valuation(2, i) = valuation(2, n + 1)", vec![500]),
        (
            "heaps x, y\nmove t(i): x -> x - i where 1 <= i, valuation(2, i) = valuation(2, y + 1)\nmove u: y -> y - 1",
            vec![150, 40],
        ),
        ("heaps x, y\nmove t(i): x -> x - i where 1 <= i, i * i mod (y + 2) = 1\nmove u: y -> y - 1", vec![90, 90]),
        (
            "heaps x, y\nmove t(i): x -> x - i where 1 <= i, i * (i + 1) mod (y + 3) = 2\nmove u: y -> y - 1",
            vec![90, 90],
        ),
        // The same is asked of two amounts, between other numbers.
        (
            "heaps x, y\nmove t(i): y -> y - i where 1 <= i, i * i mod (x + 2) = 1\nmove u(i): x -> x - i where 1 <= i, i * i mod (y + 2) = 1",
            vec![70, 120],
        ),
        ("heaps x, y\nmove t(i): (x, y) -> (x - i, y - i) where 1 <= i, i * i mod (y + 1) = 0", vec![90, 90]),
        (
            "heaps x, y\nplay misere\nmove t(i): (x, y) -> (x - i, y) where 1 <= i, i divides y + 1\nmove u: y -> y - 1",
            vec![90, 90],
        ),
    ] {
        let document = checked(text).unwrap_or_else(|faults| panic!("{text}: {faults}"));
        agree(&document.ruleset, &Region::Box(bounds), text).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
}

/// The greater and the smaller of two numbers are one case each where both are left.
#[test]
fn greatest_and_least() {
    for text in [
        "heaps x, y\npositions where 1 <= y <= x\nmeasure x + y\nmove t(k): (x, y) -> (max(y, x - k * y), min(y, x - k * y)) where 1 <= k, k * y < x",
        "heaps x, y\nmove t(k): (x, y) -> (min(y, x - k * y), max(x - k * y, y)) where 1 <= k, k * y <= x, 1 <= y",
        "heaps x, y\nmove t(k): (x, y) -> (max(x - k, y - 2 * k), min(x - k, y - 2 * k)) where 1 <= k, 2 * k <= y",
        "heaps x, y\nmove t(i): (x, y) -> (min(x - i, y), max(x - i, y) - min(y, x - i)) where 1 <= i <= x, 1 <= y\nmeasure 2 * x + y",
        "heaps x, y, z\nmove t(i): (x, y, z) -> (min(x - i, y), max(x - i, y), z - i) where 1 <= i",
        "heaps x, y\nmove t(k): (x, y) -> (x - k * y, y) where 1 <= k, k * y <= x, 1 <= y\nmove u(k): (x, y) -> (x, y - k * (x + 1)) where 1 <= k",
    ] {
        let bounds = if text.contains('z') { vec![12, 13, 11] } else { vec![40, 43] };
        checked(text).unwrap_or_else(|faults| panic!("{text}: {faults}"));
        same(text, bounds).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
}

/// Values by a loop over all amounts, since every engine asks for the same bounds: a square that other numbers bound has a root that is at most a sum of them.
#[test]
fn roots_of_squares_are_not_cut_off() {
    type Relation = fn(i64, i64, i64) -> bool;
    let all: [(&str, Relation); 7] = [
        ("i * i + 3 * j * j = k * k", |i, j, k| i * i + 3 * j * j == k * k),
        ("2 * i * i + 7 * j^2 = k^2", |i, j, k| 2 * i * i + 7 * j * j == k * k),
        ("k * k = i * j", |i, j, k| k * k == i * j),
        ("k * k <= 15 * i * j + 3, k * k + 9 >= 15 * i * j", |i, j, k| (-9..=3).contains(&(k * k - 15 * i * j))),
        ("i * i + j * j = 2 * k * k - 7", |i, j, k| i * i + j * j == 2 * k * k - 7),
        ("k^2 <= 7 * i^2 + 6 * j * j, k * k + 5 >= 7 * i * i + 6 * j * j", |i, j, k| {
            (-5..=0).contains(&(k * k - 7 * i * i - 6 * j * j))
        }),
        ("k^2 = 8 * (i + j) + 1", |i, j, k| k * k == 8 * (i + j) + 1),
    ];
    for (asked, relation) in all {
        // With a bound that is said, and with the one that follows.
        for said in [", k <= 100", ""] {
            let text = format!(
                "heaps x, y\nmove t(i, j, k): (x, y) -> (x - i, y - j) where 0 <= i, 1 <= j, 1 <= k, {asked}{said}"
            );
            let document = checked(&text).unwrap_or_else(|faults| panic!("{text}: {faults}"));
            let size = 18;
            let region = Region::Box(vec![size, size]);
            let table = grundy(&document.ruleset, &region, &Context::default()).expect("a table");
            let mut values: BTreeMap<(i64, i64), u32> = BTreeMap::new();
            let size = i64::try_from(size).expect("a small number");
            for (x, y) in (0..size).flat_map(|x| (0..size).map(move |y| (x, y))) {
                let amounts = (0..=x).flat_map(|i| (1..=y).map(move |j| (i, j)));
                let ways = amounts.filter(|(i, j)| (1..=100).any(|k| relation(*i, *j, k)));
                let met: BTreeSet<u32> = ways.map(|(i, j)| values[&(x - i, y - j)]).collect();
                let least = (0..).find(|value| !met.contains(value)).expect("a value that no option has");
                assert_eq!(table.get(&[x, y]), Some(least), "{text}: ({x}, {y})");
                values.insert((x, y), least);
            }
        }
    }
}
