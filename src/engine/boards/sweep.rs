//! Turns a board and a relation into the cells of one value after the other. Knows nothing of regions.
use super::{Board, ROW, Row};
use crate::engine::relation::{Jump, Kind, MOST_SIDES};
use crate::engine::{Context, EngineError};
use std::ops::Range;

/// No row.
pub(super) const NONE: u32 = u32::MAX;
/// A module on the rows of one layer; which rows its steps lead to is `links[first..]`.
#[derive(Clone, Debug)]
struct Reach {
    layer: usize,
    steps: Vec<Vec<i64>>,
}

/// A band as seen from an option: bounds on the bit and the level of a position.
#[derive(Clone, Debug)]
struct Band {
    from: usize,
    /// Factors of level and bit of the position, of level and bit of the option, and a constant.
    rows: Vec<[i64; 5]>,
}

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
fn lower(into: &mut [u64], from: &[u64], by: i64) {
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

/// The state of a sweep.
pub(super) struct Sweep<'a> {
    board: &'a Board<'a>,
    context: &'a Context,
    pub(super) free: Vec<u64>,
    /// How many free cells each row has.
    pub(super) left: Vec<u32>,
    pub(super) all: u64,
    reaches: Vec<Reach>,
    /// Which rows the steps of each row lead to, for all steps of the reaches of its layer, and then the starts.
    links: Vec<u32>,
    /// Where the links of each row begin.
    firsts: Vec<usize>,
    /// For each layer: its reaches, and the starts of moves (reach and difference vector).
    own: Vec<Vec<usize>>,
    attacks: Vec<Vec<(usize, Vec<i64>)>>,
    bands: Vec<Vec<Band>>,
    /// Bits of each reach.
    reached: Vec<Vec<u64>>,
    /// Whether a reach has a bit in a row.
    any: Vec<Vec<bool>>,
    attacked: Vec<u64>,
    /// The cells that got the value at hand, and whether a row has any.
    fresh: Vec<u64>,
    picked: Vec<bool>,
    scratch: Vec<u64>,
    /// For each layer and level, the next level with a cell that is neither taken nor known to be attacked.
    next: Vec<Vec<u32>>,
    /// How many such cells there are.
    open: Vec<u32>,
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
            reaches: Vec::new(),
            links: Vec::new(),
            firsts: Vec::new(),
            own: vec![Vec::new(); layers],
            attacks: vec![Vec::new(); layers],
            bands: vec![Vec::new(); layers],
            reached: Vec::new(),
            any: Vec::new(),
            attacked: vec![0; board.words],
            fresh: vec![0; board.words],
            picked: vec![false; board.rows.len()],
            scratch: Vec::new(),
            next: vec![vec![0; board.sizes.len() + 1]; layers],
            open: Vec::new(),
        };
        for Jump { from, to, kind } in &board.relation.jumps {
            match kind {
                Kind::Module { starts, steps } => {
                    let reach = sweep.reach(*to, steps);
                    sweep.attacks[*from].extend(starts.iter().map(|start| (reach, start.clone())));
                }
                Kind::Band(rows) => {
                    let rows = rows.iter().map(|row| board.seen_from_option(row)).collect();
                    sweep.bands[*to].push(Band { from: *from, rows });
                }
            }
        }
        let per_layer = |layer: usize| {
            let steps: usize = sweep.own[layer].iter().map(|reach| sweep.reaches[*reach].steps.len()).sum();
            (steps + sweep.attacks[layer].len()) as u128 * 4
        };
        let links: u128 = (0..layers).map(per_layer).sum::<u128>() * (board.rows.len() / layers) as u128;
        let bits = board.words as u128 * 8 * (4 + sweep.reaches.len() as u128);
        let shown = board.shape.iter().map(|bound| *bound as u128).product::<u128>() * 8 * layers as u128;
        context.fits(links + bits + shown + board.rows.len() as u128 * ROW)?;
        sweep.reached = vec![vec![0; board.words]; sweep.reaches.len()];
        sweep.any = vec![vec![false; board.rows.len()]; sweep.reaches.len()];
        sweep.link();
        for row in &board.rows {
            let count = sweep.free[row.offset..row.offset + row.words].iter().map(|word| word.count_ones()).sum();
            sweep.left.push(count);
            sweep.all += u64::from(count);
        }
        Ok(sweep)
    }

    fn reach(&mut self, layer: usize, steps: &[Vec<i64>]) -> usize {
        let known = self.reaches.iter().position(|reach| reach.layer == layer && reach.steps == steps);
        known.unwrap_or_else(|| {
            self.reaches.push(Reach { layer, steps: steps.to_vec() });
            self.own[layer].push(self.reaches.len() - 1);
            self.reaches.len() - 1
        })
    }

    fn link(&mut self) {
        let board = self.board;
        for (at, row) in board.rows.iter().enumerate() {
            self.firsts.push(self.links.len());
            let level = usize::try_from(row.level).unwrap_or(0);
            let layer = row.layer as usize;
            let others = board.others_of(level, at - board.starts[layer][level]);
            for reach in &self.own[layer] {
                let steps = &self.reaches[*reach].steps;
                self.links.extend(steps.iter().map(|step| board.link(at, &others, layer, step)));
            }
            for (reach, start) in &self.attacks[layer] {
                self.links.push(board.link(at, &others, self.reaches[*reach].layer, start));
            }
        }
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
        let has = |left: &u32| *left != 0;
        let (Some(first), Some(last)) = (self.left.iter().position(has), self.left.iter().rposition(has)) else {
            return Ok(());
        };
        self.begin();
        let mut at = board.group(first).0;
        while at <= last {
            let (begin, end) = board.group(at);
            if begin.is_multiple_of(64) || 1 << 12 < end - begin {
                self.context.go_on()?;
            }
            for row in begin..end {
                self.choose(row, mode, &mut shown);
            }
            for number in 0..self.own[board.rows[begin].layer as usize].len() {
                self.spread(number, begin..end);
            }
            at = end;
        }
        Ok(())
    }

    /// Finds the cells of a row that are not attacked.
    fn choose(&mut self, at: usize, mode: Mode, shown: &mut impl FnMut(&Row, i64)) {
        let board = self.board;
        let row = &board.rows[at];
        self.fresh[row.offset..row.offset + row.words].fill(0);
        if self.left[at] == 0 {
            return;
        }
        self.attack(at);
        for word in 0..row.words {
            let place = row.offset + word;
            let fresh = match mode {
                Mode::Value => self.free[place] & !self.attacked[place],
                Mode::All => self.free[place],
            };
            self.fresh[place] = fresh;
            if fresh == 0 {
                continue;
            }
            self.picked[at] = true;
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
                for band in &self.bands[row.layer as usize] {
                    let known = (&self.free[..], &mut self.attacked[..], &mut self.open[..]);
                    band.attack(board, (row.level, bit), known, &mut self.next[band.from]);
                }
            }
        }
    }

    fn begin(&mut self) {
        self.attacked.fill(0);
        self.picked.fill(false);
        for any in &mut self.any {
            any.fill(false);
        }
        if self.bands.iter().all(Vec::is_empty) {
            return;
        }
        self.open.clone_from(&self.left);
        for (next, starts) in self.next.iter_mut().zip(&self.board.starts) {
            for (level, slot) in next.iter_mut().enumerate() {
                let level = u32::try_from(level).unwrap_or(u32::MAX);
                let live = starts.get(level as usize).is_none_or(|row| self.open[*row] != 0);
                *slot = if live { level } else { level + 1 };
            }
        }
    }

    /// Marks the cells of a row that modules attack.
    fn attack(&mut self, at: usize) {
        let board = self.board;
        let row = &board.rows[at];
        let layer = row.layer as usize;
        let steps: usize = self.own[layer].iter().map(|reach| self.reaches[*reach].steps.len()).sum();
        let first = self.firsts[at] + steps;
        let words = row.offset..row.offset + row.words;
        for ((reach, start), link) in self.attacks[layer].iter().zip(&self.links[first..]) {
            if *link == NONE || !self.any[*reach][*link as usize] {
                continue;
            }
            let source = &board.rows[*link as usize];
            let from = &self.reached[*reach][source.offset..source.offset + source.words];
            lower(&mut self.attacked[words.clone()], from, start[board.bit]);
        }
    }

    /// Computes one reach on the rows of one layer and level: their cells of this value, and what the steps lead to. Steps
    /// along the level lead to rows of lower numbers, or to rows of higher numbers, or along the row.
    fn spread(&mut self, number: usize, rows: Range<usize>) {
        let Some(first) = self.board.rows.get(rows.start) else { return };
        let own = &self.own[first.layer as usize];
        let skipped: usize = own[..number].iter().map(|reach| self.reaches[*reach].steps.len()).sum();
        let reach = own[number];
        let relation = self.board.relation;
        let upward = |step: &Vec<i64>| relation.rise(step) == 0 && 0 < relation.across(step);
        if self.reaches[reach].steps.iter().any(upward) {
            for at in rows.rev() {
                self.spread_row(reach, skipped, at);
            }
        } else {
            for at in rows {
                self.spread_row(reach, skipped, at);
            }
        }
    }

    fn spread_row(&mut self, reach: usize, skipped: usize, at: usize) {
        let board = self.board;
        let row = &board.rows[at];
        let steps = &self.reaches[reach].steps;
        let first = self.firsts[at] + skipped;
        let links = &self.links[first..first + steps.len()];
        let any = &mut self.any[reach];
        if row.words == 0 || (!self.picked[at] && links.iter().all(|link| *link == NONE || !any[*link as usize])) {
            return;
        }
        any[at] = true;
        let words = row.offset..row.offset + row.words;
        let reached = &mut self.reached[reach];
        reached[words.clone()].copy_from_slice(&self.fresh[words.clone()]);
        for (step, link) in steps.iter().zip(links) {
            let link = *link as usize;
            if link == NONE as usize || link == at || !any[link] {
                continue;
            }
            let source = &board.rows[link];
            if source.offset < row.offset {
                let (before, rest) = reached.split_at_mut(row.offset);
                let from = &before[source.offset..source.offset + source.words];
                lower(&mut rest[..row.words], from, step[board.bit]);
            } else {
                let (before, rest) = reached.split_at_mut(source.offset);
                lower(&mut before[words.clone()], &rest[..source.words], step[board.bit]);
            }
        }
        for (step, _) in steps.iter().zip(links).filter(|(_, link)| **link as usize == at) {
            // Sums of up to 2^k - 1 steps after k rounds.
            let mut by = step[board.bit];
            while by.unsigned_abs() < (row.words * 64) as u64 {
                self.scratch.clear();
                self.scratch.extend_from_slice(&reached[words.clone()]);
                lower(&mut reached[words.clone()], &self.scratch, by);
                by *= 2;
            }
        }
    }
}

impl Board<'_> {
    /// A row over x, y, x', y' in terms of level and bit of the position, level and bit of the option.
    fn seen_from_option(&self, (factors, constant): &([i64; 4], i64)) -> [i64; 5] {
        // The dropped heap is level - weight * bit.
        let weight = self.relation.weights[self.bit];
        let pair = |own: &[i64]| [own[self.dropped], own[self.bit] - weight * own[self.dropped]];
        let ([level, bit], [level_, bit_]) = (pair(&factors[..2]), pair(&factors[2..]));
        [level, bit, level_, bit_, *constant]
    }
}

impl Band {
    /// Marks what a cell attacks, in all rows that may have open cells.
    fn attack(
        &self,
        board: &Board<'_>,
        (level, bit): (i64, i64),
        (free, attacked, open): (&[u64], &mut [u64], &mut [u32]),
        next: &mut [u32],
    ) {
        let starts = &board.starts[self.from];
        let (mut low, mut high) = (level, i64::try_from(starts.len()).unwrap_or(i64::MAX) - 1);
        let known = |row: &[i64; 5]| row[2] * level + row[3] * bit + row[4];
        for row in self.rows.iter().filter(|row| row[1] == 0) {
            let rest = -known(row);
            match row[0] {
                0 if rest < 0 => return,
                0 => {}
                1.. => high = high.min(rest.div_euclid(row[0])),
                _ => low = low.max(-rest.div_euclid(-row[0])),
            }
        }
        let mut sides = [(0, 0, 0); MOST_SIDES];
        let sloped = self.rows.iter().filter(|row| row[1] != 0);
        let mut count = 0;
        for (side, row) in sides.iter_mut().zip(sloped) {
            *side = (row[0], known(row), row[1]);
            count += 1;
        }
        let sides = &sides[..count];
        let mut at = find(next, low.max(0));
        while at <= high {
            let row = &board.rows[starts[usize::try_from(at).unwrap_or(0)]];
            let (mut first, mut last) = (0, i64::try_from(row.words * 64).unwrap_or(0) - 1);
            for (slope, constant, factor) in sides {
                let rest = -(slope * at + constant);
                match *factor {
                    1 => last = last.min(rest),
                    -1 => first = first.max(-rest),
                    2.. => last = last.min(rest.div_euclid(*factor)),
                    _ => first = first.max(-rest.div_euclid(-factor)),
                }
            }
            if first <= last {
                let ends = [first, last].map(|end| usize::try_from(end).unwrap_or(0));
                let index = starts[usize::try_from(at).unwrap_or(0)];
                let mut gone = 0;
                let mut word = ends[0] / 64;
                mark(&mut attacked[row.offset..row.offset + row.words], ends[0], ends[1], |slot, mask| {
                    let fresh = mask & free[row.offset + word] & !*slot;
                    if fresh != 0 {
                        gone += fresh.count_ones();
                        *slot |= fresh;
                    }
                    word += 1;
                });
                open[index] = open[index].saturating_sub(gone);
                if open[index] == 0 {
                    let at = usize::try_from(at).unwrap_or(0);
                    next[at] = next[at].max(u32::try_from(at + 1).unwrap_or(u32::MAX));
                }
            }
            at = find(next, at + 1);
        }
    }
}

/// The first level from `at` on that is open, with short cuts for the next time.
fn find(next: &mut [u32], at: i64) -> i64 {
    let mut at = usize::try_from(at).unwrap_or(usize::MAX);
    if next.len() <= at {
        return i64::MAX;
    }
    while at + 1 < next.len() && next[at] as usize != at {
        let further = next[next[at] as usize];
        next[at] = further;
        at = further as usize;
    }
    if at + 1 < next.len() { i64::try_from(at).unwrap_or(i64::MAX) } else { i64::MAX }
}
