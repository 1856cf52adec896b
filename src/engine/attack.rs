//! Which cells of a level can move to given cells of lower levels: thresholds, lists of runs, masks of lines, and cells
//! that expire. Knows nothing of values.
//!
//! The cells from which one cell is reached at level distance D are an interval [L(D), R(D)] of places, read off the
//! inequalities by ceiling and floor. A run of cells is reached from [first + L(D), last + R(D)] if L(D) <= R(D), and
//! from nowhere at all otherwise.
use super::analysis::{Delta, Piece, Row};
use super::board::{Board, Frame};
use super::cone::{Cone, Side};
use super::{Context, EngineError};
use std::collections::VecDeque;

/// Places that a ray may move by in one step.
const MOST_PLACES: i64 = 1 << 32;

/// Rays with the same step of (levels, places).
#[derive(Clone, Debug)]
struct Lines {
    levels: i64,
    places: i64,
    starts: Vec<(i64, i64)>,
    base: i64,
    words: usize,
    size: i64,
}

/// Climbs (D, first) to (D, last).
#[derive(Clone, Copy, Debug)]
struct Span {
    distance: i64,
    first: i64,
    last: i64,
}

/// The moves, in the coordinates of a board.
#[derive(Clone, Debug)]
pub(crate) struct Moves {
    cones: Vec<Cone>,
    lines: Vec<Lines>,
    spans: Vec<Span>,
    depth: usize,
    words: usize,
}

impl Moves {
    /// Puts the pieces into the coordinates of a board.
    ///
    /// # Errors
    /// Why they cannot be, in words.
    pub(crate) fn new(pieces: &[Piece], board: &Board) -> Result<Self, String> {
        let frame = &board.frame;
        let levels = i64::try_from(board.levels()).unwrap_or(i64::MAX);
        let mut moves = Self { cones: Vec::new(), lines: Vec::new(), spans: Vec::new(), depth: 0, words: 0 };
        let mut points: Vec<(i64, i64)> = Vec::new();
        for piece in pieces {
            match piece {
                Piece::Finite(all) => points.extend(all.iter().map(|delta| frame.climb(*delta))),
                Piece::Ray { start, step } => moves.ray(frame, *start, *step, levels, &mut points)?,
                Piece::Cone(rows) => {
                    let rows: Vec<Row> = rows.iter().map(|row| frame.row(row)).collect();
                    moves.cones.extend(Cone::new(&rows));
                }
            }
        }
        if !moves.cones.iter().all(Cone::small) {
            return Err("its numbers are too large".to_owned());
        }
        moves.spans(points, levels);
        let longest = board.ends.iter().map(|(low, high)| high - low + 1).max().unwrap_or(0);
        moves.words = usize::try_from(longest).unwrap_or(0) / 64 + 1;
        for lines in &mut moves.lines {
            lines.fit(board);
        }
        Ok(moves)
    }

    fn ray(
        &mut self,
        frame: &Frame,
        start: Delta,
        step: Delta,
        levels: i64,
        points: &mut Vec<(i64, i64)>,
    ) -> Result<(), String> {
        let first = frame.climb(start);
        let (distance, place) = frame.climb(step);
        if MOST_PLACES < place.abs().max(first.1.abs()) {
            return Err("its numbers are too large".to_owned());
        }
        if distance == 0 {
            self.cones.extend(Cone::along(first, place)?);
        } else if levels <= distance {
            points.push(first);
        } else {
            match self.lines.iter_mut().find(|lines| (lines.levels, lines.places) == (distance, place)) {
                Some(lines) => lines.starts.push(first),
                None => self.lines.push(Lines {
                    levels: distance,
                    places: place,
                    starts: vec![first],
                    base: 0,
                    words: 0,
                    size: 0,
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
                _ => self.spans.push(Span { distance, first: place, last: place }),
            }
        }
        self.depth = self.spans.last().map_or(0, |span| usize::try_from(span.distance).unwrap_or(0) + 1);
    }

    /// The bytes that a state takes, about.
    pub(crate) fn bytes(&self) -> u128 {
        let masks: u128 =
            self.lines.iter().map(|lines| lines.words as u128 * u128::from(lines.levels.unsigned_abs())).sum();
        (masks + self.depth as u128 * self.words as u128) * 8
    }
}

impl Lines {
    /// Lines are named by the place where they would cross a level below `levels`.
    fn fit(&mut self, board: &Board) {
        let mut least = i64::MAX;
        let mut most = i64::MIN;
        for (level, (low, high)) in board.ends.iter().enumerate() {
            let shift = self.shift(i64::try_from(level).unwrap_or(i64::MAX));
            if low <= high {
                least = least.min(low - shift);
                most = most.max(high - shift);
            }
        }
        self.base = least;
        self.size = most - least + 1;
        self.words = usize::try_from(self.size).unwrap_or(0) / 64 + 3;
    }

    fn shift(&self, level: i64) -> i64 {
        self.places * level.div_euclid(self.levels)
    }

    fn class(&self, level: i64) -> usize {
        usize::try_from(level.rem_euclid(self.levels)).unwrap_or(0) * self.words
    }
}

/// Runs of a cone that are old enough to be kept as keys: `divisor * place - slope * level`.
#[derive(Clone, Debug)]
enum Mature {
    Above(Option<i64>),
    Below(Option<i64>),
    Everything(bool),
    Between(Vec<(i64, i64)>),
}

/// What the cells that were added attack.
#[derive(Debug)]
pub(crate) struct Attack<'a> {
    moves: &'a Moves,
    board: &'a Board,
    young: Vec<VecDeque<(i64, i64, i64)>>,
    mature: Vec<Mature>,
    masks: Vec<Vec<u64>>,
    late: Vec<Vec<VecDeque<(i64, i64, i64)>>>,
    ring: Vec<u64>,
    tags: Vec<i64>,
    cuts: Vec<(i64, i64)>,
    /// For the level at hand, where the class of each direction begins, and the place of its first bit.
    windows: Vec<(usize, i64)>,
    /// Thresholds as (from above or below, slope, constant).
    bounds: Vec<(bool, i64, i64)>,
}

impl<'a> Attack<'a> {
    pub(crate) fn new(moves: &'a Moves, board: &'a Board, context: &Context) -> Result<Self, EngineError> {
        context.fits(moves.bytes())?;
        let masks = moves.lines.iter().map(|lines| vec![0; lines.words * usize::try_from(lines.levels).unwrap_or(0)]);
        Ok(Self {
            moves,
            board,
            young: vec![VecDeque::new(); moves.cones.len()],
            mature: moves.cones.iter().map(Mature::new).collect(),
            masks: masks.collect(),
            late: moves.lines.iter().map(|lines| vec![VecDeque::new(); lines.starts.len()]).collect(),
            ring: vec![0; moves.depth * moves.words],
            tags: vec![-1; moves.depth],
            cuts: Vec::new(),
            windows: Vec::new(),
            bounds: Vec::new(),
        })
    }

    /// Forgets all cells.
    pub(crate) fn clear(&mut self) {
        self.young.iter_mut().for_each(VecDeque::clear);
        for (mature, cone) in self.mature.iter_mut().zip(&self.moves.cones) {
            *mature = Mature::new(cone);
        }
        self.masks.iter_mut().for_each(|mask| mask.fill(0));
        self.late.iter_mut().flatten().for_each(VecDeque::clear);
        self.tags.fill(-1);
    }

    /// Adds a run of cells. Levels come in ascending order.
    pub(crate) fn add(&mut self, level: i64, first: i64, last: i64) {
        for young in &mut self.young {
            young.push_back((level, first, last));
        }
        let levels = i64::try_from(self.board.levels()).unwrap_or(i64::MAX);
        for ((lines, mask), late) in self.moves.lines.iter().zip(&mut self.masks).zip(&mut self.late) {
            for (start, late) in lines.starts.iter().zip(late) {
                let at = level + start.0;
                if levels <= at {
                } else if start.0 <= lines.levels {
                    mark(lines, mask, at, first + start.1, last + start.1);
                } else {
                    late.push_back((at, first + start.1, last + start.1));
                }
            }
        }
        for span in &self.moves.spans {
            let at = level + span.distance;
            if levels <= at {
                break;
            }
            let index = usize::try_from(at).unwrap_or(0);
            let slot = index % self.moves.depth;
            let words = &mut self.ring[slot * self.moves.words..(slot + 1) * self.moves.words];
            if self.tags[slot] != at {
                self.tags[slot] = at;
                words.fill(0);
            }
            let (low, high) = self.board.ends[index];
            let (from, to) = ((first + span.first).max(low), (last + span.last).min(high));
            if from <= to {
                fill(words, from - low, to - low);
            }
        }
    }

    /// Hands over the runs of free cells of a level that no added cell is reached from. `free` has one bit for each cell;
    /// without it, all are free.
    pub(crate) fn open(&mut self, level: i64, free: Option<&[u64]>, runs: &mut Vec<(i64, i64)>) {
        runs.clear();
        let index = usize::try_from(level).unwrap_or(0);
        let (low, high) = self.board.ends[index];
        let (mut first, mut last) = (low, high);
        self.cuts.clear();
        for at in 0..self.young.len() {
            self.cone(at, level, &mut first, &mut last);
        }
        if last < first {
            return;
        }
        self.windows.clear();
        for ((lines, mask), late) in self.moves.lines.iter().zip(&mut self.masks).zip(&mut self.late) {
            self.windows.push((lines.class(level), lines.shift(level) + lines.base));
            for late in late {
                while let Some((at, from, to)) = late.front().copied().filter(|entry| entry.0 <= level) {
                    mark(lines, mask, at, from, to);
                    late.pop_front();
                }
            }
        }
        if self.cuts.is_empty() {
            return self.scan(level, free, low, (first, last), runs);
        }
        let mut cuts = std::mem::take(&mut self.cuts);
        cuts.sort_unstable();
        for (from, to) in &cuts {
            if first < *from {
                self.scan(level, free, low, (first, last.min(from - 1)), runs);
            }
            first = first.max(to.saturating_add(1));
            if last < first {
                break;
            }
        }
        if first <= last {
            self.scan(level, free, low, (first, last), runs);
        }
        self.cuts = cuts;
    }

    /// The first level from `level` on that thresholds alone do not close; `level` itself if more has to be known.
    pub(crate) fn next_open(&mut self, level: usize) -> usize {
        let signed = i64::try_from(level).unwrap_or(i64::MAX);
        self.bounds.clear();
        for at in 0..self.young.len() {
            self.ripen(at, signed);
            let cone = &self.moves.cones[at];
            if !self.young[at].is_empty() {
                return level;
            }
            let bound = |side: &Option<Side>, key: i64| side.filter(|side| side.divisor == 1).map(|side| (side, key));
            let (above, bound) = match &self.mature[at] {
                Mature::Above(Some(key)) => (true, bound(&cone.last_lower, *key)),
                Mature::Below(Some(key)) => (false, bound(&cone.last_upper, *key)),
                _ => continue,
            };
            if let Some((side, key)) = bound {
                self.bounds.push((above, side.slope, side.constant + key));
            }
        }
        let mut next = level;
        for (low, high) in &self.board.ends[level..] {
            let signed = i64::try_from(next).unwrap_or(i64::MAX);
            let (mut first, mut last) = (*low, *high);
            for (above, slope, constant) in &self.bounds {
                let end = slope * signed + constant;
                if *above {
                    last = last.min(end - 1);
                } else {
                    first = first.max(end + 1);
                }
            }
            if first <= last {
                break;
            }
            next += 1;
        }
        next
    }

    /// Turns runs into keys once they are old enough, and forgets those that have become too old.
    fn ripen(&mut self, at: usize, level: i64) {
        let (cone, young) = (&self.moves.cones[at], &mut self.young[at]);
        while let Some(&(from, begin, end)) = young.front() {
            if level - from < cone.mature.min(cone.farthest.saturating_add(1)) {
                break;
            }
            young.pop_front();
            if cone.mature <= level - from {
                self.mature[at].insert(cone, from, begin, end);
            }
        }
    }

    fn cone(&mut self, at: usize, level: i64, first: &mut i64, last: &mut i64) {
        self.ripen(at, level);
        let cone = &self.moves.cones[at];
        for &(from, begin, end) in &self.young[at] {
            let distance = level - from;
            if distance < cone.nearest {
                break;
            }
            let (low, high) = cone.interval(distance);
            if low <= high {
                self.cuts.push((begin.saturating_add(low), end.saturating_add(high)));
            }
        }
        self.mature[at].narrow(cone, level, first, last, &mut self.cuts);
    }

    /// The runs of free cells between two places that no line and no expiring cell covers.
    fn scan(&self, level: i64, free: Option<&[u64]>, low: i64, (first, last): (i64, i64), runs: &mut Vec<(i64, i64)>) {
        let position = |place: i64| usize::try_from(place - low).unwrap_or(0);
        let (from, to) = (position(first), position(last));
        let slot = usize::try_from(level).unwrap_or(0).checked_rem(self.moves.depth).unwrap_or(0);
        let expiring = self.tags.get(slot).is_some_and(|tag| *tag == level);
        for word in from / 64..=to / 64 {
            let mut open = free.map_or(u64::MAX, |free| free[word]);
            if word == from / 64 {
                open &= u64::MAX << (from % 64);
            }
            if word == to / 64 {
                open &= u64::MAX >> (63 - to % 64);
            }
            if open == 0 {
                continue;
            }
            let place = low + i64::try_from(word * 64).unwrap_or(0);
            for ((class, shift), mask) in self.windows.iter().zip(&self.masks) {
                open &= !window(&mask[*class..], usize::try_from(place - shift).unwrap_or(0));
            }
            if expiring {
                open &= !self.ring[slot * self.moves.words + word];
            }
            while open != 0 {
                let begin = open.trailing_zeros();
                let length = (!(open >> begin)).trailing_zeros();
                let begin_at = place + i64::from(begin);
                let end_at = begin_at + i64::from(length) - 1;
                match runs.last_mut() {
                    Some(run) if run.1 + 1 == begin_at => run.1 = end_at,
                    _ => runs.push((begin_at, end_at)),
                }
                open = if 64 <= begin + length { 0 } else { open & (u64::MAX << (begin + length)) };
            }
        }
    }
}

impl Mature {
    fn new(cone: &Cone) -> Self {
        match (&cone.last_lower, &cone.last_upper) {
            (Some(_), Some(_)) => Self::Between(Vec::new()),
            (Some(_), None) => Self::Above(None),
            (None, Some(_)) => Self::Below(None),
            (None, None) => Self::Everything(false),
        }
    }

    fn insert(&mut self, cone: &Cone, level: i64, begin: i64, end: i64) {
        let key = |side: &Option<Side>, place: i64| side.map_or(0, |side| side.divisor * place - side.slope * level);
        let (low, high) = (key(&cone.last_lower, begin), key(&cone.last_upper, end));
        match self {
            Self::Above(known) => *known = Some(known.map_or(low, |known| known.min(low))),
            Self::Below(known) => *known = Some(known.map_or(high, |known| known.max(high))),
            Self::Everything(known) => *known = true,
            Self::Between(known) => {
                let at = known.partition_point(|run| run.0 <= low);
                known.insert(at, (low, high));
            }
        }
    }

    fn narrow(&mut self, cone: &Cone, level: i64, first: &mut i64, last: &mut i64, cuts: &mut Vec<(i64, i64)>) {
        let begin = |key: i64| cone.last_lower.map_or(i64::MIN, |side| side.least(level, key));
        let end = |key: i64| cone.last_upper.map_or(i64::MAX, |side| side.greatest(level, key));
        match self {
            Self::Above(Some(key)) => *last = (*last).min(begin(*key) - 1),
            Self::Below(Some(key)) => *first = (*first).max(end(*key) + 1),
            Self::Everything(true) => *last = i64::MIN,
            Self::Between(runs) => {
                merge(runs, cone, level);
                cuts.extend(runs.iter().map(|(low, high)| (begin(*low), end(*high))));
            }
            Self::Above(None) | Self::Below(None) | Self::Everything(false) => {}
        }
    }
}

/// Joins runs whose attacks overlap: as a cone only opens, they overlap on all later levels too.
fn merge(runs: &mut Vec<(i64, i64)>, cone: &Cone, level: i64) {
    let (Some(lower), Some(upper)) = (&cone.last_lower, &cone.last_upper) else { return };
    runs.dedup_by(|next, known| {
        let begin = i128::from(lower.at(level) + next.0) * i128::from(upper.divisor);
        let end = i128::from(upper.at(level) + known.1) * i128::from(lower.divisor);
        if begin <= end {
            known.1 = known.1.max(next.1);
        }
        begin <= end
    });
}

fn mark(lines: &Lines, mask: &mut [u64], level: i64, first: i64, last: i64) {
    let shift = lines.shift(level) + lines.base;
    let (from, to) = ((first - shift).max(0), (last - shift).min(lines.size - 1));
    if from <= to {
        let class = lines.class(level);
        fill(&mut mask[class..class + lines.words], from, to);
    }
}

/// Sets the bits from one to the other, both included.
pub(crate) fn fill(words: &mut [u64], from: i64, to: i64) {
    let (from, to) = (usize::try_from(from).unwrap_or(0), usize::try_from(to).unwrap_or(0));
    let (begin, end) = (u64::MAX << (from % 64), u64::MAX >> (63 - to % 64));
    if from / 64 == to / 64 {
        words[from / 64] |= begin & end;
        return;
    }
    words[from / 64] |= begin;
    words[from / 64 + 1..to / 64].fill(u64::MAX);
    words[to / 64] |= end;
}

/// 64 bits from any place on.
fn window(words: &[u64], start: usize) -> u64 {
    let (word, bit) = (start / 64, start % 64);
    let low = words[word] >> bit;
    if bit == 0 { low } else { low | words[word + 1] << (64 - bit) }
}
