//! Which positions those of a region can reach, by the measure of a ruleset. Knows nothing of values.
use crate::engine::EngineError;
use crate::engine::numbers::heap;
use crate::ruleset::branch::{Branch, branches};
use crate::ruleset::linear::{Inequality, infeasible};
use crate::ruleset::{Ruleset, Term};
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
    if !cfg!(target_arch = "wasm32")
        && let Some(sides) = closed_box(ruleset, shape)
    {
        for (at, side) in sides.iter().enumerate() {
            let weights = (0..sides.len()).map(|heap| u64::from(heap == at)).collect();
            parts.push(PartialSum { weights, level: side.saturating_sub(1) });
        }
    }
    let highest = |at: usize| {
        let own = parts.iter().filter(|part| 0 < part.weights[at]).map(|part| part.level / part.weights[at]);
        own.min().unwrap_or(u64::MAX).min(level / weights[at]).saturating_add(1)
    };
    let shape = (0..weights.len()).map(highest).collect();
    Some(Reach { shape, weights, level, parts })
}

/// Bounds of heaps, none below those of a shape, that no move leaves, as far as linear inequalities show: the shape, or its longest side for each heap.
fn closed_box(ruleset: &Ruleset, shape: &[u64]) -> Option<Vec<u64>> {
    let longest = vec![*shape.iter().max()?; shape.len()];
    [shape.to_vec(), longest].into_iter().find(|sides| is_never_left(ruleset, sides))
}

/// Whether no move leads from positions with heaps below some bounds to others, as far as linear inequalities show.
fn is_never_left(ruleset: &Ruleset, sides: &[u64]) -> bool {
    let dimension = ruleset.heaps.len() + ruleset.registers.len();
    let last: Vec<i128> = sides.iter().map(|side| i128::from(*side) - 1).collect();
    ruleset.moves.iter().all(|family| {
        let Ok(all) = branches(&family.guard, dimension, family.amounts.len()) else { return false };
        family.more.is_empty()
            && all.iter().all(|branch| {
                let bounded = |at: usize, sign: i128, constant: i128| {
                    let mut row = Inequality { constant, ..Inequality::zero(branch.variables()) };
                    row.coefficients[at] = sign;
                    row
                };
                let heaps = last.iter().enumerate().flat_map(|(at, last)| [bounded(at, -1, 0), bounded(at, 1, -last)]);
                let known = with_quotients(branch, branch.inequalities.iter().cloned().chain(heaps).collect());
                last.iter().enumerate().all(|(at, last)| {
                    // The option's heap is above the last one.
                    let beyond = Inequality { constant: last + 1, ..Inequality::zero(branch.variables()) };
                    let target = branch.linear(&family.targets[at]);
                    let beyond = target.and_then(|target| beyond.plus(-1, &target));
                    beyond.is_some_and(|beyond| {
                        let system: Vec<_> = known.iter().cloned().chain([beyond]).collect();
                        infeasible(&system, branch.variables())
                    })
                })
            })
    })
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
                    let known = with_quotients(branch, branch.inequalities.iter().cloned().chain(naturals).collect());
                    let system: Vec<_> = known.into_iter().chain([rise]).collect();
                    infeasible(&system, branch.variables())
                })
            })
    })
}

/// Inequalities with what follows from them of remainders and quotients of the position by a number that varies: a remainder is below its
/// divisor where that is positive, and neither exceeds what is divided where that is natural.
fn with_quotients(branch: &Branch, mut known: Vec<Inequality>) -> Vec<Inequality> {
    // The explorer has a limit of bytes, and does without.
    if cfg!(target_arch = "wasm32") {
        return known;
    }
    for (at, opaque) in branch.opaques.iter().enumerate() {
        let (Term::Modulo(above, divisor) | Term::FloorDivide(above, divisor)) = opaque else { continue };
        let parts = [above, divisor].map(|part| branch.linear(part));
        let [Some(above), Some(divisor)] = parts else { continue };
        let own = |factor: i128, constant: i128| {
            let mut row = Inequality { constant, ..Inequality::zero(branch.variables()) };
            row.coefficients[branch.coordinates + at] = factor;
            row
        };
        let may_be_below = |form: &Inequality, bound: i128| {
            let below = Inequality { constant: form.constant - bound + 1, ..form.clone() };
            !infeasible(&[known.as_slice(), &[below]].concat(), branch.variables())
        };
        if may_be_below(&divisor, 1) {
            continue;
        }
        let is_natural = !may_be_below(&above, 0);
        if matches!(opaque, Term::Modulo(..)) {
            known.extend(own(1, 1).plus(-1, &divisor));
            known.push(own(-1, 0));
        }
        if is_natural {
            known.extend(own(1, 0).plus(-1, &above));
            known.push(own(-1, 0));
        }
    }
    known
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
