//! What is known of a formula: true, false, or in between where something lies out of reach or has no value. Knows no game.
//!
//! ```text
//! False < NoWitness < Undecided, Void < NoCounterexample < True
//! ```
//! Conjunction is the least, disjunction the greatest, negation turns the order round (Kleene's strong connectives, with two
//! values more). Only the ends are certain: `NoWitness` and `NoCounterexample` say how far a search came.

/// What is known of a formula at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// It is false.
    False,
    /// It is false unless something out of reach makes it true.
    NoWitness,
    /// It needs something that is out of reach.
    Undecided,
    /// It needs something that has no value: a position outside the game, a division by zero.
    Void,
    /// It is true unless something out of reach makes it false.
    NoCounterexample,
    /// It is true.
    True,
}

impl From<bool> for Standing {
    fn from(truth: bool) -> Self {
        if truth { Self::True } else { Self::False }
    }
}

impl Standing {
    fn rank(self) -> i8 {
        match self {
            Self::False => -2,
            Self::NoWitness => -1,
            Self::Undecided | Self::Void => 0,
            Self::NoCounterexample => 1,
            Self::True => 2,
        }
    }

    /// Both hold. What has no value is told before what is out of reach.
    pub(super) fn and(self, other: Self) -> Self {
        match self.rank().cmp(&other.rank()) {
            std::cmp::Ordering::Less => self,
            std::cmp::Ordering::Greater => other,
            std::cmp::Ordering::Equal if self == Self::Void => self,
            std::cmp::Ordering::Equal => other,
        }
    }

    /// At least one holds.
    pub(super) fn or(self, other: Self) -> Self {
        self.negated().and(other.negated()).negated()
    }

    /// It does not hold.
    pub(super) fn negated(self) -> Self {
        match self {
            Self::False => Self::True,
            Self::NoWitness => Self::NoCounterexample,
            Self::Undecided => Self::Undecided,
            Self::Void => Self::Void,
            Self::NoCounterexample => Self::NoWitness,
            Self::True => Self::False,
        }
    }

    /// Both hold or neither does.
    pub(super) fn iff(self, other: Self) -> Self {
        self.and(other).or(self.negated().and(other.negated()))
    }

    /// Whether it is true as far as anything was looked at.
    pub(super) fn holds_so_far(self) -> bool {
        matches!(self, Self::True | Self::NoCounterexample)
    }

    /// As it is where `wanted`, else its opposite.
    pub(super) fn turned(self, wanted: bool) -> Self {
        if wanted { self } else { self.negated() }
    }

    /// What is known of a statement that one value makes true, after the values that were looked at.
    pub(super) fn for_some(seen: Seen, is_whole: bool) -> Self {
        match seen {
            Seen { greatest: Self::True, .. } => Self::True,
            Seen { void: true, .. } => Self::Void,
            // A value that makes it true as far as was seen is told before those that are out of reach.
            Seen { greatest, .. } if is_whole || greatest == Self::NoCounterexample => greatest,
            Seen { count: 0, .. } => Self::Undecided,
            Seen { least: Self::False, .. } => Self::NoWitness,
            Seen { greatest, .. } => greatest,
        }
    }

    /// What is known of a statement about all values, after the values that were looked at.
    /// Of a position, a value that nothing in reach makes true is told before those that are out of reach; of a statement
    /// without positions, `is_closed`, it is one of them.
    pub(super) fn for_all(seen: Seen, is_whole: bool, is_closed: bool) -> Self {
        match seen {
            Seen { least: Self::False, .. } => Self::False,
            Seen { void: true, .. } => Self::Void,
            Seen { least, .. } if is_whole => least,
            Seen { least: Self::NoWitness, .. } if !is_closed => Self::NoWitness,
            // Of a range without end some values are always out of reach.
            Seen { any: true, .. } => Self::NoCounterexample,
            Seen { count: 0, .. } => Self::Undecided,
            Seen { least, .. } => least,
        }
    }
}

/// What came out for the values of a variable that were looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    /// The least and the greatest of all.
    least: Standing,
    greatest: Standing,
    /// Whether one was true, as far as was seen.
    any: bool,
    /// Whether one had no value.
    void: bool,
    count: u64,
}

impl Default for Seen {
    fn default() -> Self {
        Self { least: Standing::True, greatest: Standing::False, any: false, void: false, count: 0 }
    }
}

impl Seen {
    /// Whether all that were seen hold, as far as was seen.
    pub(super) fn is_so_far(&self) -> bool {
        self.least.holds_so_far()
    }

    pub(super) fn add(&mut self, standing: Standing) {
        self.least = self.least.and(standing);
        self.greatest = self.greatest.or(standing);
        self.any |= standing.holds_so_far();
        self.void |= standing == Standing::Void;
        self.count += 1;
    }
}

#[cfg(all(test, has_tests))]
mod tests;
