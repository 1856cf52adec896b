//! The options of one cell by one compiled alternative: its loops, many last amounts at once. Knows nothing of values.
use super::amounts::between;
use super::brief::IS_SMALL;
use super::keyed::Keyed;
use super::lane::{LANES, LaneNumber, Lanes, arithmetic};
use super::nest::Nest;
use super::program::{Id, Program};
use super::spread::Stage;
use super::submasks::Submasks;
use super::sums::OptionNumbers;
use super::tabled::OptionsInTable;
use super::trouble::Trouble;
use crate::engine::Context;
use crate::engine::numbers::signed;

/// So few last amounts are taken one by one.
const FEW: i64 = 3;

/// Who is told of options, by the cells on which they stand.
pub(super) trait OptionSink {
    /// One option.
    fn one(&mut self, cell: usize);
    /// One option that is a sum, by two numbers. Who asks what it comes to says how.
    fn two(&mut self, numbers: OptionNumbers) {
        self.one(numbers.0);
    }
    /// Such options at equal distances: where they begin, and the distance, in both numbers.
    fn runs_of_two(&mut self, [one, other]: [(usize, i64); 2], count: usize) {
        for by in 0..count {
            self.two((beside(one.0, one.1, signed(by)), beside(other.0, other.1, signed(by))));
        }
    }
    /// Options at equal distances.
    fn run(&mut self, first: usize, stride: i64, count: usize);
    /// The options among some cells whose masks are full.
    fn lanes<N: LaneNumber>(&mut self, allowed: &[N], cells: &[N]);
    /// Options, all of them.
    fn every<N: LaneNumber>(&mut self, cells: &[N]);
    /// Options so far from a cell.
    fn beside(&mut self, base: i64, offsets: &[i64]) {
        for offset in offsets {
            self.one(usize::try_from(base + offset).expect("it lies on the board"));
        }
    }
    /// Whether further options tell nothing.
    fn has_enough(&self) -> bool;
}

/// An alternative and its numbers.
#[derive(Clone)]
pub(super) struct Compiled<N> {
    pub(super) program: Program,
    pub(super) nest: Nest,
    /// For many cells, what is known with the position.
    pub(super) cells: Vec<Lanes<N>>,
    /// For the amounts that are chosen, all that is known.
    pub(super) all: Vec<N>,
    /// For many last amounts, the rest.
    last: Vec<Lanes<N>>,
    /// For many cells and amounts, all that changes, by how many amounts are chosen.
    pub(super) stages: Vec<Stage<N>>,
    /// For many cells, whether they have the one option of an alternative without amounts; `None` where that needs a closer look.
    pub(super) one: Option<Lanes<N>>,
    /// The greatest amount whose option was told of before, where cells are visited in an order in which options are only added.
    pub(super) reached: Option<i64>,
}

impl<N: LaneNumber> Compiled<N> {
    pub(super) fn new(program: Program, nest: Nest) -> Self {
        let mut all = vec![N::default(); program.len()];
        program.run_once(0, &mut all);
        // Numbers stand in all lanes.
        let lanes: Vec<Lanes<N>> = all.iter().map(|number| [*number; LANES]).collect();
        let choices = nest.amounts - usize::from(nest.run.is_some());
        let stages = vec![Stage::new(lanes.clone()); choices];
        Self { cells: lanes.clone(), last: lanes, all, stages, program, nest, one: None, reached: None }
    }

    /// A number that is known with the position, at a cell.
    pub(super) fn at(&self, id: Id, cell: usize) -> N {
        self.cells[id][cell]
    }

    /// What is known with some positions, one in each lane.
    pub(super) fn place(&mut self, positions: &[Lanes<i64>], count: usize) {
        for (lanes, values) in self.cells.iter_mut().zip(positions) {
            for (lane, value) in lanes[..count].iter_mut().zip(values) {
                *lane = N::of(*value);
            }
        }
        self.program.run(1, &mut self.cells, count, &self.all);
        if self.nest.amounts == 0 {
            self.one = self.single(count);
        }
    }

    /// Which cells have the one option of an alternative without amounts, unless one of them has no value for a condition or an
    /// option that stands beside the board.
    fn single(&self, count: usize) -> Option<Lanes<N>> {
        let is_somewhere = |id: Id| (0..count).any(|at| self.at(id, at).is_true());
        let nest = &self.nest;
        if nest.enters_fails.into_iter().chain(nest.fails).any(is_somewhere) {
            return None;
        }
        let mut one = [N::default(); LANES];
        let mut leaves = N::default();
        for (at, one) in one[..count].iter_mut().enumerate() {
            *one = self.at(nest.enters, at).and(self.at(nest.allowed, at));
            leaves = leaves.or(one.and(self.at(nest.inside, at).not()));
        }
        (!leaves.is_true()).then_some(one)
    }
}

/// Last amounts that are tried, at equal distances.
#[derive(Clone, Copy, Debug)]
pub(super) struct TriedAmounts {
    /// The least amount that the bounds allow.
    least: i64,
    /// The first that is tried, which is not above `high`.
    pub(super) low: i64,
    high: i64,
    pub(super) step: i64,
}

impl TriedAmounts {
    /// Those between two bounds, and in the residue class of a modulus; or only those beyond what was reached. Notes how far they reach.
    #[inline]
    fn of(
        (least, high): (i64, i64),
        step: Option<(i64, i64)>,
        (reached, only_beyond): (&mut Option<i64>, bool),
    ) -> Option<Self> {
        let mut low = least;
        if only_beyond {
            low = reached.map_or(low, |reached| low.max(reached.saturating_add(1)));
        }
        if high < low {
            return None;
        }
        *reached = Some(high);
        let mut by = 1;
        if let Some((modulus @ 1.., rest)) = step {
            low += (rest - low).rem_euclid(modulus);
            by = modulus;
        }
        (low <= high).then_some(Self { least, low, high, step: by })
    }

    pub(super) fn count(self) -> usize {
        let between = self.high - self.low;
        // Most steps are 1, and a division takes long.
        let count = if self.step == 1 { between } else { between / self.step };
        usize::try_from(count).map_or(usize::MAX, |count| count.saturating_add(1))
    }

    /// The least and the greatest.
    pub(super) fn ends(self) -> (i64, i64) {
        (self.low, self.high)
    }

    /// The least amount that bounds allow, and where its option would stand.
    pub(super) fn least_at(self, first: usize) -> (i64, usize) {
        (self.least, first)
    }

    /// Where the run of the options begins, from where the option of the least amount would stand.
    pub(super) fn first_cell(self, least: usize, stride: i64) -> usize {
        beside(least, stride, self.low - self.least)
    }
}

impl<N: LaneNumber> Compiled<N> {
    /// Whether a cell, which is behind one in a row where options are only added, has no other option than that one.
    #[inline]
    pub(super) fn adds_nothing(&self, cell: usize) -> bool {
        self.nest.amounts == 1
            && self.nest.enters_fails.is_none_or(|fails| !self.at(fails, cell).is_true())
            && self.reached.is_some_and(|reached| self.at(self.nest.bounds[0].1, cell).wide() <= reached)
    }

    /// Whether all options of each of the cells in hand are one run.
    pub(super) fn is_one_run(&self, count: usize) -> bool {
        let fails = |id: Id| is_any(self.cells[id][..count].iter().copied());
        self.nest.amounts == 1 && self.nest.run.is_some() && !self.nest.enters_fails.is_some_and(fails)
    }

    /// The runs that are all options of the cells in hand.
    #[inline]
    pub(super) fn runs(&self) -> Option<RunsInHand<'_, N>> {
        let (stride, first) = self.nest.run?;
        let (low, high) = *self.nest.bounds.last()?;
        let [enters, low, high, stride, first] = [self.nest.enters, low, high, stride, first].map(|id| &self.cells[id]);
        let step = self.nest.step.map(|(modulus, rest)| (&self.cells[modulus], &self.cells[rest]));
        Some(RunsInHand { enters, low, high, stride, first, step, reached: self.reached })
    }

    /// Tells the options of a cell, whose options are one run, or only those that were not told before. Whether there are any.
    #[inline]
    pub(super) fn add_run<S: OptionSink>(&mut self, cell: usize, sink: &mut S, only_beyond: bool) -> bool {
        let Some(mut runs) = self.runs() else { return false };
        let adds = runs.add(cell, sink, only_beyond);
        self.reached = runs.reached;
        adds
    }

    /// The last amounts, by numbers that are known; where only options beyond those that were reached are asked for, only these.
    #[inline]
    pub(super) fn tries(&mut self, number: impl Fn(&Self, Id) -> N, only_beyond: bool) -> Option<TriedAmounts> {
        let (low, high) = *self.nest.bounds.last()?;
        let bounds = (number(self, low).wide(), number(self, high).wide());
        let step = self.nest.step.map(|(modulus, rest)| (number(self, modulus).wide(), number(self, rest).wide()));
        TriedAmounts::of(bounds, step, (&mut self.reached, only_beyond))
    }
}

/// One run of options at each of the cells in hand.
pub(super) struct RunsInHand<'a, N> {
    enters: &'a Lanes<N>,
    low: &'a Lanes<N>,
    high: &'a Lanes<N>,
    stride: &'a Lanes<N>,
    first: &'a Lanes<N>,
    step: Option<(&'a Lanes<N>, &'a Lanes<N>)>,
    /// As [`Compiled::reached`].
    pub(super) reached: Option<i64>,
}

impl<N: LaneNumber> RunsInHand<'_, N> {
    /// Tells the options of a cell, or only those that were not told before. Whether there are any.
    #[expect(clippy::inline_always, reason = "what is asked of each cell stays in registers")]
    #[inline(always)]
    pub(super) fn add<S: OptionSink>(&mut self, cell: usize, sink: &mut S, only_beyond: bool) -> bool {
        if !self.enters[cell].is_true() {
            return false;
        }
        let bounds = (self.low[cell].wide(), self.high[cell].wide());
        let step = self.step.map(|(modulus, rest)| (modulus[cell].wide(), rest[cell].wide()));
        let Some(tries) = TriedAmounts::of(bounds, step, (&mut self.reached, only_beyond)) else { return false };
        let (stride, first) = (self.stride[cell].wide(), self.first[cell].index(N::truth(true)));
        match tries.count() {
            1 => sink.one(tries.first_cell(first, stride)),
            count => sink.run(tries.first_cell(first, stride), stride * tries.step, count),
        }
        true
    }
}

/// Whether the cell at hand has to be looked at further.
pub(super) enum Rest {
    /// It has.
    Open,
    /// Further options tell nothing.
    Decided,
    /// A condition has no value here: enumeration has to say what follows.
    Unclear,
}

/// One alternative at one cell.
pub(super) struct Step<'a, S> {
    pub(super) sink: &'a mut S,
    pub(super) context: &'a Context,
    /// Whether only options beyond those that were reached are asked for.
    pub(super) grows: bool,
}

impl<S: OptionSink> Step<'_, S> {
    /// All options of the cell in a lane.
    #[inline]
    pub(super) fn cell<N: LaneNumber>(mut self, nest: &mut Compiled<N>, at: usize) -> Result<Rest, Trouble> {
        if let Some(one) = &nest.one {
            if one[at].is_true() {
                self.tell(nest, |id| nest.at(id, at));
            }
            return Ok(self.decided());
        }
        if nest.nest.amounts == 1 && nest.nest.run.is_some() {
            return Ok(self.only_run(nest, at));
        }
        self.closely(nest, at)
    }

    /// The run that is all an alternative has at a cell.
    fn only_run<N: LaneNumber>(&mut self, nest: &mut Compiled<N>, at: usize) -> Rest {
        if nest.nest.enters_fails.is_some_and(|fails| nest.at(fails, at).is_true()) {
            return Rest::Unclear;
        }
        if nest.add_run(at, self.sink, self.grows) { self.decided() } else { Rest::Open }
    }

    /// All options of an alternative at one cell of a batch.
    fn closely<N: LaneNumber>(&mut self, nest: &mut Compiled<N>, at: usize) -> Result<Rest, Trouble> {
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
                self.tell(nest, |id| nest.at(id, at));
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

    /// One option, by numbers that are known.
    #[inline]
    fn tell<N: LaneNumber>(&mut self, nest: &Compiled<N>, number: impl Fn(Id) -> N) {
        let at = |id: Id| number(id).index(N::truth(true));
        match nest.nest.second.filter(|_| !IS_SMALL) {
            None => self.sink.one(at(nest.nest.cell)),
            Some(second) => self.sink.two((at(nest.nest.cell), at(second))),
        }
    }

    fn decided(&self) -> Rest {
        if self.sink.has_enough() { Rest::Decided } else { Rest::Open }
    }

    fn descend<N: LaneNumber>(&mut self, nest: &mut Compiled<N>, amount: usize) -> Result<Rest, Trouble> {
        if amount + 1 == nest.nest.amounts {
            return self.last(nest);
        }
        let (low, high) = nest.nest.bounds[amount];
        let (low, high) = (nest.all[low].wide(), nest.all[high].wide());
        for value in low..=high {
            nest.all[nest.nest.numbers[amount]] = N::of(value);
            nest.program.run_once(2 + amount, &mut nest.all);
            let goes_on = IS_SMALL || nest.nest.pruned[amount].is_none_or(|id| nest.all[id].is_true());
            match if goes_on { self.descend(nest, amount + 1)? } else { Rest::Open } {
                Rest::Open => {}
                rest => return Ok(rest),
            }
            if value & 1023 == 1023 {
                self.context.go_on()?;
            }
        }
        Ok(Rest::Open)
    }

    /// All last amounts at once, if their options stand at equal distances.
    fn runs<N: LaneNumber>(&mut self, nest: &Compiled<N>, tries: TriedAmounts) -> Option<Rest> {
        let run = |(stride, first): (Id, Id)| {
            let (stride, first) = (nest.all[stride].wide(), nest.all[first].index(N::truth(true)));
            (tries.first_cell(first, stride), stride * tries.step)
        };
        if let Some((first, stride)) = nest.nest.run.map(run) {
            self.sink.run(first, stride, tries.count());
        } else {
            let runs = nest.nest.runs_of_two.filter(|_| !IS_SMALL)?;
            self.sink.runs_of_two(runs.map(run), tries.count());
        }
        Some(self.decided())
    }

    /// All last amounts.
    fn last<N: LaneNumber>(&mut self, nest: &mut Compiled<N>) -> Result<Rest, Trouble> {
        let level = 1 + nest.nest.amounts;
        let number = nest.nest.numbers[nest.nest.amounts - 1];
        let Some(tries) = nest.tries(|nest, id| nest.all[id], self.grows) else { return Ok(Rest::Open) };
        let TriedAmounts { mut low, high, step, .. } = tries;
        if let Some(rest) = self.runs(nest, tries) {
            return Ok(rest);
        }
        if let Some(tabled) = nest.nest.tabled.as_ref().filter(|_| !IS_SMALL) {
            return self.tabled(&tabled.between((low, high), |id| nest.all[id].wide()));
        }
        if let Some(list) = nest.nest.listed.clone().filter(|_| !IS_SMALL) {
            return self.listed(nest, between(&list, (low, high)).iter().copied());
        }
        if let Some(keyed) = nest.nest.keyed.clone().filter(|_| !IS_SMALL)
            && !keyed.fails.is_some_and(|fails| nest.all[fails].is_true())
        {
            return self.keyed(nest, &keyed, tries);
        }
        if let Some(mask) = nest.nest.submask.filter(|_| !IS_SMALL) {
            let mask = nest.all[mask].wide();
            return self.listed(nest, Submasks::new(mask, (low, high)));
        }
        if high - low < FEW * step {
            while low <= high {
                nest.all[number] = N::of(low);
                nest.program.run_once(level, &mut nest.all);
                match self.single(nest)? {
                    Rest::Open => {}
                    rest => return Ok(rest),
                }
                low += step;
            }
            return Ok(Rest::Open);
        }
        let (mut value, mut batches) = (low, 0u32);
        while value <= high {
            batches += 1;
            if batches.is_multiple_of(1024) {
                self.context.go_on()?;
            }
            let left = usize::try_from((high - value) / step).expect("it is not negative");
            let count = LANES.min(left.saturating_add(1));
            let (first, distance) = (N::of(value), N::of(step));
            arithmetic(&mut nest.last[number][..count], first, distance);
            value += step * i64::try_from(count).expect("a number of lanes");
            nest.program.run(level, &mut nest.last, count, &nest.all);
            match self.lanes(nest, count)? {
                Rest::Open => {}
                rest => return Ok(rest),
            }
        }
        Ok(Rest::Open)
    }

    /// Options whose cells are known, as long as they tell something.
    fn tabled(&mut self, own: &OptionsInTable<'_>) -> Result<Rest, Trouble> {
        if !own.are_inside {
            return Err(Trouble::Outside);
        }
        for offsets in own.offsets.chunks(LANES) {
            self.sink.beside(own.base, offsets);
            if self.sink.has_enough() {
                return Ok(Rest::Decided);
            }
        }
        Ok(self.decided())
    }

    /// Last amounts with a number that is known before.
    fn keyed<N: LaneNumber>(
        &mut self,
        nest: &mut Compiled<N>,
        keyed: &Keyed,
        tries: TriedAmounts,
    ) -> Result<Rest, Trouble> {
        let amounts = keyed.among(tries.ends(), |id| nest.all[id].wide());
        let Some((stride, first)) = nest.nest.spaced else { return self.listed(nest, amounts.amounts()) };
        let (stride, first) = (nest.all[stride].wide(), nest.all[first].index(N::truth(true)));
        if let Some((first, stride, count)) = amounts.run(tries.least_at(first), stride) {
            self.sink.run(first, stride, count);
            return Ok(self.decided());
        }
        Ok(self.spaced(amounts.cells(tries.least_at(first), stride)))
    }

    /// Options of amounts of which nothing is tested, as long as they tell something.
    fn spaced(&mut self, cells: impl Iterator<Item = usize>) -> Rest {
        for (at, cell) in cells.enumerate() {
            self.sink.one(cell);
            if at % LANES == LANES - 1 && self.sink.has_enough() {
                return Rest::Decided;
            }
        }
        self.decided()
    }

    /// Last amounts that are known before they are tried.
    fn listed<N: LaneNumber>(
        &mut self,
        nest: &mut Compiled<N>,
        mut amounts: impl Iterator<Item = i64>,
    ) -> Result<Rest, Trouble> {
        let (level, number) = (1 + nest.nest.amounts, nest.nest.numbers[nest.nest.amounts - 1]);
        for batch in 1u32.. {
            let mut count = 0;
            for (slot, amount) in nest.last[number].iter_mut().zip(amounts.by_ref()) {
                *slot = N::of(amount);
                count += 1;
            }
            if count == 0 {
                break;
            }
            if batch.is_multiple_of(1024) {
                self.context.go_on()?;
            }
            nest.program.run(level, &mut nest.last, count, &nest.all);
            match self.lanes(nest, count)? {
                Rest::Open => {}
                rest => return Ok(rest),
            }
        }
        Ok(Rest::Open)
    }

    /// The option of one choice of amounts.
    fn single<N: LaneNumber>(&mut self, nest: &Compiled<N>) -> Result<Rest, Trouble> {
        let (own, all) = (&nest.nest, &nest.all);
        if own.fails.is_some_and(|fails| all[fails].is_true()) {
            return Ok(Rest::Unclear);
        }
        if all[own.allowed].is_true() {
            if !all[own.inside].is_true() {
                return Err(Trouble::Outside);
            }
            self.tell(nest, |id| all[id]);
        }
        Ok(self.decided())
    }

    /// Options of many last amounts.
    fn lanes<N: LaneNumber>(&mut self, nest: &Compiled<N>, count: usize) -> Result<Rest, Trouble> {
        let own = &nest.nest;
        let is_somewhere = |id: Id| is_any(nest.among_last(id, &mut None, count).iter().copied());
        if own.fails.is_some_and(is_somewhere) {
            return Ok(Rest::Unclear);
        }
        let (mut some, mut others) = (None, None);
        let cells = nest.among_last(own.cell, &mut some, count);
        let second = own.second.filter(|_| !IS_SMALL);
        if own.is_always_allowed && own.is_always_inside && second.is_none() {
            self.sink.every(cells);
            return Ok(self.decided());
        }
        let allowed = nest.among_last(own.allowed, &mut others, count);
        if !own.is_always_inside {
            let mut inside = None;
            let inside = nest.among_last(own.inside, &mut inside, count);
            if is_any(allowed.iter().zip(inside).map(|(allowed, inside)| allowed.and(inside.not()))) {
                return Err(Trouble::Outside);
            }
        }
        let Some(second) = second else {
            self.sink.lanes(allowed, cells);
            return Ok(self.decided());
        };
        let mut behind = None;
        for ((mask, cell), second) in allowed.iter().zip(cells).zip(nest.among_last(second, &mut behind, count)) {
            if mask.is_true() {
                self.sink.two((cell.index(*mask), second.index(*mask)));
            }
        }
        Ok(self.decided())
    }
}

impl<N: LaneNumber> Compiled<N> {
    /// A number for each of some last amounts.
    #[inline]
    fn among_last<'n>(&'n self, id: Id, same: &'n mut Option<Lanes<N>>, count: usize) -> &'n [N] {
        if self.program.level(id) == 1 + self.nest.amounts {
            return &self.last[id][..count];
        }
        &same.insert([self.all[id]; LANES])[..count]
    }
}

/// A cell so many steps from another.
#[inline]
pub(super) fn beside(first: usize, stride: i64, by: i64) -> usize {
    usize::try_from(signed(first) + stride * by).expect("it lies on the board")
}

/// Whether one of some truths is full, without a look at each for itself.
#[inline]
pub(super) fn is_any<N: LaneNumber>(truths: impl Iterator<Item = N>) -> bool {
    truths.fold(N::default(), LaneNumber::or).is_true()
}
