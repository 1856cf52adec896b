//! Claims that all rows, or all columns, have one period: `forall m >= 0: exists a >= 0: forall n >= a: grundy(m, n + q) = grundy(m, n)`, where
//! q may depend on registers, and so on open parameters. Works out no values.
//!
//! Let (m, n) be place n of line m, for all m, n >= 0, in a game with the same registers at all these positions, let 1 <= q, and for each m let there be
//! a number N such that for all n >= N each option of (m, n + q)
//!
//! 1. is an option of (m, n), or has (m, n) as an option; or
//! 2. is a place v of a line u < m with v - q >= n - N, and (m, n) has the option (u, v - q).
//!
//! Then for each m there is a number A such that g(m, n + q) = g(m, n) for all n >= A.
//!
//! By induction over m: let this be so in all lines u < m that (2) speaks of, from numbers A(u) on. It speaks of finitely many, so all A(u) are at most some number
//! A. Let n >= N + A. A position and an option of it have different values. So in case (1) the option has another value than (m, n). In case (2), as v - q >= A,
//! it has the value of (u, v - q), an option of (m, n), and again another one than (m, n). So g(m, n) is the value of no option of (m, n + q), and the least such
//! number is no larger: g(m, n + q) <= g(m, n). The values of the places n, n + q, n + 2 q, ... are natural numbers that do not
//! rise, so they are the same in the end; and there are q such sequences.
//!
//! Let moves take a pair of a set, wherever no heap falls below 0, and of each number of lines that one goes back finitely many places. Then (2) is so for moves to
//! other lines; and (1) for those that take d from the own line where d is not q and a move takes |d - q|: as with d = 1, ..., q - 1 (Rectangular
//! Nim), or with all d but multiples of q. That v is near n is needed: a line whose places may go to place 0, and every second one of them
//! also to place q, of a line before it tells these apart for ever. If q is a period then multiples of q are.
use super::super::making::{constant, number, slot, test};
use super::super::spent::CheckEffort;
use super::super::statement;
use super::every_line::{Linear, add, differ, from_number};
use crate::certificate::{CommonPeriod, FixedHeap, GameLines, Sum};
use crate::ruleset::statement::{Body, Except, Formula, Lookup, Place, Statement};
use crate::ruleset::{Comparison, Condition, Ruleset, Term, Variable};
use crate::value::Play;
use indexmap::IndexMap;
use serde_json::json;
use std::sync::atomic::AtomicBool;

/// Nodes that trying some periods may cost; a certificate may cost more.
const TRIED: usize = 4_000_000;
/// A game has two heaps, and registers behind them.
const HEAPS: usize = 2;

/// Slots of the conditions: the number N, a place, and the coordinates of an option and of another one behind them.
const FROM: usize = 0;
const PLACE: usize = 1;
const OPTION: usize = 2;

/// What is fixed in the lines, and the period, if a claim says that all of them have the same; no period if the claim only says that there is one.
pub(crate) fn common_period(ruleset: &Ruleset, statement: &Statement) -> Option<(FixedHeap, Option<Sum>)> {
    let claimed = CommonClaim::of(ruleset, statement)?;
    let Some(period) = claimed.period else { return Some((claimed.fixed, None)) };
    let (mut constant, mut of) = (0, IndexMap::new());
    for (variable, times) in period {
        let times = i64::try_from(times).ok()?;
        match variable {
            None => constant = times,
            Some(Variable::Coordinate(at)) => drop(of.insert(ruleset.registers.get(at - HEAPS)?.name.clone(), times)),
            Some(Variable::Amount(_)) => return None,
        }
    }
    Some((claimed.fixed, Some(Sum { constant, of })))
}

/// The first of some periods that is confirmed to be one of all lines, as a certificate has it.
pub(crate) fn first_confirmed(
    cancel: &AtomicBool,
    (fixed, periods): (FixedHeap, Vec<CommonPeriod>),
    about: (&Ruleset, &Statement),
) -> Option<GameLines> {
    let spent = CheckEffort::new(cancel).at_most(TRIED);
    periods.into_iter().find_map(|common| {
        let (options, lines) = (Vec::new(), Vec::new());
        let told = GameLines { game: 0, fixed, options, lines, common: Some(common.clone()) };
        holds(&spent, (&told, &common), about).ok().map(|()| told)
    })
}

/// Confirms a claim that all lines have one period, or multiples of one.
pub(super) fn holds(
    spent: &CheckEffort<'_>,
    (told, common): (&GameLines, &CommonPeriod),
    (ruleset, statement): (&Ruleset, &Statement),
) -> Result<(), String> {
    // The explorer has a limit of bytes, and does without.
    if cfg!(target_arch = "wasm32") {
        return Err("the explorer does not check a common period".to_owned());
    }
    let claimed = CommonClaim::of(ruleset, statement).ok_or("the claim does not say that all lines have one period")?;
    if told.game != 0 || told.fixed != claimed.fixed || !told.options.is_empty() || !told.lines.is_empty() {
        return Err("the certificate is about other lines".to_owned());
    }
    if ruleset.breaks() || 0 < ruleset.blocking || !ruleset.finite_options {
        return Err("only games with finitely many options that do not break have a common period".to_owned());
    }
    let period = term(ruleset, &common.period)?;
    let multiple = Term::Product(Box::new(constant(i128::from(common.times))), Box::new(period.clone()));
    let is_told = match &claimed.period {
        Some(own) => linear(&multiple).is_some_and(|multiple| multiple == *own),
        None => common.times == 1,
    };
    if !is_told {
        return Err("the claim tells of another period".to_owned());
    }
    let here = PeriodicLine { ruleset, fixed: told.fixed, period };
    let formulas = [
        (here.all_are_positions()?, "only some positions belong to the game"),
        (test(constant(1), Comparison::AtMost, here.period.clone()), "the period is not positive"),
        (here.comes_back(), "an option may have the value of the place one period before"),
    ];
    formulas.into_iter().try_for_each(|(formula, why)| {
        let slots = OPTION + 2 * (HEAPS + ruleset.registers.len());
        let before = spent.count_excluded();
        statement::holds_everywhere(spent, &json!({"Base": 2}), ruleset, (formula, slots, why))?;
        spent.name_excluded(before, why);
        Ok(())
    })
}

/// A sum of registers as a term.
fn term(ruleset: &Ruleset, sum: &Sum) -> Result<Term, String> {
    let mut parts = vec![constant(i128::from(sum.constant))];
    for (name, times) in &sum.of {
        let at = ruleset.registers.iter().position(|register| register.name == *name);
        let at = at.ok_or_else(|| format!("there is no register `{name}`"))?;
        let register = Term::Variable(Variable::Coordinate(HEAPS + at));
        parts.push(Term::Product(Box::new(constant(i128::from(*times))), Box::new(register)));
    }
    Ok(Term::Sum(parts))
}

/// A term as a sum of variables in their order, none of them 0 times, if it is one.
fn linear(term: &Term) -> Option<Linear> {
    let (mut parts, mut sum) = (Linear::new(), Linear::new());
    add(term, 1, &mut parts)?;
    parts.sort_by_key(|part| part.0);
    for (variable, times) in parts {
        match sum.last_mut().filter(|last| last.0 == variable) {
            Some(last) => last.1 = last.1.checked_add(times)?,
            None => sum.push((variable, times)),
        }
    }
    sum.retain(|part| part.1 != 0);
    Some(sum)
}

/// What a claim says of all lines.
struct CommonClaim {
    fixed: FixedHeap,
    /// The period; none if it only says that there is one.
    period: Option<Linear>,
}

impl CommonClaim {
    /// Reads a claim `forall m: exists a: forall n >= a: V = W`, perhaps with `exists q` beside `a`: V is the value at place n + q of line m, and W that at n, or
    /// the other way round. Registers stand for themselves.
    fn of(ruleset: &Ruleset, statement: &Statement) -> Option<Self> {
        let plain = ruleset.heaps.len() == HEAPS
            && statement.condition.is_none()
            && matches!(statement.except, Except::Nothing)
            && statement.play == Play::Normal
            && statement.free.iter().copied().eq(HEAPS..HEAPS + ruleset.registers.len());
        let Body::Holds(Formula::ForAll(line, inner)) = &statement.body else { return None };
        let (Formula::Exists(bound, inner), (line, 0..)) = (&**inner, from_number(line)?) else { return None };
        let mut some = vec![from_number(bound)?];
        let inner = if let Formula::Exists(bound, inner) = &**inner {
            some.push(from_number(bound)?);
            inner
        } else {
            inner
        };
        let Formula::ForAll(place, inner) = &**inner else { return None };
        let Formula::Test(lookups, Condition::Compare(left, Comparison::Equal, right)) = &**inner else { return None };
        let [(begin, None)] = place.domain.0.as_slice() else { return None };
        let Term::Variable(Variable::Amount(from)) = begin.term else { return None };
        // Every place that the claim speaks of is a position.
        some.remove(some.iter().position(|(slot, low)| *slot == from && 0 <= *low)?);
        let [one, other] = lookups.as_slice() else { return None };
        if !plain || !begin.lookups.is_empty() || some.iter().any(|some| some.0 == from) {
            return None;
        }
        let equal = [(one.slot, 1), (other.slot, -1)];
        if one.slot == other.slot || !(differ(left, right, &equal) || differ(right, left, &equal)) {
            return None;
        }
        let about = LineVariables { line, place: place.slot, period: some.first().map(|some| some.0) };
        let orders = [(one, other), (other, one)];
        orders.into_iter().find_map(|(near, far)| {
            [FixedHeap::First, FixedHeap::Second].into_iter().find_map(|fixed| {
                let period = about.between(fixed, near, far)?;
                Some(Self { fixed, period: about.period.is_none().then_some(period) })
            })
        })
    }
}

/// The variables of a claim, as slots.
struct LineVariables {
    line: usize,
    place: usize,
    /// That of a period of which is only said that it is there.
    period: Option<usize>,
}

impl LineVariables {
    /// How far a place of a line is behind another one, if it is the same number for all places and lines.
    fn between(&self, fixed: FixedHeap, near: &Lookup, far: &Lookup) -> Option<Linear> {
        let own = |lookup: &Lookup, runs: usize| lookup.position.get(axis(fixed) ^ runs).cloned();
        let (line, place) = (slot(self.line), slot(self.place));
        let same = |left: &Term, right: &Term| differ(left, right, &[]);
        let fits = [near, far].into_iter().all(|lookup| {
            let registers = lookup.position.iter().enumerate().skip(HEAPS);
            let mut kept = registers.map(|(at, term)| *term == Term::Variable(Variable::Coordinate(at)));
            lookup.game == 0 && kept.all(|kept| kept) && own(lookup, 0).is_some_and(|term| same(&term, &line))
        });
        if !fits || !same(&own(near, 1)?, &place) {
            return None;
        }
        let back = Term::Product(Box::new(constant(-1)), Box::new(place));
        let period = linear(&Term::Sum(vec![own(far, 1)?, back]))?;
        let is_fixed = match self.period {
            Some(own) => period == [(Some(Variable::Amount(own)), 1)],
            None => period.iter().all(|part| match part.0 {
                None => true,
                Some(Variable::Coordinate(at)) => HEAPS <= at,
                Some(Variable::Amount(_)) => false,
            }),
        };
        is_fixed.then_some(period)
    }
}

/// Which coordinate is fixed.
fn axis(fixed: FixedHeap) -> usize {
    usize::from(fixed == FixedHeap::Second)
}

/// A line of a game, and what is to be a period of it.
struct PeriodicLine<'a> {
    ruleset: &'a Ruleset,
    fixed: FixedHeap,
    period: Term,
}

impl PeriodicLine<'_> {
    /// A position of the game at hand with another number at its place.
    fn at(&self, place: Term) -> Vec<Term> {
        let dimension = HEAPS + self.ruleset.registers.len();
        let mut all: Vec<Term> = (0..dimension).map(|at| Term::Variable(Variable::Coordinate(at))).collect();
        all[1 - axis(self.fixed)] = place;
        all
    }

    /// The slots of an option, the first or the second one that is spoken of.
    fn slots(&self, which: usize) -> Vec<usize> {
        let dimension = HEAPS + self.ruleset.registers.len();
        (0..dimension).map(|at| OPTION + which * dimension + at).collect()
    }

    /// Every pair of heaps is a position, with the registers of any position.
    fn all_are_positions(&self) -> Result<Formula, String> {
        if self.ruleset.positions == Condition::Known(true) {
            return Ok(Formula::Known(true));
        }
        // Without registers there might be no position at all.
        if self.ruleset.registers.is_empty() {
            return Err("only some positions belong to the game".to_owned());
        }
        let any = self.ruleset.positions.map_terms(&mut |term| match term {
            Term::Variable(Variable::Coordinate(at)) if *at < HEAPS => Some(slot(*at)),
            _ => None,
        });
        let inner = Formula::ForAll(number(1, constant(0), None), Box::new(Formula::Test(Vec::new(), any)));
        Ok(Formula::ForAll(number(0, constant(0), None), Box::new(inner)))
    }

    /// One position has another one as an option.
    fn reaches(&self, from: Vec<Term>, to: &[Term]) -> Formula {
        let own = self.slots(1);
        let there = own.iter().zip(to).map(|(own, to)| test(slot(*own), Comparison::Equal, to.clone()));
        let there = Formula::And(there.collect());
        Formula::SomeOption(Place { game: 0, lookups: Vec::new(), position: from }, own, Box::new(there))
    }

    /// The condition of the theorem: from some place on, no option of a place has the value of the place one period before.
    fn comes_back(&self) -> Formula {
        let (from, place) = (slot(FROM), slot(PLACE));
        let later = Term::Sum(vec![place.clone(), self.period.clone()]);
        let (here, there) = (self.at(place.clone()), self.at(later.clone()));
        let option: Vec<Term> = self.slots(0).into_iter().map(slot).collect();
        let back = Term::Product(Box::new(constant(-1)), Box::new(self.period.clone()));
        let (own, runs) = (axis(self.fixed), 1 - axis(self.fixed));
        let mut moved = option.clone();
        moved[runs] = Term::Sum(vec![option[runs].clone(), back]);
        let mut as_before = vec![
            test(Term::Sum(vec![option[own].clone(), constant(1)]), Comparison::AtMost, here[own].clone()),
            test(later, Comparison::AtMost, Term::Sum(vec![option[runs].clone(), from.clone()])),
        ];
        let kept = (HEAPS..here.len()).map(|at| test(option[at].clone(), Comparison::Equal, here[at].clone()));
        as_before.extend(kept);
        as_before.push(self.reaches(here.clone(), &moved));
        let beside = [self.reaches(here.clone(), &option), self.reaches(option.clone(), &here)];
        let each = Formula::Or(beside.into_iter().chain([Formula::And(as_before)]).collect());
        let there = Place { game: 0, lookups: Vec::new(), position: there };
        let all = Formula::AllOptions(there, self.slots(0), Box::new(each));
        let before = test(Term::Sum(vec![place, constant(1)]), Comparison::AtMost, from);
        let every = Formula::ForAll(number(PLACE, constant(0), None), Box::new(Formula::Or(vec![before, all])));
        Formula::Exists(number(FROM, constant(0), None), Box::new(every))
    }
}
