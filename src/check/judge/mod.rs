//! What has to be true of a ruleset beyond its names: options are finite, play ends, every rule has a value.

mod bounded_terms;
pub(in crate::check) mod finite;
pub(in crate::check) mod growth;
pub(in crate::check) mod measure;
pub(in crate::check) mod place;
pub(in crate::check) mod play_ends;
pub(in crate::check) mod redundant;
pub(in crate::check) mod small;
mod small_positions;
mod suggested;
