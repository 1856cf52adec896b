//! From charts to rows: the first of each part that are confirmed. Names nothing, and counts nothing.
use super::survey::ChartedChain;
use crate::asked::TaskFailure;
use crate::search::found::{AtlasPart, AtlasRow, Found, Hit};
use crate::search::hits::HeldSurvivor;
use crate::search::hits::confirm::Confirmed;
use crate::search::hits::draft::Draft;
use crate::search::hits::told::HitListing;
use crate::search::task::Base;
use crate::search::trial::goal::chain;
use std::cmp::Reverse;

/// A row shows so many terms.
const SHOWN: usize = 12;

/// What lists charts.
pub(super) struct AtlasListing<'a> {
    pub(super) hits: HitListing<'a>,
    /// How many turned out wrong far out.
    pub(super) left_out: usize,
}

/// A chart that is confirmed.
pub(super) struct ListedChain<'a> {
    chart: &'a ChartedChain,
    confirmed: Confirmed,
    pub(super) draft: Draft,
}

impl AtlasListing<'_> {
    /// Lists the first charts of a part that are confirmed.
    pub(super) fn list<'b>(
        &mut self,
        part: &[&'b ChartedChain],
        listed: &mut Vec<ListedChain<'b>>,
    ) -> Result<(), TaskFailure> {
        let most = listed.len() + self.hits.finish.task.keep;
        for charts in part.chunks(self.hits.finish.context.workers(usize::MAX)) {
            let survivors: Vec<_> = charts.iter().map(|chart| chart.survivor).collect();
            let mut held = self.hits.finish.batch(&survivors)?.into_iter().peekable();
            for chart in charts {
                if most <= listed.len() {
                    return Ok(());
                }
                // What is not confirmed is missing in its place.
                let own = held.next_if(|held| held.survivor.number == chart.survivor.number);
                match own.and_then(|held| self.listed(held, chart, listed.len() + 1)) {
                    Some(row) => listed.push(row),
                    None => self.left_out += 1,
                }
            }
        }
        Ok(())
    }

    /// A chain that is confirmed, with its claim.
    fn listed<'b>(&self, held: HeldSurvivor, chart: &'b ChartedChain, number: usize) -> Option<ListedChain<'b>> {
        self.hits.finish.long.watch.found(&self.hits.finish.line(&held));
        let draft = self.hits.draft(&held, chart.letters, number)?;
        Some(ListedChain { chart, confirmed: held.confirmed, draft })
    }
}

impl AtlasRow {
    /// Where it stands: what has a name by its simplicity, what has none by its surprise.
    pub(super) fn place(&self) -> (usize, Reverse<u64>, usize) {
        let part = AtlasPart::ALL.iter().position(|part| *part == self.part).unwrap_or(0);
        let surprise = if self.part == AtlasPart::Open { self.surprise } else { 0 };
        (part, Reverse(surprise), self.letters)
    }
}

impl ListedChain<'_> {
    /// The row of a report, and the game.
    pub(super) fn row(self, found: &Found) -> (AtlasRow, Hit) {
        let Self { chart, confirmed, draft, .. } = self;
        let mut hit = draft.complete(found);
        hit.target = None;
        let terms = chain(&confirmed.set);
        let more = if SHOWN < terms.len() { ", ..." } else { "" };
        let shown: Vec<String> = terms.iter().take(SHOWN).map(i64::to_string).collect();
        let name = confirmed.name.as_ref();
        let row = AtlasRow {
            part: AtlasPart::of(name),
            sequence: shown.join(", ") + more,
            name: name.map_or_else(String::new, |name| format!("{}; {}", name.name, name.formula)),
            oeis: name.and_then(|name| name.oeis()).unwrap_or_default().to_owned(),
            game: hit.conditions.clone().unwrap_or_default(),
            base: if hit.base == Some(Base::Nothing) { "alone".to_owned() } else { found.origin.ruleset.clone() },
            letters: chart.letters,
            games: chart.games,
            tenths_of_bits: chart.bits,
            surprise: chart.surprise(),
            proved: hit.proved == Some(true),
            verified_up_to: hit.confirmed_up_to,
            file: hit.file.clone(),
        };
        (row, hit)
    }
}
