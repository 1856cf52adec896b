//! Tracks of digits, linear forms of the numbers on them, and conditions that compare two forms. Knows nothing of rules and claims.
use super::search::{Atom, Linear, OnTracks};
use std::collections::BTreeMap;
use std::rc::Rc;

/// What was read, or why it cannot be.
pub(super) type Read<T> = Result<T, String>;

/// Hands out tracks. A track has a place, and tracks are read in the order of their places.
#[derive(Debug, Default)]
pub(super) struct Tracks {
    places: Vec<(u32, u32)>,
    taken: Vec<bool>,
    /// Those that were taken last.
    log: Vec<usize>,
}

impl Tracks {
    /// A track that nothing uses.
    pub(super) fn take(&mut self, place: (u32, u32)) -> usize {
        let free = (0..self.places.len()).find(|track| !self.taken[*track] && self.places[*track] == place);
        let track = free.unwrap_or_else(|| {
            self.places.push(place);
            self.taken.push(false);
            self.places.len() - 1
        });
        self.taken[track] = true;
        self.log.push(track);
        track
    }

    /// Where a track stands.
    pub(super) fn place(&self, track: usize) -> (u32, u32) {
        self.places[track]
    }

    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    /// Takes back all tracks but the first ones: conditions beside each other can share them.
    pub(super) fn release(&mut self, kept: usize) {
        self.taken[kept..].fill(false);
    }

    /// How many times a track was taken.
    pub(super) fn log_length(&self) -> usize {
        self.log.len()
    }

    /// The tracks that were taken after so many others.
    pub(super) fn taken_since(&mut self, before: usize) -> Vec<usize> {
        self.log.split_off(before.min(self.log.len()))
    }

    /// The number of each track in the order of reading.
    pub(super) fn order(&self) -> Vec<usize> {
        let mut sorted: Vec<usize> = (0..self.places.len()).collect();
        sorted.sort_by_key(|track| (self.places[*track], *track));
        let mut order = vec![0; sorted.len()];
        for (at, track) in sorted.into_iter().enumerate() {
            order[track] = at;
        }
        order
    }
}

/// Places of tracks: heaps come first, each with the heap after the move; values last.
pub(super) const AMOUNTS: u32 = 1_000;
pub(super) const HELP: u32 = 2_000;
pub(super) const VALUES: u32 = 3_000;

/// The place of a coordinate, amount or value by its number. Places only order the tracks: behind those that there are, all
/// have the last one.
pub(super) fn place(at: usize) -> u32 {
    u32::try_from(at).map_or(AMOUNTS - 1, |at| at.min(AMOUNTS - 1))
}

pub(super) fn track(track: usize) -> Linear {
    Linear { terms: vec![(track, 1)], constant: 0 }
}

pub(super) fn number(constant: i64) -> Linear {
    Linear { terms: Vec::new(), constant }
}

/// `left + factor * right`.
pub(super) fn plus(left: &Linear, factor: i64, right: &Linear) -> Read<Linear> {
    let large = || "a number is too large".to_owned();
    let mut terms: BTreeMap<usize, i64> = left.terms.iter().copied().collect();
    for (track, coefficient) in &right.terms {
        let more = coefficient.checked_mul(factor).ok_or_else(large)?;
        let known = terms.entry(*track).or_default();
        *known = known.checked_add(more).filter(|sum| sum.unsigned_abs() < 1 << 40).ok_or_else(large)?;
    }
    terms.retain(|_, coefficient| *coefficient != 0);
    let more = right.constant.checked_mul(factor).ok_or_else(large)?;
    let constant = left.constant.checked_add(more).filter(|sum| sum.unsigned_abs() < 1 << 40).ok_or_else(large)?;
    Ok(Linear { terms: terms.into_iter().collect(), constant })
}

pub(super) fn at_most(left: &Linear, right: &Linear) -> Read<OnTracks> {
    let form = plus(left, -1, right)?;
    if 0 < form.constant && never_negative(&form) {
        return Ok(OnTracks::Known(false));
    }
    if form.constant <= 0 && form.terms.iter().all(|term| term.1 <= 0) {
        return Ok(OnTracks::Known(true));
    }
    Ok(OnTracks::Is(Atom::AtMost(form)))
}

pub(super) fn equal(left: &Linear, right: &Linear) -> Read<OnTracks> {
    let form = plus(left, -1, right)?;
    if form.terms.is_empty() {
        return Ok(OnTracks::Known(form.constant == 0));
    }
    Ok(OnTracks::Is(Atom::Zero(form)))
}

pub(super) fn not(condition: OnTracks) -> OnTracks {
    OnTracks::Not(Box::new(condition))
}

/// Whether a form is no negative number anywhere.
pub(super) fn never_negative(form: &Linear) -> bool {
    0 <= form.constant && form.terms.iter().all(|term| 0 <= term.1)
}

/// A condition on tracks with other numbers.
pub(super) fn renamed(condition: &OnTracks, order: &[usize]) -> OnTracks {
    let all = |parts: &[OnTracks]| parts.iter().map(|part| renamed(part, order)).collect();
    let form = |form: &Linear| Linear {
        terms: form.terms.iter().map(|(track, coefficient)| (order[*track], *coefficient)).collect(),
        constant: form.constant,
    };
    let tracks = |tracks: &[usize]| tracks.iter().map(|track| order[*track]).collect();
    match condition {
        OnTracks::Known(known) => OnTracks::Known(*known),
        OnTracks::And(parts) => OnTracks::And(all(parts)),
        OnTracks::Or(parts) => OnTracks::Or(all(parts)),
        OnTracks::Not(inner) => OnTracks::Not(Box::new(renamed(inner, order))),
        OnTracks::Some(own, inner) => OnTracks::Some(tracks(own), Box::new(renamed(inner, order))),
        OnTracks::Is(atom) => OnTracks::Is(match atom {
            Atom::AtMost(linear) => Atom::AtMost(form(linear)),
            Atom::Zero(linear) => Atom::Zero(form(linear)),
            Atom::Accepts(table, own) => Atom::Accepts(Rc::clone(table), tracks(own)),
            Atom::Xor(own) => Atom::Xor(tracks(own)),
            Atom::OneDigit(own, period) => Atom::OneDigit(order[*own], *period),
            Atom::Digit(number, place, value) => Atom::Digit(order[*number], order[*place], order[*value]),
            Atom::Shift(from, to) => Atom::Shift(order[*from], order[*to]),
            Atom::EvenZeros(own) => Atom::EvenZeros(order[*own]),
        }),
    }
}
