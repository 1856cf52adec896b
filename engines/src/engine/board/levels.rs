//! Turns a region of two heaps into levels: the cells of one level are consecutive integers. Knows nothing of moves.
//!
//! With coprime weights (a, b) and a * p + b * q = 1, heaps and (level t, place u) are exchanged by the unimodular map
//! x = p * t + b * u, y = q * t - a * u. So every level is an interval of places.
use crate::engine::moves::arithmetic::bezout;
use crate::engine::moves::plane::{Delta, DeltaRow};
use crate::engine::numbers::{heap, length, signed, whole};
use crate::engine::{Context, EngineError};
use crate::table::Region;
use std::ops::Range;

/// The change of coordinates.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CoordinateFrame {
    a: i64,
    b: i64,
    p: i64,
    q: i64,
}

impl CoordinateFrame {
    pub(crate) fn new(weights: [i64; 2]) -> Self {
        let [a, b] = weights;
        let (p, q) = bezout(i128::from(a), i128::from(b));
        let small = |value: i128| i64::try_from(value).expect("Bézout's factors are no larger than the weights");
        Self { a, b, p: small(p), q: small(q) }
    }

    /// The weights.
    pub(crate) fn weights(&self) -> [i64; 2] {
        [self.a, self.b]
    }

    /// The factors p and q.
    pub(crate) fn factors(&self) -> [i64; 2] {
        [self.p, self.q]
    }

    pub(crate) fn heaps(&self, level: i64, place: i64) -> [i64; 2] {
        [self.p * level + self.b * place, self.q * level - self.a * place]
    }

    /// How far above an option the position lies: (levels, places).
    pub(crate) fn climb(&self, delta: Delta) -> (i64, i64) {
        (-(self.a * delta[0] + self.b * delta[1]), -(self.q * delta[0] - self.p * delta[1]))
    }

    /// A row over difference vectors as a row over climbs.
    pub(crate) fn row(&self, row: &DeltaRow) -> DeltaRow {
        let [x, y] = row.factors;
        DeltaRow { factors: [-(x * self.p + y * self.q), y * self.a - x * self.b], constant: row.constant }
    }
}

/// All cells that have to be evaluated for a region.
#[derive(Clone, Debug)]
pub(crate) struct LevelBoard {
    pub(crate) frame: CoordinateFrame,
    /// The first and last place of each level; no cells if the last is less.
    pub(crate) ends: Vec<(i64, i64)>,
    /// Where each level begins in an array of all cells; one entry more than levels.
    pub(crate) offsets: Vec<usize>,
    /// How far the first place falls from one level to the next at most, and the last one rises.
    pub(crate) widens: [i64; 2],
    pub(crate) shape: [u64; 2],
    total: Option<u64>,
}

/// What a level costs beside its cells, in bytes.
const LEVEL: u128 = 64;

impl LevelBoard {
    /// The cells of a region, with all those that raising moves can reach from it.
    pub(crate) fn new(
        weights: [i64; 2],
        raises: Raises,
        region: &Region,
        context: &Context,
    ) -> Result<Self, EngineError> {
        let (shape, total) = match region {
            Region::Box(bounds) => ([bounds[0], bounds[1]], None),
            Region::Total(total) => ([*total; 2], Some(*total)),
        };
        let side = |place: usize| heap(shape[place] - 1);
        let [a, b] = weights;
        let last = match total {
            Some(_) => a.max(b) * side(0),
            None => a * side(0) + b * side(1),
        };
        let frame = CoordinateFrame::new(weights);
        context.fits(u128::from(last.unsigned_abs()) * LEVEL)?;
        let mut ends = Vec::new();
        let mut offsets = vec![0usize];
        let mut cells: usize = 0;
        for level in 0..=last {
            // x >= 0 and y >= 0, then x <= side(0) and y <= side(1).
            let mut low = -(frame.p * level).div_euclid(b);
            let mut high = (frame.q * level).div_euclid(a);
            if raises == Raises::Never {
                low = low.max(-(side(1) - frame.q * level).div_euclid(a));
                high = high.min((side(0) - frame.p * level).div_euclid(b));
            }
            ends.push((low, high));
            cells = cells.saturating_add(length(low, high));
            offsets.push(cells);
        }
        let steps = || ends.windows(2).map(|two| (two[0].0 - two[1].0, two[1].1 - two[0].1));
        let widens = [steps().map(|step| step.0).max().unwrap_or(0), steps().map(|step| step.1).max().unwrap_or(0)];
        Ok(Self { frame, ends, offsets, widens, shape, total })
    }

    /// The same levels, with their cells in some rows alone.
    pub(crate) fn within(&self, rows: &Range<usize>) -> Self {
        let (CoordinateFrame { b, p, .. }, first, behind) = (self.frame, signed(rows.start), signed(rows.end));
        let cut = |(level, (low, high)): (usize, &(i64, i64))| {
            let level = signed(level);
            (-(p * level - first).div_euclid(b).min(-low), (*high).min((behind - 1 - p * level).div_euclid(b)))
        };
        let ends: Vec<(i64, i64)> = self.ends.iter().enumerate().map(cut).collect();
        let mut offsets = vec![0];
        offsets.extend(ends.iter().scan(0, |cells: &mut usize, (low, high)| {
            *cells += length(*low, *high);
            Some(*cells)
        }));
        Self { ends, offsets, ..self.clone() }
    }

    pub(crate) fn cells(&self) -> usize {
        self.offsets.last().copied().unwrap_or(0)
    }

    pub(crate) fn levels(&self) -> usize {
        self.ends.len()
    }

    /// The bytes that the answer takes, two for each cell.
    pub(crate) fn answer(&self) -> u128 {
        self.total.map_or(Region::Box(self.shape.to_vec()), Region::Total).touched(2) * 2
    }

    /// How many rows and columns the table has, and how many cells of a row it shows.
    pub(crate) fn shown(&self) -> ([usize; 2], impl Fn(usize) -> usize + use<>) {
        let shape = self.shape.map(whole);
        let total = self.total.map_or(usize::MAX, whole);
        (shape, move |row| shape[1].min(total.saturating_sub(row)))
    }
}

/// Whether moves can leave a box upward.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Raises {
    /// Every move lowers or keeps both heaps.
    Never,
    /// Some move can raise a heap.
    Sometimes,
}
