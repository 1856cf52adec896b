//! Rulesets in canonical layout. Reads and writes the files that it is given, and nothing else.
use super::args::Format;
use super::check::fault_json;
use super::{Stop, read, render, terminal};
use miette::Severity;
use nimdsl::diagnostic::{Fault, Sink};
use nimdsl::source::Source;
use nimdsl::syntax::{format, parse, print_file};
use serde_json::json;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Formats files; with `check` only names those that would change. A file with faults of syntax is left alone.
pub(super) fn command(files: &[PathBuf], check: bool, form: Format) -> Result<(), Stop> {
    let mut out = terminal::out();
    let mut results = Vec::new();
    let mut failed = false;
    for path in files {
        let name = path.display().to_string();
        if path.extension().is_some_and(|extension| extension == "ron") {
            return Err(Stop::Message(format!("{name}: is an experiment; `fmt` formats rulesets"), 2));
        }
        let source = read(path)?;
        let (changed, faults) = match formatted(&source)? {
            Err(faults) => (false, faults),
            Ok(text) if text == source.text => (false, Vec::new()),
            Ok(text) => {
                if !check {
                    // A link stays a link.
                    replace(&fs::canonicalize(path)?, &text)?;
                }
                (true, Vec::new())
            }
        };
        failed |= !faults.is_empty() || check && changed;
        if form == Format::Json {
            let faults: Vec<_> = faults.iter().map(fault_json).collect();
            results.push(json!({"file": name, "changed": changed, "faults": faults}));
            continue;
        }
        render(&faults)?;
        if changed {
            writeln!(out, "{name}{}", if check { ": would change" } else { ": formatted" })?;
        }
    }
    if form == Format::Json {
        writeln!(out, "{}", json!({"schema": 1, "files": results}))?;
    }
    if failed { Err(Stop::Code(1)) } else { Ok(()) }
}

/// The text in canonical layout, or the faults of its syntax.
fn formatted(source: &Arc<Source>) -> Result<Result<String, Vec<Fault>>, Stop> {
    let mut sink = Sink::new(source.clone());
    let file = parse(source, &mut sink);
    if sink.has_errors() {
        sink.faults.retain(|fault| fault.severity == Severity::Error);
        return Ok(Err(sink.faults));
    }
    let text = format(&file, &source.text);
    // Nobody's ruleset is overwritten by one that says something else.
    let after = Source::new(source.name.clone(), text.clone());
    let mut sink = Sink::new(after.clone());
    let again = parse(&after, &mut sink);
    if sink.has_errors() || print_file(&file) != print_file(&again) || file.comments.len() != again.comments.len() {
        let message = format!("{}: its canonical layout would say something else; it is left as it is", source.name);
        return Err(Stop::Message(message, 2));
    }
    Ok(Ok(text))
}

/// Writes beside the file and renames, so that nobody reads half a file; the permissions stay.
pub(super) fn replace(path: &Path, text: &str) -> Result<(), Stop> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let beside = path.with_file_name(format!(".{name}.{}.partial", std::process::id()));
    let written = File::create_new(&beside).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.set_permissions(fs::metadata(path)?.permissions())?;
        file.sync_all()?;
        fs::rename(&beside, path)
    });
    written.map_err(|error| {
        if error.kind() != io::ErrorKind::AlreadyExists {
            let _ = fs::remove_file(&beside);
        }
        Stop::Message(format!("{}: cannot be written: {error}", path.display()), 2)
    })
}
