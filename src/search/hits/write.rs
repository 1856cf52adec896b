//! A hit as a complete ruleset in the papers' notation, with a claim on its P-positions. Decides nothing.
//!
//! ```text
//! header: where it comes from | rules and claim: text, claim | standing: how far it is confirmed, whether it is proved
//! ```
use crate::check::Document;
use crate::search::names::{fresh, heaps, numbers, used_by_moves};
use crate::search::relation::bit_board_30::{GroupShape, Grouping};
use crate::search::relation::form::Pair;
use crate::search::space::condition::Space;
use crate::search::task::Base;
use crate::search::trial::goal::chain;
use crate::search::trial::target::Words;
use crate::syntax::ast::{Expr, ExprKind, ItemKind};
use crate::syntax::{print_item, substitute};
use nimdsl_identify::SequenceName;
use std::collections::BTreeSet;

const LISTED: usize = 40;

/// What a hit's text is made of.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct TextParts<'a> {
    pub(in crate::search) document: &'a Document,
    pub(in crate::search) base: Base,
    pub(in crate::search) space: &'a Space,
    pub(in crate::search) shape: &'a GroupShape,
    pub(in crate::search) chosen: &'a [usize],
}

/// What is known of a hit's P-positions.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct KnownPositions<'a> {
    /// None in an open search.
    pub(in crate::search) wanted: Option<&'a Words>,
    pub(in crate::search) set: &'a [Pair],
    pub(in crate::search) exceptions: &'a [Pair],
    /// What the chain of an open search is called.
    pub(in crate::search) name: Option<&'a SequenceName>,
}

/// Everything that the moves of the base stand on, then its moves.
fn base(parts: &TextParts<'_>) -> (String, String) {
    if parts.base == Base::Nothing {
        return (String::new(), String::new());
    }
    let numbers = numbers(&parts.document.parameters);
    let file = &parts.document.file;
    let used = used_by_moves(file);
    let (mut before, mut moves) = (String::new(), String::new());
    for item in &file.items {
        let printed = || print_item(&substitute::parameters(item, &numbers));
        match &item.kind {
            ItemKind::Move(_) => moves += &format!("{}\n\n", printed()),
            ItemKind::Param { default: Expr { kind: ExprKind::Set(_), .. }, name, .. } if used.contains(&name.text) => {
                before += &format!("{}\n", printed());
            }
            ItemKind::Let { name, .. } | ItemKind::Sequence { name, .. } if used.contains(&name.text) => {
                before += &format!("{}\n", printed());
            }
            _ => {}
        }
    }
    (before, moves)
}

/// The added moves as lines of the language.
pub(in crate::search) fn added(parts: &TextParts<'_>) -> String {
    let [x, y] = heaps(parts.document);
    let texts: Vec<&str> = parts.chosen.iter().map(|index| parts.space.conditions[*index].text.as_str()).collect();
    let mut from = 0;
    let groups: Vec<&[&str]> = parts
        .shape
        .groups
        .iter()
        .map(|size| {
            from += size;
            &texts[from - size..from]
        })
        .collect();
    let bracketed = |group: &&[&str], word: &str| match group {
        [one] => (*one).to_owned(),
        many => format!("({})", many.join(word)),
    };
    let families: Vec<String> = match parts.shape.join {
        Grouping::All | Grouping::Families => groups.iter().map(|group| group.join(", ")).collect(),
        Grouping::AnyGroup => {
            vec![format!("({})", groups.iter().map(|group| group.join(" and ")).collect::<Vec<_>>().join(" or "))]
        }
        Grouping::EveryGroup => {
            vec![groups.iter().map(|group| bracketed(group, " or ")).collect::<Vec<_>>().join(", ")]
        }
    };
    let mut taken: BTreeSet<String> = match parts.base {
        Base::Ruleset => parts.document.ruleset.moves.iter().map(|family| family.name.clone()).collect(),
        Base::Nothing => BTreeSet::new(),
    };
    let mut name = |index: usize| {
        let plain = if families.len() == 1 { "added".to_owned() } else { format!("added{}", index + 1) };
        let name = fresh(&plain, &taken);
        taken.insert(name.clone());
        name
    };
    // Elements of an array are changed one by one.
    let change = if x.contains('[') || y.contains('[') {
        format!("{x} -> {x} - i, {y} -> {y} - j")
    } else {
        format!("({x}, {y}) -> ({x} - i, {y} - j)")
    };
    let moves = families.iter().enumerate().map(|(index, conditions)| {
        format!(
            "move {}(i, j) symmetric:\n    {change}\n    \
             where 0 <= i, 0 <= j, 1 <= i + j, {x} <= {y}, {conditions}\n",
            name(index)
        )
    });
    moves.collect::<Vec<_>>().join("\n")
}

/// The number of letters of all moves, without white space: how natural a ruleset is.
pub(in crate::search) fn description_length(parts: &TextParts<'_>) -> usize {
    let (before, moves) = base(parts);
    let texts = [before, moves, added(parts)];
    texts.iter().flat_map(|text| text.chars()).filter(|letter| !letter.is_whitespace()).count()
}

/// The rules and the claim.
pub(in crate::search) fn text(parts: &TextParts<'_>, known: &KnownPositions<'_>, number: usize) -> String {
    let [x, y] = heaps(parts.document);
    let (before, moves) = base(parts);
    let title = match parts.base {
        Base::Ruleset => format!("{} with an added move, no. {number}", parts.document.ruleset.name),
        Base::Nothing => format!("Taking from two heaps, no. {number}"),
    };
    let before = if before.is_empty() { before } else { format!("{before}\n") };
    let file = &parts.document.file;
    let numbers = numbers(&parts.document.parameters);
    let heaps = file.items.iter().filter(|item| matches!(item.kind, ItemKind::Heaps { .. }));
    let heaps: String = heaps.map(|item| print_item(&substitute::parameters(item, &numbers)) + "\n").collect();
    let given = if parts.base == Base::Ruleset { used_by_moves(file) } else { BTreeSet::new() };
    format!(
        "ruleset \"{title}\"\nsource \"found by search, KY24 Question 2\"\n\n{heaps}\n{before}{moves}{}\n{}",
        added(parts),
        claim(known, [x, y], &given)
    )
}

/// How far the P-positions of a hit were confirmed, and whether its claim is proved, as the last comment of its text.
pub(in crate::search) fn standing(up_to: u64, proof: Proof) -> String {
    let proof = match proof {
        Proof::Missing => "not proved",
        Proof::ForAll => "proved for all positions",
    };
    format!("# Confirmed for all heaps up to {up_to}; {proof}.\n")
}

/// Whether the claim of a hit is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) enum Proof {
    /// Nobody asked for a proof, or none was found.
    Missing,
    /// For all positions.
    ForAll,
}

/// The P-positions as a claim, the first of them as a comment. `given` are the names that the text defines before.
pub(in crate::search) fn claim(known: &KnownPositions<'_>, [x, y]: [&str; 2], given: &BTreeSet<String>) -> String {
    let claim = match known.wanted {
        Some(wanted) => {
            let exceptions = exceptions(known);
            let bound = if wanted.total == i64::MAX {
                String::new()
            } else {
                // A finite list says nothing about larger heaps.
                format!("\n    where {x} + {y} <= {}", wanted.total)
            };
            let items = wanted.items.iter().filter(|(name, _)| !given.contains(name));
            let items: String = items.map(|(_, text)| text.as_str()).collect();
            let items = if items.is_empty() { items } else { format!("{items}\n") };
            format!("{items}claim \"P-positions\":\n    P = {}{exceptions}{bound}\n", wanted.set)
        }
        None => {
            let terms: Vec<i64> = chain(known.set).into_iter().take(LISTED).collect();
            let pairs: Vec<Pair> = known.set.iter().copied().take(terms.len()).collect();
            let listed = pairs.iter().map(|pair| pair.1).max().unwrap_or(0);
            // No pair that is not listed may lie within the bound.
            let bound = known.set.get(pairs.len()).map_or(listed, |next| listed.min(next.1 - 1));
            format!(
                "claim \"P-positions\":\n    P({x}, {y}) iff ({x}, {y}) in sym {{{}}} where {x} <= {bound}, {y} <= {bound}\n",
                comma(&pairs)
            )
        }
    };
    let shown: Vec<Pair> = known.set.iter().copied().take(LISTED).collect();
    let name = known.name.map_or_else(String::new, |hit| format!("\n# a1, a2, ...: {}; {}", hit.name, hit.formula));
    format!(
        "{claim}{name}\n# P-positions with {x} <= {y}: {}{}\n",
        comma(&shown),
        if shown.len() < known.set.len() { ", ..." } else { "" }
    )
}

/// What stands behind the wanted set so that it is the set of all P-positions: extra pairs are added, and missing ones taken
/// away. `except` would say less: nothing at all of these positions.
fn exceptions(known: &KnownPositions<'_>) -> String {
    let origin = (0, 0);
    // Every target holds (0, 0), which is no P-position in misère play.
    let lost = (!known.set.contains(&origin)).then_some(&origin);
    let (extra, missing): (Vec<&Pair>, Vec<&Pair>) =
        known.exceptions.iter().chain(lost).partition(|pair| known.set.contains(pair));
    let listed = |word: &str, pairs: &[&Pair]| {
        let mut all: Vec<Pair> = pairs.iter().flat_map(|(a, b)| [(*a, *b), (*b, *a)]).collect();
        all.sort_unstable();
        all.dedup();
        if all.is_empty() { String::new() } else { format!(" {word} {{{}}}", comma(&all)) }
    };
    listed("union", &extra) + &listed("minus", &missing)
}

fn comma(pairs: &[Pair]) -> String {
    pairs.iter().map(|(a, b)| format!("({a}, {b})")).collect::<Vec<_>>().join(", ")
}
