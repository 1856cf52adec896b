//! Shares one heap among threads, block after block: all of them look at the options that lie before a block, and then one at those
//! within it. Knows nothing of conditions.
//!
//! Right because the least value that no option has is among the first k + 1 that no option before the block has, where k options
//! lie within it.
use crate::engine::board::mex::Met;
use crate::engine::{Context, EngineError};
use crate::table::{Kept, SharedCell};
use std::iter::repeat_with;
use std::ops::Range;
use std::thread;

/// Cells of a block.
const BLOCK: usize = 1 << 12;
/// Cells from which on several threads are worth while.
const MANY: usize = 1 << 16;
/// Options from which on they are.
const OPTIONS: usize = 1 << 6;
/// The most options of a cell within its block.
const WITHIN: usize = 1 << 8;
/// One of so many options is looked at by one thread, at most.
const PART: usize = 4;

/// One heap that is worth several threads.
pub(super) struct Blocks<'a> {
    /// What is taken, ascending.
    taken: &'a [usize],
    threads: usize,
}

/// For each cell of a part of a block, the least values that no option before the block has, one more than options lie within it.
#[derive(Default)]
struct BlockCandidates {
    values: Vec<usize>,
    /// Where those of each cell end.
    ends: Vec<usize>,
    met: Met,
}

impl<'a> Blocks<'a> {
    /// `None` where one thread does as well, or there is no memory but for one: `others` are the bytes of the cells.
    pub(super) fn new(taken: &'a [usize], cells: usize, others: u128, context: &Context) -> Option<Self> {
        let within = taken.partition_point(|taken| *taken < BLOCK);
        // A browser has no threads.
        let threads = if cfg!(target_arch = "wasm32") { 1 } else { context.workers(BLOCK / OPTIONS) };
        let is_much = MANY <= cells && OPTIONS <= taken.len() && within <= WITHIN && within * PART <= taken.len();
        let bytes = (BLOCK * (WITHIN + 2) * size_of::<usize>()) as u128;
        (1 < threads && is_much && context.fits(others + bytes).is_ok()).then_some(Self { taken, threads })
    }

    /// Gives all cells their values.
    ///
    /// # Errors
    /// Cancellation.
    pub(super) fn fill<S: SharedCell<Kept: Kept>>(&self, cells: &[S], context: &Context) -> Result<(), EngineError> {
        let share = BLOCK.div_ceil(self.threads);
        let mut parts: Vec<BlockCandidates> = repeat_with(BlockCandidates::default).take(self.threads).collect();
        let mut met = Met::default();
        for begin in (0..cells.len()).step_by(BLOCK) {
            context.go_on()?;
            if let Some(progress) = &context.progress {
                progress(begin as u64, cells.len() as u64);
            }
            let end = cells.len().min(begin + BLOCK);
            let known = met.known();
            let find = |(at, own): (usize, &mut BlockCandidates)| {
                let first = end.min(begin + at * share);
                own.find((self.taken, cells), begin, first..end.min(first + share), known);
            };
            if cfg!(target_arch = "wasm32") {
                parts.iter_mut().enumerate().for_each(find);
                self.choose(cells, begin, &parts, &mut met);
                continue;
            }
            thread::scope(|scope| {
                let find = &find;
                let mut all = parts.iter_mut().enumerate();
                let own = all.next();
                for other in all {
                    scope.spawn(move || find(other));
                }
                own.into_iter().for_each(find);
            });
            self.choose(cells, begin, &parts, &mut met);
        }
        Ok(())
    }

    /// Gives the cells of a block their values, from those that may be.
    fn choose<S: SharedCell<Kept: Kept>>(&self, cells: &[S], begin: usize, parts: &[BlockCandidates], met: &mut Met) {
        let mut place = begin;
        for part in parts {
            let mut from = 0;
            for end in &part.ends {
                met.begin();
                for taken in self.taken.iter().take_while(|taken| **taken <= place - begin) {
                    met.note(cells[place - taken].load().kept() - 1);
                }
                let mut candidates = part.values[from..*end].iter().copied();
                let least =
                    candidates.find(|value| !met.has(*value)).expect("there are more than options of the block");
                met.reserve(least);
                cells[place].store(Kept::of(least + 1));
                (from, place) = (*end, place + 1);
            }
        }
    }
}

impl BlockCandidates {
    /// Those of some cells of a block that begins at some place; `known` is greater than all values that were given.
    fn find<S: SharedCell<Kept: Kept>>(
        &mut self,
        (taken, cells): (&[usize], &[S]),
        begin: usize,
        places: Range<usize>,
        known: usize,
    ) {
        let Self { values, ends, met } = self;
        values.clear();
        ends.clear();
        if let Some(greatest) = known.checked_sub(1) {
            met.reserve(greatest);
        }
        for place in places {
            let within = taken.partition_point(|taken| *taken <= place - begin);
            met.begin();
            for taken in taken[within..].iter().take_while(|taken| **taken <= place) {
                met.note(cells[place - taken].load().kept() - 1);
            }
            values.extend((0..).filter(|value| !met.has(*value)).take(within + 1));
            ends.push(values.len());
        }
    }
}
