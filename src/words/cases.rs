//! The two conditions on a set over a sequence, case by case: each move from one element to another contradicts linear inequalities, and
//! a position outside has a move whose amounts are linear. Only what is shown so is told.
mod inside;
mod outside;

use super::ConfirmedProof;
use super::contradiction::{form, written};
use super::page::{ProofBlock, ProofLine};
use crate::certificate::{Sequence, Sum};
use crate::latex::symbol;
use crate::recheck::growth::{ElementForm, element_forms};
use crate::recheck::p_positions;
use crate::ruleset::branch::{Branch, branches};
use crate::ruleset::linear::{Eliminated, Inequality, eliminate, infeasible};
use crate::ruleset::statement::{Set, SetKind, Value};
use crate::ruleset::{ParameterValue, Term, Variable};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

/// Systems of inequalities that are decided for one proof; one costs microseconds to a millisecond.
const MOST_SYSTEMS: usize = 10_000;
/// Cases in which a position is no element.
const MOST_CASES: usize = 200;

/// Where variables stand: coordinates, amounts, bound variables of a family, and the term and difference at two indices.
#[derive(Clone, Copy)]
struct Places {
    coordinates: usize,
    amounts: usize,
    slots: usize,
}

impl Places {
    fn term(self, index: usize) -> usize {
        self.coordinates + self.amounts + self.slots + 2 * index
    }

    fn all(self) -> usize {
        self.term(2)
    }
}

/// A family of the set.
struct ElementFamily<'a> {
    forms: &'a [ElementForm],
    /// The order of the components in the element.
    order: Vec<usize>,
    /// Rows on its bound variables.
    bounds: Vec<Inequality>,
}

struct Cases<'a> {
    proof: &'a ConfirmedProof<'a>,
    made: &'a Sequence,
    places: Places,
    families: Vec<ElementFamily<'a>>,
    /// For each register that stands for an open parameter, what it is in terms of these.
    hats: BTreeMap<usize, Inequality>,
    /// Systems that may still be decided.
    left: Cell<usize>,
}

/// The proof of both conditions, if all of it is linear and not too long, until somebody asks to stop.
pub(super) fn told(proof: &ConfirmedProof<'_>) -> Option<Vec<ProofBlock>> {
    let made = proof.certificate.sequence.as_ref()?;
    let set = &*p_positions(&proof.ruleset, &proof.statement)?;
    let forms = element_forms(&proof.ruleset, made, set)?;
    let coordinates = proof.ruleset.heaps.len() + proof.ruleset.registers.len();
    let amounts = proof.ruleset.moves.iter().map(|family| family.amounts.len()).max()?;
    let places = Places { coordinates, amounts, slots: proof.statement.slots };
    let mut cases =
        Cases { proof, made, places, families: Vec::new(), hats: BTreeMap::new(), left: Cell::new(MOST_SYSTEMS) };
    cases.collect(set, &forms, &(0..coordinates).collect::<Vec<_>>())?;
    cases.hats = cases.hats();
    let mut blocks = vec![cases.elements()?];
    blocks.append(&mut cases.inside()?);
    blocks.append(&mut cases.outside()?);
    Some(blocks)
}

impl<'a> Cases<'a> {
    /// The families of a set, each with the order of its components; `None` if it has other parts.
    fn collect(&mut self, set: &Set, forms: &'a BTreeMap<usize, Vec<ElementForm>>, order: &[usize]) -> Option<()> {
        match &set.kind {
            SetKind::Union(left, right) => {
                self.collect(left, forms, order)?;
                self.collect(right, forms, order)
            }
            SetKind::Symmetric(inner, 1) if self.proof.ruleset.heaps.len() == 2 => {
                self.collect(inner, forms, order)?;
                let mut swapped = order.to_vec();
                swapped.swap(0, 1);
                self.collect(inner, forms, &swapped)
            }
            SetKind::Family { bound, condition: None, .. } => {
                let forms = forms.get(&set.id)?;
                let used = |slot: usize| {
                    let mut all = forms.iter().flat_map(|one| &one.rest.0);
                    all.any(|(variable, _)| *variable == Variable::Amount(slot))
                };
                let mut bounds = Vec::new();
                for own in bound.iter().filter(|own| used(own.slot)) {
                    let [(low, high)] = own.domain.0.as_slice() else { return None };
                    let slot = self.variable(self.slot(own.slot));
                    bounds.push(self.of_value(low)?.plus(-1, &slot)?);
                    if let Some(high) = high {
                        bounds.push(slot.plus(-1, &self.of_value(high)?)?);
                    }
                }
                // All but the index of the sequence are read.
                let unread = bound.iter().filter(|own| !used(own.slot)).count();
                self.families.push(ElementFamily { forms, order: order.to_vec(), bounds });
                (unread == 1).then_some(())
            }
            _ => None,
        }
    }

    /// Whether no integers satisfy a system; `None` if too many were asked, or somebody asked to stop.
    fn is_excluded(&self, system: &[Inequality]) -> Option<bool> {
        self.spend(1)?;
        Some(infeasible(system, self.places.all()))
    }

    fn spend(&self, systems: usize) -> Option<()> {
        self.left.set(self.left.get().checked_sub(systems)?);
        (!self.proof.cancel.load(Ordering::Relaxed)).then_some(())
    }

    fn slot(&self, slot: usize) -> usize {
        self.places.coordinates + self.places.amounts + slot
    }

    fn variable(&self, at: usize) -> Inequality {
        let mut form = self.number(0);
        form.coefficients[at] = 1;
        form
    }

    fn number(&self, number: i128) -> Inequality {
        Inequality { constant: number, ..Inequality::zero(self.places.all()) }
    }

    /// A form of a branch, whose variables are coordinates and amounts or bound variables, at these places.
    fn placed(&self, form: &Inequality, first: usize) -> Inequality {
        let mut placed = self.number(form.constant);
        for (at, factor) in form.coefficients.iter().enumerate() {
            let place = at.checked_sub(self.places.coordinates).map_or(at, |more| first + more);
            if *factor != 0 {
                placed.coefficients[place] = *factor;
            }
        }
        placed
    }

    fn of_value(&self, value: &Value) -> Option<Inequality> {
        let (coordinates, amounts) = (self.places.coordinates, self.places.slots);
        let nothing = Branch {
            coordinates,
            amounts,
            opaques: Vec::new(),
            inequalities: Vec::new(),
            facts: 0,
            residual: Vec::new(),
        };
        let form = nothing.linear(&value.term).filter(|_| value.lookups.is_empty())?;
        Some(self.placed(&form, self.slot(0)))
    }

    /// A sum of the certificate.
    fn of_sum(&self, sum: &Sum) -> Option<Inequality> {
        let mut form = self.number(sum.constant.into());
        for (name, factor) in &sum.of {
            let at = self.proof.ruleset.registers.iter().position(|register| register.name == *name)?;
            form.coefficients[self.proof.ruleset.heaps.len() + at] += i128::from(*factor);
        }
        Some(form)
    }

    fn is_arithmetic(&self) -> bool {
        self.made.step.constant == 0 && self.made.step.of.is_empty()
    }

    fn term(&self, index: usize) -> Inequality {
        self.variable(self.places.term(index))
    }

    /// The difference at an index: the first one where all are the same.
    fn difference(&self, index: usize) -> Option<Inequality> {
        if self.is_arithmetic() {
            return self.of_sum(&self.made.difference);
        }
        Some(self.variable(self.places.term(index) + 1))
    }

    /// What is true of an index.
    fn of_index(&self, index: usize) -> Option<Vec<Inequality>> {
        let mut rows = vec![self.of_sum(&self.made.term)?.plus(-1, &self.term(index))?];
        if !self.is_arithmetic() {
            rows.push(self.of_sum(&self.made.difference)?.plus(-1, &self.difference(index)?)?);
        }
        Some(rows)
    }

    /// What is true of two indices, the first before the second.
    fn ascending(&self, first: usize, second: usize) -> Option<Vec<Inequality>> {
        let next = self.term(first).plus(1, &self.difference(first)?)?;
        let mut rows = vec![next.plus(-1, &self.term(second))?];
        if !self.is_arithmetic() {
            let next = self.difference(first)?.plus(1, &self.of_sum(&self.made.step)?)?;
            rows.push(next.plus(-1, &self.difference(second)?)?);
        }
        Some(rows)
    }

    /// When a position is the element of a family at an index: rows without its bound variables.
    fn element(&self, family: &ElementFamily<'_>, position: &[Inequality], index: usize) -> Option<Vec<Inequality>> {
        let mut rows = family.bounds.clone();
        for (form, at) in family.forms.iter().zip(&family.order) {
            let mut other = self.number(form.rest.1.into());
            other = other.plus(form.of_term.into(), &self.term(index))?;
            other = other.plus(form.of_difference.into(), &self.difference(index)?)?;
            for (variable, factor) in &form.rest.0 {
                let place = match variable {
                    Variable::Coordinate(at) => *at,
                    Variable::Amount(slot) => self.slot(*slot),
                };
                other.coefficients[place] += i128::from(*factor);
            }
            let difference = position[*at].times(form.scale.into())?.plus(-1, &other)?;
            rows.extend([difference.times(-1)?, difference]);
        }
        for slot in 0..self.places.slots {
            rows = match eliminate(&rows, self.slot(slot)) {
                Eliminated::Rows(rows) => rows,
                Eliminated::Infeasible => vec![self.number(1)],
                Eliminated::Abandoned => return None,
            };
        }
        Some(rows)
    }

    /// What the elements at an index are.
    fn elements(&self) -> Option<ProofBlock> {
        let names = self.named(None);
        let family = |family: &ElementFamily<'_>| {
            let rows = self.element(family, &self.here(), 0)?;
            let rows = rows
                .iter()
                .filter(|row| row.coefficients[..self.proof.ruleset.heaps.len()].iter().any(|own| *own != 0));
            let rows: Vec<String> = rows.map(|row| format!("${}$", written(&self.shown(row), &names))).collect();
            Some(rows.join(", "))
        };
        let all = self.families.iter().map(family).collect::<Option<Vec<_>>>()?.join("; or ");
        let difference = form(&self.shown(&self.difference(0)?), &names);
        let [_, letter] = self.proof.letters();
        let difference = if self.is_arithmetic() {
            format!(" Here ${letter}_k = {difference}$ for all $k$.")
        } else {
            String::new()
        };
        Some(ProofBlock::Paragraph(ProofLine::of(&format!(
            "A position is the element at $k$ if and only if {all}.{difference}"
        ))))
    }

    fn here(&self) -> Vec<Inequality> {
        (0..self.places.coordinates).map(|at| self.variable(at)).collect()
    }

    /// What is true of every position.
    fn domain(&self) -> Option<Vec<Inequality>> {
        let ruleset = &self.proof.ruleset;
        let low = ruleset.heaps.iter().map(|_| 0).chain(ruleset.registers.iter().map(|register| register.low));
        let mut rows: Vec<Inequality> = Vec::new();
        for (at, low) in low.enumerate() {
            rows.push(self.number(low.into()).plus(-1, &self.variable(at))?);
        }
        let all = branches(&ruleset.positions, self.places.coordinates, 0).ok()?;
        let [only] = all.as_slice() else { return None };
        rows.extend(linear_rows(only)?.iter().map(|row| self.placed(row, 0)));
        Some(rows)
    }

    /// The alternatives of a move: its rows, and where it leads.
    fn alternatives(&self, rule: usize) -> Option<Vec<(Vec<Inequality>, Vec<Inequality>)>> {
        let family = &self.proof.ruleset.moves[rule];
        let all = branches(&family.guard, self.places.coordinates, family.amounts.len()).ok()?;
        let placed = |form: &Inequality| self.placed(form, self.places.coordinates);
        let one = |branch: &Branch| {
            let rows = linear_rows(branch)?.iter().map(placed).collect();
            let target = |target: &Term| branch.linear(target).as_ref().map(placed);
            Some((rows, family.targets.iter().map(target).collect::<Option<_>>()?))
        };
        all.iter().filter(|_| family.more.is_empty()).map(one).collect()
    }

    /// The names of all variables, with the amounts of a move.
    fn named(&self, rule: Option<usize>) -> Vec<String> {
        let ruleset = &self.proof.ruleset;
        let registers = ruleset.registers.iter().enumerate().map(|(at, register)| {
            let opened = self.proof.opened.as_ref().filter(|_| self.hats.contains_key(&(ruleset.heaps.len() + at)));
            let symbol_at = |symbols: &'_ [String]| {
                symbols.get(at.checked_sub(ruleset.registers.len().checked_sub(symbols.len())?)?).cloned()
            };
            match opened.and_then(|opened| symbol_at(&opened.symbols)).as_ref() {
                Some(parameter) => symbol(parameter),
                None => symbol(&register.name),
            }
        });
        let mut names: Vec<String> = ruleset.heaps.iter().map(|heap| symbol(heap)).chain(registers).collect();
        names.extend(rule.iter().flat_map(|rule| &ruleset.moves[*rule].amounts).map(|amount| symbol(amount)));
        names.resize(self.places.term(0), String::new());
        let [term, difference] = self.proof.letters();
        names.extend(
            ["k", "l"].iter().flat_map(|index| [term, difference].map(|letter| format!("{letter}_{{{index}}}"))),
        );
        names
    }

    /// A form with parameters in the place of the numbers that stand for them.
    fn shown(&self, form: &Inequality) -> Inequality {
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
    fn hats(&self) -> BTreeMap<usize, Inequality> {
        let Some(opened) = &self.proof.opened else { return BTreeMap::new() };
        let count = opened.symbols.len();
        let first = self.places.coordinates - count;
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
fn opposite(row: &Inequality) -> Option<Inequality> {
    let mut opposite = row.times(-1)?;
    opposite.constant += 1;
    Some(opposite)
}
