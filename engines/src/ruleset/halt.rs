//! When the enumeration of options stops by itself: where somebody cancels it, or after so many steps.
use super::error::EvaluationError;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Steps between two looks.
const STEPS: u64 = 1 << 12;

/// What stops an enumeration; never, if nothing is said.
#[derive(Clone, Debug, Default)]
pub(super) struct Halt {
    /// Set from outside.
    pub(super) cancel: Option<Arc<AtomicBool>>,
    /// The most combinations of amounts that are tried for one move.
    pub(super) most: Option<u64>,
    /// Where the combinations that were tried are added up, some thousands at a time.
    pub(super) tried: Option<Arc<AtomicU64>>,
}

/// The steps of one enumeration.
#[derive(Debug)]
pub(super) struct Steps<'a> {
    halt: &'a Halt,
    done: u64,
}

impl<'a> Steps<'a> {
    pub(super) fn new(halt: &'a Halt) -> Self {
        Self { halt, done: 0 }
    }

    /// One more combination of amounts.
    pub(super) fn step(&mut self) -> Result<(), EvaluationError> {
        self.done += 1;
        if self.done.is_multiple_of(STEPS) { self.look() } else { Ok(()) }
    }

    #[cold]
    fn look(&self) -> Result<(), EvaluationError> {
        if let Some(tried) = &self.halt.tried {
            tried.fetch_add(STEPS, Ordering::Relaxed);
        }
        let cancelled = self.halt.cancel.as_ref().is_some_and(|cancel| cancel.load(Ordering::Relaxed));
        if cancelled || self.halt.most.is_some_and(|most| most < self.done) {
            return Err(EvaluationError::Interrupted);
        }
        Ok(())
    }
}
