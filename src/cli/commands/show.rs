//! `nimdsl show`: the rules and claims of a file as a text to be read or printed.
use crate::cli::args::ShowArgs;
use crate::cli::budget::Phase;
use crate::cli::session::Session;
use crate::cli::stop::Stop;
use crate::cli::terminal;
use nimdsl::rules::{Shown, to_json};
use std::io::{BufWriter, Write};

/// Prints rules and claims, or one claim alone.
pub(in crate::cli) fn run(asked: &ShowArgs, session: &mut Session<'_>) -> Result<(), Stop> {
    let rules = session.open(&asked.file)?;
    let mut shown = rules.shown();
    if asked.rules {
        shown.claims.clear();
    }
    if let Some(wanted) = &asked.claim {
        let wanted = &rules.claim(wanted)?.name;
        shown.claims.retain(|claim| claim.name == *wanted);
        for part in [&mut shown.text, &mut shown.latex] {
            part.clear();
        }
        shown.definitions.clear();
        shown.notation.clear();
    }
    let mut out = BufWriter::new(terminal::out());
    match session.arguments.format.rules(&shown, &mut out) {
        Some(written) => written?,
        None if session.wants_data() => writeln!(out, "{}", to_json(&shown))?,
        None => print_text(&shown, &mut out)?,
    }
    out.flush()?;
    session.answered(Phase::Rendering);
    Ok(())
}

/// The rules in canonical text, and each claim behind an empty line.
fn print_text(shown: &Shown, out: &mut impl Write) -> Result<(), Stop> {
    write!(out, "{}{}", shown.text, if shown.claims.is_empty() { "" } else { &shown.definitions })?;
    for claim in &shown.claims {
        writeln!(out, "\n{}", claim.text)?;
    }
    Ok(())
}
