//! What a search stands on, and the bounds and targets that follow from it. Tries nothing.
use super::found::Origin;
use super::task::{Add, Search};
use super::trial::goal::Goal;
use super::trial::target::{TargetSource, wanted};
use crate::asked::TaskFailure;
use crate::asked::choices::Choices;
use crate::asked::values::{Effort, HeapBound};
use crate::check::{Document, Library};
use crate::engine::Context;
use crate::syntax::print_file;
use std::collections::BTreeSet;

/// What a search stands on.
#[derive(Clone, Copy)]
pub struct SearchInput<'a> {
    /// The ruleset.
    pub document: &'a Document,
    /// Values of its parameters.
    pub choices: &'a Choices,
    /// Where files of numbers come from.
    pub library: &'a dyn Library,
    /// Which bounds hold.
    pub extent: Effort,
    /// What the names of hits begin with.
    pub prefix: &'a str,
    /// Which task of the experiment it is, from 0.
    pub number: usize,
}

impl std::fmt::Debug for SearchInput<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SearchInput").field("ruleset", &self.document.ruleset.name).finish_non_exhaustive()
    }
}

impl SearchInput<'_> {
    /// A bound of the task in heaps.
    pub(super) fn bound(&self, bound: HeapBound) -> Result<i64, TaskFailure> {
        let bound = i64::try_from(bound.at(self.extent)).ok().filter(|bound| (8..=1 << 29).contains(bound));
        bound.ok_or_else(|| TaskFailure::Request(format!("bounds of a search are heaps from 8 to {}", 1 << 29)))
    }

    /// What the task looks for, with what it is screened and confirmed up to.
    pub(super) fn goal(&self, task: &Search, reach: SearchReach, context: &Context) -> Result<Goal, TaskFailure> {
        let SearchReach { screen, confirm } = reach;
        let varied: BTreeSet<String> = self.choices.names().cloned().collect();
        let source = TargetSource {
            varied: &varied,
            document: self.document,
            library: self.library,
            total: 2 * confirm.max(screen),
            dense: 2 * screen,
            context,
        };
        let (exceptions, counts_games) = (task.exceptions, task.counts_games);
        Ok(Goal { targets: wanted(&task.target, &source)?, exceptions, total: 2 * screen, counts_games })
    }

    /// What its hits are said to come from.
    pub(super) fn origin(&self, task: &Search) -> Result<Origin, TaskFailure> {
        let screened = if matches!(task.add, Add::Parameters) { task.board } else { task.screen };
        let is_fixed = |name: &String| !self.choices.names().any(|varied| varied == name);
        let fixed = self.document.parameters.iter().filter(|(name, _)| is_fixed(name));
        Ok(Origin {
            ruleset: self.document.ruleset.name.clone(),
            blake3: blake3::hash(print_file(&self.document.file).as_bytes()).to_hex().to_string(),
            parameters: fixed.map(|(name, value)| (name.clone(), value.clone())).collect(),
            screen: self.bound(screened)?.unsigned_abs(),
            confirm: self.bound(task.confirm)?.unsigned_abs(),
            exceptions: task.exceptions,
        })
    }
}

/// How far a search goes, in heaps.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchReach {
    /// Candidates are screened up to this.
    pub(super) screen: i64,
    /// Hits are confirmed up to this.
    pub(super) confirm: i64,
}
