//! Certificates of claims that look something up: confirmed, refused where they are damaged, and refused for false claims.
use super::certificates::damaged;
use super::checked;
use super::prover::{NIM, proved};
use nimdsl::certificate::{Certificate, CertificateKind, GameFacts, Knowledge, hash};
use nimdsl::check::Document;
use nimdsl::recheck::recheck;
use nimdsl::value::Play;
use serde_json::{Value, json};

const VALUES: &str = "claim \"values\": grundy(x, y) = x xor y\n";
const TRIANGULAR: &str =
    "ruleset \"T\"\nheaps x, y\nmove t(i, j) symmetric:\n    (x, y) -> (x - i, y + j)\n    where 2 <= i, 1 <= j < i\n";

fn read(text: &str) -> Document {
    checked(text).unwrap_or_else(|faults| panic!("{text}: {faults}"))
}

/// The certificate of the claim "a".
fn made(text: &str) -> (Document, Certificate) {
    let document = read(text);
    let all: Vec<Certificate> = proved(&document).into_iter().flat_map(|claim| claim.certificates).collect();
    let one = all.into_iter().find(|one| one.claim == "a");
    let one = one.unwrap_or_else(|| panic!("no certificate: {text}"));
    assert_eq!(one.kind, CertificateKind::Statement, "{text}");
    (document, one)
}

fn knows(certificate: &Certificate) -> Vec<(usize, Knowledge)> {
    let lookups = certificate.lookups.as_ref().expect("look-ups");
    lookups.known.iter().map(|known| (known.game, known.what)).collect()
}

#[test]
fn what_a_claim_looks_up_is_confirmed() {
    let nim = |claim: &str| made(&format!("{NIM}{VALUES}claim \"a\"{claim}"));
    for claim in [
        ": grundy(x, y) = grundy(y, x)",
        ": P(x, y) iff grundy(x, y) = 0",
        ": not P(x, y) where x != y",
        ": forall k >= 0: grundy(k, k) = 0",
        ": exists k >= 0: grundy(x, k) = 0",
        ": exists k >= 0: k = grundy(x, y) and P(x, y) where x = y",
        ": exists option (u, v) of (x, y): P(u, v) where N(x, y)",
        ": forall option (u, v) of (x, y): not P(u, v) where P(x, y)",
        ": terminal(x, y) implies P(x, y)",
        ": P = {(x, y) where grundy(x, y) = 0}",
        ": N = {(x, y) where x != y}",
        ": grundy(3, 5) = 6",
        ": forall k >= 0: (k + 1) * (k + 1) - k * k = 2 * k + 1",
        ": P = {(x, y) where x < 9, x = y} except {(k, k) for k >= 9}",
    ] {
        let (document, certificate) = nim(claim);
        assert_eq!(recheck(&certificate, &document), Ok(()), "{claim}");
    }
    let (document, misere) = nim(" misere: P(x, y) iff P(y, x)");
    assert_eq!(recheck(&misere, &document), Ok(()));
    assert_eq!(knows(&misere), [(0, Knowledge::Misere)]);
    let levels = format!("{TRIANGULAR}claim \"a\": grundy(x, y) = 2 implies 2 <= x + y");
    let (document, levels) = made(&levels);
    assert_eq!(recheck(&levels, &document), Ok(()));
    assert_eq!(knows(&levels), [(0, Knowledge::Levels)]);
    let other = format!("{TRIANGULAR}claim \"a\": P(x, y) iff grundy(x, y) of \"yama.nim\" = 0");
    let (document, other) = made(&other);
    assert_eq!(recheck(&other, &document), Ok(()));
    assert_eq!(knows(&other).iter().map(|known| known.0).collect::<Vec<_>>(), [0, 1]);
}

/// What of a certificate may be otherwise: the program, names of tracks, and how numbers are written where no automaton is.
fn plain(certificate: &Certificate) -> Certificate {
    let mut plain = certificate.clone();
    plain.program.clear();
    let Some(lookups) = plain.lookups.as_mut() else { return plain };
    for set in lookups.known.iter_mut().flat_map(|known| &mut known.sets) {
        set["tracks"] = Value::Null;
    }
    if lookups.known.is_empty() {
        lookups.numeration = Value::Null;
    }
    plain
}

#[test]
fn damaged_look_ups_are_refused() {
    let mut refused = 0;
    for (text, step) in [
        (format!("{NIM}{VALUES}claim \"a\": grundy(x, y) = grundy(y, x)"), 1),
        (format!("{NIM}claim \"a\" misere: P(x, x) iff 2 <= x"), 1),
        (format!("{NIM}claim \"a\": forall k >= 0: 2 * k < 2 * k + 1"), 1),
        (format!("{TRIANGULAR}claim \"a\": grundy(x, y) = 2 implies 2 <= x + y"), 5),
    ] {
        let (document, certificate) = made(&text);
        let whole = serde_json::to_value(&certificate).expect("JSON");
        for other in damaged(&whole).into_iter().step_by(step) {
            let Ok(read) = serde_json::from_value::<Certificate>(other.clone()) else {
                refused += 1;
                continue;
            };
            // Those of older programs tell no measure.
            let measure = read.measure.clone().or_else(|| certificate.measure.clone());
            if plain(&Certificate { measure, ..read.clone() }) == plain(&certificate) {
                continue;
            }
            // With the last levels left out, or named in another order, less is known, and that may be enough.
            assert!(recheck(&read, &document).is_err(), "{text}: {other}");
            refused += 1;
        }
    }
    assert!(250 < refused, "{refused}");
}

/// The knowledge of one true certificate, held against another claim of the same game.
fn held_against(game: &str, from: &str, claim: &str) -> Result<(), String> {
    let (_, certificate) = made(&format!("{game}claim \"a\"{from}"));
    let other = read(&format!("{game}claim \"a\"{claim}"));
    let play = if claim.starts_with(" misere") { Play::Misere } else { Play::Normal };
    recheck(&Certificate { measure: None, ruleset: hash(&other), play, ..certificate }, &other)
        .map_err(|why| why.to_string())
}

#[test]
fn false_claims_are_refused_with_true_knowledge() {
    let nim = format!("{NIM}{VALUES}");
    let symmetric = ": grundy(x, y) = grundy(y, x)";
    assert_eq!(held_against(&nim, symmetric, ": grundy(x, x) = 0"), Ok(()));
    for wrong in [
        ": grundy(x, y) = grundy(y, x + 1)",
        ": grundy(x, y) != grundy(y, x)",
        ": not P(x, y)",
        ": not N(x, y)",
        ": P(x, y) iff grundy(x, y) = 1",
        ": not (P(x, y) iff x = y)",
        ": forall k >= 0: grundy(k, k) = 1",
        ": exists k >= 0: grundy(k, 0) = 7 and k = 3",
        ": exists k >= 0: k = grundy(x, y) and k < 9",
        ": exists k >= 0: P(x, k) and x < k",
        ": exists k >= 0: N(0, k) and k = 0",
        ": exists option (u, v) of (x, y): P(u, v)",
        ": exists option (u, v) of (x, y): u = x and v = y where N(x, y)",
        ": exists option (u, v) of (x, y): N(u, v) where 1 <= x",
        ": exists option (u, v) of (x, y): x + y < u + v where 1 <= x",
        ": forall option (u, v) of (x, y): not P(u, v)",
        ": forall option (u, v) of (x, y): P(u, v)",
        ": terminal(x, y) implies N(x, y)",
        ": not terminal(x, y)",
        ": terminal(x, y) where x = y",
        ": exists k >= 1: terminal(k, 0)",
        ": exists k >= 0: not terminal(k, 0) and k = 0",
        ": P = {(x, y) where grundy(x, y) <= 1}",
        ": P = {(x, y) where grundy(x, y) = 0, x < 9}",
        ": N = {(x, y) where grundy(x, y) = 0}",
        ": grundy(3, 5) = 7",
        ": forall k >= 0: (k + 1) * (k + 1) - k * k = 2 * k + 2",
        ": forall k >= 0: (k + 1) * (k + 1) - k * k <= 2 * k",
        ": P = {(x, y) where x < 9, x = y} except {(k, k) for k >= 10}",
        ": P = {(x, y) where x < 9, x = y} except finitely many",
        " misere: P(x, y) iff x = y",
    ] {
        assert!(held_against(&nim, symmetric, wrong).is_err(), "{wrong}");
    }
    assert!(held_against(NIM, " misere: P(x, x) iff 2 <= x", ": P(x, y) iff P(y, x)").is_err());
    assert!(held_against(&nim, ": P = {(x, y) where x < 9, x = y} except {(k, k) for k >= 9}", ": P(0, 1)").is_err());
    let levels = ": grundy(x, y) = 2 implies 2 <= x + y";
    for wrong in [
        ": grundy(x, y) = 2 implies 4 <= x + y",
        ": grundy(x, y) <= 2",
        ": grundy(x, y) = 3 iff x + y = 3",
        ": grundy(x, y) != 5",
        ": exists k >= 0: grundy(k, 0) = 8 and k = 5",
        ": not (exists k >= 0: grundy(k, 0) = 4)",
        ": exists k >= 0: 3 <= grundy(k, 0) and k < 2",
    ] {
        assert!(held_against(TRIANGULAR, levels, wrong).is_err(), "{wrong}");
    }
    let other = ": P(x, y) iff grundy(x, y) of \"yama.nim\" = 0";
    assert!(held_against(TRIANGULAR, other, ": P(x, y) iff grundy(x, y) of \"yama.nim\" = 1").is_err());
    assert!(held_against(TRIANGULAR, other, ": grundy(x, y) of \"yama.nim\" <= 3").is_err());
}

/// A certificate whose knowledge is one automaton by hand: of the positions of Nim (x, y) for which `accepts` says so of the
/// digits so far.
fn with_known(game: &str, claim: &str, known: &Value) -> Result<(), String> {
    let document = read(&format!("{game}claim \"a\": {claim}"));
    let certificate = json!({
        "schema": 1, "program": "", "ruleset": hash(&document), "claim": "a", "claim_kind": "claim", "parameters": {},
        "play": "normal", "kind": "statement", "lookups": {"numeration": {"Base": 2}, "known": known},
    });
    recheck(&serde_json::from_value(certificate).expect("a certificate"), &document).map_err(|why| why.to_string())
}

#[test]
fn false_knowledge_is_refused() {
    // Graphs of digits on two tracks: both words are the same; no words; all words; all words that are not the same.
    let table = |start: u32, accepting: &Value, edges: &Value| json!({"numeration": {"Base": 2}, "tracks": [0, 16], "start": start, "accepting": accepting, "edges": edges});
    let diagonal = table(2, &json!([2]), &json!([[3, 4], [2, 0], [0, 2]]));
    let nothing = table(0, &json!([]), &json!([]));
    let all = table(1, &json!([]), &json!([]));
    let others = table(2, &json!([]), &json!([[3, 4], [2, 1], [1, 2]]));
    let known = |what: &str, sets: &[&Value]| json!([{"game": 0, "what": what, "sets": sets}]);
    let claim = "P(x, y) iff x = y";
    assert_eq!(with_known(NIM, claim, &known("normal", &[&diagonal])), Ok(()));
    assert_eq!(with_known(NIM, claim, &known("levels", &[&diagonal])), Ok(()));
    assert!(with_known(NIM, claim, &known("misere", &[&diagonal])).is_err());
    assert!(with_known(NIM, claim, &known("normal", &[])).is_err());
    assert!(with_known(NIM, claim, &known("normal", &[&diagonal, &diagonal])).is_err());
    assert!(with_known(NIM, claim, &known("levels", &[])).is_err());
    assert!(with_known(NIM, claim, &json!([])).is_err());
    for (set, claim) in [(&nothing, "N(x, y)"), (&all, "P(x, y)"), (&others, "P(x, y) iff x != y")] {
        for what in ["normal", "levels"] {
            assert!(with_known(NIM, claim, &known(what, &[set])).is_err(), "{what}: {claim}");
        }
    }
    // What is in no set has a value that no set is of.
    let below = known("levels", &[&diagonal]);
    assert_eq!(with_known(NIM, "x != y implies 1 <= grundy(x, y)", &below), Ok(()));
    assert!(with_known(NIM, "x != y implies 2 <= grundy(x, y)", &below).is_err());
    // Each of the conditions for the second level fails once: two values, an option of the same value, none of a smaller one.
    let twice = known("levels", &[&diagonal, &diagonal]);
    assert!(with_known(NIM, "grundy(x, y) != 1", &twice).is_err());
    assert!(with_known(NIM, "grundy(x, x) = 1", &twice).is_err());
    assert!(with_known(NIM, "x = y or 2 <= grundy(x, y)", &twice).is_err());
    assert!(with_known(NIM, "grundy(x, y) <= 1", &known("levels", &[&diagonal, &others])).is_err());
    assert!(with_known(NIM, "grundy(x, y) != 1", &known("levels", &[&diagonal, &nothing])).is_err());
    // Positions that are not of the game have no outcome: here those with a register that is too large.
    let game = "ruleset \"I\"\nheaps x\nregister r in 0..1\nmove take(i):\n    (x, r) -> (x - i, r)\n    where i = 1\n";
    let edges = json!([[3, 4], [2, 2], [5, 5], [3, 4]]);
    let even = table(2, &json!([2]), &edges);
    let within = with_known(game, "exists k >= 2: P(0; k)", &known("normal", &[&even]));
    assert_eq!(within, Err("the certificate's set has a position that is not of this game".to_owned()));
    let edges = json!([[3, 4], [2, 5], [6, 0], [0, 0], [3, 4]]);
    let both = table(2, &json!([2, 5]), &edges);
    assert_eq!(with_known(game, "P(x; r) iff x mod 2 = 0", &known("normal", &[&both])), Ok(()));
    for claim in ["P(0; k)", "N(1; k)", "terminal(0; k)", "exists option (u, v) of (1; k): u = 0"] {
        assert!(with_known(game, &format!("exists k >= 2: {claim}"), &known("normal", &[&both])).is_err(), "{claim}");
    }
    // Values: 0 for all, and all for all.
    let mut zero = table(2, &json!([2]), &json!([[3, 3], [4, 4], [2, 0]]));
    zero["tracks"] = json!([0, 16, 32]);
    let mut any = all.clone();
    any["tracks"] = json!([0, 16, 32]);
    assert!(with_known(NIM, "grundy(x, y) = 0", &known("values", &[&zero])).is_err());
    assert!(with_known(NIM, "exists k >= 9: grundy(x, y) = k", &known("values", &[&any])).is_err());
    let base = json!({"numeration": {"Base": 3}, "tracks": [0, 16], "start": 1, "accepting": [], "edges": []});
    let several = Err("the automata are of several numerations".to_owned());
    assert_eq!(with_known(NIM, claim, &known("normal", &[&base])), several);
    let elsewhere = json!([{"game": 1, "what": "normal", "sets": [diagonal]}]);
    assert_eq!(with_known(NIM, claim, &elsewhere), Err("there is no game 1".to_owned()));
    let unused = GameFacts { game: 0, what: Knowledge::Normal, sets: vec![nothing], passes: Vec::new() };
    let unused = json!([unused]);
    assert!(with_known(NIM, "x <= x + y", &unused).is_err());
    assert_eq!(with_known(NIM, "x <= x + y", &json!([])), Ok(()));
}

#[test]
fn what_is_looked_up_outside_of_the_game_has_no_value() {
    let known = json!([{"game": 0, "what": "normal", "sets": [
        {"numeration": {"Base": 2}, "tracks": [0, 16], "start": 2, "accepting": [2], "edges": [[3, 4], [2, 0], [0, 2]]},
    ]}]);
    for claim in [
        "P(x - 3, y) iff x = y + 3 where 3 <= x",
        "P(x + 3, y) iff y = x + 3",
        "P(x - 3, y - 1) iff x = y + 2 where 3 <= x, 1 <= y",
        "x < 3 or P(x - 3, y) or x != y + 3",
        // Where it has no value, the last part is true.
        "P(x - 3, y) or x != y + 3",
        "exists k in 3..4: k = 3 and P(x, y - y + x)",
    ] {
        assert_eq!(with_known(NIM, claim, &known), Ok(()), "{claim}");
    }
    for claim in [
        "P(x - 3, y) iff x = y + 3",
        "P(x - 3, y) iff x = y + 3 where 2 <= x",
        "P(x - 3, y - 1) iff x = y + 2 where 3 <= x",
        "N(x - 3, y) or x = y + 3",
        "not P(x - 3, y) or x = y + 3",
        "forall k in 2..4: P(x - k, y) iff x = y + k",
    ] {
        let told = with_known(NIM, claim, &known);
        assert!(told.as_ref().is_err_and(|why| why.contains("has a value")), "{claim}: {told:?}");
    }
}
