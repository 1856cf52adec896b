//! Turns a table into additive periods of the lines along one heap, all others and the registers fixed. Proves nothing.
use super::reach::reach_along;
use super::rows::{Period, seen};
use super::{SEVERAL, are_few, usual_terms};
use crate::engine::{Context, EngineError, Plan};
use crate::ruleset::Ruleset;
use crate::table::{Cells, Region};
use crate::value::Saturate;
use std::ops::RangeInclusive;

/// What a table shows of one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinePeriod {
    /// The heaps; none for the one along which the line goes.
    pub heaps: Vec<Option<u64>>,
    /// The registers.
    pub registers: Vec<i64>,
    /// The least period that is seen.
    pub period: Option<Period>,
    /// It was looked at below this.
    pub seen_up_to: u64,
    /// So many terms are needed before what is seen can tell a period, if that is more than were looked at.
    pub needed: Option<u64>,
}

/// The periods that are seen of the lines along the one heap that is not fixed, for all choices of the others and of the
/// registers; `most` is the number of terms that are looked at. Cells at the beginning of a line that are no positions are
/// passed over. Cost: one table.
///
/// # Errors
/// Not exactly one heap is left; memory, cancellation, or what a table can meet.
pub fn slices(
    ruleset: &Ruleset,
    fixed: &[Option<RangeInclusive<u64>>],
    most: Option<u64>,
    context: &Context,
) -> Result<Vec<LinePeriod>, EngineError> {
    slices_by(&Plan::of(ruleset), fixed, most, context)
}

/// As [`slices`], in the tables of one engine.
///
/// # Errors
/// As there, and what the engine does not serve.
pub fn slices_by(
    plan: &Plan<'_>,
    fixed: &[Option<RangeInclusive<u64>>],
    most: Option<u64>,
    context: &Context,
) -> Result<Vec<LinePeriod>, EngineError> {
    let ruleset = plan.ruleset();
    let along = fixed.iter().position(Option::is_none);
    let wrong = || EngineError::Request("one heap runs, and all others are fixed".to_owned());
    let along = along.filter(|_| fixed.len() == ruleset.heaps.len()).ok_or_else(wrong)?;
    if 1 < fixed.iter().filter(|range| range.is_none()).count() {
        return Err(wrong());
    }
    let count = |range: &RangeInclusive<u64>| range.end().saturating_sub(*range.start()).saturating_add(1);
    are_few(fixed.iter().flatten().map(count).fold(1, u64::saturating_mul) - 1)?;
    let end = |range: &Option<RangeInclusive<u64>>| range.as_ref().map_or(0, |range| range.end().saturated());
    let least = reach_along(ruleset, &fixed.iter().map(end).collect::<Vec<_>>(), along).saturating_mul(SEVERAL);
    let terms = most.unwrap_or_else(|| usual_terms(ruleset, least)).max(1);
    let bound =
        |range: &Option<RangeInclusive<u64>>| range.as_ref().map_or(Some(terms), |range| range.end().checked_add(1));
    let shape: Option<Vec<u64>> = fixed.iter().map(bound).collect();
    let shape = shape.filter(|shape| shape.iter().all(|bound| *bound < 1 << 31));
    let shape = shape.ok_or_else(|| EngineError::Request("heaps go up to 2^31".to_owned()))?;
    let needed = Some(least).filter(|least| terms < *least);
    let table = match needed {
        // Whatever repeats in so few terms, larger steps may break.
        Some(_) => None,
        None => Some(plan.grundy(&Region::Box(shape.clone()), context)?),
    };
    let mut found = Vec::new();
    for layer in 0..table.as_ref().map_or(1, |table| table.layers.len()) {
        let layer = table.as_ref().map(|table| &table.layers[layer]);
        for heaps in choices(fixed) {
            let period = layer.and_then(|layer| seen_along(&layer.1, &shape, &heaps, along));
            let registers = layer.map(|layer| layer.0.clone()).unwrap_or_default();
            found.push(LinePeriod { heaps, registers, period, seen_up_to: terms, needed });
        }
    }
    Ok(found)
}

/// All choices of the heaps that are fixed, in lexicographic order.
fn choices(fixed: &[Option<RangeInclusive<u64>>]) -> Vec<Vec<Option<u64>>> {
    fixed.iter().fold(vec![Vec::new()], |begun, range| {
        let next = |begun: &Vec<Option<u64>>| -> Vec<Vec<Option<u64>>> {
            let values = range.clone().map_or(vec![None], |range| range.map(Some).collect());
            values.into_iter().map(|value| [begun.as_slice(), &[value]].concat()).collect()
        };
        begun.iter().flat_map(next).collect()
    })
}

/// The period of a line of a table.
fn seen_along(cells: &Cells, shape: &[u64], heaps: &[Option<u64>], along: usize) -> Option<Period> {
    let whole = |number: u64| usize::try_from(number).expect("a place in a table that is in memory");
    let (mut first, mut step) = (0, 1);
    for (heap, (bound, value)) in shape.iter().zip(heaps).enumerate() {
        first = first * whole(*bound) + whole(value.unwrap_or(0));
        step = if heap <= along { 1 } else { step * whole(*bound) };
    }
    let line: Vec<Option<u32>> = (0..whole(shape[along])).map(|at| cells.get(first + at * step)).collect();
    // Where positions are only those with x <= y, say, a line begins late.
    let begin = line.iter().position(Option::is_some)?;
    let values: Option<Vec<u32>> = line[begin..].iter().copied().collect();
    let period = seen(&values?)?;
    Some(Period { preperiod: period.preperiod + begin as u64, ..period })
}
