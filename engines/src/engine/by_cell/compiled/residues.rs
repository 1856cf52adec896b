//! Remainders that the last amount must not leave, as alternatives of those that it may leave: options at equal distances, of which none
//! has to be tested. Two remainders that are compared are one of their difference first.
use crate::ruleset::branch::{branches, with_own_opaques};
use crate::ruleset::determined::conjuncts;
use crate::ruleset::last::Congruence;
use crate::ruleset::{Comparison, Condition, Move, Register, Ruleset, Term, Variable};

/// The greatest modulus whose remainders become alternatives.
const MOST: i128 = 8;

/// The same relation with `(i - y) mod m = 0` in the place of `i mod m = y mod m`, and of `i mod m = r` for a register between 0 and m - 1: the numbers are equal
/// if they leave the same remainder.
pub(super) fn of_differences(guard: &Condition, ruleset: &Ruleset) -> Condition {
    let all = |parts: &[Condition]| parts.iter().map(|part| of_differences(part, ruleset)).collect();
    match guard {
        Condition::And(parts) => Condition::And(all(parts)),
        Condition::Or(parts) => Condition::Or(all(parts)),
        Condition::Not(inner) => Condition::Not(Box::new(of_differences(inner, ruleset))),
        Condition::Compare(left, comparison @ (Comparison::Equal | Comparison::Different), right) => {
            let one = difference(left, right, ruleset).or_else(|| difference(right, left, ruleset));
            one.map_or_else(|| guard.clone(), |one| Condition::Compare(one, *comparison, Term::Constant(0)))
        }
        _ => guard.clone(),
    }
}

/// The remainder of the difference of two numbers of which the first is a remainder and the other one is, too.
fn difference(left: &Term, right: &Term, ruleset: &Ruleset) -> Option<Term> {
    let Term::Modulo(own, modulus) = left else { return None };
    let Term::Constant(number @ 2..) = **modulus else { return None };
    let other = match right {
        Term::Modulo(other, by) if by == modulus => &**other,
        other if is_below(other, number, ruleset) => other,
        _ => return None,
    };
    let less = Term::Product(Box::new(Term::Constant(-1)), Box::new(other.clone()));
    let both = Term::Sum(vec![(**own).clone(), less]);
    Some(Term::Modulo(Box::new(both), modulus.clone())).filter(Term::mentions_amounts)
}

/// Whether a term is a register that lies between 0 and the number before this one.
fn is_below(term: &Term, number: i128, ruleset: &Ruleset) -> bool {
    let Term::Variable(Variable::Coordinate(at)) = term else { return false };
    let register = at.checked_sub(ruleset.heaps.len()).and_then(|at| ruleset.registers.get(at));
    let lies = |register: &Register| 0 <= register.low && register.high.is_some_and(|high| i128::from(high) < number);
    register.is_some_and(lies)
}

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
