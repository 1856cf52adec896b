//! Rulesets made of others: `extends` takes over the items of another file, `sum of` adds games disjunctively.
use super::lower::parameters;
use super::scope::Scope;
use super::substitute::{in_term, substituted};
use super::{Document, Library, Looks, Settings, analyse_as};
use crate::diagnostic::{Faults, Sink};
use crate::ruleset::{Component, Condition, Move, ParameterValue, Register, Ruleset, Term, Variable};
use crate::source::{Source, Span};
use crate::syntax::ast::{Expr, ExprKind, File, Item, ItemKind, Name};
use crate::syntax::{nearest, parse_rules, walk};
use crate::value::Play;
use indexmap::IndexMap;
use std::sync::Arc;

/// More files than this are not taken over by one another.
const DEEPEST: usize = 16;

/// A file with everything that it takes over.
pub(super) struct Composed {
    /// The text, with the texts that it takes over.
    pub(super) source: Arc<Source>,
    /// The items of all.
    pub(super) file: File,
    /// What was said so far.
    pub(super) sink: Sink,
    /// The parts of a sum, with their settings.
    pub(super) components: Vec<(Document, Vec<(Name, Expr)>)>,
}

/// Puts the items of extended files in place, and checks the parts of a sum.
///
/// # Errors
/// The faults of another file: they say more than what follows from them here.
pub(super) fn compose(
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
    let mut merged = File { items: Vec::new(), comments: file.comments, damaged: file.damaged };
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
    coordinates || matches!(kind, ItemKind::Move(_) | ItemKind::Code(_))
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
pub(super) fn other(
    name: &str,
    file: &File,
    sink: &mut Sink,
    library: &dyn Library,
) -> Option<Result<Document, Faults>> {
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

/// Adds the items of a base: those that the extending file declares again are replaced, and parameters are set.
fn take_over(own: &[Item], base: File, with: &[(Name, Expr)], merged: &mut File, sink: &mut Sink) {
    let mut unused = set_once(with, sink);
    let mut known = Vec::new();
    for mut item in base.items {
        let replaced = own.iter().any(|other| same_thing(&other.kind, &item.kind));
        if replaced || matches!(item.kind, ItemKind::Ruleset(_) | ItemKind::Source(_) | ItemKind::Claim(_)) {
            continue;
        }
        if let ItemKind::Param { name, default, .. } = &mut item.kind {
            known.push(name.text.clone());
            if let Some(at) = unused.iter().position(|setting| setting.0.text == name.text) {
                default.clone_from(&unused.remove(at).1);
            }
        }
        merged.items.push(item);
    }
    for (name, _) in unused {
        unknown_setting(name, &known, sink);
    }
}

/// What is set, each parameter once; what is set again is reported.
fn set_once<'a>(with: &'a [(Name, Expr)], sink: &mut Sink) -> Vec<&'a (Name, Expr)> {
    let mut once: Vec<&(Name, Expr)> = Vec::new();
    for setting in with {
        let name = &setting.0;
        if once.iter().any(|known| known.0.text == name.text) {
            let message = format!("parameter `{}` is set twice", name.text);
            sink.error("duplicate-name", name.span, message, "the second value", "keep one of them");
        } else {
            once.push(setting);
        }
    }
    once
}

fn unknown_setting(name: &Name, known: &[String], sink: &mut Sink) {
    let help = nearest(&name.text, known.iter().map(String::as_str))
        .map_or_else(|| format!("it has {}", known.join(", ")), |near| format!("did you mean `{near}`?"));
    let message = format!("the other ruleset has no parameter `{}`", name.text);
    let near = nearest(&name.text, known.iter().map(String::as_str));
    let mut fault = sink.error("unknown-parameter", name.span, message, "set here", help);
    if let Some(near) = near {
        fault.likely(name.span, near);
    }
}

/// Whether an item of the extending file takes the place of one of the base.
fn same_thing(own: &ItemKind, base: &ItemKind) -> bool {
    match (own, base) {
        (ItemKind::Param { name: a, .. }, ItemKind::Param { name: b, .. })
        | (ItemKind::Let { name: a, .. }, ItemKind::Let { name: b, .. })
        | (ItemKind::Sequence { name: a, .. }, ItemKind::Sequence { name: b, .. }) => a.text == b.text,
        (ItemKind::Move(a), ItemKind::Move(b)) => a.name.text == b.name.text,
        (ItemKind::Play(_) | ItemKind::Blocking(_), ItemKind::Play(_) | ItemKind::Blocking(_))
        | (ItemKind::Positions(_), ItemKind::Positions(_))
        | (ItemKind::Measure(_), ItemKind::Measure(_))
        | (ItemKind::Code(_), ItemKind::Code(_)) => true,
        _ => false,
    }
}

type Lowered = (Ruleset, IndexMap<String, ParameterValue>);

/// The disjunctive sum: a move is a move in one of the parts.
pub(super) fn sum(
    file: &File,
    components: &[(Document, Vec<(Name, Expr)>)],
    settings: &Settings,
    sink: &mut Sink,
) -> Option<Lowered> {
    super::items_are_said_once(file, sink);
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

/// The disjunctive sum of rulesets: heaps and registers side by side, a move in one part, measures one after the other.
fn added(parts: &[Ruleset]) -> Ruleset {
    let heaps: usize = parts.iter().map(|part| part.heaps.len()).sum();
    let dimension = heaps + parts.iter().map(|part| part.registers.len()).sum::<usize>();
    let mut sum = empty_sum(parts);
    let single = parts.iter().all(|part| part.measure.len() == 1);
    let mut positions = Vec::new();
    let mut flat = vec![0; dimension];
    for (number, part) in parts.iter().enumerate() {
        let first = sum.heaps.len();
        let first_register = heaps + sum.registers.len();
        let place = |at: usize| {
            if at < part.heaps.len() { first + at } else { first_register + at - part.heaps.len() }
        };
        named_beside(&mut sum, part, number);
        let coordinate = |at: usize| Term::Variable(Variable::Coordinate(at));
        let moved: Vec<Term> = (0..part.heaps.len() + part.registers.len()).map(|at| coordinate(place(at))).collect();
        sum.unproved.extend(part.unproved.iter().map(|at| sum.moves.len() + at));
        let in_sum = |targets: &[Term]| {
            let mut all: Vec<Term> = (0..dimension).map(coordinate).collect();
            for (at, target) in targets.iter().enumerate() {
                all[place(at)] = in_term(target, &moved);
            }
            all
        };
        for rule in &part.moves {
            let targets = in_sum(&rule.targets);
            sum.moves.push(Move {
                name: rule.name.clone(),
                instance: instance_in(rule, part),
                amounts: rule.amounts.clone(),
                targets,
                // Sums of what breaks are refused before.
                more: Vec::new(),
                guard: substituted(&rule.guard, &moved),
            });
        }
        positions.push(substituted(&part.positions, &moved));
        for weights in &part.measure {
            let mut entry = vec![0; dimension];
            for (at, weight) in weights.iter().enumerate() {
                entry[place(at)] = *weight;
                flat[place(at)] = *weight;
            }
            sum.measure.push(entry);
        }
        let coordinates = (0..part.heaps.len() + part.registers.len()).map(place).collect();
        sum.components.push(Component { ruleset: part.clone(), coordinates });
    }
    if single {
        // Every move decreases one part's sum and leaves the others alone, so it decreases the sum of all.
        sum.measure = vec![flat];
    }
    sum.positions = super::lower::fold::and(positions);
    sum
}

/// The sum without any of its parts.
fn empty_sum(parts: &[Ruleset]) -> Ruleset {
    Ruleset {
        name: parts.iter().map(|part| part.name.as_str()).collect::<Vec<_>>().join(" + "),
        heaps: Vec::new(),
        registers: Vec::new(),
        moves: Vec::new(),
        positions: Condition::Known(true),
        play: Play::Normal,
        blocking: 0,
        measure: Vec::new(),
        unproved: Vec::new(),
        parameters: IndexMap::new(),
        finite_options: parts.iter().all(|part| part.finite_options),
        components: Vec::new(),
    }
}

/// Names the heaps and registers of a part beside those that the sum has.
fn named_beside(sum: &mut Ruleset, part: &Ruleset, number: usize) {
    let fresh = |name: &str, taken: &[&str]| {
        if taken.contains(&name) { format!("{name}{}", number + 1) } else { name.to_owned() }
    };
    // Heaps of an array share its name: h[1], h[2] become h2[1], h2[2].
    let split = |heap: &str| heap.find('[').unwrap_or(heap.len());
    let before: Vec<String> = sum.heaps.iter().map(|heap| heap[..split(heap)].to_owned()).collect();
    let taken: Vec<&str> = before.iter().map(String::as_str).collect();
    for heap in &part.heaps {
        let (name, index) = heap.split_at(split(heap));
        sum.heaps.push(format!("{}{index}", fresh(name, &taken)));
    }
    for register in &part.registers {
        let taken: Vec<&str> = sum.registers.iter().map(|register| register.name.as_str()).collect();
        let name = fresh(&register.name, &taken);
        sum.registers.push(Register { name, ..register.clone() });
    }
}

/// Which instance of a move it is, and of which part.
fn instance_in(rule: &Move, part: &Ruleset) -> String {
    if rule.instance.is_empty() { part.name.clone() } else { format!("{}, in {}", rule.instance, part.name) }
}
