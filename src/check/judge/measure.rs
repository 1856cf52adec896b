//! The measure that a file gives: whether every move decreases it. Decided by linear inequalities, refuted by a position, or left
//! to those who can decide more.
use super::bounded_terms::{bounded_terms, unknown_terms};
use super::finite::can_be_made;
use super::small_positions::{COMBINATIONS, MOST_POSITIONS, small_positions};
use crate::check::lower::fold;
use crate::check::lower::instance::Lowered;
use crate::check::lower::ordinals::{is_ordinal, ordinal};
use crate::check::lower::terms::term;
use crate::check::scope::{Fraction, Local, Scope, coordinate};
use crate::diagnostic::Sink;
use crate::ruleset::branch::branches;
use crate::ruleset::error::EvaluationError;
use crate::ruleset::options::Options;
use crate::ruleset::{Comparison, Condition, Move, Part, Position, Ruleset, Term, Variable, Weights, words};
use crate::source::Span;
use crate::syntax::ast::{File, ItemKind};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// Options that are looked at for one that the measure does not fall to.
const MOST_OPTIONS: usize = 100_000;
/// So many positions refute measures, before none is taken to fit.
const ROUNDS: usize = 40;
/// Options of one position that are looked at.
const MOST_OF_ONE: usize = 2_000;

/// Whether the file says what decreases.
pub(in crate::check) fn asked(file: &File) -> bool {
    file.items.iter().any(|item| matches!(item.kind, ItemKind::Measure(_)))
}

/// The measure of the file with its place; what is none is reported.
pub(in crate::check) fn given_measure(file: &File, scope: &Scope, sink: &mut Sink) -> Option<(Vec<Weights>, Span)> {
    let item = file.items.iter().find(|item| matches!(item.kind, ItemKind::Measure(_)))?;
    let ItemKind::Measure(entries) = &item.kind else { return None };
    let mut all = Vec::new();
    for entry in entries {
        // An ordinal falls where its coefficients fall in lexicographic order.
        let fractions = if is_ordinal(entry, scope, &Local::default()) {
            ordinal(entry, scope, &Local::default(), sink)?.into_iter().map(Fraction::from).collect()
        } else {
            vec![term(entry, scope, &Local::default(), sink)?]
        };
        let found: Option<Vec<Weights>> =
            fractions.iter().map(|fraction| weights(fraction, scope.dimension())).collect();
        let natural = |weights: &Weights| weights[..scope.heaps.len()].iter().all(|weight| 0 <= *weight);
        let Some(found) = found.filter(|found| found.iter().all(natural)) else {
            sink.error(
                "bad-measure",
                entry.span,
                "a measure is a sum of heaps and registers with weights",
                "this is not one, or has a negative weight on a heap",
                format!("for example `measure {}`", example(scope)),
            );
            return None;
        };
        if let Some(register) = found.iter().find_map(|weights| falls_for_ever(weights, scope)) {
            sink.error(
                "bad-measure",
                entry.span,
                format!("this has no least value: register `{register}` can rise for ever"),
                "it could fall for ever",
                format!("give the register an end, `register {register} in 0..9`, or leave it out"),
            );
            return None;
        }
        all.extend(found);
    }
    Some((all, item.span))
}

/// A register without end that has a negative weight.
fn falls_for_ever<'a>(weights: &Weights, scope: &'a Scope) -> Option<&'a str> {
    let (_, own) = weights.split_at(scope.heaps.len());
    let endless = own.iter().zip(&scope.registers).find(|(weight, register)| **weight < 0 && register.high.is_none());
    endless.map(|(_, register)| register.name.as_str())
}

/// What linear inequalities say.
#[derive(Debug)]
pub(in crate::check) enum JudgedMeasure {
    /// Every move decreases the measure.
    Lowered,
    /// It was not shown of these moves; there is at least one.
    Resisting(Vec<usize>),
}

/// Whether every move decreases a measure, lexicographically.
pub(in crate::check) fn judged(
    measure: &[Weights],
    ruleset: &Ruleset,
    families: &[Lowered],
    scope: &Scope,
) -> JudgedMeasure {
    let lowers = |rule: &Move| {
        let mut same = vec![rule.guard.clone(), ruleset.positions.clone()];
        for weights in measure {
            let Some(change) = change(rule, weights) else { return false };
            let with = |condition: Condition| fold::and(same.iter().cloned().chain([condition]).collect());
            let rises = with(fold::compare(Term::Constant(1), Comparison::AtMost, change.clone()));
            if !never(&rises, rule.amounts.len(), scope) {
                return false;
            }
            same.push(fold::compare(Term::Constant(0), Comparison::AtMost, change));
        }
        never(&fold::and(same), rule.amounts.len(), scope)
    };
    debug_assert_eq!(ruleset.moves.len(), families.len(), "a move for each instance");
    let resisting: Vec<usize> = (0..families.len()).filter(|at| !lowers(&families[*at].rule)).collect();
    if resisting.is_empty() { JudgedMeasure::Lowered } else { JudgedMeasure::Resisting(resisting) }
}

/// By how much a weighted sum grows with a move.
pub(in crate::check) fn change(rule: &Move, weights: &Weights) -> Option<Term> {
    let parts = weights.iter().zip(&rule.targets).enumerate().filter(|(_, (weight, _))| **weight != 0);
    let parts = parts.map(|(at, (weight, target))| {
        let difference = fold::difference(target.clone(), coordinate(at)).ok()?;
        fold::product(Term::Constant(i128::from(*weight)), difference).ok()
    });
    fold::sum(parts.collect::<Option<_>>()?).ok()
}

/// Whether it is proved that nothing satisfies a condition at a position of the game.
pub(in crate::check) fn never(condition: &Condition, amounts: usize, scope: &Scope) -> bool {
    let never = |condition: &Condition, amounts: usize| {
        branches(condition, scope.dimension(), amounts)
            .is_ok_and(|alternatives| !alternatives.iter().any(|branch| can_be_made(branch, scope)))
    };
    never(condition, amounts)
        || bounded_terms(condition, amounts).is_some_and(|(all, amounts)| never(&all, amounts))
        || unknown_terms(condition, amounts).is_some_and(|(all, amounts)| never(&all, amounts))
}

/// Whether a measure that is not shown to fall may be believed: nothing is found that refutes it. Says so in any case.
pub(in crate::check) fn is_doubtful(ruleset: &Ruleset, span: Span, scope: &Scope, sink: &mut Sink) -> bool {
    let measure = ruleset.measure_in_words();
    if let Some((rule, from, to)) = counterexample(ruleset) {
        let [from, to] = [&from, &to].map(|position| words::numbers(position, scope.heaps.len()));
        let name = &ruleset.moves[rule].name;
        sink.error(
            "measure-not-lowered",
            span,
            format!(
                "move `{name}` leads from {from} to {to}{}: the measure {measure} does not decrease",
                with_parameters(scope)
            ),
            "every move must decrease this",
            "give a measure that every move decreases, or change the move",
        );
        return false;
    }
    let assumption = ruleset.assumption().unwrap_or_default();
    sink.warning(
        "measure-not-proved",
        span,
        format!("it is not proved that {assumption}{}", with_parameters(scope)),
        "no position was found where it does not",
        format!(
            "tables notice a circle; `prove` and `solve` try to decide it, and call nothing proved as long as it is open. {}",
            "A condition that says why the move decreases it may help"
        ),
    );
    true
}

/// A measure as this game could have one, in its own names.
pub(super) fn example(scope: &Scope) -> String {
    let sum = match scope.heaps.as_slice() {
        [first, second, ..] => format!("{first} + 2 * {second}"),
        heaps => heaps.join(""),
    };
    let register = scope.registers.first().map(|register| format!(", {}", register.name));
    format!("{sum}{}", register.unwrap_or_default())
}

/// A measure of some candidates that falls with every move that is tried, as `measure` would give it: nothing shows that it always does.
pub(super) fn fitting(ruleset: &Ruleset, candidates: &[Weights]) -> Option<String> {
    // The explorer has a limit of bytes, and does without.
    if cfg!(target_arch = "wasm32") {
        return None;
    }
    let with = |measure: Vec<Weights>, unproved| Ruleset { measure, unproved, ..ruleset.clone() };
    let mut tried = Vec::new();
    for _ in 0..ROUNDS {
        let measure = falling(&tried, candidates)?;
        match counterexample(&with(measure.clone(), (0..ruleset.moves.len()).collect())) {
            Some((_, from, to)) => tried.push((from, to)),
            None => {
                let entries = measure.into_iter().map(|entry| with(vec![entry], Vec::new()).measure_in_words());
                return Some(entries.collect::<Vec<_>>().join(", "));
            }
        }
    }
    None
}

/// The simplest list of candidates of which an entry falls from each position to its option, where none before it changes.
fn falling(tried: &[(Position, Position)], candidates: &[Weights]) -> Option<Vec<Weights>> {
    let change = |weights: &Weights, (from, to): &(Position, Position)| -> i128 {
        let steps = weights.iter().zip(from.iter().zip(to));
        steps.map(|(weight, (from, to))| i128::from(*weight) * (i128::from(*to) - i128::from(*from))).sum()
    };
    let mut left: Vec<&(Position, Position)> = tried.iter().collect();
    let mut measure = vec![];
    while measure.is_empty() || !left.is_empty() {
        let fits = |weights: &&Weights| {
            let mut changes = left.iter().map(|pair| change(weights, pair));
            left.is_empty() || (changes.clone().all(|change| change <= 0) && changes.any(|change| change < 0))
        };
        // One entry that always falls is simpler than several.
        let alone = |weights: &&Weights| left.iter().all(|pair| change(weights, pair) < 0);
        let entry = candidates.iter().find(alone).or_else(|| candidates.iter().find(fits))?;
        left.retain(|pair| 0 <= change(entry, pair));
        measure.push(entry.clone());
    }
    Some(measure)
}

/// The parameters of the game in words, to stand behind a position; empty if there are none.
pub(in crate::check) fn with_parameters(scope: &Scope) -> String {
    let words = scope.parameters_in_words();
    if words.is_empty() { String::new() } else { format!(" (with {words})") }
}

/// A move, a position and an option at which the measure does not fall. Only the moves that resist are looked at, at small
/// positions and beside the numbers that the rules mention.
fn counterexample(ruleset: &Ruleset) -> Option<(usize, Position, Position)> {
    let moves = ruleset.unproved.iter().map(|at| ruleset.moves[*at].clone()).collect();
    let options = Options::new(&Ruleset { moves, components: Vec::new(), ..ruleset.clone() }).ok()?;
    let options = options.at_most(COMBINATIONS);
    let mut left = MOST_OPTIONS;
    let starts = small_positions(ruleset, &options).into_iter().chain(special_positions(ruleset, &options));
    for start in starts {
        let mut found = None;
        let mut own = MOST_OF_ONE;
        let visited = options.visit(&start, &mut |rule, _, option| {
            (left, own) = (left.saturating_sub(1), own.saturating_sub(1));
            if !falls(&ruleset.measure, &start, option) {
                found = Some((rule, option.to_vec()));
            }
            if found.is_some() || left == 0 || own == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if let (Ok(_), Some((rule, option))) = (&visited, found) {
            return ruleset.unproved.get(rule).map(|rule| (*rule, start, option));
        }
        if left == 0 || visited == Err(EvaluationError::Interrupted) {
            return None;
        }
    }
    None
}

/// Whether a measure falls from a position to another.
fn falls(measure: &[Weights], from: &[i64], to: &[i64]) -> bool {
    let value = |weights: &Weights, position: &[i64]| -> i128 {
        weights.iter().zip(position).map(|(weight, value)| i128::from(*weight) * i128::from(*value)).sum()
    };
    let all = |position: &[i64]| measure.iter().map(|weights| value(weights, position)).collect::<Vec<_>>();
    all(to) < all(from)
}

/// Positions whose coordinates are small, or lie beside a number that the rules mention.
fn special_positions(ruleset: &Ruleset, options: &Options) -> Vec<Position> {
    let mut numbers: BTreeSet<i64> = (0..3).collect();
    let mut take = |constant: i128| {
        if let Ok(number) = i64::try_from(constant.unsigned_abs())
            && number < 1 << 31
        {
            numbers.extend((number - 1..=number + 1).filter(|number| 0 <= *number));
        }
    };
    constants(&ruleset.positions, &mut take);
    for rule in &ruleset.moves {
        constants(&rule.guard, &mut take);
    }
    let mut all: Vec<Position> = vec![Vec::new()];
    let ranges = std::iter::repeat_n((0, None), ruleset.heaps.len());
    for (low, high) in ranges.chain(ruleset.registers.iter().map(|register| (register.low, register.high))) {
        let own: Vec<i64> = numbers
            .iter()
            .copied()
            .chain([low])
            .filter(|number| low <= *number && high.is_none_or(|high| *number <= high))
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect();
        all = all.iter().flat_map(|begun| own.iter().map(|value| [begun.as_slice(), &[*value]].concat())).collect();
        all.sort_by_key(|position| position.iter().map(|value| i128::from(*value)).sum::<i128>());
        all.truncate(MOST_POSITIONS);
    }
    all.retain(|position| options.in_domain(position).unwrap_or(false));
    all
}

/// The numbers of a condition, but those of recursions.
fn constants(condition: &Condition, take: &mut dyn FnMut(i128)) {
    Part::Condition(condition).walk(&mut |part| {
        if let Part::Term(Term::Constant(value)) = part {
            take(*value);
        }
        !matches!(part, Part::Term(Term::Recursive(..) | Term::Own(_) | Term::Grid(..) | Term::OwnGrid(_)))
    });
}

/// A fraction as weights of coordinates, if it is linear without constant.
fn weights(fraction: &Fraction, dimension: usize) -> Option<Vec<i64>> {
    let mut weights = vec![0i64; dimension];
    if fraction.denominator != 1 {
        return None;
    }
    let parts = match &fraction.numerator {
        Term::Sum(parts) => parts.as_slice(),
        other => std::slice::from_ref(other),
    };
    for part in parts {
        let (factor, variable) = match part {
            Term::Variable(variable) => (1, variable),
            Term::Product(left, right) => match (&**left, &**right) {
                (Term::Constant(factor), Term::Variable(variable)) => (*factor, variable),
                _ => return None,
            },
            Term::Constant(_) => continue,
            _ => return None,
        };
        let Variable::Coordinate(index) = variable else { return None };
        weights[*index] = weights[*index].checked_add(i64::try_from(factor).ok()?)?;
    }
    Some(weights)
}
