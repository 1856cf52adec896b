//! Turns lines through every cell into values, square after square; the squares of one anti-diagonal share no line, so
//! several threads may work on them. Knows nothing of moves.
//!
//! Right because a cell needs of each line through it only what lies behind it on that line. A line with step (1, a) goes down
//! and to the right, so it enters a square from one that is above or to the left: squares in rows, or anti-diagonal after
//! anti-diagonal, find all of that done. Two squares of one anti-diagonal share no row, no column, and no line of slope (1, a),
//! which meets the anti-diagonals it passes at squares a + 1 apart; so the order in which they are computed changes nothing.
use super::{Marks, Rows, Set, insert, least, told};
use crate::engine::{Context, EngineError};
use crate::table::Kept;
use std::{array, thread};

/// Sides of the squares of cells that are computed together, so that their lines stay near.
const TILE: usize = 64;
/// Sides of the squares of such squares, whose lines stay in larger caches.
const BLOCK: usize = 4 * TILE;
/// Cells from which on several threads are worth while: squares in waves find less of what they need in caches.
const MANY: usize = 1 << 24;

/// What the inner loop of the common case needs of one set: the line of (x, y) is `first + down * x + across * y`.
#[derive(Clone, Copy)]
pub(super) struct Plain {
    pub(super) first: usize,
    down: isize,
    across: usize,
}

/// The sets of a board on which every option lies on the line of its cell, or nothing if they are of another kind.
pub(super) fn plain(sets: &[Set]) -> Option<Vec<Plain>> {
    sets.iter()
        .map(|set| match set.step {
            _ if set.lag.is_some() => None,
            [0, 1] => Some(Plain { first: set.first, down: 1, across: 0 }),
            [1, across] => {
                Some(Plain { first: set.first + set.shift, down: -isize::try_from(across).ok()?, across: 1 })
            }
            _ => None,
        })
        .collect()
}

/// Whether only half of a table has to be computed: rows and columns exchange, and so do the values.
pub(super) fn halved(sets: &[Set], points: &[[usize; 2]], rows: &Rows) -> bool {
    let rooks = [[0, 1], [1, 0]].map(|step| sets.iter().any(|set| set.step == step));
    rows.shape[0] == rows.shape[1]
        && rooks[0] == rooks[1]
        && sets.iter().all(|set| set.step == [0, 1] || set.step == [1, 0] || set.step == [1, 1])
        && points.iter().all(|[x, y]| points.contains(&[*y, *x]))
}

impl Plain {
    fn line(&self, x: usize, y: usize) -> usize {
        self.first.wrapping_add_signed(self.down * x.cast_signed()) + self.across * y
    }

    /// The lines through the cells of a tile, from the first to the last.
    fn lines(&self, [top, left]: [usize; 2], [bottom, right]: [usize; 2]) -> [usize; 2] {
        if 0 < self.down {
            return [self.line(top, left), self.line(bottom, right)];
        }
        [self.line(bottom, left), self.line(top, right)]
    }
}

/// What is computed.
pub(super) struct Plan<'a> {
    pub(super) points: &'a [[usize; 2]],
    pub(super) rows: &'a Rows,
    /// Whether only cells with x <= y are computed, and the others are their mirror images.
    pub(super) half: bool,
}

/// Where a tile keeps its sets of values and its cells.
trait Store<C> {
    fn line(&self, set: usize, line: usize) -> &[u64];
    fn insert(&mut self, set: usize, line: usize, value: usize);
    fn keep(&mut self, index: usize, value: C);
    fn kept(&self, index: usize) -> C;
}

/// All lines and all cells.
struct Whole<'a, C> {
    marks: &'a mut Marks,
    values: &'a mut [C],
}

impl<C: Kept> Store<C> for Whole<'_, C> {
    fn line(&self, _: usize, line: usize) -> &[u64] {
        self.marks.line(line)
    }

    fn insert(&mut self, _: usize, line: usize, value: usize) {
        self.marks.insert(line, value);
    }

    fn keep(&mut self, index: usize, value: C) {
        self.values[index] = value;
    }

    fn kept(&self, index: usize) -> C {
        self.values[index]
    }
}

/// Consecutive lines.
struct Part<'a> {
    first: usize,
    words: &'a mut [u64],
}

/// The lines and rows of one block.
struct Own<'a, C, const N: usize> {
    heads: usize,
    length: usize,
    parts: Vec<Part<'a>>,
    /// Which part has the lines of a set.
    part_of: [usize; N],
    /// Rows of the table, each with the index of the first cell.
    bands: Vec<(usize, &'a mut [C])>,
}

impl<C: Kept, const N: usize> Store<C> for Own<'_, C, N> {
    fn line(&self, set: usize, line: usize) -> &[u64] {
        let part = &self.parts[self.part_of[set]];
        let line = line - part.first;
        &part.words[line * self.length..(line + 1) * self.length]
    }

    fn insert(&mut self, set: usize, line: usize, value: usize) {
        let part = &mut self.parts[self.part_of[set]];
        let line = line - part.first;
        insert(&mut part.words[line * self.length..(line + 1) * self.length], self.heads, value);
    }

    fn keep(&mut self, index: usize, value: C) {
        let band = self.bands.iter_mut().find(|band| band.0 <= index && index - band.0 < band.1.len());
        if let Some((first, cells)) = band {
            cells[index - *first] = value;
        }
    }

    fn kept(&self, index: usize) -> C {
        let band = self.bands.iter().find(|band| band.0 <= index && index - band.0 < band.1.len());
        band.map_or(C::default(), |(first, cells)| cells[index - first])
    }
}

/// A square of cells, of which only those with x <= y are computed if the other half is their mirror image.
#[derive(Clone, Copy, Debug)]
struct Tile {
    down: usize,
    across: usize,
}

impl Plan<'_> {
    pub(super) fn run<C: Kept, const N: usize>(
        &self,
        sets: &[Plain; N],
        marks: &mut Marks,
        values: &mut [C],
        context: &Context,
    ) -> Result<(), EngineError> {
        // Single difference vectors look into other tiles.
        if 1 < context.threads && self.points.is_empty() && MANY <= values.len() && 0 < N {
            return self.in_waves(sets, marks, values, context);
        }
        let (heads, length) = (marks.heads, marks.length);
        let mut store = Whole { marks, values };
        for top in (0..self.rows.lengths.len()).step_by(BLOCK) {
            let begin = if self.half { top } else { 0 };
            for left in (begin..self.rows.shape[1]).step_by(BLOCK) {
                context.go_on()?;
                self.block(Tile { down: top, across: left }, (sets, heads, length), &mut store);
            }
            told(top, self.rows, context);
        }
        Ok(())
    }

    /// Computes a square of tiles.
    fn block<C: Kept, const N: usize>(
        &self,
        block: Tile,
        lines: (&[Plain; N], usize, usize),
        store: &mut impl Store<C>,
    ) {
        for down in (block.down..self.rows.lengths.len().min(block.down + BLOCK)).step_by(TILE) {
            let begin = if self.half { block.across.max(down) } else { block.across };
            for across in (begin..self.rows.shape[1].min(block.across + BLOCK)).step_by(TILE) {
                self.fill(Tile { down, across }, lines, store);
            }
        }
    }

    /// Computes all blocks of an anti-diagonal at once: no two of them share a row, a column or any other line.
    fn in_waves<C: Kept, const N: usize>(
        &self,
        sets: &[Plain; N],
        marks: &mut Marks,
        values: &mut [C],
        context: &Context,
    ) -> Result<(), EngineError> {
        let (downs, acrosses) = (self.rows.lengths.len().div_ceil(BLOCK), self.rows.shape[1].div_ceil(BLOCK));
        for wave in 0..downs + acrosses - 1 {
            context.go_on()?;
            let tiles = (0..downs).filter_map(|down| {
                let across = wave.checked_sub(down).filter(|across| *across < acrosses)?;
                let shown = down * BLOCK < self.rows.lengths.len() && across * BLOCK < self.rows.lengths[down * BLOCK];
                (shown && (!self.half || down <= across)).then_some(Tile { down: down * BLOCK, across: across * BLOCK })
            });
            let tiles: Vec<Tile> = tiles.collect();
            let (heads, length) = (marks.heads, marks.length);
            let mut jobs = self.jobs(&tiles, sets, marks, values);
            let lines = (sets, heads, length);
            let share = jobs.len().div_ceil(context.workers(jobs.len())).max(1);
            thread::scope(|scope| {
                let mut shares = jobs.chunks_mut(share);
                let own = shares.next();
                for others in shares {
                    scope.spawn(move || others.iter_mut().for_each(|(tile, store)| self.block(*tile, lines, store)));
                }
                own.into_iter().flatten().for_each(|(tile, store)| self.block(*tile, lines, store));
            });
            told(wave * self.rows.lengths.len() / (downs + acrosses), self.rows, context);
        }
        Ok(())
    }

    /// The lines and rows of each block.
    fn jobs<'a, C: Kept, const N: usize>(
        &self,
        tiles: &[Tile],
        sets: &[Plain; N],
        marks: &'a mut Marks,
        values: &'a mut [C],
    ) -> Vec<(Tile, Own<'a, C, N>)> {
        let (heads, length) = (marks.heads, marks.length);
        let mut jobs: Vec<(Tile, Own<'a, C, N>)> = tiles
            .iter()
            .map(|tile| (*tile, Own { heads, length, parts: Vec::new(), part_of: [0; N], bands: Vec::new() }))
            .collect();
        let (mut ranges, mut bands) = (Vec::new(), Vec::new());
        for (job, tile) in tiles.iter().enumerate() {
            let last =
                [self.rows.lengths.len().min(tile.down + BLOCK) - 1, self.rows.shape[1].min(tile.across + BLOCK) - 1];
            ranges.extend(
                sets.iter().enumerate().map(|(set, lines)| (lines.lines([tile.down, tile.across], last), job, set)),
            );
            bands.push(([tile.down, last[0]], job));
            if self.half && tile.down != tile.across {
                bands.push(([tile.across, last[1]], job));
            }
        }
        ranges.sort_unstable();
        let (mut words, mut begun) = (marks.words.as_mut_slice(), 0);
        for (at, ([first, last], job, set)) in ranges.iter().enumerate() {
            let own = &mut jobs[*job].1;
            // Where rows and columns share their sets, a tile on the diagonal has the same lines twice.
            if 0 < at && ranges[at - 1].0 == [*first, *last] {
                own.part_of[*set] = own.parts.len() - 1;
                continue;
            }
            let (mine, rest) = words.split_at_mut((last + 1 - begun) * length);
            own.part_of[*set] = own.parts.len();
            own.parts.push(Part { first: *first, words: &mut mine[(first - begun) * length..] });
            (words, begun) = (rest, last + 1);
        }
        bands.sort_unstable();
        let (mut cells, mut begun) = (values, 0);
        for ([first, last], job) in bands {
            let (from, to) = (self.rows.index(first, 0), self.rows.index(last + 1, 0));
            let (mine, rest) = cells.split_at_mut(to - begun);
            jobs[job].1.bands.push((from, &mut mine[from - begun..]));
            (cells, begun) = (rest, to);
        }
        jobs
    }

    /// Computes a tile. The lines of the moves come with the lengths of their sets.
    fn fill<C: Kept, const N: usize>(
        &self,
        tile: Tile,
        (sets, heads, length): (&[Plain; N], usize, usize),
        store: &mut impl Store<C>,
    ) {
        let rows = self.rows;
        for x in tile.down..(tile.down + TILE).min(rows.lengths.len()) {
            let first = sets.map(|set| set.line(x, 0));
            let begin = if self.half { tile.across.max(x) } else { tile.across };
            for y in begin..(tile.across + TILE).min(rows.lengths[x]) {
                let lines: [usize; N] = array::from_fn(|at| first[at] + sets[at].across * y);
                let taken: [&[u64]; N] = array::from_fn(|at| &store.line(at, lines[at])[..length]);
                let union = |at: usize| taken.iter().fold(0, |all, set| all | set[at]);
                let others = |word: usize| {
                    self.points.iter().filter(|point| point[0] <= x && point[1] <= y).fold(0, |all, [down, across]| {
                        let near = store.kept(rows.index(x - down, y - across)).kept() - 1;
                        all | u64::from(near / 64 == word) << (near % 64)
                    })
                };
                let value =
                    if self.points.is_empty() { least(heads, union, |_| 0) } else { least(heads, union, others) };
                for (at, line) in lines.into_iter().enumerate() {
                    store.insert(at, line, value);
                }
                store.keep(rows.index(x, y), C::of(value + 1));
                if self.half {
                    store.keep(rows.index(y, x), C::of(value + 1));
                }
            }
        }
    }
}
