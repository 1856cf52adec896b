//! Registers at the beginning of play, which are what the file says they are then: tables and lists of positions cut down to it.
//! Computes no value.
use crate::ruleset::{Position, Register, Ruleset};
use crate::table::{Cells, Region, Table};
use crate::value::Saturate;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// For more positions their starts are not looked for one after the other.
const MOST_STARTS: u128 = 1 << 28;

/// Whether some registers have a start.
pub(crate) fn has_starts(ruleset: &Ruleset) -> bool {
    ruleset.registers.iter().any(|register| register.start.is_some())
}

/// The same ruleset, where tables show every value that registers have when play begins somewhere on a region.
///
/// # Errors
/// Too many positions.
pub(crate) fn reaching_starts<'a>(ruleset: &'a Ruleset, region: &Region) -> Result<Cow<'a, Ruleset>, &'static str> {
    if !ruleset.registers.iter().any(|register| register.start.is_some() && register.high.is_none()) {
        return Ok(Cow::Borrowed(ruleset));
    }
    let mut reaching = ruleset.clone();
    if MOST_STARTS < region.touched(ruleset.heaps.len()) {
        let why = "these are too many positions to look for the registers with which play begins; choose values of the registers";
        return Err(why);
    }
    let Some(shape) = region.shape(ruleset.heaps.len()) else { return Ok(Cow::Borrowed(ruleset)) };
    let mut heaps = vec![0; shape.len()];
    let mut greatest: Vec<i64> = ruleset.registers.iter().map(|register| register.low).collect();
    for _ in 0..shape.iter().product() {
        if region.shows(&heaps) {
            for (register, greatest) in ruleset.registers.iter().zip(&mut greatest) {
                *greatest = register.start_at(&heaps).map_or(*greatest, |start| start.max(*greatest));
            }
        }
        step(&mut heaps, &shape);
    }
    for (register, greatest) in reaching.registers.iter_mut().zip(greatest) {
        if register.start.is_some() && register.high.is_none() {
            register.shown = Some((register.low, greatest));
        }
    }
    Ok(Cow::Owned(reaching))
}

/// The names of the registers that tables have pages for.
pub(crate) fn paged(ruleset: &Ruleset) -> Vec<String> {
    let paged = ruleset.registers.iter().filter(|register| register.start.is_none());
    paged.map(|register| register.name.clone()).collect()
}

/// A table in which registers with a start have the value that they have when play begins with the heaps of the cell; where they
/// never have that, the cell has no value. Cost: a look-up for each cell.
pub(crate) fn at_starts(registers: &[Register], table: Table) -> Table {
    if registers.iter().all(|register| register.start.is_none()) {
        return table;
    }
    let is_paged: Vec<bool> = registers.iter().map(|register| register.start.is_none()).collect();
    let (mut pages, mut layers) = (Vec::<Vec<i64>>::new(), BTreeMap::new());
    for (at, (values, _)) in table.layers.iter().enumerate() {
        let page = values.iter().zip(&is_paged).filter(|(_, is_paged)| **is_paged).map(|(value, _)| *value);
        let page: Vec<i64> = page.collect();
        if !pages.contains(&page) {
            pages.push(page);
        }
        layers.insert(values.clone(), at);
    }
    let count = table.layers.first().map_or(0, |(_, cells)| cells.len());
    let cut = |page: Vec<i64>| {
        let mut cells = Cells::none(count);
        let mut heaps = vec![0; table.shape.len()];
        for index in 0..count {
            let mut rest = page.iter();
            let values = registers.iter().map(|register| match register.start {
                Some(_) => register.start_at(&heaps),
                None => rest.next().copied(),
            });
            let layer = values.collect::<Option<Vec<i64>>>().and_then(|values| layers.get(&values));
            if let Some(value) = layer.and_then(|layer| table.layers[*layer].1.get(index)) {
                cells.set(index, value);
            }
            step(&mut heaps, &table.shape);
        }
        (page, cells)
    };
    let layers = pages.into_iter().map(cut).collect();
    Table { shape: table.shape, layers }
}

/// Leaves the positions with which play can begin.
pub(crate) fn only_starts(ruleset: &Ruleset, positions: &mut Vec<Position>) {
    let heaps = ruleset.heaps.len();
    positions.retain(|position| {
        let (heaps, values) = position.split_at(heaps);
        let mut registers = ruleset.registers.iter().zip(values);
        registers.all(|(register, value)| register.start.is_none() || register.start_at(heaps) == Some(*value))
    });
}

/// The next heaps of a table, the last one fastest.
fn step(heaps: &mut [i64], shape: &[u64]) {
    for (heap, bound) in heaps.iter_mut().zip(shape).rev() {
        *heap += 1;
        if *heap < bound.saturated::<i64>() {
            return;
        }
        *heap = 0;
    }
}
