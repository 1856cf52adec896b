//! Turns the inequalities of a cone into the interval of places that is reached at each level distance. Knows nothing of
//! boards.
//!
//! Right because the sides of a cone are linear in the distance: which of two is the nearer one changes at most once, at a
//! distance that `above_from` and `crosses_at` compute exactly.
use super::plane::DeltaRow;
use crate::value::Saturate;

const LARGEST: i64 = 1 << 24;

/// A side of a cone: `(slope * D + constant) / divisor` bounds the place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Side {
    pub(crate) slope: i64,
    pub(crate) constant: i64,
    pub(crate) divisor: i64,
}

/// All climbs (D, e) with `lower <= e <= upper` and `nearest <= D <= farthest`.
#[derive(Clone, Debug)]
pub(crate) struct ClimbCone {
    pub(crate) lower: Vec<Side>,
    pub(crate) upper: Vec<Side>,
    pub(crate) nearest: i64,
    pub(crate) farthest: i64,
    /// From this distance on, one side bounds from below, one from above, and no distance is empty.
    pub(crate) mature: i64,
    pub(crate) last_lower: Option<Side>,
    pub(crate) last_upper: Option<Side>,
}

impl Side {
    pub(crate) fn at(&self, distance: i64) -> i64 {
        self.slope * distance + self.constant
    }

    pub(crate) fn least(&self, distance: i64, key: i64) -> i64 {
        if self.divisor == 1 {
            return self.at(distance) + key;
        }
        -(-(self.at(distance) + key)).div_euclid(self.divisor)
    }

    pub(crate) fn greatest(&self, distance: i64, key: i64) -> i64 {
        if self.divisor == 1 {
            return self.at(distance) + key;
        }
        (self.at(distance) + key).div_euclid(self.divisor)
    }

    /// Slope and constant as comparable fractions: which of two sides is greater far away.
    fn beyond(&self, other: &Self) -> bool {
        let cross = |a: i64, b: i64| i128::from(a) * i128::from(b);
        let slopes = (cross(self.slope, other.divisor), cross(other.slope, self.divisor));
        let constants = (cross(self.constant, other.divisor), cross(other.constant, self.divisor));
        slopes.1 < slopes.0 || (slopes.0 == slopes.1 && constants.1 < constants.0)
    }

    /// The greatest distance at which this side is not below the other, if it falls below for good.
    fn crosses_at(&self, other: &Self) -> i64 {
        let cross = |a: i64, b: i64| i128::from(a) * i128::from(b);
        let fall = cross(other.slope, self.divisor) - cross(self.slope, other.divisor);
        if fall <= 0 {
            return i64::MAX;
        }
        let ahead = cross(self.constant, other.divisor) - cross(other.constant, self.divisor);
        ahead.div_euclid(fall).saturated()
    }

    /// The least distance from which this side is at least `margin` above the other; `i64::MAX` if it never stays so.
    fn above_from(&self, other: &Self, margin: i128) -> i64 {
        let cross = |a: i64, b: i64| i128::from(a) * i128::from(b);
        let slope = cross(self.slope, other.divisor) - cross(other.slope, self.divisor);
        let divisors = cross(self.divisor, other.divisor);
        let needed = cross(other.constant, self.divisor) - cross(self.constant, other.divisor) + margin * divisors;
        match slope {
            0 if needed <= 0 => 0,
            ..=0 => i64::MAX,
            _ => (-(-needed).div_euclid(slope)).saturated(),
        }
    }
}

impl ClimbCone {
    /// From rows over climbs; `None` if it is empty.
    pub(crate) fn new(rows: &[DeltaRow]) -> Option<Self> {
        let (mut nearest, mut farthest) = (1, i64::MAX);
        let (mut lower, mut upper) = (Vec::new(), Vec::new());
        for DeltaRow { factors: [distance, place], constant } in rows {
            let (distance, place, constant) = (*distance, *place, *constant);
            if 0 < place {
                upper.push(Side { slope: -distance, constant: -constant, divisor: place });
            } else if place < 0 {
                lower.push(Side { slope: distance, constant, divisor: -place });
            } else if 0 < distance {
                farthest = farthest.min((-constant).div_euclid(distance));
            } else if distance < 0 {
                nearest = nearest.max(-(-constant).div_euclid(-distance));
            } else if 0 < constant {
                return None;
            }
        }
        let last_lower = lower.iter().copied().reduce(|a: Side, b| if b.beyond(&a) { b } else { a });
        let last_upper = upper.iter().copied().reduce(|a: Side, b| if a.beyond(&b) { b } else { a });
        let mut mature = nearest;
        if let Some(last) = &last_lower {
            mature = lower.iter().fold(mature, |known, side| known.max(last.above_from(side, 0)));
        }
        if let Some(last) = &last_upper {
            mature = upper.iter().fold(mature, |known, side| known.max(side.above_from(last, 0)));
        }
        if let (Some(low), Some(high)) = (&last_lower, &last_upper) {
            mature = mature.max(high.above_from(low, 1));
            farthest = farthest.min(high.crosses_at(low));
        }
        if farthest < i64::MAX {
            mature = i64::MAX;
        }
        Some(Self { lower, upper, nearest, farthest, mature, last_lower, last_upper })
    }

    /// The climbs of a ray along a level.
    ///
    /// # Errors
    /// In words, if the ray leaves out cells of the level.
    pub(crate) fn along(first: (i64, i64), place: i64) -> Result<Option<Self>, String> {
        if place.abs() != 1 {
            return Err("a ray along a level leaves cells out".to_owned());
        }
        let rows = [
            DeltaRow { factors: [1, 0], constant: -first.0 },
            DeltaRow { factors: [-1, 0], constant: first.0 },
            DeltaRow { factors: [0, -place], constant: first.1 * place },
        ];
        Ok(Self::new(&rows))
    }

    /// The climbs at one distance, unbounded ends as the ends of 64 bits; empty if the first is greater.
    pub(crate) fn interval(&self, distance: i64) -> (i64, i64) {
        let low = self.lower.iter().map(|side| side.least(distance, 0)).max().unwrap_or(i64::MIN);
        let high = self.upper.iter().map(|side| side.greatest(distance, 0)).min().unwrap_or(i64::MAX);
        (low, high)
    }

    /// After how many levels a run is no longer young: its last sides hold, or it attacks nothing any more.
    pub(crate) fn leaves_after(&self) -> i64 {
        self.mature.min(self.farthest.saturating_add(1))
    }

    pub(crate) fn small(&self) -> bool {
        self.lower.iter().chain(&self.upper).all(|side| side.slope.abs() <= LARGEST && side.divisor <= LARGEST)
    }
}
