//! Reads moves of one heap as rules of taking and breaking, whatever the words in which they are said. Exact: a move is read if
//! its conditions are equivalent to such rules, as linear inequalities between what is taken and what is left.
use super::{Code, Taken, Taking};
use crate::ruleset::branch::{Branch, branches};
use crate::ruleset::linear::{Inequality, infeasible};
use crate::ruleset::{Condition, Move, Ruleset};

/// What a move of one kind may take is listed up to so many numbers.
const MOST_LISTED: i128 = 256;
/// More is never taken.
const MOST_TAKEN: i128 = 1 << 16;

/// The rules of taking and breaking that the moves of a ruleset are, one of which breaks heaps.
///
/// # Errors
/// Why they are none, in words.
pub fn code(ruleset: &Ruleset) -> Result<Code, String> {
    if ruleset.breaks() { taking(ruleset) } else { Err("no heap breaks".to_owned()) }
}

/// The same, also where no heap breaks.
///
/// # Errors
/// Why they are none, in words.
pub fn taking(ruleset: &Ruleset) -> Result<Code, String> {
    if !ruleset.components.is_empty() || ruleset.heaps.len() != 1 || !ruleset.registers.is_empty() {
        return Err("it is not played with one heap alone".to_owned());
    }
    if ruleset.positions != Condition::Known(true) {
        return Err("not all heaps belong to the game".to_owned());
    }
    let mut rules = Vec::new();
    for family in &ruleset.moves {
        let unread = |why: &str| format!("move `{}` {why}", family.name);
        if 3 < family.parts().count() {
            return Err(unread("leaves more than three heaps"));
        }
        let alternatives =
            branches(&family.guard, 1, family.amounts.len()).map_err(|_| unread("has too many alternatives"))?;
        for branch in &alternatives {
            let all = of_branch(branch, family)
                .ok_or_else(|| unread("takes no fixed numbers, or leaves heaps of special sizes"))?;
            rules.extend(all);
        }
    }
    Ok(Code::new(rules))
}

/// The rules of one alternative of a move; `None` if it is something else.
fn of_branch(branch: &Branch, family: &Move) -> Option<Vec<Taking>> {
    if !branch.residual.is_empty() || !branch.opaques.is_empty() {
        return None;
    }
    let parts = family.parts().count();
    let rows = without_empty_parts(left_and_taken(branch, family)?, parts);
    if infeasible(&rows, 1 + parts) {
        return Some(Vec::new());
    }
    let (low, high) = taken(&rows)?;
    let mut rules = Vec::new();
    match high {
        Some(high) if high - low < MOST_LISTED && high <= MOST_TAKEN => {
            for count in low..=high {
                let taken = Taken::Exactly(usize::try_from(count).ok()?);
                let of_one = |(left, different)| Taking { taken, left, different };
                rules.extend(left(&rows, count, parts)?.into_iter().map(of_one));
            }
        }
        Some(_) => return None,
        None => {
            // What is left must not depend on what is taken.
            let (mixed, rises) = (|row: &&Inequality| row.coefficients[0] != 0, |value: &i128| 0 < *value);
            if MOST_TAKEN < low || rows.iter().filter(mixed).any(|row| row.coefficients.iter().any(rises)) {
                return None;
            }
            let taken = Taken::AtLeast(usize::try_from(low).ok()?);
            let of_one = |(left, different)| Taking { taken, left, different };
            rules.extend(left(&rows, low, parts)?.into_iter().map(of_one));
        }
    }
    Some(rules)
}

/// The conditions of a branch as inequalities between the number that is taken and the sizes of the parts: variable 0, then a
/// variable for each part. Amounts are replaced by what equations say of them.
fn left_and_taken(branch: &Branch, family: &Move) -> Option<Vec<Inequality>> {
    let parts = family.parts().count();
    let width = 1 + branch.amounts + parts;
    let widened = |row: &Inequality| {
        let mut row = row.clone();
        row.coefficients.resize(width, 0);
        row
    };
    let mut rows: Vec<Inequality> = branch.inequalities.iter().map(widened).collect();
    for (part, targets) in family.parts().enumerate() {
        let mut equation = widened(&branch.linear(targets.first()?)?);
        equation.coefficients[1 + branch.amounts + part] -= 1;
        rows.push(equation.times(-1)?);
        rows.push(equation);
    }
    for amount in 1..=branch.amounts {
        let is_equation = |row: &&Inequality| {
            row.coefficients[amount].abs() == 1 && row.times(-1).is_some_and(|opposite| rows.contains(&opposite))
        };
        let Some(equation) = rows.iter().find(is_equation).cloned() else {
            if rows.iter().any(|row| row.coefficients[amount] != 0) {
                return None;
            }
            continue;
        };
        for row in &mut rows {
            let factor = -row.coefficients[amount] * equation.coefficients[amount];
            *row = row.plus(factor, &equation)?;
        }
    }
    // The heap is what is taken and what is left.
    let narrowed = |row: &Inequality| {
        let heap = row.coefficients[0];
        let of_parts = row.coefficients[1 + branch.amounts..].iter().map(|value| value + heap);
        Inequality { coefficients: std::iter::once(heap).chain(of_parts).collect(), constant: row.constant }
    };
    let natural = |part: usize| {
        let mut row = Inequality::zero(1 + parts);
        row.coefficients[1 + part] = -1;
        row
    };
    Some(rows.iter().map(narrowed).chain((0..parts).map(natural)).collect())
}

/// The same, where nothing but that it is empty is said of a part that is.
fn without_empty_parts(mut rows: Vec<Inequality>, parts: usize) -> Vec<Inequality> {
    for part in 1..=parts {
        let empties = |row: &Inequality| {
            let alone = row.coefficients.iter().enumerate().all(|(at, value)| (at == part) == (*value != 0));
            alone && 0 < row.coefficients[part] && (-row.constant).div_euclid(row.coefficients[part]) == 0
        };
        let Some(own) = rows.iter().find(|row| empties(row)).cloned() else { continue };
        for row in &mut rows {
            row.coefficients[part] = 0;
        }
        rows.push(own);
    }
    rows
}

/// The least number that is taken, and the greatest if there is one: what is said of it alone.
fn taken(rows: &[Inequality]) -> Option<(i128, Option<i128>)> {
    let alone = rows.iter().filter(|row| row.coefficients[1..].iter().all(|value| *value == 0));
    let (mut low, mut high) = (None, None);
    for row in alone {
        let (factor, constant) = (row.coefficients[0], row.constant);
        if factor < 0 {
            let bound = -((-constant).div_euclid(-factor));
            low = Some(low.map_or(bound, |known: i128| known.max(bound)));
        } else if 0 < factor {
            let bound = (-constant).div_euclid(factor);
            high = Some(high.map_or(bound, |known: i128| known.min(bound)));
        }
    }
    low.filter(|low| 0 <= *low).map(|low| (low, high))
}

/// How many heaps may be left if so many are taken, and whether two of them differ; `None` if their sizes are limited in any
/// other way.
fn left(rows: &[Inequality], taken: i128, parts: usize) -> Option<Vec<(usize, bool)>> {
    let at = |row: &Inequality| {
        let constant = row.constant.checked_add(row.coefficients[0].checked_mul(taken)?)?;
        Some(Inequality { coefficients: row.coefficients[1..].to_vec(), constant })
    };
    let rows: Vec<Inequality> = rows.iter().map(at).collect::<Option<_>>()?;
    if infeasible(&rows, parts) {
        return Some(Vec::new());
    }
    let mut lows = vec![0; parts];
    let mut is_empty = vec![false; parts];
    let (mut orders, mut later) = (Vec::new(), Vec::new());
    for row in &rows {
        let some: Vec<(usize, i128)> = row.coefficients.iter().copied().enumerate().filter(|one| one.1 != 0).collect();
        match some.as_slice() {
            [] => {}
            [(part, factor)] if *factor < 0 => {
                lows[*part] = lows[*part].max(-((-row.constant).div_euclid(-factor)));
            }
            [(part, factor)] if (-row.constant).div_euclid(*factor) == 0 => is_empty[*part] = true,
            [(one, first), (other, second)] if *first == -second => {
                let constant = -((-row.constant).div_euclid(first.abs()));
                let (low, high) = if 0 < *first { (*one, *other) } else { (*other, *one) };
                // Only two heaps that differ are known to the code.
                if constant != 0 && (constant != 1 || parts != 2) {
                    return None;
                }
                orders.push((low, high, constant));
            }
            some if some.iter().all(|one| one.1 < 0) => later.push(row),
            _ => return None,
        }
    }
    if lows.iter().any(|low| 1 < *low) || (!orders.is_empty() && is_empty.contains(&true)) || is_circle(&orders, parts)
    {
        return None;
    }
    let mut least = lows;
    for (low, high, more) in orders.iter().cycle().take(orders.len() * parts) {
        least[*high] = least[*high].max(least[*low] + more);
    }
    let holds =
        |row: &&Inequality| row.coefficients.iter().zip(&least).map(|(a, b)| a * b).sum::<i128>() + row.constant <= 0;
    if !later.iter().all(holds) {
        return None;
    }
    let most = is_empty.iter().filter(|empty| !**empty).count();
    let fixed = (0..parts).filter(|part| !is_empty[*part] && 0 < least[*part]).count();
    let different = orders.iter().any(|order| order.2 == 1);
    Some((fixed..=most).map(|left| (left, different && left == 2)).collect())
}

/// Whether parts that are ordered in pairs come back to themselves, so that some have to be equal.
fn is_circle(orders: &[(usize, usize, i128)], parts: usize) -> bool {
    let mut reach = vec![vec![false; parts]; parts];
    for (low, high, _) in orders {
        reach[*low][*high] = true;
    }
    for middle in 0..parts {
        for low in 0..parts {
            for high in 0..parts {
                reach[low][high] |= reach[low][middle] && reach[middle][high];
            }
        }
    }
    (0..parts).any(|part| reach[part][part])
}
