//! Turns linear inequalities over a few integers into generators: every solution is one of finitely many vectors plus a sum
//! of elements of a Hilbert basis. Knows nothing of moves.
//!
//! The integer points of a pointed rational polyhedron are a finitely generated module over the monoid of its recession
//! cone (Schrijver, Theory of Linear and Integer Programming, 1986, sections 16.4 and 17.1). By Carathéodory, each point of
//! the cone is a sum of multiples of independent extreme rays; their whole parts leave a box, in which all irreducible
//! points lie.
use crate::engine::question::Unfit;
use crate::ruleset::linear::Inequality;
use num_integer::gcd;

/// A vector of integers.
pub(crate) type Vector = Vec<i64>;

/// Why generators are not found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NoModule {
    /// A straight line satisfies the rows.
    BothWays,
    /// Anything else, in words.
    Unfit(Unfit),
}

impl From<Unfit> for NoModule {
    fn from(why: Unfit) -> Self {
        Self::Unfit(why)
    }
}

impl From<NoModule> for Unfit {
    fn from(why: NoModule) -> Self {
        match why {
            NoModule::BothWays => "it goes both ways along a line".to_owned(),
            NoModule::Unfit(why) => why,
        }
    }
}

const MOST_BOX: i128 = 200_000;
const MOST_SUBSETS: usize = 20_000;
/// Points that are compared with steps. A cone as narrow at its side as `0 <= j <= 65535 * i` has a step for each of its slopes.
const MOST_COMPARED: usize = 1 << 24;
const LARGEST: i128 = 1 << 20;
const TOO_MANY: &str = "its difference vectors have too many generators";

/// All solutions: `starts` plus sums of `steps`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Module {
    pub(crate) starts: Vec<Vector>,
    pub(crate) steps: Vec<Vector>,
}

impl Module {
    /// The steps, so many times each.
    pub(crate) fn times(&self, times: i64) -> impl Iterator<Item = Vector> + '_ {
        self.steps.iter().map(move |step| step.iter().map(|value| value.saturating_mul(times)).collect())
    }
}

/// The generators of all integer points that satisfy the rows.
///
/// # Errors
/// There are too many, or a straight line satisfies the rows.
pub(crate) fn generators(rows: &[Inequality], variables: usize) -> Result<Module, NoModule> {
    let rows: Vec<&Inequality> = rows.iter().filter(|row| !is_constant(row) || 0 < row.constant).collect();
    if rows.iter().any(|row| is_constant(row)) {
        return Ok(Module { starts: Vec::new(), steps: Vec::new() });
    }
    if rows.iter().any(|row| row.coefficients.iter().chain([&row.constant]).any(|value| LARGEST < value.abs())) {
        return Err(NoModule::Unfit("its numbers are too large".to_owned()));
    }
    if variables == 0 {
        return Ok(Module { starts: vec![Vec::new()], steps: Vec::new() });
    }
    let rays = rays(&rows, variables)?;
    let vertices = vertices(&rows, variables)?;
    if vertices.is_empty() {
        // A pointed polyhedron without vertices is empty.
        return Ok(Module { starts: Vec::new(), steps: Vec::new() });
    }
    let wide: Vec<(i128, i128)> = (0..variables)
        .map(|at| {
            let part = |sign: i128| rays.iter().map(|ray| (sign * ray[at]).max(0)).sum::<i128>() * sign;
            (part(-1), part(1))
        })
        .collect();
    let cone: Vec<Inequality> =
        rows.iter().map(|row| Inequality { coefficients: row.coefficients.clone(), constant: 0 }).collect();
    let cone: Vec<&Inequality> = cone.iter().collect();
    let mut points = solutions(&cone, &wide)?;
    let height = |point: &Vec<i128>| -> i128 { cone.iter().map(|row| -value(row, point)).sum() };
    points.retain(|point| point.iter().any(|value| *value != 0));
    points.sort_by_cached_key(|point| (height(point), point.clone()));
    let mut basis = ConeSteps::default();
    for point in points {
        if !basis.lead_to(&point, &cone)? {
            basis.add(point, &cone);
        }
    }
    let near: Vec<(i128, i128)> = (0..variables)
        .map(|at| {
            let low = vertices.iter().map(|(top, divisor)| top[at].div_euclid(*divisor)).min().unwrap_or(0);
            let high = vertices.iter().map(|(top, divisor)| -(-top[at]).div_euclid(*divisor)).max().unwrap_or(0);
            (low + wide[at].0, high + wide[at].1)
        })
        .collect();
    let mut starts = Vec::new();
    for point in solutions(&rows, &near)? {
        if !basis.lead_to(&point, &rows)? {
            starts.push(point);
        }
    }
    Ok(Module { starts: small(starts)?, steps: small(basis.found)? })
}

/// Steps of a cone, with what each adds to the left sides of the rows.
#[derive(Debug, Default)]
struct ConeSteps {
    found: Vec<Vec<i128>>,
    sides: Vec<Vec<i128>>,
    compared: usize,
}

impl ConeSteps {
    /// Adds a step; `cone` holds the rows without their constants.
    fn add(&mut self, step: Vec<i128>, cone: &[&Inequality]) {
        self.sides.push(cone.iter().map(|row| value(row, &step)).collect());
        self.found.push(step);
    }

    /// Whether some step leads to a point from a solution of the rows. The rows have the factors of the cone, in its order.
    fn lead_to(&mut self, point: &[i128], rows: &[&Inequality]) -> Result<bool, String> {
        self.compared += self.found.len();
        if MOST_COMPARED < self.compared {
            return Err(TOO_MANY.to_owned());
        }
        let own: Vec<i128> = rows.iter().map(|row| value(row, point)).collect();
        Ok(self.sides.iter().any(|sides| own.iter().zip(sides).all(|(own, side)| own <= side)))
    }
}

fn small(vectors: Vec<Vec<i128>>) -> Result<Vec<Vector>, String> {
    let one = |vector: Vec<i128>| vector.into_iter().map(i64::try_from).collect::<Result<Vector, _>>();
    vectors.into_iter().map(one).collect::<Result<_, _>>().map_err(|_| "its numbers are too large".to_owned())
}

fn is_constant(row: &Inequality) -> bool {
    row.coefficients.iter().all(|value| *value == 0)
}

fn value(row: &Inequality, point: &[i128]) -> i128 {
    row.coefficients.iter().zip(point).map(|(a, b)| a * b).sum::<i128>() + row.constant
}

fn satisfies(rows: &[&Inequality], point: &[i128]) -> bool {
    rows.iter().all(|row| value(row, point) <= 0)
}

/// The integer points of a box that satisfy the rows.
fn solutions(rows: &[&Inequality], bounds: &[(i128, i128)]) -> Result<Vec<Vec<i128>>, String> {
    let cells = bounds.iter().try_fold(1i128, |cells, (low, high)| cells.checked_mul((high - low + 1).max(0)));
    if cells.is_none_or(|cells| MOST_BOX < cells) {
        return Err(TOO_MANY.to_owned());
    }
    let mut found = Vec::new();
    let mut point: Vec<i128> = bounds.iter().map(|(low, _)| *low).collect();
    if cells == Some(0) {
        return Ok(found);
    }
    loop {
        if satisfies(rows, &point) {
            found.push(point.clone());
        }
        let Some(at) = (0..bounds.len()).rev().find(|at| point[*at] < bounds[*at].1) else { return Ok(found) };
        point[at] += 1;
        for later in at + 1..bounds.len() {
            point[later] = bounds[later].0;
        }
    }
}

/// Calls `visit` on all ways to choose so many rows.
fn subsets(rows: &[&Inequality], size: usize, visit: &mut dyn FnMut(&[&Inequality])) -> Result<(), String> {
    fn descend<'a>(
        rows: &[&'a Inequality],
        size: usize,
        chosen: &mut Vec<&'a Inequality>,
        left: &mut usize,
        visit: &mut dyn FnMut(&[&Inequality]),
    ) -> Result<(), String> {
        if chosen.len() == size {
            *left = left.checked_sub(1).ok_or("its condition has too many sides")?;
            visit(chosen);
            return Ok(());
        }
        for (at, row) in rows.iter().enumerate() {
            chosen.push(row);
            descend(&rows[at + 1..], size, chosen, left, visit)?;
            chosen.pop();
        }
        Ok(())
    }
    descend(rows, size, &mut Vec::new(), &mut MOST_SUBSETS.clone(), visit)
}

/// The extreme rays of the recession cone.
fn rays(rows: &[&Inequality], variables: usize) -> Result<Vec<Vec<i128>>, NoModule> {
    let mut found: Vec<Vec<i128>> = Vec::new();
    let inside =
        |ray: &[i128]| rows.iter().all(|row| row.coefficients.iter().zip(ray).map(|(a, b)| a * b).sum::<i128>() <= 0);
    let mut line = false;
    let mut pointed = false;
    subsets(rows, variables, &mut |chosen| {
        let matrix: Vec<Vec<i128>> = chosen.iter().map(|row| row.coefficients.clone()).collect();
        pointed |= determinant(&matrix) != 0;
    })?;
    subsets(rows, variables - 1, &mut |chosen| {
        let mut ray: Vec<i128> = (0..variables)
            .map(|at| {
                let minor: Vec<Vec<i128>> = chosen.iter().map(|row| without(&row.coefficients, at)).collect();
                determinant(&minor) * if at % 2 == 0 { 1 } else { -1 }
            })
            .collect();
        let divisor = ray.iter().fold(0, |divisor, value| gcd(divisor, *value));
        if divisor == 0 {
            return;
        }
        for value in &mut ray {
            *value /= divisor;
        }
        let opposite: Vec<i128> = ray.iter().map(|value| -value).collect();
        let both = [inside(&ray), inside(&opposite)];
        line |= both == [true, true];
        for (ray, inside) in [ray, opposite].into_iter().zip(both) {
            if inside && !found.contains(&ray) {
                found.push(ray);
            }
        }
    })?;
    if line || !pointed {
        return Err(NoModule::BothWays);
    }
    Ok(found)
}

fn without(row: &[i128], at: usize) -> Vec<i128> {
    row.iter().enumerate().filter(|(index, _)| *index != at).map(|(_, value)| *value).collect()
}

/// The vertices as numerators and a positive denominator.
fn vertices(rows: &[&Inequality], variables: usize) -> Result<Vec<(Vec<i128>, i128)>, String> {
    let mut found: Vec<(Vec<i128>, i128)> = Vec::new();
    subsets(rows, variables, &mut |chosen| {
        let matrix: Vec<Vec<i128>> = chosen.iter().map(|row| row.coefficients.clone()).collect();
        let divisor = determinant(&matrix);
        if divisor == 0 {
            return;
        }
        let tops = (0..variables).map(|at| {
            let mut replaced = matrix.clone();
            for (line, row) in replaced.iter_mut().zip(chosen) {
                line[at] = -row.constant;
            }
            determinant(&replaced) * divisor.signum()
        });
        let vertex = (tops.collect::<Vec<i128>>(), divisor.abs());
        let inside = rows.iter().all(|row| {
            let sum: i128 = row.coefficients.iter().zip(&vertex.0).map(|(a, b)| a * b).sum();
            sum + row.constant * vertex.1 <= 0
        });
        if inside && !found.contains(&vertex) {
            found.push(vertex);
        }
    })?;
    Ok(found)
}

/// By expansion along the first row; matrices have at most four rows.
fn determinant(matrix: &[Vec<i128>]) -> i128 {
    let Some((first, rest)) = matrix.split_first() else { return 1 };
    let expanded = first.iter().enumerate().filter(|(_, value)| **value != 0).map(|(at, value)| {
        let minor: Vec<Vec<i128>> = rest.iter().map(|row| without(row, at)).collect();
        value * determinant(&minor) * if at % 2 == 0 { 1 } else { -1 }
    });
    expanded.sum()
}

#[cfg(test)]
mod tests;
