//! Checks rulesets and experiments, and makes the replacements that are sure. Writes only the files that it mends.
use crate::cli::args::CheckArgs;
use crate::cli::faults::{fault_json, render, unreadable_json};
use crate::cli::files::{Folder, in_folders, read, rewrite};
use crate::cli::output::words::counted;
use crate::cli::session::Session;
use crate::cli::stop::Stop;
use crate::cli::terminal;
use miette::Severity;
use nimdsl::diagnostic::Fault;
use nimdsl::rules::{MendedPlace, check_experiment, check_ruleset, mend};
use nimdsl::source::Source;
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

/// Says what is wrong with each file; with `--fix` after its sure replacements.
pub(in crate::cli) fn run(asked: &CheckArgs, session: &Session<'_>) -> Result<(), Stop> {
    let mut results = Vec::new();
    let mut code = 0;
    for file in &in_folders(&asked.files)? {
        let judged = judge(file, asked.fix)?;
        code = code.max(judged.code());
        if session.wants_data() {
            results.push(judged.as_json(asked.fix));
        } else {
            judged.print()?;
        }
    }
    if session.wants_data() {
        writeln!(terminal::out(), "{}", json!({"schema": 1, "files": results}))?;
    }
    if code == 0 { Ok(()) } else { Err(Stop::Code(code)) }
}

/// What is to be said of one file.
struct CheckedFile {
    name: String,
    /// Why it cannot be read; then nothing else is known.
    unreadable: Option<String>,
    changes: Vec<MendedPlace>,
    faults: Vec<Fault>,
    /// That it is right, in words.
    line: String,
    /// What is taken for granted of it.
    assumes: Value,
}

fn judge(file: &Path, fix: bool) -> Result<CheckedFile, Stop> {
    let name = file.display().to_string();
    let mut source = match read(file) {
        Ok(source) => source,
        Err(Stop::Message(message, _)) => {
            let (changes, faults) = (Vec::new(), Vec::new());
            let unreadable = Some(message);
            return Ok(CheckedFile { name, unreadable, changes, faults, line: String::new(), assumes: json!([]) });
        }
        Err(stop) => return Err(stop),
    };
    let changes = if fix { mended(&mut source, file)? } else { Vec::new() };
    let (faults, line, assumes) = check_one(&source, file);
    Ok(CheckedFile { name, unreadable: None, changes, faults, line, assumes })
}

impl CheckedFile {
    fn is_wrong(&self) -> bool {
        self.unreadable.is_some() || self.faults.iter().any(|fault| fault.severity == Severity::Error)
    }

    /// 2 if it cannot be read, 1 if it is faulty.
    fn code(&self) -> u8 {
        if self.unreadable.is_some() { 2 } else { u8::from(self.is_wrong()) }
    }

    fn print(&self) -> Result<(), Stop> {
        if let Some(message) = &self.unreadable {
            writeln!(terminal::err(), "nimdsl: {message}")?;
            return Ok(());
        }
        let (mut out, name) = (terminal::out(), &self.name);
        for MendedPlace { line, column, old, new } in &self.changes {
            writeln!(out, "{name}:{line}:{column}: {}", change(old, new))?;
        }
        render(&self.faults)?;
        if !self.is_wrong() {
            writeln!(out, "{name}: {}", self.line)?;
        }
        Ok(())
    }

    fn as_json(&self, fix: bool) -> Value {
        if let Some(message) = &self.unreadable {
            return json!({"file": self.name, "faults": [unreadable_json(message)], "assumes": []});
        }
        let faults: Vec<Value> = self.faults.iter().map(fault_json).collect();
        let mut result = json!({"file": self.name, "faults": faults, "assumes": self.assumes});
        if fix {
            result["fixed"] = self.changes.iter().map(change_json).collect();
        }
        result
    }
}

/// Makes the sure replacements of a ruleset, and writes it whole if there is one; an experiment has none.
fn mended(source: &mut Arc<Source>, file: &Path) -> Result<Vec<MendedPlace>, Stop> {
    if is_experiment(file) {
        return Ok(Vec::new());
    }
    let Some((text, changes)) = mend(source, &Folder::of(file)) else { return Ok(Vec::new()) };
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

fn change_json(change: &MendedPlace) -> Value {
    json!({"line": change.line, "column": change.column, "old": change.old, "text": change.new})
}

fn is_experiment(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "ron")
}

/// The faults of one file, a line about it, and what is taken for granted of it.
fn check_one(source: &Arc<Source>, file: &Path) -> (Vec<Fault>, String, Value) {
    if is_experiment(file) {
        return match check_experiment(source, &Folder::of(file)) {
            Ok(experiment) => {
                (Vec::new(), format!("ok, an experiment with {}", counted(experiment.tasks.len(), "task")), json!([]))
            }
            Err(faults) => (faults.0, String::new(), json!([])),
        };
    }
    match check_ruleset(source, &Folder::of(file)) {
        Ok(right) => {
            let (heaps, moves) = (counted(right.heaps, "heap"), counted(right.moves, "move"));
            (right.warnings, format!("ok, {heaps}, {moves}, {}", right.ending), json!(right.assumes))
        }
        Err(faults) => (faults.0, String::new(), json!([])),
    }
}
