//! Conditions that ask for an amount by its remainders alone, and conditions on positions that only test options: every engine against the
//! reference engine.
use crate::agree::agree;
use crate::checked;
use nimdsl::engine::{Context, Plan, reference};
use nimdsl::table::Region;
use proptest::prelude::*;

/// Numbers of which a remainder is asked for, with heaps A and B.
fn numbers() -> impl Strategy<Value = String> {
    prop_oneof![
        (-3..4i64).prop_map(|c| format!("A * i + {c} * B")),
        (-3..4i64).prop_map(|c| format!("i * B + {c}")),
        (1..4i64).prop_map(|c| format!("i * i + {c} * A * A")),
        (-2..3i64).prop_map(|c| format!("i^3 - {c} * A")),
        (0..3i64).prop_map(|c| format!("(A - i) * (B + {c})")),
        (0..4i64).prop_map(|c| format!("(i xor B) + {c}")),
        (0..4i64).prop_map(|c| format!("((A - i) xor B) * {c} + i")),
        (1..4i64).prop_map(|c| format!("i * (A mod {c}) + B")),
        (1..4i64).prop_map(|c| format!("{c} * i * A * B + 1")),
        (2..4i64).prop_map(|c| format!("floor(A / {c}) * i - B")),
    ]
}

/// What is said of a remainder.
fn conditions() -> impl Strategy<Value = String> {
    (numbers(), 2..10i64, 0..9i64, 0..9i64, 0..8usize).prop_map(|(number, m, r, s, form)| match form {
        0 => format!("({number}) mod {m} in {{{r}, {s}}}"),
        1 => format!("({number}) mod {m} = {r}"),
        2 => format!("({number}) mod {m} != {r}"),
        3 => format!("({number}) mod {m} <= {r}"),
        4 => format!("({number}) mod {m} = B mod {m}"),
        5 => format!("({number}) mod 4 <= i mod 2 + {}", r % 3),
        6 => format!("gcd(A - i, B + {r}) <= {}", s + 1),
        _ => format!("({number}) mod 3 = {}, i mod 2 = {}", r % 3, s % 2),
    })
}

/// What is left of a heap A, or what is parted, with a list for each of its values, a run of one part, or a list of divisors.
const LISTED: [&str; 9] = [
    "move to(k) symmetric: x -> x' where x' = k * (k + 1) / 2, 0 <= k, x' < x\nmove both(i): (x, y) -> (x - i, y - i) where i in {1, 4}",
    "move bits(a, b) symmetric: x -> x' where x' = x xor (2^a + 2^b), 0 <= a < b, 2^b <= x, x' < x",
    "move total(i, k) symmetric: x -> x - i where 1 <= i, x' + y = k * k, 0 <= k",
    "move half: (x, y) -> (x', y') where x' + y' = floor((x + y) / 2), x' <= x, y' <= y, x' + y' < x + y",
    "move coprime(i) symmetric: x -> x - i where 1 <= i, gcd(x', y) = 1",
    "move sum(i) symmetric: x -> x - i where 1 <= i, digits(x') < digits(y) + 2",
    "move odd(i) symmetric: x -> x - i where 1 <= i, (i * x' + y) mod 5 in {0, 2}",
    "move king: (x, y) -> (x', y') where x' <= x, y' <= y, x' + y' < x + y, x - x' <= 1, y - y' <= 2, (x' * y') mod 3 != 1",
    "move pairs(i, j): (x, y) -> (x - i, y - j) where 1 <= i, i <= j, 2 * i * j <= x + y, (i + x) mod 3 != 0",
];

/// Which positions of two heaps there are, by what can only be tested of an option.
fn domains() -> impl Strategy<Value = String> {
    prop_oneof![
        (1..4i64).prop_map(|c| format!("gcd(x, y) <= {c}")),
        (2..6i64, 0..5i64).prop_map(|(m, r)| format!("(x * y) mod {m} != {r}")),
        (2..6i64, 0..5i64).prop_map(|(m, r)| format!("(x * x + y) mod {m} <= {r}")),
        (2..6i64, 0..5i64).prop_map(|(m, r)| format!("(x xor y) mod {m} != {r}, x <= 2 * y + {r}")),
        (0..30i64).prop_map(|c| format!("x * y <= {c} or x = y")),
        (1..5i64).prop_map(|c| format!("bitand(x, y) <= {c}")),
    ]
}

/// What is done on such positions.
const MOVES: [&str; 5] = [
    "move take(i) symmetric: x -> x - i where 1 <= i",
    "move both(i): (x, y) -> (x - i, y - i) where 1 <= i\nmove one: x -> x - 1",
    "move take(i) symmetric: x -> x - i where 1 <= i, (i * y) mod 3 != 1",
    "move two(i, j): (x, y) -> (x - i, y - j) where 0 <= i, 0 <= j, 1 <= i + j <= 4",
    "move hand(i): (x, y) -> (x - 2 * i, y + i) where 1 <= i\nmove take(i): y -> y - i where 1 <= i",
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(160) })]

    #[test]
    fn single_heaps_agree(condition in conditions(), size in 1..150u64) {
        let condition = condition.replace(['A', 'B'], "n");
        let text = format!("heaps n\nmove take(i): n -> n - i where 1 <= i, {condition}\n");
        let document = checked(&text).map_err(|faults| TestCaseError::fail(format!("{text}{faults:?}")))?;
        agree(&document.ruleset, &Region::Box(vec![size]), &text)?;
    }

    #[test]
    fn two_heaps_agree(one in conditions(), other in conditions(), low in -2..2i64, sizes in (1..14u64, 1..14u64)) {
        let named = |body: &str, own: &str, other: &str| body.replace('A', own).replace('B', other);
        // An amount below 0 raises a heap, and is no part of a nim-sum.
        let low = if one.contains("xor") { low.max(0) } else { low };
        let text = format!(
            "heaps x, y\nmove left(i): (x, y) -> (x - i, y - 3) where {low} <= i, {}\nmove right(i): y -> y - i where 1 <= i, {}\n",
            named(&one, "x", "y"),
            named(&other, "y", "x")
        );
        let Ok(document) = checked(&text) else { return Ok(()) };
        agree(&document.ruleset, &Region::Box(vec![sizes.0, sizes.1]), &text)?;
    }

    #[test]
    fn tested_positions_agree(domain in domains(), moves in 0..MOVES.len(), sizes in (1..16u64, 1..16u64)) {
        let text = format!("heaps x, y\npositions where {domain}\n{}\n", MOVES[moves]);
        let document = checked(&text).map_err(|faults| TestCaseError::fail(format!("{text}{faults:?}")))?;
        agree(&document.ruleset, &Region::Box(vec![sizes.0, sizes.1]), &text)?;
        agree(&document.ruleset, &Region::Total(sizes.0), &text)?;
    }
}

/// At sizes on both sides of a word, and on boards that are no squares.
#[test]
fn listed_moves_agree_at_borders_of_words() {
    let digits = "let digits(m) = cases { 0 if m = 0; digits(floor(m / 3)) + m mod 3 otherwise }";
    for moves in LISTED {
        let text = format!("{digits}\nheaps x, y\n{moves}\n");
        let document = checked(&text).expect(moves);
        for bounds in [vec![12, 12], vec![2, 65], vec![64, 3]] {
            agree(&document.ruleset, &Region::Box(bounds), &text).expect(moves);
        }
    }
}

/// Rulesets of one heap beyond 256 tokens.
#[test]
fn single_heaps_agree_at_borders_of_words() {
    for moves in [
        "take(i): n -> n - i where 1 <= i, (n * i) mod 7 in {1, 2, 4}",
        "take(i): n -> n - i where 1 <= i <= 9, (n * n + i * i) mod 5 = 0",
    ] {
        let text = format!("heaps n\nmove {moves}\n");
        let document = checked(&text).expect(moves);
        for bound in [63, 64, 65, 128, 257] {
            agree(&document.ruleset, &Region::Box(vec![bound]), &text).expect(moves);
        }
    }
}

/// Heaps that are parted, whose values alone are asked for: that of a sum does not tell its outcome in misère play.
#[test]
fn parted_heaps_agree_at_borders_of_words() {
    for moves in [
        "part(a, b): n -> (a, b) where 1 <= a, a <= b, a + b < n, a * b <= n",
        "part(a, b): n -> (a, b) where 0 <= a, a <= b, a + 2 * b <= n, b <= a + 3, 1 <= n",
    ] {
        let document = checked(&format!("heaps n\nmove {moves}\n")).expect(moves);
        for bound in [63, 65, 128, 257] {
            let (region, context) = (Region::Box(vec![bound]), Context::default());
            let expected = reference::grundy(&document.ruleset, &region, &context).expect(moves);
            let found = Plan::of(&document.ruleset).grundy(&region, &context).expect(moves);
            assert!(found == expected, "{moves} below {bound}");
        }
    }
}

/// What is asked of the quotients of a heap before and after a move, and of squares of sums of amounts and heaps.
#[test]
fn quotients_that_change_and_squares_of_sums_bound_amounts() {
    for moves in [
        "take(i): x -> x - i where 1 <= i, floor(x / (y + 1)) != floor(x' / (y + 1))",
        "take(i): x -> x - i where 1 <= i, floor(x / (y + 2)) = floor(x' / (y + 2))",
        "take(i): x -> x - i where 1 <= i, floor(x' / (y + 1)) < floor(x / (y + 1)), i != y",
        "take(i): x -> x - i where 1 <= i, floor(x / 5) <= floor(x' / 5)",
        "take(i): x -> x - i where 1 <= i, not floor(x' / (2 * y + 1)) = floor(x / (2 * y + 1)) or i = 2",
        "take(i): x -> x - i where 1 <= i, floor(x' / (y + 1)) + 1 = floor(x / (y + 1))",
        "take(i, j): (x, y) -> (x - i - 2 * j, y) where 0 <= i, 0 <= j, 1 <= i + j, floor(x / (y + 1)) != floor(x' / (y + 1))",
        "take(i): x -> x - i where 1 <= i, floor(y / (x' + 1)) != floor(y / (x + 1))",
        "both(i): (x, y) -> (x - i, y - i) where 1 <= i, floor(x / (y + 1)) != floor(x' / (y + 1)), floor(y / 3) = floor(y' / 3)",
        "take(i): x -> x - i where 1 <= i, (x + y) mod 5 != i mod 5 or i = 1",
        "take(i): x -> x - i where 1 <= i, i = 2 or i mod 3 = y mod 3 or i mod 4 != 3",
        "take(i): x -> x - i where 1 <= i, |x - 2 * i| * |x - 2 * i| <= x + y",
        "take(i): x -> x - i where 1 <= i, (i - y) * (i - y) <= x",
        "take(i): x -> x - i where 1 <= i, 2 * (2 * i - y + 1)^2 < x + 9",
        "both(i, j): (x, y) -> (x - i, y - j) where 0 <= i, 0 <= j, 1 <= i + j, (i - j) * (i - j) <= x - y",
        "both(i, j): (x, y) -> (x - i, y - j) where 0 <= i, 0 <= j, 1 <= i + j, |i - j - 1|^2 + 1 <= |x - y|",
    ] {
        let text = format!("heaps x, y\nmove {moves}\nmove down(i): y -> y - i where 1 <= i <= 3\n");
        let document = checked(&text).unwrap_or_else(|faults| panic!("{text}{faults}"));
        for bounds in [vec![14, 14], vec![2, 65], vec![70, 5]] {
            agree(&document.ruleset, &Region::Box(bounds), &text).expect(moves);
        }
    }
}
