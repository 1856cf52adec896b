//! Turns a relation into values on bit boards, one value after the other. Knows nothing of conditions.
//!
//! For value v = 0, 1, ... the rows of the board are visited in the order of the measure; every cell of a row that has no
//! value yet and is not attacked by a cell of value v gets v. An option of a cell lies in an earlier row, so cells of one
//! row never attack each other, and induction on (v, row) shows that this is the least value excluded. A row holds the
//! cells of one layer and one level that differ in two heaps only, one bit each.
//!
//! A module of difference vectors attacks through M(q) = {q} union M(q + step) for all steps: whether one of the cells
//! that the steps reach from q has value v, a row of bits at a time. A band attacks, on each row above a cell, an interval.
//!
//! Right because the integer points of a pointed polyhedron are finitely many starts plus sums of a Hilbert basis
//! (`moves/hilbert_basis`), and the relation proves for each alternative that it lowers the measure; a border below 0, as wide as
//! Steinitz's lemma asks for, keeps the paths of steps on the board (`moves/jumps`).
mod band;
mod given;
mod sights;
mod store;
mod sweep;

use crate::engine::board::grid::Grid;
use crate::engine::moves::jumps::{Guard, Jump, JumpTable, Kind};
use crate::engine::numbers::{index, length, signed};
use crate::engine::question::{Engine, Passed, Unfit};
use crate::engine::reference::register_values;
use crate::engine::{Context, EngineError, EngineKind, Question};
use crate::ruleset::{Condition, Ruleset};
use crate::table::{Cells, Region, Table};
use std::ops::Range;
use sweep::mark;

const MOST_ROWS: usize = 1 << 26;
/// Bytes of a row beside its bits.
const ROW: u128 = 160;
/// No row.
const NONE: u32 = u32::MAX;

/// The cells of one layer and level that differ in the last heap and the heap that the level determines.
#[derive(Clone, Debug)]
struct BitRow {
    layer: u32,
    /// Its place among the rows of its layer.
    number: u32,
    level: i64,
    /// The values of the other heaps.
    others: [i64; 2],
    /// How many bits it has.
    bits: i64,
    /// The bits whose cells are computed; none if the last is less.
    free: (i64, i64),
    /// Where its words begin, and how many there are.
    offset: usize,
    words: usize,
    /// The same for the words of cells that are computed, and the bit that these begin with.
    place: usize,
    size: usize,
    origin: i64,
    /// Where the table has the cell of bit 0, and the step from bit to bit.
    base: i64,
    /// The bits that the table shows; none if the last is less.
    shown: (i64, i64),
}

impl BitRow {
    fn free_words(&self) -> Range<usize> {
        self.place..self.place + self.size
    }
}

/// Which row: its layer and level, its number among those of the level, and the values of the other heaps.
#[derive(Clone, Copy, Debug)]
struct RowAt {
    layer: usize,
    level: usize,
    number: usize,
    others: [i64; 2],
}

struct BitBoard<'a> {
    relation: &'a JumpTable,
    /// The heap that the level determines: its weight is 1.
    dropped: usize,
    /// The heap of the bits.
    bit: usize,
    /// The other heaps.
    others: Vec<usize>,
    rows: Vec<BitRow>,
    /// For each layer and level, the first of its rows, and how many values each other heap takes.
    starts: Vec<Vec<usize>>,
    sizes: Vec<Vec<usize>>,
    words: usize,
    stride: i64,
    /// The cells of the game in which exchangeable heaps ascend, as bits.
    valid: Vec<u64>,
    /// For each condition of the relation, those of them that satisfy it, in the layers where moves ask for it.
    allowed: Vec<Vec<u64>>,
    grid: Grid,
    /// What the tables take at first, in bytes.
    shown: u128,
    exchanges: Vec<Vec<usize>>,
    /// For each level, how many rows a layer has before it.
    before: Vec<usize>,
    /// Exchangeable heaps ascend in the cells that are computed.
    ascending: Vec<Guard>,
}

/// Cells from which on it matters what one costs, and about how many nanoseconds one takes where values are asked for.
const MANY: u128 = 1 << 13;
const A_CELL: u64 = 60;
/// What a condition takes at each cell, and how many cells there are for each of the region where a heap may rise.
const A_CONDITION: u64 = 100;
const RISEN: u64 = 3;
/// What a band takes at each cell for each number of tokens in the largest heap, where its options attack more than one bit of a row.
const A_BAND: u64 = 2;

/// The engine of a ruleset.
#[derive(Debug)]
pub(in crate::engine) struct ByBitRows<'a> {
    relation: JumpTable,
    ruleset: &'a Ruleset,
}

impl<'a> ByBitRows<'a> {
    pub(in crate::engine) fn new(ruleset: &'a Ruleset) -> Result<Self, Unfit> {
        Ok(Self { relation: JumpTable::new(ruleset)?, ruleset })
    }
}

impl Engine for ByBitRows<'_> {
    fn table(&self, region: &Region, question: Question, context: &Context) -> Result<Table, EngineError> {
        let board = BitBoard::new(&self.relation, self.ruleset, region, context)?;
        let tables = match question {
            Question::Grundy => given::values(&board, region, context)?,
            Question::Outcome(play) => given::outcomes(&board, play, context)?,
        };
        board.table(self.ruleset, tables, context)
    }

    fn cost_of_cell(&self, region: &Region, question: Question) -> Option<u64> {
        if cfg!(target_arch = "wasm32") {
            return None;
        }
        let are_many = MANY <= region.touched(self.ruleset.heaps.len());
        let risen = if self.relation.rises { RISEN } else { 1 };
        let of_conditions = self.relation.conditions.len() as u64 * A_CONDITION * risen;
        // The explorer has a limit of bytes, and does without.
        let is_counted = |jump: &&Jump| !cfg!(target_arch = "wasm32") && is_wide(&jump.kind);
        let bands = self.relation.jumps.iter().filter(is_counted).count() as u64;
        let of_bands = region.longest().saturating_mul(bands * A_BAND);
        (are_many && question == Question::Grundy).then_some((A_CELL + of_conditions).saturating_add(of_bands))
    }

    fn why(&self, passed: &Passed) -> String {
        let why = passed.words(EngineKind::Levels);
        format!("{why}, but every move {}", self.relation.words(&self.ruleset.heaps))
    }
}

/// Whether options attack intervals of rows: no two sides leave one bit.
fn is_wide(kind: &Kind) -> bool {
    let Kind::Band(rows) = kind else { return false };
    let is_opposite = |(one, own): &([i64; 4], i64), (two, other): &([i64; 4], i64)| {
        *own == -other && one.iter().zip(two).all(|(one, two)| *one == -two)
    };
    !rows.iter().enumerate().any(|(at, row)| rows[at + 1..].iter().any(|other| is_opposite(row, other)))
}

/// The highest level of a region, with the border that moves may need.
fn last_level(relation: &JumpTable, shape: &[i64], total: Option<i64>) -> i64 {
    let weights = &relation.weights;
    let shown = match total {
        Some(total) => (total - 1) * weights.iter().max().copied().unwrap_or(1),
        None => shape.iter().zip(weights).map(|(bound, weight)| (bound - 1) * weight).sum(),
    };
    shown + weights.iter().zip(&relation.border).map(|(weight, border)| weight * border).sum::<i64>()
}

/// Layers with their levels, in the order of the measure.
fn in_order(relation: &JumpTable, last: i64) -> impl Iterator<Item = (usize, usize)> {
    let mut sequence: Vec<(Vec<i64>, usize, usize)> = Vec::new();
    for layer in 0..relation.layers.len() {
        for level in 0..=last {
            let key = relation.order.iter().map(|(factor, own)| factor * level + own[layer]).collect();
            sequence.push((key, layer, index(level)));
        }
    }
    sequence.sort();
    sequence.into_iter().map(|(_, layer, level)| (layer, level))
}

impl<'a> BitBoard<'a> {
    /// The rows of a region and of all that raising moves can reach, in the order of the measure, with the cells of
    /// the game as bits.
    fn new(
        relation: &'a JumpTable,
        ruleset: &Ruleset,
        region: &Region,
        context: &Context,
    ) -> Result<Self, EngineError> {
        let unfit = EngineError::unfit_region;
        let grid = Grid::new(region, &relation.classes)?;
        if grid.shape.iter().any(|bound| 1 << 24 < *bound) {
            return Err(unfit());
        }
        let shape: Vec<i64> = grid.shape.iter().map(|bound| signed(*bound)).collect();
        let last = last_level(relation, &shape, grid.total.map(signed));
        let mut board = Self::without_rows(relation, grid);
        board.shown = board.bytes(region);
        context.fits(board.shown)?;
        for level in 0..=last {
            board.add_level(level, &shape).ok_or_else(unfit)?;
        }
        let count = board.before[board.before.len() - 1].saturating_mul(relation.layers.len());
        context.fits(count as u128 * ROW)?;
        if MOST_ROWS < count {
            return Err(unfit());
        }
        board.starts = vec![vec![0; board.sizes.len()]; relation.layers.len()];
        for (layer, level) in in_order(relation, last) {
            board.starts[layer][level] = board.rows.len();
            board.add_rows(ruleset, (layer, level), &shape)?;
            context.fits(board.words as u128 * 8 * (4 + relation.jumps.len() as u128))?;
            context.go_on()?;
        }
        Ok(board)
    }

    /// A board on which no level is known yet.
    fn without_rows(relation: &'a JumpTable, grid: Grid) -> Self {
        let heaps = relation.weights.len();
        let (dropped, bit) = (relation.dropped(), relation.bit());
        let strides = [bit, dropped].map(|heap| signed(grid.strides[heap]));
        let order = |(before, heap): (usize, usize)| {
            let mut factors = vec![0; heaps];
            (factors[before], factors[heap]) = (1, -1);
            (factors, 0)
        };
        Self {
            relation,
            dropped,
            bit,
            others: (0..heaps).filter(|heap| *heap != dropped && *heap != bit).collect(),
            rows: Vec::new(),
            starts: Vec::new(),
            sizes: Vec::new(),
            words: 0,
            stride: strides[0] - strides[1] * relation.weights[bit],
            valid: Vec::new(),
            allowed: vec![Vec::new(); relation.conditions.len()],
            exchanges: grid.exchanges(),
            ascending: (0..heaps).filter_map(|heap| Some((grid.before(heap)?, heap))).map(order).collect(),
            grid,
            shown: 0,
            before: vec![0],
        }
    }

    /// How many rows the next level has in each layer; nothing if they cannot be counted.
    fn add_level(&mut self, level: i64, shape: &[i64]) -> Option<()> {
        let most = |heap: usize| {
            let bound = if self.relation.rises { i64::MAX } else { shape[heap] - 1 };
            (level / self.relation.weights[heap]).min(bound) + 1
        };
        let sizes: Vec<usize> = self.others.iter().map(|heap| index(most(*heap))).collect();
        let count = sizes.iter().try_fold(1usize, |count, size| count.checked_mul(*size))?;
        self.before.push(self.before[self.before.len() - 1].saturating_add(count));
        self.sizes.push(sizes);
        Some(())
    }

    /// The rows of the layer and level of a row: the first, and the first of the next.
    fn group(&self, row: usize) -> (usize, usize) {
        let BitRow { layer, level, .. } = self.rows[row];
        let level = index(level);
        let begin = self.starts[layer as usize][level];
        (begin, begin + self.sizes[level].iter().product::<usize>())
    }

    /// Adds the rows of one layer and level.
    fn add_rows(
        &mut self,
        ruleset: &Ruleset,
        (layer, level): (usize, usize),
        shape: &[i64],
    ) -> Result<(), EngineError> {
        let sizes = self.sizes[level].clone();
        let mut others = [0; 2];
        for number in 0..sizes.iter().product() {
            self.add_row(ruleset, RowAt { layer, level, number, others }, shape)?;
            advance(&mut others, &sizes);
        }
        Ok(())
    }

    /// Adds one row: which of its bits belong to the game, are computed and are shown follows from linear
    /// inequalities in the bit.
    fn add_row(
        &mut self,
        ruleset: &Ruleset,
        RowAt { layer, level, number, others }: RowAt,
        shape: &[i64],
    ) -> Result<(), EngineError> {
        let weights = &self.relation.weights;
        let number = count(self.before[level] + number);
        let level = signed(level);
        let rest = level - self.others.iter().zip(others).map(|(heap, value)| weights[*heap] * value).sum::<i64>();
        let (own, shown, high) = self.ends(others, rest, shape);
        let (border, real) = (&self.relation.border, |heap: usize, value: i64| value - self.relation.border[heap]);
        let (in_bit, in_rest) = (border[self.bit], border[self.dropped]);
        let words = length(0, high).div_ceil(64);
        let stride = |heap: usize| signed(self.grid.strides[heap]);
        let base = self.others.iter().zip(others).map(|(heap, value)| stride(*heap) * real(*heap, value)).sum::<i64>();
        let mut row = BitRow {
            layer: count(layer),
            number,
            level,
            others,
            bits: (high + 1).max(0),
            free: own,
            offset: self.words,
            words,
            place: self.valid.len(),
            size: words,
            origin: 0,
            base: base + stride(self.dropped) * (rest - in_rest) - stride(self.bit) * in_bit,
            shown,
        };
        for guard in &self.ascending {
            row.free = self.guarded(&row, guard, row.free);
        }
        if !self.ascending.is_empty() {
            row.origin = row.free.0.max(0);
        }
        row.size = match row.free {
            (low, high) if low <= high => length(row.origin, high).div_ceil(64),
            _ => 0,
        };
        self.words += words;
        self.valid.resize(row.place + row.size, 0);
        if row.free.0 <= row.free.1 {
            let ends = [row.free.0, row.free.1].map(|end| index(end - row.origin));
            mark(&mut self.valid[row.place..], ends[0], ends[1], |word, mask| *word |= mask);
        }
        if ruleset.positions != Condition::Known(true) {
            self.leave_out(&row, &ruleset.positions)?;
        }
        self.ask(&row)?;
        self.rows.push(row);
        Ok(())
    }

    /// Takes off the cells of a row that do not belong to the game.
    fn leave_out(&mut self, row: &BitRow, positions: &Condition) -> Result<(), EngineError> {
        for bit in row.free.0..=row.free.1 {
            let mut position = self.cell(row, bit)[..self.relation.weights.len()].to_vec();
            position.extend(&self.relation.layers[row.layer as usize]);
            if !positions.holds(&position, &[])? {
                let at = index(bit - row.origin);
                self.valid[row.place + at / 64] &= !(1 << (at % 64));
            }
        }
        Ok(())
    }

    /// Of a row whose other heaps have these values, and whose bit and dropped heap weigh `rest` together: the bits whose
    /// cells belong to the board, those that the table shows, and the last bit. Intervals are empty if they end before they begin.
    fn ends(&self, others: [i64; 2], rest: i64, shape: &[i64]) -> ((i64, i64), (i64, i64), i64) {
        let weights = &self.relation.weights;
        let weight = weights[self.bit];
        let border = &self.relation.border;
        let (in_bit, in_rest) = (border[self.bit], border[self.dropped]);
        let real = |heap: usize, value: i64| value - border[heap];
        // 0 <= bit and 0 <= rest - weight * bit; the cells of the game lie within the border.
        let mut high = rest.div_euclid(weight);
        let mut own = (in_bit, (rest - in_rest).div_euclid(weight));
        if self.others.iter().zip(others).any(|(heap, value)| real(*heap, value) < 0) {
            own = (0, -1);
        }
        let mut shown = own;
        shown.0 = shown.0.max(-(shape[self.dropped] - 1 - rest + in_rest).div_euclid(weight));
        shown.1 = shown.1.min(shape[self.bit] - 1 + in_bit);
        if self.others.iter().zip(others).any(|(heap, value)| shape[*heap] <= real(*heap, value)) {
            shown = (0, -1);
        }
        if let Some(total) = self.grid.total {
            let total = signed(total);
            let sum: i64 = self.others.iter().zip(others).map(|(heap, value)| real(*heap, value)).sum();
            // The heaps of a cell have fewer tokens than the total in all.
            let least = sum + rest - in_rest - in_bit;
            match weight {
                1 if total <= least => shown = (0, -1),
                1 => {}
                _ => shown.0 = shown.0.max(-(total - 1 - least).div_euclid(weight - 1)),
            }
        }
        if !self.relation.rises {
            (own, high) = (shown, shown.1);
        }
        (own, shown, high)
    }

    /// Evaluates the conditions that moves from the cells of a row ask for.
    fn ask(&mut self, row: &BitRow) -> Result<(), EngineError> {
        let layer = row.layer as usize;
        let heaps = self.relation.weights.len();
        let mut position = vec![0; heaps];
        position.extend(&self.relation.layers[layer]);
        for (number, condition) in self.relation.conditions.iter().enumerate() {
            let mut allowed = std::mem::take(&mut self.allowed[number]);
            allowed.resize(self.valid.len(), 0);
            let asked = |jump: &Jump| jump.from == layer && jump.conditions.contains(&number);
            if self.relation.jumps.iter().any(asked) {
                for bit in row.free.0..=row.free.1 {
                    let at = index(bit - row.origin);
                    let (word, mask) = (row.place + at / 64, 1 << (at % 64));
                    position[..heaps].copy_from_slice(&self.cell(row, bit)[..heaps]);
                    let holds = |position: &[i64]| condition.holds(position, &[]);
                    // A condition may have no value where another one says that the move does not apply.
                    let unfit = |error| EngineError::Unfit(format!("{error}"));
                    if self.valid[word] & mask != 0 && holds(&position).map_err(unfit)? {
                        allowed[word] |= mask;
                    }
                }
            }
            self.allowed[number] = allowed;
        }
        Ok(())
    }

    /// Which of 64 cells satisfy all of some conditions.
    fn allows(&self, conditions: &[usize], word: usize) -> u64 {
        conditions.iter().fold(u64::MAX, |mask, condition| mask & self.allowed[*condition][word])
    }

    /// The heaps of a cell. Rows, bits and levels count from the border on.
    fn cell(&self, row: &BitRow, bit: i64) -> [i64; 4] {
        let weights = &self.relation.weights;
        let mut cell = [0; 4];
        let mut rest = row.level - weights[self.bit] * bit;
        for (heap, value) in self.others.iter().zip(row.others) {
            cell[*heap] = value;
            rest -= weights[*heap] * value;
        }
        cell[self.bit] = bit;
        cell[self.dropped] = rest;
        for (heap, border) in cell.iter_mut().zip(&self.relation.border) {
            *heap -= border;
        }
        cell
    }

    /// The bits of an interval that satisfy a row of heaps.
    fn guarded(&self, row: &BitRow, (factors, constant): &Guard, (mut low, mut high): (i64, i64)) -> (i64, i64) {
        let value = |bit: i64| self.cell(row, bit).iter().zip(factors).map(|(heap, factor)| heap * factor).sum::<i64>();
        let rest = -(value(0) + constant);
        match value(1) - value(0) {
            0 if rest < 0 => return (0, -1),
            0 => {}
            slope if 0 < slope => high = high.min(rest.div_euclid(slope)),
            slope => low = low.max(-rest.div_euclid(-slope)),
        }
        (low, high)
    }

    /// The rows of a layer, levels ascending.
    fn of_layer(&self, layer: usize) -> impl Iterator<Item = usize> + '_ {
        let counts = self.before.windows(2).map(|pair| pair[1] - pair[0]);
        self.starts[layer].iter().zip(counts).flat_map(|(first, count)| *first..first + count)
    }

    /// For each row of a layer, levels ascending: the row of another layer that a difference vector leads to.
    fn links(&self, from: usize, to: usize, delta: &[i64]) -> Vec<u32> {
        let rise = self.relation.rise(delta);
        let mut links = Vec::with_capacity(self.of_layer(from).size_hint().0);
        for (level, sizes) in self.sizes.iter().enumerate() {
            let count: usize = sizes.iter().product();
            let level = usize::try_from(signed(level) + rise);
            let target = level.ok().and_then(|level| Some((self.sizes.get(level)?, self.starts[to][level])));
            let Some((targets, first)) = target else {
                links.resize(links.len() + count, NONE);
                continue;
            };
            let mut others = [0; 2];
            for _ in 0..count {
                let mut number = Some(0);
                for ((heap, value), size) in self.others.iter().zip(others).zip(targets) {
                    let value = usize::try_from(value + delta[*heap]).ok().filter(|value| value < size);
                    number = number.zip(value).map(|(number, value)| number * size + value);
                }
                links.push(number.and_then(|number| u32::try_from(first + number).ok()).unwrap_or(NONE));
                advance(&mut others, sizes);
            }
        }
        links
    }

    /// Adds the images of a cell under exchanges of heaps: row and bit.
    fn images(&self, row: usize, bit: i64, found: &mut Vec<(u32, u32)>) {
        if self.exchanges.is_empty() {
            return;
        }
        let row = &self.rows[row];
        let cell = self.cell(row, bit);
        let level = index(row.level);
        let first = self.starts[row.layer as usize][level];
        let border = &self.relation.border;
        for exchange in &self.exchanges {
            let mut number = 0;
            for (heap, size) in self.others.iter().zip(&self.sizes[level]) {
                number = number * size + index(cell[exchange[*heap]] + border[*heap]);
            }
            let bit = cell[exchange[self.bit]] + border[self.bit];
            found.push((count(first + number), count(index(bit))));
        }
    }

    /// What the tables of a region take, with two bytes a cell.
    fn bytes(&self, region: &Region) -> u128 {
        region.touched(self.grid.shape.len()).saturating_mul(2 * self.relation.layers.len() as u128)
    }

    fn table(&self, ruleset: &Ruleset, mut tables: Vec<Cells>, context: &Context) -> Result<Table, EngineError> {
        self.grid.mirror(&mut tables);
        let mut layers = Vec::new();
        for registers in register_values(ruleset, context)? {
            let layer = self.relation.layers.iter().position(|layer| *layer == registers);
            let unfit = || EngineError::Unfit("a register leaves its range".to_owned());
            layers.push((registers, std::mem::take(&mut tables[layer.ok_or_else(unfit)?])));
        }
        Ok(Table { shape: self.grid.shape.iter().map(|bound| *bound as u64).collect(), layers })
    }
}

/// A number of rows, or of bits of a row.
fn count(number: usize) -> u32 {
    u32::try_from(number).expect("there are at most 2^26 rows, and heaps below 2^24")
}

/// Goes to the next values of the other heaps.
fn advance(others: &mut [i64; 2], sizes: &[usize]) {
    for (value, size) in others[..sizes.len()].iter_mut().zip(sizes).rev() {
        *value += 1;
        if value.unsigned_abs() < *size as u64 {
            return;
        }
        *value = 0;
    }
}
