//! The tasks of an experiment besides searches, a file each: what is asked for, what comes out as data, and the same told for
//! people. Reads no file.
//!
//! ```text
//! Verify, Compare, ... (from the experiment) x TaskInput --perform--> Done: rows as data --text--> lines of a report
//! ```
mod compare;
mod forms;
mod input;
mod p_positions;
mod periods;
mod plot;
mod sweep;
mod table;
mod verify;

pub use forms::PeriodLine;
pub(crate) use forms::{TableForm, TableOrigin, line_form};
pub use input::What;
pub(crate) use input::{TaskInput, no_registers};

pub use compare::{Compare, Compared, ComparedSide, Difference};
pub use p_positions::{ListedPositions, PPositions};
pub use periods::{PeriodRow, PeriodsOf, PeriodsTask};
pub use plot::{Drawing, DrawingForm, PlotTask, PlottedFigure};
pub use sweep::{SweepTask, SweptChoice, SweptPositions};
pub use table::{TableOf, TableTask};
pub use verify::{JudgedClaim, Verify};

use crate::claim::verify::Expectation;
use serde::ser::{Error, SerializeStruct};
use serde::{Serialize, Serializer};
use serde_json::Value;

/// What came out of a task. As JSON its rows are objects with the fields that the manual of experiments lists, in alphabetic
/// order.
#[derive(Clone, Debug)]
pub enum Done {
    /// One for each claim.
    Verify(Vec<JudgedClaim>),
    /// One for each choice of parameters.
    Compare(Vec<Compared>),
    /// One for each choice of parameters.
    Sweep(Vec<SweptChoice>),
    /// One for each ruleset and choice of parameters.
    Table(Vec<TableOf>),
    /// One for each ruleset and choice of parameters.
    PPositions(Vec<ListedPositions>),
    /// One for each ruleset and choice of parameters; as JSON a row for each line.
    Periods(Vec<PeriodsOf>),
    /// One for each ruleset and choice of parameters.
    Plot(Vec<PlottedFigure>),
}

impl Done {
    /// What reports call the task.
    #[must_use]
    pub fn task(&self) -> &'static str {
        match self {
            Self::Verify(_) => "verify",
            Self::Compare(_) => "compare",
            Self::Sweep(_) => "sweep",
            Self::Table(_) => "table",
            Self::PPositions(_) => "p-positions",
            Self::Periods(_) => "periods",
            Self::Plot(_) => "plot",
        }
    }

    /// For people.
    #[must_use]
    pub fn text(&self) -> String {
        let lines: Vec<String> = match self {
            Self::Verify(rows) => rows.iter().map(JudgedClaim::text).collect(),
            Self::Compare(rows) => rows.iter().map(Compared::text).collect(),
            Self::Sweep(rows) => rows.iter().map(SweptChoice::text).collect(),
            Self::Table(rows) => rows.iter().map(TableOf::text).collect(),
            Self::PPositions(rows) => rows.iter().map(ListedPositions::text).collect(),
            Self::Periods(groups) => groups.iter().map(PeriodsOf::text).collect(),
            Self::Plot(rows) => rows.iter().map(PlottedFigure::text).collect(),
        };
        format!("{}\n{}", self.task(), lines.concat())
    }

    /// The pictures, to be written beside the report.
    #[must_use]
    pub fn drawings(&self) -> Vec<&Drawing> {
        match self {
            Self::Plot(rows) => rows.iter().flat_map(|row| &row.drawings).collect(),
            _ => Vec::new(),
        }
    }

    /// How many claims turned out so.
    #[must_use]
    pub fn count(&self, expectation: Expectation) -> usize {
        match self {
            Self::Verify(rows) => rows.iter().filter(|row| row.verified.as_expected == expectation).count(),
            _ => 0,
        }
    }

    fn rows(&self) -> Result<Vec<Value>, serde_json::Error> {
        match self {
            Self::Verify(rows) => as_json(rows),
            Self::Compare(rows) => as_json(rows),
            Self::Sweep(rows) => as_json(rows),
            Self::Table(rows) => as_json(rows),
            Self::PPositions(rows) => as_json(rows),
            Self::Periods(groups) => as_json(groups.iter().flat_map(|group| &group.lines)),
            Self::Plot(rows) => as_json(rows),
        }
    }
}

/// Rows as JSON, whose objects have their fields in alphabetic order.
fn as_json<'a, T: Serialize + 'a>(rows: impl IntoIterator<Item = &'a T>) -> Result<Vec<Value>, serde_json::Error> {
    rows.into_iter().map(serde_json::to_value).collect()
}

impl Serialize for Done {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut whole = serializer.serialize_struct("Done", 4)?;
        whole.serialize_field("task", self.task())?;
        whole.serialize_field("rows", &self.rows().map_err(S::Error::custom)?)?;
        for (name, expectation) in [("missed", Expectation::Missed), ("open", Expectation::Open)] {
            match self.count(expectation) {
                0 => whole.skip_field(name)?,
                count => whole.serialize_field(name, &count)?,
            }
        }
        whole.end()
    }
}
