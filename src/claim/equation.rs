//! Equations inside of `exists k: ...`: the values of k at which they can hold, found in an index instead of one by one.
//! Knows no game.
use crate::ruleset::evaluate::EvaluationError;
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
pub(super) struct Index {
    low: i64,
    high: i64,
    at: HashMap<i128, Vec<i64>>,
    /// Where it has no value for another reason than its size.
    troubled: Vec<i64>,
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

    /// An index of a range, and of more if a part of it is known already: ranges that grow from cell to cell then cost no
    /// more than their last. `None` if the range is too long.
    pub(super) fn index(&self, slot: usize, low: i64, high: i64, known: Option<&Index>) -> Option<Index> {
        let longer = |known: &Index| {
            let twice = known.high.saturating_add(known.high.saturating_sub(known.low));
            (low.min(known.low), high.max(twice))
        };
        let fits = |range: &(i64, i64)| range.1.abs_diff(range.0) <= LONGEST;
        let (low, high) = known.map(longer).filter(fits).or_else(|| Some((low, high)).filter(fits))?;
        let mut index = Index { low, high, at: HashMap::new(), troubled: Vec::new() };
        let mut slots = vec![0; slot + 1];
        for value in low..=high {
            slots[slot] = value;
            match self.own.evaluate(&[], &slots) {
                Ok(own) => index.at.entry(own).or_default().push(value),
                // It is out of reach, which what is given is not.
                Err(EvaluationError::Overflow) => {}
                Err(_) => index.troubled.push(value),
            }
        }
        Some(index)
    }
}

impl Index {
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
