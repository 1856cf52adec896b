//! Turns a board and a relation into the cells of one value after the other. Knows nothing of regions.
//!
//! Right because rows come in the order of the measure, and each start looks at the bits of the row that it leads to as they
//! were on that level: all cells of the value that any path from there reaches lie in rows before. Words without open cells are
//! passed over, since a cell that has a value needs no other.
use super::band::Band;
use super::sights::Sights;
use super::store::{Noted, ReachStore, Stack, join, load};
use super::{BitRow, count};
use crate::engine::numbers::signed;
use crate::engine::{Context, EngineError};
use std::mem::take;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// Calls `change` on the words of a range of bits, with a mask.
pub(super) fn mark(words: &mut [u64], low: usize, high: usize, mut change: impl FnMut(&mut u64, u64)) {
    let (first, last) = (low / 64, high / 64);
    let (begin, end) = (u64::MAX << (low % 64), u64::MAX >> (63 - high % 64));
    if first == last {
        change(&mut words[first], begin & end);
        return;
    }
    change(&mut words[first], begin);
    for word in &mut words[first + 1..last] {
        change(word, u64::MAX);
    }
    change(&mut words[last], end);
}

/// What a sweep looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SweepGoal {
    /// The cells of the next value.
    Value,
    /// The cells that any cell attacks; no cell gets a value.
    All,
}

/// Who is told of cells that the table shows, by row and bit.
type ShowCell<'s> = &'s mut dyn FnMut(&BitRow, i64);

/// Some levels of a board.
pub(super) struct BitSection {
    words: Range<usize>,
    /// Which cells have no value yet.
    pub(super) free: Vec<u64>,
}

/// The state of a sweep.
pub(super) struct BitSweep<'l, 'a> {
    sights: &'l Sights<'a>,
    context: &'a Context,
    /// Words that may have free cells, ascending; how many the value at hand has seen, and how many of these stay, which are
    /// moved to the front.
    live: Vec<u32>,
    at: usize,
    kept: usize,
    stores: Vec<ReachStore>,
    bands: Vec<Vec<Band<'a>>>,
    /// A word of nothing; the cells of the value at hand; the bits of the stores; a word of nothing.
    arena: Vec<u64>,
    /// For each layer, the rows with cells of the value at hand, levels ascending.
    picks: Vec<Vec<u32>>,
    picked: Vec<bool>,
    /// Of the last sweep for all cells.
    attacked: Vec<u64>,
    stack: Stack,
    /// Images of cells of the level at hand: row and bit.
    images: Vec<(u32, u32)>,
    /// Cells of the row at hand that are not known to be attacked.
    open: Vec<u64>,
    /// Those of them that the band at hand cannot attack.
    spared: Vec<u64>,
    /// How many cells this sweep has given a value.
    given: u64,
}

impl BitSection {
    /// About so many sections of a board, on which nothing has a value.
    pub(super) fn all(sights: &Sights<'_>, count: usize) -> Vec<Mutex<Self>> {
        let section = |words: Range<usize>| Self { free: sights.board.valid[words.clone()].to_vec(), words };
        sights.sections(count).into_iter().map(|words| Mutex::new(section(words))).collect()
    }
}

impl<'l, 'a> BitSweep<'l, 'a> {
    /// No cell has the value at hand.
    pub(super) fn new(sights: &'l Sights<'a>, context: &'a Context) -> Self {
        let board = sights.board;
        let mut stores = sights.stores.clone();
        for store in &mut stores {
            store.prepare(board, &sights.reaches[store.reach]);
        }
        Self {
            sights,
            context,
            live: (0..).zip(&board.valid).filter(|(_, free)| **free != 0).map(|(word, _)| word).collect(),
            at: 0,
            kept: 0,
            stores,
            bands: sights.bands.clone(),
            arena: vec![0; sights.words],
            picks: vec![Vec::new(); board.relation.layers.len()],
            picked: vec![false; board.rows.len()],
            attacked: Vec::new(),
            stack: Stack::default(),
            images: Vec::new(),
            open: Vec::new(),
            spared: Vec::new(),
            given: 0,
        }
    }

    /// Whether all cells have values, as far as this sweep has seen.
    pub(super) fn is_done(&self) -> bool {
        self.live.is_empty()
    }

    /// Only cells that the last sweep found attacked stay free.
    pub(super) fn keep_attacked(&self, sections: &[Mutex<BitSection>]) {
        for section in sections {
            let BitSection { words, free } = &mut *section.lock().unwrap_or_else(PoisonError::into_inner);
            free.iter_mut().zip(&self.attacked[words.clone()]).for_each(|(free, attacked)| *free &= attacked);
        }
    }

    /// Finds the cells of the next value on all sections.
    ///
    /// # Errors
    /// Cancellation.
    pub(super) fn value(
        &mut self,
        goal: SweepGoal,
        sections: &[Mutex<BitSection>],
        shown: ShowCell<'_>,
    ) -> Result<(), EngineError> {
        self.begin(goal);
        sections.iter().try_for_each(|section| self.section(goal, section, shown))?;
        self.end();
        Ok(())
    }

    /// Finds the cells of the value at hand on a section, after those before it.
    ///
    /// # Errors
    /// Cancellation.
    pub(super) fn section(
        &mut self,
        goal: SweepGoal,
        section: &Mutex<BitSection>,
        shown: ShowCell<'_>,
    ) -> Result<(), EngineError> {
        let mut section = section.lock().unwrap_or_else(PoisonError::into_inner);
        let end = section.words.end;
        while self.live.get(self.at).is_some_and(|word| (*word as usize) < end) {
            let seen = self.level(self.at, &mut section, goal, shown)?;
            for at in self.at..seen {
                let word = self.live[at];
                if section.free[word as usize - section.words.start] != 0 {
                    self.live[self.kept] = word;
                    self.kept += 1;
                }
            }
            self.at = seen;
        }
        Ok(())
    }

    /// Forgets the words without free cells; how many cells were given the value.
    pub(super) fn end(&mut self) -> u64 {
        self.live.truncate(self.kept);
        take(&mut self.given)
    }

    /// Finds the cells of one level, to which a live word belongs; the first live word of another.
    fn level(
        &mut self,
        mut at: usize,
        section: &mut BitSection,
        goal: SweepGoal,
        shown: ShowCell<'_>,
    ) -> Result<usize, EngineError> {
        let sights = self.sights;
        let row_of = |word: u32| sights.rows[word as usize] as usize;
        let (begin, end) = sights.board.group(row_of(self.live[at]));
        if begin.is_multiple_of(64) || 1 << 12 < end - begin {
            self.context.go_on()?;
        }
        self.catch_up(begin);
        while let Some(word) = self.live.get(at).copied() {
            let row = row_of(word);
            if end <= row {
                break;
            }
            if sights.banded {
                while self.live.get(at).is_some_and(|word| row_of(*word) == row) {
                    at += 1;
                }
                self.row(row, section, goal, shown);
                continue;
            }
            at += 1;
            let word = word as usize;
            let free = section.free[word - section.words.start];
            let open = self.open(word, free);
            let fresh = self.judge(word, (free, open), goal);
            if fresh != 0 {
                self.take((row, word), fresh, (section, goal), shown);
            }
        }
        self.add_images();
        Ok(at)
    }

    /// Begins with a value.
    pub(super) fn begin(&mut self, goal: SweepGoal) {
        (self.at, self.kept) = (0, 0);
        let Self { sights, picks, picked, arena, stores, attacked, .. } = self;
        for row in picks.iter().flatten() {
            let place = &sights.board.rows[*row as usize];
            picked[*row as usize] = false;
            arena[1 + place.offset..1 + place.offset + place.words].fill(0);
        }
        picks.iter_mut().for_each(Vec::clear);
        for store in stores.iter_mut() {
            store.clear(arena, &sights.reaches[store.reach]);
        }
        if goal == SweepGoal::All {
            attacked.resize(sights.board.valid.len(), 0);
        }
        self.bands.iter_mut().flatten().for_each(Band::clear);
    }

    /// Brings the stores that the cells of a level look at up to that level.
    fn catch_up(&mut self, row: usize) {
        let BitRow { layer, level, .. } = self.sights.board.rows[row];
        for store in self.stores.iter_mut().filter(|store| store.from == layer as usize) {
            let reach = &self.sights.reaches[store.reach];
            let picks = &self.picks[reach.layer][..];
            let mut noted = Noted { picks, arena: &mut self.arena, stack: &mut self.stack };
            store.catch_up(self.sights.board, reach, &mut noted, level);
        }
    }

    /// The free cells of a word that no module attacks.
    fn open(&self, word: usize, free: u64) -> u64 {
        let mut open = free;
        for sight in self.sights.of(word) {
            if open == 0 {
                break;
            }
            open &= !(load(&self.arena, sight.place) & sight.mask);
        }
        open
    }

    /// The cells of a word that count as cells of the value at hand, from those that are not attacked.
    fn judge(&mut self, word: usize, (free, open): (u64, u64), goal: SweepGoal) -> u64 {
        match goal {
            SweepGoal::Value => open,
            SweepGoal::All => {
                self.attacked[word] = free & !open;
                free
            }
        }
    }

    /// Finds the cells of a row where there are bands.
    fn row(&mut self, at: usize, section: &mut BitSection, goal: SweepGoal, shown: ShowCell<'_>) {
        let board = self.sights.board;
        let row = &board.rows[at];
        let first = section.words.start;
        let mut open = take(&mut self.open);
        open.clear();
        open.extend(row.free_words().map(|word| self.open(word, section.free[word - first])));
        if open.iter().any(|word| *word != 0) {
            for band in self.bands.iter_mut().flatten().filter(|band| band.from == row.layer as usize) {
                let conditions = band.conditions;
                if conditions.is_empty() {
                    band.strike(row, &mut open);
                } else {
                    // Only cells that satisfy the conditions can be attacked.
                    let masks = row.free_words().map(|word| board.allows(conditions, word));
                    self.spared.clear();
                    self.spared.extend(open.iter().zip(masks.clone()).map(|(open, mask)| open & !mask));
                    open.iter_mut().zip(masks).for_each(|(open, mask)| *open &= mask);
                    band.strike(row, &mut open);
                    open.iter_mut().zip(&self.spared).for_each(|(open, spared)| *open |= spared);
                }
                if open.iter().all(|word| *word == 0) {
                    break;
                }
            }
        }
        for (word, open) in row.free_words().zip(&open) {
            let fresh = self.judge(word, (section.free[word - first], *open), goal);
            if fresh != 0 {
                self.take((at, word), fresh, (section, goal), shown);
            }
        }
        self.open = open;
    }

    /// Gives cells of a word the value at hand.
    fn take(
        &mut self,
        (at, word): (usize, usize),
        fresh: u64,
        (section, goal): (&mut BitSection, SweepGoal),
        shown: ShowCell<'_>,
    ) {
        let board = self.sights.board;
        let row = &board.rows[at];
        let first = row.origin + signed(word - row.place) * 64;
        join(&mut self.arena, signed(row.offset) * 64 + first, fresh);
        self.pick(at);
        if goal == SweepGoal::Value {
            section.free[word - section.words.start] &= !fresh;
            self.given += u64::from(fresh.count_ones());
        }
        let mut bits = fresh;
        while bits != 0 {
            let bit = i64::from(bits.trailing_zeros()) + first;
            bits &= bits - 1;
            if (row.shown.0..=row.shown.1).contains(&bit) {
                shown(row, bit);
            }
            board.images(at, bit, &mut self.images);
            for band in &mut self.bands[row.layer as usize] {
                band.add(row.level, bit);
            }
        }
    }

    fn pick(&mut self, row: usize) {
        if !self.picked[row] {
            self.picked[row] = true;
            self.picks[self.sights.board.rows[row].layer as usize].push(count(row));
        }
    }

    /// Adds the images of the cells of a level.
    fn add_images(&mut self) {
        for at in 0..self.images.len() {
            let (row, bit) = self.images[at];
            self.pick(row as usize);
            self.arena[1 + self.sights.board.rows[row as usize].offset + bit as usize / 64] |= 1 << (bit % 64);
        }
        self.images.clear();
    }
}
