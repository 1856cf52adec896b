//! Turns a ruleset into the engine that answers for it, with the reason, and with those that answer where it does not fit.
//! Knows nothing of how engines work.
//!
//! ```text
//! ruleset --ORDER--> the first engine that serves it --region, question--> table
//!                                  |  unfit: its spares, at last the reference engine
//!                                  +--P-positions--> one in each row, rare ones, levels: without a table if possible
//! ```
mod engines;

use super::far::rare::MOST_BOARD_HEAP;
use super::moves::runs::Depth;
use super::question::{Engine, Passed};
use super::rows::RowsInTurn;
use super::{Context, EngineError, EngineKind, Question, reference};
use crate::ruleset::{Position, Ruleset};
use crate::table::{Region, Table};
use crate::value::{Outcome, Play};
use engines::{ORDER, Readings};

/// Levels that are swept on a board without asking whether the P-positions are rare.
const MOST_BOARD_LEVELS: u128 = 20_000;
/// A box with no more cells is computed to know several positions in it.
const MOST_CELLS_FOR_SEVERAL: u64 = 1 << 22;
/// So many cells in a second, or more, are quick.
const QUICK: u64 = 1_000_000;
/// Cells of a single heap that compiled loops fill in a second.
const SINGLE: u64 = 1_000_000;

/// The engine that was picked for a ruleset, once for all questions.
///
/// Whoever holds a plan asks for what it needs to know (`is_fast`, `cells_per_second`), not for which engine it is.
#[derive(Debug)]
pub struct Plan<'a> {
    readings: Readings<'a>,
    kind: EngineKind,
    engine: Box<dyn Engine + 'a>,
    /// What the engines before it said.
    passed: Passed,
    /// Who answers where it does not fit.
    spares: &'static [EngineKind],
    /// Whether somebody asked for this engine.
    is_named: bool,
}

impl<'a> Plan<'a> {
    /// Whether the definition alone answers, which lists the options of every position.
    #[must_use]
    pub fn is_definition(&self) -> bool {
        self.kind() == EngineKind::Reference
    }

    /// The plan of a ruleset: the first engine that serves it, and behind it others for what it does not fit. Cost: the
    /// moves are read, no position is looked at.
    #[must_use]
    pub fn of(ruleset: &'a Ruleset) -> Self {
        let readings = Readings::new(ruleset, grundy);
        let mut passed = Passed::default();
        for (kind, depth) in ORDER {
            match kind.build(depth, &readings) {
                Ok(engine) => {
                    if let Some(why) = engine.yields()
                        && let Ok(loops) = EngineKind::Compiled.build(depth, &readings)
                    {
                        passed.0.push((kind, why));
                        let kind = EngineKind::Compiled;
                        return Self { readings, kind, engine: loops, passed, spares: kind.spares(), is_named: false };
                    }
                    return Self { readings, kind, engine, passed, spares: kind.spares(), is_named: false };
                }
                Err(why) => passed.0.push((kind, why)),
            }
        }
        unreachable!("the reference engine serves every ruleset")
    }

    /// One engine alone: where it does not fit, there is no answer.
    ///
    /// # Errors
    /// Why it does not serve the ruleset ([`EngineError::Unfit`]).
    pub fn only(kind: EngineKind, ruleset: &'a Ruleset) -> Result<Self, EngineError> {
        let readings = Readings::new(ruleset, grundy);
        let engine = kind.build(Depth::Families, &readings).map_err(EngineError::Unfit)?;
        Ok(Self { readings, kind, engine, passed: Passed::default(), spares: &[], is_named: false })
    }

    /// The plan of a ruleset, or one engine alone if it is named.
    ///
    /// # Errors
    /// There is no such engine ([`EngineError::Request`]), or it does not serve the ruleset ([`EngineError::Unfit`]); the
    /// message lists those that do.
    pub fn named(name: Option<&str>, ruleset: &'a Ruleset) -> Result<Self, EngineError> {
        let Some(name) = name else { return Ok(Self::of(ruleset)) };
        let Some(kind) = EngineKind::named(name) else {
            return Err(EngineError::Request(format!("there is no engine `{name}`; {}", serving(ruleset))));
        };
        match Self::only(kind, ruleset) {
            Ok(plan) => Ok(Self { is_named: true, ..plan }),
            Err(why) => Err(EngineError::Unfit(format!("engine `{name}`: {why}; {}", serving(ruleset)))),
        }
    }

    /// Which engine was picked.
    #[must_use]
    pub fn kind(&self) -> EngineKind {
        self.kind
    }

    /// Why it was picked and what it costs, in words that follow "because".
    #[must_use]
    pub fn why(&self) -> String {
        if self.is_named { "it was asked for by its name".to_owned() } else { self.engine.why(&self.passed) }
    }

    /// The ruleset that it answers for.
    #[must_use]
    pub fn ruleset(&self) -> &'a Ruleset {
        self.readings.ruleset
    }

    /// Whether tables cost less than the options of their positions.
    #[must_use]
    pub fn is_fast(&self) -> bool {
        match self.kind {
            EngineKind::Compiled => self.is_single(),
            kind => kind.is_fast(),
        }
    }

    /// Whether the ruleset is one heap and nothing else, whose options are few beside the cells of a table.
    fn is_single(&self) -> bool {
        self.readings.ruleset.heaps.len() == 1 && self.readings.ruleset.registers.is_empty()
    }

    /// Whether each position of a table costs what its moves try.
    #[must_use]
    pub fn lists_options(&self) -> bool {
        !self.kind.is_fast()
    }

    /// About how many cells of a table are filled in a second, as a power of ten: what tells how large a table may be that
    /// nobody asked for.
    #[must_use]
    pub fn cells_per_second(&self, question: Question) -> u64 {
        let all = self.kind.cells_per_second(question);
        if self.kind == EngineKind::Compiled && self.is_single() { all.max(SINGLE) } else { all }
    }

    /// Whether tables that take seconds are large enough to learn from: millions of cells.
    #[must_use]
    pub fn is_quick(&self, question: Question) -> bool {
        QUICK <= self.cells_per_second(question)
    }

    /// Whether a table of a few long rows costs no more than one of as many cells: values depend on no cell outside, and the
    /// cost of a cell does not grow along a row.
    #[must_use]
    pub fn has_cheap_rows(&self) -> bool {
        self.kind.has_cheap_rows()
    }

    /// Grundy values of all positions of a region (normal play). An engine without memory enough refuses: one that needs less
    /// would be many times slower.
    ///
    /// # Errors
    /// Memory, cancellation, or a rule that cannot be evaluated somewhere.
    pub fn grundy(&self, region: &Region, context: &Context) -> Result<Table, EngineError> {
        self.table(region, Question::Grundy, context)
    }

    /// Outcomes of all positions of a region: 0 for P, 1 for N.
    ///
    /// # Errors
    /// As for [`Self::grundy`].
    pub fn outcomes(&self, region: &Region, play: Play, context: &Context) -> Result<Table, EngineError> {
        self.table(region, Question::Outcome(play), context)
    }

    /// The answers for all positions of a region: Grundy values or outcomes.
    ///
    /// # Errors
    /// As for [`Self::grundy`].
    pub fn table(&self, region: &Region, question: Question, context: &Context) -> Result<Table, EngineError> {
        self.first_of(self.spares, region, question, context).map_err(|error| self.alone(error))
    }

    /// Of an engine that was named, a refusal says whose it is.
    fn alone(&self, error: EngineError) -> EngineError {
        match error {
            EngineError::Unfit(why) => {
                EngineError::Unfit(format!("engine `{}`: {why}; {}", self.kind, serving(self.readings.ruleset)))
            }
            other => other,
        }
    }

    /// The engine that lists options, where the positions of a region have so few that this takes less time; or boards, where levels have
    /// nothing to jump over.
    fn cheaper(
        &self,
        spares: &[EngineKind],
        region: &Region,
        question: Question,
    ) -> Option<(EngineKind, Box<dyn Engine + '_>)> {
        if cfg!(target_arch = "wasm32") {
            return None;
        }
        let kind = if self.kind == EngineKind::Levels { EngineKind::Boards } else { EngineKind::Compiled };
        let is_spared = spares.contains(&EngineKind::Compiled);
        let own = self.engine.cost_of_cell(region, question).filter(|_| is_spared)?;
        let engine = kind.build(Depth::Families, &self.readings).ok()?;
        (engine.cost_of_cell(region, question)? < own).then_some((kind, engine))
    }

    /// The answer of the engine, or of the first of its spares that fits.
    fn first_of(
        &self,
        spares: &[EngineKind],
        region: &Region,
        question: Question,
        context: &Context,
    ) -> Result<Table, EngineError> {
        let cheaper = self.cheaper(spares, region, question);
        let (mut kind, mut answer) = match cheaper {
            Some((kind, engine)) => (kind, engine.table(region, question, context)),
            None => (self.kind, self.engine.table(region, question, context)),
        };
        let is_refused = |error: &EngineError| error.is_of_this_engine() || matches!(error, EngineError::Memory { .. });
        if kind != self.kind && answer.as_ref().err().is_some_and(is_refused) {
            (kind, answer) = (self.kind, self.engine.table(region, question, context));
        }
        for spare in spares {
            if answer.as_ref().err().is_none_or(|error| !error.is_of_this_engine()) {
                break;
            }
            if let Ok(engine) = spare.build(Depth::Families, &self.readings) {
                (kind, answer) = (*spare, engine.table(region, question, context));
            }
        }
        context.by(kind, answer)
    }

    /// The same row by row, in the memory of what later rows need of earlier ones: for lines their sets of values, for outcomes the
    /// P-positions. Where thresholds are all there is, as many rows as fit the memory are found together, at the cost of all.
    ///
    /// # Errors
    /// As for [`Self::grundy`]; [`EngineError::Unfit`] where no engine gives rows without a table of all cells.
    pub fn rows(&self, region: &Region, question: Question, context: &Context) -> Result<RowsInTurn, EngineError> {
        let mut found = self.engine.rows(region, question, context);
        for spare in self.spares {
            if found.as_ref().err().is_none_or(|error| !error.is_of_this_engine()) {
                break;
            }
            if let Ok(engine) = spare.build(Depth::Families, &self.readings) {
                found = engine.rows(region, question, context);
            }
        }
        match found {
            Ok(rows) => context.by(rows.kind(), Ok(rows)),
            Err(error) => Err(error),
        }
    }

    /// All P-positions with every heap at most `up_to`, in order of total, then lexicographic.
    ///
    /// # Errors
    /// As for [`Self::grundy`]; P-positions that are too dense for so large heaps.
    pub fn p_positions(&self, up_to: u64, play: Play, context: &Context) -> Result<Vec<Position>, EngineError> {
        if let Some(found) = self.p_positions_alone(up_to, play, context)? {
            return Ok(found);
        }
        let bound = up_to.checked_add(1).ok_or_else(|| EngineError::Request("the bound is too large".to_owned()))?;
        let heaps = self.readings.ruleset.heaps.len();
        Ok(self.outcomes(&Region::Box(vec![bound; heaps]), play, context)?.zeros())
    }

    /// The same by the engines that make no table of outcomes; `None` if there is none for the ruleset.
    ///
    /// # Errors
    /// As for [`Self::p_positions`].
    pub fn p_positions_alone(
        &self,
        up_to: u64,
        play: Play,
        context: &Context,
    ) -> Result<Option<Vec<Position>>, EngineError> {
        let order = if self.spares.is_empty() { &[self.kind] } else { self.kind.without_table() };
        let mut refused = Ok(None);
        for kind in order {
            let rare = *kind == EngineKind::Sparse;
            // On a small board it costs little to sweep all levels.
            if rare && !self.spares.is_empty() && !self.readings.has_more_levels(up_to, MOST_BOARD_LEVELS) {
                continue;
            }
            let Ok(engine) = kind.build(Depth::Families, &self.readings) else { continue };
            match engine.p_positions(up_to, play, context) {
                Err(EngineError::Unfit(_)) if rare && play == Play::Misere => {}
                Err(error @ (EngineError::Dense(_) | EngineError::Unfit(_))) if rare => {
                    refused = Err(error);
                    if MOST_BOARD_HEAP <= up_to {
                        return refused;
                    }
                }
                Err(error) if error.is_of_this_engine() => {}
                answer => return context.by(*kind, answer).map(Some),
            }
        }
        refused
    }

    /// Grundy value (normal play) and outcome of one position: from the table of all positions with at most these heaps
    /// where that is quick, else from the options below it.
    ///
    /// # Errors
    /// As for [`Self::grundy`]; a position that does not belong to the game.
    pub fn value_at(&self, position: &[i64], play: Play, context: &Context) -> Result<(u32, Outcome), EngineError> {
        if let Some(region) = self.box_up_to(position) {
            match self.tables(&region, play, context) {
                Ok((values, outcomes)) => {
                    if let Some((value, outcome)) = values.get(position).zip(outcomes.get(position)) {
                        return Ok((value, outcome_of(outcome)));
                    }
                }
                Err(EngineError::Memory { .. }) => {}
                Err(error) if error.is_of_this_engine() => {}
                Err(error) => return Err(error),
            }
        }
        if self.spares.is_empty() && self.kind != EngineKind::Reference {
            return Err(EngineError::unfit_region());
        }
        let ruleset = self.readings.ruleset;
        context.by(EngineKind::Reference, reference::value_at(ruleset, position, play, context))
    }

    /// The outcomes of positions, from the options below them.
    ///
    /// # Errors
    /// As for [`Self::value_at`].
    pub fn outcomes_at(
        &self,
        positions: &[&[i64]],
        play: Play,
        context: &Context,
    ) -> Result<Vec<Outcome>, EngineError> {
        let ruleset = self.readings.ruleset;
        context.by(EngineKind::Reference, reference::outcomes_at(ruleset, positions, play, context))
    }

    /// As [`Self::value_at`] for several positions: from one table if a box that is not large holds them all, else one by one.
    ///
    /// # Errors
    /// As for [`Self::value_at`].
    pub fn values_at(
        &self,
        positions: &[&[i64]],
        play: Play,
        context: &Context,
    ) -> Result<Vec<(u32, Outcome)>, EngineError> {
        let each = || positions.iter().map(|position| self.value_at(position, play, context)).collect();
        let Some((first, others)) = positions.split_first() else { return Ok(Vec::new()) };
        let mut corner = first.to_vec();
        for position in others {
            corner.iter_mut().zip(*position).for_each(|(most, own)| *most = (*most).max(*own));
        }
        if others.is_empty() || self.kind == EngineKind::Reference {
            return each();
        }
        let Some(region) = self.box_of(&corner, MOST_CELLS_FOR_SEVERAL) else { return each() };
        match self.tables(&region, play, context) {
            Ok((values, outcomes)) => {
                let at = |position: &&[i64]| Some((values.get(position)?, outcome_of(outcomes.get(position)?)));
                positions.iter().map(at).collect::<Option<_>>().map_or_else(each, Ok)
            }
            Err(EngineError::Memory { .. }) => each(),
            Err(error) if error.is_of_this_engine() => each(),
            Err(error) => Err(error),
        }
    }

    /// The box of all positions with at most these heaps, if it has few cells for the engine.
    fn box_up_to(&self, position: &[i64]) -> Option<Region> {
        self.box_of(position, self.kind.most_cells_for_one())
    }

    /// The box of all positions with at most these heaps, if it has no more cells than so many.
    fn box_of(&self, position: &[i64], most: u64) -> Option<Region> {
        let ruleset = self.readings.ruleset;
        let heaps = ruleset.heaps.len();
        let own = position.get(..heaps).filter(|_| position.len() == heaps + ruleset.registers.len())?;
        // A table without end has no box, and one that shows other values of a register not this position.
        let mut registers = ruleset.registers.iter().zip(&position[heaps..]);
        if !registers.all(|(register, own)| register.shown.is_some_and(|(low, high)| (low..=high).contains(own))) {
            return None;
        }
        let bounds: Option<Vec<u64>> = own.iter().map(|heap| u64::try_from(*heap).ok()?.checked_add(1)).collect();
        let bounds = bounds?;
        let cells = bounds.iter().fold(1u64, |cells, bound| cells.saturating_mul(*bound));
        (cells <= most).then_some(Region::Box(bounds))
    }

    /// Values and outcomes of a region, without the reference engine.
    fn tables(&self, region: &Region, play: Play, context: &Context) -> Result<(Table, Table), EngineError> {
        let fast = self.spares.strip_suffix(&[EngineKind::Reference]).unwrap_or_default();
        let values = self.first_of(fast, region, Question::Grundy, context)?;
        let outcomes = self.first_of(fast, region, Question::Outcome(play), context)?;
        Ok((values, outcomes))
    }
}

fn outcome_of(kept: u32) -> Outcome {
    if kept == 0 { Outcome::P } else { Outcome::N }
}

/// Every engine that serves a ruleset, each alone: what one of them answers, all have to.
#[must_use]
pub fn applicable(ruleset: &Ruleset) -> Vec<Plan<'_>> {
    EngineKind::ALL.into_iter().filter_map(|kind| Plan::only(kind, ruleset).ok()).collect()
}

fn serving(ruleset: &Ruleset) -> String {
    let names: Vec<&str> = applicable(ruleset).iter().map(|plan| plan.kind.name()).collect();
    format!("those that serve this ruleset are {}", names.join(", "))
}

/// As [`Plan::grundy`] of the plan of a ruleset.
///
/// # Errors
/// As there.
pub fn grundy(ruleset: &Ruleset, region: &Region, context: &Context) -> Result<Table, EngineError> {
    Plan::of(ruleset).grundy(region, context)
}

/// As [`Plan::outcomes`] of the plan of a ruleset.
///
/// # Errors
/// As there.
pub fn outcomes(ruleset: &Ruleset, region: &Region, play: Play, context: &Context) -> Result<Table, EngineError> {
    Plan::of(ruleset).outcomes(region, play, context)
}

/// As [`Plan::p_positions`] of the plan of a ruleset.
///
/// # Errors
/// As there.
pub fn p_positions(ruleset: &Ruleset, up_to: u64, play: Play, context: &Context) -> Result<Vec<Position>, EngineError> {
    Plan::of(ruleset).p_positions(up_to, play, context)
}

/// As [`Plan::p_positions_alone`] of the plan of a ruleset.
///
/// # Errors
/// As there.
pub fn p_positions_alone(
    ruleset: &Ruleset,
    up_to: u64,
    play: Play,
    context: &Context,
) -> Result<Option<Vec<Position>>, EngineError> {
    Plan::of(ruleset).p_positions_alone(up_to, play, context)
}

/// As [`Plan::value_at`] of the plan of a ruleset.
///
/// # Errors
/// As there.
pub fn value_at(
    ruleset: &Ruleset,
    position: &[i64],
    play: Play,
    context: &Context,
) -> Result<(u32, Outcome), EngineError> {
    Plan::of(ruleset).value_at(position, play, context)
}
