//! Builds terms and conditions of the IR, computing what is constant. Knows nothing of trees or places.
use crate::ruleset::evaluate::EvaluationError;
use crate::ruleset::recursion::Recursion;
use crate::ruleset::{Comparison, Condition, NumberFunction, Term};
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

/// The nim-sum of some terms.
pub(in crate::check) fn xor(terms: Vec<Term>) -> Result<Term, FoldFailure> {
    let mut constant = 0;
    let mut rest = Vec::new();
    for term in terms {
        match term {
            Term::Constant(value) if value < 0 => return Err(FoldFailure::Negative),
            Term::Constant(value) => constant ^= value,
            other => rest.push(other),
        }
    }
    if constant != 0 || rest.is_empty() {
        rest.push(Term::Constant(constant));
    }
    Ok(if rest.len() == 1 { rest.swap_remove(0) } else { Term::Xor(rest) })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::Variable;

    /// Terms of two coordinates, constants among them, and terms that folding takes apart.
    fn terms() -> Vec<Term> {
        let [x, y] = [0, 1].map(|at| Term::Variable(Variable::Coordinate(at)));
        let two = || Box::new(Term::Constant(2));
        let mut all: Vec<Term> = (-3..=3).map(Term::Constant).collect();
        all.extend([
            x.clone(),
            y.clone(),
            Term::Sum(vec![x.clone(), Term::Constant(1)]),
            Term::Sum(vec![x.clone(), y.clone(), Term::Constant(-2)]),
            Term::Product(two(), Box::new(y.clone())),
            Term::Product(Box::new(x.clone()), Box::new(y.clone())),
            Term::FloorDivide(Box::new(x.clone()), two()),
            Term::Max(vec![x, y]),
        ]);
        all
    }

    const POSITIONS: [[i64; 2]; 5] = [[0, 0], [1, 0], [0, 3], [2, 5], [7, 4]];

    /// What folding builds has the value of the plain operation, wherever that has one.
    fn same(built: &Result<Term, FoldFailure>, plain: &Term) {
        for position in POSITIONS {
            let Ok(expected) = plain.evaluate(&position, &[]) else { continue };
            let built = built.as_ref().unwrap_or_else(|why| panic!("{plain:?}: {why:?}"));
            assert_eq!(built.evaluate(&position, &[]), Ok(expected), "{plain:?} at {position:?} as {built:?}");
        }
    }

    #[test]
    fn a_folded_term_has_the_value_of_the_plain_one() {
        for a in terms() {
            for b in terms() {
                let both = || (Box::new(a.clone()), Box::new(b.clone()));
                let pair = || vec![a.clone(), b.clone()];
                same(&sum(pair()), &Term::Sum(pair()));
                same(&product(a.clone(), b.clone()), &Term::Product(both().0, both().1));
                same(&floor_divide(a.clone(), b.clone()), &Term::FloorDivide(both().0, both().1));
                same(&modulo(a.clone(), b.clone()), &Term::Modulo(both().0, both().1));
                same(&Ok(min(pair())), &Term::Min(pair()));
                same(&Ok(max(pair())), &Term::Max(pair()));
                same(&xor(pair()), &Term::Xor(pair()));
            }
            let opposite = Term::Product(Box::new(Term::Constant(-1)), Box::new(a.clone()));
            same(&negative(a.clone()), &opposite);
            same(&difference(Term::Constant(4), a.clone()), &Term::Sum(vec![Term::Constant(4), opposite]));
            same(&square_root(a.clone()), &Term::SquareRoot(Box::new(a)));
        }
    }

    #[test]
    fn a_folded_condition_holds_where_the_plain_one_does() {
        let known = [Condition::Known(true), Condition::Known(false)];
        let compared = terms().into_iter().flat_map(|left| {
            let kinds = [Comparison::AtMost, Comparison::Equal, Comparison::Different];
            kinds.map(|kind| (left.clone(), kind, Term::Variable(Variable::Coordinate(1))))
        });
        let mut all: Vec<Condition> = known.to_vec();
        for (left, kind, right) in compared {
            let plain = Condition::Compare(left.clone(), kind, right.clone());
            let built = compare(left, kind, right);
            for position in POSITIONS {
                assert_eq!(built.holds(&position, &[]), plain.holds(&position, &[]), "{plain:?} at {position:?}");
            }
            all.push(built);
        }
        for (a, b) in all.iter().flat_map(|a| all.iter().map(move |b| (a, b))) {
            for position in POSITIONS {
                let of = |condition: &Condition| condition.holds(&position, &[]).expect("a value everywhere");
                let pair = || vec![a.clone(), b.clone()];
                assert_eq!(of(&and(pair())), of(a) && of(b), "{a:?} and {b:?}");
                assert_eq!(of(&or(pair())), of(a) || of(b), "{a:?} or {b:?}");
                assert_eq!(of(&not(a.clone())), !of(a), "not {a:?}");
            }
        }
    }

    #[test]
    fn what_is_constant_is_computed() {
        let number = Term::Constant;
        assert_eq!(sum(vec![number(2), number(-2)]), Ok(number(0)));
        assert_eq!(floor_divide(number(-7), number(2)), Ok(number(-4)));
        assert_eq!(modulo(number(-7), number(2)), Ok(number(1)));
        assert_eq!(modulo(number(7), number(-2)), Ok(number(-1)));
        assert_eq!(exact(number(6), 3).map(|term| term.evaluate(&[], &[])), Ok(Ok(2)));
        assert_eq!(xor(vec![number(5), number(3)]), Ok(number(6)));
        assert_eq!(xor(vec![number(-1)]), Err(FoldFailure::Negative));
        assert_eq!(floor_divide(number(1), number(0)), Err(FoldFailure::ZeroDivisor));
        assert_eq!(product(number(LIMIT - 1), number(2)), Err(FoldFailure::TooLarge));
    }
}
