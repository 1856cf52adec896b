//! Permutations of the heaps that leave the moves as they are written, and what follows for values. Reads no condition: so conditions may be any.
//!
//! A permutation of the heaps that maps positions to positions and moves to moves keeps values (by induction over play). Where each move looks at one
//! heap and changes that heap alone, and two heaps are the same, the game is a sum of these heaps, and two equal ones have the nim-sum 0.
use super::making::{Making, Unknown, constant, outside, slot, test, without_a_value};
use crate::ruleset::statement::Formula;
use crate::ruleset::{Comparison, Condition, Move, Ruleset, Term, Variable};
use std::collections::BTreeMap;

/// Heaps and amounts are permuted if there are so many at most.
const MOST_PERMUTED: usize = 4;

/// All permutations of so many things but the first, which moves nothing.
fn permutations(count: usize) -> Vec<Vec<usize>> {
    let longer = |begun: Vec<Vec<usize>>, _| -> Vec<Vec<usize>> {
        let next = |begun: &Vec<usize>| -> Vec<Vec<usize>> {
            let left = (0..count).filter(|at| !begun.contains(at));
            left.map(|at| [begun.as_slice(), &[at]].concat()).collect()
        };
        begun.iter().flat_map(next).collect()
    };
    (0..count).fold(vec![Vec::new()], longer)
}

/// A term with sums, products and other things that have no order in one order.
fn ordered(term: &Term) -> Term {
    let all = |parts: &[Term]| {
        let mut parts: Vec<Term> = parts.iter().map(ordered).collect();
        parts.sort_by_cached_key(|part| format!("{part:?}"));
        parts
    };
    let inner = |term: &Term| Box::new(ordered(term));
    match term {
        Term::Sum(parts) => Term::Sum(all(parts)),
        Term::Min(parts) => Term::Min(all(parts)),
        Term::Max(parts) => Term::Max(all(parts)),
        Term::Xor(parts) => Term::Xor(all(parts)),
        Term::Product(left, right) => {
            let mut both = [inner(left), inner(right)];
            both.sort_by_cached_key(|part| format!("{part:?}"));
            let [left, right] = both;
            Term::Product(left, right)
        }
        Term::FloorDivide(left, right) => Term::FloorDivide(inner(left), inner(right)),
        Term::Modulo(left, right) => Term::Modulo(inner(left), inner(right)),
        term => term.clone(),
    }
}

fn in_order(condition: &Condition) -> Condition {
    let all = |parts: &[Condition]| {
        let mut parts: Vec<Condition> = parts.iter().map(in_order).collect();
        parts.sort_by_cached_key(|part| format!("{part:?}"));
        parts
    };
    match condition {
        Condition::Known(_) => condition.clone(),
        Condition::And(parts) => Condition::And(all(parts)),
        Condition::Or(parts) => Condition::Or(all(parts)),
        Condition::Not(inner) => Condition::Not(Box::new(in_order(inner))),
        Condition::Compare(left, Comparison::AtMost, right) => {
            Condition::Compare(ordered(left), Comparison::AtMost, ordered(right))
        }
        Condition::Compare(left, relation, right) => {
            let mut both = [ordered(left), ordered(right)];
            both.sort_by_cached_key(|part| format!("{part:?}"));
            let [left, right] = both;
            Condition::Compare(left, *relation, right)
        }
    }
}

/// A move with its heaps permuted, `heaps[k]` in the place of heap k, in words that do not depend on the names of its amounts or their order. None
/// if it has too many of them.
fn written(family: &Move, heaps: &[usize]) -> Option<String> {
    (family.amounts.len() <= MOST_PERMUTED && family.more.is_empty()).then_some(())?;
    let with = |amounts: Vec<usize>| {
        let replace = &mut |term: &Term| match term {
            Term::Variable(Variable::Coordinate(at)) => {
                Some(Term::Variable(Variable::Coordinate(*heaps.get(*at).unwrap_or(at))))
            }
            Term::Variable(Variable::Amount(at)) => {
                Some(Term::Variable(Variable::Amount(*amounts.get(*at).unwrap_or(at))))
            }
            _ => None,
        };
        let mut targets = family.targets.clone();
        for (at, target) in family.targets.iter().enumerate() {
            targets[*heaps.get(at).unwrap_or(&at)] = ordered(&target.map(replace));
        }
        format!("{:?} {targets:?}", in_order(&family.guard.map_terms(replace)))
    };
    permutations(family.amounts.len()).into_iter().map(with).min()
}

/// The permutations of the heaps, but that which moves none, that leave the positions and the moves of a game as they are written.
fn symmetries(ruleset: &Ruleset) -> Vec<Vec<usize>> {
    let count = ruleset.heaps.len();
    if MOST_PERMUTED < count || ruleset.breaks() || 0 < ruleset.blocking {
        return Vec::new();
    }
    let all = |heaps: &[usize]| {
        let mut moves: Vec<String> =
            ruleset.moves.iter().map(|family| written(family, heaps)).collect::<Option<_>>()?;
        moves.sort();
        moves.dedup();
        let replace = &mut |term: &Term| match term {
            Term::Variable(Variable::Coordinate(at)) => {
                Some(Term::Variable(Variable::Coordinate(*heaps.get(*at).unwrap_or(at))))
            }
            _ => None,
        };
        Some((moves, format!("{:?}", in_order(&ruleset.positions.map_terms(replace)))))
    };
    let mut permuted = permutations(count).into_iter();
    let given = permuted.next().and_then(|heaps| all(&heaps));
    if given.is_none() {
        return Vec::new();
    }
    permuted.filter(|heaps| all(heaps) == given).collect()
}

/// For each move of a game of two heaps the first one that it is if the heaps are exchanged; none if that changes the game.
pub(crate) fn mirrored(ruleset: &Ruleset) -> Option<Vec<usize>> {
    if ruleset.heaps.len() != 2 || symmetries(ruleset).is_empty() {
        return None;
    }
    let given: Vec<Option<String>> = ruleset.moves.iter().map(|family| written(family, &[0, 1])).collect();
    let mirror = |family| given.iter().position(|other| *other == written(family, &[1, 0]));
    ruleset.moves.iter().map(mirror).collect()
}

/// Whether each move of a game without registers looks at one heap and changes that heap alone, and all positions belong to it.
fn is_of_single_heaps(ruleset: &Ruleset) -> bool {
    let alone = |family: &Move| {
        let own = |at: usize| Term::Variable(Variable::Coordinate(at));
        let changed: Vec<usize> = (0..family.targets.len()).filter(|at| family.targets[*at] != own(*at)).collect();
        let [heap] = changed.as_slice() else { return false };
        let mut looks = true;
        let mut see =
            |variable| looks &= matches!(variable, Variable::Amount(_)) || variable == Variable::Coordinate(*heap);
        family.guard.visit_variables(&mut see);
        family.targets[*heap].visit_variables(&mut see);
        looks && family.more.is_empty()
    };
    ruleset.registers.is_empty() && ruleset.positions == Condition::Known(true) && ruleset.moves.iter().all(alone)
}

/// What the symmetries of games tell of the values that are looked up.
pub(super) fn by_symmetry(rulesets: &[&Ruleset], making: &Making<'_>) -> Result<Vec<Formula>, String> {
    let heaps = rulesets[0].heaps.len();
    let mut known: BTreeMap<usize, Vec<Vec<usize>>> = BTreeMap::new();
    let mut all = Vec::new();
    for (at, one) in making.unknown.iter().enumerate() {
        let ruleset = rulesets[one.game];
        let symmetries = known.entry(one.game).or_insert_with(|| symmetries(ruleset));
        for other in making.unknown[..at].iter().filter(|other| other.game == one.game) {
            for permutation in symmetries.iter() {
                all.push(are_alike(one, other, permutation, heaps)?);
            }
        }
        if ruleset.heaps.len() == 2 && !symmetries.is_empty() && !making.is_misere() && is_of_single_heaps(ruleset) {
            let mut either = outside(ruleset, &one.position, heaps)?;
            either.push(test(one.position[0].clone(), Comparison::Different, one.position[1].clone()));
            either.push(test(slot(one.slot), Comparison::Equal, constant(0)));
            all.push(Formula::Or(either));
        }
    }
    Ok(all)
}

/// That two positions have one value if the first is the second with its heaps permuted.
fn are_alike(one: &Unknown, other: &Unknown, heaps: &[usize], own: usize) -> Result<Formula, String> {
    let mut permuted = other.position.clone();
    for (at, place) in heaps.iter().enumerate() {
        permuted[*place] = other.position[at].clone();
    }
    let apart = one.position.iter().zip(&permuted);
    let mut either: Vec<Formula> =
        apart.map(|(one, other)| test(one.clone(), Comparison::Different, other.clone())).collect();
    either.append(&mut without_a_value(&[&one.position[..], &other.position[..]].concat(), own)?);
    either.push(test(slot(one.slot), Comparison::Equal, slot(other.slot)));
    Ok(Formula::Or(either))
}
