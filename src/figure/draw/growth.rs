//! The heaps of P-positions, one after the other, against their number: what a chain or a pair of sequences grows like.
use super::{AskedPicture, Drawn, refused};
use crate::asked::TaskFailure;
use crate::engine::Plan;
use crate::ruleset::Position;
use crate::value::Saturate;
use nimdsl_figures::{Axis, CELL, Corner, KeyEntry, Panel, Spot, SpotKind, Swatch, Ticks, middle, steps};

/// More terms are not drawn.
const MOST: usize = 5_000;
/// Numbers beside the upright axis.
const TICKS: i64 = 6;

/// Terms k = 0, 1, ... of one sequence or two.
struct Series {
    smaller: Vec<i64>,
    /// Of a chain there is none: it is the next term.
    larger: Vec<i64>,
}

/// Terms on axes of their own.
pub(super) fn draw(asked: &AskedPicture<'_>) -> Result<Drawn, TaskFailure> {
    let (ruleset, sketch) = (asked.side.ruleset, asked.sketch);
    if 2 < ruleset.heaps.len() || !ruleset.registers.is_empty() || !sketch.fixed.is_empty() {
        return refused("`growth` needs one or two heaps and no registers: fix none, or choose `scatter`");
    }
    let size = match (sketch.total, sketch.sizes.as_slice()) {
        (None, []) => sketch.kind.usual_size(),
        (None, [size]) => *size,
        _ => return refused("`growth` takes one size: the bound on all heaps"),
    };
    let largest = size.checked_sub(1).ok_or_else(|| TaskFailure::Request("size 0 has no position".to_owned()))?;
    let plan = Plan::named(asked.side.engine, ruleset)?;
    let series = series(&plan.p_positions(largest, asked.side.play, asked.context)?);
    let count = series.smaller.len();
    if MOST < count {
        return refused(format!(
            "there are {count} P-positions, and {MOST} terms are drawn at most: choose a smaller size"
        ));
    }
    let names = ruleset.heaps.join(", ");
    let along = if series.larger.is_empty() && ruleset.heaps.len() == 2 { "a".to_owned() } else { names };
    let palette = sketch.palette;
    let inks = vec![(palette.p_positions(), '#'), (palette.others(), 'o')];
    Ok(Drawn { panels: vec![panel(&series, along)], inks, key: key(&series, &ruleset.heaps) })
}

fn key(series: &Series, heaps: &[String]) -> Vec<KeyEntry> {
    if series.larger.is_empty() || heaps.len() < 2 {
        return Vec::new();
    }
    vec![
        KeyEntry::new(Swatch::Spot(SpotKind::First), "smaller heap"),
        KeyEntry::new(Swatch::Spot(SpotKind::Second), "larger heap"),
    ]
}

/// The heaps of P-positions with the smaller one first.
fn series(positions: &[Position]) -> Series {
    let pairs: Vec<(i64, Option<i64>)> = positions
        .iter()
        .filter(|position| position.is_sorted())
        .map(|position| (position[0], position.get(1).copied()))
        .collect();
    let larger: Vec<i64> = pairs.iter().filter_map(|pair| pair.1).collect();
    let smaller: Vec<i64> = pairs.iter().map(|pair| pair.0).collect();
    let beyond_zero = usize::from(pairs.first() == Some(&(0, Some(0))));
    let is_chain = beyond_zero + 1 < larger.len()
        && larger[beyond_zero..].iter().zip(&smaller[beyond_zero + 1..]).all(|(a, b)| a == b);
    if is_chain {
        let terms = smaller[beyond_zero..].iter().chain(larger.last()).copied();
        return Series { smaller: terms.collect(), larger: Vec::new() };
    }
    Series { smaller, larger }
}

fn panel(series: &Series, along: String) -> Panel {
    let count = series.smaller.len().max(1);
    let greatest = series.smaller.iter().chain(&series.larger).max().copied().unwrap_or(1).max(1);
    let terms = count.saturated::<i64>();
    // What grows faster than every small power is shown by its logarithm.
    let is_fast = 4 < terms && terms.saturating_pow(3) < greatest;
    let height = |value: i64| if is_fast { log2(value) + CELL / 2 } else { value * CELL };
    let top = height(greatest) / CELL + 1;
    let marks = if is_fast { powers(greatest) } else { multiples(greatest) };
    let ticks = Ticks::Given(marks.into_iter().map(|value| (height(value), value.to_string())).collect());
    let across = Axis { name: "k".to_owned(), count, ticks: Ticks::Cells };
    let along = Axis { name: along, count: top.saturated::<usize>(), ticks };
    let mut panel = Panel::empty(String::new(), Corner::Lower, across, along);
    panel.is_square = false;
    for (values, kind) in [(&series.smaller, SpotKind::First), (&series.larger, SpotKind::Second)] {
        let spots = (0..).zip(values).filter(|(_, value)| !is_fast || 0 < **value);
        panel.spots.extend(spots.map(|(k, value)| Spot { at: (middle(k), height(*value)), kind }));
    }
    panel
}

/// Even numbers beside an axis.
fn multiples(greatest: i64) -> Vec<i64> {
    let step = steps().find(|step| greatest <= step * TICKS).unwrap_or(greatest);
    (0..=greatest / step).map(|count| count * step).collect()
}

/// Powers of ten, not too many.
fn powers(greatest: i64) -> Vec<i64> {
    let all: Vec<i64> = (0..19).map(|power| 10_i64.pow(power)).take_while(|power| *power <= greatest).collect();
    let step = all.len().div_ceil(TICKS.saturated::<usize>()).max(1);
    all.into_iter().step_by(step).collect()
}

/// The logarithm to the base two, in thousandths, rounded down; of numbers from 1.
fn log2(value: i64) -> i64 {
    let value = u128::from(value.max(1).unsigned_abs());
    let whole = value.ilog2();
    // 1 <= mantissa < 2 with 60 digits; ten squarings give the digits of the logarithm behind the point.
    let mut mantissa = (value << 60) >> whole;
    let mut found = i64::from(whole);
    for _ in 0..10 {
        mantissa = (mantissa * mantissa) >> 60;
        found *= 2;
        if 1 << 61 <= mantissa {
            mantissa >>= 1;
            found += 1;
        }
    }
    found * CELL / 1_024
}
