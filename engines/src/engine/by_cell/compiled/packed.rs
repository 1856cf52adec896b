//! Options of many cells, place after place: which cells have an option there, and where it stands, in one word. Knows nothing of moves.
use super::lane::{LANES, LaneNumber, Lanes};
use super::sums::PartCells;
use crate::engine::numbers::index;
use crate::table::{Kept, SharedCell};
use std::array::from_fn;

/// Cells with more options than these are left to loops and lists.
pub(super) const MOST_OPTIONS: usize = 124;

/// So many places are looked at by a loop that is written out.
const MOST: usize = 24;

/// Cells whose numbers leave room for a mark in a word.
pub(super) const MOST_PACKED: usize = 1 << 31;

/// Where less than one place in so many holds an option, the empty ones are left out; of so few places all are looked at.
const SPARSE: usize = 2;
const FEW: usize = 4;

/// Stands beside the number of a cell.
const IS_ONE: u32 = 1 << 31;

/// Stands beside the number of the cells of a sum.
const IS_SUM: u64 = 1 << 63;

/// The places that one word of bits tells of.
const WORD: usize = 64;

/// The bits of a word of values seen.
pub(super) const SEEN: usize = 64;

/// For each place, where the option of each cell stands, or 0.
#[derive(Clone, Default)]
pub(super) struct PackedOptions {
    places: Vec<Lanes<u32>>,
    used: usize,
    cells: Vec<u32>,
    /// Where places begin that no cell has the same option at as at one of the others, up to the next beginning.
    different: Vec<usize>,
    /// The same for options that are sums of positions: so many of these, how the cells stand in their numbers, and the second ones of two numbers.
    numbers: Vec<Lanes<u64>>,
    sums: Vec<PartCells>,
    seconds: Vec<Lanes<u64>>,
}

impl PackedOptions {
    /// Makes room for options of some cells, whose numbers leave that of the mark.
    pub(super) fn begin(&mut self, cells: &[usize]) {
        self.used = 0;
        self.different.clear();
        self.sums.clear();
        self.cells.clear();
        self.cells.extend(cells.iter().map(|cell| word(*cell)));
    }

    /// One more place, with the cells, if there are not too many.
    fn place(&mut self) -> Option<(&mut [u32], &[u32])> {
        let at = self.used;
        if at == MOST_OPTIONS {
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
        self.different.push(self.used);
        let Some((place, _)) = self.place() else { return false };
        for ((slot, option), mask) in place.iter_mut().zip(options).zip(masks) {
            *slot = option.packed(*mask, IS_ONE);
        }
        true
    }

    /// Options at equal distances, so many of each cell. Whether there is room.
    pub(super) fn runs<N: LaneNumber>(&mut self, [counts, first, stride]: [&Lanes<N>; 3]) -> bool {
        let most = counts[..self.cells.len()].iter().max().map_or(0, |most| most.wide());
        let are_different = stride[..self.cells.len()].iter().all(|own| own.wide() != 0);
        for step in 0..most {
            if step == 0 || !are_different {
                self.different.push(self.used);
            }
            let Some((place, _)) = self.place() else { return false };
            let by = N::of(step);
            for (((slot, own), first), stride) in place.iter_mut().zip(counts).zip(first).zip(stride) {
                *slot = first.plus(stride.times(by)).packed(N::truth(by < *own), IS_ONE);
            }
        }
        true
    }

    /// Sums of positions, as [`PackedOptions::runs`] has single ones: so many of each cell, whose second numbers are the same. Whether there is room.
    pub(super) fn sums<N: LaneNumber>(
        &mut self,
        [counts, first, stride]: [&Lanes<N>; 3],
        second: Option<&Lanes<N>>,
        parts: PartCells,
    ) -> bool {
        let count = self.cells.len();
        let most = counts[..count].iter().max().map_or(0, |most| most.wide());
        for step in 0..most {
            let at = self.sums.len();
            if at == MOST_OPTIONS {
                return false;
            }
            if self.numbers.len() == at {
                self.numbers.push([0; LANES]);
                self.seconds.push([0; LANES]);
            }
            self.sums.push(parts);
            let by = N::of(step);
            let slots = self.numbers[at][..count].iter_mut().zip(&mut self.seconds[at]);
            let runs = counts.iter().zip(first).zip(stride);
            for (lane, ((slot, behind), ((own, first), stride))) in slots.zip(runs).enumerate() {
                let mask = N::truth(by < *own);
                let number = first.plus(stride.times(by)).and(mask);
                *slot = number.wide().cast_unsigned() | mask.wide().cast_unsigned() & IS_SUM;
                *behind = second.map_or(0, |second| second[lane].and(mask).wide().cast_unsigned());
            }
        }
        true
    }

    /// Options of one heap whose values stand in lanes, by what they take from it, each once. Whether there is room.
    pub(super) fn taken<N: LaneNumber>(&mut self, values: &Lanes<N>, stride: usize, all: &[u32]) -> bool {
        self.different.push(self.used);
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
        if !self.sums.is_empty() {
            return self.each_with_sums(kept, give);
        }
        if FEW < self.used {
            let count = self.cells.len().min(LANES);
            let count_of = |place: &Lanes<u32>| place[..count].iter().map(|option| option >> 31).sum::<u32>();
            let options: u32 = self.places[..self.used].iter().map(count_of).sum();
            if (options as usize) * SPARSE < self.used * count {
                let masks: Vec<Lanes<u64>> = self.places[..self.used].chunks(WORD).map(masks_of).collect();
                return self.each_sparse(&masks, kept, give);
            }
        }
        self.each_place(kept, &|seen, _| seen, give)
    }

    /// The same where `told` says what follows from the values of all options, and from how many are P-positions.
    #[inline]
    fn each_place<S: SharedCell<Kept: Kept>, E>(
        &self,
        kept: &[S],
        told: &impl Fn(u64, u64) -> u64,
        give: impl FnMut(usize, u64) -> Result<(), E>,
    ) -> Result<(), E> {
        match self.used {
            0..=1 => each_of::<1, _, _>(self, kept, told, give),
            2 => each_of::<2, _, _>(self, kept, told, give),
            3 => each_of::<3, _, _>(self, kept, told, give),
            4 => each_of::<4, _, _>(self, kept, told, give),
            5 => each_of::<5, _, _>(self, kept, told, give),
            6 => each_of::<6, _, _>(self, kept, told, give),
            7 | 8 => each_of::<8, _, _>(self, kept, told, give),
            9 | 10 => each_of::<10, _, _>(self, kept, told, give),
            11 | 12 => each_of::<12, _, _>(self, kept, told, give),
            13..=16 => each_of::<16, _, _>(self, kept, told, give),
            17..=20 => each_of::<20, _, _>(self, kept, told, give),
            21..=MOST => each_of::<MOST, _, _>(self, kept, told, give),
            _ => each_of_many(self, kept, told, give),
        }
    }

    /// The same where so many options that are P-positions may be forbidden: these have no bit, and all that are more have that of a P-position.
    #[inline]
    pub(super) fn each_forbidding<S: SharedCell<Kept: Kept>, E>(
        &self,
        kept: &[S],
        most: usize,
        mut give: impl FnMut(usize, u64) -> Result<(), E>,
    ) -> Result<(), E> {
        let told = |seen: u64, won: u64| seen & !2 | u64::from((most as u64) < won) << 1;
        if self.used <= MOST && !self.has_twins() {
            return self.each_place(kept, &told, give);
        }
        // What several moves lead to is one option.
        let places = &self.places[..self.used];
        let is_won = |option: u32| option & IS_ONE != 0 && kept[(option & (IS_ONE - 1)) as usize].load().kept() == 1;
        let mut different: Vec<u32> = Vec::with_capacity(MOST_OPTIONS);
        for at in 0..self.cells.len().min(LANES) {
            different.clear();
            for own in places.iter().map(|place| place[at]).filter(|own| is_won(*own)) {
                if different.len() <= most && !different.contains(&own) {
                    different.push(own);
                }
            }
            give(at, told(self.seen(at, kept), different.len() as u64))?;
        }
        Ok(())
    }

    /// Whether some cell has an option at two places.
    fn has_twins(&self) -> bool {
        let (places, count) = (&self.places[..self.used], self.cells.len().min(LANES));
        let are_twins = |one: &Lanes<u32>, other: &Lanes<u32>| {
            let twins = one[..count].iter().zip(&other[..count]).map(|(one, other)| one == other && IS_ONE <= *one);
            twins.fold(false, |any, twin| any | twin)
        };
        let mut begins = self.different.iter().zip(self.different.iter().skip(1).chain([&self.used]));
        begins.any(|(begin, end)| {
            places[*begin..*end].iter().any(|one| places[..*begin].iter().any(|other| are_twins(one, other)))
        })
    }

    /// The same where some options are sums.
    #[inline]
    fn each_with_sums<S: SharedCell<Kept: Kept>, E>(
        &self,
        kept: &[S],
        mut give: impl FnMut(usize, u64) -> Result<(), E>,
    ) -> Result<(), E> {
        for at in 0..self.cells.len().min(LANES) {
            let mut seen = self.seen(at, kept);
            for ((number, second), parts) in self.numbers.iter().zip(&self.seconds).zip(&self.sums) {
                let (own, second) = (index((number[at] & (IS_SUM - 1)).cast_signed()), index(second[at].cast_signed()));
                let value = if parts.are_two() {
                    parts.value_of_two((own, second), kept)
                } else {
                    parts.value((own, second), kept).map_or(0, |value| value + 1)
                };
                seen |= number[at] >> 63 << value.min(SEEN - 1);
            }
            give(at, seen)?;
        }
        Ok(())
    }

    /// The same where most places are empty, by which are not: one option after the other.
    #[inline]
    fn each_sparse<S: SharedCell<Kept: Kept>, E>(
        &self,
        masks: &[Lanes<u64>],
        kept: &[S],
        mut give: impl FnMut(usize, u64) -> Result<(), E>,
    ) -> Result<(), E> {
        for at in 0..self.cells.len().min(LANES) {
            let mut seen = 0;
            for (masks, places) in masks.iter().zip(self.places[..self.used].chunks(WORD)) {
                let mut left = masks[at];
                while left != 0 {
                    let option = (places[left.trailing_zeros() as usize][at] & (IS_ONE - 1)) as usize;
                    seen |= 1 << kept[option].load().kept().min(SEEN - 1);
                    left &= left - 1;
                }
            }
            give(at, seen)?;
        }
        Ok(())
    }
}

/// As [`PackedOptions::each`], for so many places, by a loop that is written out.
#[inline]
fn each_of<const PLACES: usize, S: SharedCell<Kept: Kept>, E>(
    packed: &PackedOptions,
    kept: &[S],
    told: &impl Fn(u64, u64) -> u64,
    mut give: impl FnMut(usize, u64) -> Result<(), E>,
) -> Result<(), E> {
    const NOTHING: Lanes<u32> = [0; LANES];
    let places: [&Lanes<u32>; PLACES] = from_fn(|at| packed.places[..packed.used].get(at).unwrap_or(&NOTHING));
    for at in 0..packed.cells.len().min(LANES) {
        let (mut seen, mut won) = (0, 0);
        for place in places {
            let (option, is_one) = ((place[at] & (IS_ONE - 1)) as usize, u64::from(place[at] >> 31));
            let value = kept[option].load().kept();
            seen |= is_one << value.min(SEEN - 1);
            won += is_one & u64::from(value == 1);
        }
        give(at, told(seen, won))?;
    }
    Ok(())
}

/// The same for any number of places.
#[inline]
fn each_of_many<S: SharedCell<Kept: Kept>, E>(
    packed: &PackedOptions,
    kept: &[S],
    told: &impl Fn(u64, u64) -> u64,
    mut give: impl FnMut(usize, u64) -> Result<(), E>,
) -> Result<(), E> {
    // With so many places nobody asks how many options are P-positions.
    (0..packed.cells.len().min(LANES)).try_for_each(|at| give(at, told(packed.seen(at, kept), 0)))
}

/// At which of so many places each cell has an option, a bit for each.
fn masks_of(places: &[Lanes<u32>]) -> Lanes<u64> {
    let mut masks = [0; LANES];
    for (at, place) in places.iter().enumerate() {
        for (mask, option) in masks.iter_mut().zip(place) {
            *mask |= u64::from(option >> 31) << at;
        }
    }
    masks
}

#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "the cells of boards that are packed have fewer bits, and others are left out"
)]
fn word(cell: usize) -> u32 {
    cell as u32
}
