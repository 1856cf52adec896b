//! Runs through numbered candidates chunk by chunk, with all threads, and keeps what is done in a store.
//! Knows nothing about what a candidate is.
use super::chunk::{Chunk, ChunkBounds, ChunkStore, RunWatch, Shard};
use crate::asked::TaskFailure;
use crate::engine::Context;
use crate::value::Saturate;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Fingerprints beyond this many are sampled.
const MOST_FINGERPRINTS: u64 = 1 << 24;

/// What long work needs besides a context: a store, a share of the work, and somebody who looks on.
#[derive(Clone, Copy)]
pub struct LongRun<'a> {
    /// Where what is done is kept.
    pub store: Option<&'a dyn ChunkStore>,
    /// What is to be done.
    pub work: RunWork,
    /// Who is told.
    pub watch: &'a dyn RunWatch,
}

impl std::fmt::Debug for LongRun<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LongRun").field("work", &self.work).finish_non_exhaustive()
    }
}

/// Which chunks are done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunWork {
    /// Those of a shard that are not in the store.
    Share(Shard),
    /// None: all have to be in the store.
    Kept,
}

/// How many candidates are tried at once.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Sizes {
    /// What is kept at once: about a second of work.
    pub(in crate::search) chunk: u64,
    /// What a thread takes at once.
    pub(in crate::search) piece: u64,
    /// A share of the work begins at a multiple of this: what lies within a chunk and is cut there gives the same, put together.
    pub(in crate::search) step: u64,
    /// Numbers between multiples of this have something in common that is prepared for them.
    pub(in crate::search) whole: u64,
}

/// What the numbers of a search count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) enum Counted {
    /// Candidates, which are tried one by one.
    Candidates,
    /// Branches of searches for conjunctions.
    Branches,
}

/// What tries candidates, which are given by number.
pub(in crate::search) trait Screener: Sync {
    /// How many candidates there are.
    fn count(&self) -> u64;
    /// How many are tried at once.
    fn sizes(&self) -> Sizes;
    /// What those with these numbers can give.
    fn bounds(&self, numbers: &Range<u64>) -> ChunkBounds;
    /// What the numbers count.
    fn counted(&self) -> Counted;
    /// Tries those with these numbers.
    fn chunk(&self, numbers: Range<u64>, context: &Context) -> Chunk;
    /// Looks more closely at what passed in a whole chunk.
    fn settle(&self, chunk: &mut Chunk, context: &Context);
}

/// Which fingerprints are kept, so that there are not too many.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Sampling {
    /// Those with these bits zero.
    pub(in crate::search) mask: u64,
    /// So many candidates are meant by each.
    pub(in crate::search) each: u64,
}

impl Sampling {
    /// That of a number of candidates.
    pub(in crate::search) fn of(candidates: u64) -> Self {
        let mut each = 1;
        while MOST_FINGERPRINTS < candidates / each {
            each *= 2;
        }
        Self { mask: each - 1, each }
    }
}

/// Tries all candidates of a share; the result does not depend on the number of threads, or on earlier stops.
pub(in crate::search) fn run(
    screener: &dyn Screener,
    task: usize,
    long: &LongRun<'_>,
    context: &Context,
) -> Result<Chunk, TaskFailure> {
    let chunks = Chunks::of(screener);
    let StoredChunks { mut total, kept, damaged } = chunks.stored(task, long)?;
    let all = match long.work {
        RunWork::Share(shard) => chunks.candidates_of(shard),
        RunWork::Kept => {
            chunks.are_all_kept(task, &kept, &damaged)?;
            screener.count()
        }
    };
    if !damaged.is_empty() {
        long.watch.damaged(task, damaged.len());
    }
    let before = total.candidates;
    let mut settled = total.fingerprints.len();
    let mut distinct = 0;
    long.watch.screened(task, total.candidates, all, total.survivors.len() as u64);
    let own = (0..chunks.count).filter(|chunk| matches!(long.work, RunWork::Share(shard) if shard.has(*chunk)));
    for chunk in own.filter(|chunk| !kept.contains(chunk)) {
        let result = part(screener, chunks.range(chunk), context)?;
        if let Some(store) = long.store {
            store.keep(task, chunk, &result).map_err(TaskFailure::Store)?;
        }
        distinct += result.fingerprints.len() as u64;
        total.append(result);
        if 2 * settled + (1 << 20) < total.fingerprints.len() {
            total.fold();
            settled = total.fingerprints.len();
        }
        long.watch.screened(task, total.candidates, all, total.survivors.len() as u64);
    }
    total.fold();
    if before == 0 {
        distinct = total.fingerprints.len() as u64;
    }
    let done = total.candidates - before;
    match screener.counted() {
        Counted::Candidates => {
            long.watch.screening_ended(task, done, distinct * Sampling::of(screener.count()).each);
        }
        Counted::Branches => long.watch.mining_ended(task, done, distinct),
    }
    Ok(total)
}

/// The candidates of a search in chunks.
struct Chunks<'a> {
    screener: &'a dyn Screener,
    sizes: Sizes,
    /// How many chunks there are.
    count: u64,
}

/// What a store says of a share.
#[derive(Default)]
struct StoredChunks {
    /// What the chunks that are kept gave, one after the other.
    total: Chunk,
    kept: BTreeSet<u64>,
    /// Chunks of which nothing can be believed.
    damaged: BTreeSet<u64>,
}

impl<'a> Chunks<'a> {
    fn of(screener: &'a dyn Screener) -> Self {
        let sizes = screener.sizes();
        Self { screener, sizes, count: screener.count().div_ceil(sizes.chunk) }
    }

    /// The numbers of the candidates of a chunk.
    fn range(&self, chunk: u64) -> Range<u64> {
        let size = self.sizes.chunk;
        chunk * size..chunk.saturating_add(1).saturating_mul(size).min(self.screener.count())
    }

    /// The chunks that were done before; what cannot be what a chunk gave is damaged.
    fn stored(&self, task: usize, long: &LongRun<'_>) -> Result<StoredChunks, TaskFailure> {
        let mut stored = StoredChunks::default();
        let Some(store) = long.store else { return Ok(stored) };
        let is_asked = |number: u64| match long.work {
            RunWork::Share(shard) => shard.has(number) && number < self.count,
            RunWork::Kept => true,
        };
        let mut tell = |number: u64, chunk: Option<Chunk>| {
            let bounds = || self.screener.bounds(&self.range(number));
            let is_possible = |chunk: &Chunk| number < self.count && chunk.can_be_of(&bounds());
            match chunk.filter(is_possible) {
                _ if !is_asked(number) || stored.kept.contains(&number) => {}
                Some(chunk) => {
                    stored.kept.insert(number);
                    stored.total.append(chunk);
                }
                None => {
                    stored.damaged.insert(number);
                }
            }
        };
        store.chunks(task, &mut tell).map_err(TaskFailure::Store)?;
        Ok(stored)
    }

    /// How many candidates belong to a shard.
    fn candidates_of(&self, shard: Shard) -> u64 {
        let size = self.sizes.chunk;
        // The last chunk may be a shorter one.
        let short = match self.count.checked_sub(1).filter(|last| shard.has(*last)) {
            Some(last) => size - (self.screener.count() - last * size),
            None => 0,
        };
        shard.count(self.count).saturating_mul(size).saturating_sub(short)
    }

    /// Refuses a store in which a chunk is damaged or missing.
    fn are_all_kept(&self, task: usize, kept: &BTreeSet<u64>, damaged: &BTreeSet<u64>) -> Result<(), TaskFailure> {
        if let Some(chunk) = damaged.first() {
            return Err(TaskFailure::Damaged { task, chunk: *chunk });
        }
        let Some(missing) = (0..self.count).find(|chunk| !kept.contains(chunk)) else { return Ok(()) };
        let Range { start, end } = self.range(missing);
        let task = task + 1;
        let what = match self.screener.counted() {
            Counted::Candidates => "candidates",
            Counted::Branches => "branches",
        };
        let why =
            format!("{what} {start} to {end} of task {task} were not tried in any shard; finish all shards first");
        Err(TaskFailure::Store(why.into()))
    }
}

/// Tries numbers of one chunk; nothing of it depends on the number of threads.
pub(in crate::search) fn part(
    screener: &dyn Screener,
    numbers: Range<u64>,
    context: &Context,
) -> Result<Chunk, TaskFailure> {
    let mut result = parallel(screener, numbers, screener.sizes().piece, context);
    screener.settle(&mut result, context);
    context.go_on()?;
    result.fold();
    Ok(result)
}

/// The same by all threads of the context, in no order.
fn parallel(screener: &dyn Screener, numbers: Range<u64>, piece: u64, context: &Context) -> Chunk {
    let next = AtomicU64::new(numbers.start);
    let all: Mutex<Chunk> = Mutex::new(Chunk::default());
    let work = || {
        let mut own = Chunk::default();
        loop {
            let start = next.fetch_add(piece, Ordering::Relaxed);
            if numbers.end <= start || context.go_on().is_err() {
                break;
            }
            own.append(screener.chunk(start..(start + piece).min(numbers.end), context));
        }
        if let Ok(mut all) = all.lock() {
            all.append(own);
        }
    };
    let pieces = (numbers.end - numbers.start).div_ceil(piece).saturated();
    std::thread::scope(|scope| {
        for _ in 1..context.workers(pieces) {
            scope.spawn(work);
        }
        work();
    });
    all.into_inner().unwrap_or_default()
}
