//! The JSON forms of a table and of the period of a line, whoever asks for them: rows of reports and answers of the page hold
//! these. Computes nothing.
use super::input::What;
use crate::check::Settings;
use crate::engine::periods::{Answer, LinePeriod, Lines, Period};
use crate::table::{Cells, Table};
use crate::value::Play;
use indexmap::IndexMap;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::borrow::Cow;

/// What is known of a row, column or diagonal. As JSON `{"row": 3, "preperiod", "period", "saltus", ...}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeriodLine {
    /// Which lines it is one of.
    pub lines: Lines,
    /// What is known of it.
    pub answer: Answer,
}

impl Serialize for PeriodLine {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Answer { line, period, seen_up_to, needed, memory, rare } = self.answer;
        let mut form = period_form(period, seen_up_to, needed);
        form[self.lines.name()] = json!(line);
        form["memory"] = json!(memory);
        if let Some(rare) = rare {
            form["rare"] = json!(rare);
        }
        form.serialize(serializer)
    }
}

/// The same of a line along one heap, by the names and values of what is fixed on it.
pub(crate) fn line_form(answer: &LinePeriod, fixed: &IndexMap<Cow<'_, str>, i64>) -> Value {
    let mut form = period_form(answer.period, answer.seen_up_to, answer.needed);
    form["fixed"] = json!(fixed);
    form
}

/// A period, and how it is known.
fn period_form(period: Option<Period>, seen_up_to: Option<u64>, needed: Option<u64>) -> Value {
    json!({
        "preperiod": period.map(|period| period.preperiod), "period": period.map(|period| period.period),
        "saltus": period.map(|period| period.saltus), "proved": seen_up_to.is_none(), "seen_up_to": seen_up_to,
        "needed": needed
    })
}

/// A table with what it is of. Names are in alphabetic order, but registers in the order of the file.
#[derive(Serialize)]
pub(crate) struct TableForm<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    cite: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    grundy: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    layers: Option<Vec<Layer<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcomes: Option<Value>,
    params: &'a Settings,
    play: Play,
    ruleset: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    schema: Option<u32>,
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

/// What a table is of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TableOrigin<'a> {
    /// What its ruleset is called where it is told.
    pub(crate) ruleset: &'a str,
    pub(crate) params: &'a Settings,
    /// The registers of which there are pages; each has a layer, and without any the values stand alone.
    pub(crate) registers: &'a [String],
    pub(crate) play: Play,
}

impl<'a> TableForm<'a> {
    pub(crate) fn new(table: &'a Table, what: What, origin: TableOrigin<'a>) -> Self {
        let TableOrigin { ruleset, params, registers, play } = origin;
        let split = |values: Value| match what {
            What::Grundy => (Some(values), None),
            What::Outcomes => (None, Some(values)),
        };
        let layer = |(numbers, values): &(Vec<i64>, Cells)| {
            let (grundy, outcomes) = split(nested(&table.shape, &values.to_vec(), what));
            let names = registers.iter().map(String::as_str);
            Layer { grundy, outcomes, registers: names.zip(numbers.iter().copied()).collect() }
        };
        let mut layers: Vec<Layer<'_>> = table.layers.iter().map(layer).collect();
        let only = if registers.is_empty() { layers.pop() } else { None };
        let layers = (!registers.is_empty()).then_some(layers);
        let (grundy, outcomes) = only.map_or((None, None), |layer| (layer.grundy, layer.outcomes));
        let size = table.shape.as_slice();
        Self { cite: None, grundy, layers, outcomes, params, play, ruleset, schema: None, size }
    }

    /// The same as an answer that stands alone: with the version of its form, and where it comes from.
    pub(crate) fn alone(self, schema: u32, cite: &'a str) -> Self {
        Self { schema: Some(schema), cite: Some(cite), ..self }
    }
}

/// Values in lists of lists, the last heap innermost; `null` where there is none.
fn nested(shape: &[u64], values: &[Option<u32>], what: What) -> Value {
    let Some((first, rest)) = shape.split_first() else {
        return match (values.first().copied().flatten(), what) {
            (None, _) => Value::Null,
            (Some(value), What::Grundy) => json!(value),
            (Some(0), What::Outcomes) => json!("P"),
            (Some(_), What::Outcomes) => json!("N"),
        };
    };
    let count = usize::try_from(*first).expect("a table fits into memory");
    let step = values.len().checked_div(count).unwrap_or(0);
    (0..count).map(|index| nested(rest, &values[index * step..(index + 1) * step], what)).collect()
}
