//! RON to an experiment, and an experiment to a report. Reads no file: texts come from a library.
//!
//! ```text
//! text --tree, bounds, read--> Experiment --judge--> all that it names is there --run--> Report
//! ```
mod bounds;
mod judge;
mod tree;

use crate::check::{Document, Library, check};
use crate::diagnostic::{Faults, Sink};
use crate::engine::{Context, EngineError};
use crate::report::{Failed, Outcome, Report};
use crate::search::space::choices::Choices;
use crate::search::task::{Extent, Search, Values};
use crate::search::{Ground, Long, SearchError, search};
use crate::source::{Source, Span};
use crate::syntax::nearest;
use crate::tasks;
use indexmap::IndexMap;
use judge::Judge;
use ron::extensions::Extensions;
use serde::Deserialize;
use std::sync::Arc;
use tree::Node;
pub(crate) use tree::Step;

const MOST_CANDIDATES: u64 = 10_000_000;
const MOST_REPORTED: u64 = 1_000_000;

/// An experiment file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// What it is about.
    pub title: String,
    /// The ruleset, relative to the experiment file.
    pub ruleset: String,
    /// Parameters and the values that they run through.
    #[serde(default)]
    pub vary: IndexMap<String, Values>,
    /// What to do.
    pub tasks: Vec<Task>,
}

/// One task.
#[derive(Clone, Debug, Deserialize)]
pub enum Task {
    /// Searches rulesets whose P-positions have a given form.
    Search(Search),
    /// Claims on tables.
    Verify(tasks::Verify),
    /// The first position where two rulesets differ.
    Compare(tasks::Compare),
    /// A line for each choice of parameters.
    Sweep(tasks::Sweep),
    /// Tables.
    Table(tasks::TableTask),
    /// Positions of one Grundy value.
    PPositions(tasks::PPositions),
    /// Periods of rows, columns and diagonals.
    Periods(tasks::Periods),
}

/// Reads an experiment. What it names is not looked at.
///
/// # Errors
/// Faults with their places: bounds that are none, all of them; and, for an unknown field, the nearest known one.
pub fn read(source: &Arc<Source>) -> Result<Experiment, Faults> {
    let (experiment, sink) = parsed(source, Node::of(&source.text).as_ref());
    experiment.filter(|_| !sink.has_errors()).ok_or(Faults(sink.faults))
}

/// Reads an experiment and looks at everything that it names: rulesets, parameters, claims, targets.
///
/// # Errors
/// All faults of the experiment and of the rulesets that it names.
pub fn check_all(source: &Arc<Source>, library: &dyn Library) -> Result<Experiment, Faults> {
    let tree = Node::of(&source.text);
    let (experiment, sink) = parsed(source, tree.as_ref());
    let Some(experiment) = experiment else { return Err(Faults(sink.faults)) };
    let tree = tree.as_ref();
    let judge = Judge { experiment: &experiment, tree, library, sink, known: IndexMap::new() };
    let sink = judge.everything_is_there();
    if sink.has_errors() { Err(Faults(sink.faults)) } else { Ok(experiment) }
}

/// The experiment, as far as it can be read, and what is wrong with its text.
fn parsed(source: &Arc<Source>, tree: Option<&Node>) -> (Option<Experiment>, Sink) {
    let mut sink = Sink::new(source.clone());
    let text = match tree {
        Some(tree) => bounds::every_bound_is_a_number(&source.text, tree, &mut sink),
        None => source.text.clone(),
    };
    let extensions = Extensions::UNWRAP_VARIANT_NEWTYPES | Extensions::IMPLICIT_SOME;
    let options = ron::Options::default().with_default_extension(extensions);
    let experiment = options.from_str::<Experiment>(&text).map_err(|error| {
        let start = byte_of(&text, error.span.start.line, error.span.start.col);
        let end = byte_of(&text, error.span.end.line, error.span.end.col).max(start);
        let help = match &error.code {
            ron::Error::NoSuchStructField { expected, found, .. } => near(found, expected, "fields"),
            ron::Error::NoSuchEnumVariant { expected, found, .. } => near(found, expected, "forms"),
            _ => "`experiments/fib_search.ron` shows the form of an experiment".to_owned(),
        };
        sink.error("bad-experiment", Span::new(start, end), error.code.to_string(), "here", help);
    });
    (experiment.ok(), sink)
}

fn near(found: &str, expected: &[&'static str], what: &str) -> String {
    let list = expected.join(", ");
    nearest(found, expected.iter().copied())
        .map_or_else(|| format!("known {what}: {list}"), |near| format!("did you mean `{near}`? known {what}: {list}"))
}

fn byte_of(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let rest = text.get(start..).unwrap_or("");
    start + rest.chars().take(column.saturating_sub(1)).map(char::len_utf8).sum::<usize>()
}

/// Why an experiment has no report.
#[derive(Debug)]
pub enum Failure {
    /// The ruleset cannot be read.
    Library(String),
    /// The ruleset, or a parameter, is faulty.
    Faults(Faults),
    /// The engine gave up.
    Engine(EngineError),
    /// The experiment makes no sense.
    Experiment(String),
    /// What was done cannot be kept, or is not there.
    Store(String),
    /// What a shard says of a chunk of a task, both from 0, cannot be.
    Damaged {
        /// Which task.
        task: usize,
        /// Which chunk.
        chunk: u64,
    },
}

impl From<SearchError> for Failure {
    fn from(error: SearchError) -> Self {
        match error {
            SearchError::Faults(faults) => Self::Faults(faults),
            SearchError::Engine(error) => Self::Engine(error),
            SearchError::Request(why) => Self::Experiment(why),
            SearchError::Store(why) => Self::Store(why),
            SearchError::Damaged { task, chunk } => Self::Damaged { task, chunk },
        }
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Library(why) | Self::Experiment(why) | Self::Store(why) => f.write_str(why),
            Self::Faults(faults) => faults.fmt(f),
            Self::Engine(error) => error.fmt(f),
            Self::Damaged { task, chunk } => write!(f, "chunk {chunk} of task {} is damaged", task + 1),
        }
    }
}

impl Failure {
    /// Whether no other task could be done either.
    fn ends_the_run(&self) -> bool {
        matches!(self, Self::Store(_) | Self::Damaged { .. } | Self::Engine(EngineError::Cancelled))
    }
}

/// Runs all tasks with the quick or full bounds. What failed stands in the report and, with the number of its task from 0,
/// beside it; the other tasks are done all the same.
///
/// # Errors
/// What stopped the run.
pub fn run(
    experiment: &Experiment,
    library: &dyn Library,
    extent: Extent,
    long: &Long<'_>,
    context: &Context,
) -> Result<(Report, Vec<(usize, Failure)>), Failure> {
    let text = library.read(&experiment.ruleset).map_err(Failure::Library)?;
    let source = Source::new(experiment.ruleset.clone(), text);
    let document = check(&source, &Beside { name: &experiment.ruleset, library }).map_err(Failure::Faults)?;
    let candidates = candidates(&document, &experiment.vary, most_choices(experiment)).map_err(Failure::Experiment)?;
    let mut report = Report { title: experiment.title.clone(), version: env!("CARGO_PKG_VERSION"), tasks: Vec::new() };
    let other = |name: &str| {
        let text = library.read(name).map_err(Failure::Library)?;
        check(&Source::new(name, text), &Beside { name, library }).map_err(Failure::Faults)
    };
    let ground = tasks::Ground {
        document: &document,
        name: &experiment.ruleset,
        candidates: &candidates,
        other: &other,
        extent,
    };
    let mut failures = Vec::new();
    for (index, task) in experiment.tasks.iter().enumerate() {
        let prefix = if experiment.tasks.len() == 1 { String::new() } else { format!("task_{}_", index + 1) };
        let searched =
            Ground { document: &document, candidates: &candidates, library, extent, prefix: &prefix, number: index };
        let done = match task {
            Task::Search(task) => search(&searched, task, long, context).map(Outcome::Search).map_err(Failure::from),
            Task::Verify(task) => tasks::claims(task, &ground, context).map(Outcome::Done),
            Task::Compare(task) => tasks::compare(task, &ground, context).map(Outcome::Done),
            Task::Sweep(task) => tasks::sweep(task, &ground, context).map(Outcome::Done),
            Task::Table(task) => tasks::tables(task, &ground, context).map(Outcome::Done),
            Task::PPositions(task) => tasks::positions(task, &ground, context).map(Outcome::Done),
            Task::Periods(task) => tasks::period_lines(task, &ground, context).map(Outcome::Done),
        };
        report.tasks.push(match done {
            Ok(outcome) => outcome,
            Err(failure) if failure.ends_the_run() => return Err(failure),
            Err(failure) => {
                let failed = failure.to_string();
                failures.push((index, failure));
                Outcome::Failed(Failed { task: task.name(), failed })
            }
        });
    }
    Ok((report, failures))
}

impl Task {
    /// What reports call it.
    fn name(&self) -> &'static str {
        match self {
            Self::Search(_) => "search",
            Self::Verify(_) => "verify",
            Self::Compare(_) => "compare",
            Self::Sweep(_) => "sweep",
            Self::Table(_) => "table",
            Self::PPositions(_) => "p-positions",
            Self::Periods(_) => "periods",
        }
    }
}

/// The files beside a ruleset, for what the ruleset itself names.
struct Beside<'a> {
    name: &'a str,
    library: &'a dyn Library,
}

impl Library for Beside<'_> {
    fn read(&self, name: &str) -> Result<String, String> {
        let folder = self.name.rfind('/').map_or("", |end| &self.name[..=end]);
        self.library.read(&format!("{folder}{name}"))
    }
}

/// The choices of parameters of a search, and of other tasks.
fn candidates(document: &Document, vary: &IndexMap<String, Values>, most: u64) -> Result<Choices, String> {
    for (name, values) in vary {
        if !document.parameters.contains_key(name) {
            let known: Vec<&str> = document.parameters.keys().map(String::as_str).collect();
            let help = nearest(name, known.iter().copied())
                .map_or_else(|| format!("it has {}", known.join(", ")), |near| format!("did you mean `{near}`?"));
            return Err(format!("`vary` names `{name}`, which is no parameter of the ruleset; {help}"));
        }
        match values.count() {
            Some(0) => return Err(format!("`vary` gives `{name}` no value")),
            Some(count) if count <= most => {}
            count => {
                let count = count.map_or_else(|| "2^64".to_owned(), |count| count.to_string());
                return Err(format!("`vary` gives `{name}` {count} values, and {most} choices are tried at most"));
            }
        }
    }
    let choices = Choices::new(vary);
    choices.filter(|choices| choices.count() <= most).ok_or_else(|| {
        let counts = vary.values().map(|values| values.count().unwrap_or(u64::MAX).to_string());
        let counts = counts.collect::<Vec<_>>().join(" * ");
        format!("`vary` makes {counts} choices of parameters, and {most} are tried at most")
    })
}

/// How many choices of parameters an experiment may have: a search remembers only those that pass, and every other task
/// reports each.
fn most_choices(experiment: &Experiment) -> u64 {
    let is_search = |task: &Task| matches!(task, Task::Search(_));
    if experiment.tasks.iter().all(is_search) { MOST_CANDIDATES } else { MOST_REPORTED }
}
