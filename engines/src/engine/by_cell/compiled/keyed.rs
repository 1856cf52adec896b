//! Last amounts by what a term of them alone comes to, where a test says that it is a number that is known before: of `valuation(2, i) = valuation(2, n)`
//! the amounts with each valuation, of `i * i + j * j = x + y` the j with each square, of `i divides x` the divisors. Found once for a board. Knows
//! nothing of values.
//!
//! Right because the term says the same at every position; where the number has no value, all amounts are tried, and the test with them.
use super::amounts::{AmountLists, FEWEST, MOST, between};
use super::program::{Id, Program, Range};
use super::shared::table_of;
use crate::engine::numbers::{index, signed};
use crate::engine::question::Unfit;
use crate::ruleset::branch::{Branch, scaled_parts};
use crate::ruleset::last::AmountShare;
use crate::ruleset::linear::infeasible;
use crate::ruleset::{Comparison, Condition, Term, Variable, mentions};
use std::sync::Arc;

/// Divisors of numbers up to this are listed.
const MOST_DIVIDED: i128 = 1 << 18;

/// Amounts by a key, and among those with one key ascending.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct KeyedAmounts {
    /// The keys, ascending, and where the amounts of each end.
    keys: Vec<i64>,
    ends: Vec<usize>,
    amounts: Vec<i64>,
    /// How far apart those with each key are, where that is the same for all of three or more; else 0.
    steps: Vec<i64>,
    /// Those with a negative key are those with its opposite; the keys are all numbers from 0 on.
    is_of_size: bool,
}

impl KeyedAmounts {
    /// The amounts with a key, and how far apart they are if that is known and always the same, else 0.
    pub(super) fn with(&self, key: i64) -> (&[i64], i64) {
        let key = if self.is_of_size { key.saturating_abs() } else { key };
        let at = if self.is_of_size {
            usize::try_from(key).ok().filter(|at| *at < self.ends.len())
        } else if let [first, .., last] = self.keys[..]
            && usize::try_from(last - first).is_ok_and(|more| more + 1 == self.keys.len())
        {
            // No key lies between others without being one.
            key.checked_sub(first).and_then(|at| usize::try_from(at).ok()).filter(|at| *at < self.ends.len())
        } else {
            self.keys.binary_search(&key).ok()
        };
        let Some(at) = at else { return (&[], 0) };
        let first = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        (&self.amounts[first..self.ends[at]], self.steps.get(at).copied().unwrap_or(0))
    }

    /// The amounts of a range by what a term of coordinate 0 is there; `None` if it has no value somewhere, or if most have the same key. Cost: each
    /// amount once.
    fn of(term: &Term, range: Range) -> Option<Self> {
        let numbers = table_of(term, range)?;
        let mut all: Vec<(i64, i64)> = numbers.into_iter().zip(i64::try_from(range.0).ok()?..).collect();
        all.sort_unstable();
        let mut keyed = Self::default();
        for own in all.chunk_by(|one, other| one.0 == other.0) {
            keyed.add(own[0].0, own.iter().map(|pair| pair.1));
        }
        keyed.tells_apart().then_some(keyed)
    }

    /// Adds the amounts with a key that is greater than all before.
    pub(super) fn add(&mut self, key: i64, amounts: impl IntoIterator<Item = i64>) {
        let first = self.amounts.len();
        self.keys.push(key);
        self.amounts.extend(amounts);
        self.ends.push(self.amounts.len());
        self.steps.push(common_step(&self.amounts[first..]));
    }

    /// How many amounts there are.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn len(&self) -> usize {
        self.amounts.len()
    }

    /// The amounts of a range of positive numbers by the numbers up to one that they divide: 0 is divided by all. Cost: a step for each of these.
    fn of_divisors((low, high): (i64, i64), most: i64) -> Self {
        let mut ends = Vec::new();
        let mut all: Vec<Vec<i64>> = (0..=most).map(|_| Vec::new()).collect();
        for amount in low..=high {
            all.iter_mut().step_by(index(amount)).for_each(|own| own.push(amount));
        }
        let mut amounts = Vec::new();
        for own in all {
            amounts.extend(own);
            ends.push(amounts.len());
        }
        Self { ends, amounts, is_of_size: true, ..Self::default() }
    }

    /// Whether of all pairs of amounts no more than half have the same key.
    fn tells_apart(&self) -> bool {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        let pairs: usize = self.ends.iter().zip(starts).map(|(end, start)| (end - start) * (end - start)).sum();
        2 * pairs <= self.amounts.len() * self.amounts.len()
    }
}

/// The amounts that a test allows, by a number that is known before them.
#[derive(Clone, Debug)]
pub(super) struct Keyed {
    pub(super) amounts: Arc<KeyedAmounts>,
    pub(super) key: Id,
    /// The amounts are what these numbers are above another one, or what they lack to it: a sign, and the other one.
    pub(super) moved: Option<(i64, Id)>,
    /// Where the number has no value.
    pub(super) fails: Option<Id>,
    /// The test, if this says all of it.
    pub(super) said: Option<usize>,
}

/// Some amounts: what numbers are above another one, or what they lack to it.
pub(super) struct AmountsWithKey<'a> {
    numbers: &'a [i64],
    /// How far apart the numbers are, if that is always the same, else 0.
    step: i64,
    sign: i64,
    rest: i64,
}

impl<'a> AmountsWithKey<'a> {
    pub(super) fn amounts(&self) -> impl Iterator<Item = i64> + use<'a> {
        let (sign, rest) = (self.sign, self.rest);
        self.numbers.iter().map(move |number| sign * (number - rest))
    }

    /// The same as a run: the first cell, the distance, and how many there are; `None` if they are not at equal distances.
    pub(super) fn run(&self, (least, first): (i64, usize), stride: i64) -> Option<(usize, i64, usize)> {
        if self.step == 0 {
            return None;
        }
        let begin = self.cells((least, first), stride).next()?;
        Some((begin, stride * self.sign * self.step, self.numbers.len()))
    }

    /// Where their options stand, from the cell of one amount on at equal distances.
    pub(super) fn cells(&self, (least, first): (i64, usize), stride: i64) -> impl Iterator<Item = usize> + use<'a> {
        let by = stride * self.sign;
        let first = signed(first) - stride * least - by * self.rest;
        self.numbers.iter().map(move |number| index(first + by * number))
    }
}

/// `dividend mod divisor = 0`, where the divisor is the last amount times a sign, and a rest that is known before it.
struct Divided {
    dividend: Term,
    divisor: Term,
    sign: i64,
    rest: Term,
}

impl Keyed {
    /// The amounts between two numbers with the key, by the numbers that are known before.
    pub(super) fn among(&self, (low, high): (i64, i64), known: impl Fn(Id) -> i64) -> AmountsWithKey<'_> {
        let (sign, rest) = self.moved.map_or((1, 0), |(sign, rest)| (sign, known(rest)));
        let ends = [low, high].map(|amount| sign.saturating_mul(amount).saturating_add(rest));
        let (all, step) = self.amounts.with(known(self.key));
        let numbers = between(all, (ends[0].min(ends[1]), ends[0].max(ends[1])));
        AmountsWithKey { numbers, step, sign, rest }
    }

    /// What is read of a way before the last amount.
    pub(super) fn read(&self) -> impl Iterator<Item = Id> {
        [Some(self.key), self.moved.map(|moved| moved.1), self.fails].into_iter().flatten()
    }

    /// The first test, of those whose bounds do not say it, that is an equation between the last amount and what is known before; `None` if there is
    /// none, or if it does not pay; where rows grow, one of divisors alone does.
    pub(super) fn of(
        program: &mut Program,
        branch: &Branch,
        said: &[usize],
        (range, grows, lists): (Range, bool, &AmountLists),
    ) -> Result<Option<Self>, Unfit> {
        let span = range.1.saturating_sub(range.0);
        if span < FEWEST {
            return Ok(None);
        }
        let Some(last) = branch.amounts.checked_sub(1).map(Variable::Amount) else { return Ok(None) };
        for (at, test) in branch.residual.iter().enumerate().filter(|(at, _)| !said.contains(at)) {
            let (amounts, key, moved) = if let Some(Divided { dividend, divisor, sign, rest }) = divided(branch, test) {
                let (key, divisor, rest) = (program.term(&dividend)?, program.term(&divisor)?, program.term(&rest)?);
                let (lowest, highest) = program.range(divisor.id);
                let divided = program.range(key.id);
                let Some(amounts) = lists.by_divided((lowest.max(1), highest), divided) else { continue };
                if divisor.fails.is_some() || rest.fails.is_some() {
                    continue;
                }
                (amounts, key, Some((sign, rest.id)))
            } else {
                if grows || MOST <= span {
                    continue;
                }
                let Some((own, others)) = apart(test, last) else { continue };
                let Some(amounts) = lists.by_key(&own, range) else { continue };
                (amounts, program.term(&others)?, None)
            };
            let said = key.fails.is_none().then_some(at);
            return Ok(Some(Self { amounts, key: key.id, moved, fails: key.fails, said }));
        }
        Ok(None)
    }
}

/// How far apart numbers are, if there are three or more and that is always the same, else 0.
fn common_step(all: &[i64]) -> i64 {
    let [first, second, _, ..] = all else { return 0 };
    let step = second - first;
    if all.windows(2).all(|two| two[1] - two[0] == step) { step } else { 0 }
}

/// The amounts of a range by a term of coordinate 0.
pub(super) fn keyed(term: &Term, range: Range) -> Option<Arc<KeyedAmounts>> {
    KeyedAmounts::of(term, range).map(Arc::new)
}

/// The amounts of a range that divide a number of another range, by the size of that number; `None` if some are not positive, or if that is long.
pub(super) fn divisors((low, high): Range, (least, most): Range) -> Option<Arc<KeyedAmounts>> {
    let most = most.max(least.saturating_neg());
    if low < 1 || MOST_DIVIDED < most {
        return None;
    }
    let small = |number: i128| i64::try_from(number).ok();
    // All divide 0, and are listed for it.
    let high = if least <= 0 { high } else { high.min(most) };
    if MOST_DIVIDED < high {
        return None;
    }
    Some(Arc::new(KeyedAmounts::of_divisors((small(low)?, small(high)?), small(most)?)))
}

/// What the last amount, or it and what is known before it, has to divide, if a test says that: of `(n - i) mod i = 0` it is n. The divisor is 1 or more.
fn divided(branch: &Branch, test: &Condition) -> Option<Divided> {
    let Condition::Compare(Term::Modulo(dividend, divisor), Comparison::Equal, Term::Constant(0)) = test else {
        return None;
    };
    let last = branch.amounts.checked_sub(1)?;
    let number = |term: &Term| {
        let is_number = !term.mentions_amounts() && !term.mentions_coordinates();
        if is_number { term.evaluate(&[], &[]).ok() } else { None }
    };
    let by = AmountShare::of(divisor, last)?;
    let sign = number(&by.factor).filter(|sign| sign.abs() == 1)?;
    let own = AmountShare::of(dividend, last)?;
    let factor = number(&own.factor)?;
    if [&own.rest, &by.rest].into_iter().any(|rest| mentions(rest, last)) {
        return None;
    }
    let mut rows = branch.inequalities.clone();
    rows.push(branch.linear(divisor)?);
    if !infeasible(&rows, branch.variables()) {
        return None;
    }
    // The amount is sign (divisor - rest), so the dividend leaves what its rest less factor sign rest does.
    let less = Term::Product(Box::new(Term::Constant(factor.checked_mul(-sign)?)), Box::new(by.rest.clone()));
    let dividend = Term::Sum(vec![own.rest, less]);
    Some(Divided { dividend, divisor: (**divisor).clone(), sign: i64::try_from(sign).ok()?, rest: by.rest })
}

/// An equation as a term of a variable alone, which is coordinate 0 in it, and one without it that it is equal to.
fn apart(test: &Condition, last: Variable) -> Option<(Term, Term)> {
    let Condition::Compare(left, Comparison::Equal, right) = test else { return None };
    let mut parts = Vec::new();
    scaled_parts(left, 1, &mut parts);
    scaled_parts(right, -1, &mut parts);
    let (mut own, mut others) = (Vec::new(), Vec::new());
    for (factor, part) in parts {
        let (mut asks, mut alone) = (false, true);
        part.visit_variables(&mut |variable| {
            asks |= variable == last;
            alone &= variable == last;
        });
        match (asks, alone) {
            (true, true) => own.push((factor, part)),
            (false, _) => others.push((factor.checked_neg()?, part)),
            (true, false) => return None,
        }
    }
    let mut as_position = |part: &Term| match part {
        Term::Variable(variable) if *variable == last => Some(Term::Variable(Variable::Coordinate(0))),
        _ => None,
    };
    (!own.is_empty()).then(|| (sum(own).map(&mut as_position), sum(others)))
}

fn sum(parts: Vec<(i128, Term)>) -> Term {
    let scaled = |(factor, part): (i128, Term)| match factor {
        1 => part,
        _ => Term::Product(Box::new(Term::Constant(factor)), Box::new(part)),
    };
    let mut all: Vec<Term> = parts.into_iter().map(scaled).collect();
    if all.len() == 1 { all.swap_remove(0) } else { Term::Sum(all) }
}
