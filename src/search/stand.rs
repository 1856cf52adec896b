//! What a search stands on before it tries anything: conditions that differ, bases, targets, bounds; or the choices of parameters.
//! From it comes what tries the candidates, or mines them. Runs neither.
use super::found::{Found, SoughtTarget};
use super::input::{SearchInput, SearchReach};
use super::method;
use super::mine::miner::{MOST_WORDINGS, Miner};
use super::names;
use super::space::base::{self, BaseMoves};
use super::space::condition::{self, Space};
use super::task::{Add, Base, Search};
use super::trial::chunk::Chunk;
use super::trial::driver::{Counted, Sampling, Screener, Sizes};
use super::trial::goal::Goal;
use super::trial::moves::Passes;
use super::trial::parameters::ParameterSweep;
use super::trial::screen::Screen;
use super::trial::target::Wanted;
use crate::asked::TaskFailure;
use crate::asked::choices::Choices;
use crate::check::Document;
use crate::engine::Context;

/// What tries candidates, and knows what a candidate passes.
pub(super) trait Tries: Screener + Passes {}

impl<T: Screener + Passes> Tries for T {}

/// A search that adds moves.
pub(super) struct Stand {
    pub(super) reach: SearchReach,
    pub(super) space: Space,
    pub(super) bases: Vec<BaseMoves>,
    pub(super) goal: Goal,
    pub(super) is_mined: bool,
    /// How many hits are kept.
    keep: usize,
}

impl Stand {
    /// Reads and compares the conditions.
    pub(super) fn new(input: &SearchInput<'_>, task: &Search, context: &Context) -> Result<Self, TaskFailure> {
        if input.choices.names().next().is_some() {
            let why = "a search with `add` does not run through `vary`; leave it out";
            return Err(TaskFailure::Request(why.to_owned()));
        }
        amounts_have_names(input)?;
        base::heaps_are_plain(input.document)?;
        let reach = SearchReach { screen: input.bound(task.screen)?, confirm: input.bound(task.confirm)? };
        let space = condition::space(&task.add, names::heaps(input.document), task.bases.len())?;
        let bases = task.bases.iter().map(|base| match base {
            Base::Ruleset => BaseMoves::new(&input.document.ruleset),
            Base::Nothing => Ok(BaseMoves::none()),
        });
        let bases: Vec<BaseMoves> = bases.collect::<Result<_, _>>()?;
        let goal = input.goal(task, reach, context)?;
        // The page has no room for mining.
        let mines = method::mines(&task.add, &space, &goal, bases.len())?;
        let is_mined = cfg!(not(target_arch = "wasm32")) && mines;
        Ok(Self { reach, space, bases, goal, is_mined, keep: task.keep })
    }

    /// Which fingerprints are kept, where candidates are tried.
    pub(super) fn sampling(&self) -> Sampling {
        Sampling::of(self.space.candidates.count())
    }

    fn miner(&self) -> Miner<'_> {
        Miner::new(&self.space, &self.bases, &self.goal, self.keep)
    }

    /// Gives what tries the candidates, or mines them, to who uses it.
    pub(super) fn tried<T>(
        &self,
        context: &Context,
        then: &mut dyn FnMut(&dyn Tries) -> Result<T, TaskFailure>,
    ) -> Result<T, TaskFailure> {
        if self.is_mined {
            context.fits(Miner::bytes(self.space.conditions.len()))?;
            return then(&self.miner());
        }
        // Columns of the conditions in two orders, unions, and fingerprints with their copy while they are sorted.
        context.fits(self.space.conditions.len() as u128 * 28_000 + (1 << 28))?;
        then(&Screen::new(&self.space, &self.bases, &self.goal, self.sampling().mask))
    }

    /// What came out, but for the hits.
    pub(super) fn found(&self, input: &SearchInput<'_>, task: &Search, screened: &Chunk) -> Result<Found, TaskFailure> {
        let Self { space, goal, .. } = self;
        let sampling = (!self.is_mined).then(|| self.sampling());
        let board = goal.targets.iter().map(|wanted| goal.total_of(wanted)).fold(goal.total, i64::min) / 2;
        let fingerprints = screened.fingerprints.len() as u64;
        Ok(Found {
            task: "search",
            origin: input.origin(task)?,
            candidates: space.candidates.count(),
            conditions: Some((space.written, space.conditions.len())),
            distinct: sampling.as_ref().map(|sampling| fingerprints * sampling.each),
            mined: sampling.is_none().then_some(fingerprints),
            screened: if sampling.is_some() { screened.candidates } else { fingerprints },
            passed: screened.survivors.len() as u64,
            rejected: 0,
            board: board.unsigned_abs(),
            notes: notes(sampling, space.left_out, screened, task.keep),
            targets: sought(goal),
            hits: Vec::new(),
        })
    }
}

/// The targets of a goal, as long as nothing was found for them.
pub(super) fn sought(goal: &Goal) -> Vec<SoughtTarget> {
    let of = |(index, wanted): (usize, &Wanted)| {
        let (name, terms) = (wanted.name.clone(), wanted.terms.clone());
        SoughtTarget { index, name, terms, hits: 0 }
    };
    goal.targets.iter().enumerate().map(of).collect()
}

/// What a reader of the figures has to know.
fn notes(sampling: Option<Sampling>, left_out: usize, screened: &Chunk, keep: usize) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(Sampling { each, .. }) = sampling.filter(|sampling| sampling.each != 1) {
        notes.push(format!("the number of different candidates is estimated from one in {each}"));
    }
    if sampling.is_none() && 0 < screened.rejected {
        notes.push(format!(
            "{} of {} shares of branches were left when {} conjunctions passed, or one failed in {MOST_WORDINGS} wordings: there \
             may be more, and longer ones",
            screened.rejected,
            screened.candidates,
            Miner::enough(keep)
        ));
    }
    if 0 < left_out {
        notes.push(format!("{left_out} conditions are left out: different roots meet, or a number is too large"));
    }
    notes
}

/// An added move calls what it takes i and j.
fn amounts_have_names(input: &SearchInput<'_>) -> Result<(), TaskFailure> {
    let heaps = &input.document.ruleset.heaps;
    let is_amount = |heap: &String| ["i", "j"].contains(&heap.split('[').next().unwrap_or(heap));
    if heaps.len() == 2 && !heaps.iter().any(is_amount) {
        return Ok(());
    }
    let why = "a search needs a ruleset with two heaps that are not called i or j";
    Err(TaskFailure::Request(why.to_owned()))
}

/// A search through the choices of parameters.
pub(super) struct SweepStand<'a> {
    document: &'a Document,
    choices: &'a Choices,
    pub(super) reach: SearchReach,
    pub(super) goal: Goal,
    pub(super) sampling: Sampling,
}

impl<'a> SweepStand<'a> {
    /// Looks at the ruleset and at the targets.
    pub(super) fn new(input: &SearchInput<'a>, task: &Search, context: &Context) -> Result<Self, TaskFailure> {
        let ruleset = &input.document.ruleset;
        if ruleset.heaps.len() != 2 || !ruleset.registers.is_empty() {
            return Err(TaskFailure::Request("a search needs a ruleset with two heaps and no registers".to_owned()));
        }
        base::heaps_are_plain(input.document)?;
        let reach = SearchReach { screen: input.bound(task.board)?, confirm: input.bound(task.confirm)? };
        let goal = input.goal(task, reach, context)?;
        let (document, choices) = (input.document, input.choices);
        Ok(Self { document, choices, reach, goal, sampling: Sampling::of(choices.count()) })
    }

    /// What tries the choices.
    pub(super) fn sweep(&self) -> ParameterSweep<'_> {
        let Self { document, choices, goal, reach, sampling } = self;
        ParameterSweep { document, choices, goal, board: reach.screen, sample: sampling.mask }
    }
}

/// What a search stands on, either way.
pub(super) enum AnyStand<'a> {
    Sweep(SweepStand<'a>),
    Conditions(Stand),
}

impl<'a> AnyStand<'a> {
    pub(super) fn new(input: &SearchInput<'a>, task: &Search, context: &Context) -> Result<Self, TaskFailure> {
        Ok(match task.add {
            Add::Parameters => Self::Sweep(SweepStand::new(input, task, context)?),
            Add::Conditions { .. } => Self::Conditions(Stand::new(input, task, context)?),
        })
    }

    /// How many candidates there are, or branches.
    pub(super) fn count(&self) -> u64 {
        match self {
            Self::Sweep(stand) => stand.sweep().count(),
            Self::Conditions(stand) if stand.is_mined => stand.miner().count(),
            Self::Conditions(stand) => stand.space.candidates.count(),
        }
    }

    /// How many belong together.
    pub(super) fn sizes(&self) -> Sizes {
        match self {
            Self::Sweep(stand) => stand.sweep().sizes(),
            Self::Conditions(stand) if stand.is_mined => stand.miner().sizes(),
            Self::Conditions(stand) => Screen::sizes_for(&stand.goal),
        }
    }

    /// What the numbers count.
    pub(super) fn counted(&self) -> Counted {
        match self {
            Self::Conditions(stand) if stand.is_mined => Counted::Branches,
            Self::Sweep(_) | Self::Conditions(_) => Counted::Candidates,
        }
    }

    /// Gives what tries the candidates, or mines them, to who uses it.
    pub(super) fn tried<T>(
        &self,
        context: &Context,
        then: &mut dyn FnMut(&dyn Screener) -> Result<T, TaskFailure>,
    ) -> Result<T, TaskFailure> {
        match self {
            Self::Sweep(stand) => then(&stand.sweep()),
            Self::Conditions(stand) => stand.tried(context, &mut |tries| then(tries)),
        }
    }
}
