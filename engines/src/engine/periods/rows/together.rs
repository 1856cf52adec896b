//! Evaluates the rows of a group together, a block of columns after the other, by several threads. Knows nothing of periods.
//!
//! Right because a cell looks at cells of its own row to its left, at cells of rows above to its left or above it, and at the sets of
//! the lines of these: a thread is at a block of its rows when the rows above are through with it, and what others write meanwhile lies
//! on lines further to the right.
use super::sets::{LineSet, Used};
use super::{Rows, Up};
use crate::engine::front::Front;
use crate::engine::{Context, EngineError};
use std::ops::Range;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// So many columns at a time.
const BLOCK: usize = 1 << 9;
/// A thread has at least so many rows.
const FEWEST: usize = 2;

/// A row as far as it is evaluated.
#[derive(Debug)]
pub(super) struct EvaluatedRow {
    values: Vec<AtomicU32>,
    state: Mutex<RowState>,
}

/// What the next cell of a row depends on in it.
#[derive(Debug, Default)]
struct RowState {
    /// How many cells are evaluated.
    done: usize,
    /// For each ray along the row, its residue classes.
    used: Vec<Vec<Used>>,
    /// Values of cells that no set holds, as bits from some word on.
    near: Vec<u64>,
}

/// Why no thread goes on.
enum GroupStop {
    /// A value does not lie near its column: the set of a line cannot hold it.
    Lost,
    Failed(EngineError),
}

fn small(value: usize) -> Result<u32, EngineError> {
    u32::try_from(value).map_err(|_| EngineError::Unfit("the values are too large".to_owned()))
}

impl EvaluatedRow {
    pub(super) fn new(along: &[(usize, usize)]) -> Self {
        let used = along.iter().map(|(_, step)| vec![Used::default(); *step]).collect();
        Self { values: Vec::new(), state: Mutex::new(RowState { used, ..RowState::default() }) }
    }

    /// Appends the values behind some, up to a column.
    pub(super) fn append_to(&self, values: &mut Vec<u32>, end: usize) {
        let begin = values.len().min(end);
        values.extend(self.values[begin..end].iter().map(|value| value.load(Ordering::Relaxed)));
    }

    fn at(&self, column: usize) -> u32 {
        self.values[column].load(Ordering::Relaxed)
    }

    /// Evaluates the row up to a column where all options lie on one ray along the row and on lines that have sets.
    fn plain<const N: usize>(
        &self,
        (state, row): (&mut RowState, usize),
        end: usize,
        sets: [&LineSet; N],
    ) -> Result<(), EngineError> {
        let used = &mut state.used[0][0];
        let mut left = state.done.checked_sub(1).map(|left| self.at(left));
        for (column, cell) in (state.done..end).zip(&self.values[state.done.min(end)..end]) {
            if let Some(left) = left {
                used.insert(left as usize);
            }
            let lines: [(usize, &[AtomicU64]); N] = sets.map(|set| set.line(row, column));
            let mut word = used.free / 64;
            let value = loop {
                let mut taken = used.word(word);
                for (first, words) in lines {
                    taken |= words.get(word.wrapping_sub(first)).map_or(0, |word| word.load(Ordering::Relaxed));
                }
                if taken != u64::MAX {
                    break word * 64 + taken.trailing_ones() as usize;
                }
                word += 1;
            };
            let value = small(value)?;
            cell.store(value, Ordering::Relaxed);
            left = Some(value);
        }
        state.done = state.done.max(end);
        Ok(())
    }
}

impl Rows {
    /// Evaluates the rows of the group up to a column.
    ///
    /// # Errors
    /// Memory or cancellation, and a value beyond all.
    pub(super) fn evaluate(&mut self, columns: usize, context: &Context) -> Result<(), EngineError> {
        if columns <= self.reached {
            return Ok(());
        }
        let lines: u128 = self.lines.iter().map(|set| set.bytes(columns)).sum();
        let known: usize = self.known.iter().map(|known| known.values.len() * 4).sum();
        // One row is copied to be read.
        let rows = self.group.len() as u128 + 1;
        context.fits(lines + known as u128 + rows * columns as u128 * 4)?;
        self.lines.iter_mut().for_each(|set| set.grow(columns));
        for row in &mut self.group {
            row.values.resize_with(columns, AtomicU32::default);
        }
        // Lines and not cells are what is told of as progress.
        let quiet = Context { progress: None, ..context.clone() };
        while let Err(halt) = self.blocks(columns, &quiet) {
            match halt {
                GroupStop::Failed(error) => return Err(error),
                // A ray whose values do not lie near their columns loses its set.
                GroupStop::Lost => self.lines.retain(|set| !set.is_lost()),
            }
        }
        self.reached = columns;
        Ok(())
    }

    /// Evaluates the rows of the group up to a column, those cells that are not evaluated yet.
    fn blocks(&mut self, columns: usize, context: &Context) -> Result<(), GroupStop> {
        let (known, group) = (self.known.len(), self.group.len());
        // A browser has no threads.
        let threads = if cfg!(target_arch = "wasm32") { 1 } else { context.workers(group / FEWEST) };
        let shares = |rows: Range<usize>| {
            let height = if threads == 1 { known + group } else { rows.len().div_ceil(threads) };
            rows.step_by(height.max(1))
        };
        let begins = shares(0..known).chain(shares(known..known + group).filter(|_| 1 < threads || known == 0));
        let begins: Vec<usize> = begins.chain([known + group]).collect();
        let (all, from) = (&*self, self.reached);
        let front = Front::of_rows(begins, [columns - from, BLOCK], threads, context);
        front.share(0..threads, |_| {
            front.work(|rows, columns| {
                context.go_on().map_err(GroupStop::Failed)?;
                let (begin, end) = (from + columns.start, from + columns.end);
                for row in rows {
                    match row.checked_sub(known) {
                        None => all.fill(row, end),
                        Some(at) => all.block(at, begin, end).map_err(GroupStop::Failed)?,
                    }
                    // What the sets lack, the next row would not see.
                    if all.lines.iter().any(LineSet::is_lost) {
                        return Err(GroupStop::Lost);
                    }
                }
                Ok(())
            })
        })
    }

    /// Adds the values of a known row up to a column to the sets of lines.
    fn fill(&self, row: usize, end: usize) {
        let (known, filled) = (&self.known[row], &self.filled[row]);
        let begin = filled.load(Ordering::Relaxed);
        if begin < end {
            self.lines.iter().for_each(|set| set.add(row, known, begin..end));
            filled.store(end, Ordering::Relaxed);
        }
    }

    /// Evaluates a row of the group up to a column, as far as it is not, and adds its values from another column on to the sets of
    /// lines; cells above are evaluated so far.
    fn block(&self, at: usize, begin: usize, end: usize) -> Result<(), EngineError> {
        let (row, run) = (self.known.len() + at, &self.group[at]);
        let mut state = run.state.lock().unwrap_or_else(PoisonError::into_inner);
        let rest = self.rest(row);
        if rest.is_empty() && self.near.is_empty() && self.along == [(1, 1)] {
            match self.lines.as_slice() {
                [] => run.plain((&mut state, row), end, [])?,
                [a] => run.plain((&mut state, row), end, [a])?,
                [a, b] => run.plain((&mut state, row), end, [a, b])?,
                _ => {}
            }
        }
        for column in state.done..end {
            self.step((run, &mut state), row, &rest, column)?;
        }
        if !self.looks_back() {
            for set in &self.lines {
                for (column, value) in (begin..end).zip(&run.values[begin..end]) {
                    set.put(row, column, value.load(Ordering::Relaxed) as usize);
                }
            }
        }
        Ok(())
    }

    /// The cells above that no set of lines holds: (row, distance).
    fn rest(&self, row: usize) -> Vec<(usize, usize)> {
        let mut rest: Vec<(usize, usize)> = Vec::new();
        for [up, across] in &self.up_points {
            if *up <= row {
                rest.push((row - up, *across));
            }
        }
        for Up { start, step } in self.up_rays.iter().filter(|up| !self.lines.iter().any(|set| set.up == **up)) {
            let times = (0..).take_while(|times| start[0] + times * step[0] <= row);
            rest.extend(times.map(|k| (row - start[0] - k * step[0], start[1] + k * step[1])));
        }
        rest.sort_unstable();
        rest.dedup();
        rest
    }

    /// The value of one cell from the lines above and the state of its row.
    fn step(
        &self,
        (run, state): (&EvaluatedRow, &mut RowState),
        row: usize,
        rest: &[(usize, usize)],
        column: usize,
    ) -> Result<(), EngineError> {
        let RowState { used, near, .. } = state;
        for ((start, step), classes) in self.along.iter().zip(used.iter_mut()) {
            if let Some(option) = column.checked_sub(*start) {
                classes[column % step].insert(run.at(option) as usize);
            }
        }
        let first = self.along.iter().zip(used.iter()).map(|((_, step), used)| used[column % step].free / 64).max();
        let first = first.unwrap_or(0);
        near.clear();
        let mut add = |value: u32| {
            let value = value as usize;
            if let Some(at) = (value / 64).checked_sub(first) {
                if near.len() <= at {
                    near.resize(at + 1, 0);
                }
                near[at] |= 1 << (value % 64);
            }
        };
        for left in &self.near {
            if let Some(option) = column.checked_sub(*left) {
                add(run.at(option));
            }
        }
        for (row, left) in rest {
            if let Some(option) = column.checked_sub(*left) {
                add(match self.known.get(*row) {
                    Some(known) => known.at(option),
                    None => self.group[row - self.known.len()].at(option),
                });
            }
        }
        let mut word = first;
        let value = loop {
            let mut taken = near.get(word - first).copied().unwrap_or(0);
            for ((_, step), used) in self.along.iter().zip(used.iter()) {
                taken |= used[column % step].word(word);
            }
            for set in &self.lines {
                let (first, words) = set.line(row, column);
                let words = word.checked_sub(first).and_then(|at| words.get(at));
                taken |= words.map_or(0, |word| word.load(Ordering::Relaxed));
            }
            if taken != u64::MAX {
                break word * 64 + taken.trailing_ones() as usize;
            }
            word += 1;
        };
        run.values[column].store(small(value)?, Ordering::Relaxed);
        state.done = column + 1;
        Ok(())
    }
}
