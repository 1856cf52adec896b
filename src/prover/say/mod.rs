//! Games and claims as formulas of automata.

pub(in crate::prover) mod exponents;
pub(in crate::prover) mod facts;
pub(in crate::prover) mod game;
pub(in crate::prover) mod notation;
pub(in crate::prover) mod polynomial;
mod powers;
pub(in crate::prover) mod reading;
mod roots;
pub(in crate::prover) mod second_differences;
pub(in crate::prover) mod translate;
