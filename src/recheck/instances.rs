//! What a move tells of two values that are looked up, where its amounts are numbers that the claim speaks of, without automata. Decides nothing.
//!
//! In the game of squares, `n -> n - i * i where 1 <= i`, a claim that speaks of the positions `n + k * k` and `n` speaks of the move with i = k:
//! if its conditions hold there, the values differ. Amounts that are tried are what the claim binds in front, one more, what is multiplied in the
//! positions, how much less is left of each heap, and 1. The position without tokens is looked at beside those of the claim, if play ends there: its value is 0.
use super::making::{Making, Unknown, constant, nowhere, outside, slot, test};
use super::windows::not;
use crate::ruleset::options::Options;
use crate::ruleset::statement::{Bound, Formula};
use crate::ruleset::{Comparison, Condition, Move, Part, Ruleset, Term, Variable};
use std::ops::ControlFlow;

/// Moves of which instances are said, at most, each with its amounts.
const MOST_INSTANCES: usize = 256;

/// That the values of two positions differ if an instance of a move leads from one to the other, and that the position without tokens has the
/// value 0 if play ends there.
pub(super) fn of_moves(
    rulesets: &[&Ruleset],
    bounds: &[Bound],
    making: &mut Making<'_>,
) -> Result<Vec<Formula>, String> {
    let mut all = Vec::new();
    for (game, ruleset) in rulesets.iter().enumerate() {
        let is_plain = !ruleset.breaks() && ruleset.blocking == 0;
        if is_plain && making.unknown.iter().any(|unknown| unknown.game == game) && ends_without_tokens(ruleset) {
            let zero = making.unknown_at(game, &vec![constant(0); ruleset.heaps.len()]);
            all.push(test(slot(zero), Comparison::Equal, constant(i128::from(making.is_misere()))));
        }
    }
    let looked_up = making.unknown.clone();
    for from in &looked_up {
        let ruleset = rulesets[from.game];
        if ruleset.breaks() || 0 < ruleset.blocking {
            continue;
        }
        for to in looked_up.iter().filter(|to| to.game == from.game && to.slot != from.slot) {
            let numbers = numbers(bounds, from, to, ruleset.heaps.len());
            for family in &ruleset.moves {
                for amounts in choices(&numbers, family.amounts.len()) {
                    if all.len() < MOST_INSTANCES {
                        all.push(leads(rulesets, family, (from, to), &amounts)?);
                    }
                }
            }
        }
    }
    Ok(all)
}

/// Whether the position without tokens belongs to a game without registers, and has no option.
fn ends_without_tokens(ruleset: &Ruleset) -> bool {
    let nothing = vec![0_i64; ruleset.heaps.len()];
    let is_position =
        matches!(&ruleset.positions, Condition::Known(true)) || ruleset.positions == Condition::And(Vec::new());
    if !ruleset.registers.is_empty() || !is_position {
        return false;
    }
    let Ok(options) = Options::new(ruleset) else { return false };
    let visited = options.visit(&nothing, &mut |_, _, _| ControlFlow::Break(()));
    visited.is_ok_and(|flow| flow.is_continue())
}

/// Numbers that the amounts of a move between two positions may be.
fn numbers(bounds: &[Bound], from: &Unknown, to: &Unknown, heaps: usize) -> Vec<Term> {
    let mut all: Vec<Term> = bounds.iter().map(|bound| slot(bound.slot)).collect();
    for position in [&from.position, &to.position] {
        for own in position {
            Part::Term(own).visit(&mut |part| match part {
                Part::Term(Term::Product(left, right)) => all.extend([Term::clone(left), Term::clone(right)]),
                Part::Term(Term::Power(base, _)) => all.push(Term::clone(base)),
                _ => {}
            });
        }
    }
    all.extend(bounds.iter().map(|bound| Term::Sum(vec![slot(bound.slot), constant(1)])));
    for (from, to) in from.position.iter().zip(&to.position).take(heaps).filter(|(from, to)| from != to) {
        let less = Term::Product(Box::new(constant(-1)), Box::new(to.clone()));
        all.push(Term::Sum(vec![from.clone(), less]));
    }
    all.push(constant(1));
    let mut seen: Vec<Term> = Vec::new();
    for own in all {
        if !seen.contains(&own) && (own == constant(1) || !matches!(own, Term::Constant(_))) {
            seen.push(own);
        }
    }
    seen
}

/// All ways to choose so many amounts among numbers.
fn choices(numbers: &[Term], amounts: usize) -> Vec<Vec<Term>> {
    let longer = |all: Vec<Vec<Term>>| {
        let longer =
            all.iter().flat_map(|own| numbers.iter().map(|last| [own.as_slice(), std::slice::from_ref(last)].concat()));
        longer.take(MOST_INSTANCES).collect()
    };
    (0..amounts).fold(vec![Vec::new()], |all, _| longer(all))
}

/// Alternatives, one of which is true: one of the positions is none, the move with these amounts does not lead from the first to the second,
/// or their values differ.
fn leads(
    rulesets: &[&Ruleset],
    family: &Move,
    (from, to): (&Unknown, &Unknown),
    amounts: &[Term],
) -> Result<Formula, String> {
    let heaps = rulesets[0].heaps.len();
    let replace = &mut |term: &Term| match term {
        Term::Variable(Variable::Coordinate(at)) => from.position.get(*at).cloned(),
        Term::Variable(Variable::Amount(at)) => amounts.get(*at).cloned(),
        _ => None,
    };
    let guard = family.guard.map_terms(replace);
    let targets: Vec<Term> = family.targets.iter().map(|target| target.map(replace)).collect();
    let mut either = outside(rulesets[from.game], &from.position, heaps)?;
    either.append(&mut outside(rulesets[from.game], &to.position, heaps)?);
    either.append(&mut nowhere(Part::Condition(&guard), heaps)?);
    either.push(not(Formula::Test(Vec::new(), guard)));
    for (target, there) in targets.iter().zip(&to.position) {
        either.append(&mut nowhere(Part::Term(target), heaps)?);
        either.push(test(target.clone(), Comparison::Different, there.clone()));
    }
    either.push(test(slot(from.slot), Comparison::Different, slot(to.slot)));
    Ok(Formula::Or(either))
}
