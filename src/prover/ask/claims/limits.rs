//! What a proof does not say: where the claim has no value, and whether it speaks of anything at all. Both are questions of
//! the same kind as the claim, and decided in the same way.
use super::evidence::Evidence;
use super::instance::{Instance, MOST_NODES};
use crate::claim::instances::Failure;
use crate::claim::written;
use crate::prover::say::notation::Notation;
use crate::prover::say::reading::{Mode, Reading};
use crate::prover::theory::decider::Decider;
use crate::prover::{Figures, Limits, Obstacle, Verdict};
use crate::ruleset::Condition;
use crate::ruleset::definition::looks_up;
use crate::ruleset::statement::{Body, Formula, Statement};
use nimdsl_automata::{Automaton, Integer, Natural, Presburger};
use std::sync::Arc;

impl Instance<'_> {
    /// The verdict, with what a proof does not say.
    pub(in crate::prover) fn limited(&self, verdict: Verdict, by: Option<&Evidence>) -> Result<Verdict, Failure> {
        let Verdict::Proved(figures) = verdict else { return Ok(verdict) };
        if self.has_no_position()? {
            let why = "no position satisfies `positions where`: the claim is about nothing";
            return Ok(Verdict::Open(Obstacle::Empty(why.to_owned())));
        }
        // A claim that is tried along lines has a value wherever it holds.
        let without_value = if let Some(Evidence::Lines(..)) = by { None } else { self.without_value()? };
        let limits = Limits { without_value, is_vacuous: self.is_vacuous()?, ..figures.limits.clone() };
        Ok(Verdict::Proved(Figures { limits, ..figures }))
    }

    /// Where the claim has no value, in words.
    fn without_value(&self) -> Result<Option<String>, Failure> {
        if matches!(self.statement.valued, Formula::Known(true)) {
            return Ok(None);
        }
        Ok(match self.of_another(self.statement.valued.clone())? {
            Verdict::Proved(_) => None,
            // The explorer has a limit of bytes, and no digits.
            Verdict::Refuted { position: Some(_), .. }
                if cfg!(not(target_arch = "wasm32")) && self.digits.is_some() =>
            {
                Some("it has none at some positions".to_owned())
            }
            Verdict::Refuted { position: Some(position), .. } => {
                // Open parameters stand behind the registers of the game, as numbers that nobody named.
                let own = written(&position[..position.len().saturating_sub(self.open)], self.ruleset);
                Some(if self.open == 0 {
                    format!("it has none at {own}")
                } else {
                    format!("it has none at {own} with some parameters")
                })
            }
            Verdict::Refuted { position: None, .. } => Some("it has none for some values of its variables".to_owned()),
            Verdict::Open(_) if self.all_parts_have_values()? => None,
            Verdict::Open(why) => Some(format!("whether it has one everywhere was not decided ({why})")),
        })
    }

    /// Whether all parts of the claim have a value everywhere, which is more than that those have which decide it.
    fn all_parts_have_values(&self) -> Result<bool, Failure> {
        let is_decided = self.statement.valued.any(&mut |part| matches!(part, Formula::Or(_)));
        // The explorer has a limit of bytes.
        if cfg!(target_arch = "wasm32") || !is_decided {
            return Ok(false);
        }
        Ok(matches!(self.of_another(without_deciding(&self.statement.valued))?, Verdict::Proved(_)))
    }

    /// Whether the game has no position at all, so that nothing that is said of positions has a value.
    fn has_no_position(&self) -> Result<bool, Failure> {
        if self.ruleset.positions == Condition::Known(true) {
            return Ok(false);
        }
        let (body, condition) = (Body::Holds(Formula::Known(false)), None);
        let statement = Statement { body, condition, valued: Formula::Known(true), ..self.statement.clone() };
        Ok(matches!(self.asked_of(&statement)?, Verdict::Proved(_)))
    }

    /// Whether no position or value satisfies the conditions of the claim.
    fn is_vacuous(&self) -> Result<bool, Failure> {
        let speaks = match &self.statement.body {
            Body::Equal(..) => Formula::Known(true),
            Body::Holds(formula) => speaks(formula),
        };
        let everywhere = self.ruleset.positions == Condition::Known(true) && self.statement.condition.is_none();
        if everywhere && matches!(speaks, Formula::Known(true)) {
            return Ok(false);
        }
        Ok(matches!(self.of_another(Formula::Not(Box::new(speaks)))?, Verdict::Proved(_)))
    }

    /// Where the statement has a value.
    pub(in crate::prover) fn valued(
        &self,
        reading: &Reading<'_>,
        notation: &Notation<'_>,
    ) -> Result<Presburger, Obstacle> {
        reading.formula(&self.statement.valued, &notation.scope(), Mode::STATEMENT)
    }

    /// What is decided of the same positions for another body.
    fn of_another(&self, body: Formula) -> Result<Verdict, Failure> {
        let (body, valued) = (Body::Holds(body), Formula::Known(true));
        self.asked_of(&Statement { body, valued, ..self.statement.clone() })
    }

    fn asked_of(&self, statement: &Statement) -> Result<Verdict, Failure> {
        let other = Instance { statement, ..*self };
        Ok(other
            .within(MOST_NODES, &|budget| {
                if other.ruleset.breaks() {
                    return other.by_periods();
                }
                // Whether there is a value hardly depends on which it is.
                let looks_up = matches!(&statement.body, Body::Holds(formula) if looks_up(formula));
                let known = if looks_up { other.true_of_all_games()? } else { None };
                match known.map_or_else(|| other.by_facts(budget), Ok) {
                    Err(Obstacle::Cannot(why)) => match other.by_products()? {
                        None => other.by_regular_rules()?.ok_or(Obstacle::Cannot(why)),
                        Some(decided) => Ok(decided),
                    },
                    found => found,
                }
            })?
            .verdict)
    }
}

/// What says that a claim has a value, without the ways in which a part decides it whatever others have: these come last. It is not weaker, as it
/// stands below no negation.
fn without_deciding(valued: &Formula) -> Formula {
    match valued {
        Formula::Or(ways) => ways.first().map_or_else(|| valued.clone(), without_deciding),
        Formula::And(parts) => Formula::And(parts.iter().map(without_deciding).collect()),
        Formula::ForAll(bound, body) => Formula::ForAll(bound.clone(), Box::new(without_deciding(body))),
        Formula::Exists(bound, body) => Formula::Exists(bound.clone(), Box::new(without_deciding(body))),
        _ => valued.clone(),
    }
}

/// Where a formula says something: inside of ranges that are not empty and of premises that hold.
fn speaks(formula: &Formula) -> Formula {
    match formula {
        Formula::ForAll(bound, body) => Formula::Exists(bound.clone(), Box::new(speaks(body))),
        Formula::Or(parts) => match parts.as_slice() {
            // Of `A implies not B or C` all that follows is a conclusion, though it is written as `B implies C` is.
            [Formula::Not(premise), Formula::Or(_)] => premise.as_ref().clone(),
            [Formula::Not(premise), conclusion] => match speaks(conclusion) {
                Formula::Known(true) => premise.as_ref().clone(),
                conclusion => Formula::And(vec![premise.as_ref().clone(), conclusion]),
            },
            _ => Formula::Known(true),
        },
        Formula::And(parts) => {
            let parts: Vec<Formula> = parts.iter().map(speaks).collect();
            let anything = parts.iter().any(|part| matches!(part, Formula::Known(true)));
            if anything { Formula::Known(true) } else { Formula::Or(parts) }
        }
        _ => Formula::Known(true),
    }
}

/// Whether a number bounds all coordinates.
pub(in crate::prover) fn is_finite(
    decider: &Decider<'_>,
    set: &Automaton,
    tracks: &[Natural],
) -> Result<bool, Obstacle> {
    let bound = decider.names.fresh("a bound");
    let set = Arc::new(set.clone());
    let here: Vec<Integer> = tracks.iter().map(|track| Integer::from(*track)).collect();
    let inside = Presburger::and(tracks.iter().map(|track| Presburger::at_most(*track, bound)));
    let all = Presburger::forall(tracks.to_vec(), Presburger::Holds(set, here).implies(inside));
    Ok(!decider.decide(&Presburger::exists([bound], all))?.is_empty())
}
