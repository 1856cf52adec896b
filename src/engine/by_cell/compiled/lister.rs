//! All alternatives at many cells: which cells are positions, and lists of their options. Knows nothing of values.
//!
//! Right because a list says what the loops say at that cell.
use super::board::Numbers;
use super::lane::{LANES, Lane, Lanes};
use super::program::{Id, Program};
use super::step::{Compiled, OptionSink, Rest, Step};
use super::trouble::Trouble;
use crate::engine::Context;

/// Which positions belong to the game.
#[derive(Clone)]
pub(super) struct Membership<N> {
    program: Program,
    belongs: Id,
    cells: Vec<Lanes<N>>,
    all: Vec<N>,
}

impl<N: Lane> Membership<N> {
    pub(super) fn new(program: Program, belongs: Id) -> Self {
        let mut all = vec![N::default(); program.len()];
        program.run_once(0, &mut all);
        let cells = vec![[N::default(); LANES]; program.len()];
        Self { program, belongs, cells, all }
    }

    pub(super) fn place(&mut self, positions: &[Lanes<i64>], count: usize) {
        for (lanes, values) in self.cells.iter_mut().zip(positions) {
            for (lane, value) in lanes[..count].iter_mut().zip(values) {
                *lane = N::of(*value);
            }
        }
        self.program.run(1, &mut self.cells, count, &self.all);
    }

    pub(super) fn has(&self, cell: usize) -> bool {
        let known = self.program.level(self.belongs) == 0;
        let belongs = if known { self.all[self.belongs] } else { self.cells[self.belongs][cell] };
        belongs.is_true()
    }
}

/// What of a cell is listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CellState {
    /// It is no position of the game.
    Absent,
    /// All its options.
    Listed,
    /// Nothing: a condition has no value there.
    Unclear,
    /// Nothing: there are too many, so that it is looked at in its turn, even if it is no position.
    Late,
}

/// Options at equal distances.
#[derive(Clone, Copy, Debug)]
pub(super) struct OptionRun {
    pub(super) first: usize,
    pub(super) stride: i64,
    pub(super) count: usize,
}

/// The options of some cells.
pub(super) struct Listed {
    pub(super) cells: Vec<usize>,
    /// Their positions, one in each lane.
    pub(super) positions: Vec<Lanes<i64>>,
    states: Vec<CellState>,
    /// Where the options and the runs of each cell end.
    ends: Vec<(usize, usize)>,
    options: Vec<u32>,
    runs: Vec<OptionRun>,
    /// So many options and runs are listed; the other cells are left to their turn.
    most: usize,
}

impl Listed {
    /// What is listed of a cell: single options by their cells, and runs.
    pub(super) fn of(&self, at: usize) -> (CellState, &[u32], &[OptionRun]) {
        let first = at.checked_sub(1).map_or((0, 0), |before| self.ends[before]);
        let end = self.ends[at];
        (self.states[at], &self.options[first.0..end.0], &self.runs[first.1..end.1])
    }
}

impl OptionSink for Listed {
    fn one(&mut self, cell: usize) {
        self.options.push(short(cell));
    }

    fn run(&mut self, first: usize, stride: i64, count: usize) {
        self.runs.push(OptionRun { first, stride, count });
    }

    fn lanes<N: Lane>(&mut self, allowed: &[N], cells: &[N]) {
        // Each is written, and stays if its mask is full.
        let mut end = self.options.len();
        self.options.resize(end + cells.len(), 0);
        for (mask, cell) in allowed.iter().zip(cells) {
            self.options[end] = short(cell.index(*mask));
            end += usize::from(mask.is_true());
        }
        self.options.truncate(end);
    }

    fn every<N: Lane>(&mut self, cells: &[N]) {
        self.options.extend(cells.iter().map(|cell| short(cell.index(N::truth(true)))));
    }

    fn has_enough(&self) -> bool {
        self.most < self.options.len() + self.runs.len()
    }
}

fn short(cell: usize) -> u32 {
    u32::try_from(cell).expect("a board whose options are listed has fewer than 2^32 cells")
}

/// What lists options.
#[derive(Clone)]
pub(super) struct Lister<N> {
    pub(super) nests: Vec<Compiled<N>>,
    pub(super) domain: Option<Membership<N>>,
}

impl<N: Lane> Lister<N> {
    /// Takes some cells in hand.
    pub(super) fn place(&mut self, positions: &[Lanes<i64>], count: usize) {
        if let Some(domain) = &mut self.domain {
            domain.place(positions, count);
        }
        for nest in &mut self.nests {
            nest.place(positions, count);
        }
    }

    /// The options of the cells of one chunk, as long as there are no more than so many.
    ///
    /// # Errors
    /// An option beside the board, and cancellation.
    pub(super) fn list(
        &mut self,
        chunk: usize,
        most: usize,
        numbers: Numbers<'_>,
        context: &Context,
    ) -> Result<Listed, Trouble> {
        let (cells, positions) = numbers.chunk(chunk);
        let count = cells.len();
        let (options, runs, ends) = (Vec::new(), Vec::new(), Vec::with_capacity(count));
        let mut listed = Listed { cells, positions, states: Vec::with_capacity(count), ends, options, runs, most };
        self.place(&listed.positions, count);
        let mut is_late = false;
        for at in 0..count {
            let begin = (listed.options.len(), listed.runs.len());
            let state = if is_late { CellState::Late } else { self.list_cell(at, &mut listed, context)? };
            is_late = state == CellState::Late;
            if state != CellState::Listed {
                listed.options.truncate(begin.0);
                listed.runs.truncate(begin.1);
            }
            listed.states.push(state);
            listed.ends.push((listed.options.len(), listed.runs.len()));
        }
        Ok(listed)
    }

    fn list_cell(&mut self, at: usize, listed: &mut Listed, context: &Context) -> Result<CellState, Trouble> {
        if self.domain.as_ref().is_some_and(|domain| !domain.has(at)) {
            return Ok(CellState::Absent);
        }
        for nest in &mut self.nests {
            let step = Step { sink: &mut *listed, context, grows: false };
            match step.cell(nest, at)? {
                Rest::Open => {}
                Rest::Unclear => return Ok(CellState::Unclear),
                Rest::Decided => return Ok(CellState::Late),
            }
        }
        Ok(CellState::Listed)
    }
}
