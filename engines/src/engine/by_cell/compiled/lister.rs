//! All alternatives at many cells: which cells are positions, and lists of their options. Knows nothing of values.
//!
//! Right because a list says what the loops say at that cell.
use super::board::Numbers;
use super::lane::{LANES, LaneNumber, Lanes};
use super::program::{Id, Program};
use super::spread::{LaneGroup, NestOptions, Spread};
use super::step::Compiled;
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

impl<N: LaneNumber> Membership<N> {
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
        self.at(cell).is_true()
    }

    /// What is asked, where it is a number and no truth.
    pub(super) fn number(&self, cell: usize) -> i64 {
        self.at(cell).wide()
    }

    fn at(&self, cell: usize) -> N {
        let known = self.program.level(self.belongs) == 0;
        if known { self.all[self.belongs] } else { self.cells[self.belongs][cell] }
    }
}

/// What of a cell is listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CellState {
    /// All its options.
    Listed,
    /// Nothing that counts: a condition has no value there.
    Unclear,
    /// Nothing that counts: there are too many, so that it is looked at in its turn.
    Late,
}

/// The options of some cells, by the alternatives that have them.
#[derive(Default)]
pub(super) struct Lists {
    states: Vec<CellState>,
    parts: Vec<NestOptions>,
}

impl Lists {
    pub(super) fn state(&self, at: usize) -> CellState {
        self.states[at]
    }

    /// What each alternative lists.
    pub(super) fn parts(&self) -> &[NestOptions] {
        &self.parts
    }

    /// How much is listed.
    pub(super) fn len(&self) -> usize {
        self.parts.iter().map(NestOptions::len).sum()
    }
}

/// Some cells and their options.
pub(super) struct Listed {
    pub(super) cells: Vec<usize>,
    /// Their positions, one in each lane.
    pub(super) positions: Vec<Lanes<i64>>,
    pub(super) lists: Lists,
}

/// What lists options.
#[derive(Clone)]
pub(super) struct Lister<N> {
    pub(super) nests: Vec<Compiled<N>>,
    pub(super) domain: Option<Membership<N>>,
}

impl<N: LaneNumber> Lister<N> {
    /// Leaves only positions of the game among some cells.
    pub(super) fn belonging(&mut self, cells: &mut Vec<usize>, positions: &mut [Lanes<i64>]) {
        let Some(domain) = &mut self.domain else { return };
        domain.place(positions, cells.len());
        let mut left = 0;
        for at in 0..cells.len() {
            if domain.has(at) {
                cells[left] = cells[at];
                for lanes in positions.iter_mut() {
                    lanes[left] = lanes[at];
                }
                left += 1;
            }
        }
        cells.truncate(left);
    }

    /// Takes some cells in hand.
    pub(super) fn place(&mut self, positions: &[Lanes<i64>], count: usize) {
        for nest in &mut self.nests {
            nest.place(positions, count);
        }
    }

    /// The options of the cells of one chunk, as long as there are no more than so many.
    ///
    /// # Errors
    /// An option beside the board, and cancellation.
    pub(super) fn chunk(
        &mut self,
        chunk: usize,
        most: usize,
        numbers: Numbers<'_>,
        context: &Context,
    ) -> Result<Listed, Trouble> {
        let (mut cells, mut positions) = numbers.chunk(chunk);
        self.belonging(&mut cells, &mut positions);
        self.place(&positions, cells.len());
        let mut lists = Lists::default();
        let group = LaneGroup { first: 0, end: cells.len(), follows: &vec![false; cells.len()], grows: false };
        self.list(group, &mut lists, (context, most / self.nests.len().max(1)))?;
        Ok(Listed { cells, positions, lists })
    }

    /// The options of a group of the cells in hand, as long as no alternative has more than so many.
    ///
    /// # Errors
    /// An option beside the board, and cancellation.
    pub(super) fn list(
        &mut self,
        group: LaneGroup<'_>,
        lists: &mut Lists,
        bounds: (&Context, usize),
    ) -> Result<(), Trouble> {
        lists.states.clear();
        lists.states.resize(group.end - group.first, CellState::Listed);
        lists.parts.resize_with(self.nests.len(), NestOptions::default);
        for (nest, part) in self.nests.iter_mut().zip(&mut lists.parts) {
            Spread::new(nest, part, &mut lists.states, bounds).list(group)?;
        }
        // What only adds to a cell that is not listed is not enough.
        let others = lists.states.iter().position(|state| *state != CellState::Listed);
        if let Some(first) = others.filter(|_| group.follows.contains(&true)) {
            lists.states[first + 1..].fill(CellState::Late);
        }
        Ok(())
    }
}
