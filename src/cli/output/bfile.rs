//! The OEIS's b-files: `n a(n)` on each line, for a table of one or two heaps, or for a chain.
use super::terms::{order, terms};
use super::{ChainAnswer, Format, TableAnswer};
use crate::cli::stop::Stop;
use std::io::Write;

pub(super) const FORMAT: Format = Format {
    name: "bfile",
    about: "A b-file of the OEIS: a table of two heaps by antidiagonals",
    is_text: true,
    table,
    bands: None,
    positions: None,
    answers: None,
    chain: Some(chain),
    rules: None,
    proofs: None,
};

fn table(table: &TableAnswer<'_>, out: &mut dyn Write) -> Result<(), Stop> {
    let terms = terms(table, "bfile")?;
    writeln!(out, "# {}{}", table.cite(), order(table))?;
    lines(&terms, 0, out)
}

fn chain(chain: &ChainAnswer<'_>, out: &mut dyn Write) -> Result<(), Stop> {
    let (name, version) = (&chain.rules.ruleset().name, env!("CARGO_PKG_VERSION"));
    let name = name.replace(char::is_control, " ");
    writeln!(out, "# nimdsl {version}; ruleset \"{name}\": P-positions are (a(n), a(n + 1)) and their mirror images")?;
    lines(chain.terms, 1, out)
}

/// Each term behind its index.
fn lines(terms: &[i64], offset: usize, out: &mut dyn Write) -> Result<(), Stop> {
    for (index, term) in terms.iter().enumerate() {
        writeln!(out, "{} {term}", index + offset)?;
    }
    Ok(())
}
