//! Decides formulas in one numeration within a budget, and remembers how large the automata became.
use crate::prover::Obstacle;
use crate::prover::say::translate::VariableNames;
use nimdsl_automata::{Automaton, Budget, Numeration, Presburger, decide_named};
use std::cell::Cell;

/// What deciding takes.
#[derive(Debug)]
pub(in crate::prover) struct Decider<'a> {
    pub(in crate::prover) numeration: Numeration,
    pub(in crate::prover) budget: Budget<'a>,
    pub(in crate::prover) names: &'a VariableNames,
    pub(in crate::prover) largest: Cell<usize>,
}

impl<'a> Decider<'a> {
    pub(in crate::prover) fn new(numeration: Numeration, budget: Budget<'a>, names: &'a VariableNames) -> Self {
        Self { numeration, budget, names, largest: Cell::new(0) }
    }

    /// The automaton of a formula.
    pub(in crate::prover) fn decide(&self, formula: &Presburger) -> Result<Automaton, Obstacle> {
        let automaton = decide_named(formula, self.numeration, &self.budget, &|variable| self.names.of(variable))?;
        self.largest.set(self.largest.get().max(automaton.nodes()));
        Ok(automaton)
    }

    /// The least tuple of an automaton, as numbers of the IR.
    pub(in crate::prover) fn least(automaton: &Automaton) -> Result<Option<Vec<i64>>, Obstacle> {
        let tuple = automaton.least().map_err(|why| Obstacle::Budget(why.to_string()))?;
        let Some(tuple) = tuple else { return Ok(None) };
        let numbers = tuple.into_iter().map(i64::try_from).collect::<Result<Vec<_>, _>>();
        numbers.map(Some).map_err(|_| Obstacle::Budget("the least position has more than 63 bits".to_owned()))
    }
}
