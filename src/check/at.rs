//! A checked document at chosen parameters: its tree is lowered again with them, with all checks; that of a sum, part by part.
use super::document::{Document, Settings};
use super::extend::{set_once, unknown_setting};
use super::lower::parameters;
use super::passes::{items_are_said_once, lower};
use super::scope::Scope;
use super::sum::added;
use crate::diagnostic::{Faults, Sink};
use crate::ruleset::{ParameterValue, Ruleset};
use crate::source::Span;
use crate::syntax::ast::{Expr, File, ItemKind, Name};
use indexmap::IndexMap;

impl Document {
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
            sum(&self.file, &self.components, settings, &mut sink)
        };
        match lowered {
            Some((ruleset, _)) if !sink.has_errors() => Ok(ruleset),
            _ => Err(Faults(sink.faults)),
        }
    }
}

type RulesetAt = (Ruleset, IndexMap<String, ParameterValue>);

/// The disjunctive sum: a move is a move in one of the parts.
pub(super) fn sum(
    file: &File,
    components: &[(Document, Vec<(Name, Expr)>)],
    settings: &Settings,
    sink: &mut Sink,
) -> Option<RulesetAt> {
    items_are_said_once(file, sink);
    let values = parameters::values(file, settings, sink);
    let scope = Scope::of_parameters(values.clone());
    let mut parts = Vec::new();
    for (document, with) in components {
        let mut given = Settings::new();
        for (name, value) in set_once(with, sink) {
            if !document.parameters.contains_key(&name.text) {
                let known: Vec<String> = document.parameters.keys().cloned().collect();
                unknown_setting(name, &known, sink);
                return None;
            }
            given.insert(name.text.clone(), parameters::value(value, &scope, sink)?);
        }
        match document.at(&given) {
            Ok(part) if 0 < part.blocking => {
                let message =
                    format!("options are forbidden in `{}`, and a part of a sum may not ask for that", part.name);
                let help = "the outcome of a sum does not follow from those of its parts: ask for each of them";
                let place = file.items.first().map_or(Span::default(), |item| item.span);
                sink.error("cannot-break", place, message, "here", help);
                return None;
            }
            Ok(part) if part.breaks() => {
                let message = format!("positions of `{}` break, and a part of a sum may not", part.name);
                let help = "the value of a sum is the nim-sum of the values of its parts: ask for each of them";
                sink.error(
                    "cannot-break",
                    file.items.first().map_or(Span::default(), |item| item.span),
                    message,
                    "here",
                    help,
                );
                return None;
            }
            Ok(part) => parts.push(part),
            Err(Faults(faults)) => {
                sink.faults.extend(faults);
                return None;
            }
        }
    }
    let mut sum = added(&parts);
    for item in &file.items {
        match &item.kind {
            ItemKind::Ruleset(title) => sum.name.clone_from(title),
            ItemKind::Play(play) => sum.play = *play,
            _ => {}
        }
    }
    sum.parameters.clone_from(&values);
    Some((sum, values))
}
