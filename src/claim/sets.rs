//! Membership in sets. A family that can be solved for its variables is tested directly; any other is generated once.
use super::cells::Cells;
use super::evaluate::Evaluator;
use crate::engine::EngineError;
use crate::ruleset::statement::{Bound, Formula, Set, SetKind, Value};
use crate::ruleset::{Position, Term, Variable};

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
            SetKind::Symmetric(inner, width) => {
                for permuted in self.permutations(position, *width) {
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

    /// All orders of the heaps, each of `width` coordinates; registers stay.
    fn permutations(&self, position: &[i64], width: usize) -> Vec<Position> {
        let (heaps, registers) = position.split_at(self.heap_count());
        let blocks: Vec<&[i64]> = heaps.chunks(width.max(1)).collect();
        let of = |order: Vec<usize>| {
            let mut permuted: Position = order.iter().flat_map(|block| blocks[*block]).copied().collect();
            permuted.extend(registers);
            permuted
        };
        let mut all: Vec<Position> = orders(blocks.len()).into_iter().map(of).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// All elements of a set that consists of lists and of families, with the variables that it depends on at hand.
    pub(super) fn list(&mut self, set: &Set, coordinates: &[i64], slots: &[i64]) -> Result<Cells, EngineError> {
        self.begin(coordinates);
        slots.clone_into(&mut self.slots);
        let mut cells = Cells::new(self.bounds());
        self.add_all(set, &mut |position| cells.add(position))?;
        cells.finish();
        Ok(cells)
    }

    fn add_all(&mut self, set: &Set, add: &mut dyn FnMut(Position)) -> Result<(), EngineError> {
        match &set.kind {
            SetKind::List(elements) => {
                for element in elements {
                    self.element(element)?.into_iter().for_each(&mut *add);
                }
                Ok(())
            }
            SetKind::Family { bound, condition, element } => {
                self.generate(bound, condition.as_deref(), element, add).map(|_| ())
            }
            SetKind::Union(left, right) => {
                self.add_all(left, add)?;
                self.add_all(right, add)
            }
            SetKind::Symmetric(inner, width) => {
                let mut found = Vec::new();
                self.add_all(inner, &mut |position| found.push(position))?;
                for position in found {
                    self.permutations(&position, *width).into_iter().for_each(&mut *add);
                }
                Ok(())
            }
            SetKind::Outcome(_) | SetKind::Intersection(..) | SetKind::Difference(..) => Ok(()),
        }
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
            let mut found = Cells::new(self.bounds());
            self.generate(bound, condition, element, &mut |position| found.add(position))?;
            found.finish();
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
        add: &mut dyn FnMut(Position),
    ) -> Result<bool, EngineError> {
        let Some((first, rest)) = bound.split_first() else {
            let Some(position) = self.element(element)? else { return Ok(false) };
            let reach = self.reach();
            let inside = position[..self.heap_count()].iter().all(|heap| (0..=reach).contains(heap));
            let counts = inside && condition.map_or(Ok(Some(true)), |condition| self.here(condition))? == Some(true);
            if counts {
                add(position);
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
                let inside = self.generate(rest, condition, element, add)?;
                any |= inside;
                outside = if inside { 0 } else { outside + 1 };
                value += 1;
            }
        }
        Ok(any)
    }
}

/// All orders of so many things.
pub(super) fn orders(count: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..count {
        let longer = |begun: &Vec<usize>| {
            (0..count)
                .filter(|next| !begun.contains(next))
                .map(|next| [begun.as_slice(), &[next]].concat())
                .collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// For each bound variable a component that is just this variable.
pub(super) fn solvable(bound: &[Bound], element: &[Value]) -> Option<Vec<(usize, usize)>> {
    bound
        .iter()
        .map(|one| {
            let own = Term::Variable(Variable::Amount(one.slot));
            element.iter().position(|value| value.term == own).map(|component| (component, one.slot))
        })
        .collect()
}
