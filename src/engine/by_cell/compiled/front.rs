//! Shares a board among threads: tiles of the first two heaps, each begun when the tiles above it and to its left are done. Knows
//! nothing of moves.
//!
//! Right because a cell is given a value once: a thread that looks at a cell of a tile that is not done sees that it has none,
//! and says so. So no order of the threads changes a value; that no move raises one of the two heaps only makes the tiles that
//! are done enough.
use super::board::Board;
use super::trouble::Trouble;
use crate::engine::Context;
use std::ops::Range;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// A tile has about so many cells, if the board is large enough: many fill the lanes.
const CELLS: usize = 1 << 13;

/// Tiles are no smaller than about so many cells: fewer threads share a small board.
const FEWEST: usize = 1 << 7;

/// So many tiles of a row for each thread, that none waits for the one before it.
const AHEAD: usize = 3;

/// What was begun, and what is done.
struct TilesDone {
    /// The first row of tiles that nobody has begun.
    next: usize,
    /// How many tiles of each row are done.
    done: Vec<usize>,
    all: usize,
    is_over: bool,
}

/// The tiles of a board.
pub(super) struct Front<'a> {
    progress: Mutex<TilesDone>,
    changed: Condvar,
    threads: usize,
    size: [usize; 2],
    tile: [usize; 2],
    context: &'a Context,
}

/// Who works on tiles: if it is dropped by a panic, nobody waits for what it has begun.
struct TileWorker<'t, 'a>(&'t Front<'a>);

impl Drop for TileWorker<'_, '_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.end();
        }
    }
}

impl<'a> Front<'a> {
    /// Those of a board, if it is wide enough for several threads.
    pub(super) fn new(board: &Board, context: &'a Context) -> Option<Self> {
        let size = [board.size[0], *board.size.get(1).filter(|_| 2 <= board.heaps)?];
        let along = size[0].min(size[1]).min((board.cells() / FEWEST).isqrt());
        let threads = context.workers(along / AHEAD);
        let width = size[1].div_ceil(threads * AHEAD);
        let height = (CELLS / (width * board.stride[1])).clamp(1, size[0].div_ceil(threads * AHEAD));
        let done = vec![0; size[0].div_ceil(height)];
        let progress = Mutex::new(TilesDone { next: 0, done, all: 0, is_over: false });
        (1 < threads).then(|| Self { progress, changed: Condvar::new(), threads, size, tile: [height, width], context })
    }

    /// How many threads work.
    pub(super) fn threads(&self) -> usize {
        self.threads
    }

    fn progress(&self) -> MutexGuard<'_, TilesDone> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn end(&self) {
        self.progress().is_over = true;
        self.changed.notify_all();
    }

    /// A row of tiles that nobody has begun.
    fn begin(&self) -> Option<usize> {
        let mut progress = self.progress();
        let row = progress.next;
        progress.next += 1;
        (!progress.is_over && row < progress.done.len()).then_some(row)
    }

    /// Waits until all above a tile is done. Whether there is any more to do.
    fn is_ready(&self, row: usize, column: usize) -> bool {
        let Some(above) = row.checked_sub(1) else { return !self.progress().is_over };
        let waits = |progress: &mut TilesDone| !progress.is_over && progress.done[above] <= column;
        let waited = self.changed.wait_while(self.progress(), waits);
        !waited.unwrap_or_else(PoisonError::into_inner).is_over
    }

    fn is_done(&self, row: usize) {
        let mut progress = self.progress();
        progress.done[row] += 1;
        progress.all += 1;
        let (done, all) = (progress.all, progress.done.len() * self.size[1].div_ceil(self.tile[1]));
        drop(progress);
        self.changed.notify_all();
        if let Some(told) = &self.context.progress {
            told(done as u64, all as u64);
        }
    }

    /// Works on tiles, which are told as ranges of the two heaps, until none is left.
    ///
    /// # Errors
    /// Those of a tile; then the other threads end, too.
    pub(super) fn work(
        &self,
        mut tile: impl FnMut(Range<usize>, Range<usize>) -> Result<(), Trouble>,
    ) -> Result<(), Trouble> {
        let _worker = TileWorker(self);
        let along = |at: usize, axis: usize| at * self.tile[axis]..((at + 1) * self.tile[axis]).min(self.size[axis]);
        while let Some(row) = self.begin() {
            for column in 0..self.size[1].div_ceil(self.tile[1]) {
                if !self.is_ready(row, column) {
                    return Ok(());
                }
                tile(along(row, 0), along(column, 1)).inspect_err(|_| self.end())?;
                self.is_done(row);
            }
        }
        Ok(())
    }
}
