//! A checked ruleset file as data: what it says, and its ruleset at the default parameters. Knows nothing of how it was checked.
use crate::diagnostic::Fault;
use crate::ruleset::{ParameterValue, Ruleset};
use crate::source::Source;
use crate::syntax::ast::{Claim, Expr, File, ItemKind, Name};
use indexmap::IndexMap;
use std::sync::Arc;

/// Values for parameters, from outside.
pub type Settings = IndexMap<String, ParameterValue>;

/// A checked ruleset file.
#[derive(Clone, Debug)]
pub struct Document {
    /// The text.
    pub source: Arc<Source>,
    /// The tree.
    pub file: File,
    /// The ruleset at the default parameters.
    pub ruleset: Ruleset,
    /// What is suspicious, but not wrong.
    pub warnings: Vec<Fault>,
    /// The default of every parameter.
    pub parameters: IndexMap<String, ParameterValue>,
    /// The rulesets that this one is the disjunctive sum of, with the settings of each; empty if it is none.
    pub components: Vec<(Document, Vec<(Name, Expr)>)>,
    /// Other rulesets that claims speak of, by the name of their file.
    pub others: IndexMap<String, Document>,
}

impl Document {
    /// Where the rules come from, as the file says it.
    #[must_use]
    pub fn cited(&self) -> Option<&str> {
        self.file.items.iter().find_map(|item| match &item.kind {
            ItemKind::Source(source) => Some(source.as_str()),
            _ => None,
        })
    }

    /// The claims of the file, in order.
    pub fn claims(&self) -> impl Iterator<Item = &Claim> {
        self.file.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Claim(claim) => Some(claim),
            _ => None,
        })
    }

    /// Whether parameters are chosen that the head of a claim does not bind: the claim speaks of their defaults.
    #[must_use]
    pub fn leaves_defaults(&self, claim: &Claim, settings: &Settings) -> bool {
        settings.iter().any(|(name, value)| {
            let bound = claim.binders.iter().any(|binder| binder.name.text == *name);
            !bound && self.parameters.get(name) != Some(value)
        })
    }
}
