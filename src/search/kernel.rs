//! P-positions without tables: continued along a chain, confirmed by rows of intervals. Knows nothing about targets.
use super::form::{Pair, Relation};
use super::strip::Strip;
use crate::engine::Context;

/// Room for the strips of most sets.
const USUAL_STRIPS: usize = 96;
/// Passes over unsorted intervals.
const PASSES: usize = 8;

/// Continues a chain of P-positions: the next one is the least position above the last larger heap that reaches none.
/// Stops at `most` pairs, or at the first with more than `total` tokens, which it leaves out.
pub(super) fn continue_chain(relation: &Relation, set: &mut Vec<Pair>, total: i64, most: usize) {
    let mut strips = Vec::with_capacity(USUAL_STRIPS);
    for option in &*set {
        Strip::all(relation, *option, &mut strips);
    }
    let mut intervals = Vec::new();
    while let Some(&(_, small)) = set.last().filter(|_| set.len() < most) {
        intervals.clear();
        for strip in &strips {
            strip.at(small, (small, total), &mut intervals);
        }
        intervals.extend(set.iter().filter(|pair| pair.0 == small).map(|pair| (pair.1, pair.1)));
        let large = first_gap(&mut intervals, small);
        if total < small + large {
            return;
        }
        set.push((small, large));
        Strip::all(relation, (small, large), &mut strips);
    }
}

/// The least heap from `from` on that lies in no interval. Few long intervals cover most rows, so a few passes come
/// before sorting.
fn first_gap(intervals: &mut [Pair], from: i64) -> i64 {
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
/// to another, and every other position has a move to one of them. Cost: total times the number of pairs.
///
/// Every move has to decrease the number of tokens; the two conditions then determine the set (von Neumann's kernel).
pub(super) fn is_kernel(relation: &Relation, set: &[Pair], total: i64, context: &Context) -> bool {
    let mut own: Vec<Pair> = set.iter().copied().filter(|pair| pair.0 + pair.1 <= total).collect();
    let mut strips = Vec::with_capacity(USUAL_STRIPS);
    for option in &own {
        Strip::all(relation, *option, &mut strips);
    }
    own.sort_unstable();
    let mut own = own.into_iter().peekable();
    let mut intervals = Vec::new();
    for small in 0..=total / 2 {
        if small & 0xffff == 0xffff && context.go_on().is_err() {
            return false;
        }
        intervals.clear();
        for strip in &strips {
            strip.at(small, (small, total - small), &mut intervals);
        }
        let reached = intervals.len();
        while let Some((_, large)) = own.next_if(|pair| pair.0 == small) {
            if intervals[..reached].iter().any(|(low, high)| *low <= large && large <= *high) {
                return false;
            }
            intervals.push((large, large));
        }
        if first_gap(&mut intervals, small) <= total - small {
            return false;
        }
    }
    true
}
