//! Where positions are kept: row by row, registers last; and the order in which they are gone through. Knows nothing of moves.
use super::lane::{LANES, Lanes, arithmetic};
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

    /// Puts the positions of the next cells of a row into lanes, at most so many, and goes on to the one behind; tells how many.
    pub(super) fn along_row(&self, position: &mut [i64], lanes: &mut [Lanes<i64>], first: usize, most: usize) -> usize {
        let last = position.len() - 1;
        let left = usize::try_from(self.low[last] + signed(self.size[last]) - position[last]).unwrap_or(0);
        let count = left.min(most);
        for (lanes, value) in lanes[..last].iter_mut().zip(&*position) {
            lanes[first..first + count].fill(*value);
        }
        arithmetic(&mut lanes[last][first..first + count], position[last], 1);
        position[last] += signed(count) - 1;
        self.advance(position);
        count
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

/// Where exchanges of heaps that map the game to itself lead from a cell.
///
/// Where cells come row by row, the first of those that are mapped to each other comes before all that have it as an option, under
/// whatever name; so it alone is looked at, and the others are given its value at once.
#[derive(Clone, Debug, Default)]
pub(super) struct Images {
    /// For each exchange, how far the cell moves for each token of a heap.
    distances: Vec<Vec<i64>>,
}

impl Images {
    /// Those on a board, from permutations that map the game to itself, each given as the place of each heap.
    pub(super) fn new(symmetries: &[Vec<usize>], board: &Board) -> Self {
        let fits = |places: &&Vec<usize>| (0..board.heaps).all(|heap| board.size[heap] == board.size[places[heap]]);
        let distances = |places: &Vec<usize>| {
            let distance = |heap: usize| signed(board.stride[places[heap]]) - signed(board.stride[heap]);
            (0..board.heaps).map(distance).collect()
        };
        Self { distances: symmetries.iter().filter(fits).map(distances).collect() }
    }

    /// How far the images of a position are from its cell.
    pub(super) fn of(&self, heap: impl Fn(usize) -> i64) -> impl Iterator<Item = i64> {
        self.distances.iter().map(move |all| (0..).zip(all).map(|(at, distance)| heap(at) * distance).sum())
    }

    /// Whether no image of a position comes before it.
    fn is_first(&self, heaps: &[i64]) -> bool {
        self.of(|at| heaps[at]).all(|distance| 0 <= distance)
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
    pub(super) images: &'a Images,
}

impl Numbers<'_> {
    /// How many cells there are; not all of them have to be shown.
    pub(super) fn count(self) -> usize {
        match self.order {
            Order::Rows(_) => self.board.cells(),
            Order::Listed(list) => list.len(),
        }
    }

    /// Whether cells are looked at all, row by row.
    pub(super) fn are_all(self) -> bool {
        matches!(self.order, Order::Rows(Region::Box(_))) && self.images.distances.is_empty()
    }

    /// Whether a position is looked at.
    fn shows(self, heaps: &[i64]) -> bool {
        self.order.shows(heaps) && self.images.is_first(heaps)
    }

    /// Puts a cell that is looked at into the lane behind those that are taken; from its position goes on to the one behind.
    pub(super) fn gather(
        self,
        number: usize,
        position: &mut [i64],
        (cells, lanes): (&mut Vec<usize>, &mut [Lanes<i64>]),
    ) {
        let cell = match self.order {
            Order::Rows(_) => number,
            Order::Listed(list) => {
                self.board.position(list[number], position);
                list[number]
            }
        };
        if self.shows(&position[..self.board.heaps]) {
            for (lanes, value) in lanes.iter_mut().zip(&*position) {
                lanes[cells.len()] = *value;
            }
            cells.push(cell);
        }
        if matches!(self.order, Order::Rows(_)) {
            self.board.advance(position);
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
            self.gather(number, &mut position, (&mut cells, &mut positions));
        }
        (cells, positions)
    }
}

impl Order<'_> {
    /// Whether a position gets a value.
    fn shows(self, heaps: &[i64]) -> bool {
        match self {
            Order::Rows(Region::Box(_)) | Order::Listed(_) => true,
            Order::Rows(region) => region.shows(heaps),
        }
    }
}
