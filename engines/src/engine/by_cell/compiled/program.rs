//! Terms and conditions as one list of operations on numbers, each at the level at which all that it depends on is known: the
//! position, or so many amounts besides. What occurs twice is computed once.
//!
//! Right because the range of every operation is bounded from the ranges of its operands, by interval arithmetic; where it may leave the
//! numbers of a lane, a second operation tells in which lanes it does, and these have no value. A lane without value is left to
//! the enumeration of the reference engine.
use super::bits::common_bits;
use super::brief::IS_SMALL;
use super::lane::LaneNumber;
use super::shared::SharedLists;
use crate::engine::question::Unfit;
use crate::ruleset::recursion::{NumberList, Recursion};
use crate::ruleset::{Comparison, Condition, NumberFunction, Term, Variable};
use std::collections::HashMap;
use std::sync::Arc;

/// Numbers stay below this in absolute value, or have no value.
pub(super) const LIMIT: i128 = 1 << 61;
const MOST_NODES: usize = 4_000;

/// An operation by its number; operands have smaller ones.
pub(super) type Id = usize;

/// A range, both ends included.
pub(super) type Range = (i128, i128);

/// What an operation does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Op {
    Number(i64),
    Coordinate(usize),
    Amount(usize),
    Plus(Id, Id),
    Times(Id, Id),
    Quotient(Id, Id),
    /// The quotient by a power of 2, rounded down, by its exponent from 0 to 30.
    Shift(Id, Id),
    Remainder(Id, Id),
    Least(Id, Id),
    Greatest(Id, Id),
    Xor(Id, Id),
    Root(Id),
    /// A function of number theory; 0 where it has no value.
    Function(NumberFunction, Id, Id),
    /// By which number a number becomes its common divisor with a modulus, up to multiples of that.
    Inverse(Id, Id),
    /// The value of a list at an index; 0 where there is none.
    Look(usize, Id),
    /// Whether a list has no value there.
    Lacks(usize, Id),
    /// How many values of an ascending list are no greater than a number.
    Rank(usize, Id),
    /// The first where a truth is full, else the second.
    Choose(Id, Id, Id),
    AtMost(Id, Id),
    Same(Id, Id),
    And(Id, Id),
    Or(Id, Id),
    Not(Id),
    /// Whether a sum or product leaves the limit.
    SumLeaves(Id, Id),
    ProductLeaves(Id, Id),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) op: Op,
    pub(super) level: usize,
    range: Range,
}

/// A value, and where it has none.
#[derive(Clone, Copy, Debug)]
pub(super) struct LaneValue {
    pub(super) id: Id,
    pub(super) fails: Option<Id>,
}

/// The operations that were asked for.
#[derive(Clone, Debug, Default)]
pub(super) struct Program {
    pub(super) nodes: Vec<Node>,
    known: HashMap<Op, Id>,
    /// Programs that begin as copies of one share them.
    pub(super) lists: Vec<NumberList>,
    pub(super) recursions: Vec<(Arc<Recursion>, usize)>,
    /// The operations of each level, in order.
    pub(super) levels: Vec<Vec<Id>>,
    /// How many amounts other alternatives have.
    before: usize,
    /// Lists that programs for one board share.
    pub(super) shared: SharedLists,
}

impl Program {
    /// An operation of a range at a level; one that is known already is not computed again.
    pub(super) fn push(&mut self, op: Op, range: Range, level: usize) -> Id {
        if let Some(id) = self.known.get(&op) {
            return *id;
        }
        let id = self.nodes.len();
        self.nodes.push(Node { op, level, range });
        self.known.insert(op, id);
        if self.levels.len() <= level {
            self.levels.resize(level + 1, Vec::new());
        }
        self.levels[level].push(id);
        id
    }

    pub(super) fn range(&self, id: Id) -> Range {
        self.nodes[id].range
    }

    pub(super) fn level(&self, id: Id) -> usize {
        self.nodes[id].level
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the lanes of a kind hold all numbers.
    pub(super) fn fits<N: LaneNumber>(&self) -> bool {
        let fits = |(low, high): Range| -N::MOST <= low && high <= N::MOST;
        self.nodes.iter().all(|node| fits(node.range))
    }

    /// Takes a number that depends on amounts for natural, as all ways of the loops make it so.
    pub(super) fn is_natural(&mut self, id: Id) {
        let node = &mut self.nodes[id];
        if 1 < node.level {
            node.range.0 = node.range.0.max(0).min(node.range.1.max(0));
            node.range.1 = node.range.1.max(0);
        }
    }

    /// Refuses what is too much.
    pub(super) fn bounded(&self) -> Result<(), Unfit> {
        if self.nodes.len() <= MOST_NODES { Ok(()) } else { Err("its conditions are too long".to_owned()) }
    }

    pub(super) fn constant(&self, id: Id) -> Option<i64> {
        match self.nodes[id].op {
            Op::Number(number) => Some(number),
            _ => None,
        }
    }

    pub(super) fn number(&mut self, number: i128) -> Result<Id, Unfit> {
        let fits = i64::try_from(number).ok().filter(|_| -LIMIT < number && number < LIMIT);
        let number = fits.ok_or_else(|| "a number of its conditions is too large".to_owned())?;
        Ok(self.push(Op::Number(number), (i128::from(number), i128::from(number)), 0))
    }

    pub(super) fn truth(&mut self, known: bool) -> Id {
        self.push(Op::Number(-i64::from(known)), (-1, 0), 0)
    }

    /// A coordinate that lies in a range.
    pub(super) fn coordinate(&mut self, at: usize, range: Range) -> Id {
        self.push(Op::Coordinate(at), range, 1)
    }

    /// An amount that lies in a range.
    pub(super) fn amount(&mut self, at: usize, range: Range) -> Id {
        self.push(Op::Amount(self.before + at), range, 2 + at)
    }

    /// Lets the amounts of the next alternative be others than those of the ones before.
    pub(super) fn next_alternative(&mut self, amounts: usize) {
        self.before += amounts;
    }

    pub(super) fn above(&self, operands: &[Id]) -> usize {
        operands.iter().map(|id| self.nodes[*id].level).max().unwrap_or(0)
    }

    pub(super) fn truth_of(&mut self, op: Op, operands: &[Id]) -> Id {
        let level = self.above(operands);
        self.push(op, (-1, 0), level)
    }

    pub(super) fn and(&mut self, left: Id, right: Id) -> Id {
        match (self.constant(left), self.constant(right)) {
            (Some(0), _) | (_, Some(-1)) => left,
            (Some(-1), _) | (_, Some(0)) => right,
            _ if self.are_opposite(left, right) => self.truth(false),
            _ => self.truth_of(Op::And(left.min(right), left.max(right)), &[left, right]),
        }
    }

    /// Whether one truth is that the other is none.
    fn are_opposite(&self, left: Id, right: Id) -> bool {
        self.nodes[left].op == Op::Not(right) || self.nodes[right].op == Op::Not(left)
    }

    pub(super) fn or(&mut self, left: Id, right: Id) -> Id {
        match (self.constant(left), self.constant(right)) {
            (Some(0), _) | (_, Some(-1)) => right,
            (Some(-1), _) | (_, Some(0)) => left,
            _ => self.truth_of(Op::Or(left.min(right), left.max(right)), &[left, right]),
        }
    }

    pub(super) fn not(&mut self, inner: Id) -> Id {
        match self.constant(inner) {
            Some(known) => self.truth(known == 0),
            None => self.truth_of(Op::Not(inner), &[inner]),
        }
    }

    /// `left <= right`.
    pub(super) fn at_most(&mut self, left: Id, right: Id) -> Id {
        let (own, other) = (self.range(left), self.range(right));
        if own.1 <= other.0 || other.1 < own.0 {
            return self.truth(own.1 <= other.0);
        }
        self.truth_of(Op::AtMost(left, right), &[left, right])
    }

    fn same(&mut self, left: Id, right: Id) -> Id {
        let (own, other) = (self.range(left), self.range(right));
        if own.1 < other.0 || other.1 < own.0 {
            return self.truth(false);
        }
        self.truth_of(Op::Same(left.min(right), left.max(right)), &[left, right])
    }

    pub(super) fn least(&mut self, left: Id, right: Id) -> Id {
        let (own, other) = (self.range(left), self.range(right));
        if own.1 <= other.0 {
            return left;
        }
        if other.1 <= own.0 {
            return right;
        }
        let level = self.above(&[left, right]);
        self.push(Op::Least(left.min(right), left.max(right)), (own.0.min(other.0), own.1.min(other.1)), level)
    }

    pub(super) fn greatest(&mut self, left: Id, right: Id) -> Id {
        let (own, other) = (self.range(left), self.range(right));
        if own.1 <= other.0 {
            return right;
        }
        if other.1 <= own.0 {
            return left;
        }
        let level = self.above(&[left, right]);
        self.push(Op::Greatest(left.min(right), left.max(right)), (own.0.max(other.0), own.1.max(other.1)), level)
    }

    pub(super) fn choose(&mut self, truth: Id, yes: Id, no: Id) -> Id {
        match self.constant(truth) {
            Some(0) => return no,
            Some(_) => return yes,
            None => {}
        }
        let (own, other) = (self.range(yes), self.range(no));
        let level = self.above(&[truth, yes, no]);
        self.push(Op::Choose(truth, yes, no), (own.0.min(other.0), own.1.max(other.1)), level)
    }

    /// Both failures, if any.
    pub(super) fn either(&mut self, left: Option<Id>, right: Option<Id>) -> Option<Id> {
        match (left, right) {
            (Some(left), Some(right)) => Some(self.or(left, right)),
            (left, right) => left.or(right),
        }
    }

    /// Clamps a range, with the operation that tells where a number leaves it.
    fn limited(&mut self, (op, leaves): (Op, Op), range: Range, operands: &[Id]) -> LaneValue {
        let level = self.above(operands);
        if -LIMIT < range.0 && range.1 < LIMIT {
            return LaneValue { id: self.push(op, range, level), fails: None };
        }
        let fails = self.truth_of(leaves, operands);
        let range = (range.0.max(-LIMIT), range.1.min(LIMIT));
        LaneValue { id: self.push(op, range, level), fails: Some(fails) }
    }

    pub(super) fn plus(&mut self, left: LaneValue, right: LaneValue) -> LaneValue {
        let fails = self.either(left.fails, right.fails);
        let (left, right) = (left.id.min(right.id), left.id.max(right.id));
        let folded = match (self.constant(left), self.constant(right)) {
            (Some(0), _) => Some(right),
            (_, Some(0)) => Some(left),
            (Some(own), Some(other)) => self.number(i128::from(own) + i128::from(other)).ok(),
            _ => None,
        };
        if let Some(id) = folded {
            return LaneValue { id, fails };
        }
        let (own, other) = (self.range(left), self.range(right));
        let ops = (Op::Plus(left, right), Op::SumLeaves(left, right));
        let sum = self.limited(ops, (own.0 + other.0, own.1 + other.1), &[left, right]);
        LaneValue { id: sum.id, fails: self.either(fails, sum.fails) }
    }

    pub(super) fn times(&mut self, left: LaneValue, right: LaneValue) -> LaneValue {
        let fails = self.either(left.fails, right.fails);
        let (left, right) = (left.id.min(right.id), left.id.max(right.id));
        let folded = match (self.constant(left), self.constant(right)) {
            (Some(1), _) => Some(right),
            (_, Some(1)) => Some(left),
            (Some(own), Some(other)) => self.number(i128::from(own) * i128::from(other)).ok(),
            _ => None,
        };
        if let Some(id) = folded {
            return LaneValue { id, fails };
        }
        let (own, other) = (self.range(left), self.range(right));
        let corners = [own.0 * other.0, own.0 * other.1, own.1 * other.0, own.1 * other.1];
        let (low, high) = corners.iter().fold((i128::MAX, i128::MIN), |(low, high), at| (low.min(*at), high.max(*at)));
        let ops = (Op::Times(left, right), Op::ProductLeaves(left, right));
        let product = self.limited(ops, (low, high), &[left, right]);
        LaneValue { id: product.id, fails: self.either(fails, product.fails) }
    }

    /// The quotient or remainder, without value where the divisor is 0.
    fn divided(&mut self, left: LaneValue, right: LaneValue, wants_quotient: bool) -> Result<LaneValue, Unfit> {
        let fails = self.either(left.fails, right.fails);
        let (own, by) = (self.range(left.id), self.range(right.id));
        let zero = self.number(0)?;
        let is_zero = self.same(right.id, zero);
        let fails = if self.constant(is_zero) == Some(0) { fails } else { self.either(fails, Some(is_zero)) };
        let level = self.above(&[left.id, right.id]);
        let most = own.0.abs().max(own.1.abs());
        let (op, range) = if wants_quotient {
            let low = if 0 <= own.0 && 0 < by.0 { own.0 / by.1 } else { -most - 1 };
            let high = if 0 <= own.0 && 0 < by.0 { own.1 / by.0 } else { most };
            (Op::Quotient(left.id, right.id), (low, high))
        } else {
            let range = (by.0.min(-1) + 1, by.1.max(1) - 1);
            let range = if 0 <= own.0 && 0 < by.0 { (0, range.1.min(own.1)) } else { range };
            (Op::Remainder(left.id, right.id), range)
        };
        Ok(LaneValue { id: self.push(op, range, level), fails })
    }

    pub(super) fn quotient(&mut self, left: LaneValue, right: LaneValue) -> Result<LaneValue, Unfit> {
        // (c * x) / c
        if let (Op::Times(own, other), Some(1..)) = (self.nodes[left.id].op, self.constant(right.id)) {
            let pair = [(own, other), (other, own)].into_iter().find(|(factor, _)| *factor == right.id);
            if let Some((_, id)) = pair {
                return Ok(LaneValue { id, fails: self.either(left.fails, right.fails) });
            }
        }
        self.divided(left, right, true)
    }

    pub(super) fn remainder(&mut self, left: LaneValue, right: LaneValue) -> Result<LaneValue, Unfit> {
        self.divided(left, right, false)
    }

    /// The integer square root of a number that is not negative.
    pub(super) fn root(&mut self, inner: Id) -> Id {
        let high = self.range(inner).1.max(0).isqrt();
        let level = self.above(&[inner]);
        self.push(Op::Root(inner), (0, high), level)
    }

    /// Where a value is negative, it fails.
    pub(super) fn natural(&mut self, value: LaneValue) -> Result<LaneValue, Unfit> {
        if 0 <= self.range(value.id).0 {
            return Ok(value);
        }
        let below = self.number(-1)?;
        let negative = self.at_most(value.id, below);
        Ok(LaneValue { id: value.id, fails: self.either(value.fails, Some(negative)) })
    }

    /// A term.
    ///
    /// # Errors
    /// What has no place in a program.
    pub(super) fn term(&mut self, term: &Term) -> Result<LaneValue, Unfit> {
        let sound = |id| LaneValue { id, fails: None };
        Ok(match term {
            Term::Constant(number) => sound(self.number(*number)?),
            Term::Variable(Variable::Coordinate(at)) => {
                sound(*self.known.get(&Op::Coordinate(*at)).expect("coordinates come first"))
            }
            Term::Variable(Variable::Amount(at)) => {
                let known = self.known.get(&Op::Amount(self.before + *at));
                sound(*known.ok_or_else(|| "an amount is used before it is known".to_owned())?)
            }
            Term::Sum(parts) => self.summed(parts)?,
            Term::Product(left, right) => {
                let (left, right) = (self.term(left)?, self.term(right)?);
                self.times(left, right)
            }
            Term::FloorDivide(left, right) => {
                if let Some(shifted) = self.shifted(left, right)? {
                    return Ok(shifted);
                }
                let (left, right) = (self.term(left)?, self.term(right)?);
                self.quotient(left, right)?
            }
            Term::Modulo(left, right) => {
                let (left, right) = (self.term(left)?, self.term(right)?);
                self.remainder(left, right)?
            }
            Term::Min(parts) => self.folded(parts, |program, left, right| Ok(program.extreme(left, right, true)), 0)?,
            Term::Max(parts) => {
                self.folded(parts, |program, left, right| Ok(program.extreme(left, right, false)), 0)?
            }
            Term::Xor(parts) => self.folded(parts, Self::xor, 0)?,
            Term::SquareRoot(inner) => {
                let inner = self.term(inner)?;
                let inner = self.natural(inner)?;
                LaneValue { id: self.root(inner.id), fails: inner.fails }
            }
            Term::Number(function, parts) => self.function(*function, parts)?,
            Term::Cases(cases) => self.cases(cases)?,
            Term::Power(base, exponent) => self.power(base, exponent)?,
            Term::Recursive(recursion, argument) => {
                let argument = self.term(argument)?;
                let list = self.tabulated(recursion, self.range(argument.id).1)?;
                self.looked_up(list, argument)
            }
            Term::Grid(grid, parts) => self.on_grid(grid, parts)?,
            Term::Own(_) | Term::OwnGrid(_) => return Err("a recursion stands outside of itself".to_owned()),
        })
    }

    fn summed(&mut self, parts: &[Term]) -> Result<LaneValue, Unfit> {
        match (!IS_SMALL).then(|| common_bits(parts)).flatten() {
            Some(told) => self.with_common_bits(told),
            None => self.folded(parts, |program, left, right| Ok(program.plus(left, right)), 0),
        }
    }

    fn folded(
        &mut self,
        parts: &[Term],
        join: impl Fn(&mut Self, LaneValue, LaneValue) -> Result<LaneValue, Unfit>,
        empty: i128,
    ) -> Result<LaneValue, Unfit> {
        let mut parts = parts.iter();
        let Some(first) = parts.next() else { return Ok(LaneValue { id: self.number(empty)?, fails: None }) };
        let mut all = self.term(first)?;
        for part in parts {
            let part = self.term(part)?;
            all = join(self, all, part)?;
        }
        Ok(all)
    }

    fn extreme(&mut self, left: LaneValue, right: LaneValue, least: bool) -> LaneValue {
        let fails = self.either(left.fails, right.fails);
        let id = if least { self.least(left.id, right.id) } else { self.greatest(left.id, right.id) };
        LaneValue { id, fails }
    }

    fn xor(&mut self, left: LaneValue, right: LaneValue) -> Result<LaneValue, Unfit> {
        let (left, right) = (self.natural(left)?, self.natural(right)?);
        let fails = self.either(left.fails, right.fails);
        let (own, other) = (self.range(left.id), self.range(right.id));
        let least = own.0.min(other.0);
        let most = own.1.max(other.1).max(-least).max(0);
        let bits = (most + 1).unsigned_abs().next_power_of_two().cast_signed() - 1;
        // A lane that fails may hold a negative number.
        let low = if least < 0 { -bits - 1 } else { 0 };
        let (left, right) = (left.id.min(right.id), left.id.max(right.id));
        let level = self.above(&[left, right]);
        Ok(LaneValue { id: self.push(Op::Xor(left, right), (low, bits), level), fails })
    }

    fn cases(&mut self, cases: &[(Condition, Term)]) -> Result<LaneValue, Unfit> {
        let mut left = self.truth(true);
        let mut value = self.number(0)?;
        let mut fails = None;
        for (guard, term) in cases {
            let guard = self.condition(guard)?;
            if let Some(failing) = guard.fails {
                let here = self.and(left, failing);
                fails = self.either(fails, Some(here));
            }
            let takes = self.and(left, guard.id);
            let term = self.term(term)?;
            if let Some(failing) = term.fails {
                let here = self.and(takes, failing);
                fails = self.either(fails, Some(here));
            }
            value = self.choose(takes, term.id, value);
            let other = self.not(guard.id);
            left = self.and(left, other);
        }
        if self.constant(left) != Some(0) {
            fails = self.either(fails, Some(left));
        }
        Ok(LaneValue { id: value, fails })
    }

    /// A condition: where it is true, and where it has no value.
    ///
    /// # Errors
    /// As for [`Self::term`].
    pub(super) fn condition(&mut self, condition: &Condition) -> Result<LaneValue, Unfit> {
        Ok(match condition {
            Condition::Known(known) => LaneValue { id: self.truth(*known), fails: None },
            Condition::Compare(left, comparison, right) => {
                let (left, right) = (self.term(left)?, self.term(right)?);
                let fails = self.either(left.fails, right.fails);
                let id = match comparison {
                    Comparison::AtMost => self.at_most(left.id, right.id),
                    Comparison::Equal => self.same(left.id, right.id),
                    Comparison::Different => {
                        let same = self.same(left.id, right.id);
                        self.not(same)
                    }
                };
                LaneValue { id, fails }
            }
            Condition::And(parts) => self.joined(parts, true)?,
            Condition::Or(parts) => self.joined(parts, false)?,
            Condition::Not(inner) => {
                let inner = self.condition(inner)?;
                LaneValue { id: self.not(inner.id), fails: inner.fails }
            }
        })
    }

    /// Parts are looked at in order, until one decides.
    fn joined(&mut self, parts: &[Condition], all: bool) -> Result<LaneValue, Unfit> {
        let (mut id, mut fails) = (self.truth(all), None);
        for part in parts {
            let part = self.condition(part)?;
            if let Some(failing) = part.fails {
                let open = if all { id } else { self.not(id) };
                let here = self.and(open, failing);
                if self.constant(here) != Some(0) {
                    fails = self.either(fails, Some(here));
                }
            }
            id = if all { self.and(id, part.id) } else { self.or(id, part.id) };
        }
        Ok(LaneValue { id, fails })
    }

    /// The operations that those of deeper levels need from this one and those above, and those in `also`.
    pub(super) fn handed_on(&self, level: usize, also: &[Id]) -> Vec<Id> {
        let mut needed: Vec<Id> = also.to_vec();
        for node in self.nodes.iter().filter(|node| level < node.level) {
            node.op.visit(&mut |id| needed.push(id));
        }
        needed.retain(|id| self.nodes[*id].level <= level);
        needed.sort_unstable();
        needed.dedup();
        needed
    }
}

impl Op {
    /// Calls `visit` on the operands.
    fn visit(self, visit: &mut dyn FnMut(Id)) {
        match self {
            Self::Number(_) | Self::Coordinate(_) | Self::Amount(_) => {}
            Self::Root(one) | Self::Look(_, one) | Self::Lacks(_, one) | Self::Rank(_, one) | Self::Not(one) => {
                visit(one);
            }
            Self::Choose(truth, yes, no) => {
                visit(truth);
                visit(yes);
                visit(no);
            }
            Self::Plus(left, right)
            | Self::Times(left, right)
            | Self::Quotient(left, right)
            | Self::Shift(left, right)
            | Self::Remainder(left, right)
            | Self::Least(left, right)
            | Self::Greatest(left, right)
            | Self::Xor(left, right)
            | Self::Function(_, left, right)
            | Self::Inverse(left, right)
            | Self::AtMost(left, right)
            | Self::Same(left, right)
            | Self::And(left, right)
            | Self::Or(left, right)
            | Self::SumLeaves(left, right)
            | Self::ProductLeaves(left, right) => {
                visit(left);
                visit(right);
            }
        }
    }
}
