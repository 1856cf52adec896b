//! Turns values of cells into sets of values, one for each line of a board: which values occur on it, behind a cell or in a
//! window of its cells. Knows nothing of rulesets.
use crate::engine::board::grid::Grid;
use crate::engine::numbers::value_of;
use crate::engine::{Context, EngineError};

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

/// Sets of values of lines, as bits; where values can also leave a set, it counts them.
#[derive(Clone, Debug)]
pub(super) struct Sets {
    /// Words of each set; the last is always empty.
    pub(super) length: usize,
    pub(super) words: Vec<u64>,
    /// The first word of each set that is not full.
    pub(super) full: Vec<u32>,
    /// How often each value lies in the windows, for the first sets.
    counts: Vec<u32>,
    /// The first and last place in the window, for the first sets.
    pub(super) ends: Vec<(usize, usize)>,
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
            words: vec![0; sets * length],
            full: vec![0; sets],
            counts: vec![0; windows * length * 64],
            ends: vec![(1, 0); windows],
        })
    }

    fn bytes(sets: usize, windows: usize, length: usize) -> u128 {
        (sets as u128) * (length as u128 * 8 + 4) + (windows as u128) * (length as u128 * 256 + 16)
    }

    /// Makes room for a value.
    pub(super) fn reserve(&mut self, value: usize, others: u128, context: &Context) -> Result<(), EngineError> {
        if value / 64 + 1 < self.length {
            return Ok(());
        }
        let length = (value / 64 + 2).max(self.length * 2);
        let (sets, windows) = (self.full.len(), self.ends.len());
        context.fits(Self::bytes(sets, windows, length + self.length).saturating_add(others))?;
        let mut words = vec![0; sets * length];
        for (new, old) in words.chunks_exact_mut(length).zip(self.words.chunks_exact(self.length)) {
            new[..self.length].copy_from_slice(old);
        }
        self.words = words;
        let mut counts = vec![0; windows * length * 64];
        for (new, old) in counts.chunks_exact_mut(length * 64).zip(self.counts.chunks_exact(self.length * 64)) {
            new[..self.length * 64].copy_from_slice(old);
        }
        self.counts = counts;
        self.length = length;
        Ok(())
    }

    pub(super) fn insert(&mut self, set: usize, value: usize) {
        let words = &mut self.words[set * self.length..(set + 1) * self.length];
        words[value / 64] |= 1 << (value % 64);
        let full = &mut self.full[set];
        while words[*full as usize] == u64::MAX {
            *full += 1;
        }
    }

    /// Adds a value to a window.
    pub(super) fn enter(&mut self, set: usize, value: usize) {
        self.counts[set * self.length * 64 + value] += 1;
        self.insert(set, value);
    }

    /// Takes a value out of a window.
    pub(super) fn leave(&mut self, set: usize, value: usize) {
        let count = &mut self.counts[set * self.length * 64 + value];
        *count -= 1;
        if *count == 0 {
            self.words[set * self.length + value / 64] &= !(1 << (value % 64));
            self.full[set] = self.full[set].min(value_of(value / 64));
        }
    }
}
