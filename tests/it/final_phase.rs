//! Certificates of the final phase and of admissible rulesets: confirmed where the claim is true, refused when something in them is changed,
//! or where the ruleset is not admissible.
use super::certificates::damaged;
use super::prover::proved;
use super::{checked, ruleset};
use nimdsl::certificate::{Certificate, GameFacts, Knowledge, hash};
use nimdsl::check::Document;
use nimdsl::engine::Context;
use nimdsl::prover::ask::claims::{Prover, Request};
use nimdsl::recheck::recheck;

fn certificates(document: &Document) -> Vec<(String, Vec<Certificate>)> {
    proved(document).into_iter().map(|proved| (proved.judged.name.clone(), proved.certificates)).collect()
}

fn finals(certificate: &Certificate) -> Vec<&GameFacts> {
    let known = certificate.lookups.iter().flat_map(|lookups| &lookups.known);
    known.filter(|facts| facts.what == Knowledge::Final).collect()
}

/// The certificates of one claim of a file.
fn of_one_claim(document: &Document, name: &str) -> Vec<Certificate> {
    let context = Context::default();
    let claim = document.claims().find(|claim| claim.name == name).expect("the claim");
    Prover::new(document, &context).prove(claim, &Request::default()).expect("a verdict").certificates
}

/// Yama Nim with a twist, whose values are told by levels, for every c.
#[test]
fn final_phases_have_certificates() {
    let document = ruleset("yama_wythoff");
    let mut found = 0;
    for name in ["Corollary 3, final phase", "Corollary 3, universally admissible"] {
        let own = of_one_claim(&document, name);
        let [certificate] = own.as_slice() else { panic!("{name}: {}", own.len()) };
        assert_eq!(recheck(certificate, &document), Ok(()), "{name}");
        assert_eq!(certificate.for_all, ["c"], "{name}");
        found += finals(certificate).len();
        let whole = serde_json::to_value(certificate).expect("JSON");
        let damaged = damaged(&whole["lookups"]["known"]);
        let step = damaged.len() / 60 + 1;
        for other in damaged.into_iter().step_by(step) {
            let mut changed = whole.clone();
            changed["lookups"]["known"] = other.clone();
            let Ok(read) = serde_json::from_value::<Certificate>(changed) else { continue };
            let same = |one: &Certificate| {
                // Names of tracks mean nothing as long as they ascend.
                let mut told = serde_json::to_value(&one.lookups).expect("JSON");
                for facts in told["known"].as_array_mut().expect("facts") {
                    for set in facts["sets"].as_array_mut().expect("sets") {
                        set["tracks"] = serde_json::Value::Null;
                    }
                }
                told
            };
            if same(&read) != same(certificate) {
                assert!(recheck(&read, &document).is_err(), "{name}: {other}");
            }
        }
    }
    assert_eq!(found, 2);
}

/// Rules, whether they are admissible, and whether they are universally. By values 0 and 1 alone, or by all.
const GAMES: [(&str, bool, bool); 4] = [
    ("heaps x, y\nmove yama(i) symmetric: (x, y) -> (x - i, y + 1) where 2 <= i\n", true, true),
    ("heaps x, y\nmove take(i) symmetric: x -> x - i where 1 <= i\n", true, true),
    ("heaps x\nmove take(i): x -> x - i where 1 <= i <= 3\n", true, true),
    (WILD, false, false),
];

/// (4) has the value 0 and only an option of value 2, so it is not in the final phase; nor is (5), of value 1; (6) has the options (0) and (5).
const WILD: &str = "heaps x\nmove take(i): x -> x - i\n    where 1 <= i, x <= 3 or (x = 4 and i = 2) or (x = 5 and i = 1) or (x = 6 and (i = 6 or i = 1))\n";

#[test]
fn only_admissible_rulesets_are_confirmed() {
    let mut seen = 0;
    for (rules, plainly, universally) in GAMES {
        for (claim, holds) in [("admissible", plainly), ("universally admissible", universally)] {
            let text = format!("ruleset \"A\"\n{rules}claim \"a\": {claim}\n");
            let document = checked(&text).unwrap_or_else(|faults| panic!("{text}: {faults}"));
            let own = certificates(&document).remove(0).1;
            assert!(holds || own.is_empty(), "{text}");
            for certificate in &own {
                seen += 1;
                assert_eq!(recheck(certificate, &document), Ok(()), "{text}");
                let sets = |change: &dyn Fn(&mut Vec<GameFacts>)| {
                    let mut forged = certificate.clone();
                    change(&mut forged.lookups.as_mut().expect("look-ups").known);
                    forged
                };
                let without = sets(&|known| known.retain(|facts| facts.what != Knowledge::Final));
                let before = sets(&|known| known.reverse());
                let last = |known: &mut Vec<GameFacts>| known.iter().position(|facts| facts.what == Knowledge::Final);
                let twice = sets(&|known| {
                    let at = last(known).expect("a final phase");
                    let set = known[at].sets[0].clone();
                    known[at].sets.push(set);
                });
                for forged in [without, before, twice] {
                    assert!(recheck(&forged, &document).is_err(), "{text}");
                }
                // The same certificate for rules that are not admissible.
                let text = format!("ruleset \"A\"\n{}claim \"a\": {claim}\n", WILD);
                let other = checked(&text).unwrap_or_else(|faults| panic!("{text}: {faults}"));
                assert!(
                    recheck(&Certificate { measure: None, ruleset: hash(&other), ..certificate.clone() }, &other)
                        .is_err()
                );
            }
        }
    }
    assert!(4 <= seen, "{seen}");
}

/// With the true values and the true final phase of rules that are not admissible, only the definition itself refuses.
#[test]
fn the_definition_refuses_with_what_is_true_of_the_game() {
    for claim in ["admissible", "universally admissible"] {
        let text =
            format!("ruleset \"A\"\n{WILD}claim \"a\": {claim}\nclaim \"b\": final(x) implies x != 4 and x != 5\n");
        let document = checked(&text).unwrap_or_else(|faults| panic!("{text}: {faults}"));
        let [certificate] = <[Certificate; 1]>::try_from(of_one_claim(&document, "b")).expect("one certificate");
        assert_eq!((recheck(&certificate, &document), finals(&certificate).len()), (Ok(()), 1));
        let why = recheck(&Certificate { claim: "a".to_owned(), ..certificate }, &document).expect_err("it is false");
        assert!(why.to_string().contains("(iii)"), "{claim}: {why}");
    }
}
