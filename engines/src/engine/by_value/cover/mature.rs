//! Turns the runs of a cone into what they attack far away: thresholds and wedges. Knows nothing of boards.
//!
//! Right because from the distance `Cone::mature` on one side bounds a cone from below and one from above, and the ends of what a
//! run attacks are floors and ceilings of `divisor * place - slope * level` and the level alone: that number, its key, tells all
//! runs apart. Of two thresholds with one slope the one that closes more closes all that the other does, on this level and on
//! all later ones, so the other may be forgotten. A wedge that overlaps its neighbour overlaps it on all later levels, since a
//! cone only opens.
use super::moves::Wide;
use crate::engine::moves::wedge::Side;
use crate::engine::numbers::index;
use crate::value::Saturate;

/// Ends of thresholds that close nothing or everything; sums with what slopes add stay in 64 bits.
const FAR: i64 = 1 << 60;

/// Two lines that both bound places: a place of the level at hand, and a slope.
pub(super) type LineEnds = [(i64, i64); 2];

/// Thresholds with divisor 1: `slope * level + constant` is the last open place, or the first.
#[derive(Clone, Debug, Default)]
pub(super) struct OpenBounds {
    pub(super) upper: Vec<(i64, i64)>,
    pub(super) lower: Vec<(i64, i64)>,
    /// How far below the ends of attacking runs these begin, and how far above they end.
    below: Vec<i64>,
    above: Vec<i64>,
}

impl OpenBounds {
    /// Closes nothing.
    pub(super) fn clear(&mut self) {
        self.upper.iter_mut().for_each(|bound| bound.1 = FAR);
        self.lower.iter_mut().for_each(|bound| bound.1 = -FAR);
    }

    /// The constants, in a fixed order.
    pub(super) fn each(&mut self) -> impl Iterator<Item = &mut i64> {
        self.upper.iter_mut().chain(&mut self.lower).map(|bound| &mut bound.1)
    }

    /// Closes what cells of a level attack, from the first to the last of them.
    pub(super) fn close(&mut self, level: i64, first: i64, last: i64) {
        for ((slope, constant), below) in self.upper.iter_mut().zip(&self.below) {
            *constant = (*constant).min(first - *slope * level + below);
        }
        for ((slope, constant), above) in self.lower.iter_mut().zip(&self.above) {
            *constant = (*constant).max(last - *slope * level + above);
        }
    }

    /// The open places of a level as far as thresholds tell, with the slopes of the nearest.
    pub(super) fn at(&self, level: i64) -> ((i64, i64), (i64, i64)) {
        let (mut first, mut last) = ((-FAR, 0), (FAR, 0));
        for (slope, constant) in &self.lower {
            let end = slope * level + constant;
            if first.0 < end {
                first = (end, *slope);
            }
        }
        for (slope, constant) in &self.upper {
            let end = slope * level + constant;
            if end < last.0 {
                last = (end, *slope);
            }
        }
        (first, last)
    }
}

/// A run as two keys, `divisor * place - slope * level` of its ends: `floor((side + key) / divisor)` is an end of what it
/// attacks. The keys are kept with quotients and remainders.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wedge {
    low: (i64, i64),
    high: (i64, i64),
}

/// Runs of a cone that are old enough to be kept as keys.
#[derive(Clone, Debug)]
pub(super) enum Mature {
    /// A threshold among the bounds.
    Upper(usize),
    Lower(usize),
    Above(Option<i64>),
    Below(Option<i64>),
    Everything(bool),
    /// In ascending order.
    Between(Vec<Wedge>),
}

impl Mature {
    pub(super) fn new(wide: &Wide, bounds: &mut OpenBounds) -> Self {
        match (&wide.cone.last_lower, &wide.cone.last_upper) {
            (Some(_), Some(_)) => Self::Between(Vec::new()),
            (Some(side), None) if side.divisor == 1 => {
                bounds.upper.push((side.slope, FAR));
                bounds.below.push(side.constant - 1);
                Self::Upper(bounds.upper.len() - 1)
            }
            (None, Some(side)) if side.divisor == 1 => {
                bounds.lower.push((side.slope, -FAR));
                bounds.above.push(side.constant + 1);
                Self::Lower(bounds.lower.len() - 1)
            }
            (Some(_), None) => Self::Above(None),
            (None, Some(_)) => Self::Below(None),
            (None, None) => Self::Everything(false),
        }
    }

    /// Forgets all runs; thresholds are forgotten with the bounds.
    pub(super) fn clear(&mut self) {
        match self {
            Self::Upper(_) | Self::Lower(_) => {}
            Self::Above(known) | Self::Below(known) => *known = None,
            Self::Everything(known) => *known = false,
            Self::Between(known) => known.clear(),
        }
    }

    /// Takes up a run that is old enough: as a threshold that closes more than before, or among the wedges in order.
    pub(super) fn insert(&mut self, wide: &Wide, bounds: &mut OpenBounds, (level, begin, end): (i64, i64, i64)) {
        let cone = &wide.cone;
        let key = |side: &Option<Side>, place: i64| side.map_or(0, |side| side.divisor * place - side.slope * level);
        let (low, high) = (key(&cone.last_lower, begin), key(&cone.last_upper, end));
        let constant = |side: &Option<Side>| side.map_or(0, |side| side.constant);
        match self {
            Self::Upper(at) => {
                let last = &mut bounds.upper[*at].1;
                *last = (*last).min(constant(&cone.last_lower) + low - 1);
            }
            Self::Lower(at) => {
                let first = &mut bounds.lower[*at].1;
                *first = (*first).max(constant(&cone.last_upper) + high + 1);
            }
            Self::Above(known) => *known = Some(known.map_or(low, |known| known.min(low))),
            Self::Below(known) => *known = Some(known.map_or(high, |known| known.max(high))),
            Self::Everything(known) => *known = true,
            Self::Between(known) => {
                let divisor = |side: &Option<Side>| side.map_or(1, |side| side.divisor);
                let split = |key: i64, by: i64| (key.div_euclid(by), key.rem_euclid(by));
                let by = divisor(&cone.last_lower);
                // A ceiling is the floor of the number that is greater by the divisor less 1.
                let low = split(low + by - 1, by);
                let wedge = Wedge { low, high: split(high, divisor(&cone.last_upper)) };
                let at = known.iter().rposition(|known| known.low <= low).map_or(0, |at| at + 1);
                known.insert(at, wedge);
            }
        }
    }

    /// For how many levels from a level on one run alone attacks all places of an interval, if there is one. The places of
    /// later levels begin above each of two lines, and end below each of two others: a place of the level, and a slope.
    pub(super) fn covers(
        &self,
        wide: &Wide,
        level: usize,
        (first, last): (i64, i64),
        (floors, ceilings): (LineEnds, LineEnds),
    ) -> Option<usize> {
        let (Self::Between(runs), Some(lower), Some(upper)) =
            (self, wide.lower_at.get(level), wide.upper_at.get(level))
        else {
            return None;
        };
        let (below, above) = wide.divisors;
        let covers = |run: &&Wedge| end(lower, run.low, below) <= first && last <= end(upper, run.high, above);
        let run = runs.iter().find(covers)?;
        // Ends as numerators; a ceiling was kept as the floor of what is greater by the divisor less 1.
        let whole = |side: &(i64, i64), key: (i64, i64), by: i64| {
            i128::from(side.0 + key.0) * i128::from(by) + i128::from(side.1 + key.1)
        };
        let begin = whole(lower, run.low, below) - i128::from(below) + 1;
        let beyond = whole(upper, run.high, above);
        let slope = |side: &Option<Side>| side.map_or(0, |side| i128::from(side.slope));
        let (low, high) = (slope(&wide.cone.last_lower), slope(&wide.cone.last_upper));
        let scaled = |(place, slope): (i64, i64), by: i64| {
            (i128::from(place) * i128::from(by), i128::from(slope) * i128::from(by))
        };
        let floors = floors.map(|floor| scaled(floor, below)).map(|(place, slope)| holds(place - begin, low - slope));
        let ceilings = ceilings.map(|end| scaled(end, above)).map(|(place, slope)| holds(beyond - place, slope - high));
        let levels = floors.into_iter().max()?.min(ceilings.into_iter().max()?);
        Some(levels.saturated::<usize>().max(1))
    }

    /// Narrows the open places of a level, and cuts intervals out of them.
    pub(super) fn narrow(&mut self, wide: &Wide, level: i64, ends: &mut (i64, i64), cuts: &mut Vec<(i64, i64)>) {
        let cone = &wide.cone;
        match self {
            Self::Above(Some(key)) => {
                let begin = cone.last_lower.map_or(i64::MIN, |side| side.least(level, *key));
                ends.1 = ends.1.min(begin.saturating_sub(1));
            }
            Self::Below(Some(key)) => {
                let end = cone.last_upper.map_or(i64::MAX, |side| side.greatest(level, *key));
                ends.0 = ends.0.max(end.saturating_add(1));
            }
            Self::Everything(true) => *ends = (FAR, -FAR),
            Self::Between(runs) => between(runs, wide, level, cuts),
            Self::Upper(_) | Self::Lower(_) | Self::Above(None) | Self::Below(None) | Self::Everything(false) => {}
        }
    }
}

/// For how many levels a slack stays at 0 or more that falls by so much with each level; 0 if it is less.
fn holds(slack: i128, fall: i128) -> i128 {
    match (slack, fall) {
        (..=-1, _) => 0,
        (_, ..=0) => i128::MAX,
        _ => slack / fall + 1,
    }
}

/// The floor of what a side and a key give.
fn end(side: &(i64, i64), key: (i64, i64), divisor: i64) -> i64 {
    side.0 + key.0 + i64::from(divisor <= side.1 + key.1)
}

/// Cuts what wedges attack, and joins those whose attacks overlap: as a cone only opens, they overlap on all later levels.
fn between(runs: &mut Vec<Wedge>, wide: &Wide, level: i64, cuts: &mut Vec<(i64, i64)>) {
    let at = index(level);
    let (Some(lower), Some(upper)) = (wide.lower_at.get(at), wide.upper_at.get(at)) else { return };
    let (below, above) = wide.divisors;
    let before = cuts.len();
    let mut kept = 0;
    for at in 0..runs.len() {
        let wedge = runs[at];
        let (begin, end) = (end(lower, wedge.low, below), end(upper, wedge.high, above));
        if let Some(cut) = cuts[before..].last_mut().filter(|cut| begin <= cut.1) {
            cut.1 = cut.1.max(end);
            runs[kept - 1].high = runs[kept - 1].high.max(wedge.high);
        } else {
            cuts.push((begin, end));
            runs[kept] = wedge;
            kept += 1;
        }
    }
    runs.truncate(kept);
}
