//! Numbers as an experiment gives them: bounds for quick and full runs, and the values of a parameter. Runs nothing.
use serde::Deserialize;

/// A bound for all runs, or one for quick and one for full runs.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum HeapBound {
    /// The same for both.
    Always(u64),
    /// Different ones.
    Two {
        /// The usual bound.
        quick: u64,
        /// With `--full`.
        full: u64,
    },
}

/// Which bounds hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// The quick ones.
    Quick,
    /// The full ones.
    Full,
}

impl HeapBound {
    /// The number.
    #[must_use]
    pub fn at(self, extent: Effort) -> u64 {
        match (self, extent) {
            (Self::Always(bound), _) => bound,
            (Self::Two { quick, .. }, Effort::Quick) => quick,
            (Self::Two { full, .. }, Effort::Full) => full,
        }
    }
}

/// Values of a parameter.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename = "Values")]
pub enum NumberSet {
    /// Both ends included.
    Range(i64, i64),
    /// These.
    List(Vec<i64>),
}

impl NumberSet {
    /// How many there are, if 64 bits can count them; a range that ends before it begins has none.
    #[must_use]
    pub fn count(&self) -> Option<u64> {
        match self {
            Self::List(list) => Some(list.len() as u64),
            Self::Range(low, high) => u64::try_from((i128::from(*high) - i128::from(*low) + 1).max(0)).ok(),
        }
    }

    /// The value of a number, from 0.
    #[must_use]
    pub fn at(&self, number: u64) -> Option<i64> {
        match self {
            Self::List(list) => list.get(usize::try_from(number).ok()?).copied(),
            Self::Range(low, high) => low.checked_add_unsigned(number).filter(|value| value <= high),
        }
    }

    /// The values, unless there are more than so many.
    #[must_use]
    pub fn list(&self, most: usize) -> Option<Vec<i64>> {
        match self {
            Self::List(list) => (list.len() <= most).then(|| list.clone()),
            Self::Range(low, high) => {
                let count = i128::from(*high) - i128::from(*low) + 1;
                usize::try_from(count.max(0)).is_ok_and(|count| count <= most).then(|| (*low..=*high).collect())
            }
        }
    }
}
