//! Options that are sums of several positions: one number for the cells of all parts, and the value, which is the nim-sum of theirs.
//!
//! Right because the Grundy value of a sum is the nim-sum of the values of its parts (R. Sprague, Tôhoku Math. J. 41 (1935) 438-444;
//! P. M. Grundy, Eureka 2 (1939) 6-8), and what a move says of its amounts does not depend on how many parts it leaves.
use super::board::CellBoard;
use super::brief::IS_SMALL;
use super::found::{OptionValues, value_of_sum};
use super::lane::LaneNumber;
use super::step::{OptionSink, beside};
use crate::engine::numbers::{signed, whole};
use crate::engine::question::Unfit;
use crate::ruleset::Move;
use crate::table::{Kept, SharedCell};

/// Numbers of more bits have no place in a program.
pub(super) const MOST_BITS: u32 = 60;

/// Numbers of no more bits have a place in lanes of 32, which are less work.
const NARROW_BITS: u32 = 30;

/// How the cells of the parts stand in one number, or in two: so many bits for each, the last part lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PartCells {
    count: usize,
    bits: u32,
    /// So many parts, the first ones, stand in the first number, and the others in the second.
    first: usize,
}

impl PartCells {
    /// For a move with so many targets; `None` if it leaves one position. Options of moves with amounts are runs in one number where that has room.
    ///
    /// # Errors
    /// The cells have no place in two numbers.
    pub(super) fn of(targets: usize, has_amounts: bool, board: &CellBoard) -> Result<Option<Self>, Unfit> {
        if IS_SMALL {
            return Ok(None);
        }
        let (count, bits) = (targets / board.size.len(), board.cells().next_power_of_two().trailing_zeros());
        let within = |most: u32| (most / bits.max(1)) as usize;
        let (narrow, most) = (within(NARROW_BITS), within(MOST_BITS));
        match count {
            ..2 => Ok(None),
            _ if !has_amounts && (narrow + 1..=2 * narrow).contains(&count) => {
                Ok(Some(Self { count, bits, first: narrow }))
            }
            _ if count <= 2 * most => Ok(Some(Self { count, bits, first: count.min(most) })),
            _ => Err("a sum of so many positions of so large a board is too large for two numbers".to_owned()),
        }
    }

    /// What one cell further counts in a part, in the number where it stands.
    pub(super) fn weight(self, part: usize) -> i128 {
        let end = if self.is_in_second(part) { self.count } else { self.first };
        let behind = u32::try_from(end - 1 - part).expect("few parts");
        1 << (behind * self.bits)
    }

    /// Whether a part stands in the second number.
    pub(super) fn is_in_second(self, part: usize) -> bool {
        self.first <= part
    }

    /// Whether the cells stand in two numbers.
    fn has_second(self) -> bool {
        self.first < self.count
    }

    /// In how many numbers the cells stand.
    pub(super) fn numbers(self) -> usize {
        1 + usize::from(self.has_second())
    }

    /// Whether there are two cells.
    pub(super) fn are_two(self) -> bool {
        self.count == 2
    }

    /// One more than the nim-sum of the values of two parts, or 0 if one of them has none.
    #[inline]
    pub(super) fn value_of_two<S: SharedCell<Kept: Kept>>(self, numbers: OptionNumbers, kept: &[S]) -> usize {
        let (one, other) = self.pair(numbers);
        let (one, other) = (kept[one].load().kept(), kept[other].load().kept());
        let sum = (one.wrapping_sub(1) ^ other.wrapping_sub(1)).wrapping_add(1);
        if one.min(other) == 0 { 0 } else { sum }
    }

    /// The cells of two parts.
    #[inline]
    fn pair(self, (number, second): OptionNumbers) -> (usize, usize) {
        if self.has_second() { (number, second) } else { (number >> self.bits, number & ((1 << self.bits) - 1)) }
    }

    /// The nim-sum of the values of the parts, if all have one. Without a second number the other one is not looked at.
    #[inline]
    pub(super) fn value<S: SharedCell<Kept: Kept>>(self, numbers: OptionNumbers, kept: &[S]) -> Option<usize> {
        if self.are_two() {
            let (one, other) = self.pair(numbers);
            return value_of_sum(kept, [one, other].into_iter());
        }
        let (mask, mut least, mut value) = ((1 << self.bits) - 1, usize::MAX, 0);
        for (mut number, parts) in [(numbers.0, self.first), (numbers.1, self.count - self.first)] {
            for _ in 0..parts {
                let kept = kept[number & mask].load().kept();
                (least, value) = (least.min(kept), value ^ kept.wrapping_sub(1));
                number >>= self.bits;
            }
        }
        (least != 0).then_some(value)
    }

    /// The cells of the parts: of those in the first number the last one first, and then those in the second.
    fn cells(self, (number, second): OptionNumbers) -> impl Iterator<Item = usize> {
        let (mask, bits) = ((1 << self.bits) - 1, self.bits as usize);
        let cells = move |number: usize, parts| (0..parts).map(move |part: usize| number >> (bits * part) & mask);
        cells(number, self.first).chain(cells(second, self.count - self.first))
    }
}

/// Where an option stands: the number of its cell, or the first and the second number of those of its parts.
pub(super) type OptionNumbers = (usize, usize);

/// The move with the targets of all parts in one row.
pub(super) fn side_by_side(family: &Move) -> Move {
    Move { targets: family.parts().flatten().cloned().collect(), more: Vec::new(), ..family.clone() }
}

/// What was given values before, as a sink of options that are sums.
pub(super) struct Summands<'a, S> {
    pub(super) kept: &'a [S],
    pub(super) found: &'a mut OptionValues,
    pub(super) cells: PartCells,
}

impl<S: SharedCell<Kept: Kept>> Summands<'_, S> {
    /// Notes sums of what some parts come to and of one cell, unless one of these has no value yet, or a value is unusual: whether they are all noted.
    fn singles<'c>(&mut self, rest: usize, mut cells: impl Iterator<Item = &'c S>) -> bool
    where
        S: 'c,
    {
        let (now, stamps) = (self.found.now, self.found.stamps.as_mut_slice());
        let most = stamps.len() - 3;
        cells.all(|cell| {
            let kept = cell.load().kept();
            let value = rest ^ kept.wrapping_sub(1);
            let is_usual = kept != 0 && value < most;
            if is_usual {
                stamps[value + 2] = now;
            }
            is_usual
        })
    }

    /// Options of which each part moves by the same distance from one to the next: where they stand, by their numbers in order.
    fn moves_on(&mut self, count: usize, at: &impl Fn(usize) -> OptionNumbers) {
        let moving = if 1 < count { self.moving(at(0), at(1)) } else { None };
        if !IS_SMALL && let Some((rest, [(one, own)])) = moving.as_ref().map(|(rest, moving)| (*rest, &moving[..])) {
            let width = whole(own.unsigned_abs());
            let between = width * (count - 1);
            let low = if *own < 0 { one - between } else { *one };
            if self.singles(rest, self.kept[low..=low + between].iter().step_by(width)) {
                return;
            }
        }
        if let Some((rest, moving)) = moving
            && let [(one, own), (other, opposite)] = moving[..]
            && own == -opposite
        {
            // From the end that is lowest in one part, and greatest in the other.
            let between = whole(own.unsigned_abs()) * (count - 1);
            let (low, high) = if 0 < own { (one, other) } else { (one - between, other + between) };
            let (ones, others) = (&self.kept[low..=low + between], &self.kept[high - between..=high]);
            if between < count {
                return self.found.note_pairs(rest, ones.iter().zip(others.iter().rev()));
            }
            let step = whole(own.unsigned_abs());
            return self.found.note_pairs(rest, ones.iter().step_by(step).zip(others.iter().rev().step_by(step)));
        }
        (0..count).for_each(|by| self.two(at(by)));
    }

    /// The first option of a run and how far each part moves to the next one: what the parts that stay come to, and those that move.
    fn moving(&self, numbers: OptionNumbers, next: OptionNumbers) -> Option<(usize, Vec<(usize, i64)>)> {
        let (mut rest, mut moving) = (0, Vec::new());
        for (cell, next) in self.cells.cells(numbers).zip(self.cells.cells(next)) {
            if cell == next {
                rest ^= self.kept[cell].load().kept().checked_sub(1)?;
            } else {
                let own = (cell, signed(next) - signed(cell));
                // Two equal parts come to nothing, whatever their value is.
                match moving.iter().position(|known| !IS_SMALL && *known == own) {
                    Some(at) => drop(moving.swap_remove(at)),
                    None => moving.push(own),
                }
            }
        }
        Some((rest, moving))
    }
}

impl<S: SharedCell<Kept: Kept>> OptionSink for Summands<'_, S> {
    #[inline]
    fn one(&mut self, number: usize) {
        self.found.note_value(self.cells.value((number, 0), self.kept));
    }

    #[inline]
    fn two(&mut self, numbers: OptionNumbers) {
        self.found.note_value(self.cells.value(numbers, self.kept));
    }

    fn run(&mut self, first: usize, stride: i64, count: usize) {
        self.moves_on(count, &|by| (beside(first, stride, signed(by)), 0));
    }

    fn runs_of_two(&mut self, [one, other]: [(usize, i64); 2], count: usize) {
        self.moves_on(count, &|by| (beside(one.0, one.1, signed(by)), beside(other.0, other.1, signed(by))));
    }

    fn lanes<N: LaneNumber>(&mut self, allowed: &[N], cells: &[N]) {
        for (mask, cell) in allowed.iter().zip(cells) {
            if mask.is_true() {
                self.one(cell.index(*mask));
            }
        }
    }

    fn every<N: LaneNumber>(&mut self, cells: &[N]) {
        for cell in cells {
            self.one(cell.index(N::truth(true)));
        }
    }

    fn has_enough(&self) -> bool {
        false
    }
}
