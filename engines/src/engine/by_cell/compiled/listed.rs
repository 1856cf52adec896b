//! The cells that positions of a region can reach, in the order of the measure. Knows nothing of moves.
//!
//! Right because a stable sort by each part of the measure, the last part first, leaves the cells in lexicographic order of all parts.
use super::board::{CellBoard, ReachedCells};
use super::brief::IS_SMALL;
use super::lane::LANES;
use crate::engine::numbers::{index, signed};
use crate::engine::{Context, EngineError};
use crate::ruleset::{Ruleset, Weights};
use crate::value::Saturate;

/// Where so many times fewer cells are listed than the board has, the sums of the others are not computed.
const FEW: usize = 4;

/// Rows of fewer cells are sorted.
const SHORT: usize = 8;

/// The cells, the least in the measure first. Cost: some nanoseconds for each cell and part of the measure, and 16 bytes for each cell.
///
/// # Errors
/// Memory and cancellation.
pub(super) fn listed(
    ruleset: &Ruleset,
    board: &CellBoard,
    reached: &ReachedCells,
    context: &Context,
) -> Result<Vec<u32>, EngineError> {
    let touched = reached.touched(board);
    if !IS_SMALL && let Some(all) = in_one_pass(ruleset, board, reached, context)? {
        return Ok(all);
    }
    context.fits(touched * 16)?;
    let cells = u32::try_from(board.cells()).map_err(|_| EngineError::unfit_region())?;
    let width = count(board.size[board.innermost()]);
    let mut position = board.low.clone();
    let mut all = Vec::with_capacity(touched.saturated());
    for first in (0..cells).step_by(width as usize) {
        context.go_on()?;
        board.position(first as usize, &mut position);
        let held: u32 = reached.held(&position, board).saturated();
        all.extend(first..first + held.min(width));
    }
    for weights in ruleset.measure.iter().rev() {
        all = sorted(all, weights, board);
        context.go_on()?;
    }
    Ok(all)
}

/// Cells next to each other: the first, how many, and the sum of the first, from the least of the board.
struct CellRow {
    first: u32,
    count: u32,
    sum: i64,
}

/// The same where one part of the measure alone moves the cells, and those behind it never fall from one cell to the next; `None` elsewhere, or where rows are short.
/// Cost: a step for each cell, and 4 bytes.
fn in_one_pass(
    ruleset: &Ruleset,
    board: &CellBoard,
    reached: &ReachedCells,
    context: &Context,
) -> Result<Option<Vec<u32>>, EngineError> {
    let outermost = board.outermost();
    // Sums of the outermost coordinate alone come in order already.
    let stays = |weights: &&Weights| {
        0 <= weights[outermost] && weights.iter().enumerate().all(|(at, weight)| at == outermost || *weight == 0)
    };
    let mut moving = ruleset.measure.iter().rev().skip_while(stays);
    let (Some(weights), None) = (moving.next(), moving.next()) else { return Ok(None) };
    let span = |(weight, size): (&i64, &usize)| weight.checked_mul(signed(size - 1));
    let Some(spans) = weights.iter().zip(&board.size).map(span).collect::<Option<Vec<i64>>>() else { return Ok(None) };
    let ends = [i64::min, i64::max].map(|end| spans.iter().try_fold(0i64, |sum, span| sum.checked_add(end(*span, 0))));
    let [Some(least), Some(most)] = ends else { return Ok(None) };
    let sums = most.checked_sub(least).and_then(|sums| usize::try_from(sums).ok()).map(|sums| sums + 1);
    let inner = board.innermost();
    let Some(sums) = sums.filter(|sums| *sums <= board.cells() && SHORT <= board.size[inner]) else { return Ok(None) };
    let Some(rows) = rows((board, reached), weights, least, context)? else { return Ok(None) };
    let touched: usize = rows.iter().map(|row| row.count as usize).sum();
    context.fits(touched as u128 * 4 + rows.len() as u128 * 16 + sums as u128 * 4)?;
    let step = weights[inner];
    let mut next = first_places(&rows, step, sums);
    let mut all = vec![0; touched];
    for row in rows {
        context.go_on()?;
        let mut sum = row.sum;
        for cell in row.first..row.first + row.count {
            let place = &mut next[index(sum)];
            all[*place as usize] = cell;
            *place += 1;
            sum += step;
        }
    }
    Ok(Some(all))
}

/// All rows, in the order of their cells; `None` if these are too many to be numbered.
fn rows(
    (board, reached): (&CellBoard, &ReachedCells),
    weights: &[i64],
    least: i64,
    context: &Context,
) -> Result<Option<Vec<CellRow>>, EngineError> {
    let Ok(cells) = u32::try_from(board.cells()) else { return Ok(None) };
    let width = count(board.size[board.innermost()]);
    let mut position = board.low.clone();
    let mut all = Vec::with_capacity((cells / width) as usize);
    for first in (0..cells).step_by(width as usize) {
        context.go_on()?;
        board.position(first as usize, &mut position);
        let held: u32 = reached.held(&position, board).saturated();
        let steps = position.iter().zip(&board.low).zip(weights);
        let sum = steps.map(|((value, low), weight)| weight * (value - low)).sum::<i64>() - least;
        all.push(CellRow { first, count: held.min(width), sum });
    }
    Ok(Some(all))
}

/// For each sum how many cells have a smaller one, where sums change so much from one cell of a row to the next.
fn first_places(rows: &[CellRow], step: i64, sums: usize) -> Vec<u32> {
    let by = index(step.abs());
    // What is added at one end of a row is taken away behind the other.
    let mut counts = vec![0u32; sums + by];
    for row in rows.iter().filter(|row| 0 < row.count) {
        if by == 0 {
            counts[index(row.sum)] += row.count;
            continue;
        }
        let low = index(row.sum.min(row.sum + step * (i64::from(row.count) - 1)));
        counts[low] = counts[low].wrapping_add(1);
        let behind = &mut counts[low + by * row.count as usize];
        *behind = behind.wrapping_sub(1);
    }
    if 0 < by {
        for at in by..counts.len() {
            counts[at] = counts[at].wrapping_add(counts[at - by]);
        }
    }
    let mut sum = 0u32;
    for count in &mut counts {
        sum += std::mem::replace(count, sum);
    }
    counts
}

fn count(side: usize) -> u32 {
    u32::try_from(side).expect("no side has more places than the board has cells")
}

/// The cells in the order of a weighted sum of their coordinates; those of equal sums stay as they are.
fn sorted(mut all: Vec<u32>, weights: &[i64], board: &CellBoard) -> Vec<u32> {
    let cells = board.cells();
    let span = |(weight, size): (&i64, &usize)| i128::from(*weight) * i128::from(signed(*size) - 1);
    let spans = || weights.iter().zip(&board.size).map(span);
    let (below, above) = spans().fold((0, 0), |(below, above), span| (below + span.min(0), above + span.max(0)));
    let most = u32::try_from(above - below).ok().filter(|most| !IS_SMALL && (*most as usize) < cells);
    let (Some(most), Ok(least)) = (most, u32::try_from(-below)) else {
        let mut position = board.low.clone();
        all.sort_by_cached_key(|cell| {
            board.position(*cell as usize, &mut position);
            let product = |(weight, value): (&i64, &i64)| i128::from(*weight) * i128::from(*value);
            weights.iter().zip(&position).map(product).sum::<i128>()
        });
        return all;
    };
    let sums = sums_of(&all, weights, board, least);
    if sums.is_sorted() {
        return all;
    }
    let mut next = vec![0u32; most as usize + 2];
    for sum in &sums {
        next[*sum as usize + 1] += 1;
    }
    for at in 1..next.len() {
        next[at] += next[at - 1];
    }
    let mut sorted = vec![0; all.len()];
    for (cell, sum) in all.into_iter().zip(sums) {
        let place = &mut next[sum as usize];
        sorted[*place as usize] = cell;
        *place += 1;
    }
    sorted
}

/// The weighted sum of the coordinates of each of some cells, from that of the first one of the board, so that none is below 0.
fn sums_of(cells: &[u32], weights: &[i64], board: &CellBoard, first: u32) -> Vec<u32> {
    if !IS_SMALL && (board.is_turned() || cells.len() < board.cells() / FEW) {
        let mut lanes = vec![[0; LANES]; board.size.len()];
        let mut sums = Vec::with_capacity(cells.len());
        for cells in cells.chunks(LANES) {
            board.positions(cells, &mut lanes, 0);
            let mut all = [i64::from(first); LANES];
            for ((weight, low), lanes) in weights.iter().zip(&board.low).zip(&lanes) {
                all.iter_mut().zip(lanes).for_each(|(sum, value)| *sum += weight * (value - low));
            }
            let own = all[..cells.len()].iter();
            sums.extend(own.map(|sum| u32::try_from(*sum).expect("between the least and the greatest sum")));
        }
        return sums;
    }
    let sums = sums(weights, board, first);
    cells.iter().map(|cell| sums[*cell as usize]).collect()
}

/// The weighted sum of the coordinates of each cell, from that of the first one, so that none is below 0.
fn sums(weights: &[i64], board: &CellBoard, first: u32) -> Vec<u32> {
    let mut sums = vec![first];
    for (weight, size) in weights.iter().zip(&board.size) {
        let mut next = Vec::with_capacity(sums.len() * size);
        for own in &sums {
            let along = (0..signed(*size)).map(|steps| i64::from(*own) + weight * steps);
            next.extend(along.map(|sum| u32::try_from(sum).expect("between the least and the greatest sum")));
        }
        sums = next;
    }
    sums
}
