//! Lists of numbers that programs of one board look at, each made once: a move that is written out for each of its amounts asks for the
//! same list thirty times. Knows nothing of moves.
use crate::ruleset::recursion::NumberList;
use std::sync::{Arc, Mutex, PoisonError};

/// What a list says of numbers below bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ListOf {
    /// The common divisors of two numbers, row by row.
    #[cfg(not(target_arch = "wasm32"))]
    Divisors(usize, usize),
    /// Which numbers are prime.
    Primes(usize),
    /// How often a number is divided by this one.
    Valuations(i64, usize),
}

/// The lists that were asked for.
#[derive(Clone, Debug, Default)]
pub(super) struct SharedLists(Arc<Mutex<Vec<(ListOf, NumberList)>>>);

impl SharedLists {
    /// The list, which is made if it is not known and all lists that are known allow it; `None` if they do not.
    pub(super) fn of(
        &self,
        what: ListOf,
        allow: impl FnOnce(&[(ListOf, NumberList)]) -> bool,
        make: impl FnOnce() -> Vec<i64>,
    ) -> Option<NumberList> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, list)) = known.iter().find(|(own, _)| *own == what) {
            return Some(list.clone());
        }
        if !allow(&known) {
            return None;
        }
        let list = NumberList::of(Arc::new(make()));
        known.push((what, list.clone()));
        Some(list)
    }
}

/// A bound that is not less, by at most an eighth more, and that many bounds near it have in common: a multiple of a sixteenth of the next power of 2.
pub(super) fn rounded(bound: usize) -> usize {
    let step = (bound.next_power_of_two() / 16).max(1);
    bound.div_ceil(step) * step
}
