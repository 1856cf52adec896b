//! No list of variables has one twice: `exists option (u, u) of (x, y)` would ask for two numbers and speak of one.
use crate::diagnostic::Sink;
use crate::syntax::ast::{Binder, Expr, ExprKind, File, ItemKind, Name};
use crate::syntax::walk;

/// Reports the second of two variables of one name in the same list.
pub(super) fn no_variable_is_bound_twice(file: &File, sink: &mut Sink) {
    for item in &file.items {
        let own: Vec<&Name> = match &item.kind {
            ItemKind::Let { arguments: own, .. } | ItemKind::Sequence { indices: own, .. } => own.iter().collect(),
            ItemKind::Claim(claim) => claim.binders.iter().flat_map(Binder::names).collect(),
            _ => Vec::new(),
        };
        once(&own, sink);
        walk::expressions(item, &mut |part| once(&listed(part), sink));
    }
}

/// The variables that an expression binds.
pub(super) fn listed(root: &Expr) -> Vec<&Name> {
    match &root.kind {
        ExprKind::Family { binders, .. }
        | ExprKind::Quantified { binders, .. }
        | ExprKind::FoldIndices { binders, .. } => binders.iter().flat_map(Binder::names).collect(),
        ExprKind::OptionsOf { names, .. } => names.iter().collect(),
        _ => Vec::new(),
    }
}

fn once(names: &[&Name], sink: &mut Sink) {
    for (at, name) in names.iter().enumerate() {
        if names[..at].iter().any(|other| other.text == name.text) {
            let message = format!("two variables are called `{}`", name.text);
            let help = "give one of them another name; that they are equal is a condition, such as `u = v`";
            sink.error("duplicate-name", name.span, message, "the second one", help);
        }
    }
}
