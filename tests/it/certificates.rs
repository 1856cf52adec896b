//! Certificates: confirmed by the checker, and refused where they are damaged or say something else.
use super::prover::{NIM, YAMA_WYTHOFF, proved};
use super::{checked, ruleset};
use nimdsl::certificate::{Certificate, hash};
use nimdsl::check::Document;
use nimdsl::recheck::{KnownImpossible, recheck, recheck_with};
use serde_json::Value;
use std::sync::atomic::AtomicBool;

pub(crate) fn certificates(name: &str) -> (Document, Vec<Certificate>) {
    let document = ruleset(name);
    let all = proved(&document).into_iter().flat_map(|claim| claim.certificates).collect();
    (document, all)
}

#[test]
fn certificates_are_confirmed_by_other_code() {
    for name in [
        "yama",
        "transfinite_yama",
        "transfinite_triangular",
        "transfinite_wythoff",
        "nim",
        "ab_yama",
        "three_heap_1",
        "moore",
        "wythoff",
        "triangular_subgeometric",
    ] {
        let (document, all) = certificates(name);
        assert!(!all.is_empty());
        for certificate in &all {
            assert_eq!(recheck(certificate, &document), Ok(()), "{name}: {}", certificate.claim);
        }
    }
}

/// A certificate of the one claim, held against a text that says something else of the same game.
pub(crate) fn is_refused(game: &str, claim: &str, other: &str) -> bool {
    let said = |claim: &str| checked(&format!("{game}{claim}")).unwrap_or_else(|faults| panic!("{faults}"));
    let (document, wrong) = (said(claim), said(other));
    let made: Vec<Certificate> = proved(&document).into_iter().flat_map(|claim| claim.certificates).collect();
    assert!(!made.is_empty(), "{claim}");
    made.iter().all(|made| {
        assert_eq!(recheck(made, &document), Ok(()), "{claim}");
        recheck(&Certificate { measure: None, ruleset: hash(&wrong), ..made.clone() }, &wrong).is_err()
    })
}

#[test]
fn a_certificate_does_not_fit_a_claim_that_says_something_else() {
    let moore = "ruleset \"M\"\nheaps h[3]\nmove take(i[A]) for each subset A of h:\n    A -> A - i\n    \
        where size(A) <= 2, 1 <= i\n";
    let right = "claim \"a\": P(h) iff (forall j >= 0: sum(digit(2, j, a) for a in h) = 0 (mod 3))";
    assert!(is_refused(
        moore,
        right,
        "claim \"a\": P(h) iff (forall j >= 0: sum(digit(2, j, a) for a in h) = 0 (mod 2))"
    ));
    assert!(is_refused(
        moore,
        right,
        "claim \"a\": P(h) iff (forall j >= 1: sum(digit(2, j, a) for a in h) = 0 (mod 3))"
    ));
    assert!(is_refused(
        moore,
        right,
        "claim \"a\": P(h) iff (exists j >= 0: sum(digit(2, j, a) for a in h) = 0 (mod 3))"
    ));
    let right = "claim \"a\": P = {(k, k) for k >= 0}";
    assert!(is_refused(NIM, right, "claim \"a\": P = {(k, k) for k >= 0} minus {(9, 9)}"));
    assert!(is_refused(NIM, right, "claim \"a\": P = {(k, k) for k >= 1}"));
    let right = "claim \"a\": P(x, y) iff not (exists k >= 1: x = y + k or y = x + k)";
    assert!(is_refused(NIM, right, "claim \"a\": P(x, y) iff not (exists k >= 2: x = y + k or y = x + k)"));
    assert!(is_refused(NIM, right, "claim \"a\": P(x, y) iff (exists k >= 1: x = y + k or y = x + k)"));
    let right = "claim \"a\": P(x, y) iff x = cases { y if x < 9; y otherwise }";
    assert!(is_refused(NIM, right, "claim \"a\": P(x, y) iff x = cases { y if x < 9; y + 1 otherwise }"));
    assert!(is_refused(NIM, right, "claim \"a\": P(x, y) iff x = cases { y if 9 <= x; y + 1 otherwise }"));
    let wythoff = format!("{NIM}move both(i):\n    (x, y) -> (x - i, y - i)\n    where 1 <= i\n");
    let right = "claim \"a\": P = sym {(floor(k * phi), floor(k * phi) + k) for k >= 0}";
    assert!(is_refused(&wythoff, right, "claim \"a\": P = sym {(floor(k * phi), floor(k * phi) + k) for k >= 1}"));
    assert!(is_refused(&wythoff, right, "claim \"a\": P = sym {(floor(k * phi) + 1, floor(k * phi) + k) for k >= 0}"));
}

/// Every way to change one number, word or list of a value.
pub(crate) fn damaged(value: &Value) -> Vec<Value> {
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
fn damaged_digits_of_a_certificate_are_refused() {
    for (name, step) in [("moore", 1), ("wythoff", 5), ("triangular_subgeometric", 7)] {
        let (document, all) = certificates(name);
        let certificate = all.iter().find(|one| !one.set.is_null()).expect("a certificate");
        let (known, cancel) = (KnownImpossible::default(), AtomicBool::new(false));
        let again = |certificate: &Certificate| recheck_with(&known, &cancel, (certificate, &document));
        assert_eq!([again(certificate), again(certificate)], [Ok(()), Ok(())], "{name}");
        let mut refused = 0;
        for set in damaged(&certificate.set).into_iter().step_by(step) {
            if set["tracks"] != certificate.set["tracks"] {
                continue;
            }
            let other = Certificate { set, ..certificate.clone() };
            let told = recheck(&other, &document);
            assert!(told.is_err(), "{name}");
            // What is known of the true one says nothing of another.
            assert_eq!(again(&other), told, "{name}");
            refused += 1;
        }
        assert!(5 < refused, "{name}: {refused}");
    }
}

#[test]
fn damaged_certificates_are_refused() {
    let (document, all) = certificates("yama");
    let open = checked(&format!(
        "{YAMA_WYTHOFF}claim \"a\" for c >= 0: P(x, y) iff x + y <= 1 or (min(x, y) = 1 and c + 3 <= max(x, y))"
    ));
    let open = open.unwrap_or_else(|faults| panic!("{faults}"));
    let opened: Vec<Certificate> = proved(&open).into_iter().flat_map(|claim| claim.certificates).collect();
    assert_eq!(opened.iter().map(|made| recheck(made, &open)).collect::<Vec<_>>(), [Ok(())]);
    assert_eq!(opened[0].for_all, ["c"]);
    let region = checked(&format!("{NIM}claim \"a\": P = {{(x, y) where x = y}} where x < 8, y < 8"));
    let region = region.unwrap_or_else(|faults| panic!("{faults}"));
    let bounded: Vec<Certificate> = proved(&region).into_iter().flat_map(|claim| claim.certificates).collect();
    assert_eq!(bounded.iter().map(|made| recheck(made, &region)).collect::<Vec<_>>(), [Ok(())]);
    let mut refused = 0;
    let all: Vec<Certificate> = all.into_iter().filter(|one| !one.set.is_null()).collect();
    let whole = all.iter().map(|one| (one, &document));
    let whole = whole.chain(opened.iter().map(|one| (one, &open))).chain(bounded.iter().map(|one| (one, &region)));
    for (certificate, document) in whole {
        let whole = serde_json::to_value(certificate).expect("JSON");
        for other in damaged(&whole) {
            let Ok(read) = serde_json::from_value::<Certificate>(other.clone()) else {
                refused += 1;
                continue;
            };
            // The program is for people, and names of tracks mean nothing as long as they ascend.
            let mut same = read.clone();
            same.program.clone_from(&certificate.program);
            // Those of older programs tell no measure.
            same.measure = same.measure.or_else(|| certificate.measure.clone());
            same.set["tracks"] = certificate.set["tracks"].clone();
            if same == *certificate {
                continue;
            }
            assert!(recheck(&read, document).is_err(), "{other}");
            refused += 1;
        }
    }
    assert!(300 < refused, "{refused}");
    // Another set with a sound automaton is refused for what it says.
    let [first, .., last] = all.as_slice() else { panic!("certificates") };
    let forged = Certificate { set: last.set.clone(), ..first.clone() };
    assert!(recheck(&forged, &document).is_err());
    let (other, _) = certificates("triangular_subgeometric_as_printed");
    assert!(recheck(first, &other).is_err());
}
