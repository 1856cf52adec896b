//! Lists of options made by all threads before it is the turn of their cells: where an option stands does not depend on values.
//! Knows nothing of values.
//!
//! Right because lists are handed out in the order of the cells.
use super::board::Numbers;
use super::lane::{LANES, LaneNumber};
use super::lister::{Listed, Lister};
use super::trouble::Trouble;
use crate::engine::Context;
use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Lists that wait for their turn, for each thread.
const WAITING: usize = 3;

/// More threads are of no use: one takes all lists.
const MOST_THREADS: usize = 64;

/// So many options and runs are listed at once, of all chunks together and of one.
const MOST: (usize, usize) = (1 << 24, 1 << 20);

/// The chunks that were begun and those that are done.
struct ChunkWork {
    next: usize,
    turn: usize,
    done: BTreeMap<usize, Result<Listed, Trouble>>,
    is_over: bool,
}

/// Hands chunks out to threads, and their lists to who takes them in turn.
pub(super) struct Queue<'a> {
    work: Mutex<ChunkWork>,
    changed: Condvar,
    chunks: usize,
    ahead: usize,
    /// How many options of one chunk are listed.
    most: usize,
    numbers: Numbers<'a>,
    context: &'a Context,
}

/// A chunk that a thread has begun; it is handed in, if only as a failure.
struct BegunChunk<'q, 'a> {
    queue: &'q Queue<'a>,
    chunk: usize,
    found: Option<Result<Listed, Trouble>>,
}

impl Drop for BegunChunk<'_, '_> {
    fn drop(&mut self) {
        // Without a list the thread has panicked, which is told where it is joined.
        let found = self.found.take().unwrap_or(Err(Trouble::Order));
        self.queue.work().done.insert(self.chunk, found);
        self.queue.changed.notify_all();
    }
}

impl<'a> Queue<'a> {
    pub(super) fn new(numbers: Numbers<'a>, context: &'a Context) -> Self {
        let work = ChunkWork { next: 0, turn: 0, done: BTreeMap::new(), is_over: false };
        let (chunks, ahead) = (numbers.count().div_ceil(LANES), Self::ahead(context));
        let most = Self::most(ahead);
        Self { work: Mutex::new(work), changed: Condvar::new(), chunks, ahead, most, numbers, context }
    }

    /// How many threads list.
    pub(super) fn threads(context: &Context) -> usize {
        context.workers(MOST_THREADS)
    }

    fn ahead(context: &Context) -> usize {
        Self::threads(context) * WAITING
    }

    fn most(ahead: usize) -> usize {
        (MOST.0 / ahead).min(MOST.1)
    }

    /// How many bytes lists may take at most: 4 for an option, 24 for a run.
    pub(super) fn bytes(context: &Context) -> u128 {
        let ahead = Self::ahead(context);
        (ahead + 1) as u128 * Self::most(ahead) as u128 * 24
    }

    pub(super) fn chunks(&self) -> usize {
        self.chunks
    }

    fn work(&self) -> MutexGuard<'_, ChunkWork> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A chunk that nobody has begun, if one may be begun now.
    fn begin(&self, work: &mut ChunkWork) -> Option<BegunChunk<'_, 'a>> {
        if work.is_over || self.chunks <= work.next || work.turn + self.ahead <= work.next {
            return None;
        }
        work.next += 1;
        Some(BegunChunk { queue: self, chunk: work.next - 1, found: None })
    }

    /// Lists a chunk, or waits for a change if none may be begun.
    fn listed_or_waited<'q, N: LaneNumber>(
        &'q self,
        mut work: MutexGuard<'q, ChunkWork>,
        lister: &mut Lister<N>,
    ) -> MutexGuard<'q, ChunkWork> {
        let Some(mut begun) = self.begin(&mut work) else {
            return self.changed.wait(work).unwrap_or_else(PoisonError::into_inner);
        };
        drop(work);
        begun.found = Some(lister.chunk(begun.chunk, self.most, self.numbers, self.context));
        drop(begun);
        self.work()
    }

    /// Lists chunks until all are begun, or nobody wants them any more.
    pub(super) fn help<N: LaneNumber>(&self, lister: &mut Lister<N>) {
        let mut work = self.work();
        while !work.is_over && work.next < self.chunks {
            work = self.listed_or_waited(work, lister);
        }
    }

    fn take<N: LaneNumber>(&self, chunk: usize, lister: &mut Lister<N>) -> Result<Listed, Trouble> {
        let mut work = self.work();
        work.turn = chunk;
        self.changed.notify_all();
        loop {
            if let Some(found) = work.done.remove(&chunk) {
                return found;
            }
            work = self.listed_or_waited(work, lister);
        }
    }
}

/// Who takes lists; when it is dropped, be it by a panic, nobody wants any more.
pub(super) struct Taker<'q, 'a>(pub(super) &'q Queue<'a>);

impl Drop for Taker<'_, '_> {
    fn drop(&mut self) {
        self.0.work().is_over = true;
        self.0.changed.notify_all();
    }
}

impl Taker<'_, '_> {
    /// The lists of a chunk whose turn it is; makes others while it waits.
    ///
    /// # Errors
    /// As for [`Lister::chunk`].
    pub(super) fn take<N: LaneNumber>(&self, chunk: usize, lister: &mut Lister<N>) -> Result<Listed, Trouble> {
        self.0.take(chunk, lister)
    }
}
