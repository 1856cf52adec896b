//! Visits every expression of a tree. Knows nothing of what names mean.
use super::ast::{Change, CodeDigits, Expr, ExprKind, Item, ItemKind};

/// Calls `visit` on every expression of an item, outer ones first. The condition and default of a parameter are left
/// out: a parameter that only limits itself is not used.
pub fn expressions(item: &Item, visit: &mut dyn FnMut(&Expr)) {
    let mut roots: Vec<&Expr> = Vec::new();
    match &item.kind {
        ItemKind::Ruleset(_) | ItemKind::Source(_) | ItemKind::Play(_) => {}
        ItemKind::Param { default, .. } => roots.push(default),
        ItemKind::Code(code) => match &code.digits {
            CodeDigits::Written(_) => {}
            CodeDigits::Listed(digits) => roots.extend(digits),
        },
        ItemKind::Heaps { heaps, below } => {
            roots.extend(heaps.iter().filter_map(|heap| heap.size.as_ref()).chain(below));
        }
        ItemKind::Register { size, range, .. } => {
            roots.extend(range.iter().flat_map(|(low, high)| [low, high]).chain(size));
        }
        ItemKind::Positions(root) | ItemKind::Blocking(root) | ItemKind::Start { value: root, .. } => roots.push(root),
        ItemKind::Measure(terms) => roots.extend(terms),
        ItemKind::Move(declaration) => {
            match &declaration.change {
                Change::Full { to, more, .. } => roots.extend(to.iter().chain(more.iter().flatten())),
                Change::Short(changes) => roots.extend(changes.iter().flat_map(|(from, to)| [from, to])),
            }
            roots.extend(&declaration.condition);
            if let Some(indices) = &declaration.indices {
                roots.extend(indices.binders.iter().map(|binder| &*binder.range).chain(&indices.condition));
            }
        }
        ItemKind::Let { body, .. } => roots.push(body),
        ItemKind::Sequence { body, from, .. } => {
            roots.push(body);
            roots.extend(from.iter().map(|(_, value)| value));
        }
        ItemKind::Claim(claim) => {
            roots.push(&claim.body);
            roots.extend(claim.at.iter().chain(&claim.head_condition).chain(&claim.condition).chain(&claim.except));
            roots.extend(claim.binders.iter().map(|binder| &*binder.range));
        }
        ItemKind::Extends { with, .. } => roots.extend(with.iter().map(|(_, value)| value)),
        ItemKind::Sum(parts) => roots.extend(parts.iter().flat_map(|part| part.1.iter().map(|(_, value)| value))),
    }
    for root in roots {
        expression(root, visit);
    }
}

/// Calls `visit` on an expression and everything in it, outer ones first.
pub fn expression(root: &Expr, visit: &mut dyn FnMut(&Expr)) {
    visit(root);
    for part in parts(root) {
        expression(part, visit);
    }
}

/// The expressions directly inside an expression.
#[must_use]
pub fn parts(root: &Expr) -> Vec<&Expr> {
    match &root.kind {
        ExprKind::Number(_) | ExprKind::Name { .. } => Vec::new(),
        ExprKind::Index { index: inner, .. }
        | ExprKind::Negate(inner)
        | ExprKind::Not(inner)
        | ExprKind::Absolute(inner)
        | ExprKind::Symmetric(inner)
        | ExprKind::Of(inner, _) => vec![inner],
        ExprKind::Binary(_, left, right) | ExprKind::Range(left, right) => vec![left, right],
        ExprKind::Call { arguments, .. } => arguments.iter().collect(),
        ExprKind::Fold { value, condition, .. } => std::iter::once(&**value).chain(condition.as_deref()).collect(),
        ExprKind::Tuple(all) | ExprKind::Set(all) | ExprKind::List(all) | ExprKind::All(all) => all.iter().collect(),
        ExprKind::Comparison { first, rest, modulus } => {
            std::iter::once(&**first).chain(rest.iter().map(|link| &link.1)).chain(modulus.as_deref()).collect()
        }
        ExprKind::Family { element, binders, condition }
        | ExprKind::FoldIndices { value: element, binders, condition, .. } => std::iter::once(&**element)
            .chain(binders.iter().map(|binder| &*binder.range))
            .chain(condition.as_deref())
            .collect(),
        ExprKind::Cases(cases) => {
            cases.iter().flat_map(|(value, condition)| std::iter::once(value).chain(condition)).collect()
        }
        ExprKind::Quantified { binders, body, .. } => {
            binders.iter().map(|binder| &*binder.range).chain(std::iter::once(&**body)).collect()
        }
        ExprKind::OptionsOf { position, body, .. } => vec![position, body],
    }
}

/// The same, to change them.
pub fn parts_mut(root: &mut Expr) -> Vec<&mut Expr> {
    match &mut root.kind {
        ExprKind::Number(_) | ExprKind::Name { .. } => Vec::new(),
        ExprKind::Index { index: inner, .. }
        | ExprKind::Negate(inner)
        | ExprKind::Not(inner)
        | ExprKind::Absolute(inner)
        | ExprKind::Symmetric(inner)
        | ExprKind::Of(inner, _) => vec![inner],
        ExprKind::Binary(_, left, right) | ExprKind::Range(left, right) => vec![left, right],
        ExprKind::Call { arguments, .. } => arguments.iter_mut().collect(),
        ExprKind::Fold { value, condition, .. } => {
            std::iter::once(&mut **value).chain(condition.as_deref_mut()).collect()
        }
        ExprKind::Tuple(all) | ExprKind::Set(all) | ExprKind::List(all) | ExprKind::All(all) => {
            all.iter_mut().collect()
        }
        ExprKind::Comparison { first, rest, modulus } => std::iter::once(&mut **first)
            .chain(rest.iter_mut().map(|link| &mut link.1))
            .chain(modulus.as_deref_mut())
            .collect(),
        ExprKind::Family { element, binders, condition }
        | ExprKind::FoldIndices { value: element, binders, condition, .. } => std::iter::once(&mut **element)
            .chain(binders.iter_mut().map(|binder| &mut *binder.range))
            .chain(condition.as_deref_mut())
            .collect(),
        ExprKind::Cases(cases) => {
            cases.iter_mut().flat_map(|(value, condition)| std::iter::once(value).chain(condition)).collect()
        }
        ExprKind::Quantified { binders, body, .. } => {
            binders.iter_mut().map(|binder| &mut *binder.range).chain(std::iter::once(&mut **body)).collect()
        }
        ExprKind::OptionsOf { position, body, .. } => vec![position, body],
    }
}
