//! nimdsl turns the rules of a heap game, written as a paper prints them, into tables, P-positions and searches.
//!
//! ```text
//! text --syntax--> File --check--> Document --at(settings)--> Ruleset --engine--> Table, P-positions
//! ```
//!
//! The library opens no file and reads no clock; text comes from a [`source::Library`].
#![deny(clippy::print_stdout, clippy::print_stderr, clippy::unwrap_used)]

pub mod asked;
pub mod automata;
pub mod certificate;
pub mod check;
pub mod claim;
pub mod diagnostic;
pub mod engine;
pub mod experiment;
pub mod identify;
pub mod prover;
pub mod recheck;
pub mod report;
pub mod ruleset;
pub mod search;
pub mod source;
pub mod syntax;
pub mod table;
pub mod tasks;
pub mod value;
