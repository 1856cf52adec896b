//! Values that a claim gives by products, squares and roots: the conditions for Grundy values, and claims that look such values up. What is
//! not linear becomes a number of which only linear facts are used (`facts` has all of them); a condition is confirmed if no integers satisfy
//! its opposite and the facts (`refute`). Shares nothing with the graphs of digits, and nothing with the search for proofs.
//!
//! Let v be the term of the claim, as a number for each position. Where play ends, v is the Grundy value of every position if
//! - it is nowhere negative;
//! - no option of a position has its value;
//! - for `0 <= w < v` there is an option of value w. The certificate names some, made of the coordinates, w, the d with
//!   `d (d - 1) / 2 <= w < d (d + 1) / 2`, and a multiple of d; it is checked that one of them can be reached and has the value w.
//!
//! Where a set is known to be that of all P-positions of normal play, a position of the game is one if it belongs to that set.

mod claims;
mod counted;
mod expanded;
mod facts;
pub(super) mod forms;
mod pieces;
mod powers;
pub(super) mod refute;
mod simplex;
mod terms;

use super::lookups::alone;
use super::spent::CheckEffort;
use crate::certificate::{ClaimedValues, MULTIPLE, MadeNumber, NumberMaking, STEP, SmallerOption, Sum, VALUE};
use crate::check::Document;
use crate::ruleset::definition::is_identity;
use crate::ruleset::statement::{Body, Except, Formula, Set, Statement};
use crate::ruleset::{Comparison, Condition, Move, Ruleset, Term, Variable};
use claims::{GameWithValues, ProductReader, slot_of};
use forms::{Asserted, Formed, IntegerForm, at_most, equal, less, not};
use pieces::follows_in_pieces;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use terms::VariableForms;

/// Options that are named for one game at most.
const MOST_WAYS: usize = 12;
/// Numbers that one of them makes, each of which may be made of the one before.
const MOST_MADE: usize = 100;
/// Work that a proof may cost where it is only tried.
const TRIED: usize = 4_000_000;

/// Confirms that a statement holds, and that it has a value at all positions that it speaks of; the P-positions of normal play may be known.
pub(super) fn holds(
    spent: &CheckEffort<'_>,
    (told, p_positions): (&[ClaimedValues], Option<&Set>),
    document: &Document,
    (rulesets, statement): (&[&Ruleset], &Statement),
) -> Formed<()> {
    // The explorer has a limit of bytes, and does without.
    if cfg!(target_arch = "wasm32") {
        return Err("the explorer does not check this kind of certificate".to_owned());
    }
    for one in told {
        let ruleset = rulesets.get(one.game).ok_or_else(|| format!("there is no game {}", one.game))?;
        values_are(spent, ruleset, &claimed(document, one, ruleset)?, &one.ways)?;
    }
    claim_follows(spent, (told, p_positions), document, (rulesets, statement))
}

/// What a claim of a file says of a game.
pub(super) fn claim_called(file: &Document, name: &str, ruleset: &Ruleset) -> Formed<Statement> {
    let claim = file.claims().find(|claim| claim.name == name);
    let claim = claim.ok_or_else(|| format!("there is no claim \"{name}\""))?;
    file.statement(claim, ruleset).map_err(|faults| faults.to_string())
}

/// A statement holds, and has a value, if the values of games are what claims say, and the P-positions of its game these.
fn claim_follows(
    spent: &CheckEffort<'_>,
    (told, p_positions): (&[ClaimedValues], Option<&Set>),
    document: &Document,
    (rulesets, statement): (&[&Ruleset], &Statement),
) -> Formed<()> {
    let plays = std::iter::once(statement.play).chain(rulesets.iter().skip(1).map(|ruleset| ruleset.play));
    let all = rulesets.iter().zip(plays);
    let mut games: Vec<GameWithValues<'_>> =
        all.map(|(ruleset, play)| GameWithValues { ruleset, play, value: None, p_positions: None }).collect();
    games[0].p_positions = p_positions.cloned();
    for one in told {
        let game = games.get_mut(one.game).ok_or_else(|| format!("there is no game {}", one.game))?;
        game.value = Some(claimed(document, one, game.ruleset)?);
    }
    let whole = follows(spent, &games, statement);
    // The explorer has a limit of bytes, and does without.
    if cfg!(target_arch = "wasm32") || whole.is_err() && follows_in_pieces(spent, &games, statement).is_err() {
        return whole;
    }
    let valued = Statement { body: Body::Holds(statement.valued.clone()), ..statement.clone() };
    follows(spent, &games, &valued).map_err(|why| format!("that the claim has a value at all positions: {why}"))
}

/// Whether a claim gives the values of a game, for less work than a certificate may cost.
pub(crate) fn values_until(
    cancel: &AtomicBool,
    told: &ClaimedValues,
    document: &Document,
    ruleset: &Ruleset,
) -> Formed<()> {
    let spent = CheckEffort::new(cancel).at_most(TRIED);
    values_are(&spent, ruleset, &claimed(document, told, ruleset)?, &told.ways)
}

/// Whether a statement holds, for less work, if the values of games are what claims say, and the P-positions of its game these.
pub(crate) fn follows_until(
    cancel: &AtomicBool,
    told: (&[ClaimedValues], Option<&Set>),
    document: &Document,
    about: (&[&Ruleset], &Statement),
) -> Formed<()> {
    claim_follows(&CheckEffort::new(cancel).at_most(TRIED), told, document, about)
}

/// The term by which a claim gives all values of a game.
fn claimed(document: &Document, told: &ClaimedValues, ruleset: &Ruleset) -> Formed<Term> {
    let other = told.game.checked_sub(1).map(|at| document.others.get_index(at).map(|(_, other)| other));
    let file = other.unwrap_or(Some(document)).ok_or_else(|| "a ruleset is missing".to_owned())?;
    let statement = claim_called(file, &told.claim, ruleset)?;
    value_term(&statement, ruleset)
        .ok_or_else(|| format!("the claim \"{}\" does not give all values by a term", told.claim))
}

/// The term that a statement says all values to be, if it does nothing else.
pub(crate) fn value_term(statement: &Statement, ruleset: &Ruleset) -> Option<Term> {
    let dimension = ruleset.heaps.len() + ruleset.registers.len();
    let everywhere = matches!(statement.condition, None | Some(Formula::Known(true)));
    let Body::Holds(Formula::Test(lookups, Condition::Compare(left, Comparison::Equal, right))) = &statement.body
    else {
        return None;
    };
    let [lookup] = lookups.as_slice() else { return None };
    if !everywhere || !matches!(statement.except, Except::Nothing) {
        return None;
    }
    if lookup.game != 0 || !is_identity(&lookup.position, dimension) {
        return None;
    }
    let (value, term) = if slot_of(left) == Some(lookup.slot) { (left, right) } else { (right, left) };
    let mut is_closed = true;
    term.visit_variables(&mut |variable| is_closed &= matches!(variable, Variable::Coordinate(_)));
    (slot_of(value) == Some(lookup.slot) && is_closed).then(|| term.clone())
}

/// Nothing satisfies the parts and all facts.
fn never(spent: &CheckEffort<'_>, reader: &ProductReader<'_>, mut parts: Vec<Asserted>, otherwise: &str) -> Formed<()> {
    parts.extend(reader.numbers.facts()?);
    if refute::is_impossible(spent, &Asserted::All(parts.clone()))? {
        return Ok(());
    }
    // The explorer has a limit of bytes, and does without.
    if cfg!(target_arch = "wasm32") {
        return Err(otherwise.to_owned());
    }
    let equations = reader.numbers.expanded()?;
    let more = !equations.is_empty();
    parts.extend(equations);
    if more && refute::is_impossible(spent, &Asserted::All(parts))? { Ok(()) } else { Err(otherwise.to_owned()) }
}

/// The values of a game are what a term says.
fn values_are(spent: &CheckEffort<'_>, ruleset: &Ruleset, term: &Term, ways: &[SmallerOption]) -> Formed<()> {
    if !ruleset.finite_options || 0 < ruleset.blocking {
        return Err("values of a game with infinitely many or forbidden options are not checked so".to_owned());
    }
    if MOST_WAYS < ways.len() || ways.iter().any(|way| MOST_MADE < way.numbers.len()) {
        return Err("so many options are not checked".to_owned());
    }
    let games = [GameWithValues { ruleset, play: ruleset.play, value: Some(term.clone()), p_positions: None }];
    let begun = || {
        let mut reader = ProductReader::new(&games);
        let scope = reader.position()?;
        let domain = reader.domain(&scope)?;
        let value = reader.value(0, scope.coordinates.clone())?;
        Ok::<_, String>((reader, scope, domain, value))
    };
    let (reader, _, domain, value) = begun()?;
    let negative = less(&value, &IntegerForm::default())?;
    never(spent, &reader, vec![domain, negative], "that no value is negative does not follow")?;
    for family in &ruleset.moves {
        alone(family)?;
        let (mut reader, mut scope, domain, value) = begun()?;
        for amount in 0..family.amounts.len() {
            scope.slots.insert(amount, reader.numbers.fresh()?);
        }
        let guard = reader.numbers.condition(&family.guard, &scope)?;
        let option = reader.numbers.terms(&family.targets, &scope)?;
        let same = equal(&reader.value(0, option)?, &value)?;
        let why = format!("that move `{}` leads to no option of the same value does not follow", family.name);
        never(spent, &reader, vec![domain, guard, same], &why)?;
    }
    // At the end nothing is left that no way is for.
    for (at, way) in ways.iter().map(Some).chain([None]).enumerate() {
        let (mut reader, scope, domain, value) = begun()?;
        let smaller = reader.numbers.fresh()?;
        let mut parts = vec![domain, at_most(&IntegerForm::default(), &smaller)?, less(&smaller, &value)?];
        let mut named = named(ruleset, &scope);
        named.insert(VALUE, smaller.clone());
        for earlier in &ways[..at] {
            let mut own = named.clone();
            make_numbers(&mut reader, &earlier.numbers, &earlier.given, &mut own)?;
            parts.push(not(is_for(earlier, &own)?)?);
        }
        if let Some(way) = way {
            make_numbers(&mut reader, &way.numbers, &way.given, &mut named)?;
            make_numbers(&mut reader, &way.numbers, &way.option, &mut named)?;
            parts.push(is_for(way, &named)?);
            let step = reader.numbers.step(&smaller)?;
            named.insert(STEP, step.clone());
            if let Some(below) = &way.multiple {
                let (_, multiple) = reader.numbers.quotient(&sum(below, &named)?, &step)?;
                named.insert(MULTIPLE, multiple);
            }
            let option = way.option.iter().map(|one| sum(one, &named)).collect::<Formed<Vec<_>>>()?;
            parts.push(not(leads(&mut reader, &scope, option, &smaller)?)?);
        }
        never(spent, &reader, parts, "that there is an option of every smaller value does not follow")?;
    }
    Ok(())
}

/// The coordinates by their names.
fn named<'a>(ruleset: &'a Ruleset, scope: &VariableForms) -> BTreeMap<&'a str, IntegerForm> {
    let registers = ruleset.registers.iter().map(|register| register.name.as_str());
    let names = ruleset.heaps.iter().map(String::as_str).chain(registers);
    names.zip(scope.coordinates.iter().cloned()).collect()
}

/// Makes the numbers that sums name, and those that these are made of.
fn make_numbers<'a>(
    reader: &mut ProductReader<'_>,
    numbers: &'a [MadeNumber],
    sums: &[Sum],
    named: &mut BTreeMap<&'a str, IntegerForm>,
) -> Formed<()> {
    for name in sums.iter().flat_map(|sum| sum.of.keys()) {
        let Some(at) = numbers.iter().position(|number| number.name == *name) else { continue };
        if named.contains_key(name.as_str()) {
            continue;
        }
        let MadeNumber { name, made, of } = &numbers[at];
        make_numbers(reader, &numbers[..at], of, named)?;
        let (first, second) = (sum(&of[0], named)?, sum(&of[1], named)?);
        let form = match made {
            NumberMaking::Quotient => reader.numbers.quotient(&first, &second)?.0,
            NumberMaking::Multiple => reader.numbers.quotient(&first, &second)?.1,
            NumberMaking::Product => reader.numbers.product(&first, &second)?,
        };
        named.insert(name, form);
    }
    Ok(())
}

/// The numbers that a way is for are not negative.
fn is_for(way: &SmallerOption, named: &BTreeMap<&str, IntegerForm>) -> Formed<Asserted> {
    let parts = way.given.iter().map(|given| at_most(&IntegerForm::default(), &sum(given, named)?));
    parts.collect::<Formed<_>>().map(Asserted::All)
}

/// Some move leads to an option, and it has the value.
fn leads(
    reader: &mut ProductReader<'_>,
    scope: &VariableForms,
    option: Vec<IntegerForm>,
    value: &IntegerForm,
) -> Formed<Asserted> {
    if option.len() != scope.coordinates.len() {
        return Err("an option of the certificate has another number of coordinates".to_owned());
    }
    let mut moves = Vec::new();
    for family in &reader.games[0].ruleset.moves {
        moves.extend(leads_to(reader, scope, family, &option)?);
    }
    let same = equal(&reader.value(0, option)?, value)?;
    Ok(Asserted::All(vec![Asserted::One(moves), same]))
}

fn sum(sum: &Sum, named: &BTreeMap<&str, IntegerForm>) -> Formed<IntegerForm> {
    let mut form = IntegerForm::number(sum.constant.into());
    for (name, coefficient) in &sum.of {
        let one = named.get(name.as_str()).ok_or_else(|| format!("there is nothing that is called `{name}`"))?;
        form = form.plus((*coefficient).into(), one)?;
    }
    Ok(form)
}

/// That a move leads to an option, with amounts that its coordinates tell; none if they do not.
fn leads_to(
    reader: &mut ProductReader<'_>,
    scope: &VariableForms,
    family: &Move,
    option: &[IntegerForm],
) -> Formed<Option<Asserted>> {
    alone(family)?;
    let mut scope = scope.clone();
    while scope.slots.len() < family.amounts.len() {
        let at =
            |target: &Term, slot, number| reader.numbers.term(target, &scope.with(slot, IntegerForm::number(number)));
        let Some((slot, form)) = told_amount(family, option, |slot| scope.slots.contains_key(&slot), at)? else {
            return Ok(None);
        };
        scope.slots.insert(slot, form);
    }
    let mut parts = vec![reader.numbers.condition(&family.guard, &scope)?];
    for (target, wanted) in family.targets.iter().zip(option) {
        parts.push(equal(&reader.numbers.term(target, &scope)?, wanted)?);
    }
    Ok(Some(Asserted::All(parts)))
}

/// An amount that a coordinate of an option tells by itself, as it is the only one there that is not known, and what it is; `at` is a target with a
/// number in the place of an amount.
pub(super) fn told_amount(
    family: &Move,
    option: &[IntegerForm],
    is_known: impl Fn(usize) -> bool,
    mut at: impl FnMut(&Term, usize, i128) -> Formed<IntegerForm>,
) -> Formed<Option<(usize, IntegerForm)>> {
    for (target, wanted) in family.targets.iter().zip(option) {
        let mut open: Vec<usize> = Vec::new();
        target.visit_variables(&mut |variable| {
            if let Variable::Amount(slot) = variable
                && !is_known(slot)
                && !open.contains(&slot)
            {
                open.push(slot);
            }
        });
        let [slot] = open.as_slice() else { continue };
        let first = at(target, *slot, 0)?;
        let by = at(target, *slot, 1)?.plus(-1, &first)?;
        if let Some(by @ (1 | -1)) = by.known() {
            return Ok(Some((*slot, wanted.plus(-1, &first)?.times(by)?)));
        }
    }
    Ok(None)
}

/// Confirms that a statement that looks nothing up holds of all positions.
pub(super) fn holds_by_itself(spent: &CheckEffort<'_>, rulesets: &[&Ruleset], statement: &Statement) -> Formed<()> {
    // The explorer has a limit of bytes, and does without.
    if cfg!(target_arch = "wasm32") {
        return Err("the explorer does not check such conditions".to_owned());
    }
    let of = |ruleset| GameWithValues { ruleset, play: ruleset.play, value: None, p_positions: None };
    let games: Vec<GameWithValues<'_>> = rulesets.iter().copied().map(of).collect();
    follows(spent, &games, statement)
}

/// No position makes the statement false.
fn follows(spent: &CheckEffort<'_>, games: &[GameWithValues<'_>], statement: &Statement) -> Formed<()> {
    let mut reader = ProductReader::new(games);
    let scope = reader.position()?;
    let names_positions = !statement.free.is_empty() || matches!(statement.body, Body::Equal(..));
    let mut parts = Vec::new();
    if names_positions {
        parts.push(reader.domain(&scope)?);
        if games[0].value.is_some() {
            // Something may be found from it.
            reader.value(0, scope.coordinates.clone())?;
        }
    }
    if let Some(region) = &statement.condition {
        parts.push(reader.formula(region, &scope, true)?);
    }
    match &statement.except {
        Except::Nothing => {}
        Except::These(set) => parts.push(reader.member(set, &scope.coordinates, &scope, false)?),
        Except::FinitelyMany => return Err("finitely many exceptions are not checked".to_owned()),
    }
    match &statement.body {
        Body::Holds(formula) => parts.push(reader.formula(formula, &scope, false)?),
        Body::Equal(outcome, set) => {
            let mut differ = Vec::new();
            for inside in [true, false] {
                let said = reader.member(set, &scope.coordinates, &scope, inside)?;
                let other = reader.outcome(*outcome, 0, scope.coordinates.clone(), !inside)?;
                differ.push(Asserted::All(vec![said, other]));
            }
            parts.push(Asserted::One(differ));
        }
    }
    never(spent, &reader, parts, "that the claim holds of all positions does not follow")
}

#[cfg(all(test, has_tests))]
mod tests;
