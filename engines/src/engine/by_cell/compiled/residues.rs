//! Remainders that the last amount must not leave, as alternatives of those that it may leave: options at equal distances, of which none
//! has to be tested.
use crate::ruleset::branch::{branches, with_own_opaques};
use crate::ruleset::determined::conjuncts;
use crate::ruleset::last::Congruence;
use crate::ruleset::{Comparison, Condition, Move, Term};

/// The greatest modulus whose remainders become alternatives.
const MOST: i128 = 8;

/// The same relation with alternatives in the place of a remainder that is excluded; `None` where something would be left to test.
pub(super) fn split(family: &Move, coordinates: usize) -> Option<Move> {
    let mut conditions = conjuncts(&family.guard);
    let (at, (remainder, modulus, excluded)) =
        conditions.iter().enumerate().find_map(|(at, condition)| Some((at, excluded(condition)?)))?;
    let one = |left: i128| Condition::Compare(remainder.clone(), Comparison::Equal, Term::Constant(left));
    conditions[at] = Condition::Or((0..modulus).filter(|left| *left != excluded).map(one).collect());
    let split = Move { guard: Condition::And(conditions), ..family.clone() };
    let is_untested = branches(&split.guard, coordinates, family.amounts.len()).is_ok_and(|all| {
        all.into_iter().all(|branch| {
            let branch = with_own_opaques(branch, &family.targets);
            branch.residual.len() == 1 && Congruence::of(&branch).is_some()
        })
    });
    is_untested.then_some(split)
}

/// A remainder, its small modulus and the one number that it must not be.
fn excluded(condition: &Condition) -> Option<(Term, i128, i128)> {
    let (left, right) = match condition {
        Condition::Compare(left, Comparison::Different, right) => (left, right),
        Condition::Not(inner) => match &**inner {
            Condition::Compare(left, Comparison::Equal, right) => (left, right),
            _ => return None,
        },
        _ => return None,
    };
    let (Term::Modulo(difference, modulus), Term::Constant(excluded)) = (left, right) else { return None };
    match **modulus {
        Term::Constant(modulus @ 2..=MOST) if difference.mentions_amounts() => Some((left.clone(), modulus, *excluded)),
        _ => None,
    }
}
