//! Exact polynomials over the variables of the IR: which terms are polynomials, and which divisions always come out even.
use crate::ruleset::{Comparison, Condition, Term, Variable};
use num_integer::gcd;
use std::collections::BTreeMap;

/// Terms of higher degree are not worked with.
const HIGHEST: u32 = 8;
/// Residues that a division is tried at.
const MOST_RESIDUES: i128 = 20_000;

/// The exponents of the variables that occur, ascending by variable.
type Monomial = Vec<(Variable, u32)>;

/// A polynomial with integer coefficients over a common denominator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::prover) struct Polynomial {
    parts: BTreeMap<Monomial, i128>,
    denominator: i128,
}

/// A linear polynomial: `(sum of coefficient * variable + constant) / denominator`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::prover) struct LinearPolynomial {
    pub(in crate::prover) terms: Vec<(Variable, i128)>,
    pub(in crate::prover) constant: i128,
    pub(in crate::prover) denominator: i128,
}

impl Polynomial {
    /// A number.
    pub(in crate::prover) fn constant(value: i128) -> Self {
        Self { parts: BTreeMap::from([(Vec::new(), value)]), denominator: 1 }.reduced()
    }

    /// A variable.
    pub(in crate::prover) fn variable(variable: Variable) -> Self {
        Self { parts: BTreeMap::from([(vec![(variable, 1)], 1)]), denominator: 1 }
    }

    fn reduced(mut self) -> Self {
        self.parts.retain(|_, coefficient| *coefficient != 0);
        let divisor = self.parts.values().fold(self.denominator, |divisor, value| gcd(divisor, *value));
        if 1 < divisor {
            self.parts.values_mut().for_each(|value| *value /= divisor);
            self.denominator /= divisor;
        }
        self
    }

    /// `self + factor * other`.
    pub(in crate::prover) fn plus(&self, factor: i128, other: &Self) -> Option<Self> {
        let divisor = gcd(self.denominator, other.denominator);
        let (left, right) = (other.denominator / divisor, self.denominator / divisor);
        let denominator = self.denominator.checked_mul(left)?;
        let mut parts = BTreeMap::new();
        for (monomial, value) in &self.parts {
            parts.insert(monomial.clone(), value.checked_mul(left)?);
        }
        for (monomial, value) in &other.parts {
            let slot: &mut i128 = parts.entry(monomial.clone()).or_default();
            *slot = slot.checked_add(value.checked_mul(right)?.checked_mul(factor)?)?;
        }
        Some(Self { parts, denominator }.reduced())
    }

    /// The product.
    pub(in crate::prover) fn times(&self, other: &Self) -> Option<Self> {
        let mut parts: BTreeMap<Monomial, i128> = BTreeMap::new();
        for (first, a) in &self.parts {
            for (second, b) in &other.parts {
                let mut exponents: BTreeMap<Variable, u32> = first.iter().copied().collect();
                for (variable, exponent) in second {
                    *exponents.entry(*variable).or_default() += exponent;
                }
                if HIGHEST < exponents.values().sum() {
                    return None;
                }
                let slot = parts.entry(exponents.into_iter().collect()).or_default();
                *slot = slot.checked_add(a.checked_mul(*b)?)?;
            }
        }
        Some(Self { parts, denominator: self.denominator.checked_mul(other.denominator)? }.reduced())
    }

    /// The same divided by a positive number.
    fn over(&self, divisor: i128) -> Option<Self> {
        let denominator = self.denominator.checked_mul(divisor)?;
        Some(Self { parts: self.parts.clone(), denominator }.reduced())
    }

    /// With a polynomial in place of a variable.
    pub(in crate::prover) fn with(&self, variable: Variable, value: &Self) -> Option<Self> {
        let mut sum = Self::constant(0);
        for (monomial, coefficient) in &self.parts {
            let mut product = Self::constant(*coefficient);
            for (factor, exponent) in monomial {
                let base = if *factor == variable { value.clone() } else { Self::variable(*factor) };
                for _ in 0..*exponent {
                    product = product.times(&base)?;
                }
            }
            sum = sum.plus(1, &product)?;
        }
        sum.over(self.denominator)
    }

    /// The coefficients of all monomials that mention the variable, as numerators over the common denominator.
    pub(in crate::prover) fn depending_on(&self, variable: Variable) -> BTreeMap<Monomial, i128> {
        let mentions = |monomial: &Monomial| monomial.iter().any(|(known, _)| *known == variable);
        self.parts.iter().filter(|part| mentions(part.0)).map(|(monomial, value)| (monomial.clone(), *value)).collect()
    }

    /// The number that its coefficients are divided by.
    pub(in crate::prover) fn denominator(&self) -> i128 {
        self.denominator
    }

    /// The variables.
    pub(in crate::prover) fn variables(&self) -> Vec<Variable> {
        let mut all: Vec<Variable> = self.parts.keys().flatten().map(|(variable, _)| *variable).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The same as a linear form, if it is one.
    pub(in crate::prover) fn linear(&self) -> Option<LinearPolynomial> {
        let mut linear = LinearPolynomial { terms: Vec::new(), constant: 0, denominator: self.denominator };
        for (monomial, value) in &self.parts {
            match monomial.as_slice() {
                [] => linear.constant = *value,
                [(variable, 1)] => linear.terms.push((*variable, *value)),
                _ => return None,
            }
        }
        Some(linear)
    }

    /// Whether it is a whole number for all whole numbers: the numerator modulo the denominator depends on residues only.
    pub(in crate::prover) fn is_whole(&self) -> bool {
        let variables = self.variables();
        let count = u32::try_from(variables.len()).ok().and_then(|width| self.denominator.checked_pow(width));
        let Some(count) = count.filter(|count| *count <= MOST_RESIDUES) else { return false };
        (0..count).all(|number| {
            let mut rest = number;
            let mut residues = BTreeMap::new();
            for variable in &variables {
                residues.insert(*variable, rest % self.denominator);
                rest /= self.denominator;
            }
            let mut sum: i128 = 0;
            for (monomial, coefficient) in &self.parts {
                let mut product = coefficient.rem_euclid(self.denominator);
                for (variable, exponent) in monomial {
                    for _ in 0..*exponent {
                        product = product * residues[variable] % self.denominator;
                    }
                }
                sum = (sum + product) % self.denominator;
            }
            sum == 0
        })
    }
}

/// A term as a polynomial that has its value for all integers; `None` if it is none, or if it has no value somewhere.
pub(in crate::prover) fn polynomial(term: &Term) -> Option<Polynomial> {
    match term {
        Term::Constant(value) => Some(Polynomial::constant(*value)),
        Term::Variable(variable) => Some(Polynomial::variable(*variable)),
        Term::Sum(parts) => parts.iter().try_fold(Polynomial::constant(0), |sum, part| sum.plus(1, &polynomial(part)?)),
        Term::Product(left, right) => polynomial(left)?.times(&polynomial(right)?),
        Term::Power(base, exponent) => {
            let Term::Constant(exponent) = **exponent else { return None };
            let base = polynomial(base)?;
            (0..u32::try_from(exponent).ok().filter(|exponent| *exponent <= HIGHEST)?)
                .try_fold(Polynomial::constant(1), |product, _| product.times(&base))
        }
        Term::FloorDivide(number, divisor) => {
            let Term::Constant(divisor) = **divisor else { return None };
            (0 < divisor).then(|| polynomial(number)?.over(divisor)).flatten().filter(Polynomial::is_whole)
        }
        // A division that has no value where it is not exact.
        Term::Cases(cases) => {
            let [(Condition::Compare(Term::Modulo(number, divisor), Comparison::Equal, Term::Constant(0)), quotient)] =
                cases.as_slice()
            else {
                return None;
            };
            match quotient {
                Term::FloorDivide(same, by) if same == number && by == divisor => polynomial(quotient),
                _ => None,
            }
        }
        _ => None,
    }
}

/// `left - right` as a linear term times a positive number, if products cancel.
pub(in crate::prover) fn linear_difference(left: &Term, right: &Term) -> Option<Term> {
    Some(written(&polynomial(left)?.plus(-1, &polynomial(right)?)?.linear()?))
}

/// A term as a linear term, if products cancel.
pub(in crate::prover) fn linear_term(term: &Term) -> Option<Term> {
    polynomial(term)?.linear().filter(|linear| linear.denominator == 1).map(|linear| written(&linear))
}

/// The numerator of a linear form.
pub(in crate::prover) fn written(difference: &LinearPolynomial) -> Term {
    let mut parts: Vec<Term> = difference
        .terms
        .iter()
        .map(|(variable, factor)| Term::Product(Box::new(Term::Constant(*factor)), Box::new(Term::Variable(*variable))))
        .collect();
    parts.push(Term::Constant(difference.constant));
    Term::Sum(parts)
}

#[cfg(all(test, has_tests))]
mod tests;
