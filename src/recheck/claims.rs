//! Formulas and sets of claims as conditions on tracks, quantifiers among them; apart from the formula compiler.
use super::known::Slot;
use super::powers::{exponent_base, is_exponent_in};
use super::read::Reader;
use super::search::{Linear, OnTracks};
use super::tracks::{AMOUNTS, Read, at_most, equal, not, track};
use crate::ruleset::Term;
use crate::ruleset::statement::{Bound, Formula, Set, SetKind, Value};

impl Reader<'_> {
    /// A formula of a claim.
    pub(super) fn formula(&mut self, formula: &Formula) -> Read<OnTracks> {
        self.read(formula, true)
    }

    /// The opposite of a formula of a claim.
    pub(super) fn opposite(&mut self, formula: &Formula) -> Read<OnTracks> {
        self.read(formula, false)
    }

    /// That the formula has this truth.
    pub(super) fn read(&mut self, formula: &Formula, truth: bool) -> Read<OnTracks> {
        let mut all = |parts: &[Formula]| parts.iter().map(|part| self.read(part, truth)).collect::<Read<Vec<_>>>();
        Ok(match formula {
            Formula::Known(known) => OnTracks::Known(*known == truth),
            Formula::Test(lookups, condition) => self.apart(&mut |reader| {
                reader.look_up(lookups)?;
                let condition = reader.condition(condition)?;
                Ok(if truth { condition } else { not(condition) })
            })?,
            Formula::And(parts) if truth => OnTracks::And(all(parts)?),
            Formula::Or(parts) if !truth => OnTracks::And(all(parts)?),
            Formula::And(parts) | Formula::Or(parts) => OnTracks::Or(all(parts)?),
            Formula::Not(inner) => self.read(inner, !truth)?,
            Formula::Iff(left, right) => {
                let both = OnTracks::And(vec![self.read(left, true)?, self.read(right, truth)?]);
                OnTracks::Or(vec![both, OnTracks::And(vec![self.read(left, false)?, self.read(right, !truth)?])])
            }
            Formula::Exists(bound, body) if truth => self.some(bound, body, true)?,
            Formula::Exists(bound, body) => self.denied(&mut |reader| reader.some(bound, body, true))?,
            Formula::ForAll(bound, body) if truth => self.denied(&mut |reader| reader.some(bound, body, false))?,
            Formula::ForAll(bound, body) => self.some(bound, body, false)?,
            Formula::Member(place, set) if place.game == 0 => self.apart(&mut |reader| {
                reader.look_up(&place.lookups)?;
                let position = place.position.iter().map(|term| reader.term(term)).collect::<Read<Vec<_>>>()?;
                reader.membership(set, &position, truth)
            })?,
            Formula::Is(property, place) => self.property(*property, place, truth)?,
            Formula::SomeOption(place, slots, body) if truth => self.option(place, slots, body, true)?,
            Formula::SomeOption(place, slots, body) => {
                self.denied(&mut |reader| reader.option(place, slots, body, true))?
            }
            Formula::AllOptions(place, slots, body) if truth => {
                self.denied(&mut |reader| reader.option(place, slots, body, false))?
            }
            Formula::AllOptions(place, slots, body) => self.option(place, slots, body, false)?,
            Formula::Member(..) | Formula::Admissible(_) => {
                return Err("its claim has a look-up that is not checked".to_owned());
            }
        })
    }

    /// For some value of a bound variable, the body has this truth.
    fn some(&mut self, bound: &Bound, body: &Formula, truth: bool) -> Read<OnTracks> {
        self.apart(&mut |reader| {
            let ranges = reader.bind(bound, is_exponent_in(body, bound.slot))?;
            Ok(OnTracks::And(vec![ranges, reader.read(body, truth)?]))
        })
    }

    /// Whether coordinates lie in a set.
    pub(super) fn member(&mut self, set: &Set, position: &[Linear]) -> Read<OnTracks> {
        self.membership(set, position, true)
    }

    /// Whether coordinates lie in a set, or not.
    pub(super) fn membership(&mut self, set: &Set, position: &[Linear], truth: bool) -> Read<OnTracks> {
        let one = |parts: Vec<OnTracks>| if truth { OnTracks::Or(parts) } else { OnTracks::And(parts) };
        let all = |parts: Vec<OnTracks>| if truth { OnTracks::And(parts) } else { OnTracks::Or(parts) };
        Ok(match &set.kind {
            SetKind::List(elements) => {
                let mut parts = Vec::new();
                for element in elements {
                    parts.push(self.apart(&mut |reader| {
                        let inside = reader.element(element, position)?;
                        Ok(if truth { inside } else { not(inside) })
                    })?);
                }
                one(parts)
            }
            SetKind::Family { .. } if truth => self.family(set, position)?,
            SetKind::Family { .. } => self.denied(&mut |reader| reader.family(set, position))?,
            SetKind::Union(left, right) => {
                one(vec![self.membership(left, position, truth)?, self.membership(right, position, truth)?])
            }
            SetKind::Intersection(left, right) => {
                all(vec![self.membership(left, position, truth)?, self.membership(right, position, truth)?])
            }
            SetKind::Difference(left, right) => {
                all(vec![self.membership(left, position, truth)?, self.membership(right, position, !truth)?])
            }
            SetKind::Symmetric(inner, width) => {
                let heaps = self.heaps / width.max(&1);
                if 4 < heaps {
                    return Err("so many permutations are not checked".to_owned());
                }
                let mut parts = Vec::new();
                for order in orders(heaps) {
                    let permuted: Vec<Linear> =
                        order.iter().flat_map(|at| position[at * width..(at + 1) * width].to_vec()).collect();
                    let permuted = [permuted.as_slice(), &position[heaps * width..]].concat();
                    parts.push(self.membership(inner, &permuted, truth)?);
                }
                one(parts)
            }
            SetKind::Outcome(outcome) => self.apart(&mut |reader| reader.has_outcome(*outcome, position, truth))?,
        })
    }

    fn family(&mut self, set: &Set, position: &[Linear]) -> Read<OnTracks> {
        let SetKind::Family { bound, condition, element } = &set.kind else { return Ok(OnTracks::Known(false)) };
        if let Some(element) = self.elements.as_ref().and_then(|elements| elements.get(&set.id)) {
            let Some(element) = element else { return Ok(OnTracks::Known(false)) };
            let same = element.iter().zip(position).map(|(own, coordinate)| equal(own, coordinate));
            return Ok(OnTracks::And(same.collect::<Read<_>>()?));
        }
        if let Some(index) = self.growth.clone().filter(|index| index.has(set)) {
            return self.apart(&mut |reader| reader.grown(set, position, &index));
        }
        self.apart(&mut |reader| {
            let mut parts = Vec::new();
            for bound in bound {
                let exponent = element.iter().find_map(|value| exponent_base(&value.term, bound.slot));
                parts.push(reader.bind(bound, exponent)?);
            }
            parts.push(reader.element(element, position)?);
            if let Some(condition) = condition {
                parts.push(reader.formula(condition)?);
            }
            Ok(OnTracks::And(parts))
        })
    }

    pub(super) fn element(&mut self, element: &[Value], position: &[Linear]) -> Read<OnTracks> {
        let mut parts = Vec::new();
        for (value, coordinate) in element.iter().zip(position) {
            self.look_up(&value.lookups)?;
            let value = self.term(&value.term)?;
            parts.push(equal(&value, coordinate)?);
        }
        Ok(OnTracks::And(parts))
    }

    /// A track for a bound variable, and its ranges as a condition.
    pub(super) fn bind(&mut self, bound: &Bound, base: Option<u32>) -> Read<OnTracks> {
        if let Some(base) = base {
            return self.bind_exponent(bound, base);
        }
        let natural = bound.domain.0.iter().all(|(low, _)| matches!(low.term, Term::Constant(0..)));
        let form = if natural { track(self.tracks.take((AMOUNTS, 0))) } else { self.integer((AMOUNTS, 0))? };
        let mut ranges = Vec::new();
        for (low, high) in &bound.domain.0 {
            self.look_up(&low.lookups)?;
            self.look_up(high.as_ref().map_or(&[], |high| &high.lookups))?;
            let low = self.term(&low.term)?;
            let mut parts = vec![at_most(&low, &form)?];
            if let Some(high) = high {
                let high = self.term(&high.term)?;
                parts.push(at_most(&form, &high)?);
            }
            ranges.push(OnTracks::And(parts));
        }
        self.slots.insert(bound.slot, Slot::Number(form));
        Ok(OnTracks::Or(ranges))
    }
}

pub(super) fn orders(count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for at in 0..count {
        let mut next = Vec::new();
        for begun in &all {
            for place in 0..=begun.len() {
                let mut order: Vec<usize> = begun.clone();
                order.insert(place, at);
                next.push(order);
            }
        }
        all = next;
    }
    all
}
