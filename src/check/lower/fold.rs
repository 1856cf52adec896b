//! Builds terms and conditions of the IR, computing what is constant. Knows nothing of trees or places.
use crate::ruleset::error::EvaluationError;
use crate::ruleset::grid::GridRecursion;
use crate::ruleset::recursion::Recursion;
use crate::ruleset::{Comparison, Condition, NumberFunction, Term, Variable};
use std::sync::Arc;

/// Why a constant could not be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::check) enum FoldFailure {
    /// It does not fit 64 bits.
    TooLarge,
    /// A divisor is zero.
    ZeroDivisor,
    /// A square root or nim-sum of a negative number.
    Negative,
}

const LIMIT: i128 = 1 << 100;

fn fits(value: Option<i128>) -> Result<Term, FoldFailure> {
    value.filter(|value| -LIMIT < *value && *value < LIMIT).map(Term::Constant).ok_or(FoldFailure::TooLarge)
}

/// The sum of all, with one constant at most.
pub(in crate::check) fn sum(terms: Vec<Term>) -> Result<Term, FoldFailure> {
    let mut flat = Vec::new();
    let mut constant: i128 = 0;
    for term in terms {
        match term {
            Term::Constant(value) => constant = constant.checked_add(value).ok_or(FoldFailure::TooLarge)?,
            Term::Sum(inner) => {
                for part in inner {
                    match part {
                        Term::Constant(value) => constant = constant.checked_add(value).ok_or(FoldFailure::TooLarge)?,
                        other => flat.push(other),
                    }
                }
            }
            other => flat.push(other),
        }
    }
    if flat.is_empty() || constant != 0 {
        flat.push(fits(Some(constant))?);
    }
    Ok(if flat.len() == 1 { flat.swap_remove(0) } else { Term::Sum(flat) })
}

/// The product; constants are distributed over sums.
pub(in crate::check) fn product(left: Term, right: Term) -> Result<Term, FoldFailure> {
    Ok(match (left, right) {
        (Term::Constant(a), Term::Constant(b)) => fits(a.checked_mul(b))?,
        (Term::Constant(0), _) | (_, Term::Constant(0)) => Term::Constant(0),
        (Term::Constant(1), other) | (other, Term::Constant(1)) => other,
        (Term::Constant(a), Term::Sum(parts)) | (Term::Sum(parts), Term::Constant(a)) => {
            sum(parts.into_iter().map(|part| product(Term::Constant(a), part)).collect::<Result<_, _>>()?)?
        }
        (Term::Constant(a), Term::Product(first, second)) | (Term::Product(first, second), Term::Constant(a)) => {
            match *first {
                Term::Constant(b) => product(fits(a.checked_mul(b))?, *second)?,
                first => Term::Product(Box::new(Term::Constant(a)), Box::new(Term::Product(Box::new(first), second))),
            }
        }
        (other, Term::Constant(a)) | (Term::Constant(a), other) => {
            Term::Product(Box::new(Term::Constant(a)), Box::new(other))
        }
        // Numbers stand before all other factors: 2 * k * k is a multiple of a square.
        (Term::Product(first, second), other) | (other, Term::Product(first, second)) if is_number(&first) => {
            product(*first, product(*second, other)?)?
        }
        (left, right) => Term::Product(Box::new(left), Box::new(right)),
    })
}

fn is_number(term: &Term) -> bool {
    matches!(term, Term::Constant(_))
}

/// The negative of a term.
pub(in crate::check) fn negative(term: Term) -> Result<Term, FoldFailure> {
    product(Term::Constant(-1), term)
}

/// `left - right`.
pub(in crate::check) fn difference(left: Term, right: Term) -> Result<Term, FoldFailure> {
    sum(vec![left, negative(right)?])
}

/// Division rounded down.
pub(in crate::check) fn floor_divide(left: Term, right: Term) -> Result<Term, FoldFailure> {
    Ok(match (left, right) {
        (_, Term::Constant(0)) => return Err(FoldFailure::ZeroDivisor),
        (Term::Constant(a), Term::Constant(b)) => Term::Constant(floored(a, b).0),
        (left, Term::Constant(1)) => left,
        (left, Term::Constant(b)) if b < 0 => {
            Term::FloorDivide(Box::new(negative(left)?), Box::new(Term::Constant(-b)))
        }
        (left, right) => Term::FloorDivide(Box::new(left), Box::new(right)),
    })
}

/// A division that has no value where it is not exact.
pub(in crate::check) fn exact(left: Term, divisor: i128) -> Result<Term, FoldFailure> {
    let remainder = modulo(left.clone(), Term::Constant(divisor))?;
    let guard = compare(remainder, Comparison::Equal, Term::Constant(0));
    Ok(Term::Cases(vec![(guard, floor_divide(left, Term::Constant(divisor))?)]))
}

/// The remainder that has the sign of the divisor.
pub(in crate::check) fn modulo(left: Term, right: Term) -> Result<Term, FoldFailure> {
    Ok(match (left, right) {
        (_, Term::Constant(0)) => return Err(FoldFailure::ZeroDivisor),
        (Term::Constant(a), Term::Constant(b)) => Term::Constant(floored(a, b).1),
        (left, right) => Term::Modulo(Box::new(left), Box::new(right)),
    })
}

fn floored(a: i128, b: i128) -> (i128, i128) {
    let remainder = a % b;
    let remainder = if remainder != 0 && (remainder < 0) != (b < 0) { remainder + b } else { remainder };
    ((a - remainder) / b, remainder)
}

/// The least of some terms.
pub(in crate::check) fn min(terms: Vec<Term>) -> Term {
    extreme(terms, i128::min, Term::Min)
}

/// The greatest of some terms.
pub(in crate::check) fn max(terms: Vec<Term>) -> Term {
    extreme(terms, i128::max, Term::Max)
}

fn extreme(terms: Vec<Term>, pick: fn(i128, i128) -> i128, build: fn(Vec<Term>) -> Term) -> Term {
    let mut constant: Option<i128> = None;
    let mut rest = Vec::new();
    for term in terms {
        match term {
            Term::Constant(value) => constant = Some(constant.map_or(value, |known| pick(known, value))),
            other if rest.contains(&other) => {}
            other => rest.push(other),
        }
    }
    rest.extend(constant.map(Term::Constant));
    if rest.len() == 1 { rest.swap_remove(0) } else { build(rest) }
}

/// The nim-sum of some terms; of which coordinates it is known that they are never negative. One number alone is its nim-sum only
/// where it is not negative.
pub(in crate::check) fn xor(terms: Vec<Term>, is_natural: &dyn Fn(usize) -> bool) -> Result<Term, FoldFailure> {
    let mut constant = 0;
    let mut rest = Vec::new();
    for term in terms {
        match term {
            Term::Constant(value) if value < 0 => return Err(FoldFailure::Negative),
            Term::Constant(value) => constant ^= value,
            other => rest.push(other),
        }
    }
    let alone = match rest.as_slice() {
        [] => true,
        [one] => !natural(one, is_natural),
        _ => false,
    };
    if constant != 0 || alone {
        rest.push(Term::Constant(constant));
    }
    Ok(if rest.len() == 1 { rest.swap_remove(0) } else { Term::Xor(rest) })
}

/// Whether a term is seen to be 0 or more wherever it has a value.
fn natural(term: &Term, is_natural: &dyn Fn(usize) -> bool) -> bool {
    let inner = |term: &Term| natural(term, is_natural);
    match term {
        Term::Constant(value) => 0 <= *value,
        Term::Variable(Variable::Coordinate(at)) => is_natural(*at),
        Term::Sum(parts) | Term::Min(parts) => parts.iter().all(inner),
        Term::Max(parts) => parts.iter().any(inner),
        Term::Product(left, right) | Term::FloorDivide(left, right) => inner(left) && inner(right),
        Term::Modulo(_, divisor) => inner(divisor),
        Term::Power(base, _) => inner(base),
        Term::Cases(cases) => cases.iter().all(|case| inner(&case.1)),
        Term::Xor(_) | Term::SquareRoot(_) | Term::Number(..) => true,
        Term::Variable(Variable::Amount(_))
        | Term::Recursive(..)
        | Term::Own(_)
        | Term::Grid(..)
        | Term::OwnGrid(_) => false,
    }
}

/// The integer square root.
pub(in crate::check) fn square_root(term: Term) -> Result<Term, FoldFailure> {
    match term {
        Term::Constant(value) if value < 0 => Err(FoldFailure::Negative),
        Term::Constant(value) => Ok(Term::Constant(value.isqrt())),
        other => Ok(Term::SquareRoot(Box::new(other))),
    }
}

/// A function of number theory; computed where it is of numbers.
pub(in crate::check) fn number_function(function: NumberFunction, parts: Vec<Term>) -> Result<Term, FoldFailure> {
    let known: Option<Vec<i128>> = parts
        .iter()
        .map(|part| match part {
            Term::Constant(value) => Some(*value),
            _ => None,
        })
        .collect();
    match known.map(|known| function.of(&known)) {
        None | Some(Err(EvaluationError::Undefined)) => Ok(Term::Number(function, parts)),
        Some(value) => value.map(Term::Constant).map_err(|_| FoldFailure::TooLarge),
    }
}

/// A function that is defined by recursion, at an argument; computed where that is a number.
pub(in crate::check) fn recursive(recursion: Arc<Recursion>, argument: Term) -> Term {
    if let Term::Constant(at) = argument
        && let Ok(value) = recursion.at(at)
    {
        return Term::Constant(value);
    }
    Term::Recursive(recursion, Box::new(argument))
}

/// A function of several numbers that is defined by recursion; computed where all arguments are numbers.
pub(in crate::check) fn on_grid(grid: Arc<GridRecursion>, arguments: Vec<Term>) -> Term {
    let constant = |term: &Term| if let Term::Constant(number) = term { Some(*number) } else { None };
    if let Some(numbers) = arguments.iter().map(constant).collect::<Option<Vec<_>>>()
        && let Ok(value) = grid.at(&numbers)
    {
        return Term::Constant(value);
    }
    Term::Grid(grid, arguments)
}

/// A comparison, known where both sides are constants.
pub(in crate::check) fn compare(left: Term, comparison: Comparison, right: Term) -> Condition {
    match (&left, &right) {
        (Term::Constant(a), Term::Constant(b)) => Condition::Known(match comparison {
            Comparison::AtMost => a <= b,
            Comparison::Equal => a == b,
            Comparison::Different => a != b,
        }),
        _ => Condition::Compare(left, comparison, right),
    }
}

/// All of them.
pub(in crate::check) fn and(conditions: Vec<Condition>) -> Condition {
    let mut flat = Vec::new();
    for condition in conditions {
        match condition {
            Condition::Known(true) => {}
            Condition::Known(false) => return Condition::Known(false),
            Condition::And(inner) => flat.extend(inner),
            other => flat.push(other),
        }
    }
    match flat.len() {
        0 => Condition::Known(true),
        1 => flat.swap_remove(0),
        _ => Condition::And(flat),
    }
}

/// At least one of them.
pub(in crate::check) fn or(conditions: Vec<Condition>) -> Condition {
    let mut flat = Vec::new();
    for condition in conditions {
        match condition {
            Condition::Known(false) => {}
            Condition::Known(true) => return Condition::Known(true),
            Condition::Or(inner) => flat.extend(inner),
            other => flat.push(other),
        }
    }
    match flat.len() {
        0 => Condition::Known(false),
        1 => flat.swap_remove(0),
        _ => Condition::Or(flat),
    }
}

/// The opposite.
pub(in crate::check) fn not(condition: Condition) -> Condition {
    match condition {
        Condition::Known(known) => Condition::Known(!known),
        Condition::Not(inner) => *inner,
        other => Condition::Not(Box::new(other)),
    }
}

#[cfg(all(test, has_tests))]
mod tests;
