//! Layered graphs of digits, and how they are explored from a start; knows nothing of what the digits mean.
use super::budget::{Abandoned, Budget};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

/// The node from which nothing is accepted; it stands on every level.
pub(super) const DEAD: u32 = 0;
/// The node from which every word is accepted, valid or not; it stands on every level.
pub(super) const FULL: u32 = 1;

/// Nodes on levels `0..width`; a node on level `l` reads a digit of track `l` and leads to level `l + 1`, or to level 0 from
/// the last. Words begin and end on level 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Graph {
    pub(super) radix: usize,
    pub(super) width: usize,
    pub(super) start: u32,
    /// The level of each node; `u16::MAX` for the two sinks.
    pub(super) levels: Vec<u16>,
    /// Whether a word may end in this node; false above level 0.
    pub(super) accepting: Vec<bool>,
    /// `edges[node * radix + digit]`.
    pub(super) edges: Vec<u32>,
}

/// Where a digit leads, in the terms of the one who explores.
#[derive(Clone, Debug)]
pub(super) enum NodeTarget<K> {
    Dead,
    Full,
    To(K),
}

impl Graph {
    /// A graph of the two sinks, which begins in `start`.
    pub(super) fn sinks(radix: usize, width: usize, start: u32) -> Self {
        let mut edges = vec![DEAD; radix];
        edges.resize(2 * radix, FULL);
        Self { radix, width, start, levels: vec![u16::MAX; 2], accepting: vec![false, true], edges }
    }

    pub(super) fn len(&self) -> usize {
        self.levels.len()
    }

    pub(super) fn edge(&self, node: u32, digit: usize) -> u32 {
        self.edges[node as usize * self.radix + digit]
    }

    pub(super) fn edges_of(&self, node: u32) -> &[u32] {
        &self.edges[node as usize * self.radix..(node as usize + 1) * self.radix]
    }

    pub(super) fn accepts_at(&self, node: u32) -> bool {
        self.accepting[node as usize]
    }

    fn push(&mut self, level: u16) -> u32 {
        let node = u32::try_from(self.levels.len()).expect("budgets keep node numbers below 2^30");
        self.levels.push(level);
        self.accepting.push(false);
        node
    }
}

/// Builds the graph whose nodes are the keys that are reachable from `start` by `step(level, key, digit)`.
pub(super) fn explore<K: Hash + Eq + Clone>(
    budget: &Budget,
    (radix, width): (usize, usize),
    start: NodeTarget<K>,
    mut step: impl FnMut(usize, &K, usize) -> Result<NodeTarget<K>, Abandoned>,
    accepts: impl Fn(&K) -> bool,
) -> Result<Graph, Abandoned> {
    let start = match start {
        NodeTarget::Dead => return Ok(Graph::sinks(radix, width, DEAD)),
        NodeTarget::Full => return Ok(Graph::sinks(radix, width, FULL)),
        NodeTarget::To(key) if width == 0 => {
            return Ok(Graph::sinks(radix, width, if accepts(&key) { FULL } else { DEAD }));
        }
        NodeTarget::To(key) => key,
    };
    let levels = u16::try_from(width).map_err(|_| Abandoned::TooWide)?;
    let mut graph = Graph::sinks(radix, width, 2);
    let mut known: HashMap<(u16, K), u32, Quick> = HashMap::default();
    let mut keys = vec![start.clone()];
    graph.push(0);
    known.insert((0, start), 2);
    let mut node = 2;
    while let Some(key) = keys.get(node - 2).cloned() {
        budget.allows(graph.len())?;
        let level = graph.levels[node];
        let next = if level + 1 < levels { level + 1 } else { 0 };
        graph.accepting[node] = level == 0 && accepts(&key);
        for digit in 0..radix {
            let target = match step(usize::from(level), &key, digit)? {
                NodeTarget::Dead => DEAD,
                NodeTarget::Full => FULL,
                NodeTarget::To(key) => *known.entry((next, key)).or_insert_with_key(|(_, key)| {
                    keys.push(key.clone());
                    graph.push(next)
                }),
            };
            graph.edges.push(target);
        }
        node += 1;
    }
    Ok(graph)
}

/// The hash function of the tables here: one multiplication for each word, as their keys are small numbers.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct QuickHasher(u64);

pub(super) type Quick = BuildHasherDefault<QuickHasher>;

impl Hasher for QuickHasher {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 29)
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u16(&mut self, value: u16) {
        self.write_u64(u64::from(value));
    }

    fn write_u32(&mut self, value: u32) {
        self.write_u64(u64::from(value));
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = (self.0.rotate_left(23) ^ value).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn write_usize(&mut self, value: usize) {
        self.write_u64(value as u64);
    }
}
