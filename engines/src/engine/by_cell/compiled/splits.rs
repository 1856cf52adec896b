//! Moves that part one heap into what some amounts say and what is left: one list of the parts for all heaps. Knows nothing of values.
//!
//! Right because such a move leaves the same parts of every heap, or the same below the heap, and asks of it only that it is large enough.
use super::board::CellBoard;
use super::trouble::Trouble;
use crate::engine::Context;
use crate::ruleset::branch::{branches, scaled_parts};
use crate::ruleset::determined::conjuncts;
use crate::ruleset::{Comparison, Condition, Move, Term, Variable};

/// Bytes of an option while it is put in order, without its parts.
const BYTES: u128 = 56;

/// Runs of so many options cost less than a list of them.
pub(super) const LONG_RUN: i128 = 32;

/// How a move parts a heap.
#[derive(Clone, Debug)]
pub(super) struct Split {
    /// What the list says of each part.
    pub(super) parts: Vec<SplitPart>,
    /// By how much more than a part lacks the heap has to be larger.
    extra: Vec<u32>,
    /// What the heap has to have at least, by what parts have that do not depend on it.
    least: Vec<LeastHeap>,
    /// Whether all that is said is linear: runs would do as well.
    pub(super) is_linear: bool,
}

/// A number, and how often what each part has counts besides.
#[derive(Clone, Debug)]
struct LeastHeap {
    number: i128,
    factors: Vec<i128>,
}

/// A part of an option, as one list says it for all heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SplitPart {
    /// It is what the list has.
    Fixed,
    /// It lacks that of the heap.
    Left,
}

impl Split {
    /// `None` if a part is something else, or if conditions ask more of the heap than what a part lacks and a number.
    pub(super) fn of(family: &Move, heap: usize, parts: usize) -> Option<Self> {
        let own = (1, Term::Variable(Variable::Coordinate(heap)));
        let dimension = family.targets.len() / parts;
        let targets: Vec<SumParts> =
            family.targets[heap..].iter().step_by(dimension).map(SumParts::of).collect::<Option<_>>()?;
        let is_moving = |target: &SumParts| target.parts.contains(&own);
        let is_plain = |target: &SumParts| {
            let coordinates = target.parts.iter().filter(|(_, part)| part.mentions_coordinates()).count();
            coordinates == usize::from(is_moving(target))
        };
        let is_curved = |target: &SumParts| target.parts.iter().any(|(_, part)| !matches!(part, Term::Variable(_)));
        let is_linear = !targets.iter().any(is_curved);
        // Two linear parts are a run, which needs no list.
        if is_linear && (targets.len() < 3 || !are_bounded_alone(family, dimension)) {
            return None;
        }
        if !targets.iter().all(is_plain) || targets.iter().all(is_moving) {
            return None;
        }
        let part = |target: &SumParts| if is_moving(target) { SplitPart::Left } else { SplitPart::Fixed };
        let (parts, mut extra) = (targets.iter().map(part).collect(), vec![0; targets.len()]);
        let mut least = Vec::new();
        for condition in conjuncts(&family.guard).iter().filter(|condition| condition.mentions_coordinates()) {
            let Condition::Compare(less, Comparison::AtMost, more) = condition else { return None };
            let less = Term::Product(Box::new(Term::Constant(-1)), Box::new(less.clone()));
            let asked = SumParts::of(&Term::Sum(vec![more.clone(), less]))?;
            // heap - amounts + number >= 0, where heap - amounts + other is a part.
            let mut all = targets.iter().zip(&mut extra);
            if let Some((target, extra)) =
                all.find(|(target, _)| is_moving(target) && target.differs_by_a_number(&asked))
            {
                let more = target.number.checked_sub(asked.number)?;
                *extra = u32::try_from(more.max(0)).ok()?.max(*extra);
            } else {
                least.push(LeastHeap::of(&asked, &own, &targets)?);
            }
        }
        Some(Self { parts, extra, least, is_linear })
    }

    /// What is left of a heap, as the list says it: what a part lacks of the heap in the place of what is left of it.
    pub(super) fn listable(&self, left: &[Term], heap: usize) -> Vec<Term> {
        let own = Term::Variable(Variable::Coordinate(heap));
        let less = |part: &Term| Term::Product(Box::new(Term::Constant(-1)), Box::new(part.clone()));
        let lacks = |part: &Term| Term::Sum(vec![own.clone(), less(part)]);
        let one = |(part, target): (&SplitPart, &Term)| match part {
            SplitPart::Fixed => target.clone(),
            SplitPart::Left => lacks(target),
        };
        self.parts.iter().zip(left).map(one).collect()
    }

    /// The list: how large the heap has to be for each option, ascending, and then for each part how far its cells are from that of an empty heap, or
    /// from that of the heap. It is made of the options of the greatest heap, as [`Split::listable`] says them: the first part of each is a cell of the board,
    /// of so many with those that stand behind it, and the others have so much room each.
    ///
    /// # Errors
    /// A part that has no place; memory.
    pub(super) fn listed(
        &self,
        cells: &[usize],
        board: &CellBoard,
        (heap, whole, wide): (usize, usize, usize),
        context: &Context,
    ) -> Result<Vec<u32>, Trouble> {
        context.fits(cells.len() as u128 * (BYTES + 8 * self.parts.len() as u128))?;
        let (size, stride) = (board.size[heap], board.stride[heap]);
        let mut all = Vec::with_capacity(cells.len());
        for cell in cells {
            let (mut option, mut behind) = (vec![0u32], *cell / whole);
            for (at, (part, extra)) in self.parts.iter().zip(&self.extra).enumerate() {
                let own = if at == 0 { cell % whole / stride % size } else { behind % wide };
                behind = if at == 0 { behind } else { behind / wide };
                let own = u32::try_from(own).map_err(|_| Trouble::Outside)?;
                if *part == SplitPart::Left {
                    option[0] = option[0].max(own.saturating_add(*extra));
                }
                option.push(own);
            }
            for least in &self.least {
                option[0] = least.of_parts(&option[1..], board.low[heap]).ok_or(Trouble::Outside)?.max(option[0]);
            }
            for own in &mut option[1..] {
                *own = u32::try_from(stride).ok().and_then(|stride| own.checked_mul(stride)).ok_or(Trouble::Outside)?;
            }
            all.push(option);
        }
        all.sort_unstable();
        all.dedup();
        Ok((0..=self.parts.len()).flat_map(|at| all.iter().map(move |option| option[at])).collect())
    }
}

/// Whether what a move says of its amounts alone bounds all of them.
fn are_bounded_alone(family: &Move, dimension: usize) -> bool {
    let all = conjuncts(&family.guard).into_iter().filter(|condition| !condition.mentions_coordinates());
    let all = branches(&Condition::And(all.collect()), dimension, family.amounts.len());
    all.is_ok_and(|all| all.iter().all(|branch| branch.loops().is_ok()))
}

impl LeastHeap {
    /// What `asked >= 0` asks of the heap, if all else in it are parts that do not depend on that; `None` if it is anything else.
    fn of(asked: &SumParts, heap: &(i128, Term), targets: &[SumParts]) -> Option<Self> {
        let mut least = Self { number: asked.number.checked_neg()?, factors: vec![0; targets.len()] };
        let (own, others): (Vec<_>, Vec<_>) = asked.parts.iter().partition(|part| *part == heap);
        if own.len() != 1 {
            return None;
        }
        for (factor, part) in others {
            // The part and a number are one of those that are left.
            let is_that = |target: &SumParts| matches!(&target.parts[..], [(1, own)] if own == part);
            let at = targets.iter().position(is_that).filter(|_| !part.mentions_coordinates())?;
            least.factors[at] = least.factors[at].checked_sub(*factor)?;
            least.number = least.number.checked_add(factor.checked_mul(targets[at].number)?)?;
        }
        Some(least)
    }

    /// How far the heap has to be above its least value, by what parts are above that; `None` where that is too much.
    fn of_parts(&self, parts: &[u32], low: i64) -> Option<u32> {
        let mut needed = self.number.checked_sub(i128::from(low))?;
        for (factor, part) in self.factors.iter().zip(parts) {
            needed = needed.checked_add(factor.checked_mul(i128::from(*part) + i128::from(low))?)?;
        }
        u32::try_from(needed.max(0)).ok()
    }
}

/// A sum: its number, and the other parts.
struct SumParts {
    number: i128,
    parts: Vec<(i128, Term)>,
}

impl SumParts {
    /// `None` where numbers are too large.
    fn of(term: &Term) -> Option<Self> {
        let (mut all, mut own) = (Vec::new(), Self { number: 0, parts: Vec::new() });
        scaled_parts(term, 1, &mut all);
        for (factor, part) in all {
            match part {
                Term::Constant(number) => own.number = own.number.checked_add(factor.checked_mul(number)?)?,
                part if factor != 0 => own.parts.push((factor, part)),
                _ => {}
            }
        }
        Some(own)
    }

    fn differs_by_a_number(&self, other: &Self) -> bool {
        let count = |all: &[(i128, Term)], own: &(i128, Term)| all.iter().filter(|part| *part == own).count();
        self.parts.len() == other.parts.len()
            && self.parts.iter().all(|part| count(&self.parts, part) == count(&other.parts, part))
    }
}
