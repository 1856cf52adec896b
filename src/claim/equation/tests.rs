//! What equations and inequalities say of a variable, against its values one by one.
use super::*;
use crate::ruleset::statement::{Domain, Lookup};
use proptest::prelude::*;

fn number(value: i128) -> Term {
    Term::Constant(value)
}

fn slot(at: usize) -> Term {
    Term::Variable(Variable::Amount(at))
}

fn x() -> Term {
    Term::Variable(Variable::Coordinate(0))
}

fn times(factor: i128, term: Term) -> Term {
    Term::Product(Box::new(number(factor)), Box::new(term))
}

fn square(term: Term) -> Term {
    Term::Product(Box::new(term.clone()), Box::new(term))
}

fn divided(term: Term, by: i128) -> Term {
    Term::FloorDivide(Box::new(term), Box::new(number(by)))
}

fn bound(slot: usize) -> Bound {
    Bound { name: "k".to_owned(), slot, domain: Domain(Vec::new()) }
}

fn compare(left: Term, comparison: Comparison, right: Term) -> Condition {
    Condition::Compare(left, comparison, right)
}

fn test(condition: Condition) -> Formula {
    Formula::Test(Vec::new(), condition)
}

fn looked_up(condition: Condition) -> Formula {
    Formula::Test(vec![Lookup { slot: 2, game: 0, position: vec![slot(0)] }], condition)
}

/// Terms in `k` alone.
fn own() -> Vec<Term> {
    vec![
        slot(0),
        times(2, slot(0)),
        square(Term::Sum(vec![slot(0), number(-3)])),
        divided(slot(0), 3),
        Term::Sum(vec![divided(square(slot(0)), 4), number(-5)]),
        Term::FloorDivide(Box::new(number(60)), Box::new(Term::Sum(vec![slot(0), number(-4)]))),
        Term::Modulo(Box::new(slot(0)), Box::new(number(4))),
    ]
}

const AT_MOST: Comparison = Comparison::AtMost;
const EQUAL: Comparison = Comparison::Equal;
const DIFFERENT: Comparison = Comparison::Different;

#[test]
fn an_equation_determines_a_variable_if_nothing_before_it_depends_on_it() {
    let equation = |own: Term| test(compare(own, EQUAL, x()));
    let turned = test(compare(x(), EQUAL, slot(0)));
    let other = test(compare(x(), AT_MOST, number(3)));
    let own_condition = test(compare(slot(0), AT_MOST, number(3)));
    let both = |one: &Formula, two: &Formula| Formula::And(vec![one.clone(), two.clone()]);
    let within = |body: Formula| Formula::Exists(bound(1), Box::new(body));
    let joined = test(Condition::And(vec![
        compare(x(), DIFFERENT, number(3)),
        compare(slot(0), EQUAL, x()),
        compare(slot(0), AT_MOST, slot(1)),
    ]));
    for (body, found) in [
        (equation(slot(0)), true),
        (turned.clone(), true),
        (both(&other, &turned), true),
        (both(&turned, &own_condition), true),
        (both(&own_condition, &turned), false),
        (joined, true),
        (Formula::Or(vec![turned.clone()]), false),
        (both(&Formula::Or(vec![other.clone()]), &turned), false),
        (Formula::Not(Box::new(turned.clone())), false),
        (looked_up(compare(slot(0), EQUAL, x())), false),
        (both(&looked_up(compare(slot(2), EQUAL, x())), &turned), false),
        (test(compare(slot(0), AT_MOST, x())), false),
        (test(compare(slot(0), DIFFERENT, x())), false),
        (equation(Term::Sum(vec![slot(0), x()])), false),
        (equation(Term::Sum(vec![slot(0), slot(3)])), false),
        (test(compare(slot(0), EQUAL, Term::Sum(vec![slot(0), x()]))), false),
        (test(compare(slot(0), EQUAL, slot(3))), true),
        (test(compare(slot(0), EQUAL, slot(1))), true),
        (within(turned.clone()), true),
        (within(test(compare(slot(0), EQUAL, slot(1)))), false),
        (within(both(&test(compare(slot(1), AT_MOST, x())), &turned)), true),
    ] {
        let equation = Equation::of(&bound(0), &body);
        assert_eq!(equation.is_some(), found, "{body:?}");
        if let Some(equation) = equation {
            assert!(*equation.own == slot(0) && *equation.given != slot(0), "{equation:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]
    #[test]
    fn an_index_finds_all_solutions(
        pick in 0..7usize, low in 0..20i64, length in 0..30i64, more in 0..25i64, given in prop::collection::vec(-6..60i128, 1..3)
    ) {
        let (own, zero, high) = (&own()[pick], number(0), low + length);
        let equation = Equation { own, given: &zero };
        let value = |at: i64| own.evaluate(&[], &[at]).ok();
        let index = equation.index(0, low, high, None).expect("it is short");
        prop_assert!(index.covers(low, high) && index.covers(low, low) && !index.covers(low - 1, high) && !index.covers(low, high + 1));
        prop_assert_eq!(index.cost(), u64::try_from(length + 1).expect("it is natural"));
        // One that is made longer is longer than asked for, so that the next need not be.
        let longer = equation.index(0, low, high + more, Some(&index)).expect("it is short");
        prop_assert!(longer.covers(low, high + length.max(more)) && !longer.covers(low - 1, low));
        for index in [&index, &longer] {
            let mut expected: Vec<i64> = (low..=high).filter(|at| value(*at).is_none_or(|own| given.contains(&own))).collect();
            if expected.is_empty() {
                expected.push(low);
            }
            let mut found = index.values(&given, low, high);
            found.dedup();
            prop_assert_eq!(found, expected);
            prop_assert_eq!(index.values(&given, high + 1, high), Vec::<i64>::new());
        }
        let most = given[0];
        let beyond = equation.is_beyond(0, high, most);
        let rises = pick < 5;
        let from = rises_from(own, 0).unwrap_or(i64::MAX);
        prop_assert_eq!(beyond, rises && from <= high && value(high).is_some_and(|own| most < own));
        prop_assert!(!beyond || (high..high + 90).all(|at| value(at) != Some(most)));
    }

    #[test]
    fn a_cut_leaves_nothing_out_that_matters(
        pick in 0..5usize, right in -9..90i64, low in 0..30i64, kind in 0..3usize, turned in any::<bool>(), decisive in any::<bool>()
    ) {
        let own = own()[pick].clone();
        let right_term = Term::Sum(vec![x(), times(0, slot(1))]);
        let kind = [AT_MOST, EQUAL, DIFFERENT][kind];
        let condition = if turned { compare(right_term, kind, own.clone()) } else { compare(own.clone(), kind, right_term) };
        let body = test(condition.clone());
        let holds = |at: i64| condition.holds(&[right], &[at, 0]).expect("a value") == decisive;
        let cut = Cut::of(&bound(0), &body, decisive);
        // `own` has to stay at most the other side, or to be equal to it.
        let is_equation = kind == if decisive { EQUAL } else { DIFFERENT };
        let is_bound = kind == AT_MOST && turned != decisive;
        prop_assert_eq!(cut.is_some(), is_equation || is_bound, "{:?}", body);
        if let Some(cut) = cut {
            let mut slots = vec![50, 0];
            let (first, end) = cut.range(low, &[right], &mut slots).expect("it rises");
            prop_assert!(low <= first);
            prop_assert!((low..low + 300).filter(|at| holds(*at)).all(|at| (first..end).contains(&at)), "{}..{}", first, end);
            let from = low.max(cut.from);
            prop_assert!(end <= from || holds(end - 1) || end == first || is_equation, "{}..{} from {}", first, end, from);
        }
        let starts = Cut::starts(&bound(0), &body, decisive);
        let begins = kind == AT_MOST && turned == decisive;
        prop_assert_eq!(starts.len(), usize::from(begins || is_equation && turned), "{:?}", body);
        if begins {
            let start = starts[0].first_above(low, &[right], &mut [50, 0]).expect("it rises");
            let from = low.max(starts[0].from);
            prop_assert_eq!(start, (from..from + 999).find(|at| holds(*at)).expect("it begins to hold"));
        }
    }
}

#[test]
fn an_index_has_a_longest_range() {
    let zero = number(0);
    let (own, most) = (slot(0), 1 << 16);
    let equation = Equation { own: &own, given: &zero };
    assert!(equation.index(0, 5, 5 + most, None).is_some() && equation.index(0, 5, 6 + most, None).is_none());
    // Where twice as much does not fit, what is asked for may.
    let known = equation.index(0, 0, most / 2 + 9, None).expect("it is short");
    let next = equation.index(0, 0, most / 2 + 12, Some(&known)).expect("it is short");
    assert!(next.covers(0, most / 2 + 12) && !next.covers(0, most / 2 + 13));
    // What does not fit is larger than what is given; where something else is missing, the value is tried.
    let tower = Term::Power(Box::new(number(2)), Box::new(square(slot(0))));
    let tower = Equation { own: &tower, given: &zero };
    assert_eq!(tower.index(0, 0, 30, None).expect("it is short").values(&[16], 0, 30), [2]);
    let modulo =
        Term::Modulo(Box::new(Term::Power(Box::new(number(2)), Box::new(square(slot(0))))), Box::new(number(5)));
    let modulo = Equation { own: &modulo, given: &zero };
    assert_eq!(modulo.index(0, 0, 13, None).expect("it is short").values(&[2], 0, 13), [1, 3, 5, 7, 9, 11, 12, 13]);
}

#[test]
fn what_must_hold_is_found_inside() {
    let (at_most, looked) = (test(compare(slot(0), AT_MOST, x())), looked_up(compare(slot(0), AT_MOST, x())));
    let within = |universal: bool, body: &Formula| {
        let body = Box::new(body.clone());
        if universal { Formula::ForAll(bound(1), body) } else { Formula::Exists(bound(1), body) }
    };
    let not = |body: &Formula| Formula::Not(Box::new(body.clone()));
    let above = test(compare(x(), AT_MOST, Term::Sum(vec![slot(0), number(-1)])));
    let inner = |by: usize| test(compare(slot(0), AT_MOST, slot(by)));
    let condition = |make: fn(Vec<Condition>) -> Condition| {
        test(make(vec![compare(x(), AT_MOST, number(4)), compare(slot(0), AT_MOST, x())]))
    };
    for (body, some, all) in [
        (at_most.clone(), true, false),
        (looked, false, false),
        (not(&at_most), false, true),
        (not(&above), true, false),
        (above.clone(), false, true),
        (Formula::And(vec![Formula::Known(true), at_most.clone()]), true, false),
        (Formula::Or(vec![Formula::Known(true), at_most.clone()]), false, false),
        (Formula::Or(vec![Formula::Known(false), above.clone()]), false, true),
        (Formula::And(vec![Formula::Known(false), above.clone()]), false, false),
        (condition(Condition::And), true, false),
        (condition(Condition::Or), false, false),
        (not(&condition(Condition::And)), false, true),
        (test(Condition::Not(Box::new(compare(slot(0), AT_MOST, x())))), false, true),
        (within(false, &at_most), true, false),
        (within(true, &at_most), false, false),
        (within(true, &above), false, true),
        (within(false, &above), false, false),
        (within(false, &inner(1)), false, false),
        (inner(1), true, false),
        (test(compare(x(), AT_MOST, number(3))), false, false),
    ] {
        assert_eq!(Cut::of(&bound(0), &body, true).is_some(), some, "some: {body:?}");
        assert_eq!(Cut::of(&bound(0), &body, false).is_some(), all, "all: {body:?}");
    }
}

/// A remainder is not larger than what is divided, unless that is below 0.
#[test]
fn what_is_divided_bounds_remainders_and_quotients() {
    let power = |shift: i128| {
        let exponent = Term::Sum(vec![slot(0), number(shift)]);
        Box::new(Term::Power(Box::new(number(2)), Box::new(exponent)))
    };
    let remainder = Term::Modulo(Box::new(x()), power(2));
    let quotient = Term::FloorDivide(Box::new(x()), power(0));
    for part in [remainder, quotient] {
        for body in [
            test(compare(part.clone(), EQUAL, *power(1))),
            test(compare(*power(1), EQUAL, part.clone())),
            test(compare(*power(1), AT_MOST, part.clone())),
        ] {
            let cut = Cut::of(&bound(0), &body, true).expect("2^(k + 1) rises above x");
            assert_eq!(cut.range(0, &[100], &mut [0]), Some((0, 6)), "{body:?}");
            assert_eq!(cut.range(0, &[-1], &mut [0]), None, "{body:?}");
            assert!(Cut::of(&bound(0), &Formula::Not(Box::new(body)), true).is_none());
        }
        assert!(Cut::of(&bound(0), &test(compare(part, AT_MOST, *power(1))), true).is_none());
    }
}
