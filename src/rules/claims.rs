//! Verdicts on claims, and what certificates cover, as JSON. Judges nothing.
use crate::claim::Verdict as OnTable;
use crate::claim::verify::{Expectation, Verified};
use crate::prover::ask::claims::Proved;
use crate::prover::{Obstacle, Verdict};
use crate::recheck::coverage::{Covered, Extent};
use serde_json::{Value, json};

/// A claim on a table, for other programs.
#[must_use]
pub fn verified_json(verified: &Verified) -> Value {
    let (up_to, counterexample, reason) = match &verified.verdict {
        OnTable::Holds { up_to, exceptions, gaps } => {
            let except = if exceptions.is_empty() { String::new() } else { format!("except {exceptions:?}") };
            let reason = format!("{except}{}", gaps.words());
            let reason = reason.trim_start_matches(", ");
            (json!(up_to), Value::Null, if reason.is_empty() { Value::Null } else { json!(reason) })
        }
        OnTable::Refuted { position, reason, up_to, .. } => (json!(up_to), json!(position), json!(reason)),
        OnTable::Unknown(why) | OnTable::Untested(why) => (Value::Null, Value::Null, json!(why)),
    };
    let (undecided, without_value) = match &verified.verdict {
        OnTable::Holds { gaps, .. } | OnTable::Refuted { before: gaps, .. } => (gaps.undecided, gaps.valueless),
        _ => (0, 0),
    };
    json!({
        "undecided": undecided, "without_value": without_value,
        "name": verified.name, "kind": verified.kind, "statement": verified.statement, "latex": verified.latex, "params": verified.parameters,
        "expected": verified.expected(), "verdict": verified.word(), "as_expected": verified.as_expected == Expectation::Met,
        "up_to": up_to, "counterexample": counterexample, "reason": reason
    })
}

/// A claim for all positions, for other programs.
#[must_use]
pub fn proved_json(proved: &Proved) -> Value {
    let (figures, counterexample, reason) = match &proved.verdict {
        Verdict::Proved(figures) => (Some(figures), Value::Null, Value::Null),
        Verdict::Refuted { position, reason, .. } => (None, json!(position), json!(reason)),
        Verdict::Open(why) => (None, Value::Null, json!(why.to_string())),
    };
    let assumes: Vec<&str> = match &proved.verdict {
        Verdict::Open(Obstacle::Endless(assumption)) => vec![&assumption.assumed],
        _ => Vec::new(),
    };
    json!({
        "name": proved.name, "kind": proved.kind, "statement": proved.statement, "latex": proved.latex, "params": proved.parameters,
        "expected": proved.kind.expected(),
        "verdict": proved.word(), "as_expected": proved.as_expected == Expectation::Met,
        "instances": proved.instances, "states": figures.map(|figures| figures.states),
        "nodes": figures.map(|figures| figures.nodes),
        "numeration": figures.map(|figures| figures.numeration.clone()),
        "counterexample": counterexample, "reason": reason, "assumes": assumes
    })
}

/// What the certificates of a claim cover, for other programs.
#[must_use]
pub fn covered_json(claim: &Covered) -> Value {
    let parameters: Vec<Value> = claim.choices.iter().map(|choice| json!(choice.parameters)).collect();
    let for_all: Vec<&[String]> = claim.choices.iter().map(|choice| choice.for_all.as_slice()).collect();
    let extent = match claim.extent {
        Extent::All => "all",
        Extent::Some => "some",
        Extent::Nothing => "nothing",
    };
    json!({
        "kind": claim.kind, "name": claim.name, "play": claim.play, "head": claim.head, "covered": extent,
        "parameters": parameters, "for_all": for_all, "words": claim.words()
    })
}
