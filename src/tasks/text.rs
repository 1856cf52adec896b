//! Tables and positions as text for people. Computes nothing.
use crate::ruleset::{ParameterValue, Ruleset};
use crate::table::Table;
use std::fmt::Write as _;

/// Parameters as `c = 2, d = 3`.
pub(super) fn parameters(ruleset: &Ruleset) -> String {
    let one = |(name, value): (&String, &ParameterValue)| match value {
        ParameterValue::Number(number) => format!("{name} = {number}"),
        ParameterValue::Set(set) => format!("{name} = {set:?}"),
    };
    ruleset.parameters.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// A ruleset with its parameters.
pub(super) fn heading(ruleset: &Ruleset) -> String {
    if ruleset.parameters.is_empty() {
        return ruleset.name.clone();
    }
    format!("{}, {}", ruleset.name, parameters(ruleset))
}

/// A table: rows for the last heap but one, columns for the last; a block for each choice of the others.
pub(super) fn table(table: &Table) -> String {
    let mut text = String::new();
    let width = table.shape.last().map_or(1, |columns| usize::try_from(*columns).unwrap_or(usize::MAX)).max(1);
    for (registers, values) in &table.layers {
        if !registers.is_empty() {
            let shown: Vec<String> = registers.iter().map(ToString::to_string).collect();
            let _ = writeln!(text, "registers {}", shown.join(", "));
        }
        let cells: Vec<String> =
            values.iter().map(|value| value.map_or_else(|| ".".to_owned(), |value| value.to_string())).collect();
        let widest = cells.iter().map(String::len).max().unwrap_or(1).max(width.saturating_sub(1).to_string().len());
        let rows = table.shape.len().checked_sub(2).map_or(1, |at| table.shape[at]);
        let head: Vec<String> = (0..width).map(|column| format!("{column:>widest$}")).collect();
        for (index, row) in cells.chunks(width).enumerate() {
            let place = index as u64 % rows.max(1);
            if place == 0 {
                if table.shape.len() > 2 {
                    let _ = writeln!(text, "block {}", index as u64 / rows.max(1));
                }
                let _ = writeln!(text, "{:>4} | {}", "", head.join(" "));
            }
            let shown: Vec<String> = row.iter().map(|cell| format!("{cell:>widest$}")).collect();
            let _ = writeln!(text, "{place:>4} | {}", shown.join(" "));
        }
    }
    text
}
