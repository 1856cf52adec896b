//! Games of one heap with a regular rule f (RNP, Definition 2.1) that has no automaton: products of open parameters, roots. Its two lemmas are
//! proved of them, with certificates; what is no such game, or no such claim, is refused.
use super::checked;
use super::prover::proved;
use nimdsl::certificate::{Certificate, CertificateKind, GameFacts, Knowledge, Lookups, hash};
use nimdsl::check::Document;
use nimdsl::engine::{Context, Question, Values};
use nimdsl::recheck::recheck;
use nimdsl::ruleset::options::Options;
use proptest::prelude::*;
use serde_json::Value;

const FIRST: &str = "grundy(t) = grundy(t - f(t) - 1) where 1 <= t, f(t) = f(t - 1)";
const SECOND: &str = "grundy(t) = f(t) where 1 <= t, f(t - 1) < f(t)";

fn document(rule: &str, moves: &str, claim: &str) -> Document {
    let head = "ruleset \"R\"\nparam a = 1 where a >= 0\nparam b = 2 where b >= 1\nparam c = 0 where c >= 0\nheaps t\n";
    let text = format!("{head}let f(x) = {rule}\n{moves}claim \"a\"{claim}\n");
    checked(&text).unwrap_or_else(|faults| panic!("{text}: {faults}"))
}

const TAKE: &str = "move take(v): t -> t - v where 1 <= v <= f(t)\n";

fn word(document: &Document) -> (String, usize) {
    let all = proved(document);
    for certificate in &all[0].certificates {
        assert_eq!(recheck(certificate, document), Ok(()));
    }
    (all[0].word().to_owned(), all[0].certificates.len())
}

#[test]
fn lemmas_on_regular_rules_are_proved_without_automata() {
    let line = "floor((a * x + c) / b)";
    for (rule, head) in [
        ("floor(sqrt(x))", ""),
        ("floor(sqrt(x + 3)) - 1", ""),
        ("min(floor(sqrt(x)), 5)", ""),
        (line, " for a >= 0, b >= 1, c >= 0 where a <= b and c < b"),
        (line, " for b >= 1, a in 0..b"),
        ("x - floor((a * x + c) / b)", " for a >= 0, b >= 1, c >= 0 where a <= b and c < b"),
    ] {
        for lemma in [FIRST, SECOND] {
            let document = document(rule, TAKE, &format!("{head}: {lemma}"));
            assert_eq!(word(&document), ("proved".to_owned(), 1), "{rule}{head}: {lemma}");
        }
    }
    let grows = ": forall m >= 1: 0 <= f(m) - f(m - 1) and f(m) - f(m - 1) <= 1";
    let head = " for a >= 0, b >= 1, c >= 0 where a <= b";
    assert_eq!(word(&document(line, TAKE, &format!("{head}{grows}"))), ("proved".to_owned(), 1));
    let jumps = word(&document(line, TAKE, &format!(" for a >= 0, b >= 1, c >= 0 where a <= b + 1{grows}")));
    assert_eq!(jumps.1, 0, "{}", jumps.0);
}

/// The certificate that says no more than that the game has a regular rule.
fn forged(document: &Document) -> Certificate {
    let known = vec![GameFacts { game: 0, what: Knowledge::Windows, sets: Vec::new(), passes: Vec::new() }];
    let honest = document_of_lemma();
    Certificate {
        measure: None,
        ruleset: hash(document),
        kind: CertificateKind::Axioms,
        lookups: Some(Lookups { numeration: Value::Null, known }),
        ..proved(&honest)[0].certificates[0].clone()
    }
}

fn document_of_lemma() -> Document {
    document("floor(sqrt(x))", TAKE, &format!(": {SECOND}"))
}

#[test]
fn other_games_and_claims_are_refused() {
    let root = "floor(sqrt(x))";
    assert_eq!(recheck(&forged(&document_of_lemma()), &document_of_lemma()), Ok(()));
    for (rule, moves, claim) in [
        // f(0) is 1; f jumps by two; f falls.
        ("floor((x + 2) / 2)", TAKE, SECOND),
        ("floor(sqrt(5 * x))", TAKE, SECOND),
        ("floor(sqrt(x)) mod 3", TAKE, SECOND),
        // From 2 tokens on, a condition more, a move more, another rule for the least number.
        (root, "move take(v): t -> t - v where 2 <= v <= f(t)\n", SECOND),
        (root, "move take(v): t -> t - v where 1 <= v <= f(t), v != 3\n", SECOND),
        (root, "move take(v): t -> t - v where 1 <= v <= f(t), v <= 4\n", SECOND),
        (root, "move take(v): t -> t - 2 * v where 1 <= v <= f(t)\n", SECOND),
        (root, "move take(v): t -> t - v where 1 <= v <= f(t)\nmove all: t -> 0 where 5 <= t\n", SECOND),
        (root, "positions where t mod 2 = 0 or t <= 20\nmove take(v): t -> t - v where 1 <= v <= f(t)\n", SECOND),
        (root, "move take(v): t -> t - v where 1 <= v <= f(t - v) + 1\n", SECOND),
        // Claims that do not follow.
        (root, TAKE, "grundy(t) = f(t) where 1 <= t, f(t - 1) <= f(t)"),
        (root, TAKE, "grundy(t) = f(t) where 1 <= t, f(t - 1) = f(t)"),
        (root, TAKE, "grundy(t) = grundy(t - f(t)) where 1 <= t, f(t) = f(t - 1)"),
        (root, TAKE, "grundy(t) = grundy(t - f(t) - 1) where 1 <= t"),
        (root, TAKE, "grundy(t) = f(t - 1) where 1 <= t, f(t - 1) < f(t)"),
    ] {
        let document = document(rule, moves, &format!(": {claim}"));
        assert!(recheck(&forged(&document), &document).is_err(), "{rule} {moves} {claim}");
    }
}

/// The values of the heaps below a number, by definition.
fn values(document: &Document, below: i64) -> Vec<u32> {
    let ruleset = &document.ruleset;
    let (options, context) = (Options::new(ruleset).expect("options"), Context::default());
    let shape = [u64::try_from(below).expect("a small number")];
    let mut table = Values::new(ruleset, &options, &shape, Question::Grundy, &context).expect("a table");
    (0..below).map(|heap| table.at(&[heap]).expect("a value")).collect()
}

/// Rules, regular or not, with their first values.
fn rule() -> impl Strategy<Value = (String, Vec<i64>)> {
    let first = |f: &dyn Fn(i64) -> i64| (0..60).map(f).collect::<Vec<i64>>();
    prop_oneof![
        (0_i64..5, 1_i64..5, 0_i64..5).prop_map(move |(a, b, c)| {
            (format!("floor(({a} * x + {c}) / {b})"), first(&|x| (a * x + c).div_euclid(b)))
        }),
        (1_i64..6, 0_i64..5, 0_i64..3).prop_map(move |(a, b, c)| {
            (format!("floor(sqrt({a} * x + {b})) - {c}"), first(&|x| (a * x + b).isqrt() - c))
        }),
        (1_i64..4, 1_i64..9).prop_map(move |(a, b)| {
            (format!("min(floor(sqrt({a} * x)), {b})"), first(&|x| (a * x).isqrt().min(b)))
        }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 80, ..ProptestConfig::default() })]

    /// What is confirmed is true of the first heaps.
    #[test]
    fn what_is_confirmed_holds_on_tables((rule, first) in rule(), is_first in any::<bool>()) {
        let f = |t: i64| first[usize::try_from(t).expect("a natural number")];
        let document = document(&rule, TAKE, &format!(": {}", if is_first { FIRST } else { SECOND }));
        let is_confirmed = recheck(&forged(&document), &document) == Ok(());
        let is_regular = f(0) == 0 && (1..60).all(|t| (0..=1).contains(&(f(t) - f(t - 1))));
        prop_assert!(is_regular || !is_confirmed, "{}", rule);
        if is_confirmed {
            let values = values(&document, 60);
            let at = |heap: i64| i64::from(values[usize::try_from(heap).expect("a natural number")]);
            for t in 1..60 {
                if is_first && f(t) == f(t - 1) {
                    prop_assert_eq!(at(t), at(t - f(t) - 1), "{} {}", rule, t);
                } else if !is_first && f(t - 1) < f(t) {
                    prop_assert_eq!(at(t), f(t), "{} {}", rule, t);
                }
            }
        }
    }
}
