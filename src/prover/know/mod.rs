//! Automata for what a claim looks up: guessed from tables, and proved.

pub(in crate::prover) mod find;
pub(in crate::prover) mod learn;
pub(in crate::prover) mod levels;
pub(in crate::prover) mod numerations;
pub(in crate::prover) mod passes;
pub(in crate::prover) mod read_ways;
pub(in crate::prover) mod shapes;
pub(in crate::prover) mod tables;
pub(in crate::prover) mod ways;
