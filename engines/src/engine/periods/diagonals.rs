//! Turns a ruleset of two heaps into additive periods of its diagonals, for each choice of its registers: proved where they are lines in an
//! order, else seen in a table.
use super::order::proved_lines;
use super::reach::reach;
use super::slices::{LinePeriod, register_values};
use super::{Answer, LAST_LINE, Lines, Period, SEVERAL, are_few, have_terms, seen, seen_from, terms_of, usual_terms};
use crate::engine::{Context, EngineError, Plan};
use crate::ruleset::Ruleset;
use crate::table::Region;
use crate::value::{Play, Saturate};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// The periods of the diagonals y - x = d of two heaps x and y, for all d of a range, which may be negative, and all choices of the registers; `most` is the
/// greatest number of terms. Cost: that of proofs, or one table.
///
/// # Errors
/// Not two heaps; memory, cancellation, or what a table can meet.
pub fn diagonals(
    (ruleset, play): (&Ruleset, Play),
    range: &RangeInclusive<i64>,
    most: Option<u64>,
    context: &Context,
) -> Result<Vec<LinePeriod>, EngineError> {
    make_sense(ruleset, range)?;
    let mut asked: Vec<(Vec<i64>, i64)> = Vec::new();
    for registers in register_values(ruleset).into_iter().flatten() {
        asked.extend(range.clone().map(|line| (registers.clone(), line)));
    }
    let first = |(registers, line): &(Vec<i64>, i64)| {
        [&[line.saturating_neg().max(0), (*line).max(0)], registers.as_slice()].concat()
    };
    let firsts: Vec<Vec<i64>> = asked.iter().map(first).collect();
    let proved = proved_lines((ruleset, play), &[0, 1], &firsts, most, context)?;
    let known: BTreeMap<&[i64], Period> = proved.iter().map(|line| (line.first.as_slice(), line.period)).collect();
    let told = |(registers, line): &(Vec<i64>, i64), first: &Vec<i64>| {
        let period = Some(*known.get(first.as_slice())?);
        Some(LinePeriod { period, ..unknown(*line, registers, None) })
    };
    let all: Option<Vec<LinePeriod>> = asked.iter().zip(&firsts).map(|(asked, first)| told(asked, first)).collect();
    match all {
        Some(all) if !all.is_empty() => Ok(all),
        _ => diagonals_by((&Plan::of(ruleset), play), range, most, context),
    }
}

/// As [`diagonals`], in the tables of one engine.
///
/// # Errors
/// As there, and what the engine does not serve.
pub fn diagonals_by(
    (tables, play): (&Plan<'_>, Play),
    range: &RangeInclusive<i64>,
    most: Option<u64>,
    context: &Context,
) -> Result<Vec<LinePeriod>, EngineError> {
    let ruleset = tables.ruleset();
    make_sense(ruleset, range)?;
    let least = reach(ruleset, Lines::Diagonals, *range.end()).saturating_mul(SEVERAL);
    let terms = most.unwrap_or_else(|| usual_terms(ruleset, least));
    if terms < least {
        let none = |line| LinePeriod { needed: Some(least), ..unknown(line, &[], Some(terms)) };
        return Ok(range.clone().map(none).collect());
    }
    let mut found = Vec::new();
    for (registers, answers) in looked((tables, play), range, terms, context)? {
        let told = |Answer { line, period, .. }| LinePeriod { period, ..unknown(line, &registers, Some(terms)) };
        found.extend(answers.into_iter().map(told));
    }
    Ok(found)
}

/// Whether a ruleset has these diagonals.
fn make_sense(ruleset: &Ruleset, range: &RangeInclusive<i64>) -> Result<(), EngineError> {
    have_terms(ruleset)?;
    if ruleset.heaps.len() != 2 {
        let why = "diagonals are those of two heaps; of more, all but one can be fixed";
        return Err(EngineError::Request(why.to_owned()));
    }
    if LAST_LINE < range.start().unsigned_abs().max(range.end().unsigned_abs()) {
        return Err(EngineError::Request("heaps go up to 2^31".to_owned()));
    }
    are_few(range.end().abs_diff(*range.start()))
}

/// A diagonal of which nothing is known, or what was looked at.
fn unknown(line: i64, registers: &[i64], seen_up_to: Option<u64>) -> LinePeriod {
    let (heaps, registers) = (vec![None; 2], registers.to_vec());
    LinePeriod { heaps, diagonal: Some(line), registers, period: None, seen_up_to, needed: None }
}

/// What is told of lines for one choice of the registers.
type LayerAnswers = (Vec<i64>, Vec<Answer>);

/// What a table shows of some diagonals, for each choice of the registers.
pub(super) fn looked(
    (tables, play): (&Plan<'_>, Play),
    range: &RangeInclusive<i64>,
    terms: u64,
    context: &Context,
) -> Result<Vec<LayerAnswers>, EngineError> {
    let terms = terms.max(1);
    // So far to the right and below the main diagonal.
    let [right, below] = [*range.end(), -range.start()].map(|far| far.max(0).unsigned_abs());
    if LAST_LINE < terms + right.max(below) {
        return Err(EngineError::Request("heaps go up to 2^31".to_owned()));
    }
    let region = Region::Box(vec![terms + below, terms + right]);
    let table = match tables.table(&region, terms_of(play), context) {
        // In a browser every loop counts for the size of the page.
        Err(needed @ EngineError::Memory { .. }) if cfg!(not(target_arch = "wasm32")) => {
            let seen = in_bands((tables, play), (range, terms), &region, context);
            return if matches!(seen, Err(EngineError::Unfit(_))) {
                Err(needed)
            } else {
                Ok(vec![(Vec::new(), seen?)])
            };
        }
        table => table?,
    };
    let whole = |number: u64| usize::try_from(number).expect("a place in a table that is in memory");
    let wide = whole(terms + right);
    let mut found = Vec::new();
    for (registers, values) in &table.layers {
        let of_line = |line: i64| {
            let far = whole(line.unsigned_abs());
            let first = if line < 0 { far * wide } else { far };
            Answer {
                period: seen_from(values, (first, wide + 1), terms),
                seen_up_to: Some(terms),
                ..Answer::none(line)
            }
        };
        found.push((registers.clone(), range.clone().map(of_line).collect()));
    }
    Ok(found)
}

/// The same where the table does not fit the memory: row by row, as far as the moves allow it, with the cells of the diagonals alone kept.
fn in_bands(
    (tables, play): (&Plan<'_>, Play),
    (range, terms): (&RangeInclusive<i64>, u64),
    region: &Region,
    context: &Context,
) -> Result<Vec<Answer>, EngineError> {
    let lines: Vec<i64> = range.clone().collect();
    context.fits(u128::from(terms) * 4 * lines.len() as u128)?;
    let mut rows = tables.rows(region, terms_of(play), context)?;
    let [_, wide] = rows.shape();
    let mut cells: Vec<Option<Vec<u32>>> = vec![Some(Vec::new()); lines.len()];
    loop {
        let before = rows.done();
        let Some(band) = rows.next_band(context)? else { break };
        for row in before..rows.done() {
            for (line, cells) in lines.iter().zip(&mut cells) {
                let place = row.saturated::<i64>() + line.min(&0);
                let column = usize::try_from(place + line.max(&0)).ok().filter(|column| *column < wide);
                let (true, Some(column), Some(known)) = (0 <= place, column, cells.as_mut()) else { continue };
                if known.len() as u64 == terms {
                    continue;
                }
                let at = (row - before) * wide + column;
                match band.part(at..at + 1).next().flatten() {
                    Some(value) => known.push(value),
                    None => *cells = None,
                }
            }
        }
    }
    let told = |(line, cells): (&i64, &Option<Vec<u32>>)| {
        let period = cells.as_ref().and_then(|cells| seen(cells));
        Answer { period, seen_up_to: Some(terms), ..Answer::none(*line) }
    };
    Ok(lines.iter().zip(&cells).map(told).collect())
}
