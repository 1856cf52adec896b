//! Comma-separated values: a line for each row of a table, or for each position.
use super::text::{print_heading, print_registers};
use super::{BandForm, BandsHead, Format, PositionList, TableAnswer, cell, page};
use crate::cli::stop::Stop;
use nimdsl::engine::RowBand;
use std::io::Write;

pub(super) const FORMAT: Format = Format {
    name: "csv",
    about: "Comma-separated values",
    is_text: true,
    table,
    bands: Some(bands),
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

fn bands(head: BandsHead) -> Box<dyn BandForm> {
    Box::new(CsvBands(head))
}

/// A line for each row; two heaps have no headings.
struct CsvBands(BandsHead);

impl BandForm for CsvBands {
    fn begin(&mut self, _out: &mut dyn Write) -> Result<(), Stop> {
        Ok(())
    }

    fn band(&mut self, band: &RowBand, out: &mut dyn Write) -> Result<(), Stop> {
        let Self(BandsHead { what, shape: [_, columns] }) = *self;
        let mut line = String::new();
        for first in (0..band.len()).step_by(columns.max(1)) {
            line.clear();
            for (at, value) in band.part(first..first + columns).enumerate() {
                if 0 < at {
                    line.push(',');
                }
                if let Some(value) = value {
                    line.push_str(&cell(what, value));
                }
            }
            line.push('\n');
            out.write_all(line.as_bytes())?;
        }
        Ok(())
    }

    fn end(&mut self, _out: &mut dyn Write) -> Result<(), Stop> {
        Ok(())
    }
}

fn positions(list: &PositionList<'_>, out: &mut dyn Write) -> Result<(), Stop> {
    for position in &list.found.positions {
        writeln!(out, "{}", position.iter().map(ToString::to_string).collect::<Vec<_>>().join(","))?;
    }
    Ok(())
}
