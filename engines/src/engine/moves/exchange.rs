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
    term.map(&mut |part| exchanged(part, one, other))
}

/// A condition with two heaps exchanged.
pub(crate) fn swapped(condition: &Condition, one: usize, other: usize) -> Condition {
    condition.map_terms(&mut |part| exchanged(part, one, other))
}

/// What takes the place of a term; none if its parts are to be exchanged.
fn exchanged(term: &Term, one: usize, other: usize) -> Option<Term> {
    let all = |terms: &[Term]| -> Vec<Term> { terms.iter().map(|term| swapped_term(term, one, other)).collect() };
    let swapped = match term {
        Term::Variable(Variable::Coordinate(at)) if *at == one => Term::Variable(Variable::Coordinate(other)),
        Term::Variable(Variable::Coordinate(at)) if *at == other => Term::Variable(Variable::Coordinate(one)),
        // The order of the parts of a sum or a minimum does not matter if only heaps are exchanged.
        Term::Sum(parts) | Term::Min(parts) | Term::Max(parts) => {
            let all = all(parts);
            if all.iter().all(|term| parts.contains(term)) {
                return Some(term.clone());
            }
            match term {
                Term::Sum(_) => Term::Sum(all),
                Term::Min(_) => Term::Min(all),
                _ => Term::Max(all),
            }
        }
        _ => return None,
    };
    Some(swapped)
}
