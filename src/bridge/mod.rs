//! Rules in the idioms of other programs: plain Python (for Sage), Mathematica, `CGSuite`; and rules from codes, sets and vectors
//! (`imported`). Computes no value and reads no file.
//!
//! ```text
//! Ruleset --nests--> loops over the amounts, conditions, targets --idiom--> a text, with the first values to compare
//! ```
//!
//! The loops are those by which our own enumerator lists options, so a script lists the same ones. Where a rule has no value at a
//! position, a script stops or goes wrong in the way of its language; our tables say where.
mod cgsuite;
mod idiom;
pub mod imported;
mod mathematica;
mod nests;
mod sage;
mod unsaid;

pub use unsaid::Unsaid;

use crate::ruleset::words::settings;
use crate::ruleset::{Position, Ruleset};

/// A program that people of the field work with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScriptTarget {
    /// Plain Python, which Sage reads as well.
    Sage,
    /// Mathematica.
    Mathematica,
    /// `CGSuite` 2.
    CgSuite,
}

/// What stands in the text beside the rules.
#[derive(Clone, Debug)]
pub struct Heading<'a> {
    /// Where the rules are from, in the words of the file.
    pub source: Option<&'a str>,
    /// The hash of the texts of the ruleset.
    pub hash: &'a str,
    /// Positions with their Grundy values, to compare.
    pub first: &'a [(Position, u32)],
}

/// The rules as a script. Cost: that of the loop nests, which the number of alternatives of the conditions decides.
///
/// # Errors
/// Something that the target cannot say, with a remedy.
pub fn export(ruleset: &Ruleset, target: ScriptTarget, heading: &Heading<'_>) -> Result<String, Unsaid> {
    if !ruleset.finite_options {
        let why = "a position may have infinitely many options, and a script lists them all";
        return Err(Unsaid(format!("{why}; only rules with finite option sets are exported")));
    }
    if 0 < ruleset.blocking {
        let why = "the previous player forbids options, and a script tells values by the least that no option has";
        return Err(Unsaid(format!("{why}; only play without blocking is exported")));
    }
    if ruleset.breaks() {
        return Err(Unsaid(
            "positions break into several; only rules whose options are single positions are exported".to_owned(),
        ));
    }
    match target {
        ScriptTarget::Sage => sage::script(ruleset, heading),
        ScriptTarget::Mathematica => mathematica::script(ruleset, heading),
        ScriptTarget::CgSuite => cgsuite::script(ruleset, heading),
    }
}

/// The lines of a comment at the head of a script: what it is, of what, by whom.
fn head(ruleset: &Ruleset, heading: &Heading<'_>) -> Vec<String> {
    let legible =
        |text: &str| text.replace(char::is_control, " ").replace("*/", "* /").replace("*)", "* )").replace("(*", "( *");
    let mut lines = vec![legible(if ruleset.name.is_empty() { "A heap game" } else { &ruleset.name })];
    lines.extend(heading.source.map(legible));
    if !ruleset.parameters.is_empty() {
        lines.push(format!("with {}", settings(&ruleset.parameters)));
    }
    lines.push(format!("written by nimdsl {} from the ruleset with blake3", env!("CARGO_PKG_VERSION")));
    lines.push(heading.hash.to_owned());
    lines
}
