//! Dense tables over a region of positions: a box, or all positions below a total.
mod bits;
mod cells;

pub use cells::{CellValues, Cells, PlainCells};
pub(crate) use cells::{Kept, SharedCell, Slices};

use crate::ruleset::Position;

/// Which positions a table shows, as bounds on the heaps; every register value is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Region {
    /// Exclusive bounds, one for each heap.
    Box(Vec<u64>),
    /// Positions with fewer tokens than this in all.
    Total(u64),
}

impl Region {
    /// The bound of its largest heap.
    pub(crate) fn longest(&self) -> u64 {
        match self {
            Self::Box(bounds) => bounds.iter().copied().max().unwrap_or(0),
            Self::Total(bound) => *bound,
        }
    }

    /// The shape of its table, one exclusive bound for each heap; `None` if it is for another number of heaps.
    #[must_use]
    pub fn shape(&self, heaps: usize) -> Option<Vec<u64>> {
        match self {
            Self::Box(bounds) => (bounds.len() == heaps).then(|| bounds.clone()),
            Self::Total(total) => Some(vec![*total; heaps]),
        }
    }

    /// About how many cells of its table are written to: all of a box; of a total those that are shown, and those that lie on
    /// one page of memory with them.
    #[must_use]
    pub fn touched(&self, heaps: usize) -> u128 {
        /// Cells of two bytes on a page.
        const PAGE: u128 = 1 << 11;
        let total = match self {
            Self::Box(bounds) => return bounds.iter().fold(1, |cells, bound| cells.saturating_mul(u128::from(*bound))),
            Self::Total(total) => u128::from(*total),
        };
        // So many choices of some heaps have fewer tokens: a binomial coefficient.
        let below =
            |heaps: usize| (0..heaps as u128).fold(1u128, |all, heap| all.saturating_mul(total + heap) / (heap + 1));
        let rows = below(heaps.saturating_sub(1));
        rows.saturating_mul(total).min(below(heaps).saturating_add(rows.saturating_mul(PAGE)))
    }

    /// Whether a table shows heaps that lie in its shape.
    #[must_use]
    pub fn shows(&self, heaps: &[i64]) -> bool {
        match self {
            Self::Box(_) => true,
            Self::Total(total) => u64::try_from(heaps.iter().sum::<i64>()).is_ok_and(|tokens| tokens < *total),
        }
    }
}

/// Values of all positions of a region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// One exclusive bound for each heap: the shape of `values`, row by row, last heap fastest.
    pub shape: Vec<u64>,
    /// One layer for each combination of register values, ascending, last register fastest: registers and values;
    /// there is none outside the domain or the total.
    pub layers: Vec<(Vec<i64>, Cells)>,
}

impl Table {
    /// The value of a position given as heaps then registers; `None` outside the table or the domain. Cost: one look-up.
    #[must_use]
    pub fn get(&self, position: &[i64]) -> Option<u32> {
        let heaps = position.get(..self.shape.len())?;
        let mut index: usize = 0;
        for (&heap, &bound) in heaps.iter().zip(&self.shape) {
            let heap = u64::try_from(heap).ok().filter(|heap| *heap < bound)?;
            index = index * usize::try_from(bound).ok()? + usize::try_from(heap).ok()?;
        }
        // Number by number: comparing two empty slices at once takes ten times the rest on some processors.
        let registers = &position[self.shape.len()..];
        let layer = self.layers.iter().find(|layer| layer.0.iter().eq(registers))?;
        layer.1.get(index)
    }

    /// The positions of value 0, in order of total, then lexicographic.
    #[must_use]
    pub fn zeros(&self) -> Vec<Position> {
        self.positions_of(0)
    }

    /// The positions of a value, in order of total, then lexicographic.
    #[must_use]
    pub fn positions_of(&self, wanted: u32) -> Vec<Position> {
        let mut found: Vec<Position> = Vec::new();
        for (registers, values) in &self.layers {
            found.extend(values.places(wanted).map(|index| {
                let mut heaps = self.heaps_at(index as u64);
                heaps.extend(registers);
                heaps
            }));
        }
        let total = |position: &Position| position[..self.shape.len()].iter().sum::<i64>();
        found.sort_by_cached_key(|position| (total(position), position.clone()));
        found
    }

    /// The heaps of each index of a layer, in storage order.
    ///
    /// # Panics
    /// For a shape with more cells than any memory, which no table has.
    pub fn heaps(&self) -> impl Iterator<Item = Position> + '_ {
        let count: u64 = self.shape.iter().product();
        (0..count).map(|index| self.heaps_at(index))
    }

    /// The heaps of an index.
    fn heaps_at(&self, mut index: u64) -> Position {
        let mut heaps = vec![0; self.shape.len()];
        for (heap, &bound) in heaps.iter_mut().zip(&self.shape).rev() {
            *heap = i64::try_from(index % bound).expect("a table fits into memory");
            index /= bound;
        }
        heaps
    }
}

#[cfg(test)]
mod tests;
