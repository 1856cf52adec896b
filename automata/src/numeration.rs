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

/// The factors a, b, c of a recurrence of order three, with 16 >= a >= b >= c >= 1.
///
/// Then x^3 - a x^2 - b x - c has one root beyond 1, and two inside of the unit circle (Brauer 1951): a Pisot number, whose multiples
/// have finite expansions where they can have any (Frougny and Solomyak 1992), and in whose numeration addition is computed by
/// a finite automaton (Frougny and Solomyak 1996, Bruyère and Hansel 1997).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "[u32; 3]", into = "[u32; 3]")]
pub struct CubicFactors([u32; 3]);

impl CubicFactors {
    /// The factors as numbers.
    #[must_use]
    pub fn get(self) -> [u32; 3] {
        self.0
    }

    /// The largest number of a sequence that obeys the recurrence, from its first three on; `None` if there is none.
    ///
    /// Three neighbours of one sign settle all that follows: it has that sign, and each number is as far from 0 as the one before at
    /// least. There are such neighbours: the recurrence has no rational root, so the part of a sequence of integers that grows is not
    /// 0 unless all is, and the rest tends to 0.
    fn supremum(self, first: [i64; 3]) -> Option<i64> {
        let mut last = first;
        let mut largest = last[0].max(last[1]).max(last[2]);
        loop {
            if last.iter().all(|number| *number <= 0) {
                return Some(largest);
            }
            if last.iter().all(|number| 0 <= *number) {
                return None;
            }
            last = [last[1], last[2], self.next(last)?];
            largest = largest.max(last[2]);
        }
    }

    /// What follows three numbers of a sequence that obeys the recurrence.
    fn next(self, last: [i64; 3]) -> Option<i64> {
        let [a, b, c] = self.0.map(i64::from);
        last[2].checked_mul(a)?.checked_add(last[1].checked_mul(b)?)?.checked_add(last[0].checked_mul(c)?)
    }

    /// The weight behind so many others; `None` beyond 128 bits.
    fn weight(self, place: u32) -> Option<u128> {
        let [a, b, c] = self.0.map(u128::from);
        let mut last: [u128; 3] = self.first_weights();
        if let Some(known) = last.get(place as usize) {
            return Some(*known);
        }
        for _ in 2..place {
            let sum = last[2].checked_mul(a)?.checked_add(last[1].checked_mul(b)?)?;
            last = [last[1], last[2], sum.checked_add(last[0].checked_mul(c)?)?];
        }
        Some(last[2])
    }

    /// The first three weights: so many words of 0, 1 and 2 digits are valid.
    fn first_weights<T: From<u32>>(self) -> [T; 3] {
        let [a, b, _] = self.0;
        [1, a + 1, a * (a + 1) + b + 1].map(T::from)
    }
}

impl TryFrom<[u32; 3]> for CubicFactors {
    type Error = String;

    fn try_from(factors: [u32; 3]) -> Result<Self, String> {
        let [a, b, c] = factors;
        let descending = a <= MOST_CUBIC_FACTOR && b <= a && c <= b && 1 <= c;
        descending.then_some(Self(factors)).ok_or_else(|| {
            format!(
                "{a}, {b}, {c} are not three factors from {MOST_CUBIC_FACTOR} to 1, none larger than the one before"
            )
        })
    }
}

impl From<CubicFactors> for [u32; 3] {
    fn from(factors: CubicFactors) -> Self {
        factors.0
    }
}

/// Factors of recurrences of order three beyond this are not worked with.
const MOST_CUBIC_FACTOR: u32 = 16;

/// How numbers are written.
///
/// Another recurrence of order two needs its factor, sign and weight before the first (`recurrence`), and its own rule for
/// valid words (`after`); one of a higher order its own residuals (`shifted`, `with_digits`, `supremum`) as well, as the cubic
/// ones have. What only one
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
    /// Digits `0..=a`, any three in a row less than a, b, c in the order of words, with the weights 1, a + 1, (a + 1) a + b + 1, ...,
    /// each a times the last one, b times the one before and c times the one before that; the Tribonacci numeration for 1, 1, 1
    /// (Carlitz, Scoville and Hoggatt 1972).
    Cubic(CubicFactors),
}

/// `weight(n + 1) = factor * weight(n) + sign * weight(n - 1)`, with the weight `before` in front of the first one, which is 1.
#[derive(Clone, Copy, Debug)]
struct WeightStep {
    factor: i64,
    sign: i64,
    before: i64,
}

/// The value of a prefix and of what a further digit needs to know of it: in base k the value alone; where the weights obey a
/// recurrence of order two the value and the value of the same digits one place further to the right; with one of order three
/// the value, and the values with one and with two zeros more.
pub(super) type Residual = [i64; 3];

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

    /// The weights are each `a` times the last one, `b` times the one before and `c` times the one before that, for
    /// 16 >= a >= b >= c >= 1.
    #[must_use]
    pub fn cubic(factors: [u32; 3]) -> Option<Self> {
        CubicFactors::try_from(factors).ok().map(Self::Cubic)
    }

    /// Digits 0 and 1, never three ones in a row, with the weights 1, 2, 4, 7, 13, 24, ...
    #[must_use]
    pub fn tribonacci() -> Self {
        Self::Cubic(CubicFactors([1; 3]))
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
            Self::Cubic(factors) => factors.get()[0] + 1,
        }
    }

    /// How the weights go on, if the last two say it.
    fn recurrence(self) -> Option<WeightStep> {
        match self {
            Self::Base(_) | Self::Cubic(_) => None,
            Self::Zeckendorf => Some(WeightStep { factor: 1, sign: 1, before: 1 }),
            Self::Metallic(factor) => Some(WeightStep { factor: factor.get().into(), sign: 1, before: 1 }),
            Self::Chebyshev(factor) => Some(WeightStep { factor: factor.get().into(), sign: -1, before: 0 }),
        }
    }

    /// Whether some words of digits are no numbers.
    #[must_use]
    pub fn has_invalid_words(self) -> bool {
        0 < self.fullest()
    }

    /// How full a word can be ([`Self::after`]).
    #[must_use]
    pub fn fullest(self) -> u8 {
        match self {
            Self::Base(_) => 0,
            Self::Zeckendorf | Self::Metallic(_) | Self::Chebyshev(_) => 1,
            Self::Cubic(_) => 2,
        }
    }

    /// How full a word is after `digit`, if it was `full` before; `None` if the digit must not stand there. A word begins as one
    /// that is not full, which is 0, and nothing else of it is remembered. What may follow a word may follow one that is less full.
    ///
    /// In a cubic numeration a word is as full as it ends in digits that a, b, c begins with. A digit less than the next one of these
    /// is less than a as well, since a >= b >= c, so nothing of it is remembered.
    #[must_use]
    pub fn after(self, full: u8, digit: u32) -> Option<u8> {
        let greatest = self.digits() - 1;
        match self {
            Self::Base(_) => Some(0),
            Self::Zeckendorf | Self::Metallic(_) if full != 0 => (digit == 0).then_some(0),
            Self::Chebyshev(_) if full != 0 => (digit < greatest).then_some(u8::from(digit + 1 == greatest)),
            Self::Zeckendorf | Self::Metallic(_) | Self::Chebyshev(_) => Some(u8::from(digit == greatest)),
            Self::Cubic(factors) => {
                let [a, b, c] = factors.get();
                match full {
                    0 => (digit <= a).then_some(u8::from(digit == a)),
                    1 => (digit <= b).then_some(if digit == b { 2 } else { 0 }),
                    _ => (digit < c).then_some(0),
                }
            }
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
            Self::Cubic(factors) => factors.weight(place),
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
        let mut full = 0;
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
    pub(super) fn shifted(self, [value, other, third]: Residual) -> Option<Residual> {
        within_limits(match self {
            Self::Base(radix) => [value.checked_mul(i64::from(radix.get()))?, 0, 0],
            Self::Zeckendorf | Self::Metallic(_) | Self::Chebyshev(_) => [self.next(other, value)?, value, 0],
            Self::Cubic(factors) => [other, third, factors.next([value, other, third])?],
        })
    }

    /// What follows two numbers of a sequence that obeys the recurrence of the weights.
    fn next(self, before: i64, last: i64) -> Option<i64> {
        let WeightStep { factor, sign, .. } = self.recurrence()?;
        last.checked_mul(factor)?.checked_add(before.checked_mul(sign)?)
    }

    /// The residual if the last digits, multiplied by their coefficients, were larger by `sum` in total.
    pub(super) fn with_digits(self, residual: Residual, sum: i64) -> Option<Residual> {
        let weights: [i64; 3] = match self {
            Self::Base(_) => [1, 0, 0],
            Self::Zeckendorf | Self::Metallic(_) | Self::Chebyshev(_) => [1, self.recurrence()?.before, 0],
            Self::Cubic(factors) => factors.first_weights(),
        };
        let mut more = residual;
        for (part, weight) in more.iter_mut().zip(weights) {
            *part = part.checked_add(sum.checked_mul(weight)?)?;
        }
        within_limits(more)
    }

    /// The largest value among a prefix, the prefix and one zero, the prefix and two zeros, ...; `None` if there is none.
    ///
    /// With `most` added to the residual by [`Self::with_digits`], and `most` subtracted from the result, this bounds all
    /// continuations by digits whose sum in a row is at most `most` times the largest digit: the largest number of m
    /// digits is the next weight minus 1 in all these numerations.
    pub(super) fn supremum(self, residual: Residual) -> Option<i64> {
        if let Self::Cubic(factors) = self {
            return factors.supremum(residual);
        }
        let [value, before, _] = residual;
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

/// The residual, if all of it can be computed with.
fn within_limits(residual: Residual) -> Option<Residual> {
    residual.iter().all(|part| -LARGEST < *part && *part < LARGEST).then_some(residual)
}

impl fmt::Display for Numeration {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Base(radix) => write!(formatter, "base {}", radix.get()),
            Self::Zeckendorf => write!(formatter, "Zeckendorf's numeration"),
            Self::Metallic(factor) => write!(formatter, "the metallic numeration of {}", factor.get()),
            Self::Chebyshev(factor) => write!(formatter, "Chebyshev's numeration of {}", factor.get()),
            Self::Cubic(CubicFactors([1, 1, 1])) => write!(formatter, "the Tribonacci numeration"),
            Self::Cubic(CubicFactors([a, b, c])) => write!(formatter, "the cubic numeration of {a}, {b}, {c}"),
        }
    }
}
