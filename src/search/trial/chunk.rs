//! Pieces of a long search: what they give, how they are put together, and which belong to a shard. Tries no candidate.
use crate::asked::StoreFailure;
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// A candidate that passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Survivor {
    /// The number of the candidate.
    pub number: u64,
    /// Which of the targets; none in an open search.
    pub target: Option<usize>,
    /// Letters of what is added; the number decides between equals.
    pub length: u64,
    /// Equal for rulesets of which only the shortest is of interest.
    pub meaning: u64,
    /// Where an atlas counts them: how many games with this meaning were met.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub games: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_zero(games: &u64) -> bool {
    *games == 0
}

/// What a range of candidates gave.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chunk {
    /// How many were tried.
    pub candidates: u64,
    /// How many of them were ill-formed, or how many branches were left before their end.
    pub rejected: u64,
    /// A number for the meaning of each, or of a sample; ascending, without repetition.
    pub fingerprints: Vec<u64>,
    /// The shortest of each meaning among those that passed.
    pub survivors: Vec<Survivor>,
}

/// What a chunk can hold at most.
#[derive(Clone, Debug)]
pub(in crate::search) struct ChunkBounds {
    /// How much was tried.
    pub(in crate::search) tried: u64,
    /// The largest number of fingerprints.
    pub(in crate::search) fingerprints: u64,
    /// The candidates among which survivors are.
    pub(in crate::search) survivors: Range<u64>,
    /// How many targets there are; none in an open search.
    pub(in crate::search) targets: usize,
}

impl Chunk {
    /// Whether this can be what a piece of work gave; a store may say anything.
    pub(in crate::search) fn can_be_of(&self, bounds: &ChunkBounds) -> bool {
        let ChunkBounds { tried, fingerprints, survivors, targets } = bounds;
        let is_target = |survivor: &Survivor| survivor.target.map_or(*targets == 0, |target| target < *targets);
        self.candidates == *tried
            && self.rejected <= *tried
            && self.fingerprints.len() as u64 <= *fingerprints
            && self.fingerprints.is_sorted_by(|a, b| a < b)
            && self.survivors.is_sorted_by_key(|survivor| (survivor.number, survivor.target))
            && self.survivors.iter().all(|survivor| survivors.contains(&survivor.number) && is_target(survivor))
            && self.survivors.iter().all(|survivor| survivor.games <= *tried)
    }

    /// What parts of one chunk gave, put together.
    #[must_use]
    pub fn joined(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut all = Self::default();
        parts.into_iter().for_each(|part| all.append(part));
        all.fold();
        all
    }

    /// Adds what other candidates gave; call `fold` afterwards.
    pub(in crate::search) fn append(&mut self, mut other: Self) {
        self.candidates += other.candidates;
        self.rejected += other.rejected;
        self.fingerprints.append(&mut other.fingerprints);
        self.survivors.append(&mut other.survivors);
    }

    /// Keeps the shortest survivor of each meaning with the games of all, in order of their numbers, and each fingerprint once.
    pub(in crate::search) fn fold(&mut self) {
        self.fingerprints.sort_unstable();
        self.fingerprints.dedup();
        let mut shortest: IndexMap<u64, Survivor> = IndexMap::new();
        for survivor in self.survivors.drain(..) {
            let kept = shortest.entry(survivor.meaning).or_insert(Survivor { games: 0, ..survivor });
            let games = kept.games.saturating_add(survivor.games);
            if (survivor.length, survivor.number) < (kept.length, kept.number) {
                *kept = survivor;
            }
            kept.games = games;
        }
        self.survivors = shortest.into_values().collect();
        self.survivors.sort_unstable_by_key(|survivor| (survivor.number, survivor.target));
    }
}

/// One of several runs that share the chunks of an experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which one, from 1.
    pub number: u64,
    /// Of how many.
    pub of: u64,
}

impl Shard {
    /// The only run.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// How many of the first chunks are done by this run.
    #[must_use]
    pub fn count(self, chunks: u64) -> u64 {
        chunks.saturating_sub(self.number.saturating_sub(1)).div_ceil(self.of.max(1))
    }

    /// Whether a chunk is done by this run.
    #[must_use]
    pub fn has(self, chunk: u64) -> bool {
        chunk % self.of.max(1) == self.number.saturating_sub(1)
    }
}

/// Keeps what was done, so that a stopped run can go on. Chunks of a task count from 0.
pub trait ChunkStore: Sync {
    /// Tells every chunk of a task that is kept; without a result if it is damaged.
    ///
    /// # Errors
    /// Why the store cannot be read, in words.
    fn chunks(&self, task: usize, tell: &mut dyn FnMut(u64, Option<Chunk>)) -> Result<(), StoreFailure>;

    /// Keeps a chunk; it is safe when this returns.
    ///
    /// # Errors
    /// Why it cannot be kept, in words.
    fn keep(&self, task: usize, chunk: u64, result: &Chunk) -> Result<(), StoreFailure>;

    /// How far the P-positions of a survivor were confirmed: none if nobody tried or it is damaged, `Some(None)` if they turned out wrong.
    ///
    /// # Errors
    /// Why the store cannot be read, in words.
    fn verdict(&self, task: usize, candidate: u64) -> Result<Option<Option<u64>>, StoreFailure>;

    /// Keeps how far the P-positions of a survivor were confirmed.
    ///
    /// # Errors
    /// Why it cannot be kept, in words.
    fn keep_verdict(&self, task: usize, candidate: u64, verdict: Option<u64>) -> Result<(), StoreFailure>;

    /// Whether the claim of a hit was proved, the hit given by its text; none if nobody tried or it is damaged.
    ///
    /// # Errors
    /// Why the store cannot be read, in words.
    fn proof(&self, task: usize, hit: &str) -> Result<Option<bool>, StoreFailure>;

    /// Keeps whether the claim of a hit was proved.
    ///
    /// # Errors
    /// Why it cannot be kept, in words.
    fn keep_proof(&self, task: usize, hit: &str, proved: bool) -> Result<(), StoreFailure>;
}

/// Told how a search goes on.
pub trait RunWatch: Sync {
    /// So many chunks of a task are damaged in the store, and are done again.
    fn damaged(&self, task: usize, chunks: usize);
    /// A task begins or goes on: candidates tried, candidates in all, candidates that passed.
    fn screened(&self, task: usize, done: u64, all: u64, passed: u64);
    /// All candidates were tried; the number of different ones among those tried in this run.
    fn screening_ended(&self, task: usize, tried: u64, distinct: u64);
    /// All branches of a search that mines were followed in this run, or those of its share; so many conjunctions came out and
    /// were tried.
    fn mining_ended(&self, task: usize, branches: u64, tried: u64);
    /// A hit was confirmed.
    fn found(&self, file: &str);
}

/// Nobody.
#[derive(Clone, Copy, Debug)]
pub struct Nobody;

impl RunWatch for Nobody {
    fn damaged(&self, _: usize, _: usize) {}
    fn screened(&self, _: usize, _: u64, _: u64, _: u64) {}
    fn screening_ended(&self, _: usize, _: u64, _: u64) {}
    fn mining_ended(&self, _: usize, _: u64, _: u64) {}
    fn found(&self, _: &str) {}
}
