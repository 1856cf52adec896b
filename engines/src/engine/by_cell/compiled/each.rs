//! What one move of a single heap takes from each value of it, by compiled operations. Knows nothing of values.
//!
//! Right because such a move has the same options wherever the heap and the registers are the same: heaps that it does not ask for are empty here.
use super::amounts::AmountLists;
use super::board::CellBoard;
use super::lane::LANES;
use super::prepared::{on_board, prepared};
use super::step::{Compiled, OptionSink, Rest, Step};
use super::takes::Listing;
use super::trouble::Trouble;
use crate::engine::numbers::signed;
use crate::engine::{Context, EngineError};
use crate::ruleset::{Move, Ruleset};

/// For each value of a heap below a size what a move takes from it, ascending; `None` if operations cannot say it, or if the move raises the heap.
///
/// # Errors
/// Memory and cancellation.
pub(super) fn taken_from_each(
    (family, ruleset): (&Move, &Ruleset),
    heap: usize,
    (layer, size): (&[i64], usize),
    (others, context): (u128, &Context),
) -> Result<Option<Vec<Vec<u32>>>, EngineError> {
    let heaps = ruleset.heaps.len();
    let low: Vec<i64> = std::iter::repeat_n(0, heaps).chain(layer.iter().copied()).collect();
    let along = |own: usize, beside: usize| (0..low.len()).map(|at| if at == heap { own } else { beside }).collect();
    let board = CellBoard {
        heaps,
        size: along(size, 1),
        stride: along(1, size),
        low,
        is_closed: vec![true; ruleset.registers.len()],
        amounts: AmountLists::default(),
    };
    let Ok(moves) = prepared(family, ruleset) else { return Ok(None) };
    let mut nests = Vec::new();
    for own in on_board(&[moves], ruleset, &board) {
        let Ok(all) = own.nests(&board) else { return Ok(None) };
        nests.extend(all.into_iter().map(|(program, nest)| Compiled::<i64>::new(program, nest)));
    }
    match listed(&mut nests, (heap, &board), (others, context)) {
        Ok(all) => Ok(all),
        Err(Trouble::Engine(error)) if !error.is_of_this_engine() => Err(error),
        Err(_) => Ok(None),
    }
}

/// The lists, for as many values at once as there are lanes; `None` where a condition has no value, or nothing is taken.
fn listed(
    nests: &mut [Compiled<i64>],
    (heap, board): (usize, &CellBoard),
    (others, context): (u128, &Context),
) -> Result<Option<Vec<Vec<u32>>>, Trouble> {
    let size = board.size[heap];
    let (mut all, mut bytes) = (Vec::with_capacity(size), others);
    let mut positions: Vec<_> = board.low.iter().map(|low| [*low; LANES]).collect();
    for first in (0..size).step_by(LANES) {
        let count = LANES.min(size - first);
        for (value, lane) in (signed(first)..).zip(&mut positions[heap][..count]) {
            *lane = value;
        }
        for nest in &mut *nests {
            nest.place(&positions, count);
        }
        for lane in 0..count {
            context.go_on()?;
            let mut listing = Listing { cells: Vec::new() };
            for nest in &mut *nests {
                match (Step { sink: &mut listing, context, grows: false }).cell(nest, lane)? {
                    Rest::Open if !listing.has_enough() => {}
                    _ => return Ok(None),
                }
            }
            let value = first + lane;
            let fallen = |left: &usize| value.checked_sub(*left).filter(|fallen| 0 < *fallen);
            let takes: Option<Vec<u32>> = listing.cells.iter().map(|left| u32::try_from(fallen(left)?).ok()).collect();
            let Some(mut takes) = takes else { return Ok(None) };
            takes.sort_unstable();
            takes.dedup();
            bytes = bytes.saturating_add(takes.len() as u128 * 4 + 24);
            context.fits(bytes)?;
            all.push(takes);
        }
    }
    Ok(Some(all))
}
