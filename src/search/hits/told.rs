//! What survivors are written as: a claim on what was looked for, or, in an open search, on a recurrence that the chain follows.
//! Confirms nothing.
use super::confirm::Confirmed;
use super::draft::Draft;
use super::{Finish, HeldSurvivor};
use crate::asked::TaskFailure;
use crate::search::found::Hit;
use crate::search::input::{SearchInput, SearchReach};
use crate::search::relation::form::Pair;
use crate::search::task::{Search, SearchTarget, TargetTerms};
use crate::search::trial::chunk::{Chunk, Survivor};
use crate::search::trial::goal::{Goal, chain, differences};
use dashu_int::IBig;
use nimdsl_identify::whole_recurrence;

/// So many terms say what the recurrence is, and so many pairs are compared with it.
const COMPARED: usize = 200;
/// So many pairs may come before the recurrence.
const MOST_BEFORE: usize = 6;

/// What writes hits: the survivors that are confirmed, and what the search stands on.
#[derive(Clone, Copy)]
pub(in crate::search) struct HitListing<'a> {
    pub(in crate::search) finish: Finish<'a>,
    pub(in crate::search) input: SearchInput<'a>,
    pub(in crate::search) reach: SearchReach,
}

impl HitListing<'_> {
    /// The shortest rulesets for each base and target that mean different things, as hits.
    pub(in crate::search) fn hits(&self, screened: &Chunk) -> Result<Vec<Draft>, TaskFailure> {
        let numbered = self.finish.shortest(screened)?.into_iter().enumerate();
        Ok(numbered.filter_map(|(index, (length, held))| self.draft(&held, length, index + 1)).collect())
    }

    /// A survivor as a hit. In an open search, its claim speaks of all positions where its chain follows a recurrence, and
    /// otherwise of those that are listed.
    pub(in crate::search) fn draft(&self, held: &HeldSurvivor, length: usize, number: usize) -> Option<Draft> {
        let HeldSurvivor { survivor, confirmed } = held;
        let goal = if survivor.target.is_none() { self.as_target(confirmed) } else { None };
        let Some(goal) = goal else {
            let hit = self.finish.hit(*survivor, confirmed, length, number)?;
            return Some(Draft::new(hit, self.finish.goal.speaks_of_all(survivor.target)));
        };
        let survivor = Survivor { target: Some(0), ..*survivor };
        let hit = Finish { goal: &goal, ..self.finish }.hit(survivor, confirmed, length, number)?;
        // Nobody looked for it.
        Some(Draft::new(Hit { target: None, ..hit }, true))
    }

    /// The set of a chain that follows a recurrence from one of its first terms on, as a target that is the same as far as it is
    /// confirmed, but for the pairs before.
    fn as_target(&self, confirmed: &Confirmed) -> Option<Goal> {
        let near: Vec<Pair> = confirmed.set.iter().copied().take(COMPARED).collect();
        let terms = chain(&near);
        let found = whole_recurrence(&terms.iter().copied().map(IBig::from).collect::<Vec<_>>())?;
        let coefficients: Vec<i64> =
            found.coefficients.into_iter().map(|factor| i64::try_from(factor).ok()).collect::<Option<_>>()?;
        let start = terms.get(found.from..found.from + coefficients.len())?.to_vec();
        let target = SearchTarget::Consecutive(TargetTerms::Recurrence { coefficients, start });
        let search = Search { target, exceptions: MOST_BEFORE, counts_games: false, ..self.finish.task.clone() };
        let goal = self.input.goal(&search, self.reach, self.finish.context).ok()?;
        let compared = near.last().map(|pair| pair.0 + pair.1)?;
        let beside = differences(&near, &goal.targets.first()?.pairs, compared.min(2 * confirmed.up_to));
        let is_before = |pair: &Pair| near.iter().take(MOST_BEFORE + 1).any(|first| first == pair);
        (beside.iter().all(is_before) && beside.iter().all(|pair| pair.0 + pair.1 <= confirmed.total)).then_some(goal)
    }
}
