//! One alternative of a move as operations: bounds of its amounts, what is tested, and where its options stand. Knows nothing of
//! values.
//!
//! Right because it says what the loop nests of the enumerator say: the same bounds, the same tests, the same targets; an
//! alternative that is left out is one whose conditions on the position are false.
use super::amounts::AmountList;
use super::board::CellBoard;
use super::brief::{BriefRun, IS_SMALL};
use super::congruent::{steps, without_modulus};
use super::keyed::Keyed;
use super::narrowed::sloped;
use super::program::{Id, LaneValue, Program, Range};
use super::pruned::pruned;
use super::submasks::mask_of;
use super::sums::PartCells;
use super::tabled::TabledOptions;
use crate::engine::question::Unfit;
use crate::ruleset::branch::{Branch, Loops};
use crate::ruleset::linear::{Inequality, infeasible};
use crate::ruleset::{Part, Term, Variable};

/// An alternative of a move.
#[derive(Clone, Debug)]
pub(super) struct Nest {
    pub(super) amounts: usize,
    /// Whether the position allows it at all; known with the position.
    pub(super) enters: Id,
    /// Where that has no value.
    pub(super) enters_fails: Option<Id>,
    /// The least and greatest value of each amount.
    pub(super) bounds: Vec<(Id, Id)>,
    /// Between which numbers these lie.
    pub(super) ranges: Vec<Range>,
    /// Of the last amount, the distance of those that are tried, where that is above 0, and what the first one leaves.
    pub(super) step: Option<(Id, Id)>,
    /// A number known before the last amount, which has no other bits.
    pub(super) submask: Option<Id>,
    /// The last amounts that tests allow which ask for nothing else, if they are listed: only these are tried.
    pub(super) listed: Option<AmountList>,
    /// The last amounts by a number that is known before them: only those with that number are tried.
    pub(super) keyed: Option<Keyed>,
    /// Of each amount but the last one, what tests ask of it and those before it alone, if that always has a value.
    pub(super) pruned: Vec<Option<Id>>,
    /// Whether a way is allowed, as far as bounds do not say it.
    pub(super) allowed: Id,
    /// Whether that is known beforehand.
    pub(super) is_always_allowed: bool,
    /// Ways whose conditions have no value and are not excluded.
    pub(super) fails: Option<Id>,
    /// Where the option stands.
    pub(super) cell: Id,
    /// How the cells of its parts stand in that number, if it is a sum of several positions.
    pub(super) parts: Option<PartCells>,
    /// The second of two numbers in which these stand.
    pub(super) second: Option<Id>,
    /// Whether it stands on the board.
    pub(super) inside: Id,
    /// Whether that is known beforehand.
    pub(super) is_always_inside: bool,
    /// The operation that is each amount.
    pub(super) numbers: Vec<Id>,
    /// The distance of options whose last amounts are neighbours, where nothing is tested but their distance; and where the option of
    /// the least one stands, known without it.
    pub(super) run: Option<(Id, Id)>,
    /// The same for the two numbers of sums.
    pub(super) runs_of_two: Option<[(Id, Id); 2]>,
    /// The same where amounts with a number are tried, and nothing else is tested of them.
    pub(super) spaced: Option<(Id, Id)>,
    /// Where the options stand if the last amount adds a number that it tells alone.
    pub(super) tabled: Option<TabledOptions>,
    /// The same where the position alone tells of all options.
    pub(super) brief: Option<BriefRun>,
    /// What the operations of each level need of those above.
    pub(super) handed_on: Vec<Id>,
    /// What each choice of an amount hands on of what is known before: no numbers.
    pub(super) carried: Vec<Vec<Id>>,
    /// Whether a position has all options of those with a smaller last coordinate and else the same, and those that it has
    /// besides come by greater last amounts.
    pub(super) grows: bool,
}

/// A linear form over coordinates, opaques and amounts, without those amounts that are not known yet.
pub(super) fn form(
    program: &mut Program,
    row: &Inequality,
    variables: &[Option<LaneValue>],
    factor: i128,
) -> Result<LaneValue, Unfit> {
    let mut sum = LaneValue { id: program.number(row.constant * factor)?, fails: None };
    for (coefficient, variable) in row.coefficients.iter().zip(variables) {
        if *coefficient == 0 {
            continue;
        }
        let Some(variable) = variable else { continue };
        let coefficient = LaneValue { id: program.number(coefficient * factor)?, fails: None };
        let part = program.times(coefficient, *variable);
        sum = program.plus(sum, part);
    }
    Ok(sum)
}

/// Whether linear forms are at most 0.
fn all_at_most_zero(
    program: &mut Program,
    rows: &[Inequality],
    variables: &[Option<LaneValue>],
) -> Result<LaneValue, Unfit> {
    let mut all = LaneValue { id: program.truth(true), fails: None };
    let zero = program.number(0)?;
    for row in rows {
        let value = form(program, row, variables, 1)?;
        let holds = program.at_most(value.id, zero);
        all.id = program.and(all.id, holds);
        all.fails = join(program, all.fails, value.fails);
    }
    Ok(all)
}

/// Whether a position enters as far as inequalities say it, and where that has no value.
fn entry(
    program: &mut Program,
    (branch, loops): (&Branch, &Loops),
    variables: &[Option<LaneValue>],
    opaques_fail: Option<Id>,
) -> Result<(LaneValue, Option<Id>), Unfit> {
    let mut enters = all_at_most_zero(program, &loops.entry, variables)?;
    let opaques_fail = match opaques_fail {
        Some(fails) if !IS_SMALL => {
            // A condition that is false decides, wherever it stands: `x mod y` where 1 <= y.
            let told = all_at_most_zero(program, &told_rows(branch), variables)?;
            enters.id = program.and(enters.id, told.id);
            Some(if told.fails.is_none() { program.and(fails, told.id) } else { fails })
        }
        fails => fails,
    };
    let enters_fails = join(program, opaques_fail, enters.fails);
    Ok((enters, enters_fails))
}

/// The inequalities of coordinates alone.
fn told_rows(branch: &Branch) -> Vec<Inequality> {
    let is_told = |row: &&Inequality| row.coefficients[branch.coordinates..].iter().all(|factor| *factor == 0);
    branch.inequalities.iter().filter(is_told).cloned().collect()
}

/// What is known with a position: its coordinates, terms of it, and no amount; and where a term has no value.
fn position(program: &mut Program, branch: &Branch) -> Result<(Vec<Option<LaneValue>>, Option<Id>), Unfit> {
    let mut variables: Vec<Option<LaneValue>> = Vec::new();
    for at in 0..branch.coordinates {
        variables.push(Some(program.term(&Term::Variable(Variable::Coordinate(at)))?));
    }
    let mut without_value: Option<Id> = None;
    for opaque in &branch.opaques {
        let value = program.term(opaque)?;
        without_value = join(program, without_value, value.fails);
        variables.push(Some(LaneValue { id: value.id, fails: None }));
    }
    variables.resize(variables.len() + branch.amounts, None);
    Ok((variables, without_value))
}

/// The least and the greatest value of an amount, which stands at a place of the rows that bound it.
fn ends(
    program: &mut Program,
    rows: &[Inequality],
    variables: &[Option<LaneValue>],
    place: usize,
) -> Result<(Id, Id), Unfit> {
    let (mut low, mut high): (Option<Id>, Option<Id>) = (None, None);
    for row in rows {
        let factor = row.coefficients[place];
        let rest = form(program, row, variables, if 0 < factor { -1 } else { 1 })?;
        if rest.fails.is_some() {
            return Err("a bound of an amount is too large".to_owned());
        }
        let by = LaneValue { id: program.number(factor.abs())?, fails: None };
        if 0 < factor {
            let bound = if factor == 1 { rest } else { program.quotient(rest, by)? };
            high = Some(high.map_or(bound.id, |high| program.least(high, bound.id)));
        } else {
            // The quotient rounded up.
            let up = LaneValue { id: program.number(factor.abs() - 1)?, fails: None };
            let more = program.plus(rest, up);
            if more.fails.is_some() {
                return Err("a bound of an amount is too large".to_owned());
            }
            let bound = if factor == -1 { rest } else { program.quotient(more, by)? };
            low = Some(low.map_or(bound.id, |low| program.greatest(low, bound.id)));
        }
    }
    low.zip(high).ok_or_else(|| "an amount has no bound".to_owned())
}

/// The amounts of an alternative, as far as it is compiled.
#[derive(Default)]
struct CompiledAmounts {
    bounds: Vec<(Id, Id)>,
    ranges: Vec<Range>,
    numbers: Vec<Id>,
    /// The tests of which the bounds say all.
    said: Vec<usize>,
}

/// The bounds of all amounts, each of which is known from there on.
fn amounts(
    program: &mut Program,
    branch: &Branch,
    loops: &Loops,
    variables: &mut [Option<LaneValue>],
) -> Result<CompiledAmounts, Unfit> {
    let first = branch.coordinates + branch.opaques.len();
    let mut all = CompiledAmounts::default();
    for amount in 0..branch.amounts {
        let (mut low, mut high) = ends(program, &loops.bounds[amount], variables, first + amount)?;
        (low, high) = sloped(program, branch, (amount, &mut all.said), (low, high))?;
        all.bounds.push((low, high));
        let range = (program.range(low).0, program.range(high).1.max(program.range(low).0));
        all.ranges.push((range.0, program.range(high).1));
        let id = program.amount(amount, range);
        all.numbers.push(id);
        variables[first + amount] = Some(LaneValue { id, fails: None });
    }
    Ok(all)
}

impl Nest {
    /// Compiles an alternative for positions of a board.
    pub(super) fn new(
        program: &mut Program,
        (branch, loops, targets): (&Branch, &Loops, &[Term]),
        board: &CellBoard,
    ) -> Result<Self, Unfit> {
        let (mut variables, opaques_fail) = position(program, branch)?;
        let zero = program.number(0)?;
        let (enters, mut enters_fails) = entry(program, (branch, loops), &variables, opaques_fail)?;
        let CompiledAmounts { bounds, ranges, numbers, mut said } = amounts(program, branch, loops, &mut variables)?;
        naturals(program, branch, targets)?;
        let distances = steps(program, branch, &variables, &mut said)?;
        if let Some(modulus) = distances.unsure.filter(|_| !IS_SMALL && branch.amounts == 1) {
            // Without a remainder enumeration says what follows.
            let unclear = without_modulus(program, (modulus, enters.id), bounds[0])?;
            enters_fails = join(program, enters_fails, Some(unclear));
            said.push(0);
        }
        let step = distances.step;
        let submask = if step.is_none() { submask(program, branch)? } else { None };
        let grows = grows(branch, loops, targets);
        let range = ranges.last().copied().filter(|_| !IS_SMALL && step.is_none() && submask.is_none());
        let (listed, keyed) = told_amounts(program, branch, (range, grows), (&mut said, board))?;
        let grows = grows && keyed.is_none();
        let enters = Self::entering(program, (branch, enters), &mut said)?;
        let pruned = pruned(program, branch, &mut said)?;
        let (allowed, fails) = tested(program, branch, &said)?;
        let mut nest = Self {
            amounts: branch.amounts,
            enters: enters.id,
            enters_fails,
            bounds,
            ranges,
            step,
            submask,
            listed,
            keyed,
            pruned,
            allowed,
            is_always_allowed: false,
            fails,
            cell: zero,
            parts: PartCells::of(targets.len(), 0 < branch.amounts, board)?,
            second: None,
            inside: zero,
            is_always_inside: false,
            numbers,
            run: None,
            runs_of_two: None,
            spaced: None,
            tabled: None,
            brief: None,
            handed_on: Vec::new(),
            carried: Vec::new(),
            grows,
        };
        nest.place(program, (branch, &variables), targets, board)?;
        program.bounded()?;
        nest.hand_on(program);
        Ok(nest)
    }

    /// Whether a position enters, with what tests ask of it alone if that always has a value; notes these tests.
    fn entering(
        program: &mut Program,
        (branch, mut enters): (&Branch, LaneValue),
        said: &mut Vec<usize>,
    ) -> Result<LaneValue, Unfit> {
        if IS_SMALL || branch.amounts == 0 {
            return Ok(enters);
        }
        for (at, test) in branch.residual.iter().enumerate() {
            let mut asks = said.contains(&at);
            test.visit_variables(&mut |variable| asks |= matches!(variable, Variable::Amount(_)));
            if asks {
                continue;
            }
            let own = program.condition(test)?;
            if own.fails.is_none() {
                enters.id = program.and(enters.id, own.id);
                said.push(at);
            }
        }
        Ok(enters)
    }

    /// Finds what each choice of amounts needs of what is known before.
    fn hand_on(&mut self, program: &Program) {
        self.handed_on = program.handed_on(1, &self.ends());
        let carried = |stage: usize| {
            let mut all = program.handed_on(1 + stage, &self.read(stage + 1));
            all.retain(|id| 0 < program.level(*id));
            all
        };
        self.carried = (0..self.amounts).map(carried).collect();
    }

    /// What is read of every way.
    pub(super) fn ends(&self) -> Vec<Id> {
        self.read(0)
    }

    /// What is read of every way where so many amounts are chosen.
    fn read(&self, amounts: usize) -> Vec<Id> {
        let mut all = vec![self.allowed, self.cell, self.inside];
        all.extend(self.second);
        all.extend(self.fails);
        all.extend(
            self.run
                .iter()
                .chain(&self.spaced)
                .chain(self.runs_of_two.iter().flatten())
                .flat_map(|(stride, first)| [*stride, *first]),
        );
        if amounts == self.amounts && 0 < amounts {
            return all;
        }
        all.extend(self.tabled.iter().filter(|_| !IS_SMALL).flat_map(TabledOptions::read));
        all.extend(self.step.iter().flat_map(|(step, rest)| [*step, *rest]));
        all.extend(self.submask);
        all.extend(self.keyed.iter().flat_map(Keyed::read));
        all.extend(self.bounds[amounts..].iter().flat_map(|(low, high)| [*low, *high]));
        all
    }
}

pub(super) fn too_large() -> Unfit {
    "the board is too large".to_owned()
}

/// Whether a number lies in a range.
pub(super) fn lies_between(program: &mut Program, value: Id, (least, most): (i128, i128)) -> Result<Id, Unfit> {
    let (least, most) = (program.number(least)?, program.number(most)?);
    let (above, below) = (program.at_most(least, value), program.at_most(value, most));
    Ok(program.and(above, below))
}

/// Whether the last coordinate does nothing but bound the last amount from above, or allow the alternative from some value on.
fn grows(branch: &Branch, loops: &Loops, targets: &[Term]) -> bool {
    let Some(last) = branch.coordinates.checked_sub(1) else { return false };
    let speaks = |variable: Variable| variable == Variable::Coordinate(last);
    let mut speaks_of_it = false;
    let mut note = |variable: Variable| speaks_of_it |= speaks(variable);
    branch.opaques.iter().chain(targets).for_each(|term| term.visit_variables(&mut note));
    branch.residual.iter().for_each(|condition| condition.visit_variables(&mut note));
    if speaks_of_it || 1 < branch.amounts {
        return false;
    }
    let amount = branch.variables() - 1;
    let opens = |row: &Inequality| row.coefficients[last] <= 0;
    loops.entry.iter().all(opens)
        && loops.bounds.iter().flatten().all(|row| {
            let is_above = 0 < row.coefficients[amount];
            if is_above { opens(row) } else { row.coefficients[last] == 0 }
        })
}

pub(super) fn join(program: &mut Program, left: Option<Id>, right: Option<Id>) -> Option<Id> {
    match (left, right) {
        (Some(left), Some(right)) => Some(program.or(left, right)),
        (left, right) => left.or(right),
    }
}

/// Tells which operands of nim-sums, roots, divisions and functions are natural on all ways, as inequalities say it: so nobody has to look.
fn naturals(program: &mut Program, branch: &Branch, targets: &[Term]) -> Result<(), Unfit> {
    let mut operands: Vec<Term> = Vec::new();
    let mut see = |part: Part<'_>| {
        match part {
            Part::Term(Term::Xor(parts)) => operands.extend(parts.iter().cloned()),
            Part::Term(Term::SquareRoot(inner)) => operands.push((**inner).clone()),
            Part::Term(Term::FloorDivide(left, _) | Term::Modulo(left, _)) => operands.push((**left).clone()),
            Part::Term(Term::Recursive(_, inner)) if !IS_SMALL => operands.push((**inner).clone()),
            Part::Term(Term::Number(_, parts) | Term::Grid(_, parts)) if !IS_SMALL => {
                operands.extend(parts.iter().cloned());
            }
            _ => {}
        }
        true
    };
    for part in targets.iter().map(Part::Term).chain(branch.residual.iter().map(Part::Condition)) {
        part.walk(&mut see);
    }
    for operand in operands.iter().filter(|operand| operand.mentions_amounts()) {
        let Some(mut below) = branch.linear(operand) else { continue };
        below.constant += 1;
        let mut rows = branch.inequalities.clone();
        rows.push(below);
        if infeasible(&rows, branch.variables()) {
            let value = program.term(operand)?;
            program.is_natural(value.id);
        }
    }
    Ok(())
}

/// Whether a way passes all tests but those that the bounds say; and where some test has no value and none says no.
fn tested(program: &mut Program, branch: &Branch, said: &[usize]) -> Result<(Id, Option<Id>), Unfit> {
    let (mut allowed, mut fails, mut excluded) = (program.truth(true), None, program.truth(false));
    for (_, condition) in branch.residual.iter().enumerate().filter(|(number, _)| !said.contains(number)) {
        let test = program.condition(condition)?;
        let mut no = program.not(test.id);
        if let Some(failing) = test.fails {
            let sound = program.not(failing);
            no = program.and(no, sound);
            fails = join(program, fails, Some(failing));
        }
        excluded = program.or(excluded, no);
        allowed = program.and(allowed, test.id);
    }
    if let Some(failing) = fails {
        let open = program.not(excluded);
        let failing = program.and(open, failing);
        let sound = program.not(failing);
        allowed = program.and(allowed, open);
        allowed = program.and(allowed, sound);
        return Ok((allowed, Some(failing)));
    }
    Ok((allowed, None))
}

/// The last amounts between two numbers that tests tell, if there are such tests; notes these.
fn told_amounts(
    program: &mut Program,
    branch: &Branch,
    (range, grows): (Option<Range>, bool),
    (said, board): (&mut Vec<usize>, &CellBoard),
) -> Result<(Option<AmountList>, Option<Keyed>), Unfit> {
    let Some(range) = range.filter(|_| !IS_SMALL) else { return Ok((None, None)) };
    if let Some((list, tests)) = board.amounts.of(branch, said, range).filter(|_| !grows) {
        said.extend(tests);
        return Ok((Some(list), None));
    }
    let keyed = Keyed::of(program, branch, said, (range, grows, &board.amounts))?;
    said.extend(keyed.iter().filter_map(|keyed| keyed.said));
    #[cfg(not(target_arch = "wasm32"))]
    let keyed = match keyed {
        None if !grows => Keyed::related(program, branch, said, (range, board))?,
        keyed => keyed,
    };
    Ok((None, keyed))
}

/// A number known before the last amount of which a test says that the amount has no other bits.
fn submask(program: &mut Program, branch: &Branch) -> Result<Option<Id>, Unfit> {
    let Some(last) = branch.amounts.checked_sub(1).filter(|_| !IS_SMALL) else { return Ok(None) };
    let Some(mask) = branch.residual.iter().find_map(|test| mask_of(test, last)) else { return Ok(None) };
    let mask = program.term(&mask)?;
    Ok((mask.fails.is_none() && 0 <= program.range(mask.id).0).then_some(mask.id))
}
