//! Turns values of cells into sets of bits: those on the lines of a ray, and those that a row has used. Knows nothing of
//! moves and periods.
use super::KnownRow;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A ray of options that lie in rows above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Up {
    pub(super) start: [usize; 2],
    pub(super) step: [usize; 2],
}

/// Bits of the values on the lines of one ray. The line through column n of row m has the number n - lean * m. Several threads may add
/// values, each to lines of its own.
#[derive(Debug)]
pub(super) struct LineSet {
    pub(super) up: Up,
    lean: usize,
    words: usize,
    /// The number of a line less the least value that its bits can tell.
    below: usize,
    /// The index of line 0.
    origin: usize,
    bits: Vec<AtomicU64>,
    /// Whether it lacks a value that does not lie near its column.
    is_lost: AtomicBool,
}

impl LineSet {
    pub(super) fn new(up: &Up, last: usize) -> Self {
        // Values of row m in column n lie between n - 2 m and n + m or so.
        let (lean, below) = (up.step[1], 2 * last + 64);
        let words = (below + (lean + 1) * last + 64) / 64 + 2;
        Self { up: *up, lean, words, below, origin: lean * last, bits: Vec::new(), is_lost: AtomicBool::new(false) }
    }

    /// Whether the nearest option of a cell lies left of the cell's own line, where cells of its row lie too.
    pub(super) fn looks_back(&self) -> bool {
        self.lean < self.up.start[1]
    }

    /// The bytes for so many columns.
    pub(super) fn bytes(&self, columns: usize) -> u128 {
        (columns + self.origin) as u128 * self.words as u128 * 8
    }

    pub(super) fn grow(&mut self, columns: usize) {
        let size = (columns + self.origin) * self.words;
        if self.bits.len() < size {
            self.bits.reserve_exact(size - self.bits.len());
            self.bits.resize_with(size, AtomicU64::default);
        }
    }

    /// The index of the line through a cell.
    fn through(&self, row: usize, column: usize) -> usize {
        column + self.origin - self.lean * row
    }

    /// The first word that the bits of a line tell, by its index.
    fn first(&self, index: usize) -> usize {
        index.saturating_sub(self.origin + self.below) / 64
    }

    /// Whether it lacks a value.
    pub(super) fn is_lost(&self) -> bool {
        self.is_lost.load(Ordering::Relaxed)
    }

    /// Adds a value of a cell, if it lies near its column.
    #[inline]
    pub(super) fn put(&self, row: usize, column: usize, value: usize) {
        let index = self.through(row, column);
        match (value / 64).checked_sub(self.first(index)).filter(|word| *word < self.words) {
            Some(word) => {
                let word = &self.bits[index * self.words + word];
                word.store(word.load(Ordering::Relaxed) | 1 << (value % 64), Ordering::Relaxed);
            }
            None => self.is_lost.store(true, Ordering::Relaxed),
        }
    }

    /// Adds values of some columns of a row.
    pub(super) fn add(&self, row: usize, known: &KnownRow, columns: Range<usize>) {
        known.each(columns, |column, value| self.put(row, column, value as usize));
    }

    /// The words of the line on which the options of a cell lie, as far as it has any: the number of the first, and they.
    #[inline]
    pub(super) fn line(&self, row: usize, column: usize) -> (usize, &[AtomicU64]) {
        // Nothing lies above row 0: the line that a cell of it asks for may lie beyond those of all columns.
        let index = (column + self.lean + self.origin).checked_sub(self.up.start[1] + self.lean * row);
        let words = index.and_then(|index| Some((index, self.bits.get(index * self.words..(index + 1) * self.words)?)));
        words.map_or((0, &[]), |(index, words)| (self.first(index), words))
    }
}

/// The values on one ray along the row, in one residue class of the columns.
#[derive(Clone, Debug, Default)]
pub(in crate::engine::periods) struct Used {
    pub(in crate::engine::periods) words: Vec<u64>,
    pub(in crate::engine::periods) free: usize,
}

impl Used {
    pub(in crate::engine::periods) fn word(&self, at: usize) -> u64 {
        self.words.get(at).copied().unwrap_or(0)
    }

    pub(in crate::engine::periods) fn insert(&mut self, value: usize) {
        if self.words.len() <= value / 64 {
            self.words.resize(value / 64 + 1, 0);
        }
        self.words[value / 64] |= 1 << (value % 64);
        if value == self.free {
            let mut word = value / 64;
            while self.word(word) == u64::MAX {
                word += 1;
            }
            self.free = word * 64 + self.word(word).trailing_ones() as usize;
        }
    }
}
