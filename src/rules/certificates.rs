//! Certificates on the page: whether they are valid, and what of each claim they cover. Proves nothing itself.
use super::{NoAnswer, Rules};
use crate::certificate::{Certificate, Certificates, hash};
use crate::engine::{Context, EngineError};
use crate::parallel::in_order;
use crate::recheck::coverage::{Covered, Extent, covered, without};
use crate::recheck::{self, KnownImpossible, Refusal};
use crate::syntax::ast::ClaimKind;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::ops::ControlFlow;
use std::sync::Arc;

/// What the checker says of certificates.
#[derive(Clone, Debug)]
pub enum Rechecked {
    /// All are valid; they may cover claims in part.
    Valid(ValidCertificates),
    /// One is not confirmed.
    Refused(RefusedCertificates),
}

/// Certificates that are all valid, and what they are of.
#[derive(Clone, Debug)]
pub struct ValidCertificates {
    /// The title of the ruleset.
    pub ruleset: String,
    /// The hash of its texts.
    pub hash: String,
    /// How many certificates there are.
    pub count: usize,
    /// The claims that they speak of, in the order of the file.
    pub claims: Vec<Covered>,
    /// The claims of the file that none speaks of, with what the file says of each.
    pub without_certificate: Vec<(ClaimKind, String)>,
}

/// Why certificates are not confirmed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedCertificates {
    /// In words, with the name of the claim.
    pub reason: String,
    /// The same without it.
    pub why: String,
    /// What would have to be taken for granted; then they are neither confirmed nor false.
    pub assumes: Vec<String>,
    /// Somebody asked to stop before it was checked: nothing is known of it.
    pub is_unchecked: bool,
}

/// What the checker made of certificates that were found.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ConfirmedCertificates {
    /// Those that are valid.
    pub certificates: Vec<Certificate>,
    /// Why the others are not.
    pub refused: Vec<RefusedCertificates>,
    /// What the valid ones cover, claim by claim.
    pub claims: Vec<Covered>,
}

impl ConfirmedCertificates {
    /// Adds what the checker made of others.
    pub fn append(&mut self, mut other: Self) {
        self.certificates.append(&mut other.certificates);
        self.refused.append(&mut other.refused);
        self.claims.append(&mut other.claims);
    }
}

/// Certificates from the text of their file.
///
/// # Errors
/// It is no certificate, and why.
pub fn certificates(text: &str) -> Result<Certificates, RefusedCertificates> {
    serde_json::from_str(text).map_err(|why| {
        let why = format!("it is no certificate: {why}");
        RefusedCertificates { reason: why.clone(), why, assumes: Vec::new(), is_unchecked: false }
    })
}

impl Rules {
    /// Whether certificates of these rules are valid, and what of each claim they cover: all values that its head speaks of, whatever
    /// was chosen here.
    ///
    /// # Errors
    /// There is no certificate, or the context was cancelled.
    pub fn recheck(&self, all: &Certificates, context: &Context) -> Result<Rechecked, NoAnswer> {
        let document = self.document();
        if all.certificates.is_empty() {
            return Err(NoAnswer::Question("it holds no certificate".to_owned()));
        }
        let mut first = None;
        self.confirming(context).each_rechecked(&all.certificates, |certificate, refusal| {
            first = refusal.map(|refusal| (certificate, refusal));
            if first.is_none() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        match first {
            None => {}
            Some((_, Refusal::Stopped)) => return Err(NoAnswer::Engine(EngineError::Cancelled)),
            Some((certificate, refusal)) => return Ok(Rechecked::Refused(refused(certificate, refusal))),
        }
        let claims = covered(document, &all.certificates);
        let missing = without(document, &claims).into_iter().map(|claim| (claim.kind, claim.name.clone()));
        Ok(Rechecked::Valid(ValidCertificates {
            ruleset: document.ruleset.name.clone(),
            hash: hash(document),
            count: all.certificates.len(),
            without_certificate: missing.collect(),
            claims,
        }))
    }

    /// Of certificates that were found for these rules, those that the checker confirms, to be kept; and what it does not. So many
    /// threads have a certificate each. Nothing ends it early.
    #[must_use]
    pub fn confirmed(&self, found: &[Certificate], threads: usize) -> ConfirmedCertificates {
        self.confirming(&Context { threads, ..Context::default() }).confirmed(found)
    }

    /// The checker of certificates for these rules, who knows what those before showed.
    #[must_use]
    pub fn confirming<'a>(&'a self, context: &'a Context) -> Confirming<'a> {
        Confirming { rules: self, context, known: Arc::default() }
    }
}

/// Who confirms certificates for some rules: what one certificate shows takes the next one no time.
#[derive(Debug)]
pub struct Confirming<'a> {
    rules: &'a Rules,
    context: &'a Context,
    known: Arc<KnownImpossible>,
}

impl Confirming<'_> {
    /// The same with other limits: what one certificate shows, both know.
    #[must_use]
    pub fn within<'b>(&'b self, context: &'b Context) -> Confirming<'b> {
        Confirming { rules: self.rules, context, known: Arc::clone(&self.known) }
    }

    /// Those of some certificates that the checker confirms, to be kept; and what it does not, which is all that is left when the
    /// context is cancelled.
    #[must_use]
    pub fn confirmed(&self, found: &[Certificate]) -> ConfirmedCertificates {
        let (mut certificates, mut refusals) = (Vec::new(), Vec::new());
        self.each_rechecked(found, |certificate, refusal| {
            match refusal {
                None => certificates.push(certificate.clone()),
                Some(refusal) => refusals.push(refused(certificate, refusal)),
            }
            ControlFlow::Continue(())
        });
        ConfirmedCertificates { claims: covered(self.rules.document(), &certificates), certificates, refused: refusals }
    }

    /// Tells of certificates, in their order, why the checker refuses them, if it does.
    fn each_rechecked<'c>(
        &self,
        all: &'c [Certificate],
        mut told: impl FnMut(&'c Certificate, Option<Refusal>) -> ControlFlow<()>,
    ) {
        let mut certificates = all.iter();
        let (document, cancel) = (self.rules.document(), &*self.context.cancel);
        let work = |certificate: &Certificate| recheck::recheck_with(&self.known, cancel, (certificate, document));
        in_order(all, self.context.workers(all.len()), work, |checked| match certificates.next() {
            Some(certificate) => told(certificate, checked.err()),
            None => ControlFlow::Break(()),
        });
    }
}

/// Why a certificate is not confirmed, with the name of its claim.
fn refused(certificate: &Certificate, refusal: Refusal) -> RefusedCertificates {
    let why = refusal.to_string();
    let reason = format!("\"{}\": {why}", certificate.claim);
    let is_unchecked = refusal == Refusal::Stopped;
    // What is only taken for granted is neither confirmed nor false.
    let assumes = if let Refusal::Endless(why) = refusal { vec![why] } else { Vec::new() };
    RefusedCertificates { reason, why, assumes, is_unchecked }
}

impl ValidCertificates {
    /// Whether nothing is missing between them and the claims that they speak of.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.claims.iter().all(Covered::is_complete)
    }

    /// What every move decreases; it may be something else at other parameters.
    #[must_use]
    pub fn measures(&self) -> Vec<String> {
        let mut all: Vec<String> = Vec::new();
        for choice in self.claims.iter().flat_map(|claim| &claim.choices) {
            let own = choice.ruleset.measure_in_words();
            if !all.contains(&own) {
                all.push(own);
            }
        }
        all
    }
}

impl Serialize for Rechecked {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Valid(valid) => valid.serialize(serializer),
            Self::Refused(refused) => refused.serialize(serializer),
        }
    }
}

impl Serialize for ValidCertificates {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let missing = self.without_certificate.iter().map(|(kind, name)| json!({"kind": kind, "name": name}));
        json!({
            "valid": true, "complete": self.is_complete(), "reason": null, "assumes": [], "claims": self.claims,
            "without_certificate": missing.collect::<Vec<_>>(), "ruleset": self.ruleset, "hash": self.hash,
            "measures": self.measures(),
        })
        .serialize(serializer)
    }
}

impl Serialize for RefusedCertificates {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json!({"valid": false, "complete": false, "reason": self.reason, "assumes": self.assumes, "claims": []})
            .serialize(serializer)
    }
}

impl Serialize for Covered {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let parameters: Vec<Value> = self.choices.iter().map(|choice| json!(choice.parameters)).collect();
        let for_all: Vec<&[String]> = self.choices.iter().map(|choice| choice.for_all.as_slice()).collect();
        let begins: Vec<_> = self.choices.iter().map(|choice| &choice.begins).collect();
        let extent = match self.extent {
            Extent::All => "all",
            Extent::Some => "some",
            Extent::Nothing => "nothing",
        };
        json!({
            "kind": self.kind, "name": self.name, "play": self.play, "head": self.head, "covered": extent,
            "parameters": parameters, "for_all": for_all, "begins": begins, "words": self.words()
        })
        .serialize(serializer)
    }
}
