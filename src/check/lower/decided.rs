//! What decides alone, where parameters are numbers: what stands behind it need have no value.
use super::fold;
use crate::diagnostic::Sink;
use crate::ruleset::Condition;
use crate::syntax::ast::{Expr, Operator};

/// Faults of numbers that have no value.
pub(crate) const VALUELESS: [&str; 2] = ["zero-divisor", "negative-argument"];

/// What two conditions or statements come to whatever the right one is, if the left one is known and decides that.
pub(in crate::check) fn decided(word: Operator, left: bool) -> Option<bool> {
    match (word, left) {
        (Operator::Or, true) | (Operator::Implies, false) => Some(true),
        (Operator::And, false) => Some(false),
        _ => None,
    }
}

/// Whether what stands behind something that decides alone has no faults but that it has no value where numbers are known, which is left out.
pub(in crate::check) fn is_sound_behind(sink: &mut Sink, lower: impl FnOnce(&mut Sink) -> bool) -> bool {
    let before = sink.faults.len();
    let is_lowered = lower(sink);
    let is_left_out = sink.leave_out(before, &VALUELESS);
    is_lowered || is_left_out && !sink.has_errors_from(before)
}

/// All of some conditions; faults of all are reported.
pub(super) fn all(
    parts: &[Expr],
    sink: &mut Sink,
    lower: &dyn Fn(&Expr, &mut Sink) -> Option<Condition>,
) -> Option<Condition> {
    let (mut found, mut is_decided, mut is_sound) = (Vec::new(), false, true);
    for part in parts {
        if is_decided {
            is_sound &= is_sound_behind(sink, |sink| lower(part, sink).is_some());
            continue;
        }
        let own = lower(part, sink);
        is_decided = own == Some(Condition::Known(false));
        found.push(own);
    }
    let found: Option<Vec<_>> = found.into_iter().collect();
    found.filter(|_| is_sound).map(fold::and)
}
