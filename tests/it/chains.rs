//! Certificates of sets whose coordinates follow a linear recurrence: made and confirmed; refused for claims that are nearly the same and
//! false, whatever certificate is forged for them.
use super::certificates::damaged;
use super::checked;
use super::prover::proved;
use nimdsl::certificate::{Certificate, CertificateKind, hash};
use nimdsl::check::Document;
use nimdsl::prover::Verdict;
use nimdsl::recheck::recheck;
use serde_json::{Value, json};

const TRIANGULAR: &str = "move triangular(i, j) symmetric: (x, y) -> (x - i, y + j) where 2 <= i <= x, 1 <= j < i\n";

/// A game of two heaps with an added move, beside Triangular Nim or alone, and a sequence.
fn game(base: &str, conditions: &str, sequence: &str) -> String {
    format!(
        "ruleset \"G\"\nheaps x, y\n{base}move added(i, j) symmetric: (x, y) -> (x - i, y - j)\n    \
         where 0 <= i, 0 <= j, 1 <= i + j, x <= y, {conditions}\nsequence {sequence}\n"
    )
}

const CHAIN: &str = "{(0, 0)} union sym {(a(k), a(k + 1)) for k >= 0}";

fn pell() -> String {
    game(TRIANGULAR, "j < 2 * x'", "a(k) = 2 * a(k - 1) + a(k - 2) from a(0) = 0, a(1) = 1")
}

/// Games, what else is a P-position, and what is none.
fn all() -> Vec<(String, &'static str)> {
    let fibonacci = "a(k) = a(k - 1) + a(k - 2) from a(0) = 0, a(1) = 1";
    let lucas = "a(k) = a(k - 1) + a(k - 2) from a(0) = 2, a(1) = 1";
    let tribonacci = "a(k) = a(k - 1) + a(k - 2) + a(k - 3) from a(0) = 0, a(1) = 0, a(2) = 1";
    vec![
        (pell(), ""),
        (game(TRIANGULAR, "j < x'", fibonacci), ""),
        (game("", "i < y', j != x'", fibonacci), ""),
        (game("", "i < y', j != x', j != 2 * x", lucas), " union {(0, 1), (1, 0), (1, 1)}"),
        (game(TRIANGULAR, "y - x < i, y - x < 3 * y'", tribonacci), " minus {(1, 1)}"),
        (game(TRIANGULAR, "j - i < x", "a(k) = 3 * a(k - 1) - a(k - 2) from a(0) = 0, a(1) = 1"), ""),
        (game(TRIANGULAR, "j < 4 * y' - 6 * x'", "a(k) = 3^k - 2^k"), ""),
        (
            game("", "i < 2 * (y' - x') + 2, y - x != y' - x' + 2, y - x != 2 * x' + 1", "a(k) = k^2 + 1"),
            " union {(0, 1), (1, 0)}",
        ),
        (game("", "i < 2 * y' - 2 * x' + 1, j != i + 1", "a(k) = (k^2 + k) / 2"), ""),
        (game("", "i < 3 * (y' - x') + 2, i != y - x, y - x != y' - x' + 1", "a(k) = floor(k^2 / 4)"), ""),
    ]
}

fn read(text: &str) -> Document {
    checked(text).unwrap_or_else(|faults| panic!("{text}: {faults}"))
}

fn claimed(game: &str, set: &str) -> Document {
    read(&format!("{game}claim \"a\": P = {set}\n"))
}

fn made(game: &str, set: &str) -> (Document, Certificate) {
    let document = claimed(game, set);
    let all = proved(&document);
    let [one] = all.as_slice() else { panic!("one claim: {game}") };
    assert!(matches!(one.judged.verdict, Verdict::Proved(_)), "{game}{set}: {:?}", one.judged.verdict);
    let [certificate] = one.certificates.as_slice() else { panic!("one certificate: {game}") };
    (document, certificate.clone())
}

#[test]
fn chains_with_a_linear_recurrence_are_proved() {
    for (game, exceptions) in all() {
        let (document, certificate) = made(&game, &format!("{CHAIN}{exceptions}"));
        assert_eq!(certificate.kind, CertificateKind::Chain, "{game}");
        assert_eq!(recheck(&certificate, &document), Ok(()), "{game}");
    }
}

/// The same certificate for another file.
fn moved(certificate: &Certificate, document: &Document) -> Certificate {
    Certificate { measure: None, ruleset: hash(document), ..certificate.clone() }
}

/// Claims near a true one that are false: that is seen on a table. No certificate like that of the true one is accepted for them.
#[test]
fn false_claims_near_true_ones_are_refused() {
    let changes = [
        ("j < 2 * x'", "j <= 2 * x'"),
        ("j < 2 * x'", "j < 2 * x' - 1"),
        ("j < 2 * x'", "j < 2 * x', j != 7"),
        ("j < 2 * x'", "(j < 2 * x' or (x = 12 and j = 17))"),
        ("1 <= j < i", "1 <= j < i, i != 29"),
        ("2 * a(k - 1)", "3 * a(k - 1)"),
        ("a(1) = 1", "a(1) = 2"),
        ("a(0) = 0, a(1) = 1", "a(0) = 0, a(1) = 1, a(2) = 2, a(3) = 5, a(4) = 12, a(5) = 30"),
        ("a(0) = 0, a(1) = 1", "a(0) = 1, a(1) = 1"),
        ("+ a(k - 2) from", "- a(k - 2) from"),
        ("{(0, 0)} union", "{(0, 0), (3, 3)} union"),
        ("{(0, 0)} union sym", "{(0, 0)} union"),
        ("a(k + 1)) for k >= 0", "a(k + 1)) for k >= 2"),
        ("a(k + 1)) for k >= 0", "a(k + 1) + 1) for k >= 0"),
        ("a(k + 1)) for k >= 0", "a(k + 2)) for k >= 0"),
        ("for k >= 0}", "for k >= 0} minus {(5, 12)}"),
    ];
    let whole = format!("{}claim \"a\": P = {CHAIN}\n", pell());
    let (_, certificate) = made(&pell(), CHAIN);
    let mut near = variants(&certificate);
    near.push(certificate);
    let mut refuted = 0;
    for (from, to) in changes {
        let text = whole.replacen(from, to, 1);
        assert_ne!(text, whole, "{from}");
        let document = read(&text);
        let all = proved(&document);
        assert!(!matches!(all[0].judged.verdict, Verdict::Proved(_)), "{to}");
        refuted += usize::from(matches!(all[0].judged.verdict, Verdict::Refuted { .. }));
        for one in &near {
            assert!(recheck(&moved(one, &document), &document).is_err(), "{to}: {one:?}");
        }
    }
    // Of the others a table does not reach far enough to say that they are false.
    assert!(12 <= refuted, "{refuted}");
}

/// Certificates with one thing changed.
fn variants(certificate: &Certificate) -> Vec<Certificate> {
    let chain = serde_json::to_value(&certificate.chain).expect("JSON");
    let all = damaged(&chain).into_iter();
    let read = all.filter_map(|chain| serde_json::from_value(chain).ok());
    read.map(|chain| Certificate { chain: Some(chain), ..certificate.clone() }).collect()
}

/// A certificate by hand for one heap, of which some tokens are taken.
fn by_hand(conditions: &str, set: &str, changed: &[(&str, Value)]) -> Result<(), String> {
    let document =
        read(&format!("ruleset \"S\"\nheaps x\nmove take(i): x -> x - i where {conditions}\nclaim \"a\": P = {set}\n"));
    let sum = |constant: i64, of: &[i64]| json!({"constant": constant, "of": of});
    let mut chain = json!({
        "recurrence": sum(5, &[1]), "from": 0, "families": [[sum(0, &[1])]], "facts": [], "rising": [sum(0, &[1])],
        "near": 1, "reach": 1, "choices": [{"heaps": [1], "by": 0}],
    });
    for (name, value) in changed {
        chain[*name] = value.clone();
    }
    let certificate = json!({
        "schema": 1, "program": "", "ruleset": hash(&document), "claim": "a", "claim_kind": "claim", "parameters": {},
        "play": "normal", "kind": "chain", "chain": chain,
    });
    let certificate: Certificate = serde_json::from_value(certificate).map_err(|why| format!("not read: {why}"))?;
    recheck(&certificate, &document).map_err(|why| why.to_string())
}

#[test]
fn forged_chains_are_refused() {
    let up_to_4 = "1 <= i <= 4";
    let fives = "{(5 * k) for k >= 0}";
    assert_eq!(by_hand(up_to_4, fives, &[]), Ok(()));
    assert_eq!(by_hand(up_to_4, "{(5 * k - 10) for k >= 2}", &[("from", json!(2))]), Ok(()));
    assert_eq!(by_hand(up_to_4, fives, &[("from", json!(3))]), Ok(()));
    let refused = |conditions: &str, set: &str, changed: &[(&str, Value)]| {
        let said = by_hand(conditions, set, changed);
        assert!(said.is_err(), "{conditions}, {set}, {changed:?}");
        said.unwrap_err()
    };
    let sum = |constant: i64, of: &[i64]| json!({"constant": constant, "of": of});
    let follows = "the set does not follow the recurrence of the certificate";
    // Another recurrence, or one that begins later than the certificate says.
    assert_eq!(refused(up_to_4, fives, &[("recurrence", sum(6, &[1]))]), follows);
    assert_eq!(refused(up_to_4, fives, &[("recurrence", sum(0, &[1]))]), follows);
    assert_eq!(refused(up_to_4, fives, &[("recurrence", sum(0, &[0, 2]))]), follows);
    assert_eq!(refused(up_to_4, "{(5 * k + floor(k / 7)) for k >= 0}", &[]), follows);
    assert_eq!(refused(up_to_4, "{(5 * k + floor(k / 90)) for k >= 0}", &[]), follows);
    assert_eq!(refused(up_to_4, fives, &[("families", json!([[sum(1, &[1])]]))]), follows);
    assert_eq!(refused(up_to_4, fives, &[("families", json!([[sum(0, &[0, 1])]]))]), follows);
    let late = "a(k) = a(k - 1) + 5 from a(0) = 0, a(1) = 5, a(2) = 10, a(3) = 15, a(4) = 20, a(5) = 26";
    let text = format!("ruleset \"S\"\nheaps x\nmove take(i): x -> x - i where {up_to_4}\nsequence {late}\n");
    let document = read(&format!("{text}claim \"a\": P = {{(a(k)) for k >= 0}}\n"));
    let other = claimed(&text.replace("26", "25"), "{(a(k)) for k >= 0}");
    let right = proved(&other).remove(0).certificates.remove(0);
    assert_eq!((right.kind, recheck(&right, &other)), (CertificateKind::Chain, Ok(())));
    assert!(recheck(&moved(&right, &document), &document).is_err());
    // What is said of the sequence is false at the first index, or does not stay true.
    assert_eq!(
        refused(up_to_4, fives, &[("facts", json!([sum(-1, &[1])]))]),
        "a fact of the certificate is false at the first index"
    );
    assert_eq!(
        refused(up_to_4, fives, &[("facts", json!([sum(100, &[-1])]))]),
        "a fact of the certificate does not stay true"
    );
    assert_eq!(
        refused(up_to_4, fives, &[("rising", json!([sum(0, &[-1])]))]),
        "that a sum of the certificate never falls does not follow"
    );
    // A sum that does not grow chooses nothing.
    assert_eq!(
        refused(
            up_to_4,
            fives,
            &[("rising", json!([sum(0, &[1]), sum(0, &[-1, 1])])), ("choices", json!([{"heaps": [1], "by": 1}]))]
        ),
        "that a sum of the certificate grows does not follow"
    );
    // A sequence that does not grow, or ends.
    refused("1 <= i", "{(0 * k) for k >= 0}", &[("recurrence", sum(0, &[1]))]);
    assert_eq!(refused(up_to_4, "{(5 * k) for k in 0..9}", &[]), "an index must run from a number on, without an end");
    refused(up_to_4, "{(5 * k) for k >= 0 where k < 9}", &[]);
    refused(up_to_4, "{(5 * k) for k >= 0} where x < 9", &[]);
    refused(up_to_4, "{(5 * k) for k >= 0} except {(3)}", &[]);
    // False in one place, at one index or between many.
    refused("1 <= i <= 3", fives, &[]);
    refused("1 <= i <= 5", fives, &[]);
    refused("(1 <= i <= 4 or i = 500)", fives, &[]);
    refused("(1 <= i <= 4 or (i = 5 and x = 5))", fives, &[]);
    refused("1 <= i <= 4, (i != 3 or x != 48)", fives, &[]);
    refused(up_to_4, "{(5 * k) for k >= 1}", &[]);
    refused(up_to_4, "{(5 * k) for k >= 1}", &[("from", json!(1))]);
    refused(up_to_4, "{(5 * k) for k >= 0} minus {(45)}", &[]);
    refused(up_to_4, "{(5 * k) for k >= 0} union {(47)}", &[]);
    refused(up_to_4, "{(5 * k) for k >= 0} minus {(10 * k) for k >= 1}", &[]);
    // Choices by what is not there, none, and too many; sizes that are refused.
    refused(up_to_4, fives, &[("choices", json!([{"heaps": [1], "by": 1}]))]);
    refused(up_to_4, fives, &[("choices", json!([]))]);
    refused(up_to_4, fives, &[("choices", json!([{"heaps": [2], "by": 0}]))]);
    let one = json!({"heaps": [1], "by": 0});
    refused(up_to_4, fives, &[("choices", json!([one, one, one]))]);
    for (name, value) in [
        ("from", json!(-1)),
        ("from", json!(1_000)),
        ("from", json!(i64::MAX)),
        ("from", json!(i64::MIN)),
        ("near", json!(1_000_000)),
        ("reach", json!(1_000_000)),
        ("recurrence", sum(5, &[])),
        ("recurrence", sum(5, &[0; 100])),
        ("recurrence", sum(i64::MAX, &[i64::MAX])),
        ("families", json!([])),
        ("families", json!([[]])),
        ("families", json!([[sum(0, &[1])], [sum(0, &[1])]])),
        ("facts", json!([sum(i64::MIN, &[i64::MIN, i64::MAX])])),
    ] {
        refused(up_to_4, fives, &[(name, value)]);
    }
}
