//! Answers questions about a ruleset: Grundy values, outcomes, P-positions. The reference engine is the meaning.
//!
//! Siblings of the reference engine answer the same questions for some rulesets, faster. [`choose`] says which one answers.

mod board;
mod by_cell;
mod by_value;
mod choose;
pub mod far;
pub mod moves;
pub mod periods;
pub mod reference;
mod sum;

pub use crate::ruleset::options::EvaluationError;
pub use choose::{choose, grundy, outcomes, p_positions, p_positions_alone, value_at};
pub use moves::symmetry::is_symmetric;
pub use reference::{Question, Values};

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

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
    /// The engine that answered last.
    pub answered: Answered,
}

/// The name of the engine that answered last; copies share it.
#[derive(Clone, Debug, Default)]
pub struct Answered(Arc<Mutex<Option<&'static str>>>);

impl Answered {
    /// The name, if an engine has answered.
    #[must_use]
    pub fn name(&self) -> Option<&'static str> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for Context {
    fn default() -> Self {
        Self { memory: 2 << 30, cancel: Arc::default(), threads: 1, progress: None, answered: Answered::default() }
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

    /// Keeps the name of the engine if it answered.
    pub(crate) fn by<T>(&self, engine: &'static str, answer: Result<T, EngineError>) -> Result<T, EngineError> {
        if answer.is_ok() {
            *self.answered.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(engine);
        }
        answer
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
        match error {
            EvaluationError::Unbounded { name } => Self::Question(format!(
                "by move `{name}`, some of these positions have infinitely many options; tables exist only for positions \
                 from which finitely many can be reached (try windows in which all leading coefficients are 0); `prove` \
                 will speak of all positions"
            )),
            EvaluationError::Interrupted => Self::Cancelled,
            other => Self::Evaluation(other),
        }
    }
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Memory { needed, allowed } => write!(
                f,
                "this needs about {} of memory and {} are allowed; ask for fewer positions, or allow more with --memory {}",
                bytes(*needed),
                bytes(u128::from(*allowed)),
                enough(*needed)
            ),
            Self::Cancelled => f.write_str("interrupted"),
            Self::Evaluation(error) => error.fmt(f),
            Self::Question(why) => f.write_str(why),
            Self::Endless(cycle) => write!(f, "play does not end: {cycle}; every move must decrease the measure"),
        }
    }
}

impl std::error::Error for EngineError {}

/// An argument of `--memory` that suffices: a power of two.
fn enough(needed: u128) -> String {
    let mebibytes = (needed >> 20).saturating_add(1).next_power_of_two();
    if mebibytes < 1024 { format!("{mebibytes}MiB") } else { format!("{}GiB", mebibytes / 1024) }
}

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
