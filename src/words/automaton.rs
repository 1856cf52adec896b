//! The automaton of a certificate as a table that can be read, and as something that accepts numbers or does not. Knows nothing of games.
use super::numeration::{in_words, weights};
use super::page::{ProofBlock, ProofLine};
use crate::recheck::table::Numeration;
use crate::value::Saturate;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// Automata with more states, edges or nodes are not printed.
const MOST_STATES: usize = 30;
const MOST_EDGES: usize = 80;
const MOST_NODES: usize = 64;
/// Rows of digits that are tried from each state, at most.
const MOST_ROWS: u64 = 1024;

/// Rows of digits, one of each number, with where they lead.
type RowsOfDigits = Vec<(Vec<usize>, usize)>;

/// A graph of digits: node 0 accepts nothing, node 1 everything, and the nodes from 2 on have one row of targets each.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct ReadAutomaton {
    numeration: Numeration,
    tracks: Vec<u32>,
    start: usize,
    accepting: Vec<usize>,
    edges: Vec<Vec<usize>>,
}

impl ReadAutomaton {
    pub(super) fn of(value: &Value) -> Option<Self> {
        let read = Self::deserialize(value).ok()?;
        let nodes = read.edges.len() + 2;
        let digits = read.numeration.digits() as usize;
        let whole = read.edges.iter().all(|row| row.len() == digits && row.iter().all(|node| *node < nodes));
        (whole && read.start < nodes).then_some(read)
    }

    /// Whether the numbers are accepted, one for each track.
    pub(super) fn accepts(&self, numbers: &[u64]) -> bool {
        let weights = weights(self.numeration, numbers.iter().copied().max().unwrap_or(0));
        let mut rest = numbers.to_vec();
        let mut node = self.start;
        for weight in weights.iter().rev() {
            for number in &mut rest {
                node = self.edge(node, (*number / weight).saturated());
                *number %= weight;
            }
        }
        node == 1 || self.accepting.contains(&node)
    }

    fn edge(&self, node: usize, digit: usize) -> usize {
        if node < 2 { node } else { self.edges[node - 2].get(digit).copied().unwrap_or(0) }
    }

    /// For each state, by the number of its node, the rows of digits that lead on from it; `None` if these are too many.
    fn states(&self) -> Option<BTreeMap<usize, RowsOfDigits>> {
        let (digits, width) = (u64::from(self.numeration.digits()), u32::try_from(self.tracks.len()).ok()?);
        let rows = digits.checked_pow(width).filter(|rows| *rows <= MOST_ROWS)?;
        let (mut known, mut open) = (BTreeMap::new(), vec![self.start]);
        while let Some(state) = open.pop() {
            if state < 2 || known.contains_key(&state) {
                continue;
            }
            let mut on = Vec::new();
            for row in 0..rows {
                let digit = |at: u32| (row / digits.pow(width - 1 - at) % digits).saturated();
                let row: Vec<usize> = (0..width).map(digit).collect();
                let target = row.iter().fold(state, |node, digit| self.edge(node, *digit));
                if target != 0 {
                    open.push(target);
                    on.push((row, target));
                }
            }
            known.insert(state, on);
        }
        let edges: usize = known.values().map(Vec::len).sum();
        (known.len() <= MOST_STATES && edges <= MOST_EDGES).then_some(known)
    }

    /// The number of its states: of the nodes that whole rows of digits lead to.
    pub(super) fn count(&self) -> usize {
        let mut known = vec![false; self.edges.len() + 2];
        let mut open = vec![(self.start, 0)];
        let mut states = 0;
        while let Some((node, level)) = open.pop() {
            if node < 2 || std::mem::replace(&mut known[node], true) {
                continue;
            }
            states += usize::from(level == 0);
            let next = if level + 1 < self.tracks.len() { level + 1 } else { 0 };
            open.extend(self.edges[node - 2].iter().map(|target| (*target, next)));
        }
        states
    }

    /// How it reads numbers, and its table if that is small; the formulas are the names of its tracks.
    pub(super) fn shown(&self, names: &[String]) -> Vec<ProofBlock> {
        let (states, nodes) = (self.count(), self.edges.len());
        let place = format!("({})", names.join(", "));
        let start = match self.start {
            0 => "It accepts nothing.".to_owned(),
            1 => "It accepts everything.".to_owned(),
            start => format!("It begins in state ${start}$."),
        };
        let mut told = format!(
            "Numbers are written {}, the most significant digit first, with zeros in front until all have the same length, and the automaton reads one digit of each of ${place}$ at a time. {start} It has {states} {}",
            in_words(self.numeration),
            if states == 1 { "state" } else { "states" }
        );
        let Some(rows) = self.states().filter(|_| 1 < self.start) else {
            return self.by_nodes(names, told, nodes);
        };
        told.push_str(", numbered as in the certificate; rows of digits that are missing lead to no acceptance");
        told.push_str(if rows.values().flatten().any(|on| on.1 == 1) {
            ", and from state $1$ on everything is accepted."
        } else {
            "."
        });
        let lines = rows.iter().map(|(state, on)| {
            let on = on.iter().map(|(row, target)| {
                let row: Vec<String> = row.iter().map(ToString::to_string).collect();
                format!("$({}) \\to {target}$", row.join(","))
            });
            let accepts = if self.accepting.contains(state) { "yes" } else { "no" };
            let on = on.collect::<Vec<_>>().join(", ");
            vec![
                ProofLine::of(&format!("${state}$")),
                ProofLine::of(accepts),
                ProofLine::of(if on.is_empty() { "nothing" } else { &on }),
            ]
        });
        let head = ["state", "accepts", "reads, and goes to"].map(ProofLine::of).to_vec();
        vec![ProofBlock::Paragraph(ProofLine::of(&told)), ProofBlock::Table(head, lines.collect())]
    }

    /// The same with one digit of one number for each edge, where rows of digits are too many.
    fn by_nodes(&self, names: &[String], mut told: String, nodes: usize) -> Vec<ProofBlock> {
        if MOST_NODES < nodes || self.start < 2 {
            told.push_str(&format!(" and {nodes} nodes that read one digit each; the certificate lists them."));
            return vec![ProofBlock::Paragraph(ProofLine::of(&told))];
        }
        told.push_str(". Each of its nodes, numbered as in the certificate, reads one digit of one number; node $0$ accepts nothing, node $1$ everything.");
        let mut reads = BTreeMap::new();
        let mut open = vec![(self.start, 0)];
        while let Some((node, level)) = open.pop() {
            if node < 2 || reads.insert(node, level).is_some() {
                continue;
            }
            let next = if level + 1 < self.tracks.len() { level + 1 } else { 0 };
            let new = self.edges[node - 2].iter().filter(|target| !reads.contains_key(target));
            open.extend(new.map(|target| (*target, next)));
        }
        let lines = reads.iter().map(|(node, level)| {
            let on = self.edges[node - 2].iter().enumerate();
            let on: Vec<String> = on.map(|(digit, target)| format!("${digit} \\to {target}$")).collect();
            let accepts = if self.accepting.contains(node) { "yes" } else { "" };
            let name = names.get(*level).map_or_else(String::new, |name| format!("${name}$"));
            vec![
                ProofLine::of(&format!("${node}$")),
                ProofLine::of(accepts),
                ProofLine::of(&name),
                ProofLine::of(&on.join(", ")),
            ]
        });
        let head = ["node", "accepts", "reads", "and goes to"].map(ProofLine::of).to_vec();
        vec![ProofBlock::Paragraph(ProofLine::of(&told)), ProofBlock::Table(head, lines.collect())]
    }
}
