//! A definition of a file as it is written. Knows nothing of what it means.
use crate::ruleset::grid::GridRecursion;
use crate::ruleset::recursion::Recursion;
use crate::source::Span;
use crate::syntax::ast::Expr;
use std::sync::Arc;

/// A `let`, or a sequence in closed form.
#[derive(Clone, Debug)]
pub(in crate::check) struct Function {
    /// Its name where it is defined.
    pub(in crate::check) place: Span,
    /// Names of its arguments.
    pub(in crate::check) arguments: Vec<String>,
    /// What it stands for.
    pub(in crate::check) body: Expr,
    /// First values of a recurrence.
    pub(in crate::check) from: Vec<(Vec<Expr>, Expr)>,
}

/// A function that has to be evaluated step by step.
#[derive(Clone, Debug)]
pub(in crate::check) enum Stepwise {
    /// One natural number, with all below it.
    Line(Arc<Recursion>),
    /// Several.
    Grid(Arc<GridRecursion>),
}
