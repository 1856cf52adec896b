//! Turns the cells of one value into the cells that the steps of a module reach them from, level by level, in bits that are
//! kept from level to level. Knows nothing of moves.
//!
//! Let w be a step that lowers the level. A cell q reaches a cell of this value if q + w does, so the bits of a row hold for
//! every row that w leads to it from, moved along: rows that are chained by w share their bits, and only what is new on a
//! level has to be carried along the other steps. A bit is set once for each value.
use super::{BitBoard, NONE};
use crate::engine::EngineError;
use crate::engine::numbers::{index, signed};

/// The steps of a module, on the rows of one layer.
#[derive(Clone, Debug)]
pub(super) struct ModuleReach {
    pub(super) layer: usize,
    pub(super) steps: Vec<Vec<i64>>,
    /// The place of bit 0 of each row of the layer among the bits of a store.
    pub(super) places: Vec<i64>,
    pub(super) bits: usize,
    /// Steps along a row: the change of the bit.
    along: Vec<i64>,
    /// Whether the one step along a row leads to the next bit, so that it holds all bits up to some bit.
    prefix: bool,
    /// Steps to other rows of the level: for each row, the row whose cells they lead here from; and the change of the bit.
    across: Vec<(Vec<u32>, i64)>,
    /// The other steps to earlier levels.
    down: Vec<(Vec<u32>, i64)>,
}

impl ModuleReach {
    /// How bits are kept for the steps between the rows of a layer.
    pub(super) fn new(board: &BitBoard<'_>, layer: usize, steps: &[Vec<i64>]) -> Result<Self, EngineError> {
        let mut reach = Self {
            layer,
            steps: steps.to_vec(),
            places: Vec::new(),
            bits: 0,
            along: Vec::new(),
            prefix: false,
            across: Vec::new(),
            down: Vec::new(),
        };
        let relation = board.relation;
        let still = |step: &Vec<i64>| board.others.iter().filter(|heap| step[**heap] != 0).count();
        // Where a heap rises along one step and falls along another, a cell can be reached from a row whose cells beyond the
        // border are not known, and nothing is kept.
        let mixed = |heap: usize| steps.iter().any(|step| step[heap] < 0) && steps.iter().any(|step| 0 < step[heap]);
        let kept = (0..steps.len())
            .filter(|at| relation.rise(&steps[*at]) < 0 && !(0..relation.weights.len()).any(mixed))
            .min_by_key(|at| (-relation.rise(&steps[*at]), still(&steps[*at])));
        reach.place(board, kept.map(|at| &steps[at]))?;
        for (at, step) in steps.iter().enumerate() {
            if Some(at) == kept {
                continue;
            }
            if relation.rise(step) == 0 && still(step) == 0 {
                reach.along.push(step[board.bit]);
                continue;
            }
            let back: Vec<i64> = step.iter().map(|change| -change).collect();
            let links = board.links(layer, layer, &back);
            let list = if relation.rise(step) == 0 { &mut reach.across } else { &mut reach.down };
            list.push((links, step[board.bit]));
        }
        reach.prefix = reach.along == [1];
        Ok(reach)
    }

    /// Gives rows that a step chains the same bits.
    fn place(&mut self, board: &BitBoard<'_>, kept: Option<&Vec<i64>>) -> Result<(), EngineError> {
        let rows = board.of_layer(self.layer);
        let Some(step) = kept else {
            self.places = rows.map(|row| signed(board.rows[row].offset) * 64).collect();
            self.bits = board.words * 64;
            return Ok(());
        };
        let links = board.links(self.layer, self.layer, step);
        // The chain of each row, and its place there; then where the bits of each chain begin and end.
        let mut chained: Vec<(usize, i64)> = Vec::with_capacity(links.len());
        let mut ends: Vec<(i64, i64)> = Vec::new();
        for (row, link) in rows.zip(&links) {
            let (chain, place) = if *link == NONE {
                ends.push((0, 0));
                (ends.len() - 1, 0)
            } else {
                let (chain, place) = chained[board.rows[*link as usize].number as usize];
                (chain, place + step[board.bit])
            };
            ends[chain].0 = ends[chain].0.min(place);
            ends[chain].1 = ends[chain].1.max(place + board.rows[row].bits);
            chained.push((chain, place));
        }
        let mut begins = Vec::with_capacity(ends.len());
        let mut next = 0i64;
        for (low, high) in &ends {
            begins.push(next - low);
            next += high - low;
        }
        self.places = chained.iter().map(|(chain, place)| begins[*chain] + place).collect();
        let unfit = |_| EngineError::unfit_region();
        self.bits = usize::try_from(next).map_err(unfit)?;
        Ok(())
    }

    /// Bytes of what is known of every row.
    pub(super) fn bytes(&self) -> u128 {
        self.places.len() as u128 * (8 + 4 * (self.across.len() + self.down.len()) as u128)
    }

    pub(super) fn is_plain(&self) -> bool {
        self.steps.is_empty()
    }
}

/// What a module reaches, as it is known to the cells of one layer that look some levels back.
#[derive(Clone, Debug)]
pub(super) struct ReachStore {
    pub(super) from: usize,
    pub(super) reach: usize,
    /// How many levels back the cells look.
    pub(super) delay: i64,
    /// Where its bits begin among all words.
    pub(super) first: usize,
    /// How many of the rows with cells of this value were taken up.
    taken: usize,
    /// Rows that are reached from levels above them, and what comes there: by level.
    waiting: Vec<Vec<u32>>,
    coming: Vec<u64>,
    level: i64,
}

/// 64 bits from a bit of a row on, still to be added: row, bit, and the bits.
pub(super) type Stack = Vec<(u32, i64, u64)>;

/// Where cells of the value at hand are noted.
pub(super) struct Noted<'a> {
    /// The rows that have some, in ascending order.
    pub(super) picks: &'a [u32],
    /// The bits of all rows.
    pub(super) arena: &'a mut [u64],
    /// What is still to be added.
    pub(super) stack: &'a mut Stack,
}

impl ReachStore {
    pub(super) fn new(from: usize, reach: usize, delay: i64) -> Self {
        Self { from, reach, delay, first: 0, taken: 0, waiting: Vec::new(), coming: Vec::new(), level: 0 }
    }

    /// Bytes beside its bits.
    pub(super) fn bytes(board: &BitBoard<'_>, reach: &ModuleReach) -> u128 {
        if reach.down.is_empty() { 0 } else { board.words as u128 * 8 + board.sizes.len() as u128 * 24 }
    }

    pub(super) fn prepare(&mut self, board: &BitBoard<'_>, reach: &ModuleReach) {
        if !reach.down.is_empty() {
            self.waiting = vec![Vec::new(); board.sizes.len()];
            self.coming = vec![0; board.words];
        }
    }

    /// Forgets the last value.
    pub(super) fn clear(&mut self, arena: &mut [u64], reach: &ModuleReach) {
        if !reach.is_plain() {
            let first = self.first + 1;
            arena[first..first + reach.bits.div_ceil(64)].fill(0);
        }
        self.taken = 0;
        self.level = 0;
    }

    /// Takes up all cells of levels that a cell of this level looks back to.
    pub(super) fn catch_up(&mut self, board: &BitBoard<'_>, reach: &ModuleReach, noted: &mut Noted<'_>, level: i64) {
        let until = level - self.delay;
        if reach.is_plain() {
            return;
        }
        if reach.down.is_empty() {
            self.take_up(board, reach, noted, until);
            return;
        }
        while self.level <= until {
            let rows = std::mem::take(&mut self.waiting[index(self.level)]);
            for row in rows {
                let place = &board.rows[row as usize];
                for (bit, word) in (0..).step_by(64).zip(&mut self.coming[place.offset..place.offset + place.words]) {
                    noted.stack.push((row, bit, std::mem::take(word)));
                }
                self.drain(board, reach, noted.arena, noted.stack);
            }
            self.take_up(board, reach, noted, self.level);
            self.level += 1;
        }
    }

    /// Takes up the cells of the value at hand up to a level.
    fn take_up(&mut self, board: &BitBoard<'_>, reach: &ModuleReach, noted: &mut Noted<'_>, until: i64) {
        let Noted { picks, arena, stack } = noted;
        while let Some(row) = picks.get(self.taken).filter(|row| board.rows[**row as usize].level <= until) {
            self.taken += 1;
            let place = &board.rows[*row as usize];
            for (at, bit) in (1 + place.offset..1 + place.offset + place.words).zip((0..).step_by(64)) {
                if arena[at] != 0 {
                    stack.push((*row, bit, arena[at]));
                    self.drain(board, reach, arena, stack);
                }
            }
        }
    }

    /// Adds what is on the stack, and all that the steps reach it from.
    fn drain(&mut self, board: &BitBoard<'_>, reach: &ModuleReach, arena: &mut [u64], stack: &mut Stack) {
        let first = signed(self.first) * 64;
        while let Some((row, bit, word)) = stack.pop() {
            let place = &board.rows[row as usize];
            let mut new = word & within(bit, place.bits);
            let address = first + reach.places[place.number as usize];
            if reach.prefix {
                if new == 0 {
                    continue;
                }
                // A row holds all bits up to the last one.
                let last = bit + 63 - i64::from(new.leading_zeros());
                if load(arena, address + last) & 1 == 1 {
                    continue;
                }
                let mut low = last / 64 * 64;
                new = 1 << (last % 64);
                join(arena, address + low, new | (new - 1));
                while 0 < low && load(arena, address + low - 1) & 1 == 0 {
                    low -= 64;
                    join(arena, address + low, u64::MAX);
                }
                self.carry(board, reach, (row, last / 64 * 64, new), stack);
                continue;
            }
            new &= !load(arena, address + bit);
            if new != 0 {
                join(arena, address + bit, new);
                self.carry(board, reach, (row, bit, new), stack);
            }
        }
    }

    /// Brings new bits to all rows from which steps lead to them.
    fn carry(
        &mut self,
        board: &BitBoard<'_>,
        reach: &ModuleReach,
        (row, bit, new): (u32, i64, u64),
        stack: &mut Stack,
    ) {
        let number = board.rows[row as usize].number as usize;
        if !reach.prefix {
            stack.extend(reach.along.iter().map(|by| (row, bit - by, new)));
        }
        for (links, by) in &reach.across {
            if links[number] != NONE {
                stack.push((links[number], bit - by, new));
            }
        }
        for (links, by) in &reach.down {
            if links[number] != NONE {
                self.wait(board, links[number], bit - by, new);
            }
        }
    }

    /// Keeps what comes to a row until its level is taken up.
    fn wait(&mut self, board: &BitBoard<'_>, row: u32, bit: i64, word: u64) {
        let place = &board.rows[row as usize];
        let word = word & within(bit, place.bits);
        if word == 0 {
            return;
        }
        let (word, bit) = if bit < 0 { (word >> -bit, 0) } else { (word, bit) };
        let coming = &mut self.coming[place.offset..place.offset + place.words];
        if coming.iter().all(|word| *word == 0) {
            self.waiting[index(place.level)].push(row);
        }
        let (slot, shift) = (index(bit / 64), bit % 64);
        coming[slot] |= word << shift;
        let rest = (word >> 1) >> (63 - shift);
        if rest != 0 {
            coming[slot + 1] |= rest;
        }
    }
}

/// Which of 64 bits from a bit on lie between 0 and a bound.
pub(super) fn within(bit: i64, bound: i64) -> u64 {
    let begin = match bit {
        bit if 0 <= bit => u64::MAX,
        bit if bit <= -64 => 0,
        bit => u64::MAX << -bit,
    };
    let end = match bound - bit {
        left if left <= 0 => 0,
        left if left < 64 => (1 << left) - 1,
        _ => u64::MAX,
    };
    begin & end
}

/// 64 bits from a place on.
pub(super) fn load(arena: &[u64], bit: i64) -> u64 {
    // Places before the first bit occur where a row begins before its bits; there is a word before all others.
    let bit = index(bit + 64);
    let (word, shift) = (bit / 64, bit % 64);
    arena[word] >> shift | (arena[word + 1] << 1) << (63 - shift)
}

pub(super) fn join(arena: &mut [u64], bit: i64, bits: u64) {
    let bit = index(bit + 64);
    let (word, shift) = (bit / 64, bit % 64);
    arena[word] |= bits << shift;
    arena[word + 1] |= (bits >> 1) >> (63 - shift);
}
