//! Remainders, quotients, nim-sums, roots, minima, maxima, common divisors and valuations as amounts of which some inequalities are known: `n mod k` is below k where k is
//! positive. What nothing satisfies in these numbers, nothing satisfies.
use crate::check::lower::fold;
use crate::ruleset::recursion::Recursion;
use crate::ruleset::{Comparison, Condition, NumberFunction, Part, Term, Variable};

/// Each case is an alternative of whatever is asked, and says that those before it do not hold.
const MOST_CASES: usize = 16;

/// The condition with an amount, from `amounts` on, in the place of each such term, and with what is known of it; how many amounts there
/// are then. `None` if there is no such term.
///
/// What is known is true of some number whatever the parts of a term are, since a term may have no value where another alternative holds.
pub(super) fn bounded_terms(condition: &Condition, amounts: usize) -> Option<(Condition, usize)> {
    let mut known = KnownTerms { terms: Vec::new(), facts: Vec::new(), amounts };
    let mut condition = condition.map_terms(&mut |term| known.named(term));
    if known.terms.is_empty() {
        return None;
    }
    let count = amounts + known.terms.len();
    known.facts.push(condition);
    condition = fold::and(known.facts);
    Some((condition, count))
}

/// The condition with an amount, from `amounts` on, in the place of each term of amounts that is not linear, of which nothing is known but
/// that it is the same wherever it stands: `k * k < n` and `n <= k * k` exclude each other. `None` if there is no such term.
pub(super) fn unknown_terms(condition: &Condition, amounts: usize) -> Option<(Condition, usize)> {
    // The explorer has a limit of bytes, and does without.
    if cfg!(target_arch = "wasm32") {
        return None;
    }
    let mut terms: Vec<Term> = Vec::new();
    let all = condition.map_terms(&mut |term| {
        let is_linear = match term {
            Term::Constant(_) | Term::Variable(_) | Term::Sum(_) => true,
            Term::Product(left, right) => {
                matches!((&**left, &**right), (Term::Constant(_), _) | (_, Term::Constant(_)))
            }
            other => !other.mentions_amounts(),
        };
        if is_linear {
            return None;
        }
        let at = terms.iter().position(|known| known == term).unwrap_or_else(|| {
            terms.push(term.clone());
            terms.len() - 1
        });
        Some(Term::Variable(Variable::Amount(amounts + at)))
    });
    (!terms.is_empty()).then_some((all, amounts + terms.len()))
}

struct KnownTerms {
    terms: Vec<Term>,
    facts: Vec<Condition>,
    amounts: usize,
}

impl KnownTerms {
    /// The amount in the place of a term whose parts have theirs; `None` if nothing is known of such terms.
    fn named(&mut self, term: &Term) -> Option<Term> {
        let term = match term {
            Term::Modulo(left, right) => Term::Modulo(Box::new(self.part(left)), Box::new(self.part(right))),
            Term::FloorDivide(left, right) if !matches!(**right, Term::Constant(1..)) => {
                Term::FloorDivide(Box::new(self.part(left)), Box::new(self.part(right)))
            }
            Term::Xor(parts) => Term::Xor(parts.iter().map(|part| self.part(part)).collect()),
            Term::SquareRoot(inner) => Term::SquareRoot(Box::new(self.part(inner))),
            Term::Min(parts) if !parts.is_empty() => Term::Min(parts.iter().map(|part| self.part(part)).collect()),
            Term::Max(parts) if !parts.is_empty() => Term::Max(parts.iter().map(|part| self.part(part)).collect()),
            Term::Number(function @ (NumberFunction::CommonDivisor | NumberFunction::Valuation), parts) => {
                Term::Number(*function, parts.iter().map(|part| self.part(part)).collect())
            }
            Term::Recursive(list, at) if is_list(list) => Term::Recursive(list.clone(), Box::new(self.part(at))),
            Term::Cases(cases) if cases.len() <= MOST_CASES && cases.iter().all(|(own, _)| is_clear(own)) => {
                Term::Cases(
                    cases
                        .iter()
                        .map(|(condition, own)| (condition.map_terms(&mut |inner| self.named(inner)), self.part(own)))
                        .collect(),
                )
            }
            // What is known of powers with simpler exponents is known elsewhere.
            Term::Power(base, exponent) if matches!(**base, Term::Constant(2..)) && !is_total(exponent) => {
                Term::Power(base.clone(), Box::new(self.part(exponent)))
            }
            _ => return None,
        };
        Some(self.amount_of(term, facts))
    }

    /// A part of such a term. One that may have no value is an amount of which nothing is known.
    fn part(&mut self, part: &Term) -> Term {
        let part = part.map(&mut |inner| self.named(inner));
        if is_total(&part) { part } else { self.amount_of(part, |_, _| Condition::Known(true)) }
    }

    fn amount_of(&mut self, term: Term, facts: impl Fn(&Term, &Term) -> Condition) -> Term {
        let at = self.terms.iter().position(|known| *known == term).unwrap_or_else(|| {
            let own = Term::Variable(Variable::Amount(self.amounts + self.terms.len()));
            self.facts.push(facts(&term, &own));
            self.terms.push(term);
            self.terms.len() - 1
        });
        Term::Variable(Variable::Amount(self.amounts + at))
    }
}

/// Whether a term has a value everywhere.
fn is_total(term: &Term) -> bool {
    let may_lack = &mut |part: Part<'_>| match part {
        Part::Term(Term::Number(function, _)) => !function.is_total(),
        Part::Term(Term::FloorDivide(_, divisor)) => !matches!(**divisor, Term::Constant(1..)),
        Part::Term(
            Term::Modulo(..)
            | Term::Xor(_)
            | Term::SquareRoot(_)
            | Term::Cases(_)
            | Term::Power(..)
            | Term::Recursive(..)
            | Term::Own(_)
            | Term::Grid(..)
            | Term::OwnGrid(_),
        ) => true,
        _ => false,
    };
    !Part::Term(term).any(may_lack)
}

/// Whether a recurrence is a list of numbers.
fn is_list(recursion: &Recursion) -> bool {
    !recursion.given.is_empty() && recursion.body == Term::Cases(Vec::new())
}

/// Whether what a condition compares is linear, or a remainder by a number of what is.
fn is_clear(condition: &Condition) -> bool {
    let is_clear = |term: &Term| match term {
        Term::Modulo(inner, by) => matches!(**by, Term::Constant(1..)) && is_total(inner),
        other => is_total(other),
    };
    match condition {
        Condition::Known(_) => true,
        Condition::Compare(left, _, right) => is_clear(left) && is_clear(right),
        Condition::And(parts) | Condition::Or(parts) => parts.iter().all(self::is_clear),
        Condition::Not(inner) => self::is_clear(inner),
    }
}

fn at_most(left: &Term, right: &Term) -> Condition {
    fold::compare(left.clone(), Comparison::AtMost, right.clone())
}

fn at_least(term: &Term, bound: i128) -> Condition {
    at_most(&Term::Constant(bound), term)
}

fn negative(term: &Term) -> Condition {
    at_most(term, &Term::Constant(-1))
}

/// What is known of the value of a term, if it has one.
fn facts(term: &Term, own: &Term) -> Condition {
    let plus = |left: &Term, right: &Term| Term::Sum(vec![left.clone(), right.clone()]);
    let below = |left: &Term, right: &Term| at_most(&plus(left, &Term::Constant(1)), right);
    match term {
        Term::Modulo(_, divisor) => fold::or(vec![
            fold::and(vec![at_least(divisor, 1), at_least(own, 0), below(own, divisor)]),
            fold::and(vec![negative(divisor), at_most(own, &Term::Constant(0)), below(divisor, own)]),
            fold::compare(divisor.as_ref().clone(), Comparison::Equal, Term::Constant(0)),
        ]),
        Term::FloorDivide(above, divisor) => fact_of_quotient(above, divisor, own),
        // No part is more than the others and the sum together: each is the nim-sum of these.
        Term::Xor(parts) => {
            let mut natural: Vec<Condition> = parts.iter().map(|part| at_least(part, 0)).collect();
            natural.push(at_least(own, 0));
            let all: Vec<&Term> = parts.iter().chain([own]).collect();
            for (at, part) in all.iter().enumerate() {
                let others = all.iter().enumerate().filter(|(other, _)| *other != at);
                let others = Term::Sum(others.map(|(_, other)| (*other).clone()).collect());
                natural.push(at_most(part, &others));
            }
            let mut any: Vec<Condition> = parts.iter().map(negative).collect();
            any.push(fold::and(natural));
            fold::or(any)
        }
        Term::SquareRoot(inner) => fold::or(vec![
            fold::and(vec![at_least(inner, 2), at_least(own, 1), below(own, inner)]),
            fold::and(vec![
                at_least(inner, 0),
                at_most(inner, &Term::Constant(1)),
                fold::compare(own.clone(), Comparison::Equal, inner.as_ref().clone()),
            ]),
            negative(inner),
        ]),
        Term::Min(parts) | Term::Max(parts) => fact_of_extreme(parts, own, matches!(term, Term::Min(_))),
        Term::Number(NumberFunction::CommonDivisor, parts) => fact_of_divisor(parts, own),
        // A power of b divides no smaller number than itself.
        Term::Number(NumberFunction::Valuation, parts) => {
            let less = |number: &Term| fold::or(vec![at_most(number, &Term::Constant(0)), below(own, number)]);
            fold::and(vec![at_least(own, 0), parts.last().map_or(Condition::Known(true), less)])
        }
        // A negative exponent has no value.
        Term::Power(..) => at_least(own, 1),
        Term::Recursive(list, _) => {
            let least = list.given.iter().map(|(_, value)| *value).min();
            least.map_or(Condition::Known(true), |least| at_least(own, least))
        }
        Term::Cases(cases) => fact_of_cases(cases, own),
        _ => Condition::Known(true),
    }
}

/// Of natural numbers: a divisor of 2 or more leaves half at most, and something of a number that is not less.
fn fact_of_quotient(above: &Term, divisor: &Term, own: &Term) -> Condition {
    let plus = |left: &Term, right: &Term| Term::Sum(vec![left.clone(), right.clone()]);
    let is_less = at_most(&plus(above, &Term::Constant(1)), divisor);
    fold::or(vec![
        fold::and(vec![
            at_least(divisor, 2),
            at_least(above, 0),
            at_least(own, 0),
            at_most(&plus(own, own), above),
            fold::or(vec![is_less, at_least(own, 1)]),
        ]),
        fold::and(vec![
            fold::compare(divisor.clone(), Comparison::Equal, Term::Constant(1)),
            fold::compare(own.clone(), Comparison::Equal, above.clone()),
        ]),
        at_most(divisor, &Term::Constant(0)),
        negative(above),
    ])
}

/// The value of the first case that holds, or none does.
fn fact_of_cases(cases: &[(Condition, Term)], own: &Term) -> Condition {
    let (mut any, mut earlier) = (Vec::new(), Vec::new());
    for (condition, term) in cases {
        let mut here = earlier.clone();
        here.push(condition.clone());
        here.push(fold::compare(own.clone(), Comparison::Equal, term.clone()));
        any.push(fold::and(here));
        earlier.push(fold::not(condition.clone()));
    }
    any.push(fold::and(earlier));
    fold::or(any)
}

/// One of the parts, and none is less, or none more.
fn fact_of_extreme(parts: &[Term], own: &Term, is_least: bool) -> Condition {
    let equal = |part: &Term| fold::compare(own.clone(), Comparison::Equal, part.clone());
    let bound = |part: &Term| if is_least { at_most(own, part) } else { at_most(part, own) };
    let mut all: Vec<Condition> = parts.iter().map(bound).collect();
    all.push(fold::or(parts.iter().map(equal).collect()));
    fold::and(all)
}

/// A divisor of all parts, and at least 1 unless all are 0.
fn fact_of_divisor(parts: &[Term], own: &Term) -> Condition {
    let of_part = |part: &Term| {
        let is_zero = fold::compare(part.clone(), Comparison::Equal, Term::Constant(0));
        let less = Term::Sum(vec![part.clone(), own.clone()]);
        fold::or(vec![
            is_zero,
            fold::and(vec![at_least(own, 1), at_most(own, part)]),
            fold::and(vec![at_least(own, 1), at_most(&less, &Term::Constant(0))]),
        ])
    };
    fold::and([at_least(own, 0)].into_iter().chain(parts.iter().map(of_part)).collect())
}

#[cfg(test)]
mod tests;
