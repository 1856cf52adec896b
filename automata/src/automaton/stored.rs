//! The form in which an automaton is written to a file, and what a file must satisfy to be read back.
use super::{Automaton, Natural, radix_of};
use crate::budget::Budget;
use crate::graph::{FULL, Graph};
use crate::numeration::Numeration;
use serde::{Deserialize, Serialize};

/// An automaton as data. Node 0 is dead and node 1 accepts everything; the nodes from 2 on have one row of targets each, and
/// stand in the order of a breadth-first search.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Stored {
    numeration: Numeration,
    tracks: Vec<Natural>,
    start: u32,
    /// The nodes where an accepted word may end.
    accepting: Vec<u32>,
    /// One row of targets for each node from 2 on.
    edges: Vec<Vec<u32>>,
}

impl From<Automaton> for Stored {
    fn from(automaton: Automaton) -> Self {
        let graph = &automaton.graph;
        let nodes = 2..u32::try_from(graph.len()).expect("node numbers have 32 bits");
        Self {
            numeration: automaton.numeration,
            start: graph.start,
            accepting: nodes.clone().filter(|node| graph.accepts_at(*node)).collect(),
            edges: nodes.map(|node| graph.edges_of(node).to_vec()).collect(),
            tracks: automaton.tracks,
        }
    }
}

impl TryFrom<Stored> for Automaton {
    type Error = String;

    fn try_from(stored: Stored) -> Result<Self, String> {
        if stored.tracks.windows(2).any(|pair| pair[1] <= pair[0]) {
            return Err("the tracks of an automaton are not in ascending order".to_owned());
        }
        let graph = graph_of(&stored)?;
        let numeration = stored.numeration;
        let given = Self { numeration, tracks: stored.tracks, graph: graph.minimised() };
        let zeros = (0..given.tracks.len()).fold(given.graph.start, |node, _| given.graph.edge(node, 0));
        if zeros != given.graph.start {
            return Err("leading zeros change what the automaton accepts".to_owned());
        }
        let budget = Budget::nodes(usize::MAX);
        let valid =
            given.clone().within_valid_words(&budget).map_err(|why| format!("the automaton is too large: {why}"))?;
        if valid != given {
            return Err("the automaton accepts words that are not valid in its numeration".to_owned());
        }
        Ok(given)
    }
}

/// The graph of a stored automaton, if its levels fit together.
fn graph_of(stored: &Stored) -> Result<Graph, String> {
    let radix = radix_of(stored.numeration);
    let width = u16::try_from(stored.tracks.len()).map_err(|_| "the automaton has too many tracks".to_owned())?;
    let mut graph = Graph::sinks(radix, usize::from(width), stored.start);
    let nodes = stored.edges.len() + 2;
    graph.levels.resize(nodes, u16::MAX);
    graph.accepting.resize(nodes, false);
    for row in &stored.edges {
        if row.len() != radix {
            return Err(format!("a node has {} edges in place of {radix}", row.len()));
        }
        graph.edges.extend_from_slice(row);
    }
    if graph.edges.iter().chain([&stored.start]).any(|target| nodes <= *target as usize) {
        return Err("an edge leads to a node that is not there".to_owned());
    }
    if width == 0 && FULL < stored.start {
        return Err("an automaton without tracks has a node".to_owned());
    }
    // Levels follow from the start.
    let mut stack = vec![(stored.start, 0)];
    while let Some((node, level)) = stack.pop() {
        let known = graph.levels[node as usize];
        if node <= FULL || known == level {
            continue;
        }
        if known != u16::MAX {
            return Err(format!("node {node} reads two tracks"));
        }
        graph.levels[node as usize] = level;
        let next = if level + 1 < width { level + 1 } else { 0 };
        stack.extend(graph.edges_of(node).iter().map(|target| (*target, next)));
    }
    for node in &stored.accepting {
        match graph.levels.get(*node as usize) {
            Some(0) => graph.accepting[*node as usize] = true,
            _ => return Err(format!("node {node} cannot end a word")),
        }
    }
    Ok(graph)
}
