//! Turns a ruleset into additive periods of the lines along one heap, all others and the registers fixed: proved where they are lines in an
//! order, else seen in a table.
use super::order::proved_lines;
use super::reach::reach_along;
use super::rows::{Period, seen};
use super::{SEVERAL, are_few, have_terms, terms_of, usual_terms};
use crate::engine::{Context, EngineError, Plan};
use crate::ruleset::Ruleset;
use crate::table::{Cells, Region};
use crate::value::{Play, Saturate};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// What is known of one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinePeriod {
    /// The heaps; none for the one along which the line goes, or for both of a diagonal.
    pub heaps: Vec<Option<u64>>,
    /// The second heap less the first, on a diagonal.
    pub diagonal: Option<i64>,
    /// The registers.
    pub registers: Vec<i64>,
    /// The least period.
    pub period: Option<Period>,
    /// It was looked at below this, if nothing is proved.
    pub seen_up_to: Option<u64>,
    /// So many terms are needed before what is seen can tell a period, if that is more than were looked at.
    pub needed: Option<u64>,
}

/// The periods of the lines along the one heap that is not fixed, for all choices of the others and of the
/// registers; `most` is the number of terms that are looked at. Cells at the beginning of a line that are no positions are
/// passed over. Cost: that of proofs, or one table.
///
/// # Errors
/// Not exactly one heap is left; memory, cancellation, or what a table can meet.
pub fn slices(
    (ruleset, play): (&Ruleset, Play),
    fixed: &[Option<RangeInclusive<u64>>],
    most: Option<u64>,
    context: &Context,
) -> Result<Vec<LinePeriod>, EngineError> {
    // In a browser every loop counts for the size of the page; there, such lines are seen.
    if cfg!(target_arch = "wasm32") {
        return slices_by((&Plan::of(ruleset), play), fixed, most, context);
    }
    have_terms(ruleset)?;
    let along = runs(ruleset, fixed)?;
    let registers = register_values(ruleset);
    let chosen = choices(fixed);
    let mut asked: Vec<(Vec<Option<u64>>, Vec<i64>)> = Vec::new();
    for values in registers.iter().flatten() {
        asked.extend(chosen.iter().map(|heaps| (heaps.clone(), values.clone())));
    }
    let first = |(heaps, registers): &(Vec<Option<u64>>, Vec<i64>)| -> Vec<i64> {
        let heaps = heaps.iter().map(|heap| heap.unwrap_or(0).saturated());
        heaps.chain(registers.iter().copied()).collect()
    };
    let firsts: Vec<Vec<i64>> = asked.iter().map(first).collect();
    let proved = proved_lines((ruleset, play), &[along], &firsts, most, context)?;
    let known: BTreeMap<&[i64], Period> = proved.iter().map(|line| (line.first.as_slice(), line.period)).collect();
    let told = |asked: (Vec<Option<u64>>, Vec<i64>)| {
        let period = Some(*known.get(first(&asked).as_slice())?);
        Some(LinePeriod { heaps: asked.0, diagonal: None, registers: asked.1, period, seen_up_to: None, needed: None })
    };
    if !asked.is_empty() && firsts.iter().all(|first| known.contains_key(first.as_slice())) {
        return Ok(asked.into_iter().filter_map(told).collect());
    }
    let seen = slices_by((&Plan::of(ruleset), play), fixed, most, context)?;
    let better = |seen: LinePeriod| told((seen.heaps.clone(), seen.registers.clone())).unwrap_or(seen);
    Ok(seen.into_iter().map(better).collect())
}

/// All choices of the registers that tables show, in their order; none if they do not say which.
pub(super) fn register_values(ruleset: &Ruleset) -> Option<Vec<Vec<i64>>> {
    let mut all = vec![Vec::new()];
    for register in &ruleset.registers {
        let (low, high) = register.shown?;
        are_few(high.abs_diff(low).saturating_mul(all.len() as u64)).ok()?;
        let with = |begun: &Vec<i64>| -> Vec<Vec<i64>> {
            (low..=high).map(|value| [begun.as_slice(), &[value]].concat()).collect()
        };
        all = all.iter().flat_map(with).collect();
    }
    Some(all)
}

/// The heap that runs, where all others are fixed, in few ways.
fn runs(ruleset: &Ruleset, fixed: &[Option<RangeInclusive<u64>>]) -> Result<usize, EngineError> {
    let wrong = || EngineError::Request("one heap runs, and all others are fixed".to_owned());
    let along = fixed.iter().position(Option::is_none);
    let along = along.filter(|_| fixed.len() == ruleset.heaps.len()).ok_or_else(wrong)?;
    if 1 < fixed.iter().filter(|range| range.is_none()).count() {
        return Err(wrong());
    }
    let count = |range: &RangeInclusive<u64>| range.end().saturating_sub(*range.start()).saturating_add(1);
    are_few(fixed.iter().flatten().map(count).fold(1, u64::saturating_mul) - 1)?;
    Ok(along)
}

/// As [`slices`], in the tables of one engine.
///
/// # Errors
/// As there, and what the engine does not serve.
pub fn slices_by(
    (tables, play): (&Plan<'_>, Play),
    fixed: &[Option<RangeInclusive<u64>>],
    most: Option<u64>,
    context: &Context,
) -> Result<Vec<LinePeriod>, EngineError> {
    let ruleset = tables.ruleset();
    have_terms(ruleset)?;
    let along = runs(ruleset, fixed)?;
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
        None => Some(tables.table(&Region::Box(shape.clone()), terms_of(play), context)?),
    };
    let mut found = Vec::new();
    for layer in 0..table.as_ref().map_or(1, |table| table.layers.len()) {
        let layer = table.as_ref().map(|table| &table.layers[layer]);
        for heaps in choices(fixed) {
            let period = layer.and_then(|layer| seen_along(&layer.1, &shape, &heaps, along));
            let registers = layer.map(|layer| layer.0.clone()).unwrap_or_default();
            found.push(LinePeriod { heaps, diagonal: None, registers, period, seen_up_to: Some(terms), needed });
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
