//! Vectors: how many components an expression has where arrays of heaps, subsets and vectors of amounts occur in it.
use crate::check::scope::{Binding, Fraction, Local, OF_POSITIONS, Scope};
use crate::diagnostic::Sink;
use crate::ruleset::Term;
use crate::source::Span;
use crate::syntax::ast::{Expr, ExprKind};
use crate::syntax::{print_expression, walk};

/// Functions that make one number of a vector.
const AGGREGATES: [&str; 6] = ["sum", "min", "max", "xor", "size", "count"];

/// What is asked of the position is one answer too, of all its heaps.
fn makes_one_number(function: &str) -> bool {
    AGGREGATES.contains(&function) || OF_POSITIONS.contains(&function)
}

/// The number of components: `Some(None)` for a single number, `None` after a fault.
#[expect(clippy::option_option, reason = "a fault, a number, and a vector are three things")]
pub(in crate::check) fn width(
    expression: &Expr,
    scope: &Scope,
    local: &Local,
    sink: &mut Sink,
) -> Option<Option<usize>> {
    let mut found: Option<usize> = None;
    let mut parts = vec![expression];
    while let Some(part) = parts.pop() {
        let own = match &part.kind {
            ExprKind::Name { name, .. } => match local.names.get(name) {
                Some(Binding::Vector(heaps, _)) => Some(heaps.len()),
                _ => scope.several(name, local).map(|heaps| heaps.len()),
            },
            ExprKind::Call { function, .. } if makes_one_number(&function.text) => None,
            ExprKind::Index { .. } | ExprKind::Fold { .. } | ExprKind::FoldIndices { .. } => None,
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

/// Whether an index speaks of the position or of what a move chooses; how many heaps there are is known.
pub(in crate::check) fn varies(index: &Expr, scope: &Scope, local: &Local) -> bool {
    let mut parts = vec![index];
    while let Some(part) = parts.pop() {
        match &part.kind {
            ExprKind::Name { name, .. } | ExprKind::Index { name, .. } => {
                let known = scope.coordinates.contains_key(name) || scope.arrays.contains_key(name);
                let bound = local.names.get(name).map(|binding| match binding {
                    Binding::Index { .. } | Binding::Numbers(_) => false,
                    Binding::Term(Fraction { numerator, .. }) => !matches!(numerator, Term::Constant(_)),
                    Binding::Heap(_) | Binding::Heaps(_) | Binding::Vector(..) => true,
                });
                if bound.unwrap_or(known || name == "total") {
                    return true;
                }
                parts.extend(walk::parts(part));
            }
            ExprKind::Call { function, .. } if function.text == "size" => {}
            _ => parts.extend(walk::parts(part)),
        }
    }
    false
}

/// Reports such an index, with the way in which a move chooses a heap.
pub(in crate::check) fn index_varies(
    name: &str,
    index: &Expr,
    span: Span,
    scope: &Scope,
    local: &Local,
    sink: &mut Sink,
) {
    let written = print_expression(index);
    let message = format!("which heap `{name}[{written}]` is must be known before play");
    let chosen = match &index.kind {
        ExprKind::Name { name: which, primed: false } if matches!(local.names.get(which), Some(Binding::Heap(_))) => {
            let help = format!("`{which}` is the heap itself: write `{which}`");
            sink.error("not-constant", index.span, message, "not a number or parameter", help).likely(span, which);
            return;
        }
        _ => scope.fresh(local),
    };
    let help = format!(
        "an index holds numbers, parameters and variables of `for`; a move chooses a heap by `for each {chosen} in {name}` and calls it `{chosen}`, or by its number with `for {chosen} in 1..size({name})`, and `{chosen} = {written}` among its conditions"
    );
    sink.error("not-constant", index.span, message, "not a number or parameter", help);
}
