//! One heap, beside registers with ranges, whose options stand at distances that remainders of the heap tell: `n -> n - i where i in {3, 5}, n mod 3 = 1`. Each
//! cell is then one look for each of its options. Knows nothing of programs.
//!
//! Right because a term is made of n by sums, by products with numbers, and by remainders and quotients as [`HeapGrowth`] says: it is a multiple
//! of n and what repeats. So a comparison repeats, or is decided from some n on: there the distances of the options repeat as well, and before it they are
//! found one by one.
use super::ByProgram;
use super::board::{CellBoard, Order};
use super::brief::IS_SMALL;
use super::growth::{HeapGrowth, MOST_PERIOD, difference};
use super::prepared::Prepared;
use super::trouble::Trouble;
use super::unrolled::at;
use crate::engine::numbers::signed;
use crate::engine::{Context, Question};
use crate::ruleset::determined::conjuncts;
use crate::ruleset::{Comparison, Condition, Move, Ruleset};
use crate::table::Kept;
use crate::value::Play;
use num_integer::Integer;
use std::borrow::Cow;
use std::ops::Range;

/// Options of one position, at most: their values have a bit of a word each.
const MOST_OPTIONS: usize = 62;
/// Distances repeat from some heap on that is no larger.
const MOST_BEFORE: i128 = 1 << 12;
/// Choices of registers, at most.
const MOST_REGISTERS: usize = 1 << 10;
/// As much work as this may be done for any table before it is begun; more where it is no more than a small part of the cells, which bounds the
/// memory of the lists as well.
const LEAST_WORK: usize = 1 << 10;
const PART: usize = 64;
/// So many heaps between two looks whether somebody asks to stop.
const STRETCH: usize = 1 << 14;
/// The last bit of a word of values seen.
pub(super) const LAST: usize = 63;

/// A move without amounts at some values of the registers: it has an option only where the heap is at least `start`.
struct StartedMove<'a> {
    family: &'a Move,
    start: usize,
}

/// All moves of a board, and from where on their distances repeat after how many heaps.
struct Distances<'a> {
    board: &'a CellBoard,
    /// For each choice of registers, in the order of the cells.
    registers: Vec<Vec<i64>>,
    alternatives: Vec<Vec<StartedMove<'a>>>,
    period: usize,
    from: usize,
}

/// The options of heaps with each remainder and of each choice of registers, one after the other: distances, and cells that are nearer to the first one
/// from period to period, where each begins and by how much it grows.
struct DistanceLists {
    begins: Vec<(usize, usize)>,
    all: Vec<usize>,
    nearer: Vec<(usize, usize)>,
}

impl ByProgram<'_> {
    /// The values of a board of one heap; `None` if its distances do not repeat, or not soon.
    pub(super) fn swept_by_distances<K: Kept>(
        &self,
        (board, order): (&CellBoard, Order<'_>),
        question: Question,
        context: &Context,
    ) -> Result<Option<Vec<K>>, Trouble> {
        if IS_SMALL || !self.is_one_whole_heap(board) || !matches!(order, Order::Rows(_)) {
            return Ok(None);
        }
        let Some(families) = families(&self.on_board(board), board) else { return Ok(None) };
        match Distances::of(&families, self.ruleset, board) {
            Some(distances) => distances.fill(question, context),
            None => Ok(None),
        }
    }

    /// How many options a cell of a board of one heap has at most, if its distances repeat.
    pub(super) fn distances(&self, moves: &[Cow<'_, Prepared>], board: &CellBoard) -> Option<usize> {
        let families = families(moves, board).filter(|_| self.is_one_whole_heap(board))?;
        Distances::of(&families, self.ruleset, board).map(|_| families.len())
    }

    fn is_one_whole_heap(&self, board: &CellBoard) -> bool {
        let ruleset = self.ruleset;
        let is_plain = ruleset.heaps.len() == 1 && ruleset.blocking == 0 && !ruleset.breaks();
        is_plain && ruleset.positions == Condition::Known(true) && !board.is_closed.contains(&false)
    }
}

/// The moves of which each position has one option at most; `None` if they are too many.
pub(super) fn families(moves: &[Cow<'_, Prepared>], board: &CellBoard) -> Option<Vec<Move>> {
    let mut all = Vec::new();
    for prepared in moves {
        let mut open = vec![prepared.family.clone()];
        for (amount, (low, high)) in prepared.ranges(board).ok()?.into_iter().enumerate().rev() {
            if low <= high && MOST_OPTIONS < usize::try_from(high - low).ok()?.checked_mul(open.len())? {
                return None;
            }
            open = open.iter().flat_map(|family| (low..=high).map(|value| at(family, amount, value))).collect();
        }
        all.append(&mut open);
    }
    (all.len() <= MOST_OPTIONS).then_some(all)
}

impl<'a> Distances<'a> {
    /// What the moves say of a board; `None` if their distances do not repeat, or only after too much work.
    fn of(families: &'a [Move], ruleset: &Ruleset, board: &'a CellBoard) -> Option<Self> {
        if MOST_REGISTERS < board.stride[0] {
            return None;
        }
        let mut registers: Vec<Vec<i64>> = vec![Vec::new()];
        for (low, size) in board.low.iter().zip(&board.size).skip(1) {
            let next = |known: &Vec<i64>| -> Vec<Vec<i64>> {
                (0..signed(*size)).map(|more| [known.as_slice(), &[low + more]].concat()).collect()
            };
            registers = registers.iter().flat_map(next).collect();
        }
        let period = families.iter().try_fold(1i128, |period, family| {
            let period = period.lcm(&period_of(family, ruleset.heaps.len() + ruleset.registers.len())?);
            (period <= MOST_PERIOD).then_some(period)
        })?;
        let most = (board.cells() / PART).max(LEAST_WORK);
        // Lists are made anew where a move begins.
        let looks = registers.len().checked_mul(families.len().pow(2))?;
        let work = looks.checked_mul(usize::try_from(period).ok()?)?;
        if most < work {
            return None;
        }
        let (mut from, mut alternatives) = (0i128, Vec::new());
        for own in &registers {
            let mut here = Vec::new();
            for family in families {
                let mut start = 0i128;
                for condition in conjuncts(&family.guard) {
                    match least_heap(&condition, own) {
                        Some(least) => start = start.max(least),
                        None => from = from.max(decided_from(&condition, own)?),
                    }
                }
                // One that is beyond the board has no option on it.
                if let Some(start) = usize::try_from(start).ok().filter(|start| *start < board.size[0]) {
                    here.push(StartedMove { family, start });
                }
            }
            alternatives.push(here);
        }
        let is_soon = from <= MOST_BEFORE
            && usize::try_from(from).ok()?.checked_mul(families.len())? <= board.cells().max(LEAST_WORK);
        let (period, from) = (usize::try_from(period).ok()?, usize::try_from(from).ok()?);
        is_soon.then_some(Self { board, registers, alternatives, period, from })
    }

    /// The values of all cells; `None` if an option does not stand before its cell.
    fn fill<K: Kept>(&self, question: Question, context: &Context) -> Result<Option<Vec<K>>, Trouble> {
        let (heaps, width) = (self.board.size[0], self.registers.len());
        let mut kept: Vec<K> = K::none(self.board.cells());
        let begins = self.alternatives.iter().flatten().map(|own| own.start.max(self.from).min(heaps));
        let mut starts: Vec<usize> = begins.chain([self.from.min(heaps), heaps]).collect();
        starts.sort_unstable();
        starts.dedup();
        for heap in 0..self.from.min(heaps) {
            let Some(lists) = self.lists(heap..heap + 1) else { return Ok(None) };
            lists.fill(&mut kept, (heap..heap + 1, 0), width, question);
        }
        for ends in starts.windows(2) {
            let Some(lists) = self.lists(ends[0]..ends[1]) else { return Ok(None) };
            // The list of a remainder stands where the first heap with it does.
            let mut first = ends[0];
            while first < ends[1] {
                let end = ends[1].min(first + STRETCH.next_multiple_of(self.period));
                lists.fill(&mut kept, (first..end, (first - ends[0]) / self.period), width, question);
                context.go_on()?;
                if let Some(progress) = &context.progress {
                    progress(end as u64, heaps as u64);
                }
                first = end;
            }
        }
        Ok(Some(kept))
    }

    /// The lists of heaps between which no move begins, one period of them at most.
    fn lists(&self, heaps: Range<usize>) -> Option<DistanceLists> {
        let mut lists = DistanceLists { begins: vec![(0, 0)], all: Vec::new(), nearer: Vec::new() };
        for heap in heaps.start..heaps.end.min(heaps.start + self.period) {
            for (at, (registers, alternatives)) in self.registers.iter().zip(&self.alternatives).enumerate() {
                let position = [&[i64::try_from(heap).ok()?], registers.as_slice()].concat();
                let mut distances = Vec::new();
                for own in alternatives.iter().filter(|own| own.start <= heaps.start) {
                    if !own.family.guard.holds(&position, &[]).ok()? {
                        continue;
                    }
                    let distance = self.distance(own.family, (heap, at), &position)?;
                    let grows = HeapGrowth::of(&own.family.targets[0], 0)?;
                    if grows.times == grows.over {
                        distances.push(distance);
                    } else {
                        let period = i128::try_from(self.period).ok()?;
                        let step = usize::try_from(period.checked_mul(grows.times)? / grows.over).ok()?;
                        lists.nearer.push((heap * self.registers.len() + at - distance, step * self.registers.len()));
                    }
                }
                distances.sort_unstable();
                distances.dedup();
                lists.all.append(&mut distances);
                lists.begins.push((lists.all.len(), lists.nearer.len()));
            }
        }
        Some(lists)
    }

    /// How many cells before its own the option of a move stands; `None` if it does not, or has no cell.
    fn distance(&self, family: &Move, (heap, registers): (usize, usize), position: &[i64]) -> Option<usize> {
        let (mut option, width) = (0usize, self.registers.len());
        for (at, target) in family.targets.iter().enumerate() {
            let value = i64::try_from(target.evaluate(position, &[]).ok()?).ok()?;
            let place = usize::try_from(value.checked_sub(self.board.low[at])?).ok()?;
            if self.board.size[at] <= place {
                return None;
            }
            option = option.checked_add(place.checked_mul(self.board.stride[at])?)?;
        }
        let distance = (heap * width + registers).checked_sub(option)?;
        (0 < distance).then_some(distance)
    }
}

impl DistanceLists {
    /// Gives values to some heaps with so many cells each, the first of which has the first list, so many periods after the first of all.
    fn fill<K: Kept>(
        &self,
        kept: &mut [K],
        (heaps, mut periods): (Range<usize>, usize),
        width: usize,
        question: Question,
    ) {
        let count = self.begins.len() - 1;
        let mut list = 0;
        for cell in heaps.start * width..heaps.end * width {
            let (begin, end) = (self.begins[list], self.begins[list + 1]);
            let seen_at = |seen: u64, cell: usize| seen | 1 << kept[cell].kept().min(LAST);
            let seen = self.all[begin.0..end.0].iter().fold(0u64, |seen, distance| seen_at(seen, cell - distance));
            let nearer = self.nearer[begin.1..end.1].iter();
            let seen = nearer.fold(seen, |seen, (first, step)| seen_at(seen, first + step * periods));
            kept[cell] = K::of(kept_of(seen, question));
            list += 1;
            if list == count {
                (list, periods) = (0, periods + 1);
            }
        }
    }
}

/// What is kept of a cell, one more than its value, by what is kept of its options, a bit for each.
#[inline]
pub(super) fn kept_of(seen: u64, question: Question) -> usize {
    let value = match question {
        Question::Grundy => (seen >> 1).trailing_ones() as usize,
        Question::Outcome(_) if seen & 2 != 0 => 1,
        Question::Outcome(play) => usize::from(seen == 0 && play == Play::Misere),
    };
    value + 1
}

/// After how many heaps what a move says of its option repeats.
fn period_of(family: &Move, dimension: usize) -> Option<i128> {
    if !family.amounts.is_empty() || family.targets.len() != dimension {
        return None;
    }
    let mut period = condition_period(&family.guard)?;
    for (at, target) in family.targets.iter().enumerate() {
        let own = HeapGrowth::of(target, 0)?;
        let is_before = if at == 0 { (0..=own.over).contains(&own.times) } else { own.times == 0 };
        period = is_before.then(|| period.lcm(&own.period))?;
    }
    Some(period)
}

/// The period of all that a condition compares.
fn condition_period(condition: &Condition) -> Option<i128> {
    match condition {
        Condition::Known(_) => Some(1),
        Condition::Compare(left, _, right) => {
            Some(HeapGrowth::of(left, 0)?.period.lcm(&HeapGrowth::of(right, 0)?.period))
        }
        Condition::And(parts) | Condition::Or(parts) => parts.iter().try_fold(1i128, |all, part| {
            let period = all.lcm(&condition_period(part)?);
            (period <= MOST_PERIOD).then_some(period)
        }),
        Condition::Not(inner) => condition_period(inner),
    }
}

/// The least heap at which a condition holds that is just that the heap is so large.
fn least_heap(condition: &Condition, registers: &[i64]) -> Option<i128> {
    let Condition::Compare(left, Comparison::AtMost, right) = condition else { return None };
    let difference = difference(left, right);
    let HeapGrowth { times, .. } = HeapGrowth::of(&difference, 0).filter(|own| own.times < 0 && own.period == 1)?;
    let at_zero = difference.evaluate(&[&[0], registers].concat(), &[]).ok()?;
    Some(Integer::div_ceil(&at_zero, &-times).max(0))
}

/// From which heap on all comparisons of a condition repeat.
fn decided_from(condition: &Condition, registers: &[i64]) -> Option<i128> {
    match condition {
        Condition::Known(_) => Some(0),
        Condition::And(parts) | Condition::Or(parts) => {
            parts.iter().try_fold(0, |all, part| Some(all.max(decided_from(part, registers)?)))
        }
        Condition::Not(inner) => decided_from(inner, registers),
        Condition::Compare(left, _, right) => {
            let difference = difference(left, right);
            let HeapGrowth { times, over, period } = HeapGrowth::of(&difference, 0)?;
            if times == 0 {
                return Some(0);
            }
            // What repeats is at most so large: beyond this the multiple of n decides.
            let mut most = 0;
            for heap in 0..period {
                let position = [&[i64::try_from(heap).ok()?], registers].concat();
                let value = difference.evaluate(&position, &[]).ok()?.checked_mul(over)?;
                most = most.max(value.checked_sub(times.checked_mul(heap)?)?.checked_abs()?);
            }
            Some(most / times.abs() + 1)
        }
    }
}
