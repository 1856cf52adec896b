//! The tasks of an experiment besides searches: claims, comparisons, sweeps, tables, lists of positions. What they are asked
//! for and what comes out; reads no file.
mod perform;
mod text;

pub(crate) use perform::{Ground, claims, compare, period_lines, positions, sweep, tables};

use crate::search::task::{Bound, Values};
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Claims of rulesets, each on a table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Verify {
    /// The rulesets; that of the experiment if none is named.
    #[serde(default)]
    pub rulesets: Vec<String>,
    /// The names of the claims; all of them if none is named.
    #[serde(default)]
    pub claims: Vec<String>,
    /// The largest heap; a bound that suits each claim if none is given.
    #[serde(default)]
    pub up_to: Option<Bound>,
}

/// Two rulesets, or one with two choices of parameters.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Compare {
    /// The other ruleset; the same one if none is named.
    #[serde(default)]
    pub with: Option<String>,
    /// Parameters of the other ruleset.
    #[serde(default)]
    pub set: IndexMap<String, i64>,
    /// What is compared.
    #[serde(default)]
    pub what: What,
    /// Misère play, for outcomes.
    #[serde(default)]
    pub misere: bool,
    /// The largest heap.
    pub up_to: Bound,
}

/// What is compared, or shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all(serialize = "lowercase"))]
pub enum What {
    /// Grundy values of normal play.
    #[default]
    Grundy,
    /// Outcomes: 0 for P, 1 for N.
    Outcomes,
}

/// A line for each choice of parameters: P-positions, their name, which tables are equal.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sweep {
    /// The largest heap.
    pub up_to: Bound,
    /// Misère play.
    #[serde(default)]
    pub misere: bool,
}

/// A table for each choice of parameters.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableTask {
    /// The rulesets; that of the experiment if none is named.
    #[serde(default)]
    pub rulesets: Vec<String>,
    /// Every heap is below this.
    pub size: Bound,
    /// What is shown.
    #[serde(default)]
    pub what: What,
    /// Misère play, for outcomes.
    #[serde(default)]
    pub misere: bool,
}

/// Positions for each choice of parameters.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PPositions {
    /// The rulesets; that of the experiment if none is named.
    #[serde(default)]
    pub rulesets: Vec<String>,
    /// The largest heap.
    pub up_to: Bound,
    /// Positions of this Grundy value instead.
    #[serde(default)]
    pub grundy: Option<u32>,
    /// Misère play.
    #[serde(default)]
    pub misere: bool,
}

/// Periods of lines, for each choice of parameters.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Periods {
    /// The rulesets; that of the experiment if none is named.
    #[serde(default)]
    pub rulesets: Vec<String>,
    /// Rows, or the sequence of one heap: row 0.
    #[serde(default)]
    pub rows: Option<Values>,
    /// Columns.
    #[serde(default)]
    pub columns: Option<Values>,
    /// Diagonals.
    #[serde(default)]
    pub diagonals: Option<Values>,
    /// How many terms are computed where nothing is proved.
    #[serde(default)]
    pub up_to: Option<Bound>,
}

/// What came out of a task. Rows are JSON objects with the fields that the manual of experiments lists.
#[derive(Clone, Debug, Serialize)]
pub struct Done {
    /// `verify`, `compare`, `sweep`, `table`, `p-positions` or `periods`.
    pub task: &'static str,
    /// One for each claim, comparison, choice of parameters, table or list.
    pub rows: Vec<Value>,
    /// Claims that turned out other than expected.
    #[serde(skip_serializing_if = "is_zero")]
    pub missed: usize,
    /// Claims without a verdict.
    #[serde(skip_serializing_if = "is_zero")]
    pub open: usize,
    /// For people.
    #[serde(skip)]
    pub text: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form that serde asks for")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}
