//! P-positions without a table, as far as numbers reach.

pub(crate) mod cover;
pub(crate) mod one_in_each_row;
pub mod rare;
