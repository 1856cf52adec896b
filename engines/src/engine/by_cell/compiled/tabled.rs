//! Options whose cells are a number that is known before the last amount, and one that this amount alone adds: `n -> n - floor(k * phi)`, `(x, y) -> (x - i, y + d(i))`. What
//! it adds is found once for a board. Knows nothing of values.
//!
//! Right because each target is a sum of two such numbers; where one may leave the board it rises or falls with the amount, so that the first and the last tell.
use super::board::CellBoard;
use super::brief::IS_SMALL;
use super::nest::Nest;
use super::program::{Id, Program, Range};
use crate::engine::question::Unfit;
use crate::ruleset::branch::scaled_parts;
use crate::ruleset::{Term, Variable};
use std::sync::Arc;

/// Amounts between so many numbers are not looked at in advance.
const MOST: i128 = 1 << 20;

/// Where options stand that are told by what is known before the last amount, and by that amount.
#[derive(Clone, Debug)]
pub(super) struct TabledOptions(Arc<TabledParts>);

#[derive(Debug)]
struct TabledParts {
    base: Id,
    /// The amounts that are tried, ascending; all from a number on if there is no list.
    amounts: Option<Arc<Vec<i64>>>,
    first: i64,
    /// What each adds to the number of the cell.
    offsets: Vec<i64>,
    edges: Vec<TabledEdge>,
}

/// A coordinate that may leave its range: a number, what each amount adds to it, and the range.
#[derive(Debug)]
struct TabledEdge {
    base: Id,
    own: Vec<i64>,
    range: (i64, i64),
}

/// Options of some last amounts.
pub(super) struct OptionsInTable<'a> {
    pub(super) base: i64,
    pub(super) offsets: &'a [i64],
    /// Whether all stand on the board.
    pub(super) are_inside: bool,
}

/// A term in the last amount alone with coordinate 0 in its place; `None` if it asks for something else.
pub(super) fn alone(term: &Term, last: usize) -> Option<Term> {
    let mut is_alone = true;
    term.visit_variables(&mut |variable| is_alone &= variable == Variable::Amount(last));
    let put = &mut |part: &Term| matches!(part, Term::Variable(_)).then_some(Term::Variable(Variable::Coordinate(0)));
    is_alone.then(|| term.map(put))
}

/// A term as what is known before the last amount, and what that adds alone, with coordinate 0 in its place.
fn apart(term: &Term, last: usize) -> Option<(Term, Term)> {
    let (mut parts, mut base, mut own) = (Vec::new(), Vec::new(), Vec::new());
    scaled_parts(term, 1, &mut parts);
    for (factor, part) in parts {
        let times = |term: Term| Term::Product(Box::new(Term::Constant(factor)), Box::new(term));
        let mut asks = false;
        part.visit_variables(&mut |variable| asks |= variable == Variable::Amount(last));
        if asks { own.push(times(alone(&part, last)?)) } else { base.push(times(part)) }
    }
    Some((Term::Sum(base), Term::Sum(own)))
}

impl TabledOptions {
    /// Those of an alternative that tests nothing further of its last amount, between whose numbers it lies; `None` if targets say something else.
    pub(super) fn of(
        program: &mut Program,
        (nest, targets): (&Nest, &[Term]),
        board: &CellBoard,
        is_on_board: &[bool],
    ) -> Result<Option<Self>, Unfit> {
        let Some(range) = nest.ranges.last().copied().filter(|range| !IS_SMALL && range.0 <= range.1) else {
            return Ok(None);
        };
        let is_plain = nest.is_always_allowed && nest.fails.is_none() && nest.run.is_none() && nest.parts.is_none();
        let is_all = nest.step.is_none() && nest.submask.is_none() && nest.keyed.is_none();
        if !is_plain || !is_all || MOST <= range.1 - range.0 {
            return Ok(None);
        }
        let mut changed = program.clone();
        let Some(parts) = Self::parts(&mut changed, (nest, targets), (board, range), is_on_board)? else {
            return Ok(None);
        };
        if changed.bounded().is_err() || program.fits::<i32>() && !changed.fits::<i32>() {
            return Ok(None);
        }
        *program = changed;
        Ok(Some(Self(Arc::new(parts))))
    }

    /// The parts of the number of a cell, and of each coordinate that may leave the board; `None` if a target mixes the last amount with something else, has no value
    /// somewhere, or neither rises nor falls with it where that is asked for.
    fn parts(
        program: &mut Program,
        (nest, targets): (&Nest, &[Term]),
        (board, range): (&CellBoard, Range),
        is_on_board: &[bool],
    ) -> Result<Option<TabledParts>, Unfit> {
        let last = nest.amounts - 1;
        let amounts = nest.listed.clone();
        let Ok(first) = i64::try_from(range.0) else { return Ok(None) };
        let (mut all_base, mut all_own, mut edges) = (Vec::new(), Vec::new(), Vec::new());
        let chosen = |own: &Term, program: &Program| -> Option<Vec<i64>> {
            let table = program.shared.table(own, range)?;
            let Some(amounts) = &amounts else { return Some(table.to_vec()) };
            let value = |amount: &i64| table.get(usize::try_from(amount - first).ok()?).copied();
            amounts.iter().map(value).collect()
        };
        for (at, (target, is_on_board)) in targets.iter().zip(is_on_board).enumerate() {
            let Some((base, own)) = apart(target, last) else { return Ok(None) };
            if !is_on_board {
                let value = program.term(&base)?;
                let Some(own) = chosen(&own, program).filter(|_| value.fails.is_none()) else { return Ok(None) };
                if !own.is_sorted() && !own.is_sorted_by(|one, next| next <= one) {
                    return Ok(None);
                }
                let Ok(size) = i64::try_from(board.size[at]) else { return Ok(None) };
                edges.push(TabledEdge { base: value.id, own, range: (board.low[at], board.low[at] + size - 1) });
            }
            let Ok(stride) = i128::try_from(board.stride[at]) else { return Ok(None) };
            let times = |term: Term| Term::Product(Box::new(Term::Constant(stride)), Box::new(term));
            let low = Term::Constant(-i128::from(board.low[at]));
            all_base.push(times(Term::Sum(vec![base, low])));
            all_own.push(times(own));
        }
        let value = program.term(&Term::Sum(all_base))?;
        let Some(offsets) = chosen(&Term::Sum(all_own), program).filter(|_| value.fails.is_none()) else {
            return Ok(None);
        };
        Ok(Some(TabledParts { base: value.id, amounts, first, offsets, edges }))
    }

    /// What is read of each position.
    pub(super) fn read(&self) -> impl Iterator<Item = Id> {
        std::iter::once(self.0.base).chain(self.0.edges.iter().map(|edge| edge.base))
    }

    /// The options of the last amounts between two numbers, which lie in the range.
    #[inline]
    pub(super) fn between(&self, (low, high): (i64, i64), number: impl Fn(Id) -> i64) -> OptionsInTable<'_> {
        let TabledParts { base, amounts, first, offsets, edges } = &*self.0;
        let (begin, end) = match amounts {
            Some(list) => (list.partition_point(|own| *own < low), list.partition_point(|own| *own <= high)),
            None => (place(low - first), place(high - first + 1)),
        };
        let end = end.max(begin);
        let is_inside =
            |edge: &TabledEdge, at: usize| (edge.range.0..=edge.range.1).contains(&(number(edge.base) + edge.own[at]));
        let are_inside = begin == end || edges.iter().all(|edge| is_inside(edge, begin) && is_inside(edge, end - 1));
        OptionsInTable { base: number(*base), offsets: &offsets[begin..end], are_inside }
    }
}

fn place(number: i64) -> usize {
    usize::try_from(number).expect("an amount lies in its range")
}
