//! An array of `NumPy`: one axis for each register, then one for each heap; -1 where there is no value. Outcomes are 0
//! for P and 1 for N.
use super::{BandForm, BandsHead, Format, TableAnswer};
use crate::cli::stop::Stop;
use nimdsl::engine::RowBand;
use nimdsl::tasks::What;
use npyz::{AutoSerialize, WriterBuilder};
use std::io::Write;

pub(super) const FORMAT: Format = Format {
    name: "npy",
    about: "A `NumPy` array of 64-bit integers, of 8-bit integers for outcomes; -1 where there is no value",
    is_text: false,
    table,
    bands: Some(bands),
    positions: None,
    answers: None,
    chain: None,
    rules: None,
    proofs: None,
};

fn table(table: &TableAnswer<'_>, out: &mut dyn Write) -> Result<(), Stop> {
    let mut shape = Vec::new();
    for index in 0..table.tabled.registers.len() {
        let mut values: Vec<i64> = table.table.layers.iter().map(|layer| layer.0[index]).collect();
        values.sort_unstable();
        values.dedup();
        shape.push(values.len() as u64);
    }
    shape.extend(&table.table.shape);
    match table.what {
        What::Grundy => write(table, &shape, out, |value| value.map_or(-1, i64::from)),
        What::Outcomes => write(table, &shape, out, |value| value.map_or(-1, |value| i8::from(value != 0))),
    }
}

/// All values, each as it is shown.
fn write<T: AutoSerialize>(
    table: &TableAnswer<'_>,
    shape: &[u64],
    out: &mut dyn Write,
    shown: impl Fn(Option<u32>) -> T,
) -> Result<(), Stop> {
    let mut writer = npyz::WriteOptions::new().default_dtype().shape(shape).writer(out).begin_nd()?;
    writer.extend(table.table.layers.iter().flat_map(|layer| layer.1.iter()).map(shown))?;
    writer.finish()?;
    Ok(())
}

fn bands(head: BandsHead) -> Box<dyn BandForm> {
    Box::new(NpyBands(head))
}

/// The header, then the values, the least byte first.
struct NpyBands(BandsHead);

/// Cells that are written at once.
const WRITTEN: usize = 1 << 14;

impl BandForm for NpyBands {
    fn begin(&mut self, out: &mut dyn Write) -> Result<(), Stop> {
        let shape = self.0.shape.map(|size| size as u64);
        match self.0.what {
            What::Grundy => header::<i64>(&shape, out),
            What::Outcomes => header::<i8>(&shape, out),
        }
    }

    fn band(&mut self, band: &RowBand, out: &mut dyn Write) -> Result<(), Stop> {
        let mut bytes = Vec::new();
        for first in (0..band.len()).step_by(WRITTEN) {
            bytes.clear();
            let cells = band.part(first..band.len().min(first + WRITTEN));
            match self.0.what {
                What::Grundy => bytes.extend(cells.flat_map(|value| value.map_or(-1, i64::from).to_le_bytes())),
                What::Outcomes => {
                    bytes.extend(cells.map(|value| value.map_or(u8::MAX, |value| u8::from(value != 0))));
                }
            }
            out.write_all(&bytes)?;
        }
        Ok(())
    }

    fn end(&mut self, _out: &mut dyn Write) -> Result<(), Stop> {
        Ok(())
    }
}

/// What stands before the values.
fn header<T: AutoSerialize>(shape: &[u64], out: &mut dyn Write) -> Result<(), Stop> {
    let begun: npyz::NpyWriter<T, _> = npyz::WriteOptions::new().default_dtype().shape(shape).writer(out).begin_nd()?;
    drop(begun);
    Ok(())
}
