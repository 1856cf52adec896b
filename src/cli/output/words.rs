//! Parameters, positions and counts as the commands write them.
use nimdsl::rules::ReachedOption;
use nimdsl::ruleset::{Ruleset, words};

/// A position as the command line reads it: an ordinal heap by its coefficients.
pub(in crate::cli) fn position(position: &[i64], ruleset: &Ruleset) -> String {
    words::numbers(position, ruleset.heaps.len())
}

/// An option: a position, or several with plus signs between them.
pub(in crate::cli) fn option(option: &ReachedOption, ruleset: &Ruleset) -> String {
    option.summands().iter().map(|part| position(part, ruleset)).collect::<Vec<_>>().join(" + ")
}

/// A number with its noun.
pub(in crate::cli) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
