//! Turns values that come level by level into a table, in memory that is given back as the table grows. Knows nothing of
//! moves.
use super::levels::Board;
use crate::engine::numbers::{index, signed};
use crate::table::{Cells, Kept, Slices, Table};

/// Levels that are kept together.
const BAND: usize = 128;

/// A value for each cell of a board.
#[derive(Debug)]
pub(in crate::engine) struct LevelValues<'a> {
    board: &'a Board,
    bands: Vec<Cells>,
}

impl<'a> LevelValues<'a> {
    /// No values.
    pub(in crate::engine) fn none(board: &'a Board) -> Self {
        let bands = (0..board.levels()).step_by(BAND).map(|first| {
            let last = board.levels().min(first + BAND);
            Cells::none(board.offsets[last] - board.offsets[first])
        });
        Self { board, bands: bands.collect() }
    }

    /// Gives cells of a level a value, from one position within the level to another, both included.
    pub(in crate::engine) fn fill(&mut self, level: usize, (from, to): (usize, usize), value: u32) {
        let begin = self.board.offsets[level] - self.board.offsets[level / BAND * BAND];
        self.bands[level / BAND].fill(begin + from..=begin + to, value);
    }

    /// The values as a table. Cost: one look at each cell; bands are given back one after the other.
    pub(in crate::engine) fn table(self) -> Table {
        let ([rows, columns], _) = self.board.shown();
        let shape = self.board.shape.to_vec();
        let cells = if self.bands.iter().all(|band| matches!(band.kept(), Slices::Small(_))) {
            self.place::<u16>(rows * columns)
        } else {
            self.place::<u32>(rows * columns)
        };
        Table { shape, layers: vec![(Vec::new(), cells)] }
    }

    fn place<E: Kept>(self, count: usize) -> Cells {
        let mut table: Vec<E> = vec![E::default(); count];
        for (number, band) in self.bands.into_iter().enumerate() {
            match band.kept() {
                Slices::Small(all) => place(self.board, number * BAND, all, &mut table),
                Slices::Large(all) => place(self.board, number * BAND, all, &mut table),
            }
        }
        E::cells(table)
    }
}

/// Copies a band, which begins with a level, into a table.
fn place<B: Kept, E: Kept>(board: &Board, first: usize, band: &[B], table: &mut [E]) {
    let last = board.levels().min(first + BAND);
    // Where the place 0 of each level would lie in the band.
    let origin = |level: usize| signed(board.offsets[level] - board.offsets[first]) - board.ends[level].0;
    let origins: Vec<i64> = (first..last).map(origin).collect();
    let ([rows, columns], shown) = board.shown();
    let ([down, across], [p, q]) = (board.frame.weights(), board.frame.factors());
    let (first, last) = (signed(first), signed(last));
    for row in 0..rows {
        let x = signed(row);
        if last <= down * x {
            break;
        }
        // The cells with first <= level < last.
        let unsigned = |y: i64| index(y.max(0));
        let begin = unsigned(-(down * x - first).div_euclid(across));
        let end = unsigned(-(down * x - last).div_euclid(across)).min(shown(row));
        if end <= begin {
            continue;
        }
        let level = unsigned(down * x + across * signed(begin) - first);
        let cells = &mut table[row * columns + begin..row * columns + end];
        let place = q * x - p * signed(begin);
        if across == 1 {
            copy(cells, origins[level..].iter(), band, (place, p));
        } else {
            copy(cells, origins[level..].iter().step_by(unsigned(across)), band, (place, p));
        }
    }
}

/// Copies cells of a row, whose places fall by a step.
fn copy<'a, B: Kept, E: Kept>(
    cells: &mut [E],
    origins: impl Iterator<Item = &'a i64>,
    band: &[B],
    (place, step): (i64, i64),
) {
    let mut place = place.cast_unsigned();
    for (cell, origin) in cells.iter_mut().zip(origins) {
        let at = usize::try_from(origin.cast_unsigned().wrapping_add(place)).unwrap_or(usize::MAX);
        *cell = E::of(band[at].kept());
        place = place.wrapping_sub(step.cast_unsigned());
    }
}
