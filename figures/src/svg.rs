//! A figure as SVG. Rasters are PNG inside of it, with a palette; everything else stays lines and letters.
#[cfg(target_arch = "wasm32")]
mod brief;
#[cfg(not(target_arch = "wasm32"))]
mod raster;

use super::ink::Ink;
use super::marks::{Anchor, Face, Figure, Length, Mark, Outline, SheetPlace};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
#[cfg(target_arch = "wasm32")]
use brief::indexed;
#[cfg(not(target_arch = "wasm32"))]
use raster::indexed;
use std::fmt::Write;

/// How every picture of this kind begins.
pub const OPENING: &str = "<!-- A figure of nimdsl. -->\n<svg ";

/// Cells are repeated until a raster has so many pixels on a side: viewers that blur pixels blur edges alone.
const PIXELS: usize = 1_024;

/// Letters that papers are set in, and those that take their place.
const LETTERS: &str =
    "'New Computer Modern', 'Latin Modern Roman', 'CMU Serif', 'Times New Roman', 'Liberation Serif', serif";

/// Writes a figure. Cost: its marks, and a byte and less for each cell.
#[must_use]
pub fn svg(figure: &Figure) -> String {
    let (width, height) = (Decimal(figure.width), Decimal(figure.height));
    let mut text = format!(
        "{OPENING}xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}pt\" height=\"{height}pt\" viewBox=\"0 0 {width} \
         {height}\" role=\"img\" font-family=\"{LETTERS}\">\n"
    );
    let _ = writeln!(text, "<title>{}</title>", escaped(&figure.title));
    let _ = writeln!(text, "<desc>{}</desc>", escaped(&figure.cite));
    let _ = writeln!(
        text,
        "<metadata><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" \
         xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><rdf:Description rdf:about=\"\" dc:source=\"{}\"/></rdf:RDF></metadata>",
        escaped(&figure.cite)
    );
    let _ = writeln!(text, "<rect width=\"{width}\" height=\"{height}\" fill=\"#FFFFFF\"/>");
    figure.marks.iter().for_each(|mark| write_mark(mark, &mut text));
    text.push_str("</svg>\n");
    text
}

/// One mark as an element of SVG.
fn write_mark(mark: &Mark, text: &mut String) {
    let _ = match mark {
        Mark::Raster { at, size, columns, inks, cells } => raster(text, (*at, *size), *columns, inks, cells),
        Mark::Rectangle { at: (x, y), size: (width, height), fill, outline } => writeln!(
            text,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{}/>",
            Decimal(*x),
            Decimal(*y),
            Decimal(*width),
            Decimal(*height),
            style(*fill, *outline)
        ),
        Mark::Line { through, outline } => {
            writeln!(text, "<polyline points=\"{}\"{}/>", points(through), style(None, Some(*outline)))
        }
        Mark::Polygon { corners, fill } => {
            writeln!(text, "<polygon points=\"{}\"{}/>", points(corners), style(Some(*fill), None))
        }
        Mark::Disc { class, at: (x, y), radius, fill, outline } => writeln!(
            text,
            "<circle class=\"{class}\" cx=\"{}\" cy=\"{}\" r=\"{}\"{}/>",
            Decimal(*x),
            Decimal(*y),
            Decimal(*radius),
            style(*fill, *outline)
        ),
        Mark::Words { at: (x, y), anchor, size, ink, face, text: words } => {
            let anchor = match anchor {
                Anchor::Start => "",
                Anchor::Middle => " text-anchor=\"middle\"",
                Anchor::End => " text-anchor=\"end\"",
            };
            let face = match face {
                Face::Upright => "",
                Face::Name => " font-style=\"italic\"",
            };
            let fill = if *ink == Ink::BLACK { String::new() } else { format!(" fill=\"#{}\"", ink.hex()) };
            let (x, y, size, words) = (Decimal(*x), Decimal(*y), Decimal(*size), escaped(&with_minus(words)));
            writeln!(text, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{anchor}{face}{fill}>{words}</text>")
        }
    };
}

/// Cells as an image, of which viewers are asked not to smooth it.
fn raster(
    text: &mut String,
    (at, size): (SheetPlace, SheetPlace),
    columns: usize,
    inks: &[Ink],
    cells: &[u8],
) -> std::fmt::Result {
    writeln!(
        text,
        "<image x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" preserveAspectRatio=\"none\" \
         image-rendering=\"optimizeSpeed\" style=\"image-rendering:pixelated\" href=\"data:image/png;base64,{}\"/>",
        Decimal(at.0),
        Decimal(at.1),
        Decimal(size.0),
        Decimal(size.1),
        BASE64_STANDARD.encode(pixels(columns.max(1), inks, cells))
    )
}

/// Cells as PNG with a palette, each of them a square of pixels.
fn pixels(columns: usize, inks: &[Ink], cells: &[u8]) -> Vec<u8> {
    let rows = cells.len() / columns;
    let side = (PIXELS / columns.max(rows).max(1)).max(1);
    let line = |row: &[u8]| row.iter().flat_map(|shade| std::iter::repeat_n(*shade, side)).collect::<Vec<u8>>();
    let data: Vec<u8> = cells.chunks(columns).flat_map(|row| line(row).repeat(side)).collect();
    let number = |count: usize| u32::try_from(count * side).expect("a table that was computed has few cells on a side");
    let palette: Vec<u8> = inks.iter().flat_map(|ink| [ink.0, ink.1, ink.2]).collect();
    indexed((number(columns), number(rows)), palette, &data)
}

fn points(places: &[SheetPlace]) -> String {
    let written = places.iter().map(|(x, y)| format!("{},{}", Decimal(*x), Decimal(*y)));
    written.collect::<Vec<_>>().join(" ")
}

fn style(fill: Option<Ink>, outline: Option<Outline>) -> String {
    let mut text = fill.map_or_else(|| " fill=\"none\"".to_owned(), |ink| format!(" fill=\"#{}\"", ink.hex()));
    if let Some(Outline { ink, width }) = outline {
        let _ = write!(text, " stroke=\"#{}\" stroke-width=\"{}\"", ink.hex(), Decimal(width));
    }
    text
}

/// A length in points with its decimals, none that are zero at the end.
#[derive(Clone, Copy)]
pub(super) struct Decimal(pub(super) Length);

impl std::fmt::Display for Decimal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (sign, size) = (if self.0 < 0 { "-" } else { "" }, self.0.unsigned_abs());
        let (whole, part) = (size / 1_000, format!("{:03}", size % 1_000));
        let part = part.trim_end_matches('0');
        if part.is_empty() { write!(f, "{sign}{whole}") } else { write!(f, "{sign}{whole}.{part}") }
    }
}

/// A number with its sign as it is printed.
fn with_minus(words: &str) -> String {
    let is_negative = words.parse::<i64>().is_ok_and(|number| number < 0);
    if is_negative { words.replace('-', "\u{2212}") } else { words.to_owned() }
}

/// A stranger's text as XML has to have it; what XML has no way to write is a space, and so are ends of lines.
fn escaped(text: &str) -> String {
    let is_none = |letter: char| letter.is_control() || matches!(letter, '\u{FFFE}' | '\u{FFFF}');
    text.replace(is_none, " ").replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
