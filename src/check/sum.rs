//! The disjunctive sum of rulesets as a ruleset. Knows nothing of files.
use super::lower::fold;
use super::lower::substitute::{in_term, substituted};
use crate::ruleset::{Component, Condition, Move, Register, Ruleset, Term, Variable};
use crate::value::Play;
use indexmap::{IndexMap, IndexSet};

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
    // Heaps of an array share its name: h[1], h[2] become h2[1], h2[2].
    let split = |name: &str| name.find('[').unwrap_or(name.len());
    let base = |name: &String| name[..split(name)].to_owned();
    let of = |ruleset: &Ruleset| -> IndexSet<String> {
        ruleset.heaps.iter().chain(ruleset.registers.iter().map(|register| &register.name)).map(base).collect()
    };
    let (taken, own) = (of(sum), of(part));
    let mut names: IndexMap<String, String> = IndexMap::new();
    for name in &own {
        let mut given = name.clone();
        if taken.contains(name) {
            given = format!("{name}{}", number + 1);
            // The name with the number may be that of another heap.
            while taken.contains(&given) || own.contains(&given) || names.values().any(|other| *other == given) {
                given.push('_');
            }
        }
        names.insert(name.clone(), given);
    }
    let renamed = |name: &str| {
        let (name, index) = name.split_at(split(name));
        format!("{}{index}", names.get(name).map_or(name, String::as_str))
    };
    sum.heaps.extend(part.heaps.iter().map(|heap| renamed(heap)));
    let registers = part.registers.iter();
    sum.registers.extend(registers.map(|register| Register { name: renamed(&register.name), ..register.clone() }));
}

/// Which instance of a move it is, and of which part.
fn instance_in(rule: &Move, part: &Ruleset) -> String {
    if rule.instance.is_empty() { part.name.clone() } else { format!("{}, in {}", rule.instance, part.name) }
}
