//! What is tried: candidates by number, made of terms, relations and parameters.

pub(in crate::search) mod base;
pub(in crate::search) mod candidates;
pub(in crate::search) mod condition;
pub(in crate::search) mod expression;
pub(in crate::search) mod unions;
