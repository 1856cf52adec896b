//! Amounts that divide a number, or leave a remainder by one that varies; amounts that are tested before those behind them; and few multiples of
//! what rises. Boards are so large that divisors are listed.
use crate::agree::agree;
use crate::checked;
use nimdsl::engine::{Context, Plan, Question, applicable, reference};
use nimdsl::table::Region;
use proptest::prelude::*;

/// What holds the amounts of a move that takes `i` from `A`, and perhaps `j` from `B`.
fn bounds() -> impl Strategy<Value = String> {
    let other = prop::sample::select(vec![
        "A",
        "B",
        "A + B",
        "A - 3",
        "B - A",
        "gcd(A, B)",
        "2 * A + 1",
        "floor(B / 2)",
        "A * B",
    ]);
    (other, 1..5i64, 0..4i64).prop_flat_map(|(other, a, c)| {
        prop_oneof![
            Just(format!("(i): i divides {other}")),
            Just(format!("(i): {other} mod i = {c}")),
            Just(format!("(i): {a} <= i, ({other} - 2 * i) mod i = 0, i mod 3 != 1")),
            Just(format!("(i): i < A, A - i divides {other}")),
            Just(format!("(i): B + i + {c} divides {other}")),
            Just(format!("(i): i < A, {other} mod (A - i + {c}) = {c}")),
            Just(format!("(i): i mod (B + {a}) = {c}")),
            Just(format!("(i): i mod (B + {a}) <= {c}")),
            Just(format!("(i): (A - i) mod (B + {a}) <= {c}, i != {a}")),
            Just(format!("(i): (i - B) mod (floor(A / 3) + {a}) = {a}")),
            Just(format!("(i): (A - i) mod (floor(sqrt(B)) + 1) <= {c}")),
            // Moduli that are 0 or less where no amount is left.
            Just(format!("(i): i mod floor(sqrt(A)) = {c}")),
            Just(format!("(i): i <= B, (A - i) mod floor(sqrt(B)) <= {c}")),
            Just(format!("(i): i <= B - {a}, (i - A) mod (B - {a}) = 0")),
            Just(format!("(i, k): 1 <= k <= 3, i * k <= A, i divides {other}")),
            Just(format!("(k, i): 1 <= k <= 6, prime(k), i divides {other}, i mod k != {c}")),
            Just(format!("(k, i): 1 <= k <= B, k divides {other}, k <= i <= k + {c}")),
            Just(format!("(j, i): 1 <= j <= B, j divides B, i divides {other}")),
            Just(format!("(j, i): 1 <= j <= B, (j * j) mod 5 = {c}, i = j + {a} or i = 2 * j")),
        ]
    })
}

/// Rules for heaps of these names.
fn rules(heaps: &'static [&'static str]) -> impl Strategy<Value = String> {
    let one = (bounds(), 0..heaps.len(), 1..heaps.len().max(2), any::<bool>());
    prop::collection::vec(one, 1..3).prop_map(move |moves| {
        let mut text = format!("heaps {}\n", heaps.join(", "));
        for (number, (bound, own, further, both)) in moves.into_iter().enumerate() {
            let other = (own + further) % heaps.len();
            let (amounts, bound) = bound.split_once(':').expect("amounts come first");
            let second = if amounts.contains('j') { "j" } else { "i" };
            let act = match both && own != other {
                true => format!("A -> A - i, B -> B - {second}"),
                false => "A -> A - i".to_owned(),
            };
            let line = format!("move m{number}{amounts}: {act} where 1 <= i,{bound}\n");
            text += &line.replace('A', heaps[own]).replace('B', heaps[other]);
        }
        text
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, max_shrink_iters: 60, ..ProptestConfig::default() })]

    #[test]
    fn one_heap(text in rules(&["n"])) {
        if let Ok(document) = checked(&text) {
            let has_pairs = document.ruleset.moves.iter().any(|own| 2 <= own.amounts.len());
            agree(&document.ruleset, &Region::Box(vec![if has_pairs { 110 } else { 300 }]), &text)?;
        }
    }

    #[test]
    fn two_heaps(text in rules(&["x", "y"])) {
        if let Ok(document) = checked(&text) {
            agree(&document.ruleset, &Region::Box(vec![71, 74]), &text)?;
            agree(&document.ruleset, &Region::Total(90), &text)?;
        }
    }
}

/// Few multiples of what rises, as a range and as a set, and where the range says more than that.
#[test]
fn few_multiples_of_what_rises() {
    let head = "sequence F(k) = F(k - 1) + F(k - 2) from F(0) = 1, F(1) = 2\n";
    for (text, size) in [
        ("heaps n\nmove take(k, j): n -> n - j * F(k) where 0 <= k, 1 <= j <= 3", vec![700]),
        ("heaps n\nmove take(k, j): n -> n - j * F(k) where 0 <= k, 0 < j < 4, (j + k) mod 3 != 1", vec![700]),
        ("heaps n\nmove take(k, j): n -> n - F(k) * j - j where 0 <= k, 2 <= j <= 9", vec![700]),
        (
            "heaps n\nmove take(k, j): n -> n - j * 2^k - 1 where 0 <= k <= 9, -1 <= j <= 2, j != 0, 0 <= j * 2^k\nmeasure n",
            vec![700],
        ),
        ("heaps n\nmove take(k, j): n -> n - j * k^2 where 1 <= k, 1 <= j <= 1", vec![700]),
        (
            "heaps x, y\nmove t(j, k): (x, y) -> (x - j * 2^k, y - j) where 0 <= k, 1 <= j <= 4\nmove one symmetric: x -> x - 1",
            vec![40, 60],
        ),
        (
            "heaps x, y\nmove t(j, k): (x, y) -> (x - j * F(k), y - 2 * j) where 0 <= k, 1 <= j <= 3, j <= k",
            vec![40, 60],
        ),
    ] {
        let text = format!(
            "{}{head}{}\n",
            text.lines().next().expect("heaps").to_owned() + "\n",
            text.split_once('\n').expect("moves").1
        );
        let document = checked(&text).unwrap_or_else(|faults| panic!("{text}: {faults}"));
        agree(&document.ruleset, &Region::Box(size), &text).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
}

/// A remainder by a number that is 0 somewhere has no value there, whatever it should be: all engines say so, or leave it to others.
#[test]
fn remainders_without_a_value_are_told() {
    let context = Context::default();
    for text in [
        "heaps n\nmove t(i): n -> n - i where 1 <= i, i mod max(150 - n, 0) = 1",
        "heaps x, y\nmove t(i): x -> x - i where 1 <= i, i mod max(64 - y, 0) = 2",
        "heaps x, y\nmove t(i): x -> x - i where 1 <= i, (i - x) mod max(64 - y, 0) = 0",
        "heaps x, y\nmove t(i): x -> x - i where 1 <= i, i mod (65 - y) = 0",
    ] {
        let ruleset = checked(text).unwrap_or_else(|faults| panic!("{text}: {faults}")).ruleset;
        let region = Region::Box(if ruleset.heaps.len() == 1 { vec![200] } else { vec![80, 70] });
        assert!(reference::grundy(&ruleset, &region, &context).is_err(), "{text}");
        assert!(Plan::of(&ruleset).table(&region, Question::Grundy, &context).is_err(), "{text}");
        for engine in applicable(&ruleset) {
            assert!(engine.table(&region, Question::Grundy, &context).is_err(), "{text}: {}", engine.kind());
        }
    }
    // 0 divides 0 alone; below 0 remainders have values.
    for text in [
        "heaps x, y\nmove t(i): x -> x - i where 1 <= i, max(66 - y, 0) divides i + x",
        "heaps x, y\nmove t(i): x -> x - i where 1 <= i, i mod (65 - y) = 0, y != 65",
    ] {
        let document = checked(text).unwrap_or_else(|faults| panic!("{text}: {faults}"));
        assert!(reference::grundy(&document.ruleset, &Region::Box(vec![80, 70]), &context).is_ok(), "{text}");
        agree(&document.ruleset, &Region::Box(vec![80, 70]), text).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
}
