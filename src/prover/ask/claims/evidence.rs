//! What a proof leaves behind, as a certificate for other code to recheck.
use super::instance::Instance;
use crate::certificate::{
    Certificate, CertificateKind, ClaimedOutcomes, ClaimedValues, GameLines, GamePeriod, LineOrder, LinkedChain,
    Lookups, Parameter, Progression, Sequence, hash,
};
use nimdsl_automata::Automaton;
use serde_json::Value;

/// What a proof leaves behind.
#[derive(Debug)]
pub(in crate::prover) enum Evidence {
    /// An automaton.
    Automaton(CertificateKind, Automaton),
    /// A sequence of which linear facts are known.
    Sequence(Sequence),
    /// A sequence with a linear recurrence.
    Chain(LinkedChain),
    /// What was looked up, of each game.
    Lookups(Lookups),
    /// From where on the values of games repeat.
    Periods(Vec<GamePeriod>),
    /// From where on the values of rows and columns repeat, and those of other lines.
    Lines(Vec<GameLines>, Vec<LineOrder>),
    /// A kind of certificate without automata, and which games are known to be games of windows.
    Without(CertificateKind, Option<Lookups>),
    /// Claims that give values by products, squares and roots, or all P-positions.
    Products(Vec<ClaimedValues>, Option<ClaimedOutcomes>),
    /// A set that is made of the powers of a parameter.
    Progression(Progression),
}

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
            rows: self.rows,
            digits: self.digits.map(|digits| digits.0.to_vec()).unwrap_or_default(),
            play: self.statement.play,
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
}
