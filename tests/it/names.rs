//! Names in claims: functions, conditions, sets and sequences of the file, parameters of the head, and arrays in brackets.
use super::claims::verdict_of;
use super::random::Texts;
use nimdsl::check::{check, rules};
use nimdsl::claim::Verdict;
use nimdsl::ruleset::ParameterValue;
use nimdsl::source::Source;

const RULES: &str = "param S = {1, 3..4}\nparam c = 2 where c >= 1\nheaps x\nlet small(m) = m <= 2\n\
    let near(m, n) = |m - n| <= 1\nlet pairs(d) = {(k * d) for k >= 0}\nlet odd = {(2 * k + 1) for k >= 0}\n\
    let twice(m) = 2 * m\nsequence s(k) = k * k\nmove take(i): x -> x - i where 1 <= i <= c\n";

#[test]
fn names_stand_for_what_they_are_defined_as() {
    for (claim, at) in [
        ("small(x) iff x <= 2", None),
        ("small(x) iff x <= 3", Some(3)),
        ("near(x, 3) iff x in {2..4}", None),
        ("near(3, x + 1) iff x in {2..4}", Some(1)),
        ("(exists k in S: k = x) iff (x = 1 or x = 3 or x = 4)", None),
        ("(exists k in S: k = x) iff (x = 1 or x = 4)", Some(3)),
        ("(exists k in {2, 7..8}: k = x) iff (x = 2 or x = 7 or x = 8)", None),
        ("(exists k in {2, 7..8}: k = x) iff (x = 7 or x = 8)", Some(2)),
        ("(x) in odd iff x mod 2 = 1", None),
        ("(x) in odd iff x mod 4 = 1", Some(3)),
        ("(x) in pairs(3) iff x mod 3 = 0", None),
        ("(x) in pairs(c) iff x mod 3 = 0", Some(2)),
        ("cases { x <= 5 if small(x); 3 <= x otherwise }", None),
        ("cases { x <= 1 if small(x); 3 <= x otherwise }", Some(2)),
        ("cases { x <= 5 if small(x); 4 <= x otherwise }", Some(3)),
        ("P = pairs(c + 1)", None),
        ("P = pairs(twice(c) - 1)", None),
        ("P = pairs(twice(c))", Some(3)),
        ("(exists k >= 0: s(k) = x) iff x in {0, 1, 4, 9}", None),
        ("(exists k >= 0: s(k) = twice(x)) iff x in {0, 2, 8}", None),
        ("(exists k >= 0: s(k) = twice(x)) iff x in {0, 2}", Some(8)),
    ] {
        match (verdict_of(&format!("{RULES}claim \"c\": {claim}\n"), 10).verdict, at) {
            (Verdict::Holds { .. }, None) => {}
            (Verdict::Refuted { position: Some(position), .. }, Some(at)) => assert_eq!(position, [at], "{claim}"),
            (other, _) => panic!("{claim}: {other:?}"),
        }
    }
}

#[test]
fn heads_bind_the_values_that_they_name() {
    // How many choices there are, and at which the claim is false.
    for (head, wrong, count, first) in [
        ("for c in S", "c = 3", 3, 3),
        ("for c in {1, 2..3}", "c = 2", 3, 2),
        ("for c in {1, 2..3}", "c = 3", 3, 3),
        ("for c in 1..5 where c != 2, c < 5", "c = 4", 3, 4),
        ("for c in {5, 7}", "5 < c", 2, 7),
        ("for c = 6", "c = 6", 1, 6),
        ("for c >= 4", "5 <= c", 5, 5),
        ("for c > 4", "6 <= c", 5, 6),
    ] {
        let claim = |set: &str| verdict_of(&format!("{RULES}claim \"c\" {head}: P = {set}\n"), 20);
        let right = claim("pairs(c + 1)");
        assert!(matches!(right.verdict, Verdict::Holds { .. }), "{head}: {:?}", right.verdict);
        assert_eq!(right.instances, count, "{head}");
        let wrong = claim(&format!("pairs(cases {{ c if {wrong}; c + 1 otherwise }})"));
        assert!(matches!(wrong.verdict, Verdict::Refuted { .. }), "{head}: {:?}", wrong.verdict);
        assert_eq!(wrong.parameters.get("c"), Some(&ParameterValue::Number(first)), "{head}");
    }
}

#[test]
fn arrays_in_brackets_stand_for_their_heaps() {
    let rules = "heaps h[3]\nmove take(i) for each a in h: a -> a - i where 1 <= i\n";
    for (claim, at) in [
        ("P = {(h) where xor(h) = 0}", None),
        ("P(h) iff xor(h) = 0", None),
        ("P = {(h) where sum(h) = 2 * max(h)}", Some([1, 1, 2])),
        ("(h) in {(h) where sum(h) <= 2} iff sum(h) <= 2", None),
        ("(h) in {(h) where h[1] <= h[3]} iff h[1] <= h[2]", Some([1, 0, 1])),
    ] {
        match (verdict_of(&format!("{rules}claim \"c\": {claim}\n"), 8).verdict, at) {
            (Verdict::Holds { .. }, None) => {}
            (Verdict::Refuted { position: Some(position), .. }, Some(at)) if *position == at => {}
            (other, _) => panic!("{claim}: {other:?}"),
        }
    }
}

#[test]
fn what_only_claims_use_is_no_matter_of_the_rules() {
    let text = "param c = 2\nsequence s(k) = k\nheaps x\nmove take(i): x -> x - i where 1 <= i\nclaim \"c\" for c in 1..2: c <= s(c)\n";
    let (source, none) = (Source::new("c.nim", text), Texts(Vec::new()));
    assert_eq!(rules(&source, &none).expect("rules").warnings.len(), 0);
    // Without the claim it is used nowhere.
    let plain = Source::new("c.nim", text.split("claim").next().expect("the rules"));
    assert_eq!(rules(&plain, &none).expect("rules").warnings.len(), 0);
    let warnings = check(&plain, &none).expect("rules").warnings;
    assert!(warnings.iter().any(|fault| fault.message.contains("`c`")), "{warnings:?}");
}
