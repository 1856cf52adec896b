//! Looks on while an experiment runs: shows on a terminal how it goes on, says the rate at the end of each screening, and keeps a
//! small file that tells others how far it is. Runs nothing.
use super::files::kinds::{self, FileKind, PROGRESS};
use super::output::words::counted;
use super::terminal;
use cpu_time::ProcessTime;
use nimdsl::rules::RunWatch;
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The file is written this often at most.
const BETWEEN: Duration = Duration::from_secs(1);

/// How far a run is, as its file tells.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in crate::cli) struct RunProgress {
    /// Which task, from 1.
    pub(in crate::cli) task: usize,
    /// Of how many.
    pub(in crate::cli) tasks: usize,
    /// What it does: `screening` or `confirming`.
    pub(in crate::cli) stage: String,
    /// Candidates or branches that are done.
    pub(in crate::cli) done: u64,
    /// Of how many.
    pub(in crate::cli) all: u64,
    /// How many passed.
    pub(in crate::cli) passed: u64,
    /// Seconds since the run began or went on.
    pub(in crate::cli) seconds: u64,
}

/// Who looks on.
pub(in crate::cli) struct Onlooker {
    started: Instant,
    screening: Mutex<Screening>,
    /// The file, the number of tasks, and what was written when.
    file: Option<(PathBuf, usize)>,
    written: Mutex<(Option<Instant>, Option<RunProgress>)>,
}

/// When the screening of a task began.
struct Screening {
    task: Option<usize>,
    spent: Duration,
}

/// CPU seconds of the process.
pub(in crate::cli) fn cpu() -> Duration {
    ProcessTime::try_now().map(|time| time.as_duration()).unwrap_or_default()
}

impl Onlooker {
    /// With a file, and how many tasks there are.
    pub(in crate::cli) fn new(file: Option<(PathBuf, usize)>) -> Self {
        let screening = Mutex::new(Screening { task: None, spent: Duration::ZERO });
        Self { started: Instant::now(), screening, file, written: Mutex::default() }
    }

    /// How long it has looked on.
    pub(in crate::cli) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Writes how far the run is, unless that was done just now. That it cannot be written stops nothing.
    fn keep(&self, change: impl FnOnce(&mut RunProgress), when: Keep) {
        let (Some((path, tasks)), Ok(mut written)) = (&self.file, self.written.lock()) else { return };
        let (at, known) = &mut *written;
        let begun =
            || RunProgress { task: 1, tasks: *tasks, stage: String::new(), done: 0, all: 0, passed: 0, seconds: 0 };
        let progress = known.get_or_insert_with(begun);
        change(progress);
        progress.seconds = self.started.elapsed().as_secs();
        if when == Keep::Sometimes && at.is_some_and(|at| at.elapsed() < BETWEEN) {
            return;
        }
        *at = Some(Instant::now());
        if let Ok(told) = serde_json::to_string(progress) {
            // The fields stand in the object that the opening begins.
            let text = format!("{PROGRESS}{}\n", told.trim_start_matches('{'));
            let _ = kinds::write(path, FileKind::Progress, text);
        }
    }

    /// All of a task is screened.
    fn confirms(&self, task: usize) {
        let confirms = |progress: &mut RunProgress| {
            progress.task = task + 1;
            "confirming".clone_into(&mut progress.stage);
        };
        self.keep(confirms, Keep::Always);
    }
}

/// Whether the file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Keep {
    Sometimes,
    Always,
}

/// A line about the run.
fn tell(text: &str) {
    let _ = writeln!(terminal::err(), "{text}");
}

impl RunWatch for Onlooker {
    fn damaged(&self, task: usize, chunks: usize) {
        let (chunks, are) = (counted(chunks, "chunk"), if chunks == 1 { "is" } else { "are" });
        tell(&format!("task {}: {chunks} of the store {are} damaged, and done again", task + 1));
    }

    fn screened(&self, task: usize, done: u64, all: u64, passed: u64) {
        let Ok(mut screening) = self.screening.lock() else { return };
        if screening.task != Some(task) {
            // The first task's preparations began with the process.
            let spent = if screening.task.is_none() { Duration::ZERO } else { screening.spent };
            *screening = Screening { task: Some(task), spent };
            if 0 < done {
                tell(&format!("task {}: {done} of {all} candidates were done before", task + 1));
            }
        }
        let screens = |progress: &mut RunProgress| {
            "screening".clone_into(&mut progress.stage);
            progress.task = task + 1;
            (progress.done, progress.all, progress.passed) = (done, all, passed);
        };
        self.keep(screens, Keep::Sometimes);
        terminal::progress(done, all);
        terminal::bar().set_message(format!("{passed} pass"));
    }

    fn screening_ended(&self, task: usize, tried: u64, distinct: u64) {
        self.confirms(task);
        let Ok(mut screening) = self.screening.lock() else { return };
        let now = cpu();
        let spent = now.saturating_sub(screening.spent);
        screening.spent = now;
        let rate = |count: u64| u128::from(count) * 1_000_000_000 / spent.as_nanos().max(1);
        tell(&format!(
            "task {}: {tried} candidates in {:.2} CPU seconds, {} per CPU second; {distinct} distinct, {} distinct per CPU \
             second",
            task + 1,
            spent.as_secs_f64(),
            rate(tried),
            rate(distinct)
        ));
    }

    fn mining_ended(&self, task: usize, branches: u64, tried: u64) {
        self.confirms(task);
        let Ok(mut screening) = self.screening.lock() else { return };
        let now = cpu();
        let spent = now.saturating_sub(screening.spent);
        screening.spent = now;
        let seconds = spent.as_secs_f64();
        tell(&format!(
            "task {}: mined {branches} branches in {seconds:.2} CPU seconds; {tried} conjunctions came out and were tried",
            task + 1
        ));
    }

    fn found(&self, line: &str) {
        if let Ok(mut screening) = self.screening.lock() {
            screening.spent = cpu();
        }
        tell(&format!("{:.1} s: {line}", self.started.elapsed().as_secs_f64()));
    }
}
