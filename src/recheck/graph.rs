//! Conditions as graphs of digits, with tracks taken away one after the other: straightforward, and apart from the automata
//! that proofs are found with. Only valid words are accepted, on all tracks of a graph.
use super::search::{Machine, OnTracks, State, TooMany, tracks_of};
use super::spent::{CheckEffort, READ_AT_ONCE};
use super::table::Numeration;
use super::tracks::renamed;
use flat::{flattened, is_of_many_cases, substituted};
use std::collections::{BTreeSet, HashMap};
use std::hash::{BuildHasherDefault, Hash, Hasher};

/// Nodes of one graph beyond this are given up.
const MOST: usize = 200_000;
/// So many rounds of the search for nodes that are the same cost as much as making the nodes.
const ROUNDS: usize = 8;
/// Disjunctions are taken apart into no more cases than this.
const MOST_CASES: usize = 1_024;
/// So many nodes are made to try many cases as they are before they are taken apart.
const AT_ONCE: usize = 2_000_000;
const DEAD: u32 = 0;
const FULL: u32 = 1;

/// Nodes as they are numbered in the rows.
fn node_number(node: usize) -> u32 {
    u32::try_from(node).expect("there are no more nodes than the limit of all graphs together")
}

/// Nodes with one row of targets each. Node 0 refuses and node 1 accepts whatever follows; the others read one track each, and
/// words begin and end at nodes that read the first.
#[derive(Clone, Debug)]
struct Graph {
    digits: u32,
    tracks: Vec<usize>,
    start: u32,
    level: Vec<usize>,
    ends: Vec<bool>,
    rows: Vec<Vec<u32>>,
}

/// Mixes numbers, fast: the same on every run.
#[derive(Clone, Copy, Debug, Default)]
struct Mixer(u64);

type QuickHash = BuildHasherDefault<Mixer>;

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            self.write_u64(part.iter().fold(0, |number, byte| number << 8 | u64::from(*byte)));
        }
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(u64::from(number));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(23) ^ number).wrapping_mul(0xd6e8_feb8_6659_fd93);
        self.0 ^= self.0 >> 32;
    }

    fn write_i64(&mut self, number: i64) {
        self.write_u64(number.cast_unsigned());
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(u64::from(number));
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// Where a digit leads.
enum DigitStep<K> {
    Dead,
    Full,
    To(K),
}

/// Whether no numbers satisfy the condition.
pub(super) fn is_empty(numeration: Numeration, spent: &CheckEffort<'_>, condition: &OnTracks) -> Result<bool, TooMany> {
    let all: BTreeSet<usize> = tracks_of(condition);
    Ok(GraphWork { numeration, spent }.eliminated(vec![condition.clone()], all)?.start == DEAD)
}

/// Numbers on outer tracks that satisfy a premise and none of some conclusions, with whatever numbers on their other tracks.
#[derive(Debug)]
pub(super) struct Missed {
    pub(super) premise: OnTracks,
    pub(super) conclusions: Vec<OnTracks>,
}

/// Whether no numbers on the outer tracks are among all that are missed and satisfy the condition. Each part is worked out apart.
pub(super) fn none_is_missed(
    (numeration, spent): (Numeration, &CheckEffort<'_>),
    parts: &[Missed],
    condition: &OnTracks,
    outer: &[bool],
) -> Result<bool, TooMany> {
    let work = GraphWork { numeration, spent };
    let is_inner = |track: &usize| !outer.get(*track).copied().unwrap_or(false);
    let mut graphs = vec![work.graph(condition)?];
    for (at, part) in parts.iter().enumerate() {
        let mut reached = work.sink(DEAD);
        let mut shared = tracks_of(condition);
        for (_, other) in parts.iter().enumerate().filter(|other| other.0 != at) {
            shared.extend(tracks_of(&other.premise));
        }
        for conclusion in &part.conclusions {
            let own = tracks_of(conclusion);
            shared.extend(own.iter().filter(|track| !is_inner(track)).copied());
            let inner = own.into_iter().filter(is_inner).collect();
            let one = work.eliminated(vec![conclusion.clone()], inner)?;
            reached = work.joined(&reached, &one, |left, right| left || right)?;
        }
        // What only the premise speaks of can be taken away from it alone.
        let own = tracks_of(&part.premise).into_iter().filter(|track| !shared.contains(track)).collect();
        let premise = work.eliminated(vec![part.premise.clone()], own)?;
        graphs.push(work.joined(&premise, &reached, |left, right| left && !right)?);
    }
    let mut missed = work.intersection(graphs)?;
    for track in missed.tracks.clone() {
        missed = work.joined(&missed, &work.valid(track)?, |left, right| left && right)?;
    }
    Ok(missed.start == DEAD)
}

struct GraphWork<'a> {
    numeration: Numeration,
    spent: &'a CheckEffort<'a>,
}

impl GraphWork<'_> {
    fn sink(&self, start: u32) -> Graph {
        let digits = self.numeration.digits();
        let rows = vec![vec![DEAD; digits as usize], vec![FULL; digits as usize]];
        Graph { digits, tracks: Vec::new(), start, level: vec![0, 0], ends: vec![false, true], rows }
    }

    /// The graph of a condition on its tracks.
    fn graph(&self, condition: &OnTracks) -> Result<Graph, TooMany> {
        let fold = |parts: &[OnTracks], empty: u32, of: fn(bool, bool) -> bool| {
            let mut graphs = parts.iter().map(|part| self.graph(part)).collect::<Result<Vec<_>, _>>()?;
            graphs.sort_by_key(|graph| std::cmp::Reverse(graph.rows.len()));
            let mut all = self.sink(empty);
            while let Some(graph) = graphs.pop() {
                all = self.joined(&all, &graph, of)?;
            }
            Ok(all)
        };
        match condition {
            OnTracks::Known(known) => Ok(self.sink(u32::from(*known))),
            OnTracks::Is(_) => self.leaf(condition),
            OnTracks::Some(own, inner) => self.eliminated(vec![OnTracks::clone(inner)], own.iter().copied().collect()),
            OnTracks::Not(inner) => self.within_valid(self.graph(inner)?.opposite()),
            OnTracks::And(parts) => fold(parts, FULL, |left, right| left && right),
            OnTracks::Or(parts) => self.within_valid(fold(parts, DEAD, |left, right| left || right)?),
        }
    }

    /// The graph of an atom, by the machine that reads it digit by digit.
    fn leaf(&self, condition: &OnTracks) -> Result<Graph, TooMany> {
        let tracks: Vec<usize> = tracks_of(condition).into_iter().collect();
        let mut order = vec![0; tracks.last().map_or(0, |last| last + 1)];
        for (at, track) in tracks.iter().enumerate() {
            order[*track] = at;
        }
        let OnTracks::Is(atom) = renamed(condition, &order) else { return Ok(self.sink(DEAD)) };
        let machine = Machine::new(self.numeration, tracks.len(), atom);
        let every = self.numeration.has_every_word();
        let bits = if self.numeration.fullest() < 2 { 1 } else { 2 };
        // Beside the state, how full the words of the tracks are, in so many bits each.
        let step = |level: usize, (state, full): &(State, u64), digit: u32| {
            let at = u32::try_from(level).ok().and_then(|level| level.checked_mul(bits)).ok_or(TooMany)?;
            let own = ((1_u64 << bits) - 1).checked_shl(at).ok_or(TooMany)?;
            let before = u8::try_from((full & own) >> at).map_err(|_| TooMany)?;
            let Some(after) = self.numeration.after(before, digit) else { return Ok(DigitStep::Dead) };
            let next = machine.read(*state, level, digit).ok_or(TooMany)?;
            let full = full & !own | u64::from(after) << at;
            Ok(match machine.decided(next) {
                Some(false) => DigitStep::Dead,
                Some(true) if every => DigitStep::Full,
                _ => DigitStep::To((next, full)),
            })
        };
        self.explored(tracks, DigitStep::To((machine.start(), 0)), step, |(state, _)| machine.accepts(*state))
    }

    /// The same relation without words that are not valid on some of its tracks.
    fn within_valid(&self, mut graph: Graph) -> Result<Graph, TooMany> {
        if !self.numeration.has_every_word() {
            for track in graph.tracks.clone() {
                graph = self.joined(&graph, &self.valid(track)?, |left, right| left && right)?;
            }
        }
        Ok(graph)
    }

    /// The words of one track that are valid.
    fn valid(&self, track: usize) -> Result<Graph, TooMany> {
        if self.numeration.has_every_word() {
            return Ok(self.sink(FULL));
        }
        let step = |_: usize, full: &u8, digit: u32| {
            Ok(self.numeration.after(*full, digit).map_or(DigitStep::Dead, DigitStep::To))
        };
        self.explored(vec![track], DigitStep::To(0), step, |_| true)
    }

    /// For some numbers on the inner tracks, all of the conditions.
    fn eliminated(&self, conditions: Vec<OnTracks>, inner: BTreeSet<usize>) -> Result<Graph, TooMany> {
        let (mut flat, mut inner) = (Vec::new(), inner);
        flattened(conditions, &mut flat, &mut inner);
        if flat.iter().any(|part| matches!(part, OnTracks::Known(false))) {
            return Ok(self.sink(DEAD));
        }
        // For some: over each case of a disjunction.
        let asked = inner.clone();
        let speaks = |part: &OnTracks| tracks_of(part).iter().any(|track| asked.contains(track));
        let cases = |part: &OnTracks| match part {
            OnTracks::Or(cases) if speaks(part) => cases.len(),
            _ => 1,
        };
        // The explorer has a limit of bytes, and does without.
        if !cfg!(target_arch = "wasm32")
            && is_of_many_cases(&flat, &speaks)
            && let Ok(found) = self.spent.within(AT_ONCE, || self.at_once(flat.clone(), inner.clone()))
        {
            return Ok(found);
        }
        let all = flat.iter().map(cases).fold(1, usize::saturating_mul);
        let split = flat.iter().position(|part| cases(part) != 1).filter(|_| all <= MOST_CASES);
        if let Some(at) = split
            && let OnTracks::Or(parts) = flat.swap_remove(at)
        {
            let mut union = self.sink(DEAD);
            for part in parts {
                let one = self.eliminated([flat.as_slice(), &[part]].concat(), inner.clone())?;
                union = self.joined(&union, &one, |left, right| left || right)?;
            }
            return self.within_valid(union);
        }
        self.at_once(flat, inner)
    }

    /// For some numbers on the inner tracks, all of the conditions: each of them as a whole.
    fn at_once(&self, mut flat: Vec<OnTracks>, mut inner: BTreeSet<usize>) -> Result<Graph, TooMany> {
        while substituted(&mut flat, &mut inner) {}
        let mut graphs = Vec::new();
        for part in &flat {
            graphs.push(self.graph(part)?);
        }
        loop {
            inner.retain(|track| graphs.iter().any(|graph| graph.tracks.contains(track)));
            let cost = |track: &usize| {
                let own = graphs.iter().filter(|graph| graph.tracks.contains(track));
                own.fold(1_u128, |cost, graph| cost.saturating_mul(graph.rows.len() as u128))
            };
            let Some(track) = inner.iter().copied().min_by_key(cost) else { break };
            let (own, others): (Vec<Graph>, Vec<Graph>) =
                graphs.into_iter().partition(|graph| graph.tracks.contains(&track));
            let product = self.intersection(own.into_iter().chain([self.valid(track)?]).collect())?;
            graphs = others;
            graphs.push(self.without(&product, track)?);
        }
        self.intersection(graphs)
    }

    fn intersection(&self, mut graphs: Vec<Graph>) -> Result<Graph, TooMany> {
        graphs.sort_by_key(|graph| std::cmp::Reverse(graph.rows.len()));
        let mut all = self.sink(FULL);
        while let Some(graph) = graphs.pop() {
            all = self.joined(&all, &graph, |left, right| left && right)?;
        }
        Ok(all)
    }

    /// The graph of pairs of nodes, on the tracks of both.
    fn joined(&self, left: &Graph, right: &Graph, of: fn(bool, bool) -> bool) -> Result<Graph, TooMany> {
        let tracks: BTreeSet<usize> = left.tracks.iter().chain(&right.tracks).copied().collect();
        let tracks: Vec<usize> = tracks.into_iter().collect();
        let target = |one: u32, other: u32| {
            let possible = |node: u32| match node {
                DEAD => &[false][..],
                FULL => &[true],
                _ => &[false, true],
            };
            let first = of(possible(one)[0], possible(other)[0]);
            let same = possible(one).iter().all(|a| possible(other).iter().all(|b| of(*a, *b) == first));
            match (same, first) {
                (true, true) => DigitStep::Full,
                (true, false) => DigitStep::Dead,
                _ => DigitStep::To((one, other)),
            }
        };
        let reads: Vec<[bool; 2]> =
            tracks.iter().map(|track| [left.tracks.contains(track), right.tracks.contains(track)]).collect();
        let step = |level: usize, nodes: &(u32, u32), digit: u32| {
            let next = |graph: &Graph, reads: bool, node: u32| {
                if reads { graph.rows[node as usize][digit as usize] } else { node }
            };
            Ok(target(next(left, reads[level][0], nodes.0), next(right, reads[level][1], nodes.1)))
        };
        let ends = |nodes: &(u32, u32)| of(left.ends[nodes.0 as usize], right.ends[nodes.1 as usize]);
        self.explored(tracks.clone(), target(left.start, right.start), step, ends)
    }

    /// For some number on a track. Its digit is guessed where it would be read; a number with more digits than all others
    /// begins with rows of zeros on the other tracks.
    fn without(&self, graph: &Graph, track: usize) -> Result<Graph, TooMany> {
        let Some(removed) = graph.tracks.iter().position(|known| *known == track) else { return Ok(graph.clone()) };
        if graph.tracks.len() == 1 {
            return Ok(self.sink(u32::from(graph.start != DEAD)));
        }
        let mut tracks = graph.tracks.clone();
        tracks.remove(removed);
        let mut begin = vec![graph.start];
        loop {
            let mut row = begin.clone();
            for level in 0..graph.tracks.len() {
                let digits = if level == removed { 0..graph.digits } else { 0..1 };
                row = graph.after(&row, digits);
            }
            let before = begin.len();
            begin.extend(row.into_iter().filter(|node| *node != DEAD));
            begin = each_once(begin);
            if begin.len() == before {
                break;
            }
        }
        let target = |mut nodes: Vec<u32>| {
            nodes.retain(|node| *node != DEAD);
            match nodes.as_slice() {
                [] => DigitStep::Dead,
                all if all.contains(&FULL) => DigitStep::Full,
                _ => DigitStep::To(nodes),
            }
        };
        // A node of the result on level 0 stands where a word may end: the guess of the first track comes after it, and that of
        // another track before the next one that is read.
        let step = |level: usize, nodes: &Vec<u32>, digit: u32| {
            self.spent.spend(nodes.len() / READ_AT_ONCE)?;
            let guessed = if removed == 0 && level == 0 { Some(graph.after(nodes, 0..graph.digits)) } else { None };
            let mut set = graph.after(guessed.as_ref().unwrap_or(nodes), digit..digit + 1);
            let next = level + 1;
            if next == removed {
                set = graph.after(&set, 0..graph.digits);
            }
            Ok(target(set))
        };
        let ends = |nodes: &Vec<u32>| nodes.iter().any(|node| graph.ends[*node as usize]);
        self.explored(tracks.clone(), target(begin), step, ends)
    }

    /// The graph of all keys that are reached from one, by rows of digits.
    fn explored<K: Clone + Eq + Hash>(
        &self,
        tracks: Vec<usize>,
        start: DigitStep<K>,
        step: impl Fn(usize, &K, u32) -> Result<DigitStep<K>, TooMany>,
        ends: impl Fn(&K) -> bool,
    ) -> Result<Graph, TooMany> {
        let mut graph = self.sink(DEAD);
        graph.tracks = tracks;
        let mut known: HashMap<(usize, K), u32, QuickHash> = HashMap::default();
        let mut keys: Vec<K> = Vec::new();
        let node = |graph: &mut Graph,
                    keys: &mut Vec<K>,
                    level: usize,
                    to: DigitStep<K>,
                    known: &mut HashMap<_, u32, QuickHash>| {
            let key = match to {
                DigitStep::Dead => return DEAD,
                DigitStep::Full => return FULL,
                DigitStep::To(key) => key,
            };
            *known.entry((level, key)).or_insert_with_key(|(level, key): &(usize, K)| {
                graph.level.push(*level);
                graph.ends.push(*level == 0 && ends(key));
                graph.rows.push(Vec::new());
                keys.push(key.clone());
                node_number(graph.rows.len() - 1)
            })
        };
        graph.start = node(&mut graph, &mut keys, 0, start, &mut known);
        if graph.tracks.is_empty() {
            let holds = graph.ends[graph.start as usize];
            return Ok(self.sink(u32::from(holds)));
        }
        let mut at = 0;
        while at < keys.len() {
            let level = graph.level[at + 2];
            let next = if level + 1 < graph.tracks.len() { level + 1 } else { 0 };
            let key = keys[at].clone();
            for digit in 0..graph.digits {
                let to = step(level, &key, digit)?;
                let target = node(&mut graph, &mut keys, next, to, &mut known);
                graph.rows[at + 2].push(target);
            }
            self.spent.spend(1)?;
            if MOST < keys.len() {
                return Err(TooMany);
            }
            at += 1;
        }
        let (least, work) = graph.reduced(self.spent.left());
        self.spent.spend(work)?;
        least.ok_or(TooMany)
    }
}

impl Graph {
    /// Where digits lead from nodes, each node once and in their order.
    fn after(&self, nodes: &[u32], digits: std::ops::Range<u32>) -> Vec<u32> {
        let row = |node: &u32| &self.rows[*node as usize][digits.start as usize..digits.end as usize];
        each_once(nodes.iter().flat_map(row).copied().collect())
    }

    fn opposite(mut self) -> Self {
        let swap = |node: u32| if node <= FULL { 1 - node } else { node };
        self.start = swap(self.start);
        for node in 2..self.rows.len() {
            self.rows[node].iter_mut().for_each(|target| *target = swap(*target));
            self.ends[node] = self.level[node] == 0 && !self.ends[node];
        }
        self
    }

    /// The nodes from which some word ends with this verdict.
    fn reaching(&self, verdict: bool) -> Vec<bool> {
        let mut sources: Vec<Vec<u32>> = vec![Vec::new(); self.rows.len()];
        for (node, row) in self.rows.iter().enumerate().skip(2) {
            for target in row {
                sources[*target as usize].push(node_number(node));
            }
        }
        let own = |node: usize| self.ends[node] == verdict && (node < 2 || self.level[node] == 0);
        let mut reached: Vec<bool> = (0..self.rows.len()).map(own).collect();
        let mut stack: Vec<usize> = (0..self.rows.len()).filter(|node| reached[*node]).collect();
        while let Some(node) = stack.pop() {
            for source in &sources[node] {
                if !std::mem::replace(&mut reached[*source as usize], true) {
                    stack.push(*source as usize);
                }
            }
        }
        reached
    }

    /// The same relation, with one node for all nodes from which the same words are accepted (Moore 1956). What is found of nodes that read a later
    /// track is used in the same round; nodes that are like no other are not looked at again.
    fn reduced(&self, most: usize) -> (Option<Self>, usize) {
        let (mut class, mut count) = self.kinds();
        let mut sizes = vec![0usize; count + 2];
        for own in &class {
            sizes[*own as usize] += 1;
        }
        let mut order: Vec<usize> = (0..self.rows.len()).filter(|node| FULL < class[*node]).collect();
        order.sort_by_key(|node| std::cmp::Reverse(self.level[*node]));
        // The class of a node and those of its targets, two at a time, and one number for each list.
        let mut pairs: HashMap<(u32, u32), u32, QuickHash> = HashMap::default();
        let mut numbers: HashMap<u32, u32, QuickHash> = HashMap::default();
        let mut work = 0;
        loop {
            work += self.rows.len() / ROUNDS;
            if most < work {
                return (None, work);
            }
            pairs.clear();
            numbers.clear();
            order.retain(|node| 1 < sizes[class[*node] as usize]);
            let before = count;
            // The first list of a class keeps its number.
            let mut is_kept = vec![false; count + 2];
            for nodes in order.chunk_by(|one, other| self.level[*one] == self.level[*other]) {
                let mut next = Vec::with_capacity(nodes.len());
                for node in nodes {
                    let own = class[*node];
                    let list = self.rows[*node].iter().fold(own, |list, target| {
                        let fresh = node_number(pairs.len() + self.rows.len() + 2);
                        *pairs.entry((list, class[*target as usize])).or_insert(fresh)
                    });
                    next.push(*numbers.entry(list).or_insert_with(|| {
                        if !std::mem::replace(&mut is_kept[own as usize], true) {
                            return own;
                        }
                        count += 1;
                        node_number(count + 1)
                    }));
                }
                sizes.resize(count + 2, 0);
                for (node, next) in nodes.iter().zip(next) {
                    sizes[class[*node] as usize] -= 1;
                    sizes[next as usize] += 1;
                    class[*node] = next;
                }
            }
            if count == before {
                break;
            }
        }
        (Some(self.by_classes(&class, count)), work)
    }

    /// Of which class each node is as far as levels and ends tell it, and how many classes there are besides those of node 0 and node 1.
    fn kinds(&self) -> (Vec<u32>, usize) {
        let (accepting, refusing) = (self.reaching(true), self.reaching(false));
        let mut kinds: HashMap<(usize, bool), u32, QuickHash> = HashMap::default();
        let mut class: Vec<u32> = Vec::with_capacity(self.rows.len());
        for node in 0..self.rows.len() {
            let fresh = node_number(kinds.len() + 2);
            class.push(match (accepting[node], refusing[node]) {
                (false, _) => DEAD,
                (true, false) => FULL,
                _ => *kinds.entry((self.level[node], self.ends[node])).or_insert(fresh),
            });
        }
        (class, kinds.len())
    }

    /// The same relation, with one node for each class.
    fn by_classes(&self, class: &[u32], count: usize) -> Self {
        let mut least = Self {
            digits: self.digits,
            tracks: self.tracks.clone(),
            start: class[self.start as usize],
            level: vec![0; count + 2],
            ends: vec![false; count + 2],
            rows: vec![Vec::new(); count + 2],
        };
        least.ends[FULL as usize] = true;
        least.rows[DEAD as usize] = vec![DEAD; self.digits as usize];
        least.rows[FULL as usize] = vec![FULL; self.digits as usize];
        for node in 0..self.rows.len() {
            let own = class[node] as usize;
            if FULL < class[node] && least.rows[own].is_empty() {
                least.level[own] = self.level[node];
                least.ends[own] = self.ends[node];
                least.rows[own] = self.rows[node].iter().map(|target| class[*target as usize]).collect();
            }
        }
        least
    }
}

fn each_once(mut nodes: Vec<u32>) -> Vec<u32> {
    nodes.sort_unstable();
    nodes.dedup();
    nodes
}

mod flat;
#[cfg(all(test, has_tests))]
mod tests;
