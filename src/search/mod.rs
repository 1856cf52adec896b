//! Searches for rulesets with given P-positions: by running through the parameters of a ruleset, or by adding a family of
//! moves under conditions. Reads no file and knows nothing about experiments.
//!
//! ```text
//! conditions --screen--> survivors, shortest first --fold, confirm--> drafts --prove, write--> hits: ruleset texts
//! ```
//!
//! `relation` follows P-positions, `space` numbers the candidates, `trial` tries them, `hits` tells of those that pass; each
//! imports only from those before it.

pub mod found;
pub mod hits;
mod input;
mod names;
mod relation;
mod slips;
mod space;
pub mod task;
pub mod trial;

use crate::asked::TaskFailure;
use crate::engine::Context;
use found::Found;
use hits::Finish;
use hits::confirm::{Confirmation, NamedChains};
use hits::draft::{self, Draft};
use hits::parameters::FinishSweep;
pub use input::SearchInput;
use input::SearchReach;
pub(crate) use slips::slips;
use space::base::{self, BaseMoves};
use space::condition;
use task::{Add, Search, SearchTarget};
use trial::driver::{self, Sampling};
pub use trial::driver::{LongRun, RunWork};
use trial::parameters::ParameterSweep;
use trial::screen::Screen;

/// Tries every candidate; all threads of the context are used, and the result does not depend on how many there are.
///
/// # Errors
/// A ruleset that the search cannot stand on, a faulty target, an engine that gave up, or a store that fails.
pub fn search(
    input: &SearchInput<'_>,
    task: &Search,
    long: &LongRun<'_>,
    context: &Context,
) -> Result<Found, TaskFailure> {
    let (mut found, mut drafts) = match task.add {
        Add::Parameters => by_parameters(input, task, long, context)?,
        Add::Conditions { .. } if input.choices.names().next().is_some() => {
            let why = "a search with `add` does not run through `vary`; leave it out";
            return Err(TaskFailure::Request(why.to_owned()));
        }
        Add::Conditions { .. } => by_conditions(input, task, long, context)?,
    };
    if task.prove && !matches!(task.target, SearchTarget::Open) {
        draft::prove(&mut drafts, input.number, long, context)?;
    }
    let hits = drafts.into_iter().map(|draft| draft.complete(&found)).collect();
    found.hits = hits;
    Ok(found)
}

/// Tries every choice of the parameters.
fn by_parameters(
    input: &SearchInput<'_>,
    task: &Search,
    long: &LongRun<'_>,
    context: &Context,
) -> Result<(Found, Vec<Draft>), TaskFailure> {
    let ruleset = &input.document.ruleset;
    if ruleset.heaps.len() != 2 || !ruleset.registers.is_empty() {
        return Err(TaskFailure::Request("a search needs a ruleset with two heaps and no registers".to_owned()));
    }
    base::heaps_are_plain(input.document)?;
    let reach = SearchReach { screen: input.bound(task.board)?, confirm: input.bound(task.confirm)? };
    let goal = input.goal(task, reach, context)?;
    let sampling = Sampling::of(input.choices.count());
    let sweep = ParameterSweep {
        document: input.document,
        choices: input.choices,
        goal: &goal,
        board: reach.screen,
        sample: sampling.mask,
    };
    let screened = driver::run(&sweep, input.number, long, context)?;
    let confirmation = Confirmation {
        goal: &goal,
        confirm_to: reach.confirm,
        named: if task.named { NamedChains::Only } else { NamedChains::Any },
        number: input.number,
        long,
        context,
    };
    let finish = FinishSweep { sweep: &sweep, confirmation, prefix: input.prefix, keep: task.keep };
    let drafts = finish.hits(&screened)?;
    let found = Found {
        task: "search",
        origin: input.origin(task)?,
        candidates: screened.candidates,
        conditions: None,
        distinct: screened.fingerprints.len() as u64 * sampling.each,
        screened: screened.candidates - screened.rejected,
        passed: screened.survivors.len() as u64,
        rejected: screened.rejected,
        board: reach.screen.unsigned_abs(),
        notes: Vec::new(),
        hits: Vec::new(),
    };
    Ok((found, drafts))
}

/// What a reader of the figures has to know.
fn notes(sampling: &Sampling, left_out: usize) -> Vec<String> {
    let mut notes = Vec::new();
    if sampling.each != 1 {
        notes.push(format!("the number of different candidates is estimated from one in {}", sampling.each));
    }
    if 0 < left_out {
        notes.push(format!("{left_out} conditions are left out: different roots meet, or a number is too large"));
    }
    notes
}

/// Tries every added family of moves.
fn by_conditions(
    input: &SearchInput<'_>,
    task: &Search,
    long: &LongRun<'_>,
    context: &Context,
) -> Result<(Found, Vec<Draft>), TaskFailure> {
    let ruleset = &input.document.ruleset;
    let is_amount = |heap: &String| ["i", "j"].contains(&heap.split('[').next().unwrap_or(heap));
    if ruleset.heaps.len() != 2 || ruleset.heaps.iter().any(is_amount) {
        let why = "a search needs a ruleset with two heaps that are not called i or j";
        return Err(TaskFailure::Request(why.to_owned()));
    }
    base::heaps_are_plain(input.document)?;
    let reach = SearchReach { screen: input.bound(task.screen)?, confirm: input.bound(task.confirm)? };
    let space = condition::space(&task.add, names::heaps(input.document), task.bases.len())?;
    // Columns of the conditions in two orders, unions, and fingerprints with their copy while they are sorted.
    context.fits(space.conditions.len() as u128 * 28_000 + (1 << 28))?;
    let bases = task.bases.iter().map(|base| match base {
        task::Base::Ruleset => BaseMoves::new(ruleset),
        task::Base::Nothing => Ok(BaseMoves::none()),
    });
    let bases: Vec<BaseMoves> = bases.collect::<Result<_, _>>()?;
    let goal = input.goal(task, reach, context)?;
    let sampling = Sampling::of(space.candidates.count());
    let screen = Screen::new(&space, &bases, &goal, sampling.mask);
    let screened = driver::run(&screen, input.number, long, context)?;
    let finish = Finish {
        document: input.document,
        prefix: input.prefix,
        number: input.number,
        task,
        screen: &screen,
        confirm_to: reach.confirm,
        long,
        context,
    };
    let drafts = finish.hits(&screened)?;
    let board = goal.targets.iter().map(|wanted| goal.total_of(wanted)).fold(goal.total, i64::min) / 2;
    let found = Found {
        task: "search",
        origin: input.origin(task)?,
        candidates: screened.candidates,
        conditions: Some((space.written, space.conditions.len())),
        distinct: screened.fingerprints.len() as u64 * sampling.each,
        screened: screened.candidates,
        passed: screened.survivors.len() as u64,
        rejected: 0,
        board: board.unsigned_abs(),
        notes: notes(&sampling, space.left_out),
        hits: Vec::new(),
    };
    Ok((found, drafts))
}
