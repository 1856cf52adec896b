//! Rechecks certificates, with code of its own: it shares nothing with the automata and the formula compiler that proofs are
//! found with, and trusts nothing that a certificate says.
//!
//! The certificate brings the automaton of a set, or the sequence that a set is made of. What has to hold for it are conditions
//! that are never true, and conditions that have a completion by amounts; both become graphs of digits. That play ends is the
//! checker's of rulesets to say, as for every table; where it takes the author's word for a measure, `ending` decides it.

mod axioms;
mod claims;
mod conditions;
pub mod coverage;
mod ending;
mod graph;
mod growth;
mod listed;
mod lookups;
pub(crate) mod periods;
mod polynomial;
mod read;
mod replies;
mod search;
mod spent;
mod statement;
mod table;
mod windows;
pub(crate) mod without;

pub use ending::play_ends;

use crate::certificate::{Certificate, CertificateKind, Lookups, hash};
use crate::check::Document;
use crate::diagnostic::Faults;
use crate::ruleset::definition::{Definition, definition};
use crate::ruleset::digits::{MOST_MODULI, in_digits};
use crate::ruleset::statement::{Body, Except, Formula, Set, Statement};
use crate::ruleset::{self, Move, Ruleset, Term};
use crate::syntax::ast::{Claim, ClaimKind};
use crate::value::{Outcome, Play};
use graph::Missed;
use read::{AMOUNTS, Reader, Slot, Tracks, VALUES, at_most, equal, number, place, plus, track};
use search::{Atom, Linear, OnTracks, TooMany};
use spent::CheckEffort;
use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;
use std::sync::atomic::AtomicBool;
use table::{GraphTable, Numeration};

/// Why a certificate is not confirmed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// That play ends is only taken for granted: the certificate is neither confirmed nor false.
    Endless(String),
    /// It is of something else, an obligation fails, or one cannot be read or decided.
    Unconfirmed(String),
    /// Somebody asked to stop: nothing is known of it.
    Stopped,
}

impl From<String> for Refusal {
    fn from(why: String) -> Self {
        Self::Unconfirmed(why)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Endless(why) | Self::Unconfirmed(why) => f.write_str(why),
            Self::Stopped => f.write_str("it was not checked to the end"),
        }
    }
}

impl std::error::Error for Refusal {}

/// The claim of a file that a certificate is of.
fn claim_of<'a>(certificate: &Certificate, document: &'a Document) -> Result<&'a Claim, Refusal> {
    let refused = |why: &str| Err(Refusal::Unconfirmed(why.to_owned()));
    if certificate.schema != 1 {
        return Err(format!("schema {} is not known", certificate.schema).into());
    }
    if certificate.ruleset != hash(document) {
        return refused("the ruleset is another one, or it was changed");
    }
    match certificate.claim_in(document) {
        None => Err(format!("the ruleset has no {} \"{}\"", certificate.claim_kind, certificate.claim).into()),
        Some(claim) if claim.kind == ClaimKind::Refuted => refused("the file says that this claim is false"),
        Some(claim) => Ok(claim),
    }
}

/// Confirms a certificate against its ruleset. It costs as much as making twenty million nodes of graphs at most (some seconds and
/// some hundred megabytes), whatever the certificate says.
///
/// # Errors
/// Why it is refused.
pub fn recheck(certificate: &Certificate, document: &Document) -> Result<(), Refusal> {
    confirmed(certificate, document, &CheckEffort::default())
}

/// Confirms a certificate as [`recheck`] does, until somebody asks to stop.
///
/// # Errors
/// Why it is refused, or that it was stopped.
pub fn recheck_until(cancel: &AtomicBool, certificate: &Certificate, document: &Document) -> Result<(), Refusal> {
    let spent = CheckEffort::new(cancel);
    // Why it gave up then is no reason.
    confirmed(certificate, document, &spent).map_err(|why| if spent.is_cancelled() { Refusal::Stopped } else { why })
}

/// A certificate is of this claim, play ends, and what it says holds, with so much effort.
fn confirmed(certificate: &Certificate, document: &Document, spent: &CheckEffort<'_>) -> Result<(), Refusal> {
    let claim = claim_of(certificate, document)?;
    let refused = |why: &str| Err(Refusal::Unconfirmed(why.to_owned()));
    let (faulty, settings) = (|faults: Faults| faults.to_string(), certificate.settings());
    let opened = if certificate.for_all.is_empty() {
        None
    } else {
        let opened = document.symbolic(claim, &settings).filter(|opened| opened.symbols == certificate.for_all);
        Some(opened.ok_or_else(|| "the claim is not about all values of these parameters".to_owned())?)
    };
    let given = document;
    let (document, claim) = opened.as_ref().map_or((document, claim), |opened| (&opened.document, &opened.claim));
    if !document.instances(claim, &settings).map_err(faulty)?.contains(&settings) {
        return refused("the claim does not speak of these parameters");
    }
    let ruleset = document.at(&settings).map_err(faulty)?;
    let statement = document.statement(claim, &ruleset).map_err(faulty)?;
    if certificate.play != statement.play {
        return refused("the claim is about the other play");
    }
    ending::ends_in_all(certificate, given, spent)?;
    let (ruleset, statement) = in_two_digits(certificate, ruleset, statement)?;
    let check = |numeration: Numeration| Check {
        ruleset: &ruleset,
        region: statement.condition.as_ref(),
        play: statement.play,
        numeration,
        spent,
    };
    let others = document.others.values().map(|other| &other.ruleset);
    let rulesets = without_blocking(std::iter::once(&ruleset).chain(others).collect())?;
    if certificate.kind == CertificateKind::Periods {
        if certificate.sequence.is_some() || certificate.lookups.is_some() || !certificate.set.is_null() {
            return refused("the certificate has parts of another kind");
        }
        // Where the claim has no value, it does not hold here.
        return Ok(periods::holds(spent, &certificate.periods, (&rulesets, &statement))?);
    }
    match (certificate.kind, &certificate.sequence, &certificate.lookups) {
        _ if !certificate.periods.is_empty() => return refused("the certificate has parts of another kind"),
        (CertificateKind::Sequence, Some(sequence), None) if certificate.set.is_null() => {
            growth::outcomes(&check, sequence, whole_set(&statement)?)?;
        }
        (CertificateKind::Statement, None, Some(lookups)) if certificate.set.is_null() => {
            statement::holds(spent, lookups, (&rulesets, &statement))?;
        }
        (kind, None, lookups) if without::is_without(kind) && certificate.set.is_null() => {
            without::holds(spent, (kind, lookups.as_ref()), (&rulesets, &statement))?;
            if kind == CertificateKind::Listed {
                // Where the claim has no value, it does not hold here.
                return Ok(());
            }
        }
        (CertificateKind::Outcomes | CertificateKind::Values, None, None) => {
            by_automaton(&check, certificate, &statement)?;
        }
        _ => return refused("the certificate has parts of another kind"),
    }
    has_a_value(certificate, spent, (&rulesets, &statement)).map_err(Refusal::from)
}

/// The claim has a value at all positions that it speaks of.
fn has_a_value(
    certificate: &Certificate,
    spent: &CheckEffort<'_>,
    (rulesets, statement): (&[&Ruleset], &Statement),
) -> Result<(), String> {
    if matches!(statement.valued, Formula::Known(true)) {
        return Ok(());
    }
    let nothing = Lookups { numeration: certificate.set["numeration"].clone(), known: Vec::new() };
    let lookups = certificate.lookups.as_ref().unwrap_or(&nothing);
    let valued = Statement { body: Body::Holds(statement.valued.clone()), ..statement.clone() };
    let held = if without::is_without(certificate.kind) {
        // Whether there is a value hardly depends on which it is.
        let nothing = Lookups { known: Vec::new(), ..lookups.clone() };
        without::holds(spent, (CertificateKind::Axioms, Some(&nothing)), (rulesets, &valued)).map(|_| ())
    } else {
        statement::holds(spent, lookups, (rulesets, &valued))
    };
    held.map_err(|why| format!("that the claim has a value at all positions: {why}"))
}

/// The games of a claim, if no options are forbidden in them: a position is a P-position here if none of its options is one.
fn without_blocking(rulesets: Vec<&Ruleset>) -> Result<Vec<&Ruleset>, Refusal> {
    if rulesets.iter().any(|ruleset| 0 < ruleset.blocking) {
        let why = "options are forbidden in this game, and its P-positions are not those that a certificate tells of";
        return Err(Refusal::Unconfirmed(why.to_owned()));
    }
    Ok(rulesets)
}

/// The game and the statement with their heaps in digits, as a certificate has them.
fn in_two_digits(
    certificate: &Certificate,
    ruleset: Ruleset,
    statement: Statement,
) -> Result<(Ruleset, Statement), String> {
    let moduli = certificate.digits.len();
    if MOST_MODULI < moduli {
        return Err(format!(
            "the heaps are written in digits by {moduli} numbers in turn; at most {MOST_MODULI} are checked"
        ));
    }
    certificate.digits.iter().try_fold((ruleset, statement), |(ruleset, statement), modulus| {
        let written = in_digits(&ruleset, &statement, modulus)
            .map_err(|why| format!("it cannot be written in digits as the certificate says: {why}"))?;
        Ok((written.ruleset, written.statement))
    })
}

/// Whether a game has no positions at all; `None` if that was not decided.
#[must_use]
pub fn has_no_position(ruleset: &Ruleset) -> Option<bool> {
    let (numeration, spent) = (Numeration::Base(2), CheckEffort::default());
    let check = Check { ruleset, region: None, play: Play::Normal, numeration, spent: &spent };
    let mut bench = check.bench(0);
    let domain = check.domain(&mut bench).ok()?;
    graph::is_empty(numeration, &spent, &renamed(&domain, &bench.tracks.order())).ok()
}

/// The set of all P-positions that a statement gives, if that is what it does.
fn whole_set(statement: &Statement) -> Result<&Set, String> {
    match (&statement.body, &statement.condition, &statement.except) {
        (Body::Equal(Outcome::P, set), None, Except::Nothing) => Ok(set),
        _ => Err("the certificate is of another kind than the claim".to_owned()),
    }
}

fn by_automaton<'a>(
    check: &dyn Fn(Numeration) -> Check<'a>,
    certificate: &Certificate,
    statement: &Statement,
) -> Result<(), String> {
    let dimension = check(Numeration::Base(2)).dimension();
    let defined =
        definition(statement, dimension).ok_or_else(|| "this claim is not of a kind that is checked".to_owned())?;
    let width = dimension + usize::from(certificate.kind == CertificateKind::Values);
    let set = Rc::new(GraphTable::checked(&certificate.set, width)?);
    let check = check(set.numeration());
    check.no_option_leaves()?;
    match (&defined, certificate.kind) {
        (Definition::Outcomes(Outcome::P, _), CertificateKind::Outcomes) => check.outcomes(&defined, &set),
        (Definition::Values(..), CertificateKind::Values) => check.values(&defined, &set),
        _ => Err("the certificate is of another kind than the claim".to_owned()),
    }
}

/// A game, or the part of it that a claim speaks of.
struct Check<'a> {
    ruleset: &'a Ruleset,
    region: Option<&'a Formula>,
    play: Play,
    numeration: Numeration,
    spent: &'a CheckEffort<'a>,
}

/// What a reader at the option of a move says of the option's coordinates.
type SaidOfOption<'a> = dyn Fn(&mut Reader<'_>, &[Linear]) -> Result<OnTracks, String> + 'a;

/// Where the option of a move must lie.
#[derive(Clone, Copy)]
enum Into<'a> {
    /// Anywhere.
    Anywhere,
    /// In a set, perhaps with a value on a track.
    Set(&'a Rc<GraphTable>, Option<usize>),
    /// Where this holds.
    Where(&'a SaidOfOption<'a>),
}

/// Conditions that share tracks.
struct Bench {
    tracks: Tracks,
    here: Vec<usize>,
    values: Vec<usize>,
    outer: usize,
}

impl Check<'_> {
    fn dimension(&self) -> usize {
        self.ruleset.heaps.len() + self.ruleset.registers.len()
    }

    fn bench(&self, values: usize) -> Bench {
        let mut tracks = Tracks::default();
        let here = (0..self.dimension()).map(|at| tracks.take((place(at), 0))).collect();
        let values = (0..values).map(|at| tracks.take((VALUES, place(at)))).collect();
        let outer = tracks.len();
        Bench { tracks, here, values, outer }
    }

    fn shift(&self, at: usize) -> i64 {
        lookups::shift(self.ruleset, at)
    }

    fn reader<'b>(&self, bench: &'b mut Bench) -> Result<Reader<'b>, String> {
        let coordinates = bench.here.iter().enumerate();
        let coordinates = coordinates.map(|(at, own)| plus(&track(*own), 1, &number(self.shift(at))));
        let coordinates = coordinates.collect::<Result<_, _>>()?;
        let heaps = self.ruleset.heaps.len();
        Ok(Reader {
            tracks: &mut bench.tracks,
            numeration: self.numeration,
            heaps,
            facts: Vec::new(),
            is_partial: false,
            known: Vec::new(),
            coordinates,
            slots: BTreeMap::new(),
            growth: None,
            games: None,
            is_denied: false,
        })
    }

    /// The position belongs to the game.
    fn domain(&self, bench: &mut Bench) -> Result<OnTracks, String> {
        let mut reader = self.reader(bench)?;
        let mut parts = vec![reader.condition(&self.ruleset.positions)?];
        for (at, register) in self.ruleset.registers.iter().enumerate() {
            let value = reader.coordinates[self.ruleset.heaps.len() + at].clone();
            parts.push(at_most(&number(register.low), &value)?);
            if let Some(high) = register.high {
                parts.push(at_most(&value, &number(high))?);
            }
        }
        if let Some(region) = self.region {
            parts.push(reader.formula(region)?);
        }
        parts.append(&mut reader.facts);
        Ok(OnTracks::And(parts))
    }

    /// A claim `where` something holds is one about a smaller game, if no move leaves it.
    fn no_option_leaves(&self) -> Result<(), String> {
        let Some(region) = self.region else { return Ok(()) };
        if matches!(region, Formula::Known(true)) {
            return Ok(());
        }
        let beyond = |reader: &mut Reader<'_>, option: &[Linear]| {
            reader.coordinates = option.to_vec();
            reader.opposite(region)
        };
        for family in &self.ruleset.moves {
            let mut bench = self.bench(0);
            let domain = self.domain(&mut bench)?;
            let leaves = self.makes(&mut bench, family, Into::Where(&beyond))?;
            let why = format!("move `{}` leads to where the claim says nothing", family.name);
            self.is_empty(&bench, &OnTracks::And(vec![domain, leaves]), &why)?;
        }
        Ok(())
    }

    /// The move can be made, and its option, if `into` is asked for, is in the set with the value on a track.
    fn makes(&self, bench: &mut Bench, family: &Move, into: Into<'_>) -> Result<OnTracks, String> {
        lookups::alone(family)?;
        let here = bench.here.clone();
        let mut reader = self.reader(bench)?;
        for amount in 0..family.amounts.len() {
            let place = (AMOUNTS, place(amount));
            let form = if is_natural(&family.guard, amount) {
                track(reader.tracks.take(place))
            } else {
                reader.integer(place)?
            };
            reader.slots.insert(amount, Slot::Number(form));
        }
        let mut parts = vec![reader.condition(&family.guard)?];
        match into {
            Into::Anywhere => {}
            Into::Where(said) => {
                let option = family.targets.iter().map(|target| reader.term(target)).collect::<Result<Vec<_>, _>>()?;
                // The amounts of the move are no variables of what is said of the option.
                reader.slots.clear();
                reader.known.clear();
                parts.push(said(&mut reader, &option)?);
            }
            Into::Set(set, value) => {
                let mut after = Vec::new();
                for (at, target) in family.targets.iter().enumerate() {
                    if *target == Term::Variable(ruleset::Variable::Coordinate(at)) {
                        after.push(here[at]);
                        continue;
                    }
                    let own = reader.tracks.take((place(at), 1));
                    let shifted = plus(&track(own), 1, &number(self.shift(at)))?;
                    let target = reader.term(target)?;
                    parts.push(equal(&shifted, &target)?);
                    after.push(own);
                }
                parts.push(accepts(set, after.into_iter().chain(value).collect()));
            }
        }
        parts.append(&mut reader.facts);
        Ok(OnTracks::And(parts))
    }

    fn is_empty(&self, bench: &Bench, condition: &OnTracks, otherwise: &str) -> Result<(), String> {
        let order = bench.tracks.order();
        answered(graph::is_empty(self.numeration, self.spent, &renamed(condition, &order)), otherwise)
    }

    fn covers(
        &self,
        bench: &Bench,
        premise: &OnTracks,
        conclusions: &[OnTracks],
        otherwise: &str,
    ) -> Result<(), String> {
        let all = Missed { premise: premise.clone(), conclusions: conclusions.to_vec() };
        self.none_is_missed(bench, vec![all], &OnTracks::Known(true), otherwise)
    }

    fn none_is_missed(
        &self,
        bench: &Bench,
        parts: Vec<Missed>,
        condition: &OnTracks,
        otherwise: &str,
    ) -> Result<(), String> {
        let order = bench.tracks.order();
        let mut outer = vec![false; order.len()];
        for at in &order[..bench.outer] {
            outer[*at] = true;
        }
        let placed = |part: Missed| Missed {
            premise: renamed(&part.premise, &order),
            conclusions: part.conclusions.iter().map(|condition| renamed(condition, &order)).collect(),
        };
        let parts: Vec<Missed> = parts.into_iter().map(placed).collect();
        let condition = renamed(condition, &order);
        answered(graph::none_is_missed((self.numeration, self.spent), &parts, &condition, &outer), otherwise)
    }
}

fn accepts(set: &Rc<GraphTable>, tracks: Vec<usize>) -> OnTracks {
    OnTracks::Is(Atom::Accepts(Rc::clone(set), tracks))
}

fn answered(answer: Result<bool, TooMany>, otherwise: &str) -> Result<(), String> {
    match answer {
        Ok(true) => Ok(()),
        Ok(false) => Err(otherwise.to_owned()),
        Err(TooMany) => Err("it was not checked within twenty million nodes".to_owned()),
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

fn renamed(condition: &OnTracks, order: &[usize]) -> OnTracks {
    let all = |parts: &[OnTracks]| parts.iter().map(|part| renamed(part, order)).collect();
    let form = |form: &Linear| Linear {
        terms: form.terms.iter().map(|(track, coefficient)| (order[*track], *coefficient)).collect(),
        constant: form.constant,
    };
    let tracks = |tracks: &[usize]| tracks.iter().map(|track| order[*track]).collect();
    match condition {
        OnTracks::Known(known) => OnTracks::Known(*known),
        OnTracks::And(parts) => OnTracks::And(all(parts)),
        OnTracks::Or(parts) => OnTracks::Or(all(parts)),
        OnTracks::Not(inner) => OnTracks::Not(Box::new(renamed(inner, order))),
        OnTracks::Some(own, inner) => OnTracks::Some(tracks(own), Box::new(renamed(inner, order))),
        OnTracks::Is(atom) => OnTracks::Is(match atom {
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
