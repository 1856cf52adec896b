//! Counterexamples on tables: before a proof, in place of one, and to confirm what a proof shows. Proves nothing.
use super::instance::Instance;
use crate::claim::instances::Failure;
use crate::claim::{self, counterexample, evaluate, evaluate_afar, evaluate_in_time, written};
use crate::engine::EngineError;
use crate::prover::know::tables;
use crate::prover::{Obstacle, Verdict};
use crate::ruleset::Position;
use crate::ruleset::statement::{Body, Formula, Statement};

/// Bounds of the table that a claim is tried on first, by the number of heaps.
pub(in crate::prover::ask) const FIRST_TABLE: [u64; 6] = [100, 200, 28, 9, 5, 3];
/// Bounds of the table that a claim is tried on where there is no proof.
pub(in crate::prover::ask) const MIDDLE_TABLE: [u64; 6] = [500, 1_000, 64, 14, 7, 4];
/// Bounds up to which a counterexample is confirmed on a table.
const LAST_TABLE: [u64; 6] = [20_000, 20_000, 300, 40, 12, 6];
/// Evaluations of parts of a statement on such a table.
const TABLE_STEPS: u64 = 400_000;

/// What is known of a position before a table is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::prover::ask) enum Trust {
    /// The claim is false there, and nowhere before.
    Least,
    /// The claim is false there or somewhere else.
    Somewhere,
}

impl Instance<'_> {
    /// A counterexample on tables, for a claim that has no proof at other parameters.
    pub(in crate::prover::ask) fn on_tables(&self) -> Result<Option<Verdict>, Failure> {
        match self.on_a_table(Some(&FIRST_TABLE))? {
            None if self.ruleset.finite_options => self.on_a_table(Some(&MIDDLE_TABLE)),
            found => Ok(found),
        }
    }

    /// A counterexample on a table with these bounds, or the usual one.
    pub(in crate::prover::ask) fn on_a_table(&self, bounds: Option<&[u64; 6]>) -> Result<Option<Verdict>, Failure> {
        if !self.ruleset.finite_options {
            return Ok(None);
        }
        let (statement, ruleset, context) = (self.statement, self.ruleset, self.prover.context);
        let heaps = self.named.map_or(&[][..], |named| &named[..ruleset.heaps.len().min(named.len())]);
        let farthest = heaps.iter().map(|heap| heap.unsigned_abs()).max().unwrap_or(0);
        let Some(bounds) = bounds else {
            return match evaluate_in_time(statement, ruleset, &self.others(), (farthest, 1), context) {
                Ok(claim::Verdict::Refuted { position, reason, before, .. }) => {
                    Ok(Some(refuted(position, reason, before.undecided == 0)))
                }
                Err(EngineError::Cancelled) => Err(Failure::CANCELLED),
                _ => Ok(None),
            };
        };
        let bound = bounds[ruleset.heaps.len().min(bounds.len() - 1)];
        let bound = if asks_options(statement) { bound / 2 } else { bound };
        let bounds = (bound.max(3), TABLE_STEPS);
        match counterexample(statement, ruleset, &self.others(), bounds, context) {
            Ok(found) => Ok(found.map(|(position, reason, is_least)| refuted(position, reason, is_least))),
            Err(_) => Err(Failure::CANCELLED),
        }
    }

    /// A counterexample that P-positions without a table show.
    pub(in crate::prover::ask) fn afar(&self) -> Result<Option<Verdict>, Failure> {
        match evaluate_afar(self.statement, self.ruleset, self.prover.context) {
            Ok(Some(claim::Verdict::Refuted { position, reason, .. })) => {
                Ok(Some(Verdict::Refuted { position, reason, is_least: true }))
            }
            Err(EngineError::Cancelled) => Err(Failure::CANCELLED),
            _ => Ok(None),
        }
    }

    /// What a table says that reaches a position where a claim is false, or where conditions fail, if it can be had in time.
    pub(in crate::prover::ask) fn on_a_last_table(
        &self,
        position: &Position,
        trust: Trust,
    ) -> Result<Option<Verdict>, Obstacle> {
        if self.digits.is_some() {
            // A table of digits is no table of the game.
            return Ok(None);
        }
        let heaps = &position[..self.ruleset.heaps.len()];
        let total: u64 = heaps.iter().map(|heap| heap.unsigned_abs()).sum();
        let bound = LAST_TABLE[heaps.len().min(LAST_TABLE.len() - 1)];
        if !self.ruleset.finite_options || bound < total || tables::affordable(self.ruleset)? < total {
            return Ok(None);
        }
        match evaluate(self.statement, self.ruleset, &self.others(), total.max(3), self.prover.context) {
            Ok(claim::Verdict::Refuted { before, .. }) if before.undecided != 0 => Ok(None),
            Ok(claim::Verdict::Refuted { position, reason, .. }) => {
                Ok(Some(Verdict::Refuted { position, reason, is_least: true }))
            }
            // Where something has no value, a table may judge otherwise than automata; where something is out of its reach,
            // it does not judge.
            Ok(judged) if trust == Trust::Least && self.contradicts(&judged) => {
                let here = written(position, self.ruleset);
                Err(Obstacle::Cannot(format!("a table does not confirm the counterexample {here}")))
            }
            Err(EngineError::Cancelled) => Err(Obstacle::Cancelled),
            // The proof stands without a table that is too large.
            Ok(_) | Err(_) => Ok(None),
        }
    }

    /// Whether a table that shows no counterexample leaves none.
    fn contradicts(&self, judged: &claim::Verdict) -> bool {
        let whole = matches!(judged, claim::Verdict::Holds { gaps, .. } if *gaps == claim::Gaps::default());
        whole || !matches!(self.statement.valued, Formula::Known(true))
    }
}

/// A counterexample that a table shows.
fn refuted(position: Option<Position>, reason: String, is_least: bool) -> Verdict {
    let reason = if is_least { reason } else { format!("{reason}; positions before it are undecided") };
    Verdict::Refuted { position, reason, is_least }
}

fn asks_options(statement: &Statement) -> bool {
    matches!(&statement.body, Body::Holds(formula) if formula.asks_options())
}
