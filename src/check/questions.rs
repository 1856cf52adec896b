//! What a checked document is asked: its claims as statements, where a rule has no value, what a condition excludes, the terms of
//! its sequences.
use super::claims;
use super::document::{Document, Settings};
use super::judge::place;
use super::lower::declare::scope_of_file;
use super::lower::sequences::{self, NoTerms};
use super::lower::{moves, parameters};
use super::scope::Scope;
use crate::diagnostic::{Faults, Sink};
use crate::ruleset::error::EvaluationError;
use crate::ruleset::statement::Statement;
use crate::ruleset::{Position, Ruleset, words};
use crate::source::Span;
use crate::syntax::ast::{Binder, Claim, Item, ItemKind};
use miette::Severity;

impl Document {
    /// The parameter values that a claim speaks of; those in `settings` are kept.
    ///
    /// # Errors
    /// A head that binds something else than parameters.
    pub fn instances(&self, claim: &Claim, settings: &Settings) -> Result<Vec<Settings>, Faults> {
        claims::instances(self, claim, settings)
    }

    /// The ruleset at parameters that the head of a claim gives, or that are given without it.
    ///
    /// # Errors
    /// As [`Self::at`]; of values that the head gives, and the condition of the parameter does not allow, the head is told.
    pub fn at_head(&self, claim: &Claim, settings: &Settings, given: &Settings) -> Result<Ruleset, Faults> {
        self.at(settings).map_err(|mut faults| {
            // The explorer has a limit of bytes, and does without.
            if cfg!(target_arch = "wasm32") {
                return faults;
            }
            for fault in faults.0.iter_mut().filter(|fault| fault.code == "parameter-condition") {
                let Some((place, _)) = fault.labels.first().filter(|_| fault.source == self.source) else { continue };
                let requires = |item: &Item| match &item.kind {
                    ItemKind::Param { name, condition: Some(condition), .. } if condition.span == *place => {
                        Some(name.text.clone())
                    }
                    _ => None,
                };
                let parameter = self.file.items.iter().find_map(requires).filter(|name| !given.contains_key(name));
                let is_it = |binder: &&Binder| Some(&binder.name.text) == parameter.as_ref();
                let Some(binder) = claim.binders.iter().find(is_it) else { continue };
                let Some(condition) = self.source.text.get(place.start..place.end) else { continue };
                fault.help = Some(format!("let the head say it, too: `where {condition}`"));
                let of_head = binder.name.span.to(binder.range.span);
                fault.labels.insert(0, (of_head, "the head of the claim gives it".to_owned()));
            }
            faults
        })
    }

    /// Whether a claim speaks of the ruleset at these parameters, those in `settings` kept.
    #[must_use]
    pub fn speaks_of(&self, claim: &Claim, settings: &Settings, ruleset: &Ruleset) -> bool {
        let is_it = |one: &Settings| self.at(one).is_ok_and(|other| other.parameters == ruleset.parameters);
        self.instances(claim, settings).is_ok_and(|all| all.iter().any(is_it))
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

    pub(super) fn named_position_in(
        &self,
        claim: &Claim,
        ruleset: &Ruleset,
        scope: &Scope,
    ) -> Result<Option<Position>, Faults> {
        let Some(at) = &claim.at else { return Ok(None) };
        let mut sink = Sink::new(self.source.clone());
        match claims::named_position(ruleset, at, scope, &mut sink) {
            Some(position) if !sink.has_errors() => Ok(Some(position)),
            _ => Err(Faults(sink.faults)),
        }
    }

    pub(super) fn scope(&self, ruleset: &Ruleset) -> Result<Scope, Faults> {
        let mut sink = Sink::new(self.source.clone());
        claims::scope_of(self, ruleset, &mut sink).ok_or(Faults(sink.faults))
    }

    /// The fault that says where in the text a rule has no value, after an evaluation of `ruleset` that stopped.
    #[must_use]
    pub fn blame(&self, ruleset: &Ruleset, error: &EvaluationError) -> Faults {
        let mut sink = Sink::new(self.source.clone());
        if let (EvaluationError::At(place), true) = (error, self.components.is_empty()) {
            let mut ignored = Sink::new(self.source.clone());
            if let Some(scope) = scope_of_file(&self.file, ruleset.parameters.clone(), &mut ignored) {
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
