//! Options of many cells, place after place: which cells have an option there, and where it stands, in one word. Knows nothing of moves.
use super::lane::{LANES, LaneNumber, Lanes};
use crate::table::{Kept, SharedCell};
use std::array::from_fn;

/// Of more places than these a cell is asked one by one, if it stands alone.
pub(super) const MOST: usize = 24;

/// Cells whose numbers leave room for a mark in a word.
pub(super) const MOST_PACKED: usize = 1 << 31;

/// Where less than one place in so many holds an option, the empty ones are left out; of so few places all are looked at.
const SPARSE: usize = 2;
const FEW: usize = 4;

/// Stands beside the number of a cell.
const IS_ONE: u32 = 1 << 31;

/// The bits of a word of values seen.
pub(super) const SEEN: usize = 64;

/// For each place, where the option of each cell stands, or 0.
#[derive(Clone, Default)]
pub(super) struct PackedOptions {
    places: Vec<Lanes<u32>>,
    used: usize,
    most: usize,
    cells: Vec<u32>,
}

impl PackedOptions {
    /// Makes room for so many options of some cells, whose numbers leave that of the mark.
    pub(super) fn begin(&mut self, cells: &[usize], most: usize) {
        (self.used, self.most) = (0, most);
        self.cells.clear();
        self.cells.extend(cells.iter().map(|cell| word(*cell)));
    }

    /// One more place, with the cells, if there are not too many.
    fn place(&mut self) -> Option<(&mut [u32], &[u32])> {
        let at = self.used;
        if at == self.most {
            return None;
        }
        if self.places.len() == at {
            self.places.push([0; LANES]);
        }
        self.used += 1;
        Some((&mut self.places[at][..self.cells.len()], &self.cells))
    }

    /// Options of the cells whose masks are full. Whether there is room.
    pub(super) fn ones<N: LaneNumber>(&mut self, options: &Lanes<N>, masks: &Lanes<N>) -> bool {
        let Some((place, _)) = self.place() else { return false };
        for ((slot, option), mask) in place.iter_mut().zip(options).zip(masks) {
            *slot = option.packed(*mask, IS_ONE);
        }
        true
    }

    /// Options at equal distances, so many of each cell. Whether there is room.
    pub(super) fn runs<N: LaneNumber>(&mut self, [counts, first, stride]: [&Lanes<N>; 3]) -> bool {
        let most = counts[..self.cells.len()].iter().max().map_or(0, |most| most.wide());
        for step in 0..most {
            let Some((place, _)) = self.place() else { return false };
            let by = N::of(step);
            for (((slot, own), first), stride) in place.iter_mut().zip(counts).zip(first).zip(stride) {
                *slot = first.plus(stride.times(by)).packed(N::truth(by < *own), IS_ONE);
            }
        }
        true
    }

    /// Options of one heap whose values stand in lanes, by what they take from it. Whether there is room.
    pub(super) fn taken<N: LaneNumber>(&mut self, values: &Lanes<N>, stride: usize, all: &[u32]) -> bool {
        for taken in all {
            let Some((place, cells)) = self.place() else { return false };
            let (distance, least) = (word((*taken as usize).wrapping_mul(stride)), N::of(i64::from(*taken)));
            for ((slot, cell), value) in place.iter_mut().zip(cells).zip(values) {
                let mask = N::truth(least <= *value).packed(N::truth(true), 0);
                *slot = (cell.wrapping_sub(distance) | IS_ONE) & mask;
            }
        }
        true
    }

    /// The values of the options of one cell, as [`PackedOptions::each`] tells them.
    #[inline]
    pub(super) fn seen<S: SharedCell<Kept: Kept>>(&self, at: usize, kept: &[S]) -> u64 {
        self.places[..self.used].iter().fold(0, |seen, place| {
            let (option, is_one) = ((place[at] & (IS_ONE - 1)) as usize, u64::from(place[at] >> 31));
            seen | is_one << kept[option].load().kept().min(SEEN - 1)
        })
    }

    /// Calls `give` for one cell after the other with the values of its options, bit v for what is kept of it; the last bit stands for all
    /// that is greater.
    #[inline]
    pub(super) fn each<S: SharedCell<Kept: Kept>, E>(
        &self,
        kept: &[S],
        give: impl FnMut(usize, u64) -> Result<(), E>,
    ) -> Result<(), E> {
        if FEW < self.used {
            let masks = self.masks();
            let options: u32 = masks[..self.cells.len().min(LANES)].iter().map(|mask| mask.count_ones()).sum();
            if (options as usize) * SPARSE < self.used * self.cells.len() {
                return self.each_sparse(&masks, kept, give);
            }
        }
        match self.used {
            0..=1 => self.each_of::<1, _, _>(kept, give),
            2 => self.each_of::<2, _, _>(kept, give),
            3 => self.each_of::<3, _, _>(kept, give),
            4 => self.each_of::<4, _, _>(kept, give),
            5 => self.each_of::<5, _, _>(kept, give),
            6 => self.each_of::<6, _, _>(kept, give),
            7 | 8 => self.each_of::<8, _, _>(kept, give),
            9 | 10 => self.each_of::<10, _, _>(kept, give),
            11 | 12 => self.each_of::<12, _, _>(kept, give),
            13..=16 => self.each_of::<16, _, _>(kept, give),
            17..=20 => self.each_of::<20, _, _>(kept, give),
            _ => self.each_of::<MOST, _, _>(kept, give),
        }
    }

    /// At which places each cell has an option, a bit for each.
    fn masks(&self) -> Lanes<u32> {
        let mut masks = [0; LANES];
        for (at, place) in self.places[..self.used].iter().enumerate() {
            for (mask, option) in masks.iter_mut().zip(place) {
                *mask |= (option >> 31) << at;
            }
        }
        masks
    }

    /// The same where most places are empty: one option after the other.
    #[inline]
    fn each_sparse<S: SharedCell<Kept: Kept>, E>(
        &self,
        masks: &Lanes<u32>,
        kept: &[S],
        mut give: impl FnMut(usize, u64) -> Result<(), E>,
    ) -> Result<(), E> {
        let places = &self.places[..self.used];
        for (at, mask) in masks[..self.cells.len().min(LANES)].iter().enumerate() {
            let (mut seen, mut left) = (0, *mask);
            while left != 0 {
                let option = (places[left.trailing_zeros() as usize][at] & (IS_ONE - 1)) as usize;
                seen |= 1 << kept[option].load().kept().min(SEEN - 1);
                left &= left - 1;
            }
            give(at, seen)?;
        }
        Ok(())
    }

    #[inline]
    fn each_of<const PLACES: usize, S: SharedCell<Kept: Kept>, E>(
        &self,
        kept: &[S],
        mut give: impl FnMut(usize, u64) -> Result<(), E>,
    ) -> Result<(), E> {
        const NOTHING: Lanes<u32> = [0; LANES];
        let places: [&Lanes<u32>; PLACES] = from_fn(|at| self.places[..self.used].get(at).unwrap_or(&NOTHING));
        for at in 0..self.cells.len().min(LANES) {
            let mut seen = 0;
            for place in places {
                let (option, is_one) = ((place[at] & (IS_ONE - 1)) as usize, u64::from(place[at] >> 31));
                seen |= is_one << kept[option].load().kept().min(SEEN - 1);
            }
            give(at, seen)?;
        }
        Ok(())
    }
}

#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "the cells of boards that are packed have fewer bits, and others are left out"
)]
fn word(cell: usize) -> u32 {
    cell as u32
}
