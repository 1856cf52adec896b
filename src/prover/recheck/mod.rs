//! Rechecks certificates, with code of its own: it shares nothing with the automata and the formula compiler that proofs are
//! found with, and trusts nothing that a certificate says.
//!
//! The certificate brings the automaton of a set. What has to hold for it are conditions that are never true, and conditions that
//! have a completion by amounts; both become graphs of digits. That play ends is the
//! checker's of rulesets to say, as for every table.
mod claims;
mod graph;
mod read;
mod search;
mod table;

use super::certificate::{Certificate, Kind};
use super::forms::{Form, Given, form};
use crate::check::{Document, Settings};
use crate::ruleset::statement::{Formula, Statement};
use crate::ruleset::{self, Move, ParameterValue, Ruleset, Term};
use crate::value::{Outcome, Play};
use read::{AMOUNTS, Reader, Slot, Tracks, VALUES, at_most, equal, number, plus, track};
use search::{Atom, Condition, Linear, TooMany};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;
use table::Table;

/// Confirms a certificate against its ruleset.
///
/// # Errors
/// Why it is refused.
pub fn recheck(certificate: &Certificate, document: &Document) -> Result<(), String> {
    if certificate.schema != 1 {
        return Err(format!("schema {} is not known", certificate.schema));
    }
    if certificate.ruleset != super::certificate::hash(document) {
        return Err("the ruleset is another one, or it was changed".to_owned());
    }
    let claim = document.claims().find(|claim| claim.name == certificate.claim && claim.kind == certificate.claim_kind);
    let claim =
        claim.ok_or_else(|| format!("the ruleset has no {} \"{}\"", certificate.claim_kind, certificate.claim))?;
    if claim.kind == "refuted" {
        return Err("the file says that this claim is false".to_owned());
    }
    let faulty = |faults: crate::diagnostic::Faults| faults.to_string();
    let mut settings = Settings::new();
    for (name, value) in &certificate.parameters {
        settings.insert(name.clone(), ParameterValue::from(value.clone()));
    }
    let opened = if certificate.for_all.is_empty() {
        None
    } else {
        let opened = document.symbolic(claim, &settings).filter(|opened| opened.symbols == certificate.for_all);
        Some(opened.ok_or_else(|| "the claim is not about all values of these parameters".to_owned())?)
    };
    let (document, claim) = opened.as_ref().map_or((document, claim), |opened| (&opened.document, &opened.claim));
    if !document.instances(claim, &settings).map_err(faulty)?.contains(&settings) {
        return Err("the claim does not speak of these parameters".to_owned());
    }
    let ruleset = document.at(&settings).map_err(faulty)?;
    let statement = document.statement(claim, &ruleset).map_err(faulty)?;
    if certificate.play != crate::claim::play_words(statement.play) {
        return Err("the claim is about the other play".to_owned());
    }
    let dimension = ruleset.heaps.len() + ruleset.registers.len();
    let form = form(&statement, dimension);
    let form = form.ok_or_else(|| "this claim is not of a kind that is checked".to_owned())?;
    let width = dimension + usize::from(certificate.kind == Kind::Values);
    let set = Rc::new(Table::checked(&certificate.set, width)?);
    let check = Check { ruleset: &ruleset, statement: &statement, set, dimension, made: Cell::new(0) };
    check.no_option_leaves()?;
    match (&form, certificate.kind) {
        (Form::Outcomes(Outcome::P, _), Kind::Outcomes) => check.outcomes(&form),
        (Form::Values(..), Kind::Values) => check.values(&form),
        _ => Err("the certificate is of another kind than the claim".to_owned()),
    }
}

struct Check<'a> {
    ruleset: &'a Ruleset,
    statement: &'a Statement,
    set: Rc<Table>,
    dimension: usize,
    /// Nodes of graphs that were made so far.
    made: Cell<usize>,
}

/// Where the option of a move must lie.
#[derive(Clone, Copy, Debug)]
enum Into {
    /// Anywhere.
    Anywhere,
    /// In the set of P-positions.
    Set,
    /// Where its value is on this track.
    Value(usize),
    /// Where the claim says nothing.
    Beyond,
}

/// Conditions that share tracks.
struct Bench {
    tracks: Tracks,
    here: Vec<usize>,
    values: Vec<usize>,
    outer: usize,
}

impl Check<'_> {
    fn bench(&self, values: usize) -> Bench {
        let mut tracks = Tracks::default();
        let place = |at: usize| u32::try_from(at).unwrap_or(AMOUNTS - 1).min(AMOUNTS - 1);
        let here = (0..self.dimension).map(|at| tracks.take((place(at), 0))).collect();
        let values = (0..values).map(|at| tracks.take((VALUES, place(at)))).collect();
        let outer = tracks.len();
        Bench { tracks, here, values, outer }
    }

    fn shift(&self, at: usize) -> i64 {
        let register = at.checked_sub(self.ruleset.heaps.len()).map(|at| &self.ruleset.registers[at]);
        register.map_or(0, |register| register.low.min(0))
    }

    fn reader<'b>(&self, bench: &'b mut Bench) -> Result<Reader<'b>, String> {
        let coordinates = bench.here.iter().enumerate();
        let coordinates = coordinates.map(|(at, own)| plus(&track(*own), 1, &number(self.shift(at))));
        let coordinates = coordinates.collect::<Result<_, _>>()?;
        let numeration = self.set.numeration();
        let heaps = self.ruleset.heaps.len();
        Ok(Reader {
            tracks: &mut bench.tracks,
            numeration,
            heaps,
            facts: Vec::new(),
            is_partial: false,
            known: Vec::new(),
            coordinates,
            slots: BTreeMap::new(),
        })
    }

    fn accepts(&self, tracks: Vec<usize>) -> Condition {
        Condition::Is(Atom::Accepts(Rc::clone(&self.set), tracks))
    }

    fn here(&self, bench: &Bench, value: Option<usize>) -> Condition {
        self.accepts(bench.here.iter().copied().chain(value).collect())
    }

    /// The position belongs to the game.
    fn domain(&self, bench: &mut Bench) -> Result<Condition, String> {
        let mut reader = self.reader(bench)?;
        let mut parts = vec![reader.condition(&self.ruleset.positions)?];
        for (at, register) in self.ruleset.registers.iter().enumerate() {
            let value = reader.coordinates[self.ruleset.heaps.len() + at].clone();
            parts.push(at_most(&number(register.low), &value)?);
            if let Some(high) = register.high {
                parts.push(at_most(&value, &number(high))?);
            }
        }
        if let Some(region) = &self.statement.condition {
            parts.push(reader.formula(region)?);
        }
        parts.append(&mut reader.facts);
        Ok(Condition::And(parts))
    }

    /// A claim `where` something holds is one about a smaller game, if no move leaves it.
    fn no_option_leaves(&self) -> Result<(), String> {
        let Some(region) = &self.statement.condition else { return Ok(()) };
        if matches!(region, Formula::Known(true)) {
            return Ok(());
        }
        for family in &self.ruleset.moves {
            let mut bench = self.bench(0);
            let domain = self.domain(&mut bench)?;
            let leaves = self.makes(&mut bench, family, Into::Beyond)?;
            let why = format!("move `{}` leads to where the claim says nothing", family.name);
            self.is_empty(&bench, &Condition::And(vec![domain, leaves]), &why)?;
        }
        Ok(())
    }

    /// The move can be made, and its option, if `into` is asked for, is in the set with the value on a track.
    fn makes(&self, bench: &mut Bench, family: &Move, into: Into) -> Result<Condition, String> {
        let here = bench.here.clone();
        let mut reader = self.reader(bench)?;
        for amount in 0..family.amounts.len() {
            let place = (AMOUNTS, u32::try_from(amount).unwrap_or(0));
            let form = if is_natural(&family.guard, amount) {
                track(reader.tracks.take(place))
            } else {
                reader.integer(place)?
            };
            reader.slots.insert(amount, Slot::Number(form));
        }
        let mut parts = vec![reader.condition(&family.guard)?];
        let into = match into {
            Into::Anywhere => None,
            Into::Set => Some(None),
            Into::Value(value) => Some(Some(value)),
            Into::Beyond => {
                let targets = family.targets.iter().map(|target| reader.term(target)).collect::<Result<_, _>>()?;
                reader.coordinates = targets;
                reader.known.clear();
                if let Some(region) = &self.statement.condition {
                    parts.push(reader.opposite(region)?);
                }
                None
            }
        };
        if let Some(value) = into {
            let mut after = Vec::new();
            for (at, target) in family.targets.iter().enumerate() {
                if *target == Term::Variable(ruleset::Variable::Coordinate(at)) {
                    after.push(here[at]);
                    continue;
                }
                let own = reader.tracks.take((u32::try_from(at).unwrap_or(0), 1));
                let shifted = plus(&track(own), 1, &number(self.shift(at)))?;
                let target = reader.term(target)?;
                parts.push(equal(&shifted, &target)?);
                after.push(own);
            }
            parts.push(self.accepts(after.into_iter().chain(value).collect()));
        }
        parts.append(&mut reader.facts);
        Ok(Condition::And(parts))
    }

    /// What the claim says of the position, and of the value on a track.
    fn claimed(&self, bench: &mut Bench, form: &Form<'_>) -> Result<Condition, String> {
        let values = bench.values.clone();
        let mut reader = self.reader(bench)?;
        let said = match form {
            Form::Outcomes(_, Given::Set(set)) => {
                let position = reader.coordinates.clone();
                reader.member(set, &position)?
            }
            Form::Outcomes(_, Given::Formula(formula)) => reader.formula(formula)?,
            Form::Values(formula, slots) => {
                for slot in slots {
                    reader.slots.insert(*slot, Slot::Number(track(values[0])));
                }
                reader.formula(formula)?
            }
        };
        let mut parts = vec![said];
        parts.append(&mut reader.facts);
        Ok(Condition::And(parts))
    }

    fn is_empty(&self, bench: &Bench, condition: &Condition, otherwise: &str) -> Result<(), String> {
        let order = bench.tracks.order();
        answered(graph::is_empty(self.set.numeration(), &self.made, &renamed(condition, &order)), otherwise)
    }

    fn covers(
        &self,
        bench: &Bench,
        premise: &Condition,
        conclusions: &[Condition],
        otherwise: &str,
    ) -> Result<(), String> {
        let order = bench.tracks.order();
        let mut outer = vec![false; order.len()];
        for at in &order[..bench.outer] {
            outer[*at] = true;
        }
        let conclusions: Vec<Condition> = conclusions.iter().map(|condition| renamed(condition, &order)).collect();
        let covered =
            graph::covers((self.set.numeration(), &self.made), &renamed(premise, &order), &conclusions, &outer);
        answered(covered, otherwise)
    }

    /// The set is what the claim says.
    fn is_claimed(&self, form: &Form<'_>, values: usize) -> Result<(), String> {
        let mut bench = self.bench(values);
        let value = bench.values.first().copied();
        let said = self.claimed(&mut bench, form)?;
        let domain = self.domain(&mut bench)?;
        let outside = Condition::Not(Box::new(self.here(&bench, value)));
        let wrong = Condition::And(vec![said, domain, outside]);
        self.is_empty(&bench, &wrong, "the claim holds of a position that is not in the set of the certificate")?;
        let mut bench = self.bench(values);
        let said = self.claimed(&mut bench, form)?;
        let here = self.here(&bench, value);
        self.covers(&bench, &here, &[said], "the certificate's set has a position of which the claim is false")?;
        // Help of the domain is not shared with the claim, so both are asked apart.
        let mut bench = self.bench(values);
        let domain = self.domain(&mut bench)?;
        self.covers(&bench, &here, &[domain], "the certificate's set has a position that is not of this game")
    }

    fn outcomes(&self, form: &Form<'_>) -> Result<(), String> {
        self.is_claimed(form, 0)?;
        for family in &self.ruleset.moves {
            let mut bench = self.bench(0);
            let into = self.makes(&mut bench, family, Into::Set)?;
            let both = Condition::And(vec![self.here(&bench, None), into]);
            self.is_empty(&bench, &both, &format!("move `{}` leads from the set into the set", family.name))?;
        }
        let mut bench = self.bench(0);
        let mut domain = vec![self.domain(&mut bench)?, Condition::Not(Box::new(self.here(&bench, None)))];
        bench.outer = bench.tracks.len();
        let lost = "a position outside of the set has no move into it";
        if self.statement.play == Play::Normal {
            let winning = self.all_moves(&mut bench, Into::Set)?;
            return self.covers(&bench, &Condition::And(domain), &winning, lost);
        }
        // In misère play a terminal position is an N-position; every other one outside of the set needs a move into it.
        let mut bench = self.bench(0);
        let any = self.all_moves(&mut bench, Into::Anywhere)?;
        let here = self.here(&bench, None);
        self.covers(&bench, &here, &any, "a terminal position is in the set")?;
        for family in &self.ruleset.moves {
            let mut bench = self.bench(0);
            domain = vec![self.domain(&mut bench)?, Condition::Not(Box::new(self.here(&bench, None)))];
            domain.push(self.makes(&mut bench, family, Into::Anywhere)?);
            bench.outer = bench.tracks.len();
            let winning = self.all_moves(&mut bench, Into::Set)?;
            self.covers(&bench, &Condition::And(domain), &winning, lost)?;
        }
        Ok(())
    }

    fn all_moves(&self, bench: &mut Bench, into: Into) -> Result<Vec<Condition>, String> {
        let mut all = Vec::new();
        for family in &self.ruleset.moves {
            all.push(self.makes(bench, family, into)?);
            bench.tracks.release(bench.outer);
        }
        Ok(all)
    }

    fn values(&self, form: &Form<'_>) -> Result<(), String> {
        self.is_claimed(form, 1)?;
        let mut bench = self.bench(2);
        let (one, other) = (bench.values[0], bench.values[1]);
        let less = at_most(&plus(&track(one), 1, &number(1))?, &track(other))?;
        let both = Condition::And(vec![self.here(&bench, Some(one)), self.here(&bench, Some(other)), less.clone()]);
        self.is_empty(&bench, &both, "a position has two values")?;
        for family in &self.ruleset.moves {
            let mut bench = self.bench(1);
            let value = bench.values[0];
            let into = self.makes(&mut bench, family, Into::Value(value))?;
            let both = Condition::And(vec![self.here(&bench, Some(value)), into]);
            let why = format!("move `{}` leads to an option of the same value", family.name);
            self.is_empty(&bench, &both, &why)?;
        }
        let smaller = Condition::And(vec![self.here(&bench, Some(other)), less]);
        let winning = self.all_moves(&mut bench, Into::Value(one))?;
        self.covers(&bench, &smaller, &winning, "a position has no option of some smaller value")?;
        // Every position has a value: the track of the value is an inner one.
        let mut bench = self.bench(0);
        let domain = self.domain(&mut bench)?;
        bench.outer = bench.tracks.len();
        let value = bench.tracks.take((VALUES, 0));
        let some = self.here(&bench, Some(value));
        self.covers(&bench, &domain, &[some], "a position has no value")
    }
}

fn answered(answer: Result<bool, TooMany>, otherwise: &str) -> Result<(), String> {
    match answer {
        Ok(true) => Ok(()),
        Ok(false) => Err(otherwise.to_owned()),
        Err(TooMany) => Err("it was not checked within three million nodes".to_owned()),
    }
}

/// Whether a guard says that the amount is at least some natural number.
fn is_natural(guard: &ruleset::Condition, amount: usize) -> bool {
    match guard {
        ruleset::Condition::And(parts) => parts.iter().any(|part| is_natural(part, amount)),
        ruleset::Condition::Compare(Term::Constant(0..), ruleset::Comparison::AtMost, Term::Variable(variable)) => {
            *variable == ruleset::Variable::Amount(amount)
        }
        _ => false,
    }
}

fn renamed(condition: &Condition, order: &[usize]) -> Condition {
    let all = |parts: &[Condition]| parts.iter().map(|part| renamed(part, order)).collect();
    let form = |form: &Linear| Linear {
        terms: form.terms.iter().map(|(track, coefficient)| (order[*track], *coefficient)).collect(),
        constant: form.constant,
    };
    let tracks = |tracks: &[usize]| tracks.iter().map(|track| order[*track]).collect();
    match condition {
        Condition::Known(known) => Condition::Known(*known),
        Condition::And(parts) => Condition::And(all(parts)),
        Condition::Or(parts) => Condition::Or(all(parts)),
        Condition::Not(inner) => Condition::Not(Box::new(renamed(inner, order))),
        Condition::Some(own, inner) => Condition::Some(tracks(own), Box::new(renamed(inner, order))),
        Condition::Is(atom) => Condition::Is(match atom {
            Atom::AtMost(linear) => Atom::AtMost(form(linear)),
            Atom::Zero(linear) => Atom::Zero(form(linear)),
            Atom::Accepts(table, own) => Atom::Accepts(Rc::clone(table), tracks(own)),
            Atom::Xor(own) => Atom::Xor(tracks(own)),
            Atom::OneDigit(own, period) => Atom::OneDigit(order[*own], *period),
            Atom::Digit(number, place, value) => Atom::Digit(order[*number], order[*place], order[*value]),
            Atom::Shift(from, to) => Atom::Shift(order[*from], order[*to]),
        }),
    }
}
