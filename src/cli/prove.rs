//! `nimdsl prove`: a line for every claim, for all positions.
use super::Stop;
use super::args::Format;
use super::show::settings_json;
use nimdsl::check::Document;
use nimdsl::claim::verify::Expectation;
use nimdsl::engine::{Context, EngineError};
use nimdsl::prover::Verdict;
use nimdsl::prover::run::{Failure, Proved, Prover, Request};
use nimdsl::syntax::nearest;
use serde_json::{Value, json};
use std::io::{self, Write};

/// Proves the claims of a file, and says whether all is as the file says.
pub(super) fn run(
    document: &Document,
    wanted: Option<&str>,
    request: &Request,
    format: Format,
    context: &Context,
) -> Result<(), Stop> {
    let claims: Vec<_> = document.claims().filter(|claim| wanted.is_none_or(|wanted| claim.name == wanted)).collect();
    if let Some(wanted) = wanted.filter(|_| claims.is_empty()) {
        let names = document.claims().map(|claim| claim.name.as_str());
        let help = nearest(wanted, names).map_or_else(String::new, |near| format!("; did you mean \"{near}\"?"));
        return Err(Stop::Message(format!("there is no claim \"{wanted}\"{help}"), 2));
    }
    let prover = Prover::new(document, context);
    let mut out = io::stdout().lock();
    let (mut missed, mut open, mut interrupted) = (false, false, false);
    let mut results = Vec::new();
    for claim in claims {
        let proved = match prover.prove(claim, request) {
            Ok(proved) => proved,
            Err(Failure::Faults(faults)) => return Err(Stop::Faults(faults)),
            Err(Failure::Cancelled) => {
                interrupted = true;
                break;
            }
        };
        missed |= proved.as_expected == Expectation::Missed;
        open |= proved.as_expected == Expectation::Open;
        if format == Format::Json {
            results.push(entry(&proved));
            continue;
        }
        let mark = match proved.as_expected {
            Expectation::Met => "as expected",
            Expectation::Missed => "NOT AS EXPECTED",
            Expectation::Open => "open",
        };
        let words = proved.words(&document.ruleset);
        writeln!(out, "{:<8} {} \"{}\" {words} [{mark}]", proved.word(), proved.kind, proved.name)?;
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

fn entry(proved: &Proved) -> Value {
    let (figures, counterexample, reason) = match &proved.verdict {
        Verdict::Proved(figures) => (Some(figures), Value::Null, Value::Null),
        Verdict::Refuted { position, reason } => (None, json!(position), json!(reason)),
        Verdict::Open(why) => (None, Value::Null, json!(why.to_string())),
    };
    json!({
        "name": proved.name, "kind": proved.kind, "params": settings_json(&proved.parameters),
        "expected": if proved.kind == "refuted" { "refuted" } else { "holds" },
        "verdict": proved.word(), "as_expected": proved.as_expected == Expectation::Met,
        "instances": proved.instances, "states": figures.map(|figures| figures.states),
        "nodes": figures.map(|figures| figures.nodes),
        "numeration": figures.map(|figures| figures.numeration.clone()),
        "counterexample": counterexample, "reason": reason
    })
}
