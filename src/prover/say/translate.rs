//! Terms and conditions of the IR as terms and formulas over naturals; knows nothing of claims.
//!
//! A term becomes a list of alternatives, exactly one of which applies: guards, variables that the guards determine, and a
//! linear (or floored, or nim-summed) term.
use super::exponents;
use super::polynomial::{linear_difference, linear_term};
use crate::prover::Obstacle;
use crate::ruleset::surds::without_rational_bounds;
use crate::ruleset::{self, Comparison, Condition};
use crate::value::Saturate;
use nimdsl_automata::{Integer, Natural, Presburger};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::num::NonZeroU32;

/// More alternatives of one term than this are not worked with.
const MOST_ALTERNATIVES: usize = 128;
/// Variables with a place of their own beside the heap that they belong to.
const BESIDE: u32 = 16;
/// Variables without such a place.
const FURTHER: u32 = 1 << 12;

/// What stands for a slot of the IR.
#[derive(Clone, Debug)]
pub(in crate::prover) enum SlotTerm {
    /// A number.
    Is(Integer),
    /// The exponent k of `base`, by the power `base^k` that a variable holds.
    Exponent(u32, Natural),
    /// The index k of a Fibonacci sequence, by the numbers `F(k)` and `F(k + 1)`.
    Fibonacci(Natural, Natural),
}

impl SlotTerm {
    /// That the variable of an exponent holds a power.
    pub(in crate::prover) fn power(&self) -> Option<Presburger> {
        let Self::Exponent(base, variable) = self else { return None };
        Some(Presburger::Power(Integer::from(*variable), *base))
    }
}

/// What coordinates and slots stand for.
#[derive(Clone, Debug, Default)]
pub(in crate::prover) struct Meaning {
    pub(in crate::prover) coordinates: Vec<Integer>,
    pub(in crate::prover) slots: BTreeMap<usize, SlotTerm>,
}

/// Hands out variables, each once, with names for messages.
#[derive(Debug, Default)]
pub(in crate::prover) struct VariableNames(RefCell<BTreeMap<u32, String>>);

impl VariableNames {
    /// A variable that nobody has, beside the heap `place`.
    pub(in crate::prover) fn beside(&self, place: usize, name: &str) -> Natural {
        let first = place.saturated::<u32>().saturating_mul(BESIDE);
        let mut taken = self.0.borrow_mut();
        let free = (first..first.saturating_add(BESIDE))
            .find(|number| first < FURTHER - BESIDE && !taken.contains_key(number))
            .unwrap_or_else(|| taken.last_key_value().map_or(FURTHER, |last| (*last.0 + 1).max(FURTHER)));
        taken.insert(free, name.to_owned());
        Natural(free)
    }

    /// A variable that nobody has.
    pub(in crate::prover) fn fresh(&self, name: &str) -> Natural {
        self.beside(usize::MAX, name)
    }

    /// All names, by the numbers of variables.
    pub(in crate::prover) fn all(&self) -> BTreeMap<u32, String> {
        self.0.borrow().clone()
    }

    /// Its name.
    pub(in crate::prover) fn of(&self, variable: Natural) -> String {
        self.0.borrow().get(&variable.0).cloned().unwrap_or_else(|| "a value".to_owned())
    }
}

/// A term under guards.
#[derive(Clone, Debug)]
pub(in crate::prover) struct Alternative {
    pub(in crate::prover) guards: Vec<Presburger>,
    pub(in crate::prover) fresh: Vec<Natural>,
    pub(in crate::prover) term: Integer,
}

impl Alternative {
    pub(super) fn plain(term: Integer) -> Self {
        Self { guards: Vec::new(), fresh: Vec::new(), term }
    }

    pub(super) fn with(&self, other: &Self, term: Integer) -> Self {
        let mut joined = self.clone();
        joined.guards.extend_from_slice(&other.guards);
        joined.fresh.extend_from_slice(&other.fresh);
        joined.term = term;
        joined
    }

    /// The formula that some condition on the term holds.
    pub(super) fn holds(self, atom: Presburger) -> Presburger {
        if self.guards.is_empty() {
            return atom;
        }
        let body = Presburger::and(self.guards.into_iter().chain([atom]));
        if self.fresh.is_empty() { body } else { Presburger::exists(self.fresh, body) }
    }
}

pub(super) type Alternatives = Result<Vec<Alternative>, Obstacle>;

pub(in crate::prover) fn cannot<T>(why: impl Into<String>) -> Result<T, Obstacle> {
    Err(Obstacle::Cannot(why.into()))
}

/// `term` as a number, if it is one.
pub(in crate::prover) fn known(term: &Integer) -> Option<i64> {
    if let Integer::Constant(value) = term { Some(*value) } else { None }
}

pub(super) fn times(term: Integer, factor: i64) -> Result<Integer, Obstacle> {
    Ok(match (term, factor) {
        (Integer::Constant(value), _) => match value.checked_mul(factor) {
            Some(product) => Integer::Constant(product),
            None => return cannot("a number is too large"),
        },
        (term, 1) => term,
        (_, 0) => Integer::Constant(0),
        (term, _) => term * factor,
    })
}

fn plus(left: Integer, right: Integer) -> Result<Integer, Obstacle> {
    Ok(match (left, right) {
        (Integer::Constant(a), Integer::Constant(b)) => match a.checked_add(b) {
            Some(sum) => Integer::Constant(sum),
            None => return cannot("a number is too large"),
        },
        (Integer::Constant(0), term) | (term, Integer::Constant(0)) => term,
        (left, right) => left + right,
    })
}

pub(super) fn positive(value: i64) -> Result<NonZeroU32, Obstacle> {
    match u32::try_from(value).ok().and_then(NonZeroU32::new) {
        Some(divisor) => Ok(divisor),
        None => cannot(format!("a divisor is {value}")),
    }
}

/// Terms and conditions in a scope.
#[derive(Clone, Copy, Debug)]
pub(in crate::prover) struct Translator<'a> {
    pub(in crate::prover) names: &'a VariableNames,
}

impl Translator<'_> {
    /// A condition as a formula.
    pub(in crate::prover) fn condition(self, condition: &Condition, scope: &Meaning) -> Result<Presburger, Obstacle> {
        let all =
            |parts: &[Condition]| parts.iter().map(|part| self.condition(part, scope)).collect::<Result<Vec<_>, _>>();
        Ok(match condition {
            Condition::Known(true) => Presburger::True,
            Condition::Known(false) => Presburger::False,
            Condition::And(parts) => {
                let parts = without_rational_bounds(parts).into_iter().map(|part| self.condition(part, scope));
                Presburger::And(parts.collect::<Result<_, _>>()?)
            }
            Condition::Or(parts) => Presburger::Or(all(parts)?),
            Condition::Not(inner) => self.condition(inner, scope)?.negated(),
            Condition::Compare(left, comparison, right) => {
                if let Some(squares) = self.squares(left, *comparison, right, scope)? {
                    return Ok(squares);
                }
                if let Some(powers) = scope.exponents(left, *comparison, right)? {
                    return Ok(powers);
                }
                self.compare(left, *comparison, right, scope)?
            }
        })
    }

    fn compare(
        self,
        left: &ruleset::Term,
        comparison: Comparison,
        right: &ruleset::Term,
        scope: &Meaning,
    ) -> Result<Presburger, Obstacle> {
        let sides = match (self.term(left, scope), self.term(right, scope)) {
            (Ok(left), Ok(right)) => (left, right),
            // Products may cancel.
            (Err(why), _) | (_, Err(why)) => match linear_difference(left, right) {
                Some(difference) => (self.term(&difference, scope)?, vec![Alternative::plain(Integer::Constant(0))]),
                None => return Err(why),
            },
        };
        let mut cases = Vec::new();
        for left in &sides.0 {
            for right in &sides.1 {
                let atom = relation(left.term.clone(), comparison, right.term.clone());
                cases.push(left.with(right, Integer::Constant(0)).holds(atom));
            }
        }
        Ok(one_of(cases))
    }

    /// Some condition on the value of a term.
    pub(in crate::prover) fn on(
        self,
        term: &ruleset::Term,
        scope: &Meaning,
        condition: impl Fn(Integer) -> Presburger,
    ) -> Result<Presburger, Obstacle> {
        let cases = self.term(term, scope)?.into_iter().map(|case| {
            let atom = condition(case.term.clone());
            case.holds(atom)
        });
        Ok(one_of(cases.collect()))
    }

    /// A condition on the values of several terms.
    pub(in crate::prover) fn on_all(
        self,
        terms: &[ruleset::Term],
        scope: &Meaning,
        condition: &dyn Fn(&[Integer]) -> Result<Presburger, Obstacle>,
    ) -> Result<Presburger, Obstacle> {
        let mut cases = vec![(Alternative::plain(Integer::Constant(0)), Vec::new())];
        for term in terms {
            let mut next = Vec::new();
            for case in self.term(term, scope)? {
                for (before, values) in &cases {
                    let values: Vec<Integer> = [values.as_slice(), std::slice::from_ref(&case.term)].concat();
                    next.push((before.with(&case, Integer::Constant(0)), values));
                }
            }
            cases = limited(next)?;
        }
        let mut made = Vec::new();
        for (case, values) in cases {
            let atom = condition(&values)?;
            made.push(case.holds(atom));
        }
        Ok(one_of(made))
    }

    /// The alternatives of a term.
    pub(in crate::prover) fn term(self, term: &ruleset::Term, scope: &Meaning) -> Alternatives {
        use ruleset::Term as T;
        match term {
            T::Constant(value) => match i64::try_from(*value) {
                Ok(value) if value.unsigned_abs() < 1 << 60 => Ok(vec![Alternative::plain(Integer::Constant(value))]),
                _ => cannot("a number is too large"),
            },
            T::Variable(ruleset::Variable::Coordinate(at)) => match scope.coordinates.get(*at) {
                Some(term) => Ok(vec![Alternative::plain(term.clone())]),
                None => cannot("a coordinate is missing"),
            },
            T::Variable(ruleset::Variable::Amount(slot)) => match scope.slots.get(slot) {
                Some(SlotTerm::Is(term)) => Ok(vec![Alternative::plain(term.clone())]),
                Some(_) => cannot("a variable is both an index or exponent and a number"),
                None => cannot("a variable is missing"),
            },
            T::Sum(parts) => self.folded(parts, scope, Integer::Constant(0), &plus),
            T::Product(left, right) => self.product(left, right, scope),
            T::FloorDivide(left, right) => self.divided(left, right, scope, false),
            T::Modulo(left, right) => {
                if let Some(digit) = self.digit(left, right, scope)? {
                    return Ok(digit);
                }
                self.divided(left, right, scope, true)
            }
            T::Min(parts) => self.reduced(parts, scope, &|a, b| Ok(a.min(b))),
            T::Max(parts) => self.reduced(parts, scope, &|a, b| Ok(a.max(b))),
            T::Xor(parts) => self.reduced(parts, scope, &|a, b| Ok(nim_sum(a, b))),
            T::SquareRoot(inner) => self.root(inner, scope),
            T::Cases(cases) => self.cases(cases, scope),
            T::Power(base, exponent) => self.power(base, exponent, scope),
            T::Recursive(recursion, argument) => self.recursive(recursion, argument, scope),
            T::Number(function, _) => cannot(format!("`{}` has no automaton", function.name())),
            T::Grid(grid, _) => cannot(format!("the recursion `{}` has no automaton", grid.name)),
            T::Own(_) | T::OwnGrid(_) => cannot("a recursion stands where it has no value"),
        }
    }

    fn folded(
        self,
        parts: &[ruleset::Term],
        scope: &Meaning,
        start: Integer,
        join: &dyn Fn(Integer, Integer) -> Result<Integer, Obstacle>,
    ) -> Alternatives {
        let mut all = vec![Alternative::plain(start)];
        for part in parts {
            all = pairs(&all, &self.term(part, scope)?, join)?;
        }
        Ok(all)
    }

    fn reduced(
        self,
        parts: &[ruleset::Term],
        scope: &Meaning,
        join: &dyn Fn(Integer, Integer) -> Result<Integer, Obstacle>,
    ) -> Alternatives {
        let Some((first, rest)) = parts.split_first() else { return cannot("nothing is folded") };
        let mut all = self.term(first, scope)?;
        for part in rest {
            all = pairs(&all, &self.term(part, scope)?, join)?;
        }
        Ok(all)
    }

    fn product(self, left: &ruleset::Term, right: &ruleset::Term, scope: &Meaning) -> Alternatives {
        let sides = (self.term(left, scope)?, self.term(right, scope)?);
        let product = pairs(&sides.0, &sides.1, &|a, b| match (known(&a), known(&b)) {
            (Some(factor), _) => times(b, factor),
            (_, Some(factor)) => times(a, factor),
            _ => cannot("a product of two variables has no automaton"),
        });
        // Differences of variables may be numbers.
        let whole = ruleset::Term::Product(Box::new(left.clone()), Box::new(right.clone()));
        if matches!(product, Err(Obstacle::Cannot(_)))
            && let Some(linear) = linear_term(&whole)
        {
            return self.term(&linear, scope);
        }
        product
    }

    fn divided(self, left: &ruleset::Term, right: &ruleset::Term, scope: &Meaning, remainder: bool) -> Alternatives {
        pairs(&self.term(left, scope)?, &self.term(right, scope)?, &|a, b| {
            let Some(divisor) = known(&b) else {
                return cannot("a division by something that is not a number has no automaton");
            };
            // floor(a / -d) = floor(-a / d), and a mod -d = -(-a mod d).
            let (a, sign) = if divisor < 0 { (times(a, -1)?, -1) } else { (a, 1) };
            let divisor = positive(divisor.saturating_abs())?;
            if let Some(value) = known(&a) {
                let by = i64::from(divisor.get());
                let (quotient, rest) = (value.div_euclid(by), value.rem_euclid(by));
                return times(
                    Integer::Constant(if remainder { rest } else { quotient }),
                    if remainder { sign } else { 1 },
                );
            }
            if remainder { times(a.modulo(divisor), sign) } else { Ok(a.floor_by(divisor)) }
        })
    }

    fn cases(self, cases: &[(Condition, ruleset::Term)], scope: &Meaning) -> Alternatives {
        let mut all = Vec::new();
        let mut earlier = Vec::new();
        for (guard, value) in cases {
            let guard = self.condition(guard, scope)?;
            for mut alternative in self.term(value, scope)? {
                alternative.guards.extend(earlier.iter().cloned());
                alternative.guards.push(guard.clone());
                all.push(alternative);
            }
            earlier.push(guard.negated());
        }
        limited(all)
    }

    /// A value of a recursion: a combination of Fibonacci numbers, or an entry of a list.
    fn recursive(
        self,
        recursion: &ruleset::recursion::Recursion,
        argument: &ruleset::Term,
        scope: &Meaning,
    ) -> Alternatives {
        if let Some((slot, shift)) = exponents::shifted_slot(argument)
            && let Some(SlotTerm::Fibonacci(here, next)) = scope.slots.get(&slot)
        {
            let Some([a, b]) = exponents::fibonacci_coefficients(recursion, shift) else {
                return cannot(format!("`{}` is not a sequence of Fibonacci numbers", recursion.name));
            };
            return Ok(vec![Alternative::plain(plus(
                times(Integer::from(*here), a)?,
                times(Integer::from(*next), b)?,
            )?)]);
        }
        let mut all = Vec::new();
        for argument in self.term(argument, scope)? {
            let value =
                |at: i128| recursion.at(at).ok().and_then(|value| i64::try_from(value).ok()).map(Integer::Constant);
            match known(&argument.term) {
                Some(at) => {
                    let Some(term) = value(i128::from(at)) else {
                        return cannot(format!("`{}` has no value at {at}", recursion.name));
                    };
                    all.push(Alternative { term, ..argument });
                }
                None if exponents::is_list(recursion) => {
                    for (at, _) in &recursion.given {
                        let (Some(term), Ok(at)) = (value(*at), i64::try_from(*at)) else {
                            return cannot("a number is too large");
                        };
                        let mut case = argument.clone();
                        case.guards.push(Presburger::equal(argument.term.clone(), at));
                        case.term = term;
                        all.push(case);
                    }
                }
                None => return cannot(format!("the recursion `{}` has no automaton", recursion.name)),
            }
        }
        limited(all)
    }
}

fn nim_sum(a: Integer, b: Integer) -> Integer {
    match (known(&a), known(&b)) {
        (Some(a), Some(b)) if 0 <= a && 0 <= b => Integer::Constant(a ^ b),
        (Some(0), _) => b,
        (_, Some(0)) => a,
        _ => a.xor(b),
    }
}

/// How two terms compare.
pub(in crate::prover) fn relation(left: Integer, comparison: Comparison, right: Integer) -> Presburger {
    if let (Some(a), Some(b)) = (known(&left), known(&right)) {
        let holds = match comparison {
            Comparison::AtMost => a <= b,
            Comparison::Equal => a == b,
            Comparison::Different => a != b,
        };
        return if holds { Presburger::True } else { Presburger::False };
    }
    match comparison {
        Comparison::AtMost => Presburger::at_most(left, right),
        Comparison::Equal => Presburger::equal(left, right),
        Comparison::Different => Presburger::differs(left, right),
    }
}

fn pairs(
    left: &[Alternative],
    right: &[Alternative],
    join: &dyn Fn(Integer, Integer) -> Result<Integer, Obstacle>,
) -> Alternatives {
    let mut all = Vec::new();
    for first in left {
        for second in right {
            all.push(first.with(second, join(first.term.clone(), second.term.clone())?));
        }
    }
    limited(all)
}

pub(super) fn limited<T>(all: Vec<T>) -> Result<Vec<T>, Obstacle> {
    if MOST_ALTERNATIVES < all.len() { cannot("a term has too many cases") } else { Ok(all) }
}

pub(super) fn one_of(mut cases: Vec<Presburger>) -> Presburger {
    if cases.len() == 1 { cases.swap_remove(0) } else { Presburger::Or(cases) }
}
