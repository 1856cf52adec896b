//! RON to an experiment, and an experiment to a report. Reads no file: texts come from a library.
use crate::check::{Document, Library, Settings, check};
use crate::diagnostic::{Faults, Sink};
use crate::engine::{Context, EngineError};
use crate::report::Report;
use crate::ruleset::ParameterValue;
use crate::search;
use crate::source::{Source, Span};
use crate::syntax::nearest;
use indexmap::IndexMap;
use serde::Deserialize;
use std::sync::Arc;

const MOST_CANDIDATES: usize = 10_000_000;

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

/// Values of a parameter.
#[derive(Clone, Debug, Deserialize)]
pub enum Values {
    /// Both ends included.
    Range(i64, i64),
    /// These.
    List(Vec<i64>),
}

/// One task.
#[derive(Clone, Debug, Deserialize)]
pub enum Task {
    /// Searches parameters for which the P-positions are consecutive terms of a sequence.
    Search(Search),
}

/// A search over the parameters in `vary`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Search {
    /// What the P-positions should be.
    pub target: Target,
    /// How many extra and missing pairs are forgiven, at most.
    pub exceptions: usize,
    /// Heaps go up to this.
    pub board: Bound,
    /// How many hits are kept.
    pub keep: usize,
}

/// A bound for quick and for full runs.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bound {
    /// The usual bound.
    pub quick: u64,
    /// With `--full`.
    pub full: u64,
}

/// Pairs that a search looks for.
#[derive(Clone, Debug, Deserialize)]
pub enum Target {
    /// (a0, a1), (a1, a2), ...
    Consecutive(Terms),
}

/// A sequence of naturals.
#[derive(Clone, Debug, Deserialize)]
pub enum Terms {
    /// A linear recurrence: coefficients of the most recent term first.
    Recurrence {
        /// Coefficients.
        coefficients: Vec<i64>,
        /// First terms.
        start: Vec<i64>,
    },
    /// These terms.
    List(Vec<i64>),
    /// Polygonal numbers with so many sides, from 0.
    Polygonal(i64),
    /// 1, d, d^2, ...
    Geometric(i64),
    /// (d^k - 1) / (d - 1) for k = 0, 1, ...
    Repunit(i64),
}

impl Terms {
    /// The terms in order, up to the first that is larger than `limit` or leaves 64 bits; at most 10,000.
    #[must_use]
    pub fn up_to(&self, limit: i64) -> Vec<i64> {
        let mut terms: Vec<i64> = Vec::new();
        let next = |terms: &[i64]| -> Option<i64> {
            let k = i64::try_from(terms.len()).ok()?;
            match self {
                Self::List(list) => list.get(terms.len()).copied(),
                Self::Recurrence { coefficients, start } => match start.get(terms.len()) {
                    Some(first) => Some(*first),
                    None => coefficients.iter().enumerate().try_fold(0i64, |sum, (back, factor)| {
                        let term = terms.get(terms.len().checked_sub(back + 1)?)?;
                        sum.checked_add(factor.checked_mul(*term)?)
                    }),
                },
                Self::Polygonal(sides) => {
                    let square = sides.checked_sub(2)?.checked_mul(k.checked_mul(k)?)?;
                    Some(square.checked_sub(sides.checked_sub(4)?.checked_mul(k)?)? / 2)
                }
                Self::Geometric(d) => terms.last().map_or(Some(1), |last| last.checked_mul(*d)),
                Self::Repunit(d) => terms.last().map_or(Some(0), |last| last.checked_mul(*d)?.checked_add(1)),
            }
        };
        while let Some(term) = next(&terms).filter(|_| terms.len() < 10_000) {
            terms.push(term);
            if limit < term {
                break;
            }
        }
        terms
    }
}

/// Reads an experiment.
///
/// # Errors
/// A fault with the place and, for an unknown field, the nearest known one.
pub fn read(source: &Arc<Source>) -> Result<Experiment, Faults> {
    let options = ron::Options::default().with_default_extension(ron::extensions::Extensions::UNWRAP_VARIANT_NEWTYPES);
    options.from_str::<Experiment>(&source.text).map_err(|error| {
        let mut sink = Sink::new(source.clone());
        let start = byte_of(&source.text, error.span.start.line, error.span.start.col);
        let end = byte_of(&source.text, error.span.end.line, error.span.end.col).max(start);
        let help = match &error.code {
            ron::Error::NoSuchStructField { expected, found, .. } => near(found, expected, "fields"),
            ron::Error::NoSuchEnumVariant { expected, found, .. } => near(found, expected, "forms"),
            _ => "`experiments/fib_search.ron` shows the form of an experiment".to_owned(),
        };
        sink.error("bad-experiment", Span::new(start, end), error.code.to_string(), "here", help);
        Faults(sink.faults)
    })
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
}

/// Runs all tasks. `full` chooses the full bounds; `found` is told of each hit at once.
///
/// # Errors
/// What stopped the run.
pub fn run(
    experiment: &Experiment,
    library: &dyn Library,
    full: bool,
    context: &Context,
    found: &(dyn Fn(&search::Hit) + Sync),
) -> Result<Report, Failure> {
    let text = library.read(&experiment.ruleset).map_err(Failure::Library)?;
    let source = Source::new(experiment.ruleset.clone(), text);
    let document = check(&source, library).map_err(Failure::Faults)?;
    let candidates = candidates(&document, &experiment.vary)?;
    let mut report = Report { title: experiment.title.clone(), version: env!("CARGO_PKG_VERSION"), tasks: Vec::new() };
    for Task::Search(task) in &experiment.tasks {
        let board = if full { task.board.full } else { task.board.quick };
        report.tasks.push(search::search(&document, &candidates, task, board, context, found)?);
    }
    Ok(report)
}

fn candidates(document: &Document, vary: &IndexMap<String, Values>) -> Result<Vec<Settings>, Failure> {
    let mut all = vec![Settings::new()];
    for (name, values) in vary {
        if !document.parameters.contains_key(name) {
            let known: Vec<&str> = document.parameters.keys().map(String::as_str).collect();
            let help = nearest(name, known.iter().copied())
                .map_or_else(|| format!("it has {}", known.join(", ")), |near| format!("did you mean `{near}`?"));
            return Err(Failure::Experiment(format!(
                "`vary` names `{name}`, which is no parameter of the ruleset; {help}"
            )));
        }
        let values: Vec<i64> = match values {
            Values::List(list) => list.clone(),
            Values::Range(low, high) if i128::from(*high) - i128::from(*low) < MOST_CANDIDATES as i128 => {
                (*low..=*high).collect()
            }
            Values::Range(..) => Vec::new(),
        };
        if values.is_empty() || MOST_CANDIDATES < all.len().saturating_mul(values.len()) {
            let why = format!(
                "`vary` gives `{name}` no value, or more than {MOST_CANDIDATES} candidates in all; choose other ranges"
            );
            return Err(Failure::Experiment(why));
        }
        all = all
            .iter()
            .flat_map(|begun| {
                values.iter().map(|value| {
                    let mut settings = begun.clone();
                    settings.insert(name.clone(), ParameterValue::Number(*value));
                    settings
                })
            })
            .collect();
    }
    Ok(all)
}
