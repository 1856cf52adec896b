//! JSON: one object, whose fields are in alphabetic order.
use super::{AnswerForm, Format, PositionList, TableAnswer, words};
use crate::cli::stop::Stop;
use indexmap::IndexMap;
use nimdsl::tasks::What;
use nimdsl::value::Play;
use serde::Serialize;
use serde_json::{Value, json};
use std::io::Write;

pub(super) const FORMAT: Format =
    Format { name: "json", about: "For programs", table, positions: Some(positions), answers: Some(AnswerForm::Data) };

/// A table as JSON; names in alphabetic order, but registers in the order of the file.
#[derive(Serialize)]
struct Object<'a> {
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

fn table(table: &TableAnswer<'_>, out: &mut dyn Write) -> Result<(), Stop> {
    let ruleset = table.ruleset;
    let shape = table.shape();
    let mut layers: Vec<Layer<'_>> = table
        .table
        .layers
        .iter()
        .map(|(registers, values)| {
            let values = nested(table, &shape, &values.to_vec());
            let (grundy, outcomes) = match table.what {
                What::Grundy => (Some(values), None),
                What::Outcomes => (None, Some(values)),
            };
            let names = ruleset.registers.iter().map(|register| register.name.as_str());
            Layer { grundy, outcomes, registers: names.zip(registers.iter().copied()).collect() }
        })
        .collect();
    let only = if ruleset.registers.is_empty() { layers.pop() } else { None };
    let layers = (!ruleset.registers.is_empty()).then_some(layers);
    let (grundy, outcomes) = only.map_or((None, None), |layer| (layer.grundy, layer.outcomes));
    let text = serde_json::to_string(&Object {
        cite: &table.cite(),
        grundy,
        layers,
        outcomes,
        params: words::settings(&ruleset.parameters),
        play: table.play,
        ruleset: &ruleset.name,
        schema: 1,
        size: &table.table.shape,
    })?;
    writeln!(out, "{text}")?;
    Ok(())
}

/// The values of a table in lists of lists.
fn nested(table: &TableAnswer<'_>, shape: &[usize], values: &[Option<u32>]) -> Value {
    let Some((first, rest)) = shape.split_first() else {
        return match (values.first().copied().flatten(), table.what) {
            (None, _) => Value::Null,
            (Some(value), What::Outcomes) => json!(table.cell(value)),
            (Some(value), What::Grundy) => json!(value),
        };
    };
    let step = values.len().checked_div(*first).unwrap_or(0);
    (0..*first).map(|index| nested(table, rest, &values[index * step..(index + 1) * step])).collect()
}

fn positions(list: &PositionList<'_>, out: &mut dyn Write) -> Result<(), Stop> {
    writeln!(out, "{}", json!({"schema": 1, "p_positions": list.positions}))?;
    Ok(())
}
