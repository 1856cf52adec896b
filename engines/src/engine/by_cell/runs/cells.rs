//! Gives cells their values, one after the other in each layer, from the values of their options. Knows nothing of the order of
//! tiles.
use super::modules::Modules;
use super::room::{HeldRoom, Room};
use super::terms::Terms;
use super::track::Track;
use super::{RunLane, RunLayout, RunSource};
use crate::engine::board::grid::Grid;
use crate::engine::moves::runs::Form;
use crate::engine::numbers::value_of;
use crate::engine::{EngineError, Question};
use crate::value::Play;
use std::ops::Range;
use std::sync::RwLock;

/// Who fills the cells of tiles.
pub(super) struct Fill<'s, 'a> {
    pub(super) all: &'s RunLayout<'a>,
    pub(super) held: HeldRoom<'s>,
    pub(super) modules: Modules,
    pub(super) terms: Vec<Terms>,
    rows: u64,
    /// Where the table has the cell of the row at hand whose last heap is empty.
    pub(super) index: usize,
    /// The lines of the row at hand, for each track of `near`: the number, and its slope.
    pub(super) lines: Vec<(usize, Option<isize>)>,
    pub(super) scratch: CellScratch,
}

/// What is found at one cell.
#[derive(Default)]
pub(super) struct CellScratch {
    points: Vec<u32>,
    sets: Vec<usize>,
    found: Vec<Option<u32>>,
    /// The values in all windows, and the first word of them that is not full.
    pub(super) seen: Vec<u64>,
    pub(super) begin: usize,
    /// Where single options lie before the cells of a row.
    pub(super) offsets: Vec<usize>,
}

impl<'s, 'a> Fill<'s, 'a> {
    /// One that has filled nothing, with the terms of each layer.
    pub(super) fn new(all: &'s RunLayout<'a>, room: &'s RwLock<Room>, (modules, terms): (Modules, Vec<Terms>)) -> Self {
        let scratch = CellScratch { found: vec![None; terms.len()], ..CellScratch::default() };
        let lines = vec![(0, None); all.near.len()];
        Self { all, held: HeldRoom::new(room), modules, terms, rows: 0, index: 0, lines, scratch }
    }

    /// All cells with the first two heaps in these ranges.
    ///
    /// # Errors
    /// Memory, cancellation, or a rule that cannot be evaluated somewhere.
    pub(super) fn tile(&mut self, tile: &[Range<usize>; 2]) -> Result<(), EngineError> {
        self.all.context.go_on()?;
        self.held.take();
        let done = self.prefixes(tile, 0, &mut vec![0; self.all.plan.heaps]);
        self.held.leave();
        done
    }

    /// Which values a heap takes on a tile, where those before it are known.
    fn range(&self, tile: &[Range<usize>; 2], heap: usize, cell: &[usize]) -> Range<usize> {
        let board = &self.all.board;
        let begin = board.before(heap).map_or(0, |before| cell[before]);
        let used: usize = cell[..heap].iter().sum();
        let end = board.total.map_or(board.shape[heap], |total| total.saturating_sub(used));
        tile.get(heap).map_or(begin..end, |tile| begin.max(tile.start)..end.min(tile.end))
    }

    /// Visits the rows of a tile from one heap on.
    fn prefixes(&mut self, tile: &[Range<usize>; 2], heap: usize, cell: &mut Vec<usize>) -> Result<(), EngineError> {
        let range = self.range(tile, heap, cell);
        if heap + 1 == self.all.plan.heaps {
            return self.row(cell, range);
        }
        for value in range {
            cell[heap] = value;
            self.prefixes(tile, heap + 1, cell)?;
        }
        cell[heap] = 0;
        Ok(())
    }

    /// One row: the cells whose runs differ from the next cell's one by one, the rest in a loop that moves along with
    /// them.
    fn row(&mut self, cell: &mut [usize], range: Range<usize>) -> Result<(), EngineError> {
        let all = self.all;
        self.rows += 1;
        if self.rows.is_multiple_of(64) {
            all.context.go_on()?;
        }
        let last = all.plan.heaps - 1;
        let (begin, end) = all.domain.clipped(cell, (range.start, range.end));
        if end <= begin {
            return Ok(());
        }
        cell[last] = begin;
        self.index = cell[..last].iter().zip(&all.board.strides).map(|(heap, stride)| heap * stride).sum();
        for (slot, track) in self.lines.iter_mut().zip(&all.near) {
            *slot = (track.first + track.numbering.of(cell).0, track.numbering.slope(cell));
        }
        let plain = if all.simple { self.plain_from(cell, begin) } else { end };
        for value in begin..plain.min(end) {
            cell[last] = value;
            self.cell(cell)?;
            if value % 4096 == 4095 {
                all.context.go_on()?;
            }
        }
        if plain < end { self.plain(plain..end) } else { Ok(()) }
    }

    /// Computes the values of one cell in all layers.
    fn cell(&mut self, cell: &[usize]) -> Result<(), EngineError> {
        let all = self.all;
        self.modules.begin(cell);
        for track in &all.late {
            self.follow(track, cell);
        }
        for layer in all.plan.order.iter().copied() {
            self.scratch.found[layer] = None;
            if all.domain.is_tested() && !self.terms[layer].belongs(all.positions, cell)? {
                continue;
            }
            let value = self.judge(layer, cell)?;
            self.reserve(value as usize)?;
            self.modules.insert(layer, cell, value as usize);
            self.scratch.found[layer] = Some(value);
            let mut place = [0; 8];
            place[..cell.len()].copy_from_slice(cell);
            let index = all.board.index(&mut place[..cell.len()]);
            self.held.tables[layer].set(index, value);
        }
        for (slot, track) in self.lines.iter_mut().zip(&all.near) {
            let line = match slot.1 {
                Some(_) => slot.0,
                None => track.first + track.numbering.of(cell).0,
            };
            if let Some(value) = self.scratch.found[track.to] {
                self.held.sets.insert(line, value as usize);
            }
            if let Some(slope) = slot.1 {
                slot.0 = slot.0.wrapping_add_signed(slope);
            }
        }
        Ok(())
    }

    /// Makes room for a value in all sets.
    fn reserve(&mut self, value: usize) -> Result<(), EngineError> {
        if value < self.held.most() {
            return Ok(());
        }
        // Old and new sets stand side by side for a while.
        let before = self.held.sets.length;
        self.held.grow(value, self.modules.bytes(3 * before), self.all.context)?;
        if before < self.held.sets.length {
            self.modules.widen(self.held.sets.length);
        }
        Ok(())
    }

    /// The value at a distance from a cell, in a layer.
    fn behind(&self, layer: usize, cell: &[usize], taken: &[usize]) -> Option<u32> {
        let mut place = [0; 8];
        for ((slot, heap), taken) in place.iter_mut().zip(cell).zip(taken) {
            *slot = heap.checked_sub(*taken)?;
        }
        self.held.tables[layer].get(self.all.board.index(&mut place[..cell.len()]))
    }

    /// Adds the nearest option of a cell to the set of its line.
    fn follow(&self, track: &Track, cell: &[usize]) {
        let Some(start) = &track.start else { return };
        if let Some(value) = self.behind(track.to, cell, start) {
            let line = track.first + track.numbering.of(&less(cell, start)[..cell.len()]).0;
            self.held.sets.insert(line, value as usize);
        }
    }

    /// The value of a cell in a layer, from all runs, families, cones and lists that begin there.
    fn judge(&mut self, layer: usize, cell: &[usize]) -> Result<u32, EngineError> {
        let all = self.all;
        self.scratch.points.clear();
        self.scratch.sets.clear();
        if !self.terms[layer].tabulated() {
            self.terms[layer].go(all.plan, cell)?;
        }
        self.scratch.begin = 0;
        if !all.windows.is_empty() || !all.plan.cones.is_empty() || !all.takes.is_empty() {
            self.scratch.seen.clear();
            self.scratch.seen.resize(self.held.sets.length, 0);
        }
        for lane in &all.lanes[layer] {
            self.look(lane, layer, cell);
            if all.is_outcome() && self.scratch.points.last() == Some(&0) {
                return Ok(1);
            }
        }
        self.families(layer, cell)?;
        for (number, cone) in all.plan.cones.iter().enumerate() {
            if cone.from == layer && self.applies((&cone.guards, &cone.conditions), layer, cell) {
                self.modules.collect(number, cone, cell, &mut self.scratch.seen);
            }
        }
        for (list, takes) in all.plan.lists.iter().zip(&all.takes).filter(|(list, _)| list.from == layer) {
            if self.is_won() {
                break;
            }
            let all_taken = &takes[cell[list.heap]];
            if !all.board.symmetric() {
                let own = cell.iter().zip(&all.board.strides).map(|(heap, stride)| heap * stride).sum::<usize>();
                let (table, stride) = (&self.held.tables[layer], all.board.strides[list.heap]);
                for value in all_taken.iter().filter_map(|amount| table.get(own - *amount as usize * stride)) {
                    self.scratch.seen[value as usize / 64] |= 1 << (value % 64);
                    if value == 0 && all.is_outcome() {
                        break;
                    }
                }
                continue;
            }
            let straight =
                if cfg!(target_arch = "wasm32") { 0 } else { self.straight(layer, cell, (list.heap, all_taken)) };
            let mut taken = [0; 8];
            for amount in &all_taken[straight..] {
                taken[list.heap] = *amount as usize;
                if let Some(value) = self.behind(layer, cell, &taken[..cell.len()]) {
                    self.scratch.seen[value as usize / 64] |= 1 << (value % 64);
                }
            }
        }
        Ok(self.least())
    }

    /// Whether an option is known to be a P-position, where nothing else is asked.
    fn is_won(&self) -> bool {
        self.all.is_outcome() && self.scratch.seen.first().is_some_and(|word| word & 1 == 1)
    }

    /// Collects the values of options by what they take from a heap, as long as the heap does not fall below the one before it with which it can be exchanged; or
    /// of all, if it is then the first of them, or one of those before is known to be what decides. How many that are.
    fn straight(&mut self, layer: usize, cell: &[usize], (heap, all): (usize, &[u32])) -> usize {
        let Grid { strides, .. } = &self.all.board;
        let own: usize = cell.iter().zip(strides).map(|(heap, stride)| heap * stride).sum();
        let (table, before) = (&self.held.tables[layer], self.all.board.before(heap));
        let least = before.map_or(0, |before| cell[before]);
        let kept = all.partition_point(|amount| least + *amount as usize <= cell[heap]);
        let is_outcome = self.all.is_outcome();
        let mut decides = |place: usize| {
            let Some(value) = table.get(place) else { return false };
            self.scratch.seen[value as usize / 64] |= 1 << (value % 64);
            value == 0 && is_outcome
        };
        if all[..kept].iter().any(|amount| decides(own - *amount as usize * strides[heap])) {
            return all.len();
        }
        match before.filter(|before| self.all.board.before(*before).is_none()) {
            Some(before) => {
                // The two heaps change places.
                let rest =
                    own - cell[heap] * strides[heap] - cell[before] * strides[before] + cell[before] * strides[heap];
                let left = all[kept..].iter().map(|amount| cell[heap] - *amount as usize);
                let _ = left.map(|left| rest + left * strides[before]).any(decides);
                all.len()
            }
            None => kept,
        }
    }

    /// Whether the position allows options.
    pub(super) fn applies(&self, (guards, conditions): (&[Form], &[usize]), layer: usize, cell: &[usize]) -> bool {
        let terms = &self.terms[layer];
        guards.iter().all(|guard| terms.value(guard, cell) <= 0)
            && conditions.iter().all(|condition| terms.holds(*condition, cell))
    }

    /// Collects the values of a run.
    fn look(&mut self, lane: &RunLane, layer: usize, cell: &[usize]) {
        let RunLane { run, source } = lane;
        if cell.iter().zip(&run.start).any(|(heap, taken)| heap < taken) {
            return;
        }
        if !self.applies((&run.guards, &run.conditions), layer, cell) {
            return;
        }
        let terms = &self.terms[layer];
        match source {
            RunSource::Point => {
                if let Some(value) = self.behind(run.to, cell, &run.start) {
                    self.scratch.points.push(value);
                }
            }
            RunSource::Near(number) => {
                let (known, slope) = self.lines[*number];
                let track = &self.all.near[*number];
                let set = if slope.is_some() { known } else { track.first + track.numbering.of(cell).0 };
                self.scratch.sets.push(set);
            }
            RunSource::Late(number) => {
                let track = &self.all.late[*number];
                self.scratch.sets.push(track.first + track.numbering.of(&less(cell, &run.start)[..cell.len()]).0);
            }
            RunSource::Window(number) => {
                if let Some(ends) = terms.limits(&run.bounds, cell) {
                    self.window(*number, &less(cell, &run.start)[..cell.len()], ends);
                }
            }
        }
    }

    /// What is asked, from the values of the options.
    fn least(&self) -> u32 {
        let CellScratch { points, sets, seen, begin, .. } = &self.scratch;
        let known = &self.held.sets;
        let mut word = sets.iter().fold(*begin, |word, set| word.max(known.full(*set)));
        let windows = |word: usize| seen.get(word).copied().unwrap_or(0);
        if let Question::Outcome(play) = self.all.question {
            let lines = sets.iter().fold(windows(0), |taken, set| taken | known.word(*set, 0));
            let taken = points.iter().fold(lines, |taken, value| taken | 1 << value);
            let terminal = taken == 0 && play == Play::Misere;
            return u32::from(terminal || taken & 1 == 1);
        }
        loop {
            let lines = sets.iter().fold(windows(word), |taken, set| taken | known.word(*set, word));
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

/// A cell without what is taken.
pub(super) fn less(cell: &[usize], taken: &[usize]) -> [usize; 8] {
    let mut place = [0; 8];
    for ((slot, heap), taken) in place.iter_mut().zip(cell).zip(taken) {
        *slot = heap - taken;
    }
    place
}
