//! `nimdsl solve`: the P-positions of a game, guessed from a table and proved for all positions.
use crate::cli::args::SolveArgs;
use crate::cli::budget::Phase;
use crate::cli::files::kinds::{FileKind, is_free, write};
use crate::cli::session::Session;
use crate::cli::stop::Stop;
use crate::cli::terminal;
use nimdsl::rules::{Rules, Solved, to_json};
use nimdsl::ruleset::Ruleset;
use std::io::Write;

/// States of an automaton that is drawn without being asked for.
const MOST_DRAWN: usize = 12;
/// Positions of a solved game that are listed have coordinates below this, by the number of coordinates.
const SHOWN: [u128; 6] = [32, 32, 32, 16, 8, 4];

/// Finds the P-positions without any claim.
pub(in crate::cli) fn run(asked: &SolveArgs, session: &mut Session<'_>) -> Result<(), Stop> {
    let rules = session.open(&asked.file)?;
    let done = solve(asked, &rules, session);
    session.clock.stop(Phase::Engine);
    done
}

/// Solves a game and prints the set, its first positions and a small automaton.
fn solve(asked: &SolveArgs, rules: &Rules, session: &Session<'_>) -> Result<(), Stop> {
    let (ruleset, dot) = (rules.ruleset(), asked.dot.as_deref());
    if let Some(path) = dot {
        is_free(path, FileKind::Drawing)?;
    }
    let solution = rules.solve(&session.context)?;
    let (solved, drawing) = (&solution.solved, solution.drawing());
    if let Some(path) = dot {
        write(path, FileKind::Drawing, &drawing)?;
    }
    let mut out = terminal::out();
    if session.wants_data() {
        writeln!(out, "{}", to_json(&solution))?;
        return Ok(());
    }
    let states =
        format!("{}, {} states, {} nodes", solved.figures.numeration, solved.figures.states, solved.figures.nodes);
    let words = match &solved.formula {
        Some(set) if set.starts_with('{') || set.starts_with("sym ") => format!("P = {set}"),
        Some(condition) => format!("P({}) iff {condition}", place(ruleset)),
        None => "P = the set of this automaton".to_owned(),
    };
    writeln!(out, "proved   {words}, for all positions ({states})")?;
    writeln!(out, "{}", first_positions(solved, ruleset))?;
    if solved.formula.is_none() && dot.is_none() {
        if solved.figures.states <= MOST_DRAWN {
            write!(out, "{drawing}")?;
        } else {
            writeln!(
                out,
                "the automaton is large: `--dot FILE` writes its drawing, `--format json` the automaton itself"
            )?;
        }
    }
    Ok(())
}

/// The coordinates as a claim names them: an array by its name.
fn place(ruleset: &Ruleset) -> String {
    let mut heaps: Vec<&str> = Vec::new();
    for heap in &ruleset.heaps {
        let name = heap.split('[').next().unwrap_or(heap);
        if heaps.last() != Some(&name) {
            heaps.push(name);
        }
    }
    let registers: Vec<&str> = ruleset.registers.iter().map(|register| register.name.as_str()).collect();
    let registers = if registers.is_empty() { String::new() } else { format!("; {}", registers.join(", ")) };
    format!("{}{registers}", heaps.join(", "))
}

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
