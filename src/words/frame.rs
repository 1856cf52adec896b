//! A game as linear inequalities: its coordinates as variables, what is true of its positions, and its moves as alternatives; and systems of such
//! inequalities, decided. Knows no set and no certificate.
use super::ConfirmedProof;
use crate::latex::symbol;
use crate::ruleset::branch::{Branch, branches};
use crate::ruleset::linear::{Inequality, infeasible};
use crate::ruleset::{ParameterValue, Term};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

/// The variables of a proof: the coordinates, the amounts of a move, and what the proof has besides.
pub(super) struct LinearFrame<'a> {
    pub(super) proof: &'a ConfirmedProof<'a>,
    pub(super) coordinates: usize,
    /// How many there are in all.
    pub(super) variables: usize,
    /// For each register that stands for an open parameter, what it is in terms of these.
    hats: BTreeMap<usize, Inequality>,
    /// Systems that may still be decided.
    left: Cell<usize>,
}

/// An alternative of a move: its conditions, and where it leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LinearMove {
    pub(super) rows: Vec<Inequality>,
    pub(super) option: Vec<Inequality>,
}

impl<'a> LinearFrame<'a> {
    /// Variables for a game, of which so many systems may be decided: one costs microseconds to a millisecond.
    pub(super) fn new(proof: &'a ConfirmedProof<'a>, variables: usize, systems: usize) -> Self {
        let coordinates = proof.ruleset.heaps.len() + proof.ruleset.registers.len();
        let hats = BTreeMap::new();
        let mut frame = Self { proof, coordinates, variables, hats, left: Cell::new(systems) };
        frame.hats = frame.hats_of();
        frame
    }

    /// The position at hand.
    pub(super) fn here(&self) -> Vec<Inequality> {
        (0..self.coordinates).map(|at| self.variable(at)).collect()
    }

    /// Some rows without those that follow from a system and the others.
    pub(super) fn needed(&self, system: &[Inequality], mut rows: Vec<Inequality>) -> Option<Vec<Inequality>> {
        let mut at = rows.len();
        while let Some(next) = at.checked_sub(1) {
            at = next;
            let row = rows.remove(at);
            if !self.follow(&[system, &rows].concat(), std::slice::from_ref(&row))? {
                rows.insert(at, row);
            }
        }
        Some(rows)
    }

    /// Whether all of some rows follow from a system.
    pub(super) fn follow(&self, system: &[Inequality], rows: &[Inequality]) -> Option<bool> {
        for row in rows {
            if !self.is_excluded(&[system, &[opposite(row)?]].concat())? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Whether no integers satisfy a system; `None` if too many were asked, or somebody asked to stop.
    pub(super) fn is_excluded(&self, system: &[Inequality]) -> Option<bool> {
        self.spend(1)?;
        Some(infeasible(system, self.variables))
    }

    pub(super) fn spend(&self, systems: usize) -> Option<()> {
        self.left.set(self.left.get().checked_sub(systems)?);
        (!self.proof.cancel.load(Ordering::Relaxed)).then_some(())
    }

    pub(super) fn variable(&self, at: usize) -> Inequality {
        let mut form = self.number(0);
        form.coefficients[at] = 1;
        form
    }

    pub(super) fn number(&self, number: i128) -> Inequality {
        Inequality { constant: number, ..Inequality::zero(self.variables) }
    }

    /// A form of a branch, whose variables are coordinates and amounts or bound variables, at these places.
    pub(super) fn placed(&self, form: &Inequality, first: usize) -> Inequality {
        let mut placed = self.number(form.constant);
        for (at, factor) in form.coefficients.iter().enumerate() {
            let place = at.checked_sub(self.coordinates).map_or(at, |more| first + more);
            if *factor != 0 {
                placed.coefficients[place] = *factor;
            }
        }
        placed
    }

    /// What is true of every position.
    pub(super) fn domain(&self) -> Option<Vec<Inequality>> {
        let ruleset = &self.proof.ruleset;
        let low = ruleset.heaps.iter().map(|_| 0).chain(ruleset.registers.iter().map(|register| register.low));
        let mut rows: Vec<Inequality> = Vec::new();
        for (at, low) in low.enumerate() {
            rows.push(self.number(low.into()).plus(-1, &self.variable(at))?);
        }
        let all = branches(&ruleset.positions, self.coordinates, 0).ok()?;
        let [only] = all.as_slice() else { return None };
        rows.extend(linear_rows(only)?.iter().map(|row| self.placed(row, 0)));
        Some(rows)
    }

    /// The alternatives of a move: its rows, and where it leads.
    pub(super) fn alternatives(&self, rule: usize) -> Option<Vec<LinearMove>> {
        let family = &self.proof.ruleset.moves[rule];
        let all = branches(&family.guard, self.coordinates, family.amounts.len()).ok()?;
        let placed = |form: &Inequality| self.placed(form, self.coordinates);
        let one = |branch: &Branch| {
            let rows = linear_rows(branch)?.iter().map(placed).collect();
            let target = |target: &Term| branch.linear(target).as_ref().map(placed);
            Some(LinearMove { rows, option: family.targets.iter().map(target).collect::<Option<_>>()? })
        };
        all.iter().filter(|_| family.more.is_empty()).map(one).collect()
    }

    /// The names of all coordinates: a register that stands for an open parameter is called as that.
    pub(super) fn coordinate_names(&self) -> Vec<String> {
        let (heaps, mut names) = (self.proof.heaps.len(), self.proof.tracks());
        if let Some(opened) = &self.proof.opened {
            let first = names.len() - opened.symbols.len();
            for (at, parameter) in opened.symbols.iter().enumerate().filter(|(at, _)| heaps <= first + at) {
                if self.hats.contains_key(&(first + at)) {
                    names[first + at] = symbol(parameter);
                }
            }
        }
        names
    }

    /// A form with parameters in the place of the numbers that stand for them.
    pub(super) fn shown(&self, form: &Inequality) -> Inequality {
        let mut shown = form.clone();
        for at in self.hats.keys() {
            shown.coefficients[*at] = 0;
        }
        for (at, hat) in &self.hats {
            shown = shown.plus(form.coefficients[*at], hat).unwrap_or_else(|| form.clone());
        }
        shown
    }

    /// The numbers that stand for open parameters as forms in these, if those are linear in the numbers.
    fn hats_of(&self) -> BTreeMap<usize, Inequality> {
        let Some(opened) = &self.proof.opened else { return BTreeMap::new() };
        let count = opened.symbols.len();
        let first = self.coordinates - count;
        let at = |registers: &[i64]| -> Option<Vec<i128>> {
            let settings = opened.settings(registers)?;
            let number = |symbol: &String| match settings.get(symbol)? {
                ParameterValue::Number(number) => Some(i128::from(*number)),
                ParameterValue::Set(_) | ParameterValue::Brackets(_) => None,
            };
            opened.symbols.iter().map(number).collect()
        };
        let unit = |one: usize, times: i64| (0..count).map(|at| if at == one { times } else { 0 }).collect::<Vec<_>>();
        let all = || {
            let zero = at(&unit(0, 0))?;
            let mut hats: BTreeMap<usize, Inequality> = BTreeMap::new();
            let columns: Vec<Vec<i128>> = (0..count).map(|one| at(&unit(one, 1))).collect::<Option<_>>()?;
            let (many, mut expected) = (at(&(3..).take(count).collect::<Vec<_>>())?, zero.clone());
            for (one, column) in columns.iter().enumerate() {
                for (sum, (value, zero)) in expected.iter_mut().zip(column.iter().zip(&zero)) {
                    *sum += (value - zero) * (3 + i128::try_from(one).ok()?);
                }
            }
            for row in 0..count {
                let own = columns[row][row] - zero[row];
                let mut form = self.variable(first + row).plus(-1, &self.number(zero[row]))?;
                for (earlier, column) in columns.iter().enumerate().take(row) {
                    form = form.plus(zero[row] - column[row], &hats[&(first + earlier)])?;
                }
                hats.insert(first + row, form.times(own)?);
                if own.abs() != 1 {
                    return None;
                }
            }
            (many == expected).then_some(hats)
        };
        all().unwrap_or_default()
    }
}

/// The rows of an alternative, if it has nothing else.
fn linear_rows(branch: &Branch) -> Option<&[Inequality]> {
    (branch.opaques.is_empty() && branch.residual.is_empty()).then_some(&branch.inequalities)
}

/// The opposite of a row, for integers.
pub(super) fn opposite(row: &Inequality) -> Option<Inequality> {
    let mut opposite = row.times(-1)?;
    opposite.constant += 1;
    Some(opposite)
}
