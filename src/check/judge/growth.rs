//! Plays a few moves that raise a register without range, and warns if it soon leaves the numbers. Makes no table.
use super::place;
use super::small_positions::COMBINATIONS;
use crate::check::lower::declare::scope_of_file;
use crate::diagnostic::Sink;
use crate::ruleset::error::{EvaluationError, RulePlace};
use crate::ruleset::options::Options;
use crate::ruleset::{Position, Ruleset};
use crate::source::Source;
use crate::syntax::ast::File;
use miette::Severity;
use std::ops::ControlFlow;

/// The heaps that play begins with.
const HEAPS: i64 = 40;
/// Ways that are looked at in a position.
const WAYS: usize = 20_000;

/// Registers without range stay below 2^31 in play from small heaps.
pub(in crate::check) fn registers_stay_in_reach(file: &File, ruleset: &Ruleset, sink: &mut Sink) {
    if ruleset.registers.iter().all(|register| register.high.is_some()) || !ruleset.finite_options {
        return;
    }
    let mut ignored = Sink::new(Source::new("", ""));
    let Some(scope) = scope_of_file(file, ruleset.parameters.clone(), &mut ignored) else { return };
    for (index, register) in ruleset.registers.iter().enumerate() {
        if register.high.is_none()
            && let Some(place) = left(ruleset, ruleset.heaps.len() + index)
        {
            place::report(file, &scope, ruleset, &place, Severity::Warning, "", sink);
        }
    }
}

/// The move that takes a register out of reach, if raising it always as far as possible does so.
fn left(ruleset: &Ruleset, coordinate: usize) -> Option<RulePlace> {
    let options = Options::new(ruleset).ok()?.at_most(COMBINATIONS);
    let registers = ruleset.registers.iter().map(|register| register.high.unwrap_or(register.low.max(1)));
    let mut position: Position = vec![HEAPS; ruleset.heaps.len()];
    position.extend(registers);
    // Every move decreases a measure, but nobody knows how slowly.
    for _ in 0..HEAPS {
        let mut best: Option<Position> = None;
        let mut ways = 0;
        let rank = |position: &[i64]| (position[coordinate], position.iter().sum::<i64>());
        let visited = options.visit(&position, &mut |_, _, option| {
            if best.as_ref().is_none_or(|best| rank(best) < rank(option)) {
                best = Some(option.to_vec());
            }
            ways += 1;
            if WAYS < ways { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if let Err(EvaluationError::At(place)) = &visited {
            let large = matches!(
                place.cause.cause(),
                EvaluationError::TooLarge { .. } | EvaluationError::Overflow | EvaluationError::OutOfReach { .. }
            );
            return large.then(|| place.as_ref().clone());
        }
        if visited == Err(EvaluationError::Interrupted) {
            return None;
        }
        position = best?;
    }
    None
}
