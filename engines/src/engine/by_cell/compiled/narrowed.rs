//! The range of the last amount of an alternative as tests narrow it: those that are linear in it, whatever its factor is, and those that have its
//! square or what rises with it. Knows no targets.
use super::brief::IS_SMALL;
use super::program::{Id, LaneValue, Program};
use crate::engine::question::Unfit;
use crate::ruleset::Condition;
use crate::ruleset::branch::Branch;
use crate::ruleset::last::{AmountShare, RisingBound, SquareBound};

/// Lists of what rises with an amount are no longer.
const MOST_RANKED: usize = 1 << 12;

/// The range of the last amount as tests narrow it that are linear in it, whatever its factor is, or have its square; and the tests
/// that this says all of.
pub(super) fn sloped(
    program: &mut Program,
    branch: &Branch,
    (mut low, mut high): (Id, Id),
) -> Result<(Id, Id, Vec<usize>), Unfit> {
    let mut said = Vec::new();
    for (number, condition) in branch.residual.iter().enumerate() {
        if let Some(narrowed) = curved(program, (condition, branch.amounts - 1), (low, high))? {
            (low, high) = narrowed;
            said.push(number);
            continue;
        }
        let Some(AmountShare { factor, rest }) = AmountShare::bounded(condition, branch.amounts - 1) else { continue };
        let (factor, rest) = (program.term(&factor)?, program.term(&rest)?);
        if rest.fails.is_some() || factor.fails.is_some() {
            continue;
        }
        // factor * last <= -rest
        let minus = LaneValue { id: program.number(-1)?, fails: None };
        let rest = program.times(rest, minus);
        let (lowest, highest) = program.range(factor.id);
        let (zero, one) = (program.number(0)?, program.number(1)?);
        said.push(number);
        if 0 < highest {
            let by = program.greatest(factor.id, one);
            let bound = program.quotient(rest, LaneValue { id: by, fails: None })?;
            let positive = program.at_most(one, factor.id);
            let narrowed = program.least(high, bound.id);
            high = program.choose(positive, narrowed, high);
        }
        if lowest < 0 {
            let less = program.times(factor, minus);
            let by = program.greatest(less.id, one);
            let bound = program.quotient(rest, LaneValue { id: by, fails: None })?;
            let bound = program.times(bound, minus);
            let negative = program.at_most(one, less.id);
            let narrowed = program.greatest(low, bound.id);
            low = program.choose(negative, narrowed, low);
        }
        if lowest <= 0 && 0 <= highest {
            // No amount will do where the factor is 0 and the rest too large.
            let below = program.number(-1)?;
            let negative = program.at_most(rest.id, below);
            let (is_low, is_high) = (program.at_most(factor.id, zero), program.at_most(zero, factor.id));
            let none = program.and(negative, is_low);
            let none = program.and(none, is_high);
            let less = program.plus(LaneValue { id: low, fails: None }, minus);
            high = program.choose(none, less.id, high);
        }
    }
    Ok((low, high, said))
}

/// The range of the last amount as a condition narrows it that has its square, or what rises with it; `None` if it has neither.
fn curved(
    program: &mut Program,
    (condition, last): (&Condition, usize),
    range: (Id, Id),
) -> Result<Option<(Id, Id)>, Unfit> {
    if let Some(square) = SquareBound::of(condition, last) {
        return below_root(program, &square, range);
    }
    match RisingBound::of(condition, last) {
        Some(bound) => by_rank(program, (&bound, last), range),
        None => Ok(None),
    }
}

/// The range of the last amount below the root of what its square leaves: `factor * last^2 <= -rest`. `None` if that may have no value.
fn below_root(program: &mut Program, square: &SquareBound, (low, high): (Id, Id)) -> Result<Option<(Id, Id)>, Unfit> {
    let rest = program.term(&square.rest)?;
    if rest.fails.is_some() {
        return Ok(None);
    }
    let (minus, zero) = (LaneValue { id: program.number(-1)?, fails: None }, program.number(0)?);
    let left = program.times(rest, minus);
    let by = LaneValue { id: program.number(square.factor)?, fails: None };
    let most = program.quotient(left, by)?;
    let natural = program.greatest(most.id, zero);
    let root = program.root(natural);
    let least = program.times(LaneValue { id: root, fails: None }, minus);
    let (low, high) = (program.greatest(low, least.id), program.least(high, root));
    // No amount will do where nothing is left for the square.
    let none = program.plus(LaneValue { id: low, fails: None }, minus);
    let is_natural = program.at_most(zero, left.id);
    Ok(Some((low, program.choose(is_natural, high, none.id))))
}

/// The range of the last amount as a list of what rises with it tells it; `None` if the amount may lie before the list, or that is long.
fn by_rank(
    program: &mut Program,
    (bound, amount): (&RisingBound, usize),
    (low, high): (Id, Id),
) -> Result<Option<(Id, Id)>, Unfit> {
    let rest = program.term(&bound.rest)?;
    if IS_SMALL || rest.fails.is_some() || program.range(low).0 < bound.first {
        return Ok(None);
    }
    let sound = |id| LaneValue { id, fails: None };
    let by = sound(program.number(bound.factor.abs())?);
    let is_above = 0 < bound.factor;
    // rising <= -rest / factor, or not rising <= (rest - 1) / -factor
    let left = if is_above {
        let minus = sound(program.number(-1)?);
        program.times(rest, minus)
    } else {
        let minus = sound(program.number(-1)?);
        program.plus(rest, minus)
    };
    let most = program.quotient(left, by)?;
    let Some(values) = bound.values(amount, program.range(most.id).1, MOST_RANKED) else { return Ok(None) };
    let values: Option<Vec<i64>> = values.into_iter().map(|value| i64::try_from(value).ok()).collect();
    let Some(values) = values.filter(|_| left.fails.is_none()) else { return Ok(None) };
    let rank = program.rank(values, most.id);
    let from = sound(program.number(if is_above { bound.first - 1 } else { bound.first })?);
    let end = program.plus(sound(rank), from);
    Ok(Some(if is_above { (low, program.least(high, end.id)) } else { (program.greatest(low, end.id), high) }))
}
