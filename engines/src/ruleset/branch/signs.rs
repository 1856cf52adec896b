//! Which amounts are never negative, as the linear conditions of a guard tell together: `0 <= j <= k` says it of both.
use super::branches;
use crate::ruleset::Condition;
use crate::ruleset::linear::{Inequality, infeasible};

/// Whether a guard over so many coordinates and amounts lets an amount be no negative number, wherever the coordinates are. False says nothing. Cost:
/// that of the alternatives of the guard.
#[must_use]
pub fn is_never_negative(guard: &Condition, amount: usize, (coordinates, amounts): (usize, usize)) -> bool {
    let Ok(all) = branches(guard, coordinates, amounts) else { return false };
    all.iter().all(|branch| {
        let mut negative = Inequality::zero(branch.variables());
        negative.coefficients[branch.coordinates + branch.opaques.len() + amount] = 1;
        negative.constant = 1;
        let mut rows = branch.inequalities.clone();
        rows.push(negative);
        infeasible(&rows, branch.variables())
    })
}
