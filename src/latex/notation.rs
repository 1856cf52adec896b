//! The functions and sequences of a file as formulas, and which of them its rules mention. Knows nothing of moves.
use super::Symbols;
use super::symbols::indexed;
use crate::syntax::ast::{Expr, ExprKind, File, Item, ItemKind};
use crate::syntax::walk;
use std::collections::BTreeSet;

/// What `let` and `sequence` define, a formula each, of the names that are wanted.
#[must_use]
pub fn notation(file: &File, names: &Symbols, wanted: &dyn Fn(&str) -> bool) -> Vec<String> {
    let defined = file.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Let { name, arguments, body } if wanted(&name.text) => {
            let head = names.name(&name.text);
            let arguments: Vec<String> = arguments.iter().map(|name| names.name(&name.text)).collect();
            let head = if arguments.is_empty() { head } else { format!("{head}({})", arguments.join(", ")) };
            let sign = if is_condition(body) { r"\iff" } else { "=" };
            Some(format!("${head} {sign} {}$", names.expression(body)))
        }
        ItemKind::Sequence { name, indices, body, from } if wanted(&name.text) => {
            let head = names.name(&name.text);
            if let ExprKind::List(terms) = &body.kind {
                let terms: Vec<String> = terms.iter().map(|term| names.expression(term)).collect();
                let first = [indexed(&head, "0"), indexed(&head, "1")].join(", ");
                return Some(format!(r"${first}, \ldots = {}$", terms.join(r",\allowbreak ")));
            }
            let indices: Vec<String> = indices.iter().map(|name| names.name(&name.text)).collect();
            let at = |index: &str| {
                if indices.len() == 1 { indexed(&head, index) } else { format!("{head}({index})") }
            };
            let mut all = vec![format!("${} = {}$", at(&indices.join(", ")), names.expression(body))];
            all.extend(from.iter().map(|(index, value)| {
                let index: Vec<String> = index.iter().map(|one| names.expression(one)).collect();
                format!("${} = {}$", at(&index.join(", ")), names.expression(value))
            }));
            Some(all.join(", "))
        }
        _ => None,
    });
    defined.collect()
}

fn is_condition(body: &Expr) -> bool {
    matches!(&body.kind, ExprKind::Comparison { .. } | ExprKind::Not(_) | ExprKind::Quantified { .. })
}

/// The names that rules mention, also by what they mention.
#[must_use]
pub fn mentioned(file: &File) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    let is_rule = |item: &&Item| {
        matches!(
            item.kind,
            ItemKind::Move(_)
                | ItemKind::Positions(_)
                | ItemKind::Heaps { .. }
                | ItemKind::Register { .. }
                | ItemKind::Start { .. }
        )
    };
    for item in file.items.iter().filter(is_rule) {
        gather(item, &mut all);
    }
    loop {
        let before = all.len();
        for item in &file.items {
            if let ItemKind::Let { name, .. } | ItemKind::Sequence { name, .. } = &item.kind
                && all.contains(&name.text)
            {
                gather(item, &mut all);
            }
        }
        if all.len() == before {
            return all;
        }
    }
}

fn gather(item: &Item, all: &mut BTreeSet<String>) {
    walk::expressions(item, &mut |expression| match &expression.kind {
        ExprKind::Name { name, .. } | ExprKind::Index { name, .. } => {
            all.insert(name.clone());
        }
        ExprKind::Call { function, .. } => {
            all.insert(function.text.clone());
        }
        _ => {}
    });
}
