//! Conditions that ask for the last amount by its remainders alone, as alternatives of these: `(n * i) mod 7 in {1, 2, 4}` is one for each
//! remainder of i, of which the position tells whether it may be left. Knows nothing of boards.
//!
//! Right because a sum or a product leaves the remainder that it leaves with congruent numbers in it, and a nim-sum does so by powers of 2:
//! with the least natural number that is congruent to the amount in its place, such a condition says the same.
use super::brief::IS_SMALL;
use super::unrolled::known;
use crate::ruleset::branch::{branches, scaled_parts, with_own_opaques};
use crate::ruleset::determined::conjuncts;
use crate::ruleset::last::Congruence;
use crate::ruleset::{Comparison, Condition, Move, Term, Variable, mentions};

/// The greatest number of remainders that become alternatives.
const MOST: i128 = 16;

/// Heaps and amounts of all boards are less, by far.
const MOST_NUMBER: i128 = 1 << 38;

/// What an alternative takes: the last amount, whose remainders are asked for.
struct Cycle<'a> {
    family: &'a Move,
    last: usize,
}

/// The same relation with an alternative for each remainder of the last amount; `None` where something would be left to test, or where nothing
/// is tested that a congruence does not say.
pub(super) fn by_remainders(family: &Move, coordinates: usize) -> Option<Move> {
    let last = family.amounts.len().checked_sub(1).filter(|_| !IS_SMALL)?;
    let cycle = Cycle { family, last };
    let (tests, mut others): (Vec<_>, Vec<_>) =
        conjuncts(&family.guard).into_iter().partition(|condition| cycle.period(condition).is_some());
    let period = tests.iter().try_fold(1, |period, test| common_period(period, cycle.period(test)?))?;
    if period == 1 || tests.iter().all(|test| is_congruence(test, last)) {
        return None;
    }
    others.push(Condition::Or((0..period).filter_map(|left| cycle.alternative(&tests, left, period)).collect()));
    let split = Move { guard: Condition::And(others), ..family.clone() };
    let all = branches(&split.guard, coordinates, family.amounts.len()).ok()?;
    let is_untested = all.into_iter().all(|branch| {
        let branch = with_own_opaques(branch, &family.targets);
        branch.residual.len() == 1 && Congruence::of(&branch).is_some()
    });
    is_untested.then_some(split)
}

/// The least number that is a multiple of two, if it is small.
fn common_period(own: i128, other: i128) -> Option<i128> {
    (1..=MOST).find(|all| all % own == 0 && all % other == 0)
}

/// Whether a condition is one congruence of an amount already.
fn is_congruence(condition: &Condition, last: usize) -> bool {
    let Condition::Compare(Term::Modulo(inner, _), Comparison::Equal, right) = condition else { return false };
    let mut parts = Vec::new();
    scaled_parts(inner, 1, &mut parts);
    let own = Term::Variable(Variable::Amount(last));
    let is_plain = |(factor, part): &(i128, Term)| *part == own && factor.abs() == 1 || !mentions(part, last);
    matches!(right, Term::Constant(_)) && parts.iter().all(is_plain)
}

impl Cycle<'_> {
    fn own(&self) -> Term {
        Term::Variable(Variable::Amount(self.last))
    }

    /// After how many numbers what a condition says of the last amount is the same again; `None` if it does not mention it, or is not.
    fn period(&self, condition: &Condition) -> Option<i128> {
        let mut mentions_it = false;
        condition.visit_variables(&mut |variable| mentions_it |= variable == Variable::Amount(self.last));
        mentions_it.then(|| self.period_of(condition)).flatten()
    }

    fn period_of(&self, condition: &Condition) -> Option<i128> {
        match condition {
            Condition::Known(_) => Some(1),
            Condition::Compare(left, _, right) => common_period(self.term(left)?, self.term(right)?),
            Condition::And(parts) | Condition::Or(parts) => {
                parts.iter().try_fold(1, |period, part| common_period(period, self.period_of(part)?))
            }
            Condition::Not(inner) => self.period_of(inner),
        }
    }

    /// The period of a term: that of the remainders which are all that it asks of the last amount.
    fn term(&self, term: &Term) -> Option<i128> {
        if !mentions(term, self.last) {
            return Some(1);
        }
        match term {
            Term::Modulo(inner, modulus) => match **modulus {
                Term::Constant(modulus @ 1..=MOST) if self.is_cyclic(inner, modulus) => Some(modulus),
                _ => None,
            },
            Term::Sum(parts) => parts.iter().try_fold(1, |period, part| common_period(period, self.term(part)?)),
            Term::Product(left, right) => common_period(self.term(left)?, self.term(right)?),
            _ => None,
        }
    }

    /// Whether congruent last amounts give congruent values of a term, none of which leaves the numbers that terms have.
    fn is_cyclic(&self, term: &Term, modulus: i128) -> bool {
        let parts_are = |parts: &[Term]| parts.iter().all(|part| self.is_sum_of_products(part, modulus));
        match term {
            Term::Sum(parts) => parts_are(parts) && bound(term).is_some(),
            _ => self.is_sum_of_products(term, modulus) && bound(term).is_some(),
        }
    }

    fn is_sum_of_products(&self, term: &Term, modulus: i128) -> bool {
        if !mentions(term, self.last) {
            return true;
        }
        match term {
            Term::Variable(_) => true,
            Term::Sum(parts) => parts.iter().all(|part| self.is_sum_of_products(part, modulus)),
            Term::Product(left, right) => {
                self.is_sum_of_products(left, modulus) && self.is_sum_of_products(right, modulus)
            }
            Term::Power(base, exponent) => {
                matches!(**exponent, Term::Constant(1..)) && self.is_sum_of_products(base, modulus)
            }
            Term::Xor(parts) => {
                let is_power = 0 < modulus && modulus & (modulus - 1) == 0;
                is_power && self.is_natural() && parts.iter().all(|part| self.is_natural_part(part))
            }
            _ => false,
        }
    }

    /// Whether the guard says that the last amount is natural.
    fn is_natural(&self) -> bool {
        let own = self.own();
        conjuncts(&self.family.guard).iter().any(|condition| {
            matches!(condition, Condition::Compare(Term::Constant(0..), Comparison::AtMost, amount) if *amount == own)
        })
    }

    /// Whether a part of a nim-sum is natural with the remainder of a natural amount in its place, if it was before: the amount itself, or a heap from
    /// which it is taken.
    fn is_natural_part(&self, part: &Term) -> bool {
        let own = self.own();
        if !mentions(part, self.last) || *part == own {
            return true;
        }
        let mut parts = Vec::new();
        scaled_parts(part, 1, &mut parts);
        let is_taken = |(factor, part): &(i128, Term)| {
            if *part == own { *factor == -1 } else { matches!(part, Term::Variable(Variable::Coordinate(_))) }
        };
        self.family.targets.contains(part) && parts.iter().all(is_taken)
    }

    /// What remains of some tests where the last amount leaves a remainder, with the congruence that it does; `None` if that is excluded.
    fn alternative(&self, tests: &[Condition], left: i128, period: i128) -> Option<Condition> {
        let own = self.own();
        let mut put = |part: &Term| (*part == own).then_some(Term::Constant(left));
        let tests: Vec<Condition> = tests.iter().map(|test| test.map_terms(&mut put).map_terms(&mut known)).collect();
        let less = Term::Sum(vec![own.clone(), Term::Constant(-left)]);
        let modulo = Term::Modulo(Box::new(less), Box::new(Term::Constant(period)));
        let mut all = vec![Condition::Compare(modulo, Comparison::Equal, Term::Constant(0))];
        for test in tests {
            if test.mentions_coordinates() || test.mentions_amounts() {
                all.push(as_one_number(test));
            } else if !test.holds(&[], &[]).ok()? {
                return None;
            }
        }
        Some(Condition::And(all))
    }
}

/// A condition on the position as an equation of one number, so that it makes no alternatives of its own.
fn as_one_number(condition: Condition) -> Condition {
    if matches!(condition, Condition::Compare(_, Comparison::Equal, _)) {
        return condition;
    }
    let number = Term::Cases(vec![(condition, Term::Constant(1)), (Condition::Known(true), Term::Constant(0))]);
    Condition::Compare(number, Comparison::Equal, Term::Constant(1))
}

/// A number that a term does not leave in absolute value, whatever heaps and amounts are; `None` where none is known, or it is too large.
fn bound(term: &Term) -> Option<i128> {
    match term {
        Term::Constant(number) => number.checked_abs(),
        Term::Variable(_) => Some(MOST_NUMBER),
        Term::Sum(parts) => parts.iter().try_fold(0i128, |sum, part| sum.checked_add(bound(part)?)),
        Term::Product(left, right) => bound(left)?.checked_mul(bound(right)?),
        Term::Power(base, exponent) => match **exponent {
            Term::Constant(exponent @ 1..) => bound(base)?.checked_pow(u32::try_from(exponent).ok()?),
            _ => None,
        },
        Term::Xor(parts) => bound(&Term::Sum(parts.clone()))?.checked_mul(2),
        Term::Modulo(_, by) | Term::FloorDivide(_, by) if !matches!(**by, Term::Constant(1..)) => None,
        Term::Modulo(_, by) => bound(by),
        Term::FloorDivide(above, _) => bound(above)?.checked_add(1),
        _ => None,
    }
}
