//! Sets of elements of a finite monoid, a bit for each. Knows nothing of games.

/// A set of numbers below a bound that is fixed when it is made.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct ElementSet(Vec<u64>);

impl ElementSet {
    pub(super) fn of(bound: usize, mut has: impl FnMut(usize) -> bool) -> Self {
        let mut words = vec![0u64; bound.div_ceil(64)];
        for number in (0..bound).filter(|number| has(*number)) {
            words[number / 64] |= 1 << (number % 64);
        }
        Self(words)
    }

    pub(super) fn has(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// Whether all its numbers are in another one.
    pub(super) fn is_within(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(own, other)| own & !other == 0)
    }

    /// The least number that is in both.
    pub(super) fn shared(&self, other: &Self) -> Option<usize> {
        let both = self.0.iter().zip(&other.0).map(|(own, other)| own & other);
        both.enumerate().find(|(_, word)| *word != 0).map(|(at, word)| at * 64 + word.trailing_zeros() as usize)
    }

    pub(super) fn join(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(own, other)| *own |= other);
    }
}
