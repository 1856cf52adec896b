//! Periods of the elements of heaps in a misère quotient, proved for all heaps by finitely many of them.
//!
//! Let at most k be taken from a heap and at most m heaps be left, let Q be the misère quotient of the heaps below m n0 + m p + k, and let
//! heaps n and n + p have the same element for all n with n0 <= n < m n0 + (m - 1) p + k, where 1 <= n0. Then Q is the quotient of all
//! heaps, and n and n + p have the same element for all n >= n0 (Plambeck and Siegel 2008, for m = 2). Because: of an option of a larger
//! heap n + p one part is n0 + p or more, and p can be taken from it; and back. So the options of n + p have the elements that those of n
//! have, and whether an element fits a position depends on the elements of its options alone (`proof`).
use super::monoid::Element;
use nimdsl_engines::ruleset::taking::Code;

/// Heaps beyond three periods after which a period is worth looking further for.
const FEW: usize = 8;

/// A period of the elements of all heaps from one on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ElementPeriod {
    /// The first heap from which on elements repeat.
    pub preperiod: usize,
    /// The least period.
    pub period: usize,
    /// How many heaps, the empty one among them, prove it for all.
    pub needed: usize,
}

/// The greatest numbers that are taken and left, if a theorem speaks of the code.
fn sizes(code: &Code) -> Option<(usize, usize)> {
    let taken = code.most_taken()?;
    let is_known = code.rules.iter().all(|rule| !rule.different);
    is_known.then(|| (taken, code.most_left().max(1)))
}

/// The periods of the elements of heaps 0, 1, 2, ... that is proved by the fewest of them, or else seems to be one.
pub(super) fn element_period(code: &Code, elements: &[Element]) -> Option<ElementPeriod> {
    let (taken, left) = sizes(code)?;
    let mut best: Option<ElementPeriod> = None;
    for period in 1..=elements.len() / 2 {
        let repeats = |heap: &usize| elements[*heap] == elements[heap + period];
        let preperiod = (0..elements.len() - period).rev().find(|heap| !repeats(heap)).map_or(0, |heap| heap + 1);
        let start = preperiod.max(1).checked_mul(left)?;
        let needed = start.checked_add(period.checked_mul(left)?)?.checked_add(taken)?;
        // What proves nothing is told where it came back some times.
        let is_seen = 3 * period + FEW <= elements.len() - preperiod;
        if (is_seen || needed <= elements.len()) && best.is_none_or(|best| needed < best.needed) {
            best = Some(ElementPeriod { preperiod, period, needed });
        }
    }
    best
}
