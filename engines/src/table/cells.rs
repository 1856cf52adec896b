//! Values of the cells of a layer, two bytes each while they fit, else four, or one bit for outcomes. Knows nothing of heaps.
use super::bits::OutcomeBits;
use crate::value::Saturate;
use std::fmt;
use std::ops::{Range, RangeInclusive};
use std::slice::Iter;
use std::sync::atomic::{AtomicU16, AtomicU32, Ordering};

/// The sides of squares of cells that stay near while rows become columns.
const NEAR: usize = 64;

/// The values of cells, one after the other.
#[derive(Clone, Debug)]
pub struct CellValues<'a>(ValuesOf<'a>);

#[derive(Clone, Debug)]
enum ValuesOf<'a> {
    Small(Iter<'a, u16>),
    Large(Iter<'a, u32>),
    Bits(&'a OutcomeBits, Range<usize>),
}

impl Iterator for CellValues<'_> {
    type Item = Option<u32>;

    fn next(&mut self) -> Option<Option<u32>> {
        match &mut self.0 {
            ValuesOf::Small(rest) => rest.next().map(|kept| small(*kept)),
            ValuesOf::Large(rest) => rest.next().map(|kept| large(*kept)),
            ValuesOf::Bits(bits, rest) => rest.next().map(|index| bits.get(index)),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match &self.0 {
            ValuesOf::Small(rest) => rest.size_hint(),
            ValuesOf::Large(rest) => rest.size_hint(),
            ValuesOf::Bits(_, rest) => rest.size_hint(),
        }
    }
}

impl ExactSizeIterator for CellValues<'_> {}

/// Values of cells in storage order; some have none. Cost: two bytes a cell while all values are below 65,535; one bit, or two
/// where some cells have none, for outcomes of large tables.
#[derive(Clone, Debug)]
pub struct Cells(Store);

/// 0 is no value, and every value is kept one greater: memory that nobody writes to costs nothing.
#[derive(Clone, Debug)]
enum Store {
    Small(Vec<u16>),
    Large(Vec<u32>),
    Bits(OutcomeBits),
}

/// A value as it is kept, one greater: in two bytes or four.
pub(crate) trait Kept: Copy + Default + fmt::Debug + Send + Sync {
    /// The same where several threads keep values, each in its own cells.
    type Shared: SharedCell<Kept = Self>;
    /// What is kept; the greatest number stands for all that are greater, which [`Cells`] never asks for.
    fn of(kept: usize) -> Self;
    /// The number that is kept.
    fn kept(self) -> usize;
    /// Cells that are kept so.
    fn cells(all: Vec<Self>) -> Cells;
    /// So many cells without values. They cost nothing until something is written to them.
    fn none(count: usize) -> Vec<Self>;
}

/// What is kept of one cell, where another thread may look at it.
pub(crate) trait SharedCell: Default + Sync {
    /// What is kept.
    type Kept;
    fn new(kept: Self::Kept) -> Self;
    fn load(&self) -> Self::Kept;
    fn store(&self, kept: Self::Kept);
    fn into_kept(self) -> Self::Kept;
    /// So many cells without values. They cost nothing until something is written to them.
    fn none(count: usize) -> Vec<Self>;
}

macro_rules! slot {
    ($atomic:ty, $kept:ty) => {
        impl SharedCell for $atomic {
            type Kept = $kept;

            fn new(kept: $kept) -> Self {
                <$atomic>::new(kept)
            }

            #[inline]
            fn load(&self) -> $kept {
                self.load(Ordering::Relaxed)
            }

            #[inline]
            fn store(&self, kept: $kept) {
                self.store(kept, Ordering::Relaxed);
            }

            fn into_kept(self) -> $kept {
                self.into_inner()
            }

            fn none(count: usize) -> Vec<Self> {
                // In place, and nothing is written.
                vec![0; count].into_iter().map(<$atomic>::new).collect()
            }
        }
    };
}

slot!(AtomicU16, u16);
slot!(AtomicU32, u32);

impl Kept for u16 {
    type Shared = AtomicU16;

    #[inline]
    fn of(kept: usize) -> Self {
        kept.saturated()
    }

    #[inline]
    fn kept(self) -> usize {
        usize::from(self)
    }

    fn cells(all: Vec<Self>) -> Cells {
        Cells(Store::Small(all))
    }

    fn none(count: usize) -> Vec<Self> {
        vec![0; count]
    }
}

impl Kept for u32 {
    type Shared = AtomicU32;

    #[inline]
    fn of(kept: usize) -> Self {
        kept.saturated()
    }

    #[inline]
    fn kept(self) -> usize {
        self as usize
    }

    fn cells(all: Vec<Self>) -> Cells {
        Cells(Store::Large(all))
    }

    fn none(count: usize) -> Vec<Self> {
        vec![0; count]
    }
}

/// The values of cells as plain numbers, the greatest of which stands for none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlainCells {
    /// Two bytes each.
    Small(Vec<u16>),
    /// Four bytes each.
    Large(Vec<u32>),
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
    /// let mut cells = nimdsl_engines::table::Cells::none(3);
    /// cells.set(1, 70_000);
    /// assert_eq!(cells.iter().collect::<Vec<_>>(), [None, Some(70_000), None]);
    /// ```
    #[must_use]
    pub fn none(count: usize) -> Self {
        Self(Store::Small(vec![0; count]))
    }

    /// Ones in the first cells of each row of a table, as many as are shown, a bit each; the others have no value.
    pub(crate) fn ones(shape: [usize; 2], shown: impl Fn(usize) -> usize) -> Self {
        Self(Store::Bits(OutcomeBits::ones(shape, shown)))
    }

    /// What is kept: values one greater, 0 for none; nothing for bits.
    pub(crate) fn kept(&self) -> Slices<'_> {
        match &self.0 {
            Store::Small(store) => Slices::Small(store),
            Store::Large(store) => Slices::Large(store),
            Store::Bits(_) => Slices::Small(&[]),
        }
    }

    /// How many cells there are.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.0 {
            Store::Small(store) => store.len(),
            Store::Large(store) => store.len(),
            Store::Bits(bits) => bits.count,
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
            Store::Bits(bits) => bits.get(index),
        }
    }

    /// The cells that have a value, in order.
    pub(crate) fn places(&self, value: u32) -> Box<dyn Iterator<Item = usize> + '_> {
        match &self.0 {
            Store::Bits(bits) => Box::new(bits.places(value)),
            _ => Box::new(self.iter().enumerate().filter(move |cell| cell.1 == Some(value)).map(|cell| cell.0)),
        }
    }

    /// Gives a cell that has a value the value 0.
    pub(crate) fn clear(&mut self, index: usize) {
        match &mut self.0 {
            Store::Bits(bits) => bits.clear(index),
            _ => self.set(index, 0),
        }
    }

    /// Gives a cell a value, which is below 2^32 - 1. Cells outside are left alone.
    pub fn set(&mut self, index: usize, value: u32) {
        let kept = value.saturating_add(1);
        self.widen_for(kept);
        match &mut self.0 {
            Store::Bits(_) => {}
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

    /// Takes four bytes a cell if a number that is to be kept needs them, and two if only bits are kept.
    fn widen_for(&mut self, kept: u32) {
        if let Store::Bits(_) = &self.0 {
            let kept = |value: Option<u32>| u16::of(value.map_or(0, |value| value as usize + 1));
            self.0 = Store::Small(self.iter().map(kept).collect());
        }
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
            Store::Bits(_) => {}
        }
    }

    /// Copies cells to others, where their copies may overlap.
    pub(crate) fn copy_within(&mut self, from: Range<usize>, to: usize) {
        self.widen_for(0);
        match &mut self.0 {
            Store::Small(store) => store.copy_within(from, to),
            Store::Large(store) => store.copy_within(from, to),
            Store::Bits(_) => {}
        }
    }

    /// Fills cells with those from one on, each a step farther.
    pub(crate) fn gather(&mut self, (from, step): (usize, usize), to: Range<usize>) {
        fn gather<T: Copy>(store: &mut [T], (from, step): (usize, usize), to: Range<usize>) {
            for (count, cell) in to.enumerate() {
                store[cell] = store[from + count * step];
            }
        }
        self.widen_for(0);
        match &mut self.0 {
            Store::Small(store) => gather(store, (from, step), to),
            Store::Large(store) => gather(store, (from, step), to),
            Store::Bits(_) => {}
        }
    }

    /// Fills the cells below the diagonal of a square with those above it, as far as rows go. Cost: squares that stay near, so one
    /// look at each cell.
    pub(crate) fn transpose(&mut self, stride: usize, side: usize, width: impl Fn(usize) -> usize) {
        fn transpose<T: Copy>(store: &mut [T], stride: usize, side: usize, width: impl Fn(usize) -> usize) {
            for (down, across) in
                (0..side).step_by(NEAR).flat_map(|down| (0..=down).step_by(NEAR).map(move |across| (down, across)))
            {
                for row in down..side.min(down + NEAR) {
                    for column in across..row.min(across + NEAR).min(width(row)) {
                        store[row * stride + column] = store[column * stride + row];
                    }
                }
            }
        }
        self.widen_for(0);
        match &mut self.0 {
            Store::Small(store) => transpose(store, stride, side, width),
            Store::Large(store) => transpose(store, stride, side, width),
            Store::Bits(_) => {}
        }
    }

    /// Replaces every value that is greater by this one.
    pub fn at_most(&mut self, most: u32) {
        let most = most.saturating_add(1);
        match &mut self.0 {
            Store::Small(store) => {
                let most = most.saturated();
                for kept in store {
                    *kept = (*kept).min(most);
                }
            }
            Store::Large(store) => {
                for kept in store {
                    *kept = (*kept).min(most);
                }
            }
            Store::Bits(bits) if most <= 1 => bits.clear_all(),
            Store::Bits(_) => {}
        }
    }

    /// The values of some cells.
    ///
    /// # Panics
    /// If the range is not within the cells.
    #[must_use]
    pub fn part(&self, range: Range<usize>) -> CellValues<'_> {
        CellValues(match &self.0 {
            Store::Small(store) => ValuesOf::Small(store[range].iter()),
            Store::Large(store) => ValuesOf::Large(store[range].iter()),
            Store::Bits(bits) => {
                assert!(range.end <= bits.count, "the range is within the cells");
                ValuesOf::Bits(bits, range)
            }
        })
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
            Store::Bits(bits) => bits.append_to(bytes, range),
        }
    }

    /// All values.
    #[must_use]
    pub fn iter(&self) -> CellValues<'_> {
        self.part(0..self.len())
    }

    /// All values as plain numbers in the same memory, for programs that take it over. Cost: one pass.
    ///
    /// ```
    /// use nimdsl_engines::table::{Cells, PlainCells};
    ///
    /// let cells = Cells::from(vec![Some(7), None, Some(0)]);
    /// assert_eq!(cells.into_plain(), PlainCells::Small(vec![7, u16::MAX, 0]));
    /// ```
    #[must_use]
    pub fn into_plain(self) -> PlainCells {
        match self.0 {
            Store::Small(mut store) => {
                for kept in &mut store {
                    *kept = kept.wrapping_sub(1);
                }
                PlainCells::Small(store)
            }
            Store::Large(mut store) => {
                for kept in &mut store {
                    *kept = kept.wrapping_sub(1);
                }
                PlainCells::Large(store)
            }
            Store::Bits(bits) => {
                // What is not known is -1.
                let value = |outcome: i8| if outcome < 0 { u16::MAX } else { outcome.unsigned_abs().into() };
                PlainCells::Small(bits.to_bytes().into_iter().map(value).collect())
            }
        }
    }

    /// A byte for each cell: 0 where the value is 0, 1 where it is another, -1 where there is none. Cost: one pass.
    ///
    /// ```
    /// let cells = nimdsl_engines::table::Cells::from(vec![Some(7), None, Some(0)]);
    /// assert_eq!(cells.to_outcomes(), [1, -1, 0]);
    /// ```
    #[must_use]
    pub fn to_outcomes(&self) -> Vec<i8> {
        fn outcome(kept: usize) -> i8 {
            if kept <= 1 { i8::from(kept == 1) - 1 } else { 1 }
        }
        match &self.0 {
            Store::Small(store) => store.iter().map(|kept| outcome(kept.kept())).collect(),
            Store::Large(store) => store.iter().map(|kept| outcome(kept.kept())).collect(),
            Store::Bits(bits) => bits.to_bytes(),
        }
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
