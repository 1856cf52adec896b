//! `{x, y} = {a, b}`: two numbers are two others, in any order. Knows nothing of terms and conditions.
use crate::source::Span;
use crate::syntax::ast::{Expr, ExprKind, Operator, RelationSign};

/// What an equation of two sets with two numbers each says, in words of its elements; none if it is something else.
///
/// Both sets are equal if and only if their elements are in one of the two orders, also where they are not different.
pub(super) fn in_any_order(first: &Expr, rest: &[(RelationSign, Expr)], span: Span) -> Option<Expr> {
    let [(relation @ (RelationSign::Equal | RelationSign::NotEqual), right)] = rest else { return None };
    let (ExprKind::Set(left), ExprKind::Set(right)) = (&first.kind, &right.kind) else { return None };
    let ([x, y], [a, b]) = (left.as_slice(), right.as_slice()) else { return None };
    let is_number = |part: &&Expr| {
        !matches!(part.kind, ExprKind::Range(..) | ExprKind::Tuple(_) | ExprKind::Set(_) | ExprKind::List(_))
    };
    if ![x, y, a, b].iter().all(is_number) {
        return None;
    }
    let here = |kind| Expr { kind, span };
    let same = |left: &Expr, right: &Expr| {
        let rest = vec![(RelationSign::Equal, right.clone())];
        here(ExprKind::Comparison { first: Box::new(left.clone()), rest, modulus: None })
    };
    let joined = |word, left, right| here(ExprKind::Binary(word, Box::new(left), Box::new(right)));
    let straight = joined(Operator::And, same(x, a), same(y, b));
    let crossed = joined(Operator::And, same(x, b), same(y, a));
    let either = joined(Operator::Or, straight, crossed);
    Some(if *relation == RelationSign::Equal { either } else { here(ExprKind::Not(Box::new(either))) })
}
