//! Turns a board and a relation into the cells of one value after the other. Knows nothing of regions.
use super::band::Band;
use super::store::{Reach, Stack, Store, load};
use super::{Board, ROW, Row};
use crate::engine::relation::{Guard, Jump, Kind};
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

/// `into |= from` with every bit `by` places lower.
pub(super) fn lower(into: &mut [u64], from: &[u64], by: i64) {
    let (words, bits) = (by.div_euclid(64), by.rem_euclid(64));
    let words = isize::try_from(words).unwrap_or(isize::MAX);
    // Word `at` of the result consists of words `at + words` and the next one.
    let begin = usize::try_from(-words - isize::from(bits != 0)).unwrap_or(0).min(into.len());
    let word = |at: isize| usize::try_from(at).ok().and_then(|at| from.get(at)).copied().unwrap_or(0);
    for (at, slot) in into.iter_mut().enumerate().skip(begin) {
        let at = at.cast_signed() + words;
        if from.len().cast_signed() <= at {
            break;
        }
        *slot |= if bits == 0 { word(at) } else { word(at) >> bits | word(at + 1) << (64 - bits) };
    }
}

/// What a sweep looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// The cells of the next value.
    Value,
    /// The cells that any cell attacks; no cell gets a value.
    All,
}

/// A look of the cells of one row at the bits of a store.
#[derive(Clone, Copy, Debug)]
struct Look {
    /// The place of the bit that bit 0 of the row looks at.
    place: i64,
    /// The first and last bit of the row that look.
    low: u32,
    high: u32,
}

/// The state of a sweep.
pub(super) struct Sweep<'a> {
    board: &'a Board<'a>,
    context: &'a Context,
    pub(super) free: Vec<u64>,
    /// How many free cells each row has.
    pub(super) left: Vec<u32>,
    pub(super) all: u64,
    /// Rows with free cells, ascending.
    live: Vec<u32>,
    reaches: Vec<Reach>,
    stores: Vec<Store>,
    /// The looks of each row, and where they begin.
    looks: Vec<Look>,
    firsts: Vec<usize>,
    bands: Vec<Vec<Band>>,
    /// A word of nothing; the cells of the value at hand; the bits of the stores; a word of nothing.
    arena: Vec<u64>,
    /// For each layer, the rows with cells of the value at hand, levels ascending.
    picks: Vec<Vec<u32>>,
    picked: Vec<bool>,
    attacked: Vec<u64>,
    stack: Stack,
    /// Images of cells of the level at hand: row and bit.
    images: Vec<(u32, u32)>,
    /// For each layer and level, the next level with a cell that is neither taken nor known to be attacked.
    next: Vec<Vec<u32>>,
    /// How many such cells there are.
    open: Vec<u32>,
}

/// A move as rows look at it.
struct Start<'a> {
    from: usize,
    store: usize,
    to: usize,
    delta: &'a [i64],
    guard: &'a [Guard],
}

impl<'a> Sweep<'a> {
    pub(super) fn new(board: &'a Board<'a>, context: &'a Context) -> Result<Self, EngineError> {
        let layers = board.relation.layers.len();
        let mut sweep = Self {
            board,
            context,
            free: board.valid.clone(),
            left: Vec::new(),
            all: 0,
            live: Vec::new(),
            reaches: Vec::new(),
            stores: Vec::new(),
            looks: Vec::new(),
            firsts: vec![0; board.rows.len() + 1],
            bands: vec![Vec::new(); layers],
            arena: Vec::new(),
            picks: vec![Vec::new(); layers],
            picked: vec![false; board.rows.len()],
            attacked: vec![0; board.words],
            stack: Stack::default(),
            images: Vec::new(),
            next: vec![vec![0; board.sizes.len() + 1]; layers],
            open: Vec::new(),
        };
        let mut starts = Vec::new();
        for Jump { from, to, kind, guard } in &board.relation.jumps {
            match kind {
                Kind::Module { starts: all, steps } => {
                    let reach = sweep.reach(*to, steps)?;
                    for delta in all {
                        let store = sweep.store(*from, reach, -board.relation.rise(delta));
                        starts.push(Start { from: *from, store, to: *to, delta, guard });
                    }
                }
                Kind::Band(rows) => {
                    let rows = rows.iter().map(|row| board.seen_from_option(row)).collect();
                    sweep.bands[*to].push(Band { from: *from, rows });
                }
            }
        }
        sweep.allot(&starts)?;
        sweep.look(&starts);
        for row in &board.rows {
            let count = sweep.free[row.offset..row.offset + row.words].iter().map(|word| word.count_ones()).sum();
            sweep.left.push(count);
            sweep.all += u64::from(count);
        }
        sweep.live = (0..).zip(&sweep.left).filter(|(_, left)| **left != 0).map(|(row, _)| row).collect();
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
        let shown = board.grid.cells() as u128 * 8 * layers as u128;
        let known: u128 = self.reaches.iter().map(Reach::bytes).sum();
        let looks = (starts.len() * (board.rows.len() / layers.max(1))) as u128 * size_of::<Look>() as u128;
        let waiting: u128 = self.stores.iter().map(|store| Store::bytes(board, &self.reaches[store.reach])).sum();
        let bits = (words + 4 * board.words) as u128 * 8 + waiting;
        self.context.fits(looks + known + bits + shown + board.rows.len() as u128 * ROW)?;
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
        for (at, row) in board.rows.iter().enumerate() {
            self.firsts[at] = self.looks.len();
            if row.free.1 < row.free.0 {
                continue;
            }
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
                if high < low {
                    continue;
                }
                let store = &self.stores[start.store];
                let reach = &self.reaches[store.reach];
                let place = if reach.is_plain() {
                    target.offset as i64 * 64
                } else {
                    store.first as i64 * 64 + reach.places[target.number as usize]
                };
                let [low, high] = [low, high].map(|bit| u32::try_from(bit).unwrap_or(0));
                self.looks.push(Look { place: place + by, low, high });
            }
        }
        self.firsts[board.rows.len()] = self.looks.len();
    }

    /// Only cells that the last sweep found attacked stay free.
    pub(super) fn keep_attacked(&mut self) {
        for (at, row) in self.board.rows.iter().enumerate() {
            let words = row.offset..row.offset + row.words;
            let mut count = 0;
            for (free, attacked) in self.free[words.clone()].iter_mut().zip(&self.attacked[words]) {
                *free &= attacked;
                count += free.count_ones();
            }
            self.left[at] = count;
        }
    }

    /// Finds the cells of the next value.
    pub(super) fn value(&mut self, mode: Mode, mut shown: impl FnMut(&Row, i64)) -> Result<(), EngineError> {
        let board = self.board;
        self.begin();
        let mut at = 0;
        while let Some(row) = self.live.get(at) {
            let (begin, end) = board.group(*row as usize);
            if begin.is_multiple_of(64) || 1 << 12 < end - begin {
                self.context.go_on()?;
            }
            self.catch_up(begin);
            while let Some(row) = self.live.get(at).map(|row| *row as usize).filter(|row| *row < end) {
                self.choose(row, mode, &mut shown);
                at += 1;
            }
            self.add_images();
        }
        Ok(())
    }

    fn begin(&mut self) {
        let Self { board, picks, picked, arena, stores, reaches, left, .. } = self;
        for row in picks.iter().flatten() {
            let place = &board.rows[*row as usize];
            picked[*row as usize] = false;
            arena[1 + place.offset..1 + place.offset + place.words].fill(0);
        }
        picks.iter_mut().for_each(Vec::clear);
        for store in stores.iter_mut() {
            store.clear(arena, &reaches[store.reach]);
        }
        self.live.retain(|row| left[*row as usize] != 0);
        if self.bands.iter().all(Vec::is_empty) {
            return;
        }
        self.attacked.fill(0);
        self.open.clone_from(&self.left);
        for (next, starts) in self.next.iter_mut().zip(&self.board.starts) {
            for (level, slot) in next.iter_mut().enumerate() {
                let level = u32::try_from(level).unwrap_or(u32::MAX);
                let live = starts.get(level as usize).is_none_or(|row| self.open[*row] != 0);
                *slot = if live { level } else { level + 1 };
            }
        }
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

    /// Finds the cells of a row that are not attacked.
    fn choose(&mut self, at: usize, mode: Mode, shown: &mut impl FnMut(&Row, i64)) {
        let board = self.board;
        let row = &board.rows[at];
        let banded = self.bands.iter().any(|bands| !bands.is_empty());
        let looks = &self.looks[self.firsts[at]..self.firsts[at + 1]];
        let attacked = &mut self.attacked[row.offset..row.offset + row.words];
        if !banded {
            attacked.fill(0);
        }
        for look in looks {
            let (first, last) = (look.low / 64, look.high / 64);
            for word in first..=last {
                let bits = load(&self.arena, look.place + i64::from(word) * 64);
                let begin = if word == first { u64::MAX << (look.low % 64) } else { u64::MAX };
                let end = if word == last { u64::MAX >> (63 - look.high % 64) } else { u64::MAX };
                attacked[word as usize] |= bits & begin & end;
            }
        }
        for word in 0..row.words {
            let place = row.offset + word;
            let fresh = match mode {
                Mode::Value => self.free[place] & !self.attacked[place],
                Mode::All => self.free[place],
            };
            if fresh == 0 {
                continue;
            }
            self.arena[1 + place] |= fresh;
            self.pick(at);
            if mode == Mode::Value {
                self.free[place] &= !fresh;
                self.left[at] -= fresh.count_ones();
            }
            let mut bits = fresh;
            while bits != 0 {
                let bit = i64::from(bits.trailing_zeros()) + i64::try_from(word * 64).unwrap_or(0);
                bits &= bits - 1;
                if (row.shown.0..=row.shown.1).contains(&bit) {
                    shown(row, bit);
                }
                board.images(at, bit, &mut self.images);
                for band in &self.bands[row.layer as usize] {
                    let known = (&self.free[..], &mut self.attacked[..], &mut self.open[..]);
                    band.attack(board, (row.level, bit), known, &mut self.next[band.from]);
                }
            }
        }
    }

    fn pick(&mut self, row: usize) {
        if !self.picked[row] {
            self.picked[row] = true;
            self.picks[self.board.rows[row].layer as usize].push(u32::try_from(row).unwrap_or(NONE));
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
