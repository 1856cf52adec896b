//! Terms that never fall from some number on, by their shape: where one exceeds a bound, it exceeds it ever after. Knows no
//! game.
use crate::ruleset::error::EvaluationError;
use crate::ruleset::recursion::Recursion;
use crate::ruleset::{Comparison, Condition, Part, Term, Variable};

/// Polynomials of a higher degree are not looked at.
const HIGHEST: usize = 8;
/// Nothing is looked for beyond.
const FARTHEST: i64 = 1 << 61;

/// Bounds are smaller than this where a number that does not fit counts as larger.
const LARGEST_BOUND: i128 = 1 << 48;

/// A term that is never larger than the given one where that has a value, and has fewer jumps: remainders are replaced by
/// their bounds, and a single case by its value.
pub(super) fn lowered(term: &Term) -> Term {
    let boxed = |term: &Term| Box::new(lowered(term));
    match term {
        Term::Modulo(_, divisor) if matches!(**divisor, Term::Constant(1..)) => Term::Constant(0),
        Term::Cases(cases) if cases.len() == 1 => lowered(&cases[0].1),
        Term::Sum(parts) => Term::Sum(parts.iter().map(lowered).collect()),
        Term::Max(parts) => Term::Max(parts.iter().map(lowered).collect()),
        Term::FloorDivide(inner, by) if matches!(**by, Term::Constant(1..)) => {
            Term::FloorDivide(boxed(inner), by.clone())
        }
        Term::Product(left, right) => match (&**left, &**right) {
            (Term::Constant(factor @ 0..), inner) | (inner, Term::Constant(factor @ 0..)) => {
                Term::Product(Box::new(Term::Constant(*factor)), boxed(inner))
            }
            (Term::Constant(factor), Term::Modulo(_, by)) | (Term::Modulo(_, by), Term::Constant(factor)) => match **by
            {
                Term::Constant(by @ 1..) if by < 1 << 32 && factor.abs() < 1 << 32 => Term::Constant(factor * (by - 1)),
                _ => term.clone(),
            },
            _ => term.clone(),
        },
        _ => term.clone(),
    }
}

/// The term with numbers for all variables but one slot, as far as it has a value.
pub(super) fn fixed(term: &Term, slot: usize, coordinates: &[i64], slots: &[i64]) -> Term {
    term.map(&mut |part| match part {
        part if !mentions(part, slot) => {
            Some(part.evaluate(coordinates, slots).map_or_else(|_| part.clone(), Term::Constant))
        }
        // These do not rise with the slot as their parts do.
        Term::Xor(_)
        | Term::Modulo(..)
        | Term::Number(..)
        | Term::Recursive(..)
        | Term::Own(_)
        | Term::Grid(..)
        | Term::OwnGrid(_)
        | Term::Cases(_) => Some(part.clone()),
        _ => None,
    })
}

/// Whether a term that does not fall is larger than all bounds below 2^48 where it does not fit into 128 bits: nothing in it
/// makes large numbers small.
fn swells(term: &Term) -> bool {
    fn left(term: &Term, bits: u32) -> bool {
        match term {
            Term::Constant(_) | Term::Variable(_) => true,
            Term::Sum(parts) | Term::Max(parts) => parts.iter().all(|part| left(part, bits)),
            Term::Product(one, other) | Term::Power(one, other) => left(one, bits) && left(other, bits),
            Term::FloorDivide(inner, by) => match **by {
                Term::Constant(by @ 1..) if by < 1 << 16 => 64 <= bits && left(inner, bits - 16),
                _ => false,
            },
            // The root of what does not fit is at least 2^63.
            Term::SquareRoot(inner) => 64 <= bits && left(inner, 0),
            // Beyond four million, an index is refused, however small the value.
            Term::Recursive(_, index) => is_near(index),
            Term::Cases(cases) => cases.iter().all(|(guard, value)| is_plain(guard) && left(value, bits)),
            Term::Min(_) | Term::Xor(_) | Term::Modulo(..) | Term::Number(..) | Term::Own(_) => false,
            Term::Grid(..) | Term::OwnGrid(_) => false,
        }
    }
    left(term, 96)
}

/// Whether a condition compares sums, which fit wherever their variables do.
fn is_plain(guard: &Condition) -> bool {
    let sum = |term: &Term| match term {
        Term::Constant(_) | Term::Variable(_) => true,
        Term::Sum(parts) => parts.iter().all(|part| matches!(part, Term::Constant(_) | Term::Variable(_))),
        _ => false,
    };
    match guard {
        Condition::Known(_) => true,
        Condition::Compare(left, _, right) => sum(left) && sum(right),
        _ => false,
    }
}

/// Whether an index is a variable and a small number.
fn is_near(index: &Term) -> bool {
    match index {
        Term::Variable(_) => true,
        Term::Sum(parts) => parts.iter().all(|part| match part {
            Term::Constant(number) => number.abs() < 1 << 16,
            part => matches!(part, Term::Variable(_)),
        }),
        _ => false,
    }
}

/// Whether the values of a recursion at these slots are looked for too far.
fn looks_up_far(term: &Term, value: i64) -> bool {
    let mut recursive = false;
    Part::Term(term).walk(&mut |part| {
        recursive |= matches!(part, Part::Term(Term::Recursive(..)));
        // The guards of cases are looked at for each value alone.
        matches!(part, Part::Term(_))
    });
    recursive && 1 << 21 <= value
}

/// Whether a term that does not fall is larger than a bound at a value of a slot; none if that is not known.
pub(super) fn is_above(
    term: &Term,
    (slot, value): (usize, i64),
    bound: i128,
    coordinates: &[i64],
    slots: &mut [i64],
) -> Option<bool> {
    slots[slot] = value;
    match term.evaluate(coordinates, slots) {
        Ok(found) => Some(bound < found),
        Err(EvaluationError::Overflow) => {
            (bound < LARGEST_BOUND && swells(term) && !looks_up_far(term, value)).then_some(true)
        }
        Err(_) => None,
    }
}

/// Whether a term that has no value for its size is larger than every heap.
pub(super) fn is_large_where_it_does_not_fit(term: &Term) -> bool {
    swells(term)
}

/// A number from which on the term does not fall as the slot grows and everything else stays; none if its shape does not
/// show one.
pub(super) fn rises_from(term: &Term, slot: usize) -> Option<i64> {
    if !mentions(term, slot) {
        return Some(0);
    }
    if let Some(from) = polynomial(term, slot).and_then(|coefficients| polynomial_rises_from(&coefficients)) {
        return Some(from);
    }
    let all = |parts: &[Term]| parts.iter().try_fold(0, |from: i64, part| Some(from.max(rises_from(part, slot)?)));
    match term {
        Term::Sum(parts) => {
            let own: Vec<Term> = parts.iter().filter(|part| mentions(part, slot)).flat_map(summands).collect();
            let polynomials: Vec<Term> = own.iter().filter(|part| polynomial(part, slot).is_some()).cloned().collect();
            let whole = polynomial(&Term::Sum(polynomials), slot).and_then(|sum| polynomial_rises_from(&sum))?;
            let others = own.iter().filter(|part| polynomial(part, slot).is_none());
            others.into_iter().try_fold(whole, |from, part| Some(from.max(rises_from(part, slot)?)))
        }
        Term::Min(parts) | Term::Max(parts) => all(parts),
        Term::FloorDivide(inner, by) => match **by {
            Term::Constant(1..) => rises_from(inner, slot),
            _ => None,
        },
        Term::Product(left, right) => match (&**left, &**right) {
            (Term::Constant(0..), inner) | (inner, Term::Constant(0..)) => rises_from(inner, slot),
            (left, right) => {
                let from = rises_from(left, slot)?.max(rises_from(right, slot)?);
                (is_natural(left) && is_natural(right)).then_some(from)
            }
        },
        Term::Power(base, exponent) => match **base {
            Term::Constant(1..) => rises_from(exponent, slot),
            _ => None,
        },
        Term::SquareRoot(inner) => rises_from(inner, slot),
        Term::Recursive(recursion, argument) => {
            let from = rises_from(argument, slot)?;
            recursion_rises(recursion).then_some(from)
        }
        Term::Cases(cases) => {
            // The first case applies from some value on, for good.
            let ((Condition::Compare(left, Comparison::AtMost, right), value), _) = cases.split_first()? else {
                return None;
            };
            let difference = Term::Sum(vec![right.clone(), negated(left)]);
            let mut alone = true;
            difference.visit_variables(&mut |variable| alone &= variable == Variable::Amount(slot));
            let from = rises_from(&difference, slot).filter(|_| alone)?;
            let applies = first_above(&difference, slot, (from, -1), &[], &mut vec![0; slot + 1])?;
            Some(applies.max(rises_from(value, slot)?))
        }
        Term::Constant(_) | Term::Variable(_) => Some(0),
        Term::Modulo(..) | Term::Xor(_) | Term::Number(..) | Term::Own(_) | Term::Grid(..) | Term::OwnGrid(_) => None,
    }
}

/// The opposite of a term, with the sign in the parts of sums.
pub(super) fn negated(term: &Term) -> Term {
    match term {
        Term::Constant(value) if value.checked_neg().is_some() => Term::Constant(-value),
        Term::Sum(parts) => Term::Sum(parts.iter().map(negated).collect()),
        Term::Product(left, right) => match (&**left, &**right) {
            (Term::Constant(factor), inner) | (inner, Term::Constant(factor)) if factor.checked_neg().is_some() => {
                Term::Product(Box::new(Term::Constant(-factor)), Box::new(inner.clone()))
            }
            _ => Term::Product(Box::new(Term::Constant(-1)), Box::new(term.clone())),
        },
        other => Term::Product(Box::new(Term::Constant(-1)), Box::new(other.clone())),
    }
}

/// Whether a term has no value from a value of a slot on: it needs an element of a list at an index that does not fall, and
/// is behind the end of the list.
pub(super) fn ends_before(term: &Term, slot: usize, value: i64, coordinates: &[i64], slots: &mut [i64]) -> bool {
    match term {
        Term::Recursive(recursion, index) => {
            let is_list = matches!(&recursion.body, Term::Cases(cases) if cases.is_empty());
            if !is_list || rises_from(index, slot).is_none_or(|from| value < from) || !mentions(index, slot) {
                return false;
            }
            slots[slot] = value;
            let index = index.evaluate(coordinates, slots);
            index.is_ok_and(|index| recursion.given.iter().all(|given| given.0 < index))
        }
        Term::Sum(parts) | Term::Min(parts) | Term::Max(parts) | Term::Xor(parts) => {
            parts.iter().any(|part| ends_before(part, slot, value, coordinates, slots))
        }
        Term::Product(left, right) | Term::FloorDivide(left, right) | Term::Modulo(left, right) => {
            ends_before(left, slot, value, coordinates, slots) || ends_before(right, slot, value, coordinates, slots)
        }
        _ => false,
    }
}

/// The first number from `low` on at which a term that does not fall is larger than a bound; none if it is not within 2^61.
/// Everything else has the values of `coordinates` and `slots`. Cost: some dozens of evaluations.
pub(super) fn first_above(
    term: &Term,
    slot: usize,
    (low, bound): (i64, i128),
    coordinates: &[i64],
    slots: &mut [i64],
) -> Option<i64> {
    let mut above = |value: i64| is_above(term, (slot, value), bound, coordinates, slots);
    if above(low)? {
        return Some(low);
    }
    let (mut below, mut step) = (low, 1i64);
    let mut reached = loop {
        let next = below.checked_add(step).filter(|next| *next <= FARTHEST)?;
        if above(next)? {
            break next;
        }
        below = next;
        step = step.checked_mul(2)?;
    };
    while 1 < reached - below {
        let middle = below + (reached - below) / 2;
        if above(middle)? {
            reached = middle;
        } else {
            below = middle;
        }
    }
    Some(reached)
}

/// The parts of a sum, and of sums inside of it.
fn summands(term: &Term) -> Vec<Term> {
    match term {
        Term::Sum(parts) => parts.iter().flat_map(summands).collect(),
        other => vec![other.clone()],
    }
}

fn mentions(term: &Term, slot: usize) -> bool {
    let mut found = false;
    term.visit_variables(&mut |variable| found |= variable == Variable::Amount(slot));
    found
}

/// Whether a term is 0 or more wherever it has a value and its variables are natural, as its shape shows.
fn is_natural(term: &Term) -> bool {
    match term {
        Term::Constant(value) => 0 <= *value,
        Term::Power(base, _) => is_natural(base),
        Term::SquareRoot(_) | Term::Xor(_) | Term::Number(..) => true,
        Term::Sum(parts) | Term::Min(parts) => parts.iter().all(is_natural),
        Term::Max(parts) => parts.iter().any(is_natural),
        Term::Product(left, right) | Term::FloorDivide(left, right) => is_natural(left) && is_natural(right),
        Term::Modulo(_, right) => is_natural(right),
        Term::Recursive(recursion, _) => recursion_rises(recursion),
        Term::Cases(cases) => cases.iter().all(|case| is_natural(&case.1)),
        // A slot or coordinate may be below 0.
        Term::Variable(_) | Term::Own(_) | Term::Grid(..) | Term::OwnGrid(_) => false,
    }
}

/// Whether no value of a recursion is less than the one before, and all are natural: the given ones ascend from 0, and each
/// further one is the one before plus what is natural.
fn recursion_rises(recursion: &Recursion) -> bool {
    let mut given = recursion.given.clone();
    given.sort_unstable();
    let ascends = given.windows(2).all(|pair| pair[0].0 + 1 == pair[1].0 && pair[0].1 <= pair[1].1);
    if !ascends || given.first().is_none_or(|first| first.0 < 0 || first.1 < 0) {
        return false;
    }
    let last = Term::Own(Box::new(Term::Sum(vec![Term::Variable(Variable::Coordinate(0)), Term::Constant(-1)])));
    let parts = match &recursion.body {
        Term::Sum(parts) => parts.as_slice(),
        other => std::slice::from_ref(other),
    };
    let multiple = |part: &Term| match part {
        Term::Product(left, right) => match (&**left, &**right) {
            (Term::Constant(factor), inner) | (inner, Term::Constant(factor)) => Some((*factor, inner.clone())),
            _ => None,
        },
        other => Some((1, other.clone())),
    };
    let mut holds_last = false;
    for part in parts {
        match multiple(part) {
            Some((1.., inner)) if inner == last => holds_last = true,
            Some((0.., Term::Own(_))) => {}
            _ if is_natural_of_index(part) => {}
            _ => return false,
        }
    }
    holds_last
}

/// Whether a part of a recursion is natural at all natural indices.
fn is_natural_of_index(term: &Term) -> bool {
    match term {
        Term::Variable(Variable::Coordinate(0)) => true,
        Term::Sum(parts) => parts.iter().all(is_natural_of_index),
        Term::Product(left, right) => is_natural_of_index(left) && is_natural_of_index(right),
        Term::FloorDivide(left, right) => is_natural_of_index(left) && matches!(**right, Term::Constant(1..)),
        Term::Constant(_) | Term::Power(..) => is_natural(term),
        _ => false,
    }
}

/// The coefficients of a polynomial in one slot alone, that of the constant first.
fn polynomial(term: &Term, slot: usize) -> Option<Vec<i128>> {
    match term {
        Term::Constant(value) => Some(vec![*value]),
        Term::Variable(variable) if *variable == Variable::Amount(slot) => Some(vec![0, 1]),
        Term::Sum(parts) => parts.iter().try_fold(Vec::new(), |mut sum: Vec<i128>, part| {
            let part = polynomial(part, slot)?;
            sum.resize(sum.len().max(part.len()), 0);
            for (own, other) in sum.iter_mut().zip(part) {
                *own = own.checked_add(other)?;
            }
            Some(sum)
        }),
        Term::Product(left, right) => product(&polynomial(left, slot)?, &polynomial(right, slot)?),
        Term::Power(base, exponent) => {
            let Term::Constant(exponent) = **exponent else { return None };
            let base = polynomial(base, slot)?;
            let exponent = usize::try_from(exponent).ok().filter(|exponent| *exponent <= HIGHEST)?;
            (0..exponent).try_fold(vec![1], |power, _| product(&power, &base))
        }
        _ => None,
    }
}

fn product(left: &[i128], right: &[i128]) -> Option<Vec<i128>> {
    let mut all = vec![0i128; (left.len() + right.len()).saturating_sub(1)];
    if HIGHEST + 1 < all.len() {
        return None;
    }
    for (at, one) in left.iter().enumerate() {
        for (by, other) in right.iter().enumerate() {
            all[at + by] = all[at + by].checked_add(one.checked_mul(*other)?)?;
        }
    }
    Some(all)
}

/// Where the differences of a polynomial are 0 or more from then on: Cauchy's bound for the roots of p(k + 1) - p(k).
fn polynomial_rises_from(coefficients: &[i128]) -> Option<i64> {
    let mut differences = vec![0i128; coefficients.len()];
    for (power, coefficient) in coefficients.iter().enumerate() {
        let mut binomial = 1i128;
        for (below, difference) in differences.iter_mut().enumerate().take(power) {
            // The coefficient of k^below in (k + 1)^power - k^power.
            if 0 < below {
                binomial =
                    binomial.checked_mul(i128::try_from(power - below + 1).ok()?)? / i128::try_from(below).ok()?;
            }
            *difference = difference.checked_add(coefficient.checked_mul(binomial)?)?;
        }
    }
    while differences.last() == Some(&0) {
        differences.pop();
    }
    let Some((leading, lower)) = differences.split_last() else { return Some(0) };
    if *leading < 0 {
        return None;
    }
    let largest = lower.iter().map(|coefficient| coefficient.unsigned_abs()).max().unwrap_or(0);
    if lower.iter().all(|coefficient| 0 <= *coefficient) {
        return Some(0);
    }
    i64::try_from(largest / leading.unsigned_abs() + 2).ok()
}

#[cfg(all(test, has_tests))]
mod tests;
