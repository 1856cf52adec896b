//! The command `identify`: reads terms and the user's OEIS files, prints the hits; knows nothing about sequences.
use crate::cli::args::IdentifyArgs;
use crate::cli::files::{opened, standard_input};
use crate::cli::session::Session;
use crate::cli::stop::{Stop, why};
use crate::cli::terminal;
use dashu_int::IBig;
use nimdsl::rules::{NoAnswer, SequenceName, find_in_oeis, identify, terms, to_json};
use std::cell::RefCell;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

/// Prints what a list of integers is.
pub(in crate::cli) fn run(asked: &IdentifyArgs, session: &Session<'_>) -> Result<(), Stop> {
    let given = [std::slice::from_ref(&asked.terms), &asked.more].concat().join(" ");
    let read = if given.trim() == "-" { terms(&standard_input()?) } else { terms(&given) };
    let terms = read.map_err(unread)?;
    let mut identified = identify(&terms);
    if let Some(folder) = &asked.oeis {
        identified.hits.extend(look_up(&terms, folder)?);
    }
    let mut out = terminal::out();
    if session.wants_data() {
        writeln!(out, "{}", to_json(&identified))?;
        return Ok(());
    }
    if identified.hits.is_empty() {
        writeln!(out, "no name found for these {} terms", terms.len())?;
        if terms.len() < 10 {
            writeln!(out, "  ten terms or more tell more")?;
        }
    }
    for hit in &identified.hits {
        print(&mut out, hit)?;
    }
    Ok(())
}

fn print(out: &mut dyn Write, hit: &SequenceName) -> io::Result<()> {
    writeln!(out, "{}", hit.name)?;
    writeln!(out, "  {}", hit.formula)?;
    writeln!(out, "  {} terms used, {} more agree", hit.terms_used, hit.terms_held_out)
}

/// What is wrong with the terms, with the command that refuses them.
fn unread(refusal: NoAnswer) -> Stop {
    match refusal {
        NoAnswer::Question(why) => Stop::refused(format!("identify: {why}")),
        other => other.into(),
    }
}

fn look_up(terms: &[IBig], folder: &Path) -> Result<Vec<SequenceName>, Stop> {
    let broken = RefCell::new(None);
    let stripped = lines(&folder.join("stripped"), &broken)?;
    let names = lines(&folder.join("names"), &broken)?;
    let found = find_in_oeis(terms, stripped, names);
    match broken.into_inner() {
        Some(message) => Err(Stop::Message(message, 2)),
        None => Ok(found.hits),
    }
}

/// The lines of a file; a fault ends them and is kept.
fn lines<'a>(path: &Path, broken: &'a RefCell<Option<String>>) -> Result<impl Iterator<Item = String> + use<'a>, Stop> {
    let name = path.display().to_string();
    let fail = |error: io::Error| {
        let why = why(&error);
        Stop::Message(
            format!(
                "{name}: cannot be read: {why}; --oeis takes a folder with the unpacked files `stripped` and `names` of oeis.org"
            ),
            2,
        )
    };
    let file = opened(path).map_err(fail)?;
    Ok(BufReader::new(file).lines().map_while(move |line| match line {
        Ok(line) => Some(line),
        Err(error) => {
            *broken.borrow_mut() = Some(format!("{name}: cannot be read: {}", why(&error)));
            None
        }
    }))
}
