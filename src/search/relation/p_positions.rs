//! P-positions without tables: continued along a chain, confirmed by rows of intervals. Knows nothing about targets.
use super::form::{MoveRelation, Pair};
use super::strip::Strips;
use crate::engine::Context;

/// A chain is continued by so many steps at most.
const MOST_STEPS: usize = 100_000_000;
/// Passes over unsorted intervals.
const PASSES: usize = 8;

/// What is needed on the way, kept so that it is not allocated again for each candidate.
#[derive(Debug, Default)]
pub(in crate::search) struct StripScratch {
    strips: Strips,
    /// Strips by their first row, and those that the current row has.
    order: Vec<usize>,
    active: Vec<usize>,
    own: Vec<Pair>,
    intervals: Vec<Pair>,
}

/// Continues a chain of P-positions: the next one is the least position above the last larger heap that reaches none.
/// Stops at `most` pairs, after `MOST_STEPS` steps, or at the first pair with more than `total` tokens, which it leaves
/// out; says whether it came to the last.
pub(in crate::search) fn continue_chain(
    relation: &MoveRelation,
    set: &mut Vec<Pair>,
    total: i64,
    most: usize,
    scratch: &mut StripScratch,
) -> bool {
    let StripScratch { strips, active, intervals, .. } = scratch;
    strips.clear();
    for option in &*set {
        strips.add_new(relation, *option);
    }
    active.clear();
    let mut known = 0;
    let mut steps = 0;
    while let Some(&(_, small)) = set.last().filter(|_| set.len() < most && steps < MOST_STEPS) {
        intervals.clear();
        let all = strips.all();
        active.extend(known..all.len());
        known = all.len();
        // Smaller heaps only grow, so a strip that has ended is of no further use.
        active.retain(|strip| small <= all[*strip].high);
        steps += active.len();
        for strip in &*active {
            all[*strip].at(small, (small, total), intervals);
        }
        intervals.extend(set.iter().rev().take_while(|pair| pair.0 == small).map(|pair| (pair.1, pair.1)));
        let large = first_gap(intervals, small);
        if total < small + large {
            return true;
        }
        set.push((small, large));
        strips.add_new(relation, (small, large));
    }
    false
}

/// The least heap from `from` on that lies in no interval. Few long intervals cover most rows, so a few passes come
/// before sorting.
pub(in crate::search) fn first_gap(intervals: &mut [Pair], from: i64) -> i64 {
    let mut next = from;
    for _ in 0..PASSES {
        let before = next;
        for (low, high) in &*intervals {
            if *low <= next && next <= *high {
                next = high + 1;
            }
        }
        if next == before {
            return next;
        }
    }
    intervals.sort_unstable();
    for (low, high) in &*intervals {
        if next < *low {
            break;
        }
        next = next.max(high + 1);
    }
    next
}

/// Whether exactly these are the P-positions among all positions with at most `total` tokens: no move leads from one
/// to another, and every other position has a move to one of them. Cost: the smaller heaps of all strips.
///
/// Every move has to decrease the number of tokens; the two conditions then determine the set (von Neumann's kernel).
pub(in crate::search) fn is_kernel(
    relation: &MoveRelation,
    set: &[Pair],
    total: i64,
    scratch: &mut StripScratch,
    context: &Context,
) -> bool {
    let StripScratch { strips, order, active, own, intervals } = scratch;
    own.clear();
    own.extend(set.iter().filter(|pair| pair.0 + pair.1 <= total));
    strips.clear();
    for option in &*own {
        strips.add(relation, *option);
    }
    let all = strips.all();
    order.clear();
    order.extend(0..all.len());
    order.sort_unstable_by_key(|strip| all[*strip].low);
    let mut coming = order.iter().copied().peekable();
    active.clear();
    own.sort_unstable();
    let mut own = own.iter().peekable();
    for small in 0..=total / 2 {
        if small & 0xffff == 0xffff && context.go_on().is_err() {
            return false;
        }
        while let Some(strip) = coming.next_if(|strip| all[*strip].low <= small) {
            active.push(strip);
        }
        active.retain(|strip| small <= all[*strip].high);
        intervals.clear();
        for strip in &*active {
            all[*strip].at(small, (small, total - small), intervals);
        }
        let reached = intervals.len();
        while let Some((_, large)) = own.next_if(|pair| pair.0 == small) {
            if intervals[..reached].iter().any(|(low, high)| low <= large && large <= high) {
                return false;
            }
            intervals.push((*large, *large));
        }
        if first_gap(intervals, small) <= total - small {
            return false;
        }
    }
    true
}
