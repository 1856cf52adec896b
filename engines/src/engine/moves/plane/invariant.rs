//! Turns one alternative of a move into the difference vectors that it can add, if its condition says nothing of the
//! position but that heaps stay at 0 or above. Knows nothing of weights.
use super::{Delta, DeltaRow, Piece, tidy};
use crate::engine::moves::arithmetic::bezout;
use crate::engine::moves::differences::{Columns, KnownRows, Unlike};
use crate::engine::moves::modulus::modulus;
use crate::ruleset::branch::Branch;
use crate::ruleset::linear::Inequality;
use crate::ruleset::{Condition, Move, Term};
use num_integer::gcd;

const MOST_POINTS: usize = 4_096;
const MOST_LINES: i128 = 4_096;
const LARGEST_FACTOR: i128 = 1 << 20;
const LARGEST_CONSTANT: i128 = 1 << 32;
const MOST_CASES: usize = 16;

/// A move in terms of its amounts alone.
struct Invariant<'a> {
    /// Rows over the amounts.
    rows: Vec<Inequality>,
    /// What is added to each heap, over the amounts.
    deltas: [Inequality; 2],
    residual: &'a [Condition],
    amounts: usize,
}

/// The difference vectors of one alternative of a move.
///
/// # Errors
/// Why they do not describe it, in words.
pub(in crate::engine) fn alternative(family: &Move, branch: &Branch) -> Result<Vec<Piece>, String> {
    let invariant = invariant(family, branch)?;
    match invariant.points() {
        Ok(Some(points)) if points.is_empty() => Ok(Vec::new()),
        Ok(Some(points)) => Ok(vec![Piece::Finite(points)]),
        Ok(None) => invariant.unbounded(),
        Err(why) if invariant.amounts == 2 => invariant.cone(&invariant.plane()).map_err(|_| why),
        Err(why) => Err(why),
    }
}

/// An alternative in terms of its amounts alone.
///
/// # Errors
/// Why it is none, in words: its condition speaks of the position.
fn invariant<'a>(family: &Move, branch: &'a Branch) -> Result<Invariant<'a>, String> {
    let depends = || "its condition depends on the position".to_owned();
    if branch.residual.iter().any(Condition::mentions_coordinates) {
        return Err(depends());
    }
    let cases = cases(branch).ok_or_else(depends)?;
    let columns = Columns { heaps: 2, fixed: branch.variables() - branch.amounts, amounts: branch.amounts };
    let words = |why: Unlike| why.words(&depends());
    let mut rows = branch.inequalities.clone();
    let targets: Option<Vec<Inequality>> = family.targets.iter().map(|target| branch.linear(target)).collect();
    let mut deltas = targets.ok_or("its option is not linear in its amounts")?;
    columns.substitute(&mut rows, &mut deltas, branch.residual.is_empty()).map_err(words)?;
    let (own, other): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| columns.is_of_amounts(row));
    let known = KnownRows::new(&columns, &own, &deltas).map_err(words)?;
    for case in cases {
        let mut known = known.clone().with(case);
        for row in &other {
            if !known.implies(row).map_err(words)? {
                return Err(depends());
            }
        }
    }
    let small = |row: &Inequality| {
        row.coefficients.iter().all(|factor| factor.abs() <= LARGEST_FACTOR) && row.constant.abs() <= LARGEST_CONSTANT
    };
    if !own.iter().chain(&deltas).all(small) {
        return Err("its numbers are too large".to_owned());
    }
    Ok(Invariant {
        rows: own.iter().map(|row| columns.bare(row)).collect(),
        deltas: [columns.bare(&deltas[0]), columns.bare(&deltas[1])],
        residual: &branch.residual,
        amounts: branch.amounts,
    })
}

/// What least and greatest values of the heaps can be: in each case they are equal to one of their parts. `None` if the
/// condition speaks of the position in another way.
fn cases(branch: &Branch) -> Option<Vec<Vec<Inequality>>> {
    let mut cases: Vec<Vec<Inequality>> = vec![Vec::new()];
    for (at, opaque) in branch.opaques.iter().enumerate() {
        let (Term::Min(parts) | Term::Max(parts)) = opaque else { return None };
        let sign = if matches!(opaque, Term::Min(_)) { 1 } else { -1 };
        let mut facts = Vec::new();
        for part in parts {
            let mut row = branch.linear(part)?.times(-sign)?;
            row.coefficients[branch.coordinates + at] += sign;
            facts.push(row);
        }
        let mut all = Vec::new();
        for case in &cases {
            for fact in &facts {
                let mut with = case.clone();
                with.extend(facts.iter().cloned());
                with.push(fact.times(-1)?);
                all.push(with);
            }
        }
        cases = all;
        if MOST_CASES < cases.len() {
            return None;
        }
    }
    Some(cases)
}

impl Invariant<'_> {
    /// All difference vectors if the amounts are bounded and few.
    fn points(&self) -> Result<Option<Vec<Delta>>, String> {
        let branch = Branch {
            coordinates: 0,
            opaques: Vec::new(),
            amounts: self.amounts,
            inequalities: self.rows.clone(),
            facts: 0,
            residual: Vec::new(),
        };
        let Ok(loops) = branch.loops() else { return Ok(None) };
        if loops.entry.iter().any(|row| 0 < row.constant) {
            return Ok(Some(Vec::new()));
        }
        let mut found = Vec::new();
        let mut amounts = vec![0i128; self.amounts];
        self.enumerate(&loops.bounds, 0, &mut amounts, &mut found)?;
        found.sort_unstable();
        found.dedup();
        Ok(Some(found))
    }

    /// All amounts within the loop bounds, from one amount on, that the conditions admit; their difference vectors
    /// are added.
    fn enumerate(
        &self,
        bounds: &[Vec<Inequality>],
        at: usize,
        amounts: &mut [i128],
        found: &mut Vec<Delta>,
    ) -> Result<(), String> {
        let many = || format!("it has more than {MOST_POINTS} bounded difference vectors");
        if at == self.amounts {
            if self.tested(amounts)? {
                found.push(self.delta(amounts)?);
            }
            return if MOST_POINTS < found.len() { Err(many()) } else { Ok(()) };
        }
        amounts[at..].fill(0);
        let (mut low, mut high) = (i128::MIN, i128::MAX);
        for row in &bounds[at] {
            let rest = value(row, amounts).saturating_neg();
            let factor = row.coefficients[at];
            if 0 < factor {
                high = high.min(rest.div_euclid(factor));
            } else {
                low = low.max(rest.div_euclid(-factor).saturating_neg());
            }
        }
        if MOST_LINES * 16 < high.saturating_sub(low) {
            return Err(many());
        }
        for amount in low..=high {
            amounts[at] = amount;
            self.enumerate(bounds, at + 1, amounts, found)?;
        }
        Ok(())
    }

    fn tested(&self, amounts: &[i128]) -> Result<bool, String> {
        let small: Option<Vec<i64>> = amounts.iter().map(|amount| i64::try_from(*amount).ok()).collect();
        let small = small.ok_or("its numbers are too large")?;
        for condition in self.residual {
            if !condition.holds(&[0, 0], &small).map_err(|error| error.to_string())? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn delta(&self, amounts: &[i128]) -> Result<Delta, String> {
        Ok([constant(value(&self.deltas[0], amounts))?, constant(value(&self.deltas[1], amounts))?])
    }

    /// The rows as (factor, factor, constant).
    fn plane(&self) -> Vec<[i128; 3]> {
        let second = |row: &Inequality| row.coefficients.get(1).copied().unwrap_or(0);
        self.rows.iter().map(|row| [row.coefficients[0], second(row), row.constant]).collect()
    }

    /// Rays if the amounts leave in one direction only, else a cone.
    fn unbounded(&self) -> Result<Vec<Piece>, String> {
        if 2 < self.amounts {
            return Err("it has more than two unbounded amounts".to_owned());
        }
        let mut rows = self.plane();
        if self.amounts == 1 {
            rows.extend([[0, 1, 0], [0, -1, 0]]);
        }
        let directions = directions(&rows);
        match directions.as_slice() {
            [] => Err("its amounts are bounded, but not by numbers".to_owned()),
            [one] => self.rays(&rows, *one),
            _ => self.cone(&rows),
        }
    }

    /// Difference vectors of a strip: on each of its lines, one ray for each residue class of what is tested.
    fn rays(&self, rows: &[[i128; 3]], step: [i128; 2]) -> Result<Vec<Piece>, String> {
        let (mut low, mut high) = (i128::MIN, i128::MAX);
        for row in rows.iter().filter(|row| row[0] * step[0] + row[1] * step[1] == 0) {
            let scale = if step[0] == 0 { -row[0] / step[1] } else { row[1] / step[0] };
            match scale {
                0 => {}
                1.. => high = high.min((-row[2]).div_euclid(scale)),
                _ => low = low.max(-(-row[2]).div_euclid(-scale)),
            }
        }
        if low == i128::MIN || high == i128::MAX || MOST_LINES < high.saturating_sub(low) {
            return Err(format!("it is a strip of more than {MOST_LINES} lines"));
        }
        let modulus = i128::from(modulus(self.residual)?);
        let across = across(step);
        let mut found = Vec::new();
        for line in low..=high {
            let base = [across[0] * line, across[1] * line];
            let first = rows
                .iter()
                .filter(|row| row[0] * step[0] + row[1] * step[1] < 0)
                .map(|row| {
                    let along = -(row[0] * step[0] + row[1] * step[1]);
                    -(-(row[0] * base[0] + row[1] * base[1] + row[2])).div_euclid(along)
                })
                .max()
                .ok_or("one amount goes both ways without bound")?;
            for residue in 0..modulus {
                let at = |times: i128| {
                    let all = [base[0] + step[0] * times, base[1] + step[1] * times];
                    all[..self.amounts].to_vec()
                };
                if !self.tested(&at(first + residue))? {
                    continue;
                }
                let start = self.delta(&at(first + residue))?;
                let next = self.delta(&at(first + residue + modulus))?;
                let step = [next[0] - start[0], next[1] - start[1]];
                found.push(if step == [0, 0] { Piece::Finite(vec![start]) } else { Piece::Ray { start, step } });
            }
        }
        Ok(tidy(found))
    }

    /// The differences of two amounts that are free together, as the half planes that hold them.
    fn cone(&self, rows: &[[i128; 3]]) -> Result<Vec<Piece>, String> {
        if !self.residual.is_empty() {
            return Err("it has residue classes in two directions".to_owned());
        }
        let [first, second] = &self.deltas;
        let matrix = [first, second].map(|form| [form.coefficients[0], form.coefficients[1]]);
        let determinant = matrix[0][0] * matrix[1][1] - matrix[0][1] * matrix[1][0];
        if determinant.abs() != 1 {
            return Err("its amounts have factors other than 1 in two directions".to_owned());
        }
        let mut found = Vec::new();
        for row in rows {
            // The inverse of the matrix has integer entries.
            let factors = [
                (row[0] * matrix[1][1] - row[1] * matrix[1][0]) * determinant,
                (row[1] * matrix[0][0] - row[0] * matrix[0][1]) * determinant,
            ];
            let shift = row[2] - factors[0] * first.constant - factors[1] * second.constant;
            if factors.iter().any(|factor| LARGEST_FACTOR < factor.abs()) {
                return Err("its numbers are too large".to_owned());
            }
            found
                .push(DeltaRow { factors: [constant(factors[0])?, constant(factors[1])?], constant: constant(shift)? });
        }
        Ok(vec![Piece::Cone(found)])
    }
}

fn value(row: &Inequality, amounts: &[i128]) -> i128 {
    row.coefficients
        .iter()
        .zip(amounts)
        .fold(row.constant, |sum, (factor, amount)| sum.saturating_add(factor.saturating_mul(*amount)))
}

fn constant(value: i128) -> Result<i64, String> {
    match i64::try_from(value) {
        Ok(small) if value.abs() <= LARGEST_CONSTANT => Ok(small),
        _ => Err("its numbers are too large".to_owned()),
    }
}

/// The directions on the border of a cone `rows <= 0` of the plane; none if it is one point.
fn directions(rows: &[[i128; 3]]) -> Vec<[i128; 2]> {
    let inside = |step: [i128; 2]| rows.iter().all(|row| row[0] * step[0] + row[1] * step[1] <= 0);
    let mut found = Vec::new();
    for row in rows.iter().filter(|row| row[0] != 0 || row[1] != 0) {
        let divisor = gcd(row[0].abs(), row[1].abs());
        for step in [[-row[1] / divisor, row[0] / divisor], [row[1] / divisor, -row[0] / divisor]] {
            if inside(step) && !found.contains(&step) {
                found.push(step);
            }
        }
    }
    if found.is_empty() && inside([1, 0]) { vec![[1, 0], [-1, 0]] } else { found }
}

/// A vector w with step[0] * w[1] - step[1] * w[0] = 1.
fn across(step: [i128; 2]) -> [i128; 2] {
    let (first, second) = bezout(step[0], step[1]);
    [-second, first]
}
