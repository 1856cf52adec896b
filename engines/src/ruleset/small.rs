//! Products of two natural numbers that are compared with a small number, and small divisors: as alternatives in which nothing is
//! multiplied or divided by what varies.
//!
//! Right because of two natural numbers whose product is at most b one is at most the root of b, and the other at most a quotient of b; if
//! it is at least b, both are at least the root of b rounded up, or one is smaller and the other at least a quotient.
use super::branch::scaled_parts;
use super::determined::{bound, conjuncts};
use super::{Comparison, Condition, Part, Term, Variable};

/// Products are compared with at most this; those of a heap, which is known before amounts are listed, with less.
const MOST_PRODUCT: i128 = 24;
const MOST_OF_A_HEAP: i128 = 8;
/// Multiples of a product above this are left as they are.
const LARGEST: i128 = 1 << 60;
/// Divisors that have so many values at most.
const MOST_DIVISORS: i128 = 8;
/// So many numbers that are divided in one comparison.
const MOST_DIVIDED: usize = 2;
/// Alternatives of one move.
const MOST_ALTERNATIVES: usize = 16;

/// The parts of a condition that all have to hold, of a game with so many heaps, without such products and divisors. Cost: some conditions
/// for each part.
#[must_use]
pub fn without_small(parts: Vec<Condition>, heaps: usize) -> Vec<Condition> {
    // In a browser every loop counts for the size of the page.
    if cfg!(target_arch = "wasm32") {
        return parts;
    }
    let mut left = MOST_ALTERNATIVES;
    let mut rewritten = |part: &Condition| {
        let told = product(part, &parts, heaps).or_else(|| divided(part, &parts))?;
        let count = if let Condition::Or(all) = &told { all.len() } else { 1 };
        left = left.checked_sub(count)?;
        Some(told)
    };
    parts.iter().map(|part| rewritten(part).unwrap_or_else(|| part.clone())).collect()
}

/// A product of two variables and a number as one side of a comparison with 0: `factor * left * right + constant`.
struct SmallProduct {
    factors: [Term; 2],
    factor: i128,
    constant: i128,
}

impl SmallProduct {
    /// `None` if the difference of two terms is something else.
    fn of(left: &Term, right: &Term) -> Option<Self> {
        let (mut found, mut constant, mut parts) = (None, 0i128, Vec::new());
        scaled_parts(left, 1, &mut parts);
        scaled_parts(right, -1, &mut parts);
        for (factor, part) in parts {
            match part {
                Term::Constant(number) => constant = constant.checked_add(factor.checked_mul(number)?)?,
                Term::Product(one, other) if found.is_none() && factor != 0 && one != other => {
                    let is_variable = |term: &Term| matches!(term, Term::Variable(_));
                    if !is_variable(&one) || !is_variable(&other) || LARGEST < factor.saturating_abs() {
                        return None;
                    }
                    found = Some(([*one, *other], factor));
                }
                _ => return None,
            }
        }
        found.map(|(factors, factor)| Self { factors, factor, constant })
    }

    /// That the product is at most a number.
    fn at_most(&self, most: i128) -> Option<Condition> {
        if most < 0 {
            return Some(Condition::Known(false));
        }
        let [one, other] = &self.factors;
        let small = (1..=most.min(MOST_PRODUCT).isqrt()).flat_map(|value| {
            let pair = |own: &Term, more: &Term| all_of(vec![equal(own, value), bounded(more, most / value)]);
            [pair(one, other), pair(other, one)]
        });
        let all = [equal(one, 0), equal(other, 0)].into_iter().chain(small).collect();
        (most <= MOST_PRODUCT).then(|| one_of(all))
    }

    /// That it is at least a number.
    fn at_least(&self, least: i128) -> Option<Condition> {
        if least <= 0 {
            return Some(Condition::Known(true));
        }
        let [one, other] = &self.factors;
        let root = (least - 1).min(MOST_PRODUCT).isqrt() + 1;
        let small = (1..root).flat_map(|value| {
            let quotient = (least + value - 1) / value;
            let pair = |own: &Term, more: &Term| all_of(vec![equal(own, value), above(more, quotient)]);
            [pair(one, other), pair(other, one)]
        });
        let both = all_of(vec![above(one, root), above(other, root)]);
        let all = small.chain([both]).collect();
        (least <= MOST_PRODUCT).then(|| one_of(all))
    }

    /// That it is a number.
    fn is(&self, number: i128) -> Option<Condition> {
        if number < 0 {
            return Some(Condition::Known(false));
        }
        let [one, other] = &self.factors;
        if number == 0 {
            return Some(one_of(vec![equal(one, 0), equal(other, 0)]));
        }
        let divisors = (1..=number.min(MOST_PRODUCT)).filter(|value| number % value == 0);
        let all = divisors.map(|value| all_of(vec![equal(one, value), equal(other, number / value)])).collect();
        (number <= MOST_PRODUCT).then(|| one_of(all))
    }
}

/// A comparison of a product of two natural numbers with a number.
fn product(part: &Condition, beside: &[Condition], heaps: usize) -> Option<Condition> {
    let [Condition::Compare(left, comparison @ (Comparison::AtMost | Comparison::Equal), right)] = &conjuncts(part)[..]
    else {
        return None;
    };
    let found = SmallProduct::of(left, right)?;
    let is_natural = |term: &Term| match term {
        Term::Variable(Variable::Coordinate(at)) => *at < heaps,
        own => least(own, beside).is_some_and(|least| 0 <= least),
    };
    if !found.factors.iter().all(is_natural) {
        return None;
    }
    // factor * product <= left
    let left = found.constant.checked_neg()?;
    let is_of_a_heap = found.factors.iter().any(Term::mentions_coordinates);
    if is_of_a_heap && MOST_OF_A_HEAP < (left / found.factor).saturating_abs() {
        return None;
    }
    match comparison {
        Comparison::Equal if left % found.factor == 0 => found.is(left / found.factor),
        Comparison::Equal => Some(Condition::Known(false)),
        _ if 0 < found.factor => found.at_most(left.div_euclid(found.factor)),
        _ => found.at_least(-(left.div_euclid(-found.factor))),
    }
}

/// A condition with an amount as a divisor of which others say that it has few values from 1 on: one of these.
fn divided(part: &Condition, beside: &[Condition]) -> Option<Condition> {
    let mut divisor = None;
    Part::Condition(part).walk(&mut |inner| {
        if let Part::Term(Term::Modulo(_, by) | Term::FloorDivide(_, by)) = inner
            && let Term::Variable(Variable::Amount(_)) = **by
        {
            divisor.get_or_insert_with(|| (**by).clone());
        }
        true
    });
    let divisor = divisor?;
    let (low, high) = (least(&divisor, beside)?, greatest(&divisor, beside)?);
    if low < 1 || MOST_DIVISORS <= high.checked_sub(low)? {
        return None;
    }
    let one = |value: i128| {
        let own = part.map_terms(&mut |term| (*term == divisor).then_some(Term::Constant(value)));
        all_of(vec![equal(&divisor, value), known(&own)])
    };
    Some(one_of((low..=high).map(one).collect()))
}

/// A condition in which numbers that are divided by a register have quotients and remainders that are numbers: one alternative for each divisor
/// up to the number, and one for those above it. `low` tells the least value of a coordinate that is a register. Cost: some comparisons for each such divisor.
#[must_use]
pub(super) fn with_numbers_divided(condition: &Condition, low: &dyn Fn(usize) -> Option<i64>) -> Condition {
    divided_within(condition, low, MOST_DIVIDED)
}

/// The same for so many numbers of one comparison, as each multiplies its alternatives.
fn divided_within(condition: &Condition, low: &dyn Fn(usize) -> Option<i64>, left: usize) -> Condition {
    let inner = |parts: &[Condition]| parts.iter().map(|part| divided_within(part, low, left)).collect();
    match condition {
        Condition::And(parts) => Condition::And(inner(parts)),
        Condition::Or(parts) => Condition::Or(inner(parts)),
        Condition::Not(part) => Condition::Not(Box::new(divided_within(part, low, left))),
        Condition::Compare(..) => number_divided(condition, low, left).unwrap_or_else(|| condition.clone()),
        Condition::Known(_) => condition.clone(),
    }
}

/// One comparison as such alternatives; `None` if no natural number is divided in it by what is known to be positive.
fn number_divided(part: &Condition, low: &dyn Fn(usize) -> Option<i64>, left: usize) -> Option<Condition> {
    let left = left.checked_sub(1)?;
    let mut found = None;
    Part::Condition(part).walk(&mut |inner| {
        if let Part::Term(Term::Modulo(number, by) | Term::FloorDivide(number, by)) = inner
            && let Term::Constant(number @ 0..) = **number
            && by.mentions_coordinates()
        {
            found.get_or_insert_with(|| (number, (**by).clone()));
        }
        true
    });
    let (number, by) = found?;
    let least = least_of(&by, low).filter(|least| 1 <= *least)?;
    let divisors = least..=number;
    if MOST_DIVISORS <= number.checked_sub(least)? {
        return None;
    }
    let with = |told: &dyn Fn(&Term) -> Option<i128>| {
        let own = part.map_terms(&mut |term| told(term).map(Term::Constant));
        divided_within(&known(&own), low, left)
    };
    let is_own = |term: &Term| matches!(term, Term::Constant(other) if *other == number);
    let below = |divisor: i128| {
        let own = with(&|term| match term {
            Term::Modulo(one, other) if **other == by && is_own(one) => Some(number % divisor),
            Term::FloorDivide(one, other) if **other == by && is_own(one) => Some(number / divisor),
            _ => None,
        });
        all_of(vec![equal(&by, divisor), own])
    };
    let beyond = with(&|term| match term {
        Term::Modulo(one, other) if **other == by && is_own(one) => Some(number),
        Term::FloorDivide(one, other) if **other == by && is_own(one) => Some(0),
        _ => None,
    });
    let beyond = all_of(vec![above(&by, number + 1), beyond]);
    Some(one_of(divisors.map(below).chain([beyond]).collect()))
}

/// The least value of a sum of positive multiples of registers and numbers.
fn least_of(term: &Term, low: &dyn Fn(usize) -> Option<i64>) -> Option<i128> {
    let mut parts = Vec::new();
    scaled_parts(term, 1, &mut parts);
    parts.into_iter().try_fold(0i128, |sum, (factor, part)| {
        let least = match part {
            Term::Constant(number) => number,
            Term::Variable(Variable::Coordinate(at)) if 0 <= factor => i128::from(low(at)?),
            _ => return None,
        };
        sum.checked_add(factor.checked_mul(least)?)
    })
}

/// The same where comparisons of numbers are known.
fn known(condition: &Condition) -> Condition {
    match condition {
        Condition::Compare(Term::Constant(left), comparison, Term::Constant(right)) => {
            Condition::Known(match comparison {
                Comparison::AtMost => left <= right,
                Comparison::Equal => left == right,
                Comparison::Different => left != right,
            })
        }
        Condition::Compare(..) => condition.clone(),
        Condition::And(parts) => all_of(parts.iter().map(known).collect()),
        Condition::Or(parts) => one_of(parts.iter().map(known).collect()),
        Condition::Not(inner) => not(known(inner)),
        Condition::Known(_) => condition.clone(),
    }
}

/// The least number that conditions let an amount be, of those that speak of it alone.
fn least(own: &Term, beside: &[Condition]) -> Option<i128> {
    said(own, beside, -1).into_iter().max()
}

/// The greatest such number.
fn greatest(own: &Term, beside: &[Condition]) -> Option<i128> {
    said(own, beside, 1).into_iter().min()
}

/// The numbers that bound an amount on one side: from above with 1.
fn said(own: &Term, beside: &[Condition], side: i128) -> Vec<i128> {
    let Term::Variable(Variable::Amount(amount)) = own else { return Vec::new() };
    let bounds = beside.iter().flat_map(conjuncts).filter_map(|part| bound(&part, *amount));
    bounds.filter(|bound| bound.0 == side).map(|bound| bound.1).collect()
}

fn all_of(parts: Vec<Condition>) -> Condition {
    if parts.contains(&Condition::Known(false)) {
        return Condition::Known(false);
    }
    Condition::And(parts.into_iter().filter(|part| *part != Condition::Known(true)).collect())
}

fn one_of(parts: Vec<Condition>) -> Condition {
    if parts.contains(&Condition::Known(true)) {
        return Condition::Known(true);
    }
    Condition::Or(parts.into_iter().filter(|part| *part != Condition::Known(false)).collect())
}

fn not(inner: Condition) -> Condition {
    if let Condition::Known(known) = inner { Condition::Known(!known) } else { Condition::Not(Box::new(inner)) }
}

fn equal(own: &Term, number: i128) -> Condition {
    Condition::Compare(own.clone(), Comparison::Equal, Term::Constant(number))
}

fn bounded(own: &Term, most: i128) -> Condition {
    Condition::Compare(own.clone(), Comparison::AtMost, Term::Constant(most))
}

fn above(own: &Term, least: i128) -> Condition {
    Condition::Compare(Term::Constant(least), Comparison::AtMost, own.clone())
}

#[cfg(test)]
mod tests;
