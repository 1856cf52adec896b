//! Texts: their faults, their mended and canonical forms, what papers print of them.
use crate::desk::Desk;
use crate::games::PageGame;
use crate::places::Units;
use nimdsl::rules::{NoAnswer, check_ruleset, formatted, to_json};
use nimdsl::source::Source;
use serde_json::{Value, json};

/// All that is wrong with a text or odd about it; where nothing is wrong, what it is in figures.
pub(crate) fn check(name: &str, text: &str, desk: &Desk) -> Value {
    let units = Units::of(text);
    match check_ruleset(&Source::new(name, text), &desk.texts) {
        Ok(right) => json!({"right": true, "figures": to_json(&right), "faults": units.faults(&right.warnings)}),
        Err(faults) => json!({"right": false, "figures": null, "faults": units.faults(&faults.0)}),
    }
}

/// The text with all sure fixes made, and how many they were.
pub(crate) fn mend_text(name: &str, text: &str, desk: &Desk) -> Value {
    match nimdsl::rules::mend(&Source::new(name, text), &desk.texts) {
        Some((text, changes)) => json!({"text": text, "changes": changes.len()}),
        None => json!({"text": text, "changes": 0}),
    }
}

/// The text in canonical layout.
pub(crate) fn format(name: &str, text: &str) -> Result<Value, NoAnswer> {
    formatted(&Source::new(name, text)).map(|text| json!({"text": text}))
}

/// Rules and claims as texts.
pub(crate) fn shown(game: &PageGame, desk: &mut Desk) -> Result<Value, NoAnswer> {
    Ok(to_json(&desk.whole(game)?.shown()))
}
