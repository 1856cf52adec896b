//! From certificates to what they are certificates of: for each claim, which of the parameters that its head speaks of. Knows
//! nothing of why a certificate is valid.
use super::has_no_position;
use crate::certificate::Certificate;
use crate::check::{Document, MOST_BEFORE, Settings, Symbolic, head, is_endless};
use crate::ruleset::statement::ClaimPart;
use crate::ruleset::{ParameterValue, Ruleset};
use crate::syntax::ast::{Claim, ClaimKind};
use crate::value::Play;
use std::collections::{BTreeMap, BTreeSet};

/// Values that follow each other are written as a range from so many on.
const RUN: usize = 4;
/// Choices of several parameters that are written out.
const WRITTEN: usize = 8;

/// Parameters with their values, and those that are open, with where they begin.
type Parameters<'a> = (Vec<(&'a str, &'a ParameterValue)>, Vec<(&'a str, Option<i64>)>);

/// How much of the head of a claim has certificates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All of it.
    All,
    /// Not all of it.
    Some,
    /// All of it, but it speaks of no parameter: the claim says nothing.
    Nothing,
}

/// One choice of parameters with a certificate.
#[derive(Clone, Debug)]
pub struct CoveredChoice {
    /// The values of parameters.
    pub parameters: Settings,
    /// The parameters of which the certificate covers every value that the head allows.
    pub for_all: Vec<String>,
    /// Those of them that begin at a number above the first one that the head allows.
    pub begins: BTreeMap<String, i64>,
    /// The game at these parameters; open ones are registers of it.
    pub ruleset: Ruleset,
}

/// What the certificates of one claim cover.
#[derive(Clone, Debug)]
pub struct Covered {
    /// What the file says of it.
    pub kind: ClaimKind,
    /// The name of the claim.
    pub name: String,
    /// The play that it is about.
    pub play: Play,
    /// What the head says, as in `c in 0..3`; empty without a head.
    pub head: String,
    /// The parameters that the head does not bind, at the defaults of which the claim speaks: `p = 3`.
    pub defaults: String,
    /// The choices of parameters, in the order of the certificates.
    pub choices: Vec<CoveredChoice>,
    /// How much of the head that is.
    pub extent: Extent,
}

impl Covered {
    /// Whether nothing is missing between the certificates and the claim as it stands in the file.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.extent == Extent::All
    }

    /// The parameters that are covered, and which part of the head they are.
    #[must_use]
    pub fn words(&self) -> String {
        let choices = chosen(&self.choices);
        let listed = self.choices.iter().any(|choice| !choice.parameters.is_empty());
        let at = if self.defaults.is_empty() { String::new() } else { format!(", at {}", self.defaults) };
        match self.extent {
            _ if self.choices.is_empty() => "a part of what it says: NOT the claim as it stands".to_owned(),
            Extent::Nothing => format!("for no parameter at all: nothing satisfies {}", self.head),
            Extent::All if self.head.is_empty() => format!("as it stands{at}"),
            Extent::All if listed => format!("all {} ({choices}){at}", self.head),
            Extent::All => format!("all {}{at}", self.head),
            Extent::Some if self.head.is_empty() => {
                format!("{choices}, and the claim speaks of {}: NOT the claim as it stands", self.defaults)
            }
            Extent::Some => format!("{choices} of {}{at}: NOT all", self.head),
        }
    }
}

/// What valid certificates cover: one entry for each claim that they speak of, in the order of the file.
#[must_use]
pub fn covered(document: &Document, certificates: &[Certificate]) -> Vec<Covered> {
    let mut all = Vec::new();
    for claim in document.claims() {
        let own = |one: &&Certificate| one.claim == claim.name && one.claim_kind == claim.kind;
        let own: Vec<&Certificate> = certificates.iter().filter(own).collect();
        if own.is_empty() {
            continue;
        }
        let whole = own.iter().filter(|one| has_all_parts(one, &own));
        let choices: Vec<CoveredChoice> = whole.filter_map(|one| choice(document, claim, one)).collect();
        let extent = extent(document, claim, &choices);
        // A certificate of any number of heaps is of a claim about one, which may be about the other play.
        let play = claim.play.unwrap_or(document.ruleset.play);
        let (kind, name, head) = (claim.kind, claim.name.clone(), head(claim));
        let defaults = defaults(document, claim);
        all.push(Covered { kind, name, play, head, defaults, choices, extent });
    }
    all
}

/// The claims of a file that no certificate speaks of and that the file does not call false.
#[must_use]
pub fn without<'a>(document: &'a Document, covered: &[Covered]) -> Vec<&'a Claim> {
    let has = |claim: &Claim| covered.iter().any(|own| own.name == claim.name && own.kind == claim.kind);
    document.claims().filter(|claim| claim.kind != ClaimKind::Refuted && !has(claim)).collect()
}

/// Whether a certificate is of a claim as a whole, or the first of those of all its parts.
fn has_all_parts(one: &Certificate, all: &[&Certificate]) -> bool {
    // The explorer has a limit of bytes, and reads no parts.
    let Some(part) = one.part.filter(|_| !cfg!(target_arch = "wasm32")) else { return true };
    let is_of = |other: &Certificate, number: usize| {
        let same = other.parameters == one.parameters && other.for_all == one.for_all && other.begins == one.begins;
        same && other.part == Some(ClaimPart { number, ..part })
    };
    part.number == 1 && (2..=part.of).all(|number| all.iter().any(|other| is_of(other, number)))
}

/// The choice of one certificate.
fn choice(document: &Document, claim: &Claim, certificate: &Certificate) -> Option<CoveredChoice> {
    let settings = certificate.settings();
    let symbolic = (!certificate.for_all.is_empty())
        .then(|| document.symbolic_from(claim, &settings, &certificate.begins))
        .flatten();
    let document = symbolic.as_ref().map_or(document, |symbolic| &symbolic.document);
    let (for_all, begins) = (certificate.for_all.clone(), certificate.begins.clone());
    document.at(&settings).ok().map(|ruleset| CoveredChoice { parameters: settings, for_all, begins, ruleset })
}

/// How much of the head of a claim there are certificates for.
fn extent(document: &Document, claim: &Claim, choices: &[CoveredChoice]) -> Extent {
    // With another value of a parameter that the head does not bind, it is another game than that of the claim.
    let own = choices.iter().filter(|choice| !document.leaves_defaults(claim, &choice.parameters));
    let own = own.map(|choice| (bound(claim, &choice.parameters), choice)).collect();
    let known = KnownChoices { document, claim, own };
    let nothing = Settings::new();
    let Ok(instances) = document.instances(claim, &nothing) else { return Extent::Some };
    if let Some(symbolic) = document.symbolic(claim, &nothing) {
        if !known.have(&nothing) {
            return Extent::Some;
        }
        let is_empty = instances.is_empty() && is_empty(&symbolic, &nothing);
        return if is_empty { Extent::Nothing } else { Extent::All };
    }
    if instances.is_empty() || !known.have(&nothing) { Extent::Some } else { Extent::All }
}

/// The parameters of a choice that the head of a claim binds.
fn bound(claim: &Claim, settings: &Settings) -> Settings {
    let own = settings.iter().filter(|(name, _)| claim.binders.iter().any(|binder| binder.name.text == **name));
    own.map(|(name, value)| (name.clone(), value.clone())).collect()
}

/// The choices of parameters that a claim has certificates for, each with the parameters that its head binds.
struct KnownChoices<'a> {
    document: &'a Document,
    claim: &'a Claim,
    own: Vec<(Settings, &'a CoveredChoice)>,
}

impl KnownChoices<'_> {
    /// Whether they cover all that the head says where some parameters are chosen: by certificates of all values of the others, or by some of
    /// all from a number on and others of each value before.
    fn have(&self, chosen: &Settings) -> bool {
        let Some(symbolic) = self.document.symbolic(self.claim, chosen) else {
            let instances = self.document.instances(self.claim, chosen).ok();
            let nothing = (&[][..], &BTreeMap::new());
            return !is_endless(self.claim, chosen) && instances.is_some_and(|all| self.have_each(&all, nothing));
        };
        let Ok(listed) = symbolic.document.instances(&symbolic.claim, chosen) else { return false };
        let symbols = symbolic.for_all();
        if listed.is_empty() {
            return false;
        }
        let at_once = self.have_each(&listed, (&symbols, &BTreeMap::new()));
        if at_once || cfg!(target_arch = "wasm32") {
            return at_once;
        }
        let later = self.own.iter().map(|(_, known)| &known.begins).filter(|from| from.len() == 1);
        later.collect::<BTreeSet<_>>().into_iter().any(|from| self.have_from(chosen, from, (&listed, &symbols)))
    }

    fn have_from(
        &self,
        chosen: &Settings,
        from: &BTreeMap<String, i64>,
        (listed, symbols): (&[Settings], &[String]),
    ) -> bool {
        let Some((name, least)) = from.first_key_value() else { return false };
        let first = self.document.first_value(self.claim, chosen, name);
        let Some(first) = first.filter(|first| least.abs_diff(*first) <= MOST_BEFORE.unsigned_abs()) else {
            return false;
        };
        let at = |value: i64| -> Settings {
            chosen.clone().into_iter().chain([(name.clone(), ParameterValue::Number(value))]).collect()
        };
        self.have_each(listed, (symbols, from)) && (first..*least).all(|value| self.have(&at(value)))
    }

    /// Whether there is a certificate for each of these choices, with the same open parameters from the same numbers on.
    fn have_each(&self, choices: &[Settings], (symbols, from): (&[String], &BTreeMap<String, i64>)) -> bool {
        let is = |asked: &Settings, (own, choice): &(Settings, &CoveredChoice)| {
            own == asked && choice.for_all == symbols && choice.begins == *from
        };
        choices.iter().all(|settings| {
            let asked = bound(self.claim, settings);
            self.own.iter().any(|known| is(&asked, known))
        })
    }
}

/// Whether the head of a claim with open parameters excludes all their values, or leaves no position.
pub(crate) fn is_empty(symbolic: &Symbolic, settings: &Settings) -> bool {
    let instances = symbolic.document.instances(&symbolic.claim, settings).unwrap_or_default();
    let has_none = |settings: &Settings| {
        symbolic.document.at(settings).ok().and_then(|ruleset| has_no_position(&ruleset)) == Some(true)
    };
    instances.iter().all(has_none)
}

/// The parameters that the head of a claim does not bind, with their values.
fn defaults(document: &Document, claim: &Claim) -> String {
    let bound = |name: &str| claim.binders.iter().any(|binder| binder.name.text == name);
    let follows = document.following(claim);
    let free = document.parameters.iter().filter(|(name, _)| !bound(name) && !follows.contains(&name.as_str()));
    free.map(|(name, value)| written(name, value)).collect::<Vec<_>>().join(", ")
}

fn written(name: &str, value: &ParameterValue) -> String {
    format!("{name} = {value}")
}

/// Choices of parameters, in words.
fn chosen(choices: &[CoveredChoice]) -> String {
    let mut distinct: Vec<Parameters<'_>> = Vec::new();
    for choice in choices {
        let own: Vec<_> = choice.parameters.iter().map(|(name, value)| (name.as_str(), value)).collect();
        let open = choice.for_all.iter().map(|name| (name.as_str(), choice.begins.get(name).copied()));
        let own = (own, open.collect());
        if !distinct.contains(&own) {
            distinct.push(own);
        }
    }
    distinct.retain(|(own, for_all)| !own.is_empty() || !for_all.is_empty());
    let numbers = distinct.iter().map(|(own, for_all)| match own.as_slice() {
        [(name, ParameterValue::Number(number))] if for_all.is_empty() => Some((*name, *number)),
        _ => None,
    });
    if let Some(numbers) = numbers.collect::<Option<Vec<_>>>()
        && let Some((name, _)) = numbers.first()
    {
        let mut values: Vec<i64> = numbers.iter().map(|(_, number)| *number).collect();
        values.sort_unstable();
        return format!("{name} = {}", runs(&values));
    }
    let words = distinct.iter().map(|(own, for_all)| {
        let numbers = own.iter().map(|(name, value)| written(name, value));
        numbers.chain(for_all.iter().map(all_of)).collect::<Vec<_>>().join(", ")
    });
    let mut words: Vec<String> = words.collect();
    if WRITTEN < words.len() {
        let more = words.len() - WRITTEN;
        words.truncate(WRITTEN);
        words.push(format!("{more} more"));
    }
    words.join("; ")
}

/// An open parameter, in words.
fn all_of((name, from): &(&str, Option<i64>)) -> String {
    from.map_or_else(|| format!("all {name}"), |from| format!("all {name} >= {from}"))
}

/// Numbers in order, with ranges for those that follow each other.
fn runs(values: &[i64]) -> String {
    let mut words = Vec::new();
    for run in values.chunk_by(|left, right| left.checked_add(1) == Some(*right)) {
        match (run, run.first(), run.last()) {
            (run, Some(first), Some(last)) if RUN <= run.len() => words.push(format!("{first}..{last}")),
            _ => words.extend(run.iter().map(ToString::to_string)),
        }
    }
    words.join(", ")
}
