//! Which cells of a level can move to given cells of lower levels: thresholds, lists of runs, masks of lines, and cells
//! that expire. Knows nothing of values.
//!
//! The cells from which one cell is reached at level distance D are an interval [L(D), R(D)] of places, read off the
//! inequalities by ceiling and floor. A run of cells is reached from [first + L(D), last + R(D)] if L(D) <= R(D), and
//! from nowhere at all otherwise.
//!
//! Right because these intervals are exact: a cone is convex, so the places at one distance are all integers between the
//! greatest lower and the least upper side. The jumps of the sweep leave out only levels on which the same inequalities still
//! hold: ends move linearly with the level, so until two of them can have crossed, what was closed stays closed.
use crate::engine::board::levels::LevelBoard;
use crate::engine::board::open_cells::{Free, Sought};
use crate::engine::numbers::{index, signed};
use crate::engine::{Context, EngineError};
use mature::{LineEnds, Mature, OpenBounds};
use moves::fill;
use std::collections::VecDeque;

mod mature;
mod moves;

pub(crate) use moves::Moves;

/// What the cells that were added attack.
#[derive(Debug)]
pub(crate) struct Attack<'a> {
    moves: &'a Moves,
    board: &'a LevelBoard,
    /// For each cone, runs that are too near for its last sides.
    young: Vec<VecDeque<(i64, i64, i64)>>,
    mature: Vec<Mature>,
    bounds: OpenBounds,
    /// The cones that are more than thresholds among the bounds, from the next level on.
    wedges: Vec<usize>,
    /// The first level at which a young run becomes mature.
    ripe: i64,
    masks: Vec<Vec<u64>>,
    late: Vec<Vec<VecDeque<(i64, i64, i64)>>>,
    /// The first level at which a late run begins to attack along its lines.
    due: i64,
    ring: Vec<u64>,
    tags: Vec<i64>,
    cuts: Vec<(i64, i64)>,
    /// What is left of the free cells of a level, one bit each.
    left: Vec<u64>,
}

impl<'a> Attack<'a> {
    /// No cell was added.
    pub(crate) fn new(moves: &'a Moves, board: &'a LevelBoard, context: &Context) -> Result<Self, EngineError> {
        context.fits(moves.bytes())?;
        let masks = moves.lines.iter().map(|lines| vec![0; lines.words * index(lines.levels)]);
        let mut bounds = OpenBounds::default();
        let mature: Vec<Mature> = moves.cones.iter().map(|wide| Mature::new(wide, &mut bounds)).collect();
        let threshold = |at: &usize| {
            matches!(mature[*at], Mature::Upper(_) | Mature::Lower(_)) && moves.cones[*at].cone.mature <= 1
        };
        let wedges = (0..mature.len()).filter(|at| !threshold(at)).collect();
        Ok(Self {
            moves,
            board,
            young: vec![VecDeque::new(); moves.cones.len()],
            mature,
            wedges,
            bounds,
            ripe: i64::MAX,
            masks: masks.collect(),
            late: moves.lines.iter().map(|lines| vec![VecDeque::new(); lines.starts.len()]).collect(),
            due: i64::MAX,
            ring: vec![0; moves.depth * moves.words],
            tags: vec![-1; moves.depth],
            cuts: Vec::new(),
            left: Vec::new(),
        })
    }

    /// Forgets all cells.
    pub(crate) fn clear(&mut self) {
        self.young.iter_mut().for_each(VecDeque::clear);
        self.mature.iter_mut().for_each(Mature::clear);
        self.bounds.clear();
        self.masks.iter_mut().for_each(|mask| mask.fill(0));
        self.late.iter_mut().flatten().for_each(VecDeque::clear);
        self.tags.fill(-1);
        (self.ripe, self.due) = (i64::MAX, i64::MAX);
    }

    /// Adds a run of cells. Levels come in ascending order.
    pub(crate) fn add(&mut self, level: i64, first: i64, last: i64) {
        for ((wide, young), mature) in self.moves.cones.iter().zip(&mut self.young).zip(&mut self.mature) {
            if wide.cone.mature <= 1 {
                mature.insert(wide, &mut self.bounds, (level, first, last));
            } else {
                young.push_back((level, first, last));
                self.ripe = self.ripe.min(level.saturating_add(wide.cone.leaves_after()));
            }
        }
        let levels = signed(self.board.levels());
        for ((lines, mask), late) in self.moves.lines.iter().zip(&mut self.masks).zip(&mut self.late) {
            for (start, late) in lines.starts.iter().zip(late) {
                let at = level + start.0;
                if levels <= at {
                } else if start.0 <= lines.levels {
                    lines.mark(mask, at, first + start.1, last + start.1);
                } else {
                    late.push_back((at, first + start.1, last + start.1));
                    self.due = self.due.min(at);
                }
            }
        }
        for span in &self.moves.spans {
            let at = level + span.distance;
            if levels <= at {
                break;
            }
            let level = index(at);
            let slot = level % self.moves.depth;
            let words = &mut self.ring[slot * self.moves.words..(slot + 1) * self.moves.words];
            if self.tags[slot] != at {
                self.tags[slot] = at;
                words.fill(0);
            }
            let (low, high) = self.board.ends[level];
            let (from, to) = ((first + span.first).max(low), (last + span.last).min(high));
            if from <= to {
                fill(words, from - low, to - low);
            }
        }
    }

    /// The first level from some level on that has free cells where thresholds alone leave it open, and the places that
    /// they leave open. Without `free`, all cells are free.
    pub(crate) fn next(&mut self, from: usize, free: Option<&Free>) -> Option<(usize, (i64, i64))> {
        self.next_before(from, self.board.levels(), free).ok()
    }

    /// As [`Self::next`], but only below a level.
    ///
    /// # Errors
    /// The level from which on to ask again, if there is none.
    pub(crate) fn next_before(
        &mut self,
        from: usize,
        limit: usize,
        free: Option<&Free>,
    ) -> Result<(usize, (i64, i64)), usize> {
        let levels = &self.board.ends[..limit];
        let mut level = from;
        loop {
            // A level that is closed for ever leads beyond all numbers.
            if limit <= level {
                return Err(level);
            }
            if let (Some(free), [upper], [lower]) = (free, &self.bounds.upper[..], &self.bounds.lower[..]) {
                match free.seek(levels, level, *lower, *upper) {
                    Sought::Open(at, open) if self.wedges.is_empty() && self.ripe == i64::MAX => {
                        return Ok((at, open));
                    }
                    Sought::Open(at, _) | Sought::Closed(at) => level = at,
                    Sought::Nothing => return Err(level.max(limit)),
                }
            }
            let (low, high) = *levels.get(level).ok_or(level)?;
            let height = signed(level);
            let (first, last) = self.bounds.at(height);
            let open = (first.0.max(low), last.0.min(high));
            if open.1 < open.0 {
                level = level.saturating_add(self.closed(first, last, (low, high)).ok_or(usize::MAX)?);
            } else if free.is_some_and(|free| !free.any(level, index(open.0 - low), index(open.1 - low))) {
                level += 1;
            } else if self.ripe <= height {
                self.ripen(height);
            } else {
                let [fall, rise] = self.board.widens;
                match self.covered(level, open, [first, (low, -fall)], [last, (high, rise)]) {
                    Some(levels) => level = level.saturating_add(levels),
                    None => return Ok((level, open)),
                }
            }
        }
    }

    /// How many thresholds tell all that the added cells attack, if thresholds do: they can be put aside and taken up.
    pub(crate) fn thresholds(&self) -> Option<usize> {
        let alone = self.wedges.is_empty() && self.moves.lines.is_empty() && self.moves.spans.is_empty();
        alone.then_some(self.bounds.upper.len() + self.bounds.lower.len())
    }

    /// Goes on with thresholds that were put aside.
    pub(crate) fn take_up(&mut self, thresholds: &[i64]) {
        self.bounds.each().zip(thresholds).for_each(|(own, kept)| *own = *kept);
    }

    /// Puts the thresholds aside.
    pub(crate) fn put_aside(&mut self, thresholds: &mut [i64]) {
        self.bounds.each().zip(thresholds).for_each(|(own, kept)| *kept = *own);
    }

    /// Adds cells between two of them, where thresholds tell all that is attacked: only the first and the last matter.
    pub(crate) fn close(&mut self, level: i64, first: i64, last: i64) {
        self.bounds.close(level, first, last);
    }

    /// For how many levels from a level on one wedge alone covers all places that are open, if there is one. Where the open
    /// places begin and end is bounded by lines: a place of the level, and a slope.
    fn covered(&self, level: usize, open: (i64, i64), first: LineEnds, last: LineEnds) -> Option<usize> {
        let cover = |at: &usize| self.mature[*at].covers(&self.moves.cones[*at], level, open, (first, last));
        self.wedges.iter().find_map(cover)
    }

    /// For how many levels thresholds keep a level closed, at least; `None` if for ever. Ends and their slopes are given.
    fn closed(&self, first: (i64, i64), last: (i64, i64), (low, high): (i64, i64)) -> Option<usize> {
        let [fall, rise] = self.board.widens;
        let pairs = [(first, last), ((low, -fall), last), (first, (high, rise))];
        let mut levels = 1;
        for ((from, from_slope), (to, to_slope)) in pairs {
            let (gap, closes) = (from - to, to_slope - from_slope);
            if 0 < gap {
                if closes <= 0 {
                    return None;
                }
                levels = levels.max(if closes == 1 { gap } else { (gap - 1) / closes + 1 });
            }
        }
        usize::try_from(levels).ok()
    }

    /// Hands over the runs of free cells of a level, within the places that [`Self::next`] told, that no added cell is
    /// reached from. `free` has one bit for each cell; without it, all are free.
    pub(crate) fn open(&mut self, level: i64, ends: (i64, i64), free: Option<&[u64]>, runs: &mut Vec<(i64, i64)>) {
        runs.clear();
        let low = self.board.ends[index(level)].0;
        if self.due <= level {
            self.mark_due(level);
        }
        if self.wedges.is_empty() {
            self.scan(level, free, low, ends, runs);
        } else {
            self.open_beside_wedges(level, free, low, ends, runs);
        }
    }

    /// As [`Self::open`], apart from it so that levels without wedges keep no room for what it needs.
    #[inline(never)]
    fn open_beside_wedges(
        &mut self,
        level: i64,
        free: Option<&[u64]>,
        low: i64,
        mut ends: (i64, i64),
        runs: &mut Vec<(i64, i64)>,
    ) {
        self.cuts.clear();
        for at in 0..self.wedges.len() {
            let at = self.wedges[at];
            if !self.young[at].is_empty() {
                self.near(at, level);
            }
            self.mature[at].narrow(&self.moves.cones[at], level, &mut ends, &mut self.cuts);
        }
        let (mut first, last) = ends;
        if last < first {
            return;
        }
        if self.cuts.is_empty() {
            return self.scan(level, free, low, (first, last), runs);
        }
        let mut cuts = std::mem::take(&mut self.cuts);
        if !cuts.is_sorted() {
            cuts.sort_unstable();
        }
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

    fn mark_due(&mut self, level: i64) {
        self.due = i64::MAX;
        for ((lines, mask), late) in self.moves.lines.iter().zip(&mut self.masks).zip(&mut self.late) {
            for late in late {
                while let Some((at, from, to)) = late.front().copied().filter(|entry| entry.0 <= level) {
                    lines.mark(mask, at, from, to);
                    late.pop_front();
                }
                self.due = self.due.min(late.front().map_or(i64::MAX, |entry| entry.0));
            }
        }
    }

    /// Turns runs into keys once they are old enough, and forgets those that have become too old.
    fn ripen(&mut self, level: i64) {
        self.ripe = i64::MAX;
        for ((wide, young), mature) in self.moves.cones.iter().zip(&mut self.young).zip(&mut self.mature) {
            let leaves = wide.cone.leaves_after();
            while let Some(&(from, begin, end)) = young.front() {
                if level - from < leaves {
                    self.ripe = self.ripe.min(from.saturating_add(leaves));
                    break;
                }
                young.pop_front();
                if wide.cone.mature <= level - from {
                    mature.insert(wide, &mut self.bounds, (from, begin, end));
                }
            }
        }
    }

    /// Cuts what the young runs of a cone attack.
    fn near(&mut self, at: usize, level: i64) {
        let cone = &self.moves.cones[at].cone;
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
    }

    /// The runs of free cells between two places that no line and no expiring cell covers.
    fn scan(
        &mut self,
        level: i64,
        free: Option<&[u64]>,
        low: i64,
        (first, last): (i64, i64),
        runs: &mut Vec<(i64, i64)>,
    ) {
        let (at, from, to) = (index(level), index(first - low), index(last - low));
        let words = from / 64..(to + 64) / 64;
        let place = low + signed(words.start * 64);
        let open = &mut self.left;
        open.clear();
        match free {
            Some(free) => open.extend_from_slice(&free[words.clone()]),
            None => open.resize(words.len(), u64::MAX),
        }
        open.first_mut().into_iter().for_each(|word| *word &= u64::MAX << (from % 64));
        open.last_mut().into_iter().for_each(|word| *word &= u64::MAX >> (63 - to % 64));
        for (lines, mask) in self.moves.lines.iter().zip(&self.masks) {
            let (class, shift) = lines.windows[at];
            let begin = index(place - shift);
            let bit = begin % 64;
            for (open, closed) in open.iter_mut().zip(mask[class + begin / 64..].windows(2)) {
                *open &= !(closed[0] >> bit | closed[1] << 1 << (63 - bit));
            }
        }
        let slot = at.checked_rem(self.moves.depth).unwrap_or(0);
        if self.tags.get(slot).is_some_and(|tag| *tag == level) {
            let ring = &self.ring[slot * self.moves.words..][words];
            open.iter_mut().zip(ring).for_each(|(open, closed)| *open &= !closed);
        }
        for (word, open) in open.iter().enumerate() {
            let mut open = *open;
            while open != 0 {
                let begin = open.trailing_zeros();
                let length = (!(open >> begin)).trailing_zeros();
                let begin_at = place + signed(word * 64) + i64::from(begin);
                let end_at = begin_at + i64::from(length) - 1;
                match runs.last_mut() {
                    Some(run) if run.1 + 1 == begin_at => run.1 = end_at,
                    _ => runs.push((begin_at, end_at)),
                }
                // The first run carries into the bit behind it.
                open &= open.wrapping_add(1 << begin);
            }
        }
    }
}
