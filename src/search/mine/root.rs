//! From a guess to where its branches begin: conditions that may be part of an answer, those that say the same once, and the moves
//! that have to be forbidden. Follows no branch.
use super::ground::Ground;
use super::quest::Quest;
use crate::search::relation::bit_board_30::hash;
use std::collections::HashMap;

/// A set of numbers as bits.
pub(super) type BitSet = Vec<u64>;

/// Where the branches of a quest begin.
#[derive(Debug)]
pub(super) struct QuestRoot {
    /// Conditions that say the same about all that matters here, by their places in the space.
    pub(super) classes: Vec<Vec<usize>>,
    /// How many positions have to reach a P-position by an added move.
    pub(super) positions: usize,
    /// For each class and position the P-positions that are reached.
    pub(super) words: Vec<u64>,
    /// For each move from a P-position to another the classes that forbid it; the fewest first, and no move that is forbidden
    /// wherever another one is.
    pub(super) forbidders: Vec<BitSet>,
}

impl QuestRoot {
    /// None if no conjunction can be an answer.
    pub(super) fn new(ground: &Ground, quest: &Quest, missing: &[usize]) -> Option<Self> {
        let extra = ground.pairs.len() - ground.wanted;
        let mut in_set: Vec<bool> = (0..ground.pairs.len()).map(|place| place < ground.wanted).collect();
        for exception in &quest.exceptions {
            let place = if *exception < extra { ground.wanted + exception } else { missing[exception - extra] };
            in_set[place] = !in_set[place];
        }
        let both = |(from, to): &(usize, usize)| in_set[*from] && in_set[*to];
        let base = &ground.bases[quest.base];
        if base.moves.iter().any(both) {
            return None;
        }
        let options = ground.options(&in_set);
        let p_positions: Vec<_> =
            ground.pairs.iter().zip(&in_set).filter(|(_, is)| **is).map(|(pair, _)| pair).collect();
        let needed: Vec<usize> = (0..ground.positions.len())
            .filter(|place| base.words[*place] & options == 0 && !p_positions.contains(&&ground.positions[*place]))
            .collect();
        let moves: Vec<usize> = (0..ground.moves.len()).filter(|place| both(&ground.moves[*place])).collect();
        let part = QuestPart { ground, options, needed: &needed, moves: &moves };
        let able = part.able();
        let classes = part.classes(&able);
        let forbidders = least(part.forbidders(&classes)?);
        let mut words = Vec::with_capacity(classes.len() * needed.len());
        for class in &classes {
            let own = ground.words(class[0]);
            words.extend(needed.iter().map(|place| own[*place] & options));
        }
        Some(Self { classes, positions: needed.len(), words, forbidders })
    }

    /// For each position the P-positions that a class reaches.
    pub(super) fn words(&self, class: usize) -> &[u64] {
        &self.words[class * self.positions..(class + 1) * self.positions]
    }

    /// What is reached before there is any condition.
    pub(super) fn everything(&self) -> Vec<u64> {
        vec![u64::MAX; self.positions]
    }
}

/// What of a ground matters to a quest.
struct QuestPart<'a> {
    ground: &'a Ground,
    /// The options that are P-positions.
    options: u64,
    /// The positions that have to reach one by an added move.
    needed: &'a [usize],
    /// The moves from a P-position to another.
    moves: &'a [usize],
}

impl QuestPart<'_> {
    /// The conditions that leave every position with a move to a P-position. No other one is part of an answer: more conditions
    /// only take moves away.
    fn able(&self) -> Vec<usize> {
        let reaches = |condition: &usize| {
            let words = self.ground.words(*condition);
            self.needed.iter().all(|place| words[*place] & self.options != 0)
        };
        (0..self.ground.conditions).filter(reaches).collect()
    }

    /// Conditions that agree on all of it, put together; the first one stands for them.
    fn classes(&self, able: &[usize]) -> Vec<Vec<usize>> {
        let words = |condition: usize| {
            let own = self.ground.words(condition);
            let allowed = self.ground.allowed(condition);
            let reached = self.needed.iter().map(move |place| own[*place] & self.options);
            reached.chain(self.moves.iter().map(move |place| (allowed[place / 64] >> (place % 64)) & 1))
        };
        let mut classes: Vec<Vec<usize>> = Vec::new();
        let mut by_hash: HashMap<u64, Vec<usize>> = HashMap::new();
        for condition in able {
            let same_hash = by_hash.entry(hash(words(*condition))).or_default();
            let same = same_hash.iter().find(|class| words(classes[**class][0]).eq(words(*condition)));
            match same {
                Some(class) => classes[*class].push(*condition),
                None => {
                    same_hash.push(classes.len());
                    classes.push(vec![*condition]);
                }
            }
        }
        classes
    }

    /// For each move from a P-position to another the classes that forbid it; none if there is a move that nothing forbids.
    fn forbidders(&self, classes: &[Vec<usize>]) -> Option<Vec<BitSet>> {
        let mut forbidders = vec![vec![0; classes.len().div_ceil(64)]; self.moves.len()];
        for (class, members) in classes.iter().enumerate() {
            let allowed = self.ground.allowed(members[0]);
            for (set, place) in forbidders.iter_mut().zip(self.moves) {
                set[class / 64] |= (1 - ((allowed[place / 64] >> (place % 64)) & 1)) << (class % 64);
            }
        }
        forbidders.iter().all(|set| set.iter().any(|word| *word != 0)).then_some(forbidders)
    }
}

/// Without sets that have another one in them: what forbids that one's move forbids theirs. The smallest first.
fn least(mut sets: Vec<BitSet>) -> Vec<BitSet> {
    sets.sort_by_cached_key(|set| (set.iter().map(|word| word.count_ones()).sum::<u32>(), set.clone()));
    let mut kept: Vec<BitSet> = Vec::new();
    for set in sets {
        let within = |other: &BitSet| other.iter().zip(&set).all(|(other, own)| other & !own == 0);
        if !kept.iter().any(within) {
            kept.push(set);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_that_is_forbidden_with_another_is_left_out() {
        assert_eq!(least(vec![vec![0b111], vec![0b110], vec![0b1001], vec![0b110]]), vec![vec![0b110], vec![0b1001]]);
    }
}
