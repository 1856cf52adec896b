//! What is known of a game for all positions: automata of its P-positions, values, and final phase.
use super::translate::cannot;
use crate::certificate::{GameFacts, Knowledge, Lookups};
use crate::prover::Obstacle;
use crate::ruleset::definition::Needs;
use crate::value::Play;
use nimdsl_automata::{Automaton, Integer, Natural, Numeration, Presburger};
use std::sync::Arc;

/// Grundy values.
#[derive(Clone, Debug)]
pub(in crate::prover) enum ValueFacts {
    /// The relation between positions and values; the last track is the value.
    Graph(Arc<Automaton>),
    /// The positions of value 0, 1, ...; all others have a value that is not less than their number.
    Levels(Vec<Arc<Automaton>>),
}

/// Automata whose tracks are the coordinates, in order.
#[derive(Clone, Debug, Default)]
pub(in crate::prover) struct Facts {
    pub(in crate::prover) values: Option<ValueFacts>,
    pub(in crate::prover) normal: Option<Arc<Automaton>>,
    pub(in crate::prover) misere: Option<Arc<Automaton>>,
    pub(in crate::prover) last: Option<Arc<Automaton>>,
    /// Nothing is looked up: what a statement would look up counts as true. Shows whether the rest of it can be said.
    pub(in crate::prover) assumed: bool,
    /// What the attempts to find something came to that is not known.
    pub(in crate::prover) tried: Vec<String>,
}

fn holds(automaton: &Arc<Automaton>, tracks: &[Integer]) -> Presburger {
    Presburger::Holds(Arc::clone(automaton), tracks.to_vec())
}

impl Facts {
    /// Only the P-positions are known.
    pub(in crate::prover) fn of_outcomes(play: Play, set: Automaton) -> Self {
        let set = Some(Arc::new(set));
        if play == Play::Normal {
            Self { normal: set, ..Self::default() }
        } else {
            Self { misere: set, ..Self::default() }
        }
    }

    /// The positions of value 0 are known, and that all others have a greater one.
    pub(in crate::prover) fn of_zero(set: Automaton) -> Self {
        Self { values: Some(ValueFacts::Levels(vec![Arc::new(set)])), ..Self::default() }
    }

    fn unknown<T>(&self, what: &str) -> Result<T, Obstacle> {
        let tried = if self.tried.is_empty() { String::new() } else { format!(" ({})", self.tried.join("; ")) };
        cannot(format!("no automaton is known for {what}{tried}"))
    }

    /// What is asked for and not known that claims may give.
    pub(in crate::prover) fn lacks(&self, needs: Needs) -> Option<&'static str> {
        let knows_outcomes = self.normal.is_some() || self.misere.is_some() || self.values.is_some();
        match needs {
            Needs { values: true, .. } if self.values.is_none() => Some("the Grundy values"),
            Needs { outcomes: true, .. } if !knows_outcomes => Some("the P-positions"),
            _ => None,
        }
    }

    /// The value of a position is what the variable holds.
    pub(in crate::prover) fn value(&self, tracks: &[Integer], value: Natural) -> Result<Presburger, Obstacle> {
        if self.assumed {
            return Ok(Presburger::True);
        }
        match &self.values {
            Some(ValueFacts::Graph(graph)) => {
                Ok(Presburger::Holds(Arc::clone(graph), tracks.iter().cloned().chain([Integer::from(value)]).collect()))
            }
            Some(ValueFacts::Levels(levels)) => {
                let number = |at: usize| i64::try_from(at).expect("there are few levels");
                let known = levels.iter().enumerate();
                let known = known
                    .map(|(at, level)| Presburger::and([holds(level, tracks), Presburger::equal(value, number(at))]));
                let beyond = levels.iter().map(|level| holds(level, tracks).negated());
                let beyond = Presburger::and(beyond.chain([Presburger::at_most(number(levels.len()), value)]));
                Ok(Presburger::or(known.chain([beyond])))
            }
            None => self.unknown("the Grundy values"),
        }
    }

    /// Whether [`Self::value`] may allow more than one value.
    pub(in crate::prover) fn is_partial(&self) -> bool {
        matches!(self.values, Some(ValueFacts::Levels(_)))
    }

    /// The position is a P-position.
    pub(in crate::prover) fn p_positions(&self, play: Play, tracks: &[Integer]) -> Result<Presburger, Obstacle> {
        if self.assumed {
            return Ok(Presburger::True);
        }
        let set = if play == Play::Normal { &self.normal } else { &self.misere };
        if let Some(set) = set {
            return Ok(holds(set, tracks));
        }
        match &self.values {
            Some(ValueFacts::Graph(graph)) if play == Play::Normal => {
                let tracks = tracks.iter().cloned().chain([Integer::Constant(0)]).collect();
                Ok(Presburger::Holds(Arc::clone(graph), tracks))
            }
            Some(ValueFacts::Levels(levels)) if play == Play::Normal && !levels.is_empty() => {
                Ok(holds(&levels[0], tracks))
            }
            _ => self.unknown("the P-positions"),
        }
    }

    /// The position is in the final phase.
    pub(in crate::prover) fn final_phase(&self, tracks: &[Integer]) -> Result<Presburger, Obstacle> {
        if self.assumed {
            return Ok(Presburger::True);
        }
        match &self.last {
            Some(last) => Ok(holds(last, tracks)),
            None => self.unknown("the final phase"),
        }
    }
}

/// What a certificate holds of the facts about each game; `None` if it cannot hold them.
pub(in crate::prover) fn certified(facts: &[Facts], numeration: Numeration) -> Option<Lookups> {
    let mut known = Vec::new();
    for (game, facts) in facts.iter().enumerate() {
        // The explorer has a limit of bytes, and does not check this.
        if facts.last.is_some() && cfg!(target_arch = "wasm32") {
            return None;
        }
        let mut add = |what: Knowledge, sets: &[Arc<Automaton>]| {
            let sets = sets.iter().map(|set| serde_json::to_value(&**set).ok()).collect::<Option<Vec<_>>>()?;
            known.push(GameFacts { game, what, sets, passes: Vec::new() });
            Some(())
        };
        match &facts.values {
            Some(ValueFacts::Graph(graph)) => add(Knowledge::Values, std::slice::from_ref(graph))?,
            Some(ValueFacts::Levels(levels)) => add(Knowledge::Levels, levels)?,
            None => {}
        }
        if let Some(last) = &facts.last {
            add(Knowledge::Final, std::slice::from_ref(last))?;
        }
        for (what, set) in [(Knowledge::Normal, &facts.normal), (Knowledge::Misere, &facts.misere)] {
            if let Some(set) = set {
                add(what, std::slice::from_ref(set))?;
            }
        }
    }
    Some(Lookups { numeration: serde_json::to_value(numeration).ok()?, known })
}
