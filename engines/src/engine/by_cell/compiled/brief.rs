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
use crate::ruleset::last::AmountShare;
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
    /// How far apart they stand.
    pub(super) stride: Id,
}

/// A number that depends on the last amount: linearly, or by a factor and a rest that the position tells.
pub(super) enum MovedPart {
    Row(Inequality),
    Share(AmountShare),
}

/// Where the options of an alternative stand, if that is linear in the last amount.
pub(super) struct OptionPlace<'a> {
    /// The cell: what is linear, and what is not, with the distance of neighbours on the board.
    pub(super) straight: &'a Inequality,
    pub(super) shares: &'a [(i128, AmountShare)],
    /// Each coordinate that may leave its range, with that.
    pub(super) edges: &'a [(MovedPart, i128, i128)],
    pub(super) variables: &'a [Option<LaneValue>],
    /// Which variable is the last amount.
    pub(super) last: usize,
}

/// What a number is where the last amount is 0, and how far it moves with it.
#[derive(Clone, Copy)]
pub(super) struct Moved {
    base: LaneValue,
    pub(super) slope: LaneValue,
}

impl Moved {
    /// The number for a value of the last amount.
    pub(super) fn at(self, program: &mut Program, last: LaneValue) -> LaneValue {
        let far = program.times(self.slope, last);
        program.plus(self.base, far)
    }
}

impl OptionPlace<'_> {
    /// Where the option stands on the board.
    pub(super) fn cell(&self, program: &mut Program) -> Result<Moved, Unfit> {
        let mut cell = self.row(program, self.straight)?;
        for (distance, share) in self.shares {
            let distance = LaneValue { id: program.number(*distance)?, fails: None };
            let Moved { base, slope } = share_of(program, share)?;
            let (base, slope) = (program.times(distance, base), program.times(distance, slope));
            cell = Moved { base: program.plus(cell.base, base), slope: program.plus(cell.slope, slope) };
        }
        Ok(cell)
    }

    fn row(&self, program: &mut Program, row: &Inequality) -> Result<Moved, Unfit> {
        let mut variables = self.variables.to_vec();
        variables[self.last] = None;
        let slope = LaneValue { id: program.number(row.coefficients[self.last])?, fails: None };
        Ok(Moved { base: form(program, row, &variables, 1)?, slope })
    }
}

fn share_of(program: &mut Program, AmountShare { factor, rest }: &AmountShare) -> Result<Moved, Unfit> {
    Ok(Moved { base: program.term(rest)?, slope: program.term(factor)? })
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
        let moved = place.cell(&mut own)?;
        let first = moved.at(&mut own, low);
        let by = sound(own.number(modulus.into())?);
        let stride = own.times(moved.slope, by);
        let zero = own.number(0)?;
        let entered = own.choose(nest.enters, count.id, zero);
        let inside = Self::inside(&mut own, place, (low, sound(high)))?;
        let is_wider = own.bounded().is_err() || program.fits::<i32>() && !own.fits::<i32>();
        if is_wider || [first, count, stride].iter().any(|value| value.fails.is_some()) {
            return Ok(None);
        }
        if !nest.is_always_inside && inside.is_none() {
            return Ok(None);
        }
        *program = own;
        Ok(Some(Self { first: first.id, count: entered, inside, stride: stride.id }))
    }

    /// Whether all options stand on the board: those at both ends do, and all others lie between.
    fn inside(
        program: &mut Program,
        place: &OptionPlace<'_>,
        (low, high): (LaneValue, LaneValue),
    ) -> Result<Option<Id>, Unfit> {
        let mut all = None;
        for (part, least, most) in place.edges {
            let moved = match part {
                MovedPart::Row(row) => place.row(program, row)?,
                MovedPart::Share(share) => share_of(program, share)?,
            };
            for end in [low, high] {
                let value = moved.at(program, end);
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
