//! Turns intervals whose ends are linear in the level into a proof that they cover a level, and many levels above it. Knows
//! nothing of games.
//!
//! Right because a chain of intervals, each beginning at most one place after the one before ends, covers what lies between its
//! first and last place. Ends are linear in the number of the level within a residue class, so each of these inequalities holds
//! up to the level at which its linear form changes sign, and all of them up to the first such level.
use std::cmp::Reverse;
use std::collections::BinaryHeap;

const MOST_DOUBLINGS: u32 = 70;

/// An interval of a level; its ends move by these steps when the level grows by the modulus.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Interval {
    pub(crate) first: i128,
    pub(crate) last: i128,
    pub(crate) first_step: i128,
    pub(crate) last_step: i128,
    /// Whether it goes on for ever in its residue class.
    pub(crate) lasting: bool,
}

/// For how many moduli from a level on, itself included, a chain of intervals is known to cover all of it; 0 if no chain
/// is found. The intervals are sorted by their first place; `most` is as far as it matters.
pub(crate) fn certificate(whole: &Interval, intervals: &[Interval], most: i128, work: &mut u64) -> i128 {
    let mut known = 0;
    let mut far = 0;
    for _ in 0..MOST_DOUBLINGS {
        *work += intervals.len() as u64;
        let Some(chain) = chain(whole, intervals, far) else { break };
        known = known.max(holds_for(whole, &chain).max(far + 1));
        if most <= known {
            break;
        }
        far = known * 2;
    }
    if known == 0 { 0 } else { known.min(most) }
}

/// A chain that covers a level and the one `far` moduli above it: at each step the interval that reaches farthest above.
/// Intervals that begin early enough at both levels stay candidates, so each is looked at twice at most.
fn chain(whole: &Interval, intervals: &[Interval], far: i128) -> Option<Vec<Interval>> {
    let begin = |interval: &Interval| interval.first + far * interval.first_step;
    let end = |interval: &Interval| interval.last + far * interval.last_step;
    let mut chain: Vec<Interval> = Vec::new();
    let (mut near_from, mut far_from) = (whole.first, begin(whole));
    let (mut met, mut next_near) = (0, whole.first);
    // Those that begin early enough at the level itself but not above it.
    let mut waiting: BinaryHeap<Reverse<(i128, usize)>> = BinaryHeap::new();
    let mut best: Option<(i128, i128, usize)> = None;
    loop {
        next_near = next_near.max(near_from);
        while let Some(interval) = intervals.get(met).filter(|interval| interval.first <= next_near) {
            waiting.push(Reverse((begin(interval), met)));
            met += 1;
        }
        while let Some(Reverse((_, at))) = waiting.peek().filter(|next| next.0.0 <= far_from) {
            let interval = &intervals[*at];
            best = best.max(Some((end(interval).min(end(whole)), interval.last, *at)));
            waiting.pop();
        }
        let next = intervals[best?.2];
        // It must begin early enough after the one before it, and reach farther.
        if near_from < next.first || end(&next) < far_from || (end(&next) + 1 == far_from && next.last < near_from) {
            return None;
        }
        chain.push(next);
        if whole.last <= next.last && end(whole) <= end(&next) {
            return Some(chain);
        }
        if intervals.len() < chain.len() {
            return None;
        }
        (near_from, far_from) = (next.last + 1, end(&next) + 1);
    }
}

/// For how many moduli the inequalities of a chain hold; it holds at the level itself.
fn holds_for(whole: &Interval, chain: &[Interval]) -> i128 {
    // slack + k * step >= 0 for k = 0, 1, ...
    let mut times = i128::MAX;
    let mut keep = |slack: i128, step: i128| {
        if step < 0 {
            times = times.min(slack.div_euclid(-step).saturating_add(1));
        }
    };
    let mut before = (whole.first - 1, whole.first_step);
    for interval in chain {
        keep(before.0 + 1 - interval.first, before.1 - interval.first_step);
        before = (interval.last, interval.last_step);
    }
    keep(before.0 - whole.last, before.1 - whole.last_step);
    times
}
