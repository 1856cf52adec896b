//! Tests that ask for amounts before the last one alone: `prime(p)` of `n - p * q`. They are asked as soon as these are chosen. Knows nothing of values.
//!
//! Right because a way is allowed only if all tests hold; a test that always has a value and does not hold is enough to exclude it.
use super::brief::IS_SMALL;
use super::program::{Id, Program};
use crate::engine::question::Unfit;
use crate::ruleset::Variable;
use crate::ruleset::branch::Branch;

/// What tests ask of each amount but the last one and of those before it alone, if it always has a value; notes these tests.
pub(super) fn pruned(program: &mut Program, branch: &Branch, said: &mut Vec<usize>) -> Result<Vec<Option<Id>>, Unfit> {
    // The explorer has a limit of bytes, and tests say the same.
    if IS_SMALL {
        return Ok(Vec::new());
    }
    let mut all: Vec<Option<Id>> = vec![None; branch.amounts.saturating_sub(1)];
    for (at, test) in branch.residual.iter().enumerate() {
        let mut latest = None;
        test.visit_variables(&mut |variable| {
            if let Variable::Amount(amount) = variable {
                latest = latest.max(Some(amount));
            }
        });
        let Some((amount, own)) = latest.and_then(|amount| Some((amount, all.get_mut(amount)?))) else { continue };
        if said.contains(&at) {
            continue;
        }
        let asked = program.condition(test)?;
        if asked.fails.is_none() && program.level(asked.id) == 2 + amount {
            *own = Some(own.map_or(asked.id, |known| program.and(known, asked.id)));
            said.push(at);
        }
    }
    Ok(all)
}
