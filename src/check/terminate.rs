//! Play always ends: finds a measure that every move decreases, or a cycle, or says which move resists.
//!
//! A measure is a lexicographic list of weighted sums of heaps and registers. Every entry is bounded from below on all
//! positions (heaps have weights of 0 or more; registers lie in a range), so a list that every move decreases ends play.
use super::finite::system;
use super::fold;
use super::moves::Lowered;
use super::ordinals::{is_ordinal, ordinal};
use super::scope::{Local, Scope, coordinate};
use super::terms::{Fraction, term};
use crate::diagnostic::Sink;
use crate::ruleset::branch::branches;
use crate::ruleset::linear::{Inequality, infeasible};
use crate::ruleset::options::Options;
use crate::ruleset::{Position, Ruleset, Term, Variable, Weights};
use crate::source::Span;
use crate::syntax::ast::{File, ItemKind};
use indexmap::IndexMap;
use std::ops::ControlFlow;

/// Small positions that are searched for a cycle.
const MOST_POSITIONS: usize = 4_000;

/// One alternative of a move, as inequalities, and by how much each coordinate changes.
#[derive(Debug)]
struct Alternative {
    family: usize,
    rows: Vec<Inequality>,
    variables: usize,
    /// `None` where the change is not linear.
    changes: Vec<Option<Inequality>>,
}

/// The measure, empty if none was found (which is then reported).
pub(super) fn play_always_ends(
    file: &File,
    ruleset: &Ruleset,
    families: &[Lowered],
    scope: &Scope,
    sink: &mut Sink,
) -> Vec<Weights> {
    let mut alternatives = alternatives(families, scope);
    let asked = file.items.iter().any(|item| matches!(item.kind, ItemKind::Measure(_)));
    let given = given_measure(file, scope, sink);
    if asked && given.is_none() {
        return Vec::new();
    }
    let mut measure = Vec::new();
    let author = given.is_some();
    let candidates = given.as_ref().map_or_else(|| candidates(scope), |(given, _)| given.clone());
    let mut next = 0;
    while !alternatives.is_empty() {
        let chosen = candidates.iter().enumerate().skip(if author { next } else { 0 }).find_map(|(index, weights)| {
            let falling: Option<Vec<bool>> =
                alternatives.iter().map(|alternative| falls(alternative, weights)).collect();
            falling.filter(|falling| author || falling.contains(&true)).map(|falling| (index, falling))
        });
        let Some((index, falling)) = chosen else { break };
        next = index + 1;
        measure.push(candidates[index].clone());
        let mut strict = falling.iter();
        alternatives.retain(|_| strict.next() != Some(&true));
    }
    let Some(resisting) = alternatives.first().map(|alternative| &families[alternative.family]) else {
        return if measure.is_empty() { vec![total(scope)] } else { measure };
    };
    if let Some(cycle) = cycle(ruleset) {
        let written: Vec<String> = cycle.iter().map(|position| written(position, scope.heaps.len())).collect();
        let message = format!("play may never end: {}", written.join(" -> "));
        sink.error(
            "endless-play",
            resisting.name,
            message,
            format!("move `{}` is part of this circle", resisting.rule.name),
            "every move must decrease something, for example the total number of tokens",
        );
        return Vec::new();
    }
    let name = &resisting.rule.name;
    if let Some((given, span)) = given {
        sink.warning(
            "measure-not-proved",
            span,
            format!("it is not proved that move `{name}` decreases this measure"),
            "no circle was found among small positions",
            "nothing need be done if the measure is right",
        );
        return given;
    }
    sink.error(
        "endless-play",
        resisting.name,
        format!("it cannot be shown that play ends: no measure was found that move `{name}` decreases"),
        "this move resists",
        "give a measure that every move decreases: `measure x + 2 * y, pass`",
    );
    Vec::new()
}

fn written(position: &[i64], heaps: usize) -> String {
    let list = |part: &[i64]| part.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    if position.len() == heaps {
        return format!("({})", list(position));
    }
    format!("({}; {})", list(&position[..heaps]), list(&position[heaps..]))
}

fn given_measure(file: &File, scope: &Scope, sink: &mut Sink) -> Option<(Vec<Weights>, Span)> {
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
                "for example `measure x + 2 * y, pass`",
            );
            return None;
        };
        all.extend(found);
    }
    Some((all, item.span))
}

fn alternatives(families: &[Lowered], scope: &Scope) -> Vec<Alternative> {
    let mut all = Vec::new();
    for (family, lowered) in families.iter().enumerate() {
        let rule = &lowered.rule;
        let Ok(branches) = branches(&rule.guard, scope.dimension(), rule.amounts.len()) else { continue };
        for branch in branches {
            let variables = branch.coordinates + branch.opaques.len() + branch.amounts;
            let rows = system(&branch, scope);
            if infeasible(&rows, variables) {
                continue;
            }
            let changes = rule.targets.iter().enumerate().map(|(index, target)| {
                fold::difference(target.clone(), coordinate(index)).ok().and_then(|change| branch.linear(&change))
            });
            all.push(Alternative { family, changes: changes.collect(), rows, variables });
        }
    }
    all
}

/// Whether a weighted sum falls strictly (`Some(true)`), never rises (`Some(false)`), or may rise (`None`).
fn falls(alternative: &Alternative, weights: &Weights) -> Option<bool> {
    let mut change = Inequality { coefficients: vec![0; alternative.variables], constant: 0 };
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
    let options = Options::new(ruleset).ok()?;
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
    Some(found)
}

fn small_positions(ruleset: &Ruleset, options: &Options) -> Vec<Position> {
    let heaps = ruleset.heaps.len();
    let mut all: Vec<Position> = vec![Vec::new()];
    let side = [0, 200, 20, 8, 4, 3].get(heaps).copied().unwrap_or(1);
    for _ in 0..heaps.min(10) {
        all = all.iter().flat_map(|begun| (0..=side).map(|value| [begun.as_slice(), &[value]].concat())).collect();
    }
    for position in &mut all {
        position.resize(heaps, 0);
    }
    for register in &ruleset.registers {
        let few = register.low.saturating_add(3);
        let high = register.high.map_or(few, |high| high.min(few));
        all = all
            .iter()
            .flat_map(|begun| (register.low..=high).map(|value| [begun.as_slice(), &[value]].concat()))
            .collect();
        all.truncate(MOST_POSITIONS);
    }
    all.sort_by_key(|position| position[..heaps].iter().sum::<i64>());
    all.retain(|position| options.in_domain(position).unwrap_or(false));
    all
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
