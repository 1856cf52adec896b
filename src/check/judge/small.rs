//! Evaluates rules and definitions at small positions and numbers, and reports those that have no value there. Makes no
//! table: each move is tried by itself.
use super::place;
use super::small_positions::COMBINATIONS;
use crate::check::document::Settings;
use crate::check::lower::decided::VALUELESS;
use crate::check::lower::declare::scope_of_file;
use crate::check::lower::functions::call;
use crate::check::lower::recursions::is_recursive;
use crate::check::lower::{moves, parameters};
use crate::check::scope::{Local, Scope, Stepwise};
use crate::diagnostic::Sink;
use crate::ruleset::error::{EvaluationError, RulePlace};
use crate::ruleset::grid::{GridRecursion, Lack, MOST_ARGUMENTS};
use crate::ruleset::options::Options;
use crate::ruleset::{Move, ParameterValue, Part, Position, Ruleset, Term};
use crate::source::{Source, Span};
use crate::syntax::ast::{Expr, ExprKind, File, Item, ItemKind, Name};
use indexmap::IndexSet;
use miette::Severity;
use std::ops::ControlFlow;

/// Positions that are tried, at most.
const POSITIONS: usize = 400;
/// Values of a register that are tried.
const REGISTER_VALUES: i64 = 5;
/// Ways to move that are looked at, of one move from one position, and in all.
const WAYS: u64 = 2_000;
const ALL_WAYS: u64 = 200_000;
/// Numbers at which recursions are tried.
const NUMBERS: i128 = 25;
/// Numbers below which each argument of a recursion in so many numbers is tried.
const GRID_SIDES: [i128; MOST_ARGUMENTS] = [25, 12, 6, 4];
/// Values of a parameter that are tried besides its default.
const PARAMETER_VALUES: std::ops::RangeInclusive<i64> = 0..=3;

/// Every move has its option sets at small positions: at the defaults, and at small values of each parameter.
pub(in crate::check) fn every_move_has_values(file: &File, ruleset: &Ruleset, sink: &mut Sink) {
    if !ruleset.finite_options {
        return;
    }
    let mut ignored = Sink::new(Source::new("", ""));
    let Some(scope) = scope_of_file(file, ruleset.parameters.clone(), &mut ignored) else { return };
    let mut said: IndexSet<Option<String>> = IndexSet::new();
    for place in failures(ruleset, &said) {
        said.insert(name_of(ruleset, &place));
        let severity = match place.cause.cause() {
            // Larger positions would stop a table, this one may lie beyond it.
            EvaluationError::Overflow | EvaluationError::TooLarge { .. } | EvaluationError::OutOfReach { .. } => {
                Severity::Warning
            }
            _ => Severity::Error,
        };
        place::report(file, &scope, ruleset, &place, severity, "", sink);
    }
    let mut whole: IndexSet<String> = IndexSet::new();
    for (name, value) in small_parameters(file, ruleset) {
        let settings = Settings::from([(name.clone(), ParameterValue::Number(value))]);
        let mut ignored = Sink::new(Source::new("", ""));
        let values = parameters::values(file, &settings, &mut ignored);
        let Some(scope) = scope_of_file(file, values, &mut ignored).filter(|_| !ignored.has_errors()) else { continue };
        let positions = moves::positions(file, &scope, &mut ignored);
        let families = moves::families(file, &scope, &positions, &mut ignored);
        if ignored.has_errors() {
            // Numbers are computed at once where they are known.
            let fault = ignored.faults.into_iter().find(|fault| VALUELESS.contains(&fault.code));
            if let Some((span, message)) = fault.and_then(|fault| Some((fault.labels.first()?.0, fault.message)))
                && whole.insert(name.clone())
            {
                let help = format!("give the parameter a condition, for example `where {name} != {value}`");
                sink.warning("no-value", span, format!("with {name} = {value}: {message}"), "here", help);
            }
            continue;
        }
        let other = moves::ruleset(file, &scope, positions, &families);
        for place in failures(&other, &said) {
            if said.insert(name_of(&other, &place)) {
                let with = format!("{name} = {value}");
                place::report(file, &scope, &other, &place, Severity::Warning, &with, sink);
            }
        }
    }
}

fn name_of(ruleset: &Ruleset, place: &RulePlace) -> Option<String> {
    place.rule.and_then(|rule| ruleset.moves.get(rule)).map(|rule| rule.name.clone())
}

/// Each numeric parameter with the small values that are not its default.
fn small_parameters(file: &File, ruleset: &Ruleset) -> Vec<(String, i64)> {
    let declared = file.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Param { name, .. } => Some(&name.text),
        _ => None,
    });
    let numbers = declared.filter_map(|name| match ruleset.parameters.get(name) {
        Some(ParameterValue::Number(default)) => Some((name, *default)),
        _ => None,
    });
    numbers
        .flat_map(|(name, default)| {
            PARAMETER_VALUES.filter(move |value| *value != default).map(|value| (name.clone(), value))
        })
        .collect()
}

/// The first failure of each move, and of `positions where`, in order of the total of the position.
fn failures(ruleset: &Ruleset, said: &IndexSet<Option<String>>) -> Vec<RulePlace> {
    let mut found: Vec<RulePlace> = Vec::new();
    let mut silent: IndexSet<Option<String>> = said.clone();
    let tried: Vec<usize> = (0..ruleset.moves.len()).filter(|rule| may_fail(&ruleset.moves[*rule])).collect();
    if tried.is_empty() && !may_lack_a_value(Part::Condition(&ruleset.positions)) {
        return found;
    }
    let Ok(options) = Options::new(ruleset) else { return found };
    let options = options.at_most(COMBINATIONS);
    let mut left = ALL_WAYS;
    for position in positions(ruleset) {
        match options.in_domain(&position) {
            Ok(true) => {}
            Ok(false) => continue,
            Err(error) => {
                if let (EvaluationError::At(place), true) = (error, silent.insert(None)) {
                    found.push(*place);
                }
                continue;
            }
        }
        for rule in &tried {
            let name = Some(ruleset.moves[*rule].name.clone());
            if left == 0 || silent.contains(&name) {
                continue;
            }
            let mut ways = WAYS.min(left);
            let done = options.visit_move(*rule, &position, &mut |_, _, _| {
                ways -= 1;
                if ways == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            left -= (WAYS.min(left) - ways).max(1);
            match done {
                Err(EvaluationError::At(place)) => {
                    silent.insert(name);
                    found.push(*place);
                }
                // At other positions it would take as long.
                Err(EvaluationError::Interrupted) => drop(silent.insert(name)),
                _ => {}
            }
        }
    }
    found
}

/// Small positions in order of their total, with all small values of the registers.
fn positions(ruleset: &Ruleset) -> Vec<Position> {
    let mut registers: Vec<Position> = vec![Vec::new()];
    for register in &ruleset.registers {
        let (low, high) = register.shown.unwrap_or((register.low, register.low + REGISTER_VALUES));
        let values: Vec<i64> = (low..=high.min(low.saturating_add(REGISTER_VALUES))).collect();
        let longer = |begun: &Position| values.iter().map(|value| [begun.as_slice(), &[*value]].concat()).collect();
        registers = registers.iter().flat_map(|begun| -> Vec<Position> { longer(begun) }).take(POSITIONS / 4).collect();
    }
    let mut found = Vec::new();
    let mut total = 0;
    while found.len() < POSITIONS && total < 64 {
        for heaps in with_total(ruleset.heaps.len(), total, POSITIONS) {
            found.extend(registers.iter().map(|registers| [heaps.as_slice(), registers].concat()));
        }
        total += 1;
    }
    found
}

/// Positions of so many heaps with a given total in lexicographic order, no more than `most`.
fn with_total(heaps: usize, total: i64, most: usize) -> Vec<Position> {
    let mut begun: Vec<(Position, i64)> = vec![(Vec::new(), total)];
    for heap in 0..heaps {
        let last = heap + 1 == heaps;
        let grown = begun.iter().flat_map(|(position, left)| {
            let values = if last { *left..=*left } else { 0..=*left };
            values.map(move |value| ([position.as_slice(), &[value]].concat(), left - value))
        });
        begun = grown.take(most).collect();
    }
    begun.into_iter().map(|(position, _)| position).collect()
}

/// Whether a move may be without value: it asks something that is not defined for all numbers.
fn may_fail(rule: &Move) -> bool {
    let mut parts = rule.targets.iter().map(Part::Term).chain([Part::Condition(&rule.guard)]);
    parts.any(may_lack_a_value)
}

fn may_lack_a_value(part: Part<'_>) -> bool {
    part.any(&mut |part| matches!(part, Part::Term(term) if is_partial(term)))
}

/// Whether a term may have no value where all its parts have one.
fn is_partial(term: &Term) -> bool {
    match term {
        Term::Constant(_) | Term::Variable(_) | Term::Sum(_) | Term::Min(_) | Term::Max(_) | Term::Product(..) => false,
        Term::Number(function, _) => !function.is_total(),
        Term::FloorDivide(_, divisor) | Term::Modulo(_, divisor) => {
            !matches!(**divisor, Term::Constant(divisor) if divisor != 0)
        }
        Term::Cases(cases) => cases.is_empty(),
        Term::Xor(_)
        | Term::SquareRoot(_)
        | Term::Power(..)
        | Term::Recursive(..)
        | Term::Own(_)
        | Term::Grid(..)
        | Term::OwnGrid(_) => true,
    }
}

/// Whether the rules need a definition, or only claims do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::check) enum Needed {
    ByRules,
    ByClaims,
}

/// Every recursion reaches its first terms: reports those that have no value where they should have one, of the
/// definitions that the rules need or of the others.
pub(in crate::check) fn every_recursion_has_values(file: &File, ruleset: &Ruleset, needed: Needed, sink: &mut Sink) {
    let mut ignored = Sink::new(Source::new("", ""));
    let Some(scope) = scope_of_file(file, ruleset.parameters.clone(), &mut ignored) else { return };
    let positions = moves::positions(file, &scope, &mut ignored);
    moves::families(file, &scope, &positions, &mut ignored);
    // Recursions are lowered when they are first needed.
    let by_rules: IndexSet<String> = scope.recursions.borrow().keys().cloned().collect();
    for item in &file.items {
        let Some((name, body)) = defined(item) else { continue };
        let by = if by_rules.contains(&name.text) { Needed::ByRules } else { Needed::ByClaims };
        if by == needed {
            reaches_first_terms(name, body, &scope, sink);
        }
    }
}

fn defined(item: &Item) -> Option<(&Name, &Expr)> {
    match &item.kind {
        ItemKind::Let { name, body, .. } | ItemKind::Sequence { name, body, .. } => Some((name, body)),
        _ => None,
    }
}

/// Reports a recurrence whose rule reaches before the first terms that are given.
fn reaches_first_terms(name: &Name, body: &Expr, scope: &Scope, sink: &mut Sink) {
    let Some(function) = scope.functions.get(&name.text).filter(|known| is_recursive(&name.text, known)) else {
        return;
    };
    if let ExprKind::List(terms) = &body.kind {
        if terms.is_empty() {
            let help = "write its terms, for example `[0, 1, 3]`, or remove it";
            sink.error(
                "endless-recursion",
                name.span,
                format!("`{}` has no terms", name.text),
                "this list is empty",
                help,
            );
        }
        return;
    }
    let mut ignored = Sink::new(Source::new("", ""));
    let zeros = vec![Expr { kind: ExprKind::Number(0), span: Span::default() }; function.arguments.len()];
    call(name, &zeros, name.span, scope, &Local::default(), &mut ignored);
    let recursion = match scope.recursions.borrow().get(&name.text).cloned().flatten() {
        Some(Stepwise::Line(recursion)) => recursion,
        Some(Stepwise::Grid(grid)) => return no_value_needs_itself(&grid, &function.arguments[0], body.span, sink),
        None => return,
    };
    // What is given beyond does not say that the rule itself gives anything.
    let is_given = |number: i128| recursion.given.iter().any(|given| given.0 == number);
    let last = recursion.given.iter().map(|given| given.0).max().unwrap_or(0).max(0);
    if NUMBERS < last {
        return;
    }
    let undefined = |number: &i128| recursion.at(*number) == Err(EvaluationError::Undefined);
    let own = (0..NUMBERS + last).filter(|number| !is_given(*number));
    let begins = (0..NUMBERS).find(|number| !undefined(number));
    let Some(at) = own.clone().find(|number| begins.is_none_or(|begins| begins < *number) && undefined(number)) else {
        return;
    };
    let message = format!("`{}({at})` has no value: its recursion reaches no first term", name.text);
    let help = format!(
        "let it call itself at smaller numbers only, and give the first terms: `from {0}(0) = 0, {0}(1) = 1` after a \
         sequence, a case such as `0 if m = 0` in a `let`",
        name.text
    );
    let label = "this never arrives at a known value";
    // Some recursions are meant for some numbers only, such as the multiples of ten.
    if own.clone().filter(|number| NUMBERS / 2 + last <= *number).all(|number| undefined(&number)) {
        sink.error("endless-recursion", body.span, message, label, help);
    } else {
        sink.warning("endless-recursion", body.span, message, label, help);
    }
}

/// No value of a recursion in several numbers needs itself, or what lies outside of its grid: reports the first small
/// arguments at which it has none.
fn no_value_needs_itself(grid: &GridRecursion, argument: &str, span: Span, sink: &mut Sink) {
    let side = GRID_SIDES[grid.width - 1];
    let mut small: Vec<Vec<i128>> = vec![Vec::new()];
    for _ in 0..grid.width {
        small = small.iter().flat_map(|before| (0..side).map(|last| [before.as_slice(), &[last]].concat())).collect();
    }
    let mut lacking = small.iter().filter(|at| grid.at(at).is_err());
    let Some((first, lack)) = lacking.find_map(|at| Some((at, grid.lack(at)?))) else { return };
    // The binomials are defined where k is at most n, for example: a rule that asks elsewhere is told by itself.
    let leaves = |at: &Vec<i128>| matches!(grid.lack(at), None | Some(Lack::Negative(_)));
    if small.iter().all(leaves) && small.iter().any(|at| grid.at(at).is_ok() && grid.calls_itself(at)) {
        return;
    }
    let message = format!("{} has no value: {}", called(grid, first), in_words(grid, first, &lack));
    let help = format!(
        "let the arguments of its calls come closer to a case that calls nothing, and write such cases first, for \
         example `1 if {argument} = 0`"
    );
    let label = "this does not always arrive at a known value";
    // What only needs too much has values at smaller arguments, perhaps; and first terms may be meant for some arguments only.
    let is_endless = |at: &Vec<i128>| grid.at(at).is_err_and(|why| why != EvaluationError::Overflow);
    let is_far = |at: &&Vec<i128>| !grid.given.is_empty() || at.iter().all(|argument| side / 2 <= *argument);
    let is_given = |at: &&Vec<i128>| grid.given.iter().any(|given| given.0 == **at);
    if small.iter().filter(|at| is_far(at) && !is_given(at)).all(is_endless) {
        sink.error("endless-recursion", span, message, label, help);
    } else {
        sink.warning("endless-recursion", span, message, label, help);
    }
}

fn called(grid: &GridRecursion, arguments: &[i128]) -> String {
    let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
    format!("`{}({})`", grid.name, arguments.join(", "))
}

/// Why a recursion in several numbers has no value at arguments.
fn in_words(grid: &GridRecursion, at: &[i128], lack: &Lack) -> String {
    match lack {
        Lack::Negative(asked) => format!("it needs {}, and arguments are natural numbers", called(grid, asked)),
        Lack::Itself(asked) if asked == at => "it needs itself".to_owned(),
        Lack::Itself(asked) => format!("it needs {}, which needs itself", called(grid, asked)),
        Lack::Beyond(_) => format!("it needs one at a larger argument than {}, the largest", grid.bound() - 1),
        Lack::Own(asked) if asked == at => "its own rule has none there".to_owned(),
        Lack::Own(asked) => format!("it needs {}, whose rule has none", called(grid, asked)),
    }
}
