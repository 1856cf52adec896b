//! Statements about numbers in two digits. A Grundy value that is looked up becomes a heap of Nim beside the position: the value is
//! n if the position and a heap of n together are a P-position (Sprague 1935, Grundy 1939). Knows nothing of moves.
use super::kinds::{Writing, Writings};
use super::layout::{DigitLayout, WrittenAt, digit};
use super::numbers::{Combination, DigitScope, Expressed, Number, NumberCase, all_of, cannot, one_of};
use super::terms::{DigitTerms, Under};
use crate::ruleset::definition::is_identity;
use crate::ruleset::statement::{
    Body, Bound, Domain, Except, Formula, Lookup, Place, Property, Set, SetKind, Statement, Value,
};
use crate::ruleset::{Comparison, Condition, Part, Ruleset, Term, Variable};
use crate::value::Outcome;
use std::cell::Cell;

/// So many heaps are permuted at most.
const MOST_PERMUTED: usize = 5;

/// What is said in the scope of variables.
type InScope<'f> = dyn Fn(&DigitScope) -> Expressed<Formula> + 'f;

/// Writes the formulas of one statement.
pub(super) struct Formulas<'a> {
    pub(super) ruleset: &'a Ruleset,
    pub(super) terms: &'a DigitTerms,
    pub(super) layout: &'a DigitLayout,
    pub(super) writings: &'a Writings,
    /// The first slot that nothing holds.
    pub(super) next: Cell<usize>,
}

fn test(condition: Condition) -> Formula {
    match condition {
        Condition::Known(known) => Formula::Known(known),
        condition => Formula::Test(Vec::new(), condition),
    }
}

fn plain(term: Term) -> Value {
    Value { lookups: Vec::new(), term }
}

fn iff(left: Formula, right: Formula) -> Formula {
    Formula::Iff(Box::new(left), Box::new(right))
}

fn alone(lookups: &[Lookup]) -> Expressed<()> {
    if lookups.is_empty() { Ok(()) } else { cannot("a look-up stands inside of a position or a range") }
}

impl Formulas<'_> {
    /// The whole statement.
    pub(super) fn statement(&self, statement: &Statement) -> Expressed<Statement> {
        // Something is said only where the condition holds.
        let whole = self.layout.standing();
        let scope = self.within(whole.clone(), statement.condition.as_ref());
        let mut parts = Vec::new();
        for (at, (known, own)) in scope.coordinates.iter().zip(&whole.coordinates).enumerate() {
            if known != own {
                let quotient = digit(self.layout.coordinates[at].places()[0]);
                parts.push(test(Condition::Compare(quotient, Comparison::Equal, Term::Constant(0))));
            }
        }
        let condition = match &statement.condition {
            Some(region) => Some(Formula::And(parts.into_iter().chain([self.formula(region, &scope)?]).collect())),
            None => None,
        };
        if !matches!(statement.except, Except::Nothing) {
            return cannot("there are exceptions");
        }
        let body = match (self.as_values(statement, &scope)?, &statement.body) {
            (Some(formula), _) => {
                let here = self.layout.identity();
                iff(Formula::Is(Property::Outcome(Outcome::P), here), formula)
            }
            (None, Body::Holds(formula)) => self.formula(formula, &scope)?,
            (None, Body::Equal(outcome, set)) => {
                let position: Vec<Term> =
                    (0..self.ruleset.heaps.len() + self.ruleset.registers.len()).map(digit).collect();
                let place = Place { game: 0, lookups: Vec::new(), position };
                let here = self.formula(&Formula::Is(Property::Outcome(*outcome), place.clone()), &scope)?;
                iff(here, self.member(&place, set, &scope)?)
            }
        };
        let valued = self.formula(&statement.valued, &scope)?;
        let mut free: Vec<usize> =
            statement.free.iter().flat_map(|at| self.layout.coordinates[*at].places().to_vec()).collect();
        if !free.is_empty() {
            free.extend(self.layout.value());
            free.sort_unstable();
        }
        let slots = self.next.get();
        let (except, play, scale) = (Except::Nothing, statement.play, None);
        Ok(Statement { body: Body::Holds(body), valued, condition, except, play, slots, free, scale })
    }

    /// The quotient of a coordinate is 0 where a condition says that it is less than p.
    fn within(&self, scope: DigitScope, region: Option<&Formula>) -> DigitScope {
        match region {
            Some(Formula::And(parts)) => parts.iter().fold(scope, |scope, part| self.within(scope, Some(part))),
            Some(Formula::Test(lookups, condition)) if lookups.is_empty() => self.where_holds(scope, condition),
            _ => scope,
        }
    }

    fn where_holds(&self, mut scope: DigitScope, condition: &Condition) -> DigitScope {
        match condition {
            Condition::And(parts) => parts.iter().fold(scope, |scope, part| self.where_holds(scope, part)),
            condition => {
                let below = self.terms.given.below(condition);
                // The quotient of a register that p divides is no quotient of it alone.
                if let Some([Variable::Coordinate(at)]) = below.as_deref()
                    && matches!(self.layout.coordinates[*at], WrittenAt::Split(_))
                    && let Number::Split(quotient, _) = &mut scope.coordinates[*at]
                {
                    *quotient = Combination::constant(0);
                }
                scope
            }
        }
    }

    /// What a statement `grundy(here) = term` says of the heap of Nim that stands for the value.
    fn as_values(&self, statement: &Statement, scope: &DigitScope) -> Expressed<Option<Formula>> {
        let Body::Holds(Formula::Test(lookups, Condition::Compare(left, Comparison::Equal, right))) = &statement.body
        else {
            return Ok(None);
        };
        let [lookup] = lookups.as_slice() else { return Ok(None) };
        let value = Term::Variable(Variable::Amount(lookup.slot));
        let other = match (*left == value, *right == value) {
            (true, false) => right,
            (false, true) => left,
            _ => return Ok(None),
        };
        let again = Part::Term(other).any(&mut |part| matches!(part, Part::Term(term) if *term == value));
        let dimension = self.ruleset.heaps.len() + self.ruleset.registers.len();
        if again || lookup.game != 0 || !is_identity(&lookup.position, dimension) {
            return Ok(None);
        }
        let Some(number) = self.layout.value_number() else { return Ok(None) };
        let mut scope = scope.clone();
        scope.slots.insert(lookup.slot, number);
        let condition = Condition::Compare(left.clone(), Comparison::Equal, right.clone());
        Ok(Some(test(self.terms.condition(&condition, &scope)?)))
    }

    /// A formula in a scope; what it looks up becomes P-positions beside a heap of Nim.
    fn formula(&self, formula: &Formula, scope: &DigitScope) -> Expressed<Formula> {
        let all = |parts: &[Formula]| -> Expressed<Vec<Formula>> {
            parts.iter().map(|part| self.formula(part, scope)).collect()
        };
        Ok(match formula {
            Formula::Known(known) => Formula::Known(*known),
            Formula::Test(lookups, condition) => {
                self.with_values(lookups, scope, &|scope| Ok(test(self.terms.condition(condition, scope)?)))?
            }
            Formula::Is(Property::Final, _) | Formula::Admissible(_) => return cannot("final phases are asked for"),
            Formula::Is(property, place) => {
                let at = |position| Formula::Is(*property, Place { game: 0, lookups: Vec::new(), position });
                self.at_place(place, scope, &|position| Ok(at(position)))?
            }
            Formula::Member(place, set) => {
                alone(&place.lookups)?;
                self.member(place, set, scope)?
            }
            Formula::And(parts) => Formula::And(all(parts)?),
            Formula::Or(parts) => Formula::Or(all(parts)?),
            Formula::Not(inner) => Formula::Not(Box::new(self.formula(inner, scope)?)),
            Formula::Iff(left, right) => iff(self.formula(left, scope)?, self.formula(right, scope)?),
            Formula::ForAll(bound, body) => self.bound(bound, scope, true, &|scope| self.formula(body, scope))?,
            Formula::Exists(bound, body) => self.bound(bound, scope, false, &|scope| self.formula(body, scope))?,
            Formula::AllOptions(place, slots, body) => self.options(place, slots, scope, (true, body))?,
            Formula::SomeOption(place, slots, body) => self.options(place, slots, scope, (false, body))?,
        })
    }

    fn fresh(&self) -> usize {
        let slot = self.next.get();
        self.next.set(slot + 1);
        slot
    }

    /// Slots for a number, and the number; its rest is a digit in the scope.
    fn number(&self, writing: Writing, scope: &mut DigitScope) -> (Vec<usize>, Number) {
        let amount = |slot| Combination::of(Term::Variable(Variable::Amount(slot)));
        match writing {
            Writing::Plain => {
                let slot = self.fresh();
                (vec![slot], Number::Plain(amount(slot)))
            }
            Writing::Split => {
                let (quotient, rest) = (self.fresh(), self.fresh());
                scope.digits.insert(Variable::Amount(rest));
                (vec![quotient, rest], Number::Split(amount(quotient), amount(rest)))
            }
        }
    }

    /// The greatest digit.
    fn last(&self) -> Expressed<Value> {
        Ok(plain(self.terms.base.number().plus(-1, &Combination::constant(1))?.term()))
    }

    /// Numbers in these slots, the second of which is a digit.
    fn some_numbers(&self, name: &str, slots: &[usize], is_all: bool, body: Formula) -> Expressed<Formula> {
        let mut made = body;
        for (at, slot) in slots.iter().enumerate().rev() {
            let (name, high) = match (slots.len(), at) {
                (1, _) => (name.to_owned(), None),
                (_, 0) => (format!("floor({name} / p)"), None),
                _ => (format!("{name} mod p"), Some(self.last()?)),
            };
            let bound = Bound { name, slot: *slot, domain: Domain(vec![(plain(Term::Constant(0)), high)]) };
            let inside = Box::new(made);
            made = if is_all { Formula::ForAll(bound, inside) } else { Formula::Exists(bound, inside) };
        }
        Ok(made)
    }

    /// Something is said of values that are looked up.
    fn with_values(&self, lookups: &[Lookup], scope: &DigitScope, said: &InScope<'_>) -> Expressed<Formula> {
        let Some((lookup, rest)) = lookups.split_first() else { return said(scope) };
        let mut inner = scope.clone();
        let (slots, number) = self.number(self.writings.value(), &mut inner);
        inner.slots.insert(lookup.slot, number);
        inner.naturals.insert(lookup.slot);
        let value = slots.iter().map(|slot| Term::Variable(Variable::Amount(*slot))).collect::<Vec<_>>();
        let place = Place { game: lookup.game, lookups: Vec::new(), position: lookup.position.clone() };
        let is_value = self.beside(&place, &value, scope, &|position| {
            let place = Place { game: 0, lookups: Vec::new(), position };
            Ok(Formula::Is(Property::Outcome(Outcome::P), place))
        })?;
        let both = Formula::And(vec![is_value, self.with_values(rest, &inner, said)?]);
        self.some_numbers("the value", &slots, false, both)
    }

    fn at_place(
        &self,
        place: &Place,
        scope: &DigitScope,
        said: &dyn Fn(Vec<Term>) -> Expressed<Formula>,
    ) -> Expressed<Formula> {
        self.beside(place, &vec![Term::Constant(0); self.layout.value().len()], scope, said)
    }

    /// Something is said of a place beside a heap of Nim.
    fn beside(
        &self,
        place: &Place,
        value: &[Term],
        scope: &DigitScope,
        said: &dyn Fn(Vec<Term>) -> Expressed<Formula>,
    ) -> Expressed<Formula> {
        let mut all = Vec::new();
        for (guards, position) in self.positions(place, value, scope)? {
            all.push(match all_of(guards) {
                Condition::Known(true) => said(position)?,
                guard => Formula::And(vec![test(guard), said(position)?]),
            });
        }
        Ok(if all.len() == 1 { all.swap_remove(0) } else { Formula::Or(all) })
    }

    fn positions(&self, place: &Place, value: &[Term], scope: &DigitScope) -> Expressed<Under<Vec<Term>>> {
        alone(&place.lookups)?;
        if place.game != 0 {
            return cannot("another game is asked");
        }
        let found = self.terms.digits(&place.position, &self.layout.coordinates, scope)?.into_iter();
        Ok(found.map(|(guards, digits)| (guards, self.layout.position(&digits, value))).collect())
    }

    /// Something is said of the options of a position.
    fn options(
        &self,
        place: &Place,
        slots: &[usize],
        scope: &DigitScope,
        (is_all, body): (bool, &Formula),
    ) -> Expressed<Formula> {
        let mut inner = scope.clone();
        let mut own = Vec::new();
        for (at, written) in self.layout.coordinates.iter().enumerate() {
            let (made, number) = match written {
                WrittenAt::Plain(_) => self.number(Writing::Plain, &mut inner),
                WrittenAt::Split(_) => self.number(Writing::Split, &mut inner),
                // No move changes it.
                WrittenAt::Multiple(..) => (vec![self.fresh()], scope.coordinates[at].clone()),
            };
            // Registers need not be named.
            if let Some(slot) = slots.get(at) {
                inner.slots.insert(*slot, number);
                // A register may be negative, and the slot may have held a number that was not.
                if self.is_natural(&digit(at), scope) {
                    inner.naturals.insert(*slot);
                } else {
                    inner.naturals.remove(slot);
                }
            }
            own.push(made);
        }
        let value: Vec<usize> = self.layout.value().iter().map(|_| self.fresh()).collect();
        let own = self.layout.position(&own, &value);
        let body = self.formula(body, &inner)?;
        let some = self.at_place(place, scope, &|position| {
            let place = Place { game: 0, lookups: Vec::new(), position };
            let body = if is_all { Formula::Not(Box::new(body.clone())) } else { body.clone() };
            Ok(Formula::SomeOption(place, own.clone(), Box::new(body)))
        })?;
        Ok(if is_all { Formula::Not(Box::new(some)) } else { some })
    }

    /// Something is said of some number of a range, or of all.
    fn bound(&self, bound: &Bound, scope: &DigitScope, is_all: bool, body: &InScope<'_>) -> Expressed<Formula> {
        let mut inner = scope.clone();
        let mut ends = Vec::new();
        for (low, high) in &bound.domain.0 {
            if !self.is_natural(&low.term, scope) {
                return cannot("a range may begin below 0");
            }
            alone(&low.lookups)?;
            high.iter().try_for_each(|high| alone(&high.lookups))?;
            let high = high.as_ref().map(|high| self.terms.term(&high.term, scope)).transpose()?;
            ends.push((self.terms.term(&low.term, scope)?, high));
        }
        let below = |case: &NumberCase| self.terms.base.is_below(&case.number, &scope.digits);
        let is_digit = ends.iter().all(|(_, high)| high.as_ref().is_some_and(|high| high.iter().all(below)));
        let (slots, number) = match self.writings.slot(bound.slot) {
            Writing::Split if is_digit => {
                let slot = self.fresh();
                let digit = Variable::Amount(slot);
                inner.digits.insert(digit);
                (vec![slot], Number::Split(Combination::constant(0), Combination::of(Term::Variable(digit))))
            }
            writing => self.number(writing, &mut inner),
        };
        let is_digit = matches!(number, Number::Split(..)) && slots.len() == 1;
        inner.slots.insert(bound.slot, number.clone());
        inner.naturals.insert(bound.slot);
        let here = [NumberCase { guards: Vec::new(), number }];
        let mut ranges = Vec::new();
        for (low, high) in &ends {
            let mut own = vec![self.terms.compared(low, Comparison::AtMost, &here, &inner)?];
            if let Some(high) = high {
                own.push(self.terms.compared(&here, Comparison::AtMost, high, &inner)?);
            }
            ranges.push(all_of(own));
        }
        let (range, body) = (one_of(ranges), body(&inner)?);
        let inside = match (range, is_all) {
            (Condition::Known(true), _) => body,
            (range, true) => Formula::Or(vec![Formula::Not(Box::new(test(range))), body]),
            (range, false) => Formula::And(vec![test(range), body]),
        };
        if is_digit {
            let domain = Domain(vec![(plain(Term::Constant(0)), Some(self.last()?))]);
            let (bound, inside) = (Bound { name: bound.name.clone(), slot: slots[0], domain }, Box::new(inside));
            return Ok(if is_all { Formula::ForAll(bound, inside) } else { Formula::Exists(bound, inside) });
        }
        self.some_numbers(&bound.name, &slots, is_all, inside)
    }

    /// Whether a term is never negative, as far as its look shows.
    fn is_natural(&self, term: &Term, scope: &DigitScope) -> bool {
        let all = |parts: &[Term]| parts.iter().all(|part| self.is_natural(part, scope));
        match term {
            Term::Constant(value) => 0 <= *value,
            Term::Variable(Variable::Amount(slot)) => scope.naturals.contains(slot),
            Term::Variable(Variable::Coordinate(at)) => {
                let register = at.checked_sub(self.ruleset.heaps.len());
                register.is_none_or(|register| 0 <= self.ruleset.registers[register].low)
            }
            Term::Sum(parts) | Term::Min(parts) | Term::Max(parts) | Term::Xor(parts) => all(parts),
            Term::Product(left, right) | Term::FloorDivide(left, right) | Term::Modulo(left, right) => {
                self.is_natural(left, scope) && self.is_natural(right, scope)
            }
            _ => false,
        }
    }

    /// A position lies in a set.
    fn member(&self, place: &Place, set: &Set, scope: &DigitScope) -> Expressed<Formula> {
        let inside = |set: &Set| self.member(place, set, scope);
        Ok(match &set.kind {
            SetKind::List(elements) => {
                let all = elements.iter().map(|element| self.element(place, element, scope, scope));
                Formula::Or(all.collect::<Expressed<_>>()?)
            }
            SetKind::Family { bound, condition, element } => {
                self.in_family(place, bound, scope, (condition.as_deref(), element, scope))?
            }
            SetKind::Outcome(outcome) => {
                self.formula(&Formula::Is(Property::Outcome(*outcome), place.clone()), scope)?
            }
            SetKind::Union(left, right) => Formula::Or(vec![inside(left)?, inside(right)?]),
            SetKind::Intersection(left, right) => Formula::And(vec![inside(left)?, inside(right)?]),
            SetKind::Difference(left, right) => {
                Formula::And(vec![inside(left)?, Formula::Not(Box::new(inside(right)?))])
            }
            SetKind::Symmetric(inner, width) => {
                let heaps = self.ruleset.heaps.len();
                if *width != 1 || MOST_PERMUTED < heaps {
                    return cannot("many heaps are permuted");
                }
                let all = orders(heaps).into_iter().map(|order| {
                    let mut position = place.position.clone();
                    for (at, from) in order.into_iter().enumerate() {
                        position[at] = place.position[from].clone();
                    }
                    self.member(&Place { position, ..place.clone() }, inner, scope)
                });
                Formula::Or(all.collect::<Expressed<_>>()?)
            }
        })
    }

    fn in_family(
        &self,
        place: &Place,
        bound: &[Bound],
        scope: &DigitScope,
        family: (Option<&Formula>, &[Value], &DigitScope),
    ) -> Expressed<Formula> {
        if let Some((first, rest)) = bound.split_first() {
            return self.bound(first, scope, false, &|scope| self.in_family(place, rest, scope, family));
        }
        let (condition, element, outside) = family;
        let mut parts = vec![self.element(place, element, scope, outside)?];
        if let Some(condition) = condition {
            parts.push(self.formula(condition, scope)?);
        }
        Ok(Formula::And(parts))
    }

    /// A position, in its own scope, is an element.
    fn element(
        &self,
        place: &Place,
        element: &[Value],
        scope: &DigitScope,
        outside: &DigitScope,
    ) -> Expressed<Formula> {
        let mut parts = Vec::new();
        for (value, term) in element.iter().zip(&place.position) {
            alone(&value.lookups)?;
            let (left, right) = (self.terms.term(term, outside)?, self.terms.term(&value.term, scope)?);
            parts.push(self.terms.compared(&left, Comparison::Equal, &right, scope)?);
        }
        Ok(test(all_of(parts)))
    }
}

/// All orders of so many things.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for next in 0..count {
        let at = |known: &Vec<usize>| {
            let known = known.clone();
            (0..=known.len()).map(move |place| [&known[..place], &[next], &known[place..]].concat())
        };
        all = all.iter().flat_map(at).collect();
    }
    all
}
