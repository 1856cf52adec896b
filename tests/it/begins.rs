//! Claims for every value of a parameter that are proved at once from a number on, and at each value before by itself.
use super::checked;
use super::prover::proved;
use super::second_reader::{folder, is_there, read};
use nimdsl::certificate::Certificate;
use nimdsl::recheck::coverage::covered;
use nimdsl::recheck::recheck;
use serde_json::json;
use std::collections::BTreeMap;
use std::fs;

/// Fewer than p - 2 tokens are taken, so that nothing is divided by a number above 0 at the first values.
fn of_short_moves(claim: &str) -> String {
    format!(
        "ruleset \"S\"\nheaps n\nparam p = 5 where p >= 1\nmove take(i): n -> n - i where 1 <= i <= p - 3\nclaim \"c\" {claim}\n"
    )
}

const LATE: &str = "for p >= 1: P(n) iff p <= 2 or n mod (p - 2) = 0";

/// The values of the parameter of some certificates, and the least one of those that are for all.
fn values(certificates: &[Certificate]) -> Vec<(String, BTreeMap<String, i64>)> {
    certificates.iter().map(|one| (one.for_all.join(" "), one.begins.clone())).collect()
}

fn from(least: i64) -> BTreeMap<String, i64> {
    BTreeMap::from([("p".to_owned(), least)])
}

#[test]
fn claims_are_proved_from_a_value_on_and_at_each_before() {
    let document = checked(&of_short_moves(LATE)).expect("a sound text");
    let found = proved(&document).remove(0);
    assert_eq!(found.word(), "proved");
    let certificates = found.certificates;
    let alone = (String::new(), BTreeMap::new());
    assert_eq!(values(&certificates), [vec![alone; 5], vec![("p".to_owned(), from(6))]].concat());
    certificates.iter().for_each(|one| recheck(one, &document).expect("a sound certificate"));
    let told = &covered(&document, &certificates)[0];
    assert!(told.is_complete());
    assert_eq!(told.words(), "all p >= 1 (p = 1; p = 2; p = 3; p = 4; p = 5; all p >= 6)");

    // None may be missing.
    for at in 0..certificates.len() {
        let mut fewer = certificates.clone();
        fewer.remove(at);
        assert!(!covered(&document, &fewer)[0].is_complete(), "without {at}");
    }
    // From a later value on there is a gap. From another one on it is not proved so: what heaps are divided by depends on that.
    let later = Certificate { begins: from(7), ..certificates[5].clone() };
    let gap = [&certificates[..5], std::slice::from_ref(&later)].concat();
    assert!(!covered(&document, &gap)[0].is_complete());
    for begins in
        [BTreeMap::new(), from(1), from(5), from(7), from(0), from(-3), from(66), from(i64::MIN), from(i64::MAX)]
    {
        let forged = Certificate { begins, ..certificates[5].clone() };
        assert!(recheck(&forged, &document).is_err(), "{:?}", forged.begins);
    }
    let other = BTreeMap::from([("q".to_owned(), 6)]);
    let two = BTreeMap::from([("p".to_owned(), 6), ("q".to_owned(), 6)]);
    for begins in [other, two] {
        let forged = Certificate { begins, ..certificates[5].clone() };
        assert!(recheck(&forged, &document).is_err(), "{:?}", forged.begins);
    }
    // A certificate of one value has no open parameter that could begin.
    let forged = Certificate { begins: from(6), ..certificates[4].clone() };
    assert!(recheck(&forged, &document).is_err());
}

#[test]
fn the_second_reader_reads_where_a_parameter_begins() {
    if !is_there() {
        return;
    }
    let text = of_short_moves(LATE);
    let document = checked(&text).expect("a sound text");
    let certificates = proved(&document).remove(0).certificates;
    let folder = folder("begins");
    let file = folder.join("short.nim");
    fs::write(&file, text).expect("a file");
    let words = |certificates: &[Certificate]| {
        read(&json!({"certificates": certificates}), &file, &folder)
            .0
            .iter()
            .map(|line| line.split(':').next().unwrap_or_default().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(words(&certificates), ["confirmed"; 6]);
    for begins in [from(1), from(2), BTreeMap::from([("q".to_owned(), 6)])] {
        let forged = Certificate { begins, ..certificates[5].clone() };
        assert!(words(&[forged])[0] != "confirmed");
    }
    let whole = Certificate { begins: BTreeMap::new(), ..certificates[5].clone() };
    assert!(words(&[whole])[0] != "confirmed");
}

#[test]
fn heads_that_exclude_values_need_no_certificates_there() {
    for (claim, least, count) in [
        ("for p >= 1 where p != 4: P(n) iff p <= 2 or n mod (p - 2) = 0", 6, 5),
        ("for p > 0: P(n) iff cases { 0 if p <= 2; n mod (p - 2) otherwise } = 0", 6, 6),
    ] {
        let document = checked(&of_short_moves(claim)).expect("a sound text");
        let found = proved(&document).remove(0);
        let certificates = found.certificates;
        assert_eq!((found.judged.word(), certificates.len()), ("proved", count), "{claim}");
        assert_eq!(certificates.last().map(|one| one.begins.clone()), Some(from(least)), "{claim}");
        certificates.iter().for_each(|one| recheck(one, &document).expect("a sound certificate"));
        assert!(covered(&document, &certificates)[0].is_complete(), "{claim}");
    }
}

#[test]
fn false_claims_are_refuted_beyond_the_first_values() {
    for claim in [
        "for p >= 1: P(n) iff p <= 2 or n mod (p - 2) = 0 and p != 1000003",
        "for p >= 1: P(n) iff p <= 2 or n mod (p - 2) = cases { 1 if p = 40; 0 otherwise }",
        "for p >= 1: P(n) iff p <= 2 or n mod (p - 1) = 0",
    ] {
        let document = checked(&of_short_moves(claim)).expect("a sound text");
        let found = proved(&document).remove(0);
        assert!(matches!(found.word(), "refuted" | "unknown"), "{claim}: {}", found.word());
        assert!(found.certificates.is_empty(), "{claim}");
    }
}
