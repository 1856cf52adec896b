//! Terms over one index that follow some linear recurrence with whole coefficients: of which order one is at most, so that finitely many values
//! decide whether two of them are the same everywhere. Knows nothing of games.
//!
//! Let E be the shift of a sequence. A polynomial A(E) with leading coefficient 1 *ends* a sequence from k = f on if A(E) makes it 0 there; its
//! degree is all that is needed: a sequence that some A of degree n ends, and that is 0 at n indices in a row from f on, is 0 at all of them
//! after these, because each value is a sum of multiples of the n values before it.
//! - A number is ended by E - 1, and k by (E - 1)^2; b^(u k + v) by E - b^u.
//! - Sums are ended by the product of both polynomials; products by one whose zeros are the products of zeros, of degree m n.
//! - f(k + c), for f(m) = c1 f(m - 1) + ... + cd f(m - d) + r(m) from some m on, by E^d - c1 E^(d-1) - ... - cd times what ends r.
//! - A polynomial with whole coefficients of degree n repeats modulo q after q, so its floor divided by q is ended by (E - 1)^(n+1) (E^q - 1),
//!   of degree n + 1 + q. A sequence of order n with n + 1 values in a row that are r modulo q has r everywhere from there on: the difference
//!   follows the recurrence modulo q as well.
use super::tracks::Read;
use crate::ruleset::{Comparison, Condition, Term, Variable};

/// The order of a recurrence, at most.
const MOST_ORDER: usize = 120;
/// How far the first index may be from 0, and how much an index is shifted.
const FARTHEST: i128 = 1_000;

/// How soon values decide the rest.
#[derive(Clone, Copy, Debug)]
pub(super) struct FiniteOrder {
    /// The degree of a polynomial that ends the sequence, at most.
    pub(super) order: usize,
    /// From which index on.
    pub(super) from: i128,
    /// The degree, if it is a polynomial with whole coefficients.
    polynomial: Option<usize>,
}

fn other<T>() -> Read<T> {
    Err("a component is no sequence of which a linear recurrence is known".to_owned())
}

impl FiniteOrder {
    fn number() -> Self {
        Self { order: 1, from: -FARTHEST, polynomial: Some(0) }
    }

    fn bounded(self) -> Read<Self> {
        if self.order <= MOST_ORDER && self.from.unsigned_abs() <= FARTHEST.unsigned_abs() { Ok(self) } else { other() }
    }

    pub(super) fn plus(self, also: Self) -> Read<Self> {
        let polynomial = self.polynomial.zip(also.polynomial).map(|(left, right)| left.max(right));
        let order = polynomial.map_or(self.order + also.order, |degree| degree + 1);
        Self { order, from: self.from.max(also.from), polynomial }.bounded()
    }

    fn times(self, also: Self) -> Read<Self> {
        let polynomial = self.polynomial.zip(also.polynomial).map(|(left, right)| left + right);
        let order = polynomial.map_or(self.order * also.order, |degree| degree + 1);
        Self { order, from: self.from.max(also.from), polynomial }.bounded()
    }
}

/// The order of a term over an index, with the first index that is asked for.
pub(super) fn order(term: &Term, index: Variable, low: i128) -> Read<FiniteOrder> {
    Ok(match term {
        Term::Constant(_) => FiniteOrder::number(),
        Term::Variable(variable) if *variable == index => {
            FiniteOrder { order: 2, polynomial: Some(1), ..FiniteOrder::number() }
        }
        Term::Sum(parts) => {
            let mut sum = FiniteOrder { order: 0, ..FiniteOrder::number() };
            for part in parts {
                sum = sum.plus(order(part, index, low)?)?;
            }
            sum
        }
        Term::Product(left, right) => order(left, index, low)?.times(order(right, index, low)?)?,
        Term::Power(base, exponent) => match (&**base, &**exponent) {
            (base, Term::Constant(times @ 0..=8)) => {
                let base = order(base, index, low)?;
                (0..*times).try_fold(FiniteOrder::number(), |so_far, _| so_far.times(base))?
            }
            (Term::Constant(_), exponent) => {
                // A negative exponent has no value, which is seen where values are worked out.
                let (slope, start) = slope(exponent, index)?;
                if slope < 0 || slope * low + start < 0 {
                    return other();
                }
                FiniteOrder { polynomial: None, ..FiniteOrder::number() }
            }
            _ => return other(),
        },
        Term::FloorDivide(inner, divisor) => match &**divisor {
            Term::Constant(divisor) if 0 < *divisor => quotient(inner, *divisor, index, low)?,
            _ => return other(),
        },
        // A division that has a value only where it comes out even, which it does everywhere.
        Term::Cases(cases) => match cases.as_slice() {
            [(Condition::Compare(Term::Modulo(inner, divisor), Comparison::Equal, Term::Constant(0)), value)] => {
                match **divisor {
                    Term::Constant(divisor @ 1..) if remainder(inner, divisor, index, low)? == Some(0) => {
                        order(value, index, low)?
                    }
                    _ => return other(),
                }
            }
            _ => return other(),
        },
        Term::Recursive(recursion, argument) => {
            let (1, shift) = slope(argument, index)? else { return other() };
            let mut own = OwnTerms { depth: 0, rest: FiniteOrder { order: 0, ..FiniteOrder::number() } };
            own.read(&recursion.body)?;
            let last = recursion.given.iter().map(|given| given.0).max().unwrap_or(-1);
            let depth = i128::try_from(own.depth).expect("a size is a number");
            // The body is what holds behind the last number that is given.
            let from = 0.max(last.saturating_add(1).saturating_sub(depth)).max(own.rest.from).saturating_sub(shift);
            FiniteOrder { order: own.depth + own.rest.order, from, polynomial: None }.bounded()?
        }
        _ => return other(),
    })
}

/// `slope * k + start`.
fn slope(term: &Term, index: Variable) -> Read<(i128, i128)> {
    let (slope, start) = match term {
        Term::Constant(number) => (0, *number),
        Term::Variable(variable) if *variable == index => (1, 0),
        Term::Sum(parts) => {
            let mut sum = (0, 0);
            for part in parts {
                let part = slope(part, index)?;
                sum = (sum.0 + part.0, sum.1 + part.1);
            }
            sum
        }
        Term::Product(left, right) => {
            let (left, right) = (slope(left, index)?, slope(right, index)?);
            if left.0 != 0 && right.0 != 0 {
                return other();
            }
            (left.0 * right.1 + left.1 * right.0, left.1 * right.1)
        }
        _ => return other(),
    };
    if slope.unsigned_abs() <= FARTHEST.unsigned_abs() && start.unsigned_abs() <= FARTHEST.unsigned_abs() {
        Ok((slope, start))
    } else {
        other()
    }
}

/// What is left of a term modulo a number, if that is the same at all indices.
fn remainder(inner: &Term, divisor: i128, index: Variable, low: i128) -> Read<Option<i128>> {
    let own = order(inner, index, low)?;
    let count = low.max(own.from) - low + i128::try_from(own.order).expect("a size is a number") + 1;
    let Ok(values) = values(inner, index, low, count) else { return Ok(None) };
    let rest = values.first().map(|value| value.rem_euclid(divisor));
    Ok(rest.filter(|rest| values.iter().all(|value| value.rem_euclid(divisor) == *rest)))
}

/// The quotient by a number, rounded down.
fn quotient(inner: &Term, divisor: i128, index: Variable, low: i128) -> Read<FiniteOrder> {
    let own = order(inner, index, low)?;
    if remainder(inner, divisor, index, low)?.is_some() {
        return FiniteOrder { order: own.order + 1, from: low.max(own.from), polynomial: None }.bounded();
    }
    let Some((degree, period)) = own.polynomial.zip(usize::try_from(divisor).ok()) else { return other() };
    FiniteOrder { order: (degree + 1).saturating_add(period), from: own.from, polynomial: None }.bounded()
}

/// So many values of a term, from one index on.
pub(super) fn values(term: &Term, index: Variable, low: i128, count: i128) -> Read<Vec<i128>> {
    let Variable::Amount(slot) = index else { return other() };
    let mut slots = vec![0; slot + 1];
    let mut all = Vec::new();
    for at in low..low + count {
        slots[slot] = i64::try_from(at).or_else(|_| other())?;
        all.push(term.evaluate(&[], &slots).map_err(|_| "a term of a sequence has no value in 128 bits".to_owned())?);
    }
    Ok(all)
}

/// What a recursion adds up: multiples of its own earlier values, and the rest.
struct OwnTerms {
    /// How far back it looks.
    depth: usize,
    rest: FiniteOrder,
}

impl OwnTerms {
    fn read(&mut self, body: &Term) -> Read<()> {
        let argument = Variable::Coordinate(0);
        match body {
            Term::Sum(parts) => parts.iter().try_for_each(|part| self.read(part)),
            Term::Product(left, right) if matches!(**left, Term::Constant(_)) => self.read(right),
            Term::Product(left, right) if matches!(**right, Term::Constant(_)) => self.read(left),
            Term::Own(earlier) => {
                let (1, back) = slope(earlier, argument)? else { return other() };
                let back = usize::try_from(-back).ok().filter(|back| 0 < *back && *back <= MOST_ORDER);
                self.depth = self.depth.max(back.map_or_else(other, Ok)?);
                Ok(())
            }
            rest => {
                self.rest = self.rest.plus(order(rest, argument, 0)?)?;
                Ok(())
            }
        }
    }
}
