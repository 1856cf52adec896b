//! `nimdsl prove`: a line for every claim, for all positions.
use super::show::settings_json;
use crate::cli::args::{Format, Language};
use crate::cli::files::kinds::{Kind, is_free, write};
use crate::cli::{Stop, terminal};
use nimdsl::automata::export::Target;
use nimdsl::certificate::{Certificate, Certificates};
use nimdsl::check::Document;
use nimdsl::claim::verify::Expectation;
use nimdsl::engine::{Context, EngineError};
use nimdsl::prover::ask::claims::{Failure, Proved, Prover, Request};
use nimdsl::prover::ask::export::export;
use nimdsl::prover::ask::solve::{Solved, solve as found};
use nimdsl::prover::{Obstacle, Verdict};
use nimdsl::recheck::coverage::covered;
use nimdsl::recheck::recheck as checked;
use nimdsl::ruleset::Ruleset;
use nimdsl::syntax::ast::{Claim, ClaimKind};
use nimdsl::syntax::nearest;
use nimdsl::value::Play;
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;

/// What the command line asks.
#[derive(Debug)]
pub(in crate::cli) struct Asked<'a> {
    pub(in crate::cli) file: &'a Path,
    pub(in crate::cli) claim: Option<&'a str>,
    pub(in crate::cli) certificate: Option<&'a Path>,
    pub(in crate::cli) export: Option<Language>,
    pub(in crate::cli) request: Request,
}

/// Proves the claims of a file, and says whether all is as the file says.
pub(in crate::cli) fn run(
    document: &Document,
    asked: &Asked<'_>,
    format: Format,
    context: &Context,
) -> Result<(), Stop> {
    let wanted = asked.claim;
    let claims: Vec<_> = document.claims().filter(|claim| wanted.is_none_or(|wanted| claim.name == wanted)).collect();
    if let Some(wanted) = wanted.filter(|_| claims.is_empty()) {
        let names = document.claims().map(|claim| claim.name.as_str());
        let help = nearest(wanted, names).map_or_else(String::new, |near| format!("; did you mean \"{near}\"?"));
        return Err(Stop::Message(format!("there is no claim \"{wanted}\"{help}"), 2));
    }
    if let Some(language) = asked.export {
        return exported(document, &claims, asked, language);
    }
    if let Some(path) = asked.certificate {
        is_free(path, Kind::Certificates)?;
    }
    let session = Prover::new(document, context);
    let mut out = terminal::out();
    let (mut missed, mut open, mut interrupted) = (false, false, false);
    let mut results = Vec::new();
    let mut certificates = Vec::new();
    for claim in claims {
        let proved = match session.prove(claim, &asked.request) {
            Ok(proved) => proved,
            Err(Failure::Faults(faults)) => return Err(Stop::Faults(faults)),
            Err(Failure::Engine(EngineError::Cancelled)) => {
                interrupted = true;
                break;
            }
            Err(Failure::Engine(error)) => return Err(Stop::from(error)),
        };
        certificates.extend(proved.certificates.iter().cloned());
        if asked.certificate.is_some()
            && matches!(proved.verdict, Verdict::Refuted { .. })
            && proved.kind != ClaimKind::Refuted
        {
            writeln!(terminal::err(), "nimdsl: no certificate for \"{}\": it is refuted", proved.name)?;
        }
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
    if let Some(path) = asked.certificate {
        write_certificates(path, asked.file, certificates, document)?;
    }
    if interrupted {
        return Err(Stop::from(EngineError::Cancelled));
    }
    if missed {
        return Err(Stop::Code(1));
    }
    if open { Err(Stop::Code(3)) } else { Ok(()) }
}

/// Prints a script for each claim and choice of parameters; what cannot be said is told on the error stream.
fn exported(document: &Document, claims: &[&Claim], asked: &Asked<'_>, language: Language) -> Result<(), Stop> {
    let (target, comment) = match language {
        Language::Walnut => (Target::Walnut, "#"),
        Language::Mona => (Target::Mona, "#"),
        Language::Smt2 => (Target::Smt, ";"),
    };
    let mut out = terminal::out();
    let mut count = 0;
    for claim in claims {
        let scripts = export(document, claim, &asked.request, target).map_err(|failure| match failure {
            Failure::Faults(faults) => Stop::Faults(faults),
            Failure::Engine(error) => Stop::from(error),
        })?;
        for (parameters, script) in scripts {
            let name =
                if parameters.is_empty() { claim.name.clone() } else { format!("{} with {parameters}", claim.name) };
            match script {
                Ok(script) => {
                    count += 1;
                    // A solver begins anew with each script; MONA takes one script at a time.
                    if language == Language::Smt2 && 1 < count {
                        writeln!(out, "(reset)")?;
                    }
                    // Walnut has no comments in scripts: the name goes to the error stream.
                    if language == Language::Walnut {
                        writeln!(terminal::err(), "nimdsl: {name}")?;
                    } else {
                        writeln!(out, "{comment} {}: {name}", document.ruleset.name)?;
                    }
                    write!(out, "{script}")?;
                }
                Err(why) => writeln!(terminal::err(), "nimdsl: \"{name}\": {why}")?,
            }
        }
    }
    if language == Language::Mona && 1 < count {
        let help = "choose one with --claim and --set";
        writeln!(terminal::err(), "nimdsl: these are {count} scripts, and MONA takes one at a time: {help}")?;
    }
    if count == 0 { Err(Stop::Message("no claim of this file can be exported".to_owned(), 3)) } else { Ok(()) }
}

/// Writes what other code has rechecked, and says what it has not.
fn write_certificates(
    path: &Path,
    file: &Path,
    certificates: Vec<Certificate>,
    document: &Document,
) -> Result<(), Stop> {
    let mut kept: Vec<Certificate> = Vec::new();
    for certificate in certificates {
        match checked(&certificate, document) {
            Ok(()) => kept.push(certificate),
            Err(why) => writeln!(terminal::err(), "nimdsl: no certificate for \"{}\": {why}", certificate.claim)?,
        }
    }
    for claim in covered(document, &kept).iter().filter(|claim| !claim.is_complete()) {
        writeln!(terminal::err(), "nimdsl: the certificates of \"{}\" are partial: {}", claim.name, claim.words())?;
    }
    let told = format!("nimdsl: {} certificates, all rechecked, in {}", kept.len(), path.display());
    let all = Certificates { file: file.display().to_string(), certificates: kept };
    let text = serde_json::to_string(&all).map_err(|why| Stop::Message(why.to_string(), 2))?;
    write(path, Kind::Certificates, &text)?;
    writeln!(terminal::err(), "{told}")?;
    Ok(())
}

fn entry(proved: &Proved) -> Value {
    let (figures, counterexample, reason) = match &proved.verdict {
        Verdict::Proved(figures) => (Some(figures), Value::Null, Value::Null),
        Verdict::Refuted { position, reason, .. } => (None, json!(position), json!(reason)),
        Verdict::Open(why) => (None, Value::Null, json!(why.to_string())),
    };
    let assumes: Vec<&str> = match &proved.verdict {
        Verdict::Open(Obstacle::Endless(assumption)) => vec![&assumption.assumed],
        _ => Vec::new(),
    };
    json!({
        "name": proved.name, "kind": proved.kind, "params": settings_json(&proved.parameters),
        "expected": proved.kind.expected(),
        "verdict": proved.word(), "as_expected": proved.as_expected == Expectation::Met,
        "instances": proved.instances, "states": figures.map(|figures| figures.states),
        "nodes": figures.map(|figures| figures.nodes),
        "numeration": figures.map(|figures| figures.numeration.clone()),
        "counterexample": counterexample, "reason": reason, "assumes": assumes
    })
}

/// States of an automaton that is drawn without being asked for.
const MOST_DRAWN: usize = 12;
/// Positions of a solved game that are listed have coordinates below this, by the number of coordinates.
const SHOWN: [u128; 6] = [32, 32, 32, 16, 8, 4];

/// Finds the P-positions without any claim.
pub(in crate::cli) fn solve(
    document: &Document,
    ruleset: &Ruleset,
    play: Play,
    dot: Option<&Path>,
    format: Format,
    context: &Context,
) -> Result<(), Stop> {
    if let Some(path) = dot {
        is_free(path, Kind::Drawing)?;
    }
    let solved = found(document, ruleset, play, context).map_err(|obstacle| match obstacle {
        Obstacle::Cancelled => Stop::from(EngineError::Cancelled),
        other => Stop::Message(other.to_string(), 3),
    })?;
    let drawing = solved.automaton.to_dot(&|track| solved.name(track));
    if let Some(path) = dot {
        write(path, Kind::Drawing, &drawing)?;
    }
    let mut out = terminal::out();
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
    let words = match &solved.formula {
        Some(set) if set.starts_with('{') || set.starts_with("sym ") => format!("P = {set}"),
        Some(condition) => format!("P({}) iff {condition}", place(ruleset)),
        None => "P = the set of this automaton".to_owned(),
    };
    writeln!(out, "proved   {words}, for all positions ({states})")?;
    writeln!(out, "{}", first_positions(&solved, ruleset))?;
    if solved.formula.is_none() && dot.is_none() {
        if solved.figures.states <= MOST_DRAWN {
            write!(out, "{drawing}")?;
        } else {
            writeln!(
                out,
                "the automaton is large: `--dot FILE` writes its drawing, `--format json` the automaton itself"
            )?;
        }
    }
    Ok(())
}

/// The coordinates as a claim names them: an array by its name.
fn place(ruleset: &Ruleset) -> String {
    let mut heaps: Vec<&str> = Vec::new();
    for heap in &ruleset.heaps {
        let name = heap.split('[').next().unwrap_or(heap);
        if heaps.last() != Some(&name) {
            heaps.push(name);
        }
    }
    let registers: Vec<&str> = ruleset.registers.iter().map(|register| register.name.as_str()).collect();
    let registers = if registers.is_empty() { String::new() } else { format!("; {}", registers.join(", ")) };
    format!("{}{registers}", heaps.join(", "))
}

fn first_positions(solved: &Solved, ruleset: &Ruleset) -> String {
    // A track counts a register that may be negative from its least value.
    let registers = ruleset.registers.iter().map(|register| i128::from(register.low.min(0)));
    let least: Vec<i128> = ruleset.heaps.iter().map(|_| 0).chain(registers).collect();
    let of = |tuple: &Vec<u128>| {
        let values = tuple
            .iter()
            .zip(&least)
            .map(|(value, least)| i128::try_from(*value).unwrap_or(i128::MAX).saturating_add(*least).to_string());
        format!("({})", values.collect::<Vec<_>>().join(", "))
    };
    let bound = SHOWN[solved.names.len().min(SHOWN.len() - 1)];
    let tuples = solved.automaton.tuples_below(bound);
    let shown = tuples.iter().take(40).map(of);
    let more =
        if tuples.len() <= 40 { String::new() } else { format!(" and {} more below {bound}", tuples.len() - 40) };
    format!("{}{more}", shown.collect::<Vec<_>>().join(" "))
}
