//! Claims about values that another claim gives by products, squares and roots: proved with certificates that are confirmed, and never where they
//! are false.
use super::certificates::damaged;
use super::{checked, ruleset};
use nimdsl::certificate::{Certificate, CertificateKind, hash};
use nimdsl::check::Document;
use nimdsl::engine::Context;
use nimdsl::prover::Verdict;
use nimdsl::prover::ask::claims::{Prover, Request};
use nimdsl::recheck::recheck;
use serde_json::Value;
use std::sync::OnceLock;

/// What was unknown as long as a product of two variables was.
const THEOREMS: [&str; 8] = [
    "Theorem 2",
    "Theorem 2, with the congruence",
    "Definition 5",
    "Theorem 3, progressions",
    "Theorem 3, otherwise",
    "Theorem 3, S_g of the proof",
    "KY23, 3.7 (i)",
    "KY23, 3.7 (ii)",
];
const RULES: &str = "ruleset \"T\"\nheaps x, y\nmove triangular(i, j) symmetric:\n    (x, y) -> (x - i, y + j)\n    where 2 <= i <= x, 1 <= j < i\n\
    let triangle(m) = floor(m * (m - 1) / 2)\nlet step(g) = floor((1 + floor(sqrt(8 * g + 1))) / 2)\nsequence a(g, k) = 1 + g + k * step(g)\n";
const VALUES: &str = "cases { 0 if |x - y| <= 1;\
    triangle(|x - y|) + floor((x + y - |x - y|^2 - 2) / 2) mod |x - y| if |x - y|^2 + 2 <= x + y;\
    x + y - 1 otherwise }";

/// False as they stand, each for some change of the values.
const FALSE_VALUES: [(&str, &str); 9] = [
    ("+ 2 <= x", "+ 3 <= x"),
    ("+ 2 <= x", "<= x"),
    ("- 2) / 2)", "- 4) / 2)"),
    ("mod |x - y| if", "mod (|x - y| + 1) if"),
    ("x + y - 1 otherwise", "x + y otherwise"),
    ("x + y - 1 otherwise", "x + y - 1 if x != 12345; 0 otherwise"),
    ("0 if |x - y| <= 1", "0 if |x - y| <= 2"),
    ("0 if", "7 if x = 1000 and y = 2000; 0 if"),
    ("triangle(|x - y|) +", "1 + triangle(|x - y|) +"),
];
/// False claims about these values, or about numbers.
const FALSE: [&str; 19] = [
    "forall g >= 0, k >= 0: grundy(a(g, k) + 1, a(g, k + 1)) = g",
    "forall g >= 0, k >= 0: grundy(a(g, k), a(g, k + 1)) = g and g != 100000",
    "(x, y) not in {(a(g, k), a(g, k + 1)) for g in 0..1000, k >= 0} implies grundy(x, y) = x + y - 1 where x < y",
    "x + y <= |x - y|^2 + 2 implies (x, y) not in {(a(g, k), a(g, k + 1)) for g >= 0, k >= 0} where x + 2 <= y",
    "grundy(x, y) < triangle(|x - y|) + |x - y| - 1 where 2 <= |x - y|",
    "P = {(x, y) where |x - y| <= 1, x != 77777}",
    "grundy(x, y) < (x - y)^2 - 1 where 5 <= |x - y|",
    "grundy(x, x + 2) = 1 + (x + 1) mod 2 where 2 <= x",
    "(y - x)^2 < |x - y| * |x - y| + 1 - floor(x / (y + 77))",
    "forall g >= 0: triangle(step(g)) <= g < triangle(step(g) + 1) - 1",
    "forall g >= 0: step(g) <= 1000",
    "forall k >= 0: k * x <= k * x + k * y - 1",
    "x * y = y * x + 1 where x = 77",
    "x * x <= x * y where x <= y + 1",
    "floor(sqrt(x + 1)) <= floor(sqrt(x))",
    "floor(x / (y + 1)) * (y + 1) = x",
    "x mod (y + 1) < y",
    // It has no value where y = 0.
    "x mod y < y",
    "x^2 + y^2 != 25",
];

fn certificate(document: &Document, name: &str) -> Option<Certificate> {
    let context = Context::default();
    let prover = Prover::new(document, &context);
    let claim = document.claims().find(|claim| claim.name == name).expect("a claim of the file");
    let proved = prover.prove(claim, &Request::default()).expect("a sound claim");
    let is_proved = matches!(proved.verdict, Verdict::Proved(_));
    assert_eq!(is_proved, !proved.certificates.is_empty(), "{name}");
    proved.certificates.into_iter().next()
}

/// A certificate of the values, made once.
fn of_values() -> &'static Certificate {
    static MADE: OnceLock<Certificate> = OnceLock::new();
    MADE.get_or_init(|| {
        let document = checked(&format!("{RULES}claim \"a\": grundy(x, y) = {VALUES}\n")).expect("a ruleset");
        let made = certificate(&document, "a").expect("a proof");
        assert_eq!(recheck(&made, &document), Ok(()));
        made
    })
}

#[test]
fn the_theorems_of_triangular_nim_are_proved_with_products() {
    let document = ruleset("triangular");
    for name in THEOREMS {
        let made = certificate(&document, name).unwrap_or_else(|| panic!("{name} is not proved"));
        assert_eq!(made.kind, CertificateKind::Products, "{name}");
        assert_eq!(recheck(&made, &document), Ok(()), "{name}");
    }
}

/// What speaks of the difference as it is, and not of its absolute value, or of two neighbours.
#[test]
fn squares_of_differences_are_those_of_their_sizes() {
    for claim in [
        "grundy(x, y) <= (x - y)^2",
        "grundy(x, y) < (y - x)^2 where x != y",
        "triangle(|x - y|) <= grundy(x, y) < triangle(|x - y| + 1) where (x - y)^2 + 2 <= x + y, x != y",
        "grundy(x, x + 2) = 1 + x mod 2 where 2 <= x",
        "grundy(x + 3, x) = 3 + (x - 4) mod 3 where 4 <= x",
    ] {
        let text = format!("{RULES}claim \"values\": grundy(x, y) = {VALUES}\nclaim \"a\": {claim}\n");
        let document = checked(&text).expect("a ruleset");
        let made = certificate(&document, "a").unwrap_or_else(|| panic!("{claim} is not proved"));
        assert_eq!(recheck(&made, &document), Ok(()), "{claim}");
    }
}

#[test]
fn false_values_are_not_confirmed() {
    for (from, to) in FALSE_VALUES {
        let values = VALUES.replacen(from, to, 1);
        assert_ne!(values, VALUES, "{from}");
        let wrong = checked(&format!("{RULES}claim \"a\": grundy(x, y) = {values}\n")).expect("a ruleset");
        assert!(
            recheck(&Certificate { measure: None, ruleset: hash(&wrong), ..of_values().clone() }, &wrong).is_err(),
            "{to}"
        );
    }
}

#[test]
fn false_claims_about_values_are_not_confirmed() {
    let values = of_values().products.clone().expect("values").into_iter().map(|mut told| {
        told.claim = "values".to_owned();
        told
    });
    let products = Some(values.collect::<Vec<_>>());
    for claim in FALSE {
        let text = format!("{RULES}claim \"values\": grundy(x, y) = {VALUES}\nclaim \"a\": {claim}\n");
        let wrong = checked(&text).unwrap_or_else(|faults| panic!("{claim}: {faults}"));
        let forged =
            Certificate { measure: None, ruleset: hash(&wrong), products: products.clone(), ..of_values().clone() };
        assert!(recheck(&forged, &wrong).is_err(), "{claim}");
        if !claim.contains("grundy") {
            assert!(recheck(&Certificate { products: Some(Vec::new()), ..forged }, &wrong).is_err(), "{claim}");
        }
    }
}

/// A true claim is not confirmed by a false one about the values.
#[test]
fn values_of_a_false_claim_are_not_used() {
    let text = format!("{RULES}claim \"values\": grundy(x, y) = 0\nclaim \"a\": grundy(x, x) = 0\n");
    let document = checked(&text).expect("a ruleset");
    let mut forged = Certificate { measure: None, ruleset: hash(&document), ..of_values().clone() };
    for told in forged.products.iter_mut().flatten() {
        told.claim = "values".to_owned();
    }
    assert!(recheck(&forged, &document).is_err());
}

#[test]
fn damaged_certificates_of_products_are_refused() {
    let document = checked(&format!("{RULES}claim \"a\": grundy(x, y) = {VALUES}\n")).expect("a ruleset");
    let whole = serde_json::to_value(of_values().products.clone()).expect("JSON");
    let (mut refused, mut same) = (0, 0);
    for other in damaged(&whole).into_iter().step_by(31) {
        let read = serde_json::from_value::<Option<Vec<_>>>(other.clone());
        let confirmed =
            read.is_ok_and(|products| recheck(&Certificate { products, ..of_values().clone() }, &document).is_ok());
        // What is confirmed says the same with other options.
        *(if confirmed { &mut same } else { &mut refused }) += 1;
    }
    assert!(2 < refused && same <= refused, "{refused} {same}");
    let without = serde_json::to_value(of_values()).expect("JSON");
    for name in ["products", "kind"] {
        let mut fewer = without.clone();
        fewer[name] = Value::Null;
        let read = serde_json::from_value::<Certificate>(fewer);
        assert!(read.is_err() || recheck(&read.expect("it was read"), &document).is_err(), "{name}");
    }
}
