//! Equations inside of `exists k: ...`: the values of k at which they can hold, found in an index instead of one by one;
//! and inequalities that bound a variable without upper end. Knows no game.
use super::rising::{first_above, is_above, is_large_where_it_does_not_fit, negated, rises_from};
use crate::ruleset::error::EvaluationError;
use crate::ruleset::statement::{Bound, Formula};
use crate::ruleset::{Comparison, Condition, Term, Variable};
use std::collections::HashMap;

/// Longer ranges are not indexed.
const LONGEST: u64 = 1 << 16;

/// `own = given`, which must hold wherever the body holds. `own` mentions the variable and nothing else, `given` anything
/// that is known before the variable is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Equation<'f> {
    own: &'f Term,
    pub(super) given: &'f Term,
}

/// Where in a range `own` has which value.
#[derive(Clone, Debug)]
pub(super) struct ValueIndex {
    low: i64,
    high: i64,
    at: HashMap<i128, Vec<i64>>,
    /// Where it has no value for another reason than its size.
    troubled: Vec<i64>,
}

/// A difference that must be 0 or less (or 0) at all values of a variable that matter, and does not fall from some value on:
/// behind the value where it gets larger than 0, nothing matters.
#[derive(Clone, Debug)]
pub(super) struct Cut {
    slot: usize,
    difference: Term,
    /// Where the difference begins not to fall.
    from: i64,
    /// Whether it must be 0.
    is_equation: bool,
}

impl Cut {
    /// The first one among the conditions that must hold for the body of `exists` to hold, or for that of `forall` to be
    /// false if `decisive` is false.
    pub(super) fn of(bound: &Bound, body: &Formula, decisive: bool) -> Option<Self> {
        let (inner, conditions) = needed_for(body, decisive);
        conditions.iter().find_map(|NeededComparison { left, right, is_equation }| {
            Self::made(bound, &inner, (left, right), *is_equation)
                .or_else(|| if *is_equation { Self::made(bound, &inner, (right, left), true) } else { None })
        })
    }

    /// Differences that do not fall from some value on, and must be larger than -1 for the body of `exists` to hold, or for
    /// that of `forall` to be false: where they begin to be, it may begin to.
    pub(super) fn starts(bound: &Bound, body: &Formula, decisive: bool) -> Vec<Self> {
        let (inner, conditions) = needed_for(body, decisive);
        let start = |needed: &NeededComparison| Self::made(bound, &inner, (&needed.right, &needed.left), false);
        conditions.iter().filter_map(start).collect()
    }

    /// The left side less the right one.
    fn made(bound: &Bound, inner: &[usize], (left, right): (&Term, &Term), is_equation: bool) -> Option<Self> {
        let difference = Term::Sum(vec![left.clone(), negated(right)]);
        let (mut mentions, mut free) = (false, true);
        difference.visit_variables(&mut |variable| {
            mentions |= variable == Variable::Amount(bound.slot);
            free &= !matches!(variable, Variable::Amount(slot) if inner.contains(&slot));
        });
        if !mentions || !free {
            return None;
        }
        let from = rises_from(&difference, bound.slot)?;
        Some(Self { slot: bound.slot, difference, from, is_equation })
    }

    /// The first value from `low` on at which the difference is 0 or more.
    pub(super) fn first_above(&self, low: i64, coordinates: &[i64], slots: &mut [i64]) -> Option<i64> {
        first_above(&self.difference, self.slot, (low.max(self.from), -1), coordinates, slots)
    }

    /// The values from `low` on that matter, the end excluded; none if the difference stays small for too long.
    pub(super) fn range(&self, low: i64, coordinates: &[i64], slots: &mut [i64]) -> Option<(i64, i64)> {
        let start = low.max(self.from);
        let end = first_above(&self.difference, self.slot, (start, 0), coordinates, slots)?;
        let first = if self.is_equation && start == low {
            first_above(&self.difference, self.slot, (start, -1), coordinates, slots)?
        } else {
            low
        };
        Some((first, end))
    }
}

/// `left <= right`, or `left = right`.
#[derive(Debug)]
struct NeededComparison {
    left: Term,
    right: Term,
    is_equation: bool,
}

/// What must hold for a formula to have a truth, as far as it looks nothing up, with the variables that are bound inside.
fn needed_for(body: &Formula, truth: bool) -> (Vec<usize>, Vec<NeededComparison>) {
    let (mut inner, mut conditions) = (Vec::new(), Vec::new());
    needed(body, truth, &mut inner, &mut conditions);
    (inner, conditions)
}

fn needed(formula: &Formula, truth: bool, inner: &mut Vec<usize>, found: &mut Vec<NeededComparison>) {
    match formula {
        Formula::And(parts) if truth => parts.iter().for_each(|part| needed(part, truth, inner, found)),
        Formula::Or(parts) if !truth => parts.iter().for_each(|part| needed(part, truth, inner, found)),
        Formula::Not(part) => needed(part, !truth, inner, found),
        Formula::Exists(bound, body) if truth => {
            inner.push(bound.slot);
            needed(body, truth, inner, found);
        }
        Formula::ForAll(bound, body) if !truth => {
            inner.push(bound.slot);
            needed(body, truth, inner, found);
        }
        Formula::Test(lookups, condition) if lookups.is_empty() => needed_condition(condition, truth, found),
        _ => {}
    }
}

/// As [`needed`], of a condition. What is said of a remainder or a quotient says something of what is divided as well.
fn needed_condition(condition: &Condition, truth: bool, found: &mut Vec<NeededComparison>) {
    match condition {
        Condition::And(parts) if truth => parts.iter().for_each(|part| needed_condition(part, truth, found)),
        Condition::Or(parts) if !truth => parts.iter().for_each(|part| needed_condition(part, truth, found)),
        Condition::Not(part) => needed_condition(part, !truth, found),
        Condition::Compare(left, comparison, right) => {
            let (left, right) = (left.clone(), right.clone());
            let is_equation = match (comparison, truth) {
                (Comparison::AtMost, _) => false,
                (Comparison::Equal, true) | (Comparison::Different, false) => true,
                (Comparison::Equal, false) | (Comparison::Different, true) => return,
            };
            let needed = if is_equation || truth {
                NeededComparison { left, right, is_equation }
            } else {
                NeededComparison { left: Term::Sum(vec![right, Term::Constant(1)]), right: left, is_equation }
            };
            let sides = [(&needed.left, &needed.right), (&needed.right, &needed.left)];
            let bounded: Vec<NeededComparison> = sides[..if is_equation { 2 } else { 1 }]
                .iter()
                .filter_map(|(small, part)| {
                    Some(NeededComparison { left: (*small).clone(), right: whole(part)?, is_equation: false })
                })
                .collect();
            found.push(needed);
            found.extend(bounded);
        }
        _ => {}
    }
}

/// What a remainder or a quotient by a power is not larger than: what is divided. It has no value where that is below 0, since
/// `-1 mod 2^k` rises with k.
fn whole(part: &Term) -> Option<Term> {
    let (Term::Modulo(divided, by) | Term::FloorDivide(divided, by)) = part else { return None };
    let is_positive = matches!(&**by, Term::Power(base, _) if matches!(**base, Term::Constant(1..)));
    let natural = Condition::Compare(Term::Constant(0), Comparison::AtMost, (**divided).clone());
    is_positive.then(|| Term::Cases(vec![(natural, (**divided).clone())]))
}

impl<'f> Equation<'f> {
    /// The first one among the conditions that the body joins by `and`. What is evaluated before it must not depend on the
    /// variable, so that it comes out the same at the values that are left out.
    pub(super) fn of(bound: &Bound, body: &'f Formula) -> Option<Self> {
        let mut inner = vec![bound.slot];
        let mut body = body;
        while let Formula::Exists(next, nested) = body {
            inner.push(next.slot);
            body = nested;
        }
        let mut parts = Vec::new();
        leading(body, &mut parts);
        for part in parts {
            if let Some(equation) = Self::in_part(part, &inner) {
                return Some(equation);
            }
            let mut mentions = false;
            part.visit_variables(&mut |variable| mentions |= variable == Variable::Amount(bound.slot));
            if mentions {
                return None;
            }
        }
        None
    }

    /// For the first slot; the others are bound later.
    fn in_part(part: &'f Condition, slots: &[usize]) -> Option<Self> {
        let Condition::Compare(left, Comparison::Equal, right) = part else { return None };
        let is_own = |term: &Term| {
            let (mut mentions, mut alone) = (false, true);
            term.visit_variables(&mut |variable| {
                let same = variable == Variable::Amount(slots[0]);
                mentions |= same;
                alone &= same;
            });
            mentions && alone
        };
        let is_given = |term: &Term| {
            let mut free = true;
            term.visit_variables(&mut |variable| {
                free &= !matches!(variable, Variable::Amount(slot) if slots.contains(&slot));
            });
            free
        };
        if is_own(left) && is_given(right) {
            return Some(Self { own: left, given: right });
        }
        (is_own(right) && is_given(left)).then_some(Self { own: right, given: left })
    }

    /// Whether it holds nowhere behind `high`: its own side does not fall any more, and is larger than what is given.
    pub(super) fn is_beyond(&self, slot: usize, high: i64, given: i128) -> bool {
        if rises_from(self.own, slot).is_none_or(|from| high < from) {
            return false;
        }
        is_above(self.own, (slot, high), given, &[], &mut vec![0; slot + 1]) == Some(true)
    }

    /// An index of a range, and of more if a part of it is known already: ranges that grow from cell to cell then cost no
    /// more than their last. `None` if the range is too long.
    pub(super) fn index(&self, slot: usize, low: i64, high: i64, known: Option<&ValueIndex>) -> Option<ValueIndex> {
        let longer = |known: &ValueIndex| {
            let twice = known.high.saturating_add(known.high.saturating_sub(known.low));
            (low.min(known.low), high.max(twice))
        };
        let fits = |range: &(i64, i64)| range.1.abs_diff(range.0) <= LONGEST;
        let (low, high) = known.map(longer).filter(fits).or_else(|| Some((low, high)).filter(fits))?;
        let mut index = ValueIndex { low, high, at: HashMap::new(), troubled: Vec::new() };
        let mut slots = vec![0; slot + 1];
        for value in low..=high {
            slots[slot] = value;
            match self.own.evaluate(&[], &slots) {
                Ok(own) => index.at.entry(own).or_default().push(value),
                // It is larger than anything that is given.
                Err(EvaluationError::Overflow) if is_large_where_it_does_not_fit(self.own) => {}
                Err(_) => index.troubled.push(value),
            }
        }
        Some(index)
    }
}

impl ValueIndex {
    pub(super) fn covers(&self, low: i64, high: i64) -> bool {
        self.low <= low && high <= self.high
    }

    /// How many values were put in.
    pub(super) fn cost(&self) -> u64 {
        self.high.abs_diff(self.low).saturating_add(1)
    }

    /// The values of a range at which `own` is one of the numbers or cannot be evaluated; the first one of the range if
    /// there is none, for what is evaluated before the equation.
    pub(super) fn values(&self, numbers: &[i128], low: i64, high: i64) -> Vec<i64> {
        let holds = numbers.iter().filter_map(|number| self.at.get(number)).flatten();
        let mut all: Vec<i64> =
            holds.chain(&self.troubled).copied().filter(|value| low <= *value && *value <= high).collect();
        all.sort_unstable();
        if all.is_empty() && low <= high {
            all.push(low);
        }
        all
    }
}

/// The conditions that a formula joins by `and`, in order, up to the first part that is something else.
fn leading<'f>(formula: &'f Formula, found: &mut Vec<&'f Condition>) -> bool {
    fn of_condition<'f>(condition: &'f Condition, found: &mut Vec<&'f Condition>) {
        match condition {
            Condition::And(parts) => parts.iter().for_each(|part| of_condition(part, found)),
            other => found.push(other),
        }
    }
    match formula {
        Formula::And(parts) => parts.iter().all(|part| leading(part, found)),
        Formula::Test(lookups, condition) if lookups.is_empty() => {
            of_condition(condition, found);
            true
        }
        _ => false,
    }
}

#[cfg(all(test, has_tests))]
mod tests;
