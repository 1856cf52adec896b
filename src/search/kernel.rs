//! P-positions without tables: continued along a chain, confirmed by rows of intervals. Knows nothing about targets.
use super::form::{Pair, Relation};
use super::strip::Strip;
use crate::engine::Context;

/// Continues a chain of P-positions: the next one is the least position above the last larger heap that reaches none.
/// Stops after the first with more than `total` tokens, which it leaves out; false if there is none.
pub(super) fn continue_chain(relation: &Relation, set: &mut Vec<Pair>, total: i64) -> bool {
    let mut strips = Vec::new();
    for option in &*set {
        Strip::all(relation, *option, &mut strips);
    }
    let mut intervals = Vec::new();
    while let Some(&(_, small)) = set.last() {
        intervals.clear();
        for strip in &strips {
            strip.at(small, (small, total), &mut intervals);
        }
        intervals.extend(set.iter().filter(|pair| pair.0 == small).map(|pair| (pair.1, pair.1)));
        intervals.sort_unstable();
        let large = first_gap(&intervals, small);
        if total < small + large {
            return true;
        }
        set.push((small, large));
        Strip::all(relation, (small, large), &mut strips);
    }
    false
}

fn first_gap(intervals: &[Pair], from: i64) -> i64 {
    let mut next = from;
    for (low, high) in intervals {
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
    let set: Vec<Pair> = set.iter().copied().filter(|pair| pair.0 + pair.1 <= total).collect();
    let independent = |index: usize| set[..index].iter().all(|option| !relation.leads(set[index], *option));
    if !(0..set.len()).all(independent) {
        return false;
    }
    let mut own: Vec<Pair> = set.clone();
    own.sort_unstable();
    let mut own = own.into_iter().peekable();
    let mut strips = Vec::new();
    for option in &set {
        Strip::all(relation, *option, &mut strips);
    }
    let mut intervals = Vec::new();
    for small in 0..=total / 2 {
        if small & 0xffff == 0xffff && context.go_on().is_err() {
            return false;
        }
        intervals.clear();
        while let Some((_, large)) = own.next_if(|pair| pair.0 == small) {
            intervals.push((large, large));
        }
        for strip in &strips {
            strip.at(small, (small, total - small), &mut intervals);
        }
        intervals.sort_unstable();
        if first_gap(&intervals, small) <= total - small {
            return false;
        }
    }
    true
}
