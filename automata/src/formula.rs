//! First-order formulas over the naturals, as they are written; decides nothing.
use super::atoms::Dfa;
use super::automaton::{Automaton, Natural};
use super::numeration::Numeration;
use super::roots::RootFloor;
use std::collections::BTreeSet;
use std::num::NonZeroU32;
use std::ops::{Add, Mul, Neg, Sub};
use std::sync::Arc;

/// An integer that depends on natural variables. Terms can be negative; variables cannot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Integer {
    /// A number.
    Constant(i64),
    /// A variable.
    Variable(Natural),
    /// A sum.
    Sum(Vec<Integer>),
    /// A multiple.
    Times(i64, Box<Integer>),
    /// The smaller of two.
    Min(Box<Integer>, Box<Integer>),
    /// The larger of two.
    Max(Box<Integer>, Box<Integer>),
    /// The absolute value.
    Abs(Box<Integer>),
    /// The quotient by a number, rounded down.
    Floor(Box<Integer>, NonZeroU32),
    /// The remainder by a number m, from 0 to m - 1.
    Mod(Box<Integer>, NonZeroU32),
    /// The nim-sum; undefined if one of the two is negative.
    Xor(Box<Integer>, Box<Integer>),
    /// `floor(slope * t)` with the slope of a numeration: phi in Zeckendorf's, `(2 - a + sqrt(a^2 + 4)) / 2` in the metallic one of
    /// a, `(c + sqrt(c^2 - 4)) / 2` in Chebyshev's of c; undefined for negative t, and in a base.
    SlopeFloor(Numeration, Box<Integer>),
}

/// How two terms compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TermRelation {
    /// Equal.
    Equal,
    /// Not equal.
    Differs,
    /// Less than.
    Less,
    /// At most.
    AtMost,
}

/// A formula. All quantifiers range over the naturals; an atom with an undefined term is false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Presburger {
    /// Always.
    True,
    /// Never.
    False,
    /// A comparison.
    Compare(Integer, TermRelation, Integer),
    /// The two are equal modulo a number.
    Congruent(Integer, Integer, NonZeroU32),
    /// The term is 1, d, d^2, ...
    Power(Integer, u32),
    /// The term is 1, d + 1, d^2 + d + 1, ...
    Repunit(Integer, u32),
    /// The second term is the largest power of the base that divides the first; 1 if that is 0.
    LargestPower(Integer, Integer, u32),
    /// The digits of the term are accepted.
    Digits(Integer, Arc<Dfa>),
    /// The term is 1, 2, 3, 5, 8, ...
    Fibonacci(Integer),
    /// The terms, one for each track in order, are in a relation.
    Holds(Arc<Automaton>, Vec<Integer>),
    /// Not.
    Not(Box<Presburger>),
    /// All of them.
    And(Vec<Presburger>),
    /// One of them at least.
    Or(Vec<Presburger>),
    /// If the first then the second.
    Implies(Box<Presburger>, Box<Presburger>),
    /// Both or none.
    Iff(Box<Presburger>, Box<Presburger>),
    /// For some values of these variables.
    Exists(Vec<Natural>, Box<Presburger>),
    /// For all values of these variables.
    Forall(Vec<Natural>, Box<Presburger>),
    /// A part that messages call by this name.
    Named(String, Box<Presburger>),
}

impl Integer {
    /// The smaller of two.
    #[must_use]
    pub fn min(self, other: impl Into<Self>) -> Self {
        Self::Min(Box::new(self), Box::new(other.into()))
    }

    /// The larger of two.
    #[must_use]
    pub fn max(self, other: impl Into<Self>) -> Self {
        Self::Max(Box::new(self), Box::new(other.into()))
    }

    /// The absolute value.
    #[must_use]
    pub fn abs(self) -> Self {
        Self::Abs(Box::new(self))
    }

    /// The quotient, rounded down.
    #[must_use]
    pub fn floor_by(self, divisor: NonZeroU32) -> Self {
        Self::Floor(Box::new(self), divisor)
    }

    /// The remainder.
    #[must_use]
    pub fn modulo(self, modulus: NonZeroU32) -> Self {
        Self::Mod(Box::new(self), modulus)
    }

    /// The nim-sum.
    #[must_use]
    pub fn xor(self, other: impl Into<Self>) -> Self {
        Self::Xor(Box::new(self), Box::new(other.into()))
    }

    /// `floor(phi * self)`.
    #[must_use]
    pub fn golden_floor(self) -> Self {
        self.slope_floor(Numeration::Zeckendorf)
    }

    /// `floor(slope * self)` with the slope of a numeration.
    #[must_use]
    pub fn slope_floor(self, numeration: Numeration) -> Self {
        Self::SlopeFloor(numeration, Box::new(self))
    }

    /// `floor(sqrt(number) * self)` for the number of the root; undefined for negative terms.
    #[must_use]
    pub fn root_floor(self, root: &RootFloor) -> Self {
        let sum = (self.clone() * root.slopes).slope_floor(root.numeration) + self * root.ones;
        if root.divisor.get() == 1 { sum } else { sum.floor_by(root.divisor) }
    }

    /// Calls `found` with every variable.
    pub(super) fn for_each_variable(&self, found: &mut impl FnMut(Natural)) {
        match self {
            Self::Constant(_) => {}
            Self::Variable(variable) => found(*variable),
            Self::Sum(terms) => terms.iter().for_each(|term| term.for_each_variable(found)),
            Self::Times(_, term)
            | Self::Abs(term)
            | Self::Floor(term, _)
            | Self::Mod(term, _)
            | Self::SlopeFloor(_, term) => term.for_each_variable(found),
            Self::Min(a, b) | Self::Max(a, b) | Self::Xor(a, b) => {
                a.for_each_variable(found);
                b.for_each_variable(found);
            }
        }
    }
}

impl From<i64> for Integer {
    fn from(value: i64) -> Self {
        Self::Constant(value)
    }
}

impl From<Natural> for Integer {
    fn from(variable: Natural) -> Self {
        Self::Variable(variable)
    }
}

impl<T: Into<Integer>> Add<T> for Integer {
    type Output = Self;

    fn add(self, other: T) -> Self {
        Self::Sum(vec![self, other.into()])
    }
}

impl<T: Into<Integer>> Sub<T> for Integer {
    type Output = Self;

    fn sub(self, other: T) -> Self {
        Self::Sum(vec![self, -other.into()])
    }
}

impl Neg for Integer {
    type Output = Self;

    fn neg(self) -> Self {
        Self::Times(-1, Box::new(self))
    }
}

impl Mul<i64> for Integer {
    type Output = Self;

    fn mul(self, factor: i64) -> Self {
        Self::Times(factor, Box::new(self))
    }
}

impl Presburger {
    /// `left = right`.
    pub fn equal(left: impl Into<Integer>, right: impl Into<Integer>) -> Self {
        Self::Compare(left.into(), TermRelation::Equal, right.into())
    }

    /// `left != right`.
    pub fn differs(left: impl Into<Integer>, right: impl Into<Integer>) -> Self {
        Self::Compare(left.into(), TermRelation::Differs, right.into())
    }

    /// `left < right`.
    pub fn less(left: impl Into<Integer>, right: impl Into<Integer>) -> Self {
        Self::Compare(left.into(), TermRelation::Less, right.into())
    }

    /// `left <= right`.
    pub fn at_most(left: impl Into<Integer>, right: impl Into<Integer>) -> Self {
        Self::Compare(left.into(), TermRelation::AtMost, right.into())
    }

    /// All of them.
    pub fn and(parts: impl IntoIterator<Item = Self>) -> Self {
        Self::And(parts.into_iter().collect())
    }

    /// One of them at least.
    pub fn or(parts: impl IntoIterator<Item = Self>) -> Self {
        Self::Or(parts.into_iter().collect())
    }

    /// Not this.
    #[must_use]
    pub fn negated(self) -> Self {
        Self::Not(Box::new(self))
    }

    /// If this then `other`.
    #[must_use]
    pub fn implies(self, other: Self) -> Self {
        Self::Implies(Box::new(self), Box::new(other))
    }

    /// Both this and `other`, or none of them.
    #[must_use]
    pub fn iff(self, other: Self) -> Self {
        Self::Iff(Box::new(self), Box::new(other))
    }

    /// For some values of the variables.
    pub fn exists(variables: impl IntoIterator<Item = Natural>, body: Self) -> Self {
        Self::Exists(variables.into_iter().collect(), Box::new(body))
    }

    /// For all values of the variables.
    pub fn forall(variables: impl IntoIterator<Item = Natural>, body: Self) -> Self {
        Self::Forall(variables.into_iter().collect(), Box::new(body))
    }

    /// The same, called `name` in messages.
    pub fn named(name: impl Into<String>, body: Self) -> Self {
        Self::Named(name.into(), Box::new(body))
    }

    /// The variables that no quantifier binds.
    #[must_use]
    pub fn free_variables(&self) -> BTreeSet<Natural> {
        let mut free = BTreeSet::new();
        match self {
            Self::True | Self::False => {}
            Self::Not(body) | Self::Named(_, body) => free = body.free_variables(),
            Self::And(parts) | Self::Or(parts) => free.extend(parts.iter().flat_map(Self::free_variables)),
            Self::Implies(a, b) | Self::Iff(a, b) => {
                free = a.free_variables();
                free.extend(b.free_variables());
            }
            Self::Exists(bound, body) | Self::Forall(bound, body) => {
                free = body.free_variables();
                for variable in bound {
                    free.remove(variable);
                }
            }
            _ => self.for_each_term(&mut |term| term.for_each_variable(&mut |variable| _ = free.insert(variable))),
        }
        free
    }

    /// The parts that are formulas themselves.
    pub(super) fn parts(&self) -> Vec<&Self> {
        match self {
            Self::Not(body) | Self::Named(_, body) | Self::Exists(_, body) | Self::Forall(_, body) => vec![body],
            Self::And(parts) | Self::Or(parts) => parts.iter().collect(),
            Self::Implies(a, b) | Self::Iff(a, b) => vec![a, b],
            _ => Vec::new(),
        }
    }

    /// Calls `found` with the terms of an atom.
    pub(super) fn for_each_term<'a>(&'a self, found: &mut impl FnMut(&'a Integer)) {
        match self {
            Self::Compare(a, _, b) | Self::Congruent(a, b, _) | Self::LargestPower(a, b, _) => {
                found(a);
                found(b);
            }
            Self::Power(term, _) | Self::Repunit(term, _) | Self::Digits(term, _) | Self::Fibonacci(term) => {
                found(term);
            }
            Self::Holds(_, terms) => terms.iter().for_each(found),
            _ => {}
        }
    }
}
