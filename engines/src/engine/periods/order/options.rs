//! Turns the moves of a ruleset into the options of the positions of one line: on which lines they lie, and how far before a place. Knows
//! nothing of values.
//!
//! On a line all coordinates are numbers, but for a multiple of the one place; so conditions on heaps that are fixed, on registers, and on distances of
//! heaps that run are decided, and what is left speaks of the place and of amounts. Amounts that choose the line of an option have to be bounded, and each of
//! their numbers is put in; then every alternative has options on one line, at differences that the place does not change.
use crate::engine::moves::plane::Piece;
use crate::engine::moves::plane::invariant::alternative;
use crate::ruleset::branch::{Branch, branches};
use crate::ruleset::linear::{Eliminated, Inequality, eliminate, infeasible};
use crate::ruleset::{Move, Ruleset, Term, Variable};

/// Alternatives of moves that are looked at for one line, and numbers that are put for one amount.
const MOST_ALTERNATIVES: usize = 1 << 12;
const MOST_NUMBERS: i128 = 1 << 12;
/// Options of one line.
const MOST_OPTIONS: usize = 1 << 10;
/// Heaps and distances go up to this.
const LARGEST: i64 = 1 << 22;
const LARGEST_STEP: i64 = 1 << 12;

/// Options on one line: of place n those at `n - start - k * step`, k >= 0, if `from <= n`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct OptionsOnLine {
    /// Place 0 of the line.
    pub(super) first: Vec<i64>,
    pub(super) step: i64,
    pub(super) start: i64,
    pub(super) from: i64,
}

/// The options of all positions of a line. Cost: one elimination for each alternative of each move, and for each choice of the amounts
/// that choose a line.
///
/// # Errors
/// Why they are not of this kind, in words.
pub(super) fn options(ruleset: &Ruleset, along: &[usize], first: &[i64]) -> Result<Vec<OptionsOnLine>, String> {
    let mut reader = LineReader { heaps: ruleset.heaps.len(), along, found: Vec::new(), alternatives: 0 };
    for family in &ruleset.moves {
        let on_line = on_line(family, along, first);
        reader.read(&on_line).map_err(|why| format!("move `{}`: {why}", family.name))?;
    }
    let found = tidy(reader.found);
    if found.len() <= MOST_OPTIONS { Ok(found) } else { Err("a position has too many options".to_owned()) }
}

/// A move from the places of a line, with the place as its first coordinate, and a second one that it leaves alone.
fn on_line(family: &Move, along: &[usize], first: &[i64]) -> Move {
    let here = |term: &Term| match term {
        Term::Variable(Variable::Coordinate(at)) => {
            let own = Term::Constant(i128::from(first[*at]));
            let place = Term::Variable(Variable::Coordinate(0));
            Some(if along.contains(at) { Term::Sum(vec![place, own]) } else { own })
        }
        _ => None,
    };
    let guard = family.guard.map_terms(&mut |term| here(term));
    let targets = family.targets.iter().map(|target| target.map(&mut |term| here(term))).collect();
    folded(Move { targets, guard, ..family.clone() })
}

/// With numbers for terms that are made of numbers alone.
fn folded(family: Move) -> Move {
    let number = |term: &Term| {
        let mut is_known = !matches!(term, Term::Constant(_));
        term.visit_variables(&mut |_| is_known = false);
        let number = if is_known { term.evaluate(&[], &[]).ok() } else { None };
        number.map(Term::Constant)
    };
    let guard = family.guard.map_terms(&mut |term| number(term));
    let targets = family.targets.iter().map(|target| target.map(&mut |term| number(term))).collect();
    Move { targets, guard, ..family }
}

/// A move with a number for one of its amounts.
fn with_amount(family: &Move, amount: usize, number: i128) -> Move {
    let put = |term: &Term| match term {
        Term::Variable(Variable::Amount(at)) if *at == amount => Some(Term::Constant(number)),
        Term::Variable(Variable::Amount(at)) if amount < *at => Some(Term::Variable(Variable::Amount(at - 1))),
        _ => None,
    };
    let guard = family.guard.map_terms(&mut |term| put(term));
    let targets = family.targets.iter().map(|target| target.map(&mut |term| put(term))).collect();
    let mut amounts = family.amounts.clone();
    amounts.remove(amount);
    folded(Move { amounts, targets, guard, ..family.clone() })
}

/// Reads the moves from one line.
struct LineReader<'a> {
    heaps: usize,
    along: &'a [usize],
    found: Vec<OptionsOnLine>,
    alternatives: usize,
}

impl LineReader<'_> {
    /// Notes the options of a move, one number after the other for amounts that choose a line.
    fn read(&mut self, family: &Move) -> Result<(), String> {
        self.alternatives += 1;
        if MOST_ALTERNATIVES < self.alternatives {
            return Err("it leads to too many lines".to_owned());
        }
        let all = branches(&family.guard, 2, family.amounts.len()).map_err(|_| "it has too many alternatives")?;
        let all: Vec<Branch> = all.into_iter().filter(|one| !infeasible(&with_place(one), one.variables())).collect();
        let Some(some) = all.first() else { return Ok(()) };
        let chosen = self.chosen(some, family)?;
        let amounts = some.variables() - some.amounts..some.variables();
        let amount = amounts.clone().find(|at| chosen.iter().any(|form| form.coefficients[*at] != 0));
        if let Some(at) = amount {
            let bounds: Vec<(i128, i128)> = all.iter().map(|one| bounds(one, at)).collect::<Result<_, _>>()?;
            let low = bounds.iter().map(|bound| bound.0).min().unwrap_or(0);
            let high = bounds.iter().map(|bound| bound.1).max().unwrap_or(-1);
            if MOST_NUMBERS < high.saturating_sub(low) {
                return Err("it leads to too many lines".to_owned());
            }
            return (low..=high).try_for_each(|number| self.read(&with_amount(family, at - amounts.start, number)));
        }
        let numbers = chosen.iter().map(|form| i64::try_from(form.constant).ok().filter(|one| one.abs() <= LARGEST));
        let numbers: Vec<i64> = numbers.collect::<Option<_>>().ok_or("its numbers are too large")?;
        all.into_iter().try_for_each(|one| self.note(one, family, &numbers))
    }

    /// What tells the line of an option, as forms in the amounts: the coordinates that are fixed, and how much more than in the first heap that runs
    /// is in another one.
    fn chosen(&self, branch: &Branch, family: &Move) -> Result<Vec<Inequality>, String> {
        let linear = |at: usize| branch.linear(&family.targets[at]).ok_or("its option is not linear");
        let lead = linear(self.along[0])?;
        let mut all = Vec::new();
        for at in 0..family.targets.len() {
            let own = linear(at)?;
            all.push(if self.along.contains(&at) {
                own.plus(-1, &lead).ok_or("its numbers are too large")?
            } else {
                own
            });
        }
        let amounts = branch.variables() - branch.amounts;
        if all.iter().any(|form| form.coefficients[..amounts].iter().any(|factor| *factor != 0)) {
            return Err("the line that it leads to depends on the place".to_owned());
        }
        Ok(all)
    }

    /// Notes the options of an alternative that all lie on one line, with these numbers where it is told.
    fn note(&mut self, mut branch: Branch, family: &Move, numbers: &[i64]) -> Result<(), String> {
        let least = self.along.iter().map(|at| numbers[*at]).min().unwrap_or(0);
        let mut first = numbers.to_vec();
        for at in self.along {
            first[*at] -= least;
        }
        if first[..self.heaps].iter().any(|heap| *heap < 0) {
            return Err("it leads out of the game".to_owned());
        }
        let Some(from) = begins(&mut branch)? else { return Ok(()) };
        let lead = family.targets[self.along[0]].clone();
        let place = Term::Sum(vec![lead, Term::Constant(i128::from(least))]);
        let targets = vec![place, Term::Variable(Variable::Coordinate(1))];
        let alone = Move { targets, ..family.clone() };
        for piece in alternative(&alone, &branch)? {
            let all: Vec<(i64, i64)> = match piece {
                Piece::Finite(all) => all.iter().map(|delta| (-delta[0], 0)).collect(),
                Piece::Ray { start, step } if step[0] < 0 && step[1] == 0 => vec![(-start[0], -step[0])],
                Piece::Ray { .. } | Piece::Cone(_) => return Err("it leads to places without end".to_owned()),
            };
            for (start, step) in all {
                if LARGEST < start.abs() || LARGEST_STEP <= step {
                    return Err("its numbers are too large".to_owned());
                }
                self.found.push(OptionsOnLine { first: first.clone(), step, start, from });
            }
            if MOST_OPTIONS * 4 < self.found.len() {
                return Err("it leads to too many places".to_owned());
            }
        }
        Ok(())
    }
}

/// The rows of a branch, and that the place is a natural number.
fn with_place(branch: &Branch) -> Vec<Inequality> {
    let mut natural = Inequality::zero(branch.variables());
    natural.coefficients[0] = -1;
    branch.inequalities.iter().cloned().chain([natural]).collect()
}

/// The least and the greatest number of an amount, whatever the place is.
fn bounds(branch: &Branch, at: usize) -> Result<(i128, i128), String> {
    let mut rows = with_place(branch);
    for other in (0..branch.variables()).filter(|other| *other != at) {
        rows = match eliminate(&rows, other) {
            Eliminated::Rows(rest) => rest,
            Eliminated::Infeasible => return Ok((0, -1)),
            Eliminated::Abandoned => return Err("it takes too long to see to which lines it leads".to_owned()),
        };
    }
    let (mut low, mut high) = (None, None);
    for row in &rows {
        match row.coefficients[at] {
            0 => {}
            factor @ 1.. => {
                let most = (-row.constant).div_euclid(factor);
                high = Some(high.map_or(most, |high: i128| high.min(most)));
            }
            factor => {
                let least = -(-row.constant).div_euclid(-factor);
                low = Some(low.map_or(least, |low: i128| low.max(least)));
            }
        }
    }
    low.zip(high).ok_or_else(|| "a position looks at lines without end".to_owned())
}

/// From which place on a branch holds as far as it speaks of the place alone, which is taken out of it; none if it holds of no place.
fn begins(branch: &mut Branch) -> Result<Option<i64>, String> {
    let own = branch.inequalities.len() - branch.facts;
    let (mut from, mut last) = (0, i128::MAX);
    let mut at = 0;
    branch.inequalities.retain(|row| {
        at += 1;
        let alone = at <= own && row.coefficients[0] != 0 && row.coefficients[1..].iter().all(|factor| *factor == 0);
        match row.coefficients[0] {
            _ if !alone => return true,
            factor @ 1.. => last = last.min((-row.constant).div_euclid(factor)),
            factor => from = from.max(-(-row.constant).div_euclid(-factor)),
        }
        false
    });
    match i64::try_from(from) {
        _ if last < from => Ok(None),
        _ if last < i128::MAX => Err("it is made at the first places only".to_owned()),
        Ok(from) if from <= LARGEST => Ok(Some(from)),
        _ => Err("its numbers are too large".to_owned()),
    }
}

/// Each option once.
fn tidy(mut all: Vec<OptionsOnLine>) -> Vec<OptionsOnLine> {
    all.sort_unstable();
    all.dedup();
    let is_in = |one: &OptionsOnLine, other: &OptionsOnLine| {
        let beyond = one.start - other.start;
        let lies = if other.step == 0 { beyond == 0 } else { 0 <= beyond && beyond % other.step == 0 };
        let steps = one.step == 0 || one.step == other.step;
        one.first == other.first && one != other && other.from <= one.from && lies && steps
    };
    let kept = all.iter().filter(|one| !all.iter().any(|other| is_in(one, other)));
    kept.cloned().collect()
}
