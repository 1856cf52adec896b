//! Turns attacks that are thresholds into Grundy values, some levels at a time for all values. Knows nothing of moves.
//!
//! The cell of value v on level t depends on the values below v on t and on v on lower levels, so any order that respects
//! both is right. A band of levels for all values needs no more than the thresholds of each value from the levels below,
//! and it can be written into the table while it is in caches.
//!
//! Along a level a value stays the same for a run of cells. So only the beginnings of runs are kept, row by row of the
//! table: from one row to the next, the values of the levels change where a run begins, and a row is one copy of them.
//!
//! Right because the induction of `thresholds` runs over pairs (v, level), and every pair on which a pair depends is smaller in
//! both; bands of levels go through them in another order that respects this.
use super::cover::Attack;
use crate::engine::board::levels::Board;
use crate::engine::board::open_cells::Free;
use crate::engine::numbers::{index, signed};
use crate::engine::{Context, EngineError};
use crate::table::{Kept, Table};

/// Values are at most levels: on so few boards they take two bytes, also when one greater.
pub(in crate::engine) const MOST_LEVELS: usize = 65_000;
/// Levels that are computed together.
const BAND: usize = 128;
const NONE: u32 = u32::MAX;

/// A run of one value, which begins in some row on a level of the band.
#[derive(Clone, Copy, Debug)]
struct Begun {
    /// The run that was found before it in the same row.
    before: u32,
    level: u16,
    /// One greater than the value.
    kept: u16,
}

/// The runs of a band, and the table that they are written into.
struct Writer<'a> {
    board: &'a Board,
    rows: usize,
    columns: usize,
    /// The last run that was found in each row.
    heads: Vec<u32>,
    runs: Vec<Begun>,
    /// The values of the levels of the band, in the row at hand.
    values: [u16; BAND],
    cells: Vec<u16>,
}

/// Grundy values of a board whose attacks are so many thresholds. Cost: about the number of runs, of words that are looked
/// at, and of cells that are copied.
///
/// # Errors
/// Cancellation.
pub(in crate::engine) fn grundy(
    board: &Board,
    attack: &mut Attack<'_>,
    thresholds: usize,
    context: &Context,
) -> Result<Table, EngineError> {
    attack.clear();
    let mut closed_nowhere = vec![0; thresholds];
    attack.put_aside(&mut closed_nowhere);
    let mut free = Free::all(board);
    let mut writer = Writer::new(board);
    // For each value, its thresholds and the first level to look at.
    let (mut known, mut nexts): (Vec<i64>, Vec<usize>) = (Vec::new(), Vec::new());
    for first in (0..board.levels()).step_by(BAND) {
        context.go_on()?;
        let limit = board.levels().min(first + BAND);
        let mut from = first;
        for value in 0.. {
            from = match free.first_level(from) {
                Some(level) if level < limit => level,
                _ => break,
            };
            if value == nexts.len() {
                nexts.push(0);
                known.extend(&closed_nowhere);
            }
            if limit <= nexts[value] {
                continue;
            }
            let own = &mut known[value * thresholds..(value + 1) * thresholds];
            attack.take_up(own);
            nexts[value] = writer.fill(value, (nexts[value].max(from), first, limit), attack, &mut free);
            attack.put_aside(own);
        }
        writer.write(first, limit);
        if let Some(progress) = &context.progress {
            progress(board.offsets[limit] as u64, board.cells() as u64);
        }
    }
    Ok(Table { shape: board.shape.to_vec(), layers: vec![(Vec::new(), Kept::cells(writer.cells))] })
}

impl<'a> Writer<'a> {
    /// Gives one value to the cells of the levels of a band, from `next` on, that its attacks leave open; the level behind the band
    /// at which it goes on.
    fn fill(
        &mut self,
        value: usize,
        (mut next, first, limit): (usize, usize, usize),
        attack: &mut Attack<'_>,
        free: &mut Free,
    ) -> usize {
        loop {
            let (level, open) = match attack.next_before(next, limit, Some(free)) {
                Err(later) => return later,
                Ok(found) => found,
            };
            next = level + 1;
            let (height, low) = (signed(level), self.board.ends[level].0);
            let (from, to) = (index(open.0 - low), index(open.1 - low));
            let place = |at: usize| low + signed(at);
            let mut begins = |at: usize| self.begin(first, (height, place(at)), value);
            if let Some((first, last)) = free.take_all(level, from, to, &mut begins) {
                attack.close(height, place(first), place(last));
            }
        }
    }

    fn new(board: &'a Board) -> Self {
        let ([rows, columns], _) = board.shown();
        let cells = vec![0; rows * columns];
        Self { board, rows, columns, heads: vec![NONE; rows], runs: Vec::new(), values: [0; BAND], cells }
    }

    /// Keeps that a run of a value begins at a place of a level; `first` is the first level of the band.
    fn begin(&mut self, first: usize, (level, place): (i64, i64), value: usize) {
        // Rows rise along a level, so runs that begin beyond the table are not seen.
        let Some(head) = self.heads.get_mut(index(self.board.frame.heaps(level, place)[0])) else { return };
        let level = u16::try_from(index(level) - first).expect("a band has 128 levels");
        let kept = u16::of(value + 1);
        self.runs.push(Begun { before: *head, level, kept });
        *head = u32::try_from(self.runs.len() - 1).unwrap_or(NONE);
    }

    /// Writes the levels of a band into the table, and forgets their runs.
    fn write(&mut self, first: usize, limit: usize) {
        let (_, shown) = self.board.shown();
        let [down, across] = self.board.frame.weights().map(index);
        for row in 0..self.rows.min((limit - 1) / down + 1) {
            let mut head = self.heads[row];
            while let Some(run) = self.runs.get(head as usize) {
                self.values[usize::from(run.level)] = run.kept;
                head = run.before;
            }
            // The cells with first <= down * row + across * column < limit.
            let begin = first.saturating_sub(down * row).div_ceil(across);
            let end = (limit - down * row).div_ceil(across).min(shown(row));
            if end <= begin {
                continue;
            }
            let values = &self.values[down * row + across * begin - first..];
            let cells = &mut self.cells[row * self.columns + begin..row * self.columns + end];
            if across == 1 {
                cells.copy_from_slice(&values[..end - begin]);
            } else {
                cells.iter_mut().zip(values.iter().step_by(across)).for_each(|(cell, value)| *cell = *value);
            }
        }
        self.heads.fill(NONE);
        self.runs.clear();
    }
}
