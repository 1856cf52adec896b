//! The hash of a table: the same table gives the same letters, whatever engine made it.
use super::{Format, TableAnswer};
use crate::cli::stop::Stop;
use std::io::Write;

pub(super) const FORMAT: Format = Format {
    name: "hash",
    about: "Only the hash of the table",
    table,
    positions: None,
    answers: None,
    chain: None,
    rules: None,
    proofs: None,
};

/// Cells that are hashed at once.
const HASHED: usize = 1 << 14;

fn table(table: &TableAnswer<'_>, out: &mut dyn Write) -> Result<(), Stop> {
    let mut hasher = blake3::Hasher::new();
    let mut bytes = Vec::new();
    for (_, values) in &table.table.layers {
        for first in (0..values.len()).step_by(HASHED) {
            bytes.clear();
            values.append_to(&mut bytes, first..values.len().min(first + HASHED));
            hasher.update(&bytes);
        }
    }
    writeln!(out, "{}", hasher.finalize().to_hex())?;
    Ok(())
}
