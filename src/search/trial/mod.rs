//! Candidates against targets, chunk by chunk.

pub mod chunk;
pub(in crate::search) mod driver;
pub(in crate::search) mod goal;
pub(in crate::search) mod moves;
pub(in crate::search) mod parameters;
pub(in crate::search) mod screen;
pub(in crate::search) mod target;
