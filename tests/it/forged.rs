//! Certificates in which just one thing is wrong, each refused with its own reason.
use super::checked;
use nimdsl::certificate::hash;
use nimdsl::recheck::recheck;
use serde_json::{Value, json};

const GAME: &str = "ruleset \"N\"\nparam c = 1\nheaps x, y\nmove take(i) symmetric:\n    x -> x - i\n    where 1 <= i\n\
    claim \"a\": P(x, y) iff x = y\nclaim \"values\": grundy(x, y) = x xor y\nclaim \"less\": P(x, y) implies x = y\n\
    claim \"some\" for c in 1..3: P(x, y) iff x = y\nclaim \"all\" for c >= 0: P(x, y) iff x = y\nclaim \"set\": P = {(k, k) for k >= 0}\n\
    claim \"N\": N(x, y) iff x != y\nclaim \"misere\" misere: P(x, y) iff x = y\nclaim \"near\": P(x, y) iff x = y where x <= 3\n\
    claim \"far\": P(x, y) iff x = y where 3 <= x\nclaim \"closed\": P(x, y) iff x = y where x <= 3, y <= 3\nclaim \"but\": P = {(k, k) for k >= 0} except finitely many\n\
    refuted \"false\": P(x, y) iff x = y + 1\n";

/// The pairs of equal numbers, in binary.
fn diagonal() -> Value {
    json!({"numeration": {"Base": 2}, "tracks": [0, 16], "start": 2, "accepting": [2], "edges": [[3, 4], [2, 0], [0, 2]]})
}

fn certificate(claim: &str) -> Value {
    let document = checked(GAME).unwrap_or_else(|faults| panic!("{faults}"));
    json!({
        "schema": 1, "program": "", "ruleset": hash(&document), "claim": claim, "claim_kind": "claim", "parameters": {},
        "play": "normal", "kind": "outcomes", "set": diagonal(),
    })
}

/// What is said of a certificate with these parts in place of others.
fn said(claim: &str, parts: Value) -> String {
    let document = checked(GAME).unwrap_or_else(|faults| panic!("{faults}"));
    let mut made = certificate(claim);
    for (name, part) in parts.as_object().expect("parts") {
        made[name] = part.clone();
    }
    match serde_json::from_value(made) {
        Ok(read) => recheck(&read, &document).err().map_or_else(|| "confirmed".to_owned(), |why| why.to_string()),
        Err(why) => format!("not read: {why}"),
    }
}

#[test]
fn each_part_of_a_certificate_is_held_against_the_file() {
    let sequence = json!({
        "numeration": {"Base": 2}, "term": {"constant": 0, "of": {}}, "difference": {"constant": 1, "of": {}},
        "step": {"constant": 0, "of": {}}, "families": [{"index": "k", "components": [[1, 1, 0], [1, 1, 0]]}], "strategy": ["smallest"],
    });
    let nothing = json!({"numeration": {"Base": 2}, "known": []});
    let knows = json!({"numeration": {"Base": 2}, "known": [{"game": 0, "what": "normal", "sets": [diagonal()]}]});
    let parts = "the certificate has parts of another kind";
    let kind = "the certificate is of another kind than the claim";
    for (claim, changed, expected) in [
        ("a", json!({}), "confirmed"),
        ("set", json!({}), "confirmed"),
        ("a", json!({"program": "another"}), "confirmed"),
        ("a", json!({"measure": "x + y"}), "confirmed"),
        ("a", json!({"measure": "x"}), "every move of the game decreases another measure"),
        ("a", json!({"schema": 0}), "schema 0 is not known"),
        ("a", json!({"schema": 2}), "schema 2 is not known"),
        ("a", json!({"ruleset": "0"}), "the ruleset is another one, or it was changed"),
        ("b", json!({}), "the ruleset has no claim \"b\""),
        ("a", json!({"claim_kind": "theorem"}), "the ruleset has no theorem \"a\""),
        ("false", json!({}), "the ruleset has no claim \"false\""),
        ("false", json!({"claim_kind": "refuted"}), "the file says that this claim is false"),
        ("a", json!({"part": {"number": 1, "of": 2}}), "the claim has no such part"),
        ("a", json!({"part": {"number": 0, "of": 0}}), "the claim has no such part"),
        ("a", json!({"parameters": {"c": 1}}), "confirmed"),
        ("a", json!({"for_all": ["c"]}), "the claim is not about all values of these parameters"),
        ("some", json!({}), "the claim does not speak of these parameters"),
        ("some", json!({"parameters": {"c": 3}}), "confirmed"),
        ("some", json!({"parameters": {"c": 4}}), "the claim does not speak of these parameters"),
        ("some", json!({"for_all": ["c"]}), "the claim is not about all values of these parameters"),
        ("all", json!({"for_all": ["d"]}), "the claim is not about all values of these parameters"),
        ("all", json!({"parameters": {"c": 7}}), "confirmed"),
        ("all", json!({"for_all": ["c"]}), "the automaton has 2 tracks in place of 3"),
        ("a", json!({"play": "misere"}), "the claim is about the other play"),
        ("misere", json!({}), "the claim is about the other play"),
        ("misere", json!({"play": "misere"}), "a terminal position is in the set"),
        ("a", json!({"kind": "values"}), "the automaton has 2 tracks in place of 3"),
        ("a", json!({"kind": "sequence"}), parts),
        ("a", json!({"kind": "statement"}), parts),
        ("a", json!({"lookups": knows}), parts),
        ("a", json!({"sequence": sequence}), parts),
        ("a", json!({"outcomes": {"claim": "set", "by": {"sequence": sequence}}}), parts),
        ("set", json!({"kind": "sequence", "sequence": sequence}), parts),
        ("set", json!({"kind": "sequence", "sequence": sequence, "set": null}), "confirmed"),
        ("a", json!({"kind": "sequence", "sequence": sequence, "set": null}), kind),
        ("but", json!({"kind": "sequence", "sequence": sequence, "set": null}), kind),
        ("set", json!({"kind": "sequence", "sequence": sequence, "lookups": nothing, "set": null}), parts),
        ("less", json!({"kind": "statement", "lookups": knows, "set": null}), "confirmed"),
        ("less", json!({"kind": "statement", "lookups": knows}), parts),
        (
            "less",
            json!({"kind": "statement", "lookups": nothing, "set": null}),
            "the certificate has no outcomes of a game that the claim looks up",
        ),
        ("less", json!({}), "this claim is not of a kind that is checked"),
        ("but", json!({}), "this claim is not of a kind that is checked"),
        (
            "but",
            json!({"kind": "statement", "lookups": knows, "set": null}),
            "finitely many exceptions are not checked",
        ),
        ("N", json!({}), kind),
        ("N", json!({"kind": "statement", "lookups": knows, "set": null}), "confirmed"),
        ("values", json!({}), kind),
        ("far", json!({}), "move `take` leads to where the claim says nothing"),
        ("near", json!({}), "the certificate's set has a position that is not of this game"),
        ("closed", json!({}), "the certificate's set has a position that is not of this game"),
        ("near", json!({"kind": "statement", "lookups": knows, "set": null}), "confirmed"),
        (
            "a",
            json!({"more": 1}),
            "not read: unknown field `more`, expected one of `schema`, `program`, `ruleset`, `claim`, `claim_kind`, `part`, `parameters`, `for_all`, `begins`, `rows`, `digits`, `play`, `measure`, `kind`, `set`, `sequence`, `chain`, `lookups`, `periods`, `lines`, `line_orders`, `products`, `outcomes`, `progression`",
        ),
    ] {
        assert_eq!(said(claim, changed.clone()), expected, "{claim} {changed}");
    }
}

#[test]
fn each_number_of_an_automaton_is_checked() {
    let changed = |name: &str, part: Value| {
        let mut set = diagonal();
        set[name] = part;
        said("a", json!({ "set": set }))
    };
    let nowhere = "an edge of the automaton leads nowhere";
    for (name, part, expected) in [
        ("tracks", json!([0]), "the automaton has 1 tracks in place of 2"),
        ("tracks", json!([0, 16, 32]), "the automaton has 3 tracks in place of 2"),
        ("tracks", json!([16, 0]), "the tracks of the automaton do not ascend"),
        ("tracks", json!([16, 16]), "the tracks of the automaton do not ascend"),
        ("tracks", json!([3, 4]), "confirmed"),
        ("numeration", json!({"Base": 1}), "1 is not a base"),
        ("numeration", json!({"Base": 0}), "0 is not a base"),
        ("numeration", json!({"Base": 1025}), "1025 is not a base"),
        ("numeration", json!({"Base": 1024}), nowhere),
        ("numeration", json!({"Base": 3}), nowhere),
        // The digits are those of binary numbers, and some of them are no numbers of this kind.
        ("numeration", json!("Zeckendorf"), "confirmed"),
        ("start", json!(5), nowhere),
        ("start", json!(9), nowhere),
        ("start", json!(3), "a node in the middle of a row accepts, or one that nothing leads to"),
        ("start", json!(0), "a node in the middle of a row accepts, or one that nothing leads to"),
        ("accepting", json!([1]), "the sinks of the automaton need no mark"),
        ("accepting", json!([0, 2]), "the sinks of the automaton need no mark"),
        ("accepting", json!([5]), nowhere),
        ("accepting", json!([2, 3]), "a node in the middle of a row accepts, or one that nothing leads to"),
        ("accepting", json!([]), "the claim holds of a position that is not in the set of the certificate"),
        ("edges", json!([[3, 4], [2, 0]]), nowhere),
        ("edges", json!([[3, 4], [2, 0], [0, 2, 2]]), nowhere),
        ("edges", json!([[3, 4], [2, 0], [0]]), nowhere),
        ("edges", json!([[3, 4], [2, 0], [0, 5]]), nowhere),
        ("edges", json!([[3, 4], [2, 0], [0, 3]]), "a node of the automaton reads two tracks"),
        ("edges", json!([[3, 4], [2, 0], [0, 2], [0, 2]]), "nothing leads to a node of the automaton"),
        ("edges", json!([[4, 4], [2, 0], [0, 2]]), "nothing leads to a node of the automaton"),
        ("edges", json!([[3, 4], [0, 2], [2, 0]]), "zeros in front change what the automaton accepts"),
        ("edges", json!([[3, 4], [2, 1], [0, 2]]), "the certificate's set has a position of which the claim is false"),
        ("edges", json!([[3, 0], [2, 0]]), "the claim holds of a position that is not in the set of the certificate"),
    ] {
        assert_eq!(changed(name, part.clone()), expected, "{name} {part}");
    }
}

/// A claim that names no position is false also where a game has none.
#[test]
fn a_game_without_positions_proves_no_closed_claim() {
    let text = "ruleset \"N\"\nheaps x\npositions where 7 <= 2\nmove take(i): x -> x - i where 1 <= i\n\
        claim \"true\": exists n >= 5: n = 7\nclaim \"false\": exists n >= 5: 2 = n + 4 and N(n)\nclaim \"open\": N(x)\n";
    let document = checked(text).unwrap_or_else(|faults| panic!("{faults}"));
    let said = |claim: &str| {
        let empty = json!({"accepting": [], "edges": [], "numeration": {"Base": 2}, "start": 0, "tracks": [0]});
        let known = json!([{"game": 0, "what": "normal", "sets": [empty]}]);
        let made = json!({
            "schema": 1, "program": "", "ruleset": hash(&document), "claim": claim, "claim_kind": "claim", "parameters": {},
            "play": "normal", "kind": "statement", "lookups": {"numeration": {"Base": 2}, "known": known},
        });
        let made = serde_json::from_value(made).expect("a certificate");
        recheck(&made, &document).err().map_or_else(|| "confirmed".to_owned(), |why| why.to_string())
    };
    assert_eq!(said("true"), "confirmed");
    assert_eq!(said("false"), "that the claim holds of all positions does not follow");
    assert_eq!(said("open"), "confirmed");
}
