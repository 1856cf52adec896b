//! A table row by row, for those who write it down and keep none of it. Computes no value.
use super::tabled::{bound, cite};
use super::{NoAnswer, Rules};
use crate::engine::{Context, EngineError, EngineKind, PutBytes, Question, RowBand, RowsInTurn, TakeBytes};
use crate::table::Region;
use crate::tasks::What;

/// The rows of a table, band after band, and what they are of.
#[derive(Debug)]
pub struct TabledRows {
    rows: RowsInTurn,
    /// What the values are.
    pub what: What,
    cite: String,
    is_slower: bool,
}

impl Rules {
    /// The Grundy values or outcomes on a region row by row, in the memory of what rows need of those before them; the same values as
    /// [`Rules::grundy`] and [`Rules::outcomes`] give. A row is all positions with the same first heap.
    ///
    /// # Errors
    /// Misère play, asked for values; [`EngineError::Unfit`] where a table of all cells is needed; memory or cancellation.
    pub fn rows(&self, what: What, region: &Region, context: &Context) -> Result<TabledRows, NoAnswer> {
        let question = match what {
            What::Grundy => {
                self.asks_values()?;
                Question::Grundy
            }
            What::Outcomes => Question::Outcome(self.play()),
        };
        let ruleset = self.ruleset();
        if !ruleset.registers.is_empty() {
            let why = "a position has registers beside its heaps".to_owned();
            return Err(NoAnswer::Engine(EngineError::Unfit(why)));
        }
        let plan = self.plan()?;
        let rows = self.blamed(plan.rows(region, question, context))?;
        let is_slower = rows.kind() == EngineKind::Compiled && plan.kind() == EngineKind::Vectors;
        let cite = format!("{}; {}", cite(&self.document, ruleset, self.play()), bound(ruleset, region));
        Ok(TabledRows { rows, what, cite, is_slower })
    }
}

impl TabledRows {
    /// The next rows; `None` behind the last.
    ///
    /// # Errors
    /// Memory or cancellation; then there is no going on.
    pub fn next_band(&mut self, context: &Context) -> Result<Option<RowBand>, NoAnswer> {
        self.rows.next_band(context).map_err(NoAnswer::Engine)
    }

    /// How many rows and columns there are.
    #[must_use]
    pub fn shape(&self) -> [usize; 2] {
        self.rows.shape()
    }

    /// How often all cells are gone through to find all rows.
    #[must_use]
    pub fn passes(&self) -> usize {
        self.rows.passes()
    }

    /// How many rows were given.
    #[must_use]
    pub fn done(&self) -> usize {
        self.rows.done()
    }

    /// Who finds them.
    #[must_use]
    pub fn engine(&self) -> EngineKind {
        self.rows.kind()
    }

    /// Whether a table of all cells is found by difference vectors that are listed once, which rows are not.
    #[must_use]
    pub fn is_slower(&self) -> bool {
        self.is_slower
    }

    /// Where they come from, in one line: the program, the ruleset with its hash, parameters, play, and the positions.
    #[must_use]
    pub fn cite(&self) -> &str {
        &self.cite
    }

    /// Puts down what the rows that follow need of those that were given. Whether all of it was taken.
    pub fn keep(&self, put: &mut PutBytes<'_>) -> bool {
        self.rows.keep(put)
    }

    /// Goes on behind so many rows, with what [`Self::keep`] put down then for rows of the same [`Self::cite`], values and engine.
    /// Whether it can be that.
    #[must_use]
    pub fn take_up(&mut self, done: usize, take: &mut TakeBytes<'_>) -> bool {
        self.rows.take_up(done, take)
    }
}
