//! Puts the items of a file that another extends into that: some are replaced, and parameters are set. Opens no file.
use crate::diagnostic::Sink;
use crate::syntax::ast::{Change, Expr, ExprKind, File, Item, ItemKind, Name};
use crate::syntax::{nearest, print_expression};

/// Adds the items of a base: those that the extending file declares again are replaced, and parameters are set.
pub(super) fn take_over(own: &[Item], base: File, with: &[(Name, Expr)], merged: &mut File, sink: &mut Sink) {
    let mut unused = set_once(with, sink);
    let mut known = Vec::new();
    inherited_moves_know_their_heaps(own, &base.items, sink);
    for mut item in base.items {
        let replaced = own.iter().any(|other| same_thing(&other.kind, &item.kind));
        if let ItemKind::Param { name, default, .. } = &item.kind
            && let Some(at) = unused.iter().position(|setting| setting.0.text == name.text)
        {
            if replaced {
                set_and_declared(&unused.remove(at).0, sink);
            } else if !is_set_to_its_kind(unused[at], default, sink) {
                unused.remove(at);
            }
        }
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
pub(super) fn set_once<'a>(with: &'a [(Name, Expr)], sink: &mut Sink) -> Vec<&'a (Name, Expr)> {
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

/// Reports a parameter that is set and that the file declares again.
fn set_and_declared(name: &Name, sink: &mut Sink) {
    let message = format!("parameter `{}` is set here, and this file declares it itself", name.text);
    let help = "give it its value where this file declares it, or remove that line";
    sink.error("duplicate-name", name.span, message, "set here", help);
}

/// Whether a number is set to a number, and a set to a set; reports what is not.
fn is_set_to_its_kind((name, value): &(Name, Expr), default: &Expr, sink: &mut Sink) -> bool {
    let is_set = |value: &Expr| match &value.kind {
        ExprKind::Set(_) | ExprKind::Range(..) | ExprKind::Family { .. } => Some(true),
        ExprKind::Number(_) | ExprKind::Negate(_) => Some(false),
        _ => None,
    };
    let (Some(needed), Some(given)) = (is_set(default), is_set(value)) else { return true };
    if needed == given {
        return true;
    }
    let words = |is_set| if is_set { "a set" } else { "a number" };
    let message =
        format!("parameter `{}` of the other ruleset is {}, and is set to {}", name.text, words(needed), words(given));
    let help = if needed {
        format!("write a set: `{} = {{{}}}`", name.text, print_expression(value))
    } else {
        format!("write one number, as in `{} = {}`", name.text, print_expression(default))
    };
    sink.error("bad-parameter", value.span, message, "here", help);
    false
}

/// Warns where the file adds heaps and takes over symmetric moves, which act on all heaps.
fn inherited_moves_know_their_heaps(own: &[Item], base: &[Item], sink: &mut Sink) {
    let added = own.iter().find_map(|item| match &item.kind {
        ItemKind::Heaps { heaps, .. } => heaps.first().map(|heap| &heap.name),
        _ => None,
    });
    let Some(added) = added else { return };
    let moves = base.iter().filter_map(|item| match &item.kind {
        ItemKind::Move(rule) if rule.symmetric && matches!(rule.change, Change::Short(_)) => Some((item, rule)),
        _ => None,
    });
    let kept = moves.filter(|(item, _)| !own.iter().any(|other| same_thing(&other.kind, &item.kind)));
    let names: Vec<String> = kept.map(|(_, rule)| format!("`{}`", rule.name.text)).collect();
    if names.is_empty() {
        return;
    }
    let (new, listed) = (&added.text, names.join(", "));
    let message = match names.as_slice() {
        [one] => format!("move {one}, which is taken over, is symmetric, and so it acts on heap `{new}`, too"),
        _ => format!("moves {listed}, which are taken over, are symmetric, and so they act on heap `{new}`, too"),
    };
    let help = "leave it if that is meant; otherwise declare the move again with `for each` in the place of `symmetric`, which \
                names its heaps";
    sink.warning("inherited-symmetric", added.span, message, "this heap is added", help);
}

/// Reports a parameter that the other ruleset does not have.
pub(super) fn unknown_setting(name: &Name, known: &[String], sink: &mut Sink) {
    let listed =
        || if known.is_empty() { "it has no parameter".to_owned() } else { format!("it has {}", known.join(", ")) };
    let help = nearest(&name.text, known.iter().map(String::as_str))
        .map_or_else(listed, |near| format!("did you mean `{near}`?"));
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
        | (ItemKind::Sequence { name: a, .. }, ItemKind::Sequence { name: b, .. })
        | (ItemKind::Start { name: a, .. }, ItemKind::Start { name: b, .. }) => a.text == b.text,
        (ItemKind::Move(a), ItemKind::Move(b)) => a.name.text == b.name.text,
        (ItemKind::Play(_) | ItemKind::Blocking(_), ItemKind::Play(_) | ItemKind::Blocking(_))
        | (ItemKind::Positions(_), ItemKind::Positions(_))
        | (ItemKind::Measure(_), ItemKind::Measure(_))
        | (ItemKind::Code(_), ItemKind::Code(_)) => true,
        _ => false,
    }
}
