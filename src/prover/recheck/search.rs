//! Reads words of digits: what of a condition without quantifiers is open after some digits. Apart from the automata that
//! proofs are found with.
use super::table::{Numeration, Table};
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
    Accepts(Rc<Table>, Vec<usize>),
    /// The nim-sum of the tracks is 0.
    Xor(Vec<usize>),
    /// 1, d, d^2, ...; in Zeckendorf's numeration 1, 2, 3, 5, ...: the digits are a 1 and zeros, whose number is a multiple.
    OneDigit(usize, u32),
    /// In Zeckendorf's numeration: the digits of the second track are those of the first, one place higher.
    Shift(usize, usize),
}

/// A condition without quantifiers.
#[derive(Clone, Debug)]
pub(super) enum Condition {
    Known(bool),
    Is(Atom),
    Not(Box<Condition>),
    And(Vec<Condition>),
    Or(Vec<Condition>),
}

/// More states than were allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooMany;

/// What remains of a condition, with its atoms numbered.
enum Shape {
    Known(bool),
    Is(usize),
    Not(Box<Shape>),
    And(Vec<Shape>),
    Or(Vec<Shape>),
}

/// A condition that reads digits.
pub(super) struct Machine {
    numeration: Numeration,
    tracks: usize,
    atoms: Vec<Atom>,
    shape: Shape,
}

/// Two numbers for each atom.
pub(super) type State = Vec<i64>;

/// A residual that no digits can bring back.
const LOW: i64 = i64::MIN;
const HIGH: i64 = i64::MAX;
/// A word that is not in the relation.
const DEAD: i64 = -1;
/// What an atom says does not matter any more.
const IDLE: i64 = i64::MIN + 1;

impl Machine {
    pub(super) fn new(numeration: Numeration, tracks: usize, condition: &Condition) -> Self {
        let mut atoms = Vec::new();
        let shape = numbered(condition, &mut atoms);
        Self { numeration, tracks, atoms, shape }
    }

    pub(super) fn start(&self) -> State {
        let mut state = Vec::new();
        for atom in &self.atoms {
            let first = if let Atom::Accepts(table, _) = atom { i64::from(table.start()) } else { 0 };
            state.extend([first, 0]);
        }
        state
    }

    /// Reads a digit of one track; `None` if a number leaves 62 bits. Whether words are valid is not looked at.
    pub(super) fn read(&self, state: &State, track: usize, digit: u32) -> Option<State> {
        let mut next = state.clone();
        for (index, atom) in self.atoms.iter().enumerate() {
            let (here, before) = (2 * index, 2 * index + 1);
            if next[here] == IDLE {
                continue;
            }
            match atom {
                Atom::AtMost(form) | Atom::Zero(form) => {
                    if matches!(next[here], LOW | HIGH) {
                        continue;
                    }
                    if track == 0 {
                        (next[here], next[before]) = match self.numeration {
                            Numeration::Base(radix) => (next[here].checked_mul(i64::from(radix))?, 0),
                            Numeration::Zeckendorf => (next[here].checked_add(next[before])?, next[here]),
                        };
                    }
                    let coefficient: i64 = form.terms.iter().filter(|term| term.0 == track).map(|term| term.1).sum();
                    let more = coefficient.checked_mul(i64::from(digit))?;
                    next[here] = next[here].checked_add(more)?;
                    if self.numeration == Numeration::Zeckendorf {
                        next[before] = next[before].checked_add(more)?;
                    }
                    if track + 1 == self.tracks
                        && let Some(end) =
                            beyond(form, [next[here], next[before]], self.numeration, matches!(atom, Atom::AtMost(_)))
                    {
                        // For an equation both ends are the same.
                        let end = if matches!(atom, Atom::Zero(_)) { HIGH } else { end };
                        (next[here], next[before]) = (end, 0);
                    }
                }
                Atom::Accepts(table, tracks) => {
                    if tracks.contains(&track) {
                        next[here] = i64::from(table.edge(u32::try_from(next[here]).ok()?, digit));
                    }
                }
                Atom::Xor(tracks) => {
                    if tracks.contains(&track) && next[here] != DEAD {
                        next[here] ^= i64::from(digit);
                    }
                    if track + 1 == self.tracks && next[here] != 0 {
                        next[here] = DEAD;
                    }
                }
                Atom::OneDigit(own, period) if *own == track => {
                    next[here] = match (next[here], digit) {
                        (0, 0 | 1) => i64::from(digit),
                        (state @ 1.., 0) => 1 + state % i64::from(*period),
                        _ => DEAD,
                    };
                }
                Atom::OneDigit(..) => {}
                // The digit that the first track must have next, and twice and four times the digits of this row.
                Atom::Shift(from, to) if next[here] != DEAD => {
                    for (own, weight) in [(from, 2), (to, 4)] {
                        if *own == track {
                            next[here] += weight * i64::from(digit);
                        }
                    }
                    if track + 1 == self.tracks {
                        let (wanted, got) = (next[here] & 1, next[here] >> 1 & 1);
                        next[here] = if wanted == got { next[here] >> 2 } else { DEAD };
                    }
                }
                Atom::Shift(..) => {}
            }
        }
        self.forget(&mut next);
        Some(next)
    }

    /// Forgets what atoms say that cannot change the truth of the condition, so that fewer states differ.
    fn forget(&self, state: &mut State) {
        let mut kept = vec![false; self.atoms.len()];
        self.keep(&self.shape, state, &mut kept);
        for (index, kept) in kept.into_iter().enumerate() {
            if !kept {
                (state[2 * index], state[2 * index + 1]) = (IDLE, 0);
            }
        }
    }

    fn keep(&self, shape: &Shape, state: &State, kept: &mut Vec<bool>) {
        match shape {
            Shape::Known(_) => {}
            Shape::Is(index) => kept[*index] = true,
            Shape::Not(inner) => self.keep(inner, state, kept),
            Shape::And(parts) | Shape::Or(parts) => {
                let decisive = Some(matches!(shape, Shape::Or(_)));
                let settled =
                    |part: &&Shape| self.truth(part, &|index, atom| settled(atom, state[2 * index])) == decisive;
                match parts.iter().find(settled) {
                    Some(part) => self.keep(part, state, kept),
                    None => parts.iter().for_each(|part| self.keep(part, state, kept)),
                }
            }
        }
    }

    /// Whether the condition holds if the word ends here.
    pub(super) fn accepts(&self, state: &State) -> bool {
        self.truth(&self.shape, &|index, atom| Some(ends(atom, state[2 * index]))) == Some(true)
    }

    /// The truth that no further digits change, if there is one.
    pub(super) fn decided(&self, state: &State) -> Option<bool> {
        self.truth(&self.shape, &|index, atom| settled(atom, state[2 * index]))
    }

    fn truth(&self, shape: &Shape, of: &dyn Fn(usize, &Atom) -> Option<bool>) -> Option<bool> {
        let every = |parts: &[Shape], decisive: bool| {
            let mut open = false;
            for part in parts {
                match self.truth(part, of) {
                    Some(truth) if truth == decisive => return Some(decisive),
                    Some(_) => {}
                    None => open = true,
                }
            }
            (!open).then_some(!decisive)
        };
        match shape {
            Shape::Known(known) => Some(*known),
            Shape::Is(index) => of(*index, &self.atoms[*index]),
            Shape::Not(inner) => self.truth(inner, of).map(|truth| !truth),
            Shape::And(parts) => every(parts, false),
            Shape::Or(parts) => every(parts, true),
        }
    }
}

/// The tracks that a condition reads.
pub(super) fn tracks_of(condition: &Condition) -> BTreeSet<usize> {
    match condition {
        Condition::Known(_) => BTreeSet::new(),
        Condition::Not(inner) => tracks_of(inner),
        Condition::And(parts) | Condition::Or(parts) => parts.iter().flat_map(tracks_of).collect(),
        Condition::Is(Atom::AtMost(form) | Atom::Zero(form)) => form.terms.iter().map(|term| term.0).collect(),
        Condition::Is(Atom::Accepts(_, tracks) | Atom::Xor(tracks)) => tracks.iter().copied().collect(),
        Condition::Is(Atom::OneDigit(own, _)) => BTreeSet::from([*own]),
        Condition::Is(Atom::Shift(from, to)) => BTreeSet::from([*from, *to]),
    }
}

fn numbered(condition: &Condition, atoms: &mut Vec<Atom>) -> Shape {
    let mut all = |parts: &[Condition]| parts.iter().map(|part| numbered(part, atoms)).collect();
    match condition {
        Condition::Known(known) => Shape::Known(*known),
        Condition::And(parts) => Shape::And(all(parts)),
        Condition::Or(parts) => Shape::Or(all(parts)),
        Condition::Not(inner) => Shape::Not(Box::new(numbered(inner, atoms))),
        Condition::Is(atom) => {
            let known = atoms.iter().position(|known| same(known, atom));
            Shape::Is(known.unwrap_or_else(|| {
                atoms.push(atom.clone());
                atoms.len() - 1
            }))
        }
    }
}

/// Whether the sign of a form is settled after whole rows that come to `value`.
///
/// In base b, m more rows make it b^m times the value, and between (b^m - 1) times the sum of the negative coefficients and
/// as many times that of the positive ones are added. In Zeckendorf's numeration, with the Fibonacci numbers f(1) = f(2) = 1,
/// they make it f(m + 1) times the value and f(m) times the number before it, and less than f(m + 2) times the sums of
/// coefficients is added; f(m) <= f(m + 1) and f(m + 2) <= 2 f(m + 1).
fn beyond(form: &Linear, [value, before]: [i64; 2], numeration: Numeration, zero_is_low: bool) -> Option<i64> {
    let part = |sign: i64| form.terms.iter().map(|term| (term.1 * sign).max(0)).fold(0_i64, i64::saturating_add);
    let (up, down) = (part(1), part(-1));
    let end = value.saturating_add(form.constant);
    let low = if zero_is_low { end <= 0 } else { end < 0 };
    match numeration {
        Numeration::Base(_) if down <= value && 0 < end => Some(HIGH),
        Numeration::Base(_) if value <= -up && low => Some(LOW),
        Numeration::Base(_) => None,
        Numeration::Zeckendorf => {
            let both = value.saturating_add(before);
            let far = |sum: i64| sum.saturating_mul(2).saturating_add(form.constant.saturating_abs());
            if far(down) < value.min(both) {
                Some(HIGH)
            } else if value.max(both) < -far(up) {
                Some(LOW)
            } else {
                None
            }
        }
    }
}

fn same(one: &Atom, other: &Atom) -> bool {
    match (one, other) {
        (Atom::AtMost(one), Atom::AtMost(other)) | (Atom::Zero(one), Atom::Zero(other)) => one == other,
        (Atom::Accepts(table, one), Atom::Accepts(own, other)) => Rc::ptr_eq(table, own) && one == other,
        (Atom::Xor(one), Atom::Xor(other)) => one == other,
        (Atom::OneDigit(one, period), Atom::OneDigit(other, own)) => one == other && period == own,
        (Atom::Shift(one, to), Atom::Shift(other, own)) => one == other && to == own,
        _ => false,
    }
}

fn ends(atom: &Atom, state: i64) -> bool {
    match (atom, state) {
        (_, IDLE) => false,
        (Atom::AtMost(_), LOW) => true,
        (Atom::AtMost(_) | Atom::Zero(_), HIGH) | (Atom::Zero(_), LOW) => false,
        (Atom::AtMost(form), value) => value.saturating_add(form.constant) <= 0,
        (Atom::Zero(form), value) => value.saturating_add(form.constant) == 0,
        (Atom::Accepts(table, _), node) => u32::try_from(node).is_ok_and(|node| table.accepts(node)),
        (Atom::Xor(_) | Atom::Shift(..), value) => value == 0,
        (Atom::OneDigit(..), value) => value == 1,
    }
}

fn settled(atom: &Atom, state: i64) -> Option<bool> {
    match (atom, state) {
        (_, IDLE) => None,
        (Atom::AtMost(_), LOW) => Some(true),
        (Atom::AtMost(_) | Atom::Zero(_), HIGH) | (Atom::Zero(_), LOW) => Some(false),
        (Atom::Accepts(..), node) => u32::try_from(node).ok().and_then(Table::settled),
        (Atom::Xor(_) | Atom::OneDigit(..) | Atom::Shift(..), DEAD) => Some(false),
        _ => None,
    }
}
