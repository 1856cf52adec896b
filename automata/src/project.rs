//! Projection: from a relation to the values for which some value of one track completes it.
use super::automaton::{Automaton, Natural};
use super::budget::{Abandoned, Budget, Spent};
use super::graph::{DEAD, FULL, Graph, NodeTarget, explore};
use std::rc::Rc;

/// Nodes of one level, ascending, that a word without the projected track may lead to.
type NodeSet = Rc<[u32]>;

impl Automaton {
    /// The values of the other tracks for which some value of `track` completes an accepted tuple. A track that is not there
    /// changes nothing.
    ///
    /// # Errors
    /// If the budget is too small: the result may have exponentially many nodes.
    pub fn exists(&self, track: Natural, budget: &Budget) -> Result<Self, Abandoned> {
        let Some(level) = self.tracks.iter().position(|known| *known == track) else {
            return Ok(self.clone());
        };
        let mut tracks = self.tracks.clone();
        tracks.remove(level);
        let graph = self.graph.without_level(level, budget)?.minimised();
        Ok(Self { numeration: self.numeration, tracks, graph })
    }

    /// The values of the other tracks that every value of `track` completes.
    ///
    /// # Errors
    /// If the budget is too small.
    pub fn forall(&self, track: Natural, budget: &Budget) -> Result<Self, Abandoned> {
        self.clone().complement(budget)?.exists(track, budget)?.complement(budget)
    }
}

impl Graph {
    fn without_level(&self, removed: usize, budget: &Budget) -> Result<Self, Abandoned> {
        let width = self.width - 1;
        let start = if width == 0 {
            // Every node that is not dead accepts something.
            if self.start == DEAD { NodeTarget::Dead } else { NodeTarget::Full }
        } else {
            target(self.padded_start(removed))
        };
        // Words end on level 0, so the removed digit is guessed as late as possible if its track is the first, and as
        // early as possible otherwise.
        let mut spent = Spent::default();
        let mut sets = 0;
        let step = |level: usize, set: &NodeSet, digit: usize| {
            sets += usize::from(digit == 0);
            budget.allows_set(set.len(), sets, &mut spent)?;
            let level_here = if level < removed { level } else { level + 1 };
            let read = |nodes: &[u32]| nodes.iter().map(|node| self.edge(*node, digit)).collect::<Vec<u32>>();
            let reached = if removed == 0 && level == 0 { read(&self.all_targets(set)) } else { read(set) };
            let guesses = level_here + 1 == removed;
            Ok(target(if guesses { self.all_targets(&reached) } else { reached }))
        };
        explore(budget, (self.radix, width), start, step, |set| set.iter().any(|node| self.accepts_at(*node)))
    }

    fn all_targets(&self, nodes: &[u32]) -> Vec<u32> {
        nodes.iter().flat_map(|node| self.edges_of(*node)).copied().collect()
    }

    /// The nodes at the beginning of words in which the removed number may be longer than all others: what is reached from
    /// the start by rows that are zero on all other tracks.
    fn padded_start(&self, removed: usize) -> Vec<u32> {
        let mut seen = vec![self.start];
        let mut index = 0;
        while let Some(node) = seen.get(index).copied() {
            index += 1;
            let mut row = vec![node];
            for level in 0..self.width {
                row = if level == removed {
                    self.all_targets(&row)
                } else {
                    row.iter().map(|node| self.edge(*node, 0)).collect()
                };
            }
            for node in row {
                if node != DEAD && !seen.contains(&node) {
                    seen.push(node);
                }
            }
        }
        seen
    }
}

/// The set of these nodes.
fn target(mut nodes: Vec<u32>) -> NodeTarget<NodeSet> {
    nodes.sort_unstable();
    nodes.dedup();
    if nodes.contains(&FULL) {
        return NodeTarget::Full;
    }
    nodes.retain(|node| *node != DEAD);
    if nodes.is_empty() { NodeTarget::Dead } else { NodeTarget::To(nodes.into()) }
}
