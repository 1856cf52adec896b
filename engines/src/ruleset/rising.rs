//! Terms of one amount that never fall with it, as their look shows: `k * (3 * k - 1) / 2` from k = 1 on. Knows nothing of moves.
use super::branch::never_falls_from;
use super::{Comparison, Condition, Term, Variable};

/// What rises with an amount is seen to do so from one of so many numbers on.
const LATEST: i128 = 64;

/// From which natural number on a term of an amount alone, which is not this amount, is natural and does not fall. `None` if its look does not show it.
pub(crate) fn rises_from(term: &Term, amount: usize) -> Option<i128> {
    let own = Variable::Amount(amount);
    let (mut is_alone, mut is_there) = (true, false);
    term.visit_variables(&mut |variable| {
        is_alone &= variable == own;
        is_there |= variable == own;
    });
    if !is_alone || !is_there || *term == Term::Variable(own) {
        return None;
    }
    (0..LATEST).find(|first| never_falls(term, *first) && is_natural(term, *first))
}

/// A term of one amount at a number.
pub(crate) fn at_number(term: &Term, number: i128) -> Option<i128> {
    let put = &mut |part: &Term| matches!(part, Term::Variable(_)).then_some(Term::Constant(number));
    term.map(put).evaluate(&[], &[]).ok()
}

/// The first case, if it holds from a number on because the amount is at least as large.
fn case_from(cases: &[(Condition, Term)], first: i128) -> Option<&Term> {
    let ((condition, own), _) = cases.split_first()?;
    match condition {
        Condition::Compare(Term::Constant(least), Comparison::AtMost, Term::Variable(_)) => {
            (*least <= first).then_some(own)
        }
        _ => None,
    }
}

/// What is added to an amount alone, between 0 and [`LATEST`].
fn shift(argument: &Term) -> Option<i128> {
    match argument {
        Term::Variable(_) => Some(0),
        Term::Sum(parts) => match parts.as_slice() {
            [Term::Variable(_), Term::Constant(shift)] => Some(*shift).filter(|shift| (0..=LATEST).contains(shift)),
            _ => None,
        },
        _ => None,
    }
}

fn is_natural(term: &Term, first: i128) -> bool {
    at_number(term, first).is_some_and(|value| 0 <= value)
}

/// Whether a term does not fall from a number on: a sum of such terms, a product of natural ones, a power, a quotient, or a sequence.
fn never_falls(term: &Term, first: i128) -> bool {
    match term {
        Term::Constant(_) | Term::Variable(_) => true,
        Term::Sum(parts) => parts.iter().all(|part| never_falls(part, first)),
        Term::Product(left, right) => match (&**left, &**right) {
            (Term::Constant(0..), other) | (other, Term::Constant(0..)) => never_falls(other, first),
            (left, right) => [left, right].into_iter().all(|part| never_falls(part, first) && is_natural(part, first)),
        },
        Term::Power(base, exponent) => match (&**base, &**exponent) {
            (base, Term::Constant(1..=16)) => never_falls(base, first) && is_natural(base, first),
            (Term::Constant(1..), exponent) => never_falls(exponent, first) && is_natural(exponent, first),
            _ => false,
        },
        Term::FloorDivide(whole, by) => matches!(**by, Term::Constant(1..)) && never_falls(whole, first),
        Term::SquareRoot(inner) => never_falls(inner, first) && is_natural(inner, first),
        Term::Cases(cases) => case_from(cases, first).is_some_and(|own| never_falls(own, first)),
        Term::Recursive(recursion, argument) => {
            let begins = never_falls_from(recursion).zip(shift(argument));
            begins.is_some_and(|(from, shift)| from <= first + shift)
        }
        _ => false,
    }
}
