//! Turns terms and conditions of a position into those with two heaps exchanged. Knows nothing of moves.
use crate::ruleset::{Condition, Term, Variable};

/// For each heap, the first one that it can be exchanged with, where `survives` says of two heaps whether exchanging them
/// changes nothing. Exchanges of neighbours generate all permutations of a class.
pub(in crate::engine) fn classes(heaps: usize, survives: impl Fn(usize, usize) -> bool) -> Vec<usize> {
    let mut classes: Vec<usize> = Vec::new();
    for heap in 0..heaps {
        let mate = (0..heap).find(|other| classes[*other] == *other && survives(*other, heap));
        classes.push(mate.unwrap_or(heap));
    }
    classes
}

/// Whether exchanging two heaps leaves it open as before which positions belong to the game.
pub(in crate::engine) fn keeps(positions: &Condition, one: usize, other: usize) -> bool {
    *positions == Condition::Known(true) || swapped(positions, one, other) == *positions
}

/// A term with two heaps exchanged.
pub(crate) fn swapped_term(term: &Term, one: usize, other: usize) -> Term {
    let own = |term: &Term| swapped_term(term, one, other);
    let boxed = |term: &Term| Box::new(swapped_term(term, one, other));
    let all = |terms: &[Term]| -> Vec<Term> {
        let mut all: Vec<Term> = terms.iter().map(own).collect();
        // The order of the parts of a sum, a minimum or a nim-sum does not matter if only heaps are exchanged.
        if all.len() == terms.len() && all.iter().all(|term| terms.contains(term)) {
            all = terms.to_vec();
        }
        all
    };
    match term {
        Term::Variable(Variable::Coordinate(at)) if *at == one => Term::Variable(Variable::Coordinate(other)),
        Term::Variable(Variable::Coordinate(at)) if *at == other => Term::Variable(Variable::Coordinate(one)),
        Term::Constant(_) | Term::Variable(_) => term.clone(),
        Term::Sum(parts) => Term::Sum(all(parts)),
        Term::Min(parts) => Term::Min(all(parts)),
        Term::Max(parts) => Term::Max(all(parts)),
        Term::Xor(parts) => Term::Xor(parts.iter().map(own).collect()),
        Term::Product(left, right) => Term::Product(boxed(left), boxed(right)),
        Term::FloorDivide(left, right) => Term::FloorDivide(boxed(left), boxed(right)),
        Term::Modulo(left, right) => Term::Modulo(boxed(left), boxed(right)),
        Term::Power(left, right) => Term::Power(boxed(left), boxed(right)),
        Term::SquareRoot(inner) => Term::SquareRoot(boxed(inner)),
        Term::Recursive(function, inner) => Term::Recursive(function.clone(), boxed(inner)),
        Term::Own(inner) => Term::Own(boxed(inner)),
        Term::Cases(cases) => {
            Term::Cases(cases.iter().map(|(test, value)| (swapped(test, one, other), own(value))).collect())
        }
    }
}

/// A condition with two heaps exchanged.
pub(crate) fn swapped(condition: &Condition, one: usize, other: usize) -> Condition {
    let all = |parts: &[Condition]| parts.iter().map(|part| swapped(part, one, other)).collect();
    match condition {
        Condition::Known(known) => Condition::Known(*known),
        Condition::Compare(left, comparison, right) => {
            Condition::Compare(swapped_term(left, one, other), *comparison, swapped_term(right, one, other))
        }
        Condition::And(parts) => Condition::And(all(parts)),
        Condition::Or(parts) => Condition::Or(all(parts)),
        Condition::Not(inner) => Condition::Not(Box::new(swapped(inner, one, other))),
    }
}
