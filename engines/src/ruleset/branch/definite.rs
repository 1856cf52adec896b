//! Bounds of amounts of which a quadratic form that is positive definite is bounded: for `i * i + i * j + j * j <= m`, that 3 |i| and 3 |j| are at
//! most 4 m.
//!
//! Right because 4 a (a u^2 + b u v + c v^2) = (2 a u + b v)^2 + (4 a c - b^2) v^2, and |v| <= v^2 for whole numbers. Of more than two amounts,
//! 2 |u v| <= u^2 + v^2; and 2 |l u| <= l^2 + u^2 for what is linear.
use super::cuts::{Cuts, collected, constant, factors};
use super::{BranchSlot, Sparse};
use crate::ruleset::Term;

/// Factors of a form are smaller, as its discriminant counts.
const LARGEST: i128 = 1 << 20;

/// `squares + mixed + rest <= 0`, with the amounts of each.
struct QuadraticForm {
    squares: Vec<(BranchSlot, i128)>,
    mixed: Vec<((BranchSlot, BranchSlot), i128)>,
    rest: Sparse,
}

impl Cuts<'_> {
    /// Rows that follow from `term <= 0`; none if it is no such form.
    pub(super) fn definite(&self, term: &Term) -> Vec<Sparse> {
        QuadraticForm::of(self, term).and_then(QuadraticForm::pure).and_then(|form| form.bounds()).unwrap_or_default()
    }
}

impl QuadraticForm {
    fn of(cuts: &Cuts<'_>, term: &Term) -> Option<Self> {
        let amount = |form: &Sparse| match form.parts.as_slice() {
            [(slot @ BranchSlot::Amount(_), 1)] if form.constant == 0 => Some(*slot),
            _ => None,
        };
        let mut form = Self { squares: Vec::new(), mixed: Vec::new(), rest: constant(0) };
        for (factor, part) in collected(term) {
            if LARGEST <= factor.abs() {
                return None;
            }
            if let Some(linear) = cuts.linear(&part) {
                form.rest = form.rest.plus(factor, &linear)?;
                continue;
            }
            let (left, right) = factors(&part)?;
            match (amount(&cuts.linear(left)?)?, amount(&cuts.linear(right)?)?) {
                (one, same) if one == same => form.squares.push((one, factor)),
                pair => form.mixed.push((pair, factor)),
            }
        }
        let is_square = |slot: &BranchSlot| form.squares.iter().any(|(own, _)| own == slot);
        form.mixed.iter().all(|((one, other), _)| is_square(one) && is_square(other)).then_some(form)
    }

    /// One that follows, whose rest has none of the amounts that it has squares of.
    fn pure(mut self) -> Option<Self> {
        let is_square = |slot: BranchSlot| self.squares.iter().any(|(own, _)| *own == slot);
        let (linear, parts): (Vec<_>, Vec<_>) = self.rest.parts.iter().copied().partition(|(slot, _)| is_square(*slot));
        if linear.is_empty() {
            return Some(self);
        }
        let mut rest = constant(0).plus(2, &Sparse { parts, constant: self.rest.constant })?;
        let mut taken: Vec<BranchSlot> = Vec::new();
        for (slot, _) in &linear {
            let factor: i128 = linear.iter().filter(|(own, _)| own == slot).map(|(_, factor)| factor).sum();
            if taken.contains(slot) || LARGEST <= factor.abs() {
                continue;
            }
            taken.push(*slot);
            rest.constant = rest.constant.checked_sub(factor * factor)?;
        }
        if linear.iter().any(|(slot, _)| !taken.contains(slot)) {
            return None;
        }
        for (slot, factor) in &mut self.squares {
            // Where a square stands there twice, one of them pays.
            let at = taken.iter().position(|own| own == slot);
            *factor = *factor * 2 - i128::from(at.is_some());
            at.map(|at| taken.swap_remove(at));
        }
        self.mixed.iter_mut().for_each(|(_, factor)| *factor *= 2);
        Some(Self { rest, ..self })
    }

    /// From both sides, for each amount; `None` if the form is not seen to be positive definite.
    fn bounds(&self) -> Option<Vec<Sparse>> {
        let mut rows = Vec::new();
        for (at, (slot, square)) in self.squares.iter().enumerate() {
            // least * slot^2 <= -times * rest
            let own = self.mixed.iter().filter(|((one, other), _)| one == slot || other == slot);
            let crossed: i128 = own.map(|(_, factor)| factor.abs()).sum();
            let (least, times) = match self.squares.as_slice() {
                [one, two] => (4 * one.1 * two.1 - crossed * crossed, 4 * self.squares[1 - at].1),
                _ => (2 * square - crossed, 2),
            };
            if *square <= 0 || least <= 0 {
                return None;
            }
            for sign in [1, -1] {
                let own = Sparse { parts: vec![(*slot, sign * least)], constant: 0 };
                rows.push(own.plus(times, &self.rest)?);
            }
        }
        Some(rows)
    }
}
