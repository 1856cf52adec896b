//! Turns values of cells into sets of values, one for each line of a board: which values occur on it, behind a cell or in a
//! window of its cells. Knows nothing of rulesets.
use crate::engine::board::grid::Grid;
use crate::engine::numbers::value_of;
use crate::engine::{Context, EngineError};
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};

/// The lines of one step and of all its images under exchanges of heaps, numbered.
///
/// With q the quotient of one heap (the pivot) by its step, a cell lies on the line that is told by the remainder and by
/// each other heap minus q times its step. Heaps of one class and step may come in any order: they are sorted.
#[derive(Clone, Debug)]
pub(super) struct Numbering {
    step: Vec<usize>,
    /// The heaps of each class and step.
    groups: Vec<Vec<usize>>,
    pivot: usize,
    /// What is added to the heaps of a group, and how many values each then takes.
    shifts: Vec<usize>,
    sizes: Vec<usize>,
    /// How many values the last heap takes.
    last: usize,
    pub(super) lines: usize,
}

impl Numbering {
    /// `None` if the numbers are too large.
    pub(super) fn new(board: &Grid, step: &[usize]) -> Option<Self> {
        let heaps = step.len();
        let mut groups: Vec<Vec<usize>> = Vec::new();
        let mut order: Vec<usize> = (0..heaps).collect();
        order.sort_by_key(|heap| (board.classes[*heap], step[*heap], *heap));
        for heap in order {
            match groups.last_mut() {
                Some(last) if board.classes[last[0]] == board.classes[heap] && step[last[0]] == step[heap] => {
                    last.push(heap);
                }
                _ => groups.push(vec![heap]),
            }
        }
        let taken = (0..groups.len()).filter(|group| 0 < step[groups[*group][0]]);
        let pivot = taken.min_by_key(|group| {
            let (heap, class) = (groups[*group][0], board.classes[groups[*group][0]]);
            (step[heap] != 1, class + 1 == heaps, class, step[heap])
        })?;
        let (by, bound) = (step[groups[pivot][0]], board.shape[groups[pivot][0]]);
        let most = (bound - 1) / by;
        let mut lines = by.min(bound);
        let (mut shifts, mut sizes) = (Vec::new(), Vec::new());
        for (at, group) in groups.iter().enumerate() {
            let shift = if at == pivot { 0 } else { step[group[0]].checked_mul(most)? };
            let size = board.shape[group[0]].checked_add(shift)?;
            shifts.push(shift);
            sizes.push(size);
            for _ in usize::from(at == pivot)..group.len() {
                lines = lines.checked_mul(size)?;
            }
        }
        Some(Self { step: step.to_vec(), groups, pivot, shifts, sizes, last: board.shape[heaps - 1], lines })
    }

    /// The number of the line of a cell, and the place of the cell on it.
    pub(super) fn of(&self, cell: &[usize]) -> (usize, usize) {
        let by = self.step[self.groups[self.pivot][0]];
        let least = self.groups[self.pivot].iter().map(|heap| cell[*heap]).min().unwrap_or(0);
        let place = least / by;
        let mut line = least % by;
        let mut sorted = [0; 8];
        for (at, group) in self.groups.iter().enumerate() {
            let begin = usize::from(at == self.pivot);
            let heaps = &mut sorted[..group.len()];
            for (slot, heap) in heaps.iter_mut().zip(group) {
                *slot = cell[*heap];
            }
            if 1 < heaps.len() {
                heaps.sort_unstable();
            }
            let back = self.step[group[0]] * place;
            for heap in &heaps[begin..] {
                line = line * self.sizes[at] + heap + self.shifts[at] - back;
            }
        }
        (line, place)
    }

    /// How the number changes from cell to cell along the last heap; `None` if not always by the same.
    pub(super) fn slope(&self, cell: &[usize]) -> Option<isize> {
        let last = cell.len() - 1;
        if cell[last] + 1 == self.last {
            // No cell of the row follows.
            return Some(0);
        }
        let pivot = &self.groups[self.pivot];
        if *pivot == [last] && 1 < self.step[last] {
            return None;
        }
        let mut next = [0; 8];
        next[..=last].copy_from_slice(cell);
        next[last] += 1;
        let (here, there) = (self.of(cell).0, self.of(&next[..=last]).0);
        Some(there.cast_signed() - here.cast_signed())
    }
}

/// Sets of values of lines, as bits; where values can also leave a set, it counts them. Several threads may use them, each its own.
#[derive(Debug)]
pub(super) struct Sets {
    /// Words of each set; the last is always empty.
    pub(super) length: usize,
    words: Vec<AtomicU64>,
    /// The first word of each set that is not full.
    full: Vec<AtomicU32>,
    /// How often each value lies in the windows, for the first sets.
    counts: Vec<AtomicU32>,
    /// The first and last place in the window, for the first sets.
    ends: Vec<[AtomicUsize; 2]>,
}

/// So many zeros, in memory that costs nothing until something is written to it.
fn zeros<N: Clone + Default, T>(count: usize, of: impl Fn(N) -> T) -> Vec<T> {
    vec![N::default(); count].into_iter().map(of).collect()
}

impl Sets {
    /// Empty sets: `windows` of them count.
    pub(super) fn new(
        sets: usize,
        windows: usize,
        length: usize,
        others: u128,
        context: &Context,
    ) -> Result<Self, EngineError> {
        context.fits(Self::bytes(sets, windows, length).saturating_add(others))?;
        Ok(Self {
            length,
            words: zeros(sets * length, AtomicU64::new),
            full: zeros(sets, AtomicU32::new),
            counts: zeros(windows * length * 64, AtomicU32::new),
            ends: (0..windows).map(|_| [1.into(), 0.into()]).collect(),
        })
    }

    fn bytes(sets: usize, windows: usize, length: usize) -> u128 {
        (sets as u128) * (length as u128 * 8 + 4) + (windows as u128) * (length as u128 * 256 + 16)
    }

    /// The bytes that these take.
    pub(super) fn own_bytes(&self) -> u128 {
        Self::bytes(self.full.len(), self.ends.len(), self.length)
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.full.len()
    }

    /// There is room for values below this one.
    pub(super) fn most(&self) -> usize {
        (self.length - 1) * 64
    }

    /// Makes room for a value.
    pub(super) fn reserve(&mut self, value: usize, others: u128, context: &Context) -> Result<(), EngineError> {
        if value < self.most() {
            return Ok(());
        }
        let (before, length) = (self.length, (value / 64 + 2).max(self.length * 2));
        let (sets, windows) = (self.full.len(), self.ends.len());
        context.fits(Self::bytes(sets, windows, length + before).saturating_add(others))?;
        let words = zeros(sets * length, AtomicU64::new);
        for (new, old) in words.chunks_exact(length).zip(self.words.chunks_exact(before)) {
            new.iter().zip(old).for_each(|(new, old)| new.store(old.load(Relaxed), Relaxed));
        }
        self.words = words;
        let counts = zeros(windows * length * 64, AtomicU32::new);
        for (new, old) in counts.chunks_exact(length * 64).zip(self.counts.chunks_exact(before * 64)) {
            new.iter().zip(old).for_each(|(new, old)| new.store(old.load(Relaxed), Relaxed));
        }
        self.counts = counts;
        self.length = length;
        Ok(())
    }

    /// The first word of a set that is not full.
    pub(super) fn full(&self, set: usize) -> usize {
        self.full[set].load(Relaxed) as usize
    }

    /// One word of a set.
    pub(super) fn word(&self, set: usize, word: usize) -> u64 {
        self.words[set * self.length + word].load(Relaxed)
    }

    /// Adds a set to others.
    pub(super) fn join(&self, set: usize, seen: &mut [u64]) {
        let words = &self.words[set * self.length..(set + 1) * self.length];
        seen.iter_mut().zip(words).for_each(|(seen, word)| *seen |= word.load(Relaxed));
    }

    pub(super) fn insert(&self, set: usize, value: usize) {
        let words = &self.words[set * self.length..(set + 1) * self.length];
        let filled = words[value / 64].load(Relaxed) | 1 << (value % 64);
        words[value / 64].store(filled, Relaxed);
        if filled == u64::MAX {
            let mut full = self.full(set);
            while words[full].load(Relaxed) == u64::MAX {
                full += 1;
            }
            self.full[set].store(value_of(full), Relaxed);
        }
    }

    /// The first and last place in a window.
    pub(super) fn ends(&self, set: usize) -> (usize, usize) {
        let [first, last] = &self.ends[set];
        (first.load(Relaxed), last.load(Relaxed))
    }

    /// Notes the first and last place in a window.
    pub(super) fn move_to(&self, set: usize, ends: (usize, usize)) {
        let [first, last] = &self.ends[set];
        first.store(ends.0, Relaxed);
        last.store(ends.1, Relaxed);
    }

    /// Adds a value to a window.
    pub(super) fn enter(&self, set: usize, value: usize) {
        let count = &self.counts[set * self.length * 64 + value];
        count.store(count.load(Relaxed) + 1, Relaxed);
        self.insert(set, value);
    }

    /// Takes a value out of a window.
    pub(super) fn leave(&self, set: usize, value: usize) {
        let count = &self.counts[set * self.length * 64 + value];
        let left = count.load(Relaxed) - 1;
        count.store(left, Relaxed);
        if left == 0 {
            let word = &self.words[set * self.length + value / 64];
            word.store(word.load(Relaxed) & !(1 << (value % 64)), Relaxed);
            let full = self.full(set).min(value / 64);
            self.full[set].store(value_of(full), Relaxed);
        }
    }
}
