//! Lines of games of any number of heaps and registers, in an order in which each has options on itself and on lines before it alone: that a
//! certificate tells all their options, which graphs of digits decide, and their values. Knows nothing of claims.
//!
//! A line is a position in which some heap that runs is empty, its place 0, and all those with n tokens more in each of these heaps, its places n. So each
//! position lies on exactly one line, at the place that is the least of its heaps that run; and a position of another line is told by what is
//! fixed there. That play ends on such lines needs no measure: a place looks at earlier places of its line, and at lines before.
use super::super::making::{constant, number, slot, test};
use super::super::spent::CheckEffort;
use super::super::statement;
use super::lines::{LARGEST_STEP, LookedAt, MOST_LINES, RepeatingValues, next_line};
use crate::certificate::{LineOrder, OrderedLine, PlacesOnLine};
use crate::ruleset::statement::{Formula, Place};
use crate::ruleset::{Comparison, Condition, Register, Ruleset, Term, Variable};
use crate::value::Play;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

/// Options of one line that are read at most, and the largest number in them.
const MOST_OPTIONS: usize = 1 << 10;
const LARGEST: i64 = 1 << 22;

/// Slots of the formulas: how often a step is taken, and the coordinates of an option behind it.
const TIMES: usize = 0;
const OPTION: usize = 1;

/// Lines of a game with known values.
#[derive(Debug)]
pub(super) struct KnownLinesAlong {
    /// The heaps that run.
    pub(super) along: Vec<usize>,
    /// The values, by the coordinates of place 0.
    pub(super) lines: BTreeMap<Vec<i64>, RepeatingValues>,
}

impl KnownLinesAlong {
    /// The line of a position, and which place of it it is.
    pub(super) fn at(&self, position: &[i64]) -> Option<(&RepeatingValues, i64)> {
        let (first, place) = place_of(&self.along, position)?;
        Some((self.lines.get(&first)?, place))
    }
}

/// The place 0 of the line of a position, if these heaps run, and which place of it it is.
pub(super) fn place_of(along: &[usize], position: &[i64]) -> Option<(Vec<i64>, i64)> {
    let place = along.iter().map(|heap| position.get(*heap).copied()).collect::<Option<Vec<_>>>()?.into_iter().min()?;
    let mut first = position.to_vec();
    for heap in along {
        first[*heap] = first[*heap].checked_sub(place)?;
    }
    Some((first, place))
}

/// Confirms that lines have these options and no others, and that their values repeat as is told.
pub(super) fn values(
    spent: &CheckEffort<'_>,
    (ruleset, play): (&Ruleset, Play),
    told: &LineOrder,
) -> Result<KnownLinesAlong, String> {
    is_order(ruleset, told)?;
    let mut known: Vec<RepeatingValues> = Vec::new();
    for (at, line) in told.lines.iter().enumerate() {
        let of_line = || {
            options_are_all(spent, ruleset, (told, line))?;
            let looks = line.options.iter().map(|one| looked_at(one, (at, &known))).collect::<Option<_>>();
            next_line(spent, (looks.ok_or("a number is too large")?, play), line.repeated)
        };
        let values = of_line().map_err(|why| format!("line {at}: {why}"))?;
        known.push(values);
    }
    let lines = told.lines.iter().map(|line| line.first.clone()).zip(known).collect();
    Ok(KnownLinesAlong { along: told.along.clone(), lines })
}

/// Options on a line, as the line with a number looks at them that comes behind those that are known.
fn looked_at<'a>(told: &PlacesOnLine, (at, known): (usize, &'a [RepeatingValues])) -> Option<LookedAt<'a>> {
    let line = if told.line == at { None } else { Some(known.get(told.line)?) };
    let (step, from) = (usize::try_from(told.step).ok()?, usize::try_from(told.from).ok()?);
    Some(LookedAt { line, first: told.start, step, from })
}

/// The lines are lines of positions of the game, each told once, and none tells options on a line behind it.
fn is_order(ruleset: &Ruleset, told: &LineOrder) -> Result<(), String> {
    let (heaps, registers) = (ruleset.heaps.len(), &ruleset.registers);
    if ruleset.breaks() || 0 < ruleset.blocking {
        return Err("only games that do not break have lines".to_owned());
    }
    // What is no position is not excluded here, and would have a value.
    if ruleset.positions != Condition::Known(true) {
        return Err("only some positions belong to the game".to_owned());
    }
    if MOST_LINES < told.lines.len() {
        return Err(format!("more than {MOST_LINES} lines are not checked"));
    }
    let ascends = told.along.windows(2).all(|pair| pair[0] < pair[1]);
    if !ascends || told.along.last().is_none_or(|last| heaps <= *last) {
        return Err("the heaps that run are not those of the game".to_owned());
    }
    let mut firsts = BTreeSet::new();
    for (at, line) in told.lines.iter().enumerate() {
        let wrong = |why: &str| Err(format!("line {at}: {why}"));
        if line.first.len() != heaps + registers.len() || !firsts.insert(&line.first) {
            return wrong("it is told twice, or has another number of coordinates");
        }
        let (own, state) = line.first.split_at(heaps);
        let in_range = |(value, register): (&i64, &Register)| {
            register.low <= *value
                && register.high.is_none_or(|high| *value <= high)
                && value.unsigned_abs() <= LARGEST.unsigned_abs()
        };
        if !own.iter().all(|heap| (0..=LARGEST).contains(heap)) || !state.iter().zip(registers).all(in_range) {
            return wrong("its first position is none of the game, or too large");
        }
        if told.along.iter().all(|heap| own[*heap] != 0) {
            return wrong("no heap that runs is empty in its first position");
        }
        if MOST_OPTIONS < line.options.len() {
            return wrong("it has too many options");
        }
        for one in &line.options {
            let small = one.start.unsigned_abs().max(one.from) <= LARGEST.unsigned_abs();
            if !small || LARGEST_STEP as u64 <= one.step {
                return wrong("a number of its options is too large");
            }
            if at < one.line || at == one.line && one.start < 1 {
                return wrong("an option lies on a line behind it, or at no earlier place of its own");
            }
        }
    }
    Ok(())
}

/// Confirms that the positions of a line have the options that are told of it, and no others.
fn options_are_all(
    spent: &CheckEffort<'_>,
    ruleset: &Ruleset,
    (told, line): (&LineOrder, &OrderedLine),
) -> Result<(), String> {
    let here = LineHere::of(ruleset, told, line);
    holds(spent, ruleset, here.all_are_told(), "an option is at none of the distances")?;
    line.options.iter().try_for_each(|one| holds(spent, ruleset, here.reaches(one), "a position lacks an option"))
}

/// A formula holds of all positions.
fn holds(spent: &CheckEffort<'_>, ruleset: &Ruleset, formula: Formula, why: &str) -> Result<(), String> {
    let before = spent.count_excluded();
    let slots = OPTION + ruleset.heaps.len() + ruleset.registers.len();
    statement::holds_everywhere(spent, &json!({"Base": 2}), ruleset, (formula, slots, why))?;
    spent.name_excluded(before, why);
    Ok(())
}

/// A position, which may lie on a line, and how its options are spoken of.
struct LineHere<'a> {
    told: &'a LineOrder,
    line: &'a OrderedLine,
    position: Vec<Term>,
    option: Vec<usize>,
}

impl<'a> LineHere<'a> {
    fn of(ruleset: &Ruleset, told: &'a LineOrder, line: &'a OrderedLine) -> Self {
        let all = 0..ruleset.heaps.len() + ruleset.registers.len();
        let position = all.clone().map(|at| Term::Variable(Variable::Coordinate(at))).collect();
        Self { told, line, position, option: all.map(|at| OPTION + at).collect() }
    }

    fn here(&self) -> Place {
        Place { game: 0, lookups: Vec::new(), position: self.position.clone() }
    }

    /// Which place of a line a position is, if it lies on it: by its first heap that runs.
    fn place(&self, position: &[Term], line: &OrderedLine) -> Term {
        let heap = self.told.along[0];
        sum(&position[heap], -i128::from(line.first[heap]))
    }

    /// That a position lies on a line, at a place.
    fn is_on(&self, position: &[Term], line: &OrderedLine, place: &Term) -> Vec<Formula> {
        let coordinates = position.iter().zip(&line.first).enumerate();
        let same = coordinates.map(|(at, (term, first))| {
            let first = i128::from(*first);
            let own = if self.told.along.contains(&at) { sum(place, first) } else { constant(first) };
            test(term.clone(), Comparison::Equal, own)
        });
        same.collect()
    }

    /// The position does not lie on the line.
    fn is_elsewhere(&self) -> Formula {
        let place = self.place(&self.position, self.line);
        Formula::Not(Box::new(Formula::And(self.is_on(&self.position, self.line, &place))))
    }

    /// Every option lies on one of the lines, at one of the places.
    fn all_are_told(&self) -> Formula {
        let some = Formula::Or(self.line.options.iter().map(|one| self.is_at(one)).collect());
        Formula::Or(vec![self.is_elsewhere(), Formula::AllOptions(self.here(), self.option.clone(), Box::new(some))])
    }

    fn is_at(&self, one: &PlacesOnLine) -> Formula {
        let option: Vec<Term> = self.option.iter().map(|at| slot(*at)).collect();
        let line = &self.told.lines[one.line];
        let (place, own) = (self.place(&option, line), self.place(&self.position, self.line));
        let mut parts = self.is_on(&option, line, &place);
        parts.push(test(constant(i128::from(one.from)), Comparison::AtMost, own.clone()));
        let beyond = Term::Sum(vec![own, times(-1, place), constant(-i128::from(one.start))]);
        if one.step == 0 {
            parts.push(test(beyond, Comparison::Equal, constant(0)));
        } else {
            let remainder = Term::Modulo(Box::new(beyond.clone()), Box::new(constant(i128::from(one.step))));
            parts.push(test(constant(0), Comparison::AtMost, beyond));
            parts.push(test(remainder, Comparison::Equal, constant(0)));
        }
        Formula::And(parts)
    }

    /// Every position of the line has an option at each of these places.
    fn reaches(&self, one: &PlacesOnLine) -> Formula {
        let own = self.place(&self.position, self.line);
        let step = times(-i128::from(one.step), slot(TIMES));
        let place = Term::Sum(vec![own.clone(), constant(-i128::from(one.start)), step]);
        let option: Vec<Term> = self.option.iter().map(|at| slot(*at)).collect();
        let there = Formula::And(self.is_on(&option, &self.told.lines[one.line], &place));
        let is_less = |term: &Term, than: i128| test(sum(term, 1), Comparison::AtMost, constant(than));
        let parts = vec![
            self.is_elsewhere(),
            is_less(&own, i128::from(one.from)),
            is_less(&place, 0),
            Formula::SomeOption(self.here(), self.option.clone(), Box::new(there)),
        ];
        let last = if one.step == 0 { Some(constant(0)) } else { None };
        Formula::ForAll(number(TIMES, constant(0), last), Box::new(Formula::Or(parts)))
    }
}

fn sum(term: &Term, number: i128) -> Term {
    Term::Sum(vec![term.clone(), constant(number)])
}

fn times(factor: i128, term: Term) -> Term {
    Term::Product(Box::new(constant(factor)), Box::new(term))
}
