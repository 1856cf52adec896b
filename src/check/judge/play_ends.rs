//! Play always ends: finds a measure that every move decreases, or a cycle, or says which move resists.
//!
//! A measure is a lexicographic list of weighted sums of heaps and registers. Every entry is bounded from below on all
//! positions (heaps have weights of 0 or more; registers lie in a range), so a list that every move decreases ends play.
//! A measure that the file gives is judged in [`super::measure`].
use super::bounded_terms::bounded_terms;
use super::finite::system;
use super::measure::{
    JudgedMeasure, asked, change, example, fitting, given_measure, is_doubtful, judged, never, with_parameters,
};
use super::small_positions::{COMBINATIONS, MOST_POSITIONS, small_positions};
use crate::check::lower::fold;
use crate::check::lower::instance::Lowered;
use crate::check::scope::{Scope, coordinate};
use crate::diagnostic::{Fault, Sink};
use crate::ruleset::branch::branches;
use crate::ruleset::linear::{Inequality, infeasible};
use crate::ruleset::options::Options;
use crate::ruleset::{Comparison, Condition, Position, Ruleset, Term, Weights, words};
use crate::syntax::ast::File;
use indexmap::IndexMap;
use std::cmp::Reverse;
use std::ops::ControlFlow;

/// One alternative of a move, as inequalities, and by how much each coordinate changes.
#[derive(Debug)]
struct MoveAlternative {
    family: usize,
    rows: Vec<Inequality>,
    variables: usize,
    /// `None` where the change is not linear.
    changes: Vec<Option<Inequality>>,
}

/// What is known of the end of play.
#[derive(Debug, Default)]
pub(in crate::check) struct Ending {
    /// The measure, empty if none was found (which is then reported).
    pub(in crate::check) measure: Vec<Weights>,
    /// The moves of which only the author says that they decrease it.
    pub(in crate::check) unproved: Vec<usize>,
    /// What was reported against it: a circle of moves, or a move that does not decrease the measure.
    pub(in crate::check) refuted: Option<Fault>,
}

impl Ending {
    /// None, for the reason that was reported last.
    fn against(sink: &Sink) -> Self {
        Self { refuted: sink.faults.last().cloned(), ..Self::default() }
    }
}

/// How play ends, by the measure of the file or by one that is found here.
pub(in crate::check) fn play_always_ends(
    file: &File,
    ruleset: &Ruleset,
    families: &[Lowered],
    scope: &Scope,
    sink: &mut Sink,
) -> Ending {
    if asked(file) {
        let Some((measure, span)) = given_measure(file, scope, sink) else { return Ending::default() };
        let resisting = match judged(&measure, ruleset, families, scope) {
            JudgedMeasure::Lowered => return Ending { measure, ..Ending::default() },
            JudgedMeasure::Resisting(resisting) => resisting,
        };
        if let Some(circle) = cycle(ruleset) {
            return endless(&circle, &families[resisting[0]], scope, sink);
        }
        let ruleset = &Ruleset { measure: measure.clone(), unproved: resisting.clone(), ..ruleset.clone() };
        return if is_doubtful(ruleset, span, scope, sink) {
            Ending { measure, unproved: resisting, refuted: None }
        } else {
            Ending::against(sink)
        };
    }
    let (measure, left) = found(families, &ruleset.positions, scope);
    if left.is_empty() {
        return Ending { measure, ..Ending::default() };
    }
    let name = &families[left[0]].rule.name;
    if let Some(circle) = cycle(ruleset) {
        return endless(&circle, &families[left[0]], scope, sink);
    }
    let fitting = fitting(ruleset, &candidates(scope));
    let (example, as_far) = match fitting {
        Some(measure) => (measure, ", which falls wherever this was tried"),
        None => (example(scope), ""),
    };
    let entries =
        if example.contains(',') { "; entries after a comma count when those before stay the same" } else { "" };
    sink.error(
        "endless-play",
        families[left[0]].name,
        format!("it cannot be shown that play ends: no measure was found that move `{name}` decreases"),
        "this move resists",
        format!("if play ends, say what every move decreases, for example `measure {example}`{as_far}{entries}"),
    );
    Ending::against(sink)
}

/// That play goes round in a circle.
fn endless(circle: &[Position], family: &Lowered, scope: &Scope, sink: &mut Sink) -> Ending {
    let circle: Vec<String> = circle.iter().map(|position| words::numbers(position, scope.heaps.len())).collect();
    sink.error(
        "endless-play",
        family.name,
        format!("play may never end{}: {}", with_parameters(scope), circle.join(" -> ")),
        format!("move `{}` is part of this circle", family.rule.name),
        "every move must decrease something, for example the total number of tokens",
    );
    Ending::against(sink)
}

/// A measure, and the moves that it is not enough for; those that nothing decreases come first.
fn found(families: &[Lowered], positions: &Condition, scope: &Scope) -> (Vec<Weights>, Vec<usize>) {
    let mut alternatives = alternatives(families, positions, scope);
    let mut measure = Vec::new();
    let candidates = candidates(scope);
    // What is found of a move as a whole serves all its alternatives.
    let judge = |alternative: &MoveAlternative, weights: &Weights, moves: &mut IndexMap<usize, Option<bool>>| {
        let known = falls(alternative, weights);
        if known == Some(true) {
            return known;
        }
        let whole = || falls_beyond_lines(&families[alternative.family], weights, (positions, scope));
        // The explorer has a limit of bytes, and asks again.
        let told =
            if cfg!(target_arch = "wasm32") { whole() } else { *moves.entry(alternative.family).or_insert_with(whole) };
        told.or(known)
    };
    while !alternatives.is_empty() {
        let chosen = candidates.iter().find_map(|weights| {
            let moves = &mut IndexMap::new();
            let falling: Option<Vec<bool>> =
                alternatives.iter().map(|alternative| judge(alternative, weights, moves)).collect();
            falling.filter(|falling| falling.contains(&true)).map(|falling| (weights, falling))
        });
        let Some((weights, falling)) = chosen else { break };
        measure.push(weights.clone());
        let mut strict = falling.iter();
        alternatives.retain(|_| strict.next() != Some(&true));
    }
    if measure.is_empty() && alternatives.is_empty() {
        measure.push(total(scope));
    }
    let alone = |alternative: &MoveAlternative| {
        candidates.iter().any(|weights| judge(alternative, weights, &mut IndexMap::new()) == Some(true))
    };
    let mut left: Vec<(bool, usize)> =
        alternatives.iter().map(|alternative| (alone(alternative), alternative.family)).collect();
    left.sort_unstable();
    left.dedup();
    (measure, left.into_iter().map(|(_, family)| family).collect())
}

fn alternatives(families: &[Lowered], positions: &Condition, scope: &Scope) -> Vec<MoveAlternative> {
    let mut all = Vec::new();
    for (family, lowered) in families.iter().enumerate() {
        let rule = &lowered.rule;
        let within = fold::and(vec![rule.guard.clone(), positions.clone()]);
        let own = || branches(&rule.guard, scope.dimension(), rule.amounts.len());
        let Ok(branches) = branches(&within, scope.dimension(), rule.amounts.len()).or_else(|_| own()) else {
            all.push(MoveAlternative { family, rows: Vec::new(), variables: scope.dimension(), changes: Vec::new() });
            continue;
        };
        for branch in branches {
            let variables = branch.coordinates + branch.opaques.len() + branch.amounts;
            let rows = system(&branch, scope);
            if infeasible(&rows, variables) {
                continue;
            }
            let changes = rule.targets.iter().enumerate().map(|(index, target)| {
                fold::difference(target.clone(), coordinate(index)).ok().and_then(|change| branch.linear(&change))
            });
            all.push(MoveAlternative { family, changes: changes.collect(), rows, variables });
        }
    }
    all
}

/// Whether a weighted sum falls strictly (`Some(true)`), never rises (`Some(false)`), or may rise (`None`).
fn falls(alternative: &MoveAlternative, weights: &Weights) -> Option<bool> {
    let mut change = Inequality { coefficients: vec![0; alternative.variables], constant: 0 };
    if alternative.changes.len() < weights.len() {
        return None;
    }
    for (weight, part) in weights.iter().zip(&alternative.changes) {
        if *weight == 0 {
            continue;
        }
        let part = part.as_ref()?;
        for (sum, value) in change.coefficients.iter_mut().zip(&part.coefficients) {
            *sum = sum.checked_add(value.checked_mul(i128::from(*weight))?)?;
        }
        change.constant = change.constant.checked_add(part.constant.checked_mul(i128::from(*weight))?)?;
    }
    // `at_least(t)` is the system together with `change >= t`.
    let at_least = |bound: i128| {
        let mut rows = alternative.rows.clone();
        let coefficients = change.coefficients.iter().map(|value| -value).collect();
        rows.push(Inequality { coefficients, constant: bound - change.constant });
        rows
    };
    if infeasible(&at_least(0), alternative.variables) {
        return Some(true);
    }
    infeasible(&at_least(1), alternative.variables).then_some(false)
}

/// The same where the sum is not linear: by what is known of products and powers.
fn falls_beyond_lines(family: &Lowered, weights: &Weights, (positions, scope): (&Condition, &Scope)) -> Option<bool> {
    let change = change(&family.rule, weights)?;
    // Where all is linear, nothing else is known here.
    if is_linear(&change) && bounded_terms(&family.rule.guard, family.rule.amounts.len()).is_none() {
        return None;
    }
    let at_least = |bound: i128| {
        let rises = fold::compare(Term::Constant(bound), Comparison::AtMost, change.clone());
        let all = vec![family.rule.guard.clone(), positions.clone(), rises];
        never(&fold::and(all), family.rule.amounts.len(), scope)
    };
    if at_least(0) {
        return Some(true);
    }
    at_least(1).then_some(false)
}

fn is_linear(term: &Term) -> bool {
    match term {
        Term::Constant(_) | Term::Variable(_) => true,
        Term::Sum(parts) => parts.iter().all(is_linear),
        Term::Product(left, right) => matches!(**left, Term::Constant(_)) && is_linear(right),
        _ => false,
    }
}

fn total(scope: &Scope) -> Weights {
    let mut weights = vec![1; scope.heaps.len()];
    weights.resize(scope.dimension(), 0);
    weights
}

/// Weights to try, simplest first: the total, single coordinates, then small weights for up to three heaps.
fn candidates(scope: &Scope) -> Vec<Weights> {
    let (heaps, dimension) = (scope.heaps.len(), scope.dimension());
    let mut all = vec![total(scope)];
    let unit = |index: usize, weight: i64| {
        let mut weights = vec![0; dimension];
        weights[index] = weight;
        weights
    };
    if scope.ordinal.is_some() {
        // Power by power: the sum of the coefficients of all heaps.
        all = (0..scope.width())
            .map(|level| {
                (0..dimension).map(|at| i64::from(at < heaps && at % scope.width() == level)).collect::<Weights>()
            })
            .collect();
    }
    all.extend((0..heaps).map(|index| unit(index, 1)));
    for register in heaps..dimension {
        all.push(unit(register, 1));
        // A register without bound can rise for ever.
        if scope.registers[register - heaps].high.is_some() {
            all.push(unit(register, -1));
        }
    }
    for register in heaps..dimension {
        let signs = if scope.registers[register - heaps].high.is_some() { &[1, -1][..] } else { &[1] };
        for &weight in signs {
            let mut weights = total(scope);
            weights[register] = weight;
            all.push(weights);
        }
    }
    if heaps <= 3 {
        let largest: i64 = if heaps == 3 { 4 } else { 9 };
        let mut rest: Vec<Weights> = vec![Vec::new()];
        for _ in 0..heaps {
            rest = rest
                .iter()
                .flat_map(|begun| (0..=largest).map(|weight| [begun.as_slice(), &[weight]].concat()))
                .collect();
        }
        rest.sort_by_key(|weights| weights.iter().sum::<i64>());
        for mut weights in rest {
            weights.resize(dimension, 0);
            if weights.iter().any(|weight| *weight != 0) && !all.contains(&weights) {
                all.push(weights);
            }
        }
    }
    all
}

/// A circle of moves among small positions, its first position repeated at the end.
fn cycle(ruleset: &Ruleset) -> Option<Vec<Position>> {
    let options = Options::new(ruleset).ok()?.at_most(COMBINATIONS);
    let starts = small_positions(ruleset, &options);
    let mut finished: IndexMap<Position, ()> = IndexMap::new();
    for start in starts {
        let mut path: Vec<(Position, Vec<Position>)> = Vec::new();
        let mut entering = Some(start);
        loop {
            if let Some(position) = entering.take() {
                if let Some(at) = path.iter().position(|(known, _)| *known == position) {
                    let mut circle: Vec<Position> = path[at..].iter().map(|(position, _)| position.clone()).collect();
                    circle.push(position);
                    return Some(circle);
                }
                if !finished.contains_key(&position) && path.len() < 200 && finished.len() < MOST_POSITIONS {
                    let following = some_options(&options, &position)?;
                    path.push((position, following));
                }
            }
            let Some(last) = path.last_mut() else { break };
            if let Some(position) = last.1.pop() {
                entering = Some(position);
            } else if let Some((position, _)) = path.pop() {
                finished.insert(position, ());
            }
        }
    }
    None
}

fn some_options(options: &Options, position: &[i64]) -> Option<Vec<Position>> {
    let mut found: Vec<Position> = Vec::new();
    options
        .visit(position, &mut |_, _, option| {
            found.push(option.to_vec());
            if found.len() < 200 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
        .ok()
        .map(|_| ())?;
    found.reverse();
    // The smallest one is taken first: a circle is told at small positions. The explorer has a limit of bytes, and does without.
    if !cfg!(target_arch = "wasm32") {
        found.sort_by_key(|option| Reverse(option.iter().map(|value| i128::from(*value)).sum::<i128>()));
    }
    Some(found)
}
