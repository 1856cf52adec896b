//! Terms and conditions of the IR with terms in place of their coordinates: what holds of a position, said of another.
use super::fold;
use crate::ruleset::{Condition, Term, Variable};

/// A condition on coordinates, said of the option.
pub(in crate::check) fn substituted(condition: &Condition, targets: &[Term]) -> Condition {
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

/// A term of coordinates, said of the option.
pub(in crate::check) fn in_term(term: &Term, targets: &[Term]) -> Term {
    let all = |parts: &[Term]| parts.iter().map(|part| in_term(part, targets)).collect::<Vec<_>>();
    term.map(&mut |part| match part {
        Term::Variable(Variable::Coordinate(index)) => targets.get(*index).cloned(),
        Term::Min(parts) => Some(fold::min(all(parts))),
        Term::Max(parts) => Some(fold::max(all(parts))),
        Term::Cases(cases) => {
            let both = |(guard, value): &(Condition, Term)| (substituted(guard, targets), in_term(value, targets));
            Some(Term::Cases(cases.iter().map(both).collect()))
        }
        _ => None,
    })
}
