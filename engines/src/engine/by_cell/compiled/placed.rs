//! Where the options of an alternative stand: as one number, or two where they are sums, and as runs where nothing is tested of them. Knows nothing
//! of values.
use super::board::CellBoard;
use super::brief::{BriefRun, IS_SMALL, MovedPart, OptionPlace};
use super::nest::{Nest, form, join, lies_between, too_large};
use super::program::{Id, LaneValue, Program};
use super::staying::stays;
use super::sums::PartCells;
use super::tabled::TabledOptions;
use crate::engine::question::Unfit;
use crate::ruleset::Term;
use crate::ruleset::branch::Branch;
use crate::ruleset::last::AmountShare;
use crate::ruleset::linear::Inequality;

/// A number that says where an option stands: what is linear of it, and the rest.
type PlaceNumber = (Inequality, LaneValue);

impl Nest {
    /// Where the option stands.
    pub(super) fn place(
        &mut self,
        program: &mut Program,
        (branch, variables): (&Branch, &[Option<LaneValue>]),
        targets: &[Term],
        board: &CellBoard,
    ) -> Result<(), Unfit> {
        // Linear targets together are one form, most of which is known with the position.
        let nothing = (Inequality::zero(branch.variables()), LaneValue { id: program.number(0)?, fails: None });
        let mut numbers = vec![nothing; self.parts.map_or(1, PartCells::numbers)];
        let (mut inside, mut edges, mut shares) = (program.truth(true), Vec::new(), Some(Vec::new()));
        let mut is_on_board = Vec::new();
        let share = |target: &Term| AmountShare::of(target, branch.amounts.checked_sub(1)?);
        for (number, target) in targets.iter().enumerate() {
            let (at, distance, place) = self.place_of(number, board)?;
            let (straight, cell) = &mut numbers[place];
            let linear = branch.linear(target);
            let low = i128::from(board.low[at]);
            let stays = stays(branch, (linear.as_ref(), target), at, board);
            is_on_board.extend((!IS_SMALL).then_some(stays));
            straight.constant -= low * distance;
            if let Some(row) = &linear {
                *straight = straight.plus(distance, row).ok_or_else(too_large)?;
                if stays {
                    continue;
                }
            }
            let own = linear.as_ref().map(|row| form(program, row, variables, 1));
            let value = own.unwrap_or_else(|| program.term(target))?;
            let is_linear = linear.is_some();
            if !stays {
                let high = low + board.size[at] as i128 - 1;
                let moved = linear.map(MovedPart::Row).or_else(|| share(target).map(MovedPart::Share));
                edges.extend(moved.map(|moved| (moved, low, high)));
                let holds = lies_between(program, value.id, (low, high))?;
                inside = program.and(inside, holds);
            }
            if is_linear {
                continue;
            }
            match (&mut shares, share(target)) {
                (Some(all), Some(share)) => all.push((distance, share)),
                _ => shares = None,
            }
            let times = program.number(distance)?;
            let part = program.times(value, LaneValue { id: times, fails: None });
            *cell = program.plus(*cell, part);
        }
        self.settle(program, (&numbers, variables), inside)?;
        let last = branch.variables().checked_sub(1).filter(|_| 0 < branch.amounts && self.listed.is_none());
        if let (Some((shares, last)), [(straight, _)]) = (shares.zip(last), numbers.as_slice()) {
            let place = OptionPlace { straight, shares: &shares, edges: &edges, variables, last };
            self.find_runs(program, &place)?;
        }
        if !IS_SMALL && self.second.is_none() {
            self.tabled = TabledOptions::of(program, (self, targets), board, &is_on_board)?;
        }
        self.find_runs_of_two(program, (&numbers, variables, last))
    }

    /// Notes where the option stands, and whether that is on the board.
    fn settle(
        &mut self,
        program: &mut Program,
        (numbers, variables): (&[PlaceNumber], &[Option<LaneValue>]),
        inside: Id,
    ) -> Result<(), Unfit> {
        let mut ids = Vec::new();
        for (straight, cell) in numbers {
            let own = form(program, straight, variables, 1)?;
            let cell = program.plus(own, *cell);
            ids.push(cell.id);
            if let Some(fails) = cell.fails {
                let fails = program.and(self.allowed, fails);
                self.fails = join(program, self.fails, Some(fails));
            }
        }
        (self.cell, self.second) = (ids[0], ids.get(1).copied());
        self.inside = inside;
        [self.is_always_inside, self.is_always_allowed] = [inside, self.allowed].map(|id| id == program.truth(true));
        Ok(())
    }

    /// Finds where options stand at equal distances, of which nothing is tested.
    fn find_runs(&mut self, program: &mut Program, place: &OptionPlace<'_>) -> Result<(), Unfit> {
        if !IS_SMALL && self.keyed.is_some() {
            self.spaced = self.run_of(program, place)?;
            return Ok(());
        }
        self.run = self.run_of(program, place)?;
        self.brief = BriefRun::of(self, program, place)?;
        Ok(())
    }

    /// The same of both numbers of sums whose targets are all linear.
    fn find_runs_of_two(
        &mut self,
        program: &mut Program,
        (numbers, variables, last): (&[PlaceNumber], &[Option<LaneValue>], Option<usize>),
    ) -> Result<(), Unfit> {
        let zero = program.number(0)?;
        let is_linear = self.keyed.is_none() && numbers.iter().all(|(_, rest)| rest.id == zero);
        let Some(last) = last.filter(|_| is_linear) else { return Ok(()) };
        let mut run = |straight: &Inequality| {
            self.run_of(program, &OptionPlace { straight, shares: &[], edges: &[], variables, last })
        };
        if let [(one, _), (other, _)] = numbers {
            self.runs_of_two = run(one)?.zip(run(other)?).map(|(one, other)| [one, other]);
        }
        Ok(())
    }

    /// Which coordinate a target is, how far a number of the option moves with it, and which of them.
    fn place_of(&self, target: usize, board: &CellBoard) -> Result<(usize, i128, usize), Unfit> {
        let (part, at) = (target / board.size.len(), target % board.size.len());
        let weight = self.parts.map_or(1, |parts| parts.weight(part));
        let distance = i128::try_from(board.stride[at]).map_err(|_| too_large())?;
        let place = usize::from(self.parts.is_some_and(|parts| parts.is_in_second(part)));
        Ok((at, distance * weight, place))
    }

    /// The run of options for all last amounts, where nothing else is tested.
    fn run_of(&self, program: &mut Program, place: &OptionPlace<'_>) -> Result<Option<(Id, Id)>, Unfit> {
        let is_plain = self.is_always_inside && self.fails.is_none() && self.is_always_allowed;
        let (Some((low, _)), true) = (self.bounds.last(), is_plain) else { return Ok(None) };
        let mut own = program.clone();
        let moved = place.cell(&mut own)?;
        let first = moved.at(&mut own, LaneValue { id: *low, fails: None });
        if own.bounded().is_err() || first.fails.is_some() || moved.slope.fails.is_some() {
            return Ok(None);
        }
        *program = own;
        Ok(Some((moved.slope.id, first.id)))
    }
}
