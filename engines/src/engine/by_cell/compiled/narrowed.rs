//! The range of an amount of an alternative as tests of it and of earlier ones narrow it: those that are linear in it, whatever its factor is, and
//! those that have its square or what rises with it. Knows no targets.
use super::brief::IS_SMALL;
use super::program::{Id, LaneValue, Program};
use super::relaxed::relaxed;
use super::tabled::alone;
use crate::engine::question::Unfit;
use crate::ruleset::branch::Branch;
use crate::ruleset::last::{AmountShare, QuadraticBound, RisingBound, SquareBound, SteepBound};
use crate::ruleset::{Condition, Variable};

/// Lists of what rises with an amount are no longer if it is evaluated number by number, or all at once.
const MOST_RANKED: usize = 1 << 12;
const MOST_TABULATED: i128 = 1 << 20;

/// The range of an amount as tests narrow it that are linear in it, whatever its factor is, or have its square; notes the tests that
/// this says all of. Of the last amount, those that do not mention it count too; of others, what follows from tests of later ones.
pub(super) fn sloped(
    program: &mut Program,
    branch: &Branch,
    (amount, said): (usize, &mut Vec<usize>),
    mut range: (Id, Id),
) -> Result<(Id, Id), Unfit> {
    // The explorer has a limit of bytes: its tables are small, and tests say the same.
    if IS_SMALL {
        return Ok(range);
    }
    let tests = branch.residual.iter().enumerate();
    for (number, condition) in tests.filter(|(_, condition)| is_near(condition, amount, branch)) {
        if said.contains(&number) {
            continue;
        }
        if last_of(condition).is_some_and(|last| amount < last) {
            for relaxed in relaxed(branch, condition, amount) {
                range = narrowed(program, (&relaxed, amount), range)?.unwrap_or(range);
            }
            continue;
        }
        if let Some(narrower) = narrowed(program, (condition, amount), range)? {
            range = narrower;
            said.push(number);
        }
    }
    Ok(range)
}

/// Whether a test is one of an amount: of it or later ones, or of any if it is the last.
fn is_near(condition: &Condition, amount: usize, branch: &Branch) -> bool {
    amount + 1 == branch.amounts || last_of(condition) >= Some(amount)
}

/// The range of an amount as one condition on it and earlier ones narrows it, which says all of the condition; `None` if that is not known.
fn narrowed(
    program: &mut Program,
    (condition, amount): (&Condition, usize),
    (mut low, mut high): (Id, Id),
) -> Result<Option<(Id, Id)>, Unfit> {
    if let Some(narrowed) = curved(program, (condition, amount), (low, high))? {
        return Ok(Some(narrowed));
    }
    let Some(AmountShare { factor, rest }) = AmountShare::bounded(condition, amount) else { return Ok(None) };
    let (factor, rest) = (program.term(&factor)?, program.term(&rest)?);
    if rest.fails.is_some() || factor.fails.is_some() {
        return Ok(None);
    }
    // factor * amount <= -rest
    let minus = LaneValue { id: program.number(-1)?, fails: None };
    let rest = program.times(rest, minus);
    let (lowest, highest) = program.range(factor.id);
    let (zero, one) = (program.number(0)?, program.number(1)?);
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
        let less = program.least(less.id, high);
        high = program.choose(none, less, high);
    }
    Ok(Some((low, high)))
}

/// The last amount that a condition mentions.
fn last_of(condition: &Condition) -> Option<usize> {
    let mut last = None;
    condition.visit_variables(&mut |variable| {
        if let Variable::Amount(amount) = variable {
            last = last.max(Some(amount));
        }
    });
    last
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
    if let Some(bound) = RisingBound::of(condition, last) {
        return by_rank(program, (&bound, last), range);
    }
    if let Some(bound) = QuadraticBound::of(condition, last) {
        return between_roots(program, &bound, range);
    }
    match SteepBound::of(condition, last) {
        Some(bound) => below_steep_root(program, &bound, range),
        None => Ok(None),
    }
}

/// The range of the last amount below the root of what its square leaves by a positive factor; `None` if that need not be positive, or may have no value.
fn below_steep_root(program: &mut Program, bound: &SteepBound, range: (Id, Id)) -> Result<Option<(Id, Id)>, Unfit> {
    let (factor, rest) = (program.term(&bound.factor)?, program.term(&bound.rest)?);
    if factor.fails.is_some() || rest.fails.is_some() || program.range(factor.id).0 < 1 {
        return Ok(None);
    }
    let minus = LaneValue { id: program.number(-1)?, fails: None };
    let left = program.times(rest, minus);
    between_opposite_roots(program, (left, factor), range).map(Some)
}

/// The range of the last amount between the roots of `square * last^2 + linear * last + rest`. `None` if these may have no value.
fn between_roots(
    program: &mut Program,
    bound: &QuadraticBound,
    (low, high): (Id, Id),
) -> Result<Option<(Id, Id)>, Unfit> {
    let (linear, rest) = (program.term(&bound.linear)?, program.term(&bound.rest)?);
    let sound = |id| LaneValue { id, fails: None };
    let Some(four) = bound.square.checked_mul(-4) else { return Ok(None) };
    let (minus, four) = (sound(program.number(-1)?), sound(program.number(four)?));
    let (squared, product) = (program.times(linear, linear), program.times(rest, four));
    let left = program.plus(squared, product);
    if left.fails.is_some() {
        return Ok(None);
    }
    let zero = program.number(0)?;
    let natural = program.greatest(left.id, zero);
    let root = sound(program.root(natural));
    let by = sound(program.number(bound.square * 2)?);
    // last <= (root - linear) / by, and -last <= (root + linear) / by
    let less = program.times(linear, minus);
    let most = program.plus(root, less);
    let most = program.quotient(most, by)?;
    let least = program.plus(root, linear);
    let least = program.quotient(least, by)?;
    let least = program.times(least, minus);
    let (low, high) = (program.greatest(low, least.id), program.least(high, most.id));
    // No amount will do where there are no roots.
    let none = program.plus(sound(low), minus);
    let none = program.least(none.id, high);
    let has_roots = program.at_most(zero, left.id);
    Ok(Some((low, program.choose(has_roots, high, none))))
}

/// The range of the last amount below the root of what its square leaves: `factor * last^2 <= -rest`. `None` if that may have no value.
fn below_root(program: &mut Program, square: &SquareBound, range: (Id, Id)) -> Result<Option<(Id, Id)>, Unfit> {
    let rest = program.term(&square.rest)?;
    if rest.fails.is_some() {
        return Ok(None);
    }
    let minus = LaneValue { id: program.number(-1)?, fails: None };
    let left = program.times(rest, minus);
    let by = LaneValue { id: program.number(square.factor)?, fails: None };
    between_opposite_roots(program, (left, by), range).map(Some)
}

/// The range of an amount whose square is at most a number by a positive one.
fn between_opposite_roots(
    program: &mut Program,
    (left, by): (LaneValue, LaneValue),
    (low, high): (Id, Id),
) -> Result<(Id, Id), Unfit> {
    let (minus, zero) = (LaneValue { id: program.number(-1)?, fails: None }, program.number(0)?);
    let most = program.quotient(left, by)?;
    let natural = program.greatest(most.id, zero);
    let root = program.root(natural);
    let least = program.times(LaneValue { id: root, fails: None }, minus);
    let (low, high) = (program.greatest(low, least.id), program.least(high, root));
    // No amount will do where nothing is left for the square.
    let none = program.plus(LaneValue { id: low, fails: None }, minus);
    let none = program.least(none.id, high);
    let is_natural = program.at_most(zero, left.id);
    Ok((low, program.choose(is_natural, high, none)))
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
    let greatest = program.range(most.id).1;
    let values = match bound.values(amount, greatest, MOST_RANKED) {
        Some(values) => values.into_iter().map(|value| i64::try_from(value).ok()).collect(),
        None => tabulated(program, (bound, amount), (program.range(high).1, greatest)),
    };
    let Some(values) = values.filter(|_| left.fails.is_none()) else { return Ok(None) };
    let rank = program.rank(values, most.id);
    let from = sound(program.number(if is_above { bound.first - 1 } else { bound.first })?);
    let end = program.plus(sound(rank), from);
    Ok(Some(if is_above { (low, program.least(high, end.id)) } else { (program.greatest(low, end.id), high) }))
}

/// What rises with an amount, as far as the amount goes and as long as it is at most a number; `None` if it has no value somewhere, or goes far.
fn tabulated(
    program: &Program,
    (bound, amount): (&RisingBound, usize),
    (high, most): (i128, i128),
) -> Option<Vec<i64>> {
    let range = (bound.first, high);
    let own = alone(&bound.rising, amount).filter(|_| (0..MOST_TABULATED).contains(&high.saturating_sub(range.0)))?;
    let all = program.shared.table(&own, range)?;
    Some(all[..all.partition_point(|value| i128::from(*value) <= most)].to_vec())
}
