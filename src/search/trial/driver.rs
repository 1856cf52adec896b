//! Runs through numbered candidates chunk by chunk, with all threads, and keeps what is done in a store.
//! Knows nothing about what a candidate is.
use super::chunk::{Chunk, Shard, Store, Watch};
use crate::engine::Context;
use crate::search::SearchError;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Fingerprints beyond this many are sampled.
const MOST_FINGERPRINTS: u64 = 1 << 24;

/// What long work needs besides a context: a store, a share of the work, and somebody who looks on.
#[derive(Clone, Copy)]
pub struct Long<'a> {
    /// Where what is done is kept.
    pub store: Option<&'a dyn Store>,
    /// What is to be done.
    pub work: Work,
    /// Who is told.
    pub watch: &'a dyn Watch,
}

impl std::fmt::Debug for Long<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Long").field("work", &self.work).finish_non_exhaustive()
    }
}

/// Which chunks are done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Those of a shard that are not in the store.
    Share(Shard),
    /// None: all have to be in the store.
    Kept,
}

/// Something with numbered candidates.
pub(in crate::search) trait Trial: Sync {
    /// How many candidates there are.
    fn count(&self) -> u64;
    /// How many make up a chunk, about a second of work, and how many of them a thread takes at once.
    fn sizes(&self) -> (u64, u64);
    /// How many targets there are; none in an open search.
    fn targets(&self) -> usize;
    /// Tries those with these numbers.
    fn chunk(&self, numbers: Range<u64>, context: &Context) -> Chunk;
    /// Looks more closely at what passed in a whole chunk.
    fn settle(&self, chunk: &mut Chunk, context: &Context);
}

/// How many of the fingerprints are kept: those with the bits of the mask zero. So many are meant by each.
pub(in crate::search) fn sampling(candidates: u64) -> (u64, u64) {
    let mut each = 1;
    while MOST_FINGERPRINTS < candidates / each {
        each *= 2;
    }
    (each - 1, each)
}

/// Tries all candidates of a share; the result does not depend on the number of threads, or on earlier stops.
pub(in crate::search) fn run(
    trial: &dyn Trial,
    task: usize,
    long: &Long<'_>,
    context: &Context,
) -> Result<Chunk, SearchError> {
    let (size, piece) = trial.sizes();
    let chunks = trial.count().div_ceil(size);
    let range = |chunk: u64| chunk * size..chunk.saturating_add(1).saturating_mul(size).min(trial.count());
    let mut total = Chunk::default();
    let mut kept = BTreeSet::new();
    let mut damaged = BTreeSet::new();
    if let Some(store) = long.store {
        let is_asked = |number: u64| match long.work {
            Work::Share(shard) => shard.has(number) && number < chunks,
            Work::Kept => true,
        };
        let mut tell = |number: u64, chunk: Option<Chunk>| {
            let is_possible = |chunk: &Chunk| number < chunks && chunk.can_be_of(&range(number), trial.targets());
            match chunk.filter(is_possible) {
                _ if !is_asked(number) || kept.contains(&number) => {}
                Some(chunk) => {
                    kept.insert(number);
                    total.append(chunk);
                }
                None => {
                    damaged.insert(number);
                }
            }
        };
        store.chunks(task, &mut tell).map_err(SearchError::Store)?;
    }
    let own = (0..chunks).filter(|chunk| matches!(long.work, Work::Share(shard) if shard.has(*chunk)));
    let all: u64 = match long.work {
        Work::Kept => {
            if let Some(chunk) = damaged.first() {
                return Err(SearchError::Damaged { task, chunk: *chunk });
            }
            if let Some(missing) = (0..chunks).find(|chunk| !kept.contains(chunk)) {
                let numbers = range(missing);
                return Err(SearchError::Store(format!(
                    "candidates {} to {} of task {} were not tried in any shard; finish all shards first",
                    numbers.start,
                    numbers.end,
                    task + 1
                )));
            }
            trial.count()
        }
        Work::Share(shard) => {
            // The last chunk may be a shorter one.
            let short = match chunks.checked_sub(1).filter(|last| shard.has(*last)) {
                Some(last) => size - (trial.count() - last * size),
                None => 0,
            };
            shard.count(chunks).saturating_mul(size).saturating_sub(short)
        }
    };
    if !damaged.is_empty() {
        long.watch.damaged(task, damaged.len());
    }
    let before = total.candidates;
    let mut settled = total.fingerprints.len();
    let mut distinct = 0;
    long.watch.screened(task, total.candidates, all, total.survivors.len() as u64);
    for chunk in own.filter(|chunk| !kept.contains(chunk)) {
        let mut result = parallel(trial, range(chunk), piece, context);
        trial.settle(&mut result, context);
        context.go_on()?;
        result.fold();
        if let Some(store) = long.store {
            store.keep(task, chunk, &result).map_err(SearchError::Store)?;
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
    let (_, each) = sampling(trial.count());
    long.watch.screening_ended(task, total.candidates - before, distinct * each);
    Ok(total)
}

/// One chunk, by all threads of the context.
fn parallel(trial: &dyn Trial, numbers: Range<u64>, piece: u64, context: &Context) -> Chunk {
    let next = AtomicU64::new(numbers.start);
    let all: Mutex<Chunk> = Mutex::new(Chunk::default());
    let work = || {
        let mut own = Chunk::default();
        loop {
            let start = next.fetch_add(piece, Ordering::Relaxed);
            if numbers.end <= start || context.go_on().is_err() {
                break;
            }
            own.append(trial.chunk(start..(start + piece).min(numbers.end), context));
        }
        if let Ok(mut all) = all.lock() {
            all.append(own);
        }
    };
    if context.threads <= 1 {
        work();
    } else {
        std::thread::scope(|scope| {
            for _ in 0..context.threads {
                scope.spawn(work);
            }
        });
    }
    all.into_inner().unwrap_or_default()
}
