//! Misère play of sums: outcomes, genus symbols and misère quotients of positions that are closed under options. Knows nothing of how
//! answers are printed.
//!
//! ```text
//! ruleset, positions --closed--> ClosedSet --outcomes, genus--> outcomes and genus symbols of sums, by definition
//!                                    |
//!                                    +--quotient (learn, proof)--> MisereQuotient --period--> of all heaps
//! ```
#![deny(clippy::print_stdout, clippy::print_stderr, clippy::unwrap_used)]

mod bits;
mod closed;
mod generated;
mod genus;
mod learn;
mod monoid;
mod outcomes;
mod period;
mod presentation;
mod proof;
mod quotient;
mod told;

pub use closed::{ClosedSet, SummandList};
pub use genus::{Genus, GenusValues, Temper};
pub use outcomes::SumOutcomes;
pub use period::ElementPeriod;
pub use told::{MisereQuotient, misere_quotient};
