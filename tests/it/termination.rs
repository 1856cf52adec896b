//! Play that ends, and play of which only the author says so: games are accepted as papers print them, and two claims that
//! contradict each other are never both proved.
use crate::checked;
use crate::prover::proved;
use nimdsl::certificate::{Certificate, hash};
use nimdsl::check::Document;
use nimdsl::engine::Context;
use nimdsl::prover::ask::claims::Proved;
use nimdsl::prover::ask::solve::solve;
use nimdsl::prover::{Obstacle, Verdict};
use nimdsl::recheck::{play_ends, recheck};
use nimdsl::table::Region;
use nimdsl::value::Play;
use proptest::prelude::*;

/// Games as papers print them, with the values of some positions by hand.
const ACCEPTED: [(&str, &[u32]); 25] = [
    // Euclid (Cole and Davie 1969), until a heap is empty.
    ("heaps x, y\nmove sub(k) symmetric: y -> y - k * x where 1 <= k, 1 <= x <= y", &[]),
    ("heaps x, y\nmove sub(k) symmetric: y -> y - k * x where 1 <= k <= y, 1 <= x", &[]),
    ("heaps x, y\npositions where 1 <= x, 1 <= y\nmove sub(k) symmetric: y -> y - k * x where 1 <= k", &[]),
    (
        "heaps x, y\npositions where 1 <= min(x, y)\nmove sub(k) symmetric: (x, y) -> (x, y - k * x) where 1 <= k, k * x <= y",
        &[],
    ),
    // A product is at least 1 only where both factors are.
    ("heaps x, y\nmove sub(k) symmetric: y -> y - k * x where 1 <= k * x <= y", &[]),
    ("heaps x, y, z\nmove sub(k): y -> y - k * x where z + 1 <= k * x", &[]),
    ("heaps x, y\nmove power(k): y -> y - x^k where 1 <= k, 2 <= x", &[]),
    ("heaps x, y\nmove sub(k): y -> y - k * (x + 1) where 1 <= k", &[]),
    ("heaps n\nmove square(k): n -> n - k^2 where 1 <= k, k * k <= n", &[0, 1, 0, 1, 2, 0, 1, 0, 1, 2]),
    ("heaps n\nmove square(k): n -> n - k^2 where 1 <= k", &[0, 1, 0, 1, 2, 0, 1, 0, 1, 2]),
    ("heaps n\nmove cube(k): n -> n - k^3 where 1 <= k", &[0, 1, 0, 1, 0, 1, 0, 1, 2, 0]),
    ("heaps n\nmove power(k): n -> n - 2^k where 0 <= k", &[0, 1, 2, 0, 1, 2, 0, 1, 2, 0]),
    (
        "heaps n\nsequence F(k) = F(k - 1) + F(k - 2) from F(1) = 1, F(2) = 2\nmove take(k): n -> n - F(k) where 1 <= k",
        &[0, 1, 2, 3, 0, 1, 2, 3],
    ),
    (
        "heaps n\nsequence F(k) = F(k - 1) + F(k - 2) from F(0) = 0, F(1) = 1\nmove take(k): n -> n - F(k) where 1 <= k",
        &[0, 1, 2, 3, 0, 1, 2, 3],
    ),
    ("heaps n\nmove both(i, j): n -> n - (2 * i + 1) * (j + 1) where 0 <= i, 0 <= j", &[0, 1, 2, 3, 4, 5]),
    // One bit less: the parity of the number of bits (Thue 1906).
    (
        "heaps n\nmove clear(k): n -> n xor 2^k where 0 <= k, 2^k <= n, (n xor 2^k) < n",
        &[0, 1, 1, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 1, 1, 0],
    ),
    // The least number of a list, a quotient that is not 0, cases one by one, and the first multiples of a root.
    ("heaps n\nsequence p = [1, 2, 6, 30]\nmove take(k): n -> n - p(k) where 0 <= k <= 3", &[0, 1, 2, 0, 1, 2, 3]),
    ("heaps n\nmove share(k): n -> n - floor(n / k) where 1 <= k <= n", &[0, 1, 2, 1, 3, 2, 4]),
    ("heaps n\nmove c: n -> cases { floor(n / 2) if n mod 2 = 0; n - 1 otherwise } where 1 <= n", &[0, 1, 0, 1, 1, 0]),
    ("heaps n\nsequence B(k) = floor(k * sqrt(2))\nmove take(k): n -> n - B(k) where 1 <= k <= n", &[0, 1, 2, 0, 1, 2]),
    // A prime is at least 2.
    ("heaps n\nmove take(i): n -> n - i where prime(i)", &[0, 0, 1, 1, 2, 2, 3, 3, 4, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5]),
    // What a condition says of a square or a power is said of what is left; a power of a prime is at least the prime.
    ("heaps n\nmove root(k): n -> k^2 where k^2 < n", &[0, 1, 2, 2, 2, 3]),
    ("heaps n\nmove power(k): n -> 2^k where 0 <= k, 2^k < n", &[0, 0, 1, 2, 2, 3]),
    ("heaps n\nmove take(p, k): n -> n - p^k where prime(p), 1 <= k, p^k <= n", &[0, 0, 1, 1, 2, 2, 3, 3]),
    // Delete Nim: one heap is removed, the other is split.
    (
        "heaps x, y\npositions where 1 <= x, 1 <= y\nmove first: (x, y) -> (x', y') where x' + y' = x\n\
         move second: (x, y) -> (x', y') where x' + y' = y",
        &[],
    ),
];

#[test]
fn games_are_accepted_as_papers_print_them() {
    for (text, values) in ACCEPTED {
        let document = checked(text).unwrap_or_else(|faults| panic!("{text}\n{faults}"));
        assert!(document.ruleset.unproved.is_empty(), "{text}");
        let bound = values.len().max(12) as u64;
        let region = Region::Box(vec![bound; document.ruleset.heaps.len()]);
        let context = Context::default();
        let table =
            nimdsl::engine::grundy(&document.ruleset, &region, &context).unwrap_or_else(|why| panic!("{text}: {why}"));
        let expected: Vec<_> = values.iter().map(|value| Some(*value)).collect();
        assert_eq!(table.layers[0].1.to_vec().get(..values.len()), Some(expected.as_slice()), "{text}");
    }
}

/// Euclid until a heap is empty: somebody wins as the definition says.
#[test]
fn euclid_is_won_as_its_definition_says() {
    let document = checked(ACCEPTED[0].0).unwrap_or_else(|faults| panic!("{faults}"));
    let table =
        nimdsl::engine::grundy(&document.ruleset, &Region::Box(vec![16, 16]), &Context::default()).expect("a table");
    let values = table.layers[0].1.to_vec();
    for x in 0..16 {
        for y in 0..16 {
            assert_eq!(values[x * 16 + y].map(|value| value != 0), Some(euclid(x, y)), "({x}, {y})");
        }
    }
}

fn euclid(x: usize, y: usize) -> bool {
    let (x, y) = (x.min(y), x.max(y));
    x != 0 && (1..=y / x).any(|k| !euclid(x, y - k * x))
}

fn codes(text: &str) -> Vec<&'static str> {
    checked(text).map_or_else(|faults| faults.0.iter().map(|fault| fault.code).collect(), |_| Vec::new())
}

#[test]
fn a_measure_that_does_not_fall_is_refused() {
    for (text, code) in [
        ("heaps x, y\nmeasure x\nmove a(i): x -> x - i where 1 <= i\nmove b: y -> y + 1", "measure-not-lowered"),
        ("heaps x, y\nmeasure y\nmove a(i): x -> x - i where 1 <= i", "measure-not-lowered"),
        ("heaps x, y\nmeasure x\nmove a: x -> x - 1\nmove b: y -> y + 1 where 70000 <= y", "measure-not-lowered"),
        ("param c = 0\nheaps x\nmeasure x\nmove a: x -> x - 1\nmove b: x -> x + 1 where c = 7", "endless-play"),
        ("heaps x\nregister q\nmeasure -q\nmove a: q -> q + 1", "bad-measure"),
        ("heaps x\nregister q\nmeasure x, 2 * x - q\nmove a: q -> q + 1", "bad-measure"),
        ("heaps n\nmove a(k): n -> n - k^2 where 0 <= k", "endless-play"),
        ("heaps x, y\nmove a(k): y -> y - k * x where 0 <= k <= y", "endless-play"),
        ("heaps x, y\nmove a(k): y -> y - k * x where 1 <= k", "unbounded-amount"),
        (
            "heaps n\nsequence F(k) = F(k - 1) - F(k - 2) from F(1) = 1, F(2) = 2\nmove a(k): n -> n - F(k) where 1 <= k <= n",
            "endless-play",
        ),
    ] {
        assert!(codes(text).contains(&code), "{text}\n{:?}", codes(text));
    }
}

/// Moves up and down between two columns far from the origin, which nothing in the text shows: by a congruence.
fn far(modulus: i64, rest: i64, from: i64) -> String {
    format!(
        "heaps x, y\nmeasure x\nmove take(i): x -> x - i where 1 <= i\n\
         move up: y -> y + 1 where {from} <= y, y mod {modulus} = {rest}\n\
         move down: y -> y - 1 where {from} <= y, y mod {modulus} = {}\n",
        rest + 1
    )
}

fn with_claims(game: &str, first: &str, second: &str) -> Document {
    let text = format!("{game}claim \"A\": P(x, y) iff {first}\nclaim \"B\": P(x, y) iff {second}\n");
    checked(&text).unwrap_or_else(|faults| panic!("{text}\n{faults}"))
}

/// The upper, or the lower of the two columns is lost.
fn contradiction(modulus: i64, rest: i64, from: i64) -> (String, String) {
    let cycle = |at: i64| format!("{from} <= y and y mod {modulus} = {at}");
    let (low, high) = (cycle(rest), cycle(rest + 1));
    let claim = |lost: &str| format!("x = 0 and not ({low}) and not ({high}) or x = 0 and ({lost})");
    let other = |won: &str| format!("x = 1 and ({won})");
    (format!("{} or {}", claim(&low), other(&high)), format!("{} or {}", claim(&high), other(&low)))
}

fn is_proved(proved: &Proved) -> bool {
    matches!(proved.verdict, Verdict::Proved(_))
}

#[test]
fn a_measure_that_fails_out_of_sight_proves_nothing() {
    let (first, second) = contradiction(1009, 700, 5000);
    let document = with_claims(&far(1009, 700, 5000), &first, &second);
    assert_eq!(document.ruleset.unproved, [1, 2]);
    assert_eq!(document.ruleset.ending(), "play is taken to end (measure x, not proved for moves `up`, `down`)");
    for proved in proved(&document) {
        let Verdict::Open(Obstacle::Endless(assumption)) = &proved.verdict else { panic!("{:?}", proved.verdict) };
        assert_eq!(assumption.assumed, "moves `up`, `down` decrease x");
        assert!(assumption.why.starts_with("at (0, 5745), move `up` does not decrease x"), "{}", assumption.why);
        assert!(proved.certificates.is_empty());
    }
    let solved = solve(&document, &document.ruleset, Play::Normal, &Context::default());
    assert!(matches!(solved, Err(Obstacle::Endless(_))), "{solved:?}");
}

/// A circle at c = 100 and above spoils the proof for all c, and not those at single values.
#[test]
fn open_parameters_are_no_way_around() {
    let game = "param c = 0\nheaps x\nmeasure x\nmove take(i): x -> x - i where 1 <= i <= 2, x < 300\n\
                move up: x -> x + 1 where x = 300, 100 <= c\nmove down: x -> x - 1 where x = 301, 100 <= c\n";
    let rest = |lost: u32| format!("300 <= x and (c < 100 or x = {lost} or 301 < x)");
    let claim = |name: &str, lost: u32| {
        format!("claim \"{name}\" for c >= 0: P(x) iff x < 300 and x mod 3 = 0 or {}\n", rest(lost))
    };
    let text = format!("{game}{}{}", claim("A", 300), claim("B", 301));
    let document = checked(&text).unwrap_or_else(|faults| panic!("{text}\n{faults}"));
    for proved in proved(&document) {
        assert!(proved.limits().is_some_and(|limits| limits.is_partial && limits.range.is_none()), "{proved:?}");
    }
}

/// A certificate that was made before the moves were added is not confirmed for the game with them.
#[test]
fn recheck_wants_play_to_end() {
    let sound = with_claims("heaps x, y\nmeasure x\nmove take(i): x -> x - i where 1 <= i\n", "x = 0", "x = 1");
    let certificate = proved(&sound)[0].certificates[0].clone();
    assert_eq!(recheck(&certificate, &sound), Ok(()));
    let (first, second) = contradiction(1009, 700, 5000);
    let endless = with_claims(&far(1009, 700, 5000), &first, &second);
    let forged = Certificate { measure: None, ruleset: hash(&endless), ..certificate };
    let why = play_ends(&forged, &endless).expect_err("only the author says so");
    assert!(why.to_string().contains("only the author says that moves `up`, `down` decrease x"), "{why}");
    assert_eq!(recheck(&forged, &endless), Err(why));
}

/// A measure that inequalities do not decide, and automata do, both those of the prover and the graphs of the checker.
#[test]
fn a_measure_that_automata_decide_is_no_assumption() {
    let text = "heaps x\nmeasure x\n\
                move take(i, j): x -> x - (i xor j) where 0 <= i <= x, 0 <= j <= 1, (i + j) mod 2 = 1\n\
                claim \"even\": P(x) iff x mod 2 = 0\n";
    let document = checked(text).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(document.ruleset.unproved, [0]);
    let proved = proved(&document);
    assert!(is_proved(&proved[0]), "{:?}", proved[0].verdict);
    assert_eq!(recheck(&proved[0].certificates[0], &document), Ok(()));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10, failure_persistence: None, ..ProptestConfig::default() })]

    /// Games whose play goes round far from the origin, with a measure that says otherwise.
    #[test]
    fn contradictions_are_never_both_proved(
        modulus in 3i64..40,
        rest in 0i64..20,
        from in 0i64..4_000,
        bounded in any::<bool>(),
    ) {
        let rest = rest % (modulus - 1);
        let (first, second) = contradiction(modulus, rest, from);
        let mut game = far(modulus, rest, from);
        if bounded {
            game = game.replace("where 1 <= i", "where 1 <= i <= 3");
        }
        let text = format!("{game}claim \"A\": P(x, y) iff {first}\nclaim \"B\": P(x, y) iff {second}\n");
        let document = match checked(&text) {
            Ok(document) => document,
            Err(faults) => {
                let known = ["measure-not-lowered", "endless-play"];
                prop_assert!(faults.0.iter().any(|fault| known.contains(&fault.code)), "{text}\n{faults}");
                return Ok(());
            }
        };
        let proved = proved(&document);
        prop_assert!(!proved.iter().all(is_proved), "{text}");
        for certificate in proved.iter().flat_map(|proved| &proved.certificates) {
            prop_assert_eq!(recheck(certificate, &document), Ok(()));
        }
    }
}
