//! Turns an alternative of two heaps into the sides of a band over position and option. Knows nothing of boards.
use super::{LARGEST, LayerView, refuted};
use crate::engine::moves::differences::{natural, opposite};
use crate::ruleset::linear::Inequality;

/// Rows over x, y, x', y' that describe an alternative of two heaps, all amounts eliminated without loss.
pub(super) fn band(view: &LayerView) -> Result<Vec<Inequality>, String> {
    if !view.residual.is_empty() {
        return Err("it has a condition that is no linear inequality".to_owned());
    }
    let large = || "its numbers are too large".to_owned();
    let width = view.variables() + 2;
    let widened = |row: &Inequality| {
        let mut row = row.clone();
        row.coefficients.resize(width, 0);
        row
    };
    let mut rows: Vec<Inequality> = view.rows.iter().map(widened).collect();
    let mut equations: Vec<Inequality> = Vec::new();
    for heap in 0..2 {
        let mut equation = widened(&view.targets[heap]);
        equation.coefficients[view.variables() + heap] = -1;
        equations.push(equation);
    }
    for at in 0..2 {
        let equation = equations[at].clone();
        let amount = (2..view.variables()).find(|amount| equation.coefficients[*amount].abs() == 1);
        let Some(amount) = amount else { continue };
        let sign = equation.coefficients[amount];
        for row in rows.iter_mut().chain(equations.iter_mut()) {
            let factor = row.coefficients[amount];
            if factor != 0 {
                *row = row.plus(-factor * sign, &equation).ok_or_else(large)?;
            }
        }
    }
    for equation in equations {
        rows.push(equation.times(-1).ok_or_else(large)?);
        rows.push(equation);
    }
    rows.extend([0, 1, width - 2, width - 1].map(|at| natural(at, width)));
    if rows.iter().any(|row| row.coefficients[2..view.variables()].iter().any(|factor| *factor != 0)) {
        return Err("its amounts cannot be told from the option".to_owned());
    }
    let bare = |row: Inequality| {
        let all = &row.coefficients;
        let coefficients = vec![all[0], all[1], all[width - 2], all[width - 1]];
        Inequality { coefficients, constant: row.constant }
    };
    let mut all: Vec<Inequality> = Vec::new();
    for row in rows.into_iter().map(bare) {
        let trivial = row.constant <= 0 && row.coefficients.iter().all(|factor| *factor == 0);
        if !trivial && !all.contains(&row) {
            all.push(row);
        }
    }
    Ok(all)
}

/// Rows over x, y, x', y' without those that follow from the others among natural numbers; those that bound the level of
/// the position are kept, since they tell when an option attacks no more.
pub(super) fn needed(mut rows: Vec<Inequality>, weights: &[i64]) -> Vec<Inequality> {
    let mut at = 0;
    while at < rows.len() {
        let row = rows.remove(at);
        let [first, second] = [row.coefficients[0], row.coefficients[1]];
        let level = first != 0 && first * i128::from(weights[1]) == second * i128::from(weights[0]);
        if level || !opposite(&row).is_some_and(|opposite| refuted(&rows, opposite)) {
            rows.insert(at, row);
            at += 1;
        }
    }
    rows
}

/// The factors and the constant of a row, if they are small.
pub(super) fn narrow(row: &Inequality) -> Result<([i64; 4], i64), String> {
    let large = |_| "its numbers are too large".to_owned();
    if row.coefficients.iter().any(|factor| LARGEST < factor.abs()) || (LARGEST << 20) < row.constant.abs() {
        return Err("its numbers are too large".to_owned());
    }
    let mut factors = [0; 4];
    for (slot, factor) in factors.iter_mut().zip(&row.coefficients) {
        *slot = i64::try_from(*factor).map_err(large)?;
    }
    Ok((factors, i64::try_from(row.constant).map_err(large)?))
}
