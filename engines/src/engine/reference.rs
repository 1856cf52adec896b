//! The reference engine: values straight from the definition, for any heaps and registers. It defines what a table
//! means. Positions outside the region that can be reached from it are evaluated too.
//!
//! Right because it is the definition: the Grundy value of a position is the least that no option has, and a position is P
//! if no option is P; a position without options is P in normal play and N in misère play.
//!
//! Where the previous player may forbid k options before each move (`play blocking k`), a position is P if at most k different
//! options are P, by definition: all of them are forbidden. Grundy values and misère play are not defined there, and refused.
//!
//! Where positions break, the value of an option is the nim-sum of the values of its parts (Sprague 1935, Grundy 1939), and a
//! position is P in normal play if its value is 0; misère play is not decided by values, and refused.
//!
//! Positions are evaluated by depth-first search with a stack of our own. Values of positions inside the region lie in a
//! dense array, others in a map.
mod blocking;
mod reach;

pub use blocking::outcomes_at;
pub(super) use reach::{Reach, reach};

use super::board::mex::Met;
use super::numbers::{heap, whole};
use super::question::{Engine, Passed};
use super::{Context, EngineError, EngineKind, Question};
use crate::ruleset::options::Options;
use crate::ruleset::{Position, Ruleset};
use crate::table::{Cells, Region, Table};
use crate::value::{Outcome, Play};
use std::collections::HashMap;
use std::ops::ControlFlow;

/// Bytes that one entry of the map takes, about.
const ENTRY: u128 = 96;
const UNKNOWN: u32 = u32::MAX;
const OPEN: u32 = u32::MAX - 1;
/// Why there is no answer in misère play where positions break.
const MISERE_OF_SUMS: &str = "positions break into several, and in misère play the outcome of a sum does not follow from values of its \
     parts: `nimdsl misere FILE` has outcomes of sums, genus symbols and misère quotients";
/// Why there are no values where options are forbidden.
const VALUES_OF_BLOCKING: &str = "the previous player forbids options (`play blocking`), and positions then have outcomes and no Grundy \
     values: ask for outcomes or P-positions";
/// Why there is no misère play where options are forbidden.
const MISERE_OF_BLOCKING: &str =
    "the previous player forbids options (`play blocking`), and that is defined for normal play alone";
/// Twice the largest heap: positions are addressed in 64 bits.
const LARGEST_BOUND: u64 = 1 << 31;

/// Grundy values of all positions of a region (normal play). Cost: all options of all positions that can be reached.
///
/// # Errors
/// Memory, cancellation, or a rule that cannot be evaluated somewhere.
pub fn grundy(ruleset: &Ruleset, region: &Region, context: &Context) -> Result<Table, EngineError> {
    table(ruleset, region, Question::Grundy, context)
}

/// Outcomes of all positions of a region: 0 for P, 1 for N. Stops at the first option that is P.
///
/// # Errors
/// As for [`grundy`].
pub fn outcomes(ruleset: &Ruleset, region: &Region, play: Play, context: &Context) -> Result<Table, EngineError> {
    table(ruleset, region, Question::Outcome(play), context)
}

/// All P-positions with every heap at most `up_to`, in order of total, then lexicographic.
///
/// # Errors
/// As for [`grundy`].
pub fn p_positions(ruleset: &Ruleset, up_to: u64, play: Play, context: &Context) -> Result<Vec<Position>, EngineError> {
    let bound = up_to.checked_add(1).ok_or_else(|| EngineError::Request("the bound is too large".to_owned()))?;
    Ok(outcomes(ruleset, &Region::Box(vec![bound; ruleset.heaps.len()]), play, context)?.zeros())
}

/// Grundy value (normal play) and outcome of one position.
///
/// # Errors
/// As for [`grundy`]; a position that does not belong to the game.
pub fn value_at(
    ruleset: &Ruleset,
    position: &[i64],
    play: Play,
    context: &Context,
) -> Result<(u32, Outcome), EngineError> {
    let options = Options::new(ruleset)?.until(&context.cancel);
    if !options.in_domain(position)? {
        return Err(EngineError::Request("this position does not belong to the game".to_owned()));
    }
    let mut value = ValueSearch::new(ruleset, &options, &[], Question::Grundy, context)?;
    let grundy = value.value(position)?;
    Ok((grundy, outcomes_at(ruleset, &[position], play, context)?[0]))
}

/// Values of single positions, found when they are asked for and kept.
pub struct Values<'a>(ValueSearch<'a>);

impl<'a> Values<'a> {
    /// Nothing is computed yet; positions with heaps below `shape` are kept in an array, others in a map.
    ///
    /// # Errors
    /// The array does not fit the memory.
    pub fn new(
        ruleset: &Ruleset,
        options: &'a Options,
        shape: &[u64],
        question: Question,
        context: &'a Context,
    ) -> Result<Self, EngineError> {
        ValueSearch::new(ruleset, options, shape, question, context).map(Self)
    }

    /// The value of a position that belongs to the game. Cost: that of all positions below that are not known yet.
    ///
    /// # Errors
    /// As for [`grundy`].
    pub fn at(&mut self, position: &[i64]) -> Result<u32, EngineError> {
        self.0.answer(position)
    }

    /// Keeps a value that another engine found.
    ///
    /// # Errors
    /// The memory is full.
    pub fn keep(&mut self, position: &[i64], value: u32) -> Result<(), EngineError> {
        // An outcome does not tell the value that an option with other parts needs.
        if self.0.from_values || self.0.get(position) < OPEN {
            return Ok(());
        }
        self.0.met.reserve(value as usize);
        self.0.set(position, value)
    }
}

impl std::fmt::Debug for Values<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Values").finish_non_exhaustive()
    }
}

/// The engine that serves every ruleset.
#[derive(Debug)]
pub(super) struct Enumeration<'a>(&'a Ruleset);

impl<'a> Enumeration<'a> {
    pub(super) fn new(ruleset: &'a Ruleset) -> Self {
        Self(ruleset)
    }
}

impl Engine for Enumeration<'_> {
    fn table(&self, region: &Region, question: Question, context: &Context) -> Result<Table, EngineError> {
        table(self.0, region, question, context)
    }

    /// What the others said, or why nobody else can be asked.
    fn why(&self, passed: &Passed) -> String {
        let Ruleset { heaps, moves, .. } = self.0;
        let rays = passed.words(EngineKind::Rays);
        let why = if !self.0.finite_options {
            let heaps = heaps.join(", ");
            format!(
                "some positions have infinitely many options; tables are computed only where finitely many can be reached \
                 (sizes and positions are given for {heaps}), and `prove` speaks of all positions"
            )
        } else if self.0.breaks() {
            let codes = passed.words(EngineKind::Codes);
            format!("positions break into several, and no faster engine reads how ({codes})")
        } else if 0 < self.0.blocking {
            "the previous player forbids options, and the P-positions among the options are counted".to_owned()
        } else if heaps.len() == 1 {
            // The others are for several heaps.
            format!("no faster engine reads its moves ({rays})")
        } else {
            let told = passed.told(&[EngineKind::Rays, EngineKind::Boards, EngineKind::Vectors]);
            format!("no faster engine reads its moves ({told})")
        };
        let several = if moves.len() == 1 { "" } else { "s" };
        format!(
            "{why}; so the options of every position are enumerated by the loop nests of {} move{several}",
            moves.len()
        )
    }
}

/// The definition: every position of the region that belongs to the game has the value that its options give it.
fn table(ruleset: &Ruleset, region: &Region, question: Question, context: &Context) -> Result<Table, EngineError> {
    let options = Options::new(ruleset)?.until(&context.cancel);
    let shape = shape_of(region, ruleset.heaps.len())?;
    let layers = register_values(ruleset, context)?;
    // Where no heap rises, the order of the table is an order of evaluation, and the kindest to caches.
    let raises = options.may_raise_heaps(ruleset.heaps.len());
    let reach = if raises { reach(ruleset, &shape, region) } else { None };
    let evaluated = reach.as_ref().map_or(&shape, |reach| &reach.shape);
    context.fits(bytes(ruleset, &shape, layers.len(), evaluated))?;
    let mut search = ValueSearch::new(ruleset, &options, evaluated, question, context)?;
    if let Some(reach) = &reach {
        search.evaluate(reach, &layers)?;
    }
    let mut table = Table { shape, layers: Vec::new() };
    let count = layers.len();
    for registers in layers {
        let values = search.values(region, (&table, count), &registers)?;
        table.layers.push((registers, values));
    }
    Ok(table)
}

/// One exclusive bound for each heap.
pub(super) fn shape_of(region: &Region, heaps: usize) -> Result<Vec<u64>, EngineError> {
    let shape = region.shape(heaps).ok_or_else(|| {
        let sizes = if let Region::Box(bounds) = region { bounds.len() } else { heaps };
        EngineError::Request(format!("{sizes} sizes are given, and a position has {heaps} heaps"))
    })?;
    if shape.iter().any(|bound| LARGEST_BOUND < *bound) {
        return Err(EngineError::Request("heaps go up to 2^31".to_owned()));
    }
    Ok(shape)
}

/// What is computed, four bytes a cell, and what is shown in so many layers, as much.
fn bytes(ruleset: &Ruleset, shape: &[u64], layers: usize, evaluated: &[u64]) -> u128 {
    let stored = ruleset.registers.iter().map(|register| match (register.high, register.shown) {
        (Some(high), _) => u128::from(high.abs_diff(register.low)) + 1,
        (None, Some((low, high))) => u128::from(high.abs_diff(low)) + 1,
        (None, None) => 1,
    });
    let stored = stored.fold(1, u128::saturating_mul);
    let cells = |shape: &[u64], layers: u128| {
        shape.iter().fold(layers, |cells, bound| cells.saturating_mul(u128::from(*bound)))
    };
    cells(shape, layers as u128).saturating_add(cells(evaluated, stored)).saturating_mul(4)
}

pub(super) fn register_values(ruleset: &Ruleset, context: &Context) -> Result<Vec<Vec<i64>>, EngineError> {
    let mut all: Vec<Vec<i64>> = vec![Vec::new()];
    for register in &ruleset.registers {
        let Some((low, high)) = register.shown else {
            let name = &register.name;
            let why = format!(
                "register `{name}` has no bound; say which values are wanted: --at {name}=5 or --at {name}=0..10"
            );
            return Err(EngineError::Request(why));
        };
        let count = u128::from(high.abs_diff(low)) + 1;
        context.fits(count.saturating_mul(all.len() as u128).saturating_mul(64))?;
        all = all.iter().flat_map(|begun| (low..=high).map(|value| [begun.as_slice(), &[value]].concat())).collect();
    }
    Ok(all)
}

struct ValueSearch<'a> {
    options: &'a Options,
    question: Question,
    /// How many options the previous player may forbid.
    blocking: usize,
    /// Whether the outcomes of normal play are wanted where values are needed to tell them: positions break.
    from_values: bool,
    context: &'a Context,
    /// Exclusive bounds and least values of the dense part, for all coordinates.
    bounds: Vec<(i64, u64)>,
    dense: Vec<u32>,
    sparse: HashMap<Position, u32>,
    /// The values of the options of the position at hand.
    met: Met,
}

impl<'a> ValueSearch<'a> {
    /// Nothing is known yet.
    fn new(
        ruleset: &Ruleset,
        options: &'a Options,
        shape: &[u64],
        question: Question,
        context: &'a Context,
    ) -> Result<Self, EngineError> {
        let (question, from_values) = match question {
            Question::Grundy if 0 < ruleset.blocking => {
                return Err(EngineError::Request(VALUES_OF_BLOCKING.to_owned()));
            }
            Question::Outcome(Play::Misere) if 0 < ruleset.blocking => {
                return Err(EngineError::Request(MISERE_OF_BLOCKING.to_owned()));
            }
            Question::Outcome(Play::Misere) if ruleset.breaks() => {
                return Err(EngineError::Request(MISERE_OF_SUMS.to_owned()));
            }
            Question::Outcome(Play::Normal) if ruleset.breaks() => (Question::Grundy, true),
            question => (question, false),
        };
        let mut bounds: Vec<(i64, u64)> = shape.iter().map(|bound| (0, *bound)).collect();
        if shape.is_empty() {
            bounds = vec![(0, 0); ruleset.heaps.len()];
        }
        bounds.extend(ruleset.registers.iter().map(|register| {
            let (low, high) = match (register.high, register.shown) {
                (Some(high), _) => (register.low, high),
                (None, Some(shown)) => shown,
                (None, None) => (0, 0),
            };
            (low, high.abs_diff(low) + 1)
        }));
        let cells = bounds.iter().try_fold(1u64, |cells, (_, bound)| cells.checked_mul(*bound));
        let cells = cells.ok_or_else(EngineError::too_large)?;
        context.fits(u128::from(cells) * 4)?;
        let cells = usize::try_from(cells).map_err(|_| EngineError::too_large())?;
        let dense = vec![UNKNOWN; cells];
        let (sparse, met) = (HashMap::new(), Met::default());
        Ok(Self { options, question, blocking: ruleset.blocking, from_values, context, bounds, dense, sparse, met })
    }

    fn index(&self, position: &[i64]) -> Option<usize> {
        let mut index: u64 = 0;
        for (value, (low, bound)) in position.iter().zip(&self.bounds) {
            let offset = u64::try_from(value - low).ok().filter(|offset| offset < bound)?;
            index = index * bound + offset;
        }
        usize::try_from(index).ok()
    }

    fn get(&self, position: &[i64]) -> u32 {
        match self.index(position) {
            Some(index) => self.dense[index],
            None => self.sparse.get(position).copied().unwrap_or(UNKNOWN),
        }
    }

    fn set(&mut self, position: &[i64], value: u32) -> Result<(), EngineError> {
        if let Some(index) = self.index(position) {
            self.dense[index] = value;
        } else {
            self.sparse.insert(position.to_vec(), value);
            if self.sparse.len().is_multiple_of(4096) {
                self.context.go_on()?;
                self.context.fits(self.dense.len() as u128 * 12 + self.sparse.len() as u128 * ENTRY)?;
            }
        }
        Ok(())
    }

    /// Evaluates all that a region can reach, level by level: what a position needs is known before it.
    fn evaluate(&mut self, reach: &Reach, layers: &[Vec<i64>]) -> Result<(), EngineError> {
        let mut done = 0;
        for level in 0..=reach.level {
            let mut heaps = vec![0; reach.shape.len()];
            reach.visit(0, level, &mut heaps, &mut |heaps| {
                for registers in layers {
                    let position = [heaps, registers].concat();
                    if self.options.in_domain(&position)? {
                        self.value(&position)?;
                    }
                    done += 1;
                    if done % 4096 == 0 {
                        self.context.go_on()?;
                    }
                }
                Ok(())
            })?;
            if let Some(progress) = &self.context.progress {
                progress(level, reach.level + 1);
            }
        }
        Ok(())
    }

    /// The values that the next of so many layers of a table shows.
    fn values(
        &mut self,
        region: &Region,
        (table, layers): (&Table, usize),
        registers: &[i64],
    ) -> Result<Cells, EngineError> {
        let cells: u64 = table.shape.iter().product();
        let (before, all) = (cells * table.layers.len() as u64, cells.saturating_mul(layers as u64));
        let mut values = Cells::none(usize::try_from(cells).map_err(|_| EngineError::too_large())?);
        for (index, mut position) in table.heaps().enumerate() {
            let shown = region.shows(&position);
            position.extend(registers);
            if shown && self.options.in_domain(&position)? {
                values.set(index, self.answer(&position)?);
            }
            let done = before + index as u64 + 1;
            if done.is_multiple_of(4096) {
                self.context.go_on()?;
                if let Some(progress) = &self.context.progress {
                    progress(done, all);
                }
            }
        }
        Ok(values)
    }

    /// Where a run lies in the dense array: first index and stride; `None` if part of it is outside. A box is convex:
    /// if both ends lie in it, all of the run does.
    fn run_in_box(&self, first: &[i64], step: &[i64], count: u64) -> Option<(usize, isize)> {
        let start = self.index(first)?;
        if count == 1 {
            return Some((start, 0));
        }
        let between = i64::try_from(count - 1).ok()?;
        let last: Option<Position> =
            first.iter().zip(step).map(|(first, step)| first.checked_add(step.checked_mul(between)?)).collect();
        let end = self.index(&last?)?;
        let stride = isize::try_from(start.abs_diff(end)).ok()? / isize::try_from(between).ok()?;
        Some((start, if end < start { -stride } else { stride }))
    }

    /// Hands over the value of each option of a run, with a way to get the option itself.
    fn each(
        &self,
        first: &[i64],
        step: &[i64],
        count: u64,
        visit: &mut impl FnMut(u32, &dyn Fn() -> Position) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if let Some((mut index, stride)) = self.run_in_box(first, step, count) {
            for number in 0..count {
                visit(self.dense[index], &|| of_run(first, step, number))?;
                index = index.wrapping_add_signed(stride);
            }
            return ControlFlow::Continue(());
        }
        for number in 0..count {
            let position = of_run(first, step, number);
            visit(self.get(&position), &|| position.clone())?;
        }
        ControlFlow::Continue(())
    }

    /// What is asked of a position, after the values of all positions that it needs.
    fn answer(&mut self, position: &[i64]) -> Result<u32, EngineError> {
        let value = self.value(position)?;
        Ok(if self.from_values { u32::from(value != 0) } else { value })
    }

    /// The value of a position, after those of all positions that it needs.
    fn value(&mut self, position: &[i64]) -> Result<u32, EngineError> {
        let known = self.get(position);
        if known < OPEN {
            return Ok(known);
        }
        let mut stack: Vec<Position> = vec![position.to_vec()];
        let mut waiting: Vec<Position> = Vec::new();
        while let Some(top) = stack.last() {
            // Where all options are known, nothing else here would look.
            self.context.go_on()?;
            waiting.clear();
            match self.judge(top, &mut waiting)? {
                Some(value) => {
                    let Some(top) = stack.pop() else { break };
                    self.set(&top, value)?;
                }
                None => {
                    let top = top.clone();
                    self.set(&top, OPEN)?;
                    for needed in waiting.drain(..) {
                        if self.get(&needed) == OPEN {
                            let list: Vec<String> =
                                [&needed, &top, &needed].iter().map(|position| format!("{position:?}")).collect();
                            return Err(EngineError::Endless(list.join(" ... ")));
                        }
                        stack.push(needed);
                    }
                    self.context
                        .fits(self.dense.len() as u128 * 12 + (stack.len() + self.sparse.len()) as u128 * ENTRY)?;
                }
            }
        }
        Ok(self.get(position))
    }

    /// Notes the value of a sum of positions; parts that are not known go to `waiting`.
    fn note_sum(&self, sum: &[i64], met: &mut Met, waiting: &mut Vec<Position>) {
        let before = waiting.len();
        let mut value = 0;
        for part in sum.chunks(self.bounds.len()) {
            let known = self.get(part);
            if known < OPEN {
                value ^= known;
            } else {
                waiting.push(part.to_vec());
            }
        }
        if waiting.len() == before {
            met.reserve(value as usize);
            met.note(value as usize);
        }
    }

    /// The value, if all options that it depends on are known; otherwise unknown options go to `waiting`.
    fn judge(&mut self, position: &[i64], waiting: &mut Vec<Position>) -> Result<Option<u32>, EngineError> {
        let known = self.get(position);
        if known < OPEN {
            return Ok(Some(known));
        }
        let options = self.options;
        match self.question {
            Question::Grundy => {
                let mut met = std::mem::take(&mut self.met);
                met.begin();
                let _ = options.runs(position, &mut |first, step, count| {
                    if self.bounds.len() < first.len() {
                        (0..count).for_each(|number| self.note_sum(&of_run(first, step, number), &mut met, waiting));
                        return ControlFlow::Continue(());
                    }
                    if let Some((start, stride)) = self.run_in_box(first, step, count)
                        && note_run(&mut met, &self.dense, start, stride, count)
                    {
                        return ControlFlow::Continue(());
                    }
                    self.each(first, step, count, &mut |value, at| {
                        // What no position was given is not known.
                        if !met.note(value as usize) {
                            waiting.push(at());
                        }
                        ControlFlow::Continue(())
                    })
                })?;
                let least = u32::try_from(met.least()).ok().filter(|value| *value < OPEN);
                let least = least.ok_or(EngineError::Evaluation(super::EvaluationError::Overflow))?;
                self.met = met;
                Ok(waiting.is_empty().then_some(least))
            }
            Question::Outcome(_) if 0 < self.blocking => self.outcome_of_rest(position, waiting),
            Question::Outcome(play) => {
                let mut any = false;
                let flow = options.runs(position, &mut |first, step, count| {
                    any = true;
                    self.each(first, step, count, &mut |value, at| match value {
                        0 => ControlFlow::Break(()),
                        1 => ControlFlow::Continue(()),
                        _ => {
                            waiting.push(at());
                            ControlFlow::Continue(())
                        }
                    })
                })?;
                if flow.is_break() {
                    waiting.clear();
                    return Ok(Some(1));
                }
                let terminal = u32::from(play == Play::Misere);
                Ok(waiting.is_empty().then_some(if any { 0 } else { terminal }))
            }
        }
    }
}

/// Notes the values of a run of the dense array; whether all of them are known.
fn note_run(met: &mut Met, dense: &[u32], start: usize, stride: isize, count: u64) -> bool {
    let between = whole(count - 1) * stride.unsigned_abs();
    let low = if stride < 0 { start - between } else { start };
    let mut known = true;
    for value in dense[low..=low + between].iter().step_by(stride.unsigned_abs().max(1)) {
        known &= met.note(*value as usize);
    }
    known
}

/// An option of a run.
fn of_run(first: &[i64], step: &[i64], number: u64) -> Position {
    first.iter().zip(step).map(|(first, step)| first + step * heap(number)).collect()
}
