//! Turns a line that looks at itself and at lines that repeat into its values, until they repeat for ever. Knows nothing of moves.
//!
//! What a place depends on is the state of its line: the last few values, and for each progression of options and each residue class the
//! values that are found on it, also where they are those of another line, from a number on below which each place that looks at the class finds all numbers on
//! progressions; and finitely many places of other lines, at fixed distances. If those
//! lines are periodic from some place on, with period P and saltus s, and the state at places n and n + q P is the same but for the addition of q s, so are all
//! values from n on, by induction (`src/recheck/periods/lines.rs` has the proof). States are compared exactly, one is kept (Brent 1980).
use crate::engine::numbers::{index, signed};
use crate::engine::periods::rows::{KnownRow, Used, least};
use crate::engine::{Context, EngineError};
use crate::value::Play;
use num_integer::lcm;

/// Options of places on one line: of place n those at `n - start - k * step`, k >= 0, if `from <= n`.
#[derive(Clone, Debug)]
pub(super) struct Looked<'a> {
    /// None for the line itself.
    pub(super) line: Option<&'a KnownRow>,
    pub(super) start: i64,
    pub(super) step: usize,
    pub(super) from: usize,
}

/// Periods of several lines come back together after so many places at most.
const LONGEST: usize = 1 << 22;
/// Places between two looks at the clock.
const BLOCK: usize = 1 << 10;

/// A line that is worked out from left to right.
struct LineInWork<'a> {
    play: Play,
    points: Vec<Looked<'a>>,
    rays: Vec<Looked<'a>>,
    used: Vec<Vec<Used>>,
    values: Vec<u32>,
    near: Vec<u64>,
    /// So many values were looked at.
    work: u64,
}

/// A state that is kept.
struct KeptState {
    at: usize,
    used: Vec<Vec<Used>>,
    floors: Vec<usize>,
}

/// What is to come back.
struct Returning {
    /// A multiple of all steps and periods, and what the lines that are looked at gain in it.
    every: usize,
    gain: Option<i64>,
    /// From which place on they repeat.
    from: usize,
    lag: usize,
}

impl Looked<'_> {
    fn of(&self, place: usize) -> Option<usize> {
        usize::try_from(signed(place) - self.start).ok()
    }

    fn value(&self, own: &[u32], place: usize) -> usize {
        self.line.map_or_else(|| own[place], |line| line.at(place)) as usize
    }

    fn begins(&self) -> usize {
        let Some(line) = self.line else { return self.from };
        let repeats = self.start.saturating_add_unsigned(line.period.preperiod);
        // What lies behind a place on another line is found by the first places all at once.
        self.from.max(self.step).max(index(repeats.max(0)))
    }
}

/// The values of a line up to the end of its first least period, proved; none if they need more than `most` places, or more than there is
/// left of the work, which is counted in values that are looked at.
///
/// # Errors
/// Memory or cancellation.
pub(super) fn repeated(
    (looks, play): (Vec<Looked<'_>>, Play),
    (most, left): (usize, &mut u64),
    context: &Context,
) -> Result<Option<KnownRow>, EngineError> {
    let (points, rays): (Vec<_>, Vec<_>) = looks.into_iter().partition(|looked| looked.step == 0);
    let used = rays.iter().map(|ray| vec![Used::default(); ray.step]).collect();
    let mut line = LineInWork { play, points, rays, used, values: Vec::new(), near: Vec::new(), work: 0 };
    let Some(returning) = line.returning() else { return Ok(None) };
    let (mut kept, mut power, mut steps): (Option<KeptState>, u64, u64) = (None, 1, 0);
    let mut found = None;
    while found.is_none() && line.values.len() < most && line.work < *left {
        let place = line.values.len();
        if place.is_multiple_of(BLOCK) {
            context.go_on()?;
            context.fits(line.bytes())?;
        }
        if returning.from <= place && (place - returning.from).is_multiple_of(returning.every) {
            found = kept.as_ref().and_then(|kept| line.is_again(kept, &returning));
            if kept.is_none() || steps == power {
                power *= if kept.is_none() { 1 } else { 2 };
                let floors = line.floors();
                (kept, steps) = (Some(KeptState { at: place, used: line.used.clone(), floors }), 0);
            }
            steps += 1;
        }
        if line.next().is_none() {
            break;
        }
    }
    *left = left.saturating_sub(line.work);
    Ok(found.map(|((at, period), saltus)| least(line.values, (at, period), saltus)))
}

impl LineInWork<'_> {
    fn looks(&self) -> impl Iterator<Item = &Looked<'_>> {
        self.points.iter().chain(&self.rays)
    }

    fn bytes(&self) -> u128 {
        let words: usize = self.used.iter().flatten().map(|used| used.words.len()).sum();
        (words as u128 * 2 + self.values.len() as u128) * 8
    }

    /// What the lines that are looked at have in common; none if they do not gain alike.
    fn returning(&self) -> Option<Returning> {
        let lines = || self.looks().filter_map(|looked| looked.line);
        let mut every = 1;
        let periods = lines().map(|line| usize::try_from(line.period.period));
        for period in periods.chain(self.rays.iter().map(|ray| Ok(ray.step))) {
            every = lcm(every, period.ok()?);
            if LONGEST < every {
                return None;
            }
        }
        let mut gain = None;
        for line in lines() {
            let (period, saltus) = (line.period.period, i64::try_from(line.period.saltus).ok()?);
            let own = saltus.checked_mul(i64::try_from(every as u64 / period).ok()?)?;
            if gain.is_some_and(|gain| gain != own) {
                return None;
            }
            gain = Some(own);
        }
        // Nothing fills up from below, so that no value rises for ever.
        if self.rays.is_empty() || self.play == Play::Misere {
            if gain.is_some_and(|gain| gain != 0) {
                return None;
            }
            gain = Some(0);
        }
        let own = self.looks().filter(|looked| looked.line.is_none());
        let lag = own.filter_map(|looked| usize::try_from(looked.start).ok()).max().unwrap_or(0);
        let from = self.looks().map(Looked::begins).max().unwrap_or(0).max(lag);
        Some(Returning { every, gain, from, lag })
    }

    /// From where on values repeat, after how many places, and what they gain, if the state is the one that was kept.
    fn is_again(&mut self, kept: &KeptState, returning: &Returning) -> Option<((usize, usize), u64)> {
        let (place, at) = (self.values.len(), kept.at);
        let last = |end: usize| self.values[end - returning.lag..end].iter().rev().map(|value| i64::from(*value));
        let by_values = last(place).next().zip(last(at).next()).map(|(own, old)| own - old);
        if by_values.is_some_and(|gained| last(place).zip(last(at)).any(|(own, old)| own != old + gained)) {
            return None;
        }
        let floors = self.floors();
        let by_floors = floors.first().zip(kept.floors.first()).map(|(own, old)| signed(*own) - signed(*old));
        let gained = by_values.or(by_floors).unwrap_or(0);
        let passed = (place - at) / returning.every;
        let fits = returning.gain.is_none_or(|gain| gain.checked_mul(signed(passed)) == Some(gained));
        let saltus = u64::try_from(gained).ok().filter(|_| fits)?;
        let classes = self.used.iter().flatten().zip(floors);
        let old = kept.used.iter().flatten().zip(&kept.floors);
        let same = classes.zip(old).all(|((own, floor), (old, old_floor))| {
            signed(floor) == signed(*old_floor) + gained && has_alike((own, floor), (old, *old_floor))
        });
        same.then_some(((at, place - at), saltus))
    }

    /// For each residue class of each progression a number below which every place that looks at the class finds all numbers on progressions.
    fn floors(&mut self) -> Vec<usize> {
        let steps = || self.rays.iter().map(|ray| ray.step).zip(&self.used);
        let mut all = Vec::new();
        for (step, class) in steps().flat_map(|(step, _)| (0..step).map(move |class| (step, class))) {
            // A place of the class looks at one class of each progression whose step divides this one.
            let own = steps().filter(|(other, _)| step.is_multiple_of(*other));
            let sets: Vec<&Used> = own.map(|(other, used)| &used[class % other]).collect();
            let first = sets.iter().map(|used| used.free / 64).max().unwrap_or(0);
            let mut word = first;
            let taken = |word: usize| sets.iter().fold(0, |taken, used| taken | used.word(word));
            while taken(word) == u64::MAX {
                word += 1;
            }
            self.work += ((word - first + 1) * sets.len()) as u64;
            all.push(word * 64 + taken(word).trailing_ones() as usize);
        }
        all
    }

    /// Works out the next value; none if it is too large.
    fn next(&mut self) -> Option<()> {
        let (place, values) = (self.values.len(), &self.values);
        self.work += 1 + self.points.len() as u64;
        let mut has_option = false;
        for (ray, classes) in self.rays.iter().zip(&mut self.used) {
            let mut option = ray.of(place);
            while let Some(at) = option {
                classes[place % ray.step].insert(ray.value(values, at));
                self.work += 1;
                // What lies further away was added a step before.
                option = if place < ray.step { at.checked_sub(ray.step) } else { None };
            }
        }
        let sets: Vec<&Used> = (self.rays.iter().zip(&self.used).filter(|(ray, _)| ray.from <= place))
            .map(|(ray, classes)| &classes[place % ray.step])
            .collect();
        has_option |= sets.iter().any(|used| !used.words.is_empty());
        let first = match self.play {
            Play::Normal => sets.iter().map(|used| used.free / 64).max().unwrap_or(0),
            Play::Misere => 0,
        };
        self.near.clear();
        for point in self.points.iter().filter(|point| point.from <= place) {
            let Some(option) = point.of(place) else { continue };
            let value = point.value(values, option);
            has_option = true;
            if let Some(at) = (value / 64).checked_sub(first) {
                if self.near.len() <= at {
                    self.near.resize(at + 1, 0);
                }
                self.near[at] |= 1 << (value % 64);
            }
        }
        let near = &self.near;
        let taken = |word: usize| {
            let own = near.get(word - first).copied().unwrap_or(0);
            sets.iter().fold(own, |taken, used| taken | used.word(word))
        };
        let value = match self.play {
            Play::Normal => {
                let mut word = first;
                while taken(word) == u64::MAX {
                    word += 1;
                    self.work += sets.len() as u64;
                }
                word * 64 + taken(word).trailing_ones() as usize
            }
            Play::Misere => usize::from(!has_option || taken(0) & 1 == 1),
        };
        self.values.push(u32::try_from(value).ok().filter(|value| *value < 1 << 30)?);
        Some(())
    }
}

/// Whether a set has from a number on what another one has from its number on.
fn has_alike((own, floor): (&Used, usize), (old, old_floor): (&Used, usize)) -> bool {
    let beyond = |used: &Used, floor: usize| {
        let last = used.words.iter().rposition(|word| *word != 0);
        last.map_or(0, |at| (at + 1) * 64).saturating_sub(floor)
    };
    let has = |used: &Used, value: usize| used.word(value / 64) >> (value % 64) & 1 == 1;
    (0..beyond(own, floor).max(beyond(old, old_floor))).all(|more| has(own, floor + more) == has(old, old_floor + more))
}
