//! A table with what it is of, and its JSON form. Computes no value.
use super::Rules;
use super::answers::SCHEMA;
use crate::check::{Document, Settings};
use crate::figure::source_line;
use crate::ruleset::Ruleset;
use crate::table::{Cells, Region, Table};
use crate::tasks::{TableForm, TableOrigin, What};
use crate::value::{Play, Saturate};
use serde::{Serialize, Serializer};
use serde_json::json;
use std::fmt;
use std::sync::Arc;

/// A table and what it is of.
#[derive(Clone, Debug)]
pub struct Tabled {
    /// The values.
    pub table: Table,
    /// What they are.
    pub what: What,
    /// Which part of the positions it shows.
    pub only: Vec<Narrowed>,
    document: Arc<Document>,
    /// What it was asked for, in words.
    bound: String,
    ruleset: String,
    parameters: Settings,
    /// The heaps along which it runs.
    pub heaps: Vec<String>,
    /// The registers of which there are pages.
    pub registers: Vec<String>,
    play: Play,
}

/// What is left out of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Narrowed {
    /// All but what registers are when play begins.
    Start,
    /// All but one value of a heap.
    Heap(String, u64),
}

impl fmt::Display for Narrowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start => f.write_str("as play begins"),
            Self::Heap(name, value) => write!(f, "{name} = {value}"),
        }
    }
}

impl Tabled {
    pub(super) fn new(rules: &Rules, what: What, region: &Region, table: Table) -> Self {
        let ruleset = rules.ruleset();
        Self {
            table,
            what,
            document: Arc::clone(&rules.document),
            bound: bound(ruleset, region),
            only: if rules.shows_starts() { vec![Narrowed::Start] } else { Vec::new() },
            ruleset: ruleset.name.clone(),
            parameters: ruleset.parameters.clone(),
            heaps: ruleset.heaps.clone(),
            registers: rules.paged(),
            play: rules.play(),
        }
    }

    /// The part in which some heaps are fixed, each given by its name; the others keep their order. What lies outside is left alone.
    #[must_use]
    pub fn with(mut self, fixed: &[(String, u64)]) -> Self {
        for (name, value) in fixed {
            let Some(at) = self.heaps.iter().position(|heap| heap == name) else { continue };
            self.table = slice(self.table, at, *value);
            self.heaps.remove(at);
            self.only.push(Narrowed::Heap(name.clone(), *value));
        }
        self
    }

    /// Where they come from, in one line. Cost: the ruleset is written once, for its hash.
    #[must_use]
    pub fn cite(&self) -> String {
        let line = source_line(&self.document, &self.ruleset, &json!(self.parameters), self.play);
        let only = self.only.iter().map(ToString::to_string);
        let bounds: Vec<String> = std::iter::once(self.bound.clone()).chain(only).collect();
        format!("{line}; {}", bounds.join(", "))
    }
}

/// The cells of a table in which one heap has this value. Cost: a look-up for each.
fn slice(table: Table, heap: usize, value: u64) -> Table {
    let size = |bounds: &[u64]| bounds.iter().map(|bound| bound.saturated::<usize>()).product::<usize>();
    let (outer, within, inner) =
        (size(&table.shape[..heap]), size(&table.shape[heap..]), size(&table.shape[heap + 1..]));
    let first = value.saturated::<usize>().saturating_mul(inner);
    let cut = |cells: Cells| {
        let mut kept = Cells::none(outer * inner);
        for (row, index) in (0..outer).flat_map(|row| (0..inner).map(move |index| (row, index))) {
            if let Some(value) = cells.get(row * within + first + index) {
                kept.set(row * inner + index, value);
            }
        }
        kept
    };
    let layers = table.layers.into_iter().map(|(registers, cells)| (registers, cut(cells))).collect();
    let mut shape = table.shape;
    shape.remove(heap);
    Table { shape, layers }
}

/// Where the values of a ruleset come from, without the positions.
pub(super) fn cite(document: &Document, ruleset: &Ruleset, play: Play) -> String {
    source_line(document, &ruleset.name, &json!(ruleset.parameters), play)
}

/// The positions that a table was asked for, in words.
pub(super) fn bound(ruleset: &Ruleset, region: &Region) -> String {
    match region {
        Region::Box(sizes) => {
            let bounds = ruleset.heaps.iter().zip(sizes).map(|(heap, size)| format!("{heap} < {size}"));
            bounds.collect::<Vec<_>>().join(", ")
        }
        Region::Total(total) => format!("total < {total}"),
    }
}

impl Serialize for Tabled {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let origin = TableOrigin {
            ruleset: &self.ruleset,
            params: &self.parameters,
            registers: &self.registers,
            play: self.play,
        };
        TableForm::new(&self.table, self.what, origin).alone(SCHEMA, &self.cite()).serialize(serializer)
    }
}
