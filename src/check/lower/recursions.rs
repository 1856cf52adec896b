//! Functions that call themselves, recurrences and lists, as functions of natural numbers in the IR.
use super::fold;
use super::terms::{constant, integer};
use crate::check::scope::{Binding, Function, Local, Scope, Stepwise, coordinate};
use crate::diagnostic::Sink;
use crate::ruleset::grid::{GridRecursion, MOST_ARGUMENTS};
use crate::ruleset::recursion::Recursion;
use crate::ruleset::{Term, Variable};
use crate::source::Span;
use crate::syntax::ast::{Expr, ExprKind};
use crate::syntax::walk;
use std::sync::Arc;

/// Whether a function has to be evaluated step by step: it calls itself, has first terms, or is a list.
pub(in crate::check) fn is_recursive(name: &str, function: &Function) -> bool {
    let mut own = !function.from.is_empty() || matches!(function.body.kind, ExprKind::List(_));
    walk::expression(&function.body, &mut |part| {
        own |= matches!(&part.kind, ExprKind::Call { function, .. } if function.text == name);
    });
    own
}

/// Such a function at an argument.
pub(in crate::check) fn apply(
    name: &str,
    span: Span,
    function: &Function,
    arguments: &[Expr],
    scope: &Scope,
    local: &Local,
    sink: &mut Sink,
) -> Option<Term> {
    let mut lowered =
        arguments.iter().map(|argument| integer(argument, scope, local, sink)).collect::<Option<Vec<_>>>()?;
    if local.defining.as_deref() == Some(name) {
        return Some(match lowered.len() {
            1 => Term::Own(Box::new(lowered.remove(0))),
            _ => Term::OwnGrid(lowered),
        });
    }
    let known = scope.recursions.borrow().get(name).cloned();
    let stepwise = match known {
        Some(known) => known?,
        None => {
            let built = defined(name, span, function, scope, local, sink);
            scope.recursions.borrow_mut().insert(name.to_owned(), built.clone());
            built?
        }
    };
    Some(match stepwise {
        Stepwise::Line(recursion) => fold::recursive(recursion, lowered.remove(0)),
        Stepwise::Grid(grid) => fold::on_grid(grid, lowered),
    })
}

/// The recurrence that a function of the file stands for: its first values and its rule.
fn defined(
    name: &str,
    span: Span,
    function: &Function,
    scope: &Scope,
    local: &Local,
    sink: &mut Sink,
) -> Option<Stepwise> {
    if let ExprKind::List(values) = &function.body.kind {
        let values = values.iter().map(|value| constant(value, scope, sink)).collect::<Option<Vec<_>>>()?;
        let given = values.into_iter().enumerate().map(|(at, value)| (at as i128, i128::from(value))).collect();
        return Some(Stepwise::Line(Arc::new(Recursion::new(name.to_owned(), given, Term::Cases(Vec::new())))));
    }
    let given = given(name, span, function, scope, sink)?;
    let width = function.arguments.len();
    let help = "a recursion speaks of its arguments and of parameters only";
    if let Some((heap, place)) = heap(function, scope) {
        let message = format!("`{name}` calls itself and speaks of `{heap}`");
        sink.error("bad-recursion", place, message, "here", help);
        return None;
    }
    let names = function.arguments.iter().enumerate();
    let names = names.map(|(at, argument)| (argument.clone(), Binding::Term(coordinate(at).into()))).collect();
    let inner = scope.enter(
        (name, span),
        names,
        &Local { depth: local.depth, outermost: local.outermost, ..Local::default() },
        sink,
    )?;
    let inner = Local { defining: Some(name.to_owned()), ..inner };
    let body = integer(&function.body, scope, &inner, sink)?;
    // An open parameter is a coordinate by another name.
    let mut is_closed = true;
    body.visit_variables(&mut |variable| is_closed &= matches!(variable, Variable::Coordinate(at) if at < width));
    if !is_closed {
        let message = format!("`{name}` calls itself and speaks of what changes during play");
        sink.error("bad-recursion", function.body.span, message, "here", help);
        return None;
    }
    if width == 1 {
        let given = given.into_iter().filter_map(|(arguments, value)| Some((*arguments.first()?, value))).collect();
        return Some(Stepwise::Line(Arc::new(Recursion::new(name.to_owned(), given, body))));
    }
    Some(Stepwise::Grid(Arc::new(GridRecursion::new(name.to_owned(), width, given, body))))
}

/// The first terms of a recurrence; reports a recursion with too many arguments, and terms with another number of them.
fn given(
    name: &str,
    span: Span,
    function: &Function,
    scope: &Scope,
    sink: &mut Sink,
) -> Option<Vec<(Vec<i128>, i128)>> {
    let width = function.arguments.len();
    if !(1..=MOST_ARGUMENTS).contains(&width) {
        let message = format!("`{name}` is a recursion in {width} numbers");
        let help = format!("recursions have 1 to {MOST_ARGUMENTS} arguments; parameters need not be arguments");
        sink.error("wrong-arity", span, message, "here", help);
        return None;
    }
    let mut given = Vec::new();
    for (arguments, value) in &function.from {
        if arguments.len() != width {
            let message = format!("`{name}` takes {width} arguments, and a first term has {}", arguments.len());
            let help = format!("write `from {name}({})`", vec!["0"; width].join(", "));
            sink.error("wrong-arity", value.span, message, "this first term", help);
            return None;
        }
        let arguments = arguments.iter().map(|argument| constant(argument, scope, sink).map(i128::from));
        let arguments = arguments.collect::<Option<Vec<_>>>()?;
        given.push((arguments, i128::from(constant(value, scope, sink)?)));
    }
    Some(given)
}

/// A heap of which a definition speaks.
fn heap(function: &Function, scope: &Scope) -> Option<(String, Span)> {
    let mut heap = None;
    walk::expression(&function.body, &mut |part| {
        if let ExprKind::Name { name, .. } | ExprKind::Index { name, .. } = &part.kind
            && !function.arguments.contains(name)
            && (scope.coordinates.contains_key(name) || scope.arrays.contains_key(name) || name == "total")
        {
            heap.get_or_insert((name.clone(), part.span));
        }
    });
    heap
}
