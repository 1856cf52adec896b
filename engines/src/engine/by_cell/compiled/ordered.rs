//! What follows for the lesser of two amounts whose product is bounded: `1 <= a <= b, a * b <= n` says `a * a <= n`, so that a is not tried up to n.
//! Knows nothing of boards.
//!
//! Right because the square of the lesser of two natural numbers is at most their product.
use crate::ruleset::branch::scaled_parts;
use crate::ruleset::determined::conjuncts;
use crate::ruleset::{Comparison, Condition, Term, Variable};

/// A guard with the bounds of squares that follow from its bounds of products.
pub(super) fn with_squares(guard: &Condition) -> Condition {
    let all = conjuncts(guard);
    let found: Vec<Condition> = all.iter().filter_map(|condition| square(condition, &all)).collect();
    if found.is_empty() { guard.clone() } else { Condition::And(all.into_iter().chain(found).collect()) }
}

/// The bound of a square that follows from a bound of a product, and what is known beside it.
fn square(condition: &Condition, beside: &[Condition]) -> Option<Condition> {
    let Condition::Compare(left, Comparison::AtMost | Comparison::Equal, right) = condition else { return None };
    let mut parts = Vec::new();
    scaled_parts(left, 1, &mut parts);
    scaled_parts(right, -1, &mut parts);
    let is_positive = |(factor, part): &(i128, Term)| 0 < *factor && matches!(part, Term::Product(..));
    let (factor, product) = parts.swap_remove(parts.iter().position(is_positive)?);
    let Term::Product(one, other) = product else { return None };
    let (Term::Variable(Variable::Amount(_)), Term::Variable(Variable::Amount(_))) = (&*one, &*other) else {
        return None;
    };
    if one == other || parts.iter().any(|(_, part)| part.mentions_amounts()) {
        return None;
    }
    let lesser = [(&one, &other), (&other, &one)].into_iter().find(|(lesser, greater)| {
        beside.iter().any(|part| is_ordered(part, lesser, greater))
            && beside.iter().any(|part| is_natural(part, lesser))
    });
    let own = lesser?.0;
    let square = Term::Product(Box::new(Term::Constant(factor)), Box::new(Term::Product(own.clone(), own.clone())));
    let rest = parts.into_iter().map(|(factor, part)| Term::Product(Box::new(Term::Constant(factor)), Box::new(part)));
    let sum = Term::Sum(std::iter::once(square).chain(rest).collect());
    Some(Condition::Compare(sum, Comparison::AtMost, Term::Constant(0)))
}

/// Whether a condition says that one amount is at most another.
fn is_ordered(condition: &Condition, lesser: &Term, greater: &Term) -> bool {
    let Condition::Compare(left, Comparison::AtMost, right) = condition else { return false };
    let mut parts = Vec::new();
    scaled_parts(left, 1, &mut parts);
    scaled_parts(right, -1, &mut parts);
    let is_plain = |(factor, part): &(i128, Term)| match part {
        Term::Constant(number) => factor.checked_mul(*number).is_some_and(|number| 0 <= number),
        part => *part == *lesser && *factor == 1 || *part == *greater && *factor == -1,
    };
    let of = |term: &Term| parts.iter().filter(|(_, part)| part == term).count();
    parts.iter().all(is_plain) && of(lesser) == 1 && of(greater) == 1
}

/// Whether a condition says that an amount is natural.
pub(super) fn is_natural(condition: &Condition, amount: &Term) -> bool {
    matches!(condition, Condition::Compare(Term::Constant(0..), Comparison::AtMost, term) if term == amount)
}
