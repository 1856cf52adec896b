//! Values that are found several at once are those that are found one by one.
use super::Recursion;
use crate::ruleset::{Comparison, Condition, Term, Variable};
use proptest::prelude::*;
use proptest::strategy::Union;

/// Arguments that are compared.
const ARGUMENTS: i128 = 300;

fn own(argument: Term) -> Term {
    Term::Own(Box::new(argument))
}

fn conditions(terms: &BoxedStrategy<Term>) -> BoxedStrategy<Condition> {
    let kind = prop_oneof![Just(Comparison::AtMost), Just(Comparison::Equal), Just(Comparison::Different)];
    let compared =
        (terms.clone(), kind, terms.clone()).prop_map(|(left, kind, right)| Condition::Compare(left, kind, right));
    let parts = || prop::collection::vec(compared.clone(), 1..3);
    let not = |inner| Condition::Not(Box::new(inner));
    prop_oneof![
        3 => compared.clone(),
        1 => parts().prop_map(Condition::And),
        1 => parts().prop_map(Condition::Or),
        1 => parts().prop_map(move |parts| not(Condition::And(parts))),
        1 => any::<bool>().prop_map(Condition::Known),
    ]
    .boxed()
}

/// Terms in m and values at smaller arguments, at negative ones, and at some that are not smaller; numbers may leave 64 bits, and 128.
fn bodies() -> BoxedStrategy<Term> {
    let index = || Term::Variable(Variable::Coordinate(0));
    let pair = |one: Term, by: i128| (Box::new(one), Box::new(Term::Constant(by)));
    let numbers = prop_oneof![6 => -3..13i128, 1 => Just(1 << 20), 1 => Just(1 << 40), 1 => Just(i128::from(i64::MAX))];
    let leaf = prop_oneof![
        3 => Just(index()),
        3 => numbers.prop_map(Term::Constant),
        3 => (2..6i128).prop_map(move |by| {
            let (left, right) = pair(index(), by);
            own(Term::FloorDivide(left, right))
        }),
        1 => (-1..90i128).prop_map(move |by| own(Term::Sum(vec![index(), Term::Constant(-by)]))),
    ];
    let joined = leaf.prop_recursive(3, 16, 3, |inner| {
        let all = || prop::collection::vec(inner.clone(), 1..4);
        let two = || (inner.clone().prop_map(Box::new), inner.clone().prop_map(Box::new));
        let guard = conditions(&inner.clone().boxed());
        let cases = (guard, inner.clone(), inner.clone(), any::<bool>()).prop_map(|(guard, one, other, total)| {
            let last = if total { Condition::Known(true) } else { guard.clone() };
            Term::Cases(vec![(guard, one), (last, other)])
        });
        Union::new_weighted(vec![
            (3, all().prop_map(Term::Sum).boxed()),
            (1, all().prop_map(Term::Min).boxed()),
            (1, all().prop_map(Term::Max).boxed()),
            (1, all().prop_map(Term::Xor).boxed()),
            (1, two().prop_map(|(left, right)| Term::Product(left, right)).boxed()),
            (2, two().prop_map(|(left, right)| Term::FloorDivide(left, right)).boxed()),
            (2, two().prop_map(|(left, right)| Term::Modulo(left, right)).boxed()),
            (2, cases.boxed()),
        ])
    });
    joined.boxed()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn several_values_at_once_are_those_one_by_one(
        body in bodies(),
        given in prop::collection::vec((-2..80i128, -5..5i128), 0..3),
    ) {
        let recursion = || Recursion::new("f".to_owned(), given.clone(), body.clone());
        let (one_by_one, at_once) = (recursion(), recursion());
        let expected: Vec<_> = (0..ARGUMENTS).map(|argument| one_by_one.at(argument)).collect();
        let last = at_once.at(ARGUMENTS - 1);
        prop_assert_eq!(&last, expected.last().expect("some arguments"));
        for (argument, value) in (0..).zip(&expected) {
            prop_assert_eq!(&at_once.at(argument), value, "at {}", argument);
        }
        let list = at_once.list(usize::try_from(ARGUMENTS).expect("a small number"));
        for (place, value) in expected.iter().enumerate() {
            let short = value.as_ref().ok().and_then(|value| i64::try_from(*value).ok());
            prop_assert_eq!(list.at(place), short.filter(|value| *value != i64::MIN), "listed at {}", place);
        }
    }
}
