//! Values of a recursion at many arguments in a row at once, in 64 bits, where all arguments that they ask for are smaller than the first. Knows
//! nothing of errors.
//!
//! Right because it tells a value only where every step has one: each is the same step as for one argument alone.
use super::list::LACKING;
use crate::ruleset::{Comparison, Condition, Term, Variable};

/// So many arguments at once.
pub(super) const SEVERAL: usize = 64;

/// Numbers at arguments in a row, and at which of them there is one.
type ManyNumbers = ([i64; SEVERAL], u64);
/// At which arguments a condition holds, and at which it has a truth.
type ManyTruths = (u64, u64);

const EVERYWHERE: u64 = u64::MAX;

/// The values behind those that are known; `None` if a term is of a kind that is not computed so. Cost: a pass over so many numbers for each part
/// of the term.
pub(super) fn values(body: &Term, known: &[i64]) -> Option<ManyNumbers> {
    ManyArguments { first: i64::try_from(known.len()).ok()?, known }.term(body)
}

struct ManyArguments<'a> {
    first: i64,
    known: &'a [i64],
}

impl ManyArguments<'_> {
    /// The values of a term; `None` if it has a part of a kind that is not computed so.
    fn term(&self, term: &Term) -> Option<ManyNumbers> {
        let folded = |parts: &[Term], join: &dyn Fn(&mut ManyNumbers, &ManyNumbers)| {
            let mut all = self.term(parts.first()?)?;
            for part in &parts[1..] {
                join(&mut all, &self.term(part)?);
            }
            Some(all)
        };
        match term {
            Term::Constant(number) => Some(([i64::try_from(*number).ok()?; SEVERAL], EVERYWHERE)),
            Term::Variable(Variable::Coordinate(0)) => {
                let mut all = [self.first; SEVERAL];
                for (at, number) in all.iter_mut().enumerate() {
                    *number += i64::try_from(at).expect("few arguments");
                }
                Some((all, EVERYWHERE))
            }
            Term::Sum(parts) => folded(parts, &add),
            Term::Product(left, right) => {
                let (mut left, right) = (self.term(left)?, self.term(right)?);
                multiply(&mut left, &right);
                Some(left)
            }
            Term::FloorDivide(left, right) => self.divided(left, right, true),
            Term::Modulo(left, right) => self.divided(left, right, false),
            Term::Min(parts) => folded(parts, &|all, part| each(all, part, i64::min)),
            Term::Max(parts) => folded(parts, &|all, part| each(all, part, i64::max)),
            Term::Xor(parts) => {
                let mut all = folded(parts, &|all, part| {
                    remove_negative(all);
                    let mut part = *part;
                    remove_negative(&mut part);
                    each(all, &part, |one, other| one ^ other);
                })?;
                remove_negative(&mut all);
                Some(all)
            }
            Term::Own(argument) => Some(self.earlier(&self.term(argument)?)),
            Term::Cases(cases) => self.cases(cases),
            _ => None,
        }
    }

    fn divided(&self, left: &Term, right: &Term, is_quotient: bool) -> Option<ManyNumbers> {
        let (mut left, right) = (self.term(left)?, (right, self.term(right)?));
        if let (Term::Constant(by), true) = (right.0, are_short(&left.0))
            && let Some(by) = u32::try_from(*by).ok().filter(|by| 1 < *by)
        {
            divide_short(&mut left.0, by, is_quotient);
            return Some(left);
        }
        left.1 &= right.1.1;
        for (at, (number, by)) in left.0.iter_mut().zip(&right.1.0).enumerate() {
            if *by <= 0 {
                left.1 &= !(1 << at);
                continue;
            }
            *number = match (u32::try_from(*number), u32::try_from(*by)) {
                (Ok(number), Ok(by)) => (if is_quotient { number / by } else { number % by }).into(),
                _ if is_quotient => number.div_euclid(*by),
                _ => number.rem_euclid(*by),
            };
        }
        Some(left)
    }

    /// Values at arguments that are known.
    fn earlier(&self, (arguments, are): &ManyNumbers) -> ManyNumbers {
        let mut all = ([0; SEVERAL], 0);
        for (at, argument) in arguments.iter().enumerate() {
            let value = usize::try_from(*argument).ok().and_then(|argument| self.known.get(argument));
            let value = *value.unwrap_or(&LACKING);
            all.0[at] = value;
            all.1 |= u64::from(value != LACKING) << at;
        }
        all.1 &= are;
        all
    }

    /// The value of the first case that holds; there is none where it is not known which.
    fn cases(&self, cases: &[(Condition, Term)]) -> Option<ManyNumbers> {
        let mut all = ([0; SEVERAL], 0);
        let mut pending = EVERYWHERE;
        for (guard, term) in cases {
            if pending == 0 {
                break;
            }
            let (holds, are) = self.condition(guard)?;
            let here = pending & are & holds;
            pending &= are & !holds;
            if here == 0 {
                continue;
            }
            let (values, are) = self.term(term)?;
            if here == EVERYWHERE {
                return Some((values, are));
            }
            for (at, (slot, value)) in all.0.iter_mut().zip(values).enumerate() {
                if here >> at & 1 == 1 {
                    *slot = value;
                }
            }
            all.1 |= here & are;
        }
        Some(all)
    }

    /// Where a condition holds, whose parts are looked at in order until one decides.
    fn condition(&self, condition: &Condition) -> Option<ManyTruths> {
        Some(match condition {
            Condition::Known(known) => (if *known { EVERYWHERE } else { 0 }, EVERYWHERE),
            Condition::Compare(left, comparison, right) => {
                let (left, right) = (self.term(left)?, self.term(right)?);
                let holds = match comparison {
                    Comparison::AtMost => compared(&left.0, &right.0, |one, other| one <= other),
                    Comparison::Equal => compared(&left.0, &right.0, |one, other| one == other),
                    Comparison::Different => compared(&left.0, &right.0, |one, other| one != other),
                };
                (holds, left.1 & right.1)
            }
            Condition::And(parts) => {
                let (mut holds, mut are) = (EVERYWHERE, EVERYWHERE);
                for part in parts {
                    let own = self.condition(part)?;
                    // Where one fails already, the next are not asked.
                    are &= !holds | own.1;
                    holds &= own.0;
                }
                (holds, are)
            }
            Condition::Or(parts) => {
                let (mut holds, mut are) = (0, EVERYWHERE);
                for part in parts {
                    let own = self.condition(part)?;
                    are &= holds | own.1;
                    holds |= own.0;
                }
                (holds, are)
            }
            Condition::Not(inner) => {
                let (holds, are) = self.condition(inner)?;
                (!holds, are)
            }
        })
    }
}

fn each(all: &mut ManyNumbers, part: &ManyNumbers, join: impl Fn(i64, i64) -> i64) {
    all.1 &= part.1;
    for (number, other) in all.0.iter_mut().zip(&part.0) {
        *number = join(*number, *other);
    }
}

/// Where a sum leaves 64 bits there is none.
fn add(all: &mut ManyNumbers, part: &ManyNumbers) {
    let mut leaves = 0;
    for (number, other) in all.0.iter().zip(&part.0) {
        let sum = number.wrapping_add(*other);
        leaves |= (number ^ sum) & (other ^ sum);
    }
    if leaves < 0 {
        remove(all, part, |one, other| one.checked_add(other).is_none());
    }
    each(all, part, i64::wrapping_add);
}

/// Where a product leaves 64 bits there is none.
fn multiply(all: &mut ManyNumbers, part: &ManyNumbers) {
    if !are_short(&all.0) || !are_short(&part.0) {
        remove(all, part, |one, other| one.checked_mul(other).is_none());
    }
    each(all, part, i64::wrapping_mul);
}

fn remove_negative(all: &mut ManyNumbers) {
    let own = *all;
    remove(all, &own, |one, _| one < 0);
}

fn remove(all: &mut ManyNumbers, part: &ManyNumbers, is_none: impl Fn(i64, i64) -> bool) {
    all.1 &= !compared(&all.0, &part.0, is_none);
}

fn compared(left: &[i64; SEVERAL], right: &[i64; SEVERAL], holds: impl Fn(i64, i64) -> bool) -> u64 {
    let each = left.iter().zip(right).enumerate();
    each.fold(0, |all, (at, (left, right))| all | u64::from(holds(*left, *right)) << at)
}

/// Whether all are natural numbers below 2^31.
fn are_short(numbers: &[i64; SEVERAL]) -> bool {
    numbers.iter().fold(0, |all, number| all | number) >> 31 == 0
}

/// Divides natural numbers below 2^31 by one that is at least 2: the quotient is the high word of the product with the next number above
/// 2^64 / d, whose error is less than 2^31 d / 2^64 (Lemire, Kaser and Kurz 2019, "Faster remainder by direct computation", Theorem 1).
fn divide_short(numbers: &mut [i64; SEVERAL], by: u32, is_quotient: bool) {
    let factor = u128::from(u64::MAX / u64::from(by) + 1);
    for number in numbers {
        let own = u32::try_from(*number).expect("a natural number below 2^31");
        let quotient = u64::try_from((u128::from(own) * factor) >> 64).expect("a high word");
        let quotient = u32::try_from(quotient).expect("no more than the number");
        *number = (if is_quotient { quotient } else { own - quotient * by }).into();
    }
}
