//! Tests of the file above.
use super::*;
use crate::ruleset::NumberFunction;
use crate::ruleset::recursion::Recursion;
use proptest::prelude::*;
use std::sync::Arc;

/// f(m) = f(m - 1) + f(m - 2) + m with f(0) = 1, f(1) = 3.
fn recursion() -> Arc<Recursion> {
    let index = || Term::Variable(Variable::Coordinate(0));
    let own = |by: i128| Term::Own(Box::new(Term::Sum(vec![index(), Term::Constant(-by)])));
    Arc::new(Recursion::new("f".to_owned(), vec![(0, 1), (1, 3)], Term::Sum(vec![own(1), own(2), index()])))
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
        1 => plain.prop_map(|index| Term::Recursive(recursion(), Box::new(index))),
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

#[test]
fn recursions_go_so_far() {
    let plus_one = Term::Sum(vec![Term::Own(Box::new(Term::Constant(0))), Term::Constant(1)]);
    let two = Recursion::new("f".to_owned(), vec![(0, 1)], plus_one);
    assert_eq!((two.at(9), two.at(1 << 22)), (Ok(2), Err(EvaluationError::Overflow)));
    assert_eq!(two.at(-1), Err(EvaluationError::Undefined));
}

#[test]
fn recursions_are_the_same_if_all_of_them_is() {
    let new = |name: &str, first: i128, by: i128| {
        let index = Term::Variable(Variable::Coordinate(0));
        let body = Term::Own(Box::new(Term::Sum(vec![index, Term::Constant(-by)])));
        Recursion::new(name.to_owned(), vec![(0, first)], body)
    };
    assert_eq!(new("f", 1, 1), new("f", 1, 1));
    for other in [new("g", 1, 1), new("f", 2, 1), new("f", 1, 2)] {
        assert_ne!(new("f", 1, 1), other);
    }
}

proptest! {
    #[test]
    fn what_is_mentioned_is_visited(term in terms(), condition in conditions()) {
        let (mut of_term, mut of_condition) = (Vec::new(), Vec::new());
        term.visit_variables(&mut |variable| of_term.push(variable));
        condition.visit_variables(&mut |variable| of_condition.push(variable));
        let amount = |variable: &Variable| matches!(variable, Variable::Amount(_));
        prop_assert_eq!(term.mentions_amounts(), of_term.iter().any(amount));
        prop_assert_eq!(condition.mentions_amounts(), of_condition.iter().any(amount));
        prop_assert_eq!(term.mentions_coordinates(), !of_term.iter().all(amount));
        prop_assert_eq!(condition.mentions_coordinates(), !of_condition.iter().all(amount));
    }
}

proptest! {
    /// A number and another that is beside it: what overflows is decided as what does not.
    #[test]
    fn large_numbers_are_compared_as_small_ones(
        term in terms(), scale in 1..4i128, coordinates in prop::array::uniform3(0..10i64), amounts in prop::array::uniform2(0..10i64),
    ) {
        let Ok(value) = term.evaluate(&coordinates, &amounts) else { return Ok(()) };
        let power = |by: i128| Term::Power(Box::new(Term::Constant(3)), Box::new(Term::Constant(by)));
        let far = Term::Product(Box::new(Term::Constant(scale)), Box::new(power(100)));
        let near = Term::Product(Box::new(Term::Constant(scale)), Box::new(power(79)));
        for sign in [1, -1] {
            let signed = |large: &Term| Term::Product(Box::new(Term::Constant(sign)), Box::new(large.clone()));
            for comparison in [Comparison::AtMost, Comparison::Equal, Comparison::Different] {
                let of = |large: &Term| {
                    let sum = Term::Sum(vec![signed(large), Term::Constant(value)]);
                    [
                        Condition::Compare(sum.clone(), comparison, term.clone()),
                        Condition::Compare(term.clone(), comparison, sum),
                    ]
                    .map(|condition| condition.holds(&coordinates, &amounts))
                };
                if value.unsigned_abs() < 1 << 100 {
                    prop_assert_eq!(of(&far), of(&near));
                    prop_assert!(of(&far).iter().all(Result::is_ok));
                }
            }
        }
    }
}
