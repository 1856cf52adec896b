//! One claim at one choice of parameters: tried on a table, then decided by its own automaton or by facts.
use super::evidence::Evidence;
use super::limits::is_finite;
use super::on_tables::{FIRST_TABLE, MIDDLE_TABLE, Trust};
use super::{KnownFacts, Prover};
use crate::certificate::{Certificate, CertificateKind, FirstRows};
use crate::check::Settings;
use crate::claim::instances::{ClaimAt, Failure};
use crate::claim::written;
use crate::prover::know::find::{Hint, Subject, find};
use crate::prover::know::levels::largest_constant;
use crate::prover::know::numerations::{Numerations, in_turn};
use crate::prover::say::facts::{Facts, certified};
use crate::prover::say::notation::Notation;
use crate::prover::say::reading::{Mode, Reading};
use crate::prover::theory::conditions::{Checked, Conditions};
use crate::prover::theory::decider::Decider;
use crate::prover::theory::ending::play_ends;
use crate::prover::theory::failure::{Claimed, failure};
use crate::prover::{FORBIDDEN, Figures, Limits, Obstacle, Verdict, locked, nodes_in};
use crate::ruleset::definition::{self, Definition, Needs, definition};
use crate::ruleset::digits::Modulus;
use crate::ruleset::statement::{self, Body, ClaimPart, Except, Statement};
use crate::ruleset::{Position, Ruleset};
use crate::syntax::ast::{Claim, ClaimKind};
use crate::value::Outcome;
use nimdsl_automata::{Allowance, Automaton, Budget, Numeration, Presburger, numeration_of};
use std::sync::atomic::Ordering;

/// Nodes of all automata of one proof, in millions.
pub(in crate::prover) const MOST_NODES: u64 = 12;

/// A claim at one choice of parameters, to be proved.
#[derive(Clone, Copy, Debug)]
pub(in crate::prover) struct Instance<'a> {
    pub(in crate::prover) prover: &'a Prover<'a>,
    pub(in crate::prover) settings: &'a Settings,
    pub(in crate::prover) ruleset: &'a Ruleset,
    pub(in crate::prover) statement: &'a Statement,
    pub(in crate::prover) claim: &'a Claim,
    pub(in crate::prover) named: Option<&'a [i64]>,
    /// How many of the last registers stand for open parameters.
    pub(in crate::prover) open: usize,
    /// A hash of what is offered beside what the file says: facts that are found with it are no others' facts.
    pub(in crate::prover) offered: Option<[u8; 32]>,
    /// The game is that of these positions alone, which no move leaves.
    pub(in crate::prover) rows: Option<FirstRows>,
    /// The heaps are written in two digits by these, and the file says this of the game then.
    pub(in crate::prover) digits: Option<(&'a [Modulus], &'a [Hint])>,
    /// It is about one of the things that the claim says.
    pub(in crate::prover) part: Option<ClaimPart>,
}

/// A verdict, with what a proof leaves behind for other code to recheck.
#[derive(Debug)]
pub(in crate::prover) struct Decided {
    pub(in crate::prover) verdict: Verdict,
    pub(in crate::prover) evidence: Option<Evidence>,
}

impl From<Verdict> for Decided {
    fn from(verdict: Verdict) -> Self {
        Self { verdict, evidence: None }
    }
}

/// What came out, and the certificates that it leaves.
pub(in crate::prover::ask) type CertifiedVerdict = (Verdict, Vec<Certificate>);

/// What is decided within a budget.
type Decide<'d> = dyn Fn(Budget<'_>) -> Result<Decided, Obstacle> + 'd;

impl<'a> Instance<'a> {
    pub(in crate::prover) fn new(prover: &'a Prover<'a>, claim: &'a Claim, at: &ClaimAt<'a>, open: usize) -> Self {
        let ClaimAt { settings, ruleset, statement, named, .. } = *at;
        Self {
            prover,
            settings,
            ruleset,
            statement,
            claim,
            named,
            open,
            offered: None,
            rows: None,
            digits: None,
            part: None,
        }
    }

    /// The table first, then the proof, then what the proof does not say; and what it leaves behind.
    pub(in crate::prover) fn judged(&self) -> Result<(Verdict, Option<Certificate>), Failure> {
        self.certified(self.found_out()?)
    }

    /// The same without tables.
    pub(super) fn proved(&self) -> Result<(Verdict, Option<Certificate>), Failure> {
        self.certified(self.by_a_proof()?)
    }

    /// A verdict with what it does not say, and with a certificate of a proof that leaves nothing out.
    pub(in crate::prover) fn certified(&self, decided: Decided) -> Result<(Verdict, Option<Certificate>), Failure> {
        let verdict = self.limited(decided.verdict, decided.evidence.as_ref())?;
        // What has no value somewhere is no theorem.
        let whole = matches!(&verdict, Verdict::Proved(figures) if figures.limits.without_value.is_none());
        let evidence = decided.evidence.filter(|_| whole);
        Ok((verdict, evidence.and_then(|evidence| self.certificate(evidence))))
    }

    /// A small table, P-positions far away, a proof, a larger table: whatever decides first.
    fn found_out(&self) -> Result<Decided, Failure> {
        let refuted = self.claim.kind == ClaimKind::Refuted;
        // A table as large as usual finds the position that the file names.
        let named = refuted && self.named.is_some();
        let on_a_table = self.on_a_table((!named).then_some(&FIRST_TABLE))?;
        if let Some(verdict @ Verdict::Refuted { is_least: true, .. }) = on_a_table {
            return Ok(verdict.into());
        }
        let is_confirmed = !cfg!(target_arch = "wasm32") && self.prover.is_confirmed;
        if self.open == 0
            && !is_confirmed
            && self.ruleset.finite_options
            && self.ruleset.unproved.is_empty()
            && let Some(verdict) = self.afar()?
        {
            return Ok(verdict.into());
        }
        let decided = self.by_a_proof()?;
        if matches!(decided.verdict, Verdict::Open(_)) && !named && !is_confirmed && self.ruleset.finite_options {
            // A larger table may refute what has no automaton.
            if let Some(verdict) = self.on_a_table((!refuted).then_some(&MIDDLE_TABLE))? {
                return Ok(verdict.into());
            }
            let is_asked = !cfg!(target_arch = "wasm32") && !refuted && self.digits.is_none();
            if let Some(verdict) = is_asked.then(|| self.on_a_table(None)).transpose()?.flatten() {
                return Ok(verdict.into());
            }
        }
        // Where automata do not tell the least position, one that a table shows is still one.
        Ok(match (&decided.verdict, on_a_table) {
            (Verdict::Open(_), Some(found)) => found.into(),
            _ => decided,
        })
    }

    fn by_a_proof(&self) -> Result<Decided, Failure> {
        let decided = self.within(MOST_NODES, &|budget| self.decided(budget))?;
        let Verdict::Open(Obstacle::Budget(first)) = &decided.verdict else { return Ok(decided) };
        if !self.defines() {
            return Ok(decided);
        }
        // What is claimed may take too much where what is true does not.
        let other = self.within(MOST_NODES * 2 / 3, &|budget| self.by_facts(budget))?;
        let Verdict::Open(why) = &other.verdict else { return Ok(other) };
        Ok(Verdict::Open(Obstacle::Budget(format!(
            "{first}; compared with P-positions or values that a table suggests: {why}"
        )))
        .into())
    }

    /// What `decide` finds with so many million nodes of automata in all.
    pub(in crate::prover) fn within(&self, most: u64, decide: &Decide<'_>) -> Result<Decided, Failure> {
        self.within_allowance(&Allowance::thousands(most * 1_000), &format!("{most} million"), decide)
    }

    /// What `decide` finds with what is left of an allowance, which was `most` nodes.
    pub(in crate::prover) fn within_allowance(
        &self,
        allowance: &Allowance,
        most: &str,
        decide: &Decide<'_>,
    ) -> Result<Decided, Failure> {
        let cancelled = || self.prover.context.cancel.load(Ordering::Relaxed);
        let budget = Budget::nodes(nodes_in(self.prover.context)).of(allowance).with_cancellation(&cancelled);
        match self.games_end(budget).and_then(|()| decide(budget)) {
            Ok(decided) => Ok(decided),
            Err(Obstacle::Cancelled) => Err(Failure::CANCELLED),
            Err(Obstacle::Spent) => {
                let why = format!("gave up after {most} nodes of automata in all");
                Ok(Verdict::Open(Obstacle::Budget(why)).into())
            }
            Err(obstacle) => Ok(Verdict::Open(obstacle).into()),
        }
    }

    /// Play ends in all games that the statement looks something up of.
    fn games_end(&self, budget: Budget<'_>) -> Result<(), Obstacle> {
        let rulesets = self.rulesets();
        let needs = definition::needs(self.statement, rulesets.len());
        let asked = rulesets.into_iter().zip(needs).enumerate();
        let mut asked = asked.filter(|(game, (_, needs))| *game == 0 || *needs != Needs::default());
        asked.try_for_each(|(_, (ruleset, _))| play_ends(ruleset, budget))
    }

    pub(in crate::prover::ask) fn others(&self) -> Vec<&Ruleset> {
        self.prover.document.others.values().map(|other| &other.ruleset).collect()
    }

    pub(in crate::prover::ask) fn rulesets(&self) -> Vec<&Ruleset> {
        std::iter::once(self.ruleset).chain(self.others()).collect()
    }

    /// Whether the statement says by itself what it speaks of.
    fn defines(&self) -> bool {
        definition(self.statement, self.ruleset.heaps.len() + self.ruleset.registers.len()).is_some()
    }

    /// By the statement itself if it defines what it speaks of, else by facts.
    pub(in crate::prover) fn decided(&self, budget: Budget<'_>) -> Result<Decided, Obstacle> {
        if self.rulesets().iter().any(|ruleset| 0 < ruleset.blocking) {
            return Err(Obstacle::Cannot(FORBIDDEN.to_owned()));
        }
        if self.ruleset.breaks() {
            return self.by_periods();
        }
        let dimension = self.ruleset.heaps.len() + self.ruleset.registers.len();
        let mut direct = definition(self.statement, dimension).map(|defined| self.directly(&defined, budget));
        match direct {
            Some(Ok(Some(decided))) => return self.with_a_certificate(decided),
            Some(Err(why @ (Obstacle::Budget(_) | Obstacle::Spent))) => {
                return self.by_a_recurrence()?.ok_or(why);
            }
            Some(Err(Obstacle::Cancelled)) => return Err(Obstacle::Cancelled),
            _ => {}
        }
        if direct.is_none()
            && let Some(decided) = self.by_a_slice(dimension, budget)?
        {
            return Ok(decided);
        }
        if let Some(Err(_)) = &direct {
            if let Some(decided) = self.by_a_progression()? {
                return Ok(decided);
            }
            match self.by_a_sequence(budget) {
                Ok(Some(decided)) => return Ok(decided),
                Ok(None) => {}
                Err(why) if why.ends_everything() => return Err(why),
                Err(obstacle) => direct = Some(Err(obstacle)),
            }
        }
        // What a file says of all values or P-positions tells more than what is true without it; automata, than what the moves tell.
        let is_defined = self.what_it_asks_is_defined();
        let mut by_moves = None;
        if !is_defined && let Some(decided) = self.unaided(&mut by_moves)? {
            return Ok(decided);
        }
        let by_facts = match self.by_facts(budget) {
            Err(Obstacle::Cannot(why)) => self.with_exceptions_settled(budget)?.ok_or(Obstacle::Cannot(why)),
            by_facts => by_facts,
        };
        if let Err(Obstacle::Cannot(_) | Obstacle::Budget(_)) = &by_facts {
            let without = if is_defined { self.unaided(&mut by_moves)? } else { None };
            if let Some(decided) = without.map_or_else(|| self.by_products(), |found| Ok(Some(found)))? {
                return Ok(decided);
            }
        }
        match (by_facts, direct) {
            (Err(why), _) if !matches!(why, Obstacle::Cancelled) && by_moves.is_some() => by_moves.ok_or(why),
            // The reason why the statement itself cannot be said is the better one.
            (Err(Obstacle::Cannot(_)), Some(Err(obstacle))) => Err(obstacle),
            (by_facts, _) => by_facts,
        }
    }

    /// By the conditions on the set or the values that the statement gives; `None` if it does not fit: values that are
    /// not single, or a condition that moves leave.
    pub(super) fn directly(&self, defined: &Definition<'_>, budget: Budget<'_>) -> Result<Option<Decided>, Obstacle> {
        let notation = Notation::of(self.ruleset);
        let (facts, rulesets) = (vec![Facts::default(); 1 + self.others().len()], self.rulesets());
        let reading = Reading::of(&rulesets, &facts, &notation.names, self.statement.play);
        let formula = notation.given(&reading, defined)?;
        let scope = notation.scope();
        let region = self.statement.condition.as_ref();
        let region = region.map(|region| reading.formula(region, &scope, Mode::STATEMENT)).transpose()?;
        let relation = notation.game().some_option(&scope.coordinates, &|_| Ok(Presburger::True))?;
        let everything = [formula.clone(), relation, region.clone().unwrap_or(Presburger::True)];
        let numeration = numeration_of(&Presburger::And(everything.to_vec()))?;
        let decider = Decider::new(numeration, budget, &notation.names);
        let conditions = Conditions::of(&notation, &decider, self.open);
        let bounded = region.is_some();
        let domain = conditions.domain(region)?;
        if bounded && !conditions.is_closed(&domain)? {
            return Ok(None);
        }
        let checked = match defined {
            Definition::Outcomes(..) => conditions.outcomes(&domain, self.statement.play, &formula)?,
            Definition::Values(..) => conditions.values(&domain, &formula)?,
        };
        match checked {
            Checked::Good(automaton) => {
                let verdict = Verdict::Proved(figures(&decider, Some(&automaton)));
                let evidence = match defined {
                    Definition::Outcomes(Outcome::P, _) => {
                        Some(Evidence::Automaton(CertificateKind::Outcomes, automaton))
                    }
                    // Claims about N-positions are checked as what they say of the P-positions.
                    Definition::Outcomes(Outcome::N, _) => {
                        let asks_values = definition::needs(self.statement, rulesets.len())[0].values;
                        let facts = if asks_values {
                            Facts::of_zero(automaton)
                        } else {
                            Facts::of_outcomes(self.statement.play, automaton)
                        };
                        certified(&[facts], numeration).filter(|_| !bounded).map(Evidence::Lookups)
                    }
                    Definition::Values(..) => Some(Evidence::Automaton(CertificateKind::Values, automaton)),
                };
                Ok(Some(Decided { verdict, evidence }))
            }
            Checked::Unclear => Ok(None),
            Checked::Bad(least, shown) => {
                let claimed = match defined {
                    Definition::Outcomes(..) => Claimed::Outcomes(&shown, self.statement.play),
                    Definition::Values(..) => Claimed::Values(&shown),
                };
                self.confirmed(&conditions, &least, claimed).map(|verdict| Some(verdict.into()))
            }
        }
    }

    /// A position at which a condition fails is one at which the claim is false, if it is the least one and every option of a
    /// position comes before it: the claim is true of all its options. Otherwise the claim is false there or somewhere below.
    fn confirmed(&self, conditions: &Conditions<'_>, least: &[i64], claimed: Claimed<'_>) -> Result<Verdict, Obstacle> {
        let position = Self::position(conditions, least);
        if 0 < self.open {
            return Ok(Verdict::Refuted { position: Some(position), reason: String::new(), is_least: true });
        }
        let falls = conditions.order_falls()?;
        if let Some(verdict) = self.on_a_last_table(&position, if falls { Trust::Least } else { Trust::Somewhere })? {
            return Ok(verdict);
        }
        if !falls {
            // What is proved of the game in another way shows the least position where the claim is false.
            match self.by_facts(conditions.decider.budget) {
                Ok(Decided { verdict: verdict @ Verdict::Refuted { .. }, .. }) => return Ok(verdict),
                Err(why) if why.ends_everything() => return Err(why),
                Ok(_) | Err(_) => {}
            }
        }
        let here = written(&position, self.ruleset);
        let why = failure(&conditions.game, claimed, &position).map(|why| format!(": {why}")).unwrap_or_default();
        let reason = if falls {
            format!(
                "{here} is the least position where the conditions of a proof fail, so the claim is false there{why}"
            )
        } else {
            format!(
                "the conditions of a proof fail at {here}, so the claim is false there or at a position that play reaches \
                 from there{why}"
            )
        };
        Ok(Verdict::Refuted { position: Some(position), reason, is_least: falls })
    }

    fn position(conditions: &Conditions<'_>, tracks: &[i64]) -> Position {
        tracks.iter().enumerate().map(|(at, number)| number + conditions.game.shift(at)).collect()
    }

    /// With automata for what the statement looks up.
    pub(in crate::prover) fn by_facts(&self, budget: Budget<'_>) -> Result<Decided, Obstacle> {
        let needs = definition::needs(self.statement, 1 + self.others().len());
        let dry = Facts { assumed: true, ..Facts::default() };
        let notation = Notation::of(self.ruleset);
        let (facts, rulesets) = (vec![dry; needs.len()], self.rulesets());
        let reading = Reading::of(&rulesets, &facts, &notation.names, self.statement.play);
        let asked = numeration_of(&self.wrong(&reading, &notation)?)?;
        let numerations = if asked == Numeration::binary() {
            Numerations::of(self.ruleset, self.prover.document).likely()
        } else {
            vec![asked]
        };
        let (mut tried, mut lacks) = (Vec::new(), None);
        for numeration in numerations {
            match self.by_facts_in(numeration, &needs, budget, &mut lacks) {
                Ok(verdict) => return Ok(verdict),
                Err(why) if why.ends_everything() => return Err(why),
                Err(obstacle) => tried.push((numeration, obstacle)),
            }
        }
        if tried.len() <= 1 {
            return Err(tried.pop().map_or_else(|| Obstacle::Cannot("no numeration fits".to_owned()), |(_, why)| why));
        }
        let budget = tried.iter().any(|(_, obstacle)| matches!(obstacle, Obstacle::Budget(_)));
        let words: Vec<_> = tried
            .into_iter()
            .map(|(numeration, obstacle)| match obstacle {
                Obstacle::Cannot(why) | Obstacle::Empty(why) | Obstacle::Budget(why) => (numeration, why),
                Obstacle::Spent | Obstacle::Cancelled | Obstacle::Endless(_) => (numeration, obstacle.to_string()),
            })
            .collect();
        let mut words = in_turn(&words);
        if let Some(given) = lacks.filter(|_| !budget) {
            words.push_str(&format!("; a claim of the file that gives {given} would do, where it is proved"));
        }
        Err(if budget { Obstacle::Budget(words) } else { Obstacle::Cannot(words) })
    }

    /// What is known of one of the games, in a numeration; found once for all claims that need the same.
    fn facts(
        &self,
        game: usize,
        needs: Needs,
        levels: Option<usize>,
        numeration: Numeration,
        budget: Budget<'_>,
    ) -> Result<Facts, Obstacle> {
        if needs == Needs::default() {
            return Ok(Facts::default());
        }
        let document = self.prover.document;
        let (ruleset, play, other) = match game.checked_sub(1) {
            None => (self.ruleset, self.statement.play, None),
            Some(other) => {
                let (_, other) = document
                    .others
                    .get_index(other)
                    .ok_or_else(|| Obstacle::Cannot("a ruleset is missing".to_owned()))?;
                (&other.ruleset, other.ruleset.play, Some(other))
            }
        };
        let written = (self.offered, self.rows, self.digits.map(|digits| digits.0));
        let range = &self.prover.range;
        let key = (game, format!("{range} {:?} {play:?} {written:?}", ruleset.parameters), numeration.to_string());
        if let Some(known) = locked(&self.prover.memory).get(&key)
            && known.needs == needs
            && known.levels == levels
        {
            return if budget.take(known.taken) { Ok(known.facts.clone()) } else { Err(Obstacle::Spent) };
        }
        let before = budget.left();
        let hints = self.hints(ruleset, other);
        let source = Subject { ruleset, play, hints: &hints };
        let facts = find(&source, needs, levels, numeration, budget, (self.prover.context, &self.prover.tables))?;
        let taken = before - budget.left();
        locked(&self.prover.memory).insert(key, KnownFacts { needs, levels, facts: facts.clone(), taken });
        Ok(facts)
    }

    /// With automata in one numeration; notes what is not known there.
    fn by_facts_in(
        &self,
        numeration: Numeration,
        needs: &[Needs],
        budget: Budget<'_>,
        lacks: &mut Option<&'static str>,
    ) -> Result<Decided, Obstacle> {
        let levels = largest_constant(self.statement);
        let facts: Vec<Facts> = needs
            .iter()
            .enumerate()
            .map(|(game, needs)| self.facts(game, *needs, levels, numeration, budget))
            .collect::<Result<_, _>>()?;
        *lacks = facts.first().zip(needs.first()).and_then(|(facts, needs)| facts.lacks(*needs));
        let notation = Notation::of(self.ruleset);
        let rulesets = self.rulesets();
        let reading = Reading::of(&rulesets, &facts, &notation.names, self.statement.play);
        let wrong = self.wrong(&reading, &notation)?;
        let found = numeration_of(&wrong)?;
        if found != numeration && found != Numeration::binary() {
            return Err(Obstacle::Cannot(format!("it needs {found}, and the game has {numeration}")));
        }
        let decider = Decider::new(numeration, budget, &notation.names);
        let conditions = Conditions::of(&notation, &decider, self.open);
        let domain = conditions.domain(None)?;
        let wrong = decider.decide(&Presburger::and([Presburger::Holds(domain, notation.here()), wrong]))?;
        if matches!(self.statement.except, Except::FinitelyMany) {
            return if is_finite(&decider, &wrong, &notation.tracks)? {
                Ok(Verdict::Proved(figures(&decider, Some(&wrong))).into())
            } else {
                let reason = "there are infinitely many exceptions".to_owned();
                Ok(Verdict::Refuted { position: None, reason, is_least: true }.into())
            };
        }
        let Some(least) = Decider::least(&wrong)? else {
            let evidence = certified(&facts, numeration).map(Evidence::Lookups);
            return Ok(Decided { verdict: Verdict::Proved(figures(&decider, None)), evidence });
        };
        if let Err(Obstacle::Cannot(why)) = self.valued(&reading, &notation) {
            return Err(Obstacle::Cannot(format!("whether it has a value where it seems to be false: {why}")));
        }
        if facts.iter().any(Facts::is_partial) {
            return Err(Obstacle::Cannot("the Grundy values as a whole have no automaton that was found".to_owned()));
        }
        if self.statement.free.is_empty() {
            return Ok(Verdict::Refuted { position: None, reason: "it is false".to_owned(), is_least: true }.into());
        }
        let position = Self::position(&conditions, &least);
        if let Some(verdict) = self.on_a_last_table(&position, Trust::Least)? {
            return Ok(verdict.into());
        }
        let here = written(&position, self.ruleset);
        let reason = format!("{here} is the least position where it differs from what was proved of the game");
        Ok(Verdict::Refuted { position: Some(position), reason, is_least: true }.into())
    }

    /// The positions that the statement is false of; where it has no value, it is not.
    fn wrong(&self, reading: &Reading<'_>, notation: &Notation<'_>) -> Result<Presburger, Obstacle> {
        let scope = notation.scope();
        let mode = Mode::STATEMENT;
        let body = match &self.statement.body {
            Body::Holds(formula) => reading.formula(formula, &scope, mode)?,
            Body::Equal(outcome, set) => {
                let play = self.statement.play;
                let claimed = reading.member(set, &scope.coordinates, &scope, mode)?;
                let here = reading.facts[0].p_positions(play, &reading.game(0).on_tracks(&scope.coordinates))?;
                let here = if *outcome == Outcome::P { here } else { here.negated() };
                claimed.iff(here)
            }
        };
        let mut parts = vec![body.negated()];
        if !matches!(self.statement.valued, statement::Formula::Known(true)) {
            match self.valued(reading, notation) {
                Ok(valued) => parts.push(valued),
                // Whether it has a value everywhere is then not decided, which is told.
                Err(Obstacle::Cannot(_)) => {}
                Err(obstacle) => return Err(obstacle),
            }
        }
        // A position is excused if the condition is not known to hold there, or if it is known to be excepted.
        if let Some(condition) = &self.statement.condition {
            let opposite = statement::Formula::Not(Box::new(condition.clone()));
            parts.push(reading.formula(&opposite, &scope, mode)?.negated());
        }
        if let Except::These(set) = &self.statement.except {
            parts.push(reading.member(set, &scope.coordinates, &scope, mode)?.negated());
        }
        Ok(Presburger::And(parts))
    }
}

pub(super) fn figures(decider: &Decider<'_>, automaton: Option<&Automaton>) -> Figures {
    Figures {
        numeration: decider.numeration.to_string(),
        states: automaton.map_or(0, Automaton::states),
        nodes: decider.largest.get(),
        limits: Limits::default(),
    }
}
