//! Rechecks certificates, with code of its own: it shares nothing with the automata and the formula compiler that proofs are
//! found with, and trusts nothing that a certificate says.
//!
//! The certificate brings the automaton of a set, or the sequence that a set is made of. What has to hold for it are conditions
//! that are never true, and conditions that have a completion by amounts; both become graphs of digits. That play ends is the
//! checker's of rulesets to say, as for every table; where it takes the author's word for a measure, `ending` decides it.

mod as_set;
mod axioms;
mod cases;
pub(crate) mod chain;
mod claimed_set;
mod claims;
mod conditions;
pub mod coverage;
mod elements;
mod ending;
mod final_phase;
mod finite;
mod game;
mod graph;
pub(crate) mod growth;
mod images;
mod induction;
mod instances;
mod known;
mod links;
mod listed;
mod looked_up;
mod lookups;
mod making;
pub(crate) mod multiples;
mod passes;
pub(crate) mod periods;
mod polynomial;
mod powers;
pub(crate) mod products;
pub(crate) mod progressions;
mod read;
mod refusal;
mod regular;
mod replies;
mod restated;
mod roots;
mod rows;
mod search;
mod spent;
mod statement;
pub(crate) mod symmetry;
pub(crate) mod table;
mod tracks;
mod windows;
pub(crate) mod without;

pub(crate) use as_set::p_positions;
pub(crate) use restated::{part, slice_before_digits};

pub use axioms::{BY_INDUCTION, BY_MOVES};
pub use ending::play_ends;
pub use refusal::Refusal;
pub use spent::{Excluded, KnownImpossible};

use crate::certificate::{Certificate, CertificateKind, ClaimedOutcomes, Lookups, OutcomesBy, hash};
use crate::check::{Document, Symbolic};
use crate::diagnostic::Faults;
use crate::ruleset::Ruleset;
use crate::ruleset::definition::{Definition, definition};
use crate::ruleset::statement::{Body, Formula, Set, Statement};
use crate::syntax::ast::{Claim, ClaimKind};
use crate::value::{Outcome, Play};
use claimed_set::claimed_set;
use game::Check;
use restated::restated;
use spent::CheckEffort;
use std::borrow::Cow;
use std::rc::Rc;
use std::sync::atomic::AtomicBool;
use table::{GraphTable, Numeration};
use tracks::renamed;

/// The claim of a file that a certificate is of.
fn claim_of<'a>(certificate: &Certificate, document: &'a Document) -> Result<&'a Claim, Refusal> {
    let refused = |why: &str| Err(Refusal::Unconfirmed(why.to_owned()));
    if certificate.schema != Certificate::SCHEMA {
        return Err(format!("schema {} is not known", certificate.schema).into());
    }
    if certificate.ruleset != hash(document) {
        return refused("the ruleset is another one, or it was changed");
    }
    // The explorer has a limit of bytes, and does without; it does not read what such a certificate says.
    if cfg!(target_arch = "wasm32")
        && matches!(
            certificate.kind,
            CertificateKind::Chain | CertificateKind::Lines | CertificateKind::Products | CertificateKind::Progression
        )
    {
        return refused("the explorer does not check this kind of certificate");
    }
    let of_progression = certificate.kind == CertificateKind::Progression;
    if certificate.outcomes.is_some() && certificate.kind != CertificateKind::Products
        || (certificate.kind == CertificateKind::Chain) != certificate.chain.is_some()
        || of_progression != certificate.progression.is_some()
    {
        return refused("the certificate has parts of another kind");
    }
    match certificate.claim_in(document) {
        None => Err(format!("the ruleset has no {} \"{}\"", certificate.claim_kind, certificate.claim).into()),
        Some(claim) if claim.kind == ClaimKind::Refuted => refused("the file says that this claim is false"),
        Some(claim) => Ok(claim),
    }
}

/// Confirms a certificate against its ruleset. It costs as much as making a hundred million nodes of graphs at most (half a minute and
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
    excluded(cancel, certificate, document).map(drop)
}

/// Confirms a certificate as [`recheck_until`] does; what other certificates showed takes no time again.
///
/// # Errors
/// Why it is refused, or that it was stopped.
pub fn recheck_with(
    known: &KnownImpossible,
    cancel: &AtomicBool,
    (certificate, document): (&Certificate, &Document),
) -> Result<(), Refusal> {
    by_effort(&CheckEffort::new(cancel).with(known), certificate, document)
}

/// Confirms a certificate as [`recheck_until`] does, and tells what graphs of digits excluded for it, in order.
///
/// # Errors
/// Why it is refused, or that it was stopped.
pub fn excluded(cancel: &AtomicBool, certificate: &Certificate, document: &Document) -> Result<Vec<Excluded>, Refusal> {
    let spent = CheckEffort::new(cancel);
    by_effort(&spent, certificate, document)?;
    Ok(spent.all_excluded())
}

fn by_effort(spent: &CheckEffort<'_>, certificate: &Certificate, document: &Document) -> Result<(), Refusal> {
    // Why it gave up when somebody asked to stop is no reason.
    confirmed(certificate, document, spent).map_err(|why| if spent.is_cancelled() { Refusal::Stopped } else { why })
}

/// A certificate is of this claim, play ends, and what it says holds, with so much effort.
fn confirmed(certificate: &Certificate, document: &Document, spent: &CheckEffort<'_>) -> Result<(), Refusal> {
    let claim = claim_of(certificate, document)?;
    let refused = |why: &str| Err(Refusal::Unconfirmed(why.to_owned()));
    let (faulty, settings) = (|faults: Faults| faults.to_string(), certificate.settings());
    let opened = opened(certificate, document, claim)?;
    let given = document;
    let (document, claim) = opened.as_ref().map_or((document, claim), |opened| (&opened.document, &opened.claim));
    if !document.instances(claim, &settings).map_err(faulty)?.contains(&settings) {
        return refused("the claim does not speak of these parameters");
    }
    let ruleset = document.at(&settings).map_err(faulty)?;
    let statement = restated::part(certificate, document.statement(claim, &ruleset).map_err(faulty)?)?;
    is_of_play(certificate, &ruleset, &statement)?;
    ending::ends_in_all(certificate, given, spent)?;
    let (asked, (ruleset, statement)) = restated(certificate, (ruleset, statement), spent)?;
    let check = |numeration: Numeration| Check {
        ruleset: &ruleset,
        region: statement.condition.as_ref(),
        play: statement.play,
        numeration,
        spent,
    };
    let others = document.others.values().map(|other| &other.ruleset);
    let rulesets = without_blocking(std::iter::once(&ruleset).chain(others).collect())?;
    // Where the claim has no value, it does not hold in what follows.
    if let CertificateKind::Periods | CertificateKind::Lines = certificate.kind {
        return Ok(by_periods(certificate, spent, (&rulesets, &statement))?);
    }
    if !cfg!(target_arch = "wasm32") && (certificate.products.is_some() || certificate.progression.is_some()) {
        return Ok(by_linear_facts(certificate, spent, document, (&rulesets, &statement))?);
    }
    match (certificate.kind, &certificate.sequence, &certificate.lookups) {
        _ if !certificate.periods.is_empty() || tells_lines(certificate) => {
            return refused("the certificate has parts of another kind");
        }
        (CertificateKind::Sequence, Some(sequence), None) if certificate.set.is_null() => {
            growth::outcomes(&check, sequence, whole_set(&ruleset, &statement)?.as_ref())?;
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
        (CertificateKind::Outcomes | CertificateKind::Values | CertificateKind::Chain, None, None) => {
            by_automaton_or_recurrence(&check, certificate, &statement)?;
        }
        _ => return refused("the certificate has parts of another kind"),
    }
    // Of all positions, also if the rest is about a slice.
    let (ruleset, whole) = asked;
    let rulesets: Vec<&Ruleset> = std::iter::once(&ruleset).chain(rulesets[1..].iter().copied()).collect();
    has_a_value(certificate, spent, (&rulesets, &whole)).map_err(Refusal::from)
}

/// A certificate says which play the claim is about, and what moves decrease.
fn is_of_play(certificate: &Certificate, ruleset: &Ruleset, statement: &Statement) -> Result<(), String> {
    if certificate.play != statement.play {
        return Err("the claim is about the other play".to_owned());
    }
    if certificate.measure.as_ref().is_some_and(|told| *told != ruleset.measure_in_words()) {
        return Err("every move of the game decreases another measure".to_owned());
    }
    Ok(())
}

/// The claim with the parameters of the certificate open, if there are any.
fn opened(certificate: &Certificate, document: &Document, claim: &Claim) -> Result<Option<Symbolic>, String> {
    if certificate.for_all.is_empty() && certificate.begins.is_empty() {
        return Ok(None);
    }
    let opened = document.symbolic_from(claim, &certificate.settings(), &certificate.begins);
    let opened = opened.filter(|opened| opened.for_all() == certificate.for_all);
    opened.map(Some).ok_or_else(|| "the claim is not about all values of these parameters".to_owned())
}

/// By linear facts about products: values that claims give, or P-positions by the powers of a parameter.
fn by_linear_facts(
    certificate: &Certificate,
    spent: &CheckEffort<'_>,
    document: &Document,
    (rulesets, statement): (&[&Ruleset], &Statement),
) -> Result<(), String> {
    let nothing = certificate.set.is_null() && certificate.sequence.is_none() && certificate.lookups.is_none();
    let alone = nothing && certificate.digits.is_empty() && certificate.periods.is_empty();
    let alone = alone && !tells_lines(certificate);
    match (certificate.kind, &certificate.products, &certificate.progression) {
        (CertificateKind::Products, Some(products), None) if alone => {
            let told = certificate.outcomes.as_ref();
            let set = told.map(|told| claimed_set(spent, told, (document, rulesets[0], statement.play))).transpose()?;
            if let (Some(ClaimedOutcomes { by: OutcomesBy::Progression(made), .. }), Some(set), true) =
                (told, &set, products.is_empty())
            {
                let follows = progressions::follows(spent, (rulesets[0], set, made), statement);
                // Of powers, other facts may tell more.
                if follows.is_ok() || !made.slope.is_empty() {
                    return follows;
                }
            }
            products::holds(spent, (products, set.as_ref()), document, (rulesets, statement))
        }
        (CertificateKind::Progression, None, Some(progression)) if alone => {
            progressions::outcomes(spent, (rulesets[0], statement), progression)
        }
        _ => Err("the certificate has parts of another kind".to_owned()),
    }
}

/// Whether a certificate tells something of lines.
fn tells_lines(certificate: &Certificate) -> bool {
    !certificate.lines.is_empty() || !certificate.line_orders.is_empty()
}

/// By values that repeat: of games of taking and breaking, or of lines.
fn by_periods(
    certificate: &Certificate,
    spent: &CheckEffort<'_>,
    about: (&[&Ruleset], &Statement),
) -> Result<(), String> {
    let is_of_lines = certificate.kind == CertificateKind::Lines;
    let nothing = certificate.set.is_null() && certificate.sequence.is_none() && certificate.lookups.is_none();
    let other = if is_of_lines { certificate.periods.is_empty() } else { !tells_lines(certificate) };
    let alone = !is_of_lines || certificate.products.is_none() && certificate.digits.is_empty();
    if !nothing || !other || !alone {
        return Err("the certificate has parts of another kind".to_owned());
    }
    if is_of_lines {
        // The explorer has a limit of bytes, and does without.
        if cfg!(target_arch = "wasm32") {
            return Err("the explorer does not check this kind of certificate".to_owned());
        }
        periods::lines_hold(spent, (&certificate.lines, &certificate.line_orders), about)
    } else {
        periods::holds(spent, &certificate.periods, about)
    }
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
    let before = spent.count_excluded();
    let valued = Statement { body: Body::Holds(statement.valued.clone()), ..statement.clone() };
    let held = if without::is_without(certificate.kind) {
        // Whether there is a value hardly depends on which it is; but it may on the rule of a game.
        let nothing = Lookups { known: Vec::new(), ..lookups.clone() };
        let nothing = if lookups.numeration.is_null() { lookups.clone() } else { nothing };
        without::holds(spent, (CertificateKind::Axioms, Some(&nothing)), (rulesets, &valued)).map(|_| ())
    } else {
        statement::holds(spent, lookups, (rulesets, &valued))
    };
    held.map_err(|why| format!("that the claim has a value at all positions: {why}"))?;
    spent.name_excluded(before, "the claim has no value at some position");
    Ok(())
}

/// The games of a claim, if no options are forbidden in them: a position is a P-position here if none of its options is one.
fn without_blocking(rulesets: Vec<&Ruleset>) -> Result<Vec<&Ruleset>, Refusal> {
    if rulesets.iter().any(|ruleset| 0 < ruleset.blocking) {
        let why = "options are forbidden in this game, and its P-positions are not those that a certificate tells of";
        return Err(Refusal::Unconfirmed(why.to_owned()));
    }
    Ok(rulesets)
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
fn whole_set<'a>(ruleset: &Ruleset, statement: &'a Statement) -> Result<Cow<'a, Set>, String> {
    p_positions(ruleset, statement).ok_or_else(|| "the certificate is of another kind than the claim".to_owned())
}

/// What a certificate with one automaton or one recurrence says of the set or the values.
fn by_automaton_or_recurrence<'a>(
    check: &dyn Fn(Numeration) -> Check<'a>,
    certificate: &Certificate,
    statement: &Statement,
) -> Result<(), String> {
    let plain = check(Numeration::Base(2));
    if let Some(made) = &certificate.chain {
        if !certificate.set.is_null() {
            return Err("the certificate has parts of another kind".to_owned());
        }
        let set = whole_set(plain.ruleset, statement)?;
        return chain::outcomes(plain.spent, (plain.ruleset, &set, statement.play), made);
    }
    let dimension = plain.dimension();
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
