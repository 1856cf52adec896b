//! Products and squares as sums of monomials: what two of them have in common is then known by equations. Each monomial of unknowns is an unknown
//! of its own, and `u = p` holds for each unknown u that is made as the polynomial p; T is `(n^2 - n) / 2`.
use super::facts::{NumberOrigin, UnknownNumbers, single};
use super::forms::{Asserted, Formed, IntegerForm, equal, less};
use std::collections::BTreeMap;

/// Unknowns multiplied in one monomial, and monomials of one polynomial, at most.
const MOST_DEGREE: usize = 6;
const MOST_MONOMIALS: usize = 60;
/// A power is told by one whose exponent is less by so much at most.
const MOST_MORE: i128 = 4;
/// Numerators and denominators beyond this are given up.
const LARGEST: i128 = 1 << 40;

/// A polynomial with a common denominator, by the unknowns of its monomials in order.
#[derive(Clone, Debug)]
struct RationalPolynomial {
    monomials: BTreeMap<Vec<usize>, i128>,
    denominator: i128,
}

impl RationalPolynomial {
    fn unknown(own: usize) -> Self {
        Self { monomials: BTreeMap::from([(vec![own], 1)]), denominator: 1 }
    }

    /// `self + factor * other`; none if it is too large.
    fn plus(&self, factor: i128, other: &Self) -> Option<Self> {
        let mut sum = Self {
            monomials: self.monomials.iter().map(|(of, number)| (of.clone(), number * other.denominator)).collect(),
            denominator: self.denominator * other.denominator,
        };
        for (of, number) in &other.monomials {
            *sum.monomials.entry(of.clone()).or_default() += number.checked_mul(factor)? * self.denominator;
        }
        sum.checked()
    }

    fn times(&self, other: &Self) -> Option<Self> {
        let mut all = Self { monomials: BTreeMap::new(), denominator: self.denominator * other.denominator };
        for (one, first) in &self.monomials {
            for (two, second) in &other.monomials {
                let mut of = [one.as_slice(), two].concat();
                of.sort_unstable();
                *all.monomials.entry(of).or_default() += first * second;
            }
        }
        all.checked()
    }

    fn checked(mut self) -> Option<Self> {
        self.monomials.retain(|_, number| *number != 0);
        let fits = self.denominator < LARGEST && self.monomials.values().all(|number| number.abs() < LARGEST);
        let is_short = self.monomials.len() <= MOST_MONOMIALS;
        (fits && is_short && self.monomials.keys().all(|of| of.len() <= MOST_DEGREE)).then_some(self)
    }
}

/// Unknowns as the polynomials that they are made as.
type MadePolynomials = BTreeMap<usize, RationalPolynomial>;

impl UnknownNumbers {
    /// Equations between what was made by products and monomials; none if no monomial of two of them is the same.
    pub(super) fn expanded(&self) -> Formed<Vec<Asserted>> {
        // A monomial is the same unknown wherever it stands.
        let mut places = BTreeMap::new();
        let mut excused = Vec::new();
        let mut all = self.equations(&self.polynomials(None)?, &mut places)?;
        let by_powers = self.polynomials(Some(&mut excused))?;
        if !excused.is_empty() {
            let equations = self.equations(&by_powers, &mut places)?;
            if !equations.is_empty() {
                excused.push(Asserted::All(equations));
                all.push(Asserted::One(excused));
            }
        }
        Ok(all)
    }

    /// What unknowns are made as; a power as one with a smaller exponent and powers of the base, too, where this is excused by what is noted.
    fn polynomials(&self, mut excused: Option<&mut Vec<Asserted>>) -> Formed<MadePolynomials> {
        let mut known = MadePolynomials::new();
        let mut powers: Vec<(&IntegerForm, &IntegerForm, usize)> = Vec::new();
        for (origin, made, _) in self.known() {
            let Some(own) = single(made) else { continue };
            let found = match origin {
                NumberOrigin::Triangle(base) => of_form(&known, base).and_then(|base| {
                    let mut twice = base.times(&base)?.plus(-1, &base)?;
                    twice.denominator *= 2;
                    Some(twice)
                }),
                NumberOrigin::Product(one, other) => of_unknown(&known, *one).times(&of_unknown(&known, *other)),
                NumberOrigin::Scaled(one, other) => {
                    of_form(&known, one).zip(of_form(&known, other)).and_then(|(one, two)| one.times(&two))
                }
                NumberOrigin::Power(base, exponent) => {
                    let mut found = None;
                    if let Some(excused) = &mut excused {
                        for (other, low, power) in &powers {
                            let more = exponent.plus(-1, low)?.known().filter(|more| (1..=MOST_MORE).contains(more));
                            if let Some(more) = more.filter(|_| *other == base && found.is_none()) {
                                let first = Some(of_unknown(&known, *power));
                                found = (0..more).fold(first, |found, _| found?.times(&of_form(&known, base)?));
                                excused.push(less(low, &IntegerForm::default())?);
                                excused.push(less(base, &IntegerForm::number(1))?);
                            }
                        }
                    }
                    powers.push((base, exponent, own));
                    found
                }
                _ => None,
            };
            if let Some(found) = found {
                known.entry(own).or_insert(found);
            }
        }
        Ok(known)
    }

    /// That unknowns are these polynomials; `places` are the unknowns that monomials are.
    fn equations(&self, known: &MadePolynomials, places: &mut BTreeMap<Vec<usize>, usize>) -> Formed<Vec<Asserted>> {
        let mut is_shared = false;
        for of in known.values().flat_map(|made| made.monomials.keys()).filter(|of| 1 < of.len()) {
            let next = self.count() + places.len();
            let place = *places.entry(of.clone()).or_insert(next);
            is_shared |= place != next;
        }
        if !is_shared {
            return Ok(Vec::new());
        }
        let equations = known.iter().map(|(own, made)| {
            let mut sum = IntegerForm::default();
            for (of, number) in &made.monomials {
                let monomial = match of.as_slice() {
                    [] => IntegerForm::number(1),
                    [only] => IntegerForm::unknown(*only),
                    several => IntegerForm::unknown(places[several]),
                };
                sum = sum.plus(*number, &monomial)?;
            }
            equal(&IntegerForm::unknown(*own).times(made.denominator)?, &sum)
        });
        equations.collect()
    }
}

/// What an unknown is made as.
fn of_unknown(known: &MadePolynomials, own: usize) -> RationalPolynomial {
    known.get(&own).cloned().unwrap_or_else(|| RationalPolynomial::unknown(own))
}

/// The same of a form; none if it is too large.
fn of_form(known: &MadePolynomials, form: &IntegerForm) -> Option<RationalPolynomial> {
    let constant = RationalPolynomial { monomials: BTreeMap::from([(Vec::new(), form.constant)]), denominator: 1 };
    form.terms.iter().try_fold(constant, |sum, (own, factor)| sum.plus(*factor, &of_unknown(known, *own)))
}
