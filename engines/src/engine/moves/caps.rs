//! Greatest exponents, indices and roots on a board: `2^k <= n` with n below 1,000 bounds k by 9, where its loop nest, which is linear,
//! knows `k < n` alone; `i * i + j * j <= x + y` with heaps below 1,000 bounds i and j by 44.
use crate::ruleset::branch::{never_falls_from, scaled_parts};
use crate::ruleset::determined::conjuncts;
use crate::ruleset::{Comparison, Condition, Move, Term, Variable};

/// The least and the greatest value of each coordinate.
pub(in crate::engine) type CoordinateRange = (i64, i64);

/// Indices of a sequence that are looked at.
const MOST: i128 = 1 << 12;

/// The same move between bounds of its coordinates with the greatest values of its amounts as conditions; `None` if there are none.
pub(in crate::engine) fn capped(family: &Move, board: &[CoordinateRange]) -> Option<Move> {
    let mut conditions = conjuncts(&family.guard);
    let mut caps = Vec::new();
    for condition in &conditions {
        let Condition::Compare(left, comparison, right) = condition else { continue };
        match comparison {
            Comparison::AtMost => caps.extend(caps_of(left, right, board)),
            Comparison::Equal => {
                caps.extend(caps_of(left, right, board).into_iter().chain(caps_of(right, left, board)));
            }
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

/// The greatest values of amounts in exponents, indices and squares of `left - right <= 0`, each by the least value of all the others.
fn caps_of(left: &Term, right: &Term, board: &[CoordinateRange]) -> Vec<(usize, i128)> {
    let mut parts = Vec::new();
    scaled_parts(left, 1, &mut parts);
    scaled_parts(right, -1, &mut parts);
    let cap = |at: usize| {
        let (factor, rising) = &parts[at];
        // factor * rising <= most
        let mut others = parts.iter().enumerate().filter(|(other, _)| *other != at);
        let most =
            others.try_fold(0i128, |most, (_, (factor, part))| most.checked_sub(least(*factor, part, board)?))?;
        (0 < *factor).then(|| cap(*factor, rising, most)).flatten()
    };
    (0..parts.len()).filter_map(cap).collect()
}

/// The amount in the base of a square.
fn squared(part: &Term) -> Option<usize> {
    let base = match part {
        Term::Product(left, right) if left == right => left,
        Term::Power(base, exponent) if **exponent == Term::Constant(2) => base,
        _ => return None,
    };
    match **base {
        Term::Variable(Variable::Amount(amount)) => Some(amount),
        _ => None,
    }
}

/// The greatest value of an amount where a positive multiple of a part that rises with it is at most a number.
fn cap(factor: i128, rising: &Term, most: i128) -> Option<(usize, i128)> {
    if let Some(amount) = squared(rising) {
        return Some((amount, most.max(0).div_euclid(factor).isqrt()));
    }
    match rising {
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
fn least(factor: i128, part: &Term, board: &[CoordinateRange]) -> Option<i128> {
    match part {
        Term::Constant(value) => factor.checked_mul(*value),
        Term::Variable(Variable::Coordinate(at)) => {
            let (low, high) = *board.get(*at)?;
            let end = if 0 < factor { low } else { high };
            factor.checked_mul(i128::from(end))
        }
        _ if 0 < factor && squared(part).is_some() => Some(0),
        _ => None,
    }
}
