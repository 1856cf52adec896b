//! Linear inequalities that no integers satisfy: the few that are enough, and a sum of them that is false. Knows nothing of games.
use super::sums::joined;
use crate::ruleset::linear::{Inequality, infeasible};
use num_integer::Integer;

/// Rows of a system in which multipliers are looked for.
const MOST_ROWS: usize = 400;

/// Inequalities of which none can be left out, each with how often it is taken so that the sum says that a positive number is at most 0.
#[derive(Clone, Debug)]
pub(super) struct LinearContradiction {
    pub(super) rows: Vec<Inequality>,
    /// None if only integers are excluded.
    pub(super) times: Option<Vec<i128>>,
}

/// The contradiction in a system, if there is one that is found.
pub(super) fn contradiction(system: &[Inequality], variables: usize) -> Option<LinearContradiction> {
    if !infeasible(system, variables) {
        return None;
    }
    let mut rows = system.to_vec();
    let mut at = rows.len();
    while let Some(next) = at.checked_sub(1) {
        at = next;
        let row = rows.remove(at);
        if !infeasible(&rows, variables) {
            rows.insert(at, row);
        }
    }
    let times = multipliers(&rows, variables);
    Some(LinearContradiction { rows, times })
}

/// How often each row is taken in a sum that has no variable and a positive number: Fourier-Motzkin elimination that remembers where
/// its rows come from, multiplied out at the end.
fn multipliers(rows: &[Inequality], variables: usize) -> Option<Vec<i128>> {
    // Behind the variables a column for each row, by how often it was taken.
    let widened = rows.iter().enumerate().map(|(at, row)| {
        let mut coefficients = row.coefficients.clone();
        coefficients.extend((0..rows.len()).map(|other| i128::from(other == at)));
        Inequality { coefficients, constant: row.constant }
    });
    let mut open: Vec<Inequality> = widened.collect();
    for variable in 0..variables {
        let (above, rest): (Vec<_>, Vec<_>) = open.into_iter().partition(|row| 0 < row.coefficients[variable]);
        let (below, mut kept): (Vec<_>, Vec<_>) = rest.into_iter().partition(|row| row.coefficients[variable] < 0);
        for upper in &above {
            for lower in &below {
                let (a, b) = (upper.coefficients[variable], -lower.coefficients[variable]);
                kept.push(upper.times(b)?.plus(a, lower)?);
            }
        }
        if MOST_ROWS < kept.len() {
            return None;
        }
        open = kept;
    }
    let found = open.into_iter().find(|row| 0 < row.constant)?;
    let times = found.coefficients[variables..].to_vec();
    let common = times.iter().fold(0, |common: i128, times| common.gcd(times)).max(1);
    let times: Vec<i128> = times.iter().map(|times| times / common).collect();
    let sum =
        rows.iter().zip(&times).try_fold(Inequality::zero(variables), |sum, (row, times)| sum.plus(*times, row))?;
    let is_false = 0 < sum.constant && sum.coefficients.iter().all(|factor| *factor == 0);
    (is_false && times.iter().all(|times| 0 <= *times)).then_some(times)
}

/// `form <= 0` with what is negative on the other side.
pub(super) fn written(form: &Inequality, names: &[String]) -> String {
    with_sign(form, r"\le", names)
}

/// `form = 0` in the same way.
pub(super) fn equated(form: &Inequality, names: &[String]) -> String {
    with_sign(form, "=", names)
}

/// A form with a sign between what is positive and what is negative.
fn with_sign(form: &Inequality, between: &str, names: &[String]) -> String {
    let side = |sign: i128| {
        let parts = form.coefficients.iter().zip(names).filter(|(factor, _)| 0 < **factor * sign);
        let parts = parts.map(|(factor, name)| (name.clone(), factor * sign));
        joined(parts, (form.constant * sign).max(0))
    };
    format!("{} {between} {}", side(1), side(-1))
}

/// `form <= 0` with what is negative on the other side, and without a number where `<` says the same.
pub(super) fn compared(form: &Inequality, names: &[String]) -> String {
    let is_form = form.coefficients.iter().any(|factor| 0 < *factor) && form.constant == 1;
    if is_form {
        let strict = Inequality { coefficients: form.coefficients.clone(), constant: 0 };
        return with_sign(&strict, "<", names);
    }
    written(form, names)
}

/// A linear form, with what is positive first.
pub(super) fn form(form: &Inequality, names: &[String]) -> String {
    let parts = |sign: i128| {
        let parts = form.coefficients.iter().zip(names).filter(move |(factor, _)| 0 < **factor * sign);
        parts.map(|(factor, name)| (name.clone(), *factor))
    };
    joined(parts(1).chain(parts(-1)), form.constant)
}

impl LinearContradiction {
    /// In words.
    pub(super) fn told(&self, names: &[String]) -> String {
        let rows: Vec<String> = self.rows.iter().map(|row| format!("${}$", written(row, names))).collect();
        let Some(times) = &self.times else {
            return format!("no integers satisfy {}", rows.join(", "));
        };
        let rows = rows.iter().zip(times).map(|(row, times)| match times {
            1 => row.clone(),
            times => format!("${times}$ times {row}"),
        });
        let constant: i128 = self.rows.iter().zip(times).map(|(row, times)| row.constant * times).sum();
        format!("the sum of {} is ${constant} \\le 0$", rows.collect::<Vec<_>>().join(", "))
    }
}
