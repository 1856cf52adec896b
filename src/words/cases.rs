//! The two conditions on a set over a sequence, case by case: each move from one element to another contradicts linear inequalities, and
//! a position outside has a move whose amounts are linear. Only what is shown so is told.
mod inside;
mod outside;

use super::ConfirmedProof;
use super::contradiction::{form, written};
use super::frame::LinearFrame;
use super::page::{ProofBlock, ProofLine};
use crate::certificate::{Sequence, Sum};
use crate::latex::symbol;
use crate::recheck::growth::{ElementForm, element_forms};
use crate::recheck::p_positions;
use crate::ruleset::Variable;
use crate::ruleset::branch::Branch;
use crate::ruleset::linear::{Eliminated, Inequality, eliminate};
use crate::ruleset::statement::{Set, SetKind, Value};
use std::collections::BTreeMap;

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
    frame: LinearFrame<'a>,
    made: &'a Sequence,
    places: Places,
    families: Vec<ElementFamily<'a>>,
}

/// The proof of both conditions, if all of it is linear and not too long, until somebody asks to stop.
pub(super) fn told(proof: &ConfirmedProof<'_>) -> Option<Vec<ProofBlock>> {
    let made = proof.certificate.sequence.as_ref()?;
    let set = &*p_positions(&proof.ruleset, &proof.statement)?;
    let forms = element_forms(&proof.ruleset, made, set)?;
    let coordinates = proof.ruleset.heaps.len() + proof.ruleset.registers.len();
    let amounts = proof.ruleset.moves.iter().map(|family| family.amounts.len()).max()?;
    let places = Places { coordinates, amounts, slots: proof.statement.slots };
    let frame = LinearFrame::new(proof, places.all(), MOST_SYSTEMS);
    let mut cases = Cases { frame, made, places, families: Vec::new() };
    cases.collect(set, &forms, &(0..coordinates).collect::<Vec<_>>())?;
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
            SetKind::Symmetric(inner, 1) if self.frame.proof.ruleset.heaps.len() == 2 => {
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
                    let slot = self.frame.variable(self.slot(own.slot));
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

    fn slot(&self, slot: usize) -> usize {
        self.places.coordinates + self.places.amounts + slot
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
        Some(self.frame.placed(&form, self.slot(0)))
    }

    /// A sum of the certificate.
    fn of_sum(&self, sum: &Sum) -> Option<Inequality> {
        let mut form = self.frame.number(sum.constant.into());
        for (name, factor) in &sum.of {
            let at = self.frame.proof.ruleset.registers.iter().position(|register| register.name == *name)?;
            form.coefficients[self.frame.proof.ruleset.heaps.len() + at] += i128::from(*factor);
        }
        Some(form)
    }

    fn is_arithmetic(&self) -> bool {
        self.made.step.constant == 0 && self.made.step.of.is_empty()
    }

    fn term(&self, index: usize) -> Inequality {
        self.frame.variable(self.places.term(index))
    }

    /// The difference at an index: the first one where all are the same.
    fn difference(&self, index: usize) -> Option<Inequality> {
        if self.is_arithmetic() {
            return self.of_sum(&self.made.difference);
        }
        Some(self.frame.variable(self.places.term(index) + 1))
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
            let mut other = self.frame.number(form.rest.1.into());
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
                Eliminated::Infeasible => vec![self.frame.number(1)],
                Eliminated::Abandoned => return None,
            };
        }
        Some(rows)
    }

    /// What the elements at an index are.
    fn elements(&self) -> Option<ProofBlock> {
        let names = self.named(None);
        let family = |family: &ElementFamily<'_>| {
            let rows = self.element(family, &self.frame.here(), 0)?;
            let rows = rows
                .iter()
                .filter(|row| row.coefficients[..self.frame.proof.ruleset.heaps.len()].iter().any(|own| *own != 0));
            let rows: Vec<String> = rows.map(|row| format!("${}$", written(&self.frame.shown(row), &names))).collect();
            Some(rows.join(", "))
        };
        let all = self.families.iter().map(family).collect::<Option<Vec<_>>>()?.join("; or ");
        let difference = form(&self.frame.shown(&self.difference(0)?), &names);
        let [_, letter] = self.frame.proof.letters();
        let difference = if self.is_arithmetic() {
            format!(" Here ${letter}_k = {difference}$ for all $k$.")
        } else {
            String::new()
        };
        Some(ProofBlock::Paragraph(ProofLine::of(&format!(
            "A position is the element at $k$ if and only if {all}.{difference}"
        ))))
    }

    /// The names of all variables, with the amounts of a move.
    fn named(&self, rule: Option<usize>) -> Vec<String> {
        let mut names = self.frame.coordinate_names();
        let ruleset = &self.frame.proof.ruleset;
        names.extend(rule.iter().flat_map(|rule| &ruleset.moves[*rule].amounts).map(|amount| symbol(amount)));
        names.resize(self.places.term(0), String::new());
        let [term, difference] = self.frame.proof.letters();
        names.extend(
            ["k", "l"].iter().flat_map(|index| [term, difference].map(|letter| format!("{letter}_{{{index}}}"))),
        );
        names
    }
}
