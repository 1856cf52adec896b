//! Which cells of a board have no value yet, one bit each. Knows nothing of values.
use super::board::Board;

/// One bit for each cell.
#[derive(Debug)]
pub(crate) struct Free {
    words: Vec<u64>,
    /// Where each level begins.
    offsets: Vec<usize>,
    /// How many bits of each level are set.
    pub(crate) counts: Vec<usize>,
}

impl Free {
    pub(crate) fn all(board: &Board) -> Self {
        let mut cells = Self {
            words: Vec::with_capacity(board.cells() / 64 + board.levels()),
            offsets: vec![0],
            counts: Vec::new(),
        };
        for (low, high) in &board.ends {
            let mut count = usize::try_from(high - low + 1).unwrap_or(0);
            cells.counts.push(count);
            while 64 <= count {
                cells.words.push(u64::MAX);
                count -= 64;
            }
            cells.words.push((1 << count) - 1);
            cells.offsets.push(cells.words.len());
        }
        cells
    }

    pub(crate) fn level(&self, level: usize) -> &[u64] {
        &self.words[self.offsets[level]..self.offsets[level + 1]]
    }

    /// Whether any bit of a level is set from one position to another, both included.
    pub(crate) fn any(&self, level: usize, from: usize, to: usize) -> bool {
        let begin = self.offsets[level];
        let (head, tail) = (u64::MAX << (from % 64), u64::MAX >> (63 - to % 64));
        let words = &self.words[begin + from / 64..=begin + to / 64];
        match words {
            [one] => one & head & tail != 0,
            [first, middle @ .., last] => first & head != 0 || last & tail != 0 || middle.iter().any(|word| *word != 0),
            [] => false,
        }
    }

    pub(crate) fn take(&mut self, level: usize, from: usize, to: usize) {
        self.counts[level] -= to - from + 1;
        let words = &mut self.words[self.offsets[level]..self.offsets[level + 1]];
        let (begin, end) = (u64::MAX << (from % 64), u64::MAX >> (63 - to % 64));
        if from / 64 == to / 64 {
            words[from / 64] &= !(begin & end);
            return;
        }
        words[from / 64] &= !begin;
        words[from / 64 + 1..to / 64].fill(0);
        words[to / 64] &= !end;
    }
}
