//! Whether play ends where only the author says so: with the graphs of this module, no move leads to an option at which the
//! measure is as large as before.
use super::game::{Check, Into};
use super::read::Reader;
use super::refusal::Refusal;
use super::search::{Linear, OnTracks};
use super::spent::CheckEffort;
use super::table::Numeration;
use super::tracks::{at_most, equal, number, plus};
use super::without::is_without;
use crate::certificate::Certificate;
use crate::check::Document;
use crate::diagnostic::Faults;
use crate::ruleset::Ruleset;
use crate::value::Play;

/// Whether play ends in the game of a certificate, at its parameters, and in the others that it knows something of.
///
/// # Errors
/// What is only taken for granted. Such a certificate is neither confirmed nor false.
pub fn play_ends(certificate: &Certificate, document: &Document) -> Result<(), Refusal> {
    ends_in_all(certificate, document, &CheckEffort::default())
}

pub(super) fn ends_in_all(
    certificate: &Certificate,
    document: &Document,
    spent: &CheckEffort<'_>,
) -> Result<(), Refusal> {
    let faulty = |faults: Faults| faults.to_string();
    let (claim, settings) = (certificate.claim_in(document), certificate.settings());
    let opened = match claim {
        Some(claim) if !certificate.for_all.is_empty() => document.symbolic_from(claim, &settings, &certificate.begins),
        _ => None,
    };
    let own = opened.as_ref().map_or(document, |opened| &opened.document).at(&settings).map_err(faulty)?;
    ends(&own, spent)?;
    if is_without(certificate.kind) {
        // Such a certificate does not say what it looks something up of.
        return document.others.values().try_for_each(|other| ends(&other.ruleset, spent));
    }
    let known = certificate.lookups.iter().flat_map(|lookups| &lookups.known);
    let others = known.filter_map(|known| document.others.get_index(known.game.checked_sub(1)?));
    others.map(|(_, other)| &other.ruleset).try_for_each(|ruleset| ends(ruleset, spent))
}

fn ends(ruleset: &Ruleset, spent: &CheckEffort<'_>) -> Result<(), Refusal> {
    let Some(assumed) = ruleset.assumption() else { return Ok(()) };
    let falls = |numeration| Check { ruleset, region: None, play: Play::Normal, numeration, spent }.measure_falls();
    let found = falls(Numeration::Base(2)).or_else(|why| falls(Numeration::Zeckendorf).map_err(|_| why));
    found.map_err(|why| {
        Refusal::Endless(format!("it is not shown that play ends: only the author says that {assumed} ({why})"))
    })
}

impl Check<'_> {
    fn measure_falls(&self) -> Result<(), String> {
        for at in &self.ruleset.unproved {
            let family = &self.ruleset.moves[*at];
            let stays = |reader: &mut Reader<'_>, option: &[Linear]| self.not_lower(&reader.coordinates, option);
            let mut bench = self.bench(0);
            let domain = self.domain(&mut bench)?;
            let made = self.makes(&mut bench, family, Into::Where(&stays))?;
            let why = format!("move `{}` does not decrease it everywhere", family.name);
            self.is_empty(&bench, &OnTracks::And(vec![domain, made]), &why)?;
        }
        Ok(())
    }

    /// The measure of the option is not smaller than that of the position, lexicographically.
    fn not_lower(&self, here: &[Linear], option: &[Linear]) -> Result<OnTracks, String> {
        let mut parts = Vec::new();
        let mut same = Vec::new();
        for weights in &self.ruleset.measure {
            let [before, after] = [here, option].map(|forms| weighted(weights, forms));
            let (before, after) = (before?, after?);
            let rises = at_most(&plus(&before, 1, &number(1))?, &after)?;
            parts.push(OnTracks::And(same.iter().cloned().chain([rises]).collect()));
            same.push(equal(&before, &after)?);
        }
        parts.push(OnTracks::And(same));
        Ok(OnTracks::Or(parts))
    }
}

fn weighted(weights: &[i64], forms: &[Linear]) -> Result<Linear, String> {
    weights.iter().zip(forms).try_fold(number(0), |sum, (weight, form)| plus(&sum, *weight, form))
}
