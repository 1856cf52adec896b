//! Functions of number theory, which are no linear arithmetic: what they are at given numbers.
use super::error::EvaluationError;
use num_integer::Integer;
use primal_check::miller_rabin;

/// A function of one or two integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NumberFunction {
    /// `gcd(a, b)`: the greatest number that divides both; 0 if both are 0. Never negative.
    CommonDivisor,
    /// `prime(m)`: 1 if m is a prime, 0 if not.
    IsPrime,
    /// `valuation(b, m)`: how often b divides m; without value unless 2 <= b and 1 <= m.
    Valuation,
}

impl NumberFunction {
    /// As the language calls it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::CommonDivisor => "gcd",
            Self::IsPrime => "prime",
            Self::Valuation => "valuation",
        }
    }

    /// Whether it has a value at all integers.
    #[must_use]
    pub fn is_total(self) -> bool {
        match self {
            Self::CommonDivisor | Self::IsPrime => true,
            Self::Valuation => false,
        }
    }

    /// The least value and the greatest, if there is one.
    #[must_use]
    pub fn range(self) -> (i128, Option<i128>) {
        match self {
            Self::CommonDivisor | Self::Valuation => (0, None),
            Self::IsPrime => (0, Some(1)),
        }
    }

    /// The value at one number, or at two.
    ///
    /// # Errors
    /// As for [`Self::at`].
    pub fn of(self, numbers: &[i128]) -> Result<i128, EvaluationError> {
        let (Some(first), Some(last)) = (numbers.first(), numbers.last()) else {
            return Err(EvaluationError::Undefined);
        };
        self.at(*first, *last)
    }

    /// The value; of a function of one number, `second` is not looked at. Cost: some divisions, or some powers modulo m.
    ///
    /// # Errors
    /// There is none, or whether a number above 2^64 is prime was asked.
    pub fn at(self, first: i128, second: i128) -> Result<i128, EvaluationError> {
        match self {
            Self::CommonDivisor => {
                let common = first.unsigned_abs().gcd(&second.unsigned_abs());
                i128::try_from(common).map_err(|_| EvaluationError::Overflow)
            }
            Self::IsPrime if first < 2 => Ok(0),
            Self::IsPrime => {
                let number = u64::try_from(first).map_err(|_| EvaluationError::Overflow)?;
                Ok(i128::from(miller_rabin(number)))
            }
            Self::Valuation if first < 2 || second < 1 => Err(EvaluationError::Undefined),
            Self::Valuation => {
                let (mut times, mut rest) = (0, second);
                while rest % first == 0 {
                    rest /= first;
                    times += 1;
                }
                Ok(times)
            }
        }
    }
}

#[cfg(test)]
mod tests;
