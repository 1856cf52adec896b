//! Games of one heap t whose only move takes from 1 to f(t) tokens, where f is a regular sequence: f(0) is 0, and f(t) is f(t - 1) or one more
//! (RNP, Definition 2.1). They are games of windows (`windows`), and what is known of f is decided by linear facts about products and roots
//! (`products`): f may have no automaton.
//!
//! By induction `0 <= f(t) <= t`, so the options of t are the heaps from a(t) = t - f(t) on, where a(0) = 0, and a(t) is a(t - 1) if
//! f(t) = f(t - 1) + 1, and else a(t - 1) + 1. By the theorem on windows the value of t is f(t) in the first case and for t = 0, and in the second that of
//! t - f(t) - 1, the heap that the window left (RNP, Lemma 1, for f(0) = 0).
use super::making::{Making, Unknown, before, constant, slot, test};
use super::spent::CheckEffort;
use super::windows::{at_heap, is_empty, not};
use super::{products, statement};
use crate::ruleset::statement::Formula;
use crate::ruleset::{Comparison, Condition, Part, Ruleset, Term, Variable};

/// The rule f of a game of one heap t whose only move takes from 1 to f(t) tokens and changes no register, if the rules have that form.
fn rule_of(ruleset: &Ruleset) -> Option<Term> {
    let [only] = ruleset.moves.as_slice() else { return None };
    let (coordinate, taken) = (|at: usize| Term::Variable(Variable::Coordinate(at)), slot(0));
    let left = Term::Sum(vec![coordinate(0), Term::Product(Box::new(constant(-1)), Box::new(taken.clone()))]);
    let kept = (1..=ruleset.registers.len()).map(coordinate);
    let targets: Vec<Term> = std::iter::once(left.clone()).chain(kept).collect();
    let speaks = |part: Part<'_>, of: Variable| {
        part.any(&mut |part| matches!(part, Part::Term(Term::Variable(variable)) if *variable == of))
    };
    let stays = !speaks(Part::Condition(&ruleset.positions), Variable::Coordinate(0));
    let fits = stays && ruleset.heaps.len() == 1 && only.amounts.len() == 1 && only.more.is_empty();
    let Condition::And(parts) = &only.guard else { return None };
    if !fits || only.targets != targets {
        return None;
    }
    let asked = match &ruleset.positions {
        Condition::And(parts) => parts.iter().collect(),
        other => vec![other],
    };
    let (mut is_positive, mut rule) = (false, None);
    for part in parts {
        match part {
            Condition::Compare(Term::Constant(1), Comparison::AtMost, amount) if *amount == taken => is_positive = true,
            Condition::Compare(Term::Constant(0), Comparison::AtMost, rest) if *rest == left => {}
            Condition::Compare(amount, Comparison::AtMost, most)
                if rule.is_none() && !speaks(Part::Term(most), Variable::Amount(0)) && times(amount).is_some() =>
            {
                rule = times(amount).and_then(|times| bound(times, most));
                rule.as_ref()?;
            }
            // What is said of all positions does not speak of the heap, and holds of the option, too.
            other if asked.contains(&other) => {}
            _ => return None,
        }
    }
    rule.filter(|_| is_positive)
}

/// How the amount is multiplied on the smaller side of a bound.
#[derive(Clone, Copy)]
enum Times {
    /// By a number, at least 1.
    Number(i128),
    /// By itself.
    Itself,
}

/// How a term is a multiple of the amount; none if it is something else.
fn times(term: &Term) -> Option<Times> {
    let is_amount = |term: &Term| *term == slot(0);
    match term {
        term if is_amount(term) => Some(Times::Number(1)),
        // The explorer has a limit of bytes, and does without.
        Term::Product(left, right) if !cfg!(target_arch = "wasm32") => match (&**left, &**right) {
            (Term::Constant(times @ 1..), amount) | (amount, Term::Constant(times @ 1..)) if is_amount(amount) => {
                Some(Times::Number(*times))
            }
            (left, right) if is_amount(left) && is_amount(right) => Some(Times::Itself),
            _ => None,
        },
        _ => None,
    }
}

/// The greatest natural number that is no more than a term, so multiplied: `2 i <= t` is `i <= floor(t / 2)`, and `i i <= t` is
/// `i <= floor(sqrt(t))`, which is said of a heap alone, as no root is taken of what is negative.
fn bound(times: Times, most: &Term) -> Option<Term> {
    match times {
        Times::Number(1) => Some(most.clone()),
        Times::Number(times) => Some(Term::FloorDivide(Box::new(most.clone()), Box::new(constant(times)))),
        Times::Itself => {
            (*most == Term::Variable(Variable::Coordinate(0))).then(|| Term::SquareRoot(Box::new(most.clone())))
        }
    }
}

/// The rule of a game of this kind, confirmed to be regular.
pub(super) fn regular_rule(spent: &CheckEffort<'_>, ruleset: &Ruleset) -> Result<Term, String> {
    let rule = rule_of(ruleset).ok_or("it is no game of one move that takes from 1 to f(t) tokens of a heap t")?;
    let position: Vec<Term> =
        (0..=ruleset.registers.len()).map(|at| Term::Variable(Variable::Coordinate(at))).collect();
    let heap = position[0].clone();
    let (here, below) = (rule_at(&rule, &position, &heap), rule_at(&rule, &position, &before(heap.clone())));
    let grows = Formula::And(vec![
        test(below.clone(), Comparison::AtMost, here.clone()),
        test(here.clone(), Comparison::AtMost, Term::Sum(vec![below, constant(1)])),
    ]);
    let conditions = [
        (
            Formula::Or(vec![not(is_empty(&heap)), test(here, Comparison::Equal, constant(0))]),
            "f(0) is not shown to be 0",
        ),
        (Formula::Or(vec![is_empty(&heap), grows]), "f(t) is not shown to be f(t - 1) or one more"),
    ];
    for (formula, why) in conditions {
        let told = statement::of_all_positions(ruleset, formula, 0);
        products::holds_by_itself(spent, &[ruleset], &told).map_err(|found| format!("{why} ({found})"))?;
    }
    Ok(rule)
}

/// What a regular rule is at the position at hand, and one heap below it: `0 <= f(t) <= t`, and f(t) is f(t - 1) or one more.
pub(super) fn is_regular_here(rule: &Term, registers: usize) -> Formula {
    let position: Vec<Term> = (0..=registers).map(|at| Term::Variable(Variable::Coordinate(at))).collect();
    let heap = position[0].clone();
    let [here, below] = [heap.clone(), before(heap.clone())].map(|heap| rule_at(rule, &position, &heap));
    let within = |value: &Term, most: Term| {
        [test(constant(0), Comparison::AtMost, value.clone()), test(value.clone(), Comparison::AtMost, most)]
    };
    let mut grows = within(&below, before(heap.clone())).to_vec();
    grows.push(test(below.clone(), Comparison::AtMost, here.clone()));
    grows.push(test(here.clone(), Comparison::AtMost, Term::Sum(vec![below, constant(1)])));
    let mut all = within(&here, heap.clone()).to_vec();
    all.push(Formula::Or(vec![is_empty(&heap), Formula::And(grows)]));
    Formula::And(all)
}

/// The rule of a heap beside the registers of a position.
fn rule_at(rule: &Term, position: &[Term], heap: &Term) -> Term {
    rule.map(&mut |term| match term {
        Term::Variable(Variable::Coordinate(0)) => Some(heap.clone()),
        Term::Variable(Variable::Coordinate(at)) => position.get(*at).cloned(),
        _ => None,
    })
}

/// What is known of one value: it is f(t) if that is f(t - 1) + 1, and else the value of t - f(t) - 1.
pub(super) fn unfolded(unknown: &Unknown, rule: &Term, making: &mut Making<'_>) -> Result<Formula, String> {
    let heap = unknown.position.first().cloned().ok_or("a position has no coordinates")?;
    let here = rule_at(rule, &unknown.position, &heap);
    let below = rule_at(rule, &unknown.position, &before(heap.clone()));
    let taken = Term::Product(Box::new(constant(-1)), Box::new(here.clone()));
    let left = Term::Sum(vec![heap.clone(), taken, constant(-1)]);
    let left = making.unknown_at(unknown.game, &at_heap(&unknown.position, left));
    let empty = test(heap, Comparison::Equal, constant(0));
    let is_value = |value: Term| test(slot(unknown.slot), Comparison::Equal, value);
    let grew = Formula::Or(vec![
        empty.clone(),
        test(Term::Sum(vec![below.clone(), constant(1)]), Comparison::Equal, here.clone()),
    ]);
    let moved = Formula::And(vec![not(empty), test(below, Comparison::Equal, here.clone()), is_value(slot(left))]);
    Ok(Formula::Or(vec![Formula::And(vec![grew, is_value(here)]), moved]))
}
