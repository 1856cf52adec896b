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
