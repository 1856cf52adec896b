//! Lets values run through the sections of a board, each behind the one before it: as many at once as there are threads. Knows
//! nothing of cells.
//!
//! Right because what a value finds on a section depends on the smaller values on that section, and on itself on the sections
//! before: a runner enters a section only when the value before has left it, so whatever the threads do comes in an order in
//! which all that was done before.
use crate::engine::{Context, EngineError};
use crate::value::Saturate;
use std::hint::spin_loop;
use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread::{self, ScopedJoinHandle};

/// How often a runner looks at the one before it until it sleeps: some tens of microseconds.
const LOOKS: usize = 1 << 11;
/// Greater than the number of any section.
const LAST: usize = 1 << 30;
/// So many sections for each runner, that none waits for the one before it.
const SECTIONS: usize = 8;

/// How far values have come. Some of them run together, one after the other on each section, as a block.
pub(super) struct Relay<'a> {
    /// The first value, and how many are a block.
    from: u32,
    block: u32,
    /// The next block that nobody runs for.
    next: AtomicU32,
    /// For each remainder of blocks: the last of these that began, and in the lower half the section that it has not left.
    reached: Vec<AtomicU64>,
    /// Held where sections are left, so that none who waits is forgotten.
    leaves: Mutex<()>,
    left: Condvar,
    is_over: AtomicBool,
    context: &'a Context,
}

/// Who goes through the sections with one block of values after the other.
pub(super) struct Runner<'r, 'a> {
    relay: &'r Relay<'a>,
    /// The block at hand.
    block: u32,
}

impl Drop for Runner<'_, '_> {
    fn drop(&mut self) {
        // After a panic nobody waits for what was not done.
        if thread::panicking() {
            self.relay.end();
        }
    }
}

fn word(block: u32, section: usize) -> u64 {
    u64::from(block) << 32 | section as u64
}

impl<'a> Relay<'a> {
    /// One for values from some value on, where so many sections are worth while. `memory` is what all takes with one value at a
    /// time, and what each value takes that runs beside it, in bytes: where there is not enough for several runners, there is one.
    pub(super) fn new(from: u32, sections: usize, block: u32, memory: (u128, u128), context: &'a Context) -> Self {
        let runners = if cfg!(target_arch = "wasm32") { 1 } else { context.workers(sections / SECTIONS) };
        let (all, each) = memory;
        let values = u128::from(context.memory).saturating_sub(all) / each.max(1) + 1;
        let most = (values / u128::from(block)).saturated::<usize>();
        let runners = runners.min(most).max(1);
        Self {
            from,
            block: if runners == 1 { 1 } else { block },
            next: AtomicU32::new(0),
            reached: (0..runners).map(|_| AtomicU64::new(0)).collect(),
            leaves: Mutex::new(()),
            left: Condvar::new(),
            is_over: AtomicBool::new(false),
            context,
        }
    }

    /// How many sections serve the runners.
    pub(super) fn sections(&self) -> usize {
        if self.runners() == 1 { 1 } else { self.runners() * SECTIONS }
    }

    /// How many values run at once, at most.
    pub(super) fn values(&self) -> u128 {
        self.runners() as u128 * u128::from(self.block)
    }

    /// How many values a runner has at once.
    pub(super) fn block(&self) -> u32 {
        self.block
    }

    /// How many blocks run at once.
    pub(super) fn runners(&self) -> usize {
        self.reached.len()
    }

    /// One that has begun with no value.
    pub(super) fn runner(&self) -> Runner<'_, 'a> {
        Runner { relay: self, block: 0 }
    }

    /// Lets all runners go until each comes to its end.
    ///
    /// # Errors
    /// The first of a runner; the others end, too.
    pub(super) fn run(
        &self,
        go: impl Fn(&mut Runner<'_, 'a>) -> Result<(), EngineError> + Sync,
    ) -> Result<(), EngineError> {
        let one = || {
            let ended = go(&mut self.runner());
            if ended.is_err() {
                self.end();
            }
            ended
        };
        // A browser has no threads.
        if cfg!(target_arch = "wasm32") || self.runners() == 1 {
            return one();
        }
        thread::scope(|scope| {
            // Fewer will do where the system gives no more.
            let others: Vec<_> =
                (1..self.runners()).filter_map(|_| thread::Builder::new().spawn_scoped(scope, one).ok()).collect();
            let join = |other: ScopedJoinHandle<'_, _>| other.join().unwrap_or_else(|panic| resume_unwind(panic));
            let own = one();
            others.into_iter().map(join).fold(own, Result::and)
        })
    }

    fn end(&self) {
        self.is_over.store(true, Ordering::Release);
        drop(self.leaves.lock());
        self.left.notify_all();
    }
}

impl Runner<'_, '_> {
    /// Takes the next block of values that nobody runs for.
    pub(super) fn begin(&mut self) -> Range<u32> {
        let Relay { from, block, next, .. } = self.relay;
        self.block = next.fetch_add(1, Ordering::Relaxed);
        self.leave_before(0);
        let first = self.block.saturating_mul(*block).saturating_add(*from);
        first..first.saturating_add(*block)
    }

    /// Leaves all sections before one, and waits until the block before has left it.
    ///
    /// # Errors
    /// Cancellation, also where another runner had an error.
    pub(super) fn enter(&self, section: usize) -> Result<(), EngineError> {
        self.leave_before(section);
        let Relay { reached, leaves, left, is_over, context, .. } = self.relay;
        let others = !cfg!(target_arch = "wasm32") && 1 < reached.len();
        let Some(before) = self.block.checked_sub(1).filter(|_| others) else { return context.go_on() };
        let reached = &reached[before as usize % reached.len()];
        let waits = || reached.load(Ordering::Acquire) <= word(before, section) && !is_over.load(Ordering::Acquire);
        let mut looks = 0;
        while looks < LOOKS && waits() {
            looks += 1;
            spin_loop();
        }
        if waits() {
            let guard = leaves.lock().unwrap_or_else(PoisonError::into_inner);
            drop(left.wait_while(guard, |()| waits()));
        }
        if is_over.load(Ordering::Acquire) { Err(EngineError::Cancelled) } else { context.go_on() }
    }

    /// Leaves all sections, after the block before: none that runs is as far behind another as there are runners.
    ///
    /// # Errors
    /// As for [`Self::enter`].
    pub(super) fn finish(&self) -> Result<(), EngineError> {
        self.enter(LAST)?;
        self.leave_before(LAST + 1);
        Ok(())
    }

    fn leave_before(&self, section: usize) {
        let Relay { reached, leaves, left, .. } = self.relay;
        if !cfg!(target_arch = "wasm32") && 1 < reached.len() {
            let guard = leaves.lock();
            reached[self.block as usize % reached.len()].store(word(self.block, section), Ordering::Release);
            drop(guard);
            left.notify_all();
        }
    }
}
