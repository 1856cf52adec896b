//! The options of a position, enumerated by loop nests that the conditions give; and whether one position is an option
//! of another. Both are derived from the same relation.
use super::branch::{Branch, Loops, branches};
pub use super::evaluate::EvaluationError;
use super::last::{Last, Sloped};
use super::linear::{Inequality, infeasible};
use super::{Condition, Position, Ruleset, Term};
use std::borrow::Cow;
use std::ops::ControlFlow;

const LARGEST_HEAP: i128 = 1 << 31;

/// An option with all the ways that lead to it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Reached {
    /// The option.
    pub position: Position,
    /// Move index and amounts of each way.
    pub ways: Vec<(usize, Vec<i64>)>,
}

#[derive(Clone, Debug)]
struct Nest {
    rule: usize,
    name: String,
    branch: Branch,
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
    nests: Vec<Nest>,
    positions: Condition,
    guards: Vec<(Condition, Vec<Term>)>,
    dimension: usize,
}

/// What a visit receives: the move, the amounts, the option.
pub type Visitor<'a> = dyn FnMut(usize, &[i64], &[i64]) -> ControlFlow<()> + 'a;

impl Options {
    /// Compiles the loop nests.
    ///
    /// # Errors
    /// A guard with too many alternatives, or an amount without bound in a ruleset whose option sets should be finite.
    pub fn new(ruleset: &Ruleset) -> Result<Self, EvaluationError> {
        let dimension = ruleset.heaps.len() + ruleset.registers.len();
        let mut nests = Vec::new();
        for (rule, family) in ruleset.moves.iter().enumerate() {
            let alternatives = branches(&family.guard, dimension, family.amounts.len())
                .map_err(|_| EvaluationError::TooManyBranches)?;
            for branch in alternatives {
                let loops = branch.loops().ok();
                if loops.is_none() && ruleset.finite_options {
                    return Err(EvaluationError::Unbounded { name: family.name.clone() });
                }
                let forms = family.targets.iter().map(|target| branch.linear(target)).collect();
                let (name, targets) = (family.name.clone(), family.targets.clone());
                let last = Last::of(&branch);
                nests.push(Nest { rule, name, branch, loops, forms, targets, last });
            }
        }
        let guards = ruleset.moves.iter().map(|family| (family.guard.clone(), family.targets.clone())).collect();
        Ok(Self { nests, positions: ruleset.positions.clone(), guards, dimension })
    }

    /// Whether a position belongs to the game, as far as `positions where` says.
    ///
    /// # Errors
    /// As for [`Term::evaluate`].
    pub fn in_domain(&self, position: &[i64]) -> Result<bool, EvaluationError> {
        self.positions.holds(position, &[])
    }

    /// Visits every way to move, in a fixed order; an option comes once for each way. Cost: about the number of ways.
    ///
    /// # Errors
    /// As for [`Term::evaluate`]; an option with a heap of 2^31 or more; infinitely many options.
    pub fn visit(&self, position: &[i64], visit: &mut Visitor<'_>) -> Result<ControlFlow<()>, EvaluationError> {
        for nest in &self.nests {
            if let ControlFlow::Break(()) = nest.bounded(position)?.run(position, visit)? {
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
        let still = vec![0; self.dimension];
        for nest in &self.nests {
            let nest = nest.bounded(position)?;
            let flow = if nest.branch.residual.is_empty() && nest.forms.is_some() && 0 < nest.branch.amounts {
                nest.prepare(position)?
                    .map_or(Ok(ControlFlow::Continue(())), |mut values| nest.descend_runs(0, &mut values, visit))?
            } else {
                nest.run(position, &mut |_, _, option| visit(option, &still, 1))?
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
            forms[..heaps].iter().enumerate().any(|(heap, form)| {
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
            ways.push((option.to_vec(), rule, amounts.to_vec()));
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
        for nest in &self.nests {
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
            let narrowed = Nest { loops: narrowed.loops().ok(), branch: narrowed, ..nest.clone() };
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
        Ok(to.len() == self.dimension)
    }
}

impl Nest {
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
        self.descend(0, known, &mut values, &mut amounts, &mut option, (position, &sloped, visit))
    }

    /// The values of all variables, amounts still 0; `None` if the position alone excludes this branch.
    fn prepare(&self, position: &[i64]) -> Result<Option<Vec<i128>>, EvaluationError> {
        let mut values: Vec<i128> = position.iter().map(|value| i128::from(*value)).collect();
        for opaque in &self.branch.opaques {
            match opaque.evaluate(position, &[]) {
                Ok(value) => values.push(value),
                // The guard decides whether the term is ever needed: `x != 0 and floor(y / x) <= i`.
                Err(_) if self.entry_excludes(position) => return Ok(None),
                Err(error) => return Err(error),
            }
        }
        values.resize(values.len() + self.branch.amounts, 0);
        let Some(loops) = &self.loops else { return Err(EvaluationError::Unbounded { name: self.name.clone() }) };
        let excluded = loops.entry.iter().any(|row| 0 < evaluate(row, &values));
        Ok((!excluded).then_some(values))
    }

    /// The least and greatest value of an amount after the earlier ones are chosen.
    fn range(&self, level: usize, variable: usize, values: &mut [i128]) -> (i128, i128) {
        let (mut low, mut high) = (i128::MIN, i128::MAX);
        values[variable] = 0;
        for row in self.loops.iter().flat_map(|loops| &loops.bounds[level]) {
            let factor = row.coefficients[variable];
            let rest = -evaluate(row, values);
            if 0 < factor {
                high = high.min(rest.div_euclid(factor));
            } else {
                low = low.max(-rest.div_euclid(-factor));
            }
        }
        (low, high)
    }

    fn descend_runs(
        &self,
        level: usize,
        values: &mut [i128],
        visit: &mut RunVisitor<'_>,
    ) -> Result<ControlFlow<()>, EvaluationError> {
        let variable = values.len() - self.branch.amounts + level;
        let (low, high) = self.range(level, variable, values);
        if level + 1 == self.branch.amounts {
            if high < low {
                return Ok(ControlFlow::Continue(()));
            }
            let Some(forms) = &self.forms else { return Ok(ControlFlow::Continue(())) };
            let count = u64::try_from(high - low + 1).map_err(|_| EvaluationError::Overflow)?;
            let mut first = Vec::with_capacity(forms.len());
            let mut step = Vec::with_capacity(forms.len());
            values[variable] = low;
            for form in forms {
                let value = evaluate(form, values);
                let last = value.saturating_add(form.coefficients[variable].saturating_mul(high - low));
                if LARGEST_HEAP <= value.abs().max(last.saturating_abs()) {
                    return Err(EvaluationError::Overflow);
                }
                first.push(i64::try_from(value).map_err(|_| EvaluationError::Overflow)?);
                step.push(i64::try_from(form.coefficients[variable]).map_err(|_| EvaluationError::Overflow)?);
            }
            values[variable] = 0;
            return Ok(visit(&first, &step, count));
        }
        let mut value = low;
        while value <= high {
            values[variable] = value;
            if self.descend_runs(level + 1, values, visit)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            value += 1;
        }
        values[variable] = 0;
        Ok(ControlFlow::Continue(()))
    }

    /// Whether rows that speak of coordinates alone already fail.
    fn entry_excludes(&self, position: &[i64]) -> bool {
        self.branch.inequalities.iter().any(|row| {
            let (own, rest) = row.coefficients.split_at(position.len());
            rest.iter().all(|value| *value == 0)
                && 0 < own.iter().zip(position).map(|(a, b)| a * i128::from(*b)).sum::<i128>() + row.constant
        })
    }

    fn descend(
        &self,
        level: usize,
        known: usize,
        values: &mut [i128],
        amounts: &mut [i64],
        option: &mut [i64],
        (position, sloped, visit): (&[i64], &[Sloped], &mut Visitor<'_>),
    ) -> Result<ControlFlow<()>, EvaluationError> {
        if level == amounts.len() {
            return self.arrive(values, amounts, option, (position, visit));
        }
        let variable = known + level;
        let (mut low, mut high) = self.range(level, variable, values);
        let mut step = 1;
        if level + 1 == amounts.len() {
            (low, high) = sloped.iter().fold((low, high), |range, row| row.narrow(amounts, range));
            (low, step) = self.last.step(position, amounts, low);
        }
        let mut value = low;
        while value <= high {
            values[variable] = value;
            amounts[level] = i64::try_from(value).map_err(|_| EvaluationError::Overflow)?;
            if self.descend(level + 1, known, values, amounts, option, (position, sloped, visit))?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            value = value.saturating_add(step);
        }
        values[variable] = 0;
        Ok(ControlFlow::Continue(()))
    }

    fn arrive(
        &self,
        values: &[i128],
        amounts: &[i64],
        option: &mut [i64],
        (position, visit): (&[i64], &mut Visitor<'_>),
    ) -> Result<ControlFlow<()>, EvaluationError> {
        for condition in &self.branch.residual {
            if !condition.holds(position, amounts)? {
                return Ok(ControlFlow::Continue(()));
            }
        }
        for (index, slot) in option.iter_mut().enumerate() {
            let value = match &self.forms {
                Some(forms) => evaluate(&forms[index], values),
                None => self.targets[index].evaluate(position, amounts)?,
            };
            if LARGEST_HEAP <= value.abs() {
                return Err(EvaluationError::Overflow);
            }
            *slot = i64::try_from(value).map_err(|_| EvaluationError::Overflow)?;
        }
        Ok(visit(self.rule, amounts, option))
    }
}

/// The value of a form. Coefficients are below 2^100 and are checked where they are made; heaps are below 2^31, so a
/// saturated value has the right sign.
fn evaluate(row: &Inequality, values: &[i128]) -> i128 {
    row.coefficients
        .iter()
        .zip(values)
        .filter(|(factor, _)| **factor != 0)
        .fold(row.constant, |sum, (factor, value)| sum.saturating_add(factor.saturating_mul(*value)))
}
