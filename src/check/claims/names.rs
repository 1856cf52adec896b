//! Claims say something sensible: their names are bound and positions have as many components as the game has heaps.
//! Claims are not evaluated here.
use crate::check::scope::PREDEFINED;
use crate::diagnostic::Sink;
use crate::source::Span;
use crate::syntax::ast::{Binder, ClaimKind, Expr, ExprKind, File, HeapDeclaration, Item, ItemKind, Name};
use crate::syntax::{nearest, walk};
use indexmap::IndexSet;

/// Words that claims may use and that nothing declares.
const WORDS: [&str; 13] = [
    "finitely",
    "many",
    "admissible",
    "universally",
    "digit",
    "otherwise",
    "row",
    "column",
    "gcd",
    "prime",
    "valuation",
    "bitand",
    "bitor",
];

/// Reports unbound names and wrong numbers of components in all claims.
pub(in crate::check) fn every_claim_makes_sense(file: &File, sink: &mut Sink) {
    if file.damaged.iter().any(String::is_empty) {
        // A file that it extends cannot be read, or something of this one: nobody knows what is declared.
        return;
    }
    let damaged = file.damaged.iter().map(String::as_str);
    let declared: IndexSet<&str> = file.items.iter().flat_map(names).chain(damaged).collect();
    let heaps = heap_count(file);
    for item in &file.items {
        let ItemKind::Claim(claim) = &item.kind else { continue };
        let mut bound: Vec<&str> = declared.iter().copied().collect();
        bound.extend(claim.binders.iter().flat_map(Binder::names).map(|name| name.text.as_str()));
        let roots = [
            Some(&claim.body),
            claim.at.as_ref(),
            claim.head_condition.as_ref(),
            claim.condition.as_ref(),
            claim.except.as_ref(),
        ];
        for root in roots.into_iter().flatten() {
            in_claim(root, &mut bound, heaps, sink);
        }
    }
}

/// Reports a counterexample that a claim names which is not said to be refuted.
pub(in crate::check) fn only_refuted_claims_name_counterexamples(file: &File, sink: &mut Sink) {
    for item in &file.items {
        let ItemKind::Claim(claim) = &item.kind else { continue };
        if let (true, Some(at)) = (claim.kind != ClaimKind::Refuted, &claim.at) {
            let message = "only `refuted` names a position at which it is false";
            let help = "leave it out, or write `refuted` if the claim is false there";
            sink.error("idle-part", at.span, message, "says nothing in other claims", help);
        }
    }
}

/// A claim is chosen, cited and certified by its name alone.
pub(in crate::check) fn every_claim_has_its_own_name(file: &File, sink: &mut Sink) {
    let mut seen: IndexSet<&str> = IndexSet::new();
    for item in &file.items {
        let ItemKind::Claim(claim) = &item.kind else { continue };
        if !seen.insert(&claim.name) {
            sink.error(
                "duplicate-claim",
                item.span,
                format!("two claims are called \"{}\"", claim.name),
                "the second one",
                "give it a name of its own: `--claim` and certificates know claims by their names",
            );
        }
    }
}

fn names(item: &Item) -> Vec<&str> {
    match &item.kind {
        ItemKind::Param { name, .. }
        | ItemKind::Register { name, .. }
        | ItemKind::Let { name, .. }
        | ItemKind::Sequence { name, .. } => vec![&name.text],
        ItemKind::Heaps { heaps, .. } => heaps.iter().map(|heap| heap.name.text.as_str()).collect(),
        _ => Vec::new(),
    }
}

fn heap_count(file: &File) -> Option<usize> {
    let mut count = 0;
    for item in &file.items {
        if let ItemKind::Heaps { heaps, .. } = &item.kind {
            for HeapDeclaration { size, .. } in heaps {
                if size.is_some() {
                    return None;
                }
                count += 1;
            }
        }
    }
    Some(count)
}

/// Reports names of an expression that nothing binds; binders hold within what they bind.
fn in_claim<'a>(expression: &'a Expr, bound: &mut Vec<&'a str>, heaps: Option<usize>, sink: &mut Sink) {
    let before = bound.len();
    match &expression.kind {
        ExprKind::Name { name, .. } => is_bound(name, expression.span, bound, sink),
        ExprKind::Index { name, .. } => is_bound(name, expression.span, bound, sink),
        ExprKind::Call { function, arguments } => {
            is_bound(&function.text, function.span, bound, sink);
            let of_position = matches!(function.text.as_str(), "grundy" | "P" | "N" | "terminal" | "final");
            if let Some(heaps) = heaps.filter(|heaps| of_position && arguments.len() < *heaps && 1 < *heaps)
                && (!matches!(arguments.as_slice(), [Expr { kind: ExprKind::Name { .. }, .. }]) || 1 < arguments.len())
            {
                let message =
                    format!("`{}` speaks of {} heaps, and a position has {heaps}", function.text, arguments.len());
                sink.error("wrong-arity", expression.span, message, "here", "give one number for each heap");
            }
        }
        ExprKind::Family { binders, element, condition } => {
            bind_all(binders, bound);
            if binders.is_empty() || condition.is_some() {
                if let ExprKind::Tuple(parts) = &element.kind {
                    bound.extend(parts.iter().filter_map(simple_name));
                } else {
                    bound.extend(simple_name(element));
                }
            }
        }
        ExprKind::Quantified { binders, .. } | ExprKind::FoldIndices { binders, .. } => bind_all(binders, bound),
        ExprKind::OptionsOf { names, .. } => bound.extend(names.iter().map(|name: &Name| name.text.as_str())),
        ExprKind::Fold { name, .. } => bound.push(&name.text),
        ExprKind::Of(..) => return,
        _ => {}
    }
    for part in walk::parts(expression) {
        in_claim(part, bound, heaps, sink);
    }
    bound.truncate(before);
}

fn bind_all<'a>(binders: &'a [Binder], bound: &mut Vec<&'a str>) {
    bound.extend(binders.iter().map(|binder| binder.name.text.as_str()));
}

fn simple_name(expression: &Expr) -> Option<&str> {
    match &expression.kind {
        ExprKind::Name { name, primed: false } => Some(name),
        _ => None,
    }
}

fn is_bound(name: &str, span: Span, bound: &[&str], sink: &mut Sink) {
    if bound.contains(&name) || PREDEFINED.contains(&name) || WORDS.contains(&name) {
        return;
    }
    let known = bound.iter().copied().chain(PREDEFINED);
    let near = nearest(name, known);
    let help = near.map_or_else(
        || "declare it with `sequence`, `let` or `param`".to_owned(),
        |near| format!("did you mean `{near}`?"),
    );
    let message = format!("nothing binds `{name}`");
    let mut fault = match sink.again("unknown-name", span, &message, |_| true) {
        Some(fault) => fault,
        None => sink.error("unknown-name", span, message, "not a heap, sequence, parameter or word of claims", help),
    };
    if let Some(near) = near {
        fault.likely(span, near);
    }
}
