//! Names of sets that automata accept.

mod facts;
pub(in crate::prover) mod names;
pub(in crate::prover) mod patterns;
