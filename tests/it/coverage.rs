//! `recheck` says what certificates are of: which parameters, and whether these are all that a claim speaks of.
use super::checked;
use super::prover::proved;
use nimdsl::certificate::Certificate;
use nimdsl::engine::Context;
use nimdsl::prover::ask::claims::Request;
use nimdsl::recheck::coverage::{Extent, covered, without};
use nimdsl::recheck::recheck;
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

const TAKE: &str = "ruleset \"T\"\nparam c = 0\nheaps x\nmove take(i): x -> x - i where 1 <= i <= 2\n";

/// Claims of a small game, what is covered after `prove`, and in which words.
const COVERED: [(&str, &[(Extent, &str)]); 8] = [
    ("theorem \"a\": P(x) iff x mod 3 = 0", &[(Extent::All, "as it stands, at c = 0")]),
    ("theorem \"a\" for c in 0..3: P(x) iff x mod 3 = 0", &[(Extent::All, "all c in 0..3 (c = 0..3)")]),
    ("theorem \"a\" for c in {1, 5}: P(x) iff x mod 3 = 0", &[(Extent::All, "all c in {1, 5} (c = 1, 5)")]),
    ("theorem \"a\" for c >= 0: P(x) iff (x + c) mod 3 = c mod 3", &[(Extent::All, "all c >= 0")]),
    ("theorem \"a\" for c >= 0 where c > 10: P(x) iff x mod 3 = 0", &[(Extent::All, "all c >= 0 where c > 10")]),
    // c does not occur linearly, and is proved at the first values.
    ("theorem \"a\" for c >= 1: P(x) iff (2^c * x) mod 3 = 0", &[(Extent::Some, "c = 1..5 of c >= 1: NOT all")]),
    ("theorem \"a\" for c in 0..3: P(3 * x + cases { 1 if c = 3; 0 otherwise })", &[]),
    ("theorem \"a\" for c >= 0 where c < 0: P = {(0)}", &[]),
];

fn certificates(text: &str) -> (nimdsl::check::Document, Vec<Certificate>) {
    let document = checked(text).unwrap_or_else(|faults| panic!("{text}: {faults}"));
    let all: Vec<Certificate> = proved(&document).into_iter().flat_map(|claim| claim.certificates).collect();
    for certificate in &all {
        assert_eq!(recheck(certificate, &document), Ok(()), "{text}");
    }
    (document, all)
}

#[test]
fn the_part_of_the_head_that_is_covered_is_said() {
    for (claim, expected) in COVERED {
        let (document, all) = certificates(&format!("{TAKE}{claim}\n"));
        let found: Vec<(Extent, String)> =
            covered(&document, &all).iter().map(|claim| (claim.extent, claim.words())).collect();
        let expected: Vec<(Extent, String)> =
            expected.iter().map(|(extent, words)| (*extent, (*words).to_owned())).collect();
        assert_eq!(found, expected, "{claim}");
    }
}

/// `param d = c + 1` is what c makes it, also where c is open; what its head or its own value chooses is chosen.
#[test]
fn parameters_that_follow_from_others_follow_open_ones() {
    let rules = "ruleset \"F\"\nparam c = 1\nparam d = c + 1\nparam e = 2 * d + c\nparam S = {1..c}\nheaps n\n";
    let game = format!("{rules}move take(i): n -> n - i where i in S\n");
    for (claim, words) in [
        ("for c >= 1: P(n) iff n mod d = 0", "all c >= 1"),
        ("for c >= 1: grundy(n) = n mod d", "all c >= 1"),
        ("for c >= 1: P(n) iff n mod (e - 2 * c - 1) = 0", "all c >= 1"),
        ("for c in 1..3: P(n) iff n mod d = 0", "all c in 1..3 (c = 1, 2, 3)"),
        ("for d >= 1: P(n) iff n mod 2 = 0", "all d >= 1, at c = 1, S = {1}"),
    ] {
        let (document, all) = certificates(&format!("{game}claim \"a\" {claim}\n"));
        let found: Vec<String> = covered(&document, &all).iter().map(|claim| claim.words()).collect();
        assert_eq!(found, [words], "{claim}");
    }
    for claim in [
        "for c >= 1: P(n) iff n mod (d + 1) = 0",
        "for c >= 1: grundy(n) <= d - 2",
        "for c >= 2: P(n + d) iff P(n + 1)",
    ] {
        let document = checked(&format!("{game}claim \"a\" {claim}\n")).unwrap_or_else(|faults| panic!("{faults}"));
        assert_eq!(proved(&document)[0].word(), "refuted", "{claim}");
    }
}

#[test]
fn what_is_left_out_of_a_file_is_not_covered() {
    let (document, mut all) = certificates(&format!(
        "{TAKE}theorem \"a\" for c in 0..3: P(x) iff x mod 3 = 0\nclaim \"b\": P(x) iff x mod 3 = 0\nrefuted \"r\" at (0): P(x) iff x = 1\n"
    ));
    let one = all.remove(2);
    let found = covered(&document, &all);
    assert_eq!(found[0].words(), "c = 0, 1, 3 of c in 0..3: NOT all");
    assert!(!found[0].is_complete() && found[1].is_complete());
    assert!(without(&document, &found).is_empty());
    assert_eq!(
        without(&document, &covered(&document, &[one])).iter().map(|c| c.name.as_str()).collect::<Vec<_>>(),
        ["b"]
    );
}

#[test]
fn another_value_of_a_parameter_that_the_head_does_not_bind_is_another_game() {
    let document = checked(&format!("{TAKE}theorem \"a\": P(x) iff x mod 3 = 0\n")).unwrap_or_else(|f| panic!("{f}"));
    let settings = [("c".to_owned(), nimdsl::ruleset::ParameterValue::Number(2))].into_iter().collect();
    let context = nimdsl::engine::Context::default();
    let session = nimdsl::prover::ask::claims::Prover::new(&document, &context);
    let claim = document.claims().next().expect("a claim");
    let proved = session.prove(claim, &Request { settings, ..Request::default() }).expect("a verdict");
    let found = covered(&document, &proved.certificates);
    assert_eq!(found[0].words(), "c = 2, and the claim speaks of c = 0: NOT the claim as it stands");
    assert_eq!(found[0].extent, Extent::Some);
}

fn nimdsl(arguments: &[&str]) -> Output {
    let root = env!("CARGO_MANIFEST_DIR");
    Command::new(env!("CARGO_BIN_EXE_nimdsl")).args(arguments).current_dir(root).output().expect("it starts")
}

#[test]
fn the_exit_code_of_recheck_tells_whether_all_is_covered() {
    let folder: PathBuf =
        std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("nimdsl_coverage_{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let (file, made) = (folder.join("t.nim"), folder.join("t.json"));
    let (file, made) = (file.to_str().expect("a name"), made.to_str().expect("a name"));
    let cases = [
        ("claim \"a\" for c >= 0: P(x) iff x mod 3 = 0", Some(0)),
        ("claim \"a\" for c >= 1: P(x) iff (2^c * x) mod 3 = 0", Some(3)),
    ];
    for (claim, code) in cases {
        fs::write(file, format!("{TAKE}{claim}\nclaim \"b\": 0 <= x\n")).expect("a file");
        nimdsl(&["prove", file, "--claim", "a", "--certificate", made]);
        let output = nimdsl(&["recheck", made, "--format", "json"]);
        assert_eq!(output.status.code(), code, "{claim}");
        let json: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(json["valid"], true);
        assert_eq!(json["complete"], code == Some(0));
        assert_eq!(json["claims"][0]["covered"], if code == Some(0) { "all" } else { "some" });
        assert_eq!(json["without_certificate"][0]["name"], "b");
        let text = String::from_utf8(nimdsl(&["recheck", made]).stdout).expect("text");
        assert!(text.contains("claim \"b\": no certificate") && text.contains("every move decreases x"), "{text}");
    }
    let damaged = fs::read_to_string(made).expect("text").replace("\"normal\"", "\"misere\"");
    fs::write(made, damaged).expect("a file");
    let output = nimdsl(&["recheck", made, "--format", "json"]);
    assert_eq!(output.status.code(), Some(1));
    let json: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&json["valid"], &json["complete"]), (&Value::Bool(false), &Value::Bool(false)));
    let _ = fs::remove_dir_all(folder);
}

/// Which claims have no certificate is told by both commands, with the reason where it is known.
#[test]
fn a_claim_without_a_certificate_is_told_with_the_reason() {
    let folder: PathBuf =
        std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("nimdsl_without_{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let (file, made) = (folder.join("t.nim"), folder.join("t.json"));
    let (file, made) = (file.to_str().expect("a name"), made.to_str().expect("a name"));
    let claims = "claim \"a\": P(x, y) iff x = y\nclaim \"false\": grundy(x, x) = 1\nclaim \"open\": grundy(x * x, y) = (x * x) xor y\n\
        claim \"some\": x = 3 or grundy(x - 1, y) >= 0\nclaim \"but\": grundy(x, y) = (x xor y) except finitely many\n\
        refuted \"no\": P(0, 1)\n";
    fs::write(file, format!("{}{claims}", super::prover::NIM)).expect("a file");
    let told = String::from_utf8(nimdsl(&["prove", file, "--certificate", made]).stderr).expect("text");
    let expected = [
        "no certificate for \"false\": it is refuted\n",
        "no certificate for \"open\": it is not proved\n",
        "no certificate for \"some\": it has no value everywhere, and is proved only where it has one\n",
        "no certificate for \"but\": it is proved, in a way that leaves none\n",
        "t.json; 4 claims have none\n",
    ];
    for words in expected {
        assert!(told.contains(words), "{words}{told}");
    }
    assert!(!told.contains("\"no\""), "{told}");
    let text = String::from_utf8(nimdsl(&["recheck", made]).stdout).expect("text");
    let last = "valid: 1 certificate, for the whole of 1 claim; nothing is said of 4 more claims of the file\n";
    assert!(text.contains("claim \"but\": no certificate") && text.ends_with(last), "{text}");
    let _ = fs::remove_dir_all(folder);
}

/// A certificate of which nothing is known, as somebody asked to stop, is told from one that is wrong.
#[test]
fn a_certificate_that_was_not_checked_is_no_wrong_one() {
    let document = checked(&format!("{TAKE}claim \"a\" for c >= 0: P(x) iff x mod 3 = 0\n")).expect("it passes");
    let rules = nimdsl::rules::Rules::from(document);
    let proved = rules.prove("a", &Context::default()).expect("an answer");
    let stopped = Context::default();
    stopped.cancel.store(true, std::sync::atomic::Ordering::Relaxed);
    let confirmed = rules.confirming(&stopped).confirmed(&proved.certificates);
    assert!(confirmed.certificates.is_empty() && confirmed.refused.iter().all(|refused| refused.is_unchecked));
    assert_eq!(confirmed.refused[0].why, "it was not checked to the end");
}
