//! From trees to the IR: terms, conditions, moves.

pub(in crate::check) mod changes;
mod codes;
pub(in crate::check) mod conditions;
pub(crate) mod decided;
pub(in crate::check) mod declare;
mod even;
mod families;
pub(in crate::check) mod fold;
pub(in crate::check) mod functions;
pub(in crate::check) mod indices;
pub(in crate::check) mod instance;
pub(in crate::check) mod irrational;
pub(in crate::check) mod moves;
mod numbers;
pub(in crate::check) mod ordinals;
pub(in crate::check) mod parameters;
pub(in crate::check) mod recursions;
pub(in crate::check) mod sequences;
pub(in crate::check) mod starts;
pub(in crate::check) mod substitute;
pub(in crate::check) mod terms;
mod unordered;
pub(in crate::check) mod vectors;
mod whole;
