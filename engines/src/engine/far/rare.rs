//! Turns a translation-invariant ruleset of two heaps into its P-positions without any board, as far as 10^18. Knows
//! nothing of Grundy values.
//!
//! Only the runs of P-positions are kept. On level t each of them is attacked from intervals whose ends are linear in t
//! within a residue class modulo the least common multiple of all divisors. A chain of such intervals that covers a level,
//! each beginning at most one place after the one before, is a certificate: it covers all levels of the residue class on
//! which the same linear inequalities hold. Levels with a certificate are left out.
//!
//! Right because every move lowers the level: a cell of a level is P exactly if no P-position of a lower level is among its
//! options, and cells of one level do not reach each other (von Neumann and Morgenstern 1944: such a kernel is unique).
use super::cover::{Interval, certificate};
use crate::engine::board::levels::CoordinateFrame;
use crate::engine::moves::plane::{Analysis, DeltaRow, Piece, analyse};
use crate::engine::moves::wedge::{ClimbCone, Side};
use crate::engine::question::{Engine, Passed};
use crate::engine::{Context, EngineError, Question};
use crate::ruleset::{Position, Ruleset};
use crate::table::{Region, Table};
use crate::value::{Play, Saturate};
use num_integer::gcd;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::sync::Arc;

const LARGEST_MODULUS: i128 = 2_048;
/// Bytes of one found position, about.
const POSITION: u128 = 96;
/// Intervals that may be looked at before the P-positions count as dense.
const WORK: u64 = 200_000_000;
/// The same before a board is tried, and where none will do.
const SHORT_WORK: u64 = 2_000_000;
const LONG_WORK: u64 = 20_000_000;
/// Heaps of a board that is swept for P-positions when they are dense are below this: some seconds.
pub(in crate::engine) const MOST_BOARD_HEAP: u64 = 1 << 18;

/// The engine of a ruleset.
#[derive(Debug)]
pub(in crate::engine) struct Rare(Arc<Analysis>);

impl Rare {
    pub(in crate::engine) fn new(analysis: Arc<Analysis>) -> Self {
        Self(analysis)
    }
}

impl Engine for Rare {
    fn table(&self, _region: &Region, _question: Question, _context: &Context) -> Result<Table, EngineError> {
        Err(EngineError::Unfit("it makes no table".to_owned()))
    }

    fn p_positions(&self, up_to: u64, play: Play, context: &Context) -> Result<Vec<Position>, EngineError> {
        if play == Play::Misere {
            return Err(EngineError::Unfit("it follows P-positions of normal play alone".to_owned()));
        }
        let budget = if up_to < MOST_BOARD_HEAP { SHORT_WORK } else { LONG_WORK };
        self::up_to(&self.0, up_to, (budget, MOST_BOARD_HEAP - 1), context)
    }

    fn why(&self, _passed: &Passed) -> String {
        format!(
            "every move is translation-invariant ({}); P-positions cost about the square of their number",
            self.0.words()
        )
    }
}

/// All P-positions of normal play with both heaps at most `limit`, in order of total, then lexicographic. Cost: about the
/// square of their number times the logarithm of the limit, if they become rare; else a budget runs out.
///
/// # Errors
/// Memory, cancellation, a ruleset that is not translation-invariant with two heaps, or P-positions that are too dense.
pub fn p_positions_up_to(ruleset: &Ruleset, limit: u64, context: &Context) -> Result<Vec<Position>, EngineError> {
    let analysis = analyse(ruleset).map_err(EngineError::Unfit)?;
    up_to(&analysis, limit, (WORK, 0), context)
}

/// As [`p_positions_up_to`], with a budget of intervals that are looked at, and the largest heap that a board serves.
fn up_to(
    analysis: &Analysis,
    limit: u64,
    (budget, board): (u64, u64),
    context: &Context,
) -> Result<Vec<Position>, EngineError> {
    if u64::try_from(i64::MAX / 4).is_ok_and(|most| most < limit) {
        return Err(EngineError::Unfit("heaps go up to 2^61 here".to_owned()));
    }
    let mut hunt = Hunt::new(analysis).map_err(EngineError::Unfit)?;
    let levels = analysis.weights.iter().map(|weight| i128::from(*weight) * i128::from(limit)).sum();
    hunt.run(levels, (budget, board), context)?;
    let mut found = Vec::new();
    for (level, first, last) in &hunt.runs {
        let weight = (last - first + 1).unsigned_abs() + found.len() as u128;
        context.fits(weight.saturating_mul(POSITION))?;
        for place in *first..=*last {
            let heaps = hunt.heaps(*level, place);
            if heaps.iter().all(|heap| *heap <= i128::from(limit)) {
                found.push(
                    heaps
                        .iter()
                        .map(|heap| i64::try_from(*heap).expect("heaps go up to the limit"))
                        .collect::<Position>(),
                );
            }
        }
    }
    found.sort_unstable_by(|a, b| (a[0] + a[1], a).cmp(&(b[0] + b[1], b)));
    Ok(found)
}

/// A run of places of a level.
type PlaceRun = (i128, i128, i128);

/// Rays with one step, as climbs. The lines through one residue class of levels are named by the place where they would
/// cross level 0; neighbours are kept as one.
struct ClimbLines {
    step: (i128, i128),
    /// The first climbs, and runs that do not attack along the line yet.
    starts: Vec<((i128, i128), VecDeque<PlaceRun>)>,
    /// For each class, in ascending order.
    classes: Vec<Vec<(i128, i128)>>,
}

impl ClimbLines {
    fn add(&mut self, (level, first, last): PlaceRun) {
        for ((above, along), late) in &mut self.starts {
            late.push_back((level + *above, first + *along, last + *along));
        }
    }

    /// Lets all runs attack that do so from a level on.
    fn begin(&mut self, level: i128) {
        for (_, late) in &mut self.starts {
            while let Some((at, first, last)) = late.front().copied().filter(|run| run.0 <= level) {
                late.pop_front();
                let shift = at.div_euclid(self.step.0) * self.step.1;
                let class = class_of(at, self.step.0);
                join(&mut self.classes[class], (first - shift, last - shift));
            }
        }
    }

    fn collect(&mut self, level: i128, modulus: i128, intervals: &mut Vec<Interval>) {
        self.begin(level);
        let shift = level.div_euclid(self.step.0) * self.step.1;
        let class = class_of(level, self.step.0);
        let step = self.step.1 * (modulus / self.step.0);
        intervals.extend(self.classes[class].iter().map(|(first, last)| Interval {
            first: first + shift,
            last: last + shift,
            first_step: step,
            last_step: step,
            lasting: true,
        }));
    }
}

/// The residue class of a level.
fn class_of(level: i128, step: i128) -> usize {
    usize::try_from(level.rem_euclid(step)).expect("the modulus, which is small, is a multiple of the step")
}

/// Adds an interval to others in ascending order, and joins what touches.
fn join(known: &mut Vec<(i128, i128)>, (first, last): (i128, i128)) {
    let begin = known.partition_point(|run| run.1 + 1 < first);
    let end = begin + known[begin..].partition_point(|run| run.0 <= last + 1);
    if begin == end {
        known.insert(begin, (first, last));
        return;
    }
    known[begin] = (known[begin].0.min(first), known[end - 1].1.max(last));
    known.drain(begin + 1..end);
}

/// What was found of a cone: runs that are too near for the last sides, and keys of the others.
struct SeenCone {
    cone: ClimbCone,
    young: VecDeque<PlaceRun>,
    mature: Vec<(i128, i128)>,
}

struct Hunt {
    frame: CoordinateFrame,
    weights: [i128; 2],
    modulus: i128,
    cones: Vec<SeenCone>,
    lines: Vec<ClimbLines>,
    points: Vec<(i128, i128)>,
    depth: i128,
    /// Level, first and last place.
    runs: Vec<PlaceRun>,
    intervals: Vec<Interval>,
    work: u64,
}

impl Hunt {
    /// The moves as climbs, with the modulus after which all ends of intervals are linear.
    fn new(analysis: &Analysis) -> Result<Self, String> {
        let frame = CoordinateFrame::new(analysis.weights);
        let wide = |(level, place): (i64, i64)| (i128::from(level), i128::from(place));
        let (mut cones, mut points) = (Vec::new(), Vec::new());
        let mut lines: Vec<ClimbLines> = Vec::new();
        for piece in &analysis.pieces {
            match piece {
                Piece::Finite(all) => points.extend(all.iter().map(|delta| wide(frame.climb(*delta)))),
                Piece::Ray { start, step } => match (frame.climb(*start), frame.climb(*step)) {
                    (start, (0, place)) => cones.extend(ClimbCone::along(start, place)?),
                    (start, step) => {
                        let (start, step) = ((wide(start), VecDeque::new()), wide(step));
                        match lines.iter_mut().find(|lines| lines.step == step) {
                            Some(lines) => lines.starts.push(start),
                            None => lines.push(ClimbLines { step, starts: vec![start], classes: Vec::new() }),
                        }
                    }
                },
                Piece::Cone(rows) => {
                    let rows: Vec<DeltaRow> = rows.iter().map(|row| frame.row(row)).collect();
                    cones.extend(ClimbCone::new(&rows));
                }
            }
        }
        if !cones.iter().all(ClimbCone::small) {
            return Err("its numbers are too large".to_owned());
        }
        let weights = analysis.weights.map(i128::from);
        let sides = cones.iter().flat_map(|cone| cone.last_lower.iter().chain(&cone.last_upper));
        let divisors =
            sides.map(|side| i128::from(side.divisor)).chain(lines.iter().map(|lines| lines.step.0)).chain(weights);
        let modulus = divisors.fold(1, |modulus, divisor| {
            if LARGEST_MODULUS < modulus { modulus } else { modulus / gcd(modulus, divisor) * divisor }
        });
        if LARGEST_MODULUS < modulus {
            return Err(format!("its moves repeat only after more than {LARGEST_MODULUS} levels"));
        }
        for lines in &mut lines {
            lines.classes = vec![
                Vec::new();
                usize::try_from(lines.step.0)
                    .expect("the modulus, which is small, is a multiple of it")
            ];
        }
        let depth = points.iter().map(|point: &(i128, i128)| point.0).max().unwrap_or(0);
        let cones =
            cones.into_iter().map(|cone| SeenCone { cone, young: VecDeque::new(), mature: Vec::new() }).collect();
        Ok(Self {
            frame,
            weights,
            modulus,
            cones,
            lines,
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

    /// Examines one level of each residue class after the other, the lowest first, and leaves out what a certificate
    /// covers.
    fn run(&mut self, levels: i128, (budget, board): (u64, u64), context: &Context) -> Result<(), EngineError> {
        let mut next: BinaryHeap<Reverse<i128>> = (0..self.modulus).map(Reverse).collect();
        let mut examined: u64 = 0;
        while let Some(Reverse(level)) = next.pop().filter(|next| next.0 <= levels) {
            let jump = self.examine(level, levels);
            next.push(Reverse(level + self.modulus * jump));
            examined += 1;
            if examined.is_multiple_of(1024) {
                context.go_on()?;
                if let Some(progress) = &context.progress {
                    let told = |level: i128| level.saturated::<u64>();
                    progress(told(level), told(levels));
                }
            }
            if budget < self.work || context.fits(self.runs.len() as u128 * POSITION).is_err() {
                let sum: i128 = self.weights.iter().sum();
                let heaps = level / sum;
                return Err(EngineError::Dense(format!(
                    "the P-positions are too dense to be followed without a board: {} runs of them up to heaps of about \
                     {heaps}; ask for heaps up to {}",
                    self.runs.len(),
                    heaps.max(i128::from(board))
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
            self.lines.iter_mut().for_each(|lines| lines.add(run));
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
        for lines in &mut self.lines {
            lines.collect(level, self.modulus, &mut self.intervals);
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

impl SeenCone {
    /// Adds the intervals of a level that runs attack through the cone: one for each young run, and one for each
    /// joined key.
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
