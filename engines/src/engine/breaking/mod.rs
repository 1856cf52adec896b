//! Games of taking and breaking: one heap, from which a fixed number is taken and what is left is parted.
pub(in crate::engine) mod heap;
pub(in crate::engine) mod period;
mod triples;
mod values;

pub use values::RareHeaps;
