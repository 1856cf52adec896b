//! From a tree to a checked document: names, sorts, finiteness, termination, and the lowering to a [`Ruleset`].
//!
//! Checking never stops at the first fault. A [`Ruleset`] exists only if there is none.

mod any_number;
mod at;
mod bound_twice;
mod captured;
mod claims;
mod compose;
mod document;
mod elsewhere;
mod extend;
mod heap_by_heap;
mod judge;
mod library;
mod lower;
pub mod mend;
mod passes;
mod questions;
mod scope;
mod semicolons;
mod sum;
mod summed;
mod symbolic;

use crate::diagnostic::{Faults, Sink};
use crate::source::Source;
use crate::syntax::ast::File;
use crate::syntax::{parse, parse_rules};
use compose::{Looks, analyse_as};
use std::sync::Arc;

pub use any_number::OneHeap;
pub use document::{Document, Settings};
pub use heap_by_heap::HeapInduction;
pub use library::Library;
pub(crate) use library::NoTexts;
pub(crate) use lower::decided::VALUELESS;
pub use symbolic::{MOST_BEFORE, Symbolic, head, is_endless};

/// Parses and checks a ruleset at its default parameters.
///
/// # Errors
/// All the faults of the file.
pub fn check(source: &Arc<Source>, library: &dyn Library) -> Result<Document, Faults> {
    let mut sink = Sink::new(source.clone());
    let file = parse(source, &mut sink);
    analyse(source, file, sink, library)
}

/// Checks a parsed ruleset at its default parameters; `sink` holds what the parser said.
///
/// # Errors
/// All the faults of the file.
pub fn analyse(source: &Arc<Source>, file: File, sink: Sink, library: &dyn Library) -> Result<Document, Faults> {
    analyse_as(Looks::AtAll, source, file, sink, library)
}

/// Parses and checks the rules of a file without its claims, and without the sequences that only claims need.
///
/// # Errors
/// All the faults of the rules.
pub fn rules(source: &Arc<Source>, library: &dyn Library) -> Result<Document, Faults> {
    let mut sink = Sink::new(source.clone());
    let file = parse_rules(source, 0, &mut sink);
    analyse_as(Looks::AtRules, source, file, sink, library)
}
