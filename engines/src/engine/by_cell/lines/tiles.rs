//! Turns lines through every cell into values, square after square; several threads may work on squares (`front`). Knows nothing
//! of moves.
//!
//! Right because a cell needs of each line through it only what lies behind it on that line. A line goes down, to the right, or both,
//! so it enters a square from those above and to the left, which are done. Of two squares that are worked on at the same time one
//! lies farther down and the other farther to the right, so no line meets both, nor do a row and the column that shares its set:
//! the order in which they are computed changes nothing.
use super::{LineValues, MOST_SETS, Marks, RegionRows, insert, least};
use crate::engine::front::{Front, longest_side, threads_along};
use crate::engine::{Context, EngineError};
use crate::table::{Kept, SharedCell};
use std::array;
use std::iter::repeat_n;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// Sides of the squares of cells that are computed together, so that their lines stay near.
const TILE: usize = 64;
/// Sides of the squares of such squares, whose lines stay in larger caches.
const BLOCK: usize = 4 * TILE;
/// Words that the system gives at once, at least.
const PAGE: usize = 512;
/// Cells from which on several threads are worth while.
const MANY: usize = 1 << 18;

/// What the inner loop needs of one set.
#[derive(Clone, Debug)]
pub(super) struct TileTrack {
    set: LineValues,
    /// What is added to the number of a line for each column; else the remainder of the column is added.
    across: Option<usize>,
    /// What the nearest option takes, where the line is that of the nearest option and not of the cell.
    lag: Option<[usize; 2]>,
}

impl TileTrack {
    pub(super) fn of(set: &LineValues) -> Self {
        let across = match set.step {
            [0, 1] => Some(0),
            [0, _] => None,
            _ => Some(1),
        };
        Self { set: set.clone(), across, lag: set.lag }
    }

    /// How many lines the line of the cell `y` of a row comes after that of its first cell.
    fn beside(&self, y: usize) -> usize {
        self.across.map_or_else(|| y % self.set.step[1], |across| across * y)
    }
}

/// Whether only half of a table has to be computed: rows and columns exchange, and so do the values. Lines along a row that
/// begin late would lack the cells that are not computed.
pub(super) fn halved(sets: &[LineValues], points: &[[usize; 2]], rows: &RegionRows) -> bool {
    let mirror = |set: &LineValues| {
        let [step, lag] = [Some(set.step), set.lag].map(|vector| vector.map(|[x, y]| [y, x]));
        sets.iter().any(|other| Some(other.step) == step && other.lag == lag)
    };
    rows.shape[0] == rows.shape[1]
        && sets.iter().all(mirror)
        && sets.iter().all(|set| set.step == [1, 1] || (set.step[0] + set.step[1] == 1 && set.lag.is_none()))
        && points.iter().all(|[x, y]| points.contains(&[*y, *x]))
}

/// What is computed.
#[derive(Clone, Copy)]
pub(super) struct Tiling<'a> {
    pub(super) points: &'a [[usize; 2]],
    pub(super) rows: &'a RegionRows,
    /// The first row that is computed.
    pub(super) from: usize,
    /// Whether only cells with x <= y are computed, and the others are their mirror images.
    pub(super) half: bool,
}

/// All lines and all cells, which threads share.
struct Whole<'a, C: Kept> {
    marks: &'a Marks,
    rows: &'a RegionRows,
    values: &'a [C::Shared],
}

impl<C: Kept> Whole<'_, C> {
    fn keep(&self, [x, y]: [usize; 2], value: C) {
        self.values[self.rows.index(x, y)].store(value);
    }

    fn kept(&self, [x, y]: [usize; 2]) -> C {
        self.values[self.rows.index(x, y)].load()
    }
}

/// What the cells of all tiles look at: `N` sets of lines, of which the last may stand for none.
struct TileLooks<'a, const N: usize> {
    tracks: &'a [TileTrack],
    /// What is added to the number of a line for each column.
    across: [Option<usize>; N],
    /// What the nearest option takes. A set that stands for none has one that is never there.
    lags: [[usize; 2]; N],
    /// Whether the line is that of the nearest option.
    late: [bool; N],
    heads: usize,
    length: usize,
    /// The set of a line that is not there.
    nothing: Vec<AtomicU64>,
}

impl<'a, const N: usize> TileLooks<'a, N> {
    fn new(tracks: &'a [TileTrack], marks: &Marks) -> Self {
        let lag = |track: &TileTrack| track.lag.unwrap_or([0, 0]);
        Self {
            tracks,
            across: array::from_fn(|at| tracks.get(at).map_or(Some(0), |track| track.across)),
            lags: array::from_fn(|at| tracks.get(at).map_or([usize::MAX; 2], lag)),
            late: array::from_fn(|at| tracks.get(at).is_none_or(|track| track.lag.is_some())),
            heads: marks.heads,
            length: marks.length,
            nothing: Marks::zeros(marks.length),
        }
    }
}

impl Tiling<'_> {
    /// Computes all cells, which look at these sets of lines.
    pub(super) fn run<C: Kept>(
        &self,
        tracks: &[TileTrack],
        (marks, values): (&Marks, &[C::Shared]),
        context: &Context,
    ) -> Result<(), EngineError> {
        match tracks.len() {
            0 => self.tiles::<C, 0>(&TileLooks::new(tracks, marks), (marks, values), context),
            1 => self.tiles::<C, 1>(&TileLooks::new(tracks, marks), (marks, values), context),
            2 => self.tiles::<C, 2>(&TileLooks::new(tracks, marks), (marks, values), context),
            3 => self.tiles::<C, 3>(&TileLooks::new(tracks, marks), (marks, values), context),
            4 => self.tiles::<C, 4>(&TileLooks::new(tracks, marks), (marks, values), context),
            5..=7 => self.tiles::<C, 7>(&TileLooks::new(tracks, marks), (marks, values), context),
            _ => self.tiles::<C, MOST_SETS>(&TileLooks::new(tracks, marks), (marks, values), context),
        }
    }

    /// Lets threads have squares each, after all sets of lines were written to once.
    fn tiles<C: Kept, const N: usize>(
        &self,
        looks: &TileLooks<'_, N>,
        (marks, values): (&Marks, &[C::Shared]),
        context: &Context,
    ) -> Result<(), EngineError> {
        let whole = Whole::<C> { marks, rows: self.rows, values };
        let late = looks.late.contains(&true) || looks.across.contains(&None);
        let size = [self.rows.lengths.len() - self.from, self.rows.shape[1]];
        let threads = if values.len() < MANY { 1 } else { threads_along(size[0].min(size[1]), context) };
        let block = |size: usize| if threads == 1 { BLOCK } else { BLOCK.min(longest_side(size, threads)) };
        let front = Front::new(size, size.map(block), threads, context);
        if 1 < threads {
            // Else the system would give the memory twice, first to be read, and stop all threads the second time.
            let share = marks.words.len().div_ceil(threads).max(1);
            front.share(marks.words.chunks(share), |words| {
                words.iter().step_by(PAGE).for_each(|word| word.store(0, Ordering::Relaxed));
                context.go_on()
            })?;
        }
        front.share(repeat_n((), threads), |()| {
            front.work(|rows, columns| {
                context.go_on()?;
                let rows = rows.start + self.from..rows.end + self.from;
                if late {
                    self.block::<C, N, true>([rows, columns], looks, &whole);
                } else {
                    self.block::<C, N, false>([rows, columns], looks, &whole);
                }
                Ok(())
            })
        })
    }

    /// Computes a square of tiles, of which only those with x <= y are computed if the other half is their mirror image.
    fn block<C: Kept, const N: usize, const LATE: bool>(
        &self,
        [rows, columns]: [Range<usize>; 2],
        looks: &TileLooks<'_, N>,
        whole: &Whole<'_, C>,
    ) {
        for down in rows.clone().step_by(TILE) {
            let begin = if self.half { columns.start.max(down) } else { columns.start };
            for across in (begin..columns.end).step_by(TILE) {
                let tile = [down..rows.end.min(down + TILE), across..columns.end.min(across + TILE)];
                self.fill::<C, N, LATE>(tile, looks, whole);
            }
        }
    }

    /// Computes a tile. Lines of nearest options take up the value of the nearest option before a cell is computed, the others
    /// that of the cell after it.
    fn fill<C: Kept, const N: usize, const LATE: bool>(
        &self,
        [downs, acrosses]: [Range<usize>; 2],
        looks: &TileLooks<'_, N>,
        whole: &Whole<'_, C>,
    ) {
        let rows = self.rows;
        let TileLooks { lags, late, heads, length, .. } = looks;
        let words = &whole.marks.words[..];
        let across = looks.across.map(|across| across.unwrap_or_default() * length);
        for x in downs {
            // A line that no cell of this row looks at begins beyond all.
            let begins = |at: usize, x| looks.tracks[at].set.row(x) * length;
            let first: [usize; N] =
                array::from_fn(|at| x.checked_sub(lags[at][0]).map_or(usize::MAX, |x| begins(at, x)));
            let begin = if self.half { acrosses.start.max(x) } else { acrosses.start };
            for y in begin..acrosses.end.min(rows.lengths[x]) {
                let lines: [usize; N] = array::from_fn(|at| {
                    if !LATE {
                        return first[at] + across[at] * y;
                    }
                    if first[at] == usize::MAX || y < lags[at][1] {
                        return usize::MAX;
                    }
                    let line = first[at] + looks.tracks[at].beside(y - lags[at][1]) * length;
                    if late[at] {
                        let value = whole.kept([x - lags[at][0], y - lags[at][1]]);
                        insert(words, line, *heads, value.kept() - 1);
                    }
                    line
                });
                let taken: [&[AtomicU64]; N] = array::from_fn(|at| match lines[at] {
                    usize::MAX if LATE => &looks.nothing[..*length],
                    line => &words[line..line + length],
                });
                let union = |at: usize| taken.iter().fold(0, |all, set| all | set[at].load(Ordering::Relaxed));
                let others = |word: usize| {
                    self.points.iter().filter(|point| point[0] <= x && point[1] <= y).fold(0, |all, [down, across]| {
                        let near = whole.kept([x - down, y - across]).kept() - 1;
                        all | u64::from(near / 64 == word) << (near % 64)
                    })
                };
                let value =
                    if self.points.is_empty() { least(*heads, union, |_| 0) } else { least(*heads, union, others) };
                for (at, line) in lines.into_iter().enumerate() {
                    if !LATE || (!late[at] && line != usize::MAX) {
                        insert(words, line, *heads, value);
                    }
                }
                whole.keep([x, y], C::of(value + 1));
                if self.half {
                    whole.keep([y, x], C::of(value + 1));
                }
            }
        }
    }
}
