//! Values of lines of positions of a game by their definition, and the theorem that they repeat for ever.
//!
//! Let lines be given in an order, each a sequence of positions, its places 0, 1, ...; for every line let all options of place n be places
//! n - b of it, for finitely many numbers b >= 1 and the numbers of finitely many arithmetic progressions b, b + t, b + 2 t, ... with b >= 1, and
//! places n - c of lines before it, for finitely many integers c and finitely many progressions of integers c, c + t, c + 2 t, ...; all of them as
//! far as there are such places, and each from some place n on. (Rows are such lines where no move raises a heap: row m is before row m + 1.) The
//! *state* of a line at n, which is L or more, are its values in the last L places, where L is the largest b of all numbers and progressions,
//! and for each progression and each residue class modulo t a number F and the set of those values from F on that later places find on it; F is
//! such that each place of the class finds all numbers below F on the progressions that it looks at, at n already. Let
//! (1) q be a multiple of every t and of the periods of all lines that the line looks at, so that each of them gains the same S, 0 <= S,
//! in q places, wherever the line looks at it from place n on; and from n on let it have all its options;
//! (2) the state at n + q be that at n with S added: values of the last L places are larger by S, and so is in each class F, and all elements
//! of its set;
//! (3) S = 0 if there is no progression.
//! Then g(i + q) = g(i) + S for all i from n on.
//!
//! By induction over i >= n: let E and E' be the sets of the values of the options of places i and i + q, and f the largest F of the classes
//! that place i looks at; without a progression f = 0 = S. E holds all numbers
//! below f, and E' all below f + S. What i finds on a progression is what was there at n, and values of places from n on; so
//! a number v >= f lies in E if and only if v + S lies in E', by (1), (2) and induction. So the least number that is
//! missing in E' is that of E, and S more. (H. A. Landman, A simple
//! FSM-based proof of the additive periodicity of the Sprague-Grundy function of Wythoff's game, 2002, and A. Dress, A. Flammenkamp and N. Pink,
//! Additive periodicity of the Sprague-Grundy function of certain Nim games, 1999, prove with such states that rows are additively periodic.)
//!
//! In misère play let the value of an N-position be 1 and that of a P-position 0: it is 0 if there are options and all are 1. That is a matter of E
//! alone, and E = E' where S = 0, so the same holds with S = 0.
use super::super::spent::CheckEffort;
use crate::certificate::{FixedHeap, RepeatedLine, TakenRay};
use crate::value::Play;
use num_integer::gcd;

/// Cells of one line that are worked out at most, and the longest step of a progression in a line.
const MOST_CELLS: usize = 1 << 22;
pub(super) const LARGEST_STEP: usize = 1 << 12;
/// Values are smaller than this.
const LARGEST_VALUE: usize = 4 * MOST_CELLS;
/// Lines of a game that are worked out at most.
pub(super) const MOST_LINES: usize = 1 << 10;
/// So many numbers are looked at in the time that a node of a graph takes.
const NUMBERS_AT_ONCE: usize = 64;

/// The values of a line, which repeat.
#[derive(Clone, Debug)]
pub(super) struct RepeatingValues {
    /// From which place on they repeat, after how many, and what they gain.
    pub(super) from: usize,
    pub(super) period: usize,
    pub(super) saltus: i64,
    /// Those of the first places, up to the end of the first period at least.
    known: Vec<u32>,
}

impl RepeatingValues {
    /// Values that are known to repeat.
    pub(super) fn new((from, period, saltus): (usize, usize, i64), known: Vec<u32>) -> Self {
        Self { from, period, saltus, known }
    }

    /// The value at any place.
    pub(super) fn at(&self, place: usize) -> i128 {
        if let Some(value) = self.known.get(place) {
            return i128::from(*value);
        }
        let beyond = place - self.from;
        let known = self.known[self.from + beyond % self.period];
        i128::from(known) + (beyond / self.period) as i128 * i128::from(self.saltus)
    }

    /// How far a value is from `saltus / period` times its place, rounded up, at most.
    pub(super) fn apart(&self) -> i128 {
        let (period, saltus) = (self.period as i128, i128::from(self.saltus));
        let far = |(place, value): (usize, &u32)| (i128::from(*value) * period - saltus * place as i128).abs();
        self.known.iter().enumerate().map(far).max().map_or(0, |far| far / period + 1)
    }
}

/// The options of a cell as they are seen along a line: the place in its own line, or so many lines before it.
#[derive(Debug, Default)]
pub(super) struct LineReach {
    /// First distance and step of each progression in the line.
    along: Vec<[usize; 2]>,
    near: Vec<usize>,
    /// Lines before, and places before: the first one, and the step to the next.
    before: Vec<[[usize; 2]; 2]>,
}

impl LineReach {
    /// The same options, with the heap that is fixed first.
    pub(super) fn of(options: &[TakenRay], fixed: FixedHeap) -> Result<Self, String> {
        let mut reach = Self::default();
        for ray in options {
            let seen = |numbers: &[u64]| -> Option<[usize; 2]> {
                let all: Vec<usize> =
                    numbers.iter().map(|number| usize::try_from(*number)).collect::<Result<_, _>>().ok()?;
                match (all.as_slice(), fixed) {
                    ([heap], FixedHeap::First) => Some([0, *heap]),
                    ([first, second], FixedHeap::First) => Some([*first, *second]),
                    ([first, second], FixedHeap::Second) => Some([*second, *first]),
                    _ => None,
                }
            };
            let (start, step) = seen(&ray.start).zip(seen(&ray.step)).ok_or("the game has no such lines")?;
            match (start, step) {
                ([0, first], [0, 0]) => reach.near.push(first),
                ([0, first], [0, step]) if step <= LARGEST_STEP => reach.along.push([first, step]),
                ([0, first], [lines, places]) if 0 < lines => {
                    reach.near.push(first);
                    reach.before.push([[lines, first + places], step]);
                }
                ([0, _], _) => return Err(format!("a step in a line is larger than {LARGEST_STEP}")),
                (_, [0, places]) if 0 < places => {
                    return Err("a cell has options far away in lines before its own".to_owned());
                }
                _ => reach.before.push([start, step]),
            }
        }
        Ok(reach)
    }

    /// Whether a cell looks at all cells of its line before it.
    pub(super) fn looks_at_all(&self) -> bool {
        self.along.contains(&[1, 1])
    }

    /// Whether a cell looks at finitely many distances of its line.
    pub(super) fn looks_near(&self) -> bool {
        self.along.is_empty()
    }

    /// Where a cell of the line behind some lines looks.
    fn looks<'a>(&self, above: &'a [RepeatingValues]) -> Vec<LookedAt<'a>> {
        let own =
            self.near.iter().map(|first| (*first, 0)).chain(self.along.iter().map(|[first, step]| (*first, *step)));
        let far = |first| i64::try_from(first).expect("distances of a certificate are small");
        let looked = |line, first: usize, step| LookedAt { line, first: far(first), step, from: 0 };
        let mut all: Vec<LookedAt<'a>> = own.map(|(first, step)| looked(None, first, step)).collect();
        for [start, step] in &self.before {
            let (mut lines, mut places) = (start[0], start[1]);
            while let Some(line) = above.len().checked_sub(lines) {
                all.extend(above.get(line).map(|line| looked(Some(line), places, 0)));
                if step[0] == 0 {
                    break;
                }
                (lines, places) = (lines + step[0], places + step[1]);
            }
        }
        all
    }
}

/// Options of places of one line that lie on one line: of place n those at n - first - k * step for all k >= 0, or only for k = 0 where there is no
/// step, if from <= n.
#[derive(Clone, Copy, Debug)]
pub(super) struct LookedAt<'a> {
    /// A line that is known; none for the line itself.
    pub(super) line: Option<&'a RepeatingValues>,
    pub(super) first: i64,
    pub(super) step: usize,
    pub(super) from: usize,
}

impl LookedAt<'_> {
    /// The first option of a place, if there is one.
    fn of(&self, place: usize) -> Option<usize> {
        i64::try_from(place).ok()?.checked_sub(self.first).and_then(|option| usize::try_from(option).ok())
    }

    /// The value of a place of the line that is looked at, by those that are known of the line itself.
    fn value(&self, own: &[u32], place: usize) -> Result<usize, String> {
        let value = match self.line {
            Some(line) => line.at(place),
            None => i128::from(own[place]),
        };
        let value = usize::try_from(value).ok().filter(|value| *value < LARGEST_VALUE);
        value.ok_or_else(|| "a value is too large".to_owned())
    }

    /// From which place on the line has these options, and finds values on another line that repeat, one more at each place.
    fn begins(&self) -> usize {
        let Some(line) = self.line else { return self.from };
        let from = i64::try_from(line.from).expect("a line in memory is not as long");
        let repeats = from.saturating_add(self.first).max(0);
        // What lies behind a place on another line is found by the first places all at once.
        self.from.max(self.step).max(usize::try_from(repeats).expect("a natural number of 64 bits"))
    }
}

/// Values that later cells find on a progression, in one residue class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct FoundValues {
    /// Which numbers from `free` on are among them; the last one is.
    above: Vec<bool>,
    /// The least that is not among them; in a state, all that is less does not matter.
    free: usize,
}

impl FoundValues {
    /// What is among them from a number on, which is not less than the least that is not.
    fn from(&self, floor: usize) -> Self {
        let above = self.above.get(floor - self.free..).unwrap_or(&[]);
        Self { above: above.to_vec(), free: floor }
    }

    fn has(&self, value: usize) -> bool {
        value.checked_sub(self.free).is_none_or(|at| self.above.get(at).copied().unwrap_or(false))
    }

    fn is_empty(&self) -> bool {
        self.free == 0 && self.above.is_empty()
    }

    fn add(&mut self, value: usize) {
        let Some(at) = value.checked_sub(self.free) else { return };
        if self.above.len() <= at {
            self.above.resize(at + 1, false);
        }
        self.above[at] = true;
        let full = self.above.iter().take_while(|found| **found).count();
        self.above.drain(..full);
        self.free += full;
    }
}

/// A line that is worked out from left to right.
#[derive(Debug)]
struct GrowingLine<'a> {
    play: Play,
    /// Options that are looked at one by one.
    points: Vec<LookedAt<'a>>,
    /// Progressions, with a set for each residue class.
    rays: Vec<LookedAt<'a>>,
    found: Vec<Vec<FoundValues>>,
    values: Vec<u32>,
    /// Where a value was met last among the options that are looked at one by one: place + 1.
    met: Vec<usize>,
}

/// All that cells from a place on depend on in their own line. What is found on a progression stands behind a number below which every cell that looks
/// at it finds all numbers on progressions.
#[derive(Debug)]
struct LineState {
    found: Vec<Vec<FoundValues>>,
    last: Vec<u32>,
}

impl LineState {
    /// Whether this is another state with a number added.
    fn is_more(&self, other: &Self, by: usize) -> bool {
        let last = self.last.len() == other.last.len()
            && self.last.iter().zip(&other.last).all(|(own, other)| *own as usize == *other as usize + by);
        let found = self.found.iter().flatten().zip(other.found.iter().flatten());
        last && found.into_iter().all(|(own, other)| own.free == other.free + by && own.above == other.above)
    }
}

impl<'a> GrowingLine<'a> {
    fn new(looks: Vec<LookedAt<'a>>, play: Play) -> Self {
        let (points, rays): (Vec<_>, Vec<_>) = looks.into_iter().partition(|looked| looked.step == 0);
        let found = rays.iter().map(|ray| vec![FoundValues::default(); ray.step]).collect();
        Self { play, points, rays, found, values: Vec::new(), met: vec![0; 64] }
    }

    /// All that the line looks at.
    fn looks(&self) -> impl Iterator<Item = &LookedAt<'a>> {
        self.points.iter().chain(&self.rays)
    }

    /// The lines before it that it looks at.
    fn inputs(&self) -> impl Iterator<Item = &'a RepeatingValues> {
        self.looks().filter_map(|looked| looked.line)
    }

    /// How far it looks back in itself, by numbers and the first numbers of progressions.
    fn lag(&self) -> usize {
        let own = self.looks().filter(|looked| looked.line.is_none());
        own.filter_map(|looked| usize::try_from(looked.first).ok()).max().unwrap_or(0)
    }

    /// Works out all values before a place.
    fn go_on(&mut self, end: usize, spent: &CheckEffort<'_>) -> Result<(), String> {
        if MOST_CELLS < end {
            return Err(format!("a line comes back too late: {MOST_CELLS} places are worked out at most"));
        }
        while self.values.len() < end {
            let looked = self.next()?;
            spent.spend(looked / NUMBERS_AT_ONCE + 1).map_err(|_| "it takes too much work to work out the values")?;
        }
        Ok(())
    }

    /// Works out the next value, and tells how many numbers were looked at.
    fn next(&mut self) -> Result<usize, String> {
        let (place, values) = (self.values.len(), &self.values);
        let (mut looked, mut has_option) = (self.points.len(), false);
        for (ray, classes) in self.rays.iter().zip(&mut self.found) {
            let mut option = ray.of(place);
            while let Some(at) = option {
                classes[place % ray.step].add(ray.value(values, at)?);
                looked += 1;
                // What lies further away was added a step before.
                option = if place < ray.step { at.checked_sub(ray.step) } else { None };
            }
        }
        for point in self.points.iter().filter(|point| point.from <= place) {
            let Some(option) = point.of(place) else { continue };
            let value = point.value(values, option)?;
            has_option = true;
            if self.met.len() <= value {
                self.met.resize(2 * value + 1, 0);
            }
            self.met[value] = place + 1;
        }
        let rays = || self.rays.iter().zip(&self.found).filter(|(ray, _)| ray.from <= place);
        let classes = || rays().map(|(ray, classes)| &classes[place % ray.step]);
        let is_met = |value: usize| self.met.get(value) == Some(&(place + 1)) || classes().any(|one| one.has(value));
        let (least, value) = match self.play {
            Play::Normal => {
                let least = classes().map(|class| class.free).max().unwrap_or(0);
                (least, (least..LARGEST_VALUE).find(|value| !is_met(*value)).ok_or("a value is too large")?)
            }
            Play::Misere => {
                let is_won = is_met(0) || !has_option && classes().all(FoundValues::is_empty);
                (0, usize::from(is_won))
            }
        };
        looked += (value - least) * (1 + self.found.len());
        self.values.push(u32::try_from(value).map_err(|_| "a value is too large")?);
        Ok(looked)
    }

    /// Compares the values from a place on with those a period behind, as far as both are known.
    fn repeats(&self, from: &mut usize, period: usize, saltus: usize) -> Result<(), String> {
        while let Some(later) = self.values.get(*from + period) {
            if *later as usize != self.values[*from] as usize + saltus {
                return Err(format!("the value of {} is not that of {from} and {saltus} more", *from + period));
            }
            *from += 1;
        }
        Ok(())
    }

    fn state(&self, spent: &CheckEffort<'_>) -> Result<LineState, String> {
        let last = self.values[self.values.len().saturating_sub(self.lag())..].to_vec();
        let steps = || self.rays.iter().map(|ray| ray.step).zip(&self.found);
        let (mut found, mut looked) = (Vec::new(), last.len());
        for (step, all) in steps() {
            let mut classes = Vec::new();
            for (class, one) in all.iter().enumerate() {
                // A cell of the class looks at one class of each progression whose step divides this one.
                let others = || steps().filter(|(other, _)| step.is_multiple_of(*other));
                let own: Vec<&FoundValues> = others().map(|(other, all)| &all[class % other]).collect();
                let first = own.iter().map(|one| one.free).max().unwrap_or(0);
                // A value is found on one of them only if it is small.
                let is_found = |value: &usize| own.iter().any(|one| one.has(*value));
                let floor = (first..LARGEST_VALUE).find(|value| !is_found(value)).unwrap_or(LARGEST_VALUE);
                looked += (floor - first + 1) * own.len() + one.above.len();
                classes.push(one.from(floor));
            }
            found.push(classes);
        }
        spent.spend(looked / NUMBERS_AT_ONCE).map_err(|_| "it takes too much work to work out the values")?;
        Ok(LineState { found, last })
    }
}

/// The values of the lines 0, 1, ..., if they repeat as is told.
pub(super) fn lines(
    spent: &CheckEffort<'_>,
    reach: &LineReach,
    told: &[RepeatedLine],
) -> Result<Vec<RepeatingValues>, String> {
    if MOST_LINES < told.len() {
        return Err(format!("more than {MOST_LINES} lines are not checked"));
    }
    let mut known: Vec<RepeatingValues> = Vec::new();
    for (line, told) in told.iter().enumerate() {
        let values = next_line(spent, (reach.looks(&known), Play::Normal), *told)
            .map_err(|why| format!("line {line}: {why}"))?;
        known.push(values);
    }
    Ok(known)
}

/// The values of a line that looks at itself and at lines that are known, if they repeat as is told.
///
/// They are worked out until the theorem applies: place n is tried, then n + q, and so on. What is told of the line is then true if it is
/// true up to the end of the period q.
pub(super) fn next_line(
    spent: &CheckEffort<'_>,
    (looks, play): (Vec<LookedAt<'_>>, Play),
    told: RepeatedLine,
) -> Result<RepeatingValues, String> {
    let small = |number: u64| usize::try_from(number).ok().filter(|number| *number < MOST_CELLS);
    let preperiod = small(told.preperiod).ok_or("its preperiod is too long")?;
    let period = small(told.period).filter(|period| 0 < *period).ok_or("its period is 0, or too long")?;
    let saltus = small(told.saltus).ok_or("its saltus is too large")?;
    let mut line = GrowingLine::new(looks, play);
    let steps = line.rays.iter().map(|ray| ray.step);
    let every = steps.chain(line.inputs().map(|input| input.period)).try_fold(period, multiple_of_both);
    let every = every.ok_or("its period and those before it come back together too late")?;
    let gained = |period: usize, saltus: usize| saltus.checked_mul(every / period);
    let gain = gained(period, saltus).ok_or("its saltus is too large")?;
    let alike = |input: &RepeatingValues| usize::try_from(input.saltus).ok().and_then(|own| gained(input.period, own));
    if line.inputs().any(|input| alike(input) != Some(gain)) {
        return Err("it does not rise as a line does that it looks at".to_owned());
    }
    if gain != 0 && play == Play::Misere {
        return Err("it cannot rise: in misère play only outcomes are told".to_owned());
    }
    if gain != 0 && line.rays.is_empty() {
        return Err("it cannot rise: only finitely many options of a position are in its line".to_owned());
    }
    let begins = line.looks().map(LookedAt::begins).max().unwrap_or(0);
    let mut from = begins.max(preperiod).max(line.lag());
    line.go_on(from, spent)?;
    let mut before = line.state(spent)?;
    let mut compared = preperiod;
    loop {
        line.go_on(from.saturating_add(every), spent)?;
        let state = line.state(spent)?;
        line.repeats(&mut compared, period, saltus)?;
        if state.is_more(&before, gain) {
            break;
        }
        (from, before) = (from + every, state);
    }
    line.go_on((from + every).saturating_add(period), spent)?;
    line.repeats(&mut compared, period, saltus)?;
    line.values.truncate(preperiod + period);
    let saltus = i64::try_from(saltus).map_err(|_| "its saltus is too large")?;
    Ok(RepeatingValues::new((preperiod, period, saltus), line.values))
}

/// The least common multiple, if it is no longer than a line.
pub(super) fn multiple_of_both(one: usize, other: usize) -> Option<usize> {
    (one / gcd(one, other).max(1)).checked_mul(other).filter(|multiple| *multiple <= MOST_CELLS)
}

#[cfg(test)]
mod tests {
    use super::{FoundValues, LineState};

    #[test]
    fn what_is_found_is_told_from_a_number_on() {
        let found = FoundValues { above: vec![false, true, false, true], free: 2 };
        assert_eq!(found.from(2), found);
        assert_eq!(found.from(4), FoundValues { above: vec![false, true], free: 4 });
        assert_eq!(found.from(5), FoundValues { above: vec![true], free: 5 });
        assert_eq!(found.from(9), FoundValues { above: Vec::new(), free: 9 });
    }

    #[test]
    fn states_are_alike_only_if_all_that_is_found_is() {
        let state = |free: usize, above: &[bool], last: u32| LineState {
            found: vec![vec![FoundValues { above: above.to_vec(), free }]],
            last: vec![last],
        };
        let before = state(2, &[false, true], 5);
        assert!(state(5, &[false, true], 8).is_more(&before, 3));
        for other in [state(4, &[false, true], 8), state(5, &[false, true, true], 8), state(5, &[false, true], 9)] {
            assert!(!other.is_more(&before, 3), "{other:?}");
        }
    }
}
