//! Whether the moves of a candidate have the wanted P-positions, without a table. Knows nothing about texts.
use super::field::{self, Field};
use super::form::{Pair, Relation};
use super::kernel::{continue_chain, is_kernel};
use super::target::Wanted;
use crate::engine::Context;

/// A chain is long enough to speak of from this many pairs on, with (0, 0).
const SHORTEST_CHAIN: usize = 5;
/// With so many pairs, (0, 0) included, a set is screened far enough.
pub(super) const DENSE: usize = 25;

/// What is looked for.
#[derive(Clone, Debug)]
pub(super) struct Goal {
    /// The wanted pairs of every target; none for any chain.
    pub(super) targets: Vec<Wanted>,
    /// How many extra and missing pairs are forgiven.
    pub(super) exceptions: usize,
    /// Survivors are right for all positions with at most so many tokens, or as far as the target is known.
    pub(super) total: i64,
}

impl Goal {
    /// How far a target is screened: not beyond where it is known, nor beyond the field and the first pairs.
    pub(super) fn total_of(&self, wanted: &Wanted) -> i64 {
        let total = self.total.min(wanted.total);
        wanted.pairs.get(DENSE - 1).map_or(total, |pair| total.min(field::TOTAL.max(pair.0 + pair.1)))
    }
}

/// What passed: the target, if there is one, and the P-positions, smaller heap first, in order of total.
#[derive(Clone, Debug)]
pub(super) struct Passed {
    pub(super) target: Option<usize>,
    pub(super) set: Vec<Pair>,
    /// They are right for all positions with at most so many tokens.
    pub(super) total: i64,
}

impl Goal {
    /// The chain that the P-positions are if they form one; all those with at most `known` tokens are given. The second
    /// part says up to how many tokens it goes.
    pub(super) fn predicted(&self, relation: &Relation, mut set: Vec<Pair>) -> Option<(Vec<Pair>, i64)> {
        set.truncate(DENSE);
        continue_chain(relation, &mut set, self.total, DENSE);
        let total = if set.len() < DENSE { self.total } else { set.last()?.0 + set.last()?.1 };
        set.retain(|pair| pair.0 + pair.1 <= total);
        (SHORTEST_CHAIN <= set.len()).then_some((set, total))
    }

    /// Whether the P-positions form a chain. All those with at most `known` tokens are given, and are part of one.
    pub(super) fn chain(
        &self,
        relation: &Relation,
        (mut set, known): (Vec<Pair>, i64),
        field: &mut Field,
        context: &Context,
    ) -> Option<Passed> {
        let mut last = set.iter().skip(1).last().map(|pair| pair.1);
        let mut follows = |pair: Pair| {
            let follows = pair == (0, 0) || last.is_none_or(|last| last == pair.0);
            if pair != (0, 0) {
                last = Some(pair.1);
            }
            follows
        };
        field.grow(relation, &mut set, known, &mut follows).then_some(())?;
        if DENSE <= set.len() {
            set.truncate(DENSE);
            let total = set.last()?.0 + set.last()?.1;
            return Some(Passed { target: None, set, total });
        }
        let (set, total) = self.predicted(relation, set)?;
        is_kernel(relation, &set, total, context).then_some(Passed { target: None, set, total })
    }

    /// Whether the P-positions are those of a target, up to exceptions with at most 62 tokens. All those with at most
    /// `known` tokens are given.
    pub(super) fn target(
        &self,
        target: usize,
        relation: &Relation,
        (near, known): (&[Pair], i64),
        field: &mut Field,
        context: &Context,
    ) -> Option<Passed> {
        let wanted = self.targets.get(target)?;
        let total = self.total_of(wanted);
        let mut set: Vec<Pair> = near.iter().copied().filter(|pair| pair.0 + pair.1 <= total).collect();
        if known < total {
            // No exception lies beyond the field: there no wanted pair reaches another one, or a P-position.
            let far = wanted.pairs.partition_point(|pair| pair.0 + pair.1 <= field::TOTAL);
            let beyond = wanted.pairs.get(far..)?.iter().take_while(|pair| pair.0 + pair.1 <= total);
            let reaches = |from: &Pair, to: &Pair| relation.holds(*from, *to) || relation.holds(*from, (to.1, to.0));
            for (index, from) in beyond.enumerate() {
                if set.iter().chain(&wanted.pairs[far..far + index]).any(|to| reaches(from, to)) {
                    return None;
                }
            }
            let mut extra = set.iter().filter(|pair| **pair != (0, 0) && !wanted.has(**pair)).count();
            let grown = field.grow(relation, &mut set, known, &mut |pair| {
                extra += usize::from(pair != (0, 0) && pair.0 + pair.1 <= total && !wanted.has(pair));
                extra <= self.exceptions
            });
            grown.then_some(())?;
            // The field is grown whole; beyond it the target itself is tried.
            set.extend(wanted.pairs.iter().filter(|pair| field::TOTAL < pair.0 + pair.1));
            set.retain(|pair| pair.0 + pair.1 <= total);
        }
        let few = differences(&set, &wanted.pairs, field::TOTAL.min(total)).len() <= self.exceptions;
        let holds = few && (total <= field::TOTAL || is_kernel(relation, &set, total, context));
        holds.then_some(Passed { target: Some(target), set, total })
    }
}

/// Pairs with at most `total` tokens that are in one of both lists only; (0, 0) is none of them.
pub(super) fn differences(found: &[Pair], wanted: &[Pair], total: i64) -> Vec<Pair> {
    let near = |pair: &&Pair| pair.0 + pair.1 <= total && **pair != (0, 0);
    let extra = found.iter().filter(near).filter(|pair| !wanted.contains(pair));
    extra.chain(wanted.iter().filter(near).filter(|pair| !found.contains(pair))).copied().collect()
}
