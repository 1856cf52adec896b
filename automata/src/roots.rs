//! Which numeration knows the multiples of a square root, rounded down; knows nothing of automata.
use super::numeration::Numeration;
use num_integer::gcd;
use std::num::NonZeroU32;

/// `floor(sqrt(number) * t)` for naturals t: the quotient by `divisor`, rounded down, of
/// `floor(slope * slopes * t) + ones * t`, with the slope of the numeration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootFloor {
    /// The numeration that has the slope.
    pub numeration: Numeration,
    /// How many times the slope is taken.
    pub slopes: i64,
    /// How many times t is added.
    pub ones: i64,
    /// What both are divided by.
    pub divisor: NonZeroU32,
}

/// Numerations with more digits have automata that are too large for a proof.
const MOST_DIGITS: u32 = 128;
/// Numbers beyond this have no root here.
const LARGEST: i64 = 1 << 40;

impl RootFloor {
    /// The root of a number that is no square, in the numeration with the fewest digits that knows it: the units of its quadratic
    /// field say which do. None if all of them are too large.
    ///
    /// ```
    /// use nimdsl_automata::{Numeration, RootFloor};
    /// let root = |number| RootFloor::of(number).map(|root| root.numeration);
    /// assert_eq!(root(5), Some(Numeration::Zeckendorf));
    /// assert_eq!(root(2), Numeration::metallic(2));
    /// assert_eq!(root(12), Numeration::chebyshev(4));
    /// assert_eq!(root(46), None);
    /// ```
    #[must_use]
    pub fn of(number: i64) -> Option<Self> {
        if !(2..LARGEST).contains(&number) || number.isqrt().pow(2) == number {
            return None;
        }
        let all =
            (2..=MOST_DIGITS).flat_map(|digits| [Numeration::metallic(digits - 1), Numeration::chebyshev(digits)]);
        all.flatten().find_map(|numeration| Self::in_numeration(numeration, number))
    }

    /// The root of a number that is no square, if this numeration knows it.
    #[must_use]
    pub fn in_numeration(numeration: Numeration, number: i64) -> Option<Self> {
        // Twice the slope and `add` is the root of the discriminant.
        let (discriminant, add) = numeration.discriminant()?;
        let product = i128::from(number) * i128::from(discriminant);
        let side = product.isqrt();
        if side * side != product {
            return None;
        }
        // The root of the number is side / discriminant times that of the discriminant.
        let side = i64::try_from(side).ok()?;
        let common = gcd(side, discriminant);
        let (times, divisor) = (side / common, discriminant / common);
        let made = |slopes: i64, ones: i64, divisor: i64| {
            Some(Self { numeration, slopes, ones, divisor: NonZeroU32::new(u32::try_from(divisor).ok()?)? })
        };
        if add % 2 == 0 && divisor % 2 == 0 {
            made(times, times * (add / 2), divisor / 2)
        } else {
            made(2 * times, times * add, divisor)
        }
    }
}
