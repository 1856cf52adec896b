//! The bits that two numbers have in common, which the language keeps as a quotient: one operation in lanes. Knows nothing of moves.
use super::program::{LaneValue, Op, Program};
use crate::engine::question::Unfit;
use crate::ruleset::Term;
use crate::ruleset::branch::scaled_parts;

/// The other parts of a sum, and for how many times which two numbers their common bits.
type CommonBits = (Vec<(i128, Term)>, i128, [Term; 2]);

/// A sum in which a nim-sum is taken away, as `2 * bitand(a, b)` for `a + b - (a xor b)` and what else is left; `None` if it has no fewer
/// parts so.
pub(super) fn common_bits(parts: &[Term]) -> Option<CommonBits> {
    let mut all = Vec::new();
    for part in parts {
        scaled_parts(part, 1, &mut all);
    }
    let differing = all.iter().position(|part| matches!(part, (..0, Term::Xor(both)) if both.len() == 2))?;
    let before = merged(&all)?.len();
    let (factor, Term::Xor(both)) = all.remove(differing) else { return None };
    for own in &both {
        scaled_parts(own, factor, &mut all);
    }
    let left = merged(&all)?;
    (left.len() + 1 < before).then_some((left, factor.checked_mul(-2)?, <[Term; 2]>::try_from(both).ok()?))
}

/// Parts with those of one term added up, without those that vanish; `None` if a factor is too large.
fn merged(parts: &[(i128, Term)]) -> Option<Vec<(i128, Term)>> {
    let mut merged: Vec<(i128, Term)> = Vec::new();
    for (factor, part) in parts {
        match merged.iter_mut().find(|(_, known)| known == part) {
            Some((known, _)) => *known = known.checked_add(*factor)?,
            None => merged.push((*factor, part.clone())),
        }
    }
    merged.retain(|(factor, _)| *factor != 0);
    Some(merged)
}

impl Program {
    /// A sum as [`common_bits`] tells it.
    pub(super) fn with_common_bits(&mut self, (parts, times, [left, right]): CommonBits) -> Result<LaneValue, Unfit> {
        let common = self.common(&left, &right)?;
        let times = LaneValue { id: self.number(times)?, fails: None };
        let mut sum = self.times(times, common);
        for (factor, part) in parts {
            let (factor, part) = (LaneValue { id: self.number(factor)?, fails: None }, self.term(&part)?);
            let part = self.times(factor, part);
            sum = self.plus(sum, part);
        }
        Ok(sum)
    }

    /// The bits that two numbers have in common.
    fn common(&mut self, left: &Term, right: &Term) -> Result<LaneValue, Unfit> {
        let (left, right) = (self.term(left)?, self.term(right)?);
        let (left, right) = (self.natural(left)?, self.natural(right)?);
        let fails = self.either(left.fails, right.fails);
        let (own, other) = (self.range(left.id), self.range(right.id));
        // A lane that fails may hold negative numbers, which have no more bits in common than they have.
        let low = if own.0 < 0 && other.0 < 0 { own.0.min(other.0) * 2 } else { 0 };
        let most = if own.0 < 0 || other.0 < 0 { own.1.max(other.1) } else { own.1.min(other.1) };
        let (left, right) = (left.id.min(right.id), left.id.max(right.id));
        let level = self.above(&[left, right]);
        Ok(LaneValue { id: self.push(Op::And(left, right), (low, most.max(0)), level), fails })
    }
}
