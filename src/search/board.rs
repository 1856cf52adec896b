//! The 64 positions with at most 14 tokens, on which a rule is 64 words of bits. Screens nearly all candidates.
use super::form::{Pair, Relation};

/// How many positions the board has.
pub(super) const CELLS: usize = 64;

/// The largest number of tokens on the board.
pub(super) const TOTAL: i64 = 14;

/// The options of every position, as bits.
pub(super) type Rows = [u64; CELLS];

/// The positions in order of total, then of the smaller heap.
pub(super) fn cells() -> [Pair; CELLS] {
    let mut cells = [(0, 0); CELLS];
    let sorted = (0..=TOTAL).flat_map(|total| (0..=total / 2).map(move |small| (small, total - small)));
    for (cell, pair) in cells.iter_mut().zip(sorted) {
        *cell = pair;
    }
    cells
}

/// A condition on the board. The option's heaps come in either order, and conditions have to agree on the order.
#[derive(Clone, Debug)]
pub(super) struct Masks {
    /// The smaller heap after the move comes from the smaller heap.
    pub(super) straight: Rows,
    /// The smaller heap after the move comes from the larger heap.
    pub(super) crossed: Rows,
}

impl Masks {
    /// A relation on the board.
    pub(super) fn new(relation: &Relation) -> Self {
        let cells = cells();
        let mut masks = Self { straight: [0; CELLS], crossed: [0; CELLS] };
        for (from, position) in cells.iter().enumerate() {
            for (to, option) in cells[..from].iter().enumerate() {
                masks.straight[from] |= u64::from(relation.holds(*position, *option)) << to;
                masks.crossed[from] |= u64::from(relation.holds(*position, (option.1, option.0))) << to;
            }
        }
        masks
    }

    /// Both conditions.
    pub(super) fn and(&self, other: &Self) -> Self {
        let mut both = self.clone();
        for cell in 0..CELLS {
            both.straight[cell] &= other.straight[cell];
            both.crossed[cell] &= other.crossed[cell];
        }
        both
    }

    /// The options under both conditions, next to those of a base.
    pub(super) fn options(&self, other: &Self, base: &Rows) -> Rows {
        let mut rows = *base;
        for cell in 0..CELLS {
            rows[cell] |= (self.straight[cell] & other.straight[cell]) | (self.crossed[cell] & other.crossed[cell]);
        }
        rows
    }

    /// The options in either order.
    pub(super) fn either(&self) -> Rows {
        std::array::from_fn(|cell| self.straight[cell] | self.crossed[cell])
    }
}

/// A number for the meaning of a rule on the board: equal rules have equal numbers.
pub(super) fn fingerprint(rows: &Rows, base: usize) -> u64 {
    let mut sum = base as u64;
    let mut factor = 0x9e37_79b9_7f4a_7c15_u64;
    for row in rows {
        let mixed = (row ^ (row >> 29)).wrapping_mul(factor);
        sum = sum.wrapping_add(mixed ^ (mixed >> 32));
        factor = factor.wrapping_add(0x5851_f42d_4c95_7f2e);
    }
    sum
}

/// What the P-positions on the board have to look like.
#[derive(Clone, Copy, Debug)]
pub(super) enum Shape {
    /// After (0, 0) every P-position begins with the larger heap of the one before.
    Chain,
    /// These, with so many extra and missing ones.
    Set {
        /// The wanted positions.
        wanted: u64,
        /// How many may differ.
        exceptions: u32,
    },
}

/// The P-positions of a rule, unless they cannot have the shape.
pub(super) fn p_positions(rows: &Rows, shape: Shape, cells: &[Pair; CELLS]) -> Option<u64> {
    let mut found = 0u64;
    match shape {
        Shape::Set { wanted, exceptions } => {
            let mut left = exceptions;
            for (cell, row) in rows.iter().enumerate() {
                let here = u64::from(row & found == 0);
                found |= here << cell;
                if 0 < cell && here != (wanted >> cell) & 1 {
                    left = left.checked_sub(1)?;
                }
            }
        }
        Shape::Chain => {
            let mut last = None;
            for (cell, row) in rows.iter().enumerate() {
                if row & found != 0 {
                    continue;
                }
                found |= 1 << cell;
                if 0 < cell {
                    if last.is_some_and(|last| last != cells[cell].0) {
                        return None;
                    }
                    last = Some(cells[cell].1);
                }
            }
            if found.count_ones() < 3 {
                return None;
            }
        }
    }
    Some(found)
}
