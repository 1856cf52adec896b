//! Turns a region into the shape of its table, and completes tables of which only the cells were computed in which
//! exchangeable heaps ascend. Knows nothing of rulesets.
use crate::engine::EngineError;
use crate::table::{Cells, Region};

/// The shape of a table, and which heaps can be exchanged without changing it.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    pub(crate) shape: Vec<usize>,
    pub(crate) total: Option<usize>,
    pub(crate) strides: Vec<usize>,
    /// For each heap, the first one that it can be exchanged with.
    pub(crate) classes: Vec<usize>,
}

impl Grid {
    /// The table of a region; heaps of one class that have different bounds are not exchanged.
    pub(crate) fn new(region: &Region, classes: &[usize]) -> Result<Self, EngineError> {
        let unfit = EngineError::unfit_region;
        let heaps = classes.len();
        let (shape, total): (Vec<u64>, _) = match region {
            Region::Box(bounds) if bounds.len() == heaps => (bounds.clone(), None),
            Region::Box(_) => return Err(unfit()),
            Region::Total(total) => (vec![*total; heaps], Some(*total)),
        };
        if shape.iter().any(|bound| *bound == 0 || 1 << 31 < *bound) {
            return Err(unfit());
        }
        let small = |bound: u64| usize::try_from(bound).map_err(|_| unfit());
        let shape: Vec<usize> = shape.into_iter().map(small).collect::<Result<_, _>>()?;
        let mut strides = vec![1usize; heaps];
        for heap in (0..heaps - 1).rev() {
            strides[heap] = strides[heap + 1].checked_mul(shape[heap + 1]).ok_or_else(unfit)?;
        }
        strides[0].checked_mul(shape[0]).ok_or_else(unfit)?;
        let mut own: Vec<usize> = Vec::new();
        for (heap, first) in classes.iter().enumerate() {
            let mate = (*first..heap).find(|other| classes[*other] == *first && shape[*other] == shape[heap]);
            own.push(mate.map_or(heap, |mate| own[mate]));
        }
        Ok(Self { shape, total: total.map(small).transpose()?, strides, classes: own })
    }

    pub(crate) fn cells(&self) -> usize {
        self.shape.iter().product()
    }

    /// The last heap before this one that it can be exchanged with.
    pub(crate) fn before(&self, heap: usize) -> Option<usize> {
        (0..heap).rev().find(|other| self.classes[*other] == self.classes[heap])
    }

    pub(crate) fn symmetric(&self) -> bool {
        self.classes.iter().enumerate().any(|(heap, class)| heap != *class)
    }

    /// Where a cell is kept: exchangeable heaps ascend there.
    pub(crate) fn index(&self, cell: &mut [usize]) -> usize {
        self.sort(cell);
        cell.iter().zip(&self.strides).map(|(heap, stride)| heap * stride).sum()
    }

    fn sort(&self, cell: &mut [usize]) {
        for heap in 1..cell.len() {
            let mut at = heap;
            while let Some(before) = self.before(at) {
                if cell[before] <= cell[at] {
                    break;
                }
                cell.swap(before, at);
                at = before;
            }
        }
    }

    /// All exchanges of heaps but the one that changes nothing: for each place, the heap that comes there.
    pub(crate) fn exchanges(&self) -> Vec<Vec<usize>> {
        let mut all: Vec<Vec<usize>> = vec![Vec::new()];
        for heap in 0..self.classes.len() {
            let mut longer = Vec::new();
            for begun in &all {
                for other in (0..self.classes.len()).filter(|other| self.classes[*other] == self.classes[heap]) {
                    if !begun.contains(&other) {
                        longer.push([begun.as_slice(), &[other]].concat());
                    }
                }
            }
            all = longer;
        }
        all.retain(|one| one.iter().enumerate().any(|(place, heap)| place != *heap));
        all
    }

    /// Fills the cells that are images of others.
    pub(crate) fn mirror(&self, tables: &mut [Cells]) {
        let last = self.shape.len() - 1;
        if !self.symmetric() {
            return;
        }
        if last == 1 {
            let side = self.shape[0];
            for table in tables {
                table
                    .transpose(self.strides[0], side, |row| self.total.map_or(side, |total| total.saturating_sub(row)));
            }
            return;
        }
        let mut prefix = vec![0; last];
        let mut sorted = prefix.clone();
        loop {
            let used: usize = prefix.iter().sum();
            let width = self.total.map_or(self.shape[last], |total| total.saturating_sub(used));
            let begin: usize = prefix.iter().zip(&self.strides).map(|(heap, stride)| heap * stride).sum();
            sorted.copy_from_slice(&prefix);
            self.sort(&mut sorted);
            if sorted != prefix {
                // The same row with its heaps in order comes earlier and is complete.
                let from: usize = sorted.iter().zip(&self.strides).map(|(heap, stride)| heap * stride).sum();
                for table in tables.iter_mut() {
                    table.copy_within(from..from + width, begin);
                }
            } else if let Some(before) = self.before(last) {
                // The last heap and its mate exchange: columns of earlier rows, which are complete.
                let stride = self.strides[before];
                let column = begin - prefix[before] * stride + prefix[before];
                for table in tables.iter_mut() {
                    table.gather((column, stride), begin..begin + prefix[before].min(width));
                }
            }
            let Some(heap) = (0..last).rev().find(|heap| prefix[*heap] + 1 < self.shape[*heap]) else { return };
            prefix[heap] += 1;
            prefix[heap + 1..].fill(0);
        }
    }
}
