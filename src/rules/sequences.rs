//! Lists of integers on the page: read from a text, and named. Opens no file: the lines of the OEIS come from whoever asks.
use super::{NoAnswer, Rules};
use crate::ruleset::{Position, words};
use dashu_int::IBig;
use nimdsl_identify::{Chain, SequenceName, oeis};
use serde::Serialize;
use std::collections::HashSet;

/// More terms are refused.
const MOST: usize = 100_000;
/// Characters of a wrong term that a message repeats.
const SHOWN: usize = 40;

/// What a list of integers may be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Identified {
    /// The simplest kinds first; empty if nothing fits with enough terms left over.
    pub hits: Vec<SequenceName>,
}

/// What a list of integers may be, by its terms alone.
///
/// ```
/// use nimdsl::rules::{identify, terms};
///
/// # fn main() -> Result<(), nimdsl::rules::NoAnswer> {
/// let named = identify(&terms("0, 1, 3, 6, 10, 15, 21, 28, 36, 45")?);
/// assert_eq!(named.hits[0].name, "triangular numbers (A000217)");
/// # Ok(())
/// # }
/// ```
#[must_use]
pub fn identify(terms: &[IBig]) -> Identified {
    Identified { hits: nimdsl_identify::identify(terms) }
}

/// The entries of the OEIS that hold a list, from the lines of its files `stripped` and `names`.
pub fn find_in_oeis<S, N>(terms: &[IBig], stripped: S, names: N) -> Identified
where
    S: IntoIterator<Item: AsRef<str>>,
    N: IntoIterator<Item: AsRef<str>>,
{
    Identified { hits: oeis::find(terms, stripped, names) }
}

impl Rules {
    /// a1, a2, ... and its name, if positions are (a1, a2), (a2, a3), ... and their mirror images.
    ///
    /// # Errors
    /// Why they are not.
    pub fn chain(&self, positions: &[Position]) -> Result<Chain, NoAnswer> {
        let ruleset = self.ruleset();
        if ruleset.heaps.len() != 2 || !ruleset.registers.is_empty() {
            return Err(NoAnswer::Question("a chain needs two heaps and no registers".to_owned()));
        }
        let known: HashSet<&Position> = positions.iter().collect();
        let alone = positions.iter().find(|position| !known.contains(&vec![position[1], position[0]]));
        if let Some(position) = alone {
            let here = words::numbers(position, 2);
            let mirrored = words::numbers(&[position[1], position[0]], 2);
            let why = "so the positions are no chain with its mirror images";
            return Err(NoAnswer::Question(format!("{here} is listed and {mirrored} is not, {why}")));
        }
        let sorted: Vec<&[i64]> = positions.iter().map(Vec::as_slice).filter(|position| position.is_sorted()).collect();
        let none = "the positions with x <= y do not form a chain (a1, a2), (a2, a3), ...";
        Chain::of(&sorted).ok_or_else(|| NoAnswer::Question(none.to_owned()))
    }
}

/// Integers of any length, separated by commas or spaces.
///
/// # Errors
/// Nothing at all, more than 100,000 terms, or the first word that is no integer.
pub fn terms(text: &str) -> Result<Vec<IBig>, NoAnswer> {
    let text = text.trim().trim_end_matches(',');
    if text.is_empty() {
        return Err(NoAnswer::Question("there are no terms; write for example 0,1,3,6,10,15".to_owned()));
    }
    let mut terms = Vec::new();
    for (place, part) in (1_usize..).zip(text.split(',').flat_map(words)) {
        if MOST < place {
            return Err(NoAnswer::Question(format!("more than {MOST} terms")));
        }
        terms.push(term(part).ok_or_else(|| wrong(part, place))?);
    }
    Ok(terms)
}

/// The words between two commas; nothing at all is one empty word.
fn words(part: &str) -> Vec<&str> {
    let words: Vec<&str> = part.split_whitespace().collect();
    if words.is_empty() { vec![""] } else { words }
}

fn term(word: &str) -> Option<IBig> {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| word.parse().ok()).flatten()
}

fn wrong(word: &str, place: usize) -> NoAnswer {
    let start: String = word.chars().take(SHOWN).collect();
    let more = if start.len() < word.len() { "..." } else { "" };
    let told = if word.is_empty() { "is empty".to_owned() } else { format!("`{start}{more}` is not an integer") };
    NoAnswer::Question(format!("term {place} {told}; write for example 0,1,3,6,10,15"))
}
