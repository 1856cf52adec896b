//! What a test of several amounts says of an earlier one alone: for `b * c <= n` with b <= c, that `b * b <= n`. Knows no operations.
//!
//! Right because a sum does not fall with an amount that occurs only in products of natural numbers that are added: with a number below it in its
//! place the sum is no greater.
use crate::ruleset::branch::{Branch, scaled_parts};
use crate::ruleset::linear::{Inequality, infeasible};
use crate::ruleset::{Comparison, Condition, Term, Variable, mentions};

/// Conditions on an amount and earlier ones that follow from one that mentions later ones.
pub(super) fn relaxed(branch: &Branch, condition: &Condition, amount: usize) -> Vec<Condition> {
    let signs: &[i128] = match condition {
        Condition::Compare(_, Comparison::AtMost, _) => &[1],
        Condition::Compare(_, Comparison::Equal, _) => &[1, -1],
        _ => &[],
    };
    let Condition::Compare(left, _, right) = condition else { return Vec::new() };
    let followed = |sign: &i128| {
        let mut parts = Vec::new();
        scaled_parts(left, *sign, &mut parts);
        scaled_parts(right, -sign, &mut parts);
        let mut sum = sum_of(parts);
        for later in (amount + 1..branch.amounts).rev().filter(|later| mentions(&sum, *later)).collect::<Vec<_>>() {
            sum = without(branch, &sum, (later, amount))?;
        }
        let mut is_early = mentions(&sum, amount);
        sum.visit_variables(&mut |variable| is_early &= !matches!(variable, Variable::Amount(own) if amount < own));
        is_early.then_some(Condition::Compare(sum, Comparison::AtMost, Term::Constant(0)))
    };
    signs.iter().filter_map(followed).collect()
}

fn sum_of(parts: Vec<(i128, Term)>) -> Term {
    let scaled = |(scale, part)| match scale {
        1 => part,
        scale => Term::Product(Box::new(Term::Constant(scale)), Box::new(part)),
    };
    Term::Sum(parts.into_iter().map(scaled).collect())
}

/// A sum with what is below an amount in its place; `None` if it may fall with the amount, or nothing is known below it.
fn without(branch: &Branch, sum: &Term, (later, amount): (usize, usize)) -> Option<Term> {
    let below = below(branch, later, amount)?;
    let mut parts = Vec::new();
    scaled_parts(sum, 1, &mut parts);
    let rises =
        |(scale, part): &(i128, Term)| !mentions(part, later) || 0 < *scale && is_made_of_naturals(branch, part);
    let own = Term::Variable(Variable::Amount(later));
    parts.iter().all(rises).then(|| sum.map(&mut |part| (*part == own).then(|| below.clone())))
}

/// An earlier amount that is at most another one, the one that is asked for if possible; or else a natural number.
fn below(branch: &Branch, later: usize, amount: usize) -> Option<Term> {
    let first = branch.coordinates + branch.opaques.len();
    let others = [amount].into_iter().chain((0..amount).rev());
    let is_below = |early: usize| {
        // early - later >= 1
        let mut above = Inequality::zero(branch.variables());
        (above.coefficients[first + early], above.coefficients[first + later], above.constant) = (-1, 1, 1);
        is_impossible(branch, above)
    };
    let early = others.filter(|early| is_natural(branch, *early)).find(|early| is_below(*early));
    let least = || {
        let rows = branch.inequalities.iter().filter(|row| row.coefficients[first + later] == -1);
        let alone = rows.filter(|row| row.coefficients.iter().filter(|factor| **factor != 0).count() == 1);
        alone.map(|row| row.constant).max().filter(|least| 0 <= *least).map(Term::Constant)
    };
    early.map(|early| Term::Variable(Variable::Amount(early))).or_else(least)
}

fn is_natural(branch: &Branch, amount: usize) -> bool {
    let mut negative = Inequality::zero(branch.variables());
    (negative.coefficients[branch.coordinates + branch.opaques.len() + amount], negative.constant) = (1, 1);
    is_impossible(branch, negative)
}

fn is_impossible(branch: &Branch, row: Inequality) -> bool {
    let rows: Vec<_> = branch.inequalities.iter().cloned().chain([row]).collect();
    infeasible(&rows, branch.variables())
}

/// Whether a term is made of amounts that are natural, and natural numbers, by sums, products and powers.
fn is_made_of_naturals(branch: &Branch, term: &Term) -> bool {
    let is_made = |part: &Term| is_made_of_naturals(branch, part);
    match term {
        Term::Constant(number) => 0 <= *number,
        Term::Variable(Variable::Amount(amount)) => is_natural(branch, *amount),
        Term::Sum(parts) => parts.iter().all(is_made),
        Term::Product(left, right) => is_made(left) && is_made(right),
        Term::Power(base, exponent) => is_made(base) && matches!(**exponent, Term::Constant(1..)),
        _ => false,
    }
}
