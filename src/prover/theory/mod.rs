//! The conditions that make a set the P-positions or a relation the Grundy values, and what decides them.

pub(in crate::prover) mod chain;
pub(in crate::prover) mod conditions;
pub(in crate::prover) mod decider;
pub(in crate::prover) mod ending;
pub(in crate::prover) mod failure;
pub(in crate::prover) mod growth;
mod pairs;
mod power_forms;
pub(in crate::prover) mod progression;
mod recurrences;
