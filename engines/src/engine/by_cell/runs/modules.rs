//! Keeps, for the steps of cones, which values occur among the cells that the steps reach. Knows nothing of rulesets.
//!
//! With M(q) = {g(q)} union M(q - step) for all steps, the values of the options `p - start - sums of steps` are the union
//! of M(p - start) for all starts: union is idempotent, so cells that several paths reach do no harm. No step raises a heap,
//! so a path that ends on the board never leaves it, and M is known of all cells before p in lexicographic order.
//!
//! Right because sets are kept for as many values of the first heap as a start or a step goes back, so that the place of a cell
//! is taken by another only when no later cell asks for it.
use crate::engine::board::grid::Grid;
use crate::engine::moves::runs::cone::Cone;

/// The sets of one choice of steps, for the last values of the first heap.
#[derive(Clone, Debug)]
struct ModuleSets {
    to: usize,
    steps: Vec<Vec<usize>>,
    /// How many values of the first heap are kept.
    kept: usize,
    words: Vec<u64>,
}

/// The sets of all cones.
#[derive(Clone, Debug)]
pub(super) struct Modules {
    strides: Vec<usize>,
    /// Words of each set.
    length: usize,
    all: Vec<ModuleSets>,
    /// The module of each cone.
    of: Vec<usize>,
}

impl Modules {
    /// No values yet. [`Self::widen`] makes the room.
    pub(super) fn new(board: &Grid, cones: &[Cone]) -> Self {
        let mut all: Vec<ModuleSets> = Vec::new();
        let mut of = Vec::new();
        for cone in cones {
            let back = cone.starts.iter().chain(&cone.steps).map(|taken| taken[0]).max().unwrap_or(0);
            let kept = board.shape[0].min(back.saturating_add(1));
            let known = all.iter().position(|module| module.to == cone.to && module.steps == cone.steps);
            match known {
                Some(at) => {
                    all[at].kept = all[at].kept.max(kept);
                    of.push(at);
                }
                None => {
                    of.push(all.len());
                    all.push(ModuleSets { to: cone.to, steps: cone.steps.clone(), kept, words: Vec::new() });
                }
            }
        }
        Self { strides: board.strides.clone(), length: 0, all, of }
    }

    /// Bytes of sets of so many words.
    pub(super) fn bytes(&self, length: usize) -> u128 {
        let cells = self.all.iter().map(|module| (module.kept as u128).saturating_mul(self.strides[0] as u128));
        cells.fold(0, u128::saturating_add).saturating_mul(length as u128 * 8)
    }

    /// Gives each set so many words.
    pub(super) fn widen(&mut self, length: usize) {
        for module in &mut self.all {
            let mut words = vec![0; module.kept * self.strides[0] * length];
            if 0 < self.length {
                for (new, old) in words.chunks_exact_mut(length).zip(module.words.chunks_exact(self.length)) {
                    new[..self.length].copy_from_slice(old);
                }
            }
            module.words = words;
        }
        self.length = length;
    }

    /// Where the set of a cell without what is taken begins; `None` if that is no cell.
    fn place(&self, kept: usize, cell: &[usize], taken: &[usize]) -> Option<usize> {
        let mut place = (cell[0].checked_sub(*taken.first()?)? % kept) * self.strides[0];
        for ((heap, taken), stride) in cell.iter().zip(taken).zip(&self.strides).skip(1) {
            place += heap.checked_sub(*taken)? * stride;
        }
        Some(place * self.length)
    }

    /// Begins the sets of a cell with those of the cells that one step reaches.
    pub(super) fn begin(&mut self, cell: &[usize]) {
        let nothing = [0; 8];
        for at in 0..self.all.len() {
            let kept = self.all[at].kept;
            let Some(own) = self.place(kept, cell, &nothing[..cell.len()]) else { continue };
            self.all[at].words[own..own + self.length].fill(0);
            for step in 0..self.all[at].steps.len() {
                let Some(other) = self.place(kept, cell, &self.all[at].steps[step]) else { continue };
                let words = &mut self.all[at].words;
                for word in 0..self.length {
                    words[own + word] |= words[other + word];
                }
            }
        }
    }

    /// Adds the value of a cell of a layer to its sets.
    pub(super) fn insert(&mut self, layer: usize, cell: &[usize], value: usize) {
        let nothing = [0; 8];
        for at in 0..self.all.len() {
            if self.all[at].to == layer
                && let Some(own) = self.place(self.all[at].kept, cell, &nothing[..cell.len()])
            {
                self.all[at].words[own + value / 64] |= 1 << (value % 64);
            }
        }
    }

    /// Adds the values of the options of a cell by a cone.
    pub(super) fn collect(&self, number: usize, cone: &Cone, cell: &[usize], seen: &mut [u64]) {
        let module = &self.all[self.of[number]];
        for start in &cone.starts {
            if let Some(place) = self.place(module.kept, cell, start) {
                let words = &module.words[place..place + self.length];
                seen.iter_mut().zip(words).for_each(|(seen, word)| *seen |= word);
            }
        }
    }
}
