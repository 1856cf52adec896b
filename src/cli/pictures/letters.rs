//! A figure to the tree that both libraries draw, in letters of our own.
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use nimdsl::figure::{Figure, Mark, svg};
use resvg::usvg::fontdb::Database;
use resvg::usvg::{Options, Tree};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Latin Modern Roman with fewer letters (`docs/letters/MANIFEST.txt`): upright and italic.
const FACES: [&str; 2] =
    [include_str!("../../../docs/letters/roman.txt"), include_str!("../../../docs/letters/italic.txt")];
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
        let packed: String = face.split_whitespace().collect();
        letters.load_font_data(BASE64_STANDARD.decode(packed).map_err(|why| why.to_string())?);
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
