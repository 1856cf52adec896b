//! Values of cells whose options need no lists: a word tells the values of a few, and those of a growing row add some to those before.
//! Knows nothing of the order of cells.
use super::{Batch, Sweep, kept_of, row_of};
use crate::engine::Question;
use crate::engine::by_cell::compiled::board::Numbers;
use crate::engine::by_cell::compiled::brief::IS_SMALL;
use crate::engine::by_cell::compiled::few::FewInHand;
use crate::engine::by_cell::compiled::found::{Behind, OptionValues};
use crate::engine::by_cell::compiled::lane::{LANES, LaneNumber, Lanes};
use crate::engine::by_cell::compiled::layers::Layers;
use crate::engine::by_cell::compiled::packed::{MOST_OPTIONS, MOST_PACKED, PackedOptions, SEEN};
use crate::engine::by_cell::compiled::step::Compiled;
use crate::engine::by_cell::compiled::sums::{OptionNumbers, PartCells};
use crate::engine::by_cell::compiled::trouble::Trouble;
use crate::table::{Kept, SharedCell};
use crate::value::Play;
use std::ops::Range;

/// So many values have a bit of their own in a word.
const MOST_VALUE: usize = SEEN - 2;

/// A heap, how far apart neighbours along it stand, and what is taken from it.
type HeapTakes<'a> = (usize, usize, &'a [u32]);

/// Positions of heaps that are looked at together with all registers, by their numbers on the board of the heaps.
struct HeapCells {
    cells: Vec<usize>,
    positions: Vec<Lanes<i64>>,
    position: Vec<i64>,
}

impl HeapCells {
    fn of<N>(layers: &Layers<N>) -> Self {
        let position = layers.board.low.clone();
        Self { cells: Vec::with_capacity(LANES), positions: vec![[0; LANES]; position.len()], position }
    }

    /// The next ones of these numbers that are looked at. Which number comes behind them.
    fn gather(&mut self, numbers: Numbers<'_>, range: Range<usize>) -> usize {
        let Self { cells, positions, position } = self;
        cells.clear();
        numbers.board.position(range.start, position);
        let mut next = range.start;
        while next < range.end && cells.len() < LANES {
            next = numbers.gather(next..range.end, position, (cells, positions));
        }
        next
    }
}

/// Calls `visit` with the options of a cell: its lane, its number, and the positions in lanes.
#[inline]
fn visit<N: LaneNumber>(
    few: &FewInHand<'_, N>,
    takes: &[HeapTakes<'_>],
    (at, cell, positions): (usize, usize, &[Lanes<i64>]),
    mut visit: impl FnMut(OptionNumbers, Option<PartCells>),
) {
    for (heap, stride, all) in takes {
        let value = usize::try_from(positions[*heap][at]).expect("a heap is natural");
        let all = all.iter().map(|taken| *taken as usize);
        all.take_while(|taken| *taken <= value).for_each(|taken| visit((cell - taken * stride, 0), None));
    }
    few.visit(at, visit);
}

/// The word of a cell where options are sums, or where so many may be forbidden.
fn seen_closely<N: LaneNumber, S: SharedCell<Kept: Kept>>(
    few: &FewInHand<'_, N>,
    takes: &[HeapTakes<'_>],
    here: (usize, usize, &[Lanes<i64>]),
    (all, found, blocking): (&[S], &mut OptionValues, usize),
) -> u64 {
    let mut seen = 0u64;
    visit(few, takes, here, |cell, parts| {
        let kept = match parts {
            None => all[cell.0].load().kept(),
            Some(parts) => parts.value(cell, all).map_or(0, |value| value + 1),
        };
        if 0 < blocking && kept == 1 {
            found.win(cell.0, blocking);
        } else {
            seen |= 1 << kept.min(SEEN - 1);
        }
    });
    let is_won = 0 < blocking && found.p;
    if is_won { seen | 2 } else { seen }
}

/// The least value that a cell's options do not have, if it is not one of the first that a word tells.
#[cold]
fn beyond<N: LaneNumber, S: SharedCell<Kept: Kept>>(
    few: &FewInHand<'_, N>,
    takes: &[HeapTakes<'_>],
    here: (usize, usize, &[Lanes<i64>]),
    all: &[S],
) -> usize {
    let mut seen = [false; MOST_OPTIONS + 1];
    visit(few, takes, here, |cell, parts| {
        let value = match parts {
            None => all[cell.0].load().kept().checked_sub(1),
            Some(parts) => parts.value(cell, all),
        };
        if let Some(slot) = value.and_then(|value| seen.get_mut(value)) {
            *slot = true;
        }
    });
    seen.iter().position(|is_seen| !is_seen).unwrap_or(MOST_OPTIONS)
}

impl<N: LaneNumber, K: Kept> Sweep<'_, N, K> {
    /// Takes cells in hand whose options are known without a look at amounts, and so few that one word holds their values. Whether
    /// they are.
    pub(super) fn has_few(&mut self, positions: &[Lanes<i64>], count: usize) -> bool {
        if IS_SMALL {
            return false;
        }
        let listed: Option<usize> = self.takes.iter().map(|takes| takes.always().map(<[u32]>::len)).sum();
        let left = |most: usize| listed.and_then(|listed| most.checked_sub(listed));
        let most = left(MOST_VALUE).zip(left(MOST_OPTIONS));
        self.few.as_mut().zip(most).is_some_and(|(few, most)| few.place(positions, count, most))
    }

    /// The values of some cells that have few options.
    pub(super) fn by_words(&mut self, batch: &[usize], positions: &[Lanes<i64>]) -> Result<(), Trouble> {
        let Some(few) = self.few.as_ref().filter(|_| !IS_SMALL) else { return Ok(()) };
        let takes: Vec<HeapTakes<'_>> =
            self.takes.iter().map(|takes| (takes.heap, takes.stride, takes.always().unwrap_or_default())).collect();
        let few = &few.in_hand();
        let blocking = self.asked.blocking;
        if self.kept.len() <= MOST_PACKED && !(0 < blocking && self.asked.breaks) {
            let packed = &mut self.packed;
            packed.begin(batch);
            let lists = |packed: &mut PackedOptions| {
                takes.iter().all(|(heap, stride, all)| packed.taken(few.heap(*heap), *stride, all))
            };
            if few.pack(packed) && lists(packed) {
                let give = |at: usize, seen| {
                    let here = (at, batch[at], positions);
                    self.give_of_word(batch[at], seen, (at, positions), || beyond(few, &takes, here, self.kept))
                };
                return match blocking {
                    0 => self.packed.each(self.kept, give),
                    most => self.packed.each_forbidding(self.kept, most, give),
                };
            }
        }
        let is_plain = self.asked.is_plain();
        for (at, cell) in batch.iter().enumerate() {
            let here = (at, *cell, positions);
            let seen = if is_plain {
                let mut seen = 0u64;
                visit(few, &takes, here, |cell, _| seen |= 1 << self.kept[cell.0].load().kept().min(SEEN - 1));
                seen
            } else {
                self.found.begin();
                seen_closely(few, &takes, here, (self.kept, &mut self.found, self.asked.blocking))
            };
            self.give_of_word(*cell, seen, (at, positions), || beyond(few, &takes, here, self.kept))?;
        }
        Ok(())
    }

    /// Does without layers if the last cells of a board have too many options for words.
    pub(super) fn settle_layers(&mut self, numbers: Numbers<'_>) {
        let Some(mut layers) = self.layers.take().filter(|_| !IS_SMALL) else { return };
        let mut cells = HeapCells::of(&layers);
        let count = layers.numbers(numbers).count();
        cells.gather(layers.numbers(numbers), count.saturating_sub(LANES)..count);
        if layers.place(&cells.positions, &cells.cells, MOST_VALUE) {
            self.layers = Some(layers);
        }
    }

    /// The values of neighbours in the order, with all registers of the same heaps together.
    pub(super) fn in_layers(
        &mut self,
        layers: &mut Layers<N>,
        batch: &mut Batch,
        numbers: Numbers<'_>,
        range: Range<usize>,
    ) -> Result<(), Trouble> {
        let count = layers.count();
        let (mut first, end) = (range.start / count, range.end / count);
        let mut cells = HeapCells::of(layers);
        while first < end {
            self.asked.context.go_on()?;
            let next = cells.gather(layers.numbers(numbers), first..end);
            let HeapCells { positions, cells, .. } = &cells;
            if layers.place(positions, cells, MOST_VALUE) {
                for (at, cell) in cells.iter().enumerate() {
                    for (layer, options) in layers.options().enumerate() {
                        let seen = options.seen(at, self.kept);
                        self.give_of_word(cell * count + layer, seen, (at, positions), || MOST_VALUE)?;
                    }
                }
            } else {
                self.in_batches(batch, numbers, first * count..next * count)?;
                self.finish(batch)?;
            }
            first = next;
        }
        Ok(())
    }

    /// Gives a cell the value that follows from those of its options: bit v + 1 is for value v, and bit 0 for no value yet. The last
    /// stands for all greater ones: where all others are there, `beyond` is asked, which is needed for cells with more options than a word
    /// has values.
    #[inline]
    fn give_of_word(
        &self,
        cell: usize,
        seen: u64,
        place: (usize, &[Lanes<i64>]),
        beyond: impl FnOnce() -> usize,
    ) -> Result<(), Trouble> {
        let value = match self.asked.question {
            Question::Outcome(_) if seen & 2 != 0 => 1,
            _ if seen & 1 == 1 => return Err(Trouble::Order),
            Question::Grundy if MOST_VALUE <= (seen >> 1).trailing_ones() as usize => beyond(),
            Question::Grundy => (seen >> 1).trailing_ones() as usize,
            Question::Outcome(play) => usize::from(seen == 0 && play == Play::Misere),
        };
        self.put(cell, K::of(value + 1), place);
        Ok(())
    }

    /// The values of some cells of growing rows, by alternatives all of whose options are one run each.
    pub(super) fn by_growth(&mut self, batch: &[usize], positions: &[Lanes<i64>]) -> Result<(), Trouble> {
        let (question, mut kept, mut row) = (self.asked.question, None, self.row);
        let mut runs: Vec<_> = self.lister.nests.iter().filter_map(Compiled::runs).collect();
        for (at, cell) in batch.iter().enumerate() {
            let own = Some(row_of(*cell, (at, positions)));
            if own != row {
                (row, kept) = (own, None);
                self.found.begin();
                for runs in &mut runs {
                    runs.reached = None;
                }
            }
            let mut sink = Behind { kept: self.kept, found: &mut self.found, question };
            let mut adds = false;
            for runs in &mut runs {
                adds |= runs.add(at, &mut sink, true);
            }
            let is_decided = self.found.p && question != Question::Grundy;
            if adds && !is_decided && self.found.lacks_value() {
                return Err(Trouble::Order);
            }
            let own = match kept.filter(|_| !adds) {
                Some(same) => same,
                None => kept_of(self.found.value(question))?,
            };
            self.put(*cell, own, (at, positions));
            kept = Some(own);
        }
        let reached: Vec<Option<i64>> = runs.into_iter().map(|runs| runs.reached).collect();
        self.lister.nests.iter_mut().zip(reached).for_each(|(nest, reached)| nest.reached = reached);
        self.row = row;
        Ok(())
    }
}
