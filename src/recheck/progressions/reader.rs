//! Terms, formulas and sets of claims as what is said of unknown integers, where indices occur only in powers of one ratio, or in a complementary
//! pair and by themselves. A set is asked at some indices where all would count, which is less: a contradiction with less is one with all.
use super::monomials::{Monomials, UnknownOf, divides, is_positive, of_one, product};
use super::pairs::ComplementaryPair;
use crate::recheck::claims::orders;
use crate::recheck::products::forms::{Asserted, Formed, IntegerForm, at_most, condition_of, equal, known, less, not};
use crate::ruleset::definition::Given;
use crate::ruleset::statement::{Bound, Formula, Property, Set, SetKind, Value};
use crate::ruleset::words::{kind_of_formula, kind_of_set, kind_of_term};
use crate::ruleset::{Condition, Term, Variable};
use crate::value::Outcome;
use std::collections::BTreeMap;
use std::rc::Rc;

/// What is said of a part of a claim that is not read.
const NOT_SO: &str = "is not read in a proof by powers of a parameter or by a complementary pair";

/// Exponents at most, beside an index or alone.
const MOST_EXPONENT: i128 = 8;

/// What a variable is.
#[derive(Clone, Debug)]
pub(super) enum ReadSlot {
    Number(IntegerForm),
    /// An index, by the power of the ratio that has it.
    Index(IntegerForm),
}

/// What variables are.
#[derive(Clone, Debug, Default)]
pub(super) struct ReadScope {
    pub(super) coordinates: Vec<IntegerForm>,
    pub(super) slots: BTreeMap<usize, ReadSlot>,
}

/// A power of the ratio whose index is unknown, and is this number or more.
#[derive(Clone, Debug)]
pub(super) struct UnknownPower {
    power: IntegerForm,
    low: usize,
}

/// What stands for an index.
#[derive(Clone, Debug)]
pub(super) enum IndexedBy {
    /// The power of a ratio that has it, and those that were made.
    Powers(IntegerForm, Vec<UnknownPower>),
    /// Itself, and the numbers of a complementary pair.
    Pairs(ComplementaryPair),
}

/// Reads what is said, and notes what is so of the numbers that it makes.
pub(super) struct ProgressionReader {
    pub(super) numbers: Monomials,
    indexed: IndexedBy,
    heaps: usize,
    facts: Vec<Asserted>,
    /// Quotients that do not come out even.
    quotients: Vec<IntegerForm>,
    /// The P-positions, where a claim may ask for them.
    pub(super) known_set: Option<Rc<Set>>,
    /// The indices for which it is asked whether something is so of all of them, each by what stands for it.
    pub(super) asked: Vec<IntegerForm>,
    /// Whether it is also asked at the pair of which a bound index is, and at the pair that it is the index of.
    pub(super) asks_pairs: bool,
}

impl ReadScope {
    fn with(&self, slot: usize, read: ReadSlot) -> Self {
        let mut more = self.clone();
        more.slots.insert(slot, read);
        more
    }
}

impl ProgressionReader {
    pub(super) fn new(numbers: Monomials, indexed: IndexedBy, heaps: usize) -> Self {
        let (facts, quotients, asked) = (Vec::new(), Vec::new(), Vec::new());
        Self { numbers, indexed, heaps, facts, quotients, known_set: None, asked, asks_pairs: false }
    }

    pub(super) fn pair(&self) -> Option<&ComplementaryPair> {
        match &self.indexed {
            IndexedBy::Powers(..) => None,
            IndexedBy::Pairs(pair) => Some(pair),
        }
    }

    pub(super) fn note(&mut self, fact: Asserted) {
        self.facts.push(fact);
    }

    /// What is so of all numbers that were made: a power is the first of its indices, or the second or more; two powers are equal, or one is
    /// the ratio times the other or more.
    pub(super) fn facts(&self) -> Formed<Vec<Asserted>> {
        let mut all = self.facts.clone();
        let (ratio, powers) = match &self.indexed {
            IndexedBy::Powers(ratio, powers) => (ratio, powers),
            IndexedBy::Pairs(pair) => {
                all.append(&mut pair.facts()?);
                all.append(&mut pair.compared(&self.quotients)?);
                return Ok(all);
            }
        };
        for (at, one) in powers.iter().enumerate() {
            let (first, second) = (self.first(one.low)?, self.first(one.low + 1)?);
            all.push(Asserted::One(vec![equal(&one.power, &first)?, at_most(&second, &one.power)?]));
            // This holds in both cases, and is more of a fact for fractions.
            all.push(at_most(&first, &one.power)?);
            // Which of a power and a quotient is the smaller one.
            for quotient in self.quotients.iter().filter(|_| self.known_set.is_some()) {
                let same = equal(quotient, &one.power)?;
                all.push(Asserted::One(vec![less(quotient, &one.power)?, same, less(&one.power, quotient)?]));
            }
            for other in &powers[..at] {
                all.push(Asserted::One(vec![
                    equal(&one.power, &other.power)?,
                    at_most(&product(ratio, &one.power)?, &other.power)?,
                    at_most(&product(ratio, &other.power)?, &one.power)?,
                ]));
            }
        }
        Ok(all)
    }

    /// What stands for this index.
    pub(super) fn first(&self, index: usize) -> Formed<IntegerForm> {
        match &self.indexed {
            IndexedBy::Powers(..) => (0..index).try_fold(IntegerForm::number(1), |power, _| self.next(&power)),
            IndexedBy::Pairs(_) => (0..index).try_fold(IntegerForm::default(), |index, _| self.next(&index)),
        }
    }

    /// What stands for the index after one.
    pub(super) fn next(&self, index: &IntegerForm) -> Formed<IntegerForm> {
        match &self.indexed {
            IndexedBy::Powers(ratio, _) => product(ratio, index),
            IndexedBy::Pairs(_) => index.and(1),
        }
    }

    /// What stands for an index from a number on.
    pub(super) fn index(&mut self, low: usize) -> Formed<IntegerForm> {
        match &mut self.indexed {
            IndexedBy::Powers(_, powers) => {
                let power = self.numbers.fresh(UnknownOf::Power)?;
                powers.push(UnknownPower { power: power.clone(), low });
                Ok(power)
            }
            IndexedBy::Pairs(pair) => {
                let (index, fact) = pair.index(&mut self.numbers, low)?;
                self.note(fact);
                Ok(index)
            }
        }
    }

    /// The power that stands for an index, or the smaller number of the pair there.
    pub(super) fn lower(&mut self, index: &IntegerForm) -> Formed<IntegerForm> {
        match &mut self.indexed {
            IndexedBy::Powers(..) => Ok(index.clone()),
            IndexedBy::Pairs(pair) => pair.lower(&mut self.numbers, index),
        }
    }

    /// A natural number is an index of a pair.
    pub(super) fn is_an_index(&mut self, number: &IntegerForm) {
        if let IndexedBy::Pairs(pair) = &mut self.indexed {
            pair.is_an_index(number);
        }
    }

    /// Asks of an index, and of the numbers of the pair there.
    pub(super) fn ask_pair(&mut self, index: &IntegerForm) -> Formed<()> {
        if let IndexedBy::Pairs(pair) = &mut self.indexed {
            let both = [pair.lower(&mut self.numbers, index)?, pair.upper(&mut self.numbers, index)?];
            self.asked.push(index.clone());
            self.asked.extend(both);
        }
        Ok(())
    }

    /// Asks of the index at which a natural number is one of the pair, and of the pair there.
    pub(super) fn ask_pair_of(&mut self, number: &IntegerForm) -> Formed<()> {
        let index = self.index(0)?;
        let of = self.is_of_the_pair(number, &index)?;
        self.note(of);
        self.ask_pair(&index)
    }

    /// Asks of an index; of a power also at the next index, and at the one before, if there is one.
    fn ask_beside(&mut self, index: &IntegerForm) -> Formed<()> {
        self.asked.push(index.clone());
        if self.pair().is_none() {
            let (next, before) = (self.next(index)?, self.index(0)?);
            self.note(Asserted::One(vec![equal(index, &self.first(0)?)?, equal(index, &self.next(&before)?)?]));
            self.asked.extend([next, before]);
        } else if self.asks_pairs {
            self.ask_pair_of(index)?;
            self.ask_pair(index)?;
        }
        Ok(())
    }

    /// That a number is one of the pair at an index: every natural number is at some.
    pub(super) fn is_of_the_pair(&mut self, number: &IntegerForm, index: &IntegerForm) -> Formed<Asserted> {
        let IndexedBy::Pairs(pair) = &mut self.indexed else {
            return Err("that there is a last power does not follow".to_owned());
        };
        let (lower, upper) = (pair.lower(&mut self.numbers, index)?, pair.upper(&mut self.numbers, index)?);
        let negative = less(number, &IntegerForm::default())?;
        Ok(Asserted::One(vec![negative, equal(number, &lower)?, equal(number, &upper)?]))
    }

    /// A quotient rounded down, and whether it comes out even: then its product with the divisor is the dividend.
    pub(super) fn quotient(&mut self, above: &IntegerForm, below: &IntegerForm) -> Formed<(IntegerForm, bool)> {
        if !is_positive(below) {
            return Err("a divisor need not be positive".to_owned());
        }
        if below.known() == Some(1) {
            return Ok((above.clone(), true));
        }
        let quotient = self.numbers.fresh(UnknownOf::Made)?;
        let multiple = product(below, &quotient)?;
        let is_even = self.comes_out_even(above, below)?;
        if is_even {
            self.note(equal(&multiple, above)?);
        } else {
            self.note(at_most(&multiple, above)?);
            self.note(less(above, &multiple.plus(1, below)?)?);
            self.quotients.push(quotient.clone());
        }
        Ok((quotient, is_even))
    }

    /// Whether `u q + v` is a multiple of D for each power q of the ratio d that is q: D divides it for the first q as polynomials in t,
    /// and from one q to the next `u d q + v = d (u q + v) + v (1 - d)`.
    fn comes_out_even(&self, above: &IntegerForm, below: &IntegerForm) -> Formed<bool> {
        if divides(below, above)? {
            return Ok(true);
        }
        let IndexedBy::Powers(ratio, powers) = &self.indexed else { return Ok(false) };
        for UnknownPower { power, low } in powers {
            if let Some((times, rest)) = of_one(above, power) {
                let first = product(&times, &self.first(*low)?)?.plus(1, &rest)?;
                let more = product(&rest, &ratio.and(-1)?)?;
                return Ok(divides(below, &first)? && divides(below, &more)?);
            }
        }
        Ok(false)
    }

    pub(super) fn terms(&mut self, terms: &[Term], scope: &ReadScope) -> Formed<Vec<IntegerForm>> {
        terms.iter().map(|term| self.term(term, scope)).collect()
    }

    /// A term as a linear form, with new unknowns for quotients and for the least or greatest of several terms.
    pub(super) fn term(&mut self, term: &Term, scope: &ReadScope) -> Formed<IntegerForm> {
        match term {
            Term::Constant(number) => IntegerForm::default().and(*number),
            Term::Variable(Variable::Coordinate(at)) => {
                scope.coordinates.get(*at).cloned().ok_or_else(|| "a coordinate is missing".to_owned())
            }
            Term::Variable(Variable::Amount(slot)) => match scope.slots.get(slot) {
                Some(ReadSlot::Number(form)) => Ok(form.clone()),
                Some(ReadSlot::Index(_)) => Err("indices are read in exponents only".to_owned()),
                None => Err("a variable is missing".to_owned()),
            },
            Term::Sum(parts) => {
                let parts = self.terms(parts, scope)?;
                parts.iter().try_fold(IntegerForm::default(), |sum, part| sum.plus(1, part))
            }
            Term::Product(left, right) => {
                let (left, right) = (self.term(left, scope)?, self.term(right, scope)?);
                product(&left, &right)
            }
            Term::Power(base, exponent) => self.power_of(base, exponent, scope),
            Term::FloorDivide(left, right) => {
                if let Some(found) = self.of_a_pair(left, right, scope)? {
                    return Ok(found);
                }
                let (left, right) = (self.term(left, scope)?, self.term(right, scope)?);
                self.quotient(&left, &right).map(|quotient| quotient.0)
            }
            Term::Modulo(left, right) => {
                let (left, right) = (self.term(left, scope)?, self.term(right, scope)?);
                let (quotient, _) = self.quotient(&left, &right)?;
                left.plus(-1, &product(&right, &quotient)?)
            }
            Term::Min(parts) => {
                let parts = self.terms(parts, scope)?;
                self.extreme(&parts, 1)
            }
            Term::Max(parts) => {
                let parts = self.terms(parts, scope)?;
                self.extreme(&parts, -1)
            }
            _ => Err(format!("{} {NOT_SO}", kind_of_term(term))),
        }
    }

    /// A power of the ratio by an index and a number, or of anything by a number if that is a product of polynomials in the parameter.
    fn power_of(&mut self, base: &Term, exponent: &Term, scope: &ReadScope) -> Formed<IntegerForm> {
        let base = self.term(base, scope)?;
        let parts = match exponent {
            Term::Sum(parts) => parts.as_slice(),
            one => std::slice::from_ref(one),
        };
        let (mut index, mut more) = (None, 0_i128);
        for part in parts {
            match part {
                Term::Constant(number) => more = more.checked_add(*number).ok_or("an exponent is too large")?,
                Term::Variable(Variable::Amount(slot)) if index.is_none() => match scope.slots.get(slot) {
                    Some(ReadSlot::Index(power)) => index = Some(power.clone()),
                    _ => return Err("an exponent is no index".to_owned()),
                },
                _ => return Err("an exponent is not an index and a number".to_owned()),
            }
        }
        if index.is_some() && !matches!(&self.indexed, IndexedBy::Powers(ratio, _) if base == *ratio) {
            return Err("a power is not one of the ratio of the certificate".to_owned());
        }
        if !(0..=MOST_EXPONENT).contains(&more) {
            return Err("an exponent is too large, or may be negative".to_owned());
        }
        let first = index.unwrap_or_else(|| IntegerForm::number(1));
        (0..more).try_fold(first, |power, _| product(&base, &power))
    }

    /// The least of several forms, or the greatest if the sign is -1.
    fn extreme(&mut self, parts: &[IntegerForm], sign: i128) -> Formed<IntegerForm> {
        let found = self.numbers.fresh(UnknownOf::Made)?;
        let mut one = Vec::new();
        for part in parts {
            self.note(at_most(&found.plus(-1, part)?.times(sign)?, &IntegerForm::default())?);
            one.push(equal(&found, part)?);
        }
        self.note(Asserted::One(one));
        Ok(found)
    }

    pub(super) fn condition(&mut self, condition: &Condition, scope: &ReadScope) -> Formed<Asserted> {
        condition_of(condition, &mut |term| self.term(term, scope))
    }

    /// That a position belongs to the set, or does not.
    pub(super) fn belongs(&mut self, given: Given<'_>, position: &[IntegerForm], truth: bool) -> Formed<Asserted> {
        let scope = ReadScope { coordinates: position.to_vec(), ..ReadScope::default() };
        match given {
            Given::Set(set) => self.member(set, position, &scope, truth),
            Given::Formula(formula) => self.formula(formula, &scope, truth),
        }
    }

    /// That the formula has this truth; of what must hold for all indices, only that it does for those that are asked.
    pub(super) fn formula(&mut self, formula: &Formula, scope: &ReadScope, truth: bool) -> Formed<Asserted> {
        let mut all = |parts: &[Formula], truth| {
            parts.iter().map(|part| self.formula(part, scope, truth)).collect::<Formed<Vec<_>>>()
        };
        Ok(match formula {
            Formula::Known(is_true) => known(*is_true == truth),
            Formula::Test(lookups, condition) if lookups.is_empty() => {
                let said = self.condition(condition, scope)?;
                if truth { said } else { not(said)? }
            }
            Formula::And(parts) if truth => Asserted::All(all(parts, true)?),
            Formula::Or(parts) if !truth => Asserted::All(all(parts, false)?),
            Formula::And(parts) | Formula::Or(parts) => Asserted::One(all(parts, truth)?),
            Formula::Not(inner) => self.formula(inner, scope, !truth)?,
            Formula::Iff(left, right) => {
                let both = vec![self.formula(left, scope, true)?, self.formula(right, scope, truth)?];
                let neither = vec![self.formula(left, scope, false)?, self.formula(right, scope, !truth)?];
                Asserted::One(vec![Asserted::All(both), Asserted::All(neither)])
            }
            Formula::Exists(bound, body) | Formula::ForAll(bound, body) => {
                let is_some = truth == matches!(formula, Formula::Exists(..));
                self.at_indices(bound, scope, is_some, &|reader, scope| reader.formula(body, scope, truth))?
            }
            Formula::Is(Property::Outcome(outcome), place) if place.game == 0 && place.lookups.is_empty() => {
                let set = self.known_set.clone().ok_or("P-positions are not looked up so")?;
                let position = self.terms(&place.position, scope)?;
                self.belongs(Given::Set(&set), &position, truth == (*outcome == Outcome::P))?
            }
            _ => return Err(format!("{} {NOT_SO}", kind_of_formula(formula))),
        })
    }

    /// That something is so of some index, or of all of them.
    fn at_indices(
        &mut self,
        bound: &Bound,
        scope: &ReadScope,
        is_some: bool,
        said: &dyn Fn(&mut Self, &ReadScope) -> Formed<Asserted>,
    ) -> Formed<Asserted> {
        let low = match index_low(bound) {
            // Of a claim: what is bound may have other bounds, and is no index then.
            Err(_) if self.known_set.is_some() => return self.in_range(bound, scope, is_some, said),
            low => low?,
        };
        let read = if self.pair().is_some() { ReadSlot::Number } else { ReadSlot::Index };
        if is_some {
            let index = self.index(low)?;
            if self.known_set.is_some() {
                self.ask_beside(&index)?;
            }
            return said(self, &scope.with(bound.slot, read(index)));
        }
        let first = self.first(low)?;
        let mut all = Vec::new();
        for index in self.asked.clone() {
            // A power has an index from `low` on if it is not below the first of these.
            let beyond = less(&index, &first)?;
            match said(self, &scope.with(bound.slot, read(index))) {
                Ok(here) => all.push(Asserted::One(vec![beyond, here])),
                // Not to ask of one of them is to assume less.
                Err(_) if self.known_set.is_some() => {}
                Err(why) => return Err(why),
            }
        }
        Ok(Asserted::All(all))
    }

    /// The same for a variable with bounds of its own.
    fn in_range(
        &mut self,
        bound: &Bound,
        scope: &ReadScope,
        is_some: bool,
        said: &dyn Fn(&mut Self, &ReadScope) -> Formed<Asserted>,
    ) -> Formed<Asserted> {
        if is_some {
            let own = self.numbers.fresh(UnknownOf::Made)?;
            let within = self.within(bound, &own, scope)?;
            let scope = scope.with(bound.slot, ReadSlot::Number(own));
            return Ok(Asserted::All(vec![within, said(self, &scope)?]));
        }
        let mut all = Vec::new();
        for own in self.asked.clone() {
            let outside = not(self.within(bound, &own, scope)?)?;
            if let Ok(here) = said(self, &scope.with(bound.slot, ReadSlot::Number(own))) {
                all.push(Asserted::One(vec![outside, here]));
            }
        }
        Ok(Asserted::All(all))
    }

    /// That a number is one of those that a variable runs through.
    fn within(&mut self, bound: &Bound, own: &IntegerForm, scope: &ReadScope) -> Formed<Asserted> {
        let mut ranges = Vec::new();
        for (low, high) in &bound.domain.0 {
            if !low.lookups.is_empty() || high.as_ref().is_some_and(|high| !high.lookups.is_empty()) {
                return Err("a bound that looks something up is not checked so".to_owned());
            }
            let mut parts = vec![at_most(&self.term(&low.term, scope)?, own)?];
            if let Some(high) = high {
                parts.push(at_most(own, &self.term(&high.term, scope)?)?);
            }
            ranges.push(Asserted::All(parts));
        }
        Ok(Asserted::One(ranges))
    }

    /// That coordinates lie in a set, or do not.
    fn member(&mut self, set: &Set, position: &[IntegerForm], scope: &ReadScope, truth: bool) -> Formed<Asserted> {
        let join = |one: bool, parts: Vec<Asserted>| if one { Asserted::One(parts) } else { Asserted::All(parts) };
        Ok(match &set.kind {
            SetKind::List(elements) => {
                let elements = elements.iter().map(|element| self.element(element, None, (position, scope), truth));
                join(truth, elements.collect::<Formed<_>>()?)
            }
            SetKind::Family { bound, condition, element } => {
                let ([bound], condition) = (bound.as_slice(), condition.as_deref()) else {
                    return Err("a family with several variables is not checked so".to_owned());
                };
                self.at_indices(bound, scope, truth, &|reader, scope| {
                    reader.element(element, condition, (position, scope), truth)
                })?
            }
            SetKind::Union(left, right) => {
                let left = self.member(left, position, scope, truth)?;
                join(truth, vec![left, self.member(right, position, scope, truth)?])
            }
            SetKind::Intersection(left, right) => {
                let left = self.member(left, position, scope, truth)?;
                join(!truth, vec![left, self.member(right, position, scope, truth)?])
            }
            SetKind::Difference(left, right) => {
                let left = self.member(left, position, scope, truth)?;
                join(!truth, vec![left, self.member(right, position, scope, !truth)?])
            }
            SetKind::Symmetric(inner, 1) if self.heaps <= 3 => {
                let mut parts = Vec::new();
                for order in orders(self.heaps) {
                    let mut permuted: Vec<IntegerForm> = order.iter().map(|at| position[*at].clone()).collect();
                    permuted.extend_from_slice(&position[self.heaps..]);
                    parts.push(self.member(inner, &permuted, scope, truth)?);
                }
                join(truth, parts)
            }
            SetKind::Symmetric(..) | SetKind::Outcome(_) => {
                return Err(format!("{} {NOT_SO}", kind_of_set(&set.kind)));
            }
        })
    }

    /// That coordinates are those of an element, and a condition holds if there is one; or that this is not so.
    fn element(
        &mut self,
        element: &[Value],
        condition: Option<&Formula>,
        (position, scope): (&[IntegerForm], &ReadScope),
        truth: bool,
    ) -> Formed<Asserted> {
        if element.len() != position.len() {
            return Err(format!("an element of other than {} numbers {NOT_SO}", position.len()));
        }
        if element.iter().any(|value| !value.lookups.is_empty()) {
            return Err(format!("an element that looks something up {NOT_SO}"));
        }
        let mut parts = Vec::new();
        for (value, coordinate) in element.iter().zip(position) {
            let same = equal(&self.term(&value.term, scope)?, coordinate)?;
            parts.push(if truth { same } else { not(same)? });
        }
        if let Some(condition) = condition {
            parts.push(self.formula(condition, scope, truth)?);
        }
        Ok(if truth { Asserted::All(parts) } else { Asserted::One(parts) })
    }
}

/// The number from which an index runs on.
fn index_low(bound: &Bound) -> Formed<usize> {
    let small = |low: i128| usize::try_from(low).ok().filter(|low| *low <= 4);
    match bound.domain.0.as_slice() {
        [(Value { lookups, term: Term::Constant(low) }, None)] if lookups.is_empty() => {
            small(*low).ok_or_else(|| "an index runs from such a number on that it is not checked so".to_owned())
        }
        _ => Err("an index must run from a number on, without an end".to_owned()),
    }
}
