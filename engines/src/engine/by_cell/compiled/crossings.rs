//! Quotients of a heap before and after a move: that `floor(x / m)` and `floor(x' / m)` differ says how much is taken at least, and that they are
//! equal, at most. Knows nothing of boards.
//!
//! Right because `x - d`, with d natural and m positive, has the quotient of x as long as d is at most the remainder of x, and a smaller one otherwise.
use super::ordered::is_natural;
use super::residues::is_positive;
use crate::ruleset::branch::scaled_parts;
use crate::ruleset::determined::conjuncts;
use crate::ruleset::{Comparison, Condition, Move, Ruleset, Term, Variable};

/// The guard of a move with bounds of what is taken, in the place of what is asked of the quotients of a heap and of what is left of it.
pub(super) fn with_crossings(guard: &Condition, family: &Move, ruleset: &Ruleset) -> Condition {
    bounded(guard, (&conjuncts(guard), family, ruleset))
}

fn bounded(guard: &Condition, known: (&[Condition], &Move, &Ruleset)) -> Condition {
    let all = |parts: &[Condition]| parts.iter().map(|part| bounded(part, known)).collect();
    match guard {
        Condition::And(parts) => Condition::And(all(parts)),
        Condition::Or(parts) => Condition::Or(all(parts)),
        Condition::Not(inner) => Condition::Not(Box::new(bounded(inner, known))),
        Condition::Compare(left, comparison, right) => {
            crossing(left, *comparison, right, known).unwrap_or_else(|| guard.clone())
        }
        Condition::Known(_) => guard.clone(),
    }
}

/// A comparison of the two quotients as one of what is taken and the remainder.
fn crossing(
    left: &Term,
    comparison: Comparison,
    right: &Term,
    (beside, family, ruleset): (&[Condition], &Move, &Ruleset),
) -> Option<Condition> {
    let mut parts = Vec::new();
    scaled_parts(left, 1, &mut parts);
    scaled_parts(right, -1, &mut parts);
    let (quotients, rest): (Vec<_>, Vec<_>) =
        parts.into_iter().partition(|(_, part)| matches!(part, Term::FloorDivide(..)));
    let constant = rest.iter().try_fold(0i128, |sum, (factor, part)| match part {
        Term::Constant(number) => sum.checked_add(factor.checked_mul(*number)?),
        _ => None,
    })?;
    let [(one, Term::FloorDivide(before, by)), (other, Term::FloorDivide(after, same))] = quotients.as_slice() else {
        return None;
    };
    // A heap comes before what is left of it.
    let is_heap =
        |term: &Term| matches!(term, Term::Variable(Variable::Coordinate(heap)) if *heap < ruleset.heaps.len());
    let ((sign, before), (opposite, after)) =
        if is_heap(before) { ((one, before), (other, after)) } else { ((other, after), (one, before)) };
    let is_option = family.targets.contains(after);
    if by != same
        || sign.checked_add(*opposite) != Some(0)
        || !is_heap(before)
        || !is_option
        || !is_positive(by, ruleset)
    {
        return None;
    }
    let taken = taken(before, after, beside)?;
    // Of the quotient before less that after, which is natural.
    let has_crossed = match (comparison, sign, constant) {
        (Comparison::Different, 1 | -1, 0) | (Comparison::AtMost, -1, 1) => true,
        (Comparison::Equal, 1 | -1, 0) | (Comparison::AtMost, 1, 0) => false,
        _ => return None,
    };
    let left_over = Term::Modulo(Box::new(before.as_ref().clone()), by.clone());
    Some(if has_crossed {
        Condition::Compare(Term::Sum(vec![left_over, Term::Constant(1)]), Comparison::AtMost, taken)
    } else {
        Condition::Compare(taken, Comparison::AtMost, left_over)
    })
}

/// What is taken of a heap: a sum of natural amounts, of each at least as many as it counts.
fn taken(before: &Term, after: &Term, beside: &[Condition]) -> Option<Term> {
    let mut parts = Vec::new();
    scaled_parts(after, -1, &mut parts);
    let own = parts.iter().position(|(factor, part)| *factor == -1 && part == before)?;
    parts.swap_remove(own);
    let counts = |(factor, part): &(i128, Term)| 0 < *factor && beside.iter().any(|known| is_natural(known, part));
    if parts.is_empty() || !parts.iter().all(counts) {
        return None;
    }
    let times = |(factor, part): (i128, Term)| Term::Product(Box::new(Term::Constant(factor)), Box::new(part));
    Some(Term::Sum(parts.into_iter().map(times).collect()))
}
