//! Claims "for every c" as one claim about a game in which c is a coordinate; knows nothing of how it is decided.
use super::claims::{Failure, Proved, Prover, Request, joined};
use super::instance::{FIRST_TABLE, Instance};
use crate::automata::Budget;
use crate::certificate::Certificate;
use crate::check::{Settings, Symbolic};
use crate::claim::form::{form, level};
use crate::claim::verify::Expectation;
use crate::prover::{Figures, Obstacle, Verdict};
use crate::recheck::coverage::is_empty;
use crate::ruleset::statement::{Body, Except, Formula, Statement};
use crate::ruleset::{ParameterValue, Ruleset};
use crate::syntax::ast::{Claim, Relation};
use std::cell::{Cell, RefCell};

/// Nodes of all automata of such a proof, in millions.
const MOST_NODES: u64 = 8;
/// Choices of the parameters that a claim is tried at on a table first.
const TRIED: usize = 12;
/// How far above the least value of a parameter a claim is tried on a table where no proof was found for all values.
const FARTHER: [i64; 22] = [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 24, 31, 40, 59, 75, 99, 150];
/// Thousands of nodes of all automata of the proofs at such values, which may refute a claim.
const THOUSANDS_FARTHER: u64 = 1_000;
/// Nodes of one automaton of such a proof.
const NODES_FARTHER: usize = 200_000;

impl Prover<'_> {
    /// A proof for all values of the open parameters of a head, or a counterexample at some; `None` if neither was found.
    pub(in crate::prover) fn for_all(&self, claim: &Claim, request: &Request) -> Result<Option<Proved>, Failure> {
        let Some(symbolic) = self.document.symbolic(claim, &request.settings) else { return Ok(None) };
        let samples = self.document.instances(claim, &request.settings).map_err(Failure::Faults)?;
        for settings in samples.iter().take(TRIED) {
            if self.on_the_first_table(claim, settings, request)?.is_some() {
                return Ok(None);
            }
        }
        let inner = Prover::new(&symbolic.document, self.context);
        match inner.proved_for_all(&symbolic, request)? {
            Some(Found::Proof(_)) if samples.is_empty() && is_empty(&symbolic, &request.settings) => {
                let why = format!("it speaks of no parameter at all: nothing satisfies {}", symbolic.range);
                Ok(Some(outcome(claim, Settings::new(), Verdict::Open(Obstacle::Empty(why)))))
            }
            Some(Found::Proof(proved)) => Ok(Some(*proved)),
            Some(Found::Counterexample(settings)) => self.refuted_at(claim, settings, request),
            None => Ok(None),
        }
    }

    fn proved_for_all(&self, symbolic: &Symbolic, request: &Request) -> Result<Option<Found>, Failure> {
        let claim = &symbolic.claim;
        let instances = self.document.instances(claim, &request.settings).map_err(Failure::Faults)?;
        let mut figures: Option<Figures> = None;
        let mut certificates: Vec<Certificate> = Vec::new();
        for settings in &instances {
            // What cannot be said with open parameters is no fault of the file.
            let Ok(ruleset) = self.document.at(settings) else { return Ok(None) };
            let Ok(mut statement) = self.document.statement(claim, &ruleset) else { return Ok(None) };
            statement.play = request.played(claim, statement.play);
            if !is_pointwise(&statement) {
                return Ok(None);
            }
            let (found, open) = (RefCell::default(), symbolic.symbols.len());
            let instance = Instance {
                prover: self,
                settings,
                ruleset: &ruleset,
                statement: &statement,
                claim,
                named: None,
                open,
                found,
            };
            let verdict = instance.within(MOST_NODES, &|budget| instance.decided(budget))?;
            match instance.limited(verdict)? {
                Verdict::Proved(made) => {
                    let certificate = instance.certificate().filter(|_| made.limits.without_value.is_none());
                    certificates
                        .extend(certificate.map(|made| Certificate { for_all: symbolic.symbols.clone(), ..made }));
                    figures = Some(joined(figures, made));
                }
                Verdict::Refuted { position, .. } => {
                    let Some(position) = position else { return Ok(None) };
                    let registers = &position[position.len() - open..];
                    return Ok(symbolic.settings(registers).map(|mut chosen| {
                        chosen.extend(settings.clone());
                        Found::Counterexample(chosen)
                    }));
                }
                Verdict::Open(_) => return Ok(None),
            }
        }
        Ok(figures.map(|figures| {
            Found::Proof(Box::new(Proved {
                instances: instances.len(),
                range: symbolic.range.clone(),
                certificates,
                ..outcome(claim, Settings::new(), Verdict::Proved(figures))
            }))
        }))
    }

    /// What comes out at parameters at which a claim seems to be false.
    fn refuted_at(&self, claim: &Claim, settings: Settings, request: &Request) -> Result<Option<Proved>, Failure> {
        let Some((ruleset, mut statement)) = self.lowered(claim, &settings)? else { return Ok(None) };
        statement.play = request.played(claim, statement.play);
        let (found, ruleset, statement) = (RefCell::default(), &ruleset, &statement);
        let instance =
            Instance { prover: self, settings: &settings, ruleset, statement, claim, named: None, open: 0, found };
        let verdict = instance.judged()?;
        Ok(matches!(verdict, Verdict::Refuted { .. }).then(|| outcome(claim, settings, verdict)))
    }

    /// A counterexample on a table where one of the parameters is larger than those that are always tried.
    pub(in crate::prover) fn refuted_farther(
        &self,
        claim: &Claim,
        request: &Request,
    ) -> Result<Option<Proved>, Failure> {
        let samples = self.document.instances(claim, &request.settings).map_err(Failure::Faults)?;
        let Some(first) = samples.first() else { return Ok(None) };
        let Some((ruleset, statement)) = self.lowered(claim, first)? else { return Ok(None) };
        // Other statements may quantify over much that grows with the parameter.
        let dimension = ruleset.heaps.len() + ruleset.registers.len();
        if form(&statement, dimension).is_none() {
            return Ok(None);
        }
        for binder in &claim.binders {
            let sign = match binder.relation {
                Relation::GreaterEqual | Relation::Greater => 1,
                Relation::LessEqual | Relation::Less => -1,
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
            let left = Cell::new(if level(&statement, dimension).is_none() { THOUSANDS_FARTHER } else { 0 });
            for distance in FARTHER {
                let Some(settings) = at(distance) else { continue };
                if let Some(verdict) = self.on_the_first_table(claim, &settings, request)? {
                    return Ok(Some(outcome(claim, settings, verdict)));
                }
                if 0 < left.get()
                    && let Some(verdict) = self.by_a_proof(claim, &settings, request, &left)?
                {
                    return Ok(Some(outcome(claim, settings, verdict)));
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
        left: &Cell<u64>,
    ) -> Result<Option<Verdict>, Failure> {
        let Some((ruleset, mut statement)) = self.lowered(claim, settings)? else { return Ok(None) };
        statement.play = request.played(claim, statement.play);
        let (found, ruleset, statement) = (RefCell::default(), &ruleset, &statement);
        let instance = Instance { prover: self, settings, ruleset, statement, claim, named: None, open: 0, found };
        let decide = |budget: Budget<'_>| instance.decided(budget.at_most(NODES_FARTHER));
        let verdict = instance.within_thousands(left, "a million", &decide)?;
        if matches!(verdict, Verdict::Open(_)) {
            left.set(0);
        }
        Ok(matches!(verdict, Verdict::Refuted { .. }).then_some(verdict))
    }

    /// The game and the statement; `None` where the parameters are not allowed.
    fn lowered(&self, claim: &Claim, settings: &Settings) -> Result<Option<(Ruleset, Statement)>, Failure> {
        let Ok(ruleset) = self.document.at(settings) else { return Ok(None) };
        let statement = self.document.statement(claim, &ruleset).map_err(Failure::Faults)?;
        Ok(Some((ruleset, statement)))
    }

    fn on_the_first_table(
        &self,
        claim: &Claim,
        settings: &Settings,
        request: &Request,
    ) -> Result<Option<Verdict>, Failure> {
        let Some((ruleset, mut statement)) = self.lowered(claim, settings)? else { return Ok(None) };
        statement.play = request.played(claim, statement.play);
        let (found, ruleset, statement) = (RefCell::default(), &ruleset, &statement);
        let instance = Instance { prover: self, settings, ruleset, statement, claim, named: None, open: 0, found };
        instance.on_a_table(Some(&FIRST_TABLE))
    }
}

/// What came out for all values of open parameters.
enum Found {
    Proof(Box<Proved>),
    /// The parameters at which the conditions fail.
    Counterexample(Settings),
}

fn outcome(claim: &Claim, parameters: Settings, verdict: Verdict) -> Proved {
    let as_expected = match &verdict {
        Verdict::Proved(figures) if figures.limits.without_value.is_none() => Expectation::Met,
        Verdict::Proved(_) | Verdict::Open(_) => Expectation::Open,
        Verdict::Refuted { .. } => Expectation::Missed,
    };
    Proved {
        name: claim.name.clone(),
        kind: claim.kind,
        parameters,
        instances: 1,
        verdict,
        named: None,
        as_expected,
        range: String::new(),
        is_partial: false,
        gave_up: None,
        certificates: Vec::new(),
    }
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
    match formula {
        Formula::Admissible(_) => true,
        Formula::And(parts) | Formula::Or(parts) => parts.iter().any(speaks_of_the_game),
        Formula::Not(inner) | Formula::ForAll(_, inner) | Formula::Exists(_, inner) => speaks_of_the_game(inner),
        Formula::AllOptions(_, _, inner) | Formula::SomeOption(_, _, inner) => speaks_of_the_game(inner),
        Formula::Iff(left, right) => speaks_of_the_game(left) || speaks_of_the_game(right),
        _ => false,
    }
}
