//! A statement on a table: does it hold for all positions up to a bound, and if not, where is it false first?
//!
//! ```text
//! Statement + Ruleset --evaluate--> Verdict {Holds, Refuted, Unknown}
//! ```

mod afar;
mod cells;
mod equation;
mod evaluate;
mod extent;
mod form;
pub mod instances;
mod lane;
pub mod listing;
mod lookups;
mod options;
mod positions;
mod rising;
mod sets;
mod side_by_side;
mod standing;
mod sweep;
mod try_positions;
mod verdict;
pub mod verify;

pub use afar::evaluate_afar;
pub use positions::written;
pub use verdict::{Gaps, Verdict};

use crate::engine::{Context, EngineError, Plan};
use crate::ruleset::options::Options;
use crate::ruleset::statement::{Body, Except, Statement};
use crate::ruleset::{Position, Ruleset, Variable};
use crate::value::{Outcome, Saturate};
use evaluate::Evaluator;
use extent::ClaimExtent;
use lookups::ClaimBoard;
use positions::BoardPositions;
use standing::Standing;
use std::borrow::Cow;
use try_positions::BoardTrial;

/// Work beyond this is not begun: evaluations of a body.
const MOST_WORK: u64 = 20_000_000;
const MOST_WORK_DEEP: u64 = 300_000;

/// Evaluations and options that are looked at, for a claim whose bound nobody asked for: about a second. Those of a claim
/// at several parameters are shared out, but none gets less than the least.
const USUAL_STEPS: u64 = 8_000_000;
const LEAST_STEPS: u64 = 1_000_000;

/// A statement that names its positions is tried on a board so many times as large where the usual one does not decide it.
const FARTHER: i64 = 16;

/// Evaluates a statement at its usual bound, or at half of it, a quarter, ... if it takes too many evaluations for one of
/// so many `instances`; never below `least`.
///
/// # Errors
/// The engine gave up.
pub fn evaluate_in_time(
    statement: &Statement,
    ruleset: &Ruleset,
    others: &[&Ruleset],
    (least, instances): (u64, usize),
    context: &Context,
) -> Result<Verdict, EngineError> {
    let least = i64::try_from(least).map_err(|_| EngineError::Request("the bound is too large".to_owned()))?;
    let extents = ClaimExtent::usual(statement, ruleset, least, context);
    let count = extents.len();
    let steps = (USUAL_STEPS / (instances as u64).max(1)).max(LEAST_STEPS);
    for (at, extent) in extents.into_iter().enumerate() {
        let most = if at + 1 == count { u64::MAX } else { steps };
        match evaluate_with(statement, ruleset, others, extent.clone(), most, context) {
            Err(EngineError::TooMuchWork) => {}
            Ok(near @ Verdict::Holds { .. }) => {
                let farther = evaluate_afar(statement, ruleset, context)?;
                return Ok(farther.unwrap_or(near));
            }
            Ok(open @ Verdict::Unknown(_)) if is_about_numbers(statement, ruleset) => {
                // What it looks up may lie beyond the board that suits other statements.
                let limit = extent.largest().saturating_mul(FARTHER);
                let farther = ClaimExtent::even(statement, ruleset.heaps.len(), limit);
                return match evaluate_with(statement, ruleset, others, farther, steps, context) {
                    Err(
                        EngineError::TooMuchWork
                        | EngineError::Request(_)
                        | EngineError::Unfit(_)
                        | EngineError::Dense(_)
                        | EngineError::Memory { .. },
                    ) => Ok(open),
                    done => done,
                };
            }
            done => return done,
        }
    }
    Err(EngineError::Request("nothing was tried".to_owned()))
}

/// Whether a statement names all the positions that it asks for, of a game whose tables are cheap.
fn is_about_numbers(statement: &Statement, ruleset: &Ruleset) -> bool {
    let Body::Holds(formula) = &statement.body else { return false };
    statement.free.is_empty() && formula.open_depth() == 0 && Plan::of(ruleset).is_fast()
}

/// Evaluates a statement on all positions with heaps up to `up_to`. `others` are the rulesets that it speaks of besides.
/// Cost: about that of the tables that it needs, and one evaluation for each position.
///
/// # Errors
/// The engine gave up.
pub fn evaluate(
    statement: &Statement,
    ruleset: &Ruleset,
    others: &[&Ruleset],
    up_to: u64,
    context: &Context,
) -> Result<Verdict, EngineError> {
    let limit = i64::try_from(up_to).map_err(|_| EngineError::Request("the bound is too large".to_owned()))?;
    let extent = ClaimExtent::even(statement, ruleset.heaps.len(), limit);
    evaluate_with(statement, ruleset, others, extent, u64::MAX, context)
}

/// As [`evaluate`], but no further than so many evaluations of parts of the statement: a counterexample on the way and whether it is the least, or
/// nothing.
/// Positions come in order of their total, so what was not reached lies behind what was.
///
/// # Errors
/// Stopped from outside.
pub fn counterexample(
    statement: &Statement,
    ruleset: &Ruleset,
    others: &[&Ruleset],
    (up_to, steps): (u64, u64),
    context: &Context,
) -> Result<Option<(Option<Position>, String, bool)>, EngineError> {
    let Ok(limit) = i64::try_from(up_to) else { return Ok(None) };
    let extent = ClaimExtent::even(statement, ruleset.heaps.len(), limit);
    match evaluate_with(statement, ruleset, others, extent, steps, context) {
        Ok(Verdict::Refuted { position, reason, before, .. }) => Ok(Some((position, reason, before.undecided == 0))),
        Err(EngineError::Cancelled) => Err(EngineError::Cancelled),
        _ => Ok(None),
    }
}

/// The positions with at most `total` tokens that a statement `P = ...` calls P-positions, in order of total; none for
/// any other statement. Cost: one test of membership for each position.
///
/// # Errors
/// The engine gave up, or the set cannot be tested somewhere.
pub fn members(
    statement: &Statement,
    ruleset: &Ruleset,
    total: i64,
    context: &Context,
) -> Result<Option<Vec<Position>>, EngineError> {
    let Statement { body: Body::Equal(Outcome::P, set), condition: None, except: Except::Nothing, .. } = statement
    else {
        return Ok(None);
    };
    let options = Options::new(ruleset)?.until(&context.cancel);
    let extent = ClaimExtent::even(statement, ruleset.heaps.len(), total);
    let board = ClaimBoard::new(ruleset, &options, &extent, context);
    let free: Vec<usize> = (0..ruleset.heaps.len()).collect();
    let positions = BoardPositions::new(ruleset, &free, &extent.limits);
    let mut evaluator = Evaluator::new(vec![board], statement, extent, context);
    let mut found = Vec::new();
    for position in positions {
        if total < position.iter().sum::<i64>() {
            break;
        }
        context.go_on()?;
        evaluator.begin(&position);
        match evaluator.member(set, &position)? {
            Standing::True => found.push(position),
            Standing::False => {}
            _ => {
                return Err(EngineError::Request(format!("the set says nothing of {}", written(&position, ruleset))));
            }
        }
    }
    Ok(Some(found))
}

/// A statement on the boards of an extent, with at most so many steps of evaluation.
fn evaluate_with(
    statement: &Statement,
    ruleset: &Ruleset,
    others: &[&Ruleset],
    extent: ClaimExtent,
    most_steps: u64,
    context: &Context,
) -> Result<Verdict, EngineError> {
    let spoken = &statement.free;
    let statement = &*over_positions(statement, ruleset);
    context.fits(positions::registers_in_bytes(ruleset, &statement.free))?;
    let games: Vec<&Ruleset> = std::iter::once(ruleset).chain(others.iter().copied()).collect();
    let options = games
        .iter()
        .map(|game| Ok(Options::new(game)?.until(&context.cancel)))
        .collect::<Result<Vec<_>, EngineError>>()?;
    let mut boards = Vec::new();
    for (game, options) in games.iter().zip(&options) {
        boards.push(ClaimBoard::new(game, options, &extent, context));
    }
    let mut evaluator = Evaluator::new(boards, statement, extent.clone(), context);
    evaluator.most_steps = most_steps;
    let cells = cells(statement, ruleset, &extent);
    let depth = match &statement.body {
        Body::Holds(formula) => formula.open_depth(),
        Body::Equal(..) => 0,
    };
    evaluator.window = window(cells, depth, evaluator.reach());
    BoardTrial::new((statement, spoken), ruleset, extent, evaluator).verdict()
}

/// The same statement about positions alone: of coordinates that it does not speak of, those that decide what a position is run as well, where 0 may
/// be none.
fn over_positions<'a>(statement: &'a Statement, ruleset: &Ruleset) -> Cow<'a, Statement> {
    let mut more = Vec::new();
    ruleset.positions.visit_variables(&mut |variable| {
        if let Variable::Coordinate(at) = variable
            && !statement.free.contains(&at)
        {
            more.push(at);
        }
    });
    if statement.free.is_empty() || more.is_empty() {
        return Cow::Borrowed(statement);
    }
    let mut free = [statement.free.as_slice(), &more].concat();
    free.sort_unstable();
    free.dedup();
    Cow::Owned(Statement { free, ..statement.clone() })
}

fn cells(statement: &Statement, ruleset: &Ruleset, extent: &ClaimExtent) -> u64 {
    let free = statement.free.iter().filter(|at| **at < ruleset.heaps.len());
    free.fold(1u64, |cells, at| cells.saturating_mul(extent.limits[*at].unsigned_abs().saturating_add(1)))
}

/// How far a variable without upper end runs: so far that the work stays in bounds.
fn window(cells: u64, depth: u32, reach: i64) -> i64 {
    let work = if depth < 3 { MOST_WORK } else { MOST_WORK_DEEP };
    let each = (work / cells.max(1)).max(16);
    let mut side = 1u64;
    while depth != 0 && (side + 1).checked_pow(depth).is_some_and(|all| all <= each) {
        side += 1;
        if reach.unsigned_abs() < side {
            break;
        }
    }
    side.saturated::<i64>().min(reach).max(8)
}

#[cfg(all(test, has_tests))]
mod tests;
