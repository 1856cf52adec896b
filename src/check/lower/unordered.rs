//! `{x, y} = {a, b}`: two numbers are two others, in any order. Does not know what numbers are.
use super::fold;
use crate::ruleset::Condition;
use crate::syntax::ast::{Expr, ExprKind, RelationSign};

/// Two sets of two numbers each that are compared.
pub(super) fn two_pairs<'e>(
    first: &'e Expr,
    rest: &'e [(RelationSign, Expr)],
) -> Option<(RelationSign, [&'e Expr; 4])> {
    let [(relation @ (RelationSign::Equal | RelationSign::NotEqual), right)] = rest else { return None };
    match (&first.kind, &right.kind) {
        (ExprKind::Set(left), ExprKind::Set(right)) if left.len() == 2 && right.len() == 2 => {
            Some((*relation, [&left[0], &left[1], &right[0], &right[1]]))
        }
        _ => None,
    }
}

/// That they are equal or not: in one of the two orders, which is so as well of sets whose elements are not different. `same` says that two
/// numbers are equal.
pub(super) fn in_any_order(
    (relation, [x, y, a, b]): (RelationSign, [&Expr; 4]),
    same: &mut dyn FnMut(&Expr, &Expr) -> Option<Condition>,
) -> Option<Condition> {
    let straight = fold::and(vec![same(x, a)?, same(y, b)?]);
    let either = fold::or(vec![straight, fold::and(vec![same(x, b)?, same(y, a)?])]);
    Some(if relation == RelationSign::Equal { either } else { fold::not(either) })
}
