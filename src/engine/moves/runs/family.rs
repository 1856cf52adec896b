//! Turns an alternative with several amounts into runs along one of them, one run for each choice of the others. Knows nothing
//! of tables.
use super::{Form, Plan, Shape};
use crate::engine::moves::differences::{natural, opposite};
use crate::ruleset::branch::Branch;
use crate::ruleset::linear::{Inequality, infeasible};
use crate::ruleset::{Condition, Variable};

/// The most amounts.
pub(crate) const MOST_AMOUNTS: usize = 4;

/// `form + amounts . earlier amounts + own * amount <= 0`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Bound {
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
    pub(crate) bounds: Vec<Vec<Bound>>,
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
    /// The alternative as a family.
    pub(crate) fn family(&self, plan: &mut Plan, from: usize) -> Result<Family, String> {
        let fixed = self.heaps + self.terms.len();
        let variables = fixed + self.amounts;
        if !(1..=MOST_AMOUNTS).contains(&self.amounts) {
            return Err("it has too many amounts".to_owned());
        }
        let large = || "its numbers are too large".to_owned();
        let mut rows: Vec<Inequality> = self.own.iter().chain(&self.mixed).cloned().collect();
        for (heap, delta) in self.deltas.iter().enumerate() {
            rows.push(natural(heap, variables).plus(-1, delta).ok_or_else(large)?);
        }
        for delta in &self.deltas {
            let rises = opposite(delta).ok_or_else(large)?;
            let heaps = (0..self.heaps).map(|heap| natural(heap, variables));
            let system: Vec<Inequality> = rows.iter().chain(&self.fixed).cloned().chain(heaps).chain([rises]).collect();
            if !infeasible(&system, variables) {
                return Err("a move raises a heap".to_owned());
            }
        }
        let factors = |amount: usize| self.deltas.iter().map(move |delta| -delta.coefficients[fixed + amount]);
        let last = (0..self.amounts)
            .find(|amount| {
                factors(*amount).all(|factor| 0 <= factor)
                    && factors(*amount).any(|factor| 0 < factor)
                    && !self.tests.iter().any(|test| mentions(test, *amount))
            })
            .ok_or("no amount takes from heaps alone")?;
        let mut places: Vec<usize> = (0..self.amounts).filter(|amount| *amount != last).collect();
        places.push(last);
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
        let small = |value: i128| i64::try_from(value).ok().filter(|value| value.abs() <= 1 << 20).ok_or_else(large);
        let mut bounds = Vec::new();
        for (amount, rows) in loops.bounds.iter().enumerate() {
            let mut own = Vec::new();
            for row in rows {
                let factors = row.coefficients[fixed..=fixed + amount].iter();
                let mut all: Vec<i64> = factors.map(|factor| small(*factor)).collect::<Result<_, _>>()?;
                let form = self.form(plan, row, None)?;
                let last = all.pop().unwrap_or(0);
                own.push(Bound { form, earlier: all, own: last });
            }
            bounds.push(own);
        }
        let mut guards = Vec::new();
        for row in self.fixed.iter().chain(&loops.entry) {
            guards.push(self.form(plan, row, None)?);
        }
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

fn mentions(test: &Condition, amount: usize) -> bool {
    let mut found = false;
    test.visit_variables(&mut |variable| found |= variable == Variable::Amount(amount));
    found
}
