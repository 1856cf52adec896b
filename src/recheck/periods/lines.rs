//! Values of the rows and columns of a game, by their definition, and the theorem that they repeat for ever.
//!
//! Let the options of (m, n) be (m - a, n - b), as far as these are positions, for all (a, b) of a set of differences; none of them
//! raises a heap, and those with a = 0 are finitely many numbers b and arithmetic progressions b, b + t, b + 2 t, ...; for each
//! other a there are finitely many b. The *state* of row m at column n, L <= n, are its values in the last L columns, where L is the largest of
//! these numbers and first numbers of progressions, and for each progression and each residue class modulo t the set of the values that later cells find on it. Let
//! (1) q be a multiple of every t and of the periods of all rows that the row looks at, so that each of them gains the same S, 0 <= S,
//! in q columns, wherever the row looks at it from column n on;
//! (2) the state at n + q be that at n with S added: values of the last L columns are larger by S, and so is in each set the least number
//! that is missing, and all elements above it;
//! (3) S = 0 if there is no progression.
//! Then g(m, i + q) = g(m, i) + S for all i from n on.
//!
//! By induction over i >= n: let E and E' be the sets of the values of the options of cells i and i + q, and f the largest of the least
//! numbers that are missing in the sets of the progressions that cell i looks at; without a progression f = 0 = S. E holds all numbers
//! below f, and E' all below f + S; and a number v >= f lies in E if and only if v + S lies in E', by (1), (2) and induction. So the least number that is
//! missing in E' is that of E, and S more. The state at i + 1 is made of that at i and this value. (H. A. Landman, A simple FSM-based proof of the
//! additive periodicity of the Sprague-Grundy function of Wythoff's game, 2002, and A. Dress, A. Flammenkamp and N. Pink, Additive
//! periodicity of the Sprague-Grundy function of certain Nim games, 1999, prove with such states that rows are additively periodic.)
use super::super::spent::CheckEffort;
use crate::certificate::{FixedHeap, RepeatedLine, TakenRay};
use num_integer::gcd;

/// Cells of one line that are worked out at most, and the longest step of a progression in a line.
const MOST_CELLS: usize = 1 << 22;
const LARGEST_STEP: usize = 1 << 12;
/// Values are smaller than this.
const LARGEST_VALUE: usize = 4 * MOST_CELLS;
/// Lines of a game that are worked out at most.
const MOST_LINES: usize = 1 << 10;
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

    /// The largest distance of a number or of the first number of a progression.
    fn lag(&self) -> usize {
        self.along.iter().map(|[first, _]| *first).chain(self.near.iter().copied()).max().unwrap_or(0)
    }

    /// The lines before one that it looks at, each with the distance.
    fn inputs<'a>(&self, above: &'a [RepeatingValues]) -> Vec<(&'a RepeatingValues, usize)> {
        let mut all = Vec::new();
        for [start, step] in &self.before {
            let (mut lines, mut places) = (start[0], start[1]);
            while let Some(line) = above.len().checked_sub(lines) {
                all.extend(above.get(line).map(|line| (line, places)));
                if step[0] == 0 {
                    break;
                }
                (lines, places) = (lines + step[0], places + step[1]);
            }
        }
        all
    }
}

/// Values that later cells find on a progression, in one residue class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct FoundValues {
    /// Which numbers from `free` on are among them; the last one is.
    above: Vec<bool>,
    /// The least that is not among them.
    free: usize,
}

impl FoundValues {
    fn has(&self, value: usize) -> bool {
        value.checked_sub(self.free).is_none_or(|at| self.above.get(at).copied().unwrap_or(false))
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
    reach: &'a LineReach,
    inputs: Vec<(&'a RepeatingValues, usize)>,
    values: Vec<u32>,
    found: Vec<Vec<FoundValues>>,
    /// Where a value was met last among the options that are looked at one by one: place + 1.
    met: Vec<usize>,
}

/// All that cells from a place on depend on in their own line.
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
    fn new(reach: &'a LineReach, above: &'a [RepeatingValues]) -> Self {
        let found = reach.along.iter().map(|[_, step]| vec![FoundValues::default(); *step]).collect();
        Self { reach, inputs: reach.inputs(above), values: Vec::new(), found, met: vec![0; 64] }
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

    /// Works out the next value, the least that no option has, and tells how many numbers were looked at.
    fn next(&mut self) -> Result<usize, String> {
        let place = self.values.len();
        for ([first, step], classes) in self.reach.along.iter().zip(&mut self.found) {
            if let Some(option) = place.checked_sub(*first) {
                classes[place % step].add(self.values[option] as usize);
            }
        }
        let values = &self.values;
        let own = self.reach.near.iter().filter_map(|left| Some(i128::from(values[place.checked_sub(*left)?])));
        let others = self.inputs.iter().filter_map(|(line, left)| Some(line.at(place.checked_sub(*left)?)));
        for value in own.chain(others) {
            let value = usize::try_from(value).ok().filter(|value| *value < LARGEST_VALUE);
            let value = value.ok_or("a value is too large")?;
            if self.met.len() <= value {
                self.met.resize(2 * value, 0);
            }
            self.met[value] = place + 1;
        }
        let classes = || self.reach.along.iter().zip(&self.found).map(|([_, step], classes)| &classes[place % step]);
        let least = classes().map(|class| class.free).max().unwrap_or(0);
        let is_free =
            |value: &usize| self.met.get(*value) != Some(&(place + 1)) && !classes().any(|one| one.has(*value));
        let value = (least..LARGEST_VALUE).find(is_free).ok_or("a value is too large")?;
        self.values.push(u32::try_from(value).map_err(|_| "a value is too large")?);
        Ok(self.reach.near.len() + self.inputs.len() + (value - least) * (1 + self.found.len()))
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

    fn state(&self) -> LineState {
        let last = self.values[self.values.len().saturating_sub(self.reach.lag())..].to_vec();
        LineState { found: self.found.clone(), last }
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
        let values = next_line(spent, reach, &known, *told).map_err(|why| format!("line {line}: {why}"))?;
        known.push(values);
    }
    Ok(known)
}

/// The values of the line behind some lines, if they repeat as is told.
///
/// They are worked out until the theorem applies: column n is tried, then n + q, and so on. What is told of the line is then true if it is
/// true up to the end of the period q.
fn next_line(
    spent: &CheckEffort<'_>,
    reach: &LineReach,
    above: &[RepeatingValues],
    told: RepeatedLine,
) -> Result<RepeatingValues, String> {
    let small = |number: u64| usize::try_from(number).ok().filter(|number| *number < MOST_CELLS);
    let preperiod = small(told.preperiod).ok_or("its preperiod is too long")?;
    let period = small(told.period).filter(|period| 0 < *period).ok_or("its period is 0, or too long")?;
    let saltus = small(told.saltus).ok_or("its saltus is too large")?;
    let mut line = GrowingLine::new(reach, above);
    let steps = reach.along.iter().map(|[_, step]| *step);
    let every = steps.chain(line.inputs.iter().map(|input| input.0.period)).try_fold(period, multiple_of_both);
    let every = every.ok_or("its period and those before it come back together too late")?;
    let gained = |period: usize, saltus: usize| saltus.checked_mul(every / period);
    let gain = gained(period, saltus).ok_or("its saltus is too large")?;
    let alike = |input: &RepeatingValues| usize::try_from(input.saltus).ok().and_then(|own| gained(input.period, own));
    if line.inputs.iter().any(|input| alike(input.0) != Some(gain)) {
        return Err("it does not rise as a line does that it looks at".to_owned());
    }
    if reach.along.is_empty() && gain != 0 {
        return Err("it cannot rise: only finitely many options of a position are in its line".to_owned());
    }
    let begins = line.inputs.iter().map(|(input, left)| input.from + left).max().unwrap_or(0);
    let mut from = begins.max(preperiod).max(reach.lag());
    line.go_on(from, spent)?;
    let mut before = line.state();
    let mut compared = preperiod;
    loop {
        line.go_on(from.saturating_add(every), spent)?;
        let state = line.state();
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
