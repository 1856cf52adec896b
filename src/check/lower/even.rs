//! Quotients by a polynomial in an open parameter, in claims: which ones come out even, whatever the parameter and an index are, so that
//! rounding changes nothing. Knows nothing of trees and faults.
//!
//! Let the parameter be a natural number, d a polynomial in it, q = d^k for some k >= 0, the least of the powers that occur (where it has no
//! value, the quotient has none), and u, v and D polynomials in the parameter. If D
//! divides u + v and v (d - 1) as polynomials with whole coefficients, it divides u q + v: for k = 0 that is u + v, and from one k to the next
//! `u d q + v = d (u q + v) - v (d - 1)`. D is never 0 if no coefficient is negative and its constant is positive.
use crate::ruleset::{Term, Variable};

/// Coefficients from the constant on, the last of them not 0.
type ParameterPolynomial = Vec<i128>;

/// Coefficients at most, and how large they are.
const MOST_COEFFICIENTS: usize = 12;
const LARGEST: u128 = 1 << 60;
/// How far exponents are apart, at most.
const MOST_EXPONENT: i128 = 8;

/// `times q + constant`.
struct OfPower {
    times: ParameterPolynomial,
    constant: ParameterPolynomial,
}

/// What stands in a quotient: one coordinate, and powers of one base with one index.
struct OpenTerms {
    coordinate: Option<usize>,
    power: Option<(ParameterPolynomial, usize)>,
    /// What is added to the index in the least of the powers.
    least: i128,
}

/// Whether a quotient of terms over open parameters, the coordinates from a number on, has a whole value wherever its terms have one.
pub(super) fn comes_out_even(above: &Term, below: &Term, first_open: usize) -> bool {
    // The explorer has a limit of bytes, and no proofs that need this.
    if cfg!(target_arch = "wasm32") {
        return false;
    }
    let mut read = OpenTerms { coordinate: None, power: None, least: least_exponent(above).unwrap_or(0) };
    let both = read.term(above, first_open).zip(read.term(below, first_open));
    both.and_then(|(above, below)| read.is_even(&above, &below)) == Some(true)
}

impl OpenTerms {
    fn is_even(&self, above: &OfPower, below: &OfPower) -> Option<bool> {
        let divisor = &below.constant;
        let is_positive = divisor.first().is_some_and(|constant| 0 < *constant);
        if !below.times.is_empty() || !is_positive || divisor.iter().any(|coefficient| *coefficient < 0) {
            return Some(false);
        }
        let first = sum(&above.times, &above.constant)?;
        let ratio = self.power.as_ref().map_or(&[][..], |(base, _)| base);
        let step = product(&above.constant, &sum(ratio, &[-1])?)?;
        let is_steady = above.times.is_empty() || divides(divisor, &step)?;
        Some(divides(divisor, &first)? && is_steady)
    }

    /// A term as a multiple of the power and a polynomial; none if it is no such sum, or something else occurs in it.
    fn term(&mut self, term: &Term, first_open: usize) -> Option<OfPower> {
        let plain = |constant: ParameterPolynomial| Some(OfPower { times: Vec::new(), constant });
        match term {
            Term::Constant(number) => plain(trimmed(vec![*number])?),
            Term::Variable(Variable::Coordinate(at)) if first_open <= *at => {
                (*self.coordinate.get_or_insert(*at) == *at).then_some(())?;
                plain(vec![0, 1])
            }
            Term::Sum(parts) => {
                let mut all = OfPower { times: Vec::new(), constant: Vec::new() };
                for part in parts {
                    let part = self.term(part, first_open)?;
                    all =
                        OfPower { times: sum(&all.times, &part.times)?, constant: sum(&all.constant, &part.constant)? };
                }
                Some(all)
            }
            Term::Product(left, right) => {
                let (left, right) = (self.term(left, first_open)?, self.term(right, first_open)?);
                let (by, other) = if left.times.is_empty() { (left, right) } else { (right, left) };
                by.times.is_empty().then_some(())?;
                Some(OfPower {
                    times: product(&by.constant, &other.times)?,
                    constant: product(&by.constant, &other.constant)?,
                })
            }
            Term::Power(base, exponent) => self.power(base, exponent, first_open),
            _ => None,
        }
    }

    /// The base to an index and a natural number.
    fn power(&mut self, base: &Term, exponent: &Term, first_open: usize) -> Option<OfPower> {
        let base = self.term(base, first_open).filter(|base| base.times.is_empty())?.constant;
        let (slot, more) = index_and_number(exponent)?;
        let (known, more) = ((base.clone(), slot), more.checked_sub(self.least)?);
        if !(0..=MOST_EXPONENT).contains(&more) || *self.power.get_or_insert_with(|| known.clone()) != known {
            return None;
        }
        let times = (0..more).try_fold(vec![1], |power, _| product(&power, &base))?;
        Some(OfPower { times, constant: Vec::new() })
    }
}

/// An index and a number that is added to it.
fn index_and_number(exponent: &Term) -> Option<(usize, i128)> {
    let (mut slot, mut more) = (None, 0_i128);
    let parts = match exponent {
        Term::Sum(parts) => parts.as_slice(),
        one => std::slice::from_ref(one),
    };
    for part in parts {
        match part {
            Term::Constant(number) => more = more.checked_add(*number)?,
            Term::Variable(Variable::Amount(own)) if slot.is_none() => slot = Some(*own),
            _ => return None,
        }
    }
    Some((slot?, more))
}

/// The least number that is added to an index in an exponent.
fn least_exponent(term: &Term) -> Option<i128> {
    match term {
        Term::Power(_, exponent) => index_and_number(exponent).map(|(_, more)| more),
        Term::Sum(parts) => parts.iter().filter_map(least_exponent).min(),
        Term::Product(left, right) => [left, right].into_iter().filter_map(|part| least_exponent(part)).min(),
        _ => None,
    }
}

fn trimmed(mut all: ParameterPolynomial) -> Option<ParameterPolynomial> {
    while all.last() == Some(&0) {
        all.pop();
    }
    let small = all.len() <= MOST_COEFFICIENTS && all.iter().all(|one| one.unsigned_abs() < LARGEST);
    small.then_some(all)
}

fn sum(left: &[i128], right: &[i128]) -> Option<ParameterPolynomial> {
    let at = |of: &[i128], place: usize| of.get(place).copied().unwrap_or(0);
    trimmed((0..left.len().max(right.len())).map(|place| at(left, place) + at(right, place)).collect())
}

fn product(left: &[i128], right: &[i128]) -> Option<ParameterPolynomial> {
    let mut all = vec![0_i128; (left.len() + right.len()).saturating_sub(1)];
    for (at, one) in left.iter().enumerate() {
        for (also, other) in right.iter().enumerate() {
            all[at + also] = one.checked_mul(*other)?.checked_add(all[at + also])?;
        }
    }
    trimmed(all)
}

/// Whether a polynomial is another one, which is not 0, times one with whole coefficients; none if a number is too large.
fn divides(divisor: &[i128], polynomial: &[i128]) -> Option<bool> {
    let mut rest = polynomial.to_vec();
    let by = *divisor.last()?;
    while let Some(own) = rest.last().copied() {
        if rest.len() < divisor.len() || own % by != 0 {
            return Some(false);
        }
        let less = [vec![0; rest.len() - divisor.len()], vec![-(own / by)]].concat();
        rest = sum(&rest, &product(&less, divisor)?)?;
    }
    Some(true)
}
