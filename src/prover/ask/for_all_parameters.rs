//! Claims "for every c" as one claim about a game in which c is a coordinate; knows nothing of how it is decided.
use super::claims::instance::{CertifiedVerdict, Instance};
use super::claims::on_tables::FIRST_TABLE;
use super::claims::{Proved, Prover};
use super::in_digits::{by_shapes, in_digits};
use super::in_rows::in_rows;
use crate::certificate::Certificate;
use crate::check::{Document, OneHeap, Settings, Symbolic, head};
use crate::claim::instances::{ClaimAt, Decision, Failure, Joined, Judged, Request, expectation, latex, statement};
use crate::prover::{Obstacle, Verdict};
use crate::recheck::coverage::is_empty;
use crate::ruleset::definition::{definition, level};
use crate::ruleset::statement::{Body, Except, Formula, Statement};
use crate::ruleset::{ParameterValue, Ruleset};
use crate::syntax::ast::{Claim, RelationSign};
use nimdsl_automata::{Allowance, Budget};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Nodes of all automata of such a proof, in millions.
const MOST_NODES: u64 = 8;
/// Choices of the parameters that a claim is tried at on a table first.
const TRIED: usize = 12;
/// How far above the least value of a parameter a claim is tried on a table where no proof was found for all values.
const FARTHER: [i64; 22] = [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 24, 31, 40, 59, 75, 99, 150];
/// So many numbers of a claim are tried as well, and none above this.
const MOST_NAMED: usize = 16;
const LARGEST_NAMED: i64 = 100_000;
/// Thousands of nodes of all automata of the proofs at such values, which may refute a claim.
const THOUSANDS_FARTHER: u64 = 1_000;
/// Nodes of one automaton of such a proof.
const NODES_FARTHER: usize = 200_000;

impl Prover<'_> {
    /// A proof for all values of the open parameters of a head, or a counterexample at some; `None` if neither was found.
    pub(in crate::prover) fn for_all(&self, claim: &Claim, request: &Request) -> Result<Option<Proved>, Failure> {
        let Some(symbolic) = self.document.symbolic(claim, &request.settings) else { return Ok(None) };
        // What has to be shown of one heap depends on the play that the file and the claim say.
        let is_apart = matches!(symbolic.heaps, Some((_, OneHeap::Apart | OneHeap::HeapByHeap)));
        let told = self.document.ruleset.play;
        if is_apart && claim.play.is_none() && request.played(claim, told) != told {
            return Ok(None);
        }
        let samples = self.document.instances(claim, &request.settings)?;
        for settings in samples.iter().take(TRIED) {
            if self.on_small_tables(claim, settings, request, false)?.is_some() {
                return Ok(None);
            }
        }
        match self.with_open(&symbolic).proved_for_all(&symbolic, request)? {
            Some(ForAll::Proof(_)) if samples.is_empty() && is_empty(&symbolic, &request.settings) => {
                let why = format!("it speaks of no parameter at all: nothing satisfies {}", symbolic.range);
                Ok(Some(self.outcome(claim, request, Settings::new(), Verdict::Open(Obstacle::Empty(why)))))
            }
            Some(ForAll::Proof(mut proved)) => {
                // What was proved has open parameters in the place of the head, or speaks of one heap.
                proved.judged.statement = statement(self.document, claim);
                proved.judged.latex = latex(self.document, claim);
                Ok(Some(*proved))
            }
            Some(ForAll::Counterexample(settings)) => self.refuted_at(claim, settings, request),
            None => Ok(None),
        }
    }

    /// The same of a claim that is proved at the first values of the one parameter that its head gives no end, but not for all of them
    /// at once: from the next value on it may be. Of what is known there are certificates.
    pub(in crate::prover) fn for_all_later(
        &self,
        claim: &Claim,
        request: &Request,
        (known, certificates): (&Joined<Verdict>, &[Certificate]),
    ) -> Result<Option<Proved>, Failure> {
        let Some(begins) = self.not_tried_before(claim, request, known)? else { return Ok(None) };
        let Some(later) = self.document.symbolic_from(claim, &request.settings, &begins) else { return Ok(None) };
        let proved = match self.with_open(&later).proved_for_all(&later, request)? {
            Some(ForAll::Proof(proved)) => proved,
            Some(ForAll::Counterexample(settings)) => return self.refuted_at(claim, settings, request),
            None => return Ok(None),
        };
        let Proved { judged, certificates: made } = *proved;
        let joined = known.holds.clone().map(|first| first.joined(judged.verdict));
        let Some(Verdict::Proved(mut figures)) = joined else { return Ok(None) };
        figures.limits.range = Some(head(claim));
        let before = begins.iter().map(|(name, least)| format!(", each {name} < {least} by itself"));
        figures.numeration.extend(before);
        let made = made.into_iter().map(|made| Certificate { begins: begins.clone(), ..made });
        let certificates = certificates.iter().cloned().chain(made).collect();
        let whole = self.outcome(claim, request, Settings::new(), Verdict::Proved(figures));
        Ok(Some(Proved { certificates, ..whole }))
    }

    /// The first value of the one parameter without an end at which a claim was not tried or is not decided, if it is proved at all before.
    fn not_tried_before(
        &self,
        claim: &Claim,
        request: &Request,
        known: &Joined<Verdict>,
    ) -> Result<Option<BTreeMap<String, i64>>, Failure> {
        // The explorer has a limit of bytes, and does without.
        if known.refuted.is_some() || known.holds.is_none() || cfg!(target_arch = "wasm32") {
            return Ok(None);
        }
        let opened = self.document.symbolic(claim, &request.settings);
        let Some(name) = opened.filter(|opened| opened.for_all().len() == 1).and_then(|mut one| one.symbols.pop())
        else {
            return Ok(None);
        };
        let number = |settings: &Settings| match settings.get(&name) {
            Some(ParameterValue::Number(value)) => Some(*value),
            _ => None,
        };
        let next = match &known.open {
            Some((_, settings)) => number(settings).filter(|_| claim.binders.len() == 1),
            None => {
                let samples = self.document.instances(claim, &request.settings)?;
                samples.iter().filter_map(number).max().and_then(|last| last.checked_add(1))
            }
        };
        Ok(next.map(|next| BTreeMap::from([(name, next)])))
    }

    /// The prover of the game in which some parameters are open; what it finds this one remembers.
    fn with_open<'b>(&'b self, symbolic: &'b Symbolic) -> Prover<'b> {
        let (memory, products) = (Arc::clone(&self.memory), Arc::clone(&self.products));
        Prover { memory, products, range: symbolic.range.clone(), ..Prover::new(&symbolic.document, self.context) }
    }

    /// A proof or a counterexample of the claim with open parameters; none if something is not decided at some choice of the
    /// others.
    fn proved_for_all(&self, symbolic: &Symbolic, request: &Request) -> Result<Option<ForAll>, Failure> {
        let claim = &symbolic.claim;
        let open = symbolic.symbols.len();
        let mut certificates: Vec<Certificate> = Vec::new();
        let mut judge = |at: &ClaimAt<'_>, so_far: &Joined<Verdict>| {
            if so_far.open.is_some() || !is_pointwise(at.statement) {
                return Ok(Verdict::Open(Obstacle::Cannot("it is not one claim for all parameters".to_owned())));
            }
            let instance = Instance::new(self, claim, &ClaimAt { named: None, ..*at }, open);
            let mut judged = by_itself(&instance)?;
            if matches!(judged.0, Verdict::Open(_))
                && let Some(told) = instance.in_parts(&mut by_itself)?
            {
                judged = told;
            }
            let made = judged.1.into_iter().map(|made| Certificate { for_all: symbolic.for_all(), ..made });
            certificates.extend(made);
            Ok(judged.0)
        };
        let joined = match Joined::of(self.document, claim, request, &mut judge) {
            // What cannot be said with open parameters is no fault of the file.
            Err(Failure::Faults(_)) => return Ok(None),
            joined => joined?,
        };
        if joined.open.is_some() {
            return Ok(None);
        }
        if let Some((verdict, settings)) = joined.refuted {
            let Verdict::Refuted { position: Some(position), .. } = verdict else { return Ok(None) };
            let registers = &position[position.len() - open..];
            return Ok(symbolic.settings(registers).map(|mut chosen| {
                chosen.extend(settings);
                ForAll::Counterexample(chosen)
            }));
        }
        let Some(Verdict::Proved(mut figures)) = joined.holds else { return Ok(None) };
        figures.limits.range = Some(symbolic.range.clone());
        figures.numeration += match symbolic.heaps {
            Some((_, OneHeap::Apart)) => ", each heap by itself",
            Some((_, OneHeap::HeapByHeap)) => ", one heap more at a time",
            Some((_, OneHeap::Totals)) => ", by the total of the heaps",
            None => "",
        };
        let mut proved = self.outcome(claim, request, Settings::new(), Verdict::Proved(figures));
        proved.judged.instances = joined.instances;
        Ok(Some(ForAll::Proof(Box::new(Proved { certificates, ..proved }))))
    }

    /// What comes out at parameters at which a claim seems to be false.
    fn refuted_at(&self, claim: &Claim, settings: Settings, request: &Request) -> Result<Option<Proved>, Failure> {
        let Some((ruleset, statement)) = self.lowered(claim, &settings, request) else { return Ok(None) };
        let at = ClaimAt { settings: &settings, ruleset: &ruleset, statement: &statement, named: None, instances: 1 };
        let (verdict, _) = Instance::new(self, claim, &at, 0).judged()?;
        Ok(matches!(verdict, Verdict::Refuted { .. }).then(|| self.outcome(claim, request, settings, verdict)))
    }

    /// A counterexample on a table where one of the parameters is larger than those that are always tried.
    pub(in crate::prover) fn refuted_farther(
        &self,
        claim: &Claim,
        request: &Request,
    ) -> Result<Option<Proved>, Failure> {
        let samples = self.document.instances(claim, &request.settings)?;
        let Some(first) = samples.first() else { return Ok(None) };
        let Some((ruleset, statement)) = self.lowered(claim, first, request) else { return Ok(None) };
        let dimension = ruleset.heaps.len() + ruleset.registers.len();
        // Of other statements tables alone tell: what they quantify over may grow with the parameter.
        let is_definition = definition(&statement, dimension).is_some();
        if !is_definition && cfg!(target_arch = "wasm32") {
            return Ok(None);
        }
        let named = if cfg!(target_arch = "wasm32") { Vec::new() } else { near_its_numbers(self.document, claim) };
        for binder in &claim.binders {
            let sign = match binder.relation {
                RelationSign::GreaterEqual | RelationSign::Greater => 1,
                RelationSign::LessEqual | RelationSign::Less => -1,
                _ => continue,
            };
            let Some(ParameterValue::Number(start)) = first.get(&binder.name.text) else { continue };
            let at = |distance: i64| {
                let mut asked = request.settings.clone();
                let value = start.saturating_add(sign * distance);
                asked.insert(binder.name.text.clone(), ParameterValue::Number(value));
                self.document.instances(claim, &asked).ok()?.into_iter().next()
            };
            // A game of so many heaps has no table.
            let grows = |settings: Settings| {
                self.document.at(&settings).is_ok_and(|other| other.heaps.len() != ruleset.heaps.len())
            };
            if (1..=2).filter_map(at).any(grows) {
                continue;
            }
            // A claim about one Grundy value needs all the smaller ones: they are not learnt again for each parameter.
            let is_proved = is_definition && level(&statement, dimension).is_none();
            let left = Allowance::thousands(if is_proved { THOUSANDS_FARTHER } else { 0 });
            let far = |number: &i64| number.checked_sub(*start)?.checked_mul(sign).filter(|distance| 0 < *distance);
            let own = named.iter().filter_map(far);
            for distance in own.chain(FARTHER).collect::<BTreeSet<_>>() {
                let Some(settings) = at(distance) else { continue };
                let is_named = named.contains(&start.saturating_add(sign * distance));
                if let Some(verdict) = self.on_small_tables(claim, &settings, request, is_named)? {
                    return Ok(Some(self.outcome(claim, request, settings, verdict)));
                }
                if !left.is_spent()
                    && let Some(verdict) = self.by_a_proof(claim, &settings, request, &left)?
                {
                    return Ok(Some(self.outcome(claim, request, settings, verdict)));
                }
            }
        }
        Ok(None)
    }

    /// A counterexample that the conditions of a proof show, for so many thousands of nodes.
    fn by_a_proof(
        &self,
        claim: &Claim,
        settings: &Settings,
        request: &Request,
        left: &Allowance,
    ) -> Result<Option<Verdict>, Failure> {
        let Some((ruleset, statement)) = self.lowered(claim, settings, request) else { return Ok(None) };
        let at = ClaimAt { settings, ruleset: &ruleset, statement: &statement, named: None, instances: 1 };
        let instance = Instance::new(self, claim, &at, 0);
        let decide = |budget: Budget<'_>| instance.decided(budget.at_most(NODES_FARTHER));
        let verdict = instance.within_allowance(left, "a million", &decide)?.verdict;
        if matches!(verdict, Verdict::Open(_)) {
            left.spend_all();
        }
        Ok(matches!(verdict, Verdict::Refuted { .. }).then_some(verdict))
    }

    /// The game and the statement; `None` where the parameters are not allowed, or the claim has no value.
    fn lowered(&self, claim: &Claim, settings: &Settings, request: &Request) -> Option<(Ruleset, Statement)> {
        let ruleset = self.document.at(settings).ok()?;
        let mut statement = self.document.statement(claim, &ruleset).ok()?;
        statement.play = request.played(claim, statement.play);
        Some((ruleset, statement))
    }

    /// A counterexample on the first table, or also on the next one.
    fn on_small_tables(
        &self,
        claim: &Claim,
        settings: &Settings,
        request: &Request,
        also_next: bool,
    ) -> Result<Option<Verdict>, Failure> {
        let Some((ruleset, statement)) = self.lowered(claim, settings, request) else { return Ok(None) };
        let at = ClaimAt { settings, ruleset: &ruleset, statement: &statement, named: None, instances: 1 };
        let instance = Instance::new(self, claim, &at, 0);
        if also_next { instance.on_tables() } else { instance.on_a_table(Some(&FIRST_TABLE)) }
    }

    /// One verdict for one choice of parameters, or for all.
    fn outcome(&self, claim: &Claim, request: &Request, parameters: Settings, verdict: Verdict) -> Proved {
        let as_expected = expectation(&verdict.said(), self.document, claim, request, None);
        let (name, kind) = (claim.name.clone(), claim.kind);
        let (statement, latex) = (statement(self.document, claim), latex(self.document, claim));
        let (instances, named) = (1, None);
        let judged = Judged { name, kind, statement, latex, parameters, instances, verdict, named, as_expected };
        Proved { judged, certificates: Vec::new() }
    }
}

/// Numbers that a claim names, and their neighbours: what is said of one value of a parameter mostly names it.
fn near_its_numbers(document: &Document, claim: &Claim) -> Vec<i64> {
    let said = statement(document, claim);
    let written = said.split(|letter: char| !letter.is_ascii_digit()).filter_map(|digits| digits.parse().ok());
    let few = written.filter(|number: &i64| *number <= LARGEST_NAMED).take(MOST_NAMED);
    few.flat_map(|number| [number - 1, number, number + 1]).collect()
}

/// What comes out of a claim about a game with open parameters.
fn by_itself(instance: &Instance<'_>) -> Result<CertifiedVerdict, Failure> {
    let listed = |(verdict, certificate): (Verdict, Option<Certificate>)| (verdict, certificate.into_iter().collect());
    let decided = instance.within(MOST_NODES, &|budget| instance.decided(budget))?;
    let is_open = matches!(decided.verdict, Verdict::Open(_));
    for other in [in_digits, in_rows, by_shapes].into_iter().filter(|_| is_open) {
        if let Some(found) = other(instance)? {
            return Ok(listed(found));
        }
    }
    let decided = instance.or_by_open_products(decided)?;
    instance.certified(decided).map(listed)
}

/// What came out for all values of open parameters.
enum ForAll {
    Proof(Box<Proved>),
    /// The parameters at which the conditions fail.
    Counterexample(Settings),
}

/// Whether a statement about positions with open parameters beside their heaps is the same as one statement for each value of
/// the parameters: not if it counts exceptions, or speaks of all positions of the game somewhere inside.
fn is_pointwise(statement: &Statement) -> bool {
    let body = match &statement.body {
        Body::Equal(..) | Body::Holds(Formula::Admissible(_)) => true,
        Body::Holds(formula) => !speaks_of_the_game(formula),
    };
    body && !matches!(statement.except, Except::FinitelyMany)
        && !statement.condition.as_ref().is_some_and(speaks_of_the_game)
}

fn speaks_of_the_game(formula: &Formula) -> bool {
    formula.any(&mut |part| matches!(part, Formula::Admissible(_)))
}
