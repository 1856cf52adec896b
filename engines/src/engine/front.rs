//! Shares a board among threads: tiles of the first two heaps, each begun when the tiles above it and to its left are done. Knows
//! nothing of moves.
//!
//! Right where no move raises one of the two heaps: then all that the cells of a tile may look at lies in it or in tiles that are
//! done, and tiles that are worked on at the same time have no option of each other.
use crate::engine::Context;
use std::hint::spin_loop;
use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread::{self, ScopedJoinHandle};

/// So many tiles of a row for each thread, that none waits for the one before it.
const AHEAD: usize = 3;

/// The first row of tiles is lower than the others by this factor, and the next are twice as high as the one before: where cells with
/// few tokens have most options, no thread waits long for them.
const LOWER: usize = 16;

/// How often a thread looks at the row above until it sleeps: some tens of microseconds.
const LOOKS: usize = 1 << 11;

/// The tiles of a board.
pub(in crate::engine) struct Front<'a> {
    /// The first row of tiles that nobody has begun.
    next: AtomicUsize,
    /// How many tiles of each row are done.
    done: Vec<AtomicUsize>,
    all: AtomicUsize,
    is_over: AtomicBool,
    /// Held where a tile is done, so that none who waits is forgotten.
    leaves: Mutex<()>,
    changed: Condvar,
    threads: usize,
    /// Where rows of tiles begin, and where the last ends.
    rows: Vec<usize>,
    columns: usize,
    /// How many columns a tile has.
    width: usize,
    context: &'a Context,
}

/// Who works on tiles: if it is dropped by a panic, nobody waits for what it has begun.
struct TileWorker<'t, 'a>(&'t Front<'a>);

impl Drop for TileWorker<'_, '_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.end();
        }
    }
}

/// How many threads have enough tiles of a board with such sides.
pub(in crate::engine) fn threads_along(along: usize, context: &Context) -> usize {
    // A browser has no threads.
    if cfg!(target_arch = "wasm32") { 1 } else { context.workers(along / AHEAD) }
}

/// The longest side of tiles that leaves so many threads enough of them.
pub(in crate::engine) fn longest_side(along: usize, threads: usize) -> usize {
    along.div_ceil(threads * AHEAD).max(1)
}

impl<'a> Front<'a> {
    /// Tiles of at most these sides, on a board of that size, for so many threads.
    pub(in crate::engine) fn new(size: [usize; 2], tile: [usize; 2], threads: usize, context: &'a Context) -> Self {
        let [_, columns] = size;
        let [_, width] = tile;
        let mut rows = vec![0];
        let mut height = if threads == 1 { tile[0] } else { tile[0].div_ceil(LOWER) };
        while let Some(begin) = rows.last().copied().filter(|begin| *begin < size[0]) {
            rows.push(size[0].min(begin + height));
            height = tile[0].min(2 * height);
        }
        Self::of_rows(rows, [columns, width], threads, context)
    }

    /// Tiles whose rows begin and end at these places, on a board of so many columns, of so many columns each.
    pub(in crate::engine) fn of_rows(
        rows: Vec<usize>,
        [columns, width]: [usize; 2],
        threads: usize,
        context: &'a Context,
    ) -> Self {
        let done = (1..rows.len()).map(|_| AtomicUsize::new(0)).collect();
        let (next, all, is_over) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicBool::new(false));
        let (leaves, changed) = (Mutex::new(()), Condvar::new());
        Self { next, done, all, is_over, leaves, changed, threads, rows, columns, width, context }
    }

    /// How many threads work.
    pub(in crate::engine) fn threads(&self) -> usize {
        self.threads
    }

    /// Lets the first worker go on this thread and each other on one of its own.
    ///
    /// # Errors
    /// The first of a worker.
    pub(in crate::engine) fn share<W: Send, E: Send>(
        &self,
        mut workers: impl Iterator<Item = W>,
        go: impl Fn(W) -> Result<(), E> + Sync,
    ) -> Result<(), E> {
        let Some(own) = workers.next() else { return Ok(()) };
        if cfg!(target_arch = "wasm32") || self.threads == 1 {
            return go(own);
        }
        thread::scope(|scope| {
            let go = &go;
            // Fewer will do where the system gives no more.
            let begin = |worker| thread::Builder::new().spawn_scoped(scope, move || go(worker)).ok();
            let others: Vec<_> = workers.filter_map(begin).collect();
            let own = go(own);
            let join = |other: ScopedJoinHandle<'_, _>| other.join().unwrap_or_else(|panic| resume_unwind(panic));
            others.into_iter().map(join).fold(own, Result::and)
        })
    }

    fn wake(&self) {
        drop(self.leaves.lock());
        self.changed.notify_all();
    }

    fn end(&self) {
        self.is_over.store(true, Ordering::Release);
        self.wake();
    }

    /// A row of tiles that nobody has begun.
    fn begin(&self) -> Option<usize> {
        let row = self.next.fetch_add(1, Ordering::Relaxed);
        (!self.is_over.load(Ordering::Acquire) && row < self.done.len()).then_some(row)
    }

    /// Waits until all above a tile is done. Whether there is any more to do.
    fn is_ready(&self, row: usize, column: usize) -> bool {
        let over = || self.is_over.load(Ordering::Acquire);
        let Some(above) = row.checked_sub(1) else { return !over() };
        let waits = || self.done[above].load(Ordering::Acquire) <= column && !over();
        let mut looks = 0;
        while looks < LOOKS && waits() {
            looks += 1;
            spin_loop();
        }
        if waits() {
            let guard = self.leaves.lock().unwrap_or_else(PoisonError::into_inner);
            drop(self.changed.wait_while(guard, |()| waits()));
        }
        !over()
    }

    fn is_done(&self, row: usize) {
        self.done[row].fetch_add(1, Ordering::Release);
        if 1 < self.threads {
            self.wake();
        }
        let (done, all) =
            (self.all.fetch_add(1, Ordering::Relaxed) + 1, self.done.len() * self.columns.div_ceil(self.width));
        if let Some(told) = &self.context.progress {
            told(done as u64, all as u64);
        }
    }

    /// Works on tiles, which are told as ranges of the two heaps, until none is left.
    ///
    /// # Errors
    /// Those of a tile; then the other threads end, too.
    pub(in crate::engine) fn work<E>(
        &self,
        mut tile: impl FnMut(Range<usize>, Range<usize>) -> Result<(), E>,
    ) -> Result<(), E> {
        let _worker = TileWorker(self);
        while let Some(row) = self.begin() {
            for (column, begin) in (0..self.columns).step_by(self.width).enumerate() {
                if !self.is_ready(row, column) {
                    return Ok(());
                }
                let columns = begin..self.columns.min(begin + self.width);
                tile(self.rows[row]..self.rows[row + 1], columns).inspect_err(|_| self.end())?;
                self.is_done(row);
            }
        }
        Ok(())
    }
}
