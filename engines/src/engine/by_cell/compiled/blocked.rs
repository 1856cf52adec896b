//! Options where the previous player forbids some: how many different ones are P-positions.
//!
//! Right because a position is a P-position, by definition, if at most so many of its options are: all of them are forbidden. What the
//! board keeps apart are different positions, and what several moves lead to is noted once.
use super::found::OptionValues;
use super::lane::LaneNumber;
use super::step::OptionSink;
use crate::engine::numbers::signed;
use crate::table::{Kept, SharedCell};

/// What was given outcomes before, as a sink of options.
pub(super) struct Forbidding<'a, S> {
    pub(super) kept: &'a [S],
    pub(super) found: &'a mut OptionValues,
    /// How many options may be forbidden.
    pub(super) most: usize,
}

impl<S: SharedCell<Kept: Kept>> OptionSink for Forbidding<'_, S> {
    #[inline]
    fn one(&mut self, cell: usize) {
        match self.kept[cell].load().kept() {
            2.. => {}
            1 => self.found.win(cell, self.most),
            0 => self.found.note_value(None),
        }
    }

    fn run(&mut self, first: usize, stride: i64, count: usize) {
        for by in 0..signed(count) {
            self.one(usize::try_from(signed(first) + stride * by).expect("it lies on the board"));
            if self.has_enough() {
                return;
            }
        }
    }

    fn lanes<N: LaneNumber>(&mut self, allowed: &[N], cells: &[N]) {
        for (mask, cell) in allowed.iter().zip(cells) {
            if mask.is_true() {
                self.one(cell.index(*mask));
                if self.has_enough() {
                    return;
                }
            }
        }
    }

    fn every<N: LaneNumber>(&mut self, cells: &[N]) {
        for cell in cells {
            self.one(cell.index(N::truth(true)));
            if self.has_enough() {
                return;
            }
        }
    }

    fn has_enough(&self) -> bool {
        self.found.p
    }
}
