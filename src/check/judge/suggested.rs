//! What bounds an amount for which no bound is derived: what it stands with, and a bound that holds as far as it is tried.
use crate::check::lower::instance::Lowered;
use crate::check::scope::Scope;
use crate::ruleset::{Comparison, Condition, Part, Term, Variable};
use std::collections::BTreeSet;

/// Choices of heaps and amounts at which a bound is tried, at most.
const MOST_TRIED: usize = 1 << 16;
/// Heaps are tried up to this number, amounts from the least one to so much above the sum of all heaps.
const LARGEST_HEAP: i64 = 6;
const LEAST_AMOUNT: i64 = -2;
const BEYOND_HEAPS: i64 = 8;

/// The other amounts, or else heaps, of a condition in which an amount stands below a product, a power or a function, if there is one.
pub(super) fn bound_through(amount: usize, family: &Lowered, scope: &Scope) -> Option<Vec<String>> {
    // The explorer has a limit of bytes, and does without.
    if cfg!(target_arch = "wasm32") {
        return None;
    }
    let is_own = |part: Part<'_>| matches!(part, Part::Term(Term::Variable(Variable::Amount(own))) if *own == amount);
    let is_inside = |part: Part<'_>| match part {
        Part::Term(Term::Constant(_) | Term::Variable(_) | Term::Sum(_)) | Part::Condition(_) => false,
        Part::Term(Term::Product(left, right))
            if [left, right].iter().any(|side| matches!(***side, Term::Constant(_))) =>
        {
            false
        }
        part => part.any(&mut |inner| is_own(inner)),
    };
    let implied = if let Condition::And(parts) = &family.rule.guard { parts.as_slice() } else { &[] };
    family.written.iter().map(|(condition, ..)| condition).chain(implied).find_map(|condition| {
        if !Part::Condition(condition).any(&mut |part| is_inside(part)) {
            return None;
        }
        let (mut amounts, mut heaps) = (BTreeSet::new(), BTreeSet::new());
        condition.visit_variables(&mut |variable| match variable {
            Variable::Amount(other) if other != amount => _ = amounts.insert(other),
            Variable::Coordinate(heap) => _ = heaps.insert(heap),
            Variable::Amount(_) => {}
        });
        let named = |places: BTreeSet<usize>, names: &[String]| -> Option<Vec<String>> {
            let names: Vec<String> = places.iter().filter_map(|at| names.get(*at).cloned()).collect();
            (!names.is_empty()).then_some(names)
        };
        named(amounts, &family.rule.amounts).or_else(|| named(heaps, &scope.heaps))
    })
}

/// Whether an equation of a move mentions an amount, so that there may be few of them although no bound follows: `j = valuation(2, i)`. What only
/// asks for a remainder of the amount tells no bound.
pub(super) fn is_given(amount: usize, family: &Lowered) -> bool {
    // The explorer has a limit of bytes, and does without.
    if cfg!(target_arch = "wasm32") {
        return false;
    }
    let is_own = |part: Part<'_>| matches!(part, Part::Term(Term::Variable(Variable::Amount(own))) if *own == amount);
    let mut found = false;
    for (condition, ..) in &family.written {
        Part::Condition(condition).walk(&mut |part| {
            if let Part::Condition(Condition::Compare(left, Comparison::Equal, right)) = part {
                for side in [left, right] {
                    Part::Term(side).walk(&mut |inner| match inner {
                        Part::Term(Term::Modulo(_, by)) => {
                            found |= Part::Term(by).any(&mut |own| is_own(own));
                            false
                        }
                        inner => {
                            found |= is_own(inner);
                            true
                        }
                    });
                }
            }
            true
        });
    }
    found
}

/// A sum of heaps or of other amounts, in words, that an amount of small positions never exceeds; `None` if there is none. Where no small position has
/// the move, or too many would have to be tried, the sum of the other amounts. And whether it was tried.
pub(super) fn bound_to_write(amount: usize, family: &Lowered, scope: &Scope) -> Option<(String, bool)> {
    // The explorer has a limit of bytes, and does without.
    if cfg!(target_arch = "wasm32") {
        return None;
    }
    let (dimension, amounts) = (scope.dimension(), family.rule.amounts.len());
    let largest = scope.heaps.iter().fold(BEYOND_HEAPS, |largest, _| largest.saturating_add(LARGEST_HEAP));
    let mut all: Vec<Vec<i64>> = vec![Vec::new()];
    for at in 0..dimension + amounts {
        let register = at.checked_sub(scope.heaps.len()).and_then(|at| scope.registers.get(at));
        let own = match register {
            _ if dimension <= at => LEAST_AMOUNT..=largest,
            Some(register) => {
                register.low..=register.high.unwrap_or(LARGEST_HEAP).min(register.low.saturating_add(LARGEST_HEAP))
            }
            None => 0..=LARGEST_HEAP,
        };
        all = all.iter().flat_map(|begun| own.clone().map(|value| [begun.as_slice(), &[value]].concat())).collect();
        if MOST_TRIED < all.len() {
            all.clear();
            break;
        }
    }
    all.retain(|choice| {
        let (position, amounts) = choice.split_at(dimension);
        family.rule.guard.holds(position, amounts) == Ok(true)
    });
    let heaps = scope.heaps.iter().enumerate();
    let others = (0..amounts).filter(|other| *other != amount);
    let named = others.clone().map(|at| (at, family.rule.amounts[at].as_str()));
    let mut candidates: Vec<Vec<(usize, &str)>> = heaps.clone().map(|(at, name)| vec![(at, name.as_str())]).collect();
    candidates.push(heaps.map(|(at, name)| (at, name.as_str())).collect());
    candidates.push(named.map(|(at, name)| (dimension + at, name)).collect());
    let in_words = |sum: &[(usize, &str)]| sum.iter().map(|(_, name)| *name).collect::<Vec<_>>().join(" + ");
    if all.is_empty() {
        return candidates.pop().filter(|others| !others.is_empty()).map(|others| (in_words(&others), false));
    }
    let holds = |sum: &&Vec<(usize, &str)>| {
        let is_above = |choice: &Vec<i64>| {
            let bound: i64 = sum.iter().map(|(at, _)| choice[*at]).sum();
            bound < choice[dimension + amount]
        };
        !sum.is_empty() && !all.iter().any(is_above)
    };
    candidates.iter().find(holds).map(|found| (in_words(found), true))
}
