//! Turns levels into rows of a table, band after band: outcomes from the P-positions alone, and values some rows at a time. Knows
//! nothing of moves.
//!
//! Right because a table of outcomes is told by its P-positions; and because which cells get a value does not depend on which of them
//! are written down, so that all levels are gone through once for each band of rows.
use super::{Attack, BLOCK, each_p_run, prepare, swept};
use crate::engine::board::levels::LevelBoard;
use crate::engine::by_value::bands;
use crate::engine::moves::plane::Analysis;
use crate::engine::numbers::signed;
use crate::engine::rows::{FindsBands, RowBand};
use crate::engine::{Context, EngineError};
use crate::table::{Cells, Region};
use crate::value::{Play, Saturate};
use std::ops::Range;
use std::sync::Arc;

/// Cells of a band of outcomes, about.
const CELLS: usize = 1 << 24;
/// All levels are gone through no more often than this.
const MOST_PASSES: usize = 64;
/// Bytes of one found position, as lists grow.
const POSITION: u128 = 16;

/// Rows with their number and that of columns.
type FoundRows = ([usize; 2], Box<dyn FindsBands>);

/// Outcomes as their P-positions.
#[derive(Debug)]
struct OutcomeBands {
    shape: [usize; 2],
    /// How many cells of row 0 are shown, and whether a row shows one less than that before it.
    total: Option<usize>,
    /// Row by row.
    zeros: Vec<[u32; 2]>,
}

/// The outcomes of a region row by row. Cost: the P-positions, before any row.
///
/// # Errors
/// Memory, cancellation, or numbers too large.
pub(super) fn outcomes(
    analysis: &Analysis,
    region: &Region,
    play: Play,
    context: &Context,
) -> Result<FoundRows, EngineError> {
    let (board, moves) = prepare(analysis, region, context)?;
    let (shape, shown) = board.shown();
    let mut zeros: Vec<[u32; 2]> = Vec::new();
    let mut many = Ok(());
    each_p_run(&board, &moves, play, context, &mut |level, first, last| {
        if many.is_err() {
            return;
        }
        for place in first..=last {
            let heaps = board.frame.heaps(signed(level), place).map(u32::try_from);
            if let [Ok(x), Ok(y)] = heaps
                && (x as usize) < shape[0]
                && (y as usize) < shown(x as usize)
            {
                zeros.push([x, y]);
            }
        }
        many = context.fits(zeros.len() as u128 * POSITION);
    })?;
    many?;
    zeros.sort_unstable();
    let total = match region {
        Region::Total(_) => Some(shape[0]),
        Region::Box(_) => None,
    };
    Ok((shape, Box::new(OutcomeBands { shape, total, zeros })))
}

impl FindsBands for OutcomeBands {
    fn band(&mut self, from: usize, _context: &Context) -> Result<RowBand, EngineError> {
        let [rows, columns] = self.shape;
        let count = (CELLS / columns.max(1)).clamp(1, rows - from);
        let shown = |row: usize| self.total.map_or(columns, |total| total.saturating_sub(from + row));
        let mut cells = Cells::ones([count, columns], shown);
        let begin = self.zeros.partition_point(|zero| (zero[0] as usize) < from);
        for [row, column] in self.zeros[begin..].iter().take_while(|zero| (zero[0] as usize) < from + count) {
            cells.clear((*row as usize - from) * columns + *column as usize);
        }
        Ok(RowBand::behind(cells, 0))
    }
}

/// Values, as many rows together as fit the memory.
#[derive(Debug)]
struct Windows {
    analysis: Arc<Analysis>,
    region: Region,
    rows: usize,
    together: usize,
}

/// What some rows of a board take, in bytes: where thresholds are all there is, how many there are.
fn needed(board: &LevelBoard, thresholds: Option<usize>, rows: &Range<usize>) -> u128 {
    let Some(thresholds) = thresholds else {
        let ([_, columns], _) = board.shown();
        let each = if board.levels() < bands::NARROW { 2 } else { 4 };
        // All levels keep which cells have values, a bit each, and their ends twice.
        let free = board.cells() as u128 / 8 + board.levels() as u128 * 80;
        return rows.len() as u128 * columns as u128 * each + free;
    };
    bands::needed(board, thresholds, rows)
}

/// How many thresholds tell what a value attacks, if they do and fit.
fn thresholds_of(attack: &Attack<'_>, board: &LevelBoard) -> Option<usize> {
    attack.thresholds().filter(|_| board.levels() < bands::MOST_LEVELS)
}

/// The values of a region some rows at a time. Cost: all levels once for each time; no row is found yet.
///
/// # Errors
/// Memory, or numbers too large.
pub(super) fn windows(analysis: &Arc<Analysis>, region: &Region, context: &Context) -> Result<FoundRows, EngineError> {
    let (board, moves) = prepare(analysis, region, context)?;
    let thresholds = thresholds_of(&Attack::new(&moves, &board, context)?, &board);
    let ([rows, columns], _) = board.shown();
    let beside = if thresholds.is_some() { 0 } else { moves.bytes() };
    let needed = |rows: Range<usize>| needed(&board, thresholds, &rows).saturating_add(beside);
    // Where it is not all there is, several threads have room for what their values attack.
    let least = rows.div_ceil(MOST_PASSES);
    let spare = beside * (context.workers(usize::MAX) as u128 * u128::from(BLOCK));
    let memory = u128::from(context.memory);
    let memory = memory.checked_sub(spare).filter(|memory| needed(0..least) <= *memory).unwrap_or(memory);
    let each = needed(0..1).saturating_sub(needed(0..0)).max(1);
    let fitting =
        if needed(0..rows) <= memory { rows } else { (memory.saturating_sub(needed(0..0)) / each).saturated() };
    let together = fitting.clamp(least, rows);
    context.fits(needed(0..together))?;
    Ok(([rows, columns], Box::new(Windows { analysis: analysis.clone(), region: region.clone(), rows, together })))
}

impl FindsBands for Windows {
    fn passes(&self) -> usize {
        self.rows.div_ceil(self.together.max(1))
    }

    fn band(&mut self, from: usize, context: &Context) -> Result<RowBand, EngineError> {
        let rows = from..self.rows.min(from + self.together);
        let (board, moves) = prepare(&self.analysis, &self.region, context)?;
        let mut attack = Attack::new(&moves, &board, context)?;
        // Of all rows, those of this band are found as far as its levels are done.
        let context = context.within(rows.clone(), self.rows);
        let cells = if let Some(thresholds) = thresholds_of(&attack, &board) {
            bands::grundy(&board, (&mut attack, thresholds), rows, &context)?
        } else {
            drop(attack);
            let needed = needed(&board, None, &rows);
            swept((&board, &board.within(&rows)), &moves, needed, rows, &context)?
        };
        Ok(RowBand::behind(cells, 0))
    }
}
