//! Tests of the file above.
use crate::ruleset::branch::branches;
use crate::ruleset::linear::Inequality;
use crate::ruleset::{Comparison, Condition, Term, Variable};

#[test]
fn values_that_a_number_must_not_have_are_the_intervals_between_them() {
    let heap = Term::Variable(Variable::Coordinate(0));
    let double = Term::Product(Box::new(Term::Constant(-2)), Box::new(heap.clone()));
    let not = |term: &Term, value| Condition::Compare(term.clone(), Comparison::Different, Term::Constant(value));
    let excluded = [8, 1, 4, 3, 8].map(|value| not(&heap, value));
    let twice = [-2, -6].map(|value| Condition::Not(Box::new(Condition::Not(Box::new(not(&double, value))))));
    let guard = Condition::And(vec![Condition::And(excluded.to_vec()), Condition::And(twice.to_vec())]);
    let all = branches(&guard, 1, 0).expect("they are few");
    let holds = |at: i64| {
        let within = |row: &Inequality| row.coefficients[0] * i128::from(at) + row.constant <= 0;
        all.iter().filter(|branch| branch.inequalities.iter().all(within)).count()
    };
    let counts: Vec<usize> = (-1..=10).map(holds).collect();
    assert_eq!(counts, [1, 1, 0, 1, 0, 0, 1, 1, 1, 0, 1, 1]);
}
