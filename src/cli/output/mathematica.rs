//! Mathematica: nested lists; with registers, an association from their values to lists.
use super::{Format, TableAnswer};
use crate::cli::stop::Stop;
use nimdsl::tasks::What;
use std::io::Write;

pub(super) const FORMAT: Format = Format {
    name: "mathematica",
    about: "Nested lists",
    is_text: true,
    table,
    bands: None,
    positions: None,
    answers: None,
    chain: None,
    rules: None,
    proofs: None,
};

fn table(table: &TableAnswer<'_>, out: &mut dyn Write) -> Result<(), Stop> {
    // A comment ends at the first asterisk before a bracket.
    writeln!(out, "(* {} *)", table.cite().replace("*)", "* )").replace("(*", "( *"))?;
    let has_registers = !table.tabled.registers.is_empty();
    let shape = table.shape();
    let layers = table.table.layers.iter().map(|(registers, values)| {
        let lists = nested(table, &shape, &values.to_vec());
        if !has_registers {
            return lists;
        }
        let registers = table.tabled.registers.iter().zip(registers);
        let registers = registers.map(|(register, value)| format!("\"{register}\" -> {value}"));
        format!("<|{}|> -> {lists}", registers.collect::<Vec<_>>().join(", "))
    });
    let layers = layers.collect::<Vec<_>>().join(",\n  ");
    if has_registers {
        writeln!(out, "<|{layers}|>")?;
    } else {
        writeln!(out, "{layers}")?;
    }
    Ok(())
}

fn nested(table: &TableAnswer<'_>, shape: &[usize], values: &[Option<u32>]) -> String {
    let Some((first, rest)) = shape.split_first() else {
        return match (values.first().copied().flatten(), table.what) {
            (None, _) => "Missing[]".to_owned(),
            (Some(value), What::Outcomes) => format!("\"{}\"", table.cell(value)),
            (Some(value), What::Grundy) => table.cell(value),
        };
    };
    let step = values.len().checked_div(*first).unwrap_or(0);
    let parts = (0..*first).map(|index| nested(table, rest, &values[index * step..(index + 1) * step]));
    let between = if rest.is_empty() { ", " } else { ",\n " };
    format!("{{{}}}", parts.collect::<Vec<_>>().join(between))
}
