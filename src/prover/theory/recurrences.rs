//! Linear recurrences with whole coefficients, guessed from the values of terms over one index. Proves nothing.
use crate::certificate::ConsecutiveSum;
use crate::ruleset::statement::{Set, SetKind, Value};
use crate::ruleset::{Term, Variable};
use num_integer::Integer;

/// Terms of a recurrence, at most.
const MOST_TERMS: usize = 8;
/// How far behind the first index one may begin.
const LATEST: usize = 8;
/// Values that are looked at.
const VALUES: usize = 40;
/// Larger values are not looked at.
const LARGEST: i128 = 1 << 60;

/// A family of a set whose only variable runs from a number on.
pub(in crate::prover) struct IndexedElement<'a> {
    slot: usize,
    pub(in crate::prover) low: i64,
    pub(in crate::prover) element: &'a [Value],
}

/// The sequence of the first component, and the components of all families by its terms.
pub(in crate::prover) struct SeenRecurrence {
    pub(in crate::prover) recurrence: ConsecutiveSum,
    pub(in crate::prover) families: Vec<Vec<ConsecutiveSum>>,
    /// The values, from the first index of the families on.
    pub(in crate::prover) values: Vec<i128>,
    pub(in crate::prover) low: i64,
    /// How far behind the first index the recurrence begins.
    pub(in crate::prover) begins: usize,
}

impl IndexedElement<'_> {
    /// The values of a component, as far as they are small.
    fn values(&self, term: &Term) -> Vec<i128> {
        let mut slots = vec![0; self.slot + 1];
        let mut all = Vec::new();
        let mut asks = false;
        term.visit_variables(&mut |variable| asks |= variable != Variable::Amount(self.slot));
        while !asks && all.len() < VALUES {
            slots[self.slot] = self.low + i64::try_from(all.len()).expect("there are few values");
            match term.evaluate(&[], &slots) {
                Ok(value) if value.abs() < LARGEST => all.push(value),
                _ => break,
            }
        }
        all
    }
}

/// The families of a set, in reading order; none if some other thing is in it.
fn families<'a>(set: &'a Set, found: &mut Vec<IndexedElement<'a>>) -> Option<()> {
    match &set.kind {
        SetKind::List(_) => Some(()),
        SetKind::Outcome(_) => None,
        SetKind::Family { bound, condition, element } => {
            let ([bound], None) = (bound.as_slice(), condition) else { return None };
            let [(Value { lookups, term: Term::Constant(low) }, None)] = bound.domain.0.as_slice() else { return None };
            let low = i64::try_from(*low).ok().filter(|_| lookups.is_empty())?;
            found.push(IndexedElement { slot: bound.slot, low, element });
            Some(())
        }
        SetKind::Union(left, right) | SetKind::Intersection(left, right) | SetKind::Difference(left, right) => {
            families(left, found)?;
            families(right, found)
        }
        SetKind::Symmetric(inner, _) => families(inner, found),
    }
}

/// The sequence that the families of a set are made of.
pub(in crate::prover) fn seen(set: &Set) -> Option<SeenRecurrence> {
    let mut found = Vec::new();
    families(set, &mut found)?;
    let first = found.first()?;
    let low = first.low;
    let values = first.values(&first.element.first()?.term);
    let orders = 1..=MOST_TERMS;
    let (recurrence, begins) =
        orders.flat_map(|order| (0..=LATEST).map(move |begins| (order, begins))).find_map(|(order, begins)| {
            let rest = values.get(begins..)?;
            Some((combined(rest, rest.get(order..)?, order)?, begins))
        })?;
    let order = recurrence.of.len();
    let rest = &values[begins..];
    let mut rows = Vec::new();
    for family in &found {
        let mut components = Vec::new();
        for value in family.element {
            let own = family.values(&value.term);
            components.push(component(rest, own.get(begins..)?, order)?);
        }
        rows.push(components);
    }
    Some(SeenRecurrence { recurrence, families: rows, values, low, begins })
}

/// A component by the terms of the sequence: another term, or a sum of them.
fn component(terms: &[i128], own: &[i128], order: usize) -> Option<ConsecutiveSum> {
    let shifted = (0..4).find(|shift| {
        let pairs = terms.iter().skip(*shift).zip(own);
        order < pairs.clone().count() && pairs.into_iter().all(|(term, own)| term == own)
    });
    match shifted {
        Some(shift) => Some(ConsecutiveSum { constant: 0, of: [vec![0; shift], vec![1]].concat() }),
        None => combined(terms, own, order),
    }
}

/// The only sum of so many terms that is what is wanted everywhere, with whole numbers.
fn combined(terms: &[i128], wanted: &[i128], order: usize) -> Option<ConsecutiveSum> {
    let count = wanted.len().min((terms.len() + 1).checked_sub(order)?);
    // More values than unknown numbers, so that something is confirmed.
    if count < order + 4 {
        return None;
    }
    let row = |at: usize| [&terms[at..at + order], &[1, wanted[at]]].concat();
    let mut rows: Vec<Vec<i128>> = (0..=order).map(row).collect();
    for column in 0..=order {
        let at = (column..rows.len()).find(|at| rows[*at][column] != 0)?;
        rows.swap(column, at);
        let pivot = rows[column].clone();
        for (other, row) in rows.iter_mut().enumerate() {
            if other != column && row[column] != 0 {
                let common = row[column].gcd(&pivot[column]);
                let (by, less) = (pivot[column] / common, row[column] / common);
                for (own, also) in row.iter_mut().zip(&pivot) {
                    *own = own.checked_mul(by)?.checked_sub(also.checked_mul(less)?)?;
                }
                let common = row.iter().fold(0, |so_far: i128, number| so_far.gcd(number)).max(1);
                for number in row.iter_mut() {
                    *number /= common;
                }
            }
        }
    }
    let whole = |column: usize| {
        let (above, below) = (rows[column][order + 1], rows[column][column]);
        i64::try_from(above.checked_div(below)?).ok().filter(|_| above % below == 0)
    };
    let sum = ConsecutiveSum { constant: whole(order)?, of: (0..order).map(whole).collect::<Option<_>>()? };
    (0..count).all(|at| value(&sum, &terms[at..]) == Some(wanted[at])).then_some(sum)
}

/// A sum at the beginning of some terms.
pub(in crate::prover) fn value(sum: &ConsecutiveSum, terms: &[i128]) -> Option<i128> {
    let pairs = sum.of.iter().zip(terms);
    if terms.len() < sum.of.len() {
        return None;
    }
    pairs.into_iter().try_fold(i128::from(sum.constant), |so_far, (times, term)| {
        so_far.checked_add(term.checked_mul(i128::from(*times))?)
    })
}
