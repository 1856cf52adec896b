//! Where positions are kept: row by row, registers last; and the order in which they are gone through. Knows nothing of moves.
use super::lane::{LANES, Lanes};
use crate::engine::numbers::signed;
use crate::table::Region;

/// The least value and the number of values of each coordinate, heaps first, and the distance of neighbours.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub(super) heaps: usize,
    pub(super) low: Vec<i64>,
    pub(super) size: Vec<usize>,
    pub(super) stride: Vec<usize>,
    /// For each register whether it has a greatest value, so that no move leaves the board there.
    pub(super) is_closed: Vec<bool>,
}

impl Board {
    pub(super) fn cells(&self) -> usize {
        self.size.iter().product()
    }

    /// The cell of a position, if it has one.
    pub(super) fn index(&self, position: impl Iterator<Item = i64>) -> Option<usize> {
        let mut index = 0;
        for (value, ((low, size), stride)) in position.zip(self.low.iter().zip(&self.size).zip(&self.stride)) {
            index += usize::try_from(value - low).ok().filter(|offset| offset < size)? * stride;
        }
        Some(index)
    }

    /// The position of a cell.
    pub(super) fn position(&self, cell: usize, position: &mut [i64]) {
        for (value, ((low, size), stride)) in position.iter_mut().zip(self.low.iter().zip(&self.size).zip(&self.stride))
        {
            *value = low + signed(cell / stride % size);
        }
    }

    /// Goes to the position of the next cell.
    pub(super) fn advance(&self, position: &mut [i64]) {
        for at in (0..position.len()).rev() {
            position[at] += 1;
            if position[at] < self.low[at] + signed(self.size[at]) {
                return;
            }
            position[at] = self.low[at];
        }
    }
}

/// The order in which cells are given values.
#[derive(Clone, Copy)]
pub(super) enum Order<'a> {
    /// That of the table, for the cells of a region.
    Rows(&'a Region),
    /// This one.
    Listed(&'a [usize]),
}

/// The cells of a board in an order.
#[derive(Clone, Copy)]
pub(super) struct Numbers<'a> {
    pub(super) board: &'a Board,
    pub(super) order: Order<'a>,
}

impl Numbers<'_> {
    /// How many cells there are; not all of them have to be shown.
    pub(super) fn count(self) -> usize {
        match self.order {
            Order::Rows(_) => self.board.cells(),
            Order::Listed(list) => list.len(),
        }
    }

    /// The cells of one chunk of as many as there are lanes, and their positions.
    pub(super) fn chunk(self, chunk: usize) -> (Vec<usize>, Vec<Lanes<i64>>) {
        let board = self.board;
        let mut cells = Vec::with_capacity(LANES);
        let mut positions = vec![[0; LANES]; board.size.len()];
        let mut position = board.low.clone();
        let numbers = chunk * LANES..((chunk + 1) * LANES).min(self.count());
        board.position(numbers.start, &mut position);
        for number in numbers {
            let cell = match self.order {
                Order::Rows(_) => number,
                Order::Listed(list) => {
                    board.position(list[number], &mut position);
                    list[number]
                }
            };
            if self.order.shows(&position[..board.heaps]) {
                for (lanes, value) in positions.iter_mut().zip(&position) {
                    lanes[cells.len()] = *value;
                }
                cells.push(cell);
            }
            if matches!(self.order, Order::Rows(_)) {
                board.advance(&mut position);
            }
        }
        (cells, positions)
    }
}

impl Order<'_> {
    /// Whether a position gets a value.
    pub(super) fn shows(self, heaps: &[i64]) -> bool {
        match self {
            Order::Rows(Region::Box(_)) | Order::Listed(_) => true,
            Order::Rows(region) => region.shows(heaps),
        }
    }
}
