//! Changes of texts that keep most of their structure: tokens, numbers, lines and clauses. Knows no grammar.
use crate::draw::Draw;
use crate::terms::EXTREMES;
use fastrand::Rng;

/// The tokens of a text, white space among them; together they are the text.
pub fn tokens(text: &str) -> Vec<&str> {
    let class = |letter: char| match letter {
        _ if letter.is_alphanumeric() || letter == '_' => 0,
        _ if letter.is_whitespace() => 1,
        _ => 2,
    };
    let mut all = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match class(first) {
            2 => ["->", "<=", ">=", "!=", ".."]
                .iter()
                .find(|sign| rest.starts_with(**sign))
                .map_or(first.len_utf8(), |sign| sign.len()),
            kind => rest.find(|letter| class(letter) != kind).unwrap_or(rest.len()),
        };
        let (token, after) = rest.split_at(length);
        all.push(token);
        rest = after;
    }
    all
}

const SIGNS: [&str; 35] = [
    "<",
    "<=",
    ">",
    ">=",
    "=",
    "!=",
    "+",
    "-",
    "*",
    "/",
    "^",
    " mod ",
    " xor ",
    " and ",
    " or ",
    " not ",
    " implies ",
    " iff ",
    " in ",
    " divides ",
    " union ",
    " minus ",
    " intersect ",
    "->",
    ",",
    ":",
    ";",
    "'",
    "..",
    "|",
    " sym ",
    " where ",
    " for ",
    " except ",
    " of ",
];
const ODD: [&str; 14] =
    ["\u{202e}", "\u{0}", "é", "′", "ω", "𝔸", "\r", "\t", "\u{feff}", "≤", "⌊", "\u{301}", "\"", "#"];

/// A changed text; parts of `other` may stand in it.
pub fn mutate(rng: &mut Rng, text: &str, other: &str) -> String {
    let mut text = text.to_owned();
    for _ in 0..*rng.one(&[1, 1, 1, 2, 2, 3, 5]) {
        text = once(rng, &text, other);
    }
    text
}

/// A text with one thing changed: a line, a clause, a token, or a piece of another text in it.
fn once(rng: &mut Rng, text: &str, other: &str) -> String {
    match rng.usize(0..12) {
        0 => return lines(rng, text, other),
        1 => return clauses(rng, text, other),
        _ => {}
    }
    let mut all: Vec<String> = tokens(text).into_iter().map(str::to_owned).collect();
    let solid: Vec<usize> = (0..all.len()).filter(|at| !all[*at].trim().is_empty()).collect();
    if solid.is_empty() {
        return other.to_owned();
    }
    let at = *rng.one(&solid);
    let to = *rng.one(&solid);
    let is_number = |token: &String| token.starts_with(|letter: char| letter.is_ascii_digit());
    let numbers: Vec<usize> = solid.iter().copied().filter(|at| is_number(&all[*at])).collect();
    match rng.usize(0..14) {
        0 => all.swap(at, to),
        1 => drop(all.remove(at)),
        2 => all.insert(at, format!("{} ", all[to])),
        3..=6 if !numbers.is_empty() => {
            let at = *rng.one(&numbers);
            all[at] = match rng.usize(0..4) {
                0 => format!("-{}", rng.one(&EXTREMES)),
                1 | 2 => (*rng.one(&EXTREMES)).to_owned(),
                _ => rng.u64(0..9).to_string(),
            };
        }
        7 => {
            let parts = tokens(other);
            let part = parts[rng.usize(0..parts.len().max(1)).min(parts.len().saturating_sub(1))..].first();
            all[at] = part.map_or_else(String::new, |part| (*part).to_owned());
        }
        8 => all[at] = (*rng.one(&SIGNS)).to_owned(),
        9 => {
            let (from, until) = (at.min(to), at.max(to));
            let (open, close) = *rng.one(&[
                ("(", ")"),
                ("{", "}"),
                ("[", "]"),
                ("|", "|"),
                ("⌊", "⌋"),
                ("floor(", ")"),
                ("", ")"),
                ("(", ""),
            ]);
            all.insert(until + 1, close.to_owned());
            all.insert(from, open.to_owned());
        }
        10 => all.insert(at, (*rng.one(&ODD)).to_owned()),
        11 => {
            // One name or sign for another, everywhere.
            let (old, new) = (all[at].clone(), all[to].clone());
            all.iter_mut().filter(|token| **token == old).for_each(|token| token.clone_from(&new));
        }
        12 => all.truncate(at),
        _ => all[at] = all[to].clone(),
    }
    all.concat()
}

fn lines(rng: &mut Rng, text: &str, other: &str) -> String {
    let mut all: Vec<&str> = text.split_inclusive('\n').collect();
    let others: Vec<&str> = other.split_inclusive('\n').collect();
    if all.is_empty() {
        return other.to_owned();
    }
    let at = rng.usize(0..all.len());
    match rng.usize(0..5) {
        0 => drop(all.remove(at)),
        1 => all.insert(at, all[rng.usize(0..all.len())]),
        2 => {
            let to = rng.usize(0..all.len());
            all.swap(at, to);
        }
        _ if !others.is_empty() => {
            let from = rng.usize(0..others.len());
            let count = (1 + rng.usize(0..4)).min(others.len() - from);
            all.splice(at..at, others[from..from + count].iter().copied());
        }
        _ => {}
    }
    all.concat()
}

/// Conditions between commas, moved from one place to another.
fn clauses(rng: &mut Rng, text: &str, other: &str) -> String {
    let mut all: Vec<&str> = text.split(", ").collect();
    let others: Vec<&str> = other.split(", ").collect();
    let at = rng.usize(0..all.len());
    let clause = others[rng.usize(0..others.len())].lines().next().unwrap_or("");
    match rng.usize(0..4) {
        0 => all.insert(at, clause),
        1 => drop(all.remove(at)),
        2 => all[at] = clause,
        _ => {
            let to = rng.usize(0..all.len());
            all.swap(at, to);
        }
    }
    all.join(", ")
}
