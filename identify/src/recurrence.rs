//! Turns a list into its shortest linear recurrence with constant coefficients, and names the well-known ones.
use super::closed::{self, ClosedFormula};
use super::famous::known;
use super::modular::{common, rational, residue, shortest_recurrence};
use super::term::Closed;
use super::{NameKind, PREDICTED, SequenceName, write};
use dashu_int::IBig;
use dashu_int::ops::BitTest;

/// The longest recurrence that is looked for.
const ORDER: usize = 40;

/// A recurrence, and whether the sequence is one that people have named.
pub(super) struct NamedRecurrence {
    pub(super) hit: SequenceName,
    pub(super) well_known: bool,
}

/// The recurrence of a list, if enough terms agree with it, with what it says of the next ones.
pub(super) fn find(terms: &[IBig]) -> Option<NamedRecurrence> {
    let (found, coefficients, denominator) = read(terms)?;
    let mut all = terms[terms.len() - coefficients.len()..].to_vec();
    for _ in 0..PREDICTED {
        let sum = coefficients.iter().zip(all.iter().rev()).fold(IBig::ZERO, |sum, (c, term)| sum + c * term);
        if !(&sum % &denominator).is_zero() {
            break;
        }
        all.push(sum / &denominator);
    }
    let hit = found.hit.going_on(all.into_iter().skip(coefficients.len()));
    Some(NamedRecurrence { hit, ..found })
}

/// A linear recurrence with whole coefficients: that of the most recent term first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WholeRecurrence {
    /// As many as it has terms on its right side; the last one is not 0.
    pub coefficients: Vec<IBig>,
    /// It starts from the terms from this place on.
    pub from: usize,
}

/// The shortest linear recurrence of a list, if its coefficients are whole and enough further terms agree with it.
///
/// ```
/// use dashu_int::IBig;
/// let terms: Vec<IBig> = [7, 0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55].into_iter().map(IBig::from).collect();
/// let found = nimdsl_identify::whole_recurrence(&terms).expect("Fibonacci numbers after a 7");
/// assert_eq!((found.coefficients, found.from), (vec![IBig::ONE, IBig::ONE], 1));
/// ```
#[must_use]
pub fn whole_recurrence(terms: &[IBig]) -> Option<WholeRecurrence> {
    let (_, coefficients, denominator) = read(terms)?;
    let reach = coefficients.iter().rposition(|c| !c.is_zero())? + 1;
    let from = coefficients.len() - reach;
    let coefficients = coefficients.into_iter().take(reach).collect();
    (denominator == IBig::ONE).then_some(WholeRecurrence { coefficients, from })
}

/// The same without them, with its coefficients over a denominator.
fn read(terms: &[IBig]) -> Option<(NamedRecurrence, Vec<IBig>, IBig)> {
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
        && let Some(found) = known(terms, &coefficients)
    {
        let formula = format!("{formula}; index n = {}", write::shifted("k", found.shift));
        let hit = SequenceName::new(found.name(), formula, used, terms.len());
        return Some((NamedRecurrence { hit, well_known: true }, coefficients, denominator));
    }
    if held_out < least(terms, order) || terms_are_shorter(terms, &coefficients, &denominator) {
        return None;
    }
    if denominator == IBig::ONE
        && order == reach
        && let Some(closed) = closed::find(terms, &coefficients)
    {
        let total = terms.len();
        let hit = match closed.formula {
            ClosedFormula::Whole(term) => SequenceName::closed(closed.name, Closed::always(term), used, total),
            ClosedFormula::Beside(rule) => SequenceName::new(closed.name, format!("{formula}; {rule}"), used, total),
        };
        return Some((NamedRecurrence { hit, well_known: false }, coefficients, denominator));
    }
    let name = if order == reach {
        format!("linear recurrence of order {order}")
    } else {
        format!("linear recurrence of order {reach} from term {} on", order - reach)
    };
    let hit = SequenceName::new(name, formula, used, terms.len()).of(NameKind::Recurrence);
    Some((NamedRecurrence { hit, well_known: false }, coefficients, denominator))
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
