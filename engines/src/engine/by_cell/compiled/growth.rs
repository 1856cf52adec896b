//! How terms depend on one coordinate: by a multiple of it, and what repeats. Knows nothing of moves.
use crate::ruleset::{Term, Variable};
use num_integer::Integer;

/// What repeats does so after so many heaps at most.
pub(super) const MOST_PERIOD: i128 = 1 << 12;
/// The coordinate is multiplied by no greater number.
const MOST_TIMES: u128 = 1 << 62;

/// No value of a coordinate has more bits, and no number that is computed may have more.
const COORDINATE_BITS: u32 = 37;
const MOST_BITS: u32 = 120;

/// How a term depends on the coordinate n: `times n / over`, in lowest terms, and what has a period; over a period it grows by a whole number,
/// whatever the other coordinates are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct HeapGrowth {
    pub(super) times: i128,
    pub(super) over: i128,
    pub(super) period: i128,
}

impl HeapGrowth {
    const NUMBER: Self = Self { times: 0, over: 1, period: 1 };

    /// Of a term without amounts, in one coordinate; the others count as numbers. `None` if it has none, or one that is too large.
    pub(super) fn of(term: &Term, at: usize) -> Option<Self> {
        let repeating = |parts: &[Term]| {
            parts.iter().try_fold(Self::NUMBER, |all, part| all.plus(Self::of(part, at).filter(|own| own.times == 0)?))
        };
        let shape = match term {
            Term::Constant(_) => Some(Self::NUMBER),
            Term::Variable(Variable::Coordinate(own)) if *own == at => Some(Self { times: 1, ..Self::NUMBER }),
            Term::Variable(Variable::Coordinate(_)) => Some(Self::NUMBER),
            Term::Sum(parts) => parts.iter().try_fold(Self::NUMBER, |all, part| all.plus(Self::of(part, at)?)),
            Term::Product(left, right) => {
                let (one, other) = (Self::of(left, at)?, Self::of(right, at)?);
                match (&**left, &**right) {
                    (Term::Constant(by), _) => other.multiplied(*by, 1),
                    (_, Term::Constant(by)) => one.multiplied(*by, 1),
                    _ => one.plus(other).filter(|_| one.times == 0 && other.times == 0),
                }
            }
            Term::Modulo(inner, by) => match &**by {
                // A polynomial has the remainders of its remainder.
                Term::Constant(by @ 1..=MOST_PERIOD) if bits(inner).is_some() => {
                    Some(Self { period: *by, ..Self::NUMBER })
                }
                Term::Constant(by @ 1..=MOST_PERIOD) => {
                    Some(Self { period: Self::of(inner, at)?.multiplied(1, *by)?.period, ..Self::NUMBER })
                }
                _ => None,
            },
            Term::FloorDivide(inner, by) => match (Self::of(inner, at)?, &**by) {
                (own, Term::Constant(by @ 1..=MOST_PERIOD)) => own.multiplied(1, *by),
                _ => None,
            },
            Term::Min(parts) | Term::Max(parts) | Term::Xor(parts) => repeating(parts),
            _ => None,
        };
        shape.filter(|own| own.period <= MOST_PERIOD && own.times.unsigned_abs() <= MOST_TIMES)
    }

    fn multiplied(self, by: i128, over: i128) -> Option<Self> {
        let (times, over) = (self.times.checked_mul(by)?, self.over.checked_mul(over)?);
        let common = times.gcd(&over).max(1);
        let (times, over) = (times / common, over / common);
        // Over so many heaps the multiple of n is a whole number, by which what is rounded down grows as well.
        Some(Self { times, over, period: self.period.lcm(&over) })
    }

    fn plus(self, other: Self) -> Option<Self> {
        let over = self.over.lcm(&other.over);
        let part = |own: Self| own.times.checked_mul(over / own.over);
        let times = part(self)?.checked_add(part(other)?)?;
        let common = times.gcd(&over).max(1);
        Some(Self { times: times / common, over: over / common, period: self.period.lcm(&other.period) })
    }
}

/// How many bits a polynomial of coordinates has at most, none of which has more than [`COORDINATE_BITS`]; `None` if a term is no polynomial, or has too many.
fn bits(term: &Term) -> Option<u32> {
    let own = match term {
        Term::Constant(number) => i128::BITS - number.unsigned_abs().leading_zeros(),
        Term::Variable(Variable::Coordinate(_)) => COORDINATE_BITS,
        Term::Sum(parts) => {
            let most = parts.iter().map(bits).try_fold(0, |most, own| Some(own?.max(most)))?;
            most + usize::BITS - parts.len().leading_zeros()
        }
        Term::Product(left, right) => bits(left)? + bits(right)?,
        Term::Power(base, exponent) => match **exponent {
            Term::Constant(exponent) => bits(base)?.checked_mul(u32::try_from(exponent).ok()?)?,
            _ => return None,
        },
        _ => return None,
    };
    (own <= MOST_BITS).then_some(own)
}

/// The difference of two terms.
pub(super) fn difference(left: &Term, right: &Term) -> Term {
    let less = Term::Product(Box::new(Term::Constant(-1)), Box::new(right.clone()));
    Term::Sum(vec![left.clone(), less])
}
