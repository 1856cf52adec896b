//! The value of terms and conditions at a position, in checked 128-bit arithmetic.
use super::between::Between;
use super::earlier::{Earlier, Own};
use super::error::EvaluationError;
use super::{Comparison, Condition, Part, Term, Variable};

impl Term {
    /// The value at a position with these amounts.
    ///
    /// # Errors
    /// Overflow of 128 bits, division by zero, a square root or nim-sum of a negative number.
    pub fn evaluate(&self, coordinates: &[i64], amounts: &[i64]) -> Result<i128, EvaluationError> {
        self.value(coordinates, amounts, None)
    }

    /// The value inside a recursion, whose earlier values `own` knows.
    pub(super) fn value(
        &self,
        coordinates: &[i64],
        amounts: &[i64],
        own: Option<Own<'_>>,
    ) -> Result<i128, EvaluationError> {
        let value = |term: &Self| term.value(coordinates, amounts, own);
        match self {
            Self::Constant(constant) => Ok(*constant),
            Self::Variable(Variable::Coordinate(index)) => Ok(i128::from(coordinates[*index])),
            Self::Variable(Variable::Amount(index)) => Ok(i128::from(amounts[*index])),
            Self::Sum(parts) => {
                parts.iter().try_fold(0i128, |sum, part| sum.checked_add(value(part)?).ok_or(EvaluationError::Overflow))
            }
            Self::Product(left, right) => value(left)?.checked_mul(value(right)?).ok_or(EvaluationError::Overflow),
            Self::FloorDivide(left, right) => {
                let (left, right) = (value(left)?, value(right)?);
                floored(left, right).map(|(quotient, _)| quotient)
            }
            Self::Modulo(left, right) => {
                let (left, right) = (value(left)?, value(right)?);
                floored(left, right).map(|(_, remainder)| remainder)
            }
            Self::Min(parts) => extreme(parts.iter().map(value), i128::min),
            Self::Max(parts) => extreme(parts.iter().map(value), i128::max),
            Self::Xor(parts) => parts.iter().try_fold(0, |sum, part| {
                let part = value(part)?;
                if part < 0 { Err(EvaluationError::NegativeArgument) } else { Ok(sum ^ part) }
            }),
            Self::SquareRoot(inner) => {
                let inner = value(inner)?;
                if inner < 0 { Err(EvaluationError::NegativeArgument) } else { Ok(inner.isqrt()) }
            }
            Self::Cases(cases) => {
                for (guard, term) in cases {
                    if guard.true_at(coordinates, amounts, own)? {
                        return value(term);
                    }
                }
                Err(EvaluationError::Undefined)
            }
            Self::Power(base, exponent) => {
                let (base, exponent) = (value(base)?, value(exponent)?);
                if exponent < 0 {
                    return Err(EvaluationError::NegativeArgument);
                }
                let exponent = match base {
                    -1..=1 => exponent % 2 + if 1 < exponent { 2 } else { 0 },
                    _ => exponent,
                };
                let exponent = u32::try_from(exponent).map_err(|_| EvaluationError::Overflow)?;
                base.checked_pow(exponent).ok_or(EvaluationError::Overflow)
            }
            Self::Number(function, parts) => function.of(&parts.iter().map(value).collect::<Result<Vec<_>, _>>()?),
            Self::Recursive(recursion, argument) => recursion.at(value(argument)?),
            Self::Own(argument) => own.ok_or(EvaluationError::Undefined)?.value(value(argument)?),
        }
    }

    /// Bounds of the value at a position with these amounts.
    ///
    /// # Errors
    /// As for [`Term::evaluate`], but none for numbers that leave 128 bits.
    pub(super) fn between(
        &self,
        coordinates: &[i64],
        amounts: &[i64],
        own: Option<&dyn Earlier>,
    ) -> Result<Between, EvaluationError> {
        match self.value(coordinates, amounts, own) {
            Ok(value) => return Ok(Between::only(value)),
            Err(EvaluationError::Overflow) => {}
            Err(error) => return Err(error),
        }
        let between = |term: &Self| term.between(coordinates, amounts, own);
        let all = |parts: &[Self]| parts.iter().map(between).collect::<Result<Vec<_>, _>>();
        Ok(match self {
            Self::Sum(parts) => all(parts)?.into_iter().fold(Between::only(0), Between::plus),
            Self::Product(left, right) => between(left)?.times(between(right)?),
            Self::FloorDivide(left, right) => between(left)?.divided(between(right)?),
            Self::Power(base, exponent) => between(base)?.power(between(exponent)?),
            Self::Min(parts) => Between::least(&all(parts)?),
            Self::Max(parts) => Between::greatest(&all(parts)?),
            Self::Cases(cases) => {
                for (guard, term) in cases {
                    if guard.true_at(coordinates, amounts, own)? {
                        return between(term);
                    }
                }
                return Err(EvaluationError::Undefined);
            }
            Self::Recursive(recursion, argument) => match between(argument)?.point() {
                Some(argument) => recursion.between(argument),
                None => Between::ANYWHERE,
            },
            Self::Own(argument) => match (own, between(argument)?.point()) {
                (Some(own), Some(argument)) => own.between(argument),
                _ => Between::ANYWHERE,
            },
            Self::Constant(_)
            | Self::Variable(_)
            | Self::Modulo(..)
            | Self::Xor(_)
            | Self::SquareRoot(_)
            | Self::Number(..) => Between::ANYWHERE,
        })
    }

    /// Whether a coordinate occurs.
    #[must_use]
    pub fn mentions_coordinates(&self) -> bool {
        Part::Term(self).any(&mut is_coordinate)
    }

    /// Whether an amount occurs.
    #[must_use]
    pub fn mentions_amounts(&self) -> bool {
        Part::Term(self).any(&mut is_amount)
    }
}

fn is_amount(part: Part<'_>) -> bool {
    matches!(part, Part::Term(Term::Variable(Variable::Amount(_))))
}

fn is_coordinate(part: Part<'_>) -> bool {
    matches!(part, Part::Term(Term::Variable(Variable::Coordinate(_))))
}

fn extreme(
    mut values: impl Iterator<Item = Result<i128, EvaluationError>>,
    pick: fn(i128, i128) -> i128,
) -> Result<i128, EvaluationError> {
    let first = values.next().unwrap_or(Ok(0))?;
    values.try_fold(first, |known, value| Ok(pick(known, value?)))
}

fn floored(left: i128, right: i128) -> Result<(i128, i128), EvaluationError> {
    if right == 0 {
        return Err(EvaluationError::DivisionByZero);
    }
    let remainder = left.checked_rem(right).ok_or(EvaluationError::Overflow)?;
    let remainder = if remainder != 0 && (remainder < 0) != (right < 0) { remainder + right } else { remainder };
    Ok(((left - remainder) / right, remainder))
}

/// A comparison of numbers of which bounds are known.
#[cold]
fn decided(left: Between, comparison: Comparison, right: Between) -> Result<bool, EvaluationError> {
    let known = match comparison {
        Comparison::AtMost => left.at_most(right),
        Comparison::Equal => left.equals(right),
        Comparison::Different => left.equals(right).map(|same| !same),
    };
    known.ok_or(EvaluationError::Overflow)
}

impl Condition {
    /// Whether it holds; later parts are not looked at once the answer is known.
    ///
    /// # Errors
    /// As for [`Term::evaluate`]; a side that leaves 128 bits is one only where its bounds do not decide the comparison.
    pub fn holds(&self, coordinates: &[i64], amounts: &[i64]) -> Result<bool, EvaluationError> {
        self.true_at(coordinates, amounts, None)
    }

    /// The truth of a condition; the first part that decides does, so that a part behind it needs no value.
    pub(super) fn true_at(
        &self,
        coordinates: &[i64],
        amounts: &[i64],
        own: Option<Own<'_>>,
    ) -> Result<bool, EvaluationError> {
        match self {
            Self::Known(known) => Ok(*known),
            Self::Compare(left, comparison, right) => {
                let sides = (left.value(coordinates, amounts, own), right.value(coordinates, amounts, own));
                let (left, right) = match sides {
                    (Ok(left), Ok(right)) => (left, right),
                    (Err(EvaluationError::Overflow), _) | (Ok(_), Err(EvaluationError::Overflow)) => {
                        let between = |side: &Term| side.between(coordinates, amounts, own);
                        return decided(between(left)?, *comparison, between(right)?);
                    }
                    (Err(error), _) | (_, Err(error)) => return Err(error),
                };
                Ok(match comparison {
                    Comparison::AtMost => left <= right,
                    Comparison::Equal => left == right,
                    Comparison::Different => left != right,
                })
            }
            Self::And(parts) => {
                for part in parts {
                    if !part.true_at(coordinates, amounts, own)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Self::Or(parts) => {
                for part in parts {
                    if part.true_at(coordinates, amounts, own)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Self::Not(inner) => Ok(!inner.true_at(coordinates, amounts, own)?),
        }
    }

    /// Whether a coordinate occurs.
    #[must_use]
    pub fn mentions_coordinates(&self) -> bool {
        Part::Condition(self).any(&mut is_coordinate)
    }

    /// Whether an amount occurs.
    #[must_use]
    pub fn mentions_amounts(&self) -> bool {
        Part::Condition(self).any(&mut is_amount)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::ruleset::NumberFunction;
    use crate::ruleset::recursion::Recursion;
    use proptest::prelude::*;
    use std::sync::Arc;

    /// f(m) = f(m - 1) + f(m - 2) + m with f(0) = 1, f(1) = 3.
    fn recursion() -> Arc<Recursion> {
        let index = || Term::Variable(Variable::Coordinate(0));
        let own = |by: i128| Term::Own(Box::new(Term::Sum(vec![index(), Term::Constant(-by)])));
        Arc::new(Recursion::new("f".to_owned(), vec![(0, 1), (1, 3)], Term::Sum(vec![own(1), own(2), index()])))
    }

    /// Terms in three coordinates and two amounts; where the variables are below 10, no part of one leaves 63 bits.
    pub(crate) fn terms() -> BoxedStrategy<Term> {
        let plain = prop_oneof![
            2 => (-4..6i128).prop_map(Term::Constant),
            3 => (0..3usize).prop_map(|at| Term::Variable(Variable::Coordinate(at))),
            3 => (0..2usize).prop_map(|at| Term::Variable(Variable::Amount(at))),
        ];
        let leaf = prop_oneof![
            12 => plain.clone(),
            1 => (plain.clone(), 0..3i128).prop_map(|(base, by)| Term::Power(Box::new(base), Box::new(Term::Constant(by)))),
            1 => (-2..3i128, plain.clone())
                .prop_map(|(base, by)| Term::Power(Box::new(Term::Constant(base)), Box::new(by))),
            1 => plain.prop_map(|index| Term::Recursive(recursion(), Box::new(index))),
        ];
        let joined = leaf.prop_recursive(2, 12, 3, |inner| {
            let pair = || (inner.clone().prop_map(Box::new), inner.clone().prop_map(Box::new));
            let all = || prop::collection::vec(inner.clone(), 0..4);
            prop_oneof![
                2 => all().prop_map(Term::Sum),
                1 => all().prop_map(Term::Min),
                1 => all().prop_map(Term::Max),
                1 => all().prop_map(Term::Xor),
                2 => pair().prop_map(|(left, right)| Term::Product(left, right)),
                1 => pair().prop_map(|(left, right)| Term::FloorDivide(left, right)),
                1 => pair().prop_map(|(left, right)| Term::Modulo(left, right)),
                1 => inner.clone().prop_map(|inner| Term::SquareRoot(Box::new(inner))),
                1 => number_function(inner.clone().boxed()),
            ]
        });
        let cases = (compared(joined.clone().boxed()), joined.clone(), joined.clone(), any::<bool>());
        let cases = cases.prop_map(|(guard, one, other, total)| {
            Term::Cases(vec![(guard.clone(), one), (if total { Condition::Known(true) } else { guard }, other)])
        });
        prop_oneof![5 => joined, 1 => cases].boxed()
    }

    fn number_function(parts: BoxedStrategy<Term>) -> impl Strategy<Value = Term> + Clone {
        use NumberFunction::{CommonDivisor, IsPrime, Valuation};
        (prop_oneof![Just(CommonDivisor), Just(IsPrime), Just(Valuation)], parts.clone(), parts).prop_map(
            |(function, first, second)| {
                Term::Number(function, if function == IsPrime { vec![first] } else { vec![first, second] })
            },
        )
    }

    fn compared(terms: BoxedStrategy<Term>) -> impl Strategy<Value = Condition> + Clone {
        let kind = prop_oneof![
            2 => Just(Comparison::AtMost),
            1 => Just(Comparison::Equal),
            1 => Just(Comparison::Different)
        ];
        (terms.clone(), kind, terms).prop_map(|(left, kind, right)| Condition::Compare(left, kind, right))
    }

    /// Conditions on the same variables.
    pub(crate) fn conditions() -> BoxedStrategy<Condition> {
        let leaf = prop_oneof![8 => compared(terms()), 1 => any::<bool>().prop_map(Condition::Known)];
        let all = leaf.prop_recursive(2, 6, 3, |inner| {
            let parts = prop::collection::vec(inner.clone(), 1..4);
            prop_oneof![
                parts.clone().prop_map(Condition::And),
                parts.prop_map(Condition::Or),
                inner.prop_map(|inner| Condition::Not(Box::new(inner))),
            ]
        });
        all.boxed()
    }

    #[test]
    fn recursions_go_so_far() {
        let plus_one = Term::Sum(vec![Term::Own(Box::new(Term::Constant(0))), Term::Constant(1)]);
        let two = Recursion::new("f".to_owned(), vec![(0, 1)], plus_one);
        assert_eq!((two.at(9), two.at(1 << 22)), (Ok(2), Err(EvaluationError::Overflow)));
        assert_eq!(two.at(-1), Err(EvaluationError::Undefined));
    }

    #[test]
    fn recursions_are_the_same_if_all_of_them_is() {
        let new = |name: &str, first: i128, by: i128| {
            let index = Term::Variable(Variable::Coordinate(0));
            let body = Term::Own(Box::new(Term::Sum(vec![index, Term::Constant(-by)])));
            Recursion::new(name.to_owned(), vec![(0, first)], body)
        };
        assert_eq!(new("f", 1, 1), new("f", 1, 1));
        for other in [new("g", 1, 1), new("f", 2, 1), new("f", 1, 2)] {
            assert_ne!(new("f", 1, 1), other);
        }
    }

    proptest! {
        #[test]
        fn what_is_mentioned_is_visited(term in terms(), condition in conditions()) {
            let (mut of_term, mut of_condition) = (Vec::new(), Vec::new());
            term.visit_variables(&mut |variable| of_term.push(variable));
            condition.visit_variables(&mut |variable| of_condition.push(variable));
            let amount = |variable: &Variable| matches!(variable, Variable::Amount(_));
            prop_assert_eq!(term.mentions_amounts(), of_term.iter().any(amount));
            prop_assert_eq!(condition.mentions_amounts(), of_condition.iter().any(amount));
            prop_assert_eq!(term.mentions_coordinates(), !of_term.iter().all(amount));
            prop_assert_eq!(condition.mentions_coordinates(), !of_condition.iter().all(amount));
        }
    }

    proptest! {
        /// A number and another that is beside it: what overflows is decided as what does not.
        #[test]
        fn large_numbers_are_compared_as_small_ones(
            term in terms(), scale in 1..4i128, coordinates in prop::array::uniform3(0..10i64), amounts in prop::array::uniform2(0..10i64),
        ) {
            let Ok(value) = term.evaluate(&coordinates, &amounts) else { return Ok(()) };
            let power = |by: i128| Term::Power(Box::new(Term::Constant(3)), Box::new(Term::Constant(by)));
            let far = Term::Product(Box::new(Term::Constant(scale)), Box::new(power(100)));
            let near = Term::Product(Box::new(Term::Constant(scale)), Box::new(power(79)));
            for sign in [1, -1] {
                let signed = |large: &Term| Term::Product(Box::new(Term::Constant(sign)), Box::new(large.clone()));
                for comparison in [Comparison::AtMost, Comparison::Equal, Comparison::Different] {
                    let of = |large: &Term| {
                        let sum = Term::Sum(vec![signed(large), Term::Constant(value)]);
                        [
                            Condition::Compare(sum.clone(), comparison, term.clone()),
                            Condition::Compare(term.clone(), comparison, sum),
                        ]
                        .map(|condition| condition.holds(&coordinates, &amounts))
                    };
                    if value.unsigned_abs() < 1 << 100 {
                        prop_assert_eq!(of(&far), of(&near));
                        prop_assert!(of(&far).iter().all(Result::is_ok));
                    }
                }
            }
        }
    }
}
