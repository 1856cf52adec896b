//! Turns small tables into what a large one will cost. Knows nothing of engines.
//!
//! Sizes are halved until a table is made at once, and then doubled again; what the last doubling cost is taken to be what each
//! further one costs. So a forecast is measured, and told with what was measured.
use super::output::Format;
use super::stop::Stop;
use cpu_time::ProcessTime;
use nimdsl::engine::{AskedMemory, Context};
use nimdsl::rules::{Rules, TabledRows};
use nimdsl::table::Region;
use nimdsl::tasks::What;
use nimdsl::value::Saturate;
use serde::Serialize;
use std::time::Duration;

/// Tables below this many cells are made at once.
const FEW_CELLS: u128 = 1 << 12;
/// No larger table is tried after one that took so long.
const ENOUGH: Duration = Duration::from_millis(150);
/// What takes less is not compared: the clock and the caches would say more than the table.
const NOTICEABLE: Duration = Duration::from_millis(2);

/// A table, and what it costs.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Cost {
    /// The size, as `--size` or `--total` takes it.
    size: String,
    /// Cells of one layer, with those that a total leaves out.
    cells: u64,
    /// Nanoseconds of one thread.
    nanoseconds: u64,
    /// The memory that was asked for.
    bytes: u64,
}

/// What a table will cost, and the tables that tell.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Forecast {
    table: Cost,
    /// Whether it is one of those that were made.
    is_measured: bool,
    measured: Vec<Cost>,
    /// The memory that is allowed.
    allowed: u64,
    /// The same table row by row, where it does not fit as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<Cost>,
}

/// What a table of a region costs. Cost: tables for about half a second.
///
/// # Errors
/// Those of a table.
pub(super) fn forecast(
    region: &Region,
    context: &Context,
    table: impl Fn(&Region, &Context) -> Result<(), Stop>,
    rules: &Rules,
) -> Result<Forecast, Stop> {
    let heaps = rules.ruleset().heaps.len();
    let cells = |region: &Region| {
        region
            .shape(heaps)
            .map_or(0, |shape| shape.iter().fold(1u128, |all, size| all.saturating_mul(u128::from(*size))))
    };
    let cost = |region: &Region, nanoseconds, bytes| Cost {
        size: size(region),
        cells: cells(region).saturated(),
        nanoseconds,
        bytes,
    };
    let mut halvings = 0;
    while FEW_CELLS < cells(&halved(region, halvings)) {
        halvings += 1;
    }
    let mut measured: Vec<Cost> = Vec::new();
    loop {
        let own = halved(region, halvings);
        let context = Context { threads: 1, progress: None, asked: AskedMemory::default(), ..context.clone() };
        let begin = ProcessTime::now();
        table(&own, &context)?;
        let took = begin.elapsed();
        let nanoseconds = took.as_nanos().saturated();
        measured.push(cost(&own, nanoseconds, context.asked.bytes()));
        if halvings == 0 || ENOUGH < took {
            break;
        }
        halvings -= 1;
    }
    let told = |cost: &&Cost| NOTICEABLE.as_nanos() <= u128::from(cost.nanoseconds);
    let (last, before) = (&measured[measured.len() - 1], measured.iter().rev().nth(1));
    // So much more each doubling costs: as much as the last one, or as there are more cells if nothing else is known.
    let (more, less) = match before.filter(told) {
        Some(before) => (u128::from(last.nanoseconds), u128::from(before.nanoseconds)),
        None => (1 << heaps.min(16), 1),
    };
    let grown = |cost: u128, _: u32| cost.saturating_mul(more) / less.max(1);
    let nanoseconds = (0..halvings).fold(u128::from(last.nanoseconds), grown);
    let touched = |region: &Region| region.touched(heaps);
    let bytes = u128::from(last.bytes).saturating_mul(touched(region)) / touched(&halved(region, halvings)).max(1);
    let [nanoseconds, bytes] = [nanoseconds, bytes].map(Saturate::saturated);
    let is_measured = halvings == 0;
    let told = measured.split_off(measured.len().saturating_sub(2));
    let table = cost(region, nanoseconds, bytes);
    Ok(Forecast { table, is_measured, measured: told, allowed: context.memory, rows: None })
}

/// What the rows of a region cost, one after the other, if they can be found so. `rows` tells of a region; what they ask for is told
/// by its context. Cost: tables for about half a second.
fn forecast_of_rows(
    region: &Region,
    context: &Context,
    rows: impl Fn(&Region, &Context) -> Result<TabledRows, Stop>,
    (rules, what): (&Rules, What),
) -> Option<Cost> {
    let each = |region: &Region, context: &Context| {
        let mut rows = rows(region, context)?;
        while rows.next_band(context)?.is_some() {}
        Ok(())
    };
    let told = forecast(region, context, each, rules).ok()?;
    let Cost { mut nanoseconds, mut bytes, .. } = told.table;
    if what == What::Grundy {
        // Nothing is found yet, but all that it will take is asked for.
        let own = Context { progress: None, asked: AskedMemory::default(), ..context.clone() };
        let begun = rows(region, &own).ok()?;
        bytes = own.asked.bytes();
        nanoseconds = nanoseconds.saturating_mul(begun.passes() as u64);
    } else if let [.., before, last] = told.measured.as_slice() {
        // P-positions grow as they did.
        let (mut size, mut found) = (last.cells, u128::from(last.bytes));
        while size < told.table.cells {
            found = found.saturating_mul(u128::from(last.bytes)) / u128::from(before.bytes.max(1));
            size = size.saturating_mul((last.cells / before.cells.max(1)).max(2));
        }
        bytes = found.saturated();
    }
    Some(Cost { nanoseconds, bytes, ..told.table })
}

impl Forecast {
    /// The same, with what its rows cost one after the other if it does not fit as a whole.
    pub(super) fn or_rows(
        self,
        region: &Region,
        context: &Context,
        rows: impl Fn(&Region, &Context) -> Result<TabledRows, Stop>,
        of: (&Rules, What),
    ) -> Self {
        if self.table.bytes <= self.allowed {
            return self;
        }
        let rows = forecast_of_rows(region, context, rows, of);
        Self { rows, ..self }
    }

    /// Two lines: the table, and what tells.
    pub(super) fn words(&self) -> String {
        let Cost { size, cells, nanoseconds, bytes } = &self.table;
        let about = if self.is_measured { "took" } else { "will take about" };
        let more = if self.allowed < *bytes { ", which is more than --memory allows" } else { "" };
        let mut words =
            format!("{size} ({cells} cells) {about} {} of one thread and {}{more}", time(*nanoseconds), memory(*bytes));
        if !self.is_measured {
            let told = |cost: &Cost| format!("{} {} and {}", cost.size, time(cost.nanoseconds), memory(cost.bytes));
            let told: Vec<String> = self.measured.iter().map(told).collect();
            words.push_str(&format!(
                "\nmeasured: {}; further doublings are taken to cost what the last one did",
                told.join(", ")
            ));
        }
        if let Some(Cost { nanoseconds, bytes, .. }) = &self.rows {
            let forms = Format::all_with_bands().join(", ");
            let more = if self.allowed < *bytes { ", which is more than --memory allows" } else { "" };
            let (time, memory) = (time(*nanoseconds), memory(*bytes));
            words
                .push_str(&format!("\nrow by row, as --format {forms}: about {time} of one thread and {memory}{more}"));
        }
        words
    }
}

/// A region whose sizes are halved so often.
fn halved(region: &Region, times: u32) -> Region {
    let part = |size: &u64| size.div_ceil(1u64.checked_shl(times).unwrap_or(u64::MAX)).max(1).min(*size);
    match region {
        Region::Box(sizes) => Region::Box(sizes.iter().map(part).collect()),
        Region::Total(total) => Region::Total(part(total)),
    }
}

fn size(region: &Region) -> String {
    match region {
        Region::Box(sizes) => {
            let same = sizes.iter().all(|size| *size == sizes[0]);
            let shown = if same { &sizes[..1] } else { sizes };
            format!("--size {}", shown.iter().map(ToString::to_string).collect::<Vec<_>>().join(","))
        }
        Region::Total(total) => format!("--total {total}"),
    }
}

/// Nanoseconds in words, two digits or more.
fn time(nanoseconds: u64) -> String {
    let units: [(&str, u64); 6] = [
        ("ms", 1_000_000),
        ("s", 1_000_000_000),
        ("min", 60_000_000_000),
        ("h", 3_600_000_000_000),
        ("days", 86_400_000_000_000),
        ("years", 31_557_600_000_000_000),
    ];
    let fits = units.iter().rev().find(|unit| 2 * unit.1 <= nanoseconds).unwrap_or(&units[0]);
    let tenths = nanoseconds / (fits.1 / 10);
    if tenths < 100 {
        format!("{}.{} {}", tenths / 10, tenths % 10, fits.0)
    } else {
        format!("{} {}", tenths / 10, fits.0)
    }
}

fn memory(bytes: u64) -> String {
    let units = ["bytes", "KiB", "MiB", "GiB", "TiB"];
    let scale = (0..units.len() - 1).find(|scale| bytes >> (10 * scale) < 10 << 10).unwrap_or(units.len() - 1);
    format!("{} {}", bytes >> (10 * scale), units[scale])
}

#[cfg(test)]
mod tests;
