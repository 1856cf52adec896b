//! What of a search can be shared out, by number, and the doing of a share: candidates are tried or branches mined, and nothing is
//! confirmed, named or proved. Knows nothing about files.
//!
//! A share depends on the search and its numbers alone, so that it can be done anywhere, in any order and as often as one likes.
use super::input::SearchInput;
use super::stand::AnyStand;
use super::task::Search;
use super::trial::chunk::{Chunk, RunWatch};
use super::trial::driver::{self, Counted, Sizes};
use crate::asked::TaskFailure;
use crate::engine::Context;
use std::fmt;
use std::ops::Range;

/// A share of one search: numbers of candidates, or of branches where conjunctions are mined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkUnit {
    /// Which task of the experiment, from 0.
    pub task: usize,
    /// Which numbers, from 0.
    pub numbers: Range<u64>,
}

impl WorkUnit {
    /// A unit by its name, such as `2.65536-131072`: the task, from 1, the first number, and the first one beyond. None if it is not
    /// written so.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let (task, numbers) = name.split_once('.')?;
        let (from, to) = numbers.split_once('-')?;
        let (task, from, to): (usize, u64, u64) = (task.parse().ok()?, from.parse().ok()?, to.parse().ok()?);
        let unit = Self { task: task.checked_sub(1)?, numbers: from..to };
        // One name for each unit: no zeros before a number, no signs.
        (from < to && unit.to_string() == name).then_some(unit)
    }
}

impl fmt::Display for WorkUnit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}-{}", self.task + 1, self.numbers.start, self.numbers.end)
    }
}

/// The numbers of a search, and where they can be cut.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedSearch {
    /// Which task of the experiment, from 0.
    pub task: usize,
    /// What they count: `candidates` or `branches`.
    pub counted: &'static str,
    /// How many there are.
    pub count: u64,
    /// A unit begins at a multiple of this, and ends at one or at the end.
    pub step: u64,
    /// A cut is better at a multiple of this, a multiple of `step`: what is cut there is prepared once.
    pub whole: u64,
    /// A run keeps so many at once, a multiple of `step`.
    pub chunk: u64,
}

impl SharedSearch {
    /// All numbers in at most so many units, about as large as each other.
    #[must_use]
    pub fn units(&self, most: u64) -> Vec<WorkUnit> {
        let most = most.max(1);
        // Where there is enough to share, nothing is prepared twice.
        let step = if most <= self.count.div_ceil(self.whole) / 2 { self.whole } else { self.step };
        let steps = self.count.div_ceil(step);
        let units = most.min(steps);
        let share = u128::from(steps);
        let cut = |unit: u64| {
            let place = share * u128::from(unit) / u128::from(units.max(1));
            u64::try_from(place).map_or(self.count, |place| place.saturating_mul(step).min(self.count))
        };
        (0..units).map(|unit| WorkUnit { task: self.task, numbers: cut(unit)..cut(unit + 1) }).collect()
    }

    /// Why these are no numbers of a unit; none if they are.
    #[must_use]
    pub fn obstacle(&self, numbers: &Range<u64>) -> Option<String> {
        let Self { counted, count, step, .. } = self;
        let is_cut = |number: u64| number.is_multiple_of(*step) || number == *count;
        match () {
            () if numbers.end <= numbers.start || *count < numbers.end => Some(format!("it has {count} {counted}")),
            () if !is_cut(numbers.start) || !is_cut(numbers.end) => {
                Some(format!("a unit begins and ends at multiples of {step}, or at {count}"))
            }
            () => None,
        }
    }
}

/// What a part of a share gave: it lies in one chunk of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharePart {
    /// Its numbers.
    pub numbers: Range<u64>,
    /// What they gave.
    pub chunk: Chunk,
}

/// What can be shared of a search. Cost: conditions are read and compared, nothing is tried.
///
/// # Errors
/// As for a search.
pub fn shared(input: &SearchInput<'_>, task: &Search, context: &Context) -> Result<SharedSearch, TaskFailure> {
    Ok(numbers(&AnyStand::new(input, task, context)?, input.number))
}

fn numbers(stand: &AnyStand<'_>, task: usize) -> SharedSearch {
    let Sizes { chunk, step, whole, .. } = stand.sizes();
    let counted = match stand.counted() {
        Counted::Candidates => "candidates",
        Counted::Branches => "branches",
    };
    SharedSearch { task, counted, count: stand.count(), step, whole, chunk }
}

/// Tries all of these numbers, one range after the other; the parts, each in one chunk of a run. `watch` is told when the
/// preparations are done, and after each part. The result does not depend on the number of threads.
///
/// # Errors
/// As for a search; numbers that it does not have, or that cannot be cut so.
pub fn share(
    input: &SearchInput<'_>,
    task: &Search,
    ranges: &[Range<u64>],
    watch: &dyn RunWatch,
    context: &Context,
) -> Result<Vec<SharePart>, TaskFailure> {
    let stand = AnyStand::new(input, task, context)?;
    let shared = numbers(&stand, input.number);
    for range in ranges {
        if let Some(why) = shared.obstacle(range) {
            let (task, Range { start, end }) = (input.number + 1, range);
            return Err(TaskFailure::Request(format!("{start} to {end} is no unit of task {task}: {why}")));
        }
    }
    let chunk = shared.chunk;
    stand.tried(context, &mut |screener| {
        let all = ranges.iter().map(|range| range.end - range.start).sum();
        let (mut tried, mut passed) = (0, 0);
        watch.screened(input.number, tried, all, passed);
        let mut parts = Vec::new();
        for range in ranges {
            let mut from = range.start;
            while from < range.end {
                let numbers = from..range.end.min((from / chunk + 1) * chunk);
                from = numbers.end;
                let result = driver::part(screener, numbers.clone(), context)?;
                tried += numbers.end - numbers.start;
                passed += result.survivors.len() as u64;
                watch.screened(input.number, tried, all, passed);
                parts.push(SharePart { numbers, chunk: result });
            }
        }
        Ok(parts)
    })
}
