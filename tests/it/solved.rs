//! Amounts that equations, congruences and roots give, and registers that only bound an amount: every engine against the
//! reference engine, which tries all amounts.
use crate::agree::agree;
use crate::checked;
use nimdsl::engine::{Context, Plan, Question};
use nimdsl::table::Region;
use nimdsl::value::Play;
use proptest::prelude::*;

/// What is taken from a heap A, where B is another heap or the same.
fn takes() -> impl Strategy<Value = String> {
    prop_oneof![
        (1..3i64, 0..4i64).prop_map(|(p, c)| format!("(i, k): A -> A - i where 1 <= i, 0 <= k, i = {p} * k * k + {c}")),
        (0..3i64, 1..6i64).prop_map(|(c, m)| format!("(i, k): A -> A - i where 1 <= i, 0 <= k <= {m}, i = 2^k + {c}")),
        (0..3i64).prop_map(|c| format!("(i, k): A -> A - i where 1 <= i, 0 <= k <= 12, i = F(k) + {c}")),
        (1..4i64, 0..3i64).prop_map(|(p, c)| format!(
            "(i, j, k): A -> A - i where 1 <= i, 0 <= j, 1 <= k, i + {c} = j * k + {p}, k <= 5"
        )),
        (0..4i64, 0..3i64).prop_map(|(r, c)| format!("(i): A -> A - i where 1 <= i, (A + {r}) mod (i + {c}) = 0")),
        (0..4i64).prop_map(|c| format!("(i, k): A -> A - i where 1 <= k, 1 <= i, (A - {c}) mod k = 0, i = k")),
        (0..4i64, 0..2i64).prop_map(|(c, p)| format!("(i): A -> A - i where 1 <= i, i * i <= A + {p} * B + {c}")),
        (0..4i64).prop_map(|c| format!("(i): A -> A - i where 1 <= i, 2 * i * i <= A - {c}")),
        (0..4i64).prop_map(|c| format!("(i): A -> A - i where 1 <= i, A - {c} <= i * i")),
        (2..5i64, 0..3i64).prop_map(|(d, c)| format!(": A -> floor((A + {c}) / {d}) where {c} < A")),
        (2..5i64, 0..5i64)
            .prop_map(|(d, r)| format!("(i): A -> A - i where 1 <= i, floor(A / {d}) mod 3 != {r}, i <= 4")),
        (1..9i64, 1..9i64, 1..9i64)
            .prop_map(|(p, q, r)| format!("(i): A -> A - i where i in {{{p}, {p} + {q}, {p} + {q} + {r}}}")),
        (2..5i64, 0..4i64)
            .prop_map(|(p, c)| format!("(i, k): A -> A - i where 1 <= i, 0 <= k, {p} * i = k * k + k + {c}")),
        (1..3i64, 0..2i64)
            .prop_map(|(p, r)| format!("(k): A -> A - {p} * 2^k where 0 <= k, floor(A / 2^k) mod 2 = {r}")),
        (1..3i64, 0..3i64).prop_map(|(p, c)| format!("(k): A -> A - F(k) where 1 <= k, {p} * F(k) + {c} <= A")),
        (0..5i64).prop_map(|c| format!("(k): A -> floor(A / k) where 2 <= k, 1 <= A, k <= A + {c}")),
        (0..4i64).prop_map(|c| format!("(k): A -> A mod k where 1 <= k, k <= A, A mod k != {c}")),
        (1..9i64).prop_map(|c| format!("(i): A -> A xor i where 1 <= i <= {c}, (A xor i) < A")),
        (0..2i64).prop_map(|c| format!("(i): A -> A - i where prime(i + {c})")),
        (2..5i64, 0..3i64)
            .prop_map(|(d, c)| format!("(k): A -> floor((A + {c}) / k) where {c} < A, k in {{{d}, {d} + 2, 7}}")),
        (0..4i64).prop_map(|c| format!("(k): A -> A - k * k - {c} where k in {{1, 3}}, A mod k = 0")),
        (-9..0i64, 2..9i64).prop_map(|(c, d)| format!("(i): A -> A - i where 1 <= i, ({c} * i + B) mod {d} < 2")),
        (-5..0i64, 0..9i64)
            .prop_map(|(d, c)| format!("(i): A -> A - i where 1 <= i, floor((i - {c}) / ({d})) mod 2 = 0")),
    ]
}

/// Moves of two heaps with products of amounts.
fn products() -> impl Strategy<Value = String> {
    prop_oneof![
        (0..5i64).prop_map(|c| format!("(i, j): (x, y) -> (x - i, y - j) where 1 <= i, 1 <= j, i * j <= x + {c}")),
        // Squares beside each other, also of amounts below 0, and with less than nothing left for them.
        (1..4i64, 1..3i64, -6..9i64, 0..3i64).prop_map(|(p, q, c, d)| format!(
            "(i, j): (x, y) -> (x - i, y - j) where -2 <= i, -2 <= j, 1 <= i + j, {p} * i * i + {q} * j^2 <= x + {d} * y + {c}"
        )),
        (1..4i64, -3..6i64).prop_map(|(p, c)| format!(
            "(i, j): (x, y) -> (x - i, y - j) where 1 <= i, 0 <= j, {p} * j * j + i <= y + {c}"
        )),
        (0..3i64).prop_map(|p| format!("(i, j): (x, y) -> (x - i, y - j) where 0 <= i, 1 <= j, (i - {p}) * j <= y")),
        (2..10i64, 0..9i64, -2..3i64)
            .prop_map(|(m, c, p)| format!("(i) symmetric: x -> x - i where 1 <= i, (x' + {p} * y) mod {m} != {c}")),
        (2..9i64, 0..9i64, 1..4i64)
            .prop_map(|(m, c, p)| format!("(i) symmetric: x -> x - i where 1 <= i, ({p} * i - y) mod {m} = {c}")),
        (2..5i64, 0..4i64, 0..9i64).prop_map(|(m, c, d)| format!(
            "(i) symmetric: x -> x - i where 1 <= i, (x' + y) mod {m} != {c}, i != {d} or y < {d}"
        )),
        (1..3i64, 0..3i64).prop_map(|(p, c)| format!("(k): (x, y) -> (x - {p} * 2^k, y - k * k - {c}) where 0 <= k")),
        (0..3i64).prop_map(|c| format!("(i, k): (x, y) -> (x - i * k, y - i - {c}) where 1 <= k, 1 <= i, k <= 4")),
        (1..3i64, 0..5i64).prop_map(|(p, c)| format!(
            "(i, j): (x, y) -> (x - i, y - j) where 1 <= i, 0 <= j, {p} * i * j + j <= max(x, y) + {c}"
        )),
        (0..4i64).prop_map(|c| format!("(i, j): (x, y) -> (x - i, y - j) where 1 <= i, 1 <= j, x <= i * j + {c}")),
        (1..4i64)
            .prop_map(|m| format!("(i, j, k): (x, y) -> (x - i, y - j) where 1 <= k <= 4, i = k * k, j = {m} * k - 1")),
    ]
}

const SEQUENCE: &str = "sequence F(k) = F(k - 1) + F(k - 2) from F(0) = 1, F(1) = 2\n";

fn moves(all: &[String]) -> String {
    all.iter().enumerate().map(|(at, body)| format!("move m{at}{body}\n")).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(120) })]

    #[test]
    fn single_heaps_agree(bodies in proptest::collection::vec(takes(), 1..3), size in 1..70u64) {
        let bodies: Vec<String> = bodies.iter().map(|body| body.replace(['A', 'B'], "n")).collect();
        let text = format!("heaps n\n{SEQUENCE}{}", moves(&bodies));
        let document = checked(&text).map_err(|faults| TestCaseError::fail(format!("{text}{faults:?}")))?;
        agree(&document.ruleset, &Region::Box(vec![size]), &text)?;
    }

    #[test]
    fn two_heaps_agree(one in takes(), other in takes(), product in products(), pick in 0..4usize, sizes in (1..11u64, 1..11u64)) {
        let named = |body: &str, own: &str, other: &str| body.replace('A', own).replace('B', other);
        let (first, second) = (named(&one, "x", "y"), named(&other, "y", "x"));
        let bodies = match pick {
            0 => vec![first, second],
            1 => vec![product],
            2 => vec![product, first],
            _ => vec![second, product, first],
        };
        let text = format!("heaps x, y\n{SEQUENCE}{}", moves(&bodies));
        let document = checked(&text).map_err(|faults| TestCaseError::fail(format!("{text}{faults:?}")))?;
        agree(&document.ruleset, &Region::Box(vec![sizes.0, sizes.1]), &text)?;
        agree(&document.ruleset, &Region::Total(sizes.0), &text)?;
    }

    #[test]
    fn quotas_agree(
        (p, c, m) in (1..4i64, 0..4i64, 5..14i64),
        (low, form, also) in (-2..2i64, 0..6usize, 0..4usize),
        size in 1..16u64,
    ) {
        let bound = match form {
            0 => "i <= q".to_owned(),
            1 => format!("i <= {p} * q + {c}"),
            2 => format!("2 * i <= q + {c}"),
            // These do not only bound it from above.
            3 => format!("i <= q, q <= i + {c}"),
            4 => format!("i != q, i <= {c} + 3"),
            _ => "i <= 4 - q".to_owned(),
        };
        let also = ["", ", i != 2", ", i mod 2 = 1", ", 3 <= q"][also];
        let text = format!(
            "heaps n\nregister q in {low}..{m}\nmove take(i): (n, q) -> (n - i, min({p} * i, {m})) where 1 <= i, {bound}{also}\n"
        );
        let other = format!("{text}move pass: (n, q) -> (n - 2, q) where q <= {c} + {low}\n");
        for text in [text, other] {
            // Some conditions exclude each other.
            let Ok(document) = checked(&text) else { continue };
            agree(&document.ruleset, &Region::Box(vec![size]), &text)?;
        }
    }
}

/// Threads share a board by tiles, or list options ahead, whatever a move does to the first two heaps.
#[test]
fn several_threads_give_the_same_values() {
    let games = [
        ("heaps x, y\nmove take(i) symmetric: x -> x - i where 1 <= i, (x' xor y) < (x xor y)\n", vec![100, 100]),
        ("heaps x, y\nmove cut(i, j): (x, y) -> (x - i, y - j) where 1 <= i, 1 <= j, i * j <= x + 3\n", vec![90, 100]),
        // A condition without a value at some positions, positions that are none, and options on other diagonals.
        (
            "heaps x, y\npositions where x mod 7 != 3\nmove take(i): x -> x - i where 1 <= i, (x' + y) mod 7 != 2, y < 9 or i mod (y - 4) = 0, y != 4\n\
          move one: y -> y - 1\n",
            vec![100, 100],
        ),
        (
            "heaps x, y\nmove shift(i): (x, y) -> (x - 2 * i, y + i) where 1 <= i, (x xor i) mod 3 != 1\n\
          move drop(i): (x, y) -> (x, y - i) where 1 <= i, i * i <= x\n",
            vec![91, 95],
        ),
        (
            "heaps x, y, z\nmove bite(i, j): (x, y, z) -> (x, y - i, min(z, j)) where 1 <= i, 0 <= j < z\n",
            vec![21, 22, 23],
        ),
        (
            "heaps n\nmove bit(k): n -> n - 2^k where 0 <= k, floor(n / 2^k) mod 2 = 1\nmove divisor(i): n -> n - i where 1 <= i, n mod i = 0\n",
            vec![20_000],
        ),
        (
            "heaps n\nregister q in 0..9\nmove take(i): (n, q) -> (n - i, min(i, 9)) where 1 <= i, i != q, i * i <= n + 30\n",
            vec![3000],
        ),
        // Raises a heap, but no small one: tiles are tried in vain.
        (
            "heaps x, y\nmove take(i): y -> y - i where 1 <= i, (y' + x) mod 3 != 1\n\
          move lift(i): (x, y) -> (x - i, y + 1) where 15 <= i, (x xor i) mod 2 = 0\n",
            vec![100, 100],
        ),
        // Exchanges of all heaps, and of heaps in a circle alone.
        ("heaps x, y, z\nmove take(i) symmetric: x -> x - i where 1 <= i, (x' + y + z) mod 5 != 2\n", vec![23, 23, 23]),
        (
            "heaps x, y, z\nmove one(i): x -> x - i where 1 <= i, (x' + 2 * y) mod 5 != 2\n\
          move two(i): y -> y - i where 1 <= i, (y' + 2 * z) mod 5 != 2\n\
          move three(i): z -> z - i where 1 <= i, (z' + 2 * x) mod 5 != 2\n",
            vec![23, 23, 23],
        ),
        (
            "heaps x, y\nregister q in 0..6\nmove take(i) symmetric: (x, y, q) -> (x - i, y, i mod 7) where 1 <= i, i mod 7 != q\n",
            vec![60, 61],
        ),
        // Too many options to be listed ahead.
        ("heaps n\nmove take(i): n -> n - i where 1 <= i, n <= i * i\n", vec![18_000]),
    ];
    for (text, shape) in games {
        let Ok(document) = checked(text) else { panic!("{text}") };
        for region in [Region::Box(shape.clone()), Region::Total(shape.iter().sum::<u64>() * 2 / 3)] {
            for question in [Question::Grundy, Question::Outcome(Play::Normal), Question::Outcome(Play::Misere)] {
                let table = |threads: usize| {
                    let context = Context { threads, ..Context::default() };
                    Plan::of(&document.ruleset).table(&region, question, &context)
                };
                let one = table(1).unwrap_or_else(|why| panic!("{text}: {why}"));
                for threads in [2, 5] {
                    assert_eq!(table(threads).expect("it has values").layers, one.layers, "{text}");
                }
            }
        }
    }
}

/// Three heaps and a remainder: `symmetric` asks for two of them in the same way.
#[test]
fn remainders_of_three_heaps_agree() {
    for condition in
        ["(x' + y + z) mod 3 != 0", "(x' + y + z) mod 2 = 1", "(x' - y + z) mod 4 != 1", "(x' * y + z) mod 3 != 0"]
    {
        let text = format!("heaps x, y, z\nmove take(i) symmetric: x -> x - i where 1 <= i, {condition}\n");
        let document = checked(&text).expect("it is a ruleset");
        agree(&document.ruleset, &Region::Box(vec![9, 8, 7]), condition).expect(condition);
    }
}

/// Fibonacci Nim: n tokens of which at most q may be taken are lost iff q is less than the least part of n's Zeckendorf
/// representation (Whinihan, Fibonacci Nim, Fibonacci Quarterly 1, 1963).
#[test]
fn fibonacci_nim_is_lost_below_the_least_part_of_the_representation() {
    let text = "heaps n\nregister q in 0..400\nmove take(i): (n, q) -> (n - i, min(2 * i, 400)) where 1 <= i <= q\n";
    let document = checked(text).expect("it is a ruleset");
    let plan = Plan::of(&document.ruleset);
    let table =
        plan.table(&Region::Box(vec![201]), Question::Outcome(Play::Normal), &Context::default()).expect("it fits");
    for (registers, values) in table.layers.iter() {
        for (n, value) in (0i64..).zip(values) {
            let mut rest = n;
            let mut least = i64::MAX;
            while 0 < rest {
                let (mut one, mut two) = (1, 2);
                while two <= rest {
                    (one, two) = (two, one + two);
                }
                (rest, least) = (rest - one, one);
            }
            assert_eq!(value == Some(0), registers[0] < least, "{n} tokens, at most {}", registers[0]);
        }
    }
}

/// Take a square: OEIS A014586. Take a divisor: A001511, how often 2 divides n, plus 1. Clear a binary digit: A010060, the sequence of
/// Thue and Morse.
#[test]
fn values_of_single_heaps_are_those_that_are_known() {
    let values = |text: &str, size: u64| -> Vec<u32> {
        let document = checked(text).expect("it is a ruleset");
        let table = Plan::of(&document.ruleset).grundy(&Region::Box(vec![size]), &Context::default()).expect("it fits");
        table.layers[0].1.iter().map(|value| value.expect("it has one")).collect()
    };
    let squares = values("heaps n\nmove take(i, k): n -> n - i where 1 <= k, i = k * k\n", 20);
    assert_eq!(squares, [0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2]);
    let divisors = values("heaps n\nmove take(i): n -> n - i where 1 <= i, n mod i = 0\n", 4_000);
    for (n, value) in divisors.iter().enumerate().skip(1) {
        assert_eq!(*value, n.trailing_zeros() + 1, "{n}");
    }
    // A binary digit 1 is made 0, so each move changes the parity of their number; beyond 2^17, so that divisors are.
    let digits = values("heaps n\nmove bit(k): n -> n - 2^k where 0 <= k, floor(n / 2^k) mod 2 = 1\n", 140_000);
    for (n, value) in digits.iter().enumerate() {
        assert_eq!(*value, n.count_ones() % 2, "{n}");
    }
}

/// A comparison with a number that leaves 128 bits is decided by how large it is at least.
#[test]
fn numbers_beyond_128_bits_are_compared() {
    let sequence = "sequence F(k) = F(k - 1) + F(k - 2) from F(0) = 0, F(1) = 1\n";
    for set in ["3^k", "2^k + 1", "5 - (-2)^k", "F(k)", "F(k) - 1", "3 * F(k) - 2"] {
        let games = ["", ", k <= 40"].map(|most| {
            checked(&format!(
                "{sequence}heaps n\nmove take(i, k): n -> n - i where 1 <= i, 1 <= k, i = {set}{most}, k <= n\n"
            ))
            .unwrap_or_else(|faults| panic!("{set}: {faults:?}"))
        });
        let region = Region::Box(vec![140]);
        agree(&games[0].ruleset, &region, set).expect(set);
        let values = games.map(|game| Plan::of(&game.ruleset).grundy(&region, &Context::default()).expect(set));
        assert_eq!(values[0].layers, values[1].layers, "{set}");
    }
    let game = |bound: &str| {
        let text = "move first(i): (x, y) -> (x - i, y) where 1 <= i";
        let text = format!("heaps x, y\n{text}{bound}\nmove second(i): (x, y) -> (x, y - i) where 1 <= i\n");
        checked(&text).unwrap_or_else(|faults| panic!("{bound}: {faults:?}")).ruleset
    };
    let nim = game("");
    for bound in
        [" <= 2^y + 7", " <= 4 * 2^y + 3", ", 2 * i <= 3 * 2^y + 12", ", i - 3^y <= 6", ", i != 3 - 4 * 2^y - 5 * x"]
    {
        let ruleset = game(bound);
        let region = Region::Box(vec![8, 140]);
        agree(&ruleset, &region, bound).expect(bound);
        let [one, two] = [&ruleset, &nim]
            .map(|ruleset| Plan::of(ruleset).grundy(&region, &Context::default()).expect("it has values"));
        assert_eq!(one.layers, two.layers, "{bound}");
    }
}

/// An amount on both sides of its equation is not what the other side says: nothing is put in its place.
#[test]
fn an_amount_on_both_sides_is_no_solution() {
    for guard in [
        "i = i * i - x",
        "i = floor(i * i / 3) + x mod 3",
        "x = i * i - 3 * i",
        "2 * i = i * i - y",
        "i + j = i * j, 1 <= j <= 9",
        "i = 2^i - x, i <= 6",
        "i = min(i * j, x), 1 <= j <= 2",
    ] {
        let amounts = if guard.contains('j') { "(i, j)" } else { "(i)" };
        let text = format!("heaps x, y\nmove m{amounts} symmetric: x -> x - i where 1 <= i <= x, {guard}\n");
        let document = checked(&text).unwrap_or_else(|faults| panic!("{text}: {faults}"));
        agree(&document.ruleset, &Region::Box(vec![25, 18]), &text).expect(guard);
    }
}

/// A vector subtraction game in three ways: a set of brackets, the name of one, and a move for each vector.
#[test]
fn brackets_in_sets_are_vectors_to_subtract() {
    let table = |moves: &str| {
        let text = format!("let M = {{(1, 2), (3, 0), (2, 4..5)}}\nheaps x, y\n{moves}");
        let rules = nimdsl::open(&text).unwrap_or_else(|faults| panic!("{text}\n{faults:?}"));
        let table = Plan::of(rules.ruleset()).grundy(&Region::Box(vec![40, 50]), &Context::default()).expect("a table");
        let values = (0..40).flat_map(|x| (0..50).map(move |y| (x, y)));
        values.map(|(x, y)| table.get(&[x, y]).expect("a cell")).collect::<Vec<u32>>()
    };
    let one_by_one = [(1, 2), (3, 0), (2, 4), (2, 5)];
    let moves = one_by_one.map(|(i, j)| format!("move v{i}_{j}: (x, y) -> (x - {i}, y - {j})\n")).concat();
    let expected = table(&moves);
    // A program of its own.
    let mut known = vec![[0u32; 50]; 40];
    for (x, y) in (0..40usize).flat_map(|x| (0..50usize).map(move |y| (x, y))) {
        let options = one_by_one.iter().filter(|(i, j)| *i <= x && *j <= y).map(|(i, j)| known[x - i][y - j]);
        let met: Vec<u32> = options.collect();
        known[x][y] = (0..).find(|value| !met.contains(value)).expect("a value");
    }
    assert_eq!(expected, known.concat());
    let vector = "(x, y) -> (x - i, y - j)";
    for set in ["{(1, 2), (3, 0), (2, 4), (2, 5)}", "{(1, 2), (3, 0), (2, 4..5)}", "M"] {
        assert_eq!(table(&format!("move v(i, j): {vector} where (i, j) in {set}")), expected, "{set}");
    }
    // What no bracket says is excluded as well, and heaps after the move are compared.
    let without = format!("move v(i, j): {vector} where 0 <= i <= 3, 0 <= j <= 5, 1 <= i + j, (i, j) not in M");
    let after = format!("move v(i, j): {vector} where 0 <= i <= 3, 0 <= j <= 5, 1 <= i + j, (x - x', y - y') not in M");
    assert_eq!(table(&without), table(&after));
    assert_ne!(table(&without), expected);
}

/// A move that leaves the least or the greatest of some numbers is the moves that leave each of them.
#[test]
fn extremes_agree() {
    for (text, shape) in [
        (
            "heaps x, y, z\npositions where z <= y <= x\nmove first(k): (x, y, z) -> (k, min(y, k), min(z, k)) where 1 <= k < x\n\
          move second(k): (x, y, z) -> (x, k, min(z, k)) where 0 <= k < y\nmove third(k): (x, y, z) -> (x, y, k) where 0 <= k < z\n",
            vec![9, 9, 9],
        ),
        ("heaps x, y\nmove take(i) symmetric: (x, y) -> (x - i, max(y - i, 0)) where 1 <= i\n", vec![14, 15]),
        (
            "heaps x, y\nmove take(i) symmetric: (x, y) -> (x - i, max(y - i, min(y, i), 1)) where 2 <= i, 1 <= y\n",
            vec![14, 15],
        ),
        (
            "heaps x, y\nregister q in 0..5\nmove take(i): (x, y, q) -> (x - i, y, min(2 * i, 5)) where 1 <= i <= q + 1\nmove one: y -> y - 1\n",
            vec![12, 4],
        ),
    ] {
        let document = checked(text).expect("it is a ruleset");
        agree(&document.ruleset, &Region::Box(shape), text).expect(text);
    }
}
