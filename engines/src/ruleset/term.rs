//! Terms and conditions over coordinates and amounts, as data. Knows nothing of how they are evaluated.
use super::grid::GridRecursion;
use super::numbers::NumberFunction;
use super::recursion::Recursion;
use std::sync::Arc;

/// What a term speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Variable {
    /// A heap or register before the move.
    Coordinate(usize),
    /// An amount of the move.
    Amount(usize),
}

/// An integer term. Evaluated in checked 128-bit arithmetic.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// A number.
    Constant(i128),
    /// A coordinate or amount.
    Variable(Variable),
    /// The sum of all.
    Sum(Vec<Term>),
    /// The product of both.
    Product(Box<Term>, Box<Term>),
    /// Division rounded down.
    FloorDivide(Box<Term>, Box<Term>),
    /// The remainder with the sign of the divisor (floored).
    Modulo(Box<Term>, Box<Term>),
    /// The least; at least one argument.
    Min(Vec<Term>),
    /// The greatest; at least one argument.
    Max(Vec<Term>),
    /// The nim-sum; negative arguments are an error.
    Xor(Vec<Term>),
    /// The integer square root, rounded down; a negative argument is an error.
    SquareRoot(Box<Term>),
    /// The first value whose condition holds; the last condition is always true in a total definition.
    Cases(Vec<(Condition, Term)>),
    /// A power; a negative exponent is an error.
    Power(Box<Term>, Box<Term>),
    /// A function of number theory, of one number or two.
    Number(NumberFunction, Vec<Term>),
    /// A function defined by recursion, at a natural number.
    Recursive(Arc<Recursion>, Box<Term>),
    /// Inside a recursion only: the function itself, at a smaller argument.
    Own(Box<Term>),
    /// A function of several numbers defined by recursion, at natural numbers.
    Grid(Arc<GridRecursion>, Vec<Term>),
    /// Inside a grid only: the function itself, at other arguments.
    OwnGrid(Vec<Term>),
}

/// Relations that are kept: others are written with these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `<=`
    AtMost,
    /// `=`
    Equal,
    /// `!=`
    Different,
}

/// A condition over coordinates and amounts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Condition {
    /// True or false.
    Known(bool),
    /// A comparison of two terms.
    Compare(Term, Comparison, Term),
    /// All of them.
    And(Vec<Condition>),
    /// At least one of them.
    Or(Vec<Condition>),
    /// The opposite.
    Not(Box<Condition>),
}

/// Whether an amount occurs in a term.
pub(crate) fn mentions(term: &Term, amount: usize) -> bool {
    let mut found = false;
    term.visit_variables(&mut |variable| found |= variable == Variable::Amount(amount));
    found
}
