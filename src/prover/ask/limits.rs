//! What a proof does not say: where the claim has no value, and whether it speaks of anything at all. Both are questions of
//! the same kind as the claim, and decided in the same way.
use super::claims::Failure;
use super::instance::{Instance, MOST_NODES};
use crate::automata::{self, Automaton, Term, Variable};
use crate::claim::{self, written};
use crate::prover::say::reading::{Mode, Reading};
use crate::prover::say::translate::Scope;
use crate::prover::theory::decider::Kernel;
use crate::prover::{Figures, Limits, Obstacle, Verdict};
use crate::ruleset::Condition;
use crate::ruleset::statement::{Body, Formula, Statement};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

impl Instance<'_> {
    /// The verdict, with what a proof does not say.
    pub(in crate::prover) fn limited(&self, verdict: Verdict) -> Result<Verdict, Failure> {
        let Verdict::Proved(figures) = verdict else { return Ok(verdict) };
        let limits = Limits { without_value: self.without_value()?, is_vacuous: self.is_vacuous()? };
        Ok(Verdict::Proved(Figures { limits, ..figures }))
    }

    /// Where the claim has no value, in words.
    fn without_value(&self) -> Result<Option<String>, Failure> {
        if matches!(self.statement.valued, Formula::Known(true)) {
            return Ok(None);
        }
        Ok(match self.of_another(self.statement.valued.clone())? {
            Verdict::Proved(_) => None,
            Verdict::Refuted { position: Some(position), .. } => {
                Some(format!("at {}", written(&position, self.ruleset)))
            }
            Verdict::Refuted { position: None, .. } => Some("for some values of its variables".to_owned()),
            Verdict::Open(why) => Some(format!("at positions that were not found ({why})")),
        })
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
        tracks: &[Variable],
    ) -> Result<automata::Formula, Obstacle> {
        let scope = Scope { coordinates: reading.game(0).coordinates(tracks), slots: BTreeMap::new() };
        reading.formula(&self.statement.valued, &scope, Mode::STATEMENT)
    }

    /// Whether a table that shows no counterexample leaves none.
    pub(in crate::prover) fn contradicts(&self, judged: &claim::Verdict) -> bool {
        let whole = matches!(judged, claim::Verdict::Holds { gaps, .. } if *gaps == claim::Gaps::default());
        whole || !matches!(self.statement.valued, Formula::Known(true))
    }

    /// What is decided of the same positions for another body.
    fn of_another(&self, body: Formula) -> Result<Verdict, Failure> {
        let (body, valued) = (Body::Holds(body), Formula::Known(true));
        let statement = Statement { body, valued, ..self.statement.clone() };
        let other = Instance { statement: &statement, found: RefCell::default(), ..*self };
        other.within(MOST_NODES, &|budget| other.by_facts(budget))
    }
}

/// Where a formula says something: inside of ranges that are not empty and of premises that hold.
fn speaks(formula: &Formula) -> Formula {
    match formula {
        Formula::ForAll(bound, body) => Formula::Exists(bound.clone(), Box::new(speaks(body))),
        Formula::Or(parts) => match parts.as_slice() {
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
    kernel: &Kernel<'_>,
    set: &Automaton,
    tracks: &[Variable],
) -> Result<bool, Obstacle> {
    let bound = kernel.names.fresh("a bound");
    let set = Arc::new(set.clone());
    let here: Vec<Term> = tracks.iter().map(|track| Term::from(*track)).collect();
    let inside = automata::Formula::and(tracks.iter().map(|track| automata::Formula::at_most(*track, bound)));
    let all = automata::Formula::forall(tracks.to_vec(), automata::Formula::Holds(set, here).implies(inside));
    Ok(!kernel.decide(&automata::Formula::exists([bound], all))?.is_empty())
}
