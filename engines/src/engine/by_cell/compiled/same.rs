//! Moves that are the same but for the order of sums and conditions: `symmetric` makes one twice where it asks for two heaps in the
//! same way, as in `(x' + y + z) mod 3 != 0`.
use crate::ruleset::determined::conjuncts;
use crate::ruleset::{Condition, Move, Term};
use std::collections::BTreeSet;

/// The moves of which no earlier one is the same.
pub(super) fn different(moves: &[Move]) -> Vec<&Move> {
    let mut known = BTreeSet::new();
    moves.iter().filter(|family| known.insert(written(family))).collect()
}

/// A move in an order of its parts that does not depend on how it is written.
fn written(family: &Move) -> String {
    let targets: Vec<Term> = family.targets.iter().map(term).collect();
    format!("{:?} {targets:?} {:?}", family.amounts.len(), condition(&family.guard))
}

fn sorted<T: std::fmt::Debug>(parts: impl Iterator<Item = T>) -> Vec<T> {
    let mut parts: Vec<T> = parts.collect();
    parts.sort_by_cached_key(|part| format!("{part:?}"));
    parts
}

fn term(own: &Term) -> Term {
    own.map(&mut |part| match part {
        Term::Sum(parts) => Some(Term::Sum(sorted(parts.iter().map(term)))),
        Term::Xor(parts) => Some(Term::Xor(sorted(parts.iter().map(term)))),
        Term::Min(parts) => Some(Term::Min(sorted(parts.iter().map(term)))),
        Term::Max(parts) => Some(Term::Max(sorted(parts.iter().map(term)))),
        Term::Product(left, right) => {
            let mut both = sorted([left, right].into_iter().map(|part| term(part))).into_iter();
            both.next().zip(both.next()).map(|(left, right)| Term::Product(Box::new(left), Box::new(right)))
        }
        _ => None,
    })
}

fn condition(own: &Condition) -> Condition {
    match own {
        Condition::And(_) => Condition::And(sorted(conjuncts(own).iter().map(condition))),
        Condition::Or(parts) => Condition::Or(sorted(parts.iter().map(condition))),
        Condition::Not(inner) => Condition::Not(Box::new(condition(inner))),
        Condition::Compare(left, comparison, right) => Condition::Compare(term(left), *comparison, term(right)),
        Condition::Known(_) => own.clone(),
    }
}
