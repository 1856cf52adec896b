//! The names that a ruleset has, for texts that are written beside it. Writes nothing itself.
use crate::check::{Document, Settings};
use crate::ruleset::ParameterValue;
use crate::syntax::ast::{ExprKind, File, ItemKind};
use crate::syntax::walk;
use indexmap::IndexMap;
use std::collections::BTreeSet;

/// The names of the two heaps.
pub(in crate::search) fn heaps(document: &Document) -> [&str; 2] {
    [&document.ruleset.heaps[0], &document.ruleset.heaps[1]]
}

/// Names that a hit on a ruleset may hold already: heaps, and what its moves speak of.
pub(in crate::search) fn taken(document: &Document) -> BTreeSet<String> {
    let mut taken = used_by_moves(&document.file);
    for item in &document.file.items {
        match &item.kind {
            ItemKind::Heaps { heaps, .. } => taken.extend(heaps.iter().map(|heap| heap.name.text.clone())),
            ItemKind::Register { name, .. } => {
                taken.insert(name.text.clone());
            }
            _ => {}
        }
    }
    taken
}

/// A name, with a number behind it if others have it.
pub(in crate::search) fn fresh(name: &str, taken: &BTreeSet<String>) -> String {
    let numbered = (2u64..).map(|number| format!("{name}{number}"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    names.find(|name| !taken.contains(name)).unwrap_or_else(|| name.to_owned())
}

/// The parameters that are numbers.
pub(in crate::search) fn numbers(settings: &Settings) -> IndexMap<String, i64> {
    let number = |(name, value): (&String, &ParameterValue)| match value {
        ParameterValue::Number(number) => Some((name.clone(), *number)),
        ParameterValue::Set(_) | ParameterValue::Brackets(_) => None,
    };
    settings.iter().filter_map(number).collect()
}

/// The names that moves speak of, and those that these speak of.
pub(in crate::search) fn used_by_moves(file: &File) -> BTreeSet<String> {
    let mut used = BTreeSet::new();
    loop {
        let known = used.len();
        for item in &file.items {
            let counts = match &item.kind {
                ItemKind::Move(_) | ItemKind::Code(_) | ItemKind::Measure(_) | ItemKind::Positions(_) => true,
                ItemKind::Let { name, .. } | ItemKind::Sequence { name, .. } | ItemKind::Param { name, .. } => {
                    used.contains(&name.text)
                }
                _ => false,
            };
            if counts {
                walk::expressions(item, &mut |expression| match &expression.kind {
                    ExprKind::Name { name, .. } => {
                        used.insert(name.clone());
                    }
                    ExprKind::Call { function, .. } => {
                        used.insert(function.text.clone());
                    }
                    _ => {}
                });
            }
        }
        if used.len() == known {
            return used;
        }
    }
}
