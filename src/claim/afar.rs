//! Compares a claim `P = ...` with P-positions that are found without a table, far beyond tables. Knows nothing of lanes.
use super::evaluate::Evaluator;
use super::extent::ClaimExtent;
use super::lookups::ClaimBoard;
use super::positions::written;
use super::verdict::{Gaps, Verdict};
use crate::engine::{self, Context, EngineError};
use crate::ruleset::options::Options;
use crate::ruleset::statement::{Body, Bound, Except, Set, SetKind, Statement, Value};
use crate::ruleset::{Position, Ruleset, Term, Variable};
use crate::value::Outcome;
use std::collections::HashSet;

/// Positions with more tokens are not looked at.
const FARTHEST: i64 = 40_000;
/// Choices of the other variables of a family that are tried for each value of the one without end, at most.
const FEW: i128 = 64;

/// What comes out for a statement `P = ...` about two heaps, if its set can be listed and an engine finds P-positions
/// without a table. All positions with at most 40,000 tokens are compared, so those with heaps up to 20,000. Cost: about
/// that of listing the set.
///
/// # Errors
/// Stopped from outside.
pub fn evaluate_afar(
    statement: &Statement,
    ruleset: &Ruleset,
    context: &Context,
) -> Result<Option<Verdict>, EngineError> {
    let Statement { body: Body::Equal(Outcome::P, set), condition: None, except: Except::Nothing, .. } = statement
    else {
        return Ok(None);
    };
    if ruleset.heaps.len() != 2 || !ruleset.registers.is_empty() || !is_slim(set) || depends(set) {
        return Ok(None);
    }
    let found = match engine::p_positions_alone(ruleset, FARTHEST.unsigned_abs(), statement.play, context) {
        Ok(Some(found)) => in_order(found),
        Err(EngineError::Cancelled) => return Err(EngineError::Cancelled),
        Ok(None) | Err(_) => return Ok(None),
    };
    let options = Options::new(ruleset)?.until(&context.cancel);
    let extent = ClaimExtent::even(statement, 2, FARTHEST);
    let board = ClaimBoard::new(ruleset, &options, &extent, context);
    let mut evaluator = Evaluator::new(vec![board], statement, extent, context);
    let listed = evaluator.list(set, &[0, 0], &vec![0; statement.slots])?;
    if !listed.is_whole() {
        return Ok(None);
    }
    let (Some(mut listed), None) = (listed.positions().map(in_order), &evaluator.trouble) else { return Ok(None) };
    listed.retain(|position| options.in_domain(position).unwrap_or(false));
    let differs = found.iter().zip(&listed).position(|(found, listed)| found != listed);
    let at = differs.unwrap_or(found.len().min(listed.len()));
    let first = match (found.get(at), listed.get(at)) {
        (None, None) => {
            return Ok(Some(Verdict::Holds {
                up_to: FARTHEST.unsigned_abs() / 2,
                exceptions: Vec::new(),
                gaps: Gaps::default(),
            }));
        }
        (found, listed) => found.into_iter().chain(listed).min_by_key(|position| place(position)).cloned(),
    };
    let Some(position) = first else { return Ok(None) };
    let here = written(&position, ruleset);
    let reason = if found.get(at) == Some(&position) {
        format!("{here} is a P-position, and it is not in the set")
    } else {
        let found: HashSet<&Position> = found.iter().collect();
        let option = evaluator.options_of(&position)?.into_iter().find(|option| found.contains(option));
        let why = option.map_or(String::new(), |it| format!(": its option {} is a P-position", written(&it, ruleset)));
        format!("{here} is an N-position, and it is in the set{why}")
    };
    Ok(Some(Verdict::Refuted {
        position: Some(position),
        reason,
        up_to: FARTHEST.unsigned_abs() / 2,
        before: Gaps::default(),
    }))
}

/// The order in which counterexamples are least.
fn place(position: &Position) -> (i64, &[i64]) {
    (position.iter().sum(), position)
}

/// Those with few tokens, in order.
fn in_order(mut positions: Vec<Position>) -> Vec<Position> {
    positions.retain(|position| position.iter().sum::<i64>() <= FARTHEST);
    positions.sort_unstable_by(|left, right| place(left).cmp(&place(right)));
    positions
}

/// Whether the set differs from position to position.
fn depends(set: &Set) -> bool {
    set.free.iter().any(|variable| matches!(variable, Variable::Coordinate(_)))
}

/// Whether the elements are found by going through one variable without end, and few values of others.
fn is_slim(set: &Set) -> bool {
    match &set.kind {
        SetKind::List(_) => true,
        SetKind::Family { bound, .. } => {
            let (open, closed): (Vec<&Bound>, Vec<&Bound>) = bound.iter().partition(|bound| is_open(bound));
            let few = closed.iter().try_fold(1i128, |count, bound| count.checked_mul(length(bound)?));
            open.len() < 2 && few.is_some_and(|few| few <= FEW)
        }
        SetKind::Union(left, right) => is_slim(left) && is_slim(right),
        SetKind::Symmetric(inner, _) => is_slim(inner),
        SetKind::Outcome(_) | SetKind::Intersection(..) | SetKind::Difference(..) => false,
    }
}

fn is_open(bound: &Bound) -> bool {
    bound.domain.0.iter().any(|range| range.1.is_none())
}

/// How many values a variable has, if all its ranges are between constants.
fn length(bound: &Bound) -> Option<i128> {
    let constant = |value: &Value| match value.term {
        Term::Constant(constant) => Some(constant),
        _ => None,
    };
    bound.domain.0.iter().try_fold(0i128, |all, (low, high)| {
        let length = constant(high.as_ref()?)?.checked_sub(constant(low)?)?.checked_add(1)?;
        all.checked_add(length.max(0))
    })
}
