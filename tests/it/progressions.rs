//! Certificates of sets that are made of the powers of an open parameter: made and confirmed; refused for claims that are nearly the same and
//! false, whatever certificate is forged for them.
use super::prover::proved;
use super::{checked, ruleset};
use nimdsl::certificate::{Certificate, CertificateKind, hash};
use nimdsl::check::{Document, Settings};
use nimdsl::recheck::recheck;
use serde_json::{Value, json};

const POWERS: &str = "P = sym {(0, 0), (0, 1)} union sym {(d^k, d^(k + 1)) for k >= 0}";
const TWIST: &str = "i <= d * j - 2, j <= d * i - 2";

/// Triangular Nim with a twist, and one claim.
fn text(conditions: &str, head: &str, claim: &str) -> String {
    format!(
        "ruleset \"G\"\nparam d = 5 where d >= 2\nheaps x, y\n\
         move triangular(i, j) symmetric: (x, y) -> (x - i, y + j) where 2 <= i, 1 <= j < i\n\
         move twist(i, j): (x, y) -> (x - i, y - j) where 1 <= i, 1 <= j, {conditions}\n\
         sequence r(k) = (d^k - 1) / (d - 1)\nsequence s(k) = ((d - 2) * d^k + 1) / (d - 1)\n\
         claim \"a\" for {head}: {claim}\n"
    )
}

fn read(text: &str) -> Document {
    checked(text).unwrap_or_else(|faults| panic!("{text}: {faults}"))
}

/// The certificate for all values of the parameter, if there is one.
fn made(document: &Document) -> Option<Certificate> {
    let all = proved(document);
    let [one] = all.as_slice() else { panic!("one claim") };
    let is_whole = one.limits().is_some_and(|limits| !limits.is_partial);
    let [certificate] = one.certificates.as_slice() else { return None };
    (is_whole && certificate.for_all == ["d"]).then(|| certificate.clone())
}

fn confirmed(conditions: &str, head: &str, claim: &str) -> Certificate {
    let document = read(&text(conditions, head, claim));
    let certificate = made(&document).unwrap_or_else(|| panic!("{claim} is proved"));
    assert_eq!(certificate.kind, CertificateKind::Progression, "{claim}");
    assert_eq!(recheck(&certificate, &document), Ok(()), "{claim}");
    certificate
}

/// The same certificate for another file.
fn moved(certificate: &Certificate, document: &Document) -> Certificate {
    Certificate { measure: None, ruleset: hash(document), ..certificate.clone() }
}

#[test]
fn the_papers_twists_are_proved_for_all_ratios() {
    for (name, count) in [("triangular_geometric", 2), ("triangular_subgeometric", 3)] {
        let document = ruleset(name);
        let mut found = 0;
        for one in proved(&document) {
            assert!(one.limits().is_some_and(|limits| !limits.is_partial), "{name}: {}", one.judged.name);
            for certificate in one.certificates.iter().filter(|one| one.kind == CertificateKind::Progression) {
                assert_eq!(certificate.for_all, ["d"]);
                assert_eq!(recheck(certificate, &document), Ok(()), "{name}: {}", certificate.claim);
                found += 1;
            }
        }
        assert_eq!(found, count, "{name}");
    }
}

#[test]
fn other_twists_are_proved_as_well() {
    // a(k + 1) = d a(k) - 1, and the powers of d^2.
    let less = "P = sym {(0, 0), (0, 1)} union sym {(s(k), s(k + 1)) for k >= 0}";
    confirmed("i <= d * j - 3, j <= d * i - 3", "d >= 4", less);
    let squares = "P = sym {(0, 0), (0, 1)} union sym {((d^2)^k, (d^2)^(k + 1)) for k >= 0}";
    confirmed("i <= d^2 * j - 2, j <= d^2 * i - 2", "d >= 2", squares);
    // A value of the parameter with an element of its own.
    let either = "P(x, y) iff x + y <= 1 or (x = 1 and y = 1 and d = 2) \
                  or (exists k >= 0: min(x, y) = d^k and max(x, y) = d^(k + 1))";
    confirmed(TWIST, "d >= 2", either);
}

/// The certificate, and one that takes a value of the parameter by itself and looks at more powers.
fn variants(certificate: Certificate) -> [Certificate; 2] {
    let mut other = certificate.clone();
    let made = other.progression.as_mut().expect("a progression");
    (made.single, made.reach) = (1, 1);
    [certificate, other]
}

/// Claims near a true one that are false, and certificates of the true one: none is accepted.
#[test]
fn false_claims_near_true_ones_are_refused() {
    let whole = text(TWIST, "d >= 3", POWERS);
    let certificate = confirmed(TWIST, "d >= 3", POWERS);
    let near = variants(certificate);
    for (from, to) in [
        ("for d >= 3", "for d >= 2"),
        ("i <= d * j - 2", "i <= d * j - 1"),
        ("j <= d * i - 2", "j <= d * i - 1"),
        ("j <= d * i - 2", "j <= d * i - 3"),
        ("j <= d * i - 2", "(j <= d * i - 2 or (i = 999 * d and j = d * i))"),
        ("j <= d * i - 2", "j <= d * i - 2, i != d * d * d * d * d"),
        ("j <= d * i - 2", "j <= d * i - 2, (x + y != 5000 or d != 1000)"),
        ("1 <= j < i", "1 <= j < i, (x != 41 or d != 77)"),
        ("1 <= j < i", "1 <= j < i - 1"),
        ("1 <= j < i", "1 <= j < i, (y != 40 or d != 77)"),
        ("(0, 1)}", "(0, 1), (1, 1)}"),
        ("(0, 1)}", "(0, 1), (4096, 4096)}"),
        ("sym {(0, 0), (0, 1)}", "sym {(0, 0)}"),
        ("union sym", "union"),
        ("k >= 0", "k >= 1"),
        ("k >= 0", "k >= 0 where d^k < 1000000"),
        ("(d^k, d^(k + 1))", "(d^k, d^(k + 2))"),
        ("(d^k, d^(k + 1))", "(d^k, d^(k + 1) + 1)"),
        ("(d^k, d^(k + 1))", "(d^k, d^(k + 1) - (d - 3))"),
        ("for k >= 0}", "for k >= 0} minus {(d^7, d^8)}"),
        ("for k >= 0}", "for k >= 0} union {(d^7, d^7)}"),
    ] {
        let other = whole.replacen(from, to, 1);
        assert_ne!(other, whole, "{from}");
        // What cannot be said with an open parameter is no such claim, either.
        let Ok(document) = checked(&other) else { panic!("{other} is read") };
        for one in &near {
            assert!(recheck(&moved(one, &document), &document).is_err(), "{to}: {one:?}");
        }
    }
}

/// What no table shows to be false is not proved.
#[test]
fn a_claim_that_is_false_far_away_is_not_proved() {
    let document = read(&text("i <= d * j - 2, j <= d * i - 2, i + j != 7 * d^6", "d >= 3", POWERS));
    let all = proved(&document);
    assert!(all[0].limits().is_none_or(|limits| limits.is_partial), "{:?}", all[0].judged.verdict);
    assert!(all[0].certificates.iter().all(|certificate| certificate.for_all.is_empty()));
}

/// A certificate by hand for one heap, of which some tokens are taken.
fn by_hand(conditions: &str, set: &str, changed: &[(&str, Value)]) -> Result<(), String> {
    let document = read(&format!(
        "ruleset \"S\"\nparam d = 2 where d >= 2\nheaps x\nmove take(i): x -> x - i where 1 <= i, {conditions}\n\
         claim \"a\" for d >= 2: P = {set}\n"
    ));
    let term =
        |times: &[i64], constant: &[i64], over: &[i64]| json!({"times": times, "constant": constant, "over": over});
    let mut progression = json!({
        "parameter": "any d", "ratio": [2, 1], "single": 0, "degree": 2, "low": 0, "reach": 0,
        "elements": [[term(&[], &[], &[1])], [term(&[1], &[], &[1])]],
        "choices": [{"times": [1], "heaps": [[1]], "constant": []}],
    });
    for (name, value) in changed {
        progression[*name] = value.clone();
    }
    let certificate = json!({
        "schema": 1, "program": "", "ruleset": hash(&document), "claim": "a", "claim_kind": "claim", "parameters": {},
        "for_all": ["d"], "play": "normal", "kind": "progression", "progression": progression,
    });
    let certificate: Certificate = serde_json::from_value(certificate).map_err(|why| format!("not read: {why}"))?;
    recheck(&certificate, &document).map_err(|why| why.to_string())
}

/// Tokens are taken so that what is left is more than one d-th: 0 and the powers have no move to each other.
const MOST: &str = "d * (x - i) > x";
const ALONE: &str = "{(0)} union {(d^k) for k >= 0}";

#[test]
fn forged_progressions_are_refused() {
    // Whoever leaves a power loses: x > d^k may leave d^k if x < d^(k + 1).
    assert_eq!(by_hand(MOST, ALONE, &[]), Ok(()));
    let refused = |conditions: &str, set: &str, changed: &[(&str, Value)]| {
        let said = by_hand(conditions, set, changed);
        assert!(said.is_err(), "{conditions}, {set}, {changed:?}");
        said.unwrap_err()
    };
    let inside = "that move `take` leads nowhere from the set into the set does not follow";
    let outside = "that every position outside of the set has a move into it does not follow";
    // Other games and sets.
    assert_eq!(refused("d * (x - i) >= x", ALONE, &[]), inside);
    assert_eq!(refused("d * (x - i) > x + 1", ALONE, &[]), outside);
    assert_eq!(refused("d * (x - i) > x, i != 7 * d^4", ALONE, &[]), outside);
    assert_eq!(refused("(d * (x - i) > x or i = d^9 - d^5)", ALONE, &[]), inside);
    refused(MOST, "{(d^k) for k >= 0}", &[]);
    refused(MOST, "{(0)} union {(d^k) for k >= 1}", &[]);
    refused(MOST, "{(0)} union {(d^k) for k >= 0} minus {(d^4)}", &[]);
    refused(MOST, "{(0)} union {(d^(2 * k)) for k >= 0}", &[]);
    refused(MOST, "{(0)} union {((d + 1)^k) for k >= 0}", &[]);
    refused(MOST, "{(0)} union {(d^k + k) for k >= 0}", &[]);
    refused(MOST, "{(0)} union {(d^k) for k in 0..9}", &[]);
    refused(MOST, "{(0)} union {(d^k) for k >= 0 where k != 3}", &[]);
    // The ratio, the parameter, and which powers are chosen.
    for (name, value) in [
        ("ratio", json!([3, 1])),
        ("ratio", json!([1, 1])),
        ("ratio", json!([2])),
        ("ratio", json!([2, 1, -1])),
        ("ratio", json!([])),
        ("parameter", json!("d")),
        ("parameter", json!("x")),
        ("elements", json!([])),
        ("elements", json!([[]])),
        ("choices", json!([])),
        ("choices", json!([{"times": [], "heaps": [[1]], "constant": []}])),
        ("choices", json!([{"times": [-1], "heaps": [[1]], "constant": []}])),
        ("choices", json!([{"times": [0, 1], "heaps": [[1]], "constant": []}])),
        ("choices", json!([{"times": [1], "heaps": [[2]], "constant": []}])),
        ("choices", json!([{"times": [1], "heaps": [], "constant": []}])),
        ("single", json!(-1)),
        ("single", json!(i64::MAX)),
        ("degree", json!(1_000)),
        ("low", json!(1)),
        ("low", json!(1_000_000)),
        ("reach", json!(1_000_000)),
        ("ratio", json!([i64::MAX, i64::MAX])),
        ("ratio", json!([2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])),
    ] {
        refused(MOST, ALONE, &[(name, value)]);
    }
    // A divisor that may be 0 or negative, or a quotient that does not come out even, makes no element.
    for over in [json!([]), json!([0, 1]), json!([-1]), json!([2])] {
        let element = json!([[{"times": [1], "constant": [], "over": over}]]);
        refused(MOST, ALONE, &[("elements", element)]);
    }
}

/// Quotients by an open parameter are read where they come out even: at each value of the parameter they say the same.
#[test]
fn quotients_by_the_parameter_that_come_out_even_are_read() {
    let is_read = |sequence: &str| {
        let whole = text(TWIST, "d >= 2", "P = {(0, 0)} union sym {(r(k), r(k + 1)) for k >= 0}");
        let other = whole.replace("r(k) = (d^k - 1) / (d - 1)", &format!("r(k) = {sequence}"));
        assert!(other.contains(sequence), "{sequence}");
        let document = read(&other);
        let claim = document.claims().next().expect("a claim").clone();
        let opened = document.symbolic(&claim, &Settings::new());
        opened.is_some_and(|opened| opened.document.statement(&opened.claim, &opened.document.ruleset).is_ok())
    };
    for even in [
        "(d^k - 1) / (d - 1)",
        "(d^(k + 1) - d) / (d - 1)",
        "((d^2)^k - 1) / (d^2 - 1)",
        "(2 * d^k - 2 + d * (d^k - 1)) / ((d - 1) * (d + 2))",
        "(d * (d + 1)) / (d + 1)",
    ] {
        assert!(is_read(even), "{even}");
    }
    // Not at every index, not for every value, or not at the index at which only the quotient has a value.
    for uneven in [
        "(d^k - 1) / d",
        "(d^k - 2) / (d - 1)",
        "(d^k - k) / (d - 1)",
        "(d^k + 1) / (d + 1)",
        "(d^k - 1) / (d^2 - 1)",
        "(d^k - 2^k) / (d + 2)",
        "d^(k + 1) / d",
        "(d^k * d^k - 1) / (d - 1)",
        "((d^2 - 5 * d + 7) * d^k) / (d^2 - 5 * d + 7)",
    ] {
        assert!(!is_read(uneven), "{uneven}");
    }
}
