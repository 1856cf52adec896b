//! Linear inequalities between natural numbers, and whether they contradict each other: the simplex method finds out, and what it says is
//! multiplied out before it is believed.
//!
//! With `A x + c <= 0` for numbers x that are not negative, a sum of the rows with multipliers that are not negative is true as well. If it has
//! no negative coefficient and a positive constant, it says that a positive number is at most 0: there are no such x (Farkas 1902).
use super::search::Linear;
use super::spent::CheckEffort;
use num_integer::Integer;

/// Changes of basis of one system, at most.
const MOST_PIVOTS: usize = 400;
/// So many numbers are gone through in the time that a node of a graph takes.
const NUMBERS_AT_ONCE: usize = 256;
/// Rows above this size are divided by what their numbers have in common.
const LARGE: u128 = 1 << 40;

/// `sum of numbers[c] * (column c) = numbers[0]`: columns are the tracks, and then one for each inequality, by how much it is kept.
#[derive(Clone, Debug)]
struct Row {
    /// The only column with a number that no other row has; it is positive here.
    basic: usize,
    numbers: Vec<i128>,
}

/// Inequalities, and a point that satisfies them if there is one.
#[derive(Clone, Debug)]
pub(super) struct Inequalities {
    tracks: usize,
    /// As they were given, whole: the constant and then the coefficients of tracks.
    given: Vec<Vec<i128>>,
    rows: Vec<Row>,
}

/// A number for each track: numerators, and a positive denominator.
#[derive(Debug)]
pub(super) struct TrackPoint {
    below: i128,
    above: Vec<i128>,
}

impl TrackPoint {
    /// Whether a form is at most 0 there; `None` if a number is too large, or a track is none of these.
    pub(super) fn satisfies(&self, form: &Linear) -> Option<bool> {
        let mut sum = self.below.checked_mul(i128::from(form.constant))?;
        for (track, coefficient) in &form.terms {
            let above = self.above.get(*track)?;
            sum = sum.checked_add(above.checked_mul(i128::from(*coefficient))?)?;
        }
        Some(sum <= 0)
    }
}

/// What came out of looking for a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Settled {
    /// No natural numbers satisfy all of them.
    Contradiction,
    /// There is a point, perhaps not a whole one.
    Point,
    /// It was not found out.
    Open,
}

impl Inequalities {
    pub(super) fn new(tracks: usize) -> Self {
        Self { tracks, given: Vec::new(), rows: Vec::new() }
    }

    /// That a form is at most 0. `None` if a number is too large.
    pub(super) fn add(&mut self, form: &Linear) -> Option<()> {
        let mut own = vec![0_i128; self.tracks + 1];
        for (track, coefficient) in &form.terms {
            own[track + 1] += i128::from(*coefficient);
        }
        let common = own.iter().fold(0_i128, |so_far, number| so_far.gcd(number)).max(1);
        for number in &mut own {
            *number /= common;
        }
        // For whole numbers, s <= -c / g says the same as s <= floor(-c / g).
        own[0] = -Integer::div_floor(&-i128::from(form.constant), &common);
        let mut numbers = own.clone();
        numbers[0] = -own[0];
        let basic = self.tracks + 1 + self.given.len();
        numbers.resize(basic + 1, 0);
        numbers[basic] = 1;
        self.given.push(own);
        let mut row = Row { basic, numbers };
        for known in &self.rows {
            row.clear(known)?;
        }
        self.rows.push(row);
        Some(())
    }

    /// What it costs to go through all numbers once, in nodes.
    pub(super) fn size(&self) -> usize {
        1 + self.rows.len() * (self.tracks + self.given.len()) / NUMBERS_AT_ONCE
    }

    /// Looks for a point, by the dual simplex method with Bland's rule.
    pub(super) fn settle(&mut self, spent: &CheckEffort<'_>) -> Settled {
        for _ in 0..MOST_PIVOTS {
            let below = self.rows.iter().enumerate().filter(|(_, row)| row.numbers[0] < 0);
            let Some((at, _)) = below.min_by_key(|(_, row)| row.basic) else { return Settled::Point };
            let Some(column) = (1..self.rows[at].numbers.len()).find(|column| self.rows[at].numbers[*column] < 0)
            else {
                return if self.contradicts(&self.rows[at].numbers) == Some(true) {
                    Settled::Contradiction
                } else {
                    Settled::Open
                };
            };
            if spent.spend(self.size()).is_err() || self.pivot(at, column).is_none() {
                return Settled::Open;
            }
        }
        Settled::Open
    }

    /// Whether the inequalities, each times its number in a row, sum up to what is false. This looks only at what was given.
    fn contradicts(&self, row: &[i128]) -> Option<bool> {
        let mut sum = vec![0_i128; self.tracks + 1];
        for (at, given) in self.given.iter().enumerate() {
            let times = row.get(self.tracks + 1 + at).copied().unwrap_or(0);
            if times < 0 {
                return Some(false);
            }
            for (known, number) in sum.iter_mut().zip(given) {
                *known = known.checked_add(times.checked_mul(*number)?)?;
            }
        }
        Some(0 < sum[0] && sum[1..].iter().all(|number| 0 <= *number))
    }

    fn pivot(&mut self, at: usize, column: usize) -> Option<()> {
        let row = &mut self.rows[at];
        for number in &mut row.numbers {
            *number = -*number;
        }
        row.basic = column;
        let row = row.clone();
        let others = self.rows.iter_mut().enumerate().filter(|(other, _)| *other != at);
        others.map(|(_, other)| other.clear(&row)).collect()
    }

    /// The value of a track at the point: numerator and positive denominator.
    pub(super) fn value(&self, track: usize) -> (i128, i128) {
        let row = self.rows.iter().find(|row| row.basic == track + 1);
        row.map_or((0, 1), |row| (row.numbers[0], row.numbers[row.basic]))
    }

    /// The point, with one denominator; `None` if that is too large.
    pub(super) fn point(&self) -> Option<TrackPoint> {
        let own: Vec<&Row> = self.rows.iter().filter(|row| row.basic <= self.tracks).collect();
        let (mut below, mut above) = (1_i128, vec![0; self.tracks]);
        for row in &own {
            let by = row.numbers[row.basic];
            below = below.checked_mul(by / below.gcd(&by))?;
        }
        for row in own {
            above[row.basic - 1] = row.numbers[0].checked_mul(below / row.numbers[row.basic])?;
        }
        Some(TrackPoint { below, above })
    }

    /// A track that is not whole at the point, and its value rounded down.
    pub(super) fn broken(&self) -> Option<(usize, i128)> {
        let values = (0..self.tracks).map(|track| (track, self.value(track)));
        let mut broken = values.filter(|(_, (above, below))| above % below != 0);
        broken.next().map(|(track, (above, below))| (track, Integer::div_floor(&above, &below)))
    }
}

impl Row {
    /// Takes the basic column of another row out of this one, which stays a sum of what was given with its own sign.
    fn clear(&mut self, other: &Self) -> Option<()> {
        let own = self.numbers.get(other.basic).copied().unwrap_or(0);
        if own == 0 {
            return Some(());
        }
        let by = other.numbers[other.basic];
        let common = own.gcd(&by);
        let (own, by) = (own / common, by / common);
        if self.numbers.len() < other.numbers.len() {
            self.numbers.resize(other.numbers.len(), 0);
        }
        let mut largest = 0;
        for (at, number) in self.numbers.iter_mut().enumerate() {
            let less = other.numbers.get(at).copied().unwrap_or(0).checked_mul(own)?;
            *number = number.checked_mul(by)?.checked_sub(less)?;
            largest = largest.max(number.unsigned_abs());
        }
        if LARGE < largest {
            let common = self.numbers.iter().fold(0_i128, |so_far, number| so_far.gcd(number)).max(1);
            for number in &mut self.numbers {
                *number /= common;
            }
        }
        Some(())
    }
}
