//! Which set a claim says that of all P-positions to be, or a complementary pair that no claim names, and whether a sequence, a recurrence, powers
//! or the pair show it. What follows from that set is for others.
use super::as_set::p_positions;
use super::game::Check;
use super::products::claim_called;
use super::products::forms::Formed;
use super::spent::CheckEffort;
use super::{chain, growth, progressions};
use crate::certificate::{ClaimedOutcomes, OutcomesBy};
use crate::check::Document;
use crate::ruleset::Ruleset;
use crate::ruleset::definition::set_looks_up;
use crate::ruleset::statement::Set;
use crate::value::Play;

/// The set that a claim says that of all P-positions of the game in some play to be, if what the certificate tells of it shows that.
pub(super) fn claimed_set(
    spent: &CheckEffort<'_>,
    told: &ClaimedOutcomes,
    (document, ruleset, play): (&Document, &Ruleset, Play),
) -> Formed<Set> {
    // The explorer has a limit of bytes, and does without.
    if let (OutcomesBy::Progression(made), true, false) =
        (&told.by, told.claim.is_empty(), cfg!(target_arch = "wasm32"))
    {
        return progressions::pair_of(spent, (ruleset, play), made);
    }
    let statement = claim_called(document, &told.claim, ruleset)?;
    let set = p_positions(ruleset, &statement).filter(|set| statement.play == play && !set_looks_up(set));
    let set = set.ok_or_else(|| format!("the claim \"{}\" does not give all P-positions as a set", told.claim))?;
    let check = |numeration| Check { ruleset, region: None, play: Play::Normal, numeration, spent };
    match &told.by {
        _ if play == Play::Misere && !matches!(told.by, OutcomesBy::Progression(_)) => {
            return Err("P-positions of misère play are known by a progression only".to_owned());
        }
        OutcomesBy::Sequence(made) => growth::outcomes(&check, made, &set)?,
        OutcomesBy::Chain(made) => chain::outcomes(spent, (ruleset, &set, Play::Normal), made)?,
        OutcomesBy::Progression(made) => progressions::outcomes(spent, (ruleset, &statement), made)?,
    }
    Ok(set.into_owned())
}
