//! That the options of every position of a game are those at fixed differences from it: formulas about its moves, which graphs of digits
//! decide. Knows no values.
use super::super::making::{constant, number, slot, test};
use super::super::spent::CheckEffort;
use super::super::statement;
use crate::certificate::TakenRay;
use crate::ruleset::statement::{Formula, Place};
use crate::ruleset::{Comparison, Condition, Ruleset, Term, Variable};
use serde_json::json;

/// Sets of differences that are read at most, and the largest number in them.
const MOST_RAYS: usize = 64;
const LARGEST_TAKEN: u64 = 1 << 22;

/// Slots of the formulas: how often a step is taken, and the coordinates of an option behind it.
const TIMES: usize = 0;
const OPTION: usize = 1;

/// Confirms that a game of one or two heaps has these options at every position, and no others.
pub(super) fn are_all(spent: &CheckEffort<'_>, ruleset: &Ruleset, told: &[TakenRay]) -> Result<(), String> {
    let heaps = ruleset.heaps.len();
    if !(1..=2).contains(&heaps) || !ruleset.registers.is_empty() || ruleset.breaks() || 0 < ruleset.blocking {
        return Err("only games of one or two heaps that do not break, without a register, have lines".to_owned());
    }
    if ruleset.positions != Condition::Known(true) {
        return Err("only some positions belong to the game".to_owned());
    }
    if MOST_RAYS < told.len() {
        return Err(format!("options at more than {MOST_RAYS} sets of differences are not checked"));
    }
    for ray in told {
        let all = ray.start.iter().chain(&ray.step);
        let fits = ray.start.len() == heaps && ray.step.len() == heaps && all.clone().all(|one| *one <= LARGEST_TAKEN);
        if !fits || ray.start.iter().all(|one| *one == 0) {
            return Err("a difference is of other heaps, too large, or nothing".to_owned());
        }
    }
    let here = OptionsHere::of(heaps);
    holds(spent, ruleset, here.all_are_told(told), "an option is at none of the differences")?;
    told.iter().try_for_each(|ray| holds(spent, ruleset, here.reaches(ray), "a position lacks an option"))
}

/// A formula holds of all positions.
fn holds(spent: &CheckEffort<'_>, ruleset: &Ruleset, formula: Formula, why: &str) -> Result<(), String> {
    let heaps = ruleset.heaps.len();
    let before = spent.count_excluded();
    statement::holds_everywhere(spent, &json!({"Base": 2}), ruleset, (formula, OPTION + heaps, why))?;
    spent.name_excluded(before, why);
    Ok(())
}

/// A position, and how its options are spoken of.
struct OptionsHere {
    position: Vec<Term>,
    option: Vec<usize>,
}

impl OptionsHere {
    fn of(heaps: usize) -> Self {
        let position = (0..heaps).map(|at| Term::Variable(Variable::Coordinate(at))).collect();
        Self { position, option: (0..heaps).map(|at| OPTION + at).collect() }
    }

    fn place(&self) -> Place {
        Place { game: 0, lookups: Vec::new(), position: self.position.clone() }
    }

    /// Every option is at one of the differences.
    fn all_are_told(&self, told: &[TakenRay]) -> Formula {
        let some = Formula::Or(told.iter().map(|ray| self.is_at(ray)).collect());
        Formula::AllOptions(self.place(), self.option.clone(), Box::new(some))
    }

    /// What was taken beyond the first difference is `k * step`, without any k: a multiple of one entry, and in proportion.
    fn is_at(&self, ray: &TakenRay) -> Formula {
        let beyond: Vec<Term> = self.position.iter().zip(&self.option).zip(&ray.start).map(beyond).collect();
        let Some(lead) = ray.step.iter().position(|step| 0 < *step) else {
            let same = beyond.into_iter().map(|rest| test(rest, Comparison::Equal, constant(0)));
            return Formula::And(same.collect());
        };
        let by = i128::from(ray.step[lead]);
        let remainder = Term::Modulo(Box::new(beyond[lead].clone()), Box::new(constant(by)));
        let mut parts = vec![
            test(constant(0), Comparison::AtMost, beyond[lead].clone()),
            test(remainder, Comparison::Equal, constant(0)),
        ];
        for (rest, step) in beyond.iter().zip(&ray.step) {
            let own = times(by, rest.clone());
            parts.push(test(own, Comparison::Equal, times(i128::from(*step), beyond[lead].clone())));
        }
        Formula::And(parts)
    }

    /// Every position from which so much can be taken has an option there.
    fn reaches(&self, ray: &TakenRay) -> Formula {
        let takes = |at: usize| {
            let step = times(i128::from(ray.step[at]), slot(TIMES));
            Term::Sum(vec![constant(i128::from(ray.start[at])), step])
        };
        let all = 0..self.position.len();
        let short = all.clone().map(|at| {
            let enough = test(takes(at), Comparison::AtMost, self.position[at].clone());
            Formula::Not(Box::new(enough))
        });
        let there = all.map(|at| {
            let back = Term::Sum(vec![slot(self.option[at]), takes(at)]);
            test(back, Comparison::Equal, self.position[at].clone())
        });
        let there = Box::new(Formula::And(there.collect()));
        let mut parts: Vec<Formula> = short.collect();
        parts.push(Formula::SomeOption(self.place(), self.option.clone(), there));
        let last = if ray.step.iter().all(|step| *step == 0) { Some(constant(0)) } else { None };
        Formula::ForAll(number(TIMES, constant(0), last), Box::new(Formula::Or(parts)))
    }
}

/// A heap, less what the option has of it, less the first difference.
fn beyond(((heap, option), start): ((&Term, &usize), &u64)) -> Term {
    Term::Sum(vec![heap.clone(), times(-1, slot(*option)), constant(-i128::from(*start))])
}

fn times(factor: i128, term: Term) -> Term {
    Term::Product(Box::new(constant(factor)), Box::new(term))
}
