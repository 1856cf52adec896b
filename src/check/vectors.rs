//! Vectors: how many components an expression has where arrays of heaps, subsets and vectors of amounts occur in it.
use super::scope::{Binding, Local, Scope};
use crate::diagnostic::Sink;
use crate::syntax::ast::{Expr, Kind};
use crate::syntax::walk;

/// Functions that make one number of a vector.
const AGGREGATES: [&str; 6] = ["sum", "min", "max", "xor", "size", "count"];

/// The number of components: `Some(None)` for a single number, `None` after a fault.
#[expect(clippy::option_option, reason = "a fault, a number, and a vector are three things")]
pub(super) fn width(expression: &Expr, scope: &Scope, local: &Local, sink: &mut Sink) -> Option<Option<usize>> {
    let mut found: Option<usize> = None;
    let mut parts = vec![expression];
    while let Some(part) = parts.pop() {
        let own = match &part.kind {
            Kind::Name { name, .. } => match local.names.get(name) {
                Some(Binding::Vector(heaps, _)) => Some(heaps.len()),
                _ => scope.several(name, local).map(|heaps| heaps.len()),
            },
            Kind::Call { function, .. } if AGGREGATES.contains(&function.text.as_str()) => None,
            Kind::Index { .. } | Kind::Fold { .. } => None,
            _ => {
                parts.extend(walk::parts(part));
                None
            }
        };
        match (found, own) {
            (Some(known), Some(own)) if known != own => {
                let message = format!("vectors of {known} and {own} components are mixed");
                sink.error("wrong-arity", expression.span, message, "here", "use vectors over the same heaps");
                return None;
            }
            (None, Some(own)) => found = Some(own),
            _ => {}
        }
    }
    Some(found)
}
