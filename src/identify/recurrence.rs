//! Turns a list into its shortest linear recurrence with constant coefficients, and names the well-known ones.
use super::closed::{self, multiple, times};
use super::modular::{common, rational, residue, shortest_recurrence};
use super::{Hit, write};
use dashu_int::IBig;
use dashu_int::ops::BitTest;

/// The longest recurrence that is looked for.
const ORDER: usize = 40;

/// A recurrence, and whether the sequence is one that people have named.
pub(super) struct Found {
    pub(super) hit: Hit,
    pub(super) well_known: bool,
}

/// A named sequence by its recurrence: coefficients, the first terms, name, OEIS number.
struct Known(&'static [i64], &'static [i64], &'static str, &'static str);

const KNOWN: [Known; 31] = [
    Known(&[1, 1], &[0, 1], "Fibonacci numbers", "A000045"),
    Known(&[1, 1], &[2, 1], "Lucas numbers", "A000032"),
    Known(&[2, 1], &[0, 1], "Pell numbers", "A000129"),
    Known(&[2, 1], &[2, 2], "companion Pell numbers", "A002203"),
    Known(&[2, 1], &[1, 1], "numerators of the convergents of sqrt(2)", "A001333"),
    Known(&[1, 2], &[0, 1], "Jacobsthal numbers", "A001045"),
    Known(&[1, 2], &[2, 1], "Jacobsthal-Lucas numbers", "A014551"),
    Known(&[1, 1, 1], &[0, 0, 1], "Tribonacci numbers", "A000073"),
    Known(&[1, 1, 1, 1], &[0, 0, 0, 1], "Tetranacci numbers", "A000078"),
    Known(&[1, 1, 1, 1, 1], &[0, 0, 0, 0, 1], "Pentanacci numbers", "A001591"),
    Known(&[1, 0, 1], &[1, 1, 1], "Narayana's cows sequence", "A000930"),
    Known(&[0, 1, 1], &[1, 0, 0], "Padovan numbers", "A000931"),
    Known(&[0, 1, 1], &[3, 0, 2], "Perrin numbers", "A001608"),
    Known(&[3, -1], &[0, 1], "Fibonacci numbers of even index", "A001906"),
    Known(&[3, -1], &[1, 1], "Fibonacci numbers of odd index", "A001519"),
    Known(&[3, -1], &[2, 3], "Lucas numbers of even index", "A005248"),
    Known(&[3, -1], &[1, 4], "Lucas numbers of odd index", "A002878"),
    Known(&[3, 1], &[0, 1], "bronze Fibonacci numbers", "A006190"),
    Known(&[2, 0, -1], &[0, 0, 1], "Fibonacci numbers minus 1", "A000071"),
    Known(&[2, 0, -1], &[0, 1, 3], "Fibonacci numbers minus 2", "A001911"),
    Known(&[2, 0, -1], &[1, 1, 3], "Leonardo numbers", "A001595"),
    Known(&[3, -1, -1], &[1, 3, 8], "partial sums of the Pell numbers", "A048739"),
    Known(&[3, -2], &[2, 3], "powers of 2 plus 1", "A000051"),
    Known(&[4, -1], &[0, 1], "a(n) = 4*a(n-1) - a(n-2) from 0, 1", "A001353"),
    Known(&[4, -1], &[1, 2], "a(n) = 4*a(n-1) - a(n-2) from 1, 2", "A001075"),
    Known(&[4, -1], &[1, 1], "a(n) = 4*a(n-1) - a(n-2) from 1, 1", "A001835"),
    Known(&[6, -1], &[0, 1], "square roots of the square triangular numbers", "A001109"),
    Known(&[6, -1], &[1, 3], "Chebyshev polynomials T(n, 3)", "A001541"),
    Known(&[6, -1], &[1, 7], "NSW numbers", "A002315"),
    Known(&[6, -1], &[0, 2], "Pell numbers of even index", "A001542"),
    Known(&[35, -35, 1], &[0, 1, 36], "square triangular numbers", "A001110"),
];

/// The recurrence of a list, if enough terms agree with it.
pub(super) fn find(terms: &[IBig]) -> Option<Found> {
    let prefix = &terms[..terms.len().min(3 * ORDER)];
    let residues: Vec<u64> = prefix.iter().map(residue).collect();
    let guess = shortest_recurrence(&residues, ORDER.min(terms.len() / 2))?;
    let order = guess.len();
    let ratios: Vec<_> = guess.into_iter().map(rational).collect::<Option<_>>()?;
    let (coefficients, denominator) = common(&ratios)?;
    let reach = coefficients.iter().rposition(|c| !c.is_zero())? + 1;
    // The first `order` terms are given, and `reach` coefficients are fixed by the next.
    let used = order + reach;
    let held_out = terms.len().checked_sub(used)?;
    if held_out < 3 || !holds(terms, &coefficients, &denominator, order) {
        return None;
    }
    let formula = formula(&coefficients, &denominator, &terms[..order]);
    if denominator == IBig::ONE
        && order == reach
        && let Some((name, shift)) = known(terms, &coefficients)
    {
        let formula = format!("{formula}; index n = {}", write::shifted("k", shift));
        return Some(Found { hit: Hit::new(name, formula, used, terms.len()), well_known: true });
    }
    if held_out < least(terms, order) || terms_are_shorter(terms, &coefficients, &denominator) {
        return None;
    }
    if denominator == IBig::ONE
        && order == reach
        && let Some(closed) = closed::find(terms, &coefficients)
    {
        let formula =
            if closed.formula.starts_with("a(k)") { closed.formula } else { format!("{formula}; {}", closed.formula) };
        return Some(Found { hit: Hit::new(closed.name, formula, used, terms.len()), well_known: false });
    }
    let name = if order == reach {
        format!("linear recurrence of order {order}")
    } else {
        format!("linear recurrence of order {reach} from term {} on", order - reach)
    };
    Some(Found { hit: Hit::new(name, formula, used, terms.len()), well_known: false })
}

/// Held-out terms that are asked for: a list of small numbers, such as a stretch of a Sturmian word, meets many
/// recurrences by chance.
fn least(terms: &[IBig], order: usize) -> usize {
    let length = terms.last().map_or(0, BitTest::bit_len);
    if order < length { 3 + order / 2 } else { 3 + 2 * order }
}

/// Whether writing the coefficients takes more than writing the terms.
fn terms_are_shorter(terms: &[IBig], coefficients: &[IBig], denominator: &IBig) -> bool {
    let length = |numbers: &[IBig]| numbers.iter().map(|number| number.bit_len() + 1).sum::<usize>();
    length(&terms[coefficients.len()..]) < length(coefficients) + denominator.bit_len()
}

fn holds(terms: &[IBig], coefficients: &[IBig], denominator: &IBig, order: usize) -> bool {
    let nonzero: Vec<(usize, &IBig)> =
        coefficients.iter().enumerate().filter(|(_, c)| !c.is_zero()).map(|(back, c)| (back + 1, c)).collect();
    (order..terms.len()).all(|place| {
        let sum = nonzero.iter().fold(IBig::ZERO, |sum, (back, c)| sum + *c * &terms[place - back]);
        sum == &terms[place] * denominator
    })
}

fn formula(coefficients: &[IBig], denominator: &IBig, initial: &[IBig]) -> String {
    let parts: Vec<(IBig, String)> =
        coefficients.iter().enumerate().map(|(back, c)| (c.clone(), format!("a(k-{})", back + 1))).collect();
    let sum = write::over(&write::sum(&parts), denominator);
    format!("a(k) = {sum} for {} <= k; a = {}", initial.len(), write::list(initial))
}

/// The named sequence that a list is a stretch of, a multiple included, with the index of its first term.
pub(super) fn known(terms: &[IBig], coefficients: &[IBig]) -> Option<(String, i128)> {
    let order = coefficients.len();
    let largest = terms.get(..order)?.iter().map(BitTest::bit_len).max()?;
    let same = |known: &&Known| {
        known.0.len() == order && known.0.iter().zip(coefficients).all(|(left, right)| IBig::from(*left) == *right)
    };
    for Known(rule, first, name, number) in KNOWN.iter().filter(same) {
        let mut window: Vec<IBig> = first.iter().map(|term| IBig::from(*term)).collect();
        let mut shift = 0;
        while window.iter().all(|term| term.bit_len() <= largest + 1) || shift < 12 {
            if let Some(multiple) = multiple(&terms[..order], &window) {
                return Some((format!("{}{name} ({number})", times(&multiple)), shift));
            }
            let next = rule
                .iter()
                .enumerate()
                .fold(IBig::ZERO, |sum, (back, c)| sum + IBig::from(*c) * &window[order - 1 - back]);
            window.remove(0);
            window.push(next);
            shift += 1;
        }
    }
    None
}
