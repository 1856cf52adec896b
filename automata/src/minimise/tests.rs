//! Tests of `minimise.rs`.
use crate::graph::{DEAD, FULL, Graph};
use proptest::prelude::*;

const RADIX: usize = 2;
/// Words of so many digits tell all nodes of such small graphs apart.
const LONGEST: usize = 8;

/// A graph with so many nodes on each level, the edges of which are chosen by numbers.
fn graph(width: usize, each: usize, choices: &[usize], accepting: &[bool]) -> Graph {
    let mut graph = Graph::sinks(RADIX, width, 2);
    let first = |level: usize| 2 + (level % width) * each;
    for (level, at) in (0..width).flat_map(|level| (0..each).map(move |at| (level, at))) {
        graph.levels.push(u16::try_from(level).expect("few levels"));
        graph.accepting.push(level == 0 && accepting[at]);
        for digit in 0..RADIX {
            let choice = choices[((level * each + at) * RADIX + digit) % choices.len()] % (each + 2);
            let target = if choice < 2 { choice } else { first(level + 1) + choice - 2 };
            graph.edges.push(u32::try_from(target).expect("few nodes"));
        }
    }
    graph
}

/// Whether a node accepts a word, digit by digit: the definition.
fn accepts(graph: &Graph, mut node: u32, word: usize, length: usize) -> bool {
    for at in 0..length {
        node = graph.edge(node, word >> at & 1);
    }
    graph.accepts_at(node)
}

/// The words that a node accepts, of all lengths that end on level 0.
fn language(graph: &Graph, node: u32) -> Vec<bool> {
    let level = if node <= FULL { 0 } else { usize::from(graph.levels[node as usize]) };
    let lengths = (0..=LONGEST).filter(|length| (level + length).is_multiple_of(graph.width));
    lengths.flat_map(|length| (0..1 << length).map(move |word| accepts(graph, node, word, length))).collect()
}

proptest! {
    #[test]
    fn the_smallest_graph_has_the_same_words_and_no_two_equal_nodes(
        width in 1_usize..3,
        choices in prop::collection::vec(0_usize..100, 16),
        accepting in prop::collection::vec(any::<bool>(), 4),
    ) {
        let each = 4 / width;
        let given = graph(width, each, &choices, &accepting);
        let smallest = given.clone().minimised();
        prop_assert_eq!(language(&given, given.start), language(&smallest, smallest.start));
        for node in 2..smallest.len() {
            for other in 0..node {
                let same_level = other <= 1 || smallest.levels[node] == smallest.levels[other];
                let [node, other] = [node, other].map(|node| u32::try_from(node).expect("few nodes"));
                let distinct = match other {
                    DEAD => language(&smallest, node).contains(&true),
                    FULL => language(&smallest, node).contains(&false),
                    _ => language(&smallest, node) != language(&smallest, other),
                };
                prop_assert!(distinct || !same_level, "{node} and {other} are the same in {smallest:?}");
            }
        }
        prop_assert_eq!(smallest.clone().minimised(), smallest);
    }

    #[test]
    fn graphs_with_the_same_words_become_equal(
        choices in prop::collection::vec(0_usize..100, 12),
        accepting in prop::collection::vec(any::<bool>(), 3),
    ) {
        let given = graph(1, 3, &choices, &accepting);
        // The nodes 2, 3, 4 as 4, 2, 3.
        let renamed = |node: u32| if node <= FULL { node } else { 2 + (node - 2 + 2) % 3 };
        let mut other = Graph::sinks(RADIX, 1, renamed(given.start));
        for old in [3_u32, 4, 2] {
            other.levels.push(0);
            other.accepting.push(given.accepts_at(old));
            other.edges.extend(given.edges_of(old).iter().map(|target| renamed(*target)));
        }
        prop_assert_eq!(given.minimised(), other.minimised());
    }
}
