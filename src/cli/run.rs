//! `run` and `merge`: an experiment to its report and files, with a store that a kill cannot harm.
use super::args::Format;
use super::store::{Keeping, Kept, Remembered};
use super::{Folder, Stop, budget, read, render, terminal, write_whole};
use cpu_time::ProcessTime;
use nimdsl::check::Library;
use nimdsl::engine::Context;
use nimdsl::experiment::{self, Experiment, Failure};
use nimdsl::report::Report;
use nimdsl::search::chunk::{Shard, Watch};
use nimdsl::search::task::Extent;
use nimdsl::search::{Long, Work};
use nimdsl::source::Source;
use serde::Serialize;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

const STORE: &str = "store.sqlite";

/// What `run` was asked for.
#[derive(Debug)]
pub(crate) struct Asked<'a> {
    pub(crate) extent: Extent,
    pub(crate) out: Option<&'a Path>,
    pub(crate) start: Start,
    pub(crate) shard: Option<&'a str>,
    pub(crate) format: Format,
}

/// Where a run begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    /// At the beginning; what was there before is set aside.
    Afresh,
    /// Where it was stopped.
    Resume,
}

/// Runs an experiment.
pub(crate) fn run(file: &Path, asked: &Asked<'_>, context: &Context) -> Result<(), Stop> {
    let source = read(file)?;
    // All that is wrong is said before anything is written or set aside.
    let files = Folder(file.parent().unwrap_or(Path::new("")).to_path_buf());
    let experiment = experiment::check_all(&source, &files)?;
    let shard = shard(asked.shard)?;
    let name = file.file_stem().map_or_else(|| "run".to_owned(), |stem| stem.to_string_lossy().into_owned());
    let part = if shard == Shard::WHOLE { String::new() } else { format!("_shard_{}_of_{}", shard.number, shard.of) };
    let folder = asked.out.map_or_else(|| Path::new("out").join(format!("{name}{part}")), Path::to_path_buf);
    fs::create_dir_all(&folder)?;
    let path = folder.join(STORE);
    if asked.start == Start::Afresh {
        set_aside(&path)?;
    }
    let store = Kept::open(&path).map_err(broken)?;
    same(&store, "experiment", &source.text, "the experiment")?;
    same(&store, "extent", extent_word(asked.extent), "--full")?;
    same(&store, "shard", &format!("{}/{}", shard.number, shard.of), "--shard")?;
    same(&store, "version", env!("CARGO_PKG_VERSION"), "the program's version")?;
    store.tell("name", &name).map_err(broken)?;
    let library = Keeping { library: &files, store: &store };
    let job = Job { file, experiment: &experiment, library: &library, store: &store, folder: &folder };
    job.finish(asked.extent, Work::Share(shard), asked.format, context)
}

/// Puts shards together.
pub(crate) fn merge(shards: &[PathBuf], out: Option<&Path>, format: Format, context: &Context) -> Result<(), Stop> {
    let open = |folder: &PathBuf| {
        let path = folder.join(STORE);
        if !path.is_file() {
            return Err(Stop::Message(format!("{} holds no run", folder.display()), 2));
        }
        Kept::open(&path).map_err(broken)
    };
    let first = open(&shards[0])?;
    let about = |store: &Kept, name: &str| store.about(name).map_err(broken).map(Option::unwrap_or_default);
    let name = about(&first, "name")?;
    let folder = out.map_or_else(|| Path::new("out").join(&name), Path::to_path_buf);
    let inside = |shard: &PathBuf| shard.canonicalize().ok().zip(folder.canonicalize().ok());
    if shards.iter().filter_map(inside).any(|(shard, folder)| shard == folder) {
        return Err(Stop::Message(
            format!("{} is a shard itself; choose another folder with --out", folder.display()),
            2,
        ));
    }
    fs::create_dir_all(&folder)?;
    let path = folder.join(STORE);
    set_aside(&path)?;
    let store = Kept::open(&path).map_err(broken)?;
    for fact in ["experiment", "extent", "version", "name"] {
        store.tell(fact, &about(&first, fact)?).map_err(broken)?;
    }
    store.tell("shard", "1/1").map_err(broken)?;
    drop(first);
    for shard in shards {
        let other = open(shard)?;
        for fact in ["experiment", "extent", "version"] {
            if about(&other, fact)? != about(&store, fact)? {
                return Err(Stop::Message(
                    format!("{} belongs to another run: its {fact} is different", shard.display()),
                    2,
                ));
            }
        }
        for (name, text) in other.texts().map_err(broken)? {
            store.keep_text(&name, &text).map_err(|_| {
                Stop::Message(format!("{} has another text of {name}: the shards do not fit", shard.display()), 2)
            })?;
        }
        store.take(&other).map_err(broken)?;
    }
    let source = Source::new(format!("{name}.ron"), about(&store, "experiment")?);
    let experiment = experiment::read(&source)?;
    let extent = if about(&store, "extent")? == extent_word(Extent::Full) { Extent::Full } else { Extent::Quick };
    let file = PathBuf::from(format!("{name}.ron"));
    let library = Remembered(&store);
    let job = Job { file: &file, experiment: &experiment, library: &library, store: &store, folder: &folder };
    job.finish(extent, Work::Kept, format, context)
}

fn broken(why: String) -> Stop {
    Stop::Message(why, 2)
}

fn extent_word(extent: Extent) -> &'static str {
    match extent {
        Extent::Quick => "quick",
        Extent::Full => "full",
    }
}

/// A store that was there before keeps its content under another name.
fn set_aside(path: &Path) -> Result<(), Stop> {
    if path.exists() {
        Kept::settle(path).map_err(broken)?;
        fs::rename(path, path.with_extension("before.sqlite"))?;
    }
    for journal in ["sqlite-wal", "sqlite-shm"] {
        let journal = path.with_extension(journal);
        if journal.exists() {
            fs::remove_file(journal)?;
        }
    }
    Ok(())
}

fn shard(text: Option<&str>) -> Result<Shard, Stop> {
    let Some(text) = text else { return Ok(Shard::WHOLE) };
    let parts = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
    match parts {
        Some((number, of)) if 1 <= number && number <= of => Ok(Shard { number, of }),
        _ => Err(Stop::Message(format!("--shard {text}: write I/N with 1 <= I <= N, for example 1/4 to 4/4"), 2)),
    }
}

/// A resumed run has to be about the same.
fn same(store: &Kept, name: &str, value: &str, what: &str) -> Result<(), Stop> {
    match store.about(name).map_err(broken)? {
        None => store.tell(name, value).map_err(broken),
        Some(before) if before == value => Ok(()),
        Some(_) => Err(Stop::Message(format!("{what} has changed since the run began; run without --resume"), 2)),
    }
}

/// A report as JSON, with the version of its form.
#[derive(Serialize)]
struct Versioned<'a> {
    schema: u32,
    #[serde(flatten)]
    report: &'a Report,
}

/// An experiment with a store.
struct Job<'a> {
    file: &'a Path,
    experiment: &'a Experiment,
    library: &'a dyn Library,
    store: &'a Kept,
    folder: &'a Path,
}

impl Job<'_> {
    fn finish(&self, extent: Extent, work: Work, format: Format, context: &Context) -> Result<(), Stop> {
        budget::keep(self.folder);
        let onlooker = Onlooker::new();
        let long = Long { store: Some(self.store), work, watch: &onlooker };
        let done = experiment::run(self.experiment, self.library, extent, &long, context);
        terminal::end();
        let (report, failures) = done.map_err(|failure| self.stop(failure))?;
        self.write(&report, format)?;
        writeln!(
            terminal::err(),
            "{:.1} s; written to {}",
            onlooker.started.elapsed().as_secs_f64(),
            self.folder.display()
        )?;
        let many = 1 < self.experiment.tasks.len();
        let stops = failures.into_iter().map(|(task, failure)| (task, self.stop(failure)));
        if let Some(code) = stops.map(|(task, stop)| told(stop, many.then_some(task))).max() {
            return Err(Stop::Code(code));
        }
        match report.unexpected() {
            (0, 0) => Ok(()),
            (0, _) => Err(Stop::Code(3)),
            _ => Err(Stop::Code(1)),
        }
    }

    fn stop(&self, failure: Failure) -> Stop {
        match failure {
            Failure::Library(message) | Failure::Store(message) => Stop::Message(message, 2),
            Failure::Experiment(message) => Stop::Message(format!("{}: {message}", self.file.display()), 2),
            Failure::Faults(faults) => Stop::Faults(faults),
            Failure::Engine(error) => match Stop::from(error) {
                Stop::Message(message, 130) => Stop::Message(
                    format!("{message}; what was done is kept in {}, go on with --resume", self.folder.display()),
                    130,
                ),
                stop => stop,
            },
        }
    }

    fn write(&self, report: &Report, format: Format) -> Result<(), Stop> {
        remove_old_hits(self.folder)?;
        for hit in report.hits() {
            write_whole(&self.folder.join(&hit.file), &hit.ruleset)?;
        }
        let versioned = Versioned { schema: 1, report };
        let json =
            serde_json::to_string_pretty(&versioned).map_err(|error| Stop::Message(error.to_string(), 2))? + "\n";
        write_whole(&self.folder.join("report.json"), &json)?;
        write_whole(&self.folder.join("report.txt"), &report.text())?;
        let mut stdout = terminal::out();
        if format == Format::Json {
            stdout.write_all(json.as_bytes())?;
        } else {
            stdout.write_all(report.text().as_bytes())?;
        }
        Ok(())
    }
}

/// Tells what failed, with the number of its task if there are several; the exit code.
fn told(stop: Stop, task: Option<usize>) -> u8 {
    let task = task.map_or_else(String::new, |task| format!("task {}: ", task + 1));
    let mut out = terminal::err();
    match stop {
        Stop::Code(code) => code,
        Stop::Message(message, code) => {
            let _ = writeln!(out, "nimdsl: {task}{message}");
            code
        }
        Stop::Faults(faults) => {
            let _ = if task.is_empty() { Ok(()) } else { writeln!(out, "nimdsl: {task}a file is faulty") };
            let _ = render(&faults.0);
            2
        }
        Stop::Evaluation(error) => {
            let _ = writeln!(out, "nimdsl: {task}{error}");
            2
        }
    }
}

/// Hits of an earlier run that this one does not have would be misleading.
fn remove_old_hits(folder: &Path) -> Result<(), Stop> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let is_hit = name.rsplit_once("hit_").is_some_and(|(_, rest)| {
            rest.strip_suffix(".nim").is_some_and(|number| number.chars().all(|digit| digit.is_ascii_digit()))
        });
        if is_hit {
            fs::remove_file(path)?;
        }
    }
    Ok(())
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

impl Watch for Onlooker {
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

    fn found(&self, line: &str) {
        if let Ok(mut screening) = self.screening.lock() {
            screening.spent = cpu();
        }
        tell(&format!("{:.1} s: {line}", self.started.elapsed().as_secs_f64()));
    }
}
