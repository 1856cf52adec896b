//! Certificates: each is confirmed, and none that was changed is accepted for something that is false.
use super::proofs::{Known, bound};
use super::{Judge, Lots};
use nimdsl::certificate::{Certificate, hash};
use nimdsl::check::{Document, Library, Settings, check};
use nimdsl::claim::Verdict as OnTable;
use nimdsl::claim::verify::{Request, verify};
use nimdsl::prover::Verdict;
use nimdsl::recheck::recheck_until;
use nimdsl::source::Source;
use nimdsl::syntax::ast::Claim;
use serde_json::Value;

/// The checker gives up by itself, later than this.
const RECHECK: u64 = 5_000;
/// Changed certificates for each that was made.
const CHANGES: usize = 8;

impl Judge<'_> {
    pub(super) fn certificates(&mut self, document: &Document, all: &[Known<'_>], library: &dyn Library) {
        let mut lots = Lots::of(&document.source.text);
        for known in all {
            let Some(proof) = &known.proof else { continue };
            for made in proof.certificates.iter().take(2) {
                let Some(answer) =
                    self.step("recheck", RECHECK, |context| recheck_until(&context.cancel, made, document))
                else {
                    continue;
                };
                match answer {
                    Ok(()) => self.count("certificates confirmed"),
                    // It may not know how to check a claim, or give up; it never denies what is proved.
                    Err(why) if why.to_string().contains("does not follow") => {
                        self.finds("recheck denies a proof", format!("\"{}\": {why}", known.claim.name));
                        continue;
                    }
                    Err(_) => {
                        self.count("certificates not confirmed");
                        continue;
                    }
                }
                if known.is_refuted() {
                    self.finds("a certificate of what a table refutes", known.claim.name.clone());
                }
                self.changed(document, all, made, &mut lots);
                self.moved(document, made, library, &mut lots);
            }
        }
    }

    /// Changes one leaf after the other, and the claim that it is for.
    fn changed(&mut self, document: &Document, all: &[Known<'_>], made: &Certificate, lots: &mut Lots) {
        let Ok(whole) = serde_json::to_value(made) else { return };
        for _ in 0..CHANGES {
            let mut other = whole.clone();
            for _ in 0..1 + lots.below(2) {
                damage(&mut other, lots);
            }
            if let Ok(read) = serde_json::from_value::<Certificate>(other) {
                self.accepted(document, all, &read);
            }
        }
        for known in all {
            let (claim, claim_kind) = (known.claim.name.clone(), known.claim.kind);
            if claim != made.claim {
                self.accepted(document, all, &Certificate { claim, claim_kind, ..made.clone() });
            }
        }
    }

    fn accepted(&mut self, document: &Document, all: &[Known<'_>], read: &Certificate) {
        let Some(answer) =
            self.step("recheck changed", RECHECK, |context| recheck_until(&context.cancel, read, document))
        else {
            return;
        };
        self.count("changed certificates");
        if answer.is_err() {
            return;
        }
        self.count("changed certificates accepted");
        let Some(known) = all.iter().find(|known| known.claim.name == read.claim) else { return };
        let proof = known.proof.as_ref().map(|proof| &proof.verdict);
        // A claim about all parameters may be false at another one only.
        let refuted = read.parameters.is_empty() && matches!(proof, Some(Verdict::Refuted { .. }));
        if refuted || self.refuted(document, known.claim, read).is_some() {
            let words = serde_json::to_string(read).unwrap_or_default();
            self.finds("a changed certificate proves what is false", words);
        }
    }

    /// Where a table refutes a claim at the parameters of a certificate.
    fn refuted(&mut self, document: &Document, claim: &Claim, read: &Certificate) -> Option<String> {
        let settings: Settings =
            read.parameters.iter().map(|(name, value)| (name.clone(), value.clone().into())).collect();
        let request = Request { settings, play: None, up_to: Some(bound(document.ruleset.heaps.len())) };
        let verified = self.step("verify", 1_500, |context| verify(document, claim, &request, context).ok()).flatten();
        match verified?.verdict {
            OnTable::Refuted { position, .. } => Some(format!("{position:?}")),
            _ => None,
        }
    }

    /// Holds a certificate against a text in which one number is another one.
    fn moved(&mut self, document: &Document, made: &Certificate, library: &dyn Library, lots: &mut Lots) {
        let text = &document.source.text;
        let digits: Vec<usize> = text.char_indices().filter(|one| one.1.is_ascii_digit()).map(|one| one.0).collect();
        if digits.is_empty() {
            return;
        }
        let at = digits[lots.below(digits.len())];
        let digit = lots.below(10).to_string();
        let source = Source::new("input.nim", [&text[..at], &digit, &text[at + 1..]].concat());
        let Some(Ok(other)) = self.step("check", 4_000, |_| check(&source, library)) else { return };
        let forged = Certificate { ruleset: hash(&other), ..made.clone() };
        if self.step("recheck moved", RECHECK, |context| recheck_until(&context.cancel, &forged, &other))
            != Some(Ok(()))
        {
            return;
        }
        self.count("moved certificates accepted");
        let Some(claim) = other.claims().find(|claim| claim.name == made.claim) else { return };
        if let Some(position) = self.refuted(&other, claim, made) {
            self.finds("a certificate fits a game for which it is false", format!("{position} in\n{}", source.text));
        }
    }
}

/// Changes one number, word or list of a value.
fn damage(value: &mut Value, lots: &mut Lots) {
    match value {
        Value::Number(number) => {
            let old = number.as_i64().unwrap_or(0);
            let new = [0, 1, -1, old.saturating_add(1), old.saturating_sub(1), i64::MAX, i64::MIN, 1 << 31, 255];
            *value = Value::from(new[lots.below(new.len())]);
        }
        Value::String(text) => {
            let new = ["", "normal", "misere", "values", "outcomes", "statement", "x"];
            let new = match lots.below(3) {
                0 => format!("{text}x"),
                _ => new[lots.below(new.len())].to_owned(),
            };
            *value = Value::from(new);
        }
        Value::Array(items) if !items.is_empty() => {
            let at = lots.below(items.len());
            match lots.below(8) {
                0 => drop(items.remove(at)),
                1 => items.insert(at, items[at].clone()),
                2 => {
                    let to = lots.below(items.len());
                    items.swap(at, to);
                }
                _ => damage(&mut items[at], lots),
            }
        }
        Value::Object(fields) if !fields.is_empty() => {
            let at = lots.below(fields.len());
            let name = fields.keys().nth(at).cloned().unwrap_or_default();
            if lots.below(20) == 0 {
                fields.remove(&name);
            } else if let Some(field) = fields.get_mut(&name) {
                damage(field, lots);
            }
        }
        _ => *value = if lots.below(2) == 0 { Value::Null } else { Value::from(0) },
    }
}
