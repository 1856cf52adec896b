//! Turns an alternative of a move into alternatives over heaps and amounts alone: registers are put in, minima, maxima and
//! floors of the position taken apart. Knows nothing of difference vectors.
use super::{LayerView, MOST_CASES};
use crate::ruleset::branch::Branch;
use crate::ruleset::linear::Inequality;
use crate::ruleset::{Comparison, Condition, Move, Term, Variable};

/// Puts the registers in, and takes minima, maxima and floors of the position apart. What else the position alone has to
/// satisfy is left as it is.
pub(super) fn views(family: &Move, branch: &Branch, heaps: usize, layer: &[i64]) -> Result<Vec<LayerView>, String> {
    let (mut conditions, residual): (Vec<_>, Vec<_>) =
        branch.residual.iter().cloned().partition(Condition::mentions_coordinates);
    if conditions.iter().any(Condition::mentions_amounts) {
        return Err("its condition is not linear in the position".to_owned());
    }
    let rows = linear_rows(branch, layer, &mut conditions);
    let targets: Option<Vec<Inequality>> = family.targets.iter().map(|target| branch.linear(target)).collect();
    let targets = targets.ok_or("its option is not linear in its amounts")?;
    let mut cases = vec![(rows, targets)];
    for (at, opaque) in branch.opaques.iter().enumerate() {
        let mut all = Vec::new();
        for (rows, targets) in cases {
            all.extend(without_opaque(branch, (at, opaque), layer, rows, targets)?);
        }
        cases = all;
        if MOST_CASES < cases.len() {
            return Err("its condition has too many cases".to_owned());
        }
    }
    let coordinates = branch.coordinates;
    let first = branch.variables() - branch.amounts;
    let bare = |row: &Inequality| {
        let mut bare = Inequality { coefficients: row.coefficients[..heaps].to_vec(), constant: row.constant };
        for (factor, value) in row.coefficients[heaps..coordinates].iter().zip(layer) {
            bare.constant += factor * i128::from(*value);
        }
        bare.coefficients.extend(&row.coefficients[first..]);
        bare
    };
    let view = |(rows, targets): (Vec<Inequality>, Vec<Inequality>)| LayerView {
        heaps,
        amounts: branch.amounts,
        rows: rows.iter().map(bare).collect(),
        targets: targets.iter().map(bare).collect(),
        residual: residual.clone(),
        conditions: conditions.clone(),
    };
    Ok(cases.into_iter().map(view).collect())
}

/// The rows of an alternative, but for those on the position alone that are not linear in it: these become conditions.
fn linear_rows(branch: &Branch, layer: &[i64], conditions: &mut Vec<Condition>) -> Vec<Inequality> {
    let first = branch.coordinates + branch.opaques.len();
    let hard = |opaque: &Term| match opaque {
        Term::Min(_) | Term::Max(_) => false,
        Term::FloorDivide(_, divisor) => !matches!(**divisor, Term::Constant(value) if 0 < value),
        _ => of_registers(opaque, branch.coordinates - layer.len(), layer).is_none(),
    };
    let hard: Vec<bool> = branch.opaques.iter().map(hard).collect();
    let facts = branch.inequalities.len() - branch.facts;
    let mut rows = Vec::new();
    for (at, row) in branch.inequalities.iter().enumerate() {
        let opaques = row.coefficients[branch.coordinates..first].iter().zip(&hard);
        let free = row.coefficients[first..].iter().all(|factor| *factor == 0);
        if !free || !opaques.clone().any(|(factor, hard)| *factor != 0 && *hard) {
            rows.push(row.clone());
        } else if at < facts {
            conditions.push(condition(branch, row));
        }
    }
    rows
}

/// A row that mentions no amount, as a condition.
fn condition(branch: &Branch, row: &Inequality) -> Condition {
    let coordinates = (0..branch.coordinates).map(|at| Term::Variable(Variable::Coordinate(at)));
    let parts = row.coefficients.iter().zip(coordinates.chain(branch.opaques.iter().cloned()));
    let multiple = |(factor, part): (&i128, Term)| match factor {
        1 => part,
        _ => Term::Product(Box::new(Term::Constant(*factor)), Box::new(part)),
    };
    let mut all: Vec<Term> = parts.filter(|(factor, _)| **factor != 0).map(multiple).collect();
    all.push(Term::Constant(row.constant));
    Condition::Compare(Term::Sum(all), Comparison::AtMost, Term::Constant(0))
}

type GuardedCase = (Vec<Inequality>, Vec<Inequality>);

/// Rows and targets that do not mention one opaque term.
fn without_opaque(
    branch: &Branch,
    (at, opaque): (usize, &Term),
    layer: &[i64],
    rows: Vec<Inequality>,
    targets: Vec<Inequality>,
) -> Result<Vec<GuardedCase>, String> {
    let variable = branch.coordinates + at;
    let replace = |by: &Inequality| -> Result<GuardedCase, String> {
        let all =
            |forms: &[Inequality]| forms.iter().map(|form| replaced(variable, form, by)).collect::<Result<Vec<_>, _>>();
        Ok((all(&rows)?, all(&targets)?))
    };
    if let Some(value) = of_registers(opaque, branch.coordinates - layer.len(), layer) {
        let mut constant = Inequality::zero(branch.variables());
        constant.constant = value;
        return Ok(vec![replace(&constant)?]);
    }
    let moved = targets.iter().any(|target| target.coefficients[variable] != 0);
    if let Term::FloorDivide(above, divisor) = opaque
        && let Term::Constant(divisor @ 1..) = **divisor
        && !moved
    {
        let above = branch.linear(above).ok_or("its condition is not linear in the position")?;
        return Ok(vec![(without_floor(variable, &above, divisor, rows)?, targets)]);
    }
    match opaque {
        Term::Min(parts) | Term::Max(parts) => {
            let least = matches!(opaque, Term::Min(_));
            let forms: Option<Vec<Inequality>> = parts.iter().map(|part| branch.linear(part)).collect();
            let forms = forms.ok_or("its condition is not linear in the position")?;
            if moved {
                // What is known of the term says that the part is the least, or the greatest.
                return forms.iter().map(replace).collect();
            }
            let cases = cases_of(variable, &forms, least, &rows)?;
            Ok(cases.into_iter().map(|rows| (rows, targets.clone())).collect())
        }
        _ => {
            let kept = without_facts(branch, variable, opaque, rows);
            if kept.iter().chain(&targets).any(|row| row.coefficients[variable] != 0) {
                return Err("its condition is not linear in the position".to_owned());
            }
            Ok(vec![(kept, targets)])
        }
    }
}

/// A form with another one put in for a variable.
fn replaced(variable: usize, form: &Inequality, by: &Inequality) -> Result<Inequality, String> {
    let factor = form.coefficients[variable];
    let mut rest = form.clone();
    rest.coefficients[variable] = 0;
    rest.plus(factor, by).ok_or_else(|| "its numbers are too large".to_owned())
}

/// The rows in each case of a least or greatest value of some forms, which the variable stands for: `variable <= s` says
/// for the greatest that all forms are at most s, and for the least that one of them is.
fn cases_of(
    variable: usize,
    forms: &[Inequality],
    least: bool,
    rows: &[Inequality],
) -> Result<Vec<Vec<Inequality>>, String> {
    let sign = if least { 1 } else { -1 };
    let is_fact = |row: &Inequality| {
        let fact = |form: &Inequality| {
            let mut fact = form.times(-sign)?;
            fact.coefficients[variable] += sign;
            Some(fact)
        };
        forms.iter().any(|form| fact(form).as_ref() == Some(row))
    };
    let mut cases: Vec<Vec<Inequality>> = vec![Vec::new()];
    for row in rows.iter().filter(|row| !is_fact(row)) {
        let factor = row.coefficients[variable];
        let each: Vec<Inequality> = match factor {
            0 => vec![row.clone()],
            _ => forms.iter().map(|form| replaced(variable, row, form)).collect::<Result<_, _>>()?,
        };
        if factor == 0 || (factor < 0) == least {
            for case in &mut cases {
                case.extend(each.iter().cloned());
            }
            continue;
        }
        let with =
            |case: &Vec<Inequality>, row: &Inequality| case.iter().chain([row]).cloned().collect::<Vec<Inequality>>();
        cases = cases.iter().flat_map(|case| each.iter().map(|row| with(case, row)).collect::<Vec<_>>()).collect();
        if MOST_CASES < cases.len() {
            return Err("its condition has too many cases".to_owned());
        }
    }
    Ok(cases)
}

/// Rows but for those that are true of every remainder, root or nim-sum: they may stand for an alternative that says
/// nothing of it.
fn without_facts(branch: &Branch, variable: usize, opaque: &Term, rows: Vec<Inequality>) -> Vec<Inequality> {
    let (low, high) = match opaque {
        Term::Modulo(_, divisor) => match **divisor {
            Term::Constant(divisor) if 0 < divisor => (true, Some(divisor - 1)),
            _ => (false, None),
        },
        Term::Xor(_) | Term::SquareRoot(_) => (true, None),
        Term::Number(function, _) => (true, function.range().1),
        _ => (false, None),
    };
    let mut bounds = [Inequality::zero(branch.variables()), Inequality::zero(branch.variables())];
    bounds[0].coefficients[variable] = -1;
    bounds[1].coefficients[variable] = 1;
    bounds[1].constant = -high.unwrap_or(0);
    let is_fact = |row: &Inequality| (low && *row == bounds[0]) || (high.is_some() && *row == bounds[1]);
    rows.into_iter().filter(|row| !is_fact(row)).collect()
}

/// Rows that do not mention the variable q = floor(above / divisor).
fn without_floor(
    variable: usize,
    above: &Inequality,
    divisor: i128,
    rows: Vec<Inequality>,
) -> Result<Vec<Inequality>, String> {
    let large = || "its numbers are too large".to_owned();
    let mut kept = Vec::new();
    for row in rows {
        let factor = row.coefficients[variable];
        let mut rest = row.clone();
        rest.coefficients[variable] = 0;
        let constant = |form: Option<Inequality>, value: i128| {
            form.is_some_and(|form| form.constant == value && form.coefficients.iter().all(|factor| *factor == 0))
        };
        match factor {
            0 => kept.push(row),
            // divisor * q <= above and above <= divisor * q + divisor - 1 are what the floor means.
            _ if factor == divisor && constant(rest.plus(1, above), 0) => {}
            _ if factor == -divisor && constant(rest.plus(-1, above), 1 - divisor) => {}
            // q <= s iff above <= divisor * s + divisor - 1, and s <= q iff divisor * s <= above.
            1 => {
                let mut row = rest.times(divisor).and_then(|row| row.plus(1, above)).ok_or_else(large)?;
                row.constant -= divisor - 1;
                kept.push(row);
            }
            -1 => kept.push(rest.times(divisor).and_then(|row| row.plus(-1, above)).ok_or_else(large)?),
            _ => return Err("its condition has a multiple of a floor".to_owned()),
        }
    }
    Ok(kept)
}

/// The value of a term that mentions no heap.
fn of_registers(term: &Term, heaps: usize, layer: &[i64]) -> Option<i128> {
    let mut heap = false;
    term.visit_variables(&mut |variable| {
        heap |= !matches!(variable, Variable::Coordinate(at) if heaps <= at);
    });
    if heap {
        return None;
    }
    let position: Vec<i64> = std::iter::repeat_n(0, heaps).chain(layer.iter().copied()).collect();
    term.evaluate(&position, &[]).ok()
}
