//! Claims that follow from what is true of the values of every game, with values that are not known as numbers of which only that is
//! used. Makes a claim that looks nothing up out of one that does.
//!
//! In a game in which play ends and option sets are finite, no option of a position has its value, and every smaller number is the value of
//! some option; a P-position of normal play is one of value 0 (Sprague 1935, Grundy 1939). So a value that is looked up is a number w of
//! which nothing is known, equal positions having equal values, and what is claimed of the values of options is made a stronger claim:
//!
//! | where it stands | said of options by their values only | becomes |
//! |---|---|---|
//! | below no negation | for some option | for some j < w |
//! | | for all options | for all j other than w |
//! | below a negation | for some option | for some j other than w |
//! | | for all options | for all j < w |
//!
//! What is claimed follows, whatever the values are; the opposite does not. A game may also be one of windows (`windows`), of which more is
//! known.
use super::making::{Making, constant, number, slot, test};
use super::spent::CheckEffort;
use super::{statement, windows};
use crate::certificate::{Knowledge, Lookups};
use crate::ruleset::statement::{Body, Formula, Statement};
use crate::ruleset::{Comparison, Ruleset};
use std::collections::BTreeSet;

/// Confirms that a statement holds, by what is true of every game, and of games of windows.
pub(super) fn holds(
    spent: &CheckEffort<'_>,
    lookups: &Lookups,
    (rulesets, claimed): (&[&Ruleset], &Statement),
) -> Result<(), String> {
    let mut of_windows = Vec::new();
    for known in &lookups.known {
        let ruleset = rulesets.get(known.game).ok_or_else(|| format!("there is no game {}", known.game))?;
        if known.what != Knowledge::Windows || !known.sets.is_empty() {
            return Err("the certificate has parts of another kind".to_owned());
        }
        windows::is_of_windows(spent, &lookups.numeration, ruleset)?;
        of_windows.push(known.game);
    }
    let nothing = Lookups { numeration: lookups.numeration.clone(), known: Vec::new() };
    statement::holds(spent, &nothing, (rulesets, &without_values((rulesets, claimed), &of_windows)?))
}

/// The games that a statement looks values up of, if it has the form of such a claim.
pub(crate) fn games_of(rulesets: &[&Ruleset], claimed: &Statement) -> Option<BTreeSet<usize>> {
    let mut made = Making::new(rulesets, claimed);
    made.matrix(claimed).ok()?;
    Some(made.unknown.iter().map(|unknown| unknown.game).collect())
}

/// A statement that looks nothing up, from which the given one follows.
fn without_values((rulesets, claimed): (&[&Ruleset], &Statement), of_windows: &[usize]) -> Result<Statement, String> {
    let mut making = Making::new(rulesets, claimed);
    let (bounds, matrix) = making.matrix(claimed)?;
    let looked_up = making.unknown.clone();
    let mut premises = Vec::new();
    let mut others = Vec::new();
    for unknown in looked_up.iter().filter(|unknown| of_windows.contains(&unknown.game)) {
        premises.push(windows::unfolded(unknown, &mut making, &mut others)?);
    }
    for (at, one) in making.unknown.iter().enumerate() {
        for other in making.unknown[..at].iter().filter(|other| other.game == one.game) {
            let apart = one.position.iter().zip(&other.position);
            let apart = apart.map(|(one, other)| test(one.clone(), Comparison::Different, other.clone()));
            let same = test(slot(one.slot), Comparison::Equal, slot(other.slot));
            premises.push(Formula::Or(apart.chain([same]).collect()));
        }
    }
    let mut whole = Formula::Or(vec![Formula::Not(Box::new(Formula::And(premises))), matrix]);
    for own in making.unknown.iter().map(|unknown| unknown.slot).chain(others) {
        whole = Formula::ForAll(number(own, constant(0), None), Box::new(whole));
    }
    for bound in bounds.into_iter().rev() {
        whole = Formula::ForAll(bound, Box::new(whole));
    }
    let (body, condition, valued) = (Body::Holds(whole), None, Formula::Known(true));
    Ok(Statement { body, condition, valued, slots: making.next, ..claimed.clone() })
}
