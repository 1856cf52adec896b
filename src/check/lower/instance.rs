//! One instance of a declared move, and that what it leads to are positions. Knows nothing of how it is written.
use super::fold;
use super::substitute::substituted;
use crate::check::scope::{Scope, coordinate};
use crate::ruleset::{Comparison, Condition, Move, Term};
use crate::source::Span;

/// One instance of a declared move, with what faults and warnings need.
#[derive(Clone, Debug)]
pub(in crate::check) struct Lowered {
    /// The move of the IR.
    pub(in crate::check) rule: Move,
    /// The conditions as they are written, each with its place and whether it mentions a parameter.
    pub(in crate::check) written: Vec<(Condition, Span, bool)>,
    /// The name in the text.
    pub(in crate::check) name: Span,
    /// The place of each amount.
    pub(in crate::check) amounts: Vec<Span>,
    /// The places of amounts that nothing mentions, which is a fault that is reported already.
    pub(in crate::check) unused: Vec<Span>,
    /// `0 <= i, j < 3` with its remedy `0 <= (i, j) < 3`, if it is written so.
    pub(in crate::check) split_chain: Option<(String, String)>,
}

/// That a position after the move is one, or a part of it.
pub(super) fn belongs(targets: &[Term], positions: &Condition, scope: &Scope) -> Vec<Condition> {
    let changed = targets.iter().enumerate().filter(|(index, target)| **target != coordinate(*index));
    let mut all: Vec<Condition> = changed.flat_map(|(index, target)| in_range(index, target, scope)).collect();
    all.push(substituted(positions, targets));
    all
}

/// That a coordinate after the move is one: a heap of 0 or above, or a register in its range.
fn in_range(index: usize, target: &Term, scope: &Scope) -> Vec<Condition> {
    let number = |value: i64| Term::Constant(i128::from(value));
    let register = index.checked_sub(scope.heaps.len()).and_then(|index| scope.registers.get(index));
    let (low, high) = register.map_or((0, None), |register| (register.low, register.high));
    let above = fold::compare(number(low), Comparison::AtMost, target.clone());
    let below = high.map(|high| fold::compare(target.clone(), Comparison::AtMost, number(high)));
    std::iter::once(above).chain(below).collect()
}
