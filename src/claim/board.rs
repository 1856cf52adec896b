//! The values of one ruleset that a claim asks for: computed when they are asked for, and kept.
use crate::engine::{self, Context, EngineError, Question, Values};
use crate::ruleset::options::Options;
use crate::ruleset::{Position, Ruleset};
use crate::table::Region;
use crate::value::{Outcome, Play};
use std::collections::HashMap;
use std::ops::ControlFlow;

/// Arrays with more cells than this are replaced by one for the board alone.
const MOST_CELLS: u64 = 1 << 26;

/// Tables with more cells than this are not made in advance.
const MOST_KEPT: u64 = 1 << 23;

pub(super) struct Board<'a> {
    pub(super) ruleset: &'a Ruleset,
    pub(super) options: &'a Options,
    context: &'a Context,
    /// No heap and no total beyond this is evaluated.
    pub(super) reach: i64,
    shape: Vec<u64>,
    grundy: Option<Values<'a>>,
    outcomes: Option<(Play, Values<'a>)>,
    finals: HashMap<Position, bool>,
}

impl<'a> Board<'a> {
    pub(super) fn new(ruleset: &'a Ruleset, options: &'a Options, limit: i64, context: &'a Context) -> Self {
        let heaps = ruleset.heaps.len();
        let reach = limit.saturating_mul(i64::try_from(heaps.max(1)).unwrap_or(i64::MAX)).min(1 << 30);
        let side = |bound: i64| vec![bound.unsigned_abs() + 1; heaps];
        let registers = ruleset.registers.iter().fold(1u64, |all, register| {
            all.saturating_mul(register.high.map_or(1, |high| high.abs_diff(register.low) + 1))
        });
        let cells = |shape: &[u64]| shape.iter().fold(registers, |cells, bound| cells.saturating_mul(*bound));
        let shape = [side(reach), side(limit)].into_iter().find(|shape| cells(shape) <= MOST_CELLS);
        let shape = shape.unwrap_or_else(|| vec![1; heaps]);
        Self { ruleset, options, context, reach, shape, grundy: None, outcomes: None, finals: HashMap::new() }
    }

    /// Whether a position belongs to the game; out of reach counts as not.
    pub(super) fn has(&self, position: &[i64]) -> Result<bool, EngineError> {
        let (heaps, registers) = position.split_at(self.ruleset.heaps.len());
        let fits = heaps.iter().all(|heap| 0 <= *heap && *heap <= self.reach)
            && heaps.iter().sum::<i64>() <= self.reach
            && registers
                .iter()
                .zip(&self.ruleset.registers)
                .all(|(value, register)| register.low <= *value && register.high.is_none_or(|high| *value <= high));
        Ok(fits && self.options.in_domain(position)?)
    }

    /// The Grundy value; `None` out of reach or outside the game.
    pub(super) fn grundy(&mut self, position: &[i64]) -> Result<Option<u32>, EngineError> {
        if !self.has(position)? {
            return Ok(None);
        }
        if self.grundy.is_none() {
            self.grundy = Some(self.values(Question::Grundy)?);
        }
        self.grundy.as_mut().map(|values| values.at(position)).transpose()
    }

    /// The outcome; `None` out of reach or outside the game.
    pub(super) fn outcome(&mut self, play: Play, position: &[i64]) -> Result<Option<Outcome>, EngineError> {
        if !self.has(position)? {
            return Ok(None);
        }
        if play == Play::Normal
            && let Some(values) = &mut self.grundy
        {
            return values.at(position).map(|value| Some(if value == 0 { Outcome::P } else { Outcome::N }));
        }
        if self.outcomes.as_ref().is_none_or(|known| known.0 != play) {
            self.outcomes = Some((play, self.values(Question::Outcome(play))?));
        }
        let value = self.outcomes.as_mut().map(|(_, values)| values.at(position)).transpose()?;
        Ok(value.map(|value| if value == 0 { Outcome::P } else { Outcome::N }))
    }

    /// Values that are found when they are asked for; all of them at once if the ruleset has a faster engine.
    fn values(&self, question: Question) -> Result<Values<'a>, EngineError> {
        let mut values = Values::new(self.ruleset, self.options, &self.shape, question, self.context)?;
        if engine::choose(self.ruleset).0 == "reference" {
            return Ok(values);
        }
        let cells = |shape: &[u64]| shape.iter().fold(1u64, |cells, bound| cells.saturating_mul(*bound));
        // All that a claim can look up if it is not too much, else the board of the claim.
        let heaps = self.ruleset.heaps.len();
        let side = self.reach.unsigned_abs() / heaps.max(1) as u64 + 1;
        let region = if cells(&self.shape) <= MOST_KEPT {
            Region::Total(self.shape.iter().copied().max().unwrap_or(1))
        } else if cells(&vec![side; heaps]) <= MOST_KEPT {
            Region::Box(vec![side; heaps])
        } else {
            return Ok(values);
        };
        let table = match question {
            Question::Grundy => engine::grundy(self.ruleset, &region, self.context),
            Question::Outcome(play) => engine::outcomes(self.ruleset, &region, play, self.context),
        };
        // What does not fit a table is found one by one.
        let Ok(table) = table else { return Ok(values) };
        for (registers, layer) in &table.layers {
            for (mut position, value) in table.heaps().zip(layer.iter()) {
                let Some(value) = value else { continue };
                position.extend(registers);
                values.keep(&position, value)?;
            }
        }
        Ok(values)
    }

    /// All options in lexicographic order, each once.
    pub(super) fn options_of(&self, position: &[i64]) -> Result<Vec<Position>, EngineError> {
        let reached = self.options.list(position)?;
        Ok(reached.into_iter().map(|option| option.position).collect())
    }

    /// The options of value 0 or 1, perhaps several times; `None` if an option is out of reach.
    pub(super) fn small_options(&mut self, position: &[i64]) -> Result<Option<Vec<(Position, u32)>>, EngineError> {
        // The first look-up makes the table.
        self.grundy(position)?;
        let (options, heaps, reach) = (self.options, self.ruleset.heaps.len(), self.reach);
        let Some(values) = &mut self.grundy else { return Ok(None) };
        let mut found = Vec::new();
        let mut failed = None;
        let flow = options.visit(position, &mut |_, _, option| {
            if reach < option[..heaps].iter().sum::<i64>() {
                return ControlFlow::Break(());
            }
            match values.at(option) {
                Ok(value @ (0 | 1)) => found.push((option.to_vec(), value)),
                Ok(_) => {}
                Err(error) => {
                    failed = Some(error);
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        })?;
        failed.map_or(Ok(flow.is_continue().then_some(found)), Err)
    }

    pub(super) fn is_terminal(&self, position: &[i64]) -> Result<bool, EngineError> {
        Ok(self.options.visit(position, &mut |_, _, _| ControlFlow::Break(()))?.is_continue())
    }

    /// Whether a position is in the final phase: KY24, Definition 2, after Yamasaki.
    pub(super) fn is_final(&mut self, position: &[i64]) -> Result<Option<bool>, EngineError> {
        if let Some(known) = self.finals.get(position) {
            return Ok(Some(*known));
        }
        let Some(value) = self.grundy(position)? else { return Ok(None) };
        let last = match value {
            0 if self.is_terminal(position)? => true,
            0 | 1 => {
                let Some(options) = self.small_options(position)? else { return Ok(None) };
                let wanted = 1 - value;
                let mut last = value == 1;
                for (option, _) in options.iter().filter(|(_, value)| *value == wanted) {
                    let Some(judged) = self.is_final(option)? else { return Ok(None) };
                    last = if value == 0 { last || judged } else { last && judged };
                }
                last
            }
            _ => false,
        };
        self.finals.insert(position.to_vec(), last);
        Ok(Some(last))
    }
}
