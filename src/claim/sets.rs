//! Membership in sets. A family that can be solved for its variables is tested directly; any other is generated once.
//!
//! A set holds the elements that have a value: `{(b(k), 0) for k >= 0}` has none for a k at which `b` has no value.
use super::cells::PositionSet;
use super::evaluate::{Evaluator, Stands};
use super::lookups::{Missing, Obtained};
use super::rising::{ends_before, fixed, is_above, is_large_where_it_does_not_fit, lowered, rises_from};
use super::standing::Standing;
use crate::engine::EngineError;
use crate::ruleset::statement::{Bound, Formula, Set, SetKind, Value};
use crate::ruleset::{Position, Term, Variable};

/// A family without upper end is generated until so many elements in a row are out of reach.
const PATIENCE: i64 = 64;
/// So many values of the variables of a family take as long as one evaluation.
const FOR_ONE_STEP: u64 = 4;
/// Fewer generated families than this are kept.
const MOST_KEPT: usize = 4_096;

impl Evaluator<'_> {
    /// Whether a position lies in a set.
    pub(super) fn member(&mut self, set: &Set, position: &[i64]) -> Stands {
        match &set.kind {
            SetKind::List(elements) => {
                let mut all = Standing::False;
                for element in elements {
                    match self.element(element)? {
                        Ok(element) if element == position => return Ok(Standing::True),
                        Ok(_) | Err(Missing::Outside) => {}
                        Err(Missing::Beyond) => all = all.or(Standing::Undecided),
                    }
                }
                Ok(all)
            }
            SetKind::Outcome(outcome) => Ok(match self.outcome(0, position)? {
                Ok(found) => (found == *outcome).into(),
                Err(missing) => missing.into(),
            }),
            SetKind::Union(left, right) => {
                let left = self.member(left, position)?;
                if left == Standing::True { Ok(left) } else { Ok(left.or(self.member(right, position)?)) }
            }
            SetKind::Intersection(left, right) => {
                let left = self.member(left, position)?;
                if left == Standing::False { Ok(left) } else { Ok(left.and(self.member(right, position)?)) }
            }
            SetKind::Difference(left, right) => {
                let left = self.member(left, position)?;
                if left == Standing::False { Ok(left) } else { Ok(left.and(self.member(right, position)?.negated())) }
            }
            SetKind::Symmetric(inner, width) => {
                let mut all = Standing::False;
                for permuted in self.permutations(position, *width) {
                    all = all.or(self.member(inner, &permuted)?);
                    if all == Standing::True {
                        break;
                    }
                }
                Ok(all)
            }
            SetKind::Family { bound, condition, element } => {
                if let Some(solved) = solvable(bound, element) {
                    return self.solved(&solved, bound, condition.as_deref(), element, position);
                }
                self.generated(set, bound, condition.as_deref(), element, position)
            }
        }
    }

    /// An element of a set. What is no number there is no element, and is not told.
    fn element(&mut self, element: &[Value]) -> Obtained<Position> {
        let trouble = self.trouble.clone();
        let mut position = Vec::with_capacity(element.len());
        for value in element {
            match self.value(value)? {
                Ok(value) => position.push(value),
                Err(missing) => {
                    self.trouble = trouble;
                    return Ok(Err(missing));
                }
            }
        }
        Ok(Ok(position))
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
    pub(super) fn list(&mut self, set: &Set, coordinates: &[i64], slots: &[i64]) -> Result<PositionSet, EngineError> {
        self.begin(coordinates);
        slots.clone_into(&mut self.slots);
        let mut cells = PositionSet::new(self.bounds());
        let whole = self.add_all(set, &mut |position| cells.add(position))?;
        cells.finish(whole);
        Ok(cells)
    }

    /// Adds all elements in reach; returns whether that is certain.
    fn add_all(&mut self, set: &Set, add: &mut dyn FnMut(Position)) -> Result<bool, EngineError> {
        match &set.kind {
            SetKind::List(elements) => {
                let mut whole = true;
                for element in elements {
                    match self.element(element)? {
                        Ok(element) => add(element),
                        Err(missing) => whole &= missing == Missing::Outside,
                    }
                }
                Ok(whole)
            }
            SetKind::Family { bound, condition, element } => {
                let mut made = MadeElements { whole: true, count: 0, add };
                self.generate(bound, condition.as_deref(), element, &mut made)?;
                Ok(made.whole)
            }
            SetKind::Union(left, right) => {
                let left = self.add_all(left, add)?;
                Ok(self.add_all(right, add)? && left)
            }
            SetKind::Symmetric(inner, width) => {
                let mut found = Vec::new();
                let whole = self.add_all(inner, &mut |position| found.push(position))?;
                for position in found {
                    self.permutations(&position, *width).into_iter().for_each(&mut *add);
                }
                Ok(whole)
            }
            SetKind::Outcome(_) | SetKind::Intersection(..) | SetKind::Difference(..) => Ok(false),
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
    ) -> Stands {
        for (component, slot) in solved {
            self.slots[*slot] = position[*component];
        }
        let mut all = Standing::True;
        for one in bound {
            let value = self.slots[one.slot];
            let mut inside = Standing::False;
            for (low, high) in &one.domain.0 {
                let low = self.value(low)?;
                let high = match high {
                    Some(high) => self.value(high)?,
                    None => Ok(i64::MAX),
                };
                inside = inside.or(match (low, high) {
                    (Ok(low), Ok(high)) => (low <= value && value <= high).into(),
                    (Err(missing), _) | (_, Err(missing)) => missing.into(),
                });
            }
            all = all.and(inside);
            if all == Standing::False {
                return Ok(all);
            }
        }
        all = all.and(match self.element(element)? {
            Ok(found) => (found == position).into(),
            Err(Missing::Outside) => Standing::False,
            Err(Missing::Beyond) => Standing::Undecided,
        });
        match condition {
            // Where the condition has no value, there is no element.
            Some(condition) if all != Standing::False => Ok(match self.here(condition)? {
                Standing::Void => Standing::False,
                condition => all.and(condition),
            }),
            _ => Ok(all),
        }
    }

    /// Membership in a family, by the list of all its positions within bounds, made once for the values of its free variables.
    fn generated(
        &mut self,
        set: &Set,
        bound: &[Bound],
        condition: Option<&Formula>,
        element: &[Value],
        position: &[i64],
    ) -> Stands {
        let values = set.free.iter().map(|variable| match variable {
            Variable::Coordinate(at) => self.coordinates[*at],
            Variable::Amount(slot) => self.slots[*slot],
        });
        // Two empty lists take long to compare on some processors, so the number of the set stands in the list.
        let key: Vec<i64> =
            std::iter::once(i64::try_from(set.id).expect("no claim has 2^63 sets")).chain(values).collect();
        if !self.families.contains_key(&key) {
            let mut found = PositionSet::new(self.bounds());
            let mut made = MadeElements { whole: true, count: 0, add: &mut |position| found.add(position) };
            self.generate(bound, condition, element, &mut made)?;
            let whole = made.whole;
            found.finish(whole);
            if MOST_KEPT <= self.families.len() {
                self.families.clear();
            }
            self.families.insert(key.clone(), found);
        }
        let Some(family) = self.families.get(&key) else { return Ok(Standing::Undecided) };
        Ok(match family.contains(position) {
            true => Standing::True,
            false if family.is_whole() => Standing::False,
            false => Standing::NoWitness,
        })
    }

    /// Adds all elements in reach; returns whether there was one.
    fn generate(
        &mut self,
        bound: &[Bound],
        condition: Option<&Formula>,
        element: &[Value],
        made: &mut MadeElements<'_>,
    ) -> Result<bool, EngineError> {
        let Some((first, rest)) = bound.split_first() else {
            return self.generate_one(condition, element, made);
        };
        let mut any = false;
        for (low, high) in &first.domain.0 {
            let low = self.value(low)?;
            let high = high.as_ref().map(|high| self.value(high)).transpose()?;
            let (low, high) = match (low, high) {
                (Ok(low), None) => (low, None),
                (Ok(low), Some(Ok(high))) => (low, Some(high)),
                (Err(missing), _) | (_, Some(Err(missing))) => {
                    made.whole &= missing == Missing::Outside;
                    continue;
                }
            };
            let mut outside = 0;
            let mut value = low;
            loop {
                let over = match high {
                    Some(high) => high < value,
                    // Sequences may fall before they rise, so at least the reach is tried.
                    None => self.reach() < value.saturating_sub(low) && PATIENCE < outside,
                };
                let far = self.reach().saturating_mul(64) < value.saturating_sub(low);
                if over || far {
                    let ended = over && high.is_some();
                    made.whole &= ended || self.is_beyond(first.slot, rest, value, element);
                    break;
                }
                self.slots[first.slot] = value;
                made.count += 1;
                if made.count.is_multiple_of(FOR_ONE_STEP) {
                    self.step(1)?;
                }
                let inside = self.generate(rest, condition, element, made)?;
                any |= inside;
                outside = if inside { 0 } else { outside + 1 };
                let Some(next) = value.checked_add(1) else {
                    made.whole &= high == Some(value);
                    break;
                };
                value = next;
            }
        }
        Ok(any)
    }

    /// Whether the elements of a family leave the board for good from a value of a variable on: some heap does not fall any
    /// more, and is out of reach.
    fn is_beyond(&mut self, slot: usize, later: &[Bound], value: i64, element: &[Value]) -> bool {
        let heaps = self.heap_count();
        element.iter().take(heaps).filter(|heap| heap.lookups.is_empty()).any(|heap| {
            // What depends on variables that are bound later differs with them.
            let least = later.iter().try_fold(lowered(&heap.term), |term, bound| least_over(&term, bound));
            let Some(least) = least else { return false };
            let mut own = false;
            least.visit_variables(&mut |variable| own |= variable == Variable::Amount(slot));
            if !own {
                return false;
            }
            if ends_before(&least, slot, value, &self.coordinates, &mut self.slots) {
                return true;
            }
            let heap = fixed(&least, slot, &self.coordinates, &self.slots);
            if rises_from(&heap, slot).is_none_or(|from| value < from) {
                return false;
            }
            let reach = i128::from(self.reach());
            is_above(&heap, (slot, value), reach, &self.coordinates, &mut self.slots) == Some(true)
        })
    }

    /// Adds the element at the values that its variables have; whether its condition holds there.
    fn generate_one(
        &mut self,
        condition: Option<&Formula>,
        element: &[Value],
        made: &mut MadeElements<'_>,
    ) -> Result<bool, EngineError> {
        let position = match self.element(element)? {
            Ok(position) => position,
            // A number that does not fit is no heap in reach; a value that was not looked up may be one.
            Err(missing) => {
                let large =
                    |value: &Value| value.lookups.is_empty() && is_large_where_it_does_not_fit(&lowered(&value.term));
                made.whole &= missing == Missing::Outside || element.iter().all(large);
                return Ok(false);
            }
        };
        let reach = self.reach();
        let inside = position[..self.heap_count()].iter().all(|heap| (0..=reach).contains(heap));
        if !inside {
            return Ok(false);
        }
        match condition.map_or(Ok(Standing::True), |condition| self.here(condition))? {
            Standing::True => (made.add)(position),
            Standing::False | Standing::Void => {}
            _ => made.whole = false,
        }
        Ok(true)
    }
}

/// The least that a sum can be over the values of a variable between two numbers; none if its shape does not show that.
fn least_over(term: &Term, bound: &Bound) -> Option<Term> {
    let own = Variable::Amount(bound.slot);
    let mentions = |term: &Term| {
        let mut found = false;
        term.visit_variables(&mut |variable| found |= variable == own);
        found
    };
    if !mentions(term) {
        return Some(term.clone());
    }
    let [(Value { term: Term::Constant(low), .. }, Some(Value { term: Term::Constant(high), .. }))] =
        bound.domain.0.as_slice()
    else {
        return None;
    };
    let part = |part: &Term| match part {
        part if !mentions(part) => Some(part.clone()),
        Term::Variable(_) => Some(Term::Constant(*low)),
        Term::Product(factor, inner) => match (&**factor, &**inner) {
            (Term::Constant(factor), Term::Variable(_)) | (Term::Variable(_), Term::Constant(factor)) => {
                factor.checked_mul(if 0 <= *factor { *low } else { *high }).map(Term::Constant)
            }
            _ => None,
        },
        _ => None,
    };
    match term {
        Term::Sum(parts) => parts.iter().map(part).collect::<Option<Vec<_>>>().map(Term::Sum),
        term => part(term),
    }
}

/// Where the elements of a family go.
struct MadeElements<'a> {
    /// Whether no element in reach can be missing.
    whole: bool,
    /// Values of variables that were tried.
    count: u64,
    add: &'a mut dyn FnMut(Position),
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
