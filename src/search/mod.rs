//! Searches for rulesets with given P-positions: by running through the parameters of a ruleset, or by adding a family of
//! moves under conditions. Reads no file and knows nothing about experiments.
//!
//! ```text
//! conditions --screen--> survivors, shortest first --fold, confirm--> hits --write--> ruleset texts
//! ```
mod base;
mod board;
mod condition;
mod form;
mod kernel;
mod screen;
mod sweep;
mod target;
pub mod task;
mod write;

use crate::check::{Document, Library, Settings};
use crate::diagnostic::Faults;
use crate::engine::{Context, EngineError};
use base::Moves;
use condition::Space;
use form::{Pair, Relation};
use indexmap::IndexSet;
use screen::{Goal, Screened, Survivor, differences, relation, screen};
use serde::Serialize;
use target::{Wanted, wanted};
use task::{Add, Base, Extent, Search};
use write::{Known, Parts};

/// Positions with at most this many tokens decide whether two rules are the same.
const FOLD_LARGEST: i64 = 14;
/// A confirmation takes about as many steps, at most; beyond it the bound is lowered.
const MOST_STEPS: i64 = 200_000_000;

/// The result of a search.
#[derive(Clone, Debug, Serialize)]
pub struct Found {
    /// Always "search".
    pub task: &'static str,
    /// How many candidates there are.
    pub candidates: u64,
    /// How many conditions were written down, and how many differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conditions: Option<(usize, usize)>,
    /// How many candidates differ on a small board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distinct: Option<u64>,
    /// How many were well-formed and were tried.
    pub screened: u64,
    /// How many have the wanted P-positions on the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passed: Option<usize>,
    /// How many were ill-formed, for example because play would not end.
    pub rejected: u64,
    /// The largest heap of the board.
    pub board: u64,
    /// The hits, shortest first.
    pub hits: Vec<Hit>,
}

/// A ruleset with the wanted P-positions.
#[derive(Clone, Debug, Serialize)]
pub struct Hit {
    /// The whole text.
    pub ruleset: String,
    /// The name of its file.
    pub file: String,
    /// The number of letters that describe the rules, without white space.
    pub description_length: usize,
    /// a1, a2, ... if the P-positions after (0, 0) are (a1, a2), (a2, a3), ...
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chain: Option<Vec<i64>>,
    /// P-positions with x <= y.
    pub p_positions: Vec<(i64, i64)>,
    /// Pairs that are extra or missing.
    pub exceptions: Vec<(i64, i64)>,
    /// All heaps up to this were computed.
    pub confirmed_up_to: u64,
    /// Whether it is proved; none if nobody asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proved: Option<bool>,
}

/// Why there is no result.
#[derive(Debug)]
pub enum SearchError {
    /// A closed form is faulty.
    Faults(Faults),
    /// The engine gave up.
    Engine(EngineError),
    /// The search makes no sense.
    Request(String),
}

impl From<EngineError> for SearchError {
    fn from(error: EngineError) -> Self {
        Self::Engine(error)
    }
}

/// What a search stands on.
#[derive(Clone, Copy)]
pub struct Ground<'a> {
    /// The ruleset.
    pub document: &'a Document,
    /// Values of its parameters, one after the other.
    pub candidates: &'a [Settings],
    /// Where files of numbers come from.
    pub library: &'a dyn Library,
    /// Which bounds hold.
    pub extent: Extent,
    /// What the names of hits begin with.
    pub prefix: &'a str,
}

impl std::fmt::Debug for Ground<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ground").field("ruleset", &self.document.ruleset.name).finish_non_exhaustive()
    }
}

/// Tries every candidate; all threads of the context are used, and the result does not depend on how many there are.
///
/// # Errors
/// A ruleset that the search cannot stand on, a faulty target, or an engine that gave up.
pub fn search(
    ground: &Ground<'_>,
    task: &Search,
    context: &Context,
    found: &(dyn Fn(&Hit) + Sync),
) -> Result<Found, SearchError> {
    if let Add::Parameters = task.add {
        return sweep::sweep(ground, task, context, found);
    }
    if 1 < ground.candidates.len() {
        return Err(SearchError::Request("a search with `add` does not run through `vary`; leave it out".to_owned()));
    }
    families(ground, task, context, found)
}

/// Searches added families of moves.
fn families(
    ground: &Ground<'_>,
    task: &Search,
    context: &Context,
    found: &(dyn Fn(&Hit) + Sync),
) -> Result<Found, SearchError> {
    let ruleset = &ground.document.ruleset;
    if ruleset.heaps.len() != 2 || ruleset.heaps.iter().any(|heap| heap == "i" || heap == "j") {
        return Err(SearchError::Request(
            "a search needs a ruleset with two heaps that are not called i or j".to_owned(),
        ));
    }
    let bound = |bound: task::Bound| {
        let bound = i64::try_from(bound.at(ground.extent)).ok().filter(|bound| (8..=1 << 29).contains(bound));
        bound.ok_or_else(|| SearchError::Request(format!("`screen` and `confirm` are heaps from 8 to {}", 1 << 29)))
    };
    let (screen_to, confirm_to) = (bound(task.screen)?, bound(task.confirm)?);
    let space = condition::space(&task.add, write::heaps(ground.document))?;
    let bases = task.bases.iter().map(|base| match base {
        Base::Ruleset => base::moves(ruleset),
        Base::Nothing => Ok(Moves::none()),
    });
    let bases: Vec<Moves> = bases.collect::<Result<_, _>>()?;
    let wanted = wanted(&task.target, 2 * confirm_to.max(screen_to), ground.library)?;
    let total = wanted.as_ref().map_or(2 * screen_to, |wanted| wanted.total.min(2 * screen_to));
    let goal = Goal { wanted, exceptions: task.exceptions, total };
    let screened = screen(&space, &bases, &goal, context)?;
    let run = Run {
        document: ground.document,
        prefix: ground.prefix,
        task,
        space: &space,
        bases: &bases,
        goal: &goal,
        confirm_to,
        context,
        found,
    };
    let hits = run.hits(&screened)?;
    Ok(Found {
        task: "search",
        candidates: screened.candidates,
        conditions: Some((space.written, space.conditions.len())),
        distinct: Some(screened.distinct),
        screened: screened.candidates,
        passed: Some(screened.survivors.len()),
        rejected: 0,
        board: u64::try_from(total / 2).unwrap_or(0),
        hits,
    })
}

/// What turns survivors into hits.
struct Run<'a> {
    document: &'a Document,
    prefix: &'a str,
    task: &'a Search,
    space: &'a Space,
    bases: &'a [Moves],
    goal: &'a Goal,
    confirm_to: i64,
    context: &'a Context,
    found: &'a (dyn Fn(&Hit) + Sync),
}

/// A survivor that was confirmed: its P-positions up to a bound.
struct Confirmed<'a> {
    survivor: &'a Survivor,
    set: Vec<Pair>,
    up_to: i64,
}

impl Run<'_> {
    /// The shortest rulesets of each base that mean different things, confirmed.
    fn hits(&self, screened: &Screened) -> Result<Vec<Hit>, SearchError> {
        let mut hits: Vec<(usize, Hit)> = Vec::new();
        for base in 0..self.bases.len() {
            let mut queue = screened.survivors.iter().filter(|survivor| survivor.candidate.base == base);
            let mut meanings: IndexSet<Vec<u64>> = IndexSet::new();
            let mut kept = 0;
            while kept < self.task.keep {
                self.context.go_on()?;
                let fresh = queue.by_ref().filter(|survivor| meanings.insert(self.meaning(survivor)));
                let batch: Vec<&Survivor> = fresh.take(self.context.threads.min(self.task.keep - kept)).collect();
                if batch.is_empty() {
                    break;
                }
                for confirmed in self.confirm(&batch) {
                    kept += 1;
                    let hit = self.hit(&confirmed, hits.len() + 1);
                    (self.found)(&hit);
                    hits.push((base, hit));
                }
            }
        }
        hits.sort_by_key(|(base, hit)| (hit.description_length, *base, hit.file.clone()));
        Ok(hits.into_iter().map(|(_, hit)| hit).collect())
    }

    /// What a survivor is folded by: its sequence in an open search, otherwise its options on a board.
    fn meaning(&self, survivor: &Survivor) -> Vec<u64> {
        if self.goal.wanted.is_none() {
            return survivor.set.iter().flat_map(|pair| [pair.0.unsigned_abs(), pair.1.unsigned_abs()]).collect();
        }
        let relation = self.relation(survivor);
        let cells: Vec<Pair> =
            (0..=FOLD_LARGEST).flat_map(|large| (0..=large).map(move |small| (small, large))).collect();
        let mut bits = Vec::new();
        let mut pairs = cells.iter().flat_map(|from| cells.iter().map(move |to| (*from, *to))).peekable();
        while pairs.peek().is_some() {
            let word = pairs.by_ref().take(64);
            bits.push(word.fold(0, |bits, (from, to)| (bits << 1) | u64::from(relation.leads(from, to))));
        }
        bits
    }

    fn relation(&self, survivor: &Survivor) -> Relation {
        relation(self.space, &self.bases[survivor.candidate.base], &survivor.candidate.conditions)
    }

    /// Those of a batch that hold as far as the confirmation goes, in order.
    fn confirm<'b>(&self, batch: &[&'b Survivor]) -> Vec<Confirmed<'b>> {
        std::thread::scope(|scope| {
            let work: Vec<_> = batch.iter().map(|survivor| scope.spawn(|| self.confirm_one(survivor))).collect();
            work.into_iter().filter_map(|work| work.join().ok().flatten()).collect()
        })
    }

    fn confirm_one<'b>(&self, survivor: &'b Survivor) -> Option<Confirmed<'b>> {
        let relation = self.relation(survivor);
        let mut set = survivor.set.clone();
        let mut up_to = self.confirm_to;
        match &self.goal.wanted {
            Some(wanted) => {
                set.extend(wanted.pairs.iter().filter(|pair| self.goal.total < pair.0 + pair.1));
                up_to = up_to.min(wanted.total / 2);
            }
            None => {
                // A chain that grows slowly has many pairs, and finding them takes the square of their number.
                while 20 < up_to && !affordable(&set, self.goal.total, up_to) {
                    up_to /= 2;
                }
                kernel::continue_chain(&relation, &mut set, 2 * up_to);
            }
        }
        let pairs = |up_to: i64| set.iter().filter(|pair| pair.0 + pair.1 <= 2 * up_to).count();
        while 20 < up_to && MOST_STEPS / up_to < i64::try_from(pairs(up_to)).unwrap_or(i64::MAX) {
            up_to /= 2;
        }
        let up_to = up_to.max(self.goal.total / 2);
        set.retain(|pair| pair.0 + pair.1 <= 2 * up_to);
        let holds = kernel::is_kernel(&relation, &set, 2 * up_to, &|| self.context.go_on().is_ok());
        holds.then_some(Confirmed { survivor, set, up_to })
    }

    fn hit(&self, confirmed: &Confirmed<'_>, number: usize) -> Hit {
        let candidate = &confirmed.survivor.candidate;
        let parts = Parts {
            document: self.document,
            base: self.task.bases[candidate.base],
            space: self.space,
            conditions: &candidate.conditions,
        };
        let wanted = self.goal.wanted.as_ref();
        let exceptions = wanted
            .map(|wanted: &Wanted| differences(&confirmed.set, &wanted.pairs, self.goal.total))
            .unwrap_or_default();
        let known = Known {
            wanted: wanted.map(|wanted| (wanted.sequences.as_str(), wanted.set.as_str())),
            set: &confirmed.set,
            exceptions: &exceptions,
            up_to: confirmed.up_to,
        };
        let limit = self.goal.total / 2;
        Hit {
            ruleset: write::text(&parts, &known, number),
            file: format!("{}hit_{number:03}.nim", self.prefix),
            description_length: write::description_length(&parts),
            chain: Some(write::chain(&confirmed.set)),
            p_positions: confirmed.set.iter().copied().filter(|pair| pair.1 <= limit).collect(),
            exceptions,
            confirmed_up_to: u64::try_from(confirmed.up_to).unwrap_or(0),
            proved: Some(false),
        }
    }
}

/// Whether a chain that goes on as it began has few enough pairs: their number grows at most like the bound.
fn affordable(set: &[Pair], total: i64, up_to: i64) -> bool {
    let pairs = i64::try_from(set.len()).unwrap_or(i64::MAX);
    let last = set.iter().rev().take(5).map(|pair| pair.1 - pair.0).max().unwrap_or(1).max(1);
    let ahead = (2 * up_to - total).max(0) / (2 * last);
    pairs.saturating_add(ahead).saturating_mul(up_to) <= 50 * MOST_STEPS
}
