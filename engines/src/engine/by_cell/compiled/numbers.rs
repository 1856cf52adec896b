//! Functions of number theory as operations of a program.
use super::program::{Id, LaneValue, Op, Program};
use crate::engine::question::Unfit;
use crate::ruleset::{NumberFunction, Term};

impl Program {
    /// A function of one number or two. Its value is between 0 and the greater of them.
    pub(super) fn function(&mut self, function: NumberFunction, parts: &[Term]) -> Result<LaneValue, Unfit> {
        let [first, last] =
            [parts.first(), parts.last()].map(|part| part.ok_or_else(|| "it lacks an argument".to_owned()));
        let (first, last) = (self.term(first?)?, self.term(last?)?);
        let absolute = |(low, high): (i128, i128)| low.abs().max(high.abs());
        let most = absolute(self.range(first.id)).max(absolute(self.range(last.id)));
        let (low, high) = function.range();
        let level = self.above(&[first.id, last.id]);
        let id = self.push(Op::Function(function, first.id, last.id), (low, high.unwrap_or(most)), level);
        let mut fails = self.either(first.fails, last.fails);
        if function == NumberFunction::Valuation {
            for (part, least) in [(first.id, 1), (last.id, 0)] {
                fails = self.below(part, least, fails)?;
            }
        }
        Ok(LaneValue { id, fails })
    }

    /// What fails, and where a number is no greater than another.
    fn below(&mut self, part: Id, number: i128, fails: Option<Id>) -> Result<Option<Id>, Unfit> {
        let number = self.number(number)?;
        let low = self.at_most(part, number);
        Ok(self.either(fails, Some(low)))
    }
}
