//! What the checking of one certificate may cost, and a sign from outside to give up.
use super::search::TooMany;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Nodes of all graphs of one certificate.
pub(super) const MOST_IN_ALL: usize = 100_000_000;
/// So many numbers read from a set of nodes cost as much as making a node.
pub(super) const READ_AT_ONCE: usize = 16;

/// What would be against a claim, and was found to be impossible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excluded {
    /// In words.
    pub what: String,
    /// Nodes of the graphs that were made for it.
    pub nodes: usize,
}

/// What the graphs of some certificates showed to be impossible, so that no other certificate pays the time of it again: several threads
/// may ask. Conditions are known by their hashes. Each certificate is charged for what it asks, whoever found it out before, so what comes
/// out is the same without it.
#[derive(Debug, Default)]
pub struct KnownImpossible(Mutex<HashMap<[u8; 32], Arc<KnownNodes>>>);

/// How many nodes it took to show something, once that is shown.
type KnownNodes = Mutex<Option<usize>>;

/// What was spent so far, counted in nodes that were made. Without a sign from outside it is the same on every run.
#[derive(Debug, Default)]
pub(super) struct CheckEffort<'a> {
    nodes: Cell<usize>,
    cancel: Option<&'a AtomicBool>,
    known: Option<&'a KnownImpossible>,
    excluded: RefCell<Vec<Excluded>>,
}

impl<'a> CheckEffort<'a> {
    pub(super) fn new(cancel: &'a AtomicBool) -> Self {
        Self { cancel: Some(cancel), ..Self::default() }
    }

    /// The same, with what other certificates showed.
    pub(super) fn with(self, known: &'a KnownImpossible) -> Self {
        Self { known: Some(known), ..self }
    }

    /// Whether a condition with this hash is impossible, as `work` finds it out; one that asks for the same meanwhile waits.
    pub(super) fn is_impossible(
        &self,
        hash: impl FnOnce() -> [u8; 32],
        work: impl FnOnce() -> Result<bool, TooMany>,
    ) -> Result<bool, TooMany> {
        // The explorer has a limit of bytes, and does without.
        let Some(KnownImpossible(known)) = self.known.filter(|_| !cfg!(target_arch = "wasm32")) else { return work() };
        let hash = hash();
        let slot = Arc::clone(known.lock().unwrap_or_else(PoisonError::into_inner).entry(hash).or_default());
        let mut nodes = slot.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(nodes) = *nodes {
            self.spend(nodes)?;
            return Ok(true);
        }
        let left = self.left();
        let is_impossible = work()?;
        if is_impossible {
            *nodes = Some(left.saturating_sub(self.left()));
        }
        Ok(is_impossible)
    }

    /// The same for so many nodes.
    pub(super) fn at_most(self, nodes: usize) -> Self {
        Self { nodes: Cell::new(MOST_IN_ALL.saturating_sub(nodes)), ..self }
    }

    /// What some work comes to that makes so many nodes at most.
    pub(super) fn within<T>(&self, nodes: usize, work: impl FnOnce() -> T) -> T {
        let kept = self.left().saturating_sub(nodes);
        self.nodes.set(self.nodes.get() + kept);
        let done = work();
        self.nodes.set(self.nodes.get() - kept);
        done
    }

    /// Keeps what is impossible, of graphs that were made since so many nodes were left.
    pub(super) fn exclude(&self, what: &str, left: usize) {
        let nodes = left.saturating_sub(self.left());
        self.excluded.borrow_mut().push(Excluded { what: what.to_owned(), nodes });
    }

    /// How many things were found to be impossible.
    pub(super) fn count_excluded(&self) -> usize {
        self.excluded.borrow().len()
    }

    /// What was found to be impossible since there were so many is this.
    pub(super) fn name_excluded(&self, since: usize, what: &str) {
        for one in self.excluded.borrow_mut().iter_mut().skip(since) {
            what.clone_into(&mut one.what);
        }
    }

    /// All that was found to be impossible, in order.
    pub(super) fn all_excluded(self) -> Vec<Excluded> {
        self.excluded.into_inner()
    }

    /// Whether somebody asked to stop.
    pub(super) fn is_cancelled(&self) -> bool {
        self.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed))
    }

    /// What is left.
    pub(super) fn left(&self) -> usize {
        MOST_IN_ALL.saturating_sub(self.nodes.get())
    }

    /// Counts work that costs as much as making so many nodes.
    pub(super) fn spend(&self, nodes: usize) -> Result<(), TooMany> {
        self.nodes.set(self.nodes.get().saturating_add(nodes));
        if MOST_IN_ALL < self.nodes.get() || self.is_cancelled() { Err(TooMany) } else { Ok(()) }
    }
}
