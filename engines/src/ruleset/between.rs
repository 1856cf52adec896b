//! Between which numbers a term lies that leaves 128 bits, so that most comparisons with it are decided all the same: `i = 3^k` is
//! false where `3^k` is that large. Knows no terms.

/// Bounds of a number, both included; `None` where none is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Between {
    low: Option<i128>,
    high: Option<i128>,
}

/// The end of the 128 bits that a number lies beyond.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// It is at least the greatest.
    Above,
    /// It is at most the least.
    Below,
    /// Perhaps none.
    Unknown,
}

impl Between {
    pub(super) const ANYWHERE: Self = Self { low: None, high: None };

    pub(super) fn only(value: i128) -> Self {
        Self { low: Some(value), high: Some(value) }
    }

    fn at_least(low: i128) -> Self {
        Self { low: Some(low), high: None }
    }

    /// The number, if only one is left.
    pub(super) fn point(self) -> Option<i128> {
        self.low.filter(|low| self.high == Some(*low))
    }

    fn is_natural(self) -> bool {
        self.low.is_some_and(|low| 0 <= low)
    }

    fn negative(self) -> Self {
        // The least number has no negative, but the greatest is a lower bound of that.
        Self {
            low: self.high.map(|high| high.checked_neg().unwrap_or(i128::MAX)),
            high: self.low.and_then(i128::checked_neg),
        }
    }

    pub(super) fn plus(self, other: Self) -> Self {
        let end = |one: Option<i128>, two: Option<i128>, beyond: fn(i128) -> Option<i128>| {
            let (one, two) = (one?, two?);
            one.checked_add(two).map_or_else(|| beyond(one), Some)
        };
        // A sum that leaves the 128 bits is bounded by their end on the inner side, and not at all on the outer one.
        Self {
            low: end(self.low, other.low, |part| (0 < part).then_some(i128::MAX)),
            high: end(self.high, other.high, |part| (part < 0).then_some(i128::MIN)),
        }
    }

    pub(super) fn times(self, other: Self) -> Self {
        match (self.point(), other.point()) {
            (Some(0), _) | (_, Some(0)) => Self::only(0),
            _ if self.is_natural() && other.is_natural() => Self {
                low: Some(self.low.unwrap_or(0).saturating_mul(other.low.unwrap_or(0))),
                high: self.high.zip(other.high).and_then(|(one, two)| one.checked_mul(two)),
            },
            (Some(factor), _) if factor < 0 => self.negative().times(other).negative(),
            (_, Some(factor)) if factor < 0 => self.times(other.negative()).negative(),
            (Some(_), _) if other.high.is_some_and(|high| high <= 0) => self.times(other.negative()).negative(),
            (_, Some(_)) if self.high.is_some_and(|high| high <= 0) => self.negative().times(other).negative(),
            _ => Self::ANYWHERE,
        }
    }

    /// The quotient rounded down.
    pub(super) fn divided(self, by: Self) -> Self {
        match by.point() {
            Some(by) if 0 < by => {
                Self { low: self.low.map(|low| low.div_euclid(by)), high: self.high.map(|high| high.div_euclid(by)) }
            }
            _ => Self::ANYWHERE,
        }
    }

    /// A power with a natural exponent.
    pub(super) fn power(self, exponent: Self) -> Self {
        let raised = |base: i128, exponent: i128| u32::try_from(exponent).ok().and_then(|by| base.checked_pow(by));
        match (self, exponent) {
            (Self { low: Some(base @ 1..), high }, Self { low: Some(least @ 0..), high: most }) => Self {
                low: Some(raised(base, least).unwrap_or(if base == 1 { 1 } else { i128::MAX })),
                high: high.zip(most).and_then(|(base, most)| raised(base, most)),
            },
            (base, exponent) => match (base.point(), exponent.point()) {
                (Some(..-1), Some(by @ 127..)) if by % 2 == 0 => Self::at_least(i128::MAX),
                (Some(..-1), Some(127..)) => Self { low: None, high: Some(i128::MIN) },
                _ => Self::ANYWHERE,
            },
        }
    }

    /// The least of several numbers.
    pub(super) fn least(all: &[Self]) -> Self {
        let low: Option<Vec<_>> = all.iter().map(|one| one.low).collect();
        Self { low: low.and_then(|all| all.into_iter().min()), high: all.iter().filter_map(|one| one.high).min() }
    }

    /// The greatest of several numbers.
    pub(super) fn greatest(all: &[Self]) -> Self {
        let high: Option<Vec<_>> = all.iter().map(|one| one.high).collect();
        Self { low: all.iter().filter_map(|one| one.low).max(), high: high.and_then(|all| all.into_iter().max()) }
    }

    /// Whether one number is at most another; `None` if their bounds leave that open.
    pub(super) fn at_most(self, other: Self) -> Option<bool> {
        let below = |one: Option<i128>, two: Option<i128>, is_below: fn(&i128, &i128) -> bool| {
            one.zip(two).is_some_and(|(one, two)| is_below(&one, &two))
        };
        if below(self.high, other.low, i128::le) {
            return Some(true);
        }
        below(other.high, self.low, i128::lt).then_some(false)
    }

    /// Whether two numbers are equal; `None` if their bounds leave that open.
    pub(super) fn equals(self, other: Self) -> Option<bool> {
        let differ = self.at_most(other) == Some(false) || other.at_most(self) == Some(false);
        let same = self.point().is_some() && self.point() == other.point();
        (differ || same).then_some(same)
    }
}

impl From<End> for Between {
    fn from(end: End) -> Self {
        match end {
            End::Above => Self::at_least(i128::MAX),
            End::Below => Self { low: None, high: Some(i128::MIN) },
            End::Unknown => Self::ANYWHERE,
        }
    }
}

impl From<Between> for End {
    fn from(all: Between) -> Self {
        match all {
            Between { low: Some(i128::MAX), .. } => Self::Above,
            Between { high: Some(i128::MIN), .. } => Self::Below,
            _ => Self::Unknown,
        }
    }
}

#[cfg(test)]
mod tests;
