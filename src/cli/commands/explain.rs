//! `nimdsl explain`: a ruleset with its measure and engine; or a position with its value and all options.
use crate::cli::args::ExplainArgs;
use crate::cli::budget::Phase;
use crate::cli::forecast::forecast;
use crate::cli::input::{position, region};
use crate::cli::output::words;
use crate::cli::session::Session;
use crate::cli::stop::Stop;
use crate::cli::terminal;
use nimdsl::engine::Context;
use nimdsl::rules::{Rules, ValuedOption, to_json};
use nimdsl::ruleset::Ruleset;
use nimdsl::ruleset::words::settings;
use nimdsl::syntax::ast::ItemKind;
use nimdsl::syntax::print_item;
use nimdsl::table::Region;
use nimdsl::tasks::What;
use nimdsl::value::{Outcome, Play};
use std::io::{BufWriter, Write};

/// Explains a ruleset, or a position of it.
pub(in crate::cli) fn run(asked: &ExplainArgs, session: &mut Session<'_>) -> Result<(), Stop> {
    let rules = session.open_shown(&asked.file)?;
    let mut out = BufWriter::new(terminal::out());
    match &asked.position {
        Some(text) => explain_position(text, &rules, session, &mut out)?,
        None if asked.size.is_some() || asked.total.is_some() || asked.outcomes => {
            explain_cost(asked, &rules, session, &mut out)?;
        }
        None => explain_ruleset(&rules, session, &mut out)?,
    }
    out.flush()?;
    session.answered(Phase::Engine);
    Ok(())
}

/// The rules as they are read, their measure, the engine that answers, and the names of the claims.
fn explain_ruleset(rules: &Rules, session: &Session<'_>, out: &mut impl Write) -> Result<(), Stop> {
    let about = rules.about();
    if session.wants_data() {
        writeln!(out, "{}", to_json(&about))?;
        return Ok(());
    }
    let items = &rules.document().file.items;
    for item in items.iter().filter(|item| !matches!(item.kind, ItemKind::Claim(_))) {
        writeln!(out, "{}", print_item(item))?;
    }
    let parameters = if about.params.is_empty() { "none".to_owned() } else { settings(&about.params) };
    writeln!(out, "\nparameters: {parameters}")?;
    writeln!(out, "{}", rules.ruleset().ending())?;
    writeln!(out, "engine: {}, because {}", about.engine, about.why)?;
    for claim in rules.document().claims() {
        writeln!(out, "{} \"{}\" (see `verify` and `prove`)", claim.kind, claim.name)?;
    }
    Ok(())
}

/// What a table will cost, by smaller ones.
fn explain_cost(asked: &ExplainArgs, rules: &Rules, session: &Session<'_>, out: &mut impl Write) -> Result<(), Stop> {
    let region = region(rules.ruleset(), asked.size.as_deref(), asked.total)?;
    let what = if asked.outcomes { What::Outcomes } else { What::Grundy };
    let table = |region: &Region, context: &Context| {
        let table = match what {
            What::Grundy => rules.grundy(region, context),
            What::Outcomes => rules.outcomes(region, context),
        };
        table.map(drop).map_err(Stop::from)
    };
    let rows = |region: &Region, context: &Context| rules.rows(what, region, context).map_err(Stop::from);
    let forecast = forecast(&region, &session.context, table, rules)?;
    let forecast = forecast.or_rows(&region, &session.context, rows, (rules, what));
    if session.wants_data() {
        writeln!(out, "{}", to_json(&forecast))?;
        return Ok(());
    }
    writeln!(out, "engine: {}", rules.about().engine)?;
    writeln!(out, "{}", forecast.words())?;
    Ok(())
}

/// The value and outcome of a position and of all its options; winning moves are marked.
fn explain_position(text: &str, rules: &Rules, session: &Session<'_>, out: &mut impl Write) -> Result<(), Stop> {
    let explained = rules.explain(&position(rules, text)?, &session.context)?;
    if session.wants_data() {
        writeln!(out, "{}", to_json(&explained))?;
        return Ok(());
    }
    let (own, ruleset) = (&explained.own, rules.ruleset());
    let kind = if own.outcome == Outcome::P { "a P-position" } else { "an N-position" };
    let value = own.grundy.map_or_else(String::new, |value| format!(" and has Grundy value {value}"));
    writeln!(out, "{} is {kind}{value}", words::position(&own.position, ruleset))?;
    for one in &explained.options {
        writeln!(out, "{}", line(one, ruleset))?;
    }
    if explained.options.is_empty() {
        let ends = if rules.play() == Play::Normal { "who has to move has lost" } else { "who has to move has won" };
        writeln!(out, "it is terminal: no move leads from it, and {ends}")?;
    } else {
        let rest = match (ruleset.blocking, own.outcome) {
            (0, _) => String::new(),
            (most, Outcome::P) => format!("; the other player forbids at most {most}, and so all of them"),
            (most, Outcome::N) => format!("; the other player forbids at most {most}, and one is left"),
        };
        writeln!(out, "* marks the winning moves{rest}")?;
    }
    Ok(())
}

fn line(one: &ValuedOption, ruleset: &Ruleset) -> String {
    let (mark, letter) = match one.outcome {
        Outcome::P => (terminal::marked("*"), "P"),
        Outcome::N => (" ".to_owned(), "N"),
    };
    let position = words::option(&one.option, ruleset);
    let value = one.grundy.map_or_else(String::new, |value| format!(" {value}"));
    format!("{mark} {position} {letter}{value}  by {}", one.option.words())
}
