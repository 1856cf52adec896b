//! Positions that reach one option, as intervals of the larger heap for each smaller heap. Enumerates no moves.
use super::form::{Below, Clause, LinearForm, Literal, MoveRelation, Pair, Root, SurdForm, root};
use crate::value::Saturate;

/// For one clause and one option: the larger heaps l that reach it, as bounds that are linear in the smaller heap s; l is
/// never below s.
#[derive(Clone, Debug, Default)]
pub(in crate::search) struct Strip {
    /// The strip exists for s from this ...
    pub(in crate::search) low: i64,
    /// ... to this.
    pub(in crate::search) high: i64,
    /// Before rows were left to another strip, it existed from this on.
    whole_from: i64,
    /// l is at least each of these.
    least: StripLines,
    /// l is at most each of these.
    most: StripLines,
    /// `factor * l + slope * s + constant <= 0`
    bounds: Vec<StripRow>,
    /// `factor * l + slope * s + constant != 0`
    holes: Vec<StripRow>,
    other: Option<Box<Other>>,
}

/// Conditions with roots.
#[derive(Clone, Debug, Default)]
struct Other {
    /// With irrational coefficients.
    surds: Vec<(StripRow, StripRow, SurdForm)>,
    /// With square roots of heaps.
    roots: Vec<(StripRow, i64, StripRow)>,
}

/// Values `slope * s + constant`, a few of them in place: strips are made by the million.
#[derive(Clone, Copy, Debug, Default)]
struct StripLines {
    lines: [[i64; 2]; 4],
    count: usize,
}

impl StripLines {
    /// Whether there was room.
    fn push(&mut self, slope: i64, constant: i64) -> Option<()> {
        *self.lines.get_mut(self.count)? = [slope, constant];
        self.count += 1;
        Some(())
    }
}

/// A bound `(slope * s + constant) / factor` of the larger heap, with a positive factor.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct StripLine {
    slope: i64,
    constant: i64,
    factor: i64,
}

impl StripLine {
    pub(in crate::search) fn whole(slope: i64, constant: i64) -> Self {
        Self { slope, constant, factor: 1 }
    }

    pub(in crate::search) fn plus(&self, number: i64) -> Self {
        Self { constant: self.constant + number * self.factor, ..*self }
    }

    /// The last s, from `first` on, up to which this line is at most the other one; none if it is above it at `first`.
    pub(in crate::search) fn at_most(&self, other: &Self, first: i64) -> Option<i64> {
        let product = |a: i64, b: i64| i128::from(a) * i128::from(b);
        let slope = product(self.slope, other.factor) - product(other.slope, self.factor);
        let constant = product(self.constant, other.factor) - product(other.constant, self.factor);
        if 0 < slope * i128::from(first) + constant {
            return None;
        }
        if slope <= 0 {
            return Some(i64::MAX);
        }
        Some((-constant).div_euclid(slope).saturated())
    }
}

/// A form for one option: the factor of l, that of s, and what is added.
type StripRow = [i64; 3];

fn row(form: &LinearForm, (u, v): Pair) -> StripRow {
    [form.heaps[1], form.heaps[0], form.option[0] * u + form.option[1] * v + form.constant]
}

/// A surd whose irrational part is known as a bound: with a whole number n, n + c * sqrt(r) is at most 0 where n is at
/// most -c * sqrt(r), rounded down.
fn plain_surd(surd: &SurdForm, option: Pair) -> StripRow {
    let [factor, slope, constant] = row(&surd.rational, option);
    let times = row(&surd.irrational, option)[2];
    let square = i128::from(times) * i128::from(times) * i128::from(surd.radicand);
    // Values on heaps below 2^31 have roots that fit.
    let down = square.isqrt().saturated::<i64>().min(i64::MAX / 4);
    // The square root of a number that is no square is not whole.
    let up = match times.signum() {
        0 => i64::from(surd.below == Below::Less),
        1 => down + 1,
        _ => -down,
    };
    [factor, slope, constant + up]
}

fn value([factor, slope, constant]: StripRow, s: i64, l: i64) -> i64 {
    factor * l + slope * s + constant
}

/// Strips of a set of options, in places that are used again.
#[derive(Debug, Default)]
pub(in crate::search) struct Strips {
    places: Vec<Strip>,
    count: usize,
    /// The last strip of each clause and order of heaps.
    last: Vec<Option<usize>>,
}

impl Strips {
    /// Forgets all strips.
    pub(in crate::search) fn clear(&mut self) {
        self.count = 0;
        self.last.clear();
    }

    /// Those that were added.
    pub(in crate::search) fn all(&self) -> &[Strip] {
        &self.places[..self.count]
    }

    /// Adds all strips of a relation towards one option.
    #[inline]
    pub(in crate::search) fn add(&mut self, relation: &MoveRelation, to: Pair) {
        let orders: &[Pair] = if to.0 == to.1 { &[to] } else { &[to, (to.1, to.0)] };
        for clause in &relation.0 {
            for order in orders {
                if self.count == self.places.len() {
                    self.places.push(Strip::default());
                }
                self.count += usize::from(self.places[self.count].fill(clause, *order).is_some());
            }
        }
    }
}

impl Strips {
    /// Adds all strips of a relation towards one option, without rows in which strips of options before have as much: of the
    /// pairs of a long chain then only a few are left in each row.
    pub(in crate::search) fn add_new(&mut self, relation: &MoveRelation, to: Pair) {
        let orders: &[Pair] = if to.0 == to.1 { &[to] } else { &[to, (to.1, to.0)] };
        self.last.resize(2 * relation.0.len(), None);
        for (clause, last) in relation.0.iter().zip(self.last.as_chunks_mut::<2>().0) {
            for (order, last) in orders.iter().zip(last) {
                if self.count == self.places.len() {
                    self.places.push(Strip::default());
                }
                let (before, here) = self.places.split_at_mut(self.count);
                if here[0].fill(clause, *order).is_none() {
                    continue;
                }
                if let Some(other) = last.and_then(|last| before.get(last)) {
                    here[0].leave_to(other);
                }
                if here[0].low <= here[0].high {
                    *last = Some(self.count);
                    self.count += 1;
                }
            }
        }
    }
}

impl Strip {
    /// Becomes the strip of one clause, with the heaps of the option in this order; none if no position reaches it.
    #[inline]
    pub(in crate::search) fn fill(&mut self, clause: &Clause, option: Pair) -> Option<()> {
        (self.low, self.high) = (0, i64::MAX);
        (self.least.count, self.most.count) = (0, 0);
        self.bounds.clear();
        self.holes.clear();
        self.other = None;
        for literal in clause {
            match literal {
                Literal::NotZero(form) => self.holes.push(row(form, option)),
                Literal::AtMostZero(form) => self.bound(row(form, option))?,
                Literal::Surd(surd) if surd.irrational.heaps == [0, 0] => {
                    self.bound(plain_surd(surd, option))?;
                }
                Literal::Surd(surd) => {
                    let rows = (row(&surd.rational, option), row(&surd.irrational, option), (**surd).clone());
                    self.other.get_or_insert_default().surds.push(rows);
                }
                Literal::Root(part) => {
                    let Root { plain, times, under } = &**part;
                    let (mut plain, under) = (row(plain, option), row(under, option));
                    if under[..2] == [0, 0] {
                        plain[2] += times * root(under[2]);
                        self.bound(plain)?;
                    } else {
                        self.other.get_or_insert_default().roots.push((plain, *times, under));
                    }
                }
            }
        }
        self.whole_from = self.low;
        (self.low <= self.high).then_some(())
    }

    /// Leaves to another strip of the same clause the rows in which that one has all that this one has.
    fn leave_to(&mut self, other: &Self) {
        let within = |own: &StripLines, others: &StripLines, sign: i64| {
            own.count == others.count
                && own.lines[..own.count].iter().zip(&others.lines).all(
                    |([slope, constant], [as_slope, as_constant])| {
                        slope == as_slope && sign * as_constant <= sign * constant
                    },
                )
        };
        let stricter = |(own, others): (&StripRow, &StripRow)| own[..2] == others[..2] && others[2] <= own[2];
        let has_all = other.whole_from <= self.whole_from
            && other.holes.is_empty()
            && other.other.is_none()
            && within(&self.least, &other.least, 1)
            && within(&self.most, &other.most, -1)
            && self.bounds.len() == other.bounds.len()
            && self.bounds.iter().zip(&other.bounds).all(stricter);
        if has_all {
            self.low = self.low.max(other.high.saturating_add(1));
        }
    }

    fn bound(&mut self, row: StripRow) -> Option<()> {
        let [factor, slope, constant] = row;
        if 0 <= factor {
            // The larger heap is not the smaller one, so this much holds of the smaller heap alone.
            match factor + slope {
                0 if constant <= 0 => {}
                0 => return None,
                slope if 0 < slope => self.high = self.high.min(quotient(-constant, slope)),
                slope => self.low = self.low.max(-quotient(-constant, -slope)),
            }
        }
        match (factor, slope) {
            (0, _) => {}
            (1, _) if self.most.push(-slope, -constant).is_some() => {}
            (-1, _) if self.least.push(slope, constant).is_some() => {}
            _ => self.bounds.push(row),
        }
        Some(())
    }

    /// Bounds of the interval that begins at `from` in row `s`, linear or slightly stricter, and the last row up to which
    /// they hold; none if they are not linear.
    pub(in crate::search) fn lines(
        &self,
        s: i64,
        from: i64,
        least: &mut Vec<StripLine>,
        most: &mut Vec<StripLine>,
    ) -> Option<i64> {
        if self.other.is_some() {
            return None;
        }
        let whole = |lines: &StripLines| {
            lines.lines.into_iter().take(lines.count).map(|[slope, constant]| StripLine::whole(slope, constant))
        };
        least.extend(whole(&self.least));
        most.extend(whole(&self.most));
        for [factor, slope, constant] in self.bounds.iter().copied() {
            // Rounding takes away less than 1.
            if 0 < factor {
                most.push(StripLine { slope: -slope, constant: -constant - (factor - 1), factor });
            } else {
                least.push(StripLine { slope, constant: constant + (-factor - 1), factor: -factor });
            }
        }
        let mut until = self.high;
        for [factor, slope, constant] in self.holes.iter().copied() {
            match factor {
                0 if slope != 0 && constant % slope == 0 => {
                    let row = -constant / slope;
                    until = if s < row { until.min(row - 1) } else { until };
                }
                0 => {}
                1 | -1 => {
                    let hole = StripLine::whole(-factor * slope, -factor * constant);
                    if hole.slope * s + hole.constant < from {
                        least.push(hole.plus(1));
                    } else {
                        most.push(hole.plus(-1));
                    }
                }
                _ => return None,
            }
        }
        Some(until)
    }

    /// Adds the larger heaps from `from` to `to` that the strip has at the smaller heap `s`.
    #[inline]
    pub(in crate::search) fn at(&self, s: i64, (from, to): Pair, intervals: &mut Vec<Pair>) {
        if s < self.low || self.high < s {
            return;
        }
        let mut range = (from, to);
        for [slope, constant] in &self.least.lines[..self.least.count] {
            range.0 = range.0.max(slope * s + constant);
        }
        for [slope, constant] in &self.most.lines[..self.most.count] {
            range.1 = range.1.min(slope * s + constant);
        }
        for row in &self.bounds {
            clip(row[0], row[1] * s + row[2], &mut range);
        }
        if range.1 < range.0 {
            return;
        }
        if self.holes.is_empty() && self.other.is_none() {
            intervals.push(range);
            return;
        }
        self.rest(s, range, intervals);
    }

    fn rest(&self, s: i64, mut range: Pair, intervals: &mut Vec<Pair>) {
        for (rational, irrational, surd) in self.other.iter().flat_map(|other| &other.surds) {
            clip_surd(*rational, *irrational, surd, s, &mut range);
        }
        if range.1 < range.0 {
            return;
        }
        let start = intervals.len();
        intervals.push(range);
        for [factor, slope, constant] in &self.holes {
            let rest = slope * s + constant;
            if *factor == 0 {
                if rest == 0 {
                    intervals.truncate(start);
                }
                continue;
            }
            if factor.abs() == 1 || rest % factor == 0 {
                cut(intervals, start, -rest / factor);
            }
        }
        for (plain, times, under) in self.other.iter().flat_map(|other| &other.roots) {
            clip_root(*plain, *times, *under, s, intervals, start);
        }
    }
}

/// Rounded down; by 1 without a division, which takes longer than all the rest.
#[inline]
fn quotient(number: i64, divisor: i64) -> i64 {
    if divisor == 1 { number } else { number.div_euclid(divisor) }
}

/// Keeps the l with `factor * l + rest <= 0`.
fn clip(factor: i64, rest: i64, (from, to): &mut Pair) {
    match factor {
        1 => *to = (*to).min(-rest),
        -1 => *from = (*from).max(rest),
        0 if rest <= 0 => {}
        0 => *to = *from - 1,
        factor if 0 < factor => *to = (*to).min((-rest).div_euclid(factor)),
        factor => *from = (*from).max(-(-rest).div_euclid(-factor)),
    }
}

/// Keeps the l for which a surd holds: they are all up to, or all from, a bound, found by halving.
fn clip_surd(rational: StripRow, irrational: StripRow, surd: &SurdForm, s: i64, (from, to): &mut Pair) {
    if *to < *from {
        return;
    }
    let holds = |l: i64| surd.holds_for(value(rational, s, l), value(irrational, s, l));
    match (holds(*from), holds(*to)) {
        (true, true) => {}
        (false, false) => *to = *from - 1,
        (first, _) => {
            let (mut low, mut high) = (*from, *to);
            while low + 1 < high {
                let middle = low + (high - low) / 2;
                if holds(middle) == first { low = middle } else { high = middle }
            }
            if first { *to = low } else { *from = high }
        }
    }
}

/// Keeps the l with `plain + times * floor(sqrt(under)) <= 0`: where the root is constant, the rest is linear.
fn clip_root(plain: StripRow, times: i64, under: StripRow, s: i64, intervals: &mut Vec<Pair>, start: usize) {
    let old: Vec<Pair> = intervals.drain(start..).collect();
    for (from, to) in old {
        let mut l = from;
        while l <= to {
            let constant = root(value(under, s, l));
            let mut range = (l, to);
            let rest = under[1] * s + under[2];
            if 0 <= under[0] {
                // The root stays while `under` is below the next square.
                clip(under[0], rest - (constant + 1) * (constant + 1) + 1, &mut range);
            } else if 0 < constant {
                // The root stays while `under` is not below its square; the root 0 stays for good.
                clip(-under[0], constant * constant - rest, &mut range);
            }
            l = range.1 + 1;
            clip(plain[0], plain[1] * s + plain[2] + times * constant, &mut range);
            if range.0 <= range.1 {
                intervals.push(range);
            }
        }
    }
}

/// Takes one heap out of the intervals from index `start` on.
fn cut(intervals: &mut Vec<Pair>, start: usize, hole: i64) {
    for index in start..intervals.len() {
        let (from, to) = intervals[index];
        if from <= hole && hole <= to {
            intervals[index].1 = hole - 1;
            intervals.push((hole + 1, to));
        }
    }
}

#[cfg(all(test, has_tests))]
mod tests;
