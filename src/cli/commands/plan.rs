//! `plan`: the searches of an experiment to units, each a command, with what it will cost. Does no unit.
//!
//! What a unit costs is measured on a small sample, so that it is true of this machine; the units themselves are the same numbers
//! whoever plans. How many there are depends on the measure only where more than a tenth of the work would be preparations.
use super::unit::{experiment_name, failed};
use crate::cli::args::PlanArgs;
use crate::cli::files::{Folder, read};
use crate::cli::onlooker::cpu;
use crate::cli::output::words::counted;
use crate::cli::session::Session;
use crate::cli::stop::Stop;
use crate::cli::terminal;
use crate::cli::units::{Remembering, UnitHead, extent_word};
use nimdsl::asked::TaskFailure;
use nimdsl::asked::values::Effort;
use nimdsl::engine::Context;
use nimdsl::rules::{
    Experiment, RunWatch, SharedSearch, WorkUnit, check_experiment, share_search, shared_searches, to_json,
};
use nimdsl::value::Saturate;
use serde_json::{Value, json};
use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

/// One part in so many of the work may be spent on preparations that one run makes once; a little less than the tenth that is promised.
const REPEATED: u128 = 12;
/// Samples of a search, at most.
const MOST_SAMPLES: u64 = 4;
/// No sample is looked at of a smaller part of the work.
const SAMPLED: u64 = 32;

/// What a search costs, in nanoseconds of a processor.
#[derive(Clone, Copy, Debug, Default)]
struct SearchCost {
    /// Before anything is tried.
    preparation: u128,
    /// What a unit spends where it begins, and a run of all does not.
    beginning: u128,
    /// What some numbers took, and how many they were.
    tried: (u128, u64),
}

impl SearchCost {
    /// What so many numbers cost.
    fn of(self, count: u64) -> u128 {
        let (spent, numbers) = self.tried;
        self.preparation + self.beginning + spent * u128::from(count) / u128::from(numbers.max(1))
    }
}

/// Notes when the preparations are done and when each part is.
#[derive(Default)]
struct Stamps(Mutex<Vec<Duration>>);

impl RunWatch for Stamps {
    fn damaged(&self, _: usize, _: usize) {}

    fn screened(&self, _: usize, _: u64, _: u64, _: u64) {
        if let Ok(mut stamps) = self.0.lock() {
            stamps.push(cpu());
        }
    }

    fn screening_ended(&self, _: usize, _: u64, _: u64) {}

    fn mining_ended(&self, _: usize, _: u64, _: u64) {}

    fn found(&self, _: &str) {}
}

/// Prints the units of an experiment.
pub(in crate::cli) fn run(asked: &PlanArgs, session: &Session<'_>) -> Result<(), Stop> {
    let (file, context) = (asked.experiment.as_path(), &session.context);
    if asked.units == 0 {
        return Err(Stop::refused("--units 0: write how many units there may be, from 1"));
    }
    let extent = if asked.full { Effort::Full } else { Effort::Quick };
    let source = read(file)?;
    let folder = Folder::of(file);
    let library = Remembering::new(&folder);
    let experiment = check_experiment(&source, &library)?;
    let start = cpu().as_nanos();
    let shared = shared_searches(&experiment, &library, extent, context).map_err(|why| failed(why, file, context))?;
    if shared.is_empty() {
        return Err(Stop::refused(format!("{}: it has no search, and nothing else is shared out", file.display())));
    }
    let mut planned = Vec::new();
    for search in shared {
        let cost = sampled(&experiment, &library, extent, &search, context);
        let cost = cost.map_err(|why| failed(why, file, context))?;
        planned.push(PlannedSearch { search, cost });
    }
    let name = experiment_name(file);
    let head = UnitHead::new(&name, extent, &source.text, library.texts(), "");
    let plan = UnitPlan {
        file,
        extent,
        head: &head,
        start,
        searches: &planned,
        units: divided(&planned, asked.units, start),
        out: asked.out.clone().unwrap_or_else(|| Path::new("out").join(format!("{name}_units"))),
    };
    if session.wants_data() {
        writeln!(terminal::out(), "{}", plan.data())?;
        return Ok(());
    }
    plan.print(asked.units)
}

/// A search with what it costs.
struct PlannedSearch {
    search: SharedSearch,
    cost: SearchCost,
}

impl PlannedSearch {
    /// What one run of it costs before anything is confirmed.
    fn whole(&self) -> u128 {
        self.cost.of(self.search.count)
    }
}

/// Tries a few numbers of a search, evenly spread, and counts the CPU seconds.
fn sampled(
    experiment: &Experiment,
    library: &Remembering<'_>,
    extent: Effort,
    search: &SharedSearch,
    context: &Context,
) -> Result<SearchCost, TaskFailure> {
    let (ranges, is_apart) = samples(search);
    let (stamps, before) = (Stamps::default(), cpu());
    share_search(experiment, library, extent, (search.task, &ranges), &stamps, context)?;
    let stamps = stamps.0.into_inner().unwrap_or_default();
    let nanoseconds = |from: Duration, to: Duration| to.saturating_sub(from).as_nanos();
    let preparation = stamps.first().map_or(0, |first| nanoseconds(before, *first));
    let parts = stamps.windows(2).map(|pair| nanoseconds(pair[0], pair[1]));
    let (mut first, mut tried, mut numbers, mut beginnings) = (0, 0, 0, 0);
    for (place, (spent, range)) in parts.zip(&ranges).enumerate() {
        if is_apart && place % 2 == 0 {
            (first, beginnings) = (first + spent, beginnings + 1);
        } else {
            (tried, numbers) = (tried + spent, numbers + (range.end - range.start));
        }
    }
    let usual = tried * u128::from(search.whole) / u128::from(numbers.max(1));
    let beginning = (first / u128::max(beginnings, 1)).saturating_sub(usual);
    Ok(SearchCost { preparation, beginning, tried: (tried, numbers) })
}

/// Numbers that stand for all; and whether the first of each two prepares what both need.
fn samples(search: &SharedSearch) -> (Vec<Range<u64>>, bool) {
    let SharedSearch { count, step, whole, .. } = *search;
    let wholes = count.div_ceil(whole);
    let is_apart = step < whole && 2 <= wholes;
    let each = if is_apart { 2 } else { 1 };
    let most = (wholes / SAMPLED).clamp(1, MOST_SAMPLES);
    let starts = (0..most).map(|sample| wholes / most * sample);
    let ranges = starts.flat_map(|start| {
        let ones = start..(start + each).min(wholes);
        ones.map(move |one| one * whole..((one + 1) * whole).min(count))
    });
    (ranges.collect(), is_apart)
}

/// All searches in at most so many units, or one each: as many of each as it is a part of the work, and no more than repeat little.
fn divided(searches: &[PlannedSearch], most: u64, start: u128) -> Vec<WorkUnit> {
    let whole: u128 = searches.iter().map(PlannedSearch::whole).sum();
    let units = searches.iter().flat_map(|planned| {
        let PlannedSearch { search, cost } = planned;
        let repeated = (cost.preparation + cost.beginning + start).max(1);
        let enough = planned.whole() / REPEATED / repeated;
        let share = u128::from(most) * planned.whole() / whole.max(1);
        search.units(u64::try_from(share.min(enough).max(1)).unwrap_or(most))
    });
    units.collect()
}

/// Nanoseconds as whole milliseconds.
fn milliseconds(nanoseconds: u128) -> u64 {
    (nanoseconds / 1_000_000).saturated()
}

/// Milliseconds as seconds with one digit behind the point.
fn seconds(milliseconds: u64) -> String {
    format!("{}.{}", milliseconds / 1000, milliseconds % 1000 / 100)
}

/// A plan.
struct UnitPlan<'a> {
    file: &'a Path,
    extent: Effort,
    head: &'a UnitHead,
    start: u128,
    searches: &'a [PlannedSearch],
    units: Vec<WorkUnit>,
    out: PathBuf,
}

impl UnitPlan<'_> {
    fn path(&self, unit: &WorkUnit) -> String {
        self.out.join(format!("{unit}.json")).display().to_string()
    }

    fn arguments(&self, unit: &WorkUnit) -> Vec<String> {
        let mut all = vec!["run".to_owned(), self.file.display().to_string()];
        if self.extent == Effort::Full {
            all.push("--full".to_owned());
        }
        all.extend(["--unit".to_owned(), unit.to_string(), "--out".to_owned(), self.path(unit)]);
        all
    }

    fn of(&self, unit: &WorkUnit) -> Option<&PlannedSearch> {
        self.searches.iter().find(|planned| planned.search.task == unit.task)
    }

    fn cost(&self, unit: &WorkUnit) -> u128 {
        let count = unit.numbers.end - unit.numbers.start;
        self.start + self.of(unit).map_or(0, |planned| planned.cost.of(count))
    }

    /// What one run screens in, and what all units take together, in milliseconds.
    fn costs(&self) -> [u64; 2] {
        let one = self.start + self.searches.iter().map(PlannedSearch::whole).sum::<u128>();
        [one, self.units.iter().map(|unit| self.cost(unit)).sum()].map(milliseconds)
    }

    /// The plan as JSON: for each unit its arguments and what it will cost, and how to put all together.
    fn data(&self) -> Value {
        let [one_run, units] = self.costs();
        let unit = |unit: &WorkUnit| {
            let counted = self.of(unit).map_or("candidates", |planned| planned.search.counted);
            json!({
                "id": unit.to_string(),
                "file": self.path(unit),
                "arguments": self.arguments(unit),
                "task": unit.task + 1,
                counted: unit.numbers.end - unit.numbers.start,
                "estimated_cpu_milliseconds": milliseconds(self.cost(unit)),
            })
        };
        to_json(&json!({
            "experiment": self.file.display().to_string(),
            "blake3": self.head.identity(),
            "build": self.head.build(),
            "extent": extent_word(self.extent),
            "units": self.units.iter().map(unit).collect::<Vec<_>>(),
            "estimated_cpu_milliseconds": {"one_run": one_run, "units": units},
            "merge": ["merge", self.out.display().to_string()],
        }))
    }

    /// A command for each unit; beside it, what they cost together.
    fn print(&self, asked: u64) -> Result<(), Stop> {
        let mut out = terminal::out();
        for unit in &self.units {
            let words: Vec<String> = self.arguments(unit).iter().map(|word| quoted(word)).collect();
            writeln!(out, "nimdsl {}", words.join(" "))?;
        }
        let mut err = terminal::err();
        let [one, all] = self.costs().map(seconds);
        let many = counted(self.units.len(), "unit");
        writeln!(err, "{many}: about {all} CPU seconds, where one run screens in {one}")?;
        if (self.units.len() as u64) < asked {
            writeln!(err, "{asked} units would spend too much on preparations, or there are not so many parts")?;
        }
        writeln!(err, "when all are done: nimdsl merge {}", quoted(&self.out.display().to_string()))?;
        Ok(())
    }
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_-./".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}
