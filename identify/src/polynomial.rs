//! Turns a list into the polynomial, or the polynomials one for each residue of k, that give it.
use super::term::{Closed, ClosedTerm};
use super::title::Title;
use super::{NameKind, PREDICTED, SequenceName, write};
use dashu_int::IBig;

/// Higher degrees say little about a list.
const DEGREE: usize = 12;
/// The residues that a quasi-polynomial may have.
const RESIDUES: usize = 12;

/// A polynomial that gives a list from some index on.
struct Fit {
    /// The first index it holds for.
    from: usize,
    /// Coefficients times the denominator, the constant one first.
    coefficients: Vec<IBig>,
    denominator: IBig,
}

impl Fit {
    fn degree(&self) -> usize {
        self.coefficients.len() - 1
    }

    /// The term of an index, if it is whole.
    fn at(&self, k: usize) -> Option<IBig> {
        let k = IBig::from(k);
        let sum = self.coefficients.iter().rev().fold(IBig::ZERO, |sum, coefficient| sum * &k + coefficient);
        exact(&sum, &self.denominator)
    }

    fn used(&self) -> usize {
        self.from + self.coefficients.len()
    }
}

/// A polynomial of degree 2 or more, or else a quasi-polynomial.
pub(super) fn find(terms: &[IBig]) -> Option<SequenceName> {
    polynomial(terms).or_else(|| quasi(terms))
}

fn polynomial(terms: &[IBig]) -> Option<SequenceName> {
    let fit = fit(terms, terms.len() / 3)?;
    let held_out = terms.len().checked_sub(fit.used())?;
    if fit.degree() < 2 || held_out < 2 + fit.degree() / 4 + fit.from {
        return None;
    }
    let (kind, name, term, shift) = match polygonal(&fit) {
        Some((name, term, shift)) => (NameKind::Other, name, term, shift),
        None => {
            let name = format!("polynomial of degree {}", fit.degree());
            (NameKind::Polynomial, name.into(), ClosedTerm::polynomial(&fit.coefficients, &fit.denominator), 0)
        }
    };
    let name = if fit.from == 0 { name } else { name.between("eventually ", "") };
    let closed = Closed { term, shift, from: fit.from };
    let next = (terms.len()..).take(PREDICTED).map_while(|k| fit.at(k));
    Some(SequenceName::closed(name, closed, fit.used(), terms.len()).of(kind).going_on(next))
}

/// The polynomial of least degree whose last differences agree with enough terms; at most `leading` terms are excepted.
fn fit(terms: &[IBig], leading: usize) -> Option<Fit> {
    let mut differences = terms.to_vec();
    // The last entry of each row of the difference table.
    let mut last = Vec::new();
    for degree in 0..=DEGREE {
        let end = differences.last()?.clone();
        let agreeing = differences.iter().rev().take_while(|one| **one == end).count();
        last.push(end);
        let from = differences.len() - agreeing;
        if from <= leading && degree + 2 + from < terms.len() && 3 <= agreeing {
            return Some(expand(&last, terms.len() - 1, from));
        }
        differences = differences.windows(2).map(|pair| &pair[1] - &pair[0]).collect();
    }
    None
}

/// Newton's backward formula: the sum of `last[i]` * C(k - end + i - 1, i), in powers of k.
fn expand(last: &[IBig], end: usize, from: usize) -> Fit {
    let mut denominator = IBig::ONE;
    for factor in 2..last.len() {
        denominator *= IBig::from(factor);
    }
    let mut coefficients = vec![IBig::ZERO; last.len()];
    let mut product = vec![IBig::ONE];
    let mut weight = denominator.clone();
    for (index, value) in last.iter().enumerate() {
        for (place, factor) in product.iter().enumerate() {
            coefficients[place] += factor * value * &weight;
        }
        // The next product has the further factor k - end + index, and the weight is d!/(index + 1)!.
        let root = IBig::from(index) - IBig::from(end);
        let mut next = vec![IBig::ZERO; product.len() + 1];
        for (place, factor) in product.iter().enumerate() {
            next[place] += factor * &root;
            next[place + 1] += factor;
        }
        product = next;
        weight /= IBig::from(index + 1);
    }
    write::reduce(&mut coefficients, &mut denominator);
    Fit { from, coefficients, denominator }
}

/// The s-gonal numbers P(s, n) = ((s - 2) n^2 - (s - 4) n)/2 for n = k + shift.
fn polygonal(fit: &Fit) -> Option<(Title, ClosedTerm, i128)> {
    let [constant, linear, square] = fit.coefficients.as_slice() else { return None };
    let two = IBig::from(2);
    // With step = s - 2: 2 a(k) = step k^2 + (2 step shift - (step - 2)) k + ...
    let step = exact(&(square * &two), &fit.denominator)?;
    let twice = exact(&(linear * &two), &fit.denominator)?;
    let constant = exact(constant, &fit.denominator)?;
    if step < IBig::ONE {
        return None;
    }
    let shift = exact(&(twice + &step - &two), &(&two * &step))?;
    let value = (&step * &shift * &shift - (&step - &two) * &shift) / &two;
    if value != constant {
        return None;
    }
    let sides = &step + &two;
    let name = match i64::try_from(&sides).ok() {
        Some(3) => Title::numbered("triangular numbers", "A000217"),
        Some(4) => Title::numbered("squares", "A000290"),
        Some(5) => Title::numbered("pentagonal numbers", "A000326"),
        Some(6) => Title::numbered("hexagonal numbers", "A000384"),
        Some(7) => Title::numbered("heptagonal numbers", "A000566"),
        Some(8) => Title::numbered("octagonal numbers", "A000567"),
        _ => format!("{sides}-gonal numbers").into(),
    };
    let mut halves = [IBig::ZERO, &two - &step, step];
    let mut denominator = two;
    write::reduce(&mut halves, &mut denominator);
    Some((name, ClosedTerm::polynomial(&halves, &denominator), i128::try_from(&shift).ok()?))
}

fn exact(number: &IBig, divisor: &IBig) -> Option<IBig> {
    (number % divisor).is_zero().then(|| number / divisor)
}

/// One polynomial for each residue of k, all of one degree between 2 and 4.
fn quasi(terms: &[IBig]) -> Option<SequenceName> {
    (2..=RESIDUES).find_map(|residues| {
        let classes: Vec<Vec<IBig>> =
            (0..residues).map(|first| terms.iter().skip(first).step_by(residues).cloned().collect()).collect();
        let fits: Vec<Fit> = classes.iter().map(|class| fit(class, 0)).collect::<Option<_>>()?;
        let degree = fits.iter().map(Fit::degree).max()?;
        let used = residues * (degree + 1);
        let held_out = terms.len().checked_sub(used)?;
        if !(2..=4).contains(&degree) || held_out < 2 + used / 3 || held_out < 2 * residues {
            return None;
        }
        let parts: Vec<String> = fits
            .iter()
            .enumerate()
            .map(|(first, fit)| {
                let formula = write::quotient(&fit.coefficients, &fit.denominator, "n");
                format!("a({}) = {formula}", index(residues, first))
            })
            .collect();
        let name = format!("quasi-polynomial of degree {degree} with period {residues}");
        let next =
            (terms.len()..).take(PREDICTED).map_while(|k| fits.get(k % residues).and_then(|fit| fit.at(k / residues)));
        Some(SequenceName::new(name, parts.join("; "), used, terms.len()).going_on(next))
    })
}

fn index(residues: usize, first: usize) -> String {
    if first == 0 { format!("{residues}n") } else { format!("{residues}n + {first}") }
}
