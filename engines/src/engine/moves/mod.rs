//! What the moves of a ruleset are, in the shapes that engines read. Knows nothing of tables.

pub(in crate::engine) mod arithmetic;
pub(in crate::engine) mod caps;
pub(in crate::engine) mod differences;
pub(in crate::engine) mod exchange;
pub(in crate::engine) mod hilbert_basis;
pub(in crate::engine) mod jumps;
pub(in crate::engine) mod modulus;
pub mod plane;
pub(crate) mod runs;
pub(in crate::engine) mod symmetry;
pub(in crate::engine) mod wedge;
