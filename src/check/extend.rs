//! Puts the items of a file that another extends into that: some are replaced, and parameters are set. Opens no file.
use crate::diagnostic::Sink;
use crate::syntax::ast::{Expr, File, Item, ItemKind, Name};
use crate::syntax::nearest;

/// Adds the items of a base: those that the extending file declares again are replaced, and parameters are set.
pub(super) fn take_over(own: &[Item], base: File, with: &[(Name, Expr)], merged: &mut File, sink: &mut Sink) {
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

/// Reports a parameter that the other ruleset does not have.
pub(super) fn unknown_setting(name: &Name, known: &[String], sink: &mut Sink) {
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
