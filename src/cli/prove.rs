//! `nimdsl prove`: a line for every claim, for all positions.
use super::args::Format;
use super::show::settings_json;
use super::{Stop, write_whole};
use nimdsl::check::Document;
use nimdsl::claim::verify::Expectation;
use nimdsl::engine::{Context, EngineError};
use nimdsl::prover::run::{Failure, Proved, Prover, Request};
use nimdsl::prover::solve::{Solved, solve as found};
use nimdsl::prover::{Obstacle, Verdict};
use nimdsl::ruleset::Ruleset;
use nimdsl::syntax::nearest;
use nimdsl::value::Play;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::Path;

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

/// Positions of a solved game that are listed.
const SHOWN: u128 = 32;

/// Finds the P-positions without any claim.
pub(super) fn solve(
    document: &Document,
    ruleset: &Ruleset,
    play: Play,
    dot: Option<&Path>,
    format: Format,
    context: &Context,
) -> Result<(), Stop> {
    let solved = found(document, ruleset, play, context).map_err(|obstacle| match obstacle {
        Obstacle::Cancelled => Stop::from(EngineError::Cancelled),
        other => Stop::Message(other.to_string(), 3),
    })?;
    let drawing = solved.automaton.to_dot(&|track| solved.name(track));
    if let Some(path) = dot {
        write_whole(path, &drawing)?;
    }
    let mut out = io::stdout().lock();
    if format == Format::Json {
        let automaton = serde_json::to_value(&solved.automaton).map_err(|why| Stop::Message(why.to_string(), 2))?;
        let entry = json!({
            "schema": 1, "ruleset": ruleset.name, "verdict": "proved", "formula": solved.formula,
            "numeration": solved.figures.numeration, "states": solved.figures.states, "nodes": solved.figures.nodes,
            "tracks": solved.names, "automaton": automaton, "dot": drawing
        });
        writeln!(out, "{entry}")?;
        return Ok(());
    }
    let states =
        format!("{}, {} states, {} nodes", solved.figures.numeration, solved.figures.states, solved.figures.nodes);
    let set = solved.formula.clone().unwrap_or_else(|| "the set of this automaton".to_owned());
    writeln!(out, "proved   P = {set}, for all positions ({states})")?;
    writeln!(out, "{}", first_positions(&solved))?;
    if solved.formula.is_none() && dot.is_none() {
        write!(out, "{drawing}")?;
    }
    Ok(())
}

fn first_positions(solved: &Solved) -> String {
    let tuples = solved.automaton.tuples_below(SHOWN);
    let shown = tuples
        .iter()
        .take(40)
        .map(|tuple| format!("({})", tuple.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")));
    let more =
        if tuples.len() <= 40 { String::new() } else { format!(" and {} more below {SHOWN}", tuples.len() - 40) };
    format!("{}{more}", shown.collect::<Vec<_>>().join(" "))
}
