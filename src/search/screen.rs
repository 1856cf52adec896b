//! Runs through all candidates of a space in a fixed order and keeps those with the wanted P-positions up to a bound.
//! Knows nothing about texts.
//!
//! A candidate is a base and one to three conditions. The small board settles nearly all of them by bits; the rest is
//! compared with the target, or continued as a chain, and checked by intervals.
use super::base::Moves;
use super::board::{CELLS, Masks, Rows, Shape, TOTAL, cells, fingerprint, p_positions};
use super::condition::Space;
use super::form::{Pair, Relation};
use super::kernel::{continue_chain, grow, is_kernel};
use super::target::Wanted;
use crate::engine::{Context, EngineError};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// Exceptions have at most this many tokens.
const EXCEPTIONS_TOTAL: i64 = 60;
/// A chain is long enough to speak of from this many pairs on.
const SHORTEST_CHAIN: usize = 4;
const UNSORTED: usize = 1 << 22;

/// A candidate by its numbers: the base, then the conditions in their order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Candidate {
    pub(super) base: usize,
    pub(super) conditions: Vec<usize>,
}

/// A candidate that passed.
#[derive(Clone, Debug)]
pub(super) struct Survivor {
    pub(super) candidate: Candidate,
    /// Letters of its conditions; the order of candidates decides between equals.
    pub(super) length: usize,
    /// Its P-positions, smaller heap first, in order of total: all with at most the screened total.
    pub(super) set: Vec<Pair>,
}

/// What came out.
#[derive(Clone, Debug, Default)]
pub(super) struct Screened {
    pub(super) candidates: u64,
    /// Candidates that differ on the small board.
    pub(super) distinct: u64,
    /// In order of length, then of the candidates.
    pub(super) survivors: Vec<Survivor>,
}

/// What is looked for.
#[derive(Clone, Debug)]
pub(super) struct Goal {
    /// The wanted pairs; none for any chain.
    pub(super) wanted: Option<Wanted>,
    pub(super) exceptions: usize,
    /// Survivors are right for all positions with at most so many tokens.
    pub(super) total: i64,
}

/// How many candidates there are; none if that leaves 64 bits.
pub(super) fn count(space: &Space, bases: usize) -> Option<u64> {
    let conditions = space.conditions.len() as u128;
    let mut sum: u128 = 0;
    let mut chosen: u128 = 1;
    for size in 1..=space.at_most as u128 {
        chosen = chosen * (conditions + 1).saturating_sub(size) / size;
        sum += chosen;
    }
    u64::try_from(sum * bases as u128).ok()
}

/// Screens all candidates with all threads of the context; the result does not depend on how many there are.
pub(super) fn screen(space: &Space, bases: &[Moves], goal: &Goal, context: &Context) -> Result<Screened, EngineError> {
    let candidates = count(space, bases.len()).unwrap_or(u64::MAX);
    // A fingerprint and its copy while they are merged.
    context.fits(u128::from(candidates) * 16)?;
    let screen = Screen::new(space, bases, goal);
    let chunks = bases.len() * space.at_most * space.conditions.len();
    let next = AtomicUsize::new(0);
    let done = AtomicU64::new(0);
    let all: Mutex<Vec<Worker>> = Mutex::new(Vec::new());
    let work = || {
        let mut worker = Worker::default();
        loop {
            let chunk = next.fetch_add(1, Ordering::Relaxed);
            if chunks <= chunk || context.go_on().is_err() {
                break;
            }
            let before = worker.candidates;
            screen.chunk(chunk, &mut worker, &|| context.go_on().is_ok());
            let done = done.fetch_add(worker.candidates - before, Ordering::Relaxed) + worker.candidates - before;
            if let Some(progress) = &context.progress {
                progress(done, candidates);
            }
        }
        if let Ok(mut all) = all.lock() {
            all.push(worker);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..context.threads {
            scope.spawn(work);
        }
    });
    context.go_on()?;
    let mut result = Screened::default();
    let mut seen: Vec<u64> = Vec::new();
    for mut worker in all.into_inner().unwrap_or_default() {
        result.candidates += worker.candidates;
        result.survivors.append(&mut worker.survivors);
        seen.append(&mut worker.seen);
    }
    seen.sort_unstable();
    seen.dedup();
    result.distinct = seen.len() as u64;
    result.survivors.sort_by(|a, b| (a.length, &a.candidate).cmp(&(b.length, &b.candidate)));
    Ok(result)
}

/// What one thread has found.
#[derive(Debug, Default)]
struct Worker {
    candidates: u64,
    seen: Vec<u64>,
    sorted: usize,
    survivors: Vec<Survivor>,
}

impl Worker {
    fn saw(&mut self, fingerprint: u64) {
        self.seen.push(fingerprint);
        if self.sorted * 2 + UNSORTED <= self.seen.len() {
            self.seen.sort_unstable();
            self.seen.dedup();
            self.sorted = self.seen.len();
        }
    }
}

struct Screen<'a> {
    space: &'a Space,
    bases: &'a [Moves],
    goal: &'a Goal,
    cells: [Pair; CELLS],
    masks: Vec<Masks>,
    removal: Masks,
    shape: Shape,
}

impl<'a> Screen<'a> {
    fn new(space: &'a Space, bases: &'a [Moves], goal: &'a Goal) -> Self {
        let cells = cells();
        let removal = Relation::removal();
        let masks = space.conditions.iter().map(|condition| Masks::new(&condition.relation.and(&removal))).collect();
        let shape = goal.wanted.as_ref().map_or(Shape::Chain, |wanted| {
            let bit = |(cell, pair): (usize, &Pair)| u64::from(wanted.pairs.contains(pair)) << cell;
            Shape::Set {
                wanted: cells.iter().enumerate().map(bit).sum(),
                exceptions: u32::try_from(goal.exceptions).unwrap_or(u32::MAX),
            }
        });
        Self { space, bases, goal, cells, masks, removal: Masks::new(&removal), shape }
    }

    /// All candidates with the same base, the same number of conditions and the same first condition.
    fn chunk(&self, chunk: usize, worker: &mut Worker, go_on: &dyn Fn() -> bool) {
        let conditions = self.masks.len();
        let (base, rest) = (chunk / (self.space.at_most * conditions), chunk % (self.space.at_most * conditions));
        let (size, first) = (rest / conditions + 1, rest % conditions);
        match size {
            1 => self.last(base, &[], &self.removal, first..first + 1, worker, go_on),
            2 => self.last(base, &[first], &self.masks[first], first + 1..conditions, worker, go_on),
            _ => {
                for second in first + 1..conditions {
                    let both = self.masks[first].and(&self.masks[second]);
                    self.last(base, &[first, second], &both, second + 1..conditions, worker, go_on);
                }
            }
        }
    }

    /// Candidates with given first conditions and each of the last ones.
    fn last(
        &self,
        base: usize,
        first: &[usize],
        masks: &Masks,
        last: std::ops::Range<usize>,
        worker: &mut Worker,
        go_on: &dyn Fn() -> bool,
    ) {
        let rows = &self.bases[base].rows;
        for condition in last {
            if !go_on() {
                return;
            }
            worker.candidates += 1;
            let options = masks.options(&self.masks[condition], rows);
            worker.saw(fingerprint(&options, base));
            let Some(found) = p_positions(&options, self.shape, &self.cells) else { continue };
            let conditions: Vec<usize> = first.iter().copied().chain([condition]).collect();
            if self.speaks_of_positions(&masks.and(&self.masks[condition]).either()) {
                continue;
            }
            let relation = relation(self.space, &self.bases[base], &conditions);
            if let Some(set) = self.far(&relation, found, go_on) {
                let length = conditions.iter().map(|index| self.space.conditions[*index].length + 1).sum();
                worker.survivors.push(Survivor { candidate: Candidate { base, conditions }, length, set });
            }
        }
    }

    /// Whether the added moves are all that can be made, or none, at every position.
    fn speaks_of_positions(&self, added: &Rows) -> bool {
        let all = self.removal.either();
        added.iter().zip(&all).all(|(some, all)| *some == 0 || some == all)
    }

    /// The P-positions beyond the board, if they are as wanted.
    fn far(&self, relation: &Relation, found: u64, go_on: &dyn Fn() -> bool) -> Option<Vec<Pair>> {
        let on_board = self.cells.iter().enumerate().filter(|(cell, _)| (found >> cell) & 1 == 1);
        let mut set: Vec<Pair> = on_board.map(|(_, pair)| *pair).collect();
        match &self.goal.wanted {
            None => {
                continue_chain(relation, &mut set, self.goal.total);
                if set.len() <= SHORTEST_CHAIN {
                    return None;
                }
            }
            Some(wanted) => {
                let near = EXCEPTIONS_TOTAL.min(self.goal.total);
                if 0 < self.goal.exceptions {
                    self.grow_near(relation, &mut set, near, wanted).then_some(())?;
                } else {
                    set.clone_from(&wanted.pairs);
                }
                let known = if 0 < self.goal.exceptions { near.max(TOTAL) } else { i64::MAX };
                set.extend(wanted.pairs.iter().filter(|pair| known < pair.0 + pair.1));
            }
        }
        let total = self.goal.total;
        set.retain(|pair| pair.0 + pair.1 <= total);
        (is_kernel(relation, &set, total.min(30), go_on) && is_kernel(relation, &set, total, go_on)).then_some(set)
    }

    fn grow_near(&self, relation: &Relation, set: &mut Vec<Pair>, near: i64, wanted: &Wanted) -> bool {
        let mut exceptions = differences(set, &wanted.pairs, TOTAL).len();
        let mut wanted = wanted.pairs.iter().filter(|pair| TOTAL < pair.0 + pair.1).peekable();
        grow(relation, set, (TOTAL + 1, near), &mut |total, found| {
            let mut expected = Vec::new();
            while let Some(pair) = wanted.next_if(|pair| pair.0 + pair.1 <= total) {
                expected.push(*pair);
            }
            exceptions += differences(found, &expected, total).len();
            exceptions <= self.goal.exceptions
        })
    }
}

/// The relation of a candidate.
pub(super) fn relation(space: &Space, base: &Moves, conditions: &[usize]) -> Relation {
    let added =
        conditions.iter().fold(Relation::removal(), |added, index| added.and(&space.conditions[*index].relation));
    // Cheap conditions of the added moves come first.
    added.or(&base.relation)
}

/// Pairs with at most `total` tokens that are in one of both lists only; (0, 0) is none of them.
pub(super) fn differences(found: &[Pair], wanted: &[Pair], total: i64) -> Vec<Pair> {
    let near = |pair: &&Pair| pair.0 + pair.1 <= total && **pair != (0, 0);
    let extra = found.iter().filter(near).filter(|pair| !wanted.contains(pair));
    extra.chain(wanted.iter().filter(near).filter(|pair| !found.contains(pair))).copied().collect()
}
