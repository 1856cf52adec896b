//! Reads words of digits: what of a relation between tracks is open after some digits. Apart from the automata that proofs are
//! found with.
use super::table::{CubicWeights, GraphTable, Numeration};
use std::collections::BTreeSet;
use std::rc::Rc;

/// `sum of coefficient * track + constant`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Linear {
    pub(super) terms: Vec<(usize, i64)>,
    pub(super) constant: i64,
}

/// A relation between tracks.
#[derive(Clone, Debug)]
pub(super) enum Atom {
    /// The form is at most 0.
    AtMost(Linear),
    /// The form is 0.
    Zero(Linear),
    /// The table accepts these tracks, which ascend.
    Accepts(Rc<GraphTable>, Vec<usize>),
    /// The nim-sum of the tracks is 0.
    Xor(Vec<usize>),
    /// Weights: 1, d, d^2, ... in base d. The digits are a 1 and zeros, whose number is a multiple.
    OneDigit(usize, u32),
    /// The third track is the digit of the first at the place of the only 1 of the second.
    Digit(usize, usize, usize),
    /// The digits of the second track are those of the first, one place higher.
    Shift(usize, usize),
    /// The number is positive, and an even number of its last digits are zeros.
    EvenZeros(usize),
}

/// A condition on tracks.
#[derive(Clone, Debug)]
pub(super) enum OnTracks {
    Known(bool),
    Is(Atom),
    Not(Box<OnTracks>),
    And(Vec<OnTracks>),
    Or(Vec<OnTracks>),
    /// For some numbers on these tracks, which nothing else speaks of.
    Some(Vec<usize>, Box<OnTracks>),
}

/// More states than were allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooMany;

/// A relation that reads digits.
pub(super) struct Machine {
    numeration: Numeration,
    tracks: usize,
    atom: Atom,
}

/// What is kept of the digits so far.
///
/// Of a sum: its value; where weights obey a recurrence of order two, the value one place lower as well, and with one of order three
/// the values one and two places higher.
pub(super) type State = [i64; 3];

/// A residual that no digits can bring back.
pub(super) const LOW: i64 = i64::MIN;
pub(super) const HIGH: i64 = i64::MAX;
/// A word that is not in the relation.
const DEAD: i64 = -1;

impl Machine {
    /// A reader of a relation between the first tracks.
    pub(super) fn new(numeration: Numeration, tracks: usize, atom: Atom) -> Self {
        Self { numeration, tracks, atom }
    }

    pub(super) fn start(&self) -> State {
        match &self.atom {
            Atom::Accepts(table, _) => [i64::from(table.start()), 0, 0],
            _ => [0, 0, 0],
        }
    }

    /// Reads a digit of one track; `None` if a number leaves 62 bits. Whether words are valid is not looked at.
    pub(super) fn read(&self, state: State, track: usize, digit: u32) -> Option<State> {
        let last = track + 1 == self.tracks;
        let [here, ..] = state;
        let digit = i64::from(digit);
        Some(match &self.atom {
            Atom::AtMost(form) | Atom::Zero(form) => return self.sum(form, state, track, digit),
            Atom::Accepts(table, tracks) if tracks.contains(&track) => {
                [i64::from(table.edge(u32::try_from(here).ok()?, u32::try_from(digit).ok()?)), 0, 0]
            }
            Atom::Xor(_) if here != DEAD => match here ^ digit {
                1.. if last => [DEAD, 0, 0],
                sum => [sum, 0, 0],
            },
            Atom::OneDigit(_, period) => match (here, digit) {
                (0, 0 | 1) => [digit, 0, 0],
                (place @ 1.., 0) => [1 + place % i64::from(*period), 0, 0],
                _ => [DEAD, 0, 0],
            },
            Atom::Digit(..) if here != DEAD => self.digit(state, track, digit),
            // The digit that the first track must have next, and with higher weights the digits of this row.
            Atom::Shift(from, _) if here != DEAD => {
                let radix = i64::from(self.numeration.digits());
                let all = here + digit * if track == *from { radix } else { radix * radix };
                match (all % radix, all / radix % radix) {
                    _ if !last => [all, 0, 0],
                    (wanted, got) if wanted == got => [all / (radix * radix), 0, 0],
                    _ => [DEAD, 0, 0],
                }
            }
            // One or two more than zeros modulo 2 behind a digit that is not 0.
            Atom::EvenZeros(own) if *own == track => match (here, digit) {
                (0, 0) => [0, 0, 0],
                (1, 0) => [2, 0, 0],
                _ => [1, 0, 0],
            },
            _ => state,
        })
    }

    /// The state of a sum after a digit of a track: its value so far, and what a further digit needs to know of it.
    fn sum(&self, form: &Linear, mut state: State, track: usize, digit: i64) -> Option<State> {
        if matches!(state[0], LOW | HIGH) {
            return Some(state);
        }
        if track == 0 {
            state = higher(self.numeration, state)?;
        }
        let coefficient: i64 = form.terms.iter().filter(|term| term.0 == track).map(|term| term.1).sum();
        let more = coefficient.checked_mul(digit)?;
        for (part, weight) in state.iter_mut().zip(units(self.numeration)) {
            *part = part.checked_add(more.checked_mul(weight)?)?;
        }
        let inequality = matches!(self.atom, Atom::AtMost(_));
        if track + 1 == self.tracks
            && let Some(end) = beyond(form, state, self.numeration, inequality)
        {
            // For an equation both ends are the same.
            return Some([if inequality { end } else { HIGH }, 0, 0]);
        }
        Some(state)
    }

    /// First one more than the digit at the place, 0 before it; then the digits of this row, and of the third track after it.
    fn digit(&self, [here, before, _]: State, track: usize, digit: i64) -> State {
        let Atom::Digit(number, place, value) = self.atom else { return [DEAD, 0, 0] };
        let radix = i64::from(self.numeration.digits());
        let mut row = if track == 0 { 0 } else { before };
        for (own, weight) in [(number, 1), (place, radix), (value, radix * radix)] {
            if own == track {
                row += weight * digit;
            }
        }
        if track + 1 < self.tracks {
            return [here, row, 0];
        }
        match (here, row / radix % radix) {
            (_, 0) => [here, row / (radix * radix), 0],
            (0, 1) => [1 + row % radix, row / (radix * radix), 0],
            _ => [DEAD, 0, 0],
        }
    }

    /// Whether the relation holds if the word ends here.
    pub(super) fn accepts(&self, state: State) -> bool {
        ends(&self.atom, state)
    }

    /// The truth that no further digits change, if there is one.
    pub(super) fn decided(&self, state: State) -> Option<bool> {
        match (&self.atom, state[0]) {
            (Atom::AtMost(_), LOW) => Some(true),
            (Atom::AtMost(_) | Atom::Zero(_), HIGH) | (Atom::Zero(_), LOW) => Some(false),
            (Atom::AtMost(_) | Atom::Zero(_), _) => None,
            (Atom::Accepts(..), node) => u32::try_from(node).ok().and_then(GraphTable::settled),
            (_, DEAD) => Some(false),
            _ => None,
        }
    }
}

/// The tracks that a condition reads.
pub(super) fn tracks_of(condition: &OnTracks) -> BTreeSet<usize> {
    match condition {
        OnTracks::Known(_) => BTreeSet::new(),
        OnTracks::Not(inner) => tracks_of(inner),
        OnTracks::And(parts) | OnTracks::Or(parts) => parts.iter().flat_map(tracks_of).collect(),
        OnTracks::Is(Atom::AtMost(form) | Atom::Zero(form)) => form.terms.iter().map(|term| term.0).collect(),
        OnTracks::Is(Atom::Accepts(_, tracks) | Atom::Xor(tracks)) => tracks.iter().copied().collect(),
        OnTracks::Is(Atom::OneDigit(own, _) | Atom::EvenZeros(own)) => BTreeSet::from([*own]),
        OnTracks::Is(Atom::Digit(number, place, value)) => BTreeSet::from([*number, *place, *value]),
        OnTracks::Is(Atom::Shift(from, to)) => BTreeSet::from([*from, *to]),
        OnTracks::Some(own, inner) => tracks_of(inner).into_iter().filter(|track| !own.contains(track)).collect(),
    }
}

/// The state of a sum with all digits one place higher.
fn higher(numeration: Numeration, [here, other, third]: State) -> Option<State> {
    if let Some(CubicWeights { factors: [a, b, c], .. }) = numeration.cubic() {
        let next = third.checked_mul(a)?.checked_add(other.checked_mul(b)?)?.checked_add(here.checked_mul(c)?)?;
        return Some([other, third, next]);
    }
    Some(match numeration.recurrence() {
        None => [here.checked_mul(i64::from(numeration.digits()))?, 0, 0],
        Some(weights) => [here.checked_mul(weights.factor)?.checked_add(other.checked_mul(weights.sign)?)?, here, 0],
    })
}

/// The state of a sum that is 1.
fn units(numeration: Numeration) -> State {
    match (numeration.cubic(), numeration.recurrence()) {
        (Some(weights), _) => weights.first,
        (None, Some(weights)) => [1, weights.before, 0],
        (None, None) => [1, 0, 0],
    }
}

/// Whether the sign of a form is settled after whole rows that come to `value`.
///
/// In base b, m more rows make it b^m times the value, and between (b^m - 1) times the sum of the negative coefficients and
/// as many times that of the positive ones are added. Otherwise less than the weight w(m) times the sums of coefficients is added.
///
/// Where weights are sums, with f(0) = 0, f(1) = 1 and f(m + 1) = factor * f(m) + f(m - 1), rows of zeros make it f(m + 1) times the
/// value and f(m) times the number before it; f(m) <= f(m + 1) and w(m) = f(m + 1) + f(m) <= 2 f(m + 1).
///
/// Where they are differences, rows of zeros make it w(m) times the value less w(m - 1) times the number before it, and
/// 0 <= w(m - 1) <= w(m).
fn beyond(form: &Linear, state: State, numeration: Numeration, zero_is_low: bool) -> Option<i64> {
    let part = |sign: i64| form.terms.iter().map(|term| (term.1 * sign).max(0)).fold(0_i64, i64::saturating_add);
    let (up, down) = (part(1), part(-1));
    if let Some(weights) = numeration.cubic() {
        return beyond_cubic(state, weights.first, (up, down, form.constant), zero_is_low);
    }
    let [value, before, _] = state;
    let end = value.saturating_add(form.constant);
    let low = if zero_is_low { end <= 0 } else { end < 0 };
    let Some(weights) = numeration.recurrence() else {
        return match (down <= value && 0 < end, value <= -up && low) {
            (true, _) => Some(HIGH),
            (_, true) => Some(LOW),
            _ => None,
        };
    };
    let (both, times) = match weights.sign {
        1 => (value.saturating_add(before), 2),
        _ => (value.saturating_sub(before), 1),
    };
    let far = |sum: i64| sum.saturating_mul(times).saturating_add(form.constant.saturating_abs());
    if far(down) < value.min(both) {
        Some(HIGH)
    } else if value.max(both) < -far(up) {
        Some(LOW)
    } else {
        None
    }
}

/// The same with a recurrence of order three, for a state whose parts are the values of the digits with 0, 1 and 2 places more.
///
/// Let v(m) be the value with m places more, and w(m) the weights, w(0) = 1. The digits on these places come to at most w(m) - 1 on
/// each track, so that the form is between v(m) - down (w(m) - 1) + constant and v(m) + up (w(m) - 1) + constant. All that obeys the
/// recurrence, whose factors are at least 1, and is not negative for m = 0, 1, 2 is never negative, and does not fall from m = 2 on.
/// So if v(m) - down w(m) is not negative there, its least value there is the least of all; and v(m) + up w(m) likewise.
pub(super) fn beyond_cubic(
    state: State,
    first: [i64; 3],
    (up, down, constant): (i64, i64, i64),
    zero_is_low: bool,
) -> Option<i64> {
    let with = |factor: i64| -> Option<State> {
        let mut all = state;
        for (part, weight) in all.iter_mut().zip(first) {
            *part = part.checked_add(factor.checked_mul(weight)?)?;
        }
        Some(all)
    };
    let (lower, upper) = (with(down.checked_neg()?)?, with(up)?);
    let (least, most) = (lower[0].min(lower[1]).min(lower[2]), upper[0].max(upper[1]).max(upper[2]));
    let lowest = least.checked_add(down)?.checked_add(constant)?;
    let highest = most.checked_sub(up)?.checked_add(constant)?;
    if 0 <= least && 0 < lowest {
        Some(HIGH)
    } else if most <= 0 && (highest < 0 || zero_is_low && highest == 0) {
        Some(LOW)
    } else {
        None
    }
}

fn ends(atom: &Atom, [here, before, _]: State) -> bool {
    match (atom, here) {
        (Atom::AtMost(_), LOW) => true,
        (Atom::AtMost(_) | Atom::Zero(_), HIGH) | (Atom::Zero(_), LOW) => false,
        (Atom::AtMost(form), value) => value.saturating_add(form.constant) <= 0,
        (Atom::Zero(form), value) => value.saturating_add(form.constant) == 0,
        (Atom::Accepts(table, _), node) => u32::try_from(node).is_ok_and(|node| table.accepts(node)),
        (Atom::Xor(_) | Atom::Shift(..), value) => value == 0,
        (Atom::OneDigit(..) | Atom::EvenZeros(_), value) => value == 1,
        (Atom::Digit(..), value) => 0 < value && before == value - 1,
    }
}
