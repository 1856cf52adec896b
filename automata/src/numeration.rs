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

/// How numbers are written.
///
/// Another Pisot recurrence needs its own weights, its own rule for valid words (`after`) and its own residuals
/// (`shifted`, `with_digits`, `supremum`). What only one of them has, such as nim-sums in base 2 and golden floors, is matched
/// where it is made: `docs/contributing.md` lists the places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Numeration {
    /// Digits `0..k` with the weights 1, k, k^2, ...
    Base(Radix),
    /// Digits 0 and 1, never two ones in a row, with the weights 1, 2, 3, 5, 8, ... (Zeckendorf's theorem).
    Zeckendorf,
}

/// The value of a prefix and of what a further digit needs to know of it: in base k the value alone; in Zeckendorf's
/// numeration the value and the value of the same digits one place further to the right.
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

    /// The number of different digits.
    #[must_use]
    pub fn digits(self) -> u32 {
        match self {
            Self::Base(radix) => radix.get(),
            Self::Zeckendorf => 2,
        }
    }

    /// Whether some words of digits are no numbers.
    #[must_use]
    pub fn has_invalid_words(self) -> bool {
        match self {
            Self::Base(_) => false,
            Self::Zeckendorf => true,
        }
    }

    /// What must be remembered of a track after `digit`, for the validity of its word, if it was `memory` before;
    /// `None` if the word is not valid. It begins with 0.
    pub(super) fn after(self, memory: u32, digit: u32) -> Option<u32> {
        match self {
            Self::Base(_) => Some(0),
            Self::Zeckendorf => (memory + digit < 2).then_some(digit),
        }
    }

    /// The weight of the digit that `place` digits follow; `None` beyond 128 bits.
    #[must_use]
    pub fn weight(self, place: u32) -> Option<u128> {
        match self {
            Self::Base(radix) => u128::from(radix.get()).checked_pow(place),
            Self::Zeckendorf => {
                let (mut weight, mut previous) = (1_u128, 1_u128);
                for _ in 0..place {
                    (weight, previous) = (weight.checked_add(previous)?, weight);
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
        let mut memory = 0;
        for (index, digit) in digits.iter().enumerate() {
            if self.digits() <= *digit {
                return None;
            }
            memory = self.after(memory, *digit)?;
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
            Self::Zeckendorf => [value.checked_add(before)?, value],
        };
        (-LARGEST < shifted[0] && shifted[0] < LARGEST).then_some(shifted)
    }

    /// The residual if the last digits, multiplied by their coefficients, were larger by `sum` in total.
    pub(super) fn with_digits(self, [value, before]: Residual, sum: i64) -> Option<Residual> {
        let value = value.checked_add(sum).filter(|value| -LARGEST < *value && *value < LARGEST)?;
        match self {
            Self::Base(_) => Some([value, 0]),
            Self::Zeckendorf => Some([value, before.checked_add(sum)?]),
        }
    }

    /// The largest value among a prefix, the prefix and one zero, the prefix and two zeros, ...; `None` if there is none.
    ///
    /// With `most` added to the residual by [`Self::with_digits`], and `most` subtracted from the result, this bounds all
    /// continuations by digits whose sum in a row is at most `most` times the largest digit: the largest number of m
    /// digits is the next weight minus 1 in all these numerations.
    pub(super) fn supremum(self, [value, before]: Residual) -> Option<i64> {
        match self {
            Self::Base(_) => (value <= 0).then_some(value),
            Self::Zeckendorf => {
                let (mut last, mut next) = (value, value.checked_add(before)?);
                let mut largest = last;
                // The sequence obeys Fibonacci's recurrence: two neighbours of one sign settle the rest of it, and
                // neighbours of different signs shrink.
                loop {
                    largest = largest.max(next);
                    if last <= 0 && next <= 0 {
                        return Some(largest);
                    }
                    if 0 <= last && 0 <= next {
                        return None;
                    }
                    (last, next) = (next, last.checked_add(next)?);
                }
            }
        }
    }
}

impl fmt::Display for Numeration {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Base(radix) => write!(formatter, "base {}", radix.get()),
            Self::Zeckendorf => write!(formatter, "Zeckendorf's numeration"),
        }
    }
}
