//! Turns any rules into values, cell by cell: conditions, bounds and targets as one list of operations, on many cells or many
//! amounts at once. Knows nothing of shapes of moves.
//!
//! Right because the operations say what the loop nests of the enumerator say, and a cell is given its value after its
//! options: in the order of the table, or, where an option comes later there, in the order of the measure that every move
//! decreases. Whatever an operation cannot say of a cell is enumerated as the reference engine does it.
mod ahead;
mod amounts;
mod bits;
mod blocked;
mod board;
mod brief;
mod cases;
mod congruent;
mod cost;
mod crossings;
mod cyclic;
mod distances;
mod each;
mod execute;
mod few;
mod found;
mod frames;
#[cfg(not(target_arch = "wasm32"))]
mod grids;
mod growth;
mod in_turn;
mod keyed;
mod lane;
mod layers;
mod listed;
mod lister;
mod lists;
mod marks;
mod multiples;
mod narrowed;
mod nest;
mod numbers;
mod ordered;
mod packed;
mod placed;
mod prepared;
mod program;
mod pruned;
#[cfg(not(target_arch = "wasm32"))]
mod related;
mod relaxed;
mod residues;
mod same;
mod settled;
mod shared;
mod shown;
mod splits;
mod spread;
mod staying;
mod stencils;
mod step;
mod submasks;
mod sums;
mod sweep;
mod tabled;
mod takes;
mod trouble;
mod unrolled;

use crate::engine::moves::symmetry::symmetries;
use crate::engine::question::{Engine, Passed, Unfit};
use crate::engine::reference::{reach, register_values, shape_of};
use crate::engine::rows::RowsInTurn;
use crate::engine::{Context, EngineError, EngineKind, Question};
use crate::ruleset::options::Options;
use crate::ruleset::{Condition, Move, Ruleset};
use crate::table::{Kept, Region, SharedCell, Table};
use crate::value::Play;
use amounts::AmountLists;
use board::{CellBoard, Images, Order, ReachedCells};
use brief::IS_SMALL;
use frames::Frames;
use lane::LANES;
use layers::LayerMoves;
use listed::listed;
use prepared::{Prepared, on_board, prepared_moves};
use program::{Id, Program};
use shown::{KeptValues, shown};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;
use sweep::{SweepQuestion, Ways, sweep};
use takes::Takes;
use trouble::Trouble;

/// Larger boards are not for this engine.
const MOST_CELLS: u128 = 1 << 36;

/// The engine of a ruleset.
#[derive(Debug)]
pub(in crate::engine) struct ByProgram<'a> {
    ruleset: &'a Ruleset,
    moves: Vec<Prepared>,
    /// Permutations of heaps that map the game to itself, once they are asked for.
    symmetries: OnceLock<Vec<Vec<usize>>>,
}

/// What one move takes from the greatest position with heaps below some sizes: see [`takes::taken_from_greatest`].
///
/// # Errors
/// Memory and cancellation.
pub(in crate::engine) fn taken_from_greatest(
    family: &Move,
    sizes: &[usize],
    context: &Context,
) -> Result<Option<Vec<Vec<usize>>>, EngineError> {
    if IS_SMALL {
        return Ok(None);
    }
    takes::taken_from_greatest(family, sizes, context)
}

/// What a move takes from each value of the one heap that it asks for: see [`each::taken_from_each`].
///
/// # Errors
/// Memory and cancellation.
pub(in crate::engine) fn taken_from_each(
    family: (&Move, &Ruleset),
    heap: usize,
    values: (&[i64], usize),
    bounds: (u128, &Context),
) -> Result<Option<Vec<Vec<u32>>>, EngineError> {
    if IS_SMALL {
        return Ok(None);
    }
    each::taken_from_each(family, heap, values, bounds)
}

impl<'a> ByProgram<'a> {
    /// The engine, with all that does not depend on the board; says why if something has no place in a program.
    pub(in crate::engine) fn new(ruleset: &'a Ruleset) -> Result<Self, Unfit> {
        let mut engine = Self { ruleset, moves: Vec::new(), symmetries: OnceLock::new() };
        engine.moves = prepared_moves(&ruleset.moves, ruleset, &engine.board(&vec![2; ruleset.heaps.len()])?)?;
        Ok(engine)
    }

    /// Permutations of heaps that map the game to itself.
    fn symmetries(&self) -> &[Vec<usize>] {
        self.symmetries.get_or_init(|| symmetries(self.ruleset))
    }

    /// Where positions with heaps below these bounds are kept.
    fn board(&self, shape: &[u64]) -> Result<CellBoard, Unfit> {
        let mut ranges: Vec<(i64, u64)> = shape.iter().map(|bound| (0, *bound)).collect();
        for register in &self.ruleset.registers {
            let range = match (register.high, register.shown) {
                (Some(high), _) => (register.low, high),
                (None, Some(shown)) => shown,
                (None, None) => (0, 0),
            };
            ranges.push((range.0, range.1.abs_diff(range.0) + 1));
        }
        self.board_of(&ranges, 0)
    }

    /// Where positions are kept whose coordinates have these least values, and so many, with one of them outermost.
    fn board_of(&self, ranges: &[(i64, u64)], outermost: usize) -> Result<CellBoard, Unfit> {
        let heaps = self.ruleset.heaps.len();
        let cells = ranges.iter().try_fold(1u128, |cells, range| cells.checked_mul(u128::from(range.1)));
        if cells.is_none_or(|cells| MOST_CELLS < cells) {
            return Err("the board is too large".to_owned());
        }
        let fits = |bound: u64| usize::try_from(bound).map_err(|_| "the board is too large".to_owned());
        let size: Vec<usize> = ranges.iter().map(|range| fits(range.1)).collect::<Result<_, _>>()?;
        let mut stride = vec![1; size.len()];
        let mut inner = 1;
        for at in (0..size.len()).rev().filter(|at| IS_SMALL || *at != outermost) {
            stride[at] = inner;
            inner *= size[at];
        }
        if !IS_SMALL {
            stride[outermost] = inner;
        }
        let is_closed = self.ruleset.registers.iter().map(|register| register.high.is_some()).collect();
        let low = ranges.iter().map(|range| range.0).collect();
        Ok(CellBoard { heaps, low, size, stride, is_closed, amounts: AmountLists::default() })
    }

    /// A board that has all positions that those of a region reach, and which these are.
    fn reached(
        &self,
        (board, shape, region): (&CellBoard, &[u64], &Region),
        context: &Context,
    ) -> Result<(CellBoard, ReachedCells), EngineError> {
        // A sum of heaps tells nothing of registers without an end.
        let is_open = board.is_closed.contains(&false);
        let level = reach(self.ruleset, shape, region);
        if !IS_SMALL
            && !self.ruleset.breaks()
            && (is_open || level.is_none())
            && let Some(frames) = Frames::of(&self.on_board(board), self.ruleset, (board, region), context)?
        {
            let board = self.board_of(&frames.ranges(&board.low), frames.outermost()).map_err(EngineError::Unfit)?;
            return Ok((board, ReachedCells::Frames(frames)));
        }
        if let Some(reach) = level {
            let board = self.board(&reach.shape).map_err(EngineError::Unfit)?;
            return Ok((board, ReachedCells::Level(reach)));
        }
        Ok((board.clone(), ReachedCells::All))
    }

    /// The moves with what a board says of their amounts.
    fn on_board(&self, board: &CellBoard) -> Vec<Cow<'_, Prepared>> {
        on_board(&self.moves, self.ruleset, board)
    }

    /// All operations for positions of a board, for each alternative its own; or lists.
    fn compiled<'m>(
        moves: &'m [Cow<'_, Prepared>],
        board: &CellBoard,
        lists: bool,
        context: &Context,
    ) -> Result<Ways<'m>, Trouble> {
        let mut ways = Ways {
            nests: Vec::new(),
            takes: Vec::new(),
            together: (!IS_SMALL).then(|| (on(board), Vec::new())),
            layers: None,
        };
        for prepared in moves {
            let own = prepared.nests(board).map_err(EngineError::Unfit)?;
            let solo = prepared.solo.as_ref().filter(|solo| lists && solo.may_list(own.iter().map(|(_, nest)| nest)));
            let takes = solo.map(|solo| Takes::new(solo, board, context)).transpose();
            match takes {
                Err(Trouble::Engine(error)) if !error.is_of_this_engine() => return Err(error.into()),
                Ok(Some(takes)) if takes.pays(&own) => ways.takes.push(takes),
                // What lists cannot say, loops and the enumerator do.
                _ => {
                    ways.nests.extend(own);
                    ways.together = ways.together.and_then(|(mut program, mut nests)| {
                        nests.extend(prepared.nests_among(&mut program, board).ok()?);
                        Some((program, nests))
                    });
                }
            }
        }
        Ok(ways)
    }

    /// The values of a region on a board that may be larger; without lists where one of them cannot be made after all.
    fn swept<K: Kept>(
        &self,
        (board, order): (&CellBoard, Order<'_>),
        question: Question,
        context: &Context,
    ) -> Result<Vec<K>, Trouble> {
        if let Some(kept) = self.swept_by_distances::<K>((board, order), question, context)? {
            return Ok(kept);
        }
        if let Some(kept) = self.swept_by_marks::<K>((board, order), question, context)? {
            return Ok(kept);
        }
        if let Some(kept) = self.swept_by_stencils::<K>((board, order), question, context)? {
            return Ok(kept);
        }
        let kept: Vec<K::Shared> = SharedCell::none(board.cells());
        self.sweep::<K>((board, order, None), question, &kept, context)?;
        Ok(kept.into_iter().map(SharedCell::into_kept).collect())
    }

    /// Gives values to the cells of a board, or of some of its rows.
    fn sweep<K: Kept>(
        &self,
        place: (&CellBoard, Order<'_>, Option<Range<usize>>),
        question: Question,
        kept: &[K::Shared],
        context: &Context,
    ) -> Result<(), Trouble> {
        self.sweep_by_moves::<K>(&self.moves, place, question, kept, context)
    }

    /// The same by moves that may be others.
    fn sweep_by_moves<K: Kept>(
        &self,
        moves: &[Prepared],
        (board, order, rows): (&CellBoard, Order<'_>, Option<Range<usize>>),
        question: Question,
        kept: &[K::Shared],
        context: &Context,
    ) -> Result<(), Trouble> {
        let own = moves;
        let moves = on_board(own, self.ruleset, board);
        let mut ways = Self::compiled(&moves, board, true, context)?;
        if let Order::Rows(_) = order {
            ways.layers = LayerMoves::of(own, self.ruleset, (board, self.symmetries()));
        }
        let has_lists = !ways.takes.is_empty();
        match self.sweep_by::<K>(ways, (board, order, rows.clone()), question, kept, context) {
            Err(Trouble::Engine(error)) if has_lists && error.is_of_this_engine() => {
                // What cells have values already, they have by all their options.
                let ways = Self::compiled(&moves, board, false, context)?;
                self.sweep_by::<K>(ways, (board, order, rows), question, kept, context)
            }
            done => done,
        }
    }

    /// Which positions of a board belong to the game, if not all do.
    fn domain(&self, board: &CellBoard) -> Result<Option<(Program, Id)>, Trouble> {
        let domain = (self.ruleset.positions != Condition::Known(true)).then(|| {
            let mut program = on(board);
            let belongs = program.condition(&self.ruleset.positions)?;
            if belongs.fails.is_some() {
                return Err("`positions where` has no value somewhere".to_owned());
            }
            Ok((program, belongs.id))
        });
        Ok(domain.transpose().map_err(EngineError::Unfit)?)
    }

    /// The same in cells of this width, computed with numbers of 32 bits where they are enough.
    fn sweep_by<K: Kept>(
        &self,
        ways: Ways<'_>,
        (board, order, rows): (&CellBoard, Order<'_>, Option<Range<usize>>),
        question: Question,
        kept: &[K::Shared],
        context: &Context,
    ) -> Result<(), Trouble> {
        let domain = self.domain(board)?;
        // In a browser there are no wide registers, and every loop counts for the size of the page.
        let small = cfg!(not(target_arch = "wasm32"))
            && board.cells() < 1 << 30
            && ways
                .nests
                .iter()
                .map(|nest| &nest.0)
                .chain(domain.iter().map(|domain| &domain.0))
                .all(Program::fits::<i32>);
        let options = Options::new(self.ruleset).map_err(EngineError::from)?.until(&context.cancel);
        let images = match order {
            Order::Rows(_) => Images::new(self.symmetries(), board),
            Order::Reached(_) | Order::Listed(_) => Images::default(),
        };
        let (blocking, breaks) = (self.ruleset.blocking, self.ruleset.breaks());
        let asked = SweepQuestion { board, images: &images, options: &options, question, context, blocking, breaks };
        let part = (order, rows, kept);
        if small { sweep::<i32, K>(asked, ways, domain, part) } else { sweep::<i64, K>(asked, ways, domain, part) }
    }
}

impl ByProgram<'_> {
    /// Grundy values, or outcomes where one of the options decides them.
    fn filled(&self, region: &Region, question: Question, context: &Context) -> Result<Table, EngineError> {
        let shape = shape_of(region, self.ruleset.heaps.len())?;
        if shape.contains(&0) {
            return Err(EngineError::unfit_region());
        }
        let layers = register_values(self.ruleset, context)?;
        let board = self.board(&shape).map_err(EngineError::Unfit)?;
        if layers.len() != 1 {
            // The values of the board, and the same in layers.
            context.fits(board.cells() as u128 * 4)?;
        }
        let cells = board.cells() as u128;
        let values = match self.values((&board, cells), Order::Rows(region), question, context) {
            Err(trouble @ (Trouble::Order | Trouble::Outside)) => {
                let (wide, reached) = self.reached((&board, &shape, region), context)?;
                // The values of the wider board, and those that are shown.
                let touched = reached.touched(&wide);
                context.fits(touched.saturating_add(cells).saturating_mul(2))?;
                let in_rows = match trouble {
                    Trouble::Outside if IS_SMALL || wide.is_turned() => Err(Trouble::Order),
                    Trouble::Outside => self.values((&wide, touched), Order::Reached(&reached), question, context),
                    trouble => Err(trouble),
                };
                let values = match in_rows {
                    Err(Trouble::Order) => {
                        let list = listed(self.ruleset, &wide, &reached, context)?;
                        self.values((&wide, touched), Order::Listed(&list), question, context)
                    }
                    values => values,
                };
                let values = values.map_err(EngineError::from)?;
                if !IS_SMALL && wide.is_plain(&shape) && matches!(region, Region::Box(_)) {
                    return Ok(values.into_table(shape));
                }
                return Ok(shown(values, &wide, (region, shape, layers)));
            }
            values => values.map_err(EngineError::from)?,
        };
        Ok(match values {
            KeptValues::Small(kept)
                if layers.len() == 1 && kept.len() == board.cells() && board.size.len() == shape.len() =>
            {
                Table { shape, layers: vec![(Vec::new(), Kept::cells(kept))] }
            }
            values => shown(values, &board, (region, shape, layers)),
        })
    }
}

impl Engine for ByProgram<'_> {
    fn table(&self, region: &Region, question: Question, context: &Context) -> Result<Table, EngineError> {
        let of_values = !IS_SMALL && self.ruleset.breaks() && question == Question::Outcome(Play::Normal);
        self.serves(question).map_err(EngineError::Unfit)?;
        let mut table = self.filled(region, if of_values { Question::Grundy } else { question }, context)?;
        if of_values {
            table.layers.iter_mut().for_each(|layer| layer.1.at_most(1));
        }
        Ok(table)
    }

    fn cost_of_cell(&self, region: &Region, _question: Question) -> Option<u64> {
        if IS_SMALL {
            return None;
        }
        let shape = shape_of(region, self.ruleset.heaps.len()).ok()?;
        let board = self.board(&shape).ok()?;
        let moves = self.on_board(&board);
        let by_steps = self.steps(&moves, &board, &cost::shown(&board, region)).map(cost::of_steps);
        by_steps.or_else(|| cost::of_cell(&moves, &board, region))
    }

    fn rows(&self, region: &Region, question: Question, context: &Context) -> Result<RowsInTurn, EngineError> {
        if !IS_SMALL && self.ruleset.breaks() {
            return Err(EngineError::unfit_region());
        }
        self.serves(question).map_err(EngineError::Unfit)?;
        in_turn::rows(self.ruleset, region, question, context)
    }

    fn why(&self, passed: &Passed) -> String {
        let (rays, boards) = (passed.words(EngineKind::Rays), passed.words(EngineKind::Boards));
        let why = if !IS_SMALL && self.ruleset.breaks() {
            format!("positions break into several, which no code says ({})", passed.words(EngineKind::Codes))
        } else if !IS_SMALL && 0 < self.ruleset.blocking {
            "the previous player forbids options, and the P-positions among the options are counted".to_owned()
        } else if self.ruleset.heaps.len() == 1 {
            format!("no engine for shapes reads its moves ({rays})")
        } else if boards.is_empty() && !rays.is_empty() {
            rays.to_owned()
        } else {
            let told = passed.told(&[EngineKind::Rays, EngineKind::Boards, EngineKind::Vectors]);
            format!("no engine for shapes reads its moves ({told})")
        };
        let count: usize = self.moves.iter().map(|prepared| prepared.alternatives.len()).sum();
        let several = if count == 1 { "" } else { "s" };
        format!(
            "{why}; so the options of every position are enumerated, by {count} loop nest{several} whose conditions are \
             compiled and tried for {LANES} amounts at once"
        )
    }
}

impl ByProgram<'_> {
    /// Why a question is left to the definition, which says what is asked for in vain.
    fn serves(&self, question: Question) -> Result<(), Unfit> {
        match question {
            _ if IS_SMALL => Ok(()),
            Question::Outcome(Play::Misere) if self.ruleset.breaks() => {
                Err("in misère play the outcome of a sum does not follow from values".to_owned())
            }
            Question::Grundy | Question::Outcome(Play::Misere) if 0 < self.ruleset.blocking => {
                Err("where options are forbidden there are outcomes of normal play alone".to_owned())
            }
            _ => Ok(()),
        }
    }
}

impl ByProgram<'_> {
    /// The values of a board, in four bytes each if two are not enough; so many of its cells take memory.
    fn values(
        &self,
        (board, cells): (&CellBoard, u128),
        order: Order<'_>,
        question: Question,
        context: &Context,
    ) -> Result<KeptValues, Trouble> {
        let listed = if let Order::Listed(list) = order { list.len() as u128 * 8 } else { 0 };
        // Every loop counts for the size of a page, and its tables are small.
        if cfg!(not(target_arch = "wasm32")) {
            context.fits(cells * 2 + listed)?;
            match self.swept::<u16>((board, order), question, context) {
                Err(Trouble::Wide) => {}
                small => return small.map(KeptValues::Small),
            }
        }
        context.fits(cells * 4 + listed)?;
        self.swept::<u32>((board, order), question, context).map(KeptValues::Large)
    }
}

/// A program that knows the coordinates of a board.
fn on(board: &CellBoard) -> Program {
    let mut program = Program::default();
    program.shared = board.amounts.shared.clone();
    for (at, (low, size)) in board.low.iter().zip(&board.size).enumerate() {
        let low = i128::from(*low);
        program.coordinate(at, (low, low + *size as i128 - 1));
    }
    program
}
