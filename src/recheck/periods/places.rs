//! Which line the positions of a term for each coordinate lie on, whatever the one number is that runs, and at which place. Knows no values.
use super::every_line::{Linear, add};
use super::fixed::FixedNumbers;
use crate::ruleset::Term;

/// A line, and a term for the place on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PlaceOnLine {
    /// The heaps that run.
    pub(super) along: Vec<usize>,
    /// The coordinates of place 0.
    pub(super) first: Vec<i64>,
    pub(super) place: Term,
}

/// The line of a position: coordinates that are numbers are fixed, and all others are heaps that run, together. None if they do not, or if
/// all are numbers.
pub(super) fn line_of(fixed: &FixedNumbers, heaps: usize, position: &[Term]) -> Option<PlaceOnLine> {
    let numbers: Vec<Option<i64>> = position.iter().map(|term| fixed.number(term)).collect();
    let along: Vec<usize> = (0..position.len()).filter(|at| numbers[*at].is_none()).collect();
    let lead = *along.first()?;
    if along.iter().any(|at| heaps <= *at) {
        return None;
    }
    let apart = along.iter().map(|at| difference(fixed, &position[*at], &position[lead]));
    let apart: Vec<i64> = apart.collect::<Option<_>>()?;
    let least = *apart.iter().min()?;
    let mut first: Vec<i64> = numbers.iter().map(|number| number.unwrap_or(0)).collect();
    for (at, apart) in along.iter().zip(&apart) {
        first[*at] = apart.checked_sub(least)?;
    }
    let place = match least {
        0 => position[lead].clone(),
        least => Term::Sum(vec![position[lead].clone(), Term::Constant(i128::from(least))]),
    };
    Some(PlaceOnLine { along, first, place })
}

/// The difference of two terms, if it is a number.
fn difference(fixed: &FixedNumbers, left: &Term, right: &Term) -> Option<i64> {
    if left == right {
        return Some(0);
    }
    let mut sum = Linear::new();
    add(left, 1, &mut sum)?;
    add(right, -1, &mut sum)?;
    let mut apart: i128 = 0;
    let mut running = Linear::new();
    for (variable, times) in sum {
        match variable.map(|variable| fixed.of(variable)) {
            None => apart = apart.checked_add(times)?,
            Some(Some(number)) => apart = apart.checked_add(times.checked_mul(i128::from(number))?)?,
            Some(None) => running.push((variable, times)),
        }
    }
    for (one, _) in &running {
        let own = running.iter().filter(|(other, _)| other == one);
        if own.map(|(_, times)| *times).try_fold(0_i128, i128::checked_add)? != 0 {
            return None;
        }
    }
    i64::try_from(apart).ok()
}
