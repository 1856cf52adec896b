//! Shows that no integers satisfy what is said of them: alternatives are tried one after the other, and each is left when the inequalities
//! at hand have no solution (Fourier and Motzkin; equations are put in first, and constants are rounded to integers).
//!
//! Each inequality remembers which choices it comes from. If a contradiction needs no part of the last choice, its other alternatives
//! need not be tried; and what was chosen together once, and is a contradiction, is not tried again. Knows nothing of rules and claims.
pub(in crate::recheck) mod reasons;

use super::forms::{Asserted, IntegerForm, at_most};
use super::simplex::{self, RationalValues, SimplexAnswer};
use crate::recheck::spent::CheckEffort;
use num_integer::gcd;
use std::collections::{BTreeMap, HashMap};

/// Choices that one inequality may come from: a bit for each.
type ChoiceSet = u128;
const DEEPEST: usize = 120;
/// What a part of a contradiction gains in weight, and after how many contradictions all weights are halved.
const BUMP: u64 = 1 << 20;
const HALVED: u64 = 16;
/// So many contradictions that are looked at cost as much as making a node of a graph.
const CONFLICTS_AT_ONCE: usize = 64;
/// Choices in a contradiction that is remembered, at most.
const LONGEST: usize = 30;
/// Contradictions that are remembered, at most.
const MOST_CONFLICTS: usize = 20_000;
/// Coefficients beyond this are given up.
const LARGEST: u128 = 1 << 90;
/// Steps of an elimination that cost as much as making a node of a graph.
const STEPS_AT_ONCE: usize = 16;

/// An inequality `form <= 0`, or an equation, and the choices that it comes from.
#[derive(Clone, Debug)]
struct TracedRow {
    form: IntegerForm,
    is_equation: bool,
    from: ChoiceSet,
}

/// Alternatives of which one holds, if the choices that they come from are right.
#[derive(Clone, Debug)]
struct OpenAlternatives {
    parts: Vec<Asserted>,
    /// The numbers of the parts.
    names: Vec<usize>,
    from: ChoiceSet,
}

/// What an attempt comes to.
enum Refutation {
    /// There is no solution, because of these choices.
    Impossible(ChoiceSet),
    /// Fractions satisfy everything.
    Possible,
}

/// The alternatives that are not false by themselves; whether one is true by itself.
fn alternatives(parts: &[Asserted], left: &mut Vec<Asserted>) -> bool {
    parts.iter().any(|part| match part {
        Asserted::One(inner) => alternatives(inner, left),
        Asserted::All(inner) if inner.contains(&Asserted::One(Vec::new())) => false,
        Asserted::All(inner) if inner.is_empty() => true,
        part => {
            left.push(part.clone());
            false
        }
    })
}

/// Shown, or not, or why it was given up.
pub(in crate::recheck) fn is_impossible(spent: &CheckEffort<'_>, said: &Asserted) -> Result<bool, String> {
    let mut refuter =
        Refuter { spent, rows: Vec::new(), alternatives: Vec::new(), conflicts: KnownConflicts::default() };
    Ok(match refuter.assert(said, 0) {
        Some(_) => true,
        None => matches!(refuter.attempt(0)?, Refutation::Impossible(_)),
    })
}

struct Refuter<'a> {
    spent: &'a CheckEffort<'a>,
    rows: Vec<TracedRow>,
    alternatives: Vec<OpenAlternatives>,
    conflicts: KnownConflicts,
}

/// Which choices contradict each other, as far as it was seen; a choice is known by what is said in it.
#[derive(Default)]
struct KnownConflicts {
    names: HashMap<Asserted, usize>,
    /// What is chosen at each depth.
    path: Vec<usize>,
    /// How often each was part of a contradiction; those of late count for more.
    weights: Vec<u64>,
    learned: u64,
    /// The choices that are a contradiction together with what is said at the beginning.
    known: Vec<Vec<usize>>,
}

/// What is excluded by the choices so far, by its number: the choices that exclude it.
type ExcludedParts = BTreeMap<usize, ChoiceSet>;

impl KnownConflicts {
    fn name(&mut self, part: &Asserted) -> usize {
        let next = self.names.len();
        *self.names.entry(part.clone()).or_insert(next)
    }

    /// Remembers that choices contradict each other.
    fn learn(&mut self, choices: ChoiceSet) {
        let mut conflict: Vec<usize> =
            (0..self.path.len()).filter(|depth| choices >> depth & 1 == 1).map(|depth| self.path[depth]).collect();
        conflict.sort_unstable();
        conflict.dedup();
        self.weights.resize(self.names.len(), 0);
        self.learned += 1;
        if self.learned.is_multiple_of(HALVED) {
            self.weights.iter_mut().for_each(|weight| *weight /= 2);
        }
        for name in &conflict {
            self.weights[*name] += BUMP;
        }
        if conflict.len() <= LONGEST && self.known.len() < MOST_CONFLICTS && !self.known.contains(&conflict) {
            self.known.push(conflict);
        }
    }

    /// What would complete a conflict; or the choices of one that is complete.
    fn excluded(&self) -> Result<ExcludedParts, ChoiceSet> {
        let mut chosen: Vec<ChoiceSet> = vec![0; self.names.len()];
        for (depth, name) in self.path.iter().enumerate().rev() {
            chosen[*name] = 1 << depth;
        }
        let mut excluded = ExcludedParts::new();
        for conflict in &self.known {
            let (mut because, mut missing, mut count) = (0, 0, 0);
            for name in conflict {
                if chosen[*name] == 0 {
                    (missing, count) = (*name, count + 1);
                    if 1 < count {
                        break;
                    }
                }
                because |= chosen[*name];
            }
            match count {
                0 => return Err(because),
                1 => {
                    excluded.entry(missing).or_insert(because);
                }
                _ => {}
            }
        }
        Ok(excluded)
    }
}

impl Refuter<'_> {
    /// Notes what is said; the choices it comes from, if it is false by itself.
    fn assert(&mut self, said: &Asserted, from: ChoiceSet) -> Option<ChoiceSet> {
        match said {
            Asserted::AtMost(form) => self.rows.push(TracedRow { form: form.clone(), is_equation: false, from }),
            Asserted::Zero(form) => self.rows.push(TracedRow { form: form.clone(), is_equation: true, from }),
            Asserted::All(parts) => return parts.iter().find_map(|part| self.assert(part, from)),
            Asserted::One(parts) => {
                let mut left = Vec::new();
                if alternatives(parts, &mut left) {
                    return None;
                }
                match left.as_slice() {
                    [] => return Some(from),
                    [only] => return self.assert(only, from),
                    _ => {
                        let names = left.iter().map(|part| self.conflicts.name(part)).collect();
                        self.alternatives.push(OpenAlternatives { parts: left, names, from });
                    }
                }
            }
        }
        None
    }

    /// What comes of the choices so far: alternatives that hold nowhere at hand are chosen from, those first of which one is left.
    fn attempt(&mut self, depth: usize) -> Result<Refutation, String> {
        let looked_at = self.conflicts.known.len();
        self.spent.spend(1 + looked_at / CONFLICTS_AT_ONCE).map_err(|_| "it takes too many steps".to_owned())?;
        let excluded = match self.conflicts.excluded() {
            Ok(excluded) => excluded,
            Err(choices) => return Ok(Refutation::Impossible(choices)),
        };
        let values = match solved(self.spent, &self.rows)? {
            RationalAnswer::Impossible(choices) => {
                self.conflicts.learn(choices);
                return Ok(Refutation::Impossible(choices));
            }
            RationalAnswer::At(values) => values,
        };
        let left = |one: &OpenAlternatives| one.names.iter().filter(|name| !excluded.contains_key(name)).count();
        if let Some(one) = self.alternatives.iter().find(|one| left(one) == 0) {
            return Ok(Refutation::Impossible(one.names.iter().fold(one.from, |all, name| all | excluded[name])));
        }
        let open = self.alternatives.iter().enumerate();
        let open = open.filter(|(_, one)| !one.parts.iter().any(|part| values.satisfy(part)));
        // Those that led to contradictions are likely to do so again.
        let weights = &self.conflicts.weights;
        let weight = |one: &OpenAlternatives| {
            let names = one.names.iter().filter(|name| !excluded.contains_key(name));
            names.map(|name| weights.get(*name).copied().unwrap_or(0)).sum::<u64>()
        };
        let at = open.min_by_key(|(at, one)| (1 < left(one), u64::MAX - weight(one), left(one), *at)).map(|(at, _)| at);
        let chosen = match at {
            Some(at) => self.alternatives.swap_remove(at),
            None => match values.between()? {
                Some(parts) => {
                    let names = parts.iter().map(|part| self.conflicts.name(part)).collect();
                    OpenAlternatives { parts, names, from: 0 }
                }
                None => return Ok(Refutation::Possible),
            },
        };
        let found = self.one_of(&chosen, depth)?;
        if let (Some(at), Refutation::Impossible(_)) = (at, &found) {
            self.restore(at, chosen);
        }
        Ok(found)
    }

    /// Tries alternatives, one after the other.
    fn one_of(&mut self, chosen: &OpenAlternatives, depth: usize) -> Result<Refutation, String> {
        if DEEPEST <= depth {
            return Err("so many choices are not tried".to_owned());
        }
        let (rows, alternatives) = (self.rows.len(), self.alternatives.len());
        let own = 1 << depth;
        let mut because = chosen.from;
        for (part, name) in chosen.parts.iter().zip(&chosen.names) {
            self.conflicts.path.push(*name);
            let found = match self.assert(part, own) {
                Some(choices) => Refutation::Impossible(choices),
                None => self.attempt(depth + 1)?,
            };
            self.conflicts.path.pop();
            self.rows.truncate(rows);
            self.alternatives.truncate(alternatives);
            match found {
                Refutation::Impossible(choices) if choices & own != 0 => because |= choices & !own,
                // Possible, or impossible whatever is chosen here.
                found => return Ok(found),
            }
        }
        self.conflicts.learn(because);
        Ok(Refutation::Impossible(because))
    }

    /// Puts alternatives back where they were.
    fn restore(&mut self, at: usize, chosen: OpenAlternatives) {
        self.alternatives.push(chosen);
        let last = self.alternatives.len() - 1;
        self.alternatives.swap(at, last);
    }
}

/// Fractions for unknowns: numerators and positive denominators.
struct RationalPoint(RationalValues);

enum RationalAnswer {
    Impossible(ChoiceSet),
    At(RationalPoint),
}

impl RationalPoint {
    /// The value of a form; none if it is too large. An unknown of which nothing is known is 0.
    fn value(&self, form: &IntegerForm) -> Option<(i128, i128)> {
        let mut sum = (form.constant, 1);
        for (own, coefficient) in &form.terms {
            let (above, below) = self.0.get(own).copied().unwrap_or((0, 1));
            let above = above.checked_mul(*coefficient)?;
            sum = reduced(sum.0.checked_mul(below)?.checked_add(above.checked_mul(sum.1)?)?, sum.1.checked_mul(below)?);
        }
        Some(sum)
    }

    /// What an unknown without an integer for its value is beside it.
    fn between(&self) -> Result<Option<Vec<Asserted>>, String> {
        let Some((own, (above, below))) = self.0.iter().find(|(_, value)| value.0 % value.1 != 0) else {
            return Ok(None);
        };
        let (form, floor) = (IntegerForm::unknown(*own), above.div_euclid(*below));
        let (low, high) =
            (IntegerForm::number(floor), IntegerForm::number(floor.checked_add(1).ok_or("a number is too large")?));
        Ok(Some(vec![at_most(&form, &low)?, at_most(&high, &form)?]))
    }

    fn satisfy(&self, said: &Asserted) -> bool {
        match said {
            Asserted::AtMost(form) => self.value(form).is_some_and(|(above, _)| above <= 0),
            Asserted::Zero(form) => self.value(form).is_some_and(|(above, _)| above == 0),
            Asserted::All(parts) => parts.iter().all(|part| self.satisfy(part)),
            Asserted::One(parts) => parts.iter().any(|part| self.satisfy(part)),
        }
    }
}

fn reduced(above: i128, below: i128) -> (i128, i128) {
    let common = gcd(above, below).max(1);
    (above / common, below / common)
}

/// The sum of two rows with an unknown eliminated.
fn combined((first, one): (&TracedRow, i128), (second, other): (&TracedRow, i128)) -> Result<TracedRow, String> {
    let large = || "a number is too large".to_owned();
    let mut form = IntegerForm::default();
    for (row, factor) in [(first, one), (second, other)] {
        let add = |known: &mut i128, number: i128| {
            let sum = number.checked_mul(factor).and_then(|more| known.checked_add(more));
            *known = sum.filter(|sum| sum.unsigned_abs() < LARGEST).ok_or_else(large)?;
            Ok::<_, String>(())
        };
        for (own, coefficient) in &row.form.terms {
            add(form.terms.entry(*own).or_default(), *coefficient)?;
        }
        add(&mut form.constant, row.form.constant)?;
    }
    form.terms.retain(|_, coefficient| *coefficient != 0);
    Ok(TracedRow { form, is_equation: first.is_equation && second.is_equation, from: first.from | second.from })
}

/// The same for integers, with coefficients that have no common divisor; the choices it comes from if it has no solution, and none if it
/// says nothing.
fn tightened(mut row: TracedRow) -> Result<Option<TracedRow>, ChoiceSet> {
    let divisor = row.form.content();
    if divisor == 0 {
        let holds = if row.is_equation { row.form.constant == 0 } else { row.form.constant <= 0 };
        return if holds { Ok(None) } else { Err(row.from) };
    }
    if row.is_equation && row.form.constant % divisor != 0 {
        return Err(row.from);
    }
    if 1 < divisor {
        row.form.terms.values_mut().for_each(|coefficient| *coefficient /= divisor);
        row.form.constant = -((-row.form.constant).div_euclid(divisor));
    }
    Ok(Some(row))
}

/// Rows without those that say nothing or less than another, and an equation for two that together are one; the choices of rows without a
/// solution.
fn tidied(rows: Vec<TracedRow>) -> Result<Vec<TracedRow>, ChoiceSet> {
    let mut kept: BTreeMap<BTreeMap<usize, i128>, TracedRow> = BTreeMap::new();
    for row in rows.into_iter().map(tightened).collect::<Result<Vec<_>, _>>()?.into_iter().flatten() {
        match kept.get_mut(&row.form.terms) {
            Some(known) if known.is_equation || row.is_equation => {
                let (one, other) = if known.is_equation { (&*known, &row) } else { (&row, &*known) };
                // The equation says what the left side is: the other has a larger constant only where it is false.
                let differs = one.form.constant != other.form.constant;
                if one.form.constant < other.form.constant || (differs && other.is_equation) {
                    return Err(one.from | other.from);
                }
                *known = one.clone();
            }
            Some(known) if known.form.constant < row.form.constant => *known = row,
            Some(_) => {}
            None => {
                kept.insert(row.form.terms.clone(), row);
            }
        }
    }
    for terms in kept.keys().cloned().collect::<Vec<_>>() {
        let opposite = terms.iter().map(|(own, coefficient)| (*own, -coefficient)).collect();
        let (Some(row), Some(other)) = (kept.get(&terms), kept.get(&opposite)) else { continue };
        let (sum, from) = (row.form.constant + other.form.constant, row.from | other.from);
        match (row.is_equation, other.is_equation) {
            _ if 0 < sum => return Err(from),
            (true, true) if sum != 0 => return Err(from),
            (true, _) => {
                kept.remove(&opposite);
            }
            (false, false) if sum == 0 => {
                let equation = TracedRow { is_equation: true, from, ..row.clone() };
                kept.remove(&opposite);
                kept.insert(terms, equation);
            }
            _ => {}
        }
    }
    Ok(kept.into_values().collect())
}

/// Equations are put in, and what is left goes to the simplex method.
fn solved(spent: &CheckEffort<'_>, rows: &[TracedRow]) -> Result<RationalAnswer, String> {
    let mut rows = match tidied(rows.to_vec()) {
        Ok(rows) => rows,
        Err(choices) => return Ok(RationalAnswer::Impossible(choices)),
    };
    let mut put_in: Vec<(usize, IntegerForm)> = Vec::new();
    while let Some((own, at)) = next(&rows) {
        let equation = rows.swap_remove(at);
        let one = equation.form.terms[&own];
        for row in rows.iter_mut().filter(|row| row.form.terms.contains_key(&own)) {
            let by = row.form.terms[&own];
            *row = combined((row, one.abs()), (&equation, -by * one.signum()))?;
        }
        spent.spend(1 + rows.len() / STEPS_AT_ONCE).map_err(|_| "it takes too many steps".to_owned())?;
        put_in.push((own, equation.form));
        rows = match tidied(rows) {
            Ok(rows) => rows,
            Err(choices) => return Ok(RationalAnswer::Impossible(choices)),
        };
    }
    let forms: Vec<&IntegerForm> = rows.iter().map(|row| &row.form).collect();
    let mut values = match simplex::solve(spent, &forms)? {
        SimplexAnswer::Contradiction(places) => {
            return Ok(RationalAnswer::Impossible(places.into_iter().fold(0, |all, at| all | rows[at].from)));
        }
        SimplexAnswer::At(values) => RationalPoint(values),
    };
    for (own, mut rest) in put_in.into_iter().rev() {
        let one = rest.terms.remove(&own).unwrap_or(1);
        let (above, below) = values.value(&rest).ok_or("a number is too large")?;
        let below = below.checked_mul(one.abs()).ok_or("a number is too large")?;
        values.0.insert(own, reduced(-above * one.signum(), below));
    }
    Ok(RationalAnswer::At(values))
}

/// The unknown that is put in next, and the place of its equation: one with the least coefficient.
fn next(rows: &[TracedRow]) -> Option<(usize, usize)> {
    let equations = rows.iter().enumerate().filter(|(_, row)| row.is_equation);
    let all = equations.flat_map(|(at, row)| row.form.terms.iter().map(move |(own, by)| (by.abs(), *own, at)));
    all.min().map(|(_, own, at)| (own, at))
}
