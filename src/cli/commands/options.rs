//! `nimdsl options`: the options of a position, with the moves that lead to them.
use crate::cli::args::OptionsArgs;
use crate::cli::budget::Phase;
use crate::cli::input::position;
use crate::cli::output::words;
use crate::cli::session::{Opened, Session};
use crate::cli::stop::Stop;
use crate::cli::terminal;
use nimdsl::engine::EngineError;
use nimdsl::ruleset::Ruleset;
use nimdsl::ruleset::options::Options;
use serde_json::{Map, Value, json};
use std::io::{BufWriter, Write};

/// Lists the options.
pub(in crate::cli) fn run(asked: &OptionsArgs, session: &mut Session<'_>) -> Result<(), Stop> {
    let opened = session.open_shown(&asked.file)?;
    let done = print(asked, &opened, session);
    opened.blamed(done)
}

fn print(asked: &OptionsArgs, opened: &Opened, session: &mut Session<'_>) -> Result<(), Stop> {
    let ruleset = &opened.ruleset;
    let from = position(&opened.document, ruleset, &asked.position)?;
    let options = Options::new(ruleset).map_err(EngineError::from)?;
    let reached = options.list(&from).map_err(EngineError::from)?;
    let mut out = BufWriter::new(terminal::out());
    if session.wants_data() {
        let list = reached
            .iter()
            .map(|option| json!({"position": option.position, "ways": ways_json(&option.ways, ruleset)}))
            .collect::<Vec<_>>();
        writeln!(out, "{}", json!({"schema": 1, "position": from, "options": list}))?;
    } else {
        writeln!(out, "{} has {} options", words::position(&from, ruleset), reached.len())?;
        for option in &reached {
            let (to, by) = (words::position(&option.position, ruleset), ways(&option.ways, ruleset));
            writeln!(out, "{to}  by {by}")?;
        }
    }
    out.flush()?;
    session.answered(Phase::Engine);
    Ok(())
}

/// A move by its number in the ruleset, with its amounts.
type MoveWay = (usize, Vec<i64>);

/// The moves that lead to an option: `take i = 3; both i = 1, j = 2`.
pub(super) fn ways(ways: &[MoveWay], ruleset: &Ruleset) -> String {
    let all = ways.iter().map(|(rule, amounts)| {
        let rule = &ruleset.moves[*rule];
        let amounts: Vec<String> =
            rule.amounts.iter().zip(amounts).map(|(name, value)| format!("{name} = {value}")).collect();
        let instance = if rule.instance.is_empty() { String::new() } else { format!(" [{}]", rule.instance) };
        format!("{}{instance} {}", rule.name, amounts.join(", ")).trim_end().to_owned()
    });
    all.collect::<Vec<_>>().join("; ")
}

/// The same as a JSON list.
pub(super) fn ways_json(ways: &[MoveWay], ruleset: &Ruleset) -> Value {
    let all = ways.iter().map(|(rule, amounts)| {
        let rule = &ruleset.moves[*rule];
        let amounts: Map<String, Value> =
            rule.amounts.iter().cloned().zip(amounts.iter().map(|value| json!(value))).collect();
        let mut way = json!({"move": rule.name, "amounts": amounts});
        if !rule.instance.is_empty() {
            way["instance"] = json!(rule.instance);
        }
        way
    });
    all.collect()
}
