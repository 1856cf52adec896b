//! What is looked up in lists when a program runs: powers and recursions; and divisions by powers that are shifts.
use super::program::{Id, LIMIT, LaneValue, Op, Program, Range};
use crate::engine::question::Unfit;
use crate::ruleset::Term;
use crate::ruleset::grid::GridRecursion;
use crate::ruleset::recursion::{NumberList, Recursion, or_lacking};
use std::sync::Arc;

/// Arguments of recursions that are tabulated.
const MOST_TABULATED: i128 = 1 << 21;
/// The same where all values are found one after the other anyway.
const MOST_RECURSED: i128 = (1 << 22) - 1;

impl Program {
    /// A value of a list.
    pub(super) fn looked_up(&mut self, list: usize, at: LaneValue) -> LaneValue {
        let (low, high) = self.lists[list].range;
        let range = (i128::from(low), i128::from(high));
        let level = self.above(&[at.id]);
        let mut fails = at.fails;
        if !self.has_all(list, self.range(at.id)) {
            let lacks = self.truth_of(Op::Lacks(list, at.id), &[at.id]);
            fails = self.either(fails, Some(lacks));
        }
        LaneValue { id: self.push(Op::Look(list, at.id), range, level), fails }
    }

    /// How many values of an ascending list are no greater than a number.
    pub(super) fn rank(&mut self, ascending: Vec<i64>, most: Id) -> Id {
        let range = (0, i128::try_from(ascending.len()).expect("a list fits the memory"));
        let (list, level) = (self.list(ascending), self.above(&[most]));
        self.push(Op::Rank(list, most), range, level)
    }

    /// Whether a list has a value wherever a range asks it.
    fn has_all(&self, list: usize, (low, high): Range) -> bool {
        let (low, high) = (usize::try_from(low), usize::try_from(high));
        low.ok().zip(high.ok()).is_some_and(|(low, high)| self.lists[list].has_all(low, high))
    }

    /// The number of a list; one that is known already is not kept again.
    pub(super) fn list(&mut self, values: Vec<i64>) -> usize {
        self.lists.iter().position(|known| known.is(&values)).unwrap_or_else(|| {
            self.lists.push(NumberList::of(Arc::new(values)));
            self.lists.len() - 1
        })
    }

    /// The number of a list that several programs share.
    pub(super) fn shared_list(&mut self, list: NumberList) -> usize {
        self.lists.iter().position(|known| known.is_same(&list)).unwrap_or_else(|| {
            self.lists.push(list);
            self.lists.len() - 1
        })
    }

    /// The quotient of a term by a power of 2, if it is one whose exponent is small.
    pub(super) fn shifted(&mut self, left: &Term, right: &Term) -> Result<Option<LaneValue>, Unfit> {
        let Term::Power(base, exponent) = right else { return Ok(None) };
        if **base != Term::Constant(2) {
            return Ok(None);
        }
        let (left, exponent) = (self.term(left)?, self.term(exponent)?);
        let (own, by) = (self.range(left.id), self.range(exponent.id));
        if by.0 < 0 || 30 < by.1 {
            return Ok(None);
        }
        let range = ((own.0 >> by.0).min(own.0 >> by.1), (own.1 >> by.0).max(own.1 >> by.1));
        let level = self.above(&[left.id, exponent.id]);
        let fails = self.either(left.fails, exponent.fails);
        Ok(Some(LaneValue { id: self.push(Op::Shift(left.id, exponent.id), range, level), fails }))
    }

    pub(super) fn power(&mut self, base: &Term, exponent: &Term) -> Result<LaneValue, Unfit> {
        let (base, exponent) = (self.term(base)?, self.term(exponent)?);
        match (self.constant(base.id), self.constant(exponent.id)) {
            (_, Some(exponent @ 0..=64)) => {
                let mut all = LaneValue { id: self.number(1)?, fails: None };
                for _ in 0..exponent {
                    all = self.times(all, base);
                }
                Ok(LaneValue { id: all.id, fails: self.either(all.fails, base.fails) })
            }
            (Some(number), _) => {
                let most = u32::try_from(self.range(exponent.id).1.clamp(0, 64)).expect("at most 64");
                let power = |exponent| i128::from(number).checked_pow(exponent).filter(|power| power.abs() < LIMIT);
                let list = (0..=most).map(|exponent| power(exponent).and_then(|power| i64::try_from(power).ok()));
                let list = self.list(list.map(or_lacking).collect());
                Ok(self.looked_up(list, exponent))
            }
            _ => Err("a power has neither a constant base nor a constant exponent".to_owned()),
        }
    }

    pub(super) fn tabulated(&mut self, recursion: &Arc<Recursion>, most: i128) -> Result<usize, Unfit> {
        if MOST_RECURSED < most {
            return Err("a recursion is asked for too large numbers".to_owned());
        }
        let same = |known: &&(Arc<Recursion>, usize)| Arc::ptr_eq(&known.0, recursion);
        if let Some(known) = self.recursions.iter().find(same)
            && most < i128::try_from(self.lists[known.1].len()).expect("a list fits the memory")
        {
            return Ok(known.1);
        }
        let most = usize::try_from(most.max(0)).map_err(|_| "a recursion is asked for too large numbers".to_owned())?;
        let mut list = recursion.list(most);
        let is_small = |value: i64| i128::from(value).abs() < LIMIT;
        if !is_small(list.range.0) || !is_small(list.range.1) {
            list = list.filtered(is_small);
        }
        self.lists.push(list);
        self.recursions.push((recursion.clone(), self.lists.len() - 1));
        Ok(self.lists.len() - 1)
    }

    /// A function of several numbers, as one list: the last argument varies fastest.
    pub(super) fn on_grid(&mut self, grid: &GridRecursion, parts: &[Term]) -> Result<LaneValue, Unfit> {
        let (mut at, mut sizes) = (LaneValue { id: self.number(0)?, fails: None }, Vec::new());
        for part in parts {
            let part = self.term(part)?;
            let part = self.natural(part)?;
            let size = self.range(part.id).1.clamp(0, MOST_TABULATED) + 1;
            let factor = LaneValue { id: self.number(size)?, fails: None };
            let rows = self.times(at, factor);
            at = self.plus(rows, part);
            sizes.push(size);
        }
        let cells = sizes.iter().try_fold(1i128, |all, size| all.checked_mul(*size));
        let Some(cells) = cells.filter(|cells| *cells <= MOST_TABULATED) else {
            return Err("a recursion is asked for too large numbers".to_owned());
        };
        let mut list = Vec::new();
        for cell in 0..cells {
            let mut rest = cell;
            let mut arguments = vec![0; sizes.len()];
            for (argument, size) in arguments.iter_mut().zip(&sizes).rev() {
                (rest, *argument) = (rest / size, rest % size);
            }
            let value = grid.at(&arguments).ok().filter(|value| value.abs() < LIMIT);
            list.push(or_lacking(value.and_then(|value| i64::try_from(value).ok())));
        }
        let list = self.list(list);
        Ok(self.looked_up(list, at))
    }
}
