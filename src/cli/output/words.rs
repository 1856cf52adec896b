//! Parameters, positions and counts as the commands write them.
use nimdsl::ruleset::{Ruleset, words};
use serde_json::{Value, json};

/// A position as the command line reads it: an ordinal heap by its coefficients.
pub(in crate::cli) fn position(position: &[i64], ruleset: &Ruleset) -> String {
    words::numbers(position, ruleset.heaps.len())
}

/// What is taken for granted, as a JSON list.
pub(in crate::cli) fn assumed(ruleset: &Ruleset) -> Value {
    json!(ruleset.assumption().into_iter().collect::<Vec<_>>())
}

/// A number with its noun.
pub(in crate::cli) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
