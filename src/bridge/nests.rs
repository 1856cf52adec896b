//! Moves to loops: for each alternative of a condition the bounds of the amounts, what is tested, and the option, all in the words
//! of an idiom.
use super::idiom::{Idiom, Level, ScriptFunction, Wording, coordinates, recursions_of};
use super::unsaid::Unsaid;
use crate::ruleset::branch::{Branch, branches};
use crate::ruleset::linear::Inequality;
use crate::ruleset::{Condition, Move, Part, Ruleset, Term};

/// One loop nest.
#[derive(Debug)]
pub(super) struct ScriptLoops {
    /// The move, with its instance in words.
    pub(super) label: String,
    /// What has to hold before any loop.
    pub(super) entry: Vec<String>,
    /// For each loop its amount, and where it begins and ends.
    pub(super) loops: Vec<ScriptLoop>,
    /// What is tested for each choice of the amounts; what joins tests is bracketed.
    pub(super) tests: Vec<String>,
    /// The coordinates of the option.
    pub(super) option: Vec<String>,
}

/// A loop over an amount.
#[derive(Debug)]
pub(super) struct ScriptLoop {
    pub(super) amount: String,
    pub(super) least: String,
    pub(super) most: String,
    /// One more than the greatest value.
    pub(super) end: String,
}

/// The loop nests of all moves.
///
/// # Errors
/// Something for which the idiom has no words, or a condition with too many alternatives.
pub(super) fn nests(ruleset: &Ruleset, idiom: &Idiom) -> Result<Vec<ScriptLoops>, Unsaid> {
    let coordinates = coordinates(ruleset, idiom);
    let mut all = Vec::new();
    for rule in &ruleset.moves {
        let mut taken = coordinates.clone();
        let mut amounts = Vec::new();
        for amount in &rule.amounts {
            let name = idiom.identifier(amount, &taken);
            taken.push(name.clone());
            amounts.push(name);
        }
        let scope = Wording { idiom, coordinates: &coordinates, amounts: &amounts, own: None };
        let too_many = |_| Unsaid(format!("the conditions of move `{}` have too many alternatives", rule.name));
        for branch in branches(&rule.guard, coordinates.len(), amounts.len()).map_err(too_many)? {
            all.extend(nest(ruleset, rule, &branch, &scope)?);
        }
    }
    Ok(all)
}

/// The recursions that moves mention, those that others need first.
pub(super) fn recursions(ruleset: &Ruleset) -> Vec<ScriptFunction<'_>> {
    let mut found = Vec::new();
    for rule in &ruleset.moves {
        parts(rule).for_each(|part| recursions_of(part, &mut found));
    }
    found
}

/// Whether a function by cases may have none that holds, in a move or in a recursion.
pub(super) fn may_lack_a_value(ruleset: &Ruleset) -> bool {
    let is_open = &mut |part: Part<'_>| match part {
        Part::Term(Term::Cases(cases)) => cases.iter().all(|(condition, _)| *condition != Condition::Known(true)),
        _ => false,
    };
    ruleset.moves.iter().flat_map(parts).any(|part| part.any(is_open))
        || recursions(ruleset).iter().any(|recursion| Part::Term(recursion.body).any(is_open))
}

/// What a move becomes, and when.
fn parts(rule: &Move) -> impl Iterator<Item = Part<'_>> {
    rule.targets.iter().map(Part::Term).chain([Part::Condition(&rule.guard)])
}

/// One alternative; none where no amounts satisfy it.
fn nest(ruleset: &Ruleset, rule: &Move, branch: &Branch, scope: &Wording<'_>) -> Result<Option<ScriptLoops>, Unsaid> {
    let unbounded = |_| Unsaid(format!("nothing bounds an amount of move `{}`", rule.name));
    let loops = branch.loops().map_err(unbounded)?;
    let is_never = |row: &Inequality| row.coefficients.iter().all(|value| *value == 0) && 0 < row.constant;
    if loops.entry.iter().any(is_never) {
        return Ok(None);
    }
    let first = branch.coordinates + branch.opaques.len();
    let form = WrittenForms { heaps: ruleset.heaps.len(), branch, scope };
    let own = &branch.inequalities[..branch.inequalities.len() - branch.facts];
    let asked = own.iter().filter(|row| row.coefficients[first..].iter().all(|value| *value == 0));
    let asked = asked.filter(|row| !is_true_everywhere(row, ruleset, branch));
    let mut bounded = Vec::new();
    for (amount, rows) in loops.bounds.iter().enumerate() {
        bounded.push(ScriptLoop {
            amount: scope.amounts[amount].clone(),
            least: form.least(rows, first + amount)?,
            most: form.most(rows, first + amount, 0)?,
            end: form.most(rows, first + amount, 1)?,
        });
    }
    let label = if rule.instance.is_empty() { rule.name.clone() } else { format!("{}, {}", rule.name, rule.instance) };
    Ok(Some(ScriptLoops {
        label: label.replace(char::is_control, " "),
        entry: asked.map(|row| form.inequality(row)).collect::<Result<Vec<_>, _>>()?,
        loops: bounded,
        tests: branch.residual.iter().map(|test| scope.bracketed(test)).collect::<Result<Vec<_>, _>>()?,
        option: rule.targets.iter().map(|target| scope.at(target, Level::Sum)).collect::<Result<Vec<_>, _>>()?,
    }))
}

/// Whether an inequality follows from heaps and registers being at least their least values.
fn is_true_everywhere(row: &Inequality, ruleset: &Ruleset, branch: &Branch) -> bool {
    let lows = ruleset.heaps.iter().map(|_| 0).chain(ruleset.registers.iter().map(|register| i128::from(register.low)));
    let greatest: i128 = lows.zip(&row.coefficients).map(|(low, factor)| low * factor).sum();
    row.coefficients[..branch.coordinates].iter().all(|factor| *factor <= 0)
        && row.coefficients[branch.coordinates..].iter().all(|factor| *factor == 0)
        && greatest + row.constant <= 0
}

/// Linear forms in words.
struct WrittenForms<'a> {
    /// How many of the coordinates are heaps.
    heaps: usize,
    branch: &'a Branch,
    scope: &'a Wording<'a>,
}

impl WrittenForms<'_> {
    fn variable(&self, index: usize, factor: i128) -> Result<String, Unsaid> {
        let opaque = index.checked_sub(self.branch.coordinates);
        let term = match opaque.and_then(|at| self.branch.opaques.get(at)) {
            Some(term) => self.scope.at(term, if factor == 1 { Level::Product } else { Level::Atom })?,
            None if index < self.branch.coordinates => self.scope.coordinates[index].clone(),
            None => self.scope.amounts[index - self.branch.coordinates - self.branch.opaques.len()].clone(),
        };
        Ok(if factor == 1 { term } else { format!("{factor} * {term}") })
    }

    /// A sum of variables and a number.
    fn sum(&self, factors: &[i128], constant: i128) -> Result<String, Unsaid> {
        let mut text = String::new();
        let signed = factors.iter().enumerate().filter(|(_, factor)| **factor != 0);
        // What is positive comes first.
        let (positive, negative): (Vec<_>, Vec<_>) = signed.partition(|(_, factor)| 0 < **factor);
        for (index, factor) in positive {
            let part = self.variable(index, *factor)?;
            text = if text.is_empty() { part } else { format!("{text} + {part}") };
        }
        if 0 < constant || (text.is_empty() && negative.is_empty()) {
            text = if text.is_empty() { constant.to_string() } else { format!("{text} + {constant}") };
        }
        for (index, factor) in negative {
            let part = self.variable(index, -factor)?;
            text = if text.is_empty() { format!("-{part}") } else { format!("{text} - {part}") };
        }
        if constant < 0 && !text.is_empty() && !factors.iter().all(|factor| *factor == 0) {
            text.push_str(&format!(" - {}", -constant));
        }
        Ok(text)
    }

    /// `left <= right` with nothing negative on either side.
    fn inequality(&self, row: &Inequality) -> Result<String, Unsaid> {
        let left: Vec<i128> = row.coefficients.iter().map(|factor| (*factor).max(0)).collect();
        let right: Vec<i128> = row.coefficients.iter().map(|factor| (-factor).max(0)).collect();
        Ok(format!("{} <= {}", self.sum(&left, row.constant.max(0))?, self.sum(&right, (-row.constant).max(0))?))
    }

    /// The greatest value of an amount that some inequalities allow, and so much more.
    fn most(&self, rows: &[Inequality], variable: usize, more: i128) -> Result<String, Unsaid> {
        let mut bounds = Vec::new();
        for row in rows.iter().filter(|row| 0 < row.coefficients[variable]) {
            let factor = row.coefficients[variable];
            let mut rest: Vec<i128> = row.coefficients.iter().map(|value| -value).collect();
            rest[variable] = 0;
            let constant = more * factor - row.constant;
            let extreme = self.at_empty_heaps(&rest, 1).then(|| constant.div_euclid(factor));
            bounds.push((self.divided(&rest, constant, factor)?, extreme));
        }
        Ok(one_of(bounds, self.scope.idiom.min, |a, b| a < b))
    }

    /// The least value of an amount that some inequalities allow.
    fn least(&self, rows: &[Inequality], variable: usize) -> Result<String, Unsaid> {
        let mut bounds = Vec::new();
        for row in rows.iter().filter(|row| row.coefficients[variable] < 0) {
            let factor = -row.coefficients[variable];
            let mut rest = row.coefficients.clone();
            rest[variable] = 0;
            // A quotient is rounded up.
            let constant = row.constant + factor - 1;
            let extreme = self.at_empty_heaps(&rest, -1).then(|| constant.div_euclid(factor));
            bounds.push((self.divided(&rest, constant, factor)?, extreme));
        }
        Ok(one_of(bounds, self.scope.idiom.max, |a, b| b < a))
    }

    /// Whether a form in heaps alone only moves in one direction as they grow: it is extreme where they are empty.
    fn at_empty_heaps(&self, factors: &[i128], sign: i128) -> bool {
        let heaps = &factors[..self.heaps];
        heaps.iter().all(|factor| 0 <= factor * sign) && factors[self.heaps..].iter().all(|factor| *factor == 0)
    }

    fn divided(&self, factors: &[i128], constant: i128, divisor: i128) -> Result<String, Unsaid> {
        let sum = self.sum(factors, constant)?;
        if divisor == 1 {
            return Ok(sum);
        }
        if factors.iter().all(|factor| *factor == 0) {
            return Ok(constant.div_euclid(divisor).to_string());
        }
        Ok((self.scope.idiom.floor_divide)(&format!("({sum})"), &divisor.to_string()))
    }
}

/// The tightest of several bounds: of numbers only the one that counts, and nothing that is never tighter than it.
fn one_of(
    bounds: Vec<(String, Option<i128>)>,
    join: fn(&[String]) -> String,
    tighter: fn(i128, i128) -> bool,
) -> String {
    let numbers = bounds.iter().filter_map(|(bound, _)| bound.parse::<i128>().ok());
    let number = numbers.reduce(|known, value| if tighter(value, known) { value } else { known });
    let mut kept: Vec<String> = Vec::new();
    for (bound, extreme) in bounds {
        let is_looser = number.zip(extreme).is_some_and(|(number, extreme)| !tighter(extreme, number));
        if bound.parse::<i128>().is_err() && !is_looser && !kept.contains(&bound) {
            kept.push(bound);
        }
    }
    kept.extend(number.map(|value| value.to_string()));
    if kept.len() == 1 { kept.remove(0) } else { join(&kept) }
}
