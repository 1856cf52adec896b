//! A table for each ruleset and choice of parameters.
use super::forms::{TableForm, TableOrigin};
use super::input::{TaskInput, What, heading, play, shown_table, with_registers};
use crate::asked::TaskFailure;
use crate::asked::starts::paged;
use crate::asked::values::HeapBound;
use crate::check::Settings;
use crate::table::Table;
use crate::value::Play;
use indexmap::IndexMap;
use serde::{Deserialize, Serialize, Serializer};
use std::fmt::Write;

/// A table for each choice of parameters.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename = "Table", deny_unknown_fields)]
pub struct TableTask {
    /// The rulesets; that of the experiment if none is named.
    #[serde(default)]
    pub rulesets: Vec<String>,
    /// Every heap is below this.
    pub size: HeapBound,
    /// What is shown.
    #[serde(default)]
    pub what: What,
    /// Misère play, for outcomes.
    #[serde(default)]
    pub misere: bool,
    /// Registers with one value, also of those with a start.
    #[serde(default)]
    pub at: IndexMap<String, i64>,
}

/// A table of a ruleset. As JSON it has the form that a table has everywhere.
#[derive(Clone, Debug)]
pub struct TableOf {
    /// What the experiment calls the ruleset.
    pub ruleset: String,
    /// All its parameters.
    pub params: Settings,
    /// What is shown.
    pub what: What,
    /// The registers of which there are pages.
    pub registers: Vec<String>,
    /// The play of which there are outcomes.
    pub play: Play,
    /// The values.
    pub table: Table,
    /// The title of the ruleset.
    pub title: String,
}

impl Serialize for TableOf {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let origin =
            TableOrigin { ruleset: &self.ruleset, params: &self.params, registers: &self.registers, play: self.play };
        TableForm::new(&self.table, self.what, origin).serialize(serializer)
    }
}

impl TableTask {
    /// Computes tables.
    ///
    /// # Errors
    /// A ruleset or parameter that is faulty, an engine that gave up.
    pub(crate) fn perform(&self, input: &TaskInput<'_>) -> Result<Vec<TableOf>, TaskFailure> {
        let size = self.size.at(input.extent);
        input.each(&self.rulesets, |chosen| {
            let ruleset = with_registers(chosen.document.at(chosen.settings)?, &self.at)?;
            let play = play(&ruleset, self.misere);
            let table = shown_table(&ruleset, size, (self.what, play), chosen.context)?;
            Ok(TableOf {
                ruleset: chosen.name.to_owned(),
                what: self.what,
                registers: paged(&ruleset),
                params: ruleset.parameters,
                play,
                table,
                title: ruleset.name,
            })
        })
    }
}

impl TableOf {
    pub(super) fn text(&self) -> String {
        format!("\n{}\n{}", heading(&self.title, &self.params), text(&self.table))
    }
}

/// A table: rows for the last heap but one, columns for the last; a block for each choice of the others.
fn text(table: &Table) -> String {
    let mut text = String::new();
    let columns = table.shape.last().copied().unwrap_or(1);
    let columns = usize::try_from(columns).expect("a table that was computed fits the memory").max(1);
    for (registers, values) in &table.layers {
        if !registers.is_empty() {
            let shown: Vec<String> = registers.iter().map(ToString::to_string).collect();
            let _ = writeln!(text, "registers {}", shown.join(", "));
        }
        let cells: Vec<String> =
            values.iter().map(|value| value.map_or_else(|| ".".to_owned(), |value| value.to_string())).collect();
        let widest = cells.iter().map(String::len).max().unwrap_or(1).max((columns - 1).to_string().len());
        let rows = table.shape.len().checked_sub(2).map_or(1, |at| table.shape[at]);
        let head: Vec<String> = (0..columns).map(|column| format!("{column:>widest$}")).collect();
        for (index, row) in cells.chunks(columns).enumerate() {
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
