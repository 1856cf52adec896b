//! LaTeX: arrays for a paper, one for each slice of two heaps, the P-positions in bold.
use super::{Format, TableAnswer, outer_heaps, page};
use crate::cli::stop::Stop;
use std::fmt::Write as _;
use std::io::Write;

pub(super) const FORMAT: Format = Format { name: "latex", about: "For a paper", table, positions: None, answers: None };

fn table(table: &TableAnswer<'_>, out: &mut dyn Write) -> Result<(), Stop> {
    writeln!(out, "% {}", table.cite())?;
    let shape = table.shape();
    let (rows, columns) = page(&shape);
    let names: Vec<String> = table.ruleset.heaps.iter().map(|name| symbol(name)).collect();
    for (registers, values) in &table.table.layers {
        for (slice, part) in values.to_vec().chunks(columns * rows).enumerate() {
            let outer = outer_heaps(slice, &shape);
            let mut heads: Vec<String> =
                names.iter().zip(outer).map(|(name, heap)| format!("{name} = {heap}")).collect();
            let registers = table.ruleset.registers.iter().zip(registers);
            heads.extend(registers.map(|(register, value)| format!("{} = {value}", symbol(&register.name))));
            writeln!(out, r"\[")?;
            if !heads.is_empty() {
                writeln!(out, r"{}\colon\quad", heads.join(r",\; "))?;
            }
            print_array(table, &names, part, columns, out)?;
            writeln!(out, "\\]")?;
        }
    }
    Ok(())
}

/// The cells of one slice, with the numbers of its rows and columns.
fn print_array(
    table: &TableAnswer<'_>,
    names: &[String],
    cells: &[Option<u32>],
    columns: usize,
    out: &mut dyn Write,
) -> Result<(), Stop> {
    let corner = names[names.len().saturating_sub(2)..].join(r" \backslash ");
    writeln!(out, r"\begin{{array}}{{r|*{{{columns}}}{{r}}}}")?;
    let numbers: String = (0..columns).fold(String::new(), |mut all, column| {
        let _ = write!(all, " & {column}");
        all
    });
    writeln!(out, r"{corner}{numbers} \\ \hline")?;
    for (row, cells) in cells.chunks(columns).enumerate() {
        let label = if 1 < names.len() { row.to_string() } else { String::new() };
        let cells = cells.iter().map(|value| match value {
            None => String::new(),
            Some(0) => format!(r"\mathbf{{{}}}", table.cell(0)),
            Some(value) => table.cell(*value),
        });
        writeln!(out, r"{label} & {} \\", cells.collect::<Vec<_>>().join(" & "))?;
    }
    writeln!(out, "\\end{{array}}")?;
    Ok(())
}

/// A name in LaTeX's mathematics: `h[1]` with an index, Greek letters by their names, long names upright.
fn symbol(name: &str) -> String {
    const GREEK: &str = "αβγδεζηθικλμνξοπρστυφχψω";
    const NAMES: [&str; 24] = [
        "alpha",
        "beta",
        "gamma",
        "delta",
        "varepsilon",
        "zeta",
        "eta",
        "theta",
        "iota",
        "kappa",
        "lambda",
        "mu",
        "nu",
        "xi",
        "omicron",
        "pi",
        "rho",
        "sigma",
        "tau",
        "upsilon",
        "varphi",
        "chi",
        "psi",
        "omega",
    ];
    if let Some((array, index)) = name.strip_suffix(']').and_then(|name| name.split_once('[')) {
        return format!("{}_{{{index}}}", symbol(array));
    }
    let greek = |letter: char| GREEK.chars().position(|known| known == letter).map(|index| NAMES[index]);
    let mut letters = name.chars();
    match (letters.next(), letters.next()) {
        (Some('ο'), None) => "o".to_owned(),
        (Some(letter), None) => greek(letter).map_or_else(|| name.to_owned(), |name| format!("\\{name}")),
        _ => format!(r"\mathrm{{{}}}", name.replace('_', r"\_")),
    }
}
