//! Turns a finite list of integers into names of what it may be; knows nothing about games.
//!
//! ```text
//! terms --fit on a prefix--> hypothesis --check on the rest--> SequenceName {name, formula, terms used, terms held out}
//! ```
//!
//! A finite list never proves a name. Every hypothesis has free parameters; the terms that fix them are *used*, all
//! others are *held out* and must agree. What has too few held-out terms for its parameters is not named at all, and
//! a name drawn from fewer than ten terms carries a question mark.
mod beatty;
mod chain;
mod closed;
mod famous;
mod holonomic;
mod kernel;
mod modular;
mod named;
pub mod oeis;
mod pair;
mod periodic;
mod polynomial;
mod power;
mod recurrence;
mod sequences;
mod special;
mod surd;
mod term;
mod title;
mod write;
mod zeckendorf;

use dashu_int::IBig;
use dashu_int::ops::Gcd;
use serde::Serialize;
use term::Closed;
use title::Title;

pub use chain::Chain;
pub use pair::identify_pair;
pub use recurrence::{WholeRecurrence, whole_recurrence};
pub use term::ClosedTerm;

/// A name from fewer terms than this carries a question mark.
const SURE: usize = 10;

/// What kind of name it is, as far as one is preferred to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameKind {
    /// A period, with or without a saltus.
    Period,
    /// A polynomial that has no name of its own.
    Polynomial,
    /// A linear recurrence that has no name of its own.
    Recurrence,
    /// Any other.
    Other,
}

/// What names say of so many next terms is compared.
const PREDICTED: usize = 10;

/// A name for a list of integers that agrees with every term of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SequenceName {
    /// What the list is, for people; ends in a question mark if `tentative`.
    pub name: String,
    /// A formula or rule for a(k), where k = 0 is the first term of the list unless the formula says otherwise.
    pub formula: String,
    /// How many terms fixed the free parameters of the hypothesis.
    pub terms_used: usize,
    /// How many further terms agree with it.
    pub terms_held_out: usize,
    /// Whether other readings are as likely.
    pub tentative: bool,
    /// What kind of name it is.
    #[serde(skip)]
    pub kind: NameKind,
    /// What it says of the terms that come next; empty where nobody works them out.
    #[serde(skip)]
    next: Vec<IBig>,
    /// The formula as data, if it is a term by its place.
    #[serde(skip)]
    closed: Option<Closed>,
    /// The number in the OEIS that the name holds.
    #[serde(skip)]
    oeis: Option<String>,
}

impl SequenceName {
    /// A hit on a list of `total` terms, of which `used` fixed the parameters.
    fn new(name: impl Into<Title>, formula: impl Into<String>, used: usize, total: usize) -> Self {
        let Title { words: name, oeis } = name.into();
        let hit = Self {
            name,
            formula: formula.into(),
            terms_used: used.min(total),
            terms_held_out: total.saturating_sub(used),
            tentative: false,
            kind: NameKind::Other,
            next: Vec::new(),
            closed: None,
            oeis,
        };
        if total < SURE { hit.doubted() } else { hit }
    }

    /// A hit whose formula is a term by its place.
    fn closed(name: impl Into<Title>, closed: Closed, used: usize, total: usize) -> Self {
        let hit = Self::new(name, closed.written("a(k)"), used, total);
        Self { closed: Some(closed), ..hit }
    }

    /// The formula with this in place of a(k), where it says which term that is; a rule stays as it is.
    #[must_use]
    pub fn formula_of(&self, term: &str) -> String {
        self.closed.as_ref().map_or_else(|| self.formula.clone(), |closed| closed.written(term))
    }

    /// The term by its place k, where the formula says no more.
    #[must_use]
    pub fn term(&self) -> Option<&ClosedTerm> {
        self.closed.as_ref().filter(|closed| closed.shift == 0 && closed.from == 0).map(|closed| &closed.term)
    }

    /// The number in the OEIS, such as `A000045`, that the name holds: of the sequence, or of the one that it is made of.
    #[must_use]
    pub fn oeis(&self) -> Option<&str> {
        self.oeis.as_deref()
    }

    /// The same hit as one of a kind.
    fn of(self, kind: NameKind) -> Self {
        Self { kind, ..self }
    }

    /// The same hit with what it says of the next terms.
    fn going_on(mut self, next: impl IntoIterator<Item = IBig>) -> Self {
        self.next = next.into_iter().take(PREDICTED).collect();
        self
    }

    /// The same hit with a question mark.
    fn doubted(mut self) -> Self {
        if !self.tentative {
            self.name.push('?');
            self.tentative = true;
        }
        self
    }
}

/// The names of a list of integers, the simplest kinds first; empty if nothing fits with enough terms held out.
///
/// Ten thousand terms of moderate size take well under a second; terms may have any length.
///
/// ```
/// use dashu_int::IBig;
/// let terms: Vec<IBig> = [0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55].into_iter().map(IBig::from).collect();
/// let hits = nimdsl_identify::identify(&terms);
/// assert_eq!(hits[0].name, "Fibonacci numbers (A000045)");
/// assert_eq!((hits[0].terms_used, hits[0].terms_held_out), (4, 7));
/// ```
#[must_use]
pub fn identify(terms: &[IBig]) -> Vec<SequenceName> {
    let mut hits = Vec::new();
    let periodic = periodic::find(terms);
    let plain = periodic.as_ref().is_some_and(|hit| !hit.tentative);
    hits.extend(periodic);
    if !plain {
        hits.extend(polynomial::find(terms));
    }
    hits.extend(power::find(terms));
    let beatty = if plain { None } else { beatty::find(terms) };
    if beatty.as_ref().is_none_or(|hit| hit.tentative) {
        // A longer description of something named above is no further name; a well-known one is.
        hits.extend(recurrence::find(terms).filter(|found| hits.is_empty() || found.well_known).map(|found| found.hit));
    }
    hits.extend(beatty);
    if hits.iter().all(|hit| hit.tentative) {
        hits.extend(kernel::find(terms));
    }
    if !plain {
        hits.extend(zeckendorf::find(terms));
    }
    let mut named = named::find(terms);
    if named.is_empty() {
        named = multiples(terms);
    }
    if hits.is_empty() {
        hits.extend(kernel::find_set(terms));
    }
    if hits.is_empty() {
        hits.extend(holonomic::find(terms));
    }
    for hit in named {
        if hits.iter().all(|known| known.name != hit.name) {
            hits.push(hit);
        }
    }
    by_predictions(without_weak_periods(hits))
}

/// Names that disagree about the next terms cannot all be right: the one that took the fewest terms is believed, but no doubtful
/// period before anything else, and those that say something else come later and are doubted.
fn by_predictions(hits: Vec<SequenceName>) -> Vec<SequenceName> {
    let told = hits.iter().filter(|hit| !hit.next.is_empty());
    let Some(first) = told
        .min_by_key(|hit| (hit.tentative, hit.kind == NameKind::Period, hit.terms_used))
        .map(|hit| hit.next.clone())
    else {
        return hits;
    };
    let agrees = |hit: &SequenceName| hit.next.iter().zip(&first).all(|(one, other)| one == other);
    let (mut agreeing, others): (Vec<_>, Vec<_>) = hits.into_iter().partition(agrees);
    agreeing.sort_by_key(|hit| hit.tentative && hit.kind == NameKind::Period);
    agreeing.into_iter().chain(others.into_iter().map(SequenceName::doubted)).collect()
}

/// The names of a list whose terms have a common divisor by the terms without it.
fn multiples(terms: &[IBig]) -> Vec<SequenceName> {
    let mut common = IBig::ZERO;
    let mut single = terms.to_vec();
    for term in terms.iter().filter(|term| !term.is_zero()) {
        common = if common.is_zero() { term.clone() } else { IBig::from(common.gcd(term)) };
    }
    if common <= IBig::ONE {
        return Vec::new();
    }
    write::reduce(&mut single, &mut common.clone());
    let mut named = named::find(&single);
    for hit in &mut named {
        hit.name = format!("{}{}", famous::times(&common), hit.name);
        hit.formula = format!("{common} times a(n); {}", hit.formula);
        hit.closed = None;
    }
    named
}

/// Short stretches of a Beatty sequence look periodic, so a doubtful period gives way to a better name.
fn without_weak_periods(mut hits: Vec<SequenceName>) -> Vec<SequenceName> {
    if hits.iter().any(|hit| !hit.tentative) {
        hits.retain(|hit| !(hit.tentative && hit.kind == NameKind::Period));
    }
    hits
}
