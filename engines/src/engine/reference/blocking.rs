//! Outcomes where the previous player forbids options: by the definition, how many options are P-positions.
use super::ValueSearch;
use crate::engine::{Context, EngineError, Question};
use crate::ruleset::options::Options;
use crate::ruleset::{Position, Ruleset};
use crate::value::{Outcome, Play};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// The outcomes of some positions, which share what is known of those below.
///
/// # Errors
/// As for [`value_at`].
pub fn outcomes_at(
    ruleset: &Ruleset,
    positions: &[&[i64]],
    play: Play,
    context: &Context,
) -> Result<Vec<Outcome>, EngineError> {
    let options = Options::new(ruleset)?.until(&context.cancel);
    let mut search = ValueSearch::new(ruleset, &options, &[], Question::Outcome(play), context)?;
    let mut found = Vec::new();
    for position in positions {
        if !options.in_domain(position)? {
            return Err(EngineError::Request("this position does not belong to the game".to_owned()));
        }
        found.push(if search.answer(position)? == 0 { Outcome::P } else { Outcome::N });
    }
    Ok(found)
}

impl ValueSearch<'_> {
    /// The outcome where the previous player forbids the P-positions among the options, as many as may be: N if one is left.
    pub(super) fn outcome_of_rest(
        &self,
        position: &[i64],
        waiting: &mut Vec<Position>,
    ) -> Result<Option<u32>, EngineError> {
        // An option that several moves lead to is one.
        let mut won: BTreeSet<Position> = BTreeSet::new();
        let flow = self.options.runs(position, &mut |first, step, count| {
            self.each(first, step, count, &mut |value, at| {
                match value {
                    0 => {
                        won.insert(at());
                    }
                    1 => {}
                    _ => waiting.push(at()),
                }
                if self.blocking < won.len() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
        })?;
        if flow.is_break() {
            waiting.clear();
            return Ok(Some(1));
        }
        Ok(waiting.is_empty().then_some(0))
    }
}
