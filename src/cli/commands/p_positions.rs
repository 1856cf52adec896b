//! `nimdsl p-positions`: the positions without a winning move, or of another Grundy value.
use crate::cli::args::PPositionsArgs;
use crate::cli::budget::Phase;
use crate::cli::output::{ChainAnswer, PositionList};
use crate::cli::session::Session;
use crate::cli::stop::Stop;
use crate::cli::terminal;
use nimdsl::engine::is_symmetric;
use nimdsl::rules::{Chain, Rules};
use nimdsl::ruleset::Position;
use serde_json::json;
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
        print_chain(&chain(&positions, &rules)?, &rules, session, &mut out)?;
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
fn chain(all: &[Position], rules: &Rules) -> Result<Chain, Stop> {
    if rules.ruleset().heaps.len() != 2 || !rules.ruleset().registers.is_empty() {
        return Err(Stop::refused("--chain needs two heaps and no registers"));
    }
    rules.chain(all).map_err(|why| Stop::Message(why.to_string(), 1))
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
