//! Numbers of one kind as numbers of another, where an invariant says that they fit; a broken one stops here. What comes
//! from outside is checked where it enters.

/// A place, level or bit of a board as an index.
#[inline]
pub(in crate::engine) fn index(place: i64) -> usize {
    usize::try_from(place).expect("what lies on a board has no negative coordinate, and a board fits the memory")
}

/// How many places an interval has; none if it ends before it begins.
#[inline]
pub(in crate::engine) fn length(first: i64, last: i64) -> usize {
    index((last - first + 1).max(0))
}

/// An index or a count as a signed number.
#[inline]
pub(in crate::engine) fn signed(count: usize) -> i64 {
    i64::try_from(count).expect("no memory has 2^63 parts")
}

/// A bound of a region that an engine has taken on.
#[inline]
pub(in crate::engine) fn whole(bound: u64) -> usize {
    usize::try_from(bound).expect("heaps of a table go up to 2^31")
}

/// A value, or a number of words of values.
#[inline]
pub(in crate::engine) fn value_of(number: usize) -> u32 {
    u32::try_from(number).expect("no value exceeds the tokens of a position")
}

/// A heap of a position that an engine has reached.
#[inline]
pub(in crate::engine) fn heap(value: u64) -> i64 {
    i64::try_from(value).expect("heaps of a table go up to 2^31")
}

/// Numbers that look random and are the same each time (the generator of Knuth, The Art of Computer Programming 2, 3.3.4, MMIX).
pub(in crate::engine) struct Draws(u64);

impl Default for Draws {
    fn default() -> Self {
        Self(1)
    }
}

impl Draws {
    /// Numbers below bounds, none of which is 0.
    pub(in crate::engine) fn cell(&mut self, bounds: &[usize]) -> Vec<usize> {
        bounds.iter().map(|bound| self.below(*bound)).collect()
    }

    /// A number below a bound that is not 0.
    pub(in crate::engine) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).map_or(0, |high| high % bound)
    }
}
