//! Greatest exponents and indices on a board: `2^k <= n` with n below 1,000 bounds k by 9, where its loop nest, which is linear, knows
//! `k < n` alone.
use super::board::Board;
use crate::engine::numbers::signed;
use crate::ruleset::branch::{never_falls_from, scaled_parts};
use crate::ruleset::determined::conjuncts;
use crate::ruleset::{Comparison, Condition, Move, Term, Variable};

/// Indices of a sequence that are looked at.
const MOST: i128 = 1 << 12;

/// The same move on a board with the greatest values of its amounts as conditions; `None` if there are none.
pub(super) fn capped(family: &Move, board: &Board) -> Option<Move> {
    let mut conditions = conjuncts(&family.guard);
    let mut caps = Vec::new();
    for condition in &conditions {
        let Condition::Compare(left, comparison, right) = condition else { continue };
        match comparison {
            Comparison::AtMost => caps.extend(cap(left, right, board)),
            Comparison::Equal => caps.extend(cap(left, right, board).into_iter().chain(cap(right, left, board))),
            Comparison::Different => {}
        }
    }
    if caps.is_empty() {
        return None;
    }
    let at_most = |(amount, most): (usize, i128)| {
        Condition::Compare(Term::Variable(Variable::Amount(amount)), Comparison::AtMost, Term::Constant(most))
    };
    conditions.extend(caps.into_iter().map(at_most));
    Some(Move { guard: Condition::And(conditions), ..family.clone() })
}

/// The greatest value of an amount in the one exponent or index of `left - right <= 0`, where all else depends on the position alone.
fn cap(left: &Term, right: &Term, board: &Board) -> Option<(usize, i128)> {
    let mut parts = Vec::new();
    scaled_parts(left, 1, &mut parts);
    scaled_parts(right, -1, &mut parts);
    let at = parts.iter().position(|(_, part)| matches!(part, Term::Power(..) | Term::Recursive(..)))?;
    let (factor, rising) = parts.swap_remove(at);
    // factor * rising <= most
    let most = parts.iter().try_fold(0i128, |most, (factor, part)| most.checked_sub(least(*factor, part, board)?))?;
    if factor < 1 {
        return None;
    }
    match &rising {
        Term::Power(base, exponent) => {
            let (Term::Constant(base @ 2..), Term::Variable(Variable::Amount(amount))) = (&**base, &**exponent) else {
                return None;
            };
            let mut value = factor;
            let mut exponent = -1;
            while value <= most {
                exponent += 1;
                value = value.saturating_mul(*base);
            }
            Some((*amount, exponent))
        }
        Term::Recursive(recursion, argument) => {
            let Term::Variable(Variable::Amount(amount)) = **argument else { return None };
            let first = never_falls_from(recursion)?;
            let is_beyond = |at: &i128| match recursion.at(*at) {
                Ok(value) => value.checked_mul(factor).is_none_or(|value| most < value),
                // Values that are not below 0 and leave 128 bits are larger than all of a board.
                Err(_) => true,
            };
            (first..first + MOST).find(is_beyond).map(|at| (amount, at - 1))
        }
        _ => None,
    }
}

/// The least value of a multiple of a part on a board.
fn least(factor: i128, part: &Term, board: &Board) -> Option<i128> {
    match part {
        Term::Constant(value) => factor.checked_mul(*value),
        Term::Variable(Variable::Coordinate(at)) => {
            let (low, size) = (*board.low.get(*at)?, *board.size.get(*at)?);
            let end = if 0 < factor { low } else { low + signed(size) - 1 };
            factor.checked_mul(i128::from(end))
        }
        _ => None,
    }
}
