//! About what a cell of a board costs, by the numbers of options of some of its positions. Knows nothing of values.
use super::board::CellBoard;
use super::lane::{LANES, LaneNumber, Lanes};
use super::prepared::Prepared;
use super::step::{Compiled, OptionSink, Rest, Step};
use super::takes::Solo;
use crate::engine::Context;
use crate::engine::numbers::{Draws, signed};
use crate::table::Region;
use std::borrow::Cow;

/// About how many nanoseconds a cell takes, and more for each alternative, each option of a run or a list, and each amount that is
/// tested.
const A_CELL: i64 = 15;
const A_NEST: i64 = 8;
const AN_OPTION: i64 = 1;
const A_TEST: i64 = 4;
/// The same for each choice of all amounts but the last one, if the options of that are a run, of which so many take a nanosecond.
const A_CHOICE: i64 = 16;
const OPTIONS_OF_RUNS: i64 = 4;
/// Positions whose options by several amounts are counted, and how many at most.
const COUNTED: usize = 64;
const MOST_COUNTED: i64 = 1 << 17;
/// The same where all options stand at distances that are looked up.
const A_LOOKED_UP_CELL: u64 = 2;
const A_LOOK: u64 = 1;

/// The nanoseconds, from positions that are always the same; `None` if the amounts of an option are not all bounded by the position.
pub(super) fn of_cell(moves: &[Cow<'_, Prepared>], board: &CellBoard, region: &Region) -> Option<u64> {
    let positions = drawn(board, region);
    let mut all = 0i64;
    for prepared in moves {
        let is_list = prepared.solo.as_ref().is_some_and(Solo::is_one_list);
        for (program, nest) in prepared.nests(board).ok()? {
            let mut compiled = Compiled::<i64>::new(program, nest);
            compiled.place(&positions, LANES);
            let each = if is_list || compiled.nest.run.is_some() { AN_OPTION } else { A_TEST };
            let tried = if 1 < compiled.nest.amounts {
                counted(&mut compiled)?
            } else {
                compiled.tried(LANES)?.saturating_mul(each)
            };
            all = tried.saturating_add(A_NEST * signed(LANES)).saturating_add(all);
        }
    }
    u64::try_from(A_CELL + all / signed(LANES)).ok()
}

/// The nanoseconds of the options of all positions in hand by several amounts, from those of some; `None` if there are too many to be
/// counted.
fn counted(compiled: &mut Compiled<i64>) -> Option<i64> {
    let (mut counter, context) = (OptionCounter::default(), Context::default());
    for cell in 0..COUNTED {
        let step = Step { sink: &mut counter, context: &context, grows: false };
        if !matches!(step.cell(compiled, cell).ok()?, Rest::Open) {
            return None;
        }
    }
    let nanoseconds = counter.runs * A_CHOICE + counter.in_runs / OPTIONS_OF_RUNS + counter.others * A_TEST;
    nanoseconds.checked_mul(signed(LANES / COUNTED))
}

/// Counts options.
#[derive(Default)]
struct OptionCounter {
    runs: i64,
    in_runs: i64,
    others: i64,
}

impl OptionSink for OptionCounter {
    fn one(&mut self, _cell: usize) {
        self.others += 1;
    }

    fn run(&mut self, _first: usize, _stride: i64, count: usize) {
        self.runs += 1;
        self.in_runs += signed(count);
    }

    fn lanes<N: LaneNumber>(&mut self, _allowed: &[N], cells: &[N]) {
        self.others += signed(cells.len());
    }

    fn every<N: LaneNumber>(&mut self, cells: &[N]) {
        self.others += signed(cells.len());
    }

    fn has_enough(&self) -> bool {
        MOST_COUNTED < self.runs + self.others
    }
}

/// The nanoseconds of a cell whose options, at most so many, stand at known distances.
pub(super) fn of_steps(options: usize) -> u64 {
    A_LOOKED_UP_CELL + options as u64 * A_LOOK
}

/// The same positions, each by itself.
pub(super) fn shown(board: &CellBoard, region: &Region) -> Vec<Vec<i64>> {
    let positions = drawn(board, region);
    (0..LANES).map(|lane| positions.iter().map(|lanes| lanes[lane]).collect()).collect()
}

/// Positions of a region, one for each lane.
fn drawn(board: &CellBoard, region: &Region) -> Vec<Lanes<i64>> {
    let mut draws = Draws::default();
    let mut positions = vec![[0; LANES]; board.size.len()];
    let mut position = board.low.clone();
    for lane in 0..LANES {
        // Where totals are bounded, few draws in a row are beside the region.
        for _ in 0..64 {
            for ((slot, low), size) in position.iter_mut().zip(&board.low).zip(&board.size) {
                *slot = low + signed(draws.below(*size));
            }
            if region.shows(&position[..board.heaps]) {
                break;
            }
        }
        for (lanes, value) in positions.iter_mut().zip(&position) {
            lanes[lane] = *value;
        }
    }
    positions
}
