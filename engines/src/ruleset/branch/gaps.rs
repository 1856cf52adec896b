//! Several values that one number must not have, as the intervals between them: one alternative more than there are values, where
//! each value for itself would double the alternatives. Knows nothing of moves.
use super::{Conjunction, TooManyBranches, at_most, both, is_tested, minus, scaled_parts, sum_of};
use crate::ruleset::{Comparison, Condition, Term};

/// A number without its constant, and values that it must not have.
pub(super) struct ExcludedValues {
    number: Vec<(i128, Term)>,
    values: Vec<i128>,
    /// The first of the conditions that say so.
    pub(super) first: usize,
}

/// The numbers that must not have at least two values, among conditions that all are true, or false; and for each condition whether
/// one of them says it.
pub(super) fn gaps(parts: &[(&Condition, bool)]) -> (Vec<ExcludedValues>, Vec<bool>) {
    let mut all: Vec<(ExcludedValues, Vec<usize>)> = Vec::new();
    for (at, (part, positive)) in parts.iter().enumerate() {
        let Some((number, value)) = excluded(part, *positive) else { continue };
        match all.iter_mut().find(|(gaps, _)| gaps.number == number) {
            Some((gaps, from)) => {
                gaps.values.push(value);
                from.push(at);
            }
            None => all.push((ExcludedValues { number, values: vec![value], first: at }, vec![at])),
        }
    }
    all.retain(|(_, from)| 1 < from.len());
    let mut said = vec![false; parts.len()];
    all.iter().flat_map(|(_, from)| from).for_each(|at| said[*at] = true);
    (all.into_iter().map(|(gaps, _)| gaps).collect(), said)
}

/// The conditions that all have to be true, or false, each once.
pub(super) fn all_of<'a>(parts: &'a [Condition], positive: bool, all: &mut Vec<(&'a Condition, bool)>) {
    for part in parts {
        match (part, positive) {
            (Condition::And(inner), true) | (Condition::Or(inner), false) => all_of(inner, positive, all),
            (Condition::Not(inner), _) => all_of(std::slice::from_ref(inner), !positive, all),
            _ if all.contains(&(part, positive)) => {}
            _ => all.push((part, positive)),
        }
    }
}

/// What a condition says a number must not be: the number without its constant, and the value.
fn excluded(condition: &Condition, positive: bool) -> Option<(Vec<(i128, Term)>, i128)> {
    let (left, right) = match (condition, positive) {
        (Condition::Compare(left, comparison @ Comparison::Different, right), true)
        | (Condition::Compare(left, comparison @ Comparison::Equal, right), false)
            if !is_tested(left, right, *comparison) =>
        {
            (left, right)
        }
        _ => return None,
    };
    let mut parts = Vec::new();
    scaled_parts(&minus(left, right, 0), 1, &mut parts);
    let mut constant = 0i128;
    let mut number = Vec::new();
    for (factor, part) in parts {
        match part {
            Term::Constant(value) => constant = constant.checked_add(factor.checked_mul(value)?)?,
            part => number.push((factor, part)),
        }
    }
    // An equation does not ask for the sign.
    if number.first()?.0 < 0 {
        number = number.into_iter().map(|(factor, part)| Some((factor.checked_neg()?, part))).collect::<Option<_>>()?;
        return Some((number, constant));
    }
    Some((number, constant.checked_neg()?))
}

impl ExcludedValues {
    /// The intervals that are left, in ascending order.
    pub(super) fn alternatives(mut self) -> Result<Vec<Conjunction>, TooManyBranches> {
        self.values.sort_unstable();
        self.values.dedup();
        let above = |value: i128| -> Result<_, TooManyBranches> {
            let mut parts: Vec<(i128, Term)> = Vec::new();
            for (factor, part) in &self.number {
                parts.push((factor.checked_neg().ok_or(TooManyBranches)?, part.clone()));
            }
            parts.push((1, Term::Constant(value.checked_add(1).ok_or(TooManyBranches)?)));
            at_most(&sum_of(parts))
        };
        let below = |value: i128| {
            let mut parts = self.number.clone();
            parts.push((-1, Term::Constant(value.checked_sub(1).ok_or(TooManyBranches)?)));
            at_most(&sum_of(parts))
        };
        let mut all = below(self.values[0])?;
        for pair in self.values.windows(2).filter(|pair| pair[0] + 1 < pair[1]) {
            all.extend(both(&above(pair[0])?, &below(pair[1])?)?);
        }
        all.extend(above(self.values[self.values.len() - 1])?);
        Ok(all)
    }
}

#[cfg(test)]
mod tests;
