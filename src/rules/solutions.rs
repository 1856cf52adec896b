//! What was solved on the page, in words. Proves nothing.
use super::Solution;
use crate::prover::SetName;
use crate::prover::ask::solve::Solved;
use crate::ruleset::Ruleset;

/// Positions of a solved game that are listed have coordinates below this, by the number of coordinates.
const SHOWN: [u128; 6] = [32, 32, 32, 16, 8, 4];

impl Solution {
    /// The set, that it is for all positions, and the size of its automaton, in one line.
    #[must_use]
    pub fn words(&self, ruleset: &Ruleset) -> String {
        let figures = &self.solved.figures;
        let states = format!("{}, {} states, {} nodes", figures.numeration, figures.states, figures.nodes);
        let words = match &self.solved.formula {
            Some(SetName::Set(set)) => format!("P = {set}"),
            Some(SetName::Condition(condition)) => format!("P({}) iff {condition}", place(ruleset)),
            Some(SetName::Digits { words, condition }) => {
                format!("P({}) iff {words}: {condition}", place(ruleset))
            }
            Some(name @ (SetName::Nothing | SetName::Everything)) => format!("{name} is a P-position"),
            None => "P = the set that an automaton accepts".to_owned(),
        };
        let said = self.solved.said_by.as_ref();
        let said = said.map_or_else(String::new, |(kind, name)| format!(", as {} \"{name}\" says", kind.word()));
        format!("{words}, for all positions{said} ({states})")
    }

    /// Its first positions in one line, and how many more there are below the bound that they are listed to.
    #[must_use]
    pub fn first_positions(&self, ruleset: &Ruleset) -> String {
        first_positions(&self.solved, ruleset)
    }
}

/// The coordinates as a claim names them.
fn place(ruleset: &Ruleset) -> String {
    let (heaps, registers) = ruleset.named_coordinates();
    if registers.is_empty() { heaps.join(", ") } else { format!("{}; {}", heaps.join(", "), registers.join(", ")) }
}

/// The first positions in the order of their tracks, and how many more there are.
fn first_positions(solved: &Solved, ruleset: &Ruleset) -> String {
    // A track counts a register that may be negative from its least value.
    let registers = ruleset.registers.iter().map(|register| i128::from(register.low.min(0)));
    let least: Vec<i128> = ruleset.heaps.iter().map(|_| 0).chain(registers).collect();
    let of = |tuple: &Vec<u128>| {
        let values = tuple
            .iter()
            .zip(&least)
            .map(|(value, least)| (i128::try_from(*value).expect("values below a small bound") + least).to_string());
        format!("({})", values.collect::<Vec<_>>().join(", "))
    };
    let bound = SHOWN[solved.names.len().min(SHOWN.len() - 1)];
    let tuples = solved.automaton.tuples_below(bound);
    let shown = tuples.iter().take(40).map(of);
    let more =
        if tuples.len() <= 40 { String::new() } else { format!(" and {} more below {bound}", tuples.len() - 40) };
    format!("{}{more}", shown.collect::<Vec<_>>().join(" "))
}
