//! Finds what the cells of every row look at, for all values: bits of stores, and bands. Knows nothing of values.
//!
//! A move is looked up where its start leads: a row looks at the bits of the row or store that lies the start away, moved along.
use super::band::Band;
use super::store::{ModuleReach, ReachStore, within};
use super::{BitBoard, NONE, ROW};
use crate::engine::moves::jumps::{Guard, Jump, Kind};
use crate::engine::numbers::signed;
use crate::engine::{Context, EngineError};
use std::ops::Range;

/// A section is worth waiting for if it has so many words at least.
const SECTION: usize = 1 << 8;

/// A look of 64 cells of one row at the bits of a store.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sight {
    /// The place of the bit that the first of them looks at.
    pub(super) place: i64,
    /// Which of them look.
    pub(super) mask: u64,
}

/// What all sweeps of a board have in common.
pub(super) struct Sights<'a> {
    pub(super) board: &'a BitBoard<'a>,
    /// The row of each word of cells.
    pub(super) rows: Vec<u32>,
    pub(super) reaches: Vec<ModuleReach>,
    /// The stores and the bands that lead to each layer, as they are before any cell has the value at hand.
    pub(super) stores: Vec<ReachStore>,
    pub(super) bands: Vec<Vec<Band<'a>>>,
    pub(super) banded: bool,
    /// How many words a sweep keeps bits in.
    pub(super) words: usize,
    /// The sights of each word, and where they begin.
    each: Vec<Sight>,
    firsts: Vec<usize>,
    /// What one sweep takes, and what was asked for with it, in bytes.
    sweep: u128,
    asked: u128,
}

/// A move as rows look at it.
struct Start<'a> {
    from: usize,
    store: usize,
    to: usize,
    delta: &'a [i64],
    guard: &'a [Guard],
    conditions: &'a [usize],
}

impl<'a> Sights<'a> {
    /// Those of the moves on a board.
    ///
    /// # Errors
    /// Memory, or numbers too large for this engine.
    pub(super) fn new(board: &'a BitBoard<'a>, context: &Context) -> Result<Self, EngineError> {
        let layers = board.relation.layers.len();
        let mut sights = Self {
            board,
            rows: Vec::new(),
            reaches: Vec::new(),
            stores: Vec::new(),
            bands: vec![Vec::new(); layers],
            banded: false,
            words: 0,
            each: Vec::new(),
            firsts: Vec::new(),
            sweep: 0,
            asked: 0,
        };
        let mut starts = Vec::new();
        for Jump { from, to, kind, guard, conditions } in &board.relation.jumps {
            match kind {
                Kind::Module { starts: all, steps } => {
                    let reach = sights.reach(*to, steps)?;
                    for delta in all {
                        let store = sights.store(*from, reach, -board.relation.rise(delta));
                        starts.push(Start { from: *from, store, to: *to, delta, guard, conditions });
                    }
                }
                Kind::Band(rows) => {
                    sights.banded = true;
                    sights.bands[*to].push(Band::new(board, (*from, conditions), rows));
                }
            }
        }
        sights.allot(&starts, context)?;
        sights.look(&starts);
        for (at, row) in (0..).zip(&board.rows) {
            sights.rows.extend(row.free_words().map(|_| at));
        }
        Ok(sights)
    }

    fn reach(&mut self, layer: usize, steps: &[Vec<i64>]) -> Result<usize, EngineError> {
        if let Some(known) = self.reaches.iter().position(|reach| reach.layer == layer && reach.steps == steps) {
            return Ok(known);
        }
        self.reaches.push(ModuleReach::new(self.board, layer, steps)?);
        Ok(self.reaches.len() - 1)
    }

    fn store(&mut self, from: usize, reach: usize, delay: i64) -> usize {
        let plain = self.reaches[reach].is_plain();
        let same = |store: &ReachStore| store.reach == reach && (plain || (store.from == from && store.delay == delay));
        if let Some(known) = self.stores.iter().position(same) {
            return known;
        }
        self.stores.push(ReachStore::new(from, reach, delay));
        self.stores.len() - 1
    }

    /// Places the bits of all stores, and asks for the memory of one sweep.
    fn allot(&mut self, starts: &[Start<'_>], context: &Context) -> Result<(), EngineError> {
        let board = self.board;
        let mut words = board.words + 1;
        for store in &mut self.stores {
            let reach = &self.reaches[store.reach];
            if !reach.is_plain() {
                store.first = words;
                words += reach.bits.div_ceil(64) + 1;
            }
        }
        self.words = words + 3;
        let layers = board.relation.layers.len();
        let known: u128 = self.reaches.iter().map(ModuleReach::bytes).sum();
        let sights = starts.len().div_ceil(layers) as u128 * board.valid.len() as u128 * size_of::<Sight>() as u128;
        let waiting: u128 = self.stores.iter().map(|store| ReachStore::bytes(board, &self.reaches[store.reach])).sum();
        self.sweep = (words + board.valid.len()) as u128 * 8 + waiting;
        let bits = (3 + board.allowed.len()) as u128 * board.valid.len() as u128 * 8;
        self.asked = sights + known + bits + self.sweep + board.shown + board.rows.len() as u128 * ROW;
        context.fits(self.asked)
    }

    /// Finds what the cells of every row look at.
    fn look(&mut self, starts: &[Start<'_>]) {
        let board = self.board;
        let links: Vec<Vec<u32>> = starts.iter().map(|start| board.links(start.from, start.to, start.delta)).collect();
        let mut seen: Vec<(i64, i64, i64, &[usize])> = Vec::new();
        for row in &board.rows {
            if row.free.1 < row.free.0 {
                continue;
            }
            seen.clear();
            for (start, links) in starts.iter().zip(&links).filter(|(start, _)| start.from == row.layer as usize) {
                let link = links[row.number as usize];
                if link == NONE {
                    continue;
                }
                let by = start.delta[board.bit];
                let target = &board.rows[link as usize];
                let (mut low, mut high) = (row.free.0.max(-by), row.free.1.min(target.bits - 1 - by));
                for guard in start.guard {
                    (low, high) = board.guarded(row, guard, (low, high));
                }
                let store = &self.stores[start.store];
                let reach = &self.reaches[store.reach];
                let place = if reach.is_plain() {
                    signed(target.offset) * 64
                } else {
                    signed(store.first) * 64 + reach.places[target.number as usize]
                };
                if low <= high {
                    seen.push((place + by, low, high + 1, start.conditions));
                }
            }
            for (bit, word) in (row.origin..).step_by(64).zip(row.free_words()) {
                self.firsts.push(self.each.len());
                self.each.extend(seen.iter().filter_map(|(place, low, end, conditions)| {
                    let mask = within(bit - low, end - low) & board.allows(conditions, word);
                    (mask != 0).then_some(Sight { place: place + bit, mask })
                }));
            }
        }
        self.firsts.push(self.each.len());
    }

    /// The sights of a word.
    pub(super) fn of(&self, word: usize) -> &[Sight] {
        &self.each[self.firsts[word]..self.firsts[word + 1]]
    }

    /// What all takes with one sweep, and what each sweep takes beside it, in bytes.
    pub(super) fn memory(&self) -> (u128, u128) {
        (self.asked, self.sweep)
    }

    /// How many sections are worth waiting for, at most.
    pub(super) fn worth(&self) -> usize {
        (self.board.valid.len() / SECTION).min(self.board.starts.iter().map(Vec::len).sum())
    }

    /// The words of cells, in about so many sections of whole levels.
    pub(super) fn sections(&self, count: usize) -> Vec<Range<usize>> {
        let board = self.board;
        let least = board.valid.len().div_ceil(count.max(1));
        let mut sections = Vec::new();
        let (mut row, mut begin) = (0, 0);
        while row < board.rows.len() {
            row = board.group(row).1.max(row + 1);
            let end = board.rows.get(row).map_or(board.valid.len(), |row| row.place);
            if begin + least <= end || row == board.rows.len() {
                sections.push(begin..end);
                begin = end;
            }
        }
        sections
    }
}
