//! From P-positions that passed a screening to P-positions that are confirmed far out, with a name. Tries no candidate.
use crate::asked::TaskFailure;
use crate::engine::Context;
use crate::search::relation::bit_board_30::hash;
use crate::search::relation::far::{Far, is_kernel_far};
use crate::search::relation::form::{MoveRelation, Pair};
use crate::search::relation::p_positions::{StripScratch, continue_chain};
use crate::search::trial::driver::LongRun;
use crate::search::trial::goal::{Goal, PassedSet, chain};
use crate::value::Saturate;
use dashu_int::IBig;
use nimdsl_identify::{NameKind, SequenceName, identify};

/// A confirmation takes about as many steps, a second, at most; beyond it the bound is lowered.
const MOST_STEPS: i64 = 100_000_000;
/// A chain is confirmed up to so many pairs at most.
const MOST_PAIRS: usize = 50_000;
/// A chain is named by so many terms at most.
const NAMED_TERMS: usize = 200;
/// So many first terms may be unlike the rest.
const MOST_BEFORE: usize = 6;

/// P-positions that hold up to a bound.
pub(in crate::search) struct Confirmed {
    pub(in crate::search) set: Vec<Pair>,
    /// The screening knows them up to so many tokens.
    pub(in crate::search) total: i64,
    pub(in crate::search) up_to: i64,
    pub(in crate::search) name: Option<SequenceName>,
}

/// What confirms.
#[derive(Clone, Copy)]
pub(in crate::search) struct Confirmation<'a> {
    pub(in crate::search) goal: &'a Goal,
    pub(in crate::search) confirm_to: i64,
    /// Whether only chains with a name are of interest.
    pub(in crate::search) named: NamedChains,
    /// Which task it is.
    pub(in crate::search) number: usize,
    pub(in crate::search) long: &'a LongRun<'a>,
    pub(in crate::search) context: &'a Context,
}

/// Which chains are of interest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) enum NamedChains {
    /// All.
    Any,
    /// Those with a name.
    Only,
}

impl Confirmation<'_> {
    /// The P-positions as far as a confirmation goes, if they hold so far. A candidate that was confirmed before the run was
    /// stopped is not confirmed again.
    pub(in crate::search) fn confirm(
        &self,
        relation: &MoveRelation,
        passed: PassedSet,
        candidate: u64,
    ) -> Result<Option<Confirmed>, TaskFailure> {
        let (target, total) = (passed.target, passed.total);
        let (mut set, mut up_to) = self.far(relation, passed);
        let named = |set: &[Pair]| if target.is_none() { name(set) } else { None };
        let mut known_as = named(&set);
        if self.named == NamedChains::Only && known_as.is_none() {
            return Ok(None);
        }
        // Several targets share a candidate, but its P-positions fit one of them up to a few exceptions.
        let place = target.unwrap_or(0) as u64;
        let key = match candidate.checked_mul(64) {
            Some(key) => key + place,
            None => hash([candidate, place].into_iter()),
        };
        let known = match self.long.store {
            Some(store) => store.verdict(self.number, key).map_err(TaskFailure::Store)?,
            None => None,
        };
        let verdict = match known {
            Some(verdict) => verdict.map(Saturate::saturated),
            None => {
                let verdict = self.tested(relation, &set, (target, total), up_to);
                self.context.go_on()?;
                if let Some(store) = self.long.store {
                    store.keep_verdict(self.number, key, verdict.map(i64::unsigned_abs)).map_err(TaskFailure::Store)?;
                }
                verdict
            }
        };
        let Some(reached) = verdict else { return Ok(None) };
        if reached < up_to {
            up_to = reached;
            let known_to = self.known_to(target, total, up_to);
            set.retain(|pair| pair.0 + pair.1 <= known_to);
            known_as = named(&set);
            if self.named == NamedChains::Only && known_as.is_none() {
                return Ok(None);
            }
        }
        // Where nothing was looked for, nothing is known beyond the pairs.
        let total = if target.is_none() { total.min(self.tokens(target, up_to)) } else { total };
        Ok(Some(Confirmed { set, total, up_to, name: known_as }))
    }

    /// Up to which heap the P-positions are right, at most `up_to`; none if they are not. What took too long is tried
    /// half as far, but not less far than the screening went.
    fn tested(
        &self,
        relation: &MoveRelation,
        set: &[Pair],
        (target, total): (Option<usize>, i64),
        up_to: i64,
    ) -> Option<i64> {
        let screened = (total / 2).max(20);
        let mut up_to = up_to;
        loop {
            let most_steps = if up_to <= screened { i64::MAX } else { MOST_STEPS };
            match is_kernel_far(relation, set, self.tokens(target, up_to), most_steps, self.context) {
                Far::Right => return Some(up_to),
                Far::Wrong => return None,
                Far::TooLong(rows) => up_to = nearer(up_to, rows).max(screened.min(up_to)),
            }
        }
    }

    /// What the P-positions should be as far as a confirmation goes, and how far that is.
    fn far(&self, relation: &MoveRelation, passed: PassedSet) -> (Vec<Pair>, i64) {
        let PassedSet { target, mut set, total } = passed;
        let mut up_to = self.confirm_to;
        match target.and_then(|target| self.goal.targets.get(target)) {
            Some(wanted) => {
                set.extend(wanted.pairs.iter().filter(|pair| total < pair.0 + pair.1));
                up_to = up_to.min(wanted.total / 2);
            }
            None => {
                let whole = continue_chain(relation, &mut set, 2 * up_to, MOST_PAIRS, &mut StripScratch::default());
                if let Some(last) = set.last().filter(|_| !whole) {
                    up_to = up_to.min(i64::midpoint(last.0, last.1));
                }
            }
        }
        let up_to = if total / 2 <= self.confirm_to { up_to.max(total / 2) } else { up_to };
        let known_to = self.known_to(target, total, up_to);
        set.retain(|pair| pair.0 + pair.1 <= known_to);
        (set, up_to)
    }

    /// Up to how many tokens pairs are kept. Those of a target stay that were screened beyond the confirmation: they would be
    /// taken for missing ones. The claim of an open search ends with its pairs.
    fn known_to(&self, target: Option<usize>, total: i64, up_to: i64) -> i64 {
        let tokens = self.tokens(target, up_to);
        if target.is_some() { tokens.max(total) } else { tokens }
    }

    /// Up to how many tokens positions are tested if heaps up to `up_to` are: where a target ends at an odd number, its claim
    /// speaks of one token more.
    fn tokens(&self, target: Option<usize>, up_to: i64) -> i64 {
        let wanted = target.and_then(|target| self.goal.targets.get(target));
        wanted.map(|wanted| wanted.total).filter(|known| known / 2 == up_to).unwrap_or(2 * up_to)
    }
}

/// Half as far as often as it takes: the steps are taken to grow with the square of the bound.
fn nearer(up_to: i64, rows: i64) -> i64 {
    let share = |next: i64| next.saturating_mul(next) / up_to.max(1);
    let mut next = up_to / 2;
    while 20 < next && rows < share(next) {
        next /= 2;
    }
    next
}

/// What a chain is called, if its name needs no question mark. A name of all terms but a few at the start is better than a
/// mere recurrence.
pub(in crate::search) fn name(set: &[Pair]) -> Option<SequenceName> {
    let terms: Vec<IBig> = chain(set).into_iter().take(NAMED_TERMS).map(IBig::from).collect();
    let exact = |hit: &SequenceName| hit.kind != NameKind::Polynomial;
    let named = |terms: &[IBig]| {
        let mut hits: Vec<_> = identify(terms).into_iter().filter(|hit| !hit.tentative).collect();
        let best = hits.iter().position(exact).unwrap_or(0);
        (best < hits.len()).then(|| hits.swap_remove(best))
    };
    let plain = |hit: &SequenceName| hit.kind == NameKind::Recurrence;
    let whole = named(&terms)?;
    if !plain(&whole) {
        return Some(whole);
    }
    let later = (1..=MOST_BEFORE.min(terms.len())).find_map(|from| {
        let mut hit = named(&terms[from..]).filter(|hit| !plain(hit))?;
        hit.name = format!("{} from term {from} on", hit.name);
        hit.formula = format!("{}, where term {from} is a(0)", hit.formula);
        Some(hit)
    });
    Some(later.unwrap_or(whole))
}
