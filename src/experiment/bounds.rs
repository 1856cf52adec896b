//! Bounds of an experiment before it is read: each has to be a whole number, or one for quick and one for full runs.
use super::tree::{Inside, RonNode};
use crate::diagnostic::Sink;

/// The fields that hold a bound.
const BOUNDS: [&str; 5] = ["size", "up_to", "board", "screen", "confirm"];

/// Reports every bound that is none, and returns the text with a bound in its place, of the same length; and with bounds
/// in `Some(...)` without it.
pub(super) fn every_bound_is_a_number(text: &str, tree: &RonNode, sink: &mut Sink) -> String {
    let mut mended = text.to_owned();
    tree.visit(&mut |name, node| {
        if !BOUNDS.contains(&name) {
            return;
        }
        let inner = match &node.inside {
            Inside::Items(items) if node.name == "Some" && items.len() == 1 => &items[0],
            _ => node,
        };
        // A bound that may be left out and one that may not are written alike.
        for (from, to) in [(node.span.start, inner.span.start), (inner.span.end, node.span.end)] {
            mended.replace_range(from..to, &" ".repeat(to - from));
        }
        let Some(why) = fault(text, inner) else { return };
        let (start, end) = (inner.span.start, inner.span.end);
        let written = text.get(start..end).unwrap_or("");
        sink.error(
            "bad-bound",
            inner.span,
            format!("`{name}: {written}` is no bound: {why}"),
            "here",
            format!("write `{name}: 200`, or `{name}: (quick: 200, full: 1000)`; bounds are whole numbers below 2^64"),
        );
        mended.replace_range(start..end, &format!("{:<1$}", 9, end - start));
    });
    mended
}

fn fault(text: &str, node: &RonNode) -> Option<String> {
    match &node.inside {
        Inside::Nothing if text[node.span.start..].starts_with('"') => Some("it is a text".to_owned()),
        Inside::Nothing => number(&node.name),
        Inside::Items(_) => Some("it is a list".to_owned()),
        Inside::Fields(fields) => {
            let missing = ["quick", "full"].into_iter().find(|name| !fields.iter().any(|field| field.0 == *name));
            let strange = fields.iter().find(|field| field.0 != "quick" && field.0 != "full");
            let wrong = fields.iter().find_map(|field| match &field.2.inside {
                Inside::Nothing => number(&field.2.name).map(|why| format!("`{}`: {why}", field.0)),
                _ => Some(format!("`{}` is no number", field.0)),
            });
            let missing = missing.map(|name| format!("`{name}` is missing"));
            missing.or(strange.map(|field| format!("`{}` is neither `quick` nor `full`", field.0))).or(wrong)
        }
    }
}

fn number(word: &str) -> Option<String> {
    let digits = word.chars().all(|letter| letter.is_ascii_digit() || letter == '_');
    let plain = word.replace('_', "");
    match plain.parse::<u64>() {
        Ok(_) => None,
        Err(_) if digits => Some("the number does not fit 64 bits".to_owned()),
        Err(_) if plain.starts_with('-') && plain[1..].parse::<u64>().is_ok() => Some("it is negative".to_owned()),
        Err(_) if is_decimal(&plain) => Some("it is not a whole number".to_owned()),
        Err(_) => Some("it is no number".to_owned()),
    }
}

/// Whether a word is written as a decimal number: `1.5`, `-2.`, `1e5`.
fn is_decimal(word: &str) -> bool {
    let word = word.trim_start_matches(['-', '+']);
    word.starts_with(|letter: char| letter.is_ascii_digit() || letter == '.')
        && word.contains(|letter: char| letter.is_ascii_digit())
        && word.chars().all(|letter| letter.is_ascii_digit() || matches!(letter, '.' | 'e' | 'E' | '+' | '-'))
}
