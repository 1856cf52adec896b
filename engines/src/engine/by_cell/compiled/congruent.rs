//! At which distances last amounts are tried, by tests that are congruences of them. Knows nothing of options.
use super::multiples::multiples;
use super::nest::form;
use super::program::{Id, LaneValue, Program};
use crate::engine::question::Unfit;
use crate::ruleset::branch::Branch;
use crate::ruleset::last::Congruence;

/// The distance of last amounts that tests allow.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct AmountDistances {
    /// The distance and what the first of them leaves.
    pub(super) step: Option<(Id, Id)>,
    /// The modulus of the first test, if that says the same wherever this is above 0, and it may be 0 or less.
    pub(super) unsure: Option<Id>,
}

/// Where a position that enters has amounts to try, and a modulus is not above 0.
pub(super) fn without_modulus(
    program: &mut Program,
    (modulus, enters): (Id, Id),
    (low, high): (Id, Id),
) -> Result<Id, Unfit> {
    let zero = program.number(0)?;
    let (none, some) = (program.at_most(modulus, zero), program.at_most(low, high));
    let both = program.and(none, some);
    Ok(program.and(enters, both))
}

/// The distance of last amounts that tests allow, and what the first of them leaves; notes the test, if that says all of it.
pub(super) fn steps(
    program: &mut Program,
    branch: &Branch,
    variables: &[Option<LaneValue>],
    said: &mut Vec<usize>,
) -> Result<AmountDistances, Unfit> {
    if let Some(step) = congruence(program, branch, variables)? {
        let is_sure = 0 < program.range(step.0).0;
        said.extend(is_sure.then_some(0));
        return Ok(AmountDistances { step: Some(step), unsure: (!is_sure).then_some(step.0) });
    }
    let Some((step, told)) = multiples(program, branch, said)? else { return Ok(AmountDistances::default()) };
    said.extend(told);
    Ok(AmountDistances { step: Some(step), unsure: None })
}

/// Where the first test is a congruence of the last amount: its modulus, and what the last amount is congruent to.
fn congruence(
    program: &mut Program,
    branch: &Branch,
    variables: &[Option<LaneValue>],
) -> Result<Option<(Id, Id)>, Unfit> {
    let Some(congruence) = Congruence::of(branch) else { return Ok(None) };
    let Some(mut row) = branch.linear(&congruence.difference) else { return Ok(None) };
    let Some(last) = row.coefficients.last_mut() else { return Ok(None) };
    *last = 0;
    let modulus = program.term(&congruence.modulus)?;
    // row + sign * last is 0 modulo the modulus, so the last amount is -sign * row.
    let rest = form(program, &row, variables, -congruence.sign)?;
    Ok((modulus.fails.is_none() && rest.fails.is_none()).then_some((modulus.id, rest.id)))
}
