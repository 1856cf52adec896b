//! Powers and terms of recursions as unknown integers. Of these it is used, where exponents are not negative:
//! - for `1 <= b`, `b^e` is 1 if e = 0, and b or more if `1 <= e`;
//! - of `q = b^e` and `r = b^f`: `q = r` if e = f, `q = b r` if e = f + 1, and `b^2 r <= q` if `f + 2 <= e`;
//! - `b^e <= c^e` for numbers `1 <= b < c`;
//! - terms of one recursion at equal numbers are equal; and natural if all that it adds and multiplies is.
use super::facts::{NumberOrigin, UnknownNumbers};
use super::forms::{Asserted, Formed, IntegerForm, at_most, equal, less};
use crate::ruleset::Term;
use crate::ruleset::recursion::Recursion;
use std::sync::Arc;

/// Exponents that are numbers are multiplied out up to this one.
const LARGEST_EXPONENT: i128 = 8;

impl UnknownNumbers {
    /// A power as a linear form.
    pub(super) fn power(&mut self, base: &IntegerForm, exponent: &IntegerForm) -> Formed<IntegerForm> {
        if let Some(number) = exponent.known().filter(|number| (0..=LARGEST_EXPONENT).contains(number)) {
            let first = IntegerForm::number(1);
            return (0..number).try_fold(first, |power, _| self.product(&power, base));
        }
        let origin = NumberOrigin::Power(base.clone(), exponent.clone());
        if let Some((known, _)) = self.recalled(&origin) {
            return Ok(known);
        }
        let power = self.fresh()?;
        self.remember(origin, &power, &power);
        let (zero, one) = (IntegerForm::default(), IntegerForm::number(1));
        let excused = [less(exponent, &zero)?, less(base, &one)?];
        let mut said = excused.to_vec();
        said.push(Asserted::All(vec![equal(exponent, &zero)?, equal(&power, &one)?]));
        said.push(Asserted::All(vec![at_most(&one, exponent)?, at_most(base, &power)?]));
        self.note(Asserted::One(said));
        for (other, value) in self.powers_to(exponent) {
            let (low, high) = if base < &other { (&power, &value) } else { (&value, &power) };
            if base.known().zip(other.known()).is_some_and(|(base, other)| 1 <= base.min(other)) {
                self.note(Asserted::One(vec![less(exponent, &zero)?, at_most(low, high)?]));
            }
        }
        let others = self.powers_of(base);
        for (other, value) in others.iter().filter(|(other, _)| other != exponent) {
            let mut said = excused.to_vec();
            said.push(less(other, &zero)?);
            said.push(Asserted::All(vec![equal(exponent, other)?, equal(&power, value)?]));
            for ((low, of_low), (high, of_high)) in
                [((other, value), (exponent, &power)), ((exponent, &power), (other, value))]
            {
                let next = self.product(base, of_low)?;
                let after = self.product(base, &next)?;
                said.push(Asserted::All(vec![equal(high, &low.and(1)?)?, equal(of_high, &next)?]));
                said.push(Asserted::All(vec![at_most(&low.and(2)?, high)?, at_most(&after, of_high)?]));
            }
            self.note(Asserted::One(said));
        }
        Ok(power)
    }

    /// A term of a recursion.
    pub(super) fn recursive(&mut self, recursion: &Arc<Recursion>, at: &IntegerForm) -> Formed<IntegerForm> {
        let named = Term::Recursive(Arc::clone(recursion), Box::new(Term::Constant(0)));
        let origin = NumberOrigin::Recursive(named.clone(), at.clone());
        if let Some((known, _)) = self.recalled(&origin) {
            return Ok(known);
        }
        let others = self.terms_beside(&named);
        let term = self.fresh()?;
        self.remember(origin, &term, &term);
        if recursion.given.iter().all(|(_, value)| 0 <= *value) && is_natural(&recursion.body) {
            self.note(Asserted::One(vec![
                less(at, &IntegerForm::default())?,
                at_most(&IntegerForm::default(), &term)?,
            ]));
        }
        for (other, value) in &others {
            self.note(Asserted::One(vec![less(at, other)?, less(other, at)?, equal(&term, value)?]));
        }
        Ok(term)
    }
}

/// Whether a term is a natural number wherever its variables and the function itself are.
fn is_natural(term: &Term) -> bool {
    match term {
        Term::Constant(number) => 0 <= *number,
        Term::Variable(_) | Term::Own(_) => true,
        Term::Sum(parts) | Term::Min(parts) | Term::Max(parts) => parts.iter().all(is_natural),
        Term::Product(left, right) | Term::Power(left, right) => is_natural(left) && is_natural(right),
        _ => false,
    }
}
