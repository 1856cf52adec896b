//! The claims of a document, for all positions: each at the parameters that its head speaks of.
use super::instance::Instance;
use crate::certificate::Certificate;
use crate::check::{Document, Settings, is_endless};
use crate::claim::form::Needs;
use crate::claim::verify::Expectation;
use crate::claim::written;
use crate::diagnostic::Faults;
use crate::engine::Context;
use crate::prover::know::tables::Tables;
use crate::prover::say::facts::Facts;
use crate::prover::{Figures, Limits, Obstacle, Verdict};
use crate::ruleset::{ParameterValue, Position, Ruleset};
use crate::syntax::ast::{Claim, ClaimKind};
use crate::value::Play;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// What is asked besides the claim itself.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// Parameters chosen from outside.
    pub settings: Settings,
    /// The play where neither the claim nor the file asks for another.
    pub play: Option<Play>,
}

impl Request {
    /// The play of a claim for which the file says `play`.
    pub(in crate::prover) fn played(&self, claim: &Claim, play: Play) -> Play {
        if claim.play.is_some() { play } else { self.play.unwrap_or(play) }
    }
}

/// One claim and what came out.
#[derive(Clone, Debug)]
pub struct Proved {
    /// Its name.
    pub name: String,
    /// What the file says of it.
    pub kind: ClaimKind,
    /// The parameters at which it failed or stayed open; empty if it is proved.
    pub parameters: Settings,
    /// The combinations of parameters for which it was proved.
    pub instances: usize,
    /// What came out.
    pub verdict: Verdict,
    /// The position that a `refuted` claim names.
    pub named: Option<Position>,
    /// Whether that is what the file says.
    pub as_expected: Expectation,
    /// The values of parameters for which one proof was found, in words; empty if each choice has a proof of its own.
    pub range: String,
    /// Whether the head speaks of more values of parameters than those for which there is a proof.
    pub is_partial: bool,
    /// The first choice of parameters at which a proof took too much, where others are proved and the head has no end.
    pub gave_up: Option<Settings>,
    /// What was proved by the claim's own automaton, for other code to recheck.
    pub certificates: Vec<Certificate>,
}

/// Why a claim has no verdict at all.
#[derive(Debug)]
pub enum Failure {
    /// The claim, or the ruleset at some parameters, is faulty.
    Faults(Faults),
    /// Stopped from outside.
    Cancelled,
}

/// Facts by game, settings and numeration.
type Memory = BTreeMap<(usize, String, String), (Needs, Option<usize>, Facts)>;

/// Proves the claims of one document, and remembers what it finds.
#[derive(Debug)]
pub struct Prover<'a> {
    pub(in crate::prover) document: &'a Document,
    pub(in crate::prover) context: &'a Context,
    pub(in crate::prover) memory: RefCell<Memory>,
    pub(in crate::prover) tables: Tables,
}

impl<'a> Prover<'a> {
    /// Nothing is proved yet.
    #[must_use]
    pub fn new(document: &'a Document, context: &'a Context) -> Self {
        Self { document, context, memory: RefCell::default(), tables: Tables::default() }
    }

    /// Proves or refutes one claim at all parameters of its head.
    ///
    /// # Errors
    /// A faulty claim, or cancellation.
    pub fn prove(&self, claim: &Claim, request: &Request) -> Result<Proved, Failure> {
        if let Some(proved) = self.for_all(claim, request)? {
            return Ok(proved);
        }
        let instances = self.document.instances(claim, &request.settings).map_err(Failure::Faults)?;
        let mut figures: Option<Figures> = None;
        let mut open = None;
        let mut refuted = None;
        let mut count = 0;
        let mut named = None;
        let mut certificates = Vec::new();
        for settings in &instances {
            let ruleset = self.document.at(settings).map_err(Failure::Faults)?;
            let mut statement = self.document.statement(claim, &ruleset).map_err(Failure::Faults)?;
            statement.play = request.played(claim, statement.play);
            if named.is_none() {
                named = self.document.named_position(claim, &ruleset).map_err(Failure::Faults)?;
            }
            let instance = Instance {
                prover: self,
                settings,
                ruleset: &ruleset,
                statement: &statement,
                claim,
                named: named.as_deref(),
                open: 0,
                found: RefCell::default(),
            };
            // One choice without a proof is enough for there to be none: tables may still refute the others.
            let verdict = match &open {
                Some((unknown, _)) => instance.on_tables()?.unwrap_or_else(|| Verdict::clone(unknown)),
                None => instance.judged()?,
            };
            match verdict {
                Verdict::Proved(found) => {
                    count += 1;
                    // What has no value somewhere is no theorem.
                    certificates.extend(instance.certificate().filter(|_| found.limits.without_value.is_none()));
                    figures = Some(joined(figures, found));
                }
                verdict @ Verdict::Refuted { .. } => {
                    refuted = Some((verdict, settings.clone()));
                    break;
                }
                verdict @ Verdict::Open(_) => {
                    open.get_or_insert((verdict, settings.clone()));
                }
            }
        }
        let proved = || match figures {
            Some(figures) => Verdict::Proved(figures),
            None => Verdict::Open(Obstacle::Empty("its head speaks of none of the chosen parameters".to_owned())),
        };
        let expected_refuted = claim.kind == ClaimKind::Refuted;
        let is_partial = is_endless(claim, &request.settings);
        if is_partial
            && !expected_refuted
            && refuted.is_none()
            && let Some(found) = self.refuted_farther(claim, request)?
        {
            return Ok(found);
        }
        // Where a head has no end there is no proof for all of it in any case: what is proved is said.
        let mut gave_up = None;
        if is_partial && 0 < count && refuted.is_none() {
            gave_up = open.take_if(|(verdict, _)| matches!(verdict, Verdict::Open(Obstacle::Budget(_))));
        }
        let gave_up = gave_up.map(|(_, settings)| settings);
        if refuted.is_some() {
            // What is false somewhere is no theorem, and leaves nothing behind that looks like the proof of one.
            certificates.clear();
        }
        let (verdict, parameters) = refuted.or(open).unwrap_or_else(|| (proved(), Settings::new()));
        let as_expected = match &verdict {
            Verdict::Open(_) => Expectation::Open,
            // What is false at the defaults may be true at other parameters, or false elsewhere.
            _ if expected_refuted && self.document.leaves_defaults(claim, &request.settings) => Expectation::Met,
            Verdict::Proved(figures) if (is_partial || figures.limits.without_value.is_some()) && !expected_refuted => {
                Expectation::Open
            }
            Verdict::Proved(_) if expected_refuted => Expectation::Missed,
            Verdict::Proved(_) => Expectation::Met,
            Verdict::Refuted { is_least: false, .. } if expected_refuted && named.is_some() => Expectation::Open,
            Verdict::Refuted { position, .. } if expected_refuted && (named.is_none() || *position == named) => {
                Expectation::Met
            }
            Verdict::Refuted { .. } => Expectation::Missed,
        };
        let (name, kind) = (claim.name.clone(), claim.kind);
        let instances = if gave_up.is_some() { count } else { instances.len() };
        Ok(Proved {
            name,
            kind,
            parameters,
            instances,
            verdict,
            named,
            as_expected,
            range: String::new(),
            is_partial,
            gave_up,
            certificates,
        })
    }
}

impl Proved {
    /// The verdict in one word.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match &self.verdict {
            Verdict::Proved(figures) if self.is_partial || figures.limits.without_value.is_some() => "partly",
            Verdict::Proved(_) => "proved",
            Verdict::Refuted { .. } => "refuted",
            Verdict::Open(_) => "unknown",
        }
    }

    /// The rest of a line about this claim.
    #[must_use]
    pub fn words(&self, ruleset: &Ruleset) -> String {
        let mut words = String::new();
        let parameters = in_words(&self.parameters);
        match &self.verdict {
            Verdict::Proved(figures) => {
                words.push_str(if figures.limits.is_vacuous {
                    "for no position at all: its conditions never hold"
                } else {
                    "for all positions"
                });
                if let Some(missing) = &figures.limits.without_value {
                    words.push_str(&format!(", where it has a value: it has none {missing}"));
                }
                if !self.range.is_empty() {
                    words.push_str(&format!(", for all {}", self.range));
                }
                if self.is_partial {
                    words.push_str(&format!(", at {} choices of parameters and not for all", self.instances));
                    if let Some(settings) = &self.gave_up {
                        words.push_str(&format!(", as it gave up at {}", in_words(settings)));
                    }
                } else if 1 < self.instances {
                    words.push_str(&format!(", for {} choices of parameters", self.instances));
                }
                words.push_str(&format!(" ({}", figures.numeration));
                if figures.states != 0 {
                    words.push_str(&format!(", {} states", figures.states));
                }
                words.push_str(&format!(", {} nodes)", figures.nodes));
            }
            Verdict::Refuted { position, reason, .. } => {
                if let Some(position) = position {
                    words.push_str(&format!("at {}", written(position, ruleset)));
                }
                if !parameters.is_empty() {
                    words.push_str(&format!(" with {parameters}"));
                }
                if !reason.is_empty() {
                    words.push_str(&format!(": {reason}"));
                }
            }
            Verdict::Open(why) => {
                words.push_str(&why.to_string());
                if !parameters.is_empty() {
                    words.push_str(&format!(" (with {parameters})"));
                }
            }
        }
        if self.as_expected == Expectation::Missed
            && let Some(named) = &self.named
        {
            words.push_str(&format!("; the file says at {}", written(named, ruleset)));
        }
        words.trim_start().to_owned()
    }
}

/// The figures of the larger of two proofs, with what one of them does not say.
pub(in crate::prover) fn joined(known: Option<Figures>, found: Figures) -> Figures {
    let Some(known) = known else { return found };
    let without_value = known.limits.without_value.clone().or_else(|| found.limits.without_value.clone());
    let is_vacuous = known.limits.is_vacuous && found.limits.is_vacuous;
    let larger = if found.nodes <= known.nodes { known } else { found };
    Figures { limits: Limits { without_value, is_vacuous }, ..larger }
}

/// Parameters and their values.
fn in_words(settings: &Settings) -> String {
    let words = settings.iter().map(|(name, value)| match value {
        ParameterValue::Number(number) => format!("{name} = {number}"),
        ParameterValue::Set(set) => format!("{name} = {set:?}"),
    });
    words.collect::<Vec<_>>().join(", ")
}
