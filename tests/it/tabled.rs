//! Games whose last amount adds a number that it tells alone, and those where it lies between roots.
use crate::agree::agree;
use crate::checked;
use nimdsl::engine::{Context, Plan, reference};
use nimdsl::table::Region;
use proptest::prelude::*;

const HEAD: &str = "sequence T(k) = T(k - 1) + T(k - 2) + T(k - 3) from T(0) = 1, T(1) = 2, T(2) = 4\n\
                    sequence D(k) = 2 * D(k - 1) + k from D(0) = 0\n";

/// What is taken, at least 1 for k at least 1.
fn takes() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("floor(k * sqrt(2))".to_owned()),
        Just("floor(k * phi)".to_owned()),
        Just("k * (k + 1) / 2".to_owned()),
        Just("floor(sqrt(5 * k))".to_owned()),
        Just("(k + k mod 3)".to_owned()),
        Just("((k xor 1) + 1)".to_owned()),
        (0..4i64).prop_map(|shift| format!("T(k + {shift})")),
        (0..3i64, 1..3i64).prop_map(|(shift, more)| format!("T(k + {shift}) + D(k + {more})")),
        (0..3i64).prop_map(|shift| format!("2^(k + {shift})")),
        (1..3i64, 0..3i64).prop_map(|(by, shift)| format!("2^k + {by} * 2^(k + {shift})")),
        (1..4i64).prop_map(|by| format!("{by} * k^2 + k")),
    ]
}

/// Which are allowed; `Y` is the other heap, or a number.
fn guards() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("1 <= k".to_owned()),
        (2..5i64, 0..4i64).prop_map(|(m, c)| format!("k mod {m} != {c}")),
        (2..5i64, 0..4i64).prop_map(|(m, c)| format!("x mod {m} != {c}")),
        (2..5i64, 0..4i64).prop_map(|(m, c)| format!("(k mod {m} != {c} or (x + Y) mod 2 = 0)")),
        (1..4i64).prop_map(|c| format!("k <= Y + {c}")),
        (2..4i64, 0..3i64).prop_map(|(m, c)| format!("(x + k) mod {m} != {c}")),
        (0..9i64).prop_map(|c| format!("k != Y + {c}")),
        (0..30i64).prop_map(|c| format!("k * k - Y * k <= x + {c}")),
        (1..3i64, -9..9i64, -9..9i64).prop_map(|(a, b, c)| format!("{a} * k * k + {b} * k + k * Y <= {c} + Y * Y")),
        (1..3i64, 1..4i64).prop_map(|(a, b)| format!("(x - {a} * k) * (Y - {b} * k) <= x")),
        Just("k < phi * (x - k)".to_owned()),
        Just("x - k > sqrt(2) * k".to_owned()),
        Just("k * phi < Y".to_owned()),
    ]
}

fn splits() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("(a, b): x -> (a, b) where a + b = x, 1 <= a <= b, b < phi * a".to_owned()),
        Just("(a, b): x -> (a, b) where a + b = x, 1 <= a < b, sqrt(3) * a < b".to_owned()),
        (1..4i64).prop_map(|c| format!("(a, b): x -> (a, b) where a + b = x, 1 <= a <= b, b != a + {c}")),
        (1..4i64).prop_map(|c| format!("(a, b): x -> (a, a, b) where 2 * a + b = x, 1 <= a, 1 <= b, a != {c} * b")),
        (1..4i64).prop_map(|c| format!("(a, b): x -> (a, b, a) where 2 * a + {c} * b = x, 1 <= a, 1 <= b")),
        (2..4i64).prop_map(|c| format!("(a, b): x -> (a, b) where a + b = x, 1 <= a <= b, a * a <= {c} * b")),
    ]
}

fn one_heap() -> impl Strategy<Value = String> {
    prop::collection::vec((takes(), guards(), 0..9i64), 1..3).prop_map(|takes| {
        let mut text = format!("{HEAD}heaps x\nmeasure x\n");
        for (at, (take, guard, other)) in takes.into_iter().enumerate() {
            let guard = guard.replace('Y', &other.to_string());
            text += &format!("move m{at}(k): x -> x - ({take}) where 1 <= k <= x, {guard}\n");
        }
        text
    })
}

fn two_heaps() -> impl Strategy<Value = String> {
    let act = prop_oneof![
        takes().prop_map(|take| format!("(k): x -> x - ({take}) where 1 <= k <= x")),
        takes().prop_map(|take| format!("(k): (x, y) -> (x - ({take}), y - k) where 1 <= k <= x")),
        takes().prop_map(|take| format!("(k): (x, y) -> (x - k, y - ({take})) where 1 <= k <= x")),
        Just("(k): (x, y) -> (x - k, y + floor(sqrt(k))) where 1 <= k".to_owned()),
        Just("(k): (x, y) -> (x - 2 * k, y + k xor 1) where 2 <= k".to_owned()),
        (1..4i64)
            .prop_map(|c| format!("(i, k): (x, y) -> (x - i, y - k) where 1 <= i, 1 <= k <= {c}, i * y <= k * x + 4")),
        (1..4i64).prop_map(|c| format!("(i, k): (x, y) -> (x - i, y - k) where 1 <= i, 0 <= k <= {c}, i != k + y")),
    ];
    prop::collection::vec((act, guards()), 1..4).prop_map(|acts| {
        let mut text = format!("{HEAD}heaps x, y\nmeasure 2 * x + y\n");
        for (at, (act, guard)) in acts.into_iter().enumerate() {
            text += &format!("move m{at}{act}, {}\n", guard.replace('Y', "y"));
        }
        text
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn amounts_of_one_heap_in_tables(text in one_heap(), size in 60..300u64) {
        if let Ok(document) = checked(&text) {
            agree(&document.ruleset, &Region::Box(vec![size]), &text)?;
        }
    }

    #[test]
    fn amounts_of_heaps_that_break(text in one_heap(), split in splits(), size in 30..90u64) {
        let text = format!("{text}move s{split}\n");
        if let Ok(document) = checked(&text) {
            let (region, context) = (Region::Box(vec![size]), Context::default());
            if let Ok(expected) = reference::grundy(&document.ruleset, &region, &context) {
                let found = Plan::of(&document.ruleset).grundy(&region, &context).expect("it fits");
                prop_assert!(found == expected, "{}", text);
            }
        }
    }

    #[test]
    fn amounts_of_two_heaps_in_tables(text in two_heaps(), first in 3..70u64, last in 3..40u64) {
        if let Ok(document) = checked(&text) {
            agree(&document.ruleset, &Region::Box(vec![first, last]), &text)?;
        }
    }
}

/// Where nothing but one number is left out, and where a square is too large at all amounts but not by its root alone.
#[test]
fn one_number_is_left_out_and_squares_may_have_no_root() {
    for text in [
        "heaps x, y\nmove a(k): x -> x - k where 1 <= k, k != y\nmove b: y -> y - 1",
        "heaps x, y\nmove a(k): x -> x - k where 1 <= k, 2 * k != y + 1\nmove b(k): y -> y - k where 1 <= k <= 2",
        "heaps x, y\nmove a(k): x -> x - k where 1 <= k, k * k + y * y <= 2 * k * y + x mod 3 - 1\nmove b: y -> y - 1",
        "heaps x, y\nmove a(k): (x, y) -> (x - k, y - 1) where 1 <= k, (k - y)^2 + (x mod 2) <= 2\nmove b: x -> x - 1",
    ] {
        let document = checked(text).expect("a ruleset");
        agree(&document.ruleset, &Region::Box(vec![40, 30]), text).expect("the same values");
    }
}
