//! Ordinal heaps: a heap below omega^k becomes k natural coordinates, the coefficients of its Cantor normal form, that of
//! the highest power first. Sums are natural (Hessenberg 1906): coefficient by coefficient; the order is lexicographic.
//!
//! Nothing outside `check` knows of ordinals.
use super::fold;
use super::terms::{constant, folded, integer};
use crate::check::scope::{Binding, Local, Scope, coordinate};
use crate::diagnostic::Sink;
use crate::ruleset::{Comparison, Condition, Term};
use crate::source::Span;
use crate::syntax::ast::{Expr, ExprKind, File, ItemKind, Operator, RelationSign};
use crate::syntax::{print_expression, walk};

/// Powers of omega that can bound heaps.
const LARGEST_POWER: i64 = 8;

/// How many coefficients every heap has if heaps are ordinals; `Some(None)` for natural numbers, `None` after a fault.
#[expect(clippy::option_option, reason = "a fault, natural numbers, and a power of omega are three things")]
pub(in crate::check) fn coefficients(file: &File, scope: &Scope, sink: &mut Sink) -> Option<Option<usize>> {
    let mut found: Option<(Option<usize>, Span)> = None;
    for item in &file.items {
        let ItemKind::Heaps { heaps, below } = &item.kind else { continue };
        let own = match below {
            None => None,
            // Ordinals below omega are the natural numbers.
            Some(bound) => Some(power_of_bound(bound, scope, sink)?).filter(|power| 1 < *power),
        };
        if let (Some(_), Some(array)) = (own, heaps.iter().find(|heap| heap.size.is_some())) {
            let name = &array.name.text;
            let help = format!("list them: `heaps {name}1, {name}2 below omega^2`");
            let message = format!("`{}` is an array of ordinal heaps", array.name.text);
            sink.error("ordinal-array", array.name.span, message, "ordinal heaps have names of their own", help);
            return None;
        }
        match found {
            Some((known, _)) if known != own => {
                let help = "give all heaps of a ruleset the same bound, for example `below omega^2`";
                let message = "heaps with different bounds are mixed";
                sink.error("mixed-heaps", item.span, message, "the heaps above have another bound", help);
                return None;
            }
            _ => found = Some((own, item.span)),
        }
    }
    Some(found.and_then(|found| found.0))
}

fn power_of_bound(bound: &Expr, scope: &Scope, sink: &mut Sink) -> Option<usize> {
    let power = match &bound.kind {
        ExprKind::Binary(Operator::Power, base, exponent) if is_omega(base) => constant(exponent, scope, sink)?,
        _ if is_omega(bound) => 1,
        _ => {
            let message = format!("`{}` is no power of omega", print_expression(bound));
            sink.error("bad-ordinal-bound", bound.span, message, "the bound of ordinal heaps", "write `below omega^2`");
            return None;
        }
    };
    if (1..=LARGEST_POWER).contains(&power) {
        return usize::try_from(power).ok();
    }
    let message = format!("heaps cannot be bounded by omega^{power}");
    let help = format!("powers from omega^1 to omega^{LARGEST_POWER} are possible");
    sink.error("bad-ordinal-bound", bound.span, message, "the bound of ordinal heaps", help);
    None
}

fn is_omega(expression: &Expr) -> bool {
    matches!(&expression.kind, ExprKind::Name { name, primed: false } if name == "omega")
}

/// The names of the coefficients of a heap: `x[w^2]`, `x[w]`, `x[1]`.
pub(in crate::check) fn coefficient_names(heap: &str, count: usize) -> Vec<String> {
    let name = |power: usize| match power {
        0 => format!("{heap}[1]"),
        1 => format!("{heap}[w]"),
        _ => format!("{heap}[w^{power}]"),
    };
    (0..count).rev().map(name).collect()
}

/// Whether a name stands for an ordinal: a heap, or all of them.
pub(in crate::check) fn is_heap(name: &str, scope: &Scope, local: &Local) -> bool {
    scope.ordinal.is_some()
        && match local.names.get(name) {
            Some(binding) => matches!(binding, Binding::Heap(_) | Binding::Vector(..)),
            None => name == "total" || scope.coordinates.get(name).is_some_and(|at| *at < scope.heaps.len()),
        }
}

/// Whether an expression speaks of ordinal heaps or of omega, in a ruleset that has them.
pub(in crate::check) fn is_ordinal(expression: &Expr, scope: &Scope, local: &Local) -> bool {
    let mut found = false;
    if scope.ordinal.is_some() {
        walk::expression(expression, &mut |part| {
            if let ExprKind::Name { name, .. } = &part.kind {
                found |= is_heap(name, scope, local) || (name == "omega" && !local.names.contains_key(name));
            }
        });
    }
    found
}

/// The coefficients of an ordinal, that of the highest power first.
pub(in crate::check) fn ordinal(expression: &Expr, scope: &Scope, local: &Local, sink: &mut Sink) -> Option<Vec<Term>> {
    let count = scope.ordinal.unwrap_or(1);
    let span = expression.span;
    if !is_ordinal(expression, scope, local) {
        let mut finite = vec![Term::Constant(0); count];
        finite[count - 1] = integer(expression, scope, local, sink)?;
        return Some(finite);
    }
    match &expression.kind {
        ExprKind::Name { name, .. } if name == "omega" => power_of_omega(1, span, count, sink),
        ExprKind::Name { name, primed } => heap(name, *primed, span, scope, local, sink),
        ExprKind::Binary(Operator::Power, base, exponent) if is_omega(base) => {
            power_of_omega(constant(exponent, scope, sink)?, span, count, sink)
        }
        ExprKind::Binary(Operator::Add, left, right) => {
            let sides = (ordinal(left, scope, local, sink), ordinal(right, scope, local, sink));
            let pairs = sides.0?.into_iter().zip(sides.1?);
            pairs.map(|(left, right)| folded(fold::sum(vec![left, right]), span, sink)).collect()
        }
        ExprKind::Binary(Operator::Multiply, left, right) => {
            let (many, ordinals) = match (is_ordinal(left, scope, local), is_ordinal(right, scope, local)) {
                (false, true) => (left, right),
                (true, false) => (right, left),
                _ => return not_available(expression, sink),
            };
            let (many, parts) = (integer(many, scope, local, sink), ordinal(ordinals, scope, local, sink));
            let many = many?;
            parts?.into_iter().map(|part| folded(fold::product(many.clone(), part), span, sink)).collect()
        }
        ExprKind::Binary(Operator::Subtract, ..) | ExprKind::Negate(_) => {
            let message = format!("`{}` subtracts, and ordinals have no subtraction", print_expression(expression));
            let help = match &expression.kind {
                ExprKind::Binary(_, left, _) if matches!(left.kind, ExprKind::Name { primed: false, .. }) => {
                    let heap = print_expression(left);
                    format!("write `{heap}'` and a condition on it, for example `{heap}' < {heap}`")
                }
                _ => "write a heap after the move with a prime, and a condition on it".to_owned(),
            };
            sink.error("ordinal-subtraction", span, message, "here", help);
            None
        }
        _ => not_available(expression, sink),
    }
}

fn heap(name: &str, primed: bool, span: Span, scope: &Scope, local: &Local, sink: &mut Sink) -> Option<Vec<Term>> {
    let count = scope.ordinal.unwrap_or(1);
    if primed && local.primed.is_none() {
        let help = "primes belong into the `where` of a move";
        sink.error("bad-prime", span, "a primed heap has no meaning here", "there is no move here", help);
        return None;
    }
    let at = |index: usize| match (primed, &local.primed) {
        (true, Some(after)) => after.get(index).cloned().unwrap_or_else(|| coordinate(index)),
        _ => coordinate(index),
    };
    // A claim binds an ordinal by one variable for each coefficient.
    if let Some(Binding::Vector(_, terms)) = local.names.get(name) {
        return Some(terms.clone());
    }
    let first = match (local.names.get(name), scope.coordinates.get(name)) {
        (Some(Binding::Heap(first)), _) => *first,
        (None, Some(first)) => local.heap(*first),
        _ => {
            let level = |level: usize| (level..scope.heaps.len()).step_by(count).map(at).collect();
            return (0..count).map(|from| folded(fold::sum(level(from)), span, sink)).collect();
        }
    };
    Some((first..first + count).map(at).collect())
}

fn power_of_omega(power: i64, span: Span, count: usize, sink: &mut Sink) -> Option<Vec<Term>> {
    let mut unit = vec![Term::Constant(0); count];
    let place = usize::try_from(power).ok().and_then(|power| (count - 1).checked_sub(power));
    let Some(place) = place else {
        let message = format!("no heap reaches omega^{power}");
        let help = format!("all heaps are below omega^{count}");
        sink.error("ordinal-too-large", span, message, "here", help);
        return None;
    };
    unit[place] = Term::Constant(1);
    Some(unit)
}

fn not_available<T>(expression: &Expr, sink: &mut Sink) -> Option<T> {
    let message = format!("`{}` has no meaning for ordinals here", print_expression(expression));
    let help = "ordinals have natural sums, multiples such as `omega * 3`, equality and an order";
    sink.error("ordinal-term", expression.span, message, "an ordinal", help);
    None
}

/// Reports an ordinal heap where a natural number is needed.
pub(in crate::check) fn not_natural<T>(name: &str, span: Span, sink: &mut Sink) -> Option<T> {
    let help = "ordinals have natural sums, multiples such as `omega * 3`, equality and an order";
    let message = format!("`{name}` is an ordinal, where a natural number is needed");
    sink.error("ordinal-term", span, message, "an ordinal heap", help);
    None
}

/// A relation between two ordinals, as a condition on their coefficients.
pub(in crate::check) fn related(
    left: &Expr,
    relation: RelationSign,
    right: &Expr,
    scope: &Scope,
    local: &Local,
    sink: &mut Sink,
) -> Option<Condition> {
    let sides = (ordinal(left, scope, local, sink), ordinal(right, scope, local, sink));
    let (left, right) = (sides.0?, sides.1?);
    Some(match relation {
        RelationSign::Less => below(&left, &right),
        RelationSign::Greater => below(&right, &left),
        RelationSign::LessEqual => fold::or(vec![below(&left, &right), equal(&left, &right)]),
        RelationSign::GreaterEqual => fold::or(vec![below(&right, &left), equal(&left, &right)]),
        RelationSign::NotEqual => fold::or(vec![below(&left, &right), below(&right, &left)]),
        RelationSign::Equal | RelationSign::In | RelationSign::NotIn | RelationSign::Divides => equal(&left, &right),
    })
}

fn equal(left: &[Term], right: &[Term]) -> Condition {
    let same = |(a, b): (&Term, &Term)| fold::compare(a.clone(), Comparison::Equal, b.clone());
    fold::and(left.iter().zip(right).map(same).collect())
}

/// The lexicographic order: the coefficients agree up to a place, and are smaller there. The alternatives exclude each
/// other.
fn below(left: &[Term], right: &[Term]) -> Condition {
    let first_difference = |at: usize| {
        let smaller = fold::not(fold::compare(right[at].clone(), Comparison::AtMost, left[at].clone()));
        fold::and(vec![equal(&left[..at], &right[..at]), smaller])
    };
    fold::or((0..left.len()).map(first_difference).collect())
}
