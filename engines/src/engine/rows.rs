//! Rows of a table in bands, one after the other: what engines give that need no table of all cells for them. Knows nothing of
//! engines.
use super::{Context, EngineError, EngineKind};
use crate::table::{CellValues, Cells};
use std::fmt;
use std::ops::Range;

/// Some rows of a table that follow each other, the last heap fastest. A row is all cells with the same first heap.
#[derive(Clone, Debug)]
pub struct RowBand {
    cells: Cells,
    /// The cells that belong to it.
    range: Range<usize>,
}

impl RowBand {
    /// Cells without the first ones of them.
    pub(in crate::engine) fn behind(cells: Cells, first: usize) -> Self {
        let range = first.min(cells.len())..cells.len();
        Self { cells, range }
    }

    /// How many cells it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.range.len()
    }

    /// Whether it has none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.range.is_empty()
    }

    /// The values of all cells, or of some of them.
    ///
    /// # Panics
    /// If the range is not within the band.
    #[must_use]
    pub fn part(&self, range: Range<usize>) -> CellValues<'_> {
        assert!(range.end <= self.len(), "the range is within the band");
        self.cells.part(self.range.start + range.start..self.range.start + range.end)
    }

    /// Appends the values of some cells as four bytes each, the least first; 2^32 - 1 stands for none.
    ///
    /// # Panics
    /// If the range is not within the band.
    pub fn append_to(&self, bytes: &mut Vec<u8>, range: Range<usize>) {
        assert!(range.end <= self.len(), "the range is within the band");
        self.cells.append_to(bytes, self.range.start + range.start..self.range.start + range.end);
    }
}

/// Who finds rows, some at a time.
pub(in crate::engine) trait FindsBands: fmt::Debug + Send {
    /// The rows from this one on, as many as are found together. Rows come in order, each once.
    ///
    /// # Errors
    /// Memory or cancellation.
    fn band(&mut self, from: usize, context: &Context) -> Result<RowBand, EngineError>;

    /// How often all cells are gone through to find all rows.
    fn passes(&self) -> usize {
        1
    }

    /// Puts down what later rows need of those that were found, beside their number. Whether all of it was taken.
    fn keep(&self, _put: &mut PutBytes<'_>) -> bool {
        true
    }

    /// Takes up what [`Self::keep`] put down for the same rows. Whether it was that.
    fn take_up(&mut self, _take: &mut TakeBytes<'_>) -> bool {
        true
    }
}

/// Puts bytes down behind those before; whether they were taken.
pub type PutBytes<'a> = dyn FnMut(&[u8]) -> bool + 'a;
/// Fills bytes with those that come next of what was put down; whether there were so many.
pub type TakeBytes<'a> = dyn FnMut(&mut [u8]) -> bool + 'a;

/// The rows of a table, one band after the other.
#[derive(Debug)]
pub struct RowsInTurn {
    kind: EngineKind,
    shape: [usize; 2],
    done: usize,
    finds: Box<dyn FindsBands>,
}

impl RowsInTurn {
    /// No row is found yet.
    pub(in crate::engine) fn new(kind: EngineKind, shape: [usize; 2], finds: Box<dyn FindsBands>) -> Self {
        Self { kind, shape, done: 0, finds }
    }

    /// Who finds them.
    #[must_use]
    pub fn kind(&self) -> EngineKind {
        self.kind
    }

    /// How many rows and columns the table has.
    #[must_use]
    pub fn shape(&self) -> [usize; 2] {
        self.shape
    }

    /// How often all cells are gone through to find all rows: once, but where a band takes what memory there is.
    #[must_use]
    pub fn passes(&self) -> usize {
        self.finds.passes()
    }

    /// How many rows were found.
    #[must_use]
    pub fn done(&self) -> usize {
        self.done
    }

    /// The next rows; `None` behind the last. After an error there is no going on.
    ///
    /// # Errors
    /// Memory or cancellation.
    pub fn next_band(&mut self, context: &Context) -> Result<Option<RowBand>, EngineError> {
        if self.shape[0] <= self.done {
            return Ok(None);
        }
        context.go_on()?;
        let band = self.finds.band(self.done, context)?;
        self.done += band.len() / self.shape[1].max(1);
        if let Some(progress) = &context.progress {
            progress(self.done as u64, self.shape[0] as u64);
        }
        Ok(Some(band))
    }

    /// Puts down what the rows that follow need of those that were found. Whether all of it was taken. Cost: for lines, their sets
    /// of values; where cells look at cells, all of these.
    pub fn keep(&self, put: &mut PutBytes<'_>) -> bool {
        self.finds.keep(put)
    }

    /// Goes on behind so many rows with what [`Self::keep`] put down then, for the same ruleset, region and question: that these are
    /// the same is for the caller to know. Whether it can be what was put down.
    #[must_use]
    pub fn take_up(&mut self, done: usize, take: &mut TakeBytes<'_>) -> bool {
        self.done = done.min(self.shape[0]);
        done <= self.shape[0] && self.finds.take_up(take)
    }
}
