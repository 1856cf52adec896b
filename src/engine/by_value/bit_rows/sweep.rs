//! Turns a board and a relation into the cells of one value after the other. Knows nothing of regions.
//!
//! Right because rows come in the order of the measure, and each start looks at the bits of the row that it leads to as they
//! were on that level: all cells of the value that any path from there reaches lie in rows before. Words without open cells are
//! passed over, since a cell that has a value needs no other.
use super::band::Band;
use super::store::{Reach, Stack, Store, join, load, within};
use super::{Board, ROW, Row, count};
use crate::engine::moves::jumps::{Guard, Jump, Kind};
use crate::engine::numbers::signed;
use crate::engine::{Context, EngineError};

/// No row.
pub(super) const NONE: u32 = u32::MAX;

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

/// A look of 64 cells of one row at the bits of a store.
#[derive(Clone, Copy, Debug)]
struct Look {
    /// The place of the bit that the first of them looks at.
    place: i64,
    /// Which of them look.
    mask: u64,
}

/// The state of a sweep.
pub(super) struct Sweep<'a> {
    board: &'a Board<'a>,
    context: &'a Context,
    pub(super) free: Vec<u64>,
    /// How many free cells each row has.
    pub(super) left: Vec<u32>,
    pub(super) all: u64,
    /// Words with free cells, ascending; and the row of each word.
    live: Vec<u32>,
    rows: Vec<u32>,
    reaches: Vec<Reach>,
    stores: Vec<Store>,
    /// The looks of each word, and where they begin.
    looks: Vec<Look>,
    firsts: Vec<usize>,
    /// The bands that lead to each layer.
    bands: Vec<Vec<Band<'a>>>,
    banded: bool,
    /// A word of nothing; the cells of the value at hand; the bits of the stores; a word of nothing.
    arena: Vec<u64>,
    /// For each layer, the rows with cells of the value at hand, levels ascending.
    picks: Vec<Vec<u32>>,
    picked: Vec<bool>,
    attacked: Vec<u64>,
    stack: Stack,
    /// Images of cells of the level at hand: row and bit.
    images: Vec<(u32, u32)>,
    /// Cells of the row at hand that are not known to be attacked.
    open: Vec<u64>,
    /// Those of them that the band at hand cannot attack.
    spared: Vec<u64>,
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

impl<'a> Sweep<'a> {
    /// Nothing has a value: all cells of the game are open.
    pub(super) fn new(board: &'a Board<'a>, context: &'a Context) -> Result<Self, EngineError> {
        let layers = board.relation.layers.len();
        let mut sweep = Self {
            board,
            context,
            free: board.valid.clone(),
            left: Vec::new(),
            all: 0,
            live: Vec::new(),
            rows: Vec::new(),
            reaches: Vec::new(),
            stores: Vec::new(),
            looks: Vec::new(),
            firsts: Vec::new(),
            bands: vec![Vec::new(); layers],
            banded: false,
            arena: Vec::new(),
            picks: vec![Vec::new(); layers],
            picked: vec![false; board.rows.len()],
            attacked: vec![0; board.valid.len()],
            stack: Stack::default(),
            images: Vec::new(),
            open: Vec::new(),
            spared: Vec::new(),
        };
        let mut starts = Vec::new();
        for Jump { from, to, kind, guard, conditions } in &board.relation.jumps {
            match kind {
                Kind::Module { starts: all, steps } => {
                    let reach = sweep.reach(*to, steps)?;
                    for delta in all {
                        let store = sweep.store(*from, reach, -board.relation.rise(delta));
                        starts.push(Start { from: *from, store, to: *to, delta, guard, conditions });
                    }
                }
                Kind::Band(rows) => {
                    sweep.banded = true;
                    sweep.bands[*to].push(Band::new(board, (*from, conditions), rows));
                }
            }
        }
        sweep.allot(&starts)?;
        sweep.look(&starts);
        for (at, row) in (0..).zip(&board.rows) {
            let count = sweep.free[row.free_words()].iter().map(|word| word.count_ones()).sum();
            sweep.left.push(count);
            sweep.all += u64::from(count);
            sweep.rows.extend(row.free_words().map(|_| at));
        }
        sweep.live = (0..).zip(&sweep.free).filter(|(_, free)| **free != 0).map(|(word, _)| word).collect();
        Ok(sweep)
    }

    fn reach(&mut self, layer: usize, steps: &[Vec<i64>]) -> Result<usize, EngineError> {
        if let Some(known) = self.reaches.iter().position(|reach| reach.layer == layer && reach.steps == steps) {
            return Ok(known);
        }
        self.reaches.push(Reach::new(self.board, layer, steps)?);
        Ok(self.reaches.len() - 1)
    }

    fn store(&mut self, from: usize, reach: usize, delay: i64) -> usize {
        let plain = self.reaches[reach].is_plain();
        let same = |store: &Store| store.reach == reach && (plain || (store.from == from && store.delay == delay));
        if let Some(known) = self.stores.iter().position(same) {
            return known;
        }
        self.stores.push(Store::new(from, reach, delay));
        self.stores.len() - 1
    }

    /// Takes memory for all bits.
    fn allot(&mut self, starts: &[Start<'_>]) -> Result<(), EngineError> {
        let board = self.board;
        let mut words = board.words + 1;
        for store in &mut self.stores {
            let reach = &self.reaches[store.reach];
            if !reach.is_plain() {
                store.first = words;
                words += reach.bits.div_ceil(64) + 1;
            }
        }
        let layers = board.relation.layers.len();
        let known: u128 = self.reaches.iter().map(Reach::bytes).sum();
        let looks = starts.len().div_ceil(layers) as u128 * board.valid.len() as u128 * size_of::<Look>() as u128;
        let waiting: u128 = self.stores.iter().map(|store| Store::bytes(board, &self.reaches[store.reach])).sum();
        let bits = (words + (4 + board.allowed.len()) * board.valid.len()) as u128 * 8 + waiting;
        self.context.fits(looks + known + bits + board.shown + board.rows.len() as u128 * ROW)?;
        self.arena = vec![0; words + 3];
        for store in &mut self.stores {
            store.prepare(board, &self.reaches[store.reach]);
        }
        Ok(())
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
                self.firsts.push(self.looks.len());
                self.looks.extend(seen.iter().filter_map(|(place, low, end, conditions)| {
                    let mask = within(bit - low, end - low) & board.allows(conditions, word);
                    (mask != 0).then_some(Look { place: place + bit, mask })
                }));
            }
        }
        self.firsts.push(self.looks.len());
    }

    /// Only cells that the last sweep found attacked stay free.
    pub(super) fn keep_attacked(&mut self) {
        for (free, attacked) in self.free.iter_mut().zip(&self.attacked) {
            *free &= attacked;
        }
        for (left, row) in self.left.iter_mut().zip(&self.board.rows) {
            *left = self.free[row.free_words()].iter().map(|word| word.count_ones()).sum();
        }
    }

    /// Finds the cells of the next value.
    pub(super) fn value(&mut self, mode: SweepGoal, mut shown: impl FnMut(&Row, i64)) -> Result<(), EngineError> {
        let board = self.board;
        self.begin();
        let mut at = 0;
        while let Some(word) = self.live.get(at) {
            let (begin, end) = board.group(self.rows[*word as usize] as usize);
            if begin.is_multiple_of(64) || 1 << 12 < end - begin {
                self.context.go_on()?;
            }
            self.catch_up(begin);
            while let Some(word) = self.live.get(at).map(|word| *word as usize) {
                let row = self.rows[word] as usize;
                if end <= row {
                    break;
                }
                if self.banded {
                    while self.live.get(at).is_some_and(|word| self.rows[*word as usize] as usize == row) {
                        at += 1;
                    }
                    self.row(row, mode, &mut shown);
                    continue;
                }
                at += 1;
                let open = self.open(word);
                let fresh = self.judge(word, open, mode);
                if fresh != 0 {
                    self.take((row, word), fresh, mode, &mut shown);
                }
            }
            self.add_images();
        }
        Ok(())
    }

    fn begin(&mut self) {
        let Self { board, picks, picked, arena, stores, reaches, free, .. } = self;
        for row in picks.iter().flatten() {
            let place = &board.rows[*row as usize];
            picked[*row as usize] = false;
            arena[1 + place.offset..1 + place.offset + place.words].fill(0);
        }
        picks.iter_mut().for_each(Vec::clear);
        for store in stores.iter_mut() {
            store.clear(arena, &reaches[store.reach]);
        }
        self.live.retain(|word| free[*word as usize] != 0);
        self.bands.iter_mut().flatten().for_each(Band::clear);
    }

    /// Brings the stores that the cells of a level look at up to that level.
    fn catch_up(&mut self, row: usize) {
        let Row { layer, level, .. } = self.board.rows[row];
        for store in self.stores.iter_mut().filter(|store| store.from == layer as usize) {
            let reach = &self.reaches[store.reach];
            let picks = &self.picks[reach.layer][..];
            store.catch_up(self.board, reach, (picks, &mut self.arena, &mut self.stack), level);
        }
    }

    /// The free cells of a word that no module attacks.
    fn open(&self, word: usize) -> u64 {
        let mut open = self.free[word];
        for look in &self.looks[self.firsts[word]..self.firsts[word + 1]] {
            if open == 0 {
                break;
            }
            open &= !(load(&self.arena, look.place) & look.mask);
        }
        open
    }

    /// The cells of a word that count as cells of the value at hand, from those that are not attacked.
    fn judge(&mut self, word: usize, open: u64, mode: SweepGoal) -> u64 {
        match mode {
            SweepGoal::Value => open,
            SweepGoal::All => {
                self.attacked[word] = self.free[word] & !open;
                self.free[word]
            }
        }
    }

    /// Finds the cells of a row where there are bands.
    fn row(&mut self, at: usize, mode: SweepGoal, shown: &mut impl FnMut(&Row, i64)) {
        let row = &self.board.rows[at];
        let mut open = std::mem::take(&mut self.open);
        open.clear();
        open.extend(row.free_words().map(|word| self.open(word)));
        if open.iter().any(|word| *word != 0) {
            for band in self.bands.iter_mut().flatten().filter(|band| band.from == row.layer as usize) {
                let conditions = band.conditions;
                if conditions.is_empty() {
                    band.strike(row, &mut open);
                } else {
                    // Only cells that satisfy the conditions can be attacked.
                    let masks = row.free_words().map(|word| self.board.allows(conditions, word));
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
            let fresh = self.judge(word, *open, mode);
            if fresh != 0 {
                self.take((at, word), fresh, mode, shown);
            }
        }
        self.open = open;
    }

    /// Gives cells of a word the value at hand.
    fn take(&mut self, (at, word): (usize, usize), fresh: u64, mode: SweepGoal, shown: &mut impl FnMut(&Row, i64)) {
        let board = self.board;
        let row = &board.rows[at];
        let first = row.origin + signed(word - row.place) * 64;
        join(&mut self.arena, signed(row.offset) * 64 + first, fresh);
        self.pick(at);
        if mode == SweepGoal::Value {
            self.free[word] &= !fresh;
            self.left[at] -= fresh.count_ones();
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
            self.picks[self.board.rows[row].layer as usize].push(count(row));
        }
    }

    /// Adds the images of the cells of a level.
    fn add_images(&mut self) {
        for at in 0..self.images.len() {
            let (row, bit) = self.images[at];
            self.pick(row as usize);
            self.arena[1 + self.board.rows[row as usize].offset + bit as usize / 64] |= 1 << (bit % 64);
        }
        self.images.clear();
    }
}
