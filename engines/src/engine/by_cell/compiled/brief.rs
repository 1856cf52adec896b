//! Where an alternative with one amount has a run of options and nothing is tested: the first of them and their number, as operations on
//! the position, so that many cells learn them at once. Knows nothing of values.
//!
//! Right because they say of a position what the loop over the amount would: from the least amount that the bounds allow, or the first
//! behind it in the right residue class, up to the greatest.
use super::lane::LaneNumber;
use super::nest::{Nest, form, lies_between};
use super::program::{Id, LaneValue, Program};
use super::step::Compiled;
use crate::engine::question::Unfit;
use crate::ruleset::linear::Inequality;

/// In a browser every loop counts for the size of the page, and tables are small.
pub(super) const IS_SMALL: bool = cfg!(target_arch = "wasm32");

/// The run of options of each position.
#[derive(Clone, Copy, Debug)]
pub(super) struct BriefRun {
    /// Where the first stands, if there is one.
    pub(super) first: Id,
    /// How many there are, or a number below 1 if none.
    pub(super) count: Id,
    /// Whether they all stand on the board, if that is not clear.
    pub(super) inside: Option<Id>,
    pub(super) stride: i64,
}

/// Where the options of an alternative stand, if that is linear.
pub(super) struct OptionPlace<'a> {
    /// The cell, and each coordinate that may leave its range, with that.
    pub(super) straight: &'a Inequality,
    pub(super) edges: &'a [(Inequality, i128, i128)],
    pub(super) variables: &'a [Option<LaneValue>],
    /// Which variable is the last amount, and how far the option moves with it.
    pub(super) last: usize,
    pub(super) stride: i128,
}

impl OptionPlace<'_> {
    /// A linear form for a value of the last amount.
    pub(super) fn at(&self, program: &mut Program, row: &Inequality, last: LaneValue) -> Result<LaneValue, Unfit> {
        let mut variables = self.variables.to_vec();
        variables[self.last] = Some(last);
        form(program, row, &variables, 1)
    }
}

impl BriefRun {
    /// That of an alternative; `None` if something is tested, or if its numbers need wider lanes than all others.
    pub(super) fn of(nest: &Nest, program: &mut Program, place: &OptionPlace<'_>) -> Result<Option<Self>, Unfit> {
        let (1, Some((low, high)), None, true) =
            (nest.amounts, nest.bounds.last().copied(), nest.fails, nest.is_always_allowed)
        else {
            return Ok(None);
        };
        if IS_SMALL {
            return Ok(None);
        }
        let mut own = program.clone();
        let sound = |id| LaneValue { id, fails: None };
        let minus = sound(own.number(-1)?);
        let (mut low, mut modulus) = (sound(low), 1);
        if let Some((step, rest)) = nest.step {
            let Some(step @ 1..) = own.constant(step) else { return Ok(None) };
            modulus = step;
            let less = own.times(low, minus);
            let between = own.plus(sound(rest), less);
            let by = sound(own.number(step.into())?);
            let ahead = own.remainder(between, by)?;
            low = own.plus(low, ahead);
        }
        let less = own.times(low, minus);
        let mut steps = own.plus(sound(high), less);
        if 1 < modulus {
            let by = sound(own.number(modulus.into())?);
            steps = own.quotient(steps, by)?;
        }
        let one = sound(own.number(1)?);
        let count = own.plus(steps, one);
        let first = place.at(&mut own, place.straight, low)?;
        let zero = own.number(0)?;
        let entered = own.choose(nest.enters, count.id, zero);
        let inside = Self::inside(&mut own, place, (low, sound(high)))?;
        let is_wider = program.fits::<i32>() && !own.fits::<i32>();
        let stride = i64::try_from(place.stride).ok().and_then(|stride| stride.checked_mul(modulus));
        let (Some(stride), None, None, false) = (stride, first.fails, count.fails, is_wider) else { return Ok(None) };
        if !nest.is_always_inside && inside.is_none() {
            return Ok(None);
        }
        *program = own;
        Ok(Some(Self { first: first.id, count: entered, inside, stride }))
    }

    /// Whether all options stand on the board: those at both ends do, and all others lie between.
    fn inside(
        program: &mut Program,
        place: &OptionPlace<'_>,
        (low, high): (LaneValue, LaneValue),
    ) -> Result<Option<Id>, Unfit> {
        let mut all = None;
        for (row, least, most) in place.edges {
            for end in [low, high] {
                let value = place.at(program, row, end)?;
                if value.fails.is_some() {
                    return Ok(None);
                }
                let holds = lies_between(program, value.id, (*least, *most))?;
                all = Some(all.map_or(holds, |all| program.and(all, holds)));
            }
        }
        Ok(all)
    }
}

impl<N: LaneNumber> Compiled<N> {
    /// How many options and amounts are tried for all cells in hand together; `None` where that depends on amounts.
    pub(super) fn tried(&self, count: usize) -> Option<i64> {
        if self.nest.amounts == 0 {
            return Some(0);
        }
        let (1, Some((low, high))) = (self.nest.amounts, self.nest.bounds.last()) else { return None };
        let of_cell = |cell: usize| {
            let enters = self.at(self.nest.enters, cell).is_true();
            match self.nest.brief {
                Some(brief) => self.at(brief.count, cell).wide().max(0),
                None if enters => (self.at(*high, cell).wide() - self.at(*low, cell).wide() + 1).max(0),
                None => 0,
            }
        };
        Some((0..count).map(of_cell).fold(0, i64::saturating_add))
    }
}
