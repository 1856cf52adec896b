//! Heaps and variables of a claim that stand for one number each, and terms of these alone. Knows no values.
use crate::ruleset::statement::{self, Bound};
use crate::ruleset::{Term, Variable};
use std::collections::BTreeMap;

/// Ranges of numbers, the last perhaps without an end.
pub(super) type Starts = Vec<(i64, Option<i64>)>;

/// The numbers that stand still while the one variable of a claim runs.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct FixedNumbers {
    /// Heaps of the position.
    pub(super) heaps: BTreeMap<usize, i64>,
    /// What the claim binds.
    pub(super) slots: BTreeMap<usize, i64>,
}

impl FixedNumbers {
    /// The number that a variable stands for.
    pub(super) fn of(&self, variable: Variable) -> Option<i64> {
        match variable {
            Variable::Coordinate(heap) => self.heaps.get(&heap).copied(),
            Variable::Amount(slot) => self.slots.get(&slot).copied(),
        }
    }

    /// The value of a term, if it is made of numbers and of these variables alone.
    pub(super) fn number(&self, term: &Term) -> Option<i64> {
        let (mut all, mut is_known) = ([Vec::new(), Vec::new()], true);
        term.visit_variables(&mut |variable| {
            let (list, at) = match variable {
                Variable::Coordinate(heap) => (0, heap),
                Variable::Amount(slot) => (1, slot),
            };
            let list: &mut Vec<i64> = &mut all[list];
            match self.of(variable) {
                Some(number) => {
                    list.resize(list.len().max(at + 1), 0);
                    list[at] = number;
                }
                None => is_known = false,
            }
        });
        let number = if is_known { term.evaluate(&all[0], &all[1]).ok() } else { None };
        number.and_then(|number| i64::try_from(number).ok())
    }

    /// The ranges of a bound variable, if their ends are numbers.
    pub(super) fn ranges(&self, bound: &Bound) -> Result<Starts, String> {
        let number = |value: &statement::Value| {
            if value.lookups.is_empty() { self.number(&value.term) } else { None }
        };
        let ends = |(low, high): &(_, Option<_>)| match high {
            None => number(low).map(|low| (low, None)),
            Some(high) => number(low).zip(number(high)).map(|(low, high)| (low, Some(high))),
        };
        let all: Option<Starts> = bound.domain.0.iter().map(ends).collect();
        all.ok_or_else(|| format!("the ends of `{}` are no numbers", bound.name))
    }
}
