//! Rules and claims as texts: canonical, and in LaTeX as papers print them. Computes no value.
use crate::certificate::hash;
use crate::check::{Document, Settings};
use crate::latex::{Symbols, claim, definition, mentioned, notation, symbol};
use crate::ruleset::{ParameterValue, words};
use crate::syntax::ast::{Claim, ClaimKind, Item, ItemKind};
use crate::syntax::{print_expression, print_item_of, print_statement};
use serde::Serialize;
use std::collections::BTreeSet;

/// The rules of a file, and what is claimed of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Shown {
    /// The title.
    pub ruleset: String,
    /// Where the rules are from, in the words of the file.
    pub source: Option<String>,
    /// The hash of the texts that it consists of, the same as in certificates.
    pub hash: String,
    /// The rules in canonical text, without claims and what only they speak of.
    pub text: String,
    /// What only claims speak of, in canonical text.
    pub definitions: String,
    /// The rules in LaTeX: paragraphs for the packages `amsmath` and `amssymb`.
    pub latex: String,
    /// What only claims speak of, each a formula between dollar signs.
    pub notation: Vec<String>,
    /// In the order of the file.
    pub claims: Vec<ShownClaim>,
}

/// A claim as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShownClaim {
    /// What the author says of it.
    pub kind: ClaimKind,
    /// Its name.
    pub name: String,
    /// The whole claim in canonical text.
    pub text: String,
    /// What it says, in canonical text on one line.
    pub statement: String,
    /// The same as a sentence in LaTeX.
    pub latex: String,
}

impl ShownClaim {
    fn of(document: &Document, item: &Item, one: &Claim) -> Self {
        Self {
            kind: one.kind,
            name: one.name.clone(),
            text: print_item_of(item, &document.source.text),
            statement: print_statement(one, Some(&document.source.text)),
            latex: claim(one, &Symbols::of(&document.file)),
        }
    }
}

impl Shown {
    /// The rules and claims of a document as texts, with the values of parameters that were chosen.
    #[must_use]
    pub fn of(document: &Document, chosen: &Settings) -> Self {
        let items = &document.file.items;
        let (names, used) = (Symbols::of(&document.file), mentioned(&document.file));
        let is_claim = |item: &&Item| matches!(item.kind, ItemKind::Claim(_));
        let is_for_claims = |item: &&Item| is_for_claims(item, &used);
        let claims = items.iter().filter_map(|item| match &item.kind {
            ItemKind::Claim(claim) => Some(ShownClaim::of(document, item, claim)),
            _ => None,
        });
        let print = |item: &Item| format!("{}\n", print_item_of(item, &document.source.text));
        let items = || items.iter().filter(|item| !is_claim(item));
        Self {
            ruleset: document.ruleset.name.clone(),
            source: document.cited().map(str::to_owned),
            hash: hash(document),
            text: rules(document),
            definitions: items().filter(is_for_claims).map(print).collect(),
            notation: notation(&document.file, &names, &|name| !used.contains(name)),
            latex: latex(document, chosen),
            claims: claims.collect(),
        }
    }
}

/// What only claims speak of is no part of the rules.
fn is_for_claims(item: &Item, used: &BTreeSet<String>) -> bool {
    match &item.kind {
        ItemKind::Let { name, .. } | ItemKind::Sequence { name, .. } => !used.contains(&name.text),
        _ => false,
    }
}

/// The rules in canonical text; behind those of a sum the rules of its parts.
fn rules(document: &Document) -> String {
    let used = mentioned(&document.file);
    let is_rule = |item: &&Item| !matches!(item.kind, ItemKind::Claim(_)) && !is_for_claims(item, &used);
    let own = document.file.items.iter().filter(is_rule);
    let print = |item: &Item| format!("{}\n", print_item_of(item, &document.source.text));
    let mut text: String = own.map(print).collect();
    if let [first @ .., last] = parts(document).as_slice() {
        text.push_str(&format!("# The disjunctive sum of {} and {last}.\n", first.join(", ")));
    }
    for (part, _) in &document.components {
        text.push_str(&format!("\n{}", rules(part)));
    }
    text
}

/// The parts of a sum: their titles, with what their parameters are.
fn parts(document: &Document) -> Vec<String> {
    let titles = document.components.iter().map(|(part, with)| {
        let with: Vec<String> =
            with.iter().map(|(name, value)| format!("{} = {}", name.text, print_expression(value))).collect();
        let with = if with.is_empty() { String::new() } else { format!(" with {}", with.join(", ")) };
        format!("{}{with}", part.ruleset.name)
    });
    titles.collect()
}

/// The definition of the rules in LaTeX, with the values of parameters that were chosen.
#[must_use]
pub fn latex(document: &Document, chosen: &Settings) -> String {
    let chosen = chosen.iter().map(|(name, value)| {
        let value = match value {
            ParameterValue::Number(number) => number.to_string(),
            ParameterValue::Set(set) => {
                let all: Vec<String> = set.iter().map(ToString::to_string).collect();
                format!(r"\{{{}\}}", all.join(", "))
            }
            ParameterValue::Brackets(set) => format!(r"\{{{}\}}", words::brackets(set)),
        };
        format!("Here ${} = {value}$.\n", symbol(name))
    });
    whole_definition(document) + &chosen.collect::<String>()
}

/// A definition, behind those of the parts of a sum.
fn whole_definition(document: &Document) -> String {
    // Each part is a paragraph of its own.
    let before = document.components.iter().map(|(part, _)| whole_definition(part) + "\n");
    before.collect::<String>() + &definition(&document.file, &parts(document))
}
