//! What stands in an experiment file: a ruleset, values of its parameters, tasks. Reads nothing, and runs nothing.
use crate::asked::choices::Choices;
use crate::asked::values::NumberSet;
use crate::check::{Document, Library};
use crate::search::task::{AtlasTask, Search};
use crate::syntax::nearest;
use crate::tasks;
use indexmap::IndexMap;
use serde::Deserialize;
use std::borrow::Cow;

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
    pub vary: IndexMap<String, NumberSet>,
    /// What to do.
    pub tasks: Vec<Task>,
}

/// One task.
#[derive(Clone, Debug, Deserialize)]
pub enum Task {
    /// Searches rulesets whose P-positions have a given form.
    Search(Search),
    /// All chains of a space of rulesets.
    Atlas(AtlasTask),
    /// Claims on tables.
    Verify(tasks::Verify),
    /// The first position where two rulesets differ.
    Compare(tasks::Compare),
    /// A line for each choice of parameters.
    Sweep(tasks::SweepTask),
    /// Tables.
    Table(tasks::TableTask),
    /// Positions of one Grundy value.
    PPositions(tasks::PPositions),
    /// Periods of rows, columns and diagonals.
    Periods(tasks::PeriodsTask),
    /// Pictures, in files beside the report.
    Plot(tasks::PlotTask),
}

impl Task {
    /// The search that it is or makes, whose candidates can be shared out.
    #[must_use]
    pub fn search(&self) -> Option<Cow<'_, Search>> {
        match self {
            Self::Search(search) => Some(Cow::Borrowed(search)),
            Self::Atlas(atlas) => Some(Cow::Owned(atlas.search())),
            _ => None,
        }
    }

    /// What reports call it.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Search(_) => "search",
            Self::Atlas(_) => "atlas",
            Self::Verify(_) => "verify",
            Self::Compare(_) => "compare",
            Self::Sweep(_) => "sweep",
            Self::Table(_) => "table",
            Self::PPositions(_) => "p-positions",
            Self::Periods(_) => "periods",
            Self::Plot(_) => "plot",
        }
    }
}

/// The files beside a ruleset, for what the ruleset itself names.
pub(super) struct Beside<'a> {
    pub(super) name: &'a str,
    pub(super) library: &'a dyn Library,
}

impl Library for Beside<'_> {
    fn read(&self, name: &str) -> Result<String, String> {
        let folder = self.name.rfind('/').map_or("", |end| &self.name[..=end]);
        self.library.read(&format!("{folder}{name}"))
    }
}

/// The choices of parameters of a search, and of other tasks.
pub(super) fn choices(document: &Document, vary: &IndexMap<String, NumberSet>, most: u64) -> Result<Choices, String> {
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
pub(super) fn most_choices(experiment: &Experiment) -> u64 {
    if experiment.tasks.iter().all(|task| task.search().is_some()) { MOST_CANDIDATES } else { MOST_REPORTED }
}
