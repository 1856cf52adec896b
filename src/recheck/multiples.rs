//! Moves that take any multiple of one number from another, `y -> y - k * x`: no automaton knows `k * x`, but the largest multiples leave the
//! remainder of the division, a number of which only bounds need be known. Decides nothing.
//!
//! Let a move with one amount k leave e - k d, for linear forms e and d of the position. Where 1 <= d and s d <= e, the amount floor(e / d) - s leaves
//! r + s d, with the remainder r of e by d. So the game with r in a further register, and with the moves to r and r + d as far
//! as the guard allows them, has no moves that the game has not.
use super::polynomial::Polynomial;
use crate::ruleset::{Comparison, Condition, Move, Register, Ruleset, Term, Variable};

#[cfg(test)]
mod tests;

/// So many of the smallest multiples are told apart from larger ones.
const SMALLEST: i128 = 2;
/// So many of the largest multiples are taken.
const LARGEST: i128 = 2;
/// Quotients at which the remainder is said exactly.
const SMALL_QUOTIENTS: i128 = 2;

/// A division of linear forms of the position.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Division {
    whole: Term,
    divisor: Term,
}

/// A move that takes multiples, with its amount.
struct TakenMultiple {
    whole: Polynomial,
    divisor: Polynomial,
    amount: Variable,
    /// The least amount that its guard allows.
    least: i128,
}

impl TakenMultiple {
    /// What a family takes multiples of: it has one amount, and some target is e - k d.
    fn of(family: &Move) -> Option<Self> {
        let amount = Variable::Amount(0);
        if family.amounts.len() != 1 || !family.more.is_empty() {
            return None;
        }
        let taken = family.targets.iter().find_map(|target| {
            let (whole, factor) = Polynomial::of(target)?.by_powers(amount)?;
            let divisor = Polynomial::number(0).plus(-1, &factor)?;
            let is_taken = whole.linear().is_some() && !divisor.linear()?.0.is_empty();
            is_taken.then_some((whole, divisor))
        });
        let (whole, divisor) = taken?;
        let mut own = Self { whole, divisor, amount, least: 0 };
        own.least = own.bounds(&family.guard).into_iter().max()?;
        Some(own)
    }

    fn division(&self) -> Option<Division> {
        Some(Division { whole: linear_term(&self.whole)?, divisor: linear_term(&self.divisor)? })
    }

    /// Numbers that the amount is not less than where a guard holds.
    fn bounds(&self, guard: &Condition) -> Vec<i128> {
        if let Some(plain) = without_negation(guard) {
            return self.bounds(&plain);
        }
        match guard {
            Condition::And(parts) => parts.iter().flat_map(|part| self.bounds(part)).collect(),
            Condition::Compare(left, Comparison::AtMost, right) => self.bound(left, right).into_iter().collect(),
            _ => Vec::new(),
        }
    }

    /// The least amount for which a term without coordinates is at most another, if it is for all larger ones.
    fn bound(&self, left: &Term, right: &Term) -> Option<i128> {
        let (rest, factor) = difference(left, right)?.by_powers(self.amount)?;
        let (rest, factor) = (rest.linear()?, factor.linear()?);
        let falls = rest.0.is_empty() && factor.0.is_empty() && factor.1 < 0;
        let (number, fall) = (i128::from(rest.1), -i128::from(factor.1));
        falls.then(|| (number + fall - 1).div_euclid(fall))
    }

    /// A linear term with a given number in the place of the amount times the divisor; none if it has the amount besides.
    fn with_taken(&self, term: &Polynomial, taken: &Polynomial) -> Option<Term> {
        let (rest, factor) = term.by_powers(self.amount)?;
        linear_term(&rest.plus(factor.multiple_of(&self.divisor)?, taken)?)
    }

    /// The same of a guard. Bounds of the amount by numbers are left out, and parts that are no linear comparisons, if `is_part` allows it.
    fn guard(&self, guard: &Condition, taken: &Polynomial, is_part: bool) -> Option<Condition> {
        if let Some(plain) = without_negation(guard) {
            return self.guard(&plain, taken, is_part);
        }
        match guard {
            Condition::And(parts) => {
                let parts = parts.iter().map(|part| self.guard(part, taken, is_part));
                Some(Condition::And(parts.collect::<Option<_>>()?))
            }
            Condition::Compare(left, comparison, right) => {
                let own = difference(left, right).and_then(|difference| self.with_taken(&difference, taken));
                let is_bound = *comparison == Comparison::AtMost && self.bound(left, right).is_some();
                match own {
                    Some(term) => Some(Condition::Compare(term, *comparison, constant(0))),
                    None => (is_part || is_bound).then_some(Condition::Known(true)),
                }
            }
            Condition::Known(known) => Some(Condition::Known(*known)),
            Condition::Or(_) | Condition::Not(_) => is_part.then_some(Condition::Known(true)),
        }
    }

    /// The move where the amount times the divisor is a given number, if besides some condition holds.
    fn taking(&self, family: &Move, taken: &Polynomial, (is_part, besides): (bool, Vec<Condition>)) -> Option<Move> {
        let targets = family.targets.iter().map(|target| self.with_taken(&Polynomial::of(target)?, taken));
        let targets = targets.collect::<Option<_>>()?;
        let own = self.guard(&family.guard, taken, is_part)?;
        let guard = Condition::And(std::iter::once(own).chain(besides).collect());
        Some(Move { targets, guard, ..family.clone() })
    }

    /// The move with the largest amount but so many.
    fn largest(&self, family: &Move, lacking: i128, remainder: Variable) -> Option<Move> {
        let taken = self.whole.plus(-1, &Polynomial::variable(remainder))?.plus(-lacking, &self.divisor)?;
        let reached = Polynomial::number(0).plus(self.least.max(0).checked_add(lacking)?, &self.divisor)?;
        let divides = at_most(constant(1), linear_term(&self.divisor)?);
        let fits = at_most(linear_term(&reached)?, linear_term(&self.whole)?);
        let own = self.taking(family, &taken, (false, vec![divides, fits]))?;
        Some(Move { amounts: Vec::new(), ..own })
    }

    /// The move with an amount that is a number.
    fn exact(&self, family: &Move, amount: i128) -> Move {
        let replace = &mut |term: &Term| (*term == Term::Variable(self.amount)).then(|| constant(amount));
        let targets = family.targets.iter().map(|target| target.map(replace)).collect();
        Move { amounts: Vec::new(), targets, guard: family.guard.map_terms(replace), ..family.clone() }
    }

    /// A move that leads at least where the move leads with an amount that is not less than a number: its amount stands for all that is taken.
    fn more(&self, family: &Move, amount: i128) -> Option<Move> {
        let divisor = linear_term(&self.divisor)?;
        let least = Polynomial::number(0).plus(amount, &self.divisor)?;
        let is_more = at_most(linear_term(&least)?, Term::Variable(self.amount));
        let is_negative = at_most(divisor, constant(-1));
        self.taking(family, &Polynomial::variable(self.amount), (true, vec![Condition::Or(vec![is_negative, is_more])]))
    }
}

/// `b + 1 <= a` in the place of `not a <= b`, which is what `b < a` is read as; `None` for anything else.
fn without_negation(guard: &Condition) -> Option<Condition> {
    let Condition::Not(inner) = guard else { return None };
    let Condition::Compare(left, Comparison::AtMost, right) = &**inner else { return None };
    Some(at_most(Term::Sum(vec![right.clone(), constant(1)]), left.clone()))
}

/// What a move takes multiples of, if that is all that it does with its amount.
fn multiples(family: &Move) -> Option<TakenMultiple> {
    let multiple = TakenMultiple::of(family)?;
    let remainder = Variable::Coordinate(family.targets.len());
    multiple.largest(family, 0, remainder).map(|_| multiple)
}

/// A game whose moves are known in part.
#[derive(Debug)]
pub(crate) struct Approximated {
    /// With moves that lead at least where those of the game do.
    pub(crate) more: Ruleset,
    /// With registers behind the others for the remainders of divisions, and with moves that the game has, too. For each position of the game there
    /// are numbers in these registers with which it is one of this game.
    pub(crate) fewer: Ruleset,
}

/// Two games that tell where moves lead that take multiples; none if there are no such moves.
pub(crate) fn approximated(ruleset: &Ruleset) -> Option<Approximated> {
    // The explorer has a limit of bytes, and does without.
    if cfg!(target_arch = "wasm32") || ruleset.breaks() || 0 < ruleset.blocking {
        return None;
    }
    let first = ruleset.heaps.len() + ruleset.registers.len();
    let mut divisions: Vec<Division> = Vec::new();
    let (mut more, mut fewer) = (Vec::new(), Vec::new());
    for family in &ruleset.moves {
        let Some(multiple) = multiples(family) else {
            more.push(family.clone());
            fewer.push(family.clone());
            continue;
        };
        let division = multiple.division()?;
        let known = divisions.iter().position(|known| *known == division);
        let remainder = Variable::Coordinate(first + known.unwrap_or(divisions.len()));
        if known.is_none() {
            divisions.push(division);
        }
        let end = multiple.least.checked_add(SMALLEST)?;
        let exact: Vec<Move> = (multiple.least..end).map(|amount| multiple.exact(family, amount)).collect();
        more.extend(exact.iter().cloned().chain([multiple.more(family, end)?]));
        fewer.extend(exact.into_iter().chain((0..LARGEST).filter_map(|at| multiple.largest(family, at, remainder))));
    }
    if divisions.is_empty() {
        return None;
    }
    let remainders = (first..).zip(&divisions).map(|(at, division)| division.known_of_remainder(at));
    let positions = Condition::And(std::iter::once(ruleset.positions.clone()).chain(remainders).collect());
    let kept = (first..).take(divisions.len()).map(|at| Term::Variable(Variable::Coordinate(at)));
    for family in &mut fewer {
        family.targets.extend(kept.clone());
    }
    let own = (1..=divisions.len()).map(|at| Register {
        name: format!("remainder {at}"),
        low: 0,
        high: None,
        shown: None,
        start: None,
    });
    let registers = ruleset.registers.iter().cloned().chain(own).collect();
    Some(Approximated {
        more: Ruleset { moves: more, ..ruleset.clone() },
        fewer: Ruleset { moves: fewer, registers, positions, ..ruleset.clone() },
    })
}

impl Division {
    /// What is known of the remainder, which stands at a place behind the position: it is less than the divisor, and the whole less by a multiple of that.
    fn known_of_remainder(&self, at: usize) -> Condition {
        let Self { whole, divisor } = self;
        let remainder = Term::Variable(Variable::Coordinate(at));
        let times = |number: i128| Term::Product(Box::new(constant(number)), Box::new(divisor.clone()));
        let less = |left: Term, right: Term| at_most(Term::Sum(vec![left, constant(1)]), right);
        let left = |number: i128| Term::Sum(vec![remainder.clone(), times(number)]);
        let mut known = vec![less(remainder.clone(), divisor.clone())];
        for quotient in 0..SMALL_QUOTIENTS {
            // The quotient is smaller, it is this, or it is larger.
            known.push(Condition::Or(vec![
                less(whole.clone(), times(quotient)),
                Condition::Compare(left(quotient), Comparison::Equal, whole.clone()),
                at_most(left(quotient + 1), whole.clone()),
            ]));
        }
        let is_none = Condition::And(vec![
            Condition::Or(vec![less(divisor.clone(), constant(1)), less(whole.clone(), constant(0))]),
            Condition::Compare(remainder, Comparison::Equal, constant(0)),
        ]);
        Condition::Or(vec![is_none, Condition::And(known)])
    }
}

const fn constant(number: i128) -> Term {
    Term::Constant(number)
}

fn at_most(left: Term, right: Term) -> Condition {
    Condition::Compare(left, Comparison::AtMost, right)
}

fn difference(left: &Term, right: &Term) -> Option<Polynomial> {
    Polynomial::of(left)?.plus(-1, &Polynomial::of(right)?)
}

/// A linear form as a term.
fn linear_term(form: &Polynomial) -> Option<Term> {
    let (parts, number) = form.linear()?;
    let product = |(variable, factor): &(Variable, i64)| {
        let factor = constant(i128::from(*factor));
        Term::Product(Box::new(factor), Box::new(Term::Variable(*variable)))
    };
    let parts = parts.iter().map(product).chain([constant(i128::from(number))]);
    Some(Term::Sum(parts.collect()))
}
