//! RON to an experiment, and an experiment to a report. Reads no file: texts come from a library.
//!
//! ```text
//! text --tree, bounds, read--> Experiment --judge--> all that it names is there --run--> Report
//! ```
mod bounds;
mod form;
mod judge;
mod tree;

use crate::asked::TaskFailure;
use crate::asked::values::Effort;
use crate::check::{Library, check};
use crate::diagnostic::{Faults, Sink};
use crate::engine::Context;
use crate::report::{Failed, NamedRuleset, Report, TaskOutcome};
use crate::search::task::Search;
use crate::search::{LongRun, SearchInput, atlas, search};
use crate::source::{Source, Span};
use crate::syntax::nearest;
use crate::tasks::{Done, TaskInput};
use form::{Beside, choices, most_choices};
pub use form::{Experiment, Task};
use indexmap::IndexMap;
use judge::Judge;
use ron::extensions::Extensions;
use std::cell::RefCell;
use std::sync::Arc;
use tree::RonNode;

/// Reads an experiment. What it names is not looked at.
///
/// # Errors
/// Faults with their places: bounds that are none, all of them; and, for an unknown field, the nearest known one.
pub fn read(source: &Arc<Source>) -> Result<Experiment, Faults> {
    let (experiment, sink) = parsed(source, RonNode::of(&source.text).as_ref());
    experiment.filter(|_| !sink.has_errors()).ok_or(Faults(sink.faults))
}

/// Reads an experiment and looks at everything that it names: rulesets, parameters, claims, targets.
///
/// # Errors
/// All faults of the experiment and of the rulesets that it names.
pub fn check_all(source: &Arc<Source>, library: &dyn Library) -> Result<Experiment, Faults> {
    let tree = RonNode::of(&source.text);
    let (experiment, sink) = parsed(source, tree.as_ref());
    let Some(experiment) = experiment else { return Err(Faults(sink.faults)) };
    let tree = tree.as_ref();
    let judge = Judge { experiment: &experiment, tree, library, sink, known: IndexMap::new() };
    let sink = judge.everything_is_there();
    if sink.has_errors() { Err(Faults(sink.faults)) } else { Ok(experiment) }
}

/// The experiment, as far as it can be read, and what is wrong with its text.
fn parsed(source: &Arc<Source>, tree: Option<&RonNode>) -> (Option<Experiment>, Sink) {
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
            ron::Error::ExpectedDifferentStructName { found, .. } if found == "ruleset" || found == "extends" => {
                "this is a ruleset: `nimdsl check` and `nimdsl table` read it, and an experiment names it".to_owned()
            }
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

/// Tells of each search of an experiment what it stands on; other tasks are passed over.
///
/// # Errors
/// A ruleset that cannot be read or is faulty, parameters that are none, or what `each` says.
pub fn searches(
    experiment: &Experiment,
    library: &dyn Library,
    extent: Effort,
    each: &mut dyn FnMut(&SearchInput<'_>, &Search) -> Result<(), TaskFailure>,
) -> Result<(), TaskFailure> {
    let name = &experiment.ruleset;
    let text = library.read(name).map_err(TaskFailure::Library)?;
    let document = check(&Source::new(name, text), &Beside { name, library })?;
    let choices = choices(&document, &experiment.vary, most_choices(experiment)).map_err(TaskFailure::Request)?;
    let (document, choices) = (&document, &choices);
    for (number, task) in experiment.tasks.iter().enumerate() {
        if let Some(search) = task.search() {
            each(&SearchInput { document, choices, library, extent, prefix: "", number }, &search)?;
        }
    }
    Ok(())
}

/// Runs all tasks with the quick or full bounds. What failed stands in the report and, with the number of its task from 0,
/// beside it; the other tasks are done all the same.
///
/// # Errors
/// What stopped the run.
pub fn run(
    experiment: &Experiment,
    library: &dyn Library,
    extent: Effort,
    long: &LongRun<'_>,
    context: &Context,
) -> Result<(Report, Vec<(usize, TaskFailure)>), TaskFailure> {
    let opened: RefCell<Vec<NamedRuleset>> = RefCell::default();
    let other = |name: &str| {
        let text = library.read(name).map_err(TaskFailure::Library)?;
        let document = check(&Source::new(name, text), &Beside { name, library })?;
        let is_known = opened.borrow().iter().any(|known| known.name == name);
        if !is_known {
            opened.borrow_mut().push(NamedRuleset::of(name, &document));
        }
        Ok(document)
    };
    let document = other(&experiment.ruleset)?;
    let choices = choices(&document, &experiment.vary, most_choices(experiment)).map_err(TaskFailure::Request)?;
    let mut report = Report {
        title: experiment.title.clone(),
        version: env!("CARGO_PKG_VERSION"),
        tasks: Vec::new(),
        rulesets: Vec::new(),
    };
    let name = &experiment.ruleset;
    let input = TaskInput { document: &document, name, choices: &choices, other: &other, extent, context };
    let mut failures = Vec::new();
    for (number, task) in experiment.tasks.iter().enumerate() {
        let prefix = if experiment.tasks.len() == 1 { String::new() } else { format!("task_{}_", number + 1) };
        let own = SearchInput { document: &document, choices: &choices, library, extent, prefix: &prefix, number };
        let done = match task {
            Task::Search(task) => search(&own, task, long, context).map(TaskOutcome::Search),
            Task::Atlas(task) => atlas(&own, task, long, context).map(TaskOutcome::Atlas),
            Task::Verify(task) => task.perform(&input).map(Done::Verify).map(TaskOutcome::Done),
            Task::Compare(task) => task.perform(&input).map(Done::Compare).map(TaskOutcome::Done),
            Task::Sweep(task) => task.perform(&input).map(Done::Sweep).map(TaskOutcome::Done),
            Task::Table(task) => task.perform(&input).map(Done::Table).map(TaskOutcome::Done),
            Task::PPositions(task) => task.perform(&input).map(Done::PPositions).map(TaskOutcome::Done),
            Task::Periods(task) => task.perform(&input).map(Done::Periods).map(TaskOutcome::Done),
            Task::Plot(task) => task.perform(&input, &prefix).map(Done::Plot).map(TaskOutcome::Done),
        };
        report.tasks.push(match done {
            Ok(outcome) => outcome,
            Err(failure) if failure.ends_the_run() => return Err(failure),
            Err(failure) => {
                let failed = failure.to_string();
                failures.push((number, failure));
                TaskOutcome::Failed(Failed { task: task.name(), failed })
            }
        });
    }
    report.rulesets = opened.take();
    Ok((report, failures))
}
