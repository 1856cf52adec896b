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

#[cfg(test)]
mod tests {
    use super::Standing::{False, NoCounterexample, NoWitness, True, Undecided, Void};
    use super::*;
    use proptest::prelude::*;

    const ALL: [Standing; 6] = [False, NoWitness, Undecided, Void, NoCounterexample, True];

    #[test]
    fn the_connectives_are_strong() {
        // Least first; what has no value is told before what is out of reach.
        let place = |standing: Standing| [0, 1, 3, 2, 4, 5][standing as usize];
        let opposite =
            |standing: Standing| [True, NoCounterexample, Undecided, Void, NoWitness, False][standing as usize];
        for one in ALL {
            assert_eq!(one.negated(), opposite(one));
            assert_eq!((one.turned(true), one.turned(false)), (one, opposite(one)));
            assert_eq!(one.holds_so_far(), NoCounterexample == one || True == one);
            for other in ALL {
                let least = if place(one) <= place(other) { one } else { other };
                assert_eq!(one.and(other), least, "{one:?} and {other:?}");
                let greatest = opposite(opposite(one).and(opposite(other)));
                assert_eq!(one.or(other), greatest, "{one:?} or {other:?}");
                let both = one.and(other).or(opposite(one).and(opposite(other)));
                assert_eq!(one.iff(other), both, "{one:?} iff {other:?}");
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn a_quantifier_is_certain_where_nothing_can_change_it(
            seen in prop::collection::vec(0..6usize, 0..4), is_whole in any::<bool>(), is_closed in any::<bool>()
        ) {
            let seen: Vec<Standing> = seen.into_iter().map(|at| ALL[at]).collect();
            let mut all = Seen::default();
            for standing in &seen {
                all.add(*standing);
            }
            prop_assert_eq!(all.is_so_far(), seen.iter().all(|one| one.holds_so_far()));
            let (some, every) = (Standing::for_some(all, is_whole), Standing::for_all(all, is_whole, is_closed));
            // A true value is enough; all have to be false.
            prop_assert_eq!(some == True, seen.contains(&True));
            prop_assert_eq!(some == False, is_whole && seen.iter().all(|one| *one == False));
            prop_assert_eq!(every == False, seen.contains(&False));
            prop_assert_eq!(every == True, is_whole && seen.iter().all(|one| *one == True));
            prop_assert_eq!(some == Void, seen.contains(&Void) && !seen.contains(&True));
            prop_assert_eq!(every == Void, seen.contains(&Void) && !seen.contains(&False));
            if seen.contains(&Void) {
                return Ok(());
            }
            if is_whole {
                let folded = |start, join: fn(Standing, Standing) -> Standing| seen.iter().fold(start, |all, one| join(all, *one));
                prop_assert_eq!(some, folded(False, Standing::or));
                prop_assert_eq!(every, folded(True, Standing::and));
                return Ok(());
            }
            // Nothing that was looked at makes it true, and what lies beyond may; the same with false.
            let expected = match () {
                () if seen.contains(&True) => True,
                () if seen.contains(&NoCounterexample) => NoCounterexample,
                () if seen.is_empty() => Undecided,
                () if seen.contains(&False) => NoWitness,
                () if seen.contains(&Undecided) => Undecided,
                () => NoWitness,
            };
            prop_assert_eq!(some, expected, "some of {:?}", seen);
            let expected = match () {
                () if seen.contains(&False) => False,
                () if seen.contains(&NoWitness) && !is_closed => NoWitness,
                () if seen.iter().any(|one| one.holds_so_far()) => NoCounterexample,
                () if seen.contains(&NoWitness) => NoWitness,
                () => Undecided,
            };
            prop_assert_eq!(every, expected, "all of {:?}", seen);
        }
    }
}
