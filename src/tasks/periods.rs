//! Periods of rows, columns and diagonals, for each ruleset and choice of parameters.
use super::forms::PeriodLine;
use super::input::{TaskInput, heading};
use crate::asked::TaskFailure;
use crate::asked::values::{HeapBound, NumberSet};
use crate::check::Settings;
use crate::engine::periods::{Answer, Lines, Period, periods};
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// Lines are numbered below this, and diagonals above its negative.
const MOST: i64 = 1 << 31;

/// Periods of lines, for each choice of parameters.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename = "Periods", deny_unknown_fields)]
pub struct PeriodsTask {
    /// The rulesets; that of the experiment if none is named.
    #[serde(default)]
    pub rulesets: Vec<String>,
    /// Rows, or the sequence of one heap: row 0.
    #[serde(default)]
    pub rows: Option<NumberSet>,
    /// Columns.
    #[serde(default)]
    pub columns: Option<NumberSet>,
    /// Diagonals.
    #[serde(default)]
    pub diagonals: Option<NumberSet>,
    /// How many terms are computed where nothing is proved.
    #[serde(default)]
    pub up_to: Option<HeapBound>,
}

/// The lines of a ruleset.
#[derive(Clone, Debug)]
pub struct PeriodsOf {
    /// The title of the ruleset.
    pub title: String,
    /// All its parameters.
    pub params: Settings,
    /// What is known of its lines.
    pub lines: Vec<PeriodRow>,
}

/// A line of a ruleset.
#[derive(Clone, Debug, Serialize)]
pub struct PeriodRow {
    /// What the experiment calls the ruleset.
    pub ruleset: String,
    /// All its parameters.
    pub params: Settings,
    /// Which line it is and what is known of it, as it is told everywhere.
    #[serde(flatten)]
    pub line: PeriodLine,
}

/// One kind of lines that is asked for.
struct AskedLines<'a> {
    lines: Lines,
    numbers: &'a Option<NumberSet>,
}

impl AskedLines<'_> {
    /// The lines; those of a range are found together.
    fn ranges(&self) -> Result<Vec<RangeInclusive<i64>>, TaskFailure> {
        let ranges: Vec<(i64, i64)> = match self.numbers {
            None => Vec::new(),
            Some(NumberSet::Range(low, high)) => vec![(*low, *high)],
            Some(NumberSet::List(list)) => list.iter().map(|line| (*line, *line)).collect(),
        };
        let least = if self.lines == Lines::Diagonals { 1 - MOST } else { 0 };
        let range = |(low, high): (i64, i64)| {
            let exist = least <= low && low <= high && high < MOST;
            if exist { Ok(low..=high) } else { Err(self.refused(low, high)) }
        };
        ranges.into_iter().map(range).collect()
    }

    fn refused(&self, low: i64, high: i64) -> TaskFailure {
        TaskFailure::Request(format!("there are no {}s {low} to {high}", self.lines.name()))
    }
}

impl PeriodsTask {
    /// Finds periods of rows, columns and diagonals.
    ///
    /// # Errors
    /// A ruleset or parameter that is faulty, an engine that gave up, lines that there are not.
    pub(crate) fn perform(&self, input: &TaskInput<'_>) -> Result<Vec<PeriodsOf>, TaskFailure> {
        let asked = [
            AskedLines { lines: Lines::Rows, numbers: &self.rows },
            AskedLines { lines: Lines::Columns, numbers: &self.columns },
            AskedLines { lines: Lines::Diagonals, numbers: &self.diagonals },
        ];
        if asked.iter().all(|one| one.numbers.is_none()) {
            let why = "a Periods task needs `rows`, `columns` or `diagonals`";
            return Err(TaskFailure::Request(why.to_owned()));
        }
        let up_to = self.up_to.map(|bound| bound.at(input.extent));
        input.each(&self.rulesets, |chosen| {
            let ruleset = chosen.document.at(chosen.settings)?;
            let mut lines = Vec::new();
            for one in &asked {
                for range in one.ranges()? {
                    let answers = periods((&ruleset, ruleset.play), one.lines, &range, up_to, chosen.context)?;
                    lines.extend(answers.into_iter().map(|answer| PeriodRow {
                        ruleset: chosen.name.to_owned(),
                        params: ruleset.parameters.clone(),
                        line: PeriodLine { lines: one.lines, answer },
                    }));
                }
            }
            Ok(PeriodsOf { title: ruleset.name, params: ruleset.parameters, lines })
        })
    }
}

impl PeriodsOf {
    pub(super) fn text(&self) -> String {
        let lines: String = self.lines.iter().map(|row| text(&row.line)).collect();
        format!("  {}\n{lines}", heading(&self.title, &self.params))
    }
}

/// A line for people.
fn text(line: &PeriodLine) -> String {
    let Answer { line: number, period, seen_up_to, needed, memory, rare } = line.answer;
    let found = match period {
        Some(Period { preperiod, period, saltus }) => {
            format!("preperiod {preperiod}, period {period}, saltus {saltus}")
        }
        None if needed.is_some() || memory.is_some() => "unknown".to_owned(),
        None => "none".to_owned(),
    };
    let how = match (memory, seen_up_to, needed) {
        (Some(memory), _, _) => format!("takes {} MiB of memory", memory >> 20),
        (None, None, _) => "proved".to_owned(),
        (None, Some(terms), None) => format!("seen in {terms} terms"),
        (None, Some(terms), Some(needed)) => format!("{terms} terms tell nothing: up_to {needed} or more"),
    };
    let rare = rare.filter(|_| period.is_none());
    let rare = rare.map_or_else(String::new, |rare| format!("; {}", rare.words()));
    format!("    {} {number}: {found} ({how}{rare})\n", line.lines.name())
}
