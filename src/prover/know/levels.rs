//! How many values a statement tells apart.
use super::find::MOST_LEVELS;
use crate::ruleset::statement::{Body, Formula, Statement};
use crate::ruleset::{Condition, Part, Term};

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

fn constants(formula: &Formula, largest: &mut i128) {
    formula.any(&mut |part| {
        if let Formula::Test(lookups, condition) = part
            && !lookups.is_empty()
        {
            in_condition(condition, largest);
        }
        false
    });
}

fn in_condition(condition: &Condition, largest: &mut i128) {
    Part::Condition(condition).walk(&mut |part| {
        if let Part::Condition(Condition::Compare(left, _, right)) = part {
            for side in [left, right] {
                if let Term::Constant(value) = side {
                    *largest = (*largest).max(*value);
                }
            }
        }
        matches!(part, Part::Condition(_))
    });
}
