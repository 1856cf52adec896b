//! Which quotients of polynomials by a number are whole, whatever the variables are. Knows nothing of trees and faults.
use super::fold::{self, FoldFailure};
use crate::ruleset::{Term, Variable};

/// Residues that are tried, at most.
const MOST_RESIDUES: u32 = 20_000;

/// Whether a positive number divides the value of a polynomial wherever its variables are whole numbers: as at all of their residues.
pub(super) fn is_always_whole(polynomial: &Term, divisor: i128) -> bool {
    let mut variables: Vec<Variable> = Vec::new();
    polynomial.visit_variables(&mut |variable| {
        if !variables.contains(&variable) {
            variables.push(variable);
        }
    });
    let Ok(divisor) = u32::try_from(divisor) else { return false };
    let count = variables.iter().try_fold(1_u32, |count, _| count.checked_mul(divisor));
    let Some(count) = count.filter(|count| divisor.max(*count) <= MOST_RESIDUES) else { return false };
    (0..count).all(|choice| remainder(polynomial, divisor, (&variables, choice)) == Some(0))
}

/// The remainder of a polynomial at residues of its variables, if it is one: the digits of a number are the residues.
fn remainder(term: &Term, divisor: u32, residues: (&[Variable], u32)) -> Option<u32> {
    let of = |term: &Term| remainder(term, divisor, residues);
    Some(match term {
        Term::Constant(value) => u32::try_from(value.rem_euclid(divisor.into())).ok()?,
        Term::Variable(variable) => {
            let before = residues.0.iter().take_while(|other| *other != variable);
            before.fold(residues.1, |rest, _| rest / divisor) % divisor
        }
        Term::Sum(parts) => parts.iter().try_fold(0, |sum, part| Some((sum + of(part)?) % divisor))?,
        // Residues are so small that products fit.
        Term::Product(left, right) => of(left)? * of(right)? % divisor,
        _ => return None,
    })
}

/// Such a quotient as a sum: what is a multiple of the number as it is written is divided, and the rest rounded down, which changes
/// nothing. So `x - k * (k + 1) / 2` is `x - floor(k * (k + 1) / 2)`.
pub(super) fn quotient(polynomial: Term, divisor: i128) -> Result<Term, FoldFailure> {
    let (mut divided, mut rest, mut sign) = (Vec::new(), Vec::new(), -1);
    for part in if let Term::Sum(parts) = polynomial { parts } else { vec![polynomial] } {
        let factor = match &part {
            Term::Constant(value) => *value,
            Term::Product(left, _) => {
                if let Term::Constant(value) = **left {
                    value
                } else {
                    1
                }
            }
            _ => 1,
        };
        match part {
            Term::Constant(value) if factor % divisor == 0 => divided.push(Term::Constant(value / divisor)),
            Term::Product(_, other) if factor % divisor == 0 => {
                divided.push(fold::product(Term::Constant(factor / divisor), *other)?);
            }
            part => {
                sign = if 0 < factor { 1 } else { sign };
                rest.push(part);
            }
        }
    }
    let rest = fold::product(Term::Constant(sign), fold::sum(rest)?)?;
    divided.push(fold::product(Term::Constant(sign), fold::floor_divide(rest, Term::Constant(divisor))?)?);
    fold::sum(divided)
}
