//! Turns one alternative of a move, as linear rows, into what it adds to the heaps: rows on amounts alone, and what it still
//! says of the position. All engines that know difference vectors begin here; what they make of the rows tells them apart.
//! Knows nothing of tables.
//!
//! Right because: an amount with factor 1 or -1 that stands for a heap after the move can be replaced by the difference
//! (both are integers, and each determines the other), and a row follows from others among the integers if its opposite,
//! `1 <= row`, is refuted together with them by Fourier-Motzkin elimination (Schrijver, Theory of Linear and Integer
//! Programming, 1986, section 12.2), which refutes nothing that has a solution.
use super::hilbert_basis::{Module, Vector};
use crate::ruleset::Condition;
use crate::ruleset::linear::{Inequality, infeasible};

/// More generators than this are not handled one by one.
pub(in crate::engine) const MOST_VECTORS: usize = 1_000;

/// Why an alternative has no such form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engine) enum Unlike {
    /// What it adds depends on the position.
    Depends,
    /// Its numbers are too large.
    Large,
}

impl Unlike {
    /// In words, with those for a dependence.
    pub(in crate::engine) fn words(self, depends: &str) -> String {
        match self {
            Self::Depends => depends.to_owned(),
            Self::Large => "its numbers are too large".to_owned(),
        }
    }
}

/// What the variables of a row are: heaps, then whatever else the position decides, then amounts.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Columns {
    pub(in crate::engine) heaps: usize,
    /// All that the position decides.
    pub(in crate::engine) fixed: usize,
    pub(in crate::engine) amounts: usize,
}

/// The row `0 <= variable`.
pub(in crate::engine) fn natural(variable: usize, variables: usize) -> Inequality {
    let mut row = Inequality::zero(variables);
    row.coefficients[variable] = -1;
    row
}

/// What holds exactly where a row does not, among integers; `None` if its numbers are too large.
pub(in crate::engine) fn opposite(row: &Inequality) -> Option<Inequality> {
    let mut opposite = row.times(-1)?;
    opposite.constant += 1;
    Some(opposite)
}

impl Columns {
    pub(in crate::engine) fn variables(&self) -> usize {
        self.fixed + self.amounts
    }

    /// Whether a row says nothing of the position.
    pub(in crate::engine) fn is_of_amounts(&self, row: &Inequality) -> bool {
        row.coefficients[..self.fixed].iter().all(|factor| *factor == 0)
    }

    /// Whether a row says nothing of the amounts.
    pub(in crate::engine) fn is_of_position(&self, row: &Inequality) -> bool {
        row.coefficients[self.fixed..].iter().all(|factor| *factor == 0)
    }

    /// A row on amounts alone, without columns for the position.
    pub(in crate::engine) fn bare(&self, row: &Inequality) -> Inequality {
        Inequality { coefficients: row.coefficients[self.fixed..].to_vec(), constant: row.constant }
    }

    /// Turns the heaps after the move, the first of the targets, into what is added to them. Where that depends on the
    /// position, an amount that stands for the heap after the move is replaced by the difference, if the `free` amounts
    /// are asked for nothing but the rows.
    pub(in crate::engine) fn substitute(
        &self,
        rows: &mut [Inequality],
        targets: &mut [Inequality],
        free: bool,
    ) -> Result<(), Unlike> {
        for (heap, form) in targets.iter_mut().enumerate().take(self.heaps) {
            form.coefficients[heap] -= 1;
        }
        let mut taken = Vec::new();
        for heap in 0..self.heaps {
            let form = targets[heap].clone();
            if self.is_of_amounts(&form) {
                continue;
            }
            let amount = (self.fixed..self.variables())
                .find(|at| form.coefficients[*at].abs() == 1 && !taken.contains(at))
                .filter(|_| free)
                .ok_or(Unlike::Depends)?;
            taken.push(amount);
            let sign = form.coefficients[amount];
            for row in rows.iter_mut().chain(targets.iter_mut()) {
                let factor = row.coefficients[amount] * sign;
                *row = row.plus(-factor, &form).ok_or(Unlike::Large)?;
                row.coefficients[amount] += factor;
            }
        }
        if targets[..self.heaps].iter().all(|delta| self.is_of_amounts(delta)) { Ok(()) } else { Err(Unlike::Depends) }
    }
}

/// What is known where an alternative applies.
#[derive(Clone, Debug)]
pub(in crate::engine) struct KnownRows {
    rows: Vec<Inequality>,
    variables: usize,
}

impl KnownRows {
    /// What the rows on amounts alone say, and that all heaps are natural numbers before and after the move.
    pub(in crate::engine) fn new(columns: &Columns, own: &[Inequality], deltas: &[Inequality]) -> Result<Self, Unlike> {
        let variables = columns.variables();
        let mut rows = own.to_vec();
        for (heap, delta) in deltas.iter().enumerate() {
            let before = natural(heap, variables);
            rows.push(before.plus(-1, delta).ok_or(Unlike::Large)?);
            rows.push(before);
        }
        Ok(Self { rows, variables })
    }

    /// Some rows.
    pub(in crate::engine) fn of(rows: Vec<Inequality>, variables: usize) -> Self {
        Self { rows, variables }
    }

    /// As much, and more.
    pub(in crate::engine) fn with(mut self, more: impl IntoIterator<Item = Inequality>) -> Self {
        self.rows.extend(more);
        self
    }

    /// Whether a row follows.
    pub(in crate::engine) fn implies(&mut self, row: &Inequality) -> Result<bool, Unlike> {
        self.rows.push(opposite(row).ok_or(Unlike::Large)?);
        let follows = infeasible(&self.rows, self.variables);
        self.rows.pop();
        Ok(follows)
    }
}

/// The nearest difference vectors in amounts, where steps are taken `modulus` times at once: all starts plus fewer than
/// that of each step, as far as they satisfy the tests.
pub(in crate::engine) fn nearest(
    found: &Module,
    modulus: i64,
    tests: &[Condition],
    heaps: usize,
) -> Result<Vec<Vector>, String> {
    let mut all = found.starts.clone();
    for step in &found.steps {
        if MOST_VECTORS < all.len().saturating_mul(usize::try_from(modulus).expect("a modulus is positive")) {
            return Err("it has too many residue classes".to_owned());
        }
        let moved = |start: &Vector, times: i64| start.iter().zip(step).map(|(a, b)| a + times * b).collect::<Vector>();
        all = all.iter().flat_map(|start| (0..modulus).map(|times| moved(start, times))).collect();
    }
    let mut nearest = Vec::new();
    'starts: for amounts in all {
        for test in tests {
            if !test.holds(&vec![0; heaps], &amounts).map_err(|error| error.to_string())? {
                continue 'starts;
            }
        }
        nearest.push(amounts);
    }
    Ok(nearest)
}

/// What amounts add to the heaps, with the constants or without.
pub(in crate::engine) fn image(deltas: &[Inequality], amounts: &[i64], constants: i128) -> Vec<i128> {
    let one = |form: &Inequality| {
        let sum: i128 = form.coefficients.iter().zip(amounts).map(|(a, b)| a * i128::from(*b)).sum();
        sum + constants * form.constant
    };
    deltas.iter().map(one).collect()
}
