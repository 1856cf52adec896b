//! The disjunctive sum of rulesets as a ruleset. Knows nothing of files.
use super::lower::fold;
use super::lower::substitute::{in_term, substituted};
use crate::ruleset::{Component, Condition, Move, Register, Ruleset, Term, Variable};
use crate::value::Play;
use indexmap::IndexMap;

/// The disjunctive sum of rulesets: heaps and registers side by side, a move in one part, measures one after the other.
pub(super) fn added(parts: &[Ruleset]) -> Ruleset {
    let heaps: usize = parts.iter().map(|part| part.heaps.len()).sum();
    let dimension = heaps + parts.iter().map(|part| part.registers.len()).sum::<usize>();
    let mut sum = empty_sum(parts);
    let single = parts.iter().all(|part| part.measure.len() == 1);
    let mut positions = Vec::new();
    let mut flat = vec![0; dimension];
    for (number, part) in parts.iter().enumerate() {
        let first = sum.heaps.len();
        let first_register = heaps + sum.registers.len();
        let place = |at: usize| {
            if at < part.heaps.len() { first + at } else { first_register + at - part.heaps.len() }
        };
        named_beside(&mut sum, part, number);
        let coordinate = |at: usize| Term::Variable(Variable::Coordinate(at));
        let moved: Vec<Term> = (0..part.heaps.len() + part.registers.len()).map(|at| coordinate(place(at))).collect();
        for (at, register) in part.registers.iter().enumerate() {
            sum.registers[first_register - heaps + at].start =
                register.start.as_ref().map(|start| in_term(start, &moved));
        }
        sum.unproved.extend(part.unproved.iter().map(|at| sum.moves.len() + at));
        let in_sum = |targets: &[Term]| {
            let mut all: Vec<Term> = (0..dimension).map(coordinate).collect();
            for (at, target) in targets.iter().enumerate() {
                all[place(at)] = in_term(target, &moved);
            }
            all
        };
        for rule in &part.moves {
            let targets = in_sum(&rule.targets);
            sum.moves.push(Move {
                name: rule.name.clone(),
                instance: instance_in(rule, part),
                amounts: rule.amounts.clone(),
                targets,
                // Sums of what breaks are refused before.
                more: Vec::new(),
                guard: substituted(&rule.guard, &moved),
            });
        }
        positions.push(substituted(&part.positions, &moved));
        for weights in &part.measure {
            let mut entry = vec![0; dimension];
            for (at, weight) in weights.iter().enumerate() {
                entry[place(at)] = *weight;
                flat[place(at)] = *weight;
            }
            sum.measure.push(entry);
        }
        let coordinates = (0..part.heaps.len() + part.registers.len()).map(place).collect();
        sum.components.push(Component { ruleset: part.clone(), coordinates });
    }
    if single {
        // Every move decreases one part's sum and leaves the others alone, so it decreases the sum of all.
        sum.measure = vec![flat];
    }
    sum.positions = fold::and(positions);
    sum
}

/// The sum without any of its parts.
fn empty_sum(parts: &[Ruleset]) -> Ruleset {
    Ruleset {
        name: parts.iter().map(|part| part.name.as_str()).collect::<Vec<_>>().join(" + "),
        heaps: Vec::new(),
        registers: Vec::new(),
        moves: Vec::new(),
        positions: Condition::Known(true),
        play: Play::Normal,
        blocking: 0,
        measure: Vec::new(),
        unproved: Vec::new(),
        parameters: IndexMap::new(),
        finite_options: parts.iter().all(|part| part.finite_options),
        components: Vec::new(),
    }
}

/// Names the heaps and registers of a part beside those that the sum has.
fn named_beside(sum: &mut Ruleset, part: &Ruleset, number: usize) {
    let fresh = |name: &str, taken: &[&str]| {
        if taken.contains(&name) { format!("{name}{}", number + 1) } else { name.to_owned() }
    };
    // Heaps of an array share its name: h[1], h[2] become h2[1], h2[2].
    let split = |heap: &str| heap.find('[').unwrap_or(heap.len());
    let before: Vec<String> = sum.heaps.iter().map(|heap| heap[..split(heap)].to_owned()).collect();
    let taken: Vec<&str> = before.iter().map(String::as_str).collect();
    for heap in &part.heaps {
        let (name, index) = heap.split_at(split(heap));
        sum.heaps.push(format!("{}{index}", fresh(name, &taken)));
    }
    for register in &part.registers {
        let taken: Vec<&str> = sum.registers.iter().map(|register| register.name.as_str()).collect();
        let name = fresh(&register.name, &taken);
        sum.registers.push(Register { name, ..register.clone() });
    }
}

/// Which instance of a move it is, and of which part.
fn instance_in(rule: &Move, part: &Ruleset) -> String {
    if rule.instance.is_empty() { part.name.clone() } else { format!("{}, in {}", rule.instance, part.name) }
}
