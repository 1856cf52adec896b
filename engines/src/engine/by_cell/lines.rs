//! Turns rays and finite sets of moves that raise no heap into Grundy values, row by row. Knows nothing of conditions.
//!
//! Every line keeps the set of values on it as bits, and before them one bit for each word of these that is full. The value
//! of a cell is the first zero of the union of the sets of its lines; words that are full in one of them are passed over.
//!
//! Right because no move raises a heap: whatever lies on a line of a cell and comes before it row by row is an option of the
//! cell, and all its options by that line come before it. So the set of a line is the set of the values of those options, and
//! the first zero of the union is the least value excluded. A line that begins later than one step back takes up its cells
//! that much later (its lag).

use crate::engine::moves::plane::{Analysis, Delta, Piece, is_of_plane};
use crate::engine::numbers::{index, whole};
use crate::engine::question::{Engine, Passed, Unfit};
use crate::engine::rows::RowsInTurn;
use crate::engine::{Context, EngineError, EngineKind, Question};
use crate::ruleset::Position;
use crate::table::{Cells, Kept, Region, SharedCell, Table};
use crate::value::Play;
use std::sync::atomic::{AtomicU64, Ordering};
use tiles::{TileTrack, Tiling, halved};

mod in_turn;
mod one_in_each_row;
mod tiles;

const MOST_SETS: usize = 12;
const MOST_POINTS: usize = 512;

/// The engine of a ruleset.
#[derive(Debug)]
pub(in crate::engine) struct ByLines {
    lines: LineSets,
    shapes: String,
}

impl ByLines {
    pub(in crate::engine) fn new(analysis: &Analysis) -> Result<Self, Unfit> {
        Ok(Self { lines: LineSets::new(analysis)?, shapes: analysis.words() })
    }
}

impl Engine for ByLines {
    fn table(&self, region: &Region, question: Question, context: &Context) -> Result<Table, EngineError> {
        if question != Question::Grundy {
            return Err(EngineError::Unfit("lines keep Grundy values".to_owned()));
        }
        is_of_plane(region)?;
        grundy(&self.lines, region, context)
    }

    fn rows(&self, region: &Region, question: Question, context: &Context) -> Result<RowsInTurn, EngineError> {
        if question != Question::Grundy {
            return Err(EngineError::Unfit("lines keep Grundy values".to_owned()));
        }
        is_of_plane(region)?;
        let (shape, finds) = in_turn::rows(&self.lines, region, context)?;
        Ok(RowsInTurn::new(EngineKind::Lines, shape, finds))
    }

    fn p_positions(&self, up_to: u64, play: Play, context: &Context) -> Result<Vec<Position>, EngineError> {
        one_in_each_row::p_positions(&self.lines, up_to, play, context)
    }

    fn why(&self, _passed: &Passed) -> String {
        format!(
            "the moves are rays and single vectors that raise no heap ({}); a cell costs one look at each of them",
            self.shapes
        )
    }
}

/// Values of the cells on all lines with one step.
#[derive(Clone, Debug)]
pub(in crate::engine) struct LineValues {
    /// What one step takes from each heap.
    pub(in crate::engine) step: [usize; 2],
    /// What the nearest option takes from each heap, if that is not the step.
    pub(in crate::engine) lag: Option<[usize; 2]>,
    /// The number of the first line of this set among all lines.
    pub(in crate::engine) first: usize,
    /// How many lines each residue of the first heap has.
    pub(in crate::engine) width: usize,
    pub(in crate::engine) shift: usize,
    pub(in crate::engine) lines: usize,
    /// The most cells on one line.
    pub(in crate::engine) longest: usize,
}

/// The moves as sets of lines and single cells, in absolute values.
#[derive(Clone, Debug)]
pub(crate) struct LineSets {
    pub(in crate::engine) sets: Vec<LineValues>,
    pub(in crate::engine) points: Vec<[usize; 2]>,
}

impl LineSets {
    /// The moves of an analysis.
    ///
    /// # Errors
    /// Why this engine does not apply, in words.
    pub(crate) fn new(analysis: &Analysis) -> Result<Self, String> {
        if analysis.rises != [false, false] {
            return Err("a move raises a heap".to_owned());
        }
        let mut lines = Self { sets: Vec::new(), points: Vec::new() };
        let taken = |delta: &Delta| delta.map(|heap| index(-heap));
        for piece in &analysis.pieces {
            match piece {
                Piece::Finite(all) => lines.points.extend(all.iter().map(taken)),
                Piece::Ray { start, step } => {
                    let lag = (start != step).then(|| taken(start));
                    lines.sets.push(LineValues {
                        step: taken(step),
                        lag,
                        first: 0,
                        width: 0,
                        shift: 0,
                        lines: 0,
                        longest: 0,
                    });
                }
                Piece::Cone(_) => return Err("a move leaves in all directions of a cone".to_owned()),
            }
        }
        if MOST_SETS < lines.sets.len() || MOST_POINTS < lines.points.len() {
            return Err("its moves form too many lines".to_owned());
        }
        Ok(lines)
    }
}

impl LineValues {
    /// Numbers the lines of a board from `first` on; `None` if the numbers are too large.
    fn fit(&mut self, first: usize, [rows, columns]: [usize; 2]) -> Option<()> {
        let [down, across] = self.step;
        let (classes, longest) = match down {
            0 => (rows, usize::MAX),
            _ => (down, (rows - 1) / down + 1),
        };
        self.longest = (columns - 1).checked_div(across).map_or(longest, |steps| longest.min(steps + 1));
        (self.shift, self.width) = match down {
            0 => (0, across),
            _ => {
                let shift = across.checked_mul((rows - 1) / down)?;
                (shift, shift.checked_add(columns)?)
            }
        };
        self.first = first;
        self.lines = classes.checked_mul(self.width)?;
        first.checked_add(self.lines)?;
        Some(())
    }

    /// The line of the first cell of a row.
    fn row(&self, x: usize) -> usize {
        match self.step {
            [0, across] => self.first + x * across,
            [down, across] => self.first + (x % down) * self.width + self.shift - across * (x / down),
        }
    }
}

/// Sets of values, one for each line: `heads` words that tell which of the others are full, then these.
#[derive(Debug)]
struct Marks {
    words: Vec<AtomicU64>,
    heads: usize,
    length: usize,
}

impl Marks {
    /// Empty sets for values up to `most`. Their last word is never full.
    fn none(count: usize, most: usize) -> Self {
        let (heads, length) = Self::sizes(most);
        Self { words: Self::zeros(count * length), heads, length }
    }

    /// So many empty words, in memory that costs nothing until something is written to it.
    fn zeros(count: usize) -> Vec<AtomicU64> {
        vec![0; count].into_iter().map(AtomicU64::new).collect()
    }

    fn sizes(most: usize) -> (usize, usize) {
        let words = most / 64 + 2;
        (words.div_ceil(64), words.div_ceil(64) + words)
    }
}

/// Adds a value to the set of a line, which begins at some place among words.
fn insert(words: &[AtomicU64], begin: usize, heads: usize, value: usize) {
    let add = |word: &AtomicU64, bit: usize| {
        let with = word.load(Ordering::Relaxed) | 1 << (bit % 64);
        word.store(with, Ordering::Relaxed);
        with
    };
    if add(&words[begin + heads + value / 64], value) == u64::MAX {
        add(&words[begin + value / 4096], value / 64);
    }
}

/// The least value in neither the union of sets, given word after word, nor among others, given by words of values.
#[expect(clippy::inline_always, reason = "the lengths of the sets are known only where it is used")]
#[inline(always)]
fn least(heads: usize, union: impl Fn(usize) -> u64, others: impl Fn(usize) -> u64) -> usize {
    let within = |head: usize| {
        let mut open = !union(head);
        while open != 0 {
            let word = head * 64 + open.trailing_zeros() as usize;
            let taken = union(heads + word) | others(word);
            if taken != u64::MAX {
                return Some(word * 64 + taken.trailing_ones() as usize);
            }
            open &= open - 1;
        }
        None
    };
    (0..heads).find_map(within).expect("the last words of all sets are empty")
}

/// The rows of a region.
#[derive(Debug)]
struct RegionRows {
    shape: [usize; 2],
    lengths: Vec<usize>,
}

impl RegionRows {
    fn new(region: &Region) -> Self {
        let (shape, lengths): (_, Vec<usize>) = match region {
            Region::Box(bounds) => {
                let shape = [whole(bounds[0]), whole(bounds[1])];
                (shape, vec![shape[1]; shape[0]])
            }
            Region::Total(total) => ([whole(*total); 2], (0..whole(*total)).map(|x| whole(*total) - x).collect()),
        };
        Self { shape, lengths }
    }

    /// The index of a cell in the table.
    fn index(&self, x: usize, y: usize) -> usize {
        x * self.shape[1] + y
    }
}

/// Grundy values of a region. Cost: about the number of cells times the number of lines and points of the moves.
///
/// # Errors
/// Memory or cancellation.
fn grundy(lines: &LineSets, region: &Region, context: &Context) -> Result<Table, EngineError> {
    let shape = match region {
        Region::Box(bounds) => [bounds[0], bounds[1]],
        Region::Total(total) => [*total; 2],
    };
    let cells = region.touched(2);
    context.fits(cells.saturating_mul(2))?;
    let rows = RegionRows::new(region);
    let Fitted { sets, points, count, most } = lines.fitted(&rows)?;
    // In a browser every loop counts for the size of the page.
    let narrow = !cfg!(target_arch = "wasm32") && most + 1 < usize::from(u16::MAX);
    let marks = (count as u128).saturating_mul(Marks::sizes(most).1 as u128 * 8);
    context.fits(marks.saturating_add(cells.saturating_mul(if narrow { 2 } else { 4 })))?;
    let marks = Marks::none(count, most);
    let run = if narrow { run::<u16> } else { run::<u32> };
    let values = run(&sets, &points, &rows, &marks, context)?;
    Ok(Table { shape: shape.to_vec(), layers: vec![(Vec::new(), values)] })
}

/// The moves on a board, the number of lines, and a bound on the values.
#[derive(Debug)]
struct Fitted {
    pub(in crate::engine) sets: Vec<LineValues>,
    pub(in crate::engine) points: Vec<[usize; 2]>,
    count: usize,
    most: usize,
}

impl LineSets {
    /// The moves on a board.
    fn fitted(&self, rows: &RegionRows) -> Result<Fitted, EngineError> {
        let mut points = self.points.clone();
        let mut sets = Vec::new();
        let (mut count, mut most) = (0, 0);
        for set in &self.sets {
            if (0..2).any(|heap| rows.shape[heap] <= set.step[heap]) {
                // Only the nearest option lies on the board.
                points.push(set.lag.unwrap_or(set.step));
                continue;
            }
            let mut set = set.clone();
            set.fit(count, rows.shape).ok_or_else(EngineError::unfit_region)?;
            count += set.lines;
            most += set.longest;
            sets.push(set);
        }
        points.retain(|point| point[0] < rows.shape[0] && point[1] < rows.shape[1]);
        // Every move takes at least one token, so no value is above the number of tokens.
        let tokens = rows.shape[0] + rows.shape[1];
        let most = tokens.min(most + points.len());
        Ok(Fitted { sets, points, count, most })
    }
}

/// All cells.
fn run<C: Kept>(
    sets: &[LineValues],
    points: &[[usize; 2]],
    rows: &RegionRows,
    marks: &Marks,
    context: &Context,
) -> Result<Cells, EngineError> {
    let values: Vec<C::Shared> = SharedCell::none(rows.shape[0] * rows.shape[1]);
    let mut sets = sets.to_vec();
    let half = halved(&sets, points, rows);
    if half && let [Some(row), Some(column)] = [[0, 1], [1, 0]].map(|step| sets.iter().position(|set| set.step == step))
    {
        // By symmetry row x and column x hold the same values: they share one set.
        sets[row].first = sets[column].first + sets[column].shift;
    }
    let tracks: Vec<TileTrack> = sets.iter().map(TileTrack::of).collect();
    Tiling { points, rows, from: 0, half }.run::<C>(&tracks, (marks, &values), context)?;
    Ok(C::cells(values.into_iter().map(SharedCell::into_kept).collect()))
}
