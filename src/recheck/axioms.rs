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
//! What is said of a value at a position that a quantifier inside of the claim chooses counts as false below no negation, and as true below one.
//! What is claimed follows, whatever the values are; the opposite does not. A game may also be one of windows (`windows`,
//! `regular`), perhaps beside passes (`passes`), of which more is known.
//!
//! In misère play let a terminal position have 1, and every other one the least number that none of its options has: a position is a P-position if that is
//! 0. No option has the number of its position, and symmetric positions have the same; no more is used there, as 0 is no number of an option of a terminal position.
use super::induction::{ApproximatedGames, ValueLimits};
use super::making::{Making, constant, number, outside, slot, test, without_a_value};
use super::passes::{self, WithPasses};
use super::spent::CheckEffort;
use super::symmetry::by_symmetry;
use super::{induction, instances, looked_up, products, regular, statement, windows};
use crate::certificate::{GameFacts, Knowledge, Lookups};
use crate::ruleset::statement::{Body, Bound, Formula, Statement};
use crate::ruleset::{Comparison, Ruleset, Term};
use crate::value::Play;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// What a claim follows from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AxiomGround {
    /// What is known of the values of all games, and of games of windows.
    Games,
    /// What the moves tell of the values.
    Moves,
    /// It holds of a position if it does of all its options.
    Induction,
}

/// What is excluded where a claim follows by induction over play.
pub const BY_INDUCTION: &str = "the claim is false of a position and true of all its options";
/// What is excluded where it follows by the moves.
pub const BY_MOVES: &str = "the claim is false, whatever values the moves allow";

/// Nodes that each of these ways may cost, and to count options: what follows does so at once.
const FOR_EACH_WAY: usize = 300_000;
const FOR_COUNTING: usize = 1_200_000;
/// The same where what is claimed is supposed of all options: there are three quantifiers in turn.
pub(super) const FOR_ALL_OPTIONS: usize = 6_000_000;

/// What is known of games.
type KnownGames = BTreeMap<usize, KnownWindows>;

/// What is known of the windows of a game.
enum KnownWindows {
    /// It is one of windows.
    Plain,
    /// It has a regular rule.
    Rule(Term),
    /// It is one of windows beside passes.
    Passes(WithPasses),
}

impl KnownWindows {
    fn rule(&self) -> Option<&Term> {
        match self {
            Self::Plain => None,
            Self::Rule(rule) => Some(rule),
            Self::Passes(known) => known.rule.as_ref(),
        }
    }
}

/// What of that is used.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Premises<'a> {
    /// What is known of the value with this number among all that are looked up; of passes only.
    One(usize),
    /// What is known of all values by passes.
    OfPasses,
    /// What is known of all values.
    All,
    /// That the value of a position is none of those of options that are looked up, and not greater than what every move decreases, or
    /// than the number of options.
    Moves(&'a ValueLimits),
    /// That, and that it is the least number that none of its options has, where all of them are looked up.
    AllLookedUp(&'a ValueLimits),
    /// That values differ where a move whose amounts are numbers of the claim leads from one position to the other.
    Instances,
    /// That what is claimed is true of options which have the smaller values.
    Options,
    /// That it is true of all options, whose values differ from that of the position, and what the moves tell of this.
    AllOptions(&'a ValueLimits),
}

/// Confirms that a statement holds, by what is true of every game, and of games of windows. Without a numeration, what is left is decided by
/// linear facts about products and roots, and games of windows are those with a regular rule.
pub(super) fn holds(
    spent: &CheckEffort<'_>,
    lookups: &Lookups,
    about: (&[&Ruleset], &Statement),
) -> Result<AxiomGround, String> {
    let mut games = KnownGames::new();
    for told in &lookups.known {
        let ruleset = about.0.get(told.game).ok_or_else(|| format!("there is no game {}", told.game))?;
        games.insert(told.game, known(spent, &lookups.numeration, ruleset, told)?);
    }
    if about.1.play == Play::Misere && !games.is_empty() {
        return Err("what is known of the game is not so in misère play".to_owned());
    }
    let follows = |left: &Statement| {
        if lookups.numeration.is_null() {
            return products::holds_by_itself(spent, about.0, left);
        }
        let nothing = Lookups { numeration: lookups.numeration.clone(), known: Vec::new() };
        statement::holds(spent, &nothing, (about.0, left))
    };
    if lookups.numeration.is_null() && games.is_empty() {
        let left = without_values(about, &games, Premises::Instances)?.ok_or("the claim speaks of no move")?;
        return follows(&left).map(|()| AxiomGround::Moves);
    }
    if lookups.numeration.is_null() {
        // What is known of one value alone is often enough, and fewer numbers are quicker to refute.
        let mut at = 0;
        while let Some(left) = without_values(about, &games, Premises::One(at))? {
            if follows(&left).is_ok() {
                return Ok(AxiomGround::Games);
            }
            at += 1;
        }
    }
    if games.values().any(|known| matches!(known, KnownWindows::Passes(_)))
        && let Some(left) = without_values(about, &games, Premises::OfPasses)?
        && follows(&left).is_ok()
    {
        return Ok(AxiomGround::Games);
    }
    let found = follows(&without_values(about, &games, Premises::All)?.ok_or("nothing is looked up")?)
        .map(|()| AxiomGround::Games);
    if found.is_ok() || lookups.numeration.is_null() {
        return found;
    }
    holds_by_moves(spent, &lookups.numeration, about)
        .or_else(|| holds_by_all_options(spent, &lookups.numeration, about))
        .map_or(found, Ok)
}

/// Whether a statement follows by induction over play, or by what the moves tell.
fn holds_by_moves(
    spent: &CheckEffort<'_>,
    numeration: &Value,
    (given, claimed): (&[&Ruleset], &Statement),
) -> Option<AxiomGround> {
    let approximated = ApproximatedGames::of(given);
    let rulesets = approximated.all(given);
    let nothing = Lookups { numeration: numeration.clone(), known: Vec::new() };
    let by_moves = |used: Premises<'_>, what: &str| {
        let before = spent.count_excluded();
        let left = without_values((&rulesets, claimed), &KnownGames::new(), used);
        let holds = matches!(left, Ok(Some(left)) if statement::holds(spent, &nothing, (&rulesets, &left)).is_ok());
        spent.name_excluded(before, what);
        holds
    };
    if claimed.play == Play::Misere {
        let limits = ValueLimits::new();
        return spent
            .within(FOR_EACH_WAY, || by_moves(Premises::Moves(&limits), BY_MOVES))
            .then_some(AxiomGround::Moves);
    }
    if spent.within(FOR_EACH_WAY, || by_moves(Premises::Options, BY_INDUCTION)) {
        return Some(AxiomGround::Induction);
    }
    let games = games_of(given, claimed).unwrap_or_default();
    let limits = spent.within(FOR_EACH_WAY, || induction::value_limits((spent, numeration), &rulesets, games));
    if spent.within(FOR_EACH_WAY, || by_moves(Premises::Moves(&limits), BY_MOVES)) {
        return Some(AxiomGround::Moves);
    }
    // The explorer has a limit of bytes, and does without.
    if !cfg!(target_arch = "wasm32")
        && spent.within(FOR_EACH_WAY, || by_moves(Premises::AllLookedUp(&limits), BY_MOVES))
    {
        return Some(AxiomGround::Moves);
    }
    let counted = spent.within(FOR_COUNTING, || induction::with_options((spent, numeration), &rulesets, &limits))?;
    spent.within(FOR_EACH_WAY, || by_moves(Premises::Moves(&counted), BY_MOVES)).then_some(AxiomGround::Moves)
}

/// Whether a statement follows by induction over play, from what is claimed of all options, whose values differ from that of the position. Cost: up to
/// six million nodes, and five times as many where parameters are open.
pub(super) fn holds_by_all_options(
    spent: &CheckEffort<'_>,
    numeration: &Value,
    (given, claimed): (&[&Ruleset], &Statement),
) -> Option<AxiomGround> {
    let is_open = given[0].registers.iter().any(|register| register.high.is_none());
    let most = if is_open { 5 * FOR_ALL_OPTIONS } else { FOR_ALL_OPTIONS };
    // The explorer has a limit of bytes, and does without.
    let is_small = cfg!(target_arch = "wasm32");
    if is_small || numeration.is_null() || claimed.play == Play::Misere || spent.left() < most {
        return None;
    }
    let approximated = ApproximatedGames::of(given);
    let rulesets = approximated.all(given);
    let games = games_of(given, claimed)?;
    let limits = spent.within(FOR_EACH_WAY, || induction::value_limits((spent, numeration), &rulesets, games));
    let left = without_values((&rulesets, claimed), &KnownGames::new(), Premises::AllOptions(&limits)).ok()??;
    let before = spent.count_excluded();
    let nothing = Lookups { numeration: numeration.clone(), known: Vec::new() };
    let held = spent.within(most, || statement::holds(spent, &nothing, (&rulesets, &left)));
    spent.name_excluded(before, BY_INDUCTION);
    held.ok().map(|()| AxiomGround::Induction)
}

/// What a certificate says of a game, confirmed.
fn known(
    spent: &CheckEffort<'_>,
    numeration: &Value,
    ruleset: &Ruleset,
    told: &GameFacts,
) -> Result<KnownWindows, String> {
    match told.what {
        _ if !told.sets.is_empty() => Err("the certificate has parts of another kind".to_owned()),
        Knowledge::Windows if told.passes.is_empty() && numeration.is_null() => {
            regular::regular_rule(spent, ruleset).map(KnownWindows::Rule)
        }
        Knowledge::Windows if told.passes.is_empty() => {
            windows::is_of_windows(spent, numeration, ruleset).map(|()| KnownWindows::Plain)
        }
        Knowledge::Passes => passes::confirmed(spent, numeration, ruleset, &told.passes).map(KnownWindows::Passes),
        _ => Err("the certificate has parts of another kind".to_owned()),
    }
}

/// The games that a statement looks values up of, if it has the form of such a claim.
pub(crate) fn games_of(rulesets: &[&Ruleset], claimed: &Statement) -> Option<BTreeSet<usize>> {
    let mut made = Making::new(rulesets, claimed);
    made.matrix(claimed).ok()?;
    (!made.leaves_out).then_some(())?;
    Some(made.unknown.iter().map(|unknown| unknown.game).collect())
}

/// A statement that looks nothing up, from which the given one follows by what is known of games of windows, as far as it is used. None if not so
/// many values are looked up.
fn without_values(
    (rulesets, claimed): (&[&Ruleset], &Statement),
    games: &KnownGames,
    used: Premises<'_>,
) -> Result<Option<Statement>, String> {
    let mut making = Making::new(rulesets, claimed);
    let (bounds, matrix) = making.matrix(claimed)?;
    let mut looked_up = making.unknown.clone();
    let (mut premises, mut others) = (Vec::new(), Vec::new());
    if let Some(rule) = games.get(&0).and_then(KnownWindows::rule) {
        premises.push(regular::is_regular_here(rule, rulesets[0].registers.len()));
    }
    if let Premises::One(only) = used {
        let Some(one) = looked_up.into_iter().nth(only) else { return Ok(None) };
        looked_up = vec![one];
    }
    let with_windows = used == Premises::All;
    let heaps = rulesets[0].heaps.len();
    for unknown in &looked_up {
        let known = match games.get(&unknown.game) {
            Some(KnownWindows::Passes(known)) => known.unfolded(unknown, &mut making, &mut others, with_windows)?,
            Some(KnownWindows::Rule(rule)) if used != Premises::OfPasses => {
                regular::unfolded(unknown, rule, &mut making)?
            }
            Some(KnownWindows::Plain) if with_windows => windows::unfolded(unknown, &mut making, &mut others)?,
            _ => continue,
        };
        // A claim may be false where it does not matter that this is no position.
        let mut either = outside(rulesets[unknown.game], &unknown.position, heaps)?;
        either.push(known);
        premises.push(Formula::Or(either));
    }
    let Some(mut told) = of_play(rulesets, (claimed, &matrix, &bounds), used, &mut making)? else { return Ok(None) };
    premises.append(&mut told);
    premises.append(&mut equal_values(&making, heaps)?);
    premises.append(&mut by_symmetry(rulesets, &making)?);
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

/// What the moves tell and what is supposed of options, as far as it is used; none if that is nothing.
fn of_play(
    rulesets: &[&Ruleset],
    (claimed, matrix, bounds): (&Statement, &Formula, &[Bound]),
    used: Premises<'_>,
    making: &mut Making<'_>,
) -> Result<Option<Vec<Formula>>, String> {
    let told = match used {
        Premises::Moves(limits) => induction::by_moves(rulesets, limits, making)?,
        Premises::AllLookedUp(limits) => {
            let told = looked_up::all_options(rulesets, making)?;
            if told.is_empty() {
                return Ok(None);
            }
            [told, induction::by_moves(rulesets, limits, making)?].concat()
        }
        Premises::Instances => instances::of_moves(rulesets, bounds, making)?,
        Premises::Options | Premises::AllOptions(_) => {
            let told = of_options(rulesets, (claimed, matrix), used, making)?;
            return Ok(told.filter(|_| bounds.is_empty()));
        }
        Premises::One(_) | Premises::OfPasses | Premises::All => return Ok(Some(Vec::new())),
    };
    Ok((!told.is_empty()).then_some(told))
}

/// What is supposed of options, and what the moves tell besides where it is supposed of all of them.
fn of_options(
    rulesets: &[&Ruleset],
    about: (&Statement, &Formula),
    used: Premises<'_>,
    making: &mut Making<'_>,
) -> Result<Option<Vec<Formula>>, String> {
    // The explorer has a limit of bytes, and does without.
    let limits = match used {
        Premises::AllOptions(limits) if !cfg!(target_arch = "wasm32") => Some(limits),
        _ => None,
    };
    let Some(told) = induction::supposed_of_options(rulesets, about, (limits.is_some(), making))? else {
        return Ok(None);
    };
    let more = limits.map(|limits| induction::by_moves(rulesets, limits, making)).transpose()?;
    Ok(Some([vec![told], more.unwrap_or_default()].concat()))
}

/// Equal positions of a game have equal values.
fn equal_values(making: &Making<'_>, heaps: usize) -> Result<Vec<Formula>, String> {
    let mut all = Vec::new();
    for (at, one) in making.unknown.iter().enumerate() {
        for other in making.unknown[..at].iter().filter(|other| other.game == one.game) {
            let apart = one.position.iter().zip(&other.position);
            let apart = apart.map(|(one, other)| test(one.clone(), Comparison::Different, other.clone()));
            let mut either: Vec<Formula> = apart.collect();
            either.append(&mut without_a_value(&[&one.position[..], &other.position[..]].concat(), heaps)?);
            either.push(test(slot(one.slot), Comparison::Equal, slot(other.slot)));
            all.push(Formula::Or(either));
        }
    }
    Ok(all)
}
