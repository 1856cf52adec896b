//! A hit as a complete ruleset in the papers' notation, with a claim on its P-positions. Decides nothing.
use super::condition::Space;
use super::form::Pair;
use super::task::Base;
use crate::check::Document;
use crate::ruleset::ParameterValue;
use crate::syntax::ast::{Expr, ItemKind, Kind};
use crate::syntax::{print_item, substitute};
use indexmap::IndexMap;

const LISTED: usize = 40;

/// What a hit's text is made of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parts<'a> {
    pub(super) document: &'a Document,
    pub(super) base: Base,
    pub(super) space: &'a Space,
    pub(super) conditions: &'a [usize],
}

/// What is known of a hit's P-positions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known<'a> {
    /// `sequence` items and the wanted set in words; none in an open search.
    pub(super) wanted: Option<(&'a str, &'a str)>,
    pub(super) set: &'a [Pair],
    pub(super) exceptions: &'a [Pair],
    pub(super) up_to: i64,
}

/// The names of the two heaps.
pub(super) fn heaps(document: &Document) -> [&str; 2] {
    [&document.ruleset.heaps[0], &document.ruleset.heaps[1]]
}

/// Everything that the moves of the base stand on, then its moves.
fn base(parts: &Parts<'_>) -> (String, String) {
    if parts.base == Base::Nothing {
        return (String::new(), String::new());
    }
    let numbers: IndexMap<String, i64> = parts
        .document
        .parameters
        .iter()
        .filter_map(|(name, value)| match value {
            ParameterValue::Number(number) => Some((name.clone(), *number)),
            ParameterValue::Set(_) => None,
        })
        .collect();
    let (mut before, mut moves) = (String::new(), String::new());
    for item in &parts.document.file.items {
        match &item.kind {
            ItemKind::Move(_) => moves += &format!("{}\n\n", print_item(&substitute::parameters(item, &numbers))),
            ItemKind::Param { default: Expr { kind: Kind::Set(_), .. }, .. } => {
                before += &format!("{}\n", print_item(item))
            }
            ItemKind::Let { .. } | ItemKind::Sequence { .. } => {
                before += &format!("{}\n", print_item(&substitute::parameters(item, &numbers)));
            }
            _ => {}
        }
    }
    (before, moves)
}

fn added(parts: &Parts<'_>) -> String {
    let [x, y] = heaps(parts.document);
    let conditions: Vec<&str> =
        parts.conditions.iter().map(|index| parts.space.conditions[*index].text.as_str()).collect();
    format!(
        "move added(i, j) symmetric:\n    ({x}, {y}) -> ({x} - i, {y} - j)\n    \
         where 0 <= i, 0 <= j, 1 <= i + j, {x} <= {y}, {}\n",
        conditions.join(", ")
    )
}

/// The number of letters of all moves, without white space: how natural a ruleset is.
pub(super) fn description_length(parts: &Parts<'_>) -> usize {
    let (before, moves) = base(parts);
    [before, moves, added(parts)].iter().flat_map(|text| text.chars()).filter(|letter| !letter.is_whitespace()).count()
}

/// The whole text.
pub(super) fn text(parts: &Parts<'_>, known: &Known<'_>, number: usize) -> String {
    let [x, y] = heaps(parts.document);
    let (before, moves) = base(parts);
    let title = match parts.base {
        Base::Ruleset => format!("{} with added moves, hit {number}", parts.document.ruleset.name),
        Base::Nothing => format!("Taking from two heaps, hit {number}"),
    };
    format!(
        "ruleset \"{title}\"\nsource \"found by search, KY24 Question 2\"\n\n{before}heaps {x}, {y}\n\n{moves}{}\n{}",
        added(parts),
        claim(known, [x, y])
    )
}

/// The P-positions as a claim, and how far it was confirmed as a comment.
fn claim(known: &Known<'_>, [x, y]: [&str; 2]) -> String {
    let claim = match known.wanted {
        Some((sequences, set)) => {
            let mirrored = known.exceptions.iter().flat_map(|(a, b)| [(*a, *b), (*b, *a)]);
            let mut listed: Vec<Pair> = mirrored.collect();
            listed.sort_unstable();
            listed.dedup();
            let except = if listed.is_empty() { String::new() } else { format!(" except {{{}}}", comma(&listed)) };
            format!("{sequences}\nclaim \"P-positions\":\n    P = {set}{except}\n")
        }
        None => {
            let terms: Vec<i64> = chain(known.set).into_iter().take(LISTED).collect();
            let pairs: Vec<Pair> = known.set.iter().copied().take(terms.len()).collect();
            let bound = pairs.iter().map(|pair| pair.1).max().unwrap_or(0);
            format!(
                "claim \"P-positions\":\n    P({x}, {y}) iff ({x}, {y}) in sym {{{}}} where {x} <= {bound}, {y} <= {bound}\n",
                comma(&pairs)
            )
        }
    };
    let shown: Vec<Pair> = known.set.iter().copied().take(LISTED).collect();
    format!(
        "{claim}\n# P-positions with {x} <= {y}: {}{}\n# Confirmed for all heaps up to {}; not proved.\n",
        comma(&shown),
        if shown.len() < known.set.len() { ", ..." } else { "" },
        known.up_to
    )
}

fn comma(pairs: &[Pair]) -> String {
    pairs.iter().map(|(a, b)| format!("({a}, {b})")).collect::<Vec<_>>().join(", ")
}

/// a1, a2, ... of pairs (a1, a2), (a2, a3), ... after (0, 0); as far as they are one.
pub(super) fn chain(set: &[Pair]) -> Vec<i64> {
    let mut terms: Vec<i64> = Vec::new();
    for (small, large) in set.iter().filter(|pair| **pair != (0, 0)) {
        match terms.last() {
            None => terms.extend([*small, *large]),
            Some(last) if last == small => terms.push(*large),
            Some(_) => break,
        }
    }
    terms
}
