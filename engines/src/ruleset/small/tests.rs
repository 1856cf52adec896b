//! Products and divisors are compared as they are, at all small numbers.
use super::*;

fn amount(at: usize) -> Term {
    Term::Variable(Variable::Amount(at))
}

/// `factor * a * b + constant`, compared with a number in one of five ways.
fn comparisons(factor: i128, constant: i128, number: i128) -> Vec<Condition> {
    let product = Term::Product(Box::new(amount(0)), Box::new(amount(1)));
    let scaled = Term::Product(Box::new(Term::Constant(factor)), Box::new(product));
    let sum = || Term::Sum(vec![scaled.clone(), Term::Constant(constant)]);
    let number = || Term::Constant(number);
    let compare = |left, comparison, right| Condition::Compare(left, comparison, right);
    let most = compare(sum(), Comparison::AtMost, number());
    let least = compare(number(), Comparison::AtMost, sum());
    vec![
        most.clone(),
        least.clone(),
        Condition::Not(Box::new(most)),
        Condition::Not(Box::new(least)),
        compare(sum(), Comparison::Equal, number()),
    ]
}

#[test]
fn products_are_compared_as_they_are() {
    let naturals = [above(&amount(0), 0), above(&amount(1), 1)];
    let (mut seen, mut multiplied) = (0, 0);
    for factor in [1, 2, 5, -1, -3] {
        for constant in [0, 4, -7] {
            for number in -40..=40 {
                for own in comparisons(factor, constant, number) {
                    let Some(told) = product(&own, &naturals, 0) else {
                        multiplied += 1;
                        continue;
                    };
                    seen += 1;
                    for (one, other) in (0..=60).flat_map(|one| (1..=60).map(move |other| (one, other))) {
                        let amounts = [one, other];
                        assert_eq!(told.holds(&[], &amounts), own.holds(&[], &amounts), "{own:?} {told:?} {amounts:?}");
                    }
                }
            }
        }
    }
    assert!(4_000 < seen && 100 < multiplied, "{seen} {multiplied}");
}

#[test]
fn numbers_that_may_be_negative_are_multiplied() {
    let small = &comparisons(1, 0, 5)[0];
    assert!(product(small, &[above(&amount(0), 0), above(&amount(1), -1)], 0).is_none());
    assert!(product(small, &[above(&amount(0), 0)], 0).is_none());
    assert!(product(small, &[above(&amount(0), 0), above(&amount(1), 0)], 0).is_some());
}

#[test]
fn small_divisors_are_chosen() {
    let divides = Condition::Compare(
        Term::Modulo(Box::new(Term::Variable(Variable::Coordinate(0))), Box::new(amount(0))),
        Comparison::Equal,
        Term::Constant(2),
    );
    let bounds = [above(&amount(0), 2), bounded(&amount(0), 6)];
    let told = divided(&divides, &bounds).expect("alternatives");
    for (heap, own) in (0..40).flat_map(|heap| (2..=6).map(move |own| (heap, own))) {
        assert_eq!(told.holds(&[heap], &[own]), divides.holds(&[heap], &[own]), "{heap} {own}");
    }
    assert!(divided(&divides, &[above(&amount(0), 0), bounded(&amount(0), 6)]).is_none());
    assert!(divided(&divides, &[above(&amount(0), 2), bounded(&amount(0), 60)]).is_none());
}
