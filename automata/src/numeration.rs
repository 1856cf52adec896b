//! Numerations: words of digits, most significant first, and the numbers that they mean; knows nothing of automata.
use serde::{Deserialize, Serialize};
use std::fmt;

/// The base of a positional numeration: from 2 to 1024.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
pub struct Radix(u32);

impl Radix {
    /// The base `radix`, if it is one.
    #[must_use]
    pub fn new(radix: u32) -> Option<Self> {
        (2..=1024).contains(&radix).then_some(Self(radix))
    }

    /// The base as a number.
    #[must_use]
    pub fn get(self) -> u32 {
        self.0
    }
}

impl TryFrom<u32> for Radix {
    type Error = String;

    fn try_from(radix: u32) -> Result<Self, String> {
        Self::new(radix).ok_or_else(|| format!("{radix} is not a base from 2 to 1024"))
    }
}

impl From<Radix> for u32 {
    fn from(radix: Radix) -> Self {
        radix.0
    }
}

/// The factor of a recurrence: from `LEAST` to 128.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
pub struct WeightFactor<const LEAST: u32>(u32);

impl<const LEAST: u32> WeightFactor<LEAST> {
    /// The factor as a number.
    #[must_use]
    pub fn get(self) -> u32 {
        self.0
    }
}

impl<const LEAST: u32> TryFrom<u32> for WeightFactor<LEAST> {
    type Error = String;

    fn try_from(factor: u32) -> Result<Self, String> {
        let inside = (LEAST..=MOST_FACTOR).contains(&factor);
        inside.then_some(Self(factor)).ok_or_else(|| format!("{factor} is not a factor from {LEAST} to {MOST_FACTOR}"))
    }
}

impl<const LEAST: u32> From<WeightFactor<LEAST>> for u32 {
    fn from(factor: WeightFactor<LEAST>) -> Self {
        factor.0
    }
}

/// Factors of recurrences beyond this are not worked with.
const MOST_FACTOR: u32 = 128;

/// How numbers are written.
///
/// Another recurrence of order two needs its factor, sign and weight before the first (`recurrence`), and its own rule for
/// valid words (`after`); one of a higher order its own residuals (`shifted`, `with_digits`, `supremum`) as well. What only one
/// of them has, such as nim-sums in base 2, is matched where it is made: `docs/contributing.md` lists the places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Numeration {
    /// Digits `0..k` with the weights 1, k, k^2, ...
    Base(Radix),
    /// Digits 0 and 1, never two ones in a row, with the weights 1, 2, 3, 5, 8, ... (Zeckendorf's theorem).
    Zeckendorf,
    /// Digits `0..=a`, nothing but a 0 behind a, with the weights 1, a + 1, ..., each a times the last one and the one before
    /// (Fraenkel 1982): Zeckendorf's numeration with another a.
    Metallic(WeightFactor<2>),
    /// Digits `0..c`, never c - 1, c - 2, ..., c - 2, c - 1 in a row, with the weights 1, c, c^2 - 1, ..., each c times the last
    /// one less the one before: Chebyshev's polynomials of the second kind at c / 2.
    Chebyshev(WeightFactor<3>),
}

/// `weight(n + 1) = factor * weight(n) + sign * weight(n - 1)`, with the weight `before` in front of the first one, which is 1.
#[derive(Clone, Copy, Debug)]
struct WeightStep {
    factor: i64,
    sign: i64,
    before: i64,
}

/// The value of a prefix and of what a further digit needs to know of it: in base k the value alone; where the weights obey a
/// recurrence the value and the value of the same digits one place further to the right.
pub(super) type Residual = [i64; 2];

/// Residuals beyond this are not computed with.
const LARGEST: i64 = 1 << 61;

impl Numeration {
    /// Base 2.
    #[must_use]
    pub fn binary() -> Self {
        Self::Base(Radix(2))
    }

    /// Base `radix`, if it is from 2 to 1024.
    #[must_use]
    pub fn base(radix: u32) -> Option<Self> {
        Radix::new(radix).map(Self::Base)
    }

    /// The weights are each `factor` times the last one and the one before; Zeckendorf's numeration for 1.
    #[must_use]
    pub fn metallic(factor: u32) -> Option<Self> {
        if factor == 1 { Some(Self::Zeckendorf) } else { WeightFactor::try_from(factor).ok().map(Self::Metallic) }
    }

    /// The weights are each `factor` times the last one less the one before.
    #[must_use]
    pub fn chebyshev(factor: u32) -> Option<Self> {
        WeightFactor::try_from(factor).ok().map(Self::Chebyshev)
    }

    /// The discriminant of the recurrence, and a number: twice the slope and this number is the root of the discriminant.
    ///
    /// The slope is that of [`super::Integer::SlopeFloor`]: with a metallic recurrence (2 - a + sqrt(a^2 + 4)) / 2, which is phi in
    /// Zeckendorf's numeration, and with one of Chebyshev's polynomials (c + sqrt(c^2 - 4)) / 2.
    pub(super) fn discriminant(self) -> Option<(i64, i64)> {
        let WeightStep { factor, sign, .. } = self.recurrence()?;
        Some((factor * factor + 4 * sign, if sign == 1 { factor - 2 } else { -factor }))
    }

    /// What this numeration is needed for, in words: "multiples of sqrt(2)".
    pub(super) fn irrational(self) -> String {
        let Some((mut radicand, _)) = self.discriminant() else { return "no irrational number".to_owned() };
        if self == Self::Zeckendorf {
            return "floor(phi * n)".to_owned();
        }
        for divisor in (2..radicand).take_while(|divisor| *divisor <= i64::from(MOST_FACTOR)) {
            while radicand % (divisor * divisor) == 0 {
                radicand /= divisor * divisor;
            }
        }
        format!("multiples of sqrt({radicand})")
    }

    /// The number of different digits.
    #[must_use]
    pub fn digits(self) -> u32 {
        match self {
            Self::Base(radix) => radix.get(),
            Self::Zeckendorf => 2,
            Self::Metallic(factor) => factor.get() + 1,
            Self::Chebyshev(factor) => factor.get(),
        }
    }

    /// How the weights go on, if the last one alone does not say it.
    fn recurrence(self) -> Option<WeightStep> {
        match self {
            Self::Base(_) => None,
            Self::Zeckendorf => Some(WeightStep { factor: 1, sign: 1, before: 1 }),
            Self::Metallic(factor) => Some(WeightStep { factor: factor.get().into(), sign: 1, before: 1 }),
            Self::Chebyshev(factor) => Some(WeightStep { factor: factor.get().into(), sign: -1, before: 0 }),
        }
    }

    /// Whether some words of digits are no numbers.
    #[must_use]
    pub fn has_invalid_words(self) -> bool {
        match self {
            Self::Base(_) => false,
            Self::Zeckendorf | Self::Metallic(_) | Self::Chebyshev(_) => true,
        }
    }

    /// Whether a word is full after `digit`, if it was before; `None` if the digit must not stand there. A word begins as one
    /// that is not full, and nothing else of it is remembered.
    #[must_use]
    pub fn after(self, full: bool, digit: u32) -> Option<bool> {
        let greatest = self.digits() - 1;
        match self {
            Self::Base(_) => Some(false),
            Self::Zeckendorf | Self::Metallic(_) if full => (digit == 0).then_some(false),
            Self::Chebyshev(_) if full => (digit < greatest).then_some(digit + 1 == greatest),
            Self::Zeckendorf | Self::Metallic(_) | Self::Chebyshev(_) => Some(digit == greatest),
        }
    }

    /// The weight of the digit that `place` digits follow; `None` beyond 128 bits.
    #[must_use]
    pub fn weight(self, place: u32) -> Option<u128> {
        match self {
            Self::Base(radix) => u128::from(radix.get()).checked_pow(place),
            Self::Zeckendorf | Self::Metallic(_) | Self::Chebyshev(_) => {
                let WeightStep { factor, sign, before } = self.recurrence()?;
                let factor = u128::try_from(factor).ok()?;
                let (mut weight, mut previous) = (1_u128, u128::try_from(before).ok()?);
                for _ in 0..place {
                    // A difference is taken first: the product alone may have more bits.
                    let (times, more) = if sign == 1 { (factor, previous) } else { (factor - 1, weight - previous) };
                    (weight, previous) = (weight.checked_mul(times)?.checked_add(more)?, weight);
                }
                Some(weight)
            }
        }
    }

    /// The digits of `value`, most significant first, without leading zeros.
    ///
    /// ```
    /// use nimdsl_automata::Numeration;
    /// assert_eq!(Numeration::binary().digits_of(6), [1, 1, 0]);
    /// assert_eq!(Numeration::Zeckendorf.digits_of(6), [1, 0, 0, 1]);
    /// ```
    ///
    /// # Panics
    /// Never: greedy digits are smaller than the base.
    #[must_use]
    pub fn digits_of(self, value: u128) -> Vec<u32> {
        let mut weights = Vec::new();
        let mut place = 0;
        while let Some(weight) = self.weight(place).filter(|weight| *weight <= value) {
            weights.push(weight);
            place += 1;
        }
        let mut rest = value;
        let digit = |weight: &u128| {
            let digit = rest / weight;
            rest %= weight;
            u32::try_from(digit).expect("a greedy digit is smaller than the base")
        };
        weights.iter().rev().map(digit).collect()
    }

    /// The number that the digits mean; `None` if it has more than 128 bits or the word is not valid.
    #[must_use]
    pub fn value_of(self, digits: &[u32]) -> Option<u128> {
        let mut value = 0_u128;
        let mut full = false;
        for (index, digit) in digits.iter().enumerate() {
            if self.digits() <= *digit {
                return None;
            }
            full = self.after(full, *digit)?;
            if *digit != 0 {
                let weight = self.weight(u32::try_from(digits.len() - 1 - index).ok()?)?;
                value = value.checked_add(weight.checked_mul(u128::from(*digit))?)?;
            }
        }
        Some(value)
    }

    /// The residual after the digit 0.
    pub(super) fn shifted(self, [value, before]: Residual) -> Option<Residual> {
        let shifted = match self {
            Self::Base(radix) => [value.checked_mul(i64::from(radix.get()))?, 0],
            Self::Zeckendorf | Self::Metallic(_) | Self::Chebyshev(_) => [self.next(before, value)?, value],
        };
        (-LARGEST < shifted[0] && shifted[0] < LARGEST).then_some(shifted)
    }

    /// What follows two numbers of a sequence that obeys the recurrence of the weights.
    fn next(self, before: i64, last: i64) -> Option<i64> {
        let WeightStep { factor, sign, .. } = self.recurrence()?;
        last.checked_mul(factor)?.checked_add(before.checked_mul(sign)?)
    }

    /// The residual if the last digits, multiplied by their coefficients, were larger by `sum` in total.
    pub(super) fn with_digits(self, [value, before]: Residual, sum: i64) -> Option<Residual> {
        let value = value.checked_add(sum).filter(|value| -LARGEST < *value && *value < LARGEST)?;
        let before = match self.recurrence() {
            None => 0,
            Some(recurrence) => before.checked_add(sum.checked_mul(recurrence.before)?)?,
        };
        Some([value, before])
    }

    /// The largest value among a prefix, the prefix and one zero, the prefix and two zeros, ...; `None` if there is none.
    ///
    /// With `most` added to the residual by [`Self::with_digits`], and `most` subtracted from the result, this bounds all
    /// continuations by digits whose sum in a row is at most `most` times the largest digit: the largest number of m
    /// digits is the next weight minus 1 in all these numerations.
    pub(super) fn supremum(self, [value, before]: Residual) -> Option<i64> {
        let Some(recurrence) = self.recurrence() else { return (value <= 0).then_some(value) };
        let (mut last, mut next) = (value, self.next(before, value)?);
        let mut largest = last;
        loop {
            largest = largest.max(next);
            // With a sum, two neighbours of one sign settle all that follows, and neighbours of different signs shrink. With a
            // difference, the factor is at least 3: a step down to a number that is not positive, or up to one that is, is
            // followed by steps in the same direction, each at least as long.
            let (falls, rises) = if recurrence.sign == 1 {
                (last <= 0 && next <= 0, 0 <= last && 0 <= next)
            } else {
                (next <= last && next <= 0, last <= next && 0 <= next)
            };
            if falls {
                return Some(largest);
            }
            if rises {
                return None;
            }
            (last, next) = (next, self.next(last, next)?);
        }
    }
}

impl fmt::Display for Numeration {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Base(radix) => write!(formatter, "base {}", radix.get()),
            Self::Zeckendorf => write!(formatter, "Zeckendorf's numeration"),
            Self::Metallic(factor) => write!(formatter, "the metallic numeration of {}", factor.get()),
            Self::Chebyshev(factor) => write!(formatter, "Chebyshev's numeration of {}", factor.get()),
        }
    }
}
