//! The rules of heap games as terms over positions, and tables of their Grundy values; knows no text and no file.
//!
//! ```text
//! Ruleset --Plan--> engine --table(Region, Context)--> Table of values, outcomes or P-positions
//! ```
#![deny(clippy::print_stdout, clippy::print_stderr, clippy::unwrap_used)]

pub mod engine;
pub mod parallel;
#[cfg(test)]
mod random_terms;
pub mod ruleset;
pub mod table;
pub mod value;
