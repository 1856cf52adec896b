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
        let all = |parts: &[Self]| parts.iter().map(value).collect::<Result<Vec<_>, _>>();
        match self {
            Self::Constant(constant) => Ok(*constant),
            Self::Variable(Variable::Coordinate(index)) => Ok(i128::from(coordinates[*index])),
            Self::Variable(Variable::Amount(index)) => Ok(i128::from(amounts[*index])),
            Self::Sum(parts) => {
                parts.iter().try_fold(0i128, |sum, part| sum.checked_add(value(part)?).ok_or(EvaluationError::Overflow))
            }
            Self::Product(left, right) => value(left)?.checked_mul(value(right)?).ok_or(EvaluationError::Overflow),
            Self::FloorDivide(left, right) => floored(value(left)?, value(right)?).map(|(quotient, _)| quotient),
            Self::Modulo(left, right) => floored(value(left)?, value(right)?).map(|(_, remainder)| remainder),
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
            Self::Number(function, parts) => function.of(&all(parts)?),
            Self::Recursive(recursion, argument) => recursion.at(value(argument)?),
            Self::Own(argument) => own.ok_or(EvaluationError::Undefined)?.value(&[value(argument)?]),
            Self::Grid(grid, parts) => grid.at(&all(parts)?),
            Self::OwnGrid(parts) => own.ok_or(EvaluationError::Undefined)?.value(&all(parts)?),
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
                (Some(own), Some(argument)) => own.between(&[argument]),
                _ => Between::ANYWHERE,
            },
            Self::Grid(grid, parts) => match points(all(parts)?) {
                Some(arguments) => grid.between(&arguments),
                None => Between::ANYWHERE,
            },
            Self::OwnGrid(parts) => match (own, points(all(parts)?)) {
                (Some(own), Some(arguments)) => own.between(&arguments),
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

/// The numbers, if only one is left of each.
fn points(all: Vec<Between>) -> Option<Vec<i128>> {
    all.into_iter().map(Between::point).collect()
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
    // Divisions of 64 bits take a tenth of the time.
    if let (Ok(own), Ok(by @ 1..)) = (i64::try_from(left), i64::try_from(right)) {
        return Ok((own.div_euclid(by).into(), own.rem_euclid(by).into()));
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
mod tests;
