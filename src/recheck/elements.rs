//! The parts of a set over one index: its families and lists, the positions that they name, and what a move takes to get there.
use super::claims::orders;
use super::known::ReadElements;
use super::search::Linear;
use super::tracks::{Read, number, plus, track};
use crate::ruleset::statement::{Set, SetKind, Value};
use crate::ruleset::{Term, Variable};

/// Amounts while they are not known, in the place of tracks: behind every track that a check has room for.
pub(super) const UNKNOWN: usize = 1 << 30;

/// A family of the set.
pub(super) struct ChainFamily<'a> {
    pub(super) id: usize,
    pub(super) index: Variable,
    pub(super) low: i128,
    pub(super) element: &'a [Value],
}

/// The families of a set, in reading order; `is_united` if the set is the union of what it is with one element each.
pub(super) fn collect<'a>(set: &'a Set, is_united: bool, found: &mut Vec<ChainFamily<'a>>) -> Read<()> {
    match &set.kind {
        SetKind::List(_) => Ok(()),
        SetKind::Outcome(_) => Err("a set that depends on outcomes is not checked with a recurrence".to_owned()),
        SetKind::Family { bound, condition, element } => {
            let ([bound], None, true) = (bound.as_slice(), condition, is_united) else {
                return Err("a family with conditions or several variables is not checked with a recurrence".to_owned());
            };
            let low = match bound.domain.0.as_slice() {
                [(Value { lookups, term: Term::Constant(low) }, None)] if lookups.is_empty() => *low,
                _ => return Err("an index must run from a number on, without an end".to_owned()),
            };
            if element.iter().any(|value| !value.lookups.is_empty()) || found.iter().any(|other| other.id == set.id) {
                return Err("a family that looks something up is not checked with a recurrence".to_owned());
            }
            found.push(ChainFamily { id: set.id, index: Variable::Amount(bound.slot), low, element });
            Ok(())
        }
        SetKind::Union(left, right) => {
            collect(left, is_united, found)?;
            collect(right, is_united, found)
        }
        SetKind::Intersection(left, right) | SetKind::Difference(left, right) => {
            collect(left, is_united, found)?;
            collect(right, false, found)
        }
        SetKind::Symmetric(inner, _) => collect(inner, is_united, found),
    }
}

/// Positions that the lists of a set name, whether they belong to it or not.
pub(super) fn lists(set: &Set, heaps: usize) -> Read<Vec<Vec<Linear>>> {
    named(set, heaps, &|set| {
        let SetKind::List(elements) = &set.kind else { return Ok(Vec::new()) };
        let number_ = |value: &Value| match &value.term {
            Term::Constant(constant) if value.lookups.is_empty() => {
                i64::try_from(*constant).map(number).map_err(|_| "a number is too large".to_owned())
            }
            _ => Err("a list with terms is not checked with a recurrence".to_owned()),
        };
        elements.iter().map(|element| element.iter().map(number_).collect()).collect()
    })
}

/// Positions that are elements of the families, in every order in which they may belong to the set.
pub(super) fn positions(set: &Set, at: &ReadElements, heaps: usize) -> Read<Vec<Vec<Linear>>> {
    named(set, heaps, &|set| Ok(at.get(&set.id).cloned().flatten().into_iter().collect()))
}

/// Positions of the parts that a set is the union of, before anything is taken away.
fn named(set: &Set, heaps: usize, of: &dyn Fn(&Set) -> Read<Vec<Vec<Linear>>>) -> Read<Vec<Vec<Linear>>> {
    Ok(match &set.kind {
        SetKind::List(_) | SetKind::Family { .. } => of(set)?,
        SetKind::Outcome(_) => Vec::new(),
        SetKind::Union(left, right) => [named(left, heaps, of)?, named(right, heaps, of)?].concat(),
        SetKind::Intersection(left, _) | SetKind::Difference(left, _) => named(left, heaps, of)?,
        SetKind::Symmetric(inner, 1) if heaps <= 4 => {
            let mut all: Vec<Vec<Linear>> = Vec::new();
            for position in named(inner, heaps, of)? {
                for order in orders(heaps) {
                    let permuted: Vec<Linear> = order.iter().filter_map(|at| position.get(*at).cloned()).collect();
                    if !all.contains(&permuted) {
                        all.push(permuted);
                    }
                }
            }
            all
        }
        SetKind::Symmetric(..) => return Err("so many permutations are not checked".to_owned()),
    })
}

/// The amounts that equations determine; what is left of the equations speaks of none.
pub(super) fn solved(equations: &mut Vec<Linear>, amounts: usize) -> Read<Vec<Linear>> {
    let mut found: Vec<Option<Linear>> = vec![None; amounts];
    loop {
        let amount_of = |form: &Linear| form.terms.iter().find(|(own, by)| UNKNOWN <= *own && by.abs() == 1).copied();
        let next = equations.iter().enumerate().find_map(|(at, form)| Some((at, amount_of(form)?)));
        let Some((at, (own, by))) = next else { break };
        let equation = equations.remove(at);
        // The amount is minus the rest of the equation, over its coefficient.
        let form = plus(&track(own), -by, &equation)?;
        let replaced = |other: &Linear| {
            let times = other.terms.iter().find(|term| term.0 == own).map_or(0, |term| term.1);
            plus(&plus(other, -times, &track(own))?, times, &form)
        };
        for other in equations.iter_mut().chain(found.iter_mut().flatten()) {
            *other = replaced(other)?;
        }
        found[own - UNKNOWN] = Some(form);
    }
    let known = |form: &Linear| form.terms.iter().all(|term| term.0 < UNKNOWN);
    if !equations.iter().all(known) {
        return Err("what a move takes is not determined by where it leads".to_owned());
    }
    found
        .into_iter()
        .map(|form| form.filter(known).ok_or("a move takes something that its option does not tell".to_owned()))
        .collect()
}
