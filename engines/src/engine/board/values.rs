//! Turns values that come level by level into a table, in memory that is given back as the table grows. Knows nothing of
//! moves.
use super::levels::LevelBoard;
use crate::engine::Context;
use crate::engine::numbers::{index, signed};
use crate::table::{Cells, Kept, Slices};
use std::ops::Range;
use std::thread;

/// Levels that are kept together.
pub(in crate::engine) const BAND: usize = 128;
/// Bands that are copied together, so that threads begin seldom.
const TOGETHER: usize = 8;
/// Cells of a table from which on several threads copy the values.
const MANY: usize = 1 << 20;

/// A value for each cell of some levels of a board, of which the first begins a band; cells beside the board have none.
#[derive(Debug)]
pub(in crate::engine) struct LevelValues<'a> {
    board: &'a LevelBoard,
    first: usize,
    bands: Vec<Cells>,
}

impl<'a> LevelValues<'a> {
    /// No values.
    pub(in crate::engine) fn none(board: &'a LevelBoard, levels: Range<usize>) -> Self {
        let Range { start: first, end } = levels;
        let cells = |first: usize| board.offsets[end.min(first + BAND)] - board.offsets[first];
        Self { board, first, bands: levels.step_by(BAND).map(|first| Cells::none(cells(first))).collect() }
    }

    /// Gives cells of a level a value, from one place to another, both included, as far as they are on the board.
    pub(in crate::engine) fn fill(&mut self, level: usize, (first, last): (i64, i64), value: u32) {
        let (low, high) = self.board.ends[level];
        let (first, last) = (first.max(low), last.min(high));
        if first <= last {
            let begin = self.board.offsets[level] - self.board.offsets[level / BAND * BAND];
            let band = &mut self.bands[(level - self.first) / BAND];
            band.fill(begin + index(first - low)..=begin + index(last - low), value);
        }
    }

    /// Those of several parts, which are all levels one after the other.
    pub(in crate::engine) fn of(board: &'a LevelBoard, parts: impl Iterator<Item = Self>) -> Self {
        Self { board, first: 0, bands: parts.flat_map(|part| part.bands).collect() }
    }

    /// The values of all levels as rows of a table, which have no cells beside the board. Cost: one look at each cell; bands are given
    /// back one after the other.
    pub(in crate::engine) fn rows(self, rows: Range<usize>, context: &Context) -> Cells {
        if self.bands.iter().all(|band| matches!(band.kept(), Slices::Small(_))) {
            self.place::<u16>(rows, context)
        } else {
            self.place::<u32>(rows, context)
        }
    }

    /// Copies band after band into rows of a table, each by several threads, which have some rows each.
    fn place<E: Kept>(self, rows: Range<usize>, context: &Context) -> Cells {
        let ([_, columns], _) = self.board.shown();
        let count = rows.len() * columns;
        let mut table: Vec<E> = E::none(count);
        let workers = if count < MANY { 1 } else { context.workers(rows.len()) };
        let mut bands = self.bands.into_iter().enumerate();
        loop {
            let together: Vec<_> = bands.by_ref().take(TOGETHER).collect();
            let placed = |number: usize| Placed::new(self.board, number * BAND);
            let Some((last, _)) = together.last() else { return E::cells(table) };
            // Those of the rows that have cells of these bands or of bands before them.
            let seen = placed(*last).rows.saturating_sub(rows.start).min(rows.len());
            let share = seen.div_ceil(workers).max(1);
            let copy = |(at, cells): (usize, &mut [E])| {
                for (number, band) in &together {
                    match band.kept() {
                        Slices::Small(all) => placed(*number).copy(all, rows.start + at * share, cells),
                        Slices::Large(all) => placed(*number).copy(all, rows.start + at * share, cells),
                    }
                }
            };
            if cfg!(target_arch = "wasm32") || workers == 1 {
                copy((0, &mut table[..seen * columns]));
                continue;
            }
            let mut shares = table[..seen * columns].chunks_mut((share * columns).max(1)).enumerate();
            thread::scope(|scope| {
                let own = shares.next();
                for other in shares {
                    scope.spawn(|| copy(other));
                }
                own.into_iter().for_each(copy);
            });
        }
    }
}

/// Where a band lies in a table.
struct Placed<'a> {
    board: &'a LevelBoard,
    /// The first level of the band, and that behind it.
    levels: Range<usize>,
    /// The rows of the table that have cells of it or of bands before it.
    rows: usize,
    /// Where the cell of row 0 would lie in the band, for each level. With place q x - p y and level t = a x + b y, x is
    /// p t + b place: the cells of a row lie floor(x / b) behind these, since x and p t have the same remainder by b.
    origins: Vec<u64>,
}

impl<'a> Placed<'a> {
    fn new(board: &'a LevelBoard, first: usize) -> Self {
        let last = board.levels().min(first + BAND);
        let ([rows, _], _) = board.shown();
        let ([down, across], [p, _]) = (board.frame.weights(), board.frame.factors());
        let origin = |level: usize| {
            let begin = signed(board.offsets[level] - board.offsets[first]) - board.ends[level].0;
            (begin - (p * signed(level)).div_euclid(across)).cast_unsigned()
        };
        Self {
            board,
            levels: first..last,
            rows: rows.min(last.div_ceil(index(down))),
            origins: (first..last).map(origin).collect(),
        }
    }

    /// Copies the band into some rows of the table, from one on.
    fn copy<B: Kept, E: Kept>(&self, band: &[B], first_row: usize, table: &mut [E]) {
        let ([_, columns], shown) = self.board.shown();
        let [down, across] = self.board.frame.weights();
        let (first, last) = (signed(self.levels.start), signed(self.levels.end));
        for (row, cells) in (first_row..).zip(table.chunks_mut(columns.max(1))) {
            let x = signed(row);
            // The cells with first <= level < last.
            let unsigned = |y: i64| index(y.max(0));
            let begin = unsigned(-(down * x - first).div_euclid(across));
            let end = unsigned(-(down * x - last).div_euclid(across)).min(shown(row));
            if end <= begin {
                continue;
            }
            let level = unsigned(down * x + across * signed(begin) - first);
            let (cells, origins) = (&mut cells[begin..end], &self.origins[level..]);
            let beyond = x.div_euclid(across).cast_unsigned();
            if across == 1 {
                // Some at a time, so that counting them costs less than copying.
                let (many, last) = cells.as_chunks_mut::<8>();
                let (origins, rest) = (origins.as_chunks::<8>().0, &origins[8 * many.len()..]);
                many.iter_mut().zip(origins).for_each(|(cells, origins)| copy(cells, origins.iter(), band, beyond));
                copy(last, rest.iter(), band, beyond);
            } else {
                copy(cells, origins.iter().step_by(unsigned(across)), band, beyond);
            }
        }
    }
}

/// Copies cells of a row, which lie so far behind the origins of their levels.
#[inline]
fn copy<'a, B: Kept, E: Kept>(cells: &mut [E], origins: impl Iterator<Item = &'a u64>, band: &[B], beyond: u64) {
    for (cell, origin) in cells.iter_mut().zip(origins) {
        let at = usize::try_from(origin.wrapping_add(beyond)).expect("a place in a band that is kept");
        *cell = E::of(band[at].kept());
    }
}
