//! What is asked of the prover: claims, solutions, conditions for other programs.

pub mod claims;
mod coq;
pub(in crate::prover) mod exceptions;
pub mod export;
pub(in crate::prover) mod for_all_parameters;
mod in_digits;
mod in_rows;
mod move_relations;
mod parts;
pub mod solve;
