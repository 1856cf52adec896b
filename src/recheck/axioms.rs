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
//! What is claimed follows, whatever the values are; the opposite does not. A game may also be one of windows (`windows`,
//! `regular`), of which more is known.
use super::making::{Making, constant, number, outside, slot, test, without_a_value};
use super::spent::CheckEffort;
use super::{products, regular, statement, windows};
use crate::certificate::{Knowledge, Lookups};
use crate::ruleset::statement::{Body, Formula, Statement};
use crate::ruleset::{Comparison, Ruleset, Term};
use std::collections::{BTreeMap, BTreeSet};

/// Games of windows, each with its rule where that is used.
type OfWindows = BTreeMap<usize, Option<Term>>;

/// Confirms that a statement holds, by what is true of every game, and of games of windows. Without a numeration, what is left is decided by
/// linear facts about products and roots, and games of windows are those with a regular rule.
pub(super) fn holds(
    spent: &CheckEffort<'_>,
    lookups: &Lookups,
    (rulesets, claimed): (&[&Ruleset], &Statement),
) -> Result<(), String> {
    let by_products = lookups.numeration.is_null();
    let mut of_windows = OfWindows::new();
    for known in &lookups.known {
        let ruleset = rulesets.get(known.game).ok_or_else(|| format!("there is no game {}", known.game))?;
        if known.what != Knowledge::Windows || !known.sets.is_empty() {
            return Err("the certificate has parts of another kind".to_owned());
        }
        let rule = if by_products { Some(regular::regular_rule(spent, ruleset)?) } else { None };
        if rule.is_none() {
            windows::is_of_windows(spent, &lookups.numeration, ruleset)?;
        }
        of_windows.insert(known.game, rule);
    }
    if by_products {
        // What is known of one value alone is often enough, and fewer numbers are quicker to refute.
        let mut at = 0;
        while let Some(left) = without_values((rulesets, claimed), &of_windows, Some(at))? {
            if products::holds_by_itself(spent, rulesets, &left).is_ok() {
                return Ok(());
            }
            at += 1;
        }
    }
    let left = without_values((rulesets, claimed), &of_windows, None)?.ok_or("nothing is looked up")?;
    if by_products {
        return products::holds_by_itself(spent, rulesets, &left);
    }
    let nothing = Lookups { numeration: lookups.numeration.clone(), known: Vec::new() };
    statement::holds(spent, &nothing, (rulesets, &left))
}

/// The games that a statement looks values up of, if it has the form of such a claim.
pub(crate) fn games_of(rulesets: &[&Ruleset], claimed: &Statement) -> Option<BTreeSet<usize>> {
    let mut made = Making::new(rulesets, claimed);
    made.matrix(claimed).ok()?;
    Some(made.unknown.iter().map(|unknown| unknown.game).collect())
}

/// A statement that looks nothing up, from which the given one follows: by what is known of all values of games of windows, or of the one with
/// this number among all that are looked up. None if there are not so many.
fn without_values(
    (rulesets, claimed): (&[&Ruleset], &Statement),
    of_windows: &OfWindows,
    only: Option<usize>,
) -> Result<Option<Statement>, String> {
    let mut making = Making::new(rulesets, claimed);
    let (bounds, matrix) = making.matrix(claimed)?;
    let looked_up = making.unknown.clone();
    let mut premises = Vec::new();
    if let Some(Some(rule)) = of_windows.get(&0) {
        premises.push(regular::is_regular_here(rule, rulesets[0].registers.len()));
    }
    let (mut others, heaps) = (Vec::new(), rulesets[0].heaps.len());
    if only.is_some_and(|only| looked_up.len() <= only) {
        return Ok(None);
    }
    for unknown in only.map_or(looked_up.as_slice(), |only| &looked_up[only..=only]) {
        if let Some(rule) = of_windows.get(&unknown.game) {
            // A claim may be false where it does not matter that this is no position.
            let mut either = outside(rulesets[unknown.game], &unknown.position, heaps)?;
            either.push(match rule {
                Some(rule) => regular::unfolded(unknown, rule, &mut making)?,
                None => windows::unfolded(unknown, &mut making, &mut others)?,
            });
            premises.push(Formula::Or(either));
        }
    }
    for (at, one) in making.unknown.iter().enumerate() {
        for other in making.unknown[..at].iter().filter(|other| other.game == one.game) {
            let apart = one.position.iter().zip(&other.position);
            let apart = apart.map(|(one, other)| test(one.clone(), Comparison::Different, other.clone()));
            let mut either: Vec<Formula> = apart.collect();
            either.append(&mut without_a_value(&[&one.position[..], &other.position[..]].concat(), heaps)?);
            either.push(test(slot(one.slot), Comparison::Equal, slot(other.slot)));
            premises.push(Formula::Or(either));
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
    Ok(Some(Statement { body, condition, valued, slots: making.next, ..claimed.clone() }))
}
