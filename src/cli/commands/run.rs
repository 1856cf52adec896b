//! `run`: an experiment to its report and files, with a store that a kill cannot harm.
use super::unit;
use crate::cli::args::RunArgs;
use crate::cli::files::{Folder, kinds, read};
use crate::cli::folder::{OutputFolder, PROGRESS, Patience};
use crate::cli::onlooker::Onlooker;
use crate::cli::session::Session;
use crate::cli::stop::Stop;
use crate::cli::store::{Keeping, RunStore};
use crate::cli::units::extent_word;
use crate::cli::{budget, terminal};
use nimdsl::asked::values::Effort;
use nimdsl::asked::{StoreFailure, TaskFailure};
use nimdsl::check::Library;
use nimdsl::engine::{Context, EngineError};
use nimdsl::rules::{Expectation, Experiment, LongRun, Results, RunWork, Shard, check_experiment, run_experiment_kept};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

/// Runs an experiment.
pub(in crate::cli) fn run(asked: &RunArgs, session: &Session<'_>) -> Result<(), Stop> {
    if let (Some(unit), Some(out)) = (&asked.unit, &asked.out) {
        return unit::run(asked, unit, out, session);
    }
    let (file, context) = (asked.experiment.as_path(), &session.context);
    let extent = if asked.full { Effort::Full } else { Effort::Quick };
    let source = read(file)?;
    // All that is wrong is said before anything is written or set aside.
    let files = Folder::of(file);
    let experiment = check_experiment(&source, &files)?;
    let shard = shard(asked.shard.as_deref())?;
    let name = unit::experiment_name(file);
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
    let _held = output.hold(Patience::of(asked.wait_lock, context))?;
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
    let job = Job {
        file,
        experiment: &experiment,
        library: &library,
        store: &store,
        output: &output,
        source: JobSource::Run,
        session,
    };
    job.finish(extent, RunWork::Share(shard))
}

/// What is wrong with a store, unless the command was stopped.
pub(in crate::cli) fn broken(why: StoreFailure, context: &Context) -> Stop {
    if context.cancel.load(Ordering::Relaxed) { Stop::from(EngineError::Cancelled) } else { Stop::blocked(why) }
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
fn same(store: &RunStore, name: &str, value: &str, what: &str) -> Result<(), StoreFailure> {
    match store.about(name)? {
        None => store.tell(name, value),
        Some(before) if before == value => Ok(()),
        Some(_) => Err(format!("{what} has changed since the run began; run without --resume").into()),
    }
}

/// Where what a store holds comes from.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) enum JobSource<'a> {
    /// From this run.
    Run,
    /// From shards, with their folders.
    Shards(&'a [(Shard, PathBuf)]),
    /// From units.
    Units,
}

/// An experiment with a store.
pub(in crate::cli) struct Job<'a> {
    pub(in crate::cli) file: &'a Path,
    pub(in crate::cli) experiment: &'a Experiment,
    pub(in crate::cli) library: &'a dyn Library,
    pub(in crate::cli) store: &'a RunStore,
    pub(in crate::cli) output: &'a OutputFolder,
    pub(in crate::cli) source: JobSource<'a>,
    pub(in crate::cli) session: &'a Session<'a>,
}

impl Job<'_> {
    /// Does what is left, and writes the report.
    pub(in crate::cli) fn finish(&self, extent: Effort, work: RunWork) -> Result<(), Stop> {
        if matches!(self.source, JobSource::Run) {
            budget::keep(self.output.path());
        }
        let onlooker = Onlooker::new(Some((self.output.path().join(PROGRESS), self.experiment.tasks.len())));
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
            onlooker.elapsed().as_secs_f64(),
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
        let TaskFailure::Damaged { task, chunk } = failure else {
            return unit::failed(failure, self.file, &self.session.context);
        };
        let task = task + 1;
        let why = match self.source {
            JobSource::Units => format!("the units of chunk {chunk} of task {task} say what cannot be; run them again"),
            JobSource::Run => format!("{}: is damaged (chunk {chunk} of task {task})", self.output.path().display()),
            JobSource::Shards(shards) => {
                let shard = shards.iter().find(|(shard, _)| shard.has(chunk));
                let shown = shard.map_or(self.output.path(), |(_, folder)| folder.as_path()).display();
                format!("{shown}: is damaged (chunk {chunk} of task {task}); run this shard again")
            }
        };
        Stop::refused(why)
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
