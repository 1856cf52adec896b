//! Conjunctions that ask for `r + s sqrt(n) <= 0` by squares, and also with a rational number beside the root, which bounds loops: without
//! the latter they say the same. Knows nothing of automata.
use super::{Comparison, Condition, Term};

/// A sum of multiples of terms that are different; numbers are multiples of 1.
#[derive(Debug)]
struct TermSum(Vec<(Term, i128)>);

impl TermSum {
    fn of(term: &Term) -> Option<Self> {
        let mut sum = Self(Vec::new());
        sum.add(term, 1)?;
        Some(sum)
    }

    fn add(&mut self, term: &Term, factor: i128) -> Option<()> {
        let (part, factor) = match term {
            Term::Sum(parts) => return parts.iter().try_for_each(|part| self.add(part, factor)),
            Term::Constant(value) => (Term::Constant(1), factor.checked_mul(*value)?),
            Term::Product(left, right) => match (&**left, &**right) {
                (Term::Constant(value), other) | (other, Term::Constant(value)) => {
                    return self.add(other, factor.checked_mul(*value)?);
                }
                _ => (term.clone(), factor),
            },
            _ => (term.clone(), factor),
        };
        match self.0.iter_mut().find(|known| known.0 == part) {
            Some((_, sum)) => *sum = sum.checked_add(factor)?,
            None => self.0.push((part, factor)),
        }
        Some(())
    }

    fn factor(&self, term: &Term) -> i128 {
        self.0.iter().find(|known| known.0 == *term).map_or(0, |known| known.1)
    }

    /// What `condition`, an inequality, says to be at most 0.
    fn at_most_zero(condition: &Condition) -> Option<Self> {
        let Condition::Compare(left, Comparison::AtMost, right) = condition else { return None };
        let mut sum = Self::of(left)?;
        sum.add(right, -1)?;
        Some(sum)
    }

    /// Whether it is a positive multiple of `sign` times the other, and no negative number more.
    fn is_above(&self, sign: i128, other: &Self) -> Option<bool> {
        let one = Term::Constant(1);
        let mut multiple: Option<(i128, i128)> = None;
        for (term, _) in self.0.iter().chain(&other.0).filter(|known| known.0 != one) {
            let (own, wanted) = (self.factor(term), other.factor(term).checked_mul(sign)?);
            if own.signum() != wanted.signum() {
                return Some(false);
            }
            if own == 0 {
                continue;
            }
            let (first, second) = *multiple.get_or_insert((own, wanted));
            if own.checked_mul(second)? != wanted.checked_mul(first)? {
                return Some(false);
            }
        }
        // Own terms are own / wanted > 0 times as large; what is more must not be negative.
        let Some((own, wanted)) = multiple else { return Some(false) };
        let less = own.checked_abs()?.checked_mul(other.factor(&one))?.checked_mul(sign)?;
        Some(less <= self.factor(&one).checked_mul(wanted.checked_abs()?)?)
    }
}

/// A positive multiple of a square: the number, and what is squared.
fn square(term: &Term) -> Option<(i128, TermSum)> {
    let (mut number, mut sides, mut stack) = (1_i128, Vec::new(), vec![term]);
    while let Some(term) = stack.pop() {
        match term {
            Term::Product(left, right) => stack.extend([&**left, &**right]),
            Term::Constant(value) => number = number.checked_mul(*value)?,
            Term::Power(base, exponent) if **exponent == Term::Constant(2) => sides.extend([&**base, &**base]),
            other => sides.push(other),
        }
    }
    match sides.as_slice() {
        [first, second] if first == second && 0 < number => Some((number, TermSum::of(first)?)),
        _ => None,
    }
}

/// `number * side^2` is at most that of the other; or, if there is an excuse, this is true or the excuse.
struct SquaresCompared<'a> {
    low: (i128, TermSum),
    high: (i128, TermSum),
    excuse: Option<&'a Condition>,
}

impl<'a> SquaresCompared<'a> {
    fn of(condition: &'a Condition) -> Option<Self> {
        match condition {
            Condition::Compare(left, Comparison::AtMost, right) => {
                Some(Self { low: square(left)?, high: square(right)?, excuse: None })
            }
            Condition::Or(parts) => match parts.as_slice() {
                [excuse, compared] => Some(Self { excuse: Some(excuse), ..Self::of(compared).filter(Self::is_plain)? }),
                _ => None,
            },
            _ => None,
        }
    }

    fn is_plain(&self) -> bool {
        self.excuse.is_none()
    }

    /// Whether a sum is at most 0 where this and the other conditions hold.
    ///
    /// Let a positive multiple of the sum be p low + q high with what is squared, and a low^2 <= b high^2. If p^2 b <= q^2 a, then
    /// |p low| <= |q high|, and if q high <= 0 besides, the sum is at most 0. An excuse must say that p low <= 0.
    fn bounds(&self, sum: &TermSum, others: &[&Condition]) -> Option<bool> {
        let (low, high) = (&self.low.1, &self.high.1);
        let (p, q) = combination(sum, low, high)?;
        let squared = |factor: i128, number: i128| factor.checked_mul(factor)?.checked_mul(number);
        let is_near = squared(p, self.high.0)? <= squared(q, self.low.0)?;
        let said = |condition: &Condition, sign: i128, side: &TermSum| {
            TermSum::at_most_zero(condition).and_then(|known| known.is_above(sign, side)) == Some(true)
        };
        let falls = others.iter().any(|other| said(other, q.signum(), high));
        Some(is_near && falls && self.excuse.is_none_or(|excuse| said(excuse, p.signum(), low)))
    }
}

/// The numbers p and q with `times * sum = p * low + q * high` for a positive number; none if there are none, or one of them is 0.
fn combination(sum: &TermSum, low: &TermSum, high: &TermSum) -> Option<(i128, i128)> {
    let terms: Vec<&Term> = [sum, low, high].into_iter().flat_map(|part| part.0.iter().map(|known| &known.0)).collect();
    let minor =
        |one: (i128, i128), other: (i128, i128)| one.0.checked_mul(other.1)?.checked_sub(one.1.checked_mul(other.0)?);
    for (at, first) in terms.iter().enumerate() {
        for second in &terms[..at] {
            let pair = |of: &TermSum| (of.factor(first), of.factor(second));
            let whole = minor(pair(low), pair(high))?;
            if whole == 0 {
                continue;
            }
            let (p, q) = (minor(pair(sum), pair(high))?, minor(pair(low), pair(sum))?);
            let (times, p, q) = (whole.checked_abs()?, p.checked_mul(whole.signum())?, q.checked_mul(whole.signum())?);
            for term in &terms {
                let both = p.checked_mul(low.factor(term))?.checked_add(q.checked_mul(high.factor(term))?)?;
                if both != times.checked_mul(sum.factor(term))? {
                    return None;
                }
            }
            return Some((p, q)).filter(|found| found.0 != 0 && found.1 != 0);
        }
    }
    None
}

/// The parts of a conjunction without bounds that follow from the comparison of two squares beside them.
#[must_use]
pub fn without_rational_bounds(parts: &[Condition]) -> Vec<&Condition> {
    let mut kept: Vec<&Condition> = parts.iter().collect();
    if !parts.iter().any(|part| SquaresCompared::of(part).is_some()) {
        return kept;
    }
    // One after the other: what is left says the same as before.
    let mut at = 0;
    while at < kept.len() {
        let part = kept.remove(at);
        let follows = TermSum::at_most_zero(part).is_some_and(|sum| {
            let squares = kept.iter().filter_map(|other| SquaresCompared::of(other));
            squares.into_iter().any(|squares| squares.bounds(&sum, &kept) == Some(true))
        });
        if !follows {
            kept.insert(at, part);
            at += 1;
        }
    }
    kept
}

#[cfg(test)]
mod tests;
