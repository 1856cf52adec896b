//! How far a statement is tried: the largest heaps of its board, and how far beyond them it looks.
use super::equation::Equation;
use crate::engine::{Context, Plan, Question};
use crate::ruleset::error::EvaluationError;
use crate::ruleset::options::Options;
use crate::ruleset::statement::{Body, Formula, Statement};
use crate::ruleset::{Comparison, Condition, Part, Ruleset, Term, Variable};
use std::ops::ControlFlow;

/// No heap and no total beyond this is looked at.
const FARTHEST: i64 = 1 << 30;

/// A statement about a few rows is tried on so many cells of them, with heaps up to `LONGEST_ROW`.
const ROW_CELLS: i64 = 1_000_000;
const LONGEST_ROW: i64 = 20_000;
/// More rows than this are no few.
const MOST_ROWS: i64 = 130;

/// One heap is tried up to so many tokens, and up to as many more as a condition asks for.
const USUAL_HEAP: i64 = 3_000;
const MOST_BEYOND: i64 = 150_000;

/// With so many cells in a second, the table of a board of two heaps up to 1,000 takes no time.
const SWIFT: u64 = 10_000_000;

/// Positions with more than so many times the tokens of the board are out of reach, whatever is asked for.
const FARTHER: i64 = 2;

/// So many combinations of amounts are tried in some seconds, for all positions of a table together.
const MOST_TRIED: u64 = 6_000_000_000;

/// The board of a claim.
#[derive(Clone, Debug)]
pub(super) struct ClaimExtent {
    /// The largest heap, for each heap of the ruleset.
    pub(super) limits: Vec<i64>,
    /// Whether values of other positions are asked for than of the one at hand.
    pub(super) looks_beyond: bool,
    /// The largest total that is asked for, as far as the terms of the statement tell; at most [`FARTHER`] times the board's.
    asked: i64,
}

impl ClaimExtent {
    /// The same limit for all heaps.
    pub(super) fn even(statement: &Statement, heaps: usize, limit: i64) -> Self {
        let limits = vec![limit; heaps];
        let asked = asked(statement, &limits);
        Self { limits, looks_beyond: looks_beyond(statement, heaps), asked }
    }

    /// The bounds to try when none is given, the largest first: the next is for a claim that takes too much work.
    pub(super) fn usual(statement: &Statement, ruleset: &Ruleset, least: i64, context: &Context) -> Vec<Self> {
        let heaps = ruleset.heaps.len();
        let mut all: Vec<Self> = Vec::new();
        if let Some(rows) = few_rows(statement, ruleset) {
            all.push(rows);
        }
        let mut limit = usual_bound(statement, ruleset).max(least);
        while least.max(3) < limit && is_laborious(ruleset, limit, context) {
            limit = (limit / 2).max(least).max(3);
        }
        loop {
            all.push(Self::even(statement, heaps, limit));
            if limit <= least.max(3) {
                return all;
            }
            limit = (limit / 2).max(least).max(3);
        }
    }

    /// The largest heap of all.
    pub(super) fn largest(&self) -> i64 {
        self.limits.iter().copied().max().unwrap_or(0)
    }

    /// The largest total of a ruleset with so many heaps, which the moves of a game rarely leave.
    pub(super) fn reach(&self, heaps: usize) -> i64 {
        let all = |limits: &mut dyn Iterator<Item = i64>| limits.fold(0i64, i64::saturating_add);
        let reach = if heaps == self.limits.len() {
            all(&mut self.limits.iter().copied())
        } else {
            all(&mut (0..heaps.max(1)).map(|_| self.largest()))
        };
        reach.max(self.asked).min(FARTHEST)
    }
}

/// The largest heap that suits a ruleset when no bound is given.
fn usual_bound(statement: &Statement, ruleset: &Ruleset) -> i64 {
    let heaps = ruleset.heaps.len();
    let tables = Plan::of(ruleset);
    // Totals of three heaps that rise go far beyond the board; so do the positions that must be known.
    let raises = || Options::new(ruleset).is_ok_and(|it| it.may_raise_heaps(heaps));
    if 2 < heaps && !tables.is_fast() && raises() {
        return [20, 8, 4].get(heaps - 3).copied().unwrap_or(3);
    }
    let asks_options = match &statement.body {
        Body::Holds(formula) => formula.asks_options(),
        Body::Equal(_, set) => set.asks_options(),
    };
    if asks_options {
        return [1_000, 1_000, 130, 20, 8, 4].get(heaps).copied().unwrap_or(3);
    }
    let plain = !looks_beyond(statement, heaps) && !matches!(&statement.body, Body::Holds(it) if quantifies(it));
    let swift = SWIFT <= tables.cells_per_second(Question::Grundy);
    match (heaps, &statement.body) {
        (0, _) => 3_000,
        (1, _) => beyond(statement),
        (2, Body::Equal(..)) if swift => 1_000,
        (2, Body::Equal(..)) => 400,
        (2, _) if swift && plain => 400,
        (2, _) => 130,
        (3, _) => 40,
        (4, _) => 12,
        (5, _) => 6,
        _ => 3,
    }
}

/// Whether a table with heaps up to a limit takes more than some seconds, because the moves of its last position try so many
/// amounts that each position would be given more than its share of [`MOST_TRIED`]. Cost: that share.
fn is_laborious(ruleset: &Ruleset, limit: i64, context: &Context) -> bool {
    let heaps = ruleset.heaps.len();
    if heaps == 0 || !Plan::of(ruleset).lists_options() {
        return false;
    }
    let cells = (0..heaps).fold(1u64, |cells, _| cells.saturating_mul(limit.unsigned_abs().saturating_add(1)));
    let Ok(options) = Options::new(ruleset) else { return false };
    let mut last = vec![limit; heaps];
    last.extend(ruleset.registers.iter().map(|register| register.high.map_or(limit, |high| high.min(limit))));
    let options = options.at_most(MOST_TRIED / cells.max(1)).until(&context.cancel);
    let visited = options.visit(&last, &mut |_, _, _| ControlFlow::Continue(()));
    visited == Err(EvaluationError::Interrupted)
}

/// The largest heap for a game of one: some thousands, and half as much again as the number from which on the statement speaks.
fn beyond(statement: &Statement) -> i64 {
    let least = statement.condition.as_ref().and_then(least_heap).unwrap_or(0).min(MOST_BEYOND);
    USUAL_HEAP.max(least + (least / 2).max(1_000))
}

/// A number that the heap is not below where the condition holds.
fn least_heap(formula: &Formula) -> Option<i64> {
    let of_condition = |condition: &Condition| match condition {
        Condition::Compare(Term::Constant(least), comparison, Term::Variable(Variable::Coordinate(0)))
            if *comparison != Comparison::Different =>
        {
            i64::try_from(*least).ok()
        }
        _ => None,
    };
    match formula {
        Formula::And(parts) => parts.iter().filter_map(least_heap).max(),
        Formula::Test(_, Condition::And(parts)) => parts.iter().filter_map(of_condition).max(),
        Formula::Test(_, condition) => of_condition(condition),
        _ => None,
    }
}

/// Long rows, if all heaps but one are bounded by small numbers in the condition of the statement.
fn few_rows(statement: &Statement, ruleset: &Ruleset) -> Option<ClaimExtent> {
    let heaps = ruleset.heaps.len();
    if heaps != 2 || !ruleset.registers.is_empty() || !Plan::of(ruleset).has_cheap_rows() {
        return None;
    }
    let caps: Vec<Option<i64>> =
        (0..heaps).map(|heap| statement.condition.as_ref().and_then(|it| cap(it, heap))).collect();
    let rows = caps.iter().flatten().try_fold(1i64, |rows, cap| rows.checked_mul(cap + 1))?;
    if rows <= 0 || MOST_ROWS < rows || caps.iter().flatten().count() + 1 != heaps {
        return None;
    }
    let long = (ROW_CELLS / rows).min(LONGEST_ROW);
    let limits: Vec<i64> = caps.iter().map(|cap| cap.unwrap_or(long)).collect();
    // What is asked for elsewhere, as in `P(x, x)` where y = 0, takes a whole board.
    let mut stays = true;
    visit_asked(statement, &mut |position| {
        let cells = position.iter().take(heaps).map(|term| most(term, &limits)).fold(1i64, i64::saturating_mul);
        stays &= cells <= ROW_CELLS.saturating_mul(4);
    });
    stays.then_some(ClaimExtent { limits, looks_beyond: false, asked: 0 })
}

/// How many values below the largest of a term there are, with heaps at 0 or at their limits; as many as in the longest row where it depends on variables.
fn most(term: &Term, limits: &[i64]) -> i64 {
    if term.mentions_amounts() {
        return LONGEST_ROW;
    }
    let corners = (0..1usize << limits.len()).map(|corner| at_corner(limits, corner));
    let values = corners.filter_map(|here| i64::try_from(term.evaluate(&here, &[]).ok()?).ok());
    values.max().unwrap_or(0).max(0).saturating_add(1)
}

/// A position whose heaps are at their limits where the bit is set, and empty elsewhere.
fn at_corner(limits: &[i64], corner: usize) -> Vec<i64> {
    limits.iter().enumerate().map(|(heap, limit)| if corner >> heap & 1 == 1 { *limit } else { 0 }).collect()
}

/// A number that a heap does not exceed where the condition holds.
fn cap(formula: &Formula, heap: usize) -> Option<i64> {
    match formula {
        Formula::And(parts) => parts.iter().filter_map(|part| cap(part, heap)).min(),
        Formula::Test(_, condition) => condition_cap(condition, heap),
        _ => None,
    }
}

fn condition_cap(condition: &Condition, heap: usize) -> Option<i64> {
    match condition {
        Condition::And(parts) => parts.iter().filter_map(|part| condition_cap(part, heap)).min(),
        Condition::Compare(Term::Variable(Variable::Coordinate(at)), comparison, Term::Constant(most))
            if *at == heap && *comparison != Comparison::Different =>
        {
            i64::try_from(*most).ok()
        }
        _ => None,
    }
}

/// The largest total of a position of the game itself that is asked for with heaps at 0 or at their limits, where the terms
/// speak of heaps alone: tables reach as far.
fn asked(statement: &Statement, limits: &[i64]) -> i64 {
    let heaps = limits.len();
    let board = limits.iter().fold(0i64, |all, limit| all.saturating_add(*limit));
    let mut farthest = 0;
    let mut look = |position: &[Term]| {
        if position.len() < heaps || 6 < heaps {
            return;
        }
        for corner in 0..1usize << heaps {
            let mut here = at_corner(limits, corner);
            here.resize(position.len().max(heaps), 0);
            let term = |term: &Term| {
                let value = if term.mentions_amounts() { None } else { term.evaluate(&here, &[]).ok() };
                value.and_then(|value| i64::try_from(value).ok())
            };
            let all: Option<Vec<i64>> = position[..heaps].iter().map(term).collect();
            let total = all.and_then(|all| all.iter().try_fold(0i64, |total, heap| total.checked_add((*heap).max(0))));
            farthest = farthest.max(total.unwrap_or(0));
        }
    };
    visit_asked(statement, &mut look);
    farthest.min(board.saturating_mul(FARTHER).max(board.saturating_add(64)))
}

/// Whether a statement asks for values of positions that are not, up to the order of the heaps, the one at hand.
fn looks_beyond(statement: &Statement, heaps: usize) -> bool {
    let mut beyond = false;
    let mut look = |position: &[Term]| {
        beyond |= position
            .iter()
            .enumerate()
            .any(|(at, term)| !matches!(term, Term::Variable(Variable::Coordinate(own)) if *own < heaps || *own == at));
    };
    visit_asked(statement, &mut look);
    beyond
}

/// Calls `visit` on every position whose value a statement asks for, except in sets.
fn visit_asked(statement: &Statement, visit: &mut dyn FnMut(&[Term])) {
    if let Body::Holds(formula) = &statement.body {
        visit_places(formula, visit);
    }
    if let Some(condition) = &statement.condition {
        visit_places(condition, visit);
    }
}

/// Calls `visit` on every position whose value is asked for, except in sets.
fn visit_places(formula: &Formula, visit: &mut dyn FnMut(&[Term])) {
    Part::Formula(formula).walk(&mut |part| {
        let Part::Formula(formula) = part else { return false };
        match formula {
            Formula::Test(lookups, _) => lookups.iter().for_each(|lookup| visit(&lookup.position)),
            Formula::Is(_, place) => visit(&place.position),
            Formula::Member(place, set) => {
                place.lookups.iter().for_each(|lookup| visit(&lookup.position));
                if set.asks_outcomes() {
                    visit(&place.position);
                }
            }
            // Options rarely leave the board; if one does, the next table is made.
            Formula::AllOptions(..) | Formula::SomeOption(..) => return false,
            _ => {}
        }
        true
    });
}

/// Whether variables are bound, by ranges or by options, that an equation does not determine.
fn quantifies(formula: &Formula) -> bool {
    formula.any(&mut |formula| match formula {
        Formula::ForAll(..) | Formula::AllOptions(..) | Formula::SomeOption(..) => true,
        Formula::Exists(bound, body) => Equation::of(bound, body).is_none(),
        _ => false,
    })
}
