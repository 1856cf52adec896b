//! The claims of a document, for all positions: each at the parameters that its head speaks of.

mod certifying;
mod chains;
mod evidence;
pub(in crate::prover::ask) mod instance;
pub(in crate::prover::ask) mod limits;
pub(in crate::prover::ask) mod on_tables;
mod periods;
mod products;
mod slices;
mod without;

use crate::certificate::{Certificate, ClaimedOutcomes, ClaimedValues};
use crate::check::{Document, is_endless};
use crate::claim::instances::{ClaimAt, Decision, Joined, Judged, Said};
use crate::engine::Context;
use crate::prover::know::tables::Tables;
use crate::prover::say::facts::Facts;
use crate::prover::{Figures, Limits, Obstacle, Verdict};
use crate::ruleset::definition::Needs;
use crate::ruleset::statement::Set;
use crate::ruleset::{Ruleset, words};
use crate::syntax::ast::{Claim, ClaimKind};
use instance::{CertifiedVerdict, Instance};
use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::{Arc, Mutex};

pub use crate::claim::instances::{Failure, Request};

/// One claim and what came out, for all positions; with what was proved by the claim's own automaton.
#[derive(Clone, Debug)]
pub struct Proved {
    /// The claim, and what came out.
    pub judged: Judged<Verdict>,
    /// For other code to recheck; one for each choice of parameters.
    pub certificates: Vec<Certificate>,
}

impl Deref for Proved {
    type Target = Judged<Verdict>;

    fn deref(&self) -> &Judged<Verdict> {
        &self.judged
    }
}

/// Facts that were found, and what they took of an allowance: who finds them here has as much left as who finds them anew. They were
/// found with the help of all claims but the one that asked first; where that one alone would have led to others, it tells who asked.
#[derive(Debug)]
pub(in crate::prover) struct KnownFacts {
    needs: Needs,
    levels: Option<usize>,
    facts: Facts,
    taken: u64,
}

/// Facts by game, settings and numeration, for all who ask.
pub(in crate::prover) type SharedMemory = Arc<Mutex<BTreeMap<(usize, String, String), KnownFacts>>>;

/// Claims that give all values of a game, for all who ask.
pub(in crate::prover) type SharedValues = Arc<Mutex<BTreeMap<(usize, String), Option<ClaimedValues>>>>;

/// Claims that give all P-positions, without automata, with the sets: by what is open and the parameters.
pub(in crate::prover) type SharedOutcomes = Arc<Mutex<BTreeMap<String, Option<(ClaimedOutcomes, Set)>>>>;

/// Proves the claims of one document, and remembers what it finds; several threads may ask at once.
#[derive(Debug)]
pub struct Prover<'a> {
    pub(in crate::prover) document: &'a Document,
    pub(in crate::prover) context: &'a Context,
    pub(in crate::prover) memory: SharedMemory,
    /// What is open in the document, so that facts about it are those of no other.
    pub(in crate::prover) range: String,
    pub(in crate::prover) tables: Tables,
    /// Its claims are known to hold on large tables, so that no counterexample is looked for there.
    pub(in crate::prover) is_confirmed: bool,
    /// Claims that give all values of a game by products, by game and parameters; none where none was proved.
    pub(in crate::prover) products: SharedValues,
    /// Claims that give all P-positions of the game by sequences; none where none was proved.
    pub(in crate::prover) outcomes: SharedOutcomes,
}

impl<'a> Prover<'a> {
    /// Nothing is proved yet.
    #[must_use]
    pub fn new(document: &'a Document, context: &'a Context) -> Self {
        Self {
            document,
            context,
            memory: Arc::default(),
            range: String::new(),
            tables: Tables::default(),
            is_confirmed: false,
            products: Arc::default(),
            outcomes: Arc::default(),
        }
    }

    /// Nothing is proved yet, and no counterexample is looked for on large tables: the claims are known to hold there.
    pub(crate) fn of_confirmed(document: &'a Document, context: &'a Context) -> Self {
        Self { is_confirmed: true, ..Self::new(document, context) }
    }

    /// The same with other limits: what either finds, both remember.
    #[must_use]
    pub fn within<'b>(&'b self, context: &'b Context) -> Prover<'b> {
        Prover {
            document: self.document,
            context,
            memory: Arc::clone(&self.memory),
            range: self.range.clone(),
            tables: Arc::clone(&self.tables),
            is_confirmed: self.is_confirmed,
            products: Arc::clone(&self.products),
            outcomes: Arc::clone(&self.outcomes),
        }
    }

    /// A claim that is not decided, and why, without a look at it.
    #[must_use]
    pub fn unanswered(&self, claim: &Claim, request: &Request, why: Obstacle) -> Proved {
        let judged = Joined::nothing(0).judged(self.document, claim, request, || Verdict::Open(why));
        Proved { judged, certificates: Vec::new() }
    }

    /// Proves or refutes one claim at all parameters of its head.
    ///
    /// # Errors
    /// A faulty claim, or cancellation.
    pub fn prove(&self, claim: &Claim, request: &Request) -> Result<Proved, Failure> {
        if let Some(proved) = self.for_all(claim, request)? {
            return Ok(proved);
        }
        let mut certificates = Vec::new();
        let mut judge = |at: &ClaimAt<'_>, so_far: &Joined<Verdict>| {
            let instance = Instance::new(self, claim, at, 0);
            // One choice without a proof is enough for there to be none: tables may still refute the others.
            if let Some((unknown, _)) = &so_far.open {
                return Ok(instance.on_tables()?.unwrap_or_else(|| unknown.clone()));
            }
            let mut judged = by_itself(&instance)?;
            if matches!(judged.0, Verdict::Open(_))
                && let Some(told) = instance.in_parts(&mut by_itself)?
            {
                judged = told;
            }
            certificates.append(&mut judged.1);
            Ok(judged.0)
        };
        let mut joined = Joined::of(self.document, claim, request, &mut judge)?;
        let is_partial = is_endless(claim, &request.settings);
        if is_partial
            && claim.kind != ClaimKind::Refuted
            && joined.refuted.is_none()
            && let Some(found) = self.refuted_farther(claim, request)?
        {
            return Ok(found);
        }
        if is_partial && let Some(found) = self.for_all_later(claim, request, (&joined, &certificates))? {
            return Ok(found);
        }
        if joined.refuted.is_some() {
            // What is false somewhere is no theorem, and leaves nothing behind that looks like the proof of one.
            certificates.clear();
        } else if is_partial {
            joined = partial(joined);
        }
        let judged = joined.judged(self.document, claim, request, || {
            Verdict::Open(Obstacle::Empty("its head speaks of none of the chosen parameters".to_owned()))
        });
        Ok(Proved { judged, certificates })
    }
}

/// What comes out of a claim, or of one of the things that it says, which was not false on the tables of the claim.
fn by_itself(instance: &Instance<'_>) -> Result<CertifiedVerdict, Failure> {
    let mut judged = if instance.part.is_some() { instance.proved()? } else { instance.judged()? };
    // The first rows may be known where the game as a whole is not.
    if matches!(judged.0, Verdict::Open(_))
        && let Some(told) = instance.in_first_rows()?
    {
        judged = told;
    }
    Ok((judged.0, judged.1.into_iter().collect()))
}

/// Proofs at some choices of parameters of a head that has no end. There is no proof for all of it in any case: what is proved
/// is said, also where there was none at another choice.
fn partial(mut joined: Joined<Verdict>) -> Joined<Verdict> {
    let Some(Verdict::Proved(figures)) = &mut joined.holds else { return joined };
    figures.limits.is_partial = true;
    if let Some((_, settings)) =
        joined.open.take_if(|(why, _)| matches!(why, Verdict::Open(Obstacle::Budget(_) | Obstacle::Cannot(_))))
    {
        figures.limits.gave_up = Some(settings);
        joined.instances = joined.holding;
    }
    joined
}

impl Decision for Verdict {
    fn undecided(why: String) -> Self {
        Self::Open(Obstacle::Cannot(why))
    }

    fn said(&self) -> Said<'_> {
        match self {
            Self::Proved(Figures { limits, .. }) => {
                Said::Holds { everywhere: !limits.is_partial && limits.without_value.is_none() }
            }
            Self::Refuted { position, reason, is_least } => {
                Said::Refuted { position: position.as_ref(), reason, is_least: *is_least, also: String::new() }
            }
            Self::Open(why) => Said::Open(why.to_string()),
        }
    }

    /// The figures of the larger of two proofs, with what one of them does not say.
    fn joined(self, other: Self) -> Self {
        match (self, other) {
            (Self::Proved(known), Self::Proved(found)) => {
                let limits = known.limits.clone().with(&found.limits);
                let larger = if found.nodes <= known.nodes { known } else { found };
                Self::Proved(Figures { limits, ..larger })
            }
            (Self::Proved(_), other) => other,
            (known, _) => known,
        }
    }
}

impl Limits {
    /// What one of two proofs does not say.
    fn with(self, other: &Self) -> Self {
        Self {
            without_value: self.without_value.or_else(|| other.without_value.clone()),
            is_vacuous: self.is_vacuous && other.is_vacuous,
            range: self.range.or_else(|| other.range.clone()),
            is_partial: self.is_partial || other.is_partial,
            gave_up: self.gave_up.or_else(|| other.gave_up.clone()),
        }
    }
}

impl Judged<Verdict> {
    /// The verdict in one word.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match (&self.verdict, self.verdict.said()) {
            (Verdict::Proved(_), Said::Holds { everywhere: false }) => "partly",
            (Verdict::Proved(_), _) => "proved",
            (Verdict::Refuted { .. }, _) => "refuted",
            (Verdict::Open(_), _) => "unknown",
        }
    }

    /// What the proof does not say; none if there is no proof.
    #[must_use]
    pub fn limits(&self) -> Option<&Limits> {
        if let Verdict::Proved(figures) = &self.verdict { Some(&figures.limits) } else { None }
    }

    /// The line of a report about this claim.
    #[must_use]
    pub fn line(&self, ruleset: &Ruleset) -> String {
        self.line_of(self.word(), &self.words(ruleset))
    }

    /// The rest of a line about this claim.
    #[must_use]
    pub fn words(&self, ruleset: &Ruleset) -> String {
        self.words_with(ruleset, || {
            let Verdict::Proved(figures) = &self.verdict else { return String::new() };
            let limits = &figures.limits;
            let mut words = String::from(if limits.is_vacuous {
                "for no position at all: its conditions never hold"
            } else {
                "for all positions"
            });
            if let Some(missing) = &limits.without_value {
                words.push_str(&format!(", where it has a value: {missing}"));
            }
            if let Some(range) = &limits.range {
                words.push_str(&format!(", for all {range}"));
            }
            if limits.is_partial {
                let choices = if self.instances == 1 { "choice" } else { "choices" };
                words.push_str(&format!(", at {} {choices} of parameters and not for all", self.instances));
                if let Some(settings) = &limits.gave_up {
                    words.push_str(&format!(", as it gave up at {}", words::settings(settings)));
                }
            } else if 1 < self.instances {
                words.push_str(&format!(", for {} choices of parameters", self.instances));
            }
            words.push_str(&format!(" ({}", figures.numeration));
            if figures.states != 0 {
                let states = if figures.states == 1 { "state" } else { "states" };
                words.push_str(&format!(", {} {states}", figures.states));
            }
            if figures.nodes != 0 || figures.states != 0 {
                words.push_str(&format!(", {} nodes", figures.nodes));
            }
            words + ")"
        })
    }
}
