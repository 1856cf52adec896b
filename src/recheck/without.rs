//! Certificates without an automaton of what a claim looks up: which claims have the form for them, and whether they hold. The prover has
//! no other way to decide them.
use super::spent::CheckEffort;
use super::{axioms, listed, passes, regular, replies, statement, windows};
use crate::certificate::{CertificateKind, Lookups, PassedValues};
use crate::ruleset::Ruleset;
use crate::ruleset::statement::Statement;
use serde_json::Value;
use std::sync::atomic::AtomicBool;

pub(crate) use axioms::{AxiomGround, games_of};
pub(crate) use listed::is_listed;
pub(crate) use replies::is_of_sums;

/// Nodes that a proof may cost where it is only tried; a certificate may cost more.
const TRIED: usize = 2_000_000;

/// What a claim holds by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ConfirmedBy {
    /// Every move has a reply.
    Replies,
    /// So many positions were looked at one by one.
    Positions(usize),
    /// What is true of the values of all games, or more that is known of some.
    Axioms(AxiomGround),
}

/// Whether a kind of certificate is one of these.
pub(super) fn is_without(kind: CertificateKind) -> bool {
    use CertificateKind as Kind;
    matches!(kind, Kind::Replies | Kind::Axioms | Kind::Listed | Kind::Products)
}

/// Confirms that a statement holds, and tells by what.
pub(super) fn holds(
    spent: &CheckEffort<'_>,
    (kind, lookups): (CertificateKind, Option<&Lookups>),
    about: (&[&Ruleset], &Statement),
) -> Result<ConfirmedBy, String> {
    // The explorer has a limit of bytes, and does without.
    if cfg!(target_arch = "wasm32") {
        return Err("the explorer does not check this kind of certificate".to_owned());
    }
    match (kind, lookups) {
        (CertificateKind::Replies, Some(lookups)) if lookups.known.is_empty() => {
            replies::holds(spent, statement::numeration(lookups)?, about).map(|()| ConfirmedBy::Replies)
        }
        (CertificateKind::Axioms, Some(lookups)) => axioms::holds(spent, lookups, about).map(ConfirmedBy::Axioms),
        (CertificateKind::Listed, None) => listed::holds(spent, about).map(ConfirmedBy::Positions),
        _ => Err("the certificate has parts of another kind".to_owned()),
    }
}

/// The same without a certificate, for less work.
pub(crate) fn holds_until(
    cancel: &AtomicBool,
    told: (CertificateKind, Option<&Lookups>),
    about: (&[&Ruleset], &Statement),
) -> Result<ConfirmedBy, String> {
    let found = holds(&CheckEffort::new(cancel).at_most(TRIED), told, about);
    match told {
        (CertificateKind::Axioms, Some(lookups)) if found.is_err() && lookups.known.is_empty() => {
            let spent = CheckEffort::new(cancel).at_most(TRIED + 5 * axioms::FOR_ALL_OPTIONS);
            axioms::holds_by_all_options(&spent, &lookups.numeration, about).map(ConfirmedBy::Axioms).map_or(found, Ok)
        }
        _ => found,
    }
}

/// Whether a game is shown to be one of windows.
pub(crate) fn is_of_windows(cancel: &AtomicBool, numeration: &Value, ruleset: &Ruleset) -> bool {
    ruleset.heaps.len() == 1
        && windows::is_of_windows(&CheckEffort::new(cancel).at_most(TRIED), numeration, ruleset).is_ok()
}

/// Whether the values of a game with a pass left are shown to be what is told of them; without a numeration, by its rule.
pub(crate) fn has_passes(cancel: &AtomicBool, numeration: &Value, ruleset: &Ruleset, told: &[PassedValues]) -> bool {
    !told.is_empty() && passes::confirmed(&CheckEffort::new(cancel).at_most(TRIED), numeration, ruleset, told).is_ok()
}

/// Whether a game is shown to be one of windows by its rule, without automata.
pub(crate) fn has_a_regular_rule(cancel: &AtomicBool, ruleset: &Ruleset) -> bool {
    regular::regular_rule(&CheckEffort::new(cancel).at_most(TRIED), ruleset).is_ok()
}
