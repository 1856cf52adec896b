//! Linear forms of unknown integers and of their products with powers of one natural number t; what is said of them is multiplied by t.
//! Knows nothing of games.
//!
//! The unknown u has the number `DEGREES b` for some b, and `t^e u` the number `DEGREES b + e`; b = 0 is the number 1, so that `t^e` has the
//! number e. As t is natural, `f <= 0` gives `t f <= 0`, and `f = 0` gives `t f = 0`.
use crate::recheck::products::forms::{Asserted, Formed, IntegerForm};
use std::collections::BTreeMap;

/// Powers of t that an unknown may be multiplied by, and 1.
const DEGREES: usize = 24;
/// Unknowns at most, apart from what they are multiplied by.
const MOST_UNKNOWNS: usize = 120;

/// What an unknown is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UnknownOf {
    Heap(usize),
    Register(usize),
    /// An amount of the move that is looked at.
    Amount(usize),
    /// A power of the ratio.
    Power,
    /// An index.
    Index,
    /// The smaller number of a complementary pair, at the index with this number and so much more.
    Lower(usize, i128),
    /// A quotient, or the least or greatest of several numbers.
    Made,
}

/// Unknowns that were made, and the parameter: a number, or one and t.
#[derive(Clone, Debug)]
pub(super) struct Monomials {
    /// From the unknown 1 on.
    made: Vec<UnknownOf>,
    parameter: IntegerForm,
}

/// A multiple of a power of t and an unknown, or of a power of t alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ToldMonomial {
    pub(crate) factor: i128,
    pub(crate) degree: usize,
    /// The place of the unknown among those that were made.
    pub(crate) unknown: Option<usize>,
}

/// The terms of a form, in the order of their unknowns.
pub(super) fn told(form: &IntegerForm) -> Vec<ToldMonomial> {
    let term = |(own, factor): (&usize, &i128)| ToldMonomial {
        factor: *factor,
        degree: own % DEGREES,
        unknown: (own / DEGREES).checked_sub(1),
    };
    form.terms.iter().map(term).collect()
}

impl Monomials {
    /// With a parameter that is this number, or if it is open this number or more.
    pub(super) fn new(least: i128, is_open: bool) -> Formed<Self> {
        let own = IntegerForm::number(least);
        let parameter = if is_open { own.plus(1, &IntegerForm::unknown(1))? } else { own };
        Ok(Self { made: Vec::new(), parameter })
    }

    pub(super) fn fresh(&mut self, of: UnknownOf) -> Formed<IntegerForm> {
        self.made.push(of);
        if MOST_UNKNOWNS < self.made.len() {
            return Err("so many unknown numbers are not checked".to_owned());
        }
        Ok(IntegerForm::unknown(self.made.len() * DEGREES))
    }

    /// What the unknowns are.
    pub(super) fn unknowns(&self) -> &[UnknownOf] {
        &self.made
    }

    pub(super) fn parameter(&self) -> &IntegerForm {
        &self.parameter
    }

    /// A polynomial in the parameter, by its coefficients from the constant on.
    pub(super) fn polynomial(&self, coefficients: &[i64]) -> Formed<IntegerForm> {
        let digits = coefficients.iter().rev();
        digits.into_iter().try_fold(IntegerForm::default(), |sum, coefficient| {
            product(&self.parameter, &sum)?.and((*coefficient).into())
        })
    }
}

/// The powers of t in it are those of a polynomial in t.
pub(super) fn is_pure(form: &IntegerForm) -> bool {
    form.terms.keys().all(|own| *own < DEGREES)
}

/// A polynomial in t that is 1 or more for every natural t, as far as its coefficients show that.
pub(super) fn is_positive(form: &IntegerForm) -> bool {
    is_pure(form) && 1 <= form.constant && form.terms.values().all(|coefficient| 0 <= *coefficient)
}

/// The greatest power of t that something is multiplied by.
pub(super) fn degree(form: &IntegerForm) -> usize {
    form.terms.keys().map(|own| own % DEGREES).max().unwrap_or(0)
}

/// The form times `t^times`.
fn raised(form: &IntegerForm, times: usize) -> Formed<IntegerForm> {
    if DEGREES <= degree(form) + times {
        return Err("so high a power of the parameter is not checked".to_owned());
    }
    let mut all: BTreeMap<usize, i128> = form.terms.iter().map(|(own, number)| (own + times, *number)).collect();
    let constant = if times == 0 { form.constant } else { 0 };
    if 0 < times && form.constant != 0 {
        all.insert(times, form.constant);
    }
    Ok(IntegerForm { terms: all, constant })
}

/// The product of two forms, of which one is a polynomial in t.
pub(super) fn product(left: &IntegerForm, right: &IntegerForm) -> Formed<IntegerForm> {
    let (pure, other) = if is_pure(left) { (left, right) } else { (right, left) };
    if !is_pure(pure) {
        return Err("products of two numbers that are not known are not checked so".to_owned());
    }
    let mut sum = other.times(pure.constant)?;
    for (power, coefficient) in &pure.terms {
        sum = sum.plus(*coefficient, &raised(other, *power)?)?;
    }
    Ok(sum)
}

/// A form as multiples of an unknown and of 1 by polynomials in t; none if another unknown is in it.
pub(super) fn of_one(form: &IntegerForm, unknown: &IntegerForm) -> Option<(IntegerForm, IntegerForm)> {
    let own = *unknown.terms.keys().next()?;
    let (mut times, mut rest) = (IntegerForm::default(), IntegerForm::number(form.constant));
    for (at, coefficient) in &form.terms {
        match at.checked_sub(own) {
            _ if *at < DEGREES => {
                rest.terms.insert(*at, *coefficient);
            }
            Some(0) => times.constant = *coefficient,
            Some(power @ 1..DEGREES) => {
                times.terms.insert(power, *coefficient);
            }
            _ => return None,
        }
    }
    Some((times, rest))
}

/// The form over a number, if it comes out even.
pub(super) fn divided(form: &IntegerForm, by: i128) -> Option<IntegerForm> {
    let all = form.terms.values().chain([&form.constant]).all(|coefficient| coefficient % by == 0);
    let terms = || form.terms.iter().map(|(own, coefficient)| (*own, coefficient / by)).collect();
    all.then(|| IntegerForm { terms: terms(), constant: form.constant / by })
}

/// Whether a polynomial in t is another one times a polynomial with whole coefficients.
pub(super) fn divides(divisor: &IntegerForm, polynomial: &IntegerForm) -> Formed<bool> {
    if !is_pure(divisor) || !is_pure(polynomial) || *divisor == IntegerForm::default() {
        return Ok(false);
    }
    let leading = |form: &IntegerForm| form.terms.get(&degree(form)).copied().unwrap_or(form.constant);
    let (height, by) = (degree(divisor), leading(divisor));
    let mut rest = polynomial.clone();
    while rest != IntegerForm::default() {
        let (above, own) = (degree(&rest), leading(&rest));
        if above < height || own % by != 0 {
            return Ok(false);
        }
        // This takes the leading coefficient away.
        rest = rest.plus(-(own / by), &raised(divisor, above - height)?)?;
    }
    Ok(true)
}

/// The same with each inequality and each equation times t, and times its powers up to so high a one.
pub(super) fn multiplied(said: &Asserted, highest: usize) -> Formed<Asserted> {
    let powers = |form: &IntegerForm| 0..=highest.saturating_sub(degree(form));
    let each = |parts: &[Asserted]| parts.iter().map(|part| multiplied(part, highest)).collect::<Formed<Vec<_>>>();
    Ok(match said {
        Asserted::AtMost(form) => {
            let all = powers(form).map(|times| raised(form, times).map(Asserted::AtMost));
            Asserted::All(all.collect::<Formed<_>>()?)
        }
        Asserted::Zero(form) => {
            let all = powers(form).map(|times| raised(form, times).map(Asserted::Zero));
            Asserted::All(all.collect::<Formed<_>>()?)
        }
        Asserted::All(parts) => Asserted::All(each(parts)?),
        Asserted::One(parts) => Asserted::One(each(parts)?),
    })
}
