//! Turns lines through every cell into values, square after square; the squares of one anti-diagonal share no line, so
//! several threads may work on them. Knows nothing of moves.
//!
//! Right because a cell needs of each line through it only what lies behind it on that line. A line with step (1, a) goes down
//! and to the right, so it enters a square from one that is above or to the left: squares in rows, or anti-diagonal after
//! anti-diagonal, find all of that done. Two squares of one anti-diagonal share no row, no column, and no line of slope (1, a),
//! which meets the anti-diagonals it passes at squares a + 1 apart; so the order in which they are computed changes nothing.
use super::{MOST_SETS, Marks, Rows, Set, insert, least, told};
use crate::engine::{Context, EngineError};
use crate::table::Kept;
use std::{array, thread};

/// Sides of the squares of cells that are computed together, so that their lines stay near.
const TILE: usize = 64;
/// Sides of the squares of such squares, whose lines stay in larger caches.
const BLOCK: usize = 4 * TILE;
/// Cells from which on several threads are worth while: squares in waves find less of what they need in caches.
const MANY: usize = 1 << 22;
/// Single cells that lie farther back are not copied for threads.
const MOST_BACK: usize = 2 * BLOCK;

/// What the inner loop needs of one set.
#[derive(Clone, Debug)]
pub(super) struct Track {
    set: Set,
    /// What is added to the number of a line for each column; else the remainder of the column is added.
    across: Option<usize>,
    /// What the nearest option takes, where the line is that of the nearest option and not of the cell.
    lag: Option<[usize; 2]>,
}

impl Track {
    pub(super) fn of(set: &Set) -> Self {
        let across = match set.step {
            [0, 1] => Some(0),
            [0, _] => None,
            _ => Some(1),
        };
        Self { set: set.clone(), across, lag: set.lag }
    }

    /// Whether the lines of one tile are neighbours, and no two tiles of an anti-diagonal share one.
    fn is_plain(&self) -> bool {
        matches!(self.set.step, [0 | 1, 1] | [1, _] | [0, 0])
    }

    /// How many lines the line of the cell `y` of a row comes after that of its first cell.
    fn beside(&self, y: usize) -> usize {
        self.across.map_or_else(|| y % self.set.step[1], |across| across * y)
    }

    /// The lines that the cells of a tile look at, from the first to the last, if there are any.
    fn lines(&self, [top, left]: [usize; 2], [bottom, right]: [usize; 2]) -> Option<[usize; 2]> {
        let [x, y] = self.lag.unwrap_or([0, 0]);
        let ([top, left], bottom, right) =
            ([top.max(x) - x, left.max(y) - y], bottom.checked_sub(x)?, right.checked_sub(y)?);
        let line = |x, y| self.set.row(x) + self.beside(y);
        Some(if self.set.step == [0, 1] {
            [line(top, left), line(bottom, right)]
        } else {
            [line(bottom, left), line(top, right)]
        })
    }
}

/// Whether only half of a table has to be computed: rows and columns exchange, and so do the values. Lines along a row that
/// begin late would lack the cells that are not computed.
pub(super) fn halved(sets: &[Set], points: &[[usize; 2]], rows: &Rows) -> bool {
    let mirror = |set: &Set| {
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
    pub(super) rows: &'a Rows,
    /// Whether only cells with x <= y are computed, and the others are their mirror images.
    pub(super) half: bool,
}

/// Where a tile keeps its sets of values, each named by the place of its first word among those of all lines, and its cells.
trait Store<C> {
    /// The words from that place on.
    fn line(&self, set: usize, begin: usize) -> &[u64];
    fn insert(&mut self, set: usize, begin: usize, value: usize);
    fn keep(&mut self, cell: [usize; 2], value: C);
    fn kept(&self, cell: [usize; 2]) -> C;
}

/// All lines and all cells.
struct Whole<'a, C> {
    marks: &'a mut Marks,
    rows: &'a Rows,
    values: &'a mut [C],
}

impl<C: Kept> Store<C> for Whole<'_, C> {
    fn line(&self, _: usize, begin: usize) -> &[u64] {
        &self.marks.words[begin..]
    }

    fn insert(&mut self, _: usize, begin: usize, value: usize) {
        insert(&mut self.marks.words, begin, self.marks.heads, value);
    }

    fn keep(&mut self, [x, y]: [usize; 2], value: C) {
        self.values[self.rows.index(x, y)] = value;
    }

    fn kept(&self, [x, y]: [usize; 2]) -> C {
        self.values[self.rows.index(x, y)]
    }
}

/// Consecutive lines, of which the first begins at some place among the words of all.
struct Part<'a> {
    begin: usize,
    words: &'a mut [u64],
}

/// Copies of the cells of a block and of those before it that its moves look at.
#[derive(Default)]
struct Near<C> {
    first: [usize; 2],
    width: usize,
    cells: Vec<C>,
}

impl<C: Kept> Near<C> {
    /// Those of a block, where moves look back so far.
    fn new([down, across]: [usize; 2], back: [usize; 2], rows: &Rows, values: &[C]) -> Self {
        let first = [down.saturating_sub(back[0]), across.saturating_sub(back[1])];
        let ends = [(down + BLOCK).min(rows.lengths.len()), (across + BLOCK).min(rows.shape[1])];
        let row = |x: usize| &values[rows.index(x, first[1])..rows.index(x, ends[1])];
        Self { first, width: ends[1] - first[1], cells: (first[0]..ends[0]).flat_map(row).copied().collect() }
    }

    fn place(&self, [x, y]: [usize; 2]) -> Option<usize> {
        let (x, y) = (x.checked_sub(self.first[0])?, y.checked_sub(self.first[1])?);
        (y < self.width).then_some(x * self.width + y).filter(|place| *place < self.cells.len())
    }
}

/// The lines and rows of one block.
struct Own<'a, C> {
    heads: usize,
    columns: usize,
    parts: Vec<Part<'a>>,
    /// Which part has the lines of a set.
    part_of: Vec<usize>,
    /// Rows of the table, each with the index of the first cell.
    bands: Vec<(usize, &'a mut [C])>,
    /// Where moves look at single cells.
    near: Option<Near<C>>,
}

impl<C: Kept> Store<C> for Own<'_, C> {
    fn line(&self, set: usize, begin: usize) -> &[u64] {
        let part = &self.parts[self.part_of[set]];
        &part.words[begin - part.begin..]
    }

    fn insert(&mut self, set: usize, begin: usize, value: usize) {
        let part = &mut self.parts[self.part_of[set]];
        insert(part.words, begin - part.begin, self.heads, value);
    }

    fn keep(&mut self, cell: [usize; 2], value: C) {
        let index = cell[0] * self.columns + cell[1];
        let band = self.bands.iter_mut().find(|band| band.0 <= index && index - band.0 < band.1.len());
        if let Some((first, cells)) = band {
            cells[index - *first] = value;
        }
        if let Some(near) = &mut self.near
            && let Some(place) = near.place(cell)
        {
            near.cells[place] = value;
        }
    }

    fn kept(&self, cell: [usize; 2]) -> C {
        self.near.as_ref().and_then(|near| near.cells.get(near.place(cell)?)).copied().unwrap_or_default()
    }
}

/// A square of cells, of which only those with x <= y are computed if the other half is their mirror image.
#[derive(Clone, Copy, Debug)]
struct Tile {
    down: usize,
    across: usize,
}

/// What the cells of all tiles look at: `N` sets of lines, of which the last may stand for none.
struct Looks<'a, const N: usize> {
    tracks: &'a [Track],
    /// What is added to the number of a line for each column.
    across: [Option<usize>; N],
    /// What the nearest option takes. A set that stands for none has one that is never there.
    lags: [[usize; 2]; N],
    /// Whether the line is that of the nearest option.
    late: [bool; N],
    heads: usize,
    length: usize,
    /// The set of a line that is not there.
    nothing: Vec<u64>,
}

impl<'a, const N: usize> Looks<'a, N> {
    fn new(tracks: &'a [Track], marks: &Marks) -> Self {
        let lag = |track: &Track| track.lag.unwrap_or([0, 0]);
        Self {
            tracks,
            across: array::from_fn(|at| tracks.get(at).map_or(Some(0), |track| track.across)),
            lags: array::from_fn(|at| tracks.get(at).map_or([usize::MAX; 2], lag)),
            late: array::from_fn(|at| tracks.get(at).is_none_or(|track| track.lag.is_some())),
            heads: marks.heads,
            length: marks.length,
            nothing: vec![0; marks.length],
        }
    }
}

impl Tiling<'_> {
    /// Computes all cells, which look at these sets of lines.
    pub(super) fn run<C: Kept>(
        &self,
        tracks: &[Track],
        marks: &mut Marks,
        values: &mut [C],
        context: &Context,
    ) -> Result<(), EngineError> {
        match tracks.len() {
            0 => self.tiles(&Looks::<0>::new(tracks, marks), marks, values, context),
            1 => self.tiles(&Looks::<1>::new(tracks, marks), marks, values, context),
            2 => self.tiles(&Looks::<2>::new(tracks, marks), marks, values, context),
            3 => self.tiles(&Looks::<3>::new(tracks, marks), marks, values, context),
            4 => self.tiles(&Looks::<4>::new(tracks, marks), marks, values, context),
            5..=7 => self.tiles(&Looks::<7>::new(tracks, marks), marks, values, context),
            _ => self.tiles(&Looks::<MOST_SETS>::new(tracks, marks), marks, values, context),
        }
    }

    fn tiles<C: Kept, const N: usize>(
        &self,
        looks: &Looks<'_, N>,
        marks: &mut Marks,
        values: &mut [C],
        context: &Context,
    ) -> Result<(), EngineError> {
        let back = self.back(looks.tracks);
        let near = back.into_iter().all(|back| back <= MOST_BACK);
        if 1 < context.threads && near && MANY <= values.len() && 0 < N && looks.tracks.iter().all(Track::is_plain) {
            return self.in_waves(looks, back, marks, values, context);
        }
        let mut store = Whole { marks, rows: self.rows, values };
        for top in (0..self.rows.lengths.len()).step_by(BLOCK) {
            let begin = if self.half { top } else { 0 };
            for left in (begin..self.rows.shape[1]).step_by(BLOCK) {
                context.go_on()?;
                self.block(Tile { down: top, across: left }, looks, &mut store);
            }
            told(top, self.rows, context);
        }
        Ok(())
    }

    /// How far single cells lie back that are looked at.
    fn back(&self, tracks: &[Track]) -> [usize; 2] {
        let single = self.points.iter().copied().chain(tracks.iter().filter_map(|track| track.lag));
        single.fold([0, 0], |back, cell| [back[0].max(cell[0]), back[1].max(cell[1])])
    }

    /// Computes a square of tiles.
    fn block<C: Kept, const N: usize>(&self, block: Tile, looks: &Looks<'_, N>, store: &mut impl Store<C>) {
        let late = looks.late.contains(&true) || looks.across.contains(&None);
        for down in (block.down..self.rows.lengths.len().min(block.down + BLOCK)).step_by(TILE) {
            let begin = if self.half { block.across.max(down) } else { block.across };
            for across in (begin..self.rows.shape[1].min(block.across + BLOCK)).step_by(TILE) {
                let tile = Tile { down, across };
                if late {
                    self.fill::<C, N, true>(tile, looks, store);
                } else {
                    self.fill::<C, N, false>(tile, looks, store);
                }
            }
        }
    }

    /// Computes all blocks of an anti-diagonal at once: no two of them share a row, a column or any other line. Single cells
    /// that a block looks at lie in it or in blocks of earlier anti-diagonals, of which it gets copies.
    fn in_waves<C: Kept, const N: usize>(
        &self,
        looks: &Looks<'_, N>,
        back: [usize; 2],
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
            let mut jobs = self.jobs(&tiles, looks, back, marks, values);
            let share = jobs.len().div_ceil(context.workers(jobs.len())).max(1);
            thread::scope(|scope| {
                let mut shares = jobs.chunks_mut(share);
                let own = shares.next();
                for others in shares {
                    scope.spawn(move || others.iter_mut().for_each(|(tile, store)| self.block(*tile, looks, store)));
                }
                own.into_iter().flatten().for_each(|(tile, store)| self.block(*tile, looks, store));
            });
            told(wave * self.rows.lengths.len() / (downs + acrosses), self.rows, context);
        }
        Ok(())
    }

    /// The lines and rows of each block.
    fn jobs<'a, C: Kept, const N: usize>(
        &self,
        tiles: &[Tile],
        looks: &Looks<'_, N>,
        back: [usize; 2],
        marks: &'a mut Marks,
        values: &'a mut [C],
    ) -> Vec<(Tile, Own<'a, C>)> {
        let (heads, length, columns) = (looks.heads, looks.length, self.rows.shape[1]);
        let own = |tile: &Tile| {
            let near = (back != [0, 0]).then(|| Near::new([tile.down, tile.across], back, self.rows, values));
            let part_of = vec![0; looks.tracks.len()];
            Own { heads, columns, parts: Vec::new(), part_of, bands: Vec::new(), near }
        };
        let mut jobs: Vec<(Tile, Own<'a, C>)> = tiles.iter().map(|tile| (*tile, own(tile))).collect();
        let (mut ranges, mut bands) = (Vec::new(), Vec::new());
        for (job, tile) in tiles.iter().enumerate() {
            let last = [self.rows.lengths.len().min(tile.down + BLOCK) - 1, columns.min(tile.across + BLOCK) - 1];
            let lines = looks.tracks.iter().enumerate();
            ranges.extend(
                lines.filter_map(|(set, track)| Some((track.lines([tile.down, tile.across], last)?, job, set))),
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
            own.parts.push(Part { begin: first * length, words: &mut mine[(first - begun) * length..] });
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

    /// Computes a tile. Lines of nearest options take up the value of the nearest option before a cell is computed, the others
    /// that of the cell after it.
    fn fill<C: Kept, const N: usize, const LATE: bool>(
        &self,
        tile: Tile,
        looks: &Looks<'_, N>,
        store: &mut impl Store<C>,
    ) {
        let rows = self.rows;
        let Looks { lags, late, heads, length, .. } = looks;
        let across = looks.across.map(|across| across.unwrap_or_default() * length);
        for x in tile.down..(tile.down + TILE).min(rows.lengths.len()) {
            // A line that no cell of this row looks at begins beyond all.
            let begins = |at: usize, x| looks.tracks[at].set.row(x) * length;
            let first: [usize; N] =
                array::from_fn(|at| x.checked_sub(lags[at][0]).map_or(usize::MAX, |x| begins(at, x)));
            let begin = if self.half { tile.across.max(x) } else { tile.across };
            for y in begin..(tile.across + TILE).min(rows.lengths[x]) {
                let lines: [usize; N] = array::from_fn(|at| {
                    if !LATE {
                        return first[at] + across[at] * y;
                    }
                    if first[at] == usize::MAX || y < lags[at][1] {
                        return usize::MAX;
                    }
                    let line = first[at] + looks.tracks[at].beside(y - lags[at][1]) * length;
                    if late[at] {
                        let value = store.kept([x - lags[at][0], y - lags[at][1]]);
                        store.insert(at, line, value.kept() - 1);
                    }
                    line
                });
                let taken: [&[u64]; N] = array::from_fn(|at| match lines[at] {
                    usize::MAX if LATE => &looks.nothing[..*length],
                    line => &store.line(at, line)[..*length],
                });
                let union = |at: usize| taken.iter().fold(0, |all, set| all | set[at]);
                let others = |word: usize| {
                    self.points.iter().filter(|point| point[0] <= x && point[1] <= y).fold(0, |all, [down, across]| {
                        let near = store.kept([x - down, y - across]).kept() - 1;
                        all | u64::from(near / 64 == word) << (near % 64)
                    })
                };
                let value =
                    if self.points.is_empty() { least(*heads, union, |_| 0) } else { least(*heads, union, others) };
                for (at, line) in lines.into_iter().enumerate() {
                    if !LATE || (!late[at] && line != usize::MAX) {
                        store.insert(at, line, value);
                    }
                }
                store.keep([x, y], C::of(value + 1));
                if self.half {
                    store.keep([y, x], C::of(value + 1));
                }
            }
        }
    }
}
