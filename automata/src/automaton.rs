//! Automata: relations between naturals, one per track, as the smallest graph that reads their digits; builds none itself.
mod stored;

use super::budget::{Abandoned, Budget};
use super::graph::{DEAD, FULL, Graph, NodeTarget, explore};
use super::numeration::Numeration;
use serde::{Deserialize, Serialize};
use stored::Stored;

/// A variable of a formula, and the track of an automaton that reads it. Tracks stand in the order of these numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Natural(pub u32);

/// A relation between naturals, one for each track.
///
/// The automaton is deterministic and smallest, reads only valid words, and takes leading zeros for nothing; so two automata
/// are equal exactly if they are the same relation of the same tracks in the same numeration.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Stored", into = "Stored")]
pub struct Automaton {
    pub(super) numeration: Numeration,
    pub(super) tracks: Vec<Natural>,
    pub(super) graph: Graph,
}

impl Automaton {
    /// The automaton of no track that is always true, or never.
    #[must_use]
    pub fn sentence(numeration: Numeration, truth: Truth) -> Self {
        let start = match truth {
            Truth::True => FULL,
            Truth::False => DEAD,
        };
        Self { numeration, tracks: Vec::new(), graph: Graph::sinks(radix_of(numeration), 0, start) }
    }

    /// No values of the tracks at all.
    #[must_use]
    pub fn nothing(numeration: Numeration, tracks: &[Natural]) -> Self {
        let tracks = ordered(tracks);
        let graph = Graph::sinks(radix_of(numeration), tracks.len(), DEAD);
        Self { numeration, tracks, graph }
    }

    /// All values of the tracks.
    ///
    /// # Errors
    /// If the budget is too small.
    pub fn everything(numeration: Numeration, tracks: &[Natural], budget: &Budget) -> Result<Self, Abandoned> {
        let tracks = ordered(tracks);
        let graph = Graph::sinks(radix_of(numeration), tracks.len(), FULL);
        Self { numeration, tracks, graph }.within_valid_words(budget)
    }

    /// How the numbers are written.
    #[must_use]
    pub fn numeration(&self) -> Numeration {
        self.numeration
    }

    /// The tracks, in ascending order.
    #[must_use]
    pub fn tracks(&self) -> &[Natural] {
        &self.tracks
    }

    /// The number of nodes on all levels, without the dead one and the one that accepts everything.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.graph.len() - 2
    }

    /// The number of nodes where words begin and end: the states of an ordinary automaton whose letters are tuples of
    /// digits, without its dead state and the one that accepts everything.
    #[must_use]
    pub fn states(&self) -> usize {
        self.graph.levels.iter().filter(|level| **level == 0).count()
    }

    /// Whether no values are accepted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.graph.start == DEAD
    }

    /// Whether all values are accepted.
    #[must_use]
    pub fn is_universal(&self) -> bool {
        if !self.numeration.has_invalid_words() || self.tracks.is_empty() {
            return self.graph.start == FULL;
        }
        // One node for each track and each memory of the others, so the budget is not in question.
        Self::everything(self.numeration, &self.tracks, &Budget::nodes(usize::MAX)).is_ok_and(|all| all == *self)
    }

    /// Whether these values, one for each track in order, are in the relation. False if there are more or fewer values than
    /// tracks.
    #[must_use]
    pub fn accepts(&self, values: &[u128]) -> bool {
        if values.len() != self.tracks.len() {
            return false;
        }
        let words: Vec<Vec<u32>> = values.iter().map(|value| self.numeration.digits_of(*value)).collect();
        let longest = words.iter().map(Vec::len).max().unwrap_or(0);
        let mut node = self.graph.start;
        for row in 0..longest {
            for word in &words {
                let digit = (row + word.len()).checked_sub(longest).map_or(0, |index| word[index]);
                node = self.graph.edge(node, digit as usize);
            }
        }
        self.graph.accepts_at(node)
    }

    /// The same words, but only the valid ones, as the smallest graph.
    pub(super) fn within_valid_words(self, budget: &Budget) -> Result<Self, Abandoned> {
        let Self { numeration, tracks, graph } = self;
        if tracks.is_empty() || !numeration.has_invalid_words() {
            return Ok(Self { numeration, tracks, graph: graph.minimised() });
        }
        // One or two bits of memory for each track.
        let bits = if numeration.fullest() < 2 { 1 } else { 2 };
        let mask = (1_u64 << bits) - 1;
        if 64 / bits < tracks.len() {
            return Err(Abandoned::TooWide);
        }
        let start = if graph.start == DEAD { NodeTarget::Dead } else { NodeTarget::To((graph.start, 0_u64)) };
        let step = |level: usize, (node, memories): &(u32, u64), digit: usize| {
            let target = graph.edge(*node, digit);
            let at = level * bits;
            let full = u8::try_from(memories >> at & mask).expect("two bits");
            let digit = u32::try_from(digit).expect("digits are small");
            let valid = numeration.after(full, digit).filter(|_| target != DEAD);
            let keep = memories & !(mask << at);
            Ok(valid.map_or(NodeTarget::Dead, |full| NodeTarget::To((target, keep | u64::from(full) << at))))
        };
        let valid = explore(budget, (graph.radix, tracks.len()), start, step, |(node, _)| graph.accepts_at(*node))?;
        Ok(Self { numeration, tracks, graph: valid.minimised() })
    }
}

/// One of the two truth values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Truth {
    /// It holds.
    True,
    /// It does not.
    False,
}

pub(super) fn radix_of(numeration: Numeration) -> usize {
    numeration.digits() as usize
}

/// Tracks in ascending order, each once.
pub(super) fn ordered(tracks: &[Natural]) -> Vec<Natural> {
    let mut tracks = tracks.to_vec();
    tracks.sort_unstable();
    tracks.dedup();
    tracks
}
