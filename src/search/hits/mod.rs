//! From survivors to hits: confirmed far out, the shortest first, each a whole ruleset. Tries no other candidate.

pub(in crate::search) mod confirm;
pub(in crate::search) mod draft;
pub mod origin;
pub(in crate::search) mod parameters;
pub(in crate::search) mod told;
pub(in crate::search) mod write;

use super::found::Hit;
use super::relation::bit_board_30::Grouping;
use super::relation::form::Pair;
use super::space::base::BaseMoves;
use super::space::candidates::Candidate;
use super::space::condition::Space;
use super::task::Search;
use super::trial::chunk::{Chunk, Survivor};
use super::trial::driver::LongRun;
use super::trial::goal::{Goal, SHORTEST_CHAIN, chain, differences};
use super::trial::moves::{Passes, relation};
use crate::asked::TaskFailure;
use crate::check::{Document, Settings};
use crate::engine::Context;
use confirm::{Confirmation, Confirmed, NamedChains};
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use write::{KnownPositions, TextParts};

/// A report lists so many terms of a chain at most.
const LISTED_TERMS: usize = 200;
/// So many numbers or pairs of a hit are shown to those who look on.
const SHOWN: usize = 8;
/// So many survivors in a row without a name end a search for named chains.
const PATIENCE: usize = 20_000;

/// What turns survivors into hits.
#[derive(Clone, Copy)]
pub(super) struct Finish<'a> {
    pub(super) document: &'a Document,
    pub(super) prefix: &'a str,
    pub(super) number: usize,
    pub(super) task: &'a Search,
    pub(super) space: &'a Space,
    pub(super) bases: &'a [BaseMoves],
    pub(super) goal: &'a Goal,
    /// What tried the candidates.
    pub(super) passes: &'a dyn Passes,
    pub(super) confirm_to: i64,
    pub(super) long: &'a LongRun<'a>,
    pub(super) context: &'a Context,
}

/// A survivor with its P-positions.
pub(super) struct HeldSurvivor {
    pub(super) survivor: Survivor,
    pub(super) confirmed: Confirmed,
}

impl Finish<'_> {
    /// The shortest rulesets for each base and target that mean different things, confirmed, with their lengths.
    fn shortest(&self, screened: &Chunk) -> Result<Vec<(usize, HeldSurvivor)>, TaskFailure> {
        let mut survivors = screened.survivors.clone();
        survivors.sort_unstable_by_key(|survivor| (survivor.length, survivor.number));
        let targets: Vec<Option<usize>> = match self.goal.targets.len() {
            0 => vec![None],
            many => (0..many).map(Some).collect(),
        };
        let groups: Vec<(usize, Option<usize>)> =
            (0..self.bases.len()).flat_map(|base| targets.iter().map(move |target| (base, *target))).collect();
        let mut written: Vec<(usize, HeldSurvivor)> = Vec::new();
        for held in self.groups(&groups, &survivors)? {
            let Some(candidate) = self.candidate(&held.survivor) else { continue };
            written.push((write::description_length(&self.parts(&candidate)), held));
        }
        written.sort_by_key(|(length, held)| (held.survivor.target, *length, held.survivor.number));
        Ok(written)
    }

    /// The hits of each base and target. All threads are busy: with groups, or with the survivors of one.
    fn groups(
        &self,
        groups: &[(usize, Option<usize>)],
        survivors: &[Survivor],
    ) -> Result<Vec<HeldSurvivor>, TaskFailure> {
        let workers = self.context.workers(groups.len());
        let each = self.context.workers(usize::MAX) / workers;
        let next = AtomicUsize::new(0);
        let work = || -> Result<Vec<HeldSurvivor>, TaskFailure> {
            let mut held = Vec::new();
            while let Some((base, target)) = groups.get(next.fetch_add(1, Ordering::Relaxed)) {
                let of_group = |survivor: &Survivor| {
                    survivor.target == *target
                        && self.candidate(survivor).is_some_and(|candidate| candidate.base == *base)
                };
                held.extend(self.some(&mut survivors.iter().copied().filter(of_group), each)?);
            }
            Ok(held)
        };
        let done: Vec<Result<Vec<HeldSurvivor>, TaskFailure>> = std::thread::scope(|scope| {
            let others: Vec<_> = (1..workers).map(|_| scope.spawn(work)).collect();
            let own = work();
            let others = others.into_iter().map(|other| other.join().unwrap_or_else(|panic| resume_unwind(panic)));
            others.chain([own]).collect()
        });
        self.context.go_on()?;
        Ok(done.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
    }

    pub(super) fn candidate(&self, survivor: &Survivor) -> Option<Candidate> {
        self.space.candidates.at(survivor.number)
    }

    /// The first so many that are confirmed.
    fn some(
        &self,
        queue: &mut dyn Iterator<Item = Survivor>,
        threads: usize,
    ) -> Result<Vec<HeldSurvivor>, TaskFailure> {
        let mut kept: Vec<HeldSurvivor> = Vec::new();
        let mut idle = 0;
        while kept.len() < self.task.keep && idle < PATIENCE {
            self.context.go_on()?;
            let room = if self.task.named { threads } else { threads.min(self.task.keep - kept.len()) };
            let mut batch: Vec<Survivor> = Vec::new();
            while batch.len() < room
                && let Some(next) = queue.next()
            {
                self.context.go_on()?;
                if !kept.iter().any(|shorter| self.is_enough(shorter, &next)) {
                    batch.push(next);
                }
            }
            if batch.is_empty() {
                break;
            }
            idle += batch.len();
            for held in self.batch(&batch)? {
                if kept.len() < self.task.keep && !kept.iter().any(|shorter| self.is_enough(shorter, &held.survivor)) {
                    idle = 0;
                    self.long.watch.found(&self.line(&held));
                    kept.push(held);
                }
            }
        }
        Ok(kept)
    }

    /// Whether some of the conditions of a survivor, those of a shorter hit, have the same P-positions: the others can be left
    /// out.
    fn is_enough(&self, shorter: &HeldSurvivor, survivor: &Survivor) -> bool {
        let candidates = (self.candidate(&shorter.survivor), self.candidate(survivor));
        let (Some(part), Some(whole)) = candidates else { return false };
        let is_conjunction =
            |candidate: &Candidate| self.space.candidates.shapes[candidate.shape].join == Grouping::All;
        let within = || part.chosen.iter().all(|condition| whole.chosen.contains(condition));
        if !is_conjunction(&part) || !is_conjunction(&whole) || !within() {
            return false;
        }
        let passed = self.passes.passes(&whole, self.context);
        let same = |set: &[Pair]| shorter.confirmed.set.iter().zip(set).all(|(one, other)| one == other);
        passed.iter().any(|passed| passed.target == survivor.target && same(&passed.set))
    }

    /// Those of a batch that hold as far as the confirmation goes, in order.
    pub(super) fn batch(&self, batch: &[Survivor]) -> Result<Vec<HeldSurvivor>, TaskFailure> {
        let done: Vec<Result<Option<HeldSurvivor>, TaskFailure>> = match batch {
            [one] => vec![self.held(*one)],
            // A browser has no threads.
            many if cfg!(target_arch = "wasm32") => many.iter().map(|survivor| self.held(*survivor)).collect(),
            many => std::thread::scope(|scope| {
                let work: Vec<_> = many.iter().map(|survivor| scope.spawn(|| self.held(*survivor))).collect();
                work.into_iter().map(|work| work.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
            }),
        };
        self.context.go_on()?;
        done.into_iter().filter_map(Result::transpose).collect()
    }

    fn held(&self, survivor: Survivor) -> Result<Option<HeldSurvivor>, TaskFailure> {
        let Some(candidate) = self.candidate(&survivor) else { return Ok(None) };
        let relation = relation(self.space, self.bases, &candidate);
        let passed = self.passes.passes(&candidate, self.context);
        let Some(passed) = passed.into_iter().find(|passed| passed.target == survivor.target) else { return Ok(None) };
        let confirmed = self.confirmation().confirm(&relation, passed, survivor.number)?;
        Ok(confirmed.map(|confirmed| HeldSurvivor { survivor, confirmed }))
    }

    fn confirmation(&self) -> Confirmation<'_> {
        Confirmation {
            goal: self.goal,
            confirm_to: self.confirm_to,
            named: if self.task.named { NamedChains::Only } else { NamedChains::Any },
            number: self.number,
            long: self.long,
            context: self.context,
        }
    }

    pub(super) fn parts<'b>(&'b self, candidate: &'b Candidate) -> TextParts<'b> {
        TextParts {
            document: self.document,
            base: self.task.bases[candidate.base],
            space: self.space,
            shape: &self.space.candidates.shapes[candidate.shape],
            chosen: &candidate.chosen,
        }
    }

    /// The conditions of a candidate in one line.
    fn conditions(&self, candidate: &Candidate) -> String {
        let shape = &self.space.candidates.shapes[candidate.shape];
        let mut rest = candidate.chosen.as_slice();
        let groups = shape.groups.iter().map(|size| {
            let (group, later) = rest.split_at(*size);
            rest = later;
            let texts = group.iter().map(|index| self.space.conditions[*index].text.as_str());
            texts.collect::<Vec<_>>().join(if shape.join == Grouping::EveryGroup { " or " } else { ", " })
        });
        let between = if shape.join == Grouping::EveryGroup { ", and " } else { ", or " };
        groups.collect::<Vec<_>>().join(between)
    }

    /// A hit in one line, for those who look on.
    pub(super) fn line(&self, HeldSurvivor { survivor, confirmed }: &HeldSurvivor) -> String {
        let Some(candidate) = self.candidate(survivor) else { return String::new() };
        let conditions = self.conditions(&candidate);
        let terms = chain(&confirmed.set);
        let shown: Vec<String> = if SHORTEST_CHAIN <= terms.len() {
            terms.iter().take(SHOWN).map(i64::to_string).collect()
        } else {
            confirmed.set.iter().skip(1).take(SHOWN).map(|(a, b)| format!("({a}, {b})")).collect()
        };
        let name = confirmed.name.as_ref().map_or_else(String::new, |hit| format!(": {}", hit.name));
        format!("{conditions} gives {}, ...{name}", shown.join(", "))
    }

    /// A survivor that was confirmed as a hit: rules, claim and figures.
    fn hit(&self, survivor: Survivor, confirmed: &Confirmed, length: usize, number: usize) -> Option<Hit> {
        let candidate = self.candidate(&survivor)?;
        let parts = self.parts(&candidate);
        let goal = self.goal;
        let wanted = survivor.target.and_then(|target| goal.targets.get(target));
        let total = confirmed.total;
        let exceptions = wanted.map(|wanted| differences(&confirmed.set, &wanted.pairs, total)).unwrap_or_default();
        let known = KnownPositions {
            wanted: wanted.map(|wanted| &wanted.words),
            set: &confirmed.set,
            exceptions: &exceptions,
            name: confirmed.name.as_ref(),
        };
        let near = confirmed.up_to.min(goal.total / 2);
        let mut terms = chain(&confirmed.set);
        terms.truncate(LISTED_TERMS);
        Some(Hit {
            ruleset: write::text(&parts, &known, number),
            file: format!("{}hit_{number:03}.nim", self.prefix),
            candidate: survivor.number,
            parameters: Settings::new(),
            description_length: length,
            target: survivor.target,
            base: Some(parts.base),
            conditions: Some(self.conditions(&candidate)),
            name: confirmed.name.clone(),
            chain: Some(terms),
            p_positions: confirmed.set.iter().copied().filter(|pair| pair.1 <= near).collect(),
            exceptions,
            confirmed_up_to: confirmed.up_to.unsigned_abs(),
            proved: Some(false),
        })
    }
}
