//! Membership in sets. A family that can be solved for its variables is tested directly; any other is generated once.
use super::evaluate::Evaluator;
use crate::engine::EngineError;
use crate::ruleset::statement::{Bound, Formula, Set, SetKind, Value};
use crate::ruleset::{Position, Term, Variable};
use std::collections::HashSet;

/// A family without upper end is generated until so many elements in a row are out of reach.
const PATIENCE: i64 = 64;
/// Fewer generated families than this are kept.
const MOST_KEPT: usize = 4_096;

type Truth = Result<Option<bool>, EngineError>;

impl Evaluator<'_> {
    /// Whether a position lies in a set.
    pub(super) fn member(&mut self, set: &Set, position: &[i64]) -> Truth {
        match &set.kind {
            SetKind::List(elements) => {
                for element in elements {
                    if self.element(element)?.is_some_and(|element| element == position) {
                        return Ok(Some(true));
                    }
                }
                Ok(Some(false))
            }
            SetKind::Outcome(outcome) => Ok(self.outcome(0, position)?.map(|found| found == *outcome)),
            SetKind::Union(left, right) => {
                if self.member(left, position)? == Some(true) {
                    return Ok(Some(true));
                }
                self.member(right, position)
            }
            SetKind::Intersection(left, right) => {
                if self.member(left, position)? != Some(true) {
                    return Ok(Some(false));
                }
                self.member(right, position)
            }
            SetKind::Difference(left, right) => {
                if self.member(left, position)? != Some(true) {
                    return Ok(Some(false));
                }
                Ok(self.member(right, position)?.map(|truth| !truth))
            }
            SetKind::Symmetric(inner, _) => {
                for permuted in self.permutations(position) {
                    if self.member(inner, &permuted)? == Some(true) {
                        return Ok(Some(true));
                    }
                }
                Ok(Some(false))
            }
            SetKind::Family { bound, condition, element } => {
                if let Some(solved) = solvable(bound, element) {
                    return self.solved(&solved, bound, condition.as_deref(), element, position);
                }
                self.generated(set, bound, condition.as_deref(), element, position)
            }
        }
    }

    fn element(&mut self, element: &[Value]) -> Result<Option<Position>, EngineError> {
        let mut position = Vec::with_capacity(element.len());
        for value in element {
            match self.value(value)? {
                Some(value) => position.push(value),
                None => return Ok(None),
            }
        }
        Ok(Some(position))
    }

    /// Different orders of the heaps; registers stay.
    fn permutations(&self, position: &[i64]) -> Vec<Position> {
        let heaps = self.heap_count();
        let mut sorted = position[..heaps].to_vec();
        sorted.sort_unstable();
        let mut all: Vec<Position> = vec![Vec::new()];
        for _ in 0..heaps {
            let mut next = Vec::new();
            for begun in &all {
                let mut last = None;
                for value in &sorted {
                    let used = begun.iter().filter(|known| *known == value).count();
                    let there = sorted.iter().filter(|known| *known == value).count();
                    if used < there && last != Some(*value) {
                        last = Some(*value);
                        next.push([begun.as_slice(), &[*value]].concat());
                    }
                }
            }
            all = next;
        }
        for permuted in &mut all {
            permuted.extend(&position[heaps..]);
        }
        all
    }

    /// A family whose bound variables are components: they are read off the position.
    fn solved(
        &mut self,
        solved: &[(usize, usize)],
        bound: &[Bound],
        condition: Option<&Formula>,
        element: &[Value],
        position: &[i64],
    ) -> Truth {
        for (component, slot) in solved {
            self.slots[*slot] = position[*component];
        }
        for one in bound {
            let value = self.slots[one.slot];
            let mut inside = false;
            for (low, high) in &one.domain.0 {
                let Some(low) = self.value(low)? else { continue };
                let high = match high {
                    Some(high) => self.value(high)?,
                    None => Some(i64::MAX),
                };
                inside |= low <= value && high.is_some_and(|high| value <= high);
            }
            if !inside {
                return Ok(Some(false));
            }
        }
        match self.element(element)? {
            Some(found) if found == position => {}
            Some(_) => return Ok(Some(false)),
            None => return Ok(None),
        }
        condition.map_or(Ok(Some(true)), |condition| self.here(condition))
    }

    fn generated(
        &mut self,
        set: &Set,
        bound: &[Bound],
        condition: Option<&Formula>,
        element: &[Value],
        position: &[i64],
    ) -> Truth {
        let key: Vec<i64> = set
            .free
            .iter()
            .map(|variable| match variable {
                Variable::Coordinate(at) => self.coordinates[*at],
                Variable::Amount(slot) => self.slots[*slot],
            })
            .collect();
        let key = (set.id, key);
        if !self.families.contains_key(&key) {
            let mut found = HashSet::new();
            self.generate(bound, condition, element, &mut found)?;
            if MOST_KEPT <= self.families.len() {
                self.families.clear();
            }
            self.families.insert(key.clone(), found);
        }
        Ok(self.families.get(&key).map(|family| family.contains(position)))
    }

    /// Adds all elements in reach; returns whether there was one.
    fn generate(
        &mut self,
        bound: &[Bound],
        condition: Option<&Formula>,
        element: &[Value],
        found: &mut HashSet<Position>,
    ) -> Result<bool, EngineError> {
        let Some((first, rest)) = bound.split_first() else {
            let Some(position) = self.element(element)? else { return Ok(false) };
            let reach = self.reach();
            let inside = position[..self.heap_count()].iter().all(|heap| (0..=reach).contains(heap));
            let counts = inside && condition.map_or(Ok(Some(true)), |condition| self.here(condition))? == Some(true);
            if counts {
                found.insert(position);
            }
            return Ok(inside);
        };
        let mut any = false;
        for (low, high) in &first.domain.0 {
            let Some(low) = self.value(low)? else { continue };
            let high = match high {
                Some(high) => match self.value(high)? {
                    Some(high) => Some(high),
                    None => continue,
                },
                None => None,
            };
            let mut outside = 0;
            let mut value = low;
            loop {
                let over = match high {
                    Some(high) => high < value,
                    // Sequences may fall before they rise, so at least the reach is tried.
                    None => self.reach() < value.saturating_sub(low) && PATIENCE < outside,
                };
                if over || self.reach().saturating_mul(64) < value.saturating_sub(low) {
                    break;
                }
                self.slots[first.slot] = value;
                let inside = self.generate(rest, condition, element, found)?;
                any |= inside;
                outside = if inside { 0 } else { outside + 1 };
                value += 1;
            }
        }
        Ok(any)
    }
}

/// For each bound variable a component that is just this variable.
fn solvable(bound: &[Bound], element: &[Value]) -> Option<Vec<(usize, usize)>> {
    bound
        .iter()
        .map(|one| {
            let own = Term::Variable(Variable::Amount(one.slot));
            element.iter().position(|value| value.term == own).map(|component| (component, one.slot))
        })
        .collect()
}
