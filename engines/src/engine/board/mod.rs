//! Where positions stand: regions, levels, cells without a value, the least value excluded, and values as they grow. Knows nothing of moves.

pub(in crate::engine) mod grid;
pub(in crate::engine) mod levels;
pub(in crate::engine) mod mex;
pub(in crate::engine) mod open_cells;
pub(in crate::engine) mod values;
