//! Claims about games of taking and breaking: values by their definition, as far as the theorem of Guy and Smith asks for, and
//! then the claim itself at every heap until its conditions and the periods come back.
//!
//! Let at most k be taken and at most m heaps be left, and let G(n + p) = G(n) for all n with n0 <= n < m n0 + (m - 1) p + k, where
//! 1 <= n0. Then it holds for all n >= n0 (R. K. Guy and C. A. B. Smith, The G-values of various games, 1956, for m = 2). What a
//! claim says of n is then a matter of n mod some number, from some heap on: both are worked out from its terms (`shapes`).
mod common_period;
mod every_line;
mod fixed;
mod lines;
mod options;
mod ordered;
mod places;
mod runs;
mod shapes;
mod truth;
mod witnesses;

use super::spent::CheckEffort;
use crate::certificate::{FixedHeap, GamePeriod};
use crate::ruleset::Ruleset;
use crate::ruleset::statement::{Body, Except, Formula, Statement};
use crate::ruleset::taking::{Code, Taken, code};
use crate::value::Play;
use fixed::{FixedNumbers, Starts};
use lines::RepeatingValues;
use ordered::KnownLinesAlong;
use shapes::Shapes;
use std::sync::atomic::AtomicBool;
use truth::Trial;

pub(crate) use common_period::{common_period, first_confirmed};
pub(crate) use every_line::every_line;
pub(super) use runs::holds as lines_hold;
pub(crate) use runs::{LineOfClaim, LineVerdict, judged_until, wanted};

/// Heaps whose values are worked out at most.
const MOST_HEAPS: usize = 1 << 22;
/// So many options are looked at in the time that a node of a graph takes.
const OPTIONS_AT_ONCE: usize = 512;

/// What is known of the values of a game: of its first rows and columns, and of other lines. A game of one heap is one row.
#[derive(Debug, Default)]
struct GameValues {
    rows: Vec<RepeatingValues>,
    columns: Vec<RepeatingValues>,
    others: Vec<KnownLinesAlong>,
    /// How many heaps a position has, with registers behind them.
    heaps: Option<usize>,
}

impl GameValues {
    fn line(&self, fixed: FixedHeap, at: i64) -> Option<&RepeatingValues> {
        let lines = if fixed == FixedHeap::First { &self.rows } else { &self.columns };
        lines.get(usize::try_from(at).ok()?)
    }

    /// All lines that are known.
    fn lines(&self) -> impl Iterator<Item = &RepeatingValues> {
        let others = self.others.iter().flat_map(|one| one.lines.values());
        self.rows.iter().chain(&self.columns).chain(others)
    }

    /// The line of a position, and which place of it it is.
    fn at(&self, position: &[i64]) -> Option<(&RepeatingValues, i64)> {
        let of_two = match position {
            [heap] => self.line(FixedHeap::First, 0).zip(Some(*heap)),
            [first, second] => {
                let row = self.line(FixedHeap::First, *first).zip(Some(*second));
                row.or_else(|| self.line(FixedHeap::Second, *second).zip(Some(*first)))
            }
            _ => None,
        };
        of_two.or_else(|| self.others.iter().find_map(|one| one.at(position)))
    }
}

/// Values of a game of taking and breaking by definition, and the theorem's condition on them.
fn of_heaps(ruleset: &Ruleset, told: &GamePeriod, spent: &CheckEffort<'_>) -> Result<GameValues, String> {
    let code = code(ruleset).map_err(|why| format!("it is no game of taking and breaking: {why}"))?;
    let most_taken = code.most_taken().filter(|_| code.rules.iter().all(|rule| !rule.different));
    let most_taken =
        most_taken.ok_or("the theorem does not speak of this game: what is taken has no end, or heaps differ")?;
    let [Ok(begin), Ok(period)] = [told.preperiod, told.period].map(usize::try_from) else {
        return Err("the period is too long to be checked by values".to_owned());
    };
    let (from, left) = (begin.max(1), code.most_left().max(1));
    let end = from.checked_mul(left).zip(period.checked_mul(left - 1));
    let end = end.and_then(|(starts, periods)| starts.checked_add(periods)?.checked_add(most_taken));
    let bound = end.and_then(|end| end.checked_add(period)).filter(|bound| 0 < period && *bound <= MOST_HEAPS);
    let (end, bound) = end.zip(bound).ok_or("the period is 0, or too long to be checked by values")?;
    let known = values(&code, bound, spent)?;
    let broken = (begin..end).find(|heap| known[*heap] != known[heap + period]);
    if let Some(heap) = broken {
        return Err(format!("the values of {heap} and {} are not the same", heap + period));
    }
    Ok(GameValues { rows: vec![RepeatingValues::new((from, period, 0), known)], ..GameValues::default() })
}

/// The values of the first heaps, each the least that no option has.
fn values(code: &Code, bound: usize, spent: &CheckEffort<'_>) -> Result<Vec<u32>, String> {
    let mut known: Vec<u32> = Vec::with_capacity(bound);
    // Where a value was met last: heap + 1.
    let mut met: Vec<usize> = vec![0; 64];
    for heap in 0..bound {
        let mut options = 1;
        let mut note = |value: u32| {
            let value = value as usize;
            if met.len() <= value {
                met.resize(2 * value, 0);
            }
            met[value] = heap + 1;
            options += 1;
        };
        for rule in &code.rules {
            let Taken::Exactly(taken) = rule.taken else { return Err("what is taken has no end".to_owned()) };
            let Some(rest) = heap.checked_sub(taken) else { continue };
            match rule.left {
                0 if rest == 0 && 0 < heap => note(0),
                1 if rest == heap => return Err("a move changes nothing".to_owned()),
                1 if 0 < rest => note(known[rest]),
                2 => (1..=rest / 2).for_each(|one| note(known[one] ^ known[rest - one])),
                3 => {
                    for one in 1..=rest / 3 {
                        let two = rest - one;
                        (one..=two / 2).for_each(|other| note(known[one] ^ known[other] ^ known[two - other]));
                    }
                }
                0 | 1 => {}
                _ => return Err("more than three heaps are left".to_owned()),
            }
        }
        let value = met.iter().position(|last| *last != heap + 1).unwrap_or(met.len());
        known.push(u32::try_from(value).map_err(|_| "a value is too large")?);
        spent.spend(options / OPTIONS_AT_ONCE + 1).map_err(|_| "it takes too much work to work out the values")?;
    }
    Ok(known)
}

/// The one variable of a claim about heaps that runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OwnHeap {
    /// A heap of the position.
    Heap(usize),
    /// What the claim binds.
    Slot(usize),
    /// There is none.
    Nothing,
}

/// The same without a certificate: how a proof by periods is found is that it is checked.
///
/// # Errors
/// Why it is not confirmed.
pub(crate) fn holds_until(
    cancel: &AtomicBool,
    told: &[GamePeriod],
    about: (&[&Ruleset], &Statement),
) -> Result<(), String> {
    holds(&CheckEffort::new(cancel), told, about)
}

/// Confirms that a statement holds, by the periods that a certificate tells of the games that it looks something up of.
pub(super) fn holds(
    spent: &CheckEffort<'_>,
    told: &[GamePeriod],
    (rulesets, statement): (&[&Ruleset], &Statement),
) -> Result<(), String> {
    if statement.play != Play::Normal || rulesets[0].heaps.len() != 1 || !rulesets[0].registers.is_empty() {
        return Err("only normal play of one heap is checked by periods".to_owned());
    }
    let games = told_games(spent, told, rulesets)?;
    // The explorer has a limit of bytes, and does without.
    if let (Body::Holds(formula @ Formula::Exists(_, body)), false) = (&statement.body, cfg!(target_arch = "wasm32"))
        && runs::is_nested(body)
        && statement.free.is_empty()
        && statement.condition.is_none()
        && matches!(statement.except, Except::Nothing)
    {
        return runs::holds_of_games(spent, &games, (rulesets, statement), formula);
    }
    let nothing = FixedNumbers::default();
    let (own, starts, formula) = run_through(statement)?;
    let mut shapes = Shapes::new(own, &games, &nothing);
    let mut course = match (&statement.body, formula) {
        (Body::Equal(_, set), _) => shapes.set(set, 1)?,
        (Body::Holds(_), Some(formula)) => shapes.formula(formula)?,
        (Body::Holds(_), None) => return Err("the claim says nothing".to_owned()),
    };
    if matches!(statement.body, Body::Equal(..)) {
        course = course.with(shapes.own_value()?)?;
    }
    if let Some(condition) = &statement.condition {
        course = course.with(shapes.formula(condition)?)?;
    }
    let excepted = match &statement.except {
        Except::Nothing => None,
        Except::These(set) => Some(set),
        Except::FinitelyMany => return Err("finitely many exceptions are not checked".to_owned()),
    };
    if let Some(set) = excepted {
        course = course.with(shapes.set(set, 1)?)?;
    }
    let mut trial = Trial::new(own, &games, &nothing, statement);
    for start in starts {
        for n in start.0..=start.1.unwrap_or_else(|| course.end(start.0)) {
            spent.spend(1).map_err(|_| "it takes too much work to try the claim")?;
            if trial.holds_at(n, formula, excepted)? != Some(true) {
                return Err(format!("the claim does not hold at {n}"));
            }
        }
    }
    Ok(())
}

/// The values of all games that a certificate tells of, the first of which it must tell of.
fn told_games(spent: &CheckEffort<'_>, told: &[GamePeriod], rulesets: &[&Ruleset]) -> Result<Vec<GameValues>, String> {
    let mut games: Vec<GameValues> = rulesets.iter().map(|_| GameValues::default()).collect();
    for one in told {
        let ruleset = rulesets.get(one.game).ok_or_else(|| format!("there is no game {}", one.game))?;
        if ruleset.play != Play::Normal && 0 < one.game {
            return Err(format!("game {} is one of misère play", one.game));
        }
        games[one.game] = of_heaps(ruleset, one, spent).map_err(|why| format!("game {}: {why}", one.game))?;
    }
    // Every heap belongs to a game of taking and breaking.
    if games[0].rows.is_empty() {
        return Err("the certificate has no period of the game of the claim".to_owned());
    }
    Ok(games)
}

/// The variable of a statement, the ranges that it runs through, and what is said of it.
fn run_through(statement: &Statement) -> Result<(OwnHeap, Starts, Option<&Formula>), String> {
    let formula = if let Body::Holds(formula) = &statement.body { Some(formula) } else { None };
    if !statement.free.is_empty() || matches!(statement.body, Body::Equal(..)) {
        return Ok((OwnHeap::Heap(0), vec![(0, None)], formula));
    }
    if statement.condition.is_some() || !matches!(statement.except, Except::Nothing) {
        return Err("the claim has a condition and no position".to_owned());
    }
    match formula {
        Some(Formula::ForAll(bound, body)) => {
            Ok((OwnHeap::Slot(bound.slot), FixedNumbers::default().ranges(bound)?, Some(body)))
        }
        // It speaks of no variable: once is enough.
        formula => Ok((OwnHeap::Heap(0), vec![(0, Some(0))], formula)),
    }
}
