//! The smallest graph with the same words, its nodes in the order in which words reach them; knows nothing of numerations.
//!
//! Hopcroft's partition refinement, *An n log n algorithm for minimizing states in a finite automaton* (1971). Two graphs
//! with the same words become equal.
use super::graph::{DEAD, FULL, Graph};

impl Graph {
    /// The smallest graph with the same words. Takes time n log n for a fixed radix.
    pub(super) fn minimised(mut self) -> Self {
        if self.start <= FULL {
            return Self::sinks(self.radix, self.width, self.start);
        }
        let inverse = Inverse::of(&self);
        let alive = inverse.reaching(&self, true);
        let refusing = inverse.reaching(&self, false);
        let sink = |node: u32| match (alive[node as usize], refusing[node as usize]) {
            (false, _) => DEAD,
            (true, false) => FULL,
            (true, true) => node,
        };
        for edge in &mut self.edges {
            *edge = sink(*edge);
        }
        self.start = sink(self.start);
        if self.start <= FULL {
            return Self::sinks(self.radix, self.width, self.start);
        }
        // The first pass may have cut off many nodes; the refinement should not see them.
        let reached = self.renumbered(|node| node);
        let mut partition = Partition::by_level(&reached);
        partition.refine(&reached);
        let representatives: Vec<u32> = (0..reached.len())
            .map(|node| partition.elements[partition.first[partition.block_of[node] as usize]])
            .collect();
        reached.renumbered(|node| representatives[node as usize])
    }

    /// The nodes that are reachable if each stands for `representative(node)`, in the order of a breadth-first search.
    fn renumbered(&self, representative: impl Fn(u32) -> u32) -> Self {
        let mut result = Self::sinks(self.radix, self.width, 2);
        let mut numbers = vec![u32::MAX; self.len()];
        (numbers[DEAD as usize], numbers[FULL as usize]) = (DEAD, FULL);
        let mut queue = vec![representative(self.start)];
        numbers[queue[0] as usize] = 2;
        let mut index = 0;
        while let Some(node) = queue.get(index).copied() {
            result.levels.push(self.levels[node as usize]);
            result.accepting.push(self.accepting[node as usize]);
            for target in self.edges_of(node) {
                let target = representative(*target);
                if numbers[target as usize] == u32::MAX {
                    numbers[target as usize] = u32::try_from(queue.len() + 2).expect("fewer nodes than before");
                    queue.push(target);
                }
                result.edges.push(numbers[target as usize]);
            }
            index += 1;
        }
        result
    }
}

/// For each node and digit, the nodes that the digit leads here from.
struct Inverse {
    radix: usize,
    /// The sources of `(node, digit)` are `sources[first[node * radix + digit]..first[node * radix + digit + 1]]`.
    first: Vec<u32>,
    sources: Vec<u32>,
}

impl Inverse {
    fn of(graph: &Graph) -> Self {
        let radix = graph.radix;
        let mut first = vec![0_u32; graph.edges.len() + 1];
        let slot = |index: usize, target: u32| target as usize * radix + index % radix;
        for (index, target) in graph.edges.iter().enumerate() {
            first[slot(index, *target) + 1] += 1;
        }
        for index in 1..first.len() {
            first[index] += first[index - 1];
        }
        let mut place = first.clone();
        let mut sources = vec![0_u32; graph.edges.len()];
        for (index, target) in graph.edges.iter().enumerate() {
            let place = &mut place[slot(index, *target)];
            sources[*place as usize] = u32::try_from(index / radix).expect("node numbers have 32 bits");
            *place += 1;
        }
        Self { radix, first, sources }
    }

    fn sources(&self, node: u32, digit: usize) -> &[u32] {
        let slot = node as usize * self.radix + digit;
        &self.sources[self.first[slot] as usize..self.first[slot + 1] as usize]
    }

    fn all_sources(&self, node: u32) -> &[u32] {
        let slot = node as usize * self.radix;
        &self.sources[self.first[slot] as usize..self.first[slot + self.radix] as usize]
    }

    /// The nodes from which some word is accepted (`verdict` true), or some word is refused (`verdict` false).
    fn reaching(&self, graph: &Graph, verdict: bool) -> Vec<bool> {
        let ends = |node: usize| (graph.levels[node] == 0 || node < 2) && graph.accepting[node] == verdict;
        let mut reached: Vec<bool> = (0..graph.len()).map(ends).collect();
        let mut stack: Vec<u32> = (0..).zip(&reached).filter(|(_, reached)| **reached).map(|(node, _)| node).collect();
        while let Some(node) = stack.pop() {
            for source in self.all_sources(node) {
                if !reached[*source as usize] {
                    reached[*source as usize] = true;
                    stack.push(*source);
                }
            }
        }
        reached
    }
}

/// A partition of the nodes into blocks, each a stretch of `elements`, the marked ones at its front.
struct Partition {
    elements: Vec<u32>,
    place: Vec<usize>,
    block_of: Vec<u32>,
    first: Vec<usize>,
    end: Vec<usize>,
    marked: Vec<usize>,
}

impl Partition {
    /// Nodes of the same level that both accept or both do not; the sinks are alone.
    fn by_level(graph: &Graph) -> Self {
        let class = |node: u32| match node {
            DEAD | FULL => node as usize,
            _ => 2 + 2 * usize::from(graph.levels[node as usize]) + usize::from(graph.accepting[node as usize]),
        };
        let nodes = 0..u32::try_from(graph.len()).expect("node numbers have 32 bits");
        let mut elements: Vec<u32> = nodes.collect();
        elements.sort_by_key(|node| class(*node));
        let mut partition = Self {
            place: vec![0; elements.len()],
            block_of: vec![0; elements.len()],
            first: Vec::new(),
            end: Vec::new(),
            marked: Vec::new(),
            elements,
        };
        for index in 0..partition.elements.len() {
            let node = partition.elements[index];
            if index == 0 || class(partition.elements[index - 1]) != class(node) {
                partition.first.push(index);
                partition.end.push(index);
                partition.marked.push(0);
            }
            partition.place[node as usize] = index;
            partition.block_of[node as usize] = partition.last_block();
            *partition.end.last_mut().expect("a block was begun") = index + 1;
        }
        partition
    }

    fn last_block(&self) -> u32 {
        u32::try_from(self.first.len() - 1).expect("there are not more blocks than nodes")
    }

    fn refine(&mut self, graph: &Graph) {
        let inverse = Inverse::of(graph);
        let mut work: Vec<u32> = (0..=self.last_block()).collect();
        let (mut members, mut touched) = (Vec::new(), Vec::new());
        while let Some(splitter) = work.pop() {
            // All digits of a splitter are done at once, from a copy of it, because it may itself be split on the way.
            // A part that is split off is always the smaller one, and goes on the list: Hopcroft's condition holds
            // whether or not the rest of its block still waits there.
            members.clear();
            members.extend_from_slice(&self.elements[self.first[splitter as usize]..self.end[splitter as usize]]);
            for digit in 0..graph.radix {
                for member in &members {
                    for source in inverse.sources(*member, digit) {
                        self.mark(*source, &mut touched);
                    }
                }
                for block in touched.drain(..) {
                    if self.split(block) {
                        work.push(self.last_block());
                    }
                }
            }
        }
    }

    fn mark(&mut self, node: u32, touched: &mut Vec<u32>) {
        let block = self.block_of[node as usize];
        let front = self.first[block as usize] + self.marked[block as usize];
        let place = self.place[node as usize];
        if place < front {
            return;
        }
        if self.marked[block as usize] == 0 {
            touched.push(block);
        }
        self.elements.swap(place, front);
        self.place[self.elements[place] as usize] = place;
        self.place[node as usize] = front;
        self.marked[block as usize] += 1;
    }

    /// Parts the marked nodes of a block from the others; the smaller part becomes the last block.
    fn split(&mut self, block: u32) -> bool {
        let block = block as usize;
        let (first, end, marked) = (self.first[block], self.end[block], self.marked[block]);
        self.marked[block] = 0;
        if first + marked == end {
            return false;
        }
        let middle = first + marked;
        let part = if marked <= end - middle {
            self.first[block] = middle;
            first..middle
        } else {
            self.end[block] = middle;
            middle..end
        };
        self.first.push(part.start);
        self.end.push(part.end);
        self.marked.push(0);
        let number = self.last_block();
        for index in part {
            self.block_of[self.elements[index] as usize] = number;
        }
        true
    }
}

#[cfg(test)]
mod tests;
