//! Checks rulesets and experiments, and makes the replacements that are sure. Writes only the files that it mends.
use super::show;
use crate::cli::args::Format;
use crate::cli::files::{Folder, read, rewrite};
use crate::cli::{Stop, counted, never_made, render, terminal};
use miette::{Diagnostic, Severity};
use nimdsl::check::check;
use nimdsl::check::mend::{Change, mend};
use nimdsl::diagnostic::{Certainty, Fault};
use nimdsl::experiment;
use nimdsl::source::{Source, Span};
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Says what is wrong with each file; with `fix` after its sure replacements.
pub(in crate::cli) fn command(files: &[PathBuf], fix: bool, format: Format) -> Result<(), Stop> {
    let mut out = terminal::out();
    let mut results = Vec::new();
    let mut failed = false;
    for file in files {
        let name = file.display().to_string();
        let mut source = match read(file) {
            Ok(source) => source,
            Err(Stop::Message(message, _)) => {
                failed = true;
                if format != Format::Json {
                    writeln!(terminal::err(), "nimdsl: {message}")?;
                }
                results.push(json!({"file": name, "faults": [unreadable(&message)], "assumes": []}));
                continue;
            }
            Err(stop) => return Err(stop),
        };
        let changes = if fix { mended(&mut source, file)? } else { Vec::new() };
        let (faults, line, assumes) = check_one(&source, file);
        let wrong = faults.iter().any(|fault| fault.severity == Severity::Error);
        failed |= wrong;
        let shown: Vec<Value> = faults.iter().map(fault_json).collect();
        let mut result = json!({"file": name, "faults": shown, "assumes": assumes});
        if fix {
            result["fixed"] = changes.iter().map(change_json).collect();
        }
        results.push(result);
        if format != Format::Json {
            for Change { line, column, old, new } in &changes {
                writeln!(out, "{name}:{line}:{column}: {}", change(old, new))?;
            }
            render(&faults)?;
            if !wrong {
                writeln!(out, "{name}: {line}")?;
            }
        }
    }
    if format == Format::Json {
        writeln!(out, "{}", json!({"schema": 1, "files": results}))?;
    }
    if failed { Err(Stop::Code(1)) } else { Ok(()) }
}

/// Makes the sure replacements of a ruleset, and writes it whole if there is one; an experiment has none.
fn mended(source: &mut Arc<Source>, file: &Path) -> Result<Vec<Change>, Stop> {
    if is_experiment(file) {
        return Ok(Vec::new());
    }
    let Some((text, changes)) = mend(source, &folder(file)) else { return Ok(Vec::new()) };
    rewrite(file, &text)?;
    *source = Source::new(source.name.clone(), text);
    Ok(changes)
}

fn change(old: &str, new: &str) -> String {
    let shown = |text: &str| text.escape_debug().collect::<String>().replace("\\\"", "\"").replace("\\'", "'");
    let (old, new) = (shown(old), shown(new));
    match (old.trim(), new.trim()) {
        ("", new) => format!("wrote `{new}`"),
        (old, "") => format!("removed `{old}`"),
        (old, new) => format!("wrote `{new}` for `{old}`"),
    }
}

fn change_json(change: &Change) -> Value {
    json!({"line": change.line, "column": change.column, "old": change.old, "text": change.new})
}

fn is_experiment(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "ron")
}

fn folder(file: &Path) -> Folder {
    Folder(file.parent().unwrap_or(Path::new("")).to_path_buf())
}

/// The faults of one file, a line about it, and what is taken for granted of it.
fn check_one(source: &Arc<Source>, file: &Path) -> (Vec<Fault>, String, Value) {
    if is_experiment(file) {
        return match experiment::check_all(source, &folder(file)) {
            Ok(experiment) => {
                (Vec::new(), format!("ok, an experiment with {}", counted(experiment.tasks.len(), "task")), json!([]))
            }
            Err(faults) => (faults.0, String::new(), json!([])),
        };
    }
    match check(source, &folder(file)) {
        Ok(document) => {
            let ruleset = &document.ruleset;
            let moves = ruleset.moves.iter().filter(|family| !never_made(family, ruleset)).count();
            let (heaps, moves) = (counted(ruleset.heaps.len(), "heap"), counted(moves, "move"));
            let line = format!("ok, {heaps}, {moves}, {}", ruleset.ending());
            let assumes = show::assumed(ruleset);
            (document.warnings, line, assumes)
        }
        Err(faults) => (faults.0, String::new(), json!([])),
    }
}

/// A fault as data: its place as `line` to `end_column` (counted from 1, the end behind the last character) and in bytes
/// from `start` up to `end`, all its places with their remarks, and the replacements that mend it.
pub(in crate::cli) fn fault_json(fault: &Fault) -> Value {
    let first = fault.labels.first().map_or(Span::default(), |(span, _)| *span);
    let severity = if fault.severity().unwrap_or(Severity::Error) == Severity::Error { "error" } else { "warning" };
    let places: Vec<Value> =
        fault.labels.iter().map(|(span, label)| with_place(json!({"label": label}), *span, fault)).collect();
    let fixes: Vec<Value> = fault
        .fixes
        .iter()
        .map(|fix| with_place(json!({"text": fix.text, "sure": fix.certainty == Certainty::Sure}), fix.span, fault))
        .collect();
    let about = json!({
        "code": fault.code, "severity": severity, "message": fault.message, "help": fault.help,
        "source": fault.source.name, "places": places, "fixes": fixes,
    });
    with_place(about, first, fault)
}

fn with_place(mut about: Value, span: Span, fault: &Fault) -> Value {
    let ((line, column), (end_line, end_column)) =
        (fault.source.line_column(span.start), fault.source.line_column(span.end));
    for (name, number) in [
        ("line", line),
        ("column", column),
        ("end_line", end_line),
        ("end_column", end_column),
        ("start", span.start),
        ("end", span.end),
    ] {
        about[name] = number.into();
    }
    about
}

fn unreadable(message: &str) -> Value {
    json!({
        "code": "unreadable", "severity": "error", "message": message, "help": null, "line": 1, "column": 1,
        "end_line": 1, "end_column": 1, "start": 0, "end": 0, "places": [], "fixes": [],
    })
}
