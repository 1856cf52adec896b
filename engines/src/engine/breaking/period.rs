//! Periods of games of taking and breaking, proved by finitely many values.
//!
//! Let at most k be taken and at most m heaps be left, and let G(n + p) = G(n) for all n with n0 <= n < m n0 + (m - 1) p + k, where
//! 1 <= n0. Then it holds for all n >= n0 (R. K. Guy and C. A. B. Smith, The G-values of various games, Proc. Cambridge Philos. Soc. 52
//! (1956) 514-526, for m = 2): an option of a larger heap n + p has at least n + p - k in m heaps, so that one of them has n0 + p or
//! more, and p can be taken from it; and back. Heaps that have to differ might not afterwards, so that nothing is said of them.
use crate::ruleset::taking::Code;

/// Values at the end of what is known that a period has to repeat before it is looked at.
const BLOCK: usize = 48;
/// Comparisons of values for each value that is known, after which no other distance is looked at.
const MOST_COMPARED: usize = 8;

/// A period of all values from a heap on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Repeated {
    /// The first heap from which on values repeat.
    pub(super) preperiod: usize,
    /// The least period.
    pub(super) period: usize,
}

/// Whether the theorem speaks of a code.
pub(super) fn is_decided(code: &Code) -> bool {
    code.most_taken().is_some() && code.rules.iter().all(|rule| !rule.different)
}

/// The last heap from which on values may repeat if so many known ones are to prove it; `None` if they are too few for the period.
fn latest_start(code: &Code, known: usize, period: usize) -> Option<usize> {
    let left = code.most_left().max(1);
    // The last n is below m n0 + (m - 1) p + k, and G(n + p) has to be known.
    let besides = left.checked_mul(period)?.checked_add(code.most_taken()?)?;
    known.checked_sub(besides).map(|rest| rest / left).filter(|start| 1 <= *start)
}

/// The least period that the known values prove, with its least preperiod.
pub(super) fn proved(code: &Code, values: &[u16]) -> Option<Repeated> {
    if !is_decided(code) || values.len() < 2 * BLOCK {
        return None;
    }
    let block = &values[values.len() - BLOCK..];
    let last = block[BLOCK - 1];
    let mut left = values.len().saturating_mul(MOST_COMPARED);
    for period in 1..=values.len() / 2 {
        let end = values.len() - period;
        if values[end - 1] != last || values[end - BLOCK..end] != *block {
            continue;
        }
        let latest = latest_start(code, values.len(), period)?;
        // Where values last differ is likely to be near the beginning.
        let repeats = |heap: &usize| values[*heap] == values[heap + period];
        let same = (latest..end).take(left).take_while(repeats).count();
        left -= same;
        if left == 0 {
            return None;
        }
        if latest + same == end {
            // Heap 0 is no heap of the theorem; where it repeats as well, it is told.
            let preperiod = (0..latest).rev().find(|heap| !repeats(heap)).map_or(0, |heap| heap + 1);
            return Some(Repeated { preperiod, period });
        }
    }
    None
}
