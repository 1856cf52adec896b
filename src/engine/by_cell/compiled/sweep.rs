//! The values of a board, cell after cell, from compiled alternatives.
use super::board::Board;
use super::lane::{LANES, Lane, Lanes};
use super::nest::Nest;
use super::program::{Id, Program};
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

/// An alternative and its numbers.
struct Compiled<N> {
    program: Program,
    nest: Nest,
    /// For many cells, what is known with the position.
    cells: Vec<Lanes<N>>,
    /// For the amounts that are chosen, all that is known.
    all: Vec<N>,
    /// For many last amounts, the rest.
    last: Vec<Lanes<N>>,
}

impl<N: Lane> Compiled<N> {
    fn new(program: Program, nest: Nest) -> Self {
        let mut all = vec![N::default(); program.len()];
        program.run_once(0, &mut all);
        let lanes = vec![[N::default(); LANES]; program.len()];
        Self { cells: lanes.clone(), last: lanes, all, program, nest }
    }

    /// A number that is known with the position, at a cell.
    fn at(&self, id: Id, cell: usize) -> N {
        if self.program.level(id) == 0 { self.all[id] } else { self.cells[id][cell] }
    }
}

/// Which positions belong to the game.
struct Domain<N> {
    program: Program,
    belongs: Id,
    cells: Vec<Lanes<N>>,
    all: Vec<N>,
}

impl<N: Lane> Domain<N> {
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
    /// Whether there is an option, and whether one is a P-position.
    any: bool,
    p: bool,
}

/// The board and who fills it.
pub(super) struct Sweep<'a, N, K> {
    asked: Asked<'a>,
    nests: Vec<Compiled<N>>,
    domain: Option<Domain<N>>,
    kept: Vec<K>,
    found: Found,
}

/// Whether the cell at hand has to be looked at further.
enum Rest {
    /// It has.
    Open,
    /// Its outcome is known.
    Decided,
    /// A condition has no value here: enumeration has to say what follows.
    Unclear,
}

impl<'a, N: Lane, K: Kept> Sweep<'a, N, K> {
    pub(super) fn new(asked: Asked<'a>, nests: Vec<(Program, Nest)>, domain: Option<(Program, Id)>) -> Self {
        let nests = nests.into_iter().map(|(program, nest)| Compiled::new(program, nest)).collect();
        let domain = domain.map(|(program, belongs)| {
            let mut all = vec![N::default(); program.len()];
            program.run_once(0, &mut all);
            let cells = vec![[N::default(); LANES]; program.len()];
            Domain { program, belongs, cells, all }
        });
        let kept = vec![K::default(); asked.board.cells()];
        let found = Found { stamps: vec![0; 64], now: 0, any: false, p: false };
        Self { asked, nests, domain, kept, found }
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
                Order::Rows(region) => region.shows(&position[..board.heaps]),
                Order::Listed(_) => true,
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
        let place = |lanes: &mut [Lanes<N>]| {
            for (lanes, values) in lanes.iter_mut().zip(positions) {
                for (lane, value) in lanes[..count].iter_mut().zip(values) {
                    *lane = N::of(*value);
                }
            }
        };
        if let Some(domain) = &mut self.domain {
            place(&mut domain.cells);
            domain.program.run(1, &mut domain.cells, count, &domain.all);
        }
        for nest in &mut self.nests {
            place(&mut nest.cells);
            nest.program.run(1, &mut nest.cells, count, &nest.all);
        }
        for (at, cell) in batch.iter().enumerate() {
            if self.domain.as_ref().is_some_and(|domain| !domain.has(at)) {
                continue;
            }
            self.found.begin();
            let mut decided = false;
            for nest in &mut self.nests {
                let step = Step { kept: &self.kept, found: &mut self.found, asked: &self.asked };
                match step.cell(nest, at)? {
                    Rest::Open => {}
                    Rest::Decided => {
                        decided = true;
                        break;
                    }
                    Rest::Unclear => {
                        let position: Vec<i64> = positions.iter().map(|lanes| lanes[at]).collect();
                        self.enumerate(&position)?;
                        break;
                    }
                }
            }
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
        (self.any, self.p) = (false, false);
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
                let mut slot = 2;
                while self.stamps[slot] == self.now {
                    slot += 1;
                }
                if self.stamps.len() <= slot + 2 {
                    self.stamps.resize(slot * 2, 0);
                }
                slot - 2
            }
            Question::Outcome(_) if self.p => 1,
            Question::Outcome(play) => usize::from(!self.any && play == Play::Misere),
        }
    }
}

/// One alternative at one cell.
struct Step<'a, 'b, K> {
    kept: &'a [K],
    found: &'a mut Found,
    asked: &'a Asked<'b>,
}

impl<K: Kept> Step<'_, '_, K> {
    fn cell<N: Lane>(mut self, nest: &mut Compiled<N>, at: usize) -> Result<Rest, Trouble> {
        if nest.nest.enters_fails.is_some_and(|fails| nest.at(fails, at).is_true()) {
            return Ok(Rest::Unclear);
        }
        if !nest.at(nest.nest.enters, at).is_true() {
            return Ok(Rest::Open);
        }
        if nest.nest.amounts == 0 {
            if nest.nest.fails.is_some_and(|fails| nest.at(fails, at).is_true()) {
                return Ok(Rest::Unclear);
            }
            if nest.at(nest.nest.allowed, at).is_true() {
                if !nest.at(nest.nest.inside, at).is_true() {
                    return Err(Trouble::Outside);
                }
                let cell = nest.at(nest.nest.cell, at).index(N::truth(true));
                self.found.note(self.kept[cell].kept());
            }
            return Ok(self.decided());
        }
        for id in &nest.nest.handed_on {
            if nest.program.level(*id) == 1 {
                nest.all[*id] = nest.cells[*id][at];
            }
        }
        self.descend(nest, 0)
    }

    fn decided(&self) -> Rest {
        let decided = self.found.p && self.asked.question != Question::Grundy;
        if decided { Rest::Decided } else { Rest::Open }
    }

    fn descend<N: Lane>(&mut self, nest: &mut Compiled<N>, amount: usize) -> Result<Rest, Trouble> {
        let (low, high) = nest.nest.bounds[amount];
        let (low, high) = (nest.all[low].wide(), nest.all[high].wide());
        if amount + 1 == nest.nest.amounts {
            return self.last(nest, low, high);
        }
        for value in low..=high {
            nest.all[nest.nest.numbers[amount]] = N::of(value);
            nest.program.run_once(2 + amount, &mut nest.all);
            match self.descend(nest, amount + 1)? {
                Rest::Open => {}
                rest => return Ok(rest),
            }
            if value & 1023 == 1023 {
                self.asked.context.go_on()?;
            }
        }
        Ok(Rest::Open)
    }

    /// All last amounts.
    fn last<N: Lane>(&mut self, nest: &mut Compiled<N>, mut low: i64, high: i64) -> Result<Rest, Trouble> {
        let level = 1 + nest.nest.amounts;
        let number = nest.nest.numbers[nest.nest.amounts - 1];
        if high < low {
            return Ok(Rest::Open);
        }
        if let Some(stride) = nest.nest.run {
            nest.all[number] = N::of(low);
            nest.program.run_once(level, &mut nest.all);
            let first = nest.all[nest.nest.cell].index(N::truth(true));
            self.run(first, stride, usize::try_from(high - low).expect("it is not negative") + 1);
            return Ok(self.decided());
        }
        let mut step = 1;
        if let Some((modulus, rest)) = nest.nest.step {
            let (modulus, rest) = (nest.all[modulus].wide(), nest.all[rest].wide());
            if 0 < modulus {
                low += (rest - low).rem_euclid(modulus);
                step = modulus;
            }
        }
        let (mut value, mut batches) = (low, 0u32);
        while value <= high {
            batches += 1;
            if batches.is_multiple_of(1024) {
                self.asked.context.go_on()?;
            }
            let mut count = 0;
            let lanes = &mut nest.last[number];
            while count < LANES && value <= high {
                lanes[count] = N::of(value);
                count += 1;
                value = value.saturating_add(step);
            }
            nest.program.run(level, &mut nest.last, count, &nest.all);
            match self.lanes(nest, count)? {
                Rest::Open => {}
                rest => return Ok(rest),
            }
        }
        Ok(Rest::Open)
    }

    /// Options at equal distances.
    fn run(&mut self, first: usize, stride: i64, count: usize) {
        let width = usize::try_from(stride.unsigned_abs()).expect("it lies on a board");
        let between = (count - 1) * width;
        let start = if stride < 0 { first - between } else { first };
        let cells = self.kept[start..=start + between].iter().step_by(width.max(1));
        if self.asked.question == Question::Grundy {
            let (now, stamps) = (self.found.now, self.found.stamps.as_mut_slice());
            for kept in cells {
                stamps[kept.kept() + 1] = now;
            }
            return;
        }
        for kept in cells {
            self.found.note(kept.kept());
            if self.found.p {
                return;
            }
        }
    }

    /// Options of many last amounts.
    fn lanes<N: Lane>(&mut self, nest: &Compiled<N>, count: usize) -> Result<Rest, Trouble> {
        let level = 1 + nest.nest.amounts;
        let whole = |id: Id| -> Lanes<N> {
            if nest.program.level(id) == level { nest.last[id] } else { [nest.all[id]; LANES] }
        };
        if let Some(fails) = nest.nest.fails
            && whole(fails)[..count].iter().any(|fails| fails.is_true())
        {
            return Ok(Rest::Unclear);
        }
        let (allowed, cells) = (whole(nest.nest.allowed), whole(nest.nest.cell));
        if !nest.nest.is_always_inside {
            let inside = whole(nest.nest.inside);
            let mut leaves = allowed[..count].iter().zip(&inside).map(|(allowed, inside)| allowed.and(inside.not()));
            if leaves.any(Lane::is_true) {
                return Err(Trouble::Outside);
            }
        }
        let (now, stamps) = (self.found.now, self.found.stamps.as_mut_slice());
        if self.asked.question == Question::Grundy {
            for (mask, cell) in allowed[..count].iter().zip(&cells) {
                let kept = self.kept[cell.index(*mask)].kept();
                stamps[if mask.is_true() { kept + 1 } else { 0 }] = now;
            }
            return Ok(Rest::Open);
        }
        for (mask, cell) in allowed[..count].iter().zip(&cells) {
            if mask.is_true() {
                self.found.note(self.kept[cell.index(*mask)].kept());
                if self.found.p {
                    return Ok(Rest::Decided);
                }
            }
        }
        Ok(Rest::Open)
    }
}
