//! The values of a board, cell after cell, from compiled alternatives.
use super::ahead::{Queue, Taker};
use super::board::{CellBoard, Images, Numbers, Order};
use super::brief::IS_SMALL;
use super::few::FewMoves;
use super::found::{Behind, OptionValues};
use super::lane::{LANES, LaneNumber, Lanes};
use super::layers::{LayerMoves, Layers};
use super::lister::{CellState, Listed, Lister, Lists, Membership};
use super::nest::Nest;
use super::packed::PackedOptions;
use super::program::{Id, Program};
use super::spread::LaneGroup;
use super::step::{Compiled, OptionSink, beside};
use super::takes::Takes;
use super::trouble::Trouble;
use crate::engine::front::{Front, longest_side, threads_along};
use crate::engine::numbers::signed;
use crate::engine::{Context, Question};
use crate::ruleset::options::Options;
use crate::table::{Kept, SharedCell};
use std::iter::once;
use std::ops::Range;

mod options;
mod quick;

/// What is asked, and of what.
#[derive(Clone, Copy)]
pub(super) struct SweepQuestion<'a> {
    pub(super) board: &'a CellBoard,
    pub(super) images: &'a Images,
    pub(super) options: &'a Options,
    pub(super) question: Question,
    pub(super) context: &'a Context,
    /// How many options may be forbidden, and whether some option is a sum of positions: neither is for lists and words.
    pub(super) blocking: usize,
    pub(super) breaks: bool,
}

impl SweepQuestion<'_> {
    /// Whether an option counts as the value of one cell, and nothing else.
    fn is_plain(&self) -> bool {
        IS_SMALL || self.blocking == 0 && !self.breaks
    }
}

/// Cells from which on several threads are worth while.
const MANY: usize = 1 << 13;

/// A tile has about so many cells, if the board is large enough: many fill the lanes.
const TILE: usize = 1 << 13;

/// Tiles are no smaller than about so many cells: fewer threads share a small board.
const FEWEST: usize = 1 << 7;

/// So many cells between two looks of who waits for progress.
const STRETCH: usize = 1 << 14;

/// As many options as are read again before they leave the nearest memory: groups of cells have about so many.
const FEW_LISTED: usize = 1 << 11;
const MANY_LISTED: usize = 1 << 13;

/// After a cell with many options alone, so many are not listed before their numbers are looked at again.
const LONG_CELLS: usize = 31;

/// A cell with more by one alternative is looked at in its turn.
const MOST_LISTED: usize = 1 << 18;

/// Cells whose options are listed at once, and their lists.
struct LaneGrouping {
    cells: usize,
    follows: Vec<bool>,
    lists: Lists,
    /// So many of the next cells are looked at without lists: those before had too many options.
    long: usize,
}

impl Default for LaneGrouping {
    fn default() -> Self {
        Self { cells: 1, follows: Vec::new(), lists: Lists::default(), long: 0 }
    }
}

/// All moves: as loop nests, or as lists.
pub(super) struct Ways<'a> {
    pub(super) nests: Vec<(Program, Nest)>,
    pub(super) takes: Vec<Takes<'a>>,
    /// The loop nests once more, in one program.
    pub(super) together: Option<(Program, Vec<Nest>)>,
    /// All moves once more, for each value of the registers.
    pub(super) layers: Option<LayerMoves>,
}

/// Who fills a board: that of others, too, where several threads share it.
pub(super) struct Sweep<'a, N, K: Kept> {
    asked: SweepQuestion<'a>,
    lister: Lister<N>,
    few: Option<FewMoves<N>>,
    layers: Option<Layers<N>>,
    packed: PackedOptions,
    takes: Vec<Takes<'a>>,
    kept: &'a [K::Shared],
    found: OptionValues,
    /// Whether cells of a row only add options to those of the cell before; and the row at hand.
    grows: bool,
    row: Option<i64>,
}

/// Cells whose turn it is, and the position behind them.
struct Batch {
    cells: Vec<usize>,
    positions: Vec<Lanes<i64>>,
    position: Vec<i64>,
    plan: Option<LaneGrouping>,
}

/// The tiles of a board, if it is wide enough for several threads.
///
/// A cell is given a value once: a thread that looks at a cell of a tile that is not done sees that it has none, and says so. So no
/// order of the threads changes a value; that no move raises one of the two heaps only makes the tiles that are done enough.
///
/// Where heaps exchange, the last rows have cells in their last tiles alone, so tiles are narrower.
fn front_of<'a>(Numbers { board, images, .. }: Numbers<'_>, rows: usize, context: &'a Context) -> Option<Front<'a>> {
    let size = [rows, *board.size.get(1).filter(|_| 2 <= board.heaps)?];
    let cells = rows * board.stride[0];
    let threads = threads_along(size[0].min(size[1]).min((cells / FEWEST).isqrt()), context);
    let width = longest_side(size[1], threads);
    let height = (TILE / (width * board.stride[1])).clamp(1, longest_side(size[0], threads));
    let width = if images.is_empty() { width } else { width.div_ceil(2) };
    (1 < threads).then(|| Front::new(size, [height, width], threads, context))
}

/// Gives all cells of a board values, in an order; or those of some rows, where the ones before have theirs.
///
/// # Errors
/// An order or a board that does not serve, values that need more bytes, cancellation.
pub(super) fn sweep<N: LaneNumber, K: Kept>(
    asked: SweepQuestion<'_>,
    ways: Ways<'_>,
    domain: Option<(Program, Id)>,
    (order, rows, kept): (Order<'_>, Option<Range<usize>>, &[K::Shared]),
) -> Result<(), Trouble> {
    let mut sweep = Sweep::<N, K>::new(asked, ways, domain, kept);
    match rows {
        None => sweep.run(order),
        Some(rows) => sweep.rows(order, rows),
    }
}

impl<'a, N: LaneNumber, K: Kept> Sweep<'a, N, K> {
    fn new(
        asked: SweepQuestion<'a>,
        Ways { nests, takes, together, layers }: Ways<'a>,
        domain: Option<(Program, Id)>,
        kept: &'a [K::Shared],
    ) -> Self {
        let grows = takes.is_empty() && nests.iter().all(|(_, nest)| nest.grows);
        let nests = nests.into_iter().map(|(program, nest)| Compiled::new(program, nest)).collect();
        let domain = domain.map(|(program, belongs)| Membership::new(program, belongs));
        let lister = Lister { nests, domain };
        let found = OptionValues::new::<K>(kept.len(), asked.breaks);
        let few = together.filter(|_| !grows && !IS_SMALL).and_then(|(program, nests)| FewMoves::new(program, &nests));
        let layers = layers.filter(|_| !grows && !IS_SMALL).and_then(Layers::new);
        Self { asked, lister, few, layers, packed: PackedOptions::default(), takes, kept, found, grows, row: None }
    }

    /// Another one for the same board.
    fn beside(&self) -> Self {
        let (lister, few, takes) = (self.lister.clone(), self.few.clone(), self.takes.clone());
        let (layers, packed) = (self.layers.clone(), PackedOptions::default());
        Self {
            lister,
            few,
            layers,
            packed,
            takes,
            found: OptionValues::new::<K>(self.kept.len(), self.asked.breaks),
            row: None,
            ..*self
        }
    }

    /// All values, in an order.
    fn run(&mut self, order: Order<'_>) -> Result<(), Trouble> {
        let SweepQuestion { board, images, context, .. } = self.asked;
        let numbers = Numbers { board, order, images };
        self.settle_layers(numbers);
        // A browser has no threads.
        if cfg!(not(target_arch = "wasm32")) && 1 < context.threads && MANY <= numbers.count() {
            if let Some(front) = front_of(numbers, board.size[0], context).filter(|_| self.is_worth_tiles(numbers)) {
                match self.in_front(numbers, &front, 0) {
                    // A move raises a heap after all, or it is no order for one thread, either.
                    Err(Trouble::Order) => self.kept.iter().for_each(|slot| slot.store(K::default())),
                    done => return done,
                }
            }
            if self.layers.is_none() && self.is_worth_threads() && !self.has_few_at_end(numbers) {
                return self.together(numbers);
            }
        }
        self.alone(numbers, 0..numbers.count())
    }

    /// The values of some rows.
    fn rows(&mut self, order: Order<'_>, rows: Range<usize>) -> Result<(), Trouble> {
        let SweepQuestion { board, images, context, .. } = self.asked;
        let numbers = Numbers { board, order, images };
        self.settle_layers(numbers);
        let cells = rows.start * board.stride[0]..rows.end * board.stride[0];
        if cfg!(not(target_arch = "wasm32"))
            && 1 < context.threads
            && MANY <= cells.len()
            && let Some(front) = front_of(numbers, rows.len(), context).filter(|_| self.is_worth_tiles(numbers))
        {
            return self.in_front(numbers, &front, rows.start);
        }
        self.alone(numbers, cells)
    }

    /// Whether several threads have tiles of the board.
    fn is_worth_tiles(&self, numbers: Numbers<'_>) -> bool {
        !self.grows && matches!(numbers.order, Order::Rows(_)) && numbers.lowers(self.asked.options)
    }

    /// The values of the rows from one on, by several threads that have tiles of them.
    fn in_front(&mut self, numbers: Numbers<'_>, front: &Front<'_>, from: usize) -> Result<(), Trouble> {
        let mut others: Vec<Self> = (1..front.threads()).map(|_| self.beside()).collect();
        front.share(once(self).chain(&mut others), |sweep| sweep.tiles(numbers, front, from))
    }

    /// The values of tiles, as long as some are left.
    fn tiles(&mut self, numbers: Numbers<'_>, front: &Front<'_>, from: usize) -> Result<(), Trouble> {
        let mut batch = self.batch();
        let stride = &self.asked.board.stride;
        front.work(|rows, columns| {
            for row in rows {
                let at = |column: usize| (from + row) * stride[0] + column * stride[1];
                self.span(&mut batch, numbers, at(columns.start)..at(columns.end))?;
            }
            self.finish(&mut batch)
        })
    }

    /// Whether lists of options are made by several threads. Where outcomes are asked for, most options need not be looked at; and
    /// a list has no more than what follows from the cell before.
    fn is_worth_threads(&self) -> bool {
        let context = self.asked.context;
        self.asked.question == Question::Grundy
            && self.asked.is_plain()
            && !self.grows
            && u32::try_from(self.asked.board.cells()).is_ok()
            && self.lister.nests.iter().any(|nest| nest.nest.run.is_none())
            && context.fits(self.kept.len() as u128 * 4 + Queue::bytes(context)).is_ok()
    }

    /// Whether the last cells have so few options that one thread gives values in less time than it takes lists of others.
    fn has_few_at_end(&mut self, numbers: Numbers<'_>) -> bool {
        let count = numbers.count();
        let last = count.saturating_sub(LANES)..count;
        let Batch { mut cells, mut positions, mut position, .. } = self.batch();
        if !matches!(numbers.order, Order::Listed(_)) {
            numbers.board.position(last.start, &mut position);
        }
        numbers.gather(last, &mut position, (&mut cells, &mut positions));
        self.has_few(&positions, cells.len())
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

    /// The values of cells whose options are listed, where the lister has the same cells in hand or takes them now.
    fn listed(&mut self, listed: &Listed) -> Result<(), Trouble> {
        let Listed { cells, positions, lists } = listed;
        if (0..cells.len()).any(|at| lists.state(at) == CellState::Late) {
            self.lister.place(positions, cells.len());
        }
        for (at, cell) in cells.iter().enumerate() {
            self.valued(*cell, (at, positions), (lists, at), false)?;
        }
        Ok(())
    }

    /// The value of a cell, which stands in a lane, and of whose options something is listed.
    fn valued(
        &mut self,
        cell: usize,
        (lane, positions): (usize, &[Lanes<i64>]),
        (lists, at): (&Lists, usize),
        follows: bool,
    ) -> Result<(), Trouble> {
        if !follows {
            self.found.begin();
        }
        match lists.state(at) {
            CellState::Listed => {
                self.taken(cell, lane, positions)?;
                let mut sink = Behind { kept: self.kept, found: &mut self.found, question: self.asked.question };
                for part in lists.parts() {
                    let (options, runs) = part.of(at);
                    sink.all(options);
                    for run in runs {
                        sink.run(run.first, run.stride, run.count);
                    }
                }
            }
            CellState::Unclear => self.enumerate(lane, positions)?,
            CellState::Late => {
                self.options(cell, lane, positions, false)?;
            }
        }
        if self.found.lacks_value() {
            return Err(Trouble::Order);
        }
        self.keep(cell, (lane, positions))
    }

    fn progress(&self, number: usize, count: usize) {
        if let Some(progress) = &self.asked.context.progress
            && number % STRETCH < LANES
        {
            progress(number as u64, count as u64);
        }
    }

    /// The values of some cells in the order, by one thread.
    fn alone(&mut self, numbers: Numbers<'_>, range: Range<usize>) -> Result<(), Trouble> {
        let mut batch = self.batch();
        // Cells with the same heaps stay together.
        let stretch = STRETCH.next_multiple_of(self.layers.as_ref().map_or(1, Layers::count));
        for first in range.clone().step_by(stretch) {
            self.span(&mut batch, numbers, first..range.end.min(first + stretch))?;
            self.progress(first - range.start, range.len());
        }
        self.finish(&mut batch)
    }

    fn batch(&self) -> Batch {
        let board = self.asked.board;
        Batch {
            cells: Vec::with_capacity(LANES),
            positions: vec![[0; LANES]; board.size.len()],
            position: board.low.clone(),
            plan: self.is_worth_lists().then(LaneGrouping::default),
        }
    }

    /// The values of neighbours in the order, save of some that are left for the next ones or the end.
    fn span(&mut self, batch: &mut Batch, numbers: Numbers<'_>, range: Range<usize>) -> Result<(), Trouble> {
        if let Some(mut layers) = self.layers.take().filter(|_| !IS_SMALL) {
            let done = self.in_layers(&mut layers, batch, numbers, range);
            self.layers = Some(layers);
            return done;
        }
        self.in_batches(batch, numbers, range)
    }

    /// The same, by operations for all registers.
    fn in_batches(&mut self, batch: &mut Batch, numbers: Numbers<'_>, range: Range<usize>) -> Result<(), Trouble> {
        let board = self.asked.board;
        let mut number = range.start;
        if !matches!(numbers.order, Order::Listed(_)) {
            board.position(number, &mut batch.position);
        }
        self.asked.context.go_on()?;
        while number < range.end {
            let Batch { cells, positions, position, .. } = batch;
            number = numbers.gather(number..range.end, position, (cells, positions));
            if cells.len() == LANES {
                self.lister.belonging(cells, positions);
                if LANES / 2 <= cells.len() {
                    self.given(batch)?;
                }
                self.asked.context.go_on()?;
            }
        }
        Ok(())
    }

    /// The values of the cells that are left.
    fn finish(&mut self, batch: &mut Batch) -> Result<(), Trouble> {
        self.lister.belonging(&mut batch.cells, &mut batch.positions);
        self.given(batch)
    }

    /// The values of cells whose turn it is.
    fn given(&mut self, batch: &mut Batch) -> Result<(), Trouble> {
        let Batch { cells, positions, plan, .. } = batch;
        if self.has_few(positions, cells.len()) {
            self.by_words(cells, positions)?;
            cells.clear();
            return Ok(());
        }
        self.lister.place(positions, cells.len());
        match plan {
            Some(plan) => self.by_groups(plan, cells, positions)?,
            None => self.one_by_one(cells, positions)?,
        }
        cells.clear();
        Ok(())
    }

    /// Whether options are listed before it is the turn of their cells. Where outcomes are asked for, most need not be looked at.
    fn is_worth_lists(&self) -> bool {
        self.asked.question == Question::Grundy
            && self.asked.is_plain()
            && u32::try_from(self.asked.board.cells()).is_ok()
            && self
                .lister
                .nests
                .iter()
                .any(|nest| 0 < nest.nest.amounts && nest.nest.run.is_none() || 1 < nest.nest.amounts)
    }

    /// Whether a cell follows the one before in a row whose cells only add options.
    fn follows(&mut self, cell: usize, (lane, positions): (usize, &[Lanes<i64>])) -> bool {
        let row = self.grows.then(|| row_of(cell, (lane, positions)));
        let follows = row.is_some() && row == self.row;
        self.row = row;
        follows
    }

    /// Gives its value to the cells behind one of a growing row that have no further option. Which is the first that has.
    fn repeated(&mut self, first: usize, batch: &[usize], positions: &[Lanes<i64>]) -> Result<usize, Trouble> {
        let Some(row) = self.row.filter(|_| self.grows) else { return Ok(first) };
        let mut at = first;
        while at < batch.len()
            && row_of(batch[at], (at, positions)) == row
            && self.lister.nests.iter().all(|nest| nest.adds_nothing(at))
        {
            self.keep(batch[at], (at, positions))?;
            at += 1;
        }
        Ok(at)
    }

    /// The values of some cells, whose options are listed for as many at once as there is room near by.
    fn by_groups(&mut self, plan: &mut LaneGrouping, batch: &[usize], positions: &[Lanes<i64>]) -> Result<(), Trouble> {
        let mut first = self.repeated(0, batch, positions)?;
        while first < batch.len() {
            if let Some(left) = plan.long.checked_sub(1).filter(|_| !IS_SMALL) {
                plan.long = left;
                self.in_turn(batch[first], (first, positions))?;
                first = self.repeated(first + 1, batch, positions)?;
                continue;
            }
            let end = (first + plan.cells).min(batch.len());
            plan.follows.clear();
            for (lane, cell) in (first..end).zip(&batch[first..end]) {
                plan.follows.push(self.follows(*cell, (lane, positions)));
            }
            let group = LaneGroup { first, end, follows: &plan.follows, grows: self.grows };
            self.lister.list(group, &mut plan.lists, (self.asked.context, MOST_LISTED))?;
            for (at, cell) in batch[first..end].iter().enumerate() {
                let state = plan.lists.state(at);
                let follows = plan.follows[at] && state == CellState::Listed;
                if state != CellState::Listed {
                    self.row = None;
                }
                self.valued(*cell, (first + at, positions), (&plan.lists, at), follows)?;
            }
            match plan.lists.len() {
                0..FEW_LISTED => plan.cells = (plan.cells * 2).min(LANES),
                FEW_LISTED..MANY_LISTED => {}
                _ if plan.cells == 1 && !self.grows => plan.long = LONG_CELLS,
                _ => plan.cells = (plan.cells / 2).max(1),
            }
            first = self.repeated(end, batch, positions)?;
        }
        Ok(())
    }

    /// The value of a cell by all its options, none of which is listed.
    fn in_turn(&mut self, cell: usize, (at, positions): (usize, &[Lanes<i64>])) -> Result<(), Trouble> {
        self.row = None;
        self.found.begin();
        let decided = self.options(cell, at, positions, false)?;
        if !decided && self.found.lacks_value() {
            return Err(Trouble::Order);
        }
        self.keep(cell, (at, positions))
    }

    /// The values of some cells, one after the other.
    fn one_by_one(&mut self, batch: &[usize], positions: &[Lanes<i64>]) -> Result<(), Trouble> {
        if self.grows && self.asked.is_plain() && self.lister.nests.iter().all(|nest| nest.is_one_run(batch.len())) {
            return self.by_growth(batch, positions);
        }
        let mut at = self.repeated(0, batch, positions)?;
        while let Some(cell) = batch.get(at) {
            let follows = self.follows(*cell, (at, positions));
            if !follows {
                self.found.begin();
                self.lister.nests.iter_mut().for_each(|nest| nest.reached = None);
            }
            let decided = self.options(*cell, at, positions, follows)?;
            if !decided && self.found.lacks_value() {
                return Err(Trouble::Order);
            }
            self.keep(*cell, (at, positions))?;
            at = self.repeated(at + 1, batch, positions)?;
        }
        Ok(())
    }

    /// Keeps the value of the cell at hand, which stands in a lane, as that of its images, too.
    fn keep(&mut self, cell: usize, (lane, positions): (usize, &[Lanes<i64>])) -> Result<(), Trouble> {
        let value = self.found.value(self.asked.question);
        if !IS_SMALL && self.found.most < value {
            return Err(Trouble::Wide);
        }
        self.put(cell, kept_of(value)?, (lane, positions));
        Ok(())
    }

    #[inline]
    fn put(&self, cell: usize, kept: K, place: (usize, &[Lanes<i64>])) {
        self.kept[cell].store(kept);
        if !self.asked.images.is_empty() {
            self.put_images(cell, kept, place);
        }
    }

    #[inline(never)]
    fn put_images(&self, cell: usize, kept: K, (lane, positions): (usize, &[Lanes<i64>])) {
        for distance in self.asked.images.of(|heap| positions[heap][lane]) {
            self.kept[beside(cell, distance, 1)].store(kept);
        }
    }
}

/// A value as it is kept.
#[inline]
fn kept_of<K: Kept>(value: usize) -> Result<K, Trouble> {
    let kept = K::of(value + 1);
    if kept.kept() != value + 1 || kept.kept() == K::of(usize::MAX).kept() {
        return Err(Trouble::Wide);
    }
    Ok(kept)
}

/// Where the row of a cell begins, up to the same distance for all.
fn row_of(cell: usize, (lane, positions): (usize, &[Lanes<i64>])) -> i64 {
    signed(cell) - positions.last().map_or(0, |values| values[lane])
}
