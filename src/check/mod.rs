//! From a tree to a checked document: names, sorts, finiteness, termination, and the lowering to a [`Ruleset`].
//!
//! Checking never stops at the first fault. A [`Ruleset`] exists only if there is none.

mod claims;
mod compose;
mod judge;
mod lower;
pub mod mend;
mod scope;
mod substitute;
mod symbolic;

use crate::diagnostic::{Fault, Faults, Sink};
use crate::ruleset::error::EvaluationError;
use crate::ruleset::statement::Statement;
use crate::ruleset::{Move, ParameterValue, Position, Ruleset, words};
use crate::source::{Source, Span};
use crate::syntax::ast::{Claim, Expr, File, ItemKind, Name};
use crate::syntax::{parse, parse_rules};
use indexmap::IndexMap;
use judge::play_ends::{Ending, play_always_ends};
use judge::small::{self, Needed};
use judge::{finite, growth, measure, place, redundant};
use lower::moves::{self, Lowered};
use lower::parameters;
use lower::sequences::{self, NoTerms};
use miette::Severity;
use scope::Scope;
use std::sync::Arc;

pub use symbolic::{Symbolic, head, is_endless};

/// Where the texts of other rulesets come from; in memory in tests.
pub trait Library {
    /// The text of a name.
    ///
    /// # Errors
    /// Why it cannot be read, in words.
    fn read(&self, name: &str) -> Result<String, String>;
}

/// Parameters of one claim at which a measure is tried when a file is checked.
const MOST_INSTANCES: usize = 24;
/// A measure is tried at all values of a parameter up to this.
const SMALL_PARAMETER: i64 = 8;

/// Values for parameters, from outside.
pub type Settings = IndexMap<String, ParameterValue>;

/// A checked ruleset file.
#[derive(Clone, Debug)]
pub struct Document {
    /// The text.
    pub source: Arc<Source>,
    /// The tree.
    pub file: File,
    /// The ruleset at the default parameters.
    pub ruleset: Ruleset,
    /// What is suspicious, but not wrong.
    pub warnings: Vec<Fault>,
    /// The default of every parameter.
    pub parameters: IndexMap<String, ParameterValue>,
    /// The rulesets that this one is the disjunctive sum of, with the settings of each; empty if it is none.
    pub components: Vec<(Document, Vec<(Name, Expr)>)>,
    /// Other rulesets that claims speak of, by the name of their file.
    pub others: IndexMap<String, Document>,
}

/// Parses and checks a ruleset at its default parameters.
///
/// # Errors
/// All the faults of the file.
pub fn check(source: &Arc<Source>, library: &dyn Library) -> Result<Document, Faults> {
    let mut sink = Sink::new(source.clone());
    let file = parse(source, &mut sink);
    analyse(source, file, sink, library)
}

/// Checks a parsed ruleset at its default parameters; `sink` holds what the parser said.
///
/// # Errors
/// All the faults of the file.
pub fn analyse(source: &Arc<Source>, file: File, sink: Sink, library: &dyn Library) -> Result<Document, Faults> {
    analyse_as(Looks::AtAll, source, file, sink, library)
}

/// Parses and checks the rules of a file without its claims, and without the sequences that only claims need.
///
/// # Errors
/// All the faults of the rules.
pub fn rules(source: &Arc<Source>, library: &dyn Library) -> Result<Document, Faults> {
    let mut sink = Sink::new(source.clone());
    let file = parse_rules(source, 0, &mut sink);
    analyse_as(Looks::AtRules, source, file, sink, library)
}

/// What is checked of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Looks {
    /// All of it.
    AtAll,
    /// What tables need.
    AtRules,
}

/// Checks a tree with the files that it extends or adds, and lowers it; all faults at once.
fn analyse_as(
    looks: Looks,
    source: &Arc<Source>,
    file: File,
    sink: Sink,
    library: &dyn Library,
) -> Result<Document, Faults> {
    let composed = compose::compose(source, file, sink, library, &mut Vec::new())?;
    let compose::Composed { source, file, mut sink, components } = composed;
    let lowered = if components.is_empty() {
        lower(&file, &Settings::new(), &mut sink)
    } else {
        compose::sum(&file, &components, &Settings::new(), &mut sink)
    };
    claims::every_claim_has_its_own_name(&file, &mut sink);
    if components.is_empty() && lowered.is_none() {
        // Claims are lowered only for a sound ruleset; their names are looked at in any case.
        claims::every_claim_makes_sense(&file, &mut sink);
    }
    if components.is_empty() {
        if looks == Looks::AtAll {
            parameters::every_parameter_is_used(&file, &mut sink);
        }
        if let Some((ruleset, _)) = &lowered {
            everything_has_values(looks, &file, ruleset, &mut sink);
        }
    }
    let mut others = IndexMap::new();
    for name in claims::other_games(&file) {
        if let Some(other) = compose::other(&name, &file, &mut sink, library) {
            others.insert(name, other?);
        }
    }
    let Some((ruleset, parameters)) = lowered.filter(|_| !sink.has_errors()) else { return Err(Faults(sink.faults)) };
    let mut document = Document { source, file, ruleset, warnings: sink.faults, parameters, components, others };
    let mut faults = document.claims_are_well_formed();
    if faults.is_empty() {
        faults.extend(document.measure_falls_at_other_parameters());
    }
    if !faults.is_empty() {
        document.warnings.extend(faults);
        return Err(Faults(document.warnings));
    }
    if let Ok(scope) = document.scope(&document.ruleset) {
        let mut sink = Sink::new(document.source.clone());
        document.claims().for_each(|claim| claims::heaps_mean_one_thing(claim, &scope, &mut sink));
        document.warnings.extend(sink.faults);
    }
    Ok(document)
}

/// Rules and definitions have values at small positions and numbers.
fn everything_has_values(looks: Looks, file: &File, ruleset: &Ruleset, sink: &mut Sink) {
    small::every_recursion_has_values(file, ruleset, Needed::ByRules, sink);
    if !sink.has_errors() {
        // A move that needs a function without values says nothing more.
        small::every_move_has_values(file, ruleset, sink);
        growth::registers_stay_in_reach(file, &ruleset.part_by_part().0, sink);
    }
    if looks == Looks::AtAll {
        small::every_recursion_has_values(file, ruleset, Needed::ByClaims, sink);
    }
}

impl Document {
    /// Where the rules come from, as the file says it.
    #[must_use]
    pub fn cited(&self) -> Option<&str> {
        self.file.items.iter().find_map(|item| match &item.kind {
            ItemKind::Source(source) => Some(source.as_str()),
            _ => None,
        })
    }

    /// The claims of the file, in order.
    pub fn claims(&self) -> impl Iterator<Item = &Claim> {
        self.file.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Claim(claim) => Some(claim),
            _ => None,
        })
    }

    /// The parameter values that a claim speaks of; those in `settings` are kept.
    ///
    /// # Errors
    /// A head that binds something else than parameters.
    pub fn instances(&self, claim: &Claim, settings: &Settings) -> Result<Vec<Settings>, Faults> {
        claims::instances(self, claim, settings)
    }

    /// Whether parameters are chosen that the head of a claim does not bind: the claim speaks of their defaults.
    #[must_use]
    pub fn leaves_defaults(&self, claim: &Claim, settings: &Settings) -> bool {
        settings.iter().any(|(name, value)| {
            let bound = claim.binders.iter().any(|binder| binder.name.text == *name);
            !bound && self.parameters.get(name) != Some(value)
        })
    }

    /// A claim as a statement about the ruleset at these parameters.
    ///
    /// # Errors
    /// Names, sorts and numbers of components that do not fit.
    pub fn statement(&self, claim: &Claim, ruleset: &Ruleset) -> Result<Statement, Faults> {
        claims::statement(self, ruleset, claim, &self.scope(ruleset)?)
    }

    /// The position that a `refuted` claim names.
    ///
    /// # Errors
    /// A wrong number of components.
    pub fn named_position(&self, claim: &Claim, ruleset: &Ruleset) -> Result<Option<Position>, Faults> {
        self.named_position_in(claim, ruleset, &self.scope(ruleset)?)
    }

    fn named_position_in(&self, claim: &Claim, ruleset: &Ruleset, scope: &Scope) -> Result<Option<Position>, Faults> {
        let Some(at) = &claim.at else { return Ok(None) };
        let mut sink = Sink::new(self.source.clone());
        match claims::named_position(ruleset, at, scope, &mut sink) {
            Some(position) if !sink.has_errors() => Ok(Some(position)),
            _ => Err(Faults(sink.faults)),
        }
    }

    fn scope(&self, ruleset: &Ruleset) -> Result<Scope, Faults> {
        let mut sink = Sink::new(self.source.clone());
        claims::scope_of(self, ruleset, &mut sink).ok_or(Faults(sink.faults))
    }

    /// Every claim can be lowered at the first parameters that it speaks of.
    fn claims_are_well_formed(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        // Many claims speak of the same parameters.
        let mut known: Vec<(Settings, Ruleset, Scope)> = Vec::new();
        for claim in self.claims() {
            let lowered = self.instances(claim, &Settings::new()).and_then(|mut instances| {
                if instances.is_empty() {
                    return Ok(());
                }
                let first = instances.swap_remove(0);
                let at = match known.iter().position(|(settings, ..)| *settings == first) {
                    Some(at) => at,
                    None => {
                        let ruleset = self.at(&first)?;
                        let scope = self.scope(&ruleset)?;
                        known.push((first, ruleset, scope));
                        known.len() - 1
                    }
                };
                let (_, ruleset, scope) = &known[at];
                self.named_position_in(claim, ruleset, scope)?;
                claims::statement(self, ruleset, claim, scope).map(|_| ())
            });
            faults.extend(lowered.err().into_iter().flat_map(|faults| faults.0));
        }
        one_for_each_name(faults)
    }

    /// A fault if the measure that the file gives does not fall at some parameters that a claim speaks of, or at small ones.
    fn measure_falls_at_other_parameters(&self) -> Option<Fault> {
        if !measure::asked(&self.file) || self.parameters.is_empty() || !self.components.is_empty() {
            return None;
        }
        let mut all: Vec<Settings> = Vec::new();
        for claim in self.claims() {
            all.extend(self.instances(claim, &Settings::new()).into_iter().flatten().take(MOST_INSTANCES));
        }
        for (name, value) in &self.parameters {
            let ParameterValue::Number(default) = value else { continue };
            let near = [default.saturating_sub(1), default.saturating_add(1)];
            let one = |value| Settings::from([(name.clone(), ParameterValue::Number(value))]);
            all.extend((0..=SMALL_PARAMETER).chain(near).map(one));
        }
        let mut tried: Vec<Settings> = vec![Settings::new()];
        for settings in all {
            if tried.contains(&settings) {
                continue;
            }
            // Of parameters that the file does not allow there is no game.
            let mut sink = Sink::new(self.source.clone());
            parameters::values(&self.file, &settings, &mut sink);
            if !sink.has_errors() {
                // What else is wrong there is said where somebody asks for these parameters.
                let refuted = judged(&self.file, &settings, &mut sink).and_then(|judged| judged.ending.refuted);
                if refuted.is_some() {
                    return refuted;
                }
            }
            tried.push(settings);
        }
        None
    }

    /// The ruleset with these parameters instead of the defaults.
    ///
    /// # Errors
    /// A name that is no parameter, a value that its condition excludes, or what makes the rules ill-formed there.
    pub fn at(&self, settings: &Settings) -> Result<Ruleset, Faults> {
        if settings.is_empty() {
            return Ok(self.ruleset.clone());
        }
        let mut sink = Sink::new(self.source.clone());
        let lowered = if self.components.is_empty() {
            lower(&self.file, settings, &mut sink)
        } else {
            compose::sum(&self.file, &self.components, settings, &mut sink)
        };
        match lowered {
            Some((ruleset, _)) if !sink.has_errors() => Ok(ruleset),
            _ => Err(Faults(sink.faults)),
        }
    }

    /// The fault that says where in the text a rule has no value, after an evaluation of `ruleset` that stopped.
    #[must_use]
    pub fn blame(&self, ruleset: &Ruleset, error: &EvaluationError) -> Faults {
        let mut sink = Sink::new(self.source.clone());
        if let (EvaluationError::At(place), true) = (error, self.components.is_empty()) {
            let mut ignored = Sink::new(self.source.clone());
            if let Some(scope) = Scope::new(&self.file, ruleset.parameters.clone(), &mut ignored) {
                let with = if ruleset.parameters == self.parameters {
                    String::new()
                } else {
                    words::settings(&ruleset.parameters)
                };
                place::report(&self.file, &scope, ruleset, place, Severity::Error, &with, &mut sink);
                return Faults(sink.faults);
            }
        }
        let message = match error {
            EvaluationError::At(place) => format!("{place}: {}", error.reason()),
            _ => error.reason(),
        };
        sink.error("no-value", Span::default(), message, "in these rules", error.remedy().unwrap_or(""));
        Faults(sink.faults)
    }

    /// The first condition under `positions where` that excludes a position, as the file writes it.
    ///
    /// # Errors
    /// A ruleset that is not one of this file.
    pub fn excluding(&self, ruleset: &Ruleset, position: &[i64]) -> Result<Option<String>, Faults> {
        let scope = self.scope(ruleset)?;
        Ok(moves::excluding(&self.file, &scope, position, &mut Sink::new(self.source.clone())))
    }

    /// Terms k = 0, 1, ... of a sequence of the file.
    ///
    /// # Errors
    /// A name that is no sequence, or a term that is not a whole number or does not fit.
    pub fn sequence(&self, name: &str, settings: &Settings, count: usize) -> Result<Vec<i128>, Faults> {
        let mut sink = Sink::new(self.source.clone());
        let values = parameters::values(&self.file, settings, &mut sink);
        match sequences::terms(&self.file, name, &values, count) {
            Ok(terms) if !sink.has_errors() => return Ok(terms),
            Ok(_) => {}
            Err(why) => why.report(name, &mut sink),
        }
        Err(Faults(sink.faults))
    }

    /// The same where the sequence is of nobody's making: without its name in what is wrong with it.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub fn unnamed_sequence(&self, name: &str, settings: &Settings, count: usize) -> Result<Vec<i128>, String> {
        let values = parameters::values(&self.file, settings, &mut Sink::new(self.source.clone()));
        sequences::terms(&self.file, name, &values, count).map_err(|why| match why {
            NoTerms::Unknown { help } => help,
            NoTerms::Valueless { why, .. } => why,
        })
    }
}

/// The faults of several sinks, in which a name that nothing binds is told once, with all its places.
fn one_for_each_name(faults: Vec<Fault>) -> Vec<Fault> {
    let mut told: Vec<Fault> = Vec::new();
    for fault in faults {
        let name = matches!(fault.code, "unknown-name" | "unknown-function");
        let same = |known: &&mut Fault| {
            known.code == fault.code && known.message == fault.message && known.source.name == fault.source.name
        };
        match told.iter_mut().find(same).filter(|_| name) {
            Some(known) => known.join(fault),
            None => told.push(fault),
        }
    }
    told
}

/// A file at some parameters, all of it judged; what is wrong was reported.
struct Judged {
    ruleset: Ruleset,
    parameters: IndexMap<String, ParameterValue>,
    ending: Ending,
}

/// The ruleset of a file and its parameters, if nothing is wrong with it.
fn lower(file: &File, settings: &Settings, sink: &mut Sink) -> Option<(Ruleset, IndexMap<String, ParameterValue>)> {
    let Judged { ruleset, parameters, .. } = judged(file, settings, sink)?;
    (!sink.has_errors()).then_some((ruleset, parameters))
}

/// The whole of the checker: each pass reports into the sink, and none returns early unless the next could not begin.
fn judged(file: &File, settings: &Settings, sink: &mut Sink) -> Option<Judged> {
    items_are_said_once(file, sink);
    let values = parameters::values(file, settings, sink);
    let scope = Scope::new(file, values, sink)?;
    let positions = moves::positions(file, &scope, sink);
    let families = moves::families(file, &scope, &positions, sink);
    let families = finite::with_positions(families, &positions, &scope);
    moves::forbidden_options_are_positions(file, &families, &scope, sink);
    let mut ruleset = moves::ruleset(file, &scope, positions, &families);
    let mut ending = Ending::default();
    // Moves that could be lowered are judged even if others are faulty: what resists without them resists with them.
    if let Some(finite_options) = finite::options_are_finite(&families, file, &ruleset.positions, &scope, sink) {
        ruleset.finite_options = finite_options;
        redundant::nothing_is_said_twice(&families, &scope, sink);
        // Play in a sum ends if it does in each part.
        let (alone, origins) = ruleset.part_by_part();
        let part = |(rule, origin): (&Move, &usize)| Lowered { rule: rule.clone(), ..families[*origin].clone() };
        let parts: Vec<Lowered> = alone.moves.iter().zip(&origins).map(part).collect();
        ending = play_always_ends(file, &alone, &parts, &scope, sink);
        ruleset.measure.clone_from(&ending.measure);
        ruleset.unproved = ending.unproved.iter().map(|part| origins[*part]).collect();
        ruleset.unproved.dedup();
    }
    Some(Judged { ruleset, parameters: scope.parameters, ending })
}

fn items_are_said_once(file: &File, sink: &mut Sink) {
    let mut seen: IndexMap<&str, Span> = IndexMap::new();
    for item in &file.items {
        let once = match &item.kind {
            ItemKind::Ruleset(_) => "ruleset",
            ItemKind::Play(_) | ItemKind::Blocking(_) => "play",
            ItemKind::Positions(_) => "positions",
            ItemKind::Measure(_) => "measure",
            _ => continue,
        };
        if seen.insert(once, item.span).is_some() {
            sink.error(
                "duplicate-item",
                item.span,
                format!("`{once}` is said twice"),
                "the second one",
                "keep one of them",
            );
        }
    }
}
