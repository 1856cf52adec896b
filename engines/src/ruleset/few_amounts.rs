//! Moves at positions with few tokens in a heap: an amount that is taken from it has few values there, and is a number in each of them.
//!
//! Right because no option has fewer tokens than none, so what is taken from a heap of at most m tokens is at most m.
use super::branch::scaled_parts;
use super::determined::{bound, conjuncts};
use super::small::with_numbers_divided;
use super::{Comparison, Condition, Move, Part, Ruleset, Term, Variable};

/// So many values of an amount are moves of their own, at most, and so many moves in all.
const MOST_VALUES: i128 = 65;
const MOST_MOVES: usize = 256;

/// The same options of all positions with at most `most` tokens in a heap, by moves in which an amount that is taken from it, and multiplied or divided
/// by what varies, is a number; and so is what that number leaves, divided by a register. Cost: a move for each value.
#[must_use]
pub fn with_few_amounts(ruleset: &Ruleset, heap: usize, most: i128) -> Ruleset {
    let (mut moves, heaps) = (Vec::new(), ruleset.heaps.len());
    let low = |at: usize| at.checked_sub(heaps).and_then(|at| ruleset.registers.get(at)).map(|register| register.low);
    for family in ruleset.moves.iter().flat_map(|family| by_tokens(family, (heap, most))) {
        let own = (0..family.amounts.len()).find_map(|amount| Some((amount, few(&family, amount, (heap, most))?)));
        match own {
            Some((amount, (least, high))) => {
                moves.extend((least..=high).map(|value| with_value(&family, amount, value)));
            }
            None => moves.push(family),
        }
        if MOST_MOVES < moves.len() {
            return ruleset.clone();
        }
    }
    for family in &mut moves {
        family.guard = with_numbers_divided(&family.guard, &low);
    }
    Ruleset { moves, ..ruleset.clone() }
}

/// The same game with those moves alone that may make a heap larger, as far as their look tells: what is taken is natural.
#[must_use]
pub fn with_growing_moves(ruleset: &Ruleset, heap: usize) -> Ruleset {
    let moves = ruleset.moves.iter().filter(|family| !never_grows(family, heap)).cloned().collect();
    Ruleset { moves, ..ruleset.clone() }
}

/// Whether a move leaves the heap as it is, or takes amounts from it of which its conditions say that they are natural.
fn never_grows(family: &Move, heap: usize) -> bool {
    let conditions = conjuncts(&family.guard);
    let (mut parts, mut own) = (Vec::new(), 0);
    let Some(target) = family.targets.get(heap).filter(|_| family.more.is_empty()) else { return false };
    scaled_parts(target, 1, &mut parts);
    parts.into_iter().all(|(factor, part)| match part {
        Term::Variable(Variable::Coordinate(at)) if at == heap && factor == 1 => {
            own += 1;
            own == 1
        }
        Term::Variable(Variable::Amount(amount)) => {
            factor <= 0 && least(&conditions, amount).is_some_and(|least| 0 <= least)
        }
        Term::Constant(number) => factor.checked_mul(number).is_some_and(|number| number <= 0),
        _ => false,
    }) && own == 1
}

/// The greatest number of which one of several conditions says that an amount is at least that.
fn least(conditions: &[Condition], amount: usize) -> Option<i128> {
    let said = conditions.iter().filter_map(|condition| bound(condition, amount)).filter(|bound| bound.0 == -1);
    said.map(|bound| bound.1).max()
}

/// A move for each number of tokens in the heap, if what varies is multiplied by that or divided.
fn by_tokens(family: &Move, (heap, most): (usize, i128)) -> Vec<Move> {
    let tokens = Term::Variable(Variable::Coordinate(heap));
    if !is_multiplied(family, &tokens) || MOST_VALUES <= most {
        return vec![family.clone()];
    }
    let with = |value: i128| {
        let put = |term: &Term| term.map(&mut |own| (*own == tokens).then_some(Term::Constant(value)));
        let mut inside = |term: &Term| multiplies(term, &tokens).then(|| folded(&put(term)));
        let is_it = Condition::Compare(tokens.clone(), Comparison::Equal, Term::Constant(value));
        Move {
            targets: family.targets.iter().map(|target| target.map(&mut inside)).collect(),
            guard: Condition::And(vec![is_it, family.guard.map_terms(&mut inside)]),
            ..family.clone()
        }
    };
    (0..=most).map(with).collect()
}

/// Whether a term multiplies a variable by what varies, divides by it, or is a power with it.
fn multiplies(term: &Term, own: &Term) -> bool {
    let has = |term: &Term| Part::Term(term).any(&mut |part| matches!(part, Part::Term(inner) if inner == own));
    match term {
        Term::Product(one, other) => {
            let varies = |term: &Term| term.mentions_amounts() || term.mentions_coordinates();
            varies(one) && varies(other) && (has(one) || has(other))
        }
        Term::Modulo(divided, by) | Term::FloorDivide(divided, by) => {
            has(by) || by.mentions_coordinates() && has(divided) && is_of_one(divided, own)
        }
        Term::Power(..) => has(term),
        _ => false,
    }
}

/// Whether a term has no variable but one.
fn is_of_one(term: &Term, own: &Term) -> bool {
    !Part::Term(term).any(&mut |part| matches!(part, Part::Term(other @ Term::Variable(_)) if other != own))
}

/// Whether something of a move does.
fn is_multiplied(family: &Move, own: &Term) -> bool {
    let mut does = |part: Part<'_>| matches!(part, Part::Term(term) if multiplies(term, own));
    family.parts().flatten().any(|target| Part::Term(target).any(&mut does))
        || Part::Condition(&family.guard).any(&mut does)
}

/// Between which numbers an amount lies at positions with at most so many tokens in a heap, if it is taken from that and multiplied.
fn few(family: &Move, amount: usize, (heap, most): (usize, i128)) -> Option<(i128, i128)> {
    let conditions = conjuncts(&family.guard);
    let (low, own) = (least(&conditions, amount)?, Term::Variable(Variable::Amount(amount)));
    let (mut taken, mut parts, mut is_own) = (0i128, Vec::new(), false);
    scaled_parts(family.targets.get(heap)?, 1, &mut parts);
    for (factor, part) in parts {
        match part {
            Term::Variable(Variable::Coordinate(at)) if at == heap && factor == 1 && !is_own => is_own = true,
            Term::Variable(Variable::Amount(at)) if at == amount => taken = taken.checked_sub(factor)?,
            Term::Variable(Variable::Amount(other))
                if factor <= 0 && least(&conditions, other).is_some_and(|low| 0 <= low) => {}
            // At least as much as the amount, where it is multiplied by a positive number.
            Term::Product(one, other) if factor < 0 && 0 <= low && (*one == own || *other == own) => {
                let by = if *one == own { other } else { one };
                taken = taken.checked_sub(factor).filter(|_| is_positive(&by, &conditions))?;
            }
            Term::Constant(number) if factor.checked_mul(number)? <= 0 => {}
            _ => return None,
        }
    }
    if !is_own || taken < 1 || !family.more.is_empty() {
        return None;
    }
    let high = most.div_euclid(taken);
    (is_multiplied(family, &own) && high.checked_sub(low)? < MOST_VALUES).then_some((low, high))
}

/// Whether one condition says of a heap or an amount that it is positive.
fn is_positive(own: &Term, conditions: &[Condition]) -> bool {
    let says = |part: &Condition| matches!(part, Condition::Compare(Term::Constant(1..), Comparison::AtMost, term) if term == own);
    matches!(own, Term::Variable(_)) && conditions.iter().any(says)
}

/// A move with a number in the place of an amount, which is that number.
fn with_value(family: &Move, amount: usize, value: i128) -> Move {
    let own = Term::Variable(Variable::Amount(amount));
    let mut put = |term: &Term| (*term == own).then_some(Term::Constant(value));
    let targets = family.targets.iter().map(|target| folded(&target.map(&mut put))).collect();
    let guard = family.guard.map_terms(&mut put).map_terms(&mut number);
    let is_it = Condition::Compare(own.clone(), Comparison::Equal, Term::Constant(value));
    Move { targets, guard: Condition::And(vec![is_it, guard]), ..family.clone() }
}

fn folded(term: &Term) -> Term {
    term.map(&mut number)
}

/// A term without variables as a number, if it has a value.
fn number(term: &Term) -> Option<Term> {
    let is_open = term.mentions_amounts() || term.mentions_coordinates() || matches!(term, Term::Constant(_));
    if is_open { None } else { term.evaluate(&[], &[]).ok().map(Term::Constant) }
}
