//! Tables for other programs: LaTeX, Mathematica, `NumPy`; which command has which format. Computes nothing.
use super::Stop;
use super::args::{Command, Format};
use super::commands::show::{cell, nested as nested_json, parameters};
use clap::ValueEnum;
use indexmap::IndexMap;
use nimdsl::check::Document;
use nimdsl::ruleset::Ruleset;
use nimdsl::syntax::print_file;
use nimdsl::table::{Region, Table};
use nimdsl::value::Play;
use npyz::WriterBuilder;
use serde::Serialize;
use serde_json::Value;
use std::fmt::Write as _;
use std::io::Write;

/// Refuses a format that a command does not have.
pub(super) fn accepted(command: &Command, format: Format) -> Result<(), Stop> {
    let (name, formats): (&str, &[Format]) = match command {
        Command::Table { .. } => ("table", Format::value_variants()),
        Command::PPositions { chain: false, .. } => ("p-positions", &[Format::Text, Format::Csv, Format::Json]),
        Command::PPositions { .. } => ("p-positions --chain", &[Format::Text, Format::Json]),
        Command::Check { .. } => ("check", &[Format::Text, Format::Json]),
        Command::Explain { .. } => ("explain", &[Format::Text, Format::Json]),
        Command::Options { .. } => ("options", &[Format::Text, Format::Json]),
        Command::Periods { .. } => ("periods", &[Format::Text, Format::Json]),
        Command::Fmt { .. } => ("fmt", &[Format::Text, Format::Json]),
        Command::Run { .. } => ("run", &[Format::Text, Format::Json]),
        Command::Merge { .. } => ("merge", &[Format::Text, Format::Json]),
        Command::Completions { .. } => ("completions", &[Format::Text]),
        Command::Verify { .. } => ("verify", &[Format::Text, Format::Json]),
        Command::Prove { .. } => ("prove", &[Format::Text, Format::Json]),
        Command::Recheck { .. } => ("recheck", &[Format::Text, Format::Json]),
        Command::Solve { .. } => ("solve", &[Format::Text, Format::Json]),
        Command::Identify { .. } => ("identify", &[Format::Text, Format::Json]),
    };
    if formats.contains(&format) {
        return Ok(());
    }
    let word =
        |format: &Format| format.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
    let known = formats.iter().map(word).collect::<Vec<_>>().join(", ");
    Err(Stop::Message(format!("`{name}` has no --format {}; it has {known}", word(&format)), 2))
}

/// A line that tells where a table comes from.
pub(super) fn cite(document: &Document, ruleset: &Ruleset, region: &Region, play: Play) -> String {
    let bound = match region {
        Region::Box(sizes) => {
            let bounds = ruleset.heaps.iter().zip(sizes).map(|(heap, size)| format!("{heap} < {size}"));
            bounds.collect::<Vec<_>>().join(", ")
        }
        Region::Total(total) => format!("total < {total}"),
    };
    format!(
        "nimdsl {}; ruleset \"{}\", blake3 {}; parameters {}; {play} play; {bound}",
        env!("CARGO_PKG_VERSION"),
        ruleset.name,
        blake3::hash(print_file(&document.file).as_bytes()).to_hex(),
        parameters(ruleset)
    )
}

/// A table as JSON; names in alphabetic order, but registers in the order of the file.
#[derive(Serialize)]
struct Tabled<'a> {
    cite: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    grundy: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    layers: Option<Vec<Layer<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcomes: Option<Value>,
    params: Value,
    play: Play,
    ruleset: &'a str,
    schema: u32,
    size: &'a [u64],
}

/// The values for one choice of the registers.
#[derive(Serialize)]
struct Layer<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    grundy: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcomes: Option<Value>,
    registers: IndexMap<&'a str, i64>,
}

/// One JSON object.
pub(super) fn json(
    ruleset: &Ruleset,
    (table, outcomes): (&Table, bool),
    play: Play,
    cite: &str,
) -> Result<String, serde_json::Error> {
    let kinds = |values: Value| if outcomes { (None, Some(values)) } else { (Some(values), None) };
    let mut layers: Vec<Layer<'_>> = table
        .layers
        .iter()
        .map(|(registers, values)| {
            let (grundy, outcomes) = kinds(nested_json(&table.shape, &values.to_vec(), outcomes));
            let names = ruleset.registers.iter().map(|register| register.name.as_str());
            Layer { grundy, outcomes, registers: names.zip(registers.iter().copied()).collect() }
        })
        .collect();
    let only = if ruleset.registers.is_empty() { layers.pop() } else { None };
    let layers = (!ruleset.registers.is_empty()).then_some(layers);
    let (grundy, outcomes) = only.map_or((None, None), |layer| (layer.grundy, layer.outcomes));
    serde_json::to_string(&Tabled {
        cite,
        grundy,
        layers,
        outcomes,
        params: parameters(ruleset),
        play,
        ruleset: &ruleset.name,
        schema: 1,
        size: &table.shape,
    })
}

/// Arrays for a document, one for each slice of two heaps, the P-positions in bold.
pub(super) fn latex(
    ruleset: &Ruleset,
    table: &Table,
    outcomes: bool,
    cite: &str,
    out: &mut impl Write,
) -> Result<(), Stop> {
    writeln!(out, "% {cite}")?;
    let bounds: Vec<usize> = table.shape.iter().map(|size| usize::try_from(*size).unwrap_or(0)).collect();
    let (columns, outer) = bounds.split_last().map_or((1, &bounds[..]), |(last, outer)| (*last, outer));
    let (rows, outer) = outer.split_last().map_or((1, outer), |(last, outer)| (*last, outer));
    let names: Vec<String> = ruleset.heaps.iter().map(|name| symbol(name)).collect();
    let corner = names[names.len().saturating_sub(2)..].join(r" \backslash ");
    for (registers, values) in &table.layers {
        for (slice, part) in values.to_vec().chunks((columns * rows).max(1)).enumerate() {
            let mut heads: Vec<String> = Vec::new();
            let mut index = slice;
            for (name, bound) in names.iter().zip(outer).rev() {
                heads.insert(0, format!("{name} = {}", index % bound));
                index /= bound;
            }
            let registers = ruleset.registers.iter().zip(registers);
            heads.extend(registers.map(|(register, value)| format!("{} = {value}", symbol(&register.name))));
            writeln!(out, r"\[")?;
            if !heads.is_empty() {
                writeln!(out, r"{}\colon\quad", heads.join(r",\; "))?;
            }
            writeln!(out, r"\begin{{array}}{{r|*{{{columns}}}{{r}}}}")?;
            let numbers: String = (0..columns).fold(String::new(), |mut all, column| {
                let _ = write!(all, " & {column}");
                all
            });
            writeln!(out, r"{corner}{numbers} \\ \hline")?;
            for (row, cells) in part.chunks(columns.max(1)).enumerate() {
                let label = if 1 < names.len() { row.to_string() } else { String::new() };
                let cells = cells.iter().map(|value| match value {
                    None => String::new(),
                    Some(0) => format!(r"\mathbf{{{}}}", cell(*value, outcomes)),
                    Some(_) => cell(*value, outcomes),
                });
                writeln!(out, r"{label} & {} \\", cells.collect::<Vec<_>>().join(" & "))?;
            }
            writeln!(out, "\\end{{array}}\n\\]")?;
        }
    }
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

/// Nested lists; with registers, an association from register values to lists.
pub(super) fn mathematica(
    ruleset: &Ruleset,
    table: &Table,
    outcomes: bool,
    cite: &str,
    out: &mut impl Write,
) -> Result<(), Stop> {
    // A comment ends at the first asterisk before a bracket.
    writeln!(out, "(* {} *)", cite.replace("*)", "* )").replace("(*", "( *"))?;
    let layers = table.layers.iter().map(|(registers, values)| {
        let lists = nested(&table.shape, &values.to_vec(), outcomes);
        if ruleset.registers.is_empty() {
            return lists;
        }
        let registers = ruleset.registers.iter().zip(registers);
        let registers = registers.map(|(register, value)| format!("\"{}\" -> {value}", register.name));
        format!("<|{}|> -> {lists}", registers.collect::<Vec<_>>().join(", "))
    });
    let layers = layers.collect::<Vec<_>>().join(",\n  ");
    if ruleset.registers.is_empty() {
        writeln!(out, "{layers}")?;
    } else {
        writeln!(out, "<|{layers}|>")?;
    }
    Ok(())
}

fn nested(shape: &[u64], values: &[Option<u32>], outcomes: bool) -> String {
    let Some((first, rest)) = shape.split_first() else {
        return match values.first().copied().flatten() {
            None => "Missing[]".to_owned(),
            value if outcomes => format!("\"{}\"", cell(value, outcomes)),
            value => cell(value, outcomes),
        };
    };
    let count = usize::try_from(*first).unwrap_or(0);
    let step = values.len().checked_div(count).unwrap_or(0);
    let parts = (0..count).map(|index| nested(rest, &values[index * step..(index + 1) * step], outcomes));
    let between = if rest.is_empty() { ", " } else { ",\n " };
    format!("{{{}}}", parts.collect::<Vec<_>>().join(between))
}

/// An array of `NumPy`: one axis for each register, then one for each heap; -1 where there is no value. Outcomes are 0
/// for P and 1 for N.
pub(super) fn npy(ruleset: &Ruleset, table: &Table, out: &mut impl Write) -> Result<(), Stop> {
    let mut shape = Vec::new();
    for index in 0..ruleset.registers.len() {
        let mut values: Vec<i64> = table.layers.iter().map(|layer| layer.0[index]).collect();
        values.sort_unstable();
        values.dedup();
        shape.push(values.len() as u64);
    }
    shape.extend(&table.shape);
    let mut writer = npyz::WriteOptions::new().default_dtype().shape(&shape).writer(out).begin_nd()?;
    writer.extend(table.layers.iter().flat_map(|layer| layer.1.iter()).map(|value| value.map_or(-1, i64::from)))?;
    writer.finish()?;
    Ok(())
}
