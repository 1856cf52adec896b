//! What a proof leaves behind, as a certificate of its claim.
use super::evidence::Evidence;
use super::instance::Instance;
use crate::certificate::{Certificate, CertificateKind, Parameter, hash};
use serde_json::Value;
use std::collections::BTreeMap;

impl Instance<'_> {
    /// What a proof leaves behind, as a certificate of this claim.
    pub(super) fn certificate(&self, evidence: Evidence) -> Option<Certificate> {
        let mut made = self.blank();
        made.kind = match evidence {
            Evidence::Automaton(kind, automaton) => {
                made.set = serde_json::to_value(&automaton).ok()?;
                kind
            }
            Evidence::Sequence(found) => {
                made.sequence = Some(found);
                CertificateKind::Sequence
            }
            Evidence::Chain(found) => {
                made.chain = Some(found);
                CertificateKind::Chain
            }
            Evidence::Lookups(found) => {
                made.lookups = Some(found);
                CertificateKind::Statement
            }
            Evidence::Periods(found) => {
                made.periods = found;
                CertificateKind::Periods
            }
            Evidence::Lines(rows, others) => {
                (made.lines, made.line_orders) = (rows, others);
                CertificateKind::Lines
            }
            Evidence::Without(kind, found) => {
                made.lookups = found;
                kind
            }
            Evidence::Products(values, outcomes) => {
                (made.products, made.outcomes) = (Some(values), outcomes);
                CertificateKind::Products
            }
            Evidence::Progression(found) => {
                made.progression = Some(found);
                CertificateKind::Progression
            }
        };
        Some(made)
    }

    /// A certificate of this claim that has no proof in it.
    fn blank(&self) -> Certificate {
        let parameters = self.settings.iter().map(|(name, value)| (name.clone(), Parameter::from(value)));
        Certificate {
            schema: Certificate::SCHEMA,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            ruleset: hash(self.prover.document),
            claim: self.claim.name.clone(),
            claim_kind: self.claim.kind,
            part: self.part,
            parameters: parameters.collect(),
            for_all: Vec::new(),
            begins: BTreeMap::new(),
            rows: self.rows,
            digits: self.digits.map(|digits| digits.0.to_vec()).unwrap_or_default(),
            play: self.statement.play,
            measure: self.measure(),
            kind: CertificateKind::Statement,
            set: Value::Null,
            sequence: None,
            chain: None,
            lookups: None,
            periods: Vec::new(),
            lines: Vec::new(),
            line_orders: Vec::new(),
            products: None,
            outcomes: None,
            progression: None,
        }
    }

    /// What every move decreases, before heaps are in digits.
    fn measure(&self) -> Option<String> {
        if !self.ruleset.measure.is_empty() {
            return Some(self.ruleset.measure_in_words());
        }
        self.prover.document.at(self.settings).ok().map(|given| given.measure_in_words())
    }
}
