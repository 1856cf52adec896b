//! Comma-separated values: a line for each row of a table, or for each position.
use super::text::{print_heading, print_registers};
use super::{Format, PositionList, TableAnswer, page};
use crate::cli::stop::Stop;
use std::io::Write;

pub(super) const FORMAT: Format = Format {
    name: "csv",
    about: "Comma-separated values",
    table,
    positions: Some(positions),
    answers: None,
    chain: None,
    rules: None,
    proofs: None,
};

fn table(table: &TableAnswer<'_>, out: &mut dyn Write) -> Result<(), Stop> {
    let shape = table.shape();
    let (rows, columns) = page(&shape);
    for (registers, values) in &table.table.layers {
        print_registers(table, registers, out)?;
        for first in (0..values.len()).step_by(columns) {
            if first.is_multiple_of(rows * columns) {
                print_heading(table, &shape, first / (rows * columns), out)?;
            }
            let cells = values.part(first..first + columns);
            let cells = cells.map(|value| value.map_or_else(String::new, |value| table.cell(value)));
            writeln!(out, "{}", cells.collect::<Vec<_>>().join(","))?;
        }
    }
    Ok(())
}

fn positions(list: &PositionList<'_>, out: &mut dyn Write) -> Result<(), Stop> {
    for position in &list.found.positions {
        writeln!(out, "{}", position.iter().map(ToString::to_string).collect::<Vec<_>>().join(","))?;
    }
    Ok(())
}
