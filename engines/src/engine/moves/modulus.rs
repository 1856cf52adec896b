//! After how many steps conditions with remainders repeat. Knows nothing of moves.
use crate::ruleset::{Condition, Term};
use num_integer::gcd;

const LARGEST_MODULUS: i128 = 720;

/// After how many steps the tested conditions repeat.
pub(in crate::engine) fn modulus(residual: &[Condition]) -> Result<i64, String> {
    let mut modulus: i128 = 1;
    for condition in residual {
        let Condition::Compare(left, _, right) = strip_not(condition) else {
            return Err("its condition is not linear".to_owned());
        };
        for side in [left, right] {
            match side {
                Term::Modulo(_, divisor) if side.mentions_amounts() => match **divisor {
                    Term::Constant(divisor) if divisor != 0 && linear(side) => {
                        modulus = modulus / gcd(modulus, divisor.abs()) * divisor.abs();
                    }
                    _ => return Err("its condition is not linear".to_owned()),
                },
                _ if side.mentions_amounts() => return Err("its condition is not linear".to_owned()),
                _ => {}
            }
        }
        if LARGEST_MODULUS < modulus {
            return Err(format!("it repeats only after more than {LARGEST_MODULUS} steps"));
        }
    }
    Ok(i64::try_from(modulus).expect("it is small, and each factor was looked at"))
}

fn strip_not(condition: &Condition) -> &Condition {
    match condition {
        Condition::Not(inner) => strip_not(inner),
        other => other,
    }
}

/// Whether a remainder is one of a sum of multiples of amounts.
fn linear(term: &Term) -> bool {
    match term {
        Term::Modulo(inner, _) => linear(inner),
        Term::Constant(_) | Term::Variable(_) => true,
        Term::Sum(parts) => parts.iter().all(|part| !matches!(part, Term::Modulo(..)) && linear(part)),
        Term::Product(left, right) => match (&**left, &**right) {
            (Term::Constant(_), other) | (other, Term::Constant(_)) => {
                !matches!(other, Term::Modulo(..)) && linear(other)
            }
            _ => false,
        },
        _ => false,
    }
}
