//! Terms of claims with the values that they look up, and sets with what they take from outside: what formulas and sets are
//! made of. Knows neither.
use crate::check::lower::terms::integer;
use crate::check::scope::{Local, Scope};
use crate::diagnostic::Sink;
use crate::ruleset::Variable;
use crate::ruleset::statement::{Lookup, Set, SetKind, Value};
use crate::syntax::ast::Expr;
use std::collections::BTreeSet;

/// An expression as a term with the look-ups that it needs.
pub(super) fn value(expression: &Expr, scope: &Scope, local: &Local, sink: &mut Sink) -> Option<Value> {
    let (term, lookups) = hoisted(local, || integer(expression, scope, local, sink));
    Some(Value { lookups, term: term? })
}

/// What `lower` gives, with the look-ups that were noted meanwhile.
pub(super) fn hoisted<T>(local: &Local, lower: impl FnOnce() -> T) -> (T, Vec<Lookup>) {
    let Some(hoist) = &local.claims else { return (lower(), Vec::new()) };
    hoist.noting(lower)
}

/// A set with a number of its own, and the names that it takes from outside.
pub(super) fn new_set(kind: SetKind, bound: &[usize], local: &Local) -> Set {
    let id = local.claims.as_ref().map_or(0, |hoist| hoist.set());
    let mut set = Set { id, kind, free: Vec::new() };
    let mut free = BTreeSet::new();
    set.visit_variables(&mut |variable| {
        free.insert(variable);
    });
    free.retain(|variable| !matches!(variable, Variable::Amount(slot) if bound.contains(slot)));
    set.free = free.into_iter().collect();
    set
}
