//! Systems of linear inequalities over the integers: Fourier-Motzkin elimination (A. Schrijver, Theory of Linear and Integer
//! Programming, Wiley 1986, section 12.2), with constants rounded to integers between. Knows nothing of games.
use num_integer::gcd;
use std::collections::BTreeMap;

/// `sum of coefficient * variable + constant <= 0`; also used for the linear form on its left side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inequality {
    /// One coefficient for each variable.
    pub coefficients: Vec<i128>,
    /// The constant.
    pub constant: i128,
}

const MOST_ROWS: usize = 2_000;
const LARGEST: i128 = 1 << 100;

/// A product, at once where both numbers have 64 bits, as nearly all have.
#[inline]
fn product(left: i128, right: i128) -> Option<i128> {
    match (i64::try_from(left), i64::try_from(right)) {
        (Ok(left), Ok(right)) => Some(i128::from(left) * i128::from(right)),
        _ => left.checked_mul(right),
    }
}

/// The quotient by a positive number, rounded down, at once where both have 64 bits.
#[inline]
pub(super) fn floor_quotient(number: i128, divisor: i128) -> i128 {
    match (i64::try_from(number), i64::try_from(divisor)) {
        _ if divisor == 1 => number,
        (Ok(number), Ok(divisor)) => i128::from(number.div_euclid(divisor)),
        _ => number.div_euclid(divisor),
    }
}

impl Inequality {
    /// The zero form in so many variables.
    #[must_use]
    pub fn zero(variables: usize) -> Self {
        Self { coefficients: vec![0; variables], constant: 0 }
    }

    /// Its value where the variables have these values; `None` if a number leaves 128 bits.
    #[inline]
    #[must_use]
    pub fn value(&self, values: &[i128]) -> Option<i128> {
        let mut sum = self.constant;
        for (factor, value) in self.coefficients.iter().zip(values) {
            if *factor != 0 {
                sum = product(*factor, *value)?.checked_add(sum)?;
            }
        }
        Some(sum)
    }

    /// `self + factor * other`; `None` if a number leaves 100 bits.
    #[must_use]
    pub fn plus(&self, factor: i128, other: &Self) -> Option<Self> {
        let add = |a: i128, b: i128| {
            factor.checked_mul(b).and_then(|b| a.checked_add(b)).filter(|sum| -LARGEST < *sum && *sum < LARGEST)
        };
        let coefficients =
            self.coefficients.iter().zip(&other.coefficients).map(|(a, b)| add(*a, *b)).collect::<Option<_>>()?;
        Some(Self { coefficients, constant: add(self.constant, other.constant)? })
    }

    /// `factor * self`.
    #[must_use]
    pub fn times(&self, factor: i128) -> Option<Self> {
        Self::zero(self.coefficients.len()).plus(factor, self)
    }

    /// Divides by the greatest common divisor of the coefficients and rounds the constant up: the same integer points.
    fn tightened(mut self) -> Self {
        let divisor = self.coefficients.iter().fold(0, |divisor, value| gcd(divisor, value.abs()));
        if 1 < divisor {
            for value in &mut self.coefficients {
                *value /= divisor;
            }
            self.constant = -((-self.constant).div_euclid(divisor));
        }
        self
    }

    fn is_constant(&self) -> bool {
        self.coefficients.iter().all(|value| *value == 0)
    }
}

/// Keeps the tightest row for each left side; `None` if one row alone has no solution.
fn tidy(rows: impl IntoIterator<Item = Inequality>) -> Option<Vec<Inequality>> {
    let mut tightest: BTreeMap<Vec<i128>, i128> = BTreeMap::new();
    for row in rows {
        let row = row.tightened();
        if row.is_constant() {
            if 0 < row.constant {
                return None;
            }
            continue;
        }
        let known = tightest.entry(row.coefficients).or_insert(row.constant);
        *known = (*known).max(row.constant);
    }
    for (coefficients, constant) in &tightest {
        let opposite: Vec<i128> = coefficients.iter().map(|value| -value).collect();
        if tightest.get(&opposite).is_some_and(|other| 0 < constant + other) {
            return None;
        }
    }
    Some(tightest.into_iter().map(|(coefficients, constant)| Inequality { coefficients, constant }).collect())
}

/// What elimination leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Eliminated {
    /// Rows without the variable: satisfied by every solution.
    Rows(Vec<Inequality>),
    /// There is no integer solution.
    Infeasible,
    /// Too many or too large rows.
    Abandoned,
}

/// The projection along one variable: rows that do not mention it and that every solution satisfies.
#[must_use]
pub fn eliminate(rows: &[Inequality], variable: usize) -> Eliminated {
    let (mentioning, mut kept): (Vec<_>, Vec<_>) = rows.iter().partition(|row| row.coefficients[variable] != 0);
    let (above, below): (Vec<_>, Vec<_>) = mentioning.into_iter().partition(|row| 0 < row.coefficients[variable]);
    let mut combined: Vec<Inequality> = Vec::new();
    if MOST_ROWS < above.len() * below.len() + kept.len() {
        return Eliminated::Abandoned;
    }
    for upper in &above {
        for lower in &below {
            let (a, b) = (upper.coefficients[variable], -lower.coefficients[variable]);
            let divisor = gcd(a, b);
            let Some(row) = upper.times(b / divisor).and_then(|row| row.plus(a / divisor, lower)) else {
                return Eliminated::Abandoned;
            };
            combined.push(row);
        }
    }
    match tidy(kept.drain(..).cloned().chain(combined)) {
        Some(rows) => Eliminated::Rows(rows),
        None => Eliminated::Infeasible,
    }
}

/// Whether it is proved that no integers satisfy all rows. False says nothing. Cost: exponential in the worst case,
/// cut off at 2,000 rows.
#[must_use]
pub fn infeasible(system: &[Inequality], variables: usize) -> bool {
    let Some(mut rows) = tidy(system.iter().cloned()) else { return true };
    let mut left: Vec<usize> = (0..variables).collect();
    let cost = |rows: &[Inequality], variable: usize| {
        let above = rows.iter().filter(|row| 0 < row.coefficients[variable]).count();
        let below = rows.iter().filter(|row| row.coefficients[variable] < 0).count();
        above * below
    };
    while let Some(at) = (0..left.len()).min_by_key(|at| cost(&rows, left[*at])) {
        match eliminate(&rows, left.swap_remove(at)) {
            Eliminated::Rows(rest) => rows = rest,
            Eliminated::Infeasible => return true,
            Eliminated::Abandoned => return false,
        }
    }
    false
}
