//! Rulesets in canonical layout. Reads and writes the files that it is given, and nothing else.
use crate::cli::args::FmtArgs;
use crate::cli::faults::{fault_json, render};
use crate::cli::files::{in_folders, is_standard_input, read_or_input, rewrite};
use crate::cli::session::Session;
use crate::cli::stop::Stop;
use crate::cli::terminal;
use nimdsl::diagnostic::Fault;
use nimdsl::rules::{NoAnswer, formatted, to_json};
use nimdsl::source::Source;
use serde_json::json;
use std::io::Write;
use std::sync::Arc;

/// Formats files; what is piped in goes to the output. With `--check` only names those that would change. A file with faults of syntax is left alone.
pub(in crate::cli) fn run(asked: &FmtArgs, session: &Session<'_>) -> Result<(), Stop> {
    let check = asked.check;
    let mut out = terminal::out();
    let mut results = Vec::new();
    let mut failed = false;
    for path in &in_folders(&asked.files)? {
        let name = path.display().to_string();
        if path.extension().is_some_and(|extension| extension == "ron") {
            return Err(Stop::Message(format!("{name}: is an experiment; `fmt` formats rulesets"), 2));
        }
        let source = read_or_input(path)?;
        let piped = is_standard_input(path) && !check && !session.wants_data();
        let (changed, faults) = match layout(&source)? {
            Ok(text) if piped => {
                write!(out, "{text}")?;
                continue;
            }
            Err(faults) => (false, faults),
            Ok(text) if text == source.text => (false, Vec::new()),
            Ok(text) => {
                if !check && !is_standard_input(path) {
                    rewrite(path, &text)?;
                }
                (true, Vec::new())
            }
        };
        failed |= !faults.is_empty() || check && changed;
        if session.wants_data() {
            let faults: Vec<_> = faults.iter().map(fault_json).collect();
            results.push(json!({"file": name, "changed": changed, "faults": faults}));
            continue;
        }
        render(&faults)?;
        if changed {
            writeln!(out, "{name}{}", if check { ": would change" } else { ": formatted" })?;
        }
    }
    if session.wants_data() {
        writeln!(out, "{}", to_json(&json!({"files": results})))?;
    }
    if failed { Err(Stop::Code(1)) } else { Ok(()) }
}

/// The text in canonical layout, or the faults of its syntax.
fn layout(source: &Arc<Source>) -> Result<Result<String, Vec<Fault>>, Stop> {
    match formatted(source) {
        Ok(text) => Ok(Ok(text)),
        Err(NoAnswer::Faults(faults)) => Ok(Err(faults.0)),
        Err(refusal) => Err(refusal.into()),
    }
}
