//! Several coordinates, where each move has fixed steps and asks for remainders and linear inequalities: `(x, y) -> (x - 2, y + 1) where y mod 3 != 1, x <= y`. The
//! options of a cell then stand at distances that its class tells: the remainders of its coordinates, and which inequalities hold. Each cell is one
//! look for each of its options. Knows nothing of programs.
//!
//! Right because each comparison is linear, and asked for each row, where it changes at one or two places; or it repeats in each coordinate ([`HeapGrowth`]),
//! from some small number of tokens on if it is a multiple of one coordinate and what repeats. Where an option has no value yet, nothing comes out.
mod growing;

use super::ByProgram;
use super::board::{CellBoard, Order};
use super::brief::IS_SMALL;
use super::distances::{LAST, families, kept_of};
use super::prepared::Prepared;
use super::trouble::Trouble;
use crate::engine::numbers::signed;
use crate::engine::{Context, Question};
use crate::ruleset::{Comparison, Condition, Move};
use crate::table::{Kept, Region};
use crate::value::Saturate;
use growing::{AskedComparison, StepGrowth, without_extremes};
use num_integer::Integer;
use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

/// A register with so many values at most has a class for each of them.
const FEW_VALUES: usize = 32;
/// Linear comparisons that are asked for each row, at most: a bit each.
const MOST_ASKED: usize = 64;
/// One look at a move for each class costs as much as so many cells.
const LOOK: usize = 16;
/// The lists of a piece of a row take as much memory as so many looks, beside those for its classes.
const LIST: usize = 64;
/// As much work as this may be done for any table.
const LEAST_WORK: usize = 1 << 12;
/// Rows of fewer cells cost more than they save.
const SHORTEST: usize = 24;
/// So many cells between two looks whether somebody asks to stop.
const STRETCH: usize = 1 << 16;

/// One coordinate: those below `from` have a class each, the others one for each remainder.
struct ClassedAxis {
    /// All values have a class of their own, so that they count as numbers.
    is_listed: bool,
    from: usize,
    period: usize,
    /// The class of each offset, which is the least offset in it.
    classes: Vec<u32>,
}

/// The moves of a board.
struct Stencil<'a> {
    board: &'a CellBoard,
    families: Vec<Move>,
    axes: Vec<ClassedAxis>,
    asked: Vec<AskedComparison>,
    /// Coordinates by the distance of their neighbours, the farthest first; rows run along the one at this place.
    order: Vec<usize>,
    along: usize,
}

/// For each class along a row and each cell of it the distances of the options.
struct RowLists {
    begins: Vec<u32>,
    distances: Vec<u32>,
    /// For each coordinate the least offset at which all options are on the board, and how far they reach beyond their cell.
    least: Vec<usize>,
    beyond: Vec<usize>,
}

/// The classes of the coordinates that are the same along a row, as one number, and which comparisons hold.
type ListKey = (usize, u64);

impl ByProgram<'_> {
    /// The values of a board by fixed steps; `None` if a move has others, or asks for something else, or looks at what has no value yet.
    pub(super) fn swept_by_stencils<K: Kept>(
        &self,
        (board, order): (&CellBoard, Order<'_>),
        question: Question,
        context: &Context,
    ) -> Result<Option<Vec<K>>, Trouble> {
        if IS_SMALL || matches!(order, Order::Listed(_)) {
            return Ok(None);
        }
        match self.stencil(&self.on_board(board), board) {
            Some(stencil) => stencil.fill(order, question, context),
            None => Ok(None),
        }
    }

    /// What some moves say of a board, if all have fixed steps.
    fn stencil<'b>(&self, moves: &[Cow<'_, Prepared>], board: &'b CellBoard) -> Option<Stencil<'b>> {
        let ruleset = self.ruleset;
        let is_plain = 1 < ruleset.heaps.len() && ruleset.blocking == 0 && !ruleset.breaks();
        if !is_plain || ruleset.positions != Condition::Known(true) {
            return None;
        }
        families(moves, board).and_then(|families| Stencil::of(families, board))
    }

    /// How many options a cell has at most by fixed steps; `None` if some move has others, or one leads to a cell behind, as some positions show.
    pub(super) fn steps(&self, moves: &[Cow<'_, Prepared>], board: &CellBoard, shown: &[Vec<i64>]) -> Option<usize> {
        let Some(stencil) = self.stencil(moves, board) else { return self.distances(moves, board) };
        let leads_back = |family: &Move, position: &Vec<i64>| {
            let mut distance = 0;
            for ((at, target), stride) in family.targets.iter().enumerate().zip(&board.stride) {
                let step = i128::from(position[at]).checked_sub(target.evaluate(position, &[]).ok()?)?;
                distance += step.checked_mul(*stride as i128)?;
            }
            Some(0 < distance)
        };
        let is_behind = |family: &Move, position: &Vec<i64>| {
            family.guard.holds(position, &[]).is_ok_and(|holds| holds && leads_back(family, position) == Some(false))
        };
        let any = stencil.families.iter().any(|family| shown.iter().any(|position| is_behind(family, position)));
        (!any).then_some(stencil.families.len())
    }
}

impl<'a> Stencil<'a> {
    /// What the moves say of a board; `None` if they say something else.
    fn of(mut families: Vec<Move>, board: &'a CellBoard) -> Option<Self> {
        for family in &mut families {
            family.guard = without_extremes(&family.guard);
        }
        let dimension = board.size.len();
        let mut order: Vec<usize> = (0..dimension).collect();
        order.sort_by_key(|at| std::cmp::Reverse(board.stride[*at]));
        let along = (0..dimension).rev().find(|place| order[*place] < board.heaps)?;
        if board.size[order[along]] < SHORTEST {
            return None;
        }
        let listed = |at: usize| board.heaps <= at && board.size[at] <= FEW_VALUES;
        // What changes within the cells of one step of a row has a class for each value.
        if !order[along + 1..].iter().all(|at| listed(*at)) {
            return None;
        }
        let mut growing = StepGrowth {
            board,
            listed: (0..dimension).map(listed).collect(),
            periods: vec![1; dimension],
            from: vec![0; dimension],
            asked: Vec::new(),
        };
        for family in &families {
            growing.add(family)?;
        }
        let axes = (0..dimension).map(|at| {
            let size = board.size[at];
            let from = usize::try_from(growing.from[at]).ok()?;
            let period = usize::try_from(growing.periods[at]).ok()?;
            let (from, period) = if growing.listed[at] { (size, 1) } else { (from.min(size), period) };
            let class = |offset: usize| if offset < from { offset } else { from + (offset - from) % period };
            let classes = (0..size).map(|offset| u32::try_from(class(offset)).ok()).collect::<Option<_>>()?;
            Some(ClassedAxis { is_listed: growing.listed[at], from, period, classes })
        });
        let axes = axes.collect::<Option<Vec<_>>>()?;
        let asked = growing.asked;
        (asked.len() <= MOST_ASKED).then_some(Self { board, families, axes, asked, order, along })
    }

    /// How many classes there are along one coordinate.
    fn count(&self, at: usize) -> usize {
        (self.axes[at].from + self.axes[at].period).min(self.board.size[at])
    }

    /// The values of all cells that are looked at; `None` if an option has none, or the lists take too long.
    fn fill<K: Kept>(
        &self,
        cells: Order<'_>,
        question: Question,
        context: &Context,
    ) -> Result<Option<Vec<K>>, Trouble> {
        let board = self.board;
        if matches!(cells, Order::Reached(_)) && self.order[self.along] != board.innermost() {
            return Ok(None);
        }
        let mut kept: Vec<K> = K::none(board.cells());
        let mut known: HashMap<ListKey, Rc<RowLists>> = HashMap::new();
        let mut work = (board.cells() / LOOK).max(LEAST_WORK);
        let inner = self.order[self.along];
        let mut offsets = vec![0usize; board.size.len()];
        let mut done = 0;
        loop {
            let length = self.length(cells, &offsets);
            if !self.fill_row(&mut kept, (&mut known, &mut work), (&mut offsets, length), question) {
                return Ok(None);
            }
            offsets[inner] = 0;
            if STRETCH <= done {
                done = 0;
                context.go_on()?;
                if let Some(progress) = &context.progress {
                    let first: usize = offsets.iter().zip(&board.stride).map(|(offset, stride)| offset * stride).sum();
                    progress(first as u64, board.cells() as u64);
                }
            }
            done += length + 1;
            if !self.advance(&mut offsets) {
                return Ok(Some(kept));
            }
        }
    }

    /// Gives values to a row, piece by piece; not if an option has none, or the lists take too long.
    fn fill_row<K: Kept>(
        &self,
        kept: &mut [K],
        (known, work): (&mut HashMap<ListKey, Rc<RowLists>>, &mut usize),
        (offsets, length): (&mut [usize], usize),
        question: Question,
    ) -> bool {
        let inner = self.order[self.along];
        let block = self.board.stride[inner];
        let mut start = 0;
        for end in self.ends(offsets, length) {
            offsets[inner] = start;
            let key = (self.classes(offsets), self.holding(offsets));
            let lists = match known.get(&key) {
                Some(lists) => Rc::clone(lists),
                None => {
                    let Some(lists) = self.lists(offsets, key.1, work) else { return false };
                    Rc::clone(known.entry(key).or_insert(Rc::new(lists)))
                }
            };
            if !self.is_within(&lists, offsets, end) {
                return false;
            }
            let classes = &self.axes[inner].classes[start..end];
            let first = offsets.iter().zip(&self.board.stride).map(|(offset, stride)| offset * stride).sum();
            let is_given = if classes.iter().all(|class| *class == classes[0]) {
                lists.fill_alike(kept, (first, classes.len()), (block, classes[0]), question)
            } else {
                lists.fill(kept, (first, classes), block, question)
            };
            if !is_given {
                return false;
            }
            start = end;
        }
        true
    }

    /// Goes on to the next row; not if there is none.
    fn advance(&self, offsets: &mut [usize]) -> bool {
        for at in self.order[..self.along].iter().rev() {
            offsets[*at] += 1;
            if offsets[*at] < self.board.size[*at] {
                return true;
            }
            offsets[*at] = 0;
        }
        false
    }

    /// How many cells of a row are looked at.
    fn length(&self, cells: Order<'_>, offsets: &[usize]) -> usize {
        let inner = self.order[self.along];
        let size = self.board.size[inner];
        match cells {
            Order::Rows(Region::Total(bound)) => {
                let heaps = offsets[..self.board.heaps].iter().enumerate().filter(|(at, _)| *at != inner);
                let others: usize = heaps.map(|(_, offset)| offset).sum();
                bound.saturated::<usize>().saturating_sub(others).min(size)
            }
            Order::Reached(reached) => {
                let position: Vec<i64> = self.position(offsets);
                usize::try_from(reached.held(&position, self.board)).expect("a number of cells").min(size)
            }
            _ => size,
        }
    }

    fn position(&self, offsets: &[usize]) -> Vec<i64> {
        offsets.iter().zip(&self.board.low).map(|(offset, low)| low + signed(*offset)).collect()
    }

    /// What an asked comparison is without the coordinate along the row, and by how much that counts.
    fn along_row(&self, asked: &AskedComparison, offsets: &[usize]) -> (i128, i128) {
        let inner = self.order[self.along];
        let others = (0..offsets.len()).filter(|at| *at != inner);
        let value = |at: usize| i128::from(self.board.low[at]) + offsets[at] as i128;
        let rest = others.map(|at| asked.coefficients[at] * value(at)).sum::<i128>() + asked.constant;
        let by = asked.coefficients[inner];
        (rest + by * i128::from(self.board.low[inner]), by)
    }

    /// Where along a row something that is asked changes, and its end.
    fn ends(&self, offsets: &[usize], length: usize) -> Vec<usize> {
        let mut ends = vec![length];
        for asked in &self.asked {
            let (rest, by) = self.along_row(asked, offsets);
            if by == 0 {
                continue;
            }
            // rest + by y <= 0 changes behind the greatest y with it, or at the least.
            let places = match (asked.comparison, 0 < by) {
                (Comparison::AtMost, true) => [Integer::div_floor(&-rest, &by) + 1; 2],
                (Comparison::AtMost, false) => [Integer::div_ceil(&rest, &-by); 2],
                _ => [Integer::div_floor(&-rest, &by), Integer::div_floor(&-rest, &by) + 1],
            };
            ends.extend(
                places
                    .iter()
                    .filter_map(|place| usize::try_from(*place).ok())
                    .filter(|place| (1..length).contains(place)),
            );
        }
        ends.sort_unstable();
        ends.dedup();
        ends.retain(|end| 0 < *end);
        ends
    }

    /// Which comparisons hold at a cell, a bit each.
    fn holding(&self, offsets: &[usize]) -> u64 {
        let inner = self.order[self.along];
        let mut all = 0;
        for (at, asked) in self.asked.iter().enumerate() {
            let (rest, by) = self.along_row(asked, offsets);
            let value = rest + by * offsets[inner] as i128;
            let holds = match asked.comparison {
                Comparison::AtMost => value <= 0,
                Comparison::Equal => value == 0,
                Comparison::Different => value != 0,
            };
            all |= u64::from(holds) << at;
        }
        all
    }

    /// The classes of the coordinates that are the same along a row.
    fn classes(&self, offsets: &[usize]) -> usize {
        let outer = self.order[..self.along].iter();
        outer.fold(0, |all, at| all * self.count(*at) + self.axes[*at].classes[offsets[*at]] as usize)
    }

    /// Whether all options of a piece of a row are on the board.
    fn is_within(&self, lists: &RowLists, offsets: &[usize], end: usize) -> bool {
        let inner = self.order[self.along];
        let last = |at: usize| if at == inner { end - 1 } else { offsets[at] };
        let all = (0..offsets.len()).filter(|at| !self.order[self.along + 1..].contains(at));
        let mut all = all.map(|at| (offsets[at], last(at), self.board.size[at], lists.least[at], lists.beyond[at]));
        all.all(|(first, last, size, least, beyond)| least <= first && last + beyond < size)
    }

    /// Whether a condition holds in a class, of which this is a position.
    fn holds(&self, condition: &Condition, position: &[i64], holding: u64) -> Option<bool> {
        let all = |parts: &[Condition]| {
            parts.iter().map(|part| self.holds(part, position, holding)).collect::<Option<Vec<_>>>()
        };
        Some(match condition {
            Condition::Known(known) => *known,
            Condition::Compare(..) => match self.asked.iter().position(|asked| asked.condition == *condition) {
                Some(at) => holding >> at & 1 == 1,
                None => condition.holds(position, &[]).ok()?,
            },
            Condition::And(parts) => !all(parts)?.contains(&false),
            Condition::Or(parts) => all(parts)?.contains(&true),
            Condition::Not(inner) => !self.holds(inner, position, holding)?,
        })
    }

    /// The lists of all classes along a row with these classes.
    fn lists(&self, offsets: &[usize], holding: u64, work: &mut usize) -> Option<RowLists> {
        let dimension = offsets.len();
        let mut lists =
            RowLists { begins: vec![0], distances: Vec::new(), least: vec![0; dimension], beyond: vec![0; dimension] };
        let inner = self.order[self.along];
        let mut classes: Vec<usize> = offsets.to_vec();
        for at in &self.order[..self.along] {
            classes[*at] = self.axes[*at].classes[offsets[*at]] as usize;
        }
        let block = self.board.stride[inner];
        let count = self.count(inner);
        *work = work.checked_sub(count.checked_mul(block)?.checked_mul(self.families.len())?.checked_add(LIST)?)?;
        for class in 0..count {
            classes[inner] = class;
            for cell in 0..block {
                for at in &self.order[self.along + 1..] {
                    classes[*at] = cell / self.board.stride[*at] % self.board.size[*at];
                }
                self.options(&classes, holding, &mut lists)?;
                lists.begins.push(u32::try_from(lists.distances.len()).ok()?);
            }
        }
        Some(lists)
    }

    /// The distances of the options of one class.
    fn options(&self, classes: &[usize], holding: u64, lists: &mut RowLists) -> Option<()> {
        let position = self.position(classes);
        let begin = lists.distances.len();
        for family in &self.families {
            if !self.holds(&family.guard, &position, holding)? {
                continue;
            }
            let mut distance = 0i64;
            for (at, target) in family.targets.iter().enumerate() {
                let value = i64::try_from(target.evaluate(&position, &[]).ok()?).ok()?;
                let step = value.checked_sub(position[at])?;
                let offset = signed(classes[at]).checked_add(step)?;
                if self.axes[at].is_listed {
                    if !(0..signed(self.board.size[at])).contains(&offset) {
                        return None;
                    }
                } else {
                    if offset < 0 {
                        lists.least[at] = lists.least[at].max(usize::try_from(step.checked_neg()?).ok()?);
                    }
                    lists.beyond[at] = lists.beyond[at].max(usize::try_from(step.max(0)).ok()?);
                }
                distance = distance.checked_sub(step.checked_mul(signed(self.board.stride[at]))?)?;
            }
            lists.distances.push(u32::try_from(distance).ok().filter(|distance| 0 < *distance)?);
        }
        let own = &mut lists.distances[begin..];
        own.sort_unstable();
        let mut kept = begin;
        for at in begin..lists.distances.len() {
            if at == begin || lists.distances[at] != lists.distances[kept - 1] {
                lists.distances[kept] = lists.distances[at];
                kept += 1;
            }
        }
        lists.distances.truncate(kept);
        Some(())
    }
}

impl RowLists {
    /// Gives values to a piece of a row whose offsets have these classes; not if an option has none.
    fn fill<K: Kept>(
        &self,
        kept: &mut [K],
        (first, classes): (usize, &[u32]),
        block: usize,
        question: Question,
    ) -> bool {
        let mut cell = first;
        let mut missing = 0u64;
        for class in classes {
            let list = *class as usize * block;
            for own in list..list + block {
                let seen = self.seen(kept, cell, own);
                missing |= seen;
                kept[cell] = K::of(kept_of(seen, question));
                cell += 1;
            }
        }
        missing & 1 == 0
    }

    fn range(&self, list: usize) -> Range<usize> {
        self.begins[list] as usize..self.begins[list + 1] as usize
    }

    fn seen<K: Kept>(&self, kept: &[K], cell: usize, list: usize) -> u64 {
        let distances = &self.distances[self.range(list)];
        distances.iter().fold(0u64, |seen, distance| seen | 1 << kept[cell - *distance as usize].kept().min(LAST))
    }

    /// The same where all offsets are of one class.
    fn fill_alike<K: Kept>(
        &self,
        kept: &mut [K],
        (first, count): (usize, usize),
        (block, class): (usize, u32),
        question: Question,
    ) -> bool {
        let mut missing = 0u64;
        let list = class as usize * block;
        for cell in first..first + count * block {
            let seen = self.seen(kept, cell, list + (cell - first) % block);
            missing |= seen;
            kept[cell] = K::of(kept_of(seen, question));
        }
        missing & 1 == 0
    }
}
