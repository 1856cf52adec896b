//! Experiments for Python: run whole, or in shards whose results are handed over as bytes and put together elsewhere. Writes no file.
//!
//! A merge takes from shards which candidates passed and how many were tried, and confirms and proves every hit again.
use crate::disk::Disk;
use crate::failures::{of_faults, of_task, question};
use crate::shelf::Shelf;
use crate::texts::GivenText;
use crate::work::{GivenLimits, work};
use nimdsl::asked::TaskFailure;
use nimdsl::asked::values::Effort;
use nimdsl::diagnostic::Faults;
use nimdsl::engine::{Context, Progress};
use nimdsl::rules::{
    Chunk, ChunkStore, Expectation, LongRun, Results, RunWatch, RunWork, Shard, StoreFailure, check_experiment,
    read_experiment, run_experiment_kept, share_search, shared_searches,
};
use nimdsl::source::Source;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// Chunks of all tasks, by task and number.
type KeptChunks = BTreeMap<(usize, u64), Chunk>;

/// What was done, in memory.
#[derive(Debug, Default)]
struct MemoryStore(Mutex<KeptChunks>);

/// Verdicts and proofs are found again: a merge believes none of another process.
impl ChunkStore for MemoryStore {
    fn chunks(&self, task: usize, tell: &mut dyn FnMut(u64, Option<Chunk>)) -> Result<(), StoreFailure> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for ((_, number), chunk) in kept.range((task, 0)..=(task, u64::MAX)) {
            tell(*number, Some(chunk.clone()));
        }
        Ok(())
    }

    fn keep(&self, task: usize, chunk: u64, result: &Chunk) -> Result<(), StoreFailure> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert((task, chunk), result.clone());
        Ok(())
    }

    fn verdict(&self, _: usize, _: u64) -> Result<Option<Option<u64>>, StoreFailure> {
        Ok(None)
    }

    fn keep_verdict(&self, _: usize, _: u64, _: Option<u64>) -> Result<(), StoreFailure> {
        Ok(())
    }

    fn proof(&self, _: usize, _: &str) -> Result<Option<bool>, StoreFailure> {
        Ok(None)
    }

    fn keep_proof(&self, _: usize, _: &str, _: bool) -> Result<(), StoreFailure> {
        Ok(())
    }
}

/// Tells a listener how many candidates were tried.
struct ProgressWatch(Option<Progress>);

impl RunWatch for ProgressWatch {
    fn damaged(&self, _: usize, _: usize) {}

    fn screened(&self, _: usize, done: u64, all: u64, _: u64) {
        if let Some(progress) = &self.0 {
            progress(done, all);
        }
    }

    fn screening_ended(&self, _: usize, _: u64, _: u64) {}

    fn mining_ended(&self, _: usize, _: u64, _: u64) {}

    fn found(&self, _: &str) {}
}

/// Why there is no report.
enum Fallen {
    Faults(Faults),
    Task(TaskFailure),
    Shards(String),
}

impl Fallen {
    fn error(&self, py: Python<'_>) -> PyErr {
        match self {
            Self::Faults(faults) => of_faults(py, faults),
            Self::Task(failure) => of_task(py, failure),
            Self::Shards(why) => question(py, why),
        }
    }
}

/// A report: as JSON, in words, the files beside it by name, why tasks came to nothing, whether all is as expected, and the texts that
/// were read.
type GivenReport = (String, String, Vec<(String, String)>, Vec<String>, &'static str, BTreeMap<String, String>);

fn effort(full: bool) -> Effort {
    if full { Effort::Full } else { Effort::Quick }
}

fn report(results: &Results, shelf: &Shelf) -> Result<GivenReport, Fallen> {
    let json = serde_json::to_string_pretty(results).map_err(|why| Fallen::Shards(why.to_string()))? + "\n";
    let hits = results.report.hits().map(|hit| (hit.file.clone(), hit.ruleset.clone()));
    let drawings = results.report.drawings().map(|drawing| (drawing.file.clone(), drawing.text.clone()));
    let failures = results.failures.iter().map(|(task, why)| format!("task {}: {why}", task + 1));
    let expected = match results.as_expected() {
        Expectation::Met => "met",
        Expectation::Missed => "missed",
        Expectation::Open => "open",
    };
    let files = hits.chain(drawings).collect();
    Ok((json, results.report.text(), files, failures.collect(), expected, shelf.was_read()))
}

fn done(
    given: GivenText,
    full: bool,
    (store, what): (&dyn ChunkStore, RunWork),
    context: &Context,
) -> Result<(Results, Shelf), Fallen> {
    let (name, text, folder, texts) = given;
    let (source, shelf) = (Source::new(name, text), Shelf::new(folder, texts));
    let experiment = check_experiment(&source, &shelf).map_err(Fallen::Faults)?;
    let watch = ProgressWatch(context.progress.clone());
    let long = LongRun { store: Some(store), work: what, watch: &watch };
    let results = run_experiment_kept(&experiment, &shelf, effort(full), &long, context).map_err(Fallen::Task)?;
    Ok((results, shelf))
}

/// Runs an experiment; what is done is kept in a store, if there is one.
#[pyfunction]
#[pyo3(signature = (given, full, limits, store=None))]
pub(crate) fn run(
    py: Python<'_>,
    given: GivenText,
    full: bool,
    limits: GivenLimits,
    store: Option<Py<PyAny>>,
) -> PyResult<GivenReport> {
    let ended = work(py, &limits, move |context| {
        let store: Box<dyn ChunkStore> = match store {
            Some(store) => Box::new(Disk(store)),
            None => Box::new(MemoryStore::default()),
        };
        let (results, shelf) = done(given, full, (&*store, RunWork::Share(Shard::WHOLE)), context)?;
        report(&results, &shelf)
    })?;
    ended.map_err(|fallen: Fallen| fallen.error(py))
}

/// How many searches an experiment has: what can be shared.
#[pyfunction]
pub(crate) fn searches(py: Python<'_>, name: String, text: String, limits: GivenLimits) -> PyResult<usize> {
    let read = work(py, &limits, move |_| read_experiment(&Source::new(name, text)))?;
    let experiment = read.map_err(|faults| of_faults(py, &faults))?;
    Ok(experiment.tasks.iter().filter(|task| task.search().is_some()).count())
}

/// The texts that an experiment reads, by name.
#[pyfunction]
pub(crate) fn texts_of(py: Python<'_>, given: GivenText, limits: GivenLimits) -> PyResult<BTreeMap<String, String>> {
    let (name, text, folder, texts) = given;
    let checked = work(py, &limits, move |_| {
        let shelf = Shelf::new(folder, texts);
        check_experiment(&Source::new(name, text), &shelf).map(|_| shelf.was_read())
    })?;
    checked.map_err(|faults| of_faults(py, &faults))
}

/// Tries a shard of the candidates of all searches, and confirms none: whoever merges does. No other task is looked at.
fn screened(given: GivenText, full: bool, shard: Shard, context: &Context) -> Result<Vec<(usize, u64, Chunk)>, Fallen> {
    let (name, text, folder, texts) = given;
    let (source, shelf) = (Source::new(name, text), Shelf::new(folder, texts));
    let experiment = check_experiment(&source, &shelf).map_err(Fallen::Faults)?;
    let watch = ProgressWatch(context.progress.clone());
    let mut rows = Vec::new();
    for search in shared_searches(&experiment, &shelf, effort(full), context).map_err(Fallen::Task)? {
        let chunk = search.chunk;
        let own = (0..search.count.div_ceil(chunk)).filter(|number| shard.has(*number));
        let ranges: Vec<_> =
            own.map(|number| number * chunk..(number + 1).saturating_mul(chunk).min(search.count)).collect();
        if ranges.is_empty() {
            continue;
        }
        let asked = (search.task, ranges.as_slice());
        let parts = share_search(&experiment, &shelf, effort(full), asked, &watch, context).map_err(Fallen::Task)?;
        rows.extend(parts.into_iter().map(|part| (search.task, part.numbers.start / chunk, part.chunk)));
    }
    Ok(rows)
}

/// Does a share of an experiment: what it gave, as bytes.
#[pyfunction]
pub(crate) fn shard(
    py: Python<'_>,
    given: GivenText,
    full: bool,
    share: (u64, u64),
    limits: GivenLimits,
) -> PyResult<Bound<'_, PyBytes>> {
    let (number, of) = share;
    if number < 1 || of < number {
        return Err(question(py, &format!("shard=({number}, {of}): write (i, n) with 1 <= i <= n")));
    }
    let ended = work(py, &limits, move |context| {
        let rows = screened(given, full, Shard { number, of }, context)?;
        serde_json::to_vec(&rows).map_err(|why| Fallen::Shards(why.to_string()))
    })?;
    ended.map(|bytes| PyBytes::new(py, &bytes)).map_err(|fallen| fallen.error(py))
}

/// Puts shards together: each with its number, of how many, and its bytes.
#[pyfunction]
pub(crate) fn merged(
    py: Python<'_>,
    given: GivenText,
    full: bool,
    shards: Vec<(u64, u64, Vec<u8>)>,
    limits: GivenLimits,
) -> PyResult<GivenReport> {
    let ended = work(py, &limits, move |context| {
        let mut kept = KeptChunks::new();
        for (number, of, bytes) in shards {
            let shard = Shard { number, of };
            let rows: Vec<(usize, u64, Chunk)> = serde_json::from_slice(&bytes)
                .map_err(|why| Fallen::Shards(format!("shard {number}/{of} is damaged ({why}); run it again")))?;
            for (task, at, chunk) in rows.into_iter().filter(|row| shard.has(row.1)) {
                if kept.insert((task, at), chunk.clone()).is_some_and(|before| before != chunk) {
                    let why = format!("chunk {at} of task {} is another one in another shard", task + 1);
                    return Err(Fallen::Shards(why));
                }
            }
        }
        let (results, shelf) = done(given, full, (&MemoryStore(Mutex::new(kept)), RunWork::Kept), context)?;
        report(&results, &shelf)
    })?;
    ended.map_err(|fallen| fallen.error(py))
}
