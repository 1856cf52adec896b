//! Turns the cells of the value at hand into the intervals of later rows that a band attacks. Knows nothing of modules.
//!
//! Seen from an option, the sides of a band are fixed up to a constant each. A cell whose constants are all at least those of
//! another attacks nothing that the other does not, so it is forgotten. A row asks only for its cells that are still open,
//! first the options that answered before.
use super::{Board, Row};
use crate::engine::relation::MOST_SIDES;

/// How many options a new one is compared with.
const COMPARED: usize = 48;

/// A band as seen from its options.
#[derive(Clone, Debug)]
pub(super) struct Band {
    pub(super) from: usize,
    /// Factors of level and bit of the position, of level and bit of the option, and a constant: at most 0.
    sides: Vec<[i64; 5]>,
    /// Those that speak of the option alone.
    tests: Vec<[i64; 5]>,
    /// The constants of the sides for each option of the value at hand.
    options: Vec<i64>,
}

impl Band {
    /// A band with rows over x, y, x', y'.
    pub(super) fn new(board: &Board<'_>, from: usize, rows: &[([i64; 4], i64)]) -> Self {
        // The dropped heap is level - weight * bit.
        let weight = board.relation.weights[board.bit];
        let pair = |own: &[i64]| [own[board.dropped], own[board.bit] - weight * own[board.dropped]];
        let seen = rows.iter().map(|(factors, constant)| {
            let ([level, bit], [level_, bit_]) = (pair(&factors[..2]), pair(&factors[2..]));
            // Levels and bits count from the border on.
            let lift =
                |own: &[i64]| own.iter().zip(&board.relation.border).map(|(own, border)| own * border).sum::<i64>();
            [level, bit, level_, bit_, constant - lift(&factors[..2]) - lift(&factors[2..])]
        });
        let (tests, sides) = seen.partition(|row| row[0] == 0 && row[1] == 0);
        Self { from, sides, tests, options: Vec::new() }
    }

    pub(super) fn clear(&mut self) {
        self.options.clear();
    }

    /// Takes up an option.
    pub(super) fn add(&mut self, level: i64, bit: i64) {
        let known = |row: &[i64; 5]| row[2] * level + row[3] * bit + row[4];
        if self.tests.iter().any(|row| 0 < known(row)) {
            return;
        }
        let count = self.sides.len();
        let mut own = [0; MOST_SIDES];
        for (slot, side) in own.iter_mut().zip(&self.sides) {
            *slot = known(side);
        }
        let own = &own[..count];
        let near = self.options.chunks_exact(count.max(1)).take(COMPARED);
        let covers = |wide: &[i64], narrow: &[i64]| wide.iter().zip(narrow).all(|(wide, narrow)| wide <= narrow);
        let mut replaced = None;
        for (at, option) in near.enumerate() {
            if covers(option, own) {
                return;
            }
            if replaced.is_none() && covers(own, option) {
                replaced = Some(at);
            }
        }
        match replaced {
            Some(at) => self.options[at * count..(at + 1) * count].copy_from_slice(own),
            None => self.options.extend_from_slice(own),
        }
    }

    /// Clears the bits of a row that an option attacks; says whether any is left.
    pub(super) fn strike(&mut self, row: &Row, open: &mut [u64]) -> bool {
        let Some((mut first, mut last)) = ends(open) else { return false };
        let count = self.sides.len();
        let mut at = 0;
        while (at + 1) * count <= self.options.len() {
            let own = &self.options[at * count..(at + 1) * count];
            let (mut low, mut high) = (first, last);
            let mut over = false;
            for (side, constant) in self.sides.iter().zip(own) {
                let rest = -(side[0] * row.level + constant);
                match side[1] {
                    0 if 0 <= rest => {}
                    0 => {
                        low = i64::MAX;
                        over |= 0 < side[0];
                    }
                    1 => high = high.min(rest),
                    -1 => low = low.max(-rest),
                    factor if 0 < factor => high = high.min(rest.div_euclid(factor)),
                    factor => low = low.max(-rest.div_euclid(-factor)),
                }
            }
            if over {
                // Rows come with levels ascending: this option attacks no more.
                let last = self.options.len() - count;
                self.options.copy_within(last.., at * count);
                self.options.truncate(last);
                continue;
            }
            if low <= high && clear(open, low, high) {
                if 0 < at {
                    // What helped here will help soon again.
                    let (before, own) = self.options.split_at_mut(at * count);
                    before[(at / 2) * count..(at / 2 + 1) * count].swap_with_slice(&mut own[..count]);
                }
                match ends(open) {
                    Some(ends) => (first, last) = ends,
                    None => return false,
                }
            }
            at += 1;
        }
        true
    }
}

/// The first and the last bit.
fn ends(words: &[u64]) -> Option<(i64, i64)> {
    let first = words.iter().position(|word| *word != 0)?;
    let last = words.iter().rposition(|word| *word != 0)?;
    let low = first as i64 * 64 + i64::from(words[first].trailing_zeros());
    Some((low, last as i64 * 64 + 63 - i64::from(words[last].leading_zeros())))
}

/// Clears the bits of an interval; says whether any was set.
fn clear(words: &mut [u64], low: i64, high: i64) -> bool {
    let [low, high] = [low, high].map(|bit| bit.cast_unsigned() as usize);
    let mut some = false;
    super::sweep::mark(words, low, high, |word, mask| {
        some |= *word & mask != 0;
        *word &= !mask;
    });
    some
}
