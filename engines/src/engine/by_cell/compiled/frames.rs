//! The positions that those of a region can reach where one heap is never raised: for each number of its tokens, a *frame*, how far the other heaps and
//! the registers without end go. Knows nothing of values.
//!
//! Right because an option of a position in a frame stands in the same frame or in one with fewer tokens, and each end there is at least that of the
//! interval in which the coordinate of the option lies, by the bounds of the amounts and the ends of the frame; ends are found from the frame with most
//! tokens down, so that they never fall with the tokens, and in one frame until they stay.
use super::board::CellBoard;
use super::brief::IS_SMALL;
use super::on;
use super::prepared::Prepared;
use super::program::{Program, Range};
use crate::engine::numbers::signed;
use crate::engine::{Context, EngineError};
use crate::ruleset::branch::{Branch, Loops};
use crate::ruleset::linear::Inequality;
use crate::ruleset::{Ruleset, Term};
use crate::table::Region;
use crate::value::Saturate;
use std::borrow::Cow;

/// How often moves that stay in a frame may raise its ends.
const MOST_ROUNDS: usize = 8;
/// For more frames no ends are found.
const MOST_FRAMES: usize = 1 << 20;
/// No end is greater.
const LAST: i64 = 1 << 31;
/// A board has no more cells: they are numbered with 32 bits, and those that are not reached take no memory.
const MOST_CELLS: u128 = 1 << 30;
/// Where so many times fewer cells are reached than the board has, most are not.
const SPARSE: u128 = 8;
/// So many cells share what an operating system gives at once, about.
const PAGE: u128 = 1 << 12;

/// For each number of tokens in one heap, the greatest value of every coordinate; all are 0 and more, or their least, from there on.
#[derive(Debug)]
pub(super) struct Frames {
    /// The heap that no move raises.
    heap: usize,
    /// The greatest coordinates in each frame.
    most: Vec<Vec<i64>>,
}

impl Frames {
    /// The frames of the first heap for which there are some. Cost: for each frame a look at each row of the moves, and eight bytes for each coordinate.
    ///
    /// # Errors
    /// Memory and cancellation.
    pub(super) fn of(
        moves: &[Cow<'_, Prepared>],
        ruleset: &Ruleset,
        (board, region): (&CellBoard, &Region),
        context: &Context,
    ) -> Result<Option<Self>, EngineError> {
        for heap in 0..ruleset.heaps.len() {
            if let Some(frames) = Self::along(heap, moves, ruleset, (board, region), context)? {
                return Ok(Some(frames).filter(Self::are_few));
            }
        }
        Ok(None)
    }

    /// The sizes of the coordinates of a board that has all.
    pub(super) fn ranges(&self, low: &[i64]) -> Vec<(i64, u64)> {
        let most = |at: usize| self.most.iter().map(|most| most[at]).max().unwrap_or(low[at]);
        low.iter().enumerate().map(|(at, low)| (*low, most(at).abs_diff(*low) + 1)).collect()
    }

    /// How many of the values of one coordinate are reached from positions that have these others.
    pub(super) fn held(&self, (position, along): (&[i64], usize), low: i64) -> u64 {
        let is_reached = |most: &Vec<i64>| (0..position.len()).all(|at| at == along || position[at] <= most[at]);
        // Frames with more tokens have no greater ends: the first one that lacks the others ends the row.
        if along == self.heap {
            return self.most.partition_point(is_reached) as u64;
        }
        let frame = usize::try_from(position[self.heap]).ok().and_then(|frame| self.most.get(frame));
        frame.filter(|most| is_reached(most)).map_or(0, |most| (most[along] + 1 - low).max(0).unsigned_abs())
    }

    /// The coordinate that is to be the outermost, so that what is reached lies together: that of the frames, where most cells are not reached.
    pub(super) fn outermost(&self) -> usize {
        let others = |most: &Vec<i64>| product(most.iter().enumerate().filter(|(at, _)| *at != self.heap));
        let reached = self.most.iter().fold(0u128, |cells, most| cells.saturating_add(others(most)));
        let all = self.most.first().map_or(0, others).saturating_mul(self.most.len() as u128);
        if reached < all / SPARSE { self.heap } else { 0 }
    }

    /// How many cells of a board take memory: those that are reached, and what begins or ends beside them.
    pub(super) fn touched(&self, board: &CellBoard) -> u128 {
        let innermost = board.innermost();
        let frame = |most: &Vec<i64>| {
            let others = || most.iter().enumerate().filter(|(at, _)| *at != self.heap);
            let rows = product(others().filter(|(at, _)| *at != innermost));
            product(others()).saturating_add(rows.saturating_mul(PAGE))
        };
        self.most.iter().fold(0, |touched: u128, most| touched.saturating_add(frame(most))).min(board.cells() as u128)
    }

    /// Whether a board has room for all.
    fn are_few(&self) -> bool {
        let Some(widest) = self.most.first() else { return false };
        let others = product(widest.iter().enumerate().filter(|(at, _)| *at != self.heap));
        others.saturating_mul(self.most.len() as u128) <= MOST_CELLS
    }

    /// The frames of one heap; none if a move raises it, or if ends do not stay.
    fn along(
        heap: usize,
        moves: &[Cow<'_, Prepared>],
        ruleset: &Ruleset,
        (board, region): (&CellBoard, &Region),
        context: &Context,
    ) -> Result<Option<Self>, EngineError> {
        let last: Vec<i64> = board.low.iter().zip(&board.size).map(|(low, size)| low + signed(*size) - 1).collect();
        let frames = board.size[heap];
        if MOST_FRAMES < frames {
            return Ok(None);
        }
        // Ends of each frame, and of what begins in it.
        context.fits(frames as u128 * (last.len() as u128 + 3) * 16)?;
        let mut most: Vec<Vec<i64>> = vec![Vec::new(); frames];
        // What comes from frames with more tokens, by the greatest frame that it reaches, and of all greater ones.
        let mut begin: Vec<Option<Vec<i64>>> = vec![None; frames];
        let mut from_above = board.low.clone();
        for frame in (0..frames).rev() {
            context.go_on()?;
            if let Some(ends) = begin[frame].take() {
                raise(&mut from_above, &ends);
            }
            let mut own = last.clone();
            if let Region::Total(total) = region {
                let left = total.saturated::<i64>().saturating_sub(1 + signed(frame));
                own[..board.heaps].iter_mut().for_each(|end| *end = (*end).min(left));
            }
            raise(&mut own, &from_above);
            own[heap] = signed(frame);
            let Some((own, reached)) = lasting_ends(moves, ruleset, (board, heap), own) else { return Ok(None) };
            for (ends, [from, to]) in reached {
                let to = to.min(signed(frame) - 1);
                if let Some(below) = usize::try_from(to).ok().filter(|_| from <= to) {
                    raise(begin[below].get_or_insert_with(|| board.low.clone()), &ends);
                }
            }
            most[frame] = own;
        }
        Ok(Some(Self { heap, most }))
    }
}

/// How many positions have coordinates up to these.
fn product<'a>(greatest: impl Iterator<Item = (usize, &'a i64)>) -> u128 {
    greatest.fold(1, |cells, (_, most)| cells.saturating_mul(u128::from(most.unsigned_abs()) + 1))
}

/// The greater of both in each coordinate.
fn raise(ends: &mut [i64], others: &[i64]) {
    ends.iter_mut().zip(others).for_each(|(end, other)| *end = (*end).max(*other));
}

/// The ends of a frame that options within it raise no more, and where its options stand then; none if a move raises the heap, or if ends do not stay.
fn lasting_ends(
    moves: &[Cow<'_, Prepared>],
    ruleset: &Ruleset,
    (board, heap): (&CellBoard, usize),
    mut own: Vec<i64>,
) -> Option<(Vec<i64>, Vec<OptionEnds>)> {
    for _ in 0..MOST_ROUNDS {
        let reached = reached(moves, ruleset, (board, heap), &own)?;
        if reached.iter().any(|(_, [_, to])| own[heap] < *to) {
            return None;
        }
        let mut raised = own.clone();
        for (ends, _) in reached.iter().filter(|(_, [_, to])| *to == own[heap]) {
            raise(&mut raised, ends);
        }
        if raised == own {
            return Some((own, reached));
        }
        if raised.iter().any(|end| LAST <= *end) {
            return None;
        }
        own = raised;
    }
    None
}

/// The greatest coordinates of the options of one alternative, and between which frames they stand.
type OptionEnds = (Vec<i64>, [i64; 2]);

/// Where options of the positions of a frame stand, for each alternative of each move, and for each number of tokens that it takes from the heap of the
/// frames where these are added to others.
fn reached(
    moves: &[Cow<'_, Prepared>],
    ruleset: &Ruleset,
    (board, heap): (&CellBoard, usize),
    own: &[i64],
) -> Option<Vec<OptionEnds>> {
    let least = |at: usize| if at == heap { own[heap] } else { board.low[at] };
    let ranges: Vec<Range> = own.iter().enumerate().map(|(at, most)| (least(at).into(), (*most).into())).collect();
    let mut all = Vec::new();
    for prepared in moves {
        for (branch, loops) in &prepared.alternatives {
            let targets = prepared.family.targets.as_slice();
            let rows = targets.iter().map(|target| branch.linear(target)).collect();
            let alternative = FrameAlternative { branch, loops, targets, rows };
            match alternative.payment(heap) {
                None => all.extend(alternative.ends((board, ruleset, heap), &ranges, None)?),
                Some(amount) => {
                    let most = i128::from(own[heap]);
                    let range = if IS_SMALL { None } else { alternative.range_of(&ranges, amount) };
                    let (low, high) = range.unwrap_or((0, most));
                    for paid in low.max(0)..=high.min(most) {
                        all.extend(alternative.ends((board, ruleset, heap), &ranges, Some((amount, paid)))?);
                    }
                }
            }
        }
    }
    Some(all)
}

/// An alternative of a move, with its targets as linear forms as far as they are some.
struct FrameAlternative<'a> {
    branch: &'a Branch,
    loops: &'a Loops,
    targets: &'a [Term],
    rows: Vec<Option<Inequality>>,
}

impl FrameAlternative<'_> {
    /// Whether all targets are linear forms of coordinates and amounts.
    fn is_linear(&self) -> bool {
        self.branch.opaques.is_empty() && self.rows.iter().all(Option::is_some)
    }

    /// The amount that the heap of the frames loses, if it is added to other coordinates: each frame is then reached by one number alone, and what is gained from
    /// frame to frame is no more than that.
    fn payment(&self, heap: usize) -> Option<usize> {
        let coordinates = self.branch.coordinates;
        let row = self.rows[heap].as_ref().filter(|_| self.is_linear())?;
        let (own, amounts) = row.coefficients.split_at(coordinates);
        let stays = |(at, factor): (usize, &i128)| *factor == i128::from(at == heap);
        let amount = amounts.iter().position(|factor| *factor != 0)?;
        let is_one = amounts[amount] == -1 && amounts[amount + 1..].iter().all(|factor| *factor == 0);
        let rises = |(at, row): (usize, &Option<Inequality>)| {
            let adds = |row: &Inequality| {
                let others = row.coefficients[..coordinates].iter().enumerate().filter(|(other, _)| *other != heap);
                0 < row.coefficients[coordinates + amount] && others.into_iter().any(|(_, factor)| 0 < *factor)
            };
            at != heap && row.as_ref().is_some_and(adds)
        };
        let is_paid = is_one && row.constant == 0 && own.iter().enumerate().all(stays);
        (is_paid && self.rows.iter().enumerate().any(rises)).then_some(amount)
    }

    /// Between which numbers the coordinates of a position lie that has options, as far as conditions on one of them alone tell it: `x <= 40`; none if there is
    /// no such position.
    fn entered(&self, ranges: &[Range]) -> Option<Vec<Range>> {
        let mut known: Vec<Range> = ranges.to_vec();
        for row in &self.loops.entry {
            let mut asked = row.coefficients.iter().enumerate().filter(|(_, factor)| **factor != 0);
            let (Some((at, factor)), None) = (asked.next(), asked.next()) else { continue };
            let Some((low, high)) = known.get_mut(at) else { continue };
            // factor * coordinate <= -constant
            if 0 < *factor {
                *high = (*high).min((-row.constant).div_euclid(*factor));
            } else {
                *low = (*low).max(-(-row.constant).div_euclid(-factor));
            }
            if high < low {
                return None;
            }
        }
        Some(known)
    }

    /// Between which numbers an amount lies where coordinates lie in these ranges; none if that is not known, or if there is no option. All targets
    /// are linear.
    fn range_of(&self, ranges: &[Range], amount: usize) -> Option<Range> {
        let mut known = self.entered(ranges)?;
        for rows in &self.loops.bounds[..=amount] {
            let range = amount_range(rows, &known)?;
            known.push(range);
        }
        known.pop()
    }

    /// Where the options stand, where coordinates lie in these ranges and perhaps one amount is a number, as one entry or none; nothing where numbers are too large.
    fn ends(
        &self,
        (board, ruleset, heap): (&CellBoard, &Ruleset, usize),
        ranges: &[Range],
        given: Option<(usize, i128)>,
    ) -> Option<Vec<OptionEnds>> {
        let Some(mut known) = self.entered(ranges) else { return Some(Vec::new()) };
        // What is not linear is told by operations.
        let mut program = if self.is_linear() { Program::default() } else { on(&frame_board(board, &known)?) };
        for opaque in &self.branch.opaques {
            let value = program.term(opaque).ok()?;
            known.push(program.range(value.id));
        }
        if self.loops.entry.iter().any(|row| 0 < between(row, &known).map_or(0, |range| range.0)) {
            return Some(Vec::new());
        }
        for (amount, rows) in self.loops.bounds.iter().enumerate() {
            let (mut low, mut high) = amount_range(rows, &known)?;
            if let Some((_, number)) = given.filter(|given| given.0 == amount) {
                (low, high) = (low.max(number), high.min(number));
            }
            if high < low {
                return Some(Vec::new());
            }
            program.amount(amount, (low, high));
            known.push((low, high));
        }
        let (mut most, mut frames) = (Vec::new(), [0; 2]);
        for (at, (target, row)) in self.targets.iter().zip(&self.rows).enumerate() {
            let (low, high) = match row {
                Some(row) => between(row, &known)?,
                None => program.term(target).ok().map(|value| program.range(value.id))?,
            };
            let (begin, end) = match at.checked_sub(board.heaps).map(|register| &ruleset.registers[register]) {
                None => (0, None),
                Some(register) => (register.low, register.high),
            };
            let (low, high) = (low.max(begin.into()), high.min(end.map_or(i128::MAX, i128::from)));
            if high < low {
                return Some(Vec::new());
            }
            most.push(high.saturated());
            if at == heap {
                frames = [low.saturated(), high.saturated()];
            }
        }
        Some(vec![(most, frames)])
    }
}

/// A board that has the positions of a frame.
fn frame_board(board: &CellBoard, ranges: &[Range]) -> Option<CellBoard> {
    let low: Option<Vec<i64>> = ranges.iter().map(|range| i64::try_from(range.0).ok()).collect();
    let size: Option<Vec<usize>> = ranges.iter().map(|range| usize::try_from(range.1 - range.0 + 1).ok()).collect();
    Some(CellBoard { low: low?, size: size?, ..board.clone() })
}

/// Between which numbers a linear form lies; none if they are too large.
fn between(row: &Inequality, ranges: &[Range]) -> Option<Range> {
    row.coefficients.iter().zip(ranges).try_fold((row.constant, row.constant), |sum, (factor, range)| {
        let (low, high) = if *factor < 0 { (range.1, range.0) } else { *range };
        Some((sum.0.checked_add(factor.checked_mul(low)?)?, sum.1.checked_add(factor.checked_mul(high)?)?))
    })
}

/// Between which numbers an amount lies that stands behind what is known.
fn amount_range(rows: &[Inequality], known: &[Range]) -> Option<Range> {
    let (mut low, mut high): (Option<i128>, Option<i128>) = (None, None);
    for row in rows {
        let factor = *row.coefficients.get(known.len())?;
        // factor * amount + rest <= 0
        let rest = between(row, known)?;
        if 0 < factor {
            let bound = (-rest.0).div_euclid(factor);
            high = Some(high.map_or(bound, |high| high.min(bound)));
        } else {
            let bound = -(-rest.0).div_euclid(-factor);
            low = Some(low.map_or(bound, |low| low.max(bound)));
        }
    }
    low.zip(high)
}
