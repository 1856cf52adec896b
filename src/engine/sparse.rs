//! Turns a translation-invariant ruleset of two heaps into its P-positions without any board, as far as 10^18. Knows
//! nothing of Grundy values.
//!
//! Only the runs of P-positions are kept. On level t each of them is attacked from intervals whose ends are linear in t
//! within a residue class modulo the least common multiple of all divisors. A chain of such intervals that covers a level,
//! each beginning at most one place after the one before, is a certificate: it covers all levels of the residue class on
//! which the same linear inequalities hold. Levels with a certificate are left out.
use super::analysis::{Analysis, Piece, Row, analyse, gcd};
use super::board::Frame;
use super::cone::{Cone, Side};
use super::{Context, EngineError};
use crate::ruleset::{Position, Ruleset};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

const LARGEST_MODULUS: i128 = 2_048;
const MOST_DOUBLINGS: u32 = 70;
/// Bytes of one found position, about.
const POSITION: u128 = 96;
/// Intervals that may be looked at before the P-positions count as dense.
const WORK: u64 = 200_000_000;

/// All P-positions of normal play with both heaps at most `limit`, in order of total, then lexicographic. Cost: about the
/// square of their number times the logarithm of the limit, if they become rare; else a budget runs out.
///
/// # Errors
/// Memory, cancellation, a ruleset that is not translation-invariant with two heaps, or P-positions that are too dense.
pub fn p_positions_up_to(ruleset: &Ruleset, limit: u64, context: &Context) -> Result<Vec<Position>, EngineError> {
    let analysis = analyse(ruleset).map_err(EngineError::Question)?;
    up_to(&analysis, limit, WORK, context)
}

/// As [`p_positions_up_to`], with a budget of intervals that are looked at.
pub(crate) fn up_to(
    analysis: &Analysis,
    limit: u64,
    budget: u64,
    context: &Context,
) -> Result<Vec<Position>, EngineError> {
    if u64::try_from(i64::MAX / 4).is_ok_and(|most| most < limit) {
        return Err(EngineError::Question("heaps go up to 2^61 here".to_owned()));
    }
    let mut hunt = Hunt::new(analysis).map_err(EngineError::Question)?;
    let levels = analysis.weights.iter().map(|weight| i128::from(*weight) * i128::from(limit)).sum();
    hunt.run(levels, budget, context)?;
    let mut found = Vec::new();
    for (level, first, last) in &hunt.runs {
        let weight = (last - first + 1).unsigned_abs() + found.len() as u128;
        context.fits(weight.saturating_mul(POSITION))?;
        for place in *first..=*last {
            let heaps = hunt.heaps(*level, place);
            if heaps.iter().all(|heap| *heap <= i128::from(limit)) {
                found.push(heaps.iter().map(|heap| i64::try_from(*heap).unwrap_or(i64::MAX)).collect::<Position>());
            }
        }
    }
    found.sort_unstable_by(|a, b| (a[0] + a[1], a).cmp(&(b[0] + b[1], b)));
    Ok(found)
}

/// An interval of a level; its ends move by these steps when the level grows by the modulus.
#[derive(Clone, Copy, Debug)]
struct Interval {
    first: i128,
    last: i128,
    first_step: i128,
    last_step: i128,
    /// Whether it goes on for ever in its residue class.
    lasting: bool,
}

/// Rays with one start and step, as climbs.
struct Ray {
    start: (i128, i128),
    step: (i128, i128),
}

/// What was found of a cone: runs that are too near for the last sides, and keys of the others.
struct Seen {
    cone: Cone,
    young: VecDeque<(i128, i128, i128)>,
    mature: Vec<(i128, i128)>,
}

struct Hunt {
    frame: Frame,
    weights: [i128; 2],
    modulus: i128,
    cones: Vec<Seen>,
    rays: Vec<Ray>,
    points: Vec<(i128, i128)>,
    depth: i128,
    /// Level, first and last place.
    runs: Vec<(i128, i128, i128)>,
    intervals: Vec<Interval>,
    work: u64,
}

impl Hunt {
    fn new(analysis: &Analysis) -> Result<Self, String> {
        let frame = Frame::new(analysis.weights);
        let wide = |(level, place): (i64, i64)| (i128::from(level), i128::from(place));
        let (mut cones, mut rays, mut points) = (Vec::new(), Vec::new(), Vec::new());
        for piece in &analysis.pieces {
            match piece {
                Piece::Finite(all) => points.extend(all.iter().map(|delta| wide(frame.climb(*delta)))),
                Piece::Ray { start, step } => match (frame.climb(*start), frame.climb(*step)) {
                    (start, (0, place)) => cones.extend(Cone::along(start, place)?),
                    (start, step) => rays.push(Ray { start: wide(start), step: wide(step) }),
                },
                Piece::Cone(rows) => {
                    let rows: Vec<Row> = rows.iter().map(|row| frame.row(row)).collect();
                    cones.extend(Cone::new(&rows));
                }
            }
        }
        if !cones.iter().all(Cone::small) {
            return Err("its numbers are too large".to_owned());
        }
        let weights = analysis.weights.map(i128::from);
        let sides = cones.iter().flat_map(|cone| cone.last_lower.iter().chain(&cone.last_upper));
        let divisors =
            sides.map(|side| i128::from(side.divisor)).chain(rays.iter().map(|ray| ray.step.0)).chain(weights);
        let modulus = divisors.fold(1, |modulus, divisor| {
            if LARGEST_MODULUS < modulus { modulus } else { modulus / gcd(modulus, divisor) * divisor }
        });
        if LARGEST_MODULUS < modulus {
            return Err(format!("its moves repeat only after more than {LARGEST_MODULUS} levels"));
        }
        let depth = points.iter().map(|point: &(i128, i128)| point.0).max().unwrap_or(0);
        let cones = cones.into_iter().map(|cone| Seen { cone, young: VecDeque::new(), mature: Vec::new() }).collect();
        Ok(Self {
            frame,
            weights,
            modulus,
            cones,
            rays,
            points,
            depth,
            runs: Vec::new(),
            intervals: Vec::new(),
            work: 0,
        })
    }

    fn heaps(&self, level: i128, place: i128) -> [i128; 2] {
        let [p, q] = self.frame.factors().map(i128::from);
        [p * level + self.weights[1] * place, q * level - self.weights[0] * place]
    }

    /// The places of a level, with their steps.
    fn level(&self, level: i128) -> Interval {
        let [p, q] = self.frame.factors().map(i128::from);
        let [a, b] = self.weights;
        Interval {
            first: -(p * level).div_euclid(b),
            last: (q * level).div_euclid(a),
            first_step: -p * self.modulus / b,
            last_step: q * self.modulus / a,
            lasting: true,
        }
    }

    fn run(&mut self, levels: i128, budget: u64, context: &Context) -> Result<(), EngineError> {
        let mut next: BinaryHeap<Reverse<i128>> = (0..self.modulus).map(Reverse).collect();
        let mut examined: u64 = 0;
        while let Some(Reverse(level)) = next.pop().filter(|next| next.0 <= levels) {
            let jump = self.examine(level, levels);
            next.push(Reverse(level + self.modulus * jump));
            examined += 1;
            if examined.is_multiple_of(1024) {
                context.go_on()?;
                if let Some(progress) = &context.progress {
                    let told = |level: i128| u64::try_from(level).unwrap_or(u64::MAX);
                    progress(told(level), told(levels));
                }
            }
            if budget < self.work || context.fits(self.runs.len() as u128 * POSITION).is_err() {
                let sum: i128 = self.weights.iter().sum();
                return Err(EngineError::Question(format!(
                    "the P-positions are too dense to be followed without a board: {} runs of them up to heaps of about {}; \
                     ask for heaps up to that",
                    self.runs.len(),
                    level / sum
                )));
            }
        }
        Ok(())
    }

    /// Finds the P-positions of a level; by how many moduli the next level of its class lies above it.
    fn examine(&mut self, level: i128, levels: i128) -> i128 {
        let whole = self.level(level);
        if whole.last < whole.first {
            return 1;
        }
        self.collect(level);
        self.work += self.intervals.len() as u64 + 1;
        self.intervals.sort_unstable_by_key(|interval| interval.first);
        let mut open = Vec::new();
        let mut from = whole.first;
        for interval in &self.intervals {
            if from < interval.first {
                open.push((level, from, whole.last.min(interval.first - 1)));
            }
            from = from.max(interval.last + 1);
            if whole.last < from {
                break;
            }
        }
        if from <= whole.last {
            open.push((level, from, whole.last));
        }
        if open.is_empty() {
            self.intervals.retain(|interval| interval.lasting);
            return certificate(&whole, &self.intervals, (levels - level) / self.modulus + 1, &mut self.work).max(1);
        }
        for run in open {
            self.runs.push(run);
            self.cones.iter_mut().for_each(|seen| seen.young.push_back(run));
        }
        1
    }

    /// All intervals of a level that are attacked, clipped to nothing.
    fn collect(&mut self, level: i128) {
        self.intervals.clear();
        let whole = self.level(level);
        for seen in &mut self.cones {
            seen.collect(level, self.modulus, &whole, &mut self.intervals);
        }
        for ray in &self.rays {
            for (from, first, last) in &self.runs {
                let along = level - from - ray.start.0;
                if along < 0 {
                    break;
                }
                if along % ray.step.0 == 0 {
                    let place = ray.start.1 + along / ray.step.0 * ray.step.1;
                    let step = ray.step.1 * (self.modulus / ray.step.0);
                    self.intervals.push(Interval {
                        first: first + place,
                        last: last + place,
                        first_step: step,
                        last_step: step,
                        lasting: true,
                    });
                }
            }
            self.work += self.runs.len() as u64 / 8;
        }
        for (from, first, last) in self.runs.iter().rev().take_while(|run| level - run.0 <= self.depth) {
            for point in self.points.iter().filter(|point| from + point.0 == level) {
                self.intervals.push(passing(first + point.1, last + point.1));
            }
        }
    }
}

fn passing(first: i128, last: i128) -> Interval {
    Interval { first, last, first_step: 0, last_step: 0, lasting: false }
}

fn least(side: &Side, distance: i128, key: i128) -> i128 {
    -(-(i128::from(side.slope) * distance + i128::from(side.constant) + key)).div_euclid(i128::from(side.divisor))
}

fn greatest(side: &Side, distance: i128, key: i128) -> i128 {
    (i128::from(side.slope) * distance + i128::from(side.constant) + key).div_euclid(i128::from(side.divisor))
}

impl Seen {
    fn collect(&mut self, level: i128, modulus: i128, whole: &Interval, intervals: &mut Vec<Interval>) {
        let cone = &self.cone;
        let gone = i128::from(cone.mature.min(cone.farthest.saturating_add(1)));
        while let Some(&(from, first, last)) = self.young.front().filter(|run| gone <= level - run.0) {
            self.young.pop_front();
            if i128::from(cone.mature) <= level - from {
                let key = |side: &Option<Side>, place: i128| {
                    side.map_or(0, |side| i128::from(side.divisor) * place - i128::from(side.slope) * from)
                };
                let run = (key(&cone.last_lower, first), key(&cone.last_upper, last));
                let at = self.mature.partition_point(|known| known.0 <= run.0);
                self.mature.insert(at, run);
            }
        }
        self.merge(level);
        let cone = &self.cone;
        for (from, first, last) in &self.young {
            let distance = level - from;
            if distance < i128::from(cone.nearest) {
                break;
            }
            let low = cone.lower.iter().map(|side| least(side, distance, 0)).max();
            let high = cone.upper.iter().map(|side| greatest(side, distance, 0)).min();
            if low.zip(high).is_none_or(|(low, high)| low <= high) {
                let low = low.map_or(whole.first, |low| first + low);
                intervals.push(passing(low, high.map_or(whole.last, |high| last + high)));
            }
        }
        let step = |side: &Side| i128::from(side.slope) * (modulus / i128::from(side.divisor));
        for (low, high) in &self.mature {
            let lower = cone.last_lower.as_ref();
            let upper = cone.last_upper.as_ref();
            intervals.push(Interval {
                first: lower.map_or(whole.first, |side| least(side, level, *low)),
                last: upper.map_or(whole.last, |side| greatest(side, level, *high)),
                first_step: lower.map_or(whole.first_step, step),
                last_step: upper.map_or(whole.last_step, step),
                lasting: true,
            });
        }
    }

    /// Joins runs whose attacks overlap: as a cone only opens, they overlap on all later levels too.
    fn merge(&mut self, level: i128) {
        let cone = &self.cone;
        let at = |side: &Side, key: i128| i128::from(side.slope) * level + i128::from(side.constant) + key;
        self.mature.dedup_by(|next, known| {
            let joined = match (&cone.last_lower, &cone.last_upper) {
                (Some(lower), Some(upper)) => {
                    at(lower, next.0) * i128::from(upper.divisor) <= at(upper, known.1) * i128::from(lower.divisor)
                }
                _ => true,
            };
            if joined {
                known.1 = known.1.max(next.1);
            }
            joined
        });
    }
}

/// For how many moduli from a level on, itself included, a chain of intervals is known to cover all of it; 0 if no chain
/// is found. The intervals are sorted by their first place; `most` is as far as it matters.
fn certificate(whole: &Interval, intervals: &[Interval], most: i128, work: &mut u64) -> i128 {
    let mut known = 0;
    let mut far = 0;
    for _ in 0..MOST_DOUBLINGS {
        *work += intervals.len() as u64;
        let Some(chain) = chain(whole, intervals, far) else { break };
        known = known.max(holds_for(whole, &chain).max(far + 1));
        if most <= known {
            break;
        }
        far = known * 2;
    }
    if known == 0 { 0 } else { known.min(most) }
}

/// A chain that covers a level and the one `far` moduli above it: at each step the interval that reaches farthest above.
fn chain(whole: &Interval, intervals: &[Interval], far: i128) -> Option<Vec<Interval>> {
    let begin = |interval: &Interval| interval.first + far * interval.first_step;
    let end = |interval: &Interval| interval.last + far * interval.last_step;
    let mut chain: Vec<Interval> = Vec::new();
    let (mut near_from, mut far_from) = (whole.first, begin(whole));
    loop {
        let next = intervals
            .iter()
            .take_while(|interval| interval.first <= near_from)
            .filter(|interval| begin(interval) <= far_from)
            .max_by_key(|interval| (end(interval).min(end(whole)), interval.last))?;
        if end(next) < far_from || (end(next) + 1 == far_from && next.last < near_from) {
            return None;
        }
        chain.push(*next);
        if whole.last <= next.last && end(whole) <= end(next) {
            return Some(chain);
        }
        if intervals.len() < chain.len() {
            return None;
        }
        (near_from, far_from) = (next.last + 1, end(next) + 1);
    }
}

/// For how many moduli the inequalities of a chain hold; it holds at the level itself.
fn holds_for(whole: &Interval, chain: &[Interval]) -> i128 {
    // slack + k * step >= 0 for k = 0, 1, ...
    let mut times = i128::MAX;
    let mut keep = |slack: i128, step: i128| {
        if step < 0 {
            times = times.min(slack.div_euclid(-step).saturating_add(1));
        }
    };
    let mut before = (whole.first - 1, whole.first_step);
    for interval in chain {
        keep(before.0 + 1 - interval.first, before.1 - interval.first_step);
        before = (interval.last, interval.last_step);
    }
    keep(before.0 - whole.last, before.1 - whole.last_step);
    times
}
