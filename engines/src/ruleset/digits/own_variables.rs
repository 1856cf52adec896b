//! A statement about positions as one about all numbers in the place of their heaps. What is said of `(p * x, p * y)` speaks of x and y as numbers
//! alone: as heaps they would be divided by p, and then multiplied by it. Knows nothing of digits.
//!
//! Right because a statement holds of every position of a game if it holds of all natural numbers as its heaps, where no heap is asked whether
//! it belongs to the game.
use crate::ruleset::statement::{Body, Bound, Domain, Except, Formula, Lookup, Place, Statement, Value};
use crate::ruleset::{Condition, Part, Ruleset, Term, Variable};

/// The statement with bound variables in the place of heaps; `None` if it names no heap, has exceptions or sets, or if not every number is a heap.
pub(super) fn with_own_variables(ruleset: &Ruleset, statement: &Statement) -> Option<Statement> {
    let (Body::Holds(formula), Except::Nothing) = (&statement.body, &statement.except) else { return None };
    let heaps: Vec<usize> = statement.free.iter().copied().filter(|at| *at < ruleset.heaps.len()).collect();
    let mut is_bounded = false;
    ruleset.positions.visit_variables(&mut |variable| {
        is_bounded |= matches!(variable, Variable::Coordinate(at) if at < ruleset.heaps.len());
    });
    let has_sets = |formula: &Formula| Part::Formula(formula).any(&mut |part| matches!(part, Part::Set(_)));
    let parts = statement.condition.iter().chain([formula, &statement.valued]);
    if heaps.is_empty() || is_bounded || parts.into_iter().any(has_sets) {
        return None;
    }
    let names = HeapVariables { heaps: &heaps, slots: statement.slots };
    let under = |formula: &Formula| {
        let said = names.formula(formula);
        let said = match &statement.condition {
            Some(condition) => Formula::Or(vec![Formula::Not(Box::new(names.formula(condition))), said]),
            None => said,
        };
        heaps.iter().enumerate().rev().fold(said, |said, (at, heap)| {
            let low = Value { lookups: Vec::new(), term: Term::Constant(0) };
            let (name, slot) = (ruleset.heaps[*heap].clone(), statement.slots + at);
            Formula::ForAll(Bound { name, slot, domain: Domain(vec![(low, None)]) }, Box::new(said))
        })
    };
    let valued = match &statement.valued {
        Formula::Known(true) => Formula::Known(true),
        valued => under(valued),
    };
    Some(Statement {
        body: Body::Holds(under(formula)),
        valued,
        condition: None,
        slots: statement.slots + heaps.len(),
        free: statement.free.iter().copied().filter(|at| ruleset.heaps.len() <= *at).collect(),
        scale: None,
        ..statement.clone()
    })
}

/// Which slots stand for which heaps: those behind all others, in the order of the heaps.
struct HeapVariables<'a> {
    heaps: &'a [usize],
    slots: usize,
}

impl HeapVariables<'_> {
    fn term(&self, term: &Term) -> Term {
        term.map(&mut |part| match part {
            Term::Variable(Variable::Coordinate(at)) => {
                let own = self.heaps.iter().position(|heap| heap == at)?;
                Some(Term::Variable(Variable::Amount(self.slots + own)))
            }
            _ => None,
        })
    }

    fn terms(&self, terms: &[Term]) -> Vec<Term> {
        terms.iter().map(|term| self.term(term)).collect()
    }

    fn condition(&self, condition: &Condition) -> Condition {
        condition.map_terms(&mut |part| match part {
            Term::Variable(Variable::Coordinate(_)) => Some(self.term(part)),
            _ => None,
        })
    }

    fn lookups(&self, lookups: &[Lookup]) -> Vec<Lookup> {
        let own = |lookup: &Lookup| Lookup { position: self.terms(&lookup.position), ..lookup.clone() };
        lookups.iter().map(own).collect()
    }

    fn place(&self, place: &Place) -> Place {
        Place { lookups: self.lookups(&place.lookups), position: self.terms(&place.position), ..place.clone() }
    }

    fn value(&self, value: &Value) -> Value {
        Value { lookups: self.lookups(&value.lookups), term: self.term(&value.term) }
    }

    fn bound(&self, bound: &Bound) -> Bound {
        let ends = |(low, high): &(Value, Option<Value>)| (self.value(low), high.as_ref().map(|high| self.value(high)));
        Bound { domain: Domain(bound.domain.0.iter().map(ends).collect()), ..bound.clone() }
    }

    /// The formula, which has no sets.
    fn formula(&self, formula: &Formula) -> Formula {
        let inner = |formula: &Formula| Box::new(self.formula(formula));
        let all = |parts: &[Formula]| parts.iter().map(|part| self.formula(part)).collect();
        match formula {
            Formula::Known(_) | Formula::Admissible(_) | Formula::Member(..) => formula.clone(),
            Formula::Test(lookups, condition) => Formula::Test(self.lookups(lookups), self.condition(condition)),
            Formula::Is(property, place) => Formula::Is(*property, self.place(place)),
            Formula::And(parts) => Formula::And(all(parts)),
            Formula::Or(parts) => Formula::Or(all(parts)),
            Formula::Not(part) => Formula::Not(inner(part)),
            Formula::Iff(left, right) => Formula::Iff(inner(left), inner(right)),
            Formula::ForAll(bound, body) => Formula::ForAll(self.bound(bound), inner(body)),
            Formula::Exists(bound, body) => Formula::Exists(self.bound(bound), inner(body)),
            Formula::AllOptions(place, slots, body) => {
                Formula::AllOptions(self.place(place), slots.clone(), inner(body))
            }
            Formula::SomeOption(place, slots, body) => {
                Formula::SomeOption(self.place(place), slots.clone(), inner(body))
            }
        }
    }
}
