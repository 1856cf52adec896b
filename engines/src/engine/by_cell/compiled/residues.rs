//! Remainders that the last amount must not leave, as alternatives of those that it may leave: options at equal distances, of which none
//! has to be tested. Two remainders that are compared are one of their difference first.
use super::brief::IS_SMALL;
use crate::ruleset::branch::{Branch, branches, scaled_parts, with_own_opaques};
use crate::ruleset::determined::conjuncts;
use crate::ruleset::last::{AmountShare, Congruence};
use crate::ruleset::{Comparison, Condition, Move, Register, Ruleset, Term, Variable, mentions};

/// The greatest modulus whose remainders become alternatives.
const MOST: i128 = 8;

/// The same relation without what is clear of remainders, and with `(i - y) mod m = 0` in the place of `i mod m = y mod m`, and of `i mod m = r` for a register between 0 and m - 1, or for a number where m varies: the
/// numbers are equal if they leave the same remainder. What leaves one of few remainders of such an m is one alternative for each.
pub(super) fn of_differences(guard: &Condition, ruleset: &Ruleset) -> Condition {
    let all = |parts: &[Condition]| parts.iter().map(|part| of_differences(part, ruleset)).collect();
    match guard {
        Condition::And(parts) => Condition::And(all(parts)),
        Condition::Or(parts) => Condition::Or(all(parts)),
        Condition::Not(inner) => Condition::Not(Box::new(of_differences(inner, ruleset))),
        Condition::Compare(left, Comparison::Equal, right) if is_left_by_more(left, right) => {
            left_by(left, right).unwrap_or_else(|| guard.clone())
        }
        Condition::Compare(Term::Modulo(_, by), Comparison::AtMost, Term::Constant(most @ 0..MOST))
            if !is_number(by) && is_positive(by, ruleset) =>
        {
            let Condition::Compare(left, ..) = guard else { return guard.clone() };
            let one = |left_over: i128| {
                let own = Condition::Compare(left.clone(), Comparison::Equal, Term::Constant(left_over));
                of_differences(&own, ruleset)
            };
            Condition::Or((0..=*most).map(one).collect())
        }
        Condition::Compare(left, comparison @ (Comparison::Equal | Comparison::Different), right) => {
            let one = difference(left, right, ruleset).or_else(|| difference(right, left, ruleset));
            one.map_or_else(|| guard.clone(), |one| Condition::Compare(one, *comparison, Term::Constant(0)))
        }
        Condition::Compare(left, Comparison::AtMost, right) if is_clear(left, right) => Condition::Known(true),
        _ => guard.clone(),
    }
}

/// Whether a remainder by a number that varies is a number above 0.
fn is_left_by_more(left: &Term, right: &Term) -> bool {
    matches!((left, right), (Term::Modulo(_, by), Term::Constant(1..)) if !is_number(by))
}

/// `(e - r) mod m = 0` and `r < m` in the place of `e mod m = r`; where m is 0 neither has a value.
fn left_by(left: &Term, right: &Term) -> Option<Condition> {
    let (Term::Modulo(own, by), Term::Constant(number)) = (left, right) else { return None };
    let less = Term::Sum(vec![(**own).clone(), Term::Constant(-number)]);
    let divides = Condition::Compare(Term::Modulo(Box::new(less), by.clone()), Comparison::Equal, Term::Constant(0));
    let above = Condition::Compare(Term::Constant(number + 1), Comparison::AtMost, (**by).clone());
    let nothing = Condition::Compare((**by).clone(), Comparison::Equal, Term::Constant(0));
    Some(Condition::And(vec![divides, Condition::Or(vec![above, nothing])]))
}

/// Whether a term is a sum of heaps and a number that is 1 or more.
pub(super) fn is_positive(term: &Term, ruleset: &Ruleset) -> bool {
    let mut parts = Vec::new();
    scaled_parts(term, 1, &mut parts);
    let mut constant = 0i128;
    for (factor, part) in parts {
        match part {
            Term::Constant(number) => constant = constant.saturating_add(factor.saturating_mul(number)),
            Term::Variable(Variable::Coordinate(at)) if 0 <= factor && at < ruleset.heaps.len() => {}
            _ => return false,
        }
    }
    1 <= constant
}

/// Whether a number is at most another whatever remainders are, as a register that is given one lies in its range: `i mod 2 <= 1`.
fn is_clear(left: &Term, right: &Term) -> bool {
    let mut parts = Vec::new();
    scaled_parts(left, 1, &mut parts);
    scaled_parts(right, -1, &mut parts);
    let most = |(factor, part): &(i128, Term)| match part {
        Term::Constant(number) => factor.checked_mul(*number),
        Term::Modulo(inner, modulus) => match (&**inner, &**modulus) {
            (Term::Variable(_), Term::Constant(modulus @ 1..)) if 0 < *factor => factor.checked_mul(modulus - 1),
            (Term::Variable(_), Term::Constant(1..)) => Some(0),
            _ => None,
        },
        _ => None,
    };
    let mut all = parts.iter();
    let sum = all.try_fold(0i128, |sum, part| sum.checked_add(most(part)?));
    sum.is_some_and(|most| most <= 0)
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

/// Targets with what a congruence of the last amount tells of its remainders: with `(i - m) mod 2 = 1`, `i mod 2` is `(m + 1) mod 2`, which the
/// position tells. `None` if nothing changes.
pub(super) fn told_by_congruence(branch: &Branch, targets: &[Term]) -> Option<Vec<Term>> {
    let last = branch.amounts.checked_sub(1).filter(|_| !IS_SMALL)?;
    let congruence = Congruence::of(branch)?;
    let Term::Constant(modulus) = congruence.modulus else { return None };
    let own = AmountShare::of(&congruence.difference, last)?;
    let mut is_changed = false;
    let mut told = |part: &Term| {
        let Term::Modulo(inner, by) = part else { return None };
        if !matches!(**by, Term::Constant(by @ 1..) if modulus % by == 0) || !mentions(inner, last) {
            return None;
        }
        // sign * last + rest is 0 modulo the modulus.
        let share = AmountShare::of(inner, last)?;
        let factor = Some(&share.factor).filter(|factor| is_number(factor))?.evaluate(&[], &[]).ok()?;
        let factor = Term::Constant(factor.checked_mul(-congruence.sign)?);
        let moved = Term::Product(Box::new(factor), Box::new(own.rest.clone()));
        is_changed = true;
        Some(Term::Modulo(Box::new(Term::Sum(vec![share.rest, moved])), by.clone()))
    };
    let targets = targets.iter().map(|target| target.map(&mut told)).collect();
    is_changed.then_some(targets)
}

fn is_number(term: &Term) -> bool {
    !term.mentions_coordinates() && !term.mentions_amounts()
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
