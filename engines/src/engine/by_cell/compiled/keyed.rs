//! Last amounts by what a term of them alone comes to, where a test says that it is a number that is known before: of `valuation(2, i) = valuation(2, n)`
//! the amounts with each valuation, of `i * i + j * j = x + y` the j with each square. Found once for a board. Knows nothing of values.
//!
//! Right because the term says the same at every position; where the number has no value, all amounts are tried, and the test with them.
use super::amounts::{AmountLists, FEWEST, MOST};
use super::program::{Id, Program, Range};
use super::shared::table_of;
use crate::engine::question::Unfit;
use crate::ruleset::branch::{Branch, scaled_parts};
use crate::ruleset::{Comparison, Condition, Term, Variable};
use std::sync::Arc;

/// Amounts by a key, and among those with one key ascending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct KeyedAmounts {
    /// The keys, ascending, and where the amounts of each end.
    keys: Vec<i64>,
    ends: Vec<usize>,
    amounts: Vec<i64>,
}

impl KeyedAmounts {
    /// The amounts with a key.
    pub(super) fn with(&self, key: i64) -> &[i64] {
        let Ok(at) = self.keys.binary_search(&key) else { return &[] };
        let first = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.amounts[first..self.ends[at]]
    }

    /// The amounts of a range by what a term of coordinate 0 is there; `None` if it has no value somewhere, or if most have the same key. Cost: each
    /// amount once.
    fn of(term: &Term, range: Range) -> Option<Self> {
        let numbers = table_of(term, range)?;
        let mut all: Vec<(i64, i64)> = numbers.into_iter().zip(i64::try_from(range.0).ok()?..).collect();
        all.sort_unstable();
        let mut keyed = Self { keys: Vec::new(), ends: Vec::new(), amounts: Vec::new() };
        for (key, amount) in all {
            if keyed.keys.last() != Some(&key) {
                keyed.keys.push(key);
                keyed.ends.push(keyed.amounts.len());
            }
            keyed.amounts.push(amount);
            if let Some(end) = keyed.ends.last_mut() {
                *end = keyed.amounts.len();
            }
        }
        keyed.tells_apart().then_some(keyed)
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
    /// Where the number has no value.
    pub(super) fails: Option<Id>,
    /// The test, if this says all of it.
    pub(super) said: Option<usize>,
}

impl Keyed {
    /// The first test, of those whose bounds do not say it, that is an equation between the last amount and what is known before; `None` if there is
    /// none, or if it does not pay.
    pub(super) fn of(
        program: &mut Program,
        branch: &Branch,
        said: &[usize],
        (range, lists): (Range, &AmountLists),
    ) -> Result<Option<Self>, Unfit> {
        if !(FEWEST..MOST).contains(&range.1.saturating_sub(range.0)) {
            return Ok(None);
        }
        let Some(last) = branch.amounts.checked_sub(1).map(Variable::Amount) else { return Ok(None) };
        for (at, test) in branch.residual.iter().enumerate().filter(|(at, _)| !said.contains(at)) {
            let Some((own, others)) = apart(test, last) else { continue };
            let Some(amounts) = lists.by_key(&own, range) else { continue };
            let key = program.term(&others)?;
            let said = key.fails.is_none().then_some(at);
            return Ok(Some(Self { amounts, key: key.id, fails: key.fails, said }));
        }
        Ok(None)
    }
}

/// The amounts of a range by a term of coordinate 0.
pub(super) fn keyed(term: &Term, range: Range) -> Option<Arc<KeyedAmounts>> {
    KeyedAmounts::of(term, range).map(Arc::new)
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
