//! The least value that no option has (mex), where the values of options come one by one. Knows nothing of positions.

/// Which values the options of the position at hand have.
#[derive(Clone, Debug, Default)]
pub(in crate::engine) struct Met {
    /// Whoever met a value last; longer than every value that was given.
    stamps: Vec<u64>,
    /// The position at hand.
    stamp: u64,
}

impl Met {
    /// Goes to the next position: no option was met.
    pub(in crate::engine) fn begin(&mut self) {
        self.stamp += 1;
    }

    /// Notes the value of an option; whether it is one that a position was given.
    pub(in crate::engine) fn note(&mut self, value: usize) -> bool {
        let Some(stamp) = self.stamps.get_mut(value) else { return false };
        *stamp = self.stamp;
        true
    }

    /// Whether an option with a value was met.
    pub(in crate::engine) fn has(&self, value: usize) -> bool {
        self.stamps.get(value) == Some(&self.stamp)
    }

    /// A number that is greater than every value that a position was given.
    pub(in crate::engine) fn known(&self) -> usize {
        self.stamps.len()
    }

    /// Makes a value one that a position was given.
    pub(in crate::engine) fn reserve(&mut self, value: usize) {
        if self.stamps.len() <= value {
            self.stamps.resize(value + 1, 0);
        }
    }

    /// The least value that was not met, which the position is given.
    pub(in crate::engine) fn least(&mut self) -> usize {
        let least = self.stamps.iter().position(|stamp| *stamp != self.stamp).unwrap_or(self.stamps.len());
        self.reserve(least);
        least
    }
}

#[cfg(test)]
mod tests;
