//! What rises, against its values one by one.
use super::*;
use crate::random_terms::terms;
use proptest::prelude::*;
use std::sync::Arc;

fn number(value: i128) -> Term {
    Term::Constant(value)
}

fn k() -> Term {
    Term::Variable(Variable::Amount(0))
}

fn times(left: Term, right: Term) -> Term {
    Term::Product(Box::new(left), Box::new(right))
}

fn divided(term: Term, by: i128) -> Term {
    Term::FloorDivide(Box::new(term), Box::new(number(by)))
}

fn modulo(term: Term, by: i128) -> Term {
    Term::Modulo(Box::new(term), Box::new(number(by)))
}

fn power(base: Term, by: Term) -> Term {
    Term::Power(Box::new(base), Box::new(by))
}

fn root(term: Term) -> Term {
    Term::SquareRoot(Box::new(term))
}

fn sum<const N: usize>(parts: [Term; N]) -> Term {
    Term::Sum(Vec::from(parts))
}

fn from(low: i128, value: Term, otherwise: Term) -> Term {
    let guard = Condition::Compare(number(low), Comparison::AtMost, k());
    Term::Cases(vec![(guard, value), (Condition::Known(true), otherwise)])
}

fn recursive(given: &[(i128, i128)], body: Term, index: Term) -> Term {
    Term::Recursive(Arc::new(Recursion::new("f".to_owned(), given.to_vec(), body)), Box::new(index))
}

fn earlier(by: i128) -> Term {
    Term::Own(Box::new(Term::Sum(vec![Term::Variable(Variable::Coordinate(0)), number(-by)])))
}

fn list(elements: &[i128], index: Term) -> Term {
    let given: Vec<(i128, i128)> = (0..).zip(elements.iter().copied()).collect();
    recursive(&given, Term::Cases(Vec::new()), index)
}

fn fibonacci(index: Term) -> Term {
    recursive(&[(0, 0), (1, 1)], sum([earlier(1), earlier(2)]), index)
}

/// The square of the distance to 20.
fn square_of_distance() -> Term {
    sum([times(k(), k()), times(number(-40), k()), number(400)])
}

fn at(term: &Term, value: i64) -> Option<i128> {
    term.evaluate(&[2, 0, 5], &[value, 3]).ok()
}

/// Terms in `k`, and whether it can be seen of them that they do not fall from somewhere on.
fn examples() -> Vec<(Term, bool)> {
    let m = || Term::Variable(Variable::Coordinate(0));
    vec![
        (number(-3), true),
        (m(), true),
        (sum([times(m(), m()), number(2)]), true),
        (sum([k(), number(-9)]), true),
        (times(number(-1), k()), false),
        (sum([power(k(), number(2)), times(number(-40), k())]), true),
        (sum([power(k(), number(3)), times(number(-6), times(k(), k()))]), true),
        (sum([times(number(-1), times(k(), k())), times(number(9), k())]), false),
        (sum([times(number(-1), k()), sum([k(), number(4)])]), true),
        (power(k(), number(8)), true),
        (sum([times(k(), k()), fibonacci(k()), times(number(-7), k())]), true),
        (sum([times(number(-1), k()), power(number(2), k())]), false),
        (Term::Min(vec![k(), number(5)]), true),
        (Term::Max(vec![sum([number(5), times(number(-1), k())]), k()]), false),
        (divided(sum([times(k(), k()), times(number(-6), k())]), 4), true),
        (divided(k(), -4), false),
        (Term::FloorDivide(Box::new(number(9)), Box::new(k())), false),
        (times(number(3), divided(k(), 2)), true),
        (times(divided(k(), 2), number(0)), true),
        (times(number(-3), divided(k(), 2)), false),
        (times(root(k()), power(number(2), k())), true),
        (times(root(square_of_distance()), power(number(2), k())), true),
        (times(power(number(2), k()), root(square_of_distance())), true),
        (times(root(k()), divided(sum([k(), number(-1)]), 2)), false),
        (times(fibonacci(k()), root(k())), true),
        (power(number(1), k()), true),
        (power(number(0), k()), false),
        (power(number(3), sum([times(number(2), k()), number(-1)])), true),
        (power(number(2), times(number(-1), k())), false),
        (root(sum([times(k(), k()), times(number(-3), k())])), true),
        (fibonacci(sum([k(), number(-2)])), true),
        (fibonacci(times(number(-1), k())), false),
        (recursive(&[(0, 2), (1, 1)], sum([earlier(1), earlier(2)]), k()), false),
        (recursive(&[(0, 0), (2, 1)], sum([earlier(1), earlier(2)]), k()), false),
        (recursive(&[(0, -1)], sum([earlier(1), number(1)]), k()), false),
        (recursive(&[(0, 1)], sum([times(number(2), earlier(1)), number(3)]), k()), true),
        (recursive(&[(0, 1)], sum([earlier(1), number(-1)]), k()), false),
        (recursive(&[(0, 1), (1, 1)], earlier(2), k()), false),
        (recursive(&[(0, 1)], sum([earlier(1), divided(Term::Variable(Variable::Coordinate(0)), 2)]), k()), true),
        (recursive(&[], sum([earlier(1), number(1)]), k()), false),
        (list(&[0, 1, 1, 4], k()), false),
        (from(3, k(), sum([number(9), times(number(-1), k())])), true),
        (from(3, times(number(-1), k()), k()), false),
        (modulo(k(), 4), false),
        (sum([k(), modulo(k(), 4)]), false),
        (Term::Xor(vec![k(), number(1)]), false),
        (Term::Xor(vec![number(2), number(1)]), true),
    ]
}

#[test]
fn what_rises_does_so_from_where_it_is_said() {
    for (term, rises) in examples() {
        let from = rises_from(&term, 0);
        assert_eq!(from.is_some(), rises, "{term:?}");
        let Some(from) = from else { continue };
        assert!((0..=60).contains(&from), "{term:?} from {from}");
        let values: Vec<Option<i128>> = (from..from + 30).map(|value| at(&term, value)).collect();
        assert!(values.iter().flatten().is_sorted(), "{term:?} from {from}: {values:?}");
        assert!(10 < values.iter().flatten().count(), "{term:?}");
    }
    // What falls first does not rise from there.
    let valley = sum([power(k(), number(2)), times(number(-40), k())]);
    assert!(19 < rises_from(&valley, 0).expect("it rises"));
    assert_eq!(rises_from(&power(k(), number(9)), 0), None);
    assert_eq!(rises_from(&from(3, k(), number(90)), 0), Some(3));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn random_terms_rise_and_are_lowered_as_it_is_said(term in terms(), coordinates in [0..6i64, 0..6i64, 0..6i64], other in 0..6i64) {
        let at = |term: &Term, value: i64| term.evaluate(&coordinates, &[value, other]).ok();
        if let Some(from) = rises_from(&term, 0) {
            let values: Vec<i128> = (from..from + 9).filter_map(|value| at(&term, value)).collect();
            prop_assert!(values.is_sorted(), "from {}: {:?}", from, values);
        }
        let (lowered, fixed) = (lowered(&term), fixed(&term, 0, &coordinates, &[99, other]));
        let minus = negated(&term);
        for value in 0..6 {
            if let (Some(lower), Some(value)) = (at(&lowered, value), at(&term, value)) {
                prop_assert!(lower <= value, "{:?}", lowered);
            }
            prop_assert_eq!(at(&fixed, value), at(&term, value), "{:?}", fixed);
            prop_assert_eq!(at(&minus, value), at(&term, value).map(|value| -value), "{:?}", minus);
        }
    }

    #[test]
    fn polynomials_rise_behind_their_turns(coefficients in prop::collection::vec(-60..60i128, 0..5)) {
        let at = |value: i128| coefficients.iter().rev().fold(0, |sum, coefficient| sum * value + coefficient);
        let last = coefficients.iter().enumerate().rev().find(|(power, coefficient)| 0 < *power && **coefficient != 0);
        let from = polynomial_rises_from(&coefficients);
        prop_assert_eq!(from.is_some(), last.is_none_or(|(_, leading)| 0 < *leading));
        if let Some(from) = from {
            let from = i128::from(from);
            prop_assert!((from..from + 90).all(|value| at(value) <= at(value + 1)), "from {}", from);
            // Whatever rises from 0 on by the signs of its differences is said to.
            prop_assert!(from == 0 || !coefficients.iter().skip(1).all(|coefficient| 0 <= *coefficient));
        }
    }

    #[test]
    fn the_first_value_above_a_bound_is_found(pick in 0..60usize, low in 2..40i64, bound in -50..3000i128) {
        let examples: Vec<Term> = examples().into_iter().filter(|it| it.1).map(|it| it.0).collect();
        let term = &examples[pick % examples.len()];
        let low = low.max(rises_from(term, 0).expect("it rises"));
        let far = low + 4000;
        let values = |value: i64| at(term, value);
        let expected = (low..far).find(|value| values(*value).is_none_or(|found| bound < found));
        let found = first_above(term, 0, (low, bound), &[2, 0, 5], &mut [77, 3]);
        match expected {
            Some(expected) => prop_assert_eq!(found, Some(expected), "{:?}", term),
            None => prop_assert!(found.is_none_or(|found| far <= found), "{:?} {:?}", term, found),
        }
    }
}

#[test]
fn what_is_lowered_has_no_jumps() {
    let jump = || modulo(k(), 4);
    let alone = Term::Cases(vec![(Condition::Compare(k(), Comparison::AtMost, number(9)), sum([k(), jump()]))]);
    for (term, lower) in [
        (jump(), number(0)),
        (modulo(k(), -4), modulo(k(), -4)),
        (sum([k(), jump()]), sum([k(), number(0)])),
        (Term::Max(vec![k(), jump()]), Term::Max(vec![k(), number(0)])),
        (Term::Min(vec![k(), jump()]), Term::Min(vec![k(), jump()])),
        (alone, sum([k(), number(0)])),
        (divided(jump(), 2), divided(number(0), 2)),
        (divided(jump(), -2), divided(jump(), -2)),
        (times(number(3), jump()), times(number(3), number(0))),
        (times(jump(), number(3)), times(number(3), number(0))),
        (times(number(0), jump()), times(number(0), number(0))),
        (times(number(-3), jump()), number(-9)),
        (times(jump(), number(-3)), number(-9)),
        (times(number(-3), k()), times(number(-3), k())),
        (times(number(-3), modulo(k(), -4)), times(number(-3), modulo(k(), -4))),
    ] {
        assert_eq!(lowered(&term), lower);
    }
}

#[test]
fn what_does_not_fit_is_large_if_nothing_makes_it_small() {
    let tower = || power(number(2), power(k(), number(2)));
    let plain = Condition::Compare(sum([k(), number(1)]), Comparison::AtMost, number(9));
    let odd = Condition::Compare(tower(), Comparison::AtMost, number(9));
    let cases = |guard: Condition| Term::Cases(vec![(guard, k()), (Condition::Known(true), tower())]);
    for (term, is_large) in [
        (tower(), true),
        (sum([tower(), number(-9)]), true),
        (Term::Max(vec![k(), tower()]), true),
        (Term::Min(vec![k(), tower()]), false),
        (Term::Xor(vec![k(), tower()]), false),
        (modulo(tower(), 5), false),
        (times(number(3), modulo(tower(), 5)), false),
        (divided(tower(), 65_535), true),
        (divided(tower(), 65_536), false),
        (divided(tower(), -2), false),
        (divided(divided(divided(tower(), 9), 9), 9), true),
        (divided(divided(divided(divided(tower(), 9), 9), 9), 9), false),
        (root(tower()), true),
        (root(divided(tower(), 9)), false),
        (root(root(tower())), false),
        (divided(root(tower()), 2), true),
        (fibonacci(k()), true),
        (fibonacci(sum([k(), number(65_535)])), true),
        (fibonacci(sum([k(), number(65_536)])), false),
        (fibonacci(sum([k(), times(k(), k())])), false),
        (fibonacci(times(k(), k())), false),
        (cases(plain), true),
        (cases(odd), false),
        (cases(Condition::Known(false)), true),
        (cases(Condition::Not(Box::new(Condition::Known(false)))), false),
    ] {
        assert_eq!(is_large_where_it_does_not_fit(&term), is_large, "{term:?}");
        if at(&term, 12).is_none() {
            let above = |bound: i128| is_above(&term, (0, 12), bound, &[2, 0, 5], &mut [0, 3]);
            assert_eq!(above(LARGEST_BOUND - 1), is_large.then_some(true), "{term:?}");
            assert_eq!(above(LARGEST_BOUND), None, "{term:?}");
        }
    }
    // A recursion is not asked beyond four million, so that what it gives there is not known to be large.
    let far = |value: i64| is_above(&fibonacci(k()), (0, value), 5, &[], &mut [0]);
    assert_eq!([far((1 << 21) - 1), far(1 << 21)], [Some(true), None]);
    assert_eq!(is_above(&divided(k(), 0), (0, 3), 5, &[], &mut [0]), None);
}

#[test]
fn lists_end() {
    let b = || list(&[3, 1, 4], k());
    let shifted = list(&[3, 1, 4], sum([k(), number(-2)]));
    for (term, end) in [
        (b(), Some(3)),
        (shifted.clone(), Some(5)),
        (sum([k(), b()]), Some(3)),
        (Term::Min(vec![shifted.clone(), b()]), Some(3)),
        (Term::Max(vec![k(), shifted.clone()]), Some(5)),
        (Term::Xor(vec![k(), shifted.clone()]), Some(5)),
        (times(k(), b()), Some(3)),
        (times(b(), k()), Some(3)),
        (Term::FloorDivide(Box::new(b()), Box::new(k())), Some(3)),
        (modulo(b(), 2), Some(3)),
        (root(b()), None),
        (fibonacci(k()), None),
        (list(&[3, 1, 4], number(7)), None),
        (list(&[3, 1, 4], modulo(k(), 5)), None),
        (k(), None),
    ] {
        let ends = (0..12).filter(|value| ends_before(&term, 0, *value, &[], &mut [0])).collect::<Vec<_>>();
        assert_eq!(ends, end.map_or_else(Vec::new, |end| (end..12).collect()), "{term:?}");
    }
}
