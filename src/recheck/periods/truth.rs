//! The truth of a formula about a heap at one number, by values that are known. What has no value is neither true nor false.
use super::fixed::FixedNumbers;
use super::{GameValues, OwnHeap};
use crate::ruleset::statement::{Body, Bound, Formula, Lookup, Place, Property, Set, SetKind, Statement, Value};
use crate::ruleset::{Condition, Term, Variable};
use crate::value::Outcome;

/// Values of a variable that are tried at most.
const MOST_VALUES: i64 = 1 << 16;

/// True, false, or without a value; or why it cannot be said.
type HeapTruth = Result<Option<bool>, String>;

/// A number at which a claim is tried.
#[derive(Debug)]
pub(super) struct Trial<'a> {
    own: OwnHeap,
    games: &'a [GameValues],
    fixed: &'a FixedNumbers,
    statement: &'a Statement,
    /// The coordinates of the position.
    heaps: Vec<i64>,
    slots: Vec<i64>,
}

impl<'a> Trial<'a> {
    pub(super) fn new(
        own: OwnHeap,
        games: &'a [GameValues],
        fixed: &'a FixedNumbers,
        statement: &'a Statement,
    ) -> Self {
        let mut slots = vec![0; statement.slots];
        for (slot, number) in &fixed.slots {
            slots[*slot] = *number;
        }
        let runs = if let OwnHeap::Heap(heap) = own { Some(heap) } else { None };
        let last = fixed.heaps.keys().chain(&statement.free).copied().chain(runs).max().unwrap_or(0);
        let heaps = (0..=last).map(|heap| fixed.heaps.get(&heap).copied().unwrap_or(0)).collect();
        Self { own, games, fixed, statement, heaps, slots }
    }

    /// Whether a statement holds at a number, or says nothing of it; nothing where it has no value.
    pub(super) fn holds_at(&mut self, n: i64, formula: Option<&Formula>, excepted: Option<&Set>) -> HeapTruth {
        match self.own {
            OwnHeap::Heap(heap) => self.heaps[heap] = n,
            OwnHeap::Slot(slot) => self.slots[slot] = n,
            OwnHeap::Nothing => {}
        }
        if let Some(condition) = &self.statement.condition
            && self.formula(condition)? != Some(true)
        {
            return Ok(Some(true));
        }
        if let Some(set) = excepted
            && self.member(set, n)? == Some(true)
        {
            return Ok(Some(true));
        }
        match (&self.statement.body, formula) {
            (Body::Equal(outcome, set), _) => {
                let sides = self.member(set, n)?.zip(self.has_outcome(0, &[n], *outcome)?);
                Ok(sides.map(|(inside, own)| inside == own))
            }
            (_, Some(formula)) => self.formula(formula),
            _ => Ok(None),
        }
    }

    /// The value of a position; none if there is no such position.
    fn value_at(&self, game: usize, position: &[i64]) -> Result<Option<i64>, String> {
        let known = self.games.get(game);
        let heaps = known.and_then(|known| known.heaps).unwrap_or(position.len());
        if position.iter().take(heaps).any(|heap| *heap < 0) {
            return Ok(None);
        }
        let found = known.and_then(|known| known.at(position));
        let (line, place) = found.ok_or_else(|| format!("the certificate has no period of game {game}"))?;
        let place = usize::try_from(place).map_err(|_| "a heap is too large")?;
        let value = i64::try_from(line.at(place));
        value.map(Some).map_err(|_| "a value is too large".to_owned())
    }

    fn has_outcome(&self, game: usize, position: &[i64], outcome: Outcome) -> HeapTruth {
        let value = self.value_at(game, position)?;
        Ok(value.map(|value| (value == 0) == (outcome == Outcome::P)))
    }

    fn number(&self, term: &Term) -> Option<i64> {
        term.evaluate(&self.heaps, &self.slots).ok().and_then(|number| i64::try_from(number).ok())
    }

    /// A position, if all its terms have a value.
    fn position(&self, terms: &[Term]) -> Option<Vec<i64>> {
        terms.iter().map(|term| self.number(term)).collect()
    }

    /// Whether everything that is looked up has a value.
    fn look_up(&mut self, lookups: &[Lookup]) -> Result<bool, String> {
        for lookup in lookups {
            let position = self.position(&lookup.position);
            let value = position.map(|position| self.value_at(lookup.game, &position)).transpose()?.flatten();
            let Some(value) = value else { return Ok(false) };
            self.slots[lookup.slot] = value;
        }
        Ok(true)
    }

    fn place(&mut self, place: &Place) -> Result<Option<Vec<i64>>, String> {
        Ok(if self.look_up(&place.lookups)? { self.position(&place.position) } else { None })
    }

    /// The truth of a formula; a part without a value matters only where no other decides.
    fn formula(&mut self, formula: &Formula) -> HeapTruth {
        match formula {
            Formula::Known(known) => Ok(Some(*known)),
            Formula::Test(lookups, condition) => self.test(lookups, condition),
            Formula::Is(Property::Outcome(outcome), place) => match self.place(place)? {
                Some(position) => self.has_outcome(place.game, &position, *outcome),
                None => Ok(None),
            },
            Formula::Member(place, set) => match self.place(place)? {
                Some(position) => match position.as_slice() {
                    [heap] => self.member(set, *heap),
                    _ => Err("a position of several heaps in a set is not tried".to_owned()),
                },
                None => Ok(None),
            },
            Formula::And(parts) => decided(false, parts.iter().map(|part| self.formula(part))),
            Formula::Or(parts) => decided(true, parts.iter().map(|part| self.formula(part))),
            Formula::Not(inner) => Ok(self.formula(inner)?.map(|truth| !truth)),
            Formula::Iff(left, right) => {
                let sides = (self.formula(left)?, self.formula(right)?);
                Ok(sides.0.zip(sides.1).map(|(left, right)| left == right))
            }
            Formula::ForAll(bound, body) => self.for_each(bound, false, &mut |trial| trial.formula(body)),
            Formula::Exists(bound, body) => self.for_each(bound, true, &mut |trial| trial.formula(body)),
            Formula::Is(..) | Formula::Admissible(_) | Formula::AllOptions(..) | Formula::SomeOption(..) => {
                Err("what is said of options is not tried".to_owned())
            }
        }
    }

    fn test(&mut self, lookups: &[Lookup], condition: &Condition) -> HeapTruth {
        if !self.look_up(lookups)? {
            return Ok(None);
        }
        Ok(condition.holds(&self.heaps, &self.slots).ok())
    }

    /// All values of a bound variable, until one has the truth that decides.
    fn for_each(&mut self, bound: &Bound, decisive: bool, body: &mut dyn FnMut(&mut Self) -> HeapTruth) -> HeapTruth {
        let mut void = false;
        for (low, high) in self.fixed.ranges(bound)? {
            let high = high.filter(|high| high.saturating_sub(low) < MOST_VALUES);
            for value in low..=high.ok_or_else(|| format!("`{}` has too many values", bound.name))? {
                self.slots[bound.slot] = value;
                match body(self)? {
                    Some(truth) if truth == decisive => return Ok(Some(decisive)),
                    Some(_) => {}
                    None => void = true,
                }
            }
        }
        Ok(if void { None } else { Some(!decisive) })
    }

    fn member(&mut self, set: &Set, heap: i64) -> HeapTruth {
        match &set.kind {
            // What has no value is no element.
            SetKind::List(elements) => {
                let mut found = false;
                for element in elements {
                    found |= self.is(element, heap)?;
                }
                Ok(Some(found))
            }
            SetKind::Family { bound, condition, element } => {
                self.in_family(bound, condition.as_deref(), element, heap).map(Some)
            }
            SetKind::Outcome(outcome) => self.has_outcome(0, &[heap], *outcome),
            SetKind::Union(left, right) => decided(true, [left, right].into_iter().map(|side| self.member(side, heap))),
            SetKind::Intersection(left, right) => {
                decided(false, [left, right].into_iter().map(|side| self.member(side, heap)))
            }
            SetKind::Difference(left, right) => {
                let sides = [self.member(left, heap)?, self.member(right, heap)?.map(|truth| !truth)];
                decided(false, sides.into_iter().map(Ok))
            }
            SetKind::Symmetric(inner, _) => self.member(inner, heap),
        }
    }

    /// Whether an element has a value and is the heap.
    fn is(&mut self, element: &[Value], heap: i64) -> Result<bool, String> {
        let [only] = element else { return Ok(false) };
        Ok(self.look_up(&only.lookups)? && self.number(&only.term) == Some(heap))
    }

    /// Whether some values of the variables of a family make its element the heap.
    fn in_family(
        &mut self,
        bound: &[Bound],
        condition: Option<&Formula>,
        element: &[Value],
        heap: i64,
    ) -> Result<bool, String> {
        let Some((first, rest)) = bound.split_first() else {
            let counts = condition.map_or(Ok(Some(true)), |condition| self.formula(condition))?;
            return Ok(counts == Some(true) && self.is(element, heap)?);
        };
        let is_own = matches!(element, [only] if only.lookups.is_empty()
            && only.term == Term::Variable(Variable::Amount(first.slot)));
        if is_own {
            let inside = self
                .fixed
                .ranges(first)?
                .iter()
                .any(|(low, high)| *low <= heap && high.is_none_or(|high| heap <= high));
            self.slots[first.slot] = heap;
            return Ok(inside && self.in_family(rest, condition, element, heap)?);
        }
        let found =
            self.for_each(first, true, &mut |trial| trial.in_family(rest, condition, element, heap).map(Some))?;
        Ok(found == Some(true))
    }
}

/// The truth of several parts, any one of which with the decisive truth decides.
fn decided(decisive: bool, parts: impl Iterator<Item = HeapTruth>) -> HeapTruth {
    let mut void = false;
    for part in parts {
        match part? {
            Some(truth) if truth == decisive => return Ok(Some(decisive)),
            Some(_) => {}
            None => void = true,
        }
    }
    Ok(if void { None } else { Some(!decisive) })
}
