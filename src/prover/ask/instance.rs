//! One claim at one choice of parameters: tried on a table, then decided by its own automaton or by facts.
use super::claims::{Failure, Prover};
use super::exceptions::settled;
use super::limits::is_finite;
use crate::automata::{Automaton, Budget, Formula, Numeration, Term, Variable, numeration_of};
use crate::certificate::{Certificate, Kind, Lookups, Parameter, Sequence, hash};
use crate::check::Settings;
use crate::claim::form::{self, Form, Needs, form};
use crate::claim::{self, counterexample, evaluate, evaluate_afar, evaluate_in_time, written};
use crate::engine::EngineError;
use crate::prover::know::find::{Source, find, given, tracks};
use crate::prover::know::levels::largest_constant;
use crate::prover::know::numerations::{Numerations, in_turn};
use crate::prover::know::tables;
use crate::prover::say::facts::{Facts, certified};
use crate::prover::say::game::Game;
use crate::prover::say::reading::{Mode, Reading};
use crate::prover::say::translate::{Names, Scope};
use crate::prover::theory::conditions::{Checked, Theory};
use crate::prover::theory::decider::Kernel;
use crate::prover::theory::ending::play_ends;
use crate::prover::theory::failure::{Claimed, failure};
use crate::prover::theory::growth;
use crate::prover::{Figures, Limits, Obstacle, Verdict};
use crate::ruleset::statement::{self, Body, Except, Statement};
use crate::ruleset::{Position, Ruleset};
use crate::syntax::ast::{Claim, ClaimKind};
use crate::value::Outcome;
use serde_json::Value;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

/// Bounds of the table that a claim is tried on first, by the number of heaps.
pub(in crate::prover) const FIRST_TABLE: [u64; 6] = [100, 200, 28, 9, 5, 3];
/// Bounds of the table that a claim is tried on where there is no proof.
const MIDDLE_TABLE: [u64; 6] = [500, 1_000, 64, 14, 7, 4];
/// Bounds up to which a counterexample is confirmed on a table.
const LAST_TABLE: [u64; 6] = [20_000, 20_000, 300, 40, 12, 6];
/// Evaluations of parts of a statement on such a table.
const TABLE_STEPS: u64 = 400_000;
/// Bytes that a node of an automaton takes while it is made, about.
const NODE: u64 = 400;

/// Nodes of all automata of one proof, in millions.
pub(in crate::prover) const MOST_NODES: u64 = 12;

/// What is known of a position before a table is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trust {
    /// The claim is false there, and nowhere before.
    Least,
    /// The claim is false there or somewhere else.
    Somewhere,
}

/// A claim, with the ruleset at its parameters.
#[derive(Debug)]
pub(in crate::prover) struct Instance<'a> {
    pub(in crate::prover) prover: &'a Prover<'a>,
    pub(in crate::prover) settings: &'a Settings,
    pub(in crate::prover) ruleset: &'a Ruleset,
    pub(in crate::prover) statement: &'a Statement,
    pub(in crate::prover) claim: &'a Claim,
    pub(in crate::prover) named: Option<&'a [i64]>,
    /// How many of the last registers stand for open parameters.
    pub(in crate::prover) open: usize,
    /// What the proof leaves behind, once there is one.
    pub(in crate::prover) found: RefCell<Option<Found>>,
}

/// What a proof leaves behind.
#[derive(Debug)]
pub(in crate::prover) enum Found {
    /// An automaton.
    Automaton(Kind, Automaton),
    /// A sequence of which linear facts are known.
    Sequence(Sequence),
    /// What was looked up, of each game.
    Lookups(Lookups),
}

impl Instance<'_> {
    /// The table first, then the proof, then what the proof does not say.
    pub(in crate::prover) fn judged(&self) -> Result<Verdict, Failure> {
        let verdict = self.found_out()?;
        self.limited(verdict)
    }

    fn found_out(&self) -> Result<Verdict, Failure> {
        let refuted = self.claim.kind == ClaimKind::Refuted;
        // A table as large as usual finds the position that the file names.
        let named = refuted && self.named.is_some();
        let on_a_table = self.on_a_table((!named).then_some(&FIRST_TABLE))?;
        if let Some(verdict @ Verdict::Refuted { is_least: true, .. }) = on_a_table {
            return Ok(verdict);
        }
        if self.open == 0
            && self.ruleset.finite_options
            && self.ruleset.unproved.is_empty()
            && let Some(verdict) = self.afar()?
        {
            return Ok(verdict);
        }
        let mut verdict = self.within(MOST_NODES, &|budget| self.decided(budget))?;
        if matches!(verdict, Verdict::Open(Obstacle::Budget(_))) && self.defines() {
            // What is claimed may take too much where what is true does not.
            let other = self.within(MOST_NODES * 2 / 3, &|budget| self.by_facts(budget))?;
            verdict = match (other, verdict) {
                (Verdict::Open(other), Verdict::Open(first)) => Verdict::Open(Obstacle::Budget(format!(
                    "{first}; compared with P-positions or values that a table suggests: {other}"
                ))),
                (other, _) => other,
            };
        }
        if matches!(verdict, Verdict::Open(_)) && !named && self.ruleset.finite_options {
            // A larger table may refute what has no automaton.
            if let Some(verdict) = self.on_a_table((!refuted).then_some(&MIDDLE_TABLE))? {
                return Ok(verdict);
            }
        }
        // Where automata do not tell the least position, one that a table shows is still one.
        Ok(match (verdict, on_a_table) {
            (Verdict::Open(_), Some(found)) => found,
            (verdict, _) => verdict,
        })
    }

    /// A counterexample on tables, for a claim that has no proof at other parameters.
    pub(in crate::prover) fn on_tables(&self) -> Result<Option<Verdict>, Failure> {
        match self.on_a_table(Some(&FIRST_TABLE))? {
            None if self.ruleset.finite_options => self.on_a_table(Some(&MIDDLE_TABLE)),
            found => Ok(found),
        }
    }

    /// What `decide` finds with so many million nodes of automata in all.
    pub(in crate::prover) fn within(
        &self,
        most: u64,
        decide: &dyn Fn(Budget<'_>) -> Result<Verdict, Obstacle>,
    ) -> Result<Verdict, Failure> {
        self.within_thousands(&Cell::new(most * 1_000), &format!("{most} million"), decide)
    }

    /// Decides with so many thousands of nodes, which are counted down.
    pub(in crate::prover) fn within_thousands(
        &self,
        left: &Cell<u64>,
        most: &str,
        decide: &dyn Fn(Budget<'_>) -> Result<Verdict, Obstacle>,
    ) -> Result<Verdict, Failure> {
        // The engine asks about once for a thousand nodes.
        let cancelled = || {
            let spent = left.get() == 0;
            left.set(left.get().saturating_sub(1));
            spent || self.prover.context.cancel.load(Ordering::Relaxed)
        };
        let nodes = usize::try_from(self.prover.context.memory / NODE).unwrap_or(usize::MAX);
        let budget = Budget::nodes(nodes).with_cancellation(&cancelled);
        match self.games_end(budget).and_then(|()| decide(budget)) {
            Ok(verdict) => Ok(verdict),
            Err(Obstacle::Cancelled) if self.prover.context.cancel.load(Ordering::Relaxed) => Err(Failure::Cancelled),
            Err(Obstacle::Cancelled) => {
                Ok(Verdict::Open(Obstacle::Budget(format!("gave up after {most} nodes of automata in all"))))
            }
            Err(obstacle) => Ok(Verdict::Open(obstacle)),
        }
    }

    /// Play ends in all games that the statement looks something up of.
    fn games_end(&self, budget: Budget<'_>) -> Result<(), Obstacle> {
        let rulesets = self.rulesets();
        let needs = form::needs(self.statement, rulesets.len());
        let asked = rulesets.into_iter().zip(needs).enumerate();
        let mut asked = asked.filter(|(game, (_, needs))| *game == 0 || *needs != Needs::default());
        asked.try_for_each(|(_, (ruleset, _))| play_ends(ruleset, budget))
    }

    pub(in crate::prover) fn certificate(&self) -> Option<Certificate> {
        let (kind, set, sequence, lookups) = match self.found.borrow_mut().take()? {
            Found::Automaton(kind, automaton) => (kind, serde_json::to_value(&automaton).ok()?, None, None),
            Found::Sequence(sequence) => (Kind::Sequence, Value::Null, Some(sequence), None),
            Found::Lookups(lookups) => (Kind::Statement, Value::Null, None, Some(lookups)),
        };
        let parameters = self.settings.iter().map(|(name, value)| (name.clone(), Parameter::from(value)));
        Some(Certificate {
            schema: 1,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            ruleset: hash(self.prover.document),
            claim: self.claim.name.clone(),
            claim_kind: self.claim.kind,
            parameters: parameters.collect(),
            for_all: Vec::new(),
            play: self.statement.play,
            kind,
            set,
            sequence,
            lookups,
        })
    }

    fn others(&self) -> Vec<&Ruleset> {
        self.prover.document.others.values().map(|other| &other.ruleset).collect()
    }

    /// A counterexample on a table with these bounds, or the usual one.
    pub(in crate::prover) fn on_a_table(&self, bounds: Option<&[u64; 6]>) -> Result<Option<Verdict>, Failure> {
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
                Err(EngineError::Cancelled) => Err(Failure::Cancelled),
                _ => Ok(None),
            };
        };
        let bound = bounds[ruleset.heaps.len().min(bounds.len() - 1)];
        let bound = if asks_options(statement) { bound / 2 } else { bound };
        let bounds = (bound.max(3), TABLE_STEPS);
        match counterexample(statement, ruleset, &self.others(), bounds, context) {
            Ok(found) => Ok(found.map(|(position, reason, is_least)| refuted(position, reason, is_least))),
            Err(_) => Err(Failure::Cancelled),
        }
    }

    /// A counterexample that P-positions without a table show.
    fn afar(&self) -> Result<Option<Verdict>, Failure> {
        match evaluate_afar(self.statement, self.ruleset, self.prover.context) {
            Ok(Some(claim::Verdict::Refuted { position, reason, .. })) => {
                Ok(Some(Verdict::Refuted { position, reason, is_least: true }))
            }
            Err(EngineError::Cancelled) => Err(Failure::Cancelled),
            _ => Ok(None),
        }
    }

    fn rulesets(&self) -> Vec<&Ruleset> {
        std::iter::once(self.ruleset).chain(self.others()).collect()
    }

    /// Whether the statement says by itself what it speaks of.
    fn defines(&self) -> bool {
        form(self.statement, self.ruleset.heaps.len() + self.ruleset.registers.len()).is_some()
    }

    /// By the statement itself if it defines what it speaks of, else by facts.
    pub(in crate::prover) fn decided(&self, budget: Budget<'_>) -> Result<Verdict, Obstacle> {
        let dimension = self.ruleset.heaps.len() + self.ruleset.registers.len();
        let mut direct = form(self.statement, dimension).map(|form| self.directly(&form, budget));
        match direct {
            Some(Ok(Some(verdict))) => return Ok(verdict),
            Some(Err(obstacle @ (Obstacle::Budget(_) | Obstacle::Cancelled))) => return Err(obstacle),
            _ => {}
        }
        if let (Body::Equal(Outcome::P, set), Some(Err(_)), None, Except::Nothing) =
            (&self.statement.body, &direct, &self.statement.condition, &self.statement.except)
        {
            match growth::outcomes(self.ruleset, set, self.statement.play, budget) {
                Ok(Some((figures, sequence))) => {
                    self.found.replace(sequence.map(Found::Sequence));
                    return Ok(Verdict::Proved(figures));
                }
                Ok(None) => {}
                Err(Obstacle::Cancelled) => return Err(Obstacle::Cancelled),
                Err(obstacle) => direct = Some(Err(obstacle)),
            }
        }
        let by_facts = match self.by_facts(budget) {
            Err(Obstacle::Cannot(why)) => self.with_exceptions_settled(budget)?.ok_or(Obstacle::Cannot(why)),
            by_facts => by_facts,
        };
        match (by_facts, direct) {
            // The reason why the statement itself cannot be said is the better one.
            (Err(Obstacle::Cannot(_)), Some(Err(obstacle))) => Err(obstacle),
            (by_facts, _) => by_facts,
        }
    }

    /// `P = S except {...}` by linear facts about the set of all P-positions, which says more; `None` if that comes to nothing.
    fn with_exceptions_settled(&self, budget: Budget<'_>) -> Result<Option<Verdict>, Obstacle> {
        if self.open != 0 {
            return Ok(None);
        }
        let Some(whole) = settled(self.ruleset, self.statement, self.prover.context)? else { return Ok(None) };
        match growth::outcomes(self.ruleset, &whole, self.statement.play, budget) {
            // The sequence of another set is no certificate of this claim.
            Ok(Some((figures, _))) => Ok(Some(Verdict::Proved(figures))),
            Err(Obstacle::Cancelled) => Err(Obstacle::Cancelled),
            Ok(None) | Err(_) => Ok(None),
        }
    }

    /// `None` if the form does not fit: values that are not single, or a condition that moves leave.
    fn directly(&self, form: &Form<'_>, budget: Budget<'_>) -> Result<Option<Verdict>, Obstacle> {
        let names = Names::default();
        let (tracks, value) = tracks(self.ruleset, &names);
        let game = Game { ruleset: self.ruleset, names: &names };
        let facts = vec![Facts::default(); 1 + self.others().len()];
        let rulesets = self.rulesets();
        let reading =
            Reading { rulesets: &rulesets, facts: &facts, names: &names, play: self.statement.play, at: None };
        let draft = Kernel::new(Numeration::binary(), budget, &names);
        let theory = Theory { game, kernel: &draft, tracks: &tracks, value, open: self.open };
        let formula = given(&reading, form, &theory)?;
        let scope = Scope { coordinates: game.coordinates(&tracks), slots: BTreeMap::new() };
        let region = self.statement.condition.as_ref();
        let region = region.map(|region| reading.formula(region, &scope, Mode::STATEMENT)).transpose()?;
        let relation = game.some_option(&scope.coordinates, &|_| Ok(Formula::True))?;
        let everything = [formula.clone(), relation, region.clone().unwrap_or(Formula::True)];
        let numeration = numeration_of(&Formula::And(everything.to_vec()))?;
        let kernel = Kernel::new(numeration, budget, &names);
        let theory = Theory { game, kernel: &kernel, tracks: &tracks, value, open: self.open };
        let bounded = region.is_some();
        let domain = theory.domain(region)?;
        if bounded && !theory.is_closed(&domain)? {
            return Ok(None);
        }
        let checked = match form {
            Form::Outcomes(..) => theory.outcomes(&domain, self.statement.play, &formula)?,
            Form::Values(..) => theory.values(&domain, &formula)?,
        };
        match checked {
            Checked::Good(automaton) => {
                let figures = figures(&kernel, Some(&automaton));
                let found = match form {
                    Form::Outcomes(Outcome::P, _) => Some(Found::Automaton(Kind::Outcomes, automaton)),
                    // Claims about N-positions are checked as what they say of the P-positions.
                    Form::Outcomes(Outcome::N, _) => {
                        let facts = Facts::of_outcomes(self.statement.play, automaton);
                        certified(&[facts], numeration).filter(|_| !bounded).map(Found::Lookups)
                    }
                    Form::Values(..) => Some(Found::Automaton(Kind::Values, automaton)),
                };
                self.found.replace(found);
                Ok(Some(Verdict::Proved(figures)))
            }
            Checked::Unclear => Ok(None),
            Checked::Bad(least, shown) => {
                let claimed = match form {
                    Form::Outcomes(..) => Claimed::Outcomes(&shown, self.statement.play),
                    Form::Values(..) => Claimed::Values(&shown),
                };
                self.confirmed(&theory, &least, claimed).map(Some)
            }
        }
    }

    /// A position at which a condition fails is one at which the claim is false, if it is the least one and every option of a
    /// position comes before it: the claim is true of all its options. Otherwise the claim is false there or somewhere below.
    fn confirmed(&self, theory: &Theory<'_>, least: &[i64], claimed: Claimed<'_>) -> Result<Verdict, Obstacle> {
        let position = Self::position(theory, least);
        if 0 < self.open {
            return Ok(Verdict::Refuted { position: Some(position), reason: String::new(), is_least: true });
        }
        let falls = theory.order_falls()?;
        if let Some(verdict) = self.on_a_last_table(&position, if falls { Trust::Least } else { Trust::Somewhere })? {
            return Ok(verdict);
        }
        if !falls {
            // What is proved of the game in another way shows the least position where the claim is false.
            match self.by_facts(theory.kernel.budget) {
                Ok(verdict @ Verdict::Refuted { .. }) => return Ok(verdict),
                Err(Obstacle::Cancelled) => return Err(Obstacle::Cancelled),
                Ok(_) | Err(_) => {}
            }
        }
        let here = written(&position, self.ruleset);
        let why = failure(&theory.game, claimed, &position).map(|why| format!(": {why}")).unwrap_or_default();
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

    fn position(theory: &Theory<'_>, tracks: &[i64]) -> Position {
        tracks.iter().enumerate().map(|(at, number)| number + theory.game.shift(at)).collect()
    }

    /// What a table says that reaches a position where a claim is false, or where conditions fail, if it can be had in time.
    fn on_a_last_table(&self, position: &Position, trust: Trust) -> Result<Option<Verdict>, Obstacle> {
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

    /// With automata for what the statement looks up.
    pub(in crate::prover) fn by_facts(&self, budget: Budget<'_>) -> Result<Verdict, Obstacle> {
        let needs = form::needs(self.statement, 1 + self.others().len());
        let dry = Facts { assumed: true, ..Facts::default() };
        let names = Names::default();
        let (known, _) = tracks(self.ruleset, &names);
        let (facts, rulesets) = (vec![dry; needs.len()], self.rulesets());
        let reading =
            Reading { rulesets: &rulesets, facts: &facts, names: &names, play: self.statement.play, at: None };
        let asked = numeration_of(&self.wrong(&reading, &known)?)?;
        let numerations =
            if asked == Numeration::binary() { Numerations::of(self.ruleset).likely() } else { vec![asked] };
        let mut tried = Vec::new();
        for numeration in numerations {
            match self.by_facts_in(numeration, &needs, budget) {
                Ok(verdict) => return Ok(verdict),
                Err(Obstacle::Cancelled) => return Err(Obstacle::Cancelled),
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
                Obstacle::Cancelled | Obstacle::Endless(_) => (numeration, obstacle.to_string()),
            })
            .collect();
        let words = in_turn(&words);
        Err(if budget { Obstacle::Budget(words) } else { Obstacle::Cannot(words) })
    }

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
        let nothing = Settings::new();
        let source = match game.checked_sub(1) {
            None => Source {
                document,
                ruleset: self.ruleset,
                settings: self.settings,
                play: self.statement.play,
                without: &self.claim.name,
            },
            Some(other) => {
                let (_, other) = document
                    .others
                    .get_index(other)
                    .ok_or_else(|| Obstacle::Cannot("a ruleset is missing".to_owned()))?;
                let ruleset = &other.ruleset;
                Source { document: other, ruleset, settings: &nothing, play: ruleset.play, without: "" }
            }
        };
        let key = (game, format!("{:?} {:?}", source.ruleset.parameters, source.play), numeration.to_string());
        if let Some((known_needs, known_levels, facts)) = self.prover.memory.borrow().get(&key)
            && *known_needs == needs
            && *known_levels == levels
        {
            return Ok(facts.clone());
        }
        let facts = find(&source, needs, levels, numeration, budget, (self.prover.context, &self.prover.tables))?;
        self.prover.memory.borrow_mut().insert(key, (needs, levels, facts.clone()));
        Ok(facts)
    }

    fn by_facts_in(&self, numeration: Numeration, needs: &[Needs], budget: Budget<'_>) -> Result<Verdict, Obstacle> {
        let levels = largest_constant(self.statement);
        let facts: Vec<Facts> = needs
            .iter()
            .enumerate()
            .map(|(game, needs)| self.facts(game, *needs, levels, numeration, budget))
            .collect::<Result<_, _>>()?;
        let names = Names::default();
        let (tracks, value) = tracks(self.ruleset, &names);
        let rulesets = self.rulesets();
        let reading =
            Reading { rulesets: &rulesets, facts: &facts, names: &names, play: self.statement.play, at: None };
        let game = reading.game(0);
        let wrong = self.wrong(&reading, &tracks)?;
        let found = numeration_of(&wrong)?;
        if found != numeration && found != Numeration::binary() {
            return Err(Obstacle::Cannot(format!("it needs {found}, and the game has {numeration}")));
        }
        let kernel = Kernel::new(numeration, budget, &names);
        let theory = Theory { game, kernel: &kernel, tracks: &tracks, value, open: self.open };
        let domain = theory.domain(None)?;
        let here: Vec<Term> = tracks.iter().map(|track| Term::from(*track)).collect();
        let wrong = kernel.decide(&Formula::and([Formula::Holds(domain, here), wrong]))?;
        if matches!(self.statement.except, Except::FinitelyMany) {
            return if is_finite(&kernel, &wrong, &tracks)? {
                Ok(Verdict::Proved(figures(&kernel, Some(&wrong))))
            } else {
                let reason = "there are infinitely many exceptions".to_owned();
                Ok(Verdict::Refuted { position: None, reason, is_least: true })
            };
        }
        let Some(least) = Kernel::least(&wrong)? else {
            self.found.replace(certified(&facts, numeration).map(Found::Lookups));
            return Ok(Verdict::Proved(figures(&kernel, None)));
        };
        if let Err(Obstacle::Cannot(why)) = self.valued(&reading, &tracks) {
            return Err(Obstacle::Cannot(format!("whether it has a value where it seems to be false: {why}")));
        }
        if facts.iter().any(Facts::is_partial) {
            return Err(Obstacle::Cannot("the Grundy values as a whole have no automaton that was found".to_owned()));
        }
        if self.statement.free.is_empty() {
            return Ok(Verdict::Refuted { position: None, reason: "it is false".to_owned(), is_least: true });
        }
        let position = Self::position(&theory, &least);
        if let Some(verdict) = self.on_a_last_table(&position, Trust::Least)? {
            return Ok(verdict);
        }
        let here = written(&position, self.ruleset);
        let reason = format!("{here} is the least position where it differs from what was proved of the game");
        Ok(Verdict::Refuted { position: Some(position), reason, is_least: true })
    }

    /// The positions that the statement is false of; where it has no value, it is not.
    fn wrong(&self, reading: &Reading<'_>, tracks: &[Variable]) -> Result<Formula, Obstacle> {
        let scope = Scope { coordinates: reading.game(0).coordinates(tracks), slots: BTreeMap::new() };
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
            match self.valued(reading, tracks) {
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
        Ok(Formula::And(parts))
    }
}

/// A counterexample that a table shows.
fn refuted(position: Option<Position>, reason: String, is_least: bool) -> Verdict {
    let reason = if is_least { reason } else { format!("{reason}; positions before it are undecided") };
    Verdict::Refuted { position, reason, is_least }
}

fn figures(kernel: &Kernel<'_>, automaton: Option<&Automaton>) -> Figures {
    Figures {
        numeration: kernel.numeration.to_string(),
        states: automaton.map_or(0, Automaton::states),
        nodes: kernel.largest.get(),
        limits: Limits::default(),
    }
}

fn asks_options(statement: &Statement) -> bool {
    matches!(&statement.body, Body::Holds(formula) if formula.asks_options())
}
