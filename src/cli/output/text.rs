//! Text for people: tables that fit the terminal, with P-positions marked.
use super::{AnswerForm, Format, PositionList, TableAnswer, outer_heaps, page, words};
use crate::cli::stop::Stop;
use crate::cli::terminal;
use nimdsl::tasks::What;
use std::io::Write;

pub(super) const FORMAT: Format = Format {
    name: "text",
    about: "For people",
    is_text: true,
    table,
    bands: None,
    positions: Some(positions),
    answers: Some(AnswerForm::Words),
    chain: None,
    rules: None,
    proofs: None,
};

fn table(table: &TableAnswer<'_>, out: &mut dyn Write) -> Result<(), Stop> {
    let shape = table.shape();
    let (rows, columns) = page(&shape);
    for (registers, values) in &table.table.layers {
        print_registers(table, registers, out)?;
        let values = values.to_vec();
        let widest = values.iter().map(|value| shown(table, *value).len()).max().unwrap_or(1);
        let width = widest.max(columns.to_string().len());
        for (slice, cells) in values.chunks(rows * columns).enumerate() {
            print_heading(table, &shape, slice, out)?;
            print_slice(table, &SlicePage { rows, columns, width, cells }, out)?;
        }
    }
    if table.what == What::Grundy {
        writeln!(out, "[0] marks P-positions of normal play")?;
    }
    Ok(())
}

/// The values of the registers, if there are any, in a line.
pub(super) fn print_registers(table: &TableAnswer<'_>, registers: &[i64], out: &mut dyn Write) -> Result<(), Stop> {
    let registers = table.tabled.registers.iter().zip(registers);
    let names: Vec<String> = registers.map(|(register, value)| format!("{register} = {value}")).collect();
    if !names.is_empty() {
        writeln!(out, "{}", names.join(", "))?;
    }
    Ok(())
}

/// The heaps that do not vary in a slice, if there are any, in a line.
pub(super) fn print_heading(
    table: &TableAnswer<'_>,
    shape: &[usize],
    slice: usize,
    out: &mut dyn Write,
) -> Result<(), Stop> {
    let outer = outer_heaps(slice, shape);
    let heads: Vec<String> =
        table.tabled.heaps.iter().zip(outer).map(|(name, heap)| format!("{name} = {heap}")).collect();
    if !heads.is_empty() {
        writeln!(out, "{}", heads.join(", "))?;
    }
    Ok(())
}

/// The cells of one slice.
struct SlicePage<'a> {
    rows: usize,
    columns: usize,
    /// Letters of the widest cell of the layer.
    width: usize,
    cells: &'a [Option<u32>],
}

/// A slice with the numbers of its rows and columns; on a terminal a table wider than its lines is shown in blocks of
/// columns.
fn print_slice(table: &TableAnswer<'_>, page: &SlicePage<'_>, out: &mut dyn Write) -> Result<(), Stop> {
    let SlicePage { rows, columns, width, cells } = *page;
    let heaps = &table.tabled.heaps;
    let has_rows = 1 < heaps.len();
    let corner = heaps[heaps.len().saturating_sub(2)..].join("\\");
    let head = corner.len().max(rows.to_string().len());
    let fitting = terminal::width().map(|letters| letters.saturating_sub(head + 3).max(width) / (width + 1));
    let block = fitting.unwrap_or(columns).max(1);
    for first in (0..columns).step_by(block) {
        let within = first..columns.min(first + block);
        if first != 0 {
            writeln!(out)?;
        }
        let numbers: Vec<String> = within.clone().map(|column| format!("{column:>width$}")).collect();
        writeln!(out, "{corner:>head$} | {}", numbers.join(" "))?;
        for (row, cells) in cells.chunks(columns).enumerate() {
            let cells = cells[within.clone()].iter().map(|value| {
                let padded = format!("{:>width$}", shown(table, *value));
                if *value == Some(0) { terminal::marked(&padded) } else { padded }
            });
            let label = if has_rows { row.to_string() } else { String::new() };
            writeln!(out, "{label:>head$} | {}", cells.collect::<Vec<_>>().join(" "))?;
        }
    }
    Ok(())
}

fn shown(table: &TableAnswer<'_>, value: Option<u32>) -> String {
    match (value, table.what) {
        (None, _) => ".".to_owned(),
        (Some(0), What::Grundy) => "[0]".to_owned(),
        (Some(value), _) => table.cell(value),
    }
}

fn positions(list: &PositionList<'_>, out: &mut dyn Write) -> Result<(), Stop> {
    for position in &list.found.positions {
        writeln!(out, "{}", words::position(position, list.ruleset))?;
    }
    Ok(())
}
