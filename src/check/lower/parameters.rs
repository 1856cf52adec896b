//! The values of parameters: defaults, settings from outside, and the conditions on them.
use super::conditions::{components, condition};
use super::indices::{PutIn, choices};
use super::terms::{constant, constant_in};
use crate::check::document::Settings;
use crate::check::scope::{Local, Scope};
use crate::diagnostic::Sink;
use crate::ruleset::words::brackets;
use crate::ruleset::{Condition, ParameterValue};
use crate::source::Span;
use crate::syntax::ast::{Expr, ExprKind, File, ItemKind, Name};
use crate::syntax::{nearest, print_expression, walk};
use indexmap::{IndexMap, IndexSet};

const LARGEST_SET: usize = 100_000;
const LARGEST_BRACKETS: usize = 5_000;

/// The value of every parameter, in the order of the file; faults where a default or a setting does not fit.
pub(in crate::check) fn values(file: &File, settings: &Settings, sink: &mut Sink) -> IndexMap<String, ParameterValue> {
    let mut values: IndexMap<String, ParameterValue> = IndexMap::new();
    let mut damaged = file.damaged.clone();
    let mut place = Span::default();
    for item in &file.items {
        let ItemKind::Param { name, default, condition: requirement } = &item.kind else { continue };
        place = name.span;
        let scope = Scope { damaged: damaged.clone(), ..Scope::of_parameters(values.clone()) };
        let Some(default_value) = value(default, &scope, sink) else {
            // Those below that speak of it are not at fault.
            damaged.push(name.text.clone());
            continue;
        };
        let chosen = chosen(name, settings.get(&name.text), default_value, sink);
        if values.insert(name.text.clone(), chosen.clone()).is_some() {
            sink.error(
                "duplicate-name",
                name.span,
                format!("parameter `{}` is declared twice", name.text),
                "the second declaration",
                "give one of them another name",
            );
        }
        if let Some(requirement) = requirement {
            let scope = Scope { damaged: damaged.clone(), ..Scope::of_parameters(values.clone()) };
            is_allowed(name, &chosen, requirement, &scope, sink);
        }
    }
    every_setting_is_a_parameter(settings, &values, place, sink);
    values
}

/// What a setting makes of a default; a number is a set of one where a set is needed.
fn chosen(name: &Name, setting: Option<&ParameterValue>, default: ParameterValue, sink: &mut Sink) -> ParameterValue {
    match (setting, &default) {
        (None, _) => default,
        (Some(set @ ParameterValue::Set(_)), ParameterValue::Set(_)) => set.clone(),
        (Some(number @ ParameterValue::Number(_)), ParameterValue::Number(_)) => number.clone(),
        (Some(ParameterValue::Number(number)), ParameterValue::Set(_)) => ParameterValue::Set(vec![*number]),
        (Some(set @ ParameterValue::Brackets(_)), ParameterValue::Brackets(_)) => set.clone(),
        (Some(ParameterValue::Set(none)), ParameterValue::Brackets(_)) if none.is_empty() => {
            ParameterValue::Brackets(Vec::new())
        }
        (Some(given), default) => {
            let (is, help) = match default {
                ParameterValue::Number(_) => ("a number", "give one number"),
                ParameterValue::Set(_) => ("a set of numbers", "give numbers, such as 1,2,5"),
                ParameterValue::Brackets(_) => ("a set of brackets", "give brackets, such as (1,2),(2,1)"),
            };
            let to = match given {
                ParameterValue::Number(_) => "a number",
                ParameterValue::Set(_) => "a set",
                ParameterValue::Brackets(_) => "a set of brackets",
            };
            let message = format!("`{}` is {is}, and is set to {to}", name.text);
            sink.error("bad-parameter", name.span, message, "declared here", help);
            default.clone()
        }
    }
}

/// A value satisfies the condition of its parameter, which speaks of parameters alone.
fn is_allowed(name: &Name, chosen: &ParameterValue, requirement: &Expr, scope: &Scope, sink: &mut Sink) {
    match condition(requirement, scope, &Local::default(), sink) {
        Some(Condition::Known(false)) => {
            let message = format!("`{} = {}` is outside what the parameter allows", name.text, words(chosen));
            let help = "choose another value";
            sink.error("parameter-condition", requirement.span, message, "this condition fails", help);
        }
        Some(Condition::Known(true)) | None => {}
        Some(_) => {
            let message = format!("the condition on `{}` speaks of more than parameters", name.text);
            let help = "use only this parameter and those above it";
            sink.error("bad-parameter", requirement.span, message, "here", help);
        }
    }
}

/// A setting that names no parameter is told where parameters stand.
fn every_setting_is_a_parameter(
    settings: &Settings,
    values: &IndexMap<String, ParameterValue>,
    place: Span,
    sink: &mut Sink,
) {
    for name in settings.keys().filter(|name| !values.contains_key(*name)) {
        let help = match nearest(name, values.keys().map(String::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None if values.is_empty() => "this ruleset has no parameters".to_owned(),
            None => format!("it has {}", values.keys().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")),
        };
        sink.error(
            "unknown-parameter",
            place,
            format!("there is no parameter `{name}`"),
            "parameters are declared with `param`",
            help,
        );
    }
}

fn words(value: &ParameterValue) -> String {
    match value {
        ParameterValue::Number(number) => number.to_string(),
        ParameterValue::Set(set) => {
            format!("{{{}}}", set.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
        }
        ParameterValue::Brackets(set) => format!("{{{}}}", brackets(set)),
    }
}

/// What a parameter is by default, or set to: a number, a set of them, or a set by its name.
pub(in crate::check) fn value(default: &Expr, scope: &Scope, sink: &mut Sink) -> Option<ParameterValue> {
    if let ExprKind::Name { name, primed: false } = &default.kind
        && let Some(set @ (ParameterValue::Set(_) | ParameterValue::Brackets(_))) = scope.parameters.get(name)
    {
        return Some(set.clone());
    }
    if let ExprKind::Family { element, binders, condition } = &default.kind {
        let all = choices(binders, condition.as_deref(), scope, &Local::default(), sink)?;
        return family(element, &all, scope, sink);
    }
    if let ExprKind::Set(elements) = &default.kind {
        if elements.iter().any(|element| matches!(element.kind, ExprKind::Tuple(_))) {
            return bracket_set(elements, scope, sink);
        }
        let mut set = Vec::new();
        for element in elements {
            let (low, high) = match &element.kind {
                ExprKind::Range(low, high) => (constant(low, scope, sink)?, constant(high, scope, sink)?),
                _ => {
                    let only = constant(element, scope, sink)?;
                    (only, only)
                }
            };
            if LARGEST_SET as i128 <= i128::from(high) - i128::from(low) + set.len() as i128 {
                sink.error(
                    "bad-parameter",
                    element.span,
                    format!("this set has more than {LARGEST_SET} elements"),
                    "here",
                    "write a condition with the two ends of the range in its place",
                );
                return None;
            }
            set.extend(low..=high);
        }
        set.sort_unstable();
        set.dedup();
        return Some(ParameterValue::Set(set));
    }
    constant(default, scope, sink).map(ParameterValue::Number)
}

/// `{k^2 for k in 1..5}`, `{(k, k + 1) for k in 1..5}`: an element for each choice.
fn family(element: &Expr, all: &[PutIn], scope: &Scope, sink: &mut Sink) -> Option<ParameterValue> {
    let mut set: Vec<Vec<i64>> = Vec::new();
    for (local, _) in all {
        let parts = components(element).into_iter().map(|part| constant_in(part, scope, local, sink));
        set.push(parts.collect::<Option<_>>()?);
    }
    set.sort_unstable();
    set.dedup();
    let is_bracket = matches!(element.kind, ExprKind::Tuple(_));
    Some(if is_bracket { ParameterValue::Brackets(set) } else { ParameterValue::Set(set.concat()) })
}

/// `{(1, 2), (2, 1..3)}`: brackets of numbers; a range stands for each of its numbers.
fn bracket_set(elements: &[Expr], scope: &Scope, sink: &mut Sink) -> Option<ParameterValue> {
    let mut set: Vec<Vec<i64>> = Vec::new();
    for element in elements {
        let ExprKind::Tuple(parts) = &element.kind else {
            let message = format!("`{}` is no bracket, and other elements are", print_expression(element));
            let help = "a set holds numbers, or brackets of two numbers or more";
            sink.error("bad-parameter", element.span, message, "here", help);
            return None;
        };
        let mut begun: Vec<Vec<i64>> = vec![Vec::new()];
        for part in parts {
            let (low, high) = match &part.kind {
                ExprKind::Range(low, high) => (constant(low, scope, sink)?, constant(high, scope, sink)?),
                _ => {
                    let only = constant(part, scope, sink)?;
                    (only, only)
                }
            };
            let count = (i128::from(high) - i128::from(low) + 1).max(0);
            if (LARGEST_BRACKETS as i128) < count.saturating_mul(begun.len() as i128) + set.len() as i128 {
                let message = format!("this set has more than {LARGEST_BRACKETS} brackets");
                sink.error("bad-parameter", element.span, message, "here", "write conditions in its place");
                return None;
            }
            begun = begun
                .iter()
                .flat_map(|begun| (low..=high).map(move |number| [begun.as_slice(), &[number]].concat()))
                .collect();
        }
        set.extend(begun);
    }
    set.sort_unstable();
    set.dedup();
    Some(ParameterValue::Brackets(set))
}

/// A parameter that nothing mentions is a warning.
pub(in crate::check) fn every_parameter_is_used(file: &File, sink: &mut Sink) {
    if !file.damaged.is_empty() {
        return;
    }
    let mut used: IndexSet<String> = IndexSet::new();
    for item in &file.items {
        walk::expressions(item, &mut |expression| {
            if let ExprKind::Name { name, .. } | ExprKind::Call { function: Name { text: name, .. }, .. } =
                &expression.kind
            {
                used.insert(name.clone());
            }
            if let ExprKind::Fold { array, .. } = &expression.kind {
                used.insert(array.text.clone());
            }
        });
    }
    let own_conditions: Vec<_> = file
        .items
        .iter()
        .filter_map(|item| match &item.kind {
            ItemKind::Param { name, .. } => Some(name),
            _ => None,
        })
        .collect();
    for name in own_conditions {
        if !used.contains(&name.text) {
            sink.warning(
                "unused-parameter",
                name.span,
                format!("parameter `{}` is never used", name.text),
                "declared here",
                "remove it, or use it in a move",
            );
        }
    }
}

/// Whether the value of an expression depends on a parameter, or may by what it calls.
pub(super) fn mentions_parameter(written: &Expr, scope: &Scope) -> bool {
    let mut found = false;
    walk::expression(written, &mut |part| {
        found |= match &part.kind {
            ExprKind::Name { name, .. } => scope.parameters.contains_key(name) || scope.functions.contains_key(name),
            // The number of heaps is a parameter as well.
            ExprKind::Call { function, .. } => function.text == "size" || scope.functions.contains_key(&function.text),
            _ => false,
        };
    });
    found
}
