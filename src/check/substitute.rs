//! Terms and conditions of the IR with terms in place of their coordinates: what holds of a position, said of another.
use super::lower::fold;
use crate::ruleset::{Condition, Term, Variable};

/// A condition on coordinates, said of the option.
pub(super) fn substituted(condition: &Condition, targets: &[Term]) -> Condition {
    match condition {
        Condition::Known(known) => Condition::Known(*known),
        Condition::Compare(left, comparison, right) => {
            fold::compare(in_term(left, targets), *comparison, in_term(right, targets))
        }
        Condition::And(parts) => fold::and(parts.iter().map(|part| substituted(part, targets)).collect()),
        Condition::Or(parts) => fold::or(parts.iter().map(|part| substituted(part, targets)).collect()),
        Condition::Not(inner) => fold::not(substituted(inner, targets)),
    }
}

pub(super) fn in_term(term: &Term, targets: &[Term]) -> Term {
    let all = |parts: &[Term]| parts.iter().map(|part| in_term(part, targets)).collect::<Vec<_>>();
    let boxed = |part: &Term| Box::new(in_term(part, targets));
    match term {
        Term::Constant(_) | Term::Variable(Variable::Amount(_)) => term.clone(),
        Term::Variable(Variable::Coordinate(index)) => targets.get(*index).cloned().unwrap_or_else(|| term.clone()),
        Term::Sum(parts) => Term::Sum(all(parts)),
        Term::Product(left, right) => Term::Product(boxed(left), boxed(right)),
        Term::FloorDivide(left, right) => Term::FloorDivide(boxed(left), boxed(right)),
        Term::Modulo(left, right) => Term::Modulo(boxed(left), boxed(right)),
        Term::Min(parts) => fold::min(all(parts)),
        Term::Max(parts) => fold::max(all(parts)),
        Term::Xor(parts) => Term::Xor(all(parts)),
        Term::Number(function, parts) => Term::Number(*function, all(parts)),
        Term::SquareRoot(inner) => Term::SquareRoot(boxed(inner)),
        Term::Power(left, right) => Term::Power(boxed(left), boxed(right)),
        Term::Recursive(recursion, inner) => Term::Recursive(recursion.clone(), boxed(inner)),
        Term::Own(inner) => Term::Own(boxed(inner)),
        Term::Cases(cases) => Term::Cases(
            cases.iter().map(|(guard, value)| (substituted(guard, targets), in_term(value, targets))).collect(),
        ),
    }
}
