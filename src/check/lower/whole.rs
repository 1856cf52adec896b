//! Which quotients of polynomials by a number are whole, whatever the variables are. Knows nothing of trees and faults.
use super::fold::{self, FoldFailure};
use crate::ruleset::{Term, Variable};

/// Residues that are tried, at most.
const MOST_RESIDUES: i128 = 20_000;

/// Whether a positive number divides the value of a polynomial wherever its variables are whole numbers: as at all of their residues.
pub(super) fn is_always_whole(polynomial: &Term, divisor: i128) -> bool {
    let mut variables: Vec<Variable> = Vec::new();
    polynomial.visit_variables(&mut |variable| {
        if !variables.contains(&variable) {
            variables.push(variable);
        }
    });
    let width = u32::try_from(variables.len()).ok();
    let count = width.and_then(|width| divisor.checked_pow(width)).filter(|count| *count <= MOST_RESIDUES);
    count.is_some_and(|count| {
        (0..count).all(|choice| {
            let residue = |own: Variable| {
                let before = variables.iter().take_while(|other| **other != own).count();
                (0..before).fold(choice, |rest, _| rest / divisor) % divisor
            };
            remainder(polynomial, divisor, &residue) == Some(0)
        })
    })
}

/// Such a quotient as a sum: what is a multiple of the number as it is written is divided, and the rest rounded down, which changes
/// nothing. So `x - k * (k + 1) / 2` is `x - floor(k * (k + 1) / 2)`.
pub(super) fn quotient(polynomial: Term, divisor: i128) -> Result<Term, FoldFailure> {
    let (mut divided, mut rest, mut sign) = (Vec::new(), Vec::new(), -1);
    for part in if let Term::Sum(parts) = polynomial { parts } else { vec![polynomial] } {
        let (factor, other) = match part {
            Term::Constant(value) => (value, Term::Constant(1)),
            Term::Product(left, right) => match *left {
                Term::Constant(value) => (value, *right),
                left => (1, Term::Product(Box::new(left), right)),
            },
            part => (1, part),
        };
        if factor % divisor == 0 {
            divided.push(fold::product(Term::Constant(factor / divisor), other)?);
        } else {
            sign = if 0 < factor { 1 } else { sign };
            rest.push(fold::product(Term::Constant(factor), other)?);
        }
    }
    let rest = fold::product(Term::Constant(sign), fold::sum(rest)?)?;
    divided.push(fold::product(Term::Constant(sign), fold::floor_divide(rest, Term::Constant(divisor))?)?);
    fold::sum(divided)
}

/// The remainder of a polynomial at residues of its variables, if it is one.
fn remainder(term: &Term, divisor: i128, residue: &dyn Fn(Variable) -> i128) -> Option<i128> {
    let of = |term: &Term| remainder(term, divisor, residue);
    let value = match term {
        Term::Constant(value) => *value,
        Term::Variable(variable) => residue(*variable),
        Term::Sum(parts) => parts.iter().try_fold(0, |sum, part| Some((sum + of(part)?) % divisor))?,
        Term::Product(left, right) => of(left)?.checked_mul(of(right)?)?,
        _ => return None,
    };
    Some(value.rem_euclid(divisor))
}
