//! Grundy values along one heap in rows of a period, as octal games are printed: columns of equal values show that it is one.
use super::slice::Slice;
use super::{AskedPicture, Drawn, note, refused};
use crate::asked::TaskFailure;
use crate::engine::Plan;
use crate::engine::periods::{Lines, Period, periods, periods_by, slices_by};
use crate::table::{Cells, Region};
use crate::value::{Play, Saturate};
use nimdsl_figures::{Axis, CELL, Corner, Ink, KeyEntry, Panel, Spot, SpotKind, Swatch, Ticks, Tints, middle};

/// Rows are not longer than this.
const WIDEST: u64 = 1_000;
/// A period that is found is repeated until a row has so many cells; beyond so many, rows are of the usual length.
const USUAL: u64 = 10;
const READABLE: u64 = 120;
/// Rows that are drawn if no size is given: of a period that begins at once, and at most.
const ROWS: u64 = 6;
const MOST_ROWS: u64 = 40;
/// Numbers are written into the cells of small strips.
const NUMBERED: usize = 4_096;

/// A heading, and values.
type Headed = (String, Vec<Option<i64>>);

/// A strip for each choice of the registers.
pub(super) fn draw(asked: &AskedPicture<'_>, given: Option<u32>) -> Result<Drawn, TaskFailure> {
    let slice = Slice::of(asked)?;
    let [heap] = slice.running[..] else {
        let names = asked.side.ruleset.heaps[1..].iter().map(|name| format!("--fix {name}=0")).collect::<Vec<_>>();
        return refused(format!("a strip shows one heap: fix the others, for example {}", names.join(" ")));
    };
    if given.is_some_and(|given| given == 0 || WIDEST < u64::from(given)) {
        return refused(format!("rows of a strip have 1 to {WIDEST} cells: choose such a --period"));
    }
    let found = found(asked, &slice)?;
    asked.fit(found.len())?;
    let first = found.first().copied().flatten();
    let columns = given.map_or_else(|| row(first), u64::from);
    let count = match (asked.sketch.sizes.first(), asked.sketch.total) {
        (None, None) => {
            let rows = first.map_or(ROWS, |period| ROWS + period.preperiod / columns);
            rows.min(MOST_ROWS) * columns
        }
        _ => slice.sizes[0],
    };
    // What is an exception is seen against the first period.
    let needed = found.iter().flatten().map(|period| period.preperiod + period.period).fold(count, u64::max);
    let lines = lines(asked, &slice, heap, needed)?;
    let (count, columns) = (whole(count), whole(columns));
    let shown = lines.iter().flat_map(|(_, line)| &line[..count]);
    let greatest = shown.copied().flatten().max().unwrap_or(0);
    let name = &asked.side.ruleset.heaps[heap];
    let panels = lines.iter().zip(found.iter().chain(std::iter::repeat(&None))).map(|((heading, line), period)| {
        let mut panel = empty(name, heading.clone(), (count, columns));
        panel.tints = Some(tints(&line[..count], columns, greatest));
        panel.spots = exceptions(line, *period, (count, columns));
        panel
    });
    let panels: Vec<Panel> = panels.collect();
    let key = key(&panels, &found, name);
    Ok(Drawn { panels, inks: inks(asked, greatest), key })
}

/// The period of each choice of the registers; of one heap alone it can be proved.
fn found(asked: &AskedPicture<'_>, slice: &Slice) -> Result<Vec<Option<Period>>, TaskFailure> {
    let ruleset = asked.side.ruleset;
    let plan = Plan::named(asked.side.engine, ruleset)?;
    if ruleset.heaps.len() == 1 && ruleset.registers.is_empty() {
        let found = match asked.side.engine {
            None => periods((ruleset, Play::Normal), Lines::Rows, &(0..=0), None, asked.context)?,
            Some(_) => periods_by((&plan, Play::Normal), Lines::Rows, &(0..=0), None, asked.context)?,
        };
        return Ok(found.into_iter().map(|answer| answer.period).collect());
    }
    let fixed: Vec<_> = slice.stays.iter().map(|stays| stays.map(|at| at.unsigned_abs()..=at.unsigned_abs())).collect();
    let found = slices_by((&plan, Play::Normal), &fixed, None, asked.context)?;
    Ok(found.into_iter().map(|line| line.period).collect())
}

/// The values along a heap below a bound, with a heading for each choice of the registers.
fn lines(asked: &AskedPicture<'_>, slice: &Slice, heap: usize, bound: u64) -> Result<Vec<Headed>, TaskFailure> {
    let mut shape: Vec<u64> = slice.stays.iter().map(|stays| stays.map_or(0, i64::unsigned_abs) + 1).collect();
    shape[heap] = bound;
    let table = asked.grundy(asked.side, &Region::Box(shape.clone()))?;
    asked.fit(table.layers.len())?;
    let step = |of: usize| shape[of + 1..].iter().map(|bound| whole(*bound)).product::<usize>();
    let base: usize =
        (0..shape.len()).filter(|other| *other != heap).map(|other| whole(shape[other] - 1) * step(other)).sum();
    let line = |values: &Cells| (0..whole(bound)).map(|at| values.get(base + at * step(heap)).map(i64::from)).collect();
    Ok(table.layers.iter().map(|(registers, values)| (asked.heading(registers), line(values))).collect())
}

fn whole(number: u64) -> usize {
    number.saturated::<usize>()
}

/// How many cells a row has if it is not said.
fn row(period: Option<Period>) -> u64 {
    match period {
        Some(Period { period, .. }) if period <= READABLE => USUAL.div_ceil(period).max(1) * period,
        _ => USUAL,
    }
}

/// Rows of cells, the last of which may be short.
fn empty(name: &str, heading: String, (count, columns): (usize, usize)) -> Panel {
    let rows = count.div_ceil(columns);
    let number = |at: usize| i64::try_from(at).unwrap_or(i64::MAX / CELL);
    let step = rows.div_ceil(MOST_ROWS.saturated::<usize>()).max(1);
    let ticks = (0..rows).step_by(step).map(|row| (middle(number(row)), (row * columns).to_string())).collect();
    let across = Axis { name: String::new(), count: columns, ticks: Ticks::Cells };
    let along = Axis { name: name.to_owned(), count: rows, ticks: Ticks::Given(ticks) };
    Panel::empty(heading, Corner::Upper, across, along)
}

/// The shades of the values: 0 for none, 1 for the value 0.
fn tints(line: &[Option<i64>], columns: usize, greatest: i64) -> Tints {
    let short = line.len().next_multiple_of(columns) - line.len();
    let cells = line.iter().copied().chain(std::iter::repeat_n(None, short));
    let shade = |value: i64| if value == 0 { 1 } else { 2 + part(value, greatest).0 };
    let shades = cells.clone().map(|value| value.map_or(0, |value| shade(value).saturated::<u8>()));
    let numbers = if line.len() <= NUMBERED { cells.clone().collect() } else { Vec::new() };
    Tints { shades: shades.collect(), numbers }
}

/// The place of a value from 1 among the inks, and how many there are less one.
fn part(value: i64, greatest: i64) -> (i64, i64) {
    let most = (greatest - 1).clamp(0, 253);
    ((value - 1) * most / (greatest - 1).max(1), most)
}

/// Rings around the values of the preperiod that are not those of the period continued downwards.
fn exceptions(line: &[Option<i64>], period: Option<Period>, (count, columns): (usize, usize)) -> Vec<Spot> {
    let Some(Period { preperiod, period, saltus }) = period else { return Vec::new() };
    let is_off = |at: &usize| {
        let behind = (preperiod.saturating_sub(*at as u64)).div_ceil(period);
        let later = usize::try_from(*at as u64 + behind * period).ok().and_then(|later| line.get(later).copied());
        let added = i64::try_from(behind.saturating_mul(saltus)).ok();
        match (line[*at], later.flatten(), added) {
            (Some(value), Some(later), Some(added)) => value.checked_add(added) != Some(later),
            _ => false,
        }
    };
    let number = |at: usize| middle(i64::try_from(at).unwrap_or(i64::MAX / CELL));
    let off = (0..count.min(preperiod.saturated::<usize>())).filter(is_off);
    off.map(|at| Spot { at: (number(at % columns), number(at / columns)), kind: SpotKind::Elsewhere }).collect()
}

/// Pale inks, on which black letters and rings are seen; a value is its own letter.
fn inks(asked: &AskedPicture<'_>, greatest: i64) -> Vec<(Ink, char)> {
    let palette = asked.sketch.palette;
    let letter = |value: i64| u32::try_from(value).ok().and_then(|value| char::from_digit(value, 36)).unwrap_or('+');
    let parts = part(greatest.max(1), greatest.max(1)).1;
    let values = (0..=parts).map(|part| {
        let value = if greatest <= parts + 1 { part + 1 } else { i64::MAX };
        (palette.value(part, parts.max(1)).pale(), letter(value))
    });
    [(Ink::WHITE, ' '), (palette.tint(), '0')].into_iter().chain(values).collect()
}

fn key(panels: &[Panel], found: &[Option<Period>], name: &str) -> Vec<KeyEntry> {
    let mut key = match found {
        [Some(Period { preperiod, period, saltus })] => {
            let added = if *saltus == 0 { String::new() } else { format!(" + {saltus}") };
            let from = if *preperiod == 0 { String::new() } else { format!(" from {name} = {preperiod}") };
            vec![note(format!("g({name} + {period}) = g({name}){added}{from}"))]
        }
        [None] => vec![note("no period is seen")],
        _ => Vec::new(),
    };
    if panels.iter().any(|panel| !panel.spots.is_empty()) {
        key.push(KeyEntry::new(Swatch::Spot(SpotKind::Elsewhere), "exception"));
    }
    key
}
