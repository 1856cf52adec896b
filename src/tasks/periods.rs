//! Periods of rows, columns and diagonals, for each ruleset and choice of parameters.
use super::input::{ChosenRuleset, TaskInput, heading};
use crate::asked::TaskFailure;
use crate::asked::values::{HeapBound, NumberSet};
use crate::check::Settings;
use crate::engine::periods::{Answer, Lines, RareHeaps, periods};
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
    pub lines: Vec<PeriodLine>,
}

/// What is known of a line.
#[derive(Clone, Debug, Serialize)]
pub struct PeriodLine {
    /// What the experiment calls the ruleset.
    pub ruleset: String,
    /// All its parameters.
    pub params: Settings,
    /// `row`, `column` or `diagonal`.
    pub line: &'static str,
    /// Which one.
    pub number: i64,
    /// From where on; none, like the next two, if no period is known.
    pub preperiod: Option<u64>,
    /// After how many columns.
    pub period: Option<u64>,
    /// What is added.
    pub saltus: Option<u64>,
    /// Whether it is proved.
    pub proved: bool,
    /// How far it was looked at if nothing is proved: terms below this.
    pub seen_up_to: Option<u64>,
    /// So many terms are needed before what is seen can tell a period, if that is more than were looked at.
    pub needed: Option<u64>,
    /// So many bytes of memory are needed, if that is more than are allowed; then nothing was looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<u64>,
    /// For a game of taking and breaking: which of the heaps that were looked at have rare values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rare: Option<RareHeaps>,
}

/// One kind of lines that is asked for.
struct AskedLines<'a> {
    word: &'static str,
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
        TaskFailure::Request(format!("there are no {}s {low} to {high}", self.word))
    }
}

impl PeriodsTask {
    /// Finds periods of rows, columns and diagonals.
    ///
    /// # Errors
    /// A ruleset or parameter that is faulty, an engine that gave up, lines that there are not.
    pub(crate) fn perform(&self, input: &TaskInput<'_>) -> Result<Vec<PeriodsOf>, TaskFailure> {
        let asked = [
            AskedLines { word: "row", lines: Lines::Rows, numbers: &self.rows },
            AskedLines { word: "column", lines: Lines::Columns, numbers: &self.columns },
            AskedLines { word: "diagonal", lines: Lines::Diagonals, numbers: &self.diagonals },
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
                    let answers = periods(&ruleset, one.lines, &range, up_to, chosen.context)?;
                    lines.extend(answers.iter().map(|answer| line(one.word, answer, chosen, &ruleset.parameters)));
                }
            }
            Ok(PeriodsOf { title: ruleset.name, params: ruleset.parameters, lines })
        })
    }
}

fn line(line: &'static str, answer: &Answer, chosen: &ChosenRuleset<'_>, params: &Settings) -> PeriodLine {
    PeriodLine {
        ruleset: chosen.name.to_owned(),
        params: params.clone(),
        line,
        number: answer.line,
        preperiod: answer.period.map(|period| period.preperiod),
        period: answer.period.map(|period| period.period),
        saltus: answer.period.map(|period| period.saltus),
        proved: answer.seen_up_to.is_none(),
        seen_up_to: answer.seen_up_to,
        needed: answer.needed,
        memory: answer.memory,
        rare: answer.rare,
    }
}

impl PeriodsOf {
    pub(super) fn text(&self) -> String {
        let lines: String = self.lines.iter().map(PeriodLine::text).collect();
        format!("  {}\n{lines}", heading(&self.title, &self.params))
    }
}

impl PeriodLine {
    fn text(&self) -> String {
        let found = match (self.preperiod, self.period, self.saltus) {
            (Some(preperiod), Some(period), Some(saltus)) => {
                format!("preperiod {preperiod}, period {period}, saltus {saltus}")
            }
            _ if self.needed.is_some() || self.memory.is_some() => "unknown".to_owned(),
            _ => "none".to_owned(),
        };
        let how = match (self.seen_up_to, self.needed) {
            _ if self.memory.is_some() => format!("takes {} MiB of memory", self.memory.unwrap_or(0) >> 20),
            (None, _) => "proved".to_owned(),
            (Some(terms), None) => format!("seen in {terms} terms"),
            (Some(terms), Some(needed)) => format!("{terms} terms tell nothing: up_to {needed} or more"),
        };
        let rare = self.rare.filter(|_| self.period.is_none());
        let rare = rare.map_or_else(String::new, |rare| format!("; {}", rare.words()));
        format!("    {} {}: {found} ({how}{rare})\n", self.line, self.number)
    }
}
