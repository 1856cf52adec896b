//! Linear forms of unknown integers, and what is said of them with `and` and `or`. Knows nothing of rules and claims.
use crate::ruleset::{Comparison, Condition, Term};
use num_integer::gcd;
use std::collections::BTreeMap;

/// What was made, or why it cannot be.
pub(in crate::recheck) type Formed<T> = Result<T, String>;

/// Coefficients and constants beyond this are refused.
const LARGEST: u128 = 1 << 60;

/// A number that is a sum of multiples of unknown integers and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::recheck) struct IntegerForm {
    pub(in crate::recheck) terms: BTreeMap<usize, i128>,
    pub(in crate::recheck) constant: i128,
}

impl IntegerForm {
    pub(in crate::recheck) fn number(constant: i128) -> Self {
        Self { terms: BTreeMap::new(), constant }
    }

    pub(in crate::recheck) fn unknown(own: usize) -> Self {
        Self { terms: BTreeMap::from([(own, 1)]), constant: 0 }
    }

    /// `self + factor * other`.
    pub(in crate::recheck) fn plus(&self, factor: i128, other: &Self) -> Formed<Self> {
        let add = |left: i128, right: i128| {
            let sum = right.checked_mul(factor).and_then(|more| left.checked_add(more));
            sum.filter(|sum| sum.unsigned_abs() < LARGEST).ok_or_else(|| "a number is too large".to_owned())
        };
        let mut terms = self.terms.clone();
        for (own, coefficient) in &other.terms {
            let known = terms.entry(*own).or_default();
            *known = add(*known, *coefficient)?;
        }
        terms.retain(|_, coefficient| *coefficient != 0);
        Ok(Self { terms, constant: add(self.constant, other.constant)? })
    }

    pub(in crate::recheck) fn and(&self, number: i128) -> Formed<Self> {
        self.plus(number, &Self::number(1))
    }

    pub(in crate::recheck) fn times(&self, factor: i128) -> Formed<Self> {
        Self::default().plus(factor, self)
    }

    /// Its value, if it has no unknown.
    pub(in crate::recheck) fn known(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The greatest common divisor of its coefficients; 0 if there are none.
    pub(in crate::recheck) fn content(&self) -> i128 {
        self.terms.values().fold(0, |divisor, coefficient| gcd(divisor, coefficient.abs()))
    }
}

/// Something that is said of unknown integers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::recheck) enum Asserted {
    /// The form is 0 or less.
    AtMost(IntegerForm),
    /// The form is 0.
    Zero(IntegerForm),
    /// All of them; nothing, if there are none.
    All(Vec<Asserted>),
    /// One of them; what is false, if there are none.
    One(Vec<Asserted>),
}

pub(in crate::recheck) fn known(truth: bool) -> Asserted {
    if truth { Asserted::All(Vec::new()) } else { Asserted::One(Vec::new()) }
}

/// `left <= right`.
pub(in crate::recheck) fn at_most(left: &IntegerForm, right: &IntegerForm) -> Formed<Asserted> {
    let form = left.plus(-1, right)?;
    Ok(form.known().map_or(Asserted::AtMost(form), |value| known(value <= 0)))
}

/// `left < right`.
pub(in crate::recheck) fn less(left: &IntegerForm, right: &IntegerForm) -> Formed<Asserted> {
    at_most(&left.and(1)?, right)
}

/// `left = right`.
pub(in crate::recheck) fn equal(left: &IntegerForm, right: &IntegerForm) -> Formed<Asserted> {
    let form = left.plus(-1, right)?;
    Ok(form.known().map_or(Asserted::Zero(form), |value| known(value == 0)))
}

/// The opposite.
pub(in crate::recheck) fn not(said: Asserted) -> Formed<Asserted> {
    Ok(match said {
        Asserted::AtMost(form) => Asserted::AtMost(form.times(-1)?.and(1)?),
        Asserted::Zero(form) => {
            Asserted::One(vec![Asserted::AtMost(form.and(1)?), Asserted::AtMost(form.times(-1)?.and(1)?)])
        }
        Asserted::All(parts) => Asserted::One(parts.into_iter().map(not).collect::<Formed<_>>()?),
        Asserted::One(parts) => Asserted::All(parts.into_iter().map(not).collect::<Formed<_>>()?),
    })
}

/// What a condition says, where its terms are these forms.
pub(in crate::recheck) fn condition_of(
    condition: &Condition,
    term: &mut dyn FnMut(&Term) -> Formed<IntegerForm>,
) -> Formed<Asserted> {
    let mut all = |parts: &[Condition]| parts.iter().map(|part| condition_of(part, term)).collect::<Formed<Vec<_>>>();
    Ok(match condition {
        Condition::Known(truth) => known(*truth),
        Condition::And(parts) => Asserted::All(all(parts)?),
        Condition::Or(parts) => Asserted::One(all(parts)?),
        Condition::Not(inner) => not(condition_of(inner, term)?)?,
        Condition::Compare(left, comparison, right) => {
            let (left, right) = (term(left)?, term(right)?);
            match comparison {
                Comparison::AtMost => at_most(&left, &right)?,
                Comparison::Equal => equal(&left, &right)?,
                Comparison::Different => not(equal(&left, &right)?)?,
            }
        }
    })
}
