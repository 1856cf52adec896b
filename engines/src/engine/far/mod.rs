//! P-positions without a table, as far as numbers reach.

pub(crate) mod cover;
pub mod rare;
