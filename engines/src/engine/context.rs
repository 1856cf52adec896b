//! What long work is given: budgets, cancellation, a listener for progress, and a place for who answered.
use super::{EngineError, EngineKind};
use crate::value::Saturate;
use std::fmt;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
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
    /// How much memory was asked for at most.
    pub asked: AskedMemory,
}

/// The most memory that was asked for at once; copies share it.
#[derive(Clone, Debug, Default)]
pub struct AskedMemory(Arc<AtomicU64>);

impl AskedMemory {
    /// In bytes; 0 before anything was asked for.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// The engine that answered last; copies share it.
#[derive(Clone, Debug, Default)]
pub struct Answered(Arc<Mutex<Option<EngineKind>>>);

impl Answered {
    /// Which one it was, if an engine has answered.
    #[must_use]
    pub fn kind(&self) -> Option<EngineKind> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for Context {
    fn default() -> Self {
        Self {
            memory: 2 << 30,
            cancel: Arc::default(),
            threads: 1,
            progress: None,
            answered: Answered::default(),
            asked: AskedMemory::default(),
        }
    }
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context").field("memory", &self.memory).finish_non_exhaustive()
    }
}

/// Of more threads than this, no more is made.
const MOST_THREADS: usize = 256;

impl Context {
    /// How many threads share so many pieces of work: at least one, and no more than there are pieces.
    #[must_use]
    pub fn workers(&self, pieces: usize) -> usize {
        // A browser has no threads, and its library is smaller without those that nobody starts.
        if cfg!(target_arch = "wasm32") {
            return 1;
        }
        self.threads.min(MOST_THREADS).min(pieces).max(1)
    }

    /// Whether work may go on.
    ///
    /// # Errors
    ///
    /// [`EngineError::Cancelled`] once somebody asked for an end.
    pub fn go_on(&self) -> Result<(), EngineError> {
        if self.cancel.load(Ordering::Relaxed) { Err(EngineError::Cancelled) } else { Ok(()) }
    }

    /// The same for some rows of all: progress of the work on them is told as rows that are done.
    pub(crate) fn within(&self, rows: Range<usize>, all: usize) -> Self {
        let [from, count, all] = [rows.start, rows.len(), all].map(|rows| rows as u64);
        let within = |told: Progress| -> Progress {
            Arc::new(move |done, cells| told(from + count.saturating_mul(done) / cells.max(1), all))
        };
        Self { progress: self.progress.clone().map(within), ..self.clone() }
    }

    /// Keeps which engine it was, if it answered.
    pub(crate) fn by<T>(&self, engine: EngineKind, answer: Result<T, EngineError>) -> Result<T, EngineError> {
        if answer.is_ok() {
            *self.answered.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(engine);
        }
        answer
    }

    /// Refuses what does not fit, before it is allocated; bytes.
    ///
    /// # Errors
    ///
    /// [`EngineError`] with the size and what would be enough.
    pub fn fits(&self, needed: u128) -> Result<(), EngineError> {
        if needed <= u128::from(self.memory) {
            self.asked.0.fetch_max(needed.saturated(), Ordering::Relaxed);
            return Ok(());
        }
        Err(EngineError::Memory { needed, allowed: self.memory })
    }
}
