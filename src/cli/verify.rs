//! `nimdsl verify`: a line for every claim.
use super::Stop;
use super::args::Format;
use super::show::settings_json;
use nimdsl::check::{Document, Settings};
use nimdsl::claim::Verdict;
use nimdsl::claim::verify::{Expectation, Failure, Request, Verified, verify};
use nimdsl::engine::{Context, EngineError};
use nimdsl::syntax::nearest;
use nimdsl::value::Play;
use serde_json::{Value, json};
use std::io::{self, Write};

/// What the command line asks.
#[derive(Debug)]
pub(super) struct Asked<'a> {
    pub(super) up_to: Option<u64>,
    pub(super) claim: Option<&'a str>,
    pub(super) settings: Settings,
    pub(super) play: Option<Play>,
}

/// Evaluates the claims of a file, and says whether all is as the file says.
pub(super) fn run(document: &Document, asked: &Asked<'_>, format: Format, context: &Context) -> Result<(), Stop> {
    let claims: Vec<_> =
        document.claims().filter(|claim| asked.claim.is_none_or(|wanted| claim.name == wanted)).collect();
    if let Some(wanted) = asked.claim.filter(|_| claims.is_empty()) {
        let names = document.claims().map(|claim| claim.name.as_str());
        let help = nearest(wanted, names).map_or_else(String::new, |near| format!("; did you mean \"{near}\"?"));
        return Err(Stop::Message(format!("there is no claim \"{wanted}\"{help}"), 2));
    }
    let request = Request { settings: asked.settings.clone(), play: asked.play, up_to: asked.up_to };
    let mut out = io::stdout().lock();
    let (mut missed, mut open) = (false, false);
    let mut results = Vec::new();
    let mut interrupted = false;
    for claim in claims {
        let verified = match verify(document, claim, &request, context) {
            Ok(verified) => verified,
            Err(Failure::Faults(faults)) => return Err(Stop::Faults(faults)),
            Err(Failure::Engine(EngineError::Cancelled)) => {
                interrupted = true;
                break;
            }
            Err(Failure::Engine(error)) => return Err(Stop::from(error)),
        };
        missed |= verified.as_expected == Expectation::Missed;
        open |= verified.as_expected == Expectation::Open;
        if format == Format::Json {
            results.push(entry(&verified));
            continue;
        }
        let mark = match verified.as_expected {
            Expectation::Met => "as expected",
            Expectation::Missed => "NOT AS EXPECTED",
            Expectation::Open => "open",
        };
        let words = verified.words(&document.ruleset);
        writeln!(out, "{:<8} {} \"{}\" {words} [{mark}]", verified.word(), verified.kind, verified.name)?;
        out.flush()?;
    }
    if format == Format::Json {
        writeln!(out, "{}", json!({"schema": 1, "ruleset": document.ruleset.name, "claims": results}))?;
    }
    if interrupted {
        return Err(Stop::from(EngineError::Cancelled));
    }
    if missed {
        return Err(Stop::Code(1));
    }
    if open { Err(Stop::Code(3)) } else { Ok(()) }
}

fn entry(verified: &Verified) -> Value {
    let (up_to, counterexample, reason) = match &verified.verdict {
        Verdict::Holds { up_to, exceptions } if exceptions.is_empty() => (json!(up_to), Value::Null, Value::Null),
        Verdict::Holds { up_to, exceptions } => (json!(up_to), Value::Null, json!(format!("except {exceptions:?}"))),
        Verdict::Refuted { position, reason, up_to } => (json!(up_to), json!(position), json!(reason)),
        Verdict::Unknown(why) => (Value::Null, Value::Null, json!(why)),
    };
    json!({
        "name": verified.name, "kind": verified.kind, "params": settings_json(&verified.parameters),
        "expected": verified.expected(), "verdict": verified.word(), "as_expected": verified.as_expected == Expectation::Met,
        "up_to": up_to, "counterexample": counterexample, "reason": reason
    })
}
