//! A term with a constant below it, as sums and quotients of an expression give it.
use crate::ruleset::Term;

/// A term over a positive constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::check) struct Fraction {
    /// Above the line.
    pub(in crate::check) numerator: Term,
    /// Below the line; at least 1.
    pub(in crate::check) denominator: i128,
}

impl From<Term> for Fraction {
    fn from(numerator: Term) -> Self {
        Self { numerator, denominator: 1 }
    }
}
