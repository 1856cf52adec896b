//! `nimdsl table`: Grundy values or outcomes of all positions of a region.
use crate::cli::args::TableArgs;
use crate::cli::budget::Phase;
use crate::cli::input::region;
use crate::cli::output::TableAnswer;
use crate::cli::session::{Opened, Session};
use crate::cli::stop::Stop;
use crate::cli::terminal;
use nimdsl::engine::Plan;
use nimdsl::tasks::What;
use nimdsl::value::Play;
use std::io::{BufWriter, Write};

/// Computes a table and writes it in any form.
pub(in crate::cli) fn run(asked: &TableArgs, session: &mut Session<'_>) -> Result<(), Stop> {
    let opened = session.open_shown(&asked.file)?;
    let done = print(asked, &opened, session);
    opened.blamed(done)
}

fn print(asked: &TableArgs, opened: &Opened, session: &mut Session<'_>) -> Result<(), Stop> {
    let Opened { document, ruleset } = opened;
    let play = opened.play(session);
    let region = region(ruleset, asked.size.as_deref(), asked.total)?;
    let plan = Plan::named(asked.engine.as_deref(), ruleset)?;
    let what = if asked.outcomes { What::Outcomes } else { What::Grundy };
    let table = match what {
        What::Outcomes => plan.outcomes(&region, play, &session.context)?,
        What::Grundy if play == Play::Misere => {
            return Err(Stop::refused("Grundy values are those of normal play; ask for --outcomes"));
        }
        What::Grundy => plan.grundy(&region, &session.context)?,
    };
    session.clock.stop(Phase::Engine);
    terminal::end();
    let mut out = BufWriter::new(terminal::out());
    let tabled = TableAnswer { document, ruleset, play, region: &region, what, table: &table };
    session.arguments.format.table(&tabled, &mut out)?;
    out.flush()?;
    session.answered(Phase::Rendering);
    Ok(())
}
