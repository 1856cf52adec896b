//! Turns runs whose ends move with the position into values of windows of lines. Knows nothing of single options.
//!
//! Right because a window counts how often it holds each value: moving an end by one cell adds or removes one count, so whatever
//! way the ends came, a bit is set exactly if some cell between them has the value.
use super::cells::Fill;
use super::line::Numbering;
use super::terms::Terms;
use super::track::{Track, enter};
use crate::engine::EngineError;
use crate::engine::board::grid::Grid;
use crate::engine::moves::runs::Form;
use crate::engine::moves::runs::family::{Family, MOST_AMOUNTS, RunBound};
use crate::value::Saturate;

/// The tracks of families.
pub(super) fn tracks(board: &Grid, tracks: &mut Vec<Track>, families: &[Family]) -> Result<Vec<usize>, EngineError> {
    let mut found = Vec::new();
    for family in families {
        let step = family.step();
        let numbering = Numbering::new(board, &step).ok_or_else(EngineError::unfit_region)?;
        let mut takes: Vec<(usize, Vec<i64>)> = (0..step.len())
            .map(|heap| {
                let all = family.takes.iter().map(|takes| takes[heap]);
                (board.classes[heap], all.chain([family.constants[heap]]).collect())
            })
            .collect();
        takes.sort();
        let track =
            Track { to: family.to, numbering, first: 0, start: None, step, bounds: Vec::new(), family: Some(takes) };
        found.push(enter(tracks, track));
    }
    Ok(found)
}

/// How many of so many windows are left when a family has looked at its own from a cell; `None` if they are not enough.
pub(super) fn looks(family: &Family, terms: &Terms, cell: &[usize], most: usize) -> Option<usize> {
    let holds = |guard: &Form| terms.value(guard, cell) <= 0;
    let applies = family.guards.iter().all(holds) && family.conditions.iter().all(|at| terms.holds(*at, cell));
    if applies { windows((family, terms, cell), 0, &mut [0; MOST_AMOUNTS], most) } else { Some(most) }
}

fn windows(all: (&Family, &Terms, &[usize]), amount: usize, chosen: &mut Chosen, most: usize) -> Option<usize> {
    let (family, terms, cell) = all;
    let Some((low, high)) = limits(&family.bounds[amount], terms, cell, chosen) else { return most.checked_sub(1) };
    if amount + 1 == family.bounds.len() {
        return most.checked_sub(1);
    }
    let mut left = most;
    for value in low..=high {
        chosen[amount] = value;
        left = windows(all, amount + 1, chosen, left)?;
    }
    Some(left)
}

/// The amounts of a family that are chosen, all but the last.
type Chosen = [i64; MOST_AMOUNTS];

impl Fill<'_, '_> {
    /// Adds the values of the places `low` to `high` behind a cell on its line.
    pub(super) fn window(&mut self, number: usize, nearest: &[usize], (low, high): (i64, i64)) {
        let track = &self.all.windows[number];
        let (line, place) = track.numbering.of(nearest);
        let set = track.first + line;
        let steps = nearest.iter().zip(&track.step).filter_map(|(heap, step)| heap.checked_div(*step)).min();
        let Some(low) = usize::try_from(low).ok().filter(|low| Some(*low) <= steps) else { return };
        let high = high.saturated::<usize>().min(steps.unwrap_or(0));
        let ends = (place - high, place - low);
        let old = self.held.sets.ends(set);
        let (tables, board, sets) = (&self.held.tables[track.to], &self.all.board, &self.held.sets);
        let at = |other: usize| -> Option<u32> {
            let mut cell = [0; 8];
            for ((slot, heap), step) in cell.iter_mut().zip(nearest).zip(&track.step) {
                // Places on a line ascend with all heaps; the window may hold cells ahead of this one.
                *slot = (heap + other * step).checked_sub(place * step)?;
            }
            tables.get(board.index(&mut cell[..nearest.len()]))
        };
        // What lies in both windows stays.
        let both = (ends.0.max(old.0), ends.1.min(old.1));
        let outside = |(first, last): (usize, usize)| {
            let end = last + 1;
            if both.1 < both.0 { (first..end).chain(0..0) } else { (first..both.0).chain(both.1 + 1..end) }
        };
        for value in outside(old).filter_map(at) {
            sets.leave(set, value as usize);
        }
        for value in outside(ends).filter_map(at) {
            sets.enter(set, value as usize);
        }
        sets.move_to(set, ends);
        sets.join(set, &mut self.scratch.seen);
        self.scratch.begin = self.scratch.begin.max(sets.full(set));
    }

    /// Collects the values of the families of a layer.
    pub(super) fn families(&mut self, layer: usize, cell: &[usize]) -> Result<(), EngineError> {
        let plan = self.all.plan;
        for (at, family) in plan.families.iter().enumerate().filter(|(_, family)| family.from == layer) {
            if self.applies((&family.guards, &family.conditions), layer, cell) {
                self.choices((family, self.all.families[at]), (layer, cell), 0, &mut [0; MOST_AMOUNTS])?;
            }
        }
        Ok(())
    }

    /// Chooses one amount after the other; the last one is a run.
    fn choices(
        &mut self,
        (family, track): (&Family, usize),
        (layer, cell): (usize, &[usize]),
        amount: usize,
        chosen: &mut Chosen,
    ) -> Result<(), EngineError> {
        let Some((low, high)) = limits(&family.bounds[amount], &self.terms[layer], cell, chosen) else { return Ok(()) };
        if amount + 1 < family.bounds.len() {
            for value in low..=high {
                chosen[amount] = value;
                self.choices((family, track), (layer, cell), amount + 1, chosen)?;
            }
            return Ok(());
        }
        if !family.tests.is_empty() {
            let mut amounts = vec![0; family.places.len()];
            for (place, value) in family.places[..amount].iter().zip(chosen.iter()) {
                amounts[*place] = *value;
            }
            for test in &family.tests {
                if !test.holds(&vec![0; cell.len()], &amounts).map_err(|_| EngineError::unfit_region())? {
                    return Ok(());
                }
            }
        }
        chosen[amount] = low;
        let mut nearest = [0; 8];
        for (heap, (slot, own)) in nearest.iter_mut().zip(cell).enumerate() {
            let taken: i64 = family.takes.iter().zip(chosen.iter()).map(|(takes, value)| takes[heap] * value).sum();
            let left = i64::try_from(*own).map_err(|_| EngineError::unfit_region())? - taken - family.constants[heap];
            *slot = usize::try_from(left).map_err(|_| EngineError::unfit_region())?;
        }
        self.window(track, &nearest[..cell.len()], (0, high - low));
        Ok(())
    }
}

/// The least and the greatest value of an amount.
fn limits(bounds: &[RunBound], terms: &Terms, cell: &[usize], chosen: &Chosen) -> Option<(i64, i64)> {
    let (mut low, mut high) = (i64::MIN, i64::MAX);
    for bound in bounds {
        let earlier: i64 = bound.earlier.iter().zip(chosen).map(|(factor, value)| factor * value).sum();
        let rest = -(terms.value(&bound.form, cell) + earlier);
        if 0 < bound.own {
            high = high.min(rest.div_euclid(bound.own));
        } else {
            low = low.max(-rest.div_euclid(-bound.own));
        }
    }
    (low <= high).then_some((low, high))
}
