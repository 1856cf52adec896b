//! `nimdsl options`: the options of a position, with the moves that lead to them.
use crate::cli::args::OptionsArgs;
use crate::cli::budget::Phase;
use crate::cli::input::position;
use crate::cli::output::words;
use crate::cli::session::Session;
use crate::cli::stop::Stop;
use crate::cli::terminal;
use nimdsl::rules::to_json;
use std::io::{BufWriter, Write};

/// Lists the options.
pub(in crate::cli) fn run(asked: &OptionsArgs, session: &mut Session<'_>) -> Result<(), Stop> {
    let rules = session.open_shown(&asked.file)?;
    let reachable = rules.options(&position(&rules, &asked.position)?)?;
    let mut out = BufWriter::new(terminal::out());
    if session.wants_data() {
        writeln!(out, "{}", to_json(&reachable))?;
    } else {
        let ruleset = rules.ruleset();
        let from = words::position(&reachable.position, ruleset);
        writeln!(out, "{from} has {} options", reachable.options.len())?;
        for option in &reachable.options {
            writeln!(out, "{}  by {}", words::option(option, ruleset), option.words())?;
        }
    }
    out.flush()?;
    session.answered(Phase::Engine);
    Ok(())
}
