//! Claims about positions with given numbers in heaps or registers, and regions that no move leaves.
use super::instance::{Decided, Instance, figures};
use crate::claim::instances::Failure;
use crate::prover::say::facts::Facts;
use crate::prover::say::notation::Notation;
use crate::prover::say::reading::{Mode, Reading};
use crate::prover::theory::conditions::Conditions;
use crate::prover::theory::decider::Decider;
use crate::prover::{Obstacle, Verdict};
use crate::ruleset::definition::{definition, sliced};
use crate::ruleset::statement::Formula;
use nimdsl_automata::{Budget, Numeration};

impl Instance<'_> {
    /// By the same conditions, if the statement speaks of positions with given numbers in some heaps or registers that no move
    /// leaves: `P(x, y; 0) iff ...`, `grundy(0, y) = ...`.
    pub(super) fn by_a_slice(&self, dimension: usize, budget: Budget<'_>) -> Result<Option<Decided>, Obstacle> {
        let Some(slice) = sliced(self.statement, dimension) else { return Ok(None) };
        let other = Instance { statement: &slice, ..*self };
        match definition(&slice, dimension).map(|defined| other.directly(&defined, budget)) {
            Some(Err(why)) if why.ends_everything() => Err(why),
            Some(Ok(Some(decided))) => Ok(Some(decided)),
            _ => Ok(None),
        }
    }

    /// Whether no move leads out of a region, if that is decided with so many million nodes.
    pub(in crate::prover::ask) fn none_leaves(&self, most: u64, region: &Formula) -> Result<bool, Failure> {
        let decided = self.within(most, &|budget| {
            let notation = Notation::of(self.ruleset);
            let (facts, rulesets) = (vec![Facts::default(); 1 + self.others().len()], self.rulesets());
            let reading = Reading::of(&rulesets, &facts, &notation.names, self.statement.play);
            let decider = Decider::new(Numeration::binary(), budget, &notation.names);
            let conditions = Conditions::of(&notation, &decider, self.open);
            let domain = conditions.domain(Some(reading.formula(region, &notation.scope(), Mode::STATEMENT)?))?;
            if conditions.is_closed(&domain)? {
                return Ok(Verdict::Proved(figures(&decider, None)).into());
            }
            Err(Obstacle::Cannot("a move leaves the region".to_owned()))
        })?;
        Ok(matches!(decided.verdict, Verdict::Proved(_)))
    }

    /// By the conditions on the set or the values that the statement gives, or not at all.
    pub(in crate::prover::ask) fn by_itself(&self, budget: Budget<'_>) -> Result<Decided, Obstacle> {
        let defined = definition(self.statement, self.ruleset.heaps.len() + self.ruleset.registers.len());
        let decided = defined.map(|defined| self.directly(&defined, budget)).transpose()?;
        decided
            .flatten()
            .ok_or_else(|| Obstacle::Cannot("moves leave the positions that the claim speaks of".to_owned()))
    }
}
