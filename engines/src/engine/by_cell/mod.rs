//! Values one cell after the other: each is the least that no option has.

pub(in crate::engine) mod compiled;
pub(in crate::engine) mod lines;
pub(in crate::engine) mod points;
pub(in crate::engine) mod runs;
