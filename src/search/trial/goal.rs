//! Whether the moves of a candidate have the wanted P-positions, without a table. Knows nothing about texts.
use super::target::Wanted;
use crate::engine::Context;
use crate::search::relation::bit_board_30;
use crate::search::relation::bit_board_62::{self, Field};
use crate::search::relation::form::{MoveRelation, Pair};
use crate::search::relation::p_positions::{StripScratch, continue_chain, is_kernel};
use crate::search::space::condition::{SearchCondition, Space};

/// A chain is long enough to speak of from this many pairs on, with (0, 0).
pub(in crate::search) const SHORTEST_CHAIN: usize = 5;
/// With so many pairs, (0, 0) included, a set is screened far enough.
pub(in crate::search) const DENSE: usize = 25;

/// What is looked for.
#[derive(Clone, Debug)]
pub(in crate::search) struct Goal {
    /// The wanted pairs of every target; none for any chain.
    pub(in crate::search) targets: Vec<Wanted>,
    /// How many extra and missing pairs are forgiven.
    pub(in crate::search) exceptions: usize,
    /// Survivors are right for all positions with at most so many tokens, or as far as the target is known.
    pub(in crate::search) total: i64,
    /// Whether the games of every chain are counted.
    pub(in crate::search) counts_games: bool,
}

impl Goal {
    /// Whether what is claimed of a target speaks of all positions: a list of numbers ends, and of an open search only pairs are told.
    pub(in crate::search) fn speaks_of_all(&self, target: Option<usize>) -> bool {
        target.and_then(|target| self.targets.get(target)).is_some_and(|wanted| wanted.words.total == i64::MAX)
    }

    /// How far a target is screened: not beyond where it is known, nor beyond the field and the first pairs.
    pub(in crate::search) fn total_of(&self, wanted: &Wanted) -> i64 {
        let total = self.total.min(wanted.total);
        wanted.pairs.get(DENSE - 1).map_or(total, |pair| total.min(bit_board_62::TOTAL.max(pair.0 + pair.1)))
    }
}

/// What passed: the target, if there is one, and the P-positions, smaller heap first, in order of total.
#[derive(Clone, Debug)]
pub(in crate::search) struct PassedSet {
    pub(in crate::search) target: Option<usize>,
    pub(in crate::search) set: Vec<Pair>,
    /// They are right for all positions with at most so many tokens.
    pub(in crate::search) total: i64,
}

impl Goal {
    /// The chain that the P-positions are if they form one; all those with at most `known` tokens are given. The second
    /// part says up to how many tokens it goes.
    pub(in crate::search) fn predicted(
        &self,
        relation: &MoveRelation,
        mut set: Vec<Pair>,
        scratch: &mut StripScratch,
    ) -> Option<(Vec<Pair>, i64)> {
        set.truncate(DENSE);
        continue_chain(relation, &mut set, self.total, DENSE, scratch);
        let total = if set.len() < DENSE { self.total } else { set.last()?.0 + set.last()?.1 };
        set.retain(|pair| pair.0 + pair.1 <= total);
        (SHORTEST_CHAIN <= set.len()).then_some((set, total))
    }

    /// Whether the P-positions form a chain. All those with at most `known` tokens are given, and are part of one.
    pub(in crate::search) fn chain(
        &self,
        relation: &MoveRelation,
        mut set: Vec<Pair>,
        known: i64,
        field: &mut Field,
        context: &Context,
    ) -> Option<PassedSet> {
        let mut last = set.iter().skip(1).last().map(|pair| pair.1);
        let mut follows = |pair: Pair| {
            let follows = pair == (0, 0) || last.is_none_or(|last| last == pair.0);
            if pair != (0, 0) {
                last = Some(pair.1);
            }
            follows
        };
        // A chain that nobody has begun cannot be continued.
        let begun = bit_board_30::TOTAL <= known;
        if !begun {
            field.grow(relation, &mut set, known, &mut follows).then_some(())?;
        }
        let (chain, total) = self.predicted(relation, set.clone(), &mut field.scratch)?;
        let holds = match (bit_board_62::TOTAL <= total, begun) {
            (true, _) => is_kernel(relation, &chain, total, &mut field.scratch, context),
            (false, false) => true,
            // A dense chain is looked at as far as the field goes.
            (false, true) => field.grow(relation, &mut set, known, &mut follows),
        };
        holds.then_some(PassedSet { target: None, set: chain, total })
    }

    /// The targets that the P-positions are, up to exceptions with at most 62 tokens. All P-positions with at most `known`
    /// tokens are given.
    pub(in crate::search) fn fitting(
        &self,
        mut alive: Vec<usize>,
        relation: &MoveRelation,
        near: &[Pair],
        known: i64,
        field: &mut Field,
        context: &Context,
    ) -> Vec<PassedSet> {
        if self.exceptions == 0 {
            let scratch = &mut field.scratch;
            let mut exact = |target: &usize| self.exact(*target, relation, near, known, scratch, context);
            return alive.iter().filter_map(&mut exact).collect();
        }
        alive.retain(|target| {
            self.targets.get(*target).is_some_and(|wanted| self.is_apart(wanted, relation, near, known))
        });
        if alive.is_empty() {
            return Vec::new();
        }
        let set = self.grown(&mut alive, relation, near, known, field);
        let scratch = &mut field.scratch;
        alive.iter().filter_map(|target| self.up_to_exceptions(*target, relation, &set, scratch, context)).collect()
    }

    /// For each condition whether it allows moves between wanted pairs that have to be P-positions, as bits; 64 moves
    /// settle enough. Every pair beyond the board is one if there are no exceptions, otherwise those beyond the field.
    pub(in crate::search) fn moves_far_out(&self, wanted: &Wanted, space: &Space) -> Vec<u64> {
        let total = self.total_of(wanted);
        let certain = if self.exceptions == 0 { -1 } else { bit_board_62::TOTAL };
        let far = |pair: &&Pair| certain < pair.0 + pair.1 && pair.0 + pair.1 <= total;
        let mut moves = moves_between(&wanted.pairs.iter().filter(far).copied().collect::<Vec<_>>());
        moves.retain(|(from, _)| bit_board_30::TOTAL < from.0 + from.1);
        moves.truncate(64);
        allowed(&moves, space).into_iter().map(|words| words.first().copied().unwrap_or(0)).collect()
    }

    /// No exception lies beyond the field: there no wanted pair reaches another one, or a P-position.
    fn is_apart(&self, wanted: &Wanted, relation: &MoveRelation, near: &[Pair], known: i64) -> bool {
        let total = self.total_of(wanted);
        let reaches = |from: &Pair, to: &Pair| relation.holds(*from, *to) || relation.holds(*from, (to.1, to.0));
        let far = wanted.pairs.partition_point(|pair| pair.0 + pair.1 <= bit_board_62::TOTAL.max(known));
        let beyond = wanted.pairs[far..].iter().take_while(|pair| pair.0 + pair.1 <= total);
        beyond
            .enumerate()
            .all(|(index, from)| !near.iter().chain(&wanted.pairs[far..far + index]).any(|to| reaches(from, to)))
    }

    /// Without exceptions, the wanted pairs are all P-positions, or they are not.
    fn exact(
        &self,
        target: usize,
        relation: &MoveRelation,
        near: &[Pair],
        known: i64,
        scratch: &mut StripScratch,
        context: &Context,
    ) -> Option<PassedSet> {
        let wanted = self.targets.get(target)?;
        let total = self.total_of(wanted);
        let set: Vec<Pair> = wanted.pairs.iter().copied().filter(|pair| pair.0 + pair.1 <= total).collect();
        let same = differences(near, &set, known.min(total)).is_empty();
        let holds = same
            && (total <= known
                || (wanted.gaps_are_covered(relation, &set, total)
                    && is_kernel(relation, &set, total, scratch, context)));
        holds.then_some(PassedSet { target: Some(target), set, total })
    }

    /// All P-positions in the field, as long as they fit any of the targets; the others are taken away.
    fn grown(
        &self,
        alive: &mut Vec<usize>,
        relation: &MoveRelation,
        near: &[Pair],
        known: i64,
        field: &mut Field,
    ) -> Vec<Pair> {
        let mut set = near.to_vec();
        let is_extra = |target: usize, pair: Pair| {
            let wanted = &self.targets[target];
            pair != (0, 0) && pair.0 + pair.1 <= self.total_of(wanted) && !wanted.has(pair)
        };
        let count = |target: usize| near.iter().filter(|pair| is_extra(target, **pair)).count();
        let mut extra: Vec<(usize, usize)> = alive.iter().map(|target| (*target, count(*target))).collect();
        let mut accept = |pair: Pair| {
            extra.retain_mut(|(target, extra)| {
                *extra += usize::from(is_extra(*target, pair));
                *extra <= self.exceptions
            });
            !extra.is_empty()
        };
        if bit_board_62::TOTAL <= known || field.grow(relation, &mut set, known, &mut accept) {
            alive.retain(|target| extra.iter().any(|(left, _)| left == target));
        } else {
            alive.clear();
        }
        set
    }

    /// Whether the P-positions in the field, and beyond it the wanted pairs, are what a target asks for.
    fn up_to_exceptions(
        &self,
        target: usize,
        relation: &MoveRelation,
        field: &[Pair],
        scratch: &mut StripScratch,
        context: &Context,
    ) -> Option<PassedSet> {
        let wanted = self.targets.get(target)?;
        let total = self.total_of(wanted);
        let within = |pair: &Pair| pair.0 + pair.1 <= total;
        let far = wanted.pairs.iter().filter(|pair| bit_board_62::TOTAL < pair.0 + pair.1);
        let set: Vec<Pair> = field.iter().chain(far).copied().filter(within).collect();
        let few = differences(&set, &wanted.pairs, bit_board_62::TOTAL.min(total)).len() <= self.exceptions;
        let holds = few
            && (total <= bit_board_62::TOTAL
                || (wanted.gaps_are_covered(relation, &set, total)
                    && is_kernel(relation, &set, total, scratch, context)));
        holds.then_some(PassedSet { target: Some(target), set, total })
    }
}

/// a1, a2, ... of pairs (a1, a2), (a2, a3), ... after (0, 0); as far as they are one.
pub(in crate::search) fn chain(set: &[Pair]) -> Vec<i64> {
    let mut terms: Vec<i64> = Vec::new();
    for (small, large) in set.iter().filter(|pair| **pair != (0, 0)) {
        match terms.last() {
            None => terms.extend([*small, *large]),
            Some(last) if last == small => terms.push(*large),
            Some(_) => break,
        }
    }
    terms
}

/// Pairs with at most `total` tokens that are in one of both lists only; (0, 0) is none of them.
pub(in crate::search) fn differences(found: &[Pair], wanted: &[Pair], total: i64) -> Vec<Pair> {
    let near = |pair: &&Pair| pair.0 + pair.1 <= total && **pair != (0, 0);
    let extra = found.iter().filter(near).filter(|pair| !wanted.contains(pair));
    extra.chain(wanted.iter().filter(near).filter(|pair| !found.contains(pair))).copied().collect()
}

/// The moves that remove tokens between these pairs, in both orders.
pub(in crate::search) fn moves_between(set: &[Pair]) -> Vec<(Pair, Pair)> {
    let removes = |(from, to): &(Pair, Pair)| to.0 <= from.0 && to.1 <= from.1 && to != from;
    let options = |from: Pair| set.iter().flat_map(|to| [*to, (to.1, to.0)]).map(move |to| (from, to));
    set.iter().flat_map(|from| options(*from)).filter(removes).collect()
}

/// For each condition whether it allows these moves, as bits.
pub(in crate::search) fn allowed(moves: &[(Pair, Pair)], space: &Space) -> Vec<Vec<u64>> {
    let words = |condition: &SearchCondition| moves.chunks(64).map(|chunk| condition.relation.bits(chunk)).collect();
    space.conditions.iter().map(words).collect()
}
