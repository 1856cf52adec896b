//! Which positions those of a region can reach, by the measure of a ruleset. Knows nothing of values.
use crate::engine::EngineError;
use crate::engine::numbers::heap;
use crate::ruleset::Ruleset;
use crate::table::Region;
use crate::value::Saturate;

/// The positions that the positions of a region can reach: all with `weights . heaps <= level`, inside `shape`.
#[derive(Debug)]
pub(in crate::engine) struct Reach {
    pub(in crate::engine) shape: Vec<u64>,
    pub(super) weights: Vec<u64>,
    pub(super) level: u64,
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
    let level = match region {
        Region::Total(total) if even => total.checked_sub(1)?.checked_mul(weights[0])?,
        _ => weights
            .iter()
            .zip(shape)
            .try_fold(0u64, |sum, (weight, bound)| sum.checked_add(weight.checked_mul(bound.checked_sub(1)?)?))?,
    };
    let wide = weights.iter().map(|weight| level / weight + 1).collect();
    Some(Reach { shape: wide, weights, level })
}

impl Reach {
    /// How many of them have these heaps and, in place of the last one, as much or more.
    pub(in crate::engine) fn along(&self, heaps: &[i64]) -> u64 {
        let level =
            self.weights.iter().zip(heaps).map(|(weight, heap)| u128::from(*weight) * u128::from(heap.unsigned_abs()));
        let rest = u128::from(self.level).checked_sub(level.sum());
        let last = self.weights[self.weights.len() - 1];
        rest.map_or(0, |rest| (rest / u128::from(last)).saturated::<u64>().saturating_add(1))
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
