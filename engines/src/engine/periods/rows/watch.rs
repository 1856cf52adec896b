//! Turns the values of a row into a proof that they repeat, and into the least period. Knows nothing of how values are
//! computed.
//!
//! Right because equal states at two columns, the later one with the saltus added, give equal values from there on by induction
//! (see `rows`); the least period divides every period of the same tail, and the preperiod is read off the values.
//! R. P. Brent, An improved Monte Carlo factorization algorithm, BIT 20 (1980) 176-184, for finding a repetition with one state kept.
use super::sets::Used;
use super::{Above, KnownRow, Period, in_columns};
use crate::engine::numbers::signed;

/// The state of a row as its values are read from the left, and one state that is kept (Brent's algorithm).
#[derive(Debug)]
pub(super) struct Watch<'a> {
    along: &'a [(usize, usize)],
    above: &'a Above,
    column: usize,
    /// For each ray along the row, its residue classes.
    used: Vec<Vec<Used>>,
    anchor: Vec<u64>,
    at: usize,
    base: i64,
    power: u64,
    steps: u64,
}

/// From which column on a row repeats, after how many columns, and what it gains.
pub(super) type Repetition = ((usize, usize), u64);

impl<'a> Watch<'a> {
    pub(super) fn new(along: &'a [(usize, usize)], above: &'a Above) -> Self {
        let used = along.iter().map(|(_, step)| vec![Used::default(); *step]).collect();
        Self { along, above, column: 0, used, anchor: Vec::new(), at: 0, base: 0, power: 1, steps: 0 }
    }

    /// Reads values until the state repeats or they end; they are those of all columns from 0 on.
    pub(super) fn read(&mut self, values: &[u32]) -> Option<Repetition> {
        while self.column < values.len() {
            let column = self.column;
            if self.above.from <= column
                && (column - self.above.from).is_multiple_of(self.above.period)
                && let Some(found) = self.compare(values)
            {
                return Some(found);
            }
            // Between two states there is nothing to do but to read.
            let end = match column.checked_sub(self.above.from) {
                None => self.above.from,
                Some(beyond) => column + self.above.period - beyond % self.above.period,
            };
            for column in column..end.min(values.len()) {
                for ((start, step), classes) in self.along.iter().zip(&mut self.used) {
                    if let Some(option) = column.checked_sub(*start) {
                        classes[column % step].insert(values[option] as usize);
                    }
                }
            }
            self.column = end.min(values.len());
        }
        None
    }

    /// Where no ray lies along the row, a cell depends on the last few values alone, which are compared where they are.
    fn compare_near(&mut self, values: &[u32]) -> Option<Repetition> {
        let lag = self.above.lag;
        // Before the lag, options would lie outside the row.
        let before = |column: usize| column.checked_sub(lag).map(|from| values[from..column].iter().rev());
        let same = match (before(self.at), before(self.column)) {
            (Some(known), Some(own)) => known.eq(own),
            _ => false,
        };
        let level = self.above.saltus.is_none_or(|saltus| saltus == 0);
        if self.steps != 0 && level && same {
            return Some(((self.at, self.column - self.at), 0));
        }
        if self.steps == 0 || self.steps == self.power {
            self.at = self.column;
            self.power *= if self.steps == 0 { 1 } else { 2 };
            self.steps = 0;
        }
        self.steps += 1;
        None
    }

    fn compare(&mut self, values: &[u32]) -> Option<Repetition> {
        if self.along.is_empty() {
            return self.compare_near(values);
        }
        let (state, first) = self.state(values);
        let gained = first - self.base;
        let passed = (self.column.max(self.at) - self.at) / self.above.period;
        let shift = self.above.saltus.map(|saltus| saltus * signed(passed));
        let fits = shift.is_none_or(|shift| shift == gained);
        // Values that fell again and again would be negative.
        if self.steps != 0
            && fits
            && state == self.anchor
            && let Ok(saltus) = u64::try_from(gained)
        {
            return Some(((self.at, self.column - self.at), saltus));
        }
        if self.steps == 0 || self.steps == self.power {
            (self.anchor, self.at, self.base) = (state, self.column, first);
            self.power *= if self.steps == 0 { 1 } else { 2 };
            self.steps = 0;
        }
        self.steps += 1;
        None
    }

    /// All that the cells from the column on depend on in this row, relative to a value, and that value.
    fn state(&self, values: &[u32]) -> (Vec<u64>, i64) {
        let column = self.column;
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
        for value in &values[column - self.above.lag.min(column)..column] {
            state.push((i64::from(*value) - first).cast_unsigned());
        }
        (state, first)
    }
}

/// The least period and preperiod of values that repeat from `at` on after `period` columns.
pub(in crate::engine::periods) fn least(values: Vec<u32>, (at, period): (usize, usize), saltus: u64) -> KnownRow {
    let mut best = Period { preperiod: at as u64, period: period as u64, saltus };
    let mut known = KnownRow { values, period: best };
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
        let step = in_columns(shorter);
        let repeats = |n: usize| u64::from(known.at(n + step)) == u64::from(known.at(n)) + saltus;
        if (at..at + period).all(repeats) {
            best = Period { period: shorter, saltus, ..best };
        }
    }
    let step = in_columns(best.period);
    let differs = |n: &usize| u64::from(known.at(*n + step)) != u64::from(known.at(*n)) + best.saltus;
    let preperiod = (0..at).rev().find(differs).map_or(0, |n| n + 1);
    best.preperiod = preperiod as u64;
    known.values.truncate(preperiod + step);
    known.values.shrink_to_fit();
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
