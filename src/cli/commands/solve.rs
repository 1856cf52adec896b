//! `nimdsl solve`: the P-positions of a game, guessed from a table and proved for all positions.
use crate::cli::args::SolveArgs;
use crate::cli::budget::Phase;
use crate::cli::files::kinds::{FileKind, is_free, write};
use crate::cli::session::Session;
use crate::cli::stop::Stop;
use crate::cli::terminal;
use nimdsl::rules::{Rules, to_json};
use std::io::Write;

/// Finds the P-positions without any claim.
pub(in crate::cli) fn run(asked: &SolveArgs, session: &mut Session<'_>) -> Result<(), Stop> {
    let rules = session.open(&asked.file)?;
    let done = solve(asked, &rules, session);
    session.clock.stop(Phase::Engine);
    done
}

/// Solves a game and prints the set and its first positions.
fn solve(asked: &SolveArgs, rules: &Rules, session: &Session<'_>) -> Result<(), Stop> {
    let (ruleset, dot) = (rules.ruleset(), asked.dot.as_deref());
    if let Some(path) = dot {
        is_free(path, FileKind::Drawing)?;
    }
    let solution = rules.solve(&session.context)?;
    if let Some(path) = dot {
        write(path, FileKind::Drawing, solution.drawing())?;
    }
    let mut out = terminal::out();
    if session.wants_data() {
        writeln!(out, "{}", to_json(&solution))?;
        return Ok(());
    }
    writeln!(out, "proved   {}", solution.words(ruleset))?;
    writeln!(out, "{}", solution.first_positions(ruleset))?;
    if solution.solved.formula.is_none() && dot.is_none() {
        writeln!(
            out,
            "no formula for it was found: `--dot FILE` writes a drawing of the automaton, `--format json` the automaton itself"
        )?;
    }
    Ok(())
}
