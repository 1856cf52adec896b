//! Markdown: tables with a row for each line, the P-positions in bold; and proofs in words.
use super::text::{print_heading, print_registers};
use super::{Format, TableAnswer, page};
use crate::cli::stop::Stop;
use nimdsl::rules::Typesetting;
use std::io::Write;

pub(super) const FORMAT: Format = Format {
    name: "md",
    about: "Markdown, with formulas between dollar signs",
    is_text: true,
    table,
    bands: None,
    positions: None,
    answers: None,
    chain: None,
    rules: None,
    proofs: Some(Typesetting::Markdown),
};

/// A table for each slice of two heaps.
fn table(table: &TableAnswer<'_>, out: &mut dyn Write) -> Result<(), Stop> {
    let shape = table.shape();
    let (rows, columns) = page(&shape);
    let corner = table.tabled.heaps[table.tabled.heaps.len().saturating_sub(2)..].join(", ");
    for (registers, values) in &table.table.layers {
        print_registers(table, registers, out)?;
        for (slice, cells) in values.to_vec().chunks(rows * columns).enumerate() {
            print_heading(table, &shape, slice, out)?;
            let numbers: Vec<String> = (0..columns).map(|column| column.to_string()).collect();
            writeln!(out, "\n| {corner} | {} |\n|{}", numbers.join(" | "), "---:|".repeat(columns + 1))?;
            for (row, cells) in cells.chunks(columns).enumerate() {
                let cells = cells.iter().map(|value| match value {
                    None => String::new(),
                    Some(0) => format!("**{}**", table.cell(0)),
                    Some(value) => table.cell(*value),
                });
                let label = if 1 < shape.len() { row.to_string() } else { String::new() };
                writeln!(out, "| {label} | {} |", cells.collect::<Vec<_>>().join(" | "))?;
            }
        }
    }
    Ok(())
}
