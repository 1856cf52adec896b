//! Functions of number theory as operations of a program.
use super::brief::IS_SMALL;
use super::program::{Id, LIMIT, LaneValue, Op, Program, Range};
use super::shared::{ListOf, rounded};
use crate::engine::question::Unfit;
use crate::ruleset::recursion::or_lacking;
use crate::ruleset::{NumberFunction, Term};

/// Common divisors with a number up to this are listed for all remainders; what is prime, and what divides a number how often, up to the second.
const MOST_DIVISOR: i64 = 1 << 12;
const MOST_PRIME: i128 = 1 << 21;

impl Program {
    /// A function of one number or two. Its value is between 0 and the greater of them.
    pub(super) fn function(&mut self, function: NumberFunction, parts: &[Term]) -> Result<LaneValue, Unfit> {
        let [first, last] =
            [parts.first(), parts.last()].map(|part| part.ok_or_else(|| "it lacks an argument".to_owned()));
        let (first, last) = (self.term(first?)?, self.term(last?)?);
        let absolute = |(low, high): (i128, i128)| low.abs().max(high.abs());
        let most = absolute(self.range(first.id)).max(absolute(self.range(last.id)));
        if let Some(listed) = self.listed(function, first, last)? {
            return Ok(listed);
        }
        let (low, high) = (function.range().0, self.greatest_value(function, first.id, last.id).min(most.max(1)));
        let level = self.above(&[first.id, last.id]);
        let id = self.push(Op::Function(function, first.id, last.id), (low, high), level);
        let mut fails = self.either(first.fails, last.fails);
        if function == NumberFunction::Valuation {
            for (part, least) in [(first.id, 1), (last.id, 0)] {
                fails = self.below(part, least, fails)?;
            }
        }
        Ok(LaneValue { id, fails })
    }

    /// The greatest value that a function may have.
    fn greatest_value(&self, function: NumberFunction, first: Id, last: Id) -> i128 {
        match (function, self.constant(first)) {
            (NumberFunction::Valuation, Some(base @ 2..)) => self.range(last).1.max(1).ilog(i128::from(base)).into(),
            _ => function.range().1.unwrap_or(LIMIT),
        }
    }

    /// Common divisors with a small number, by the remainder; and what is prime among small numbers.
    fn listed(
        &mut self,
        function: NumberFunction,
        first: LaneValue,
        last: LaneValue,
    ) -> Result<Option<LaneValue>, Unfit> {
        let value =
            |at: i128, by: i128| or_lacking(function.at(at, by).ok().and_then(|value| i64::try_from(value).ok()));
        match function {
            NumberFunction::CommonDivisor => {
                let (own, by) = match (self.constant(first.id), self.constant(last.id)) {
                    (_, Some(by @ 2..=MOST_DIVISOR)) => (first, by),
                    (Some(by @ 2..=MOST_DIVISOR), _) => (last, by),
                    #[cfg(not(target_arch = "wasm32"))]
                    (None, None) => return self.common_divisor(first, last),
                    _ => return Ok(None),
                };
                let values = (0..by).map(|at| value(at.into(), by.into())).collect();
                let by = LaneValue { id: self.number(by.into())?, fails: None };
                let left = self.remainder(own, by)?;
                let divisors = self.list(values);
                Ok(Some(self.looked_up(divisors, left)))
            }
            NumberFunction::IsPrime => {
                let range: Range = self.range(first.id);
                if MOST_PRIME <= range.1 {
                    return Ok(None);
                }
                // No number below 0 is prime, nor is 0.
                let zero = self.number(0)?;
                let natural = if range.0 < 0 { self.greatest(first.id, zero) } else { first.id };
                let truths = self.list_of(range.1.max(0), ListOf::Primes, primes)?;
                Ok(Some(self.looked_up(truths, LaneValue { id: natural, ..first })))
            }
            NumberFunction::Valuation if IS_SMALL => Ok(None),
            NumberFunction::Valuation => {
                let (Some(base @ 2..), (_, most @ ..MOST_PRIME)) = (self.constant(first.id), self.range(last.id))
                else {
                    return Ok(None);
                };
                // What is no greater than 0 has none, as 0 has none.
                let zero = self.number(0)?;
                let natural = self.greatest(last.id, zero);
                let what = |bound| ListOf::Valuations(base, bound);
                let exponents = self
                    .list_of(most.max(0), what, |bound| (0..).take(bound).map(|at| value(base.into(), at)).collect())?;
                Ok(Some(self.looked_up(exponents, LaneValue { id: natural, ..last })))
            }
        }
    }

    /// The number of a list of what is said of numbers up to one; alternatives that ask for nearly as many have it in common.
    fn list_of(
        &mut self,
        most: i128,
        what: impl FnOnce(usize) -> ListOf,
        values: impl FnOnce(usize) -> Vec<i64>,
    ) -> Result<usize, Unfit> {
        let bound = usize::try_from(most + 1).map_err(|_| "a list is too long".to_owned())?;
        if IS_SMALL {
            return Ok(self.list(values(bound)));
        }
        let bound = rounded(bound);
        let list = self.shared.of(what(bound), |_| true, || values(bound)).ok_or("a list is too long")?;
        Ok(self.shared_list(list))
    }

    /// What fails, and where a number is no greater than another.
    fn below(&mut self, part: Id, number: i128, fails: Option<Id>) -> Result<Option<Id>, Unfit> {
        let number = self.number(number)?;
        let low = self.at_most(part, number);
        Ok(self.either(fails, Some(low)))
    }
}

/// Which numbers below a bound are prime, as 1 and 0 (the sieve of Eratosthenes). Cost: a list of as many numbers of 8 bytes.
fn primes(bound: usize) -> Vec<i64> {
    let mut values = vec![1; bound];
    values.iter_mut().take(2).for_each(|value| *value = 0);
    for own in (2..bound).take_while(|own| own * own < bound) {
        if values[own] == 1 {
            values[own * own..].iter_mut().step_by(own).for_each(|value| *value = 0);
        }
    }
    values
}
