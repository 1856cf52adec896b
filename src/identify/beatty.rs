//! Turns a list into floor((k + s)*alpha) + t with a quadratic irrational slope alpha.
//!
//! A list floor(k*alpha + beta) confines alpha to an open interval with rational ends (the convex hull of the points
//! tells it). A slope is named only if it is the one in a fixed list of candidates that lies in the interval. All
//! comparisons are between integers; a list that leaves the range of checked arithmetic is not named.
use super::{SequenceName, write};
use dashu_int::IBig;

/// Terms and places beyond this are left alone, so that squares of products stay below 2^127.
const LARGEST: i128 = 1 << 36;

/// The positive irrational number (part + sqrt(root))/below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Surd {
    part: i128,
    root: i128,
    below: i128,
}

impl Surd {
    /// floor(number * self); floor((x + y)/q) = floor((x + floor(y))/q) for integers x and q.
    fn floor_times(self, number: i128) -> i128 {
        let size = (number * number * self.root).unsigned_abs().isqrt();
        let size = i128::try_from(size).expect("a square root of an i128 is one");
        let root = if number < 0 { -size - 1 } else { size };
        (number * self.part + root).div_euclid(self.below)
    }

    /// Whether numerator/denominator is below this number; the denominator is positive.
    fn exceeds(self, numerator: i128, denominator: i128) -> bool {
        // numerator*below - denominator*part < denominator*sqrt(root)
        let rest = numerator * self.below - denominator * self.part;
        rest < 0 || rest * rest < denominator * denominator * self.root
    }

    fn text(self) -> String {
        let root = format!("sqrt({})", self.root);
        let sum = if self.part == 0 { root } else { format!("{} + {root}", self.part) };
        match (self.below, self.part) {
            (1, 0) => sum,
            (1, _) => format!("({sum})"),
            (below, 0) => format!("{sum}/{below}"),
            (below, _) => format!("(({sum})/{below})"),
        }
    }

    /// The sequences floor(n*alpha) that have a name of their own.
    fn name(self) -> Option<&'static str> {
        match (self.part, self.root, self.below) {
            (1, 5, 2) => Some("lower Wythoff numbers, floor(n*phi) (A000201)"),
            (3, 5, 2) => Some("upper Wythoff numbers, floor(n*phi^2) (A001950)"),
            (0, 2, 1) => Some("floor(n*sqrt(2)) (A001951)"),
            (2, 2, 1) => Some("floor(n*(2 + sqrt(2))) (A001952)"),
            _ => None,
        }
    }
}

/// All slopes that can be named: (p + sqrt(d))/q for small p, d and q, the best known first.
fn candidates() -> Vec<Surd> {
    let mut all: Vec<Surd> = [(1, 5, 2), (3, 5, 2), (0, 2, 1), (2, 2, 1)]
        .into_iter()
        .map(|(part, root, below)| Surd { part, root, below })
        .collect();
    for root in (2..=30).filter(|root: &i128| root.isqrt() * root.isqrt() != *root) {
        for below in 1..=2 {
            for part in -3..=6_i128 {
                let surd = Surd { part, root, below };
                // Over 2, an even part and a root that 4 divides would repeat one over 1.
                let repeats = below == 2 && part % 2 == 0 && root % 4 == 0;
                if !repeats && surd.exceeds(0, 1) && !all.contains(&surd) {
                    all.push(surd);
                }
            }
        }
    }
    // The slopes of the generalised Wythoff games (Fraenkel, Amer. Math. Monthly 89, 1982): A = floor(n*alpha),
    // B = A + c*n with alpha = (2 - c + sqrt(c^2 + 4))/2.
    for c in 3..=9_i128 {
        for part in [2 - c, 2 + c] {
            let surd = Surd { part, root: c * c + 4, below: 2 };
            if !all.contains(&surd) {
                all.push(surd);
            }
        }
    }
    all
}

/// Where the slope lies after each term, as the places and heights of two hulls.
#[derive(Default)]
struct Interval {
    lower: Vec<(i128, i128)>,
    upper: Vec<(i128, i128)>,
    above: Option<(i128, i128)>,
    below: Option<(i128, i128)>,
}

impl Interval {
    /// Takes the next point; false if no slope is left.
    fn take(&mut self, place: i128, height: i128) -> bool {
        // For i < j: (a(j) - a(i) - 1)/(j - i) < alpha < (a(j) - a(i) + 1)/(j - i).
        for (at, value) in &self.lower {
            let low = (height - value - 1, place - at);
            if self.above.is_none_or(|best| best.0 * low.1 < low.0 * best.1) {
                self.above = Some(low);
            }
        }
        for (at, value) in &self.upper {
            let high = (height - value + 1, place - at);
            if self.below.is_none_or(|best| high.0 * best.1 < best.0 * high.1) {
                self.below = Some(high);
            }
        }
        push(&mut self.lower, (place, height), 1);
        push(&mut self.upper, (place, height), -1);
        match (self.above, self.below) {
            (Some(above), Some(below)) => above.0 * below.1 < below.0 * above.1,
            _ => true,
        }
    }

    fn contains(&self, surd: Surd) -> bool {
        self.above.is_none_or(|(number, over)| surd.exceeds(number, over))
            && self.below.is_none_or(|(number, over)| !surd.exceeds(number, over))
    }
}

/// Adds a point to a lower hull (side 1) or an upper one (side -1).
fn push(hull: &mut Vec<(i128, i128)>, point: (i128, i128), side: i128) {
    while let [.., before, last] = hull.as_slice() {
        let turn = (last.0 - before.0) * (point.1 - before.1) - (last.1 - before.1) * (point.0 - before.0);
        if 0 < turn * side {
            break;
        }
        hull.pop();
    }
    hull.push(point);
}

/// A list as floor((k + shift)*alpha) + add.
pub(super) struct Slope {
    pub(super) alpha: Surd,
    shift: i128,
    add: i128,
    used: usize,
    unique: bool,
}

/// The Beatty reading of a list.
pub(super) fn find(terms: &[IBig]) -> Option<SequenceName> {
    let slope = slope(terms)?;
    let argument = write::shifted("k", slope.shift);
    let argument = if slope.shift == 0 { argument } else { format!("({argument})") };
    let add = if slope.add == 0 { String::new() } else { write::shifted("", slope.add) };
    let formula = format!("a(k) = floor({argument}*{}){add}", slope.alpha.text());
    let name = match slope.alpha.name() {
        Some(name) if slope.add == 0 => name.to_owned(),
        Some(name) => format!("{name}{add}"),
        None => format!("Beatty sequence with slope {}", slope.alpha.text()),
    };
    let hit = SequenceName::new(name, formula, slope.used, terms.len());
    Some(if slope.unique { hit } else { hit.doubted() })
}

/// Whether a list is floor(k*alpha + beta) for some irrational alpha.
pub(super) fn is_balanced(terms: &[IBig]) -> bool {
    let Some(values) = terms.iter().map(|term| i128::try_from(term).ok()).collect::<Option<Vec<i128>>>() else {
        return false;
    };
    let small = i128::try_from(terms.len()).is_ok_and(|length| length <= LARGEST)
        && values.iter().all(|value| value.abs() <= LARGEST);
    let mut interval = Interval::default();
    small && (0..).zip(&values).all(|(place, value)| interval.take(place, *value))
}

/// The only candidate slope that a list leaves, with enough terms after the one that excluded the last other.
pub(super) fn slope(terms: &[IBig]) -> Option<Slope> {
    let values: Vec<i128> = terms.iter().map(|term| i128::try_from(term).ok()).collect::<Option<_>>()?;
    if terms.len() < 8
        || values.iter().any(|value| LARGEST < value.abs())
        || LARGEST < i128::try_from(terms.len()).ok()?
    {
        return None;
    }
    let mut alive = candidates();
    let mut interval = Interval::default();
    let mut used = 0;
    let mut best_used = 0;
    let mut best = None;
    for (place, value) in (0..).zip(&values) {
        if !interval.take(place, *value) {
            return None;
        }
        let before = alive.len();
        alive.retain(|surd| interval.contains(*surd));
        used = if alive.len() < before { place } else { used };
        let first = alive.iter().copied().find(|surd| surd.name().is_some());
        best_used = if first == best { best_used } else { place };
        best = first;
    }
    // The interval leaves the constant free; a candidate must also come with a shift and a constant that fit.
    alive.retain(|surd| place(&values, *surd, surd.name().is_some()).is_some());
    let unique = alive.len() == 1;
    let (alpha, last) = if unique { (*alive.first()?, used) } else { (best?, best_used) };
    let known = alpha.name().is_some();
    let told = usize::try_from(last).ok()? + 1;
    let held_out = terms.len() - told.min(terms.len());
    let (shift, add) = place(&values, alpha, known)?;
    // The few slopes with names are believed from two terms on, the others when as many are held out as used.
    let enough = if known && add == 0 { 2 } else { told + 2 };
    (enough <= held_out).then_some(Slope { alpha, shift, add, used: told, unique })
}

/// The shift and the constant, the constant 0 preferred.
fn place(values: &[i128], alpha: Surd, known: bool) -> Option<(i128, i128)> {
    let first = *values.first()?;
    // floor(s*alpha) = first for s next to first/alpha only; bisection finds the least such s.
    let (mut low, mut high) = (-LARGEST, LARGEST);
    while low < high {
        let middle = (low + high).div_euclid(2);
        if alpha.floor_times(middle) < first { low = middle + 1 } else { high = middle }
    }
    let agrees =
        |shift: i128, add: i128| (shift..).zip(values).all(|(place, value)| alpha.floor_times(place) + add == *value);
    let homogeneous = (low..low + 4).find(|shift| agrees(*shift, 0)).map(|shift| (shift, 0));
    let shifts = if known { 0..=3 } else { 0..=1 };
    homogeneous.or_else(|| {
        shifts.map(|shift| (shift, first - alpha.floor_times(shift))).find(|(shift, add)| agrees(*shift, *add))
    })
}

/// The c for which a slope is that of the smaller numbers of the generalised Wythoff game c.
pub(super) fn wythoff(alpha: Surd) -> Option<i128> {
    (1..=9).find(|c: &i128| {
        let root = c * c + 4;
        let plain = Surd { part: 2 - c, root, below: 2 };
        let halved = Surd { part: (2 - c) / 2, root: root / 4, below: 1 };
        alpha == plain || (c % 2 == 0 && alpha == halved)
    })
}

/// Whether a list is floor((k + s)*alpha) without a constant, and the s.
pub(super) fn homogeneous(slope: &Slope) -> Option<i128> {
    (slope.add == 0).then_some(slope.shift)
}
