//! The parameters that the head of a claim speaks of, one choice after the other. Knows nothing of what it says.
use crate::check::document::{Document, Settings};
use crate::check::lower::conditions;
use crate::check::lower::terms::constant;
use crate::check::scope::{Local, Scope};
use crate::diagnostic::{Faults, Sink};
use crate::ruleset::{Condition, ParameterValue};
use crate::syntax::ast::{Binder, Claim, Expr, ExprKind, RelationSign};

/// So many values of a parameter without a bound are tried on a table.
const WINDOW: i64 = 5;
const MOST_INSTANCES: usize = 10_000;

/// The parameter values that a claim speaks of; `settings` are those chosen from outside, which are not varied.
pub(in crate::check) fn instances(
    document: &Document,
    claim: &Claim,
    settings: &Settings,
) -> Result<Vec<Settings>, Faults> {
    let mut sink = Sink::new(document.source.clone());
    let mut all = vec![settings.clone()];
    for binder in &claim.binders {
        let name = &binder.name;
        if !document.parameters.contains_key(&name.text) {
            let message = format!("`{}` in the head of a claim is no parameter", name.text);
            let help = format!(
                "the head binds parameters; other variables are bound in the body, `forall {} ...: ...`",
                name.text
            );
            sink.error("unknown-parameter", name.span, message, "here", help);
            return Err(Faults(sink.faults));
        }
        if let Some(chosen) = settings.get(&name.text) {
            // What is chosen from outside is kept if the claim speaks of it.
            all.retain(|begun| {
                let mut values = document.parameters.clone();
                values.extend(begun.clone());
                let scope = Scope::of_parameters(values);
                matches!(chosen, ParameterValue::Number(value) if speaks_of(binder, *value, &scope, &mut sink))
            });
            continue;
        }
        let mut next = Vec::new();
        for begun in &all {
            let mut values = document.parameters.clone();
            values.extend(begun.clone());
            for value in binder_values(binder, &Scope::of_parameters(values), &mut sink) {
                let mut with = begun.clone();
                with.insert(name.text.clone(), ParameterValue::Number(value));
                next.push(with);
            }
            if MOST_INSTANCES < next.len() {
                let message = format!("the head speaks of more than {MOST_INSTANCES} combinations");
                sink.error("too-many-instances", name.span, message, "here", "choose smaller ranges");
                return Err(Faults(sink.faults));
            }
        }
        all = next;
    }
    if let Some(condition) = &claim.head_condition {
        all.retain(|settings| {
            let mut values = document.parameters.clone();
            values.extend(settings.clone());
            let scope = Scope::of_parameters(values);
            let known = conditions::condition(condition, &scope, &Local::default(), &mut sink);
            known == Some(Condition::Known(true))
        });
    }
    if sink.has_errors() { Err(Faults(sink.faults)) } else { Ok(all) }
}

/// Whether a value lies in the range of a binder.
fn speaks_of(binder: &Binder, value: i64, scope: &Scope, sink: &mut Sink) -> bool {
    let end = |sink: &mut Sink| constant(&binder.range, scope, sink);
    match binder.relation {
        RelationSign::GreaterEqual => end(sink).is_some_and(|end| end <= value),
        RelationSign::Greater => end(sink).is_some_and(|end| end < value),
        RelationSign::LessEqual => end(sink).is_some_and(|end| value <= end),
        RelationSign::Less => end(sink).is_some_and(|end| value < end),
        _ => elements(&binder.range).into_iter().any(|element| match &element.kind {
            ExprKind::Range(low, high) => {
                let ends = (constant(low, scope, sink), constant(high, scope, sink));
                matches!(ends, (Some(low), Some(high)) if (low..=high).contains(&value))
            }
            _ => binder_values(binder, scope, sink).contains(&value),
        }),
    }
}

/// The parts of what a variable of a head lies in.
fn elements(range: &Expr) -> Vec<&Expr> {
    match &range.kind {
        ExprKind::Set(elements) => elements.iter().collect(),
        _ => vec![range],
    }
}

/// The values of a parameter that the head of a claim speaks of; of an open range a window of them.
fn binder_values(binder: &Binder, scope: &Scope, sink: &mut Sink) -> Vec<i64> {
    let range = |low: Option<i64>, high: Option<i64>| match (low, high) {
        // One more than there may be is enough to be told.
        (Some(low), Some(high)) => (low..=high).take(MOST_INSTANCES + 1).collect(),
        (Some(low), None) => (low..low.saturating_add(WINDOW)).collect(),
        (None, Some(high)) => (high.saturating_sub(WINDOW - 1)..=high).collect(),
        (None, None) => Vec::<i64>::new(),
    };
    let value = |expression: &Expr, sink: &mut Sink| constant(expression, scope, sink);
    match binder.relation {
        RelationSign::GreaterEqual => value(&binder.range, sink).map_or_else(Vec::new, |low| range(Some(low), None)),
        RelationSign::Greater => {
            value(&binder.range, sink).map_or_else(Vec::new, |low| range(low.checked_add(1), None))
        }
        RelationSign::LessEqual => value(&binder.range, sink).map_or_else(Vec::new, |high| range(None, Some(high))),
        RelationSign::Less => value(&binder.range, sink).map_or_else(Vec::new, |high| range(None, high.checked_sub(1))),
        RelationSign::Equal => value(&binder.range, sink).into_iter().collect(),
        RelationSign::In => {
            let mut all = Vec::new();
            for element in elements(&binder.range) {
                match &element.kind {
                    ExprKind::Range(low, high) => all.extend(range(value(low, sink), value(high, sink))),
                    ExprKind::Name { name, .. }
                        if matches!(scope.parameters.get(name), Some(ParameterValue::Set(_))) =>
                    {
                        if let Some(ParameterValue::Set(set)) = scope.parameters.get(name) {
                            all.extend(set);
                        }
                    }
                    _ => all.extend(value(element, sink)),
                }
            }
            all
        }
        RelationSign::NotEqual | RelationSign::NotIn | RelationSign::Divides => {
            let help = format!(
                "give a range, and put the condition behind it: `{name} in ... where {name} != ...`",
                name = binder.name.text
            );
            sink.error("bad-range", binder.range.span, "a variable needs a range", "this is none", help);
            Vec::new()
        }
    }
}
