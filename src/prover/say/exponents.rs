//! How terms use a variable: as a number, as an exponent, as the index of a Fibonacci sequence; and which terms are squares.
use crate::prover::Obstacle;
use crate::ruleset::recursion::Recursion;
use crate::ruleset::statement::{Formula, Value};
use crate::ruleset::{Condition, Move, Part, Term, Variable};

/// What a slot is used for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::prover) struct Usage {
    /// As a number.
    pub(in crate::prover) number: bool,
    /// As an exponent of these numbers.
    pub(in crate::prover) bases: Vec<i128>,
    /// As the index of a Fibonacci sequence.
    pub(in crate::prover) fibonacci: bool,
}

/// The slot and the constant of `slot + constant`.
pub(in crate::prover) fn shifted_slot(term: &Term) -> Option<(usize, i64)> {
    match term {
        Term::Variable(Variable::Amount(slot)) => Some((*slot, 0)),
        Term::Sum(parts) => match parts.as_slice() {
            [Term::Variable(Variable::Amount(slot)), Term::Constant(shift)]
            | [Term::Constant(shift), Term::Variable(Variable::Amount(slot))] => {
                Some((*slot, i64::try_from(*shift).ok()?))
            }
            _ => None,
        },
        _ => None,
    }
}

/// `radicand * (factor * side)^2`: the radicand is 1 or no square, and has no small square divisors.
pub(in crate::prover) fn square(term: &Term) -> Option<(i64, i64, &Term)> {
    let (mut radicand, side) = multiple_of_square(term)?;
    let root = radicand.isqrt();
    if root * root == radicand {
        return Some((1, root, side));
    }
    let mut factor = 1;
    for divisor in 2..100 {
        while radicand % (divisor * divisor) == 0 {
            radicand /= divisor * divisor;
            factor *= divisor;
        }
    }
    Some((radicand, factor, side))
}

/// `max(m - 1, 0)` where m is a multiple of a square, and no square itself but for 0: floor(sqrt(m - 1)) = floor(sqrt(m)) if m is
/// positive.
pub(in crate::prover) fn irrational_square(term: &Term) -> Option<&Term> {
    let Term::Max(parts) = term else { return None };
    let [Term::Sum(sum), Term::Constant(0)] = parts.as_slice() else { return None };
    let [inner, Term::Constant(-1)] = sum.as_slice() else { return None };
    square(inner).is_some_and(|known| known.0 != 1).then_some(inner)
}

/// `constant * side^2` with a positive constant.
fn multiple_of_square(term: &Term) -> Option<(i64, &Term)> {
    let mut factors = Vec::new();
    let mut constant: i128 = 1;
    let mut stack = vec![term];
    while let Some(term) = stack.pop() {
        match term {
            Term::Product(left, right) => stack.extend([&**left, &**right]),
            Term::Constant(value) => constant = constant.checked_mul(*value)?,
            Term::Power(base, exponent) if **exponent == Term::Constant(2) => factors.extend([&**base, &**base]),
            other => factors.push(other),
        }
    }
    let constant = i64::try_from(constant).ok().filter(|constant| 0 < *constant)?;
    let [first, second] = factors.as_slice() else { return None };
    (first == second).then_some((constant, *first))
}

/// Whether a recursion is a list of values.
pub(in crate::prover) fn is_list(recursion: &Recursion) -> bool {
    matches!(&recursion.body, Term::Cases(cases) if cases.is_empty())
}

/// The coefficients a, b with `sequence(k + shift) = a F(k) + b F(k + 1)`, if the sequence obeys Fibonacci's recurrence.
pub(in crate::prover) fn fibonacci_coefficients(recursion: &Recursion, shift: i64) -> Option<[i64; 2]> {
    if !is_fibonacci(recursion) {
        return None;
    }
    // Two values that are known determine all; the recurrence is run to the indices 0 and 1 and on to the shift.
    let first = *recursion.given.iter().map(|(at, _)| at).min()?;
    let mut here = recursion.at(first).ok()?;
    let mut next = recursion.at(first.checked_add(1)?).ok()?;
    for _ in 0..first.unsigned_abs().min(64) {
        if 0 < first {
            (here, next) = (next.checked_sub(here)?, here);
        } else {
            (here, next) = (next, here.checked_add(next)?);
        }
    }
    for _ in 0..shift.unsigned_abs().min(64) {
        if 0 < shift {
            (here, next) = (next, here.checked_add(next)?);
        } else {
            (here, next) = (next.checked_sub(here)?, here);
        }
    }
    // s(k) = s(0) F(k - 1) + s(1) F(k), and F(k - 1) = F(k + 1) - F(k).
    Some([i64::try_from(next.checked_sub(here)?).ok()?, i64::try_from(here).ok()?])
}

/// Whether the body is the sum of the two values before, from two given neighbours on.
fn is_fibonacci(recursion: &Recursion) -> bool {
    let Term::Sum(parts) = &recursion.body else { return false };
    let before = |by: i128| {
        let argument = Term::Sum(vec![Term::Variable(Variable::Coordinate(0)), Term::Constant(-by)]);
        Term::Own(Box::new(argument))
    };
    let both = [before(1), before(2)];
    let mut given: Vec<i128> = recursion.given.iter().map(|given| given.0).collect();
    given.sort_unstable();
    parts.len() == 2
        && both.iter().all(|part| parts.contains(part))
        && given.len() == 2
        && given[1] == given[0] + 1
        && given[0].unsigned_abs() < 64
}

/// How the parts of a formula use a slot.
pub(in crate::prover) fn usage_in_formula(formula: &Formula, slot: usize) -> Usage {
    let mut usage = Usage::default();
    usage.note(Part::Formula(formula), slot);
    usage
}

/// How a family uses a slot.
pub(in crate::prover) fn usage_in_family(element: &[Value], condition: Option<&Formula>, slot: usize) -> Usage {
    let mut usage = Usage::default();
    for value in element {
        value.lookups.iter().for_each(|lookup| usage.note(Part::Lookup(lookup), slot));
        usage.note(Part::Term(&value.term), slot);
    }
    if let Some(condition) = condition {
        usage.note(Part::Formula(condition), slot);
    }
    usage
}

/// How a move uses an amount.
pub(in crate::prover) fn usage_in_move(family: &Move, amount: usize) -> Usage {
    let mut usage = Usage::default();
    usage.note(Part::Condition(&family.guard), amount);
    family.targets.iter().for_each(|target| usage.note(Part::Term(target), amount));
    usage
}

/// Whether a comparison bounds amounts: exponents may be bounded by their powers.
fn is_bound(left: &Term, right: &Term) -> bool {
    let is_plain = |term: &Term| {
        let mut plain = true;
        Part::Term(term).walk(&mut |part| {
            plain &= match part {
                Part::Term(Term::Variable(variable)) => matches!(variable, Variable::Amount(_)),
                Part::Term(term) => matches!(term, Term::Constant(_) | Term::Sum(_) | Term::Product(..)),
                _ => false,
            };
            plain
        });
        plain
    };
    !cfg!(target_arch = "wasm32") && is_plain(left) && is_plain(right)
}

impl Usage {
    /// The number whose exponent it is, if it is one and nothing else.
    pub(in crate::prover) fn base(&self, name: &str) -> Result<Option<u32>, Obstacle> {
        let why = match self.bases.as_slice() {
            [] => return Ok(None),
            [_] if self.number || self.fibonacci => {
                format!("`{name}` is an exponent and occurs outside of powers: no automaton knows both")
            }
            [base] => match u32::try_from(*base) {
                Ok(base) => return Ok(Some(base)),
                Err(_) => format!("{base} is too large a base"),
            },
            _ => format!("`{name}` is an exponent of two numbers"),
        };
        Err(Obstacle::Cannot(why))
    }

    /// Adds how a part uses a slot.
    fn note(&mut self, part: Part<'_>, slot: usize) {
        let own = |term: &Term| shifted_slot(term).is_some_and(|found| found.0 == slot);
        part.walk(&mut |part| {
            match part {
                Part::Condition(Condition::Compare(left, _, right)) if is_bound(left, right) => return false,
                Part::Term(Term::Variable(variable)) => self.number |= *variable == Variable::Amount(slot),
                Part::Term(Term::Power(base, exponent)) => match (&**base, own(exponent)) {
                    (Term::Constant(base), true) if 1 < *base => {
                        if !self.bases.contains(base) {
                            self.bases.push(*base);
                        }
                        return false;
                    }
                    _ => {}
                },
                Part::Term(Term::Recursive(recursion, argument)) if own(argument) && is_fibonacci(recursion) => {
                    self.fibonacci = true;
                    return false;
                }
                _ => {}
            }
            true
        });
    }
}
