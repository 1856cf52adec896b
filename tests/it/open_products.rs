//! Values that claims give by products with open parameters, and quotients by them: proved for all parameters with certificates that are
//! confirmed, never where they are false, and refused where a number of them is another one.
use super::{checked, ruleset};
use nimdsl::certificate::{Certificate, CertificateKind, hash};
use nimdsl::check::Document;
use nimdsl::engine::Context;
use nimdsl::prover::Verdict;
use nimdsl::prover::ask::claims::{Prover, Request};
use nimdsl::recheck::recheck;
use serde_json::Value;
use std::sync::OnceLock;

/// A game whose values multiply a heap by one parameter and divide another by it.
const RULES: &str = "ruleset \"T\"\nparam p = 2 where p >= 1\nparam q = 3 where q >= 1\nheaps x, y\n\
    move step(i, j): (x, y) -> (x - i, y - j) where 0 <= i < p, 0 <= j < q, 1 <= i + j\n\
    positions where x < p\n";
/// Its values.
const VALUES: &str = "cases { x + y if x + y < x * q; x * q + (x + y) mod q otherwise }";

/// Values that are false, some of them at large parameters or positions only.
const FALSE_VALUES: [(&str, &str); 7] = [
    ("x + y < x * q", "x + y < x * q - 1"),
    ("x * q +", "x * q + 1 +"),
    ("(x + y) mod q", "(x + y + 1) mod q"),
    ("mod q", "mod (q + 1)"),
    ("x * q + (x", "x * p + (x"),
    ("cases {", "cases { 0 if x = 900 and q = 70;"),
    ("cases {", "cases { 0 if y = 1000 * q and p = 40;"),
];
/// Claims that do not hold of these values.
const FALSE: [&str; 7] = [
    "grundy(x, y + q) = grundy(x, y)",
    "grundy(x, y + q) = grundy(x, y) where x * (q - 1) <= y + 1",
    "grundy(x, y) < x * q + q - 1",
    "grundy(x, y) <= x + y - 1",
    "grundy(x, y) = x * q + (x + y) mod q where x * (q - 1) <= y + 1",
    "x * q <= grundy(x, y)",
    "grundy(x, y) != 12345",
];
/// And some that do.
const TRUE: [&str; 3] =
    ["grundy(x, y + q) = grundy(x, y) where x * (q - 1) <= y", "grundy(x, y) <= x + y", "grundy(x, y) < x * q + q"];

fn proved(document: &Document, name: &str) -> (Verdict, Option<Certificate>) {
    let context = Context::default();
    let prover = Prover::new(document, &context);
    let claim = document.claims().find(|claim| claim.name == name).expect("a claim of the file");
    let proved = prover.prove(claim, &Request::default()).expect("a sound claim");
    (proved.judged.verdict, proved.certificates.into_iter().next())
}

fn file(values: &str, more: &str) -> Document {
    let head = "for p >= 1, q >= 1";
    let more = if more.is_empty() { String::new() } else { format!("claim \"b\" {head}: {more}\n") };
    let text = format!("{RULES}claim \"a\" {head}: grundy(x, y) = {values}\n{more}");
    checked(&text).unwrap_or_else(|faults| panic!("{values} {more}: {faults}"))
}

/// A certificate of the values, made once.
fn of_values() -> &'static Certificate {
    static MADE: OnceLock<Certificate> = OnceLock::new();
    MADE.get_or_init(|| {
        let document = file(VALUES, "");
        let (verdict, made) = proved(&document, "a");
        assert!(matches!(verdict, Verdict::Proved(_)), "{verdict:?}");
        let made = made.expect("a certificate");
        assert_eq!((made.kind, made.for_all.len()), (CertificateKind::Products, 2));
        assert_eq!(recheck(&made, &document), Ok(()));
        made
    })
}

/// SRT, Theorem 5.1, and what it follows from.
#[test]
fn values_of_rectangular_nim_are_proved_for_all_parameters() {
    let document = ruleset("rectangular");
    for name in ["Theorem 5.1", "the first p rows"] {
        let (_, made) = proved(&document, name);
        let made = made.unwrap_or_else(|| panic!("{name} is not proved"));
        assert_eq!((made.kind, made.for_all.len()), (CertificateKind::Products, 2), "{name}");
        assert_eq!(recheck(&made, &document), Ok(()), "{name}");
    }
}

#[test]
fn what_follows_for_all_parameters_is_confirmed_and_nothing_else() {
    for (claims, holds) in [(FALSE.as_slice(), false), (TRUE.as_slice(), true)] {
        for claim in claims {
            let document = file(VALUES, claim);
            let forged =
                Certificate { measure: None, ruleset: hash(&document), claim: "b".to_owned(), ..of_values().clone() };
            assert_eq!(recheck(&forged, &document).is_ok(), holds, "{claim}");
        }
    }
}

#[test]
fn false_values_are_not_confirmed_for_all_parameters() {
    for (from, to) in FALSE_VALUES {
        let values = VALUES.replacen(from, to, 1);
        assert_ne!(values, VALUES, "{from}");
        let wrong = file(&values, "");
        assert!(
            recheck(&Certificate { measure: None, ruleset: hash(&wrong), ..of_values().clone() }, &wrong).is_err(),
            "{to}"
        );
    }
}

/// All values that differ from this one in one number.
fn changed(value: &Value) -> Vec<Value> {
    match value {
        Value::Number(number) => {
            number.as_i64().into_iter().flat_map(|one| [one - 1, one + 1]).map(Value::from).collect()
        }
        Value::Array(parts) => {
            let other = |at: usize, one: Value| {
                let mut parts = parts.clone();
                parts[at] = one;
                Value::Array(parts)
            };
            let all = parts.iter().enumerate();
            all.flat_map(|(at, part)| changed(part).into_iter().map(move |one| (at, one)))
                .map(|(at, one)| other(at, one))
                .collect()
        }
        Value::Object(parts) => {
            let all = parts.iter().flat_map(|(name, part)| changed(part).into_iter().map(move |one| (name, one)));
            let other = |(name, one): (&String, Value)| {
                let mut parts = parts.clone();
                parts.insert(name.clone(), one);
                Value::Object(parts)
            };
            all.map(other).collect()
        }
        _ => Vec::new(),
    }
}

/// With another number in it an option has another value, or cannot be reached, or is for too few positions.
#[test]
fn certificates_with_another_number_are_refused() {
    let document = file(VALUES, "");
    let whole = serde_json::to_value(&of_values().products).expect("JSON");
    let others = changed(&whole);
    assert!(30 < others.len(), "{}", others.len());
    let mut confirmed = Vec::new();
    for other in others {
        let read = serde_json::from_value::<Option<Vec<_>>>(other.clone());
        if read.is_ok_and(|products| recheck(&Certificate { products, ..of_values().clone() }, &document).is_ok()) {
            confirmed.push(other.to_string());
        }
    }
    // These name other options, or the same for fewer positions and another for the rest: they prove the same.
    assert!(confirmed.len() <= 2, "{confirmed:#?}");
}

/// A number that is made of one before it, and so on: what is too long is refused, and nothing overflows.
#[test]
fn long_chains_of_numbers_are_refused() {
    let document = file(VALUES, "");
    let mut whole = serde_json::to_value(&of_values().products).expect("JSON");
    let sum = |name: String| serde_json::json!({"of": {name: 1}, "constant": 0});
    let numbers: Vec<Value> = (0..200_000)
        .map(|at| {
            let before = if at == 0 { "x".to_owned() } else { format!("n{}", at - 1) };
            serde_json::json!({"name": format!("n{at}"), "made": "quotient", "of": [sum(before), sum("x".to_owned())]})
        })
        .collect();
    let way = &mut whole[0]["ways"][0];
    way["numbers"] = Value::Array(numbers);
    way["given"] = serde_json::json!([sum("n199999".to_owned())]);
    let products = serde_json::from_value(whole).expect("it is in form");
    let refused = recheck(&Certificate { products, ..of_values().clone() }, &document);
    assert!(refused.is_err_and(|why| why.to_string().contains("so many options")));
}
