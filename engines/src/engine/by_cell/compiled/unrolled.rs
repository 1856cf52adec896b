//! A move whose amounts have few values on a board, as one move for each of them: what is tested of an amount is then told by the position
//! alone, and terms of the amount are numbers: `2^i <= n` with n below a million is nineteen moves. Knows nothing of values.
//!
//! Right because the bounds of an amount on the board hold wherever one of its values is allowed.
use super::board::CellBoard;
use super::brief::IS_SMALL;
use super::nest::Nest;
use super::packed::MOST_OPTIONS as MOST;
use super::prepared::Prepared;
use super::program::Range;
use crate::ruleset::{Condition, Move, Ruleset, Term, Variable};
use std::borrow::Cow;

/// Moves of which the position alone tells all options; `None` if they are that already, or would be too many.
pub(super) fn unrolled<'a>(
    moves: &[Cow<'a, Prepared>],
    ruleset: &Ruleset,
    board: &CellBoard,
) -> Option<Vec<Cow<'a, Prepared>>> {
    if IS_SMALL {
        return None;
    }
    let dimension = ruleset.heaps.len() + ruleset.registers.len();
    let (mut all, mut count, mut is_changed) = (Vec::new(), 0, false);
    for prepared in moves {
        let nests = nests(prepared, board)?;
        let is_list =
            prepared.solo.as_ref().is_some_and(|solo| solo.is_one_list() || solo.is_short_split(nests.iter()));
        if is_list || nests.iter().all(is_brief) {
            count += if is_list { 0 } else { nests.len() };
            all.push(prepared.clone());
            continue;
        }
        let left = MOST.checked_sub(count)?;
        let unroll = |prepared: &Prepared| {
            choices(&prepared.ranges(board).ok()?, left)
                .into_iter()
                .find_map(|chosen| alternatives(prepared, &chosen, (ruleset, board), left))
        };
        let fallen = || unroll(&Prepared::new(&by_falls(&prepared.family, dimension)?, ruleset).ok()?);
        let own = unroll(prepared).or_else(fallen)?;
        is_changed = true;
        count += own.iter().map(|own| own.alternatives.len()).sum::<usize>();
        all.extend(own.into_iter().map(Cow::Owned));
    }
    (is_changed && count <= MOST).then_some(all)
}

fn nests(prepared: &Prepared, board: &CellBoard) -> Option<Vec<Nest>> {
    let all = prepared.nests(board).ok()?;
    Some(all.into_iter().map(|(_, nest)| nest).collect())
}

fn is_brief(nest: &Nest) -> bool {
    nest.amounts == 0 || nest.brief.is_some()
}

/// Values of some amounts, which are chosen together.
type ChosenAmounts = Vec<(usize, Range)>;

/// One amount, or all of them, with their least and greatest values, where there are few choices; the fewest first.
fn choices(ranges: &[Range], most: usize) -> Vec<ChosenAmounts> {
    let ranges: ChosenAmounts = ranges.iter().copied().enumerate().collect();
    let length = |(_, (low, high)): &(usize, Range)| (high.saturating_sub(*low)).saturating_add(1).max(0);
    let size = |chosen: &ChosenAmounts| chosen.iter().map(length).fold(1i128, i128::saturating_mul);
    let mut all: Vec<ChosenAmounts> = ranges.iter().map(|own| vec![*own]).collect();
    if 1 < ranges.len() {
        all.push(ranges);
    }
    all.retain(|chosen| usize::try_from(size(chosen)).is_ok_and(|size| (1..=most).contains(&size)));
    all.sort_by_key(size);
    all
}

/// The moves for all values of some amounts; `None` if the position does not tell of all options of one of them.
fn alternatives(
    prepared: &Prepared,
    chosen: &ChosenAmounts,
    (ruleset, board): (&Ruleset, &CellBoard),
    most: usize,
) -> Option<Vec<Prepared>> {
    let mut moves = vec![prepared.family.clone()];
    // The last amount first, so that those before it keep their places.
    for (amount, (low, high)) in chosen.iter().rev() {
        moves = moves
            .iter()
            .flat_map(|family| (*low..=*high).map(|value| at(family, *amount, value)).collect::<Vec<_>>())
            .collect();
    }
    let (mut all, mut count) = (Vec::new(), 0);
    for family in &moves {
        let own = Prepared::new(family, ruleset).ok()?;
        count += own.alternatives.len();
        if most < count || !nests(&own, board)?.iter().all(is_brief) {
            return None;
        }
        // A list for what is one option would be looked up for each cell.
        all.push(Prepared { solo: None, ..own });
    }
    Some(all)
}

/// The same options by what heaps lose, where amounts are what is left of them: `(x, y) -> (x', y')` with `x - x' <= 1` has few of these; `None` if no
/// amount is.
fn by_falls(family: &Move, dimension: usize) -> Option<Move> {
    let is_left = |amount: usize| {
        family.targets[..dimension].iter().position(|target| *target == Term::Variable(Variable::Amount(amount)))
    };
    let heaps: Vec<Option<usize>> = (0..family.amounts.len()).map(is_left).collect();
    let mut put = |part: &Term| {
        let Term::Variable(Variable::Amount(amount)) = part else { return None };
        let heap = Term::Variable(Variable::Coordinate(heaps[*amount]?));
        let less = Term::Product(Box::new(Term::Constant(-1)), Box::new(part.clone()));
        Some(Term::Sum(vec![heap, less]))
    };
    let guard = family.guard.map_terms(&mut put);
    let targets = family.targets.iter().map(|target| target.map(&mut put)).collect();
    heaps.iter().any(Option::is_some).then(|| Move { targets, guard, ..family.clone() })
}

/// A move with a number in the place of one of its amounts.
pub(super) fn at(family: &Move, amount: usize, value: i128) -> Move {
    let mut put = |part: &Term| match part {
        Term::Variable(Variable::Amount(own)) if *own == amount => Some(Term::Constant(value)),
        Term::Variable(Variable::Amount(own)) if amount < *own => Some(Term::Variable(Variable::Amount(own - 1))),
        _ => None,
    };
    let guard: Condition = family.guard.map_terms(&mut put).map_terms(&mut known);
    let targets = family.targets.iter().map(|target| target.map(&mut put).map(&mut known)).collect();
    let mut amounts = family.amounts.clone();
    amounts.remove(amount);
    Move { amounts, targets, guard, ..family.clone() }
}

/// A term of numbers as the number that it is.
pub(super) fn known(part: &Term) -> Option<Term> {
    let is_known = !part.mentions_coordinates() && !part.mentions_amounts();
    is_known.then(|| part.evaluate(&[], &[]).ok().map(Term::Constant)).flatten()
}
