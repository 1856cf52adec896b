//! nimdsl turns the rules of a heap game, written as a paper prints them, into tables, P-positions and searches.
//!
//! ```text
//! text --syntax--> File --check--> Document --at(settings)--> Ruleset --engine--> Table, P-positions
//! ```
//!
//! The library opens no file and reads no clock; text comes from a [`check::Library`]. [`rules`] is the page to read first: it opens a
//! text and answers questions about it.
//!
//! ```
//! use nimdsl::{engine::Context, table::Region};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let text = "heaps x, y\nmove rook(i) symmetric: x -> x - i where 1 <= i\nmove bishop(i): (x, y) -> (x - i, y - i) where 1 <= i";
//! let (wythoff, context) = (nimdsl::open(text)?, Context::default());
//! let values = wythoff.grundy(&Region::Box(vec![8, 8]), &context)?;
//! assert_eq!(values.table.get(&[1, 1]), Some(2));
//! assert_eq!(wythoff.p_positions(5, &context)?.positions, [[0, 0], [1, 2], [2, 1], [3, 5], [5, 3]]);
//! # Ok(())
//! # }
//! ```
#![deny(clippy::print_stdout, clippy::print_stderr, clippy::unwrap_used)]

pub mod asked;
pub mod bridge;
pub mod certificate;
pub mod check;
pub mod claim;
pub mod diagnostic;
pub mod experiment;
pub mod figure;
pub mod latex;
pub mod prover;
#[cfg(all(test, has_tests))]
#[path = "../engines/src/random_terms.rs"]
mod random_terms;
pub mod recheck;
pub mod report;
pub mod rules;
pub mod search;
pub mod shown;
pub mod source;
pub mod syntax;
pub mod tasks;
pub mod words;

pub use crate::rules::{Rules, open};
pub use nimdsl_automata as automata;
pub use nimdsl_engines::{engine, parallel, ruleset, table, value};
pub use nimdsl_identify as identify;
pub use nimdsl_misere as misere;
