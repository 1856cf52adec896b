//! The command `identify`: reads terms and the user's OEIS files, prints the hits; knows nothing about sequences.
use crate::cli::args::IdentifyArgs;
use crate::cli::session::Session;
use crate::cli::stop::{Stop, why};
use crate::cli::terminal;
use dashu_int::IBig;
use nimdsl::identify::{SequenceName, identify, oeis};
use serde_json::json;
use std::cell::RefCell;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

/// More terms, or more characters from the input, are refused.
const MOST: usize = 100_000;
const LONGEST: u64 = 16 << 20;
/// Characters of a wrong term that a message repeats.
const SHOWN: usize = 40;

/// Prints what a list of integers is.
pub(in crate::cli) fn run(asked: &IdentifyArgs, session: &Session<'_>) -> Result<(), Stop> {
    let given = [std::slice::from_ref(&asked.terms), &asked.more].concat().join(" ");
    let terms = if given.trim() == "-" { terms(&input()?)? } else { terms(&given)? };
    let mut hits = identify(&terms);
    if let Some(folder) = &asked.oeis {
        hits.extend(look_up(&terms, folder)?);
    }
    let mut out = terminal::out();
    if session.wants_data() {
        writeln!(out, "{}", json!({"schema": 1, "hits": hits}))?;
        return Ok(());
    }
    if hits.is_empty() {
        writeln!(out, "no name found for these {} terms", terms.len())?;
        if terms.len() < 10 {
            writeln!(out, "  ten terms or more tell more")?;
        }
    }
    for hit in &hits {
        print(&mut out, hit)?;
    }
    Ok(())
}

fn print(out: &mut dyn Write, hit: &SequenceName) -> io::Result<()> {
    writeln!(out, "{}", hit.name)?;
    writeln!(out, "  {}", hit.formula)?;
    writeln!(out, "  {} terms used, {} more agree", hit.terms_used, hit.terms_held_out)
}

fn input() -> Result<String, Stop> {
    let mut text = String::new();
    io::stdin().lock().take(LONGEST).read_to_string(&mut text)?;
    Ok(text)
}

/// Integers of any length, separated by commas or spaces.
fn terms(text: &str) -> Result<Vec<IBig>, Stop> {
    let text = text.trim().trim_end_matches(',');
    if text.is_empty() {
        return Err(Stop::Message("identify: there are no terms; write for example 0,1,3,6,10,15".to_owned(), 2));
    }
    let mut terms = Vec::new();
    for (place, part) in (1_usize..).zip(text.split(',').flat_map(words)) {
        if MOST < place {
            return Err(Stop::Message(format!("identify: more than {MOST} terms"), 2));
        }
        terms.push(term(part).ok_or_else(|| wrong(part, place))?);
    }
    Ok(terms)
}

/// The words between two commas; nothing at all is one empty word.
fn words(part: &str) -> Vec<&str> {
    let words: Vec<&str> = part.split_whitespace().collect();
    if words.is_empty() { vec![""] } else { words }
}

fn term(word: &str) -> Option<IBig> {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| word.parse().ok()).flatten()
}

fn wrong(word: &str, place: usize) -> Stop {
    let start: String = word.chars().take(SHOWN).collect();
    let more = if start.len() < word.len() { "..." } else { "" };
    let told = if word.is_empty() { "is empty".to_owned() } else { format!("`{start}{more}` is not an integer") };
    Stop::Message(format!("identify: term {place} {told}; write for example 0,1,3,6,10,15"), 2)
}

fn look_up(terms: &[IBig], folder: &Path) -> Result<Vec<SequenceName>, Stop> {
    let broken = RefCell::new(None);
    let stripped = lines(&folder.join("stripped"), &broken)?;
    let names = lines(&folder.join("names"), &broken)?;
    let hits = oeis::find(terms, stripped, names);
    match broken.into_inner() {
        Some(message) => Err(Stop::Message(message, 2)),
        None => Ok(hits),
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
    let file = File::open(path).map_err(fail)?;
    Ok(BufReader::new(file).lines().map_while(move |line| match line {
        Ok(line) => Some(line),
        Err(error) => {
            *broken.borrow_mut() = Some(format!("{name}: cannot be read: {}", why(&error)));
            None
        }
    }))
}
