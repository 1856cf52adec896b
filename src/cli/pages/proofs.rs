//! Certificates to paragraphs in words: what was decided, by what, how to repeat it. The checker has confirmed them before.
use nimdsl::check::{Document, Settings};
use nimdsl::rules::{
    Certificate, CertificateKind, Certificates, Covered, GamePeriod, Shown, ShownClaim, ValidCertificates, written_in,
};
use nimdsl::value::Play;
use serde::Serialize;
use std::collections::BTreeSet;

/// A claim that is proved, and how.
#[derive(Debug, Serialize)]
pub(in crate::cli) struct ProofPage {
    /// The title of the ruleset.
    ruleset: String,
    /// What the author says of the claim.
    kind: String,
    /// The name of the claim.
    name: String,
    /// What it says, in canonical text.
    statement: String,
    /// What it says, in LaTeX.
    latex: String,
    /// Whether nothing is missing between the certificates and the claim.
    complete: bool,
    /// The proof in words: a paragraph.
    words: String,
    /// The file of certificates, as it was given.
    certificate: String,
    /// The blake3 hash of that file.
    hash: String,
    /// The hash of the ruleset's texts.
    ruleset_hash: String,
}

/// A file of certificates that are all valid.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) struct CheckedFile<'a> {
    /// The file, as it was given.
    pub(in crate::cli) file: &'a str,
    /// The blake3 hash of its bytes.
    pub(in crate::cli) hash: &'a str,
    pub(in crate::cli) all: &'a Certificates,
    pub(in crate::cli) valid: &'a ValidCertificates,
    pub(in crate::cli) document: &'a Document,
}

/// A proof for each claim of a file of certificates.
pub(in crate::cli) fn proofs(confirmed: &CheckedFile<'_>) -> Vec<ProofPage> {
    let shown = Shown::of(confirmed.document, &Settings::new());
    confirmed.valid.claims.iter().map(|claim| proof(claim, &shown.claims, confirmed)).collect()
}

fn proof(claim: &Covered, shown: &[ShownClaim], confirmed: &CheckedFile<'_>) -> ProofPage {
    let own = |one: &&Certificate| one.claim == claim.name && one.claim_kind == claim.kind;
    let own: Vec<&Certificate> = confirmed.all.certificates.iter().filter(own).collect();
    let texts = shown.iter().find(|one| one.name == claim.name && one.kind == claim.kind);
    ProofPage {
        ruleset: confirmed.valid.ruleset.clone(),
        kind: claim.kind.to_string(),
        name: claim.name.clone(),
        statement: texts.map_or_else(String::new, |texts| texts.statement.clone()),
        latex: texts.map_or_else(String::new, |texts| texts.latex.clone()),
        complete: claim.is_complete(),
        words: words(claim, &own, confirmed),
        certificate: confirmed.file.to_owned(),
        hash: confirmed.hash.to_owned(),
        ruleset_hash: confirmed.valid.hash.clone(),
    }
}

/// The paragraph.
fn words(claim: &Covered, own: &[&Certificate], confirmed: &CheckedFile<'_>) -> String {
    let mut words = format!("Decided for all positions, in {} play, {}. ", claim.play, claim.words());
    let methods: BTreeSet<String> = own.iter().map(|one| method(one)).collect();
    for method in methods {
        words.push_str(&format!("{method} "));
    }
    let measures = confirmed.valid.measures().join("; or ");
    words.push_str(&format!("Play ends, since every move decreases {measures}. "));
    let programs: BTreeSet<&str> = own.iter().map(|one| one.program.as_str()).collect();
    let programs = programs.into_iter().collect::<Vec<_>>().join(", ");
    let count = match own.len() {
        1 => "The certificate was".to_owned(),
        many => format!("The {many} certificates were"),
    };
    words
        + &format!(
            "{count} found by nimdsl {programs} and confirmed by the checker of nimdsl {}, which shares no code with the prover; to repeat that, run: nimdsl recheck {}",
            env!("CARGO_PKG_VERSION"),
            confirmed.file
        )
}

/// By what a certificate decides its claim.
fn method(certificate: &Certificate) -> String {
    let of = match certificate.kind {
        CertificateKind::Outcomes => "the set of P-positions",
        CertificateKind::Values => "the relation between positions and Grundy values",
        CertificateKind::Chain => {
            return "The coordinates of the P-positions follow a linear recurrence. By linear inequalities about its terms no member of the set has an option in the set, and every other position has one.".to_owned();
        }
        CertificateKind::Sequence => {
            return "The set of P-positions is given by a sequence: no member has an option in the set, and a move into the set is found from every other position.".to_owned();
        }
        CertificateKind::Periods => {
            let of = |one: &GamePeriod| format!("period {} from {} on", one.period, one.preperiod);
            let all = certificate.periods.iter().map(of).collect::<Vec<_>>().join(", and of the other game ");
            return format!(
                "The values repeat, with {all}, as the theorem of Guy and Smith shows by finitely many of them; the claim was tried until it repeats as well."
            );
        }
        CertificateKind::Lines => {
            return "Options are at fixed differences, so the values of a row or column repeat, with something added, as soon as its state repeats; the lines were worked out until then, and the claim was tried until it repeats as well.".to_owned();
        }
        CertificateKind::Replies => {
            return "Every move in the sums that the claim speaks of has a reply that leads to such a sum again."
                .to_owned();
        }
        CertificateKind::Axioms => {
            return "The claim was decided, as a formula over automata, from what is true of the values of every such game."
                .to_owned();
        }
        CertificateKind::Products => {
            return "Products, squares and roots were replaced by numbers of which only linear facts are used; with these, no option has the value that the claim gives its position, and each smaller value is that of an option."
                .to_owned();
        }
        CertificateKind::Progression => return "The coordinates of the P-positions are made of the powers of an open parameter. With its products with heaps and amounts as numbers of which only linear facts are used, no member of the set has an option in the set, and every other position has one.".to_owned(),
        CertificateKind::Listed => {
            return "The values and outcomes of all positions that play can reach were worked out by their definition."
                .to_owned();
        }
        CertificateKind::Statement if certificate.lookups.is_none() => {
            return "The claim itself was decided, as a formula over automata.".to_owned();
        }
        CertificateKind::Statement => {
            return "The claim was decided, as a formula over automata of what it looks up; these were checked first."
                .to_owned();
        }
    };
    let states = certificate.set["edges"].as_array().map_or(0, Vec::len);
    let numeration = written_in(certificate).unwrap_or_else(|| "in a numeration of its own".to_owned());
    let rule = match certificate.kind {
        CertificateKind::Values => {
            "equal values are never one move apart, and from every position each smaller value is reached"
        }
        _ if certificate.play == Play::Misere => {
            "no option of a member is a member, and every other position is terminal or has an option that is"
        }
        _ => "no option of a member is a member, and every other position has an option that is",
    };
    format!("An automaton with {states} inner nodes, which reads numbers {numeration}, is {of}: {rule}.")
}
