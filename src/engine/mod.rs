//! Answers questions about a ruleset: Grundy values, outcomes, P-positions. The reference engine is the meaning.
pub mod reference;
mod sum;

pub use crate::ruleset::options::EvaluationError;
pub use reference::{Question, Values, value_at};

use crate::ruleset::{Position, Ruleset};
use crate::table::{Region, Table};
use crate::value::Play;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Called with the work done and the work in all.
pub type Progress = Arc<dyn Fn(u64, u64) + Send + Sync>;

/// Budgets, cancellation and progress of long work.
#[derive(Clone)]
pub struct Context {
    /// The memory that may be taken, in bytes.
    pub memory: u64,
    /// Set from outside to stop.
    pub cancel: Arc<AtomicBool>,
    /// How many threads may work; results do not depend on it.
    pub threads: usize,
    /// Told how far the work is.
    pub progress: Option<Progress>,
}

impl Default for Context {
    fn default() -> Self {
        Self { memory: 2 << 30, cancel: Arc::default(), threads: 1, progress: None }
    }
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context").field("memory", &self.memory).finish_non_exhaustive()
    }
}

impl Context {
    pub(crate) fn go_on(&self) -> Result<(), EngineError> {
        if self.cancel.load(Ordering::Relaxed) { Err(EngineError::Cancelled) } else { Ok(()) }
    }

    /// Refuses what does not fit, before it is allocated.
    pub(crate) fn fits(&self, needed: u128) -> Result<(), EngineError> {
        if needed <= u128::from(self.memory) {
            return Ok(());
        }
        Err(EngineError::Memory { needed, allowed: self.memory })
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineError {
    /// The table does not fit.
    Memory {
        /// Bytes that it would take.
        needed: u128,
        /// Bytes that were allowed.
        allowed: u64,
    },
    /// Stopped from outside.
    Cancelled,
    /// A rule cannot be evaluated somewhere.
    Evaluation(EvaluationError),
    /// The question makes no sense for this ruleset.
    Question(String),
    /// A move decreases no measure at a position, although the author's measure says so.
    Endless(String),
}

impl From<EvaluationError> for EngineError {
    fn from(error: EvaluationError) -> Self {
        Self::Evaluation(error)
    }
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Memory { needed, allowed } => write!(
                f,
                "this needs about {} of memory and {} are allowed; ask for fewer positions, or allow more with --memory",
                bytes(*needed),
                bytes(u128::from(*allowed))
            ),
            Self::Cancelled => f.write_str("interrupted"),
            Self::Evaluation(error) => error.fmt(f),
            Self::Question(why) => f.write_str(why),
            Self::Endless(cycle) => write!(f, "play does not end: {cycle}; every move must decrease the measure"),
        }
    }
}

impl std::error::Error for EngineError {}

fn bytes(count: u128) -> String {
    let units = ["bytes", "KiB", "MiB", "GiB", "TiB"];
    let mut scale = 0;
    let mut value = count;
    while 10_240 <= value && scale + 1 < units.len() {
        value /= 1024;
        scale += 1;
    }
    format!("{value} {}", units[scale])
}

/// Grundy values of all positions of a region (normal play), by the engine that `choose` names.
///
/// # Errors
/// Memory, cancellation, a rule that cannot be evaluated somewhere, a question that does not fit the ruleset.
pub fn grundy(ruleset: &Ruleset, region: &Region, context: &Context) -> Result<Table, EngineError> {
    if ruleset.components.is_empty() {
        reference::grundy(ruleset, region, context)
    } else {
        sum::grundy(ruleset, region, context)
    }
}

/// Outcomes of all positions of a region: 0 for P, 1 for N.
///
/// # Errors
/// As for [`grundy`].
pub fn outcomes(ruleset: &Ruleset, region: &Region, play: Play, context: &Context) -> Result<Table, EngineError> {
    if ruleset.components.is_empty() || play == Play::Misere {
        return reference::outcomes(ruleset, region, play, context);
    }
    let mut table = sum::grundy(ruleset, region, context)?;
    for value in table.layers.iter_mut().flat_map(|layer| &mut layer.1) {
        *value = value.map(|value| value.min(1));
    }
    Ok(table)
}

/// All P-positions with every heap at most `up_to`, in order of total, then lexicographic.
///
/// # Errors
/// As for [`grundy`].
pub fn p_positions(ruleset: &Ruleset, up_to: u64, play: Play, context: &Context) -> Result<Vec<Position>, EngineError> {
    let bound = up_to.checked_add(1).ok_or_else(|| EngineError::Question("the bound is too large".to_owned()))?;
    let table = outcomes(ruleset, &Region::Box(vec![bound; ruleset.heaps.len()]), play, context)?;
    let mut found: Vec<Position> = Vec::new();
    for (registers, values) in &table.layers {
        let heaps = table.heaps().zip(values).filter(|(_, value)| **value == Some(0));
        found.extend(heaps.map(|(mut heaps, _)| {
            heaps.extend(registers);
            heaps
        }));
    }
    found.sort_by_cached_key(|position| (position[..ruleset.heaps.len()].iter().sum::<i64>(), position.clone()));
    Ok(found)
}

/// Which engine answers, and why.
#[must_use]
pub fn choose(ruleset: &Ruleset) -> (&'static str, String) {
    if !ruleset.components.is_empty() {
        let parts: Vec<&str> = ruleset.components.iter().map(|part| part.ruleset.name.as_str()).collect();
        let why = format!(
            "the Grundy value of a disjunctive sum is the nim-sum of those of its parts ({}); misère play is computed in the product",
            parts.join(" + ")
        );
        return ("nim-sum", why);
    }
    let why = format!(
        "it is the only engine so far: it enumerates the options of every position by the loop nests of {} move{}",
        ruleset.moves.len(),
        if ruleset.moves.len() == 1 { "" } else { "s" }
    );
    ("reference", why)
}
