//! Turns values that come level by level into a table, in memory that is given back as the table grows. Knows nothing of
//! moves.
use super::levels::Board;
use crate::table::{Cells, Table};

/// Levels that are kept together.
const BAND: usize = 128;

/// Values one greater, 0 for none; in two bytes while they fit.
#[derive(Clone, Debug)]
enum Band {
    Small(Vec<u16>),
    Large(Vec<u32>),
}

/// A value for each cell of a board.
#[derive(Debug)]
pub(in crate::engine) struct LevelValues<'a> {
    board: &'a Board,
    bands: Vec<Band>,
}

/// Entries of a table or of a band.
trait Entry: Copy {
    fn of(kept: u32) -> Self;
    fn kept(self) -> u32;
}

impl Entry for u16 {
    fn of(kept: u32) -> Self {
        Self::try_from(kept).unwrap_or(Self::MAX)
    }

    fn kept(self) -> u32 {
        u32::from(self)
    }
}

impl Entry for u32 {
    fn of(kept: u32) -> Self {
        kept
    }

    fn kept(self) -> u32 {
        self
    }
}

impl Band {
    fn widen(&mut self) {
        if let Self::Small(all) = self {
            *self = Self::Large(all.iter().map(|kept| u32::from(*kept)).collect());
        }
    }
}

impl<'a> LevelValues<'a> {
    /// The same value for all cells.
    pub(in crate::engine) fn all(board: &'a Board, value: u16) -> Self {
        let bands = (0..board.levels()).step_by(BAND).map(|first| {
            let last = board.levels().min(first + BAND);
            Band::Small(vec![value + 1; board.offsets[last] - board.offsets[first]])
        });
        Self { board, bands: bands.collect() }
    }

    /// No values.
    pub(in crate::engine) fn none(board: &'a Board) -> Self {
        let bands = (0..board.levels()).step_by(BAND).map(|first| {
            let last = board.levels().min(first + BAND);
            Band::Small(vec![0; board.offsets[last] - board.offsets[first]])
        });
        Self { board, bands: bands.collect() }
    }

    /// Gives cells of a level a value, from one position within the level to another, both included.
    pub(in crate::engine) fn fill(&mut self, level: usize, (from, to): (usize, usize), value: u32) {
        let begin = self.board.offsets[level] - self.board.offsets[level / BAND * BAND];
        let band = &mut self.bands[level / BAND];
        let kept = value.saturating_add(1);
        match band {
            Band::Small(all) => match u16::try_from(kept) {
                Ok(kept) => all[begin + from..=begin + to].fill(kept),
                Err(_) => {
                    band.widen();
                    self.fill(level, (from, to), value);
                }
            },
            Band::Large(all) => all[begin + from..=begin + to].fill(kept),
        }
    }

    /// The values as a table. Cost: one look at each cell; bands are given back one after the other.
    pub(in crate::engine) fn table(self) -> Table {
        let ([rows, columns], _) = self.board.shown();
        let shape = self.board.shape.to_vec();
        let cells = if self.bands.iter().all(|band| matches!(band, Band::Small(_))) {
            let mut table: Vec<u16> = vec![0; rows * columns];
            self.place(&mut table);
            Cells::of_small(table)
        } else {
            let mut table: Vec<u32> = vec![0; rows * columns];
            self.place(&mut table);
            Cells::of_large(table)
        };
        Table { shape, layers: vec![(Vec::new(), cells)] }
    }

    fn place<E: Entry>(self, table: &mut [E]) {
        let board = self.board;
        for (number, band) in self.bands.into_iter().enumerate() {
            match band {
                Band::Small(all) => place(board, number * BAND, &all, table),
                Band::Large(all) => place(board, number * BAND, &all, table),
            }
        }
    }
}

/// Copies a band, which begins with a level, into a table.
fn place<B: Entry, E: Entry>(board: &Board, first: usize, band: &[B], table: &mut [E]) {
    let signed = |value: usize| i64::try_from(value).unwrap_or(i64::MAX);
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
        let unsigned = |y: i64| usize::try_from(y.max(0)).unwrap_or(0);
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
fn copy<'a, B: Entry, E: Entry>(
    cells: &mut [E],
    origins: impl Iterator<Item = &'a i64>,
    band: &[B],
    (place, step): (i64, i64),
) {
    let mut place = place.cast_unsigned();
    for (cell, origin) in cells.iter_mut().zip(origins) {
        let index = usize::try_from(origin.cast_unsigned().wrapping_add(place)).unwrap_or(0);
        *cell = E::of(band[index].kept());
        place = place.wrapping_sub(step.cast_unsigned());
    }
}
