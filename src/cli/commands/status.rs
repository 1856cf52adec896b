//! `status`: how far a run is, by what it told last; or which units are done and which are missing. Runs nothing.
use super::together::GatheredUnits;
use crate::cli::args::StatusArgs;
use crate::cli::files::kinds::{FileKind, PROGRESS};
use crate::cli::files::opened;
use crate::cli::folder::{DATA, PROGRESS as PROGRESS_FILE, STORE};
use crate::cli::onlooker::RunProgress;
use crate::cli::output::words::counted;
use crate::cli::session::Session;
use crate::cli::stop::Stop;
use crate::cli::terminal;
use nimdsl::rules::{WorkUnit, to_json};
use serde_json::{Value, json};
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The progress of a run is no longer than this.
const LONGEST: u64 = 1 << 16;

/// Says how far runs or units are.
pub(in crate::cli) fn run(asked: &StatusArgs, session: &Session<'_>) -> Result<(), Stop> {
    let is_run = |path: &&PathBuf| [STORE, PROGRESS_FILE, DATA].iter().any(|name| path.join(name).is_file());
    let (runs, units): (Vec<&PathBuf>, Vec<&PathBuf>) = asked.paths.iter().partition(is_run);
    let mut told = Vec::new();
    for folder in runs {
        told.push(of_run(folder)?);
    }
    if !units.is_empty() {
        let units: Vec<PathBuf> = units.into_iter().cloned().collect();
        told.push(of_units(&units, session)?);
    }
    let mut out = terminal::out();
    for (data, words) in told {
        if session.wants_data() {
            writeln!(out, "{data}")?;
        } else {
            write!(out, "{words}")?;
        }
    }
    Ok(())
}

/// A run, as data and in words.
fn of_run(folder: &Path) -> Result<(Value, String), Stop> {
    let shown = folder.display().to_string();
    let path = folder.join(PROGRESS_FILE);
    let told = match progress(&path) {
        Ok(told) => told,
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(Stop::of_file(&path, "cannot be read", &error)),
    };
    let Some((progress, age)) = told else {
        // What a run tells goes with its end.
        let is_done = folder.join(DATA).is_file();
        let state = if is_done { "done" } else { "stopped" };
        let words = if is_done { "done: its report is there" } else { "stopped; go on with --resume" };
        return Ok((to_json(&json!({"run": shown, "state": state})), format!("{shown}: {words}\n")));
    };
    let RunProgress { task, tasks, stage, done, all, passed, seconds } = progress;
    let data = to_json(&json!({
        "run": shown, "state": "begun", "task": task, "tasks": tasks, "stage": stage, "done": done, "all": all,
        "passed": passed, "seconds": seconds, "age_seconds": age,
    }));
    let words = format!(
        "{shown}: task {task} of {tasks}, {stage}: {done} of {all} done, {passed} passed; {seconds} s after it began, and told \
         {age} s ago\n"
    );
    Ok((data, words))
}

/// What a run told last, and how many seconds ago.
fn progress(path: &Path) -> io::Result<Option<(RunProgress, u64)>> {
    let age = SystemTime::now().duration_since(fs::metadata(path)?.modified()?).unwrap_or_default().as_secs();
    if !FileKind::Progress.is_kind_of(path) {
        return Ok(None);
    }
    let mut text = String::new();
    opened(path)?.take(LONGEST).read_to_string(&mut text)?;
    let fields = text.strip_prefix(PROGRESS).map(|rest| format!("{{{rest}"));
    Ok(fields.and_then(|fields| serde_json::from_str(&fields).ok()).map(|progress| (progress, age)))
}

/// Units, as data and in words.
fn of_units(paths: &[PathBuf], session: &Session<'_>) -> Result<(Value, String), Stop> {
    let gathered = GatheredUnits::read(paths, None, &session.context)?;
    let (mut rows, mut words) = (Vec::new(), String::new());
    for search in &gathered.searches {
        let (task, counted) = (search.task + 1, search.counted);
        let (done, passed) = (gathered.done(search), gathered.passed(search));
        rows.push(json!({"task": task, "counted": counted, "done": done, "all": search.count, "passed": passed}));
        words.push_str(&format!("task {task}: {done} of {} {counted} done, {passed} passed\n", search.count));
    }
    let missing: Vec<String> = gathered.missing.iter().map(WorkUnit::to_string).collect();
    words.push_str(&match missing.as_slice() {
        [] => "nothing is missing\n".to_owned(),
        some => format!("{} missing: {}\n", counted(some.len(), "unit"), some.join(", ")),
    });
    Ok((to_json(&json!({"experiment": gathered.head.name, "tasks": rows, "missing": missing})), words))
}
