//! A statement on a table: does it hold for all positions up to a bound, and if not, where is it false first?
//!
//! ```text
//! Statement + Ruleset --evaluate--> Verdict {Holds, Refuted, Unknown}
//! ```
mod board;
mod evaluate;
pub mod listing;
mod sets;
pub mod verify;

use crate::engine::{Context, EngineError};
use crate::ruleset::statement::{Body, Except, Formula, Statement};
use crate::ruleset::{Position, Ruleset};
use crate::value::{Outcome, Play};
use board::Board;
use evaluate::Evaluator;

/// Work beyond this is not begun: evaluations of a body.
const MOST_WORK: u64 = 20_000_000;
const MOST_WORK_DEEP: u64 = 300_000;

/// Evaluations at a bound that nobody asked for.
const USUAL_STEPS: u64 = 40_000_000;

/// What came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It holds for all positions with heaps up to this (or all values of its variables up to this).
    Holds {
        /// The bound, included.
        up_to: u64,
        /// The exceptions that `except finitely many` found.
        exceptions: Vec<Position>,
    },
    /// It is false.
    Refuted {
        /// The least position, by total and then lexicographically, if it speaks of positions.
        position: Option<Position>,
        /// What is the case there.
        reason: String,
        /// The bound that was tried, included.
        up_to: u64,
    },
    /// No position satisfies its conditions.
    Untested(String),
    /// It was not decided.
    Unknown(String),
}

/// The bound that suits a ruleset when none is given: the largest heap.
#[must_use]
pub fn usual_bound(ruleset: &Ruleset, statement: &Statement) -> u64 {
    // Totals of three heaps that rise go far beyond the board; so do the positions that must be known.
    let raises =
        || crate::ruleset::options::Options::new(ruleset).is_ok_and(|it| it.may_raise_heaps(ruleset.heaps.len()));
    if 2 < ruleset.heaps.len() && crate::engine::choose(ruleset).0 == "reference" && raises() {
        return [20, 8, 4].get(ruleset.heaps.len() - 3).copied().unwrap_or(3);
    }
    let outcomes_only = matches!(statement.body, Body::Equal(..));
    if matches!(&statement.body, Body::Holds(formula) if formula.asks_options()) {
        return [1_000, 1_000, 130, 20, 8, 4].get(ruleset.heaps.len()).copied().unwrap_or(3);
    }
    match (ruleset.heaps.len(), outcomes_only) {
        (0 | 1, _) => 3_000,
        (2, true) => 400,
        (2, false) => 130,
        (3, _) => 40,
        (4, _) => 12,
        (5, _) => 6,
        _ => 3,
    }
}

/// Evaluates a statement at its usual bound, or at half of it, a quarter, ... if it takes too many evaluations; never
/// below `least`.
///
/// # Errors
/// The engine gave up.
pub fn evaluate_in_time(
    statement: &Statement,
    ruleset: &Ruleset,
    others: &[&Ruleset],
    least: u64,
    context: &Context,
) -> Result<Verdict, EngineError> {
    let mut bound = usual_bound(ruleset, statement).max(least);
    loop {
        let most = if bound <= least.max(3) { u64::MAX } else { USUAL_STEPS };
        match evaluate_with(statement, ruleset, others, bound, most, context) {
            Err(EngineError::Question(why)) if why == evaluate::TOO_MUCH_WORK => bound = (bound / 2).max(least).max(3),
            done => return done,
        }
    }
}

/// Evaluates a statement on all positions with heaps up to `up_to`. `others` are the rulesets that it speaks of besides.
/// Cost: about that of the tables that it needs, and one evaluation for each position.
///
/// # Errors
/// The engine gave up.
pub fn evaluate(
    statement: &Statement,
    ruleset: &Ruleset,
    others: &[&Ruleset],
    up_to: u64,
    context: &Context,
) -> Result<Verdict, EngineError> {
    evaluate_with(statement, ruleset, others, up_to, u64::MAX, context)
}

/// As [`evaluate`], but no further than so many evaluations of parts of the statement: a counterexample on the way, or nothing.
/// Positions come in order of their total, so what was not reached lies behind what was.
///
/// # Errors
/// Stopped from outside.
pub fn counterexample(
    statement: &Statement,
    ruleset: &Ruleset,
    others: &[&Ruleset],
    (up_to, steps): (u64, u64),
    context: &Context,
) -> Result<Option<(Option<Position>, String)>, EngineError> {
    match evaluate_with(statement, ruleset, others, up_to, steps, context) {
        Ok(Verdict::Refuted { position, reason, .. }) => Ok(Some((position, reason))),
        Err(EngineError::Cancelled) => Err(EngineError::Cancelled),
        _ => Ok(None),
    }
}

/// The positions with at most `total` tokens that a statement `P = ...` calls P-positions, in order of total; none for
/// any other statement. Cost: one test of membership for each position.
///
/// # Errors
/// The engine gave up, or the set cannot be tested somewhere.
pub fn members(
    statement: &Statement,
    ruleset: &Ruleset,
    total: i64,
    context: &Context,
) -> Result<Option<Vec<Position>>, EngineError> {
    let Statement { body: Body::Equal(Outcome::P, set), condition: None, except: Except::Nothing, .. } = statement
    else {
        return Ok(None);
    };
    let options = crate::ruleset::options::Options::new(ruleset)?;
    let mut evaluator = Evaluator::new(vec![Board::new(ruleset, &options, total, context)], statement, total, context);
    let free: Vec<usize> = (0..ruleset.heaps.len()).collect();
    let mut positions = Positions::new(ruleset, &free, total);
    let mut found = Vec::new();
    while let Some(position) = positions.next() {
        if total < position.iter().sum::<i64>() {
            break;
        }
        context.go_on()?;
        evaluator.begin(&position);
        match evaluator.member(set, &position)? {
            Some(true) => found.push(position),
            Some(false) => {}
            None => {
                return Err(EngineError::Question(format!("the set says nothing of {}", written(&position, ruleset))));
            }
        }
    }
    Ok(Some(found))
}

fn evaluate_with(
    statement: &Statement,
    ruleset: &Ruleset,
    others: &[&Ruleset],
    up_to: u64,
    most_steps: u64,
    context: &Context,
) -> Result<Verdict, EngineError> {
    let games: Vec<&Ruleset> = std::iter::once(ruleset).chain(others.iter().copied()).collect();
    let options = games
        .iter()
        .map(|game| crate::ruleset::options::Options::new(game))
        .collect::<Result<Vec<_>, _>>()
        .map_err(EngineError::from)?;
    let limit = i64::try_from(up_to).map_err(|_| EngineError::Question("the bound is too large".to_owned()))?;
    let mut boards = Vec::new();
    for (game, options) in games.iter().zip(&options) {
        boards.push(Board::new(game, options, limit, context));
    }
    let mut evaluator = Evaluator::new(boards, statement, limit, context);
    evaluator.most_steps = most_steps;
    let cells = cells(statement, ruleset, up_to);
    let depth = match &statement.body {
        Body::Holds(formula) => formula.open_depth(),
        Body::Equal(..) => 0,
    };
    evaluator.window = window(cells, depth, evaluator.reach());
    let mut run = Run { statement, ruleset, limit, evaluator, context };
    if statement.free.is_empty() {
        return run.closed();
    }
    run.open()
}

fn cells(statement: &Statement, ruleset: &Ruleset, up_to: u64) -> u64 {
    let heaps = statement.free.iter().filter(|at| **at < ruleset.heaps.len()).count();
    (0..heaps).fold(1u64, |cells, _| cells.saturating_mul(up_to.saturating_add(1)))
}

/// How far a variable without upper end runs: so far that the work stays in bounds.
fn window(cells: u64, depth: u32, reach: i64) -> i64 {
    let work = if depth < 3 { MOST_WORK } else { MOST_WORK_DEEP };
    let each = (work / cells.max(1)).max(16);
    let mut side = 1u64;
    while depth != 0 && (side + 1).checked_pow(depth).is_some_and(|all| all <= each) {
        side += 1;
        if reach.unsigned_abs() < side {
            break;
        }
    }
    i64::try_from(side).unwrap_or(reach).min(reach).max(8)
}

struct Run<'a> {
    statement: &'a Statement,
    ruleset: &'a Ruleset,
    limit: i64,
    evaluator: Evaluator<'a>,
    context: &'a Context,
}

impl Run<'_> {
    /// A statement without free heaps.
    fn closed(&mut self) -> Result<Verdict, EngineError> {
        let Body::Holds(formula) = &self.statement.body else {
            return Ok(Verdict::Unknown("it speaks of no position".to_owned()));
        };
        let zero = vec![0; self.ruleset.heaps.len() + self.ruleset.registers.len()];
        if let Some(condition) = &self.statement.condition
            && self.evaluator.at(condition, &zero)? == Some(false)
        {
            return Ok(Verdict::Unknown("its condition holds for no value: nothing was tested".to_owned()));
        }
        let open = formula.open_depth() != 0;
        let up_to = if open { self.evaluator.window } else { self.limit };
        let up_to = up_to.unsigned_abs();
        Ok(match self.evaluator.at(formula, &zero)? {
            Some(true) => Verdict::Holds { up_to, exceptions: Vec::new() },
            Some(false) => Verdict::Refuted { position: None, reason: self.evaluator.witness_words(), up_to },
            None => Verdict::Unknown(self.undecided()),
        })
    }

    fn undecided(&self) -> String {
        self.evaluator.trouble.clone().unwrap_or_else(|| {
            format!("nothing could be tested with heaps up to {}: ask for more with --up-to", self.limit)
        })
    }

    /// A statement about all positions.
    fn open(&mut self) -> Result<Verdict, EngineError> {
        let mut tested: u64 = 0;
        let mut wrong: Vec<Position> = Vec::new();
        let finitely = matches!(self.statement.except, Except::FinitelyMany);
        let mut done: u64 = 0;
        let mut positions = Positions::new(self.ruleset, &self.statement.free, self.limit);
        while let Some(position) = positions.next() {
            done += 1;
            if done.is_multiple_of(256) {
                self.context.go_on()?;
            }
            match self.holds_at(&position)? {
                None => {}
                Some(true) => tested += 1,
                Some(false) => {
                    tested += 1;
                    wrong.push(position);
                    if finitely && wrong.len() <= 1000 {
                        continue;
                    }
                    // Totals ascend inside the board, so only larger heaps can come before.
                    break;
                }
            }
        }
        let up_to = self.limit.unsigned_abs();
        if finitely {
            let half = self.limit / 2;
            let heaps = self.ruleset.heaps.len();
            let far = wrong.iter().find(|position| position[..heaps].iter().any(|heap| half < *heap));
            return Ok(match far {
                Some(far) => Verdict::Unknown(format!(
                    "an exception, {}, lies beyond half of the bound",
                    written(far, self.ruleset)
                )),
                None => Verdict::Holds { up_to, exceptions: wrong },
            });
        }
        if let Some(first) = wrong.into_iter().next() {
            let least = self.least(first)?;
            let reason = self.reason(&least)?;
            return Ok(Verdict::Refuted { position: Some(least), reason, up_to });
        }
        if tested == 0 {
            let why = self.undecided();
            let vacuous = self.evaluator.trouble.is_none();
            return Ok(if vacuous { Verdict::Untested(why) } else { Verdict::Unknown(why) });
        }
        if let Some(trouble) = &self.evaluator.trouble {
            return Ok(Verdict::Unknown(trouble.clone()));
        }
        Ok(Verdict::Holds { up_to, exceptions: Vec::new() })
    }

    /// The least position of at most the same total: heaps beyond the board are looked at as well.
    fn least(&mut self, first: Position) -> Result<Position, EngineError> {
        let heaps = self.ruleset.heaps.len();
        let total: i64 = first[..heaps].iter().sum();
        if total <= self.limit {
            return Ok(first);
        }
        let mut positions = Positions::new(self.ruleset, &self.statement.free, total);
        while let Some(position) = positions.next() {
            let own: i64 = position[..heaps].iter().sum();
            if total < own || position == first {
                break;
            }
            let beyond = position[..heaps].iter().any(|heap| self.limit < *heap);
            if beyond && self.holds_at(&position)? == Some(false) {
                return Ok(position);
            }
        }
        Ok(first)
    }

    /// Whether the statement is true of one position; `None` if it does not speak of it, or needs values that are out of
    /// reach.
    fn holds_at(&mut self, position: &[i64]) -> Result<Option<bool>, EngineError> {
        if !self.evaluator.in_domain(position)? {
            return Ok(None);
        }
        self.evaluator.begin(position);
        if let Some(condition) = &self.statement.condition
            && self.evaluator.here(condition)? != Some(true)
        {
            return Ok(None);
        }
        if let Except::These(set) = &self.statement.except
            && self.evaluator.member(set, position)? == Some(true)
        {
            return Ok(None);
        }
        match &self.statement.body {
            Body::Holds(formula) => self.evaluator.here(formula),
            Body::Equal(outcome, set) => {
                let Some(member) = self.evaluator.member(set, position)? else { return Ok(None) };
                let found = self.evaluator.outcome(0, position)?;
                Ok(found.map(|found| (found == *outcome) == member))
            }
        }
    }

    /// What is the case at a position where the statement is false.
    fn reason(&mut self, position: &[i64]) -> Result<String, EngineError> {
        let here = written(position, self.ruleset);
        let Body::Equal(outcome, set) = &self.statement.body else {
            self.evaluator.begin(position);
            if let Body::Holds(formula) = &self.statement.body {
                self.evaluator.here(formula)?;
            }
            let mut words = self.values_words(position)?;
            let witness = self.evaluator.witness_words();
            if !witness.is_empty() {
                words.push_str("; ");
                words.push_str(&witness);
            }
            return Ok(words);
        };
        self.evaluator.begin(position);
        let member = self.evaluator.member(set, position)? == Some(true);
        let found = self.evaluator.outcome(0, position)?;
        let side = if member { "in the set" } else { "not in the set" };
        let letter = if found == Some(Outcome::P) { "a P-position" } else { "an N-position" };
        let mut words = format!("{here} is {letter}, and it is {side}");
        let _ = outcome;
        let options = self.evaluator.options_of(position)?;
        if found == Some(Outcome::N) {
            for option in &options {
                if self.evaluator.outcome(0, option)? == Some(Outcome::P) {
                    words.push_str(&format!(": its option {} is a P-position", written(option, self.ruleset)));
                    return Ok(words);
                }
            }
            words.push_str(": it is terminal, in misère play");
            return Ok(words);
        }
        if options.is_empty() {
            words.push_str(": it has no options");
            return Ok(words);
        }
        let shown: Vec<String> = options.iter().take(12).map(|option| written(option, self.ruleset)).collect();
        let more = if options.len() <= 12 { String::new() } else { format!(" and {} more", options.len() - 12) };
        words.push_str(&format!(": all its options are N-positions: {}{more}", shown.join(" ")));
        Ok(words)
    }

    fn values_words(&mut self, position: &[i64]) -> Result<String, EngineError> {
        let here = written(position, self.ruleset);
        let mut words = format!("at {here}");
        if uses_values(&self.statement.body)
            && let Some(value) = self.evaluator.grundy(0, position)?
        {
            words.push_str(&format!(", of Grundy value {value}"));
        }
        if let (Some((left, right)), Some(scale)) = (self.evaluator.sides, self.statement.scale) {
            let (left, right) = (quotient(left, scale), quotient(right, scale));
            words.push_str(&format!(": the left side is {left} and the right side is {right}"));
        }
        Ok(words)
    }
}

fn quotient(above: i128, below: i128) -> String {
    if above % below == 0 { (above / below).to_string() } else { format!("{above}/{below}") }
}

fn uses_values(body: &Body) -> bool {
    !matches!(body, Body::Holds(Formula::Is(..)))
}

/// A position as the papers write it.
#[must_use]
pub fn written(position: &[i64], ruleset: &Ruleset) -> String {
    let list = |part: &[i64]| part.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let (heaps, registers) = position.split_at(ruleset.heaps.len().min(position.len()));
    let heaps =
        if ruleset.heaps.iter().any(|name| name.contains("[w")) { ordinals(heaps, ruleset) } else { list(heaps) };
    if registers.is_empty() { format!("({heaps})") } else { format!("({heaps}; {})", list(registers)) }
}

/// Ordinal heaps, each by its coefficients, that of the highest power of omega first.
fn ordinals(coefficients: &[i64], ruleset: &Ruleset) -> String {
    let width = ruleset.heaps.iter().position(|name| name.ends_with("[1]")).map_or(1, |last| last + 1);
    let ordinal = |heap: &[i64]| {
        let parts: Vec<String> = heap
            .iter()
            .zip((0..heap.len()).rev())
            .filter(|(coefficient, _)| **coefficient != 0)
            .map(|(coefficient, power)| match power {
                0 => coefficient.to_string(),
                1 => format!("omega * {coefficient}"),
                _ => format!("omega^{power} * {coefficient}"),
            })
            .collect();
        if parts.is_empty() { "0".to_owned() } else { parts.join(" + ") }
    };
    coefficients.chunks(width).map(ordinal).collect::<Vec<_>>().join(", ")
}

/// The play in words.
#[must_use]
pub fn play_words(play: Play) -> &'static str {
    match play {
        Play::Normal => "normal",
        Play::Misere => "misere",
    }
}

/// All positions of a board in order of total, then lexicographic; coordinates that do not occur stay at their least.
struct Positions {
    heaps: usize,
    free: Vec<usize>,
    limit: i64,
    registers: Vec<Vec<i64>>,
    total: i64,
    waiting: Vec<Position>,
}

impl Positions {
    fn new(ruleset: &Ruleset, free: &[usize], limit: i64) -> Self {
        let heaps = ruleset.heaps.len();
        let mut registers = vec![Vec::new()];
        for (at, register) in ruleset.registers.iter().enumerate() {
            let (low, high) = register.shown.unwrap_or((register.low, register.low.saturating_add(8)));
            let high = if free.contains(&(heaps + at)) { high } else { low };
            registers = registers
                .iter()
                .flat_map(|begun: &Vec<i64>| (low..=high).map(|value| [begun.as_slice(), &[value]].concat()))
                .collect();
        }
        let free = free.iter().copied().filter(|at| *at < heaps).collect();
        Self { heaps, free, limit, registers, total: -1, waiting: Vec::new() }
    }

    fn next(&mut self) -> Option<Position> {
        let most = self.limit.saturating_mul(i64::try_from(self.free.len()).unwrap_or(i64::MAX));
        while self.waiting.is_empty() {
            self.total += 1;
            if most < self.total {
                return None;
            }
            let mut heaps = vec![0; self.heaps];
            let mut found = Vec::new();
            self.fill(0, self.total, &mut heaps, &mut found);
            found.reverse();
            self.waiting = found;
        }
        self.waiting.pop()
    }

    fn fill(&self, index: usize, left: i64, heaps: &mut Vec<i64>, found: &mut Vec<Position>) {
        let rest = i64::try_from(self.free.len() - index).unwrap_or(i64::MAX);
        if self.limit.saturating_mul(rest) < left {
            return;
        }
        let Some(&heap) = self.free.get(index) else {
            for registers in &self.registers {
                found.push([heaps.as_slice(), registers].concat());
            }
            return;
        };
        let low = (left - self.limit.saturating_mul(rest - 1)).max(0);
        for value in low..=left.min(self.limit) {
            if index + 1 == self.free.len() && value != left {
                continue;
            }
            heaps[heap] = value;
            self.fill(index + 1, left - value, heaps, found);
        }
        heaps[heap] = 0;
    }
}
