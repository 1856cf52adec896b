//! Searches for rulesets with given P-positions: by running through the parameters of a ruleset, or by adding a family of
//! moves under conditions. Reads no file and knows nothing about experiments.
//!
//! ```text
//! conditions --screen--> survivors, shortest first --fold, confirm--> drafts --prove, write--> hits: ruleset texts
//! ```
//!
//! `relation` follows P-positions, `space` numbers the candidates, `trial` tries them, `mine` puts those together that can be
//! right, `hits` tells of those that pass; each imports only from those before it.

pub mod found;
pub mod hits;
mod input;
mod method;
mod mine;
mod names;
mod relation;
mod slips;
mod space;
pub mod task;
pub mod trial;

use crate::asked::TaskFailure;
use crate::engine::Context;
use found::{Found, Hit, SoughtTarget};
use hits::Finish;
use hits::confirm::{Confirmation, NamedChains};
use hits::draft::{self, Draft};
use hits::parameters::FinishSweep;
pub use input::SearchInput;
use input::SearchReach;
use mine::miner::{MOST_WORDINGS, Miner};
pub(crate) use slips::slips;
use space::base::{self, BaseMoves};
use space::condition;
use task::{Add, Search, SearchTarget};
use trial::chunk::Chunk;
use trial::driver::{self, Sampling};
pub use trial::driver::{LongRun, RunWork};
use trial::goal::Goal;
use trial::moves::Passes;
use trial::parameters::ParameterSweep;
use trial::screen::Screen;
use trial::target::Wanted;

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
    let hits: Vec<Hit> = drafts.into_iter().map(|draft| draft.complete(&found)).collect();
    for target in &mut found.targets {
        target.hits = hits.iter().filter(|hit| hit.target == Some(target.index)).count();
    }
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
        distinct: Some(screened.fingerprints.len() as u64 * sampling.each),
        mined: None,
        screened: screened.candidates - screened.rejected,
        passed: screened.survivors.len() as u64,
        rejected: screened.rejected,
        board: reach.screen.unsigned_abs(),
        notes: Vec::new(),
        targets: sought(&goal),
        hits: Vec::new(),
    };
    Ok((found, drafts))
}

/// The targets of a goal, as long as nothing was found for them.
fn sought(goal: &Goal) -> Vec<SoughtTarget> {
    let of = |(index, wanted): (usize, &Wanted)| {
        let (name, terms) = (wanted.name.clone(), wanted.terms.clone());
        SoughtTarget { index, name, terms, hits: 0 }
    };
    goal.targets.iter().enumerate().map(of).collect()
}

/// What a reader of the figures has to know.
fn notes(sampling: Option<Sampling>, left_out: usize, screened: &Chunk, keep: usize) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(Sampling { each, .. }) = sampling.filter(|sampling| sampling.each != 1) {
        notes.push(format!("the number of different candidates is estimated from one in {each}"));
    }
    if sampling.is_none() && 0 < screened.rejected {
        notes.push(format!(
            "{} of {} shares of branches were left when {} conjunctions passed, or one failed in {MOST_WORDINGS} wordings: there \
             may be more, and longer ones",
            screened.rejected,
            screened.candidates,
            Miner::enough(keep)
        ));
    }
    if 0 < left_out {
        notes.push(format!("{left_out} conditions are left out: different roots meet, or a number is too large"));
    }
    notes
}

/// An added move calls what it takes i and j.
fn amounts_have_names(input: &SearchInput<'_>) -> Result<(), TaskFailure> {
    let heaps = &input.document.ruleset.heaps;
    let is_amount = |heap: &String| ["i", "j"].contains(&heap.split('[').next().unwrap_or(heap));
    if heaps.len() == 2 && !heaps.iter().any(is_amount) {
        return Ok(());
    }
    let why = "a search needs a ruleset with two heaps that are not called i or j";
    Err(TaskFailure::Request(why.to_owned()))
}

/// Tries, or mines, every added family of moves.
fn by_conditions(
    input: &SearchInput<'_>,
    task: &Search,
    long: &LongRun<'_>,
    context: &Context,
) -> Result<(Found, Vec<Draft>), TaskFailure> {
    amounts_have_names(input)?;
    base::heaps_are_plain(input.document)?;
    let reach = SearchReach { screen: input.bound(task.screen)?, confirm: input.bound(task.confirm)? };
    let space = condition::space(&task.add, names::heaps(input.document), task.bases.len())?;
    let bases = task.bases.iter().map(|base| match base {
        task::Base::Ruleset => BaseMoves::new(&input.document.ruleset),
        task::Base::Nothing => Ok(BaseMoves::none()),
    });
    let bases: Vec<BaseMoves> = bases.collect::<Result<_, _>>()?;
    let goal = input.goal(task, reach, context)?;
    let finish = |passes: &dyn Passes, screened: &Chunk| {
        let (confirm_to, prefix, number) = (reach.confirm, input.prefix, input.number);
        let (document, space, bases, goal) = (input.document, &space, &bases, &goal);
        Finish { document, prefix, number, task, space, bases, goal, passes, confirm_to, long, context }.hits(screened)
    };
    let is_mined = method::mines(&task.add, &space, &goal, bases.len())?;
    // The page has no room for mining.
    let (screened, drafts, sampling) = if cfg!(not(target_arch = "wasm32")) && is_mined {
        context.fits(Miner::bytes(space.conditions.len()))?;
        let miner = Miner::new(&space, &bases, &goal, task.keep);
        let screened = driver::run(&miner, input.number, long, context)?;
        let drafts = finish(&miner, &screened)?;
        (screened, drafts, None)
    } else {
        // Columns of the conditions in two orders, unions, and fingerprints with their copy while they are sorted.
        context.fits(space.conditions.len() as u128 * 28_000 + (1 << 28))?;
        let sampling = Sampling::of(space.candidates.count());
        let screen = Screen::new(&space, &bases, &goal, sampling.mask);
        let screened = driver::run(&screen, input.number, long, context)?;
        let drafts = finish(&screen, &screened)?;
        (screened, drafts, Some(sampling))
    };
    let board = goal.targets.iter().map(|wanted| goal.total_of(wanted)).fold(goal.total, i64::min) / 2;
    let fingerprints = screened.fingerprints.len() as u64;
    let found = Found {
        task: "search",
        origin: input.origin(task)?,
        candidates: space.candidates.count(),
        conditions: Some((space.written, space.conditions.len())),
        distinct: sampling.as_ref().map(|sampling| fingerprints * sampling.each),
        mined: sampling.is_none().then_some(fingerprints),
        screened: if sampling.is_some() { screened.candidates } else { fingerprints },
        passed: screened.survivors.len() as u64,
        rejected: 0,
        board: board.unsigned_abs(),
        notes: notes(sampling, space.left_out, &screened, task.keep),
        targets: sought(&goal),
        hits: Vec::new(),
    };
    Ok((found, drafts))
}
