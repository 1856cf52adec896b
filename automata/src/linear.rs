//! From linear conditions `sum of a * x + c <= 0`, `= 0`, `= 0 (mod m)` to automata: a node is a residual.
use super::automaton::{Automaton, Natural, Truth, radix_of};
use super::budget::{Abandoned, Budget};
use super::graph::{NodeTarget, explore};
use super::numeration::{Numeration, Residual};
use num_integer::gcd;
use std::num::NonZeroU32;

/// What a linear form is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sign {
    /// It is at most 0.
    AtMostZero,
    /// It is 0.
    Zero,
    /// It is not 0.
    NotZero,
}

/// `sum of coefficient * variable + constant`; the variables ascend, and no coefficient is 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Linear {
    pub(super) terms: Vec<(Natural, i64)>,
    pub(super) constant: i64,
}

/// Coefficients beyond this are not computed with.
const LARGEST: i64 = 1 << 40;
/// Constants beyond this are not computed with.
const LARGEST_CONSTANT: i64 = 1 << 62;
/// Constants beyond this are read from a track of their own: residuals would take a node for every smaller number.
const MOST_RESIDUALS: u64 = 256;

impl Linear {
    pub(super) fn constant(constant: i64) -> Self {
        Self { terms: Vec::new(), constant }
    }

    pub(super) fn variable(variable: Natural) -> Self {
        Self { terms: vec![(variable, 1)], constant: 0 }
    }

    pub(super) fn coefficient(&self, variable: Natural) -> i64 {
        self.terms.iter().find(|(known, _)| *known == variable).map_or(0, |(_, coefficient)| *coefficient)
    }

    /// `self + factor * other`.
    pub(super) fn plus(&self, factor: i64, other: &Self) -> Result<Self, Abandoned> {
        let within = |a: i64, b: i64, largest: i64| {
            let sum = b.checked_mul(factor).and_then(|product| a.checked_add(product));
            sum.filter(|sum| -largest < *sum && *sum < largest).ok_or(Abandoned::Overflow)
        };
        let add = |a: i64, b: i64| within(a, b, LARGEST);
        let mut terms = self.terms.clone();
        for (variable, coefficient) in &other.terms {
            match terms.binary_search_by_key(variable, |(known, _)| *known) {
                Ok(index) => terms[index].1 = add(terms[index].1, *coefficient)?,
                Err(index) => terms.insert(index, (*variable, add(0, *coefficient)?)),
            }
        }
        terms.retain(|(_, coefficient)| *coefficient != 0);
        Ok(Self { terms, constant: within(self.constant, other.constant, LARGEST_CONSTANT)? })
    }

    pub(super) fn minus(&self, other: &Self) -> Result<Self, Abandoned> {
        self.plus(-1, other)
    }

    pub(super) fn shifted(&self, constant: i64) -> Result<Self, Abandoned> {
        self.plus(1, &Self::constant(constant))
    }

    /// Whether no naturals make it negative, as far as its signs show.
    pub(super) fn is_never_negative(&self) -> bool {
        0 <= self.constant && self.terms.iter().all(|(_, coefficient)| 0 <= *coefficient)
    }

    /// The form with another form in place of a variable.
    pub(super) fn with(&self, variable: Natural, value: &Self) -> Result<Self, Abandoned> {
        let coefficient = self.coefficient(variable);
        if coefficient == 0 {
            return Ok(self.clone());
        }
        self.plus(-coefficient, &Self::variable(variable))?.plus(coefficient, value)
    }

    /// The same condition with smaller numbers, or its truth if no variable matters.
    fn tightened(&self, sign: Sign) -> Result<Self, Truth> {
        let truth = |holds: bool| if holds { Truth::True } else { Truth::False };
        let divisor = self.terms.iter().fold(0, |divisor, (_, coefficient)| gcd(divisor, coefficient.abs()));
        if divisor == 0 {
            return Err(truth(match sign {
                Sign::AtMostZero => self.constant <= 0,
                Sign::Zero => self.constant == 0,
                Sign::NotZero => self.constant != 0,
            }));
        }
        let divides = self.constant % divisor == 0;
        if !divides && sign != Sign::AtMostZero {
            return Err(truth(sign == Sign::NotZero));
        }
        // Rounded up: what the other terms come to is divisible.
        let constant = -(-self.constant).div_euclid(divisor);
        Ok(Self { terms: self.terms.iter().map(|(variable, value)| (*variable, value / divisor)).collect(), constant })
    }
}

impl Automaton {
    /// The values for which `sum of a * x + constant` compares with 0 as `sign` says.
    ///
    /// # Errors
    /// If the budget is too small, or a number too large.
    pub fn linear(
        numeration: Numeration,
        terms: &[(Natural, i64)],
        constant: i64,
        sign: Sign,
        budget: &Budget,
    ) -> Result<Self, Abandoned> {
        Self::of_linear(numeration, &form_of(terms, constant)?, sign, budget)
    }

    /// The values for which `sum of a * x + constant` is divisible by `modulus`.
    ///
    /// # Errors
    /// If the budget is too small, or a number too large.
    pub fn congruence(
        numeration: Numeration,
        terms: &[(Natural, i64)],
        constant: i64,
        modulus: NonZeroU32,
        budget: &Budget,
    ) -> Result<Self, Abandoned> {
        Self::of_congruence(numeration, &form_of(terms, constant)?, modulus, budget)
    }

    /// The automaton of a linear condition, digit by digit from the highest: a state is what the digits so far come to, cut off where later
    /// digits no longer change the sign.
    pub(super) fn of_linear(
        numeration: Numeration,
        form: &Linear,
        sign: Sign,
        budget: &Budget,
    ) -> Result<Self, Abandoned> {
        let form = match form.tightened(sign) {
            Ok(form) => form,
            Err(truth) => return Ok(Self::sentence(numeration, truth)),
        };
        if MOST_RESIDUALS < form.constant.unsigned_abs() {
            return Self::of_large_constant(numeration, form, sign, budget);
        }
        let bounds = RestBounds::of(numeration, &form, sign)?;
        let coefficients: Vec<i64> = form.terms.iter().map(|(_, coefficient)| *coefficient).collect();
        let step = |level: usize, residual: &Residual, digit: usize| {
            let here = if level == 0 { numeration.shifted(*residual) } else { Some(*residual) };
            let digit = i64::try_from(digit).expect("digits are small");
            let sum = coefficients[level].checked_mul(digit).ok_or(Abandoned::Overflow)?;
            let next = here.and_then(|here| numeration.with_digits(here, sum)).ok_or(Abandoned::Overflow)?;
            bounds.target((level + 1) % coefficients.len(), next)
        };
        let accepts = |residual: &Residual| match sign {
            Sign::AtMostZero => residual[0] <= -form.constant,
            Sign::Zero => residual[0] == -form.constant,
            Sign::NotZero => residual[0] != -form.constant,
        };
        let shape = (radix_of(numeration), coefficients.len());
        let graph = explore(budget, shape, bounds.target(0, [0; 3])?, step, accepts)?;
        Self { numeration, tracks: tracks_of(&form), graph }.within_valid_words(budget)
    }

    /// The constant as the number on one more track, which is projected away: it has few digits.
    fn of_large_constant(
        numeration: Numeration,
        mut form: Linear,
        sign: Sign,
        budget: &Budget,
    ) -> Result<Self, Abandoned> {
        let next = form.terms.last().map_or(Some(0), |(last, _)| last.0.checked_add(1));
        let track = Natural(next.ok_or(Abandoned::TooWide)?);
        let number = Self::number(numeration, track, form.constant.unsigned_abs(), budget)?;
        form.terms.push((track, form.constant.signum()));
        form.constant = 0;
        Self::of_linear(numeration, &form, sign, budget)?.and(&number, budget)?.exists(track, budget)
    }

    /// The automaton of a linear form that is divisible by a number: a state is the remainder of the digits so far.
    pub(super) fn of_congruence(
        numeration: Numeration,
        form: &Linear,
        modulus: NonZeroU32,
        budget: &Budget,
    ) -> Result<Self, Abandoned> {
        let modulus = i64::from(modulus.get());
        let reduced = |value: i64| value.rem_euclid(modulus);
        let constant = reduced(form.constant);
        let terms = form.terms.iter().map(|(variable, value)| (*variable, reduced(*value))).filter(|term| term.1 != 0);
        let form = Linear { terms: terms.collect(), constant };
        if form.terms.is_empty() {
            return Ok(Self::sentence(numeration, if constant == 0 { Truth::True } else { Truth::False }));
        }
        let step = |level: usize, residual: &Residual, digit: usize| {
            let here = if level == 0 { numeration.shifted(*residual) } else { Some(*residual) };
            let digit = i64::try_from(digit).expect("digits are small");
            let sum = form.terms[level].1.checked_mul(digit).ok_or(Abandoned::Overflow)?;
            let next = here.and_then(|here| numeration.with_digits(here, sum)).ok_or(Abandoned::Overflow)?;
            Ok(NodeTarget::To(next.map(reduced)))
        };
        let accepts = |residual: &Residual| reduced(residual[0] + constant) == 0;
        let shape = (radix_of(numeration), form.terms.len());
        let graph = explore(budget, shape, NodeTarget::To([0; 3]), step, accepts)?;
        Self { numeration, tracks: tracks_of(&form), graph }.within_valid_words(budget)
    }
}

fn form_of(terms: &[(Natural, i64)], constant: i64) -> Result<Linear, Abandoned> {
    let mut form = Linear::default().shifted(constant)?;
    for (variable, coefficient) in terms {
        form = form.plus(*coefficient, &Linear::variable(*variable))?;
    }
    Ok(form)
}

fn tracks_of(form: &Linear) -> Vec<Natural> {
    form.terms.iter().map(|(variable, _)| *variable).collect()
}

/// What no continuation can change: after the first `level` digits of a row, the rest of the row adds between `least[level]`
/// and `most[level]`, and each row after it as much as a whole row.
struct RestBounds {
    numeration: Numeration,
    sign: Sign,
    constant: i64,
    least: Vec<i64>,
    most: Vec<i64>,
    row: (i64, i64),
}

impl RestBounds {
    fn of(numeration: Numeration, form: &Linear, sign: Sign) -> Result<Self, Abandoned> {
        let largest_digit = i64::from(numeration.digits() - 1);
        let (mut least, mut most) = (vec![0], vec![0]);
        let (mut low, mut high) = (0_i64, 0_i64);
        for (_, coefficient) in form.terms.iter().rev() {
            low += (*coefficient).min(0);
            high += (*coefficient).max(0);
            least.push(low.checked_mul(largest_digit).ok_or(Abandoned::Overflow)?);
            most.push(high.checked_mul(largest_digit).ok_or(Abandoned::Overflow)?);
        }
        least.reverse();
        most.reverse();
        // On level 0 the word may be over: nothing of the row is open.
        (least[0], most[0]) = (0, 0);
        Ok(Self { numeration, sign, constant: form.constant, least, most, row: (low, high) })
    }

    fn target(&self, level: usize, residual: Residual) -> Result<NodeTarget<Residual>, Abandoned> {
        let numeration = self.numeration;
        let (low, high) = self.row;
        let upper = numeration.with_digits(residual, self.most[level] + high).ok_or(Abandoned::Overflow)?;
        let lower = numeration.with_digits(residual, self.least[level] + low).ok_or(Abandoned::Overflow)?;
        let largest = numeration.supremum(upper).map(|bound| bound - high + self.constant);
        let smallest = numeration.supremum(lower.map(|part| -part)).map(|bound| -bound - low + self.constant);
        let never_positive = largest.is_some_and(|value| value <= 0);
        let always_negative = largest.is_some_and(|value| value < 0);
        let always_positive = smallest.is_some_and(|value| 0 < value);
        Ok(match self.sign {
            Sign::AtMostZero if never_positive => NodeTarget::Full,
            Sign::AtMostZero if always_positive => NodeTarget::Dead,
            Sign::Zero if always_negative || always_positive => NodeTarget::Dead,
            Sign::NotZero if always_negative || always_positive => NodeTarget::Full,
            _ => NodeTarget::To(residual),
        })
    }
}
