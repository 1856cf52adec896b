//! Values of a recursion in 64 bits, where all numbers on the way have them: what terms mostly are. Knows nothing of errors.
//!
//! Right because it tells a value only where every step has one, and is the same step in checked 128-bit arithmetic.
use crate::ruleset::{Comparison, Condition, Term, Variable};

/// The value at an argument, by values at smaller ones; `None` if a number leaves 64 bits, or if something else has to say what it is.
pub(super) fn value(term: &Term, here: i64, earlier: &dyn Fn(i64) -> Option<i64>) -> Option<i64> {
    let of = |term: &Term| value(term, here, earlier);
    match term {
        Term::Constant(number) => i64::try_from(*number).ok(),
        Term::Variable(Variable::Coordinate(0)) => Some(here),
        Term::Sum(parts) => parts.iter().try_fold(0i64, |sum, part| sum.checked_add(of(part)?)),
        Term::Product(left, right) => of(left)?.checked_mul(of(right)?),
        Term::FloorDivide(left, right) => Some(divided(of(left)?, of(right).filter(|by| 0 < *by)?).0),
        Term::Modulo(left, right) => Some(divided(of(left)?, of(right).filter(|by| 0 < *by)?).1),
        Term::Min(parts) => {
            parts.iter().skip(1).try_fold(of(parts.first()?)?, |least, part| Some(least.min(of(part)?)))
        }
        Term::Max(parts) => parts.iter().skip(1).try_fold(of(parts.first()?)?, |most, part| Some(most.max(of(part)?))),
        Term::Xor(parts) => parts.iter().try_fold(0i64, |sum, part| Some(sum ^ of(part).filter(|part| 0 <= *part)?)),
        Term::Own(argument) => earlier(of(argument)?),
        Term::Cases(cases) => {
            for (guard, term) in cases {
                if holds(guard, here, earlier)? {
                    return of(term);
                }
            }
            None
        }
        _ => None,
    }
}

/// Quotient and remainder, the latter not negative; numbers of 32 bits are divided several times as fast as longer ones.
fn divided(number: i64, by: i64) -> (i64, i64) {
    match (u32::try_from(number), u32::try_from(by)) {
        (Ok(number), Ok(by)) => ((number / by).into(), (number % by).into()),
        _ => (number.div_euclid(by), number.rem_euclid(by)),
    }
}

/// Whether a condition holds, whose parts are looked at in order until one decides.
fn holds(condition: &Condition, here: i64, earlier: &dyn Fn(i64) -> Option<i64>) -> Option<bool> {
    let of = |term: &Term| value(term, here, earlier);
    let is = |part: &Condition| holds(part, here, earlier);
    Some(match condition {
        Condition::Known(known) => *known,
        Condition::Compare(left, comparison, right) => {
            let (left, right) = (of(left)?, of(right)?);
            match comparison {
                Comparison::AtMost => left <= right,
                Comparison::Equal => left == right,
                Comparison::Different => left != right,
            }
        }
        Condition::And(parts) => {
            for part in parts {
                if !is(part)? {
                    return Some(false);
                }
            }
            true
        }
        Condition::Or(parts) => {
            for part in parts {
                if is(part)? {
                    return Some(true);
                }
            }
            false
        }
        Condition::Not(inner) => !is(inner)?,
    })
}
