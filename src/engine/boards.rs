//! Turns a relation into values on bit boards, one value after the other. Knows nothing of conditions.
//!
//! For value v = 0, 1, ... the rows of the board are visited in the order of the measure; every cell of a row that has no
//! value yet and is not attacked by a cell of value v gets v. An option of a cell lies in an earlier row, so cells of one
//! row never attack each other, and induction on (v, row) shows that this is the least value excluded. A row holds the
//! cells of one layer and one level that differ in two heaps only, one bit each.
//!
//! A module of difference vectors attacks through M(q) = {q} union M(q + step) for all steps: whether one of the cells
//! that the steps reach from q has value v, a row of bits at a time. A band attacks, on each row above a cell, an interval.
mod sweep;

use super::reference::register_values;
use super::relation::Relation;
use super::{Context, EngineError};
use crate::ruleset::{Condition, Ruleset};
use crate::table::{Region, Table};
use crate::value::Play;
use sweep::{Mode, NONE, Sweep, mark};

const MOST_ROWS: usize = 1 << 26;
/// Bytes of a row beside its bits.
const ROW: u128 = 96;

/// The cells of one layer and level that differ in the last heap and the heap that the level determines.
#[derive(Clone, Debug)]
struct Row {
    layer: u32,
    level: i64,
    /// Where its words begin, and how many there are.
    offset: usize,
    words: usize,
    /// Where the table has the cell of bit 0, and the step from bit to bit.
    base: i64,
    /// The bits that the table shows; none if the last is less.
    shown: (i64, i64),
}

struct Board<'a> {
    relation: &'a Relation,
    /// The heap that the level determines: its weight is 1.
    dropped: usize,
    /// The heap of the bits.
    bit: usize,
    /// The other heaps.
    others: Vec<usize>,
    rows: Vec<Row>,
    /// For each layer and level, the first of its rows, and how many values each other heap takes.
    starts: Vec<Vec<usize>>,
    sizes: Vec<Vec<usize>>,
    words: usize,
    stride: i64,
    /// The cells of the game, as bits.
    valid: Vec<u64>,
    shape: Vec<usize>,
}

/// Grundy values of a region.
///
/// # Errors
/// Memory, cancellation, or a region that does not suit this engine.
pub(super) fn grundy(
    relation: &Relation,
    ruleset: &Ruleset,
    region: &Region,
    context: &Context,
) -> Result<Table, EngineError> {
    let board = Board::new(relation, ruleset, region, context)?;
    let mut sweep = Sweep::new(&board, context)?;
    let mut tables = board.tables();
    let mut value = 0;
    while sweep.free.iter().any(|word| *word != 0) {
        let shown = |row: &Row, bit: i64| {
            let cell = usize::try_from(row.base + bit * board.stride).unwrap_or(usize::MAX);
            tables[row.layer as usize][cell] = Some(value);
        };
        sweep.value(Mode::Value, shown)?;
        value += 1;
        if value.is_multiple_of(16)
            && let Some(progress) = &context.progress
        {
            let left: u64 = sweep.left.iter().map(|left| u64::from(*left)).sum();
            progress(sweep.all - left, sweep.all);
        }
    }
    board.table(ruleset, tables, context)
}

/// Outcomes of a region.
///
/// # Errors
/// As for [`grundy`].
pub(super) fn outcomes(
    relation: &Relation,
    ruleset: &Ruleset,
    (region, play): (&Region, Play),
    context: &Context,
) -> Result<Table, EngineError> {
    let board = Board::new(relation, ruleset, region, context)?;
    let mut sweep = Sweep::new(&board, context)?;
    let mut tables = board.tables();
    if play == Play::Misere {
        // Positions without options are N-positions: they are taken off before the P-positions are found.
        sweep.value(Mode::All, |_, _| ())?;
        sweep.keep_attacked();
    }
    sweep.value(Mode::Value, |row, bit| {
        let cell = usize::try_from(row.base + bit * board.stride).unwrap_or(usize::MAX);
        tables[row.layer as usize][cell] = Some(0);
    })?;
    for row in &board.rows {
        for bit in row.shown.0..=row.shown.1 {
            let at = usize::try_from(bit).unwrap_or(0);
            if board.valid[row.offset + at / 64] >> (at % 64) & 1 == 1 {
                let cell = usize::try_from(row.base + bit * board.stride).unwrap_or(usize::MAX);
                tables[row.layer as usize][cell].get_or_insert(1);
            }
        }
    }
    board.table(ruleset, tables, context)
}

impl<'a> Board<'a> {
    fn new(relation: &'a Relation, ruleset: &Ruleset, region: &Region, context: &Context) -> Result<Self, EngineError> {
        let heaps = relation.weights.len();
        let unfit = || EngineError::Question("the region does not suit this engine".to_owned());
        let (shape, total): (Vec<u64>, _) = match region {
            Region::Box(bounds) if bounds.len() == heaps => (bounds.clone(), None),
            Region::Box(_) => return Err(unfit()),
            Region::Total(total) => (vec![*total; heaps], Some(i64::try_from(*total).map_err(|_| unfit())?)),
        };
        if shape.iter().any(|bound| *bound == 0 || 1 << 24 < *bound) {
            return Err(unfit());
        }
        let shape: Vec<i64> = shape.iter().map(|bound| i64::try_from(*bound).unwrap_or(0)).collect();
        let weights = &relation.weights;
        let (dropped, bit) = (relation.dropped(), relation.bit());
        let others: Vec<usize> = (0..heaps).filter(|heap| *heap != dropped && *heap != bit).collect();
        let last: i64 = match total {
            Some(total) => (total - 1) * weights.iter().max().copied().unwrap_or(1),
            None => shape.iter().zip(weights).map(|(bound, weight)| (bound - 1) * weight).sum(),
        };
        let small = |value: i64| usize::try_from(value).unwrap_or(0);
        let mut board = Self {
            relation,
            dropped,
            bit,
            others,
            rows: Vec::new(),
            starts: Vec::new(),
            sizes: Vec::new(),
            words: 0,
            stride: 0,
            valid: Vec::new(),
            shape: shape.iter().map(|bound| small(*bound)).collect(),
        };
        let strides = board.strides();
        board.stride = strides[bit] - strides[dropped] * weights[bit];
        let cells: u128 = shape.iter().map(|bound| u128::from(bound.unsigned_abs())).product();
        context.fits(cells.saturating_mul(8 * relation.layers.len() as u128))?;
        let mut places = Vec::new();
        for level in 0..=last {
            let most = |heap: usize| {
                let bound = if relation.rises { i64::MAX } else { shape[heap] - 1 };
                (level / weights[heap]).min(bound) + 1
            };
            let sizes: Vec<usize> = board.others.iter().map(|heap| small(most(*heap))).collect();
            let count = sizes.iter().try_fold(1usize, |count, size| count.checked_mul(*size)).ok_or_else(unfit)?;
            places.push((level, count));
            board.sizes.push(sizes);
        }
        let count: usize = places.iter().map(|(_, count)| *count).fold(0, usize::saturating_add);
        let count = count.saturating_mul(relation.layers.len());
        context.fits(count as u128 * ROW)?;
        if MOST_ROWS < count {
            return Err(unfit());
        }
        let mut sequence: Vec<(Vec<i64>, usize, usize)> = Vec::new();
        for layer in 0..relation.layers.len() {
            for (level, _) in &places {
                let key = relation.order.iter().map(|(factor, own)| factor * level + own[layer]).collect();
                sequence.push((key, layer, small(*level)));
            }
        }
        sequence.sort();
        board.starts = vec![vec![0; places.len()]; relation.layers.len()];
        for (_, layer, level) in sequence {
            board.starts[layer][level] = board.rows.len();
            for number in 0..places[level].1 {
                board.add_row(ruleset, (layer, level, number), (&shape, total))?;
            }
            context.fits(board.words as u128 * 8 * (4 + relation.jumps.len() as u128))?;
            context.go_on()?;
        }
        Ok(board)
    }

    fn strides(&self) -> Vec<i64> {
        let mut strides = vec![1; self.shape.len()];
        for heap in (0..self.shape.len() - 1).rev() {
            strides[heap] = strides[heap + 1] * i64::try_from(self.shape[heap + 1]).unwrap_or(i64::MAX);
        }
        strides
    }

    /// The rows of the layer and level of a row: the first, and the first of the next.
    fn group(&self, row: usize) -> (usize, usize) {
        let Row { layer, level, .. } = self.rows[row];
        let level = usize::try_from(level).unwrap_or(0);
        let begin = self.starts[layer as usize][level];
        (begin, begin + self.sizes[level].iter().product::<usize>())
    }

    /// The values of the other heaps in a row.
    fn others_of(&self, level: usize, mut number: usize) -> Vec<i64> {
        let mut found = vec![0; self.others.len()];
        for (slot, size) in found.iter_mut().zip(&self.sizes[level]).rev() {
            *slot = i64::try_from(number % size).unwrap_or(0);
            number /= size;
        }
        found
    }

    fn add_row(
        &mut self,
        ruleset: &Ruleset,
        (layer, level, number): (usize, usize, usize),
        (shape, total): (&[i64], Option<i64>),
    ) -> Result<(), EngineError> {
        let others = self.others_of(level, number);
        let weights = &self.relation.weights;
        let level = i64::try_from(level).unwrap_or(i64::MAX);
        let rest = level - self.others.iter().zip(&others).map(|(heap, value)| weights[*heap] * value).sum::<i64>();
        let weight = weights[self.bit];
        // 0 <= bit and 0 <= rest - weight * bit.
        let (mut low, mut high) = (0, rest.div_euclid(weight));
        let boxed = |low: i64, high: i64| {
            let least = -(shape[self.dropped] - 1 - rest).div_euclid(weight);
            (low.max(least), high.min(shape[self.bit] - 1))
        };
        let sum: i64 = others.iter().sum();
        let inside = self.others.iter().zip(&others).all(|(heap, value)| *value < shape[*heap]);
        let mut shown = if inside { boxed(low, high) } else { (0, -1) };
        if let Some(total) = total {
            // sum + bit + rest - weight * bit < total.
            match weight {
                1 if total <= sum + rest => shown = (0, -1),
                1 => {}
                _ => shown.0 = shown.0.max(-(total - 1 - sum - rest).div_euclid(weight - 1)),
            }
        }
        if !self.relation.rises {
            (low, high) = shown;
        }
        let words = usize::try_from(high + 1).unwrap_or(0).div_ceil(64);
        let strides = self.strides();
        let base = self.others.iter().zip(&others).map(|(heap, value)| strides[*heap] * value).sum::<i64>();
        let row = Row {
            layer: u32::try_from(layer).unwrap_or(u32::MAX),
            level,
            offset: self.words,
            words,
            base: base + strides[self.dropped] * rest,
            shown,
        };
        self.words += words;
        self.valid.resize(self.words, 0);
        if low <= high {
            let ends = [low, high].map(|end| usize::try_from(end).unwrap_or(0));
            mark(&mut self.valid[row.offset..], ends[0], ends[1], |word, mask| *word |= mask);
        }
        if ruleset.positions != Condition::Known(true) {
            for bit in low..=high {
                let mut position = vec![0; shape.len()];
                for (heap, value) in self.others.iter().zip(&others) {
                    position[*heap] = *value;
                }
                position[self.bit] = bit;
                position[self.dropped] = rest - weight * bit;
                position.extend(&self.relation.layers[layer]);
                if !ruleset.positions.holds(&position, &[])? {
                    let at = usize::try_from(bit).unwrap_or(0);
                    self.valid[row.offset + at / 64] &= !(1 << (at % 64));
                }
            }
        }
        self.rows.push(row);
        Ok(())
    }

    /// The row that a difference vector leads to from a row, in a layer, and by how much the bit changes.
    fn link(&self, row: usize, others: &[i64], layer: usize, delta: &[i64]) -> u32 {
        let rise: i64 = self.relation.weights.iter().zip(delta).map(|(weight, change)| weight * change).sum();
        let Ok(level) = usize::try_from(self.rows[row].level + rise) else { return NONE };
        let Some(sizes) = self.sizes.get(level) else { return NONE };
        let mut number = 0;
        for ((heap, value), size) in self.others.iter().zip(others).zip(sizes) {
            match usize::try_from(value + delta[*heap]) {
                Ok(value) if value < *size => number = number * size + value,
                _ => return NONE,
            }
        }
        u32::try_from(self.starts[layer][level] + number).unwrap_or(NONE)
    }

    fn tables(&self) -> Vec<Vec<Option<u32>>> {
        let cells = self.shape.iter().product();
        vec![vec![None; cells]; self.relation.layers.len()]
    }

    fn table(
        &self,
        ruleset: &Ruleset,
        mut tables: Vec<Vec<Option<u32>>>,
        context: &Context,
    ) -> Result<Table, EngineError> {
        let mut layers = Vec::new();
        for registers in register_values(ruleset, context)? {
            let layer = self.relation.layers.iter().position(|layer| *layer == registers);
            let unfit = || EngineError::Question("a register leaves its range".to_owned());
            layers.push((registers, std::mem::take(&mut tables[layer.ok_or_else(unfit)?]).into()));
        }
        Ok(Table { shape: self.shape.iter().map(|bound| *bound as u64).collect(), layers })
    }
}
