//! Lists the options of many cells by one compiled alternative: the tries of all of them side by side in lanes, so that a cell
//! with few costs no more for each than one with many. Knows nothing of values.
//!
//! Right because where an option stands follows from the position and the amounts, and each lane has its own.
use super::amounts::between;
use super::brief::IS_SMALL;
use super::keyed::AmountsWithKey;
use super::lane::{LANES, LaneNumber, Lanes, WIDTH, arithmetic};
use super::lister::CellState;
use super::program::Id;
use super::step::{Compiled, is_any};
use super::submasks::Submasks;
use super::trouble::Trouble;
use crate::engine::Context;
use crate::engine::numbers::signed;
use crate::value::Saturate;
use std::ops::Range;

/// Options at equal distances.
#[derive(Clone, Copy, Debug)]
pub(super) struct OptionRun {
    pub(super) first: usize,
    pub(super) stride: i64,
    pub(super) count: usize,
}

/// Positions with amounts that were chosen, one in each lane.
#[derive(Clone, Debug)]
pub(super) struct Stage<N> {
    lanes: Vec<Lanes<N>>,
    /// Neighbouring lanes of one cell: its number in the group, and where they end.
    segments: Vec<(usize, usize)>,
    filled: usize,
    /// Whether the lanes that are not filled hold what the cell at hand hands on.
    is_prepared: bool,
}

impl<N: LaneNumber> Stage<N> {
    pub(super) fn new(lanes: Vec<Lanes<N>>) -> Self {
        Self { lanes, segments: Vec::new(), filled: 0, is_prepared: false }
    }

    /// The lanes of each cell.
    fn spans(&self) -> impl Iterator<Item = (usize, Range<usize>)> + Clone {
        let mut first = 0;
        self.segments.iter().map(move |(own, end)| (*own, std::mem::replace(&mut first, *end)..*end))
    }

    fn clear(&mut self) {
        self.segments.clear();
        self.filled = 0;
        self.is_prepared = false;
    }
}

/// The options of some cells by one alternative.
#[derive(Default)]
pub(super) struct NestOptions {
    options: Vec<u32>,
    runs: Vec<OptionRun>,
    /// Where the options of each cell end, and its runs, behind one more that is 0.
    ends: Vec<u32>,
    run_ends: Vec<u32>,
}

impl NestOptions {
    /// Adds options of amounts with a number, from the cell of the least amount on at equal distances: a run, if the amounts are at such distances too.
    fn add(&mut self, amounts: &AmountsWithKey<'_>, least: (i64, usize), stride: i64) {
        match amounts.run(least, stride) {
            Some((first, stride, count)) => self.runs.push(OptionRun { first, stride, count }),
            None => self.options.extend(amounts.cells(least, stride).map(short)),
        }
    }

    /// What is listed of a cell: single options by their cells, and runs.
    #[inline]
    pub(super) fn of(&self, at: usize) -> (&[u32], &[OptionRun]) {
        (&self.options[places(&self.ends, at)], &self.runs[places(&self.run_ends, at)])
    }

    fn clear(&mut self, cells: usize) {
        self.options.clear();
        self.runs.clear();
        for ends in [&mut self.ends, &mut self.run_ends] {
            ends.clear();
            ends.resize(cells + 1, 0);
        }
    }

    /// Lets the options of cells that have none end where those of the cell before do.
    fn close(&mut self) {
        for ends in [&mut self.ends, &mut self.run_ends] {
            let mut end = 0;
            for own in ends {
                end = end.max(*own);
                *own = end;
            }
        }
    }

    /// How much is listed.
    pub(super) fn len(&self) -> usize {
        self.options.len() + self.runs.len()
    }
}

#[inline]
fn places(ends: &[u32], at: usize) -> Range<usize> {
    ends[at] as usize..ends[at + 1] as usize
}

/// What is listed by which alternative, of which cells.
pub(super) struct Spread<'a, N> {
    nest: &'a mut Compiled<N>,
    part: &'a mut NestOptions,
    states: &'a mut [CellState],
    context: &'a Context,
    /// So much is listed; the other cells are left to their turn.
    most: usize,
    rounds: u32,
    /// Whether only what the cell at hand has besides the one before it is listed.
    follows: bool,
    grows: bool,
}

/// The cells whose options are listed, by their lanes.
#[derive(Clone, Copy)]
pub(super) struct LaneGroup<'a> {
    pub(super) first: usize,
    pub(super) end: usize,
    /// Which of them have only those options listed that the cell before has not.
    pub(super) follows: &'a [bool],
    /// Whether that is so of cells of one row.
    pub(super) grows: bool,
}

/// Lanes are filled as many at once as fit a register, so that so many less are taken up.
const ROOM: usize = LANES - WIDTH;

impl<'a, N: LaneNumber> Spread<'a, N> {
    pub(super) fn new(
        nest: &'a mut Compiled<N>,
        part: &'a mut NestOptions,
        states: &'a mut [CellState],
        (context, most): (&'a Context, usize),
    ) -> Self {
        Self { nest, part, states, context, most, rounds: 0, follows: false, grows: false }
    }

    /// Lists the options of a group of cells that were placed.
    ///
    /// # Errors
    /// An option beside the board, and cancellation.
    pub(super) fn list(mut self, group: LaneGroup<'_>) -> Result<(), Trouble> {
        self.part.clear(group.end - group.first);
        self.grows = group.grows && self.nest.nest.grows;
        if self.nest.nest.amounts == 0 {
            self.without_amounts(group)?;
        } else {
            for stage in &mut self.nest.stages {
                stage.clear();
            }
            for (cell, follows) in (group.first..group.end).zip(group.follows) {
                let own = cell - group.first;
                self.follows = *follows;
                if !follows {
                    self.nest.reached = None;
                    self.nest.stages.iter_mut().for_each(|stage| stage.is_prepared = false);
                }
                if self.enters(cell, own) {
                    self.choose(0, cell, own)?;
                }
            }
            for stage in 0..self.nest.stages.len() {
                self.flush(stage)?;
            }
        }
        self.part.close();
        Ok(())
    }

    /// Whether a cell has options by this alternative, as far as its position says it.
    fn enters(&mut self, cell: usize, own: usize) -> bool {
        let nest = &*self.nest;
        if self.states[own] != CellState::Listed {
            return false;
        }
        if nest.nest.enters_fails.is_some_and(|fails| nest.at(fails, cell).is_true()) {
            self.states[own] = CellState::Unclear;
            return false;
        }
        nest.at(nest.nest.enters, cell).is_true()
    }

    /// Lists the one option of each cell.
    fn without_amounts(&mut self, group: LaneGroup<'_>) -> Result<(), Trouble> {
        for cell in group.first..group.end {
            let own = cell - group.first;
            let is_option = match &self.nest.one {
                Some(one) => one[cell].is_true(),
                None => self.enters(cell, own) && self.has_one(cell, own)?,
            };
            if is_option {
                self.part.options.push(short(self.nest.at(self.nest.nest.cell, cell).index(N::truth(true))));
            }
            self.part.ends[own + 1] = short(self.part.options.len());
        }
        Ok(())
    }

    /// Whether a cell that enters has the one option of an alternative without amounts.
    fn has_one(&mut self, cell: usize, own: usize) -> Result<bool, Trouble> {
        let nest = &*self.nest;
        if nest.nest.fails.is_some_and(|fails| nest.at(fails, cell).is_true()) {
            self.states[own] = CellState::Unclear;
            return Ok(false);
        }
        let is_allowed = nest.at(nest.nest.allowed, cell).is_true();
        if is_allowed && !nest.at(nest.nest.inside, cell).is_true() {
            return Err(Trouble::Outside);
        }
        Ok(is_allowed)
    }

    /// Chooses an amount in all ways for a cell, or for a lane of the stage where the amounts before it are chosen.
    fn choose(&mut self, amount: usize, lane: usize, own: usize) -> Result<(), Trouble> {
        let nest = &mut *self.nest;
        let is_last = amount + 1 == nest.nest.amounts;
        let (low, step, count) = if is_last {
            let only_beyond = nest.nest.grows && self.follows;
            let tries = nest.tries(|nest, id| nest.chosen(amount, id, lane), only_beyond);
            let Some(tries) = tries else { return Ok(()) };
            if let Some((stride, first)) = nest.nest.run {
                let stride = nest.chosen(amount, stride, lane).wide();
                let first = tries.first_cell(nest.chosen(amount, first, lane).index(N::truth(true)), stride);
                self.part.runs.push(OptionRun { first, stride: stride * tries.step, count: tries.count() });
                self.end_of(own);
                return Ok(());
            }
            if !IS_SMALL && nest.nest.tabled.is_some() {
                return self.take_from_table((amount, lane, own), tries.ends());
            }
            if let Some(mask) = nest.nest.submask.filter(|_| !IS_SMALL && !self.grows) {
                let mask = nest.chosen(amount, mask, lane).wide();
                return self.choose_among(amount, (lane, own), Submasks::new(mask, tries.ends()));
            }
            if let Some(list) = nest.nest.listed.clone().filter(|_| !IS_SMALL) {
                return self.choose_among(amount, (lane, own), between(&list, tries.ends()).iter().copied());
            }
            if let Some(keyed) = nest.nest.keyed.as_ref().filter(|_| !IS_SMALL)
                && !keyed.fails.is_some_and(|fails| nest.chosen(amount, fails, lane).is_true())
            {
                let amounts = keyed.among(tries.ends(), |id| nest.chosen(amount, id, lane).wide());
                let Some((stride, first)) = nest.nest.spaced else {
                    let amounts: Vec<i64> = amounts.amounts().collect();
                    return self.choose_among(amount, (lane, own), amounts.into_iter());
                };
                let stride = nest.chosen(amount, stride, lane).wide();
                let first = nest.chosen(amount, first, lane).index(N::truth(true));
                self.part.add(&amounts, tries.least_at(first), stride);
                self.end_of(own);
                return Ok(());
            }
            (tries.low, tries.step, tries.count())
        } else {
            let (low, high) = nest.nest.bounds[amount];
            let (low, high) = (nest.chosen(amount, low, lane).wide(), nest.chosen(amount, high, lane).wide());
            let count = if low <= high { high.abs_diff(low).saturating_add(1) } else { 0 };
            (low, 1, count.saturated())
        };
        let mut done = 0;
        while done < count {
            let part = (ROOM - self.nest.stages[amount].filled).min(count - done);
            let grows = self.grows;
            self.nest.fill(amount, (lane, own), (low + signed(done) * step, step), (part, grows));
            done += part;
            if self.nest.stages[amount].filled == ROOM {
                self.flush(amount)?;
                if self.states[own] != CellState::Listed {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Lists the options of the last amounts between two numbers, which a table tells.
    fn take_from_table(&mut self, (amount, lane, own): (usize, usize, usize), ends: (i64, i64)) -> Result<(), Trouble> {
        let nest = &*self.nest;
        let Some(tabled) = &nest.nest.tabled else { return Ok(()) };
        let listed = tabled.between(ends, |id| nest.chosen(amount, id, lane).wide());
        if !listed.are_inside {
            return Err(Trouble::Outside);
        }
        let cell = |offset: &i64| u32::try_from(listed.base + offset).expect("it lies on the board");
        self.part.options.extend(listed.offsets.iter().map(cell));
        self.part.ends[own + 1] = short(self.part.options.len());
        self.stop_beyond(own);
        Ok(())
    }

    /// Chooses the last amount among some numbers.
    fn choose_among(
        &mut self,
        amount: usize,
        (lane, own): (usize, usize),
        mut values: impl Iterator<Item = i64>,
    ) -> Result<(), Trouble> {
        let mut chosen: Vec<N> = Vec::new();
        loop {
            let room = ROOM - self.nest.stages[amount].filled;
            chosen.clear();
            chosen.extend(values.by_ref().take(room).map(N::of));
            if chosen.is_empty() {
                return Ok(());
            }
            let places = self.nest.stages[amount].filled..self.nest.stages[amount].filled + chosen.len();
            self.nest.fill(amount, (lane, own), (0, 0), (chosen.len(), false));
            let number = self.nest.nest.numbers[amount];
            self.nest.stages[amount].lanes[number][places].copy_from_slice(&chosen);
            if self.nest.stages[amount].filled == ROOM {
                self.flush(amount)?;
                if self.states[own] != CellState::Listed {
                    return Ok(());
                }
            }
        }
    }

    /// Computes the lanes of a stage, and goes on from each, or lists the options among them.
    fn flush(&mut self, stage: usize) -> Result<(), Trouble> {
        let nest = &mut *self.nest;
        let filled = nest.stages[stage].filled;
        if filled == 0 {
            return Ok(());
        }
        self.rounds += 1;
        if self.rounds.is_multiple_of(64) {
            self.context.go_on()?;
        }
        nest.program.run_apart(2 + stage, &mut nest.stages[stage].lanes, filled, &nest.all);
        if stage + 1 < nest.nest.amounts {
            for at in 0..nest.stages[stage].segments.len() {
                let segments = &self.nest.stages[stage].segments;
                let (own, end) = segments[at];
                let first = at.checked_sub(1).map_or(0, |before| segments[before].1);
                let pruned = if IS_SMALL { None } else { self.nest.nest.pruned.get(stage).copied().flatten() };
                for lane in first..end {
                    let goes_on = pruned.is_none_or(|id| self.nest.stages[stage].lanes[id][lane].is_true());
                    if goes_on && self.states[own] == CellState::Listed {
                        self.choose(stage + 1, lane, own)?;
                    }
                }
            }
            self.nest.stages[stage].clear();
            return Ok(());
        }
        if nest.nest.fails.is_some() || !nest.nest.is_always_inside {
            self.look_closely()?;
        }
        self.take_up();
        let last = &mut self.nest.stages[stage];
        let own = last.segments.last().map_or(0, |segment| segment.0);
        last.clear();
        self.stop_beyond(own);
        Ok(())
    }

    /// All options of a cell are listed.
    fn end_of(&mut self, own: usize) {
        self.part.ends[own + 1] = short(self.part.options.len());
        self.part.run_ends[own + 1] = short(self.part.runs.len());
        self.stop_beyond(own);
    }

    /// Leaves a cell and those behind to their turn, if too much is listed.
    fn stop_beyond(&mut self, own: usize) {
        if self.most < self.part.len() {
            self.states[own..].fill(CellState::Late);
        }
    }

    /// Finds the cells where a condition has no value, and options beside the board.
    fn look_closely(&mut self) -> Result<(), Trouble> {
        let own = &self.nest.nest;
        let stage = &self.nest.stages[own.amounts - 1];
        let Stage { lanes, filled, .. } = stage;
        if let Some(fails) = own.fails.map(|fails| &lanes[fails][..*filled])
            && is_any(fails.iter().copied())
        {
            for (own, _) in stage.spans().filter(|(_, span)| is_any(fails[span.clone()].iter().copied())) {
                self.states[own] = CellState::Unclear;
            }
        }
        if !own.is_always_inside {
            let (allowed, inside) = (&lanes[own.allowed], &lanes[own.inside]);
            let is_beside = |mut span: Range<usize>| span.any(|at| allowed[at].and(inside[at].not()).is_true());
            let beside = allowed[..*filled].iter().zip(inside).map(|(allowed, inside)| allowed.and(inside.not()));
            if is_any(beside)
                && stage.spans().any(|(own, span)| self.states[own] == CellState::Listed && is_beside(span))
            {
                return Err(Trouble::Outside);
            }
        }
        Ok(())
    }

    /// Lists what the lanes hold.
    fn take_up(&mut self) {
        let (nest, part) = (&*self.nest, &mut *self.part);
        let (own, stage) = (&nest.nest, &nest.stages[nest.nest.amounts - 1]);
        let cells = &stage.lanes[own.cell][..stage.filled];
        let mut end = part.options.len();
        if own.is_always_allowed {
            part.options.extend(cells.iter().map(|cell| short(cell.index(N::truth(true)))));
            for (own, last) in &stage.segments {
                part.ends[*own + 1] = short(end + last);
            }
            return;
        }
        part.options.resize(end + cells.len(), 0);
        let options = part.options.as_mut_slice();
        let allowed = &stage.lanes[own.allowed];
        for (own, span) in stage.spans() {
            for (cells, masks) in cells[span.clone()].chunks(WIDTH).zip(allowed[span].chunks(WIDTH)) {
                if !is_any(masks.iter().copied()) {
                    continue;
                }
                // Each is written, and stays if its mask is full.
                for (cell, mask) in cells.iter().zip(masks) {
                    options[end] = short(cell.index(*mask));
                    end += usize::from(mask.is_true());
                }
            }
            part.ends[own + 1] = short(end);
        }
        part.options.truncate(end);
    }
}

impl<N: LaneNumber> Compiled<N> {
    /// A number of a cell, or of a lane where so many amounts are chosen.
    #[inline]
    fn chosen(&self, amounts: usize, id: Id, lane: usize) -> N {
        amounts.checked_sub(1).map_or(&self.cells, |stage| &self.stages[stage].lanes)[id][lane]
    }

    /// Fills lanes of a stage with amounts at equal distances, for one cell or one lane of the stage before.
    fn fill(
        &mut self,
        stage: usize,
        (lane, own): (usize, usize),
        (low, step): (i64, i64),
        (count, grows): (usize, bool),
    ) {
        let (before, rest) = self.stages.split_at_mut(stage);
        let source = before.last().map_or(&self.cells, |stage| &stage.lanes);
        let Stage { lanes, segments, filled, is_prepared } = &mut rest[0];
        // What is written beyond the last lane is written again.
        let places = *filled..*filled + count.next_multiple_of(WIDTH);
        if !*is_prepared {
            // What the cells of a growing row hand on is the same for all.
            let places = if grows { places.start..LANES } else { places.clone() };
            for id in &self.nest.carried[stage] {
                let own = source[*id][lane];
                lanes[*id][places.clone()].as_chunks_mut::<WIDTH>().0.fill([own; WIDTH]);
            }
            *is_prepared = grows;
        }
        arithmetic(&mut lanes[self.nest.numbers[stage]][places], N::of(low), N::of(step));
        *filled += count;
        match segments.last_mut() {
            Some((last, end)) if *last == own => *end = *filled,
            _ => segments.push((own, *filled)),
        }
    }
}

fn short(cell: usize) -> u32 {
    u32::try_from(cell).expect("a board whose options are listed has fewer than 2^32 cells")
}
