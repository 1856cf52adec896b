//! Last amounts of which a multiple by a number that is known before them leaves a known remainder: `i * y mod x = 0` says that i is a multiple of
//! x / gcd(x, y), so that only these are tried. Knows nothing of options.
//!
//! Right because f i is congruent to r modulo m only if g = gcd(f, m) divides r, and then for the i of one class modulo m / g: with u f congruent to g, that of
//! u r / g. Where g does not divide r, the test that is kept says no.
use super::brief::IS_SMALL;
use super::program::{Id, LaneValue, Op, Program};
use crate::engine::question::Unfit;
use crate::ruleset::branch::Branch;
use crate::ruleset::last::AmountShare;
use crate::ruleset::{Comparison, Condition, NumberFunction, Term, mentions};

/// The distance of the last amounts that are tried, what the first one leaves, and the test, if they say all of it.
type Multiples = ((Id, Id), Option<usize>);

/// `(factor * amount + rest) mod modulus = 0`.
struct MultipleTest {
    factor: Term,
    rest: Term,
    modulus: Term,
}

impl MultipleTest {
    fn of(test: &Condition, last: usize) -> Option<Self> {
        let Condition::Compare(Term::Modulo(dividend, modulus), Comparison::Equal, Term::Constant(left)) = test else {
            return None;
        };
        let AmountShare { factor, rest } = AmountShare::of(dividend, last)?;
        let is_known = |term: &Term| !mentions(term, last);
        let fits = mentions(dividend, last) && [&factor, &rest, &**modulus].into_iter().all(is_known);
        let rest = if *left == 0 { rest } else { Term::Sum(vec![rest, Term::Constant(left.checked_neg()?)]) };
        fits.then(|| Self { factor, rest, modulus: (**modulus).clone() })
    }
}

/// What the first test says that is of this kind and always has a value.
pub(super) fn multiples(program: &mut Program, branch: &Branch, said: &[usize]) -> Result<Option<Multiples>, Unfit> {
    let Some(last) = branch.amounts.checked_sub(1).filter(|_| !IS_SMALL) else { return Ok(None) };
    for (at, test) in branch.residual.iter().enumerate().filter(|(at, _)| !said.contains(at)) {
        let Some(own) = MultipleTest::of(test, last) else { continue };
        let terms = [&own.factor, &own.rest, &own.modulus].map(|term| program.term(term));
        let [factor, rest, modulus] = terms;
        let (factor, rest, modulus) = (factor?, rest?, modulus?);
        if [factor, rest, modulus].iter().any(|value| value.fails.is_some()) {
            continue;
        }
        let divisor = program.function(NumberFunction::CommonDivisor, &[own.factor, own.modulus])?;
        let (zero, one) = (program.number(0)?, program.number(1)?);
        let sound = |id: Id| LaneValue { id, fails: None };
        let divisor = sound(program.greatest(divisor.id, one));
        let step = program.quotient(modulus, divisor)?.id;
        let is_sure = 0 < program.range(modulus.id).0;
        if program.constant(rest.id) == Some(0) {
            return Ok(Some(((step, zero), is_sure.then_some(at))));
        }
        let by = sound(program.greatest(step, one));
        let less = sound(program.number(-1)?);
        let right = program.times(rest, less);
        let share = program.quotient(right, divisor)?;
        let share = program.remainder(share, by)?;
        let inverse = program.inverse(factor.id, modulus.id);
        let inverse = program.remainder(sound(inverse), by)?;
        let first = program.times(share, inverse);
        if first.fails.is_none() {
            return Ok(Some(((step, first.id), None)));
        }
    }
    Ok(None)
}

impl Program {
    /// The least natural number by which a number is a multiple of its common divisor with a modulus, up to multiples of that; 0 if that is below 1.
    fn inverse(&mut self, own: Id, modulus: Id) -> Id {
        let most = self.range(modulus).1.max(1) - 1;
        let level = self.above(&[own, modulus]);
        self.push(Op::Inverse(own, modulus), (0, most), level)
    }
}
