//! Turns an alternative with several amounts into runs along one of them, one run for each choice of the others. Knows nothing
//! of tables.
use super::{Form, MoveRuns, Shape};
use crate::engine::moves::differences::{natural, opposite};
use crate::ruleset::branch::Branch;
use crate::ruleset::linear::{Inequality, infeasible};
use crate::ruleset::{Condition, Variable};

/// The most amounts.
pub(crate) const MOST_AMOUNTS: usize = 4;

/// `form + amounts . earlier amounts + own * amount <= 0`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct RunBound {
    pub(crate) form: Form,
    pub(crate) earlier: Vec<i64>,
    pub(crate) own: i64,
}

/// The options `position - constants - sums of amounts times what they take`, the last amount innermost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Family {
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// What each amount takes from each heap, and what is taken besides.
    pub(crate) takes: Vec<Vec<i64>>,
    pub(crate) constants: Vec<i64>,
    /// The rows that bound each amount.
    pub(crate) bounds: Vec<Vec<RunBound>>,
    pub(crate) guards: Vec<Form>,
    pub(crate) conditions: Vec<usize>,
    /// What the amounts but the last have to satisfy besides, and where each stands there.
    pub(crate) tests: Vec<Condition>,
    pub(crate) places: Vec<usize>,
}

impl Family {
    /// What a step of the last amount takes.
    pub(crate) fn step(&self) -> Vec<usize> {
        self.takes[self.takes.len() - 1]
            .iter()
            .map(|taken| usize::try_from(*taken).expect("the last amount takes from heaps alone"))
            .collect()
    }

    pub(crate) fn tidied(mut self) -> Self {
        for rows in &mut self.bounds {
            rows.sort();
            rows.dedup();
        }
        self.guards.sort();
        self.guards.dedup();
        self.conditions.sort_unstable();
        self
    }
}

impl Shape {
    /// Refuses an alternative that leads above a heap somewhere.
    fn raises_no_heap(&self, rows: &[Inequality], variables: usize) -> Result<(), String> {
        for delta in &self.deltas {
            let rises = opposite(delta).ok_or("its numbers are too large")?;
            let heaps = (0..self.heaps).map(|heap| natural(heap, variables));
            let system: Vec<Inequality> = rows.iter().chain(&self.fixed).cloned().chain(heaps).chain([rises]).collect();
            if !infeasible(&system, variables) {
                return Err("a move raises a heap".to_owned());
            }
        }
        Ok(())
    }

    /// The alternative as a family.
    pub(crate) fn family(&self, plan: &mut MoveRuns, from: usize) -> Result<Family, String> {
        let fixed = self.heaps + self.terms.len();
        let variables = fixed + self.amounts;
        if !(1..=MOST_AMOUNTS).contains(&self.amounts) {
            return Err("it has too many amounts".to_owned());
        }
        let mut rows: Vec<Inequality> = self.own.iter().chain(&self.mixed).cloned().collect();
        for (heap, delta) in self.deltas.iter().enumerate() {
            rows.push(natural(heap, variables).plus(-1, delta).ok_or("its numbers are too large")?);
        }
        self.raises_no_heap(&rows, variables)?;
        let factors = |amount: usize| self.deltas.iter().map(move |delta| -delta.coefficients[fixed + amount]);
        let takes =
            |amount: usize| factors(amount).all(|factor| 0 <= factor) && factors(amount).any(|factor| 0 < factor);
        let is_tested = |amount: usize| self.tests.iter().any(|test| mentions(test, amount));
        let mut fitting = (0..self.amounts).filter(|amount| takes(*amount) && !is_tested(*amount));
        let last = fitting.next().ok_or("no amount takes from heaps alone")?;
        let places: Vec<usize> = (0..self.amounts).filter(|amount| *amount != last).chain([last]).collect();
        let turned = |row: &Inequality| {
            let mut turned = row.clone();
            for (slot, amount) in turned.coefficients[fixed..].iter_mut().zip(&places) {
                *slot = row.coefficients[fixed + amount];
            }
            turned
        };
        let branch = Branch {
            coordinates: fixed,
            opaques: Vec::new(),
            amounts: self.amounts,
            inequalities: rows.iter().chain(&self.fixed).map(turned).collect(),
            facts: 0,
            residual: Vec::new(),
        };
        let loops = branch.loops().map_err(|_| "an amount has no bound")?;
        let mut bounds = Vec::new();
        for (amount, rows) in loops.bounds.iter().enumerate() {
            let bound = |row: &Inequality| {
                let factors = row.coefficients[fixed..=fixed + amount].iter();
                let mut earlier: Vec<i64> = factors.map(|factor| small(*factor)).collect::<Result<_, _>>()?;
                let own = earlier.pop().unwrap_or(0);
                Ok(RunBound { form: self.form(plan, row, None)?, earlier, own })
            };
            bounds.push(rows.iter().map(bound).collect::<Result<Vec<RunBound>, String>>()?);
        }
        let guards = self.fixed.iter().chain(&loops.entry).map(|row| self.form(plan, row, None));
        let guards = guards.collect::<Result<_, _>>()?;
        let takes = places.iter().map(|amount| factors(*amount).map(small).collect::<Result<_, _>>());
        let family = Family {
            from,
            to: self.to,
            takes: takes.collect::<Result<_, _>>()?,
            constants: self.deltas.iter().map(|delta| small(-delta.constant)).collect::<Result<_, _>>()?,
            bounds,
            guards,
            conditions: self.conditions.clone(),
            tests: self.tests.clone(),
            places,
        };
        Ok(family.tidied())
    }
}

fn small(value: i128) -> Result<i64, String> {
    let fits = i64::try_from(value).ok().filter(|value| value.abs() <= 1 << 20);
    fits.ok_or_else(|| "its numbers are too large".to_owned())
}

fn mentions(test: &Condition, amount: usize) -> bool {
    let mut found = false;
    test.visit_variables(&mut |variable| found |= variable == Variable::Amount(amount));
    found
}
