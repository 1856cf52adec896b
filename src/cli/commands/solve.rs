//! `nimdsl solve`: the P-positions of a game, guessed from a table and proved for all positions.
use crate::cli::args::SolveArgs;
use crate::cli::budget::Phase;
use crate::cli::files::kinds::{FileKind, is_free, write};
use crate::cli::session::Session;
use crate::cli::stop::Stop;
use crate::cli::terminal;
use nimdsl::rules::{Rules, to_json};
use std::io::Write;

/// States of an automaton that is drawn without being asked for.
const MOST_DRAWN: usize = 12;

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
    writeln!(out, "proved   {}", solution.words(ruleset))?;
    writeln!(out, "{}", solution.first_positions(ruleset))?;
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
