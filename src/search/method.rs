//! Whether a search tries its candidates or mines them. Runs neither.
use super::mine::miner::Miner;
use super::space::condition::Space;
use super::task::{Add, Join, SearchMethod};
use super::trial::goal::Goal;
use crate::asked::TaskFailure;

/// To look at one condition for one guess of the exceptions takes as long as to try so many candidates, about.
const CANDIDATES_A_LOOK: u64 = 5;
/// More conditions in one family are only mined.
pub(super) const MOST_TRIED: usize = 3;

/// Why candidates of this form cannot be mined; none if they can.
pub(super) fn obstacle(add: &Add, open: bool) -> Option<&'static str> {
    let Add::Conditions { families, joins, .. } = add else { return Some("parameters are run through one by one") };
    match () {
        () if cfg!(target_arch = "wasm32") => Some("this program only tries candidates"),
        () if open => Some("an open search has no target to mine for"),
        () if joins.contains(&Join::Or) => Some("only conditions joined by `And` are mined"),
        () if *families != 1 => Some("only one family of moves is mined"),
        () => None,
    }
}

/// Whether the candidates of a space are mined.
pub(super) fn mines(add: &Add, space: &Space, goal: &Goal, bases: usize) -> Result<bool, TaskFailure> {
    let Add::Conditions { method, at_most, .. } = add else { return Ok(false) };
    let obstacle = obstacle(add, goal.targets.is_empty());
    match (method, obstacle) {
        (SearchMethod::Mine, Some(why)) => Err(TaskFailure::Request(format!("`method: Mine` does not do: {why}"))),
        (SearchMethod::Mine, None) => Ok(true),
        (_, Some(why)) if MOST_TRIED < *at_most => {
            Err(TaskFailure::Request(format!("more than {MOST_TRIED} conditions are only mined, and {why}")))
        }
        (SearchMethod::Try, None) if MOST_TRIED < *at_most => {
            Err(TaskFailure::Request(format!("more than {MOST_TRIED} conditions are not tried; leave `method` out")))
        }
        (SearchMethod::Try, _) | (_, Some(_)) => Ok(false),
        (SearchMethod::Auto, None) => {
            let looks = Miner::quests_of(goal, bases).saturating_mul(space.conditions.len() as u64);
            let is_quicker = CANDIDATES_A_LOOK.saturating_mul(looks) < space.candidates.count();
            Ok(MOST_TRIED < *at_most || is_quicker)
        }
    }
}
