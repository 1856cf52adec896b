//! Quantifier elimination in a conjunction: over unions part by part, through equations by substitution, else bucket by
//! bucket, the cheapest variable first.
use super::automaton::{Automaton, Natural, Truth};
use super::budget::{Abandoned, GaveUp};
use super::compile::Compiler;
use super::linear::{Linear, Sign};
use super::lower::Core;
use std::rc::Rc;

/// Unions are distributed over as long as they make no more parts than this, and parts of parts no more than that.
const MOST_PARTS: usize = 64;
const MOST_PARTS_OF_PARTS: usize = 256;

impl Compiler<'_> {
    /// The automaton of "for some values of `bound`, all of `factors`".
    pub(super) fn eliminate(&mut self, bound: Vec<Natural>, factors: Vec<Core>) -> Result<Rc<Automaton>, GaveUp> {
        let depth = self.path.len();
        let made = self.eliminate_here(bound, factors);
        self.path.truncate(depth);
        made
    }

    fn eliminate_here(&mut self, mut bound: Vec<Natural>, factors: Vec<Core>) -> Result<Rc<Automaton>, GaveUp> {
        let Some(mut factors) = self.flattened(&mut bound, factors) else { return Ok(self.sentence(Truth::False)) };
        if let Some(parts) = distributed(&bound, &factors) {
            let outer = self.parts;
            let all = outer.saturating_mul(parts.len());
            if all <= MOST_PARTS_OF_PARTS {
                self.parts = all;
                let made = parts.into_iter().map(|part| self.eliminate(bound.clone(), part)).collect::<Result<_, _>>();
                self.parts = outer;
                return self.union(made?);
            }
        }
        while let Some(fewer) = substituted(&mut bound, &factors).map_err(|why| self.gave_up("substituting", why))? {
            factors = fewer;
        }
        let mut automata = Vec::new();
        for factor in &factors {
            let automaton = self.automaton(factor)?;
            if automaton.is_empty() {
                return Ok(self.sentence(Truth::False));
            }
            automata.push(automaton);
        }
        self.bucket_by_bucket(bound, automata)
    }

    /// The factors without conjunctions, quantifiers and names at their tops; `None` if one of them is false.
    fn flattened(&mut self, bound: &mut Vec<Natural>, factors: Vec<Core>) -> Option<Vec<Core>> {
        let mut flat = Vec::new();
        let mut stack = factors;
        stack.reverse();
        while let Some(factor) = stack.pop() {
            match factor {
                Core::True => {}
                Core::False => return None,
                Core::And(parts) => stack.extend(parts.into_iter().rev()),
                // Every quantifier has variables of its own, so its scope can grow.
                Core::Exists(variables, body) => {
                    bound.extend(variables);
                    stack.push(*body);
                }
                Core::Named(name, body) => {
                    self.path.push(name);
                    stack.push(*body);
                }
                factor if flat.contains(&factor) => {}
                factor => flat.push(factor),
            }
        }
        Some(flat)
    }

    fn bucket_by_bucket(
        &mut self,
        mut bound: Vec<Natural>,
        mut automata: Vec<Rc<Automaton>>,
    ) -> Result<Rc<Automaton>, GaveUp> {
        loop {
            bound.retain(|variable| automata.iter().any(|automaton| automaton.tracks().contains(variable)));
            let Some(cheapest) = bound.iter().copied().min_by_key(|variable| cost(*variable, &automata)) else { break };
            let (bucket, others): (Vec<_>, Vec<_>) =
                automata.into_iter().partition(|automaton| automaton.tracks().contains(&cheapest));
            let product = self.intersection(bucket, Some(cheapest))?;
            let without = product.exists(cheapest, self.budget);
            let without = without.map_err(|why| self.gave_up(&self.eliminating(cheapest), why))?;
            if without.is_empty() {
                return Ok(self.sentence(Truth::False));
            }
            automata = others;
            automata.push(Rc::new(without));
        }
        self.intersection(automata, None)
    }

    /// The intersection, beginning with the smallest, then the smallest that shares a track with what there is.
    fn intersection(
        &mut self,
        mut automata: Vec<Rc<Automaton>>,
        eliminating: Option<Natural>,
    ) -> Result<Rc<Automaton>, GaveUp> {
        let Some(mut product) = take_min(&mut automata, super::automaton::Automaton::nodes) else {
            return Ok(self.sentence(Truth::True));
        };
        while let Some(next) = take_min(&mut automata, |automaton| {
            let shares = automaton.tracks().iter().any(|track| product.tracks().contains(track));
            (usize::from(!shares), automaton.nodes())
        }) {
            let both = product.and(&next, self.budget).map_err(|why| {
                let doing =
                    eliminating.map_or_else(|| "intersecting".to_owned(), |variable| self.eliminating(variable));
                self.gave_up(&doing, why)
            })?;
            if both.is_empty() {
                return Ok(self.sentence(Truth::False));
            }
            product = Rc::new(both);
        }
        Ok(product)
    }

    fn eliminating(&self, variable: Natural) -> String {
        format!("eliminating `{}`", (self.name)(variable))
    }
}

/// The product of the sizes of what mentions the variable.
fn cost(variable: Natural, automata: &[Rc<Automaton>]) -> u128 {
    let bucket = automata.iter().filter(|automaton| automaton.tracks().contains(&variable));
    bucket.fold(1, |cost: u128, automaton| cost.saturating_mul(automaton.nodes() as u128 + 1))
}

fn take_min<K: Ord>(automata: &mut Vec<Rc<Automaton>>, key: impl Fn(&Automaton) -> K) -> Option<Rc<Automaton>> {
    let index = (0..automata.len()).min_by_key(|index| key(&automata[*index]))?;
    Some(automata.remove(index))
}

/// The conjunctions whose union this is, if one factor with a bound variable is a union.
fn distributed(bound: &[Natural], factors: &[Core]) -> Option<Vec<Vec<Core>>> {
    let parts_of = |factor: &Core| match factor {
        Core::Or(parts) if bound.iter().any(|variable| factor.mentions(*variable)) => Some(parts.len()),
        _ => None,
    };
    let all = factors.iter().filter_map(parts_of).fold(1_usize, usize::saturating_mul);
    let index = factors.iter().position(|factor| parts_of(factor).is_some()).filter(|_| all <= MOST_PARTS)?;
    let Core::Or(parts) = &factors[index] else { return None };
    let with = |part: &Core| {
        let mut factors = factors.to_vec();
        factors[index] = part.clone();
        factors
    };
    Some(parts.iter().map(with).collect())
}

/// The factors after one bound variable has been replaced by what an equation says it is.
fn substituted(bound: &mut Vec<Natural>, factors: &[Core]) -> Result<Option<Vec<Core>>, Abandoned> {
    for (place, variable) in bound.iter().copied().enumerate() {
        for (index, factor) in factors.iter().enumerate() {
            let Core::Linear(form, Sign::Zero) = factor else { continue };
            let coefficient = form.coefficient(variable);
            if coefficient.abs() != 1 {
                continue;
            }
            let others = factors.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, other)| other);
            if !others.clone().all(|other| is_linear_in(other, variable)) {
                continue;
            }
            let rest = form.plus(-coefficient, &Linear::variable(variable))?;
            let value = Linear::default().plus(-coefficient, &rest)?;
            let mut made = others.map(|other| with_value(other, variable, &value)).collect::<Result<Vec<_>, _>>()?;
            if !value.is_never_negative() {
                made.push(Core::Linear(Linear::default().minus(&value)?, Sign::AtMostZero));
            }
            bound.remove(place);
            return Ok(Some(made));
        }
    }
    Ok(None)
}

/// Whether the variable occurs only in linear forms, not below a quantifier.
fn is_linear_in(core: &Core, variable: Natural) -> bool {
    match core {
        Core::True | Core::False | Core::Linear(..) | Core::Congruence(..) => true,
        Core::And(parts) | Core::Cases(parts) => parts.iter().all(|part| is_linear_in(part, variable)),
        _ => !core.mentions(variable),
    }
}

fn with_value(core: &Core, variable: Natural, value: &Linear) -> Result<Core, Abandoned> {
    let all = |parts: &[Core]| parts.iter().map(|part| with_value(part, variable, value)).collect::<Result<_, _>>();
    Ok(match core {
        Core::Linear(form, sign) => Core::Linear(form.with(variable, value)?, *sign),
        Core::Congruence(form, modulus) => Core::Congruence(form.with(variable, value)?, *modulus),
        Core::And(parts) => Core::And(all(parts)?),
        Core::Cases(parts) => Core::Cases(all(parts)?),
        core => core.clone(),
    })
}
