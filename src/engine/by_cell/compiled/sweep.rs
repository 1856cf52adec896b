//! The values of a board, cell after cell, from compiled alternatives.
use super::ahead::{Queue, Taker};
use super::board::{Board, Numbers, Order};
use super::lane::{LANES, Lane, Lanes};
use super::lister::{CellState, Listed, Lister, Membership};
use super::nest::Nest;
use super::program::{Id, Program};
use super::step::{Compiled, OptionSink, Rest, Step};
use super::takes::Takes;
use super::trouble::Trouble;
use crate::engine::{Context, EngineError, Question};
use crate::ruleset::options::Options;
use crate::table::Kept;
use crate::value::Play;
use std::ops::ControlFlow;

/// What is asked, and of what.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    pub(super) board: &'a Board,
    pub(super) options: &'a Options,
    pub(super) question: Question,
    pub(super) context: &'a Context,
}

/// Cells from which on several threads are worth while.
const MANY: usize = 1 << 13;

/// All moves: as loop nests, or as lists.
pub(super) struct Ways<'a> {
    pub(super) nests: Vec<(Program, Nest)>,
    pub(super) takes: Vec<Takes<'a>>,
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
    lister: Lister<N>,
    takes: Vec<Takes<'a>>,
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
        let domain = domain.map(|(program, belongs)| Membership::new(program, belongs));
        let lister = Lister { nests, domain };
        let kept = vec![K::default(); asked.board.cells()];
        let found = Found { stamps: vec![0; 64], now: 0, least: 2, any: false, p: false };
        Self { asked, lister, takes, kept, found, grows, row: None }
    }

    /// All values, in an order.
    pub(super) fn run(mut self, order: Order<'_>) -> Result<Vec<K>, Trouble> {
        let numbers = Numbers { board: self.asked.board, order };
        if self.is_worth_threads(numbers.count()) {
            self.together(numbers)?;
        } else {
            self.alone(numbers)?;
        }
        Ok(self.kept)
    }

    /// Whether lists of options are made by several threads. Where outcomes are asked for, most options need not be looked at; and
    /// a list has no more than what follows from the cell before.
    fn is_worth_threads(&self, count: usize) -> bool {
        let context = self.asked.context;
        1 < context.threads
            && MANY <= count
            && self.asked.question == Question::Grundy
            && !self.grows
            && u32::try_from(self.asked.board.cells()).is_ok()
            && self.lister.nests.iter().any(|nest| nest.nest.run.is_none())
            && context.fits(self.kept.len() as u128 * 4 + Queue::bytes(context)).is_ok()
    }

    /// All values, of options that are listed by several threads.
    fn together(&mut self, numbers: Numbers<'_>) -> Result<(), Trouble> {
        let context = self.asked.context;
        let queue = Queue::new(numbers, context);
        // What has to be listed in its turn is placed by another one.
        let mut own = self.lister.clone();
        std::thread::scope(|scope| {
            for _ in 1..Queue::threads(context) {
                let mut lister = self.lister.clone();
                let queue = &queue;
                // Fewer will do where the system gives no more.
                let _ = std::thread::Builder::new().spawn_scoped(scope, move || queue.help(&mut lister));
            }
            let taker = Taker(&queue);
            for chunk in 0..queue.chunks() {
                let listed = taker.take(chunk, &mut own)?;
                self.listed(&listed)?;
                context.go_on()?;
                self.progress(chunk * LANES, numbers.count());
            }
            Ok(())
        })
    }

    /// The values of cells whose options are listed.
    fn listed(&mut self, listed: &Listed) -> Result<(), Trouble> {
        let mut is_placed = false;
        for (at, cell) in listed.cells.iter().enumerate() {
            let (state, options, runs) = listed.of(at);
            if state == CellState::Absent {
                continue;
            }
            self.found.begin();
            if state == CellState::Late {
                if !is_placed {
                    self.lister.place(&listed.positions, listed.cells.len());
                    is_placed = true;
                }
                if self.lister.domain.as_ref().is_some_and(|domain| !domain.has(at)) {
                    continue;
                }
                self.options(*cell, at, &listed.positions, false)?;
            } else {
                self.taken(*cell, at, &listed.positions)?;
                let mut sink = Behind { kept: &self.kept, found: &mut self.found, question: self.asked.question };
                sink.all(options);
                for run in runs {
                    sink.run(run.first, run.stride, run.count);
                }
                if state == CellState::Unclear {
                    self.enumerate(at, &listed.positions)?;
                }
            }
            if self.found.stamps[1] == self.found.now {
                return Err(Trouble::Order);
            }
            self.keep(*cell)?;
        }
        Ok(())
    }

    fn progress(&self, number: usize, count: usize) {
        if let Some(progress) = &self.asked.context.progress
            && number % (1 << 14) < LANES
        {
            progress(number as u64, count as u64);
        }
    }

    /// All values, by one thread.
    fn alone(&mut self, numbers: Numbers<'_>) -> Result<(), Trouble> {
        let Numbers { order, .. } = numbers;
        let board = self.asked.board;
        let mut batch: Vec<usize> = Vec::with_capacity(LANES);
        let mut positions = vec![[0i64; LANES]; board.size.len()];
        let mut position: Vec<i64> = board.low.clone();
        let count = numbers.count();
        for number in 0..count {
            let cell = match order {
                Order::Rows(_) => number,
                Order::Listed(list) => {
                    board.position(list[number], &mut position);
                    list[number]
                }
            };
            if order.shows(&position[..board.heaps]) {
                for (lanes, value) in positions.iter_mut().zip(&position) {
                    lanes[batch.len()] = *value;
                }
                batch.push(cell);
            }
            if batch.len() == LANES || number + 1 == count {
                self.batch(&batch, &positions)?;
                batch.clear();
                self.asked.context.go_on()?;
                self.progress(number, count);
            }
            if matches!(order, Order::Rows(_)) {
                board.advance(&mut position);
            }
        }
        Ok(())
    }

    /// The values of some cells, one after the other.
    fn batch(&mut self, batch: &[usize], positions: &[Lanes<i64>]) -> Result<(), Trouble> {
        let count = batch.len();
        self.lister.place(positions, count);
        for (at, cell) in batch.iter().enumerate() {
            if self.lister.domain.as_ref().is_some_and(|domain| !domain.has(at)) {
                continue;
            }
            let row =
                if self.grows { Some(*cell / self.asked.board.size.last().map_or(1, |size| *size)) } else { None };
            let follows = row.is_some() && row == self.row;
            self.row = row;
            if !follows {
                self.found.begin();
                self.lister.nests.iter_mut().for_each(|nest| nest.reached = None);
            }
            let decided = self.options(*cell, at, positions, follows)?;
            if !decided && self.found.stamps[1] == self.found.now {
                return Err(Trouble::Order);
            }
            self.keep(*cell)?;
        }
        Ok(())
    }

    /// Keeps the value of the cell at hand.
    fn keep(&mut self, cell: usize) -> Result<(), Trouble> {
        let value = self.found.value(self.asked.question);
        let kept = K::of(value + 1);
        if kept.kept() != value + 1 || kept.kept() == K::of(usize::MAX).kept() {
            return Err(Trouble::Wide);
        }
        self.kept[cell] = kept;
        Ok(())
    }

    /// Notes the options of a cell that are in lists of what is taken. Whether its outcome was known before all were seen.
    fn taken(&mut self, cell: usize, at: usize, positions: &[Lanes<i64>]) -> Result<bool, Trouble> {
        let (context, question) = (self.asked.context, self.asked.question);
        let mut sink = Behind { kept: &self.kept, found: &mut self.found, question };
        for takes in &mut self.takes {
            let value = usize::try_from(positions[takes.heap][at]).expect("a heap is natural");
            let stride = takes.stride;
            sink.taken(cell, (value, stride), takes.at(value, context)?);
            if sink.has_enough() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Notes the options of a cell, or only those that it has besides where it follows one of its row. Whether its outcome was
    /// known before all were seen.
    fn options(&mut self, cell: usize, at: usize, positions: &[Lanes<i64>], follows: bool) -> Result<bool, Trouble> {
        let (context, question) = (self.asked.context, self.asked.question);
        let has_enough = self.found.p && question != Question::Grundy;
        if has_enough || self.taken(cell, at, positions)? {
            return Ok(true);
        }
        let mut sink = Behind { kept: &self.kept, found: &mut self.found, question };
        for nest in &mut self.lister.nests {
            let step = Step { sink: &mut sink, context, grows: follows };
            match step.cell(nest, at)? {
                Rest::Open => {}
                Rest::Decided => return Ok(true),
                Rest::Unclear => {
                    self.row = None;
                    self.enumerate(at, positions)?;
                    break;
                }
            }
        }
        Ok(false)
    }

    /// The options of a position as the reference engine enumerates them.
    #[cold]
    fn enumerate(&mut self, at: usize, positions: &[Lanes<i64>]) -> Result<(), Trouble> {
        let position: Vec<i64> = positions.iter().map(|lanes| lanes[at]).collect();
        let (board, kept, found) = (self.asked.board, &self.kept, &mut self.found);
        let mut outside = false;
        let visited = self.asked.options.visit(&position, &mut |_, _, option| {
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
    /// Options by their cells.
    fn all(&mut self, cells: &[u32]) {
        let (now, stamps) = (self.found.now, self.found.stamps.as_mut_slice());
        for cell in cells {
            stamps[self.kept[*cell as usize].kept() + 1] = now;
        }
    }

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
