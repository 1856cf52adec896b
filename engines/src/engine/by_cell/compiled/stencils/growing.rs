//! How moves depend on each coordinate: which comparisons repeat, and which are linear and asked for each row.
use super::super::board::CellBoard;
use super::super::growth::{HeapGrowth, MOST_PERIOD, difference};
use crate::ruleset::determined::conjuncts;
use crate::ruleset::{Comparison, Condition, Move, Term};
use num_integer::Integer;

/// From so many tokens on comparisons with one coordinate repeat, at most; others are asked for each row.
const MOST_BEFORE: i128 = 64;
/// `coefficients * position + constant` is compared with 0.
pub(super) struct AskedComparison {
    pub(super) condition: Condition,
    pub(super) coefficients: Vec<i128>,
    pub(super) constant: i128,
    pub(super) comparison: Comparison,
}

/// What moves say of coordinates, as it is put together.
pub(super) struct StepGrowth<'a> {
    pub(super) board: &'a CellBoard,
    pub(super) listed: Vec<bool>,
    pub(super) periods: Vec<i128>,
    pub(super) from: Vec<i128>,
    pub(super) asked: Vec<AskedComparison>,
}

impl StepGrowth<'_> {
    fn dimension(&self) -> usize {
        self.listed.len()
    }

    /// What one move says; `None` if that does not repeat.
    pub(super) fn add(&mut self, family: &Move) -> Option<()> {
        let dimension = self.dimension();
        if !family.amounts.is_empty() || family.targets.len() != dimension {
            return None;
        }
        for (at, target) in family.targets.iter().enumerate() {
            let target = if self.listed[at] { target } else { self.greatest(at, target)? };
            for other in 0..dimension {
                if self.listed[other] {
                    continue;
                }
                let own = HeapGrowth::of(target, other)?;
                let wanted = i128::from(other == at);
                if own.times != wanted || own.over != 1 {
                    self.is_small(family, other)?;
                }
                self.repeats(other, own.period)?;
            }
        }
        let mut found = Vec::new();
        comparisons(&family.guard, &mut found);
        found.into_iter().try_for_each(|condition| self.compare(condition))
    }

    /// A target, or of several numbers the greatest one is the one that grows with its coordinate, which is so from some value of it on.
    fn greatest<'t>(&mut self, at: usize, target: &'t Term) -> Option<&'t Term> {
        let Term::Max(parts) = target else { return Some(target) };
        let grows = |part: &&Term| HeapGrowth::of(part, at).is_some_and(|own| 0 < own.times);
        let [only] = parts.iter().filter(grows).collect::<Vec<_>>()[..] else { return None };
        for other in parts.iter().filter(|part| *part != only) {
            let difference = difference(only, other);
            let growth = (0..self.dimension()).map(|at| HeapGrowth::of(&difference, at)).collect::<Option<Vec<_>>>()?;
            if growth.iter().enumerate().any(|(own, growth)| own != at && !self.listed[own] && growth.times != 0) {
                return None;
            }
            self.from[at] = self.from[at].max(self.decided_from(&difference, &growth, Some(at))?);
            for (own, growth) in growth.iter().enumerate() {
                self.repeats(own, growth.period)?;
            }
        }
        Some(only)
    }

    /// A move is there only where a coordinate is small: each of its values has a class then.
    fn is_small(&mut self, family: &Move, at: usize) -> Option<()> {
        conjuncts(&family.guard).iter().find_map(|condition| {
            let Condition::Compare(left, Comparison::AtMost, right) = condition else { return None };
            let difference = difference(left, right);
            let growth = (0..self.dimension()).map(|at| HeapGrowth::of(&difference, at)).collect::<Option<Vec<_>>>()?;
            let bounds =
                |own: usize| if own == at { 0 < growth[own].times } else { self.listed[own] || growth[own].times == 0 };
            let from = if (0..self.dimension()).all(bounds) {
                self.decided_from(&difference, &growth, Some(at))?
            } else {
                return None;
            };
            self.from[at] = self.from[at].max(from);
            Some(())
        })
    }

    fn repeats(&mut self, at: usize, period: i128) -> Option<()> {
        self.periods[at] = self.periods[at].lcm(&period);
        (self.periods[at] <= MOST_PERIOD).then_some(())
    }

    /// What one comparison says.
    fn compare(&mut self, condition: &Condition) -> Option<()> {
        let Condition::Compare(left, comparison, right) = condition else { return None };
        let difference = difference(left, right);
        let growth = (0..self.dimension()).map(|at| HeapGrowth::of(&difference, at)).collect::<Option<Vec<_>>>()?;
        let open = |at: &usize| !self.listed[*at];
        let growing: Vec<usize> = (0..self.dimension()).filter(open).filter(|at| growth[*at].times != 0).collect();
        let repeating = (0..self.dimension()).filter(open).filter(|at| growth[*at].times == 0);
        if let [] | [_] = growing.as_slice()
            && let Some(from) = self.decided_from(&difference, &growth, growing.first().copied())
        {
            for at in repeating.chain(growing.iter().copied()).collect::<Vec<_>>() {
                self.repeats(at, growth[at].period)?;
            }
            if let Some(at) = growing.first() {
                self.from[*at] = self.from[*at].max(from);
            }
            return Some(());
        }
        // It is asked for each row.
        if growth.iter().any(|own| own.period != 1 || own.over != 1) {
            return None;
        }
        if (0..self.dimension()).any(|at| self.listed[at] && growth[at].times != 0) {
            return None;
        }
        if self.asked.iter().all(|asked| asked.condition != *condition) {
            let constant = difference.evaluate(&vec![0; self.dimension()], &[]).ok()?;
            let coefficients: Vec<i128> = growth.iter().map(|own| own.times).collect();
            let is_small = |number: &i128| number.unsigned_abs() < 1 << 62;
            if !is_small(&constant) || !coefficients.iter().all(is_small) {
                return None;
            }
            self.asked.push(AskedComparison {
                condition: condition.clone(),
                coefficients,
                constant,
                comparison: *comparison,
            });
        }
        Some(())
    }

    /// From which value of its one growing coordinate on a difference has the same sign in all its class; `None` if that is far.
    fn decided_from(&self, difference: &Term, growth: &[HeapGrowth], growing: Option<usize>) -> Option<i128> {
        let Some(at) = growing else { return Some(0) };
        // What repeats is at most so large: beyond this the multiple decides.
        let ranges = (0..growth.len()).map(|other| {
            let values = if self.listed[other] { self.board.size[other] as i128 } else { growth[other].period };
            (self.board.low[other], values)
        });
        let ranges: Vec<(i64, i128)> = ranges.collect();
        let all = ranges
            .iter()
            .try_fold(1i128, |all, (_, values)| all.checked_mul(*values))
            .filter(|all| *all <= MOST_PERIOD)?;
        let (times, over) = (growth[at].times, growth[at].over);
        let mut most = 0i128;
        for mut number in 0..all {
            let mut position = Vec::with_capacity(ranges.len());
            for (low, values) in &ranges {
                position.push(low + i64::try_from(number % values).ok()?);
                number /= values;
            }
            let own = i128::from(position[at]);
            let value = difference.evaluate(&position, &[]).ok()?.checked_mul(over)?;
            most = most.max(value.checked_sub(times.checked_mul(own)?)?.checked_abs()?);
        }
        Some(most / times.abs() + 1 - i128::from(self.board.low[at]))
            .map(|from| from.max(0))
            .filter(|from| *from <= MOST_BEFORE)
    }
}

/// The same condition without the greatest or least of several numbers on a side of an inequality: one of them is, or all are.
pub(super) fn without_extremes(condition: &Condition) -> Condition {
    let all = |parts: &[Condition]| parts.iter().map(without_extremes).collect();
    let each = |parts: &[Term], one: &dyn Fn(Term) -> Condition| {
        parts.iter().cloned().map(|part| without_extremes(&one(part))).collect()
    };
    let at_most = |left: Term, right: Term| Condition::Compare(left, Comparison::AtMost, right);
    match condition {
        Condition::And(parts) => Condition::And(all(parts)),
        Condition::Or(parts) => Condition::Or(all(parts)),
        Condition::Not(inner) => Condition::Not(Box::new(without_extremes(inner))),
        Condition::Compare(left, Comparison::AtMost, right) => match (left, right) {
            (Term::Max(parts), right) => Condition::And(each(parts, &|part| at_most(part, right.clone()))),
            (Term::Min(parts), right) => Condition::Or(each(parts, &|part| at_most(part, right.clone()))),
            (left, Term::Max(parts)) => Condition::Or(each(parts, &|part| at_most(left.clone(), part))),
            (left, Term::Min(parts)) => Condition::And(each(parts, &|part| at_most(left.clone(), part))),
            _ => condition.clone(),
        },
        _ => condition.clone(),
    }
}

/// The comparisons of a condition.
fn comparisons<'a>(condition: &'a Condition, found: &mut Vec<&'a Condition>) {
    match condition {
        Condition::Known(_) => {}
        Condition::Compare(..) => found.push(condition),
        Condition::And(parts) | Condition::Or(parts) => parts.iter().for_each(|part| comparisons(part, found)),
        Condition::Not(inner) => comparisons(inner, found),
    }
}
