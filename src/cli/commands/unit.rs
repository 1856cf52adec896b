//! `run --unit`: one unit of a search to one file, which depends on the texts and the unit alone. Confirms, names and proves nothing:
//! `merge` does, once.
use crate::cli::args::RunArgs;
use crate::cli::files::kinds::{self, FileKind};
use crate::cli::files::{Folder, not_written, read};
use crate::cli::onlooker::Onlooker;
use crate::cli::session::Session;
use crate::cli::stop::Stop;
use crate::cli::terminal;
use crate::cli::units::{Remembering, UnitHead};
use nimdsl::asked::TaskFailure;
use nimdsl::asked::values::Effort;
use nimdsl::engine::{Context, EngineError};
use nimdsl::rules::{SharePart, WorkUnit, check_experiment, share_search, to_json};
use serde_json::json;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::Ordering;

/// Does a unit, and writes what it gave.
pub(super) fn run(asked: &RunArgs, name: &str, out: &Path, session: &Session<'_>) -> Result<(), Stop> {
    let (file, context) = (asked.experiment.as_path(), &session.context);
    let unit = WorkUnit::named(name).ok_or_else(|| {
        Stop::refused(format!("--unit {name}: write a unit as `nimdsl plan` names it, for example 1.0-32768"))
    })?;
    let extent = if asked.full { Effort::Full } else { Effort::Quick };
    let source = read(file)?;
    let folder = Folder::of(file);
    let library = Remembering::new(&folder);
    let experiment = check_experiment(&source, &library)?;
    if let Some(above) = out.parent().filter(|above| !above.as_os_str().is_empty()) {
        fs::create_dir_all(above).map_err(|error| not_written(above, &error))?;
    }
    kinds::is_free(out, FileKind::Unit)?;
    let watch = Onlooker::new(None);
    let ranges = std::slice::from_ref(&unit.numbers);
    let done = share_search(&experiment, &library, extent, (unit.task, ranges), &watch, context);
    terminal::end();
    let parts = done.map_err(|failure| failed(failure, file, context))?;
    let count = |of: fn(&SharePart) -> u64| parts.iter().map(of).sum::<u64>();
    let (tried, passed) = (count(|part| part.chunk.candidates), count(|part| part.chunk.survivors.len() as u64));
    let named = experiment_name(file);
    let text = UnitHead::new(&named, extent, &source.text, library.texts(), name).text(parts)?;
    kinds::write(out, FileKind::Unit, text)?;
    let mut stdout = terminal::out();
    if session.wants_data() {
        let told = to_json(&json!({"unit": name, "file": out.display().to_string(), "tried": tried, "passed": passed}));
        writeln!(stdout, "{told}")?;
    } else {
        writeln!(stdout, "unit {name}: {tried} tried, {passed} passed; written to {}", out.display())?;
    }
    Ok(())
}

/// The name of an experiment: that of its file.
pub(super) fn experiment_name(file: &Path) -> String {
    file.file_stem().map_or_else(|| "run".to_owned(), |stem| stem.to_string_lossy().into_owned())
}

/// Why a task of an experiment in a file came to nothing.
pub(super) fn failed(failure: TaskFailure, file: &Path, context: &Context) -> Stop {
    match failure {
        TaskFailure::Store(_) if context.cancel.load(Ordering::Relaxed) => Stop::from(EngineError::Cancelled),
        TaskFailure::Store(failure) => Stop::blocked(failure),
        TaskFailure::Library(message) => Stop::refused(message),
        damaged @ TaskFailure::Damaged { .. } => Stop::refused(damaged.to_string()),
        TaskFailure::Request(message) => Stop::Message(format!("{}: {message}", file.display()), 2),
        TaskFailure::Faults(faults) => Stop::Faults(faults),
        TaskFailure::Engine(error) => Stop::from(error),
    }
}
