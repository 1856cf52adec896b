//! Claims that give all P-positions as a set over a sequence that no automaton knows, by linear facts about its terms.
use super::evidence::Evidence;
use super::instance::{Decided, Instance};
use crate::prover::ask::exceptions::settled;
use crate::prover::theory::{chain, growth, progression};
use crate::prover::{Obstacle, Verdict};
use crate::recheck::p_positions;
use crate::ruleset::statement::Set;
use crate::ruleset::{Part, Term};
use nimdsl_automata::Budget;
use std::sync::atomic::Ordering;

impl Instance<'_> {
    /// By a sequence of constant second differences, or by a linear recurrence; `None` if the statement is of another kind.
    pub(in crate::prover) fn by_a_sequence(&self, budget: Budget<'_>) -> Result<Option<Decided>, Obstacle> {
        let Some(set) = p_positions(self.ruleset, self.statement) else { return Ok(None) };
        match growth::outcomes(self.ruleset, &set, self.statement.play, budget) {
            Ok(Some((figures, sequence))) => {
                let evidence = sequence.map(Evidence::Sequence);
                Ok(Some(Decided { verdict: Verdict::Proved(figures), evidence }))
            }
            Err(Obstacle::Cancelled) => Err(Obstacle::Cancelled),
            Ok(None) => self.by_its_recurrence(&set),
            Err(why) => self.by_its_recurrence(&set)?.map_or(Err(why), |decided| Ok(Some(decided))),
        }
    }

    /// By the powers of a parameter that is open; `None` if that comes to nothing.
    pub(in crate::prover) fn by_a_progression(&self) -> Result<Option<Decided>, Obstacle> {
        // The explorer has a limit of bytes, and does without.
        if cfg!(target_arch = "wasm32") {
            return Ok(None);
        }
        let cancel = &self.prover.context.cancel;
        let found = progression::outcomes(self.ruleset, self.statement, cancel);
        if found.is_none() && cancel.load(Ordering::Relaxed) {
            return Err(Obstacle::Cancelled);
        }
        let decided = |(figures, made)| Decided {
            verdict: Verdict::Proved(figures),
            evidence: Some(Evidence::Progression(made)),
        };
        Ok(found.map(decided))
    }

    /// By a linear recurrence alone, where automata take too much.
    pub(in crate::prover) fn by_a_recurrence(&self) -> Result<Option<Decided>, Obstacle> {
        p_positions(self.ruleset, self.statement).map_or(Ok(None), |set| self.by_its_recurrence(&set))
    }

    /// A proof by an automaton of a set with a recursion, which the checker of certificates does not read, with a certificate that it does.
    pub(in crate::prover) fn with_a_certificate(&self, decided: Decided) -> Result<Decided, Obstacle> {
        let set = p_positions(self.ruleset, self.statement);
        let Some(set) = set.filter(|_| matches!(decided.verdict, Verdict::Proved(_))) else { return Ok(decided) };
        let recurs = Part::Set(&set).any(&mut |part| matches!(part, Part::Term(Term::Recursive(..))));
        let found = if recurs { self.by_its_recurrence(&set)? } else { None };
        let evidence = found.and_then(|found| found.evidence).or(decided.evidence);
        Ok(Decided { evidence, ..decided })
    }

    /// With the recurrence of a set.
    fn by_its_recurrence(&self, set: &Set) -> Result<Option<Decided>, Obstacle> {
        let cancel = &self.prover.context.cancel;
        let found = chain::outcomes(self.ruleset, set, self.statement.play, cancel);
        if found.is_none() && cancel.load(Ordering::Relaxed) {
            return Err(Obstacle::Cancelled);
        }
        let decided =
            |(figures, made)| Decided { verdict: Verdict::Proved(figures), evidence: Some(Evidence::Chain(made)) };
        Ok(found.map(decided))
    }

    /// `P = S except {...}` by linear facts about the set of all P-positions, which says more; `None` if that comes to nothing.
    pub(in crate::prover) fn with_exceptions_settled(&self, budget: Budget<'_>) -> Result<Option<Decided>, Obstacle> {
        if self.open != 0 {
            return Ok(None);
        }
        let Some(whole) = settled(self.ruleset, self.statement, self.prover.context)? else { return Ok(None) };
        match growth::outcomes(self.ruleset, &whole, self.statement.play, budget) {
            // The sequence of another set is no certificate of this claim.
            Ok(Some((figures, _))) => Ok(Some(Verdict::Proved(figures).into())),
            Err(why) if why.ends_everything() => Err(why),
            Ok(None) | Err(_) => Ok(self.by_its_recurrence(&whole)?.map(|decided| decided.verdict.into())),
        }
    }
}
