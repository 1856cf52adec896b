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
//!
//! Right because the state decides the row: see above, and `watch` for the least period.
use crate::engine::moves::plane::{Analysis, Delta, Piece};
use crate::engine::{Context, EngineError};
use crate::value::Saturate;
use num_integer::gcd;
use sets::{LineSet, Up};
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::AtomicUsize;
use together::EvaluatedRow;
use watch::Watch;

mod sets;
mod together;
mod watch;

pub(in crate::engine::periods) use sets::Used;
pub(in crate::engine::periods) use watch::least;
pub(crate) use watch::seen;

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

/// Columns that are tried first.
const FIRST_COLUMNS: usize = 1 << 10;
/// The largest step or lag of a move along the row; where no ray lies along it, states are compared in place.
const LARGEST_STEP: usize = 1 << 12;
const LARGEST_NEAR: usize = 1 << 22;
/// Rows that are evaluated together, so that sets of values on lines stay near.
const GROUP: usize = 32;

/// The moves as seen from one row.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    /// First distance and step of each ray along the row.
    along: Vec<(usize, usize)>,
    near: Vec<usize>,
    up_rays: Vec<Up>,
    up_points: Vec<[usize; 2]>,
    /// The last row that will be asked for.
    last: usize,
    known: Vec<KnownRow>,
    /// Up to which column the values of each known row are in the sets of lines.
    filled: Vec<AtomicUsize>,
    /// Rows after the known ones, evaluated up to one column.
    group: VecDeque<EvaluatedRow>,
    reached: usize,
    /// Sets of values for some of the rays that go up.
    lines: Vec<LineSet>,
}

/// A row whose period is proved: the values of the preperiod and of one period.
#[derive(Clone, Debug)]
pub(in crate::engine::periods) struct KnownRow {
    values: Vec<u32>,
    pub(in crate::engine::periods) period: Period,
}

/// A period as a number of columns.
fn in_columns(period: u64) -> usize {
    usize::try_from(period).expect("a period was counted in columns that are kept")
}

impl KnownRow {
    pub(in crate::engine::periods) fn at(&self, column: usize) -> u32 {
        if let Some(value) = self.values.get(column) {
            return *value;
        }
        let period = in_columns(self.period.period);
        let times = (column - self.values.len()) / period + 1;
        self.values[column - times * period] + self.gained(times)
    }

    fn gained(&self, times: usize) -> u32 {
        self.period.saltus.saturated::<u32>().saturating_mul(times.saturated())
    }

    /// Hands over the values of some columns, with their columns.
    fn each(&self, columns: Range<usize>, mut visit: impl FnMut(usize, u32)) {
        let period = in_columns(self.period.period);
        let mut column = columns.start;
        while column < columns.end {
            let times = column.checked_sub(self.values.len()).map_or(0, |beyond| beyond / period + 1);
            let (back, gained) = (times * period, self.gained(times));
            let end = columns.end.min(self.values.len() + back);
            for (at, value) in (column..end).zip(&self.values[column - back..]) {
                visit(at, value + gained);
            }
            column = end;
        }
    }
}

impl Rows {
    /// The moves of an analysis whose rows are those of the first heap, up to a last row.
    ///
    /// # Errors
    /// Why the method does not apply, in words.
    pub(crate) fn new(analysis: &Analysis, last: usize) -> Result<Self, String> {
        if analysis.rises != [false, false] {
            return Err("a move raises a heap".to_owned());
        }
        let taken = |delta: &Delta| delta.map(|heap| usize::try_from(-heap).expect("no move raises a heap"));
        let mut rows = Self { last, ..Self::default() };
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
        let largest = if rows.along.is_empty() { LARGEST_NEAR } else { LARGEST_STEP };
        if reach.into_iter().any(|distance| largest < *distance) {
            return Err(format!("a move takes more than {largest} at once"));
        }
        // Where values grow along a row, sets for rays that meet every row can be kept near the columns.
        if rows.along.contains(&(1, 1)) {
            let rays = rows.up_rays.iter().filter(|up| up.start[0] == 1 && up.step[0] == 1);
            rows.lines = rays.map(|up| LineSet::new(up, last)).collect();
        }
        Ok(rows)
    }

    /// The period of the next row, proved, or `None` if it needs more than `most` columns.
    ///
    /// # Errors
    /// Memory or cancellation.
    pub(crate) fn next(&mut self, most: usize, context: &Context) -> Result<Option<Period>, EngineError> {
        let Some(above) = self.above() else { return Ok(None) };
        if self.group.is_empty() {
            self.begin_group();
        }
        let along = self.along.clone();
        let (mut watch, mut values) = (Watch::new(&along, &above), Vec::new());
        let mut columns = FIRST_COLUMNS.max(above.from + 3 * above.period);
        loop {
            columns = columns.min(most);
            self.evaluate(columns, context)?;
            let found = self.group.front().and_then(|run| {
                run.append_to(&mut values, self.reached);
                watch.read(&values)
            });
            if let Some(((at, period), saltus)) = found {
                self.group.pop_front();
                self.filled.push(if self.looks_back() { 0 } else { self.reached }.into());
                let known = least(values, (at, period), saltus);
                let period = known.period;
                self.known.push(known);
                return Ok(Some(period));
            }
            if columns == most {
                return Ok(None);
            }
            columns += above.period.max(columns / 8);
        }
    }

    fn looks_back(&self) -> bool {
        self.lines.iter().any(LineSet::looks_back)
    }

    fn begin_group(&mut self) {
        // Lines of cells to the left of a row's own lines must not hold rows from there on down.
        let size = if self.looks_back() { 1 } else { GROUP.min(self.last.saturating_sub(self.known.len()) + 1) };
        self.group = (0..size).map(|_| EvaluatedRow::new(&self.along)).collect();
        self.reached = 0;
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
