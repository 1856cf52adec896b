//! Games of one heap whose options are the last few heaps below it, as many as grow by at most one: which they are, and what is known of
//! their values.
//!
//! Let the options of a heap t be the heaps u with a(t) <= u < t, where a(0) = 0 and a(t + 1) is a(t) or a(t) + 1. Then the values of the
//! heaps from a(t) to t are 0, ..., t - a(t), each once: so it is for t = 0; if a(t + 1) = a(t), the value of t + 1 is the least number that
//! none of them is, t + 1 - a(t); if a(t + 1) = a(t) + 1, only the value of a(t) is missing among the options of t + 1, and that is
//! its value (L. Levine, Fractal sequences and restricted Nim, 2006, for Maximum Nim). So a value is t - a(t), or that of a(t) - 1.
use super::making::{Making, Unknown, before, constant, number, slot, test};
use super::spent::CheckEffort;
use super::statement;
use crate::ruleset::statement::{Formula, Place};
use crate::ruleset::{Comparison, Ruleset, Term, Variable};
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
    conditions(ruleset).into_iter().try_for_each(|(formula, why)| {
        statement::holds_everywhere(spent, numeration, ruleset, (formula, OPTION + dimension, why))
    })
}

/// A condition, and what is the matter if it does not hold.
type Told = (Formula, &'static str);

/// A position at hand, and how its options are spoken of.
struct Here {
    position: Vec<Term>,
    slots: Vec<usize>,
}

impl Here {
    fn heap(&self) -> Term {
        self.position[0].clone()
    }

    fn place(&self, heap: Term) -> Place {
        Place { game: 0, lookups: Vec::new(), position: at_heap(&self.position, heap) }
    }

    /// One heap can be moved to another.
    fn reaches(&self, from: Term, to: Term) -> Formula {
        let there = test(slot(OPTION), Comparison::Equal, to);
        Formula::SomeOption(self.place(from), self.slots.clone(), Box::new(there))
    }
}

/// What makes a game one of windows.
fn conditions(ruleset: &Ruleset) -> Vec<Told> {
    let dimension = 1 + ruleset.registers.len();
    let position = (0..dimension).map(|at| Term::Variable(Variable::Coordinate(at))).collect();
    let here = Here { position, slots: (OPTION..OPTION + dimension).collect() };
    let heap = here.heap();
    let mut falls = vec![less(slot(OPTION), heap.clone())];
    let kept = (1..dimension).map(|at| test(slot(OPTION + at), Comparison::Equal, here.position[at].clone()));
    falls.extend(kept);
    let falls = Formula::AllOptions(here.place(heap.clone()), here.slots.clone(), Box::new(Formula::And(falls)));
    let smaller = ruleset.positions.map_terms(&mut |term| (*term == heap).then(|| before(heap.clone())));
    let (first, second) = (slot(FIRST), slot(SECOND));
    let between = vec![
        here.reaches(heap.clone(), first.clone()),
        less(first, second.clone()),
        less(second.clone(), heap.clone()),
    ];
    let mut all = vec![
        (falls, "an option is no smaller heap with the same registers"),
        (
            Formula::Or(vec![is_empty(&heap), Formula::Test(Vec::new(), smaller)]),
            "a smaller heap does not belong to the game",
        ),
        (for_all(between, here.reaches(heap, second)), "the options of a heap are not all heaps from one on"),
    ];
    all.extend(beside_the_heap_before(&here));
    all
}

/// How the options of a heap and those of the heap before it differ.
fn beside_the_heap_before(here: &Here) -> [Told; 3] {
    let (heap, below) = (here.heap(), before(here.heap()));
    let (first, second) = (slot(FIRST), slot(SECOND));
    let there = not(is_empty(&heap));
    let no_smaller = vec![there.clone(), here.reaches(heap.clone(), first.clone()), less(first.clone(), below.clone())];
    let no_least = vec![
        there.clone(),
        here.reaches(below.clone(), first.clone()),
        here.reaches(below.clone(), second.clone()),
        less(second, first.clone()),
    ];
    [
        (
            for_all(no_smaller, here.reaches(below.clone(), first.clone())),
            "a heap has a smaller option than the heap before it",
        ),
        (
            for_all(no_least, here.reaches(heap.clone(), first.clone())),
            "a heap lacks two options of the heap before it",
        ),
        (
            for_all(vec![there, here.reaches(below.clone(), first)], here.reaches(heap, below)),
            "a heap lacks two of the heaps from which on it should have options",
        ),
    ]
}

/// For all two numbers, the premises imply the conclusion.
fn for_all(premises: Vec<Formula>, conclusion: Formula) -> Formula {
    let body = Formula::Or(premises.into_iter().map(not).chain([conclusion]).collect());
    let inner = Formula::ForAll(number(SECOND, constant(0), None), Box::new(body));
    Formula::ForAll(number(FIRST, constant(0), None), Box::new(inner))
}

pub(super) fn is_empty(heap: &Term) -> Formula {
    test(heap.clone(), Comparison::AtMost, constant(0))
}

/// What is known of one value: it is that of a window that grew, or the value of the heap that the window left.
pub(super) fn unfolded(unknown: &Unknown, making: &mut Making<'_>, others: &mut Vec<usize>) -> Result<Formula, String> {
    // Numbers of their own: what has no value somewhere is then read once, and below no negation.
    let (heap, start) = (making.fresh(), making.fresh());
    others.extend([heap, start]);
    let (heap, start) = (slot(heap), slot(start));
    let given = unknown.position.first().cloned().ok_or("a position has no coordinates")?;
    let is_heap = test(heap.clone(), Comparison::Equal, given);
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
    Ok(Formula::And(vec![is_heap, begins(&heap, &start), Formula::Or(vec![grew, moved])]))
}

/// A position with another heap.
pub(super) fn at_heap(position: &[Term], heap: Term) -> Vec<Term> {
    std::iter::once(heap).chain(position.iter().skip(1).cloned()).collect()
}

fn less(left: Term, right: Term) -> Formula {
    test(left, Comparison::AtMost, before(right))
}

pub(super) fn not(formula: Formula) -> Formula {
    Formula::Not(Box::new(formula))
}
