//! Powers, by the tracks that hold them: their exponents are variables, the amounts of a move, or bounds of these.
use super::known::Slot;
use super::lookups::is_natural;
use super::polynomial::Polynomial;
use super::read::Reader;
use super::search::{Atom, Linear, OnTracks};
use super::table::Numeration;
use super::tracks::{AMOUNTS, HELP, Read, at_most, equal, never_negative, not, number, place, plus, track};
use crate::ruleset::branch::is_never_negative;
use crate::ruleset::statement::{Bound, Formula, Value};
use crate::ruleset::{self, Comparison, Move, Part, Term, Variable};

impl Reader<'_> {
    /// Tracks for the amounts of a move: a number, or the power whose exponent the amount is.
    pub(super) fn take_amounts(&mut self, family: &Move) -> Read<()> {
        for amount in 0..family.amounts.len() {
            let place = (AMOUNTS, place(amount));
            let natural = is_natural(&family.guard, amount);
            let slot = match base_in_move(family, amount) {
                Some(base) => {
                    // Powers with negative exponents have no value.
                    let all = (family.targets.len(), family.amounts.len());
                    if !natural && (cfg!(target_arch = "wasm32") || !is_never_negative(&family.guard, amount, all)) {
                        return Err("an exponent that may be negative is not checked".to_owned());
                    }
                    let own = self.tracks.take(place);
                    let power = self.is_power(own, base)?;
                    self.facts.push(power);
                    Slot::Power(base, own)
                }
                None if natural => Slot::Number(track(self.tracks.take(place))),
                None => Slot::Number(self.integer(place)?),
            };
            self.slots.insert(amount, slot);
        }
        Ok(())
    }

    /// That the number on a track is a power of the base.
    fn is_power(&self, own: usize, base: u32) -> Read<OnTracks> {
        let period = match self.numeration {
            Numeration::Base(radix) => (1..=10).find(|period| radix.checked_pow(*period) == Some(base)),
            Numeration::Zeckendorf | Numeration::Metallic(_) | Numeration::Chebyshev(_) | Numeration::Cubic(_) => None,
        };
        let period = period.ok_or_else(|| format!("powers of {base} are not checked in this numeration"))?;
        Ok(OnTracks::Is(Atom::OneDigit(own, period)))
    }

    /// A comparison of exponents with a number or with each other, as one of their powers: these grow with the exponents.
    pub(super) fn exponents(&self, left: &Term, comparison: Comparison, right: &Term) -> Read<Option<OnTracks>> {
        // The explorer has a limit of bytes, and does without.
        if cfg!(target_arch = "wasm32") || !self.slots.values().any(|slot| matches!(slot, Slot::Power(..))) {
            return Ok(None);
        }
        let difference = || Polynomial::of(left)?.plus(-1, &Polynomial::of(right)?)?.numerator().linear();
        let Some((terms, constant)) = difference() else { return Ok(None) };
        let power = |variable: Variable| match variable {
            Variable::Amount(slot) => match self.slots.get(&slot) {
                Some(Slot::Power(base, own)) => Some((*base, track(*own))),
                _ => None,
            },
            Variable::Coordinate(_) => None,
        };
        let held: Vec<_> = terms.iter().map(|(variable, factor)| (power(*variable), *factor)).collect();
        let (low, high) = match held.as_slice() {
            [(Some((base, own)), factor)] => return bounded((*base, own), *factor, constant, comparison).map(Some),
            [(Some((base, one)), by), (Some((same, other)), opposite)]
                if base == same && by + opposite == 0 && by.abs() == 1 =>
            {
                let (one, other) = if *by == 1 { (one, other) } else { (other, one) };
                let factor = raised(*base, constant.saturating_abs())?;
                let (more, less) = if 0 <= constant { (factor, 1) } else { (1, factor) };
                (plus(&number(0), more, one)?, plus(&number(0), less, other)?)
            }
            _ => return Ok(None),
        };
        Ok(Some(match comparison {
            Comparison::AtMost => at_most(&low, &high)?,
            Comparison::Equal => equal(&low, &high)?,
            Comparison::Different => not(equal(&low, &high)?),
        }))
    }

    /// A bound variable that is an exponent.
    pub(super) fn bind_exponent(&mut self, bound: &Bound, base: u32) -> Read<OnTracks> {
        let own = self.tracks.take((AMOUNTS, 0));
        let is_power = self.is_power(own, base)?;
        self.slots.insert(bound.slot, Slot::Power(base, own));
        let mut ranges = Vec::new();
        for (low, high) in &bound.domain.0 {
            let power = |value: &Value| match value.term {
                Term::Constant(value) => {
                    u32::try_from(value).ok().and_then(|value| i64::from(base).checked_pow(value)).map(number)
                }
                _ => None,
            };
            let open = || "the range of an exponent is not checked".to_owned();
            let mut parts = vec![at_most(&power(low).ok_or_else(open)?, &track(own))?];
            if let Some(high) = high {
                parts.push(at_most(&track(own), &power(high).ok_or_else(open)?)?);
            }
            ranges.push(OnTracks::And(parts));
        }
        Ok(OnTracks::And(vec![is_power, OnTracks::Or(ranges)]))
    }

    /// `floor(a / d^k) mod d`: the digit of a at the place k, where numbers are written in base d.
    pub(super) fn digit(&mut self, left: &Term, right: &Term) -> Read<Option<Linear>> {
        let (Term::FloorDivide(whole, place), Term::Constant(base)) = (left, right) else { return Ok(None) };
        let Term::Power(power, exponent) = &**place else { return Ok(None) };
        let (Term::Constant(of), Term::Variable(ruleset::Variable::Amount(slot))) = (&**power, &**exponent) else {
            return Ok(None);
        };
        let Some(Slot::Power(known, place)) = self.slots.get(slot).cloned() else { return Ok(None) };
        let written = self.numeration == Numeration::Base(known) && i128::from(known) == *base && of == base;
        let whole = self.term(whole)?;
        if !written || !never_negative(&whole) {
            return Err("only digits of natural numbers in the base of the certificate are checked".to_owned());
        }
        let own = self.tracks.take((HELP, 0));
        self.facts.push(equal(&track(own), &whole)?);
        let digit = self.tracks.take((HELP, 0));
        self.facts.push(at_most(&track(digit), &number(i64::from(known) - 1))?);
        self.facts.push(OnTracks::Is(Atom::Digit(own, place, digit)));
        Ok(Some(track(digit)))
    }

    /// A power with a number as base: a number, or the track of the power whose exponent a variable is.
    pub(super) fn power(&mut self, base: &Term, exponent: &Term) -> Read<Linear> {
        let base = self.term(base)?;
        if !base.terms.is_empty() {
            return Err("a power of a variable is not checked".to_owned());
        }
        let raised = |by: i64| u32::try_from(by).ok().and_then(|by| base.constant.checked_pow(by));
        let large = || "a power is too large".to_owned();
        let (slot, shift) = match exponent {
            Term::Constant(value) => {
                return i64::try_from(*value).ok().and_then(raised).map(number).ok_or_else(large);
            }
            Term::Variable(ruleset::Variable::Amount(slot)) => (*slot, 0),
            Term::Sum(parts) => match parts.as_slice() {
                [Term::Variable(ruleset::Variable::Amount(slot)), Term::Constant(shift)] => {
                    (*slot, i64::try_from(*shift).map_err(|_| large())?)
                }
                _ => return Err("an exponent is not checked".to_owned()),
            },
            _ => return Err("an exponent is not checked".to_owned()),
        };
        let Some(Slot::Power(known, held)) = self.slots.get(&slot).cloned() else {
            return Err("an exponent is used as a number".to_owned());
        };
        if i64::from(known) != base.constant || shift < 0 {
            return Err("an exponent is not checked".to_owned());
        }
        plus(&number(0), raised(shift).ok_or_else(large)?, &track(held))
    }
}

/// A number to a power.
fn raised(base: u32, by: i64) -> Read<i64> {
    let value = u32::try_from(by).ok().and_then(|by| i64::from(base).checked_pow(by));
    value.ok_or_else(|| "a power is too large".to_owned())
}

/// `factor * k + constant` beside 0, where the form holds the power whose exponent is k, and the factor is not 0.
fn bounded((base, own): (u32, &Linear), factor: i64, constant: i64, comparison: Comparison) -> Read<OnTracks> {
    let limit = -i128::from(constant);
    // k beside limit / factor: the next whole number that still satisfies a bound from above, or from below.
    let whole = limit.div_euclid(factor.into());
    let exact = limit.rem_euclid(factor.into()) == 0 && 0 <= whole;
    let at = |by: i128| {
        i64::try_from(by).map_err(|_| "a number is too large".to_owned()).and_then(|by| raised(base, by)).map(number)
    };
    Ok(match comparison {
        Comparison::AtMost if factor < 0 => at_most(&at(whole.max(0))?, own)?,
        Comparison::AtMost if whole < 0 => OnTracks::Known(false),
        Comparison::AtMost => at_most(own, &at(whole)?)?,
        Comparison::Equal if exact => equal(own, &at(whole)?)?,
        Comparison::Different if exact => not(equal(own, &at(whole)?)?),
        Comparison::Equal => OnTracks::Known(false),
        Comparison::Different => OnTracks::Known(true),
    })
}

/// The base of a power whose exponent is an amount of a move.
fn base_in_move(family: &Move, amount: usize) -> Option<u32> {
    if cfg!(target_arch = "wasm32") {
        return None;
    }
    let mut found = None;
    let mut note = |term: &Term| found = found.or_else(|| exponent_base(term, amount));
    Part::Condition(&family.guard).walk(&mut |part| match part {
        Part::Term(term) => {
            note(term);
            false
        }
        _ => true,
    });
    family.targets.iter().for_each(note);
    found
}

/// The base of a power whose exponent speaks of the slot, if a condition that a formula tests has one.
pub(super) fn is_exponent_in(formula: &Formula, slot: usize) -> Option<u32> {
    let mut found = None;
    Part::Formula(formula).walk(&mut |part| match part {
        Part::Condition(ruleset::Condition::Compare(left, _, right)) => {
            found = found.or_else(|| exponent_base(left, slot)).or_else(|| exponent_base(right, slot));
            false
        }
        Part::Formula(_) | Part::Condition(_) => found.is_none(),
        Part::Term(_) | Part::Set(_) | Part::Lookup(_) => false,
    });
    found
}

pub(super) fn exponent_base(term: &Term, slot: usize) -> Option<u32> {
    let mut found = None;
    Part::Term(term).walk(&mut |part| {
        let Part::Term(Term::Power(base, exponent)) = part else { return matches!(part, Part::Term(_)) };
        let mut own = false;
        exponent.visit_variables(&mut |variable| own |= variable == ruleset::Variable::Amount(slot));
        if let (true, Term::Constant(base)) = (own, &**base) {
            found = u32::try_from(*base).ok();
        }
        false
    });
    found
}
