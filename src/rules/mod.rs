//! The library on one page: open a text, choose parameters, ask. Opens no file and reads no clock; the command line is its first user.
//!
//! ```text
//! text --open--> Rules --at(settings)--> Rules --grundy, p_positions, verify, prove, solve, recheck, ...--> answers, each with one JSON form
//! text --check_experiment--> Experiment --run_experiment--> Results         terms --identify--> Identified
//! ```
//!
//! Every question that can take long gets a [`Context`]: how much memory it may take, how many threads, who is told how far it
//! came, and a flag that stops it. An answer is whole, or there is none.
mod answers;
mod certificates;
mod claims;
mod experiments;
mod exported;
mod faults;
mod figures;
mod misere;
mod moves;
mod pairs;
mod rows;
mod sequences;
mod solutions;
mod start;
mod tabled;
mod texts;
mod worded;

pub use crate::asked::StoreFailure;
pub use crate::bridge::ScriptTarget;
pub use crate::bridge::imported::ImportForm;
pub use crate::certificate::{Certificate, CertificateKind, Certificates, GamePeriod};
pub use crate::check::mend::{MendedPlace, mend};
pub use crate::claim::instances::{Expectation, Judged};
pub use crate::claim::listing::{Entry, errata, statements};
pub use crate::claim::verify::Verified;
pub use crate::experiment::Experiment;
pub use crate::prover::Verdict;
pub use crate::prover::ask::claims::Proved;
pub use crate::prover::ask::export::ProofLanguage;
pub use crate::prover::ask::solve::Solved;
pub use crate::recheck::coverage::Covered;
pub use crate::report::NamedRuleset;
pub use crate::search::found::Hit;
pub use crate::search::share::{SharePart, SharedSearch, WorkUnit};
pub use crate::search::trial::chunk::{Chunk, ChunkStore, RunWatch, Shard, Survivor};
pub use crate::search::{LongRun, RunWork};
pub use crate::shown::{Shown, ShownClaim};
pub use crate::syntax::ast::{Claim, ClaimKind};
pub use crate::words::{Typesetting, written_in};
pub use answers::{
    About, Amounts, Explained, LinePeriods, Periods, Positions, Reachable, ReachedOption, Solution, Valued,
    ValuedOption, Way, to_json,
};
pub use certificates::{
    ConfirmedCertificates, Confirming, Rechecked, RefusedCertificates, ValidCertificates, certificates,
};
pub use claims::{ClaimScript, JudgedClaims, Proving};
pub use experiments::{
    Results, check_experiment, read_experiment, run_experiment, run_experiment_kept, share_search, shared_searches,
};
pub use faults::{Faulty, faulty};
pub use misere::{GenusAnswer, GenusOf, QuotientAnswer, SumAnswer};
pub use moves::ReachedRun;
pub use nimdsl_automata::export::Target;
pub use nimdsl_identify::{Chain, SequenceName};
pub use pairs::PairColumns;
pub use rows::TabledRows;
pub use sequences::{Identified, find_in_oeis, identify, terms};
pub use tabled::{Narrowed, Tabled};
pub use texts::{CheckedRuleset, CheckedText, CheckedTexts, check_ruleset, formatted, imported};

use crate::check::{self, Document, Library, NoTexts, Settings};
use crate::diagnostic::Faults;
use crate::engine::periods::{LinePeriod, Lines, diagonals, diagonals_by, periods, periods_by, slices, slices_by};
use crate::engine::{Context, EngineError, Plan};
use crate::prover::Obstacle;
use crate::prover::ask::solve::solve;
use crate::ruleset::options::{Options, Reached};
use crate::ruleset::{Position, Ruleset, words};
use crate::source::Source;
use crate::table::Region;
use crate::tasks::What;
use crate::value::{Outcome, Play};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// How the texts begin that answers are written into, by which a program knows its own files again.
pub mod openings {
    pub use crate::bridge::imported::OPENING as IMPORTED;
    pub use crate::claim::listing::{ERRATA, STATEMENTS};
    pub use crate::search::hits::origin::{OPENING as HIT, is_hit};
    pub use nimdsl_automata::dot::OPENING as DRAWING;
}

/// A position lies below this in each heap.
const BOUND: i64 = 1 << 31;

/// The rules of a heap game, with values for the parameters and a way to play.
#[derive(Clone, Debug)]
pub struct Rules {
    document: Arc<Document>,
    /// The values that were chosen, also where they are the defaults: a claim about all values speaks of these alone.
    chosen: Settings,
    ruleset: Ruleset,
    play: Play,
    engine: Option<String>,
}

/// Why a question has no answer.
#[derive(Debug)]
pub enum NoAnswer {
    /// Something is wrong with the text, or with it at these parameters.
    Faults(Faults),
    /// The question makes no sense; what would.
    Question(String),
    /// The engine gave up, or was stopped.
    Engine(EngineError),
    /// Nothing was proved.
    Open(Obstacle),
}

/// Opens a text that needs no other one, at the defaults of its parameters.
///
/// # Errors
/// All the faults of the text.
pub fn open(text: &str) -> Result<Rules, Faults> {
    Rules::open(&Source::new("the text", text), &NoTexts)
}

impl Rules {
    /// Opens a text; those that it names (`extends`, `sum of`, `of`) come from a library.
    ///
    /// # Errors
    /// All the faults of the text.
    pub fn open(source: &Arc<Source>, library: &dyn Library) -> Result<Self, Faults> {
        check::check(source, library).map(Self::from)
    }

    /// Opens a text for its rules alone: claims, and what only they need, are not looked at, so that their faults stop nothing.
    ///
    /// # Errors
    /// All the faults of the rules.
    pub fn open_without_claims(source: &Arc<Source>, library: &dyn Library) -> Result<Self, Faults> {
        check::rules(source, library).map(Self::from)
    }

    /// The same rules with other values for some parameters; those that were chosen before stay, and tables show all values of
    /// registers again.
    ///
    /// # Errors
    /// Names and values that do not fit, and all that is wrong with the rules at these parameters.
    pub fn at(&self, settings: &Settings) -> Result<Self, Faults> {
        let mut chosen = self.chosen.clone();
        chosen.extend(settings.iter().map(|(name, value)| (name.clone(), value.clone())));
        let ruleset = self.document.at(&chosen)?;
        Ok(Self { chosen, ruleset, ..self.clone() })
    }

    /// The same rules, played in this way.
    #[must_use]
    pub fn played(self, play: Play) -> Self {
        Self { play, ..self }
    }

    /// The same rules, answered by one engine alone; where it does not fit there is no answer.
    #[must_use]
    pub fn answered_by(self, engine: Option<&str>) -> Self {
        Self { engine: engine.map(str::to_owned), ..self }
    }

    /// The same rules, where tables show only these values of a register, also if it has a start.
    ///
    /// # Errors
    /// A name that is no register, or values that it never has.
    pub fn showing(mut self, register: &str, values: RangeInclusive<i64>) -> Result<Self, NoAnswer> {
        let known: Vec<String> = self.ruleset.registers.iter().map(|register| register.name.clone()).collect();
        let Some(found) = self.ruleset.registers.iter_mut().find(|known| known.name == register) else {
            return Err(NoAnswer::Question(match known.as_slice() {
                [] => "this ruleset has no registers".to_owned(),
                known => format!("registers are {}", known.join(", ")),
            }));
        };
        let (low, high) = (*values.start(), *values.end());
        if low < found.low || high < low || found.high.is_some_and(|most| most < high) || BOUND <= high {
            return Err(NoAnswer::Question("the register never has this value".to_owned()));
        }
        found.shown = Some((low, high));
        found.start = None;
        Ok(self)
    }

    /// What was read and checked.
    #[must_use]
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// What the rules mean at these parameters.
    #[must_use]
    pub fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// Who wins when no move is left.
    #[must_use]
    pub fn play(&self) -> Play {
        self.play
    }

    /// A position of the game: heaps, then registers, which may be left out where all have a start or a greatest value.
    ///
    /// # Errors
    /// Numbers that do not fit. Whether `positions where` excludes it is asked with every question about it.
    pub fn position(&self, heaps: &[i64], registers: Option<&[i64]>) -> Result<Position, NoAnswer> {
        let (names, known) = (&self.ruleset.heaps, &self.ruleset.registers);
        if heaps.len() != names.len() {
            let (given, most, names) = (heaps.len(), names.len(), names.join(", "));
            return Err(NoAnswer::Question(format!("{given} heaps are given, and the game has {most} ({names})")));
        }
        if heaps.iter().any(|heap| !(0..BOUND).contains(heap)) {
            return Err(NoAnswer::Question("heaps lie between 0 and 2^31".to_owned()));
        }
        let greatest = || {
            let ends = known.iter().map(|register| {
                let name = &register.name;
                let open = || {
                    let help = format!(
                        "write its value with the position, or give it a range in the file, `register {name} in 0..20`"
                    );
                    NoAnswer::Question(format!("register `{name}` has no greatest value: {help}"))
                };
                if register.start.is_some() {
                    let cannot =
                        || NoAnswer::Question(format!("play cannot begin there: `{name}` would have no value"));
                    return register.start_at(heaps).ok_or_else(cannot);
                }
                register.high.ok_or_else(open)
            });
            ends.collect::<Result<Vec<i64>, NoAnswer>>()
        };
        let registers = registers.map_or_else(greatest, |registers| Ok(registers.to_vec()))?;
        let fits = registers.len() == known.len()
            && registers
                .iter()
                .zip(known)
                .all(|(value, register)| register.low <= *value && register.high.is_none_or(|high| *value <= high));
        if !fits {
            return Err(NoAnswer::Question("the registers do not fit".to_owned()));
        }
        Ok([heaps, &registers].concat())
    }

    /// What the rules are: names, parameters, the measure, and who answers questions about tables.
    #[must_use]
    pub fn about(&self) -> About {
        About::of(&self.ruleset, self.engine.as_deref())
    }

    /// The rules and claims as texts, with the values of parameters that were chosen.
    #[must_use]
    pub fn shown(&self) -> Shown {
        Shown::of(&self.document, &self.chosen)
    }

    /// Whether the definition alone answers: a position of a table costs what all its options cost.
    #[must_use]
    pub fn is_enumerated(&self) -> bool {
        self.plan().is_ok_and(|plan| plan.is_definition())
    }

    /// Who answers questions about tables.
    fn plan(&self) -> Result<Plan<'_>, NoAnswer> {
        self.plan_of(&self.ruleset)
    }

    /// The same for these rules with other registers shown.
    fn plan_of<'a>(&self, ruleset: &'a Ruleset) -> Result<Plan<'a>, NoAnswer> {
        Plan::named(self.engine.as_deref(), ruleset).map_err(NoAnswer::Engine)
    }

    /// The options of a position, with all the ways that lead to each.
    ///
    /// # Errors
    /// A position outside of the game, or a rule without a value there.
    pub fn options(&self, position: &[i64]) -> Result<Reachable, NoAnswer> {
        let reached = self.reached(position)?;
        Ok(Reachable::of(&self.ruleset, position, reached))
    }

    /// The Grundy value and the outcome of a position. Cost: that of the positions below it, unless an engine knows better.
    ///
    /// # Errors
    /// A position outside of the game; memory, cancellation, a rule without a value somewhere.
    pub fn value(&self, position: &[i64], context: &Context) -> Result<Valued, NoAnswer> {
        self.belongs(position)?;
        let (grundy, outcome) = self.values_of(&[position], context)?[0];
        Ok(Valued { position: position.to_vec(), grundy, outcome })
    }

    /// A position, its options, and their values.
    ///
    /// # Errors
    /// As for [`Rules::value`].
    pub fn explain(&self, position: &[i64], context: &Context) -> Result<Explained, NoAnswer> {
        self.belongs(position)?;
        let reached = self.reached(position)?;
        let options = reached.into_iter().map(|reached| ReachedOption::of(&self.ruleset, reached));
        let options: Vec<ReachedOption> = options.collect();
        let mut all: Vec<&[i64]> = options.iter().flat_map(ReachedOption::summands).map(Vec::as_slice).collect();
        all.push(position);
        all.sort_unstable();
        all.dedup();
        let values = self.values_of(&all, context)?;
        let known: BTreeMap<&[i64], (Option<u32>, Outcome)> = all.into_iter().zip(values).collect();
        let (grundy, outcome) = known[position];
        let own = Valued { position: position.to_vec(), grundy, outcome };
        let judged = options.iter().map(|option| match option.summands() {
            [only] => known[only.as_slice()],
            // In misère play there are no values of sums, and the engine refused.
            parts => {
                let value = parts.iter().fold(0, |value, part| value ^ known[part.as_slice()].0.unwrap_or(0));
                (Some(value), if value == 0 { Outcome::P } else { Outcome::N })
            }
        });
        let judged: Vec<(Option<u32>, Outcome)> = judged.collect();
        Ok(Explained::of(
            own,
            options.into_iter().zip(judged).map(|(one, (value, outcome))| (one, value, outcome)).collect(),
        ))
    }

    /// The Grundy values and outcomes of some positions; outcomes alone where options are forbidden.
    fn values_of(&self, all: &[&[i64]], context: &Context) -> Result<Vec<(Option<u32>, Outcome)>, NoAnswer> {
        let plan = self.plan()?;
        if 0 < self.ruleset.blocking {
            return self
                .blamed(plan.outcomes_at(all, self.play, context))
                .map(|found| found.into_iter().map(|outcome| (None, outcome)).collect());
        }
        let values = match all {
            [only] => vec![self.blamed(plan.value_at(only, self.play, context))?],
            _ => self.blamed(plan.values_at(all, self.play, context))?,
        };
        Ok(values.into_iter().map(|(value, outcome)| (Some(value), outcome)).collect())
    }

    /// The Grundy values of normal play on a region.
    ///
    /// # Errors
    /// Misère play; memory, cancellation, a rule without a value somewhere.
    pub fn grundy(&self, region: &Region, context: &Context) -> Result<Tabled, NoAnswer> {
        self.asks_values()?;
        let ruleset = self.reaching_starts(region)?;
        let table = self.blamed(self.plan_of(&ruleset)?.grundy(region, context))?;
        Ok(Tabled::new(self, What::Grundy, region, self.at_starts(table)))
    }

    /// The outcomes on a region: 0 at P-positions.
    ///
    /// # Errors
    /// Memory, cancellation, a rule without a value somewhere.
    pub fn outcomes(&self, region: &Region, context: &Context) -> Result<Tabled, NoAnswer> {
        let ruleset = self.reaching_starts(region)?;
        let table = self.blamed(self.plan_of(&ruleset)?.outcomes(region, self.play, context))?;
        Ok(Tabled::new(self, What::Outcomes, region, self.at_starts(table)))
    }

    /// All P-positions whose heaps are at most `up_to`, by total, then lexicographically.
    ///
    /// # Errors
    /// Memory, cancellation, a rule without a value somewhere.
    pub fn p_positions(&self, up_to: u64, context: &Context) -> Result<Positions, NoAnswer> {
        let ruleset = self.reaching_starts(&Region::Box(vec![up_to.saturating_add(1); self.ruleset.heaps.len()]))?;
        let mut positions = self.blamed(self.plan_of(&ruleset)?.p_positions(up_to, self.play, context))?;
        self.only_starts(&mut positions);
        Ok(Positions { grundy: None, positions })
    }

    /// All positions of a Grundy value whose heaps are at most `up_to`, in the same order.
    ///
    /// # Errors
    /// As for [`Rules::grundy`].
    pub fn positions_of(&self, value: u32, up_to: u64, context: &Context) -> Result<Positions, NoAnswer> {
        self.asks_values()?;
        let region = self.up_to(up_to)?;
        let ruleset = self.reaching_starts(&region)?;
        let mut positions = self.blamed(self.plan_of(&ruleset)?.grundy(&region, context))?.positions_of(value);
        self.only_starts(&mut positions);
        Ok(Positions { grundy: Some(value), positions })
    }

    /// The positions whose heaps are at most this.
    fn up_to(&self, most: u64) -> Result<Region, NoAnswer> {
        let too_large = || NoAnswer::Question("the bound is too large".to_owned());
        let bound = most.checked_add(1).ok_or_else(too_large)?;
        Ok(Region::Box(vec![bound; self.ruleset.heaps.len()]))
    }

    /// The additive periods of rows, columns or diagonals; `most` is the greatest number of terms that is computed of each. In misère play those of
    /// outcomes, 0 for P-positions and 1 for N-positions. A named engine proves none: they are seen in its tables.
    ///
    /// # Errors
    /// Registers or more than two heaps; memory, cancellation, a rule without a value somewhere.
    pub fn periods(
        &self,
        lines: Lines,
        range: &RangeInclusive<i64>,
        most: Option<u64>,
        context: &Context,
    ) -> Result<Periods, NoAnswer> {
        let found = match &self.engine {
            None => periods((&self.ruleset, self.play), lines, range, most, context),
            Some(_) => periods_by((&self.plan()?, self.play), lines, range, most, context),
        };
        let answers = self.blamed(found)?;
        Ok(Periods { ruleset: self.ruleset.name.clone(), lines, play: self.play, answers })
    }

    /// The additive periods of the lines along the one heap that is not fixed, for any number of heaps and each
    /// choice of the registers that are shown; `most` is the number of terms that are looked at. A named engine proves none.
    ///
    /// # Errors
    /// Not exactly one heap is left; memory, cancellation, a rule without a value somewhere.
    pub fn slices(
        &self,
        fixed: &[Option<RangeInclusive<u64>>],
        most: Option<u64>,
        context: &Context,
    ) -> Result<LinePeriods, NoAnswer> {
        let found = match &self.engine {
            None => slices((&self.ruleset, self.play), fixed, most, context),
            Some(_) => slices_by((&self.plan()?, self.play), fixed, most, context),
        };
        self.line_periods(found)
    }

    /// The additive periods of the diagonals of two heaps for each choice of the registers that are shown; of [`Self::periods`], those of a game without registers.
    ///
    /// # Errors
    /// Not two heaps; memory, cancellation, a rule without a value somewhere.
    pub fn diagonals(
        &self,
        range: &RangeInclusive<i64>,
        most: Option<u64>,
        context: &Context,
    ) -> Result<LinePeriods, NoAnswer> {
        let found = match &self.engine {
            None => diagonals((&self.ruleset, self.play), range, most, context),
            Some(_) => diagonals_by((&self.plan()?, self.play), range, most, context),
        };
        self.line_periods(found)
    }

    fn line_periods(&self, found: Result<Vec<LinePeriod>, EngineError>) -> Result<LinePeriods, NoAnswer> {
        let answers = self.blamed(found)?;
        let names = |names: Vec<&String>| names.into_iter().cloned().collect();
        let registers = names(self.ruleset.registers.iter().map(|register| &register.name).collect());
        let heaps = names(self.ruleset.heaps.iter().collect());
        Ok(LinePeriods { ruleset: self.ruleset.name.clone(), heaps, registers, play: self.play, answers })
    }

    /// The P-positions for all positions, without any claim.
    ///
    /// # Errors
    /// No guess was proved, or cancellation.
    pub fn solve(&self, context: &Context) -> Result<Solution, NoAnswer> {
        let solved = solve(&self.document, &self.ruleset, self.play, context);
        Ok(Solution { ruleset: self.ruleset.name.clone(), solved: solved.map_err(NoAnswer::from)? })
    }

    /// Refuses misère play, in which positions have no Grundy values.
    fn asks_values(&self) -> Result<(), NoAnswer> {
        if self.play == Play::Misere {
            let why = "Grundy values are those of normal play; ask for outcomes";
            return Err(NoAnswer::Question(why.to_owned()));
        }
        Ok(())
    }

    /// Refuses positions that `positions where` excludes.
    fn belongs(&self, position: &[i64]) -> Result<(), NoAnswer> {
        let Some(condition) = self.document.excluding(&self.ruleset, position)? else { return Ok(()) };
        let written = words::numbers(position, self.ruleset.heaps.len());
        let why = format!("{written} does not belong to the game: `positions where` asks for `{condition}`");
        Err(NoAnswer::Question(why))
    }

    fn reached(&self, position: &[i64]) -> Result<Vec<Reached>, NoAnswer> {
        self.belongs(position)?;
        self.blamed(Options::new(&self.ruleset).and_then(|options| options.list(position)).map_err(EngineError::from))
    }

    /// A rule that has no value is shown in its text.
    fn blamed<T>(&self, answer: Result<T, EngineError>) -> Result<T, NoAnswer> {
        answer.map_err(|error| self.refusal(error))
    }
}

impl Rules {
    /// A refusal as a text tells it: a rule that has no value is shown at its place.
    #[must_use]
    pub fn refusal(&self, error: EngineError) -> NoAnswer {
        match error {
            EngineError::Evaluation(error) => NoAnswer::Faults(self.document.blame(&self.ruleset, &error)),
            error => NoAnswer::Engine(error),
        }
    }
}

impl From<Document> for Rules {
    fn from(document: Document) -> Self {
        let (ruleset, play) = (document.ruleset.clone(), document.ruleset.play);
        Self { document: Arc::new(document), chosen: Settings::new(), ruleset, play, engine: None }
    }
}

impl From<Faults> for NoAnswer {
    fn from(faults: Faults) -> Self {
        Self::Faults(faults)
    }
}

impl From<Obstacle> for NoAnswer {
    fn from(obstacle: Obstacle) -> Self {
        match obstacle {
            Obstacle::Cancelled => Self::Engine(EngineError::Cancelled),
            other => Self::Open(other),
        }
    }
}

impl fmt::Display for NoAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Faults(faults) => faults.fmt(f),
            Self::Question(why) => f.write_str(why),
            Self::Engine(error) => error.fmt(f),
            Self::Open(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for NoAnswer {}
