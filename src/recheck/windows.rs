//! Games of one heap whose options are the last few heaps below it, as many as grow by at most one: which they are, and what is known of
//! their values.
//!
//! Let the options of a heap t be the heaps u with a(t) <= u < t, where a(0) = 0 and a(t + 1) is a(t) or a(t) + 1. Then the values of the
//! heaps from a(t) to t are 0, ..., t - a(t), each once: so it is for t = 0; if a(t + 1) = a(t), the value of t + 1 is the least number that
//! none of them is, t + 1 - a(t); if a(t + 1) = a(t) + 1, only the value of a(t) is missing among the options of t + 1, and that is
//! its value (L. Levine, Fractal sequences and restricted Nim, 2006, for Maximum Nim). So a value is t - a(t), or that of a(t) - 1.
use super::axioms::{Making, Unknown, before, constant, number, slot, test};
use super::spent::CheckEffort;
use super::statement;
use crate::certificate::Lookups;
use crate::ruleset::statement::{Body, Except, Formula, Place, Statement};
use crate::ruleset::{Comparison, Ruleset, Term, Variable};
use crate::value::Play;
use serde_json::Value;

/// Slots of the conditions: two numbers, and the coordinates of options behind them.
const FIRST: usize = 0;
const SECOND: usize = 1;
const OPTION: usize = 2;

/// Confirms that a game is one of windows.
pub(super) fn is_of_windows(spent: &CheckEffort<'_>, numeration: &Value, ruleset: &Ruleset) -> Result<(), String> {
    if ruleset.heaps.len() != 1 || !ruleset.finite_options {
        return Err("it is no game of one heap".to_owned());
    }
    let dimension = 1 + ruleset.registers.len();
    let nothing = Lookups { numeration: numeration.clone(), known: Vec::new() };
    for (formula, why) in conditions(ruleset) {
        let told = Statement {
            body: Body::Holds(formula),
            valued: Formula::Known(true),
            condition: None,
            except: Except::Nothing,
            play: Play::Normal,
            slots: OPTION + dimension,
            free: (0..dimension).collect(),
            scale: None,
        };
        statement::holds(spent, &nothing, (&[ruleset], &told)).map_err(|found| format!("{why} ({found})"))?;
    }
    Ok(())
}

/// What makes a game one of windows, each with what is the matter if it is not so.
fn conditions(ruleset: &Ruleset) -> Vec<(Formula, &'static str)> {
    let dimension = 1 + ruleset.registers.len();
    let position: Vec<Term> = (0..dimension).map(|at| Term::Variable(Variable::Coordinate(at))).collect();
    let slots: Vec<usize> = (OPTION..OPTION + dimension).collect();
    let (heap, below) = (position[0].clone(), at_heap(&position, before(position[0].clone())));
    let own = |position: &[Term]| Place { game: 0, lookups: Vec::new(), position: position.to_vec() };
    let reaches = |position: &[Term], to: Term| {
        let there = test(slot(OPTION), Comparison::Equal, to);
        Formula::SomeOption(own(position), slots.clone(), Box::new(there))
    };
    let for_all = |body: Formula| {
        let inner = Formula::ForAll(number(SECOND, constant(0), None), Box::new(body));
        Formula::ForAll(number(FIRST, constant(0), None), Box::new(inner))
    };
    let (first, second) = (slot(FIRST), slot(SECOND));
    let mut falls = vec![less(slot(OPTION), heap.clone())];
    falls.extend((1..dimension).map(|at| test(slot(OPTION + at), Comparison::Equal, position[at].clone())));
    let is_least = test(heap.clone(), Comparison::AtMost, constant(0));
    let other = ruleset.positions.map_terms(&mut |term| (*term == heap).then(|| before(heap.clone())));
    vec![
        (
            Formula::AllOptions(own(&position), slots.clone(), Box::new(Formula::And(falls))),
            "an option is no smaller heap with the same registers",
        ),
        (
            Formula::Or(vec![is_least.clone(), Formula::Test(Vec::new(), other)]),
            "a smaller heap does not belong to the game",
        ),
        (
            for_all(implied(
                vec![
                    reaches(&position, first.clone()),
                    less(first.clone(), second.clone()),
                    less(second.clone(), heap.clone()),
                ],
                reaches(&position, second.clone()),
            )),
            "the options of a heap are not all heaps from one on",
        ),
        (
            for_all(implied(
                vec![
                    not(is_least.clone()),
                    reaches(&position, first.clone()),
                    less(first.clone(), before(heap.clone())),
                ],
                reaches(&below, first.clone()),
            )),
            "a heap has a smaller option than the heap before it",
        ),
        (
            for_all(implied(
                vec![
                    not(is_least.clone()),
                    reaches(&below, first.clone()),
                    reaches(&below, second.clone()),
                    less(second, first.clone()),
                ],
                reaches(&position, first.clone()),
            )),
            "a heap lacks two options of the heap before it",
        ),
        (
            for_all(implied(vec![not(is_least), reaches(&below, first)], reaches(&position, before(heap)))),
            "a heap lacks two of the heaps from which on it should have options",
        ),
    ]
}

/// What is known of one value: it is that of a window that grew, or the value of the heap that the window left.
pub(super) fn unfolded(unknown: &Unknown, making: &mut Making<'_>, others: &mut Vec<usize>) -> Result<Formula, String> {
    let heap = unknown.position.first().cloned().ok_or("a position has no coordinates")?;
    let start = making.fresh();
    others.push(start);
    let start = slot(start);
    let slots: Vec<usize> = unknown.position.iter().map(|_| making.fresh()).collect();
    let left = making.unknown_at(unknown.game, &at_heap(&unknown.position, before(start.clone())));
    let reaches = |heap: Term, to: Term| {
        let place = Place { game: unknown.game, lookups: Vec::new(), position: at_heap(&unknown.position, heap) };
        Formula::SomeOption(place, slots.clone(), Box::new(test(slot(slots[0]), Comparison::Equal, to)))
    };
    // The options of the heap are all from the start on: none if it is the heap itself.
    let begins = |heap: &Term, start: &Term| {
        let none = test(start.clone(), Comparison::Equal, heap.clone());
        let first = test(start.clone(), Comparison::Equal, constant(0));
        Formula::And(vec![
            Formula::Or(vec![none, reaches(heap.clone(), start.clone())]),
            Formula::Or(vec![first, not(reaches(heap.clone(), before(start.clone())))]),
        ])
    };
    let below = before(heap.clone());
    let empty = test(heap.clone(), Comparison::Equal, constant(0));
    let length = Term::Sum(vec![heap.clone(), Term::Product(Box::new(constant(-1)), Box::new(start.clone()))]);
    let grew = Formula::And(vec![
        Formula::Or(vec![empty.clone(), begins(&below, &start)]),
        test(slot(unknown.slot), Comparison::Equal, length),
    ]);
    let moved = Formula::And(vec![
        not(empty),
        begins(&below, &before(start.clone())),
        test(slot(unknown.slot), Comparison::Equal, slot(left)),
    ]);
    Ok(Formula::And(vec![begins(&heap, &start), Formula::Or(vec![grew, moved])]))
}

/// A position with another heap.
fn at_heap(position: &[Term], heap: Term) -> Vec<Term> {
    std::iter::once(heap).chain(position.iter().skip(1).cloned()).collect()
}

fn less(left: Term, right: Term) -> Formula {
    test(left, Comparison::AtMost, before(right))
}

fn implied(premises: Vec<Formula>, conclusion: Formula) -> Formula {
    Formula::Or(premises.into_iter().map(not).chain([conclusion]).collect())
}

fn not(formula: Formula) -> Formula {
    Formula::Not(Box::new(formula))
}
