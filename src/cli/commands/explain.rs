//! `nimdsl explain`: a ruleset with its measure and engine; or a position with its value and all options.
use super::options::{ways, ways_json};
use crate::cli::args::ExplainArgs;
use crate::cli::budget::Phase;
use crate::cli::input::position;
use crate::cli::output::words;
use crate::cli::session::{Opened, Session};
use crate::cli::stop::Stop;
use crate::cli::terminal;
use nimdsl::engine::{EngineError, Plan};
use nimdsl::ruleset::options::{Options, Reached};
use nimdsl::ruleset::{Position, Ruleset};
use nimdsl::syntax::ast::ItemKind;
use nimdsl::syntax::print_item;
use nimdsl::value::{Outcome, Play};
use serde_json::{Value, json};
use std::io::{BufWriter, Write};

/// Explains a ruleset, or a position of it.
pub(in crate::cli) fn run(asked: &ExplainArgs, session: &mut Session<'_>) -> Result<(), Stop> {
    let opened = session.open_shown(&asked.file)?;
    let done = match &asked.position {
        Some(position) => explain_position(position, &opened, session),
        None => explain_ruleset(&opened, session),
    };
    opened.blamed(done)
}

/// The rules as they are read, their measure, the engine that answers, and the names of the claims.
fn explain_ruleset(opened: &Opened, session: &mut Session<'_>) -> Result<(), Stop> {
    let Opened { document, ruleset } = opened;
    let plan = Plan::of(ruleset);
    let (engine, why) = (plan.kind().name(), plan.why());
    let parameters = words::settings(&ruleset.parameters);
    let mut out = BufWriter::new(terminal::out());
    if session.wants_data() {
        let moves: Vec<&str> = ruleset.moves.iter().map(|rule| rule.name.as_str()).collect();
        let about = json!({
            "schema": 1, "ruleset": ruleset.name, "params": parameters, "heaps": ruleset.heaps, "moves": moves,
            "measure": ruleset.measure, "assumes": words::assumed(ruleset), "engine": engine, "why": why
        });
        writeln!(out, "{about}")?;
    } else {
        let items = &document.file.items;
        for item in items.iter().filter(|item| !matches!(item.kind, ItemKind::Claim(_))) {
            writeln!(out, "{}", print_item(item))?;
        }
        writeln!(out, "\nparameters: {parameters}")?;
        writeln!(out, "{}", ruleset.ending())?;
        writeln!(out, "engine: {engine}, because {why}")?;
        for claim in document.claims() {
            writeln!(out, "{} \"{}\" (see `verify` and `prove`)", claim.kind, claim.name)?;
        }
    }
    out.flush()?;
    session.answered(Phase::Engine);
    Ok(())
}

/// An option of a position, and what it is worth.
struct ValuedOption {
    option: Reached,
    grundy: u32,
    outcome: Outcome,
}

/// The value and outcome of a position and of all its options; winning moves are marked.
fn explain_position(text: &str, opened: &Opened, session: &mut Session<'_>) -> Result<(), Stop> {
    let ruleset = &opened.ruleset;
    let play = opened.play(session);
    let plan = Plan::of(ruleset);
    let from = position(&opened.document, ruleset, text)?;
    let (grundy, outcome) = plan.value_at(&from, play, &session.context)?;
    let options = Options::new(ruleset).map_err(EngineError::from)?;
    let mut list = Vec::new();
    for option in options.list(&from).map_err(EngineError::from)? {
        let (grundy, outcome) = plan.value_at(&option.position, play, &session.context)?;
        list.push(ValuedOption { option, grundy, outcome });
    }
    let mut out = BufWriter::new(terminal::out());
    if session.wants_data() {
        let is_winning = |one: &&ValuedOption| one.outcome == Outcome::P;
        let winning: Vec<&Position> = list.iter().filter(is_winning).map(|one| &one.option.position).collect();
        let options: Vec<Value> = list.iter().map(|one| one.as_json(ruleset)).collect();
        let letter = letter(outcome);
        let about = json!({
            "schema": 1, "position": from, "outcome": letter, "grundy": grundy, "options": options, "winning": winning
        });
        writeln!(out, "{about}")?;
    } else {
        let kind = if outcome == Outcome::P { "a P-position" } else { "an N-position" };
        writeln!(out, "{} is {kind} and has Grundy value {grundy}", words::position(&from, ruleset))?;
        for one in &list {
            writeln!(out, "{}", one.line(ruleset))?;
        }
        if list.is_empty() {
            let ends = if play == Play::Normal { "who has to move has lost" } else { "who has to move has won" };
            writeln!(out, "it is terminal: no move leads from it, and {ends}")?;
        } else {
            writeln!(out, "* marks the winning moves")?;
        }
    }
    out.flush()?;
    session.answered(Phase::Engine);
    Ok(())
}

impl ValuedOption {
    fn line(&self, ruleset: &Ruleset) -> String {
        let mark = if self.outcome == Outcome::P { terminal::marked("*") } else { " ".to_owned() };
        let position = words::position(&self.option.position, ruleset);
        let (letter, ways) = (letter(self.outcome), ways(&self.option.ways, ruleset));
        format!("{mark} {position} {letter} {}  by {ways}", self.grundy)
    }

    fn as_json(&self, ruleset: &Ruleset) -> Value {
        json!({
            "position": self.option.position, "grundy": self.grundy, "outcome": letter(self.outcome),
            "ways": ways_json(&self.option.ways, ruleset)
        })
    }
}

fn letter(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::P => "P",
        Outcome::N => "N",
    }
}
