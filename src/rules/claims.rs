//! Claims on the page: on tables, for all positions, and as scripts for other programs. Judges nothing itself.
use super::{NoAnswer, Rules};
use crate::claim::instances::{Failure, Request};
use crate::claim::listing::Entry;
use crate::claim::verify::{Verified, unanswered, verify};
use crate::engine::Context;
use crate::prover::ask::claims::{Proved, Prover};
use crate::prover::ask::export::{ProofLanguage, export};
use crate::prover::{Obstacle, Verdict};
use crate::syntax::ast::Claim;
use crate::syntax::nearest;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

/// The claims of one text with what came out.
#[derive(Clone, Debug, Serialize)]
pub struct JudgedClaims<V> {
    /// The title of the ruleset.
    pub ruleset: String,
    /// Each claim that was asked for, in the order of the text.
    pub claims: Vec<V>,
}

/// A claim at one choice of parameters as a script for another program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClaimScript {
    /// The name of the claim.
    pub name: String,
    /// The choice of parameters, in words; empty if there is none to make.
    pub params: String,
    /// The script, if there is one.
    pub script: Option<String>,
    /// Why there is none.
    pub reason: Option<String>,
}

impl ClaimScript {
    /// The claim with its choice of parameters, in words.
    #[must_use]
    pub fn title(&self) -> String {
        if self.params.is_empty() { self.name.clone() } else { format!("{} with {}", self.name, self.params) }
    }
}

/// Proves claims of one text, and remembers what it finds on the way; several threads may ask it at once.
#[derive(Debug)]
pub struct Proving<'a> {
    rules: &'a Rules,
    prover: Prover<'a>,
}

impl Proving<'_> {
    /// The same with other limits: what either finds, both remember.
    #[must_use]
    pub fn within<'b>(&'b self, context: &'b Context) -> Proving<'b> {
        Proving { rules: self.rules, prover: self.prover.within(context) }
    }

    /// A claim that has no answer, and why.
    ///
    /// # Errors
    /// An unknown claim.
    pub fn unanswered(&self, claim: &str, why: &str) -> Result<Proved, NoAnswer> {
        let claim = self.rules.claim(claim)?;
        Ok(self.prover.unanswered(claim, &self.rules.request(None), Obstacle::Budget(why.to_owned())))
    }

    /// A claim, for all positions, with the certificates of its proof.
    ///
    /// # Errors
    /// An unknown or faulty claim, or cancellation.
    pub fn prove(&self, claim: &str) -> Result<Proved, NoAnswer> {
        let (rules, claim) = (self.rules, self.rules.claim(claim)?);
        rules.judged(self.prover.prove(claim, &rules.request(None)))
    }
}

impl Rules {
    /// A claim of the text by its name.
    ///
    /// # Errors
    /// No claim has it; the nearest name.
    pub fn claim(&self, name: &str) -> Result<&Claim, NoAnswer> {
        let found = self.claims().find(|claim| claim.name == name);
        found.ok_or_else(|| NoAnswer::unknown_claim(name, self.claims().map(|claim| claim.name.as_str())))
    }

    /// The claims of the text, in its order.
    pub fn claims(&self) -> impl Iterator<Item = &Claim> {
        self.document.claims()
    }

    /// A claim on a table, at the parameters of its head; `up_to` is the largest heap, the usual one if none is given.
    ///
    /// # Errors
    /// An unknown or faulty claim, or cancellation.
    pub fn verify(&self, claim: &str, up_to: Option<u64>, context: &Context) -> Result<Verified, NoAnswer> {
        self.judged(verify(&self.document, self.claim(claim)?, &self.request(up_to), context))
    }

    /// A claim that has no answer on tables, and why.
    ///
    /// # Errors
    /// An unknown claim.
    pub fn unanswered(&self, claim: &str, why: &str) -> Result<Verified, NoAnswer> {
        Ok(unanswered(&self.document, self.claim(claim)?, &self.request(None), why.to_owned()))
    }

    /// A claim and what came out on tables as an entry of the lists of statements and errata; `file` is the name of the
    /// text without its ending.
    ///
    /// # Errors
    /// An unknown claim; the options or values of a counterexample cannot be found.
    pub fn entry(&self, verified: &Verified, file: &str, context: &Context) -> Result<Entry, NoAnswer> {
        let entry = Entry::new(&self.document, self.claim(&verified.name)?, verified, file, context);
        self.judged(entry.map_err(Failure::Engine))
    }

    /// A claim, for all positions, with the certificates of its proof. Who asks for several keeps a [`Rules::proving`].
    ///
    /// # Errors
    /// An unknown or faulty claim, or cancellation.
    pub fn prove(&self, claim: &str, context: &Context) -> Result<Proved, NoAnswer> {
        self.proving(context).prove(claim)
    }

    /// What proves one claim after the other.
    #[must_use]
    pub fn proving<'a>(&'a self, context: &'a Context) -> Proving<'a> {
        Proving { rules: self, prover: Prover::new(&self.document, context) }
    }

    /// The conditions of a claim as scripts for another program, one for each choice of parameters.
    ///
    /// # Errors
    /// An unknown or faulty claim. What the language cannot say is the reason of a script that there is not.
    pub fn claim_scripts(&self, claim: &str, language: ProofLanguage) -> Result<Vec<ClaimScript>, NoAnswer> {
        let scripts = self.judged(export(&self.document, self.claim(claim)?, &self.request(None), language))?;
        let scripts = scripts.into_iter().map(|(params, script)| {
            let (script, reason) = match script {
                Ok(script) => (Some(script), None),
                Err(why) => (None, Some(why.to_string())),
            };
            ClaimScript { name: claim.to_owned(), params, script, reason }
        });
        Ok(scripts.collect())
    }

    fn request(&self, up_to: Option<u64>) -> Request {
        Request { settings: self.chosen.clone(), play: Some(self.play), up_to }
    }

    /// What stopped a judgment, as a text tells it.
    fn judged<T>(&self, judged: Result<T, Failure>) -> Result<T, NoAnswer> {
        judged.map_err(|failure| match failure {
            Failure::Faults(faults) => NoAnswer::Faults(faults),
            Failure::Engine(error) => self.refusal(error),
        })
    }
}

impl NoAnswer {
    /// That no claim has a name; the nearest of those that there are.
    pub fn unknown_claim<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Self {
        let help = nearest(name, known).map_or_else(String::new, |near| format!("; did you mean \"{near}\"?"));
        Self::Question(format!("there is no claim \"{name}\"{help}"))
    }
}

impl<V> JudgedClaims<V> {
    /// Claims of these rules.
    #[must_use]
    pub fn of(rules: &Rules, claims: Vec<V>) -> Self {
        Self { ruleset: rules.document.ruleset.name.clone(), claims }
    }
}

impl Serialize for Proved {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (figures, counterexample, reason) = match &self.verdict {
            Verdict::Proved(figures) => (Some(figures), Value::Null, Value::Null),
            Verdict::Refuted { position, reason, .. } => (None, json!(position), json!(reason)),
            Verdict::Open(why) => (None, Value::Null, json!(why.to_string())),
        };
        let assumes: Vec<&str> = match &self.verdict {
            Verdict::Open(Obstacle::Endless(assumption)) => vec![&assumption.assumed],
            _ => Vec::new(),
        };
        let own = json!({
            "instances": self.instances, "states": figures.map(|figures| figures.states),
            "nodes": figures.map(|figures| figures.nodes),
            "numeration": figures.map(|figures| figures.numeration.clone()),
            "counterexample": counterexample, "reason": reason, "assumes": assumes
        });
        self.form(self.word(), own).serialize(serializer)
    }
}
