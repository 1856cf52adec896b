//! The grammar, from its own file.

#[derive(Debug, pest_derive::Parser)]
#[grammar = "grammar/nimdsl.pest"]
pub(super) struct Grammar;
