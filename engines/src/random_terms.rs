//! Random terms and conditions, for the tests of whatever reads them: here, and in the packages above.
use crate::ruleset::grid::GridRecursion;
use crate::ruleset::recursion::Recursion;
use crate::ruleset::{Comparison, Condition, NumberFunction, Term, Variable};
use proptest::prelude::*;
use std::sync::Arc;

/// f(m) = f(m - 1) + f(m - 2) + m with f(0) = 1, f(1) = 3.
fn recursion() -> Arc<Recursion> {
    let index = || Term::Variable(Variable::Coordinate(0));
    let own = |by: i128| Term::Own(Box::new(Term::Sum(vec![index(), Term::Constant(-by)])));
    Arc::new(Recursion::new("f".to_owned(), vec![(0, 1), (1, 3)], Term::Sum(vec![own(1), own(2), index()])))
}

/// The sequence 4, -1, 7.
fn list() -> Arc<Recursion> {
    Arc::new(Recursion::new("l".to_owned(), vec![(0, 4), (1, -1), (2, 7)], Term::Cases(Vec::new())))
}

/// f(m, n) = f(m - 1, n) + f(n, m - 1) + m with f(m, n) = n where m is 0 or 9 or more.
fn grid() -> Arc<GridRecursion> {
    let argument = |at| Term::Variable(Variable::Coordinate(at));
    let less = || Term::Sum(vec![argument(0), Term::Constant(-1)]);
    let ends = [
        Condition::Compare(argument(0), Comparison::Equal, Term::Constant(0)),
        Condition::Compare(Term::Constant(9), Comparison::AtMost, argument(0)),
    ];
    let own = |arguments: [Term; 2]| Term::OwnGrid(arguments.to_vec());
    let sum = Term::Sum(vec![own([less(), argument(1)]), own([argument(1), less()]), argument(0)]);
    let body = Term::Cases(vec![(Condition::Or(ends.to_vec()), argument(1)), (Condition::Known(true), sum)]);
    Arc::new(GridRecursion::new("g".to_owned(), 2, Vec::new(), body))
}

/// Terms in three coordinates and two amounts; where the variables are below 10, no part of one leaves 63 bits.
pub(crate) fn terms() -> BoxedStrategy<Term> {
    let plain = prop_oneof![
        2 => (-4..6i128).prop_map(Term::Constant),
        3 => (0..3usize).prop_map(|at| Term::Variable(Variable::Coordinate(at))),
        3 => (0..2usize).prop_map(|at| Term::Variable(Variable::Amount(at))),
    ];
    let leaf = prop_oneof![
        12 => plain.clone(),
        1 => (plain.clone(), 0..3i128).prop_map(|(base, by)| Term::Power(Box::new(base), Box::new(Term::Constant(by)))),
        1 => (-2..3i128, plain.clone())
            .prop_map(|(base, by)| Term::Power(Box::new(Term::Constant(base)), Box::new(by))),
        1 => plain.clone().prop_map(|index| Term::Recursive(recursion(), Box::new(index))),
        1 => plain.clone().prop_map(|index| Term::Recursive(list(), Box::new(index))),
        1 => (plain.clone(), plain).prop_map(|(first, second)| Term::Grid(grid(), vec![first, second])),
    ];
    let joined = leaf.prop_recursive(2, 12, 3, |inner| {
        let pair = || (inner.clone().prop_map(Box::new), inner.clone().prop_map(Box::new));
        let all = || prop::collection::vec(inner.clone(), 0..4);
        prop_oneof![
            2 => all().prop_map(Term::Sum),
            1 => all().prop_map(Term::Min),
            1 => all().prop_map(Term::Max),
            1 => all().prop_map(Term::Xor),
            2 => pair().prop_map(|(left, right)| Term::Product(left, right)),
            1 => pair().prop_map(|(left, right)| Term::FloorDivide(left, right)),
            1 => pair().prop_map(|(left, right)| Term::Modulo(left, right)),
            1 => inner.clone().prop_map(|inner| Term::SquareRoot(Box::new(inner))),
            1 => number_function(inner.clone().boxed()),
        ]
    });
    let cases = (compared(joined.clone().boxed()), joined.clone(), joined.clone(), any::<bool>());
    let cases = cases.prop_map(|(guard, one, other, total)| {
        Term::Cases(vec![(guard.clone(), one), (if total { Condition::Known(true) } else { guard }, other)])
    });
    prop_oneof![5 => joined, 1 => cases].boxed()
}

fn number_function(parts: BoxedStrategy<Term>) -> impl Strategy<Value = Term> + Clone {
    use NumberFunction::{CommonDivisor, IsPrime, Valuation};
    (prop_oneof![Just(CommonDivisor), Just(IsPrime), Just(Valuation)], parts.clone(), parts).prop_map(
        |(function, first, second)| {
            Term::Number(function, if function == IsPrime { vec![first] } else { vec![first, second] })
        },
    )
}

fn compared(terms: BoxedStrategy<Term>) -> impl Strategy<Value = Condition> + Clone {
    let kind = prop_oneof![
        2 => Just(Comparison::AtMost),
        1 => Just(Comparison::Equal),
        1 => Just(Comparison::Different)
    ];
    (terms.clone(), kind, terms).prop_map(|(left, kind, right)| Condition::Compare(left, kind, right))
}

/// Conditions on the same variables.
pub(crate) fn conditions() -> BoxedStrategy<Condition> {
    let leaf = prop_oneof![8 => compared(terms()), 1 => any::<bool>().prop_map(Condition::Known)];
    let all = leaf.prop_recursive(2, 6, 3, |inner| {
        let parts = prop::collection::vec(inner.clone(), 1..4);
        prop_oneof![
            parts.clone().prop_map(Condition::And),
            parts.prop_map(Condition::Or),
            inner.prop_map(|inner| Condition::Not(Box::new(inner))),
        ]
    });
    all.boxed()
}
