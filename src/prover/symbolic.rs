//! Claims "for every c" as one claim about a game in which c is a coordinate; knows nothing of how it is decided.
use super::certificate::Certificate;
use super::instance::{FIRST_TABLE, Instance};
use super::run::{Failure, Proved, Prover, Request};
use super::{Figures, Verdict};
use crate::check::{Document, Settings, Symbolic};
use crate::claim::verify::Expectation;
use crate::ruleset::statement::{Body, Except, Formula, Statement};
use crate::syntax::ast::Claim;
use std::cell::RefCell;

/// Nodes of all automata of such a proof, in millions.
const MOST_NODES: u64 = 8;
/// Choices of the parameters that a claim is tried at on a table first.
const TRIED: usize = 12;

impl Prover<'_> {
    /// A proof for all values of the open parameters of a head; `None` if there is none, which says nothing of the claim.
    pub(super) fn for_all(&self, claim: &Claim, request: &Request) -> Result<Option<Proved>, Failure> {
        let Some(symbolic) = self.document.symbolic(claim, &request.settings) else { return Ok(None) };
        let samples = self.document.instances(claim, &request.settings).map_err(Failure::Faults)?;
        for settings in samples.iter().take(TRIED) {
            if self.refuted_on_a_table(self.document, claim, settings, request)? {
                return Ok(None);
            }
        }
        let inner = Prover::new(&symbolic.document, self.context);
        inner.proved_for_all(&symbolic, request)
    }

    fn proved_for_all(&self, symbolic: &Symbolic, request: &Request) -> Result<Option<Proved>, Failure> {
        let claim = &symbolic.claim;
        let instances = self.document.instances(claim, &request.settings).map_err(Failure::Faults)?;
        let mut figures: Option<Figures> = None;
        let mut certificates: Vec<Certificate> = Vec::new();
        for settings in &instances {
            // What cannot be said with open parameters is no fault of the file.
            let Ok(ruleset) = self.document.at(settings) else { return Ok(None) };
            let Ok(mut statement) = self.document.statement(claim, &ruleset) else { return Ok(None) };
            if let (None, Some(play)) = (claim.play, request.play) {
                statement.play = play;
            }
            if !is_pointwise(&statement) {
                return Ok(None);
            }
            let found = RefCell::default();
            let instance = Instance {
                prover: self,
                settings,
                ruleset: &ruleset,
                statement: &statement,
                claim,
                named: None,
                found,
            };
            let Verdict::Proved(made) = instance.within(MOST_NODES, &|budget| instance.decided(budget))? else {
                return Ok(None);
            };
            let for_all = || symbolic.symbols.clone();
            certificates.extend(instance.certificate().map(|made| Certificate { for_all: for_all(), ..made }));
            figures = Some(match figures {
                Some(known) if made.nodes <= known.nodes => known,
                _ => made,
            });
        }
        Ok(figures.map(|figures| Proved {
            name: claim.name.clone(),
            kind: claim.kind.clone(),
            parameters: Settings::new(),
            instances: instances.len(),
            verdict: Verdict::Proved(figures),
            named: None,
            as_expected: Expectation::Met,
            range: symbolic.range.clone(),
            certificates,
        }))
    }

    fn refuted_on_a_table(
        &self,
        document: &Document,
        claim: &Claim,
        settings: &Settings,
        request: &Request,
    ) -> Result<bool, Failure> {
        let ruleset = document.at(settings).map_err(Failure::Faults)?;
        let mut statement = document.statement(claim, &ruleset).map_err(Failure::Faults)?;
        if let (None, Some(play)) = (claim.play, request.play) {
            statement.play = play;
        }
        let (found, ruleset, statement) = (RefCell::default(), &ruleset, &statement);
        let instance = Instance { prover: self, settings, ruleset, statement, claim, named: None, found };
        Ok(instance.on_a_table(Some(&FIRST_TABLE))?.is_some())
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
