//! Lowers number theory and the bits of numbers: `gcd(a, b)`, `valuation(b, m)`, `prime(m)`, `a divides b`, `bitand(a, b)`.
use super::fold;
use super::functions::{spread, wrong_arity};
use super::terms::{common, folded, integer};
use super::vectors::width;
use crate::check::scope::{Local, Scope};
use crate::diagnostic::Sink;
use crate::ruleset::{Comparison, Condition, NumberFunction, Term};
use crate::source::Span;
use crate::syntax::ast::Expr;
use crate::syntax::print_expression;

/// A function at its arguments, as a term.
pub(super) fn function(
    name: &str,
    arguments: &[Expr],
    span: Span,
    scope: &Scope,
    local: &Local,
    sink: &mut Sink,
) -> Option<Term> {
    match name {
        "gcd" => common_divisor(arguments, span, scope, local, sink),
        "prime" => {
            let written = arguments.first().map(print_expression).unwrap_or_default();
            let help = format!("for a number that is 1 or 0, write `cases {{ 1 if prime({written}); 0 otherwise }}`");
            sink.error("not-a-term", span, "`prime` is a condition, where a number is needed", "here", help);
            None
        }
        _ => {
            let [first, second] = arguments else {
                let form = if name == "valuation" { "valuation(base, number)" } else { "bitand(a, b)" };
                wrong_arity(name, 2, arguments.len(), form, span, sink);
                return None;
            };
            let sides = (integer(first, scope, local, sink), integer(second, scope, local, sink));
            let (first, second) = (sides.0?, sides.1?);
            let built = if name == "valuation" {
                fold::number_function(NumberFunction::Valuation, vec![first, second])
            } else {
                bits(name == "bitand", first, second, scope)
            };
            folded(built, span, sink)
        }
    }
}

/// `gcd(a, b, ...)`, of two numbers or more.
fn common_divisor(arguments: &[Expr], span: Span, scope: &Scope, local: &Local, sink: &mut Sink) -> Option<Term> {
    let mut parts = spread(arguments, scope, local, sink)?;
    if let ([argument], 1) = (arguments, parts.len())
        && width(argument, scope, local, sink)?.is_some()
    {
        // A vector with one component: 0 has every divisor.
        parts.push(Term::Constant(0).into());
    }
    if parts.len() < 2 || parts.iter().any(|part| part.denominator != 1) {
        wrong_arity("gcd", 2, parts.len(), "gcd(a, b), of two whole numbers or more", span, sink);
        return None;
    }
    let (parts, _) = folded(common(parts), span, sink)?;
    let join = |all, part| folded(fold::number_function(NumberFunction::CommonDivisor, vec![all, part]), span, sink);
    let mut parts = parts.into_iter();
    let first = parts.next()?;
    parts.try_fold(first, join)
}

/// The bits that two numbers have in common, or that one of them has: `a + b = (a xor b) + 2 * bitand(a, b)`.
fn bits(in_both: bool, first: Term, second: Term, scope: &Scope) -> Result<Term, fold::FoldFailure> {
    let sum = fold::xor(vec![first.clone(), second.clone()], &scope.natural_coordinates())?;
    let differing = if in_both { fold::negative(sum)? } else { sum };
    fold::floor_divide(fold::sum(vec![first, second, differing])?, Term::Constant(2))
}

/// `prime(m)`.
pub(super) fn prime(
    arguments: &[Expr],
    span: Span,
    scope: &Scope,
    local: &Local,
    sink: &mut Sink,
) -> Option<Condition> {
    let [number] = arguments else {
        wrong_arity("prime", 1, arguments.len(), "prime(m)", span, sink);
        return None;
    };
    let number = integer(number, scope, local, sink)?;
    let truth = folded(fold::number_function(NumberFunction::IsPrime, vec![number]), span, sink)?;
    Some(fold::compare(truth, Comparison::Equal, Term::Constant(1)))
}

/// `a divides b`: some multiple of a is b, so 0 divides 0 alone.
pub(super) fn divides(
    left: &Expr,
    right: &Expr,
    span: Span,
    scope: &Scope,
    local: &Local,
    sink: &mut Sink,
) -> Option<Condition> {
    let sides = (integer(left, scope, local, sink), integer(right, scope, local, sink));
    let (left, right) = (sides.0?, sides.1?);
    let is_zero = |term: &Term| fold::compare(term.clone(), Comparison::Equal, Term::Constant(0));
    let mut none_left = |by: Term| Some(is_zero(&folded(fold::modulo(right.clone(), by), span, sink)?));
    Some(match left {
        Term::Constant(0) => is_zero(&right),
        Term::Constant(_) => none_left(left)?,
        _ => {
            let zero = fold::and(vec![is_zero(&left), is_zero(&right)]);
            fold::or(vec![fold::and(vec![fold::not(is_zero(&left)), none_left(left)?]), zero])
        }
    })
}
