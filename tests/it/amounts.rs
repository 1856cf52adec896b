//! Amounts whose range a power, an exponent, a sequence, a divisor or bits tell: few values that become moves of their own, ends that are
//! looked up, loops in another order, and submasks.
use crate::agree::agree;
use crate::checked;
use nimdsl::engine::{Context, reference};
use nimdsl::table::Region;
use proptest::prelude::*;

/// What holds an amount `i` of a move that takes it from `A`.
fn bounds() -> impl Strategy<Value = String> {
    let other = prop_oneof![
        Just("A".to_owned()),
        Just("B".to_owned()),
        Just("A + B".to_owned()),
        (2..4i64).prop_map(|c| format!("floor(A / {c})")),
        (2..6i64).prop_map(|c| format!("B - {c}")),
    ];
    (other, 1..4i64, -3..4i64).prop_flat_map(|(other, a, c)| {
        prop_oneof![
            Just(format!("(i): 0 <= i, {a} * 2^i <= {other} + {c}")),
            Just(format!("(i): 1 <= i, {a} * i^3 <= {other} + {c}")),
            Just(format!("(i): 1 <= i, i * i * i <= {a} * ({other})")),
            Just(format!("(i): 1 <= i, i * i <= {other}, {other} <= i * i * i + {c}")),
            Just(format!("(i): 1 <= i <= A, {other} <= {a} * 2^i + {c}")),
            Just(format!("(i): 1 <= i <= A, F(i) <= {other} + {c}")),
            Just(format!("(i): 1 <= i <= A, {other} <= F(i), i mod 3 != {a}")),
            Just(format!("(i, k): 1 <= k, k * k <= i <= k * k + {a}, i <= {other} + {c}")),
            Just(format!("(i, k): 0 <= k, 2^k + {a} <= i <= 2^k + {a} + k")),
            Just(format!("(i, k): 1 <= i <= k, 2^k <= {other} < 2^(k + 1)")),
            Just(format!("(i, k): 0 <= k, i = 3^k, k <= valuation(3, {other} + 7)")),
            Just(format!("(i, k): 0 <= k <= 12, i = 2^k, floor(({other} + 9) / 2^k) mod 2 = 1")),
            Just(format!("(i): prime(i), i divides {other} + 6, 1 <= i <= A")),
            Just(format!("(i): 2 <= i <= A, gcd({other}, {}) mod i != {a}", 6 * a)),
            Just(format!("(i): 1 <= i <= A, bitand(i, A) = i, i != {a}")),
            Just(format!("(i): {a} <= i <= A, bitand(i, B + {a}) = i, i mod 3 != 1")),
            Just(format!("(i): 1 <= i <= A, i <= bitand(B + {c}, i + {a})")),
            Just(format!("(i): 1 <= i <= A, i <= bitand(i * i, A + B) + {a} * (i mod 2)")),
            Just("(i, k): 1 <= k <= 4, k <= i <= A, bitand(i, A + B + k) = i".to_owned()),
            Just(format!("(i): 1 <= i <= A, bitand(i, A - i) <= {}", a - 1)),
            Just(format!("(i): {a} <= i <= min(A, B), bitand(B - i, i) = 0, i mod 3 != 1")),
            Just(format!("(i): {a} <= i <= min(A, {other}), 2 * bitand(i, {other} - i) < 2")),
            Just(format!("(i, k): 0 <= k <= A + B, k * k = (A - i) * (A - i) + B + {c}")),
            Just(format!("(i, k): 0 <= k <= 9, i * i + {other} = k^2 + {c}, i <= A")),
            Just(format!("(i, k): {a} <= k <= B, i * i - {c} = k * k, k != i, i <= A")),
            Just(format!("(i): 1 <= i <= A, valuation(2, i) <= valuation({}, A + B + 1)", a + 1)),
            Just(format!("(i): 1 <= i <= A, valuation({}, i) = valuation(2, {other} + 9)", a + 1)),
            Just(format!("(i): 1 <= i <= A, i * i - {a} * i = {other} + {c}")),
            Just(format!("(i, k): 1 <= i <= A, 0 <= k <= {other}, k * k + i = floor(sqrt(k)) * k + {other}")),
            Just(format!("(i): 1 <= i <= A, floor(sqrt(i)) + {c} = floor(sqrt({other} + 5)), i mod 3 != {a}")),
            Just(format!("(i): 1 <= i <= A, (i * i) mod 7 + i mod {} = ({other}) mod 7", a + 1)),
        ]
    })
}

/// Rules for so many heaps of these names.
fn rules(heaps: &'static [&'static str]) -> impl Strategy<Value = String> {
    let one = (bounds(), 0..heaps.len(), 1..heaps.len().max(2), any::<bool>());
    prop::collection::vec(one, 1..4).prop_map(move |moves| {
        let mut text = format!("heaps {}\n", heaps.join(", "));
        text += "sequence F(k) = F(k - 1) + F(k - 2) from F(1) = 1, F(2) = 2\n";
        text += &format!("measure {}", heaps.join(" + "));
        for (number, (bound, own, further, both)) in moves.into_iter().enumerate() {
            let other = (own + further) % heaps.len();
            let (amounts, bound) = bound.split_once(':').expect("amounts come first");
            let act = if both && own != other { "A -> A - i, B -> B - i" } else { "A -> A - i" };
            let line = format!("\nmove m{number}{amounts}: {act} where 1 <= i, {bound}");
            text += &line.replace('A', heaps[own]).replace('B', heaps[other]);
        }
        text
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, max_shrink_iters: 200, ..ProptestConfig::default() })]

    /// Of one heap and two, so many cells that lanes are filled more than once.
    #[test]
    fn one_heap_whose_amounts_are_bounded(text in rules(&["n"])) {
        if let Ok(document) = checked(&text) {
            // The definition tries all pairs of amounts.
            let has_pairs = document.ruleset.moves.iter().any(|own| 2 <= own.amounts.len());
            agree(&document.ruleset, &Region::Box(vec![if has_pairs { 150 } else { 300 }]), &text)?;
        }
    }

    #[test]
    fn two_heaps_whose_amounts_are_bounded(text in rules(&["x", "y"])) {
        if let Ok(document) = checked(&text) {
            agree(&document.ruleset, &Region::Box(vec![19, 25]), &text)?;
            agree(&document.ruleset, &Region::Total(22), &text)?;
        }
    }
}

/// Amounts of which polynomials are bounded, those that a nim-sum gives, numbers that divide how often, and positions of which a quotient tells.
#[test]
fn polynomials_nim_sums_and_quotients() {
    let files = [
        "heaps n\nmove to(k): n -> k * (k + 1) where 0 <= k, k * (k + 1) < n\nmove two: n -> n - 2\nmeasure n",
        "heaps n\nmove to(k): n -> floor(k * (k + 1) / 2) where 0 <= k, k * (k + 1) < 2 * n, (n - k) mod 4 != 0\nmove one: n -> n - 1\nmeasure n",
        "heaps n\nmove to(k): n -> k * k * k + k where 0 <= k, k * k * k + k < n\nmove few(i): n -> n - i where 1 <= i <= 3\nmeasure n",
        "heaps n\nmove take(k): n -> n - k * (2 * k + 1) where 1 <= k, (n + k) mod 3 != 0\nmove one: n -> n - 1",
        "heaps n\nmove take(k): n -> n - k * (2 * k - 5) where 3 <= k, (n + k) mod 3 != 0\nmove one: n -> n - 1",
        "heaps n\nmove take(k): n -> n - (k - 3) * (k - 4) - 1 where 0 <= k <= n + 5, (n + k) mod 5 != 0\nmeasure n",
        "heaps n\nmove take(k): n -> n - 1 where 0 <= k <= 9, k * (7 - k) + n <= 40, k * k - 3 * k <= n",
        "heaps n\nmove take(k): n -> n - k * 2^k where 0 <= k, k * 2^k + k < n, 1 <= k\nmeasure n",
        "heaps x, y\nmove leap(k): (x, y) -> (x - k * (3 * k - 1) / 2, y) where 1 <= k, (k + y) mod 3 != 0\nmove down(i): y -> y - i where 1 <= i <= 5, (i * x) mod 3 != 1",
        "heaps x, y\nmove give(j) symmetric: (x, y) -> (x - j * (j + 1), y + j) where 1 <= j\nmove one symmetric: x -> x - 1",
        "heaps x, y\nmove cut(i, j): (x, y) -> (x - i, y - j) where 1 <= i, 0 <= j, (i xor j) = (x xor y)\nmove down(i): y -> y - i where 1 <= i <= 2",
        "heaps x, y\nregister r in -1..2\nmove two(i, j): (x, y; r) -> (x - i, y - j; r) where 0 <= i, 1 <= j, r = (i xor j)\nmove one: (x, y; r) -> (x, y - 1; (r + 2) mod 4 - 1)",
        "heaps x, y\nmove two(i, j): (x, y) -> (x - i, y - j) where 1 <= i, 0 <= j, (i xor j xor x) = y - i",
        "heaps x, y\nmove rook(i) symmetric: x -> x - i where 1 <= i, valuation(2, x' + y + 1) mod 2 = 0",
        "heaps x, y\nmove rook(i) symmetric: x -> x - i where 1 <= i, x' = 0 or valuation(3, x') <= 1",
        "heaps x, y\npositions where x divides y or y divides x\nmove rook(i) symmetric: x -> x - i where 1 <= i\nmove both(i): (x, y) -> (x - i, y - i) where 1 <= i",
        "heaps x, y\npositions where x = 0 or y mod x <= 2\nmove rook(i): y -> y - i where 1 <= i\nmove left: x -> x - 1",
    ];
    for text in files {
        let document = checked(text).unwrap_or_else(|faults| panic!("{text}: {faults}"));
        let bounds = if document.ruleset.heaps.len() == 1 { vec![420] } else { vec![26, 31] };
        agree(&document.ruleset, &Region::Box(bounds), text).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
}

/// Of the rules that are drawn, most are read, so that the tests above look at something.
#[test]
fn most_bounds_are_rules() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let read = (0..200).filter(|_| {
        let text = rules(&["x", "y"]).new_tree(&mut runner).expect("it has trees").current();
        checked(&text).is_ok()
    });
    let count = read.count();
    assert!(150 < count, "{count} of 200");
}

/// An amount that an equation keeps apart from all else is found by what it comes to: also where the other side has no value, where the amount's
/// own side lacks one, and where there are other alternatives.
#[test]
fn amounts_are_found_by_what_they_come_to() {
    let one = [
        "valuation(2, i) = valuation(2, n)",
        "64 < n, valuation(2, i) = valuation(2, n - 64)",
        "2 <= i, valuation(2, i - 1) = valuation(2, n)",
        "i != 1, valuation(2, i - 1) = valuation(2, n)",
        "64 < n, valuation(2, i) = valuation(2, n - 64) or i = 3",
        "F(i) = F(n) - 1",
        "S(i) = S(n - i) or S(i) = S(n)",
        "floor(sqrt(i)) - 9 = -floor(sqrt(n))",
        "i * i + n = S(n) * S(n)",
        "3 * S(i) = S(n) + 2, i mod 2 = n mod 2",
    ];
    let head = "heaps n\nlet S(m) = cases { 0 if m = 0; S(floor(m / 10)) + m mod 10 otherwise }\n\
                sequence F(k) = F(k - 1) + F(k - 2) - F(k - 3) from F(0) = 1, F(1) = 2, F(2) = 4\n";
    let mut compared = 0;
    let mut try_all = |text: String, bounds: Vec<u64>| {
        let document = checked(&text).unwrap_or_else(|faults| panic!("{text}: {faults}"));
        let region = Region::Box(bounds);
        compared += usize::from(reference::grundy(&document.ruleset, &region, &Context::default()).is_ok());
        agree(&document.ruleset, &region, &text).unwrap_or_else(|why| panic!("{text}: {why}"));
    };
    for condition in one {
        let text = format!("{head}move a(i): n -> n - i where 1 <= i <= n, {condition}\nmove b: n -> n - 3\n");
        try_all(text, vec![400]);
    }
    for condition in
        ["i * i + j * j = x + y", "valuation(2, j) = valuation(3, x + 1) + i mod 2", "i * i - j * j = y - x"]
    {
        let moves = "move a(i, j): (x, y) -> (x - i, y - j) where 1 <= i, 1 <= j";
        let text = format!("heaps x, y\n{moves}, {condition}\nmove b symmetric: x -> x - 2\n");
        try_all(text, vec![12, 90]);
    }
    assert_eq!(compared, 13);
}

/// What squares and products of natural numbers bound needs no bound of its own, and loses no option by it.
#[test]
fn a_square_is_bounded_by_squares_and_products() {
    for (condition, bounded) in [
        ("i * i + j * j = k * k", "-x - y <= k <= x + y"),
        ("i^2 + 3 * i * j + 5 = k^2", "-x - 2 * x - 2 * y - 5 <= k <= x + 2 * x + 2 * y + 5"),
        ("(k - i)^2 <= 2 * i * j + x, k mod 3 = 1", "i - 3 * x - 2 * y <= k <= i + 3 * x + 2 * y"),
        ("k * k + i = j * j + i * j, 0 <= k", "k <= x + y + y"),
    ] {
        let game = |bound: &str| {
            let rules = format!("1 <= i, 1 <= j, {condition}{bound}");
            checked(&format!("ruleset \"R\"\nheaps x, y\nmove m(i, j, k): (x, y) -> (x - i, y - j) where {rules}\n"))
                .unwrap_or_else(|faults| panic!("{condition}: {faults}"))
        };
        let table = |bound: &str| {
            let region = Region::Box(vec![14, 14]);
            let document = game(bound);
            reference::grundy(&document.ruleset, &region, &Context::default()).expect("a table")
        };
        assert!(table("") == table(&format!(", {bounded}")), "{condition}");
        agree(&game("").ruleset, &Region::Box(vec![14, 14]), condition).expect("engines agree");
    }
}
