//! Listed positions, as ascending numbers, and membership for a position or for all positions of a lane.
use super::lane::{CellTruth, Lane, LaneTruth, ODD};
use crate::ruleset::Position;
use crate::value::Saturate;
use std::borrow::Cow;
use std::collections::HashSet;

/// A finite set of positions.
#[derive(Clone, Debug)]
pub(super) struct PositionSet {
    /// Least value and number of values of each coordinate; none if the positions between have too many numbers.
    bounds: Option<Vec<(i64, u64)>>,
    /// Ascending once the set is complete.
    numbers: Vec<i64>,
    /// The positions if they have no numbers.
    others: HashSet<Position>,
    /// Whether no other position between the bounds is in the set.
    whole: bool,
}

impl PositionSet {
    /// An empty set of positions between bounds.
    pub(super) fn new(bounds: Vec<(i64, u64)>) -> Self {
        let count = bounds.iter().try_fold(1u64, |count, (_, bound)| count.checked_mul(*bound));
        let numbered = count.is_some_and(|count| count < 1 << 62);
        Self { bounds: numbered.then_some(bounds), numbers: Vec::new(), others: HashSet::new(), whole: false }
    }

    /// What is beyond the bounds is no position of the game, and left out.
    pub(super) fn add(&mut self, position: Position) {
        if self.bounds.is_none() {
            self.others.insert(position);
        } else if let Some(number) = self.number(&position) {
            self.numbers.push(number);
        }
    }

    /// To be called once, after the last position; with whether there are no others.
    pub(super) fn finish(&mut self, whole: bool) {
        self.whole = whole;
        self.numbers.sort_unstable();
        self.numbers.dedup();
    }

    pub(super) fn is_whole(&self) -> bool {
        self.whole
    }

    fn number(&self, position: &[i64]) -> Option<i64> {
        let bounds = self.bounds.as_ref()?;
        let mut number: u64 = 0;
        for (value, (low, bound)) in position.iter().zip(bounds) {
            let offset = u64::try_from(value.checked_sub(*low)?).ok().filter(|offset| offset < bound)?;
            number = number * bound + offset;
        }
        i64::try_from(number).ok()
    }

    /// All positions, ascending; none if they have no numbers.
    pub(super) fn positions(&self) -> Option<Vec<Position>> {
        let bounds = self.bounds.as_ref()?;
        let of = |number: &i64| {
            let mut left = number.unsigned_abs();
            let mut position: Position = vec![0; bounds.len()];
            for (value, (low, bound)) in position.iter_mut().zip(bounds).rev() {
                *value = low.saturating_add_unsigned(left % bound);
                left /= bound;
            }
            position
        };
        Some(self.numbers.iter().map(of).collect())
    }

    pub(super) fn contains(&self, position: &[i64]) -> bool {
        if self.bounds.is_none() {
            return self.others.contains(position);
        }
        self.number(position).is_some_and(|number| self.numbers.binary_search(&number).is_ok())
    }

    /// Membership cell by cell.
    pub(super) fn contain(&self, position: &[Lane<'static>]) -> LaneTruth {
        let Some(bounds) = &self.bounds else { return LaneTruth::Same(CellTruth::Odd) };
        if position.iter().any(|lane| matches!(lane, Lane::Same(ODD))) {
            return LaneTruth::Same(CellTruth::Odd);
        }
        let out = if self.whole { CellTruth::No } else { CellTruth::Odd };
        let answer = |inside: bool| if inside { CellTruth::Yes } else { out };
        match numbered(position, bounds) {
            Lane::Same(number) => LaneTruth::Same(answer(self.numbers.binary_search(&number).is_ok())),
            Lane::Each(numbers) => {
                // How many known numbers are less than that of the cell.
                let mut at: usize = 0;
                let one = |(cell, number): (usize, &i64)| {
                    if *number == ODD {
                        // Out of bounds, or truly odd?
                        let odd = position.iter().any(|lane| lane.at(cell) == ODD);
                        return if odd { CellTruth::Odd } else { out };
                    }
                    let before = at.checked_sub(1).and_then(|before| self.numbers.get(before));
                    // The cells of a row mostly have consecutive numbers, with none that is known between.
                    if self.numbers.get(at).is_some_and(|known| known < number) || before.is_some_and(|it| number <= it)
                    {
                        at = self.numbers.partition_point(|known| known < number);
                    }
                    answer(self.numbers.get(at) == Some(number))
                };
                LaneTruth::Each(numbers.iter().enumerate().map(one).collect())
            }
        }
    }
}

/// The row-major number of each cell's position; odd out of bounds.
fn numbered(position: &[Lane<'static>], bounds: &[(i64, u64)]) -> Lane<'static> {
    let mut number = Lane::Same(0);
    for (lane, (low, bound)) in position.iter().zip(bounds) {
        let (low, bound) = (*low, bound.saturated::<i64>());
        let step = |number: i64, value: i64| {
            let offset = value.checked_sub(low).filter(|offset| (0..bound).contains(offset))?;
            number.checked_mul(bound)?.checked_add(offset)
        };
        number = joined(number, lane, step);
    }
    number
}

/// The row-major index of each cell's heaps in a table; odd outside.
pub(super) fn indices(heaps: &[Lane<'static>], shape: &[u64]) -> Lane<'static> {
    let bounds: Vec<(i64, u64)> = shape.iter().map(|bound| (0, *bound)).collect();
    numbered(heaps, &bounds)
}

fn joined(number: Lane<'static>, lane: &Lane<'static>, step: impl Fn(i64, i64) -> Option<i64>) -> Lane<'static> {
    let one = |number: i64, value: i64| {
        if number == ODD || value == ODD { ODD } else { step(number, value).unwrap_or(ODD) }
    };
    match (number, lane) {
        (Lane::Same(number), Lane::Same(value)) => Lane::Same(one(number, *value)),
        (Lane::Same(number), Lane::Each(values)) => {
            Lane::Each(Cow::Owned(values.iter().map(|value| one(number, *value)).collect()))
        }
        (Lane::Each(mut numbers), lane) => {
            for (cell, number) in numbers.to_mut().iter_mut().enumerate() {
                *number = one(*number, lane.at(cell));
            }
            Lane::Each(numbers)
        }
    }
}

#[cfg(all(test, has_tests))]
mod tests;
