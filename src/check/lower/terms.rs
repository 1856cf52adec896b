//! Lowers expressions to integer terms. A fraction with a constant denominator may appear until a comparison, `floor`,
//! or an exact division removes the denominator.
use super::even::comes_out_even;
use super::fold::{self, FoldFailure};
use super::functions::{HeapFold, IndexFold, call, case_term, fold_heaps, fold_indices, grundy};
use super::indices::{heap_index, place_in};
use super::irrational::{self, is_irrational};
use super::whole::{is_always_whole, quotient};
use super::{ordinals, vectors};
use crate::check::scope::{Binding, Fraction, Local, Scope, coordinate, unfold};
use crate::diagnostic::Sink;
use crate::ruleset::{Comparison, Condition, ParameterValue, Part, Term};
use crate::source::Span;
use crate::syntax::ast::{Expr, ExprKind, Name, Operator};
use crate::syntax::{print_expression, print_operation};

pub(in crate::check) const LARGEST_POWER: i64 = 16;

/// The value of an expression that must be a number when the parameters are put in, and must fit 64 bits.
pub(in crate::check) fn constant(expression: &Expr, scope: &Scope, sink: &mut Sink) -> Option<i64> {
    constant_in(expression, scope, &Local::default(), sink)
}

/// The same where variables have values that are put in.
pub(super) fn constant_in(expression: &Expr, scope: &Scope, local: &Local, sink: &mut Sink) -> Option<i64> {
    match integer(expression, scope, local, sink)? {
        Term::Constant(value) => {
            let small = i64::try_from(value).ok();
            if small.is_none() {
                too_large(expression.span, sink);
            }
            small
        }
        _ => {
            sink.error(
                "not-constant",
                expression.span,
                format!("`{}` must be a number", print_expression(expression)),
                "this depends on the position",
                "use numbers and parameters only",
            );
            None
        }
    }
}

/// An expression as an integer term.
pub(in crate::check) fn integer(expression: &Expr, scope: &Scope, local: &Local, sink: &mut Sink) -> Option<Term> {
    let fraction = term(expression, scope, local, sink)?;
    match fraction {
        Fraction { numerator, denominator: 1 } => Some(numerator),
        Fraction { numerator: Term::Constant(value), denominator } if value % denominator == 0 => {
            Some(Term::Constant(value / denominator))
        }
        // A claim is only about positions where its divisions are exact.
        fraction if local.claims.is_some() => {
            folded(fold::exact(fraction.numerator, fraction.denominator), expression.span, sink)
        }
        Fraction { numerator, denominator } if is_always_whole(&numerator, denominator) => {
            folded(quotient(numerator, denominator), expression.span, sink)
        }
        Fraction { .. } => {
            not_exact(expression, "a whole number is needed here", sink);
            None
        }
    }
}

fn not_exact(expression: &Expr, label: &str, sink: &mut Sink) {
    let written = print_expression(expression);
    let help = format!("round it: `floor({written})` or `ceil({written})`");
    let message = format!("`{written}` need not be a whole number");
    let mut fault = sink.error("not-exact", expression.span, message, label, help);
    fault.likely(expression.span, format!("floor({written})")).likely(expression.span, format!("ceil({written})"));
}

/// Reports what went wrong with constants.
pub(in crate::check) fn folded<T>(result: Result<T, FoldFailure>, span: Span, sink: &mut Sink) -> Option<T> {
    match result {
        Ok(value) => Some(value),
        Err(FoldFailure::TooLarge) => {
            too_large(span, sink);
            None
        }
        Err(FoldFailure::ZeroDivisor) => {
            sink.error(
                "zero-divisor",
                span,
                "division by zero",
                "the divisor is 0 here",
                "choose another divisor, or a condition on the parameter",
            );
            None
        }
        Err(FoldFailure::Negative) => {
            sink.error(
                "negative-argument",
                span,
                "a square root or nim-sum of a negative number",
                "here",
                "both need numbers that are 0 or more",
            );
            None
        }
    }
}

fn too_large(span: Span, sink: &mut Sink) {
    sink.error("number-too-large", span, "this number does not fit", "too large", "numbers have at most 64 bits");
}

/// An expression as a term, or a term over a constant.
pub(in crate::check) fn term(expression: &Expr, scope: &Scope, local: &Local, sink: &mut Sink) -> Option<Fraction> {
    let built = lowered(expression, scope, local, sink)?;
    let copies = match &expression.kind {
        ExprKind::Absolute(_) | ExprKind::Call { .. } => true,
        ExprKind::Binary(operator, ..) => *operator == Operator::Power,
        _ => false,
    };
    (!copies || unfold::is_small(Part::Term(&built.numerator), expression.span, sink)).then_some(built)
}

/// The same, however large; each kind of expression has a function of its own.
fn lowered(expression: &Expr, scope: &Scope, local: &Local, sink: &mut Sink) -> Option<Fraction> {
    let span = expression.span;
    match &expression.kind {
        ExprKind::Number(value) => Some(Term::Constant(i128::from(*value)).into()),
        ExprKind::Name { name, primed } => name_term(name, *primed, span, scope, local, sink),
        ExprKind::Index { name, primed, index } => {
            if let Some(Binding::Vector(heaps, terms)) = local.names.get(name) {
                return component(name, heaps, terms, index, scope, local, sink);
            }
            let index = heap_index(name, index, span, scope, local, sink)?;
            heap_term(local.heap(index), *primed, span, local, sink).map(Fraction::from)
        }
        ExprKind::Negate(inner) => {
            let inner = term(inner, scope, local, sink)?;
            let numerator = folded(fold::negative(inner.numerator), span, sink)?;
            Some(Fraction { numerator, denominator: inner.denominator })
        }
        ExprKind::Absolute(inner) => absolute(inner, span, scope, local, sink),
        ExprKind::Binary(operator, left, right) => binary(*operator, left, right, span, scope, local, sink),
        ExprKind::Call { function, arguments } => call(function, arguments, span, scope, local, sink),
        ExprKind::Fold { function, value, name, array, condition: which } => {
            fold_heaps(&HeapFold { function, value, name, array, which: which.as_deref() }, span, scope, local, sink)
        }
        ExprKind::FoldIndices { function, value, binders, condition: which } => {
            let asked = IndexFold { function, value, binders, which: which.as_deref() };
            fold_indices(&asked, span, scope, local, sink)
        }
        ExprKind::Cases(cases) => case_term(cases, span, scope, local, sink),
        ExprKind::Tuple(_) => wrong_sort("a bracket of several numbers", expression, sink),
        ExprKind::Set(_)
        | ExprKind::Range(..)
        | ExprKind::Family { .. }
        | ExprKind::Symmetric(_)
        | ExprKind::List(_) => wrong_sort("a set", expression, sink),
        ExprKind::Not(_)
        | ExprKind::Comparison { .. }
        | ExprKind::Quantified { .. }
        | ExprKind::OptionsOf { .. }
        | ExprKind::All(_) => wrong_sort("a condition", expression, sink),
        ExprKind::Of(inner, file) if local.claims.is_some() => match &inner.kind {
            ExprKind::Call { function, arguments } if function.text == "grundy" => {
                let game = local.game(file, span, sink)?;
                grundy(arguments, game, span, scope, local, sink)
            }
            ExprKind::Call { function, .. } if matches!(function.text.as_str(), "P" | "N" | "terminal" | "final") => {
                wrong_sort("a statement about another ruleset", expression, sink)
            }
            _ => not_elsewhere(expression, sink),
        },
        ExprKind::Of(..) => wrong_sort("a statement about another ruleset", expression, sink),
    }
}

/// Reports what is said `of` another ruleset and is no property of one of its positions.
pub(in crate::check) fn not_elsewhere<T>(expression: &Expr, sink: &mut Sink) -> Option<T> {
    let message = format!("`{}` cannot be asked of another ruleset", print_expression(expression));
    let help =
        "`grundy`, `P`, `N`, `terminal` and `final` of a position can; definitions of this file speak of its own game";
    sink.error("not-elsewhere", expression.span, message, "here", help);
    None
}

/// `i[a]` for a heap a, or `i[1]`.
fn component(
    name: &str,
    heaps: &[usize],
    terms: &[Term],
    index: &Expr,
    scope: &Scope,
    local: &Local,
    sink: &mut Sink,
) -> Option<Fraction> {
    let heap = match &index.kind {
        ExprKind::Name { name, primed: false } => match local.names.get(name) {
            Some(Binding::Heap(heap)) => Some(*heap),
            _ => None,
        },
        _ => None,
    };
    let at = match heap {
        Some(heap) => heaps.iter().position(|known| *known == heap),
        None if vectors::varies(index, scope, local) => {
            vectors::index_varies(name, index, index.span, scope, local, sink);
            return None;
        }
        None => place_in(terms.len(), index, constant_in(index, scope, local, sink)?, local),
    };
    if let Some(term) = at.and_then(|at| terms.get(at)) {
        return Some(term.clone().into());
    }
    let message = format!("`{name}` has no component `{}`", print_expression(index));
    sink.error("no-such-heap", index.span, message, "here", format!("it has {} components", terms.len()));
    None
}

fn wrong_sort<T>(what: &str, expression: &Expr, sink: &mut Sink) -> Option<T> {
    // The explorer has a limit of bytes, and says less.
    let is_set = matches!(&expression.kind, ExprKind::Set(parts) if 1 < parts.len());
    let help = if is_set && !cfg!(target_arch = "wasm32") {
        "sets of two numbers are compared with each other, `{2, 1} = {1, 2}`; more numbers in any order by `in sym {(1, 2, 3)}`"
    } else {
        "a heap, an amount, a number, or a sum or product of them is needed"
    };
    sink.error(
        "not-a-term",
        expression.span,
        format!("`{}` is {what}, where a number is needed", print_expression(expression)),
        "here",
        help,
    );
    None
}

/// What a name means as a term: a heap, a register, an amount, a parameter, or a term that has this name.
fn name_term(name: &str, primed: bool, span: Span, scope: &Scope, local: &Local, sink: &mut Sink) -> Option<Fraction> {
    if ordinals::is_heap(name, scope, local) {
        return ordinals::not_natural(name, span, sink);
    }
    match local.names.get(name) {
        Some(Binding::Heap(index)) => return heap_term(*index, primed, span, local, sink).map(Fraction::from),
        Some(Binding::Vector(_, terms)) if !primed => {
            return match local.component.and_then(|at| terms.get(at)) {
                Some(term) => Some(term.clone().into()),
                None => vector_alone(name, span, sink),
            };
        }
        Some(Binding::Term(_) | Binding::Vector(..) | Binding::Index { .. } | Binding::Numbers(_)) if primed => {
            return bad_prime(name, span, sink);
        }
        Some(Binding::Term(fraction)) => return Some(fraction.clone()),
        Some(Binding::Index { value, .. }) => return Some(Term::Constant(i128::from(*value)).into()),
        Some(Binding::Numbers(_)) => return numbers_alone(name, span, sink),
        Some(Binding::Vector(..) | Binding::Heaps(_)) | None => {}
    }
    if let Some(heaps) = scope.several(name, local) {
        return match local.component.and_then(|at| heaps.get(at)) {
            Some(heap) => heap_term(*heap, primed, span, local, sink).map(Fraction::from),
            None => vector_alone(name, span, sink),
        };
    }
    if let Some(index) = scope.coordinates.get(name) {
        let index = if *index < scope.heaps.len() { local.heap(*index) } else { *index };
        return heap_term(index, primed, span, local, sink).map(Fraction::from);
    }
    if name == "total" {
        return total(primed, span, scope, local, sink);
    }
    match scope.parameters.get(name) {
        Some(ParameterValue::Number(value)) => return Some(Term::Constant(i128::from(*value)).into()),
        Some(ParameterValue::Set(_) | ParameterValue::Brackets(_)) => return set_alone(name, span, sink),
        None => {}
    }
    if let Some(function) = scope.functions.get(name) {
        if function.arguments.is_empty() {
            let called = Name { text: name.to_owned(), span };
            return call(&called, &[], span, scope, local, sink);
        }
        let help = format!("write `{name}({})`", function.arguments.join(", "));
        sink.error("wrong-arity", span, format!("`{name}` is a function"), "its arguments are missing", help);
        return None;
    }
    if name == "phi" {
        return irrational_alone(span, sink);
    }
    if name == "omega" {
        let help = "it stands in the declaration of the heaps, as in `below omega^2`";
        sink.error("misplaced-omega", span, "`omega` bounds ordinal heaps", "here", help);
        return None;
    }
    scope.unknown(name, span, local, sink);
    None
}

/// The sum of all heaps: of those in the tuple of a set inside of one, which has none if it names only some of them.
fn total(primed: bool, span: Span, scope: &Scope, local: &Local, sink: &mut Sink) -> Option<Fraction> {
    let heaps = 0..scope.heaps.len();
    if local.at_hand.is_empty() {
        let heaps = heaps.map(|index| heap_term(index, primed, span, local, sink)).collect::<Option<_>>()?;
        return folded(fold::sum(heaps), span, sink).map(Fraction::from);
    }
    let own = |at: usize| match local.at_hand.get(scope.heap_name(at).split('[').next()?)? {
        Binding::Term(term) => Some(term.numerator.clone()),
        Binding::Vector(heaps, terms) => heaps.iter().position(|heap| *heap == at).map(|place| terms[place].clone()),
        _ => None,
    };
    let Some(heaps) = heaps.map(own).collect::<Option<Vec<_>>>() else {
        let message = "`total` is that of all heaps, and the tuple of this set names only some of them";
        let help = "write the sum that is meant, such as `x + y`";
        sink.error("captured-name", span, message, "the total of which position cannot be seen", help);
        return None;
    };
    folded(fold::sum(heaps), span, sink).map(Fraction::from)
}

/// Reports a prime on something that no move changes.
fn bad_prime<T>(name: &str, span: Span, sink: &mut Sink) -> Option<T> {
    let message = format!("`{name}` is not a heap, so `{name}'` means nothing");
    sink.error("bad-prime", span, message, "only heaps and registers change", "remove the prime").likely(span, name);
    None
}

/// Reports an irrational number that is neither rounded nor compared.
pub(in crate::check) fn irrational_alone<T>(span: Span, sink: &mut Sink) -> Option<T> {
    let help = "round it with `floor` or `ceil`, or compare it with something";
    sink.error("irrational", span, "an irrational number stands where a whole one is needed", "here", help);
    None
}

/// Reports a set where a number is needed.
fn set_alone<T>(name: &str, span: Span, sink: &mut Sink) -> Option<T> {
    let message = format!("`{name}` is a set, where a number is needed");
    sink.error("not-a-term", span, message, "a set", format!("compare by membership: `... in {name}`"));
    None
}

/// Reports a bracket of numbers where one number is needed.
fn numbers_alone<T>(name: &str, span: Span, sink: &mut Sink) -> Option<T> {
    let help = format!("name its numbers in a bracket, or the heaps that it lists by `=` and an array with `[{name}]`");
    sink.error("not-a-term", span, format!("`{name}` is a bracket, where a number is needed"), "several numbers", help);
    None
}

fn vector_alone<T>(name: &str, span: Span, sink: &mut Sink) -> Option<T> {
    let help = format!("one of its components is `{name}[1]`; all of them are in `sum({name})`, `max({name})`");
    let message = format!("`{name}` has several components, where a number is needed");
    sink.error("not-a-term", span, message, "an array, subset or vector", help);
    None
}

pub(in crate::check) fn heap_term(
    index: usize,
    primed: bool,
    span: Span,
    local: &Local,
    sink: &mut Sink,
) -> Option<Term> {
    if !primed {
        return Some(coordinate(index));
    }
    match &local.primed {
        Some(after) => after.get(index).cloned(),
        None => {
            sink.error(
                "bad-prime",
                span,
                "a primed heap has no meaning here",
                "there is no move here",
                "primes belong into the `where` of a move",
            );
            None
        }
    }
}

pub(in crate::check) fn absolute(
    inner: &Expr,
    span: Span,
    scope: &Scope,
    local: &Local,
    sink: &mut Sink,
) -> Option<Fraction> {
    let Fraction { numerator, denominator } = term(inner, scope, local, sink)?;
    let negative = folded(fold::negative(numerator.clone()), span, sink)?;
    Some(Fraction { numerator: fold::max(vec![numerator, negative]), denominator })
}

/// Both sides joined by an operator; a denominator is kept until something rounds.
fn binary(
    operator: Operator,
    left: &Expr,
    right: &Expr,
    span: Span,
    scope: &Scope,
    local: &Local,
    sink: &mut Sink,
) -> Option<Fraction> {
    let sides = (term(left, scope, local, sink), term(right, scope, local, sink));
    let (Some(a), Some(b)) = sides else { return None };
    let built = match operator {
        Operator::Add => common(vec![a, b])
            .and_then(|(terms, denominator)| Ok(Fraction { numerator: fold::sum(terms)?, denominator })),
        Operator::Subtract => common(vec![a, b]).and_then(|(mut terms, denominator)| {
            let (right, left) = (terms.pop().unwrap_or(Term::Constant(0)), terms.pop().unwrap_or(Term::Constant(0)));
            Ok(Fraction { numerator: fold::difference(left, right)?, denominator })
        }),
        Operator::Multiply => {
            reduced(fold::product(a.numerator, b.numerator), a.denominator.checked_mul(b.denominator))
        }
        Operator::Divide => {
            let Term::Constant(divisor) = b.numerator else {
                let whole = local.claims.is_some() && a.denominator == 1 && b.denominator == 1;
                if whole && comes_out_even(&a.numerator, &b.numerator, scope.nameable()) {
                    return folded(fold::floor_divide(a.numerator, b.numerator), span, sink).map(Fraction::from);
                }
                return varying_divisor(left, right, span, sink);
            };
            if divisor == 0 {
                return folded(Err(FoldFailure::ZeroDivisor), span, sink);
            }
            let numerator = fold::product(a.numerator, Term::Constant(b.denominator * divisor.signum()));
            reduced(numerator, a.denominator.checked_mul(divisor.abs()))
        }
        Operator::Modulo | Operator::Xor => {
            let (Some(a), Some(b)) = (whole(a, left, sink), whole(b, right, sink)) else { return None };
            if operator == Operator::Modulo && matches!(left.kind, ExprKind::Number(_)) && b != Term::Constant(0) {
                return constant_remainder(left, right, span, sink);
            }
            let built = if operator == Operator::Modulo {
                fold::modulo(a, b)
            } else {
                fold::xor(vec![a, b], &scope.natural_coordinates())
            };
            built.map(Fraction::from)
        }
        Operator::Power => return power(&a, &b, right, span, sink),
        Operator::And | Operator::Or | Operator::Implies | Operator::Iff => {
            return no_number("a condition", span, sink);
        }
        Operator::Union | Operator::Intersect | Operator::Minus => return no_number("a set", span, sink),
    };
    folded(built, span, sink)
}

/// Reports that something else is joined where a number is needed.
fn no_number<T>(what: &str, span: Span, sink: &mut Sink) -> Option<T> {
    let message = format!("this is {what}, where a number is needed");
    sink.error("not-a-term", span, message, "here", "a heap, an amount or a number is needed");
    None
}

/// Reports a quotient by something that varies.
fn varying_divisor<T>(left: &Expr, right: &Expr, span: Span, sink: &mut Sink) -> Option<T> {
    let below = print_expression(right);
    let fraction = print_operation(left, Operator::Divide, right);
    let help = format!("write `floor({fraction})`, or multiply both sides of a comparison by `{below}`");
    let message = format!("the divisor `{below}` depends on the position");
    sink.error("not-exact", span, message, "division by something that varies", help);
    None
}

/// A remainder of a number: where it does not stand beside `=`, it is not known what is meant.
fn constant_remainder(left: &Expr, right: &Expr, span: Span, sink: &mut Sink) -> Option<Fraction> {
    let value = match (&left.kind, &right.kind) {
        (ExprKind::Number(left), ExprKind::Number(right)) => left.checked_rem_euclid(*right),
        _ => None,
    };
    let whole = print_operation(left, Operator::Modulo, right);
    let message = format!("`{whole}` is the remainder of a number, which is always the same");
    let (left, right) = (print_expression(left), print_expression(right));
    let number = value.map_or_else(String::new, |value| format!("write `{value}` if the number is meant; "));
    let help =
        format!("{number}a congruence is `... = {left} (mod {right})`, a sum's rest `(... + {left}) mod {right}`");
    sink.error("constant-remainder", span, message, "the remainder of a number", help);
    None
}

/// A power; a constant exponent is multiplied out, any other stays, without fractions.
fn power(base: &Fraction, exponent: &Fraction, written: &Expr, span: Span, sink: &mut Sink) -> Option<Fraction> {
    let Fraction { numerator: Term::Constant(exponent), denominator: 1 } = exponent else {
        if exponent.denominator != 1 || base.denominator != 1 {
            sink.error("not-exact", written.span, "powers with fractions are not whole numbers", "here", "use `floor`");
            return None;
        }
        let built = Term::Power(Box::new(base.numerator.clone()), Box::new(exponent.numerator.clone()));
        return Some(built.into());
    };
    let known = matches!(base.numerator, Term::Constant(_));
    let limit = if known { 100 } else { LARGEST_POWER };
    if *exponent < 0 || i128::from(limit) < *exponent {
        sink.error(
            "number-too-large",
            written.span,
            format!("the exponent {exponent} is out of range"),
            "here",
            format!("exponents are between 0 and {limit}"),
        );
        return None;
    }
    let mut result = Fraction::from(Term::Constant(1));
    for _ in 0..*exponent {
        let built = reduced(
            fold::product(result.numerator, base.numerator.clone()),
            result.denominator.checked_mul(base.denominator),
        );
        result = folded(built, span, sink)?;
    }
    Some(result)
}

fn whole(fraction: Fraction, written: &Expr, sink: &mut Sink) -> Option<Term> {
    if fraction.denominator == 1 {
        return Some(fraction.numerator);
    }
    if is_always_whole(&fraction.numerator, fraction.denominator) {
        return folded(quotient(fraction.numerator, fraction.denominator), written.span, sink);
    }
    not_exact(written, "a whole number is needed here", sink);
    None
}

fn reduced(numerator: Result<Term, FoldFailure>, denominator: Option<i128>) -> Result<Fraction, FoldFailure> {
    let denominator = denominator.filter(|value| *value < 1 << 62).ok_or(FoldFailure::TooLarge)?;
    Ok(match numerator? {
        Term::Constant(value) if value % denominator == 0 => Term::Constant(value / denominator).into(),
        numerator => Fraction { numerator, denominator },
    })
}

/// The numerators over one common denominator.
pub(in crate::check) fn common(fractions: Vec<Fraction>) -> Result<(Vec<Term>, i128), FoldFailure> {
    let mut denominator: i128 = 1;
    for fraction in &fractions {
        if denominator % fraction.denominator != 0 {
            denominator = denominator
                .checked_mul(fraction.denominator)
                .filter(|value| *value < 1 << 62)
                .ok_or(FoldFailure::TooLarge)?;
        }
    }
    let terms = fractions
        .into_iter()
        .map(|fraction| fold::product(Term::Constant(denominator / fraction.denominator), fraction.numerator))
        .collect::<Result<_, _>>()?;
    Ok((terms, denominator))
}

/// `floor` or `ceil` of a quotient.
pub(in crate::check) fn rounded(
    argument: &Expr,
    up: bool,
    span: Span,
    scope: &Scope,
    local: &Local,
    sink: &mut Sink,
) -> Option<Term> {
    if let ExprKind::Call { function, arguments } = &argument.kind
        && function.text == "sqrt"
        && arguments.len() == 1
        && !up
    {
        let inner = rounded(&arguments[0], false, span, scope, local, sink)?;
        return folded(fold::square_root(inner), span, sink);
    }
    if is_irrational(argument, scope, local) {
        return irrational::rounded(argument, up, span, scope, local, sink);
    }
    let (numerator, divisor) = match &argument.kind {
        ExprKind::Binary(Operator::Divide, left, right) => {
            let (a, b) = (term(left, scope, local, sink)?, term(right, scope, local, sink)?);
            let above = folded(fold::product(a.numerator, Term::Constant(b.denominator)), span, sink)?;
            let below = folded(fold::product(b.numerator, Term::Constant(a.denominator)), span, sink)?;
            (above, below)
        }
        _ => {
            let fraction = term(argument, scope, local, sink)?;
            (fraction.numerator, Term::Constant(fraction.denominator))
        }
    };
    let built = if up {
        fold::negative(numerator).and_then(|above| fold::floor_divide(above, divisor)).and_then(fold::negative)
    } else {
        fold::floor_divide(numerator, divisor)
    };
    folded(built, span, sink)
}

/// `left RELATION right` for two fractions, multiplied out.
pub(in crate::check) fn compared(
    left: Fraction,
    comparison: Comparison,
    right: Fraction,
) -> Result<Condition, FoldFailure> {
    let (mut terms, _) = common(vec![left, right])?;
    let right = terms.pop().unwrap_or(Term::Constant(0));
    let left = terms.pop().unwrap_or(Term::Constant(0));
    Ok(fold::compare(left, comparison, right))
}
