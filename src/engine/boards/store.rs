//! Turns the cells of one value into the cells that the steps of a module reach them from, level by level, in bits that are
//! kept from level to level. Knows nothing of moves.
//!
//! Let w be a step that lowers the level. A cell q reaches a cell of this value if q + w does, so the bits of a row hold for
//! every row that w leads to it from, moved along: rows that are chained by w share their bits, and only what is new on a
//! level has to be carried along the other steps. A bit is set once for each value.
use super::{Board, NONE};
use crate::engine::EngineError;

/// The steps of a module, on the rows of one layer.
#[derive(Clone, Debug)]
pub(super) struct Reach {
    pub(super) layer: usize,
    pub(super) steps: Vec<Vec<i64>>,
    /// The place of bit 0 of each row of the layer among the bits of a store.
    pub(super) places: Vec<i64>,
    pub(super) bits: usize,
    /// Steps along a row: the change of the bit.
    along: Vec<i64>,
    /// Steps to other rows of the level: for each row, the row whose cells they lead here from; and the change of the bit.
    across: Vec<(Vec<u32>, i64)>,
    /// The other steps to earlier levels.
    down: Vec<(Vec<u32>, i64)>,
}

impl Reach {
    pub(super) fn new(board: &Board<'_>, layer: usize, steps: &[Vec<i64>]) -> Result<Self, EngineError> {
        let mut reach = Self {
            layer,
            steps: steps.to_vec(),
            places: Vec::new(),
            bits: 0,
            along: Vec::new(),
            across: Vec::new(),
            down: Vec::new(),
        };
        let relation = board.relation;
        let still = |step: &Vec<i64>| board.others.iter().filter(|heap| step[**heap] != 0).count();
        let kept = (0..steps.len())
            .filter(|at| relation.rise(&steps[*at]) < 0)
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
        Ok(reach)
    }

    /// Gives rows that a step chains the same bits.
    fn place(&mut self, board: &Board<'_>, kept: Option<&Vec<i64>>) -> Result<(), EngineError> {
        let rows = board.of_layer(self.layer);
        let Some(step) = kept else {
            self.places = rows.map(|row| board.rows[row].offset as i64 * 64).collect();
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
        let unfit = |_| EngineError::Question("the region does not suit this engine".to_owned());
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
pub(super) struct Store {
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

/// Words of rows that are still to be added: row, first word, number of words, and the words.
#[derive(Clone, Debug, Default)]
pub(super) struct Stack {
    entries: Vec<(u32, u32, u32)>,
    words: Vec<u64>,
    buffer: Vec<u64>,
}

impl Store {
    pub(super) fn new(from: usize, reach: usize, delay: i64) -> Self {
        Self { from, reach, delay, first: 0, taken: 0, waiting: Vec::new(), coming: Vec::new(), level: 0 }
    }

    /// Bytes beside its bits.
    pub(super) fn bytes(board: &Board<'_>, reach: &Reach) -> u128 {
        if reach.down.is_empty() { 0 } else { board.words as u128 * 8 + board.sizes.len() as u128 * 24 }
    }

    pub(super) fn prepare(&mut self, board: &Board<'_>, reach: &Reach) {
        if !reach.down.is_empty() {
            self.waiting = vec![Vec::new(); board.sizes.len()];
            self.coming = vec![0; board.words];
        }
    }

    /// Forgets the last value.
    pub(super) fn clear(&mut self, arena: &mut [u64], reach: &Reach) {
        if !reach.is_plain() {
            let first = self.first + 1;
            arena[first..first + reach.bits.div_ceil(64)].fill(0);
        }
        self.taken = 0;
        self.level = 0;
    }

    /// Takes up all cells of levels that a cell of this level looks back to.
    pub(super) fn catch_up(
        &mut self,
        board: &Board<'_>,
        reach: &Reach,
        (picks, arena, stack): (&[u32], &mut [u64], &mut Stack),
        level: i64,
    ) {
        let until = level - self.delay;
        if reach.is_plain() {
            return;
        }
        if reach.down.is_empty() {
            while let Some(row) = picks.get(self.taken).filter(|row| board.rows[**row as usize].level <= until) {
                self.taken += 1;
                stack.push_row(board, arena, *row);
                self.drain(board, reach, arena, stack);
            }
            return;
        }
        while self.level <= until {
            let rows = std::mem::take(&mut self.waiting[usize::try_from(self.level).unwrap_or(0)]);
            for row in rows {
                let place = &board.rows[row as usize];
                stack.push(row, 0, &self.coming[place.offset..place.offset + place.words]);
                self.coming[place.offset..place.offset + place.words].fill(0);
                self.drain(board, reach, arena, stack);
            }
            while let Some(row) = picks.get(self.taken).filter(|row| board.rows[**row as usize].level <= self.level) {
                self.taken += 1;
                stack.push_row(board, arena, *row);
                self.drain(board, reach, arena, stack);
            }
            self.level += 1;
        }
    }

    /// Adds what is on the stack, and all that the steps reach it from.
    fn drain(&mut self, board: &Board<'_>, reach: &Reach, arena: &mut [u64], stack: &mut Stack) {
        while let Some((row, first, count)) = stack.entries.pop() {
            let place = &board.rows[row as usize];
            let Stack { buffer, words, .. } = stack;
            buffer.clear();
            let begin = words.len() - count as usize;
            let mut first = first as usize;
            if reach.along.is_empty() {
                buffer.extend_from_slice(&words[begin..]);
            } else {
                buffer.resize(place.words, 0);
                buffer[first..first + count as usize].copy_from_slice(&words[begin..]);
                first = 0;
                reach.along.iter().for_each(|by| fill(buffer, *by));
            }
            words.truncate(begin);
            let address = self.first as i64 * 64 + reach.places[place.number as usize];
            let mut some = false;
            for (at, word) in buffer.iter_mut().enumerate() {
                let bit = (first + at) as i64 * 64;
                let mask = match place.bits - bit {
                    left if left <= 0 => 0,
                    left if left < 64 => (1 << left) - 1,
                    _ => u64::MAX,
                };
                *word &= mask;
                if *word != 0 {
                    *word &= !load(arena, address + bit);
                    if *word != 0 {
                        join(arena, address + bit, *word);
                        some = true;
                    }
                }
            }
            if !some {
                continue;
            }
            let buffer = std::mem::take(&mut stack.buffer);
            for (links, by) in &reach.across {
                let link = links[place.number as usize];
                if link != NONE {
                    stack.push_moved(board, link, (first, &buffer), -by);
                }
            }
            for (links, by) in &reach.down {
                let link = links[place.number as usize];
                if link != NONE {
                    self.wait(board, link, (first, &buffer), -by);
                }
            }
            stack.buffer = buffer;
        }
    }

    /// Keeps what comes to a row until its level is taken up.
    fn wait(&mut self, board: &Board<'_>, row: u32, (first, words): (usize, &[u64]), by: i64) {
        let place = &board.rows[row as usize];
        let coming = &mut self.coming[place.offset..place.offset + place.words];
        if coming.iter().all(|word| *word == 0) {
            self.waiting[usize::try_from(place.level).unwrap_or(0)].push(row);
        }
        let low = first as i64 * 64 + by;
        for (at, word) in words.iter().enumerate() {
            let bit = low + at as i64 * 64;
            let (slot, shift) = (bit.div_euclid(64), bit.rem_euclid(64));
            for (slot, part) in [(slot, word << shift), (slot + 1, if shift == 0 { 0 } else { word >> (64 - shift) })] {
                if let Some(coming) = usize::try_from(slot).ok().and_then(|slot| coming.get_mut(slot)) {
                    *coming |= part;
                }
            }
        }
    }
}

impl Stack {
    fn push(&mut self, row: u32, first: usize, words: &[u64]) {
        self.entries.push((row, u32::try_from(first).unwrap_or(0), u32::try_from(words.len()).unwrap_or(0)));
        self.words.extend_from_slice(words);
    }

    /// The cells of a row that have this value.
    fn push_row(&mut self, board: &Board<'_>, arena: &[u64], row: u32) {
        let place = &board.rows[row as usize];
        let words = &arena[1 + place.offset..1 + place.offset + place.words];
        let first = words.iter().position(|word| *word != 0).unwrap_or(0);
        let last = words.iter().rposition(|word| *word != 0).unwrap_or(0);
        self.push(row, first, &words[first..=last]);
    }

    /// Words of a row as they come to another, some bits further.
    fn push_moved(&mut self, board: &Board<'_>, row: u32, (first, words): (usize, &[u64]), by: i64) {
        let (some, last) = (words.iter().position(|word| *word != 0), words.iter().rposition(|word| *word != 0));
        let (Some(some), Some(last)) = (some, last) else { return };
        let limit = board.rows[row as usize].words;
        let begin = self.words.len();
        let low = (first + some) as i64 * 64 + by;
        let (slot, shift) = (low.div_euclid(64), low.rem_euclid(64));
        let mut carried = 0;
        for word in words[some..=last].iter().chain([&0]) {
            let high = if shift == 0 { 0 } else { word >> (64 - shift) };
            self.words.push(word << shift | carried);
            carried = high;
        }
        // Only what lies on the row is kept.
        let skipped = usize::try_from(-slot).unwrap_or(0).min(self.words.len() - begin);
        self.words.drain(begin..begin + skipped);
        let slot = usize::try_from(slot).unwrap_or(0);
        let count = (self.words.len() - begin).min(limit.saturating_sub(slot));
        self.words.truncate(begin + count);
        while self.words.len() > begin && self.words[self.words.len() - 1] == 0 {
            self.words.pop();
        }
        let count = self.words.len() - begin;
        if count != 0 {
            self.entries.push((row, u32::try_from(slot).unwrap_or(0), u32::try_from(count).unwrap_or(0)));
        }
    }
}

/// Adds all bits that multiples of a step lead to a bit from: `by` places lower, and so on.
fn fill(words: &mut [u64], by: i64) {
    if by == 1 {
        let mut above = false;
        for word in words.iter_mut().rev() {
            if above {
                *word = u64::MAX;
            } else if *word != 0 {
                *word = u64::MAX >> word.leading_zeros();
                above = true;
            }
        }
        return;
    }
    if by == -1 {
        let mut below = false;
        for word in words {
            if below {
                *word = u64::MAX;
            } else if *word != 0 {
                *word = u64::MAX << word.trailing_zeros();
                below = true;
            }
        }
        return;
    }
    // Sums of fewer than 2^k steps after k rounds.
    let mut by = by;
    while by.unsigned_abs() < (words.len() * 64) as u64 {
        let from = words.to_vec();
        super::sweep::lower(words, &from, by);
        by *= 2;
    }
}

/// 64 bits from a place on.
pub(super) fn load(arena: &[u64], bit: i64) -> u64 {
    // Places before the first bit occur where a row begins before its bits; there is a word before all others.
    let bit = (bit + 64).cast_unsigned() as usize;
    let (word, shift) = (bit / 64, bit % 64);
    arena[word] >> shift | (arena[word + 1] << 1) << (63 - shift)
}

fn join(arena: &mut [u64], bit: i64, bits: u64) {
    let bit = (bit + 64).cast_unsigned() as usize;
    let (word, shift) = (bit / 64, bit % 64);
    arena[word] |= bits << shift;
    arena[word + 1] |= (bits >> 1) >> (63 - shift);
}
