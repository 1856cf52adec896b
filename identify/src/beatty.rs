//! Turns a list into floor((k + s)*alpha) + t, or floor(k*alpha + r/q), with a quadratic irrational slope alpha.
//!
//! A list floor(k*alpha + beta) confines alpha to an open interval with rational ends (the convex hull of the points
//! tells it). A slope is sure only if it is the one in a fixed list of candidates that lies in the interval; else the simplest of
//! them is named with a question mark, from ten terms on. All comparisons are between integers; a list that leaves the range of
//! checked arithmetic is not named.
use super::surd::{Offset, Surd};
use super::term::{Closed, ClosedTerm};
use super::title::Title;
use super::{PREDICTED, SURE, SequenceName, write};
use dashu_int::IBig;

/// The largest denominator of the constant.
const PARTS: i128 = 6;
/// Terms and places beyond this are left alone, so that squares of products stay below 2^127.
const LARGEST: i128 = 1 << 36;

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
    // Those with names come first, then the simplest.
    all.sort_by_key(|surd| (surd.name().is_none(), surd.length()));
    all
}

/// Where the slope lies after each term, as the places and heights of two hulls.
#[derive(Default)]
struct SlopeInterval {
    lower: Vec<(i128, i128)>,
    upper: Vec<(i128, i128)>,
    above: Option<(i128, i128)>,
    below: Option<(i128, i128)>,
}

impl SlopeInterval {
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

/// A list as rounded multiples of a slope.
pub(super) struct Slope {
    pub(super) alpha: Surd,
    offset: Offset,
    used: usize,
    unique: bool,
}

/// The Beatty reading of a list.
pub(super) fn find(terms: &[IBig]) -> Option<SequenceName> {
    let slope = slope(terms)?;
    let alpha = slope.alpha;
    let name = match (slope.offset, alpha.name()) {
        (Offset::Shift(_, add), Some((name, number))) => {
            let add = if add == 0 { String::new() } else { write::shifted("", add) };
            Title::numbered(name, number).between("", &add)
        }
        _ => format!("Beatty sequence with slope {}", alpha.text(None)).into(),
    };
    let closed = Closed::always(ClosedTerm::floor(alpha, slope.offset));
    let hit = SequenceName::closed(name, closed, slope.used, terms.len());
    let next = (0..).skip(terms.len()).take(PREDICTED).map(|k| IBig::from(slope.offset.term(alpha, k)));
    let hit = hit.going_on(next);
    Some(if slope.unique { hit } else { hit.doubted() })
}

/// Whether a list is floor(k*alpha + beta) for some irrational alpha.
pub(super) fn is_balanced(terms: &[IBig]) -> bool {
    let Some(values) = terms.iter().map(|term| i128::try_from(term).ok()).collect::<Option<Vec<i128>>>() else {
        return false;
    };
    let small = i128::try_from(terms.len()).is_ok_and(|length| length <= LARGEST)
        && values.iter().all(|value| value.abs() <= LARGEST);
    let mut interval = SlopeInterval::default();
    small && (0..).zip(&values).all(|(place, value)| interval.take(place, *value))
}

/// The candidate slope that a list leaves, with enough terms after the one that excluded the last other; from ten terms on else the
/// simplest that is left.
pub(super) fn slope(terms: &[IBig]) -> Option<Slope> {
    let values: Vec<i128> = terms.iter().map(|term| i128::try_from(term).ok()).collect::<Option<_>>()?;
    if terms.len() < 8
        || values.iter().any(|value| LARGEST < value.abs())
        || LARGEST < i128::try_from(terms.len()).ok()?
    {
        return None;
    }
    let all = candidates();
    let mut interval = SlopeInterval::default();
    // For each candidate the terms that leave it.
    let mut left: Vec<usize> = vec![0; all.len()];
    for (place, value) in (0..).zip(&values) {
        if !interval.take(place, *value) {
            return None;
        }
        for (surd, left) in all.iter().zip(&mut left) {
            *left += usize::from(*left == usize::try_from(place).ok()? && interval.contains(*surd));
        }
    }
    // The interval leaves the constant free; a candidate must also come with one that fits.
    let fits =
        |(surd, left): (&Surd, &usize)| (*left == values.len()).then(|| Some((*surd, offset(&values, *surd)?)))?;
    let fitting: Vec<(Surd, Offset)> = all.iter().zip(&left).filter_map(fits).collect();
    // A whole constant is simpler than a part of one.
    let is_whole = |fit: &(Surd, Offset)| matches!(fit.1, Offset::Shift(..));
    let whole: Vec<(Surd, Offset)> = fitting.iter().copied().filter(is_whole).collect();
    let fitting = if whole.is_empty() { fitting } else { whole };
    let (alpha, offset) = *fitting.first()?;
    let unique = fitting.len() == 1;
    // Told from all others, or from those that would be named before it.
    let before = all.iter().position(|surd| *surd == alpha)?;
    let others = if unique { 0..all.len() } else { 0..before };
    let excluded = others.filter(|place| left[*place] < values.len()).map(|place| left[place] + 1);
    let told = excluded.max().unwrap_or(1).max(2);
    let known = alpha.name().is_some();
    let is_plain = matches!(offset, Offset::Shift(_, 0));
    let held_out = terms.len() - told.min(terms.len());
    // The few slopes with names are believed from two terms on, the others when as many are held out as used.
    let is_sure = (if known && is_plain { 2 } else { told + 2 }) <= held_out && (unique || known);
    if !is_sure && (terms.len() < SURE || held_out < 2) {
        return None;
    }
    Some(Slope { alpha, offset, used: told, unique: unique && is_sure })
}

/// What stands beside a slope, nothing preferred, then whole numbers.
fn offset(values: &[i128], alpha: Surd) -> Option<Offset> {
    let first = *values.first()?;
    // floor(s*alpha) = first for s next to first/alpha only; bisection finds the least such s.
    let (mut low, mut high) = (-LARGEST, LARGEST);
    while low < high {
        let middle = (low + high).div_euclid(2);
        if alpha.floor_times(middle) < first { low = middle + 1 } else { high = middle }
    }
    let agrees = |offset: &Offset| (0..).zip(values).all(|(k, value)| offset.term(alpha, k) == *value);
    let whole = if alpha.name().is_some() { 0..=3 } else { 0..=1 };
    let plain = (low..low + 4).map(|shift| Offset::Shift(shift, 0));
    let shifted = whole.map(|shift| Offset::Shift(shift, first - alpha.floor_times(shift)));
    let parts = (2..=PARTS).flat_map(|parts| {
        let is_reduced = move |over: &i128| (2..=parts).all(|factor| parts % factor != 0 || over % factor != 0);
        (1..parts).filter(is_reduced).map(move |over| Offset::Part(first * parts + over, parts))
    });
    plain.chain(shifted).chain(parts).find(agrees)
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
    match slope.offset {
        Offset::Shift(shift, 0) => Some(shift),
        Offset::Shift(..) | Offset::Part(..) => None,
    }
}
