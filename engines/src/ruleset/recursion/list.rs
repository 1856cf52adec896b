//! Numbers of 64 bits by their places, for programs that look at them. Knows nothing of where they come from.
use std::sync::Arc;

/// Stands where there is no number; a number that is this one is taken for one that lacks.
pub(crate) const LACKING: i64 = i64::MIN;

/// A number, or what stands where there is none.
pub(crate) fn or_lacking(number: Option<i64>) -> i64 {
    number.unwrap_or(LACKING)
}

/// Numbers by their places, some of which may lack.
#[derive(Clone, Debug, Default)]
pub(crate) struct NumberList {
    values: Arc<Vec<i64>>,
    /// The least and the greatest of them and 0.
    pub(crate) range: (i64, i64),
    /// Whether none lacks.
    pub(crate) is_complete: bool,
    /// The same in 32 bits, 0 for those that lack, and a 0 behind them; nothing if one does not fit.
    #[cfg(not(target_arch = "wasm32"))]
    short: Arc<Vec<i32>>,
}

impl NumberList {
    /// Of numbers, and [`LACKING`] where there is none.
    pub(crate) fn of(values: Arc<Vec<i64>>) -> Self {
        let mut range = values.iter().fold((0, 0), |(low, high), value| (*value.min(&low), *value.max(&high)));
        let is_complete = range.0 != LACKING;
        if !is_complete {
            let known = values.iter().filter(|value| **value != LACKING);
            range.0 = *known.min().unwrap_or(&0).min(&0);
        }
        #[cfg(not(target_arch = "wasm32"))]
        let short = Arc::new(short(&values, range));
        Self {
            values,
            range,
            is_complete,
            #[cfg(not(target_arch = "wasm32"))]
            short,
        }
    }

    /// How many places there are.
    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }

    /// The number at a place; `None` if there is none.
    pub(crate) fn at(&self, place: usize) -> Option<i64> {
        self.values.get(place).copied().filter(|value| *value != LACKING)
    }

    /// Whether there is a number at each of some places.
    pub(crate) fn has_all(&self, low: usize, high: usize) -> bool {
        let asked = self.values.get(low..=high);
        asked.is_some_and(|values| self.is_complete || !values.contains(&LACKING))
    }

    /// How many numbers of an ascending list are no greater than one; those that lack come last.
    pub(crate) fn rank(&self, most: i64) -> usize {
        self.values.partition_point(|value| *value != LACKING && *value <= most)
    }

    /// Whether these are the numbers.
    pub(crate) fn is(&self, values: &[i64]) -> bool {
        *self.values == values
    }

    /// Whether both are one list.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.values, &other.values)
    }

    /// The list without the numbers that are not kept.
    pub(crate) fn filtered(&self, keep: impl Fn(i64) -> bool) -> Self {
        Self::of(Arc::new(self.values.iter().map(|value| if keep(*value) { *value } else { LACKING }).collect()))
    }

    /// The values in 32 bits, 0 for those that lack, and a 0 behind them; nothing if one does not fit.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn short(&self) -> &[i32] {
        &self.short
    }

    /// Nothing: a page looks at one value after the other.
    #[cfg(target_arch = "wasm32")]
    #[expect(clippy::unused_self, reason = "elsewhere it has them")]
    pub(crate) fn short(&self) -> &[i32] {
        &[]
    }
}

/// Numbers in 32 bits, 0 for those that lack, and a 0 behind them; nothing if their range does not fit.
#[cfg(not(target_arch = "wasm32"))]
fn short(values: &[i64], (low, high): (i64, i64)) -> Vec<i32> {
    if i32::try_from(low).is_err() || i32::try_from(high).is_err() {
        return Vec::new();
    }
    let narrow = |value: &i64| if *value == LACKING { 0 } else { i32::try_from(*value).expect("within the range") };
    values.iter().map(narrow).chain([0]).collect()
}
