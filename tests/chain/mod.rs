//! What has to hold for every input: the chain from a text to certificates, step by step, and what was found wrong in it.
//!
//! ```text
//! text --parse, print, check, mend--> Document --boards--> tables of all engines --proofs--> verdicts, certificates
//! ```
//!
//! Also read by the tests of the repository, which send former findings through it; so it knows nothing of random numbers,
//! processes and allocators.
mod boards;
mod certificates;
mod experiments;
mod naming;
mod proofs;
mod text;

use nimdsl::engine::{Context, EngineError};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

/// Bytes that the library may take for one question.
pub(crate) const MEMORY: u64 = 48 << 20;

/// Something that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    /// What is the same for all findings of one cause, as far as one can tell.
    pub(crate) key: String,
    /// For people.
    pub(crate) detail: String,
}

/// Who is told of what happens, and knows where a panic was.
pub(crate) trait Watch {
    /// A step begins; it gets so many milliseconds before it is cancelled.
    fn begins(&mut self, step: &'static str, milliseconds: u64);
    /// Where the last panic was, if that is known.
    fn place(&self) -> String;
}

type Alarm = Mutex<Option<Instant>>;

/// Runs the steps of one input after another.
pub(crate) struct Judge<'a> {
    context: Context,
    alarm: Arc<Alarm>,
    watch: &'a mut dyn Watch,
    /// How often each step was done.
    pub(crate) counts: BTreeMap<&'static str, u64>,
    /// What was found.
    pub(crate) findings: Vec<Finding>,
}

impl<'a> Judge<'a> {
    /// Nothing is judged yet. A thread cancels what takes too long, as long as the judge lives.
    pub(crate) fn new(watch: &'a mut dyn Watch) -> Self {
        let cancel = Arc::new(AtomicBool::new(false));
        let alarm = Arc::new(Mutex::new(None));
        let context = Context { memory: MEMORY, cancel: cancel.clone(), ..Context::default() };
        let (waiting, cancelled) = (Arc::downgrade(&alarm), Arc::downgrade(&cancel));
        thread::spawn(move || ring(&waiting, &cancelled));
        Self { context, alarm, watch, counts: BTreeMap::new(), findings: Vec::new() }
    }

    /// Does a step; a panic in it is a finding, and gives nothing.
    fn step<T>(&mut self, name: &'static str, milliseconds: u64, work: impl FnOnce(&Context) -> T) -> Option<T> {
        self.watch.begins(name, milliseconds);
        self.context.cancel.store(false, Ordering::Relaxed);
        let end = Instant::now() + Duration::from_millis(milliseconds);
        *self.alarm.lock().unwrap_or_else(PoisonError::into_inner) = Some(end);
        let context = self.context.clone();
        let done = catch_unwind(AssertUnwindSafe(|| work(&context)));
        *self.alarm.lock().unwrap_or_else(PoisonError::into_inner) = None;
        self.context.cancel.store(false, Ordering::Relaxed);
        *self.counts.entry(name).or_default() += 1;
        match done {
            Ok(done) => Some(done),
            Err(panic) => {
                let words = panic.downcast_ref::<String>().cloned();
                let words = words.or_else(|| panic.downcast_ref::<&str>().map(|&words| words.to_owned()));
                let (place, words) = (self.watch.place(), words.unwrap_or_default());
                // Of a place in the standard library, the step says more.
                let at = if place.starts_with("/rustc/") {
                    format!("in step {name}: {words}")
                } else {
                    format!("at {place}")
                };
                self.findings.push(Finding { key: format!("panic {at}"), detail: format!("in step {name}: {words}") });
                None
            }
        }
    }

    fn count(&mut self, name: &'static str) {
        *self.counts.entry(name).or_default() += 1;
    }

    /// Notes something that does not hold.
    pub(crate) fn finds(&mut self, key: impl Into<String>, detail: impl Into<String>) {
        self.findings.push(Finding { key: key.into(), detail: detail.into() });
    }
}

fn ring(alarm: &Weak<Alarm>, cancel: &Weak<AtomicBool>) {
    while let (Some(alarm), Some(cancel)) = (alarm.upgrade(), cancel.upgrade()) {
        let end = *alarm.lock().unwrap_or_else(PoisonError::into_inner);
        if end.is_some_and(|end| end <= Instant::now()) {
            cancel.store(true, Ordering::Relaxed);
        }
        drop((alarm, cancel));
        thread::sleep(Duration::from_millis(10));
    }
}

/// Whether an engine only gave up.
fn gave_up(error: &EngineError) -> bool {
    matches!(
        error,
        EngineError::Memory { .. }
            | EngineError::Cancelled
            | EngineError::Unfit(_)
            | EngineError::Dense(_)
            | EngineError::Request(_)
    )
}

/// Numbers that follow from a text, so that what is drawn for an input is the same each time.
struct Lots(u64);

impl Lots {
    fn of(text: &str) -> Self {
        let hash = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        Self(text.bytes().fold(0xcbf2_9ce4_8422_2325, hash) | 1)
    }

    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from((self.0 >> 11) % bound.max(1) as u64).unwrap_or(0)
    }
}
