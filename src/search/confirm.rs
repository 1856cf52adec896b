//! From P-positions that passed a screening to P-positions that are confirmed far out, with a name. Tries no candidate.
use super::SearchError;
use super::driver::Long;
use super::form::{Pair, Relation};
use super::goal::{Goal, Passed};
use super::kernel::{Scratch, continue_chain, is_kernel, steps};
use super::write;
use crate::engine::Context;
use crate::identify;
use dashu_int::IBig;

/// A confirmation takes about as many steps, at most; beyond it the bound is lowered.
const MOST_STEPS: i64 = 300_000_000;
/// A chain is confirmed up to so many pairs at most.
const MOST_PAIRS: usize = 20_000;
/// A chain is named by so many terms at most.
const NAMED_TERMS: usize = 200;
/// So many first terms may be unlike the rest.
const MOST_BEFORE: usize = 4;

/// P-positions that hold up to a bound.
pub(super) struct Confirmed {
    pub(super) set: Vec<Pair>,
    /// The screening knows them up to so many tokens.
    pub(super) total: i64,
    pub(super) up_to: i64,
    pub(super) name: Option<identify::Hit>,
}

/// What confirms.
#[derive(Clone, Copy)]
pub(super) struct Confirmation<'a> {
    pub(super) goal: &'a Goal,
    pub(super) confirm_to: i64,
    /// Whether only chains with a name are of interest.
    pub(super) named: Named,
    /// Which task it is.
    pub(super) number: usize,
    pub(super) long: &'a Long<'a>,
    pub(super) context: &'a Context,
}

/// Which chains are of interest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Named {
    /// All.
    Any,
    /// Those with a name.
    Only,
}

impl Confirmation<'_> {
    /// The P-positions as far as a confirmation goes, if they hold so far. A candidate that was confirmed before the run was
    /// stopped is not confirmed again.
    pub(super) fn confirm(
        &self,
        relation: &Relation,
        passed: Passed,
        candidate: u64,
    ) -> Result<Option<Confirmed>, SearchError> {
        let (target, total) = (passed.target, passed.total);
        let (set, up_to) = self.far(relation, passed);
        let name = if target.is_none() { name(&set) } else { None };
        if self.named == Named::Only && name.is_none() {
            return Ok(None);
        }
        // Several targets share a candidate, but its P-positions fit one of them up to a few exceptions.
        let key = candidate.wrapping_mul(64) + target.unwrap_or(0) as u64;
        let known = match self.long.store {
            Some(store) => store.verdict(self.number, key).map_err(SearchError::Store)?,
            None => None,
        };
        let holds = match known {
            Some(verdict) => verdict.is_some(),
            None => {
                let holds = is_kernel(relation, &set, 2 * up_to, &mut Scratch::default(), self.context);
                self.context.go_on()?;
                if let Some(store) = self.long.store {
                    let verdict = holds.then_some(up_to.unsigned_abs());
                    store.keep_verdict(self.number, key, verdict).map_err(SearchError::Store)?;
                }
                holds
            }
        };
        Ok(holds.then_some(Confirmed { set, total, up_to, name }))
    }

    /// What the P-positions should be as far as a confirmation goes, and how far that is.
    fn far(&self, relation: &Relation, passed: Passed) -> (Vec<Pair>, i64) {
        let Passed { target, mut set, total } = passed;
        let mut up_to = self.confirm_to;
        match target.and_then(|target| self.goal.targets.get(target)) {
            Some(wanted) => {
                set.extend(wanted.pairs.iter().filter(|pair| total < pair.0 + pair.1));
                up_to = up_to.min(wanted.total / 2);
            }
            None => {
                let whole = continue_chain(relation, &mut set, 2 * up_to, MOST_PAIRS, &mut Scratch::default());
                if let Some(last) = set.last().filter(|_| !whole) {
                    up_to = up_to.min(i64::midpoint(last.0, last.1));
                }
            }
        }
        while 20 < up_to && MOST_STEPS < steps(relation, &set, 2 * up_to) {
            up_to /= 2;
        }
        let up_to = if total / 2 <= self.confirm_to { up_to.max(total / 2) } else { up_to };
        set.retain(|pair| pair.0 + pair.1 <= 2 * up_to);
        (set, up_to)
    }
}

/// What a chain is called, if its name needs no question mark. A name of all terms but a few at the start is better than a
/// mere recurrence.
pub(super) fn name(set: &[Pair]) -> Option<identify::Hit> {
    let terms: Vec<IBig> = write::chain(set).into_iter().take(NAMED_TERMS).map(IBig::from).collect();
    let named = |terms: &[IBig]| identify::identify(terms).into_iter().find(|hit| !hit.tentative);
    let plain = |hit: &identify::Hit| hit.name.starts_with("linear recurrence");
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
