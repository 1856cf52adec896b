//! From an automaton to a drawing in the DOT language.
use super::automaton::{Automaton, Natural};
use super::graph::{DEAD, FULL};

/// How every drawing begins.
pub const OPENING: &str = "digraph automaton {\n  rankdir=LR;\n  begin [shape=point];\n";

impl Automaton {
    /// The graph in the DOT language, its levels named by `name`; the dead node is left out, and FULL accepts everything.
    ///
    /// # Panics
    /// Never: nodes are numbered by 32 bits.
    #[must_use]
    pub fn to_dot(&self, name: &dyn Fn(Natural) -> String) -> String {
        let mut text = OPENING.to_owned();
        text.push_str(&format!("  begin -> {};\n", self.graph.start));
        let quoted = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
        for node in 0..self.graph.len() {
            let number = u32::try_from(node).expect("node numbers have 32 bits");
            if number == DEAD {
                if self.is_empty() {
                    text.push_str("  0 [label=\"nothing\"];\n");
                }
                continue;
            }
            if number == FULL {
                if self.graph.start == FULL || self.graph.edges[2 * self.graph.radix..].contains(&FULL) {
                    text.push_str("  1 [label=\"everything\", shape=doublecircle];\n");
                }
                continue;
            }
            let level = usize::from(self.graph.levels[node]);
            let shape = match (level, self.graph.accepting[node]) {
                (0, true) => "doublecircle",
                (0, false) => "circle",
                _ => "box",
            };
            let label = quoted(&name(self.tracks[level]));
            text.push_str(&format!("  {node} [label=\"{label}\", shape={shape}];\n"));
            let edges = self.graph.edges_of(number);
            let mut targets: Vec<u32> = edges.iter().copied().filter(|target| *target != DEAD).collect();
            targets.sort_unstable();
            targets.dedup();
            for target in targets {
                let digits: Vec<String> =
                    (0..edges.len()).filter(|digit| edges[*digit] == target).map(|digit| digit.to_string()).collect();
                text.push_str(&format!("  {node} -> {target} [label=\"{}\"];\n", digits.join(",")));
            }
        }
        text.push_str("}\n");
        text
    }
}
