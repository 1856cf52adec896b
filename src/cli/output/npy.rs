//! An array of `NumPy`: one axis for each register, then one for each heap; -1 where there is no value. Outcomes are 0
//! for P and 1 for N.
use super::{Format, TableAnswer};
use crate::cli::stop::Stop;
use nimdsl::tasks::What;
use npyz::{AutoSerialize, WriterBuilder};
use std::io::{self, BufWriter, Write};

pub(super) const FORMAT: Format = Format {
    name: "npy",
    about: "A `NumPy` array of 64-bit integers, of 8-bit integers for outcomes; -1 where there is no value",
    table,
    positions: None,
    answers: None,
    chain: None,
    rules: None,
    proofs: None,
};

fn table(table: &TableAnswer<'_>, _: &mut dyn Write) -> Result<(), Stop> {
    let mut shape = Vec::new();
    for index in 0..table.tabled.registers.len() {
        let mut values: Vec<i64> = table.table.layers.iter().map(|layer| layer.0[index]).collect();
        values.sort_unstable();
        values.dedup();
        shape.push(values.len() as u64);
    }
    shape.extend(&table.table.shape);
    // No text: nothing may be escaped on its way out.
    let out = BufWriter::new(io::stdout().lock());
    match table.what {
        What::Grundy => write(table, &shape, out, |value| value.map_or(-1, i64::from)),
        What::Outcomes => write(table, &shape, out, |value| value.map_or(-1, |value| i8::from(value != 0))),
    }
}

/// All values, each as it is shown.
fn write<T: AutoSerialize>(
    table: &TableAnswer<'_>,
    shape: &[u64],
    out: impl Write,
    shown: impl Fn(Option<u32>) -> T,
) -> Result<(), Stop> {
    let mut writer = npyz::WriteOptions::new().default_dtype().shape(shape).writer(out).begin_nd()?;
    writer.extend(table.table.layers.iter().flat_map(|layer| layer.1.iter()).map(shown))?;
    writer.finish()?;
    Ok(())
}
