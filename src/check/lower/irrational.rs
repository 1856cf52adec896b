//! Quadratic irrationals in rules: `phi` and `sqrt(n)`, compared and rounded exactly, never in floating point.
//!
//! A value is (r + s * sqrt(n)) / d with integer terms r, s. Comparisons square; beside the exact condition stands a linear
//! one that follows from it, so that loops over amounts have bounds.
use super::fold::{self, FoldFailure};
use super::terms::{LARGEST_POWER, constant, folded, irrational_alone, term};
use crate::check::scope::{Fraction, Local, Scope};
use crate::diagnostic::Sink;
use crate::ruleset::{Comparison, Condition, Term};
use crate::source::Span;
use crate::syntax::ast::{Expr, ExprKind, Operator, RelationSign};
use crate::syntax::{print_expression, walk};
use num_integer::Integer;

/// The denominator of the rational bounds of a root.
const SCALE: i128 = 1 << 16;

/// (r + s * sqrt(n)) / d with d at least 1.
#[derive(Clone, Debug)]
struct QuadraticTerm {
    rational: Term,
    root: Term,
    /// If it is a number, not a square; 1 if there is no root.
    radicand: Term,
    denominator: i128,
}

/// Whether `phi` or `sqrt` occurs outside `floor` and `ceil`.
pub(in crate::check) fn is_irrational(expression: &Expr, scope: &Scope, local: &Local) -> bool {
    match &expression.kind {
        ExprKind::Name { name, .. } if local.names.contains_key(name) => false,
        ExprKind::Name { name, .. } => {
            name == "phi"
                || scope.functions.get(name).is_some_and(|known| {
                    known.arguments.is_empty() && local.depth < 8 && {
                        let deeper = Local { depth: local.depth + 1, ..Local::default() };
                        is_irrational(&known.body, scope, &deeper)
                    }
                })
        }
        ExprKind::Call { function, .. } => function.text == "sqrt",
        ExprKind::Negate(_) | ExprKind::Binary(..) => {
            walk::parts(expression).into_iter().any(|part| is_irrational(part, scope, local))
        }
        _ => false,
    }
}

/// What stands in `|...|` or `abs(...)`, if it is irrational.
pub(in crate::check) fn in_bars<'a>(expression: &'a Expr, scope: &Scope, local: &Local) -> Option<&'a Expr> {
    let inner = match &expression.kind {
        ExprKind::Absolute(inner) => inner,
        ExprKind::Call { function, arguments } if function.text == "abs" && arguments.len() == 1 => &arguments[0],
        _ => return None,
    };
    is_irrational(inner, scope, local).then_some(inner)
}

/// `floor` or `ceil` of an irrational expression.
pub(in crate::check) fn rounded(
    argument: &Expr,
    up: bool,
    span: Span,
    scope: &Scope,
    local: &Local,
    sink: &mut Sink,
) -> Option<Term> {
    let mut value = surd(argument, RootsOf::Anything, scope, local, sink)?;
    if up {
        value.rational = folded(fold::negative(value.rational), span, sink)?;
        value.root = folded(fold::negative(value.root), span, sink)?;
    }
    let floor = folded(floored(value), span, sink)?;
    if up { folded(fold::negative(floor), span, sink) } else { Some(floor) }
}

/// floor((r + s * sqrt(n)) / d): for integers r it is floor((r + floor(s * sqrt(n))) / d).
fn floored(value: QuadraticTerm) -> Result<Term, FoldFailure> {
    let square = fold::product(fold::product(value.root.clone(), value.root.clone())?, value.radicand)?;
    let below = fold::square_root(square.clone())?;
    // For negative s it is -ceil(sqrt(n * s * s)), and the root of m is rounded up to floor(sqrt(m - 1)) + 1.
    let less = fold::max(vec![fold::sum(vec![square, Term::Constant(-1)])?, Term::Constant(0)]);
    let above = fold::negative(fold::sum(vec![fold::square_root(less)?, Term::Constant(1)])?)?;
    let root = match &value.root {
        Term::Constant(known) if 0 <= *known => below,
        Term::Constant(_) => above,
        varies => Term::Cases(vec![
            (fold::compare(Term::Constant(0), Comparison::AtMost, varies.clone()), below),
            (Condition::Known(true), above),
        ]),
    };
    fold::floor_divide(fold::sum(vec![value.rational, root])?, Term::Constant(value.denominator))
}

/// `|inner| RELATION other`, as relations of the inner number and its opposite.
fn absolute(
    inner: &Expr,
    relation: RelationSign,
    other: &Expr,
    span: Span,
    scope: &Scope,
    local: &Local,
    sink: &mut Sink,
) -> Option<Condition> {
    let opposite = Expr { kind: ExprKind::Negate(Box::new(inner.clone())), span: inner.span };
    let mut both = |relation: RelationSign| {
        let one = related(inner, relation, other, span, scope, local, sink)?;
        Some(vec![one, related(&opposite, relation, other, span, scope, local, sink)?])
    };
    Some(match relation {
        RelationSign::Less | RelationSign::LessEqual => fold::and(both(relation)?),
        RelationSign::Greater | RelationSign::GreaterEqual => fold::or(both(relation)?),
        // One of them is equal to it, and none larger.
        _ => {
            let equal =
                fold::and(vec![fold::or(both(RelationSign::Equal)?), fold::and(both(RelationSign::LessEqual)?)]);
            if relation == RelationSign::Equal { equal } else { fold::not(equal) }
        }
    })
}

/// `left RELATION right` where one side is irrational.
pub(in crate::check) fn related(
    left: &Expr,
    relation: RelationSign,
    right: &Expr,
    span: Span,
    scope: &Scope,
    local: &Local,
    sink: &mut Sink,
) -> Option<Condition> {
    if let Some(inner) = in_bars(left, scope, local) {
        return absolute(inner, relation, right, span, scope, local, sink);
    }
    if let Some(inner) = in_bars(right, scope, local) {
        return absolute(inner, relation.turned(), left, span, scope, local, sink);
    }
    let numbers = RootsOf::Numbers;
    let sides = (surd(left, numbers, scope, local, sink), surd(right, numbers, scope, local, sink));
    let (left, right) = (sides.0?, sides.1?);
    let Some(built) = added(left, right, -1) else { return mixed(span, sink) };
    let difference = folded(built, span, sink)?;
    let condition = match relation {
        RelationSign::LessEqual => at_most_zero(&difference),
        RelationSign::GreaterEqual => opposite(&difference).and_then(|value| at_most_zero(&value)),
        RelationSign::Less => opposite(&difference).and_then(|value| at_most_zero(&value)).map(fold::not),
        RelationSign::Greater => at_most_zero(&difference).map(fold::not),
        RelationSign::Equal | RelationSign::In | RelationSign::Divides => Ok(is_zero(difference)),
        RelationSign::NotEqual | RelationSign::NotIn => Ok(fold::not(is_zero(difference))),
    };
    folded(condition, span, sink)
}

fn is_zero(value: QuadraticTerm) -> Condition {
    let zero = |term: Term| fold::compare(term, Comparison::Equal, Term::Constant(0));
    fold::and(vec![zero(value.rational), zero(value.root)])
}

fn opposite(value: &QuadraticTerm) -> Result<QuadraticTerm, FoldFailure> {
    Ok(QuadraticTerm {
        rational: fold::negative(value.rational.clone())?,
        root: fold::negative(value.root.clone())?,
        ..value.clone()
    })
}

/// r + s * sqrt(n) <= 0. With p = floor(SCALE * sqrt(n)): for s >= 0 it implies SCALE * r + p * s <= 0, and for s < 0
/// it implies SCALE * r + (p + 1) * s <= 0.
fn at_most_zero(value: &QuadraticTerm) -> Result<Condition, FoldFailure> {
    let (r, s) = (&value.rational, &value.root);
    let Term::Constant(n) = value.radicand else { return Err(FoldFailure::TooLarge) };
    let zero = Term::Constant(0);
    let p = n.checked_mul(SCALE * SCALE).ok_or(FoldFailure::TooLarge)?.isqrt();
    let bound = |p: i128| {
        let scaled = fold::product(Term::Constant(SCALE), r.clone())?;
        let sum = fold::sum(vec![scaled, fold::product(Term::Constant(p), s.clone())?])?;
        Ok(fold::compare(sum, Comparison::AtMost, Term::Constant(0)))
    };
    let r_squared = fold::product(r.clone(), r.clone())?;
    let s_squared = fold::product(Term::Constant(n), fold::product(s.clone(), s.clone())?)?;
    let r_falls = fold::compare(r.clone(), Comparison::AtMost, zero.clone());
    let rising = fold::and(vec![
        fold::compare(zero, Comparison::AtMost, s.clone()),
        r_falls.clone(),
        bound(p)?,
        fold::compare(s_squared.clone(), Comparison::AtMost, r_squared.clone()),
    ]);
    let falling = fold::and(vec![
        fold::compare(s.clone(), Comparison::AtMost, Term::Constant(-1)),
        bound(p + 1)?,
        fold::or(vec![r_falls, fold::compare(r_squared, Comparison::AtMost, s_squared)]),
    ]);
    Ok(fold::or(vec![rising, falling]))
}

/// What roots are taken of: where they are rounded, of whatever is a whole number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RootsOf {
    Numbers,
    Anything,
}

/// A term as (rational + root * sqrt(radicand)) / denominator; none, with a fault, if it is not of this form.
fn surd(expression: &Expr, roots: RootsOf, scope: &Scope, local: &Local, sink: &mut Sink) -> Option<QuadraticTerm> {
    let span = expression.span;
    if !is_irrational(expression, scope, local) {
        let Fraction { numerator, denominator } = term(expression, scope, local, sink)?;
        let (root, radicand) = (Term::Constant(0), Term::Constant(1));
        return Some(QuadraticTerm { rational: numerator, root, radicand, denominator });
    }
    match &expression.kind {
        ExprKind::Name { name, .. } if name == "phi" => {
            Some(QuadraticTerm { denominator: 2, rational: Term::Constant(1), ..root_alone(Term::Constant(5)) })
        }
        ExprKind::Name { name, .. } => surd(&scope.functions.get(name)?.body, roots, scope, &Local::default(), sink),
        ExprKind::Call { arguments, .. } => {
            let [argument] = arguments.as_slice() else { return irrational_alone(span, sink) };
            match term(argument, scope, local, sink)? {
                Fraction { numerator: Term::Constant(n), denominator: 1 } if (0..=1 << 40).contains(&n) => {
                    Some(root_of(n))
                }
                Fraction { numerator: Term::Constant(_), .. } => varying_root(expression, sink),
                Fraction { numerator, denominator: 1 } if roots == RootsOf::Anything => Some(root_alone(numerator)),
                _ => varying_root(expression, sink),
            }
        }
        ExprKind::Negate(inner) => {
            let value = surd(inner, roots, scope, local, sink)?;
            folded(opposite(&value), span, sink)
        }
        ExprKind::Binary(Operator::Power, base, exponent) => {
            let base = surd(base, roots, scope, local, sink)?;
            let exponent = constant(exponent, scope, sink)?;
            if !(1..=LARGEST_POWER).contains(&exponent) {
                return irrational_alone(span, sink);
            }
            (1..exponent).try_fold(base.clone(), |power, _| match multiplied(&power, &base) {
                Some(built) => folded(built, span, sink),
                None => mixed(span, sink),
            })
        }
        ExprKind::Binary(operator, left, right) => {
            let sides = (surd(left, roots, scope, local, sink), surd(right, roots, scope, local, sink));
            let (left, right) = (sides.0?, sides.1?);
            let built = match operator {
                Operator::Add => added(left, right, 1),
                Operator::Subtract => added(left, right, -1),
                Operator::Multiply => multiplied(&left, &right),
                Operator::Divide => inverse(&right).and_then(|right| match right {
                    Ok(right) => multiplied(&left, &right),
                    Err(failure) => Some(Err(failure)),
                }),
                _ => return irrational_alone(span, sink),
            };
            match built {
                Some(built) => folded(built, span, sink),
                None => mixed(span, sink),
            }
        }
        _ => irrational_alone(span, sink),
    }
}

/// Reports the root of something that is no number.
fn varying_root<T>(expression: &Expr, sink: &mut Sink) -> Option<T> {
    let (span, rounded) = (expression.span, format!("floor({})", print_expression(expression)));
    let help = format!("write `{rounded}`, or compare squares in place of roots");
    sink.error("irrational", span, "the root of something that varies", "here", help).likely(span, rounded);
    None
}

fn mixed<T>(span: Span, sink: &mut Sink) -> Option<T> {
    let help = "one root at a time, with numbers and parameters in divisors";
    sink.error("irrational", span, "this mixes different roots, or divides by something that varies", "here", help);
    None
}

/// The root of a term.
fn root_alone(radicand: Term) -> QuadraticTerm {
    QuadraticTerm { rational: Term::Constant(0), root: Term::Constant(1), radicand, denominator: 1 }
}

/// The root of n with squares taken out.
fn root_of(mut n: i128) -> QuadraticTerm {
    let mut outside = 1;
    let mut divisor: i128 = 2;
    while divisor * divisor <= n && divisor < 1 << 20 {
        if n % (divisor * divisor) == 0 {
            n /= divisor * divisor;
            outside *= divisor;
        } else {
            divisor += 1;
        }
    }
    let (rational, root, radicand) = if n <= 1 { (outside * n, 0, 1) } else { (0, outside, n) };
    let radicand = Term::Constant(radicand);
    QuadraticTerm { rational: Term::Constant(rational), root: Term::Constant(root), radicand, denominator: 1 }
}

type Built = Option<Result<QuadraticTerm, FoldFailure>>;

fn common_radicand<'a>(left: &'a QuadraticTerm, right: &'a QuadraticTerm) -> Option<&'a Term> {
    match (&left.radicand, &right.radicand) {
        (a, b) if a == b => Some(a),
        (Term::Constant(1), b) => Some(b),
        (a, Term::Constant(1)) => Some(a),
        _ => None,
    }
}

fn added(left: QuadraticTerm, right: QuadraticTerm, sign: i128) -> Built {
    let radicand = common_radicand(&left, &right)?.clone();
    let build = || {
        let denominator = left.denominator.checked_mul(right.denominator).ok_or(FoldFailure::TooLarge)?;
        let scaled = |own: Term, factor: i128| fold::product(Term::Constant(factor), own);
        let sum =
            |a: Term, b: Term| fold::sum(vec![scaled(a, right.denominator)?, scaled(b, sign * left.denominator)?]);
        let (rational, root) = (sum(left.rational, right.rational)?, sum(left.root, right.root)?);
        Ok(QuadraticTerm { rational, root, radicand, denominator })
    };
    Some(build())
}

fn multiplied(left: &QuadraticTerm, right: &QuadraticTerm) -> Built {
    let radicand = common_radicand(left, right)?.clone();
    let build = || {
        let product = |a: &Term, b: &Term| fold::product(a.clone(), b.clone());
        let roots = fold::product(radicand.clone(), product(&left.root, &right.root)?)?;
        let rational = fold::sum(vec![product(&left.rational, &right.rational)?, roots])?;
        let root = fold::sum(vec![product(&left.rational, &right.root)?, product(&left.root, &right.rational)?])?;
        let denominator = left.denominator.checked_mul(right.denominator).ok_or(FoldFailure::TooLarge)?;
        Ok(QuadraticTerm { rational, root, radicand, denominator })
    };
    Some(build())
}

/// d / (r + s * sqrt(n)) = d * (r - s * sqrt(n)) / (r * r - n * s * s), for numbers r and s.
fn inverse(value: &QuadraticTerm) -> Built {
    let (Term::Constant(r), Term::Constant(s)) = (&value.rational, &value.root) else { return None };
    let Term::Constant(n) = value.radicand else { return None };
    let norm = r.checked_mul(*r)?.checked_sub(n.checked_mul(s.checked_mul(*s)?)?)?;
    if norm == 0 {
        return Some(Err(FoldFailure::ZeroDivisor));
    }
    // What divides all of them is left out.
    let common = norm.gcd(&r.checked_mul(value.denominator)?).gcd(&s.checked_mul(value.denominator)?);
    let factor = value.denominator.checked_mul(norm.signum())?;
    let constant = |term: i128| term.checked_mul(factor).map(|term| Term::Constant(term / common));
    Some(Ok(QuadraticTerm {
        rational: constant(*r)?,
        root: constant(-s)?,
        radicand: value.radicand.clone(),
        denominator: norm.abs() / common,
    }))
}
