//! Turns a translation-invariant ruleset of two heaps into tables, one value after the other, level by level. Knows
//! nothing of conditions or amounts.
//!
//! For value v = 0, 1, ...: every cell of a level that has no value and cannot move to a cell of value v gets v, all of a
//! level at once, because every move lowers the level. By induction on (v, level) this is the mex.
//!
//! Right because a cell of value v is one that no cell of value v attacks, and that did not get a smaller value: it has options
//! of all smaller values, since those kept it from getting them.
use super::bands;
use super::cover::{Attack, Moves};
use super::relay::{Relay, Runner};
use crate::engine::board::levels::{LevelBoard, Raises};
use crate::engine::board::open_cells::Free;
use crate::engine::board::values::{BAND, LevelValues};
use crate::engine::moves::plane::{Analysis, Piece, is_of_plane};
use crate::engine::numbers::{heap, index, signed};
use crate::engine::question::{Engine, Passed};
use crate::engine::rows::RowsInTurn;
use crate::engine::{Context, EngineError, EngineKind, Question};
use crate::ruleset::Position;
use crate::table::{Cells, Region, Table};
use crate::value::Play;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

mod in_turn;

/// So many values run together where there are several threads, so that a section is worth waiting for.
const BLOCK: u32 = 8;
/// About how many nanoseconds a cell takes where nothing is jumped over.
const A_CELL: u64 = 100;
/// Bytes of one found position, about.
const POSITION: u128 = 64;

/// The engine of a ruleset.
#[derive(Debug)]
pub(in crate::engine) struct ByLevels(Arc<Analysis>);

impl ByLevels {
    pub(in crate::engine) fn new(analysis: Arc<Analysis>) -> Self {
        Self(analysis)
    }
}

impl Engine for ByLevels {
    fn table(&self, region: &Region, question: Question, context: &Context) -> Result<Table, EngineError> {
        is_of_plane(region)?;
        match question {
            Question::Grundy => grundy(&self.0, region, context),
            Question::Outcome(play) => outcomes(&self.0, region, play, context),
        }
    }

    /// Sets that are finite cover nothing that a sweep could jump over.
    fn cost_of_cell(&self, _region: &Region, question: Question) -> Option<u64> {
        if cfg!(target_arch = "wasm32") {
            return None;
        }
        let are_finite = self.0.pieces.iter().all(|piece| matches!(piece, Piece::Finite(_)));
        (are_finite && question == Question::Grundy).then_some(A_CELL)
    }

    fn rows(&self, region: &Region, question: Question, context: &Context) -> Result<RowsInTurn, EngineError> {
        is_of_plane(region)?;
        let (shape, finds) = match question {
            Question::Grundy => in_turn::windows(&self.0, region, context)?,
            Question::Outcome(play) => in_turn::outcomes(&self.0, region, play, context)?,
        };
        Ok(RowsInTurn::new(EngineKind::Levels, shape, finds))
    }

    fn p_positions(&self, up_to: u64, play: Play, context: &Context) -> Result<Vec<Position>, EngineError> {
        let bound = up_to.saturating_add(1);
        is_of_plane(&Region::Total(bound))?;
        p_positions(&self.0, bound, play, context)
    }

    fn why(&self, passed: &Passed) -> String {
        format!(
            "every move is translation-invariant and lowers {} x + {} y ({}), but {}; the cost is that of the pairs of a \
             value and a level that are neither closed nor full; a cell takes 2 bytes while values fit, and a bit",
            self.0.weights[0],
            self.0.weights[1],
            self.0.words(),
            passed.words(EngineKind::Lines)
        )
    }
}

/// The board of a region and the moves on it, or in words why there is none.
fn prepare(analysis: &Analysis, region: &Region, context: &Context) -> Result<(LevelBoard, Moves), EngineError> {
    let raises = if analysis.rises == [false, false] { Raises::Never } else { Raises::Sometimes };
    let board = LevelBoard::new(analysis.weights, raises, region, context)?;
    let moves = Moves::new(&analysis.pieces, &board).map_err(EngineError::Unfit)?;
    Ok((board, moves))
}

/// The bytes that are taken at most, about: values are given back as the table grows.
fn needed(board: &LevelBoard) -> u128 {
    let cells = board.cells() as u128;
    board.answer().max(2 * cells) + cells / 4
}

/// Grundy values of a region. Cost: about the number of pairs of a value and a level, and of words that are looked at.
///
/// # Errors
/// Memory, cancellation, or numbers too large for this engine.
fn grundy(analysis: &Analysis, region: &Region, context: &Context) -> Result<Table, EngineError> {
    let (board, moves) = prepare(analysis, region, context)?;
    let mut attack = Attack::new(&moves, &board, context)?;
    if let Some(thresholds) = attack.thresholds().filter(|_| board.levels() < bands::MOST_LEVELS) {
        let rows = 0..board.shown().0[0];
        context.fits(bands::needed(&board, thresholds, &rows))?;
        let cells = bands::grundy(&board, (&mut attack, thresholds), rows, context)?;
        return Ok(Table { shape: board.shape.to_vec(), layers: vec![(Vec::new(), cells)] });
    }
    context.fits(needed(&board))?;
    drop(attack);
    let rows = 0..board.shown().0[0];
    let cells = swept((&board, &board), &moves, needed(&board), rows, context)?;
    Ok(Table { shape: board.shape.to_vec(), layers: vec![(Vec::new(), cells)] })
}

/// Grundy values of some rows of a board, value after value; of the second board, which has no other rows, values are kept. So many
/// bytes are taken beside what each value attacks.
fn swept(
    (board, seen): (&LevelBoard, &LevelBoard),
    moves: &Moves,
    needed: u128,
    rows: Range<usize>,
    context: &Context,
) -> Result<Cells, EngineError> {
    let bands = board.levels().div_ceil(BAND);
    let all = needed.saturating_add(moves.bytes());
    let relay = Relay::new(0, bands, BLOCK, (all, moves.bytes()), context);
    context.fits(all.saturating_add(moves.bytes().saturating_mul(relay.values() - 1)))?;
    let together = bands.div_ceil(relay.sections()) * BAND;
    let section = |from: usize| {
        let levels = from..board.levels().min(from + together);
        Section { from, free: Free::of(board, levels.clone()), values: LevelValues::none(seen, levels.clone()), levels }
    };
    let firsts = (0..board.levels()).step_by(together);
    let sections: Vec<Mutex<Section>> = firsts.map(|first| Mutex::new(section(first))).collect();
    let run = LevelSweep { board, sections: &sections, given: &AtomicU64::new(0), context };
    relay.run(|runner| {
        let attacks: Result<_, _> = (0..relay.block()).map(|_| Attack::new(moves, board, context)).collect();
        run.values(&mut attacks?, runner)
    })?;
    let sections =
        sections.into_iter().map(|section| section.into_inner().unwrap_or_else(PoisonError::into_inner).values);
    Ok(LevelValues::of(seen, sections).rows(rows, context))
}

/// Some levels of a board; one thread has all of them.
struct Section<'a> {
    levels: Range<usize>,
    /// The first level that may have free cells.
    from: usize,
    free: Free,
    values: LevelValues<'a>,
}

impl Section<'_> {
    /// The first level that has free cells, which become no more.
    fn first_level(&mut self) -> Option<usize> {
        self.from = self.free.first_level(self.from)?;
        Some(self.from)
    }
}

/// What all values have in common.
#[derive(Clone, Copy)]
struct LevelSweep<'r, 'a> {
    board: &'a LevelBoard,
    sections: &'r [Mutex<Section<'a>>],
    /// How many cells have values.
    given: &'r AtomicU64,
    context: &'a Context,
}

impl LevelSweep<'_, '_> {
    /// Goes through the levels with some values after others, until no cell is free.
    fn values(&self, attacks: &mut Vec<Attack<'_>>, runner: &mut Runner<'_, '_>) -> Result<(), EngineError> {
        // The first section that may have free cells.
        let mut first = 0;
        let mut runs = Vec::new();
        // For each value the level to look at next, once it has met a free cell.
        let mut nexts = vec![None; attacks.len()];
        while first < self.sections.len() {
            let values = runner.begin();
            attacks.iter_mut().for_each(Attack::clear);
            nexts.fill(None);
            for (at, section) in self.sections.iter().enumerate().skip(first) {
                runner.enter(at)?;
                let mut section = section.lock().unwrap_or_else(PoisonError::into_inner);
                for ((value, attack), next) in values.clone().zip(attacks.iter_mut()).zip(&mut nexts) {
                    match next.or_else(|| section.first_level()) {
                        Some(from) => *next = Some(self.section(&mut section, from, value, attack, &mut runs)),
                        None => first = at + 1,
                    }
                }
                if nexts.iter().all(|next| *next == Some(usize::MAX)) {
                    break;
                }
            }
            runner.finish()?;
            if let Some(progress) = &self.context.progress {
                progress(self.given.load(Ordering::Relaxed), self.board.cells() as u64);
            }
        }
        Ok(())
    }

    /// Gives cells of a section a value, from a level on; the level at which it goes on.
    fn section(
        &self,
        Section { levels, free, values, .. }: &mut Section<'_>,
        from: usize,
        value: u32,
        attack: &mut Attack<'_>,
        runs: &mut Vec<(i64, i64)>,
    ) -> usize {
        let (mut next, mut given) = (from, 0);
        loop {
            let (level, ends) = match attack.next_before(next, levels.end, Some(free)) {
                Ok(found) => found,
                Err(later) => {
                    self.given.fetch_add(given, Ordering::Relaxed);
                    return later;
                }
            };
            next = level + 1;
            let at = signed(level);
            attack.open(at, ends, Some(free.level(level)), runs);
            let low = self.board.ends[level].0;
            for (first, last) in runs.iter() {
                attack.add(at, *first, *last);
                let (begin, end) = (index(first - low), index(last - low));
                values.fill(level, (*first, *last), value);
                free.take(level, begin, end);
                given += (end - begin + 1) as u64;
            }
        }
    }
}

/// Outcomes of a region: 0 for P, 1 for N. Cost: about the number of levels, and of words that are looked at.
///
/// # Errors
/// As for [`grundy`].
fn outcomes(analysis: &Analysis, region: &Region, play: Play, context: &Context) -> Result<Table, EngineError> {
    let (board, moves) = prepare(analysis, region, context)?;
    let (shape, shown) = board.shown();
    // A bit for each cell; in misère play another for the cells that have options.
    let others = if play == Play::Misere { board.cells() as u128 } else { 0 };
    context.fits((shape[0] as u128 * shape[1] as u128 + others) / 8)?;
    let mut cells = Cells::ones(shape, &shown);
    each_p_run(&board, &moves, play, context, &mut |level, first, last| {
        for place in first..=last {
            let heaps = board.frame.heaps(signed(level), place).map(usize::try_from);
            if let [Ok(x), Ok(y)] = heaps
                && x < shape[0]
                && y < shown(x)
            {
                cells.clear(x * shape[1] + y);
            }
        }
    })?;
    Ok(Table { shape: board.shape.to_vec(), layers: vec![(Vec::new(), cells)] })
}

/// All P-positions with both heaps below a bound, in order of total, then lexicographic.
///
/// # Errors
/// As for [`grundy`].
fn p_positions(analysis: &Analysis, bound: u64, play: Play, context: &Context) -> Result<Vec<Position>, EngineError> {
    let (board, moves) = prepare(analysis, &Region::Box(vec![bound; 2]), context)?;
    let side = heap(bound);
    let mut found: Vec<Position> = Vec::new();
    let mut many = Ok(());
    each_p_run(&board, &moves, play, context, &mut |level, first, last| {
        let level = signed(level);
        for place in first..=last {
            let heaps = board.frame.heaps(level, place);
            if heaps[0] < side && heaps[1] < side {
                found.push(heaps.to_vec());
            }
        }
        if many.is_ok() {
            many = context.fits(found.len() as u128 * POSITION);
        }
        if many.is_err() {
            found.clear();
        }
    })?;
    many?;
    found.sort_unstable_by(|a, b| (a[0] + a[1], a).cmp(&(b[0] + b[1], b)));
    Ok(found)
}

/// Hands over the runs of P-positions, level by level. In misère play cells without options are N-positions, which a
/// sweep finds first.
fn each_p_run(
    board: &LevelBoard,
    moves: &Moves,
    play: Play,
    context: &Context,
    visit: &mut dyn FnMut(usize, i64, i64),
) -> Result<(), EngineError> {
    let mut attack = Attack::new(moves, board, context)?;
    let mut free = None;
    if play == Play::Misere {
        context.fits(board.cells() as u128 / 8)?;
        let mut left = Free::all(board);
        without_terminal(board, &mut attack, &mut left, context)?;
        attack.clear();
        free = Some(left);
    }
    let mut runs = Vec::new();
    let mut next = 0;
    while let Some((level, ends)) = attack.next(next, free.as_ref()) {
        next = level + 1;
        let at = signed(level);
        attack.open(at, ends, free.as_ref().map(|free| free.level(level)), &mut runs);
        for (first, last) in &runs {
            attack.add(at, *first, *last);
            visit(level, *first, *last);
        }
        step(level, board, context)?;
    }
    Ok(())
}

/// Takes the cells without options out: no cell at all is reached from them.
fn without_terminal(
    board: &LevelBoard,
    attack: &mut Attack<'_>,
    free: &mut Free,
    context: &Context,
) -> Result<(), EngineError> {
    let mut runs = Vec::new();
    let mut closed = 0;
    for level in 0..board.levels() {
        let at = signed(level);
        let (low, high) = board.ends[level];
        runs.clear();
        if closed <= level {
            let next = attack.next(level, None);
            closed = next.map_or(board.levels(), |next| next.0);
            if let Some((_, ends)) = next.filter(|next| next.0 == level) {
                attack.open(at, ends, Some(free.level(level)), &mut runs);
            }
        }
        for (first, last) in &runs {
            free.take(level, index(first - low), index(last - low));
        }
        if low <= high {
            attack.add(at, low, high);
        }
        step(level, board, context)?;
    }
    Ok(())
}

fn step(level: usize, board: &LevelBoard, context: &Context) -> Result<(), EngineError> {
    if level.is_multiple_of(256) {
        context.go_on()?;
        if let Some(progress) = &context.progress {
            progress(level as u64, board.levels() as u64);
        }
    }
    Ok(())
}
