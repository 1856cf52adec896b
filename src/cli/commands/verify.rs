//! `nimdsl verify`: a line for every claim.
use super::show::settings_json;
use crate::cli::args::Format;
use crate::cli::files::kinds::{Kind, is_free, write};
use crate::cli::parallel::in_order;
use crate::cli::{Stop, terminal};
use nimdsl::check::{Document, Settings};
use nimdsl::claim::Verdict;
use nimdsl::claim::listing::{Entry, errata, statements};
use nimdsl::claim::verify::{Expectation, Failure, Request, Verified, verify};
use nimdsl::engine::{Context, EngineError};
use nimdsl::syntax::ast::Claim;
use nimdsl::syntax::nearest;
use nimdsl::value::Play;
use serde_json::{Value, json};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

/// What the command line asks.
#[derive(Debug)]
pub(in crate::cli) struct Asked<'a> {
    pub(in crate::cli) up_to: Option<u64>,
    pub(in crate::cli) claim: Option<&'a str>,
    pub(in crate::cli) settings: Settings,
    pub(in crate::cli) play: Option<Play>,
    pub(in crate::cli) statements: Option<&'a Path>,
    pub(in crate::cli) errata: Option<&'a Path>,
}

/// Whether all is as the files say.
#[derive(Debug, Default)]
struct Outcome {
    missed: bool,
    open: bool,
    interrupted: bool,
}

/// Evaluates the claims of files, and says whether all is as the files say.
pub(in crate::cli) fn run(
    documents: &[(&Path, Document)],
    asked: &Asked<'_>,
    format: Format,
    context: &Context,
) -> Result<(), Stop> {
    if let Some(wanted) = asked.claim {
        let names = || documents.iter().flat_map(|(_, document)| document.claims()).map(|claim| claim.name.as_str());
        if !names().any(|name| name == wanted) {
            let help = nearest(wanted, names()).map_or_else(String::new, |near| format!("; did you mean \"{near}\"?"));
            return Err(Stop::Message(format!("there is no claim \"{wanted}\"{help}"), 2));
        }
    }
    let lists = [(asked.statements, Kind::Statements), (asked.errata, Kind::Errata)];
    for (path, kind) in lists.iter().filter_map(|(path, kind)| Some((path.as_ref()?, *kind))) {
        is_free(path, kind)?;
    }
    let mut out = terminal::out();
    let mut outcome = Outcome::default();
    let mut listed = Vec::new();
    let mut results = Vec::new();
    for (path, document) in documents {
        if 1 < documents.len() && format == Format::Text {
            writeln!(out, "{}", path.display())?;
        }
        let claims = of_document((path, document), asked, format, context, (&mut out, &mut outcome, &mut listed))?;
        results.push(json!({"ruleset": document.ruleset.name, "file": path.display().to_string(), "claims": claims}));
        if outcome.interrupted {
            break;
        }
    }
    if format == Format::Json {
        let mut whole = match results.len() {
            1 => results.swap_remove(0),
            _ => json!({ "rulesets": results }),
        };
        whole["schema"] = json!(1);
        writeln!(out, "{whole}")?;
    }
    if outcome.interrupted {
        return Err(Stop::from(EngineError::Cancelled));
    }
    let command = command_line();
    if let Some(path) = asked.statements {
        write(path, Kind::Statements, &statements(&listed, &command))?;
    }
    if let Some(path) = asked.errata {
        write(path, Kind::Errata, &errata(&listed, &command))?;
    }
    if outcome.missed {
        return Err(Stop::Code(1));
    }
    if outcome.open { Err(Stop::Code(3)) } else { Ok(()) }
}

/// The command as it was typed, to be cited; the program by its name alone.
fn command_line() -> String {
    let words = std::env::args().skip(1);
    std::iter::once("nimdsl".to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}

type Told<'a> = (&'a mut terminal::Out, &'a mut Outcome, &'a mut Vec<Entry>);

fn of_document(
    (path, document): (&Path, &Document),
    asked: &Asked<'_>,
    format: Format,
    context: &Context,
    (out, outcome, listed): Told<'_>,
) -> Result<Vec<Value>, Stop> {
    let request = Request { settings: asked.settings.clone(), play: asked.play, up_to: asked.up_to };
    let wanted = |claim: &&Claim| asked.claim.is_none_or(|wanted| claim.name == wanted);
    let claims: Vec<&Claim> = document.claims().filter(wanted).collect();
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let is_listed = asked.statements.is_some() || asked.errata.is_some();
    let work = |claim: &&Claim| -> Result<(Verified, Option<Entry>), Failure> {
        let verified = verify(document, claim, &request, context)?;
        let entry = is_listed.then(|| Entry::new(document, claim, &verified, &stem, context));
        Ok((verified, entry.transpose().map_err(Failure::Engine)?))
    };
    let mut results = Vec::new();
    let mut ended = Ok(());
    in_order(&claims, context.threads, work, |judged| {
        let told = match judged {
            Ok((verified, entry)) => {
                outcome.missed |= verified.as_expected == Expectation::Missed;
                outcome.open |= verified.as_expected == Expectation::Open;
                listed.extend(entry);
                if format == Format::Json {
                    results.push(as_json(&verified));
                    return ControlFlow::Continue(());
                }
                tell(out, document, &verified)
            }
            Err(Failure::Engine(EngineError::Cancelled)) => {
                outcome.interrupted = true;
                return ControlFlow::Break(());
            }
            Err(Failure::Faults(faults)) => Err(Stop::Faults(faults)),
            Err(Failure::Engine(error)) => Err(Stop::from(error)),
        };
        let flow = if told.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
        ended = told;
        flow
    });
    ended.map(|()| results)
}

fn tell(out: &mut terminal::Out, document: &Document, verified: &Verified) -> Result<(), Stop> {
    let mark = match verified.as_expected {
        Expectation::Met => "as expected",
        Expectation::Missed => "NOT AS EXPECTED",
        Expectation::Open => "open",
    };
    let words = verified.words(&document.ruleset);
    writeln!(out, "{:<8} {} \"{}\" {words} [{mark}]", verified.word(), verified.kind, verified.name)?;
    out.flush()?;
    Ok(())
}

fn as_json(verified: &Verified) -> Value {
    let (up_to, counterexample, reason) = match &verified.verdict {
        Verdict::Holds { up_to, exceptions, gaps } => {
            let except = if exceptions.is_empty() { String::new() } else { format!("except {exceptions:?}") };
            let reason = format!("{except}{}", gaps.words());
            let reason = reason.trim_start_matches(", ");
            (json!(up_to), Value::Null, if reason.is_empty() { Value::Null } else { json!(reason) })
        }
        Verdict::Refuted { position, reason, up_to, .. } => (json!(up_to), json!(position), json!(reason)),
        Verdict::Unknown(why) | Verdict::Untested(why) => (Value::Null, Value::Null, json!(why)),
    };
    let (undecided, without_value) = match &verified.verdict {
        Verdict::Holds { gaps, .. } | Verdict::Refuted { before: gaps, .. } => (gaps.undecided, gaps.valueless),
        _ => (0, 0),
    };
    json!({
        "undecided": undecided, "without_value": without_value,
        "name": verified.name, "kind": verified.kind, "params": settings_json(&verified.parameters),
        "expected": verified.expected(), "verdict": verified.word(), "as_expected": verified.as_expected == Expectation::Met,
        "up_to": up_to, "counterexample": counterexample, "reason": reason
    })
}
