//! Searches for rulesets with given P-positions: by running through the parameters of a ruleset, or by adding a family of
//! moves under conditions. Reads no file and knows nothing about experiments.
//!
//! ```text
//! conditions --screen--> survivors, shortest first --fold, confirm--> drafts --prove, write--> hits: ruleset texts
//! ```
//!
//! `relation` follows P-positions, `space` numbers the candidates, `trial` tries them, `mine` puts those together that can be
//! right, `hits` tells of those that pass, `atlas` of all chains; each imports only from those before it.

mod atlas;
pub mod found;
pub mod hits;
mod input;
mod method;
mod mine;
mod names;
mod relation;
pub mod share;
mod slips;
mod space;
mod stand;
pub mod task;
pub mod trial;

use crate::asked::TaskFailure;
use crate::engine::Context;
use found::{AtlasFound, Found, Hit};
use hits::Finish;
use hits::confirm::{Confirmation, NamedChains};
use hits::draft::{self, Draft};
use hits::parameters::FinishSweep;
use hits::told::HitListing;
pub use input::SearchInput;
pub(crate) use slips::slips;
use stand::{AnyStand, Stand, SweepStand};
use task::{AtlasTask, Search};
use trial::driver;
pub use trial::driver::{LongRun, RunWork};
use trial::moves::Passes;

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
    let (mut found, mut drafts) = match AnyStand::new(input, task, context)? {
        AnyStand::Sweep(stand) => by_parameters(input, task, &stand, long, context)?,
        AnyStand::Conditions(stand) => by_conditions(input, task, &stand, long, context)?,
    };
    if task.prove {
        draft::prove(&mut drafts, input.number, long, context)?;
    }
    let hits: Vec<Hit> = drafts.into_iter().map(|draft| draft.complete(&found)).collect();
    for target in &mut found.targets {
        target.hits = hits.iter().filter(|hit| hit.target == Some(target.index)).count();
    }
    found.hits = hits;
    Ok(found)
}

/// All chains of a space, with the simplest game of each; the result does not depend on the number of threads.
///
/// # Errors
/// As for [`search`].
pub fn atlas(
    input: &SearchInput<'_>,
    task: &AtlasTask,
    long: &LongRun<'_>,
    context: &Context,
) -> Result<AtlasFound, TaskFailure> {
    if cfg!(target_arch = "wasm32") {
        return Err(TaskFailure::Request(
            "the explorer makes no atlas, which is long work; `nimdsl run` does".to_owned(),
        ));
    }
    atlas::atlas(input, task, long, context)
}

/// Tries every choice of the parameters.
fn by_parameters(
    input: &SearchInput<'_>,
    task: &Search,
    stand: &SweepStand<'_>,
    long: &LongRun<'_>,
    context: &Context,
) -> Result<(Found, Vec<Draft>), TaskFailure> {
    let SweepStand { reach, goal, sampling, .. } = stand;
    let sweep = stand.sweep();
    let screened = driver::run(&sweep, input.number, long, context)?;
    let confirmation = Confirmation {
        goal,
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
        targets: stand::sought(goal),
        hits: Vec::new(),
    };
    Ok((found, drafts))
}

/// Tries, or mines, every added family of moves.
fn by_conditions(
    input: &SearchInput<'_>,
    task: &Search,
    stand: &Stand,
    long: &LongRun<'_>,
    context: &Context,
) -> Result<(Found, Vec<Draft>), TaskFailure> {
    let Stand { reach, space, bases, goal, .. } = stand;
    let (screened, drafts) = stand.tried(context, &mut |tries| {
        let screened = driver::run(tries, input.number, long, context)?;
        let (confirm_to, prefix, number, document) = (reach.confirm, input.prefix, input.number, input.document);
        let passes: &dyn Passes = tries;
        let finish = Finish { document, prefix, number, task, space, bases, goal, passes, confirm_to, long, context };
        let drafts = HitListing { finish, input: *input, reach: *reach }.hits(&screened)?;
        Ok((screened, drafts))
    })?;
    Ok((stand.found(input, task, &screened)?, drafts))
}
