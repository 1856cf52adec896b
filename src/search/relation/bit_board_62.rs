//! P-positions with at most 62 tokens, grown total by total in rows of bits. Knows nothing about targets.
use super::form::{MoveRelation, Pair};
use super::p_positions::StripScratch;
use super::strip::Strips;

/// The largest number of tokens in the field.
pub(in crate::search) const TOTAL: i64 = 62;
const ROWS: usize = 32;

/// For each smaller heap the larger heaps that reach a P-position.
#[derive(Debug)]
pub(in crate::search) struct Field {
    rows: [u64; ROWS],
    strips: Strips,
    intervals: Vec<Pair>,
    /// What else is needed for one candidate after the other.
    pub(in crate::search) scratch: StripScratch,
}

impl Field {
    pub(in crate::search) fn new() -> Self {
        Self { rows: [0; ROWS], strips: Strips::default(), intervals: Vec::new(), scratch: StripScratch::default() }
    }

    /// Forgets all P-positions.
    fn clear(&mut self) {
        self.rows = [0; ROWS];
    }

    /// Marks the positions with more than `beyond` tokens that reach a P-position.
    fn add(&mut self, relation: &MoveRelation, option: Pair, beyond: i64) {
        self.strips.clear();
        self.strips.add(relation, option);
        for strip in self.strips.all() {
            // Rows are few, so their numbers fit.
            let first = usize::try_from(strip.low.clamp(0, TOTAL)).expect("clamped from 0").min(ROWS);
            let last = usize::try_from(strip.high.clamp(-1, TOTAL) + 1).expect("clamped from 0").min(ROWS);
            for (row, small) in self.rows.iter_mut().zip(0..).take(last).skip(first) {
                self.intervals.clear();
                strip.at(small, (small.max(beyond + 1 - small), TOTAL - small), &mut self.intervals);
                for (low, high) in &self.intervals {
                    // Ends lie between 0 and 62.
                    *row |= (u64::MAX << low) & (u64::MAX >> (63 - high));
                }
            }
        }
    }

    /// Adds the P-positions with more than `known` tokens to `set`, which has all the others, until `accept` refuses one.
    pub(in crate::search) fn grow(
        &mut self,
        relation: &MoveRelation,
        set: &mut Vec<Pair>,
        known: i64,
        accept: &mut dyn FnMut(Pair) -> bool,
    ) -> bool {
        self.clear();
        for option in &*set {
            self.add(relation, *option, known);
        }
        for total in known + 1..=TOTAL {
            for (small, row) in (0..=total / 2).zip(&self.rows) {
                if (row >> (total - small)) & 1 == 0 {
                    if !accept((small, total - small)) {
                        return false;
                    }
                    set.push((small, total - small));
                }
            }
            let from = set.partition_point(|pair| pair.0 + pair.1 < total);
            for option in set[from..].iter().copied() {
                self.add(relation, option, total);
            }
        }
        true
    }
}
