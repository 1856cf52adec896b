//! Experiments on the page: a text is checked, run, and answered with one report. Keeps nothing unless it is given a store.
use crate::asked::TaskFailure;
use crate::asked::values::Effort;
use crate::check::Library;
use crate::claim::verify::Expectation;
use crate::diagnostic::Faults;
use crate::engine::Context;
use crate::experiment::{Experiment, check_all, read, run, searches};
use crate::report::Report;
use crate::search::share::{SharePart, SharedSearch, share, shared};
use crate::search::trial::chunk::{Nobody, RunWatch, Shard};
use crate::search::{LongRun, RunWork};
use crate::source::Source;
use serde::{Serialize, Serializer};
use std::ops::Range;
use std::sync::Arc;

use super::answers::SCHEMA;

/// An experiment, with all that it names: rulesets, parameters, claims, targets.
///
/// # Errors
/// All faults of the experiment and of the rulesets that it names.
pub fn check_experiment(source: &Arc<Source>, library: &dyn Library) -> Result<Experiment, Faults> {
    check_all(source, library)
}

/// An experiment as its text says it; what it names is looked at when it runs.
///
/// # Errors
/// All faults of the text alone.
pub fn read_experiment(source: &Arc<Source>) -> Result<Experiment, Faults> {
    read(source)
}

/// Does all tasks of an experiment: searches, tables, claims, periods. Cost: that of the bounds in its text.
///
/// # Errors
/// A ruleset that cannot be read or is faulty, or cancellation. A task that came to nothing stands in the results.
pub fn run_experiment(
    experiment: &Experiment,
    library: &dyn Library,
    effort: Effort,
    context: &Context,
) -> Result<Results, TaskFailure> {
    let whole = LongRun { store: None, work: RunWork::Share(Shard::WHOLE), watch: &Nobody };
    run_experiment_kept(experiment, library, effort, &whole, context)
}

/// The same with a store, so that a stopped run can go on, a share of the work, and somebody who is told how far it came.
///
/// # Errors
/// As for [`run_experiment`]; a store that fails.
pub fn run_experiment_kept(
    experiment: &Experiment,
    library: &dyn Library,
    effort: Effort,
    long: &LongRun<'_>,
    context: &Context,
) -> Result<Results, TaskFailure> {
    let (report, failures) = run(experiment, library, effort, long, context)?;
    Ok(Results { report, failures })
}

/// What of an experiment can be shared out: its searches. Cost: conditions are read and compared, nothing is tried.
///
/// # Errors
/// As for [`run_experiment`]; a search that makes no sense.
pub fn shared_searches(
    experiment: &Experiment,
    library: &dyn Library,
    effort: Effort,
    context: &Context,
) -> Result<Vec<SharedSearch>, TaskFailure> {
    let mut all = Vec::new();
    searches(experiment, library, effort, &mut |input, search| {
        all.push(shared(input, search, context)?);
        Ok(())
    })?;
    Ok(all)
}

/// Does shares of one search: tries candidates, or mines branches, and confirms, names and proves nothing. What comes out depends on
/// the texts and the numbers alone. `watch` is told when the preparations are done, and after each part.
///
/// # Errors
/// As for [`run_experiment`]; numbers that are none of the search, or cannot be cut so; and all that a search can end with.
pub fn share_search(
    experiment: &Experiment,
    library: &dyn Library,
    effort: Effort,
    (task, ranges): (usize, &[Range<u64>]),
    watch: &dyn RunWatch,
    context: &Context,
) -> Result<Vec<SharePart>, TaskFailure> {
    let mut parts = None;
    searches(experiment, library, effort, &mut |input, search| {
        if input.number == task {
            parts = Some(share(input, search, ranges, watch, context)?);
        }
        Ok(())
    })?;
    let number = task + 1;
    parts.ok_or_else(|| TaskFailure::Request(format!("task {number} is no search: only searches are shared out")))
}

/// What came out of an experiment.
#[derive(Debug)]
pub struct Results {
    /// The rows of all tasks, and the hits of searches.
    pub report: Report,
    /// The tasks that came to nothing, by their numbers from 0.
    pub failures: Vec<(usize, TaskFailure)>,
}

impl Results {
    /// Whether all claims are as the text says: one that is not outweighs those that are open.
    #[must_use]
    pub fn as_expected(&self) -> Expectation {
        let has = |expectation| 0 < self.report.count(expectation);
        let worst = [Expectation::Missed, Expectation::Open].into_iter().find(|expectation| has(*expectation));
        worst.unwrap_or(Expectation::Met)
    }
}

/// In the order of a report file.
#[derive(Serialize)]
struct Versioned<'a> {
    schema: u32,
    #[serde(flatten)]
    report: &'a Report,
}

impl Serialize for Results {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Versioned { schema: SCHEMA, report: &self.report }.serialize(serializer)
    }
}
