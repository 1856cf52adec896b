//! A statement on all positions of a board at once, row by row: lanes settle most cells, and the rest are evaluated alone.
//!
//! A row holds the positions that differ in the last free heap only. Everything is decided as the evaluation of single
//! positions would decide it: a cell is left odd as soon as that might look at something that lanes do not say.
use super::equation::Equation;
use super::evaluate::Evaluator;
use super::extent::ClaimExtent;
use super::lane::{CellTruth, Lane, LaneTruth, ODD, View, compared};
use super::verdict::Gaps;
use crate::engine::{EngineError, Question};
use crate::ruleset::statement::{
    Body, Bound, Except, Formula, Lookup, Place, Property, Set, SetKind, Statement, Value,
};
use crate::ruleset::{Position, Ruleset, Term, Variable};
use crate::value::Outcome;

/// Bytes of a cell of a row in all lanes, about.
const CELL: u128 = 64;
/// More sets than this are not kept.
const MOST_SETS: usize = 4_096;
/// A row in which an equation has more solutions than this is left to the single positions.
const MOST_VALUES: usize = 64;

/// What was found at some positions.
#[derive(Debug, Default)]
pub(super) struct Swept {
    /// How many positions were tested.
    pub(super) tested: u64,
    /// Where the statement is false, in no order.
    pub(super) wrong: Vec<Position>,
    /// What was not settled, in no order.
    pub(super) odd: Vec<Position>,
    /// How many cells of rows were looked at.
    pub(super) cells: usize,
    /// Where nothing was found out.
    pub(super) gaps: Gaps,
}

impl Swept {
    /// With what was found behind this.
    pub(super) fn join(&mut self, behind: Self) {
        self.tested += behind.tested;
        self.wrong.extend(behind.wrong);
        self.odd.extend(behind.odd);
        self.cells += behind.cells;
        self.gaps = std::mem::take(&mut self.gaps).with(behind.gaps);
    }

    /// Whether lanes settle enough of the rows.
    pub(super) fn is_worth_it(&self) -> bool {
        self.cells <= 1_000 || self.odd.len() <= self.cells / 2
    }
}

/// The rows of a board: the heap that runs along them, and how long they are.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoardRows {
    running: usize,
    last: i64,
}

impl BoardRows {
    /// Those of a statement; none if it speaks of no heap.
    pub(super) fn of(statement: &Statement, ruleset: &Ruleset, extent: &ClaimExtent) -> Option<Self> {
        let heaps = ruleset.heaps.len();
        let running = *statement.free.iter().rfind(|at| **at < heaps)?;
        Some(Self { running, last: extent.limits[running] })
    }

    /// So many rows are looked at together: enough to be worth a thread's while.
    pub(super) fn together(self) -> usize {
        self.length().map_or(1, |length| (4_096 / length.max(1)).max(8))
    }

    /// The first position of each row.
    pub(super) fn all(
        self,
        statement: &Statement,
        ruleset: &Ruleset,
        extent: &ClaimExtent,
    ) -> impl Iterator<Item = Position> + use<> {
        super::positions::prefixes(ruleset, &statement.free, self.running, &extent.limits)
    }

    /// How many cells there are in a row.
    fn length(self) -> Option<usize> {
        usize::try_from(self.last.saturating_add(1)).ok()
    }
}

/// Settles what lanes can settle in some rows.
pub(super) fn sweep(
    evaluator: &mut Evaluator<'_>,
    statement: &Statement,
    ruleset: &Ruleset,
    board: BoardRows,
    all: &[Position],
) -> Result<Swept, EngineError> {
    let (running, Some(length)) = (board.running, board.length()) else { return Ok(Swept::default()) };
    evaluator.has_room(length as u128 * CELL)?;
    let mut rows = SweptRows::new(evaluator, statement, ruleset);
    rows.coordinates[running] = Lane::Each((0..=board.last).collect());
    // A cell of a row takes a small part of the time of a position that is evaluated alone.
    rows.cost = 1 + length as u64 / 16;
    let mut swept = Swept::default();
    for prefix in all {
        rows.evaluator.go_on()?;
        for (at, value) in prefix.iter().enumerate().filter(|(at, _)| *at != running) {
            rows.coordinates[at] = Lane::Same(*value);
        }
        let (speaks, holds) = rows.statement(statement)?;
        for cell in 0..length {
            let speaks = speaks.at(cell);
            if speaks == CellTruth::No {
                continue;
            }
            let answer = if speaks == CellTruth::Odd { CellTruth::Odd } else { holds.at(cell) };
            let list = match answer {
                CellTruth::Yes => None,
                CellTruth::No => Some(&mut swept.wrong),
                CellTruth::Odd => Some(&mut swept.odd),
            };
            swept.tested += u64::from(answer != CellTruth::Odd);
            if let Some(list) = list {
                let mut position = prefix.clone();
                position[running] = i64::try_from(cell).expect("a row in memory is shorter");
                list.push(position);
            }
        }
        swept.cells += length;
    }
    Ok(swept)
}

struct SweptRows<'e, 'a> {
    evaluator: &'e mut Evaluator<'a>,
    ruleset: &'e Ruleset,
    coordinates: Vec<Lane<'static>>,
    slots: Vec<Lane<'static>>,
    /// Steps that a test in all cells of a row counts.
    cost: u64,
}

impl<'e, 'a> SweptRows<'e, 'a> {
    fn new(evaluator: &'e mut Evaluator<'a>, statement: &Statement, ruleset: &'e Ruleset) -> Self {
        let coordinates = vec![Lane::Same(0); ruleset.heaps.len() + ruleset.registers.len()];
        let slots = vec![Lane::Same(0); statement.slots];
        Self { evaluator, ruleset, coordinates, slots, cost: 1 }
    }

    fn view(&self) -> View<'_> {
        View { coordinates: &self.coordinates, slots: &self.slots }
    }

    /// Whether the statement speaks of a position, and whether it is true of it.
    fn statement(&mut self, statement: &Statement) -> Result<(LaneTruth, LaneTruth), EngineError> {
        let mut speaks = self.view().condition(&self.ruleset.positions);
        if let Some(condition) = &statement.condition {
            let condition = self.formula(condition)?;
            speaks = speaks.then(condition, CellTruth::No);
        }
        if let Except::These(set) = &statement.except
            && !speaks.is_settled(CellTruth::No)
        {
            let here = self.here();
            speaks = speaks.then(self.member(set, &here)?.negated(), CellTruth::No);
        }
        if speaks.is_settled(CellTruth::No) {
            return Ok((speaks, LaneTruth::Same(CellTruth::Odd)));
        }
        let holds = match &statement.body {
            Body::Holds(formula) => self.formula(formula)?,
            Body::Equal(outcome, set) => {
                let here = self.here();
                let member = self.member(set, &here)?;
                member.iff(self.has_outcome(0, *outcome, &here)?)
            }
        };
        Ok((speaks, holds))
    }

    fn here(&self) -> Vec<Lane<'static>> {
        self.coordinates.clone()
    }

    /// Looks up all values; odd where one is missing, whether it matters or not.
    fn lookups(&mut self, lookups: &[Lookup]) -> Result<LaneTruth, EngineError> {
        let mut known = LaneTruth::Same(CellTruth::Yes);
        for lookup in lookups {
            let position = self.lanes(&lookup.position);
            let values = self.looked_up(lookup.game, Question::Grundy, &position)?;
            known = known.then(compared(values.clone(), Lane::Same(0), |_, _| true), CellTruth::No);
            self.slots[lookup.slot] = values;
        }
        Ok(known)
    }

    fn lanes(&self, terms: &[Term]) -> Vec<Lane<'static>> {
        terms.iter().map(|term| self.view().term(term).owned()).collect()
    }

    fn value(&mut self, value: &Value) -> Result<Lane<'static>, EngineError> {
        let known = self.lookups(&value.lookups)?;
        Ok(self.view().term(&value.term).owned().where_known(&known))
    }

    fn place(&mut self, place: &Place) -> Result<Vec<Lane<'static>>, EngineError> {
        let known = self.lookups(&place.lookups)?;
        Ok(self.lanes(&place.position).into_iter().map(|lane| lane.where_known(&known)).collect())
    }

    /// Values from a table; odd where it has none.
    fn looked_up(
        &mut self,
        game: usize,
        question: Question,
        position: &[Lane<'static>],
    ) -> Result<Lane<'static>, EngineError> {
        let Some(table) = self.evaluator.table(game, question)? else { return Ok(Lane::Same(ODD)) };
        let (heaps, registers) = position.split_at(table.shape.len().min(position.len()));
        let registers: Option<Vec<i64>> = registers.iter().map(Lane::same).collect();
        let layer = registers.and_then(|registers| table.layers.iter().find(|layer| layer.0 == registers));
        let Some((_, layer)) = layer else { return Ok(Lane::Same(ODD)) };
        let number = |index: usize| layer.get(index).map_or(ODD, i64::from);
        Ok(match super::cells::indices(heaps, &table.shape) {
            Lane::Same(ODD) => Lane::Same(ODD),
            Lane::Same(index) => Lane::Same(usize::try_from(index).map_or(ODD, number)),
            Lane::Each(mut indices) => {
                for index in indices.to_mut() {
                    *index = usize::try_from(*index).map_or(ODD, number);
                }
                Lane::Each(indices)
            }
        })
    }

    fn has_outcome(
        &mut self,
        game: usize,
        wanted: Outcome,
        position: &[Lane<'static>],
    ) -> Result<LaneTruth, EngineError> {
        let values = self.looked_up(game, Question::Outcome(self.evaluator.play_of(game)), position)?;
        let zero = compared(values, Lane::Same(0), |value, zero| value == zero);
        Ok(if wanted == Outcome::P { zero } else { zero.negated() })
    }

    /// A formula in all cells of a row; odd where a single cell has to be looked at.
    fn formula(&mut self, formula: &Formula) -> Result<LaneTruth, EngineError> {
        Ok(match formula {
            Formula::Known(true) => LaneTruth::Same(CellTruth::Yes),
            Formula::Known(false) => LaneTruth::Same(CellTruth::No),
            Formula::Test(lookups, condition) => {
                let known = self.lookups(lookups)?;
                self.evaluator.step(self.cost)?;
                known.then(self.view().condition(condition), CellTruth::No)
            }
            Formula::Is(Property::Outcome(wanted), place) => {
                let position = self.place(place)?;
                self.has_outcome(place.game, *wanted, &position)?
            }
            Formula::Member(place, set) => {
                let position = self.place(place)?;
                self.member(set, &position)?
            }
            Formula::And(parts) => self.every(parts, CellTruth::No, CellTruth::Yes)?,
            Formula::Or(parts) => self.every(parts, CellTruth::Yes, CellTruth::No)?,
            Formula::Not(inner) => self.formula(inner)?.negated(),
            Formula::Iff(left, right) => {
                let left = self.formula(left)?;
                left.iff(self.formula(right)?)
            }
            Formula::ForAll(bound, body) => self.quantified(bound, body, CellTruth::No, CellTruth::Yes)?,
            Formula::Exists(bound, body) => self.quantified(bound, body, CellTruth::Yes, CellTruth::No)?,
            // Whatever is not looked at in whole rows is left to single positions.
            _ => LaneTruth::Same(CellTruth::Odd),
        })
    }

    fn every(
        &mut self,
        parts: &[Formula],
        decisive: CellTruth,
        otherwise: CellTruth,
    ) -> Result<LaneTruth, EngineError> {
        let mut truth = LaneTruth::Same(otherwise);
        for part in parts {
            if truth.is_settled(decisive) {
                break;
            }
            truth = truth.then(self.formula(part)?, decisive);
        }
        Ok(truth)
    }

    /// A variable with the same ranges in all cells: all its values in turn. Ranges that differ from cell to cell are left to
    /// the single positions, which need not go through all of them.
    fn quantified(
        &mut self,
        bound: &Bound,
        body: &Formula,
        decisive: CellTruth,
        otherwise: CellTruth,
    ) -> Result<LaneTruth, EngineError> {
        let mut truth = LaneTruth::Same(otherwise);
        let mut whole = true;
        if bound.domain.0.is_empty() {
            return Ok(LaneTruth::Same(CellTruth::Odd));
        }
        for (low, high) in &bound.domain.0 {
            let open = high.is_none();
            let low = self.value(low)?.same();
            let high = match (high, low) {
                (Some(high), _) => self.value(high)?.same(),
                (None, Some(low)) if decisive == CellTruth::Yes && body.open_depth() == 0 => {
                    Some(self.evaluator.end(low, true))
                }
                (None, _) => None,
            };
            let (Some(low), Some(high)) = (low, high) else { return Ok(LaneTruth::Same(CellTruth::Odd)) };
            let equation = if decisive == CellTruth::Yes { Equation::of(bound, body) } else { None };
            let values: Box<dyn Iterator<Item = i64>> = match equation {
                Some(equation) => match self.solutions(&equation, bound.slot, (low, high))? {
                    Some((values, beyond)) => {
                        whole &= beyond || !open;
                        Box::new(values.into_iter())
                    }
                    None => return Ok(LaneTruth::Same(CellTruth::Odd)),
                },
                None => {
                    whole &= !open;
                    Box::new(low..=high)
                }
            };
            for value in values {
                if truth.is_settled(decisive) {
                    break;
                }
                self.evaluator.step(1)?;
                self.slots[bound.slot] = Lane::Same(value);
                truth = truth.then(self.formula(body)?, decisive);
            }
        }
        // A witness may lie beyond what was looked at.
        Ok(if whole { truth } else { truth.then(LaneTruth::Same(CellTruth::Odd), decisive) })
    }

    /// The values of a range at which an equation can hold in some cell, and whether it can hold nowhere behind; `None` if it cannot be evaluated in one, or if they
    /// are many.
    fn solutions(
        &mut self,
        equation: &Equation<'_>,
        slot: usize,
        range: (i64, i64),
    ) -> Result<Option<(Vec<i64>, bool)>, EngineError> {
        let mut given = match self.view().term(equation.given).owned() {
            Lane::Same(number) => vec![number],
            Lane::Each(numbers) => numbers.into_owned(),
        };
        given.sort_unstable();
        given.dedup();
        if given.first() == Some(&ODD) {
            return Ok(None);
        }
        let given: Vec<i128> = given.into_iter().map(i128::from).collect();
        let values = self.evaluator.solved_for(equation, slot, range, &given)?;
        let beyond = given.iter().max().is_none_or(|most| equation.is_beyond(slot, range.1, *most));
        Ok(values.filter(|values| values.len() <= MOST_VALUES).map(|values| (values, beyond)))
    }

    /// Membership in a set in all cells of a row.
    fn member(&mut self, set: &Set, position: &[Lane<'static>]) -> Result<LaneTruth, EngineError> {
        if is_listed(set) {
            return self.listed(set, position);
        }
        Ok(match &set.kind {
            SetKind::Outcome(outcome) => self.has_outcome(0, *outcome, position)?,
            SetKind::Union(left, right) => {
                let left = self.member(left, position)?;
                left.then(self.member(right, position)?, CellTruth::Yes)
            }
            SetKind::Intersection(left, right) => {
                let left = self.member(left, position)?;
                left.then(self.member(right, position)?, CellTruth::No)
            }
            SetKind::Difference(left, right) => {
                let left = self.member(left, position)?;
                left.then(self.member(right, position)?.negated(), CellTruth::No)
            }
            SetKind::Symmetric(inner, width) => {
                let heaps = self.evaluator.heap_count();
                let mut truth = LaneTruth::Same(CellTruth::No);
                for order in super::sets::orders(heaps / (*width).max(1)) {
                    if truth.is_settled(CellTruth::Yes) {
                        break;
                    }
                    let mut permuted = Vec::with_capacity(position.len());
                    for block in order {
                        permuted.extend_from_slice(&position[block * width..(block + 1) * width]);
                    }
                    permuted.extend_from_slice(&position[permuted.len()..]);
                    truth = truth.then(self.member(inner, &permuted)?, CellTruth::Yes);
                }
                truth
            }
            SetKind::Family { bound, condition, element } => {
                let Some(solved) = super::sets::solvable(bound, element) else {
                    return Ok(LaneTruth::Same(CellTruth::Odd));
                };
                self.solved(&solved, (bound, condition.as_deref(), element), position)?
            }
            SetKind::List(_) => LaneTruth::Same(CellTruth::Odd),
        })
    }

    /// A set whose elements are listed first; odd where they depend on what differs from cell to cell.
    fn listed(&mut self, set: &Set, position: &[Lane<'static>]) -> Result<LaneTruth, EngineError> {
        let of = |variable: &Variable| match variable {
            Variable::Coordinate(at) => self.coordinates[*at].same(),
            Variable::Amount(slot) => self.slots[*slot].same(),
        };
        let Some(key) = set.free.iter().map(of).collect::<Option<Vec<i64>>>() else {
            return Ok(LaneTruth::Same(CellTruth::Odd));
        };
        let key = (set.id, key);
        if !self.evaluator.sets.contains_key(&key) {
            if MOST_SETS <= self.evaluator.sets.len() {
                self.evaluator.sets.clear();
            }
            let coordinates: Vec<i64> = self.coordinates.iter().map(|lane| lane.same().unwrap_or(0)).collect();
            let slots: Vec<i64> = self.slots.iter().map(|lane| lane.same().unwrap_or(0)).collect();
            let cells = self.evaluator.list(set, &coordinates, &slots)?;
            self.evaluator.sets.insert(key.clone(), cells);
        }
        Ok(self.evaluator.sets.get(&key).map_or(LaneTruth::Same(CellTruth::Odd), |cells| cells.contain(position)))
    }

    /// A family whose bound variables are components: they are read off the position.
    fn solved(
        &mut self,
        solved: &[(usize, usize)],
        (bound, condition, element): (&[Bound], Option<&Formula>, &[Value]),
        position: &[Lane<'static>],
    ) -> Result<LaneTruth, EngineError> {
        for (component, slot) in solved {
            self.slots[*slot] = position[*component].clone();
        }
        let mut truth = LaneTruth::Same(CellTruth::Yes);
        for one in bound {
            let value = self.slots[one.slot].clone();
            let mut inside = LaneTruth::Same(CellTruth::No);
            for (low, high) in &one.domain.0 {
                let low = self.value(low)?;
                let high = match high {
                    Some(high) => self.value(high)?,
                    None => Lane::Same(i64::MAX),
                };
                let above = compared(low, value.clone(), |low, value| low <= value);
                let below = compared(value.clone(), high, |value, high| value <= high);
                inside = inside.then(above.then(below, CellTruth::No), CellTruth::Yes);
            }
            truth = truth.then(inside, CellTruth::No);
        }
        for (component, value) in element.iter().enumerate() {
            if truth.is_settled(CellTruth::No) {
                return Ok(truth);
            }
            if solved.iter().any(|(own, _)| *own == component) {
                continue;
            }
            let value = self.value(value)?;
            let equal = compared(value, position[component].clone(), |value, given| value == given);
            truth = truth.then(equal, CellTruth::No);
        }
        match condition {
            Some(condition) if !truth.is_settled(CellTruth::No) => {
                let condition = self.formula(condition)?;
                Ok(truth.then(condition, CellTruth::No))
            }
            _ => Ok(truth),
        }
    }
}

/// Whether the elements of a set are found by going through its variables.
fn is_listed(set: &Set) -> bool {
    match &set.kind {
        SetKind::List(_) => true,
        SetKind::Family { bound, element, .. } => super::sets::solvable(bound, element).is_none(),
        SetKind::Union(left, right) => is_listed(left) && is_listed(right),
        SetKind::Symmetric(inner, _) => is_listed(inner),
        SetKind::Outcome(_) | SetKind::Intersection(..) | SetKind::Difference(..) => false,
    }
}
