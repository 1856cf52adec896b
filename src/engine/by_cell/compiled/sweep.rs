//! The values of a board, cell after cell, from compiled alternatives.
use super::board::Board;
use super::lane::{LANES, Lane, Lanes};
use super::nest::Nest;
use super::program::{Id, Program};
use super::step::{Compiled, OptionSink, Rest, Step};
use super::takes::Takes;
use crate::engine::{Context, EngineError, Question};
use crate::ruleset::options::Options;
use crate::table::{Kept, Region};
use crate::value::Play;
use std::ops::ControlFlow;

/// The order in which cells are given values.
#[derive(Clone, Copy)]
pub(super) enum Order<'a> {
    /// That of the table, for the cells of a region.
    Rows(&'a Region),
    /// This one.
    Listed(&'a [usize]),
}

/// Why a sweep ended early.
#[derive(Debug)]
pub(super) enum Trouble {
    /// An option had no value yet.
    Order,
    /// An option stands beside the board.
    Outside,
    /// A value does not fit.
    Wide,
    Engine(EngineError),
}

impl From<EngineError> for Trouble {
    fn from(error: EngineError) -> Self {
        Self::Engine(error)
    }
}

impl From<Trouble> for EngineError {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Engine(error) => error,
            Trouble::Order => Self::Unfit("an option comes later than its position".to_owned()),
            Trouble::Outside => Self::Unfit("options leave every board".to_owned()),
            Trouble::Wide => Self::too_large(),
        }
    }
}

/// What is asked, and of what.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    pub(super) board: &'a Board,
    pub(super) options: &'a Options,
    pub(super) question: Question,
    pub(super) context: &'a Context,
}

/// All moves: as loop nests, or as lists.
pub(super) struct Ways<'a> {
    pub(super) nests: Vec<(Program, Nest)>,
    pub(super) takes: Vec<Takes<'a>>,
}

/// Which positions belong to the game.
struct Domain<N> {
    program: Program,
    belongs: Id,
    cells: Vec<Lanes<N>>,
    all: Vec<N>,
}

impl<N: Lane> Domain<N> {
    fn place(&mut self, positions: &[Lanes<i64>], count: usize) {
        for (lanes, values) in self.cells.iter_mut().zip(positions) {
            for (lane, value) in lanes[..count].iter_mut().zip(values) {
                *lane = N::of(*value);
            }
        }
        self.program.run(1, &mut self.cells, count, &self.all);
    }

    fn has(&self, cell: usize) -> bool {
        let known = self.program.level(self.belongs) == 0;
        let belongs = if known { self.all[self.belongs] } else { self.cells[self.belongs][cell] };
        belongs.is_true()
    }
}

/// What the options of the cell at hand have: stamps of values, those of value v at v + 2. At 1 stands that an option has no
/// value yet, at 0 what does not count.
struct Found {
    stamps: Vec<u32>,
    now: u32,
    /// All smaller values are among those of the options.
    least: usize,
    /// Whether there is an option, and whether one is a P-position.
    any: bool,
    p: bool,
}

/// The board and who fills it.
pub(super) struct Sweep<'a, N, K> {
    asked: Asked<'a>,
    nests: Vec<Compiled<N>>,
    takes: Vec<Takes<'a>>,
    domain: Option<Domain<N>>,
    kept: Vec<K>,
    found: Found,
    /// Whether cells of a row only add options to those of the cell before; and the row at hand.
    grows: bool,
    row: Option<usize>,
}

impl<'a, N: Lane, K: Kept> Sweep<'a, N, K> {
    pub(super) fn new(asked: Asked<'a>, Ways { nests, takes }: Ways<'a>, domain: Option<(Program, Id)>) -> Self {
        let grows = takes.is_empty() && nests.iter().all(|(_, nest)| nest.grows);
        let nests = nests.into_iter().map(|(program, nest)| Compiled::new(program, nest)).collect();
        let domain = domain.map(|(program, belongs)| {
            let mut all = vec![N::default(); program.len()];
            program.run_once(0, &mut all);
            let cells = vec![[N::default(); LANES]; program.len()];
            Domain { program, belongs, cells, all }
        });
        let kept = vec![K::default(); asked.board.cells()];
        let found = Found { stamps: vec![0; 64], now: 0, least: 2, any: false, p: false };
        Self { asked, nests, takes, domain, kept, found, grows, row: None }
    }

    /// All values, in an order.
    pub(super) fn run(mut self, order: Order<'_>) -> Result<Vec<K>, Trouble> {
        let board = self.asked.board;
        let mut batch: Vec<usize> = Vec::with_capacity(LANES);
        let mut positions = vec![[0i64; LANES]; board.size.len()];
        let mut position: Vec<i64> = board.low.clone();
        let count = match order {
            Order::Rows(_) => board.cells(),
            Order::Listed(list) => list.len(),
        };
        for number in 0..count {
            let cell = match order {
                Order::Rows(_) => number,
                Order::Listed(list) => {
                    board.position(list[number], &mut position);
                    list[number]
                }
            };
            let shown = match order {
                Order::Rows(Region::Box(_)) | Order::Listed(_) => true,
                Order::Rows(region) => region.shows(&position[..board.heaps]),
            };
            if shown {
                for (lanes, value) in positions.iter_mut().zip(&position) {
                    lanes[batch.len()] = *value;
                }
                batch.push(cell);
            }
            if batch.len() == LANES || number + 1 == count {
                self.batch(&batch, &positions)?;
                batch.clear();
                self.asked.context.go_on()?;
                if let Some(progress) = &self.asked.context.progress
                    && number % (1 << 14) < LANES
                {
                    progress(number as u64, count as u64);
                }
            }
            if matches!(order, Order::Rows(_)) {
                board.advance(&mut position);
            }
        }
        Ok(self.kept)
    }

    /// The values of some cells, one after the other.
    fn batch(&mut self, batch: &[usize], positions: &[Lanes<i64>]) -> Result<(), Trouble> {
        let count = batch.len();
        if let Some(domain) = &mut self.domain {
            domain.place(positions, count);
        }
        for nest in &mut self.nests {
            nest.place(positions, count);
        }
        for (at, cell) in batch.iter().enumerate() {
            if self.domain.as_ref().is_some_and(|domain| !domain.has(at)) {
                continue;
            }
            let row =
                if self.grows { Some(*cell / self.asked.board.size.last().map_or(1, |size| *size)) } else { None };
            let follows = row.is_some() && row == self.row;
            self.row = row;
            if !follows {
                self.found.begin();
                self.nests.iter_mut().for_each(|nest| nest.reached = None);
            }
            let decided = self.options(*cell, at, positions, follows)?;
            if !decided && self.found.stamps[1] == self.found.now {
                return Err(Trouble::Order);
            }
            let value = self.found.value(self.asked.question);
            let kept = K::of(value + 1);
            if kept.kept() != value + 1 || kept.kept() == K::of(usize::MAX).kept() {
                return Err(Trouble::Wide);
            }
            self.kept[*cell] = kept;
        }
        Ok(())
    }

    /// Notes the options of a cell, or only those that it has besides where it follows one of its row. Whether its outcome was
    /// known before all were seen.
    fn options(&mut self, cell: usize, at: usize, positions: &[Lanes<i64>], follows: bool) -> Result<bool, Trouble> {
        let (context, question) = (self.asked.context, self.asked.question);
        let mut sink = Behind { kept: &self.kept, found: &mut self.found, question };
        if sink.has_enough() {
            return Ok(true);
        }
        for takes in &mut self.takes {
            let value = usize::try_from(positions[takes.heap][at]).expect("a heap is natural");
            let stride = takes.stride;
            sink.taken(cell, (value, stride), takes.at(value, context)?);
            if sink.has_enough() {
                return Ok(true);
            }
        }
        for nest in &mut self.nests {
            let step = Step { sink: &mut sink, context, grows: follows };
            match step.cell(nest, at)? {
                Rest::Open => {}
                Rest::Decided => return Ok(true),
                Rest::Unclear => {
                    let position: Vec<i64> = positions.iter().map(|lanes| lanes[at]).collect();
                    self.row = None;
                    self.enumerate(&position)?;
                    break;
                }
            }
        }
        Ok(false)
    }

    /// The options of a position as the reference engine enumerates them.
    #[cold]
    fn enumerate(&mut self, position: &[i64]) -> Result<(), Trouble> {
        let (board, kept, found) = (self.asked.board, &self.kept, &mut self.found);
        let mut outside = false;
        let visited = self.asked.options.visit(position, &mut |_, _, option| {
            match board.index(option.iter().copied()) {
                Some(cell) => found.note(kept[cell].kept()),
                None => outside = true,
            }
            if outside { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let _ = visited.map_err(EngineError::from)?;
        if outside { Err(Trouble::Outside) } else { Ok(()) }
    }
}

impl Found {
    fn begin(&mut self) {
        if self.now == u32::MAX {
            self.stamps.fill(0);
            self.now = 0;
        }
        self.now += 1;
        (self.least, self.any, self.p) = (2, false, false);
    }

    /// Notes an option by what is kept of it.
    #[inline]
    fn note(&mut self, kept: usize) {
        self.stamps[kept + 1] = self.now;
        self.any = true;
        self.p |= kept == 1;
    }

    /// The value of the cell at hand.
    fn value(&mut self, question: Question) -> usize {
        match question {
            Question::Grundy => {
                let mut slot = self.least;
                while self.stamps[slot] == self.now {
                    slot += 1;
                }
                if self.stamps.len() <= slot + 2 {
                    self.stamps.resize(slot * 2, 0);
                }
                self.least = slot;
                slot - 2
            }
            Question::Outcome(_) if self.p => 1,
            Question::Outcome(play) => usize::from(!self.any && play == Play::Misere),
        }
    }
}

/// What was given values before, as a sink of options.
struct Behind<'a, K> {
    kept: &'a [K],
    found: &'a mut Found,
    question: Question,
}

impl<K: Kept> Behind<'_, K> {
    /// Options of one heap of a value, by what they take; what is more than the value comes last, ascending.
    #[inline]
    fn taken(&mut self, cell: usize, (value, stride): (usize, usize), all: &[u32]) {
        let all = all.iter().map(|taken| *taken as usize).take_while(|taken| *taken <= value);
        if self.question == Question::Grundy {
            let (now, stamps) = (self.found.now, self.found.stamps.as_mut_slice());
            for taken in all {
                stamps[self.kept[cell - taken * stride].kept() + 1] = now;
            }
            return;
        }
        for taken in all {
            self.found.note(self.kept[cell - taken * stride].kept());
            if self.found.p {
                return;
            }
        }
    }
}

impl<K: Kept> OptionSink for Behind<'_, K> {
    fn one(&mut self, cell: usize) {
        self.found.note(self.kept[cell].kept());
    }

    fn run(&mut self, first: usize, stride: i64, count: usize) {
        let width = usize::try_from(stride.unsigned_abs()).expect("it lies on a board");
        let between = (count - 1) * width;
        let start = if stride < 0 { first - between } else { first };
        let cells = &self.kept[start..=start + between];
        if self.question == Question::Grundy {
            let (now, stamps) = (self.found.now, self.found.stamps.as_mut_slice());
            let mut stamp = |kept: &K| stamps[kept.kept() + 1] = now;
            if width <= 1 {
                cells.iter().for_each(stamp);
            } else {
                cells.iter().step_by(width).for_each(&mut stamp);
            }
            return;
        }
        for kept in cells.iter().step_by(width.max(1)) {
            self.found.note(kept.kept());
            if self.found.p {
                return;
            }
        }
    }

    fn lanes<N: Lane>(&mut self, allowed: &[N], cells: &[N]) {
        if self.question == Question::Grundy {
            let (now, stamps) = (self.found.now, self.found.stamps.as_mut_slice());
            for (mask, cell) in allowed.iter().zip(cells) {
                let kept = self.kept[cell.index(*mask)].kept();
                stamps[if mask.is_true() { kept + 1 } else { 0 }] = now;
            }
            return;
        }
        for (mask, cell) in allowed.iter().zip(cells) {
            if mask.is_true() {
                self.found.note(self.kept[cell.index(*mask)].kept());
                if self.found.p {
                    return;
                }
            }
        }
    }

    fn every<N: Lane>(&mut self, cells: &[N]) {
        let cells = cells.iter().map(|cell| self.kept[cell.index(N::truth(true))].kept());
        if self.question == Question::Grundy {
            let (now, stamps) = (self.found.now, self.found.stamps.as_mut_slice());
            cells.for_each(|kept| stamps[kept + 1] = now);
            return;
        }
        for kept in cells {
            self.found.note(kept);
            if self.found.p {
                return;
            }
        }
    }

    fn has_enough(&self) -> bool {
        self.found.p && self.question != Question::Grundy
    }
}
