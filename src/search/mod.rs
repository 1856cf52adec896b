//! Searches for rulesets with given P-positions: by running through the parameters of a ruleset, or by adding a family of
//! moves under conditions. Reads no file and knows nothing about experiments.
//!
//! ```text
//! conditions --screen--> survivors, shortest first --fold, confirm--> hits --write--> ruleset texts
//! ```

pub mod hits;
mod relation;
mod slips;
pub mod space;
pub mod task;
pub mod trial;

use crate::check::{Document, Library, check};
use crate::diagnostic::Faults;
use crate::engine::{Context, EngineError};
use crate::prover::Verdict;
use crate::prover::ask::claims::{Prover, Request};
use crate::source::Source;
use hits::origin::{self, Origin};
use hits::{Finish, write};
use indexmap::IndexMap;
use serde::Serialize;
use serde_json::Value;
pub(crate) use slips::slips;
use space::base::{self, Base};
use space::choices::Choices;
use space::condition;
use std::collections::BTreeSet;
use std::ops::Range;
use task::{Add, Extent, Search};
use trial::chunk::Chunk;
use trial::driver::{self, Trial};
pub use trial::driver::{Long, Work};
use trial::goal::Goal;
use trial::parameters;
use trial::screen::Screen;
use trial::target::{self, wanted};

/// Candidates of a chunk in a search for targets.
const CHUNK: u64 = 1 << 15;
/// Candidates of a chunk in an open search, where chains are folded chunk by chunk.
const OPEN_CHUNK: u64 = 1 << 17;
/// How many candidates a thread takes at once.
const PIECE: u64 = 1 << 10;

/// The result of a search.
#[derive(Clone, Debug, Serialize)]
pub struct Found {
    /// Always "search".
    pub task: &'static str,
    /// What it stood on.
    pub origin: Origin,
    /// How many candidates there are.
    pub candidates: u64,
    /// How many conditions were written down, and how many differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conditions: Option<(usize, usize)>,
    /// How many candidates differ on a small board; of many, it is estimated from a fixed sample.
    pub distinct: u64,
    /// How many were well-formed and were tried.
    pub screened: u64,
    /// How many different ones have the wanted P-positions as far as all are screened; in an open search, how many chains.
    pub passed: u64,
    /// How many were ill-formed, for example because play would not end.
    pub rejected: u64,
    /// Those that passed are right for all heaps up to this.
    pub board: u64,
    /// What else is to be said.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
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
    /// The number of the candidate, from 0.
    pub candidate: u64,
    /// The parameters that a search through `vary` chose.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub parameters: IndexMap<String, Value>,
    /// The number of letters that describe the rules, without white space.
    pub description_length: usize,
    /// The target in words, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// What the chain of an open search is called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<crate::identify::Hit>,
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

/// Bytes that the proof of one hit may take.
const PROOF_MEMORY: u64 = 256 << 20;

/// Why there is no result.
#[derive(Debug)]
pub enum SearchError {
    /// A closed form is faulty.
    Faults(Faults),
    /// The engine gave up.
    Engine(EngineError),
    /// The search makes no sense.
    Request(String),
    /// What was done cannot be kept, or is not there.
    Store(String),
    /// What a shard says of a chunk, both from 0, cannot be.
    Damaged {
        /// Which task.
        task: usize,
        /// Which chunk.
        chunk: u64,
    },
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
    /// Values of its parameters.
    pub candidates: &'a Choices,
    /// Where files of numbers come from.
    pub library: &'a dyn Library,
    /// Which bounds hold.
    pub extent: Extent,
    /// What the names of hits begin with.
    pub prefix: &'a str,
    /// Which task of the experiment it is, from 0.
    pub number: usize,
}

impl std::fmt::Debug for Ground<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ground").field("ruleset", &self.document.ruleset.name).finish_non_exhaustive()
    }
}

impl Ground<'_> {
    /// A bound of the task in heaps.
    fn bound(&self, bound: task::Bound) -> Result<i64, SearchError> {
        let bound = i64::try_from(bound.at(self.extent)).ok().filter(|bound| (8..=1 << 29).contains(bound));
        bound.ok_or_else(|| SearchError::Request(format!("bounds of a search are heaps from 8 to {}", 1 << 29)))
    }

    fn goal(&self, task: &Search, (screen, confirm): (i64, i64), context: &Context) -> Result<Goal, SearchError> {
        let varied: BTreeSet<String> = self.candidates.names().cloned().collect();
        let source = target::Source {
            varied: &varied,
            document: self.document,
            library: self.library,
            total: 2 * confirm.max(screen),
            dense: 2 * screen,
            context,
        };
        Ok(Goal { targets: wanted(&task.target, &source)?, exceptions: task.exceptions, total: 2 * screen })
    }
}

/// Tries every candidate; all threads of the context are used, and the result does not depend on how many there are.
///
/// # Errors
/// A ruleset that the search cannot stand on, a faulty target, an engine that gave up, or a store that fails.
pub fn search(ground: &Ground<'_>, task: &Search, long: &Long<'_>, context: &Context) -> Result<Found, SearchError> {
    let mut found = match task.add {
        Add::Parameters => parameters::sweep(ground, task, long, context)?,
        Add::Conditions { .. } if ground.candidates.names().next().is_some() => {
            return Err(SearchError::Request(
                "a search with `add` does not run through `vary`; leave it out".to_owned(),
            ));
        }
        Add::Conditions { .. } => families(ground, task, long, context)?,
    };
    if task.prove && !matches!(task.target, task::Target::Open) {
        proofs(&mut found.hits, ground, long, context)?;
    }
    let headers: Vec<String> = found.hits.iter().map(|hit| origin::header(&found, hit)).collect();
    for (hit, header) in found.hits.iter_mut().zip(headers) {
        hit.ruleset.insert_str(0, &header);
    }
    Ok(found)
}

/// Tries to prove every hit; what was tried before the run was stopped is not tried again.
fn proofs(hits: &mut [Hit], ground: &Ground<'_>, long: &Long<'_>, context: &Context) -> Result<(), SearchError> {
    // A proof that needs more is left to `nimdsl prove`.
    let modest = Context { memory: context.memory.min(PROOF_MEMORY), ..context.clone() };
    for hit in hits {
        context.go_on()?;
        let known = match long.store {
            Some(store) => store.proof(ground.number, &hit.ruleset).map_err(SearchError::Store)?,
            None => None,
        };
        let proved = match known {
            Some(proved) => proved,
            None => {
                let proved = is_proved(hit, &modest);
                // A proof that was broken off says nothing.
                context.go_on()?;
                if let Some(store) = long.store {
                    store.keep_proof(ground.number, &hit.ruleset, proved).map_err(SearchError::Store)?;
                }
                proved
            }
        };
        if proved {
            hit.proved = Some(true);
            hit.ruleset = hit.ruleset.replace("; not proved.", "; proved for all positions.");
        }
    }
    Ok(())
}

/// Whether the claim of a hit is proved.
fn is_proved(hit: &Hit, context: &Context) -> bool {
    let Ok(document) = check(&Source::new(hit.file.clone(), hit.ruleset.clone()), &Nothing) else { return false };
    let prover = Prover::new(&document, context);
    document.claims().next().is_some_and(|claim| {
        prover.prove(claim, &Request::default()).is_ok_and(|proved| matches!(proved.verdict, Verdict::Proved(_)))
    })
}

/// A hit speaks of no other file.
struct Nothing;

impl Library for Nothing {
    fn read(&self, name: &str) -> Result<String, String> {
        Err(format!("{name} is not needed"))
    }
}

/// Searches added families of moves.
fn families(ground: &Ground<'_>, task: &Search, long: &Long<'_>, context: &Context) -> Result<Found, SearchError> {
    let ruleset = &ground.document.ruleset;
    let amount = |heap: &String| ["i", "j"].contains(&heap.split('[').next().unwrap_or(heap));
    if ruleset.heaps.len() != 2 || ruleset.heaps.iter().any(amount) {
        return Err(SearchError::Request(
            "a search needs a ruleset with two heaps that are not called i or j".to_owned(),
        ));
    }
    base::heaps_are_plain(ground.document)?;
    let (screen_to, confirm_to) = (ground.bound(task.screen)?, ground.bound(task.confirm)?);
    let space = condition::space(&task.add, write::heaps(ground.document), task.bases.len())?;
    // Columns of the conditions in two orders, unions, and fingerprints with their copy while they are sorted.
    context.fits(space.conditions.len() as u128 * 28_000 + (1 << 28))?;
    let bases = task.bases.iter().map(|base| match base {
        task::Base::Ruleset => Base::new(ruleset),
        task::Base::Nothing => Ok(Base::none()),
    });
    let bases: Vec<Base> = bases.collect::<Result<_, _>>()?;
    let goal = ground.goal(task, (screen_to, confirm_to), context)?;
    let (sample, each) = driver::sampling(space.candidates.count());
    let screen = Screen::new(&space, &bases, &goal, sample);
    let screened = driver::run(&screen, ground.number, long, context)?;
    let finish = Finish {
        document: ground.document,
        prefix: ground.prefix,
        number: ground.number,
        task,
        screen: &screen,
        confirm_to,
        long,
        context,
    };
    let hits = finish.hits(&screened)?;
    let mut notes = Vec::new();
    if each != 1 {
        notes.push(format!("the number of different candidates is estimated from one in {each}"));
    }
    if 0 < space.left_out {
        notes.push(format!(
            "{} conditions are left out: different roots meet, or a number is too large",
            space.left_out
        ));
    }
    let board = goal.targets.iter().map(|wanted| goal.total_of(wanted)).fold(goal.total, i64::min) / 2;
    Ok(Found {
        task: "search",
        origin: Origin::new(ground, task)?,
        candidates: screened.candidates,
        conditions: Some((space.written, space.conditions.len())),
        distinct: screened.fingerprints.len() as u64 * each,
        screened: screened.candidates,
        passed: screened.survivors.len() as u64,
        rejected: 0,
        board: board.unsigned_abs(),
        notes,
        hits,
    })
}

impl Trial for Screen<'_> {
    fn count(&self) -> u64 {
        self.space.candidates.count()
    }

    fn sizes(&self) -> (u64, u64) {
        (if self.goal.targets.is_empty() { OPEN_CHUNK } else { CHUNK }, PIECE)
    }

    fn targets(&self) -> usize {
        self.goal.targets.len()
    }

    fn chunk(&self, numbers: Range<u64>, context: &Context) -> Chunk {
        self.chunk(numbers, context)
    }

    fn settle(&self, chunk: &mut Chunk, context: &Context) {
        self.settle(chunk, context);
    }
}
