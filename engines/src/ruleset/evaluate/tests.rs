//! Tests of the file above.
use super::*;
use crate::random_terms::{conditions, terms};
use crate::ruleset::recursion::Recursion;
use proptest::prelude::*;

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
