//! Turns runs of options into values, cell by cell, for any number of heaps and layers. Knows nothing of conditions.
//!
//! Cells are visited tile by tile of the first two heaps, and in lexicographic order of their heaps in each; no move raises a heap,
//! so options come first. Every line of a
//! board keeps the set of the values behind the cell at hand as bits, and the value of a cell is the first zero of the union
//! of the sets of its lines and of single options. Where the end of a run moves with the position, the set is that of a
//! window of the line: as long as its ends move little from cell to cell, keeping it costs little.
//!
//! Where options fill a cone, every cell also keeps the set of the values that the steps of the cone reach from it.
//!
//! A move of one heap with any condition is a list of what it takes for each value of the heap.
//!
//! Where heaps can be exchanged, only cells in which they ascend are computed; lines that an exchange maps to each other
//! share one set. A cell that exceeds another in one heap and falls short of it in none comes after it in this order even
//! after sorting, so a set never holds a cell that is not yet behind.
//!
//! Two cells whose lines share a set are so ordered, and two tiles that are worked on at the same time have no cells that are; so
//! threads (`front`) never have a set in common, nor a window of one run, and no order of theirs changes a value.
//!
//! Right because sets hold the values of exactly the options: of a line, what is behind the cell on it (`line`); of a window,
//! what is between its ends (`window`); of a cone, what its steps reach from a start (`modules`). Moves of registers alone lead
//! to layers that the order of layers puts first.
mod cells;
mod cost;
mod domain;
mod line;
mod modules;
mod room;
mod row;
mod terms;
mod track;
mod window;

use crate::engine::board::grid::Grid;
use crate::engine::by_cell::compiled::taken_from_each;
use crate::engine::front::{Front, longest_side, threads_along};
use crate::engine::moves::runs::list::ListedMove;
use crate::engine::moves::runs::{Depth, MoveRuns, Run};
use crate::engine::question::{Engine, Passed, Unfit};
use crate::engine::reference::register_values;
use crate::engine::{Context, EngineError, Question};
use crate::ruleset::{Condition, Ruleset};
use crate::table::{Region, Table};
use cells::Fill;
use domain::RowDomain;
use line::Sets;
use modules::Modules;
use room::Room;
use std::iter::repeat_n;
use std::sync::{PoisonError, RwLock};
use terms::Terms;
use track::{Track, share, track};

/// Cells from which on several threads are worth while.
const MANY: usize = 1 << 13;

/// Bytes of sets that stay in caches: where there are more, the board is cut into tiles.
const NEAR: usize = 1 << 20;

/// About so many progress is told of where rows are not cut.
const PARTS: usize = 64;

/// How many cells a tile has along the first two heaps, if there are no others.
const TILE: [usize; 2] = [64, 256];

/// The engine of a ruleset.
#[derive(Debug)]
pub(in crate::engine) struct ByRuns<'a> {
    plan: MoveRuns,
    ruleset: &'a Ruleset,
}

impl<'a> ByRuns<'a> {
    pub(in crate::engine) fn new(ruleset: &'a Ruleset, depth: Depth) -> Result<Self, Unfit> {
        Ok(Self { plan: MoveRuns::new(ruleset, depth)?, ruleset })
    }
}

impl Engine for ByRuns<'_> {
    fn table(&self, region: &Region, question: Question, context: &Context) -> Result<Table, EngineError> {
        table(&self.plan, self.ruleset, (region, question), context)
    }

    fn yields(&self) -> Option<Unfit> {
        let MoveRuns { heaps, layers, runs, families, cones, lists, .. } = &self.plan;
        let is_single = |run: &Run| run.step.is_none();
        let is_bound = |run: &Run| !run.guards.is_empty() || !run.conditions.is_empty();
        let are_few = families.is_empty() && cones.is_empty() && lists.is_empty() && layers.len() == 1;
        (1 < *heaps && are_few && runs.iter().all(is_single) && runs.iter().any(is_bound))
            .then(|| "its options are single ones under conditions".to_owned())
    }

    fn cost_of_cell(&self, region: &Region, _question: Question) -> Option<u64> {
        if cfg!(target_arch = "wasm32") || region.touched(self.plan.heaps) < MANY as u128 {
            return None;
        }
        cost::of_cell(&self.plan, region)
    }

    fn why(&self, passed: &Passed) -> String {
        format!("{}, but every move {}", passed.last(), self.plan.words())
    }
}

/// The table of a region, by a plan that fits.
fn table(
    plan: &MoveRuns,
    ruleset: &Ruleset,
    (region, question): (&Region, Question),
    context: &Context,
) -> Result<Table, EngineError> {
    let board = Grid::new(region, &plan.classes)?;
    board
        .shape
        .iter()
        .try_fold(1usize, |cells, bound| cells.checked_mul(*bound))
        .ok_or_else(EngineError::unfit_region)?;
    let cells = region.touched(plan.heaps).saturating_mul(plan.layers.len() as u128);
    let shown = cells.saturating_mul(2);
    let known = plan.terms.len() + plan.conditions.len();
    let longest = board.shape.iter().max().copied().unwrap_or(0);
    let shown = shown.saturating_add((known * plan.layers.len()) as u128 * longest as u128 * 8);
    context.fits(shown)?;
    let bytes = (shown, cells.saturating_mul(4));
    let (layout, room, modules) = RunLayout::new(plan, ruleset, board, (question, bytes), context)?;
    let (front, room) = (layout.front(&room), RwLock::new(room));
    let terms = (0..plan.layers.len()).map(|layer| Terms::new(plan, layer, &layout.board.shape));
    let own = (modules, terms.collect::<Result<Vec<_>, _>>()?);
    front.share(repeat_n(own, front.threads()), |own| {
        let mut fill = Fill::new(&layout, &room, own);
        front.work(|rows, columns| fill.tile(&[rows, columns]))
    })?;
    let RunLayout { board, .. } = layout;
    let mut tables = room.into_inner().unwrap_or_else(PoisonError::into_inner).into_tables();
    board.mirror(&mut tables);
    let mut layers = Vec::new();
    for registers in register_values(ruleset, context)? {
        let layer = plan.layers.iter().position(|layer| *layer == registers).ok_or_else(EngineError::unfit_region)?;
        layers.push((registers, std::mem::take(&mut tables[layer])));
    }
    Ok(Table { shape: board.shape.iter().map(|bound| *bound as u64).collect(), layers })
}

/// Where a run finds its values.
#[derive(Clone, Debug)]
enum RunSource {
    /// One cell.
    Point,
    /// The cells behind the one at hand, on its line.
    Near(usize),
    /// The cells from the nearest option on, on the line of that.
    Late(usize),
    /// Some cells of the line of the nearest option.
    Window(usize),
}

struct RunLane {
    run: Run,
    source: RunSource,
}

/// What all cells of a board have in common.
struct RunLayout<'a> {
    plan: &'a MoveRuns,
    positions: &'a Condition,
    domain: RowDomain,
    context: &'a Context,
    board: Grid,
    question: Question,
    near: Vec<Track>,
    late: Vec<Track>,
    windows: Vec<Track>,
    /// The runs of each layer.
    lanes: Vec<Vec<RunLane>>,
    /// The track of each family.
    families: Vec<usize>,
    /// What each list takes from each value of its heap.
    takes: Vec<Vec<Vec<u32>>>,
    /// Whether all runs are lines behind the cell or single options, wherever the cell is.
    simple: bool,
}

/// Whether a plan has lines and single options alone, which no position forbids.
fn is_simple(plan: &MoveRuns) -> bool {
    plan.layers.len() == 1
        && plan.runs.iter().all(|run| run.guards.is_empty() && run.conditions.is_empty())
        && plan.cones.is_empty()
        && plan.lists.is_empty()
}

/// The tracks of the runs, and for each layer its runs with where their values are looked for.
#[derive(Default)]
struct RunTracks {
    near: Vec<Track>,
    late: Vec<Track>,
    windows: Vec<Track>,
    lanes: Vec<Vec<RunLane>>,
}

impl RunTracks {
    /// A track for each run with a step; runs of one kind share them.
    fn of(plan: &MoveRuns, board: &Grid) -> Result<Self, EngineError> {
        let mut all = Self { lanes: plan.layers.iter().map(|_| Vec::new()).collect(), ..Self::default() };
        for run in &plan.runs {
            let source = match &run.step {
                None => RunSource::Point,
                Some(step) if run.bounds.is_empty() && run.start == *step => {
                    RunSource::Near(track(board, &mut all.near, run, None)?)
                }
                Some(_) if run.bounds.is_empty() && !board.symmetric() => {
                    RunSource::Late(track(board, &mut all.late, run, Some(&run.start))?)
                }
                Some(_) => RunSource::Window(track(board, &mut all.windows, run, Some(&run.start))?),
            };
            all.lanes[run.from].push(RunLane { run: run.clone(), source });
        }
        Ok(all)
    }
}

impl<'a> RunLayout<'a> {
    /// Whether one P-position among the options tells all that is asked.
    fn is_outcome(&self) -> bool {
        // The explorer has a limit of bytes, and looks at all.
        cfg!(not(target_arch = "wasm32")) && matches!(self.question, Question::Outcome(_))
    }

    /// Lays out what a board needs: a track of lines for each run with a step, its sets, and what is listed.
    fn new(
        plan: &'a MoveRuns,
        ruleset: &'a Ruleset,
        board: Grid,
        (question, bytes): (Question, (u128, u128)),
        context: &'a Context,
    ) -> Result<(Self, Room, Modules), EngineError> {
        let shown = bytes.0;
        let RunTracks { mut near, mut late, mut windows, lanes } = RunTracks::of(plan, &board)?;
        let families = window::tracks(&board, &mut windows, &plan.families)?;
        // Sets of other lines learn of options from every cell of a row.
        let mut domain = RowDomain::of(ruleset);
        if domain.is_interval() && !(late.is_empty() && plan.cones.is_empty()) {
            domain = RowDomain::Tested;
        }
        let simple =
            question == Question::Grundy && is_simple(plan) && domain.is_all() && late.is_empty() && windows.is_empty();
        let mut count = 0usize;
        let mut window_sets = 0;
        for (number, tracks) in [&mut windows, &mut near, &mut late].into_iter().enumerate() {
            share(&board, tracks, &mut count).ok_or_else(EngineError::unfit_region)?;
            if number == 0 {
                window_sets = count;
            }
        }
        let length = if question == Question::Grundy { 4 } else { 2 };
        let mut modules = Modules::new(&board, &plan.cones);
        let sets = Sets::new(count, window_sets, length, shown.saturating_add(modules.bytes(length)), context)?;
        modules.widen(length);
        let listed = |list: &ListedMove| {
            let values = (&*plan.layers[list.from], board.shape[list.heap]);
            let found = taken_from_each((&list.family, ruleset), list.heap, values, (shown, context))?;
            found.map_or_else(|| list.takes(ruleset, values, shown, context), Ok)
        };
        let takes = plan.lists.iter().map(listed).collect::<Result<_, _>>()?;
        let room = Room::new(sets, (plan.layers.len(), board.cells()), bytes);
        let positions = &ruleset.positions;
        let layout = Self {
            plan,
            positions,
            domain,
            context,
            board,
            question,
            near,
            late,
            windows,
            lanes,
            families,
            takes,
            simple,
        };
        Ok((layout, room, modules))
    }

    /// Whether cells of tiles that are not ordered have no set and no window in common.
    fn shares_nothing(&self) -> bool {
        let Self { plan, board, windows, .. } = self;
        let through_cell = |track: &Track| {
            let start = track.start.as_deref().unwrap_or_default();
            let steps = start.iter().zip(&track.step).find_map(|(start, step)| start.checked_div(*step)).unwrap_or(0);
            start.iter().zip(&track.step).all(|(start, step)| *start == steps * step)
        };
        plan.families.is_empty() && plan.cones.is_empty() && (!board.symmetric() || windows.iter().all(through_cell))
    }

    /// The tiles of a board: whole rows, if neither threads nor caches gain by others.
    fn front(&self, room: &Room) -> Front<'a> {
        let Self { board, context, .. } = self;
        let size = [board.shape[0], board.shape.get(1).copied().unwrap_or(1)];
        let row_by_row = || Front::new(size, [size[0].div_ceil(PARTS), size[1]], 1, context);
        if board.shape.len() < 2 || !self.shares_nothing() {
            return row_by_row();
        }
        let threads = if board.cells() < MANY { 1 } else { threads_along(size[0].min(size[1]), context) };
        // A set may come to hold as many values as a line has cells.
        let longest = board.shape.iter().max().copied().unwrap_or(0);
        if threads == 1 && room.sets.count().saturating_mul(longest / 8) < NEAR {
            return row_by_row();
        }
        let across = if board.shape.len() == 2 { 1 } else { board.strides[1] };
        let [down, along] = TILE.map(|side| (side / across.isqrt()).max(1));
        let block = |most: usize, size: usize| most.min(longest_side(size, threads));
        Front::new(size, [block(down, size[0]), block(along, size[1])], threads, context)
    }
}
