//! Turns runs of options into values, cell by cell, for any number of heaps and layers. Knows nothing of conditions.
//!
//! Cells are visited in lexicographic order of their heaps; no move raises a heap, so options come first. Every line of a
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
//! Right because sets hold the values of exactly the options: of a line, what is behind the cell on it (`line`); of a window,
//! what is between its ends (`window`); of a cone, what its steps reach from a start (`modules`). Moves of registers alone lead
//! to layers that the order of layers puts first.
mod domain;
mod line;
mod modules;
mod terms;
mod track;
mod window;

use crate::engine::board::grid::Grid;
use crate::engine::moves::runs::list::List;
use crate::engine::moves::runs::{Depth, Form, MoveRuns, Run};
use crate::engine::numbers::value_of;
use crate::engine::question::{Engine, Passed, Unfit};
use crate::engine::reference::register_values;
use crate::engine::{Context, EngineError, Question};
use crate::ruleset::{Condition, Ruleset};
use crate::table::{Cells, Region, Table};
use crate::value::Play;
use domain::RowDomain;
use line::Sets;
use modules::Modules;
use terms::Terms;
use track::{Track, share, track};

/// The most lines of a cell that are looked at in one loop.
const MOST_LINES: usize = 16;

/// From here on values may soon need four bytes a cell.
const WIDE: usize = 65_000;

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
    let mut fill = Fill::new(plan, ruleset, board, (question, shown), context)?;
    fill.wider = cells.saturating_mul(4);
    let mut cell = vec![0; plan.heaps];
    fill.prefixes(0, &mut cell)?;
    fill.board.mirror(&mut fill.tables);
    let mut layers = Vec::new();
    for registers in register_values(ruleset, context)? {
        let layer = plan.layers.iter().position(|layer| *layer == registers).ok_or_else(EngineError::unfit_region)?;
        layers.push((registers, std::mem::take(&mut fill.tables[layer])));
    }
    Ok(Table { shape: fill.board.shape.iter().map(|bound| *bound as u64).collect(), layers })
}

/// Where a run finds its values.
#[derive(Clone, Debug)]
enum Source {
    /// One cell.
    Point,
    /// The cells behind the one at hand, on its line.
    Near(usize),
    /// The cells from the nearest option on, on the line of that.
    Late(usize),
    /// Some cells of the line of the nearest option.
    Window(usize),
}

struct Lane {
    run: Run,
    source: Source,
}

struct Fill<'a> {
    plan: &'a MoveRuns,
    positions: &'a Condition,
    domain: RowDomain,
    context: &'a Context,
    board: Grid,
    question: Question,
    /// Bytes of the tables.
    shown: u128,
    /// What they take besides when values need four bytes and those of two are still there; then nothing.
    wider: u128,
    tables: Vec<Cells>,
    sets: Sets,
    near: Vec<Track>,
    late: Vec<Track>,
    windows: Vec<Track>,
    /// The runs of each layer.
    lanes: Vec<Vec<Lane>>,
    /// The track of each family.
    families: Vec<usize>,
    modules: Modules,
    /// What each list takes from each value of its heap.
    takes: Vec<Vec<Vec<u32>>>,
    terms: Vec<Terms>,
    rows: u64,
    /// Whether all runs are lines behind the cell or single options, wherever the cell is.
    simple: bool,
    /// Where the table has the cell of the row at hand whose last heap is empty.
    index: usize,
    /// The lines of the row at hand, for each track of `near`: the number, and its slope.
    lines: Vec<(usize, Option<isize>)>,
    scratch: Scratch,
}

/// What is found at one cell.
#[derive(Default)]
struct Scratch {
    points: Vec<u32>,
    sets: Vec<usize>,
    found: Vec<Option<u32>>,
    /// The values in all windows, and the first word of them that is not full.
    seen: Vec<u64>,
    begin: usize,
    /// Where single options lie before the cells of a row.
    offsets: Vec<usize>,
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
struct Tracks {
    near: Vec<Track>,
    late: Vec<Track>,
    windows: Vec<Track>,
    lanes: Vec<Vec<Lane>>,
}

impl Tracks {
    /// A track for each run with a step; runs of one kind share them.
    fn of(plan: &MoveRuns, board: &Grid) -> Result<Self, EngineError> {
        let mut all = Self { lanes: plan.layers.iter().map(|_| Vec::new()).collect(), ..Self::default() };
        for run in &plan.runs {
            let source = match &run.step {
                None => Source::Point,
                Some(step) if run.bounds.is_empty() && run.start == *step => {
                    Source::Near(track(board, &mut all.near, run, None)?)
                }
                Some(_) if run.bounds.is_empty() && !board.symmetric() => {
                    Source::Late(track(board, &mut all.late, run, Some(&run.start))?)
                }
                Some(_) => Source::Window(track(board, &mut all.windows, run, Some(&run.start))?),
            };
            all.lanes[run.from].push(Lane { run: run.clone(), source });
        }
        Ok(all)
    }
}

impl<'a> Fill<'a> {
    /// Lays out what a board needs: a track of lines for each run with a step, its sets, and what is listed or
    /// tabulated.
    fn new(
        plan: &'a MoveRuns,
        ruleset: &'a Ruleset,
        board: Grid,
        (question, shown): (Question, u128),
        context: &'a Context,
    ) -> Result<Self, EngineError> {
        let Tracks { mut near, mut late, mut windows, lanes } = Tracks::of(plan, &board)?;
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
        let cells: usize = board.shape.iter().product();
        let listed =
            |list: &List| list.takes(ruleset, (&plan.layers[list.from], board.shape[list.heap]), shown, context);
        let takes = plan.lists.iter().map(listed).collect::<Result<_, _>>()?;
        let terms =
            (0..plan.layers.len()).map(|layer| Terms::new(plan, layer, &board.shape)).collect::<Result<_, _>>()?;
        Ok(Self {
            plan,
            positions: &ruleset.positions,
            domain,
            context,
            question,
            shown,
            wider: 0,
            tables: plan.layers.iter().map(|_| Cells::none(cells)).collect(),
            sets,
            lines: vec![(0, None); near.len()],
            near,
            late,
            windows,
            lanes,
            families,
            modules,
            takes,
            terms,
            rows: 0,
            simple,
            index: 0,
            scratch: Scratch { found: vec![None; plan.layers.len()], ..Scratch::default() },
            board,
        })
    }

    /// Visits the rows of the board from one heap on.
    fn prefixes(&mut self, heap: usize, cell: &mut Vec<usize>) -> Result<(), EngineError> {
        if heap + 1 == self.plan.heaps {
            return self.row(cell);
        }
        let begin = self.board.before(heap).map_or(0, |before| cell[before]);
        let used: usize = cell[..heap].iter().sum();
        let end = self.board.total.map_or(self.board.shape[heap], |total| total - used);
        for value in begin..end {
            cell[heap] = value;
            self.prefixes(heap + 1, cell)?;
        }
        cell[heap] = 0;
        Ok(())
    }

    /// One row: the cells whose runs differ from the next cell's one by one, the rest in a loop that moves along with
    /// them.
    fn row(&mut self, cell: &mut [usize]) -> Result<(), EngineError> {
        self.rows += 1;
        if self.rows.is_multiple_of(64) {
            self.context.go_on()?;
            if let Some(progress) = &self.context.progress {
                progress(cell[0] as u64, self.board.shape[0] as u64);
            }
        }
        let last = self.plan.heaps - 1;
        let begin = self.board.before(last).map_or(0, |before| cell[before]);
        let used: usize = cell[..last].iter().sum();
        let end = self.board.total.map_or(self.board.shape[last], |total| total - used);
        let (begin, end) = self.domain.clipped(cell, (begin, end));
        if end <= begin {
            return Ok(());
        }
        cell[last] = begin;
        self.index = cell[..last].iter().zip(&self.board.strides).map(|(heap, stride)| heap * stride).sum();
        for (slot, track) in self.lines.iter_mut().zip(&self.near) {
            *slot = (track.first + track.numbering.of(cell).0, track.numbering.slope(cell));
        }
        let plain = if self.simple { self.plain_row(cell, begin) } else { end };
        for value in begin..plain.min(end) {
            cell[last] = value;
            self.cell(cell)?;
            if value % 4096 == 4095 {
                self.context.go_on()?;
            }
        }
        if end <= plain {
            return Ok(());
        }
        let table = std::mem::take(&mut self.tables[0]);
        let mut row = Row { table, begin: plain, end };
        match self.lines.len() {
            0 => row.fill::<0>(self),
            1 => row.fill::<1>(self),
            2 => row.fill::<2>(self),
            3 => row.fill::<3>(self),
            4 => row.fill::<4>(self),
            _ => row.fill::<MOST_LINES>(self),
        }?;
        self.tables[0] = row.table;
        Ok(())
    }

    /// Where every run of the last cells of a row looks: from the cell on that is returned, all runs that apply to the row
    /// apply, and single options move along with the cell.
    fn plain_row(&mut self, cell: &[usize], begin: usize) -> usize {
        let last = self.plan.heaps - 1;
        let mut from = begin;
        self.scratch.offsets.clear();
        if MOST_LINES < self.lines.len() || self.lines.iter().any(|line| line.1.is_none()) {
            return usize::MAX;
        }
        // A line on which nothing lies behind the cell has an empty set: it does no harm to look at it.
        let points = self.lanes[0].iter().filter(|lane| matches!(lane.source, Source::Point));
        for start in points.map(|lane| &lane.run.start) {
            if cell[..last].iter().zip(start).all(|(heap, taken)| taken <= heap) {
                from = from.max(start[last]);
                let mut place = less(&cell[..last], start);
                let index = self.board.index(&mut place[..last]);
                // The last heap stays the largest of its class.
                if let Some(before) = self.board.before(last) {
                    from = from.max(place[before] + start[last]);
                }
                self.scratch.offsets.push(index.wrapping_sub(start[last]));
            }
        }
        from
    }

    /// Computes the values of one cell in all layers.
    fn cell(&mut self, cell: &[usize]) -> Result<(), EngineError> {
        self.modules.begin(cell);
        for number in 0..self.late.len() {
            self.follow(number, cell);
        }
        for at in 0..self.plan.order.len() {
            let layer = self.plan.order[at];
            self.scratch.found[layer] = None;
            if self.domain.is_tested() && !self.terms[layer].belongs(self.positions, cell)? {
                continue;
            }
            let value = self.judge(layer, cell)?;
            self.reserve(value as usize)?;
            self.modules.insert(layer, cell, value as usize);
            self.scratch.found[layer] = Some(value);
            let mut place = [0; 8];
            place[..cell.len()].copy_from_slice(cell);
            let index = self.board.index(&mut place[..cell.len()]);
            self.tables[layer].set(index, value);
        }
        for (slot, track) in self.lines.iter_mut().zip(&self.near) {
            let line = match slot.1 {
                Some(_) => slot.0,
                None => track.first + track.numbering.of(cell).0,
            };
            if let Some(value) = self.scratch.found[track.to] {
                self.sets.insert(line, value as usize);
            }
            if let Some(slope) = slot.1 {
                slot.0 = slot.0.wrapping_add_signed(slope);
            }
        }
        Ok(())
    }

    /// Makes room for a value in all sets.
    fn reserve(&mut self, value: usize) -> Result<(), EngineError> {
        let before = self.sets.length;
        if WIDE <= value {
            self.shown = self.shown.saturating_add(std::mem::take(&mut self.wider));
        }
        // Old and new sets stand side by side for a while.
        let modules = self.modules.bytes(3 * before);
        self.sets.reserve(value, self.shown.saturating_add(modules), self.context)?;
        if before < self.sets.length {
            self.modules.widen(self.sets.length);
        }
        Ok(())
    }

    /// The value at a distance from a cell, in a layer.
    fn behind(&self, layer: usize, cell: &[usize], taken: &[usize]) -> Option<u32> {
        let mut place = [0; 8];
        for ((slot, heap), taken) in place.iter_mut().zip(cell).zip(taken) {
            *slot = heap.checked_sub(*taken)?;
        }
        self.tables[layer].get(self.board.index(&mut place[..cell.len()]))
    }

    /// Adds the nearest option of a cell to the set of its line.
    fn follow(&mut self, number: usize, cell: &[usize]) {
        let track = &self.late[number];
        let Some(start) = &track.start else { return };
        if let Some(value) = self.behind(track.to, cell, start) {
            let line = track.first + track.numbering.of(&less(cell, start)[..cell.len()]).0;
            self.sets.insert(line, value as usize);
        }
    }

    /// The value of a cell in a layer, from all runs, families, cones and lists that begin there.
    fn judge(&mut self, layer: usize, cell: &[usize]) -> Result<u32, EngineError> {
        let lanes = std::mem::take(&mut self.lanes[layer]);
        self.scratch.points.clear();
        self.scratch.sets.clear();
        if !self.terms[layer].tabulated() {
            self.terms[layer].go(self.plan, cell)?;
        }
        self.scratch.begin = 0;
        if !self.windows.is_empty() || !self.plan.cones.is_empty() || !self.takes.is_empty() {
            self.scratch.seen.clear();
            self.scratch.seen.resize(self.sets.length, 0);
        }
        for lane in &lanes {
            self.look(lane, layer, cell);
        }
        self.lanes[layer] = lanes;
        self.families(layer, cell)?;
        for (number, cone) in self.plan.cones.iter().enumerate() {
            if cone.from == layer && self.applies((&cone.guards, &cone.conditions), layer, cell) {
                self.modules.collect(number, cone, cell, &mut self.scratch.seen);
            }
        }
        for (list, takes) in self.plan.lists.iter().zip(&self.takes).filter(|(list, _)| list.from == layer) {
            let mut taken = [0; 8];
            for amount in &takes[cell[list.heap]] {
                taken[list.heap] = *amount as usize;
                if let Some(value) = self.behind(layer, cell, &taken[..cell.len()]) {
                    self.scratch.seen[value as usize / 64] |= 1 << (value % 64);
                }
            }
        }
        Ok(self.least())
    }

    /// Whether the position allows options.
    fn applies(&self, (guards, conditions): (&[Form], &[usize]), layer: usize, cell: &[usize]) -> bool {
        let terms = &self.terms[layer];
        guards.iter().all(|guard| terms.value(guard, cell) <= 0)
            && conditions.iter().all(|condition| terms.holds(*condition, cell))
    }

    /// Collects the values of a run.
    fn look(&mut self, lane: &Lane, layer: usize, cell: &[usize]) {
        let Lane { run, source } = lane;
        if cell.iter().zip(&run.start).any(|(heap, taken)| heap < taken) {
            return;
        }
        if !self.applies((&run.guards, &run.conditions), layer, cell) {
            return;
        }
        let terms = &self.terms[layer];
        match source {
            Source::Point => {
                if let Some(value) = self.behind(run.to, cell, &run.start) {
                    self.scratch.points.push(value);
                }
            }
            Source::Near(number) => {
                let (known, slope) = self.lines[*number];
                let track = &self.near[*number];
                let set = if slope.is_some() { known } else { track.first + track.numbering.of(cell).0 };
                self.scratch.sets.push(set);
            }
            Source::Late(number) => {
                let track = &self.late[*number];
                self.scratch.sets.push(track.first + track.numbering.of(&less(cell, &run.start)[..cell.len()]).0);
            }
            Source::Window(number) => {
                if let Some(ends) = terms.limits(&run.bounds, cell) {
                    self.window(*number, &less(cell, &run.start)[..cell.len()], ends);
                }
            }
        }
    }

    /// What is asked, from the values of the options.
    fn least(&self) -> u32 {
        let Scratch { points, sets, seen, begin, .. } = &self.scratch;
        let mut word = sets.iter().fold(*begin, |word, set| word.max(self.sets.full[*set] as usize));
        let windows = |word: usize| seen.get(word).copied().unwrap_or(0);
        if let Question::Outcome(play) = self.question {
            let lines = sets.iter().fold(windows(0), |taken, set| taken | self.sets.words[set * self.sets.length]);
            let taken = points.iter().fold(lines, |taken, value| taken | 1 << value);
            let terminal = taken == 0 && play == Play::Misere;
            return u32::from(terminal || taken & 1 == 1);
        }
        loop {
            let lines =
                sets.iter().fold(windows(word), |taken, set| taken | self.sets.words[set * self.sets.length + word]);
            let taken = points
                .iter()
                .fold(lines, |taken, value| taken | u64::from(*value as usize / 64 == word) << (value % 64));
            if taken != u64::MAX {
                return value_of(word * 64) + taken.trailing_ones();
            }
            // The last word is empty: every value that was found has room before it.
            word += 1;
        }
    }
}

/// The cells of one row from one on, where all runs are lines behind the cell or single options.
struct Row {
    table: Cells,
    begin: usize,
    end: usize,
}

impl Row {
    /// The rest of a row, where each cell looks at `N` lines and at single options that move along with it.
    fn fill<const N: usize>(&mut self, fill: &mut Fill<'_>) -> Result<(), EngineError> {
        let mut lines = [0usize; N];
        let mut slopes = [0isize; N];
        for ((line, slope), known) in lines.iter_mut().zip(&mut slopes).zip(&fill.lines) {
            (*line, *slope) = (known.0, known.1.unwrap_or(0));
        }
        let count = if N == MOST_LINES { fill.lines.len() } else { N };
        let offsets = std::mem::take(&mut fill.scratch.offsets);
        let mut most = (fill.sets.length - 1) * 64;
        for at in self.begin..self.end {
            let (lines_, slopes_) = (&mut lines[..count], &slopes[..count]);
            let length = fill.sets.length;
            let mut word = lines_.iter().fold(0, |word, line| word.max(fill.sets.full[*line])) as usize;
            let value = loop {
                let mut taken = lines_.iter().fold(0, |taken, line| taken | fill.sets.words[line * length + word]);
                for offset in &offsets {
                    let near = self.table.get(offset.wrapping_add(at)).map_or(usize::MAX, |value| value as usize);
                    taken |= u64::from(near / 64 == word) << (near % 64);
                }
                if taken != u64::MAX {
                    break word * 64 + taken.trailing_ones() as usize;
                }
                word += 1;
            };
            if most <= value {
                fill.reserve(value)?;
                most = (fill.sets.length - 1) * 64;
            }
            for (line, slope) in lines_.iter_mut().zip(slopes_) {
                fill.sets.insert(*line, value);
                *line = line.wrapping_add_signed(*slope);
            }
            self.table.set(fill.index + at, value_of(value));
            if at.is_multiple_of(1 << 16) {
                fill.context.go_on()?;
            }
        }
        fill.scratch.offsets = offsets;
        Ok(())
    }
}

/// A cell without what is taken.
fn less(cell: &[usize], taken: &[usize]) -> [usize; 8] {
    let mut place = [0; 8];
    for ((slot, heap), taken) in place.iter_mut().zip(cell).zip(taken) {
        *slot = heap - taken;
    }
    place
}
