//! How many values a statement tells apart.
use super::find::MOST_LEVELS;
use crate::ruleset::statement::{self, Body, Statement};
use crate::ruleset::{self, Condition};

/// The largest number in the conditions on values, if it is small: values beyond it need not be told apart.
pub(in crate::prover) fn largest_constant(statement: &Statement) -> Option<usize> {
    let mut largest = 1;
    if let Body::Holds(formula) = &statement.body {
        constants(formula, &mut largest);
    }
    if let Some(condition) = &statement.condition {
        constants(condition, &mut largest);
    }
    usize::try_from(largest).ok().filter(|largest| *largest <= MOST_LEVELS)
}

fn constants(formula: &statement::Formula, largest: &mut i128) {
    use statement::Formula as F;
    match formula {
        F::Test(lookups, condition) if !lookups.is_empty() => in_condition(condition, largest),
        F::And(parts) | F::Or(parts) => parts.iter().for_each(|part| constants(part, largest)),
        F::Not(inner) | F::ForAll(_, inner) | F::Exists(_, inner) => constants(inner, largest),
        F::AllOptions(_, _, inner) | F::SomeOption(_, _, inner) => constants(inner, largest),
        F::Iff(left, right) => {
            constants(left, largest);
            constants(right, largest);
        }
        _ => {}
    }
}

fn in_condition(condition: &Condition, largest: &mut i128) {
    match condition {
        Condition::Compare(left, _, right) => {
            for side in [left, right] {
                if let ruleset::Term::Constant(value) = side {
                    *largest = (*largest).max(*value);
                }
            }
        }
        Condition::And(parts) | Condition::Or(parts) => parts.iter().for_each(|part| in_condition(part, largest)),
        Condition::Not(inner) => in_condition(inner, largest),
        Condition::Known(_) => {}
    }
}
