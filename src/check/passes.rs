//! Turns a tree and values of its parameters into a ruleset: lowers it, then judges it. Knows nothing of claims and of other files.
use super::document::Settings;
use super::judge::play_ends::{Ending, play_always_ends};
use super::judge::{finite, redundant};
use super::lower::declare::scope_of_file;
use super::lower::instance::Lowered;
use super::lower::{moves, parameters, starts};
use crate::diagnostic::Sink;
use crate::ruleset::{Move, ParameterValue, Ruleset};
use crate::source::Span;
use crate::syntax::ast::{File, ItemKind};
use indexmap::IndexMap;

/// A file at some parameters, all of it judged; what is wrong was reported.
pub(super) struct JudgedRules {
    pub(super) ruleset: Ruleset,
    pub(super) parameters: IndexMap<String, ParameterValue>,
    pub(super) ending: Ending,
}

/// The ruleset of a file and its parameters, if nothing is wrong with it.
pub(super) fn lower(
    file: &File,
    settings: &Settings,
    sink: &mut Sink,
) -> Option<(Ruleset, IndexMap<String, ParameterValue>)> {
    let JudgedRules { ruleset, parameters, .. } = judged(file, settings, sink)?;
    (!sink.has_errors()).then_some((ruleset, parameters))
}

/// The whole of the checker: each pass reports into the sink, and none returns early unless the next could not begin.
pub(super) fn judged(file: &File, settings: &Settings, sink: &mut Sink) -> Option<JudgedRules> {
    items_are_said_once(file, sink);
    let values = parameters::values(file, settings, sink);
    let scope = scope_of_file(file, values, sink)?;
    let positions = moves::positions(file, &scope, sink);
    let families = moves::families(file, &scope, &positions, sink);
    let families = finite::with_positions(families, &positions, &scope);
    moves::forbidden_options_are_positions(file, &families, &scope, sink);
    let mut ruleset = moves::ruleset(file, &scope, positions, &families);
    ruleset.registers = starts::registers(file, &scope, sink);
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
    Some(JudgedRules { ruleset, parameters: scope.parameters, ending })
}

/// No item that a file has once stands in it twice.
pub(super) fn items_are_said_once(file: &File, sink: &mut Sink) {
    let mut seen: IndexMap<String, Span> = IndexMap::new();
    for item in &file.items {
        let once = match &item.kind {
            ItemKind::Ruleset(_) => "ruleset".to_owned(),
            ItemKind::Play(_) | ItemKind::Blocking(_) => "play".to_owned(),
            ItemKind::Positions(_) => "positions".to_owned(),
            ItemKind::Measure(_) => "measure".to_owned(),
            ItemKind::Start { name, .. } => format!("start {}", name.text),
            _ => continue,
        };
        if seen.insert(once.clone(), item.span).is_some() {
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
