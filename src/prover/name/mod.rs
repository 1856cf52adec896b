//! Names of sets that automata accept.

pub(in crate::prover) mod names;
pub(in crate::prover) mod patterns;
