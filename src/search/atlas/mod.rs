//! From all candidates of a space to an atlas: every chain once, with the simplest game of each, named, and the first of each part
//! confirmed and proved. Tries no candidate itself.
//!
//! ```text
//! survivors --survey--> charts: terms, name, letters --fold bases, sort--> parts --confirm, prove--> rows
//! ```
mod measure;
mod row;
mod survey;

use super::found::{AtlasCounts, AtlasFound, AtlasPart};
use super::hits::Finish;
use super::hits::draft;
use super::hits::told::HitListing;
use super::input::SearchInput;
use super::stand::Stand;
use super::task::AtlasTask;
use super::trial::driver::{self, LongRun};
use super::trial::moves::Passes;
use crate::asked::TaskFailure;
use crate::engine::Context;
use row::{AtlasListing, ListedChain};
use survey::{ChartedChain, Survey};

/// Tries every candidate and lists the chains; all threads of the context are used, and the result does not depend on how many
/// there are.
///
/// # Errors
/// As for a search.
pub(super) fn atlas(
    input: &SearchInput<'_>,
    task: &AtlasTask,
    long: &LongRun<'_>,
    context: &Context,
) -> Result<AtlasFound, TaskFailure> {
    let search = task.search();
    let stand = Stand::new(input, &search, context)?;
    let Stand { reach, space, bases, goal, .. } = &stand;
    stand.tried(context, &mut |tries| {
        let screened = driver::run(tries, input.number, long, context)?;
        let (confirm_to, prefix, number, document) = (reach.confirm, input.prefix, input.number, input.document);
        let passes: &dyn Passes = tries;
        let (task, search) = (&search, &search);
        let finish = Finish { document, prefix, number, task, space, bases, goal, passes, confirm_to, long, context };
        let charts = Survey { finish, threads: context.workers(screened.survivors.len()) }.charts(&screened)?;
        let mut listing = AtlasListing { hits: HitListing { finish, input: *input, reach: *reach }, left_out: 0 };
        let (mut rows, mut counts) = (Vec::new(), [0; 3]);
        for (part, count) in AtlasPart::ALL.into_iter().zip(&mut counts) {
            let mut own: Vec<&ChartedChain> = charts.iter().filter(|chart| chart.part() == part).collect();
            own.sort_by_cached_key(|chart| chart.place());
            *count = own.len();
            listing.list(&own, &mut rows)?;
        }
        if search.prove {
            for row in &mut rows {
                draft::prove(std::slice::from_mut(&mut row.draft), input.number, long, context)?;
            }
        }
        let mut found = stand.found(input, search, &screened)?;
        found.task = "atlas";
        let mut listed: Vec<_> = rows.into_iter().map(|row: ListedChain<'_>| row.row(&found)).collect();
        // A name that needs more terms than are confirmed is none, so that a chain may have changed its part.
        listed.sort_by_key(|(row, _)| row.place());
        let (rows, hits) = listed.into_iter().unzip();
        found.hits = hits;
        let [named, formula, open] = counts;
        let games = charts.iter().map(|chart| chart.games).sum();
        let chains = AtlasCounts { named, formula, open };
        Ok(AtlasFound { found, chains, games, left_out: listing.left_out, rows })
    })
}
