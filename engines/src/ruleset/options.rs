//! The options of a position, enumerated by loop nests that the conditions give; and whether one position is an option
//! of another. Both are derived from the same relation.
use super::between::Between;
use super::branch::{Branch, Loops, branches, with_own_opaques};
use super::error::{CoordinateName, EvaluationError, RulePlace};
use super::halt::{Halt, Steps};
use super::last::{Last, Sloped};
use super::linear::{Inequality, floor_quotient, infeasible};
use super::{Condition, Move, Part, Position, Ruleset, Term, reach};
use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};

const LARGEST_HEAP: i128 = 1 << 31;

/// Numbers from here on are beyond all others of a condition, unless these are large too.
const FAR: i128 = 1 << 96;

/// An option with all the ways that lead to it; where it is a sum of positions, the coordinates of one part after the other.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Reached {
    /// The option.
    pub position: Position,
    /// Move index and amounts of each way.
    pub ways: Vec<(usize, Vec<i64>)>,
}

/// What messages call the parts of a position.
#[derive(Debug)]
struct PositionNames {
    heaps: usize,
    coordinates: Vec<CoordinateName>,
}

impl PositionNames {
    fn of(ruleset: &Ruleset) -> Arc<Self> {
        let heaps = ruleset.heaps.iter().cloned().map(CoordinateName::Heap);
        let registers = ruleset.registers.iter().map(|register| CoordinateName::Register(register.name.clone()));
        Arc::new(Self { heaps: ruleset.heaps.len(), coordinates: heaps.chain(registers).collect() })
    }
}

#[derive(Clone, Debug)]
struct LoopNest {
    rule: usize,
    name: String,
    instance: String,
    amounts: Vec<String>,
    names: Arc<PositionNames>,
    /// What the branch is one alternative of.
    guard: Arc<Condition>,
    branch: Branch,
    halt: Halt,
    /// `None` if there are positions with infinitely many options.
    loops: Option<Loops>,
    /// Targets as forms where all of them are linear.
    forms: Option<Vec<Inequality>>,
    targets: Vec<Term>,
    last: Last,
}

/// What a visit of runs receives: the first option, the step, the number of options.
pub type RunVisitor<'a> = dyn FnMut(&[i64], &[i64], u64) -> ControlFlow<()> + 'a;

/// The enumerator of a ruleset.
#[derive(Clone, Debug)]
pub struct Options {
    nests: Vec<LoopNest>,
    positions: Condition,
    guards: Vec<(Condition, Vec<Term>)>,
    dimension: usize,
    names: Arc<PositionNames>,
}

/// What a visit receives: the move, the amounts, the option. Where a position breaks, an option is longer than a position:
/// the coordinates of its parts, one part after the other.
pub type Visitor<'a> = dyn FnMut(usize, &[i64], &[i64]) -> ControlFlow<()> + 'a;

impl Options {
    /// Compiles the loop nests.
    ///
    /// # Errors
    /// A guard with too many alternatives, or an amount without bound in a ruleset whose option sets should be finite.
    pub fn new(ruleset: &Ruleset) -> Result<Self, EvaluationError> {
        let dimension = ruleset.heaps.len() + ruleset.registers.len();
        let mut nests = Vec::new();
        let names = PositionNames::of(ruleset);
        for (rule, family) in ruleset.moves.iter().enumerate() {
            let alternatives = branches(&family.guard, dimension, family.amounts.len())
                .map_err(|_| EvaluationError::TooManyBranches)?;
            let guard = Arc::new(family.guard.clone());
            for branch in alternatives {
                let targets: Vec<Term> = family.parts().flatten().cloned().collect();
                let branch = with_own_opaques(branch, &targets);
                let loops = branch.loops().ok();
                if loops.is_none() && ruleset.finite_options {
                    return Err(EvaluationError::Unbounded { name: family.name.clone() });
                }
                let forms = targets.iter().map(|target| branch.linear(target)).collect();
                let name = family.name.clone();
                let last = Last::of(&branch);
                let (instance, amounts) = (family.instance.clone(), family.amounts.clone());
                let (names, guard, halt) = (names.clone(), guard.clone(), Halt::default());
                nests.push(LoopNest {
                    rule,
                    name,
                    instance,
                    amounts,
                    names,
                    guard,
                    branch,
                    halt,
                    loops,
                    forms,
                    targets,
                    last,
                });
            }
        }
        let after = |family: &Move| family.parts().flatten().cloned().collect();
        let guards = ruleset.moves.iter().map(|family| (family.guard.clone(), after(family))).collect();
        Ok(Self { nests, positions: ruleset.positions.clone(), guards, dimension, names })
    }

    /// The same, stopped with [`EvaluationError::Interrupted`] soon after `cancel` is set, also where no way to move is found.
    #[must_use]
    pub fn until(mut self, cancel: &Arc<AtomicBool>) -> Self {
        self.nests.iter_mut().for_each(|nest| nest.halt.cancel = Some(cancel.clone()));
        self
    }

    /// The same, stopped with [`EvaluationError::Interrupted`] where a move of one position has more than about so many
    /// combinations of amounts that its linear conditions leave open, whether or not the others allow them.
    #[must_use]
    pub fn at_most(mut self, combinations: u64) -> Self {
        self.nests.iter_mut().for_each(|nest| nest.halt.most = Some(combinations));
        self
    }

    /// The same, which adds the combinations of amounts that it tries to a number, some thousands at a time.
    #[must_use]
    pub fn adding_to(mut self, tried: &Arc<AtomicU64>) -> Self {
        self.nests.iter_mut().for_each(|nest| nest.halt.tried = Some(tried.clone()));
        self
    }

    /// Whether a position belongs to the game, as far as `positions where` says.
    ///
    /// # Errors
    /// As for [`Term::evaluate`].
    pub fn in_domain(&self, position: &[i64]) -> Result<bool, EvaluationError> {
        self.positions.holds(position, &[]).map_err(|cause| {
            let cause = reach::told(cause, [Part::Condition(&self.positions)], position, &[]);
            let (name, position) = ("`positions where`".to_owned(), position.to_vec());
            let place = RulePlace { rule: None, name, position, heaps: self.names.heaps, amounts: Vec::new(), cause };
            EvaluationError::At(Box::new(place))
        })
    }

    /// Visits every way to move, in a fixed order; an option comes once for each way. Cost: about the number of ways.
    ///
    /// # Errors
    /// As for [`Term::evaluate`], with the place; an option with a heap of 2^31 or more; infinitely many options.
    pub fn visit(&self, position: &[i64], visit: &mut Visitor<'_>) -> Result<ControlFlow<()>, EvaluationError> {
        for nest in &self.nests {
            if let ControlFlow::Break(()) = nest.bounded(position)?.run(position, visit)? {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// As [`Options::visit`], for one move alone.
    ///
    /// # Errors
    /// As for [`Options::visit`].
    pub fn visit_move(
        &self,
        rule: usize,
        position: &[i64],
        visit: &mut Visitor<'_>,
    ) -> Result<ControlFlow<()>, EvaluationError> {
        for nest in self.nests.iter().filter(|nest| nest.rule == rule) {
            if nest.bounded(position)?.run(position, visit)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Visits all ways to move as runs: a first option, the step between neighbours, and how many there are (at least
    /// one). Cost: about the number of runs.
    ///
    /// # Errors
    /// As for [`Options::visit`].
    pub fn runs(&self, position: &[i64], visit: &mut RunVisitor<'_>) -> Result<ControlFlow<()>, EvaluationError> {
        let still = vec![0; self.nests.iter().map(|nest| nest.targets.len()).max().unwrap_or(0)];
        for nest in &self.nests {
            let (nest, still) = (nest.bounded(position)?, &still[..nest.targets.len()]);
            let flow = if nest.branch.residual.is_empty() && nest.forms.is_some() && 0 < nest.branch.amounts {
                nest.prepare(position)?.map_or(Ok(ControlFlow::Continue(())), |mut values| {
                    nest.descend_runs(0, &mut values, &mut RunStart::default(), visit, &mut Steps::new(&nest.halt))
                })?
            } else {
                nest.run(position, &mut |_, _, option| visit(option, still, 1))?
            };
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Whether some move may raise a heap (unless it is proved that none does).
    #[must_use]
    pub fn may_raise_heaps(&self, heaps: usize) -> bool {
        self.nests.iter().any(|nest| {
            let Some(forms) = &nest.forms else { return true };
            let heaps = forms.chunks(self.dimension).flat_map(|part| part[..heaps].iter().enumerate());
            heaps.into_iter().any(|(heap, form)| {
                // form - heap >= 1
                let Some(mut row) = form.times(-1) else { return true };
                row.coefficients[heap] += 1;
                row.constant += 1;
                let mut rows = nest.branch.inequalities.clone();
                rows.push(row);
                !infeasible(&rows, nest.branch.variables())
            })
        })
    }

    /// All options in lexicographic order, each with all the ways that lead to it.
    ///
    /// # Errors
    /// As for [`Options::visit`].
    pub fn list(&self, position: &[i64]) -> Result<Vec<Reached>, EvaluationError> {
        let mut ways: Vec<(Position, usize, Vec<i64>)> = Vec::new();
        let _ = self.visit(position, &mut |rule, amounts, option| {
            let mut option = option.to_vec();
            if self.dimension < option.len() {
                // The order of the parts says nothing.
                let mut parts: Vec<&[i64]> = option.chunks(self.dimension).collect();
                parts.sort_unstable();
                option = parts.concat();
            }
            ways.push((option, rule, amounts.to_vec()));
            ControlFlow::Continue(())
        })?;
        ways.sort();
        ways.dedup();
        let mut reached: Vec<Reached> = Vec::new();
        for (position, rule, amounts) in ways {
            match reached.last_mut() {
                Some(last) if last.position == position => last.ways.push((rule, amounts)),
                _ => reached.push(Reached { position, ways: vec![(rule, amounts)] }),
            }
        }
        Ok(reached)
    }

    /// Whether one position is an option of another. Where all targets are linear, only amounts that lead there are
    /// tried.
    ///
    /// # Errors
    /// As for [`Options::visit`].
    pub fn is_option(&self, from: &[i64], to: &[i64]) -> Result<bool, EvaluationError> {
        for nest in self.nests.iter().filter(|nest| nest.targets.len() == to.len()) {
            let Some(forms) = &nest.forms else {
                let mut found = false;
                let _ = nest.bounded(from)?.run(from, &mut |_, _, option| {
                    found |= option == to;
                    if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                })?;
                if found {
                    return Ok(true);
                }
                continue;
            };
            let mut narrowed = nest.branch.clone();
            for (form, value) in forms.iter().zip(to) {
                for sign in [1, -1] {
                    let mut row = form.times(sign).ok_or(EvaluationError::Overflow)?;
                    row.constant -= i128::from(*value) * sign;
                    narrowed.inequalities.push(row);
                }
            }
            let narrowed = LoopNest { loops: narrowed.loops().ok(), branch: narrowed, ..nest.clone() };
            if narrowed.bounded(from)?.run(from, &mut |_, _, _| ControlFlow::Break(()))?.is_break() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The relation itself: whether these amounts of this move lead from one position to the other.
    ///
    /// # Errors
    /// As for [`Term::evaluate`].
    pub fn relates(&self, rule: usize, from: &[i64], amounts: &[i64], to: &[i64]) -> Result<bool, EvaluationError> {
        let Some((guard, targets)) = self.guards.get(rule) else { return Ok(false) };
        if !guard.holds(from, amounts)? {
            return Ok(false);
        }
        for (target, value) in targets.iter().zip(to) {
            if target.evaluate(from, amounts)? != i128::from(*value) {
                return Ok(false);
            }
        }
        Ok(to.len() == targets.len())
    }
}

/// The enumeration of the ways to move from one position.
struct Walk<'a, 'b> {
    position: &'a [i64],
    sloped: &'a [Sloped],
    visit: &'a mut Visitor<'b>,
    steps: Steps<'a>,
}

/// The first option of a run, and the step.
#[derive(Default)]
struct RunStart {
    first: Vec<i64>,
    step: Vec<i64>,
}

impl LoopNest {
    /// This nest with loops; where the position has to be put in for that, with those of this position alone.
    fn bounded(&self, position: &[i64]) -> Result<Cow<'_, Self>, EvaluationError> {
        if self.loops.is_some() {
            return Ok(Cow::Borrowed(self));
        }
        let mut branch = self.branch.clone();
        for (index, value) in position.iter().enumerate() {
            for sign in [1, -1] {
                let mut row = Inequality::zero(branch.variables());
                row.coefficients[index] = sign;
                row.constant = -i128::from(*value) * sign;
                branch.inequalities.push(row);
            }
        }
        match branch.loops() {
            Ok(loops) => Ok(Cow::Owned(Self { branch, loops: Some(loops), ..self.clone() })),
            Err(_) => Err(EvaluationError::Unbounded { name: self.name.clone() }),
        }
    }

    fn run(&self, position: &[i64], visit: &mut Visitor<'_>) -> Result<ControlFlow<()>, EvaluationError> {
        let Some(mut values) = self.prepare(position)? else { return Ok(ControlFlow::Continue(())) };
        let known = values.len() - self.branch.amounts;
        let mut amounts = vec![0i64; self.branch.amounts];
        let mut option = vec![0i64; self.targets.len()];
        let sloped = self.last.at(position);
        let mut walk = Walk { position, sloped: &sloped, visit, steps: Steps::new(&self.halt) };
        self.descend(0, known, &mut values, &mut amounts, &mut option, &mut walk)
    }

    /// The values of all variables, amounts still 0; `None` if the position alone excludes this branch.
    fn prepare(&self, position: &[i64]) -> Result<Option<Vec<i128>>, EvaluationError> {
        let mut values: Vec<i128> = position.iter().map(|value| i128::from(*value)).collect();
        for opaque in &self.branch.opaques {
            let value = match opaque.evaluate(position, &[]) {
                Ok(value) if value.unsigned_abs() < FAR.unsigned_abs() => Ok(value),
                // A condition that is false decides, wherever it stands: `floor(y / x) <= i, 1 <= x`.
                Err(_) if self.excluded(position) => return Ok(None),
                Err(_) if self.amounts.is_empty() && self.guard.holds(position, &[]).is_ok() => return Ok(None),
                value => match self.stand_in(opaque, position) {
                    Some(stand_in) => Ok(stand_in),
                    None => value,
                },
            };
            values.push(value.map_err(|error| self.located(position, &[], error))?);
        }
        values.resize(values.len() + self.branch.amounts, 0);
        let Some(loops) = &self.loops else { return Err(EvaluationError::Unbounded { name: self.name.clone() }) };
        for row in &loops.entry {
            if 0 < evaluate(row, &values)? {
                return Ok(None);
            }
        }
        Ok(Some(values))
    }

    /// The least and greatest value of an amount after the earlier ones are chosen.
    fn range(&self, level: usize, variable: usize, values: &mut [i128]) -> Result<(i128, i128), EvaluationError> {
        let (mut low, mut high) = (i128::MIN, i128::MAX);
        values[variable] = 0;
        for row in self.loops.iter().flat_map(|loops| &loops.bounds[level]) {
            let factor = row.coefficients[variable];
            let rest = evaluate(row, values)?.saturating_neg();
            if 0 < factor {
                high = high.min(floor_quotient(rest, factor));
            } else {
                low = low.max(floor_quotient(rest, -factor).saturating_neg());
            }
        }
        Ok((low, high))
    }

    /// Gives the amounts their values, one after the other; those of the last one are a run.
    fn descend_runs(
        &self,
        level: usize,
        values: &mut [i128],
        run: &mut RunStart,
        visit: &mut RunVisitor<'_>,
        steps: &mut Steps<'_>,
    ) -> Result<ControlFlow<()>, EvaluationError> {
        let variable = values.len() - self.branch.amounts + level;
        let (low, high) = self.range(level, variable, values)?;
        if level + 1 == self.branch.amounts {
            if high < low {
                return Ok(ControlFlow::Continue(()));
            }
            let Some(forms) = &self.forms else { return Ok(ControlFlow::Continue(())) };
            let count =
                u64::try_from(high.saturating_sub(low).saturating_add(1)).map_err(|_| EvaluationError::Overflow)?;
            let RunStart { first, step } = run;
            first.clear();
            step.clear();
            values[variable] = low;
            for form in forms {
                let value = evaluate(form, values)?;
                let last = value.saturating_add(form.coefficients[variable].saturating_mul(high.saturating_sub(low)));
                if LARGEST_HEAP <= value.abs().max(last.saturating_abs()) {
                    let value = if LARGEST_HEAP <= value.abs() { value } else { last };
                    return Err(self.too_large(&values[..self.branch.coordinates], &[], (first.len(), value)));
                }
                first.push(i64::try_from(value).map_err(|_| EvaluationError::Overflow)?);
                step.push(i64::try_from(form.coefficients[variable]).map_err(|_| EvaluationError::Overflow)?);
            }
            values[variable] = 0;
            return Ok(visit(first, step, count));
        }
        let mut value = low;
        while value <= high {
            steps.step()?;
            values[variable] = value;
            if self.descend_runs(level + 1, values, run, visit, steps)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            value += 1;
        }
        values[variable] = 0;
        Ok(ControlFlow::Continue(()))
    }

    /// A number that has the place of one that is so far from all others of a branch that no row tells them apart: every sum in which it
    /// stands has the sign of its part, and a bound that it gives is beyond all others. No option is made of it.
    #[cold]
    fn stand_in(&self, opaque: &Term, position: &[i64]) -> Option<i128> {
        let branch = &self.branch;
        let at = branch.coordinates + branch.opaques.iter().position(|other| other == opaque)?;
        let is_small = |value: i128| value.unsigned_abs() < 1 << 24;
        let others = branch.opaques.iter().filter(|other| *other != opaque);
        let all_small = others.map(|other| other.evaluate(position, &[])).all(|value| value.is_ok_and(is_small));
        let of_loops = self.loops.iter().flat_map(|loops| loops.entry.iter().chain(loops.bounds.iter().flatten()));
        let mut rows = branch.inequalities.iter().chain(of_loops);
        let fits = rows.all(|row| is_small(row.constant) && row.coefficients.iter().copied().all(is_small));
        let is_free = self.forms.as_ref().is_none_or(|forms| forms.iter().all(|form| form.coefficients[at] == 0));
        let between = opaque.between(position, &[], None).ok().filter(|_| all_small && fits && is_free)?;
        match (between.at_most(Between::only(-FAR)), Between::only(FAR).at_most(between)) {
            (Some(true), _) => Some(-FAR),
            (_, Some(true)) => Some(FAR),
            _ => None,
        }
    }

    /// Whether a condition on the position that has a value there is false; asked for only after a failure.
    #[cold]
    fn excluded(&self, position: &[i64]) -> bool {
        let known = position.iter().map(|value| Some(i128::from(*value)));
        let opaques = self.branch.opaques.iter().map(|opaque| opaque.evaluate(position, &[]).ok());
        let amounts = std::iter::repeat_n(None, self.branch.amounts);
        let values: Vec<Option<i128>> = known.chain(opaques).chain(amounts).collect();
        let fails = |row: &Inequality| {
            let whole = row.coefficients.iter().zip(&values).all(|(factor, value)| *factor == 0 || value.is_some());
            let values: Vec<i128> = values.iter().map(|value| value.unwrap_or(0)).collect();
            whole && evaluate(row, &values).is_ok_and(|value| 0 < value)
        };
        self.branch.inequalities.iter().any(fails)
            || self
                .branch
                .residual
                .iter()
                .any(|test| !test.mentions_amounts() && test.holds(position, &[]) == Ok(false))
    }

    /// Gives the amounts their values, one after the other.
    fn descend(
        &self,
        level: usize,
        known: usize,
        values: &mut [i128],
        amounts: &mut [i64],
        option: &mut [i64],
        walk: &mut Walk<'_, '_>,
    ) -> Result<ControlFlow<()>, EvaluationError> {
        if level == amounts.len() {
            return self.arrive(values, amounts, option, (walk.position, walk.visit));
        }
        let variable = known + level;
        let (mut low, mut high) = self.range(level, variable, values)?;
        let mut step = 1;
        if level + 1 == amounts.len() {
            (low, high) = walk.sloped.iter().fold((low, high), |range, row| row.narrow(amounts, range));
            (low, step) = self.last.step(walk.position, amounts, low);
        }
        let mut value = low;
        while value <= high {
            walk.steps.step()?;
            values[variable] = value;
            amounts[level] = i64::try_from(value).map_err(|_| EvaluationError::Overflow)?;
            if self.descend(level + 1, known, values, amounts, option, walk)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            value = value.saturating_add(step);
        }
        values[variable] = 0;
        Ok(ControlFlow::Continue(()))
    }

    /// Hands the option on if the conditions hold that no inequality says.
    fn arrive(
        &self,
        values: &[i128],
        amounts: &[i64],
        option: &mut [i64],
        (position, visit): (&[i64], &mut Visitor<'_>),
    ) -> Result<ControlFlow<()>, EvaluationError> {
        for condition in &self.branch.residual {
            match condition.holds(position, amounts) {
                Ok(true) => {}
                Ok(false) => return Ok(ControlFlow::Continue(())),
                Err(_) if self.branch.residual.iter().any(|other| other.holds(position, amounts) == Ok(false)) => {
                    return Ok(ControlFlow::Continue(()));
                }
                // Another alternative may decide: what is true of these amounts is said there.
                Err(_) if self.guard.holds(position, amounts).is_ok() => return Ok(ControlFlow::Continue(())),
                Err(error) => return Err(self.located(position, amounts, error)),
            }
        }
        for (index, slot) in option.iter_mut().enumerate() {
            let value = match &self.forms {
                Some(forms) => evaluate(&forms[index], values)?,
                None => {
                    let value = self.targets[index].evaluate(position, amounts);
                    value.map_err(|error| self.located(position, amounts, error))?
                }
            };
            if LARGEST_HEAP <= value.saturating_abs() {
                let position = position.iter().map(|value| i128::from(*value)).collect::<Vec<_>>();
                return Err(self.too_large(&position, amounts, (index, value)));
            }
            *slot = i64::try_from(value).map_err(|_| EvaluationError::Overflow)?;
        }
        Ok(visit(self.rule, amounts, option))
    }

    /// An error with its place; asked for only after a failure.
    #[cold]
    fn located(&self, position: &[i64], amounts: &[i64], cause: EvaluationError) -> EvaluationError {
        let residual = self.branch.residual.iter().map(Part::Condition);
        let parts = residual.chain(self.branch.opaques.iter().chain(&self.targets).map(Part::Term));
        let cause = reach::told(cause, parts, position, amounts);
        let instance = if self.instance.is_empty() { String::new() } else { format!(" [{}]", self.instance) };
        let name = format!("move `{}`{instance}", self.name);
        let amounts = self.amounts.iter().cloned().zip(amounts.iter().copied()).collect();
        let (rule, position, heaps) = (Some(self.rule), position.to_vec(), self.names.heaps);
        EvaluationError::At(Box::new(RulePlace { rule, name, position, heaps, amounts, cause }))
    }

    #[cold]
    fn too_large(&self, position: &[i128], amounts: &[i64], (index, value): (usize, i128)) -> EvaluationError {
        let coordinate = self.names.coordinates[index % self.branch.coordinates].clone();
        let position: Vec<i64> = position.iter().filter_map(|value| i64::try_from(*value).ok()).collect();
        self.located(&position, amounts, EvaluationError::TooLarge { coordinate, value })
    }
}

/// The value of a form.
#[inline]
fn evaluate(row: &Inequality, values: &[i128]) -> Result<i128, EvaluationError> {
    row.value(values).ok_or(EvaluationError::Overflow)
}
