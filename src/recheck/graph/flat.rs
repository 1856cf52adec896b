//! Conjunctions before they become graphs: taken apart, with what equations say of a track in its place, and how many cases they come to.
use crate::recheck::search::{Atom, Linear, OnTracks, tracks_of};
use crate::recheck::tracks::plus;
use std::collections::BTreeSet;

/// Conditions that come to more cases than this are tried as they are before they are taken apart.
const MANY_CASES: usize = 64;

/// Whether conditions come to many cases, those counted that speak of what is looked for.
pub(super) fn is_of_many_cases(all: &[OnTracks], speaks: &dyn Fn(&OnTracks) -> bool) -> bool {
    MANY_CASES < all.iter().filter(|part| speaks(part)).map(count_cases).fold(1, usize::saturating_mul)
}

/// Into how many cases a condition can be taken apart, with the disjunctions within disjunctions.
fn count_cases(condition: &OnTracks) -> usize {
    match condition {
        OnTracks::Or(parts) => parts.iter().map(count_cases).fold(0, usize::saturating_add),
        OnTracks::And(parts) => parts.iter().map(count_cases).fold(1, usize::saturating_mul),
        OnTracks::Some(_, body) => count_cases(body),
        OnTracks::Known(_) | OnTracks::Is(_) | OnTracks::Not(_) => 1,
    }
}

/// Puts what an equation says of an inner track in its place, where only linear conditions speak of it.
pub(super) fn substituted(flat: &mut Vec<OnTracks>, inner: &mut BTreeSet<usize>) -> bool {
    for track in inner.clone() {
        for (at, part) in flat.iter().enumerate() {
            let OnTracks::Is(Atom::Zero(form)) = part else { continue };
            let coefficient = coefficient(form, track);
            let others = flat.iter().enumerate().filter(|(other, _)| *other != at);
            // What comes in its place reads no more than what it replaces: no multiples, as remainders have.
            let plain = form.terms.iter().all(|term| term.1.abs() == 1);
            if !plain || coefficient.abs() != 1 || !others.clone().all(|(_, part)| is_linear_in(part, track)) {
                continue;
            }
            // The other terms come to -coefficient times the track.
            let rest = plus(form, -coefficient, &single(track));
            let value = rest.and_then(|rest| plus(&Linear::default(), -coefficient, &rest));
            let Ok(value) = value else { continue };
            let made = others.map(|(_, part)| with(part, track, &value)).collect::<Option<Vec<_>>>();
            let negative = plus(&Linear::default(), -1, &value);
            let (Some(mut made), Ok(negative)) = (made, negative) else { continue };
            made.push(OnTracks::Is(Atom::AtMost(negative)));
            *flat = made;
            inner.remove(&track);
            return true;
        }
    }
    false
}

fn single(track: usize) -> Linear {
    Linear { terms: vec![(track, 1)], constant: 0 }
}

fn coefficient(form: &Linear, track: usize) -> i64 {
    form.terms.iter().filter(|term| term.0 == track).map(|term| term.1).sum()
}

fn is_linear_in(condition: &OnTracks, track: usize) -> bool {
    match condition {
        OnTracks::Known(_) | OnTracks::Is(Atom::AtMost(_) | Atom::Zero(_)) => true,
        OnTracks::Not(inner) => is_linear_in(inner, track),
        OnTracks::And(parts) | OnTracks::Or(parts) => parts.iter().all(|part| is_linear_in(part, track)),
        other @ (OnTracks::Is(_) | OnTracks::Some(..)) => !tracks_of(other).contains(&track),
    }
}

fn with(condition: &OnTracks, track: usize, value: &Linear) -> Option<OnTracks> {
    let all = |parts: &[OnTracks]| parts.iter().map(|part| with(part, track, value)).collect::<Option<Vec<_>>>();
    let put = |form: &Linear| {
        let factor = coefficient(form, track);
        plus(form, -factor, &single(track)).and_then(|rest| plus(&rest, factor, value)).ok()
    };
    let truth = |form: &Linear, holds: bool| form.terms.is_empty().then_some(OnTracks::Known(holds));
    Some(match condition {
        OnTracks::Known(known) => OnTracks::Known(*known),
        OnTracks::Not(inner) => OnTracks::Not(Box::new(with(inner, track, value)?)),
        OnTracks::And(parts) => OnTracks::And(all(parts)?),
        OnTracks::Or(parts) => OnTracks::Or(all(parts)?),
        OnTracks::Is(Atom::AtMost(form)) => {
            let form = put(form)?;
            truth(&form, form.constant <= 0).unwrap_or(OnTracks::Is(Atom::AtMost(form)))
        }
        OnTracks::Is(Atom::Zero(form)) => {
            let form = put(form)?;
            truth(&form, form.constant == 0).unwrap_or(OnTracks::Is(Atom::Zero(form)))
        }
        other @ (OnTracks::Is(_) | OnTracks::Some(..)) => other.clone(),
    })
}

/// Takes conjunctions apart; numbers that some of them ask for are asked for by the whole.
pub(super) fn flattened(conditions: Vec<OnTracks>, flat: &mut Vec<OnTracks>, inner: &mut BTreeSet<usize>) {
    for condition in conditions {
        match condition {
            OnTracks::And(parts) => flattened(parts, flat, inner),
            OnTracks::Some(own, body) if own.iter().all(|track| !inner.contains(track)) => {
                inner.extend(own);
                flattened(vec![*body], flat, inner);
            }
            other => flat.push(other),
        }
    }
}
