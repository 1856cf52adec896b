//! Turns forms, terms and conditions of the position into numbers, cell by cell, with tables of those that depend on one heap
//! alone. Knows nothing of lines.
use crate::engine::EngineError;
use crate::engine::moves::runs::{Form, MoveRuns};
use crate::engine::numbers::signed;
use crate::ruleset::{Condition, Variable};
use std::sync::Arc;

const LARGEST: i128 = 1 << 36;

/// How something is found at a position.
#[derive(Clone, Debug)]
enum FoundAt<T> {
    /// From the value of one heap.
    Table(usize, Vec<T>),
    /// At every position.
    Each,
}

/// The terms and conditions of a plan in one layer.
#[derive(Clone, Debug)]
pub(super) struct Terms {
    ways: Arc<Vec<FoundAt<i64>>>,
    tests: Arc<Vec<FoundAt<bool>>>,
    /// Heaps, then registers.
    position: Vec<i64>,
    /// What was found at the cell at hand where nothing is tabulated.
    values: Vec<i64>,
    holds: Vec<bool>,
}

fn unfit() -> EngineError {
    EngineError::Unfit("a term cannot be evaluated everywhere".to_owned())
}

impl Terms {
    pub(super) fn new(plan: &MoveRuns, layer: usize, shape: &[usize]) -> Result<Self, EngineError> {
        let mut position = vec![0; plan.heaps];
        position.extend(&plan.layers[layer]);
        let ways = plan.terms.iter().map(|term| {
            let heap = only_heap(plan.heaps, |visit| term.visit_variables(visit));
            way(&position, heap, shape, |position| term.evaluate(position, &[]).ok().and_then(small))
        });
        let ways: Vec<_> = ways.collect::<Result<_, _>>()?;
        let tests = plan.conditions.iter().map(|test| {
            let heap = only_heap(plan.heaps, |visit| test.visit_variables(visit));
            way(&position, heap, shape, |position| test.holds(position, &[]).ok())
        });
        let tests: Vec<_> = tests.collect::<Result<_, _>>()?;
        let (values, holds) = (vec![0; ways.len()], vec![false; tests.len()]);
        Ok(Self { ways: Arc::new(ways), tests: Arc::new(tests), position, values, holds })
    }

    /// Whether every form and condition is found without looking at more than one heap at a time.
    pub(super) fn tabulated(&self) -> bool {
        self.ways.iter().all(|way| matches!(way, FoundAt::Table(..)))
            && self.tests.iter().all(|way| matches!(way, FoundAt::Table(..)))
    }

    /// Goes to a cell.
    pub(super) fn go(&mut self, plan: &MoveRuns, cell: &[usize]) -> Result<(), EngineError> {
        for (slot, heap) in self.position.iter_mut().zip(cell) {
            *slot = signed(*heap);
        }
        for (at, way) in self.ways.iter().enumerate() {
            if matches!(way, FoundAt::Each) {
                let value = plan.terms[at].evaluate(&self.position, &[]).ok().and_then(small);
                self.values[at] = value.ok_or_else(unfit)?;
            }
        }
        for (at, way) in self.tests.iter().enumerate() {
            if matches!(way, FoundAt::Each) {
                self.holds[at] = plan.conditions[at].holds(&self.position, &[]).map_err(|_| unfit())?;
            }
        }
        Ok(())
    }

    /// A form at a cell that was gone to, or at any cell if all is tabulated.
    pub(super) fn value(&self, form: &Form, cell: &[usize]) -> i64 {
        let heaps = form.heaps.iter().zip(cell).map(|(factor, heap)| factor * signed(*heap));
        let terms = form.terms.iter().map(|(term, factor)| {
            factor
                * match &self.ways[*term] {
                    FoundAt::Table(heap, values) => values[cell[*heap]],
                    FoundAt::Each => self.values[*term],
                }
        });
        heaps.chain(terms).fold(form.constant, i64::saturating_add)
    }

    pub(super) fn holds(&self, condition: usize, cell: &[usize]) -> bool {
        match &self.tests[condition] {
            FoundAt::Table(heap, values) => values[cell[*heap]],
            FoundAt::Each => self.holds[condition],
        }
    }

    /// The first and last option of a run that its bounds allow.
    pub(super) fn limits(&self, bounds: &[(Form, i64)], cell: &[usize]) -> Option<(i64, i64)> {
        let (mut low, mut high) = (0, i64::MAX);
        for (form, divisor) in bounds {
            let rest = self.value(form, cell).saturating_neg();
            if 0 < *divisor {
                high = high.min(rest.div_euclid(*divisor));
            } else {
                low = low.max(-rest.div_euclid(-divisor));
            }
        }
        (low <= high).then_some((low, high))
    }

    /// Whether a position belongs to the game.
    pub(super) fn belongs(&mut self, positions: &Condition, cell: &[usize]) -> Result<bool, EngineError> {
        for (slot, heap) in self.position.iter_mut().zip(cell) {
            *slot = signed(*heap);
        }
        positions.holds(&self.position, &[]).map_err(|_| unfit())
    }
}

/// How something is found that depends on this heap alone, if on one.
fn way<T>(
    position: &[i64],
    heap: Option<usize>,
    shape: &[usize],
    at: impl Fn(&[i64]) -> Option<T>,
) -> Result<FoundAt<T>, EngineError> {
    let Some(heap) = heap else { return Ok(FoundAt::Each) };
    let mut position = position.to_vec();
    let mut found = Vec::with_capacity(shape[heap]);
    for value in 0..shape[heap] {
        position[heap] = i64::try_from(value).map_err(|_| unfit())?;
        found.push(at(&position).ok_or_else(unfit)?);
    }
    Ok(FoundAt::Table(heap, found))
}

fn small(value: i128) -> Option<i64> {
    if LARGEST < value.abs() { None } else { i64::try_from(value).ok() }
}

/// The heap that something depends on, if it depends on no other.
pub(super) fn only_heap(heaps: usize, visit: impl Fn(&mut dyn FnMut(Variable))) -> Option<usize> {
    let mut found: Vec<usize> = Vec::new();
    visit(&mut |variable| {
        if let Variable::Coordinate(at) = variable
            && at < heaps
        {
            found.push(at);
        }
    });
    found.dedup();
    match found.as_slice() {
        [] => Some(0),
        [one] => Some(*one),
        _ => None,
    }
}
