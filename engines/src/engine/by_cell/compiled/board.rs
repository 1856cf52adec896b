//! Where positions are kept: row by row, registers last; and the order in which they are gone through. Knows nothing of moves.
use super::amounts::AmountLists;
use super::brief::IS_SMALL;
use super::frames::Frames;
use super::lane::{LANES, LaneNumber, Lanes, arithmetic};
use super::step::beside;
use crate::engine::moves::caps::CoordinateRange;
use crate::engine::numbers::{Draws, signed};
use crate::engine::reference::Reach;
use crate::ruleset::options::Options;
use crate::table::Region;
use crate::value::Saturate;
use std::ops::{ControlFlow, Range};

/// So many small positions are tried.
const TRIED: usize = 32;

/// Heaps below this are small: with four amounts each position has at most some thousands of tries.
const SMALL: usize = 12;

/// Rows of no more cells are gone through cell by cell.
const SHORT: usize = 12;

/// The least value and the number of values of each coordinate, heaps first, and the distance of neighbours.
#[derive(Clone, Debug)]
pub(super) struct CellBoard {
    pub(super) heaps: usize,
    pub(super) low: Vec<i64>,
    pub(super) size: Vec<usize>,
    pub(super) stride: Vec<usize>,
    /// For each register whether it has a greatest value, so that no move leaves the board there.
    pub(super) is_closed: Vec<bool>,
    /// Amounts that are the same at all positions.
    pub(super) amounts: AmountLists,
}

impl CellBoard {
    pub(super) fn cells(&self) -> usize {
        self.size.iter().product()
    }

    /// The least and the greatest value of each coordinate.
    pub(super) fn reached(&self) -> Vec<CoordinateRange> {
        self.low.iter().zip(&self.size).map(|(low, size)| (*low, low + signed(*size) - 1)).collect()
    }

    /// The cell of a position, if it has one.
    pub(super) fn index(&self, position: impl Iterator<Item = i64>) -> Option<usize> {
        let mut index = 0;
        for (value, ((low, size), stride)) in position.zip(self.low.iter().zip(&self.size).zip(&self.stride)) {
            index += usize::try_from(value - low).ok().filter(|offset| offset < size)? * stride;
        }
        Some(index)
    }

    /// The coordinate along which cells lie farthest apart: the first one, or one that was put before it.
    pub(super) fn outermost(&self) -> usize {
        (0..self.stride.len()).max_by_key(|at| self.stride[*at]).unwrap_or(0)
    }

    /// The coordinate along which neighbours are the next cells.
    pub(super) fn innermost(&self) -> usize {
        let last = self.size.len() - 1;
        if !IS_SMALL && self.outermost() == last { last.saturating_sub(1) } else { last }
    }

    /// Whether the cells are those of a table of heaps, in its order.
    pub(super) fn is_plain(&self, shape: &[u64]) -> bool {
        let sizes = || self.size.iter().map(|size| *size as u64);
        self.low.iter().all(|low| *low == 0) && sizes().eq(shape.iter().copied()) && !self.is_turned()
    }

    /// Whether cells lie in another order than that of the table.
    pub(super) fn is_turned(&self) -> bool {
        self.stride.first() < self.stride.iter().max()
    }

    /// The position of a cell.
    pub(super) fn position(&self, cell: usize, position: &mut [i64]) {
        for (value, ((low, size), stride)) in position.iter_mut().zip(self.low.iter().zip(&self.size).zip(&self.stride))
        {
            *value = low + signed(cell / stride % size);
        }
    }

    /// The positions of some cells, in lanes from one on.
    pub(super) fn positions(&self, cells: &[u32], lanes: &mut [Lanes<i64>], first: usize) {
        if !IS_SMALL && i32::try_from(self.cells()).is_ok() {
            // Quotients by one divisor are products of many numbers at once.
            let (mut rest, mut above) = ([0i32; LANES], [0i32; LANES]);
            for (own, cell) in rest.iter_mut().zip(cells) {
                *own = cell.cast_signed();
            }
            let count = cells.len();
            let outermost = self.outermost();
            let others = (0..lanes.len()).rev().filter(|at| *at != outermost);
            for at in others.chain([outermost]) {
                let size = i32::try_from(self.size[at]).expect("no side has more places than the board has cells");
                i32::quotients(&mut above[..count], &rest[..count], size);
                let own = rest[..count].iter().zip(&above[..count]);
                for (slot, (rest, above)) in lanes[at][first..].iter_mut().zip(own) {
                    *slot = self.low[at] + i64::from(rest - above * size);
                }
                rest = above;
            }
            return;
        }
        let mut position = self.low.clone();
        for (lane, cell) in (first..).zip(cells) {
            self.position(*cell as usize, &mut position);
            lanes.iter_mut().zip(&position).for_each(|(lanes, value)| lanes[lane] = *value);
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
    pub(super) fn new(symmetries: &[Vec<usize>], board: &CellBoard) -> Self {
        let fits = |places: &&Vec<usize>| (0..board.heaps).all(|heap| board.size[heap] == board.size[places[heap]]);
        let distances = |places: &Vec<usize>| {
            let distance = |heap: usize| signed(board.stride[places[heap]]) - signed(board.stride[heap]);
            (0..board.heaps).map(distance).collect()
        };
        Self { distances: symmetries.iter().filter(fits).map(distances).collect() }
    }

    /// Whether no cell has another.
    pub(super) fn is_empty(&self) -> bool {
        self.distances.is_empty()
    }

    /// How far the images of a position are from its cell.
    pub(super) fn of(&self, heap: impl Fn(usize) -> i64) -> impl Iterator<Item = i64> {
        self.distances.iter().map(move |all| (0..).zip(all).map(|(at, distance)| heap(at) * distance).sum())
    }
}

/// The cells that positions of a region reach.
#[derive(Debug)]
pub(super) enum ReachedCells {
    /// All of the board.
    All,
    /// By a weighted sum of the heaps that no move raises.
    Level(Reach),
    /// By the tokens of a heap that no move raises.
    Frames(Frames),
}

impl ReachedCells {
    /// How many cells of a board take memory.
    pub(super) fn touched(&self, board: &CellBoard) -> u128 {
        match self {
            Self::Frames(frames) if !IS_SMALL => frames.touched(board),
            _ => board.cells() as u128,
        }
    }

    /// How many values of the innermost coordinate there are, from the least on, beside the others of a position.
    pub(super) fn held(&self, position: &[i64], board: &CellBoard) -> i64 {
        let last = board.innermost();
        let held = match self {
            Self::All => u64::MAX,
            Self::Level(reach) if last < board.heaps => {
                let others = [&position[..last], &[0]].concat();
                reach.along(&others)
            }
            Self::Level(reach) if reach.along(&position[..board.heaps]) == 0 => 0,
            Self::Level(_) => u64::MAX,
            Self::Frames(_) if IS_SMALL => 0,
            Self::Frames(frames) => frames.held((position, last), board.low[last]),
        };
        held.min(board.size[last] as u64).saturated()
    }
}

/// The order in which cells are given values.
#[derive(Clone, Copy)]
pub(super) enum Order<'a> {
    /// That of the table, for the cells of a region.
    Rows(&'a Region),
    /// The same for the cells that some positions reach.
    Reached(&'a ReachedCells),
    /// This one.
    Listed(&'a [u32]),
}

/// The cells of a board in an order.
#[derive(Clone, Copy)]
pub(super) struct Numbers<'a> {
    pub(super) board: &'a CellBoard,
    pub(super) order: Order<'a>,
    pub(super) images: &'a Images,
}

impl Numbers<'_> {
    /// How many cells there are; not all of them have to be shown.
    pub(super) fn count(self) -> usize {
        match self.order {
            Order::Rows(_) | Order::Reached(_) => self.board.cells(),
            Order::Listed(list) => list.len(),
        }
    }

    /// Whether no option of some small positions has more in one of the first two heaps, under the name by which it is looked at.
    pub(super) fn lowers(self, options: &Options) -> bool {
        let board = self.board;
        let first = |cell: usize, position: &mut [i64]| {
            board.position(cell, position);
            let heap = |at| position[at];
            let cell = self.images.of(heap).fold(cell, |first, distance| first.min(beside(cell, distance, 1)));
            board.position(cell, position);
        };
        let mut draws = Draws::default();
        let mut draw = |bound: usize| draws.below(bound);
        (0..TRIED).all(|_| {
            let offsets = board
                .size
                .iter()
                .enumerate()
                .map(|(at, size)| if at < board.heaps { draw((*size).min(SMALL)) } else { draw(*size) });
            let cell = offsets.zip(&board.stride).map(|(offset, stride)| offset * stride).sum();
            let (mut position, mut other) = (board.low.clone(), board.low.clone());
            first(cell, &mut position);
            let visited = options.visit(&position, &mut |_, _, option| {
                let falls = |part: &[i64]| {
                    board.index(part.iter().copied()).is_some_and(|cell| {
                        first(cell, &mut other);
                        other[0] <= position[0] && other[1] <= position[1]
                    })
                };
                if option.chunks(board.size.len()).all(falls) {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            });
            visited.is_ok_and(|flow| flow.is_continue())
        })
    }

    /// Puts cells that are looked at into the lanes behind those that are taken, until these are full or a row ends, and goes on
    /// to the position behind them. Which number that has, in these numbers or right behind them.
    pub(super) fn gather(
        self,
        numbers: Range<usize>,
        position: &mut [i64],
        (cells, lanes): (&mut Vec<usize>, &mut [Lanes<i64>]),
    ) -> usize {
        let first = cells.len();
        let along = position.len() - 1;
        let (low, end) = (position[along], self.board.low[along] + signed(self.board.size[along]));
        let behind = low + signed(numbers.len());
        let (from, to) = match self.order {
            Order::Rows(Region::Box(_)) if self.board.size[along] <= SHORT && self.images.is_empty() && !IS_SMALL => {
                let end = numbers.end.min(numbers.start + LANES - first);
                for (lane, number) in (first..).zip(numbers.start..end) {
                    cells.push(number);
                    lanes.iter_mut().zip(&*position).for_each(|(lanes, value)| lanes[lane] = *value);
                    self.board.advance(position);
                }
                return end;
            }
            Order::Rows(region) => self.looked_at(region, position, (low, end.min(behind))),
            // No board has this order there.
            Order::Reached(_) if IS_SMALL => (low, low),
            Order::Reached(reached) => {
                let held = reached.held(position, self.board);
                (low, end.min(behind).min(self.board.low[along] + held).max(low))
            }
            Order::Listed(list) => {
                let end = numbers.end.min(numbers.start + LANES - first);
                let taken = &list[numbers.start..end];
                self.board.positions(taken, lanes, first);
                cells.extend(taken.iter().map(|cell| *cell as usize));
                return end;
            }
        };
        let to = to.min(from + signed(LANES - first));
        let number = |value: i64| numbers.start + usize::try_from(value - low).expect("it is further along the row");
        let next = if from < to {
            let count = first..first + number(to) - number(from);
            for (lanes, value) in lanes[..along].iter_mut().zip(&*position) {
                lanes[count.clone()].fill(*value);
            }
            arithmetic(&mut lanes[along][count], from, 1);
            cells.extend(number(from)..number(to));
            to
        } else {
            end.min(behind)
        };
        position[along] = next - 1;
        self.board.advance(position);
        number(next)
    }

    /// Which cells of a row are looked at, among those from one value of its coordinate to before another.
    fn looked_at(self, region: &Region, position: &[i64], (mut low, mut end): (i64, i64)) -> (i64, i64) {
        let last = position.len() - 1;
        let heaps = &position[..self.board.heaps.min(last)];
        let others: i64 = heaps.iter().sum();
        let total = |bound: u64| bound.saturated::<i64>().saturating_sub(others);
        let is_heap = last < self.board.heaps;
        match region {
            Region::Box(_) => {}
            Region::Total(bound) if is_heap => end = end.min(total(*bound)),
            Region::Total(bound) if total(*bound) <= 0 => return (low, low),
            Region::Total(_) => {}
        }
        for distances in &self.images.distances {
            // No image comes before a cell.
            let rest: i64 = distances.iter().zip(heaps).map(|(distance, heap)| distance * heap).sum();
            match if is_heap { distances[last] } else { 0 } {
                0 if rest < 0 => return (low, low),
                0 => {}
                distance if 0 < distance => low = low.max(-rest.div_euclid(distance)),
                distance => end = end.min(rest.div_euclid(-distance) + 1),
            }
        }
        (low, end)
    }

    /// The cells of one chunk of as many as there are lanes, and their positions.
    pub(super) fn chunk(self, chunk: usize) -> (Vec<usize>, Vec<Lanes<i64>>) {
        let board = self.board;
        let mut cells = Vec::with_capacity(LANES);
        let mut positions = vec![[0; LANES]; board.size.len()];
        let mut position = board.low.clone();
        let end = ((chunk + 1) * LANES).min(self.count());
        let mut number = chunk * LANES;
        board.position(number, &mut position);
        while number < end {
            number = self.gather(number..end, &mut position, (&mut cells, &mut positions));
        }
        (cells, positions)
    }
}
