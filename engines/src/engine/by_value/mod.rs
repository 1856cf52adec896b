//! Cells one value after the other: of each value, the cells that reach none of its own.

pub(in crate::engine) mod bands;
pub(in crate::engine) mod bit_rows;
pub(in crate::engine) mod cover;
mod relay;
pub(in crate::engine) mod thresholds;
