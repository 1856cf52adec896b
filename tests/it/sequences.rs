//! Certificates of sets over sequences that no automaton knows: confirmed, refused where they are damaged, and refused where a
//! forged one is given for a false claim.
use super::certificates::{damaged, is_refused};
use super::checked;
use super::prover::{NIM, proved};
use nimdsl::certificate::{Certificate, CertificateKind, hash};
use nimdsl::check::Document;
use nimdsl::recheck::recheck;
use nimdsl::value::Play;
use serde_json::{Value, json};

const TRIANGULAR_WYTHOFF: &str = "ruleset \"T\"\nparam c = 0 where c >= 0\nheaps x, y\n\
    move triangular(i, j) symmetric:\n    (x, y) -> (x - i, y + j)\n    where 2 <= i, 1 <= j < i\n\
    move wythoff(i, j):\n    (x, y) -> (x - i, y - j)\n    where 1 <= i, 1 <= j, |i - j| <= c\n";
const POLYGONAL: &str = "sequence a(k) = ((1 + c) * k^2 + (1 - c) * k) / 2\n";
const AB_TRIANGULAR: &str = "ruleset \"A\"\nparam a = 2 where a >= 1\nparam b = 1 where b < a\nheaps x, y\n\
    move triangular(i, j) symmetric:\n    (x, y) -> (x - i, y + j)\n    where a <= i, b <= j < i\n";
const SQUARES: &str = "P = {(k * (a - b) + u, k * (a - b) + v) for k >= 0, u in 0..a - 1, v in 0..a - 1}";

fn read(text: &str) -> Document {
    checked(text).unwrap_or_else(|faults| panic!("{text}: {faults}"))
}

fn made(text: &str) -> (Document, Certificate) {
    let document = read(text);
    let all: Vec<Certificate> = proved(&document).into_iter().flat_map(|claim| claim.certificates).collect();
    let [one] = all.as_slice() else { panic!("{} certificates: {text}", all.len()) };
    assert_eq!(one.kind, CertificateKind::Sequence, "{text}");
    (document, one.clone())
}

fn all_made() -> Vec<(Document, Certificate)> {
    let polygonal = "claim \"a\" for c >= 0: P = {(0, 0)} union sym {(a(k), a(k + 1)) for k >= 0}";
    let triangular = "claim \"a\" for c in 2..2: P = {(0, 0)} union sym {(a(k), a(k + 1)) for k >= 0}";
    vec![
        made(&format!("{TRIANGULAR_WYTHOFF}{POLYGONAL}{polygonal}")),
        made(&format!("{TRIANGULAR_WYTHOFF}{POLYGONAL}{triangular}")),
        made(&format!("{AB_TRIANGULAR}claim \"a\" for a >= 1, b < a: {SQUARES}")),
    ]
}

#[test]
fn sequences_are_confirmed_and_refused_where_they_are_damaged() {
    let mut refused = 0;
    for (document, certificate) in all_made() {
        assert_eq!(recheck(&certificate, &document), Ok(()), "{}", certificate.claim);
        let whole = serde_json::to_value(&certificate).expect("JSON");
        for other in damaged(&whole) {
            let Ok(read) = serde_json::from_value::<Certificate>(other.clone()) else {
                refused += 1;
                continue;
            };
            if recheck(&read, &document).is_err() {
                refused += 1;
                continue;
            }
            // The same proof in another base, with another choice of indices, with both sides of an equation doubled, or with
            // multiples of a difference that is the same for all indices.
            let (mut same, mut other) = (certificate.clone(), read);
            same.program.clone_from(&other.program);
            same.measure.clone_from(&other.measure);
            let sequences = same.sequence.as_mut().zip(other.sequence.as_mut());
            let (same_sequence, other_sequence) = sequences.expect("a sequence");
            let is_even = same_sequence.step.constant == 0 && same_sequence.step.of.is_empty();
            same_sequence.numeration = other_sequence.numeration.clone();
            same_sequence.strategy.clone_from(&other_sequence.strategy);
            for (one, other) in same_sequence.families.iter_mut().zip(&mut other_sequence.families) {
                for family in [one, other].into_iter().flatten() {
                    let free = |numbers: &&mut [i64; 3]| 0 < numbers[0] && numbers[1..] == [0, 0];
                    family.components.iter_mut().filter(free).for_each(|numbers| numbers[0] = 1);
                    if is_even {
                        family.components.iter_mut().for_each(|numbers| numbers[2] = 0);
                    }
                }
            }
            assert_eq!(same, other);
        }
    }
    assert!(150 < refused, "{refused}");
}

#[test]
fn a_sequence_does_not_fit_a_claim_that_says_something_else() {
    let game = |sequence: &str| format!("{TRIANGULAR_WYTHOFF}sequence a(k) = {sequence}\n");
    let sequence = "((1 + c) * k^2 + (1 - c) * k) / 2";
    let right = "claim \"a\" for c >= 0: P = {(0, 0)} union sym {(a(k), a(k + 1)) for k >= 0}";
    for wrong in [
        "P = sym {(a(k), a(k + 1)) for k >= 0}",
        "P = {(0, 0)} union sym {(a(k), a(k + 1)) for k >= 1}",
        "P = {(0, 0)} union sym {(a(k), a(k + 1) + 1) for k >= 0}",
        "P = {(0, 0)} union sym {(a(k), a(k + 2)) for k >= 0}",
        "P = {(0, 0)} union sym {(a(k + 1), a(k + 1)) for k >= 0}",
        "P = {(0, 0)} union {(a(k), a(k + 1)) for k >= 0}",
        "P = {(0, 0), (2, 2)} union sym {(a(k), a(k + 1)) for k >= 0}",
        "P = ({(0, 0)} union sym {(a(k), a(k + 1)) for k >= 0}) minus {(0, 0)}",
        "N = {(0, 0)} union sym {(a(k), a(k + 1)) for k >= 0}",
        "P = {(0, 0)} union sym {(a(k), a(k + 1)) for k >= 0} where x < 9",
        "P = {(0, 0)} union sym {(a(k), a(k + 1)) for k >= 0} except {(9, 9)}",
    ] {
        let wrong = format!("claim \"a\" for c >= 0: {wrong}");
        assert!(is_refused(&game(sequence), right, &wrong), "{wrong}");
    }
    let (document, certificate) = made(&format!("{}{right}", game(sequence)));
    assert_eq!(recheck(&certificate, &document), Ok(()));
    for wrong in ["((2 + c) * k^2 - c * k) / 2", "((1 + c) * k^2 + (1 - c) * k) / 2 + 1", "k^2 + c * k", "k * (1 + c)"]
    {
        let other = read(&format!("{}{right}", game(wrong)));
        assert!(
            recheck(&Certificate { measure: None, ruleset: hash(&other), ..certificate.clone() }, &other).is_err(),
            "{wrong}"
        );
    }
    let misere = read(&format!("{}{}", game(sequence), right.replace("\"a\"", "\"a\" misere")));
    let other = Certificate { measure: None, ruleset: hash(&misere), play: Play::Misere, ..certificate };
    assert!(recheck(&other, &misere).is_err());
}

/// A certificate by hand for the claim "a" about one choice of parameters: first term, first difference, step, families.
fn by_hand(text: &str, numbers: [i64; 3], families: &Value, strategy: &Value) -> Result<(), String> {
    let sum = |constant: i64| json!({"constant": constant, "of": {}});
    let sequence = json!({
        "numeration": {"Base": 2}, "term": sum(numbers[0]), "difference": sum(numbers[1]), "step": sum(numbers[2]),
        "families": families, "strategy": strategy,
    });
    from_parts(text, &sequence)
}

fn from_parts(text: &str, sequence: &Value) -> Result<(), String> {
    let document = read(text);
    let certificate = json!({
        "schema": 1, "program": "", "ruleset": hash(&document), "claim": "a", "claim_kind": "claim", "parameters": {},
        "play": "normal", "kind": "sequence", "sequence": sequence,
    });
    recheck(&serde_json::from_value(certificate).expect("a certificate"), &document).map_err(|why| why.to_string())
}

/// One heap, from which up to so many tokens are taken.
fn up_to(most: i64) -> String {
    format!("ruleset \"S\"\nheaps x\nmove take(i):\n    x -> x - i\n    where 1 <= i <= {most}\n")
}

/// The register is no part of the play.
const IDLE: &str =
    "ruleset \"I\"\nheaps x\nregister r in 0..1\nmove take(i):\n    (x, r) -> (x - i, r)\n    where i = 1\n";
const UP: &str =
    "ruleset \"U\"\nheaps y\nregister r in 0..9\nmove up:\n    (y, r) -> (y + 5, r - 1)\n    where 1 <= r\n";
const TO_ONE: &str = "ruleset \"O\"\nheaps x, y\nmove one(i, j):\n    (x, y) -> (x - i, y - j)\n    \
    where i = x - 1, j = y, 2 <= x + y\n";
const ALL: &str = "ruleset \"A\"\nheaps x, y\nmove all(i, j):\n    (x, y) -> (x - i, y - j)\n    \
    where 1 <= i + j, i = x, j = y\n";

#[test]
fn sequences_by_hand_are_confirmed() {
    let one = json!([{"index": "k", "components": [[1, 1, 0]]}]);
    let both = json!([{"index": "k", "components": [[1, 1, 0], [1, 1, 0]]}]);
    let smallest = json!(["smallest"]);
    let said = |game: &str, set: &str| format!("{game}claim \"a\": P = {set}");
    assert_eq!(by_hand(&said(&up_to(4), "{(5 * k) for k >= 0}"), [0, 5, 0], &one, &smallest), Ok(()));
    assert_eq!(by_hand(&said(&up_to(4), "{(5 * k - 10) for k >= 2}"), [0, 5, 0], &one, &smallest), Ok(()));
    assert_eq!(by_hand(&said(NIM, "{(k, k) for k >= 0}"), [0, 1, 0], &both, &smallest), Ok(()));
    assert_eq!(by_hand(&said(NIM, "{(k, k) for k >= 0}"), [0, 1, 0], &both, &json!(["largest", "smallest"])), Ok(()));
    // Nothing of it is over the sequence.
    assert_eq!(by_hand(&said(NIM, "{(k, k) for k >= 0}"), [0, 1, 0], &json!([null]), &json!([])), Ok(()));
}

#[test]
fn forged_sequences_are_refused() {
    let one = || json!([{"index": "k", "components": [[1, 1, 0]]}]);
    let two = |numbers: [[i64; 3]; 2]| json!([{"index": "k", "components": numbers}]);
    let both = || two([[1, 1, 0], [1, 1, 0]]);
    let smallest = || json!(["smallest"]);
    let refused = |game: &str, set: &str, numbers: [i64; 3], families: Value, strategy: Value| {
        let text = format!("{game}claim \"a\": P = {set}");
        assert!(by_hand(&text, numbers, &families, &strategy).is_err(), "{text}");
    };
    // A sequence that begins below 0, or does not grow: the facts are not true, and the claims are false.
    refused(NIM, "{(0, 0) for k >= 0}", [0, 0, 0], both(), smallest());
    refused(ALL, "{((3 * k^2 - 5 * k) / 2, (3 * k^2 - 5 * k) / 2) for k >= 0}", [0, -1, 3], both(), json!([]));
    refused(&up_to(2), "{(3 * k - 1) for k >= 0}", [-1, 3, 0], one(), smallest());
    refused(&up_to(4), "{((11 * k - k^2) / 2) for k >= 0}", [0, 5, -1], one(), smallest());
    // A sequence that is another one.
    refused(&up_to(4), "{(5 * k + 1) for k >= 0}", [0, 5, 0], one(), smallest());
    refused(&up_to(4), "{(5 * k) for k >= 1}", [0, 5, 0], one(), smallest());
    refused(&up_to(4), "{(6 * k) for k >= 0}", [0, 5, 0], one(), smallest());
    refused(&up_to(4), "{(5 * k^2) for k >= 0}", [0, 5, 0], one(), smallest());
    refused(&up_to(4), "{(5 * k) for k in 0..9}", [0, 5, 0], one(), smallest());
    refused(&up_to(4), "{(5 * k) for k >= 0 where k < 9}", [0, 5, 0], one(), smallest());
    refused(
        &up_to(4),
        "{(5 * k) for k >= 0}",
        [0, 5, 0],
        json!([{"index": "l", "components": [[1, 1, 0]]}]),
        smallest(),
    );
    // Facts that are a little too strong would confirm these.
    refused(&up_to(3), "{(5 * k) for k >= 0}", [0, 5, 0], one(), smallest());
    refused(&up_to(3), "{(3 * k) for k >= 0}", [0, 3, 0], one(), smallest());
    refused(&up_to(2), "{(3 * k + 2) for k >= 0}", [2, 3, 0], one(), smallest());
    let jump = format!("{}move jump(i):\n    x -> x - i\n    where i = 5, x = 5\n", up_to(4));
    refused(&jump, "{(5 * k) for k >= 0}", [0, 5, 0], one(), smallest());
    refused(&up_to(4), "{(5 * k^2) for k >= 0}", [0, 5, 10], one(), smallest());
    // Two elements for one index, and none.
    refused(&up_to(3), "{(5 * k + u) for k >= 0, u in 0..1}", [0, 5, 0], one(), smallest());
    refused(&up_to(4), "{(5 * k + u) for k >= 0, u in 0..0 where 1 <= u}", [0, 5, 0], one(), smallest());
    // The first element is one that other elements move to, and its difference is -1.
    refused(
        TO_ONE,
        "{(0, 0), (0, 1)} union {(k^2 - 2 * k + 1, k^2) for k >= 0}",
        [1, -1, 2],
        two([[1, 1, 0], [1, 1, 1]]),
        json!([]),
    );
    // A move that leads to a larger index.
    refused(UP, "{(5 * k + v, r) for k >= 0, v in 0..4}", [0, 5, 0], two([[1, 1, 0], [1, 0, 0]]), smallest());
    // A component that nothing is said of.
    let idle = |families: Value| refused(IDLE, "{(2 * k, 0) for k >= 0}", [0, 2, 0], families, smallest());
    idle(two([[1, 1, 0], [0, 0, 0]]));
    idle(one());
    refused(IDLE, "{(2 * k, k) for k >= 0}", [0, 2, 0], two([[1, 1, 0], [1, 0, 0]]), smallest());
    refused(IDLE, "{(2 * k, k) for k >= 0}", [0, 2, 0], two([[1, 1, 0], [1, 1, 0]]), smallest());
    refused(NIM, "{(k, k) for k >= 0}", [0, 1, 0], json!([both()[0], null]), smallest());
    // A division that does not come out even.
    let even = "{(2 * floor(k / 2), 2 * floor(k / 2)) for k >= 0}";
    refused(NIM, even, [0, 1, 0], both(), smallest());
    // What is taken away for one index is there for another.
    let hole = "({(k, k) for k >= 0} minus {(3 * k, 3 * k) for k >= 0}) union {(0, 0)}";
    let families = json!([null, {"index": "k", "components": [[1, 1, 0], [1, 1, 0]]}]);
    refused(NIM, hole, [0, 3, 0], families.clone(), json!([]));
    refused(NIM, hole, [0, 3, 0], json!([null]), json!([]));
    refused(NIM, hole, [0, 3, 0], json!([null, null]), json!([]));
    refused(
        NIM,
        "{(k, k) for k >= 0}",
        [0, 1, 0],
        both(),
        json!(["distance", "smallest", "largest", "smallest", "largest"]),
    );
    let base = |radix: i64| {
        json!({
            "numeration": {"Base": radix}, "term": {"constant": 0, "of": {}}, "difference": {"constant": 1, "of": {}},
            "step": {"constant": 0, "of": {}}, "families": both(), "strategy": smallest(),
        })
    };
    let text = format!("{NIM}claim \"a\": P = {{(k, k) for k >= 0}}");
    assert_eq!(from_parts(&text, &base(3)), Ok(()));
    for radix in [-1, 0, 1, 1_025] {
        assert!(from_parts(&text, &base(radix)).is_err(), "{radix}");
    }
}

#[test]
fn a_sequence_must_be_the_same_for_a_position_and_its_options() {
    let game = "ruleset \"R\"\nheaps x\nregister r in 0..1\nmove take(i):\n    (x, r) -> (x - i, 1 - r)\n    \
        where 1 <= i, i <= 1 + 2 * r\n";
    let text = format!("{game}claim \"a\": P = {{(2 * k * (1 + r), r) for k >= 0}}");
    let sequence = json!({
        "numeration": {"Base": 2}, "term": {"constant": 0, "of": {}}, "difference": {"constant": 2, "of": {"r": 2}},
        "step": {"constant": 0, "of": {}}, "strategy": ["smallest"],
        "families": [{"index": "k", "components": [[1, 1, 0], [1, 0, 0]]}],
    });
    assert_eq!(from_parts(&text, &sequence), Err("moves change the register `r`".to_owned()));
    let mut unknown = sequence;
    unknown["difference"]["of"] = json!({"s": 2});
    assert_eq!(from_parts(&text, &unknown), Err("there is no register `s`".to_owned()));
}
