//! Numerations of quadratic units: multiples of roots as the prover and the checker read them, and Fraenkel's games proved, solved and
//! refuted; with certificates that say how numbers are written and nothing else, and with forged ones.
use super::checked;
use super::prover::proved;
use nimdsl::automata::{Numeration, RootFloor};
use nimdsl::certificate::{Certificate, hash};
use nimdsl::check::Settings;
use nimdsl::engine::Context;
use nimdsl::prover::Verdict;
use nimdsl::prover::ask::solve::solve;
use nimdsl::recheck::recheck;
use nimdsl::value::Play;
use proptest::prelude::*;
use serde_json::{Value, json};

const HEAP: &str = "ruleset \"H\"\nheaps x\nmove t(i): x -> x - i where 1 <= i\n";

/// The roots of numbers, in numerations that know them.
fn known() -> Vec<(i64, Value)> {
    let metallic = [(2, 2), (8, 2), (13, 3), (5, 4), (10, 6), (50, 2)];
    let chebyshev = [(5, 3), (3, 4), (12, 4), (27, 4), (21, 5), (2, 6), (6, 10)];
    let metallic = metallic.into_iter().map(|(number, factor)| (number, json!({"Metallic": factor})));
    let chebyshev = chebyshev.into_iter().map(|(number, factor)| (number, json!({"Chebyshev": factor})));
    metallic.chain(chebyshev).chain([(5, json!("Zeckendorf"))]).collect()
}

/// A term in x and the root of D, and its value for D and x.
type RootTerm = (&'static str, fn(i128, i128) -> i128);

/// floor(q * sqrt(d) * n + p) over r, for a natural n.
fn floored(p: i128, q: i128, d: i128, n: i128, r: i128) -> i128 {
    let root = (q * q * d * n * n).isqrt();
    let root = if 0 <= q || n == 0 { root } else { -root - 1 };
    (p + root).div_euclid(r)
}

const TERMS: [RootTerm; 8] = [
    ("floor(sqrt(D) * x)", |d, n| floored(0, 1, d, n, 1)),
    ("floor((sqrt(D) + 1) * x / 2)", |d, n| floored(n, 1, d, n, 2)),
    ("floor((3 * sqrt(D) - 1) * x / 4)", |d, n| floored(-n, 3, d, n, 4)),
    ("floor((2 - sqrt(D)) * x)", |d, n| floored(2 * n, -1, d, n, 1)),
    ("ceil(sqrt(D) * x)", |d, n| -floored(0, -1, d, n, 1)),
    ("floor(x / sqrt(D))", |d, n| floored(0, 1, d, n, d)),
    ("floor(sqrt(D) * (x + 1 / 3))", |d, n| floored(0, 1, d, 3 * n + 1, 3)),
    ("floor(sqrt(D * x * x)) - x", |d, n| floored(0, 1, d, n, 1) - n),
];

/// The place of the term among them whose automata are the largest.
const DIVIDED: usize = 2;

/// Values of a term at a few numbers from a first one on, with `slip` added to one of them.
fn claim(term: &RootTerm, d: i64, first: i64, slip: i128) -> String {
    let at = |n: i64| (term.1)(i128::from(d), i128::from(n)) + if n == first + 2 { slip } else { 0 };
    let cases: Vec<String> = (first..first + 4).map(|n| format!("{} if x = {n}", at(n))).collect();
    let term = term.0.replace('D', &d.to_string());
    format!("claim \"c\": {term} = cases {{ {}; 0 otherwise }} where {first} <= x < {}\n", cases.join("; "), first + 4)
}

/// What the checker says of the claim "c", where numbers are written so.
fn said(text: &str, numeration: &Value) -> String {
    let document = checked(text).unwrap_or_else(|faults| panic!("{text}: {faults}"));
    let certificate = json!({
        "schema": 1, "program": "", "ruleset": hash(&document), "claim": "c", "claim_kind": "claim", "parameters": {},
        "play": "normal", "kind": "statement", "lookups": {"numeration": numeration, "known": []},
    });
    let told = recheck(&serde_json::from_value(certificate).expect("a certificate"), &document);
    told.err().map_or_else(|| "confirmed".to_owned(), |why| why.to_string())
}

#[test]
fn multiples_of_roots_are_what_integers_say() {
    for (d, numeration) in known() {
        for (at, term) in TERMS.iter().enumerate() {
            let told = |first: i64, slip: i128| said(&format!("{HEAP}{}", claim(term, d, first, slip)), &numeration);
            let about = format!("{numeration}: {} for {d}", term.0);
            // Multiples of a root divided by four are large where there are many digits; what is too large is never confirmed.
            let may_give_up = at == DIVIDED;
            let gave_up = |told: &str| may_give_up && told == "it was not checked within a hundred million nodes";
            for first in [0, 60] {
                let told = told(first, 0);
                assert!(told == "confirmed" || gave_up(&told), "{about}: {told}");
            }
            let told = told(60, if at % 2 == 0 { 1 } else { -1 });
            assert!(told.contains("does not follow") || gave_up(&told), "{about}: {told}");
        }
    }
}

#[test]
fn the_prover_reads_roots_as_the_checker_does() {
    for (d, slip) in [(2, 0), (3, 0), (13, 0), (2, 1), (3, -1)] {
        for (_, term) in TERMS.iter().enumerate().filter(|(at, _)| *at != DIVIDED) {
            let text = format!("{HEAP}{}", claim(term, d, 60, slip));
            let document = checked(&text).unwrap_or_else(|faults| panic!("{faults}"));
            let one = proved(&document).pop().expect("a claim");
            if slip != 0 {
                let Verdict::Refuted { position, .. } = one.judged.verdict else { panic!("{text}") };
                assert_eq!(position, Some(vec![62]), "{text}");
                continue;
            }
            assert!(matches!(one.verdict, Verdict::Proved(_)), "{text}: {:?}", one.verdict);
            assert!(!one.certificates.is_empty(), "{text}");
            for certificate in &one.certificates {
                assert_eq!(recheck(certificate, &document), Ok(()), "{text}");
            }
        }
    }
}

#[test]
fn roots_that_no_numeration_knows_are_told() {
    for (claim, expected) in [
        ("floor(sqrt(46) * x) <= 7 * x", "no numeration that is there knows the multiples of sqrt(46)"),
        (
            "floor(sqrt(2) * x) <= 2 * x and floor(sqrt(13) * x) <= 4 * x or x = 3",
            "multiples of sqrt(2) and multiples of sqrt(13) have no automata in one and the same numeration",
        ),
        ("x xor 1 <= 1 + floor(sqrt(3) * x)", "have no automata in one and the same numeration"),
    ] {
        let document = checked(&format!("{HEAP}claim \"c\": {claim}\n")).unwrap_or_else(|faults| panic!("{faults}"));
        let one = proved(&document).pop().expect("a claim");
        let Verdict::Open(why) = &one.verdict else { panic!("{claim}: {:?}", one.verdict) };
        let why = why.to_string();
        assert!(why.contains(expected), "{why}");
    }
}

const TWO: &str = "ruleset \"H\"\nheaps x, y\nmove t(i) symmetric: x -> x - i where 1 <= i\n";

/// Comparisons with roots are the same as those of multiples that are rounded down, and not those of others.
#[test]
fn comparisons_with_roots_are_read_as_they_are() {
    for (d, numeration) in [(2, json!({"Metallic": 2})), (5, json!("Zeckendorf")), (3, json!({"Chebyshev": 4}))] {
        for (claim, expected) in [
            ("y <= sqrt(D) * x iff y <= floor(sqrt(D) * x)", true),
            ("y < sqrt(D) * x iff y <= floor(sqrt(D) * x)", false),
            ("y < sqrt(D) * x iff y <= floor(sqrt(D) * x) and 1 <= x", true),
            ("y - sqrt(D) * x <= 4 iff y - 4 <= floor(sqrt(D) * x)", true),
            ("y - sqrt(D) * x <= 4 iff y - 3 <= floor(sqrt(D) * x)", false),
            ("sqrt(D) * x <= y iff floor(sqrt(D) * x) < y", false),
            ("sqrt(D) * x <= y iff floor(sqrt(D) * x) < y or x + y = 0", true),
            ("|y - sqrt(D) * x| <= 4 implies y <= 3 * x + 4", true),
            ("|y - sqrt(D) * x| <= 4 implies y <= 3 * x + 3", false),
            ("y = sqrt(D) * x iff x = 0 and y = 0", true),
        ] {
            let text = format!("{TWO}claim \"c\": {}\n", claim.replace('D', &d.to_string()));
            let told = said(&text, &numeration);
            assert!(if expected { told == "confirmed" } else { told.contains("does not follow") }, "{text}: {told}");
            let document = checked(&text).unwrap_or_else(|faults| panic!("{faults}"));
            let one = proved(&document).pop().expect("a claim");
            assert_eq!(matches!(one.verdict, Verdict::Proved(_)), expected, "{text}: {:?}", one.verdict);
            assert_eq!(matches!(one.judged.verdict, Verdict::Refuted { .. }), !expected, "{text}: {:?}", one.verdict);
        }
    }
}

/// Wythoff's game with |i - j| < a.
fn game(a: i64) -> String {
    format!(
        "ruleset \"W\"\nheaps x, y\nmove rook(i) symmetric: x -> x - i where 1 <= i\n\
         move bishop(i, j): (x, y) -> (x - i, y - j) where 1 <= i, 1 <= j, |i - j| < {a}\n\
         sequence A(n) = floor(n * (2 - {a} + sqrt({a} * {a} + 4)) / 2)\n"
    )
}

#[test]
fn fraenkels_games_are_proved_and_nearly_true_claims_refused() {
    for a in 2..5 {
        let claims = [
            format!("sym {{(A(n), A(n) + {a} * n) for n >= 0}}"),
            format!("sym {{(A(n), A(n) + {a} * n) for n >= 0}} minus {{(0, 0)}}"),
            format!("sym {{(A(n), A(n) + {a} * n) for n >= 0 where n != 123}}"),
            format!("sym {{(A(n), A(n) + {a} * n + cases {{1 if n = 99; 0 otherwise}}) for n >= 0}}"),
            format!("sym {{(A(n), A(n) + {} * n) for n >= 0}}", a + 1),
            format!("{{(A(n), A(n) + {a} * n) for n >= 0}}"),
        ];
        let said = |set: &str| {
            let text = format!("{}claim \"a\": P = {set}\n", game(a));
            checked(&text).unwrap_or_else(|faults| panic!("{faults}"))
        };
        let document = said(&claims[0]);
        let made: Vec<Certificate> = proved(&document).into_iter().flat_map(|claim| claim.certificates).collect();
        let [made] = made.as_slice() else { panic!("{made:?}") };
        assert_eq!(recheck(made, &document), Ok(()));
        for wrong in &claims[1..] {
            let document = said(wrong);
            let forged = Certificate { measure: None, ruleset: hash(&document), ..made.clone() };
            let told = recheck(&forged, &document).expect_err(wrong).to_string();
            assert!(told.contains("set of the certificate") || told.contains("certificate's set"), "{wrong}: {told}");
        }
    }
}

/// In misère play of 2 <= a they are floor(n * alpha + 1 / alpha) (Fraenkel 1984).
#[test]
fn fraenkels_games_are_proved_in_misere_play() {
    let text = format!(
        "{}sequence M(n) = floor(n * sqrt(2) + 1 / sqrt(2))\n\
         claim \"right\" misere: P = sym {{(M(n), M(n) + 2 * n + 1) for n >= 0}}\n\
         claim \"wrong\" misere: P = sym {{(M(n), M(n) + 2 * n + 1) for n >= 0 where n != 50}}\n",
        game(2)
    );
    let document = checked(&text).unwrap_or_else(|faults| panic!("{faults}"));
    let all = proved(&document);
    assert!(matches!(all[0].verdict, Verdict::Proved(_)), "{:?}", all[0].verdict);
    assert!(!all[0].certificates.is_empty());
    for certificate in &all[0].certificates {
        assert_eq!(recheck(certificate, &document), Ok(()));
        let wrong = Certificate { claim: "wrong".to_owned(), ..certificate.clone() };
        assert!(recheck(&wrong, &document).is_err());
    }
    assert!(matches!(all[1].judged.verdict, Verdict::Refuted { .. }), "{:?}", all[1].verdict);
}

#[test]
fn fraenkels_games_are_solved_and_named() {
    for (a, slope) in [(2, "sqrt(2)"), (3, "(sqrt(13) - 1) / 2"), (4, "(sqrt(5) - 1)")] {
        let text = game(a);
        let document = checked(&text).unwrap_or_else(|faults| panic!("{faults}"));
        let ruleset = document.at(&Settings::new()).expect("a ruleset");
        let solved = solve(&document, &ruleset, Play::Normal, &Context::default());
        let name = solved.expect("it is solved").formula.expect("it has a name").to_string();
        let expected = format!("sym {{(floor(n * {slope}), floor(n * {slope}) + {a} * n) for n >= 0}}");
        assert_eq!(name, expected);
        assert!(checked(&format!("{text}claim \"c\": P = {name}\n")).is_ok());
    }
}

#[test]
fn numerations_are_not_taken_for_each_other() {
    let text = format!("{}claim \"a\": P = sym {{(A(n), A(n) + 2 * n) for n >= 0}}\n", game(2));
    let document = checked(&text).unwrap_or_else(|faults| panic!("{faults}"));
    let all: Vec<Certificate> = proved(&document).into_iter().flat_map(|claim| claim.certificates).collect();
    let [made] = all.as_slice() else { panic!("{all:?}") };
    assert_eq!(made.set["numeration"], json!({"Metallic": 2}));
    for (numeration, expected) in [
        (json!({"Metallic": 2}), ""),
        (json!({"Metallic": 0}), "0 is not a factor of a metallic numeration"),
        (json!({"Metallic": 1}), "1 is not a factor of a metallic numeration"),
        (json!({"Metallic": 129}), "129 is not a factor of a metallic numeration"),
        (json!({"Metallic": u32::MAX}), "4294967295 is not a factor of a metallic numeration"),
        (json!({"Chebyshev": 2}), "2 is not a factor of Chebyshev's numerations"),
        (json!({"Metallic": -1}), "the automaton is damaged"),
        (json!({"Metallic": 3}), "an edge of the automaton leads nowhere"),
        // These have as many digits, and their words mean other numbers.
        (json!({"Chebyshev": 3}), "this root is not checked"),
        (json!({"Base": 3}), "this root is not checked"),
    ] {
        let mut forged = made.clone();
        forged.set["numeration"] = numeration;
        let told = recheck(&forged, &document).err().map_or_else(String::new, |why| why.to_string());
        assert!(told.contains(expected) && told.is_empty() == expected.is_empty(), "{told}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn every_word_that_is_valid_is_a_number_and_no_two_are_the_same(factor in 3..40u32, value in 0..1_000_000_000_000u128) {
        for numeration in [Numeration::metallic(factor), Numeration::chebyshev(factor)].into_iter().flatten() {
            let word = numeration.digits_of(value);
            prop_assert_eq!(numeration.value_of(&word), Some(value));
            // One more is the next word in the order of words of one length.
            let longer = numeration.digits_of(value + 1);
            prop_assert!(word.len() < longer.len() || word < longer);
            let text = serde_json::to_string(&numeration).expect("data");
            prop_assert_eq!(serde_json::from_str::<Numeration>(&text).expect("a numeration"), numeration);
        }
    }

    #[test]
    fn roots_are_what_integers_say(number in 2..2_000i64, t in 0..1_000_000i128) {
        if let Some(RootFloor { numeration, slopes, ones, divisor }) = RootFloor::of(number) {
            let digits = i128::from(numeration.digits());
            let (add, below) = match numeration {
                Numeration::Chebyshev(_) => (digits, digits * digits - 4),
                _ => (3 - digits, (digits - 1) * (digits - 1) + 4),
            };
            let times = i128::from(slopes) * t;
            let slope = (add * times + (below * times * times).isqrt()).div_euclid(2);
            let root = (slope + i128::from(ones) * t).div_euclid(i128::from(divisor.get()));
            prop_assert_eq!(root, (i128::from(number) * t * t).isqrt());
        }
    }
}
