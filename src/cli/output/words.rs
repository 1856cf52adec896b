//! Parameters, positions and counts as the commands write them.
use nimdsl::ruleset::{Ruleset, words};

/// A position as the command line reads it: an ordinal heap by its coefficients.
pub(in crate::cli) fn position(position: &[i64], ruleset: &Ruleset) -> String {
    words::numbers(position, ruleset.heaps.len())
}

/// A number with its noun.
pub(in crate::cli) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
