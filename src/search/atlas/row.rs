//! From charts to rows: the first of each part that are confirmed, each with a claim for all positions where its chain follows a
//! recurrence. Names nothing, and counts nothing.
use super::survey::ChartedChain;
use crate::asked::TaskFailure;
use crate::search::found::{AtlasPart, AtlasRow, Found, Hit};
use crate::search::hits::confirm::Confirmed;
use crate::search::hits::draft::Draft;
use crate::search::hits::{Finish, HeldSurvivor};
use crate::search::input::{SearchInput, SearchReach};
use crate::search::relation::form::Pair;
use crate::search::task::{Base, Search, SearchTarget, TargetTerms};
use crate::search::trial::chunk::Survivor;
use crate::search::trial::goal::{Goal, chain, differences};
use dashu_int::IBig;
use nimdsl_identify::whole_recurrence;
use std::cmp::Reverse;

/// A row shows so many terms.
const SHOWN: usize = 12;
/// So many terms say what the recurrence is, and so many pairs are compared with it.
const COMPARED: usize = 200;
/// So many pairs may come before the recurrence.
const MOST_BEFORE: usize = 6;

/// What lists charts.
pub(super) struct AtlasListing<'a> {
    pub(super) finish: Finish<'a>,
    pub(super) input: SearchInput<'a>,
    pub(super) search: &'a Search,
    pub(super) reach: SearchReach,
    /// How many turned out wrong far out.
    pub(super) left_out: usize,
}

/// A chart that is confirmed.
pub(super) struct ListedChain<'a> {
    chart: &'a ChartedChain,
    confirmed: Confirmed,
    pub(super) draft: Draft,
    /// Whether its claim speaks of all positions.
    pub(super) is_told: bool,
}

impl AtlasListing<'_> {
    /// Lists the first charts of a part that are confirmed.
    pub(super) fn list<'b>(
        &mut self,
        part: &[&'b ChartedChain],
        listed: &mut Vec<ListedChain<'b>>,
    ) -> Result<(), TaskFailure> {
        let most = listed.len() + self.search.keep;
        for charts in part.chunks(self.finish.context.workers(usize::MAX)) {
            let survivors: Vec<_> = charts.iter().map(|chart| chart.survivor).collect();
            let mut held = self.finish.batch(&survivors)?.into_iter().peekable();
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
        self.finish.long.watch.found(&self.finish.line(&held));
        let told = self.told(&held.confirmed);
        let finish = told.as_ref().map_or(self.finish, |goal| Finish { goal, ..self.finish });
        let target = told.is_some().then_some(0);
        let held = HeldSurvivor { survivor: Survivor { target, ..held.survivor }, ..held };
        let draft = Draft::new(finish.hit(&held, chart.letters, number)?);
        Some(ListedChain { chart, confirmed: held.confirmed, draft, is_told: told.is_some() })
    }

    /// The set of a chain that follows a recurrence from one of its first terms on, as a target that is the same as far as it is
    /// confirmed, but for the pairs before.
    fn told(&self, confirmed: &Confirmed) -> Option<Goal> {
        let near: Vec<Pair> = confirmed.set.iter().copied().take(COMPARED).collect();
        let terms = chain(&near);
        let found = whole_recurrence(&terms.iter().copied().map(IBig::from).collect::<Vec<_>>())?;
        let coefficients: Vec<i64> =
            found.coefficients.into_iter().map(|factor| i64::try_from(factor).ok()).collect::<Option<_>>()?;
        let start = terms.get(found.from..found.from + coefficients.len())?.to_vec();
        let target = SearchTarget::Consecutive(TargetTerms::Recurrence { coefficients, start });
        let search = Search { target, exceptions: MOST_BEFORE, counts_games: false, ..self.search.clone() };
        let goal = self.input.goal(&search, self.reach, self.finish.context).ok()?;
        let compared = near.last().map(|pair| pair.0 + pair.1)?;
        let beside = differences(&near, &goal.targets.first()?.pairs, compared.min(2 * confirmed.up_to));
        let is_before = |pair: &Pair| near.iter().take(MOST_BEFORE + 1).any(|first| first == pair);
        (beside.iter().all(is_before) && beside.iter().all(|pair| pair.0 + pair.1 <= confirmed.total)).then_some(goal)
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
