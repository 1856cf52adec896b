//! The checker of certificates reads each word as [`super::words`] works it out: true claims are confirmed and false ones
//! refused, with certificates that say nothing but how numbers are written.
use super::checked;
use super::words::{CONDITIONS, OPEN, QUANTIFIED, TERMS, at, grid, places, truth, values};
use nimdsl::certificate::hash;
use nimdsl::recheck::recheck;
use serde_json::{Value, json};

/// What the checker says of the claim "c" of a text, where numbers are written so.
fn said(text: &str, numeration: &Value) -> Result<(), String> {
    let document = checked(text).unwrap_or_else(|faults| panic!("{text}: {faults}"));
    let certificate = json!({
        "schema": 1, "program": "", "ruleset": hash(&document), "claim": "c", "claim_kind": "claim", "parameters": {},
        "play": "normal", "kind": "statement", "lookups": {"numeration": numeration, "known": []},
    });
    recheck(&serde_json::from_value(certificate).expect("a certificate"), &document).map_err(|why| why.to_string())
}

/// Whether the true claim is confirmed in binary or in Zeckendorf's numeration, where each of the false ones must then be
/// refused. A claim may be one that is not checked; it is never denied.
fn is_told_apart(right: &str, wrong: &[String]) -> bool {
    let mut confirmed = false;
    for numeration in [json!({"Base": 2}), json!("Zeckendorf")] {
        if let Err(why) = said(right, &numeration) {
            assert!(!why.contains("does not follow"), "{why}: {right}");
            continue;
        }
        confirmed = true;
        for wrong in wrong {
            let told = said(wrong, &numeration);
            assert!(told.as_ref().is_err_and(|why| why.contains("does not follow")), "{told:?}: {wrong}");
        }
    }
    confirmed
}

#[test]
fn conditions_are_read_as_they_are() {
    let all = || CONDITIONS.iter().chain(QUANTIFIED).chain(OPEN);
    let confirmed = all().filter(|(condition, of)| {
        let but = |place: (i64, i64)| places(condition, |a, b| of(a, b) != ((a, b) == place));
        is_told_apart(&places(condition, of), &[but((3, 5)), but((4, 0))])
    });
    // The others speak of products, roots, divisors and primes.
    assert_eq!((confirmed.count(), all().count()), (82, 107));
}

#[test]
fn terms_are_read_as_they_are() {
    let confirmed = TERMS.iter().filter(|(term, of)| {
        let wrong = values(term, |a, b| of(a, b) + truth((a, b) == (4, 2)));
        is_told_apart(&values(term, of), &[wrong])
    });
    assert_eq!((confirmed.count(), TERMS.len()), (22, 38));
}

#[test]
fn guards_are_read_as_they_are() {
    let confirmed = CONDITIONS.iter().filter(|(condition, of)| {
        // Two tokens are taken where the condition holds of them and the other heap.
        let game = format!("heaps x, y\nmove a(i): y -> y - i where 1 <= i, {}\n", at(condition, "i", "x"));
        let claim = |but: Option<(i64, i64)>| {
            let inside = grid().filter(|(a, b)| (2 <= *b && of(2, *a)) != (but == Some((*a, *b))));
            let list: String = inside.map(|(a, b)| format!("({a}, {b}), ")).collect();
            let said = "(exists option (u, v) of (x, y): v + 2 = y) iff (x, y) in";
            format!("{game}claim \"c\": {said} {{{list}(9, 9)}} where x <= 6, y <= 6\n")
        };
        is_told_apart(&claim(None), &[claim(Some((3, 5)))])
    });
    assert_eq!((confirmed.count(), CONDITIONS.len()), (45, 56));
}

#[test]
fn registers_below_zero_are_read_as_they_are() {
    let game = "heaps x\nregister r in -2..1\nregister s\nmove a(i): (x; r, s) -> (x - i; r - 1, s + 1) where 1 <= i, x' + r <= 3\n";
    let base = json!({"Base": 2});
    for (claim, holds) in [
        ("-2 <= r and r <= 1 and 0 <= s", true),
        ("-1 <= r", false),
        ("r <= 0", false),
        ("1 <= s", false),
        ("(r + 2) * 3 <= 9", true),
        ("(r + 2) * 3 <= 8", false),
        ("r < 0 implies floor(r / 2) = -1", true),
        ("r < 1 implies floor(r / 2) = -1", false),
        ("(exists option (u, v, w) of (x; r, s): v = -2) iff r = -1 and 1 <= x", true),
        ("(exists option (u, v, w) of (x; r, s): v = -2) iff r = 0 and 1 <= x", false),
        ("(exists option (u, v, w) of (x; r, s): v = -3)", false),
        ("forall option (u, v, w) of (x; r, s): w = s + 1 and v + 1 = r and u < x", true),
        ("forall option (u, v, w) of (x; r, s): u + v <= 2", true),
        ("forall option (u, v, w) of (x; r, s): u + v <= 1", false),
        ("terminal(x; r, s) iff x = 0 or r = -2", true),
        ("terminal(x; r, s) iff x = 0", false),
        ("terminal(x; r, s) iff x = 0 or r <= -1", false),
    ] {
        let said = said(&format!("{game}claim \"c\": {claim}\n"), &base);
        assert_eq!(said.is_ok(), holds, "{claim}: {said:?}");
    }
}

#[test]
fn products_cancel_where_they_do() {
    let claim = |equation: &str| format!("heaps x\nmove take(i): x -> x - i where 1 <= i\nclaim \"c\": {equation}\n");
    for (right, wrong) in [
        ("x * x + 3 * x + 1 = (x + 1) * (x + 2) - 1", "x * x + 3 * x + 1 = (x + 1) * (x + 2) - 2"),
        ("(x + 1)^3 - x^3 = 3 * x * (x + 1) + 1", "(x + 1)^3 - x^3 = 3 * x * (x + 1) + x"),
        ("2 * x * x + x <= (2 * x + 1) * x", "2 * x * x + x + 1 <= (2 * x + 1) * x"),
        ("(x + 4) * x - x^2 != 4 * x + 3", "(x + 4) * x - x^2 != 3 * x + 3"),
        ("x * (x + 1) / 2 + x + 1 = (x + 1) * (x + 2) / 2", "x * (x + 1) / 2 + x = (x + 1) * (x + 2) / 2"),
    ] {
        assert!(is_told_apart(&claim(right), &[claim(wrong)]), "{right}");
    }
}

#[test]
fn what_has_no_value_somewhere_is_no_way_out() {
    let game = "heaps x, y\nmove take(i) symmetric: x -> x - i where 1 <= i\n";
    let told = |claim: &str| said(&format!("{game}claim \"c\": {claim}\n"), &json!({"Base": 2}));
    assert_eq!(told("((x - 3) xor y) >= 0 where 3 <= x"), Ok(()));
    assert_eq!(told("((x - 3) xor (x - 3)) = 0 where 3 <= x"), Ok(()));
    assert_eq!(told("forall k >= 3: ((k - 3) xor x) >= 0"), Ok(()));
    for wrong in [
        "((x - 3) xor y) >= 1 where 3 <= x",
        "((x - 3) xor y) >= 0",
        "((x - 3) xor (x - 4)) = 1 where 4 <= x",
        "((x - 3) xor y) = 5",
        "exists k in 0..2: ((k - 3) xor x) = 5",
        "exists k in 0..3: ((k - 3) xor x) = 5",
        "exists k in 0..2: (x mod k) = 5",
        "not (forall k in 0..2: ((k - 3) xor x) = 5)",
        "forall k in 0..2: ((k - 3) xor x) = 5",
        "forall k >= 0: cases { 1 if k = 3; (k - 5) xor 1 otherwise } = 1",
    ] {
        assert!(told(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn claims_that_the_file_calls_false_have_no_certificates() {
    let game = "heaps x, y\nmove take(i) symmetric: x -> x - i where 1 <= i\n";
    let document = checked(&format!("{game}refuted \"c\": x <= x + y\n")).unwrap_or_else(|faults| panic!("{faults}"));
    let certificate = |kind: &str| {
        let certificate = json!({
            "schema": 1, "program": "", "ruleset": hash(&document), "claim": "c", "claim_kind": kind, "parameters": {},
            "play": "normal", "kind": "statement", "lookups": {"numeration": {"Base": 2}, "known": []},
        });
        recheck(&serde_json::from_value(certificate).expect("a certificate"), &document).map_err(|why| why.to_string())
    };
    assert_eq!(certificate("refuted"), Err("the file says that this claim is false".to_owned()));
    assert_eq!(certificate("claim"), Err("the ruleset has no claim \"c\"".to_owned()));
    assert!(certificate("theorem").is_err());
}

#[test]
fn digits_are_read_at_their_places() {
    let claim =
        |body: &str| format!("heaps x, y\nmove take(i) symmetric: x -> x - i where 1 <= i\nclaim \"c\": {body}\n");
    let told = |body: &str, base: u32| said(&claim(body), &json!({"Base": base}));
    for (base, right, wrong) in [
        (2, "(exists j >= 0: digit(2, j, x) = 1) iff 1 <= x", "(exists j >= 0: digit(2, j, x) = 1) iff 2 <= x"),
        (2, "(forall j >= 1: digit(2, j, x) = 0) iff x <= 1", "(forall j >= 1: digit(2, j, x) = 0) iff x <= 2"),
        (2, "forall j >= 0: digit(2, j, x) <= 1", "forall j >= 0: digit(2, j, x) <= 0"),
        (
            2,
            "(forall j >= 0: digit(2, j, x) = digit(2, j, y)) iff x = y",
            "(forall j >= 0: digit(2, j, x) <= digit(2, j, y)) iff x = y",
        ),
        (
            2,
            "(forall j >= 0: digit(2, j, x) + digit(2, j, y) <= 1) iff (x xor y) = x + y",
            "(forall j >= 0: digit(2, j, x) + digit(2, j, y) <= 1) iff (x xor y) <= x + y",
        ),
        (
            2,
            "(exists j >= 0: digit(2, j, x) = 1 and 2^j = y) implies y <= x",
            "(exists j >= 0: digit(2, j, x) = 0 and 2^j = y) implies y <= x",
        ),
        (
            2,
            "(exists j >= 0: 2^j = x and digit(2, j, x + 1) = 1) implies x != 1",
            "(exists j >= 0: 2^j = x and digit(2, j, x + 1) = 1) implies x = 1",
        ),
        (3, "forall j >= 0: digit(3, j, x) <= 2", "forall j >= 0: digit(3, j, x) <= 1"),
        (
            3,
            "(exists j >= 0: digit(3, j, x) = 2 and 3^j = y) implies 2 * y <= x",
            "(exists j >= 0: digit(3, j, x) = 1 and 3^j = y) implies 2 * y <= x",
        ),
        (
            3,
            "(forall j >= 0: digit(3, j, 2 * x) != 1) implies (x != 2 and x != 5)",
            "(forall j >= 0: digit(3, j, 2 * x) != 1) implies (x != 4 and x != 5)",
        ),
    ] {
        assert_eq!(told(right, base), Ok(()), "{right}");
        let wrong = told(wrong, base);
        assert!(wrong.as_ref().is_err_and(|why| why.contains("does not follow")), "{right}: {wrong:?}");
    }
}
