//! One of several.
use fastrand::Rng;

/// Draws from lists.
pub trait Draw {
    /// One element.
    fn one<'a, T>(&mut self, list: &'a [T]) -> &'a T;
}

impl Draw for Rng {
    fn one<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.usize(0..list.len())]
    }
}
