//! Terms and conditions of rules and claims, with unknowns for what is not linear. Knows nothing of games.
use super::facts::UnknownNumbers;
use super::forms::{Asserted, Formed, IntegerForm, condition_of, equal, not};
use crate::recheck::polynomial::Polynomial;
use crate::ruleset::{Condition, Term, Variable};
use std::collections::BTreeMap;

/// What variables are.
#[derive(Clone, Debug, Default)]
pub(super) struct VariableForms {
    pub(super) coordinates: Vec<IntegerForm>,
    pub(super) slots: BTreeMap<usize, IntegerForm>,
}

impl VariableForms {
    pub(super) fn with(&self, slot: usize, form: IntegerForm) -> Self {
        let mut more = self.clone();
        more.slots.insert(slot, form);
        more
    }
}

impl UnknownNumbers {
    pub(super) fn terms(&mut self, terms: &[Term], scope: &VariableForms) -> Formed<Vec<IntegerForm>> {
        terms.iter().map(|term| self.term(term, scope)).collect()
    }

    /// A term as a linear form.
    pub(super) fn term(&mut self, term: &Term, scope: &VariableForms) -> Formed<IntegerForm> {
        match term {
            Term::Constant(number) => IntegerForm::default().and(*number),
            Term::Variable(Variable::Coordinate(at)) => {
                scope.coordinates.get(*at).cloned().ok_or_else(|| "a coordinate is missing".to_owned())
            }
            Term::Variable(Variable::Amount(slot)) => {
                scope.slots.get(slot).cloned().ok_or_else(|| "a variable is missing".to_owned())
            }
            Term::Sum(parts) => {
                let parts = self.terms(parts, scope)?;
                parts.iter().try_fold(IntegerForm::default(), |sum, part| sum.plus(1, part))
            }
            Term::Product(left, right) => {
                let (left, right) = (self.term(left, scope)?, self.term(right, scope)?);
                self.product(&left, &right)
            }
            Term::Power(base, exponent) => {
                let (base, exponent) = (self.term(base, scope)?, self.term(exponent, scope)?);
                self.power(&base, &exponent)
            }
            Term::FloorDivide(left, right) => {
                let (left, right) = (self.term(left, scope)?, self.term(right, scope)?);
                self.quotient(&left, &right).map(|quotient| quotient.0)
            }
            Term::Modulo(left, right) => {
                let (left, right) = (self.term(left, scope)?, self.term(right, scope)?);
                let (_, multiple) = self.quotient(&left, &right)?;
                left.plus(-1, &multiple)
            }
            Term::Min(parts) | Term::Max(parts) => {
                let sign = if matches!(term, Term::Min(_)) { 1 } else { -1 };
                let parts = self.terms(parts, scope)?;
                self.extreme(parts, sign)
            }
            Term::SquareRoot(inner) => {
                let inner = self.term(inner, scope)?;
                self.root(&inner)
            }
            Term::Cases(cases) => match cases.as_slice() {
                // A quotient that comes out even at all integers.
                [(_, quotient)] if Polynomial::of(term).is_some() => self.term(quotient, scope),
                _ => self.cases(cases, scope),
            },
            Term::Xor(_) => Err("nim-sums are not checked so".to_owned()),
            Term::Recursive(recursion, at) => {
                let at = self.term(at, scope)?;
                self.recursive(recursion, &at)
            }
            Term::Number(..) | Term::Own(_) | Term::Grid(..) | Term::OwnGrid(_) => {
                Err("functions of number theory and grids are not checked so".to_owned())
            }
        }
    }

    /// The first value whose condition holds; nothing is said where none does.
    fn cases(&mut self, cases: &[(Condition, Term)], scope: &VariableForms) -> Formed<IntegerForm> {
        let value = self.fresh()?;
        let (mut earlier, mut one) = (Vec::new(), Vec::new());
        for (condition, term) in cases {
            let holds = self.condition(condition, scope)?;
            let mut here = earlier.clone();
            here.push(holds.clone());
            self.within.push(Asserted::All(here.clone()));
            let term = self.term(term, scope);
            self.within.pop();
            here.push(equal(&value, &term?)?);
            one.push(Asserted::All(here));
            earlier.push(not(holds)?);
        }
        one.push(Asserted::All(earlier));
        self.note(Asserted::One(one));
        Ok(value)
    }

    pub(super) fn condition(&mut self, condition: &Condition, scope: &VariableForms) -> Formed<Asserted> {
        condition_of(condition, &mut |term| self.term(term, scope))
    }
}
