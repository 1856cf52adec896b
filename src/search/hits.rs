//! From survivors to hits: confirmed far out, the shortest first, each a whole ruleset. Tries no other candidate.
use super::base::Base;
use super::chunk::{Chunk, Survivor};
use super::condition::Space;
use super::driver::Long;
use super::field::Field;
use super::form::{Pair, Relation};
use super::goal::{Passed, differences};
use super::kernel::{continue_chain, is_kernel};
use super::screen::Screen;
use super::task::Search;
use super::write::{self, Known, Parts};
use super::{Hit, SearchError};
use crate::check::Document;
use crate::engine::Context;
use crate::identify;
use dashu_int::IBig;
use indexmap::IndexMap;

/// A confirmation takes about as many steps, at most; beyond it the bound is lowered.
const MOST_STEPS: i64 = 200_000_000;
/// A chain is confirmed up to so many pairs at most.
const MOST_PAIRS: usize = 2_000;
/// A report lists so many terms of a chain at most.
const LISTED_TERMS: usize = 200;
/// A chain is named by so many terms at most.
const NAMED_TERMS: usize = 200;
/// So many survivors in a row without a name end a search for named chains.
const PATIENCE: usize = 20_000;

/// What turns survivors into hits.
#[derive(Clone, Copy)]
pub(super) struct Finish<'a> {
    pub(super) document: &'a Document,
    pub(super) prefix: &'a str,
    pub(super) number: usize,
    pub(super) task: &'a Search,
    pub(super) screen: &'a Screen<'a>,
    pub(super) confirm_to: i64,
    pub(super) long: &'a Long<'a>,
    pub(super) context: &'a Context,
}

/// P-positions that hold up to a bound.
pub(super) struct Confirmed {
    pub(super) survivor: Survivor,
    pub(super) set: Vec<Pair>,
    pub(super) total: i64,
    pub(super) up_to: i64,
    pub(super) name: Option<identify::Hit>,
}

impl Finish<'_> {
    fn space(&self) -> &Space {
        self.screen.space
    }

    fn bases(&self) -> &[Base] {
        self.screen.bases
    }

    /// The shortest rulesets for each base and target that mean different things, confirmed.
    pub(super) fn hits(&self, screened: &Chunk) -> Result<Vec<Hit>, SearchError> {
        let mut survivors = screened.survivors.clone();
        survivors.sort_unstable_by_key(|survivor| (survivor.length, survivor.number));
        let mut confirmed: Vec<Confirmed> = Vec::new();
        for base in 0..self.bases().len() {
            let targets: Vec<Option<usize>> = match self.screen.goal.targets.len() {
                0 => vec![None],
                many => (0..many).map(Some).collect(),
            };
            for target in targets {
                let of_base = |survivor: &&Survivor| {
                    survivor.target == target && self.candidate(survivor).is_some_and(|parts| parts.base == base)
                };
                confirmed.extend(self.some(&mut survivors.iter().copied().filter(|survivor| of_base(&survivor)))?);
            }
        }
        let mut written: Vec<(usize, Confirmed)> = confirmed
            .into_iter()
            .filter_map(|confirmed| {
                Some((write::description_length(&self.parts(&self.candidate(&confirmed.survivor)?)), confirmed))
            })
            .collect();
        written.sort_by_key(|(length, confirmed)| (confirmed.survivor.target, *length, confirmed.survivor.number));
        let numbered = written.into_iter().enumerate();
        Ok(numbered.filter_map(|(index, (length, confirmed))| self.hit(&confirmed, length, index + 1)).collect())
    }

    fn candidate(&self, survivor: &Survivor) -> Option<super::candidates::Candidate> {
        self.space().candidates.at(survivor.number)
    }

    /// The first so many that are confirmed.
    fn some(&self, queue: &mut dyn Iterator<Item = Survivor>) -> Result<Vec<Confirmed>, SearchError> {
        let mut kept: Vec<Confirmed> = Vec::new();
        let mut idle = 0;
        while kept.len() < self.task.keep && idle < PATIENCE {
            self.context.go_on()?;
            let room = if self.task.named { 64 } else { self.task.keep - kept.len() };
            let batch: Vec<Survivor> = queue.take(self.context.threads.max(1).min(room)).collect();
            if batch.is_empty() {
                break;
            }
            idle += batch.len();
            for confirmed in self.confirm(&batch)? {
                if kept.len() < self.task.keep {
                    idle = 0;
                    self.long.watch.found(&self.line(&confirmed));
                    kept.push(confirmed);
                }
            }
        }
        Ok(kept)
    }

    /// Those of a batch that hold as far as the confirmation goes, in order.
    fn confirm(&self, batch: &[Survivor]) -> Result<Vec<Confirmed>, SearchError> {
        let done: Vec<Result<Option<Confirmed>, SearchError>> = std::thread::scope(|scope| {
            let work: Vec<_> = batch.iter().map(|survivor| scope.spawn(|| self.confirm_one(*survivor))).collect();
            work.into_iter().map(|work| work.join().unwrap_or(Ok(None))).collect()
        });
        self.context.go_on()?;
        done.into_iter().filter_map(Result::transpose).collect()
    }

    fn confirm_one(&self, survivor: Survivor) -> Result<Option<Confirmed>, SearchError> {
        let Some(candidate) = self.candidate(&survivor) else { return Ok(None) };
        let relation = self.screen.relation(&candidate);
        let passed = self.screen.passes(&candidate, &mut Field::new(), self.context);
        let Some(passed) = passed.into_iter().find(|passed| passed.target == survivor.target) else { return Ok(None) };
        let total = passed.total;
        let (set, up_to) = self.far(&relation, passed);
        let name = if survivor.target.is_none() { name(&set) } else { None };
        if self.task.named && name.is_none() {
            return Ok(None);
        }
        // Several targets share a candidate, but its P-positions fit one of them up to a few exceptions.
        let key = survivor.number.wrapping_mul(64) + survivor.target.unwrap_or(0) as u64;
        let known = match self.long.store {
            Some(store) => store.verdict(self.number, key).map_err(SearchError::Store)?,
            None => None,
        };
        let holds = match known {
            Some(verdict) => verdict.is_some(),
            None => {
                let holds = is_kernel(&relation, &set, 2 * up_to, self.context);
                self.context.go_on()?;
                if let Some(store) = self.long.store {
                    let verdict = holds.then_some(up_to.unsigned_abs());
                    store.keep_verdict(self.number, key, verdict).map_err(SearchError::Store)?;
                }
                holds
            }
        };
        Ok(holds.then_some(Confirmed { survivor, set, total, up_to, name }))
    }

    /// What the P-positions should be as far as a confirmation goes, and how far that is.
    fn far(&self, relation: &Relation, passed: Passed) -> (Vec<Pair>, i64) {
        let Passed { target, mut set, total } = passed;
        let mut up_to = self.confirm_to;
        match target.and_then(|target| self.screen.goal.targets.get(target)) {
            Some(wanted) => {
                set.extend(wanted.pairs.iter().filter(|pair| total < pair.0 + pair.1));
                up_to = up_to.min(wanted.total / 2);
            }
            None => {
                // A chain that grows slowly has many pairs, and finding them takes the square of their number.
                continue_chain(relation, &mut set, 2 * up_to, MOST_PAIRS);
                if let Some(last) = set.get(MOST_PAIRS - 1) {
                    up_to = up_to.min(i64::midpoint(last.0, last.1));
                }
            }
        }
        let width = i64::try_from(relation.0.len()).unwrap_or(1).max(1);
        let steps = |up_to: i64| {
            let pairs = set.iter().filter(|pair| pair.0 + pair.1 <= 2 * up_to).count();
            i64::try_from(pairs).unwrap_or(i64::MAX).saturating_mul(width)
        };
        while 20 < up_to && MOST_STEPS / up_to < steps(up_to) {
            up_to /= 2;
        }
        let up_to = if total / 2 <= self.confirm_to { up_to.max(total / 2) } else { up_to };
        set.retain(|pair| pair.0 + pair.1 <= 2 * up_to);
        (set, up_to)
    }

    fn parts<'b>(&'b self, candidate: &'b super::candidates::Candidate) -> Parts<'b> {
        Parts {
            document: self.document,
            base: self.task.bases[candidate.base],
            space: self.space(),
            shape: &self.space().candidates.shapes[candidate.shape],
            chosen: &candidate.chosen,
        }
    }

    /// A hit in one line, for those who look on.
    fn line(&self, confirmed: &Confirmed) -> String {
        let Some(candidate) = self.candidate(&confirmed.survivor) else { return String::new() };
        let texts = candidate.chosen.iter().map(|index| self.space().conditions[*index].text.as_str());
        let chain: Vec<String> = write::chain(&confirmed.set).iter().take(8).map(i64::to_string).collect();
        let name = confirmed.name.as_ref().map_or_else(String::new, |hit| format!(": {}", hit.name));
        format!("{} gives {}, ...{name}", texts.collect::<Vec<_>>().join(", "), chain.join(", "))
    }

    fn hit(&self, confirmed: &Confirmed, length: usize, number: usize) -> Option<Hit> {
        let candidate = self.candidate(&confirmed.survivor)?;
        let parts = self.parts(&candidate);
        let goal = self.screen.goal;
        let wanted = confirmed.survivor.target.and_then(|target| goal.targets.get(target));
        let total = confirmed.total;
        let exceptions = wanted.map(|wanted| differences(&confirmed.set, &wanted.pairs, total)).unwrap_or_default();
        let known = Known {
            wanted: wanted.map(|wanted| &wanted.words),
            set: &confirmed.set,
            exceptions: &exceptions,
            up_to: confirmed.up_to,
            name: confirmed.name.as_ref(),
        };
        let near = confirmed.up_to.min(goal.total / 2);
        let mut chain = write::chain(&confirmed.set);
        chain.truncate(LISTED_TERMS);
        Some(Hit {
            ruleset: write::text(&parts, &known, number),
            file: format!("{}hit_{number:03}.nim", self.prefix),
            candidate: confirmed.survivor.number,
            parameters: IndexMap::new(),
            description_length: length,
            target: wanted.filter(|_| 1 < goal.targets.len()).map(|wanted| wanted.words.set.clone()),
            name: confirmed.name.clone(),
            chain: Some(chain),
            p_positions: confirmed.set.iter().copied().filter(|pair| pair.1 <= near).collect(),
            exceptions,
            confirmed_up_to: u64::try_from(confirmed.up_to).unwrap_or(0),
            proved: Some(false),
        })
    }
}

/// What a chain is called, if its name needs no question mark.
fn name(set: &[Pair]) -> Option<identify::Hit> {
    let terms: Vec<IBig> = write::chain(set).into_iter().take(NAMED_TERMS).map(IBig::from).collect();
    identify::identify(&terms).into_iter().find(|hit| !hit.tentative)
}
