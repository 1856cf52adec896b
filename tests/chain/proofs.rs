//! Claims on tables against claims for all positions, and claims against their negations.
use super::Judge;
use super::text::with_negations;
use nimdsl::check::{Document, Library, Settings};
use nimdsl::claim::verify::{Request, verify};
use nimdsl::claim::{Gaps, Verdict as OnTable};
use nimdsl::prover::ask::claims::{Proved, Prover, Request as Asked};
use nimdsl::prover::{Obstacle, Verdict};
use nimdsl::ruleset::Position;
use nimdsl::ruleset::statement::{Body, Formula};
use nimdsl::syntax::ast::Claim;

const VERIFY: u64 = 500;
const PROVE: u64 = 900;
const MOST_CLAIMS: usize = 10;

/// What is known of a claim.
pub(super) struct Known<'a> {
    pub(super) claim: &'a Claim,
    pub(super) table: Option<OnTable>,
    pub(super) proof: Option<Proved>,
}

impl Known<'_> {
    /// A table refutes it.
    pub(super) fn is_refuted(&self) -> bool {
        matches!(self.table, Some(OnTable::Refuted { .. }))
    }

    /// It is refuted as a whole, at no position.
    fn is_false(&self) -> bool {
        let on_table = matches!(self.table, Some(OnTable::Refuted { position: None, .. }));
        let proof = self.proof.as_ref().map(|proof| &proof.verdict);
        on_table || matches!(proof, Some(Verdict::Refuted { position: None, .. }))
    }

    fn is_proved(&self) -> bool {
        self.proof.as_ref().is_some_and(|proof| proof.limits().is_some_and(|limits| !limits.is_partial))
    }

    /// It is proved, has a value everywhere, and speaks of something.
    fn is_true(&self) -> bool {
        let Some(Verdict::Proved(figures)) = self.proof.as_ref().map(|proof| &proof.verdict) else { return false };
        self.is_proved() && figures.limits.without_value.is_none() && !figures.limits.is_vacuous
    }
}

/// The largest heap of a table on which claims are tried.
pub(super) fn bound(heaps: usize) -> u64 {
    [40, 40, 14, 5, 3].get(heaps).copied().unwrap_or(2)
}

impl Judge<'_> {
    /// The claims of a document and their negations.
    pub(super) fn claims(&mut self, document: &Document, library: &dyn Library) {
        if document.claims().next().is_none() {
            return;
        }
        let negated = self.step("negate", 4_000, |_| with_negations(document, library)).flatten();
        let document = negated.as_ref().unwrap_or(document);
        let request =
            Request { settings: Settings::new(), play: None, up_to: Some(bound(document.ruleset.heaps.len())) };
        let mut all = Vec::new();
        let context = self.context.clone();
        let prover = Prover::new(document, &context);
        for claim in document.claims().take(MOST_CLAIMS) {
            let table = self.step("verify", VERIFY, |context| verify(document, claim, &request, context).ok());
            let table = table.flatten().map(|verified| verified.verdict);
            self.count(match &table {
                Some(OnTable::Refuted { .. }) => "refuted on a table",
                Some(OnTable::Holds { .. }) => "held on a table",
                _ => "no verdict on a table",
            });
            // One prover for all claims: what it remembers of one is tried with the next.
            let proof = self.step("prove", PROVE, |_| prover.prove(claim, &Asked::default()).ok());
            let proof = proof.flatten();
            self.count(match proof.as_ref().map(|proof| &proof.verdict) {
                Some(Verdict::Proved(_)) => "proved",
                Some(Verdict::Refuted { .. }) => "refuted for all",
                Some(Verdict::Open(Obstacle::Cancelled)) | None => "proofs cancelled",
                Some(Verdict::Open(_)) => "proofs open",
            });
            all.push(Known { claim, table, proof });
        }
        for known in &all {
            if let Some(wrong) = contradiction(document, known) {
                self.finds(wrong.0, format!("\"{}\": {}", known.claim.name, wrong.1));
            }
            let Some(name) = known.claim.name.strip_suffix("#no") else { continue };
            let Some(yes) = all.iter().find(|known| known.claim.name == name) else { continue };
            self.count("opposites");
            if yes.is_true() && known.is_true() {
                self.finds("a claim and its negation are proved", name);
            }
            if yes.is_false() && known.is_false() {
                self.finds("a claim and its negation are refuted", name);
            }
        }
        self.certificates(document, &all, library);
    }
}

fn contradiction(document: &Document, known: &Known) -> Option<(&'static str, String)> {
    let proof = &known.proof.as_ref()?.verdict;
    if known.is_refuted() && known.is_proved() {
        return Some(("refuted on a table but proved", format!("{:?}", known.table)));
    }
    let bounded = document.ruleset.registers.iter().all(|register| register.high.is_some());
    if !known.claim.binders.is_empty() || !bounded {
        return None;
    }
    let Verdict::Refuted { position, reason, is_least } = proof else { return None };
    let within = |position: &Position, up_to: u64| {
        let mut heaps = position.iter().take(document.ruleset.heaps.len());
        heaps.all(|heap| u64::try_from(*heap).is_ok_and(|heap| heap <= up_to))
    };
    match (&known.table, position) {
        (Some(OnTable::Holds { up_to, gaps, exceptions }), Some(position))
            if within(position, *up_to)
                && *gaps == Gaps::default()
                && exceptions.is_empty()
                && !looks_on(document, known.claim) =>
        {
            Some(("refuted for all but held on a table", format!("at {position:?}: {reason}")))
        }
        (Some(OnTable::Refuted { position: Some(other), before, .. }), Some(position))
            if *is_least && *before == Gaps::default() && other != position =>
        {
            Some(("two least counterexamples", format!("{other:?} on a table, {position:?} for all: {reason}")))
        }
        _ => None,
    }
}

/// Whether a statement has a variable without an end, so that a larger table may refute what holds on a smaller one.
fn looks_on(document: &Document, claim: &Claim) -> bool {
    let Ok(statement) = document.statement(claim, &document.ruleset) else { return true };
    matches!(&statement.body, Body::Holds(formula) if has_no_end(formula))
}

fn has_no_end(formula: &Formula) -> bool {
    match formula {
        Formula::And(parts) | Formula::Or(parts) => parts.iter().any(has_no_end),
        Formula::Iff(left, right) => has_no_end(left) || has_no_end(right),
        Formula::ForAll(bound, inner) | Formula::Exists(bound, inner) => {
            bound.domain.0.iter().any(|range| range.1.is_none()) || has_no_end(inner)
        }
        Formula::Not(inner) | Formula::AllOptions(_, _, inner) | Formula::SomeOption(_, _, inner) => has_no_end(inner),
        Formula::Known(_) | Formula::Test(..) | Formula::Is(..) | Formula::Member(..) | Formula::Admissible(_) => false,
    }
}
