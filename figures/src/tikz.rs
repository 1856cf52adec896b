//! A figure as `TikZ`: letters are those of the paper. Cells are rectangles that reach below their neighbours, so that no seams
//! show; of large boards there would be too many.
use super::ink::Ink;
use super::marks::{self, Anchor, Face, Figure, Mark, Outline, SheetPlace};
use super::svg::Decimal;
use std::collections::BTreeSet;
use std::fmt::Write;

/// How every picture of this kind begins.
pub const OPENING: &str = "% A figure of nimdsl; needs \\usepackage{amsmath,tikz}\n";

/// Rectangles that TeX draws in a second or two.
const MOST: usize = 20_000;
/// How far a cell reaches below those that are drawn after it.
const BELOW: i64 = 150;

/// Names and texts of strangers to LaTeX, so that it obeys none of them. Both are given a text without control characters.
#[derive(Clone, Copy, Debug)]
pub struct Typesetter {
    /// A name as it is written in mathematics, between dollars.
    pub name: fn(&str) -> String,
    /// A text as it is written in a paragraph.
    pub text: fn(&str) -> String,
}

/// Writes a figure; how LaTeX writes names and texts is said by whoever knows it.
///
/// # Errors
/// A board with too many cells, and what to do.
pub fn tikz(figure: &Figure, typesetter: Typesetter) -> Result<String, String> {
    let mut inks = BTreeSet::new();
    let mut body = String::new();
    let mut rectangles = 0;
    for mark in &figure.marks {
        if let Mark::Raster { columns, cells, .. } = mark {
            rectangles += runs(*columns, cells).len();
        }
        if MOST < rectangles {
            return Err(format!(
                "the cells of the board are more than {MOST} rectangles, which takes TeX too long: write .svg, and turn it into \
                 PDF with `rsvg-convert --format pdf`"
            ));
        }
        write_mark(mark, typesetter, &mut inks, &mut body);
    }
    let mut text = format!("{OPENING}% {}\n", line(&figure.cite));
    text.push_str("\\begin{tikzpicture}[x=1bp, y=-1bp, line join=round, inner sep=0pt, outer sep=0pt]\n");
    for ink in inks {
        let _ = writeln!(text, "\\definecolor{{nim{0}}}{{HTML}}{{{0}}}", ink.hex());
    }
    let (width, height) = (Decimal(figure.width), Decimal(figure.height));
    let _ = writeln!(text, "\\useasboundingbox (0,0) rectangle ({width},{height});");
    text.push_str(&body);
    text.push_str("\\end{tikzpicture}\n");
    Ok(text)
}

/// Neighbours of one ink in a row: row, first column, column behind the last, ink.
fn runs(columns: usize, cells: &[u8]) -> Vec<(usize, usize, usize, u8)> {
    let mut found = Vec::new();
    for (row, cells) in cells.chunks(columns.max(1)).enumerate() {
        let mut first = 0;
        for run in cells.chunk_by(|one, next| one == next) {
            found.push((row, first, first + run.len(), run[0]));
            first += run.len();
        }
    }
    found
}

/// One mark as a command of `TikZ`; the colours that it needs are noted.
fn write_mark(mark: &Mark, typesetter: Typesetter, inks: &mut BTreeSet<Ink>, text: &mut String) {
    let mut named = |ink: Ink| {
        inks.insert(ink);
        format!("nim{}", ink.hex())
    };
    let mut line_style =
        |outline: &Outline| format!("draw={}, line width={}bp", named(outline.ink), Decimal(outline.width));
    let _ = match mark {
        Mark::Raster { at, size, columns, inks: all, cells } => {
            raster(text, (*at, *size), *columns, cells, |shade| named(all[usize::from(shade)]))
        }
        Mark::Rectangle { at, size, fill, outline } => {
            let mut styles: Vec<String> = outline.iter().map(&mut line_style).collect();
            styles.extend(fill.map(|ink| format!("fill={}", named(ink))));
            let corner = (at.0 + size.0, at.1 + size.1);
            writeln!(text, "\\path[{}] {} rectangle {};", styles.join(", "), place(*at), place(corner))
        }
        Mark::Line { through, outline } => {
            let places: Vec<String> = through.iter().map(|at| place(*at)).collect();
            writeln!(text, "\\path[{}] {};", line_style(outline), places.join(" -- "))
        }
        Mark::Polygon { corners, fill } => {
            let places: Vec<String> = corners.iter().map(|at| place(*at)).collect();
            writeln!(text, "\\fill[{}] {} -- cycle;", named(*fill), places.join(" -- "))
        }
        Mark::Disc { at, radius, fill, outline, .. } => {
            let mut styles: Vec<String> = outline.iter().map(&mut line_style).collect();
            styles.extend(fill.map(|ink| format!("fill={}", named(ink))));
            writeln!(text, "\\path[{}] {} circle[radius={}bp];", styles.join(", "), place(*at), Decimal(*radius))
        }
        Mark::Words { at, anchor, size, ink, face, text: words } => {
            let anchor = match anchor {
                Anchor::Start => "base west",
                Anchor::Middle => "base",
                Anchor::End => "base east",
            };
            let colour = if *ink == Ink::BLACK { String::new() } else { format!(", text={}", named(*ink)) };
            let (size, lead) = (Decimal(*size), Decimal(size * 12 / 10));
            let words = match face {
                Face::Upright if words.parse::<i64>().is_ok_and(|number| number < 0) => format!("${words}$"),
                Face::Upright => (typesetter.text)(&line(words)),
                Face::Name => line(words)
                    .split(", ")
                    .map(|name| format!("${}$", (typesetter.name)(name)))
                    .collect::<Vec<_>>()
                    .join(", "),
            };
            writeln!(
                text,
                "\\node[anchor={anchor}{colour}, font=\\fontsize{{{size}}}{{{lead}}}\\selectfont] at {} {{{words}}};",
                place(*at)
            )
        }
    };
}

/// Cells, neighbours of one ink together; what is drawn later covers what reaches below it.
fn raster(
    text: &mut String,
    (at, size): (SheetPlace, SheetPlace),
    columns: usize,
    cells: &[u8],
    mut named: impl FnMut(u8) -> String,
) -> std::fmt::Result {
    let (across, along) = (marks::cells(columns.max(1)), marks::cells((cells.len() / columns.max(1)).max(1)));
    let right = at.0 + size.0;
    let bottom = at.1 + size.1;
    for (row, first, end, shade) in runs(columns, cells) {
        let corner = (at.0 + marks::cells(first) * size.0 / across, at.1 + marks::cells(row) * size.1 / along);
        let other =
            (at.0 + marks::cells(end) * size.0 / across + BELOW, at.1 + marks::cells(row + 1) * size.1 / along + BELOW);
        let other = (other.0.min(right), other.1.min(bottom));
        writeln!(text, "\\fill[{}] {} rectangle {};", named(shade), place(corner), place(other))?;
    }
    Ok(())
}

fn place((x, y): SheetPlace) -> String {
    format!("({},{})", Decimal(x), Decimal(y))
}

/// A stranger's text in one line, which a comment ends with.
fn line(text: &str) -> String {
    text.replace(char::is_control, " ")
}
