//! The values of one ruleset that a claim asks for: computed when they are asked for, and kept.
use crate::engine::{Context, EngineError, Question, Values};
use crate::ruleset::options::Options;
use crate::ruleset::{Position, Ruleset};
use crate::value::{Outcome, Play};
use std::collections::HashMap;
use std::ops::ControlFlow;

/// Arrays with more cells than this are replaced by one for the board alone.
const MOST_CELLS: u64 = 1 << 26;

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
            let values = Values::new(self.ruleset, self.options, &self.shape, Question::Grundy, self.context)?;
            self.grundy = Some(values);
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
            let question = Question::Outcome(play);
            self.outcomes = Some((play, Values::new(self.ruleset, self.options, &self.shape, question, self.context)?));
        }
        let value = self.outcomes.as_mut().map(|(_, values)| values.at(position)).transpose()?;
        Ok(value.map(|value| if value == 0 { Outcome::P } else { Outcome::N }))
    }

    /// All options in lexicographic order, each once.
    pub(super) fn options_of(&self, position: &[i64]) -> Result<Vec<Position>, EngineError> {
        let reached = self.options.list(position)?;
        Ok(reached.into_iter().map(|option| option.position).collect())
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
        let options = if value <= 1 { self.options_of(position)? } else { Vec::new() };
        let wanted = 1 - value.min(1);
        let mut judged = Vec::new();
        for option in &options {
            if self.grundy(option)? == Some(wanted) {
                let Some(last) = self.is_final(option)? else { return Ok(None) };
                judged.push(last);
            }
        }
        let last = match value {
            0 => options.is_empty() || judged.contains(&true),
            1 => !judged.contains(&false),
            _ => false,
        };
        self.finals.insert(position.to_vec(), last);
        Ok(Some(last))
    }
}
