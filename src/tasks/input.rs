//! Where tasks happen: the rulesets of an experiment, the choices of parameters, which bounds hold; and what tasks compute alike.
use crate::asked::TaskFailure;
use crate::asked::choices::Choices;
use crate::asked::starts::{at_starts, has_starts, only_starts, reaching_starts};
use crate::asked::values::{Effort, HeapBound};
use crate::check::{Document, Settings};
use crate::engine::{self, Context, EngineError};
use crate::ruleset::{Position, Register, Ruleset, words};
use crate::table::{Region, Table};
use crate::value::Play;
use indexmap::IndexMap;
use nimdsl_identify::Chain;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// A chain with fewer terms is not named.
const FEWEST_TERMS: usize = 4;

/// What is compared, or shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all(serialize = "lowercase"))]
pub enum What {
    /// Grundy values of normal play.
    #[default]
    Grundy,
    /// Outcomes: 0 for P, 1 for N.
    Outcomes,
}

/// Where tasks happen.
pub(crate) struct TaskInput<'a> {
    /// The ruleset of the experiment.
    pub(crate) document: &'a Document,
    /// Its name in the experiment.
    pub(crate) name: &'a str,
    /// The choices of its parameters.
    pub(crate) choices: &'a Choices,
    /// Reads and checks another ruleset.
    pub(crate) other: &'a dyn Fn(&str) -> Result<Document, TaskFailure>,
    /// Quick or full bounds.
    pub(crate) extent: Effort,
    pub(crate) context: &'a Context,
}

impl std::fmt::Debug for TaskInput<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TaskInput").field("name", &self.name).finish_non_exhaustive()
    }
}

/// A ruleset at one choice of parameters.
pub(super) struct ChosenRuleset<'a> {
    /// What the experiment calls it.
    pub(super) name: &'a str,
    pub(super) document: &'a Document,
    pub(super) settings: &'a Settings,
    /// Tells no progress of its own where there are several choices: that is told by how many are done.
    pub(super) context: &'a Context,
}

impl TaskInput<'_> {
    /// A row for every ruleset that a task names, with the choices of parameters of the experiment's own.
    pub(super) fn each<T>(
        &self,
        names: &[String],
        mut row: impl FnMut(&ChosenRuleset<'_>) -> Result<T, TaskFailure>,
    ) -> Result<Vec<T>, TaskFailure> {
        let mut rows = Vec::new();
        let all = self.choices.count().saturating_mul(names.len().max(1) as u64);
        let silent = Context { progress: None, ..self.context.clone() };
        let context = if all == 1 { self.context } else { &silent };
        let mut add = |name: &str, document: &Document, settings: &Settings| {
            let done = row(&ChosenRuleset { name, document, settings, context });
            rows.push(done.map_err(|failure| blamed(failure, document, settings))?);
            if let Some(progress) = self.context.progress.as_ref().filter(|_| 1 < all) {
                progress(rows.len() as u64, all);
            }
            Ok::<(), TaskFailure>(())
        };
        if names.is_empty() {
            self.choices.iter().try_for_each(|settings| add(self.name, self.document, &settings))?;
        }
        for name in names {
            let document = (self.other)(name)?;
            // Parameters that another ruleset does not have do not vary there.
            if self.choices.names().all(|name| document.parameters.contains_key(name)) {
                self.choices.iter().try_for_each(|settings| add(name, &document, &settings))?;
            } else {
                add(name, &document, &Settings::new())?;
            }
        }
        Ok(rows)
    }

    /// One more than a largest heap.
    pub(super) fn size(&self, up_to: HeapBound) -> Result<u64, TaskFailure> {
        let too_large = || TaskFailure::Request("`up_to` is too large".to_owned());
        up_to.at(self.extent).checked_add(1).ok_or_else(too_large)
    }
}

/// Values of all positions with heaps below a size.
pub(super) fn table(
    ruleset: &Ruleset,
    size: u64,
    (what, play): (What, Play),
    context: &Context,
) -> Result<Table, EngineError> {
    let region = Region::Box(vec![size; ruleset.heaps.len()]);
    match what {
        What::Grundy => engine::grundy(ruleset, &region, context),
        What::Outcomes => engine::outcomes(ruleset, &region, play, context),
    }
}

/// The same of a table that people look at: of the beginning of play, where registers have a start.
pub(super) fn shown_table(
    ruleset: &Ruleset,
    size: u64,
    asked: (What, Play),
    context: &Context,
) -> Result<Table, TaskFailure> {
    let reaching = reaching_starts(ruleset, &Region::Box(vec![size; ruleset.heaps.len()])).map_err(too_many_starts)?;
    Ok(at_starts(&ruleset.registers, table(&reaching, size, asked, context)?))
}

/// The P-positions with heaps up to a bound; those with which play can begin, where registers have a start.
pub(super) fn p_positions(
    ruleset: &Ruleset,
    up_to: u64,
    play: Play,
    context: &Context,
) -> Result<Vec<Position>, TaskFailure> {
    let region = Region::Box(vec![up_to.saturating_add(1); ruleset.heaps.len()]);
    let reaching = reaching_starts(ruleset, &region).map_err(too_many_starts)?;
    let mut all = engine::p_positions(&reaching, up_to, play, context)?;
    only_starts(ruleset, &mut all);
    Ok(all)
}

/// The positions of a Grundy value with heaps below a size, likewise.
pub(super) fn positions_of(
    ruleset: &Ruleset,
    value: u32,
    size: u64,
    context: &Context,
) -> Result<Vec<Position>, TaskFailure> {
    let reaching = reaching_starts(ruleset, &Region::Box(vec![size; ruleset.heaps.len()])).map_err(too_many_starts)?;
    let mut all = table(&reaching, size, (What::Grundy, Play::Normal), context)?.positions_of(value);
    only_starts(ruleset, &mut all);
    Ok(all)
}

fn too_many_starts(why: &str) -> TaskFailure {
    TaskFailure::Request(format!("{why} with `at`"))
}

/// The ruleset with the registers that a task gives one value, which then have no start.
pub(super) fn with_registers(mut ruleset: Ruleset, at: &IndexMap<String, i64>) -> Result<Ruleset, TaskFailure> {
    if let Some(why) = no_registers(&ruleset, at) {
        return Err(TaskFailure::Request(why));
    }
    for register in &mut ruleset.registers {
        if let Some(value) = at.get(&register.name) {
            register.shown = Some((*value, *value));
            register.start = None;
        }
    }
    Ok(ruleset)
}

/// What is wrong with the values that a task gives to registers.
pub(crate) fn no_registers(ruleset: &Ruleset, at: &IndexMap<String, i64>) -> Option<String> {
    at.iter().find_map(|(name, value)| {
        let fits = |register: &Register| {
            register.name == *name && register.low <= *value && register.high.is_none_or(|high| *value <= high)
        };
        let is_one = ruleset.registers.iter().any(fits);
        (!is_one).then(|| format!("`at` gives `{name}` the value {value}: no register has this name and value"))
    })
}

/// A rule that has no value is shown in its file.
pub(super) fn blamed(failure: TaskFailure, document: &Document, settings: &Settings) -> TaskFailure {
    match (failure, document.at(settings)) {
        (TaskFailure::Engine(EngineError::Evaluation(error)), Ok(ruleset)) => {
            TaskFailure::Faults(document.blame(&ruleset, &error))
        }
        (failure, _) => failure,
    }
}

/// The play that a task or else the ruleset asks for.
pub(super) fn play(ruleset: &Ruleset, misere: bool) -> Play {
    if misere { Play::Misere } else { ruleset.play }
}

/// Positions with the heaps in order, if mirror images tell nothing else: only if the game is proved to be symmetric, and no
/// register has a start, which may differ between mirror images. Otherwise all of them. The second part says which.
pub(super) fn without_mirror_images(all: &[Position], ruleset: &Ruleset) -> (Vec<Position>, bool) {
    let symmetric = engine::is_symmetric(ruleset) && !has_starts(ruleset);
    let kept = all.iter().filter(|position| !symmetric || position[..ruleset.heaps.len()].is_sorted());
    (kept.cloned().collect(), symmetric)
}

/// What a1, a2, ... is called if the positions are (a1, a2), (a2, a3), ... and their mirror images.
pub(super) fn chain(all: &[Position], ruleset: &Ruleset) -> Option<String> {
    if ruleset.heaps.len() != 2 || !ruleset.registers.is_empty() {
        return None;
    }
    let known: HashSet<&Position> = all.iter().collect();
    if !all.iter().all(|position| known.contains(&vec![position[1], position[0]])) {
        return None;
    }
    let sorted: Vec<&[i64]> = all.iter().map(Vec::as_slice).filter(|position| position.is_sorted()).collect();
    Chain::of(&sorted).filter(|chain| FEWEST_TERMS <= chain.terms.len())?.words()
}

/// A ruleset with its parameters.
pub(super) fn heading(ruleset: &str, parameters: &Settings) -> String {
    if parameters.is_empty() {
        return ruleset.to_owned();
    }
    format!("{ruleset}, {}", words::settings(parameters))
}
