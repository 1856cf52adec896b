//! Two automata side by side: intersections, unions, differences, complements; and other orders and names of the tracks.
use super::automaton::{Automaton, Natural, ordered};
use super::budget::{Abandoned, Budget};
use super::graph::{DEAD, FULL, Graph, NodeTarget, Quick, explore};
use std::collections::HashMap;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Operation {
    And,
    Or,
    Minus,
    Differ,
}

impl Operation {
    fn of(self, left: bool, right: bool) -> bool {
        match self {
            Self::And => left && right,
            Self::Or => left || right,
            Self::Minus => left && !right,
            Self::Differ => left != right,
        }
    }

    /// What both sides come to if that is the same for every word.
    fn decided(self, left: u32, right: u32) -> Option<bool> {
        let possible = |node: u32| match node {
            DEAD => [false, false],
            FULL => [true, true],
            _ => [false, true],
        };
        let (left, right) = (possible(left), possible(right));
        let first = self.of(left[0], right[0]);
        let same = left.iter().all(|left| right.iter().all(|right| self.of(*left, *right) == first));
        same.then_some(first)
    }
}

impl Automaton {
    /// The values that both accept; on the tracks of both.
    ///
    /// # Errors
    /// If the budget is too small. Both automata must have one numeration, or this is an error too.
    pub fn and(&self, other: &Self, budget: &Budget) -> Result<Self, Abandoned> {
        self.product(other, Operation::And, budget)
    }

    /// The values that one of them accepts; on the tracks of both.
    ///
    /// # Errors
    /// As for [`Self::and`].
    pub fn or(&self, other: &Self, budget: &Budget) -> Result<Self, Abandoned> {
        self.on_common_tracks(other, Operation::Or, budget)
    }

    /// The values that this one accepts and the other does not; on the tracks of both.
    ///
    /// # Errors
    /// As for [`Self::and`].
    pub fn minus(&self, other: &Self, budget: &Budget) -> Result<Self, Abandoned> {
        self.on_common_tracks(other, Operation::Minus, budget)
    }

    /// The values that exactly one of them accepts; on the tracks of both.
    ///
    /// # Errors
    /// As for [`Self::and`].
    pub fn differ(&self, other: &Self, budget: &Budget) -> Result<Self, Abandoned> {
        self.on_common_tracks(other, Operation::Differ, budget)
    }

    /// The values that are not accepted.
    ///
    /// # Errors
    /// If the budget is too small.
    pub fn complement(mut self, budget: &Budget) -> Result<Self, Abandoned> {
        let swap = |node: u32| match node {
            DEAD => FULL,
            FULL => DEAD,
            _ => node,
        };
        self.graph.start = swap(self.graph.start);
        let radix = self.graph.radix;
        for edge in &mut self.graph.edges[2 * radix..] {
            *edge = swap(*edge);
        }
        for node in 2..self.graph.len() {
            self.graph.accepting[node] = self.graph.levels[node] == 0 && !self.graph.accepting[node];
        }
        // Without invalid words the graph is still the smallest, in the same order.
        if self.numeration.has_invalid_words() { self.within_valid_words(budget) } else { Ok(self) }
    }

    /// The same relation on more tracks, whose values do not matter.
    ///
    /// # Errors
    /// If the budget is too small.
    pub fn on_tracks(&self, tracks: &[Natural], budget: &Budget) -> Result<Self, Abandoned> {
        if tracks.iter().all(|track| self.tracks.contains(track)) {
            return Ok(self.clone());
        }
        let further: Vec<Natural> = tracks.iter().filter(|track| !self.tracks.contains(track)).copied().collect();
        self.and(&Self::everything(self.numeration, &further, budget)?, budget)
    }

    /// The relation with other variables on its tracks: `new_names[i]` reads what `tracks()[i]` reads here. Names that
    /// coincide are an error, as is a number of names that is not the number of tracks.
    ///
    /// # Errors
    /// If two names are the same, or the budget is too small for the nodes of a new order.
    pub fn renamed(&self, new_names: &[Natural], budget: &Budget) -> Result<Self, Abandoned> {
        let tracks = ordered(new_names);
        if tracks.len() != self.tracks.len() || tracks.len() != new_names.len() {
            return Err(Abandoned::Tracks);
        }
        let mut names = new_names.to_vec();
        let mut graph = self.graph.clone();
        // Bubble sort: each exchange of neighbours is one pass over the graph.
        for end in (1..names.len()).rev() {
            for level in 0..end {
                if names[level + 1] < names[level] {
                    names.swap(level, level + 1);
                    graph = graph.with_levels_exchanged(level, budget)?;
                }
            }
        }
        if names != new_names {
            graph = graph.minimised();
        }
        Ok(Self { numeration: self.numeration, tracks, graph })
    }

    fn on_common_tracks(&self, other: &Self, operation: Operation, budget: &Budget) -> Result<Self, Abandoned> {
        if !self.numeration.has_invalid_words() {
            return self.product(other, operation, budget);
        }
        // A track that only one side reads must be valid all the same.
        let left = self.on_tracks(&other.tracks, budget)?;
        let right = other.on_tracks(&self.tracks, budget)?;
        left.product(&right, operation, budget)
    }

    /// The automaton of pairs of states, on the tracks of both; pairs that settle the operation are not followed.
    fn product(&self, other: &Self, operation: Operation, budget: &Budget) -> Result<Self, Abandoned> {
        if self.numeration != other.numeration {
            return Err(Abandoned::Foreign);
        }
        let mut tracks = self.tracks.clone();
        tracks.extend_from_slice(&other.tracks);
        let tracks = ordered(&tracks);
        let reads: Vec<(bool, bool)> =
            tracks.iter().map(|track| (self.tracks.contains(track), other.tracks.contains(track))).collect();
        let (left, right) = (&self.graph, &other.graph);
        let target = |nodes: (u32, u32)| match operation.decided(nodes.0, nodes.1) {
            Some(true) => NodeTarget::Full,
            Some(false) => NodeTarget::Dead,
            None => NodeTarget::To(nodes),
        };
        let step = |level: usize, nodes: &(u32, u32), digit: usize| {
            let (reads_left, reads_right) = reads[level];
            let next_left = if reads_left { left.edge(nodes.0, digit) } else { nodes.0 };
            let next_right = if reads_right { right.edge(nodes.1, digit) } else { nodes.1 };
            Ok(target((next_left, next_right)))
        };
        let start = target((left.start, right.start));
        let accepts = |nodes: &(u32, u32)| operation.of(left.accepts_at(nodes.0), right.accepts_at(nodes.1));
        let graph = explore(budget, (left.radix, tracks.len()), start, step, accepts)?;
        Ok(Self { numeration: self.numeration, tracks, graph: graph.minimised() })
    }
}

impl Graph {
    /// Reads the digit of level `level + 1` first, then that of `level`.
    fn with_levels_exchanged(&self, level: usize, budget: &Budget) -> Result<Self, Abandoned> {
        let upper = u16::try_from(level).map_err(|_| Abandoned::TooWide)?;
        let radix = self.radix;
        let mut result = self.clone();
        let mut known: HashMap<Vec<u32>, u32, Quick> = HashMap::default();
        for node in 0..u32::try_from(self.len()).map_err(|_| Abandoned::TooWide)? {
            if self.levels[node as usize] != upper {
                continue;
            }
            for first in 0..radix {
                let column: Vec<u32> = self.edges_of(node).iter().map(|inner| self.edge(*inner, first)).collect();
                let sink = column.iter().all(|target| *target == column[0]) && column[0] <= FULL;
                let inner = if sink {
                    column[0]
                } else if let Some(inner) = known.get(&column) {
                    *inner
                } else {
                    budget.allows(result.len())?;
                    let inner = u32::try_from(result.len()).map_err(|_| Abandoned::TooWide)?;
                    result.levels.push(upper + 1);
                    result.accepting.push(false);
                    result.edges.extend_from_slice(&column);
                    known.insert(column, inner);
                    inner
                };
                result.edges[node as usize * radix + first] = inner;
            }
        }
        Ok(result)
    }
}
