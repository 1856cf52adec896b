//! `nimdsl p-positions`: the positions without a winning move, or of another Grundy value.
use crate::cli::args::PPositionsArgs;
use crate::cli::budget::Phase;
use crate::cli::files::Folder;
use crate::cli::output::{ChainAnswer, PositionList};
use crate::cli::session::Session;
use crate::cli::stop::Stop;
use crate::cli::terminal;
use nimdsl::engine::is_symmetric;
use nimdsl::rules::{Chain, PairColumns, Rules, to_json};
use nimdsl::ruleset::Position;
use serde_json::json;
use std::io::{BufWriter, Write};

/// Lists positions, or the chain that they are.
pub(in crate::cli) fn run(asked: &PPositionsArgs, session: &mut Session<'_>) -> Result<(), Stop> {
    let rules = session.open_shown(&asked.file)?.answered_by(asked.engine.as_deref());
    let mut found = match asked.grundy {
        None => rules.p_positions(asked.up_to, &session.context)?,
        Some(value) => rules.positions_of(value, asked.up_to, &session.context)?,
    };
    terminal::end();
    let ruleset = rules.ruleset();
    let mut out = BufWriter::new(terminal::out());
    if asked.pairs {
        print_pairs(&rules, &rules.pairs(&found.positions)?, asked, (session, &mut out))?;
    } else if asked.chain {
        print_chain(&chain(&found.positions, &rules)?, &rules, session, &mut out)?;
    } else {
        if asked.sorted && is_symmetric(ruleset) {
            found.positions.retain(|position| position[..ruleset.heaps.len()].is_sorted());
        } else if asked.sorted {
            let told = "the game is not shown to be symmetric in its heaps, so --sorted leaves nothing out";
            writeln!(terminal::err(), "nimdsl: {told}: all positions are listed")?;
        }
        session.arguments.format.positions(&PositionList { ruleset, found: &found }, &mut out)?;
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
        writeln!(out, "{}", to_json(chain))?;
        return Ok(());
    }
    writeln!(out, "{}", chain.terms.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))?;
    writeln!(out, "{}", chain.words().unwrap_or_else(|| "no name is known for it".to_owned()))?;
    Ok(())
}

/// Columns, what they are, and a claim that holds as far as the positions go.
fn print_pairs(
    rules: &Rules,
    columns: &PairColumns,
    asked: &PPositionsArgs,
    (session, out): (&Session<'_>, &mut impl Write),
) -> Result<(), Stop> {
    let claim = match asked.grundy {
        Some(_) => None,
        None => rules.holding(columns, asked.up_to, &Folder::of(&asked.file), &session.context)?,
    };
    if session.wants_data() {
        let mut data = to_json(columns);
        data["claim"] = json!(claim);
        writeln!(out, "{data}")?;
        return Ok(());
    }
    let numbers = |(n, pair): (usize, &[i64; 2])| {
        let apart = pair[1] - pair[0];
        [n.to_string(), pair[0].to_string(), pair[1].to_string(), apart.to_string()]
    };
    let rows: Vec<[String; 4]> = columns.pairs.iter().enumerate().map(numbers).collect();
    let heads = ["n", "A(n)", "B(n)", "B(n) - A(n)"];
    let widths: Vec<usize> = (0..4)
        .map(|column| rows.iter().map(|row| row[column].len()).chain([heads[column].len()]).max().unwrap_or(0))
        .collect();
    let line = |cells: &[&str]| {
        let padded = cells.iter().zip(&widths).map(|(cell, width)| format!("{cell:>width$}"));
        padded.collect::<Vec<_>>().join("  ")
    };
    writeln!(out, "{}", line(&heads))?;
    for row in &rows {
        writeln!(out, "{}", line(&row.each_ref().map(String::as_str)))?;
    }
    writeln!(out)?;
    for (name, hit) in ["A(k)", "B(k)", "B(k) - A(k)"].iter().zip(&columns.columns) {
        match hit {
            Some(hit) => {
                writeln!(out, "{name}: {}; {}", hit.name, hit.formula_of(name))?;
            }
            None => writeln!(out, "{name}: no name is known for it")?,
        }
    }
    if let Some(claim) = claim {
        let up_to = asked.up_to;
        writeln!(
            out,
            "\nfor the ruleset, where it holds up to {up_to} (`nimdsl prove` tries all positions):\n\n{claim}"
        )?;
    }
    Ok(())
}
