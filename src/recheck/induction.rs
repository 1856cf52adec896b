//! What the moves of a game tell of values that are looked up: no position has the value of one of its options, and what is claimed of a value
//! may be supposed of the values of all options. Decides nothing.
//!
//! Let a claim say B(p, w) of every position p, with w in the place of its value. Where play ends it follows by induction if B(p, w) holds for all p
//! and w such that for every j < w some option q of p has B(q, j): the options that have the values j < w are such q, as the claim is true of
//! them. So `grundy(x, y) <= x + y` follows in a game in which every move takes something. Or it may be supposed that every option q has
//! B(q, j) for some j other than w: its own value is one. So `grundy(x, y) = x + y where |x - y| < a` follows in Wythoff's game with such bishops.
use super::making::{Making, Unknown, before, constant, number, outside, slot, test};
use super::spent::CheckEffort;
use super::statement;
use super::windows::not;
use crate::ruleset::branch::{Branch, branches};
use crate::ruleset::linear::Inequality;
use crate::ruleset::options::Options;
use crate::ruleset::statement::{Formula, Place, Property, Statement};
use crate::ruleset::{Comparison, Condition, Move, Part, Ruleset, Term, Variable};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::ControlFlow;

/// Amounts that are tried one by one where a condition cannot be said of all.
const SMALL_AMOUNTS: [i128; 8] = [1, 2, 3, 4, 5, 6, 7, 8];

/// So many of them where there are several amounts of several moves.
const FEW_AMOUNTS: usize = 3;

/// Parts of the targets of a move that are taken for unknown numbers, at most.
const MOST_UNKNOWNS: usize = 4;

/// Games as they are, and behind them each once with more and once with fewer moves: what cannot be said of digits is left out of the conditions
/// of moves there, or its moves are left out. What holds of all options, or follows from some option, is right with more moves; that a move leads
/// somewhere is right with fewer.
pub(super) struct ApproximatedGames {
    more: Vec<Ruleset>,
    fewer: Vec<Ruleset>,
}

impl ApproximatedGames {
    pub(super) fn of(rulesets: &[&Ruleset]) -> Self {
        let more = |family: &Move| {
            let family = with_unknowns(family);
            vec![Move { guard: sayable(&family.guard), ..family }]
        };
        let with = |moves: &dyn Fn(&Move) -> Vec<Move>| -> Vec<Ruleset> {
            let own = |ruleset: &&Ruleset| Ruleset {
                moves: ruleset.moves.iter().flat_map(moves).collect(),
                ..(*ruleset).clone()
            };
            rulesets.iter().map(own).collect()
        };
        let amounts = |ruleset: &&Ruleset| {
            let all = ruleset.moves.iter().filter(|family| !is_sayable(family));
            all.map(|family| family.amounts.len()).sum::<usize>()
        };
        let count = if rulesets.iter().map(amounts).sum::<usize>() <= 1 { SMALL_AMOUNTS.len() } else { FEW_AMOUNTS };
        Self { more: with(&more), fewer: with(&|family| sayable_moves(family, count)) }
    }

    /// All of them, the games as they are first.
    pub(super) fn all<'a>(&'a self, rulesets: &[&'a Ruleset]) -> Vec<&'a Ruleset> {
        rulesets.iter().copied().chain(&self.more).chain(&self.fewer).collect()
    }
}

/// The number of a game with more moves among so many in all, and of the one with fewer.
pub(super) const fn more_and_fewer(game: usize, all: usize) -> (usize, usize) {
    (all / 3 + game, 2 * (all / 3) + game)
}

fn is_sayable(family: &Move) -> bool {
    let is_not = &mut |part: Part<'_>| is_unsayable(part);
    !Part::Condition(&family.guard).any(is_not) && !family.targets.iter().any(|target| Part::Term(target).any(is_not))
}

/// The moves of a family that can be said: all of them, or those in which one of the amounts is one of so many small numbers.
fn sayable_moves(family: &Move, count: usize) -> Vec<Move> {
    if is_sayable(family) {
        return vec![family.clone()];
    }
    let choices =
        (0..family.amounts.len()).flat_map(|at| SMALL_AMOUNTS[..count].iter().map(move |number| (at, *number)));
    let chosen = choices.map(|(at, number)| {
        let replace = &mut |term: &Term| (*term == Term::Variable(Variable::Amount(at))).then_some(constant(number));
        let targets = family.targets.iter().map(|target| target.map(replace)).collect();
        Move { guard: family.guard.map_terms(replace), targets, ..family.clone() }
    });
    chosen.filter(is_sayable).collect()
}

/// A move whose targets have a further amount in the place of each part that cannot be said of digits: little is known of it, so that the move
/// leads at least where it did.
fn with_unknowns(family: &Move) -> Move {
    let mut family = family.clone();
    // The explorer has a limit of bytes, and does without.
    let rounds = if cfg!(target_arch = "wasm32") { 0 } else { MOST_UNKNOWNS };
    for _ in 0..rounds {
        let mut found = None;
        for target in &family.targets {
            // The last one has no such part within.
            Part::Term(target).walk(&mut |part| {
                if let Part::Term(term) = part
                    && is_unsayable(Part::Term(term))
                {
                    found = Some(term.clone());
                }
                true
            });
        }
        let Some(found) = found else { break };
        let value = Term::Variable(Variable::Amount(family.amounts.len()));
        family.amounts.push("unknown".to_owned());
        let known = known_of(&found, &value);
        let replace = &mut |term: &Term| (*term == found).then(|| value.clone());
        family.targets = family.targets.iter().map(|target| target.map(replace)).collect();
        family.guard = Condition::And(vec![family.guard.map_terms(replace), known]);
    }
    family
}

/// What is true of the value of a product, a quotient, a remainder or a root; where the part has no value, some number satisfies it.
fn known_of(term: &Term, value: &Term) -> Condition {
    let at_most = |left: &Term, right: &Term| Condition::Compare(left.clone(), Comparison::AtMost, right.clone());
    let within = |low: &Term, high: &Term| Condition::And(vec![at_most(low, value), at_most(value, high)]);
    let next = |term: &Term| Term::Sum(vec![term.clone(), constant(1)]);
    let (zero, one, minus_one) = (constant(0), constant(1), constant(-1));
    match term {
        Term::Product(left, right) => product_of(left, right, value),
        Term::Power(base, exponent) if **exponent == constant(2) => product_of(base, base, value),
        Term::FloorDivide(whole, divisor) => Condition::And(vec![
            Condition::Or(vec![at_most(whole, &minus_one), at_most(divisor, &zero), within(&zero, whole)]),
            Condition::Or(vec![at_most(whole, &zero), at_most(divisor, &one), at_most(&next(value), whole)]),
        ]),
        Term::Modulo(whole, divisor) => Condition::And(vec![
            Condition::Or(vec![at_most(divisor, &zero), within(&zero, divisor)]),
            Condition::Or(vec![at_most(divisor, &zero), at_most(&next(whole), &zero), at_most(value, whole)]),
            Condition::Or(vec![at_most(divisor, &zero), at_most(&next(whole), divisor), at_most(&next(value), whole)]),
        ]),
        Term::SquareRoot(whole) => Condition::And(vec![
            Condition::Or(vec![at_most(whole, &minus_one), within(&zero, whole)]),
            Condition::Or(vec![at_most(whole, &zero), at_most(&one, value)]),
            Condition::Or(vec![at_most(whole, &one), at_most(&next(value), whole)]),
        ]),
        _ => Condition::Known(true),
    }
}

/// A product of positive numbers is at least each of them, one of natural numbers natural, and a square at least what is squared.
fn product_of(left: &Term, right: &Term, value: &Term) -> Condition {
    let at_most = |left: &Term, right: &Term| Condition::Compare(left.clone(), Comparison::AtMost, right.clone());
    let is_at_least_both = Condition::And(vec![at_most(left, value), at_most(right, value)]);
    if left == right {
        let opposite = Term::Product(Box::new(constant(-1)), Box::new(left.clone()));
        return Condition::And(vec![is_at_least_both, at_most(&opposite, value)]);
    }
    let (zero, minus_one) = (constant(0), constant(-1));
    Condition::And(vec![
        Condition::Or(vec![at_most(left, &zero), at_most(right, &zero), is_at_least_both]),
        Condition::Or(vec![at_most(left, &minus_one), at_most(right, &minus_one), at_most(&zero, value)]),
    ])
}

/// A condition without those of its parts that cannot be said of digits: it is true where the whole is.
fn sayable(guard: &Condition) -> Condition {
    match guard {
        Condition::And(parts) => Condition::And(parts.iter().map(sayable).collect()),
        guard if Part::Condition(guard).any(&mut is_unsayable) => Condition::Known(true),
        guard => guard.clone(),
    }
}

/// Whether a term is read as no condition on digits, or only in few cases.
fn is_unsayable(part: Part<'_>) -> bool {
    let is_number = |term: &Term| {
        let mut found = true;
        term.visit_variables(&mut |_| found = false);
        found
    };
    match part {
        Part::Term(Term::Product(left, right)) => !is_number(left) && !is_number(right),
        Part::Term(Term::FloorDivide(_, by) | Term::Modulo(_, by)) => !is_number(by),
        Part::Term(Term::Power(base, _)) => !is_number(base),
        Part::Term(
            Term::SquareRoot(_)
            | Term::Number(..)
            | Term::Recursive(..)
            | Term::Own(_)
            | Term::Grid(..)
            | Term::OwnGrid(_),
        ) => true,
        _ => false,
    }
}

/// Options of one move are not counted beyond this.
const MOST_OPTIONS: u8 = 3;
/// The same where the choices of its amounts are counted.
const FEW_OPTIONS: u8 = 2;
/// Heaps of the position where options are looked at first.
const SEEN_AT: i64 = 24;

/// By games, what no value is greater than.
pub(super) type ValueLimits = BTreeMap<usize, KnownLimits>;

/// What no value of a game is greater than.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct KnownLimits {
    /// The sums of the heaps with these natural weights: every move decreases them.
    weights: Vec<Vec<i64>>,
    /// So many options, the most that a position has.
    options: Option<i128>,
}

/// Such limits of some games: with the weights one, and those of a measure that is one sum.
pub(super) fn value_limits(
    (spent, numeration): (&CheckEffort<'_>, &Value),
    rulesets: &[&Ruleset],
    games: BTreeSet<usize>,
) -> ValueLimits {
    let mut limits = ValueLimits::new();
    for game in games {
        let ruleset = rulesets[more_and_fewer(game, rulesets.len()).0];
        if ruleset.breaks() || 0 < ruleset.blocking {
            continue;
        }
        let heaps = ruleset.heaps.len();
        let mut weights = vec![vec![1; heaps]];
        if let [measure] = ruleset.measure.as_slice()
            && let (own, registers) = measure.split_at(heaps)
            && registers.iter().all(|weight| *weight == 0)
            && own.iter().all(|weight| 0 <= *weight)
            && own != weights[0]
        {
            weights.push(own.to_vec());
        }
        weights.retain(|weights| falls(spent, numeration, ruleset, weights).is_ok());
        limits.insert(game, KnownLimits { weights, options: None });
    }
    limits
}

/// The same with the numbers of options, where these are small; none if they are in no game.
pub(super) fn with_options(
    (spent, numeration): (&CheckEffort<'_>, &Value),
    rulesets: &[&Ruleset],
    limits: &ValueLimits,
) -> Option<ValueLimits> {
    let counted = limits.iter().map(|(game, known)| {
        let ruleset = rulesets[more_and_fewer(*game, rulesets.len()).0];
        let all = ruleset.moves.iter().map(|family| Ruleset { moves: vec![family.clone()], ..ruleset.clone() });
        let dimension = ruleset.heaps.len() + ruleset.registers.len();
        let all: Vec<(Ruleset, Option<i128>)> =
            all.zip(&ruleset.moves).map(|(alone, family)| (alone, choices(family, dimension))).collect();
        let least = |(alone, choices): &(Ruleset, Option<i128>)| {
            // Two alternatives may be one option, or never be there together.
            let is_tried =
                |most: &u8| choices.is_none_or(|choices| *most <= FEW_OPTIONS && i128::from(*most) < choices);
            let mut tried = (0..=MOST_OPTIONS).take_while(is_tried);
            let found = tried.find(|most| has_at_most((spent, numeration), alone, *most).is_ok());
            found.map(i128::from).or(*choices)
        };
        let has_many = |(alone, choices): &(Ruleset, Option<i128>)| choices.is_none() && has_many(alone);
        let sum = |sum: i128, own: &(Ruleset, Option<i128>)| sum.checked_add(least(own)?);
        let options = if all.iter().any(has_many) { None } else { all.iter().try_fold(0, sum) };
        (*game, KnownLimits { options, ..known.clone() })
    });
    let counted: ValueLimits = counted.collect();
    counted.values().any(|known| known.options.is_some()).then_some(counted)
}

/// The most ways to choose the amounts of a move, where each of them is one of so many numbers in a row by two inequalities, whatever the position
/// is; at least 1.
fn choices(family: &Move, dimension: usize) -> Option<i128> {
    // The explorer has a limit of bytes, and does without.
    if cfg!(target_arch = "wasm32") {
        return None;
    }
    let all = branches(&family.guard, dimension, family.amounts.len()).ok()?;
    let sum = all.iter().map(choices_of).try_fold(0_i128, |sum, own| sum.checked_add(own?))?;
    Some(sum.max(1))
}

/// The same of one alternative: its amounts are found one after the other.
fn choices_of(branch: &Branch) -> Option<i128> {
    let first = branch.coordinates + branch.opaques.len();
    let mut open: Vec<usize> = (first..first + branch.amounts).collect();
    let mut product = 1_i128;
    while !open.is_empty() {
        let (at, own) = open.iter().enumerate().find_map(|(at, amount)| Some((at, width(branch, *amount, &open)?)))?;
        product = product.checked_mul(own)?;
        open.swap_remove(at);
    }
    Some(product)
}

/// How many numbers an amount can be once all others are known that are not open: those between two inequalities that differ by a number.
fn width(branch: &Branch, amount: usize, open: &[usize]) -> Option<i128> {
    let is_about = |row: &&Inequality| {
        row.coefficients[amount] != 0 && open.iter().all(|other| *other == amount || row.coefficients[*other] == 0)
    };
    let rows: Vec<&Inequality> = branch.inequalities.iter().filter(is_about).collect();
    let widths = rows.iter().enumerate().flat_map(|(at, one)| {
        rows[..at].iter().filter_map(move |other| {
            let opposite = one.coefficients.iter().zip(&other.coefficients).all(|(one, other)| *one == -*other);
            let between = one.constant.checked_add(other.constant)?.checked_neg()?;
            opposite.then(|| between.div_euclid(one.coefficients[amount].abs()) + 1)
        })
    });
    widths.min().map(|own| own.max(0))
}

/// Whether more options than are counted are seen at once.
fn has_many(ruleset: &Ruleset) -> bool {
    let registers = ruleset.registers.iter().map(|register| register.low.saturating_add(SEEN_AT / 2));
    let position: Vec<i64> = ruleset.heaps.iter().map(|_| SEEN_AT).chain(registers).collect();
    let mut seen = HashSet::new();
    let Ok(options) = Options::new(ruleset) else { return true };
    let visited = options.visit(&position, &mut |_, _, option| {
        seen.insert(option.to_vec());
        if seen.len() <= usize::from(MOST_OPTIONS) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    visited.is_ok_and(|flow| flow.is_break())
}

/// Confirms that no position of a game has more options than this.
fn has_at_most((spent, numeration): (&CheckEffort<'_>, &Value), ruleset: &Ruleset, most: u8) -> Result<(), String> {
    let dimension = ruleset.heaps.len() + ruleset.registers.len();
    let position: Vec<Term> = (0..dimension).map(|at| Term::Variable(Variable::Coordinate(at))).collect();
    let mut slots = 0..;
    let all: Vec<Vec<usize>> = (0..=most).map(|_| slots.by_ref().take(dimension).collect()).collect();
    let pairs = all.iter().enumerate().flat_map(|(at, one)| all[..at].iter().map(move |other| (one, other)));
    let differ = pairs.map(|(one, other)| {
        let pairs = one.iter().zip(other);
        Formula::Or(pairs.map(|(one, other)| test(slot(*one), Comparison::Different, slot(*other))).collect())
    });
    let differ = Formula::And(differ.collect());
    let used = slots.start;
    let some = all.into_iter().rev().fold(differ, |body, own| {
        let place = Place { game: 0, lookups: Vec::new(), position: position.clone() };
        Formula::SomeOption(place, own, Box::new(body))
    });
    let (why, before) = ("a move has more options than are counted", spent.count_excluded());
    statement::holds_everywhere(spent, numeration, ruleset, (not(some), used, why))?;
    spent.name_excluded(before, why);
    Ok(())
}

/// Confirms that every move decreases a weighted sum of the heaps.
fn falls(spent: &CheckEffort<'_>, numeration: &Value, ruleset: &Ruleset, weights: &[i64]) -> Result<(), String> {
    let dimension = ruleset.heaps.len() + ruleset.registers.len();
    let position: Vec<Term> = (0..dimension).map(|at| Term::Variable(Variable::Coordinate(at))).collect();
    let there: Vec<Term> = (0..dimension).map(slot).collect();
    let less = test(weighted(weights, &there), Comparison::AtMost, before(weighted(weights, &position)));
    let place = Place { game: 0, lookups: Vec::new(), position };
    let formula = Formula::AllOptions(place, (0..dimension).collect(), Box::new(less));
    let (why, before) = ("a move does not decrease a sum of the heaps", spent.count_excluded());
    statement::holds_everywhere(spent, numeration, ruleset, (formula, dimension, why))?;
    spent.name_excluded(before, why);
    Ok(())
}

fn weighted(weights: &[i64], position: &[Term]) -> Term {
    let times = |(weight, term): (&i64, &Term)| match weight {
        1 => term.clone(),
        weight => Term::Product(Box::new(constant(i128::from(*weight))), Box::new(term.clone())),
    };
    Term::Sum(weights.iter().zip(position).map(times).collect())
}

/// What the moves tell of the values that are looked up: if one leads from a position to another, their values differ; and no value is greater
/// than a sum that every move decreases, as play takes no more moves from there, or than the number of options; without options it is 0, and with a
/// terminal one it is not.
pub(super) fn by_moves(
    rulesets: &[&Ruleset],
    limits: &ValueLimits,
    making: &mut Making<'_>,
) -> Result<Vec<Formula>, String> {
    let heaps = rulesets[0].heaps.len();
    let looked_up = making.unknown.clone();
    let mut all = Vec::new();
    for from in &looked_up {
        let ruleset = rulesets[from.game];
        if ruleset.breaks() || 0 < ruleset.blocking {
            continue;
        }
        let nowhere = outside(ruleset, &from.position, heaps)?;
        for weights in limits.get(&from.game).into_iter().flat_map(|known| &known.weights) {
            let most = weighted(weights, &from.position);
            let told = test(slot(from.slot), Comparison::AtMost, most);
            all.push(Formula::Or(nowhere.iter().cloned().chain([told]).collect()));
        }
        if let Some(most) = limits.get(&from.game).and_then(|known| known.options) {
            let told = test(slot(from.slot), Comparison::AtMost, constant(most));
            all.push(Formula::Or(nowhere.iter().cloned().chain([told]).collect()));
        }
        let (more, fewer) = more_and_fewer(from.game, rulesets.len());
        all.extend(
            by_the_end(from, (more, fewer), making)
                .into_iter()
                .map(|told| Formula::Or([nowhere.clone(), told].concat())),
        );
        for to in looked_up.iter().filter(|to| to.game == from.game && to.slot != from.slot) {
            let (place, slots) = options(fewer, from, making);
            let is_it = slots.iter().zip(&to.position).map(|(own, term)| is(slot(*own), term.clone()));
            let leads = Formula::SomeOption(place, slots.clone(), Box::new(Formula::And(is_it.collect())));
            let differ = test(slot(from.slot), Comparison::Different, slot(to.slot));
            let mut either = outside(ruleset, &to.position, heaps)?;
            either.extend(nowhere.iter().cloned().chain([not(leads), differ]));
            all.push(Formula::Or(either));
        }
    }
    Ok(all)
}

/// Alternatives that are true of a value: it is that of terminal positions (0, or 1 in misère play), or there are options; and it is not, or no option is
/// terminal.
fn by_the_end(from: &Unknown, (more, fewer): (usize, usize), making: &mut Making<'_>) -> [Vec<Formula>; 2] {
    let ended = constant(i128::from(making.is_misere()));
    let (place, slots) = options(more, from, making);
    let any = Formula::SomeOption(place, slots, Box::new(Formula::Known(true)));
    let has_ended = test(slot(from.slot), Comparison::Equal, ended);
    let (place, slots) = options(fewer, from, making);
    let position = slots.iter().map(|own| slot(*own)).collect();
    let ends = Formula::Is(Property::Terminal, Place { game: more, lookups: Vec::new(), position });
    let reaches = Formula::SomeOption(place, slots, Box::new(ends));
    [vec![has_ended.clone(), any], vec![not(has_ended), not(reaches)]]
}

/// What may be supposed of options where a claim is one about all positions with given numbers in some places, and one value of each; none if it is
/// not. For every smaller number, what is claimed of a value is true of some option with this number in its place; or, `of_all` of them, it is true of every
/// option with some other number than the value of the position. `matrix` is what is claimed, without look-ups.
pub(super) fn supposed_of_options(
    rulesets: &[&Ruleset],
    (claimed, matrix): (&Statement, &Formula),
    (of_all, making): (bool, &mut Making<'_>),
) -> Result<Option<Formula>, String> {
    let [unknown] = making.unknown.as_slice() else { return Ok(None) };
    let (unknown, ruleset) = (unknown.clone(), rulesets[0]);
    let is_plain = unknown.game == 0 && !ruleset.breaks() && ruleset.blocking == 0;
    let has_a_value = matches!(claimed.valued, Formula::Known(true));
    if !is_plain || !has_a_value || !is_of_tests(matrix) {
        return Ok(None);
    }
    let Some(fixed) = fixed_places(&claimed.free, &unknown.position) else { return Ok(None) };
    // A value that is given everywhere is known better in other ways.
    if of_all && (claimed.condition.is_none() || !gives(matrix, unknown.slot)) {
        return Ok(None);
    }
    let (more, fewer) = more_and_fewer(0, rulesets.len());
    let mut supposed = |game: usize| {
        let (place, slots) = options(game, &unknown, making);
        let value = making.fresh();
        let there = matrix.map(&mut |part| match part {
            Formula::Test(_, condition) => {
                let condition = condition.map_terms(&mut |term| match term {
                    Term::Variable(Variable::Coordinate(at)) if claimed.free.contains(at) => Some(slot(slots[*at])),
                    Term::Variable(Variable::Amount(own)) if *own == unknown.slot => Some(slot(value)),
                    _ => None,
                });
                Some(Formula::Test(Vec::new(), condition))
            }
            _ => None,
        });
        // Of options with other numbers in those places nothing is claimed.
        let elsewhere: Vec<Formula> = fixed
            .iter()
            .map(|at| test(slot(slots[*at]), Comparison::Different, unknown.position[*at].clone()))
            .collect();
        (place, slots, value, there, elsewhere)
    };
    let told = if of_all && !cfg!(target_arch = "wasm32") {
        let (place, slots, value, there, mut either) = supposed(fewer);
        let differs = test(slot(value), Comparison::Different, slot(unknown.slot));
        either.push(Formula::Exists(number(value, constant(0), None), Box::new(Formula::And(vec![differs, there]))));
        Formula::AllOptions(place, slots, Box::new(Formula::Or(either)))
    } else {
        let (place, slots, value, there, mut either) = supposed(more);
        either.push(there);
        let some = Formula::SomeOption(place, slots, Box::new(Formula::Or(either)));
        Formula::ForAll(number(value, constant(0), Some(before(slot(unknown.slot)))), Box::new(some))
    };
    let mut either = outside(ruleset, &unknown.position, ruleset.heaps.len())?;
    either.push(told);
    Ok(Some(Formula::Or(either)))
}

/// Whether a formula says somewhere what a number is.
fn gives(formula: &Formula, slot: usize) -> bool {
    let own = Term::Variable(Variable::Amount(slot));
    formula.any(&mut |part| {
        let Formula::Test(_, condition) = part else { return false };
        Part::Condition(condition).any(&mut |part| match part {
            Part::Condition(Condition::Compare(left, Comparison::Equal, right)) => *left == own || *right == own,
            _ => false,
        })
    })
}

/// The places of a position that hold given numbers; none if another does not hold the coordinate at that place, or if a coordinate that the
/// claim speaks of is not in the position.
fn fixed_places(free: &[usize], position: &[Term]) -> Option<Vec<usize>> {
    let free: HashSet<usize> = free.iter().copied().collect();
    let mut fixed = Vec::new();
    for (at, term) in position.iter().enumerate() {
        if *term == Term::Variable(Variable::Coordinate(at)) && free.contains(&at) {
            continue;
        }
        let is_number = matches!(term, Term::Constant(_)) && !free.contains(&at);
        is_number.then(|| fixed.push(at))?;
    }
    free.iter().all(|at| *at < position.len()).then_some(fixed)
}

/// Whether a formula is made of conditions alone: nothing is bound in it.
fn is_of_tests(formula: &Formula) -> bool {
    !formula.any(&mut |part| {
        !matches!(
            part,
            Formula::Known(_)
                | Formula::And(_)
                | Formula::Or(_)
                | Formula::Not(_)
                | Formula::Iff(..)
                | Formula::Test(..)
        )
    })
}

/// The place of a position in one of the games with more or fewer moves, and slots for the coordinates of its options.
pub(super) fn options(game: usize, from: &Unknown, making: &mut Making<'_>) -> (Place, Vec<usize>) {
    let slots = from.position.iter().map(|_| making.fresh()).collect();
    (Place { game, lookups: Vec::new(), position: from.position.clone() }, slots)
}

pub(super) fn is(one: Term, other: Term) -> Formula {
    test(one, Comparison::Equal, other)
}
