//! Turns attacks that are thresholds into Grundy values, some levels at a time for all values. Knows nothing of moves.
//!
//! The cell of value v on level t depends on the values below v on t and on v on lower levels, so any order that respects
//! both is right. A band of levels for all values needs no more than the thresholds of each value from the levels below,
//! and it can be written into the table while it is in caches.
//!
//! Along a level a value stays the same for a run of cells. So only the beginnings of runs are kept, row by row of the
//! table: from one row to the next, the values of the levels change where a run begins, and a row is one copy of them.
//!
//! With several threads one writes a band while another finds the next: the second never looks at what is written.
//!
//! Right because the induction of `thresholds` runs over pairs (v, level), and every pair on which a pair depends is smaller in
//! both; bands of levels go through them in another order that respects this.
use super::cover::Attack;
use crate::engine::board::levels::LevelBoard;
use crate::engine::board::open_cells::Free;
use crate::engine::numbers::{index, signed};
use crate::engine::{Context, EngineError};
use crate::table::{Cells, Kept};
use std::mem::replace;
use std::ops::Range;
use std::sync::mpsc;
use std::thread;

/// Values are at most levels: with fewer levels they take two bytes, also when one greater.
pub(in crate::engine) const NARROW: usize = 65_000;
/// Levels that are computed together.
const BAND: usize = 1 << LEVEL_BITS;
/// Bits that tell one of them.
const LEVEL_BITS: u32 = 7;
/// With fewer levels, a value, one greater, and a level of the band take four bytes.
pub(in crate::engine) const MOST_LEVELS: usize = 1 << (31 - LEVEL_BITS);
const NONE: u32 = u32::MAX;
/// Cells from which on two threads are worth while.
const MANY: usize = 1 << 18;

/// A run of one value, which begins in some row on a level of the band.
#[derive(Clone, Copy, Debug)]
struct BegunRun {
    /// The run that was found before it in the same row.
    before: u32,
    /// One greater than the value, and in the last bits the level.
    kept: u32,
}

/// The runs of a band.
struct BandRuns {
    levels: Range<usize>,
    /// The last run that was found in each row.
    heads: Vec<u32>,
    runs: Vec<BegunRun>,
}

/// Who finds the runs of one band after the other.
struct BandFinder<'f, 'a> {
    board: &'a LevelBoard,
    attack: &'f mut Attack<'a>,
    /// Of the levels of the band at hand.
    free: Free,
    /// Runs that begin in this row or a later one are not kept.
    seen: usize,
    /// The thresholds of a value that has closed nothing.
    closed_nowhere: Vec<i64>,
    /// For each value, its thresholds and the first level to look at.
    known: Vec<i64>,
    nexts: Vec<usize>,
}

/// The rows of the table that runs are written into.
struct BandWriter<'a, E> {
    board: &'a LevelBoard,
    rows: Range<usize>,
    columns: usize,
    /// The values of the levels of the band, in the row at hand.
    values: [E; BAND],
    cells: Vec<E>,
}

/// The bytes that some rows take, about, with what is found on the way.
pub(in crate::engine) fn needed(board: &LevelBoard, thresholds: usize, rows: &Range<usize>) -> u128 {
    let ([all, columns], _) = board.shown();
    let levels = board.levels() as u128;
    // Runs of two bands: one for two cells, of the longest levels.
    let longest = board.offsets.windows(2).map(|two| two[1] - two[0]).max().unwrap_or(0) as u128;
    let known = levels * 8 * (thresholds as u128 + 1) + longest * 8 * BAND as u128;
    let cells = if rows.len() == all { board.answer() / 2 } else { rows.len() as u128 * columns as u128 };
    known + cells.saturating_mul(if board.levels() < NARROW { 2 } else { 4 })
}

/// Grundy values of some rows of a board whose attacks are so many thresholds. Cost: about the number of runs on the whole board, of
/// words that are looked at, and of cells that are copied.
///
/// # Errors
/// Cancellation.
pub(in crate::engine) fn grundy<'a>(
    board: &'a LevelBoard,
    (attack, thresholds): (&mut Attack<'a>, usize),
    rows: Range<usize>,
    context: &Context,
) -> Result<Cells, EngineError> {
    if board.levels() < NARROW {
        kept::<u16>(board, (attack, thresholds), rows, context)
    } else {
        kept::<u32>(board, (attack, thresholds), rows, context)
    }
}

/// The same, kept in so many bytes.
fn kept<'a, E: Kept>(
    board: &'a LevelBoard,
    (attack, thresholds): (&mut Attack<'a>, usize),
    rows: Range<usize>,
    context: &Context,
) -> Result<Cells, EngineError> {
    attack.clear();
    let mut closed_nowhere = vec![0; thresholds];
    attack.put_aside(&mut closed_nowhere);
    let free = Free::of(board, 0..0);
    let seen = rows.end;
    let mut finder = BandFinder { board, attack, free, seen, closed_nowhere, known: Vec::new(), nexts: Vec::new() };
    let mut writer = BandWriter::<E>::new(board, rows);
    // A browser has no threads.
    let alone = cfg!(target_arch = "wasm32") || board.cells() < MANY || context.workers(2) == 1;
    let shared = if alone { None } else { in_turns(&mut finder, &mut writer, context) };
    shared.unwrap_or_else(|| finder.all(context, |band| writer.write(band)))?;
    Ok(E::cells(writer.cells))
}

/// Lets one thread write a band while this one finds the next; `None` where the system gives no thread.
fn in_turns<E: Kept>(
    finder: &mut BandFinder<'_, '_>,
    writer: &mut BandWriter<'_, E>,
    context: &Context,
) -> Option<Result<(), EngineError>> {
    let seen = finder.seen;
    let (found, bands) = mpsc::sync_channel::<BandRuns>(0);
    let (written, spare) = mpsc::channel();
    thread::scope(|scope| {
        let write = move || {
            for mut band in bands {
                writer.write(&mut band);
                // Nobody may want it any more.
                let _ = written.send(band);
            }
        };
        thread::Builder::new().spawn_scoped(scope, write).ok()?;
        // When the last band has been handed over, the writer hears so.
        let found = found;
        Some(finder.all(context, |band| {
            let next = spare.try_recv().unwrap_or_else(|_| BandRuns::none(seen));
            // A writer that ends early has panicked, which is told where it is joined.
            let _ = found.send(replace(band, next));
        }))
    })
}

impl BandRuns {
    fn none(rows: usize) -> Self {
        Self { levels: 0..0, heads: vec![NONE; rows], runs: Vec::new() }
    }

    /// Keeps that a run of a value begins at a place of a level.
    fn begin(&mut self, board: &LevelBoard, (level, place): (i64, i64), value: usize) {
        // Rows rise along a level, so runs that begin beyond the table are not seen.
        let Some(head) = self.heads.get_mut(index(board.frame.heaps(level, place)[0])) else { return };
        let kept = u32::of(value + 1) << LEVEL_BITS | u32::of(index(level) - self.levels.start);
        self.runs.push(BegunRun { before: *head, kept });
        *head = u32::try_from(self.runs.len() - 1).unwrap_or(NONE);
    }
}

impl BandFinder<'_, '_> {
    /// Finds all bands, and hands each over; what is left in its place is empty.
    fn all(&mut self, context: &Context, mut found: impl FnMut(&mut BandRuns)) -> Result<(), EngineError> {
        let board = self.board;
        let mut band = BandRuns::none(self.seen);
        for first in (0..board.levels()).step_by(BAND) {
            context.go_on()?;
            let limit = board.levels().min(first + BAND);
            band.levels = first..limit;
            self.free = Free::of(board, first..limit);
            self.band(&mut band);
            found(&mut band);
            if let Some(progress) = &context.progress {
                progress(board.offsets[limit] as u64, board.cells() as u64);
            }
        }
        Ok(())
    }

    /// Finds the runs of all values on the levels of a band.
    fn band(&mut self, band: &mut BandRuns) {
        let (thresholds, limit) = (self.closed_nowhere.len(), band.levels.end);
        let mut from = band.levels.start;
        for value in 0.. {
            from = match self.free.first_level(from) {
                Some(level) if level < limit => level,
                _ => break,
            };
            if value == self.nexts.len() {
                self.nexts.push(0);
                self.known.extend(&self.closed_nowhere);
            }
            if limit <= self.nexts[value] {
                continue;
            }
            let own = value * thresholds..(value + 1) * thresholds;
            self.attack.take_up(&self.known[own.clone()]);
            self.nexts[value] = self.fill(value, self.nexts[value].max(from), band);
            self.attack.put_aside(&mut self.known[own]);
        }
    }

    /// Gives one value to the cells of the levels of a band, from `next` on, that its attacks leave open; the level behind the band
    /// at which it goes on.
    fn fill(&mut self, value: usize, mut next: usize, band: &mut BandRuns) -> usize {
        let Self { board, attack, free, .. } = self;
        loop {
            let (level, open) = match attack.next_before(next, band.levels.end, Some(free)) {
                Err(later) => return later,
                Ok(found) => found,
            };
            next = level + 1;
            let (height, low) = (signed(level), board.ends[level].0);
            let (from, to) = (index(open.0 - low), index(open.1 - low));
            let place = |at: usize| low + signed(at);
            let mut begins = |at: usize| band.begin(board, (height, place(at)), value);
            if let Some((first, last)) = free.take_all(level, from, to, &mut begins) {
                attack.close(height, place(first), place(last));
            }
        }
    }
}

impl<'a, E: Kept> BandWriter<'a, E> {
    fn new(board: &'a LevelBoard, rows: Range<usize>) -> Self {
        let ([_, columns], _) = board.shown();
        let cells = E::none(rows.len() * columns);
        Self { board, rows, columns, values: [E::default(); BAND], cells }
    }

    /// Writes the levels of a band into the table, and forgets their runs.
    fn write(&mut self, band: &mut BandRuns) {
        let BandRuns { levels: Range { start: first, end: limit }, heads, runs } = band;
        let (first, limit) = (*first, *limit);
        let (_, shown) = self.board.shown();
        let [down, across] = self.board.frame.weights().map(index);
        let rows = self.rows.end.min((limit - 1) / down + 1);
        let level = (1 << LEVEL_BITS) - 1;
        for (row, head) in heads.iter().take(rows).enumerate() {
            let mut head = *head;
            while let Some(run) = runs.get(head as usize) {
                self.values[index(i64::from(run.kept & level))] = E::of((run.kept >> LEVEL_BITS) as usize);
                head = run.before;
            }
            let Some(row_here) = row.checked_sub(self.rows.start) else { continue };
            // The cells with first <= down * row + across * column < limit.
            let begin = first.saturating_sub(down * row).div_ceil(across);
            let end = (limit - down * row).div_ceil(across).min(shown(row));
            if end <= begin {
                continue;
            }
            let values = &self.values[down * row + across * begin - first..];
            let cells = &mut self.cells[row_here * self.columns + begin..row_here * self.columns + end];
            if across == 1 {
                cells.copy_from_slice(&values[..end - begin]);
            } else {
                cells.iter_mut().zip(values.iter().step_by(across)).for_each(|(cell, value)| *cell = *value);
            }
        }
        heads.fill(NONE);
        runs.clear();
    }
}
