//! Which positions those of a region can reach, by the measure of a ruleset. Knows nothing of values.
use crate::engine::EngineError;
use crate::engine::numbers::heap;
use crate::ruleset::Ruleset;
use crate::ruleset::branch::branches;
use crate::ruleset::linear::{Inequality, infeasible};
use crate::table::Region;
use crate::value::Saturate;

/// Of more heaps only the sum of all is looked at.
const MOST_SUMMED: usize = 4;

/// The positions that the positions of a region can reach: all with `weights . heaps <= level`, inside `shape`, and the same for sums of
/// some heaps that no move raises.
#[derive(Debug)]
pub(in crate::engine) struct Reach {
    pub(in crate::engine) shape: Vec<u64>,
    pub(super) weights: Vec<u64>,
    pub(super) level: u64,
    parts: Vec<PartialSum>,
}

/// Weights, some of them 0, of a sum that no move raises, and what it is at most.
#[derive(Debug)]
struct PartialSum {
    weights: Vec<u64>,
    level: u64,
}

/// What has to be evaluated for a region, in order of a weighted sum that no move raises; `None` if the measure does
/// not give one, and values are then found by search alone.
pub(in crate::engine) fn reach(ruleset: &Ruleset, shape: &[u64], region: &Region) -> Option<Reach> {
    let first = ruleset.measure.first()?;
    let (heaps, registers) = first.split_at(shape.len());
    if heaps.iter().any(|weight| *weight <= 0) || registers.iter().any(|weight| *weight != 0) {
        return None;
    }
    let weights: Vec<u64> = heaps.iter().map(|weight| weight.unsigned_abs()).collect();
    let even = weights.iter().all(|weight| *weight == weights[0]);
    let most = |weights: &[u64]| match region {
        Region::Total(total) if even => total.checked_sub(1)?.checked_mul(first[0].unsigned_abs()),
        _ => weights
            .iter()
            .zip(shape)
            .try_fold(0u64, |sum, (weight, bound)| sum.checked_add(weight.checked_mul(bound.checked_sub(1)?)?)),
    };
    let level = most(&weights)?;
    let mut parts = Vec::new();
    // The explorer has a limit of bytes, and does without.
    if (2..=MOST_SUMMED).contains(&weights.len()) && !cfg!(target_arch = "wasm32") {
        for chosen in 1..(1usize << weights.len()) - 1 {
            let own = |(at, weight): (usize, &u64)| if chosen >> at & 1 == 1 { *weight } else { 0 };
            let weights: Vec<u64> = weights.iter().enumerate().map(own).collect();
            if is_never_raised(ruleset, &weights) {
                parts.push(PartialSum { level: most(&weights)?, weights });
            }
        }
    }
    let highest = |at: usize| {
        let own = parts.iter().filter(|part| 0 < part.weights[at]).map(|part| part.level / part.weights[at]);
        own.min().unwrap_or(u64::MAX).min(level / weights[at]).saturating_add(1)
    };
    let shape = (0..weights.len()).map(highest).collect();
    Some(Reach { shape, weights, level, parts })
}

/// Whether no move raises a weighted sum of heaps, as far as linear inequalities show.
fn is_never_raised(ruleset: &Ruleset, weights: &[u64]) -> bool {
    let dimension = ruleset.heaps.len() + ruleset.registers.len();
    ruleset.moves.iter().all(|family| {
        let Ok(all) = branches(&family.guard, dimension, family.amounts.len()) else { return false };
        family.more.is_empty()
            && all.iter().all(|branch| {
                let rise = || {
                    let mut rise = Inequality { constant: 1, ..Inequality::zero(branch.variables()) };
                    for (at, weight) in weights.iter().enumerate().filter(|(_, weight)| 0 < **weight) {
                        let weight = i128::from(*weight);
                        rise = rise.plus(-weight, &branch.linear(&family.targets[at])?)?;
                        rise.coefficients[at] = rise.coefficients[at].checked_add(weight)?;
                    }
                    Some(rise)
                };
                rise().is_some_and(|rise| {
                    let naturals = (0..ruleset.heaps.len()).map(|at| {
                        let mut natural = Inequality::zero(branch.variables());
                        natural.coefficients[at] = -1;
                        natural
                    });
                    let system: Vec<_> = branch.inequalities.iter().cloned().chain(naturals).chain([rise]).collect();
                    infeasible(&system, branch.variables())
                })
            })
    })
}

impl Reach {
    /// How many of them have these heaps and, in place of the last one, as much or more.
    pub(in crate::engine) fn along(&self, heaps: &[i64]) -> u64 {
        let own = along(&self.weights, self.level, heaps);
        self.parts.iter().map(|part| along(&part.weights, part.level, heaps)).fold(own, u64::min)
    }

    /// All positions of one level.
    pub(super) fn visit(
        &self,
        place: usize,
        level: u64,
        heaps: &mut Vec<i64>,
        visit: &mut dyn FnMut(&[i64]) -> Result<(), EngineError>,
    ) -> Result<(), EngineError> {
        let weight = self.weights[place];
        if place + 1 == heaps.len() {
            let value = level / weight;
            if level.is_multiple_of(weight) && value < self.shape[place] {
                heaps[place] = heap(value);
                visit(heaps)?;
            }
            return Ok(());
        }
        for value in 0..self.shape[place].min(level / weight + 1) {
            heaps[place] = heap(value);
            self.visit(place + 1, level - value * weight, heaps, visit)?;
        }
        Ok(())
    }
}

/// How many values the last heap, or a greater one in its place, can have beside the others so that a weighted sum is at most a number.
fn along(weights: &[u64], level: u64, heaps: &[i64]) -> u64 {
    let sum = weights.iter().zip(heaps).map(|(weight, heap)| u128::from(*weight) * u128::from(heap.unsigned_abs()));
    let rest = u128::from(level).checked_sub(sum.sum());
    let last = u128::from(weights[weights.len() - 1]);
    rest.map_or(0, |rest| rest.checked_div(last).map_or(u64::MAX, |rest| rest.saturated::<u64>().saturating_add(1)))
}
