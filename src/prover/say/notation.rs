//! How one game is written in formulas: names of variables, a track for each coordinate, and one for a value beside them.
use super::game::Game;
use super::reading::{Mode, Reading};
use super::translate::{Meaning, SlotTerm, VariableNames};
use crate::prover::Obstacle;
use crate::ruleset::Ruleset;
use crate::ruleset::definition::{Definition, Given};
use crate::value::Outcome;
use nimdsl_automata::{Integer, Natural, Presburger};
use std::collections::BTreeMap;

/// The variables of a game.
#[derive(Debug)]
pub(in crate::prover) struct Notation<'a> {
    pub(in crate::prover) ruleset: &'a Ruleset,
    pub(in crate::prover) names: VariableNames,
    /// The tracks of the heaps and then of the registers.
    pub(in crate::prover) tracks: Vec<Natural>,
    /// The track of a value; stands behind the others.
    pub(in crate::prover) value: Natural,
}

impl<'a> Notation<'a> {
    /// Each track has the name of its coordinate.
    pub(in crate::prover) fn of(ruleset: &'a Ruleset) -> Self {
        let names = VariableNames::default();
        let labels = ruleset.heaps.iter().chain(ruleset.registers.iter().map(|register| &register.name));
        let tracks: Vec<Natural> = labels.enumerate().map(|(at, name)| names.beside(at, name)).collect();
        let value = names.beside(tracks.len(), "the value");
        Self { ruleset, names, tracks, value }
    }

    pub(in crate::prover) fn game(&self) -> Game<'_> {
        Game { ruleset: self.ruleset, names: &self.names }
    }

    /// The coordinates, as numbers that the tracks show.
    pub(in crate::prover) fn coordinates(&self) -> Vec<Integer> {
        self.game().coordinates(&self.tracks)
    }

    /// Nothing is bound but the coordinates.
    pub(in crate::prover) fn scope(&self) -> Meaning {
        Meaning { coordinates: self.coordinates(), slots: BTreeMap::new() }
    }

    /// The tracks themselves.
    pub(in crate::prover) fn here(&self) -> Vec<Integer> {
        self.tracks.iter().map(|track| Integer::from(*track)).collect()
    }

    /// The set or the values that a statement defines.
    pub(in crate::prover) fn given(
        &self,
        reading: &Reading<'_>,
        defined: &Definition<'_>,
    ) -> Result<Presburger, Obstacle> {
        let mut scope = self.scope();
        match defined {
            Definition::Outcomes(outcome, given) => {
                let set = match given {
                    Given::Set(set) => reading.member(set, &scope.coordinates, &scope, Mode::STATEMENT)?,
                    Given::Formula(formula) => reading.formula(formula, &scope, Mode::STATEMENT)?,
                };
                Ok(if *outcome == Outcome::P { set } else { set.negated() })
            }
            Definition::Values(formula, slots) => {
                for slot in slots {
                    scope.slots.insert(*slot, SlotTerm::Is(Integer::from(self.value)));
                }
                reading.formula(formula, &scope, Mode::STATEMENT)
            }
        }
    }
}
