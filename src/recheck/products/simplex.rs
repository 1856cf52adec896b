//! Whether fractions satisfy inequalities `form <= 0`: the simplex method with bounds (Dutertre and de Moura 2006), the first unknown that fits
//! being taken each time, so that it ends (Bland 1977). Knows nothing of what the inequalities say.
use super::forms::IntegerForm;
use crate::recheck::spent::CheckEffort;
use num_integer::gcd;
use std::collections::{BTreeMap, BTreeSet};

/// Unknowns with values as numerators and positive denominators.
pub(super) type RationalValues = BTreeMap<usize, (i128, i128)>;

/// What was found.
pub(super) enum SimplexAnswer {
    /// The inequalities at these places have no solution together: some sum of positive multiples of them says `1 <= 0`.
    Contradiction(Vec<usize>),
    At(RationalValues),
}

/// A row says `denominator * basic = sum of numerators * others`.
struct TableauRow {
    basic: usize,
    denominator: i128,
    numerators: Vec<i128>,
}

struct Tableau {
    rows: Vec<TableauRow>,
    /// What stands above the columns: first unknowns, later forms.
    columns: Vec<usize>,
    /// How many unknowns there are: beyond them are the forms, each with the greatest value that it may have.
    unknowns: usize,
    most: Vec<i128>,
}

/// Steps that cost as much as making a node of a graph.
const STEPS_AT_ONCE: usize = 256;
const LARGE: &str = "a number is too large";

/// Fractions that satisfy all forms, or why there are none: rows and columns change places until no form is larger than it may be.
pub(super) fn solve(spent: &CheckEffort<'_>, forms: &[&IntegerForm]) -> Result<SimplexAnswer, String> {
    let names: BTreeSet<usize> = forms.iter().flat_map(|form| form.terms.keys().copied()).collect();
    let names: Vec<usize> = names.into_iter().collect();
    let place: BTreeMap<usize, usize> = names.iter().enumerate().map(|(at, name)| (*name, at)).collect();
    let rows = forms.iter().enumerate().map(|(at, form)| {
        let mut numerators = vec![0; names.len()];
        for (name, coefficient) in &form.terms {
            numerators[place[name]] = *coefficient;
        }
        TableauRow { basic: names.len() + at, denominator: 1, numerators }
    });
    let most = forms.iter().map(|form| -form.constant).collect();
    let mut tableau =
        Tableau { rows: rows.collect(), columns: (0..names.len()).collect(), unknowns: names.len(), most };
    loop {
        let steps = tableau.rows.len() * tableau.columns.len();
        spent.spend(1 + steps / STEPS_AT_ONCE).map_err(|_| "it takes too many steps".to_owned())?;
        let Some(row) = tableau.too_large()? else {
            let value = |(at, name): (usize, &usize)| Ok((*name, tableau.value_of(at)?));
            return names.iter().enumerate().map(value).collect::<Result<_, String>>().map(SimplexAnswer::At);
        };
        match tableau.entering(row) {
            Some(column) => tableau.exchange(row, column)?,
            None => return Ok(SimplexAnswer::Contradiction(tableau.because(row))),
        }
    }
}

impl Tableau {
    /// The value of what stands above a column: 0, or the greatest that a form may have.
    fn above(&self, column: usize) -> i128 {
        self.columns[column].checked_sub(self.unknowns).map_or(0, |form| self.most[form])
    }

    /// The numerator of the value of what a row is of.
    fn numerator(&self, row: &TableauRow) -> Result<i128, String> {
        let parts = row.numerators.iter().enumerate().filter(|(_, number)| **number != 0);
        let sum = parts.map(|(column, number)| number.checked_mul(self.above(column)));
        sum.into_iter().try_fold(0_i128, |sum, part| sum.checked_add(part?)).ok_or_else(|| LARGE.to_owned())
    }

    fn value_of(&self, unknown: usize) -> Result<(i128, i128), String> {
        match self.rows.iter().find(|row| row.basic == unknown) {
            Some(row) => Ok((self.numerator(row)?, row.denominator)),
            None => Ok((0, 1)),
        }
    }

    /// The row of the first form whose value is larger than it may be.
    fn too_large(&self) -> Result<Option<usize>, String> {
        let mut first: Option<usize> = None;
        for (at, row) in self.rows.iter().enumerate() {
            let Some(form) = row.basic.checked_sub(self.unknowns) else { continue };
            let end = self.most[form].checked_mul(row.denominator).ok_or(LARGE)?;
            if end < self.numerator(row)? && first.is_none_or(|first| row.basic < self.rows[first].basic) {
                first = Some(at);
            }
        }
        Ok(first)
    }

    /// The first column by which the value of a row can become smaller: unknowns go anywhere, forms only down.
    fn entering(&self, row: usize) -> Option<usize> {
        let numerators = self.rows[row].numerators.iter().enumerate();
        let fits = numerators.filter(
            |(column, number)| {
                if self.columns[*column] < self.unknowns { **number != 0 } else { 0 < **number }
            },
        );
        fits.map(|(column, _)| column).min_by_key(|column| self.columns[*column])
    }

    /// The forms of a row that cannot become small enough.
    fn because(&self, row: usize) -> Vec<usize> {
        let row = &self.rows[row];
        let above = row.numerators.iter().enumerate().filter(|(_, number)| **number != 0);
        above.map(|(column, _)| self.columns[column]).chain([row.basic]).map(|form| form - self.unknowns).collect()
    }

    /// What stands before a row and what stands above a column change places.
    fn exchange(&mut self, row: usize, column: usize) -> Result<(), String> {
        let pivot = &mut self.rows[row];
        let by = pivot.numerators[column];
        for number in &mut pivot.numerators {
            *number *= -by.signum();
        }
        pivot.numerators[column] = pivot.denominator * by.signum();
        pivot.denominator = by.abs();
        std::mem::swap(&mut pivot.basic, &mut self.columns[column]);
        let (denominator, numerators) = (pivot.denominator, pivot.numerators.clone());
        for (at, other) in self.rows.iter_mut().enumerate() {
            let factor = other.numerators[column];
            if at == row || factor == 0 {
                continue;
            }
            other.numerators[column] = 0;
            for (number, own) in other.numerators.iter_mut().zip(&numerators) {
                let sum = number.checked_mul(denominator).zip(factor.checked_mul(*own));
                *number = sum.and_then(|(one, two)| one.checked_add(two)).ok_or(LARGE)?;
            }
            other.denominator = other.denominator.checked_mul(denominator).ok_or(LARGE)?;
            let divisor = other.numerators.iter().fold(other.denominator, |divisor, number| gcd(divisor, *number));
            if 1 < divisor {
                other.numerators.iter_mut().for_each(|number| *number /= divisor);
                other.denominator /= divisor;
            }
        }
        Ok(())
    }
}
