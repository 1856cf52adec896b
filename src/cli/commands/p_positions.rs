//! `nimdsl p-positions`: the positions without a winning move, or of another Grundy value.
use crate::cli::args::PPositionsArgs;
use crate::cli::budget::Phase;
use crate::cli::output::{ChainAnswer, PositionList, words};
use crate::cli::session::Session;
use crate::cli::stop::Stop;
use crate::cli::terminal;
use nimdsl::engine::is_symmetric;
use nimdsl::rules::{Chain, Rules};
use nimdsl::ruleset::{Position, Ruleset};
use serde_json::json;
use std::collections::HashSet;
use std::io::{BufWriter, Write};

/// Lists positions, or the chain that they are.
pub(in crate::cli) fn run(asked: &PPositionsArgs, session: &mut Session<'_>) -> Result<(), Stop> {
    let rules = session.open_shown(&asked.file)?.answered_by(asked.engine.as_deref());
    let found = match asked.grundy {
        None => rules.p_positions(asked.up_to, &session.context)?,
        Some(value) => rules.positions_of(value, asked.up_to, &session.context)?,
    };
    terminal::end();
    let (ruleset, mut positions) = (rules.ruleset(), found.p_positions);
    let mut out = BufWriter::new(terminal::out());
    if asked.chain {
        print_chain(&chain(&positions, ruleset)?, &rules, session, &mut out)?;
    } else {
        if asked.sorted && is_symmetric(ruleset) {
            positions.retain(|position| position[..ruleset.heaps.len()].is_sorted());
        } else if asked.sorted {
            let told = "the game is not shown to be symmetric in its heaps, so --sorted leaves nothing out";
            writeln!(terminal::err(), "nimdsl: {told}: all positions are listed")?;
        }
        session.arguments.format.positions(&PositionList { ruleset, positions: &positions }, &mut out)?;
    }
    out.flush()?;
    session.answered(Phase::Engine);
    Ok(())
}

/// a1, a2, ... if the positions are (a1, a2), (a2, a3), ... and their mirror images.
fn chain(all: &[Position], ruleset: &Ruleset) -> Result<Chain, Stop> {
    if ruleset.heaps.len() != 2 || !ruleset.registers.is_empty() {
        return Err(Stop::refused("--chain needs two heaps and no registers"));
    }
    let known: HashSet<&Position> = all.iter().collect();
    let alone = all.iter().find(|position| !known.contains(&vec![position[1], position[0]]));
    if let Some(position) = alone {
        let here = words::position(position, ruleset);
        let mirrored = words::position(&[position[1], position[0]], ruleset);
        let message =
            format!("{here} is listed and {mirrored} is not, so the positions are no chain with its mirror images");
        return Err(Stop::Message(message, 1));
    }
    let sorted: Vec<&[i64]> = all.iter().map(Vec::as_slice).filter(|position| position.is_sorted()).collect();
    Chain::of(&sorted).ok_or_else(|| {
        Stop::Message("the positions with x <= y do not form a chain (a1, a2), (a2, a3), ...".to_owned(), 1)
    })
}

fn print_chain(chain: &Chain, rules: &Rules, session: &Session<'_>, out: &mut impl Write) -> Result<(), Stop> {
    let answer = ChainAnswer { rules, terms: &chain.terms, name: chain.words() };
    if let Some(written) = session.arguments.format.chain(&answer, out) {
        return written;
    }
    if session.wants_data() {
        writeln!(out, "{}", json!({"schema": 1, "chain": chain.terms, "is": chain.hit}))?;
        return Ok(());
    }
    writeln!(out, "{}", chain.terms.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))?;
    writeln!(out, "{}", chain.words().unwrap_or_else(|| "no name is known for it".to_owned()))?;
    Ok(())
}
