//! Theorems for Coq. Whether Coq accepts them is asked by `.ci/coq`; here is what they are about, and what has none.
use super::checked;
use nimdsl::rules::{ClaimScript, ProofLanguage, Rules};
use nimdsl::value::Play;
use std::collections::BTreeSet;

fn scripts(text: &str, play: Option<Play>) -> Vec<ClaimScript> {
    let document = checked(&format!("ruleset \"G\"\n{text}\n")).unwrap_or_else(|faults| panic!("{faults}"));
    let mut rules = Rules::from(document);
    if let Some(play) = play {
        rules = rules.played(play);
    }
    let names: Vec<String> = rules.claims().map(|claim| claim.name.clone()).collect();
    names.iter().flat_map(|name| rules.claim_scripts(name, ProofLanguage::Coq).expect("a sound claim")).collect()
}

fn only(text: &str) -> String {
    let [script] = scripts(text, None).try_into().expect("one script");
    script.script.unwrap_or_else(|| panic!("{:?}", script.reason))
}

const TAKE: &str = "heaps x\nmove take(i): x -> x - i where 1 <= i <= 3\n";

#[test]
fn sets_and_values_have_their_theorems() {
    let set = only(&format!("{TAKE}claim \"P\": P = {{(4 * k) for k >= 0}}"));
    assert!(set.contains("Definition claimed (x : Z) : Prop :=\n  (exists k, 0 <= k /\\ x = 4 * k)."), "{set}");
    assert!(set.contains("forall x, domain x -> (P move x <-> claimed x)"));
    let values = only(&format!("{TAKE}claim \"values\": grundy(x) = x mod 4"));
    assert!(values.contains("value move x the_value <-> 0 <= the_value /\\ claimed x the_value"), "{values}");
    for (lemmas, script) in [
        (["stays", "ends", "inside", "outside"].as_slice(), &set),
        (["stays", "ends", "total", "single", "same", "smaller"].as_slice(), &values),
    ] {
        for lemma in lemmas {
            assert!(script.contains(&format!("Lemma {lemma}_computed :")), "{lemma}");
            assert!(script.contains(&format!("Lemma {lemma} :")), "{lemma}");
        }
        assert_eq!(script.matches("_computed :").count(), lemmas.len());
        assert_eq!(script.matches("Print Assumptions").count(), 1);
    }
}

#[test]
fn play_is_that_of_the_claim() {
    let claims = format!("{TAKE}claim \"P\": P = {{(4 * k + 1) for k >= 0}}");
    let misere = scripts(&claims, Some(Play::Misere)).pop().and_then(|one| one.script).expect("a script");
    assert!(misere.contains("(P_misere move x <-> claimed x)") && misere.contains("Lemma goes_on :"), "{misere}");
}

/// The words of a script that a quantifier or a definition binds.
fn bound(script: &str) -> BTreeSet<&str> {
    let after = |sign: &'static str| script.split(sign).skip(1);
    let quantified = after("exists ").filter_map(|rest| rest.split(',').next());
    let heaps =
        after("Definition moves (").filter_map(|rest| rest.split(" : Z)").next()).flat_map(|all| all.split(' '));
    quantified.chain(heaps).collect()
}

#[test]
fn names_that_coq_has_are_others() {
    let text =
        "heaps S, fun\nmove take(list) symmetric: S -> S - list where 1 <= list\nclaim \"P\": P = {(k, k) for k >= 0}";
    let script = only(text);
    let words = bound(&script);
    for taken in ["S", "fun", "list"] {
        assert!(!words.contains(taken), "{taken}: {words:?}");
        assert!(words.iter().any(|word| word.starts_with(&format!("{taken}_"))), "{taken}: {words:?}");
    }
}

#[test]
fn registers_below_zero_are_counted_from_their_least_value() {
    let text = "heaps x\nregister t in -1..1\nmove a(i): (x; t) -> (x - i; 1) where 1 <= i <= 2\nclaim \"P\": P = {(3 * k; t) for k >= 0, t in -1..1}";
    let script = only(text);
    assert!(script.contains("t <= 2"), "{script}");
}

/// A parameter without an end is a coordinate of one theorem; with a number in its place there is a theorem for that.
#[test]
fn open_parameters_have_one_theorem() {
    let text = "param c = 2\nheaps x, y\nmove a(i): (x, y) -> (x - i, y - i) where 1 <= i\nmove b(i): x -> x - i where c <= i\n\
                claim \"P\" for c >= 2: P(x, y) iff x = 0 or (y = 0 and x < c)";
    let document = checked(&format!("ruleset \"G\"\n{text}\n")).unwrap_or_else(|faults| panic!("{faults}"));
    let all = Rules::from(document).claim_scripts("P", ProofLanguage::Coq).expect("a sound claim");
    let [one] = all.as_slice() else { panic!("{}", all.len()) };
    let script = one.script.as_deref().unwrap_or_else(|| panic!("{:?}", one.reason));
    assert_eq!(one.title(), "P with all c >= 2");
    assert!(script.starts_with("(* c = 2 + any c. *)"), "{script}");
    assert!(
        script.contains("forall x y any_c, domain ((x, y), any_c) -> (P move ((x, y), any_c) <-> claimed x y any_c)")
    );
    // Where it has none, there is one for each number, or a reason.
    let products = text.replace("c <= i", "c * y + 1 <= i");
    assert!(scripts(&products, None).iter().all(|one| !one.params.starts_with("all ")));
}

#[test]
fn what_has_no_theorem_is_told() {
    let reason = |text: &str| scripts(text, None).pop().and_then(|one| one.reason).expect("a reason");
    let powers = reason(&format!("{TAKE}claim \"P\": P = {{(3^k) for k >= 0}}"));
    assert!(powers.contains("reads digits in base 2, and does not know powers of 3"), "{powers}");
    let some = reason(&format!("{TAKE}claim \"some\": P(0)"));
    assert!(some.contains("only claims that give all P-positions"), "{some}");
}
