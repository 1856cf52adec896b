//! Where positions are kept: row by row, registers last. Knows nothing of moves.
use crate::engine::numbers::signed;

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
