//! Values of the cells of a layer, two bytes each while they fit, else four. Knows nothing of heaps.
use std::iter::{Chain, Copied, Map};
use std::ops::{Range, RangeInclusive};
use std::slice::Iter;

/// The values of cells, one after the other.
pub type CellValues<'a> =
    Chain<Map<Copied<Iter<'a, u16>>, fn(u16) -> Option<u32>>, Map<Copied<Iter<'a, u32>>, fn(u32) -> Option<u32>>>;

/// Values of cells in storage order; some have none. Cost: two bytes a cell while all values are below 65,535.
#[derive(Clone, Debug)]
pub struct Cells(Store);

/// 0 is no value, and every value is kept one greater: memory that nobody writes to costs nothing.
#[derive(Clone, Debug)]
enum Store {
    Small(Vec<u16>),
    Large(Vec<u32>),
}

/// A value as it is kept, one greater: in two bytes or four.
pub(crate) trait Kept: Copy + Default + Send + Sync {
    /// What is kept; the greatest number stands for all that are greater, which [`Cells`] never asks for.
    fn of(kept: usize) -> Self;
    /// The number that is kept.
    fn kept(self) -> usize;
    /// Cells that are kept so.
    fn cells(all: Vec<Self>) -> Cells;
}

impl Kept for u16 {
    fn of(kept: usize) -> Self {
        Self::try_from(kept).unwrap_or(Self::MAX)
    }

    fn kept(self) -> usize {
        usize::from(self)
    }

    fn cells(all: Vec<Self>) -> Cells {
        Cells(Store::Small(all))
    }
}

impl Kept for u32 {
    fn of(kept: usize) -> Self {
        Self::try_from(kept).unwrap_or(Self::MAX)
    }

    fn kept(self) -> usize {
        self as usize
    }

    fn cells(all: Vec<Self>) -> Cells {
        Cells(Store::Large(all))
    }
}

/// What is kept of cells, in storage order.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Slices<'a> {
    /// Two bytes each.
    Small(&'a [u16]),
    /// Four bytes each.
    Large(&'a [u32]),
}

impl Cells {
    /// So many cells without values.
    ///
    /// ```
    /// let mut cells = nimdsl::table::Cells::none(3);
    /// cells.set(1, 70_000);
    /// assert_eq!(cells.iter().collect::<Vec<_>>(), [None, Some(70_000), None]);
    /// ```
    #[must_use]
    pub fn none(count: usize) -> Self {
        Self(Store::Small(vec![0; count]))
    }

    /// So many cells with one value, which fits two bytes.
    pub(crate) fn all(count: usize, value: u16) -> Self {
        Self(Store::Small(vec![value + 1; count]))
    }

    /// What is kept: values one greater, 0 for none.
    pub(crate) fn kept(&self) -> Slices<'_> {
        match &self.0 {
            Store::Small(store) => Slices::Small(store),
            Store::Large(store) => Slices::Large(store),
        }
    }

    /// How many cells there are.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.0 {
            Store::Small(store) => store.len(),
            Store::Large(store) => store.len(),
        }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a cell.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<u32> {
        match &self.0 {
            Store::Small(store) => store.get(index).copied().and_then(small),
            Store::Large(store) => store.get(index).copied().and_then(large),
        }
    }

    /// Gives a cell a value, which is below 2^32 - 1. Cells outside are left alone.
    pub fn set(&mut self, index: usize, value: u32) {
        let kept = value.saturating_add(1);
        self.widen_for(kept);
        match &mut self.0 {
            Store::Small(store) => {
                if let (Some(cell), Ok(kept)) = (store.get_mut(index), u16::try_from(kept)) {
                    *cell = kept;
                }
            }
            Store::Large(store) => {
                if let Some(cell) = store.get_mut(index) {
                    *cell = kept;
                }
            }
        }
    }

    /// Takes four bytes a cell if a number that is to be kept needs them.
    fn widen_for(&mut self, kept: u32) {
        if let (Store::Small(store), Err(_)) = (&self.0, u16::try_from(kept)) {
            self.0 = Store::Large(store.iter().map(|kept| u32::from(*kept)).collect());
        }
    }

    /// Gives cells a value, which is below 2^32 - 1.
    pub(crate) fn fill(&mut self, range: RangeInclusive<usize>, value: u32) {
        let kept = value.saturating_add(1);
        self.widen_for(kept);
        match &mut self.0 {
            Store::Small(store) => store[range].fill(u16::of(kept as usize)),
            Store::Large(store) => store[range].fill(kept),
        }
    }

    /// Copies cells to others, where their copies may overlap.
    pub(crate) fn copy_within(&mut self, from: Range<usize>, to: usize) {
        match &mut self.0 {
            Store::Small(store) => store.copy_within(from, to),
            Store::Large(store) => store.copy_within(from, to),
        }
    }

    /// Fills cells with those from one on, each a step farther.
    pub(crate) fn gather(&mut self, (from, step): (usize, usize), to: Range<usize>) {
        fn gather<T: Copy>(store: &mut [T], (from, step): (usize, usize), to: Range<usize>) {
            for (count, cell) in to.enumerate() {
                store[cell] = store[from + count * step];
            }
        }
        match &mut self.0 {
            Store::Small(store) => gather(store, (from, step), to),
            Store::Large(store) => gather(store, (from, step), to),
        }
    }

    /// Replaces every value that is greater by this one.
    pub fn at_most(&mut self, most: u32) {
        let most = most.saturating_add(1);
        match &mut self.0 {
            Store::Small(store) => {
                let most = u16::try_from(most).unwrap_or(u16::MAX);
                for kept in store {
                    *kept = (*kept).min(most);
                }
            }
            Store::Large(store) => {
                for kept in store {
                    *kept = (*kept).min(most);
                }
            }
        }
    }

    /// The values of some cells.
    ///
    /// # Panics
    /// If the range is not within the cells.
    pub fn part(&self, range: Range<usize>) -> CellValues<'_> {
        let (few, wide): (&[u16], &[u32]) = match &self.0 {
            Store::Small(store) => (&store[range], &[]),
            Store::Large(store) => (&[], &store[range]),
        };
        few.iter()
            .copied()
            .map(small as fn(u16) -> Option<u32>)
            .chain(wide.iter().copied().map(large as fn(u32) -> Option<u32>))
    }

    /// Appends the values of some cells as four bytes each, the least first; 2^32 - 1 stands for none.
    ///
    /// # Panics
    /// If the range is not within the cells.
    pub fn append_to(&self, bytes: &mut Vec<u8>, range: Range<usize>) {
        match &self.0 {
            Store::Small(store) => {
                bytes.extend(store[range].iter().flat_map(|kept| u32::from(*kept).wrapping_sub(1).to_le_bytes()));
            }
            Store::Large(store) => {
                bytes.extend(store[range].iter().flat_map(|kept| kept.wrapping_sub(1).to_le_bytes()));
            }
        }
    }

    /// All values.
    pub fn iter(&self) -> CellValues<'_> {
        self.part(0..self.len())
    }

    /// All values in eight bytes each.
    #[must_use]
    pub fn to_vec(&self) -> Vec<Option<u32>> {
        self.iter().collect()
    }
}

fn small(kept: u16) -> Option<u32> {
    kept.checked_sub(1).map(u32::from)
}

fn large(kept: u32) -> Option<u32> {
    kept.checked_sub(1)
}

impl<'a> IntoIterator for &'a Cells {
    type Item = Option<u32>;
    type IntoIter = CellValues<'a>;

    fn into_iter(self) -> CellValues<'a> {
        self.iter()
    }
}

impl FromIterator<Option<u32>> for Cells {
    fn from_iter<I: IntoIterator<Item = Option<u32>>>(values: I) -> Self {
        let mut values = values.into_iter();
        let mut store: Vec<u16> = Vec::with_capacity(values.size_hint().0);
        let kept = |value: Option<u32>| value.map_or(0, |value| value.saturating_add(1));
        while let Some(value) = values.next() {
            if let Ok(kept) = u16::try_from(kept(value)) {
                store.push(kept);
            } else {
                let begun = store.iter().map(|kept| u32::from(*kept));
                return Self(Store::Large(begun.chain([kept(value)]).chain(values.map(kept)).collect()));
            }
        }
        Self(Store::Small(store))
    }
}

impl From<Vec<Option<u32>>> for Cells {
    fn from(values: Vec<Option<u32>>) -> Self {
        values.into_iter().collect()
    }
}

impl PartialEq for Cells {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Store::Small(own), Store::Small(other)) => own == other,
            (Store::Large(own), Store::Large(other)) => own == other,
            _ => self.len() == other.len() && self.iter().eq(other.iter()),
        }
    }
}

impl Eq for Cells {}

impl Default for Cells {
    fn default() -> Self {
        Self::none(0)
    }
}
