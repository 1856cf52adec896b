//! Claims for all positions: true ones proved, planted false ones refuted at the right place, damaged certificates refused.
use super::{checked, ruleset};
use nimdsl::check::{Document, Settings};
use nimdsl::claim::verify::Expectation;
use nimdsl::engine::Context;
use nimdsl::prover::certificate::Certificate;
use nimdsl::prover::recheck::recheck;
use nimdsl::prover::run::{Proved, Prover, Request};
use nimdsl::prover::solve::solve;
use nimdsl::prover::{Obstacle, Verdict};
use nimdsl::ruleset::ParameterValue;
use nimdsl::value::Play;
use serde_json::Value;

fn proved(document: &Document) -> Vec<Proved> {
    let context = Context::default();
    let prover = Prover::new(document, &context);
    let all = document.claims().map(|claim| prover.prove(claim, &Request::default()).expect("a sound claim"));
    all.collect()
}

/// The only claim of a text.
fn one(text: &str) -> Proved {
    let document = checked(text).unwrap_or_else(|faults| panic!("{faults}"));
    proved(&document).pop().expect("a claim")
}

const TRIANGULAR: &str =
    "ruleset \"T\"\nheaps x, y\nmove t(i, j) symmetric:\n    (x, y) -> (x - i, y + j)\n    where 2 <= i, 1 <= j < i\n";
const NIM: &str = "ruleset \"N\"\nheaps x, y\nmove take(i) symmetric:\n    x -> x - i\n    where 1 <= i\n";

fn refuted_at(text: &str) -> Option<Vec<i64>> {
    match one(text).verdict {
        Verdict::Refuted { position, .. } => position,
        other => panic!("{other:?}"),
    }
}

fn is_proved(text: &str) -> bool {
    matches!(one(text).verdict, Verdict::Proved(_))
}

#[test]
fn files_of_the_project_turn_out_as_they_say() {
    for name in [
        "yama",
        "yama_wythoff",
        "ab_triangular",
        "ab_yama",
        "all_but",
        "subtraction",
        "nim",
        "nim_pass_from_m",
        "ryuo_pass",
        "ryuo_three",
        "ryuo_restricted",
        "suetsugu_fukui",
        "triangular_geometric",
        "triangular_subgeometric",
        "three_heap_1",
        "three_heap_5",
        "transfinite_triangular",
        "transfinite_wythoff",
        "transfinite_yama",
    ] {
        for claim in proved(&ruleset(name)) {
            let shown = format!("{name}: {} {:?}", claim.name, claim.verdict);
            assert_eq!(claim.as_expected, Expectation::Met, "{shown}");
            assert!(!matches!(claim.verdict, Verdict::Open(_)), "{shown}");
        }
    }
}

#[test]
fn p_positions_are_proved_and_false_ones_refuted_at_the_least_position() {
    assert!(is_proved(&format!("{TRIANGULAR}claim \"a\": P = {{(x, y) where |x - y| <= 1}}")));
    let corner = format!("{TRIANGULAR}claim \"a\": P = {{(x, y) where |x - y| <= 1}} minus {{(5, 5)}}");
    assert_eq!(refuted_at(&corner), Some(vec![5, 5]));
    let wider = format!("{TRIANGULAR}claim \"a\": P = {{(x, y) where |x - y| <= 2}}");
    assert_eq!(refuted_at(&wider), Some(vec![0, 2]));
    let misere = format!("{NIM}claim \"a\" misere: P(x, y) iff (x = y and 2 <= x or x + y = 1)");
    assert!(is_proved(&misere));
    assert_eq!(refuted_at(&misere.replace("2 <= x", "3 <= x")), Some(vec![2, 2]));
}

#[test]
fn a_claim_that_is_true_far_beyond_every_table_is_refuted() {
    let text = format!("{NIM}claim \"a\": P(x, y) iff x = y or (x = 70000 and y = 70001)");
    assert_eq!(refuted_at(&text), Some(vec![70_000, 70_001]));
    let text = format!("{NIM}claim \"a\": grundy(x, y) = cases {{ 7 if x = 123456, y = 3; x xor y otherwise }}");
    assert_eq!(refuted_at(&text), Some(vec![123_456, 3]));
    let text = format!("{NIM}claim \"a\": grundy(x, y) <= 3 implies |x - y| <= 3 where x < 1000000 or y != 1000003");
    assert!(is_proved(&text));
    assert_eq!(refuted_at(&text.replace("|x - y| <= 3", "(|x - y| <= 3 and x != 50000)")), Some(vec![50_000, 50_000]));
}

#[test]
fn values_are_proved_by_their_formula() {
    let values = "claim \"a\": grundy(x, y) = x xor y";
    assert!(is_proved(&format!("{NIM}{values}")));
    let wrong = "claim \"a\": grundy(x, y) = x + y where x < 2, y < 2";
    assert_eq!(refuted_at(&format!("{NIM}{wrong}")), Some(vec![1, 1]));
    assert!(is_proved(&format!("{NIM}claim \"a\": grundy(x + 4, y + 4) = grundy(x, y) where x < 4, y < 4")));
    assert!(is_proved(&format!("{NIM}claim \"a\": grundy(x, y) = 3 iff (x xor y) = 3")));
}

#[test]
fn level_sets_are_proved_where_the_values_have_no_automaton() {
    let text = format!("{TRIANGULAR}claim \"a\": grundy(x, y) = 1 iff (x, y) in sym {{(2 * k, 2 * k + 2) for k >= 0}}");
    assert!(is_proved(&text));
    assert_eq!(refuted_at(&text.replace("2 * k + 2)", "2 * k + 3)")), Some(vec![0, 2]));
}

#[test]
fn what_no_automaton_can_say_is_said() {
    let text = format!("{TRIANGULAR}claim \"a\": P = {{(x, y) where x * y <= x * y, |x - y| <= 1}}");
    match one(&text).verdict {
        Verdict::Open(Obstacle::Cannot(why)) => assert!(why.contains("product"), "{why}"),
        other => panic!("{other:?}"),
    }
    let text =
        format!("{NIM}claim \"a\": P(x, y) iff ((x xor y) = 0 and not (exists k >= 0: x = 3^k and y = 3^k + 1))");
    match one(&text).verdict {
        Verdict::Open(why) => assert!(why.to_string().contains("nim-sum"), "{why}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_small_budget_gives_up_in_words() {
    let document = ruleset("ryuo");
    let context = Context { memory: 20_000, ..Context::default() };
    let claim = document.claims().find(|claim| claim.name == "RYU, Theorem 1.2").expect("a claim");
    let done = Prover::new(&document, &context).prove(claim, &Request::default()).expect("a sound claim");
    assert!(matches!(done.verdict, Verdict::Open(Obstacle::Budget(_))), "{:?}", done.verdict);
}

#[test]
fn games_are_solved_without_a_claim() {
    let context = Context::default();
    let found = |name: &str, settings: &[(&str, i64)]| {
        let settings: Settings =
            settings.iter().map(|(name, value)| ((*name).to_owned(), ParameterValue::Number(*value))).collect();
        let document = ruleset(name);
        let ruleset = document.at(&settings).expect("parameters");
        solve(&document, &ruleset, Play::Normal, &context).map(|solved| solved.formula)
    };
    let words = |text: &str| Ok(Some(text.to_owned()));
    assert_eq!(found("triangular", &[]), words("|x - y| <= 1"));
    assert_eq!(found("wythoff", &[]), words("sym {(floor(n * phi), floor(n * phi) + n) for n >= 0}"));
    assert_eq!(
        found("triangular_geometric", &[("d", 3)]),
        words("sym {(3^k, 3^(k + 1)) for k >= 0}, and (0, 0) (0, 1) (1, 0)")
    );
    assert!(matches!(found("triangular_wythoff", &[]), Err(Obstacle::Cannot(_))));
}

fn certificates(name: &str) -> (Document, Vec<Certificate>) {
    let document = ruleset(name);
    let all = proved(&document).into_iter().flat_map(|claim| claim.certificates).collect();
    (document, all)
}

#[test]
fn certificates_are_confirmed_by_other_code() {
    for name in ["yama", "transfinite_yama"] {
        let (document, all) = certificates(name);
        assert!(!all.is_empty());
        for certificate in &all {
            assert_eq!(recheck(certificate, &document), Ok(()), "{name}: {}", certificate.claim);
        }
    }
}

/// Every way to change one number, word or list of a value.
fn damaged(value: &Value) -> Vec<Value> {
    match value {
        Value::Number(number) => {
            let number = number.as_i64().unwrap_or(0);
            vec![Value::from(number + 1), Value::from(number - 1), Value::Null]
        }
        Value::String(text) => vec![Value::from(format!("{text}x")), Value::Null],
        Value::Array(items) => {
            let mut all = Vec::new();
            for (at, item) in items.iter().enumerate() {
                for other in damaged(item) {
                    let mut changed = items.clone();
                    changed[at] = other;
                    all.push(Value::Array(changed));
                }
            }
            if !items.is_empty() {
                all.push(Value::Array(items[1..].to_vec()));
            }
            all
        }
        Value::Object(fields) => {
            let mut all = Vec::new();
            for (name, field) in fields {
                for other in damaged(field) {
                    let mut changed = fields.clone();
                    changed.insert(name.clone(), other);
                    all.push(Value::Object(changed));
                }
                let mut fewer = fields.clone();
                fewer.remove(name);
                all.push(Value::Object(fewer));
            }
            all
        }
        _ => vec![Value::from("damaged")],
    }
}

#[test]
fn damaged_certificates_are_refused() {
    let (document, all) = certificates("yama");
    let mut refused = 0;
    for certificate in &all {
        let whole = serde_json::to_value(certificate).expect("JSON");
        for other in damaged(&whole) {
            let Ok(read) = serde_json::from_value::<Certificate>(other.clone()) else {
                refused += 1;
                continue;
            };
            // The program is for people, and names of tracks mean nothing as long as they ascend.
            let mut same = read.clone();
            same.program.clone_from(&certificate.program);
            same.set["tracks"] = certificate.set["tracks"].clone();
            if same == *certificate {
                continue;
            }
            assert!(recheck(&read, &document).is_err(), "{other}");
            refused += 1;
        }
    }
    assert!(300 < refused, "{refused}");
    // Another set with a sound automaton is refused for what it says.
    let [first, .., last] = all.as_slice() else { panic!("certificates") };
    let forged = Certificate { set: last.set.clone(), ..first.clone() };
    assert!(recheck(&forged, &document).is_err());
    let (other, _) = certificates("triangular_geometric");
    assert!(recheck(first, &other).is_err());
}
