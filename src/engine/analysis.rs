//! Turns the moves of a two-heap ruleset into sets of difference vectors, with their shapes. Knows nothing of tables.
//!
//! A move is translation-invariant if its condition says nothing of the position but that heaps stay at 0 or above. The
//! difference vectors of such a move are the images of the integer points of a polyhedron of amounts.
use crate::ruleset::branch::{Branch, branches};
use crate::ruleset::linear::{Inequality, infeasible};
use crate::ruleset::{Condition, Move, Ruleset, Term};
use std::fmt;

/// What a move adds to the two heaps.
pub type Delta = [i64; 2];

const MOST_POINTS: usize = 4_096;
const MOST_LINES: i128 = 4_096;
const LARGEST_MODULUS: i128 = 720;
const LARGEST_FACTOR: i128 = 1 << 20;
const LARGEST_CONSTANT: i128 = 1 << 32;

/// `factors . delta + constant <= 0`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Row {
    /// One factor for each heap.
    pub factors: [i64; 2],
    /// The constant.
    pub constant: i64,
}

/// A set of difference vectors.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Piece {
    /// Finitely many.
    Finite(Vec<Delta>),
    /// `start + k * step` for all k >= 0.
    Ray {
        /// The first one.
        start: Delta,
        /// The difference of neighbours.
        step: Delta,
    },
    /// All integer points of a polyhedron, which is neither bounded nor a strip.
    Cone(Vec<Row>),
}

/// A translation-invariant ruleset of two heaps in which every move lowers one weighted sum of the heaps.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// Coprime positive weights: every move lowers `weights . heaps`.
    pub weights: [i64; 2],
    /// The union of these is what the moves can add.
    pub pieces: Vec<Piece>,
    /// Which heaps some move may raise.
    pub rises: [bool; 2],
    /// Whether exchanging the heaps changes nothing.
    pub symmetric: bool,
    /// Each alternative of each move: the name of the move and the shape.
    pub shapes: Vec<(String, String)>,
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Finite(all) => {
                write!(f, "{} difference vector{}", all.len(), if all.len() == 1 { "" } else { "s" })
            }
            Self::Ray { start, step } => {
                write!(f, "the ray ({}, {}) + k * ({}, {})", start[0], start[1], step[0], step[1])
            }
            Self::Cone(rows) => write!(f, "a cone with {} sides", rows.len()),
        }
    }
}

/// The difference vectors of a ruleset.
///
/// # Errors
/// Why the ruleset has none, in words: more or fewer heaps, registers, conditions on the position, or no measure.
pub fn analyse(ruleset: &Ruleset) -> Result<Analysis, String> {
    if ruleset.heaps.len() != 2 || !ruleset.registers.is_empty() {
        return Err("it has not two heaps and no register".to_owned());
    }
    let domain = branches(&ruleset.positions, 2, 0).map_err(|_| "`positions where` has too many parts".to_owned())?;
    if !domain.iter().any(|branch| branch.inequalities.is_empty() && branch.residual.is_empty()) {
        return Err("only some positions belong to the game".to_owned());
    }
    let weights = weights(ruleset)?;
    let mut pieces: Vec<Piece> = Vec::new();
    let mut shapes = Vec::new();
    for family in &ruleset.moves {
        let alternatives = branches(&family.guard, 2, family.amounts.len())
            .map_err(|_| format!("the condition of move `{}` has too many alternatives", family.name))?;
        for branch in alternatives {
            if infeasible(&branch.inequalities, branch.variables()) {
                continue;
            }
            let found = alternative(family, &branch).map_err(|why| format!("move `{}`: {why}", family.name))?;
            shapes.push((family.name.clone(), words(&found)));
            for piece in found {
                if !pieces.contains(&piece) {
                    pieces.push(piece);
                }
            }
        }
    }
    let pieces = tidy(pieces);
    if !pieces.iter().all(|piece| piece.descends(weights)) {
        return Err("the first entry of its measure is not lowered by every move".to_owned());
    }
    let rises = [0, 1].map(|heap| pieces.iter().any(|piece| piece.rises(heap)));
    let symmetric = pieces.iter().all(|piece| piece.exchanged().is_in(&pieces));
    Ok(Analysis { weights, pieces, rises, symmetric, shapes })
}

fn weights(ruleset: &Ruleset) -> Result<[i64; 2], String> {
    match ruleset.measure.first().map(Vec::as_slice) {
        Some([first, second]) if 0 < *first && 0 < *second && first.max(second) < &(1 << 20) => {
            let divisor = gcd(i128::from(*first), i128::from(*second));
            let small = |weight: i64| i64::try_from(i128::from(weight) / divisor).unwrap_or(weight);
            Ok([small(*first), small(*second)])
        }
        _ => Err("the first entry of its measure does not weigh both heaps".to_owned()),
    }
}

fn words(pieces: &[Piece]) -> String {
    match pieces {
        [] => "no difference vector".to_owned(),
        [one] => one.to_string(),
        many if many.iter().all(|piece| matches!(piece, Piece::Ray { .. })) => {
            format!("a strip of {} rays", many.len())
        }
        many => format!("{} sets", many.len()),
    }
}

impl Piece {
    fn descends(&self, weights: [i64; 2]) -> bool {
        let level = |delta: &Delta| weights[0] * delta[0] + weights[1] * delta[1];
        match self {
            Self::Finite(all) => all.iter().all(|delta| level(delta) < 0),
            Self::Ray { start, step } => level(start) < 0 && level(step) <= 0,
            Self::Cone(rows) => {
                let up = Row { factors: weights.map(|weight| -weight), constant: 0 };
                infeasible_rows(rows, &up)
            }
        }
    }

    fn rises(&self, heap: usize) -> bool {
        match self {
            Self::Finite(all) => all.iter().any(|delta| 0 < delta[heap]),
            Self::Ray { start, step } => 0 < start[heap] || 0 < step[heap],
            Self::Cone(rows) => {
                let mut up = Row { factors: [0, 0], constant: 1 };
                up.factors[heap] = -1;
                !infeasible_rows(rows, &up)
            }
        }
    }

    fn exchanged(&self) -> Self {
        let swap = |delta: &Delta| [delta[1], delta[0]];
        match self {
            Self::Finite(all) => {
                let mut all: Vec<Delta> = all.iter().map(swap).collect();
                all.sort_unstable();
                Self::Finite(all)
            }
            Self::Ray { start, step } => Self::Ray { start: swap(start), step: swap(step) },
            Self::Cone(rows) => {
                Self::Cone(rows.iter().map(|row| Row { factors: swap(&row.factors), constant: row.constant }).collect())
            }
        }
    }

    fn is_in(&self, pieces: &[Self]) -> bool {
        pieces.iter().any(|piece| match (piece, self) {
            (Self::Cone(known), Self::Cone(rows)) => {
                known.iter().all(|row| rows.contains(row)) && rows.iter().all(|row| known.contains(row))
            }
            _ => piece == self,
        })
    }
}

/// Whether it is proved that no integer point satisfies the rows and one more.
fn infeasible_rows(rows: &[Row], more: &Row) -> bool {
    let system: Vec<Inequality> = rows
        .iter()
        .chain([more])
        .map(|row| Inequality {
            coefficients: row.factors.iter().map(|factor| i128::from(*factor)).collect(),
            constant: i128::from(row.constant),
        })
        .collect();
    infeasible(&system, 2)
}

/// One finite set, each ray once, no vector that lies on a ray.
fn tidy(pieces: Vec<Piece>) -> Vec<Piece> {
    let mut points: Vec<Delta> = Vec::new();
    let mut rays: Vec<(Delta, Delta)> = Vec::new();
    let mut cones = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Finite(all) => points.extend(all),
            Piece::Ray { start, step } => rays.push((start, step)),
            Piece::Cone(_) => cones.push(piece),
        }
    }
    let on = |point: &Delta, (start, step): &(Delta, Delta)| {
        let apart = [point[0] - start[0], point[1] - start[1]];
        let heap = usize::from(step[0] == 0);
        let times = apart[heap] / step[heap];
        0 <= times && apart == [step[0] * times, step[1] * times]
    };
    let kept: Vec<(Delta, Delta)> = rays
        .iter()
        .enumerate()
        .filter(|(at, ray)| {
            let same = |(other_at, other): (usize, &(Delta, Delta))| {
                other_at != *at && other.1 == ray.1 && on(&ray.0, other) && (other.0 != ray.0 || other_at < *at)
            };
            !rays.iter().enumerate().any(same)
        })
        .map(|(_, ray)| *ray)
        .collect();
    points.retain(|point| !kept.iter().any(|ray| on(point, ray)));
    points.sort_unstable();
    points.dedup();
    let mut all: Vec<Piece> = kept.into_iter().map(|(start, step)| Piece::Ray { start, step }).collect();
    all.extend(cones);
    if !points.is_empty() {
        all.push(Piece::Finite(points));
    }
    all
}

/// A move in terms of its amounts alone.
struct Invariant<'a> {
    /// Rows over the amounts.
    rows: Vec<Inequality>,
    /// What is added to each heap, over the amounts.
    deltas: [Inequality; 2],
    residual: &'a [Condition],
    amounts: usize,
}

fn alternative(family: &Move, branch: &Branch) -> Result<Vec<Piece>, String> {
    let invariant = invariant(family, branch)?;
    if let Some(points) = invariant.points()? {
        return Ok(if points.is_empty() { Vec::new() } else { vec![Piece::Finite(points)] });
    }
    invariant.unbounded()
}

fn invariant<'a>(family: &Move, branch: &'a Branch) -> Result<Invariant<'a>, String> {
    let depends = || "its condition depends on the position".to_owned();
    if !branch.opaques.is_empty() || branch.residual.iter().any(Condition::mentions_coordinates) {
        return Err(depends());
    }
    let mut rows = branch.inequalities.clone();
    let mut deltas = Vec::new();
    for (heap, target) in family.targets.iter().enumerate() {
        let mut form = branch.linear(target).ok_or("its option is not linear in its amounts")?;
        form.coefficients[heap] -= 1;
        deltas.push(form);
    }
    let mut taken = Vec::new();
    for heap in 0..2 {
        let form = deltas[heap].clone();
        if form.coefficients[..2].iter().all(|factor| *factor == 0) {
            continue;
        }
        // An amount that stands for the heap after the move is replaced by the difference.
        let amount = (2..form.coefficients.len())
            .find(|at| form.coefficients[*at].abs() == 1 && !taken.contains(at))
            .filter(|_| branch.residual.is_empty())
            .ok_or_else(depends)?;
        taken.push(amount);
        let sign = form.coefficients[amount];
        for row in rows.iter_mut().chain(&mut deltas) {
            let factor = row.coefficients[amount] * sign;
            *row = row.plus(-factor, &form).ok_or("its numbers are too large")?;
            row.coefficients[amount] += factor;
        }
    }
    let (own, other): (Vec<_>, Vec<_>) =
        rows.into_iter().partition(|row| row.coefficients[..2].iter().all(|factor| *factor == 0));
    let mut known = own.clone();
    for heap in 0..2 {
        let mut at_least = Inequality::zero(branch.variables());
        at_least.coefficients[heap] = -1;
        known.push(at_least.plus(-1, &deltas[heap]).ok_or("its numbers are too large")?);
        known.push(at_least);
    }
    for row in other {
        let mut opposite = row.times(-1).ok_or("its numbers are too large")?;
        opposite.constant += 1;
        known.push(opposite);
        if !infeasible(&known, branch.variables()) {
            return Err(depends());
        }
        known.pop();
    }
    let bare = |row: &Inequality| Inequality { coefficients: row.coefficients[2..].to_vec(), constant: row.constant };
    let small = |row: &Inequality| {
        row.coefficients.iter().all(|factor| factor.abs() <= LARGEST_FACTOR) && row.constant.abs() <= LARGEST_CONSTANT
    };
    if !own.iter().chain(&deltas).all(small) {
        return Err("its numbers are too large".to_owned());
    }
    Ok(Invariant {
        rows: own.iter().map(bare).collect(),
        deltas: [bare(&deltas[0]), bare(&deltas[1])],
        residual: &branch.residual,
        amounts: branch.amounts,
    })
}

impl Invariant<'_> {
    /// All difference vectors if the amounts are bounded and few.
    fn points(&self) -> Result<Option<Vec<Delta>>, String> {
        let branch = Branch {
            coordinates: 0,
            opaques: Vec::new(),
            amounts: self.amounts,
            inequalities: self.rows.clone(),
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

    /// Rays if the amounts leave in one direction only, else a cone.
    fn unbounded(&self) -> Result<Vec<Piece>, String> {
        if 2 < self.amounts {
            return Err("it has more than two unbounded amounts".to_owned());
        }
        let mut rows: Vec<[i128; 3]> = self
            .rows
            .iter()
            .map(|row| [row.coefficients[0], row.coefficients.get(1).copied().unwrap_or(0), row.constant])
            .collect();
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
        let modulus = self.modulus()?;
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

    /// After how many steps the tested conditions repeat.
    fn modulus(&self) -> Result<i128, String> {
        let mut modulus = 1;
        for condition in self.residual {
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
        Ok(modulus)
    }

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
            found.push(Row { factors: [constant(factors[0])?, constant(factors[1])?], constant: constant(shift)? });
        }
        Ok(vec![Piece::Cone(found)])
    }
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

/// Factors (p, q) with p * a + q * b = gcd(a, b), which is positive.
pub(crate) fn bezout(a: i128, b: i128) -> (i128, i128) {
    if b == 0 {
        return (a.signum(), 0);
    }
    let (p, q) = bezout(b, a % b);
    (q, p - a / b * q)
}

pub(crate) fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}
