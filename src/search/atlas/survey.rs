//! From survivors to charts: the chain of each as far as it is easily followed, its name, and the letters of its game. Confirms
//! nothing.
use super::measure::complexity;
use crate::asked::TaskFailure;
use crate::search::found::AtlasPart;
use crate::search::hits::confirm::name;
use crate::search::hits::{Finish, write};
use crate::search::relation::p_positions::{StripScratch, continue_chain};
use crate::search::trial::chunk::{Chunk, Survivor};
use crate::search::trial::goal::chain;
use crate::search::trial::moves::relation;
use indexmap::IndexMap;
use nimdsl_identify::SequenceName;
use std::cmp::Reverse;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A chain is named by so many pairs, and followed up to so many tokens.
const NAMED_PAIRS: usize = 60;
const NAMED_TO: i64 = 1 << 30;
/// So many first terms say how hard it is to foretell.
const MEASURED: usize = 24;

/// A chain with the shortest of its games.
pub(super) struct ChartedChain {
    pub(super) survivor: Survivor,
    /// The letters of all moves.
    pub(super) letters: usize,
    /// How many games have it.
    pub(super) games: u64,
    pub(super) bits: u64,
    name: Option<SequenceName>,
}

impl AtlasPart {
    /// All of them.
    pub(super) const ALL: [Self; 3] = [Self::Named, Self::Formula, Self::Open];

    /// That of a chain with such a name.
    pub(super) fn of(name: Option<&SequenceName>) -> Self {
        match name {
            Some(name) if name.oeis().is_some() => Self::Named,
            Some(_) => Self::Formula,
            None => Self::Open,
        }
    }
}

impl ChartedChain {
    pub(super) fn part(&self) -> AtlasPart {
        AtlasPart::of(self.name.as_ref())
    }

    /// A thousand times the tenths of bits of a term, by the letters of the game.
    pub(super) fn surprise(&self) -> u64 {
        self.bits * 1000 / (self.letters.max(1) as u64)
    }

    /// Where it stands in its part: what has a name by its simplicity, what has none by its surprise.
    pub(super) fn place(&self) -> (Reverse<u64>, usize, u64) {
        let surprise = if self.part() == AtlasPart::Open { self.surprise() } else { 0 };
        (Reverse(surprise), self.letters, self.survivor.number)
    }
}

/// What looks at survivors.
pub(super) struct Survey<'a> {
    pub(super) finish: Finish<'a>,
    pub(super) threads: usize,
}

impl Survey<'_> {
    /// A chart for each chain; what several bases have in common is put together.
    pub(super) fn charts(&self, screened: &Chunk) -> Result<Vec<ChartedChain>, TaskFailure> {
        let survivors = &screened.survivors;
        let next = AtomicUsize::new(0);
        let work = || {
            let (mut scratch, mut own) = (StripScratch::default(), Vec::new());
            while let Some(survivor) = survivors.get(next.fetch_add(1, Ordering::Relaxed)) {
                if self.finish.context.go_on().is_err() {
                    break;
                }
                own.extend(self.chart(*survivor, &mut scratch));
            }
            own
        };
        let mut all: Vec<(Vec<i64>, ChartedChain)> = std::thread::scope(|scope| {
            let threads = if cfg!(target_arch = "wasm32") { 1 } else { self.threads };
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
            let own = work();
            let others = others.into_iter().map(|other| other.join().unwrap_or_else(|panic| resume_unwind(panic)));
            others.chain([own]).flatten().collect()
        });
        self.finish.context.go_on()?;
        all.sort_unstable_by_key(|(_, chart)| (chart.letters, chart.survivor.number));
        let mut folded: IndexMap<Vec<i64>, ChartedChain> = IndexMap::new();
        for (terms, chart) in all {
            let games = chart.games;
            match folded.get_mut(&terms) {
                Some(simpler) => simpler.games += games,
                None => drop(folded.insert(terms, chart)),
            }
        }
        Ok(folded.into_values().collect())
    }

    /// A survivor with its chain, and the terms that all were screened for.
    fn chart(&self, survivor: Survivor, scratch: &mut StripScratch) -> Option<(Vec<i64>, ChartedChain)> {
        let Finish { space, bases, passes, context, .. } = self.finish;
        let candidate = self.finish.candidate(&survivor)?;
        let mut set = passes.passes(&candidate, context).into_iter().next()?.set;
        let screened = chain(&set);
        continue_chain(&relation(space, bases, &candidate), &mut set, NAMED_TO, NAMED_PAIRS, scratch);
        let terms = chain(&set);
        let letters = write::description_length(&self.finish.parts(&candidate));
        let (games, bits) = (survivor.games, complexity(&terms[..terms.len().min(MEASURED)]));
        Some((screened, ChartedChain { survivor, letters, games, bits, name: name(&set) }))
    }
}
