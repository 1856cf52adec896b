//! The values of combinatorial game theory: Grundy values, outcomes, and the two ways to play; and numbers that are cut off.
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::BitXor;

/// A Grundy value (nimber). `^` is the nim-sum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Grundy(pub u32);

impl BitXor for Grundy {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl fmt::Display for Grundy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A type of whole numbers, with its ends.
pub trait Ends {
    /// The least one.
    const LEAST: Self;
    /// The greatest one.
    const GREATEST: Self;
}

impl Ends for u8 {
    const LEAST: Self = Self::MIN;
    const GREATEST: Self = Self::MAX;
}

impl Ends for u16 {
    const LEAST: Self = Self::MIN;
    const GREATEST: Self = Self::MAX;
}

impl Ends for u32 {
    const LEAST: Self = Self::MIN;
    const GREATEST: Self = Self::MAX;
}

impl Ends for u64 {
    const LEAST: Self = Self::MIN;
    const GREATEST: Self = Self::MAX;
}

impl Ends for usize {
    const LEAST: Self = Self::MIN;
    const GREATEST: Self = Self::MAX;
}

impl Ends for i32 {
    const LEAST: Self = Self::MIN;
    const GREATEST: Self = Self::MAX;
}

impl Ends for i64 {
    const LEAST: Self = Self::MIN;
    const GREATEST: Self = Self::MAX;
}

/// Numbers that are cut off where another type ends: bounds, counts and costs, which nothing reaches that long. What always
/// fits is converted with an `expect` that says why, and what may not, with an error.
///
/// ```
/// use nimdsl_engines::value::Saturate;
/// assert_eq!([300_u64, 70_000].map(Saturate::saturated::<u16>), [300, 65_535]);
/// assert_eq!((-1_i64).saturated::<u16>(), 0);
/// ```
pub trait Saturate: Copy + PartialOrd + Default {
    /// The same number, or the end of the type that lies nearest to it.
    #[inline]
    fn saturated<To: TryFrom<Self> + Ends>(self) -> To {
        To::try_from(self).unwrap_or(if self < Self::default() { To::LEAST } else { To::GREATEST })
    }
}

impl<Number: Copy + PartialOrd + Default> Saturate for Number {}

/// Who wins: the next player (N) or the previous player (P).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The next player wins.
    N,
    /// The previous player wins.
    P,
}

/// Who wins when no move is left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Play {
    /// Whoever moves last wins.
    #[default]
    Normal,
    /// Whoever moves last loses.
    Misere,
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Normal => "normal",
            Self::Misere => "misere",
        })
    }
}
