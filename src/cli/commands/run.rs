//! `run`: an experiment to its report and files, with a store that a kill cannot harm.
use crate::cli::args::RunArgs;
use crate::cli::files::{Folder, kinds, read};
use crate::cli::folder::OutputFolder;
use crate::cli::output::words::counted;
use crate::cli::session::Session;
use crate::cli::stop::Stop;
use crate::cli::store::{Keeping, RunStore};
use crate::cli::{budget, terminal};
use cpu_time::ProcessTime;
use nimdsl::asked::TaskFailure;
use nimdsl::asked::values::Effort;
use nimdsl::check::Library;
use nimdsl::engine::{Context, EngineError};
use nimdsl::rules::{
    Expectation, Experiment, LongRun, Results, RunWatch, RunWork, Shard, check_experiment, run_experiment_kept,
};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Runs an experiment.
pub(in crate::cli) fn run(asked: &RunArgs, session: &Session<'_>) -> Result<(), Stop> {
    let (file, context) = (asked.experiment.as_path(), &session.context);
    let extent = if asked.full { Effort::Full } else { Effort::Quick };
    let source = read(file)?;
    // All that is wrong is said before anything is written or set aside.
    let files = Folder::of(file);
    let experiment = check_experiment(&source, &files)?;
    let shard = shard(asked.shard.as_deref())?;
    let name = file.file_stem().map_or_else(|| "run".to_owned(), |stem| stem.to_string_lossy().into_owned());
    let part = if shard == Shard::WHOLE { String::new() } else { format!("_shard_{}_of_{}", shard.number, shard.of) };
    let folder = asked.out.clone().unwrap_or_else(|| Path::new("out").join(format!("{name}{part}")));
    let output = OutputFolder::look(folder)?;
    let broken = |why| broken(why, context);
    if !asked.resume {
        output.make()?;
    } else if !output.store().exists() {
        let shown = output.path().display();
        return Err(Stop::refused(format!("{shown}: there is no run to go on with; begin it without --resume")));
    }
    let _held = output.hold()?;
    if !asked.resume {
        // What was there before is set aside.
        output.begin(&RunStore::prepare(&output.store()).map_err(broken)?)?;
    }
    let store = RunStore::open(&output.store(), &context.cancel).map_err(broken)?;
    let same = |name: &str, value: &str, what: &str| same(&store, name, value, what).map_err(broken);
    same("experiment", &source.text, "the experiment")?;
    same("extent", extent_word(extent), "--full")?;
    same("shard", &format!("{}/{}", shard.number, shard.of), "--shard")?;
    same("version", env!("CARGO_PKG_VERSION"), "the program's version")?;
    store.tell("name", &name).map_err(broken)?;
    output.tidy();
    let library = Keeping { library: &files, store: &store };
    let job =
        Job { file, experiment: &experiment, library: &library, store: &store, output: &output, shards: &[], session };
    job.finish(extent, RunWork::Share(shard))
}

/// What is wrong with a store, unless the command was stopped.
pub(in crate::cli) fn broken(why: String, context: &Context) -> Stop {
    if context.cancel.load(Ordering::Relaxed) { Stop::from(EngineError::Cancelled) } else { Stop::Message(why, 2) }
}

/// How a store names an extent.
pub(in crate::cli) fn extent_word(extent: Effort) -> &'static str {
    match extent {
        Effort::Quick => "quick",
        Effort::Full => "full",
    }
}

/// A shard as `2/4`.
pub(in crate::cli) fn parsed_shard(text: &str) -> Option<Shard> {
    let (number, of) = text.split_once('/')?;
    let shard = Shard { number: number.parse().ok()?, of: of.parse().ok()? };
    (1 <= shard.number && shard.number <= shard.of).then_some(shard)
}

fn shard(text: Option<&str>) -> Result<Shard, Stop> {
    let Some(text) = text else { return Ok(Shard::WHOLE) };
    parsed_shard(text)
        .ok_or_else(|| Stop::Message(format!("--shard {text}: write I/N with 1 <= I <= N, for example 1/4 to 4/4"), 2))
}

/// A resumed run has to be about the same.
fn same(store: &RunStore, name: &str, value: &str, what: &str) -> Result<(), String> {
    match store.about(name)? {
        None => store.tell(name, value),
        Some(before) if before == value => Ok(()),
        Some(_) => Err(format!("{what} has changed since the run began; run without --resume")),
    }
}

/// An experiment with a store.
pub(in crate::cli) struct Job<'a> {
    pub(in crate::cli) file: &'a Path,
    pub(in crate::cli) experiment: &'a Experiment,
    pub(in crate::cli) library: &'a dyn Library,
    pub(in crate::cli) store: &'a RunStore,
    pub(in crate::cli) output: &'a OutputFolder,
    /// The shards that were put together, with their folders.
    pub(in crate::cli) shards: &'a [(Shard, PathBuf)],
    pub(in crate::cli) session: &'a Session<'a>,
}

impl Job<'_> {
    /// Does what is left, and writes the report.
    pub(in crate::cli) fn finish(&self, extent: Effort, work: RunWork) -> Result<(), Stop> {
        if self.shards.is_empty() {
            budget::keep(self.output.path());
        }
        let onlooker = Onlooker::new();
        let long = LongRun { store: Some(self.store), work, watch: &onlooker };
        let done = run_experiment_kept(self.experiment, self.library, extent, &long, &self.session.context);
        terminal::end();
        let results = done.map_err(|failure| self.stop(failure))?;
        match self.store.damaged() {
            0 => {}
            1 => writeln!(terminal::err(), "1 result in the store was damaged, and is found again")?,
            many => writeln!(terminal::err(), "{many} results in the store were damaged, and are found again")?,
        }
        self.write(&results)?;
        writeln!(
            terminal::err(),
            "{:.1} s; written to {}",
            onlooker.started.elapsed().as_secs_f64(),
            self.output.path().display()
        )?;
        let many = 1 < self.experiment.tasks.len();
        let as_expected = results.as_expected();
        let stops = results.failures.into_iter().map(|(task, failure)| (task, self.stop(failure)));
        if let Some(code) = stops.map(|(task, stop)| stop.tell(many.then_some(task))).max() {
            return Err(Stop::Code(code));
        }
        match as_expected {
            Expectation::Met => Ok(()),
            Expectation::Missed => Err(Stop::Code(1)),
            Expectation::Open => Err(Stop::Code(3)),
        }
    }

    fn stop(&self, failure: TaskFailure) -> Stop {
        match failure {
            TaskFailure::Store(_) if self.session.context.cancel.load(Ordering::Relaxed) => {
                self.stop(TaskFailure::Engine(EngineError::Cancelled))
            }
            TaskFailure::Library(message) | TaskFailure::Store(message) => Stop::Message(message, 2),
            TaskFailure::Damaged { task, chunk } => {
                let shard = self.shards.iter().find(|(shard, _)| shard.has(chunk));
                let shown = shard.map_or(self.output.path(), |(_, folder)| folder.as_path()).display();
                let why = format!("{shown}: is damaged (chunk {chunk} of task {}); run this shard again", task + 1);
                Stop::Message(why, 2)
            }
            TaskFailure::Request(message) => Stop::Message(format!("{}: {message}", self.file.display()), 2),
            TaskFailure::Faults(faults) => Stop::Faults(faults),
            TaskFailure::Engine(error) => Stop::from(error),
        }
    }

    fn write(&self, results: &Results) -> Result<(), Stop> {
        let report = &results.report;
        let json = serde_json::to_string_pretty(results)? + "\n";
        let text = format!("{}{}: {}", kinds::REPORT, report.version, report.text());
        let drawings: Vec<_> = report.drawings().collect();
        self.output.write(&report.hits().collect::<Vec<_>>(), &drawings, &json, &text)?;
        let mut stdout = terminal::out();
        if self.session.wants_data() {
            stdout.write_all(json.as_bytes())?;
        } else {
            stdout.write_all(report.text().as_bytes())?;
        }
        Ok(())
    }
}

/// Shows on a terminal how the run goes on, and says the rate at the end of each screening.
struct Onlooker {
    started: Instant,
    screening: Mutex<Screening>,
}

/// When the screening of a task began.
struct Screening {
    task: Option<usize>,
    spent: Duration,
}

fn cpu() -> Duration {
    ProcessTime::try_now().map(|time| time.as_duration()).unwrap_or_default()
}

impl Onlooker {
    fn new() -> Self {
        let screening = Mutex::new(Screening { task: None, spent: Duration::ZERO });
        Self { started: Instant::now(), screening }
    }
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
        terminal::progress(done, all);
        terminal::bar().set_message(format!("{passed} pass"));
    }

    fn screening_ended(&self, task: usize, tried: u64, distinct: u64) {
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
