//! Moves as linear conditions on a position and its option. Knows nothing about texts, boards or targets.

/// Coefficients and constants beyond this are refused, so that no evaluation on heaps below 2^31 leaves 64 bits.
pub(super) const LARGEST: i64 = 1 << 24;

/// A pair of heaps, the smaller one first.
pub(super) type Pair = (i64, i64);

/// A linear form over the heaps, the heaps after the move, and 1. The first heap is the smaller one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Form {
    /// Coefficients of the heaps before the move.
    pub(super) heaps: [i64; 2],
    /// Coefficients of the same heaps after the move.
    pub(super) option: [i64; 2],
    /// What is added.
    pub(super) constant: i64,
}

impl Form {
    pub(super) fn new(heaps: [i64; 2], option: [i64; 2], constant: i64) -> Self {
        Self { heaps, option, constant }
    }

    fn parts(&self) -> [i64; 5] {
        [self.heaps[0], self.heaps[1], self.option[0], self.option[1], self.constant]
    }

    fn from_parts(parts: [i64; 5]) -> Option<Self> {
        let [a, b, c, d, constant] = parts;
        parts.iter().all(|part| part.abs() <= LARGEST).then_some(Self::new([a, b], [c, d], constant))
    }

    /// `factor * self + other`, unless a coefficient becomes too large.
    pub(super) fn scaled_plus(&self, factor: i64, other: &Self) -> Option<Self> {
        let mut parts = other.parts();
        for (sum, part) in parts.iter_mut().zip(self.parts()) {
            *sum = sum.checked_add(part.checked_mul(factor)?)?;
        }
        Self::from_parts(parts)
    }

    fn at(&self, (small, large): Pair, (u, v): Pair) -> i64 {
        self.heaps[0] * small + self.heaps[1] * large + self.option[0] * u + self.option[1] * v + self.constant
    }
}

/// A condition on a position and an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Literal {
    /// The form is at most 0.
    AtMostZero(Form),
    /// The form is not 0.
    NotZero(Form),
}

impl Literal {
    fn form(&self) -> &Form {
        match self {
            Self::AtMostZero(form) | Self::NotZero(form) => form,
        }
    }

    fn holds(&self, from: Pair, to: Pair) -> bool {
        match self {
            Self::AtMostZero(form) => form.at(from, to) <= 0,
            Self::NotZero(form) => form.at(from, to) != 0,
        }
    }
}

/// Conditions that hold together.
pub(super) type Clause = Vec<Literal>;

/// A relation between positions and options: at least one clause holds.
#[derive(Clone, Debug, Default)]
pub(super) struct Relation(pub(super) Vec<Clause>);

impl Relation {
    /// What every added move obeys: 0 <= i, 0 <= j, 1 <= i + j.
    pub(super) fn removal() -> Self {
        Self(vec![vec![
            Literal::AtMostZero(Form::new([-1, 0], [1, 0], 0)),
            Literal::AtMostZero(Form::new([0, -1], [0, 1], 0)),
            Literal::AtMostZero(Form::new([-1, -1], [1, 1], 1)),
        ]])
    }

    /// Both relations at once.
    pub(super) fn and(&self, other: &Self) -> Self {
        let joined = |left: &Clause, right: &Clause| left.iter().chain(right).copied().collect();
        Self(self.0.iter().flat_map(|left| other.0.iter().map(move |right| joined(left, right))).collect())
    }

    /// At least one of both.
    pub(super) fn or(&self, other: &Self) -> Self {
        Self(self.0.iter().chain(&other.0).cloned().collect())
    }

    /// Whether the heaps become `to` in this order.
    pub(super) fn holds(&self, from: Pair, to: Pair) -> bool {
        self.0.iter().any(|clause| clause.iter().all(|literal| literal.holds(from, to)))
    }

    /// Whether `to` is an option of `from`, in whatever order its heaps are.
    pub(super) fn leads(&self, from: Pair, to: Pair) -> bool {
        self.holds(from, to) || (to.0 != to.1 && self.holds(from, (to.1, to.0)))
    }
}

/// For one clause and one option: the larger heaps l that reach it, as bounds that are linear in the smaller heap s.
#[derive(Clone, Debug)]
pub(super) struct Strip {
    /// The strip exists for s from this ...
    low: i64,
    /// ... to this.
    high: i64,
    /// `factor * l + slope * s + constant <= 0`, the factor not 0.
    bounds: Vec<[i64; 3]>,
    /// `factor * l + slope * s + constant != 0`
    holes: Vec<[i64; 3]>,
}

impl Strip {
    /// All strips of a relation towards one option.
    pub(super) fn all(relation: &Relation, to: Pair, strips: &mut Vec<Self>) {
        let orders: &[Pair] = if to.0 == to.1 { &[to] } else { &[to, (to.1, to.0)] };
        for clause in &relation.0 {
            strips.extend(orders.iter().filter_map(|order| Self::new(clause, *order)));
        }
    }

    fn new(clause: &Clause, (u, v): Pair) -> Option<Self> {
        let mut strip = Self { low: 0, high: i64::MAX, bounds: Vec::new(), holes: Vec::new() };
        for literal in clause {
            let form = literal.form();
            let constant = form.option[0] * u + form.option[1] * v + form.constant;
            let row = [form.heaps[1], form.heaps[0], constant];
            match literal {
                Literal::NotZero(_) => strip.holes.push(row),
                Literal::AtMostZero(_) if row[0] != 0 => strip.bounds.push(row),
                Literal::AtMostZero(_) => match row[1] {
                    0 if 0 < constant => return None,
                    0 => {}
                    slope if 0 < slope => strip.high = strip.high.min((-constant).div_euclid(slope)),
                    slope => strip.low = strip.low.max(-(-constant).div_euclid(-slope)),
                },
            }
        }
        (strip.low <= strip.high).then_some(strip)
    }

    /// Adds the larger heaps from `from` to `to` that the strip has at the smaller heap `s`.
    pub(super) fn at(&self, s: i64, (from, to): Pair, intervals: &mut Vec<Pair>) {
        if s < self.low || self.high < s {
            return;
        }
        let (mut from, mut to) = (from, to);
        for [factor, slope, constant] in &self.bounds {
            let rest = slope * s + constant;
            match *factor {
                1 => to = to.min(-rest),
                -1 => from = from.max(rest),
                factor if 0 < factor => to = to.min((-rest).div_euclid(factor)),
                factor => from = from.max(-(-rest).div_euclid(-factor)),
            }
        }
        if to < from {
            return;
        }
        let start = intervals.len();
        intervals.push((from, to));
        for [factor, slope, constant] in &self.holes {
            let rest = slope * s + constant;
            if *factor == 0 {
                if rest == 0 {
                    intervals.truncate(start);
                }
                continue;
            }
            if rest % factor == 0 {
                cut(intervals, start, -rest / factor);
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
