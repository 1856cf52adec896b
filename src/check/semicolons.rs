//! A `;` stands between the heaps and the registers of a position, and nowhere else in a bracket. Knows nothing of what a
//! position means.
use crate::diagnostic::Sink;
use crate::ruleset::Ruleset;
use crate::syntax::ast::{Expr, ExprKind, File, HeapDeclaration, ItemKind, Semicolon};
use crate::syntax::walk;

/// Reports each `;` that parts something else than heaps and registers. Positions of another ruleset have the heaps of that.
pub(super) fn semicolons_part_heaps_from_registers(file: &File, ruleset: &Ruleset, sink: &mut Sink) {
    if file.semicolons.is_empty() {
        return;
    }
    let mut elsewhere = Vec::new();
    for item in &file.items {
        walk::expressions(item, &mut |expression| {
            if matches!(expression.kind, ExprKind::Of(..)) {
                elsewhere.push(expression.span);
            }
        });
    }
    // With another number of heaps at other parameters, a claim may list those that it speaks of.
    let counted = |item: &HeapDeclaration| match &item.size {
        None | Some(Expr { kind: ExprKind::Number(_), .. }) => true,
        Some(_) => false,
    };
    let fixed = file.items.iter().all(|item| match &item.kind {
        ItemKind::Heaps { heaps, below } => below.is_none() && heaps.iter().all(counted),
        _ => true,
    });
    for sign in &file.semicolons {
        let other = elsewhere.iter().any(|span| span.start <= sign.span.start && sign.span.end <= span.end);
        let parts = || heaps_before(sign, ruleset) == ruleset.heaps.len() && !ruleset.registers.is_empty();
        let right = is_position(sign) && (!fixed || parts());
        if !other && !right {
            misplaced(sign, ruleset, sink);
        }
    }
}

/// Functions of positions, or a bracket; others are functions of numbers.
fn is_position(sign: &Semicolon) -> bool {
    sign.function.as_deref().is_none_or(|name| matches!(name, "P" | "N" | "grundy" | "terminal" | "final"))
}

/// How many heaps stand before it; the name of an array stands for all of its heaps.
fn heaps_before(sign: &Semicolon, ruleset: &Ruleset) -> usize {
    let count = |name: &Option<String>| {
        let Some(name) = name else { return 1 };
        let of_array = |heap: &&String| heap.split_once('[').is_some_and(|(array, _)| array == name);
        ruleset.heaps.iter().filter(of_array).count().max(1)
    };
    sign.before.iter().map(count).sum()
}

fn misplaced(sign: &Semicolon, ruleset: &Ruleset, sink: &mut Sink) {
    let heaps = ruleset.heaps.join(", ");
    let (message, help) = if let Some(function) = sign.function.as_ref().filter(|_| !is_position(sign)) {
        let message = format!("`;` stands in a position, and `{function}` is a function of numbers");
        (message, "write a comma".to_owned())
    } else if ruleset.registers.is_empty() {
        let message = "`;` parts heaps from registers, and this game has no register".to_owned();
        (message, "write a comma".to_owned())
    } else {
        let first = ruleset.registers.first().map_or("", |register| register.name.as_str());
        let message = "this `;` does not stand between the heaps and the registers".to_owned();
        (message, format!("write a comma here; a position is written `({heaps}; {first})`"))
    };
    let mut fault = match sink.again("misplaced-semicolon", sign.span, &message, |_| true) {
        Some(fault) => fault,
        None => sink.error("misplaced-semicolon", sign.span, message, "here", help),
    };
    fault.likely(sign.span, ",");
}
