//! What an engine is asked, and what it has to be able to do. Knows nothing of any engine.
use super::rows::RowsInTurn;
use super::{Context, EngineError, EngineKind};
use crate::ruleset::Position;
use crate::table::{Region, Table};
use crate::value::Play;
use std::fmt;

/// What is asked of each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Grundy values of normal play.
    Grundy,
    /// Outcomes: 0 for P, 1 for N.
    Outcome(Play),
}

/// Why an engine does not serve a ruleset, in words that follow "but" or a colon.
pub(in crate::engine) type Unfit = String;

/// An engine that was built for a ruleset, and answers for it alone.
///
/// The reference engine is the definition of every answer. An engine may refuse, never differ.
pub(in crate::engine) trait Engine: fmt::Debug + Send {
    /// The values of all positions of a region.
    ///
    /// # Errors
    /// [`EngineError::Unfit`] for a region or a question that it does not serve; memory, cancellation, or a rule that
    /// cannot be evaluated somewhere.
    fn table(&self, region: &Region, question: Question, context: &Context) -> Result<Table, EngineError>;

    /// All P-positions with every heap at most `up_to`, in order of total, then lexicographic, where it finds them without
    /// a table of all positions.
    ///
    /// # Errors
    /// As for [`Self::table`]; unfit if it does not.
    fn p_positions(&self, _up_to: u64, _play: Play, _context: &Context) -> Result<Vec<Position>, EngineError> {
        Err(EngineError::Unfit("it finds P-positions in a table alone".to_owned()))
    }

    /// The rows of a region, one band after the other, where it needs no table of all cells for them.
    ///
    /// # Errors
    /// As for [`Self::table`], before any row is found; unfit if it needs one.
    fn rows(&self, _region: &Region, _question: Question, _context: &Context) -> Result<RowsInTurn, EngineError> {
        Err(EngineError::Unfit("its cells look at cells of all rows".to_owned()))
    }

    /// Why compiled loops take less time where they serve the ruleset, in words that follow "because".
    fn yields(&self) -> Option<Unfit> {
        None
    }

    /// About what a cell of a region costs, in nanoseconds with one thread, where another engine may cost less; `None` where none
    /// will, or where it is not known beforehand. It is made of the same numbers on every machine.
    fn cost_of_cell(&self, _region: &Region, _question: Question) -> Option<u64> {
        None
    }

    /// Why it answers, and at what cost, in words that follow "because". Engines that were asked before it said why they do
    /// not serve the ruleset.
    fn why(&self, passed: &Passed) -> String;
}

/// What engines said that do not serve a ruleset, in the order in which they were asked.
#[derive(Clone, Debug, Default)]
pub(in crate::engine) struct Passed(pub(in crate::engine) Vec<(EngineKind, Unfit)>);

impl Passed {
    /// What an engine said, the last time that it was asked; empty if it was not asked.
    pub(in crate::engine) fn words(&self, kind: EngineKind) -> &str {
        self.0.iter().rev().find(|one| one.0 == kind).map_or("", |one| &one.1)
    }

    /// What some engines said, each with its name.
    pub(in crate::engine) fn told(&self, kinds: &[EngineKind]) -> String {
        let told: Vec<String> = kinds.iter().map(|kind| format!("{}: {}", kind.name(), self.words(*kind))).collect();
        told.join("; ")
    }

    /// What the last engine said that was asked.
    pub(in crate::engine) fn last(&self) -> &str {
        self.0.last().map_or("", |one| &one.1)
    }
}
