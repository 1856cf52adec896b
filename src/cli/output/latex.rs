//! LaTeX: tables for a paper, one for each slice of two heaps, the P-positions in bold; and rules as papers print them.
use super::{Format, TableAnswer, outer_heaps, page};
use crate::cli::stop::Stop;
use nimdsl::latex::{symbol, text};
use nimdsl::rules::{Narrowed, Shown, Typesetting};
use nimdsl::tasks::What;
use std::io::Write;
use std::ops::Range;

pub(super) const FORMAT: Format = Format {
    name: "latex",
    about: "For a paper",
    is_text: true,
    table,
    bands: None,
    positions: None,
    answers: None,
    chain: None,
    rules: Some(rules),
    proofs: Some(Typesetting::Latex),
};

/// The width of a line in points, and what a digit and the space between columns take of it: those of the class `article`.
const LINE: usize = 345;
const DIGIT: usize = 5;
const SPACE: usize = 5;

/// A table that breaks over pages for each slice of two heaps, in blocks of columns that fit a line.
fn table(table: &TableAnswer<'_>, out: &mut dyn Write) -> Result<(), Stop> {
    writeln!(out, "% {}", one_line(&table.cite()))?;
    writeln!(out, r"% \usepackage{{amsmath,array,longtable}}")?;
    let shape = table.shape();
    let (rows, columns) = page(&shape);
    let names: Vec<String> = table.tabled.heaps.iter().map(|name| symbol(name)).collect();
    for (registers, values) in &table.table.layers {
        for (slice, cells) in values.to_vec().chunks(columns * rows).enumerate() {
            let outer = outer_heaps(slice, &shape);
            let mut fixed: Vec<String> =
                names.iter().zip(outer).map(|(name, heap)| format!("${name} = {heap}$")).collect();
            let registers = table.tabled.registers.iter().zip(registers);
            fixed.extend(registers.map(|(register, value)| format!("${} = {value}$", symbol(register))));
            fixed.extend(table.tabled.only.iter().map(|only| match only {
                Narrowed::Heap(name, value) => format!("${} = {value}$", symbol(name)),
                Narrowed::Start => only.to_string(),
            }));
            print_blocks(table, &LatexSlice { names: &names, cells, columns, rows, fixed }, out)?;
        }
    }
    Ok(())
}

/// The cells in which two heaps run.
struct LatexSlice<'a> {
    names: &'a [String],
    cells: &'a [Option<u32>],
    columns: usize,
    rows: usize,
    /// The values of everything that does not run.
    fixed: Vec<String>,
}

/// The blocks of a slice, all under one number of a table.
fn print_blocks(table: &TableAnswer<'_>, slice: &LatexSlice<'_>, out: &mut dyn Write) -> Result<(), Stop> {
    let widest = slice.cells.iter().flatten().map(|value| table.cell(*value).len()).max().unwrap_or(1);
    let width = widest.max(slice.columns.saturating_sub(1).to_string().len()) * DIGIT + SPACE;
    let head = slice.rows.to_string().len().max(5) * DIGIT + SPACE;
    let block = (LINE.saturating_sub(head) / width).max(1);
    for first in (0..slice.columns).step_by(block) {
        let within = first..slice.columns.min(first + block);
        let caption = if first == 0 {
            caption(table, slice)
        } else {
            writeln!(out, r"\addtocounter{{table}}{{-1}}")?;
            let column = slice.names.last().map_or("", String::as_str);
            format!(r"\caption[]{{(continued) ${} \le {column} \le {}$}}", within.start, within.end - 1)
        };
        print_block(table, slice, within, &caption, out)?;
    }
    Ok(())
}

/// What a table shows, of what, where.
fn caption(table: &TableAnswer<'_>, slice: &LatexSlice<'_>) -> String {
    let registers = table.tabled.registers.iter().map(|register| symbol(register));
    let place: Vec<String> = slice.names.iter().cloned().chain(registers).collect();
    let what = match table.what {
        What::Grundy => format!(r"Grundy values $\mathcal{{G}}({})$", place.join(", ")),
        What::Outcomes => format!("Outcomes of $({})$", place.join(", ")),
    };
    let parameters = table.ruleset.parameters.iter().map(|(name, value)| {
        let value = value.to_string().replace('{', r"\{").replace('}', r"\}");
        format!("${} = {value}$", symbol(name))
    });
    let fixed: Vec<String> = parameters.chain(slice.fixed.iter().cloned()).collect();
    let fixed = if fixed.is_empty() { String::new() } else { format!(" for {}", fixed.join(", ")) };
    let title = text(&table.ruleset.name);
    let title = if title.is_empty() { String::new() } else { format!(r" of \emph{{{title}}}") };
    format!(r"\caption{{{what}{title}{fixed}; P-positions are bold}}")
}

/// Some columns of a slice, with the numbers of its rows and columns on every page.
fn print_block(
    table: &TableAnswer<'_>,
    slice: &LatexSlice<'_>,
    within: Range<usize>,
    caption: &str,
    out: &mut dyn Write,
) -> Result<(), Stop> {
    let names = slice.names;
    let corner = names[names.len().saturating_sub(2)..].join(r" \backslash ");
    let numbers: Vec<String> = within.clone().map(|column| column.to_string()).collect();
    let numbers = format!(" & {}", numbers.join(" & "));
    writeln!(out, r"{{\setlength{{\tabcolsep}}{{2.5pt}}")?;
    writeln!(out, r"\begin{{longtable}}{{>{{$}}r<{{$}}|*{{{}}}{{>{{$}}r<{{$}}}}}}", within.len())?;
    writeln!(out, r"{caption} \\")?;
    writeln!(out, r"{corner}{numbers} \\ \hline \endfirsthead")?;
    writeln!(out, r"{corner}{numbers} \\ \hline \endhead")?;
    for (row, cells) in slice.cells.chunks(slice.columns).enumerate() {
        let label = if 1 < names.len() { row.to_string() } else { String::new() };
        let cells = cells[within.clone()].iter().map(|value| match value {
            None => String::new(),
            Some(0) => format!(r"\mathbf{{{}}}", table.cell(0)),
            Some(value) => table.cell(*value),
        });
        writeln!(out, r"{label} & {} \\", cells.collect::<Vec<_>>().join(" & "))?;
    }
    writeln!(out, "\\end{{longtable}}}}")?;
    Ok(())
}

/// A definition, what claims speak of, and the claims as a list.
fn rules(shown: &Shown, out: &mut dyn Write) -> Result<(), Stop> {
    writeln!(
        out,
        "% nimdsl {}; ruleset \"{}\", blake3 {}",
        env!("CARGO_PKG_VERSION"),
        one_line(&shown.ruleset),
        shown.hash
    )?;
    writeln!(out, r"% \usepackage{{amsmath,amssymb}}")?;
    write!(out, "{}", shown.latex)?;
    if !shown.notation.is_empty() && !shown.claims.is_empty() {
        writeln!(out, "\nNotation: {}.", shown.notation.join("; "))?;
    }
    if !shown.claims.is_empty() {
        writeln!(out, "\n\\begin{{description}}\\sloppy")?;
        for claim in &shown.claims {
            writeln!(out, r"\item[{}] \textbf{{({})}} {}", capital(claim.kind.word()), text(&claim.name), claim.latex)?;
        }
        writeln!(out, r"\end{{description}}")?;
    }
    Ok(())
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A comment ends with its line.
fn one_line(words: &str) -> String {
    words.replace(char::is_control, " ")
}
