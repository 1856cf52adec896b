//! Turns a ruleset whose moves raise no heap into its rows, one after the other, with proofs that they are additively
//! periodic. Knows nothing of conditions.
//!
//! Row m is evaluated from left to right. What a cell depends on is the state of the row to its left (the values on the
//! rays of the row that are not below the first free one, and the last few values), and finitely many cells of rows above,
//! at fixed distances. If those rows are periodic with period P and saltus s from some column on, and the state of row m
//! at columns n and n + q P is the same but for the addition of q s, then row m repeats from n on: by induction, the least
//! value excluded is the same but for the addition of q s (Dress, Flammenkamp and Pink 1999 and Landman 2002 prove with
//! such a state that the rows of Wythoff's game are additively periodic; here it is compared exactly). Brent's algorithm
//! finds the repetition with one state kept.
use super::analysis::{Analysis, Delta, Piece, gcd};
use super::{Context, EngineError};
use std::ops::Range;

/// An additive period: `g(n + period) = g(n) + saltus` for all n from `preperiod` on; both are the least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// From where on.
    pub preperiod: u64,
    /// After how many columns.
    pub period: u64,
    /// What is added.
    pub saltus: u64,
}

/// Columns that are tried before more rows of the table are computed.
const FIRST_COLUMNS: usize = 1 << 10;
/// The largest step or lag of a move along the row.
const LARGEST_STEP: usize = 1 << 12;

/// A ray of options that lie in rows above.
#[derive(Clone, Copy, Debug)]
struct Up {
    start: [usize; 2],
    step: [usize; 2],
}

/// The moves as seen from one row.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rows {
    /// First distance and step of each ray along the row.
    along: Vec<(usize, usize)>,
    near: Vec<usize>,
    up_rays: Vec<Up>,
    up_points: Vec<[usize; 2]>,
    known: Vec<Known>,
    /// Sets of values for some of the rays that go up, filled for all known rows and so many columns.
    lines: Vec<LineSet>,
    columns: usize,
}

/// A row whose period is proved: the values of the preperiod and of one period.
#[derive(Clone, Debug)]
struct Known {
    values: Vec<u32>,
    period: Period,
}

impl Known {
    fn at(&self, column: usize) -> u32 {
        if let Some(value) = self.values.get(column) {
            return *value;
        }
        let period = usize::try_from(self.period.period).unwrap_or(usize::MAX);
        let times = (column - self.values.len()) / period + 1;
        let saltus = u32::try_from(self.period.saltus).unwrap_or(u32::MAX);
        self.values[column - times * period] + saltus * u32::try_from(times).unwrap_or(u32::MAX)
    }
}

impl Rows {
    /// The moves of an analysis whose rows are those of the first heap, for so many rows.
    ///
    /// # Errors
    /// Why the method does not apply, in words.
    pub(crate) fn new(analysis: &Analysis, count: usize) -> Result<Self, String> {
        if analysis.rises != [false, false] {
            return Err("a move raises a heap".to_owned());
        }
        let taken = |delta: &Delta| delta.map(|heap| usize::try_from(-heap).unwrap_or(usize::MAX));
        let mut rows = Self::default();
        for piece in &analysis.pieces {
            match piece {
                Piece::Finite(all) => {
                    for point in all.iter().map(taken) {
                        if point[0] == 0 { rows.near.push(point[1]) } else { rows.up_points.push(point) }
                    }
                }
                Piece::Ray { start, step } => {
                    let (start, step) = (taken(start), taken(step));
                    match (start[0], step[0]) {
                        (0, 0) => rows.along.push((start[1], step[1])),
                        (0, _) => {
                            rows.near.push(start[1]);
                            rows.up_rays.push(Up { start: [step[0], start[1] + step[1]], step });
                        }
                        (_, 0) => return Err("a ray of moves lies in a row above".to_owned()),
                        _ => rows.up_rays.push(Up { start, step }),
                    }
                }
                Piece::Cone(_) => return Err("a move leaves in all directions of a cone".to_owned()),
            }
        }
        let reach = rows.along.iter().flat_map(|(start, step)| [start, step]).chain(&rows.near);
        if reach.into_iter().any(|distance| LARGEST_STEP < *distance) {
            return Err(format!("a move takes more than {LARGEST_STEP} at once"));
        }
        rows.begin_lines(count);
        Ok(rows)
    }

    /// The period of the next row, proved, or `None` if it needs more than `most` columns.
    ///
    /// # Errors
    /// Memory or cancellation.
    pub(crate) fn next(&mut self, most: usize, context: &Context) -> Result<Option<Period>, EngineError> {
        let Some(above) = self.above() else { return Ok(None) };
        let mut columns = FIRST_COLUMNS.max(2 * above.from + 4 * above.period);
        loop {
            columns = columns.min(most);
            if self.columns < columns {
                self.extend_lines(columns, context)?;
            }
            if let Some(known) = self.row(columns, &above, context)? {
                let period = known.period;
                let (row, columns) = (self.known.len(), self.columns);
                self.lines.retain_mut(|set| set.add(row, &known, 0..columns));
                self.known.push(known);
                return Ok(Some(period));
            }
            if columns == most {
                return Ok(None);
            }
            columns *= 2;
        }
    }

    /// The cells in rows above that the next row depends on: (row, distance).
    fn inputs(&self) -> Vec<(usize, usize)> {
        let row = self.known.len();
        let mut all: Vec<(usize, usize)> = Vec::new();
        for [up, left] in &self.up_points {
            if *up <= row {
                all.push((row - up, *left));
            }
        }
        for Up { start, step } in &self.up_rays {
            let mut times = 0;
            while start[0] + times * step[0] <= row {
                all.push((row - start[0] - times * step[0], start[1] + times * step[1]));
                times += 1;
            }
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    /// What all inputs of the next row have in common; `None` if they do not shift alike.
    fn above(&self) -> Option<Above> {
        let inputs = self.inputs();
        let mut period: i128 = 1;
        let mut from = 0;
        let lcm = |a: i128, b: i128| a / gcd(a, b) * b;
        for (_, step) in &self.along {
            period = lcm(period, i128::try_from(*step).ok()?);
        }
        for (row, left) in &inputs {
            let known = &self.known[*row].period;
            period = lcm(period, i128::from(known.period));
            if 1 << 40 < period {
                return None;
            }
            from = from.max(usize::try_from(known.preperiod).ok()? + left);
        }
        let mut saltus = None;
        for (row, _) in &inputs {
            let known = &self.known[*row].period;
            let own = i128::from(known.saltus) * (period / i128::from(known.period));
            if saltus.is_some_and(|saltus| saltus != own) {
                return None;
            }
            saltus = Some(own);
        }
        let lag = self.along.iter().map(|(start, _)| *start).chain(self.near.iter().copied()).max().unwrap_or(0);
        Some(Above {
            period: usize::try_from(period).ok()?,
            saltus: saltus.and_then(|saltus| i64::try_from(saltus).ok()),
            from: from.max(lag),
            lag,
        })
    }

    /// Evaluates columns from the left until the state repeats.
    fn row(&self, columns: usize, above: &Above, context: &Context) -> Result<Option<Known>, EngineError> {
        let mut run = Run::new(self, above, columns);
        let (mut anchor, mut at, mut power, mut steps) = (Vec::new(), 0usize, 1u64, 0u64);
        let mut base = 0;
        for column in 0..columns {
            if column.is_multiple_of(4096) {
                context.go_on()?;
            }
            if above.from <= column && (column - above.from).is_multiple_of(above.period) {
                let (state, first) = run.state(column);
                let gained = first - base;
                let passed = (column.max(at) - at) / above.period;
                let shift = above.saltus.map(|saltus| saltus * i64::try_from(passed).unwrap_or(i64::MAX));
                let fits = shift.is_none_or(|shift| shift == gained) && (!self.along.is_empty() || gained == 0);
                if steps != 0 && state == anchor && fits {
                    return Ok(Some(least(run.values, (at, column - at), gained)));
                }
                if steps == 0 || steps == power {
                    (anchor, at, base) = (state, column, first);
                    power *= if steps == 0 { 1 } else { 2 };
                    steps = 0;
                }
                steps += 1;
            }
            run.step(column)?;
        }
        Ok(None)
    }

    /// The cells above that no set of lines holds: (row, distance).
    fn rest(&self) -> Vec<(usize, usize)> {
        let row = self.known.len();
        let mut rest: Vec<(usize, usize)> = Vec::new();
        for [up, across] in &self.up_points {
            if *up <= row {
                rest.push((row - up, *across));
            }
        }
        for Up { start, step } in self.up_rays.iter().filter(|up| !self.lines.iter().any(|set| set.is_of(up))) {
            let times = (0..).take_while(|times| start[0] + times * step[0] <= row);
            rest.extend(times.map(|k| (row - start[0] - k * step[0], start[1] + k * step[1])));
        }
        rest.sort_unstable();
        rest.dedup();
        rest
    }

    /// Begins sets of values for rays that meet every row, where values grow along a row.
    fn begin_lines(&mut self, most: usize) {
        if !self.along.contains(&(1, 1)) {
            return;
        }
        let rays = self.up_rays.iter().filter(|up| up.start[0] == 1 && up.step[0] == 1);
        self.lines = rays.map(|up| LineSet::new(up, most)).collect();
    }

    /// Puts all values of known rows up to a column into the sets of lines. A ray whose values do not lie near their
    /// columns loses its set.
    fn extend_lines(&mut self, columns: usize, context: &Context) -> Result<(), EngineError> {
        let needed: usize = self.lines.iter().map(|set| (columns + set.origin) * set.words * 8).sum();
        context.fits(needed as u128)?;
        let (begun, known) = (self.columns, &self.known);
        let mut kept = Vec::new();
        for mut set in std::mem::take(&mut self.lines) {
            set.bits.resize((columns + set.origin) * set.words, 0);
            let fits = known.iter().enumerate().all(|(row, known)| set.add(row, known, begun..columns));
            if fits {
                kept.push(set);
            }
            context.go_on()?;
        }
        self.lines = kept;
        self.columns = columns;
        Ok(())
    }
}

/// What all cells above that a row depends on have in common.
#[derive(Debug)]
struct Above {
    period: usize,
    saltus: Option<i64>,
    /// From which column on they repeat.
    from: usize,
    lag: usize,
}

/// Bits of the values on the lines of one ray. The line through column n of row m has the number n - lean * m.
#[derive(Clone, Debug)]
struct LineSet {
    up: Up,
    lean: usize,
    words: usize,
    /// The number of a line less the least value that its bits can tell.
    below: usize,
    /// The index of line 0.
    origin: usize,
    bits: Vec<u64>,
}

impl LineSet {
    fn new(up: &Up, most: usize) -> Self {
        // Values of row m in column n lie between n - 2 m and n + m or so.
        let (lean, below) = (up.step[1], 2 * most + 64);
        let words = (below + (lean + 1) * most + 64) / 64 + 2;
        Self { up: *up, lean, words, below, origin: lean * most, bits: Vec::new() }
    }

    fn is_of(&self, up: &Up) -> bool {
        self.up.start == up.start && self.up.step == up.step
    }

    /// The first word that the bits of a line tell, by its index.
    fn first(&self, index: usize) -> usize {
        index.saturating_sub(self.origin + self.below) / 64
    }

    /// Adds values of a row; whether all of them fit.
    fn add(&mut self, row: usize, known: &Known, columns: Range<usize>) -> bool {
        for column in columns {
            let value = known.at(column) as usize;
            let index = column + self.origin - self.lean * row;
            let Some(word) = (value / 64).checked_sub(self.first(index)).filter(|word| *word < self.words) else {
                return false;
            };
            self.bits[index * self.words + word] |= 1 << (value % 64);
        }
        true
    }

    /// The index of the line of the options of a cell, if it has any.
    fn index(&self, row: usize, column: usize) -> Option<usize> {
        (column + self.lean + self.origin).checked_sub(self.up.start[1] + self.lean * row)
    }

    fn word(&self, index: usize, word: usize) -> u64 {
        match word.checked_sub(self.first(index)) {
            Some(at) if at < self.words => self.bits[index * self.words + at],
            _ => 0,
        }
    }
}

/// The values on one ray along the row, in one residue class of the columns.
#[derive(Clone, Debug, Default)]
struct Used {
    words: Vec<u64>,
    free: usize,
}

impl Used {
    fn word(&self, at: usize) -> u64 {
        self.words.get(at).copied().unwrap_or(0)
    }

    fn insert(&mut self, value: usize) {
        if self.words.len() <= value / 64 {
            self.words.resize(value / 64 + 1, 0);
        }
        self.words[value / 64] |= 1 << (value % 64);
        while self.word(self.free / 64) & (1 << (self.free % 64)) != 0 {
            self.free += 1;
        }
    }
}

struct Run<'a> {
    rows: &'a Rows,
    above: &'a Above,
    rest: Vec<(usize, usize)>,
    values: Vec<u32>,
    /// For each ray along the row, its residue classes.
    used: Vec<Vec<Used>>,
    near: Vec<u64>,
}

impl<'a> Run<'a> {
    fn new(rows: &'a Rows, above: &'a Above, columns: usize) -> Self {
        let used = rows.along.iter().map(|(_, step)| vec![Used::default(); *step]).collect();
        Self { rows, above, rest: rows.rest(), values: Vec::with_capacity(columns), used, near: Vec::new() }
    }

    fn step(&mut self, column: usize) -> Result<(), EngineError> {
        for ((start, step), classes) in self.rows.along.iter().zip(&mut self.used) {
            if let Some(option) = column.checked_sub(*start) {
                classes[column % step].insert(self.values[option] as usize);
            }
        }
        let mut word =
            self.rows.along.iter().zip(&self.used).map(|((_, step), used)| used[column % step].free / 64).max();
        let first = word.get_or_insert(0);
        self.near.clear();
        let (rows, near) = (self.rows, &mut self.near);
        let mut add = |value: u32| {
            let value = value as usize;
            if let Some(at) = (value / 64).checked_sub(*first) {
                if near.len() <= at {
                    near.resize(at + 1, 0);
                }
                near[at] |= 1 << (value % 64);
            }
        };
        for left in &rows.near {
            if let Some(option) = column.checked_sub(*left) {
                add(self.values[option]);
            }
        }
        for (row, left) in &self.rest {
            if let Some(option) = column.checked_sub(*left) {
                add(rows.known[*row].at(option));
            }
        }
        let first = *first;
        let mut word = first;
        let value = loop {
            let mut taken = self.near.get(word - first).copied().unwrap_or(0);
            for ((_, step), used) in rows.along.iter().zip(&self.used) {
                taken |= used[column % step].word(word);
            }
            for set in &rows.lines {
                if let Some(index) = set.index(rows.known.len(), column) {
                    taken |= set.word(index, word);
                }
            }
            if taken != u64::MAX {
                break word * 64 + taken.trailing_ones() as usize;
            }
            word += 1;
        };
        let large = || EngineError::Question("the values are too large".to_owned());
        self.values.push(u32::try_from(value).map_err(|_| large())?);
        Ok(())
    }

    /// All that the cells from a column on depend on in this row, relative to a value, and that value.
    fn state(&self, column: usize) -> (Vec<u64>, i64) {
        let signed = |value: usize| i64::try_from(value).unwrap_or(i64::MAX);
        let first = self.used.first().map_or(0, |classes| signed(classes[column % classes.len()].free));
        let mut state = Vec::new();
        for classes in &self.used {
            for class in 0..classes.len() {
                // Classes are counted from the column at hand.
                let used = &classes[(column + class) % classes.len()];
                state.push((signed(used.free) - first).cast_unsigned());
                let (word, bit) = (used.free / 64, used.free % 64);
                let begin = state.len();
                state.push(0);
                let mut last = state.len();
                for at in word..used.words.len() {
                    let high = if bit == 0 { 0 } else { used.word(at + 1) << (64 - bit) };
                    state.push(used.word(at) >> bit | high);
                    if state[state.len() - 1] != 0 {
                        last = state.len();
                    }
                }
                state.truncate(last);
                state[begin] = (last - begin) as u64;
            }
        }
        for value in &self.values[column - self.above.lag.min(column)..column] {
            state.push((i64::from(*value) - first).cast_unsigned());
        }
        (state, first)
    }
}

/// The least period and preperiod of values that repeat from `at` on after `period` columns.
fn least(values: Vec<u32>, (at, period): (usize, usize), gained: i64) -> Known {
    let saltus = u64::try_from(gained).unwrap_or(0);
    let mut best = Period { preperiod: at as u64, period: period as u64, saltus };
    let mut known = Known { values, period: best };
    known.values.truncate(at + period);
    let mut divisor = 2;
    let mut left = period as u64;
    while 1 < left {
        if !left.is_multiple_of(divisor) {
            divisor = if left < divisor * divisor { left } else { divisor + 1 };
            continue;
        }
        left /= divisor;
        let shorter = best.period / divisor;
        if !best.saltus.is_multiple_of(divisor) {
            continue;
        }
        let saltus = best.saltus / divisor;
        let step = usize::try_from(shorter).unwrap_or(usize::MAX);
        let repeats = |n: usize| u64::from(known.at(n + step)) == u64::from(known.at(n)) + saltus;
        if (at..at + period).all(repeats) {
            best = Period { period: shorter, saltus, ..best };
        }
    }
    let step = usize::try_from(best.period).unwrap_or(usize::MAX);
    let differs = |n: &usize| u64::from(known.at(*n + step)) != u64::from(known.at(*n)) + best.saltus;
    let preperiod = (0..at).rev().find(differs).map_or(0, |n| n + 1);
    best.preperiod = preperiod as u64;
    known.values.truncate(preperiod + step);
    known.period = best;
    known
}

/// The least period that all but the first part of a sequence has; `None` unless it is seen three times, and in a quarter
/// of the terms at least: a few terms at the end repeat by chance.
pub(crate) fn seen(values: &[u32]) -> Option<Period> {
    let count = values.len();
    for period in 1..=count / 3 {
        let last = count - 1;
        let gained = i64::from(values[last]) - i64::from(values[last - period]);
        let Ok(saltus) = u64::try_from(gained) else { continue };
        let repeats = |n: &usize| i64::from(values[n + period]) - i64::from(values[*n]) != gained;
        let preperiod = (0..count - period).rev().find(repeats).map_or(0, |n| n + 1);
        if preperiod + (3 * period).max(count / 4) <= count {
            return Some(Period { preperiod: preperiod as u64, period: period as u64, saltus });
        }
    }
    None
}
