//! Whether the grammar reads a text. Makes no tree.
use crate::syntax::grammar::{Grammar, Rule};
use pest::Parser;
use pest::error::InputLocation;

/// Whether the grammar reads an item; where it stops, in bytes, if not.
pub(in crate::syntax) fn readable(item: &str) -> Result<(), usize> {
    match Grammar::parse(Rule::item, item) {
        Ok(_) => Ok(()),
        Err(error) => match error.location {
            InputLocation::Pos(at) | InputLocation::Span((at, _)) => Err(at),
        },
    }
}
