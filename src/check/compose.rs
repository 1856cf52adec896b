//! Checks a file with the files that it names: `extends` takes over the items of another, `sum of` adds games, and claims speak of
//! others. Those are checked in the same way, so this is one recursion.
use super::at::sum;
use super::bound_twice::no_variable_is_bound_twice;
use super::captured::definitions_keep_their_meaning;
use super::claims;
use super::document::{Document, Settings};
use super::extend::take_over;
use super::judge::growth;
use super::judge::small::{self, Needed};
use super::library::Library;
use super::lower::parameters;
use super::passes::lower;
use super::semicolons::semicolons_part_heaps_from_registers;
use crate::diagnostic::{Faults, Sink};
use crate::ruleset::Ruleset;
use crate::source::{Source, Span};
use crate::syntax::ast::{Expr, ExprKind, File, Item, ItemKind, Name};
use crate::syntax::{parse_rules, walk};
use indexmap::IndexMap;
use std::sync::Arc;

/// What is checked of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Looks {
    /// All of it.
    AtAll,
    /// What tables need.
    AtRules,
}

/// Checks a tree with the files that it extends or adds, and lowers it; all faults at once.
pub(super) fn analyse_as(
    looks: Looks,
    source: &Arc<Source>,
    file: File,
    sink: Sink,
    library: &dyn Library,
) -> Result<Document, Faults> {
    let composed = compose(source, file, sink, library, &mut Vec::new())?;
    let Composed { source, file, mut sink, components } = composed;
    let lowered = if components.is_empty() {
        lower(&file, &Settings::new(), &mut sink)
    } else {
        sum(&file, &components, &Settings::new(), &mut sink)
    };
    if let Some((ruleset, _)) = &lowered {
        semicolons_part_heaps_from_registers(&file, ruleset, &mut sink);
    }
    claims::every_claim_has_its_own_name(&file, &mut sink);
    claims::only_refuted_claims_name_counterexamples(&file, &mut sink);
    definitions_keep_their_meaning(&file, &mut sink);
    no_variable_is_bound_twice(&file, &mut sink);
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
        if let Some(other) = other(&name, &file, &mut sink, library) {
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

/// More files than this are not taken over by one another.
const DEEPEST: usize = 16;

/// A file with everything that it takes over.
struct Composed {
    /// The text, with the texts that it takes over.
    source: Arc<Source>,
    /// The items of all.
    file: File,
    /// What was said so far.
    sink: Sink,
    /// The parts of a sum, with their settings.
    components: Vec<(Document, Vec<(Name, Expr)>)>,
}

/// Puts the items of extended files in place, and checks the parts of a sum.
///
/// # Errors
/// The faults of another file: they say more than what follows from them here.
fn compose(
    source: &Arc<Source>,
    file: File,
    mut sink: Sink,
    library: &dyn Library,
    above: &mut Vec<String>,
) -> Result<Composed, Faults> {
    let is_whole = |item: &Item| !matches!(item.kind, ItemKind::Extends { .. } | ItemKind::Sum(_));
    if file.items.iter().all(is_whole) {
        return Ok(Composed { source: source.clone(), file, sink, components: Vec::new() });
    }
    let mut merged =
        File { items: Vec::new(), comments: file.comments, damaged: file.damaged, semicolons: file.semicolons };
    let mut whole = Source { name: source.name.clone(), text: source.text.clone(), parts: source.parts.clone() };
    let mut components = Vec::new();
    for item in &file.items {
        match &item.kind {
            ItemKind::Extends { file: name, with } => {
                let name = &in_folder(name, above);
                let Some((base, tree)) = base(source, name, item.span, &mut sink, library, above)? else {
                    merged.damaged.push(String::new());
                    continue;
                };
                let offset = whole.parts.last().map_or(whole.text.len(), |part| part.0 + part.1.text.len()) + 2;
                whole.parts.push((offset, base.clone()));
                take_over(&file.items, tree(offset), with, &mut merged, &mut sink);
                if sink.has_errors() {
                    merged.damaged.push(String::new());
                }
            }
            ItemKind::Sum(parts) => {
                for (name, with) in parts {
                    let name = &in_folder(name, above);
                    let Some(text) = text(source, name, item.span, &mut sink, library, above) else { continue };
                    let part = Source::new(name.clone(), text);
                    let mut own = Sink::new(part.clone());
                    let tree = parse_rules(&part, 0, &mut own);
                    above.push(name.clone());
                    let document = analyse_as(Looks::AtRules, &part, tree, own, library);
                    above.pop();
                    components.push((document?, with.clone()));
                }
                if let Some(other) = file.items.iter().find(|item| declares_rules(&item.kind)) {
                    let help = "a sum has the heaps and moves of its parts: put these into a file of their own";
                    let message = "a sum declares no heaps, moves or registers of its own";
                    sink.error("mixed-sum", other.span, message, "this stands beside `sum of`", help);
                }
            }
            _ => merged.items.push(item.clone()),
        }
    }
    // What a sink holds keeps its places: the text of the file itself comes first.
    let whole = Arc::new(whole);
    let sink = sink.with_source(whole.clone());
    Ok(Composed { source: whole, file: merged, sink, components })
}

/// The name of a file that the file on top names: relative to the folder of that.
fn in_folder(name: &str, above: &[String]) -> String {
    match above.last().and_then(|own| own.rsplit_once('/')) {
        Some((folder, _)) if !name.starts_with('/') => format!("{folder}/{name}"),
        _ => name.to_owned(),
    }
}

fn declares_rules(kind: &ItemKind) -> bool {
    let coordinates = matches!(kind, ItemKind::Heaps { .. } | ItemKind::Register { .. } | ItemKind::Positions(_));
    coordinates || matches!(kind, ItemKind::Start { .. }) || matches!(kind, ItemKind::Move(_) | ItemKind::Code(_))
}

/// Reads a file that another one names; one that names itself again is reported.
fn text(
    source: &Source,
    name: &str,
    span: Span,
    sink: &mut Sink,
    library: &dyn Library,
    above: &[String],
) -> Option<String> {
    let own = source.name.rsplit(['/', '\\']).next().unwrap_or("");
    if DEEPEST < above.len() {
        let help = format!("at most {DEEPEST} files are taken over by one another");
        sink.error("circular-extends", span, format!("`{name}` lies too deep"), "named here", help);
        return None;
    }
    let begins = above.iter().position(|known| known == name);
    if begins.is_some() || own == name {
        let circle = begins.map_or_else(|| vec![name], |at| above[at..].iter().map(String::as_str).collect());
        let message = format!("`{name}` comes back to itself: {} -> {name}", circle.join(" -> "));
        sink.error("circular-extends", span, message, "this closes the circle", "remove one of these lines");
        return None;
    }
    match library.read(name) {
        Ok(text) => Some(text),
        Err(why) => {
            let help = "the name is relative to the folder of this file";
            // A library may begin with the name, which is said already.
            let why = why.rsplit("cannot be read: ").next().unwrap_or("");
            sink.error("missing-file", span, format!("`{name}` cannot be read: {why}"), "named here", help);
            None
        }
    }
}

type Tree = Box<dyn FnOnce(usize) -> File>;

/// The source of an extended file and its tree at an offset; `None` after a fault of this file.
fn base(
    source: &Source,
    name: &str,
    span: Span,
    sink: &mut Sink,
    library: &dyn Library,
    above: &mut Vec<String>,
) -> Result<Option<(Arc<Source>, Tree)>, Faults> {
    let Some(text) = text(source, name, span, sink, library, above) else { return Ok(None) };
    let base = Source::new(name, text);
    let mut own = Sink::new(base.clone());
    let tree = parse_rules(&base, 0, &mut own);
    let deeper = tree.items.iter().any(|item| matches!(item.kind, ItemKind::Extends { .. }));
    above.push(name.to_owned());
    let composed = compose(&base, tree, own, library, above);
    above.pop();
    let composed = composed?;
    if composed.sink.has_errors() {
        return Err(Faults(composed.sink.faults));
    }
    if !composed.components.is_empty() {
        let help = "extend one of its parts, or write a `sum of` of your own";
        sink.error("extended-sum", span, format!("`{name}` is a sum, which cannot be extended"), "here", help);
        return Ok(None);
    }
    if deeper {
        // The places of a file that extends another are those of several texts: they are kept as they are.
        let file = composed.file;
        return Ok(Some((composed.source, Box::new(move |_| file))));
    }
    let again = base.clone();
    Ok(Some((base, Box::new(move |offset| parse_rules(&again, offset, &mut Sink::new(again.clone()))))))
}

/// Another ruleset that a claim speaks of; its own claims are not looked at. `None` after a fault of this file.
fn other(name: &str, file: &File, sink: &mut Sink, library: &dyn Library) -> Option<Result<Document, Faults>> {
    let mut place = Span::default();
    for item in &file.items {
        walk::expressions(item, &mut |expression| {
            if matches!(&expression.kind, ExprKind::Of(_, file) if file == name) {
                place = expression.span;
            }
        });
    }
    let text = match library.read(name) {
        Ok(text) => text,
        Err(why) => {
            let help = "the name is relative to the folder of this file";
            sink.error("missing-file", place, format!("`{name}` cannot be read: {why}"), "named here", help);
            return None;
        }
    };
    let source = Source::new(name, text);
    let mut own = Sink::new(source.clone());
    let tree = parse_rules(&source, 0, &mut own);
    Some(analyse_as(Looks::AtRules, &source, tree, own, library))
}
