//! Which numbers are written in two digits: those that are divided by p, and all that are added to them or compared with them.
//! Knows nothing of how they are written then.
use super::numbers::{Expressed, cannot};
use crate::ruleset::branch::branches;
use crate::ruleset::linear::{Inequality, infeasible};
use crate::ruleset::statement::{Body, Bound, Except, Formula, Lookup, Place, Set, SetKind, Statement, Value};
use crate::ruleset::{Comparison, Condition, Part, Ruleset, Term, Variable};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Remainders by no greater number are said of numbers in two digits.
const MOST_RESIDUES: i128 = 6;

/// What heaps are divided by: a register, which is never negative, so many times, and a number that makes it at least 1; and what is
/// written in two digits then.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Modulus {
    /// The name of the register.
    pub register: String,
    /// How often it is taken; at least 1.
    // The explorer has a limit of bytes, and does without digits.
    #[cfg_attr(target_arch = "wasm32", serde(skip, default = "once"))]
    #[cfg_attr(not(target_arch = "wasm32"), serde(default = "once", skip_serializing_if = "is_once"))]
    pub times: i64,
    /// What is added to it; at least 1.
    pub more: i64,
    /// The names of the heaps and registers that are written in two digits.
    pub split: Vec<String>,
    /// How a heap of Nim is written that stands for a Grundy value; none if there is none.
    pub value: Option<Writing>,
}

impl Modulus {
    /// Whether it is at least 1 at all values of the register, and its numbers are so small that positions near 0 are numbers.
    pub(super) fn is_in_range(&self) -> bool {
        let fits = |number: i64| 1 <= number && i32::try_from(number).is_ok();
        fits(self.times) && fits(self.more)
    }
}

fn once() -> i64 {
    1
}

#[cfg(not(target_arch = "wasm32"))]
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
fn is_once(times: &i64) -> bool {
    *times == 1
}

/// What p is in the game as it was given: a register so many times, and a number more.
#[derive(Clone, Debug)]
pub(super) struct GivenGame {
    /// The register, as a coordinate.
    pub(super) register: usize,
    pub(super) times: i128,
    pub(super) more: i128,
    /// Registers that are known to be a multiple of p and a number.
    pub(super) multiples: Vec<Multiple>,
    /// Registers that are natural and known to be less than p: they are digits as they are.
    pub(super) less: Vec<usize>,
}

/// A register that is `p * (1 + k) + rest - more`, where k is natural.
#[derive(Clone, Debug)]
pub(super) struct Multiple {
    pub(super) coordinate: usize,
    pub(super) more: i128,
    pub(super) rest: i128,
}

/// What a term is divided by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Divisor {
    /// So many times p.
    Times(i128),
    /// A number that p divides.
    Divided,
}

impl GivenGame {
    /// p, with what is known of other registers where a condition holds.
    pub(super) fn of(register: usize, (times, more): (i128, i128), ruleset: &Ruleset) -> Self {
        let mut own = Self { register, times, more, multiples: Vec::new(), less: Vec::new() };
        let mut found = Vec::new();
        own.divides(&ruleset.positions, ruleset, &mut found);
        own.multiples = found;
        own.less = own.less_than_modulus(ruleset);
        own
    }

    /// The registers that no move changes and that are less than p in every position of the game.
    fn less_than_modulus(&self, ruleset: &Ruleset) -> Vec<usize> {
        let (heaps, dimension) = (ruleset.heaps.len(), ruleset.heaps.len() + ruleset.registers.len());
        let Ok(branches) = branches(&ruleset.positions, dimension, 0) else { return Vec::new() };
        let is_less = |at: &usize| {
            branches.iter().all(|branch| {
                let natural = |own: usize| {
                    let mut row = Inequality::zero(branch.variables());
                    row.coefficients[own] = -1;
                    row
                };
                // p <= the register
                let mut row = Inequality::zero(branch.variables());
                (row.coefficients[self.register], row.coefficients[*at], row.constant) = (self.times, -1, self.more);
                let mut rows = branch.inequalities.clone();
                rows.extend([natural(self.register), natural(*at), row]);
                infeasible(&rows, branch.variables())
            })
        };
        let is_fixed = |at: &usize| {
            let own = Term::Variable(Variable::Coordinate(*at));
            *at != self.register
                && 0 <= ruleset.registers[at - heaps].low
                && ruleset.moves.iter().all(|family| family.targets[*at] == own)
        };
        (heaps..dimension).filter(is_fixed).filter(is_less).collect()
    }

    /// `(c + r) mod p = rest` with rest < p and rest < c says that c + r is at least p + rest, and p divides what is above rest.
    fn divides(&self, condition: &Condition, ruleset: &Ruleset, found: &mut Vec<Multiple>) {
        match condition {
            Condition::And(parts) => parts.iter().for_each(|part| self.divides(part, ruleset, found)),
            Condition::Compare(Term::Modulo(left, divisor), Comparison::Equal, Term::Constant(rest)) => {
                let is_modulus = self.multiple(divisor) == Some((1, 0)) && (0..self.more).contains(rest);
                let Some((coordinate, more)) = raised(left).filter(|own| is_modulus && *rest < own.1) else { return };
                let register = coordinate.checked_sub(ruleset.heaps.len()).and_then(|at| ruleset.registers.get(at));
                let is_natural = register.is_some_and(|register| register.low == 0 && register.high.is_none());
                let own = Term::Variable(Variable::Coordinate(coordinate));
                let stays = ruleset.moves.iter().all(|family| family.targets[coordinate] == own);
                if is_natural && stays && coordinate != self.register {
                    found.push(Multiple { coordinate, more, rest: *rest });
                }
            }
            _ => {}
        }
    }

    /// What a term is, if it divides others.
    pub(super) fn divisor(&self, term: &Term) -> Option<Divisor> {
        if let Some((factor, more)) = self.multiple(term) {
            return (0 < factor && more == 0).then_some(Divisor::Times(factor));
        }
        let known = |own: &&Multiple| own.rest == 0 && raised(term) == Some((own.coordinate, own.more));
        self.multiples.iter().find(known).map(|_| Divisor::Divided)
    }

    /// Numbers n and m such that the term is n p + m.
    pub(super) fn multiple(&self, term: &Term) -> Option<(i128, i128)> {
        let (own, number) = self.alone(term)?;
        let factor = own / self.times;
        let is_multiple = factor * self.times == own;
        is_multiple.then_some((factor, number.checked_sub(factor.checked_mul(self.more)?)?))
    }

    /// How often the register is in a term of nothing else but a number, and the number.
    fn alone(&self, term: &Term) -> Option<(i128, i128)> {
        let (mut coefficients, number) = linear(term)?;
        let own = coefficients.remove(&self.register).unwrap_or(0);
        coefficients.values().all(|times| *times == 0).then_some((own, number))
    }

    /// Whether a term is at most p and a number that is less than `added`, and mentions the register.
    fn is_at_most(&self, term: &Term, added: i128) -> bool {
        let Some((own, number)) = self.alone(term) else { return false };
        let less = self.more.checked_add(added).is_some_and(|least| number < least);
        (1..=self.times).contains(&own) && less
    }

    /// The variables whose sum is less than p by a condition, if it says just that.
    pub(super) fn below(&self, condition: &Condition) -> Option<Vec<Variable>> {
        let (low, high, mut added) = match condition {
            Condition::Compare(low, Comparison::AtMost, high) => (low, high, 0_i128),
            Condition::Not(inner) => match &**inner {
                Condition::Compare(high, Comparison::AtMost, low) => (low, high, 1),
                _ => return None,
            },
            _ => return None,
        };
        let parts = if let Term::Sum(parts) = low { parts.as_slice() } else { std::slice::from_ref(low) };
        let mut variables = Vec::new();
        for part in parts {
            match part {
                Term::Variable(variable) => variables.push(*variable),
                Term::Constant(number) => added = added.checked_add(*number)?,
                _ => return None,
            }
        }
        self.is_at_most(high, added).then_some(variables)
    }
}

/// Coordinates, each so many times, and a number, of which a term is the sum.
fn linear(term: &Term) -> Option<(BTreeMap<usize, i128>, i128)> {
    Some(match term {
        Term::Constant(value) => (BTreeMap::new(), *value),
        Term::Variable(Variable::Coordinate(at)) => (BTreeMap::from([(*at, 1)]), 0),
        Term::Sum(parts) => parts.iter().try_fold((BTreeMap::new(), 0_i128), |(mut sum, number), part| {
            let (coefficients, own) = linear(part)?;
            for (at, times) in coefficients {
                let known = sum.entry(at).or_insert(0_i128);
                *known = known.checked_add(times)?;
            }
            Some((sum, number.checked_add(own)?))
        })?,
        Term::Product(left, right) => match (linear(left)?, linear(right)?) {
            ((none, factor), (mut sum, number)) | ((mut sum, number), (none, factor)) if none.is_empty() => {
                for times in sum.values_mut() {
                    *times = times.checked_mul(factor)?;
                }
                (sum, number.checked_mul(factor)?)
            }
            _ => return None,
        },
        _ => return None,
    })
}

/// A number with so few remainders that those of `p u + a` are said by those of p, u and a.
pub(super) fn few_residues(divisor: &Term) -> Option<i128> {
    match divisor {
        Term::Constant(divisor @ 2..=MOST_RESIDUES) => Some(*divisor),
        _ => None,
    }
}

/// Numbers that a coordinate is raised by or that something is multiplied by, as so many times a register and a number.
pub(super) fn steps(term: &Term, register: usize, heaps: usize) -> Vec<(i64, i64)> {
    let mut found: Vec<(i64, i64)> = raised_by(term, register, heaps).into_iter().collect();
    Part::Term(term).visit(&mut |inside| {
        let Part::Term(Term::Product(one, other)) = inside else { return };
        let alone = [one, other].into_iter().filter_map(|factor| {
            let (mut coefficients, number) = linear(factor)?;
            let times = coefficients.remove(&register)?;
            let is_alone = times != 0 && coefficients.values().all(|times| *times == 0);
            Some((i64::try_from(times).ok()?, i64::try_from(number).ok()?)).filter(|_| is_alone)
        });
        found.extend(alone);
    });
    found
}

/// How often a register, and what number, is added to one heap, if a term is just that, and no other.
fn raised_by(term: &Term, register: usize, heaps: usize) -> Option<(i64, i64)> {
    let (mut coefficients, number) = linear(term)?;
    let times = coefficients.remove(&register)?;
    coefficients.retain(|_, times| *times != 0);
    let is_heap = matches!(coefficients.iter().next(), Some((at, 1)) if *at < heaps) && coefficients.len() == 1;
    Some((i64::try_from(times).ok()?, i64::try_from(number).ok()?)).filter(|_| is_heap)
}

/// A coordinate, and the number that is added to it.
fn raised(term: &Term) -> Option<(usize, i128)> {
    match term {
        Term::Variable(Variable::Coordinate(at)) => Some((*at, 0)),
        Term::Sum(parts) => match parts.as_slice() {
            [Term::Constant(more), Term::Variable(Variable::Coordinate(at))]
            | [Term::Variable(Variable::Coordinate(at)), Term::Constant(more)] => Some((*at, *more)),
            _ => None,
        },
        _ => None,
    }
}

/// How a number is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Writing {
    /// On one track.
    Plain,
    /// As p u + a with 0 <= a < p.
    Split,
}

/// What is known of the numbers of a game and of a statement: which of them are written alike, and how.
#[derive(Debug)]
pub(super) struct Writings {
    given: GivenGame,
    parents: Vec<usize>,
    known: Vec<Option<Writing>>,
    is_both: bool,
    value: usize,
    moves: Vec<usize>,
    slots: usize,
}

impl Writings {
    /// Of all numbers of a game and a statement.
    pub(super) fn of(
        ruleset: &Ruleset,
        statement: &Statement,
        (given, modulus): (GivenGame, &Modulus),
    ) -> Expressed<Self> {
        let coordinates = ruleset.heaps.len() + ruleset.registers.len();
        let (parents, known) = ((0..=coordinates).collect(), vec![None; coordinates + 1]);
        let mut all = Self { given, parents, known, is_both: false, value: coordinates, moves: Vec::new(), slots: 0 };
        let names = ruleset.heaps.iter().chain(ruleset.registers.iter().map(|register| &register.name));
        for (at, _) in names.enumerate().filter(|(_, name)| modulus.split.contains(name)) {
            all.must(Some(at), Writing::Split);
        }
        if modulus.value == Some(Writing::Split) {
            all.must(Some(coordinates), Writing::Split);
        }
        all.condition(&ruleset.positions, 0);
        for family in &ruleset.moves {
            let amounts = all.several(family.amounts.len());
            all.moves.push(amounts);
            all.condition(&family.guard, amounts);
            all.position(&family.targets, amounts);
        }
        all.slots = all.several(statement.slots);
        for part in statement_parts(statement) {
            all.part(part);
        }
        if all.is_both {
            return cannot("a number is divided by the modulus here and multiplied by it there");
        }
        Ok(all)
    }

    pub(super) fn coordinate(&self, at: usize) -> Writing {
        self.found(at)
    }

    pub(super) fn value(&self) -> Writing {
        self.found(self.value)
    }

    pub(super) fn amount(&self, family: usize, amount: usize) -> Writing {
        self.found(self.moves[family] + amount)
    }

    pub(super) fn slot(&self, slot: usize) -> Writing {
        self.found(self.slots + slot)
    }

    fn several(&mut self, count: usize) -> usize {
        let first = self.parents.len();
        self.parents.extend(first..first + count);
        self.known.resize(first + count, None);
        first
    }

    fn fresh(&mut self, writing: Writing) -> usize {
        let own = self.several(1);
        self.known[own] = Some(writing);
        own
    }

    fn root(&self, mut number: usize) -> usize {
        while self.parents[number] != number {
            number = self.parents[number];
        }
        number
    }

    fn found(&self, number: usize) -> Writing {
        self.known[self.root(number)].unwrap_or(Writing::Plain)
    }

    fn alike(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        if one == other {
            return;
        }
        self.parents[other] = one;
        match (self.known[one], self.known[other]) {
            (Some(one), Some(other)) => self.is_both |= one != other,
            (None, known) => self.known[one] = known,
            (Some(_), None) => {}
        }
    }

    fn must(&mut self, number: Option<usize>, writing: Writing) {
        if let Some(number) = number {
            let own = self.fresh(writing);
            self.alike(number, own);
        }
    }

    /// All of these are written alike; a number that fits both ways is none of them.
    fn same<'t>(&mut self, terms: impl IntoIterator<Item = &'t Term>, amounts: usize) -> Option<usize> {
        let mut first = None;
        for term in terms {
            match (first, self.term(term, amounts)) {
                (Some(first), Some(other)) => self.alike(first, other),
                (None, found) => first = found,
                (Some(_), None) => {}
            }
        }
        first
    }

    /// The number that a term is written like; none if it fits both ways: the register so many times, numbers, what is less than p, and
    /// remainders by p.
    fn term(&mut self, term: &Term, amounts: usize) -> Option<usize> {
        if self.given.alone(term).is_some() {
            return None;
        }
        match term {
            Term::Variable(Variable::Coordinate(at)) if self.given.less.contains(at) => None,
            Term::Variable(Variable::Coordinate(at)) => Some(*at),
            Term::Variable(Variable::Amount(amount)) => Some(amounts + amount),
            Term::Sum(parts) | Term::Min(parts) | Term::Max(parts) => self.same(parts, amounts),
            Term::Cases(cases) => {
                for (guard, _) in cases {
                    self.condition(guard, amounts);
                }
                self.same(cases.iter().map(|case| &case.1), amounts)
            }
            Term::Product(left, right) => match (self.given.multiple(left), self.given.multiple(right)) {
                (Some((0, _)), _) => self.term(right, amounts),
                (_, Some((0, _))) => self.term(left, amounts),
                (None, None) => Some(self.plain([&**left, &**right], amounts)),
                (known, _) => {
                    self.term(if known.is_some() { right } else { left }, amounts);
                    Some(self.fresh(Writing::Split))
                }
            },
            Term::Modulo(left, right) if few_residues(right).is_some() => {
                self.term(left, amounts);
                Some(self.fresh(Writing::Plain))
            }
            Term::FloorDivide(left, right) | Term::Modulo(left, right) => match self.given.divisor(right) {
                None => Some(self.plain([&**left, &**right], amounts)),
                Some(by) => {
                    for part in [left, right] {
                        let divided = self.term(part, amounts);
                        self.must(divided, Writing::Split);
                    }
                    match term {
                        Term::FloorDivide(..) => Some(self.fresh(Writing::Plain)),
                        _ => (by != Divisor::Times(1)).then(|| self.fresh(Writing::Split)),
                    }
                }
            },
            term => {
                let mut inside = Vec::new();
                Part::Term(term).direct(&mut |part| {
                    if let Part::Term(part) = part {
                        inside.push(part);
                    }
                });
                Some(self.plain(inside, amounts))
            }
        }
    }

    fn plain<'t>(&mut self, terms: impl IntoIterator<Item = &'t Term>, amounts: usize) -> usize {
        for term in terms {
            let found = self.term(term, amounts);
            self.must(found, Writing::Plain);
        }
        self.fresh(Writing::Plain)
    }

    fn condition(&mut self, condition: &Condition, amounts: usize) {
        match condition {
            Condition::Known(_) => {}
            Condition::And(parts) | Condition::Or(parts) => parts.iter().for_each(|part| self.condition(part, amounts)),
            Condition::Not(inner) => self.condition(inner, amounts),
            Condition::Compare(left, _, right) => {
                self.same([left, right], amounts);
            }
        }
    }

    /// Numbers that stand where the coordinates stand.
    fn position(&mut self, position: &[Term], amounts: usize) {
        for (at, term) in position.iter().enumerate() {
            if let Some(found) = self.term(term, amounts) {
                self.alike(at, found);
            }
        }
    }

    /// A part of a statement, and all that is inside of it.
    fn part(&mut self, part: Part<'_>) {
        let slots = self.slots;
        match part {
            Part::Condition(condition) => self.condition(condition, slots),
            Part::Lookup(lookup) => self.lookup(lookup),
            Part::Formula(formula) => self.formula(formula),
            Part::Set(set) => self.set(set),
            Part::Term(_) => {}
        }
        if !matches!(part, Part::Condition(_) | Part::Lookup(_) | Part::Term(_)) {
            part.direct(&mut |inside| self.part(inside));
        }
    }

    fn lookup(&mut self, lookup: &Lookup) {
        self.alike(self.value, self.slots + lookup.slot);
        self.position(&lookup.position, self.slots);
    }

    fn formula(&mut self, formula: &Formula) {
        let slots = self.slots;
        match formula {
            Formula::Is(_, Place { position, .. }) | Formula::Member(Place { position, .. }, _) => {
                self.position(position, slots);
            }
            Formula::AllOptions(place, own, _) | Formula::SomeOption(place, own, _) => {
                self.position(&place.position, slots);
                own.iter().enumerate().for_each(|(at, slot)| self.alike(at, slots + slot));
            }
            Formula::ForAll(bound, _) | Formula::Exists(bound, _) => self.bound(bound),
            _ => {}
        }
    }

    fn set(&mut self, set: &Set) {
        let slots = self.slots;
        let mut element = |values: &[Value]| {
            for (at, value) in values.iter().enumerate() {
                if let Some(found) = self.term(&value.term, slots) {
                    self.alike(at, found);
                }
            }
        };
        match &set.kind {
            SetKind::List(elements) => elements.iter().for_each(|values| element(values)),
            SetKind::Family { bound, element: own, .. } => {
                element(own);
                for bound in bound {
                    self.bound(bound);
                }
            }
            _ => {}
        }
    }

    fn bound(&mut self, bound: &Bound) {
        let slot = self.slots + bound.slot;
        for (low, high) in &bound.domain.0 {
            for end in std::iter::once(low).chain(high) {
                if let Some(found) = self.term(&end.term, self.slots) {
                    self.alike(slot, found);
                }
            }
        }
    }
}

/// What a statement is made of.
pub(super) fn statement_parts(statement: &Statement) -> Vec<Part<'_>> {
    let mut parts = vec![match &statement.body {
        Body::Equal(_, set) => Part::Set(set),
        Body::Holds(formula) => Part::Formula(formula),
    }];
    parts.push(Part::Formula(&statement.valued));
    parts.extend(statement.condition.as_ref().map(Part::Formula));
    if let Except::These(set) = &statement.except {
        parts.push(Part::Set(set));
    }
    parts
}
