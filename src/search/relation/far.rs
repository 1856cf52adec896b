//! Whether P-positions are right far out: rows between two of them are settled many at a time. Knows nothing about targets.
//!
//! At a row s the intervals of a few strips cover all larger heaps from s on. Their ends are linear in s, so that each strip
//! goes on meeting the next one for as long as linear inequalities hold, and these rows need not be looked at.
use super::form::{MoveRelation, Pair};
use super::p_positions::first_gap;
use super::strip::{Strip, StripLine, Strips};
use crate::engine::Context;
use crate::value::Saturate;
use std::iter::Peekable;

/// A cover of more intervals is not looked for.
const LONGEST_COVER: usize = 12;
/// How often the context is asked.
const BREATH: i64 = 1 << 22;

/// Whether P-positions are right far out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) enum Far {
    /// They are.
    Right,
    /// They are not, or somebody called a halt.
    Wrong,
    /// It would take too many steps to say; so many rows of all were done.
    TooLong(i64),
}

/// Whether exactly these are the P-positions among all positions with at most `total` tokens, as `is_kernel` says it row
/// by row. Cost: all strips, for every P-position a few times; without linear strips for every row.
pub(in crate::search) fn is_kernel_far(
    relation: &MoveRelation,
    set: &[Pair],
    total: i64,
    most_steps: i64,
    context: &Context,
) -> Far {
    let mut own: Vec<Pair> = set.iter().copied().filter(|pair| pair.0 + pair.1 <= total).collect();
    let mut strips = Strips::default();
    for option in &own {
        strips.add_new(relation, *option);
    }
    own.sort_unstable();
    let mut rows = FarRows::new(strips.all(), total);
    let mut own = own.into_iter().peekable();
    let (mut small, mut breath) = (0, BREATH);
    while small <= total / 2 {
        if most_steps < rows.steps {
            return Far::TooLong(small);
        }
        if breath < rows.steps {
            breath += BREATH;
            if context.go_on().is_err() {
                return Far::Wrong;
            }
        }
        rows.at(small);
        let next_own = own.peek().map_or(i64::MAX, |pair| pair.0);
        if small < next_own
            && let Some(last) = rows.covered_up_to(small)
        {
            small = last.min(next_own - 1) + 1;
            continue;
        }
        if !rows.is_right(small, &mut own) {
            return Far::Wrong;
        }
        small += 1;
    }
    Far::Right
}

/// Rows of positions with the same smaller heap, and the strips that lead from them to P-positions.
struct FarRows<'a> {
    strips: &'a [Strip],
    /// By their first row.
    coming: Peekable<std::vec::IntoIter<usize>>,
    active: Vec<usize>,
    intervals: Vec<Pair>,
    /// The strip of each interval.
    of: Vec<usize>,
    total: i64,
    steps: i64,
}

impl<'a> FarRows<'a> {
    fn new(strips: &'a [Strip], total: i64) -> Self {
        let mut order: Vec<usize> = (0..strips.len()).collect();
        order.sort_unstable_by_key(|strip| strips[*strip].low);
        Self {
            strips,
            coming: order.into_iter().peekable(),
            active: Vec::new(),
            intervals: Vec::new(),
            of: Vec::new(),
            total,
            steps: 0,
        }
    }

    fn count(&mut self, steps: usize) {
        self.steps = self.steps.saturating_add(steps.saturated());
    }

    /// Finds the intervals of a row.
    fn at(&mut self, small: i64) {
        let strips = self.strips;
        while let Some(strip) = self.coming.next_if(|strip| strips[*strip].low <= small) {
            self.active.push(strip);
        }
        self.active.retain(|strip| small <= strips[*strip].high);
        self.count(self.active.len() + 1);
        self.intervals.clear();
        self.of.clear();
        for strip in &self.active {
            strips[*strip].at(small, (small, self.total - small), &mut self.intervals);
            self.of.resize(self.intervals.len(), *strip);
        }
    }

    /// Whether every position of the row is reached or a P-position, and no P-position is reached.
    fn is_right(&mut self, small: i64, own: &mut Peekable<std::vec::IntoIter<Pair>>) -> bool {
        let reached = self.intervals.len();
        while let Some((_, large)) = own.next_if(|pair| pair.0 == small) {
            if self.intervals[..reached].iter().any(|(low, high)| *low <= large && large <= *high) {
                return false;
            }
            self.intervals.push((large, large));
        }
        self.count(self.intervals.len());
        self.total - small < first_gap(&mut self.intervals, small)
    }

    /// A row without P-positions up to which all rows from this one on are covered by the same few strips, if they are.
    fn covered_up_to(&mut self, small: i64) -> Option<i64> {
        let end = StripLine::whole(-1, self.total);
        let mut until = self.total / 2;
        // What is covered below each of these lines is at least what lies below the smaller heap.
        let mut covered = vec![StripLine::whole(1, -1)];
        let mut next = small;
        for _ in 0..LONGEST_COVER {
            if self.total - small < next {
                let ended = covered.iter().map(|most| end.at_most(most, small));
                return ended.chain([Some(until)]).min().flatten();
            }
            self.count(self.intervals.len() / 4);
            let starting = (0..self.intervals.len()).filter(|at| self.intervals[*at].0 <= next);
            let best = starting.max_by_key(|at| self.intervals[*at].1)?;
            let (from, to) = self.intervals[best];
            if to < next {
                return None;
            }
            let (mut least, mut most) = (Vec::new(), Vec::new());
            until = until.min(self.strips[self.of[best]].lines(small, from, &mut least, &mut most)?);
            for most in &covered {
                for least in &least {
                    until = until.min(least.at_most(&most.plus(1), small)?);
                }
            }
            covered = most;
            next = to + 1;
        }
        None
    }
}

#[cfg(all(test, has_tests))]
mod tests;
