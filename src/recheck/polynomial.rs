//! Terms as polynomials with rational coefficients, apart from the polynomials that proofs are found with.
use crate::ruleset::{Comparison, Condition, Term, Variable};
use std::collections::BTreeMap;

/// Factors of a monomial beyond this are given up.
const HIGHEST: usize = 8;
/// Remainders that a division is tried at.
const MOST_REMAINDERS: i128 = 20_000;

/// Numerators of monomials, each the ascending list of its factors, over one positive denominator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Polynomial {
    numerators: BTreeMap<Vec<Variable>, i128>,
    denominator: i128,
}

impl Polynomial {
    pub(super) fn number(number: i128) -> Self {
        Self { numerators: BTreeMap::from([(Vec::new(), number)]), denominator: 1 }
    }

    pub(super) fn variable(variable: Variable) -> Self {
        Self { numerators: BTreeMap::from([(vec![variable], 1)]), denominator: 1 }
    }

    /// `self + factor * other`.
    pub(super) fn plus(&self, factor: i128, other: &Self) -> Option<Self> {
        let mut numerators = BTreeMap::new();
        for (polynomial, scale) in [(self, other.denominator), (other, self.denominator.checked_mul(factor)?)] {
            for (monomial, number) in &polynomial.numerators {
                let sum: &mut i128 = numerators.entry(monomial.clone()).or_default();
                *sum = sum.checked_add(number.checked_mul(scale)?)?;
            }
        }
        Some(Self { numerators, denominator: self.denominator.checked_mul(other.denominator)? })
    }

    pub(super) fn times(&self, other: &Self) -> Option<Self> {
        let mut numerators = BTreeMap::new();
        for (left, first) in &self.numerators {
            for (right, second) in &other.numerators {
                let mut monomial = [left.as_slice(), right].concat();
                monomial.sort_unstable();
                if HIGHEST < monomial.len() {
                    return None;
                }
                let sum: &mut i128 = numerators.entry(monomial).or_default();
                *sum = sum.checked_add(first.checked_mul(*second)?)?;
            }
        }
        Some(Self { numerators, denominator: self.denominator.checked_mul(other.denominator)? })
    }

    /// The same over a positive number.
    pub(super) fn over(mut self, divisor: i128) -> Option<Self> {
        self.denominator = self.denominator.checked_mul(divisor)?;
        Some(self)
    }

    /// A term that has the value of a polynomial at all integers.
    pub(super) fn of(term: &Term) -> Option<Self> {
        match term {
            Term::Constant(number) => Some(Self::number(*number)),
            Term::Variable(variable) => Some(Self::variable(*variable)),
            Term::Sum(parts) => parts.iter().try_fold(Self::number(0), |sum, part| sum.plus(1, &Self::of(part)?)),
            Term::Product(left, right) => Self::of(left)?.times(&Self::of(right)?),
            Term::Power(base, exponent) => {
                let Term::Constant(exponent) = **exponent else { return None };
                let (base, mut power) = (Self::of(base)?, Self::number(1));
                for _ in 0..usize::try_from(exponent).ok().filter(|exponent| *exponent <= HIGHEST)? {
                    power = power.times(&base)?;
                }
                Some(power)
            }
            Term::FloorDivide(whole, divisor) => {
                let Term::Constant(divisor) = **divisor else { return None };
                let quotient = if 0 < divisor { Self::of(whole)?.over(divisor)? } else { return None };
                quotient.is_whole().then_some(quotient)
            }
            // A division that must come out even.
            Term::Cases(cases) => match cases.as_slice() {
                [
                    (
                        Condition::Compare(Term::Modulo(whole, divisor), Comparison::Equal, Term::Constant(0)),
                        quotient @ Term::FloorDivide(same, by),
                    ),
                ] if whole == same && divisor == by => Self::of(quotient),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether the denominator divides the numerator at all integers: at all remainders.
    fn is_whole(&self) -> bool {
        let mut variables: Vec<Variable> = self.numerators.keys().flatten().copied().collect();
        variables.sort_unstable();
        variables.dedup();
        let count = u32::try_from(variables.len()).ok().and_then(|width| self.denominator.checked_pow(width));
        let Some(count) = count.filter(|count| *count <= MOST_REMAINDERS) else { return false };
        (0..count).all(|choice| {
            let value = |variable: &Variable| {
                let at = variables.iter().take_while(|known| *known != variable).count();
                (0..at).fold(choice, |rest, _| rest / self.denominator) % self.denominator
            };
            let sum = self.numerators.iter().fold(0, |sum, (monomial, number)| {
                let start = number.rem_euclid(self.denominator);
                let product = monomial.iter().fold(start, |part, factor| part * value(factor) % self.denominator);
                (sum + product) % self.denominator
            });
            sum == 0
        })
    }

    /// Whether it is nowhere negative where all variables are natural numbers, as no coefficient is.
    pub(super) fn has_no_negative_coefficient(&self) -> bool {
        self.numerators.values().all(|number| 0 <= *number)
    }

    /// The coefficients of a linear form with whole coefficients, and its number.
    pub(super) fn linear(&self) -> Option<(Vec<(Variable, i64)>, i64)> {
        let (mut terms, mut constant) = (Vec::new(), 0);
        for (monomial, number) in &self.numerators {
            if *number == 0 {
                continue;
            }
            let whole = (number % self.denominator == 0).then_some(number / self.denominator)?;
            let whole = i64::try_from(whole).ok()?;
            match monomial.as_slice() {
                [] => constant = whole,
                [variable] => terms.push((*variable, whole)),
                _ => return None,
            }
        }
        Some((terms, constant))
    }

    /// What does not contain a variable, and the factor of its first power; none if it has others.
    pub(super) fn by_powers(&self, variable: Variable) -> Option<(Self, Self)> {
        let (mut rest, mut factor) = (BTreeMap::new(), BTreeMap::new());
        for (monomial, number) in self.numerators.iter().filter(|(_, number)| **number != 0) {
            let others: Vec<Variable> = monomial.iter().copied().filter(|other| *other != variable).collect();
            match monomial.len() - others.len() {
                0 => rest.insert(others, *number),
                1 => factor.insert(others, *number),
                _ => return None,
            };
        }
        let denominator = self.denominator;
        Some((Self { numerators: rest, denominator }, Self { numerators: factor, denominator }))
    }

    /// The number that it is another linear form times, both with whole coefficients.
    pub(super) fn multiple_of(&self, other: &Self) -> Option<i128> {
        let (own, number) = self.linear()?;
        let (parts, other_number) = other.linear()?;
        let (first, factor) = parts.first()?;
        let own_factor = own.iter().find(|(variable, _)| variable == first).map_or(0, |(_, factor)| *factor);
        let times = own_factor.checked_div(*factor)?;
        let times_each = |factor: i64| factor.checked_mul(times);
        let same = parts.iter().map(|(variable, factor)| Some((*variable, times_each(*factor)?)));
        let same: Vec<(Variable, i64)> = same.collect::<Option<_>>()?;
        let is_zero = own.is_empty() && times == 0;
        ((is_zero || same == own) && times_each(other_number)? == number).then_some(i128::from(times))
    }

    /// The same times its denominator, which is positive.
    pub(super) fn numerator(self) -> Self {
        Self { denominator: 1, ..self }
    }
}
