//! Which cells of a board have no value yet, one bit each. Knows nothing of values.
use super::levels::LevelBoard;
use crate::engine::numbers::{index, length, signed};
use std::ops::Range;

/// One bit for each cell of some levels.
#[derive(Debug)]
pub(crate) struct Free {
    /// The first of the levels.
    first: usize,
    words: Vec<u64>,
    /// Where each level begins.
    offsets: Vec<usize>,
    /// How many bits of each level are set.
    counts: Vec<usize>,
}

/// What a search for free cells met first.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Sought {
    /// A level, and the places that are left open.
    Open(usize, (i64, i64)),
    /// A level that thresholds close.
    Closed(usize),
    Nothing,
}

impl Free {
    pub(crate) fn all(board: &LevelBoard) -> Self {
        Self::of(board, 0..board.levels())
    }

    /// The cells of some levels of a board.
    pub(crate) fn of(board: &LevelBoard, levels: Range<usize>) -> Self {
        let cells = board.offsets[levels.end] - board.offsets[levels.start];
        let mut cells = Self {
            first: levels.start,
            words: Vec::with_capacity(cells / 64 + levels.len()),
            offsets: vec![0],
            counts: Vec::with_capacity(levels.len()),
        };
        for (low, high) in &board.ends[levels] {
            let mut count = length(*low, *high);
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
        let at = level - self.first;
        &self.words[self.offsets[at]..self.offsets[at + 1]]
    }

    /// The first level from some level on that has free cells.
    pub(crate) fn first_level(&self, from: usize) -> Option<usize> {
        let rest = self.counts.get(from - self.first..)?;
        rest.iter().position(|count| 0 < *count).map(|beyond| from + beyond)
    }

    /// The first level from some level on that thresholds close, or that has free cells where they leave it open. Thresholds
    /// are slope and constant of the first place and of the last; `from` is on the board.
    #[inline]
    pub(crate) fn seek(&self, ends: &[(i64, i64)], from: usize, lower: (i64, i64), upper: (i64, i64)) -> Sought {
        let first_level = signed(from);
        let at = |side: (i64, i64)| side.0 * first_level + side.1;
        let (mut floor, mut ceiling) = (at(lower), at(upper));
        let (rest, offsets) = (&ends[from..], &self.offsets[from - self.first..]);
        for (beyond, (&(low, high), offset)) in rest.iter().zip(offsets).enumerate() {
            let (first, last) = (floor.max(low), ceiling.min(high));
            if last < first {
                return Sought::Closed(from + beyond);
            }
            let (begin, end) = ((first - low).cast_unsigned(), (last - low).cast_unsigned());
            let head = self.words[offset + index(first - low) / 64] >> (begin % 64);
            let any = if begin / 64 == end / 64 {
                // The places at hand come to the top of the word.
                head << (63 - (end - begin)) != 0
            } else {
                head != 0 || self.any(from + beyond, index(first - low), index(last - low))
            };
            if any {
                return Sought::Open(from + beyond, (first, last));
            }
            floor += lower.0;
            ceiling += upper.0;
        }
        Sought::Nothing
    }

    /// Whether any bit of a level is set from one position to another, both included.
    pub(crate) fn any(&self, level: usize, from: usize, to: usize) -> bool {
        let begin = self.offsets[level - self.first];
        let (head, tail) = (u64::MAX << (from % 64), u64::MAX >> (63 - to % 64));
        let words = &self.words[begin + from / 64..=begin + to / 64];
        match words {
            [one] => one & head & tail != 0,
            [first, middle @ .., last] => first & head != 0 || last & tail != 0 || middle.iter().any(|word| *word != 0),
            [] => false,
        }
    }

    /// Takes all that is set from one position of a level to another, and shows the first position of each run; the first
    /// and the last one of all.
    pub(crate) fn take_all(
        &mut self,
        level: usize,
        from: usize,
        to: usize,
        begins: &mut impl FnMut(usize),
    ) -> Option<(usize, usize)> {
        let level = level - self.first;
        let words = &mut self.words[self.offsets[level]..self.offsets[level + 1]];
        let (mut first, mut last) = (None, None);
        for (word, bits) in words.iter_mut().enumerate().take(to / 64 + 1).skip(from / 64) {
            let head = if word == from / 64 { u64::MAX << (from % 64) } else { u64::MAX };
            let tail = if word == to / 64 { u64::MAX >> (63 - to % 64) } else { u64::MAX };
            let taken = *bits & head & tail;
            if taken == 0 {
                continue;
            }
            *bits &= !taken;
            self.counts[level] -= taken.count_ones() as usize;
            let before = last.is_some_and(|last| last + 1 == word * 64);
            let mut starts = taken & !(taken << 1 | u64::from(before));
            while starts != 0 {
                begins(word * 64 + starts.trailing_zeros() as usize);
                starts &= starts - 1;
            }
            first = first.or(Some(word * 64 + taken.trailing_zeros() as usize));
            last = Some(word * 64 + 63 - taken.leading_zeros() as usize);
        }
        first.zip(last)
    }

    pub(crate) fn take(&mut self, level: usize, from: usize, to: usize) {
        let level = level - self.first;
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
