//! About what a cell of a board costs, by the shapes of its moves. Knows nothing of values.
use super::is_simple;
use super::terms::{Terms, only_heap};
use super::window::looks;
use crate::engine::moves::runs::{MoveRuns, Run};
use crate::engine::numbers::{Draws, signed};
use crate::table::Region;

/// About how many nanoseconds a cell takes, and for each run, window, list, and term or condition of several heaps more.
const A_CELL: usize = 25;
const A_RUN: usize = 8;
const A_WINDOW: usize = 80;
const A_LIST: usize = 30;
const A_TERM: usize = 90;
/// The same for each window of a family.
const A_LOOK: usize = 50;

/// Positions whose windows are counted, and how many at most.
const POSITIONS: usize = 64;
const MOST_LOOKS: usize = 1 << 17;

/// The nanoseconds; `None` where no other engine takes less, or where that is not known.
pub(super) fn of_cell(plan: &MoveRuns, region: &Region) -> Option<u64> {
    let MoveRuns { heaps, layers, runs, families, cones, lists, terms, conditions, .. } = plan;
    let is_plain = is_simple(plan) && families.is_empty() && runs.iter().all(|run| run.bounds.is_empty());
    if is_plain || !cones.is_empty() {
        return None;
    }
    let is_moved = |run: &&Run| !run.bounds.is_empty() || run.step.as_ref().is_some_and(|step| *step != run.start);
    let windows = runs.iter().filter(|run| run.step.is_some()).filter(is_moved).count();
    let others = runs.len() - windows;
    let of_heaps = terms.iter().map(|term| only_heap(*heaps, |visit| term.visit_variables(visit)));
    let tests = conditions.iter().map(|test| only_heap(*heaps, |visit| test.visit_variables(visit)));
    let each = of_heaps.chain(tests).filter(Option::is_none).count();
    let of_runs = (windows * A_WINDOW + others * A_RUN + lists.len() * A_LIST) / layers.len();
    let of_families = if families.is_empty() { 0 } else { looks_of_cell(plan, region)? * A_LOOK };
    Some((A_CELL + of_runs + of_families + each * A_TERM) as u64)
}

/// At how many windows of families a cell looks, by positions that are always the same; `None` if they are too many to be counted.
fn looks_of_cell(plan: &MoveRuns, region: &Region) -> Option<usize> {
    let shape = region.shape(plan.heaps)?;
    let shape: Vec<usize> = shape.into_iter().map(|bound| usize::try_from(bound).ok()).collect::<Option<_>>()?;
    let (mut draws, mut left) = (Draws::default(), MOST_LOOKS);
    for layer in 0..plan.layers.len() {
        let mut terms = Terms::new(plan, layer, &shape).ok()?;
        for _ in 0..POSITIONS {
            let is_shown = |cell: &Vec<usize>| region.shows(&cell.iter().map(|heap| signed(*heap)).collect::<Vec<_>>());
            // Where totals are bounded, few draws in a row are beside the region.
            let Some(cell) = (0..64).map(|_| draws.cell(&shape)).find(is_shown) else { continue };
            terms.go(plan, &cell).ok()?;
            for family in plan.families.iter().filter(|family| family.from == layer) {
                left = looks(family, &terms, &cell, left)?;
            }
        }
    }
    Some((MOST_LOOKS - left) / (POSITIONS * plan.layers.len()))
}
