//! Turns a list into a linear recurrence whose coefficients are polynomials in k (a P-recursive, or holonomic, list).
use super::modular::{common, rational, residue, solve, times};
use super::{SequenceName, write};
use dashu_int::IBig;

/// Orders and degrees, the ones with fewer unknowns first.
const SHAPES: [(usize, usize); 9] = [(1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 2), (2, 3), (3, 2), (3, 3)];

/// Equations beyond the unknowns that a guess is made from.
const EXTRA: usize = 8;

/// Polynomials p0, ..., pr with p0(k) a(k) + ... + pr(k) a(k + r) = 0, the constant coefficients first.
type Polynomials = Vec<Vec<IBig>>;

/// The recurrence with the fewest unknowns that all terms satisfy.
pub(super) fn find(terms: &[IBig]) -> Option<SequenceName> {
    let residues: Vec<u64> = terms.iter().take(80).map(residue).collect();
    SHAPES.into_iter().find_map(|(order, degree)| {
        // One coefficient is a matter of scale.
        let unknowns = (order + 1) * (degree + 1) - 1;
        let used = order + unknowns;
        if terms.len() < used + 3 + unknowns / 3 {
            return None;
        }
        let found = (0..=degree).rev().find_map(|leading| guess(&residues, order, degree, leading))?;
        if !holds(terms, &found) {
            return None;
        }
        let name = format!("P-recursive sequence of order {order} and degree {degree}");
        Some(SequenceName::new(name, formula(&found, &terms[..order]), used, terms.len()))
    })
}

/// A solution where the polynomial of a(k + order) has the degree `leading`, and 1 as its first coefficient.
fn guess(residues: &[u64], order: usize, degree: usize, leading: usize) -> Option<Polynomials> {
    let columns: Vec<(usize, usize)> = (0..=order)
        .flat_map(|shift| (0..=degree).map(move |exponent| (shift, exponent)))
        .filter(|(shift, exponent)| *shift < order || *exponent < leading)
        .collect();
    let rows = (residues.len() - order).min(columns.len() + EXTRA);
    let entry = |k: usize, shift: usize, exponent: usize| {
        let k_residue = u64::try_from(k).expect("an index below 80");
        (0..exponent).fold(residues[k + shift], |product, _| times(product, k_residue))
    };
    let row = |k: usize| -> Vec<u64> {
        let mut row: Vec<u64> = columns.iter().map(|(shift, exponent)| entry(k, *shift, *exponent)).collect();
        row.push(entry(k, order, leading));
        row
    };
    let solution = solve((0..rows).map(row).collect(), columns.len())?;
    let ratios: Vec<_> = solution.into_iter().map(rational).collect::<Option<_>>()?;
    let (coefficients, denominator) = common(&ratios)?;
    let mut polynomials = vec![vec![IBig::ZERO; degree + 1]; order + 1];
    for ((shift, exponent), coefficient) in columns.iter().zip(coefficients) {
        polynomials[*shift][*exponent] = coefficient;
    }
    polynomials[order][leading] = -denominator;
    Some(polynomials)
}

/// Whether all terms satisfy it, and each is told by those before.
fn holds(terms: &[IBig], polynomials: &Polynomials) -> bool {
    let order = polynomials.len() - 1;
    (0..terms.len() - order).all(|k| {
        let values: Vec<IBig> = polynomials.iter().map(|polynomial| value(polynomial, k)).collect();
        let sum = values.iter().zip(&terms[k..]).fold(IBig::ZERO, |sum, (value, term)| sum + value * term);
        sum.is_zero() && !values[order].is_zero()
    })
}

fn value(polynomial: &[IBig], k: usize) -> IBig {
    polynomial.iter().rev().fold(IBig::ZERO, |sum, coefficient| sum * IBig::from(k) + coefficient)
}

fn formula(polynomials: &Polynomials, initial: &[IBig]) -> String {
    let order = polynomials.len() - 1;
    let parts: Vec<String> = polynomials
        .iter()
        .enumerate()
        .map(|(shift, polynomial)| {
            let sign = if shift == order { -IBig::ONE } else { IBig::ONE };
            let signed: Vec<IBig> = polynomial.iter().map(|coefficient| coefficient * &sign).collect();
            (shift, signed)
        })
        .filter(|(_, polynomial)| polynomial.iter().any(|coefficient| !coefficient.is_zero()))
        .map(|(shift, polynomial)| {
            let term = if shift == 0 { "a(k)".to_owned() } else { format!("a(k+{shift})") };
            format!("({})*{term}", write::polynomial(&polynomial, "k"))
        })
        .collect();
    let (last, rest) = parts.split_last().expect("the last polynomial is not zero");
    let rest = if rest.is_empty() { "0".to_owned() } else { rest.join(" + ") };
    format!("{last} = {rest}; a = {}", write::list(initial))
}
