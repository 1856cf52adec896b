//! Functions that call themselves, recurrences and lists, as functions of one natural number in the IR.
use super::fold;
use super::terms::{constant, integer};
use crate::check::scope::{Binding, Function, Local, Scope, coordinate};
use crate::diagnostic::Sink;
use crate::ruleset::Term;
use crate::ruleset::recursion::Recursion;
use crate::source::Span;
use crate::syntax::ast::{Expr, ExprKind};
use crate::syntax::walk;
use indexmap::IndexMap;
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
    let [argument] = arguments else {
        let message = format!("`{name}` takes {} arguments, and a recursion has one", arguments.len());
        let help = "write it as a function of one number; parameters need not be arguments";
        sink.error("wrong-arity", span, message, "here", help);
        return None;
    };
    let argument = integer(argument, scope, local, sink)?;
    if local.defining.as_deref() == Some(name) {
        return Some(Term::Own(Box::new(argument)));
    }
    let known = scope.recursions.borrow().get(name).cloned();
    let recursion = match known {
        Some(known) => known?,
        None => {
            let built = defined(name, span, function, scope, local, sink).map(Arc::new);
            scope.recursions.borrow_mut().insert(name.to_owned(), built.clone());
            built?
        }
    };
    Some(fold::recursive(recursion, argument))
}

/// The recurrence that a function of the file stands for: its first values and its rule.
fn defined(
    name: &str,
    span: Span,
    function: &Function,
    scope: &Scope,
    local: &Local,
    sink: &mut Sink,
) -> Option<Recursion> {
    if let ExprKind::List(values) = &function.body.kind {
        let values = values.iter().map(|value| constant(value, scope, sink)).collect::<Option<Vec<_>>>()?;
        let given = values.into_iter().enumerate().map(|(at, value)| (at as i128, i128::from(value))).collect();
        return Some(Recursion::new(name.to_owned(), given, Term::Cases(Vec::new())));
    }
    let mut given = Vec::new();
    for (arguments, value) in &function.from {
        let [at] = arguments.as_slice() else { return None };
        given.push((i128::from(constant(at, scope, sink)?), i128::from(constant(value, scope, sink)?)));
    }
    let [argument] = function.arguments.as_slice() else {
        let message = format!("`{name}` is a recursion in {} numbers", function.arguments.len());
        sink.error("wrong-arity", span, message, "here", "recursions have one argument");
        return None;
    };
    let mut heap = None;
    walk::expression(&function.body, &mut |part| {
        if let ExprKind::Name { name, .. } | ExprKind::Index { name, .. } = &part.kind
            && name != argument
            && (scope.coordinates.contains_key(name) || scope.arrays.contains_key(name) || name == "total")
        {
            heap.get_or_insert((name.clone(), part.span));
        }
    });
    if let Some((heap, place)) = heap {
        let message = format!("`{name}` calls itself and speaks of `{heap}`");
        sink.error(
            "bad-recursion",
            place,
            message,
            "here",
            "a recursion speaks of its argument and of parameters only",
        );
        return None;
    }
    let names = IndexMap::from([(argument.clone(), Binding::Term(coordinate(0).into()))]);
    let inner = scope.enter(
        (name, span),
        names,
        &Local { depth: local.depth, outermost: local.outermost, ..Local::default() },
        sink,
    )?;
    let inner = Local { defining: Some(name.to_owned()), ..inner };
    let body = integer(&function.body, scope, &inner, sink)?;
    Some(Recursion::new(name.to_owned(), given, body))
}
