//! A figure to the tree that both libraries draw, in letters of our own. Writes no file.
use crate::marks::{Figure, Mark};
use crate::svg::svg;
use resvg::usvg::fontdb::Database;
use resvg::usvg::{Options, Tree};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Latin Modern Roman with fewer letters (`letters/MANIFEST.txt`): upright and italic.
const FACES: [&str; 2] = [include_str!("../../letters/roman.txt"), include_str!("../../letters/italic.txt")];
/// The name of both.
const FAMILY: &str = "nimdsl Roman";

/// The letters that there are, but for a few that nobody writes.
const LETTERS: [RangeInclusive<char>; 8] = [
    ' '..='~',
    '\u{a0}'..='\u{17f}',
    '\u{218}'..='\u{21b}',
    '\u{2013}'..='\u{2014}',
    '\u{2018}'..='\u{201e}',
    '\u{2020}'..='\u{2026}',
    '\u{2190}'..='\u{2193}',
    '\u{2212}'..='\u{2212}',
];

/// What is drawn, at so many pixels to an inch.
pub(super) fn tree(figure: &Figure, resolution: u16) -> Result<Tree, String> {
    let mut letters = Database::new();
    for face in FACES {
        letters.load_font_data(bytes(face).ok_or("letters are two digits for each byte")?);
    }
    letters.set_serif_family(FAMILY);
    let options = Options {
        dpi: resolution.into(),
        font_family: FAMILY.to_owned(),
        fontdb: Arc::new(letters),
        ..Options::default()
    };
    Tree::from_str(&svg(&legible(figure)), &options).map_err(|why| format!("it cannot be drawn: {why}"))
}

/// What two digits of base 16 for each byte say.
fn bytes(digits: &str) -> Option<Vec<u8>> {
    let byte = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
    (0..digits.trim_end().len()).step_by(2).map(byte).collect()
}

/// The figure with a question mark for each letter that there is not.
fn legible(figure: &Figure) -> Figure {
    let mut figure = figure.clone();
    for mark in &mut figure.marks {
        if let Mark::Words { text, .. } = mark {
            *text = text.chars().map(|letter| if is_known(letter) { letter } else { '?' }).collect();
        }
    }
    figure
}

fn is_known(letter: char) -> bool {
    LETTERS.iter().any(|letters| letters.contains(&letter))
}
