//! Turns pieces of moves into the coordinates of a board: cones, rays by their steps, and spans of single climbs. Knows
//! nothing of which cells were added.
use crate::engine::board::levels::{CoordinateFrame, LevelBoard};
use crate::engine::moves::plane::{Delta, DeltaRow, Piece};
use crate::engine::moves::wedge::{ClimbCone, Side};
use crate::engine::numbers::{index, length, signed};

/// Places that a ray may move by in one step.
const MOST_PLACES: i64 = 1 << 32;

/// Rays with the same step of (levels, places).
#[derive(Clone, Debug)]
pub(super) struct StepRays {
    pub(super) levels: i64,
    pub(super) places: i64,
    pub(super) starts: Vec<(i64, i64)>,
    base: i64,
    pub(super) words: usize,
    size: i64,
    /// For each level, where the class of its lines begins, and the place that bit 0 stands for.
    pub(super) windows: Vec<(usize, i64)>,
}

/// Climbs (D, first) to (D, last).
#[derive(Clone, Copy, Debug)]
pub(super) struct Climbs {
    pub(super) distance: i64,
    pub(super) first: i64,
    pub(super) last: i64,
}

/// The moves, in the coordinates of a board.
#[derive(Clone, Debug)]
pub(crate) struct Moves {
    pub(super) cones: Vec<Wide>,
    pub(super) lines: Vec<StepRays>,
    pub(super) spans: Vec<Climbs>,
    pub(super) depth: usize,
    pub(super) words: usize,
}

/// A cone, with what its last two sides are at each level if it has both: quotient and remainder by the divisor.
#[derive(Clone, Debug)]
pub(super) struct Wide {
    pub(super) cone: ClimbCone,
    pub(super) lower_at: Vec<(i64, i64)>,
    pub(super) upper_at: Vec<(i64, i64)>,
    /// The divisors of these sides.
    pub(super) divisors: (i64, i64),
}

impl Wide {
    fn new(cone: ClimbCone, levels: i64) -> Self {
        let (mut lower_at, mut upper_at) = (Vec::new(), Vec::new());
        if let (Some(lower), Some(upper)) = (&cone.last_lower, &cone.last_upper)
            && cone.mature < levels
        {
            let at = |side: &Side| {
                let (side, divisor) = (*side, side.divisor);
                (0..levels).map(move |level| (side.at(level).div_euclid(divisor), side.at(level).rem_euclid(divisor)))
            };
            lower_at = at(lower).collect();
            upper_at = at(upper).collect();
        }
        let divisor = |side: &Option<Side>| side.map_or(1, |side| side.divisor);
        let divisors = (divisor(&cone.last_lower), divisor(&cone.last_upper));
        Self { cone, lower_at, upper_at, divisors }
    }
}

impl Moves {
    /// Puts the pieces into the coordinates of a board.
    ///
    /// # Errors
    /// Why they cannot be, in words.
    pub(crate) fn new(pieces: &[Piece], board: &LevelBoard) -> Result<Self, String> {
        let frame = &board.frame;
        let levels = signed(board.levels());
        let mut cones: Vec<ClimbCone> = Vec::new();
        let mut moves = Self { cones: Vec::new(), lines: Vec::new(), spans: Vec::new(), depth: 0, words: 0 };
        let mut points: Vec<(i64, i64)> = Vec::new();
        for piece in pieces {
            match piece {
                Piece::Finite(all) => points.extend(all.iter().map(|delta| frame.climb(*delta))),
                Piece::Ray { start, step } => moves.ray(frame, (*start, *step), levels, (&mut points, &mut cones))?,
                Piece::Cone(rows) => {
                    let rows: Vec<DeltaRow> = rows.iter().map(|row| frame.row(row)).collect();
                    cones.extend(ClimbCone::new(&rows));
                }
            }
        }
        if !cones.iter().all(ClimbCone::small) {
            return Err("its numbers are too large".to_owned());
        }
        moves.cones = cones.into_iter().map(|cone| Wide::new(cone, levels)).collect();
        moves.spans(points, levels);
        let longest = board.ends.iter().map(|(low, high)| length(*low, *high)).max().unwrap_or(0);
        moves.words = longest / 64 + 1;
        for lines in &mut moves.lines {
            lines.fit(board);
        }
        Ok(moves)
    }

    /// Puts a ray into the coordinates of a board: a cone along a level, a single climb if the next one leaves the
    /// board, or lines.
    fn ray(
        &mut self,
        frame: &CoordinateFrame,
        (start, step): (Delta, Delta),
        levels: i64,
        (points, cones): (&mut Vec<(i64, i64)>, &mut Vec<ClimbCone>),
    ) -> Result<(), String> {
        let first = frame.climb(start);
        let (distance, place) = frame.climb(step);
        if MOST_PLACES < place.abs().max(first.1.abs()) {
            return Err("its numbers are too large".to_owned());
        }
        if distance == 0 {
            cones.extend(ClimbCone::along(first, place)?);
        } else if levels <= distance {
            points.push(first);
        } else {
            match self.lines.iter_mut().find(|lines| (lines.levels, lines.places) == (distance, place)) {
                Some(lines) => lines.starts.push(first),
                None => self.lines.push(StepRays {
                    levels: distance,
                    places: place,
                    starts: vec![first],
                    base: 0,
                    words: 0,
                    size: 0,
                    windows: Vec::new(),
                }),
            }
        }
        Ok(())
    }

    fn spans(&mut self, mut points: Vec<(i64, i64)>, levels: i64) {
        points.retain(|point| point.0 < levels);
        points.sort_unstable();
        points.dedup();
        for (distance, place) in points {
            match self.spans.last_mut() {
                Some(span) if span.distance == distance && span.last + 1 == place => span.last = place,
                _ => self.spans.push(Climbs { distance, first: place, last: place }),
            }
        }
        self.depth = self.spans.last().map_or(0, |span| index(span.distance) + 1);
    }

    /// The bytes that a state takes, about.
    pub(in crate::engine::by_value) fn bytes(&self) -> u128 {
        let masks: u128 =
            self.lines.iter().map(|lines| lines.words as u128 * u128::from(lines.levels.unsigned_abs())).sum();
        let sides: usize = self.cones.iter().map(|wide| wide.lower_at.len() + wide.upper_at.len()).sum();
        let levels = sides + self.lines.iter().map(|lines| lines.windows.len()).sum::<usize>();
        (masks + self.depth as u128 * self.words as u128 + levels as u128 * 2) * 8
    }
}

impl StepRays {
    /// Lines are named by the place where they would cross a level below `levels`.
    fn fit(&mut self, board: &LevelBoard) {
        let mut least = i64::MAX;
        let mut most = i64::MIN;
        for (level, (low, high)) in board.ends.iter().enumerate() {
            let shift = self.shift(signed(level));
            if low <= high {
                least = least.min(low - shift);
                most = most.max(high - shift);
            }
        }
        self.base = least;
        self.size = most - least + 1;
        self.words = index(self.size) / 64 + 3;
        let levels = signed(board.levels());
        let window = |level: i64| {
            let class = index(level.rem_euclid(self.levels)) * self.words;
            (class, self.shift(level) + self.base)
        };
        self.windows = (0..levels).map(window).collect();
    }

    fn shift(&self, level: i64) -> i64 {
        self.places * level.div_euclid(self.levels)
    }

    /// Marks places of a level, and of all levels along the lines through them.
    pub(super) fn mark(&self, mask: &mut [u64], level: i64, first: i64, last: i64) {
        let Some((class, shift)) = usize::try_from(level).ok().and_then(|level| self.windows.get(level)) else {
            return;
        };
        let (from, to) = ((first - shift).max(0), (last - shift).min(self.size - 1));
        if from <= to {
            fill(&mut mask[*class..class + self.words], from, to);
        }
    }
}

/// Sets the bits from one to the other, both included.
pub(super) fn fill(words: &mut [u64], from: i64, to: i64) {
    let (from, to) = (index(from), index(to));
    let (begin, end) = (u64::MAX << (from % 64), u64::MAX >> (63 - to % 64));
    if from / 64 == to / 64 {
        words[from / 64] |= begin & end;
        return;
    }
    words[from / 64] |= begin;
    words[from / 64 + 1..to / 64].fill(u64::MAX);
    words[to / 64] |= end;
}
